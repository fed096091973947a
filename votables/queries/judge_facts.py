"""Rows to facts: everything that the judge must know at an instant, in a fixed number of queries.

A docket holds the matters pending at an instant with their comments, and of the past only what a law can look
back to: today's proposals, declarations of victory whose failure or enactment still counts, and the standing of
players, the offices, the law, its special cases and the standstills since the oldest pending matter was posted, because
an icon is weighed as things stood when it was used.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from django.db.models import DateTimeField, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Least
from django.utils.translation import gettext

from blognomic.web.errors import RuleBroken
from gamestate.frequency import looks_back
from gamestate.queries import values_at, values_of_players
from players.models import Ascension, Player, Reign, RosterEvent, Standing
from players.queries.roster import IDLE, PLAYING, spells
from ruleset.law import Law
from ruleset.law.model import Kind
from ruleset.models import LawVersion
from ruleset.queries import LawInForce, as_told, in_force, versions_since
from votables import judge
from votables.models import Comment, Post, Status

from .laws_in_force import earlier_laws, one_an_instant, switches


class Heard(NamedTuple):
    """Whose words on which pending matter are weighed: the keys of both."""

    post: int
    author: int


@dataclass
class Docket:
    """The facts at `at` (UTC) with the rows that they were made from. `players` holds, by name, everybody in them and
    whoever is idle now."""

    at: datetime
    in_force: LawInForce
    game: judge.Game
    posts: dict[int, Post]
    comments: dict[int, list[Comment]]
    players: dict[str, Player]

    @property
    def law(self) -> Law:
        return self.in_force.law

    @cached_property
    def verdict(self) -> judge.Verdict:
        return judge.judge(self.game, law=self.law, at=self.at)

    @cached_property
    def roster(self) -> list[Player]:
        """The players of the roster, in the order of their names."""
        return [self.players[name] for name in self.verdict.roster]

    @cached_property
    def emperor(self) -> Player | None:
        """The emperor, if in the roster."""
        return self.players[self.verdict.emperor] if self.verdict.emperor else None

    def matter(self, post: Post) -> judge.Matter:
        """The facts of one matter of the docket. Raises StopIteration when the post is not among them."""
        return next(matter for matter in self.game.matters if matter.id == str(post.pk))

    def ruling(self, post: Post) -> judge.MatterVerdict | None:
        """What the judge says of one matter, or None when it is not pending at this instant."""
        try:
            return self.verdict.matter(str(post.pk))
        except KeyError:
            return None


def docket(
    at: datetime, *, with_idle: bool = True, for_reader: bool = False, heard: Heard | None = None
) -> Docket:
    """The docket of the game at `at` (UTC), in seven queries, or eight under a law whose limits are formulas over the
    game's numbers; one more where the law has changed since a declaration was posted after which its author waits, and
    nothing as old is pending. Raises RuleBroken when no game has been founded. `with_idle`: whether its players are
    also those who idle and are in none of the facts. `for_reader`: for a page, on which the law speaks the reader's
    language. `heard`: the one whose words on one matter are read, and nobody's else: enough to weigh what they say
    next, however much others have said, and not enough to count votes."""
    versions = _read(_laws_of_the_pending(at), for_reader=for_reader)
    if not versions:
        raise RuleBroken(gettext("No game has been founded on this site yet."), status=409)
    law = versions[-1].law
    laws = tuple(dict.fromkeys(each.law for each in versions))
    posts = _posts(at, laws, oldest=versions[-1].version.oldest)
    pending = {post.pk: post for post in posts if is_pending(post, at) and post.category in law.kinds}
    waiting = {kind.name for kind in _waiting(law)}
    open_still = [post for post in posts if post.pk in pending or post.category in waiting]
    comments = _comments(open_still, at) if heard is None else _comments_by(heard, at)
    horizon = min([at, *(post.matter_since for post in open_still)])
    if versions[0].version.at > horizon and versions[0].version.has_earlier:
        versions = _read(versions_since(at, Value(horizon, DateTimeField())), for_reader=for_reader)
    reigns = list(_reigns(horizon, at))
    named = {post.author_id for post in posts} | {reign.player_id for reign in reigns}
    named.update(comment.author_id for found in comments.values() for comment in found)
    rows = list(_people_among(named, since=horizon, with_idle=with_idle))
    people = {row.pk: row for row in rows}
    for post in posts:
        post.author = people[post.author_id]
    for found in comments.values():
        for comment in found:
            comment.author = people[comment.author_id]
    game = judge.Game(
        players=_players([row for row in rows if row.pk in named or _played_since(row, horizon)], at),
        emperors=tuple(
            judge.Reign(people[reign.player_id].name, reign.since, reign.until) for reign in reigns
        ),
        ascensions=tuple(_ascensions(at)),
        matters=tuple(facts_of(post, comments[post.pk]) for post in posts),
        special_cases=switches(versions),
        earlier_laws=earlier_laws(versions),
        values=values_at(at) if _has_formulas(law) else {},
        holdings=values_of_players(rows, at) if _weighs_by(law, "voter") else {},
    )
    return Docket(at, versions[-1], game, pending, comments, {player.name: player for player in rows})


def _read(rows: Iterable[LawVersion], *, for_reader: bool) -> list[LawInForce]:
    """The versions in order, read; for a page, as it tells them."""
    versions = one_an_instant([in_force(row) for row in rows])
    return [as_told(each) for each in versions] if for_reader else versions


def _reigns(horizon: datetime, at: datetime) -> QuerySet[Reign]:
    lately = Q(until__isnull=True) | Q(until__gt=horizon)
    return Reign.objects.filter(lately, since__lte=at).order_by("pk")


def _ascensions(at: datetime) -> QuerySet[Ascension, datetime]:
    return Ascension.objects.filter(at__lte=at).order_by("at").values_list("at", flat=True)


def _people_among(named: Collection[int], *, since: datetime, with_idle: bool) -> QuerySet[Player]:
    """Everybody who plays (`with_idle`: or idles), has since that instant, or is named by their key."""
    standing = Q(standing__in=[Standing.ACTIVE, *([Standing.IDLE] if with_idle else [])])
    people = Player.objects.filter(standing | Q(standing_since__gt=since) | Q(pk__in=named))
    return people.only("name", "name_key", "standing", "standing_since", "is_admin").order_by("pk")


def is_pending(post: Post, at: datetime) -> bool:
    """Whether the matter was pending at `at`: posted, not yet resolved, not removed."""
    return (
        post.is_matter
        and post.matter_since <= at
        and (post.resolved_at is None or post.resolved_at > at)
        and (post.removed_at is None or post.removed_at > at)
    )


def _waiting(law: Law) -> list[Kind]:
    """The kinds after whose failed matters their authors wait."""
    return [kind for kind in law.kinds.values() if kind.wait is not None]


def _counted(law: Law) -> list[Kind]:
    """The kinds of which a law counts the matters that somebody has made lately."""
    return [
        kind
        for kind in law.kinds.values()
        if kind.frequency is not None or any(limit.counts == "today" for limit in kind.limits)
    ]


def _counted_since(kind: Kind, at: datetime) -> datetime:
    """Since when matters take from what their authors may post: today, or as long as the law's frequency looks back."""
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight if kind.frequency is None else min(midnight, at - looks_back(kind.frequency))


def _waited_since(kind: Kind, at: datetime) -> datetime:
    """Since when a matter of the kind has failed for whose author the wait goes on, by the law that is asked."""
    return at - timedelta(hours=kind.wait.hours)


def _posts(at: datetime, laws: tuple[Law, ...], *, oldest: datetime) -> list[Post]:
    """The matters pending at `at`, those that count towards limits or after which their authors wait, and those for
    which the game stood still since the `oldest` pending matter was posted. `laws` are those in force since then, the
    one of `at` last. Matters that none of them knows are left out: nothing can be said of them.

    Each reason to be among them is a query of its own, which an index answers, and their answers are put together: in
    one condition, they would make the database look at every post that there ever was. One query.
    """
    law = laws[-1]
    stops = {(still.kind, still.cause) for each in laws for still in each.standstills if still.kind}
    known = sorted(law.kinds.keys() | {kind for kind, _cause in stops})
    first, *others = (reason.order_by().values("pk") for reason in _reasons(at, law, known, stops, oldest))
    wanted = Post.objects.filter(pk__in=first.union(*others, all=True), category__in=known)
    return list(wanted.filter(matter_since__lte=at).order_by("matter_since", "pk"))


def _reasons(
    at: datetime, law: Law, known: list[str], stops: set[tuple[str, str]], oldest: datetime
) -> Iterator[QuerySet[Post]]:
    """The reasons, with the kinds that are `known`, and `stops` as those for which the game stands still, and on what
    of theirs."""
    pending, resolved_since = _unresolved(at)
    yield pending
    for (
        kind
    ) in known:  # which takes nothing but an index, also at an instant after which thousands were resolved
        yield resolved_since.filter(category=kind)
    if stops:
        stopping = Post.objects.filter(category__in=sorted({kind for kind, _cause in stops})).matters()
        yield stopping.filter(resolved_at__gt=oldest)
        yield stopping.filter(removed_at__gt=oldest)
    for kind in _waiting(law):
        yield Post.objects.filter(category=kind.name, resolved_at__gt=_waited_since(kind, at))
    for kind in _counted(law):
        matters = Post.objects.filter(category=kind.name).matters()
        yield matters.filter(matter_since__range=(_counted_since(kind, at), at))
    for kind in sorted(kind for kind, cause in stops if cause == "enacted"):
        enacted = Post.objects.filter(category=kind, status=Status.ENACTED).order_by("-resolved_at")
        for instant in (at, oldest):
            yield Post.objects.filter(pk__in=enacted.filter(resolved_at__lte=instant).values("pk")[:1])


def _unresolved(at: datetime) -> tuple[QuerySet[Post], QuerySet[Post]]:
    """What was pending at `at`, of what had been posted: it is still, or it has been resolved since."""
    there = Post.objects.filter(Q(removed_at__isnull=True) | Q(removed_at__gt=at), matter_since__lte=at)
    return there.filter(status=Status.PENDING), there.filter(resolved_at__gt=at)


def _oldest(at: datetime) -> Least:
    """When the oldest of the matters pending at `at` was posted; `at` where there is none."""
    since = (each.order_by("matter_since") for each in _unresolved(at))
    firsts = (Subquery(each.values("matter_since")[:1]) for each in since)
    return Least(*(Coalesce(first, Value(at), output_field=DateTimeField()) for first in firsts))


def _laws_of_the_pending(at: datetime) -> QuerySet[LawVersion]:
    """The versions of the law in force since the `oldest` matter pending at `at` was posted."""
    return versions_since(at, _oldest(at)).annotate(oldest=_oldest(at))


def _comments(heard: Iterable[Post], at: datetime) -> dict[int, list[Comment]]:
    """The comments up to `at` of the matters whose votes still matter, in the order in which they were made."""
    wanted = [post.pk for post in heard]
    found: dict[int, list[Comment]] = defaultdict(list)
    if wanted:
        for comment in Comment.objects.filter(post__in=wanted, at__lte=at).order_by("at", "pk"):
            found[comment.post_id].append(comment)
    return found


def _comments_by(heard: Heard, at: datetime) -> dict[int, list[Comment]]:
    """What one author said on one matter up to `at`, in the same order."""
    theirs = Comment.objects.filter(post=heard.post, author=heard.author, at__lte=at).order_by("at", "pk")
    return defaultdict(list, {heard.post: list(theirs)})


def _played_since(player: Player, horizon: datetime) -> bool:
    """Whether somebody can have been in the roster at some time since `horizon`."""
    return player.is_playing or (player.standing_since is not None and player.standing_since > horizon)


def _has_formulas(law: Law) -> bool:
    """Whether a limit of the law, or what a vote weighs, is computed from the game's numbers."""
    return _weighs_by(law, "values") or any(
        limit.most.formula is not None for kind in law.kinds.values() for limit in kind.limits
    )


def _weighs_by(law: Law, name: str) -> bool:
    """Whether what a vote weighs depends on such a fact."""
    formula = law.weight.formula if law.weight is not None else None
    return formula is not None and name in formula.variables


class _Event(NamedTuple):
    """What the facts need of an event of the roster. Who has played for twenty years has many."""

    at: datetime
    standing: str
    is_admin: bool


def _players(rows: list[Player], at: datetime) -> tuple[judge.Player, ...]:
    events: dict[int, list[_Event]] = defaultdict(list)
    keys = [row.pk for row in rows]
    if keys:
        of_each = RosterEvent.objects.filter(player__in=keys, at__lte=at).in_order()
        for player, *event in of_each.values_list("player_id", "at", "standing", "is_admin"):
            events[player].append(_Event(*event))
    return tuple(facts_from(row, events[row.pk]) for row in rows)


def facts_of_player(player: Player, at: datetime) -> judge.Player:
    """When one player has played and idled, up to `at`. One query, or none when their events are prefetched."""
    return facts_from(
        player, sorted((e for e in player.roster_events.all() if e.at <= at), key=lambda e: (e.at, e.pk))
    )


def facts_from(player: Player, events: Sequence["RosterEvent | _Event"]) -> judge.Player:
    """When a player has played and idled, by their events in order. No query."""
    return judge.Player(
        name=player.name,
        plays=tuple(judge.Span(spell.start, spell.end) for spell in spells(events, PLAYING)),
        idle=tuple(judge.Span(spell.start, spell.end) for spell in spells(events, IDLE)),
        admin=events[-1].is_admin if events else False,
    )


def facts_of(post: Post, comments: Iterable[Comment]) -> judge.Matter:
    """One matter as the judge knows it; a pending one that its author removed has failed when it was removed."""
    removed = post.removed_at is not None and post.resolved_at is None
    return judge.Matter(
        id=str(post.pk),
        kind=post.category,
        title=post.title,
        author=post.author.name,
        posted=post.matter_since,
        amends=frozenset(post.amends),
        changes_nothing=post.changes_nothing,
        illegal=post.illegal,
        status=Status.FAILED.value if removed else post.status,
        resolved=post.removed_at if removed else post.resolved_at,
        choices=tuple(post.choices),
        comments=tuple(
            judge.Comment(comment.author.name, comment.at, tuple(comment.icons), key=comment.pk)
            for comment in comments
        ),
    )
