"""What is worked out from what the judge counted."""

import pytest

from votables.judge.verdict import Tally

from .world import HOUR, POSTED, game, judged, matter, only, votes


def test_an_unknown_matter_is_a_key_error():
    with pytest.raises(KeyError):
        judged("ruleset-98", game()).matter("m")


def test_the_choices_of_a_tally_lead_only_with_votes():
    none, tied, clear = (Tally(0, 0, 0, 0, choices=votes) for votes in ((0, 0), (3, 1, 3), (1, 4, 2)))
    assert [(one.lead, one.leading, one.runner_up) for one in (none, tied, clear)] == [
        (0, (), 0), (3, (0, 2), 1), (4, (1,), 2),
    ]  # fmt: skip


def test_a_tally_counts_votes_where_it_has_no_number_of_its_own():
    assert (Tally(3, 1, 2, 9).valid, Tally(3, 1, 2, 9).total, Tally(3, 1, 2, 9).players) == (4, 6, (3, 1, 2))
    weighed = Tally(30, 10, 2, 9, number=2, heads=(1, 1, 1))
    assert (weighed.valid, weighed.total, weighed.players) == (2, 42, (1, 1, 1))


@pytest.mark.parametrize(
    ("words", "hours", "lost", "may_pass"),
    [
        ("", 1, False, True),
        ("E:veto", 1, True, False),
        ("A:against", 1, True, False),
        ("B:against C:against", 49, False, False),
        ("B:for C:for", 49, False, True),
        ("B:for C:for", 169, True, False),
    ],
)
def test_what_is_vetoed_withdrawn_or_stale_is_lost(words, hours, lost, may_pass):
    verdict = only("ruleset-211", game(matter("proposal", *votes(words))), POSTED + hours * HOUR)
    assert (verdict.is_lost, verdict.may_yet_pass) == (lost, may_pass)
