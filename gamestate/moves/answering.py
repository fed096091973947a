"""What a move asks of somebody, and what they answer: each choice and bound worked out on how things stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from blognomic.i18n.translation import gettext as _
from gamestate.moves.move import Move, MoveQuestion
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import read_literal
from gamestate.values.facts import StateFacts
from gamestate.values.nodes import FormulaScope, Known, TrackedThing, listed, number_of, shown
from gamestate.values.texts import (
    clean_line,
    clean_long,
    find_choice,
    join_items,
    plain_number,
    quoted,
    read_yes_no,
    split_items,
)

TEXT_LENGTH: Final = 300
RANKING_LENGTH: Final = 4_000
MOST_RANKED: Final = 100


@dataclass(frozen=True, slots=True)
class QuestionShown:
    """A question with what may be answered or put in order, as people call it; `least` and `most` of a number, None
    where that hangs on another answer."""

    question: MoveQuestion
    options: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None

    @property
    def has_no_answer(self) -> bool:
        """Whether there is nothing that may be answered."""
        kind = self.question.kind
        if kind == "number":
            return self.least is not None and self.most is not None and self.least > self.most
        return kind in ("player", "row", "choice", "ranking") and not self.options


def questions(move: Move, facts: StateFacts, given: Mapping[str, Known] | None = None) -> list[QuestionShown]:
    """What a move asks, where names are `given` to it. What hangs on the answers to others is left open. Raises
    ValueRefused for a table or a value that there is not."""
    names = frozenset(question.name for question in move.questions)
    return [question_shown(question, facts, names, given) for question in move.questions]


def read_answers(
    move: Move, typed: Mapping[str, str], facts: StateFacts, given: Mapping[str, Known] | None = None
) -> dict[str, Known]:
    """What was answered, by the names of the questions, each as formulas have it: people and rows by their names; and
    what was `given` before. Raises ValueRefused for what may not be answered, with its question."""
    unknown = next((name for name in typed if name not in {each.name for each in move.questions}), None)
    if unknown is not None:
        raise ValueRefused(_("This move asks for no {name}.").format(name=quoted(unknown[:40])))
    answers: dict[str, Known] = dict(given or {})
    for question in move.questions:
        answers[question.name] = read_answer(question, typed.get(question.name, ""), facts, answers)
    return answers


def read_answer(
    question: MoveQuestion, typed: str, facts: StateFacts, answers: Mapping[str, Known] | None = None
) -> Known:
    """What was answered to one question, where `answers` were given to those before it. Raises ValueRefused."""
    if question.kind == "ranking":
        text = clean_long(typed, question.label, RANKING_LENGTH)
    else:
        text = clean_line(typed, question.label, TEXT_LENGTH)
    if not text:
        raise ValueRefused(_("{question}: an answer is missing.").format(question=question.label))
    return _read(question, text, facts, answers or {})


def in_words(move: Move, answers: Mapping[str, Known], facts: StateFacts) -> dict[str, str]:
    """The answers as people read them, by what the questions are called."""
    return {
        question.label: told(answers[question.name], facts)
        for question in move.questions
        if question.name in answers
    }


def told(value: Known, facts: StateFacts) -> str:
    """An answer as people write it."""
    if isinstance(value, tuple):
        return join_items([told(each, facts) for each in value])
    return value if isinstance(value, str) else shown(value, FormulaScope(facts))


def question_shown(
    question: MoveQuestion,
    facts: StateFacts,
    names: frozenset[str] = frozenset(),
    given: Mapping[str, Known] | None = None,
) -> QuestionShown:
    """One question with what may be answered. What hangs on the answers of `names` is left open. Raises
    ValueRefused."""
    formulas = [each for each in (question.among, question.least, question.most) if each is not None]
    hangs = any(formula.names & names for formula in formulas)
    if question.kind == "number":
        if hangs:
            return QuestionShown(question)
        least, most = bounds(question, facts, given)
        return QuestionShown(question, least=least, most=most)
    if question.kind in ("player", "row", "choice", "ranking"):
        options = members(question, facts, given) if not hangs or question.among is None else ()
        if hangs and question.kind in ("player", "row"):
            options = _everything(question, facts)
        return QuestionShown(question, tuple(told(each, facts) for each in options))
    return QuestionShown(question)


def _everything(question: MoveQuestion, facts: StateFacts) -> tuple[Known, ...]:
    """All rows of the question's table, or all players."""
    if question.kind == "row":
        table = facts.state.table_of(question.table)
        return tuple(TrackedThing(f"row:{row.id}") for row in facts.state.rows_of(table.id))
    return tuple(
        TrackedThing(f"player:{one.key}") for one in facts.state.players() if facts.state.counts(one)
    )


def members(
    question: MoveQuestion, facts: StateFacts, answers: Mapping[str, Known] | None = None
) -> tuple[Known, ...]:
    """What may be answered, or put in order. Raises ValueRefused."""
    if question.among is None:
        return _everything(question, facts)
    scope = FormulaScope(facts, answers or {})
    return listed(question.among.node.run(scope), scope)


def bounds(
    question: MoveQuestion, facts: StateFacts, answers: Mapping[str, Known] | None = None
) -> tuple[int, int]:
    """From which whole number to which may be answered. Raises ValueRefused."""
    assert question.least is not None and question.most is not None
    scope = FormulaScope(facts, answers or {})
    least, most = number_of(question.least.node, scope), number_of(question.most.node, scope)
    return -((-least).numerator // least.denominator), most.numerator // most.denominator


def _read(question: MoveQuestion, text: str, facts: StateFacts, answers: Mapping[str, Known]) -> Known:
    if question.kind == "text":
        return text
    if question.kind == "yes_no":
        return read_yes_no(text, question.label)
    if question.kind == "number":
        return _read_number(question, text, *bounds(question, facts, answers))
    options = members(question, facts, answers)
    if question.kind == "ranking":
        return _read_ranking(question, split_items(text), options, facts)
    if question.kind == "choice":
        choices = [each for each in options if isinstance(each, str)]
        chosen: Known = find_choice(text, choices)
    elif question.kind == "player":
        chosen = TrackedThing(f"player:{facts.state.player(text)}")
    else:
        chosen = TrackedThing(f"row:{facts.state.row(question.table, text)}")
    if chosen is None or chosen not in options:
        raise _not_now(question, text)
    return chosen


def _not_now(question: MoveQuestion, text: str) -> ValueRefused:
    return ValueRefused(
        _("{question}: you cannot choose {answer} now.").format(question=question.label, answer=quoted(text))
    )


def _read_ranking(
    question: MoveQuestion, items: Sequence[str], options: tuple[Known, ...], facts: StateFacts
) -> tuple[Known, ...]:
    """Several of what may be chosen, all of them or fewer, in the order in which they were written."""
    by_name = {told(each, facts): each for each in options[:MOST_RANKED]}
    ranked: list[Known] = []
    for item in items:
        name = find_choice(item, list(by_name))
        if name is None:
            raise _not_now(question, item)
        if by_name[name] in ranked:
            raise ValueRefused(
                _("{question}: {answer} appears twice.").format(question=question.label, answer=quoted(item))
            )
        ranked.append(by_name[name])
    return tuple(ranked)


def _read_number(question: MoveQuestion, text: str, least: int, most: int) -> Fraction:
    number = read_literal(text)
    if number.denominator != 1 or not least <= number <= most:
        raise ValueRefused(
            _("{question}: a whole number from {least} to {most}.").format(
                question=question.label,
                least=plain_number(Fraction(least)),
                most=plain_number(Fraction(most)),
            )
        )
    return number
