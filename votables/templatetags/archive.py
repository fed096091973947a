"""The calendar and the posts of the archive: a page has hundreds of months and forty posts, so no template is gone
through for each."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from django import template
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from blognomic.display import badge_html, day_html, player_html
from blognomic.web.addresses import address_of
from votables.archive.counts import Year
from votables.models import Category, Post, Status
from votables.queries.vote_icons import mark_of

register = template.Library()


@register.simple_tag
def calendar(years: Iterable[Year], filters: Any, before_time: str, after_time: str) -> SafeString:
    """{% calendar archive.calendar filters before_time after_time %}: the rows of the calendar, in which each year and
    month that has posts is a link to them."""
    before, after = escape(f"?{before_time}year="), escape(after_time)
    return SafeString("\n".join([_year(year, filters, before, after) for year in years]))


def _year(year: Year, filters: Any, before: str, after: str) -> str:
    head: Any = year.year
    if year.number:
        posts = ngettext("%(number)s post", "%(number)s posts", year.number) % {"number": year.number}
        current = _CURRENT if filters.year == year.year and not filters.month else ""
        head = f'<a href="{before}{year.year}{after}"{current} title="{escape(posts)}">{year.year}</a>'
    here = filters.month if filters.year == year.year else None

    def link(month: int, number: int) -> str:
        current = _CURRENT if month == here else ""
        return (
            f'<a href="{before}{year.year}&amp;month={month}{after}"{current}>{number}</a>' if number else ""
        )

    cells = [f'<td class="shade-{cell.shade}">{link(cell.month, cell.number)}</td>' for cell in year.cells]
    return f'<tr><th scope="row">{head}</th>{"".join(cells)}</tr>'


_CURRENT = ' aria-current="true"'


@register.simple_tag
def listed(posts: Iterable[Post]) -> SafeString:
    """{% listed page.posts %}: the posts of a page, to stand in <ol class="listed">."""
    badge = cache(badge_html)  # most have one of a few
    return SafeString("\n".join([_listed(post, badge) for post in posts]))


def _listed(post: Post, badge: Callable[..., str]) -> str:
    title = f'<p class="listed-title"><a href="{post.get_absolute_url()}">{escape(post.title)}</a></p>'
    facts = " · ".join([*_beside(post), *_facts(post)])
    state = _state(post, badge)
    return f'<li>{title} <p class="listed-state">{state}</p> <p class="listed-facts">{facts}</p></li>'


def _state(post: Post, badge: Callable[..., str]) -> str:
    """How a matter stands or came out, and its tally once it is resolved; of another post what it is."""
    if not post.status:
        return badge("category", post.category, str(post.get_category_display()))
    vetoed = post.vetoed and post.status == Status.FAILED
    mark = badge("state", "vetoed") if vetoed else badge("status", post.status)
    return (
        mark
        if post.is_pending
        else f'{mark} <span class="queue-tally nowrap">{escape(str(post.tally))}</span>'
    )


def _beside(post: Post) -> list[str]:
    """The vote of whoever is asked for, and what kind of matter it is, where it is no proposal."""
    parts = []
    if vote := getattr(post, "vote", None):
        parts.append(mark_of(vote.cast, None).html() if vote.cast else escape(gettext("as author")))
    if post.status and post.category != Category.PROPOSAL:
        parts.append(conditional_escape(post.get_category_display()))
    return parts


def _facts(post: Post) -> list[str]:
    number = post.comment_count
    comments = ngettext("%(number)s comment", "%(number)s comments", number) % {"number": number}
    author = player_html(post.author, address_of("players:profile", post.author_id))
    return [author, day_html(post.posted_at, "SHORT_DATE_FORMAT"), escape(comments)]
