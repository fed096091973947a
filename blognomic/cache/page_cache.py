"""The page cache: most of a weblog's readers are not signed in, and all of them see the same.

An answer to a stranger is kept as it was sent, packed and with its headers, and is given again to whoever has the same
key (`key_of`), until its minute ends, since pages say how long ago something was, and while the version of the game
that it was made of is none that was over when that was last asked. So nobody reads what is older than a second
(`blognomic.cache.version`), nor a distance of time that is older than its minute; and however many changes there are
within a second, they make a page cold once.
Whoever sends a session's cookie passes by: their pages are never kept, and are marked so that no cache on the way keeps
them either.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from sys import getsizeof
from threading import Lock
from typing import NamedTuple

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language_from_request

from blognomic.cache.compression import encoding_for
from blognomic.cache.readers import is_for_all, is_stranger
from blognomic.cache.version import known_versions, note_version
from blognomic.reach.database import is_away, is_lost
from blognomic.web.live import wants_parts

MOST_BYTES = 6 * 2**20
LONGEST_PAGE = 2**20
LONGEST_ADDRESS = 300
# What links of the site ask for that many strangers follow. An address that asks for anything else is made anew each
# time: there is no end of such addresses, and who makes them up shall push nothing out.
QUERIES = frozenset(
    "at author category dynasty page revision rule sort state status table tag to type update version".split()
)
# Said anew with each answer, by what stands around the cache.
_NOT_KEPT = frozenset({"content-length", "date", "x-request-id"})
GetResponse = Callable[[HttpRequest], HttpResponse]


class Key(NamedTuple):
    """All that an answer to a stranger depends on besides the game and the time. The words of the dynasty are the
    game's."""

    scheme: str
    host: str
    path: str
    query: str
    language: str
    parts: bool  # of a page that brings itself up to date, instead of the page
    encoding: str


def key_of(request: HttpRequest) -> Key:
    """Under which key the answer to a stranger's request is kept."""
    return Key(
        scheme=request.scheme,
        host=request.get_host(),
        path=request.path,
        query=request.META.get("QUERY_STRING", ""),
        language=get_language_from_request(request),
        parts=wants_parts(request),
        encoding=encoding_for(request),
    )


@dataclass(frozen=True, slots=True)
class KeptPage:
    """An answer as it was sent, the version of the game that it was made of, and when (UTC) time alone changes it, with
    its minute at the latest. It holds nothing but bytes and words."""

    headers: tuple[tuple[str, str], ...]
    body: bytes
    version: int
    until: datetime

    def may_be_shown(self, versions: range, at: datetime) -> bool:
        """Whether it is of one of these versions, and of this minute."""
        return self.version in versions and at < self.until

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The answer again, or that the reader has it already."""
        response = HttpResponse(self.body, headers=dict(self.headers))
        response.headers["Content-Length"] = str(len(self.body))
        return get_conditional_response(request, etag=response.headers["ETag"], response=response)


class Shelf:
    """Pages by their keys, of so many bytes of memory at most: those that were not asked for longest go first, and each
    when the same is kept of a later version or minute."""

    def __init__(self, most: int = MOST_BYTES):
        self.most, self.bytes = most, 0
        self._pages: OrderedDict[Key, KeptPage] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> KeptPage | None:
        """The page that was kept last under that key, of whatever version and minute."""
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
            return self._pages.get(key)

    def put(self, key: Key, page: KeptPage) -> None:
        with self._lock:
            if key in self._pages:
                self._remove(key)
            self._pages[key] = page
            self.bytes += bytes_held(key, page)
            while self.bytes > self.most:
                self._remove(next(iter(self._pages)))

    def _remove(self, key: Key) -> None:
        self.bytes -= bytes_held(key, self._pages.pop(key))

    def clear(self) -> None:
        with self._lock:
            self._pages.clear()
            self.bytes = 0


def bytes_held(key: Key, page: KeptPage) -> int:
    """How much memory a kept page takes, with all that it alone holds."""
    parts = [
        key,
        *key,
        page,
        page.body,
        page.version,
        page.until,
        page.headers,
        *page.headers,
        *sum(page.headers, ()),
    ]
    return sum(map(getsizeof, parts)) + 200  # its place on the shelf


SHELF = Shelf()


def pages(get_response: GetResponse) -> GetResponse:
    """Answer strangers with kept pages, and keep what they are answered."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD") or not is_stranger(request):
            return _for_one_reader(get_response(request))
        at = timezone.now()
        versions = _versions(at) if _may_be_kept(request) else None
        if is_away():
            page = SHELF.get(key_of(request))  # nobody can say which version the game is in
            return page.answer(request) if page else get_response(request)
        if versions is None:
            page, response = _made(request, get_response)
            return page.answer(request) if page else response
        key = key_of(request)
        page = SHELF.get(key)
        if page is None or not page.may_be_shown(versions, at):
            page, response = _made(request, get_response)
            if page is None:
                return response
            if request.method == "GET":
                note_version(page.version)
                SHELF.put(key, page)
        return page.answer(request)

    return middleware


def _versions(at: datetime) -> range | None:
    """The versions of the game that may be shown at `at` (UTC); None where there is no game, or where the database is
    away."""
    try:
        return None if is_away() else known_versions(at)
    except DatabaseError as error:
        if not is_lost(error):
            raise
        return None


def _may_be_kept(request: HttpRequest) -> bool:
    query = request.META.get("QUERY_STRING", "")
    return len(request.path) + len(query) <= LONGEST_ADDRESS and (
        not query or QUERIES.issuperset(request.GET)
    )


def _for_one_reader(response: HttpResponse) -> HttpResponse:
    """The response, marked as nobody else's. A file that says itself how long it may be kept is left as it is."""
    if "Cache-Control" not in response.headers:
        patch_cache_control(response, private=True)
    return response


def _made(request: HttpRequest, get_response: GetResponse) -> tuple[KeptPage | None, HttpResponse]:
    """The answer as it is made now, and as a page if it is the same for all strangers, and of a game."""
    response = get_response(request)
    of = getattr(request, "present", None)
    if (
        of is None
        or response.status_code != 200
        or response.streaming
        or len(response.content) > LONGEST_PAGE
        or not is_for_all(request, response)
    ):
        return None, response
    patch_vary_headers(response, ("Cookie",))
    response.headers.setdefault("Cache-Control", "max-age=0, must-revalidate")
    headers = {name: value for name, value in response.items() if name.lower() not in _NOT_KEPT}
    headers.setdefault("ETag", f'W/"{hashlib.sha256(response.content).hexdigest()[:32]}"')
    return KeptPage(tuple(headers.items()), response.content, of.version, of.until), response
