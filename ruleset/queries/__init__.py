"""Which law was in force when, and what the ruleset said."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Func, Q, QuerySet, Subquery, TextField
from django.db.models.functions import Coalesce
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from blognomic.database.prepared import Prepared
from blognomic.database.together import WrittenQuery, together
from blognomic.i18n.translation import is_the_games_language
from blognomic.search.indexes import Index
from blognomic.text.outside import is_key
from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule
from players.models import BESIDE_PEOPLE, LIVELY, Dynasty, Topic
from players.present import Present
from players.queries.roster import newest_dynasties
from ruleset.law import Law, parse
from ruleset.law.parts import RulesetPart
from ruleset.models import LawVersion, Revision, RuleVersion
from ruleset.text.synonyms import PLAIN, Words, law_in_words, told_law
from ruleset.text.tree import Node, Tree, bare, part_of

WORDS_OF_A_DYNASTY = ("player_word", "players_word", "emperor_word", "emperors_word")
_BETWEEN = "\x1f"  # in no word
LAW_AND_DYNASTY, DYNASTY = "ruleset.law and dynasty", "ruleset.dynasty"  # which every page asks for
LATELY = 2  # as many versions as pages look back to, most of the time
# Written out, for every page and every vote asks for the law, and expressions for the four names take Django a third of
# the time that all of it takes. No other table that is asked together with dynasties has these columns.
_JOINED = Func(
    template=f" || '{_BETWEEN}' || ".join(f'"{word}"' for word in WORDS_OF_A_DYNASTY),
    output_field=TextField(),
)


@dataclass(frozen=True, slots=True)
class LawInForce:
    """A version of the law with its document read: what the judge is asked with."""

    version: LawVersion
    law: Law

    @property
    def special_cases(self) -> dict[str, bool]:
        return self.version.special_cases

    @property
    def states(self) -> dict[str, bool]:
        """Every special case of the law, and whether it is active."""
        return {name: self.law.is_active(name, self.special_cases) for name in self.law.special_cases}

    def is_active(self, case: str | None) -> bool:
        """Whether a special case is active: one of the site's, or by its name; None never is."""
        name = self.law.rules.names[case] if isinstance(case, SiteRule) else case
        return self.law.is_active(name, self.special_cases)


@lru_cache(maxsize=64)
def read(document: str) -> Law:
    """The law that a stored document says; each text is read once in a process. Raises LawError."""
    return parse(document, source=_("the law in force"))


def law_at(at: datetime) -> LawInForce | None:
    """The law in force at `at` (UTC), in the words of the dynasty of that time; None before the game was founded. One
    query."""
    return next(iter(laws_lately(at, number=1)), None)


def law_in_force(at: datetime) -> Law:
    """The law in force at `at`. Raises RuleBroken when no game has been founded."""
    in_force = law_at(at)
    if in_force is None:
        raise RuleBroken(_("No game has been founded on this site yet."), status=409)
    return in_force.law


def laws_lately(at: datetime, *, number: int = LATELY) -> list[LawInForce]:
    """The latest versions of the law up to `at` (UTC), the one then in force first, all in the words of the dynasty of
    that time. One query."""
    return [in_words(version) for version in versions_in_words(at)[:number]]


def in_words(version: LawVersion) -> LawInForce:
    """One of `versions_in_words`, read in those words."""
    return _in_force(version, version.words)


def laws_since(instant: datetime, lately: Sequence[LawInForce]) -> list[LawInForce]:
    """The laws in force at some time from that instant (UTC) on, the last first, in the words in which those are that
    have been found `lately`. No query where these go so far back; else one."""
    last, first = lately[0].version, lately[-1].version
    if len(lately) > 1 and first.at > instant:
        before = LawVersion.objects.at(instant).values("at")[:1]
        versions = LawVersion.objects.at(last.at).filter(at__gte=Coalesce(Subquery(before), instant))
        return [_in_force(version, last.words) for version in versions]
    after = sum(each.version.at > instant for each in lately)
    return list(lately[: after + 1])


class LawAndDynasty(NamedTuple):
    """What every page asks first, and what changes seldom: the latest versions of the law, the one in force first, and
    the dynasty that began last."""

    laws: list[LawInForce]
    dynasty: Dynasty | None


def law_and_dynasty(at: datetime, present: Present) -> LawAndDynasty:
    """The same at `at` (UTC, now). One query, or none."""
    kept = present.known(LAW_AND_DYNASTY, without=BESIDE_PEOPLE)
    return kept or keep_law_and_dynasty(together(*of_law_and_dynasty(at)), present)


def dynasty_now(present: Present) -> Dynasty | None:
    """The dynasty that began last, which no other follows by itself. One query, or none."""
    return present.kept(DYNASTY, lambda: newest_dynasties().first(), without=BESIDE_PEOPLE | {Topic.TIME})


def of_law_and_dynasty(at: datetime) -> tuple[WrittenQuery, WrittenQuery]:
    """What that is made of, to be asked with others."""
    return _LATEST_LAWS(at), _NEWEST_DYNASTY()


def keep_law_and_dynasty(rows: Sequence[list[Any]], present: Present) -> LawAndDynasty:
    """The same of what was found, kept for whoever asks for both or for one. No query."""
    laws, dynasties = rows
    made = LawAndDynasty([in_words(each) for each in laws], next(iter(dynasties), None))
    present.kept(DYNASTY, lambda: made.dynasty, without=BESIDE_PEOPLE | {Topic.TIME})
    return present.kept(LAW_AND_DYNASTY, lambda: made, without=BESIDE_PEOPLE)


def law_now(at: datetime, present: Present | None) -> LawInForce | None:
    """The law in force at `at` (UTC, now). One query, or none."""
    return next(iter(law_and_dynasty(at, present).laws), None) if present else law_at(at)


def versions_in_words(at: datetime) -> QuerySet[LawVersion]:
    """The versions of the law up to `at` (UTC), the last first, each with the words of the dynasty of that time."""
    dynasty = Dynasty.objects.up_to(at)
    words = dynasty.values(words=_JOINED)[:1]
    return LawVersion.objects.at(at).annotate(words=Subquery(words))


_LATEST_LAWS = Prepared(lambda at: versions_in_words(at)[:LATELY])
_NEWEST_DYNASTY = Prepared(lambda: newest_dynasties()[:1])


def _in_force(version: LawVersion, words: str | None) -> LawInForce:
    """A version, read in the words of a dynasty, or in the plain ones."""
    language = "" if is_the_games_language() else get_language()
    spoken = PLAIN if words is None else Words(*words.split(_BETWEEN))
    return LawInForce(version, law_in_words(read(version.document), spoken, language))


def as_told(in_force: LawInForce | None) -> LawInForce | None:
    """The same law as a page shows it: what it says of itself is in the reader's language, as far as players have left
    it as it was shipped. What is written down is made from the law itself."""
    if in_force is None or is_the_games_language():
        return in_force
    return replace(in_force, law=told_law(in_force.law, get_language()))


def words_of(dynasty: Dynasty | None) -> Words:
    """What a dynasty calls players and emperors; before the first, the plain words."""
    return Words(*(getattr(dynasty, word) for word in WORDS_OF_A_DYNASTY)) if dynasty else PLAIN


def law_of_version(key: str, *, at: datetime) -> LawInForce:
    """The version of the law with that key (text from an address) if it has come into force by `at` (UTC). One query.

    Raises RuleBroken (404) for a key that is none.
    """
    versions = LawVersion.objects.select_related("by")
    version = versions.filter(pk=int(key), at__lte=at).first() if is_key(key) else None
    if version is None:
        raise RuleBroken(_("There is no such version of the law."), status=404)
    return LawInForce(version, read(version.document))


def tree_after(revision: int | None) -> Tree:
    """The ruleset as it stood after the revision of that key (None: before the first). One query."""
    return tree_of(rows_after(revision))


def rows_after(revision: int | None) -> list[RuleVersion]:
    """The versions in force after the revision of that key, with their own revisions. One query."""
    if revision is None:
        return []
    return list(RuleVersion.objects.standing_at(revision).select_related("revision"))


def tree_of(rows: Iterable[RuleVersion], *, with_texts: bool = True) -> Tree:
    """The tree that versions of one instant make, without their texts where none is needed; their keys are those of
    their rules."""
    below: dict[int | None, list[RuleVersion]] = defaultdict(list)
    for row in rows:
        below[row.parent_id].append(row)

    def nodes(parent: int | None) -> tuple[Node, ...]:
        return tuple(
            Node(str(row.rule_id), row.title, row.text if with_texts else "", nodes(row.rule_id), row.part)
            for row in below[parent]
        )

    return Tree(nodes(None))


class RuleHeading(NamedTuple):
    """A rule's number, its title and its key."""

    number: str
    title: str
    rule: int


def headings_now(at: datetime, present: Present | None) -> list[RuleHeading]:
    """The headings of the rules that stand at `at` (UTC, now) in the order of reading, without their texts. One query,
    or none."""

    def headings() -> list[RuleHeading]:
        tree = tree_of(standing_at(at).defer("text", "html"), with_texts=False)
        return [RuleHeading(one.number, one.node.title, int(one.node.key)) for one in tree.placed()]

    return present.kept("ruleset.headings", headings, without=LIVELY) if present else headings()


def rules_by_name(names: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Which rule is meant by a name, asked for in lower case and without tags: of two of one name, the first."""
    rules: dict[str, int] = {}
    for title, rule in names:
        rules.setdefault(bare(title).casefold(), rule)
    return rules


def names_at(at: datetime) -> dict[str, int]:
    """The rules that stood at `at` (UTC) by their names, as `rules_by_name` has them. One query."""
    standing = RuleVersion.objects.filter(Q(until__isnull=True) | Q(until__at__gt=at), revision__at__lte=at)
    return rules_by_name(standing.order_by("rule").values_list("title", "rule_id"))


def last_revisions(at: datetime) -> QuerySet[Revision]:
    """The revisions up to `at` (UTC), the last first."""
    return Revision.objects.filter(at__lte=at).order_by("-at", "-pk").select_related("by")


def revision_before(key: int) -> Revision | None:
    """The revision before the one of that key; None before there was any. One query."""
    return Revision.objects.filter(pk__lt=key).order_by("-pk").first()


def revision_at(at: datetime) -> Revision | None:
    """The last revision up to `at` (UTC), or None before the first. One query."""
    return last_revisions(at).first()


def standing_at(at: datetime) -> QuerySet[RuleVersion]:
    """The versions of rules in force at `at` (UTC)."""
    return RuleVersion.objects.standing_at(Subquery(last_revisions(at).values("pk")[:1]))


def revision_asked_for(key: str, *, at: datetime) -> Revision | None:
    """The revision of that key (text from an address), or without one the last up to `at` (UTC). One query.

    Raises RuleBroken (404) for a key that is none.
    """
    if not key:
        return revision_at(at)
    revision = Revision.objects.filter(pk=int(key)).select_related("by").first() if is_key(key) else None
    if revision is None:
        raise RuleBroken(_("There is no such revision of the ruleset."), status=404)
    return revision


@dataclass(frozen=True, slots=True)
class PlacedRule:
    """A rule in its place with the version that stands there."""

    number: str
    depth: int
    row: RuleVersion
    section: str

    def is_within(self, other: "PlacedRule") -> bool:
        """Whether it stands somewhere below the other."""
        return self.number.startswith(f"{other.number}.")

    @property
    def is_special_case(self) -> bool:
        """Whether it can be switched on and off."""
        return self.section == RulesetPart.SPECIAL_CASE and self.depth == 1

    @property
    def node(self) -> Node:
        return Node(str(self.row.rule_id), self.row.title, self.row.text, part=self.row.part)


def placed_rules(revision: Revision | None) -> list[PlacedRule]:
    """The rules after a revision in the order of reading. One query."""
    return _placed(rows_after(revision.pk if revision else None))


def _placed(rows: list[RuleVersion]) -> list[PlacedRule]:
    by_key = {str(row.rule_id): row for row in rows}
    tree = tree_of(rows)
    sections = {section.key: part_of(section) for section in tree.sections}
    return [
        PlacedRule(
            placed.number,
            placed.depth,
            by_key[placed.node.key],
            sections[(*placed.above, placed.node.key)[0]],
        )
        for placed in tree.placed()
    ]


class RulesetNow(NamedTuple):
    """The last revision, None before the first, and the rules that stand after it in the order of reading."""

    revision: Revision | None
    placed: list[PlacedRule]


def ruleset_now(at: datetime, present: Present | None) -> RulesetNow:
    """The same at `at` (UTC, now). One query, or none."""

    def last_and_placed() -> RulesetNow:
        last, rows = together(last_revisions(at)[:1], standing_at(at).select_related("revision"))
        return RulesetNow(next(iter(last), None), _placed(rows))

    return present.kept("ruleset.now", last_and_placed, without=LIVELY) if present else last_and_placed()


def placed_now(at: datetime, present: Present | None) -> list[PlacedRule]:
    """The rules that stand at `at` (UTC, now) in the order of reading. One query, or none."""
    return ruleset_now(at, present).placed


WORDS = Index("ruleset_ruleversion", ("text",), heading="title")
