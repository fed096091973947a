"""The pages about dice."""

import csv
import io
import json
import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.urls import reverse

from gamestate.models import Roll, Seed
from gamestate.services import rolling
from gamestate.services.seeds import publish_ahead
from tests.blognomic.html import read
from tests.blognomic.shown import page_shown
from tests.leaves import GIVEN
from tests.votables.table import noon, person, seat

pytestmark = pytest.mark.django_db
NOW = noon(3)
PATHS = (
    "/gamestate/dice/",
    "/gamestate/dice/log/",
    "/gamestate/dice/statistics/",
    "/gamestate/dice/check/?check=",
)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def players():
    return seat("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
def bobby(players, client):
    client.force_login(players[1])
    return players[1]


@pytest.fixture
def rolls(bobby, players):
    """Three days of rolls by Alice and Bobby."""
    with rolling.told_afterwards():
        for day, by, text, reason in (
            (1, players[0], "3DICE6", "robbing the bank"),
            (1, bobby, "FRUIT", "=SUM(A1)"),
            (2, bobby, "DICE6", "<b>bold</b>"),
            (3, players[0], "{a,b}", ""),
        ):
            rolling.roll_on_page(leave=GIVEN, text=text, reason=reason, by=by, at=noon(day))
    return list(Roll.objects.all())


def numbers(response) -> list[int]:
    return [roll.number for roll in response.context["page"].rolls]


def test_rolling_on_the_page_is_logged_and_shown(client, bobby):
    response = client.post(
        "/gamestate/dice/", {"dice": "2DICE6 and DICE0", "reason": "for the raid"}, follow=True
    )
    assert response.redirect_chain == [("/gamestate/dice/", 302)]
    kept = list(Roll.objects.all())
    assert [(roll.by, roll.at, roll.where, roll.command, roll.words) for roll in kept] == [
        (bobby, NOW, "page", "2DICE6", "and DICE0\nfor the raid"),
        (bobby, NOW, "page", "DICE0", "2DICE6 and DICE0\nfor the raid"),
    ]
    page = page_shown(response)
    assert f"Rolled {kept[0].told}; DICE0: 0" in page
    assert page.count("for the raid") == 1


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ("dice", "There is nothing to roll in that"),
        ("DICE1000001", "a die has at most 1,000,000 sides"),
        ("", "This field is required."),
    ],
)
def test_what_cannot_be_rolled_is_said_and_kept_in_the_form(client, bobby, dice, sentence):
    response = client.post("/gamestate/dice/", {"dice": dice, "reason": "my reason"})
    page = page_shown(response)
    assert (response.status_code, sentence in page, "my reason" in page, Roll.objects.count()) == (
        400,
        True,
        True,
        0,
    )


def test_guests_and_strangers_do_not_roll(client, players):
    assert client.post("/gamestate/dice/", {"dice": "DICE6"}).status_code == 403
    client.force_login(person("Gregory"))
    assert client.post("/gamestate/dice/", {"dice": "DICE6"}).status_code == 403
    assert not Roll.objects.exists()


@pytest.mark.parametrize(("law", "fruit"), [("ruleset-211", True), ("ruleset-37", False)])
def test_the_help_is_of_the_law_in_force(client, law, fruit):
    seat("Alice", "Bobby", "Carol", "David", "Ellen", law=law)
    assert (b"<code>FRUIT</code>" in client.get("/gamestate/dice/").content) is fruit


@pytest.mark.parametrize("path", PATHS)
def test_pages_are_sound_with_and_without_rolls(client, path, players):
    assert read(client.get(path).content.decode()).faults == []
    with rolling.told_afterwards():
        rolling.roll_on_page(leave=GIVEN, text="3DICE6, CARD and {<b>,&amp;}", by=players[1], at=noon(1))
    assert read(client.get(path).content.decode()).faults == []
    assert read(client.get("/gamestate/dice/statistics/?die=DICE6").content.decode()).faults == []
    assert read(client.get("/gamestate/dice/3/").content.decode()).faults == []


@pytest.mark.parametrize("path", PATHS)
def test_pages_are_there_before_a_game_is(client, path):
    assert client.get(path).status_code == 200


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", [4, 3, 2, 1]),
        ("player=bobby", [3, 2]),
        ("die=DICE6", [3, 1]),
        ("where=comment", []),
        ("since=2026-03-04", [4, 3]),
        ("until=2026-03-03", [2, 1]),
        ("since=2026-03-04&until=2026-03-04", [3]),
        ("since=0001-01-01&until=9999-12-31", [4, 3, 2, 1]),
        ("words=BANK", [1]),
        ("words=%00&since=nonsense&player=999999", [4, 3, 2, 1]),
        ("before=3", [2, 1]),
        ("before=x", [4, 3, 2, 1]),
    ],
)
def test_the_log_is_searched(client, rolls, bobby, query, expected):
    query = query.replace("bobby", str(bobby.pk))
    response = client.get(f"/gamestate/dice/log/?{query}")
    assert (response.status_code, numbers(response)) == (200, expected)


def test_the_log_goes_on_by_page_with_what_was_asked(client, rolls, bobby, monkeypatch):
    monkeypatch.setattr("gamestate.queries.rolling.PAGE", 1)
    first = client.get(f"/gamestate/dice/log/?player={bobby.pk}")
    (link,) = re.findall(r'rel="next" href="([^"]+)"', page_shown(first))
    second = client.get("/gamestate/dice/log/" + link.replace("&amp;", "&"))
    assert (numbers(first), numbers(second), second.context["page"].older) == ([3], [2], None)


def test_words_of_people_are_text(client, rolls):
    for path in ("/gamestate/dice/log/", "/gamestate/dice/3/"):
        page = page_shown(client.get(path))
        assert ("<b>bold</b>" in page, "&lt;b&gt;bold&lt;/b&gt;" in page) == (False, True)


def test_a_roll_names_all_that_it_was_drawn_from(client, rolls):
    roll, page = rolls[1], page_shown(client.get("/gamestate/dice/2/"))
    seed = Seed.objects.get(day=noon(1).date())
    for what in (roll.hash, roll.previous, roll.seed_hash, roll.law, seed.secret, rolls[0].hash):
        assert what in page
    assert "Repeated from the seed of its day, it gives the same result." in page
    assert client.get("/gamestate/dice/5/").status_code == 404
    assert client.get(f"/gamestate/dice/{'9' * 30}/").status_code == 404


def test_a_seed_is_on_no_page_before_its_day_is_over(client, rolls, clock):
    publish_ahead(at=NOW)
    today = Seed.objects.get(day=NOW.date()).secret
    paths = [
        *PATHS,
        *(f"/gamestate/dice/{number}/" for number in (1, 4)),
        "/gamestate/dice/log.json",
        "/gamestate/dice/log.csv",
    ]

    def shown() -> list[str]:
        return [path for path in paths if today in b"".join(client.get(path)).decode()]

    clock.move_to(noon(3, hours=12, minutes=9, seconds=59))
    assert shown() == []
    assert "The entry has not been changed." in page_shown(client.get("/gamestate/dice/4/"))
    clock.move_to(noon(3, hours=12, minutes=10))
    assert shown() == ["/gamestate/dice/check/?check=", "/gamestate/dice/4/", "/gamestate/dice/log.json"]
    later = set(Seed.objects.filter(day__gt=NOW.date()).values_list("secret", flat=True))
    everything = "".join(b"".join(client.get(path)).decode() for path in paths)
    assert (len(later) > 20, [secret for secret in later if secret in everything]) == (True, [])


def test_looking_writes_nothing(client, players):
    for path in PATHS:
        client.get(path)
    assert (Seed.objects.count(), Roll.objects.count()) == (0, 0)


def test_a_check_says_what_fits_and_what_does_not(client, rolls):
    page = page_shown(client.get("/gamestate/dice/check/?check="))
    assert "All is well: 4 rolls, from 1 to 4, are as they were made. 3 of them were repeated" in page
    with connection.cursor() as cursor:
        cursor.execute("UPDATE gamestate_roll SET comment = 'x' WHERE number = 2")
    page = page_shown(client.get("/gamestate/dice/check/?check="))
    assert '<a href="/gamestate/dice/2/">Entry 2 was altered after it was made' in page
    assert "Entry 2 was altered" in page_shown(client.get("/gamestate/dice/2/"))


def test_a_check_is_of_so_many_rolls_at_a_time(client, rolls, monkeypatch):
    monkeypatch.setattr("gamestate.queries.rolling.MOST_CHECKED", 2)
    response = client.get("/gamestate/dice/check/?check=")
    assert (response.context["first"], response.context["checked"].last) == (3, 4)
    assert 'href="?check=&amp;last=2"' in page_shown(response)
    response = client.get("/gamestate/dice/check/?check=&last=2")
    assert (response.context["first"], response.context["checked"].rolls) == (1, 2)
    assert client.get("/gamestate/dice/check/?check=&last=999999999999").context["checked"].last == 4


def test_the_statistics_of_a_die_are_a_table_that_is_drawn(client, rolls):
    page = page_shown(client.get("/gamestate/dice/statistics/?die=DICE6"))
    assert "4 throws" in page
    assert page.count('<rect class="bar-count"') == 6
    assert "Too few throws to say." in page


def test_the_log_as_a_file_is_whole_and_answers_conditional_requests(client, rolls):
    response = client.get("/gamestate/dice/log.json")
    whole = json.loads(b"".join(response))
    assert (whole["format"], [roll["number"] for roll in whole["rolls"]]) == (
        "blognomic-dice/1",
        [1, 2, 3, 4],
    )
    assert whole["rolls"][2] == {
        "number": 3,
        "at": "2026-03-04T12:00:00Z",
        "player": rolls[2].by_id,
        "name": "Bobby",
        "where": "page",
        "where_id": 0,
        "part": 1,
        "command": "DICE6",
        "comment": "DICE6\n<b>bold</b>",
        "law": rolls[2].law,
        "seed_hash": rolls[2].seed_hash,
        "faces": rolls[2].faces,
        "total": rolls[2].total,
        "previous": rolls[1].hash,
        "hash": rolls[2].hash,
    }
    assert [seed["day"] for seed in whole["seeds"] if seed["secret"]] == ["2026-03-04", "2026-03-03"]
    again = {"HTTP_IF_NONE_MATCH": response["ETag"]}
    assert client.get("/gamestate/dice/log.json", **again).status_code == 304
    rolling.roll_on_page(leave=GIVEN, text="DICE6", by=rolls[0].by, at=NOW + timedelta(seconds=1))
    assert client.get("/gamestate/dice/log.json", **again).status_code == 200


def test_the_table_of_the_log_has_no_formulas(client, rolls, bobby):
    whole = b"".join(client.get(f"/gamestate/dice/log.csv?player={bobby.pk}")).decode()
    header, *lines = csv.reader(io.StringIO(whole))
    lines_read = [dict(zip(header, line, strict=True)) for line in lines]
    assert [(one["number"], one["command"], one["comment"]) for one in lines_read] == [
        ("2", "FRUIT", "FRUIT\n=SUM(A1)"),
        ("3", "DICE6", "DICE6\n<b>bold</b>"),
    ]


def test_a_file_is_asked_for_with_what_was_searched(client, rolls):
    page = page_shown(client.get("/gamestate/dice/log/?words=bank"))
    assert f'href="{reverse("gamestate:dice_json")}?words=bank"' in page
