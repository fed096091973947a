"""What admins do to matters: one click on the dashboard, a confirmation with the final tally, and the way around the
program when it is wrong."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from blognomic.text.outside import check_keepable
from blognomic.web.errors import RuleBroken
from ruleset.services import TITLE_LENGTH
from votables.changes.apply import ChangesOutcome, Settlement
from votables.changes.change import MOST
from votables.changes.marks import known_marks
from votables.changes.outcome import outcome_of
from votables.changes.preview import missing_tags, shown_effects
from votables.changes.registry import maker_of
from votables.changes.remarks import remarks
from votables.forms.posts import MarkForm, OverruleForm, OverturnForm, ReasonForm
from votables.models import Post, Status
from votables.permissions.resolving import check_is_at_desk
from votables.queries import unwritten
from votables.queries.comments import settled
from votables.queries.finding import find_post
from votables.services import reflecting, resolving
from votables.services.undoing import rehearsed, restorable


def admin_only(request: HttpRequest) -> None:
    """Refuse everybody but the game's admins."""
    check_is_at_desk(request.user, request.frame.docket_or_none)


def decisions(sent: QueryDict, prefix: str = "") -> dict[str, Any]:
    """What the admin decided about the changes of a matter: `text-3` (other words for the fourth), `title-3` (of a new
    rule), `parent-3` (the rule to stand below), `skip-3`, `why-3`, and `tick-3` for a step that was carried out by
    hand, each behind the `prefix`. Raises RuleBroken (400) for what no database keeps."""
    settlements: dict[int, Settlement] = {}
    ticked = set()
    for place in range(MOST):
        if f"{prefix}tick-{place}" in sent:
            ticked.add(place)
        why = sent.get(f"{prefix}why-{place}", "").strip()[:500]
        if f"{prefix}skip-{place}" in sent:
            settlements[place] = Settlement(skip=True, why=why)
        elif f"{prefix}correct-{place}" in sent:
            text = sent.get(f"{prefix}text-{place}", "").replace("\r\n", "\n")
            title = sent.get(f"{prefix}title-{place}")
            settlements[place] = Settlement(
                text=text,
                title=title and title.strip()[:TITLE_LENGTH],
                parent=sent.get(f"{prefix}parent-{place}"),
                why=why,
            )
    for one in settlements.values():
        check_keepable(one.why, one.text or "", one.title or "", one.parent or "")
    return {"settlements": settlements, "ticked": ticked}


def effects_to_decide(post: Post, request: HttpRequest, decided: dict[str, Any]) -> dict[str, Any]:
    """What enacting the matter does, with what the admin has decided so far and the sentences that say it, and the tags
    that its title lacks."""
    if not post.changes:
        return {}
    return shown_to_decide(post, outcome_of(post, at=request.at), request, decided)


def shown_to_decide(
    post: Post,
    outcome: ChangesOutcome,
    request: HttpRequest,
    decided: dict[str, Any],
    *,
    is_one_of_several: bool = False,
) -> dict[str, Any]:
    """The same of an outcome that was worked out. Of one of several matters on a page, no sentence of the text is
    marked: its marks have the names that those of the others have."""
    docket = request.frame.docket_or_none
    marks, effects = known_marks(post, request.present), shown_effects(outcome, **decided)
    return {
        "marks": marks,
        "effects": marks.on(effects) if marks and not is_one_of_several else effects,
        "missing_tags": missing_tags(post.tags, outcome, docket.in_force if docket else None),
        "remarks": remarks(outcome, docket.in_force if docket else None),
    }


def _matter(pk: int) -> Post:
    return find_post(pk, Post.objects.matters().select_related("author", "settled_by__by"))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def resolve(request: HttpRequest, pk: int, to: str) -> HttpResponse:
    """Confirm that a matter is enacted or failed: the final tally and the reasons first, then the act."""
    admin_only(request)
    post = _matter(pk)
    refusal, status = None, 200
    decided: dict[str, Any] = {}
    if request.method == "POST":
        try:
            decided = decisions(request.POST) if to == Status.ENACTED else {}
            resolution = resolving.resolve(
                post=post, to=to, by=request.user, at=request.at, shared=request.present, **decided
            )
        except RuleBroken as broken:
            refusal, status = broken, broken.status
        else:
            status_now = capfirst(resolution.get_to_status_display())
            if "dashboard" not in request.GET:
                messages.success(request, f"{status_now}: {post.title} ({resolution.tally}).")
                return redirect(post)
            # From a list of many, the way back to this one: it may have been the wrong one.
            done = format_html(
                '{}: <a href="{}">{}</a> ({}). <a href="{}">{}</a>',
                status_now,
                post.get_absolute_url(),
                post.title,
                resolution.tally,
                reverse("votables:overturn", args=[post.pk]),
                _("Correct the status"),
            )
            messages.success(request, done)
            return redirect("dashboard")
        post = _matter(pk)
    case = request.frame.case(post)
    may = case is not None and (case.ruling.may_enact if to == Status.ENACTED else case.ruling.may_fail)
    context = {
        "post": post,
        "case": case,
        "to": to,
        "label": Status(to).label,
        "may": may,
        "refusal": refusal,
        **(effects_to_decide(post, request, decided) if to == Status.ENACTED and case else {}),
    }
    return render(request, "votables/resolve.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def illegal(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark a pending matter as illegal, or take the mark off, with a reason."""
    admin_only(request)
    post = _matter(pk)
    heading = _("Remove the mark “illegal”") if post.illegal else _("Mark as illegal")
    submit = _("Remove the mark") if post.illegal else _("Mark it")

    def act(*, mark: bool, **more: Any) -> Post:
        return resolving.mark_illegal(illegal=mark, **more)

    initial = {"mark": not post.illegal}
    return _reasoned(
        request,
        post,
        MarkForm,
        heading=heading,
        submit=submit,
        act=act,
        done=_("Shown on the post and in the public log."),
        note=_what_the_mark_means(request, post),
        initial=initial,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def nothing_to_do(request: HttpRequest, pk: int) -> HttpResponse:
    """Say of an enacted matter that carried no changes that there is nothing to do, or take that back, with a
    reason."""
    admin_only(request)
    post = _matter(pk)
    admin_act = unwritten.nothing_to_do(post, at=request.at)

    def act(*, mark: bool, **more: Any) -> Post:
        return reflecting.leave_as_it_is(nothing_to_do=mark, **more)

    note = _(
        "This takes the matter off every admin’s list of what is missing in the rules. You can put it back."
    )
    done = _("It is off the list of what is missing in the rules. The public log says why.")
    if admin_act is not None:
        note = _("{name} said that there is nothing to do: {reason}").format(
            name=admin_act.by, reason=admin_act.reason
        )
        done = _("It is back on the list of what is missing in the rules. The public log says why.")
    return _reasoned(
        request,
        post,
        MarkForm,
        heading=_("Put it back on the list") if admin_act else _("Nothing to do for the rules"),
        submit=_("Put it back") if admin_act else _("Nothing to do"),
        act=act,
        done=done,
        note=note,
        initial={"mark": admin_act is None},
    )


def _what_the_mark_means(request: HttpRequest, post: Post) -> str:
    docket = request.frame.docket_or_none
    if post.illegal:
        return _("Without the mark, only its votes count. The post shows your reason.")
    if docket and Status.ILLEGAL in docket.law.resolving.statuses:
        return _(
            "A matter marked as illegal cannot be enacted. It can be failed with any tally, and is "
            "then illegal. The post shows your reason, and you can remove the mark again."
        )
    return _(
        "Under the law in force, the mark only shows on the post, with your reason. It changes nothing else."
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def overrule(request: HttpRequest, pk: int) -> HttpResponse:
    """Resolve against the program’s verdict, with a reason in public."""
    admin_only(request)
    return _reasoned(
        request,
        _matter(pk),
        OverruleForm,
        heading=_("Resolve against the verdict"),
        submit=_("Resolve it"),
        act=resolving.resolve_against_verdict,
        done=_("Resolved against the verdict, and logged in public."),
        deciding=True,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def overturn(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct the status of a resolved matter, with a reason in public."""
    admin_only(request)
    post = _matter(pk)
    last = settled(post).last
    form_class = partial(OverturnForm, but=post.status if request.method != "POST" else "")
    return _reasoned(
        request,
        post,
        form_class,
        heading=_("Correct the status"),
        submit=_("Correct it"),
        act=resolving.overturn,
        done=_("Corrected, and logged in public."),
        initial={"seen": last.pk if last else 0},
        deciding=post.status != Status.ENACTED and restorable(post) is None,
        undone=_what_goes_with_it(post, last.consequences if last else [], request),
    )


def _what_goes_with_it(
    post: Post, followed: Sequence[dict[str, object]], request: HttpRequest
) -> list[dict[str, object]]:
    """What correcting the status would do to what `followed` from the last resolution, as it would be recorded."""
    changing = rehearsed(post, by=request.user, at=request.at) if post.changes and not post.is_pending else []
    if post.status != Status.ENACTED:
        return changing
    others = [one for one in followed if "change" not in one and maker_of(one) is None]
    return [*others, *changing]


def _reasoned(
    request: HttpRequest,
    post: Post,
    form_class: Callable[..., ReasonForm],
    *,
    heading: str,
    submit: str,
    act: Callable[..., object],
    done: str,
    initial: Mapping[str, object] | None = None,
    note: str = "",
    deciding: bool = False,
    undone: Sequence[dict[str, object]] = (),
) -> HttpResponse:
    """A form that asks for a reason and then acts on the matter. With `deciding`, the act may enact the matter, so that
    the admin decides about its changes too; `undone` is what goes, stays or comes back with
    it. `note` says what the act means."""
    form = form_class(request.POST if request.method == "POST" else None, initial=initial)
    refusal, status = None, 200
    decided: dict[str, Any] = {}
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                decided = decisions(request.POST) if deciding else {}
                act(post=post, by=request.user, at=request.at, **form.cleaned_data, **decided)
            except RuleBroken as broken:
                refusal, status = broken, broken.status
            else:
                messages.success(request, done)
                return redirect(post)
    case = request.frame.case(post)
    context = {
        "post": post,
        "case": case,
        "form": form,
        "heading": heading,
        "submit": submit,
        "note": note,
        "undone": undone,
        "refusal": refusal,
    }
    context |= effects_to_decide(post, request, decided) if deciding else {}
    return render(request, "votables/reasoned.html", context, status=status)
