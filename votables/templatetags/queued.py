"""The pending matters beside every page, made anew with each vote: no template is gone through for each."""

from collections.abc import Iterable

from django import template
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from blognomic.display import badge_html
from blognomic.web.addresses import address_of
from votables.queries.pending import Case

from .own import own_marks

register = template.Library()


@register.simple_tag(takes_context=True)
def queued(context: template.Context, cases: Iterable[Case]) -> SafeString:
    """{% queued frame.queue %}: some of the pending matters, in order, to stand in <ol class="queue">."""
    tally = escape(_("tally"))
    return SafeString(
        "\n".join(
            f'<li><a class="queue-title" href="{address_of("votables:post", case.post.pk)}">'
            f"{escape(case.post.title)}</a>"
            f' <span class="queue-meta">{badge_html("state", case.state, case.state_label)}'
            f' <span class="queue-tally"><span class="unseen">{tally}</span> {conditional_escape(case.tally)}</span>'
            f" <span>{escape(case.post.author.name)}</span> {own_marks(context, case.post)}</span></li>"
            for case in cases
        )
    )
