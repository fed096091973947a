"""`manage.py roll`, without a game or a database."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).resolve().parents[2]


def roll(capsys, *args: str) -> str:
    call_command("roll", *args)
    return capsys.readouterr().out


def refused(*args: str) -> str:
    with pytest.raises(CommandError) as caught:
        call_command("roll", *args)
    return str(caught.value)


def test_outcomes_are_counted_as_json(capsys):
    rolled = json.loads(roll(capsys, "DICE6", "--count", "60000", "--json"))
    outcomes = rolled.pop("outcomes")
    assert rolled == {"expression": "DICE6", "count": 60000}
    assert list(outcomes) == ["1", "2", "3", "4", "5", "6"]
    assert sum(outcomes.values()) == 60000
    assert all(9000 < count < 11000 for count in outcomes.values())


def test_an_outcome_that_did_not_come_is_counted_as_nought(capsys):
    assert json.loads(roll(capsys, "DICE1", "--json")) == {
        "expression": "DICE1",
        "count": 1,
        "outcomes": {"1": 1},
    }
    outcomes = json.loads(roll(capsys, "CARD", "--json"))["outcomes"]
    assert (len(outcomes), sum(outcomes.values())) == (52, 1)


def test_one_roll_is_told_as_in_the_game(capsys):
    assert roll(capsys, "I", "roll", "2DICE1,", "{a,", "a}", "and", "DICE-3!") == (
        "2DICE1: 1, 1 (2)\n{a, a}: a\nDICE-3: 0\n"
    )


def test_a_table_says_what_was_expected(capsys):
    first, *rows, last = roll(capsys, "2DICE2", "--count", "4000").splitlines()
    assert first == "2DICE2, 4,000 times"
    assert [(row.split()[0], row.split()[-2:]) for row in rows] == [
        ("2", ["expected", "25.0000%"]),
        ("3", ["expected", "50.0000%"]),
        ("4", ["expected", "25.0000%"]),
    ]
    assert "with 2 degrees of freedom" in last


def test_a_long_table_shows_the_most_frequent(capsys):
    first, second, *rows = roll(capsys, "DICE1000000", "--count", "2000").splitlines()
    assert first == "DICE1000000, 2,000 times"
    assert second.endswith("different outcomes; those that came most often:")
    assert len(rows) == 50
    assert roll(capsys, "{a,b}", "--count", "3").count("\n") == 3


def test_the_law_may_be_named(capsys):
    assert roll(capsys, "2DICE1 CARD", "--law", "ruleset-98") == "2DICE1: 1, 1 (2)\n"
    assert refused("CARD", "--law", "ruleset-98") == (
        "There is nothing to roll in that under ruleset-98; DICE6 would be something."
    )


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["hello"], "There is nothing to roll in that under ruleset-211; DICE6 would be something."),
        (["DICE6 101DICE6"], "101DICE6 cannot be rolled: you can roll at most 100 dice at once."),
        (["DICE6", "--count", "0"], "You can roll it 1 to 100,000,000 times."),
        (["DICE6", "--count", "100000001"], "You can roll it 1 to 100,000,000 times."),
        (["DICE6 \udcff"], "The expression is not a text in UTF-8."),
    ],
)
def test_nonsense_is_refused_with_a_sentence(args, sentence):
    assert refused(*args) == sentence


def run(*args: str, database: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    return subprocess.run(
        [sys.executable, "manage.py", "roll", *args],
        cwd=ROOT,
        env=environment | {"DATABASE_URL": database},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    "database", ["", "postgres://nobody@127.0.0.1:1/nowhere", "sqlite:////nowhere/at/all.sqlite3"]
)
def test_no_database_is_needed(database):
    done = run("DICE6", "--count", "10000", "--json", database=database)
    assert (done.returncode, done.stderr) == (0, "")
    assert sum(json.loads(done.stdout)["outcomes"].values()) == 10_000


def test_a_refusal_exits_with_an_error():
    done = run("DICE99999999", "--count", "5", database="")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "CommandError: DICE99999999 cannot be rolled: a die has at most 1,000,000 sides (“Random Generators”).\n"
    )
