"""What pages read about posts and matters, in a fixed number of queries whatever the size of the game."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Subquery
from django.http import HttpRequest

from gamestate.models import Roll
from gamestate.queries.rolling import rolls_in
from players.errors import RuleBroken
from players.mailbox import unread_of
from players.models import Dynasty, Game, Player, Reign, RosterEvent
from players.notices import inbox
from players.present import Present, present
from players.queries import dynasty_at
from players.written import Written
from ruleset.law import Law
from ruleset.law import model as law_model
from ruleset.law.choices import code_of, is_choice, letters, place_of
from ruleset.law.model import STOPPED_ACTS
from ruleset.law.wording import one
from ruleset.queries import read
from votables import judge
from votables.demo.accounts import demo_players, is_open
from votables.docket import Docket, docket
from votables.judge.mantle import INTERREGNUM
from votables.judge.standing import season_end
from votables.legend import Legend, Mark, legend_of
from votables.models import Ballot, Category, Comment, Post, PostQuerySet, Resolution
from votables.tallies import lead_in_words, tally_of

STATE_LABELS = {
    "enactable": "may be enacted",
    "failable": "may be failed",
    "vetoed": "vetoed",
    "withdrawn": "withdrawn",
    "stale": "stale",
    "stopped": "the game stands still",
    "behind": "waiting its turn",
    "waiting": "popular, too young",
    "popular": "popular",
    "unpopular": "unpopular",
    "open": "open",
}


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote on the page: whose, what they cast ("" when implied), what it counts as ("" for nothing)."""

    player: Player
    cast: str
    counts_as: str
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Struck:
    """A vote that does not stand: superseded by a later one, or of somebody who has no vote, or an ignored icon."""

    player: Player
    cast: str
    reason: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A named choice on the page: its letter, its votes in weight, of how much all choices have (at least 1), whether
    it leads, and who voted for it."""

    letter: str
    name: str
    votes: int
    whole: int
    leads: bool
    voters: list[Any]


def bars_of(names: Sequence[str], votes: Sequence[int], cast: Iterable[Any]) -> list[Bar]:
    """The choices with their votes; `cast` are votes or ballots."""
    cast = list(cast)
    whole, lead = max(sum(votes), 1), max(votes, default=0)
    return [
        Bar(
            code_of(key).upper(),
            name,
            number,
            whole,
            0 < number == lead,
            [v for v in cast if v.counts_as == key],
        )
        for key, name, number in zip(letters(len(names)), names, votes, strict=False)
    ]


@dataclass
class Case:
    """A pending matter as pages show it: the post, what the judge says of it and how to say so."""

    post: Post
    ruling: judge.MatterVerdict
    held: Docket

    def __getattr__(self, name: str) -> object:
        """What the case does not say itself (next_change, vetoed, clauses…), the judge's ruling or its tally says."""
        if name in ("f", "a", "x"):
            return getattr(self.ruling.tally, name)
        return getattr(self.ruling, name)

    @property
    def quorum(self) -> int:
        return self.held.verdict.quorum

    @property
    def roster_size(self) -> int:
        return len(self.held.verdict.roster)

    @cached_property
    def tally(self) -> str:
        """The tally, short: of a vote between choices by their letters, "A 4, B 2"."""
        if self.bars:
            return ", ".join(f"{bar.letter} {bar.votes}" for bar in self.bars)
        return tally_of(self.ruling)

    @cached_property
    def legend(self) -> Legend:
        """How the votes look under the law in force."""
        return legend_of(self.held.law, self.post.choices)

    @property
    def weighted(self) -> bool:
        """Whether not every vote weighs 1."""
        return self.held.law.weight is not None

    @cached_property
    def bars(self) -> list[Bar]:
        """How the named choices stand; none on other matters."""
        tally = self.ruling.tally
        return bars_of(self.post.choices, tally.choices, self.votes) if tally.choices else []

    @cached_property
    def standing(self) -> str:
        """How a vote between choices stands, in a few words: "Bobby leads 4 to 2"."""
        tally = self.ruling.tally
        return lead_in_words(self.ruling.matter.choices, tally.choices) if tally.choices else ""

    @property
    def marks(self) -> list[str]:
        """What sticks to the matter by votes, in the law's words, besides what its state says."""
        words = self.held.law.words.effects
        return [
            words.get(effect.name, effect.label)
            for effect in self.held.law.effects
            if effect.name in self.ruling.effects and effect.name not in ("vetoed", "self_killed")
        ]

    @cached_property
    def state(self) -> str:
        """One word for where the matter stands, as STATE_LABELS has it."""
        ruling = self.ruling
        if ruling.may_enact:
            return "enactable"
        for word, holds in (
            ("vetoed", ruling.vetoed),
            ("withdrawn", ruling.self_killed),
            ("stale", ruling.stale),
        ):
            if holds:
                return word
        if ruling.may_fail:
            return "failable"
        if ruling.enactable or ruling.failable:
            return "stopped" if any(block.standstill for block in ruling.blocked_by) else "behind"
        if ruling.tally.f >= self.held.verdict.quorum:
            return "waiting"
        return "popular" if ruling.popular else "unpopular" if ruling.unpopular else "open"

    @property
    def state_label(self) -> str:
        if self.state == "withdrawn":
            return self.held.law.words.effects.get("self_killed", STATE_LABELS["withdrawn"])
        if self.state == "enactable" and self.bars:
            return "may be decided"
        return STATE_LABELS[self.state]

    @cached_property
    def needs(self) -> list[str]:
        """What it still needs, in sentences: to be enacted, then to be failed."""
        verbs = {"enact": "decide"} if self.bars else {}
        return [
            f"To {verbs.get(outcome, outcome)} it: {', or '.join(ways)}."
            for outcome, ways in self.ruling.needs.items()
            if ways
        ]

    @cached_property
    def votes(self) -> list[Vote]:
        """The votes of the roster, in the order of the names."""
        return [
            Vote(self.held.players[name], vote.cast or "", vote.counts_as or "", vote.weight)
            for name, vote in self.ruling.votes.items()
        ]

    @cached_property
    def waiting(self) -> list[Player]:
        """The players of the roster who have no vote yet."""
        return [player for player in self.held.roster if player.name not in self.ruling.votes]

    @cached_property
    def comment_states(self) -> dict[int, judge.CommentState]:
        """For each comment (by its key) what its vote is worth."""
        return {state.comment.key: state for state in self.ruling.comments}

    @cached_property
    def struck(self) -> list[Struck]:
        """Votes that do not stand, each with the reason, in the order in which they were cast."""
        return [
            Struck(self.held.players[state.comment.author], state.cast, state.reason)
            for state in self.ruling.comments
            if state.cast and not state.counts and state.reason
        ]

    @cached_property
    def sentence(self) -> str:
        """The verdict in one sentence, first on the page."""
        ruling = self.ruling
        if self.bars:
            return self._sentence_on_choices()
        if ruling.may_enact and ruling.may_fail:
            return "An admin may enact it or fail it now."
        if ruling.may_enact:
            return "An admin may enact it now."
        if ruling.may_fail:
            return "An admin may fail it now."
        if ruling.enactable or ruling.failable:
            could = ("enacted" if ruling.enactable else "", "failed" if ruling.failable else "")
            held_up = "; ".join(block.reason for block in ruling.blocked_by)
            return f"It could be {' or '.join(filter(None, could))}, but not now: {held_up}."
        if ways := ruling.needs.get("enact"):
            return f"Not yet: to be enacted it needs {', or '.join(ways)}."
        return f"It may not be resolved now: {'; '.join(ruling.why)}."

    def _sentence_on_choices(self) -> str:
        ruling, standing = self.ruling, f"{self.standing[:1].upper()}{self.standing[1:]}"
        if ruling.may_enact:
            return f"Decide: {self.standing}."
        if ruling.may_fail:
            return f"{standing}. An admin may fail it now."
        if ruling.enactable or ruling.failable:
            return f"{standing}, but not now: {'; '.join(block.reason for block in ruling.blocked_by)}."
        needs = ruling.needs.get("enact")
        return f"{standing}. " + (f"To be decided it needs {', or '.join(needs)}." if needs else "")


@dataclass(frozen=True, slots=True)
class Banner:
    """Something that makes the game stand still: a sentence, and until when if time alone ends it. The last of several
    says what is still `allowed`."""

    code: str
    sentence: str
    until: datetime | None
    allowed: str = ""


def banners(held: Docket) -> list[Banner]:
    """What stands still at the docket's instant and what that stops, in the order in which the law names it."""
    standing = [stop for stop in held.law.standstills if stop.name in held.verdict.standstill]
    found = [_banner(stop, held) for stop in standing]
    if found:
        submit, resolve, acts = (
            frozenset().union(*(getattr(stop, part) for stop in standing))
            for part in ("submit", "resolve", "acts")
        )
        kinds = frozenset(held.law.kinds)
        allowed = _acts(held.law, kinds - submit, kinds - resolve, _bearing(held) - acts)
        asks_hiatus = any(
            "hiatus" in part.when.variables for icon in held.law.icons.values() for part in icon.allowed
        )
        allowed.append("voting where the icons are for a hiatus too" if asks_hiatus else "voting")
        found[-1] = replace(found[-1], allowed=f"Still allowed: {', '.join(allowed)}.")
    return found


def _acts(law: Law, submit: Set[str], resolve: Set[str], acts: Set[str]) -> list[str]:
    """What a standstill can stop, in words: in the order of the law's kinds."""
    said = [f"posting {one(kind.label)}" for kind in law.kinds.values() if kind.name in submit]
    said += [f"resolving {one(kind.label)}" for kind in law.kinds.values() if kind.name in resolve]
    return said + [words for act, words in STOPPED_ACTS.items() if act in acts]


def _bearing(held: Docket) -> Set[str]:
    """The acts to speak of: that the new emperor may ascend or pass the mantle only where one is waited for."""
    interregnum = INTERREGNUM in held.verdict.standstill
    return STOPPED_ACTS.keys() if interregnum else STOPPED_ACTS.keys() - {"ascension"}


def _banner(stop: law_model.Standstill, held: Docket) -> Banner:
    stopped = _acts(held.law, stop.submit, stop.resolve, stop.acts & _bearing(held))
    sentence = f"{stop.label[:1].upper()}{stop.label[1:]}. Not now: {', '.join(stopped)}."
    return Banner(stop.name, sentence, season_end(stop, held.at))


def queue_of(held: Docket) -> list[Case]:
    """The pending matters in the order of the queue, as pages show them. No query of its own."""
    rulings = {ruling.matter.id: ruling for ruling in held.verdict.matters}
    return [Case(post, rulings[str(pk)], held) for pk, post in held.posts.items()]


def _game_of(player: int) -> QuerySet[Game]:
    return Game.objects.filter(pk=1).annotate(unread=unread_of(player), notices=inbox.unread_of(player))


_GAME_OF = Written(_game_of, keys=1)


class Outlook:
    """The game at an instant as every page's frame shows it. Each part is looked up when it is first asked for."""

    def __init__(self, at: datetime, player: Player | None):
        self.at = at
        self.player = player

    @cached_property
    def game(self) -> Game | None:
        """The game; with it, in the same query, how many conversations hold something unread, and how many notices
        are unread."""
        if self.player is None:
            return Game.objects.filter(pk=1).first()
        return next(iter(_GAME_OF.rows(self.player.pk)), None)

    def look_again(self) -> None:
        """Count anew what is unread: the page that is made has just shown some of it."""
        self.__dict__.pop("game", None)

    @property
    def unread(self) -> int:
        """How many of the signed-in player's conversations hold something they have not looked at."""
        return getattr(self.game, "unread", 0)

    @property
    def notices(self) -> int:
        """How many of the signed-in player's notices are unread."""
        return getattr(self.game, "notices", 0)

    @cached_property
    def present(self) -> Present | None:
        """What all pages share, or None when no game has been founded."""
        return present(self.game, at=self.at) if self.game else None

    @cached_property
    def for_strangers(self) -> "Outlook":
        """The same outlook as somebody has who is not signed in."""
        unsigned = Outlook(self.at, None)
        unsigned.game, unsigned.present = self.game, self.present
        return unsigned

    @property
    def held(self) -> Docket | None:
        """The docket, or None when no game has been founded."""
        return self.present.kept("votables.docket", self._judged) if self.present else None

    def _judged(self) -> Docket:
        held = docket(self.at)
        for ruling in held.verdict.matters:
            if ruling.next_change is not None:
                self.present.end(ruling.next_change)
        return held

    @property
    def dynasty(self) -> Dynasty | None:
        return self.present.kept("players.dynasty", lambda: dynasty_at(self.at)) if self.present else None

    @property
    def emperor(self) -> Player | None:
        return self.held.emperor if self.held else None

    @property
    def roster(self) -> list[Player]:
        return self.held.roster if self.held else []

    @property
    def idle(self) -> list[Player]:
        """Idle players by name, whom the docket has looked up with the others."""
        return self.present.kept("votables.idle", self._idle) if self.present else []

    def _idle(self) -> list[Player]:
        idle = [one for one in self.held.players.values() if one.is_idle]
        return sorted(idle, key=lambda one: one.name_key)

    @cached_property
    def demo_players(self) -> list[Player]:
        """Whom one may be with one click on the sign-in page of a demo; nobody in a real game."""
        return list(demo_players()) if is_open(self.game) else []

    @property
    def quorum(self) -> int:
        return self.held.verdict.quorum if self.held else 1

    @property
    def queue(self) -> list[Case]:
        """The pending matters in the order of the queue."""
        return self.present.kept("votables.queue", lambda: queue_of(self.held)) if self.present else []

    @property
    def standstill(self) -> list[Banner]:
        return self.present.kept("votables.banners", lambda: banners(self.held)) if self.present else []

    @cached_property
    def needs_vote(self) -> list[int]:
        """The keys of the pending matters on which the signed-in player has no vote yet."""
        if self.player is None or not self.player.is_playing:
            return []
        return [case.post.pk for case in self.queue if self.player.name not in case.ruling.votes]

    @cached_property
    def actionable(self) -> list[Case]:
        """The matters that an admin may resolve now."""
        return [case for case in self.queue if case.ruling.may_enact or case.ruling.may_fail]

    @property
    def pending_admin(self) -> int:
        return len(self.actionable) if self.player is not None and self.player.acts_as_admin else 0

    def case(self, post: Post) -> Case | None:
        """One pending matter, or None when the post is not pending, also when it has just been resolved by somebody
        whose clock is ahead of this request's."""
        if not post.is_pending:
            return None
        return next((case for case in self.queue if case.post.pk == post.pk), None)


def outlook(request: HttpRequest) -> Outlook:
    """The outlook of a request, the same one however often it is asked for."""
    if not hasattr(request, "_outlook"):
        player = request.user if request.user.is_authenticated else None
        request._outlook = Outlook(request.at, player)
    return request._outlook


@dataclass(frozen=True, slots=True)
class Page:
    """One page of posts, newest first, and where the next begins (the key of the last post; None at the end)."""

    posts: list[Post]
    older: int | None
    newest: bool


def page_of(posts: PostQuerySet, *, before: str, size: int) -> Page:
    """The page that follows the post with the key `before` (text from the address; "" for the newest). One query, and
    another where the page is empty.

    Raises RuleBroken for a key that is none.
    """
    if before:
        if not (before.isascii() and before.isdigit() and len(before) < 16):
            raise RuleBroken("There is no such page.", status=404)
        start = Post.objects.filter(pk=int(before))
        instant = Subquery(start.values("posted_at"))
        posts = posts.filter(Q(posted_at__lt=instant) | Q(posted_at=instant, pk__lt=int(before)))
    found = list(posts[: size + 1])
    if before and not found and not start.exists():
        raise RuleBroken("There is no such page.", status=404)
    return Page(found[:size], found[size - 1].pk if len(found) > size else None, newest=not before)


@dataclass(frozen=True, slots=True)
class CommentRow:
    """A comment as the page shows it. `effective`: it is its author's effective vote comment; `note` says why a vote
    in it does not stand."""

    comment: Comment
    effective: bool
    note: str
    rolls: list[Roll]

    @property
    def mark(self) -> str:
        """How its vote stands: "effective", "superseded", "uncounted", or "" when there is none in it."""
        if not self.comment.cast:
            return ""
        if self.effective:
            return "effective"
        return "superseded" if "superseded" in self.note else "uncounted"


def comment_rows(
    comments: Iterable[Comment], case: Case | None, ballots: Iterable[Ballot]
) -> list[CommentRow]:
    """The comments of a post in order, with what was rolled in them: of a pending matter with what the judge says, of
    a resolved one with how it was settled, of any other plain. One query."""
    comments = list(comments)
    rolls = rolls_in(Roll.Where.COMMENT, [comment.pk for comment in comments])
    last = {comment.author_id: comment.pk for comment in comments if comment.cast}
    voters = {ballot.player_id for ballot in ballots}
    rows = []
    for comment in comments:
        state = case.comment_states.get(comment.pk) if case else None
        if state is not None:
            effective, note = state.effective, "" if state.effective or not state.cast else state.reason
        else:
            effective = comment.pk == last.get(comment.author_id) and comment.author_id in voters
            note = ""
            if comment.cast and not effective:
                superseded = comment.pk != last.get(comment.author_id)
                note = "superseded by a later vote" if superseded else "not a player when it was resolved"
        rows.append(CommentRow(comment, effective, note, rolls.get(comment.pk, [])))
    return rows


@dataclass(frozen=True)
class Settled:
    """How a matter was resolved: the ballots that decided it, and every status it was given."""

    ballots: list[Ballot]
    resolutions: list[Resolution]
    choices: list[str] = field(default_factory=list)

    @cached_property
    def legend(self) -> Legend:
        """How the votes look under the law by which it was resolved."""
        return legend_of(read(self.last.law.document) if self.last else None, self.choices)

    @property
    def bars(self) -> list[Bar]:
        """How the named choices came out; none of other matters."""
        votes = [0] * len(self.choices)
        for ballot in self.ballots:
            if is_choice(ballot.counts_as) and place_of(ballot.counts_as) < len(votes):
                votes[place_of(ballot.counts_as)] += ballot.weight
        return bars_of(self.choices, votes, self.ballots)

    @property
    def last(self) -> Resolution | None:
        return self.resolutions[-1] if self.resolutions else None

    @property
    def ballots_by_count(self) -> list[Ballot]:
        """The ballots, those FOR first, then AGAINST, then the others."""
        order = {"for": 0, "against": 1, "abstain": 2}
        return sorted(self.ballots, key=lambda ballot: order.get(ballot.counts_as, 3))

    @property
    def marked(self) -> list[Resolution]:
        """The resolutions that went against the program's verdict or corrected an earlier one."""
        return [resolution for resolution in self.resolutions if resolution.against_verdict]


def settled(post: Post) -> Settled:
    """How a matter was resolved. Two queries."""
    resolutions = list(post.resolutions.select_related("by", "law").order_by("at", "pk"))
    ballots = Ballot.objects.filter(resolution=post.settled_by_id).select_related("player")
    return Settled(sorted(ballots, key=lambda ballot: ballot.player.name_key), resolutions, post.choices)


@dataclass(frozen=True, slots=True)
class VoteButton:
    """An icon beside the comment box: whether its use is allowed now, and if not why."""

    icon: str
    label: str
    code: str
    allowed: bool
    reason: str
    mark: Mark


def vote_buttons(case: Case, player: Player) -> list[VoteButton]:
    """The icons of the law for a pending matter, as `player` may use them now."""
    held = case.held
    matter = held.matter(case.post)
    buttons = []
    icons = held.law.kinds[case.post.category].icons
    codes = {icon.name: icon.codes[0] for icon in held.law.icons.values() if icon.name in icons}
    for name in (*letters(len(case.post.choices)), *codes):
        leave = judge.may_use(
            name, game=held.game, law=held.law, at=held.at, matter=matter, author=player.name
        )
        mark, code = case.legend[name], codes.get(name) or code_of(name)
        buttons.append(VoteButton(name, mark.label, f":{code}:", leave.allowed, leave.reason, mark))
    return buttons


@dataclass(frozen=True, slots=True)
class Profile:
    """What a player did: their matters and how these went, other posts, votes, and when they played."""

    outcomes: dict[str, int]
    posts: list[Post]
    votes: dict[str, int]
    ballots: list[Ballot]
    events: list[RosterEvent]
    reigns: list[Reign]
    comments: int


LATELY = 20


def profile_of(player: Player) -> Profile:
    """A player's page in seven queries: counts over everything, and the latest of each."""
    posts = Post.objects.visible().filter(author=player)
    outcomes = (
        posts.filter(category=Category.PROPOSAL).values_list("status").annotate(number=Count("pk")).order_by()
    )
    ballots = Ballot.objects.filter(player=player, resolution=F("resolution__post__settled_by"))
    votes = ballots.values_list("counts_as").annotate(number=Count("pk")).order_by()
    return Profile(
        outcomes=dict(outcomes),
        posts=list(posts.newest_first()[:LATELY]),
        votes=dict(votes),
        ballots=list(ballots.order_by("-resolution__at", "-pk").select_related("resolution__post")[:LATELY]),
        events=list(player.roster_events.newest_first().select_related("by")[:LATELY]),
        reigns=list(player.reigns.order_by("since")),
        comments=player.comments.count(),
    )
