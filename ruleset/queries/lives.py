"""The life of one rule: what each revision did to it, through renames and moves."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from blognomic.text.differences import as_html, word_diff
from ruleset.models import Rule, RuleVersion
from ruleset.text.comparing import shifted


@dataclass(frozen=True, slots=True)
class RuleStep:
    """What one revision did to a rule: its version from then on and the one before. `above` are the titles of the rules
    below which it stood and stands, where these differ ("" for the top); `shifted`: it has another place among the
    same neighbours."""

    before: RuleVersion
    version: RuleVersion
    above: tuple[str, str] | None
    shifted: bool

    @property
    def is_renamed(self) -> bool:
        return self.before.title != self.version.title

    @property
    def is_amended(self) -> bool:
        return self.before.text != self.version.text

    @property
    def words(self) -> str:
        """The words that went and came, as HTML."""
        return as_html(word_diff(self.before.text, self.version.text))


def life(versions: Sequence[RuleVersion]) -> list[RuleStep]:
    """What was done to a rule whose versions these are, the oldest first. One query.

    A version that only has another number, since something came or went before it, is no step of its own.
    """
    parents = {version.parent_id for version in versions}
    around = list(
        RuleVersion.objects.filter(
            Q(parent__in=parents - {None}) | Q(parent=None) | Q(rule__in=parents - {None})
        )
        .only("rule", "revision", "until", "parent", "place", "title")
        .order_by("place", "pk")
    )
    steps = []
    for before, version in zip(versions, versions[1:], strict=False):
        step = RuleStep(
            before, version, _above(before, version, around), _is_shifted(before, version, around)
        )
        if step.is_renamed or step.is_amended or step.above or step.shifted:
            steps.append(step)
    return steps


def _above(
    before: RuleVersion, version: RuleVersion, around: Iterable[RuleVersion]
) -> tuple[str, str] | None:
    if before.parent_id == version.parent_id:
        return None
    then, now = version.revision_id - 1, version.revision_id
    titles = [
        next((one.title for one in _standing(around, at) if one.rule_id == rule), "")
        for rule, at in ((before.parent_id, then), (version.parent_id, now))
    ]
    return titles[0], titles[1]


def _is_shifted(before: RuleVersion, version: RuleVersion, around: Iterable[RuleVersion]) -> bool:
    if before.parent_id != version.parent_id or before.place == version.place:
        return False
    orders = [
        [one.rule_id for one in _standing(around, at) if one.parent_id == version.parent_id]
        for at in (version.revision_id - 1, version.revision_id)
    ]
    return version.rule_id in shifted(*orders)


def _standing(around: Iterable[RuleVersion], revision: int) -> list[RuleVersion]:
    """Those in force after the revision of that key, or where there is none, after the last before it."""
    return [
        one
        for one in around
        if one.revision_id <= revision and (one.until_id is None or one.until_id > revision)
    ]


def brought_by(rules: Iterable[int]) -> dict[int, int]:
    """Whose matter brought each of the rules, or who made it, by the rules' keys; rules that nobody is named for are
    left out. One query."""
    first = RuleVersion.objects.filter(rule=OuterRef("pk")).order_by("revision")
    credited = first.values(credited=Coalesce("revision__author", "revision__by"))[:1]
    known = Rule.objects.filter(pk__in=rules).annotate(credited=Subquery(credited))
    return dict(known.exclude(credited=None).values_list("pk", "credited"))
