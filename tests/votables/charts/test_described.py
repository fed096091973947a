"""The page of the charts: what stands beneath them, and when they are drawn anew."""

import ast
from html import unescape
from pathlib import Path

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Game
from players.present import Present
from tests.blognomic.html import inline_in
from tests.blognomic.shown import page_shown
from tests.votables.table import noon, propose, seat
from votables.charts import described

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

NOW = noon(3)
FIVE = ("Alice", "Bobby", "Carol", "David", "Erin")


def read() -> str:
    with time_machine.travel(NOW, tick=False):
        answer = Client().get("/charts/")
    assert answer.status_code == 200
    return unescape(page_shown(answer))


def test_the_page_holds_each_chart_in_both_shapes_with_a_table_of_its_figures():
    alice, *_ = seat(*FIVE)
    propose(alice, noon(1))
    text = read()
    assert [text.count(part) for part in ('class="chart chart-wide"', 'class="chart chart-narrow"')] == [2, 2]
    assert '<a href="/archive/?category=proposal&dynasty=1">1</a>' in text
    assert (
        '<th scope="row"><a href="/archive/?year=2026&month=3">March 2026</a></th><td>5</td><td>1</td>'
        in text
    )
    assert "No proposal has been resolved yet." in text
    assert inline_in(text) == []


def test_before_the_game_begins_there_is_nothing_to_look_at():
    assert "Nothing has been proposed yet." in read()


def test_charts_are_drawn_once_until_what_they_show_changes(monkeypatch):
    alice, *_ = seat(*FIVE)
    propose(alice, noon(1))
    times = []
    monkeypatch.setattr(described, "_rendered", lambda at: times.append(at) or "drawn")
    present = Present(1, NOW)
    assert described.charts(NOW, present) == described.charts(NOW, present) == "drawn"
    later = Present(2, NOW, present)
    with CaptureQueriesContext(connection) as queries:
        described.charts(NOW, later)
    assert (len(times), len(queries)) == (1, 1)
    propose(alice, noon(2), "Dogs")
    described.charts(NOW, Present(3, NOW, later))
    assert len(times) == 2


def test_a_vote_draws_no_chart_anew(monkeypatch):
    alice, *_ = seat(*FIVE)
    propose(alice, noon(1))
    present = Present(1, NOW)
    drawn = described.charts(NOW, present)
    Game.objects.update(version=9)
    assert described.charts(NOW, Present(9, NOW, present)) is drawn


def test_the_library_is_brought_in_by_the_first_chart_alone():
    for path in Path(described.__file__).parent.glob("*.py"):
        at_once = [each for each in ast.parse(path.read_text()).body if isinstance(each, ast.Import)]
        assert "drawsvg" not in [alias.name for each in at_once for alias in each.names]
