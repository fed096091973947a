"""Actions that the rules allow so and so often."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from pydantic import Field

from blognomic.web.api import Key, Room, Rows, Sent, Text, read, row_of, worked_out
from gamestate.clockwork.when import LONGEST as LONGEST_WHEN
from gamestate.models import LimitedAction, Occurrence, Taking
from gamestate.models.variables import KEY_LENGTH, NAME_LENGTH
from gamestate.moves.move import MoveQuestion
from gamestate.moves.reading import LONGEST, MOST_QUESTIONS
from gamestate.queries.acting import ActionShown, actions_for, log_of_takings, move_of
from gamestate.queries.by_itself import (
    ByItself,
    UpkeepForecast,
    forecast_now,
    given_in_words,
    owed_now,
    shown_by_themselves,
)
from gamestate.services import acting, awaiting, clockwork, moving
from players.api.auth import ADMIN, GAMESTATE, PRIVATE, like

router = Room("Actions, sealed orders, secrets")
Lines = Annotated[Text, Field(max_length=LONGEST)]
Answers = Annotated[
    dict[Text, Text],
    Field(max_length=MOST_QUESTIONS, description="By the names of the questions: people and rows by name."),
]
NO_ANSWERS: Answers = {}
Comment = Annotated[Text, Field(max_length=acting.COMMENT_LENGTH)]


class MoveQuestionOut(like(MoveQuestion, "name", table="Of a row, the key of its table.")):
    """A question of an action. The possible answers depend on the gamestate."""

    kind: str


class MoveLines(Sent):
    """What an action asks, needs, costs and does, one a line, as `docs/formulas.md` has it."""

    asks: Lines = Field("", description="Such as `where: squares` or `amount: number from 1 to gold`.")
    needs: Lines = Field("", description="Such as `gold >= 2 -- You need 2 Gold.`")
    costs: Lines = Field("", description="Such as `gold: 2`.")
    does: Lines = Field("", description="Such as `gold += DICE6` or `square = where`.")
    asked: Lines = Field(
        "", description="Of what happens by itself, who owes the answers; empty: the emperor."
    )
    within: Lines = Field("", description="How long there is to answer, such as `48 hours`.")
    otherwise: Lines = Field("", description="What is done without an answer, such as `gold -= 1`.")
    shows: Lines = Field(
        "", description="Who sees what comes of it, such as `viewer.pack == owner.pack`; empty: everybody."
    )
    unseen: Literal["", "yes"] = Field("", description="`yes`: nobody else learns that it was done.")


class ActionOut(
    like(LimitedAction, "id key name description frequency limit lines", of="action"),
    like(ActionShown, "rule questions", why="What stops it.", shapes={MoveQuestion: MoveQuestionOut}),
):
    """A limited action of the rules; without `frequency`, there is no limit."""

    again: datetime | None = worked_out(
        lambda one: one.again.at if one.again else None,
        "When you can take it next, if you play and the law knows the frequency.",
    )


PLACE = "Its place in the order of what happens at the same time."


class ActionIn(Sent):
    """An action that the rules allow."""

    name: Text = Field(min_length=1, max_length=NAME_LENGTH)
    frequency: Text = Field("", max_length=40, description="Empty: no limit.")
    description: Text = Field("", max_length=acting.DESCRIPTION_LENGTH)
    rule: Key | None = Field(None, description="The key of the rule that allows it.")
    limit: Text = Field("", max_length=KEY_LENGTH, description="Actions with the same limit count together.")
    lines: MoveLines = Field(MoveLines(), description="What it does.")
    timing: Text = Field(
        "",
        max_length=LONGEST_WHEN,
        description="It happens by itself then, and nobody takes it: `every Monday at 00:00`, `when pot >= 100`.",
    )
    hiatus: Literal["waits", "lapses", "goes", "stops"] = "waits"
    place: int = Field(acting.USUAL_PLACE, ge=0, le=acting.MOST_PLACE, description=PLACE)


class DeclaredOut(like(LimitedAction, "id key name frequency")):
    """A new action."""


class TakingOut(like(Taking, "id at by action update comment withdrawn_at")):
    """Somebody took an action."""

    name: str = read("action.name")
    answers: dict[str, str] = Field(description="Their answers, by question.")


@router.get("/actions", list[ActionOut])
def actions(request: HttpRequest) -> list[Any]:
    """Limited actions. With a token, also when you can take each again."""
    allowed = actions_for(request.user if request.token is not None else None, at=request.at)
    # What may be taken at once may be so at any moment of asking.
    if any(one.again and one.again.at <= request.at for one in allowed):
        request.of_the_moment = "again"
    return list(allowed)


class ForecastOut(like(UpkeepForecast, "at", why_not="What stands in its way.")):
    """Something that happens by itself next, if nobody does anything until then."""

    action: int = read("action.pk")
    name: str = read("action.name")


class ByItselfOut(
    like(ByItself, "rule next_at waits"),
    like(
        LimitedAction,
        "id key name description hiatus paused_at paused_why",
        of="action",
        place=PLACE,
        lines="What it does, in lines.",
    ),
):
    """An action that happens by itself."""

    timing: str = read("action.when", "When it happens, such as `every Monday at 00:00`.")


@router.get("/actions/by-itself", list[ByItselfOut])
def by_itself(request: HttpRequest) -> list[Any]:
    """What happens by itself, in its order."""
    return list(shown_by_themselves(None))


@router.get("/actions/forecast", list[ForecastOut])
def forecast(request: HttpRequest) -> list[Any]:
    """What happens by itself next, and when."""
    return list(forecast_now(None))


@router.add("/actions", DeclaredOut, ADMIN, does=acting.declare)
def declare_action(sent: ActionIn) -> None:
    """As an admin or the emperor, add a limited action of the rules."""


@router.delete("/actions/{int:action}", auth=ADMIN, does=acting.retire)
def retire_action(action: row_of(LimitedAction)) -> None: ...


@router.add("/actions/{int:action}/pause", auth=ADMIN, does=acting.pause)
def pause_action(
    action: row_of(LimitedAction), *, why: Annotated[Text, Field(max_length=acting.PAUSE_LENGTH)]
) -> None: ...


@router.delete("/actions/{int:action}/pause", auth=ADMIN, does=acting.resume)
def resume_action(action: row_of(LimitedAction)) -> None: ...


@router.put("/actions/{int:action}/tell-me", auth=PRIVATE, does=awaiting.await_action)
def tell_me(action: row_of(LimitedAction)) -> None: ...


@router.delete("/actions/{int:action}/tell-me", auth=PRIVATE, does=awaiting.stop_awaiting)
def stop_telling_me(action: row_of(LimitedAction)) -> None: ...


class ChoiceOut(
    like(
        Occurrence,
        "id",
        owed_by="The player who owes it; null for the emperor.",
        ends_at="When it is settled without an answer; null for never.",
    )
):
    """A choice that a player owes, or without `owed_by` the emperor."""

    action: int = read("action.pk")
    name: str = read("action.name")
    given: dict[str, str] = worked_out(lambda one: given_in_words(one, None), "What the move gave that asks.")
    questions: list[MoveQuestionOut] = worked_out(lambda one: move_of(one.action).questions, "What is asked.")


@router.get("/actions/due", list[ChoiceOut])
def choices_owed(request: HttpRequest) -> list[Any]:
    """The choices that somebody owes, the oldest first."""
    return owed_now(None)


@router.delete("/actions/due/{occurrence}", auth=GAMESTATE, does=clockwork.withdraw)
def withdraw_asking(occurrence: row_of(Occurrence)) -> None: ...


@router.add("/actions/due/{occurrence}", auth=GAMESTATE, does=clockwork.answer)
def answer_due(occurrence: row_of(Occurrence), *, answers: Answers) -> None: ...


@router.list("/actions/takings", TakingOut)
def list_takings(request: HttpRequest) -> Rows:
    """Every time that an action was taken, newest first."""
    return Rows(log_of_takings(), by="-at")


@router.add("/actions/{int:action}/take", TakingOut, GAMESTATE, does=moving.make)
def take(action: row_of(LimitedAction), *, answers: Answers = NO_ANSWERS, comment: Comment = "") -> None: ...


@router.delete("/actions/takings/{taking}", TakingOut, GAMESTATE, does=acting.take_back)
def take_back(taking: row_of(Taking)) -> None: ...
