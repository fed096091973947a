"""What pages read of limited actions: when each may be taken again, and the log."""

import json
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from blognomic.database.together import together
from blognomic.i18n.dynasty_words import said
from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule, called
from gamestate.frequency import Again, Taken, again, looks_back, refusal
from gamestate.hidden import sight_now, viewer_of
from gamestate.models import Awaited, Entry, LimitedAction, Taking, Update
from gamestate.moves.answering import QuestionShown, questions
from gamestate.moves.doing import expect, facts_of, hindrance
from gamestate.moves.move import Move, MoveNeed, MoveQuestion
from gamestate.moves.reading import read_move
from gamestate.queries.now import tracked_now
from gamestate.queries.rules import titles_of_rules
from gamestate.queries.sealing import with_calls
from gamestate.queries.snapshot import emperor_counts, law_newest
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import parse
from gamestate.values.nodes import Known
from gamestate.values.state import GAME, of_player
from players.models import LIVELY, Player, Reign
from players.present import Present
from players.queries.reigns import covers, end_with
from ruleset.law.model import Frequency
from ruleset.queries import law_at, law_now

NEVER = parse("false")


@dataclass(frozen=True, slots=True)
class ActionShown:
    """An action that the rules allow, as one viewer sees it at an instant.

    `frequency` is None when the law in force does not know it any more, and where it may be taken as often as one
    likes; `again` when there is no viewer who may take it at some time, too. `why` is the sentence that says what
    stands in the way, "" where nothing does. `is_plain`: it asks, costs and does nothing, and is only logged.
    """

    action: LimitedAction
    frequency: Frequency | None
    rule: str
    again: Again | None
    why: str
    is_plain: bool = True
    asks: bool = False

    @property
    def questions(self) -> tuple[MoveQuestion, ...]:
        """The questions that it asks."""
        return move_of(self.action).questions

    @property
    def is_known(self) -> bool:
        """Whether it is known how often it may be taken."""
        return self.frequency is not None or not self.action.frequency

    @property
    def may_be_taken(self) -> bool:
        """Whether the viewer may take it now."""
        return self.again is not None and not self.why


@lru_cache(maxsize=256)
def _read(stored: str) -> Move:
    try:
        return read_move(json.loads(stored))
    except ValueRefused as refused:
        return Move(needs=(MoveNeed(NEVER, refused.sentence),))


def move_of(action: LimitedAction) -> Move:
    """What an action asks, needs, costs and does. One whose lines mean nothing (by now, or as a file had them) can
    never be made, and says why."""
    return _read(json.dumps(action.move, sort_keys=True))


def taken_together(action: LimitedAction, by: Player) -> QuerySet[Taking]:
    """The takings that count for how often `by` may take an action: its own, also as it was before it was changed, and
    those of actions with its limit; without those of others of which not everybody may know."""
    counting = _counting_for(by)
    if action.limit:
        return counting.filter(action__limit=action.limit)
    return counting.filter(action__key=action.key, action__dynasty=action.dynasty_id)


def _counting_for(player: Player) -> QuerySet[Taking]:
    """The takings that count when the player would take an action: another's that nobody learns of would tell of itself
    by a limit that all share."""
    kept = Q(update__kept=Update.Kept.ACT) & ~Q(by=player)
    return Taking.every.filter(withdrawn_at__isnull=True).exclude(kept)


def frequencies(at: datetime) -> dict[str, Frequency]:
    """The frequencies that the law in force at `at` (UTC) knows, by name. One query."""
    in_force = law_at(at)
    return dict(in_force.law.actions) if in_force else {}


@dataclass(frozen=True, slots=True)
class ActionsNow:
    """The actions that the rules allow, and those that they allow no more, with what is known of them: the frequencies
    of the law, the names of their rules, and the emperor who is no player for the dynasty's rules, by their key."""

    actions: list[LimitedAction]
    retired: list[LimitedAction]
    frequencies: dict[str, Frequency]
    rules: dict[int, str]
    distant: int | None


def actions_now(at: datetime, present: Present | None) -> ActionsNow:
    """The same at `at` (UTC, now). At most two queries, or none."""
    if present is None:
        return _actions_now(at, None)
    return present.kept("gamestate.actions", lambda: _actions_now(at, present), without=LIVELY)


def _actions_now(at: datetime, present: Present | None) -> ActionsNow:
    in_force = law_now(at, present)
    actions, retired, reigns, titles = together(
        live_actions(),
        retired_actions(),
        Reign.objects.filter(Q(until__isnull=True) | Q(until__gt=at)).order_by("pk"),
        titles_of_rules(live_actions().values("rule")),
    )
    if present is not None:
        end_with(present, reigns)
    distant = None
    if actions and not emperor_counts(in_force):
        distant = next((reign for reign in reigns if covers(reign, at)), None)
    return ActionsNow(
        actions,
        retired,
        dict(in_force.law.actions) if in_force else {},
        dict(titles),
        distant.player_id if distant else None,
    )


def actions_for(viewer: Player | None, *, at: datetime, present: Present | None = None) -> list[ActionShown]:
    """The actions that are not retired, by name, with when `viewer` may take each, and what stands in the way. At most
    three queries, or one; and one for the values that moves look at."""
    now = actions_now(at, present)
    actions, known, names = now.actions, now.frequencies, now.rules
    player = viewer if viewer is not None and viewer.is_playing else None
    distant = player is not None and player.pk == now.distant
    player = player if not distant else None
    takings: dict[Hashable, list[Taken]] = defaultdict(list)
    people: dict[Hashable, str] = {}
    if player is not None and actions:
        far = max([looks_back(frequency) for frequency in known.values()], default=timedelta())
        lately = _counting_for(player).filter(at__gte=at - far, at__lte=at)
        columns = ("action__limit", "action__key", "action__dynasty", "by", "at", "by__name", "action__name")
        for limit, key, dynasty, by, when, name, called in lately.values_list(*columns):
            takings[limit or (key, dynasty)].append(Taken(by, when, called))
            people[by] = name
    stands = _hindrances(actions, player, at=at, present=present) if player is not None else {}
    shown = []
    for action in actions:
        frequency, when, move = known.get(action.frequency), None, move_of(action)
        why = kept_at_distance() if distant else ""
        if action.paused_at is not None:
            why = _("Paused: {why}").format(why=action.paused_why)
        if player is not None and frequency is not None:
            when = again(
                frequency, takings[action.limit or (action.key, action.dynasty_id)], by=player.pk, at=at
            )
            if when.because is not None and not why:
                who = None if when.because.by == player.pk else people[when.because.by]
                why = refusal(action.name, who, when)
        elif player is not None and not action.frequency:
            when = Again(at, None)
        why = why or (stands.get(action.pk, "") if when is not None else "")
        shown.append(
            ActionShown(
                action,
                frequency,
                names.get(action.rule, ""),
                when,
                why,
                is_plain=move.is_plain,
                asks=bool(move.questions),
            )
        )
    return shown


def awaited_by(player: Player, shown: Iterable[ActionShown]) -> frozenset[int]:
    """The keys of those actions that the player waits for. One query, or none where they can take all."""
    if all(one.again is None or not one.why for one in shown):
        return frozenset()
    return frozenset(Awaited.objects.filter(player=player).values_list("action", flat=True))


def questions_for(
    action: LimitedAction,
    player: Player | None,
    *,
    at: datetime,
    present: Present | None,
    viewer: Player | None = None,
    given: Mapping[str, Known] | None = None,
) -> list[QuestionShown]:
    """What an action asks of a player, with what they may answer now, where names are `given` to it; for None, what one
    that happens by itself asks of `viewer`. One query at most for the values. Raises RuleBroken where that cannot be
    told."""
    move, in_force = move_of(action), law_newest(present)
    if not move.questions or in_force is None:
        return []
    state = with_calls(tracked_now(present).state, move.calls, at=at, looked_at=True)
    key = player.pk if player is not None else None
    expect(move, state, key)
    sight = sight_now(viewer_of(player or viewer, at=at, present=present), state)
    try:
        facts = facts_of(state, key, sight=sight, tracker=in_force.law.tracker)
        return questions(move, facts, given)
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, rule=SiteRule.GAMESTATE) from None


def _hindrances(
    actions: Iterable[LimitedAction], player: Player, *, at: datetime, present: Present | None
) -> dict[int, str]:
    """What stands in the way of each action that is more than a note in the log, by its key: as far as it does not hang
    on answers. One query for the values that they look at, or none; and one where some settle sealed calls."""
    moves = {action.pk: move for action in actions if not (move := move_of(action)).is_plain}
    in_force = law_newest(present) if moves else None
    if in_force is None:
        return {}
    calls = frozenset().union(*(move.calls for move in moves.values()))
    state = with_calls(tracked_now(present).state, calls, at=at, looked_at=False)
    looked_at = [
        each.id for each in state.variables.values() if any(each.key in move.names for move in moves.values())
    ]
    state.expect(variables=looked_at, holders=[of_player(player.pk), GAME])
    sight = sight_now(viewer_of(player, at=at, present=present), state)
    facts = facts_of(state, player.pk, sight=sight, tracker=in_force.law.tracker)
    return {key: hindrance(move, facts) for key, move in moves.items()}


def is_kept_at_distance(player: Player, *, at: datetime) -> bool:
    """Whether `player` is the emperor, and Dynastic Distance is active: then they are no player for the dynasty's
    rules, and take none of the actions that these give to players. Two queries at most."""
    if emperor_counts(law_at(at)):
        return False
    reign = Reign.objects.at(at).first()
    return reign is not None and reign.player_id == player.pk


def kept_at_distance() -> str:
    """What is told to an emperor who would take an action all the same."""
    return _(
        "While {rule} is active, the emperor does not count as a player of the dynasty "
        "and cannot take its actions."
    ).format(rule=called(SiteRule.DISTANCE))


def live_actions_of(keys: Collection[int]) -> list[LimitedAction]:
    """Those of the actions of these keys that the rules still allow. One query."""
    return list(LimitedAction.objects.filter(pk__in=keys, retired_at__isnull=True))


def live_actions() -> QuerySet[LimitedAction]:
    """The actions that the rules allow, by name; not those that happen by themselves."""
    return LimitedAction.objects.filter(retired_at__isnull=True, when="").order_by("name", "pk")


def retired_actions() -> QuerySet[LimitedAction]:
    """The actions that the rules allow no more, the last retired first."""
    return LimitedAction.objects.filter(retired_at__isnull=False).order_by("-retired_at", "-pk")


def log_of_takings() -> QuerySet[Taking]:
    """Every time that an action was taken, newest first, those that count no more too. `alone`: no value was changed
    with it, so that it can be withdrawn by itself; not said where not everybody sees what came of it."""
    changed = Entry.objects.filter(update=OuterRef("update"))
    kept = Update.objects.filter(pk=OuterRef("update")).exclude(kept="")
    takings = Taking.objects.annotate(alone=~Exists(changed) & ~Exists(kept))
    return takings.select_related("action", "by", "update").order_by("-at", "-pk")


def page_of_actions() -> str:
    """The path of the page of all actions."""
    return reverse("gamestate:actions")


def in_words(frequency: Frequency) -> str:
    """How often a frequency allows something: "once a day for each player, 10 hours apart"."""
    daily, hours = frequency.per == "day", frequency.spacing
    if not frequency.communal:
        once = _("once a day for each player") if daily else _("once a week for each player")
        words = _("{once}, {hours} hours apart") if hours else "{once}"
    else:
        once = (
            _("once a day for all players together") if daily else _("once a week for all players together")
        )
        words = _("{once}, and for each player {hours} hours apart") if hours else "{once}"
    return said(words.format(once=once, hours=hours))
