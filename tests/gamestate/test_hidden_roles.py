"""Hidden roles with night orders that resolve at dawn, played through pages and by program: nobody but their player
sees a role or an order, not even the emperor, until dawn says by itself what its rule lets it say."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from gamestate.models import LimitedAction, Update, Variable
from tests.blognomic.api.programs import ask, token_of
from tests.gamestate.test_private_pages import browser, text_of
from tests.gamestate.tracker import define, shown, track
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db

DEAL = {
    "name": "Deal the roles",
    "frequency": "",
    "does": "shuffle roles\nfor p in players: draw from roles to p.role",
}
NIGHT = {
    "name": "Point at somebody",
    "frequency": "",
    "asks": "other: player among players.filter(p, p.alive && p != me)",
    "needs": "alive -- You are dead.",
    "does": "aim = other",
}
DAWN = {
    "name": "Dawn",
    "timing": "every day at 06:00",
    "lines": {
        "does": "let wolves = players.filter(p, p.alive && revealed('Wolf' in p.role))\n"
        "let eaten = players.filter(p, p.alive && wolves.exists(w, revealed(w.aim) == p))\n"
        "for p in eaten: p.alive = false; p.was = revealed(p.role[0])\n"
        "for p in players: if revealed('Seer' in p.role && p.aim != null): p.vision = revealed(p.aim.role[0])\n"
        "for p in players: p.aim = null"
    },
}
ROLES = ["Wolf", "Seer", "Villager", "Peasant"]
FIRST_DAWN = datetime(2026, 3, 8, 6, tzinfo=UTC)


@pytest.fixture
def clock():
    with time_machine.travel(noon(5), tick=False) as traveller:
        yield traveller


@pytest.fixture
def village(clock):
    """Alice, the emperor, and four villagers, one of whom is a wolf and one a seer."""
    alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    cards = {"blank": True, "twice": True}
    track(
        define("roles", "texts", "game", audience="nobody", default=", ".join(ROLES), **cards),
        define("role", "texts", audience="own", **cards),
        define("alive", "yes_no", default="yes"),
        define("aim", "player", audience="own", blank=True),
        define("vision", "text", audience="own", blank=True),
        define("was", "text", blank=True),
        by=alice,
        at=noon(1),
    )
    program = token_of(alice, at=noon(5))
    assert ask("POST", "/actions", DAWN, token=program).status_code == 201
    for sent in (DEAL, NIGHT):
        response = browser(alice).post("/gamestate/actions/new/", sent)
        assert response.status_code == 302, text_of(response)
    assert take(others[0], DEAL["name"]).status_code == 302
    return alice, *others


def take(player, name, **answers):
    path = f"/gamestate/actions/{LimitedAction.objects.get(name=name).pk}/take/"
    return browser(player).post(path, {"act": "take", **{f"answer-{key}": to for key, to in answers.items()}})


def by_role(players):
    """The players by what they are."""
    roles = shown("role")
    return {roles[one.name]: one for one in players}


def words(player, path: str) -> set[str]:
    """The words of a page as somebody sees it."""
    response = browser(player).get(path)
    assert response.status_code == 200, path
    return set(re.findall(r"\w+", response.content.decode()))


def test_the_night_is_settled_at_dawn_and_tells_no_more_than_its_rule(village, clock):
    alice, *others = village
    roles = by_role(others)
    assert sorted(roles) == sorted(ROLES)
    wolf, seer, prey, peasant = (roles[each] for each in ROLES)
    for player, at in ((wolf, prey), (seer, wolf), (prey, peasant), (peasant, seer)):
        assert take(player, NIGHT["name"], other=at.name).status_code == 302

    # Whom somebody points at, and what they are, is in no answer but their own.
    night = Update.objects.latest("pk")
    state, role = f"/gamestate/players/{wolf.pk}/", Variable.objects.get(key="role")
    hidden = (state, night.get_absolute_url(), f"/gamestate/variables/{role.pk}/", "/api/v1/gamestate")
    assert [path for path in hidden for one in (None, alice, seer) if "Wolf" in words(one, path)] == []
    assert "Wolf" in words(wolf, state)
    forecasts = ask("GET", "/actions/forecast").json()
    assert forecasts[0]["name"] == "Dawn" and prey.name not in str(forecasts)

    clock.move_to(FIRST_DAWN + timedelta(hours=1))
    words(None, "/")  # whoever comes next finds it done
    alive, was = shown("alive"), shown("was")
    assert (alive[prey.name], was[prey.name], alive[wolf.name], was[wolf.name]) == (
        "no",
        "Villager",
        "yes",
        "",
    )
    assert shown("vision")[seer.name] == "Wolf"
    profile = f"/gamestate/players/{seer.pk}/"
    assert [("Wolf" in words(one, profile)) for one in (seer, peasant, alice, None)] == [
        True,
        False,
        False,
        False,
    ]
    assert Update.objects.latest("pk").at == FIRST_DAWN
    assert take(prey, NIGHT["name"], other=wolf.name).status_code != 302  # the dead do not point

    # What was shown is not taken back.
    undone = browser(peasant).post(f"/gamestate/undo/?update={Update.objects.latest('pk').pk}", {"why": "No"})
    assert (undone.status_code, shown("alive")[prey.name]) == (409, "no")


def test_nothing_reveals_what_is_hidden_already(village):
    alice, bobby, *_ = village
    program = token_of(alice, at=noon(5))
    spy = {
        "name": "Spy",
        "timing": "at once",
        "lines": {"does": "for p in players: p.was = revealed(p.role[0])"},
    }
    refused = ask("POST", "/actions", spy, token=program)
    assert (refused.status_code, shown("was")[bobby.name]) == (400, "")
    assert "Role already holds hidden values." in refused.content.decode()
    for does in ("was = revealed(role[0])", "let x = revealed(roles[0])"):
        sent = {"name": "Peek", "frequency": "", "does": does}
        assert "Only what happens by itself reveals" in text_of(
            browser(alice).post("/gamestate/actions/new/", sent)
        )
    for asks in ({"asks": "card: choice among revealed(roles)"}, {"needs": "revealed(size(roles)) > 3"}):
        sent = {"name": "Peek", "frequency": "", "does": "alive = true", **asks}
        assert "Only what happens by itself reveals" in text_of(
            browser(alice).post("/gamestate/actions/new/", sent)
        )
