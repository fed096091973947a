"""What is new to the reader, marked where they read it: outside of what is kept for all, and without a query of its own
but for the latest comments, which all readers share."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.core.paginator import Page
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from votables.queries.comments import CommentRow
from votables.visits.unread import Fresh, Marks, fresh_of

register = template.Library()
UNMARKED = Marks()


@register.simple_tag(takes_context=True)
def marks_on(context: template.Context, post: Any) -> Marks:
    """{% marks_on post as mine %}: .needs_vote, .is_new, .comments and .first."""
    frame = context["frame"]
    if frame.player is None:
        return UNMARKED
    since = frame.new_since
    new = frame.unread_comments.get(post.pk, ()) if since else ()
    return Marks(
        needs_vote=post.pk in frame.needs_vote,
        is_new=bool(
            since and post.author_id != frame.player.pk and (post.matter_since or post.posted_at) > since
        ),
        comments=len(new),
        first=new[0].pk if new else 0,
    )


@register.simple_tag(takes_context=True)
def fresh(context: template.Context, rows: Sequence[CommentRow]) -> Fresh | None:
    """{% fresh rows as new %}: the comments of a thread that are new to the reader: .number, .first (a key)."""
    frame = context["frame"]
    return fresh_of(rows, since=frame.new_since, but=frame.player.pk) if frame.new_since else None


@register.filter
def place_of(page: Page | None, comment: int) -> str:
    """{{ page|place_of:comment.pk }}: where the post's page shows a comment, from a page that shows some of them; its
    address where these are not all."""
    place = f"#comment-{comment}"
    return f"?comment={comment}{place}" if page and page.has_other_pages() else place


@register.filter
def from_here(html: SafeString, new: Fresh | None) -> SafeString:
    """{% filter from_here:new %}…{% endfilter %}: kept comments, with a line above the first that is new."""
    if new is None or new.is_all:
        return html
    first = f'<li class="comment" id="comment-{new.first}"'
    divider = format_html('<li class="new-from">{}</li>', _("New since your last visit"))
    return SafeString(html.replace(first, f"{divider}{first}", 1))
