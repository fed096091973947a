"""Mentors: who is tenured, who asks for one, whom the emperor asks, and mentorships from beginning to end."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Query, Router, Schema, Status
from pydantic import Field

from blognomic.web.api.paging import Page, Paging, page, rows_of
from blognomic.web.api.shapes import Key, Sent, Text, url_of
from blognomic.web.errors import RuleBroken
from players.api.auth import token, viewer
from players.api.people import Who, who, whoever
from players.models import MentoringRequest, MentorOffer, Mentorship, Player
from players.queries import mentors as reading
from players.queries.mentors import Bond
from players.services import mentors
from votables.api.admins.offices import ADMIN
from votables.api.blog.shapes import CONFIRMED, WholePost, anew
from votables.fair_play import check_post
from votables.models import TITLE_LENGTH, Post
from votables.services import mentoring as posts
from votables.services.posting import BODY_LENGTH

router = Router(tags=["Mentors"])
MESSAGES, POSTS = token("messages"), token("posts")


class TenuredOut(Schema):
    """Somebody who is willing to be a mentor."""

    player: Who
    since: datetime


class MentoringRequestOut(Schema):
    """What a player asks for on their own behalf."""

    id: int
    player: Who
    kind: Literal["mentor", "enter", "remove"] = Field(
        description="A mentor; or to be entered in the list of the tenured, or taken off it."
    )
    at: datetime
    outcome: str = Field(description="`open`, `granted`, `declined` or `withdrawn`.")
    settled_at: datetime | None


class OfferOut(Schema):
    """A tenured player was asked to take somebody on."""

    id: int
    mentor: Who
    mentee: Who
    at: datetime
    answer: str = Field(description="`open`, `accepted`, `declined` or `withdrawn`.")


class MentorsOut(Schema):
    """Who could mentor whom."""

    tenured: list[TenuredOut]
    requests: list[MentoringRequestOut] = Field(description="What waits to be settled.")
    newcomers: list[Who] = Field(description="New players who have no mentor and have not asked for one.")
    offers: list[OfferOut] = Field(
        description="With the scope `private`: questions that wait for the token's owner, or, of the emperor's, for "
        "anybody, to answer."
    )


class MentorshipOut(Schema):
    """Who mentors whom, or did."""

    id: int
    mentor: Who
    mentee: Who
    begun_at: datetime
    bound_until: datetime | None = Field(description="Until when the mentor is bound; null: not known yet.")
    announced: str
    ended_at: datetime | None
    ended_by: Who | None
    farewell: str


class Answered(OfferOut):
    """An offer with the mentorship that came of it, if one did."""

    mentorship: MentorshipOut | None


class MentoringIn(Sent):
    kind: Literal["mentor", "enter", "remove"]


class SettleIn(Sent):
    grant: bool


class TenureIn(Sent):
    tenured: bool


class OfferIn(Sent):
    mentee: Key
    mentor: Key


class AnswerIn(Sent):
    answer: Literal["accepted", "declined", "withdrawn"]


class MentorshipPost(Sent):
    """The post that the rule asks for. What is left out is said in the usual words."""

    title: Text | None = Field(None, min_length=1, max_length=TITLE_LENGTH)
    body: Text | None = Field(None, min_length=1, max_length=BODY_LENGTH, description="Markdown.")
    confirmed: bool = Field(False, description=CONFIRMED)


def _request(one: MentoringRequest) -> dict[str, Any]:
    told = {"kind": one.kind, "at": one.at, "outcome": one.outcome or "open", "settled_at": one.settled_at}
    return {"id": one.pk, "player": who(one.player), **told}


def _offer(one: MentorOffer) -> dict[str, Any]:
    told = {"at": one.at, "answer": one.answer or "open"}
    return {"id": one.pk, "mentor": who(one.mentor), "mentee": who(one.mentee), **told}


def _mentorship(bond: Bond) -> dict[str, Any]:
    one = bond.mentorship
    return {
        "id": one.pk,
        "mentor": who(one.mentor),
        "mentee": who(one.mentee),
        "begun_at": one.begun_at,
        "bound_until": bond.bound_until,
        "announced": url_of(one.announced),
        "ended_at": one.ended_at,
        "ended_by": who(one.ended_by),
        "farewell": url_of(one.farewell),
    }


def _offers_for(player: Player | None, offers: list[MentorOffer], at: datetime) -> list[MentorOffer]:
    """Those of the open questions that somebody may see: who is asked, and who asks them as emperor."""
    if player is None or not player.is_player:
        return []
    all_of_them = mentors.acts_as_emperor(player, at)
    return [one for one in offers if all_of_them or one.mentor_id == player.pk]


@router.get("/mentors", response=MentorsOut, url_name="mentors", summary="Who could mentor whom")
def list_mentors(request: HttpRequest) -> dict[str, Any]:
    """Who is tenured, who asks for what, and who is new and has no mentor."""
    present = request.present
    found = (
        present.kept("players.queries.mentors", lambda: reading.board(present.at))
        if present
        else reading.board(request.at)
    )
    return {
        "tenured": [{"player": who(one.player), "since": one.since} for one in found.tenured],
        "requests": [_request(one) for one in found.requests],
        "newcomers": whoever(found.newcomers),
        "offers": [_offer(one) for one in _offers_for(viewer(request), found.offers, request.at)],
    }


@router.get("/mentorships", response=Page[MentorshipOut], url_name="mentorships", summary="Mentorships")
def list_mentorships(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """Who mentors whom and did, the latest first."""
    rows = rows_of(request, reading.mentorships(), paging, by="begun_at", kind=datetime)
    return page(request, map(_mentorship, reading.bonds(rows)))


@router.post(
    "/mentors/requests",
    response={201: MentoringRequestOut},
    auth=MESSAGES,
    url_name="mentoring_requests",
    summary="Ask for a mentor",
)
def ask_mentoring(request: HttpRequest, sent: MentoringIn) -> Status:
    """Ask for a mentor, or to be listed as tenured or not any more. Everybody sees it until it is settled."""
    return Status(201, _request(mentors.ask(by=request.user, at=request.at, kind=sent.kind)))


@router.delete(
    "/mentors/requests/{asked}",
    response=MentoringRequestOut,
    auth=MESSAGES,
    url_name="mentoring_request",
    summary="Take a request back",
)
def withdraw_mentoring(request: HttpRequest, asked: Key) -> dict[str, Any]:
    """Take a request of one's own back."""
    return _request(mentors.withdraw(request=asked, by=request.user, at=request.at))


@router.post(
    "/mentors/requests/{asked}/settle",
    response=MentoringRequestOut,
    auth=ADMIN,
    url_name="settle_mentoring",
    summary="Settle a request",
)
def settle_mentoring(request: HttpRequest, asked: Key, sent: SettleIn) -> dict[str, Any]:
    """Let an admin enter somebody who asked for it in the list of the tenured, take them off it, or decline."""
    made = mentors.settle(request=asked, by=request.user, at=request.at, grant=sent.grant)
    return _request(made)


@router.put(
    "/me/tenure", response={204: None}, auth=ADMIN, url_name="own_tenure", summary="Be tenured, or not"
)
def change_own_tenure(request: HttpRequest, sent: TenureIn) -> Status:
    """Let an admin enter themselves in the list of the tenured, or take themselves off it. Others ask for it."""
    mentors.change_own_tenure(by=request.user, at=request.at, tenured=sent.tenured)
    return Status(204, None)


@router.post(
    "/mentors/offers",
    response={201: OfferOut},
    auth=MESSAGES,
    url_name="mentor_offers",
    summary="Find somebody a mentor",
)
def ask_mentor(request: HttpRequest, sent: OfferIn) -> Status:
    """As emperor, or as who acts for one, ask a tenured player to take somebody on who asked for it or is new."""
    people = Player.objects.in_bulk([sent.mentee, sent.mentor])
    if not {sent.mentee, sent.mentor} <= people.keys():
        raise RuleBroken("One of the two is nobody.", status=400)
    told = {"mentee": people[sent.mentee], "mentor": people[sent.mentor]}
    return Status(201, _offer(mentors.ask_mentor(by=request.user, at=request.at, **told)))


@router.post(
    "/mentors/offers/{offer}/answer",
    response=Answered,
    auth=MESSAGES,
    url_name="answer_offer",
    summary="Accept or decline",
)
def answer_offer(request: HttpRequest, offer: Key, sent: AnswerIn) -> dict[str, Any]:
    """Accept or decline to be a mentor; or withdraw the question, as who acts as emperor."""
    made = mentors.answer(offer=offer, by=request.user, at=request.at, answer=sent.answer)
    found = MentorOffer.objects.select_related("mentor", "mentee").get(pk=offer)
    bonds = reading.bonds(reading.mentorships().filter(pk=made.pk)) if made else []
    return {**_offer(found), "mentorship": _mentorship(bonds[0]) if bonds else None}


@router.post(
    "/mentorships/{mentorship}/announce",
    response={201: WholePost},
    auth=POSTS,
    url_name="announce_mentorship",
    summary="Announce it",
)
def announce_mentorship(
    request: HttpRequest, response: HttpResponse, mentorship: Key, sent: MentorshipPost
) -> Status:
    """Tell everybody in a post that a mentorship has begun, as who acts as emperor."""
    found = _found(mentorship)
    return _by_post(request, response, found, sent, posts.announce, posts.words_of_announcement(found))


@router.post(
    "/mentorships/{mentorship}/dissolve",
    response={201: WholePost},
    auth=POSTS,
    url_name="dissolve_mentorship",
    summary="End it",
)
def dissolve_mentorship(
    request: HttpRequest, response: HttpResponse, mentorship: Key, sent: MentorshipPost
) -> Status:
    """End a mentorship of one's own by a post that says so."""
    found = _found(mentorship)
    words = posts.words_of_farewell(found, request.user)
    return _by_post(request, response, found, sent, posts.dissolve, words)


def _found(pk: int) -> Mentorship:
    return get_object_or_404(Mentorship.objects.select_related("mentor", "mentee"), pk=pk)


def _by_post(
    request: HttpRequest,
    response: HttpResponse,
    found: Mentorship,
    sent: MentorshipPost,
    act: Callable[..., Post],
    words: dict[str, str],
) -> Status:
    said = {**words, **sent.dict(include={"title", "body"}, exclude_none=True)}
    if not sent.confirmed:
        check_post(by=request.user, at=request.at, body=said["body"], commentary="")
    post = act(mentorship=found.pk, by=request.user, at=request.at, **said)
    response["Location"] = f"/api/v1/posts/{post.pk}"
    return Status(201, anew(request, post))
