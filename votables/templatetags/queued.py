"""The pending matters beside every page, made anew with each vote: no template is gone through for each."""

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from blognomic.display import badge_html
from blognomic.text.prose import summary
from blognomic.web.addresses import address_of
from votables.models import Post
from votables.queries.pending import Case

from .own import own_marks

register = template.Library()
LINE = 90  # characters that say what a matter does


@register.simple_tag(takes_context=True)
def queued(context: template.Context, cases: Iterable[Case], *, lines: bool = False) -> SafeString:
    """{% queued frame.queue %}: some of the pending matters, in order, to stand in <ol class="queue">; with `lines`,
    each with one on what it does, and without its author."""
    tally = escape(_("tally"))
    return SafeString(
        "\n".join(
            f'<li><a class="queue-title" href="{address_of("votables:post", case.post.pk)}">'
            f"<bdi>{escape(case.post.title)}</bdi></a>"
            f"{_line(case) if lines else ''}"
            f' <span class="queue-meta">{badge_html("state", case.state, case.state_label)}'
            f' <span class="queue-tally"><span class="unseen">{tally}</span> {conditional_escape(case.tally)}</span>'
            f"{'' if lines else f' <span>{escape(case.post.author.name)}</span>'}"
            f" {own_marks(context, case.post)}</span></li>"
            for case in cases
        )
    )


def _line(case: Case) -> str:
    return f' <span class="queue-line isolated">{escape(line_on(case.post))}</span>'


@register.filter
def line_on(post: Post, length: int = LINE) -> str:
    """{{ case.post|line_on }}, {{ post|line_on:200 }}: how a text begins, in plain words: what a matter does."""
    return _beginning(post.body_html, length)


_beginning = lru_cache(maxsize=200)(summary)
