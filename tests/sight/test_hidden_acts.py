"""A move of which not everybody learns, and the same game without it: whatever is done afterwards, and whoever looks,
they look alike to who may not know of it. And of a move of which one may know, not what came of it."""

import json
from collections.abc import Callable, Iterator
from difflib import unified_diff
from typing import Any

import pytest
import time_machine
from django.db import connection

from blognomic.web.errors import RuleBroken
from gamestate.models import DeckSeed, Entry, LimitedAction, Taking, Update, Witness
from gamestate.services import acting, dynasties, moving, roster
from gamestate.services.undoing import undo
from players.models import Player
from players.present import forget
from players.services.roster import begin_dynasty
from tests.gamestate.test_private_pages import browser
from tests.gamestate.tracker import define, track
from tests.leaves import GIVEN
from tests.undoing import undone
from tests.votables.table import noon, seat

from .listening import told_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

# Two worlds are two tries from one point, and PostgreSQL's numbers go on after the first is taken back.
ONE_NUMBERING = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="The two worlds have different numbers."
)

PAGES = (
    "/gamestate/log/",
    "/gamestate/log.csv",
    "/gamestate/log.json",
    "/gamestate/",
    "/gamestate/actions/",
    "/feeds/gamestate/",
    "/dice/cards/",
    "/dice/check/",
    "/since/",
    "/api/v1/gamestate/updates",
    "/api/v1/actions",
    "/api/v1/actions/takings",
)


@pytest.fixture
def people() -> Iterator[dict[str, Player]]:
    """Alice, the emperor, and others; a number that the emperor sees, and one that its holder sees too."""
    with time_machine.travel(noon(5), tick=False):
        seated = {str(one): one for one in seat("Alice", "Bobby", "Carol", "David", "Ellen")}
        track(define("steps"), by=seated["Alice"], at=noon(1))
        yield seated


def declared(
    people: dict[str, Player], name: str, does: str, *, frequency: str = "", limit: str = "", **lines: str
):
    return acting.declare(
        leave=GIVEN, by=people["Alice"], at=noon(2), name=name, frequency=frequency, limit=limit,
        lines={"does": does, **lines},
    )  # fmt: skip


def make(action: LimitedAction, by: Player, **more: Any) -> Taking:
    return moving.make(leave=GIVEN, action=action, by=by, at=noon(5), **more)


def seen_by(reader: Player | None) -> dict[str, str]:
    looking = browser(reader)
    return {page: told_by(looking.get(page)) for page in PAGES}


def test_what_one_who_knows_has_looked_at_is_not_shown_to_others(people, monkeypatch):
    """Nothing but the move is written between the looks, and what is kept is kept as on a site in use."""
    scout = declared(people, "Scout", "steps += 1", asks="why: text", shows="viewer == emperor")
    monkeypatch.setattr("tests.conftest.forget", lambda: None)
    for one in (None, people["Carol"], people["Bobby"]):
        seen_by(one)
    make(scout, people["Bobby"], answers={"why": "For fun"}, comment="I creep along")
    made = Update.every.latest("pk")
    pages = (*PAGES, made.get_absolute_url(), "/gamestate/players/3/")
    for one in (people["Bobby"], people["Alice"]):
        for page in pages[:1] + pages[-2:-1]:
            assert "I creep along" in told_by(browser(one).get(page))
    for page in pages:
        for one in (None, people["Carol"]):
            assert "I creep along" not in told_by(browser(one).get(page)), page


def looks(
    act: Callable[[], object], then: Callable[[], object], readers: list[Player | None]
) -> list[object]:
    """What comes of `then` after `act`, and what the readers see before and after it."""
    with undone():
        act()
        forget()
        before = [seen_by(one) for one in readers]
        try:
            came = str(then())
        except RuleBroken as refused:
            came = f"{refused} {getattr(refused, 'troubles', '')}"
        forget()
        return [before, came, [seen_by(one) for one in readers]]


def leave_a_gap(made: Taking, entries: list[Entry]) -> None:
    """Let numbers be missing as after such a move."""
    update = Update.every.create(kind="change", at=made.at, by=made.by, kept="act")
    Witness.objects.create(update=update, player=made.by)
    Taking.every.create(action=made.action, by=made.by, at=made.at, update=update)
    for entry in entries:
        entry.pk, entry.update = None, update
        entry.save()
    for model in (Witness, Entry):
        model.objects.filter(update=update).delete()
    Taking.every.filter(update=update).delete()
    Update.every.filter(pk=update.pk).delete()


def check_alike(act: Callable[[], Taking], then: Callable[[], object], readers: list[Player | None]) -> None:
    """Raise AssertionError where what is done `then`, or what a reader sees, tells whether `act` was done."""
    with undone():
        made = act()
        entries = list(Entry.objects.filter(update=made.update))
        assert entries
        one = looks(lambda: None, then, readers)
    other = looks(lambda: leave_a_gap(made, entries), then, readers)
    assert differing(one, other) == []


def differing(one: object, other: object) -> list[str]:
    """The lines in which they differ, for whoever has to find out why."""
    lines = [json.dumps(each, indent=0).replace("\\n", "\n").splitlines() for each in (one, other)]
    return [
        line
        for line in unified_diff(*lines, n=0, lineterm="")
        if not line.startswith(("---", "+++", "@@")) and "game-version" not in line
    ]


@pytest.fixture
def hidden(people) -> dict[str, Player]:
    """The same with values that are for the emperor and their holder, and for the holder alone, and a public limit."""
    track(
        define("mark", audience="holder", floor=None),
        define("secret", audience="own", floor=None),
        by=people["Alice"], at=noon(1),
    )  # fmt: skip
    return people


def per(communal: bool) -> str:
    return next(
        name
        for name, one in acting.frequencies(noon(2)).items()
        if one.communal is communal and one.per == "day"
    )


def creep(people: dict[str, Player], does: str = "mark = 3; secret = 4", **more: Any) -> Callable[[], Taking]:
    action = declared(people, "Creep", does, unseen="yes", **more)
    return lambda: make(action, people["Bobby"], comment="I creep along")


@ONE_NUMBERING
def test_a_limit_that_another_move_shares_does_not_tell_of_it(hidden):
    act = creep(hidden, frequency=per(False), limit="feet")
    march = declared(hidden, "March", "steps += 1", frequency=per(True), limit="feet")
    check_alike(act, lambda: make(march, hidden["Carol"]) and None, [None, hidden["Carol"]])


@ONE_NUMBERING
def test_what_a_public_change_sets_again_does_not_tell_of_it(hidden):
    """Coming back, and beginning afresh, set hidden values that may stand otherwise."""
    act = creep(hidden)
    bobby = hidden["Bobby"]
    check_alike(
        act,
        lambda: roster.begin_afresh(leave=GIVEN, player=bobby, at=noon(5), link=""),
        [None, hidden["Carol"]],
    )


@ONE_NUMBERING
def test_what_came_of_a_move_is_not_to_be_counted(hidden):
    """One that sets something hidden, or leaves it as it is."""
    hunt = declared(
        hidden, "Hunt", "secret = height", asks="height: number from 0 to 5", shows="viewer == owner"
    )
    seen = []
    for height in ("5", "0"):
        with undone():
            made = make(hunt, hidden["Bobby"], answers={"height": height})
            assert Entry.objects.filter(update=made.update).exists() is (height == "5")
            forget()
            seen.append([seen_by(one) for one in (None, hidden["Carol"])])
    assert differing(*seen) == []


def test_who_is_shown_a_move_that_was_undone_sees_what_undid_it(hidden):
    """So that nothing leads to what there is not for them."""
    made = creep(hidden)()
    undo(leave=GIVEN, updates=[made.update], by=hidden["Bobby"], at=noon(5), why="I sneak back")
    undone_by = Update.every.latest("pk")
    dawn = declared(hidden, "Dawn", "show creep")
    make(dawn, hidden["Ellen"])
    for one in (made.update, undone_by):
        assert browser(hidden["Carol"]).get(one.get_absolute_url()).status_code == 200


def test_the_secret_of_a_dynasty_is_sealed_before_a_move_is_made_in_it(hidden):
    creep(hidden)
    begun = begin_dynasty(emperor=hidden["Carol"], at=noon(5), theme="Next", words={})
    dynasties.retire_all(
        leave=GIVEN,
        by=hidden["Carol"],
        at=noon(5),
        comment="Next",
        keep=["mark", "secret"],
        keep_actions=["creep"],
    )
    assert DeckSeed.objects.filter(dynasty=begun, published_at=noon(5)).exists()
