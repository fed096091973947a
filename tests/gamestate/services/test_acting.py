"""Limited actions: declared, taken as the law in force allows, taken back."""

import pytest

from blognomic.web.errors import RuleBroken, Stale
from gamestate.hidden import viewer_of
from gamestate.models import LimitedAction, Taking, Update
from gamestate.queries.acting import actions_for, log_of_takings
from gamestate.queries.log import LogQuestion, shown_updates, updates
from gamestate.queries.log_files import log_as_json
from gamestate.services import acting, moving
from gamestate.services.undoing import undo
from gamestate.services.updating import update
from players.models import AdminAct
from ruleset.law.shipped import document
from ruleset.services import enact_law
from tests.gamestate.tracker import define, put, track, whose
from tests.leaves import GIVEN
from tests.votables.table import Kind, declare, event, noon, person, seat
from votables.services.leave import BY_THE_LAW

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
def players():
    return seat(*FIVE, emperor=False)


def forage(by, frequency="daily", **more) -> LimitedAction:
    return acting.declare(
        leave=BY_THE_LAW, **{"by": by, "at": noon(0), "name": "Forage", "frequency": frequency, **more}
    )


def take(action, by, at) -> Taking:
    return acting.take(leave=GIVEN, action=action, by=by, at=at)


def refused(act, *args, **arguments) -> RuleBroken:
    before = (LimitedAction.objects.count(), Taking.objects.count(), AdminAct.objects.count())
    with pytest.raises(RuleBroken) as caught:
        act(*args, **arguments)
    assert (LimitedAction.objects.count(), Taking.objects.count(), AdminAct.objects.count()) == before
    return caught.value


def test_an_admin_declares_an_action_once(players):
    alice, bobby, *_ = players
    action = forage(alice, name=" Ring the  Bell ", description=" Loud. ")
    assert (action.key, action.name, action.description, action.frequency) == (
        "ring-the-bell",
        "Ring the Bell",
        "Loud.",
        "daily",
    )
    assert AdminAct.objects.latest("pk").sentence == "declared the action Ring the Bell"
    assert refused(forage, bobby).status == 403
    assert refused(forage, alice, name="ring THE bell").status == 409
    assert refused(forage, alice, name="Other", key="ring-the-bell").status == 409


@pytest.mark.parametrize(
    "arguments",
    [
        {"name": " "},
        {"name": "n" * 81},
        {"name": "a\x00"},
        {"description": "d" * 2_001},
        {"frequency": "often"},
        {"rule": 10**9},
        {"key": "Big Key"},
    ],
)
def test_what_cannot_be_declared_is_refused(players, arguments):
    assert refused(forage, players[0], **arguments).status == 400


@pytest.mark.parametrize(
    ("law", "names"),
    [
        ("ruleset-37", ["often", "occasionally"]),
        ("ruleset-86", ["daily", "weekly"]),
        ("ruleset-98", ["daily", "weekly", "weekly-communal"]),
        ("ruleset-2019-09", ["daily", "daily-communal", "weekly", "weekly-communal"]),
        ("ruleset-211", ["daily", "daily-communal", "weekly", "weekly-communal"]),
    ],
)
def test_every_frequency_of_each_law_can_be_declared_and_taken_once(law, names):
    alice, *_ = seat(*FIVE, law=law, emperor=False)
    for name in names:
        action = forage(alice, name, name=name)
        take(action, alice, noon(1))
        assert refused(take, action, alice, noon(1, minutes=1)).when > noon(1, hours=6)


def test_a_refusal_names_the_rule_and_the_instant(players):
    alice, bobby, *_ = players
    action = forage(alice)
    take(action, bobby, noon(1, hours=10))
    refusal = refused(take, action, bobby, noon(1, hours=11))
    assert (refusal.sentence, refusal.rule, refusal.when) == (
        "You took Forage at 3 March 2026, 22:00 UTC. You can take it again at 4 March 2026, 08:00 UTC.",
        "Daily Action",
        noon(1, hours=20),
    )
    assert take(action, alice, noon(1, hours=11)).by == alice
    assert take(action, bobby, noon(1, hours=20)).at == noon(1, hours=20)
    take(action, bobby, noon(3, hours=8, seconds=1))
    refusal = refused(take, action, bobby, noon(3, hours=9))
    assert "again at 6 March 2026, 06:01 UTC" in refusal.sentence and refusal.when == noon(
        3, hours=18, minutes=1
    )


def test_a_refusal_of_a_communal_action_names_who_took_it(players):
    alice, bobby, carol, *_ = players
    action = forage(alice, "daily-communal")
    take(action, bobby, noon(1))
    refusal = refused(take, action, carol, noon(1, hours=1))
    assert (refusal.sentence, refusal.rule) == (
        "Bobby took Forage at 3 March 2026, 12:00 UTC. You can take it at 4 March 2026, 00:00 UTC.",
        "Daily Communal Action",
    )


def test_the_spacing_is_that_of_the_law_in_force(players):
    alice, bobby, *_ = players
    action = forage(alice)
    take(action, bobby, noon(1, hours=10))
    changed = document("ruleset-211").replace(
        '[actions.daily]\nper = "day"\nspacing = 10', '[actions.daily]\nper = "day"\nspacing = 3'
    )
    assert changed != document("ruleset-211")
    enact_law(document=changed, special_cases={}, at=noon(1, hours=11), by=alice, why="Voted.")
    assert refused(take, action, bobby, noon(1, hours=11)).when == noon(1, hours=13)
    assert take(action, bobby, noon(1, hours=13)).at == noon(1, hours=13)


def test_an_action_whose_frequency_the_law_knows_no_more_is_not_taken(players):
    alice, *_ = players
    action = forage(alice)
    enact_law(document=document("ruleset-37"), special_cases={}, at=noon(1), by=alice, why="Voted.")
    assert refused(take, action, alice, noon(1)).sentence.startswith(
        "The law no longer has the frequency “daily”"
    )
    (shown,) = actions_for(alice, at=noon(1))
    assert (shown.frequency, shown.again, shown.why) == (None, None, "")


def test_only_who_plays_takes_actions(players):
    alice, bobby, *_ = players
    action = forage(alice)
    for outsider in (event(bobby, Kind.IDLED, at=noon(0)), person("Gregory")):
        assert (
            refused(take, action, outsider, noon(1)).sentence
            == "Only a player who is not idle can take actions."
        )


def test_a_retired_action_is_not_taken_and_its_name_is_free(players):
    alice, bobby, *_ = players
    action = forage(alice)
    assert refused(acting.retire, leave=BY_THE_LAW, action=action, by=bobby, at=noon(1)).status == 403
    acting.retire(leave=GIVEN, action=action, by=alice, at=noon(1))
    assert refused(take, action, bobby, noon(2)).status == 409
    with pytest.raises(Stale):
        acting.retire(leave=GIVEN, action=action, by=alice, at=noon(2))
    assert forage(alice).key == "forage"


def test_no_actions_are_taken_while_the_game_stands_still(players):
    alice, bobby, *_ = players
    action = forage(alice)
    declare(bobby, noon(1))
    assert refused(moving.make, leave=BY_THE_LAW, action=action, by=alice, at=noon(1, hours=1)).status == 403


def test_an_action_taken_alone_stands_in_the_log_with_the_dice_of_its_comment(players):
    alice, bobby, *_ = players
    action, viewer = forage(alice), viewer_of(bobby, at=noon(1))
    taken = moving.make(leave=BY_THE_LAW, action=action, by=bobby, at=noon(1), comment="DICE1 berries")
    (shown,) = shown_updates(updates(LogQuestion(words="forage"), viewer), viewer)
    assert (shown.update, shown.takings, shown.entries, [roll.faces for roll in shown.rolls]) == (
        taken.update,
        [taken],
        [],
        [["1"]],
    )
    assert '"actions": [{"name": "Forage", "withdrawn": null}]' in "".join(log_as_json(LogQuestion(), viewer))
    # Nothing was changed with it, so it is withdrawn by itself.
    assert [one.alone for one in log_of_takings()] == [True]
    acting.take_back(leave=GIVEN, taking=taken, by=bobby, at=noon(1))
    assert moving.make(leave=BY_THE_LAW, action=action, by=bobby, at=noon(1)).update.comment == ""


def test_an_action_is_taken_with_an_update_or_neither_is(players):
    alice, bobby, *_ = players
    action = forage(alice)
    track(define("food"), by=alice, at=noon(0))
    arguments = {
        "by": bobby,
        "steps": [put("food", "+1", *whose(bobby))],
        "comment": "Berries",
        "actions": [action],
    }
    made = update(leave=GIVEN, at=noon(1), **arguments)
    assert list(Taking.objects.values_list("action", "by", "at", "comment", "update")) == [
        (action.pk, bobby.pk, noon(1), "Berries", made.pk)
    ]
    updates = Update.objects.count()
    assert refused(update, leave=BY_THE_LAW, at=noon(1, hours=1), **arguments).rule == "Daily Action"
    assert Update.objects.count() == updates


def test_a_taking_of_an_update_that_was_undone_counts_no_more(players):
    alice, bobby, *_ = players
    action = forage(alice)
    track(define("food"), by=alice, at=noon(0))
    made = update(
        leave=GIVEN,
        by=bobby,
        at=noon(1),
        steps=[put("food", "+1", *whose(bobby))],
        comment="Berries",
        actions=[action],
    )
    refused(acting.take_back, leave=BY_THE_LAW, taking=made.takings.get(), by=bobby, at=noon(1))
    undo(leave=GIVEN, updates=[made], by=bobby, at=noon(1, hours=1), why="No berries here.")
    assert Taking.objects.get().withdrawn_at == noon(1, hours=1)
    take(action, bobby, noon(1, hours=2))


def test_a_taking_by_mistake_is_taken_back_by_its_player_or_an_admin(players):
    alice, bobby, carol, *_ = players
    action = forage(alice)
    one, two = take(action, bobby, noon(1)), take(action, carol, noon(1))
    assert refused(acting.take_back, leave=BY_THE_LAW, taking=one, by=carol, at=noon(1)).status == 403
    acts = AdminAct.objects.count()
    acting.take_back(leave=GIVEN, taking=one, by=bobby, at=noon(1, hours=1))
    assert AdminAct.objects.count() == acts
    acting.take_back(leave=GIVEN, taking=two, by=alice, at=noon(1, hours=1))
    assert AdminAct.objects.latest("pk").sentence == "withdrew Carol’s use of Forage"
    with pytest.raises(Stale):
        acting.take_back(leave=GIVEN, taking=one, by=bobby, at=noon(2))
    take(action, bobby, noon(1, hours=2))
    assert [(taking.by.name, taking.withdrawn_at is None) for taking in log_of_takings()] == [
        ("Bobby", True),
        ("Carol", False),
        ("Bobby", False),
    ]


def test_the_list_says_when_each_may_be_taken_again(players):
    alice, bobby, *_ = players
    daily, communal = forage(alice), forage(alice, "weekly-communal", name="Vote")
    take(daily, bobby, noon(1))
    take(communal, alice, noon(1))
    at = noon(1, hours=1)
    rows = {who.name: actions_for(who, at=at) for who in (alice, bobby)}
    assert {who: [row.why for row in listed] for who, listed in rows.items()} == {
        "Alice": [
            "",
            "You took Vote at 3 March 2026, 12:00 UTC. You can take it again at 9 March 2026, 00:00 UTC.",
        ],
        "Bobby": [
            "You took Forage at 3 March 2026, 12:00 UTC. You can take it again at 4 March 2026, 00:00 UTC.",
            "Alice took Vote at 3 March 2026, 12:00 UTC. You can take it at 9 March 2026, 00:00 UTC.",
        ],
    }
    assert [row.again for row in actions_for(None, at=at)] == [None, None]
