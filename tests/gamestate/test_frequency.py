"""How often an action may be taken, under the frequencies of all five laws."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamestate.frequency import Again, Taken, again, period_start, refusal
from ruleset.law.model import Frequency
from ruleset.law.reader import parse
from ruleset.law.shipped import SHIPPED, document

LAWS = {name: parse(document(name), source=name, probe=False) for name in SHIPPED}
ALICE, BOBBY = 1, 2


def when(text: str) -> datetime:
    """ "Sat 08:05": in the week of Monday 16 November 2026."""
    day, time = text.split()
    days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Mon+", "Tue+"].index(day)
    hours, _, minutes = time.partition(":")
    return datetime(2026, 11, 16, tzinfo=UTC) + timedelta(days=days, hours=int(hours), minutes=int(minutes))


def taken(*takings: str) -> list[Taken]:
    """ "Alice Sat 08:05", in any order."""
    return [Taken({"Alice": ALICE, "Bobby": BOBBY}[one.split()[0]], when(one[6:])) for one in takings]


@pytest.mark.parametrize(
    ("law", "known"),
    [
        ("ruleset-37", {"often": ("day", 6, False), "occasionally": ("week", 24, False)}),
        ("ruleset-86", {"daily": ("day", 6, False), "weekly": ("week", 24, False)}),
        (
            "ruleset-98",
            {
                "daily": ("day", 10, False),
                "weekly": ("week", 24, False),
                "weekly-communal": ("week", 0, True),
            },
        ),
        *(
            (
                law,
                {
                    "daily": ("day", 10, False),
                    "daily-communal": ("day", 10, True),
                    "weekly": ("week", 24, False),
                    "weekly-communal": ("week", 24, True),
                },
            )
            for law in ("ruleset-2019-09", "ruleset-211")
        ),
    ],
)
def test_laws_say_how_often_in_a_period_how_far_apart_and_for_whom(law, known):
    assert {name: (one.per, one.spacing, one.communal) for name, one in LAWS[law].actions.items()} == known


@pytest.mark.parametrize(
    ("law", "name", "takings", "at", "first"),
    [
        ("ruleset-211", "daily", [], "Sat 12:00", "Sat 12:00"),
        ("ruleset-211", "daily", ["Alice Sat 08:05"], "Sat 12:00", "Sun 00:00"),
        ("ruleset-211", "daily", ["Alice Sat 20:00"], "Sat 21:00", "Sun 06:00"),
        ("ruleset-211", "daily", ["Alice Sat 20:00"], "Sun 05:59", "Sun 06:00"),
        ("ruleset-211", "daily", ["Alice Sat 20:00"], "Sun 06:00", "Sun 06:00"),
        ("ruleset-211", "daily", ["Bobby Sat 08:05"], "Sat 12:00", "Sat 12:00"),
        ("ruleset-86", "daily", ["Alice Sat 20:00"], "Sat 21:00", "Sun 02:00"),
        ("ruleset-37", "often", ["Alice Sat 20:00"], "Sat 21:00", "Sun 02:00"),
        ("ruleset-37", "often", ["Alice Sat 01:00"], "Sat 23:59", "Sun 00:00"),
        ("ruleset-37", "occasionally", ["Alice Sun 20:00"], "Sun 21:00", "Mon+ 20:00"),
        ("ruleset-211", "weekly", ["Alice Mon 00:00"], "Sun 23:59", "Mon+ 00:00"),
        ("ruleset-211", "weekly", ["Alice Sun 20:00"], "Mon+ 19:59", "Mon+ 20:00"),
        ("ruleset-211", "weekly", ["Alice Sun 20:00"], "Mon+ 20:00", "Mon+ 20:00"),
        # One for all players; the hours apart are each player's own.
        ("ruleset-211", "daily-communal", ["Bobby Sat 08:05"], "Sat 12:00", "Sun 00:00"),
        ("ruleset-211", "daily-communal", ["Bobby Sat 23:00"], "Sun 00:00", "Sun 00:00"),
        ("ruleset-211", "daily-communal", ["Alice Sat 23:00"], "Sun 00:00", "Sun 09:00"),
        ("ruleset-211", "daily-communal", ["Alice Sat 23:00", "Bobby Sun 00:30"], "Sun 01:00", "Mon+ 00:00"),
        ("ruleset-98", "weekly-communal", ["Bobby Tue 10:00"], "Sun 12:00", "Mon+ 00:00"),
        ("ruleset-98", "weekly-communal", ["Alice Sun 23:59"], "Mon+ 00:00", "Mon+ 00:00"),
        ("ruleset-2019-09", "weekly-communal", ["Alice Sun 20:00"], "Mon+ 00:00", "Mon+ 20:00"),
    ],
)
def test_alice_may_take_it_again_at(law, name, takings, at, first):
    waiting = again(LAWS[law].actions[name], taken(*takings), by=ALICE, at=when(at))
    assert waiting.at == when(first)
    assert (waiting.because is None) == (at == first)


def test_the_taking_that_stands_longest_in_the_way_is_named():
    daily = LAWS["ruleset-211"].actions["daily-communal"]
    takings = taken("Alice Sat 23:00", "Bobby Sun 00:30")
    assert again(daily, takings, by=ALICE, at=when("Sun 01:00")) == Again(when("Mon+ 00:00"), takings[1])


@pytest.mark.parametrize(
    ("per", "at", "start"),
    [
        ("day", "Sun 23:59", "Sun 00:00"),
        ("week", "Sun 23:59", "Mon 00:00"),
        ("week", "Mon+ 00:00", "Mon+ 00:00"),
    ],
)
def test_a_day_and_a_week_begin_at_midnight_utc_and_on_monday(per, at, start):
    assert period_start(per, when(at)) == when(start)


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        (
            "Bobby",
            "Bobby took Forage at 20 November 2026, 20:00 UTC. You can take it at 21 November 2026,"
            " 06:00 UTC.",
        ),
        (
            None,
            "You took Forage at 20 November 2026, 20:00 UTC. You can take it again at 21 November 2026, 06:00 UTC.",
        ),
    ],
)
def test_a_refusal_says_who_took_it_when_and_when_one_may_again(who, sentence):
    elsewhere = timezone(timedelta(hours=5))
    waiting = Again(when("Sat 06:00"), Taken(BOBBY, when("Fri 20:00").astimezone(elsewhere)))
    assert refusal("Forage", who, waiting) == sentence


def test_the_instant_that_is_said_is_never_too_early():
    waiting = Again(when("Sun 06:00") + timedelta(seconds=1), Taken(BOBBY, when("Sat 20:00")))
    assert "at 22 November 2026, 06:01 UTC" in refusal("Forage", "You", waiting)


INSTANTS = st.timedeltas(timedelta(), timedelta(days=30)).map(lambda later: when("Mon 00:00") + later)
FREQUENCIES = st.builds(
    Frequency,
    name=st.just("x"),
    per=st.sampled_from(["day", "week"]),
    spacing=st.integers(0, 200),
    communal=st.booleans(),
    label=st.just(""),
    rule=st.just(""),
)


@given(FREQUENCIES, st.lists(st.builds(Taken, st.sampled_from([ALICE, BOBBY]), INSTANTS)), INSTANTS)
def test_what_is_refused_now_is_allowed_at_the_instant_that_was_named_and_not_before(frequency, takings, at):
    past = [one for one in takings if one.at <= at]
    waiting = again(frequency, past, by=ALICE, at=at)
    assert again(frequency, past, by=ALICE, at=waiting.at) == Again(waiting.at, None)
    if waiting.because is not None:
        just_before = waiting.at - timedelta(microseconds=1)
        assert again(frequency, past, by=ALICE, at=just_before).because is not None
