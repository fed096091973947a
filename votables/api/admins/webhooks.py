"""What admins do about channels outside, which are told of what is public, and about fair play."""

from typing import Any, Literal

from django.http import HttpRequest
from django.utils import timezone
from pydantic import Field

from blognomic.web.api import Key, Linked, Room, Sent, Shape, Text, read, row_of, worked_out
from players.api.auth import ADMIN, Who, by, like, two_people
from players.models import SharedControl, Webhook, WebhookCall
from players.models.notices import URL_LENGTH
from players.notices import channels
from players.notices.inbox import webhooks as all_webhooks
from players.notices.kinds import Happening
from players.services import fair_play as shared
from votables.queries import fair_play

from .offices import AS_ADMIN

router = Room("For admins")
What = Literal[tuple(Happening)]
WEBHOOKS = Webhook.objects.filter(removed_at=None).select_related("made_by")
WHAT = "What it is told: nothing but what everybody may read."
Saying = Literal["announced", "found", "neither"]
SAYS = "That one person controls both, announced in public or found; or that it is not so after all."


class CallOut(
    like(
        WebhookCall,
        "kind at sentence sent_at given_up_at",
        answer="The HTTP status of the last answer.",
        problem="Why the last one failed.",
    )
):
    """A message to a channel, and what came of it."""


class WebhookOut(like(Webhook, "id name is_on made_at made_by", kinds=WHAT)):
    """A channel outside. Its address is a secret of its own: of it, only the host and the end are shown."""

    address: str = read("shown_url", "The host and the end of its address.")


class WebhookWithCalls(WebhookOut):
    """A webhook with what came of its calls."""

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
    """What is otherwise. What is left out stays as it is."""

    name: Text | None = Field(None, min_length=1, max_length=channels.NAME_LENGTH)
    url: Text = Field("", max_length=URL_LENGTH, description="Another address.")
    kinds: list[What] | None = Field(None, min_length=1, max_length=10, description=WHAT)
    is_on: bool | None = None


class NoticedOut(like(fair_play.Noticed, "player at what"), Linked):
    """Something that went beyond what the law asks of writers."""


class WordOut(like(SharedControl, "at by reason")):
    """What an admin has recorded of two players."""

    one: Who = read("first")
    other: Who = read("second")
    says: Saying = worked_out(
        lambda word: ("announced" if word.announced else "found") if word.is_one_person else "neither", SAYS
    )


class FairPlayOut(Shape):
    """What an admin should know about fair play."""

    noticed: list[NoticedOut] = Field(description="What went beyond what the law asks of writers lately.")
    words: list[WordOut] = Field(description="The last word on each pair of players.")


class WordIn(Sent):
    """Whether one person controls two players."""

    one: Key
    other: Key
    says: Saying = Field(description=SAYS)
    reason: Text = Field(
        min_length=1,
        max_length=shared.REASON_LENGTH,
        description="Public if it was announced, else for admins.",
    )


@router.get("/webhooks", list[WebhookWithCalls], AS_ADMIN)
def list_webhooks(request: HttpRequest) -> list[Webhook]:
    """All webhooks, each with what came of the latest calls."""
    webhooks = all_webhooks()
    for webhook, calls in webhooks:
        webhook.latest = calls
    return [webhook for webhook, _ in webhooks]


@router.add("/webhooks", WholeWebhook, ADMIN, does=channels.set_up)
def set_up_webhook(sent: WebhookIn) -> None: ...


@router.one("/webhooks/{webhook}", WholeWebhook, AS_ADMIN)
def one_webhook(webhook: row_of(WEBHOOKS)) -> None: ...


@router.patch("/webhooks/{webhook}", WholeWebhook, ADMIN)
def change_webhook(request: HttpRequest, webhook: row_of(WEBHOOKS), sent: WebhookChange) -> Webhook:
    """Change a webhook, or turn it on or off."""
    return channels.change(webhook=webhook.pk, **by(request), **sent.dict())


@router.delete("/webhooks/{webhook}", auth=ADMIN, does=channels.remove)
def remove_webhook(webhook: Key) -> None: ...


@router.post("/webhooks/{webhook}/test", CallOut, ADMIN)
def test_webhook(request: HttpRequest, webhook: Key) -> WebhookCall:
    """Send a word to the channel now, and say what came of it."""
    return channels.test(webhook=webhook, by=request.user, clock=timezone.now)


@router.post("/webhooks/{webhook}/sign", WholeWebhook, ADMIN, does=channels.sign_anew)
def sign_webhook(webhook: Key) -> None: ...


@router.get("/fair-play", FairPlayOut, AS_ADMIN)
def fair_play_desk(request: HttpRequest) -> dict[str, Any]:
    """What went beyond what the law asks of writers lately, and who controls several players."""
    in_force = request.frame.docket_or_none
    noticed = fair_play.noticed(in_force.law, at=request.at) if in_force else []
    return {"noticed": noticed, "words": shared.words_on()}


@router.add("/fair-play", WordOut, ADMIN)
def record_control(request: HttpRequest, sent: WordIn) -> SharedControl:
    """Record that one person controls two players, or that this is not so after all."""
    one, other = two_people(sent.one, sent.other)
    says = {"is_one_person": sent.says != "neither", "announced": sent.says == "announced"}
    return shared.record(**by(request), one=one, other=other, reason=sent.reason, **says)
