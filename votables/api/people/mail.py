"""Private messages."""

from datetime import datetime
from typing import Any, Literal

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.views.decorators.debug import sensitive_variables
from ninja import Query, Router, Schema, Status
from pydantic import Field

from blognomic.web.api.paging import Page, Paging, page, rows_of
from blognomic.web.api.shapes import Key, Sent, Text, url_of
from blognomic.web.errors import RuleBroken
from players.api.auth import token
from players.api.people import Who, who, whoever
from players.models import SUBJECT_LENGTH, Block, Message, Party, Player
from players.notices import telling
from players.queries import messages as mailbox
from players.queries.messages import Box
from players.services import messages as messaging
from votables.api.blog.shapes import CONFIRMED
from votables.services import messages as correspondence

router = Router(tags=["For oneself"])
MESSAGES = token("messages")


class ThreadOut(Schema):
    """A conversation of one's own."""

    id: int
    url: str
    subject: str
    others: list[Who] = Field(description="Who else is in it.")
    last_at: datetime
    unread: bool


class MessageOut(Schema):
    """A message of a conversation."""

    id: int
    at: datetime
    by: Who
    text: str
    html: str


class ThreadIn(Sent):
    """A first message."""

    to: list[Key] = Field([], max_length=messaging.RECIPIENTS, description="To whom.")
    to_emperor: bool = Field(False, description="And to whoever is emperor.")
    subject: Text = Field(min_length=1, max_length=SUBJECT_LENGTH)
    text: Text = Field(min_length=1, max_length=messaging.TEXT_LENGTH)
    confirmed: bool = Field(False, description=CONFIRMED)


class ReplyIn(Sent):
    text: Text = Field(min_length=1, max_length=messaging.TEXT_LENGTH)
    confirmed: bool = Field(False, description=CONFIRMED)


class SortIn(Sent):
    act: Literal["archive", "restore", "unread", "read"]


@router.get(
    "/messages", response=Page[ThreadOut], auth=MESSAGES, url_name="messages", summary="One's conversations"
)
def list_threads(
    request: HttpRequest, paging: Query[Paging], folder: Literal["inbox", "sent", "archived"] = "inbox"
) -> dict[str, Any]:
    """One's conversations, the latest first."""
    mine = mailbox.box_of(request.user, Box(folder))
    found = rows_of(request, mine, paging, by="thread__last_at", kind=datetime)
    return page(
        request,
        (
            _thread(
                one, [each.player for each in one.thread.parties.all() if each.player_id != request.user.pk]
            )
            for one in found
        ),
    )


@router.get(
    "/messages/{thread}",
    response=Page[MessageOut],
    auth=MESSAGES,
    url_name="thread",
    summary="One conversation",
)
def one_thread(request: HttpRequest, thread: Key, paging: Query[Paging]) -> dict[str, Any]:
    """The messages of a conversation, newest first. Reading them here marks nothing as read."""
    party = _own(request, thread)
    messages = Message.objects.filter(thread=party.thread).select_related("author")
    return page(request, map(_message, rows_of(request, messages, paging)))


@router.post("/messages", response={201: ThreadOut}, auth=MESSAGES, url_name="messages", summary="Write")
@sensitive_variables("sent")
def write_message(request: HttpRequest, sent: ThreadIn) -> Status:
    """Begin a conversation."""
    to = list(Player.objects.filter(pk__in=sent.to))
    if len(to) < len(set(sent.to)):
        raise RuleBroken("One of those to whom it goes is nobody.", status=400)
    thread = correspondence.send(
        by=request.user,
        at=request.at,
        to=to,
        to_emperor=sent.to_emperor,
        subject=sent.subject,
        text=sent.text,
        confirmed=sent.confirmed,
    )
    others = Player.objects.filter(mail__thread=thread).exclude(pk=request.user.pk).order_by("name_key")
    return Status(201, _thread(_own(request, thread.pk), list(others)))


@router.post(
    "/messages/{thread}", response={201: MessageOut}, auth=MESSAGES, url_name="thread", summary="Answer"
)
@sensitive_variables("sent")
def answer(request: HttpRequest, thread: Key, sent: ReplyIn) -> Status:
    """Answer to all parties of a conversation."""
    made = correspondence.reply(
        thread=_own(request, thread).thread,
        by=request.user,
        at=request.at,
        text=sent.text,
        confirmed=sent.confirmed,
    )
    return Status(201, _message(made))


@router.post(
    "/messages/{thread}/sort",
    response={204: None},
    auth=MESSAGES,
    url_name="sort_thread",
    summary="Put it away",
)
def sort_thread(request: HttpRequest, thread: Key, sent: SortIn) -> Status:
    """Put a conversation away or bring it back; mark it as unread, or as read up to its last message."""
    party = _own(request, thread)
    if sent.act == "read":
        newest = (
            Message.objects.filter(thread=party.thread).order_by("-pk").values_list("pk", flat=True).first()
        )
        messaging.see(party=party, newest=newest or 0)
        telling.saw(by=request.user, link=party.thread.get_absolute_url(), at=request.at)
    else:
        messaging.sort(thread=thread, by=request.user, act=sent.act)
    return Status(204, None)


class BlockOut(Schema):
    """Somebody from whom one takes no messages. They are not told."""

    player: Who
    since: datetime


class BlockIn(Sent):
    player: Key


def _thread(party: Party, others: list[Player]) -> dict[str, Any]:
    thread = party.thread
    return {
        "id": thread.pk,
        "url": url_of(thread.get_absolute_url()),
        "subject": thread.subject,
        "others": whoever(others),
        "last_at": thread.last_at,
        "unread": party.is_unread,
    }


def _own(request: HttpRequest, thread: int) -> Party:
    """One's own side of a conversation. Raises Http404 for who is no party to it."""
    found = Party.objects.select_related("thread").filter(player=request.user, thread=thread).first()
    if found is None:
        raise Http404
    return found


def _message(one: Message) -> dict[str, Any]:
    return {"id": one.pk, "at": one.at, "by": who(one.author), "text": one.text, "html": one.html}


@router.get("/blocks", response=list[BlockOut], auth=MESSAGES, url_name="blocks", summary="Whom one blocks")
def list_blocks(request: HttpRequest) -> list[dict[str, Any]]:
    """Whom one blocks, by name."""
    return [_block(one) for one in mailbox.blocks_of(request.user)]


def _block(one: Block) -> dict[str, Any]:
    return {"player": who(one.blocked), "since": one.since}


@router.post("/blocks", response={201: BlockOut}, auth=MESSAGES, url_name="blocks", summary="Block somebody")
def block(request: HttpRequest, sent: BlockIn) -> Status:
    """Take no more messages from somebody, who is not told. Orders to the emperor still arrive."""
    whom = Player.objects.filter(pk=sent.player).first()
    if whom is None:
        raise RuleBroken("There is nobody of that number.", status=400)
    return Status(201, _block(messaging.block(by=request.user, whom=whom, at=request.at)))


@router.delete(
    "/blocks/{player}", response={204: None}, auth=MESSAGES, url_name="block", summary="Unblock them"
)
def unblock(request: HttpRequest, player: Key) -> Status:
    """Take messages from somebody again."""
    messaging.unblock(by=request.user, whom=get_object_or_404(Player, pk=player), at=request.at)
    return Status(204, None)
