"""Carrying out the steps of an enacted matter on the roster, and undoing them again.

Whether a step fits is asked before, in `steps` beside it; who acts is the admin who enacts. Each deed is answered with
what it needs to be undone. All of it must run in a transaction, with the game locked.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from gamestate.leave import CORRECTION, ENACTMENT
from gamestate.models import LimitedAction
from gamestate.services.acting import revive
from gamestate.services.dynasties import seal_ahead
from players.models import Ascension, Bar, Player, Reign, Standing, name_key
from players.queries.roster import dynasty_at
from players.services import roster as record_keeper
from players.services.roster import Cause
from ruleset.queries import revision_at, tree_after
from votables.changes.kind import Told
from votables.post_types.models import OfficialType
from votables.services.ascending import outlasting
from votables.services.last_admin import leave_of_admin
from votables.services.roster_changes import (
    MatterAct,
    bar,
    law_then,
    lift_bars,
    make_admin,
    remove,
    rename,
    set_emperor,
    unmake_admin,
)
from votables.services.typed_posts import revive_types

from .steps import RosterOutcome, RosterStep

# -- what enacted matters do


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
    seal_ahead(leave=ENACTMENT, by=act.by, at=act.at)
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


def undo_step(consequence: Told, **acts: Any) -> list[Told]:
    """Undo one consequence that `carry_out_steps` answered, where it is still so and can be. Answers what became of it:
    like a consequence of an enacted matter, or a sentence on what is kept."""
    player = _person(consequence.get("player"))
    return [_UNDOING[str(consequence["roster"])](consequence, player, MatterAct(**acts))]


def put_away_again(answer: Told, *, at: datetime) -> None:
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
    if not leave_of_admin(player, law=law_then(act.at)).allowed:
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
