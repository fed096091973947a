"""The game at an instant, as it stands for one reader: what pages, the command box and programs ask of it."""

from copy import copy
from datetime import datetime
from functools import cached_property

from django.db.models import Exists, QuerySet, Subquery
from django.utils.translation import gettext

from blognomic.database.prepared import Prepared
from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule
from gamestate.models import Update
from gamestate.queries.by_itself import is_due, to_answer
from players.models import BESIDE_MATTERS, BESIDE_PEOPLE, LIVELY, Dynasty, Game, Helper, Player, Reign, Topic
from players.permissions import helps_with_orders, receives_orders
from players.present import KeptRows, Present, present
from players.queries.helpers import of_the_throne
from players.queries.roster import EVERYBODY_IDLE, IDLE_IN_SHORT, IdleInShort
from ruleset.queries import LawInForce, dynasty_now, names_at
from votables.judge.mantle import INTERREGNUM
from votables.judge.verdict import Leave
from votables.models import Comment, Post
from votables.permissions.defining import may_define
from votables.permissions.upkeep import may_mend

from .admin_desk import AT_DESK, SIGNS, Desk, desk
from .emperor_desk import ASKING, THRONE
from .judge_facts import Docket, begin, docket_at, laws_known, pending_at, reads_values
from .pending import Case, MatterInTurn, queue_of, turns
from .standstills import StandstillShown, leave_for_orders, standstills_shown, stops_actions

HAPPENED = {
    "post": (Post.objects, "posted_at"),
    "comment": (Comment.objects, "at"),
    "update": (Update.objects, "at"),
}


def game_for_strangers() -> QuerySet[Game]:
    """The game, with the latest instant in each table that says what happened when, each by an index."""
    latest = {
        f"latest_{name}": Subquery(rows.order_by(f"-{instant}").values(instant)[:1])
        for name, (rows, instant) in HAPPENED.items()
    }
    return Game.objects.filter(pk=1).annotate(**latest)


def game_for(player: int) -> QuerySet[Game]:
    """The same for the player of that key, with whether a throne is theirs, or somebody's whom they help."""
    return game_for_strangers().annotate(
        reigns=Exists(Reign.objects.filter(player=player, until__isnull=True)),
        helps=Exists(Helper.objects.filter(player=player, until__isnull=True)),
        is_asking=Exists(to_answer()),
    )


_FOR_STRANGERS = Prepared(game_for_strangers)


class GameForReader:
    """The game at an instant for one reader. Each part is looked up when it is first asked for. Views have it as
    `request.frame`, with what the frame of a page shows besides (`blognomic.frame`)."""

    for_one = Prepared(game_for)  # the question for the game, by the key of its reader

    def __init__(self, at: datetime, player: Player | None, *, in_plain_words: bool = False):
        """`in_plain_words`: for a program, which is told how long something lasts as it is now. What pages keep leaves
        it open."""
        self.at = at
        self.player = player
        self.in_plain_words = in_plain_words

    @cached_property
    def game(self) -> Game | None:
        """The game, with what `for_one` asks besides. One query."""
        rows = self.for_one.find(self.player.pk) if self.player else _FOR_STRANGERS.find()
        return rows[0] if rows else None

    @property
    def latest(self) -> datetime | None:
        """The latest instant (UTC) at which anything is said to have happened. It is in the game's query."""
        instants = [getattr(self.game, f"latest_{name}", None) for name in HAPPENED]
        return max((instant for instant in instants if instant is not None), default=None)

    def look_again(self) -> None:
        """Look for the game anew, with what is unread: the page that is made has just shown some of it."""
        self.__dict__.pop("game", None)

    @cached_property
    def present(self) -> Present | None:
        """What all pages share, or None when no game has been founded. One query, or none."""
        if self.game is None:
            return None
        shared = present(self.game, at=self.at)
        if self.game.due_at is not None and self.game.due_at > self.at:
            shared.end(self.game.due_at)
        begin(self.at, shared, *self._desks)
        shared.values_count = any(reads_values(each.law) for each in laws_known(self.at, shared))
        return shared

    @property
    def is_due(self) -> bool:
        """Whether something that happens by itself is to be carried out, or a clock to be stopped, before anything is
        shown. No query, but where something waits until a standstill is over, or would stop in one: then those of the
        docket, or none."""
        if self.game is None:
            return False
        if is_due(self.game, self.at):
            return True
        if not (self.game.due_waits or self.game.due_runs) or self.docket_or_none is None:
            return False
        return self.game.due_runs if stops_actions(self.docket) else self.game.due_waits

    @property
    def laws(self) -> list[LawInForce]:
        """The latest versions of the law, the one in force first. One query, or none."""
        return laws_known(self.at, self.present)

    @cached_property
    def docket_or_none(self) -> Docket | None:
        """The docket at the instant of the page, or None when no game has been founded. What it says of the matters was
        judged when something last changed, and holds until time changes it."""
        present = self.present
        if present is None:
            return None
        judged = present.kept(
            "votables.queries.judge_facts", lambda: self._judged(present), without=BESIDE_MATTERS
        )
        mine = copy(judged)
        mine.at = self.at
        if self.in_plain_words:
            mine.__dict__.pop("verdict")
        return mine

    @property
    def shared(self) -> Present:
        """The present, which all its readers share. Raises RuleBroken (409) when no game has been founded."""
        if self.present is None:
            raise RuleBroken(gettext("No game has been founded on this site yet."), status=409)
        return self.present

    @property
    def docket(self) -> Docket:
        """The docket of the game. Raises RuleBroken (409) when none has been founded."""
        return self.docket_or_none or docket_at(self.at)

    def _judged(self, present: Present) -> Docket:
        if self.is_for_admin:  # together, for a comment changes both
            present.kept_rows(pending_at(self.at), SIGNS)
        judged = docket_at(self.at, for_reader=True, shared=present)
        if judged.verdict.next_moment is not None:
            present.end(judged.verdict.next_moment)
        return judged

    @property
    def dynasty(self) -> Dynasty | None:
        return None if self.present is None else dynasty_now(self.present)

    @property
    def emperor(self) -> Player | None:
        """The emperor, if in the roster: nobody becomes it, or ceases to be it, by a post or a comment."""
        if self.present is None:
            return None
        return self.present.kept("votables.emperor", lambda: self.docket.emperor, without=BESIDE_PEOPLE)

    @property
    def helpers(self) -> list[Helper]:
        """Who helps the emperor with orders, by name. One query, or none."""
        if self.present is None:
            return []
        return of_the_throne(self.present.kept_rows(THRONE)[0].helpers, self.emperor, self.dynasty)

    @cached_property
    def helper(self) -> Helper | None:
        """Since when the reader helps the emperor with orders; None for anybody else. No query for who was never asked
        to."""
        return (
            helps_with_orders(self.player, self)
            if self.player and getattr(self.game, "helps", False)
            else None
        )

    @property
    def is_emperor(self) -> bool:
        """Whether the reader is the emperor of a dynasty that goes on."""
        return self.player is not None and receives_orders(self.player, self)

    @property
    def roster(self) -> list[Player]:
        """The players of the roster, which nobody joins or leaves by a post or a comment."""
        if self.present is None:
            return []
        return self.present.kept("votables.roster", lambda: self.docket.roster, without=BESIDE_PEOPLE)

    @property
    def idle_in_short(self) -> IdleInShort:
        """How many are idle, and who, where they are few. One query, or none."""
        return self.present.kept_rows(IDLE_IN_SHORT)[0] if self.present else IdleInShort(0, [])

    @property
    def idle(self) -> list[Player]:
        """Everybody who is idle, by name. Two queries at most."""
        in_short = self.idle_in_short
        if self.present is None or len(in_short.few) == in_short.number:
            return in_short.few
        return self.present.kept_rows(EVERYBODY_IDLE)[0]

    @property
    def quorum(self) -> int:
        return self.docket_or_none.verdict.quorum if self.docket_or_none else 1

    @property
    def queue(self) -> list[Case]:
        """The pending matters in the order of the queue."""
        if self.present is None:
            return []
        if self.in_plain_words:
            return self.present.kept(
                "votables.queue in words", lambda: queue_of(self.docket), without={Topic.VALUES, Topic.REST}
            )
        return self.present.kept("votables.queue", lambda: queue_of(self.docket), without=BESIDE_MATTERS)

    @property
    def standstill(self) -> list[StandstillShown]:
        return (
            self.present.kept(
                "votables.queries.standstills", lambda: standstills_shown(self.docket), without=BESIDE_MATTERS
            )
            if self.present
            else []
        )

    @property
    def actions_stopped(self) -> bool:
        """Whether a standstill stops dynastic actions. No query of its own but the docket's."""
        return self.docket_or_none is not None and stops_actions(self.docket)

    @property
    def is_interregnum(self) -> bool:
        return self.docket_or_none is not None and INTERREGNUM in self.docket_or_none.verdict.standstill

    @property
    def leave_for_orders(self) -> Leave | None:
        """Whether orders are taken, or None when no game has been founded."""
        return leave_for_orders(self.docket_or_none) if self.docket_or_none else None

    @property
    def rules(self) -> dict[str, int]:
        """The keys of the rules that stand, by their titles in lower case."""
        return (
            self.present.kept("ruleset.names", lambda: names_at(self.at), without=LIVELY)
            if self.present
            else {}
        )

    @cached_property
    def needs_vote(self) -> list[int]:
        """The keys of the pending matters on which the signed-in player has no vote yet, without those that can only
        fail, whatever is voted."""
        if self.player is None or not self.player.is_playing:
            return []
        return [
            case.post.pk
            for case in self.queue
            if self.player.name not in case.ruling.votes and not case.is_lost
        ]

    @cached_property
    def may_define(self) -> bool:
        """Whether the signed-in player may define what the dynasty tracks."""
        return (
            self.player is not None and self.game is not None and may_define(self.player, self.docket_or_none)
        )

    @property
    def may_mend(self) -> bool:
        """Whether the signed-in player may update the rules to what was enacted."""
        return self.player is not None and may_mend(self.player)

    @property
    def may_begin_afresh(self) -> bool:
        """Whether the special case is active by which players begin the dynasty afresh."""
        in_force = self.docket_or_none.in_force if self.docket_or_none else None
        return in_force is not None and in_force.is_active(SiteRule.AFRESH)

    @property
    def turns(self) -> list[MatterInTurn]:
        """The matters that an admin may resolve now, or when those before them are resolved, in the order of the
        queue."""
        if self.present is None:
            return []
        return self.present.kept("votables.turns", lambda: turns(self.queue), without=BESIDE_MATTERS)

    @property
    def is_for_admin(self) -> bool:
        """Whether the reader acts as an admin."""
        return self.player is not None and self.player.acts_as_admin

    def _ask_desks(self) -> None:
        """Ask at once for what the reader's desks are made of. One query, or none."""
        if self.present is not None:
            self.present.kept_rows(*self._desks)

    @property
    def _desks(self) -> list[KeptRows]:
        """What the reader's desks are made of: an admin's, and the emperor's or a helper's."""
        reigns = getattr(self.game, "reigns", False) or getattr(self.game, "helps", False)
        throne = [THRONE, *([ASKING] if self._is_asking else ())] if reigns else []
        return [*([AT_DESK, SIGNS] if self.is_for_admin else ()), *throne]

    @property
    def _is_asking(self) -> bool:
        """Whether something that fell due by itself waits for an answer. It is in the game's query."""
        return getattr(self.game, "is_asking", False)

    @property
    def desk(self) -> Desk | None:
        """What waits for admins besides the queue; None when no game has been founded. One query, or none."""
        shared = self.present
        if shared is None:
            return None
        self._ask_desks()
        name = f"votables.desk{' in words' if self.in_plain_words else ''}"
        return shared.kept(name, lambda: desk(self.docket, self.dynasty, shared), without={Topic.VALUES})

    def case(self, post: Post) -> Case | None:
        """One pending matter, or None when the post is not pending, also when it has just been resolved by somebody
        whose clock is ahead of this request's."""
        if not post.is_pending:
            return None
        return next((case for case in self.queue if case.post.pk == post.pk), None)
