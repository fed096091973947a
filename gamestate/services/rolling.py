"""Rolling dice: once, when the text that holds the commands is saved, and for good."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.debug import sensitive_variables

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable
from blognomic.web.errors import RuleBroken
from gamestate import dice
from gamestate.dice.chain import FIRST, day_of
from gamestate.leave import Act, LeaveGiver
from gamestate.models import Roll, Update
from gamestate.permissions import check_may_roll
from gamestate.queries.rolling import die_of
from gamestate.queries.seeds import is_revealed
from gamestate.services.seeds import publish_ahead, seed_of
from players.models import Player, Topic
from players.notices.channel_facts import DiceFact, RolledFact, person
from players.notices.notice_kinds import Happening
from players.notices.telling import call_channels
from players.services.roster import lock_game
from ruleset.law import Law
from ruleset.law.model import DiceLaw
from ruleset.queries import law_at

TEXT_LENGTH = 12_000
REASON_LENGTH = 500

_afterwards: ContextVar[bool] = ContextVar("told_afterwards", default=False)


@contextmanager
def told_afterwards() -> Iterator[None]:
    """Within it, rolls keep the instants that they are given, however long ago: for a game that is made up, as the
    demonstration's is, and not played."""
    token = _afterwards.set(True)
    try:
        yield
    finally:
        _afterwards.reset(token)


def roll_in(
    *,
    leave: LeaveGiver,
    text: str,
    by: Player,
    at: datetime,
    where: str,
    where_pk: int | None,
    update: Update | None = None,
    link: str = "",
    reason: str = "",
) -> list[Roll]:
    """Roll the commands in `text`, in order; [] when there is none. Of the text, empty lines are not kept.

    Even then the hashes of the days to come are published, so that they are out long before they are needed. Part of
    the caller's transaction: when what the text was written for fails, nothing was rolled, and no number of
    the log is lost.

    `where` (a Roll.Where) and `where_pk`: what it was written in; `link`: the path of a page that shows it. `reason`
    is kept with the text and holds words only. For a rendered text, give what `dice.spoken` finds in its HTML.

    The rolls are dated `at`, but not before the last roll, nor on a day whose seed is revealed by now: a request reads
    the clock before the whole of it has come in, and whoever sends it slowly enough would know the seed.
    So this service alone looks at the clock itself.

    Raises RuleBroken for somebody who is no player and for a command that cannot be rolled (the rule about dice), and,
    on the day on which a game was brought here from elsewhere, when that day's seed did not come with it.
    """
    check_keepable(text, reason)
    text = "\n".join(filter(None, (line.strip() for line in text.split("\n"))))
    if not dice.may_hold_commands(text):
        publish_ahead(at=_dated(at, None))
        return []
    place = {"where": where, "where_pk": where_pk, "update": update, "link": link}
    return _rolled(leave=leave, text=text, by=by, at=at, reason=reason, place=place)


@transaction.atomic
def _rolled(
    *, leave: LeaveGiver, text: str, by: Player, at: datetime, reason: str, place: dict[str, Any]
) -> list[Roll]:
    """Roll what may be commands in the text, in order."""
    lock_game(Topic.VALUES)
    leave.check(Act.RECORD, by=by, at=at)
    last = _last_roll()
    at = _dated(at, last)
    publish_ahead(at=at)
    law = _law(at)
    commands = dice.commands(text, law.dice)
    if not commands:
        return []
    by.refresh_from_db()
    check_may_roll(by, rule=law.dice.rule)
    for command in commands:
        if command.problem:
            raise RuleBroken(command.problem, rule=law.dice.rule, status=400)
    whole = f"{text}\n{reason}" if reason.strip() else text
    return _draw(commands, law=law.dice, after=last, whole=whole, by=by, at=at, place=place)


@transaction.atomic
def roll_by_itself(
    commands: Sequence[str],
    *,
    leave: LeaveGiver,
    reason: str,
    by: Player | None,
    at: datetime,
    update: Update,
) -> list[Roll]:
    """Roll what happens by itself, in the name of `by`, who declared it: with the seed of the day of `at` (UTC), also
    when that is over, for nobody could do anything meanwhile that changes what it rolls. Must run with the game locked.

    Raises RuleBroken where nobody declared it, and as `roll_in` does on the day of a move from elsewhere."""
    leave.check(Act.RECORD, by=by, at=at)
    if by is None:
        raise RuleBroken(_("Nobody declared this, so nobody’s dice can be rolled."), status=409)
    last = _last_roll()
    at = max(at, last.at) if last else at
    publish_ahead(at=at)
    law = _law(at)
    place = {
        "where": Roll.Where.UPDATE,
        "where_pk": update.pk,
        "update": update,
        "link": update.get_absolute_url(),
    }
    text = " ".join(commands)
    whole = f"{text}\n{reason}"
    return _draw(
        dice.commands(text, law.dice), law=law.dice, after=last, whole=whole, by=by, at=at, place=place
    )


def roll_on_page(*, leave: LeaveGiver, text: str, by: Player, at: datetime, reason: str = "") -> list[Roll]:
    """Roll the commands in `text` on the dice page. `reason` are words to go with them.

    Raises RuleBroken when there is nothing to roll in it, and as `roll_in` does.
    """
    if len(text) > TEXT_LENGTH:
        raise RuleBroken(
            _("What is rolled has at most {most} characters.").format(most=thousands(TEXT_LENGTH)), status=400
        )
    if len(reason) > REASON_LENGTH:
        raise RuleBroken(_("A reason has at most {most} characters.").format(most=REASON_LENGTH), status=400)
    check_may_roll(by, rule=_law(at).dice.rule)
    made = roll_in(leave=leave, text=text, by=by, at=at, where=Roll.Where.PAGE, where_pk=None, reason=reason)
    if not made:
        raise RuleBroken(_("There is nothing to roll in that. Try DICE6."), status=400)
    return made


@sensitive_variables("seed")
def _draw(
    commands: tuple[dice.DiceCommand, ...],
    *,
    law: DiceLaw,
    after: Roll | None,
    whole: str,
    by: Player,
    at: datetime,
    place: dict[str, Any],
) -> list[Roll]:
    """Draw the commands and write them down behind the last roll."""
    seed, published = seed_of(at)
    number, previous = (after.number, after.hash) if after else (0, FIRST)
    digest = dice.law_digest(law)
    made = []
    for part, command in enumerate(commands, start=1):
        facts = dice.RollFacts(
            sequence=number + part,
            player=by.pk,
            name=by.name,
            at=at,
            place=str(place["where"]),
            place_id=place["where_pk"] or 0,
            part=part,
            command=command.text,
            comment=whole,
            law=digest,
            seed_hash=published,
        )
        entry, _ = dice.record(previous, facts, command, seed)
        previous = entry.hash
        made.append(_row(entry, by=by, die=die_of(command, law), place=place))
    rolls = Roll.objects.bulk_create(made)
    _proclaim(rolls, by=by)
    return rolls


def _proclaim(rolls: list[Roll], *, by: Player) -> None:
    """Have channels told of what was rolled at once."""
    first = rolls[0]
    rolled = (RolledFact(one.number, one.command, tuple(map(str, one.faces)), one.total) for one in rolls)
    call_channels(
        kind=Happening.DICE,
        key=f"roll:{first.number}",
        at=first.at,
        sentence=StoredMessage(
            gettext_noop("{name} rolled {rolls}"), name=by, rolls="; ".join(one.told for one in rolls)
        ),
        link=first.get_absolute_url(),
        facts=DiceFact(tuple(rolled), by=person(by), source=first.where, source_id=first.where_pk),
    )


def _row(entry: dice.RollEntry, *, by: Player, die: str, place: dict[str, object]) -> Roll:
    facts = entry.facts
    return Roll(
        number=facts.sequence,
        at=facts.at,
        by=by,
        name=facts.name,
        part=facts.part,
        die=die,
        command=facts.command,
        comment=facts.comment,
        law=facts.law,
        seed_hash=facts.seed_hash,
        faces=list(entry.faces),
        total="" if entry.total is None else str(entry.total),
        previous=entry.previous,
        hash=entry.hash,
        **place,
    )


def _last_roll() -> Roll | None:
    return Roll.objects.order_by("-number").first()


def _dated(at: datetime, last: Roll | None) -> datetime:
    at = max(at, last.at) if last else at
    now = timezone.now()
    return now if not _afterwards.get() and is_revealed(day_of(at), at=now) else at


def _law(at: datetime) -> Law:
    in_force = law_at(at)
    if in_force is None:
        raise RuleBroken(_("No law is in force yet, so there are no dice."), status=409)
    return in_force.law
