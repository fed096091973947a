"""Carrying out what an enacted matter does to who plays and who holds an office, and undoing it again.

Whether a step fits is asked before, in `votables.changes.roster_steps`; who acts is the admin who enacts. Each deed is
dated, said why, written into the admins' log, and answered with what it needs to be undone. All of it must run in a
transaction, with the game locked.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from gamestate.leave import CORRECTION, ENACTMENT
from gamestate.models import LimitedAction
from gamestate.services import roster as tracked
from gamestate.services import sealing
from gamestate.services.acting import revive
from players.models import Ascension, Bar, Player, Reign, RosterEvent, Standing, name_key
from players.queries.roster import dynasty_at
from players.services import roster as record_keeper
from players.services.roster import Cause, Kind, log_act
from ruleset.law import Law
from ruleset.queries import law_at, revision_at, tree_after
from votables.changes.apply import ChangesOutcome
from votables.changes.kind import Told
from votables.changes.outcome import outcome_of
from votables.changes.roster import ROSTER
from votables.changes.roster_steps import RosterOutcome, RosterStep
from votables.models import Post
from votables.post_types.models import OfficialType
from votables.services.ascending import outlasting
from votables.services.last_admin import leave_of_admin, refuse_last_admin

from .typed_posts import revive_types


@dataclass(frozen=True, slots=True)
class MatterAct:
    """By what somebody acts: the admin, the instant (UTC), the reason and the page of the matter."""

    by: Player
    at: datetime
    why: str
    link: str

    def record(self, player: Player, kind: str) -> RosterEvent:
        return record_keeper.record(
            player=player, kind=kind, cause=Cause.MATTER, at=self.at, by=self.by, why=self.why, link=self.link
        )

    def log(self, act: str, words: str, **places: object) -> None:
        sentence = StoredMessage(words, **places)
        log_act(by=self.by, at=self.at, act=act, sentence=sentence, reason=self.why, link=self.link)


def _law(at: datetime) -> Law:
    in_force = law_at(at)
    assert in_force is not None, "a game has a law"
    return in_force.law


def rename(player: Player, name: str, act: MatterAct) -> RosterEvent:
    """Give a player another name. Raises RuleBroken when somebody else has it."""
    old = player.name
    event = record_keeper.rename(player=player, name=name, at=act.at, by=act.by, why=act.why, link=act.link)
    act.log("rename", gettext_noop("renamed {old} to {new}"), old=old, new=name)
    return event


def make_admin(player: Player, act: MatterAct) -> RosterEvent:
    """Make a player an admin. Raises Stale when they are one, or no player."""
    event = act.record(player, Kind.ADMIN)
    act.log("make_admin", gettext_noop("made {name} an admin"), name=player)
    return event


def unmake_admin(player: Player, act: MatterAct) -> RosterEvent:
    """Take the office of admin from somebody. Raises Stale when they do not have it, RuleBroken when nobody would be
    left who can act as one."""
    refuse_last_admin(player, law=_law(act.at))
    event = act.record(player, Kind.NOT_ADMIN)
    act.log("unmake_admin", gettext_noop("removed {name} as an admin"), name=player)
    return event


def set_emperor(player: Player | None, act: MatterAct) -> None:
    """Change the emperor, or leave the dynasty without one."""
    record_keeper.crown(player=player, at=act.at, by=act.by, cause=Cause.MATTER, why=act.why, link=act.link)
    if player is None:
        act.log("emperor", gettext_noop("left the dynasty without an emperor"))
    else:
        act.log("emperor", gettext_noop("made {name} the emperor"), name=player)


def remove(player: Player, act: MatterAct) -> RosterEvent:
    """Take somebody off the roster. Raises Stale when they are not on it, RuleBroken when no admin who can act would be
    left."""
    refuse_last_admin(player, law=_law(act.at))
    event = act.record(player, Kind.LEFT)
    sealing.roster_changed(leave=ENACTMENT, at=act.at)
    tracked.went(leave=ENACTMENT, player=player, at=act.at)
    act.log("remove", gettext_noop("took {name} off the roster"), name=player)
    return event


def bar(player: Player, until: datetime | None, act: MatterAct) -> Bar:
    """Bar somebody from joining until an instant (UTC; None: for good), off the roster first if they play."""
    if player.is_player:
        remove(player, act)
    made = Bar.objects.create(person=player, since=act.at, until=until, why=act.why, link=act.link)
    if until is None:
        act.log("bar", gettext_noop("barred {name} from joining for good"), name=player)
    else:
        words = gettext_noop("barred {name} from joining until {instant}")
        act.log("bar", words, name=player, instant=until)
    return made


def lift_bars(player: Player, act: MatterAct) -> list[Bar]:
    """Lift every bar that keeps somebody from joining now."""
    lifted = list(Bar.objects.at(act.at).filter(person=player))
    for each in lifted:
        each.lifted_at, each.lifted_why, each.lifted_link = act.at, act.why, act.link
        each.save(update_fields=["lifted_at", "lifted_why", "lifted_link"])
    act.log("unbar", gettext_noop("let {name} join again"), name=player)
    return lifted


def end_dynasty(step: RosterStep, act: MatterAct) -> Told:
    """End the dynasty and begin a metadynasty, in the same words, which has no emperor and needs no Ascension Address.
    Answers its name and which limited actions and types of official posts it retired: of the types, unless the rules
    stay, those that no rule which stands defines. Rules and tracked values are the matter's other consequences, and
    the rules have gone by now."""
    before = dynasty_at(act.at)
    words = {}
    if before is not None:
        names = ("player_word", "players_word", "emperor_word", "emperors_word")
        words = {name: getattr(before, name) for name in names}
    record_keeper.crown(player=None, at=act.at, by=act.by, cause=Cause.MATTER, why=act.why, link=act.link)
    Ascension.objects.create(at=act.at, by=act.by, link=act.link)
    begun = record_keeper.begin_dynasty(emperor=None, at=act.at, theme=step.name, words=words)
    retired: list[int] = []
    if not step.keep_tracked:
        live = LimitedAction.objects.filter(retired_at__isnull=True, made_at__lt=act.at)
        retired = list(live.order_by("pk").values_list("pk", flat=True))
    types = [] if step.keep_rules else _types_without_rules(act.at)
    _put_away(retired, types, act.at)
    ended = before or StoredMessage(gettext_noop("the dynasty"))
    act.log("end_dynasty", gettext_noop("ended {dynasty}: {next} begins"), dynasty=ended, next=begun)
    return {"dynasty": begun.name, "actions": retired, "types": types}


def _put_away(actions: Iterable[int], types: Iterable[int], at: datetime) -> None:
    """Retire limited actions and types of official posts, by their keys, that are in use."""
    for model, keys in ((LimitedAction, actions), (OfficialType, types)):
        model.objects.filter(pk__in=keys, retired_at=None).update(retired_at=at, retired_by=None)


def _types_without_rules(at: datetime) -> list[int]:
    last, live = revision_at(at), list(OfficialType.objects.filter(retired_at__isnull=True, made_at__lt=at))
    staying = {one.pk for one in outlasting(live, tree_after(last.pk if last else None))}
    return sorted(one.pk for one in live if one.pk not in staying)


# -- what enacted matters do


def carry_out(outcome: ChangesOutcome, *, author: Player, **acts: Any) -> list[Told]:
    """Carry out what an outcome does on the roster, as `ChangeKind.carry_out` has it."""
    return carry_out_steps(outcome.done_by(ROSTER), **acts)


def carry_out_steps(
    done: Iterable[RosterOutcome], *, by: Player, at: datetime, why: str, link: str
) -> list[Told]:
    """Carry out steps that fit, one after the other. Answers the consequences: of each what it comes to (`said`), and
    what it takes to undo it."""
    consequences: list[Told] = []
    for one in done:
        step = one.step
        act = MatterAct(by, at, f"{why}: {step.why}" if step.why else why, link)
        undoing = _STEPS[step.do](step, _person(step.player), act)
        consequences.append({"roster": step.do, "said": one.said, "player": step.player or None, **undoing})
    return consequences


def _person(key: int | None) -> Player | None:
    return Player.objects.get(pk=key) if key else None


def _renamed(step: RosterStep, player: Player, act: MatterAct) -> Told:
    old = player.name
    rename(player, step.name, act)
    return {"from": old, "to": step.name}


def _crowned(step: RosterStep, player: Player | None, act: MatterAct) -> Told:
    reign = Reign.objects.at(act.at).first()
    set_emperor(player, act)
    return {"former": reign.player_id if reign else None}


def _barred(step: RosterStep, player: Player, act: MatterAct) -> Told:
    was_playing = player.is_player
    return {"bar": bar(player, step.until, act).pk, "removed": was_playing}


def _event(verb: Callable[[Player, MatterAct], object]) -> Callable[[RosterStep, Player, MatterAct], Told]:
    def carry_out_step(step: RosterStep, player: Player, act: MatterAct) -> Told:
        verb(player, act)
        return {}

    return carry_out_step


_STEPS: dict[str, Callable[..., Told]] = {
    "rename": _renamed,
    "make-admin": _event(make_admin),
    "unmake-admin": _event(unmake_admin),
    "remove": _event(remove),
    "bar": _barred,
    "unbar": lambda step, player, act: {"bars": [one.pk for one in lift_bars(player, act)]},
    "emperor": _crowned,
    "end-dynasty": lambda step, player, act: end_dynasty(step, act),
}


# -- what overturned matters undo


def undo(consequence: Told, all: Sequence[Told], **acts: Any) -> list[Told]:
    """Undo one consequence that `carry_out_steps` answered, where it is still so and can be. Answers what became of it:
    like a consequence of an enacted matter, or a sentence on what is kept."""
    player = _person(consequence.get("player"))
    return [_UNDOING[str(consequence["roster"])](consequence, player, MatterAct(**acts))]


def redo(consequence: Told, answer: Told, *, post: Post, **acts: Any) -> list[Told]:
    """Carry out a step that was undone once more, as the roster is by now."""
    deed = (consequence["roster"], consequence.get("player"))
    done = outcome_of(post, at=acts["at"]).done_by(ROSTER)
    return carry_out_steps(
        [one for one in done if (one.step.do, one.step.player or None) == deed][:1], **acts
    )


def stay(answer: Told, *, at: datetime) -> None:
    """Put away again the actions and types that undoing the end of a dynasty brought back, as its `answer` says, now
    that the matter is enacted again."""
    _put_away(answer.get("actions", []), answer.get("types", []), at)


def _undone(words: str, **places: object) -> Told:
    return {"undone": StoredMessage(words, **places)}


def _kept(words: str, **places: object) -> Told:
    return {"kept": StoredMessage(words, **places)}


def _rename_back(consequence: Told, player: Player, act: MatterAct) -> Told:
    old = str(consequence["from"])
    if player.name != consequence["to"]:
        return _kept(gettext_noop("{name} has been renamed again since."), name=player.name)
    if Player.objects.filter(name_key=name_key(old)).exclude(pk=player.pk).exists():
        return _kept(gettext_noop("Somebody else is called {name} now."), name=old)
    rename(player, old, act)
    return _undone(gettext_noop("{old} is called {new} again"), old=consequence["to"], new=old)


def _unmake_again(consequence: Told, player: Player, act: MatterAct) -> Told:
    if not player.is_admin:
        return _kept(gettext_noop("{name} is no longer an admin."), name=player.name)
    if not leave_of_admin(player, law=_law(act.at)).allowed:
        return _kept(gettext_noop("{name} stays an admin: nobody else could act as one."), name=player.name)
    unmake_admin(player, act)
    return _undone(gettext_noop("{name} is no longer an admin"), name=player.name)


def _make_again(consequence: Told, player: Player, act: MatterAct) -> Told:
    if player.is_admin or not player.is_player:
        if player.is_admin:
            return _kept(gettext_noop("{name} is already an admin again."), name=player.name)
        return _kept(gettext_noop("{name} is not a player."), name=player.name)
    make_admin(player, act)
    return _undone(gettext_noop("{name} is an admin again"), name=player.name)


def _still_out(consequence: Told, player: Player, act: MatterAct) -> Told:
    if player.is_player:
        return _kept(gettext_noop("{name} has already joined again."), name=player.name)
    words = gettext_noop("{name} stays off the roster until they ask to join and an admin admits them.")
    return _kept(words, name=player.name)


def _lift_again(consequence: Told, player: Player, act: MatterAct) -> Told:
    if not Bar.objects.at(act.at).filter(pk=consequence["bar"]).exists():
        return _kept(gettext_noop("It no longer bars {name}."), name=player.name)
    lift_bars(player, act)
    out = consequence["removed"] and player.standing == Standing.LEFT
    if out:
        words = gettext_noop("{name} can join again, but stays off the roster until then")
        return _undone(words, name=player.name)
    return _undone(gettext_noop("{name} can join again"), name=player.name)


def _bar_again(consequence: Told, player: Player, act: MatterAct) -> Told:
    lifted = Bar.objects.filter(pk__in=consequence["bars"]).order_by("pk").first()
    if player.is_player:
        return _kept(gettext_noop("{name} has joined since, and stays."), name=player.name)
    if Bar.objects.at(act.at).filter(person=player).exists():
        return _kept(gettext_noop("{name} has been barred again since."), name=player.name)
    if lifted is None or (lifted.until is not None and lifted.until <= act.at):
        return _kept(gettext_noop("The bar on {name} would have ended already."), name=player.name)
    bar(player, lifted.until, act)
    return _undone(gettext_noop("{name} is barred from joining again"), name=player.name)


def _crown_back(consequence: Told, player: Player | None, act: MatterAct) -> Told:
    reign = Reign.objects.at(act.at).first()
    former = _person(consequence["former"])
    if (reign.player_id if reign else None) != consequence["player"]:
        return _kept(gettext_noop("Somebody else has become emperor since."))
    set_emperor(former, act)
    if former is None:
        return _undone(gettext_noop("There is no emperor again"))
    return _undone(gettext_noop("{name} is emperor again"), name=former.name)


def _goes_on(consequence: Told, player: None, act: MatterAct) -> Told:
    """The new dynasty stays, but may do again what the old one could, as it tracks again what the old one did."""
    retired = LimitedAction.objects.filter(pk__in=consequence.get("actions", []), retired_at__isnull=False)
    actions = list(retired.order_by("pk"))
    revive(actions, leave=CORRECTION, at=act.at)
    gone = OfficialType.objects.filter(pk__in=consequence.get("types", []), retired_at__isnull=False)
    types = list(gone.order_by("pk"))
    revive_types(types)
    back = {
        name: [one.pk for one in those if one.retired_at is None]
        for name, those in (("actions", actions), ("types", types))
    }
    return _kept(gettext_noop("{dynasty} goes on."), dynasty=consequence["dynasty"]) | back


_UNDOING: dict[str, Callable[..., Told]] = {
    "rename": _rename_back,
    "make-admin": _unmake_again,
    "unmake-admin": _make_again,
    "remove": _still_out,
    "bar": _lift_again,
    "unbar": _bar_again,
    "emperor": _crown_back,
    "end-dynasty": _goes_on,
}
