"""Rules in their places, of which a page shows all: so no template is gone through for each."""

from collections.abc import Callable, Iterable
from functools import cache
from html import escape

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from blognomic.web.addresses import address_of
from ruleset.queries import PlacedRule
from ruleset.text.tree import Node

register = template.Library()
HEADINGS = ("h2", "h3", "h4", "h5")  # by how deep a rule stands


@register.simple_tag
def rule_contents(placed: Iterable[PlacedRule]) -> SafeString:
    """<ol>{% rule_contents placed %}</ol>: the lines of a table of contents."""
    return SafeString("".join(map(_line, placed)))


def _line(one: PlacedRule) -> str:
    number = f'<span class="rule-number">{one.number}</span>'
    link = f'<a class="isolated" href="#rule-{one.row.rule_id}">{number} {escape(one.node.name)}</a>'
    return f'<li class="toc-{one.depth}">{link}</li>'


@register.simple_tag
def rule_sections(placed: Iterable[PlacedRule], then: int | str | None = None) -> SafeString:
    """{% rule_sections placed then %}: rules with what they say. `then`: the key of the revision that is shown, where
    that is a past one."""
    _ = cache(gettext)  # what one says, others say too
    query = f"?revision={then}" if then else ""
    return SafeString("\n".join(_section(one, _, query) for one in placed))


def _section(one: PlacedRule, _: Callable[[str], str], query: str) -> str:
    row, node, key = one.row, one.node, one.row.rule_id
    name, title, status, inactive = node.name, row.title, "", ""
    if one.is_special_case:
        title, status = name, f" {_status(node, _)}"
        inactive = "" if node.is_active else " rule-inactive"
    heading = HEADINGS[min(one.depth, len(HEADINGS) - 1)]
    number = f'<span class="rule-number">{one.number}</span>'
    link = f'<a class="isolated" href="#rule-{key}">{number} {escape(title)}</a>'
    html = f'<div class="prose">{row.html}</div>' if row.html else ""
    return (
        f'<section class="rule rule-{one.depth}{inactive}" id="rule-{key}" data-depth="{one.depth}">'
        f"<{heading}>{link}{status} {_permalink(key, name, _, query)}</{heading}>{html}</section>"
    )


def _permalink(key: int, name: str, _: Callable[[str], str], query: str) -> str:
    title, words = escape(_("Permalink, history, citation")), escape(_("this rule"))
    label = _("%(name)s: permalink, history, citation") % {"name": escape(name)}
    address = f"{address_of('ruleset:rule', key)}{query}"
    attributes = f'class="permalink" href="{address}" title="{title}" data-copy="{words}"'
    return f'<a {attributes}>§<span class="unseen"> {label}</span></a>'


@register.simple_tag
def rule_status(node: Node) -> SafeString:
    """{% rule_status standing.node %}: whether a special case is active, and what it is by default."""
    return SafeString(_status(node, gettext))


def _status(node: Node, _: Callable[[str], str]) -> str:
    active, inactive = _("active"), _("inactive")
    badges = [_badge(active if node.is_active else inactive, "enacted" if node.is_active else "plain")]
    if node.is_rare:
        badges.append(_badge(_("rare")))
    if node.is_active != node.default_is_active:
        usual = active if node.default_is_active else inactive
        badges.append(_badge(_("by default %(state)s") % {"state": usual}))
    return " ".join(badges)


def _badge(words: str, tone: str = "plain") -> str:
    return f'<small class="badge tone-{tone}">{escape(words)}</small>'
