"""How a dynasty went, drawn: day by day, or in weeks, with a sentence and a table beside it."""

import re
from datetime import UTC, date, datetime, timedelta
from html import unescape
from types import SimpleNamespace

import pytest
import time_machine
from django.test import Client

from players.models import RosterEvent
from ruleset.services import replace_ruleset
from ruleset.text.markdown import read as rules_of
from tests.blognomic.shown import page_shown
from tests.votables.table import enacted, event, noon, seat
from votables.charts.day_by_day import Days, narrow, sentence, steps_of, wide
from votables.queries.dynasties import DynastyCourse

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
START = datetime(2026, 3, 1, 9, tzinfo=UTC)


def on(day: float) -> datetime:
    return START + timedelta(days=day)


def course(days: float, **more: object) -> DynastyCourse:
    facts = {"resolved": (), "rules": (), "players": ((START, 5),)} | more
    return DynastyCourse(START, on(days), **facts)


def test_each_day_has_what_came_out_on_it_and_what_stood_at_its_end():
    resolved = ((on(0.1), "enacted"), (on(2), "enacted"), (on(2.1), "enacted"), (on(2.2), "failed"))
    went = course(
        2.5,
        resolved=resolved,
        rules=((on(0.1), 1), (on(1), 3), (on(2.1), 2)),
        players=((on(0), 5), (on(1), 4)),
    )
    assert steps_of(went) == [
        Days(date(2026, 3, 1), date(2026, 3, 1), 1, 0, 1, 5),
        Days(date(2026, 3, 2), date(2026, 3, 2), 0, 0, 3, 4),
        Days(date(2026, 3, 3), date(2026, 3, 3), 2, 1, 2, 4),
    ]
    assert sentence(steps_of(went)) == (
        "3 matters were enacted and 1 failed. The dynastic rules went from 1 to 2; at most there were 3. "
        "Between 4 and 5 players played."
    )


def test_what_did_not_change_is_said_once():
    assert sentence(steps_of(course(1.2, rules=((START, 2),)))) == (
        "0 matters were enacted and 0 failed. The dynastic rules went from 2 to 2. 5 players played all the time."
    )


@pytest.mark.parametrize(
    ("days", "number", "length"), [(69, 70, 1), (70, 11, 7), (489, 70, 7), (490, 18, 28), (9000, 25, 364)]
)
def test_what_lasted_long_is_told_in_weeks_and_none_is_lost(days, number, length):
    resolved = tuple((on(day), "enacted") for day in range(days + 1))
    stretches = steps_of(course(days, resolved=resolved))
    assert (len(stretches), sum(one.enacted for one in stretches)) == (number, days + 1)
    assert (stretches[0].last - stretches[0].first).days == length - 1
    assert stretches[-1].last == on(days).date()


def test_what_was_enacted_stands_above_the_line_and_what_failed_below():
    resolved = ((on(0.1), "enacted"), (on(0.2), "enacted"), (on(1), "failed"))
    went = course(1.2, resolved=resolved)
    page = SimpleNamespace(chapter=SimpleNamespace(victory=None), course=went, last=went.last)
    for svg in (wide(steps_of(went), page), narrow(steps_of(went), page)):
        up, down = (
            re.search(rf'd="M\S+,(\S+) h\S+ v(\S+)[^"]*" class="c-{kind}"', svg)
            for kind in ("enacted", "failed")
        )
        assert float(up[1]) + float(up[2]) == float(down[1]) and float(up[2]) == 2 * float(down[2])
        assert "Players" in svg and "Dynastic rules" not in svg


@pytest.mark.django_db
@pytest.mark.usefixtures("without_the_sidebar")
def test_the_page_of_a_dynasty_tells_how_it_went_to_whoever_sees_the_figure_and_to_whoever_does_not():
    alice, bobby, carol, *_ = seat(*FIVE)
    enacted(alice, noon(2))
    text = "# Dynastic Rules\n\n## Cats\n\nPurr.\n\n## Dogs\n\nBark."
    replace_ruleset(tree=rules_of(text), kind="import", at=noon(4), by=alice, why="because")
    event(carol, RosterEvent.Kind.IDLED, at=noon(5))
    with time_machine.travel(noon(6), tick=False):
        page = unescape(page_shown(Client().get("/players/dynasties/1/")))
    assert page.count('class="chart chart-') == 2
    assert re.search(r"1 matter was enacted and 0 failed\. The dynastic rules went from \d to 2\.", page)
    assert "Between 4 and 5 players played." in page
    last = page.split("8 Mar 2026")[1].split("</tr>")[0]
    assert re.findall("<td>(.*?)</td>", last) == ["0", "0", "2", "4"]


@pytest.mark.django_db
@pytest.mark.usefixtures("without_the_sidebar")
def test_on_its_first_day_there_is_no_story_yet():
    seat(*FIVE)
    with time_machine.travel(noon(0), tick=False):
        assert "How it went" not in page_shown(Client().get("/players/dynasties/1/"))
