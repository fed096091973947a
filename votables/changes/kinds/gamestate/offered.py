"""What the rules define that a matter adds or changes, and nobody tracks yet: offered as changes of the tracker, each
with the sentence that says it. What is tracked by a text already is there to be changed in the same way."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from blognomic.web.errors import RuleBroken
from gamestate.values.definitions import key_for
from gamestate.values.errors import ValueRefused
from gamestate.values.wording import in_words
from players.present import digest
from ruleset.text.tree import Node
from votables.changes.change import Change, read_change
from votables.changes.in_english import called_things, reading_of, tree_after
from votables.changes.in_text import put_into_text
from votables.english.definitions import read_definitions
from votables.english.orders import CalledThings, Unsayable, say

from .forms import FoldedDefinition

SIGNED: Final = 12  # letters of the sign by which an offer is known again
_KINDS: Final = {
    "text": "text", "choice": "choice", "player": "player", "list": "texts", "yes-no": "yes_no", "date": "instant",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class OfferedDefinition:
    """Something that a rule (its `rule_title`) has the game track: its `name`, what it is in `words`, the
    `change` that tracks it, and the `sentence` that says this in a text. `place`: where among the changes of the text
    it is said, None: not yet. `form`: what else it can be, to be filled in, and the `refusal` of what was."""

    rule_title: str
    name: str
    words: str
    change: Change
    sentence: str
    place: int | None = None
    form: FoldedDefinition | None = None
    refusal: str = ""

    @property
    def key(self) -> str:
        """What its button sends."""
        return digest(self.sentence)[:SIGNED]

    @property
    def is_said(self) -> bool:
        return self.place is not None

    def filled_in(self, sent: Mapping[str, Any]) -> "OfferedDefinition":
        """With what somebody has filled in in its form, where that was sent."""
        form = FoldedDefinition(sent, key=self.key, definition=self.change.payload.definition)
        filled = replace(self, form=form)
        try:
            filled.changed()
        except RuleBroken as refused:
            return replace(filled, refusal=refused.sentence)
        return filled

    def changed(self) -> Change:
        """The change with what was filled in. Raises RuleBroken (400) where nothing can be tracked like that."""
        if self.form is None or not self.form.is_filled_in:
            return self.change
        change = self.change.as_json()
        step = dict(change["step"])  # type: ignore[call-overload]  # read_change made it so
        try:
            step["definition"] = self.form.definition(step["definition"])
            return read_change({**change, "step": step})
        except ValueRefused as refused:
            raise RuleBroken(refused.sentence, status=400) from None


def offered_definitions(
    changes: Iterable[Change], things: CalledThings, *, standing: str = ""
) -> list[OfferedDefinition]:
    """What is offered beside these changes of a text: of rules whose words they change, what these define otherwise
    than before, and of the `standing` rule (its key) all that it defines, where neither the game tracks it nor one of
    the changes. No query."""
    changes = list(changes)
    before = {node.key: node.text for node in things.tree.walk()}
    known = {name.casefold() for name in things.tracked.values()} | _defined_by(changes)
    offers: list[OfferedDefinition] = []
    for node in tree_after([one.as_json() for one in changes], things).walk():
        if node.text == before.get(node.key) and node.key != standing:
            continue
        old = _definitions(before.get(node.key, ""), things) if node.key != standing else []
        for definition in _definitions(node.text, things):
            name = str(definition["name"] or "")
            if not name or definition in old or name.casefold() in known:
                continue
            offer = _offer(definition, name, node, things)
            if offer is not None:
                known.add(name.casefold())
                offers.append(offer)
    return offers


def with_what_is_said(
    offers: Iterable[OfferedDefinition], changes: Sequence[Change], things: CalledThings
) -> list[OfferedDefinition]:
    """What is offered beside the changes of a text, and what these track already. No query."""
    said_ones: list[OfferedDefinition] = []
    for place, change in enumerate(changes):
        step = change.payload
        if getattr(step, "do", "") != "define":
            continue
        try:
            sentence = say(change.as_json(), things)
        except Unsayable:
            continue
        words = ", ".join(in_words(step.definition))
        said_ones.append(OfferedDefinition("", step.definition.name, words, change, sentence, place))
    return [*offers, *said_ones]


def text_tracking(body: str, key: str, sent: Mapping[str, Any], *, at: datetime, standing: str = "") -> str:
    """The text of a matter with the sentence by which something is tracked that was offered beside it (its `key`) or
    that it tracks already, as the form that was `sent` fills it in. The same text where that is not there any more.
    One query. Raises RuleBroken for what cannot be tracked like that, or has no sentence."""
    things = called_things(at=at)
    changes = [change for one in reading_of(body, things).sentences for change in one.changes]
    offers = with_what_is_said(offered_definitions(changes, things, standing=standing), changes, things)
    offer = next((one for one in offers if one.key == key), None)
    if offer is None:
        return body
    offer = offer.filled_in(sent)
    change = offer.changed()
    if not offer.is_said:
        return f"{body.rstrip()}\n\n{say(change.as_json(), things)}".lstrip()
    so_far = [one.as_json() for one in changes]
    carried = [change.as_json() if place == offer.place else one for place, one in enumerate(so_far)]
    return put_into_text(body, carried, at=at, so_far=so_far).body


def _defined_by(changes: Iterable[Change]) -> set[str]:
    payloads = [one.payload for one in changes if getattr(one.payload, "do", "") in ("define", "alter")]
    definitions = [getattr(one, "definition", None) for one in payloads]
    return {one.name.casefold() for one in definitions if one is not None and hasattr(one, "name")}


def _definitions(text: str, things: CalledThings) -> list[dict[str, Any]]:
    """What a rule's text defines; nothing where something must be asked about it."""
    reading = read_definitions(text, things.game.words if things.game is not None else {})
    return [] if reading.questions else reading.definitions


def _offer(
    definition: Mapping[str, Any], name: str, node: Node, things: CalledThings
) -> OfferedDefinition | None:
    """The offer to track what a rule defines; None where the tracker has no such thing, or no sentence says it."""
    place = _place(str(definition["of"]), key_for(name), things)
    parts = _parts(definition, name)
    if place is None or parts is None or place[0] in things.tracked:
        return None
    if node.key.isdecimal():
        parts["rule"] = int(node.key)
    change = {
        "op": "track",
        "step": {"do": "define", "path": place[0], "scope": place[1], "definition": parts},
    }
    try:
        read = read_change(change)
        sentence = say(change, things)
    except (RuleBroken, Unsayable):
        return None
    words = ", ".join(in_words(read.payload.definition))
    return OfferedDefinition(node.title, name, words, read, sentence)


def _place(of: str, key: str, things: CalledThings) -> tuple[str, str] | None:
    """Where something is tracked, and for what; None where that is not there."""
    if not key:
        return None
    if of in ("player", "game"):
        return key, of
    noun = of.partition(":")[2].casefold().removesuffix("s")
    tables = [
        path
        for path, name in things.tracked.items()
        if "." not in path and path not in things.pages and name.casefold().removesuffix("s") == noun
    ]
    return (f"{tables[0]}.{key}", "row") if len(tables) == 1 else None


def _parts(definition: Mapping[str, Any], name: str) -> dict[str, Any] | None:
    """The parts of a definition of the tracker that are not as usual; None for what is worked out from others."""
    if "formula" in definition:
        return None
    kind, default = definition["type"], definition["default"]
    parts: dict[str, Any] = {"name": name}
    if kind == "number":
        parts["kind"] = "whole" if definition["whole"] else "decimal"
        if definition["min"] != 0:
            parts["floor"] = _figure(definition["min"])
        if definition["max"] is not None:
            parts["ceiling"] = _figure(definition["max"])
    else:
        parts["kind"] = _KINDS[kind]
    if kind == "choice":
        parts["choices"] = list(definition["choices"])
    if kind in ("choice", "player", "text", "date") and default in (None, ""):
        parts["blank"] = True
    if kind == "yes-no" and default is not None:
        parts["default"] = "yes" if default else "no"  # in English
    elif default not in (None, "", []):
        parts["default"] = _figure(default)
    if definition["hidden"]:
        parts["audience"] = "holder" if definition["of"] == "player" else "emperor"
    return parts


def _figure(value: Any) -> Any:
    return None if value is None else f"{value:g}" if isinstance(value, float) else str(value)
