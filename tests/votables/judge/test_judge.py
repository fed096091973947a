"""When a proposal can be enacted or failed: each cell of the table, on and beside each boundary, at every
law.
"""

from dataclasses import replace
from datetime import timedelta

import pytest

from votables.judge import Hearing, Reign, Span, judge
from votables.judge.answer import answer

from .world import (
    BIT,
    FOUR,
    HOUR,
    LAWS,
    LONG,
    MINIMUM,
    NEW,
    OLD,
    POSTED,
    STALE,
    game,
    judged,
    matter,
    only,
    players,
    says,
    stands,
    votes,
)
from .world import law as law_of

# Seven players, so quorum is four. A is the author, and E the emperor.
THREE = "A:for B:for C:for"


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(
    ("words", "after", "expected"),
    [
        (FOUR, MINIMUM - BIT, (False, False)),
        (FOUR, MINIMUM, (True, False)),
        (FOUR, MINIMUM + BIT, (True, False)),
        (THREE, MINIMUM, (False, False)),
        (THREE, LONG - BIT, (False, False)),
        (THREE, LONG, (True, False)),
        ("B:for C:for D:for", MINIMUM, (True, False)),  # the author's implied FOR is the fourth
        ("A:for B:for C:for D:against", LONG, (True, False)),
        ("A:for B:for C:against D:against", LONG - BIT, (False, False)),
        ("A:for B:for C:against D:against", LONG, (False, True)),
        ("A:for", LONG - BIT, (False, False)),
        ("A:for", LONG, (False, True)),
        ("", LONG, (False, True)),
        ("B:against", LONG, (False, True)),
        ("B:for", LONG, (True, False)),
        (
            "B:against C:against D:against",
            MINIMUM,
            (False, False),
        ),  # four do not vote AGAINST: as many as quorum
        ("B:against C:against D:against F:against", timedelta(minutes=4), (False, True)),
        ("A:veto E:for B:for C:for D:for", MINIMUM, (True, False)),  # only the emperor can veto
    ],
)
def test_a_proposal_is_decided_by_votes_and_hours(law, words, after, expected):
    assert stands(law, "proposal", words, after) == expected


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("after", [timedelta(minutes=10), MINIMUM, LONG])
def test_a_vetoed_proposal_may_only_be_failed(law, after):
    assert stands(law, "proposal", f"{FOUR} F:for E:veto", after) == (False, True)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("after", [timedelta(minutes=10), MINIMUM, LONG])
def test_a_self_killed_proposal_may_only_be_failed(law, after):
    assert stands(law, "proposal", "B:for C:for D:for E:for F:for A:against", after) == (False, True)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("A:for B:deferential C:deferential", (False, True)),  # one of three
        ("A:for B:for C:deferential", (True, False)),  # two of three
        ("A:for B:for C:deferential D:deferential", (False, True)),  # two of four: half
        ("A:deferential", (False, True)),  # one vote
    ],
)
def test_abstentions_of_ruleset_37_without_an_emperor_take_part_in_the_majority(words, expected):
    assert stands("ruleset-37", "proposal", words, LONG, emperor=False) == expected


def test_abstentions_of_ruleset_86_take_part_in_the_majority():
    assert stands("ruleset-86", "proposal", "A:for B:for C:for E:deferential", LONG) == (True, False)
    assert stands("ruleset-86", "proposal", "A:for B:for C:deferential E:deferential", LONG) == (False, True)
    assert stands("ruleset-86", "proposal", "A:for E:deferential", LONG) == (False, True)


@pytest.mark.parametrize("law", STALE)
def test_void_deferentials_take_no_part_in_the_majority_of_later_laws(law):
    assert stands(law, "proposal", "A:for B:for C:deferential D:deferential", LONG) == (True, False)
    assert stands(law, "proposal", "A:for C:deferential D:deferential", LONG) == (False, True)


def test_neither_popular_nor_unpopular_is_possible_before_48_hours():
    for law in NEW:
        verdict = only(law, game(matter("proposal", *votes(THREE))), POSTED + LONG - BIT)
        assert (verdict.popular, verdict.unpopular) == (False, False)


@pytest.mark.parametrize("law", NEW)
def test_popular_and_unpopular_may_hold_after_48_hours(law):
    verdict = only(law, game(matter("proposal", *votes("B:for"))), POSTED + LONG)
    assert (verdict.popular, verdict.unpopular) == (True, False)
    verdict = only(law, game(matter("proposal", *votes("B:against"))), POSTED + LONG)
    assert (verdict.popular, verdict.unpopular) == (False, True)


@pytest.mark.parametrize("law", [*OLD, "ruleset-98"])
def test_early_laws_have_no_popularity(law):
    verdict = only(law, game(matter()), POSTED + LONG)
    assert (verdict.popular, verdict.unpopular) == (None, None)


@pytest.mark.parametrize("part", ["core", "special_case", "appendix"])
def test_ruleset_211_wants_a_quorum_for_changes_to_its_fixed_parts(part):
    amends = frozenset({part, "dynastic"})
    assert stands("ruleset-211", "proposal", THREE, LONG, amends=amends) == (False, True)
    assert stands("ruleset-211", "proposal", FOUR, MINIMUM, amends=amends) == (True, False)
    assert stands("ruleset-2019-09", "proposal", THREE, LONG, amends=amends) == (True, False)


@pytest.mark.parametrize("part", ["dynastic", "gamestate", "roster"])
def test_ruleset_211_lets_48_hours_decide_on_other_changes(part):
    assert stands("ruleset-211", "proposal", THREE, LONG, amends=frozenset({part})) == (True, False)


@pytest.mark.parametrize("law", LAWS)
def test_only_ruleset_211_knows_illegal_matters(law):
    expected = (False, True) if law == "ruleset-211" else (True, False)
    assert stands(law, "proposal", FOUR, MINIMUM, illegal=True) == expected


def test_an_illegal_matter_of_ruleset_211_is_unpopular_and_not_popular():
    verdict = only("ruleset-211", game(matter("proposal", *votes(FOUR), illegal=True)), POSTED + MINIMUM)
    assert (verdict.popular, verdict.unpopular) == (False, True)


# -- the queue


# -- rosters


def test_after_a_vote_only_its_matter_is_heard_again(monkeypatch):
    one, two = (
        matter("proposal", *votes("B:for"), id="one"),
        matter("proposal", *votes("C:against"), id="two"),
    )
    before = judged(LAWS[0], game(one, two), POSTED + 3 * HOUR)
    voted = replace(two, comments=(*two.comments, says("C", "for", after=4 * HOUR)))
    heard, hear = [], Hearing.hear

    def listen(hearing, comment):
        heard.append((hearing.matter.id, comment))
        return hear(hearing, comment)

    monkeypatch.setattr(Hearing, "hear", listen)
    verdict = judge(game(one, voted), law=law_of(LAWS[0]), at=POSTED + 5 * HOUR, before=before)
    assert heard == [("two", comment) for comment in voted.comments]
    heard.clear()
    judge(game(one, voted, emperor=False), law=law_of(LAWS[0]), at=POSTED + 6 * HOUR, before=verdict)
    assert {id for id, _comment in heard} == {
        "one",
        "two",
    }  # whoever reigns is part of what votes are weighed by


HEARD = matter("proposal", *votes("B:deferential C:for E:against"), id="heard")
PEOPLE = players(7)
GONE = replace(PEOPLE[2], idle=(Span(POSTED),))
REVERSED = {"emperors": (Reign("C", POSTED - HOUR),)}
STILL = {"matters": (HEARD, matter("dov", id="dov"))}


@pytest.mark.parametrize(
    "changes",
    [
        REVERSED,
        {"emperors": ()},
        {"players": (*PEOPLE[:2], GONE, *PEOPLE[3:])},
        {"players": PEOPLE[:3]},
        {"matters": (replace(HEARD, amends=frozenset({"core"}), comments=HEARD.comments[:2]),)},
        STILL,
        STILL | REVERSED,
    ],
)
@pytest.mark.parametrize("name", LAWS)
def test_what_was_heard_before_is_heard_again_where_it_is_weighed_otherwise(name, changes):
    before = game(HEARD, people=PEOPLE)
    after, at = replace(before, **changes), POSTED + 5 * HOUR
    anew = judge(after, law=law_of(name), at=at)
    assert answer(judge(after, law=law_of(name), at=at, before=judged(name, before, at - HOUR))) == answer(
        anew
    )
