"""What the demo is there to show, and whether all of it is really there, by what the judge and the desk say."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Count, F

from gamestate.models import Dispute, Entry, LimitedAction, Occurrence, Roll, Row, Taking, Update, Variable
from players.models import AdminAct, Mentorship, Message, Party, Player, RosterEvent
from votables.models import Asks, Category, Draft, Post, PostVersion, Status
from votables.post_types.models import OfficialPost
from votables.queries.admin_desk import desk
from votables.queries.game_for_reader import GameForReader
from votables.queries.pending import Case

TWELVE_HOURS = timedelta(hours=12)
DOZEN = 12


def missing(at: datetime) -> list[str]:
    """What the demo should show at `at` (UTC) and does not, each in a few words; none when it is whole."""
    game = GameForReader(at, None)
    shown = [
        *_queue(game),
        *_history(game),
        *_tracked(),
        *_votes(game),
        *_people(game),
        *_desk(game),
        *_posts(),
        *_company(),
    ]
    return [words for words, there in shown if not there]


def _queue(game: GameForReader) -> Iterator[tuple[str, bool]]:
    """The states of the queue, of which a matter that waits behind an older one may have several."""
    proposals = [case for case in game.queue if case.post.category == Category.PROPOSAL]
    calls = [case for case in game.queue if case.post.category == Category.CFJ]

    def lively(case: Case) -> bool:
        return not case.popular and not case.unpopular and len(case.comment_states) >= 8

    yield "the oldest proposal, which may be enacted", any(c.oldest and c.may_enact for c in proposals)
    yield (
        "a popular proposal that waits for its 12 hours",
        any(c.state == "waiting" and game.at - c.post.matter_since < TWELVE_HOURS for c in proposals),
    )
    yield "popular by quorum", any(c.popular and c.f >= c.quorum for c in proposals)
    yield "popular by time", any(c.popular and c.f < c.quorum for c in proposals)
    yield "unpopular", any(c.unpopular and not (c.vetoed or c.self_killed or c.stale) for c in proposals)
    yield "vetoed", any(c.vetoed for c in proposals)
    yield "withdrawn", any(c.self_killed for c in proposals)
    yield "stale", any(c.stale for c in proposals)
    yield "popular and blocked behind the oldest", any(c.enactable and not c.may_enact for c in proposals)
    yield "open for votes", any(c.state == "open" for c in proposals)
    yield "a Call for Judgement under discussion", any(lively(c) for c in calls)
    yield "no standstill", not game.standstill


def _history(game: GameForReader) -> Iterator[tuple[str, bool]]:
    """What has been resolved, and what followed from it."""
    proposals = Post.objects.filter(category=Category.PROPOSAL)
    failed = proposals.filter(status=Status.FAILED)
    declared = Post.objects.filter(category=Category.DOV)
    refused = {post.author.name for post in declared.filter(status=Status.FAILED).select_related("author")}
    may_declare = game.docket_or_none.verdict.may_declare_victory if game.docket_or_none else {}
    emperor = game.emperor.name if game.emperor else ""
    yield "a dozen resolved proposals", proposals.exclude(status=Status.PENDING).count() >= DOZEN
    yield "an enacted proposal", proposals.filter(status=Status.ENACTED).exists()
    yield "a failed proposal", failed.filter(vetoed=False, self_killed=False).exists()
    yield "a proposal that failed by a veto", failed.filter(vetoed=True).exists()
    yield "a proposal that its author withdrew", failed.filter(self_killed=True).exists()
    yield "an enacted Declaration of Victory", declared.filter(status=Status.ENACTED).exists()
    yield (
        "a failed Declaration of Victory, whose author may not declare again",
        bool(refused) and {name for name, may in may_declare.items() if not may} == refused | {emperor},
    )
    yield (
        "a resolved Call for Judgement",
        Post.objects.filter(category=Category.CFJ, status=Status.ENACTED).exists(),
    )
    yield "an act against the verdict", AdminAct.objects.filter(against_verdict=True).exists()


def _votes(game: GameForReader) -> Iterator[tuple[str, bool]]:
    """What becomes of votes on pending matters."""
    struck = [(case, vote) for case in game.queue for vote in case.struck]
    votes = [vote for case in game.queue for vote in case.votes]
    comments = [
        comment
        for on_post in (game.docket_or_none.comments if game.docket_or_none else {}).values()
        for comment in on_post
    ]
    yield "a vote that was changed", any("superseded" in vote.reason for _, vote in struck)
    yield "a vote of an idle player", any(vote.player.is_idle for _, vote in struck)
    yield "an icon that its author may not use", any(comment.ignored for comment in comments)
    for counts_as in ("for", "against", ""):
        yield (
            f"a DEFERENTIAL that counts as {counts_as or 'nothing'}",
            any(vote.cast == "deferential" and vote.counts_as == counts_as for vote in votes),
        )


def _people(game: GameForReader) -> Iterator[tuple[str, bool]]:
    admins = list(Player.objects.admins())
    yield "a dozen active players", len(game.roster) == DOZEN
    yield "an emperor", game.emperor is not None
    yield "four idle players", len(game.idle) == 4
    yield (
        "three admins, one of them idle",
        [one.is_idle for one in admins].count(False) == 2 and len(admins) == 3,
    )
    yield "somebody who is no player yet", Player.objects.guests().exists()
    idled = RosterEvent.objects.filter(kind=RosterEvent.Kind.IDLED)
    yield "an idling on request", idled.filter(cause=RosterEvent.Cause.REQUEST).exists()
    yield (
        "an idling for inactivity, announced",
        idled.filter(cause=RosterEvent.Cause.INACTIVITY, link__startswith="/posts/").exists(),
    )


def _desk(game: GameForReader) -> Iterator[tuple[str, bool]]:
    """What waits on the admins' dashboard, with the law's leave."""
    if game.docket_or_none is None:
        yield "a game", False
        return
    waiting = desk(game.docket_or_none, game.dynasty)
    for words, tasks in (
        ("to join", waiting.joining),
        ("to be idled", waiting.idling),
        ("to be unidled", waiting.unidling),
    ):
        yield f"somebody who asks {words}, and may be", [one.leave.allowed for one in tasks] == [True]
    yield "nobody who asks to leave", not waiting.leaving
    yield "somebody inactive", [one.leave.allowed for one in waiting.inactive] == [True]
    yield "a newcomer's post that may be made a proposal", len(waiting.newcomers) == 1


def _posts() -> Iterator[tuple[str, bool]]:
    """What is not a votable matter."""
    talk = Post.objects.filter(category=Category.NONE)
    yield "a Story Post", Post.objects.filter(category=Category.STORY).exists()
    yield "an Ascension Address", Post.objects.filter(category=Category.ASCENSION).exists()
    yield "talk", talk.filter(asks=Asks.NOTHING).exists()
    yield "a draft", Draft.objects.exists()
    yield "an edited post", PostVersion.objects.filter(kind=PostVersion.Kind.EDIT).exists()


def _tracked() -> Iterator[tuple[str, bool]]:
    """What the tracker holds, and what people did with it."""
    variables = Variable.objects.live()
    yield "something tracked for each player", variables.filter(scope=Variable.Scope.PLAYER).exists()
    yield "something tracked for the game", variables.filter(scope=Variable.Scope.GAME).exists()
    yield "a table", Row.objects.live().exists()
    yield "a hidden variable", Entry.objects.exclude(audience="all").exists()
    yield "an action taken with an update", Taking.objects.filter(update__isnull=False).exists()
    yield "three moves", LimitedAction.objects.filter(when="").exclude(move={}).count() >= 3
    paid = Entry.objects.filter(update__kind=Update.Kind.UPKEEP, new__isnull=False)
    yield "an upkeep that changed something by itself", paid.exists()
    yield "an upkeep that falls due again", Occurrence.objects.filter(state=Occurrence.State.DUE).exists()
    yield "a page that was changed", Entry.objects.filter(page__isnull=False, old__isnull=False).exists()
    yield "an update that was undone", Update.objects.filter(kind=Update.Kind.UNDO).exists()
    yield "a dispute", Dispute.objects.exists()
    yield "dice in a comment", Roll.objects.filter(where=Roll.Where.COMMENT).exists()
    yield "dice in an update", Roll.objects.filter(where=Roll.Where.UPDATE).exists()


def _company() -> Iterator[tuple[str, bool]]:
    """What passes between people."""
    events = OfficialPost.objects.all()
    messages = Message.objects.all()
    yield (
        "an Event that is open, with a response",
        events.filter(ended_at=None, responses__valid=True).exists(),
    )
    yield "an Event that was ended", events.filter(ended_at__isnull=False).exists()
    yield "a mentorship that was announced", Mentorship.objects.exclude(announced="").exists()
    yield "a conversation", messages.values("thread").annotate(n=Count("pk")).filter(n__gt=1).exists()
    yield "a message that nobody has answered", Party.objects.filter(newest__gt=F("seen")).exists()
