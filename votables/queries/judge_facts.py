"""Rows to facts: everything that the judge must know at an instant, in a fixed number of queries.

A docket holds the matters pending at an instant with their comments, and of the past only what a law can look
back to: today's proposals, declarations of victory whose failure or enactment still counts, and the standing of
players, the offices, the law, its special cases and the standstills since the oldest pending matter was posted, because
an icon is weighed as things stood when it was used.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property, partial, reduce
from itertools import chain
from operator import attrgetter, or_
from typing import Any, NamedTuple, TypeVar

from django.db.models import Q, QuerySet, Subquery
from django.utils.translation import gettext

from blognomic.database.prepared import Prepared
from blognomic.database.together import together
from blognomic.web.errors import RuleBroken
from gamestate.frequency import looks_back
from gamestate.queries import values_at, values_of_players
from players.models import (
    BESIDE_MATTERS,
    BESIDE_PEOPLE,
    Ascension,
    Player,
    Reign,
    RosterEvent,
    Standing,
    Topic,
)
from players.present import KeptRows, Present
from players.queries.roster import IDLE, IDLE_IN_SHORT, PLAYING, idle_in_short, spells, told_in_short
from ruleset.law import Law
from ruleset.law.model import MatterKind
from ruleset.queries import (
    LAW_AND_DYNASTY,
    LawInForce,
    as_told,
    keep_law_and_dynasty,
    law_and_dynasty,
    laws_lately,
    laws_since,
    of_law_and_dynasty,
)
from votables import judge
from votables.models import Comment, Post, PostQuerySet, Status

from .laws_in_force import earlier_laws, one_an_instant, switches

Thing = TypeVar("Thing")


class Heard(NamedTuple):
    """Whose words on which pending matter are weighed: the keys of both."""

    post: int
    author: int


class KnownThread(NamedTuple):
    """The comments on a matter in the order in which they were made, with their authors, and as the judge knows
    them; the keys of the authors, and the largest of the comments'."""

    comments: tuple[Comment, ...] = ()
    facts: tuple[judge.Comment, ...] = ()
    authors: frozenset[int] = frozenset()
    last: int = 0

    def with_new(self, comments: list[Comment], people: Mapping[int, Player]) -> "KnownThread":
        """The same with comments that have been made since, whose authors are among the people of those keys."""
        if not comments:
            return self
        for comment in comments:
            comment.author = people[comment.author_id]
        return KnownThread(
            (*self.comments, *comments),
            (*self.facts, *map(_facts_of_comment, comments)),
            self.authors.union(comment.author_id for comment in comments),
            max(self.last, *(comment.pk for comment in comments)),
        )


@dataclass
class Known:
    """What has been asked for so far of the comments on open matters, by the keys of these, and the last verdict on
    them. Each is replaced whole, for another page may come to know more meanwhile."""

    threads: Mapping[int, KnownThread] = field(default_factory=dict)
    verdict: judge.Verdict | None = None


@dataclass
class Docket:
    """The facts at `at` (UTC) with the rows that they were made from. `players` holds, by name, everybody in them;
    `known` is what was known of the matters before."""

    at: datetime
    in_force: LawInForce
    game: judge.Game
    posts: dict[int, Post]
    comments: Mapping[int, Sequence[Comment]]
    players: dict[str, Player]
    known: Known = field(default_factory=Known)

    @property
    def law(self) -> Law:
        return self.in_force.law

    @cached_property
    def verdict(self) -> judge.Verdict:
        verdict = judge.judge(self.game, law=self.law, at=self.at, before=self.known.verdict)
        self.known.verdict = verdict
        return verdict

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


def docket_at(
    at: datetime,
    *,
    for_reader: bool = False,
    heard: Heard | None = None,
    shared: Present | None = None,
    lately: list[LawInForce] | None = None,
) -> Docket:
    """The docket of the game at `at` (UTC), in four queries; one more under a law whose limits are formulas over the
    game's numbers, and one where the law has changed twice since what it looks back to was posted. Raises RuleBroken
    when no game has been founded.

    `for_reader`: for a page, on which the law speaks the reader's language. `heard`: the one whose words on one matter
    are read, and nobody's else: enough to weigh what they say next, however much others have said, and not enough to
    count votes. `shared`: of whom readers of the present have asked already nothing is asked again, so that after a
    vote it takes three queries. `lately`: what `laws_lately` answers for that instant, where it is known."""
    lately = laws_known(at, shared) if lately is None else lately
    if not lately:
        raise RuleBroken(gettext("No game has been founded on this site yet."), status=409)
    unresolved = shared.kept_rows(pending_at(at))[0] if for_reader and shared else _PENDING.find(at)
    oldest = min([at, *(post.matter_since for post in unresolved)])
    versions = one_an_instant(laws_since(oldest, lately))
    law = versions[-1].law
    laws = tuple(dict.fromkeys(each.law for each in versions))
    looked_back = at, laws, oldest, *_instants_looked_back_to(law, at)
    waiting = {kind.name for kind in _waiting(law)}
    known = lasting(shared, "votables.comments", None, Known) if heard is None else Known()
    fetched: list[Comment] | None = None
    if heard is None and not known.threads:
        # Apart, for asked for by one condition they would be looked for among all comments.
        keys = [post.pk for post in unresolved]
        on_pending, on_settled = _COMMENTS_ON_PENDING(keys, at), _COMMENTS_ON_SETTLED(keys, *looked_back)
        rows, *parts = together(_OTHERS(*looked_back), on_pending, on_settled)
        fetched = [comment for part in parts for comment in part]
    else:
        rows = _OTHERS.find(*looked_back)
    posts = _in_order(unresolved, rows, laws)
    pending = {post.pk: post for post in posts if is_pending(post, at) and post.category in law.kinds}
    open_still = [post for post in posts if post.pk in pending or post.category in waiting]
    threads = {post.pk: known.threads.get(post.pk, KnownThread()) for post in open_still}
    if heard is not None:
        threads[heard.post], fetched = KnownThread(), _comments_by(heard, at)
    elif fetched is None:
        fetched = _comments_since(threads, known, at)
    new_on: dict[int, list[Comment]] = {pk: [] for pk in threads}
    for comment in fetched:
        if comment.post_id in new_on:
            new_on[comment.post_id].append(comment)
    horizon = min([at, *(post.matter_since for post in open_still)])
    versions = one_an_instant(laws_since(horizon, lately))
    shown_versions = [as_told(each) or each for each in versions] if for_reader else versions
    named = {post.author_id for post in posts}
    named.update(*(thread.authors for thread in threads.values()))
    named.update(comment.author_id for comments in new_on.values() for comment in comments)
    rows, players, reigns, ascensions = lasting(
        shared,
        f"votables.people {heard is None}",
        (frozenset(named), horizon),
        lambda: _people(named, horizon, at),
    )
    people = {row.pk: row for row in rows}
    for post in posts:
        post.author = people[post.author_id]
    threads = {pk: thread.with_new(new_on[pk], people) for pk, thread in threads.items()}
    if heard is None:
        known.threads = threads
    game = judge.Game(
        players=players,
        emperors=tuple(
            judge.Reign(people[reign.player_id].name, reign.since, reign.until) for reign in reigns
        ),
        ascensions=ascensions,
        matters=tuple(
            _facts_of(post, threads[post.pk].facts if post.pk in threads else ()) for post in posts
        ),
        special_cases=switches(shown_versions),
        earlier_laws=earlier_laws(shown_versions),
        values=values_at(at) if _has_formulas(law) else {},
        holdings=values_of_players(rows, at) if _reads_players(law) else {},
    )
    comments_on = {pk: thread.comments for pk, thread in threads.items()}
    by_name = {player.name: player for player in rows}
    return Docket(at, shown_versions[-1], game, pending, comments_on, by_name, known)


_UNRESOLVED = "votables.pending"


def pending_at(at: datetime) -> KeptRows:
    """What is pending at `at` (UTC, now), to be asked for together with other things."""
    return KeptRows(_UNRESOLVED, lambda: [_PENDING(at)], list, BESIDE_MATTERS)


def begin(at: datetime, shared: Present, *besides: KeptRows) -> None:
    """Ask at once for what every page asks for first, if nothing of it is known: the law, the dynasty, who is idle,
    what is pending, and what the reader's page shows `besides`. One query, or none."""
    if shared.known(LAW_AND_DYNASTY, without=BESIDE_PEOPLE) is None:
        more = [list(one.ask()) for one in besides]
        questions = *of_law_and_dynasty(at), *idle_in_short(), _PENDING(at), *chain.from_iterable(more)
        laws, dynasties, counted, few, pending, *others = together(*questions)
        keep_law_and_dynasty([laws, dynasties], shared)
        shared.kept(IDLE_IN_SHORT.name, lambda: told_in_short(counted, few), without=IDLE_IN_SHORT.without)
        shared.kept(_UNRESOLVED, lambda: pending, without=BESIDE_MATTERS)
        rows = iter(others)
        for one, questions_of_it in zip(besides, more, strict=True):
            made = one.tell(*[next(rows) for _ in questions_of_it])
            shared.kept(one.name, partial(_as_it_is, made), without=one.without)


def _as_it_is(thing: Thing) -> Thing:
    return thing


def laws_known(at: datetime, shared: Present | None) -> list[LawInForce]:
    """What `laws_lately` answers. One query, or none."""
    return law_and_dynasty(at, shared).laws if shared else laws_lately(at)


def lasting(shared: Present | None, name: str, sign: Hashable, make: Callable[[], Thing]) -> Thing:
    """What is made of people and the law, and of nothing that somebody posts, but by what is asked of it, the
    `sign`."""
    return (
        shared.kept_while((shared.sign(BESIDE_PEOPLE | {Topic.TIME}), sign), name, make) if shared else make()
    )


def _people_among(whose: Q, *, since: datetime) -> QuerySet[Player]:
    """Everybody who plays, has since that instant, or is asked for by `whose`."""
    people = Player.objects.filter(Q(standing=Standing.ACTIVE) | Q(standing_since__gt=since) | whose)
    return people.only("name", "name_key", "standing", "standing_since", "is_admin").order_by("pk")


def is_pending(post: Post, at: datetime) -> bool:
    """Whether the matter was pending at `at`: posted, not yet resolved, not removed."""
    return (
        post.is_matter
        and post.matter_since <= at
        and (post.resolved_at is None or post.resolved_at > at)
        and (post.removed_at is None or post.removed_at > at)
    )


def _waiting(law: Law) -> list[MatterKind]:
    """The kinds after whose failed matters their authors wait."""
    return [kind for kind in law.kinds.values() if kind.wait is not None]


def _counted(law: Law) -> list[MatterKind]:
    """The kinds of which a law counts the matters that somebody has made lately."""
    return [
        kind
        for kind in law.kinds.values()
        if kind.frequency is not None or any(limit.counts == "today" for limit in kind.limits)
    ]


def _counted_since(kind: MatterKind, at: datetime) -> datetime:
    """Since when matters take from what their authors may post: today, or as long as the law's frequency looks back."""
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight if kind.frequency is None else min(midnight, at - looks_back(kind.frequency))


def _waited_since(kind: MatterKind, at: datetime) -> datetime:
    """Since when a matter of the kind has failed for whose author the wait goes on, by the law that is asked."""
    return at - timedelta(hours=kind.wait.hours if kind.wait else 0)


def _pending(at: datetime) -> QuerySet[Post]:
    """The matters pending at `at`, also those that no law knows."""
    unresolved = Q(status=Status.PENDING) | Q(resolved_at__gt=at)
    there = Q(removed_at__isnull=True) | Q(removed_at__gt=at)
    return Post.objects.filter(unresolved, there, matter_since__lte=at)


_PENDING = Prepared(_pending)


def _stops(laws: tuple[Law, ...]) -> set[tuple[str, str]]:
    """For matters of which kinds the game stands still by these laws, and on what of theirs."""
    return {(still.kind, still.cause) for each in laws for still in each.standstills if still.kind}


def _kinds_known(laws: tuple[Law, ...]) -> set[str]:
    """The kinds of which something can be said by these laws, the one in force last."""
    return laws[-1].kinds.keys() | {kind for kind, _cause in _stops(laws)}


def _instants_looked_back_to(law: Law, at: datetime) -> list[datetime]:
    """Since when a matter counts, of each kind after which authors wait, and then of each that is counted."""
    waits = [_waited_since(kind, at) for kind in _waiting(law)]
    return waits + [_counted_since(kind, at) for kind in _counted(law)]


def _others(at: datetime, laws: tuple[Law, ...], oldest: datetime, *since: datetime) -> PostQuerySet:
    """The matters that count towards limits or after which their authors wait, and those for which the game stood still
    since the `oldest` pending matter was posted. `laws` are those in force since then, the one of `at` last; `since`:
    `_instants_looked_back_to`."""
    reasons = list(_reasons(laws[-1], _stops(laws), oldest, iter(since)))
    if not reasons:
        return Post.objects.none()
    return Post.objects.filter(
        reduce(or_, reasons), category__in=sorted(_kinds_known(laws)), matter_since__lte=at
    )


def _comments_on_pending(keys: list[int], at: datetime) -> QuerySet[Comment]:
    return _comments_on(Q(post__in=keys), at)


def _comments_on_settled(
    keys: list[int], at: datetime, laws: tuple[Law, ...], oldest: datetime, *since: datetime
) -> QuerySet[Comment]:
    """The comments on those of the others after which their authors wait, but for the matters of those keys."""
    waiting = {kind.name for kind in _waiting(laws[-1])}
    others = _others(at, laws, oldest, *since).filter(category__in=waiting).exclude(pk__in=keys)
    return _comments_on(Q(post__in=others.order_by().values("pk")), at)


_OTHERS = Prepared(_others)
_COMMENTS_ON_PENDING, _COMMENTS_ON_SETTLED = Prepared(_comments_on_pending), Prepared(_comments_on_settled)


def _in_order(pending: Iterable[Post], others: Iterable[Post], laws: tuple[Law, ...]) -> list[Post]:
    """The matters in the order in which they were posted, without those that none of the laws knows: nothing can be
    said of them."""
    known = _kinds_known(laws)
    by_key = {post.pk: post for post in pending if post.category in known}
    by_key.update((post.pk, post) for post in others)
    return sorted(by_key.values(), key=lambda post: (post.matter_since, post.pk))


def _reasons(
    law: Law, stops: set[tuple[str, str]], oldest: datetime, since: Iterator[datetime]
) -> Iterator[Q]:
    """Why a matter that is not pending is asked for, each reason answered by an index: the game has stood still
    for it since the `oldest` that is (`stops`: of which kinds, and on what of theirs), its author waits after it, or it
    counts towards a limit."""
    if stops:
        stopping = Q(category__in=sorted({kind for kind, _cause in stops}))
        yield stopping & Q(resolved_at__gt=oldest)
        yield stopping & Q(removed_at__gt=oldest)
    for kind in _waiting(law):
        yield Q(category=kind.name, resolved_at__gt=next(since))
    for kind in _counted(law):
        yield Q(category=kind.name, matter_since__gte=next(since))
    for stopped in sorted(kind for kind, cause in stops if cause == "enacted"):
        enacted = Post.objects.filter(category=stopped, status=Status.ENACTED, resolved_at__lte=oldest)
        yield Q(pk=Subquery(enacted.order_by("-resolved_at").values("pk")[:1]))


def _comments_on(those: Q, at: datetime) -> QuerySet[Comment]:
    return Comment.objects.filter(those, at__lte=at).order_by("at", "pk")


def _new_comments(keys: Collection[int], at: datetime, after: int) -> QuerySet[Comment]:
    """The comments on the matters of those keys that were made after those up to the key `after`."""
    return _comments_on(Q(post__in=keys), at).filter(pk__gt=after)


_NEW_COMMENTS = Prepared(_new_comments)


def _comments_since(threads: Mapping[int, KnownThread], known: Known, at: datetime) -> list[Comment]:
    """The comments up to `at` that have been made on these matters since what is `known` of them; of those that nothing
    is known of, all. One query: a comment is never edited, and whoever writes one holds the lock of the game, so that
    the last has the largest key."""
    if not threads:
        return []
    last = max((thread.last for thread in known.threads.values()), default=0)
    unknown = [pk for pk in threads if pk not in known.threads]
    if not unknown:
        return _NEW_COMMENTS.find(list(threads), at, last)
    new, others = together(
        _NEW_COMMENTS([pk for pk in threads if pk in known.threads], at, last),
        _COMMENTS_ON_PENDING(unknown, at),
    )
    return [*new, *others]


def _comments_by(heard: Heard, at: datetime) -> list[Comment]:
    """What one author said on one matter up to `at`, in the same order."""
    theirs = Comment.objects.filter(post=heard.post, author=heard.author, at__lte=at).order_by("at", "pk")
    return list(theirs)


def _played_since(player: Player, horizon: datetime) -> bool:
    """Whether somebody can have been in the roster at some time since `horizon`."""
    return player.is_playing or (player.standing_since is not None and player.standing_since > horizon)


def _has_formulas(law: Law) -> bool:
    """Whether a limit of the law, or what a vote weighs, is computed from the game's numbers."""
    return _weighs_by(law, "values") or any(
        limit.most.formula is not None for kind in law.kinds.values() for limit in kind.limits
    )


def reads_values(law: Law) -> bool:
    """Whether how matters stand depends on what is tracked."""
    return _has_formulas(law) or _reads_players(law)


def _reads_players(law: Law) -> bool:
    """Whether what a vote weighs depends on what its voter has, or a limit on what an author has."""
    limits = (limit.most for kind in law.kinds.values() for limit in kind.limits)
    return _weighs_by(law, "voter") or any(most.reads("author") for most in limits)


def _weighs_by(law: Law, name: str) -> bool:
    """Whether what a vote weighs depends on such a fact."""
    return law.weight is not None and law.weight.reads(name)


class _Event(NamedTuple):
    """What the facts need of an event of the roster. Who has played for twenty years has many."""

    at: datetime
    standing: str
    is_admin: bool


class _People(NamedTuple):
    """Everybody whom a docket needs, the facts on those among them who can have been in the roster since its horizon,
    or are named, and its reigns, in the order in which they were recorded, and ascensions, in order."""

    rows: list[Player]
    players: tuple[judge.Player, ...]
    reigns: list[Reign]
    ascensions: tuple[datetime, ...]


def _of_note(named: Collection[int], horizon: datetime, at: datetime) -> QuerySet[Player]:
    """Everybody who plays, or has since the horizon, or has reigned since then, or is named."""
    whose = Q(pk__in=named) | Q(pk__in=_reigning(horizon, at).values("player"))
    return _people_among(whose, since=horizon)


def _events(named: Collection[int], horizon: datetime, at: datetime) -> QuerySet[Any]:
    theirs = _of_note(named, horizon, at).order_by().values("pk")
    events = RosterEvent.objects.filter(player__in=theirs, at__lte=at).in_order()
    return events.values_list("player_id", "at", "standing", "is_admin")


def _reigning(horizon: datetime, at: datetime) -> QuerySet[Reign]:
    lately = Q(until__isnull=True) | Q(until__gt=horizon)
    reigns = Reign.objects.filter(lately, since__lte=at).order_by("pk")
    return reigns.only("player_id", "since", "until")


def _ascensions(at: datetime) -> QuerySet[Any]:
    return Ascension.objects.filter(at__lte=at).order_by("at").values_list("at", flat=True)


_OF_NOTE, _EVENTS = Prepared(_of_note), Prepared(_events)
_REIGNING, _ASCENSIONS = Prepared(_reigning), Prepared(_ascensions)


def _people(named: Collection[int], horizon: datetime, at: datetime) -> _People:
    """One query, because every page asks."""
    rows, event_rows, reigns, ascensions = together(
        _OF_NOTE(named, horizon, at), _EVENTS(named, horizon, at), _REIGNING(horizon, at), _ASCENSIONS(at)
    )
    of_each: dict[int, list[_Event]] = defaultdict(list)
    for player, *event in event_rows:
        of_each[player].append(_Event(*event))
    noted = {*named, *(reign.player_id for reign in reigns)}
    facts = (
        facts_from(row, of_each[row.pk]) for row in rows if row.pk in noted or _played_since(row, horizon)
    )
    return _People(rows, tuple(facts), reigns, tuple(ascensions))


def facts_of_player(player: Player, at: datetime) -> judge.Player:
    """When one player has played and idled, up to `at`. One query, or none when their events are prefetched."""
    return facts_from(
        player, sorted((e for e in player.roster_events.all() if e.at <= at), key=attrgetter("at", "pk"))
    )


def facts_from(player: Player, events: Sequence[Any]) -> judge.Player:
    """When a player has played and idled, by their events in order. No query."""
    return judge.Player(
        name=player.name,
        plays=tuple(judge.Span(spell.start, spell.end) for spell in spells(events, PLAYING)),
        idle=tuple(judge.Span(spell.start, spell.end) for spell in spells(events, IDLE)),
        admin=events[-1].is_admin if events else False,
    )


def facts_of(post: Post, comments: Iterable[Comment]) -> judge.Matter:
    """One matter as the judge knows it; a pending one that its author removed has failed when it was removed."""
    return _facts_of(post, tuple(map(_facts_of_comment, comments)))


def _facts_of_comment(comment: Comment) -> judge.Comment:
    return judge.Comment(comment.author.name, comment.at, tuple(comment.icons), key=comment.pk)


def _facts_of(post: Post, comments: tuple[judge.Comment, ...]) -> judge.Matter:
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
        comments=comments,
    )
