"""What waits for an admin besides the queue: requests found in posts and comments, inactivity, newcomers' posts.

The same facts serve the dashboard, for everybody at once, and the services, for one player.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from blognomic.database.prepared import Prepared
from blognomic.database.together import WrittenQuery, together
from blognomic.text.one_line import isolated
from blognomic.text.prose import summary
from players.models import LIVELY, Bar, Dynasty, Player, RosterEvent, Standing, Topic
from players.present import KeptRows, Present
from players.queries.bars import sentence_of
from players.queries.roster import OFFICE, PLACE, dynasty_at, last_of_their_sort
from ruleset.law import Law
from votables.judge import Leave
from votables.judge import posting as law_of_posts
from votables.judge import roster as law_of_roster
from votables.models import Asks, Category, Comment, Post

from .judge_facts import Docket
from .unwritten import EVER, WITHOUT_CHANGES, of_rules

Kind, Cause = RosterEvent.Kind, RosterEvent.Cause
EXCERPT = 160
UNCATEGORISED = 50
CLICK = timedelta(hours=1)  # for as long what was done to the roster is taken back by one click


@dataclass(frozen=True, slots=True)
class AdminRequest(law_of_roster.Request):
    """A request with what was asked, on which post (its key), a link and the words."""

    asks: str
    post: int
    link: str
    excerpt: str


def requests(players: Iterable[Player], *, at: datetime) -> dict[int, list[AdminRequest]]:
    """What the players asked for since they stand as they do, newest first, by the player's key. One query.

    A comment on a post that itself asks to be idled or unidled is an `idling-comment` as well.
    """
    by_key = {player.pk: player for player in players}
    posts, comments = together(_POSTS_THAT_ASK([*by_key], at), _COMMENTS_THAT_ASK([*by_key], at))
    return _requests_in(by_key, posts, comments)


def _requests_in(
    by_key: Mapping[int, Player], posts: Iterable[Post], comments: Iterable[Comment]
) -> dict[int, list[AdminRequest]]:
    """What those people ask for in these posts and comments, since they stand as they do, newest first."""
    requests_by_key: dict[int, list[AdminRequest]] = defaultdict(list)

    def keep(author: int, request: AdminRequest) -> None:
        player = by_key[author]
        if request.at >= (player.standing_since or player.registered_at):
            requests_by_key[author].append(request)

    for post in posts:
        words = f"{isolated(post.title)}: {summary(post.body_html, EXCERPT)}"
        keep(
            post.author_id,
            AdminRequest(post.posted_at, "post", post.asks, post.pk, post.get_absolute_url(), words),
        )
    for comment in comments:
        words, link = summary(comment.html, EXCERPT), comment.get_absolute_url()
        keep(
            comment.author_id, AdminRequest(comment.at, "comment", comment.asks, comment.post_id, link, words)
        )
        if comment.post.asks in (Asks.IDLE, Asks.UNIDLE):
            keep(
                comment.author_id,
                AdminRequest(comment.at, "idling-comment", comment.asks, comment.post_id, link, words),
            )
    for theirs in requests_by_key.values():
        theirs.sort(key=lambda one: one.at, reverse=True)
    return requests_by_key


def _posts_that_ask(authors: list[int], at: datetime) -> QuerySet[Post]:
    asking = Post.objects.visible().filter(author__in=authors, posted_at__lte=at).exclude(asks="")
    return asking.only("asks", "posted_at", "title", "body_html", "author")


def _comments_that_ask(authors: list[int], at: datetime) -> QuerySet[Comment]:
    return Comment.objects.filter(author__in=authors, at__lte=at).exclude(asks="").select_related("post")


_POSTS_THAT_ASK, _COMMENTS_THAT_ASK = Prepared(_posts_that_ask), Prepared(_comments_that_ask)


def wish_to_join(person: Player, *, at: datetime) -> Post | None:
    """The last post in which somebody who is no player asks to become one, since they stand as they do. One query."""
    since = person.standing_since or person.registered_at
    asking = Post.objects.visible().filter(author=person, asks=Asks.JOIN)
    return asking.filter(posted_at__range=(since, at)).order_by("-posted_at", "-pk").first()


def idlings(players: Iterable[Player], *, at: datetime) -> dict[int, law_of_roster.Idling]:
    """How players went idle the last time, by their key. Two queries."""
    return _how(_idled(list(players)).filter(at__lte=at), dynasty_at(at))


def _idled(players: Iterable[Player] | QuerySet[Player]) -> QuerySet[RosterEvent]:
    """When they went idle, and why. Whoever is idle again because their return was taken back is so as they were before
    it."""
    return (
        RosterEvent.objects.filter(player__in=players, kind=Kind.IDLED)
        .exclude(cause=Cause.CORRECTION)
        .in_order()
    )


def _how(events: Iterable[RosterEvent], dynasty: Dynasty | None) -> dict[int, law_of_roster.Idling]:
    """How players went idle the last time, by their key."""
    return {
        event.player_id: law_of_roster.Idling(
            at=event.at,
            reason=event.cause if event.cause in (Cause.REQUEST, Cause.SELF, Cause.INACTIVITY) else "other",
            in_this_dynasty=dynasty is None or event.at >= dynasty.started_at,
        )
        for event in events
    }


def last_signs(players: Iterable[Player], *, law: Law, at: datetime) -> dict[int, datetime]:
    """For each player (by key) the last sign of life that the law counts, or else when they came. One query."""
    players = list(players)
    return _last_of(players, together(*_signs(players, law, at)))


def _signs(players: list[Player], law: Law, at: datetime) -> tuple[WrittenQuery, WrittenQuery]:
    """When each of them (by key) last posted, and last commented, as far as the law counts it."""
    signs, keys = law.roster.inactivity.signs, [player.pk for player in players]
    return (
        _LAST_POSTS(keys if "post" in signs else [], at),
        _LAST_COMMENTS(keys, at, "comment" in signs),
    )


def _last_posts(authors: list[int], at: datetime) -> QuerySet[Any]:
    posts = Post.objects.filter(author=OuterRef("pk"), posted_at__lte=at).order_by("-posted_at")
    return _last_of_each(authors, posts.values("posted_at"))


def _last_comments(authors: list[int], at: datetime, of_any_kind: bool) -> QuerySet[Any]:
    """The last comments, or, not `of_any_kind`, the last votes."""
    comments = Comment.objects.filter(author=OuterRef("pk"), at__lte=at)
    heard = comments if of_any_kind else comments.exclude(cast="")
    return _last_of_each(authors, heard.order_by("-at").values("at"))


def _last_of_each(authors: list[int], instants: QuerySet[Any]) -> QuerySet[Any]:
    """Each author's key with the first of the instants, None where there is none. Each is looked up by an index: a
    maximum would go through all that they have said in twenty years."""
    last = Player.objects.filter(pk__in=authors).annotate(last=Subquery(instants[:1]))
    return last.order_by().values_list("pk", "last")


_LAST_POSTS, _LAST_COMMENTS = Prepared(_last_posts), Prepared(_last_comments)


def _last_of(
    players: list[Player], signs: Iterable[list[tuple[int, datetime | None]]]
) -> dict[int, datetime]:
    last = {player.pk: player.standing_since or player.registered_at for player in players}
    for key, instant in chain(*signs):
        last[key] = max(last[key], instant or last[key])
    return last


@dataclass(frozen=True, slots=True)
class RosterTask:
    """Something that an admin may do for a player: what, as `votables:change_roster` calls it, who and why, where they
    asked, and whether the law allows it."""

    act: str
    player: Player
    why: str
    link: str
    at: datetime
    leave: Leave


@dataclass(frozen=True, slots=True)
class Desk:
    """What waits for an admin besides the queue, those who may be served first."""

    joining: list[RosterTask]
    idling: list[RosterTask]
    unidling: list[RosterTask]
    leaving: list[RosterTask]
    inactive: list[RosterTask]
    newcomers: list[tuple[Post, Leave]]
    unwritten: list[Post]

    @property
    def requests(self) -> list[RosterTask]:
        """What people ask for: what the law allows now first, then whoever has waited longest."""
        wishes = [*self.joining, *self.idling, *self.unidling, *self.leaving]
        return sorted(wishes, key=lambda one: (not one.leave.allowed, one.at, one.player.name_key))

    @property
    def tasks(self) -> list[RosterTask]:
        """All that is done to the roster, in the order in which it is done."""
        return [*self.requests, *self.inactive]

    @property
    def waiting(self) -> int:
        """How much may be done now."""
        allowed = [one for one in self.tasks if one.leave.allowed]
        return len(allowed) + len(self.newcomers) + len(self.unwritten)


Signs = list[tuple[int, datetime | None, datetime | None, datetime | None]]
"""Who plays (by key), with their last post, comment and vote."""


@dataclass(frozen=True, slots=True)
class AtDesk:
    """The rows that a desk is made of: posts and comments that ask for something and were written since their authors
    stand as they do, with these; how those went idle who ask to come back; who is barred from joining; idle admins; the
    newest posts without a category; and what was enacted without changes and is not settled."""

    posts: list[Post]
    comments: list[Comment]
    idled: list[RosterEvent]
    bars: list[Bar]
    idle_admins: list[Player]
    uncategorised: list[tuple[int, str, int, datetime]]
    enacted: list[Post]


@dataclass(frozen=True, slots=True)
class _Counter:
    """Where those who ask for something are answered: by the law at the docket's instant, with their `requests`, how
    they went idle (`how`) and who is `barred` from joining, all by their keys, and with all `admins` who play. No query
    of its own."""

    docket: Docket
    requests: Mapping[int, list[AdminRequest]]
    how: Mapping[int, law_of_roster.Idling]
    barred: Mapping[int, Bar]
    admins: Collection[Player]

    def tasks(
        self,
        act: str,
        people: Iterable[Player],
        asks: str,
        may: Callable[[Player, list[AdminRequest]], Leave],
    ) -> list[RosterTask]:
        """Those of the people who asked for it, with what the law says, as `may` knows: the allowed ones first, then by
        when they asked. Joining is asked for in posts alone."""
        waiting = []
        for player in people:
            theirs = [
                one
                for one in self.requests.get(player.pk, [])
                if one.asks == asks and (asks != Asks.JOIN or one.where == "post")
            ]
            if theirs:
                last = theirs[0]
                waiting.append(RosterTask(act, player, last.excerpt, last.link, last.at, may(player, theirs)))
        return sorted(waiting, key=lambda task: (not task.leave.allowed, task.at, task.player.name_key))

    def while_standing(self, *acts: str) -> Leave:
        """Whether a standstill lets all of these acts be."""
        law, at, stops = self.docket.law, self.docket.at, self.docket.verdict.standstill
        return _first_refusal(
            *(law_of_roster.while_standing(law=law, standstill=stops, act=act, at=at) for act in acts)
        )

    def may_join(self, player: Player, theirs: list[AdminRequest]) -> Leave:
        law = self.docket.law
        left = player.standing_since if player.standing == Standing.LEFT else None
        bar = self.barred.get(player.pk)
        return _first_refusal(
            law_of_posts.no(sentence_of(bar), law.words.players, bar.until) if bar else law_of_posts.YES,
            law_of_roster.may_rejoin(law=law, at=self.docket.at, left=left),
            law_of_roster.check_name(player.name, law=law),
            self.while_standing("join", "roster"),
        )

    def may_idle(self, player: Player, theirs: list[AdminRequest]) -> Leave:
        return _first_refusal(
            law_of_roster.may_idle_on_request(law=self.docket.law, at=self.docket.at, requests=theirs),
            self.while_standing("roster"),
            self.may_cease(player, idling=True),
        )

    def may_idle_inactive(self, player: Player) -> Leave:
        return _first_refusal(self.while_standing("roster"), self.may_cease(player, idling=True))

    def may_unidle(self, player: Player, theirs: list[AdminRequest]) -> Leave:
        law, at, idling = self.docket.law, self.docket.at, self.how.get(player.pk)
        return _first_refusal(
            law_of_roster.may_unidle_on_request(law=law, at=at, requests=theirs, idling=idling),
            self.while_standing("unidle", "roster"),
        )

    def may_leave(self, player: Player, theirs: list[AdminRequest]) -> Leave:
        return _first_refusal(
            law_of_roster.may_leave(law=self.docket.law),
            self.while_standing("roster"),
            self.may_cease(player),
        )

    def may_cease(self, player: Player, *, idling: bool = False) -> Leave:
        """Whether there is somebody else who acts as an admin, where the player does."""
        if not player.acts_as_admin:
            return law_of_posts.YES
        others = [law_of_roster.Admin(one.name, one.is_idle) for one in self.admins if one != player]
        return law_of_roster.may_cease(law=self.docket.law, name=player.name, others=others, idling=idling)


def _first_refusal(*leaves: Leave) -> Leave:
    return next((leave for leave in leaves if not leave.allowed), law_of_posts.YES)


def desk(docket: Docket, dynasty: Dynasty | None, shared: Present | None = None) -> Desk:
    """Everything on the desk of an admin at the docket's instant, which is now, in one query however much it is; in
    none for those who share the present and have asked. `dynasty`: the one that lasts then."""
    at, (rows, rows_of_signs) = docket.at, at_desk(shared)
    askers = {one.author_id: one.author for one in rows.posts}
    askers |= {one.author_id: one.author for one in rows.comments}
    requests_by_key = _requests_in(askers, rows.posts, rows.comments)
    guests = [one for one in askers.values() if not one.is_player]
    idle = [one for one in askers.values() if one.is_idle]
    how = _how(rows.idled, dynasty)
    barred = {bar.person_id: bar for bar in reversed(rows.bars) if bar.until is None or bar.until > at}
    admins = [one for one in (*docket.roster, *rows.idle_admins) if one.acts_as_admin]
    counter = _Counter(docket, requests_by_key, how, barred, admins)
    signs = _last_signs(rows_of_signs, docket)
    return Desk(
        joining=counter.tasks("admit", guests, Asks.JOIN, counter.may_join),
        idling=counter.tasks("idle", docket.roster, Asks.IDLE, counter.may_idle),
        unidling=counter.tasks("unidle", idle, Asks.UNIDLE, counter.may_unidle),
        leaving=counter.tasks("leave", [*docket.roster, *idle], Asks.LEAVE, counter.may_leave),
        inactive=[
            RosterTask(
                "idle-inactive",
                player,
                "",
                player.get_absolute_url(),
                signs[player.pk],
                counter.may_idle_inactive(player),
            )
            for player in _inactive(docket, signs)
        ],
        newcomers=_newcomers(docket, rows.uncategorised),
        unwritten=of_rules(rows.enacted, docket),
    )


def at_desk(shared: Present | None) -> tuple[AtDesk, Signs]:
    """The rows of the desk as the game stands, and the last signs of life. One query, or none where readers of the
    present have asked."""
    if shared:
        desk_rows, signs = shared.kept_rows(AT_DESK, SIGNS)
        return desk_rows, signs
    *rows, signs = together(*AT_DESK.ask(), *SIGNS.ask())
    return AtDesk(*rows), signs


def _posts_at_desk() -> QuerySet[Post]:
    """Posts that ask for something, since whoever wrote them stands as they do."""
    asking = Post.objects.visible().exclude(asks="").filter(posted_at__gte=_SINCE).select_related("author")
    return asking.only("asks", "posted_at", "title", "body_html", *_AUTHOR).order_by("posted_at", "pk")


def _comments_at_desk() -> QuerySet[Comment]:
    asking = Comment.objects.exclude(asks="").filter(at__gte=_SINCE).select_related("author", "post")
    return asking.only("asks", "at", "html", "post__asks", *_AUTHOR).order_by("at", "pk")


_SINCE = Coalesce("author__standing_since", "author__registered_at")
_AUTHOR = [
    f"author__{name}"
    for name in ("name", "name_key", "standing", "standing_since", "registered_at", "is_admin")
]


def _idled_at_desk() -> QuerySet[RosterEvent]:
    """How those went idle who are so and ask for something."""
    theirs = (
        Post.objects.visible().filter(author=OuterRef("pk"), posted_at__gte=OuterRef("standing_since")),
        Comment.objects.filter(author=OuterRef("pk"), at__gte=OuterRef("standing_since")),
    )
    asking = reduce(or_, (Exists(rows.exclude(asks="")) for rows in theirs))
    return _idled(Player.objects.idle().filter(asking))


def _bars() -> QuerySet[Bar]:
    """The bars that nobody has lifted, the longest first."""
    longest_first = F("until").desc(nulls_first=True)
    return Bar.objects.filter(lifted_at=None).select_related("person").order_by(longest_first, "pk")


def _signs_of_the_roster() -> QuerySet[Any]:
    """Of everybody who plays (by key) when they last posted, commented and voted."""
    posts = Post.objects.filter(author=OuterRef("pk")).order_by("-posted_at")
    comments = Comment.objects.filter(author=OuterRef("pk")).order_by("-at")
    last = (
        posts.values("posted_at")[:1],
        comments.values("at")[:1],
        comments.exclude(cast="").values("at")[:1],
    )
    return Player.objects.active().order_by("pk").values_list("pk", *map(Subquery, last))


def _last_signs(rows: Signs, docket: Docket) -> dict[int, datetime]:
    """For each of the roster (by key) the last sign of life that the law counts, or else when they came."""
    signs = docket.law.roster.inactivity.signs
    last = {player.pk: player.standing_since or docket.at for player in docket.roster}
    for key, post, comment, vote in rows:
        counted = (post if "post" in signs else None, comment if "comment" in signs else vote)
        if key in last:
            last[key] = max([last[key], *(instant for instant in counted if instant is not None)])
    return last


def _inactive(docket: Docket, signs: Mapping[int, datetime]) -> list[Player]:
    """Who of the roster has shown no sign of life for as long as the law waits."""
    law, at = docket.law, docket.at
    return [
        player
        for player in docket.roster
        if at >= law_of_roster.inactive_at(law=law, last_sign=signs[player.pk])
        and law_of_roster.may_idle_for_inactivity(law=law, at=at, last_sign=signs[player.pk]).allowed
    ]


def done_lately(at: datetime) -> list[RosterEvent]:
    """What admins did to the roster within the hour before `at` (UTC) and a click takes back, the newest first. Two
    queries at most."""
    return _last_ones(_DONE_LATELY.find(at - CLICK, at))


def _done_lately(since: datetime, at: datetime) -> QuerySet[RosterEvent]:
    """What admins did to the roster since then, the newest first."""
    done = RosterEvent.objects.filter(at__gt=since, at__lte=at, kind__in=PLACE | OFFICE)
    acted = done.filter(cause__in=(Cause.REQUEST, Cause.INACTIVITY, Cause.SELF), by__isnull=False)
    return acted.newest_first().select_related("player", "by")


def _last_ones(events: list[RosterEvent]) -> list[RosterEvent]:
    """Those that a click takes back. One query, or none."""
    last = last_of_their_sort(events) if events else ()
    return [event for event in events if event.pk in last]


def _uncategorised() -> QuerySet[Any]:
    """The newest posts without a category that ask for nothing: their keys, titles, authors and instants. The law says
    for how many hours they are of note; nobody posts so many in that time."""
    posts = Post.objects.visible().filter(category=Category.NONE, asks="", author__standing=Standing.ACTIVE)
    return posts.order_by("-posted_at").values_list("pk", "title", "author", "posted_at")[:UNCATEGORISED]


_POSTS_AT_DESK, _COMMENTS_AT_DESK = Prepared(_posts_at_desk), Prepared(_comments_at_desk)
_IDLED_AT_DESK = Prepared(_idled_at_desk)
_BARS = Prepared(_bars)
_SIGNS, _UNCATEGORISED = Prepared(_signs_of_the_roster), Prepared(_uncategorised)
_IDLE_ADMINS = Prepared(lambda: Player.objects.idle().filter(is_admin=True).order_by("pk"))
_DONE_LATELY = Prepared(_done_lately)
AT_DESK = KeptRows(
    "votables.at desk",
    lambda: [
        _POSTS_AT_DESK(),
        _COMMENTS_AT_DESK(),
        _IDLED_AT_DESK(),
        _BARS(),
        _IDLE_ADMINS(),
        _UNCATEGORISED(),
        WITHOUT_CHANGES(EVER),
    ],
    AtDesk,
    LIVELY | {Topic.TIME},
)
# Whoever posts or comments gives one. Asked for together with what else changes then.
SIGNS = KeptRows("votables.signs", lambda: [_SIGNS()], list, {Topic.VALUES, Topic.TIME})


def _newcomers(docket: Docket, posts: Iterable[tuple[int, str, int, datetime]]) -> list[tuple[Post, Leave]]:
    """Those of the posts that are by new players and may be made proposals now, the oldest first."""
    law, at = docket.law, docket.at
    if law.posts.adoption is None:
        return []
    since, adoptable = at - timedelta(hours=law.posts.adoption.hours), []
    authors = {player.pk: player for player in docket.roster}
    players = {player.name: player for player in docket.game.players}
    for key, title, author, posted_at in posts:
        if not since < posted_at <= at or author not in authors:
            continue
        name = authors[author].name
        new = law_of_posts.is_new_player(players[name], law=law, at=at)
        facts = law_of_posts.PostFacts(Category.NONE, name, posted_at, False, False, ())
        leave = law_of_posts.may_make_proposal(facts, law=law, at=at, by_new_player=new)
        if leave.allowed:
            post = Post(pk=key, title=title, author=authors[author], posted_at=posted_at)
            adoptable.append((post, leave))
    return adoptable[::-1]
