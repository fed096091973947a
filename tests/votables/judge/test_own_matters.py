"""Matters, icons and weights that a law defines beyond those of the shipped documents."""

from dataclasses import replace
from datetime import timedelta

import pytest

from ruleset.law import additions, document, load, parse
from votables.judge import Leave, judge, may_post, may_use
from votables.judge.answer import answer
from votables.judge.gamefile import GameFileError, read_object

from .world import BIT, HOUR, POSTED, counted, game, instant, judged, matter, only, players, stands, votes

DAY = timedelta(days=1)
BRICKS = parse(document("ruleset-86") + additions("ruleset-86"), source="bricks")
NAMES = ("Bobby", "Carol's <b>wall</b>")


def contest(words: str = "", **more):
    return matter(
        "adjudication",
        *votes(words, timedelta(0)),
        id="c",
        author="E",
        choices=more.pop("choices", NAMES),
        **more,
    )


def outcome(words: str, after: timedelta = 48 * HOUR) -> tuple[bool, bool]:
    found = only(BRICKS, game(contest(words)), POSTED + after)
    return found.may_enact, found.may_fail


@pytest.mark.parametrize("after", (11 * HOUR, 12 * HOUR, 47 * HOUR, 48 * HOUR))
@pytest.mark.parametrize(
    "words",
    ("A:for B:for C:for D:for", "B:against C:against D:against F:against", "A:against", "E:veto", "C:deferential"),
)  # fmt: skip
def test_a_prototype_is_resolved_as_a_proposal_is(words, after):
    assert stands(BRICKS, "prototype", words, after) == stands(BRICKS, "proposal", words, after)
    assert stands(BRICKS, "proposal", words, after) == stands("ruleset-86", "proposal", words, after)


def test_a_prototype_has_no_part_in_the_queue_and_the_limits():
    older = matter(id="older", posted=POSTED - HOUR)
    kit = matter("prototype", *votes("A:for B:for C:for D:for"), id="kit")
    found = judged(BRICKS, game(older, kit), POSTED + 12 * HOUR)
    assert (found.matter("kit").oldest, found.matter("kit").may_enact) == (None, True)
    full = game(*(matter("prototype", id=str(i), posted=POSTED + i * HOUR) for i in range(4)))
    assert judged(BRICKS, full, POSTED + 5 * HOUR).may_propose["A"] is True


def test_a_prototype_is_a_weekly_action():
    # POSTED is a Wednesday, so the week ends with Sunday 5 May.
    ask = {"law": BRICKS, "author": "A", "kind": "prototype"}
    posted = game(matter("prototype"))
    refused = may_post(posted, at=POSTED + DAY, **ask)
    assert (refused.allowed, refused.rule, refused.when) == (False, "Kit", instant("2024-05-06T00:00:00"))
    assert refused.reason.startswith("A has posted a Prototype, which is done once a week and 24 hours apart")
    assert may_post(posted, at=instant("2024-05-06T00:00:00"), **ask) == Leave(True)
    assert may_post(posted, at=POSTED + DAY, **{**ask, "author": "B"}) == Leave(True)
    late = game(matter("prototype", posted=instant("2024-05-05T18:00:00")))
    assert may_post(late, at=instant("2024-05-06T12:00:00"), **ask).when == instant("2024-05-06T18:00:00")
    assert may_post(late, at=instant("2024-05-06T18:00:00"), **ask) == Leave(True)


def test_only_the_brick_master_adjudicates_and_makes_no_prototype():
    assert may_post(game(), law=BRICKS, at=POSTED, author="E", kind="adjudication") == Leave(True)
    assert may_post(game(), law=BRICKS, at=POSTED, author="A", kind="adjudication") == Leave(
        False, "Only the Brick Master posts an Adjudication.", "Apex"
    )
    assert may_post(game(), law=BRICKS, at=POSTED, author="E", kind="prototype").allowed is False


@pytest.mark.parametrize("kind", ("prototype", "adjudication"))
def test_both_stand_still_with_the_game(kind):
    author = "E" if kind == "adjudication" else "A"
    winning = game(matter("dov", id="d", author="B", posted=POSTED))
    assert may_post(winning, law=BRICKS, at=POSTED, author=author, kind=kind).rule == "Victory and Ascension"
    words = votes("A:choice_a B:choice_a A:for B:for C:for D:for", timedelta(0))
    held = game(
        matter(kind, *words, id="m", author=author, choices=NAMES), matter("dov", id="d", posted=POSTED)
    )
    assert judged(BRICKS, held, POSTED + 50 * HOUR).matter("m").may_enact is False


def test_a_vote_between_choices_counts_each_players_last():
    found = only(BRICKS, game(contest("A:choice_a B:choice_b A:choice_b C:choice_a D:choice_a F:for")))
    assert {name: vote.counts_as for name, vote in found.votes.items()} == {
        "A": "choice_b", "B": "choice_b", "C": "choice_a", "D": "choice_a",
    }  # fmt: skip
    assert (found.tally.choices, found.leaders, found.tally.valid, found.tally.f) == ((2, 2), NAMES, 4, 0)
    assert found.comments[-1].ignored == (("for", "FOR is not used in a vote between choices (Apex)"),)


def test_the_most_votes_decide_after_48_hours():
    assert outcome("A:choice_a B:choice_a C:choice_b", 48 * HOUR - BIT) == (False, False)
    assert outcome("A:choice_a B:choice_a C:choice_b") == (True, False)
    assert outcome("A:choice_a C:choice_b") == (False, True)
    assert outcome("") == (False, True)
    lead = only(BRICKS, game(contest("A:choice_a B:choice_a C:choice_b")))
    assert (lead.leaders, lead.tally.lead, lead.tally.runner_up) == (("Bobby",), 2, 1)
    assert lead.next_change == POSTED + 48 * HOUR
    assert lead.needs["enact"] == ("47 h 0 min",)
    tie = only(BRICKS, game(contest("A:choice_a C:choice_b")))
    assert tie.needs["enact"] == ("1 more for one of those that lead and 47 h 0 min",)


def test_a_choice_that_the_matter_does_not_have_is_text():
    found = only(BRICKS, game(contest("A:choice_c B:choice_a")))
    assert (found.tally.choices, list(found.votes)) == ((1, 0), ["B"])
    ask = {"game": game(contest()), "law": BRICKS, "at": POSTED + HOUR, "matter": contest(), "author": "B"}
    assert may_use("choice_b", **ask) == Leave(True)
    assert may_use("choice_c", **ask) == Leave(False, "This law has no such icon.")
    assert may_use("for", **ask) == Leave(False, "FOR is not used in a vote between choices.", "Apex")
    plain = matter(*(), id="p", choices=NAMES)
    assert may_use("choice_a", **{**ask, "game": game(plain), "matter": plain}).allowed is False


def test_the_answer_names_choices_and_who_leads():
    found = answer(judge(game(contest("A:choice_a")), law=BRICKS, at=POSTED + HOUR))["matters"][0]
    assert (found["choices"], found["leaders"]) == (
        [{"name": NAMES[0], "votes": 1}, {"name": NAMES[1], "votes": 0}], ["Bobby"],
    )  # fmt: skip
    assert "weight" not in found["votes"]["A"]


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
    found = heavy("E:for B:against C:for")
    assert {name: vote.weight for name, vote in found.votes.items()} == {"A": 1, "B": 3, "C": 1, "E": 4}
    assert (found.tally.f, found.tally.a, found.tally.total, found.tally.valid, found.tally.cast) == (
        6,
        3,
        9,
        4,
        4,
    )
    assert found.may_enact  # the weight reaches quorum, the four voters do not
    assert answer(
        judge(game(matter("cfj", *votes("E:for")), values={"crown": 4}), law=HEAVY, at=POSTED + 2 * HOUR)
    )["matters"][0]["votes"]["E"] == {"cast": "for", "counts_as": "for", "weight": 4}


@pytest.mark.parametrize(("crown", "weight"), ((None, 7), (0, 0), (-3, 0), (2**52, 1_000_000), (2.5, 7)))
def test_a_weight_that_cannot_be_is_bounded(crown, weight):
    assert heavy("E:for", crown=crown).votes["E"].weight == weight


def test_conditions_may_ask_what_the_whole_roster_weighs():
    house = parse(HEAVY.text.replace('when = "f >= q"', 'when = "2 * f > w"', 3), source="whole")
    # The crown's 4 and six others: w is 10.
    assert heavy("E:for", law=house, kind="cfj").needs["enact"][0] == "1 more FOR"
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
            found = game(matter(kind, *words))
            one, two = (answer(judge(found, law=law, at=POSTED + hours * HOUR)) for law in (load(name), even))
            assert one == two


def test_choices_may_be_weighed():
    house = parse(BRICKS.text + WEIGHT, source="weighed")
    found = only(house, game(contest("E:choice_b A:choice_a B:choice_a"), values={"crown": 5}))
    assert (found.tally.choices, found.leaders, found.tally.valid) == ((2, 5), (NAMES[1],), 3)


def test_a_vote_may_weigh_what_its_voter_has():
    house = parse(document("ruleset-98") + WEIGHT.replace("values.crown", "voter.gold"), source="gold")
    found = game(matter("cfj", *votes("E:for C:for")), holdings={"E": {"gold": 6}, "C": {"gold": 9}})
    assert {name: vote.weight for name, vote in only(house, found, POSTED + 2 * HOUR).votes.items()} == {
        "A": 1,
        "C": 1,
        "E": 6,
    }
    poor = game(matter("cfj", *votes("E:for")), holdings={"E": {"gold": 1.5}})
    assert only(house, poor, POSTED + 2 * HOUR).votes["E"].weight == 7


def test_a_game_file_knows_no_kind_but_the_three():
    entry = {"id": "k", "kind": "prototype", "author": "A", "posted": "2024-05-01T12:00:00Z"}
    people = [{"name": "A", "plays": [["2024-01-01T00:00:00Z", None]]}]
    file = {"format": "blognomic-game/1", "law": "ruleset-86", "players": people, "matters": [entry]}
    with pytest.raises(GameFileError) as caught:
        read_object(file)
    assert str(caught.value) == 'matters[0].kind: unknown kind "prototype"; known are proposal, cfj, dov'
