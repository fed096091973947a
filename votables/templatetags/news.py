"""What is new to the reader, marked where they read it: outside of what is kept for all, and without a query of its own
but for the latest comments, which all readers share."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django import template
from django.core.paginator import Page
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from blognomic.display import picture
from blognomic.text.outside import is_key
from blognomic.web.addresses import address_named
from votables.models import Post
from votables.queries.comments import CommentRow
from votables.visits.in_short import NewsLine
from votables.visits.unread import Fresh, Marks, earlier, fresh_of

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
def fresh(context: template.Context, rows: Sequence[CommentRow], post: Post) -> Fresh | None:
    """{% fresh rows post as new %}: the comments of a thread that are new to the reader: .number, .first (a key); None
    where there are none, and where the post itself is new."""
    frame = context["frame"]
    if frame.new_since and post.posted_at > frame.new_since:
        return None
    return fresh_of(rows, since=frame.new_since, but=frame.player.pk) if frame.new_since else None


@register.filter
def place_of(page: Page | None, comment: int) -> str:
    """{{ page|place_of:comment.pk }}: where the post's page shows a comment, from a page that shows some of them; its
    address where these are not all."""
    place = f"#comment-{comment}"
    return f"?comment={comment}{place}" if page and page.has_other_pages() else place


@register.simple_tag(takes_context=True)
def folded(context: template.Context, page: Page, new: Fresh | None) -> int:
    """{% folded page new as earlier %}: how many comments of a long thread are folded."""
    request = context.get("request")
    sought = request.GET.get("comment", "") if request is not None else ""
    return earlier(page.object_list, new=new, sought=int(sought) if is_key(sought) else 0)


@register.filter
def from_here(html: SafeString, new: Fresh | None) -> SafeString:
    """{% filter from_here:new %}…{% endfilter %}: kept comments, those that are new marked, with a line above the
    first."""
    if new is None:
        return html
    keys, word = frozenset(map(str, new.keys)), format_html('<span class="unseen">{}</span>', _("new"))

    def mark(comment: re.Match[str]) -> str:
        if comment[1] not in keys:
            return comment[0]
        return f'<li class="comment comment-new" id="comment-{comment[1]}">{word}'

    before, first, after = html.partition(f'<li class="comment" id="comment-{new.first}">')
    if not first:  # it is in another part of the thread
        return SafeString(_COMMENT.sub(mark, html))
    words = _("New since your last visit")
    divider = "" if new.is_all else format_html('<li class="new-from">{}</li>', words)
    return SafeString(before + divider + _COMMENT.sub(mark, first + after))


_COMMENT = re.compile(r'<li class="comment" id="comment-(\d+)">')


@register.simple_tag
def news_lines(lines: Iterable[NewsLine]) -> SafeString:
    """{% news_lines frame.lately.lines %}: what happened, to stand in a list: no template is gone through for each."""
    more, since = escape(_("{number} more")), address_named("votables:since")
    items = []
    for line in lines:
        links = [
            f'<a href="{escape(address)}"><bdi>{escape(title)}</bdi></a>{f" {escape(words)}" if words else ""}'
            for title, address, words in line.links
        ]
        if line.rest:
            links.append(f'<a href="{since}#{line.place}">{more.format(number=line.rest)}</a>')
        items.append(f"<li>{picture(line.sign)} <span>{', '.join(links)}</span></li>")
    return SafeString("".join(items))
