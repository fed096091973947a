"""Rolling: once, in order, from the seed of the day, and never again."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from blognomic.web.errors import RuleBroken
from gamestate.dice.chain import FIRST, law_digest
from gamestate.models import Roll, Seed
from gamestate.queries.rolling import verified
from gamestate.queries.seeds import is_revealed, revealed_at
from gamestate.services import rolling
from gamestate.services.seeds import HORIZON
from players.models import Player
from ruleset.law import load
from tests.leaves import GIVEN
from tests.votables.table import Cause, Kind, event, join, noon, person, seat

pytestmark = pytest.mark.django_db


NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
def bobby():
    with time_machine.travel(noon(1), tick=False):
        yield seat(*NAMES)[1]


PAGE = {"where": Roll.Where.PAGE, "where_pk": None}


def roll(by: Player, text: str, at: datetime | None = None, **more: object) -> list[Roll]:
    return rolling.roll_in(leave=GIVEN, text=text, by=by, at=at or noon(1), **{**PAGE, **more})


def refusal(by: Player, text: str, **more: object) -> RuleBroken:
    with pytest.raises(RuleBroken) as caught:
        roll(by, text, **more)
    return caught.value


def test_every_command_of_a_text_is_an_entry_of_the_chain(bobby):
    text = "Robbing: 3DICE6,\n\n  then COLOR and {a,b} "
    made = roll(bobby, text, where=Roll.Where.COMMENT, where_pk=7, link="/posts/1/#comment-7")
    kept = list(Roll.objects.all())
    assert [one.pk for one in made] == [one.pk for one in kept]
    assert [
        (one.number, one.part, one.die, one.command, one.where, one.where_pk, one.link) for one in kept
    ] == [
        (1, 1, "DICE6", "3DICE6", "comment", 7, "/posts/1/#comment-7"),
        (2, 2, "COLOUR", "COLOR", "comment", 7, "/posts/1/#comment-7"),
        (3, 3, "{a,b}", "{a,b}", "comment", 7, "/posts/1/#comment-7"),
    ]
    assert {(one.at, one.by, one.name, one.comment, one.law) for one in kept} == {
        (
            noon(1),
            bobby,
            "Bobby",
            "Robbing: 3DICE6,\nthen COLOR and {a,b}",
            law_digest(load("ruleset-211").dice),
        )
    }
    assert [one.previous for one in kept] == [FIRST, kept[0].hash, kept[1].hash]
    assert kept[0].total == str(sum(map(int, kept[0].faces))) and len(kept[0].faces) == 3
    assert (kept[1].total, kept[1].faces[0] in load("ruleset-211").dice.lists["COLOUR"]) == ("", True)
    assert kept[2].faces[0] in "ab"
    assert verified(at=None).faults == ()


def test_what_was_rolled_before_is_what_the_next_follows(bobby):
    first, second = roll(bobby, "DICE6")[0], roll(bobby, "DICE6", noon(1, minutes=1))[0]
    assert (second.number, second.previous, second.at) == (2, first.hash, noon(1, minutes=1))


def test_a_text_without_commands_rolls_nothing_but_publishes_what_the_next_will_be_drawn_from(bobby):
    assert roll(bobby, "A die, please: dice6 or PREDICE6s.") == []
    assert (Roll.objects.count(), Seed.objects.count()) == (0, HORIZON)
    hashes = dict(Seed.objects.values_list("day", "hash"))
    assert roll(bobby, "DICE6")[0].seed_hash == hashes[noon(1).date()]


def test_words_are_kept_without_asking_what_the_law_says_of_dice(bobby):
    with CaptureQueriesContext(connection) as queries:
        assert roll(bobby, "I am :for: it, Bobby.") == []  # a list may be called I
    assert [one["sql"] for one in queries if "ruleset_lawversion" in one["sql"]] != []
    with CaptureQueriesContext(connection) as queries:
        assert roll(bobby, "Nobody is :for: it.") == []
    assert [one["sql"] for one in queries if "ruleset_lawversion" in one["sql"]] == []


def test_a_roll_is_not_dated_before_the_last(bobby):
    roll(bobby, "DICE6", noon(1, minutes=1))
    assert roll(bobby, "DICE6", noon(1))[0].at == noon(1, minutes=1)


@pytest.mark.parametrize(
    ("law", "text", "sentence"),
    [
        ("ruleset-211", "DICE1000001", "a die has at most 1,000,000 sides"),
        ("ruleset-2019-09", "DICE" + "9" * 22, "a die has fewer than 22 digits"),
        ("ruleset-37", "101DICE6", "you can roll at most 100 dice at once"),
        ("ruleset-211", "DICE6 and {a,,b}", "one of its values is empty"),
    ],
)
def test_a_command_that_cannot_be_rolled_refuses_the_whole_text(law, text, sentence):
    bobby = seat(*NAMES, law=law)[1]
    with rolling.told_afterwards():
        refused = refusal(bobby, f"DICE6, {text}")
    assert (sentence in refused.sentence, refused.status, refused.rule) == (True, 400, load(law).dice.rule)
    assert not Roll.objects.exists()


@pytest.mark.parametrize("law", ["ruleset-37", "ruleset-86", "ruleset-98"])
def test_what_the_law_does_not_know_is_words(law):
    bobby = seat(*NAMES, law=law)[1]
    with rolling.told_afterwards():
        made = roll(bobby, "FRUIT, COLOUR, COLOR, CARD, {a,b}, DICE0")
    assert [(one.command, one.faces, one.total) for one in made] == [("DICE0", ["0"], "0")]


def test_players_roll_idle_or_not_and_nobody_else(bobby):
    gregory, isaac, leaver = person("Gregory"), join("Isaac", at=noon(0)), join("Leah", at=noon(0))
    event(isaac, Kind.IDLED, at=noon(0, hours=1), cause=Cause.INACTIVITY)
    event(leaver, Kind.LEFT, at=noon(0, hours=1))
    assert roll(isaac, "DICE6")[0].by == isaac
    for outsider in (gregory, leaver):
        assert refusal(outsider, "DICE6").sentence == "Only players can roll dice."
        assert roll(outsider, "No dice.") == []
    assert Roll.objects.count() == 1


def test_a_name_is_the_one_of_then(bobby):
    Player.objects.filter(pk=bobby.pk).update(name="Robert", name_key="robert")
    assert roll(bobby, "DICE6")[0].name == "Robert"


def test_nothing_is_rolled_where_no_game_is():
    with pytest.raises(RuleBroken, match="No game has been founded"):
        roll(person("Alice"), "DICE6")


def test_a_roll_is_undone_with_what_it_was_written_for(bobby):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        roll(bobby, "DICE6")
        raise ZeroDivisionError
    assert (Roll.objects.count(), roll(bobby, "DICE6")[0].number) == (0, 1)


def test_on_the_page_the_reason_is_words_and_sealed(bobby):
    made = rolling.roll_on_page(
        leave=GIVEN, text="DICE6", reason="not DICE20, but\tDICE6", by=bobby, at=noon(1)
    )
    assert [(one.command, one.comment, one.words) for one in made] == [
        ("DICE6", "DICE6\nnot DICE20, but\tDICE6", "not DICE20, but\tDICE6")
    ]
    with pytest.raises(RuleBroken, match="There is nothing to roll in that"):
        rolling.roll_on_page(leave=GIVEN, text="dice", reason="DICE6", by=bobby, at=noon(1))
    with pytest.raises(RuleBroken, match="at most 12,000 characters"):
        rolling.roll_on_page(leave=GIVEN, text="DICE6" + " " * 13_000, by=bobby, at=noon(1))


def test_what_the_dice_gave_is_never_edited_or_deleted(bobby):
    (made,) = roll(bobby, "DICE6")
    seed = Seed.objects.first()
    acts = [
        made.save,
        made.delete,
        seed.save,
        seed.delete,
        Roll.objects.all().delete,
        Seed.objects.all().delete,
        lambda: Roll.objects.update(faces=["6"]),
        lambda: Seed.objects.filter(pk=seed.pk).update(secret=""),
        lambda: Roll.objects.bulk_update([made], ["faces"]),
    ]
    for act in acts:
        with pytest.raises(RuleBroken, match="never edited or deleted"):
            act()
    assert verified(at=None).faults == ()


# -- seeds


def test_a_seed_is_shown_ten_minutes_after_its_day():
    day = date(2026, 3, 3)
    assert revealed_at(day) == datetime(2026, 3, 4, 0, 10, tzinfo=UTC)
    assert [
        is_revealed(day, at=revealed_at(day) - timedelta(microseconds=1)),
        is_revealed(day, at=revealed_at(day)),
    ] == [
        False,
        True,
    ]


MIDNIGHT = noon(1, hours=12)


@pytest.mark.parametrize(
    ("now", "dated"),
    [
        (MIDNIGHT, MIDNIGHT - timedelta(seconds=1)),
        (MIDNIGHT + timedelta(minutes=9, seconds=59), MIDNIGHT - timedelta(seconds=1)),
        (MIDNIGHT + timedelta(minutes=10), MIDNIGHT + timedelta(minutes=10)),
        (MIDNIGHT + timedelta(days=3), MIDNIGHT + timedelta(days=3)),
    ],
)
def test_a_request_that_took_until_the_seed_was_shown_rolls_from_another(now, dated):
    bobby = seat(*NAMES)[1]
    with time_machine.travel(now, tick=False):
        (made,) = roll(bobby, "DICE6", MIDNIGHT - timedelta(seconds=1))
    assert (made.at, made.seed_hash) == (dated, Seed.objects.get(day=dated.date()).hash)
    assert not is_revealed(made.at.date(), at=now)


def test_a_story_that_is_told_afterwards_keeps_its_instants():
    bobby = seat(*NAMES)[1]
    with time_machine.travel(noon(100), tick=False), rolling.told_afterwards():
        assert roll(bobby, "DICE6", noon(1))[0].at == noon(1)


def test_a_day_whose_seed_stayed_elsewhere_gives_no_rolls_until_it_is_over(bobby):
    Seed.objects.create(day=noon(1).date(), hash="0" * 64, published_at=noon(0))
    refused = refusal(bobby, "DICE6")
    assert ("moved here from another site today" in refused.sentence, refused.when, refused.status) == (
        True,
        MIDNIGHT,
        409,
    )
    with time_machine.travel(noon(2), tick=False):
        assert roll(bobby, "DICE6", noon(2))[0].number == 1
