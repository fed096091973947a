"""What admins do about channels outside, which are told of what is public, and about fair play."""

from functools import partial
from typing import Any, Literal

from django.http import HttpRequest
from django.utils import timezone
from pydantic import Field

from blognomic.web.api import Key, Linked, Room, Sent, Shape, Text, read, row_of, worked_out
from players.api.auth import ADMIN, Person, Who, by, like
from players.models import SharedControl, Webhook, WebhookCall
from players.models.notices import URL_LENGTH
from players.notices import channels
from players.notices.inbox import webhooks as all_webhooks
from players.notices.notice_kinds import Happening
from players.services import fair_play as shared
from votables.queries import fair_play

from .offices import AS_ADMIN

router = Room("For admins")
What = Literal[tuple(Happening)]
WEBHOOKS = Webhook.objects.kept().select_related("made_by")
WHAT = "What it hears: only what everybody can read."
Saying = Literal["announced", "found", "neither"]
SAYS = "That one person controls both, announced in public or found out; or that this was wrong."


CallOut = like(
    WebhookCall,
    "kind at sentence sent_at given_up_at",
    called="CallOut",
    answer="The HTTP status of the last answer.",
    problem="Why the last one failed.",
)
NoticedOut = like(fair_play.Noticed, "player at what", Linked)


class WebhookOut(like(Webhook, "id name is_on made_at made_by", kinds=WHAT)):
    """A channel outside. Its address is secret: only the host and the end are shown."""

    address: str = read("shown_url", "The host and the end of its address.")


class WebhookWithCalls(WebhookOut):
    """A webhook with its latest calls."""

    calls: list[CallOut] = read("latest", "The latest, newest first.")


class WholeWebhook(WebhookOut):
    """A webhook with the secret that its calls are signed with."""

    secret: str = Field(description="What calls are signed with, as Standard Webhooks has it.")


class WebhookIn(Sent):
    """A webhook."""

    name: Text = Field(min_length=1, max_length=channels.NAME_LENGTH)
    url: Text = Field(min_length=1, max_length=URL_LENGTH, description="Where it leads, by HTTPS.")
    kinds: list[What] = Field(min_length=1, max_length=10, description=WHAT)


class WebhookChange(Sent):
    """What changes. What you leave out stays."""

    name: Text | None = Field(None, min_length=1, max_length=channels.NAME_LENGTH)
    url: Text = Field("", max_length=URL_LENGTH, description="Another address.")
    kinds: list[What] | None = Field(None, min_length=1, max_length=10, description=WHAT)
    is_on: bool | None = None


class WordOut(like(SharedControl, "at by reason")):
    """An entry on two players."""

    one: Who = read("first")
    other: Who = read("second")
    says: Saying = worked_out(
        lambda word: ("announced" if word.announced else "found") if word.is_one_person else "neither", SAYS
    )


class FairPlayOut(Shape):
    """Fair play, for admins."""

    noticed: list[NoticedOut] = Field(description="Recent signs of unfair play.")
    words: list[WordOut] = Field(description="The latest entry on each pair of players.")


class WordIn(Sent):
    """Whether one person controls two players."""

    one: Person
    other: Person
    says: Saying = Field(description=SAYS)
    reason: Text = Field(
        min_length=1,
        max_length=shared.REASON_LENGTH,
        description="Public if it was announced, else for admins.",
    )


@router.get("/webhooks", list[WebhookWithCalls], AS_ADMIN)
def list_webhooks(request: HttpRequest) -> list[Webhook]:
    """All webhooks, each with its latest calls."""
    return all_webhooks()


@router.add("/webhooks", WholeWebhook, ADMIN, does=channels.set_up)
def set_up_webhook(sent: WebhookIn) -> None: ...


@router.one("/webhooks/{webhook}", WholeWebhook, AS_ADMIN)
def one_webhook(webhook: row_of(WEBHOOKS)) -> None: ...


@router.patch("/webhooks/{webhook}", WholeWebhook, ADMIN, does=channels.change)
def change_webhook(webhook: Key, sent: WebhookChange) -> None: ...


@router.delete("/webhooks/{webhook}", auth=ADMIN, does=channels.remove)
def remove_webhook(webhook: Key) -> None: ...


@router.post("/webhooks/{webhook}/test", CallOut, ADMIN, does=partial(channels.test, clock=timezone.now))
def test_webhook(webhook: Key) -> None:
    """Send a test to the channel now, and see what came of it."""


@router.post("/webhooks/{webhook}/sign", WholeWebhook, ADMIN, does=channels.sign_anew)
def sign_webhook(webhook: Key) -> None: ...


@router.get("/fair-play", FairPlayOut, AS_ADMIN)
def fair_play_desk(request: HttpRequest) -> dict[str, Any]:
    """Recent signs of unfair play, and who controls several players."""
    in_force = request.frame.docket_or_none
    noticed = fair_play.noticed(in_force.law, at=request.at) if in_force else []
    return {"noticed": noticed, "words": shared.words_on()}


@router.add("/fair-play", WordOut, ADMIN)
def record_control(request: HttpRequest, sent: WordIn) -> SharedControl:
    """Record that one person controls two players, or that this was wrong."""
    says = {"is_one_person": sent.says != "neither", "announced": sent.says == "announced"}
    return shared.record(**by(request), one=sent.one, other=sent.other, reason=sent.reason, **says)
