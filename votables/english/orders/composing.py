"""Changes into orders. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ruleset.text import amending

from .slots import Unsayable
from .table import CONDITIONS, PATTERNS
from .things import CalledThings

__all__ = ["Unsayable", "say", "say_all"]


def say(change: Mapping[str, Any], things: CalledThings) -> str:
    """The order that says a change, as the site keeps it: read in the same game it is the same change. Raises Unsayable
    where none is."""
    return say_all([change], things)


def say_all(changes: Iterable[Mapping[str, Any]], things: CalledThings) -> str:
    """The orders that say changes, a paragraph each, each on the rules as those before it leave them. Raises
    Unsayable."""
    changes = list(changes)
    orders = []
    for place, change in enumerate(changes):
        orders.append(_said(change, things))
        things = replace(things, tree=after(change, things, place))
    return "\n\n".join(orders)


def after(change: Mapping[str, Any], things: CalledThings, place: int) -> Any:
    """The rules after a change, as those after it speak of them."""
    if change["op"] not in amending.OPERATIONS:
        return things.tree
    plain = {name: value for name, value in change.items() if name != "when"}
    return amending.apply(things.tree, [amending.read(plain)], first_key=place).tree


def _said(change: Mapping[str, Any], things: CalledThings) -> str:
    order = _order(flat(change), things)
    when = change.get("when")
    if when is None:
        return order
    condition = next((one for one in CONDITIONS if one.says({**when, "op": when["kind"]}, things)), None)
    if condition is None:
        raise Unsayable(str(when))
    lead = condition.write({**when, "op": when["kind"]}, things).removesuffix(".")
    return f"{lead}, {order[0].lower()}{order[1:]}"


def _order(change: Mapping[str, Any], things: CalledThings) -> str:
    """The first pattern's sentence that reads as this change."""
    for pattern in PATTERNS:
        if not pattern.says(change, things):
            continue
        try:
            return pattern.write(change, things)
        except Unsayable:
            continue
    raise Unsayable(str(change))


def flat(change: Mapping[str, Any]) -> dict[str, Any]:
    """A change with the parts of its step among its own, and without its condition."""
    flat_change = {name: value for name, value in change.items() if name not in ("when", "step")}
    return flat_change | dict(change.get("step", {}))
