"""Updates as the log shows them: a page has dozens, and a hundred changes of values, so no template is gone through for
each."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import cache
from html import escape

from django import template
from django.template.defaultfilters import truncatechars
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from blognomic.display import moment_html, picture, player_html
from blognomic.web.addresses import address_of
from gamestate.models import Taking
from gamestate.queries.log import EntryShown, UpdateShown

register = template.Library()
MOST_TYPED = 80
Translate = Callable[[str], str]


@register.simple_tag(takes_context=True)
def log_updates(
    context: template.Context, updates: Iterable[UpdateShown], choose: bool = False
) -> SafeString:
    """{% log_updates updates may_choose %}: updates in a log; `choose`: they can be chosen to be undone."""
    _ = cache(gettext)  # what one says, others say too
    at = context["frame"].at
    return SafeString("\n".join(_update(shown, _, at=at, choose=choose) for shown in updates))


@register.simple_tag(takes_context=True)
def log_update(context: template.Context, shown: UpdateShown) -> SafeString:
    """{% log_update shown %}: an update on its own page, which says its number already."""
    return SafeString(_update(shown, gettext, at=context["frame"].at, is_alone=True))


def _update(
    shown: UpdateShown, _: Translate, *, at: datetime, choose: bool = False, is_alone: bool = False
) -> str:
    update, entries = shown.update, ""
    if shown.entries:
        entries = f'<ul class="alterations">{"".join(_entry(entry, _) for entry in shown.entries)}</ul>'
    comment = f'<div class="prose update-comment">{update.html}</div>' if update.html else ""
    if update.note:
        comment += f'<p class="update-comment">{escape(str(update.note))}</p>'
    nothing = ""
    comment += _result(shown, _)
    if not (shown.entries or shown.hidden or comment or shown.takings):
        words = _("Nothing was changed.")
        nothing = f'<p class="quiet">{words}</p>'
    byline = " ".join(_byline(shown, _, at=at, choose=choose, is_alone=is_alone))
    parts = (comment, _rolls(shown), entries, _takings(shown, _), _rest(shown, _), nothing)
    return f'<article class="update" id="update-{update.pk}"><p class="byline">{byline}</p>{"".join(parts)}</article>'


def _byline(shown: UpdateShown, _: Translate, *, at: datetime, choose: bool, is_alone: bool) -> Iterator[str]:
    """What is said of an update in its first line."""
    update = shown.update
    if choose:
        words = _("Choose update %(number)s") % {"number": update.pk}
        box = f'<input type="checkbox" name="update" value="{update.pk}">'
        yield f'<label class="choose">{box}<span class="unseen">{words}</span></label>'
    by, instant = update.by, moment_html(update.at, at)
    who = player_html(by, address_of("players:profile", by.pk)) if by else _("the game")
    number = ""
    if not is_alone:
        words = _("Update %(number)s") % {"number": update.pk}
        number = f'<a class="update-number" href="{update.get_absolute_url()}">{words}</a>'
    kind = "" if update.kind == "change" else _badge(escape(str(update.get_kind_display())))
    yield f"{number}<span>{who}</span><span>{instant}</span>{kind}"
    if update.correction:
        yield _badge(_("correction"))
    if shown.open_disputes:
        yield _badge(picture("flag") + " " + _("disputed"), "pending")
    if shown.undone_by:
        yield _badge(picture("undo") + " " + _("undone, at least in part"), "against")


def _badge(html: str, tone: str = "plain") -> str:
    return f'<span class="badge tone-{tone}">{html}</span>'


def _rolls(shown: UpdateShown) -> str:
    if not shown.rolls:
        return ""
    die = picture("die")
    lines = "".join(
        f'<li>{die} <a href="{roll.get_absolute_url()}">{escape(roll.told)}</a></li>' for roll in shown.rolls
    )
    return f'<ul class="update-rolls">{lines}</ul>'


def _result(shown: UpdateShown, _: Translate) -> str:
    """What came of a move that not everybody sees, or that this is hidden."""
    lock = picture("lock")
    if shown.keeps_its_result:
        words = _("What came of it is hidden from you.")
        return f'<p class="quiet">{lock} {words}</p>'
    if shown.result is None:
        return ""
    result = shown.result
    of_kind = {"act": _("Not everybody knows of this."), "result": _("Not everybody sees what came of it.")}
    first = of_kind.get(shown.update.kept, _("Not everybody saw at first what came of it."))
    answers = "; ".join(f"{escape(each)}: {escape(text)}" for each, text in result.answers.items())
    die = picture("die")
    rolls = "".join(f"<li>{die} {escape(roll)}</li>" for roll in result.rolls)
    return (
        f'<p class="quiet">{lock} {first}</p>'
        + (f'<p class="update-comment isolated">{escape(result.comment)}</p>' if result.comment else "")
        + (f"<p>{answers}</p>" if answers else "")
        + (f'<ul class="update-rolls">{rolls}</ul>' if rolls else "")
    )


def _takings(shown: UpdateShown, _: Translate) -> str:
    """The limited actions that were taken with an update."""
    if not shown.takings:
        return ""

    def in_words(taking: Taking) -> str:
        action = escape(str(taking.action))
        if isinstance(taking.answers, dict) and taking.answers:
            answers = ", ".join(
                f"{escape(each)}: {escape(str(text))}" for each, text in taking.answers.items()
            )
            action = f"{action} ({answers})"
        return action + " " + _("(withdrawn)") if taking.withdrawn_at else action

    actions = ", ".join(map(in_words, shown.takings))
    if shown.entries or shown.hidden:
        before = _("Action:") if len(shown.takings) == 1 else _("Actions:")
        return f'<p class="quiet">{before} {actions}.</p>'
    before = _("Took")
    return f"<p>{picture('tick')} {before} {actions}.</p>"


def _rest(shown: UpdateShown, _: Translate) -> str:
    """What is not shown of an update, and what led to it."""
    update, parts = shown.update, []
    if shown.more:
        words = _("and %(number)s more") % {"number": shown.more}
        parts.append(f'<a href="{update.get_absolute_url()}">{words}</a>')
    if shown.hidden:
        parts.append(picture("lock") + " " + _("%(number)s hidden") % {"number": shown.hidden})
    if update.link:
        words = _("where this comes from")
        parts.append(f'<a href="{escape(update.link)}">{words}</a>')
    return f'<p class="quiet">{" · ".join(parts)}</p>' if parts else ""


def _entry(shown: EntryShown, _: Translate) -> str:
    """One change in the log."""
    entry = shown.entry
    parts = [_value(shown, _) if shown.is_value else _thing(shown, _)]
    if entry.note:
        parts.append(f'<span class="quiet">· {escape(str(entry.note))}</span>')
    if entry.refused:
        words = _("The tracker refuses this: %(why)s") % {"why": escape(str(entry.refused))}
        parts.append(f'<span class="value-disputed">{picture("flag")} {words}</span>')
    if shown.undone_by:
        named = [(address_of("gamestate:update", key), {"number": key}) for key in shown.undone_by]
        words, update = _("undone by"), _("update %(number)s")
        links = ", ".join(f'<a href="{address}">{update % number}</a>' for address, number in named)
        parts.append(f'<span class="quiet">· {words} {links}</span>')
    if shown.diff:
        parts.append(f'<div class="diff diff-prose">{shown.diff}</div>')
    undone = " alteration-undone" if shown.undone_by else ""
    return f'<li class="alteration{undone}">{" ".join(parts)}</li>'


def _value(shown: EntryShown, _: Translate) -> str:
    """How a value stood before and after."""
    entry, blank = shown.entry, _("blank")
    names = {
        "url_what": address_of("gamestate:variable", entry.variable_id),
        "what": escape(shown.what),
        "whose": escape(shown.whose),
    }
    if not shown.whose:
        what = '<a class="alteration-what" href="{url_what}">{what}</a>'.format_map(names)
    elif entry.player_id:
        names["url_whose"] = address_of("gamestate:player", entry.player_id)
        what = (
            _(
                '<a class="alteration-what" href="%(url_what)s">%(what)s</a> of '
                '<a class="player" href="%(url_whose)s">%(whose)s</a>'
            )
            % names
        )
    else:
        what = _('<a class="alteration-what" href="%(url_what)s">%(what)s</a> of %(whose)s') % names
    becomes = _("becomes")
    arrow = f'<span aria-hidden="true">→</span><span class="unseen">{becomes}</span>'
    old, new = (escape(value) if value else blank for value in (shown.old, shown.new))
    html = f'{what}: <span class="isolated">{old}</span> {arrow} <b class="isolated">{new}</b>'
    if entry.hidden:
        html += " " + picture("lock", _("not for everybody"))
    if entry.typed:
        typed = {"typed": escape(truncatechars(entry.typed, MOST_TYPED))}
        words = _("(written “<code>%(typed)s</code>”)") % typed
        html += f' <span class="quiet">{words}</span>'
    return html


def _thing(shown: EntryShown, _: Translate) -> str:
    """What became of something that is defined, or written."""
    entry, what = shown.entry, escape(shown.what)
    if entry.variable_id:
        what = f'<a href="{address_of("gamestate:variable", entry.variable_id)}">{what}</a>'
    elif entry.page_id:
        what = f'<a href="{reverse("gamestate:page", args=[entry.page.key])}">{what}</a>'
    html = f'<span class="alteration-what">{what}</span>: {escape(shown.whose)} {escape(shown.sentence)}'
    if entry.page_id:
        difference = f"{address_of('gamestate:page_difference', entry.page_id)}?to={entry.pk}"
        words = _("what changed")
        html += f' · <a href="{difference}">{words}</a>'
    return html
