"""What is new to the reader, marked where they read it: outside of what is kept for all, and without a query of its own
but for the latest comments, which all readers share."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.core.paginator import Page
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from votables.queries.comments import CommentRow
from votables.visits.marks import Fresh, Marks, fresh_of

register = template.Library()
UNMARKED = Marks()


@register.simple_tag(takes_context=True)
def marks_on(context: template.Context, post: Any, comments: bool = True) -> Marks:
    """{% marks_on post as mine %}: .needs_vote, .is_new, .comments and .first, .sign. A list keeps each post by its
    sign, so that readers for whom it looks the same share it. `comments`: whether new ones are told there."""
    frame = context["frame"]
    if frame.player is None:
        return UNMARKED
    since = frame.new_since
    new = frame.unread_comments.get(post.pk, ()) if since and comments else ()
    return Marks(
        needs_vote=post.pk in frame.needs_vote,
        is_new=bool(
            since and post.author_id != frame.player.pk and (post.matter_since or post.posted_at) > since
        ),
        comments=len(new),
        first=new[0].pk if new else 0,
    )


@dataclass(frozen=True, slots=True)
class MarksOfMany:
    """What posts in a list have for a reader alone, by their keys."""

    by_post: Mapping[int, Marks]

    @property
    def waiting(self) -> int:
        """How many of them wait for the reader's vote."""
        return sum(mark.needs_vote for mark in self.by_post.values())

    @property
    def sign(self) -> str:
        """The same for all readers for whom they look the same, as long as these are the posts."""
        return ",".join(mark.sign for mark in self.by_post.values())


@register.simple_tag(takes_context=True)
def marks_of_queue(context: template.Context) -> MarksOfMany:
    """{% marks_of_queue as of_queue %}: what a part that shows the queue is kept by: .sign, and .waiting."""
    frame = context.get("frame")
    if frame is None or frame.player is None:
        return MarksOfMany({})
    return MarksOfMany({case.post.pk: marks_on(context, case.post, comments=False) for case in frame.queue})


@register.simple_tag(takes_context=True)
def marks_of(context: template.Context, posts: Iterable[Any]) -> MarksOfMany:
    """{% marks_of page.posts as new_marks %}: the same for a list of posts, with their new comments."""
    frame = context.get("frame")
    if frame is None or frame.player is None:
        return MarksOfMany({})
    return MarksOfMany({post.pk: marks_on(context, post) for post in posts})


@register.simple_tag
def mark_in(marks: MarksOfMany, post: Any) -> Marks:
    """{% mark_in of_queue item.post as mine %}"""
    return marks.by_post.get(post.pk, UNMARKED)


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
