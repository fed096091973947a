"""The ruleset and the law: now, at any time, and every revision."""

from copy import copy
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest
from ninja import Query
from pydantic import Field

from blognomic.web.api import AsOf, Key, KeyOf, PathOf, Room, Rows, Shape, page_of, read, row_of, worked_out
from players.api.auth import like
from ruleset.models import LawVersion, Revision, Rule, RuleVersion
from ruleset.queries import LawInForce, law_of_version, revision_asked_for, revision_before, tree_after
from ruleset.text.comparing import Difference, compare
from ruleset.views import asked_revision, law_in_force, rules_asked_for

router = Room("Rules and law")
TEXT = "What it says, in Markdown."
MADE_BY, UNTIL = "The key of the revision that made it.", "The key of the revision that changed it."
REVISIONS = Revision.objects.select_related("by", "author")


class RuleOut(like(RuleVersion, "title html parent", of="row", text=TEXT)):
    """A rule in its place."""

    id: int = read("row.rule_id")
    url: page_of("ruleset:rule") = read("row.rule_id")
    number: str = Field(description="Its number among the rules, such as `2.1`.")
    depth: int
    section: str = Field(description="The kind of its section, such as `core` or `dynastic`.")
    since: int = read("row.revision_id", "The revision that gave it this text.")


class RulesetOut(Shape):
    """All rules in reading order, after a revision."""

    revision: KeyOf = Field(description="The key of the revision; null: now, or before the first one.")
    at: datetime | None
    rules: list[RuleOut] = Field(description="The rules, each after the one above it.")


class RuleVersionOut(like(RuleVersion, "title parent", text=TEXT, revision=MADE_BY, until=UNTIL)):
    """What a rule said, from one revision up to another."""

    at: datetime = read("revision.at")


class RevisionOut(like(Revision, "id kind at by author why undoes")):
    """A change of the ruleset."""

    url: page_of("ruleset:revision") = read("pk")
    link: PathOf


def _changed_by(revision: Revision) -> list[Difference]:
    before = revision_before(revision.pk)
    return compare(tree_after(before.pk if before else None), tree_after(revision.pk))


class DifferenceOut(like(Difference, "old_text new_text kinds")):
    """A rule that differs before and after."""

    rule: str = read("key", "Its key.")
    title: str = read("placed.node.title")


class WholeRevision(RevisionOut):
    """A revision with all that it changed."""

    differences: list[DifferenceOut] = worked_out(_changed_by)


class RulesetDifference(Shape):
    """How the ruleset after one revision differs from that after another."""

    before: RevisionOut = Field(description="The earlier revision.")
    after: RevisionOut | None = Field(description="The later one; null before there was any.")
    differences: list[DifferenceOut]


class Between(Shape):
    """Two revisions."""

    before: Key = Field(description="After which revision.")
    after: Key | None = Field(None, description="After which it is compared; left out: now.")


class LawOut(like(LawVersion, "id name at by why")):
    """A version of the law: what the program carries out."""

    link: PathOf


class WholeLaw(LawOut):
    """A version of the law with its document."""

    special_cases: dict[str, bool] = Field(
        description="Each special case of the law, and whether it is active."
    )
    document: str = Field(description="The law itself (TOML).")


class When(AsOf):
    """Which state of the rules is asked for; without either, the present one."""

    revision: Key | None = Field(None, description="After a revision.")


@router.get("/rules", RulesetOut)
def ruleset(request: HttpRequest, when: Query[When]) -> dict[str, Any]:
    """All rules in reading order: now, at a time, or after a revision."""
    revision = asked_revision(request)
    at = revision.at if revision else None
    return {"revision": revision, "at": at, "rules": rules_asked_for(request, revision)}


@router.get("/rules/difference", RulesetDifference)
def compare_rulesets(request: HttpRequest, between: Query[Between]) -> dict[str, Any]:
    """What differs between two revisions of the ruleset."""
    before, after = (
        revision_asked_for(str(key or ""), at=request.at) for key in (between.before, between.after)
    )
    changes = compare(tree_after(before.pk if before else None), tree_after(after.pk if after else None))
    return {"before": before, "after": after, "differences": changes}


@router.list("/rules/{rule}/versions", RuleVersionOut)
def rule_history(request: HttpRequest, rule: row_of(Rule)) -> Rows:
    """Everything that a rule ever said, newest first."""
    return Rows(RuleVersion.objects.of_rule(rule.pk).select_related("revision"))


@router.list("/revisions", RevisionOut)
def list_revisions(request: HttpRequest) -> Rows:
    """Every revision of the ruleset, newest first."""
    return Rows(REVISIONS.all())


@router.one("/revisions/{revision}", WholeRevision)
def one_revision(revision: row_of(REVISIONS)) -> None: ...


@router.list("/laws", LawOut)
def list_laws(request: HttpRequest) -> Rows:
    """Every version of the law up to now, newest first."""
    laws = LawVersion.objects.at(request.at).select_related("by").defer("document")
    return Rows(laws, by="-at")


@router.get("/laws/now", WholeLaw)
def law_now(request: HttpRequest) -> LawVersion:
    """The law in force, with its document."""
    in_force = law_in_force(request)
    if in_force is None:
        raise Http404
    return _whole(in_force)


@router.get("/laws/{law}", WholeLaw)
def one_law(request: HttpRequest, law: Key) -> LawVersion:
    """A version of the law, with its document."""
    return _whole(law_of_version(str(law), at=request.at))


def _whole(law: LawInForce) -> LawVersion:
    version = copy(law.version)  # which others may be reading
    version.special_cases = law.states
    return version
