"""When calls for judgement and declarations of victory may be resolved: each cell, on and beside each
boundary.
"""

from datetime import timedelta

import pytest

from votables.judge import Comment

from .world import BIT, HOUR, LAWS, POSTED, game, instant, judged, matter, only, stands, votes

SOON = timedelta(minutes=10)
POPULAR = ("ruleset-2019-09", "ruleset-211")
MINIMUM, DAY, LONG, FOUR_DAYS = 12 * HOUR, 24 * HOUR, 48 * HOUR, 96 * HOUR


# -- calls for judgement: seven players, quorum four, author A


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("A:for B:for C:for D:for", (True, False)),
        ("A:for B:for C:for D:for E:against F:against G:against", (True, False)),
        ("A:against B:against C:against D:against", (False, True)),
        ("A:for B:for C:for D:against", (False, False)),
        ("", (False, False)),
    ],
)
def test_a_cfj_is_decided_at_once_by_a_quorum(law, words, expected):
    assert stands(law, "cfj", words, SOON) == expected


def test_an_implied_for_counts_on_cfjs_but_not_in_ruleset_37():
    standing = {law: stands(law, "cfj", "B:for C:for D:for", SOON) for law in LAWS}
    assert standing == {law: (law != "ruleset-37", False) for law in LAWS}


@pytest.mark.parametrize("law", ["ruleset-37", "ruleset-86"])
@pytest.mark.parametrize(
    ("words", "after", "expected"),
    [
        ("A:for B:for C:against", FOUR_DAYS - BIT, (False, False)),
        ("A:for B:for C:against", FOUR_DAYS, (True, False)),
        ("A:for B:against", FOUR_DAYS, (False, True)),
        ("B:against", FOUR_DAYS, (False, True)),
    ],
)
def test_a_cfj_of_early_laws_runs_for_four_days(law, words, after, expected):
    assert stands(law, "cfj", words, after) == expected


def test_a_cfj_without_votes_fails_in_ruleset_37_and_passes_by_its_author_in_86():
    assert stands("ruleset-37", "cfj", "", FOUR_DAYS) == (False, True)
    assert stands("ruleset-86", "cfj", "", FOUR_DAYS) == (True, False)


@pytest.mark.parametrize("law", ["ruleset-37", "ruleset-86"])
@pytest.mark.parametrize(("after", "enacted"), [(LONG - BIT, False), (LONG, True)])
@pytest.mark.parametrize("hiatus", ["dov", "interregnum"])
def test_a_cfj_of_early_laws_runs_for_two_days_in_hiatus(law, after, enacted, hiatus):
    cfj = matter("cfj", *votes("A:for B:for"), id="cfj")
    if hiatus == "dov":
        dov = matter("dov", id="dov", posted=POSTED + HOUR)
    else:
        dov = matter("dov", id="dov", posted=POSTED + HOUR, status="enacted", resolved=POSTED + 2 * HOUR)
    verdict = judged(law, game(cfj, dov), POSTED + after)
    assert verdict.standstill == (hiatus,)
    assert verdict.matter("cfj").may_enact is enacted


def test_seasonal_downtime_shortens_the_cfjs_of_ruleset_86():
    posted = instant("2024-12-22T12:00:00")
    cfj = matter("cfj", Comment("B", posted, ("for",)), posted=posted)
    before, during = posted + 36 * HOUR - BIT, posted + LONG
    assert only("ruleset-86", game(cfj), before).may_enact is False
    assert only("ruleset-86", game(cfj), during).may_enact is True
    assert only("ruleset-86", game(cfj), instant("2024-12-26T11:59:59.999999")).may_enact is True
    shorter = matter("cfj", Comment("B", posted, ("for",)), posted=posted + 24 * HOUR)
    assert only("ruleset-86", game(shorter), instant("2024-12-26T23:59:59.999999")).may_enact is True
    assert only("ruleset-86", game(shorter), instant("2024-12-27T00:00:00")).may_enact is False


@pytest.mark.parametrize(
    ("words", "after", "expected"),
    [
        ("A:for B:for C:against", LONG, (False, False)),
        ("A:for B:for C:against", LONG + BIT, (True, False)),
        ("A:for B:against", LONG, (False, False)),
        ("A:for B:against", LONG + BIT, (False, True)),
    ],
)
def test_a_cfj_of_ruleset_98_runs_for_more_than_48_hours(words, after, expected):
    assert stands("ruleset-98", "cfj", words, after) == expected


@pytest.mark.parametrize("law", POPULAR)
@pytest.mark.parametrize(
    ("words", "after", "expected"),
    [
        ("A:for B:for C:against", LONG - BIT, (False, False)),
        ("A:for B:for C:against", LONG, (True, False)),
        ("A:for B:against", LONG, (False, True)),
        ("A:for", LONG, (False, True)),
    ],
)
def test_a_cfj_of_later_laws_follows_popularity(law, words, after, expected):
    assert stands(law, "cfj", words, after) == expected


@pytest.mark.parametrize("law", LAWS)
def test_a_cfj_that_changes_nothing_may_be_failed_at_once_but_not_in_ruleset_37(law):
    assert stands(law, "cfj", "", SOON, changes_nothing=True) == (False, law != "ruleset-37")
    assert stands(law, "proposal", "", SOON, changes_nothing=True) == (False, False)


@pytest.mark.parametrize("law", POPULAR)
def test_a_change_to_the_core_rules_does_not_hinder_a_cfj(law):
    assert stands(law, "cfj", "A:for B:for C:against", LONG, amends=frozenset({"core"})) == (True, False)


def test_an_illegal_cfj_may_only_be_failed_in_ruleset_211():
    assert stands("ruleset-211", "cfj", "A:for B:for C:for D:for", SOON, illegal=True) == (False, True)


# -- declarations of victory


@pytest.mark.parametrize(
    ("words", "after", "expected"),
    [
        ("A:for B:for C:for D:against", DAY - BIT, (False, False)),
        ("A:for B:for C:for D:against", DAY, (True, False)),
        ("A:for B:for C:against D:against", DAY, (False, True)),  # no more FOR than AGAINST
        (
            "A:for B:for C:for",
            DAY,
            (False, True),
        ),  # three votes are no quorum, and the author has no implied one
        ("A:for B:for C:for E:for", MINIMUM - BIT, (False, False)),
        ("A:for B:for C:for E:for", MINIMUM, (True, False)),  # with the emperor's vote
        ("A:for B:for C:for E:against", MINIMUM, (True, False)),
        ("A:for B:for C:for D:for", MINIMUM, (False, False)),  # without it
        ("A:for B:against C:against E:against", MINIMUM, (False, True)),
        ("E:for", MINIMUM, (False, True)),
        ("E:deferential", MINIMUM, (False, False)),  # no such icon on a DoV
    ],
)
def test_a_dov_of_ruleset_37(words, after, expected):
    assert stands("ruleset-37", "dov", words, after) == expected


@pytest.mark.parametrize("law", ["ruleset-86", "ruleset-98"])
@pytest.mark.parametrize(
    ("words", "after", "expected"),
    [
        ("A:for B:for C:for D:for", MINIMUM - BIT, (False, False)),
        ("A:for B:for C:for D:for", MINIMUM, (True, False)),  # nobody AGAINST
        ("A:for B:for C:for D:for F:against", MINIMUM, (False, False)),
        ("A:for B:for C:for E:for F:against G:against", MINIMUM, (True, False)),  # the emperor FOR
        ("A:for B:for C:for D:for F:against", DAY - BIT, (False, False)),
        ("A:for B:for C:for D:for F:against", DAY, (True, False)),  # one is fewer than half of four
        ("A:for B:for C:for D:for F:against G:against", DAY, (False, False)),  # two are not
        ("A:for B:for C:for D:for F:against G:against", LONG - BIT, (False, False)),
        ("A:for B:for C:for D:for F:against G:against", LONG, (True, False)),
        ("A:for B:for C:for F:against", LONG, (True, False)),  # a quorum has voted
        ("A:for B:for C:for", LONG, (False, True)),
        ("A:for B:for C:against F:against", LONG, (False, True)),
        ("B:against C:against D:against F:against", MINIMUM - BIT, (False, False)),
        ("B:against C:against D:against F:against", MINIMUM, (False, True)),
        ("B:against C:against D:against", MINIMUM, (False, False)),
        ("A:for B:for C:for", LONG - BIT, (False, False)),
    ],
)
def test_a_dov_of_rulesets_86_and_98(law, words, after, expected):
    assert stands(law, "dov", words, after) == expected


def test_void_deferentials_help_a_dov_to_its_quorum_of_votes_in_ruleset_98_only():
    words = "A:for B:for C:deferential D:deferential"
    assert stands("ruleset-98", "dov", words, LONG) == (True, False)
    assert stands("ruleset-86", "dov", words, LONG) == (False, True)


@pytest.mark.parametrize(
    ("n", "against", "expected"), [(9, "B", True), (9, "B D", False), (11, "B D", True), (11, "B D F", False)]
)
def test_half_of_quorum_is_rounded_down(n, against, expected):
    quorum = n // 2 + 1  # five, then six: half is two, then three
    names = [name for name in "ACGHIJKLM" if name not in against][:quorum]
    words = " ".join([f"{name}:for" for name in names] + [f"{name}:against" for name in against.split()])
    assert stands("ruleset-86", "dov", words, DAY, n=n)[0] is expected


@pytest.mark.parametrize(
    ("words", "after", "expected"),
    [
        ("A:for B:for C:for D:for", MINIMUM - BIT, (False, False)),
        ("A:for B:for C:for D:for", MINIMUM, (True, False)),
        ("A:for B:for C:for D:for F:against", MINIMUM, (False, False)),
        ("A:for B:for C:for E:for F:against", MINIMUM, (True, False)),
        ("A:for B:for C:for D:for F:against G:against E:against", DAY - BIT, (False, False)),
        ("A:for B:for C:for D:for F:against G:against E:against", DAY, (True, False)),
        ("A:for B:for C:for", DAY, (False, False)),
        ("A:for B:for C:for F:against", LONG, (True, False)),
        ("A:for B:for C:for F:against", LONG - BIT, (False, False)),
        ("A:for B:against", LONG - BIT, (False, False)),
        ("A:for B:against", LONG, (False, True)),
        ("B:against C:against D:against F:against", MINIMUM - BIT, (False, False)),
        ("B:against C:against D:against F:against", MINIMUM, (False, True)),
    ],
)
def test_a_dov_of_ruleset_2019_09(words, after, expected):
    assert stands("ruleset-2019-09", "dov", words, after) == expected


# Nine players: quorum five, and more than two thirds are seven.
SEVEN = "A:for B:for C:for D:for F:for G:for H:for"
SIX = "A:for B:for C:for D:for F:for G:for"


@pytest.mark.parametrize(
    ("words", "after", "expected"),
    [
        (SEVEN, MINIMUM - BIT, (False, False)),
        (SEVEN, MINIMUM, (True, False)),
        (SIX, MINIMUM, (False, False)),
        (SIX, DAY, (False, False)),
        (f"{SEVEN} I:against", MINIMUM, (False, False)),
        (f"{SIX} E:for I:against", MINIMUM, (True, False)),
        (f"{SEVEN} I:against", DAY - BIT, (False, False)),
        (f"{SEVEN} I:against", DAY, (True, False)),
        (f"{SIX} I:against", LONG, (False, False)),  # Popular, but not enough; not yet more than 48 hours
        (f"{SIX} I:against", LONG + BIT, (False, True)),
        (SEVEN, LONG + BIT, (True, False)),
        ("A:for B:against", LONG - BIT, (False, False)),
        ("A:for B:against", LONG, (False, True)),  # Unpopular from 48 hours on
        ("B:against C:against D:against F:against G:against", MINIMUM - BIT, (False, False)),
        ("B:against C:against D:against F:against G:against", MINIMUM, (False, True)),
    ],
)
def test_a_dov_of_ruleset_211(words, after, expected):
    assert stands("ruleset-211", "dov", words, after, n=9) == expected


def test_exactly_two_thirds_are_not_more_than_two_thirds():
    words = "A:for B:for C:for D:for"
    assert stands("ruleset-211", "dov", words, DAY, n=6) == (False, False)
    assert stands("ruleset-211", "dov", f"{words} F:for", DAY, n=6) == (True, False)


def test_an_illegal_dov_of_ruleset_211_may_be_failed_after_12_hours():
    assert stands("ruleset-211", "dov", SEVEN, MINIMUM - BIT, n=9, illegal=True) == (False, False)
    assert stands("ruleset-211", "dov", SEVEN, MINIMUM, n=9, illegal=True) == (False, True)


@pytest.mark.parametrize("law", ["ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211"])
def test_the_emperors_implied_for_on_a_dov_is_the_emperors_vote(law):
    words = "A:for B:for C:for D:for F:for G:against H:for I:for"
    assert stands(law, "dov", words, MINIMUM, n=9) == (False, False)
    assert stands(law, "dov", words, MINIMUM, n=9, author="E") == (True, False)


@pytest.mark.parametrize("law", LAWS)
def test_an_against_of_the_author_kills_proposals_only(law):
    for kind in ("cfj", "dov"):
        assert only(law, game(matter(kind, *votes("A:against")))).self_killed is False
