"""Changing what is tracked, and undoing updates."""

from collections.abc import Iterable
from typing import Any, Literal

from django.http import Http404, HttpRequest
from ninja import Schema
from pydantic import Field

from blognomic.web.api import DoesNotFit, Key, Room, Seen, Sent, Text, ToldShape, one_of, read, worked_out
from blognomic.web.errors import RuleBroken
from gamestate.api.steps import SHAPES, stored_step
from gamestate.api.update_shapes import UpdateOut, shown_anew, viewing
from gamestate.api.updates import step_of
from gamestate.models import Update
from gamestate.queries.log import UpdateShown
from gamestate.queries.now import tracked_now
from gamestate.queries.planning import COMMENT_LENGTH
from gamestate.queries.undoing import MOST_UPDATES, reversals
from gamestate.services import updating
from gamestate.views.asking import shared
from gamestate.views.undo import things
from players.api import by, token
from votables.api.admins.offices import ADMIN
from votables.services import official_posts

router = Room("Gamestate")
WRITE = token("gamestate")
# What an admin does by itself; the rest are updates.
DEFINES = (
    "define", "alter", "retire", "define-table", "alter-table", "retire-table", "add-row", "alter-row", "retire-row",
    "retire-page",
)  # fmt: skip
Defining = one_of("Defining", [SHAPES[do] for do in DEFINES])


class DefineIn(Sent):
    """Steps that change what is tracked, as changes on matters have them."""

    steps: list[Defining] = Field(min_length=1, max_length=100)
    comment: Text = Field("", max_length=COMMENT_LENGTH)


class UndoIn(Sent):
    """Undo updates, one or a run of them, whole or in part."""

    updates: list[Key] = Field(min_length=1, max_length=MOST_UPDATES)
    why: Text = Field(min_length=1, max_length=COMMENT_LENGTH)
    choices: dict[Text, Literal["restore", "shift", "skip"]] = Field(
        {}, description="What is done with each thing, by its `key`, where it is not what is proposed."
    )
    seen: Seen = Field(None, description="The `newest` of the preview: what is later conflicts.")


class UndoneThing(ToldShape):
    """Something that can be put back."""

    key: str
    what: str = read("before.what")
    whose: str = read("before.whose")
    now: str = worked_out(lambda one: one.after.new or one.after.sentence)
    back_to: str = read("before.old")
    later: int = worked_out(lambda one: len(one.later), "How many later changes of the same thing there are.")
    how: str = worked_out(
        lambda one: next(code for code, _, is_so in one.choices if is_so), "What is proposed."
    )
    possible: list[str] = worked_out(lambda one: [code for code, _, _ in one.choices])


class UndoPlan(Schema):
    newest: int | None
    things: list[UndoneThing]


@router.add("/gamestate/definitions", "Define", UpdateOut, ADMIN)
def define(request: HttpRequest, sent: DefineIn) -> UpdateShown:
    """Let an admin or the emperor change what is tracked: variables, tables, rows."""
    steps = []
    for place, step in enumerate(sent.steps):
        try:
            steps.append(step_of(stored_step(step)))
        except RuleBroken as broken:
            raise DoesNotFit.of(broken, f"body.steps.{place}") from None
    made = updating.redefine(**by(request, "leave"), steps=steps, comment=sent.comment)
    return shown_anew(request, made)


@router.get("/gamestate/undo", "What can be undone", UndoPlan, WRITE)
def plan_undoing(request: HttpRequest, update: Key) -> dict[str, Any]:
    """What of an update can be put back, and what has changed since."""
    found, viewer = _chosen([update]), viewing(request)
    now = tracked_now(shared(request), pages=True)
    possible = reversals(found, viewer=viewer, state=now.state)
    return {"newest": now.newest, "things": things(possible, {})}


@router.add("/gamestate/undo", "Undo", UpdateOut, WRITE)
def undo(request: HttpRequest, sent: UndoIn) -> UpdateShown:
    """Undo updates by a new one that says so."""
    made = official_posts.undo(
        **by(request, "leave"), updates=_chosen(sent.updates), **sent.dict(exclude={"updates"})
    )
    return shown_anew(request, made)


def _chosen(keys: Iterable[int]) -> list[Update]:
    wanted = set(keys)
    found = list(Update.objects.filter(pk__in=wanted).select_related("by").order_by("-pk"))
    if len(found) < len(wanted):
        raise Http404
    return found
