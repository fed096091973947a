"""The changes that matters carry, each a shape of its own told apart by its `op`; and how they are stored (see
`votables.changes.change`). What does not fit is refused before anything is stored."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any

from ninja import Schema
from pydantic import ValidationError, ValidatorFunctionWrapHandler, WrapValidator

from blognomic.i18n.dynasty_words import said
from blognomic.web.api import DoesNotFit, Shape, fitting, one_of, worked_out
from blognomic.web.api.shapes import SentPart, sent_shape
from gamestate.api.steps import STORED, TOLD, renamed, step_shape, stored_step
from votables.changes import conditions
from votables.changes.change import read_change, read_changes
from votables.changes.kind import ChangeKind, Words
from votables.changes.outcome import outcome_of_changes
from votables.changes.registry import KINDS, kind_of

CHANGES = "What it does when it is enacted."
_NEGATED = {"negated": SentPart(bool, "Whether it is negated.", False)}
Condition = one_of(
    "Condition",
    [
        sent_shape(kind, when, {**parts, **_NEGATED}, name=f"If{kind.capitalize()}", by="kind", says=asks)
        for kind, (when, asks, parts) in conditions.SENT.items()
    ],
    by="kind",
)


_CONDITION = {"condition": SentPart(Condition, "The condition for it to take effect; left out: none.", None)}


def shape_of(kind: ChangeKind, op: str) -> type[Schema]:
    """The shape of a change of a kind: of what the kind says is sent, else of the fields of its form."""
    own = {"step": kind.sent_step} if kind.sent_step is not None else kind.sent.get(op)
    parts = own or dict.fromkeys(kind.fields[op], SentPart(Words, "What it says."))
    return step_shape(op, kind.names[op], {**parts, **_CONDITION}, noun="Change")


SHAPES = {op: shape_of(kind, op) for kind in KINDS for op in kind.names}
"""The shape of each change, by its `op`."""
Change = one_of("Change", SHAPES.values())


def told_change(stored: Mapping[str, Any]) -> dict[str, Any]:
    """A stored change as its shape has it."""
    change = dict(stored)
    condition, op = change.pop("when", None), change.pop("op", "")
    kind = kind_of(op)
    if kind is not None and kind.steps:
        parts = {"step": renamed(kind.step_of(change), TOLD)}
    else:
        parts = dict(kind.usual.get(op, {})) if kind is not None else {}
        parts |= {TOLD.get(name, name): value for name, value in change.items()}
    return {"op": op, **parts, **({"condition": condition} if condition else {})}


def _as_it_is(change: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """What is stored is told, also where it would be refused by now."""
    try:
        return read(change)
    except ValidationError:
        return SHAPES[change["op"]].model_construct(**change)


ToldChange = Annotated[Change, WrapValidator(_as_it_is)]


class Carrying(Shape):
    """What carries changes."""

    changes: list[ToldChange] = worked_out(
        lambda post: [told_change(change) for change in post.changes], CHANGES
    )


def stored_change(change: Schema) -> dict[str, Any]:
    """A change as it is stored, from its shape."""
    op = change.op
    kind = kind_of(op)
    if kind is not None and kind.steps:
        parts = kind.with_step(stored_step(change.step))
    else:
        usual = kind.usual.get(op, {}) if kind is not None else {}
        sent = change.dict(exclude={"op", "condition", "step"}, exclude_unset=True, exclude_none=True)
        parts = {STORED.get(name, name): value for name, value in sent.items() if value != usual.get(name)}
    condition = getattr(change, "condition", None)
    return {"op": op, **parts, **({"when": condition.dict()} if condition else {})}


def sent_changes(changes: Iterable[Schema], *, at: datetime, confirmed: bool = True) -> list[dict[str, Any]]:
    """Changes as they are stored, from what was sent. Raises DoesNotFit (422) with the place of the first that makes
    no sense, or, unless it is `confirmed`, of each that could not be carried out as things are at `at` (UTC)."""
    values = [stored_change(change) for change in changes]
    for place, value in enumerate(values):
        with fitting(f"body.changes.{place}"):
            read_change(value)
    with fitting("body.changes"):
        read = read_changes(values)
    misfits = outcome_of_changes(read, at=at).misfits if read and not confirmed else ()
    if misfits:
        errors = [(f"body.changes.{one.place}", said(one.misfit.reason)) for one in misfits if one.misfit]
        raise DoesNotFit(
            "It could not be carried out as things are. Confirm it to post it all the same.",
            errors,
            "confirmed",
        )
    return values
