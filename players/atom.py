"""What all feeds have in common: Atom, absolute links, ids that stay, and answers to conditional requests."""

import copy
import re
from abc import ABC, abstractmethod
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.utils.cache import get_conditional_response, patch_cache_control, set_response_etag
from django.utils.feedgenerator import Atom1Feed
from django.utils.http import parse_http_date_safe

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.text.outside import is_key
from players.models import Game

ENTRIES = 40
MOST_PAGES = 10_000
PICTURE = re.compile(r"<svg\b[^>]*?(?:aria-label=\"([^\"<>]*)\")?[^>]*>.*?</svg>", re.DOTALL)
LABEL = re.compile(r'aria-label="([^"<>]*)"')
PATHS = re.compile(r'\b(href|src)="/(?!/)')
NO_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
SITE = "game"


def readable(html: str, *, base: str) -> str:
    """Stored HTML for a reader elsewhere: links with the site's address before them, pictures in words."""

    def in_words(picture: re.Match[str]) -> str:
        label = LABEL.search(picture[0])
        return f"[{label[1]}]" if label else ""

    return PATHS.sub(rf'\1="{base}/', PICTURE.sub(in_words, html))


def plain(text: str) -> str:
    """The text without characters that no XML may hold."""
    return NO_XML.sub("", text)


class SteadyAtom(Atom1Feed):
    """Atom in pages (RFC 5005), whose instant is that of the newest entry and, where there is none, that of the game's
    founding: it tells a reader whether anything is new, and so must not be another each time."""

    def add_root_elements(self, handler: Any) -> None:
        super().add_root_elements(handler)
        here = self.feed["feed_url"].partition("?")[0]
        for rel, page in self.feed["pages"]().items():
            handler.addQuickElement("link", "", {"rel": rel, "href": f"{here}{page}"})

    def latest_post_date(self) -> datetime:
        if self.items:
            return super().latest_post_date()
        founded = Game.objects.filter(pk=1).values_list("founded_at", flat=True).first()
        return founded or datetime(1970, 1, 1, tzinfo=UTC)


class AtomFeed(Feed, ABC):
    """A feed of rows, newest first, in English whoever reads it. It says `title`, all its `rows`, how to `tell` those
    of a page, and of an item its title, link, text, `item_key` (such as "post/12", the same for ever), author and
    instants.

    One request is answered by a copy of it, which knows `base`, the address of the site as the reader called it, and
    the `page` that was asked for (?page=2), the first without.
    """

    feed_type = SteadyAtom
    author_name = "BlogNomic"
    language = "en-GB"
    base = ""
    page = 1
    a_page = ENTRIES
    goes_on = False

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        mine = copy.copy(self)
        mine.base = request.build_absolute_uri("/").rstrip("/")
        number = request.GET.get("page", "1")
        if not is_key(number) or not 1 <= int(number) <= MOST_PAGES:
            raise Http404
        mine.page = int(number)
        return mine.answer(request, *args, **kwargs)

    def answer(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with in_the_games_language():
            response: HttpResponse = super().__call__(request, *args, **kwargs)
        set_response_etag(response)
        patch_cache_control(response, public=True, max_age=60)
        modified = parse_http_date_safe(response.get("Last-Modified", ""))
        return get_conditional_response(
            request, etag=response["ETag"], last_modified=modified, response=response
        )

    def link(self) -> str:
        return "/"

    @abstractmethod
    def rows(self, of: Any) -> Any:
        """All there is to tell, newest first: a queryset or a sequence. `of`: what the address names, None where it
        names nothing."""

    def tell(self, rows: list[Any], of: Any) -> list[Any]:
        """The rows of one page with what is told of each."""
        return rows

    def items(self, of: Any) -> list[Any]:
        first = (self.page - 1) * self.a_page
        rows = list(self.rows(of)[first : first + self.a_page + 1])
        if not rows and self.page > 1:
            raise Http404
        self.goes_on = len(rows) > self.a_page
        return self.tell(rows[: self.a_page], of)

    def feed_extra_kwargs(self, of: Any) -> dict[str, Any]:
        return {"pages": self._pages}

    def _pages(self) -> dict[str, str]:
        """The other pages, by what they are to this one; asked when its items are known."""
        pages = {"first": ""} if self.page > 1 or self.goes_on else {}
        if self.page > 1:
            pages["previous"] = f"?page={self.page - 1}" if self.page > 2 else ""
        if self.goes_on:
            pages["next"] = f"?page={self.page + 1}"
        return pages

    @abstractmethod
    def item_key(self, item: Any) -> str:
        """What tells the item from all others of the site, as long as there is one."""

    def item_guid(self, item: Any) -> str:
        """A tag: URI (RFC 4151), which stays when the site's address or scheme changes its form."""
        host = urlsplit(settings.SITE_URL).hostname or "localhost"
        return f"tag:{host},2026:{self.item_key(item)}"

    item_guid_is_permalink = False

    def item_text(self, item: Any) -> str:
        return ""

    def item_description(self, item: Any) -> str:
        return plain(readable(self.item_text(item), base=self.base))

    def item_pubdate(self, item: Any) -> datetime:
        return item.at

    def item_updateddate(self, item: Any) -> datetime:
        return self.item_pubdate(item)

    def item_link(self, item: Any) -> str:
        return item.get_absolute_url()

    def item_author_name(self, item: Any) -> str:
        return plain(str(getattr(item, "by", None) or "BlogNomic"))
