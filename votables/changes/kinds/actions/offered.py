"""What the rules that a matter adds or changes let players do, or have happen by itself, where no action does it yet:
offered as changes, each with the sentence that says it."""

from collections.abc import Iterable, Mapping
from typing import Final

from blognomic.web.errors import RuleBroken
from votables.changes.change import Change, read_change
from votables.changes.in_english import value_of
from votables.changes.offered import RuleOffer, rules_saying_more
from votables.english.moves import MoveValue, ReadMove, parts_of, read_moves, say_moves
from votables.english.orders import CalledThings, Unsayable, say

_DOES: Final = ("asks", "needs", "costs", "does", "timing")


def offered_moves(changes: Iterable[Change], things: CalledThings, *, standing: str = "") -> list[RuleOffer]:
    """What is offered beside these changes of a text: the moves of rules whose words they change, which these did not
    say before, and of the `standing` rule (its key) all, where neither the game has such an action nor one of the
    changes adds it. Values that the changes track are known. No query."""
    changes = list(changes)
    added = [one.payload.parts for one in changes if one.as_json()["op"] == "add-action"]
    known = [*things.actions.items(), *((parts["title"], parts) for parts in added)]
    names, deeds = {name.casefold() for name, _parts in known}, [_does(parts) for _name, parts in known]
    words = things.game.words if things.game is not None else {}
    player = words.get("player", "player")
    values = [*things.values, *_tracked_by(changes)]
    offers: list[RuleOffer] = []
    for node, was in rules_saying_more(changes, things, standing=standing):
        old = read_moves(was, words, values, things.frequencies)
        for move in read_moves(node.text, words, values, things.frequencies):
            parts = parts_of(move, player)
            if move in old or parts["title"].casefold() in names or _does(parts) in deeds:
                continue
            offer = _offer(move, parts, node.title, player, things)
            if offer is not None:
                names.add(parts["title"].casefold())
                deeds.append(_does(parts))
                offers.append(offer)
    return offers


def _does(parts: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(parts.get(name, "") for name in _DOES)


def _offer(
    move: ReadMove, parts: Mapping[str, str], title: str, player: str, things: CalledThings
) -> RuleOffer | None:
    """The offer to add an action; None where there can be none like that."""
    try:
        change = read_change({"op": "add-action", **parts})
        sentence = say(change.as_json(), things)
    except (RuleBroken, Unsayable):
        return None
    return RuleOffer(title, parts["title"], say_moves([move], player), change, sentence)


def _tracked_by(changes: Iterable[Change]) -> list[MoveValue]:
    """What changes have the game track for each player, or for itself."""
    steps = [one.payload for one in changes if getattr(one.payload, "do", "") == "define"]
    return [
        value_of(step.path, step.scope, step.definition.as_json()) for step in steps if step.scope != "row"
    ]
