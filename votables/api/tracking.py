"""Changing what is tracked, undoing updates, to whom the emperor shows what is hidden, and beginning a dynasty
afresh."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from pydantic import AfterValidator, Field

from blognomic.web.api import Key, Room, Seen, Sent, Shape, Text, fitting, one_of, read, row_of, worked_out
from gamestate.api.steps import SHAPES, stored_step
from gamestate.api.updates import Comment, UpdateOut, Why, shown_anew, step_of, viewing
from gamestate.hidden import viewer_of
from gamestate.models import Showing
from gamestate.models import Variable as VariableRow
from gamestate.queries.log import UpdateShown
from gamestate.queries.now import tracked_now
from gamestate.queries.undoing import MOST_UPDATES, reversals, updates_of_keys
from gamestate.services import showing, updating
from gamestate.views.undo import Thing, things
from gamestate.views.viewing import shared
from players.api.auth import ADMIN, GAMESTATE, PRIVATE, by, like, person_of
from votables.api.blog.shapes import WholePost, posted
from votables.services import reinitialising, typed_posts

router = Room("Gamestate")
WORDS_LENGTH = 10_000
# What an admin does by itself; the rest are updates.
DEFINES = (
    "define", "alter", "retire", "define-table", "alter-table", "retire-table", "add-row", "alter-row", "retire-row",
    "retire-page",
)  # fmt: skip
Defining = one_of("Defining", [SHAPES[do] for do in DEFINES])


class DefineIn(Sent):
    """Steps that change what is tracked, as changes on matters have them."""

    steps: list[Defining] = Field(min_length=1, max_length=100, description="What is done, in their order.")
    comment: Comment = ""


class UndoIn(Sent):
    """Undo updates, one or a run of them, whole or in part."""

    updates: list[Key] = Field(min_length=1, max_length=MOST_UPDATES, description="Their keys.")
    why: Why
    choices: dict[Text, Literal["restore", "shift", "skip"]] = Field(
        {}, description="What to do with each thing, by its `key`, if not as proposed."
    )
    seen: Seen = Field(None, description="The `newest` of the preview. Later changes are a conflict.")


class UndoneThing(like(Thing, key="What `choices` calls it.")):
    """Something you can undo."""

    what: str = read("before.what")
    whose: str = read("before.whose")
    now: str = worked_out(lambda one: one.after.new or one.after.sentence, "How it stands now.")
    back_to: str = read("before.old", "How it stood before.")
    later: int = worked_out(lambda one: len(one.later), "How many later changes it has.")
    how: str = worked_out(
        lambda one: next((code for code, _, is_so in one.choices if is_so), ""),
        "What is proposed; empty where it can only be corrected by another update.",
    )
    possible: list[str] = worked_out(lambda one: [code for code, _, _ in one.choices], "What can be done.")


class UndoPlan(Shape):
    """What you can undo of an update."""

    newest: int | None = Field(description="The newest change. Send it back as `seen`.")
    things: list[UndoneThing] = Field(description="What it changed.")


@router.add("/gamestate/definitions", UpdateOut, ADMIN)
def define(request: HttpRequest, sent: DefineIn) -> UpdateShown:
    """As an admin or the emperor, change what is tracked: variables, tables, rows."""
    steps = []
    for place, step in enumerate(sent.steps):
        with fitting(f"body.steps.{place}"):
            steps.append(step_of(stored_step(step)))
    made = updating.redefine(**by(request, "leave"), steps=steps, comment=sent.comment)
    return shown_anew(request, made)


@router.get("/gamestate/undo", UndoPlan, GAMESTATE)
def plan_undoing(request: HttpRequest, update: Key) -> dict[str, Any]:
    """What you can undo of an update, and what has changed since."""
    now = tracked_now(shared(request), pages=True)
    viewer = viewing(request)
    possible = reversals(updates_of_keys([update], viewer), viewer=viewer, state=now.state)
    return {"newest": now.newest, "things": things(possible, {})}


@router.add("/gamestate/undo", UpdateOut, GAMESTATE)
def undo(request: HttpRequest, sent: UndoIn) -> UpdateShown:
    """Undo updates by a new one that says so."""
    updates = updates_of_keys(sent.updates, viewing(request))
    made = typed_posts.undo(**by(request, "leave"), updates=updates, **sent.dict(exclude={"updates"}))
    return shown_anew(request, made)


ShowingOut = like(Showing, "id since until", variable="The key of the variable.", to="Who sees it.")
SeesIt = Annotated[
    Key,
    AfterValidator(person_of),
    Field(description="The player who gets to see it, with its past in this dynasty."),
]
Body = Annotated[Text, Field(max_length=WORDS_LENGTH)]


@router.get("/gamestate/showings", list[ShowingOut], PRIVATE)
def list_showings(request: HttpRequest) -> list[Showing]:
    """For the emperor: who sees hidden variables. For others: which ones they see."""
    showings = Showing.objects.of_what_is_tracked(request.at)
    if not viewer_of(request.user, at=request.at, present=shared(request)).is_emperor:
        showings = showings.to_player(request.user)
    return list(showings.select_related("to").order_by("variable", "pk"))


@router.add("/gamestate/variables/{variable}/showings", ShowingOut, GAMESTATE, does=showing.show)
def show_variable(variable: row_of(VariableRow), *, to: SeesIt) -> None: ...


@router.delete("/gamestate/showings/{shown}", ShowingOut, GAMESTATE, does=showing.stop_showing)
def stop_showing(shown: row_of(Showing.objects.select_related("to"))) -> None: ...


@router.add("/gamestate/reinitialise", WholePost, GAMESTATE, does=reinitialising.reinitialise, then=posted)
def reinitialise(*, body: Body = "") -> None: ...
