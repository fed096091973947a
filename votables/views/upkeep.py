"""What people do to the rules between votes: each act is shown as a difference before it is saved."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from blognomic.i18n.dynasty_words import said
from blognomic.text.differences import as_html, word_diff
from blognomic.text.outside import is_key
from blognomic.web.errors import RuleBroken, Stale
from blognomic.web.site_rules import SiteRule
from ruleset.models import Revision, Rule
from ruleset.queries import PlacedRule, placed_rules, revision_at
from ruleset.text.amending import TOP, Amendment
from votables.forms.upkeep import ACTS, ADD_SECTION, MendForm, ReflectForm, RulesetUndoForm, TypoForm
from votables.permissions.upkeep import check_may_begin_to_mend, check_may_correct_typos
from votables.queries.finding import find_post
from votables.services import upkeep
from votables.services.upkeep import OrderNotClear, RuleChanged, UpkeepPlan

Values = dict[str, Any]


def _rule(pk: int, request: HttpRequest) -> tuple[Rule, PlacedRule, list[PlacedRule], int]:
    """A rule, where it stands, all rules, and the revision that says so. Raises Stale for one that was repealed."""
    revision = revision_at(request.at)
    rules = placed_rules(revision)
    placed = next((one for one in rules if one.row.rule_id == pk), None)
    if revision is None or placed is None:
        get_object_or_404(Rule, pk=pk)
        raise Stale(_("This rule has been repealed."))
    return Rule(pk=pk), placed, rules, revision.pk


def _shown(plan: UpkeepPlan) -> list[Values]:
    """The rules that differ, as ruleset/_change.html shows them."""
    return [
        {"change": one, "inline": as_html(word_diff(one.old_text, one.new_text))} for one in plan.differences
    ]


def _previewed(
    request: HttpRequest,
    *,
    new_form: Callable[..., TypoForm | MendForm],
    initial: Values,
    plan: Callable[[Values], UpkeepPlan],
    act: Callable[[Values], Revision],
    context: Values,
) -> HttpResponse:
    """A form that is planned and shown first, and carried out when what was shown is sent again."""
    if request.method != "POST":
        form = new_form(initial=initial)
        return render(request, "votables/upkeep_change.html", {**context, "form": form})
    form, status, shown = new_form(sent_orders(request)), 400, {}
    if form.is_valid():
        values = form.cleaned_data
        sent = sent_orders(request)
        try:
            planned = plan(values)
            if request.POST.get("step") == "save" and form.was_previewed:
                made = act(values)
                messages.success(request, said(_("Saved. Any player can undo it.")))
                return redirect("ruleset:revision", made.pk)
        except RuleChanged as changed:
            sent["seen"], sent["previewed"] = str(changed.seen), ""
            mine = str(values.get("text", changed.text))
            words = as_html(word_diff(changed.text, mine))
            shown, status = {"refusal": changed, "changed": changed, "words": words}, changed.status
        except OrderNotClear as unclear:
            shown, status = {"reading": unclear.reading}, unclear.status
        except RuleBroken as broken:
            shown, status = {"refusal": broken}, broken.status
        else:
            sent["previewed"] = form.mark
            shown, status = {"plan": planned, "changes": _shown(planned)}, 200
        form = new_form(sent)
        form.is_valid()
    return render(request, "votables/upkeep_change.html", {**context, **shown, "form": form}, status=status)


def sent_orders(request: HttpRequest) -> QueryDict:
    """What was sent: with a better sentence in place of the one that it was pressed for, where one was."""
    sent = request.POST.copy()
    if key := sent.get("instead", ""):
        text = sent.get("said", "").replace("\r\n", "\n")
        sent["said"] = upkeep.better_orders(text, key, at=request.at)
    return sent


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def typo(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct an obvious typographical mistake in a rule."""
    check_may_correct_typos(request.user, request.at)
    rule, placed, _rules, seen = _rule(pk, request)

    def words(values: Values) -> Values:
        fields = {name: values[name] for name in ("title", "text", "seen", "why")}
        return {**fields, "rule": rule, "by": request.user, "at": request.at}

    return _previewed(
        request,
        new_form=TypoForm,
        initial={"seen": seen, "title": placed.row.title, "text": placed.row.text},
        plan=lambda values: upkeep.plan_typo(**words(values)),
        act=lambda values: upkeep.correct_typo(**words(values)),
        context={
            "placed": placed,
            "title": _("Correct a typographical mistake"),
            "lead": _(
                "Correct only an obvious mistake, not the meaning: at most {number} characters can "
                "differ. It is logged, and any player can undo it."
            ).format(number=upkeep.TYPO_LENGTH),
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def mend(request: HttpRequest, pk: int) -> HttpResponse:
    """Update the rules to what was enacted, or, an admin, correct how an amendment was applied."""
    check_may_begin_to_mend(request.user, request.at)
    rule, placed, rules, seen = _rule(pk, request)
    act = request.GET.get("act", "edit")
    if act not in ACTS:
        raise RuleBroken(_("You cannot change a rule like that."), status=400)
    words = {"title": placed.row.title, "text": placed.row.text} if act == "edit" else {}
    return _mended(request, act=act, rule=rule, placed=placed, rules=rules, initial={"seen": seen, **words})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def mend_section(request: HttpRequest) -> HttpResponse:
    """Add a section that was enacted and does not stand in the rules."""
    check_may_begin_to_mend(request.user, request.at)
    revision = revision_at(request.at)
    if revision is None:
        raise RuleBroken(_("There is no ruleset here yet."), status=409)
    rules = placed_rules(revision)
    initial = {"seen": revision.pk}
    return _mended(request, act=ADD_SECTION, rule=None, placed=None, rules=rules, initial=initial)


@require_safe
@login_required
def reflect(request: HttpRequest, pk: int) -> HttpResponse:
    """From what was enacted to the rule that does not show it: choose where, and what is missing there."""
    check_may_begin_to_mend(request.user, request.at)
    matter = find_post(pk)
    if not upkeep.can_be_reflected(matter):
        raise RuleBroken(
            _("That matter was not enacted, so there is nothing to add to the rules."),
            rule=SiteRule.GAMESTATE,
        )
    form = ReflectForm(
        request.GET if "act" in request.GET else None, rules=placed_rules(revision_at(request.at))
    )
    if form.is_bound and form.is_valid():
        act, rule = form.cleaned_data["act"], form.cleaned_data["rule"]
        if act == ADD_SECTION:
            return redirect(f"{reverse('votables:mend_section')}?{urlencode({'matter': pk})}")
        return redirect(f"{reverse('votables:mend', args=[rule])}?{urlencode({'act': act, 'matter': pk})}")
    context = {"form": form, "matter": matter}
    return render(request, "votables/reflect.html", context, status=400 if form.is_bound else 200)


def _mended(
    request: HttpRequest,
    *,
    act: str,
    rule: Rule | None,
    placed: PlacedRule | None,
    rules: list[PlacedRule],
    initial: Values,
) -> HttpResponse:
    """The form of one act on a rule (or on none: a section), shown as a difference and then carried out."""
    matter = _number(request.GET.get("matter", "")) or None
    enacted = upkeep.matter_to_reflect(matter) if matter else None
    why = {"why": upkeep.was_enacted(enacted).in_english[: upkeep.WHY_LENGTH]} if enacted else {}

    def words(values: Values) -> Values:
        fields = {name: values[name] for name in ("kind", "matter", "seen", "why")}
        if act == "say":
            return {**fields, "rule": rule, "text": values["said"], "by": request.user, "at": request.at}
        steps = _amendments(act, placed, values)
        return {**fields, "rule": rule, "amendments": steps, "by": request.user, "at": request.at}

    options: dict[str, Any] = {
        "act": act,
        "rule": rule.pk if rule else None,
        "rules": rules,
        "matter": matter,
    }
    return _previewed(
        request,
        new_form=lambda *args, **more: MendForm(*args, **options, admin=request.user.acts_as_admin, **more),
        initial={**initial, **why, "matter": matter, "said": enacted.body if enacted else ""},
        plan=lambda values: upkeep.plan_mending(**words(values)),
        act=lambda values: upkeep.mend(**words(values)),
        context={
            "placed": placed,
            "title": _("Add a section that was enacted")
            if rule is None
            else _("Update the rules to what was enacted"),
            "lead": _(
                "Add what was legally enacted but is missing or wrong in the rules. This decides "
                "nothing new. It is logged, and any player can undo it."
            ),
            "acts": ACTS if rule else None,
            "act": act,
            "matter": matter,
            "enacted": enacted,
        },
    )


def _amendments(act: str, placed: PlacedRule | None, values: Values) -> list[Amendment]:
    """What the form asks for, as amendments."""
    if placed is None:
        new = {name: values[name] for name in ("after", "title", "text")}
        return [Amendment("add", parent=TOP, **new)]
    key = str(placed.row.rule_id)
    if act == "edit":
        return upkeep.edits(placed.node, title=values["title"], text=values["text"])
    if act == "add":
        words = {"title": values["title"], "text": values["text"]}
        return [Amendment("add", parent=key, after=values["after"], **words)]
    if act == "move":
        return [Amendment("move", rule=key, parent=values["parent"], after=values["after"])]
    return [Amendment("repeal", rule=key, with_subrules=values["with_subrules"])]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete_empty(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a dynastic rule that has neither text nor subrules."""
    rule, placed, _rules, seen = _rule(pk, request)
    arguments = {"rule": rule, "by": request.user, "at": request.at}
    refusal, plan, status = None, None, 200
    try:
        if request.method == "POST":
            made = upkeep.delete_empty(seen=_seen(request), **arguments)
            messages.success(request, said(_("Deleted. Any player can undo it.")))
            return redirect("ruleset:revision", made.pk)
        plan = upkeep.plan_deletion(seen=seen, **arguments)
    except RuleBroken as broken:
        refusal, status = broken, broken.status
    context = {
        "title": _("Delete “{name}”?").format(name=placed.node.name),
        "lead": _("It has no text and no subrules. Any player can delete it, and any player can undo that."),
        "refusal": refusal,
        "changes": _shown(plan) if plan else [],
        "may": plan is not None,
        "seen": seen,
        "submit": _("Delete it"),
        "back": reverse("ruleset:rule", args=[pk]),
    }
    return render(request, "votables/upkeep_confirm.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo what somebody did to the rules between votes, with a reason."""
    revision = get_object_or_404(Revision.objects.select_related("by"), pk=pk)
    arguments = {"revision": revision, "by": request.user, "at": request.at}
    form = RulesetUndoForm(request.POST if request.method == "POST" else None)
    refusal: RuleBroken | None = None
    plan, status = None, 200
    try:
        if request.method == "POST" and form.is_valid():
            made = upkeep.undo(**form.cleaned_data, **arguments)
            messages.success(request, _("Undone."))
            return redirect("ruleset:revision", made.pk)
        status = 400 if request.method == "POST" else 200
        plan = upkeep.plan_undoing(**arguments)
        form.initial["seen"] = plan.last
    except RuleChanged as changed:
        refusal, status = changed, changed.status
        plan = upkeep.plan_undoing(**arguments)
        form = RulesetUndoForm({"why": request.POST.get("why", ""), "seen": plan.last})
    except RuleBroken as broken:
        refusal, status = broken, broken.status
    context = {
        "title": _("Undo revision {number}?").format(number=pk),
        "lead": _("Later changes stay as they are. If players disagree, a call for judgement settles it."),
        "refusal": refusal,
        "form": form,
        "changes": _shown(plan) if plan else [],
        "may": plan is not None,
        "submit": _("Undo it"),
        "back": reverse("ruleset:revision", args=[pk]),
    }
    return render(request, "votables/upkeep_confirm.html", context, status=status)


@require_POST
@login_required
def still_holds(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm that the law still carries out what a rule says by now."""
    word = upkeep.confirm_still_holds(
        rule=get_object_or_404(Rule, pk=pk),
        law=_number(request.POST.get("law", "")),
        seen=_seen(request),
        by=request.user,
        at=request.at,
        why=request.POST.get("why", ""),
    )
    messages.success(
        request, _("Confirmed in your name: the law still carries out “{rule}”.").format(rule=word.name)
    )
    return redirect("ruleset:rule", pk)


def _number(text: str) -> int:
    """A key from a form, 0 for anything else."""
    return int(text) if is_key(text) else 0


def _seen(request: HttpRequest) -> int:
    """The revision that the person looked at."""
    return _number(request.POST.get("seen", ""))
