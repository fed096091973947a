"""What a search found: a page has forty of them, so no template is gone through for each."""

from collections.abc import Iterable

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from blognomic.display import badge_html, day_html, marked_html, picture, player_html
from blognomic.web.addresses import address_of
from votables.models import Status
from votables.queries.search import Hit

register = template.Library()
SIGNS = {"comments": "speech", "rules": "book", "past": "history", "pages": "quill"}


@register.simple_tag
def found(hits: Iterable[Hit]) -> SafeString:
    """{% found finds.hits %}: what was found, to stand in <ol class="finds">."""
    kinds = {
        "comments": _("Comment on"),
        "rules": _("Current rule"),
        "past": _("Rule of the past"),
        "pages": _("Page of gamestate"),
    }
    labels = {kind: f"{picture(SIGNS[kind])} {escape(words)}" for kind, words in kinds.items()}
    return SafeString("\n".join([_hit(hit, labels) for hit in hits]))


def _hit(hit: Hit, labels: dict[str, str]) -> str:
    words = f'<p class="find-words isolated">{marked_html(hit.snippet)}</p>' if hit.snippet else ""
    by = f"{player_html(hit.by, address_of('players:profile', hit.by.pk))} · " if hit.by else ""
    return (
        f'<li><p class="kicker">{labels.get(hit.kind) or _post(hit)}</p>'
        f'<h2 class="find-title"><a href="{escape(_address(hit))}">{marked_html(hit.title)}</a></h2>'
        f'{words}<p class="find-foot quiet">{by}{_when(hit)}</p></li>'
    )


def _post(hit: Hit) -> str:
    """What kind of post it is and, of a matter, how it stands or came out."""
    post = hit.row
    kind = badge_html("category", post.category, str(post.get_category_display()))
    if not post.status:
        return kind
    if post.vetoed and post.status == Status.FAILED:
        state = badge_html("state", "vetoed")
    else:
        state = badge_html("status", post.status)
    tally = "" if post.is_pending else f' <span class="queue-tally nowrap">{escape(str(post.tally))}</span>'
    return f"{kind} {state}{tally}"


def _address(hit: Hit) -> str:
    if hit.link:
        return hit.link
    if hit.kind == "pages":
        return reverse("gamestate:page", args=[hit.row.key])
    address = address_of("ruleset:rule", hit.row.rule_id)
    return f"{address}?revision={hit.row.revision_id}" if hit.kind == "past" else address


def _when(hit: Hit) -> SafeString | str:
    day = day_html(hit.at, "SHORT_DATE_FORMAT")
    if hit.kind == "past":
        words = _("from %(begun)s to %(ended)s")
        return words % {"begun": day, "ended": day_html(hit.row.until.at, "SHORT_DATE_FORMAT")}
    return _("since %(day)s") % {"day": day} if hit.kind == "rules" else day
