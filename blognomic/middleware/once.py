"""Whatever is sent twice is done once.

A proxy that has waited too long answers in the site's stead, a connection breaks, somebody presses twice: who sent a
form does not know whether it was done, and sends it again. What is sent again has the same key, is done no second time,
and is answered as it was the first time.

The key of a form is the token that every form has against forgery: it is drawn anew for each page that is given out, so
that whatever comes with the same one comes from the same page. A program makes a key for what it sends, in the header
`Idempotency-Key`. What has no key is done as often as it comes.

The key is taken, what is asked for is done and the answer is kept in one transaction. Who comes in between waits for
its end. Where nothing was written, since it was refused, failed or only looked, nothing is kept, and the next try is
a first.
"""

import hashlib
import json
import re
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.messages.storage.cookie import MessageDecoder, MessageEncoder
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from blognomic.middleware.programs import is_api
from blognomic.web.ahead import look_ahead
from blognomic.web.api import problems
from blognomic.web.errors import RuleBroken
from players.models import Sending

from .rates import address_of

GetResponse = Callable[[HttpRequest], HttpResponse]
HEADER = "Idempotency-Key"
READING = {"GET", "HEAD", "OPTIONS"}
PATIENCE = 4  # seconds, for the end of what was sent first
COME_AGAIN = "5"  # seconds
# What is looked at by sending it: a transaction that may write would keep others waiting.
LOOKED_AT = {
    "votables:preview", "gamestate:check_hash", "set_language",
    "api-v1:preview", "api-v1:plan_update", "api-v1:preview_ascension", "api-v1:judge",
}  # fmt: skip
# What asks another server, for which nobody else shall wait. That it is asked once more is what it is there for.
OUTSIDE = {"notices:test_webhook", "api-v1:test_webhook"}
_FORMS_KEY = re.compile(r"[A-Za-z0-9]{64}", re.ASCII)
_PROGRAMS_KEY = re.compile(
    r'"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x2b\x2d-\x3a\x3c-\x7e]{1,255})'
)
_TAKE = "INSERT INTO players_sending (name, sent, at, answer) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"
_WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE)\b", re.IGNORECASE)


@dataclass
class Held:
    """A request that is done within one transaction, in which its key is taken."""

    row: Sending
    sent: str
    at: datetime
    who: int | None
    wrote: bool = False
    afterwards: list[Callable[[], None]] = field(default_factory=list)

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """See one statement go by."""
        self.wrote = self.wrote or bool(_WRITES.match(sql))
        return execute(sql, params, many, context)


class once:
    """Do what comes with a key once, and answer whatever comes again as before. Innermost: whoever may not ask at all,
    or asks too often, gets no further than before."""

    def __init__(self, get_response: GetResponse):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.held = None
        with ExitStack() as request.stack:
            response = self.get_response(request)
            if request.held is not None:
                _keep(request, request.held, response)
        for act in request.held.afterwards if request.held else ():
            act()
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if request.method in READING or _is_never_held(request, view):
            return None
        try:
            name, sent = (_of_program if is_api(request) else _of_form)(request)
        except ValueError as error:
            return problems.problem(400, str(error))
        if not name:
            return None
        look_ahead(request, view, args, kwargs)
        return _take(request, name, sent)


def after(request: HttpRequest, act: Callable[[], None]) -> None:
    """Do something that takes its time, such as sending a letter, as soon as nobody waits for this request's
    transaction any more; not at all, if that comes to nothing."""
    pending = getattr(request, "held", None)
    if pending is None:
        act()
    else:
        pending.afterwards.append(act)


def _is_never_held(request: HttpRequest, view: Callable[..., HttpResponse]) -> bool:
    """Whether the request is done as often as it comes. Pages of django-allauth are: they take the time of a password's
    hash or of a letter, and what they do is refused the second time, or is the same again. What signs somebody in is in
    the answer's cookies, and is kept nowhere."""
    name = request.resolver_match.view_name
    return name in LOOKED_AT or name in OUTSIDE or view.__module__.startswith("allauth.")


def _of_form(request: HttpRequest) -> tuple[str, str]:
    """The names under which a form is known, and what it holds; "" where it has no key."""
    key = request.POST.get("csrfmiddlewaretoken", "")
    if not _FORMS_KEY.fullmatch(key):
        return "", ""
    session = request.session.session_key
    who = (
        f"player {request.user.pk}" if request.user.is_authenticated
        else f"session {session}" if session else f"address {address_of(request)}"
    )  # fmt: skip
    fields = [(name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"]
    return _hash(key, who, request.get_full_path()), _hash(key, json.dumps(fields))


def _of_program(request: HttpRequest) -> tuple[str, str]:
    """The same of a program's request. Raises ValueError with a sentence for a key that is none."""
    written = request.headers.get(HEADER)
    if written is None or request.token is None:
        return "", ""
    match = _PROGRAMS_KEY.fullmatch(written.strip())
    if match is None:
        words = "is a string of 1 to 255 characters, such as a UUID in quotation marks."  # in English, as all the API
        raise ValueError(f"`{HEADER}` {words}")
    key, body = match[1] or match[2], hashlib.sha256(request.body).hexdigest()
    return (
        _hash(key, f"token {request.token.pk}"),
        _hash(key, request.method or "", request.get_full_path(), body),
    )


def _hash(key: str, *parts: str) -> str:
    """Nobody who reads the database finds a key by it, or guesses what was sent."""
    return salted_hmac(f"blognomic.middleware.once {key}", "\n".join(parts), algorithm="sha256").hexdigest()


def _take(request: HttpRequest, name: str, sent: str) -> HttpResponse | None:
    """Begin the transaction, and take the key for this request; or answer what came of it before."""
    who = request.user.pk
    request.stack.enter_context(transaction.atomic())
    try:
        row, is_first = _row(name, sent, at=request.at)
    except OperationalError as error:
        transaction.set_rollback(True)
        request.stack.close()
        if getattr(error.__cause__, "sqlstate", "") != "55P03":  # that of waiting too long for a row
            raise
        return _still_running(request)
    if is_first or request.at - row.at > Sending.KEPT or (row.sent != sent and not is_api(request)):
        request.held = Held(row, sent, request.at, who)
        request.stack.enter_context(connection.execute_wrapper(request.held))
        return None
    if row.sent != sent:
        words = "came with another request before. Make a new one for each."  # in English, as all the API
        return problems.problem(422, f"This `{HEADER}` {words}")
    return _answered_before(request, row.answer)


def _row(name: str, sent: str, *, at: datetime) -> tuple[Sending, bool]:
    """The row of that name, locked, and whether it is new. On PostgreSQL who has come first is waited for, at most so
    long; on SQLite nobody else is in a transaction by now. One statement for what is new, since nearly all is."""
    on_postgresql = connection.vendor == "postgresql"
    if on_postgresql:
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}s'")
    row = Sending(name=name, sent=sent, at=at)
    with connection.cursor() as cursor:
        values = [name, sent, connection.ops.adapt_datetimefield_value(at), "{}"]
        cursor.execute(_TAKE, values)
        is_first = cursor.rowcount == 1
    if not is_first:
        row = Sending.objects.select_for_update().get(name=name)
    if on_postgresql:
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout TO DEFAULT")
    return row, is_first


def _keep(request: HttpRequest, pending: Held, response: HttpResponse) -> None:
    """Keep the answer with what was done; where nothing was, take the key back. Whoever has been signed in, or out, by
    the request does it again: their cookies are not kept."""
    if response.status_code >= 400 or not pending.wrote:
        pending.afterwards.clear()
        transaction.set_rollback(True)
        return
    answer = _worth_keeping(request, response)
    if answer is None or request.user.pk != pending.who:
        pending.row.delete()
        return
    pending.row.sent, pending.row.at, pending.row.answer = pending.sent, pending.at, answer
    pending.row.save(force_update=True)


def _worth_keeping(request: HttpRequest, response: HttpResponse) -> dict[str, Any] | None:
    """The answer as it is kept. Of pages only where they lead: one that shows something once is gone with its answer;
    one that shows a form again has done nothing."""
    kind = response.headers.get("Content-Type", "")
    headers = {
        name: response.headers[name] for name in ("Content-Type", "Location") if name in response.headers
    }
    body = response.content.decode()
    if kind.startswith("text/html"):
        if response.status_code == 200:
            return None
        if response.status_code == 201:
            return {"status": 303, "headers": {"Location": request.get_full_path()}, "body": "", "told": "[]"}
    queued = [] if is_api(request) else messages.get_messages(request)._queued_messages
    for one in queued:
        one._prepare()  # as they are, in the reader's language
    return {
        "status": response.status_code,
        "headers": headers,
        "body": body,
        "told": json.dumps(queued, cls=MessageEncoder),
    }


def _answered_before(request: HttpRequest, answer: dict[str, Any]) -> HttpResponse:
    """The answer once more. People are told that it is."""
    if not is_api(request):
        messages.info(request, _("You sent this twice. It was done only once."))
        for one in json.loads(answer["told"], cls=MessageDecoder):
            messages.add_message(request, one.level, one.message, one.extra_tags)
    return HttpResponse(answer["body"], status=answer["status"], headers=answer["headers"])


def _still_running(request: HttpRequest) -> HttpResponse:
    sentence = _("You have just sent this, and the site is still working on it. Look again in a few seconds.")
    headers = {"Retry-After": COME_AGAIN}
    if is_api(request):
        return problems.problem(409, sentence, headers=headers)
    response = render(request, "refused.html", {"refusal": RuleBroken(sentence, status=409)}, status=409)
    response["Retry-After"] = COME_AGAIN
    return response
