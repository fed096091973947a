"""The ruleset at any time, its history and differences, and the law in force in words."""

from dataclasses import replace

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from blognomic.text.differences import as_html, rows, word_diff
from blognomic.web.as_of import asked_instant
from players.models import LIVELY, Topic
from players.present import Present
from ruleset.law.model import SpecialCase
from ruleset.law.parts import RulesetPart
from ruleset.models import LawVersion, Revision, RuleVersion
from ruleset.queries import (
    LawInForce,
    PlacedRule,
    as_told,
    law_at,
    law_now,
    law_of_version,
    placed_rules,
    revision_asked_for,
    revision_before,
    ruleset_now,
    tree_after,
    tree_of,
)

from .queries.agreement import carried
from .queries.law_by_rule import plain
from .queries.lives import life
from .text.comparing import Difference, blame, compare
from .text.references import Astray, Shared, astray, numbers_in, shared_titles

PAGE = 50
PAGES_KEPT = 3  # of the history, at either end: those that most look at
DIFFERENCES_KEPT = 32


def asked_revision(request: HttpRequest) -> Revision | None:
    """The revision that a page is asked for: by its key, as of an instant, or the last one. One query a request.

    Raises RuleBroken (404) for one that does not exist.
    """
    if not hasattr(request, "_asked_revision"):
        present, key = present_of(request), request.GET.get("revision", "")
        request._asked_revision = (
            ruleset_now(present.at, present).revision
            if present
            else revision_asked_for(key, at=asked_instant(request) or request.at)
        )
    return request._asked_revision


def present_of(request: HttpRequest) -> Present | None:
    """What all readers share, for a page that shows the ruleset as it is now; None for one that shows the past."""
    return None if asked_instant(request) or request.GET.get("revision") else request.present


def rules_asked_for(request: HttpRequest, revision: Revision | None) -> list[PlacedRule]:
    """The rules that the page is asked for, in the order of reading. One query, or none."""
    present = present_of(request)
    return ruleset_now(present.at, present).placed if present else placed_rules(revision)


def law_in_force(request: HttpRequest) -> LawInForce | None:
    """The law in force. One query, or none."""
    return as_told(law_now(request.at, request.present))


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The whole ruleset with its table of contents: now, as of an instant, or after a revision."""
    as_of, revision = asked_instant(request), asked_revision(request)
    placed = rules_asked_for(request, revision)
    context = {
        "revision": revision,
        "placed": placed,
        "shared": _shared(request, placed),
        "as_of": as_of,
        "past": as_of or "revision" in request.GET,
    }
    return render(request, "ruleset/rules.html", context)


def _shared(request: HttpRequest, placed: list[PlacedRule]) -> list[Shared]:
    """The titles that several of the rules have which the page is asked for."""
    present = present_of(request)

    def of_these() -> list[Shared]:
        return list(shared_titles(placed).values())

    return present.kept("ruleset.shared titles", of_these, without=LIVELY) if present else of_these()


@require_safe
def rule(request: HttpRequest, pk: int) -> HttpResponse:
    """One rule: what it says, which revision each paragraph came from, and its history through renames and moves.

    Now, as of an instant, or after a revision; as of a time before it came, what it first said.
    """
    revision, present = asked_revision(request), present_of(request)

    def facts_now() -> dict[str, object] | None:
        return _told_of_rule(pk, revision, rules_asked_for(request, revision), law_in_force(request))

    facts = present.kept(f"ruleset.rule {pk}", facts_now, without=LIVELY) if present else facts_now()
    if facts is None:
        raise Http404(gettext("There is no such rule."))
    as_of = asked_instant(request)
    context = {**facts, "as_of": as_of, "past": as_of or "revision" in request.GET}
    return render(request, "ruleset/rule.html", context)


def _told_of_rule(
    pk: int, revision: Revision | None, placed: list[PlacedRule], in_force: LawInForce | None
) -> dict[str, object] | None:
    """What the page of a rule tells of it as it stood after a revision; None for a rule that there never was. Seven
    queries at most."""
    every = list(
        RuleVersion.objects.of_rule(pk)
        .select_related("rule", "revision__by", "revision__author", "until")
        .reverse()
    )
    if not every:
        return None
    versions = [one for one in every if revision and one.revision_id <= revision.pk] or every[:1]
    now = versions[-1]
    standing = next((one for one in placed if one.row.rule_id == pk), None)
    within = [one for one in placed if standing and standing.is_within(one)]
    below = [one for one in placed if standing and one.is_within(standing)]
    whole = life(every)
    steps = [step for step in whole if step.version.revision_id <= now.revision_id]
    return {
        "rule": now.rule,
        "version": now,
        "standing": standing,
        "within": within,
        "below": below,
        "shared": [one for one in shared_titles(placed).values() if standing in one.rules],
        "astray": _astray(versions, placed) if standing else [],
        "revision": revision,
        "said_since": len(steps) < len(whole),
        "origins": blame((version.revision, version.text) for version in versions),
        "first": versions[0],
        "last": (steps[-1].version if steps else versions[0]).revision,
        "steps": steps[::-1],
        "in_force": in_force,
        "carried": carried(in_force, only=pk) if in_force else [],
        "may_delete": in_force is not None
        and in_force.law.rules.empty_rule
        and standing is not None
        and standing.section == RulesetPart.DYNASTIC
        and standing.depth > 0
        and not now.text.strip()
        and not below,
    }


def _astray(versions: list[RuleVersion], placed: list[PlacedRule]) -> list[Astray]:
    """The numbers in the text of a rule that meant another rule when it came to say so. One query, or none."""
    now = versions[-1]
    if not numbers_in(now.text):
        return []
    first = next(one for one in versions if one.text == now.text)
    strayed = astray(tree_after(first.revision_id), tree_of(one.row for one in placed))
    return [one for one in strayed if one.rule.node.key == str(now.rule_id)]


@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Every revision of the ruleset, newest first."""
    revisions = Revision.objects.order_by("-pk").select_related("by", "author").prefetch_related("undone_by")
    pages, present = Paginator(revisions, PAGE), request.present
    if present:
        pages.count = present.kept("ruleset.revisions", revisions.count, without=LIVELY)
    page = pages.get_page(request.GET.get("page"))
    is_kept = not PAGES_KEPT < page.number <= pages.num_pages - PAGES_KEPT
    return render(request, "ruleset/history.html", {"page": page, "is_kept": is_kept})


@require_safe
def revision(request: HttpRequest, pk: int) -> HttpResponse:
    """What one revision changed."""
    present = request.present

    def with_the_one_before() -> tuple[Revision, Revision | None]:
        rows = Revision.objects.select_related("by", "author").prefetch_related("undone_by")
        return get_object_or_404(rows, pk=pk), revision_before(pk)

    revision, before = (
        present.few(
            "ruleset.revision", pk, with_the_one_before, most=DIFFERENCES_KEPT, without=LIVELY | {Topic.TIME}
        )
        if present
        else with_the_one_before()
    )
    return _difference(request, before, revision, shown=revision)


@require_safe
def difference(request: HttpRequest) -> HttpResponse:
    """What changed between any two revisions (`?from=3&to=7`)."""
    before = revision_asked_for(request.GET.get("from", ""), at=request.at)
    after = revision_asked_for(request.GET.get("to", ""), at=request.at)
    return _difference(request, before, after, shown=None)


def _difference(
    request: HttpRequest, before: Revision | None, after: Revision | None, *, shown: Revision | None
) -> HttpResponse:
    side_by_side, present = request.GET.get("view") == "side", request.present
    keys = tuple(one.pk if one else None for one in (before, after))

    def made() -> SafeString:
        changes = compare(*(tree_after(key) for key in keys))
        shown = [_shown(change, side_by_side) for change in changes]
        return mark_safe(render_to_string("ruleset/_changes.html", {"changes": shown}))

    key = (*keys, side_by_side)
    changes = (
        present.few("ruleset.differences", key, made, most=DIFFERENCES_KEPT, without=LIVELY)
        if present
        else made()
    )
    context = {"before": before, "after": after, "revision": shown, "changes": changes, "side": side_by_side}
    return render(request, "ruleset/difference.html", context)


def _shown(change: Difference, side_by_side: bool) -> dict[str, object]:
    """One rule's difference as the page shows it: the words of its text that went and came."""
    pieces = word_diff(change.old_text, change.new_text)
    lines = (
        [
            line
            for line in (
                (as_html(row.old or ()), as_html(row.new or ())) for row in rows(pieces) if row.changed
            )
            if any(line)
        ]
        if side_by_side
        else []
    )
    return {"change": change, "inline": as_html(pieces), "lines": lines}


def asked_law(request: HttpRequest) -> LawInForce | None:
    """The law in force, or the one that the page is asked for: by its version (`?version=3`), or as of an instant. One
    query.

    Raises RuleBroken (404) for one that has never been in force.
    """
    key, then = request.GET.get("version", ""), asked_instant(request)
    if key:
        return as_told(law_of_version(key, at=request.at))
    return as_told(law_at(then)) if then else law_in_force(request)


def _cases(in_force: LawInForce, placed: list[PlacedRule]) -> list[tuple[SpecialCase, bool, bool]]:
    """The special cases of a law, each with whether it is active, and whether it is by default: as the title of its
    rule says, or as the law does where there is no such rule."""
    law = in_force.law
    usual = {
        plain(one.node.name, law.words).casefold(): one.node.default_is_active
        for one in placed
        if one.is_special_case
    }
    return [
        (
            case,
            in_force.is_active(name),
            usual.get(plain(name, law.words).casefold(), case.default),
        )
        for name, case in law.special_cases.items()
    ]


@require_safe
def law(request: HttpRequest) -> HttpResponse:
    """Every number and condition of the law in force, each with the rule that it carries out, and earlier versions."""
    in_force, as_of, present = asked_law(request), asked_instant(request), request.present
    past = "version" in request.GET or as_of is not None
    versions = LawVersion.objects.at(request.at).select_related("by").defer("document")[:PAGE]
    if in_force and present and not past:
        carried_rules = present.kept("ruleset.carried", lambda: carried(in_force), without=LIVELY)
    else:
        carried_rules = carried(in_force) if in_force else []
    placed = rules_asked_for(request, asked_revision(request))
    if past:
        carried_rules = [replace(one, doubt=None, confirmed=None) for one in carried_rules]
    context = {
        "in_force": in_force,
        "past": past,
        "as_of": None if "version" in request.GET else as_of,
        "cases": _cases(in_force, placed) if in_force else [],
        "versions": versions,
        "rules": carried_rules,
        "doubts": [one for one in carried_rules if one.doubt],
    }
    return render(request, "ruleset/law.html", context)


@require_safe
def document(request: HttpRequest) -> HttpResponse:
    """The document of the law in force, or of an earlier version, as it is written (TOML)."""
    in_force = asked_law(request)
    if in_force is None:
        raise Http404(gettext("No game has been founded on this site yet."))
    return HttpResponse(in_force.version.document, content_type="text/plain; charset=utf-8")
