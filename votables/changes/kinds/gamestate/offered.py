"""What the rules define that a matter adds or changes, and nobody tracks yet: offered as changes of the tracker, each
with the sentence that says it."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from blognomic.web.errors import RuleBroken
from gamestate.values.definitions import key_for
from gamestate.values.wording import in_words
from ruleset.text.tree import Node
from votables.changes.change import Change, read_change
from votables.changes.offered import RuleOffer, rules_saying_more
from votables.english.definitions import read_definitions
from votables.english.orders import CalledThings, Unsayable, say

_KINDS: Final = {
    "text": "text", "choice": "choice", "player": "player", "list": "texts", "yes-no": "yes_no", "date": "instant",
}  # fmt: skip


def offered_definitions(
    changes: Iterable[Change], things: CalledThings, *, standing: str = ""
) -> list[RuleOffer]:
    """What is offered beside these changes of a text: of rules whose words they change, what these define otherwise
    than before, and of the `standing` rule (its key) all that it defines, where neither the game tracks it nor one of
    the changes. No query."""
    changes = list(changes)
    known = {name.casefold() for name in things.tracked.values()} | _defined_by(changes)
    offers: list[RuleOffer] = []
    for node, was in rules_saying_more(changes, things, standing=standing):
        old = _definitions(was, things)
        for definition in _definitions(node.text, things):
            name = str(definition["name"] or "")
            if not name or definition in old or name.casefold() in known:
                continue
            offer = _offer(definition, name, node, things)
            if offer is not None:
                known.add(name.casefold())
                offers.append(offer)
    return offers


def _defined_by(changes: Iterable[Change]) -> set[str]:
    payloads = [one.payload for one in changes if getattr(one.payload, "do", "") in ("define", "alter")]
    definitions = [getattr(one, "definition", None) for one in payloads]
    return {one.name.casefold() for one in definitions if one is not None and hasattr(one, "name")}


def _definitions(text: str, things: CalledThings) -> list[dict[str, Any]]:
    """What a rule's text defines; nothing where something must be asked about it."""
    reading = read_definitions(text, things.game.words if things.game is not None else {})
    return [] if reading.questions else reading.definitions


def _offer(definition: Mapping[str, Any], name: str, node: Node, things: CalledThings) -> RuleOffer | None:
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
    return RuleOffer(node.title, name, words, read, sentence)


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
