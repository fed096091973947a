"""What is new to the reader, marked where they read it: outside of what is kept for all, and without a query of its own
but for the latest comments, which all readers share."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from votables.threads import CommentRow
from votables.visits.marks import Fresh, fresh_of

register = template.Library()
NOTHING = SafeString()
NEW = SafeString(' <span class="new-mark">new</span>')
DIVIDER = '<li class="new-from">New since your last visit</li>'


@register.simple_tag(takes_context=True)
def new_mark(context: template.Context, post: Any) -> SafeString:
    """{% new_mark post %}: that somebody else posted it, or made it a matter, since the reader's last visit."""
    frame = context["frame"]
    since = frame.new_since
    if since is None or post.author_id == frame.player.pk or (post.matter_since or post.posted_at) <= since:
        return NOTHING
    return NEW


@register.simple_tag(takes_context=True)
def new_comments(context: template.Context, post: Any) -> SafeString:
    """{% new_comments post %}: how many comments others wrote since the reader's last visit; leads to the first."""
    frame = context["frame"]
    new = frame.unread_comments.get(post.pk) if frame.new_since else None
    if not new:
        return NOTHING
    url = f"{post.get_absolute_url()}#comment-{new[0].pk}"
    return format_html(' <a class="new-mark" href="{}">{} new</a>', url, len(new))


@register.simple_tag(takes_context=True)
def fresh(context: template.Context, rows: Sequence[CommentRow]) -> Fresh | None:
    """{% fresh rows as new %}: the comments of a thread that are new to the reader: .number, .first (a key)."""
    frame = context["frame"]
    return fresh_of(rows, since=frame.new_since, but=frame.player.pk) if frame.new_since else None


@register.filter
def from_here(html: SafeString, new: Fresh | None) -> SafeString:
    """{% filter from_here:new %}…{% endfilter %}: kept comments, with a line above the first that is new."""
    if new is None or new.is_all:
        return html
    first = f'<li class="comment" id="comment-{new.first}"'
    return SafeString(html.replace(first, f"{DIVIDER}{first}", 1))
