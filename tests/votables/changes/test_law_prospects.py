"""What people are told of a law before they want it: the quorum that results, and whether it could be changed again."""

import pytest

from blognomic.web.errors import NeedsConfirmation
from ruleset.law.shipped import document
from ruleset.queries import law_at
from tests.votables.table import noon
from votables.changes.change import stored_changes
from votables.changes.law_prospects import LawProspects, check_prospects, in_ranges, locked, prospects
from votables.changes.outcome import outcome_of_changes
from votables.judge.prospects import Quorums
from votables.queries.judge_facts import docket_at

OLD = document("ruleset-211")
LOCKING = OLD.replace('when = "f >= q"', 'when = "f >= q && n > 99"').replace(
    'when = "f > a"', 'when = "f > a && n > 99"'
)


@pytest.mark.parametrize(
    ("numbers", "ranges"),
    [([], ""), ([4], "4"), ([1, 2], "1 to 2"), ([1, 2, 3, 4, 7, 9, 10], "1 to 4, 7, 9 to 10")],
)
def test_whole_numbers_are_told_in_ranges(numbers, ranges):
    assert in_ranges(numbers) == ranges


def law_change(text: str) -> list[dict[str, object]]:
    return [{"op": "law", "base": law_at(noon(1)).law.text, "text": text}]


def found(text: str) -> LawProspects | None:
    outcome = outcome_of_changes(stored_changes(law_change(text)), at=noon(1))
    return prospects(outcome, docket_at(noon(1)))


def test_changes_that_make_no_other_law_have_no_prospects(rules):
    outcome = outcome_of_changes(stored_changes([{"op": "step", "text": "Clap."}]), at=noon(1))
    assert prospects(outcome, docket_at(noon(1))) is None


def test_another_law_with_the_same_quorum_says_nothing_of_it(rules):
    prospects = found(OLD.replace("[hours.minimum]\nvalue = 12", "[hours.minimum]\nvalue = 6"))
    assert (prospects.quorums, prospects.quorum_line, prospects.warnings, prospects.locks) == (
        None,
        "",
        [],
        False,
    )


def test_a_law_that_nobody_could_change_again_is_warned_of_first_of_all(rules):
    prospects = found(LOCKING)
    assert (prospects.locks, prospects.warnings) == (True, [locked()])
    with pytest.raises(NeedsConfirmation) as refusal:
        check_prospects(law_change(LOCKING), at=noon(1))
    assert refusal.value.sentence.startswith(locked())


def test_changes_that_are_not_of_the_law_are_looked_at_without_a_query(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        check_prospects([{"op": "step", "text": "Clap."}, "no change at all"], at=noon(1))


def test_sizes_for_which_a_quorum_is_too_low_or_too_high_are_told():
    quorums = Quorums(n=2, now=3, by_size=(0, 3, 3, 9), low=(1,), high=(2, 4), falls_back=(), fallback=1)
    prospect = LawProspects(quorums, quorums, locks=False)
    assert prospect.warnings == [
        "With 1 players the quorum is below 1: a single vote FOR, or none, is enough.",
        "With 2, 4 players the quorum is more than all of them.",
    ]
