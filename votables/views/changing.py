"""Attaching changes to a draft or to one's own pending matter, and looking at what they do."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from players.errors import RuleBroken
from ruleset.queries import law_at, placed_rules, revision_at
from votables.changes import NAMES, read_change, read_changes
from votables.forms import ChangeForm
from votables.models import Draft, Post
from votables.proposed import shown_effects
from votables.services import posting
from votables.services.enacting import outcome_of_changes

Holder = Draft | Post


def _holder(request: HttpRequest, draft_pk: int | None, pk: int | None) -> Holder:
    """The draft or post whose changes are worked on. Raises RuleBroken when the law no longer lets its author edit."""
    if draft_pk is not None:
        return get_object_or_404(Draft, pk=draft_pk, author=request.user)
    post = get_object_or_404(Post.objects.select_related("author"), pk=pk, removed_at__isnull=True)
    ask = {"law": posting.law_in_force(request.at), "at": request.at, "by": request.user.name}
    posting.refuse_unless(posting.law_of_posts.may_edit(posting.facts_for_editing(post), **ask))
    if not post.is_pending:
        raise RuleBroken("Only a pending matter carries changes.", status=400)
    return post


def _save(request: HttpRequest, holder: Holder, changes: list[dict[str, object]], seen: int) -> None:
    """Keep the changes on their draft, or as another version of the post."""
    if isinstance(holder, Draft):
        read_changes(changes)
        posting.save_draft(by=request.user, at=request.at, draft=holder, changes=changes, **_texts(holder))
        return
    declared = set(holder.amends) - posting.touched_by(read_changes(holder.changes), request.at)
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


def _texts(draft: Draft) -> dict[str, str]:
    return {"title": draft.title, "body": draft.body, "commentary": draft.commentary}


def _address(holder: Holder) -> str:
    if isinstance(holder, Draft):
        return reverse("votables:draft_changes", args=[holder.pk])
    return reverse("votables:post_changes", args=[holder.pk])


def _version(holder: Holder) -> int:
    return holder.version if isinstance(holder, Post) else 0


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def changes(request: HttpRequest, draft_pk: int | None = None, pk: int | None = None) -> HttpResponse:
    """The changes of a draft or post, each with what it does; take one away, or begin another."""
    holder = _holder(request, draft_pk, pk)
    if request.method == "POST":
        place = request.POST.get("remove", "")
        seen = request.POST.get("seen", "")
        if place.isdecimal() and int(place) < len(holder.changes):
            kept = [change for at, change in enumerate(holder.changes) if at != int(place)]
            _save(request, holder, kept, int(seen) if seen.isdecimal() and len(seen) < 9 else 0)
            messages.success(request, "Taken away.")
        return redirect(_address(holder))
    outcome = outcome_of_changes(
        read_changes(holder.changes), at=request.at, unnamed=posting.subject_of(holder.title)
    )
    context = {
        "holder": holder,
        "is_draft": isinstance(holder, Draft),
        "effects": shown_effects(outcome),
        "seen": _version(holder),
        "here": _address(holder),
        "rules": placed_rules(revision_at(request.at)),
        "operations": NAMES.items(),
    }
    return render(request, "votables/changes.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def add_change(request: HttpRequest, draft_pk: int | None = None, pk: int | None = None) -> HttpResponse:
    """Write one change: which rule, and what it shall say."""
    holder = _holder(request, draft_pk, pk)
    op = request.POST.get("op") or request.GET.get("op", "")
    if op not in NAMES:
        raise RuleBroken("No such kind of change.", status=400)
    rules = placed_rules(revision_at(request.at))
    in_force = law_at(request.at)
    asked = {"op": op, "rules": rules, "law": in_force.law.text if in_force else ""}
    refusal, status = None, 200
    if request.method == "POST":
        form = ChangeForm(request.POST, **asked)
        status = 400
        if form.is_valid():
            try:
                change = read_change(form.as_change()).as_json()
                _save(request, holder, [*holder.changes, change], form.cleaned_data["seen"])
            except RuleBroken as broken:
                refusal, status = broken, broken.status
            else:
                messages.success(request, "Added. Here is what it does.")
                return redirect(_address(holder))
    else:
        form = ChangeForm(
            initial={"op": op, "seen": _version(holder), "rule": request.GET.get("rule", "")}, **asked
        )
    context = {
        "holder": holder,
        "form": form,
        "name": NAMES[op],
        "refusal": refusal,
        "back": _address(holder),
    }
    return render(request, "votables/add_change.html", context, status=status)
