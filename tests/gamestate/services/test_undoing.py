"""Undoing updates, whole, in part and several at once; disputing them."""

from collections import defaultdict
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from blognomic.web.errors import RuleBroken, Stale
from gamestate.hidden import viewer_of
from gamestate.models import Dispute, LimitedAction, Occurrence, Taking, Undoing, Update
from gamestate.queries.planning import UpdateRefused
from gamestate.queries.snapshot import newest_entry, state_at, state_now
from gamestate.queries.undoing import reversals, with_nothing_left
from gamestate.services import acting
from gamestate.services.clockwork import catch_up
from gamestate.services.dynasties import retire_all
from gamestate.services.undoing import dispute, take_back, undo, undo_enacted, uphold
from gamestate.services.updating import enact, update
from gamestate.values.steps import Step, read_step
from players.models import Player
from tests.gamestate.services.test_clockwork import by_itself
from tests.gamestate.tracker import define, put, shown, table, track, whose
from tests.leaves import GIVEN
from tests.votables.seating import played_once
from tests.votables.table import Kind, event, noon, seat

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
@played_once
def players():
    alice, *others = seat(*FIVE)
    track(define("wealth", default="5"), define("motto", "text", blank=True), by=alice, at=noon(1))
    return [alice, *others]


def test_undoing_puts_values_back_by_a_new_update_that_says_so(players):
    _, bobby, carol, *_ = players
    made = update(
        leave=GIVEN,
        by=bobby,
        at=noon(2),
        steps=[put("wealth", "+10", *whose(bobby, carol)), put("motto", "Rich!", *whose(bobby))],
    )
    undone = undo(leave=GIVEN, updates=[made], by=carol, at=noon(3), why="There is no such rule.")
    assert (undone.kind, undone.by, undone.comment) == (Update.Kind.UNDO, carol, "There is no such rule.")
    assert (shown("wealth")["Bobby"], shown("wealth")["Carol"], shown("motto")["Bobby"]) == ("5", "5", "")
    assert set(Undoing.objects.values_list("entry", flat=True)) == set(
        made.entries.values_list("pk", flat=True)
    )
    assert shown("wealth", state_at(noon(2)))["Bobby"] == "15"


def test_a_number_that_changed_since_loses_only_what_was_added(players):
    _, bobby, carol, *_ = players
    made = update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("wealth", "+10", *whose(bobby))])
    later = update(leave=GIVEN, by=carol, at=noon(3), steps=[put("wealth", "*2", *whose(bobby))])
    (each,) = reversals([made], viewer=viewer_of(bobby, at=noon(4)), state=state_now())
    assert (each.how, each.difference, [entry.update for entry in each.later]) == ("shift", "-10", [later])
    undo(leave=GIVEN, updates=[made], by=bobby, at=noon(4), why="Wrong")
    assert shown("wealth")["Bobby"] == "20"


def test_a_text_that_changed_since_is_left_unless_one_insists(players):
    _, bobby, carol, *_ = players
    made = update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("motto", "One", *whose(bobby))])
    update(leave=GIVEN, by=carol, at=noon(3), steps=[put("motto", "Two", *whose(bobby))])
    with pytest.raises(RuleBroken, match="Nothing would change"):
        undo(leave=GIVEN, updates=[made], by=bobby, at=noon(4), why="Wrong")
    key = str(made.entries.get().pk)
    undo(leave=GIVEN, updates=[made], by=bobby, at=noon(4), why="Wrong", choices={key: "restore"})
    assert shown("motto")["Bobby"] == ""


def test_a_run_of_updates_is_undone_at_once_and_in_part(players):
    _, bobby, carol, *_ = players
    made = [
        update(
            leave=GIVEN, by=bobby, at=noon(2, hours=hour), steps=[put("wealth", "+1", *whose(bobby, carol))]
        )
        for hour in range(3)
    ]
    state = state_now()
    undone = reversals(made, viewer=viewer_of(bobby, at=noon(4)), state=state)
    assert [len(each.entries) for each in undone] == [3, 3]
    of_carol = next(each for each in undone if each.first.player == carol)
    undo(leave=GIVEN, updates=made, by=bobby, at=noon(4), why="Not mine", choices={of_carol.key: "skip"})
    assert (shown("wealth")["Bobby"], shown("wealth")["Carol"]) == ("5", "8")


def test_undoing_what_the_tracker_would_refuse_says_so(players):
    _, bobby, carol, *_ = players
    made = update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("wealth", "+10", *whose(bobby))])
    update(leave=GIVEN, by=carol, at=noon(3), steps=[put("wealth", "2", *whose(bobby))])
    with pytest.raises(UpdateRefused, match="below"):
        undo(leave=GIVEN, updates=[made], by=bobby, at=noon(4), why="Wrong")
    assert shown("wealth")["Bobby"] == "2"


def test_what_somebody_changed_while_one_looked_stops_an_undoing(players):
    _, bobby, carol, *_ = players
    made = update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("wealth", "+10", *whose(bobby))])
    seen = newest_entry()
    update(leave=GIVEN, by=carol, at=noon(3), steps=[put("wealth", "+1", *whose(bobby))])
    with pytest.raises(Stale, match="since you looked"):
        undo(leave=GIVEN, updates=[made], by=bobby, at=noon(4), why="Wrong", seen=seen)
    undo(leave=GIVEN, updates=[made], by=bobby, at=noon(4), why="Wrong", seen=newest_entry())
    assert shown("wealth")["Bobby"] == "6"


def test_definitions_tables_and_pages_are_undone_too(players):
    alice, bobby, *_ = players
    made = track(*table("goods", "Diamond", "Badge"), by=alice, at=noon(2))
    columns = track(define("goods.security", default="50"), by=alice, at=noon(2))
    page = read_step({"do": "page", "path": "gallery", "name": "Gallery", "to": "A picture"})
    gallery = update(leave=GIVEN, by=bobby, at=noon(2), steps=[page])
    undo(leave=GIVEN, updates=[gallery], by=bobby, at=noon(3), why="No gallery")
    assert not state_now(pages=True).pages
    undo(leave=GIVEN, updates=[made, columns], by=bobby, at=noon(3), why="No goods")
    assert not state_now().tables
    undone = Update.objects.newest_first().first()
    undo(leave=GIVEN, updates=[undone], by=alice, at=noon(4), why="Goods after all")
    assert shown("goods.security") == {"Diamond": "50", "Badge": "50"}


def test_a_retired_variable_comes_back_with_its_values(players):
    alice, bobby, *_ = players
    update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("wealth", "77", *whose(bobby))])
    retired = track(Step("retire", "wealth"), by=alice, at=noon(3))
    undo(leave=GIVEN, updates=[retired], by=bobby, at=noon(4), why="Still in the rules")
    assert shown("wealth")["Bobby"] == "77"


def test_undoing_takes_back_the_actions_and_settles_the_disputes_of_the_update(players):
    alice, bobby, *_ = players
    forage = LimitedAction.objects.create(
        key="forage", name="Forage", frequency="daily", made_at=noon(1), by=alice
    )
    made = update(
        leave=GIVEN,
        by=bobby,
        at=noon(2),
        steps=[put("wealth", "-9", *whose(bobby))],
        insist="Debt",
        actions=[forage],
    )
    with pytest.raises(RuleBroken, match="again"):
        update(leave=GIVEN, by=bobby, at=noon(2, hours=1), steps=[], comment="Again", actions=[forage])
    undo(leave=GIVEN, updates=[made], by=alice, at=noon(3), why="There is no debt")
    assert Taking.objects.get().withdrawn_at == noon(3)
    settled = Dispute.objects.get()
    assert (settled.outcome, settled.settled_by, settled.settled_at) == (
        Dispute.Outcome.UNDONE,
        alice,
        noon(3),
    )


def test_actions_that_a_new_dynasty_retired_come_back_and_go_with_its_update(players):
    alice, bobby, *_ = players
    declared = {"frequency": "daily", "made_at": noon(1), "by": alice}
    for name in ("Forage", "Rest", "Sing"):
        LimitedAction.objects.create(key=name.lower(), name=name, **declared)

    def live() -> list[str]:
        actions = LimitedAction.objects.filter(retired_at__isnull=True)
        return list(actions.order_by("pk").values_list("name", flat=True))

    acting.retire(leave=GIVEN, action=LimitedAction.objects.get(key="sing"), by=alice, at=noon(2))
    LimitedAction.objects.create(key="dig", name="Dig", **declared)
    made = retire_all(leave=GIVEN, by=alice, at=noon(2), comment="Geese", keep_actions=["dig"])
    assert (live(), made.actions_retired.count()) == (["Dig"], 2)
    first = LimitedAction.objects.create(key="nap", name="REST", **declared)
    undone = undo(leave=GIVEN, updates=[made], by=bobby, at=noon(3), why="Too early")
    assert live() == ["Forage", "Dig", "REST"]
    undone = undo(leave=GIVEN, updates=[undone], by=bobby, at=noon(4), why="Not too early")
    assert live() == ["Dig", "REST"]
    acting.retire(leave=GIVEN, action=first, by=alice, at=noon(4))
    undo(leave=GIVEN, updates=[undone], by=bobby, at=noon(5), why="Too early after all")
    assert live() == ["Forage", "Rest", "Dig"]


def test_a_dispute_is_open_until_it_is_taken_back_or_upheld(players):
    alice, bobby, carol, *_ = players
    made = update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("wealth", "+10", *whose(bobby))])
    mine = dispute(leave=GIVEN, update=made, by=carol, at=noon(3), why="No bank is open on Sunday.")
    with pytest.raises(Stale, match="already"):
        dispute(leave=GIVEN, update=made, by=carol, at=noon(3), why="Again")
    variable = state_now().variable_of("wealth")
    assert state_now().cell(variable, f"player:{bobby.pk}").disputed
    with pytest.raises(RuleBroken, match="Only the player who raised"):
        take_back(leave=GIVEN, dispute=mine, by=bobby, at=noon(4))
    assert take_back(leave=GIVEN, dispute=mine, by=carol, at=noon(4)).outcome == Dispute.Outcome.TAKEN_BACK
    dispute(leave=GIVEN, update=made, by=alice, at=noon(5), why="It was Monday.")
    assert uphold(leave=GIVEN, update=made, by=alice, at=noon(6), link="/posts/1/") == 1
    assert not state_now().cell(variable, f"player:{bobby.pk}").disputed
    assert state_at(noon(5)).cell(variable, f"player:{bobby.pk}").disputed


def test_undoing_needs_a_reason_and_a_player(players):
    _, bobby, *_ = players
    made = update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("wealth", "+10", *whose(bobby))])
    with pytest.raises(RuleBroken, match="Say why"):
        undo(leave=GIVEN, updates=[made], by=bobby, at=noon(3), why=" ")
    event(bobby, Kind.IDLED, at=noon(3))
    with pytest.raises(RuleBroken, match="not idle"):
        undo(leave=GIVEN, updates=[made], by=bobby, at=noon(3), why="Mine")


def test_what_is_undone_is_not_undone_again_until_that_is_undone_itself(players):
    _, bobby, carol, *_ = players
    made = update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("wealth", "+10", *whose(bobby))])
    first = undo(leave=GIVEN, updates=[made], by=carol, at=noon(3), why="Wrong")
    with pytest.raises(RuleBroken, match="nothing left"):
        undo(leave=GIVEN, updates=[made], by=bobby, at=noon(3), why="Wrong")
    undo(leave=GIVEN, updates=[first], by=bobby, at=noon(4), why="It was right")
    assert shown("wealth")["Bobby"] == "15"
    undo(leave=GIVEN, updates=[made], by=carol, at=noon(5), why="It was wrong")
    assert shown("wealth")["Bobby"] == "5"


@pytest.mark.parametrize("seed", range(6))
def test_however_undoings_are_undone_a_value_is_what_stands_added_up(players, seed):
    """What is undone by what is undone stands again, for each value by itself."""
    chance = Random(seed)
    _, *holders = players[:4]
    made, added, undone_by = [], {}, defaultdict(list)

    def stands(key: int, player: Player) -> bool:
        return not any(stands(later, player) for later in undone_by[key, player])

    for hour in range(14):
        some = [player for player in holders if chance.random() < 0.6] or holders[:1]
        at = noon(2, hours=hour)
        if not made or chance.random() < 0.3:
            number = chance.randint(1, 9)
            one = update(
                leave=GIVEN, by=holders[0], at=at, steps=[put("wealth", f"+{number}", *whose(*some))]
            )
            added |= {(one.pk, player): number for player in some}
            made.append(one)
        else:
            back = chance.choice(made[-4:])
            open_now = reversals([back], viewer=viewer_of(holders[0], at=at), state=state_now())
            assert {each.first.player for each in open_now} == {
                entry.player for entry in back.entries.all() if stands(back.pk, entry.player)
            }
            choices = {each.key: "skip" for each in open_now if each.first.player not in some}
            if len(choices) == len(open_now):
                with pytest.raises(RuleBroken, match="Nothing would change"):
                    undo(leave=GIVEN, updates=[back], by=holders[0], at=at, why="No", choices=choices)
                continue
            one = undo(leave=GIVEN, updates=[back], by=holders[0], at=at, why="No", choices=choices)
            for each in open_now:
                if each.key not in choices:
                    undone_by[back.pk, each.first.player].append(one.pk)
            made.append(one)
        for player in holders:
            total = sum(
                number for (key, whom), number in added.items() if whom == player and stands(key, player)
            )
            assert shown("wealth")[player.name] == str(5 + total)
    assert with_nothing_left(made) == [
        one for one in made if not any(stands(one.pk, entry.player) for entry in one.entries.all())
    ]


def test_what_came_later_is_looked_for_among_the_same_things_alone():
    alice, bobby, carol, *_ = seat(*FIVE)
    track(
        define("wealth"), define("motto", "text", blank=True), *table("ports", "Town"), by=alice, at=noon(1)
    )
    first = update(
        leave=GIVEN,
        by=bobby,
        at=noon(2),
        steps=[put("wealth", "5", *whose(bobby)), put("motto", "Hi", *whose(bobby))],
    )
    again = update(leave=GIVEN, by=carol, at=noon(3), steps=[put("motto", "Ho", *whose(bobby, carol))])
    update(leave=GIVEN, by=carol, at=noon(4), steps=[put("wealth", "7", *whose(carol))])
    with CaptureQueriesContext(connection) as queries:
        undone = reversals([first], viewer=viewer_of(carol, at=noon(5)), state=state_now())
    assert [(each.entries[0].new, [late.update_id for late in each.later]) for each in undone] == [
        (5, []),
        ("Hi", [again.pk]),
    ]
    query = next(each["sql"] for each in queries if '"gamestate_entry"."id" >' in each["sql"])
    assert f'"gamestate_entry"."player_id" IN ({bobby.pk})' in query


CARDS = {"blank": True, "twice": True}
DEAL = "when pot >= 5"


def enacted_deal(alice, does: str) -> Update:
    """An enacted matter that lets something happen by itself, with cards and a number."""
    track(
        define("deck", "texts", scope="game", audience="nobody", default="A, B, C", **CARDS),
        define("discard", "texts", scope="game", default="D, E", **CARDS),
        define("pot", scope="game"),
        by=alice,
        at=noon(1),
    )
    by_itself(alice, "Deal", DEAL, does=f"{does}\nfor p in players: p.wealth += 1")
    acts = {"by": alice, "at": noon(2), "comment": "Law", "link": "/", "kind": Update.Kind.ENACTMENT}
    made = enact(leave=GIVEN, steps=[put("pot", "5")], **acts)
    catch_up(leave=GIVEN, at=noon(2))
    return made


def test_correcting_a_matter_puts_cards_back_that_it_let_move(players):
    alice, *_ = players
    made = enacted_deal(alice, "move all from discard to deck")
    assert (shown("discard")["the game"], shown("wealth")["Bobby"]) == ("", "6")

    taken = undo_enacted(leave=GIVEN, updates=[made], by=alice, at=noon(3), why="Illegal", link="/")

    assert (taken.kept, taken.update.cards) == ((), "moved")
    assert [shown(path)["the game"] for path in ("deck", "discard", "pot")] == ["A, B, C", "D, E", "0"]
    assert shown("wealth")["Bobby"] == "5"
    again = undo_enacted(leave=GIVEN, updates=[taken.update], by=alice, at=noon(4), why="Legal", link="/")
    assert (again.kept, shown("discard")["the game"], shown("wealth")["Bobby"]) == ((), "", "6")


@pytest.mark.parametrize("later", [False, True])
def test_correcting_a_matter_says_which_cards_stay_as_they_lie(players, later):
    alice, *_ = players
    made = enacted_deal(alice, "move all from discard to deck" if later else "draw from deck to discard")
    if later:  # somebody has laid a card since, so that they do not go back whole
        update(leave=GIVEN, by=alice, at=noon(2), steps=[put("discard", "F")])
    before = [shown(path) for path in ("deck", "discard", "wealth")]

    taken = undo_enacted(leave=GIVEN, updates=[made], by=alice, at=noon(3), why="Illegal", link="/")

    assert [shown(path) for path in ("deck", "discard", "wealth")] == before
    assert shown("pot")["the game"] == "0"
    sentence = "What “Deal” did stays, because it moved cards. Correct it by another update."
    assert [str(one) for one in taken.kept] == [sentence]


def test_what_was_set_off_lapses_with_what_set_it_off_and_with_its_action(players):
    alice, bobby, *_ = players
    track(define("pot", scope="game"), by=alice, at=noon(1))
    by_itself(alice, "Soon", "2 days after pot >= 5", does="pot = 0")
    by_itself(alice, "Asked", "when pot >= 5", asks="amount: number from 0 to 9", does="pot = amount")
    by_itself(alice, "Weekly", "every Monday", does="pot += 1")

    def states() -> dict[str, list[str]]:
        rows = Occurrence.objects.order_by("pk").values_list("action__name", "state")
        return {name: [state for one, state in rows if one == name] for name in ("Soon", "Asked", "Weekly")}

    def reach(number: str, day: int) -> Update:
        made = update(leave=GIVEN, by=bobby, at=noon(day), steps=[put("pot", number)])
        catch_up(leave=GIVEN, at=noon(day))
        return made

    made = reach("5", 2)
    assert states() == {"Soon": ["due"], "Asked": ["asks"], "Weekly": ["due"]}
    undo(leave=GIVEN, updates=[made], by=bobby, at=noon(2), why="No")
    assert states() == {"Soon": ["lapsed"], "Asked": ["lapsed"], "Weekly": ["due"]}
    reach("6", 2)
    acting.retire(leave=GIVEN, action=LimitedAction.objects.get(name="Soon"), by=alice, at=noon(2))
    assert states() == {"Soon": ["lapsed", "lapsed"], "Asked": ["lapsed", "asks"], "Weekly": ["due"]}
    gone = retire_all(leave=GIVEN, by=alice, at=noon(2), comment="Geese")
    assert states()["Asked"] + states()["Weekly"] == ["lapsed"] * 3
    back = undo(leave=GIVEN, updates=[gone], by=bobby, at=noon(2), why="Too early")
    assert states()["Weekly"] == ["lapsed", "due"]
    undo(leave=GIVEN, updates=[back], by=bobby, at=noon(2), why="Not too early")
    assert states()["Weekly"] == ["lapsed", "lapsed"]
