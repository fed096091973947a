"""The pages that are gamestate: as they stand, as they stood, and every version."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from blognomic.text.outside import is_key
from blognomic.web.errors import RuleBroken
from gamestate.models import Entry, Page
from gamestate.rendering import render
from gamestate.values.errors import ValueRefused
from gamestate.values.steps import read_step


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a page, or its removal (`is_there` False). `number` counts from 1."""

    entry: Entry
    number: int
    title: str
    text: str
    is_there: bool

    @property
    def key(self) -> int:
        return self.entry.pk


def live_pages() -> QuerySet[Page]:
    """The pages of the game by title, with the update that last changed each."""
    return (
        Page.objects.live().select_related("last", "last__update", "last__update__by").order_by("title", "pk")
    )


def retired_pages() -> QuerySet[Page]:
    """The pages that were removed, the last first."""
    return Page.objects.filter(retired_at__isnull=False).order_by("-retired_at", "-pk")


def pages_then(at: datetime) -> list[Version]:
    """The pages that there were at `at` (UTC), as they stood, by title. One query."""
    last = Entry.objects.filter(about=Entry.About.PAGE, at__lte=at, page=OuterRef("page")).order_by("-pk")
    entries = Entry.objects.filter(pk=Subquery(last.values("pk")[:1]), new__isnull=False)
    rows = entries.select_related("page", "update", "update__by")
    versions = [_version(entry, 0) for entry in rows]
    return sorted(versions, key=lambda each: (each.title.casefold(), each.key))


def page_called(key: str) -> Page | None:
    """The page of that key: the one there is, or else the last that was removed. A key in digits is that of a row. One
    query."""
    pages = Page.objects.select_related("last", "last__update", "last__update__by", "dynasty")
    if key.isdecimal():
        return pages.filter(pk=int(key)).first() if is_key(key) else None
    namesakes = list(pages.filter(key=key).order_by("-retired_at", "-pk"))
    return next((page for page in namesakes if page.retired_at is None), namesakes[0] if namesakes else None)


def page_asked_for(key: str, at: datetime | None = None) -> Page:
    """The page of that key, with whether it is there (`is_there`): now or as it stood at an instant (UTC), then not to
    be saved. Two queries at most. Raises RuleBroken (404) for one that is not, or was not then."""
    page = page_called(key)
    if page is None:
        raise RuleBroken(_("There is no such page."), status=404)
    page.is_there = page.retired_at is None
    if at is None:
        return page
    then = version_at(page, at)
    if then is None:
        raise RuleBroken(_("There was no such page then."), status=404)
    page.title, page.text, page.is_there, page.last = then.title, then.text, then.is_there, then.entry
    page.html = render(then.text, prefix=f"g{page.pk}", at=then.entry.at) if then.text else ""
    return page


def rewritten(key: str, title: str, text: str, *, seen: int | None) -> dict[str, Any]:
    """The step that makes the page of that key, or writes it anew, and the last entry that its author saw (None: there
    was none), as an update takes them. One query. Raises RuleBroken (400) for what is no page, and (409) where the one
    that they saw was removed."""
    try:
        step = read_step(
            {"do": "page", "path": key, "name": title, "to": text.replace("\r\n", "\n").rstrip()}
        )
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, status=400) from None
    page = page_called(key)
    if page is None or page.retired_at is not None and not seen:
        return {"steps": [step], "seen": {}}
    check_stands(page)
    return {"steps": [step], "seen": {f"page/{page.pk}": seen or None}}


def check_stands(page: Page) -> None:
    """Raise RuleBroken (409) for a page that was removed, which nobody edits."""
    if page.retired_at is not None:
        raise RuleBroken(_("This page was removed. To get it back, undo that in its history."), status=409)


def versions_of(page: Page) -> list[Version]:
    """Every version of a page, the first one first. One query."""
    return [_version(entry, number) for number, entry in enumerate(_entries_of(page), start=1)]


def version_numbered(page: Page, number: int) -> Version | None:
    """The version of that number, None where there is none. One query, or none for a number below 1."""
    entry = _entries_of(page)[number - 1 : number].first() if number > 0 else None
    return _version(entry, number) if entry else None


def version_at(page: Page, at: datetime) -> Version | None:
    """The version that stood at `at` (UTC), None before the page was made. One query."""
    entry = _entries_of(page).filter(at__lte=at).order_by("-pk").first()
    return _version(entry, 0) if entry else None


def _entries_of(page: Page) -> QuerySet[Entry]:
    entries = Entry.objects.filter(page=page, about=Entry.About.PAGE)
    return entries.select_related("update", "update__by").order_by("pk")


def _version(entry: Entry, number: int) -> Version:
    content = entry.new or {"title": (entry.old or {}).get("title", ""), "text": ""}
    return Version(entry, number, content["title"], content["text"], entry.new is not None)
