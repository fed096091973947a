"""What is retold and counted of the game, by program: the chronicle, the charts, the luck of dice, the check of their
log; and the roster, rulesets, people and dynasties of the past."""

from datetime import date, timedelta

import pytest
import time_machine
from django.db import models

from blognomic.text.instants import format_instant
from blognomic.web.api.paging import encode
from gamestate.models import Roll
from gamestate.services.rolling import roll_on_page
from players.models import Bar, Game
from players.present import present
from players.services import fair_play
from ruleset.models import LawVersion
from tests.blognomic.api.programs import ask, token_of
from tests.leaves import GIVEN
from tests.votables.stage import NOW, Stage
from tests.votables.table import Cause, Kind, declare, event
from votables.chronicle.kept_weeks import chapter
from votables.chronicle.weeks import week_named

pytestmark = pytest.mark.django_db
NO_CURSOR = "This is no cursor of this list. Begin again without one."


def read(path: str, **headers: str):
    response = ask("GET", path, **headers)
    assert response.status_code == 200, response.content
    return response.json()


def refused(path: str) -> tuple[int, str]:
    response = ask("GET", path)
    assert response["Content-Type"] == "application/problem+json"
    return response.status_code, response.json()["detail"]


def part_by_part(path: str, by: tuple[str, ...], limit: int) -> list[tuple]:
    """A list's keys, a part at a time."""
    rows, cursor = [], ""
    while cursor is not None:
        page = read(f"{path}?limit={limit}&cursor={cursor}")
        assert 0 < len(page["items"]) <= limit
        rows += [tuple(one[name] for name in by) for one in page["items"]]
        cursor = page["next"]
    return rows


# -- the chronicle

COUNTS = {
    "posts": 1, "enacted": 1, "failed": 0, "illegal": 0, "comments": 6, "votes": 6, "roster_events": 17, "revisions": 2,
    "updates": 0, "rolls": 0,
}  # fmt: skip
WEEK = {
    "week": "2026-W10",
    "url": "http://127.0.0.1:8000/chronicle/2026-W10/",
    "start": "2026-03-02T00:00:00Z",
    "end": "2026-03-09T00:00:00Z",
    "is_over": True,
    "dynasty": 1,
    "headline": "The First Dynasty of Alice began and one matter was enacted.",
    "counts": COUNTS,
}


def test_weeks_are_told_as_on_the_site(stage):
    this, last = read("/chronicle")["items"]
    assert (this["week"], this["is_over"], this["headline"], last) == (
        "2026-W11",
        False,
        "Eleven posts were made.",
        WEEK,
    )
    whole = read("/chronicle/2026-W10")
    sections = whole.pop("sections")
    assert whole == WEEK
    assert sections[0] == {
        "title": "The throne",
        "sentences": [
            {
                "text": "The First Dynasty of Alice began. Its theme: Tests",
                "html": '<a href="/players/dynasties/1/">The First Dynasty of Alice</a> began. Its theme: Tests',
            }
        ],
    }
    sections_told = chapter(present(Game.objects.get(), at=NOW), week_named("2026-W10")).told.sections
    assert [(one["title"], [line["html"] for line in one["sentences"]]) for one in sections] == [
        (one.title, list(map(str, one.sentences))) for one in sections_told
    ]


def test_text_of_a_week_is_what_its_html_says(stage):
    """Without what marks its parts, and with the signs that a title has."""
    post = declare(stage.people["author"], NOW, "Cats & <b>dogs</b>")
    (throne, *_) = read("/chronicle/2026-W11")["sections"]
    assert throne == {
        "title": "The throne",
        "sentences": [
            {
                "text": "Bobby declared victory in “Cats & <b>dogs</b>”.",
                "html": f'<a href="/players/{stage.key("author")}/">Bobby</a> declared victory in'
                f' “<a href="/posts/{post.pk}/">Cats &amp; &lt;b&gt;dogs&lt;/b&gt;</a>”.',
            }
        ],
    }


def test_weeks_come_part_by_part_and_up_to_one(stage):
    with time_machine.travel(NOW + timedelta(weeks=12), tick=False):
        every = [f"2026-W{number}" for number in range(23, 9, -1)]
        assert [name for (name,) in part_by_part("/chronicle", ("week",), 5)] == every
        assert [one["week"] for one in read("/chronicle?to=2026-W12")["items"]] == every[-3:]
        assert read("/chronicle?to=2026-W10&limit=1")["next"] is None
        empty = read("/chronicle/2026-W20")
    assert (empty["headline"], empty["sections"]) == ("Nothing was posted; the game took a rest.", [])


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("/chronicle/2026-W60", "There is no such week. Weeks are called as in 2026-W47."),
        ("/chronicle/spring", "There is no such week. Weeks are called as in 2026-W47."),
        ("/chronicle/2026-W09", "The game had not begun in that week."),
        ("/chronicle/0001-W01", "The game had not begun in that week."),
        ("/chronicle/2026-W12", "That week has not come yet."),
        ("/chronicle?to=9999-W52", "There is no such week. Weeks are called as in 2026-W47."),
        ("/chronicle?to=2026-W12", "That week has not come yet."),
    ],
)
def test_week_that_there_is_not_is_a_problem(stage, path, detail):
    assert refused(path) == (404, detail)


@pytest.mark.parametrize(
    "cursor", ["x", "W10", "WyJhIiwiYiIsImMiLCJkIl0", "WyIwMDAxLVcwMSJd8", "WzEsMiwzLDRd"]
)
def test_cursor_of_another_list_is_refused(stage, cursor):
    assert refused(f"/chronicle?cursor={cursor}") == (400, NO_CURSOR)


def test_cursor_before_the_game_is_at_the_end_and_one_after_it_begins_anew(stage):
    before, after = (encode([-date(year, 1, 1).toordinal()]) for year in (1, 9998))
    assert read(f"/chronicle?cursor={before}") == {"items": [], "next": None}
    assert len(read(f"/chronicle?cursor={after}")["items"]) == 2


# -- dice


def test_log_of_dice_is_checked_when_the_seeds_are_told(stage):
    key = stage.key("roll")
    (roll,) = roll_on_page(leave=GIVEN, text="DICE6", by=stage.people["author"], at=NOW)
    sealed = {"first": 1, "last": roll.number, "rolls": 2, "drawn": 0, "last_hash": roll.hash, "faults": []}
    assert read("/dice/check") == sealed
    early = read(f"/dice/rolls/{key}/check")
    assert (early["number"], early["drawn_again"], early["faults"], early["seed"]["secret"]) == (
        key,
        False,
        [],
        None,
    )
    with time_machine.travel(NOW + timedelta(days=2), tick=False):
        assert read("/dice/check") == {**sealed, "drawn": 2}
        assert read(f"/dice/check?last={key}")["last"] == key
        late = read(f"/dice/rolls/{key}/check")
        assert late["seed"]["secret"] in late["recipe"]
        assert {**late, "seed": None, "recipe": ""} == {
            **early,
            "seed": None,
            "recipe": "",
            "drawn_again": True,
        }
        rolled = Roll.objects.filter(number=key)
        models.QuerySet.update(rolled, faces=[str(7 - int(face)) for face in rolled.get().faces])
        (fault, *_) = read("/dice/check")["faults"]
        assert (fault["kind"], fault["number"], fault["day"]) == ("outcome", key, f"{NOW:%Y-%m-%d}")
        assert [one["kind"] for one in read(f"/dice/rolls/{key}/check")["faults"]] == ["outcome"]
    assert refused("/dice/rolls/999999/check")[0] == 404


def test_seeds_of_long_ago_are_found_by_their_day(stage):
    newest = read("/dice/seeds")
    today = f"{NOW:%Y-%m-%d}"
    assert read(f"/dice/seeds?until={today}") == [one for one in newest if one["day"] <= today] != []
    assert read("/dice/seeds?until=2026-01-01") == []
    assert read("/dice/seeds?until=0001-01-01") == []
    assert read("/dice/seeds?until=9999-12-31") == newest


# -- people, rules and dynasties


def test_roster_is_told_of_now_and_of_any_instant(stage):
    julia, bobby = stage.people["idle"], stage.people["author"]
    before = read("/roster")
    event(bobby, Kind.IDLED, at=NOW + timedelta(hours=1), cause=Cause.REQUEST)
    with time_machine.travel(NOW + timedelta(hours=2), tick=False):
        now, then = read("/roster"), read(f"/roster?at={format_instant(NOW)}")
    sentence = "That time has not come yet. Choose an earlier one."
    assert refused("/roster?at=2100-01-01T00:00:00Z") == (400, sentence)
    assert then == before
    assert now == {
        "at": format_instant(NOW + timedelta(hours=2)),
        "dynasty": 1,
        "emperor": {"id": stage.key("emperor"), "name": "Ellen"},
        "active": [one for one in before["active"] if one["id"] != bobby.pk],
        "idle": [{"id": bobby.pk, "name": "Bobby", "is_admin": False}, *before["idle"]],
    }
    assert julia.pk in {one["id"] for one in before["idle"]}
    nobody = {"dynasty": None, "emperor": None, "active": [], "idle": []}
    assert read("/roster?at=2020-01-01T00:00:00Z") == {"at": "2020-01-01T00:00:00Z", **nobody}


def test_what_somebody_did_is_counted(stage):
    bobby, carol, alice = (stage.people[name] for name in ("author", "player", "admin"))
    Bar.objects.create(
        person=bobby, since=NOW, until=NOW + timedelta(days=3), why="Sold votes.", link="/posts/1/"
    )
    arguments = {"is_one_person": True, "announced": True, "reason": "Said."}
    fair_play.record(by=alice, at=NOW, one=bobby, other=carol, **arguments)
    assert read(f"/players/{bobby.pk}/record") == {
        "player": {"id": bobby.pk, "name": "Bobby"},
        "proposals": {"enacted": 1, "pending": 2},
        "votes": {"for": 1},
        "comments": 1,
        "reigns": [],
        "bars": [
            {
                "since": format_instant(NOW),
                "until": format_instant(NOW + timedelta(days=3)),
                "why": "Sold votes.",
                "url": "http://127.0.0.1:8000/posts/1/",
                "lifted_at": None,
                "lifted_why": "",
            }
        ],
        "same_person": [{"id": carol.pk, "name": "Carol"}],
    }
    reigns = read(f"/players/{stage.key('emperor')}/record")["reigns"]
    assert reigns == [{"since": "2026-03-02T12:00:00Z", "until": None}]
    assert refused("/players/999999/record")[0] == 404


def test_any_two_rulesets_are_compared(stage):
    old, new = stage.key("import"), stage.key("correction")
    difference = read(f"/rules/difference?before={old}")
    assert difference == read(f"/rules/difference?before={old}&after={new}")
    assert (difference["before"]["id"], difference["after"]["id"]) == (old, new)
    assert difference["differences"] == [
        {
            "rule": str(stage.key("rule")),
            "kinds": ["amended"],
            "title": "Cats",
            "old_text": "Cats prur.",
            "new_text": "Cats purr.",
        }
    ]
    back = read(f"/rules/difference?before={new}&after={old}")["differences"]
    assert [(one["old_text"], one["new_text"]) for one in back] == [("Cats purr.", "Cats prur.")]
    assert refused("/rules/difference?before=999999") == (404, "There is no such revision of the ruleset.")
    assert refused("/rules/difference")[0] == 422


def test_dynasty_is_told_with_who_was_in_it_and_how_it_stands(stage):
    (short,) = read("/dynasties")["items"]
    whole = read("/dynasties/1")
    assert {name: whole[name] for name in short} == short
    more = {name: value for name, value in whole.items() if name not in short}
    players = more.pop("players")
    assert {one["name"] for one in players} >= {"Bobby", "Carol", "Isaac"} and len(players) == 11
    assert more == {
        "law": LawVersion.objects.get().pk,
        "rules": [
            {"rule": str(stage.key(name)), "title": title}
            for name, title in (("rule", "Cats"), ("empty", "Void"))
        ],
        "tracked": ["Grudge", "Locations", "Motive", "Vigilance", "Wealth"],
        "writers": [{"player": {"id": stage.key("author"), "name": "Bobby"}, "proposals": 3, "enacted": 1}],
    }
    assert refused("/dynasties/99")[0] == 404


# -- for all of them


def everything(stage: Stage) -> list[str]:
    return [
        "/chronicle", "/chronicle/2026-W10", f"/dice/rolls/{stage.key('roll')}/check", "/dice/check", "/roster",
        f"/players/{stage.key('author')}/record", f"/rules/difference?before={stage.key('import')}", "/dynasties/1",
    ]  # fmt: skip


def test_answers_are_in_english_and_are_not_sent_again(stage):
    for path in everything(stage):
        first = ask("GET", path)
        german = ask("GET", path, **{"Accept-Language": "de"})
        assert (path, german.content, german["Content-Language"]) == (path, first.content, "en-gb")
        with time_machine.travel(NOW + timedelta(minutes=2), tick=False):
            again = ask("GET", path, **{"If-None-Match": first["ETag"]})
        assert (path, again.status_code, again.content) == (path, 304, b"")


def test_law_tells_all_its_special_cases_however_it_is_asked_for(stage):
    now = read("/laws/now")
    assert now["special_cases"] and read(f"/laws/{now['id']}") == now
    assert refused("/laws/999999")[0] == 404


def test_page_of_gamestate_is_told_as_it_stood_and_after_it_was_removed(stage):
    alice = token_of(stage.people["admin"], at=NOW)
    path, made = "/gamestate/pages/gallery", read("/gamestate/pages/gallery")
    hour, two = (NOW + timedelta(hours=hours) for hours in (1, 2))
    with time_machine.travel(hour, tick=False):
        ask("PUT", path, {"title": "The Hall", "text": "*Other*.", "seen": made["last"]}, token=alice)
        hall = read(path)
    with time_machine.travel(two, tick=False):
        steps = {"steps": [{"op": "retire-page", "path": "gallery"}]}
        assert ask("POST", "/gamestate/definitions", steps, token=alice).status_code == 201
        gone, old = read(path), read(f"{path}?at={format_instant(NOW)}")
        assert refused(f"{path}?at=2020-01-01T00:00:00Z") == (404, "There was no such page then.")
        assert [(one["number"], one["title"], one["is_there"]) for one in read(f"{path}/versions")["items"]] == [
            (1, "The Gallery", True), (2, "The Hall", True), (3, "The Hall", False),
        ]  # fmt: skip
        titles = {
            state: read(f"/gamestate/pages?state={state}")["items"] for state in ("live", "retired", "all")
        }
        assert read(f"/gamestate/pages/{gone['id']}") == gone
        again = {"title": "The Gallery", "text": "Another one.", "seen": hall["last"]}
        refusal = ask("PUT", path, again, token=alice)
        assert (refusal.status_code, "removed" in refusal.json()["detail"]) == (409, True)
        assert ask("PUT", path, {**again, "seen": None}, token=alice).status_code == 200
        assert (read(path)["text"], read(f"/gamestate/pages/{gone['id']}")) == ("Another one.", gone)
    assert (hall["title"], hall["text"], "<em>Other</em>" in hall["html"]) == ("The Hall", "*Other*.", True)
    away = {"url": f"http://127.0.0.1:8000/gamestate/pages/{gone['id']}/", "removed_at": format_instant(two)}
    assert old == {**made, **away}
    last = {"last": gone["last"], "at": format_instant(two), "by": gone["by"], "is_there": False}
    assert gone == {**hall, **away, **last, "text": gone["text"], "html": gone["html"]}
    short = {name: value for name, value in gone.items() if name not in ("text", "html", "is_there")}
    assert titles == {"live": [], "retired": [short], "all": [short]}
