"""An instruction read: the sentences one after the other, each on what those before it left. Pure.

A sentence is an amendment, a step on the gamestate, a step for a person ("by hand"), or plain talk. What is none of
these for certain is asked about, and then nothing is carried out at all. Steps are read from the whole instruction by
`steps`, for they go on over several sentences; amendments and steps touch different things, so that it does not matter
in which order they are carried out.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from blognomic.i18n.translation import gettext as _
from ruleset.text import amending
from ruleset.text.tree import Tree

from . import recasting
from .amender import Amender, not_understood
from .amendments import amend, leads_on
from .atoms import Atom, KnownNames
from .conditions import KeptCondition, led_by_condition, turned
from .hanging import hanging
from .openings import (
    CHANGING,
    CONDITIONAL,
    ORDERLY,
    PLAYING,
    RULE_WORDS,
    begins_instruction,
    is_label,
    is_story,
    without_label,
)
from .orders import CalledThings, order_in
from .passages import named_parts
from .reading_parts import AuthorQuestion, ProposalReading, ReadStep, Span, TrackedGame, Unclear
from .sentences import UNSURE, EnglishSentence, sentences
from .steps import StepsReading, overlap, read_steps
from .steps.uniform import UniformStep, uniform_step
from .word_classes import may_name

LONGEST = 60_000  # characters of an instruction
MOST_SENTENCES = 200
MOST_RECAST = 80  # orders in other words
DEEPEST_RECAST = 2
MOST_TRIED = 40  # changes, of which a matter has no more


def read(
    instruction: str, *, tree: Tree | None, game: TrackedGame | None, things: CalledThings | None = None
) -> ProposalReading:
    """What an instruction in Markdown does to the rules (`tree`) and the gamestate (`game`); None: not given. With
    `things`, the site's own orders are known in it."""
    if len(instruction) > LONGEST:
        return _too_long(instruction)
    instruction = without_mentions(instruction, game or (things.game if things else None))
    some = sentences(instruction, names_of(tree, game))
    if len(some) > MOST_SENTENCES:
        return _too_long(instruction)
    if tree is None and game is not None:
        return _of_steps(instruction, game)
    reader = _AmendmentsReader(instruction, tree, game, things)
    place = 0
    while place < len(some):
        count = 1 if reader.take_order(some[place]) else reader.take(some[place], some[place + 1 : place + 6])
        place += count
    reader.close_series()
    if game is None:
        reading = reader.reading()
    else:
        amended = [_span(sentence) for sentence in reader.amended]
        others = _without(instruction, reader.ordered)
        reading = _of_both(instruction, reader, read_steps(others, _as_given(game), amended))
    if things is not None and reading.steps:
        return reading  # to the site, a step for a person is something to do, too
    return _unless_nothing(instruction, reading)


def without_mentions(instruction: str, game: TrackedGame | None) -> str:
    """The instruction with "Ada" for "@Ada", so that all keeps its place."""
    if game is None or "@" not in instruction:
        return instruction
    names = sorted({*game.players, *game.idle}, key=len, reverse=True)

    def mention(at: "re.Match[str]") -> str:
        rest = instruction[at.end() : at.end() + 100]
        return " " if any(rest.startswith(name) for name in names if name) else at[0]

    return re.sub(r"(?<![\w@.])@(?=\w)", mention, instruction)


def _without(instruction: str, spans: Sequence[Span]) -> str:
    """The instruction with blanks where these sentences stand, so that all others keep their places."""
    for start, end in spans:
        blank = "".join("\n" if letter == "\n" else " " for letter in instruction[start:end])
        instruction = instruction[:start] + blank + instruction[end:]
    return instruction


def _too_long(instruction: str) -> ProposalReading:
    return ProposalReading(
        questions=(AuthorQuestion((0, len(instruction)), _("This is too long to be read.")),)
    )


def _as_given(game: TrackedGame) -> Mapping[str, Any]:
    return {**asdict(game), "author": game.author or None}


def _of_steps(instruction: str, game: TrackedGame) -> ProposalReading:
    """The steps alone; amendments are for a person, for no rules were given."""
    steps_reading = read_steps(instruction, _as_given(game))
    if steps_reading.questions:
        return ProposalReading(questions=tuple(steps_reading.questions))
    by_hand = [by_hand_at(span, instruction[slice(*span)]) for span in steps_reading.amendments]
    if not steps_reading.carried_out:
        return _unless_nothing(instruction, ProposalReading(tuple(by_hand)))
    steps = sorted([*steps_reading.steps, *by_hand], key=lambda one: one.sentence)
    return ProposalReading(tuple(steps), (), None, steps_reading.values)


def _of_both(instruction: str, reader: "_AmendmentsReader", steps_reading: StepsReading) -> ProposalReading:
    """Each sentence is one of the two: what the steps carry out is none that the amendments' reader need understand."""
    questions = list(steps_reading.questions)
    for sentence, unclear in reader.unclear:
        span = _span(sentence)
        if any(overlap(span, one) for one in steps_reading.carried_out) or any(
            overlap(span, one.sentence) for one in steps_reading.questions
        ):
            continue
        questions.append(AuthorQuestion(span, unclear.why, unclear.better(sentence.text)))
    if steps_reading.stopped and reader.steps:
        why = _("This says that nothing else is done, and it is not clear whether that is true of the rules.")
        questions.append(AuthorQuestion((0, len(instruction)), why))
    if questions:
        return ProposalReading(questions=tuple(sorted(questions, key=lambda one: one.sentence)))
    steps = sorted([*reader.steps, *steps_reading.steps], key=lambda one: one.sentence)
    return ProposalReading(
        tuple(steps),
        (),
        reader.tree,
        steps_reading.values,
        does_something=bool(steps_reading.carried_out or reader.steps or reader.does_something),
    )


def _unless_nothing(instruction: str, reading: ProposalReading) -> ProposalReading:
    """The reading, unless there is nothing in it for the site to do."""
    if reading.questions or reading.does_something:
        return reading
    if not all(step.change["op"] == "by_hand" for step in reading.steps):
        return reading
    if reading.steps:
        why = _("This cannot be carried out by the site.")
        return ProposalReading(questions=tuple(AuthorQuestion(one.sentence, why) for one in reading.steps))
    why = _("There is no instruction here that is understood.")
    return ProposalReading(questions=(AuthorQuestion((0, len(instruction)), why),), orders_nothing=True)


def names_of(tree: Tree | None, game: TrackedGame | None) -> KnownNames:
    """The names that may stand unquoted in an instruction."""
    named: list[tuple[str, str]] = []
    if tree is not None:
        named += [(node.name, "rule") for node in tree.walk()]
        named += [(name, "part") for node in tree.walk() for name in named_parts(node.text) if may_name(name)]
    if game is not None:
        named += [(name, "player") for name in (*game.players, *game.idle)]
        named += [(str(one["name"]), "variable") for one in game.tracked]
    return KnownNames.of(dict.fromkeys(named))


class _AmendmentsReader:
    """Reads the amendments among the sentences; keeps which are, and which are unclear."""

    def __init__(
        self, instruction: str, tree: Tree | None, game: TrackedGame | None, things: CalledThings | None
    ):
        self.instruction = instruction
        self.things = things
        self.ordered: list[Span] = []
        self.tree = self.before = tree
        self.game = game
        self.made = 0
        self.context = ""
        self.previous: Amender | None = None
        self.does_something = False
        self.series: EnglishSentence | None = (
            None  # says that some rules are created, each by a sentence after it
        )
        self.awaited = self.followed = 0
        self.steps: list[ReadStep] = []
        self.amended: list[EnglishSentence] = []
        self.unclear: list[tuple[EnglishSentence, Unclear]] = []
        self.recast = 0  # orders tried in other words

    def take_order(self, sentence: EnglishSentence) -> bool:
        """Carries a sentence out that is one of the site's own orders; whether it is one."""
        if self.things is None or self.tree is None:
            return False
        change = order_in(sentence, replace(self.things, tree=self.tree))
        if change is None:
            return False
        if change["op"] in amending.OPERATIONS:
            amender = Amender(self.tree, self.made, self.context)
            try:
                amender.amend(amending.read({name: one for name, one in change.items() if name != "when"}))
            except Unclear as unclear:
                self.unclear.append((sentence, unclear))
                return True
            self.tree = amender.tree
        self.made += 1
        self.steps.append(ReadStep(_span(sentence), change))
        self.ordered.append(_span(sentence))
        return True

    def take(self, sentence: EnglishSentence, following: Sequence[EnglishSentence] = ()) -> int:
        """Carries a sentence out, each on what those before it left; how many sentences that were, for one that is not
        understood alone may be together with those `following` it."""
        steps = self._tracked(sentence)
        if not steps and is_only_talk(sentence):
            return self._take_recast(sentence, sentence, None, following) or 1 if self.tree is not None else 1
        if steps or self.tree is None or (self.game is None and is_play(sentence)):
            steps = steps or [by_hand_at(_span(sentence), sentence.text)]
            self.steps += steps
            self.made += len(steps)
            return 1
        if following and sentence.tokens[0].lower == "if" and recasting.turns_round(following[0].tokens):
            return self._take_recast(sentence, sentence, None, following, least=2) or self._ask_about(
                sentence
            )
        part: EnglishSentence | None = None
        when: KeptCondition | None = None
        try:
            if recasting.only_tells(sentence.tokens):
                part = sentence
                raise not_understood()
            part, when = (sentence, None) if self.things is None else hanging(sentence)
            before = self.before if self.things is not None else None
            amender = amend(
                part,
                self.instruction,
                self.tree,
                self.made,
                self.context,
                before=before,
                when=when,
                previous=self.previous,
            )
        except Unclear as unclear:
            if part is not None and (count := self._take_recast(sentence, part, when, following)):
                return count
            self.unclear.append((sentence, unclear))
            return 1
        if amender.series is not None and (
            count := self._take_recast(sentence, part, when, following, least=2)
        ):
            return count
        self.context, self.tree, self.made = amender.context, amender.tree, amender.made
        self._follow_series(sentence, amender)
        self.previous = amender
        self.steps += [ReadStep(_span(sentence), step) for step in amender.steps]
        if amender.steps or not leads_on(sentence):
            self.amended.append(sentence)
            self.does_something = True  # or did not, for its condition does not hold
        return 1

    def _ask_about(self, sentence: EnglishSentence) -> int:
        self.unclear.append((sentence, not_understood()))
        return 1

    def _take_recast(
        self,
        sentence: EnglishSentence,
        part: EnglishSentence,
        when: KeptCondition | None,
        following: Sequence[EnglishSentence],
        least: int = 1,
    ) -> int:
        """Carries a sentence out as it is said in other words, alone or with those following it, `least` in all; of how
        many sentences that was: 0 where it is not understood so either."""
        tokens: tuple[Atom, ...] = ()
        for count, one in enumerate((part, *following), start=1):
            tokens += one.tokens
            if any(token.kind == UNSURE for token in tokens) or len(tokens) > recasting.LONGEST:
                return 0
            for orders in recasting.recasts(tokens) if count >= least else ():
                try:
                    last, steps = self._carry_out(orders, part, when, 0)
                except Unclear:
                    continue
                while following[count - 1 :] and recasting.adds_nothing(following[count - 1].tokens):
                    count += 1
                self.close_series()
                self.context, self.tree, self.made, self.previous = last.context, last.tree, last.made, last
                end = (part, *following)[count - 1].end
                self.steps += [ReadStep((sentence.start, end), step) for step in steps]
                self.amended += [sentence, *following[: count - 1]]
                self.does_something = True
                return count
        return 0

    def _carry_out(
        self,
        orders: recasting.Orders,
        whole: EnglishSentence,
        when: KeptCondition | None,
        depth: int,
        last: Amender | None = None,
    ) -> tuple[Amender, list[dict[str, object]]]:
        """What orders in other words come to, one after the other on a draft. Raises Unclear where one is not clear."""
        steps: list[dict[str, object]] = []
        for tokens in orders:
            self.recast += 1
            if self.recast > MOST_RECAST:
                raise Unclear(_("This is too long to be read."))
            assert self.tree is not None, "asked before"
            order = replace(whole, tokens=tuple(tokens))
            state = (
                (last.tree, last.made, last.context)
                if last is not None
                else (self.tree, self.made, self.context)
            )
            try:
                last = amend(
                    order,
                    self.instruction,
                    *state,
                    before=self.before if self.things is not None else None,
                    when=when,
                    previous=last or self.previous,
                )
                steps += last.steps
            except Unclear as unclear:
                last, more = self._recast_order(tokens, whole, when, depth, last, unclear)
                steps += more
        assert last is not None, "there is at least one order"
        return last, steps

    def _recast_order(
        self,
        tokens: Sequence[Atom],
        whole: EnglishSentence,
        when: KeptCondition | None,
        depth: int,
        last: Amender | None,
        unclear: Unclear,
    ) -> tuple[Amender, list[dict[str, object]]]:
        """An order that is not understood, in yet other words."""
        if depth < DEEPEST_RECAST:
            for orders in recasting.recasts(tokens):
                try:
                    return self._carry_out(orders, whole, when, depth + 1, last)
                except Unclear:
                    continue
        raise unclear

    def _follow_series(self, sentence: EnglishSentence, amender: Amender) -> None:
        """Sees that as many rules are created as a sentence before says that there are."""
        if amender.is_of_series:
            self.followed += 1
            return
        self.close_series()
        if amender.series is not None:
            self.series, self.awaited, self.followed = sentence, amender.awaited, 0

    def close_series(self) -> None:
        """Ask about a sentence that says that some rules are created, where not so many are."""
        if self.series is not None and (not self.followed or self.awaited not in (0, self.followed)):
            self.unclear.append((self.series, Unclear(_("Create each of these rules by a sentence."))))
        self.series = None

    def _tracked(self, sentence: EnglishSentence) -> list[ReadStep]:
        """A step for the tracker, which does the same whatever the values are, or two of which one is done on a
        condition and the other otherwise; none for any other sentence."""
        if self.things is None or self.things.game is None or self.made >= MOST_TRIED:
            return []
        part, when = hanging(sentence)
        words = part.text
        if when is None and self.tree is not None and self.before is not None:
            led = led_by_condition(sentence, self.instruction, [self.before, self.tree])
            when, words = led or (None, words)
        branches = _OTHERWISE.split(words, maxsplit=1) if when is not None else [words]
        steps: list[ReadStep] = []
        for branch in branches:
            step = uniform_step(branch, self.things.game)
            change = step and _tracked(step, self.things)
            if not change:
                return []
            steps.append(ReadStep(_span(sentence), change if when is None else {**change, "when": when}))
            when = turned(when) if when is not None else None
        return steps

    def reading(self) -> ProposalReading:
        questions = [
            AuthorQuestion(_span(sentence), unclear.why, unclear.better(sentence.text))
            for sentence, unclear in self.unclear
        ]
        if questions:
            return ProposalReading(tuple(self.steps), tuple(questions))
        return ProposalReading(tuple(self.steps), (), self.tree, does_something=self.does_something)


_OTHERWISE = re.compile(r"\s*[.;,]\s*(?:otherwise|if not|else)\s*,?\s+", re.IGNORECASE)


def _tracked(step: UniformStep, things: CalledThings) -> dict[str, object] | None:
    """The change of the tracker that a step is; None where several variables are called so."""
    paths = [path for path, name in things.tracked.items() if name == step.variable]
    if len(paths) != 1:
        return None
    whose = ["players"] if step.players else [f"player:{things.player_named(name)}" for name in step.named]
    return {"op": "track", "step": {"do": "set", "path": paths[0], "of": whose or ["game"], "to": step.to}}


def by_hand_at(span: Span, words: str) -> ReadStep:
    """A step that is left to a person."""
    return ReadStep(span, {"op": "by_hand", "words": words})


def _span(sentence: EnglishSentence) -> Span:
    return sentence.start, sentence.end


_SPEAKS_OF = ("quote", "strong", "body", "number", "tag", "rest")


def is_only_talk(sentence: EnglishSentence) -> bool:
    """Whether a sentence orders nothing for certain: it speaks to the readers, or of nothing that can be changed."""
    tokens = without_label(sentence.tokens)
    if not tokens or is_label(tokens):
        return True
    if [one.lower for one in tokens[:2]] in (["let", "us"], ["do", "so"]):
        return not any(one.kind in _SPEAKS_OF or one.of for one in tokens)
    if begins_instruction(tokens) or any(one.kind == "body" for one in tokens):
        return False
    words = [one.lower for one in tokens if one.kind == "word"]
    if words and words[0] in CONDITIONAL:
        return False
    if is_story(tokens):
        return True
    quotes = sum(one.kind in ("quote", "strong", "body") for one in tokens)
    changing = any(CHANGING.match(word) for word in words)
    if sentence.is_plain_talk:
        return not (changing and quotes > 1)
    return False if changing or quotes else not (RULE_WORDS & set(words)) and _speaks_loosely(words)


def _speaks_loosely(words: list[str]) -> bool:
    return len(words) < 4 and not set(words) & (PLAYING | _GETS)


_THEREAFTER = (
    "after that",
    "after this",
    "once that is done",
    "when that is done",
    "once this is done",
    "having done that",
)


def is_play(sentence: EnglishSentence) -> bool:
    """Whether a sentence is about the gamestate alone, where none was given."""
    tokens = list(without_label(sentence.tokens))
    while len(tokens) > 1 and tokens[0].lower in (*ORDERLY, ","):
        tokens.pop(0)
    comma = next((at for at, one in enumerate(tokens[:7]) if one.kind == ","), 0)
    if comma and " ".join(one.lower for one in tokens[:comma]) in _THEREAFTER:
        tokens = tokens[comma + 1 :]
    words = [one.lower for one in tokens if one.kind == "word"]
    if any(one.kind in ("body", "tag") or one.of == "rule" for one in tokens):
        return False
    if any(one.kind in ("quote", "strong") for one in tokens) and not set(words) & _OF_THE_GAME:
        return False
    if not words or set(words) & (RULE_WORDS | _OF_TEXTS):
        return False
    if words[0] in PLAYING or (set(words) & _GETS and any(one.kind == "number" for one in tokens)):
        return not set(words) & _UNSURE
    if (
        words[0] == "the"
        and len(words) > 2
        and set(words[1:4]) & _GETS
        and not any(one.kind == "quote" for one in tokens)
    ):
        return not set(words) & _UNSURE
    return words[0] in ("each", "every", "all") and bool(set(words) & _HAPPENS) and not set(words) & _UNSURE


_GETS = frozenset("gain gains lose loses receive receives pay pays get gets".split())
_HAPPENS = frozenset(
    "gains loses gain lose receives receive pays pay has have is are becomes become goes go increases decreases".split()
)
_OF_THE_GAME = frozenset("column variable tracker gamestate gndt".split())
_UNSURE = frozenset("if unless proposal proposals motion motions vote votes".split())
_OF_TEXTS = frozenset(
    "text wording word words phrase paragraph paragraphs sentences bullet list table row title heading rules subrule "
    "reference references mention mentions ruleset section rewording typo typos spelling".split()
)
