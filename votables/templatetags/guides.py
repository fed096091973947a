"""What the guides are written with: the rules of the law by links, its numbers in words, and the dynasty's words."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext as _

from blognomic.i18n.dynasty_words import said
from ruleset.law.model import Law, MatterKind
from ruleset.law.numbers_in_words import duration
from votables.changes import results_in_words
from votables.queries.matter_kinds import label_in_words

register = template.Library()
_TAG = re.compile(r"(<[^>]*>)")


class SpokenNode(template.Node):
    """Sentences of the site with links in them, in the words of the dynasty: what stands in tags stays."""

    def __init__(self, nodelist: template.NodeList):
        self.nodelist = nodelist

    def render(self, context: template.Context) -> SafeString:
        parts = _TAG.split(self.nodelist.render(context))
        return mark_safe("".join(part if part.startswith("<") else said(part) for part in parts))


@register.tag
def spoken(parser: template.base.Parser, token: template.base.Token) -> SpokenNode:
    """{% spoken %}<p>Every player…</p>{% endspoken %}: not for what people wrote, which keeps its words."""
    nodelist = parser.parse(("endspoken",))
    parser.delete_first_token()
    return SpokenNode(nodelist)


@register.simple_tag(takes_context=True)
def rule(context: template.Context, name: str) -> SafeString:
    """{% rule law.quorum.rule %}: the name of a rule as a link to it, or, where the ruleset has none of that name, to
    what the law says of it; nothing for no name."""
    if not name:
        return SafeString()
    key = context["rules"].get(name.casefold())
    url = reverse("ruleset:rule", args=[key]) if key else f"{reverse('ruleset:law')}#rule-{slugify(name)}"
    return format_html('<cite>(<a href="{}">{}</a>)</cite>', url, name)


@register.simple_tag
def say(message: str, **values: object) -> SafeString:
    """{% say _("<b>{name}</b> became emperor.") name=player.name %}: a sentence in the words of the dynasty, or in the
    reader's language, with values that are escaped and keep their own words."""
    return format_html(said(message), **values)


@register.filter
def kind_in_words(kind: MatterKind) -> str:
    """{{ law.kinds.cfj|kind_in_words }}: what the law calls a kind, the standard words in the reader's language."""
    return label_in_words(kind)


@register.filter
def kinds_named(law: Law, names: Collection[str]) -> str:
    """{{ law|kinds_named:stop.submit }}: the kinds of these names, in the law's order: "“Proposal”, “Declaration of
    Victory”"."""
    kinds = [kind for kind in law.kinds.values() if kind.name in names]
    return ", ".join(_("“{}”").format(kind_in_words(kind)) for kind in kinds)


@register.filter
def in_time(hours: int) -> str:
    """{{ law.roster.inactivity.hours|in_time }}: "7 days"."""
    return duration(int(hours))


@register.filter
def told_together(consequences: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """{% for consequence in resolution.consequences|told_together %}: what followed from it, each to be told once."""
    return results_in_words.told_together(consequences)
