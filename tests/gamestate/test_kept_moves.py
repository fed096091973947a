"""Who sees what comes of a move, its dice and that it was made at all: those of whom a formula holds as it is made, on
every page, in files and by program, until a move shows it to all."""

import json

import pytest
import time_machine

from blognomic.web.errors import RuleBroken
from gamestate.dice import told
from gamestate.models import LimitedAction, Roll, Taking, Update
from gamestate.services import acting, moving
from gamestate.services.undoing import undo
from gamestate.services.updating import update
from tests.blognomic.api.programs import ask, token_of
from tests.gamestate.test_private_pages import browser, text_of
from tests.gamestate.tracker import define, put, track, whose
from tests.leaves import GIVEN
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db

PACK = "viewer.pack != null && viewer.pack == owner.pack"
HUNT = {
    "name": "Hunt",
    "frequency": "",
    "asks": "other: player among players.filter(p, p != me)",
    "does": "aim = other; strength = 2DICE6",
    "shows": PACK,
    "unseen": "yes",
}
SCOUT = {
    "name": "Scout",
    "frequency": "",
    "asks": "where: choice among ['North', 'South']",
    "does": "strength = DICE20; steps += 1",
    "shows": "viewer == emperor",
}
DAWN = {"name": "Dawn", "frequency": "", "does": "show hunt; night += 1"}


@pytest.fixture
def clock():
    with time_machine.travel(noon(5), tick=False) as traveller:
        yield traveller


@pytest.fixture
def forest(clock):
    """Alice, the emperor; Bobby and Carol of one pack, David of another, Ellen of none."""
    alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    track(
        define("night", scope="game", default="1"),
        define("steps"),
        define("pack", "text", audience="own", blank=True),
        define("aim", "player", audience="own", blank=True),
        define("strength", audience="own", blank=True),
        by=alice,
        at=noon(1),
    )
    for sent in (HUNT, SCOUT, DAWN):
        response = browser(alice).post("/gamestate/actions/new/", sent)
        assert response.status_code == 302, text_of(response)
    bobby, carol, david, ellen = others
    for one, pack in ((bobby, "Reeds"), (carol, "Reeds"), (david, "Hills")):
        update(leave=GIVEN, by=one, at=noon(2), steps=[put("pack", pack, *whose(one))])
    return alice, bobby, carol, david, ellen


def take(player, name, **answers):
    path = f"/gamestate/actions/{LimitedAction.objects.get(name=name).pk}/take/"
    comment = {"comment": answers.pop("comment", "")}
    sent = {"act": "take", **comment, **{f"answer-{key}": to for key, to in answers.items()}}
    return browser(player).post(path, sent)


def everywhere(player, update_pk: int, path: str = "") -> str:
    """All that somebody reads of the log, by every way to it."""
    texts = []
    pages = (
        "/gamestate/log/",
        "/gamestate/log/?words=sneak",
        "/gamestate/log.json",
        "/gamestate/log.csv",
        f"/gamestate/log/{update_pk}/",
        "/gamestate/",
        "/gamestate/actions/",
        "/feeds/gamestate/",
        "/dice/log/",
        "/",
    )
    for page in pages:
        response = browser(player).get(page)
        if response.status_code == 200:
            texts.append((b"".join(response) if response.streaming else response.content).decode())
    token = token_of(player, at=noon(5)) if player is not None else None
    for page in ("/gamestate/updates", "/actions/takings", "/dice/rolls", f"/gamestate/updates/{update_pk}"):
        response = ask("GET", page, token=token)
        if response.status_code == 200:
            texts.append(response.content.decode())
    return "\n".join(texts)


def test_nobody_but_its_witnesses_learns_that_somebody_acted(forest):
    alice, bobby, carol, david, ellen = forest
    strangers = (None, alice, david, ellen)
    before = {one: everywhere(one, 0) for one in strangers}
    response = take(bobby, "Hunt", other="Ellen", comment="I sneak along")
    assert response.status_code == 302, text_of(response)
    made = Update.every.latest("pk")
    assert made.kept == "act" and made not in Update.objects.all() and not Taking.objects.exists()
    assert not Roll.objects.exists()
    dice = told("2DICE6", made.result["dice"][0]["faces"], made.result["dice"][0]["total"])
    for one in strangers:
        seen = everywhere(one, made.pk)
        assert (
            "sneak" not in seen.replace("words=sneak", "").replace('value="sneak"', "") and dice not in seen
        )
        assert browser(one).get(made.get_absolute_url()).status_code == 404
        assert seen.count("update-number") == before[one].count("update-number")
    for one in (bobby, carol):
        seen = everywhere(one, made.pk)
        assert "I sneak along" in seen and dice in seen and "Ellen" in seen
        assert browser(one).get(made.get_absolute_url()).status_code == 200
    undone = browser(david).get(f"/gamestate/undo/?update={made.pk}")
    disputed = browser(david).get(f"/gamestate/updates/{made.pk}/dispute/")
    assert (undone.status_code, disputed.status_code) == (404, 404)
    program = token_of(david, at=noon(5))
    assert ask("GET", f"/gamestate/undo?update={made.pk}", token=program).status_code == 404
    assert ask("DELETE", f"/actions/takings/{Taking.every.latest('pk').pk}", token=program).status_code == 404


def test_its_witnesses_are_those_of_whom_it_held_as_it_was_made(forest):
    _alice, bobby, carol, david, _ellen = forest
    take(bobby, "Hunt", other="Ellen", comment="I sneak along")
    made = Update.every.latest("pk")
    update(leave=GIVEN, by=carol, at=noon(5), steps=[put("pack", "Hills", *whose(carol))])
    update(leave=GIVEN, by=david, at=noon(5), steps=[put("pack", "Reeds", *whose(david))])
    assert browser(carol).get(made.get_absolute_url()).status_code == 200
    assert browser(david).get(made.get_absolute_url()).status_code == 404


def test_everybody_sees_it_once_a_move_shows_it(forest):
    _alice, bobby, _carol, _david, ellen = forest
    take(bobby, "Hunt", other="Ellen", comment="I sneak along")
    made = Update.every.latest("pk")
    assert take(ellen, "Dawn").status_code == 302
    shown = text_of(browser(None).get(made.get_absolute_url()))
    assert "I sneak along" in shown and "Not everybody saw at first what came of it." in shown
    dawn = Update.objects.latest("pk")
    refused = browser(ellen).post(f"/gamestate/undo/?update={dawn.pk}", {"why": "No"})
    assert refused.status_code == 409 and Update.objects.filter(pk=made.pk).exists()


def test_the_result_of_a_move_is_for_the_emperor_and_who_made_it(forest):
    alice, bobby, carol, *_ = forest
    assert take(bobby, "Scout", where="South", comment="I sneak along").status_code == 302
    made = Update.objects.latest("pk")
    dice = told("DICE20", made.result["dice"][0]["faces"], made.result["dice"][0]["total"])
    assert not Roll.objects.exists()
    for one in (None, carol):
        seen = text_of(browser(one).get(made.get_absolute_url()))
        assert "What came of it is hidden from you." in seen and "Scout" in seen
        assert "I sneak along" not in everywhere(one, made.pk) and dice not in everywhere(one, made.pk)
    for one in (alice, bobby):
        seen = text_of(browser(one).get(made.get_absolute_url()))
        assert "I sneak along" in seen and dice in seen and "South" in seen
    assert json.loads(ask("GET", f"/gamestate/updates/{made.pk}").content)["result"] is None


def test_undoing_it_is_for_its_witnesses_too_and_keeps_the_dice(forest):
    _alice, bobby, carol, david, _ellen = forest
    take(bobby, "Hunt", other="Ellen")
    made = Update.every.latest("pk")
    response = browser(bobby).post(f"/gamestate/undo/?update={made.pk}", {"why": "I sneak back"})
    assert response.status_code == 302, text_of(response)
    undone = Update.every.latest("pk")
    assert (undone.kept, undone.witnesses.count()) == ("act", 2)
    assert browser(david).get(undone.get_absolute_url()).status_code == 404
    assert "I sneak back" in text_of(browser(carol).get(undone.get_absolute_url()))
    take(bobby, "Hunt", other="Ellen")
    assert Update.every.latest("pk").result["dice"] == made.result["dice"]
    public = update(leave=GIVEN, by=bobby, at=noon(5), steps=[put("steps", "4", *whose(bobby))])
    with pytest.raises(RuleBroken, match="Undo alone what not everybody knows of"):
        undo(
            leave=GIVEN, updates=[Update.every.get(pk=public.pk - 1), public], by=bobby, at=noon(5), why="No"
        )


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (
            {"does": "show hunt", "shows": PACK, "unseen": "yes"},
            "A move that nobody else learns of cannot ask",
        ),
        ({"does": "steps += 1", "shows": "viewer.hat == 1"}, "Nothing called “hat” is tracked."),
        ({"does": "steps += 1", "shows": "viewer.aim == owner"}, "Aim already holds hidden values."),
        ({"does": "steps += 1", "when": "each day", "shows": PACK}, "Everybody who can see its values sees"),
    ],
)
def test_what_cannot_be_kept_is_not_declared(forest, changed, sentence):
    alice, bobby, *_ = forest
    take(bobby, "Hunt", other="Ellen")
    response = browser(alice).post("/gamestate/actions/new/", {"name": "Odd", "frequency": "", **changed})
    assert sentence in text_of(response)


def test_what_nobody_learns_of_changes_only_hidden_values(forest):
    alice, bobby, *_ = forest
    action = acting.declare(
        leave=GIVEN,
        by=alice,
        at=noon(5),
        name="Odd",
        frequency="",
        lines={"does": "steps += 1", "unseen": "yes"},
    )
    with pytest.raises(RuleBroken, match="changes only hidden values"):
        moving.make(leave=GIVEN, action=action, by=bobby, at=noon(5))
    assert not Update.every.filter(kept="act").exists()


def test_a_limit_that_all_share_would_tell_of_it(forest):
    alice, bobby, *_ = forest
    communal = {"name": "Odd", "frequency": "daily_communal"}
    names = [name for name, frequency in acting.frequencies(noon(5)).items() if frequency.communal]
    action = acting.declare(
        leave=GIVEN, by=alice, at=noon(5), **{**communal, "frequency": names[0]},
        lines={"does": "aim = me", "unseen": "yes"},
    )  # fmt: skip
    with pytest.raises(RuleBroken, match="limit for each player alone"):
        moving.make(leave=GIVEN, action=action, by=bobby, at=noon(5))


def test_the_pages_have_their_fixed_number_of_queries(forest, django_assert_max_num_queries):
    _alice, bobby, *_ = forest
    for _ in range(3):
        take(bobby, "Hunt", other="Ellen")
    made = Update.every.latest("pk")
    reader = browser(bobby)
    reader.get("/")
    for path in ("/gamestate/log/", made.get_absolute_url(), "/gamestate/log/?player=&words=e"):
        with django_assert_max_num_queries(12):
            assert reader.get(path).status_code == 200
