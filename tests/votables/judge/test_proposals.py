"""When a proposal may be enacted or failed: each cell of the table, on and beside each boundary, at every
law.
"""

from datetime import timedelta

import pytest

from votables.judge import MatterVerdict

from .world import BIT, HOUR, LAWS, POSTED, game, judged, matter, only, player, says, stands, votes

OLD = ("ruleset-37", "ruleset-86")
NEW = ("ruleset-2019-09", "ruleset-211")
STALE = ("ruleset-98", *NEW)
MINIMUM, LONG, WEEK = 12 * HOUR, 48 * HOUR, 168 * HOUR

# Seven players, so quorum is four. A is the author, and E the emperor.
FOUR = "A:for B:for C:for D:for"
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


def queue(law: str, at, *matters) -> list[MatterVerdict]:
    return list(judged(law, game(*matters), at).matters)


@pytest.mark.parametrize("law", LAWS)
def test_only_the_oldest_proposal_may_be_resolved(law):
    first = matter("proposal", *votes(FOUR), id="first")
    second = matter("proposal", *votes(FOUR, 2 * HOUR), id="second", posted=POSTED + HOUR)
    found = queue(law, POSTED + 20 * HOUR, second, first)
    assert [(v.matter.id, v.oldest, v.may_enact) for v in found] == [
        ("first", True, True),
        ("second", False, False),
    ]


@pytest.mark.parametrize("law", LAWS)
def test_a_proposal_behind_another_may_not_be_failed(law):
    killed = matter(
        "proposal", says("B", "against", after=2 * HOUR), id="b", author="B", posted=POSTED + HOUR
    )
    found = queue(law, POSTED + 3 * HOUR, matter(id="a"), killed)
    assert [(v.self_killed, v.may_fail) for v in found] == [(False, False), (True, False)]


@pytest.mark.parametrize("law", LAWS)
def test_of_one_instant_the_order_of_the_file_decides(law):
    found = queue(law, POSTED + HOUR, matter(id="z"), matter(id="a"))
    assert [(v.matter.id, v.oldest) for v in found] == [("z", True), ("a", False)]


@pytest.mark.parametrize("law", STALE)
def test_a_stale_proposal_is_skipped_and_may_only_be_failed(law):
    old = matter("proposal", *votes(FOUR), id="old")
    new = matter(
        "proposal", *votes("A:for B:for C:for D:for", 150 * HOUR), id="new", posted=POSTED + 100 * HOUR
    )
    at_limit = [(v.oldest, v.stale, v.may_enact, v.may_fail) for v in queue(law, POSTED + WEEK, old, new)]
    assert at_limit == [(True, False, True, False), (False, False, False, False)]
    beyond = [(v.oldest, v.stale, v.may_enact, v.may_fail) for v in queue(law, POSTED + WEEK + BIT, old, new)]
    assert beyond == [(False, True, False, True), (True, False, True, False)]


@pytest.mark.parametrize("law", OLD)
def test_early_laws_know_no_stale_proposals(law):
    found = queue(law, POSTED + 400 * HOUR, matter("proposal", *votes(FOUR)))
    assert [(v.oldest, v.stale, v.may_enact, v.may_fail) for v in found] == [(True, False, True, False)]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("kind", ["cfj", "dov"])
def test_other_matters_have_no_queue(law, kind):
    verdict = only(law, game(matter(kind)))
    assert (verdict.oldest, verdict.stale) == (None, None)


# -- rosters


@pytest.mark.parametrize("law", LAWS)
def test_an_empty_roster_has_a_quorum_of_one_and_fails_anything(law):
    idle = [player(name, (POSTED, None)) for name in "AB"]
    verdict = only(law, game(matter(), people=idle, emperor=False, special_cases=awake(law)), POSTED + HOUR)
    assert (verdict.may_enact, verdict.may_fail) == (False, True)


def awake(law: str) -> dict[str, bool]:
    """Special cases of a law without dormancy."""
    return {"Dormancy": False} if law in NEW else {}


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("n", "quorum"), [(5, 3), (6, 4), (7, 4), (8, 5)])
def test_quorum_is_half_rounded_down_plus_one(law, n, quorum):
    names = "BCDFGHI"
    enough = " ".join(f"{name}:for" for name in names[: quorum - 1])
    short = " ".join(f"{name}:for" for name in names[: quorum - 2])
    assert stands(law, "proposal", enough, MINIMUM, n=n) == (True, False)
    assert stands(law, "proposal", short, MINIMUM, n=n) == (False, False)
