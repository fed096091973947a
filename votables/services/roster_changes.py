"""What an admin does to who plays and who holds an office because an enacted matter says so. Each deed is dated, said
why, and written into the admins' log. All of it must run in a transaction, with the game locked."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from gamestate.leave import ENACTMENT
from gamestate.services import roster as tracked
from gamestate.services import sealing
from players.models import Bar, Player, RosterEvent
from players.services import roster as record_keeper
from players.services.roster import Cause, Kind, log_act
from ruleset.law import Law
from ruleset.queries import law_at
from votables.services.last_admin import refuse_last_admin


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


def law_then(at: datetime) -> Law:
    """The law in force at `at` (UTC), of a game that there is."""
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
    refuse_last_admin(player, law=law_then(act.at))
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
    refuse_last_admin(player, law=law_then(act.at))
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
