"""The comments beneath a post: a page has up to a hundred, so no template is gone through for each."""

from collections.abc import Callable, Iterable
from datetime import datetime
from html import escape
from typing import Any, NamedTuple

from django import template
from django.core.paginator import Page
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from blognomic.display import ignored_icons, office_marks, picture, player_html, time_in_thread
from blognomic.i18n.dynasty_words import said
from blognomic.web.addresses import address_of
from gamestate.models import Roll
from votables.queries.comments import CommentRow
from votables.queries.vote_icons import Legend, mark_of

from .news import place_of

register = template.Library()


class _Around(NamedTuple):
    """What all comments of a page have in common: the part of the thread that it is, the year of the post, who reigns,
    how votes look under the law by which they are weighed, how a roll is drawn, and what is said of many comments."""

    page: Page
    year: int
    emperor: int | None
    legend: Legend | None
    roll: Callable[[Roll], str]
    not_then: str
    copy: str


@register.simple_tag(takes_context=True)
def comments(
    context: template.Context, page: Page, legend: Any = None, *, since: int = 0, until: int | None = None
) -> SafeString:
    """{% comments page legend since=12 %}, {% comments page legend until=12 %}: the comments of a part of a thread,
    from one on or before it, to stand in <ol class="comments">."""
    frame, drawn = context["frame"], context.template.engine.get_template("gamestate/_roll.html")

    def roll(one: Roll) -> str:
        with context.push(roll=one):
            return drawn.render(context)

    not_then = _("not in the roster then")
    around = _Around(
        page,
        context["post"].posted_at.year,
        frame.emperor.pk if frame.emperor else None,
        legend or None,
        roll,
        f' <small class="quiet">{escape(not_then)}</small>',
        escape(_("this comment")),
    )
    rows = page.object_list[since:until]
    first = None if since or page.has_previous() else context["post"].posted_at
    above: list[datetime | None] = [first, *[row.comment.at for row in rows]]
    return SafeString(
        "\n".join([_comment(row, around, when) for row, when in zip(rows, above, strict=False)])
    )


def _comment(row: CommentRow, around: _Around, above: datetime | None) -> str:
    """A comment; `above` is when what stands above it was written, if it stands there."""
    comment = row.comment
    author = comment.author
    emperor, admin = office_marks(author, around.emperor)
    name = player_html(author, address_of("players:profile", author.pk), emperor=emperor, admin=admin)
    parts = [
        f'<li class="comment" id="comment-{comment.pk}"><div class="comment-head"><span class="comment-author">{name}',
        "" if comment.by_player else around.not_then,
        f'</span> <a class="comment-time" href="{escape(place_of(around.page, comment.pk))}"',
        f' data-copy="{around.copy}">{time_in_thread(comment.at, above, around.year)}</a>',
        _vote(row, around) if row.mark and not row.shows_itself else "",
        "</div>",
        "" if row.is_bare else f'<div class="prose">{comment.html}</div>',
    ]
    if row.rolls:
        rolls, label = "".join([f"<li>{around.roll(roll)}</li>" for roll in row.rolls]), _("Rolled")
        parts.append(f'<ul class="rolls" aria-label="{escape(label)}">{rolls}</ul>')
    if comment.ignored:
        parts += _ignored(ignored_icons(comment), around.legend)
    return "".join([*parts, "</li>"])


def _vote(row: CommentRow, around: _Around) -> str:
    """What the comment casts, and what became of it."""
    mark = mark_of(row.comment.cast, around.legend)
    cast = f"{mark.silent} {conditional_escape(mark.label)}"
    if row.is_bare:
        cast = f'{mark.silent}<span class="unseen"> {conditional_escape(mark.label)}</span>'
    if row.mark == "effective":
        return f' <span class="mark mark-effective tone-{mark.tone}">{cast}</span>'
    note = _("superseded") if row.superseded else said(row.note)
    why = f" <small>{conditional_escape(note)}</small>" if note else ""
    return f' <span class="mark mark-struck"><s>{cast}</s>{why}</span>'


def _ignored(icons: Iterable[tuple[str, Any]], legend: Legend | None) -> list[str]:
    """The voting icons that stayed text."""
    sentence, sign = _("%(icon)s stayed text: %(reason)s"), picture("info")
    sentences = [
        sentence
        % {"icon": conditional_escape(mark_of(icon, legend).label), "reason": conditional_escape(reason)}
        for icon, reason in icons
    ]
    return [f'<p class="ignored">{sign} {words}</p>' for words in sentences]
