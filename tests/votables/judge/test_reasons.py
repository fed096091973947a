"""Why a matter stands as it does: reasons, clauses, what blocks it, and when time alone changes it."""

from datetime import timedelta

import pytest

from votables.judge import Blocker

from .world import (
    FOUR,
    HOUR,
    LAWS,
    POSTED,
    game,
    instant,
    judged,
    matter,
    only,
    votes,
)

AT = POSTED + 2 * HOUR


# -- what is needed


# -- why, clauses, blockers


def test_why_tells_what_is_lacking():
    assert only("ruleset-98", game(matter("proposal", *votes("A:for B:for")))).why == (
        "not yet: the FOR votes reach quorum",
        "open for 1 h 0 min, needs 12 h",
    )
    assert only("ruleset-98", game(matter("cfj")), AT).why == ("not yet: the FOR votes reach quorum",)
    stale = only("ruleset-98", game(matter("cfj", *votes("A:for B:for"))), POSTED + 48 * HOUR)
    assert stale.why == ("not yet: the FOR votes reach quorum",)


def test_why_tells_what_allows_it():
    assert only("ruleset-211", game(matter("proposal", *votes(FOUR))), POSTED + 12 * HOUR).why == (
        "can be enacted: it is Popular",
    )
    assert only("ruleset-211", game(matter("proposal", *votes(f"{FOUR} E:veto A:against"))), AT).why == (
        "can be failed: it has been vetoed",
        "can be failed: it has been withdrawn",
    )


def test_older_matters_and_standstills_block():
    first, second = (
        matter(id="a", title="First"),
        matter("proposal", *votes(FOUR, 2 * HOUR), id="b", posted=POSTED + HOUR),
    )
    verdict = judged("ruleset-211", game(first, second), POSTED + 20 * HOUR).matter("b")
    assert verdict.blocked_by == (
        Blocker("its turn comes after First", "Resolution of Proposals", matters=("a",)),
    )
    assert verdict.why == ("its turn comes after First",)
    many = [matter(id=str(hour), title=f"No. {hour}", posted=POSTED + hour * HOUR) for hour in range(5)]
    blocked = [judged("ruleset-211", game(*many), POSTED + 20 * HOUR).matter(str(hour)) for hour in (2, 3, 4)]
    assert [one.blocked_by[0].reason for one in blocked] == [
        "its turn comes after No. 0 and 1 other",
        "its turn comes after No. 0 and 2 others",
        "its turn comes after No. 0 and 3 others",
    ]
    assert blocked[2].blocked_by[0].matters == ("0", "1", "2", "3")
    at = instant("2024-12-24T00:00:00")
    winter = only("ruleset-211", game(matter("proposal", posted=at), n=4), at)
    assert winter.blocked_by == (
        Blocker(
            "it is seasonal downtime, so proposals wait",
            "Seasonal Downtime",
            standstill="seasonal",
            until=instant("2024-12-27T00:00:00"),
        ),
        Blocker(
            "the game is dormant: there are fewer than five players, so proposals wait",
            "Dormancy",
            standstill="dormant",
        ),
    )
    assert only("ruleset-211", game(matter("cfj", posted=at)), at).blocked_by == ()


def test_a_stale_proposal_is_blocked_from_enactment():
    verdict = only("ruleset-98", game(matter("proposal", *votes(FOUR))), POSTED + 200 * HOUR)
    assert [blocker.reason for blocker in verdict.blocked_by] == [
        "it has been pending for more than 7 days: it can only fail"
    ]
    assert verdict.why == ("can be failed: it has been pending for more than 7 days",)


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("kind", ["proposal", "cfj", "dov"])
@pytest.mark.parametrize("words", ["", FOUR, "A:against E:veto", "B:against C:against D:against F:against"])
@pytest.mark.parametrize("hours", [1, 12, 24, 48, 100, 200])
def test_clauses_agree_with_the_verdict(name, kind, words, hours):
    verdict = only(name, game(matter(kind, *votes(words, timedelta(0)))), POSTED + hours * HOUR)
    met = {
        outcome: any(clause.met for clause in verdict.clauses if clause.outcome == outcome)
        for outcome in ("enact", "fail")
    }
    assert met == {"enact": verdict.enactable, "fail": verdict.failable}
    for clause in verdict.clauses:
        assert clause.met == all(condition.met for condition in clause.conditions)
        assert clause.rule and all(condition.rule and condition.label for condition in clause.conditions)
    for word, holds in verdict.terms.items():
        assert any(clause.met for clause in verdict.clauses if clause.outcome == word) == holds


# -- comments


# -- before a comment is written
