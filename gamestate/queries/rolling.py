"""The log of rolls as pages read it, and its verification."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Annotated

from django.db import connection
from django.db.models import Case, F, QuerySet, Value, When
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_variables

from blognomic.database.prepared import Prepared
from blognomic.i18n.translation import thousands
from gamestate import dice
from gamestate.dice.chain import FIRST, MOST_FAULTS, day_of
from gamestate.models import Roll, Seed
from gamestate.models.rolls import DIE_LENGTH
from gamestate.queries.seeds import MARGIN, revealed_at
from players.models import Player
from ruleset.law.model import DiceLaw
from ruleset.models import LawVersion
from ruleset.queries import read

PAGE = 40
CHUNK = 2000
MOST_CHECKED = 1000  # rolls at a time
_TOTAL = re.compile(r"0|-?[1-9][0-9]{0,199}", re.ASCII)
_NO_TOTAL = -1


@dataclass(frozen=True, slots=True)
class Sought:
    """Which rolls are asked for: by whom, of which die (as `Roll.die` has it), made where, on which days (UTC, both
    included), with which words in the text. None and "" ask for all."""

    player: Player | None = None
    die: str = ""
    where: str = ""
    since: date | None = None
    until: date | None = None
    words: str = ""


def rolls_sought(sought: Sought) -> QuerySet[Roll]:
    """The rolls that are asked for, newest first, with who made them."""
    rolls = Roll.objects.select_related("by").order_by("-number")
    if sought.player:
        rolls = rolls.filter(by=sought.player)
    if sought.die:
        rolls = rolls.filter(die=sought.die)
    if sought.where:
        rolls = rolls.filter(where=sought.where)
    if sought.since:
        rolls = rolls.filter(at__gte=datetime.combine(sought.since, time.min, UTC))
    if sought.until:
        rolls = rolls.filter(at__lte=datetime.combine(sought.until, time.max, UTC))
    if sought.words:
        rolls = rolls.filter(comment__icontains=sought.words)
    return rolls


@dataclass(frozen=True, slots=True)
class LogPage:
    """Some rolls, and the number before which older and from which newer ones are found, if there are any."""

    rolls: list[Roll]
    older: int | None
    at_newest: bool


def log_page(rolls: QuerySet[Roll], *, before: int | None) -> LogPage:
    """The newest PAGE of the rolls, or of those with a lower number than `before`. One query."""
    listed = list((rolls.filter(number__lt=before) if before else rolls)[: PAGE + 1])
    older = listed[PAGE - 1].number if len(listed) > PAGE else None
    return LogPage(listed[:PAGE], older, before is None)


def rolls_in(where: str, keys: Iterable[int]) -> dict[int, list[Roll]]:
    """The rolls made in updates or comments, by the key of each, in order. One query."""
    rolls_by_key: dict[int, list[Roll]] = {}
    for roll in _ROLLS.find(where, list(keys)):
        rolls_by_key.setdefault(roll.where_pk, []).append(roll)
    return rolls_by_key


def _rolls(where: str, keys: list[int]) -> QuerySet[Roll]:
    rolls = Roll.objects.filter(where=where, where_pk__in=keys).order_by("number")
    return rolls.defer("comment", "law", "seed_hash", "previous", "hash")


_ROLLS = Prepared(_rolls)


def who_rolled() -> QuerySet[Player]:
    """Everybody who ever rolled, by name."""
    return Player.objects.filter(pk__in=Roll.objects.values("by")).order_by("name")


# -- the chain


def entry_of(roll: Roll) -> dice.RollEntry:
    """The roll as the chain has it. A total or faces that could not have been written become such as fit no hash."""
    total = None
    if roll.total:
        total = int(roll.total) if _TOTAL.fullmatch(roll.total) else _NO_TOTAL
    faces = roll.faces if isinstance(roll.faces, list) else []
    return dice.RollEntry(facts_of(roll), roll.previous, tuple(map(str, faces)), total, roll.hash)


def facts_of(roll: Roll) -> dice.RollFacts:
    """What was public of the roll before it was drawn."""
    return dice.RollFacts(
        sequence=roll.number,
        player=roll.by_id,
        name=roll.name,
        at=roll.at,
        place=roll.where,
        place_id=roll.where_pk or 0,
        part=roll.part,
        command=roll.command,
        comment=roll.comment,
        law=roll.law,
        seed_hash=roll.seed_hash,
    )


def dice_laws() -> Callable[[datetime], DiceLaw | None]:
    """The rules about dice in force at an instant, for any number of instants. One query."""
    versions = list(LawVersion.objects.order_by("at", "pk").values_list("at", "document"))
    begins = [at for at, _ in versions]

    def law_then(at: datetime) -> DiceLaw | None:
        place = bisect_right(begins, at)
        return read(versions[place - 1][1]).dice if place else None

    return law_then


def seeds_known(*, at: datetime) -> QuerySet[Seed]:
    """The seeds of the days that are over for so long at `at` that everybody may see them."""
    return Seed.objects.filter(day__lt=day_of(at - MARGIN)).exclude(secret="")


def newest_seen(*, at: datetime) -> tuple[str, date | None]:
    """The hash of the newest roll, "" before there is any, and the newest day whose seed everybody may see. Two
    queries."""
    last = Roll.objects.order_by("-number").values_list("hash", flat=True).first() or ""
    return last, seeds_known(at=at).order_by("-day").values_list("day", flat=True).first()


def rolls_of(player: Player, *, at: datetime) -> QuerySet[Roll]:
    """What somebody rolled up to `at` (UTC), newest first."""
    return Roll.objects.filter(by=player, at__lte=at).order_by("-number")


@dataclass(frozen=True, slots=True)
class PublishedSeed:
    """The seed of a day as everybody may see it: `secret` is "" until `revealed_at`, or where it is not known here.

    `late`: its hash was published when its day had begun already.
    """

    day: date
    hash: str
    published_at: datetime
    revealed_at: datetime
    secret: str

    @property
    def late(self) -> bool:
        return day_of(self.published_at) >= self.day


def published_seeds(
    *, at: datetime, day: date | None = None, until: date | None = None
) -> Iterator[PublishedSeed]:
    """The seeds of all days, or of one, or `until` one and of that, newest first."""
    seeds = Seed.objects.order_by("-day")
    if day is not None:
        seeds = seeds.filter(day=day)
    if until is not None:
        seeds = seeds.filter(day__lte=until)
    for day, seal, published_at, secret in seeds.values_list(
        "day", "hash", "published_at", _shown(at)
    ).iterator(chunk_size=CHUNK):
        yield PublishedSeed(day, seal, published_at, revealed_at(day), secret)


def _shown(at: datetime) -> Case:
    """The secret of a seed as everybody may see it at `at` (UTC). What is still secret does not leave the database."""
    return Case(When(day__lt=day_of(at - MARGIN), then="secret"), default=Value(""))


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of drawing a stretch of the log again and following its chain."""

    rolls: Annotated[int, "How many were looked at."]
    drawn: Annotated[int, "How many of them were drawn again, since the seed of their day is told."]
    last: int
    last_hash: Annotated[str, "The hash of the last."]
    faults: Annotated[tuple[dice.Fault, ...], "What does not fit. Nothing, if all is in order."]


@dataclass(frozen=True, slots=True)
class CheckedStretch:
    """A stretch of the log, by the numbers of its first and its last roll, and what came of checking it."""

    first: Annotated[int, "The number of the first roll."]
    last: Annotated[int, "The number of the last."]
    checked: Checked


def checked_up_to(last: int | None, *, at: datetime, newest: int | None = None) -> CheckedStretch:
    """The newest MOST_CHECKED rolls up to the number `last` (None: to the newest), checked as everybody can at `at`.
    `newest`: the number of the last of all, where it is known; it is asked for otherwise."""
    if newest is None:
        newest = Roll.objects.order_by("-number").values_list("number", flat=True).first() or 0
    last = min(last or newest, newest)
    first = max(last - MOST_CHECKED + 1, 1)
    return CheckedStretch(first, last, verified(first=first, last=last, at=at))


@sensitive_variables("seeds")
def verified(
    *,
    first: int = 1,
    last: int | None = None,
    at: datetime | None,
    known: Mapping[int, str] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Checked:
    """Draw the rolls from number `first` to `last` (None: to the end) again, and follow the chain.

    With the seeds that everybody may see at `at`, or with all that this server holds (None); the rolls of other days
    are checked as to the chain only. What pages find rolls by is not sealed with them, and compared too. `known`: see
    `dice.verify`. `progress` is told now and then how many are done.
    """
    shown_secret = F("secret") if at is None else _shown(at)
    known_seeds = list(Seed.objects.values_list("day", "hash", shown_secret))
    published = {day: seal for day, seal, _secret in known_seeds}
    seeds = {day: seed_bytes(secret) for day, _seal, secret in known_seeds if secret}
    rolls = Roll.objects.filter(number__gte=first).order_by("number")
    rolls = rolls if last is None else rolls.filter(number__lte=last)
    noted = {number: seal for number, seal in (known or {}).items() if number >= first}
    before = Roll.objects.filter(number__lt=first).order_by("-number").first()
    laws = dice_laws()
    reading = _Reading(rolls, seeds.keys(), laws, progress)
    faults = dice.verify(reading, seeds, published, laws, noted, after=entry_of(before) if before else None)
    faulty = {fault.sequence for fault in faults}
    faults += tuple(fault for fault in reading.misfiled if fault.sequence not in faulty)
    if at is None and last is None:
        faults += tuple(_cut_off())
    return Checked(reading.rolls, reading.drawn, reading.last, reading.last_hash, faults)


def _cut_off() -> Iterator[dice.Fault]:
    """Whether SQLite has given rolls more keys than the last one has: it gives each once, and takes back those of what
    was not saved, so what had them was taken away; of a log without any roll there is nothing to say. PostgreSQL takes
    none back, and so can tell nothing. Two queries, or none."""
    if connection.vendor != "sqlite":
        return
    table = Roll._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        (given,) = cursor.fetchone() or (0,)
    newest, last = Roll.objects.order_by("-pk").values_list("pk", "number").first() or (0, 0)
    if given > newest > 0:
        amount = given - newest
        sentence = ngettext(
            "A roll is missing at the end of the log, after entry {last}.",
            "{number} rolls are missing at the end of the log, after entry {last}.",
            amount,
        ).format(number=thousands(amount), last=last)
        yield dice.Fault("missing", last + 1, None, sentence)


@sensitive_variables("secret")
def seed_bytes(secret: str) -> bytes:
    """The seed, or one that fits no published hash where what is written down is none."""
    try:
        return bytes.fromhex(secret)
    except ValueError:
        return b""


class _Reading:
    """The rolls as entries, a chunk at a time, counted as they go by; `misfiled` are those that pages would not find
    where they were made, or under what was thrown."""

    def __init__(
        self,
        rolls: QuerySet[Roll],
        days: Iterable[date],
        laws: Callable[[datetime], DiceLaw | None],
        progress: Callable[[int], None] | None,
    ) -> None:
        self.source, self.days, self.laws, self.progress = rolls, frozenset(days), laws, progress
        self.rolls = self.drawn = self.last = 0
        self.last_hash = FIRST
        self.misfiled: list[dice.Fault] = []

    def __iter__(self) -> Iterator[dice.RollEntry]:
        for roll in self.source.iterator(chunk_size=CHUNK):
            self.rolls += 1
            self.drawn += day_of(roll.at) in self.days
            self.last, self.last_hash = roll.number, roll.hash
            if self.progress and self.rolls % CHUNK == 0:
                self.progress(self.rolls)
            self._look_for(roll)
            yield entry_of(roll)

    def _look_for(self, roll: Roll) -> None:
        update = roll.where_pk if roll.where == Roll.Where.UPDATE else None
        law = self.laws(roll.at)
        commands = dice.commands(roll.command, law) if law else ()
        die = die_of(commands[0], law) if law and commands and not commands[0].problem else roll.die
        if (roll.update_id, roll.die) != (update, die) and len(self.misfiled) < MOST_FAULTS:
            sentence = (
                _("Entry {number} is filed under a different die from the one it names.")
                if roll.die != die
                else _("Entry {number} is filed under a different update from the one it names.")
            ).format(number=roll.number)
            self.misfiled.append(dice.Fault("entry", roll.number, day_of(roll.at), sentence))


OTHER_LIST = "{…}"
"""What lists in braces that are too long to be a heading are filed under."""


def die_of(command: dice.DiceCommand, law: DiceLaw) -> str:
    """What is thrown, without how many of it and under one name: DICE6 for 3DICE06, COLOUR for COLOR."""
    if command.kind == "die":
        return f"DICE{command.sides}"
    if command.kind == "choice":
        typed = "{" + ",".join(command.options) + "}"
        return typed if len(typed) <= DIE_LENGTH else OTHER_LIST
    return law.aliases.get(command.text, command.text)
