"""Attaching changes to a draft or to one's own pending matter, and looking at what they do."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any
from zlib import crc32

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from blognomic.i18n.dynasty_words import said, said_lazy
from blognomic.text.outside import is_key
from blognomic.web.errors import NeedsConfirmation, RuleBroken, Stale
from ruleset.queries import LawInForce, law_at, placed_now, ruleset_now
from votables.changes.apply import ChangesOutcome
from votables.changes.change import check_kinds, read_change, stored_changes, without
from votables.changes.in_english import called_things, reading_of
from votables.changes.in_text import SaidOtherwise, check_agreement
from votables.changes.law_prospects import check_prospects, prospects
from votables.changes.marks import MarkedText, known_marks, marked_text, marks_between
from votables.changes.outcome import name_of_unnamed, outcome_of_changes, submitted_at
from votables.changes.preview import ShownEffect, missing_tags, shown_effects, verdict_changes
from votables.changes.registry import KINDS, kind_offering
from votables.changes.remarks import remarks
from votables.changes.rule_places import rule_places
from votables.forms.changes import ChangeForm, typed
from votables.models import TAG, Draft, Post
from votables.permissions import refuse_unless
from votables.queries.finding import find_post
from votables.queries.judge_facts import laws_known
from votables.queries.matter_kinds import carries
from votables.services import posting
from votables.views.asking_once import FIELD
from votables.views.attaching import ChangeWriting

Holder = Draft | Post


def groups() -> dict[str, dict[str, str]]:
    """What can be done by a change, as people choose from it: by group, each by the name of its form."""
    by_group: dict[str, dict[str, str]] = {}
    for kind in KINDS:
        names = {choice: said_lazy(name) for choice, name in kind.choices.items()}
        by_group.setdefault(str(kind.group), {}).update(names)
    return by_group


def _holder(request: HttpRequest, draft_pk: int | None, pk: int | None) -> Holder:
    """The draft or post whose changes are worked on. Raises RuleBroken when the law no longer lets its author edit."""
    if draft_pk is not None:
        return get_object_or_404(Draft, pk=draft_pk, author=request.user)
    assert pk is not None, "an address names the draft or the post"
    post = find_post(pk)
    in_force = _in_force(request)
    if in_force is None:
        raise RuleBroken(_("No game has been founded on this site yet."), status=409)
    law = in_force.law
    ask = {"law": law, "at": request.at, "by": request.user.name}
    refuse_unless(posting.law_of_posts.may_edit(posting.facts_for_editing(post), **ask))
    if not post.is_pending or not carries(law, post.category):
        raise RuleBroken(_("Only a pending proposal or call for judgement carries changes."), status=400)
    return post


def _in_force(request: HttpRequest) -> LawInForce | None:
    """The law in force, which the page's frame has looked up for all."""
    return next(iter(laws_known(request.at, request.present)), None)


def _save(request: HttpRequest, holder: Holder, changes: list[dict[str, object]], seen: int) -> None:
    """Keep the changes on their draft, or as another version of the post. `seen` is what `_version` said when the
    author looked: raises Stale when it says something else by now."""
    if isinstance(holder, Draft):
        if seen != _version(holder):
            raise Stale(_("The changes of this draft are no longer those you saw. Nothing was saved."))
        in_force = law_at(request.at)
        carried = posting.read_changes(changes)
        if in_force is not None and carries(in_force.law, holder.category):
            check_kinds(carried, kind=holder.category, law=in_force.law)
        texts = {"title": holder.title, "body": holder.body, "commentary": holder.commentary}
        posting.save_draft(by=request.user, at=request.at, draft=holder, changes=changes, **texts)
        return
    declared = set(holder.amends) - posting.touched_by(stored_changes(holder.changes), request.at)
    posting.edit(
        post=holder,
        seen=seen,
        by=request.user,
        at=request.at,
        title=holder.title,
        body=holder.body,
        commentary=holder.commentary,
        amends=sorted(declared),
        changes_nothing=holder.changes_nothing,
        changes=changes,
    )


def _address(holder: Holder) -> str:
    if isinstance(holder, Draft):
        return reverse("votables:draft_changes", args=[holder.pk])
    return reverse("votables:post_changes", args=[holder.pk])


def _version(holder: Holder) -> int:
    """What changes whenever the holder's changes do: the version of a post, a checksum for a draft."""
    if isinstance(holder, Post):
        return holder.version
    return crc32(json.dumps(holder.changes, sort_keys=True).encode())


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def changes(request: HttpRequest, draft_pk: int | None = None, pk: int | None = None) -> HttpResponse:
    """The changes of a draft or post, each with what it does; take one away, begin another, or have them read from its
    text."""
    holder, reading = _holder(request, draft_pk, pk), None
    if request.method == "POST":
        if "read" in request.POST:
            reading = _read_from_text(request, holder)
            done = _("Read from the text. Here is what it does.")
        else:
            _take_away(request, holder)
            done = _("Removed.")
        if reading is None:
            messages.success(request, done)
            return redirect(_address(holder))
    outcome = _outcome(request, holder)
    docket = request.frame.docket_or_none
    is_post = isinstance(holder, Post)
    context = {
        "holder": holder,
        "is_draft": not is_post,
        "misplaced": bool(holder.changes) and docket is not None and not carries(docket.law, holder.category),
        "effects": _marked(request, holder, shown_effects(outcome)),
        "missing_tags": missing_tags(TAG.findall(holder.title), outcome, docket.in_force if docket else None),
        "remarks": remarks(outcome, docket.in_force if docket else None),
        "verdict_changes": verdict_changes(outcome, docket, besides=holder if is_post else None)
        if docket
        else [],
        "law": prospects(outcome, docket) if docket else None,
        "reading": reading,
        "seen": _version(holder),
        "here": _address(holder),
        "rules": placed_now(request.at, request.present),
        "groups": [(label, group.items()) for label, group in groups().items()],
    }
    return render(request, "votables/changes.html", context, status=200 if reading is None else 409)


def _outcome(
    request: HttpRequest, holder: Holder, stored: Sequence[Mapping[str, object]] | None = None
) -> ChangesOutcome:
    """What the changes that the holder has so far would do now, or others in their place."""
    return outcome_of_changes(
        stored_changes(holder.changes if stored is None else stored),
        at=request.at,
        unnamed=posting.subject_of(holder.title),
        kind=holder.category,
        submitted=submitted_at(holder) if isinstance(holder, Post) else None,
    )


def _marked(request: HttpRequest, holder: Holder, effects: list[ShownEffect]) -> list[ShownEffect]:
    """The effects, each with the sentence of the text that says it, or as one that none says."""
    if isinstance(holder, Post):
        marks = known_marks(holder, request.present)
    else:
        marks = marks_between(holder.body, "", holder.changes, at=request.at) if holder.changes else None
    return marks.on(effects) if marks else effects


def _take_away(request: HttpRequest, holder: Holder) -> None:
    """Take one change away: `remove` is its place, `seen` what `_version` said when the page was made."""
    place, seen = (_whole(request.POST.get(name, "")) for name in ("remove", "seen"))
    if place is None or seen is None or place >= len(holder.changes):
        raise RuleBroken(_("There is no such change."), status=400)
    _save(request, holder, without(holder.changes, place), seen)


def _read_from_text(request: HttpRequest, holder: Holder) -> MarkedText | None:
    """Put the changes that the text makes in place of those that the holder has. Where something must be asked about
    the text, or it makes none, nothing is saved, and the answer is how it reads. `seen` is as for `_take_away`."""
    things = called_things(at=request.at)
    reading = reading_of(holder.body, things)
    if not reading.changes:
        return marked_text(reading, things)
    seen = _whole(request.POST.get("seen", ""))
    _save(request, holder, [one.as_json() for one in reading.changes], -1 if seen is None else seen)
    return None


def _whole(text: str) -> int | None:
    return int(text) if is_key(text) else None


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def add_change(request: HttpRequest, draft_pk: int | None = None, pk: int | None = None) -> HttpResponse:
    """Write one change: which rule, and what it shall say; or which number of the law, and what it shall be. With
    `instead`, the place of a change that the holder has, that one is written anew."""
    holder = _holder(request, draft_pk, pk)
    place = _place_asked_for(request, holder)
    old = holder.changes[place] if place < len(holder.changes) else None
    asked_for = request.POST.get("op") or request.GET.get("op", "")
    op = stored_changes([old])[0].choice if old else asked_for
    kind = kind_offering(op)
    if kind is None:
        raise RuleBroken(_("No such kind of change."), status=400)
    if op in kind.beside_text:
        return redirect(_way_to_words(holder, old or {"rule": request.GET.get("rule", "")}))

    def save(change: dict[str, object], seen: int) -> None:
        stored = [*holder.changes[:place], change, *holder.changes[place + 1 :]]
        if FIELD not in request.POST:
            _check_agreement(holder, stored, request.at)
        _save(request, holder, stored, seen)

    writing = ChangeWriting(
        request=request,
        op=op,
        name=said_lazy(kind.choices[op]),
        holder=holder,
        seen=_version(holder),
        back=_address(holder),
        save=save,
        outcome=partial(_outcome, request, holder, holder.changes[:place]),
        place=place,
        old=old,
    )
    return kind.write(writing) or _add_in_shared_form(writing)


def _check_agreement(holder: Holder, changes: list[dict[str, object]], at: datetime) -> None:
    """Raise NeedsConfirmation where a change does something else than the text says, into which its sentence goes."""
    try:
        check_agreement(holder.body, changes, at=at, so_far=holder.changes)
    except SaidOtherwise as otherwise:
        sentence = _(
            "The text does something else to {what}. Change the text first, or send this once more: its sentence then "
            "comes after what the text says, and both are carried out."
        )
        raise NeedsConfirmation(sentence.format(what=otherwise.what), rule="") from None


def _add_in_shared_form(writing: ChangeWriting) -> HttpResponse:
    """The form of the kinds that have none of their own, and beside it the short one that its kind may have."""
    request, old, op = writing.request, writing.old, writing.op
    kind, holder = kind_offering(op), writing.holder
    assert kind is not None, "the form is for a kind that there is"
    (revision, placed), in_force = ruleset_now(request.at, request.present), _in_force(request)
    law = in_force.law.text if in_force else ""
    base = kind.newest(revision, in_force)
    about = {name: request.GET.get(name, "") for name in ("rule", "update", "number")}
    initial = {"op": op, "seen": writing.seen, "base": base, **about}
    options: dict[str, Any] = {"op": op, "rules": placed, "law": law}
    if "frequency" in kind.fields[op] and in_force is not None:
        options["frequencies"] = in_force.law.actions
    if "parent" in kind.fields[op]:
        subject = posting.subject_of(holder.title)
        options["places"] = rule_places(writing.outcome())
        options["unnamed"] = name_of_unnamed(in_force.law if in_force else None, subject)
    if old:
        initial |= typed(old)
    form, figure = ChangeForm(initial=initial, **options), kind.short_form(None, law=law, initial=initial)
    is_short = figure is not None and figure.marker in request.POST
    if writing.data is None:
        if "rule" in form.fields and form["rule"].is_hidden and form.chosen is None:
            raise RuleBroken(_("Choose a rule."), status=400)
    elif is_short:
        figure = kind.short_form(writing.data, law=law, initial={})
    else:
        form = ChangeForm(writing.data, **options)

    def change_sent() -> dict[str, object]:
        change = figure.as_change() if is_short else form.as_change(old.get("base") if old else None)
        _point_out(request, holder, change, writing.place)
        return change

    return writing.answer(
        "votables/add_change.html",
        figure if is_short else form,
        change_sent,
        form=form,
        figure=figure if law and not old else None,
    )


def _way_to_words(holder: Holder, change: Mapping[str, Any]) -> str:
    """Where the words of a rule are edited, beside the text of their draft or matter."""
    name = "votables:draft" if isinstance(holder, Draft) else "votables:edit"
    rule = "" if change.get("when") else str(change["rule"])
    return f"{reverse(name, args=[holder.pk])}{f'?rule={rule}#rule-editor-title' if is_key(rule) else ''}"


def _place_asked_for(request: HttpRequest, holder: Holder) -> int:
    """Where the change that is being written stands: in place of another, or after all."""
    place_sent = request.POST.get("instead") or request.GET.get("instead", "")
    if not place_sent:
        return len(holder.changes)
    place = _whole(place_sent)
    if place is None or place >= len(holder.changes):
        raise RuleBroken(_("There is no such change."), status=400)
    return place


def _point_out(request: HttpRequest, holder: Holder, change: dict[str, object], place: int) -> None:
    """Tell the author once, before it is kept, that a change does nothing as things stand, since another matter may yet
    make it fit; or that nobody could change the law again that it makes."""
    if FIELD in request.POST:
        return
    stored = [*holder.changes[:place], read_change(change).as_json()]
    check_prospects(stored, at=request.at)
    outcome = _outcome(request, holder, stored)
    misfit = outcome.effects[place].misfit
    if misfit is not None:
        reason = _("{why} Send it again to keep it anyway.").format(why=said(misfit.reason))
        raise NeedsConfirmation(reason, rule="")
