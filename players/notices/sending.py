"""What the worker sends: letters and calls to channels.

Each sending is claimed by an update that only one worker can make, for a while: a worker that dies leaves it to the
next one. Between sending and writing down that it was sent lies a moment in which a worker that is killed sends twice;
the letter's Message-ID is then the same, so that mail programs show it once.
"""

import logging
import smtplib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, wait
from datetime import datetime, timedelta
from threading import Thread
from typing import Any, TypeVar
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import NOTHING, StoredMessage, as_message
from players.models import Game, Notice, NoticeSettings, Webhook, WebhookCall
from players.models.notices import WorkerSending
from players.notices import letter_texts
from players.notices.letters import absolute, addresses_of, stop_path
from players.notices.notice_kinds import How
from players.notices.signing import signed
from players.notices.timing import next_try
from players.notices.web_requests import OutsideError, post_json

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]
# What letters say of the pages to which notices lead, by the notices' keys: whoever knows those pages hands it in.
Describe = Callable[[Sequence[Notice]], Mapping[int, letter_texts.PageInLetter]]
LEASE = timedelta(minutes=10)
LETTERS_AT_MOST = 60.0
NO_ADDRESS = gettext_noop("You have no confirmed e-mail address.")
OFF = gettext_noop("The webhook is off.")
# The channel is gone: no use in trying again.
GONE = (404, 410)
Row = TypeVar("Row", bound=WorkerSending)


def _free(rows: QuerySet[Row], at: datetime) -> QuerySet[Row]:
    """Those that are due at `at` and that no worker holds."""
    return rows.filter(Q(claimed_until__isnull=True) | Q(claimed_until__lt=at), due_at__lte=at)


def _claim(rows: QuerySet[Row], at: datetime) -> tuple[str, list[Any]]:
    """Take those of the rows that are free; whoever asks at the same moment gets the others, or none."""
    claim = uuid4().hex
    _free(rows, at).update(claim=claim, claimed_until=at + LEASE)
    return claim, list(rows.model._default_manager.filter(claim=claim).order_by("at", "pk"))


def _done(rows: QuerySet[Row], at: datetime, **more: object) -> None:
    rows.update(sent_at=at, due_at=None, claim="", claimed_until=None, problem=NOTHING, **more)


def _failed(rows: QuerySet[Row], failures: int, at: datetime, problem: StoredMessage, **more: object) -> None:
    """Put them off, or give them up."""
    again = next_try(failures, at)
    rows.update(
        due_at=again,
        given_up_at=None if again else at,
        failures=failures,
        problem=problem,
        claim="",
        claimed_until=None,
        **more,
    )


def _of_nothing(notices: Sequence[Notice]) -> Mapping[int, letter_texts.PageInLetter]:
    return {}


def send_all(*, clock: Clock, describe: Describe = _of_nothing) -> Mapping[str, int]:
    """Send the letters and make the calls that are due, side by side: a server of mail that hangs keeps no channel
    waiting, and a channel no letter. A call has its own bound (`outside.AT_MOST`), and the letters altogether have
    LETTERS_AT_MOST seconds: what has not ended by then goes on beside the next runs, which begin no other before it
    has. Within a transaction, of which another connection sees nothing, one goes after the other. Answers how many of
    each went out; what one of them raises is raised when both have ended."""
    if connection.in_atomic_block:
        return {
            "e-mails": send_letters(clock=clock, describe=describe),
            "webhook calls": call_webhooks(clock=clock),
        }
    if _Letters.going is None:
        _Letters.going = Future()
        apart = [_Letters.going, clock, describe]
        Thread(target=_send_apart, args=apart, name="letters", daemon=True).start()
    calls = call_webhooks(clock=clock)
    wait([going := _Letters.going], timeout=LETTERS_AT_MOST)
    if not going.done():
        log.warning("The server of mail is slow: letters are still being sent, and calls go on beside them.")
        return {"e-mails": 0, "webhook calls": calls}
    _Letters.going = None
    return {"e-mails": going.result(), "webhook calls": calls}


class _Letters:
    """The letters that are being sent beside the calls, if any are."""

    going: "Future[int] | None" = None


def _send_apart(sent: "Future[int]", clock: Clock, describe: Describe) -> None:
    """Send the letters that are due, in a thread with a connection of its own."""
    try:
        sent.set_result(send_letters(clock=clock, describe=describe))
    except BaseException as error:  # raised where the result is asked for
        sent.set_exception(error)
    finally:
        connection.close()


# -- letters


def send_letters(*, clock: Clock, describe: Describe = _of_nothing) -> int:
    """Send every letter that is due. Answers how many went out; those that did not are tried again later. Where the
    server of mail does not answer, one letter has waited for it, and the others are left for the next time."""
    sent = 0
    while True:
        at = clock()
        first = _free(Notice.objects.exclude(letter=""), at).order_by("due_at", "pk").first()
        if first is None:
            return sent
        rows = Notice.objects.filter(pk=first.pk)
        if first.letter == How.DAILY:
            rows = Notice.objects.filter(to=first.to_id, letter=How.DAILY)
        claim, claimed = _claim(rows, at)
        if claimed:
            try:
                sent += _send(claimed, claim, clock, describe)
            except NoServerError:
                return sent


class NoServerError(Exception):
    """The server of mail does not answer, whatever is to be sent."""


def _send(claimed: list[Notice], claim: str, clock: Clock, describe: Describe) -> int:
    """Send one letter about notices that were claimed together; answers whether one went out, as 1 or 0. Raises
    NoServerError, with the letter put off, when there is nobody to take it."""
    mine = Notice.objects.filter(claim=claim)
    unread = [one for one in claimed if one.read_at is None]
    reader = claimed[0].to
    address = addresses_of([reader.pk]).get(reader.pk)
    if not unread or address is None or not reader.is_active:
        nowhere = NOTHING if unread == [] else StoredMessage(NO_ADDRESS)
        mine.update(letter="", due_at=None, claim="", claimed_until=None, problem=nowhere)
        return 0
    language = (NoticeSettings.objects.filter(player=reader).first() or NoticeSettings()).spoken
    try:
        with translation.override(language):
            letter = _write(unread, address, language, _described(describe, unread))
        letter.send()
    except (smtplib.SMTPException, OSError, ValueError) as error:
        log.warning("A letter could not be sent: %s", type(error).__name__)
        words = gettext_noop("The site could not send the e-mail ({error}).")
        problem = StoredMessage(words, error=type(error).__name__)
        _failed(mine, max(one.failures for one in claimed) + 1, clock(), problem)
        if _is_no_server(error):
            raise NoServerError from None
        return 0
    _done(mine, clock())
    return 1


def _is_no_server(error: Exception) -> bool:
    """Whether the server was not to be reached or fell silent, rather than refused this one letter."""
    if isinstance(error, smtplib.SMTPException):
        return isinstance(error, smtplib.SMTPServerDisconnected | smtplib.SMTPConnectError)
    return isinstance(error, OSError)


def _described(describe: Describe, notices: list[Notice]) -> Mapping[int, letter_texts.PageInLetter]:
    """What the letter says of their pages; nothing where that cannot be found out, since what happened is news too."""
    try:
        with transaction.atomic():
            return describe(notices)
    except Exception:
        log.exception("What a letter is about could not be found out; it goes without.")
        return {}


def _write(
    notices: list[Notice], address: str, language: str, about: Mapping[int, letter_texts.PageInLetter]
) -> EmailMultiAlternatives:
    """The letter about the notices in a language, which is active, with the headers of RFC 8058 by which a mail program
    stops such letters, and those by which it files all that is about one page together (RFC 5322 and RFC 2919)."""
    first, game = notices[0], str(Game.objects.first() or "BlogNomic")
    daily = first.letter == How.DAILY
    stop = absolute(stop_path(first.to_id, "daily" if daily else first.kind))
    items = [
        letter_texts.Item(one.told, absolute(one.link), about.get(one.pk, letter_texts.PageInLetter()))
        for one in notices
    ]
    by = letter_texts.Sender(game, language, absolute(reverse("notices:settings")), stop)
    inbox = absolute(reverse("notices:inbox"))
    letter = letter_texts.digest(items, by=by, inbox=inbox) if daily else letter_texts.one(items[0], by=by)
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    threads = {item.about.thread for item in items}
    thread = f"<{threads.pop()}@{host}>" if len(threads) == 1 and "" not in threads else ""
    message = EmailMultiAlternatives(
        subject=letter.subject,
        body=letter.text,
        to=[address],
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Message-ID": f"<notice-{notices[-1].pk}.{len(notices)}@{host}>",
            "Auto-Submitted": "auto-generated",
            "List-Id": f"<notices.{host}>",
            **({"References": thread, "In-Reply-To": thread} if thread else {}),
        },
    )
    message.attach_alternative(letter.html, "text/html")
    return message


# -- calls to channels


def call_webhooks(*, clock: Clock) -> int:
    """Make every call to a channel that is due. Answers how many got through. Whatever else is for a channel that does
    not answer waits for the next time."""
    through, out_of_reach = 0, set[int]()
    while True:
        at = clock()
        waiting = _free(WebhookCall.objects.exclude(webhook__in=out_of_reach), at)
        first = waiting.order_by("due_at", "pk").first()
        if first is None:
            return through
        claim, claimed = _claim(WebhookCall.objects.filter(pk=first.pk), at)
        for call in claimed:
            if make_call(call, claim=claim, clock=clock):
                through += 1
            else:
                out_of_reach.add(call.webhook_id)


def make_call(call: WebhookCall, *, claim: str, clock: Clock) -> bool:
    """Make one call that was claimed, and write down what came of it. Answers whether it got through."""
    mine = WebhookCall.objects.filter(pk=call.pk, claim=claim)
    webhook = Webhook.objects.get(pk=call.webhook_id)
    if not webhook.is_on or not webhook.url:
        mine.update(due_at=None, given_up_at=clock(), problem=StoredMessage(OFF), claim="")
        return False
    item = letter_texts.Item(call.sentence, absolute(call.link))
    body = letter_texts.for_channel(
        item, game=str(Game.objects.first() or "BlogNomic"), at=call.at.isoformat()
    )
    body |= letter_texts.for_program(item, kind=call.kind, at=call.at.isoformat(), facts=call.facts)

    def sign(sent: bytes) -> dict[str, str]:
        # By the clock, not by the event: who gets it refuses what is old.
        timestamp = int(clock().timestamp())
        return signed(webhook.secret, id=f"call_{call.pk}", timestamp=timestamp, body=sent)

    try:
        status = post_json(webhook.url, body, private_allowed=settings.WEBHOOKS_TO_PRIVATE, sign=sign)
    except OutsideError as error:
        _failed(mine, call.failures + 1, clock(), as_message(error.args[0]), answer="")
        return False
    if 200 <= status < 300:
        _done(mine, clock(), answer=str(status))
        return True
    answered = StoredMessage(gettext_noop("The server answered {status}."), status=status)
    _failed(mine, call.failures + 1, clock(), answered, answer=str(status))
    if status in GONE:
        gone = gettext_noop("The server answered {status}: the channel is gone.")
        turn_off(webhook, at=clock(), problem=StoredMessage(gone, status=status))
    return False


@transaction.atomic
def turn_off(webhook: Webhook, *, at: datetime, problem: StoredMessage) -> None:
    """Turn a webhook off, and give up what was still to be sent to it."""
    Webhook.objects.filter(pk=webhook.pk).update(is_on=False)
    WebhookCall.objects.filter(webhook=webhook, due_at__isnull=False).update(
        due_at=None, given_up_at=at, problem=problem
    )
