"""What pages read of limited actions: when each may be taken again, and the log."""

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from blognomic.database.together import together
from blognomic.i18n.dynasty_words import said
from gamestate.frequency import Again, Taken, again, looks_back, refusal
from gamestate.models import Entry, LimitedAction, Taking
from gamestate.queries.rules import titles_of_rules
from gamestate.queries.snapshot import emperor_counts
from players.models import Player, Reign, Topic
from players.present import Present
from ruleset.law.model import Frequency
from ruleset.queries import law_at, law_now


@dataclass(frozen=True, slots=True)
class ActionShown:
    """An action that the rules allow, as one viewer sees it at an instant.

    `frequency` is None when the law in force does not know it any more; `again` when there is no viewer who may take it
    at some time, too. `why` is the sentence that says what stands in the way, "" where nothing does.
    """

    action: LimitedAction
    frequency: Frequency | None
    rule: str
    again: Again | None
    why: str


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
    return present.kept(
        "gamestate.actions", lambda: _actions_now(at, present), without={Topic.POSTS, Topic.VALUES}
    )


def _actions_now(at: datetime, present: Present | None) -> ActionsNow:
    in_force = law_now(at, present)
    actions, retired, reigns, titles = together(
        live_actions(),
        retired_actions(),
        Reign.objects.at(at)[:1],
        titles_of_rules(live_actions().values("rule")),
    )
    distant = None if not actions or emperor_counts(in_force) else next(iter(reigns), None)
    return ActionsNow(
        actions,
        retired,
        dict(in_force.law.actions) if in_force else {},
        dict(titles),
        distant.player_id if distant else None,
    )


def actions_for(viewer: Player | None, *, at: datetime, present: Present | None = None) -> list[ActionShown]:
    """The actions that are not retired, by name, with when `viewer` may take each. At most three queries, or one."""
    now = actions_now(at, present)
    actions, known, names = now.actions, now.frequencies, now.rules
    player = viewer if viewer is not None and viewer.is_playing else None
    distant = player is not None and player.pk == now.distant
    player = player if not distant else None
    takings: dict[int, list[Taken]] = defaultdict(list)
    people: dict[Hashable, str] = {}
    if player is not None and actions:
        far = max([looks_back(frequency) for frequency in known.values()], default=timedelta())
        lately = Taking.objects.filter(withdrawn_at__isnull=True, at__gte=at - far, at__lte=at)
        for action, by, when, name in lately.values_list("action", "by", "at", "by__name"):
            takings[action].append(Taken(by, when))
            people[by] = name
    shown = []
    for action in actions:
        frequency, when = known.get(action.frequency), None
        why = kept_at_distance() if distant else ""
        if player is not None and frequency is not None:
            when = again(frequency, takings[action.pk], by=player.pk, at=at)
            if when.because is not None:
                who = None if when.because.by == player.pk else people[when.because.by]
                why = refusal(action.name, who, when)
        shown.append(ActionShown(action, frequency, names.get(action.rule, ""), when, why))
    return shown


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
        "While Dynastic Distance is active, the emperor does not count as a player of the dynasty "
        "and cannot take its actions."
    )


def live_actions() -> QuerySet[LimitedAction]:
    """The actions that the rules allow, by name."""
    return LimitedAction.objects.filter(retired_at__isnull=True).order_by("name", "pk")


def retired_actions() -> QuerySet[LimitedAction]:
    """The actions that the rules allow no more, the last retired first."""
    return LimitedAction.objects.filter(retired_at__isnull=False).order_by("-retired_at", "-pk")


def log_of_takings() -> QuerySet[Taking]:
    """Every time that an action was taken, newest first, those that count no more too. `alone`: no value was changed
    with it, so that it can be withdrawn by itself."""
    changed = Entry.objects.filter(update=OuterRef("update"))
    takings = Taking.objects.annotate(alone=~Exists(changed))
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
