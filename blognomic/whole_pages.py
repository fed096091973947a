"""Pages for strangers, kept whole: most of a weblog's readers are not signed in, and all of them see the same.

A kept page is given again for a second without asking anything, and after that for as long as the game stands as it
did when the page was begun, which one query tells. So nobody reads what is older than a second, nor a distance of time
that is older than its minute. Whoever sends a session's cookie passes by: their pages are never kept, and are marked so
that no cache on the way keeps them either.
"""

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from blognomic.logs import holds_secret
from blognomic.reach.database import is_away, is_lost
from players.models import Game
from players.present import Present, present
from votables.live import wants_parts

UNASKED = timedelta(seconds=1)
MOST_BYTES = 48 * 2**20
LONGEST_PAGE = 2**20
LONGEST_ADDRESS = 1_000
WORTH_COMPRESSING = 500
KEPT = "blognomic.kept"  # where a request, as WSGI has it, says which page it was answered with
_NOT_REPEATED = {"set-cookie", "content-length", "content-encoding", "date", "x-request-id"}


@dataclass(slots=True, weakref_slot=True)
class Kept:
    """A page as it was sent, of which state of the game, and when somebody last made sure that this still stands."""

    headers: dict[str, str]
    plain: bytes
    packed: bytes
    tag: str
    of: Present
    sure_at: datetime

    @property
    def size(self) -> int:
        return len(self.plain) + len(self.packed)

    def is_sure(self, at: datetime) -> bool:
        """Whether it may be given at `at` (UTC) without asking. No query."""
        return timedelta() <= at - self.sure_at < UNASKED

    def holds(self, at: datetime) -> bool:
        """Whether it may be given at `at` (UTC). One query once a second, none otherwise. While the database is away,
        what was known last is better than nothing."""
        if self.is_sure(at) or is_away():
            return True
        try:
            game = Game.objects.filter(pk=1).first()
        except DatabaseError as error:
            if is_lost(error):
                return True
            raise
        at = timezone.now()  # later than what made the version that was just read
        if game is None or present(game, at=at) is not self.of:
            return False
        self.sure_at = at
        return True

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The page again, or that the reader has it already."""
        request.META[KEPT] = self
        packed = bool(self.packed) and "gzip" in request.headers.get("Accept-Encoding", "")
        response = HttpResponse(self.packed if packed else self.plain, headers=self.headers)
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["ETag"] = f'W/"{self.tag}"'
        response.headers["Content-Length"] = str(len(response.content))
        return get_conditional_response(request, etag=response.headers["ETag"], response=response)


class Shelf:
    """Kept pages by what was asked for; those that were not asked for longest go when there are too many."""

    def __init__(self, most: int = MOST_BYTES):
        self.most, self.bytes = most, 0
        self._pages: OrderedDict[tuple[object, ...], Kept] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[object, ...]) -> Kept | None:
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
            return self._pages.get(key)

    def put(self, key: tuple[object, ...], page: Kept) -> None:
        with self._lock:
            before = self._pages.pop(key, None)
            self.bytes += page.size - (before.size if before else 0)
            self._pages[key] = page
            while self.bytes > self.most:
                self.bytes -= self._pages.popitem(last=False)[1].size

    def clear(self) -> None:
        with self._lock:
            self._pages.clear()
            self.bytes = 0


SHELF = Shelf()


def whole_pages(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer strangers with kept pages, and keep what they are answered."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD") or _is_known(request):
            return _for_one_reader(get_response(request))
        path = request.get_full_path()
        key = (request.scheme, request.get_host(), path, wants_parts(request), get_language())
        found = SHELF.get(key)
        if found is not None and found.holds(timezone.now()):
            return found.answer(request)
        response = get_response(request)
        page = _kept(request, response) if request.method == "GET" and len(path) <= LONGEST_ADDRESS else None
        if page is None:
            return response
        SHELF.put(key, page)
        return page.answer(request)

    return middleware


def _is_known(request: HttpRequest) -> bool:
    """Whether the page may be for this reader alone: one who is signed in, or is told something once."""
    own = (settings.SESSION_COOKIE_NAME, "messages")
    return any(name in request.COOKIES for name in own) or "Authorization" in request.headers


def _for_one_reader(response: HttpResponse) -> HttpResponse:
    """The response, marked as nobody else's. A file that says itself how long it may be kept is left as it is."""
    if "Cache-Control" not in response.headers:
        patch_cache_control(response, private=True)
    return response


def _kept(request: HttpRequest, response: HttpResponse) -> Kept | None:
    """What to keep of a response; None for one that is not the same for all strangers, or of no game."""
    of = getattr(getattr(request, "_outlook", None), "present", None)
    if (
        of is None
        or holds_secret(request)
        or response.status_code != 200
        or response.streaming
        or response.cookies
        or len(response.content) > LONGEST_PAGE
        or any(word in response.headers.get("Cache-Control", "") for word in ("no-store", "private"))
    ):
        return None
    patch_vary_headers(response, ("Cookie", "Accept-Encoding"))
    headers = {name: value for name, value in response.items() if name.lower() not in _NOT_REPEATED}
    headers.setdefault("Cache-Control", "max-age=0, must-revalidate")
    tag = hashlib.sha256(response.content).hexdigest()[:32]
    packed = gzip.compress(response.content, 6) if len(response.content) >= WORTH_COMPRESSING else b""
    return Kept(headers, response.content, packed, tag, of, request.at)
