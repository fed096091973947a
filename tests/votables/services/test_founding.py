"""The founding of a game, by the service and by `manage.py found_game`."""

from io import StringIO
from unittest import mock

import pytest
from django.core.management import CommandError, call_command

from blognomic.web.errors import RuleBroken
from players.models import Ascension, Dynasty, Game, Player, Reign, RosterEvent
from ruleset.law import ADDITIONS, SHIPPED, addition, load
from ruleset.models import LawVersion
from tests.votables.table import BEGINNING, PASSWORD, person
from votables.queries.judge_facts import docket_at
from votables.services.founding import found_game

pytestmark = pytest.mark.django_db

LEDGER = (Game, Dynasty, LawVersion, RosterEvent, Reign, Ascension)


def refused(**kwargs) -> RuleBroken:
    before = [model.objects.count() for model in LEDGER]
    with pytest.raises(RuleBroken) as caught:
        found_game(at=BEGINNING, **kwargs)
    assert [model.objects.count() for model in LEDGER] == before
    return caught.value


@pytest.mark.parametrize("law", SHIPPED)
def test_a_game_is_founded_under_each_law(law):
    founder = person("Alice")
    dynasty = found_game(founder=founder, law=law, at=BEGINNING, name="Our Nomic", theme="The Sea")
    founder.refresh_from_db()
    assert (founder.standing, founder.standing_since, founder.acts_as_admin) == ("active", BEGINNING, True)
    assert (dynasty.number, dynasty.name, dynasty.theme, dynasty.started_at, dynasty.ended_at) == (
        1, "The First Dynasty of Alice", "The Sea", BEGINNING, None,
    )  # fmt: skip
    game = Game.objects.get()
    assert (game.name, game.founded_at, game.is_demo) == ("Our Nomic", BEGINNING, False)
    version = LawVersion.objects.get()
    assert (version.name, version.at, version.by, version.special_cases) == (law, BEGINNING, founder, {})
    assert [(e.kind, e.cause, e.by) for e in RosterEvent.objects.in_order()] == [
        ("joined", "founding", founder),
        ("admin", "founding", founder),
        ("emperor", "founding", founder),
    ]
    docket = docket_at(BEGINNING)
    assert (docket.verdict.roster, docket.verdict.quorum, docket.emperor) == (("Alice",), 1, founder)


def test_a_metadynasty_has_no_emperor():
    dynasty = found_game(founder=person("Alice"), law="ruleset-86", at=BEGINNING, metadynasty=True)
    assert (dynasty.name, Reign.objects.count(), docket_at(BEGINNING).emperor) == (
        "The First Metadynasty",
        0,
        None,
    )


def test_a_site_has_one_game():
    found_game(founder=person("Alice"), law="ruleset-86", at=BEGINNING)
    broken = refused(founder=person("Bobby"), law="ruleset-86")
    assert (broken.sentence, broken.status) == ("A game has already been founded on this site.", 409)


@pytest.mark.parametrize(
    ("name", "law", "status"), [("Zoë", "ruleset-211", 403), ("Alice", "ruleset-1", 400)]
)
def test_a_game_is_founded_under_a_law_that_there_is_by_somebody_whom_it_lets_play(name, law, status):
    assert refused(founder=person(name), law=law).status == status


@pytest.mark.parametrize(
    ("additions", "words"),
    [
        (["ruleset-98-dynasty"], "There is no addition called ruleset-98-dynasty: choose from"),
        (
            [*ADDITIONS, *ADDITIONS],
            "ruleset-86 does not work with ruleset-86-dynasty and ruleset-86-dynasty: ",
        ),
    ],
)
def test_a_game_is_not_founded_with_additions_that_do_not_fit(additions, words):
    broken = refused(founder=person("Alice"), law="ruleset-86", additions=additions)
    assert (broken.status, broken.sentence.startswith(words)) == (400, True)


# The command


def found(*args: str, **options: object) -> str:
    """What the command says."""
    out = StringIO()
    call_command("found_game", *args, stdout=out, **options)
    return out.getvalue().strip()


def with_password(*passwords: str):
    """Somebody at the keyboard who is asked for a password."""
    return mock.patch("getpass.getpass", side_effect=passwords)


def test_the_command_makes_the_founders_account():
    with with_password(PASSWORD, PASSWORD):
        output = found("Alice", email="alice@example.org", theme="Sea", law="ruleset-98")
    assert output.splitlines()[0] == (
        "The First Dynasty of Alice has begun under ruleset-98; Alice is its first player and admin."
    )
    alice = Player.objects.get()
    assert (alice.name, alice.email, alice.check_password(PASSWORD), alice.standing) == (
        "Alice",
        "alice@example.org",
        True,
        "active",
    )


def test_the_command_adds_the_kinds_of_a_dynasty_to_the_law():
    person("Alice")
    output = found("Alice", "--law", "ruleset-86", "--addition", "ruleset-86-dynasty")
    assert output.splitlines()[0].startswith(
        "The First Dynasty of Alice has begun under ruleset-86 with ruleset-86-dynasty;"
    )
    known = docket_at(BEGINNING.replace(year=2100)).law.kinds
    assert set(known) - set(load("ruleset-86").kinds) == {"prototype", "adjudication"}
    assert LawVersion.objects.get().document.endswith(addition("ruleset-86-dynasty"))


def test_the_command_lists_the_additions_and_knows_no_others(capsys):
    with pytest.raises(SystemExit):
        call_command("found_game", "--help")
    assert "--addition {ruleset-86-dynasty}" in capsys.readouterr().out
    with pytest.raises(CommandError, match="invalid choice: 'ruleset-98-dynasty'"):
        found("Alice", "--addition", "ruleset-98-dynasty")


def test_the_command_takes_the_account_of_that_name_if_there_is_one():
    person("Alice")
    found("ALICE")
    assert [(player.name, player.is_admin) for player in Player.objects.all()] == [("Alice", True)]


@pytest.mark.parametrize(
    ("name", "passwords", "words"),
    [
        ("Alice", (PASSWORD, PASSWORD + "x"), "The two passwords differ."),
        ("Alice", ("short", "short"), "too short"),
        ("Beatrice", ("beatrice1", "beatrice1"), "too similar to the name"),
        ("Zoë", (PASSWORD, PASSWORD), "A name has 4 to 30 characters."),
        ("A" * 31, (PASSWORD, PASSWORD), "A name has 4 to 30 characters."),
    ],
)
def test_the_command_leaves_nothing_behind_when_it_refuses(name, passwords, words):
    with with_password(*passwords), pytest.raises(CommandError) as refusal:
        found(name)
    assert words in str(refusal.value)
    assert (Player.objects.count(), Game.objects.count()) == (0, 0)


@pytest.mark.parametrize("name", ["", "  ", "@lice", "Al\nice", "Al  ice", "A" * 101, "\ufdfa" * 99])
def test_the_command_founds_no_game_of_somebody_without_a_proper_name(name):
    with with_password(PASSWORD, PASSWORD), pytest.raises(CommandError):
        found(name, law="ruleset-86")
    assert (Player.objects.count(), Game.objects.count()) == (0, 0)


def test_the_command_is_told_that_there_is_a_game_already():
    person("Alice")
    found("Alice")
    with pytest.raises(CommandError, match="A game has already been founded on this site."):
        found("Alice")
