"""The emperor, who need be no admin, defines what the dynasty tracks, and is no player for its rules while Dynastic
Distance is active."""

from collections.abc import Callable

import pytest

from blognomic.web.errors import RuleBroken
from gamestate.models import LimitedAction
from gamestate.queries.acting import actions_for
from gamestate.services import acting, moving, updating
from players.models import AdminAct, Player
from players.services.roster import crown
from ruleset.law import SHIPPED, load
from ruleset.queries import law_at
from ruleset.services import enact_law
from tests.gamestate.tracker import define
from votables.services import resolving, roster, typed_posts
from votables.services.leave import BY_THE_LAW

from .table import Cause, Kind, declare, event, join, noon, person, seat

pytestmark = pytest.mark.django_db

HUNT = {"name": "Hunt", "plural": "Hunts", "mark": "Hunt"}
BALL = {"name": "Ball", "plural": "Balls", "mark": "Ball"}
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
DISTANCE = "Dynastic Distance"


def reign(law: str = "ruleset-211") -> tuple[Player, Player, Player]:
    """An admin, an emperor who is none, and somebody who is neither."""
    alice, bobby, carol, *_ = seat(*FIVE, law=law)
    crown(player=bobby, at=noon(1), by=alice, cause=Cause.MATTER, why="A test needs it.")
    return alice, bobby, carol


def switch(active: bool) -> None:
    document = law_at(noon(1)).law.text
    enact_law(document=document, special_cases={DISTANCE: active}, at=noon(1), by=None, why="Test")


def action(by: Player) -> LimitedAction:
    return acting.declare(leave=BY_THE_LAW, by=by, at=noon(1), name="Forage", frequency="daily")


# Distance


@pytest.mark.parametrize("law", ["ruleset-98", "ruleset-2019-09", "ruleset-211"])
def test_the_emperor_takes_no_action_while_dynastic_distance_is_active(law):
    alice, bobby, carol = reign(law)
    forage = action(alice)
    knows = DISTANCE in load(law).special_cases
    if not knows:
        assert moving.make(leave=BY_THE_LAW, action=forage, by=bobby, at=noon(2)).by == bobby
        return
    for take in (
        lambda: moving.make(leave=BY_THE_LAW, action=forage, by=bobby, at=noon(2)),
        lambda: updating.update(leave=BY_THE_LAW, by=bobby, at=noon(2), steps=[], actions=[forage]),
    ):
        with pytest.raises(RuleBroken) as caught:
            take()
        assert (caught.value.sentence, caught.value.rule, caught.value.status) == (
            "While Dynastic Distance is active, the emperor does not count as a player of the "
            "dynasty and cannot take its actions.",
            DISTANCE,
            403,
        )
    assert not forage.takings.exists()
    assert moving.make(leave=BY_THE_LAW, action=forage, by=carol, at=noon(2)).by == carol
    switch(active=False)
    assert moving.make(leave=BY_THE_LAW, action=forage, by=bobby, at=noon(2)).by == bobby


def test_the_emperor_reads_why_they_take_no_action_and_others_do_not():
    alice, bobby, carol = reign()
    action(alice)
    firsts = [actions_for(one, at=noon(2))[0] for one in (bobby, carol, None)]
    assert [(one.again is not None, bool(one.why)) for one in firsts] == [
        (False, True), (True, False), (False, False),
    ]  # fmt: skip


def test_a_former_emperor_takes_actions_again():
    alice, bobby, carol = reign()
    forage = action(alice)
    crown(player=carol, at=noon(2), by=alice, cause=Cause.MATTER, why="A test needs it.")
    assert moving.make(leave=BY_THE_LAW, action=forage, by=bobby, at=noon(2)).by == bobby


# Defining


def deeds(by: Player, at) -> dict[str, Callable[[], object]]:
    """Everything that defines what a dynasty tracks."""
    admin = Player.objects.get(name="Alice")
    old = LimitedAction.objects.filter(key="old").first() or acting.declare(
        leave=BY_THE_LAW, by=admin, at=noon(1), name="Old", frequency="daily"
    )
    type = typed_posts.define(
        by=admin, at=noon(1), **{**HUNT, "name": "Ball", "plural": "Balls", "mark": "Ball"}
    )
    return {
        "a variable": lambda: updating.redefine(
            leave=BY_THE_LAW, by=by, at=at, steps=[define("silver", scope="game")]
        ),
        "an action": lambda: acting.declare(leave=BY_THE_LAW, by=by, at=at, name="Dig", frequency="weekly"),
        "an action's end": lambda: acting.retire(leave=BY_THE_LAW, action=old, by=by, at=at),
        "a type": lambda: typed_posts.define(by=by, at=at, **HUNT),
        "a type otherwise": lambda: typed_posts.amend(
            official_type=type, seen=1, by=by, at=at, why="Rule.", lasts_hours=3
        ),
        "a type's end": lambda: typed_posts.retire(official_type=type, by=by, at=at),
    }


def done_by(by: Player, at) -> dict[str, bool]:
    allowed = {}
    for name, deed in deeds(by, at).items():
        try:
            deed()
        except RuleBroken as broken:
            assert broken.status == 403, broken.sentence
            assert broken.sentence.startswith("Only an admin or the emperor can d"), broken.sentence
            allowed[name] = False
        else:
            allowed[name] = True
    return allowed


@pytest.mark.parametrize(
    ("who", "may"),
    [("admin", True), ("emperor", True), ("player", False), ("stranger", False), ("idle emperor", False)],
)
def test_admins_and_the_emperor_define_what_is_tracked_and_nobody_else(who, may):
    alice, bobby, carol = reign()
    people = {"admin": alice, "emperor": bobby, "player": carol, "stranger": person("Gregory")}
    if who == "idle emperor":
        people[who] = event(bobby, Kind.IDLED, at=noon(1))
    assert set(done_by(people[who], noon(2)).values()) == {may}
    if who == "emperor":
        assert "declared the action Dig" in AdminAct.objects.filter(by=bobby).values_list(
            "sentence", flat=True
        )


@pytest.mark.parametrize("law", SHIPPED)
def test_who_has_won_defines_nothing_before_the_address_and_who_reigned_nothing_after(law):
    alice, bobby, carol = reign(law)
    won = declare(carol, noon(2))
    resolving.resolve_against_verdict(post=won, to="enacted", by=alice, at=noon(3), reason="Test.")
    with pytest.raises(RuleBroken, match="Only an admin or the emperor"):
        updating.redefine(leave=BY_THE_LAW, by=bobby, at=noon(4), steps=[define("silver", scope="game")])
    with pytest.raises(RuleBroken, match="Only an admin or the emperor"):
        updating.redefine(leave=BY_THE_LAW, by=carol, at=noon(4), steps=[define("silver", scope="game")])


def test_the_office_of_emperor_is_no_office_of_admin():
    alice, bobby, carol = reign()
    guest = join("Gregory", at=noon(1))
    with pytest.raises(RuleBroken, match="Only an admin can change the roster"):
        roster.idle(player=guest, by=bobby, at=noon(20), inactive=True)
