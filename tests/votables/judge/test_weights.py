"""What votes weigh under a law by which not every vote weighs 1."""

from dataclasses import replace

import pytest

from ruleset.law import document, load, parse
from votables.judge import judge
from votables.judge.answer import answer

from .bricks import BRICKS, NAMES, contest
from .world import HOUR, POSTED, counted, game, matter, only, players, votes

WEIGHT = """
[weight]
formula = "is_emperor ? values.crown : icon == 'against' && is_admin ? 3 : 1"
fallback = 7
label = "the crown weighs as much as the gamestate says"
rule = "Heavy Heads"
"""


HEAVY = parse(document("ruleset-98") + WEIGHT, source="heavy")


def heavy(words: str, *, crown: object = 4, admin: str = "B", law=HEAVY, kind: str = "cfj"):
    people = tuple(replace(player, admin=player.name == admin) for player in players(7))
    values = {} if crown is None else {"crown": crown}
    return only(law, game(matter(kind, *votes(words)), people=people, values=values), POSTED + 3 * HOUR)


def test_votes_may_weigh_more_than_one():
    verdict = heavy("E:for B:against C:for")
    assert {name: vote.weight for name, vote in verdict.votes.items()} == {"A": 1, "B": 3, "C": 1, "E": 4}
    assert (
        verdict.tally.f,
        verdict.tally.a,
        verdict.tally.total,
        verdict.tally.valid,
        verdict.tally.cast,
    ) == (
        6,
        3,
        9,
        4,
        4,
    )
    assert verdict.may_enact  # the weight reaches quorum, the four voters do not
    assert answer(
        judge(game(matter("cfj", *votes("E:for")), values={"crown": 4}), law=HEAVY, at=POSTED + 2 * HOUR)
    )["matters"][0]["votes"]["E"] == {"cast": "for", "counts_as": "for", "weight": 4}


@pytest.mark.parametrize(("crown", "weight"), ((None, 7), (0, 0), (-3, 0), (2**52, 1_000_000), (2.5, 7)))
def test_a_weight_that_cannot_be_is_bounded(crown, weight):
    assert heavy("E:for", crown=crown).votes["E"].weight == weight


def test_conditions_may_ask_what_the_whole_roster_weighs():
    house = parse(HEAVY.text.replace('when = "f >= q"', 'when = "2 * f > w"', 3), source="whole")
    # The crown's 4 and six others: w is 10.
    assert heavy("E:for", law=house, kind="cfj").needs["enact"][0] == "with 1 more FOR"
    assert heavy("E:for B:for C:for", law=house).may_enact
    assert counted(house, game(matter("cfj", *votes("E:for")), values={"crown": 4})) == {
        "A": "for",
        "E": "for",
    }


@pytest.mark.parametrize("name", ("ruleset-37", "ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211"))
def test_a_weight_of_one_for_all_changes_nothing(name):
    even = parse(document(name) + '\n[weight]\nvalue = 1\nlabel = "one"\nrule = "One"\n', source="even")
    words = votes("A:for B:against C:deferential D:for E:for F:against")
    for kind in ("proposal", "cfj", "dov"):
        for hours in (2, 13, 49, 169):
            facts = game(matter(kind, *words))
            one, two = (answer(judge(facts, law=law, at=POSTED + hours * HOUR)) for law in (load(name), even))
            assert one == two


def test_choices_may_be_weighed():
    house = parse(BRICKS.text + WEIGHT, source="weighed")
    verdict = only(house, game(contest("E:choice_b A:choice_a B:choice_a"), values={"crown": 5}))
    assert (verdict.tally.choices, verdict.leaders, verdict.tally.valid) == ((2, 5), (NAMES[1],), 3)


def test_a_vote_may_weigh_what_its_voter_has():
    house = parse(document("ruleset-98") + WEIGHT.replace("values.crown", "voter.gold"), source="gold")
    facts = game(matter("cfj", *votes("E:for C:for")), holdings={"E": {"gold": 6}, "C": {"gold": 9}})
    assert {name: vote.weight for name, vote in only(house, facts, POSTED + 2 * HOUR).votes.items()} == {
        "A": 1,
        "C": 1,
        "E": 6,
    }
    poor = game(matter("cfj", *votes("E:for")), holdings={"E": {"gold": 1.5}})
    assert only(house, poor, POSTED + 2 * HOUR).votes["E"].weight == 7
