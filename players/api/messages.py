"""Private messages."""

from datetime import datetime
from typing import Literal

from django.db.models import Prefetch
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from pydantic import Field

from blognomic.web.api import Confirmed, Key, PathOf, Room, Rows, Shape, Shown, Text, read, row_of, worked_out
from blognomic.web.errors import RuleBroken
from players.api.auth import MESSAGES, Who, by, like, person_of
from players.models import SUBJECT_LENGTH, Block, Message, Party, Player
from players.notices import telling
from players.queries import messages as mailbox
from players.queries.messages import Box
from players.services import messages as messaging

router = Room("For oneself")
Sorting = Literal["archive", "restore", "unread", "read"]


class ThreadOut(Shown):
    """One of your conversations."""

    id: int = read("thread_id")
    subject: str = read("thread.subject", "What it is about.")
    others: list[Who] = worked_out(
        lambda party: [
            each.player for each in party.thread.parties.all() if each.player_id != party.player_id
        ],
        "Who else is in it.",
    )
    last_at: datetime = read("thread.last_at", "When the last message arrived (UTC).")
    unread: bool = read("is_unread", "Whether there is something new in it.")
    url: PathOf = read("thread.get_absolute_url")


class MessageOut(like(Message, "id at text html")):
    """A message of a conversation."""

    by: Who = read("author", "Who wrote it.")


class ReplyIn(Confirmed):
    """A message."""

    text: Text = Field(min_length=1, max_length=messaging.TEXT_LENGTH)


class ThreadIn(ReplyIn):
    """A first message."""

    to: list[Key] = Field([], max_length=messaging.RECIPIENTS, description="Who gets it.")
    to_emperor: bool = Field(False, description="Also to the emperor.")
    subject: Text = Field(min_length=1, max_length=SUBJECT_LENGTH, description="What it is about.")


@router.list("/messages", ThreadOut, MESSAGES)
def list_threads(request: HttpRequest, folder: Literal["inbox", "sent", "archived"] = "inbox") -> Rows:
    """Your conversations, the latest first."""
    return Rows(mailbox.box_of(request.user, Box(folder)), by="-thread__last_at")


@router.list("/messages/{thread}", MessageOut, MESSAGES)
def one_thread(request: HttpRequest, thread: Key) -> Rows:
    """The messages of a conversation, newest first. Reading them here marks nothing as read."""
    party = _own(request, thread)
    return Rows(Message.objects.filter(thread=party.thread).select_related("author"))


@router.add("/messages", ThreadOut, MESSAGES)
def write_message(request: HttpRequest, sent: ThreadIn) -> Party:
    """Begin a conversation."""
    to = list(Player.objects.filter(pk__in=sent.to))
    if len(to) < len(set(sent.to)):
        raise RuleBroken("There is no player with one of these numbers.", status=400)
    thread = messaging.send(**by(request, "courier"), to=to, **sent.dict(exclude={"to"}))
    return _own(request, thread.pk)


@router.add("/messages/{thread}", MessageOut, MESSAGES)
def answer(request: HttpRequest, thread: Key, sent: ReplyIn) -> Message:
    """Answer to everybody in a conversation."""
    conversation = _own(request, thread).thread
    return messaging.reply(**by(request, "courier"), thread=conversation, **sent.dict())


@router.post("/messages/{thread}/sort", auth=MESSAGES)
def sort_thread(request: HttpRequest, thread: Key, *, act: Sorting) -> None:
    """Archive a conversation or bring it back; mark it as unread, or as read up to its last message."""
    party = _own(request, thread)
    if act == "read":
        newest = Message.objects.filter(thread=party.thread).order_by("-pk").first()
        messaging.see(party=party, newest=newest.pk if newest else 0)
        telling.saw(**by(request), link=party.thread.get_absolute_url())
    else:
        messaging.sort(thread=thread, by=request.user, act=act)


class BlockOut(Shape):
    """Somebody that you block. They are not told."""

    player: Who = read("blocked")
    since: datetime


def _own(request: HttpRequest, thread: int) -> Party:
    """One's own side of a conversation. Raises Http404 for who is no party to it."""
    others = Party.objects.select_related("player").order_by("player__name_key")
    mine = Party.objects.select_related("thread").prefetch_related(Prefetch("thread__parties", others))
    return get_object_or_404(mine, player=request.user, thread=thread)


@router.get("/blocks", list[BlockOut], MESSAGES)
def list_blocks(request: HttpRequest) -> list[Block]:
    """People that you block, by name."""
    return list(mailbox.blocks_of(request.user))


@router.add("/blocks", BlockOut, MESSAGES)
def block(request: HttpRequest, *, player: Key) -> Block:
    """Block somebody: you get no more messages from them. They are not told. Orders to the emperor still arrive."""
    return messaging.block(**by(request), whom=person_of(player))


@router.delete("/blocks/{player}", auth=MESSAGES)
def unblock(request: HttpRequest, player: row_of(Player)) -> None:
    """Unblock somebody."""
    messaging.unblock(**by(request), whom=player)
