"""Several acts from the dashboard at once: each is shown before it is done, and what was done is undone together."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from blognomic.i18n.dynasty_words import said
from votables.changes.change import Change, stored_changes
from votables.changes.context import context_of
from votables.changes.outcome import effective_comments, first_place, outcome_on, submitted_at
from votables.models import Post, Status
from votables.queries.admin_desk import Desk, RosterTask
from votables.queries.just_done import read_done
from votables.queries.pending import Case, MatterInTurn
from votables.services.several import ActOutcome, DeskAct, do_several, read_acts, undo_several
from votables.views.resolving import admin_only, decisions, shown_to_decide


@dataclass(frozen=True, slots=True)
class ActShown:
    """One of several acts as it is shown before: the case of a matter with what enacting it does, or the task for a
    player."""

    act: DeskAct
    case: Case | None = None
    task: RosterTask | None = None
    effects: Any = None

    @property
    def prefix(self) -> str:
        """What the names of the fields begin with that settle the changes of its matter."""
        return f"m{self.act.key}-"


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def several(request: HttpRequest) -> HttpResponse:
    """The acts that were chosen on the dashboard, or all that the law allows now, one below the other; sent, they are
    done one after another."""
    admin_only(request)
    if request.method == "POST":
        return _do(request)
    allowed = _allowed(request.frame.turns, request.frame.desk)
    chosen = read_acts(request.GET.getlist("do"))
    items = [item for item in allowed if item.act in chosen] if chosen else allowed
    context = {"items": _with_effects(request, items), "missing": len(chosen) - len(items) if chosen else 0}
    return render(request, "votables/desk/several.html", context)


def _allowed(turns: Iterable[MatterInTurn], desk: Desk | None) -> list[ActShown]:
    """All that may be done at once, in the order in which it is done."""
    matters = [ActShown(DeskAct(turn.to, turn.case.post.pk), case=turn.case) for turn in turns if turn.to]
    tasks = [one for one in desk.tasks if one.leave.allowed] if desk else []
    return [*matters, *(ActShown(DeskAct(one.act, one.player.pk), task=one) for one in tasks)]


def _with_effects(request: HttpRequest, items: list[ActShown]) -> list[ActShown]:
    """The same with what enacting each matter does, worked out on what is read once for all."""
    enacted = {
        item.act.key: (item.case.post, stored_changes(item.case.post.changes))
        for item in items
        if item.case and item.act.to == Status.ENACTED and item.case.post.changes
    }
    if not enacted:
        return items
    every = [change for _post, changes in enacted.values() for change in changes]
    context = context_of(every, at=request.at, submitted=[submitted_at(post) for post, _ in enacted.values()])

    def effects(post: Post, changes: list[Change]) -> dict[str, Any]:
        outcome = outcome_on(
            context,
            changes,
            unnamed=post.subject,
            effective=lambda: effective_comments(post),
            first=first_place(post),
            kind=post.category,
            submitted=submitted_at(post),
        )
        return shown_to_decide(post, outcome, request, {}, is_one_of_several=True)

    shown = {key: effects(post, changes) for key, (post, changes) in enacted.items()}
    return [
        replace(item, effects=shown.get(item.act.key)) if item.act.to == Status.ENACTED else item
        for item in items
    ]


def _do(request: HttpRequest) -> HttpResponse:
    acts = read_acts(request.POST.getlist("do"))
    decided = {act.key: decisions(request.POST, f"m{act.key}-") for act in acts if act.to == Status.ENACTED}
    outcomes = do_several(acts, by=request.user, at=request.at, decided=decided)
    done = [str(outcome.done) for outcome in outcomes if outcome.done]
    _tell_refusals(request, outcomes)
    if not acts:
        messages.info(request, _("You chose nothing, so nothing was done."))
    query = f"?{urlencode({'did': ' '.join(done)})}" if done else ""
    return redirect(reverse("dashboard") + query)


@require_POST
@login_required
def undo(request: HttpRequest) -> HttpResponse:
    """Take back what several acts did, with one reason for all."""
    admin_only(request)
    reason = request.POST.get("reason", "")
    outcomes = undo_several(
        read_done(request.POST.get("did", "")), by=request.user, at=request.at, reason=reason
    )
    undone = [outcome.name for outcome in outcomes if outcome.made]
    if undone:
        messages.success(request, _("Undone: {names}.").format(names=", ".join(undone)))
    _tell_refusals(request, outcomes)
    return redirect("dashboard")


def _tell_refusals(request: HttpRequest, outcomes: Iterable[ActOutcome]) -> None:
    """Say of each that was not done which it is, why not, and by which rule."""
    for outcome in outcomes:
        if outcome.refusal is not None:
            messages.warning(request, _told(outcome))


def _told(outcome: ActOutcome) -> SafeString:
    """The refusal, which names what it is about, with the rule."""
    refusal = outcome.refusal
    sentence = said(refusal.sentence) if refusal else ""
    named = sentence if outcome.name in sentence else format_html("<b>{}</b>: {}", outcome.name, sentence)
    return format_html("{} <cite>{}</cite>", named, said(refusal.rule) if refusal else "")
