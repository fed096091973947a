"""The log of rolls: what is sealed, how it is drawn, and which alteration is found where."""

import hashlib
import hmac
import json
import tracemalloc
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from functools import cache

import pytest

from gamestate.dice import (
    Fault,
    RollEntry,
    RollFacts,
    commands,
    entry_hash,
    law_digest,
    record,
    seed_hash,
    verify,
)
from gamestate.dice.chain import FIRST, MOST_FAULTS, day_of, draw_data
from ruleset.law import SHIPPED, load

LAW = load("ruleset-211").dice
OTHER = load("ruleset-98").dice
START = datetime(2026, 11, 20, 23, 0, tzinfo=UTC)
FRIDAY, SATURDAY = date(2026, 11, 20), date(2026, 11, 21)
SEEDS = {FRIDAY: b"f" * 32, SATURDAY: b"s" * 32}
PUBLISHED = {day: seed_hash(seed) for day, seed in SEEDS.items()}
ROLLS = ("DICE6", "3DICE6", "FRUIT", "{a,b}", "DICE1000000", "CARD", "DICE0", "2DICE20", "COLOR", "DICE100")


def log(length: int = 10):
    """A log of a roll every quarter of an hour from START, so that midnight comes after the fourth."""
    previous = FIRST
    for index in range(length):
        at = START + timedelta(minutes=15 * index if length <= 100 else 0)
        text = ROLLS[index % len(ROLLS)]
        facts = RollFacts(
            sequence=index + 1,
            player=7,
            name="Zo\u00eb \u2603",
            at=at,
            place="update",
            place_id=100 + index,
            part=1,
            command=text,
            comment=f"Robbing the bank: {text}",
            law=law_digest(LAW),
            seed_hash=PUBLISHED[at.date()],
        )
        (command,) = commands(text, LAW)
        entry, _ = record(previous, facts, command, SEEDS[at.date()])
        previous = entry.hash
        yield entry


@cache
def entries() -> tuple[RollEntry, ...]:
    return tuple(log())


def faults(altered, *, seeds=SEEDS, published=PUBLISHED, law=LAW, known=None) -> tuple[Fault, ...]:
    return verify(iter(altered), seeds, published, lambda at: law, known)


def found(altered, **given) -> list[tuple[str, int | None]]:
    return [(fault.kind, fault.sequence) for fault in faults(altered, **given)]


def with_entry(number: int, **changes) -> list[RollEntry]:
    """The log with entry `number` altered, its hash left as it was."""
    changed = list(entries())
    entry = changed[number - 1]
    own = {name: changes.pop(name) for name in ("previous", "faces", "total", "hash") if name in changes}
    changed[number - 1] = replace(entry, facts=replace(entry.facts, **changes), **own)
    return changed


def resealed(number: int, **changes) -> list[RollEntry]:
    """The same with a hash made to fit."""
    changed = with_entry(number, **changes)
    entry = changed[number - 1]
    fitting = entry_hash(entry.previous, entry.facts, entry.faces, entry.total)
    changed[number - 1] = replace(entry, hash=fitting)
    return changed


def test_an_honest_log_has_no_faults():
    assert faults(entries()) == ()
    assert faults(()) == ()
    assert faults(entries(), seeds={**SEEDS, SATURDAY: None}) == ()
    assert faults(entries(), seeds={}) == ()


def test_an_outcome_follows_from_the_facts_as_described():
    """Drawn and sealed here with none of the program's own code."""
    entry = entries()[1]
    facts = {
        "at": "2026-11-20T23:15:00.000000Z",
        "command": "3DICE6",
        "comment": "Robbing the bank: 3DICE6",
        "law": law_digest(LAW),
        "name": "Zo\u00eb \u2603",
        "part": 1,
        "place": "update",
        "place_id": 101,
        "player": 7,
        "previous": entries()[0].hash,
        "seed_hash": hashlib.sha256(b"f" * 32).hexdigest(),
        "sequence": 2,
    }
    data = json.dumps(facts, separators=(",", ":")).encode()
    assert draw_data(entry.previous, entry.facts) == data
    assert b'"name":"Zo\\u00eb \\u2603"' in data
    block = hmac.new(b"f" * 32, data + bytes(8), hashlib.sha256).digest()
    numbers = [1 + byte % 8 for byte in block if byte % 8 < 6][:3]
    sealed = facts | {"faces": [str(number) for number in numbers], "total": str(sum(numbers))}
    text = json.dumps(sealed, separators=(",", ":"), sort_keys=True)
    assert entry == RollEntry(
        facts=entry.facts,
        previous=entries()[0].hash,
        faces=tuple(map(str, numbers)),
        total=sum(numbers),
        hash=hashlib.sha256(text.encode()).hexdigest(),
    )


def test_hashes_never_change():
    assert [entry.hash for entry in entries()[:3]] == [
        "01bc43dd44e5693124a08669b4128f786ea563e8488159093fb45928ee9f761b",
        "65f938ddeaee55e66ad10689c472ab12d9382e684b5d1c77e322131239be4c86",
        "817ed29a01fe58fdcb7fbeedff5bc65f4ff4689bb3afa5d62e43921321aeadee",
    ]
    assert {name: law_digest(load(name).dice) for name in SHIPPED} == {
        "ruleset-37": "75b86fab0654a71eb33319feec30fcab638dd9a6bfb15721239d87f9b7d0ff86",
        "ruleset-86": "75b86fab0654a71eb33319feec30fcab638dd9a6bfb15721239d87f9b7d0ff86",
        "ruleset-98": "75b86fab0654a71eb33319feec30fcab638dd9a6bfb15721239d87f9b7d0ff86",
        "ruleset-2019-09": "335b5f41e4a9565866b7e5adea31dd0c81ab28d59cd8d4a1abf0b7ffd4195353",
        "ruleset-211": "bc0d8205fac2814c11e090f5dd73f538952c1bb85f991eb36ca2dd04b3e4ac41",
    }


def test_the_zone_of_an_instant_makes_no_difference():
    entry = entries()[0]
    paris = replace(entry.facts, at=entry.facts.at.astimezone(timezone(timedelta(hours=1))))
    assert draw_data(FIRST, paris) == draw_data(FIRST, entry.facts)
    assert day_of(paris.at) == FRIDAY
    with pytest.raises(ValueError, match="no zone"):
        draw_data(FIRST, replace(entry.facts, at=datetime(2026, 11, 20)))  # noqa: DTZ001


def test_a_roll_depends_on_its_place_in_the_log():
    entry = entries()[4]
    (command,) = commands("DICE1000000", LAW)
    same, _ = record(entry.previous, entry.facts, command, SEEDS[SATURDAY])
    moved, _ = record(FIRST, entry.facts, command, SEEDS[SATURDAY])
    later, _ = record(entry.previous, replace(entry.facts, sequence=6), command, SEEDS[SATURDAY])
    assert same == entry
    assert len({same.faces, moved.faces, later.faces}) == 3


def test_a_roll_is_recorded_with_its_own_seed_and_command_only():
    facts = entries()[0].facts
    (six,), (eight,) = commands("DICE6", LAW), commands("DICE8", LAW)
    for command, seed in ((eight, SEEDS[FRIDAY]), (six, SEEDS[SATURDAY])):
        with pytest.raises(ValueError, match="of another command or seed"):
            record(FIRST, facts, command, seed)


@pytest.mark.parametrize("number", [1, 3, 10])
def test_an_altered_outcome_is_found(number):
    drawn = entries()[number - 1]
    roll = f"{drawn.facts.command}: {', '.join(drawn.faces)}"
    altered = with_entry(number, faces=("Durian",), total=None)
    assert faults(altered) == (
        Fault(
            "outcome",
            number,
            drawn.facts.at.date(),
            f"The outcome of entry {number} was altered: the seed gives \u201c{roll}\u201d.",
        ),
    )
    assert found(altered, seeds={}) == [("entry", number)]


def test_an_altered_total_is_found():
    assert found(with_entry(2, total=18)) == [("outcome", 2)]


@pytest.mark.parametrize(
    "changes",
    [{"comment": "Robbing the shop: DICE1000000"}, {"name": "Mallory"}, {"player": 8}, {"place": "post"},
     {"place_id": 1}, {"part": 2}, {"at": START + timedelta(minutes=60, microseconds=1)}, {"at": START},
     {"command": "DICE6"}, {"command": "no dice"}, {"law": "0" * 64}, {"seed_hash": "0" * 64}, {"previous": "0" * 64}],
)  # fmt: skip
def test_altered_facts_are_found(changes):
    expected = [("link", 5)] * ("previous" in changes) + [("entry", 5)]
    assert found(with_entry(5, **changes)) == found(with_entry(5, **changes), seeds={}) == expected


def test_an_alteration_is_told_in_a_sentence():
    by_seed, by_hash = faults(with_entry(5, name="Mallory")), faults(with_entry(5, name="Mallory"), seeds={})
    assert [fault.sentence for fault in (*by_seed, *by_hash)] == [
        "Entry 5 was altered after it was made: who, when, what or where it was, or its hash.",
        "Entry 5 was altered after it was made: its outcome, who, when, what or where it was, or its hash.",
    ]


def test_an_alteration_sealed_anew_breaks_the_chain():
    assert found(resealed(5, name="Mallory")) == [("outcome", 5), ("link", 6)]
    assert faults(resealed(5, name="Mallory"))[0].sentence == (
        "The seed gives entry 5 another outcome: “DICE1000000: 410297”. It or something else in the entry was altered."
    )
    assert found(resealed(5, name="Mallory"), seeds={}) == [("link", 6)]


def test_a_chain_written_anew_does_not_fit_the_seed():
    altered, previous = list(entries()[:4]), entries()[3].hash
    for entry in entries()[4:]:
        faces, total = (("7",), 7) if entry.facts.sequence == 5 else (entry.faces, entry.total)
        altered.append(
            RollEntry(entry.facts, previous, faces, total, entry_hash(previous, entry.facts, faces, total))
        )
        previous = altered[-1].hash
    kinds = found(altered)
    assert kinds[0] == ("outcome", 5)
    assert {kind for kind, _ in kinds} == {"outcome"}
    assert found(altered, seeds={}) == []
    assert found(altered, seeds={}, known={10: entries()[9].hash}) == [("known", 10)]


def test_an_altered_hash_is_found():
    assert found(with_entry(5, hash="a" * 64)) == [("entry", 5), ("link", 6)]


@pytest.mark.parametrize(
    ("gone", "sentence"),
    [
        ({3}, "Before entry 4, there is no entry 3 any more."),
        ({1, 2}, "Before entry 3, there is no entry 1 to 2 any more."),
        ({4, 5, 6}, "Before entry 7, there is no entry 4 to 6 any more."),
    ],
)
def test_missing_entries_are_found(gone, sentence):
    kept = [entry for entry in entries() if entry.facts.sequence not in gone]
    (fault,) = faults(kept)
    assert (fault.kind, fault.sequence, fault.sentence) == ("missing", max(gone) + 1, sentence)


def test_an_end_cut_off_is_found_by_who_noted_it():
    assert found(entries()[:8]) == []
    assert faults(entries()[:8], known={9: entries()[8].hash, 2: entries()[1].hash}) == (
        Fault("missing", 9, None, "Entry 9, which was there once, is missing."),
    )


def test_a_missing_entry_that_is_closed_up_is_found():
    altered = list(entries()[:4])
    for entry in entries()[5:]:
        altered.append(replace(entry, facts=replace(entry.facts, sequence=entry.facts.sequence - 1)))
    kinds = found(altered)
    assert kinds[:2] == [("link", 5), ("entry", 5)]
    assert {number for _, number in kinds} == set(range(5, 10))


def test_an_inserted_entry_is_found():
    forged = resealed(5, name="Mallory")[4]
    assert ("repeated", 5) in found([*entries()[:5], forged, *entries()[5:]])
    assert [fault for fault in found([*entries()[:5], forged, *entries()[5:]]) if fault[1] != 5] == []
    assert ("repeated", 5) in found([*entries()[:4], forged, *entries()[4:]])
    assert found([*entries(), entries()[2]]) == [("repeated", 3)]


def test_a_seed_other_than_published_is_found():
    (fault,) = faults(entries(), seeds={**SEEDS, FRIDAY: b"x" * 32})
    assert fault == Fault(
        "seed",
        None,
        FRIDAY,
        "The seed of 2026-11-20 is not the one whose hash was published; that day’s rolls are checked as to the chain "
        "only.",
    )


def test_a_hash_published_later_is_found():
    altered = {**PUBLISHED, FRIDAY: seed_hash(b"x" * 32)}
    assert found(entries(), seeds={**SEEDS, FRIDAY: b"x" * 32}, published=altered)[:1] == [("outcome", 1)]
    assert found(entries(), seeds={FRIDAY: None}, published=altered) == [
        ("seed", number) for number in (1, 2, 3, 4)
    ]


def test_a_day_without_a_published_hash_is_found():
    only = {SATURDAY: PUBLISHED[SATURDAY]}
    assert found(entries()[:2], published=only) == [("seed", None), ("seed", 1), ("seed", 2)]
    assert found(entries()[:1], published=only, seeds={}) == [("seed", 1)]


def test_rules_that_were_not_in_force_are_found():
    assert found(entries()[:2], law=OTHER) == [("law", 1), ("law", 2)]
    assert found(entries()[:1], law=None) == [("law", 1)]


def test_a_command_that_could_not_be_rolled_is_found():
    assert (
        found(resealed(10, command="101DICE6"))
        == found(resealed(10, command="DICE6 DICE6"))
        == [("command", 10)]
    )
    assert found(resealed(10, command=" DICE6")) == [("command", 10)]


def test_rules_as_a_hash_differ_when_the_rules_do():
    parts = {
        "largest": 6,
        "lists": {},
        "aliases": {},
        "suits": (),
        "values": (),
        "faces": frozenset(),
        "braces": False,
    }
    changed = [replace(LAW, **{name: value}) for name, value in {**parts, "rule": "Dice"}.items()]
    assert len({law_digest(law) for law in (LAW, *changed)}) == 1 + len(changed)
    assert law_digest(replace(LAW, lists=dict(reversed(LAW.lists.items())))) == law_digest(LAW)


def test_the_search_ends_after_many_faults():
    wrong = (replace(entry, hash="0" * 64) for entry in log(MOST_FAULTS + 50))
    found_then = faults(wrong)
    assert len(found_then) == MOST_FAULTS + 1
    assert found_then[-1] == Fault(
        "more", None, None, "There are more than 1,000 faults. The rest is left out."
    )


def test_a_long_log_is_verified_in_little_memory():
    tracemalloc.start()
    try:
        assert faults(log(2_000)) == ()
        assert tracemalloc.get_traced_memory()[1] < 500_000
    finally:
        tracemalloc.stop()
