"""The demo: told whole at any time of the year, only to an empty database, and open to a click only where it may be."""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.urls import reverse

from gamestate.models import Entry, Update
from players.models import Dynasty, Game, Player, RosterEvent
from ruleset.law import load
from ruleset.models import LawVersion, Revision
from ruleset.queries import tree_after
from votables.demo import accounts, exhibits, story, teller
from votables.management.commands import demo
from votables.models import Ballot, Comment, Post, Resolution

from .table import noon, person, seat

pytestmark = pytest.mark.django_db

SUMMER = datetime(2026, 6, 17, 15, 42, 7, tzinfo=UTC)
MODELS = (Player, Game, Dynasty, LawVersion, RosterEvent, Post, Comment, Resolution, Ballot, Update, Entry)
ALWAYS_OPEN = {"Seasonal Downtime": False}


def counts() -> dict[str, int]:
    return {model.__name__: model.objects.count() for model in MODELS}


def run() -> str:
    """What `manage.py demo` says."""
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


@pytest.fixture
def development(settings):
    """Django runs tests as if in production; a demo is for development."""
    settings.DEBUG = True


# The story


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("at", "laws"),
    [
        (datetime(2026, 12, 25, 9, 30, tzinfo=UTC), [{}, ALWAYS_OPEN]),
    ],
    ids=["at Christmas"],
)
def test_demo_is_whole_at_any_time_of_the_year(at, laws):
    assert demo.make(at) == ""
    assert exhibits.missing(at) == []
    assert [version.special_cases for version in LawVersion.objects.order_by("pk")] == laws
    (rule,) = tree_after(Revision.objects.order_by("-pk")[0].pk).named("Seasonal Downtime")
    assert rule.is_active == (ALWAYS_OPEN not in laws)


@pytest.mark.parametrize(
    ("start", "end", "season"),
    [
        (datetime(2026, 12, 20, tzinfo=UTC), datetime(2026, 12, 23, 23, 59, 59, tzinfo=UTC), ""),
        (datetime(2026, 12, 20, tzinfo=UTC), datetime(2026, 12, 24, tzinfo=UTC), "Seasonal Downtime"),
        (datetime(2026, 12, 26, 23, 59, tzinfo=UTC), datetime(2027, 1, 20, tzinfo=UTC), "Seasonal Downtime"),
        (datetime(2026, 12, 27, tzinfo=UTC), datetime(2027, 1, 20, tzinfo=UTC), ""),
        (datetime(2026, 11, 1, tzinfo=UTC), datetime(2027, 11, 1, tzinfo=UTC), "Seasonal Downtime"),
    ],
)
def test_season_is_seen_on_either_side_of_a_stretch_of_time(start, end, season):
    assert teller.season_within(load("ruleset-211"), start, end) == season


def test_law_without_a_season_has_none_to_see():
    start, end = datetime(2026, 12, 1, tzinfo=UTC), datetime(2027, 1, 20, tzinfo=UTC)
    assert teller.season_within(load("ruleset-37"), start, end) == ""


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("45m", timedelta(minutes=45)),
        ("3d 4h", timedelta(days=3, hours=4)),
        ("1d 22h 10m", timedelta(days=1, hours=22, minutes=10)),
        ("2d 5m", timedelta(days=2, minutes=5)),
    ],
)
def test_length_of_time_is_read(text, length):
    assert story.length(text) == length


@pytest.mark.parametrize("text", ["", "3", "4h 3d", "1 week", "-1h"])
def test_other_text_is_no_length_of_time(text):
    with pytest.raises(ValueError, match="no length of time"):
        story.length(text)


def test_story_that_leads_into_the_future_is_refused():
    telling = teller._Telling(story.read(), SUMMER)
    step = story.StoryStep(timedelta(minutes=-1), "comment", "Hollis", {"post": "The Line", "text": "Soon."})
    with pytest.raises(teller.Strayed, match="in the future"):
        telling.do(step)


def test_story_that_a_service_would_date_otherwise_is_refused():
    alice, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    telling = teller._Telling(story.read(), noon(3))
    telling.do(story.StoryStep(timedelta(hours=2), "publish", "Alice", {"title": "Later", "body": "Later."}))
    earlier = story.StoryStep(
        timedelta(hours=3), "publish", "Alice", {"title": "Earlier", "body": "Earlier."}
    )
    with pytest.raises(teller.Strayed, match="“Earlier” is dated"):
        telling.do(earlier)


# The command


def test_command_leaves_a_site_with_an_account_alone(development):
    person("Alice")
    before = counts()
    assert run() == "No demo game was made: there are accounts here already.\n"
    assert counts() == before


def test_command_makes_nothing_where_others_can_reach():
    assert run() == "No demo game was made: its password is public, and DEBUG is off.\n"
    assert not any(counts().values())


def test_command_keeps_nothing_of_a_demo_that_is_not_whole(development, monkeypatch):
    def founded_only(*, at: datetime) -> None:
        seat("Alice", "Bobby", "Carol", "David", "Ellen")

    monkeypatch.setattr(demo, "tell", founded_only)
    with (
        time_machine.travel(noon(3)),
        pytest.raises(CommandError, match="does not show: the oldest proposal"),
    ):
        run()
    assert not any(counts().values())


def test_command_keeps_nothing_of_a_story_that_the_law_refuses(development, monkeypatch):
    address = {"category": "ascension", "title": "Mine", "body": "All of it."}
    unlawful = story.StoryStep(timedelta(days=40), "publish", "Hollis", address)
    short = story.read()
    monkeypatch.setattr(
        teller, "read", lambda: story.Story(**{**_fields(short), "steps": (*short.steps[:4], unlawful)})
    )
    with pytest.raises(
        CommandError, match="story cannot be told: You can make an Ascension Address only in an interregnum"
    ):
        run()
    assert not any(counts().values())


def _fields(demo_story: story.Story) -> dict[str, object]:
    return {name: getattr(demo_story, name) for name in story.Story.__slots__}


# Signing in with one click


@pytest.fixture
def small_demo(development):
    """A demo with two of its people, and somebody who registered there on their own."""
    seat("Alice", "Bobby", "Carol", "David", "Ellen")
    Game.objects.update(is_demo=True)
    return accounts.register({"Hollis": noon(0), "Larkspur": noon(0)})


SIGN_IN = "/demo/sign-in/"


def test_one_click_signs_in_as_a_demo_player(small_demo, client):
    answer = client.post(SIGN_IN, {"player": small_demo["Larkspur"].pk, "next": "/queue/"})
    assert (answer.status_code, answer["Location"]) == (302, "/queue/")
    assert client.session["_auth_user_id"] == str(small_demo["Larkspur"].pk)


def test_one_click_makes_somebody_else_of_who_is_signed_in(small_demo, client):
    client.post(SIGN_IN, {"player": small_demo["Larkspur"].pk})
    client.post(SIGN_IN, {"player": small_demo["Hollis"].pk})
    assert client.session["_auth_user_id"] == str(small_demo["Hollis"].pk)


@pytest.mark.parametrize("after", ["", "https://example.org/", "//example.org/", "javascript:alert(1)"])
def test_one_click_leads_nowhere_else(small_demo, client, after):
    answer = client.post(SIGN_IN, {"player": small_demo["Hollis"].pk, "next": after})
    assert (answer.status_code, answer["Location"]) == (302, "/")


@pytest.mark.parametrize("key", ["", "0", "x", "1" * 16, "٣"])
def test_one_click_knows_only_demo_players(small_demo, client, key):
    assert client.post(SIGN_IN, {"player": key}).status_code == 404
    assert "_auth_user_id" not in client.session


def test_one_click_is_not_for_an_account_of_ones_own(small_demo, client):
    assert client.post(SIGN_IN, {"player": Player.objects.get(name="Alice").pk}).status_code == 404
    assert "_auth_user_id" not in client.session


def test_one_click_is_a_post(small_demo, client):
    answer = client.get(SIGN_IN, {"player": small_demo["Hollis"].pk})
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "_auth_user_id" not in client.session


def test_one_click_is_gone_with_debug_off(small_demo, client, settings):
    settings.DEBUG = False
    assert client.post(SIGN_IN, {"player": small_demo["Hollis"].pk}).status_code == 404
    assert SIGN_IN not in client.get(reverse("account_login")).content.decode()
    assert "_auth_user_id" not in client.session


def test_one_click_is_not_there_in_a_real_game(small_demo, client):
    Game.objects.update(is_demo=False)
    assert client.post(SIGN_IN, {"player": small_demo["Hollis"].pk}).status_code == 404
    assert SIGN_IN not in client.get(reverse("account_login")).content.decode()
    assert "_auth_user_id" not in client.session


def test_one_click_is_not_there_before_a_game(development, client):
    assert client.post(SIGN_IN, {"player": "1"}).status_code == 404


def test_sign_in_page_has_a_button_for_each_demo_player(small_demo, client):
    page = client.get(reverse("account_login") + "?next=/queue/").content.decode()
    buttons = [part.split('"')[0] for part in page.split('name="player" value="')[1:]]
    assert buttons == [str(small_demo["Hollis"].pk), str(small_demo["Larkspur"].pk)]
    form = page.split(f'action="{SIGN_IN}"')[1].split("</form>")[0]
    assert 'name="next" value="/queue/"' in form
