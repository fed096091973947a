"""The ruleset and the law: how they stand, how they stood at any instant, and every revision."""

from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Query, Router, Schema
from pydantic import Field

from blognomic.web.api.paging import Page, Paging, page, rows_of
from blognomic.web.api.shapes import AsOf, Key, url_of
from blognomic.web.as_of import asked_instant
from players.api.people import Who, who
from ruleset.models import LawVersion, Revision, Rule, RuleVersion
from ruleset.queries import LawInForce, law_at, placed_rules, revision_asked_for, revision_at, tree_after
from ruleset.text.comparing import Difference, compare

router = Router(tags=["Rules and law"])


class RuleOut(Schema):
    """A rule in its place."""

    id: int
    url: str
    number: str
    depth: int
    section: str
    parent: int | None
    title: str
    text: str = Field(description="Markdown.")
    html: str
    since: int = Field(description="The revision that made it say so.")


class RulesetOut(Schema):
    """All rules in the order of reading, after a revision."""

    revision: int | None
    at: datetime | None
    rules: list[RuleOut]


class RuleVersionOut(Schema):
    """What a rule said, from one revision up to another."""

    revision: int
    at: datetime
    until: int | None
    parent: int | None
    title: str
    text: str


class RevisionOut(Schema):
    """A dated act that changed the ruleset."""

    id: int
    url: str
    kind: str
    at: datetime
    by: Who | None
    author: Who | None
    why: str
    link: str
    undoes: int | None


class DifferenceOut(Schema):
    """A rule that is not the same before and after."""

    rule: str
    kinds: list[str]
    title: str
    old_text: str
    new_text: str


class WholeRevision(RevisionOut):
    differences: list[DifferenceOut]


class RulesetDifference(Schema):
    """How the ruleset is otherwise after one revision than after another."""

    before: RevisionOut
    after: RevisionOut | None
    differences: list[DifferenceOut]


class Between(Schema):
    """Two revisions."""

    before: Key = Field(description="After which revision.")
    after: Key | None = Field(None, description="After which it is compared; left out: now.")


class LawOut(Schema):
    """A version of the law: what the program carries out."""

    id: int
    name: str
    at: datetime
    by: Who | None
    why: str
    link: str


class WholeLaw(LawOut):
    special_cases: dict[str, bool] = Field(
        description="Each special case of the law, and whether it is active."
    )
    document: str = Field(description="The law itself (TOML).")


class When(AsOf):
    """Which state of the rules is asked for; without either, the present one."""

    revision: Key | None = Field(None, description="After a revision.")


def _revision(one: Revision) -> dict[str, Any]:
    return {
        "id": one.pk,
        "url": url_of(f"/rules/revisions/{one.pk}/"),
        "kind": one.kind,
        "at": one.at,
        "by": who(one.by),
        "author": who(one.author),
        "why": one.why.in_english,
        "link": url_of(one.link),
        "undoes": one.undoes_id,
    }


def _difference(one: Difference) -> dict[str, Any]:
    there = one.after or one.before
    return {
        "rule": one.key,
        "kinds": one.kinds,
        "title": there.node.title if there else "",
        "old_text": one.old_text,
        "new_text": one.new_text,
    }


@router.get("/rules", response=RulesetOut, url_name="rules", summary="The ruleset")
def ruleset(request: HttpRequest, when: Query[When]) -> dict[str, Any]:
    """All rules in the order of reading: now, as of an instant, or after a revision."""
    asked = asked_instant(request)
    past = asked is not None or when.revision is not None
    present = None if past else request.present
    if present:
        revision = present.kept("ruleset.revision", lambda: revision_at(present.at))
        placed = present.kept("ruleset.placed", lambda: placed_rules(revision))
    else:
        revision = revision_asked_for(str(when.revision or ""), at=asked or request.at)
        placed = placed_rules(revision)
    return {
        "revision": revision.pk if revision else None,
        "at": revision.at if revision else None,
        "rules": [
            {
                "id": one.row.rule_id,
                "url": url_of(f"/rules/{one.row.rule_id}/"),
                "number": one.number,
                "depth": one.depth,
                "section": one.section,
                "parent": one.row.parent_id,
                "title": one.row.title,
                "text": one.row.text,
                "html": one.row.html,
                "since": one.row.revision_id,
            }
            for one in placed
        ],
    }


@router.get(
    "/rules/difference", response=RulesetDifference, url_name="difference", summary="Two rulesets compared"
)
def compare_rulesets(request: HttpRequest, between: Query[Between]) -> dict[str, Any]:
    """What is otherwise between any two revisions of the ruleset."""
    before, after = (
        revision_asked_for(str(key or ""), at=request.at) for key in (between.before, between.after)
    )
    changes = compare(tree_after(before.pk), tree_after(after.pk if after else None))
    return {
        "before": _revision(before),
        "after": _revision(after) if after else None,
        "differences": [_difference(one) for one in changes],
    }


@router.get(
    "/rules/{rule}/versions",
    response=Page[RuleVersionOut],
    url_name="rule_versions",
    summary="A rule's history",
)
def rule_history(request: HttpRequest, rule: Key, paging: Query[Paging]) -> dict[str, Any]:
    """What a rule ever said, the newest first."""
    versions = RuleVersion.objects.filter(rule=get_object_or_404(Rule, pk=rule)).select_related("revision")
    return page(
        request,
        (
            {
                "revision": one.revision_id,
                "at": one.revision.at,
                "until": one.until_id,
                "parent": one.parent_id,
                "title": one.title,
                "text": one.text,
            }
            for one in rows_of(request, versions, paging)
        ),
    )


@router.get("/revisions", response=Page[RevisionOut], url_name="revisions", summary="The ruleset's history")
def list_revisions(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """Every revision of the ruleset, newest first."""
    revisions = Revision.objects.select_related("by", "author")
    return page(request, map(_revision, rows_of(request, revisions, paging)))


@router.get("/revisions/{revision}", response=WholeRevision, url_name="revision", summary="One revision")
def one_revision(request: HttpRequest, revision: Key) -> dict[str, Any]:
    """What one revision changed."""
    return whole_revision(get_object_or_404(Revision.objects.select_related("by", "author"), pk=revision))


def whole_revision(found: Revision) -> dict[str, Any]:
    before = Revision.objects.filter(pk__lt=found.pk).order_by("-pk").values_list("pk", flat=True).first()
    changes = compare(tree_after(before), tree_after(found.pk))
    return {**_revision(found), "differences": [_difference(one) for one in changes]}


def _law(version: LawVersion) -> dict[str, Any]:
    return {
        "id": version.pk,
        "name": version.name,
        "at": version.at,
        "by": who(version.by),
        "why": version.why.in_english,
        "link": url_of(version.link),
    }


@router.get("/laws", response=Page[LawOut], url_name="laws", summary="Versions of the law")
def list_laws(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """Every version of the law up to now, newest first."""
    laws = LawVersion.objects.filter(at__lte=request.at).select_related("by").defer("document")
    return page(request, map(_law, rows_of(request, laws, paging, by="at", kind=datetime)))


@router.get("/laws/now", response=WholeLaw, url_name="law_now", summary="The law in force")
def law_now(request: HttpRequest) -> dict[str, Any]:
    """The law in force, with its document."""
    present = request.present
    found: LawInForce | None = (
        present.kept("ruleset.law", lambda: law_at(present.at)) if present else law_at(request.at)
    )
    if found is None:
        raise Http404
    cases = {name: case.default for name, case in found.law.special_cases.items()}
    told = {**_law(found.version), "document": found.version.document}
    return {**told, "special_cases": {**cases, **found.special_cases}}


@router.get("/laws/{law}", response=WholeLaw, url_name="law", summary="One version of the law")
def one_law(request: HttpRequest, law: Key) -> dict[str, Any]:
    """A version of the law, with its document."""
    version = get_object_or_404(LawVersion.objects.select_related("by"), pk=law, at__lte=request.at)
    return {**_law(version), "document": version.document, "special_cases": version.special_cases}
