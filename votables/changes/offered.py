"""What the rules that a matter adds or changes say beside their words: something to track, or a move, which no change
makes yet. Each is offered as a change, with the sentence that says it; what the text makes of that sort already is
there to be changed in the same way."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, Protocol

from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken
from players.present import digest
from ruleset.text.tree import Node
from votables.english.orders import CalledThings, Unsayable, say

from .change import Change, read_change
from .in_english import called_things, reading_of, tree_after
from .in_text import put_into_text
from .registry import KINDS

SIGNED: Final = 12  # letters of the sign by which an offer is known again
MOST_SPOTS: Final = 6  # at which a sentence is tried


class FoldedForm(Protocol):
    """What a change that was read can be besides: a form that is folded beside it."""

    @property
    def is_filled_in(self) -> bool:
        """Whether something was sent, and is otherwise than it was read."""

    def changed(self, change: Mapping[str, Any]) -> dict[str, Any]:
        """The change, as it is stored, with what was filled in. Raises RuleBroken where that cannot be."""


@dataclass(frozen=True, slots=True)
class RuleOffer:
    """Something that a rule (its `rule_title`) says: its `name`, what it is in `words`, the `change` that brings it
    about, and the `sentence` that says this in a text. `place`: where among the changes of the text it is said, None:
    not yet. `form`: what else it can be, to be filled in, and the `refusal` of what was."""

    rule_title: str
    name: str
    words: str
    change: Change
    sentence: str
    place: int | None = None
    form: FoldedForm | None = None
    refusal: str = ""

    @property
    def key(self) -> str:
        """What its button sends."""
        return digest(self.sentence)[:SIGNED]

    @property
    def heading(self) -> str:
        """Under which it stands."""
        return self.change.kind.of_rules

    @property
    def take_up(self) -> str:
        """What its button says."""
        words = _("Change {name}") if self.is_said else str(self.change.kind.take_up)
        return words.format(name=self.name)

    @property
    def is_said(self) -> bool:
        return self.place is not None

    def filled_in(self, sent: Mapping[str, Any]) -> "RuleOffer":
        """With what somebody has filled in in its form, where that was sent."""
        form = self.change.kind.folded(self.change, sent, prefix=f"fold-{self.key}")
        filled = replace(self, form=form)
        try:
            filled.changed()
        except RuleBroken as refused:
            return replace(filled, refusal=refused.sentence)
        return filled

    def changed(self) -> Change:
        """The change with what was filled in. Raises RuleBroken (400) where that cannot be."""
        if self.form is None or not self.form.is_filled_in:
            return self.change
        return read_change(self.form.changed(self.change.as_json()))


def rules_saying_more(
    changes: Iterable[Change], things: CalledThings, *, standing: str = ""
) -> Iterator[tuple[Node, str]]:
    """The rules whose words the changes of a text change, and the `standing` one (its key), as they leave them, each
    with its words before, beside which it says something new: none for the standing one. No query."""
    before = {node.key: node.text for node in things.tree.walk()}
    for node in tree_after([one.as_json() for one in changes], things).walk():
        if node.key == standing:
            yield node, ""
        elif node.text != before.get(node.key):
            yield node, before.get(node.key, "")


def offers_of_rules(
    changes: Iterable[Change], things: CalledThings, *, standing: str = ""
) -> list[RuleOffer]:
    """What is offered beside these changes of a text: of rules whose words they change, what these say otherwise than
    before, and of the `standing` rule (its key) all that it says, where neither the game has it nor one of the changes
    makes it. No query."""
    changes = list(changes)
    return [one for kind in KINDS for one in kind.offers_of_rules(changes, things, standing=standing)]


def with_what_is_said(
    offers: Iterable[RuleOffer], changes: Sequence[Change], things: CalledThings
) -> list[RuleOffer]:
    """What is offered beside the changes of a text, and what of that sort these make already. No query."""
    said_ones: list[RuleOffer] = []
    for place, change in enumerate(changes):
        words = change.kind.folded_words(change)
        if words is None:
            continue
        try:
            sentence = say(change.as_json(), things)
        except Unsayable:
            continue
        said_ones.append(RuleOffer("", *words, change, sentence, place))
    return sorted([*offers, *said_ones], key=lambda one: KINDS.index(one.change.kind))


def text_with_offer(body: str, key: str, sent: Mapping[str, Any], *, at: datetime, standing: str = "") -> str:
    """The text of a matter with the sentence for what was offered beside it (its `key`), or for what it makes already,
    as the form that was `sent` fills it in. The same text where that is not there any more. One query. Raises
    RuleBroken for what cannot be, or has no sentence."""
    things = called_things(at=at)
    changes = [change for one in reading_of(body, things).sentences for change in one.changes]
    offers = with_what_is_said(offers_of_rules(changes, things, standing=standing), changes, things)
    offer = next((one for one in offers if one.key == key), None)
    if offer is None:
        return body
    offer = offer.filled_in(sent)
    change = offer.changed()
    so_far = [one.as_json() for one in changes]
    if not offer.is_said:
        sentence = say(change.kind.as_said(change.as_json(), things.tree), things)
        return _with_sentence(body, sentence, change.as_json(), so_far, things)
    carried = [change.as_json() if place == offer.place else one for place, one in enumerate(so_far)]
    return put_into_text(body, carried, at=at, so_far=so_far).body


def _with_sentence(
    body: str, sentence: str, change: Mapping[str, object], so_far: Sequence[object], things: CalledThings
) -> str:
    """The text with one more sentence: at its end, or where that would be taken for the words of what stands there,
    before the last of the paragraphs in front of which it is read, and all else as before."""
    before = len(reading_of(body, things).questions)
    spots = [match.end() for match in re.finditer(r"(?:\A|\n[ \t]*\n)(?=[^\s>*|+-])", body)]
    for spot in [len(body), *reversed(spots[-MOST_SPOTS:])]:
        parts = (body[:spot].rstrip(), sentence, body[spot:].lstrip("\n"))
        text = "\n\n".join(part for part in parts if part)
        reading = reading_of(text, things)
        spoken = [one.as_json() for part in reading.sentences for one in part.changes]
        rest = list(spoken)
        if dict(change) in rest:
            rest.remove(dict(change))
            if rest == so_far and len(reading.questions) <= before:
                return text
    return f"{body.rstrip()}\n\n{sentence}".lstrip()
