"""What the site tells programs of itself: the map for search engines, what they should leave alone, its signs."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.sitemaps import Sitemap, views
from django.contrib.staticfiles import finders
from django.db.models import Max
from django.db.models.functions import Coalesce, Greatest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from players.models import Dynasty, Player
from ruleset.queries import placed_rules, revision_at
from votables.models import Post

PAGE = 1_000
# What is of no use to a search engine, or costs more than it tells.
LEAVE = (
    "/accounts/",
    "/dashboard/",
    "/drafts/",
    "/live/",
    "/jump.json",
    "/search/",
    "/preview/",
)
PLACES = (
    "home", "votables:queue", "votables:archive", "votables:charts", "votables:typed_posts", "players:roster",
    "players:dynasties", "ruleset:rules", "ruleset:law", "gamestate:values", "gamestate:pages", "feeds:list",
)  # fmt: skip


class Map(Sitemap):
    """A part of the map; what changed last is asked of the database, not of all its items."""

    limit = PAGE
    protocol = None

    def get_latest_lastmod(self) -> datetime | None:
        return None


class Posts(Map):
    """Every post. When one changed last: posted, edited or resolved."""

    def items(self) -> Any:
        changed = Greatest(
            "posted_at", Coalesce("edited_at", "posted_at"), Coalesce("resolved_at", "posted_at")
        )
        return Post.objects.visible().annotate(changed=changed).only("pk").order_by("pk")

    def lastmod(self, post: Post) -> datetime:
        return post.changed

    def get_latest_lastmod(self) -> datetime | None:
        return Post.objects.visible().aggregate(last=Max("posted_at"))["last"]


class RulesMap(Map):
    """The rules that stand at `at` (UTC)."""

    def __init__(self, at: datetime):
        self.at = at

    def items(self) -> list[int]:
        revision = revision_at(self.at)
        return sorted({one.row.rule_id for one in placed_rules(revision)}) if revision else []

    def location(self, rule: int) -> str:
        return reverse("ruleset:rule", args=[rule])


class Dynasties(Map):
    def items(self) -> Any:
        return Dynasty.objects.order_by("number")

    def location(self, dynasty: Dynasty) -> str:
        return reverse("players:dynasty", args=[dynasty.number])


class PeopleMap(Map):
    """Whoever has played."""

    def items(self) -> Any:
        return Player.objects.exclude(standing="guest").only("pk").order_by("pk")

    def location(self, player: Player) -> str:
        return reverse("players:profile", args=[player.pk])


class Places(Map):
    def items(self) -> Iterable[str]:
        return PLACES

    def location(self, name: str) -> str:
        return reverse(name)


def _maps(at: datetime) -> dict[str, Any]:
    return {
        "places": Places,
        "posts": Posts,
        "rules": RulesMap(at),
        "dynasties": Dynasties,
        "players": PeopleMap,
    }


@require_safe
def site_map(request: HttpRequest, section: str = "") -> HttpResponse:
    """The map of the site for search engines: which parts there are, or one of them, a page at a time."""
    if section:
        return views.sitemap(request, sitemaps=_maps(request.at), section=section)
    return views.index(request, sitemaps=_maps(request.at), sitemap_url_name="sitemap_section")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What programs that read the whole site should leave alone, and where its map is."""
    lines = [
        "User-agent: *",
        *(f"Disallow: {path}" for path in LEAVE),
        "",
        f"Sitemap: {settings.SITE_URL}/sitemap.xml",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Where to report a fault of safety, as RFC 9116 has it. It is good for half a year from the day it is read."""
    until = request.at.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=180)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en, de",
        f"Canonical: {settings.SITE_URL}{request.path}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The sign of the site, for browsers that ask for it by its old name."""
    return redirect(static("favicon-32.png"))


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """How the site is called and looks on the first screen of a phone."""
    icons = [
        {"src": static("favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
        {
            "src": static("favicon-512.png"),
            "sizes": "512x512",
            "type": "image/png",
            "purpose": "any maskable",
        },
    ]
    members = {
        "name": "BlogNomic",
        "short_name": "BlogNomic",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#f8f4ec",
        "theme_color": "#fffdf8",
        "icons": icons,
    }
    return JsonResponse(members, content_type="application/manifest+json")


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that a browser keeps of the site: it shows notices, and pages that were read, without a connection. It
    stands at the root, since it may speak for what is below it alone."""
    return HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")


@cache
def _worker() -> bytes:
    return Path(str(finders.find("js/worker.js"))).read_bytes()


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What a browser keeps to show where there is no connection."""
    return render(request, "offline.html")
