"""The text of a matter and its changes: what a text does, sentence by sentence, and the text that says changes.

Of what is tracked, steps are read that do the same whatever the values are (see `votables.english.steps.uniform`), and
the site's own sentences (see `votables.english.orders`): others are for a person, by hand.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from django.utils.translation import gettext as _

from blognomic.database.together import together
from blognomic.i18n.translation import thousands
from blognomic.web.errors import NeedsConfirmation, RuleBroken
from gamestate.models import LimitedAction, Page, Table, Variable
from gamestate.queries.snapshot import emperor_counts
from gamestate.values.definitions import NUMBERS
from players.models import Player, Reign, Standing
from players.queries.roster import newest_dynasties
from ruleset.law import Law
from ruleset.queries import in_words, law_in_force, standing_at, tree_of, versions_in_words, words_of
from ruleset.text.tree import Tree
from votables.english.moves.move_shapes import MoveValue
from votables.english.orders import CalledThings, after, say_all
from votables.english.reading import is_only_talk, names_of, read, without_mentions
from votables.english.reading_parts import AuthorQuestion, ReadStep, Span, TrackedGame
from votables.english.sentences import sentences
from votables.post_types.models import OfficialType
from votables.post_types.type_definitions import definition_of
from votables.queries.matter_kinds import carries

from .change import Change, check_kinds, read_change, read_changes
from .kind import TextOffer
from .registry import KINDS, left_to_person

LONGEST = 20_000  # characters: a hostile text of so many is read within a second
ReadAs = Literal["read", "asked", "by hand", "no instruction"]


@dataclass(frozen=True, slots=True)
class TextSentence:
    """A sentence of a text: where it stands, what it is read as, and the changes that it makes: none where it is asked
    about or is no instruction, and none where what is said does nothing, or leads on to the next."""

    sentence: Span
    words: str
    read_as: ReadAs
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class TextReading:
    """How a text reads: its sentences in order, and what must be asked of its author, if anything: also where it
    `orders_nothing`; `offers`: what its sentences may bring along."""

    text: str
    sentences: tuple[TextSentence, ...] = ()
    questions: tuple[AuthorQuestion, ...] = ()
    orders_nothing: bool = False
    offers: tuple[TextOffer, ...] = ()

    @property
    def changes(self) -> list[Change]:
        """What it does, in order; nothing while something is asked, for what comes later may stand on it."""
        return [] if self.questions else [change for one in self.sentences for change in one.changes]

    @property
    def asked(self) -> list[tuple[str, AuthorQuestion]]:
        """The questions, each with the words that it is about."""
        return [(self.text[slice(*one.sentence)].strip(), one) for one in self.questions]

    @property
    def better(self) -> list[tuple[str, str, list[tuple[str, str]]]]:
        """Each question: the words that it is about, why it is asked, and better sentences, each with what its button
        sends."""
        return [
            (words, one.why, [(f"{place}-{number}", choice) for number, choice in enumerate(one.choices)])
            for place, (words, one) in enumerate(self.asked)
        ]

    def rewritten(self, key: str) -> str:
        """The text with a better sentence in place of the one that is asked about; the same text for a key that is none
        of those in `better`."""
        for question, (_words, _why, choices) in zip(self.questions, self.better, strict=True):
            if (choice := dict(choices).get(key)) is not None:
                start, end = question.sentence
                return self.text[:start] + choice + self.text[end:]
        return self.text


class TextNotClear(NeedsConfirmation):
    """Something must be asked about a text. Sent once more as it is, it is left to an admin, but for what is `attached`
    to it."""

    def __init__(self, reading: TextReading, *, attached: bool = False):
        if attached:
            sentence = _(
                "Part of the text is not clear. Reword it, or leave a sentence to the admin. If you"
                " send it again as it is, only the attached changes are applied."
            )
        else:
            sentence = _(
                "Part of the text is not clear. Reword it, or leave a sentence to the admin. If you"
                " send it again as it is, nothing is attached: an admin does it all by hand."
            )
        super().__init__(sentence, rule="")
        self.reading = reading


Stored = list[dict[str, object]]


def changes_of_text(text: str, *, category: str, at: datetime, may_be_unclear: bool) -> Stored:
    """The changes that the text of a matter of the category makes at `at` (UTC, now), as they are stored: none where
    the category carries none, where the text is too long to be read, or where it is not clear, or makes what no such
    matter may make, and that may be so. Raises TextNotClear. Two queries, and those of `read_changes`."""
    law = law_in_force(at)
    if len(text) > LONGEST or not carries(law, category):
        return []
    reading = reading_in(text, called_things(at=at), law=law, category=category)
    if not may_be_unclear:
        check_is_clear(reading)
    return [change.as_json() for change in reading.changes]


def check_is_clear(reading: TextReading, *, attached: bool = False) -> None:
    """Raises TextNotClear where something must be asked about a text that orders anything; `attached`: changes go with
    it all the same."""
    if reading.questions and not reading.orders_nothing:
        raise TextNotClear(reading, attached=attached)


def reading_in(text: str, things: CalledThings, *, law: Law, category: str) -> TextReading:
    """How the text of a matter of the category reads: asked about, too, where no such matter may do what it says. No
    query but those of `read_changes`. Raises RuleBroken (400) for a text that is too long."""
    reading = reading_of(text, things)
    try:
        changes = read_changes([change.as_json() for change in reading.changes])
        check_kinds(changes, kind=category, law=law)
    except RuleBroken as refused:
        return replace(reading, questions=(AuthorQuestion((0, len(text)), str(refused)),))
    return reading


def called_things(*, at: datetime) -> CalledThings:
    """What the game calls its rules, people, official posts and what it tracks at `at` (UTC, now). One query."""
    rules, laws, players, types, dynasties, reigns, actions, tables, variables, pages = together(
        standing_at(at).select_related("revision"),
        versions_in_words(at)[:1],
        Player.objects.order_by("pk").values_list("pk", "name", "standing"),
        OfficialType.objects.filter(retired_at__isnull=True),
        newest_dynasties()[:1],
        Reign.objects.at(at)[:1],
        LimitedAction.objects.filter(retired_at=None).order_by("pk"),
        *(model.objects.live().order_by("pk") for model in (Table, Variable, Page)),
    )
    names = {key: name for key, name, _standing in players}
    words = words_of(next(iter(dynasties), None))
    law = next(map(in_words, laws), None)
    game = TrackedGame(
        words={"player": words.player, "players": words.players, "emperor": words.emperor},
        players=tuple(name for _key, name, standing in players if standing == Standing.ACTIVE),
        idle=tuple(name for _key, name, standing in players if standing == Standing.IDLE),
        emperor=next((names[reign.player_id] for reign in reigns), ""),
        emperor_counts=emperor_counts(law),
        tracked=tuple(
            {
                "name": one.definition["name"],
                "of": one.scope,
                "type": "number",
                "whole": one.definition["kind"] == "whole",
            }
            for one in variables
            if one.definition["kind"] in NUMBERS
            and one.scope != "row"
            # what is hidden is set by whoever may see it, which the admin who enacts may not
            and one.definition.get("audience", "all") == "all"
        ),
    )
    return CalledThings(
        tree=tree_of(rules),
        players=names,
        game=game,
        tracked=_tracked(tables, variables, pages),
        pages={page.key: (page.title, page.text) for page in pages},
        types={one.pk: (one.name, definition_of(one)) for one in types},
        law=next((version.document for version in laws), ""),
        values=tuple(
            value_of(one.key, one.scope, one.definition)
            for one in variables
            if one.scope != "row" and _is_seen(one)
        ),
        actions={one.name: {**one.lines, "timing": one.when} for one in actions},
        frequencies=tuple(law.law.actions) if law is not None else (),
    )


def _is_seen(variable: Variable) -> bool:
    return variable.definition.get("audience", "all") == "all"


def value_of(path: str, scope: str, definition: Mapping[str, Any]) -> MoveValue:
    """What is tracked, by its definition as it is stored: as moves are read of it."""
    name, kind, choices = (definition.get(part) for part in ("name", "kind", "choices"))
    return MoveValue(path, str(name), scope, str(kind), tuple(choices or ()), bool(definition.get("formula")))


def _tracked(tables: list[Table], variables: list[Variable], pages: list[Page]) -> Mapping[str, str]:
    """What is tracked, by its path or key: what people call it."""
    keys = {table.pk: table.key for table in tables}
    columns = {
        f"{keys[one.table_id]}.{one.key}" if one.table_id else one.key: one.definition["name"]
        for one in variables
    }
    named = {table.key: table.definition["name"] for table in tables}
    return {page.key: page.title for page in pages} | named | columns


def tree_after(changes: Iterable[Mapping[str, object]], things: CalledThings) -> Tree:
    """The rules after changes as they are stored, one after the other, whatever they hang on. No query."""
    for place, change in enumerate(changes):
        things = replace(things, tree=after(change, things, place))
    return things.tree


def text_of(changes: Iterable[Change], things: CalledThings) -> str:
    """The text that says changes, a paragraph each: read in the same game it makes the same ones. Raises Unsayable (a
    ValueError) where a change has no sentence, and RuleBroken where one does not fit what those before it leave."""
    return say_all([change.as_json() for change in changes], things)


def reading_of(text: str, things: CalledThings) -> TextReading:
    """How a text in Markdown reads in the game. No query. What the site's changes cannot carry is asked about.

    Raises RuleBroken (400) for a text of more than `LONGEST` characters.
    """
    if len(text) > LONGEST:
        sentence = _(
            "The site does not read a text of more than {number} characters. Attach its changes one by one."
        )
        raise RuleBroken(sentence.format(number=thousands(LONGEST)), status=400)
    instructions = read(text, tree=things.tree, game=None, things=things)
    questions = list(instructions.questions)
    made: dict[Span, list[Change]] = {}
    for step in instructions.steps:
        try:
            made.setdefault(step.sentence, []).append(_change(step))
        except RuleBroken as refused:
            questions.append(AuthorQuestion(step.sentence, str(refused)))
    doubtful = {one.sentence for one in questions}
    text_sentences: list[TextSentence] = []
    for one in sentences(without_mentions(text, things.game), names_of(things.tree, None)):
        span = (one.start, one.end)
        changes = () if span in doubtful else tuple(made.get(span, ()))
        read_as: ReadAs = "read"
        if span in doubtful:
            read_as = "asked"
        elif changes and all(change.kind.by_hand for change in changes):
            read_as = "by hand"
        elif not changes and is_only_talk(one):
            read_as = "no instruction"
        text_sentences.append(TextSentence(span, one.text, read_as, changes))
    questions.sort(key=lambda one: one.sentence)
    changing = [(one.sentence, one.changes) for one in text_sentences] if not questions else []
    offers = tuple(offer for kind in KINDS for offer in kind.offers(changing, things))
    return TextReading(text, tuple(text_sentences), tuple(questions), instructions.orders_nothing, offers)


def _change(step: ReadStep) -> Change:
    """The site's change that a step is. Raises RuleBroken where no change says it."""
    if step.change["op"] == "by_hand":
        when = {"when": step.change["when"]} if "when" in step.change else {}
        return read_change({**left_to_person(str(step.change["words"])), **when})
    return read_change(step.change)
