"""What admins do: resolving matters, and the roster."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Router, Schema
from pydantic import Field

from blognomic.text.outside import LARGEST_KEY
from blognomic.web.api.shapes import Key, Linked, Sent, Text, read
from blognomic.web.errors import RuleBroken
from players.api.auth import by, founded, token
from players.api.people import Who
from players.models import Player, RosterEvent
from ruleset.services import TITLE_LENGTH
from votables.api.blog.shapes import AMENDS, WholePost, anew, find
from votables.api.people.roster import EventOut
from votables.changes.apply import Settlement
from votables.changes.change import MOST
from votables.models import Category, Post, Status
from votables.permissions.resolving import check_is_at_desk
from votables.queries.admin_desk import desk as all_errands
from votables.services import posting, reflecting, resolving, roster, taking_back

router = Router(tags=["For admins"])
ADMIN = token("admin")
REASON = Field(max_length=2000, description="Shown in the public log of the admins.")
RULE_TEXT = 200_000


class SettlementIn(Sent):
    """What an admin decides about a change that no longer fits, by its place among the matter's changes, from 0."""

    place: int = Field(ge=0, lt=MOST)
    skip: bool = False
    text: Text | None = Field(None, max_length=RULE_TEXT)
    title: Text | None = Field(None, max_length=TITLE_LENGTH)
    parent: Text | None = Field(None, max_length=20)
    why: Text = Field("", max_length=500)


class Decided(Sent):
    settlements: list[SettlementIn] = Field([], max_length=MOST)
    ticked: list[int] = Field(
        [], max_length=MOST, description="The places of the steps that were carried out by hand."
    )

    def decisions(self) -> dict[str, Any]:
        """The same as the services take it."""
        return {
            "settlements": {one.place: Settlement(**one.dict(exclude={"place"})) for one in self.settlements},
            "ticked": set(self.ticked),
        }


class ResolveIn(Decided):
    status: Literal["enacted", "failed"]


class OverruleIn(Decided):
    status: Literal["enacted", "failed", "illegal"]
    reason: Text = REASON


class OverturnIn(Decided):
    status: Literal["pending", "enacted", "failed", "illegal"]
    seen: int = Field(ge=0, le=LARGEST_KEY, description="The key of the last resolution that one looked at.")
    reason: Text = REASON


class MarkIn(Sent):
    illegal: bool = Field(description="Whether it shall be marked as illegal.")
    reason: Text = REASON


class NothingToDoIn(Sent):
    nothing_to_do: bool = Field(description="Whether the rules need nothing for it; false takes that back.")
    reason: Text = REASON


class TakeBackIn(Sent):
    reason: Text = Field(
        "",
        max_length=2000,
        description="Shown in the public log of the admins. Asked for when it was done more than an hour ago.",
    )


class AmendsIn(Sent):
    amends: list[Text] = Field([], max_length=20, description=AMENDS)


class RosterIn(Sent):
    act: Literal["admit", "idle", "idle-inactive", "unidle", "leave"] = Field(
        description="What is done: the law says whether it may be, and on whose request."
    )


class ByMatterIn(Sent):
    """What takes an enacted matter."""

    act: Literal["rename", "make-admin", "unmake-admin", "emperor"]
    matter: Key = Field(description="The enacted proposal or call for judgement that decided it.")
    reason: Text = REASON
    name: Text = Field("", max_length=100, description="For another name.")


class ErrandOut(Linked):
    """Something that an admin may do for a player, and whether the law allows it now."""

    player: Who
    at: datetime = Field(description="When they asked; of who is inactive, their last sign of life.")
    words: str = read("why")
    allowed: bool = read("leave.allowed")
    reason: str = read("leave.reason", "Why not.")


class DeskOut(Schema):
    """What waits for an admin, what may be done first."""

    enactable: list[int] = Field(description="The keys of matters that may be enacted now.")
    failable: list[int] = Field(description="The keys of matters that may be failed now.")
    joining: list[ErrandOut]
    idling: list[ErrandOut]
    unidling: list[ErrandOut]
    leaving: list[ErrandOut]
    inactive: list[ErrandOut]
    newcomers: list[int] = Field(description="The keys of posts that may be made proposals for new players.")
    unwritten: list[int] = Field(
        description="The keys of enacted matters that carried no changes, and that the rules do not show yet, until an"
        " admin says that there is nothing to do."
    )


@router.get("/desk", response=DeskOut, auth=ADMIN, summary="What waits for an admin")
def desk(request: HttpRequest) -> dict[str, Any]:
    """The matters that may be resolved now, requests, who is inactive, newcomers' posts, and what was enacted
    and is not in the rules yet."""
    admin_only(request)
    game = founded(request)
    found = game.shared.kept("votables.desk", lambda: all_errands(game.docket, game.idle, game.dynasty))
    names = ("joining", "idling", "unidling", "leaving", "inactive")
    return {
        "enactable": [case.post.pk for case in game.queue if case.ruling.may_enact],
        "failable": [case.post.pk for case in game.queue if case.ruling.may_fail],
        **{name: getattr(found, name) for name in names},
        "newcomers": [post.pk for post, _ in found.newcomers],
        "unwritten": [post.pk for post in found.unwritten],
    }


def admin_only(request: HttpRequest) -> None:
    check_is_at_desk(request.user, request.frame.held)


def _done(request: HttpRequest, post: int, act: Callable[..., object], **told: Any) -> Post:
    """The matter as it stands after what an admin does about it."""
    found = find(post)
    admin_only(request)
    act(post=found, **by(request), **told)
    return anew(request, found)


@router.post("/posts/{post}/resolve", response=WholePost, auth=ADMIN, summary="Resolve it")
def resolve(request: HttpRequest, post: Key, sent: ResolveIn) -> Post:
    """Enact or fail a pending matter, as the law allows now. Enacting carries out its changes."""
    decided = sent.decisions() if sent.status == "enacted" else {}
    return _done(request, post, resolving.resolve, to=sent.status, shared=request.present, **decided)


@router.post("/posts/{post}/overrule", response=WholePost, auth=ADMIN, summary="Against the verdict")
def overrule(request: HttpRequest, post: Key, sent: OverruleIn) -> Post:
    """Resolve a pending matter otherwise than the program would, because it is wrong: with a reason, in public."""
    told = {"to": sent.status, "reason": sent.reason, **sent.decisions()}
    return _done(request, post, resolving.resolve_against_verdict, **told)


@router.post("/posts/{post}/overturn", response=WholePost, auth=ADMIN, summary="Correct its status")
def overturn(request: HttpRequest, post: Key, sent: OverturnIn) -> Post:
    """Correct the status of a resolved matter, with a reason in public."""
    told = {"to": sent.status, "seen": sent.seen, "reason": sent.reason, **sent.decisions()}
    return _done(request, post, resolving.overturn, **told)


@router.put("/posts/{post}/illegal", response=WholePost, auth=ADMIN, summary="Mark as illegal")
def mark_illegal(request: HttpRequest, post: Key, sent: MarkIn) -> Post:
    """Mark a pending matter as illegal, or take the mark off, with a reason in public."""
    act = resolving.mark_illegal if sent.illegal else resolving.unmark_illegal
    return _done(request, post, act, reason=sent.reason)


@router.put(
    "/posts/{post}/nothing-to-do", response=WholePost, auth=ADMIN, summary="Nothing to do for the rules"
)
def say_nothing_to_do(request: HttpRequest, post: Key, sent: NothingToDoIn) -> Post:
    """Say of an enacted matter that carried no changes that the rules need nothing for it, or take that back, with a
    reason in public."""
    act = reflecting.leave_as_it_is if sent.nothing_to_do else reflecting.ask_for_it_again
    return _done(request, post, act, reason=sent.reason)


@router.post("/posts/{post}/make-proposal", response=WholePost, auth=ADMIN, summary="Make it a proposal")
def make_proposal(request: HttpRequest, post: Key, sent: AmendsIn) -> Post:
    """Turn a new player's post without a category into the proposal that it is worded as."""
    return anew(request, posting.make_proposal(post=find(post), **by(request), amends=sent.amends))


@router.post("/players/{player}/roster", response={201: EventOut}, auth=ADMIN, summary="Change the roster")
def change_roster(request: HttpRequest, player: Key, sent: RosterIn) -> RosterEvent:
    """Admit, idle or unidle somebody, or let them leave, as they asked for or the law says."""
    found = get_object_or_404(Player, pk=player)
    ask = {"player": found, **by(request)}
    acts = {
        "admit": roster.admit,
        "idle": roster.idle,
        "idle-inactive": lambda **told: roster.idle(**told, inactive=True),
        "unidle": roster.unidle,
        "leave": roster.let_leave,
    }
    return acts[sent.act](**ask)


@router.post("/players/{player}/by-matter", response={204: None}, auth=ADMIN, summary="Carry out a matter")
def by_matter(request: HttpRequest, player: Key, sent: ByMatterIn) -> None:
    """Give somebody another name, make or unmake an admin, or change the emperor, as an enacted matter says."""
    admin_only(request)
    found = get_object_or_404(Player, pk=player)
    matters = Post.objects.matters().filter(
        status=Status.ENACTED, category__in=[Category.PROPOSAL, Category.CFJ]
    )
    matter = matters.filter(pk=sent.matter).first()
    if matter is None:
        raise RuleBroken("There is no enacted proposal or call for judgement of that number.", status=400)
    if sent.act == "rename" and not sent.name.strip():
        raise RuleBroken("Say what they shall be called.", status=400)
    ask = {"player": found, "matter": matter, "reason": sent.reason, **by(request)}
    acts = {
        "rename": lambda **told: roster.rename(name=sent.name.strip(), **told),
        "make-admin": roster.make_admin,
        "unmake-admin": roster.unmake_admin,
        "emperor": roster.set_emperor,
    }
    acts[sent.act](**ask)


@router.post(
    "/roster-events/{roster_event}/take-back", response={201: EventOut}, auth=ADMIN, summary="Take it back"
)
def take_back_event(request: HttpRequest, roster_event: Key, sent: TakeBackIn) -> RosterEvent:
    """Take back what was done to the roster by mistake: within an hour, or later with a reason, in public."""
    admin_only(request)
    found = get_object_or_404(RosterEvent.objects.select_related("player"), pk=roster_event)
    return taking_back.take_back(event=found, **by(request), reason=sent.reason)


@router.post("/me/resign", response={201: EventOut}, auth=ADMIN, summary="Resign as admin")
def resign(request: HttpRequest) -> RosterEvent:
    """Lay down one's own office of admin."""
    return roster.resign(**by(request))
