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

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from blognomic.database.prepared import Prepared
from blognomic.database.together import WrittenQuery, together
from blognomic.text.lines import isolated
from blognomic.text.prose import summary
from players.models import LIVELY, Bar, Dynasty, Player, RosterEvent, Standing, Topic
from players.present import Present
from players.queries.bars import bars_of, sentence_of
from players.queries.roster import OFFICE, PLACE, dynasty_at, last_of_their_sort
from ruleset.law import Law
from votables.judge import Leave
from votables.judge import posting as law_of_posts
from votables.judge import roster as law_of_roster
from votables.models import Asks, Category, Comment, Post

from .judge_facts import Docket, lasting
from .unwritten import unwritten

Kind, Cause = RosterEvent.Kind, RosterEvent.Cause
EXCERPT = 160
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
    requests_by_key: dict[int, list[AdminRequest]] = defaultdict(list)

    def keep(author: int, request: AdminRequest) -> None:
        player = by_key[author]
        if request.at >= (player.standing_since or player.registered_at):
            requests_by_key[author].append(request)

    posts, comments = together(_POSTS_THAT_ASK([*by_key], at), _COMMENTS_THAT_ASK([*by_key], at))
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
    return _idlings(players, dynasty_at(at), at)


def _idlings(
    players: Iterable[Player], dynasty: Dynasty | None, at: datetime
) -> dict[int, law_of_roster.Idling]:
    idled = RosterEvent.objects.filter(player__in=list(players), kind=Kind.IDLED, at__lte=at)
    # Whoever is idle again because their return was taken back is so as they were before it.
    events = idled.exclude(cause=Cause.CORRECTION).in_order()
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
class Errand:
    """Something that an admin may do for a player: who and why, where they asked, and whether the law allows it."""

    player: Player
    why: str
    link: str
    at: datetime
    leave: Leave


@dataclass(frozen=True, slots=True)
class Desk:
    """The dashboard's lists, those who may be served first."""

    joining: list[Errand]
    idling: list[Errand]
    unidling: list[Errand]
    leaving: list[Errand]
    inactive: list[Errand]
    newcomers: list[tuple[Post, Leave]]
    unwritten: list[Post]
    lately: list[RosterEvent]

    @property
    def anything(self) -> bool:
        """Whether anybody's affair is on the desk, allowed now or not."""
        return any((self.joining, self.idling, self.unidling, self.leaving, self.inactive, self.newcomers))

    @property
    def first(self) -> tuple[str, Errand] | None:
        """What to do first of what the law allows now, as `votables:change_roster` calls the act."""
        acts = {
            "admit": self.joining,
            "idle": self.idling,
            "unidle": self.unidling,
            "leave": self.leaving,
            "idle-inactive": self.inactive,
        }
        allowed = ((act, one) for act, errands in acts.items() for one in errands if one.leave.allowed)
        return next(allowed, None)

    @property
    def waiting(self) -> int:
        """How many of them the law allows now."""
        errands = [*self.joining, *self.idling, *self.unidling, *self.leaving, *self.inactive]
        return sum(one.leave.allowed for one in errands) + sum(leave.allowed for _, leave in self.newcomers)


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

    def errands(
        self, people: Iterable[Player], asks: str, may: Callable[[Player, list[AdminRequest]], Leave]
    ) -> list[Errand]:
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
                waiting.append(Errand(player, last.excerpt, last.link, last.at, may(player, theirs)))
        return sorted(
            waiting, key=lambda errand: (not errand.leave.allowed, errand.at, errand.player.name_key)
        )

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
    """Everything on the desk of an admin at the docket's instant, in five queries however much it is; fewer after a
    vote, of which those who share the present say nothing new. `dynasty`: the one that lasts then."""
    law, at = docket.law, docket.at
    guests, idle, new, done, *sign_rows = together(
        _ASKING_TO_JOIN(),
        _IDLE_OF_NOTE(),
        _new_posts(docket),
        _DONE_LATELY(at - CLICK, at),
        *_signs(docket.roster, law, at),
    )
    requests_by_key = requests([*guests, *docket.roster, *idle], at=at)
    gone = [player for player in idle if player.pk in requests_by_key]
    how = lasting(
        shared,
        "votables.idlings",
        frozenset(player.pk for player in gone),
        lambda: _idlings(gone, dynasty, at),
    )
    barred = lasting(
        shared, "votables.bars", frozenset(guest.pk for guest in guests), lambda: bars_of(guests, at=at)
    )
    signs = _last_of(docket.roster, sign_rows)
    admins = [one for one in (*docket.roster, *idle) if one.acts_as_admin]
    counter = _Counter(docket, requests_by_key, how, barred, admins)
    return Desk(
        joining=counter.errands(guests, Asks.JOIN, counter.may_join),
        idling=counter.errands(docket.roster, Asks.IDLE, counter.may_idle),
        unidling=counter.errands(idle, Asks.UNIDLE, counter.may_unidle),
        leaving=counter.errands([*docket.roster, *idle], Asks.LEAVE, counter.may_leave),
        inactive=[
            Errand(player, "", player.get_absolute_url(), signs[player.pk], counter.may_idle_inactive(player))
            for player in docket.roster
            if law_of_roster.may_idle_for_inactivity(law=law, at=at, last_sign=signs[player.pk]).allowed
        ],
        newcomers=_newcomers(docket, new),
        unwritten=_unwritten(docket, shared),
        lately=_last_ones(done),
    )


def _unwritten(docket: Docket, shared: Present | None) -> list[Post]:
    """What was enacted and the rules do not show, which resolutions, revisions and words of admins change alone."""
    if shared is None:
        return unwritten(docket)
    sign = shared.sign(LIVELY | {Topic.TIME})
    return shared.kept_while(sign, "votables.unwritten", lambda: unwritten(docket))


def _idle_of_note() -> QuerySet[Player]:
    """Who is idle and has asked for something at some time, or is an admin."""
    wishes = (rows.filter(author=OuterRef("pk")).exclude(asks="") for rows in (Post.objects, Comment.objects))
    return Player.objects.idle().filter(reduce(or_, map(Exists, wishes), Q(is_admin=True)))


def _done_lately(since: datetime, at: datetime) -> QuerySet[RosterEvent]:
    """What admins did to the roster since then, the newest first."""
    done = RosterEvent.objects.filter(at__gt=since, at__lte=at, kind__in=PLACE | OFFICE)
    acted = done.filter(cause__in=(Cause.REQUEST, Cause.INACTIVITY, Cause.SELF), by__isnull=False)
    return acted.newest_first().select_related("player", "by")


def _last_ones(events: list[RosterEvent]) -> list[RosterEvent]:
    """Those that a click takes back. One query, or none."""
    last = last_of_their_sort(events) if events else ()
    return [event for event in events if event.pk in last]


def _new_posts(docket: Docket) -> WrittenQuery:
    """Posts without a category by players, for as long as the law lets them be made proposals."""
    adoption, at = docket.law.posts.adoption, docket.at
    return _WITHOUT_CATEGORY(at - timedelta(hours=adoption.hours) if adoption else None, at)


def _without_category(since: datetime | None, at: datetime) -> QuerySet[Post]:
    """Such posts since then; without an instant, none."""
    if since is None:
        return Post.objects.none()
    return (
        Post.objects.visible()
        .filter(category=Category.NONE, posted_at__gt=since, posted_at__lte=at, asks="")
        .filter(author__standing=Standing.ACTIVE)
        .select_related("author")
    )


_ASKING_TO_JOIN = Prepared(lambda: Player.objects.guests().filter(posts__asks=Asks.JOIN).distinct())
_IDLE_OF_NOTE, _DONE_LATELY = Prepared(_idle_of_note), Prepared(_done_lately)
_WITHOUT_CATEGORY = Prepared(_without_category)


def _newcomers(docket: Docket, posts: Iterable[Post]) -> list[tuple[Post, Leave]]:
    """Those of the posts that are by new players and may be made proposals now."""
    players = {player.name: player for player in docket.game.players}
    adoptable = []
    for post in posts:
        new = law_of_posts.is_new_player(players[post.author.name], law=docket.law, at=docket.at)
        facts = law_of_posts.PostFacts(post.category, post.author.name, post.posted_at, False, False, ())
        leave = law_of_posts.may_make_proposal(facts, law=docket.law, at=docket.at, by_new_player=new)
        if leave.allowed:
            adoptable.append((post, leave))
    return adoptable
