"""Changes of the law: enacted as one version, judged by from then on, and taken back."""

import pytest

from blognomic.web.errors import RuleBroken
from ruleset.law.numbers import with_figure
from ruleset.models import LawVersion
from ruleset.queries import law_at
from ruleset.services import revise
from ruleset.text import starting
from tests.gamestate.tracker import set_number
from tests.votables.changes.carried import FIVE, WITH_CASES, edit, enact, seat_with, standing
from tests.votables.table import BEGINNING, noon, propose, seat, vote
from votables.queries.judge_facts import docket_at
from votables.services import resolving

pytestmark = pytest.mark.django_db


MINIMUM = "hours.minimum.value"


def six_hours(document: str) -> str:
    """The law with six hours in place of the twelve."""
    return document.replace("[hours.minimum]\nvalue = 12", "[hours.minimum]\nvalue = 6")


def test_a_law_change_judges_the_next_proposal_and_not_the_past(rules):
    players, _ = rules
    old = law_at(noon(1)).law.text
    assert "[hours.minimum]\nvalue = 12" in old
    post = propose(
        players[1], noon(1), "Six Hours",
        changes=[{"op": "law", "base": old, "text": six_hours(old)}],
    )  # fmt: skip
    enact(post, players, noon(2))
    following = propose(players[2], noon(2), "Next")
    vote(following, noon(2, minutes=1), **{"for": [players[0], players[1]]})
    assert docket_at(noon(2, hours=5)).ruling(following).may_enact is False
    assert docket_at(noon(2, hours=6)).ruling(following).may_enact is True
    assert law_at(noon(1)).law.hours["minimum"].value == 12


def test_an_enactment_is_reversed_as_one_act_with_its_law(rules):
    players, keys = rules
    old = law_at(noon(1)).law.text
    post = propose(
        players[1], noon(1),
        changes=[
            edit(keys, "Cats purr. Dogs bark.", "Cats sleep. Dogs bark."),
            {"op": "law", "base": old, "text": six_hours(old)},
        ],
    )  # fmt: skip
    first = enact(post, players, noon(2))
    resolving.overturn(post=post, to="failed", seen=first.pk, by=players[0], at=noon(3), reason="Miscounted.")
    assert standing(noon(3)).find(keys["Cats"]).text == "Cats purr. Dogs bark."
    assert (law_at(noon(3)).law.text, LawVersion.objects.count()) == (old, 3)


def test_reversing_an_enactment_keeps_what_was_changed_in_the_law_since(rules):
    players, _ = rules
    old = law_at(noon(1)).law.text
    first = propose(
        players[1], noon(1), changes=[{"op": "law", "base": old, "text": with_figure(old, MINIMUM, "6")}]
    )
    made = enact(first, players, noon(2))
    now = law_at(noon(2)).law.text
    for figure, kept in (("hours.day.value", True), (MINIMUM, False)):
        change = {"op": "law", "base": now, "text": with_figure(now, figure, "30")}
        post = propose(players[2], noon(2), changes=[change])
        vote(post, noon(2), **{"for": [players[0], players[1]]})
        resolving.resolve_against_verdict(
            post=post, to="enacted", by=players[0], at=noon(3), reason="A test."
        )
        if kept:
            made = resolving.overturn(
                post=first, to="failed", seen=made.pk, by=players[0], at=noon(3), reason="Miscounted."
            )
            assert law_at(noon(3)).law.text == with_figure(old, figure, "30")
            made = resolving.overturn(
                post=first, to="enacted", seen=made.pk, by=players[0], at=noon(3), reason="Or not."
            )
            now = law_at(noon(3)).law.text
    made = resolving.overturn(
        post=first, to="failed", seen=made.pk, by=players[0], at=noon(3), reason="Miscounted."
    )
    assert [one["kept"] for one in made.consequences if "kept" in one] == [
        "The same words of the law have since been changed again. Change them by another matter."
    ]
    assert law_at(noon(3)).law.hours["minimum"].value == 30


def test_reversing_what_changed_the_law_and_switched_a_special_case_undoes_both():
    players = seat(*FIVE)
    revise(tree=starting.tree(), seen=None, kind="founding", at=BEGINNING, by=None, why="The founding.")
    old = law_at(noon(1)).law.text
    changes = [
        {"op": "status", "rule": standing(noon(1)).named("Dormancy")[0].key, "text": "Inactive"},
        {"op": "law", "base": old, "text": with_figure(old, MINIMUM, "6")},
    ]
    post = propose(players[1], noon(1), changes=changes)
    first = enact(post, players, noon(2))
    law = law_at(noon(2))
    assert (law.special_cases, law.law.hours["minimum"].value) == ({"Dormancy": False}, 6)
    resolving.overturn(post=post, to="failed", seen=first.pk, by=players[0], at=noon(3), reason="Miscounted.")
    assert (law_at(noon(3)).special_cases, law_at(noon(3)).law.text) == ({}, old)


def test_a_change_of_the_law_does_not_take_effect_on_its_own_enactment_and_the_past_stays_judged():
    players, _ = seat_with(WITH_CASES)
    old = law_at(noon(1)).law.text
    slower = with_figure(old, "hours.minimum.value", "200")
    post = propose(players[1], noon(1), "Patience", changes=[{"op": "law", "base": old, "text": slower}])
    resolution = enact(post, players, noon(2))
    assert (resolution.to_status, resolution.law.document, resolution.against_verdict) == (
        "enacted",
        old,
        False,
    )
    assert law_at(noon(2)).law.hours["minimum"].value == 200
    assert [docket_at(at).ruling(post).may_enact for at in (noon(1, hours=11), noon(1, hours=12))] == [
        False,
        True,
    ]
    assert resolution.verdict["may_enact"] is True


def test_a_limit_becomes_a_formula_over_tracked_values():
    players, _ = seat_with(WITH_CASES)
    for key, value in (("x", "7"), ("y", "3")):
        set_number(key, value, by=players[0], at=noon(0))
    old = law_at(noon(1)).law.text
    formula = with_figure(old, "kinds.proposal.limits.0.most", "2 * values.x / values.y")
    post = propose(players[1], noon(1), "Time", changes=[{"op": "law", "base": old, "text": formula}])
    assert law_at(noon(1)).law.kinds["proposal"].limits[0].most.value == 2
    enact(post, players, noon(2))
    limit = law_at(noon(2)).law.kinds["proposal"].limits[0]
    assert (limit.label, limit.most.fallback) == ("“2 * x / y” proposals pending", 2)
    for day in (2, 2, 3, 3):
        propose(players[2], noon(day), "One more")
    with pytest.raises(RuleBroken, match="Carol has reached the limit of 4 pending"):
        propose(players[2], noon(4), "One too many")
