"""The log of rolls as a chain that anybody can check.

For each UTC day there is a secret seed of 32 bytes from the operating system. Its hash (`seed_hash`: SHA-256 in small
hexadecimal letters) is published before the first roll of the day, the seed itself when the day is over. A roll is
drawn from the seed and its own public facts (`draw_data`), which take in its number in the log and the hash of the
entry before it; then `entry_hash` seals the facts and the outcome, for the next entry to name.

Both are JSON objects in ASCII bytes, keys sorted, no spaces, other characters as \\uXXXX in small letters. The facts:
`at` (UTC, such as 2026-11-21T15:43:54.000001Z), `command`, `comment`, `law`, `name`, `part`, `place`, `place_id`,
`player`, `previous`, `seed_hash`, `sequence`; an entry has `faces` (an array of texts) and `total` (a text, or null)
besides. The bytes of the facts are the `data` of drawing.Stream.

What this protects: the outcome of a roll cannot be chosen by anybody, for the seed was fixed before and the facts
after; nor can a roll be made again quietly, for every roll takes a number and changes all those after it; nor can an
entry be altered, left out or put in later without breaking the chain. What it does not: the server holds the day's
seed, so whoever runs it could work out what a roll would give before making it, and wait for another instant; and
they could write the whole chain anew from some entry on, with new seeds. That shows to those who noted a published
hash or the hash of an entry (`known` in `verify`). So does a log whose end was cut off, which nothing else in it shows.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import islice

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import thousands
from ruleset.law.model import DiceLaw

from .draws import RollOutcome, Stream, roll
from .reading import DiceCommand, commands

FIRST = "0" * 64
MOST_FAULTS = 1000


@dataclass(frozen=True, slots=True)
class RollFacts:
    """What is public of a roll before it is drawn.

    `sequence`: its number in the log, from 1. `player` is the id, `name` the name as of then. `at`: aware.
    `place` and `place_id`: where it was made (such as "update" and its id), `part`: the how-many-eth command there,
    from 1. `command` is as typed, `comment` the whole text that it stood in. `law` is law_digest of the rules then
    in force, `seed_hash` the published hash of the seed of its day (`at`, in UTC).
    """

    sequence: int
    player: int
    name: str
    at: datetime
    place: str
    place_id: int
    part: int
    command: str
    comment: str
    law: str
    seed_hash: str


@dataclass(frozen=True, slots=True)
class RollEntry:
    """A roll in the log. `previous` is the hash of the entry before it, FIRST for the first; `hash` is its own."""

    facts: RollFacts
    previous: str
    faces: tuple[str, ...]
    total: int | None
    hash: str


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that does not fit: `sentence` says what, in entry number `sequence` or about the seed of `day`.

    `kind`: `outcome` (altered, or never what the seed gave), `entry` (who, when, what or where, or its hash, was
    altered), `missing`, `repeated` (a number that was given already), `link`, `law`, `command`, `seed` (a seed and
    its published hash, or an entry and that hash, do not belong together), `known` (not as somebody noted it), or
    `more` (the search was given up).
    """

    kind: str
    sequence: int | None
    day: date | None
    sentence: str


def seed_hash(seed: bytes) -> str:
    """What is published of a seed before its day."""
    return hashlib.sha256(seed).hexdigest()


def law_digest(law: DiceLaw) -> str:
    """The rules about dice as a hash, the same for the same rules wherever they are written."""
    return _hash(
        {
            "largest": None if law.largest is None else str(law.largest),
            "lists": {name: list(outcomes) for name, outcomes in law.lists.items()},
            "aliases": dict(law.aliases),
            "suits": list(law.suits),
            "values": list(law.values),
            "faces": sorted(law.faces),
            "braces": law.braces,
            "rule": law.rule,
        }
    )


def day_of(at: datetime) -> date:
    """The UTC day whose seed a roll at `at` is drawn from. Raises ValueError for an instant without a zone."""
    return _utc(at).date()


def draw_data(previous: str, facts: RollFacts) -> bytes:
    """The bytes that a roll is drawn from, besides the seed. Raises ValueError as `day_of`."""
    return _canonical(_public(previous, facts))


def entry_hash(previous: str, facts: RollFacts, faces: tuple[str, ...], total: int | None) -> str:
    """The hash of an entry. Raises ValueError as `day_of`."""
    whole = _public(previous, facts)
    return _hash(whole | {"faces": list(faces), "total": None if total is None else str(total)})


def record(
    previous: str, facts: RollFacts, command: DiceCommand, seed: bytes
) -> tuple[RollEntry, RollOutcome]:
    """Draw `command` from the seed of its day, and make the entry that follows the one with the hash `previous`.

    Raises ValueError for a command with a problem or other than the facts', or a seed that is not the day's.
    """
    if command.text != facts.command or seed_hash(seed) != facts.seed_hash:
        raise ValueError("the facts are of another command or seed")
    outcome = roll(command, Stream(seed, draw_data(previous, facts)))
    sealed = entry_hash(previous, facts, outcome.faces, outcome.total)
    return RollEntry(facts, previous, outcome.faces, outcome.total, sealed), outcome


def verify(
    entries: Iterable[RollEntry],
    seeds: Mapping[date, bytes | None],
    published: Mapping[date, str],
    law_at: Callable[[datetime], DiceLaw | None],
    known: Mapping[int, str] | None = None,
    after: RollEntry | None = None,
) -> tuple[Fault, ...]:
    """What does not fit in the log: () if everything does. One pass over `entries`, which come by their number.

    `seeds`: the seed of each day, or None while it is secret; then its rolls are checked as to the chain only.
    `published`: the hash for each day. `law_at`: the rules about dice in force at an instant. `known`: hashes of
    entries, by number, as somebody noted them once. `after`: the entry before the first of `entries`, which is then
    taken as it is; without it they are the whole log. Ends after MOST_FAULTS faults.
    """
    check = _Verification(seeds, published, law_at, dict(known or {}))
    if after is not None:
        check.last, check.hashes = after.facts.sequence, {after.hash}
    faults = list(islice(check.faults(entries), MOST_FAULTS + 1))
    if len(faults) > MOST_FAULTS:
        faults[-1] = Fault(
            "more",
            None,
            None,
            _("There are more than {most} faults. The rest is left out.").format(most=thousands(MOST_FAULTS)),
        )
    return tuple(faults)


class _Verification:
    """One pass over the log, keeping the days' seeds and the hash of the last entry."""

    def __init__(
        self,
        seeds: Mapping[date, bytes | None],
        published: Mapping[date, str],
        law_at: Callable[[datetime], DiceLaw | None],
        known: dict[int, str],
    ):
        self.published = published
        self.law_at = law_at
        self.known = known
        self.revealed = {day: seed for day, seed in seeds.items() if seed is not None}
        self.last = 0
        self.hashes = {FIRST}
        self._law: tuple[DiceLaw, str] | None = None

    def faults(self, entries: Iterable[RollEntry]) -> Iterator[Fault]:
        yield from self._of_seeds()
        for entry in entries:
            yield from self._of_place(entry)
            yield from self._of_entry(entry)
        for number in sorted(self.known):
            yield Fault(
                "missing",
                number,
                None,
                _("Entry {number}, which was there once, is missing.").format(number=number),
            )

    def _of_seeds(self) -> Iterator[Fault]:
        for day, seed in sorted(self.revealed.items()):
            if day not in self.published:
                yield Fault(
                    "seed", None, day, _("No hash was published for the seed of {day}.").format(day=day)
                )
            elif seed_hash(seed) != self.published[day]:
                del self.revealed[day]
                yield Fault(
                    "seed",
                    None,
                    day,
                    _(
                        "The seed of {day} is not the one whose hash was published; that day’s rolls are "
                        "checked as to the chain only."
                    ).format(day=day),
                )

    def _of_place(self, entry: RollEntry) -> Iterator[Fault]:
        """Whether the entry stands where it should: its number, what it is linked to, what is known of it."""
        number = entry.facts.sequence
        if number <= self.last:
            yield _fault(
                "repeated",
                entry,
                _("The number {number} was given already; an entry was put in.").format(number=number),
            )
            self.hashes.add(entry.hash)
        else:
            if number > self.last + 1:
                yield _fault(
                    "missing",
                    entry,
                    (
                        _("Before entry {number}, there is no entry {first} to {last} any more.")
                        if number > self.last + 2
                        else _("Before entry {number}, there is no entry {last} any more.")
                    ).format(number=number, first=self.last + 1, last=number - 1),
                )
            elif entry.previous not in self.hashes:
                yield _fault(
                    "link",
                    entry,
                    (
                        _("Entry {number} does not follow from entry {before} as it now is.")
                        if number > 1
                        else _("Entry {number} does not follow from the beginning of the log.")
                    ).format(number=number, before=number - 1),
                )
            self.last, self.hashes = number, {entry.hash}
        if number in self.known and self.known.pop(number) != entry.hash:
            yield _fault(
                "known",
                entry,
                _("Entry {number} has a different hash from the one noted.").format(number=number),
            )

    def _of_entry(self, entry: RollEntry) -> Iterator[Fault]:
        """Whether the entry is what was sealed, and its outcome what the seed gives."""
        facts, number = entry.facts, entry.facts.sequence
        day = day_of(facts.at)
        fits = entry_hash(entry.previous, facts, entry.faces, entry.total) == entry.hash
        law = self._law_of(facts)
        drawn = self._drawn(entry, law, day)
        if drawn and (drawn.faces, drawn.total) != (entry.faces, entry.total):
            gives = _("“{text}”").format(text=drawn.text)
            if entry_hash(entry.previous, facts, drawn.faces, drawn.total) == entry.hash:
                yield _fault(
                    "outcome",
                    entry,
                    _("The outcome of entry {number} was altered: the seed gives {gives}.").format(
                        number=number, gives=gives
                    ),
                )
                return
            if fits:
                yield _fault(
                    "outcome",
                    entry,
                    _(
                        "The seed gives entry {number} another outcome: {gives}. It or something else in the "
                        "entry was altered."
                    ).format(number=number, gives=gives),
                )
                return
        if not fits:
            yield _fault(
                "entry",
                entry,
                (
                    _(
                        "Entry {number} was altered after it was made: who, when, what or where it was, or its hash."
                    )
                    if drawn
                    else _(
                        "Entry {number} was altered after it was made: its outcome, who, when, what or where "
                        "it was, or its hash."
                    )
                ).format(number=number),
            )
            return
        if day not in self.published:
            yield _fault(
                "seed",
                entry,
                _("No hash was published for {day}, when entry {number} was made.").format(
                    day=day, number=number
                ),
            )
        elif facts.seed_hash != self.published[day]:
            yield _fault(
                "seed",
                entry,
                _("Entry {number} names a different seed from the one published for {day}.").format(
                    number=number, day=day
                ),
            )
        if law is None:
            yield _fault(
                "law",
                entry,
                _("The rules about dice that entry {number} names were not in force then.").format(
                    number=number
                ),
            )
        elif _only_command(facts.command, law) is None:
            yield _fault(
                "command",
                entry,
                _("What entry {number} rolled could not be rolled under the rules then.").format(
                    number=number
                ),
            )

    def _drawn(self, entry: RollEntry, law: DiceLaw | None, day: date) -> RollOutcome | None:
        """What the seed gives for the entry, if it is revealed and there is something to draw."""
        seed = self.revealed.get(day)
        command = _only_command(entry.facts.command, law) if law else None
        if seed is None or command is None:
            return None
        return roll(command, Stream(seed, draw_data(entry.previous, entry.facts)))

    def _law_of(self, facts: RollFacts) -> DiceLaw | None:
        """The rules at the instant of the roll, if they are those that it names."""
        law = self.law_at(facts.at)
        if law is None:
            return None
        if self._law is None or self._law[0] is not law:
            self._law = (law, law_digest(law))
        return law if self._law[1] == facts.law else None


def _only_command(text: str, law: DiceLaw) -> DiceCommand | None:
    dice_commands = commands(text, law)
    return (
        dice_commands[0]
        if len(dice_commands) == 1 and dice_commands[0].text == text and not dice_commands[0].problem
        else None
    )


def _fault(kind: str, entry: RollEntry, sentence: str) -> Fault:
    return Fault(kind, entry.facts.sequence, day_of(entry.facts.at), sentence)


def _public(previous: str, facts: RollFacts) -> dict[str, object]:
    public = {name: getattr(facts, name) for name in RollFacts.__slots__}
    at = _utc(facts.at).replace(tzinfo=None).isoformat(timespec="microseconds")
    return public | {"previous": previous, "at": f"{at}Z"}


def _utc(at: datetime) -> datetime:
    if at.tzinfo is None:
        raise ValueError(f"no zone: {at}")
    return at.astimezone(UTC)


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")


def _hash(value: object) -> str:
    return hashlib.sha256(_canonical(value)).hexdigest()
