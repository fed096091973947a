"""What is for one person alone: notices, messages, orders to the emperor."""

from datetime import datetime
from typing import Any, Literal

from django.http import Http404, HttpRequest
from django.views.decorators.debug import sensitive_variables
from ninja import Query, Router, Schema, Status
from pydantic import Field

from blognomic.api.auth import token
from blognomic.api.game import founded
from blognomic.api.paging import Page, Paging, page, rows_of
from blognomic.api.posts import CONFIRMED
from blognomic.api.shapes import Key, Sent, Text, Who, url_of, who, whoever
from players import mailbox, messaging, orders
from players.errors import RuleBroken
from players.mailbox import Box
from players.models import SUBJECT_LENGTH, Message, Notice, Order, Party, Player, Turn
from players.notices import inbox, telling
from votables.outlook import outlook
from votables.services import correspondence

router = Router(tags=["For oneself"])
PRIVATE, MESSAGES = token("private"), token("messages")


class NoticeOut(Schema):
    """Something that one was told."""

    id: int
    kind: str
    at: datetime
    sentence: str
    url: str
    read_at: datetime | None


class ReadIn(Sent):
    up_to: Key = Field(description="The newest notice that was seen.")


class Number(Schema):
    number: int


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


class TurnOut(Schema):
    """A turn that orders are sent for."""

    number: int
    due_at: datetime | None
    closed_at: datetime | None


class OrderOut(Schema):
    """An order of one's own to the emperor."""

    id: int
    turn: int
    at: datetime
    text: str
    carried_out_at: datetime | None


class OrdersOut(Schema):
    turn: TurnOut | None = Field(description="The turn that is open.")
    own: list[OrderOut] = Field(description="One's own, the newest first; of a turn, the newest stands.")


class OrderIn(Sent):
    seen: int = Field(ge=1, le=10**6, description="The number of the turn that one looked at.")
    text: Text = Field(min_length=1, max_length=orders.TEXT_LENGTH)


# -- notices


@router.get("/notices", response=Page[NoticeOut], auth=PRIVATE, url_name="notices", summary="One's notices")
def list_notices(request: HttpRequest, paging: Query[Paging], unread: bool = False) -> dict[str, Any]:
    """What one was told, newest first."""
    rows = rows_of(request, inbox.inbox_of(request.user, unread_only=unread), paging, by="at", kind=datetime)
    return page(request, map(_notice, rows))


def _notice(one: Notice) -> dict[str, Any]:
    names = ("kind", "at", "sentence", "read_at")
    return {"id": one.pk, "url": url_of(one.link), **{name: getattr(one, name) for name in names}}


@router.post("/notices/read", response=Number, auth=PRIVATE, url_name="read_notices", summary="Mark as read")
def read_notices(request: HttpRequest, sent: ReadIn) -> dict[str, int]:
    """Mark as read what one was told up to a notice."""
    return {"number": telling.read_all(by=request.user, at=request.at, up_to=sent.up_to)}


# -- messages


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


@router.get(
    "/messages", response=Page[ThreadOut], auth=MESSAGES, url_name="messages", summary="One's conversations"
)
def list_threads(
    request: HttpRequest, paging: Query[Paging], box: Literal["inbox", "sent", "archived"] = "inbox"
) -> dict[str, Any]:
    """One's conversations, the latest first."""
    mine = mailbox.box_of(request.user, Box(box))
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


def _message(one: Message) -> dict[str, Any]:
    return {"id": one.pk, "at": one.at, "by": who(one.author), "text": one.text, "html": one.html}


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


# -- orders


def _turn(turn: Turn) -> dict[str, Any]:
    return {"number": turn.number, "due_at": turn.due_at, "closed_at": turn.closed_at}


def _order(one: Order) -> dict[str, Any]:
    return {
        "id": one.pk,
        "turn": one.turn.number,
        "at": one.at,
        "text": one.text,
        "carried_out_at": one.carried_out_at,
    }


@router.get(
    "/orders", response=OrdersOut, auth=MESSAGES, url_name="orders", summary="One's orders to the emperor"
)
def own_orders(request: HttpRequest) -> dict[str, Any]:
    """The open turn, and one's own orders: the last hundred."""
    dynasty = outlook(request).dynasty
    turn = orders.open_turn(dynasty) if dynasty else None
    own = orders.own_orders(request.user).select_related("turn")[:100]
    return {"turn": _turn(turn) if turn else None, "own": [_order(one) for one in own]}


@router.post("/orders", response={201: OrderOut}, auth=MESSAGES, url_name="orders", summary="Send an order")
@sensitive_variables("sent")
def send_order(request: HttpRequest, sent: OrderIn) -> Status:
    """Send the emperor an order for the open turn, in place of an earlier one."""
    founded(request)
    return Status(
        201, _order(correspondence.send_order(by=request.user, at=request.at, text=sent.text, seen=sent.seen))
    )
