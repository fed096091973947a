"""A kept page is given again before Django is asked: what most readers of a weblog get, for the cost of a look-up.

`blognomic.whole_pages` decides what is kept and whether it stands. Here, in front of the application, what it last
answered to strangers is given to the next, with the same headers, for the second in which nothing need be asked. Any
request that has a cookie or a condition, or wants something special, is Django's.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from weakref import ref

from django.core.handlers.wsgi import get_path_info
from django.utils import timezone

from blognomic.logs import id_of, write_line
from blognomic.whole_pages import KEPT, LONGEST_ADDRESS, Kept

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

MOST_ANSWERS = 2_000
# Whoever sends one of these may be answered in another way than the next reader.
_OWN = frozenset({
    "HTTP_COOKIE", "HTTP_AUTHORIZATION", "HTTP_RANGE", "HTTP_HX_REQUEST", "HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH",
    "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE", "HTTP_EXPECT", "HTTP_UPGRADE",
})  # fmt: skip
# What the site looks at of all others, besides whether compressed pages are read.
_ASKED = (
    "wsgi.url_scheme", "SERVER_PORT", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING", "HTTP_HOST", "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_PORT", "HTTP_ACCEPT_LANGUAGE",
)  # fmt: skip
_EACH_ITS_OWN = frozenset({"x-request-id", "date"})


@dataclass(frozen=True, slots=True)
class Answer:
    """What the application answered with a kept page: its headers, and which of the page's two bodies."""

    page: ref[Kept]
    headers: tuple[tuple[str, str], ...]
    is_packed: bool


class GivenAgain:
    """The application behind what can be given again. Answers that were not asked for longest go when there are too
    many; the pages themselves are the shelf's, and an answer whose page has gone is none."""

    def __init__(self, application: Application):
        self.application = application
        self._answers: OrderedDict[tuple[Any, ...], Answer] = OrderedDict()

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        key = _key(environ)
        if key is None:
            return self.application(environ, start_response)
        answer = self._answers.get(key)
        page = answer.page() if answer else None
        if answer and page is not None and page.is_sure(timezone.now()):
            return _give(answer, page, environ, start_response)
        return self._ask(key, environ, start_response)

    def _ask(
        self, key: tuple[Any, ...], environ: Environ, start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        told: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            told.append((status, headers))
            return start_response(status, headers, *rest)

        body = self.application(environ, start)
        page = environ.get(KEPT)
        if page is not None and len(told) == 1 and told[0][0].startswith("200 "):
            self._note(key, page, told[0][1])
        return body

    def _note(self, key: tuple[Any, ...], page: Kept, headers: list[tuple[str, str]]) -> None:
        lasting = tuple(each for each in headers if each[0].lower() not in _EACH_ITS_OWN)
        packed = any(name.lower() == "content-encoding" for name, _ in headers)
        self._answers[key] = Answer(ref(page), lasting, packed)
        while len(self._answers) > MOST_ANSWERS:
            try:
                self._answers.popitem(last=False)
            except KeyError:  # another thread was first
                break


def _key(environ: Environ) -> tuple[Any, ...] | None:
    """What tells one stranger's request from another; None for a request that must be looked at."""
    if environ["REQUEST_METHOD"] != "GET" or not _OWN.isdisjoint(environ):
        return None
    asked = tuple(environ.get(name, "") for name in _ASKED)
    if sum(map(len, asked)) > LONGEST_ADDRESS:
        return None
    return *asked, "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "")


def _give(
    answer: Answer, page: Kept, environ: Environ, start_response: Callable[..., Any]
) -> Iterable[bytes]:
    begun, request_id = time.perf_counter(), id_of(environ)
    start_response("200 OK", [*answer.headers, ("X-Request-ID", request_id)])
    write_line("GET", get_path_info(environ), 200, begun=begun, request_id=request_id)
    return [page.packed if answer.is_packed else page.plain]
