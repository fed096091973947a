"""The feed of the chronicle: the weeks that are over."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from blognomic.i18n.dynasty_words import in_the_games_language
from players.atom import AtomFeed, plain
from players.present import Present
from votables.chronicle.kept_weeks import A_PAGE, Chapter, chapters, first_of, weeks_down_from
from votables.chronicle.weeks import Week, week_of


class ChronicleFeed(AtomFeed):
    """The last weeks that are over, newest first, each told whole, in the language of the game."""

    title = "BlogNomic: the chronicle"
    a_page = A_PAGE

    def answer(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with in_the_games_language():
            return super().answer(request, *args, **kwargs)

    def get_object(self, request: HttpRequest) -> Present | None:
        return request.present

    def link(self) -> str:
        return reverse("votables:chronicle")

    def rows(self, of: Present | None) -> list[Week]:
        first = first_of(of) if of else None
        if of is None or first is None:
            return []
        return list(weeks_down_from(week_of(of.at).before, first, self.page * A_PAGE + 1))

    def tell(self, rows: list[Week], of: Present | None) -> list[Chapter]:
        return chapters(of, rows) if of else []

    def item_key(self, item: Chapter) -> str:
        return f"week/{item.week.name}"

    def item_title(self, item: Chapter) -> str:
        return plain(f"{item.week.days}: {item.told.headline}")

    def item_text(self, item: Chapter) -> str:
        rows = (
            (one.title, format_html_join(" ", "{}", ((line,) for line in one.sentences)))
            for one in item.told.sections
        )
        return format_html_join("", "<h2>{}</h2><p>{}</p>", rows) or format_html(
            "<p>{}</p>", item.told.headline
        )

    def item_pubdate(self, item: Chapter) -> datetime:
        return item.week.end

    def item_link(self, item: Chapter) -> str:
        return reverse("votables:chronicle_week", args=[item.week.name])
