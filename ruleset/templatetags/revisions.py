"""Revisions in the history of the rules, of which a page shows dozens: so no template is gone through for each."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html import escape

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext

from blognomic.display import moment_html, player_html
from blognomic.web.addresses import address_of
from players.models import Player
from ruleset.models import Revision

register = template.Library()
Translate = Callable[[str], str]


@register.simple_tag
def credit(revision: Revision) -> SafeString:
    """{% credit revision %}: what it did, of which matter, and who did it."""
    return SafeString(_credit(revision, gettext))


def _credit(revision: Revision, _: Translate) -> str:
    credit = escape(capfirst(str(revision.get_kind_display())))
    doer = _named(revision.by) if revision.by else ""
    if doer and not revision.author:
        credit += " " + _("by %(doer)s") % {"doer": doer}
    if revision.why:
        why = escape(str(revision.why))
        link = escape(revision.link)
        matter = (
            f'<a class="isolated" href="{link}">{why}</a>' if link else f'<span class="isolated">{why}</span>'
        )
        credit += f": {matter}"
    if revision.author:
        writer = _named(revision.author)
        if doer and revision.by != revision.author:
            credit += " " + _("by %(writer)s, carried out by %(doer)s") % {"writer": writer, "doer": doer}
        else:
            credit += " " + _("by %(doer)s") % {"doer": writer}
    return credit


def _named(player: Player) -> SafeString:
    return player_html(player, address_of("players:profile", player.pk))


@register.simple_tag
def revision_rows(revisions: Iterable[Revision], may_undo: bool = False) -> SafeString:
    """<tbody>{% revision_rows page may_undo %}</tbody>: the revisions of a page of the history, the first two chosen to
    be compared. `may_undo`: the reader may undo what was done between votes."""
    _ = cache(gettext)  # what one says, others say too
    rows, earlier, later = list(revisions), _("from revision %(number)s"), _("to revision %(number)s")
    before = min(1, len(rows) - 1)
    made = []
    for place, one in enumerate(rows):
        choices = _choice("from", earlier, one, place == before) + _choice("to", later, one, place == 0)
        line = " ".join(_told(one, _, may_undo=may_undo))
        made.append(f"<tr>{choices}<td>{line}</td></tr>")
    return SafeString("\n".join(made))


def _choice(name: str, label: str, one: Revision, is_chosen: bool) -> str:
    words = label % {"number": one.pk}
    chosen = " checked" if is_chosen else ""
    return f'<td><input type="radio" name="{name}" value="{one.pk}" aria-label="{words}"{chosen}></td>'


def _told(one: Revision, _: Translate, *, may_undo: bool) -> Iterator[str]:
    """What is said of a revision in the history."""
    yield f'<a href="{_address(one.pk)}">{moment_html(one.at, None)}</a>'
    yield _credit(one, _)
    if one.undoes_id:
        undone = {"href": _address(one.undoes_id), "number": one.undoes_id}
        yield _('(undoes <a href="%(href)s">revision %(number)s</a>)') % undone
    undoings = one.undone_by.all()
    for undoing in undoings:
        link = {"href": _address(undoing.pk), "number": undoing.pk}
        yield _('(undone by <a href="%(href)s">revision %(number)s</a>)') % link
    if may_undo and not undoings and one.is_between_votes:
        words = _("undo")
        yield f'· <a href="{address_of("votables:undo", one.pk)}">{words}</a>'
    words = _("the rules then")
    yield f'· <a href="{reverse("ruleset:rules")}?revision={one.pk}">{words}</a>'


def _address(revision: int) -> str:
    return address_of("ruleset:revision", revision)
