"""The line of dynasties and one of them, for the history pages, each in a fixed number of queries."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse

from blognomic.database.together import together
from blognomic.text.outside import KEY
from gamestate.models import Table, Variable
from players.models import Ascension, Dynasty, Player, Reign, RosterEvent, Standing, Topic
from players.present import Present
from ruleset.law.parts import RulesetPart, part_titled
from ruleset.models import LawVersion, RuleVersion
from ruleset.queries import standing_at, tree_of
from ruleset.text.tree import Node
from votables.archive.filters import made_in
from votables.models import Category, Post, Status

MOST_WRITERS = 10
MOST_PROPOSALS = 20


@dataclass(frozen=True, slots=True)
class DynastyChapter:
    """A dynasty as the history tells it: who reigned in it in their order, and how its proposals fared.

    `address` is the Ascension Address that began it, or the matter by which a metadynasty was; `victory` the enacted
    declaration that ended it. `share` is its part of the longest one's length, in percent; `counts` says how many
    proposals have each status.
    """

    dynasty: Dynasty
    emperors: tuple[Player, ...]
    address: Post | None
    victory: Post | None
    counts: Mapping[str, int]
    length: timedelta
    share: int

    @property
    def proposals(self) -> int:
        return sum(self.counts.values())

    @property
    def enacted(self) -> int:
        return self.counts.get(Status.ENACTED, 0)

    @property
    def failed(self) -> int:
        return self.counts.get(Status.FAILED, 0)

    @property
    def fared(self) -> list[tuple[int, str]]:
        """How many proposals came out in each way, where any did."""
        outcomes = [(self.counts.get(status, 0), label) for status, label in Status.choices]
        return [(number, label) for number, label in outcomes if number]

    @property
    def rate(self) -> int | None:
        """How many of a hundred of its proposals were enacted; None without any that are decided."""
        decided = self.enacted + self.failed
        return round(100 * self.enacted / decided) if decided else None

    @property
    def days(self) -> int:
        return self.length.days


def chapters(at: datetime) -> list[DynastyChapter]:
    """All dynasties that had begun at `at` (UTC), the newest first. Six queries."""
    dynasties = list(Dynasty.objects.up_to(at))
    return _chapters(dynasties, proposals_by_dynasty(), at, _thrones(at))


@dataclass(frozen=True, slots=True)
class Thrones:
    """All reigns up to an instant, and where the record leads for each ascension."""

    reigns: tuple[Reign, ...]
    links: Mapping[datetime, str]


def _thrones(at: datetime) -> Thrones:
    """One query."""
    reigns, links = together(*_of_thrones(at))
    return Thrones(tuple(reigns), dict(links))


def _of_thrones(at: datetime) -> tuple[QuerySet[Reign], QuerySet[Any]]:
    reigns = Reign.objects.filter(since__lte=at).order_by("since", "pk").select_related("player")
    return reigns, Ascension.objects.values_list("at", "link")


def _chapters(
    dynasties: list[Dynasty], counts: Mapping[int, Mapping[str, int]], at: datetime, thrones: Thrones
) -> list[DynastyChapter]:
    """Two queries."""
    addresses, victories = _beginnings(dynasties, thrones.links), _victories(at)
    longest = max((_length(each, at) for each in dynasties), default=timedelta())
    chapters = []
    for dynasty in dynasties:
        end = dynasty.ended_at or at
        won = [each for each in victories if dynasty.started_at <= each.resolved_at <= end]
        victory, length = won[-1] if won else None, _length(dynasty, at)
        chapters.append(
            DynastyChapter(
                dynasty=dynasty,
                emperors=_emperors(dynasty, thrones.reigns, victory),
                address=addresses.get(dynasty.pk),
                victory=victory,
                counts=counts.get(dynasty.pk, {}),
                length=length,
                share=max(round(100 * (length / longest)) if longest else 0, 1),
            )
        )
    return chapters


def proposals_by_dynasty() -> dict[int, dict[str, int]]:
    """How many proposals of each status were made in each dynasty, by its key. One query."""
    return by_dynasty(proposals_counted())


def proposals_counted() -> QuerySet[Any]:
    """The key of each dynasty, a status, and how many of its proposals have it, to be asked with others."""
    then = Dynasty.objects.up_to(OuterRef("matter_since"))
    proposals = Post.objects.visible().filter(category=Category.PROPOSAL, matter_since__isnull=False)
    rows = proposals.annotate(dynasty=Subquery(then.values("pk")[:1])).order_by()
    return rows.values_list("dynasty", "status").annotate(number=Count("pk"))


def by_dynasty(rows: Iterable[tuple[int, str, int]]) -> dict[int, dict[str, int]]:
    """The same by the key of the dynasty, and the status."""
    counts: dict[int, dict[str, int]] = defaultdict(dict)
    for key, status, number in rows:
        counts[key][status] = number
    return counts


def _length(dynasty: Dynasty, at: datetime) -> timedelta:
    return min(dynasty.ended_at or at, at) - dynasty.started_at


def _beginnings(dynasties: Iterable[Dynasty], links: Mapping[datetime, str]) -> dict[int, Post]:
    """What began each dynasty, by its key: the post to which its ascension leads or, where the record names none, the
    address of that instant. One query."""
    a_post = re.compile(re.escape(reverse("votables:post", args=[0])).replace("0", f"({KEY})"))
    starts = {each.started_at: each.pk for each in dynasties}
    keys = {int(match[1]): at for at, link in links.items() if (match := a_post.match(link))}
    may_begin = Q(category=Category.ASCENSION) | Q(pk__in=[key for key, at in keys.items() if at in starts])
    beginnings = {}
    for post in Post.objects.visible().filter(may_begin).select_related("author").order_by("pk"):
        at = keys.get(post.pk, post.posted_at)
        if at in starts and (post.pk in keys or not links.get(at)):
            beginnings[starts[at]] = post
    return beginnings


def _victories(at: datetime) -> list[Post]:
    """The enacted declarations of victory, in the order in which they were. One query."""
    enacted = Post.objects.visible().filter(category=Category.DOV, status=Status.ENACTED, resolved_at__lte=at)
    return list(enacted.select_related("author").order_by("resolved_at", "pk"))


def _emperors(dynasty: Dynasty, reigns: Iterable[Reign], victory: Post | None) -> tuple[Player, ...]:
    # who wins a dynasty reigns from its last days on, but in the next one; whoever reigns from its end on, too
    last = victory.resolved_at if victory else dynasty.ended_at
    emperors: dict[int, Player] = {}
    for reign in reigns:
        if (last is None or reign.since < last) and (reign.until is None or reign.until > dynasty.started_at):
            emperors[reign.player_id] = reign.player
    return tuple(emperors.values())


Changes = tuple[tuple[datetime, int], ...]


@dataclass(frozen=True, slots=True)
class DynastyCourse:
    """How a dynasty went from its `start` to the `last` instant of it (UTC): when matters were `resolved`, each with
    its status, and how many dynastic `rules` and `players` there were from when on."""

    start: datetime
    last: datetime
    resolved: tuple[tuple[datetime, str], ...]
    rules: Changes
    players: Changes


@dataclass(frozen=True, slots=True)
class DynastyPage:
    """One dynasty with all that its page tells. `last` is the last instant of it, or the present one; `rules` are its
    dynastic rules and `tracked` the names of what it tracked as they stood then; `proposals` its first ones."""

    chapter: DynastyChapter
    last: datetime
    before: Dynasty | None
    after: Dynasty | None
    law: LawVersion | None
    rules: tuple[Node, ...]
    tracked: tuple[str, ...]
    players: tuple[Player, ...]
    writers: tuple[Player, ...]
    proposals: tuple[Post, ...]
    course: DynastyCourse

    @property
    def then(self) -> str:
        """What an address of the present ends in to show how things stood at the end; "" in the last dynasty."""
        return f"?{urlencode({'at': self.last.isoformat()})}" if self.chapter.dynasty.ended_at else ""

    @property
    def more(self) -> int:
        """How many proposals are not among those listed."""
        return self.chapter.proposals - len(self.proposals)


@dataclass(frozen=True, slots=True)
class DynastyFacts:
    """What a dynasty's page tells that no post, vote or value changes."""

    dynasty: Dynasty
    last: datetime
    before: Dynasty | None
    after: Dynasty | None
    thrones: Thrones
    law: LawVersion | None
    rules: tuple[Node, ...]
    tracked: tuple[str, ...]
    players: tuple[Player, ...]
    rules_then: Changes
    players_then: Changes


def facts_of_dynasty(number: int, *, at: datetime) -> DynastyFacts | None:
    """The same as of `at` (UTC); None when there is none of that number. Two queries."""
    near = Dynasty.objects.filter(number__gte=number - 1, number__lte=number + 1, started_at__lte=at)
    beside = {each.number: each for each in near}
    dynasty = beside.get(number)
    if dynasty is None:
        return None
    end = dynasty.ended_at
    last = min(end - timedelta(microseconds=1) if end else at, at)
    then = Q(made_at__lte=last) & (Q(retired_at__isnull=True) | Q(retired_at__gt=last))
    reigns, links, laws, rules, variables, tables, players, first, events, versions = together(
        *_of_thrones(at),
        LawVersion.objects.at(last)[:1],
        standing_at(last),
        Variable.objects.filter(then, table=None),
        Table.objects.filter(then),
        _players(dynasty.started_at, last),
        Player.objects.roster_at(dynasty.started_at).values_list("pk"),
        RosterEvent.objects.filter(at__gt=dynasty.started_at, at__lte=last)
        .in_order()
        .values_list("player", "at", "standing"),
        _versions(dynasty.started_at, last),
    )
    return DynastyFacts(
        dynasty=dynasty,
        last=last,
        before=beside.get(number - 1),
        after=beside.get(number + 1),
        thrones=Thrones(tuple(reigns), dict(links)),
        law=next(iter(laws), None),
        rules=_dynastic_rules(rules),
        tracked=tuple(sorted(map(str, [*variables, *tables]), key=str.casefold)),
        players=tuple(players),
        rules_then=_how_many_rules(versions, dynasty.started_at, last),
        players_then=_how_many_play({pk for (pk,) in first}, events, dynasty.started_at),
    )


def _versions(start: datetime, last: datetime) -> QuerySet[Any]:
    """Of all rules between two instants (UTC): the rule, what it is below, what a section is to the law and is called,
    and from when to when it was so."""
    versions = RuleVersion.objects.filter(revision__at__lte=last)
    there = versions.filter(Q(until__isnull=True) | Q(until__at__gt=start))
    return there.values_list("rule", "parent", "part", "title", "revision__at", "until__at")


def _how_many_rules(
    versions: Iterable[tuple[int, int | None, str, str, datetime, datetime | None]],
    start: datetime,
    last: datetime,
) -> Changes:
    """How many rules stood right below a dynastic section from when on, with one entry for each instant at which any
    came or went."""
    versions = list(versions)
    sections = {
        rule
        for rule, parent, part, title, _since, _until in versions
        if parent is None and (part or part_titled(title)) == RulesetPart.DYNASTIC
    }
    changes: Counter[datetime] = Counter()
    for _rule, parent, _part, _title, since, until in versions:
        if parent in sections:
            changes[max(since, start)] += 1
            if until is not None and until <= last:
                changes[until] -= 1
    return tuple(zip(sorted(changes), accumulate(changes[at] for at in sorted(changes)), strict=True))


def _how_many_play(
    players: set[int], events: Iterable[tuple[int, datetime, str]], start: datetime
) -> Changes:
    """How many played from when on, of whom `players` did at the start (UTC)."""
    changes = [(start, len(players))]
    for player, at, standing in events:
        (players.add if standing == Standing.ACTIVE else players.discard)(player)
        changes.append((at, len(players)))
    return tuple(changes)


def whole(facts: DynastyFacts, *, at: datetime) -> DynastyPage:
    """The page of that dynasty as of `at` (UTC). Three queries."""
    dynasty = facts.dynasty
    proposals = made_in(dynasty) & Q(category=Category.PROPOSAL, matter_since__isnull=False)
    made = Post.objects.visible().filter(proposals)
    matters = Post.objects.visible().filter(
        resolved_at__gte=dynasty.started_at,
        resolved_at__lte=facts.last,
        status__in=(Status.ENACTED, Status.FAILED),
    )
    counted, listed, writers, resolved = together(
        made.order_by().values_list("status").annotate(number=Count("pk")),
        made.select_related("author").order_by("matter_since", "pk")[:MOST_PROPOSALS],
        _writers(proposals),
        matters.order_by("resolved_at").values_list("resolved_at", "status"),
    )
    (chapter,) = _chapters([dynasty], {dynasty.pk: dict(counted)}, at, facts.thrones)
    return DynastyPage(
        chapter=chapter,
        last=facts.last,
        before=facts.before,
        after=facts.after,
        law=facts.law,
        rules=facts.rules,
        tracked=facts.tracked,
        players=facts.players,
        writers=tuple(writers),
        proposals=tuple(listed),
        course=DynastyCourse(
            dynasty.started_at, facts.last, tuple(map(tuple, resolved)), facts.rules_then, facts.players_then
        ),
    )


def whole_now(number: int, *, at: datetime, present: Present | None) -> DynastyPage | None:
    """The page of the dynasty of that number at `at` (UTC, now), worked out once for all who look; None when there is
    none."""
    if present is None:
        facts = facts_of_dynasty(number, at=at)
        return whole(facts, at=at) if facts else None
    known = present.kept(
        f"votables.dynasty facts {number}",
        lambda: facts_of_dynasty(number, at=present.at),
        without={Topic.POSTS, Topic.VALUES},
    )
    if known is None:
        return None
    return present.kept(
        f"votables.dynasty {number}", lambda: whole(known, at=present.at), without={Topic.VALUES}
    )


def _dynastic_rules(rows: Iterable[RuleVersion]) -> tuple[Node, ...]:
    """The dynastic rules among those of an instant."""
    return tuple(tree_of(rows).rules_of(RulesetPart.DYNASTIC))


def _players(start: datetime, last: datetime) -> QuerySet[Player]:
    """Who was on the roster at any time between two instants (UTC), by name."""
    during = RosterEvent.objects.filter(at__gte=start, at__lte=last, standing=Standing.ACTIVE)
    then = Player.objects.roster_at(start).values("pk")
    there = Player.objects.filter(Q(pk__in=during.values("player")) | Q(pk__in=then))
    return there.order_by("name_key")


def _writers(proposals: Q) -> QuerySet[Player]:
    """Who had most of the proposals enacted, with the `number` of theirs and how many `passed`."""
    theirs = Post.objects.visible().filter(proposals, author=OuterRef("pk")).order_by().values("author")
    enacted = theirs.filter(status=Status.ENACTED)
    people = Player.objects.filter(Exists(theirs)).annotate(
        number=Subquery(theirs.annotate(n=Count("pk")).values("n")),
        passed=Coalesce(Subquery(enacted.annotate(n=Count("pk")).values("n")), 0),
    )
    return people.order_by("-passed", "-number", "name_key")[:MOST_WRITERS]
