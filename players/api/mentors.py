"""Mentors: who is tenured, who asks for one, whom the emperor asks, and mentorships from beginning to end."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from pydantic import Field

from blognomic.web.api import Key, OpenOr, PathOf, Room, Rows, Shape, read, worked_out
from players.api.auth import ADMIN, MESSAGES, Person, Who, like, viewer
from players.models import MentoringRequest, MentorOffer, Mentorship, Tenure
from players.queries import mentors as reading
from players.queries.mentors import Board
from players.services import mentors

router = Room("Mentors")
AskedFor = Annotated[
    Literal["mentor", "enter", "remove"],
    Field(description="A mentor; or to join the list of tenured players, or to leave it."),
]
MentorAnswer = Literal["accepted", "declined", "withdrawn"]


class TenuredOut(like(Tenure, "player since")):
    """Somebody who is willing to be a mentor."""


class MentoringRequestOut(like(MentoringRequest, "id at player settled_at")):
    """What a player asks for."""

    kind: AskedFor
    outcome: OpenOr = Field(description="`open`, `granted`, `declined` or `withdrawn`.")


class OfferOut(like(MentorOffer, "id at mentor mentee")):
    """A tenured player was asked to take somebody on."""

    answer: OpenOr = Field(description="`open`, `accepted`, `declined` or `withdrawn`.")


def _offers_for(board: Board, context: dict[str, Any]) -> list[MentorOffer]:
    """Those of the open questions that somebody may see: who is asked, and who asks them as emperor."""
    player = viewer(context["request"])
    if player is None or not player.is_player:
        return []
    all_of_them = reading.acts_as_emperor(player, context["request"].at)
    return [one for one in board.offers if all_of_them or one.mentor_id == player.pk]


class MentorsOut(Shape):
    """Possible mentors, and players who need one."""

    tenured: list[TenuredOut] = Field(description="Players who are ready to be a mentor.")
    requests: list[MentoringRequestOut] = Field(description="Open requests.")
    newcomers: list[Who] = Field(description="New players who have no mentor and have not asked for one.")
    offers: list[OfferOut] = worked_out(
        _offers_for,
        "With the scope `private`: questions that wait for your answer or, for the emperor, for anybody's.",
    )


class MentorshipOut(like(Mentorship, "id mentor mentee begun_at ended_at ended_by", of="mentorship")):
    """A mentorship of now or earlier."""

    bound_until: datetime | None = Field(description="When the mentorship can end; null: not known yet.")
    announced: PathOf = read("mentorship.announced", "Where it was announced.")
    farewell: PathOf = read("mentorship.farewell", "The post that ended it.")


class Answered(OfferOut):
    """An offer, with its mentorship if it led to one."""

    mentorship: MentorshipOut | None = worked_out(
        lambda offer: next(iter(reading.bonds(filter(None, [offer.established]))), None)
    )


@router.get("/mentors", MentorsOut)
def list_mentors(request: HttpRequest) -> Board:
    """Tenured players, open requests, and new players without a mentor."""
    return reading.board(request.at, request.present)


@router.list("/mentorships", MentorshipOut)
def list_mentorships(request: HttpRequest) -> Rows:
    """Mentorships of now and earlier, the latest first."""
    return Rows(reading.mentorships(), by="-begun_at", tell=reading.bonds)


@router.add("/mentors/requests", MentoringRequestOut, MESSAGES, does=mentors.ask)
def ask_mentoring(*, kind: AskedFor) -> None: ...


@router.delete("/mentors/requests/{mentoring_request}", MentoringRequestOut, MESSAGES, does=mentors.withdraw)
def withdraw_mentoring(mentoring_request: Key) -> None: ...


@router.post("/mentors/requests/{mentoring_request}/settle", MentoringRequestOut, ADMIN, does=mentors.settle)
def settle_mentoring(mentoring_request: Key, *, grant: bool) -> None: ...


@router.put("/me/tenure", auth=ADMIN, does=mentors.change_own_tenure)
def change_own_tenure(*, tenured: bool) -> None: ...


@router.add("/mentors/offers", OfferOut, MESSAGES, does=mentors.ask_mentor)
def ask_mentor(*, mentee: Person, mentor: Person) -> None: ...


@router.post("/mentors/offers/{offer}/answer", Answered, MESSAGES, does=mentors.answer)
def answer_offer(offer: Key, *, answer: MentorAnswer) -> None: ...
