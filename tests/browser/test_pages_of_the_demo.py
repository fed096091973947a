"""Pages of the demo, which are full: what `test_every_page` looks for there is not to be found here either."""

from collections.abc import Iterator
from statistics import median

import pytest
import time_machine
from django.db import transaction
from django.urls import resolve, reverse

from players.models import Player
from ruleset.models import Revision
from tests.votables.test_demo_in_summer import SUMMER
from votables.management.commands import demo
from votables.models import Post

from .hand import Hand
from .looking import Look, named
from .serving import HOST
from .windows import looking

pytestmark = pytest.mark.django_db

# Whoever looks, and at what: an address, or the post or player of that name.
PLACES = """
-          /  /queue/  /archive/  /archive/?dynasty=2  /charts/  /search/?q=parcel  /rules/  /rules/history/
-          /search/?what=past&q=coach  /law/  /gamestate/  /gamestate/log/  /gamestate/dice/  /gamestate/dice/log/
-          /gamestate/dice/statistics/  /gamestate/actions/  /gamestate/pages/  /players/  /players/history/
-          /players/admin-log/  /players/dynasties/  /players/dynasties/2/  /players/mentors/  /events/
-          player:Hollis  post:The_Whistle,_Again  post:Fog  /accounts/login/
-          /welcome/  /guide/players/  /guide/admins/  /guide/emperors/  /chronicle/  /since/
Larkspur   /  /since/
Ptarmigan  /  /since/?since=2026-01-01  /queue/mine/  /posts/new/  /drafts/  /players/messages/  /notices/
Ptarmigan  /gamestate/  player:Ptarmigan
Ptarmigan  post:Fog  post:Whistle-Stops  post:Does_a_Parcel_on_the_Roof_Travel_in_a_Coach?  post:Abolish_the_Postmaster
Hollis     /  /dashboard/  post:The_Night_Ferry  /rules/  /gamestate/edit/?players=1  revision:last  player:Brindle
"""


def told_in(places: str) -> list[tuple[str, str]]:
    """Who looks at what."""
    return [(who, what) for who, *all_of in map(str.split, places.strip().splitlines()) for what in all_of]


VISITS = told_in(PLACES)

IN_GERMAN = """
-          /  /queue/  /law/  /charts/  /accounts/signup/  /guide/players/
Ptarmigan  /  /gamestate/  /gamestate/log/  /posts/new/  post:Fog
Hollis     /  /queue/  /dashboard/  /notices/  /notices/settings/  /since/  player:Brindle  post:The_Night_Ferry
"""
FRAMED = "/"  # where everybody's frame is looked at, too


def routes() -> set[str]:
    """The names of all that is looked at here."""
    kinds = {"post": "votables:post", "player": "players:profile", "revision": "ruleset:revision"}
    places = {what.partition(":")[0] for _, what in VISITS}
    return {kinds.get(place) or resolve(place.partition("?")[0]).view_name for place in places}


@pytest.fixture(scope="module")
def opened(
    chrome: Hand, address: str, django_db_setup, django_db_blocker, request
) -> Iterator[dict[str, Look]]:
    """The demo, told once for all tests here, and windows of people in it."""
    with django_db_blocker.unblock(), transaction.atomic():
        with time_machine.travel(SUMMER, tick=False):
            assert demo.make(SUMMER) == ""
            shown = looking(chrome, address, people(), request.config.getoption("--pictures"))
            looks = shown.__enter__()
        yield looks
        shown.__exit__(None, None, None)
        transaction.set_rollback(True)


def people() -> dict[str, Player | None]:
    return {
        name: Player.objects.filter(name=name).first() for name in ("-", "Larkspur", "Ptarmigan", "Hollis")
    }


@pytest.fixture(scope="module")
def opened_in_german(
    chrome: Hand, address: str, opened: dict[str, Look], django_db_blocker, request
) -> Iterator[dict[str, Look]]:
    """Windows of the same people, who read German."""
    with django_db_blocker.unblock():
        with time_machine.travel(SUMMER, tick=False):
            pictures = request.config.getoption("--pictures")
            shown = looking(chrome, address, people(), pictures, locale="de-DE")
            looks = shown.__enter__()
        yield looks
        shown.__exit__(None, None, None)


@pytest.fixture
def looks(opened: dict[str, Look], at_play: None, settings) -> Iterator[dict[str, Look]]:
    settings.ALLOWED_HOSTS = [HOST]
    with time_machine.travel(SUMMER, tick=False):
        yield opened


def place(what: str) -> str:
    kind, _, name = what.replace("_", " ").partition(":")
    if kind == "post":
        return Post.objects.get(title=name).get_absolute_url()
    if kind == "player":
        return Player.objects.get(name=name).get_absolute_url()
    if kind == "revision":
        return reverse("ruleset:revision", args=[Revision.objects.latest("pk").pk])
    return what


@pytest.mark.every_page
@pytest.mark.parametrize(("who", "what"), VISITS, ids=map(" ".join, VISITS))
def test_nothing_is_wrong_with_a_full_page(looks, who, what):
    assert (
        looks[who].faults(
            place(what), name=named("demo", what, "stranger" if who == "-" else who), framed=what == FRAMED
        )
        == []
    )


@pytest.mark.every_page
@pytest.mark.parametrize(("who", "what"), told_in(IN_GERMAN))
def test_longer_words_have_room_on_the_smallest_screen(looks, opened_in_german, who, what):
    look = opened_in_german[who]
    name = named("german", what, "stranger" if who == "-" else who)
    faults = look.faults_where_it_is_narrowest(place(what), name=name)
    if what == FRAMED:
        faults += look.faults(what, name=name, framed=True)
    assert (look.page.evaluate("document.documentElement.lang"), faults) == ("de", [])


# Words that a sighted reader sees, in what is open.
WORDS = """
() => {
  const unseen = (one) => one && (!one.checkVisibility({visibilityProperty: true}) || one.closest(".unseen, option"));
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  let words = 0;
  while (texts.nextNode()) if (!unseen(texts.currentNode.parentElement))
    words += (texts.currentNode.data.match(/\\S*[\\p{L}\\p{N}]\\S*/gu) || []).length;
  return words;
}
"""
MOST_WORDS = 165  # of which some 117 are the players’ own


@pytest.mark.every_page
def test_the_page_of_a_matter_has_few_words_beside_its_text(looks):
    page = looks["Ptarmigan"].page
    counts = {}
    for post in Post.objects.exclude(category="").order_by("pk"):
        page.goto(post.get_absolute_url())
        counts[post.title] = page.evaluate(WORDS)
    assert len(counts) == 35
    assert median(counts.values()) <= MOST_WORDS, counts
