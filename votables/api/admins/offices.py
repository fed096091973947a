"""What admins do: resolving matters, and the roster."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, Literal

from django.http import HttpRequest
from ninja import Schema
from pydantic import Field

from blognomic.text.outside import LARGEST_KEY
from blognomic.web.api import Key, Linked, Room, Sent, Text, read, row_of
from blognomic.web.errors import RuleBroken
from players.api import Who, by, founded, token
from players.models import Player, RosterEvent
from ruleset.services import TITLE_LENGTH
from votables.api.blog.shapes import AMENDS, Found, WholePost, anew
from votables.api.people.roster import EventOut
from votables.changes.apply import Settlement
from votables.changes.change import MOST
from votables.models import Category, Post, Status
from votables.queries.admin_desk import desk as all_errands
from votables.services import posting, reflecting, resolving, roster, taking_back
from votables.views.resolving import admin_only

router = Room("For admins")
EVENTS = RosterEvent.objects.select_related("player")


ADMIN, AS_ADMIN = token("admin"), token("admin", admin_only)
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


@router.get("/desk", "What waits for an admin", DeskOut, AS_ADMIN)
def desk(request: HttpRequest) -> dict[str, Any]:
    """The matters that may be resolved now, requests, who is inactive, newcomers' posts, and what was enacted
    and is not in the rules yet."""
    game = founded(request)
    found = game.shared.kept("votables.desk", lambda: all_errands(game.docket, game.dynasty))
    names = ("joining", "idling", "unidling", "leaving", "inactive")
    return {
        "enactable": [case.post.pk for case in game.queue if case.ruling.may_enact],
        "failable": [case.post.pk for case in game.queue if case.ruling.may_fail],
        **{name: getattr(found, name) for name in names},
        "newcomers": [post.pk for post, _ in found.newcomers],
        "unwritten": [post.pk for post in found.unwritten],
    }


def _done(request: HttpRequest, post: Post, act: Callable[..., object], **told: Any) -> Post:
    """The matter as it stands after what an admin does about it."""
    act(post=post, **by(request), **told)
    return anew(request, post)


@router.post("/posts/{post}/resolve", "Resolve it", WholePost, AS_ADMIN)
def resolve(request: HttpRequest, post: Found, sent: ResolveIn) -> Post:
    """Enact or fail a pending matter, as the law allows now. Enacting carries out its changes."""
    decided = sent.decisions() if sent.status == "enacted" else {}
    return _done(request, post, resolving.resolve, to=sent.status, shared=request.present, **decided)


@router.post("/posts/{post}/overrule", "Against the verdict", WholePost, AS_ADMIN)
def overrule(request: HttpRequest, post: Found, sent: OverruleIn) -> Post:
    """Resolve a pending matter otherwise than the program would, because it is wrong: with a reason, in public."""
    act = resolving.resolve_against_verdict
    return _done(request, post, act, to=sent.status, reason=sent.reason, **sent.decisions())


@router.post("/posts/{post}/overturn", "Correct its status", WholePost, AS_ADMIN)
def overturn(request: HttpRequest, post: Found, sent: OverturnIn) -> Post:
    """Correct the status of a resolved matter, with a reason in public."""
    told = {"to": sent.status, "seen": sent.seen, "reason": sent.reason, **sent.decisions()}
    return _done(request, post, resolving.overturn, **told)


@router.put("/posts/{post}/illegal", "Mark as illegal", WholePost, AS_ADMIN)
def mark_illegal(request: HttpRequest, post: Found, sent: MarkIn) -> Post:
    """Mark a pending matter as illegal, or take the mark off, with a reason in public."""
    act = resolving.mark_illegal if sent.illegal else resolving.unmark_illegal
    return _done(request, post, act, reason=sent.reason)


@router.put("/posts/{post}/nothing-to-do", "Nothing to do for the rules", WholePost, AS_ADMIN)
def say_nothing_to_do(request: HttpRequest, post: Found, sent: NothingToDoIn) -> Post:
    """Say of an enacted matter that carried no changes that the rules need nothing for it, or take that back, with a
    reason in public."""
    act = reflecting.leave_as_it_is if sent.nothing_to_do else reflecting.ask_for_it_again
    return _done(request, post, act, reason=sent.reason)


@router.post("/posts/{post}/make-proposal", "Make it a proposal", WholePost, ADMIN)
def make_proposal(request: HttpRequest, post: Found, sent: AmendsIn) -> Post:
    """Turn a new player's post without a category into the proposal that it is worded as."""
    return anew(request, posting.make_proposal(post=post, **by(request), amends=sent.amends))


@router.add("/players/{player}/roster", "Change the roster", EventOut, ADMIN)
def change_roster(request: HttpRequest, player: row_of(Player), sent: RosterIn) -> RosterEvent:
    """Admit, idle or unidle somebody, or let them leave, as they asked for or the law says."""
    acts = {
        "admit": roster.admit,
        "idle": roster.idle,
        "idle-inactive": partial(roster.idle, inactive=True),
        "unidle": roster.unidle,
        "leave": roster.let_leave,
    }
    return acts[sent.act](player=player, **by(request))


@router.post("/players/{player}/by-matter", "Carry out a matter", auth=AS_ADMIN)
def by_matter(request: HttpRequest, player: row_of(Player), sent: ByMatterIn) -> None:
    """Give somebody another name, make or unmake an admin, or change the emperor, as an enacted matter says."""
    matters = Post.objects.matters().filter(
        status=Status.ENACTED, category__in=[Category.PROPOSAL, Category.CFJ]
    )
    matter = matters.filter(pk=sent.matter).first()
    if matter is None:
        raise RuleBroken("There is no enacted proposal or call for judgement of that number.", status=400)
    if sent.act == "rename" and not sent.name.strip():
        raise RuleBroken("Say what they shall be called.", status=400)
    acts = {
        "rename": partial(roster.rename, name=sent.name.strip()),
        "make-admin": roster.make_admin,
        "unmake-admin": roster.unmake_admin,
        "emperor": roster.set_emperor,
    }
    acts[sent.act](player=player, matter=matter, reason=sent.reason, **by(request))


@router.add("/roster-events/{roster_event}/take-back", "Take it back", EventOut, AS_ADMIN)
def take_back_event(request: HttpRequest, roster_event: row_of(EVENTS), sent: TakeBackIn) -> RosterEvent:
    """Take back what was done to the roster by mistake: within an hour, or later with a reason, in public."""
    return taking_back.take_back(event=roster_event, **by(request), reason=sent.reason)


@router.add("/me/resign", "Resign as admin", EventOut, ADMIN)
def resign(request: HttpRequest) -> RosterEvent:
    """Lay down one's own office of admin."""
    return roster.resign(**by(request))
