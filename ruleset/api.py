"""The ruleset and the law: how they stand, how they stood at any instant, and every revision."""

from copy import copy
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Query, Router, Schema
from pydantic import Field

from blognomic.web.api.paging import Page, Paging, page
from blognomic.web.api.shapes import AsOf, Key, PathOf, page_of, read
from blognomic.web.as_of import asked_instant
from players.api.people import like
from players.models import LIVELY
from ruleset.models import LawVersion, Revision, Rule, RuleVersion
from ruleset.queries import (
    LawInForce,
    law_at,
    placed_rules,
    revision_asked_for,
    ruleset_now,
    tree_after,
)
from ruleset.text.comparing import Difference, compare

router = Router(tags=["Rules and law"])


class RuleOut(like(RuleVersion, "parent title text html", of="row", about={"text": "Markdown."})):
    """A rule in its place."""

    id: int = read("row.rule_id")
    url: page_of("ruleset:rule") = read("row.rule_id")
    number: str
    depth: int
    section: str
    since: int = read("row.revision_id", "The revision that made it say so.")


class RulesetOut(Schema):
    """All rules in the order of reading, after a revision."""

    revision: int | None
    at: datetime | None
    rules: list[RuleOut]


class RuleVersionOut(like(RuleVersion, "title text revision until parent")):
    """What a rule said, from one revision up to another."""

    at: datetime = read("revision.at")


class RevisionOut(like(Revision, "id kind at by author why undoes")):
    """A dated act that changed the ruleset."""

    url: page_of("ruleset:revision") = read("pk")
    link: PathOf


class DifferenceOut(Schema):
    """A rule that is not the same before and after."""

    rule: str = read("key")
    kinds: list[str]
    title: str
    old_text: str
    new_text: str

    @staticmethod
    def resolve_title(one: Difference) -> str:
        there = one.after or one.before
        return there.node.title if there else ""


class WholeRevision(RevisionOut):
    differences: list[DifferenceOut]

    @staticmethod
    def resolve_differences(found: Revision) -> list[Difference]:
        before = Revision.objects.filter(pk__lt=found.pk).order_by("-pk").values_list("pk", flat=True).first()
        return compare(tree_after(before), tree_after(found.pk))


class RulesetDifference(Schema):
    """How the ruleset is otherwise after one revision than after another."""

    before: RevisionOut
    after: RevisionOut | None
    differences: list[DifferenceOut]


class Between(Schema):
    """Two revisions."""

    before: Key = Field(description="After which revision.")
    after: Key | None = Field(None, description="After which it is compared; left out: now.")


class LawOut(like(LawVersion, "id name at by why")):
    """A version of the law: what the program carries out."""

    link: PathOf


class WholeLaw(LawOut):
    special_cases: dict[str, bool] = Field(
        description="Each special case of the law, and whether it is active."
    )
    document: str = Field(description="The law itself (TOML).")


class When(AsOf):
    """Which state of the rules is asked for; without either, the present one."""

    revision: Key | None = Field(None, description="After a revision.")


@router.get("/rules", response=RulesetOut, summary="The ruleset")
def ruleset(request: HttpRequest, when: Query[When]) -> dict[str, Any]:
    """All rules in the order of reading: now, as of an instant, or after a revision."""
    asked = asked_instant(request)
    past = asked is not None or when.revision is not None
    present = None if past else request.present
    if present:
        revision = ruleset_now(present.at, present).revision
        placed = present.kept("ruleset.placed", lambda: placed_rules(revision), without=LIVELY)
    else:
        revision = revision_asked_for(str(when.revision or ""), at=asked or request.at)
        placed = placed_rules(revision)
    return {
        "revision": revision.pk if revision else None,
        "at": revision.at if revision else None,
        "rules": placed,
    }


@router.get("/rules/difference", response=RulesetDifference, summary="Two rulesets compared")
def compare_rulesets(request: HttpRequest, between: Query[Between]) -> dict[str, Any]:
    """What is otherwise between any two revisions of the ruleset."""
    before, after = (
        revision_asked_for(str(key or ""), at=request.at) for key in (between.before, between.after)
    )
    changes = compare(tree_after(before.pk if before else None), tree_after(after.pk if after else None))
    return {"before": before, "after": after, "differences": changes}


@router.get("/rules/{rule}/versions", response=Page[RuleVersionOut], summary="A rule's history")
def rule_history(request: HttpRequest, rule: Key, paging: Query[Paging]) -> dict[str, Any]:
    """What a rule ever said, the newest first."""
    versions = RuleVersion.objects.filter(rule=get_object_or_404(Rule, pk=rule)).select_related("revision")
    return page(request, versions, paging)


@router.get("/revisions", response=Page[RevisionOut], summary="The ruleset's history")
def list_revisions(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """Every revision of the ruleset, newest first."""
    revisions = Revision.objects.select_related("by", "author")
    return page(request, revisions, paging)


@router.get("/revisions/{revision}", response=WholeRevision, summary="One revision")
def one_revision(request: HttpRequest, revision: Key) -> Revision:
    """What one revision changed."""
    return get_object_or_404(Revision.objects.select_related("by", "author"), pk=revision)


@router.get("/laws", response=Page[LawOut], summary="Versions of the law")
def list_laws(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """Every version of the law up to now, newest first."""
    laws = LawVersion.objects.filter(at__lte=request.at).select_related("by").defer("document")
    return page(request, laws, paging, by="-at")


@router.get("/laws/now", response=WholeLaw, summary="The law in force")
def law_now(request: HttpRequest) -> LawVersion:
    """The law in force, with its document."""
    present = request.present
    found: LawInForce | None = (
        present.kept("ruleset.law", lambda: law_at(present.at), without=LIVELY)
        if present
        else law_at(request.at)
    )
    if found is None:
        raise Http404
    cases = {name: case.default for name, case in found.law.special_cases.items()}
    version = copy(found.version)  # which others may be reading
    version.special_cases = {**cases, **found.special_cases}
    return version


@router.get("/laws/{law}", response=WholeLaw, summary="One version of the law")
def one_law(request: HttpRequest, law: Key) -> LawVersion:
    """A version of the law, with its document."""
    return get_object_or_404(LawVersion.objects.select_related("by"), pk=law, at__lte=request.at)
