"""Matters, icons and weights that a law defines beyond those of the shipped documents."""

from datetime import timedelta

import pytest

from votables.judge import Leave, may_post, may_use
from votables.judge.gamefile import GameFileError, read_object

from .bricks import BRICKS, NAMES, contest
from .world import BIT, HOUR, POSTED, game, instant, judged, matter, only, stands, votes

DAY = timedelta(days=1)


def outcome(words: str, after: timedelta = 48 * HOUR) -> tuple[bool, bool]:
    verdict = only(BRICKS, game(contest(words)), POSTED + after)
    return verdict.may_enact, verdict.may_fail


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
    verdict = judged(BRICKS, game(older, kit), POSTED + 12 * HOUR)
    assert (verdict.matter("kit").oldest, verdict.matter("kit").may_enact) == (None, True)
    full = game(*(matter("prototype", id=str(i), posted=POSTED + i * HOUR) for i in range(4)))
    assert judged(BRICKS, full, POSTED + 5 * HOUR).may_propose["A"] is True


def test_a_prototype_is_a_weekly_action():
    # POSTED is a Wednesday, so the week ends with Sunday 5 May.
    ask = {"law": BRICKS, "author": "A", "kind": "prototype"}
    posted = game(matter("prototype"))
    refused = may_post(posted, at=POSTED + DAY, **ask)
    assert (refused.allowed, refused.rule, refused.when) == (False, "Kit", instant("2024-05-06T00:00:00"))
    assert refused.reason.startswith("A has already posted a Prototype: only one a week, 24 hours apart")
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
    facts = game(
        matter(kind, *words, id="m", author=author, choices=NAMES), matter("dov", id="d", posted=POSTED)
    )
    assert judged(BRICKS, facts, POSTED + 50 * HOUR).matter("m").may_enact is False


def test_a_vote_between_choices_counts_each_players_last():
    verdict = only(BRICKS, game(contest("A:choice_a B:choice_b A:choice_b C:choice_a D:choice_a F:for")))
    assert {name: vote.counts_as for name, vote in verdict.votes.items()} == {
        "A": "choice_b", "B": "choice_b", "C": "choice_a", "D": "choice_a",
    }  # fmt: skip
    assert (verdict.tally.choices, verdict.leaders, verdict.tally.valid, verdict.tally.f) == (
        (2, 2),
        NAMES,
        4,
        0,
    )
    assert verdict.comments[-1].ignored == (("for", "FOR does not count in a vote between choices (Apex)"),)


def test_the_most_votes_decide_after_48_hours():
    assert outcome("A:choice_a B:choice_a C:choice_b", 48 * HOUR - BIT) == (False, False)
    assert outcome("A:choice_a B:choice_a C:choice_b") == (True, False)
    assert outcome("A:choice_a C:choice_b") == (False, True)
    assert outcome("") == (False, True)
    lead = only(BRICKS, game(contest("A:choice_a B:choice_a C:choice_b")))
    assert (lead.leaders, lead.tally.lead, lead.tally.runner_up) == (("Bobby",), 2, 1)
    assert lead.next_change == POSTED + 48 * HOUR
    assert lead.needs["enact"] == ("in 47 h 0 min",)
    tie = only(BRICKS, game(contest("A:choice_a C:choice_b")))
    assert tie.needs["enact"] == ("with 1 more for one of the leaders in 47 h 0 min",)


def test_a_choice_that_the_matter_does_not_have_is_text():
    verdict = only(BRICKS, game(contest("A:choice_c B:choice_a")))
    assert (verdict.tally.choices, list(verdict.votes)) == ((1, 0), ["B"])
    ask = {"game": game(contest()), "law": BRICKS, "at": POSTED + HOUR, "matter": contest(), "author": "B"}
    assert may_use("choice_b", **ask) == Leave(True)
    assert may_use("choice_c", **ask) == Leave(False, "The law does not have this icon.")
    assert may_use("for", **ask) == Leave(False, "FOR does not count in a vote between choices.", "Apex")
    plain = matter(*(), id="p", choices=NAMES)
    assert may_use("choice_a", **{**ask, "game": game(plain), "matter": plain}).allowed is False


def test_a_game_file_knows_no_kind_but_the_three():
    entry = {"id": "k", "kind": "prototype", "author": "A", "posted": "2024-05-01T12:00:00Z"}
    people = [{"name": "A", "plays": [["2024-01-01T00:00:00Z", None]]}]
    file = {"format": "blognomic-game/1", "law": "ruleset-86", "players": people, "matters": [entry]}
    with pytest.raises(GameFileError) as caught:
        read_object(file)
    assert str(caught.value) == 'matters[0].kind: unknown kind "prototype"; known are proposal, cfj, dov'
