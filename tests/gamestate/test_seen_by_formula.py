"""Who sees a value by a formula over viewer, owner and state: on every page and by program, for as long as it holds."""

import re

import pytest
import time_machine

from gamestate.queries.planning import UpdateRefused
from gamestate.services.undoing import undo
from gamestate.services.updating import update
from gamestate.values.steps import read_step
from tests.gamestate.test_private_pages import browser
from tests.gamestate.tracker import define, put, track, whose
from tests.leaves import GIVEN
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db

WHEN = "night > 3 || viewer.pack != null && viewer.pack == owner.pack"
NAMES = {"Bobby": "Heron", "Carol": "Otter", "David": "Lynx"}


@pytest.fixture
def players():
    """Alice, the emperor, and four others, each with a secret name; Bobby and Carol are of one pack."""
    with time_machine.travel(noon(5), tick=False):
        alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
        track(
            define("night", scope="game", default="1"),
            define("pack", "text", audience="own", blank=True),
            define("secret", "text", audience="own", seen_when=WHEN, blank=True),
            by=alice,
            at=noon(1),
        )
        for one in others[:3]:
            pack = "Reeds" if one.name != "David" else "Hills"
            steps = [put("secret", NAMES[one.name], *whose(one)), put("pack", pack, *whose(one))]
            update(leave=GIVEN, by=one, at=noon(2), steps=steps)
        yield alice, *others


def seen(player, path: str, others) -> set[str]:
    """Whose secrets somebody reads under a path."""
    pages = [browser(player).get(path.format(one.pk)) for one in (others if "{}" in path else others[:1])]
    assert {page.status_code for page in pages} == {200}
    whole = " ".join((b"".join(page) if page.streaming else page.content).decode() for page in pages)
    return {name for name, secret in NAMES.items() if re.search(rf"\b{secret}\b", whole)}


@pytest.mark.parametrize("path", ["/gamestate/", "/gamestate/players/{}/", "/gamestate/players.csv"])
def test_who_meets_the_formula_sees_it_and_nobody_else(players, path):
    alice, bobby, carol, david, ellen = players
    others = players[1:]
    pack = {"Bobby", "Carol"}
    for one, names in (
        (bobby, pack),
        (carol, pack),
        (david, {"David"}),
        (ellen, set()),
        (alice, set()),
        (None, set()),
    ):
        assert seen(one, path, others) == names, one
    update(leave=GIVEN, by=bobby, at=noon(3), steps=[put("night", "4", "game")])
    assert seen(None, path, others) == seen(alice, path, others) == set(NAMES)
    update(leave=GIVEN, by=bobby, at=noon(4), steps=[put("night", "2", "game")])
    assert seen(None, path, others) == set() and seen(carol, path, others) == pack


def test_the_log_keeps_what_it_hid(players):
    alice, bobby, *_ = players
    update(leave=GIVEN, by=bobby, at=noon(3), steps=[put("night", "4", "game")])
    assert seen(alice, "/gamestate/log/", players[1:]) == set()


@pytest.mark.parametrize("formula", ["true", "viewer.pack == 'Reeds'"])
def test_nobody_lets_others_see_what_is_hidden_already(players, formula):
    alice, _bobby, _carol, david, _ellen = players
    changed = {"name": "Secret", "kind": "text", "audience": "own", "blank": True, "seen_when": formula}
    with pytest.raises(UpdateRefused, match="already holds hidden values"):
        track(read_step({"do": "alter", "path": "secret", "definition": changed}), by=alice, at=noon(3))
    with pytest.raises(UpdateRefused, match="already holds hidden values"):
        track(define("probe", audience="own", seen_when="owner.pack == 'Reeds'"), by=alice, at=noon(3))


def test_undoing_does_not_let_others_see_it_again(players):
    alice, _bobby, _carol, david, _ellen = players
    hidden = {"name": "Secret", "kind": "text", "audience": "own", "blank": True}
    made = track(read_step({"do": "alter", "path": "secret", "definition": hidden}), by=alice, at=noon(3))
    assert seen(_carol, "/gamestate/", players[1:]) == {"Carol"}
    with pytest.raises(UpdateRefused, match="already holds hidden values"):
        undo(leave=GIVEN, updates=[made], by=david, at=noon(4), why="No")


def test_a_formula_without_a_result_lets_nobody_see_it(players):
    with pytest.raises(UpdateRefused, match="do not know"):
        track(define("odd", audience="own", seen_when="viewer == nobody_knows"), by=players[0], at=noon(3))


def test_the_page_has_its_fixed_number_of_queries(players, django_assert_max_num_queries):
    for path in ("/gamestate/", f"/gamestate/players/{players[1].pk}/", "/gamestate/players.csv"):
        reader = browser(players[2])
        reader.get("/")  # signs the reader in
        with django_assert_max_num_queries(12):
            assert reader.get(path).status_code == 200
