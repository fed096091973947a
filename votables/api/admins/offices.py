"""What admins do: resolving matters, and the roster."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from pydantic import Field

from blognomic.text.outside import LARGEST_KEY
from blognomic.web.api import KeysOf, Linked, Room, Sent, Shape, Text, read, row_of, worked_out
from players.api.auth import ADMIN, Who, by, founded, token
from players.models import Player, RosterEvent
from ruleset.services import TITLE_LENGTH
from votables.api.blog.shapes import Found, WholePost, anew
from votables.api.people.roster import EventOut
from votables.changes.apply import Settlement
from votables.changes.change import MOST
from votables.models import Post
from votables.services import posting, reflecting, resolving, roster, taking_back
from votables.services.several import ROSTER
from votables.views.resolving import admin_only

router = Room("For admins")
EVENTS = RosterEvent.objects.select_related("player")
AS_ADMIN = token("admin", admin_only)
ON_MATTER: dict[str, Any] = {"answer": WholePost, "auth": AS_ADMIN, "then": anew}
IN_PUBLIC = "Shown in the public log of the admins."
Reason = Annotated[Text, Field(max_length=2000, description=IN_PUBLIC)]
OfLate = Annotated[
    Reason, Field(description=f"{IN_PUBLIC} Asked for when it was done more than an hour ago.")
]
Marked = Annotated[bool, Field(description="Whether to mark it as illegal.")]
NothingToDo = Annotated[
    bool, Field(description="Whether the rules need nothing for it; false takes that back.")
]
RULE_TEXT = 200_000


class SettlementIn(Sent):
    """A decision about a change that no longer fits, by its place in the matter, from 0."""

    place: int = Field(ge=0, lt=MOST, description="Which of the changes, from 0.")
    skip: bool = Field(False, description="It is left out.")
    text: Text | None = Field(None, max_length=RULE_TEXT, description="What the rule says instead.")
    title: Text | None = Field(None, max_length=TITLE_LENGTH, description="What it is called instead.")
    parent: Text | None = Field(None, max_length=20, description="The key of the rule above it.")
    why: Text = Field("", max_length=500)


class Decided(Sent):
    """What an admin decides about the changes of a matter."""

    settlements: list[SettlementIn] = Field([], max_length=MOST)
    ticked: list[int] = Field(
        [], max_length=MOST, description="The places of the steps that were carried out by hand."
    )

    def taken(self) -> dict[str, Any]:
        """The same as the services take it."""
        settlements = {one.place: Settlement(**one.dict(exclude={"place"})) for one in self.settlements}
        return {**self.dict(exclude={"status"}), "to": self.status, "settlements": settlements}


class ResolveIn(Decided):
    """How a matter is resolved, as the law allows."""

    status: Literal["enacted", "failed"]


class OverruleIn(Decided):
    """How a matter is resolved against the verdict."""

    status: Literal["enacted", "failed", "illegal"]
    reason: Reason


class OverturnIn(Decided):
    """Another status for a resolved matter."""

    status: Literal["pending", "enacted", "failed", "illegal"]
    seen: int = Field(ge=0, le=LARGEST_KEY, description="The key of the last resolution that you looked at.")
    reason: Reason


class AmendsIn(Sent):
    """What the proposal would change."""

    amends: list[Text] = Field([], max_length=20)


Act = Annotated[
    Literal[tuple(ROSTER)],
    Field(description="What to do. The law says whether that is possible, and on whose request."),
]


class ByMatterIn(Sent):
    """Something that needs an enacted matter."""

    act: Literal[tuple(roster.BY_MATTER)] = Field(description="What is done.")
    matter: row_of(Post.objects.matters()) = Field(
        description="The enacted proposal or call for judgement that decided it."
    )
    reason: Reason
    name: Text = Field("", max_length=100, description="For another name.")


class RosterTaskOut(Linked):
    """Something an admin can do for a player, and whether the law allows it now."""

    player: Who
    at: datetime = Field(description="When they asked; for an inactive player, when they were last active.")
    words: str = read("why", "What they asked for, in words.")
    allowed: bool = read("leave.allowed", "Whether the law allows it now.")
    reason: str = read("leave.reason", "Why not.")


class DeskOut(Shape):
    """What waits for an admin, what can be done first."""

    enactable: list[int] = worked_out(
        lambda waits: [case.post.pk for case in waits.queue if case.ruling.may_enact],
        "The keys of matters that can be enacted now.",
    )
    failable: list[int] = worked_out(
        lambda waits: [case.post.pk for case in waits.queue if case.ruling.may_fail],
        "The keys of matters that can be failed now.",
    )
    joining: list[RosterTaskOut] = read("desk.joining", "Who asks to join.")
    idling: list[RosterTaskOut] = read("desk.idling", "Who asks to be idled.")
    unidling: list[RosterTaskOut] = read("desk.unidling", "Who asks to come back.")
    leaving: list[RosterTaskOut] = read("desk.leaving", "Who asks to leave.")
    inactive: list[RosterTaskOut] = read("desk.inactive", "Who has not been active for long.")
    newcomers: list[int] = worked_out(
        lambda waits: [post.pk for post, _ in waits.desk.newcomers],
        "The keys of posts that can be made proposals for new players.",
    )
    unwritten: KeysOf = read(
        "desk.unwritten",
        "The keys of enacted matters that carried no changes, and that the rules do not show yet, until an"
        " admin says that there is nothing to do.",
    )


@router.get("/desk", DeskOut, AS_ADMIN)
def desk(request: HttpRequest) -> Any:
    """Matters that can be resolved now, requests, inactive players, newcomers' posts, and enacted changes that are not
    in the rules yet."""
    return founded(request)


@router.post("/posts/{post}/resolve", does=resolving.resolve, **ON_MATTER)
def resolve(post: Found, sent: ResolveIn) -> None: ...


@router.post("/posts/{post}/overrule", does=resolving.resolve_against_verdict, **ON_MATTER)
def overrule(post: Found, sent: OverruleIn) -> None: ...


@router.post("/posts/{post}/overturn", does=resolving.overturn, **ON_MATTER)
def overturn(post: Found, sent: OverturnIn) -> None: ...


@router.put("/posts/{post}/illegal", does=resolving.mark_illegal, **ON_MATTER)
def mark_illegal(post: Found, *, illegal: Marked, reason: Reason) -> None: ...


@router.put("/posts/{post}/nothing-to-do", does=reflecting.leave_as_it_is, **ON_MATTER)
def say_nothing_to_do(post: Found, *, nothing_to_do: NothingToDo, reason: Reason) -> None: ...


@router.post("/posts/{post}/make-proposal", WholePost, ADMIN, does=posting.make_proposal, then=anew)
def make_proposal(post: Found, sent: AmendsIn) -> None: ...


@router.add("/players/{player}/roster", EventOut, ADMIN)
def change_roster(request: HttpRequest, player: row_of(Player), *, act: Act) -> RosterEvent:
    """Admit, idle or unidle somebody, or let them leave, if they asked or the law says so."""
    return ROSTER[act](player=player, **by(request))


@router.post("/players/{player}/by-matter", auth=AS_ADMIN)
def by_matter(request: HttpRequest, player: row_of(Player), sent: ByMatterIn) -> None:
    """Rename somebody, add or remove an admin, or change the emperor, as an enacted matter says."""
    given = sent.dict(exclude={"act"} if sent.act == "rename" else {"act", "name"})
    roster.BY_MATTER[sent.act](player=player, **given, **by(request))


@router.add("/roster-events/{roster_event}/take-back", EventOut, AS_ADMIN)
def take_back_event(
    request: HttpRequest, roster_event: row_of(EVENTS), *, reason: OfLate = ""
) -> RosterEvent:
    """Undo a mistake in the roster: within an hour, or later with a public reason."""
    return taking_back.take_back(event=roster_event, **by(request), reason=reason)


@router.add("/me/resign", EventOut, ADMIN, does=roster.resign)
def resign() -> None: ...
