"""Private messages."""

from typing import Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from pydantic import Field

from blognomic.web.api import Confirmed, Key, PathOf, Room, Rows, Text, read, row_of
from players.api.auth import MESSAGES, People, Person, Who, like
from players.models import SUBJECT_LENGTH, Block, Message, Party, Player, Thread
from players.queries import messages as mailbox
from players.queries.messages import Box
from players.services import messages as messaging

router = Room("For oneself")
Sorting = Literal["archive", "restore", "unread", "read"]


class ThreadOut(like(Thread, "id subject", of="thread", last_at="When the last message arrived (UTC).")):
    """One of your conversations."""

    url: PathOf = read("thread.get_absolute_url")
    others: list[Who] = Field(description="Who else is in it.")
    unread: bool = read("is_unread", "Whether there is something new in it.")


class MessageOut(like(Message, "id at text html")):
    """A message of a conversation."""

    by: Who = read("author", "Who wrote it.")


class ReplyIn(Confirmed):
    """A message."""

    text: Text = Field(min_length=1, max_length=messaging.TEXT_LENGTH)


class ThreadIn(ReplyIn):
    """A first message."""

    to: People = Field([], max_length=messaging.RECIPIENTS, description="Who gets it.")
    to_emperor: bool = Field(False, description="Also to the emperor.")
    subject: Text = Field(min_length=1, max_length=SUBJECT_LENGTH)


@router.list("/messages", ThreadOut, MESSAGES)
def list_threads(request: HttpRequest, folder: Literal["inbox", "sent", "archived"] = "inbox") -> Rows:
    """Your conversations, the latest first."""
    return Rows(mailbox.box_of(request.user, Box(folder)), by="-thread__last_at")


@router.list("/messages/{thread}", MessageOut, MESSAGES)
def one_thread(request: HttpRequest, thread: Key) -> Rows:
    """The messages of a conversation, newest first. Reading them here marks nothing as read."""
    return Rows(_own(request, thread).messages.select_related("author"))


def _own(request: HttpRequest, thread: int) -> Thread:
    return get_object_or_404(Thread, pk=thread, parties__player=request.user)


def _begun(request: HttpRequest, thread: Thread) -> Party:
    return mailbox.sides_of(request.user).get(thread=thread)


@router.add("/messages", ThreadOut, MESSAGES, does=messaging.send, then=_begun)
def write_message(sent: ThreadIn) -> None: ...


@router.add("/messages/{thread}", MessageOut, MESSAGES, does=messaging.reply)
def answer(thread: Key, sent: ReplyIn) -> None: ...


@router.post("/messages/{thread}/sort", auth=MESSAGES, does=messaging.sort)
def sort_thread(thread: Key, *, act: Sorting) -> None: ...


class BlockOut(like(Block, "since")):
    """Somebody that you block. They are not told."""

    player: Who = read("blocked")


@router.get("/blocks", list[BlockOut], MESSAGES)
def list_blocks(request: HttpRequest) -> list[Block]:
    """People that you block, by name."""
    return list(mailbox.blocks_of(request.user))


@router.add("/blocks", BlockOut, MESSAGES, does=messaging.block)
def block(*, player: Person) -> None: ...


@router.delete("/blocks/{player}", auth=MESSAGES, does=messaging.unblock)
def unblock(player: row_of(Player)) -> None: ...
