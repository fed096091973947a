"""What was altered behind the site's back is found, and said."""

import contextlib
import json
import subprocess
import sys
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from blognomic.web.errors import RuleBroken
from gamestate.models import Roll, Seed
from gamestate.queries.recomputing import explained
from gamestate.queries.rolling import verified
from gamestate.services import rolling
from tests.leaves import GIVEN
from tests.votables.seating import played_once
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db
TEXTS = ("DICE1000000 DICE6", "FRUIT", "3DICE1000", "{a,b,c}", "CARD", "DICE1000000", "DICE-4", "2DICE20")


@pytest.fixture
@played_once
def log():
    """Nine rolls, the last three on the second day."""
    alice, bobby, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    with rolling.told_afterwards():
        for place, text in enumerate(TEXTS):
            at = noon(1 if place < 5 else 2, minutes=place)
            rolling.roll_on_page(
                leave=GIVEN, text=text, reason="why", by=alice if place % 2 else bobby, at=at
            )
    return list(Roll.objects.all())


def alter(sql: str, *given: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, given)


def run(*args: str) -> tuple[str, str]:
    """What the command said, and with which error it ended."""
    out, error = StringIO(), ""
    try:
        call_command("verify_dice", *args, stdout=out, stderr=StringIO())
    except CommandError as ended:
        error = str(ended)
        assert ended.returncode == 1
    return out.getvalue(), error


def test_a_log_that_nobody_touched_fits(log):
    assert run() == (f"Checked 9 rolls. Everything fits.\nThe last is 9:{log[-1].hash}\n", "")


def test_a_site_without_rolls_fits(db):
    assert run() == ("There are no rolls.\n", "")


@pytest.mark.parametrize(
    ("change", "kind", "sentence"),
    [
        ("faces = '[\"1\", \"2\", \"3\"]', total = '6'", "outcome", "The outcome of entry 4 was altered: the seed"),
        ("total = '7'", "outcome", "The outcome of entry 4 was altered"),
        ("total = 'seven'", "outcome", "The outcome of entry 4 was altered"),
        ("faces = '{}'", "outcome", "The outcome of entry 4 was altered"),
        ("comment = 'another reason'", "entry", "Entry 4 was altered after it was made: who, when, what or where"),
        ("command = '3DICE999'", "entry", "Entry 4 was altered after it was made"),
        ("name = 'Mallory'", "entry", "Entry 4 was altered after it was made"),
        ("part = 2", "entry", "Entry 4 was altered after it was made"),
        ("where_pk = 2", "entry", "Entry 4 was altered after it was made"),
        ("seed_hash = previous", "entry", "Entry 4 was altered after it was made"),
    ],
)  # fmt: skip
def test_an_altered_roll_is_found(log, change, kind, sentence):
    alter(f"UPDATE gamestate_roll SET {change} WHERE number = 4")
    faults = verified(at=None).faults
    assert [(fault.kind, fault.sequence) for fault in faults] == [(kind, 4)]
    output, error = run()
    assert (sentence in output, error) == (True, "1 of these do not fit.")


def test_another_player_and_another_instant_are_found(log):
    alter("UPDATE gamestate_roll SET by_id = %s WHERE number = 4", log[4].by_id)
    alter("UPDATE gamestate_roll SET at = %s WHERE number = 8", noon(2, hours=1))
    assert [(fault.kind, fault.sequence) for fault in verified(at=None).faults] == [
        ("entry", 4),
        ("entry", 8),
    ]


def test_a_roll_that_pages_file_elsewhere_is_found(log):
    alter("UPDATE gamestate_roll SET die = 'DICE20' WHERE number = 4")
    assert [fault.sentence for fault in verified(at=None).faults] == [
        "Entry 4 is filed under a different die from the one it names."
    ]


def test_a_deleted_roll_is_found(log):
    alter("DELETE FROM gamestate_roll WHERE number = 4")
    assert [(fault.kind, fault.sequence) for fault in verified(at=None).faults] == [("missing", 5)]


def test_two_rolls_that_changed_places_are_found(log):
    for now, then in ((99, 4), (4, 5), (5, 99)):
        alter("UPDATE gamestate_roll SET number = %s WHERE number = %s", now, then)
    sequences = {fault.sequence for fault in verified(at=None).faults}
    assert {4, 5} <= sequences <= {4, 5, 6}


def test_a_seed_that_was_changed_is_found_in_each_of_its_two_columns(log):
    alter("UPDATE gamestate_seed SET secret = 'nonsense' WHERE day = %s", noon(1).date())
    assert [(fault.kind, fault.day) for fault in verified(at=None).faults] == [("seed", noon(1).date())]
    alter("UPDATE gamestate_seed SET hash = %s WHERE day = %s", "0" * 64, noon(2).date())
    kinds = [(fault.kind, fault.sequence) for fault in verified(at=None).faults]
    assert kinds == [("seed", None), ("seed", None), *(("seed", number) for number in (7, 8, 9))]


def test_a_log_that_was_cut_off_is_found_by_who_noted_a_hash(log):
    noted = f"--known=9:{log[8].hash}"
    assert run(noted)[1] == ""
    alter("DELETE FROM gamestate_roll WHERE number = 9")
    if connection.vendor == "postgresql":  # which gives keys to what is never saved, too
        assert run()[1] == ""
    assert "Entry 9, which was there once, is missing." in run(noted)[0]


def test_sqlite_knows_how_many_rolls_were_cut_off(log):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL gives keys to what is never saved, too")
    with contextlib.suppress(RuleBroken), transaction.atomic():
        rolling.roll_on_page(leave=GIVEN, text="DICE6", reason="why", by=log[0].by, at=noon(3))
        raise RuleBroken("Not saved after all.")
    assert [fault.sentence for fault in verified(at=None).faults] == []
    for number, sentence in (
        (9, "A roll is missing at the end of the log, after entry 8."),
        (8, "2 rolls are missing at the end of the log, after entry 7."),
    ):
        alter("DELETE FROM gamestate_roll WHERE number = %s", number)
        assert [fault.sentence for fault in verified(at=None).faults] == [sentence]


def test_a_part_of_the_log_is_checked_from_the_entry_before_it(log):
    alter("UPDATE gamestate_roll SET comment = 'x' WHERE number = 2")
    assert run("--from=4") == (f"Checked 6 rolls. Everything fits.\nThe last is 9:{log[8].hash}\n", "")
    assert run("--from=50") == ("There are no rolls from 50 on.\n", "")
    checked = verified(first=1, last=3, at=None)
    assert (checked.rolls, checked.last, [fault.sequence for fault in checked.faults]) == (3, 3, [2])


def test_the_answer_for_machines_holds_everything(log):
    alter("UPDATE gamestate_roll SET comment = 'x' WHERE number = 9")
    output, error = run("--json")
    answer = json.loads(output)
    sentence = answer["faults"][0].pop("sentence")
    assert (answer, error) == (
        {
            "rolls": 9,
            "drawn": 9,
            "last": 9,
            "hash": log[8].hash,
            "faults": [{"kind": "entry", "number": 9, "day": str(noon(2).date())}],
            "shuffles": [],
        },
        "1 of these do not fit.",
    )
    assert sentence.startswith("Entry 9 was altered")


@pytest.mark.parametrize("wrong", ["--from=0", "--known=9", "--known=x:y"])
def test_what_makes_no_sense_is_refused(db, wrong):
    with pytest.raises(CommandError):
        call_command("verify_dice", wrong)


def test_everybody_draws_again_what_is_over_and_nothing_else(log):
    checked = verified(at=noon(2))
    assert (checked.rolls, checked.drawn, checked.faults) == (9, 6, ())


@pytest.mark.parametrize("number", range(1, 10))
def test_the_program_on_a_rolls_page_draws_it_again(log, number):
    roll = log[number - 1]
    how = explained(roll, at=noon(9))
    done = subprocess.run([sys.executable, "-I", "-c", how.recipe], capture_output=True, text=True)
    assert (done.stderr, done.stdout.splitlines()) == (
        "",
        [
            f"the seed's hash:  {roll.seed_hash}",
            f"the faces:        {roll.faces}",
            f"the entry's hash: {roll.hash}",
        ],
    )
    assert (how.faults, how.drawn_again) == ((), True)
    assert (how.older, how.newer) == (number - 1 or None, number + 1 if number < 9 else None)


def test_the_program_holds_no_seed_that_is_still_secret(log):
    with time_machine.travel(noon(2), tick=False):
        how = explained(log[8], at=noon(2))
    secret = Seed.objects.get(day=noon(2).date()).secret
    assert (how.drawn_again, how.faults, secret in repr(how)) == (False, (), False)
