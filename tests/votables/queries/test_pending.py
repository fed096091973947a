"""How a pending matter stands, in a word, in a sentence and vote by vote."""

from datetime import timedelta

import pytest

from blognomic.frame import PageFrame
from ruleset.law import SHIPPED
from tests.votables.table import Kind, declare, event, noon, propose, seat, vote
from votables.models import Post
from votables.queries.pending import STATE_LABELS, Struck, VoteShown

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
MINUTE = timedelta(minutes=1)


def case_of(post: Post, at):
    return PageFrame(at, None).case(post)


def waiting_for_time(bobby, others):
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": others[:2]})
    return post, noon(1, hours=1)


def popular_by_quorum(bobby, others):
    return waiting_for_time(bobby, others)[0], noon(1, hours=12)


def shot_down(bobby, others):
    post = propose(bobby, noon(1))
    vote(post, noon(1), against=others[:3])
    return post, noon(1)


def vetoed(bobby, others):
    post = propose(bobby, noon(1))
    vote(post, noon(1), veto=others[0])
    return post, noon(1)


def withdrawn(bobby, others):
    post = propose(bobby, noon(1))
    vote(post, noon(1), against=bobby)
    return post, noon(1)


def forgotten(bobby, others):
    return propose(bobby, noon(1)), noon(8) + MINUTE


def in_hiatus(bobby, others):
    post = waiting_for_time(bobby, others)[0]
    declare(others[1], noon(1))
    return post, noon(2)


def behind_an_older_one(bobby, others):
    propose(others[2], noon(0))
    return waiting_for_time(bobby, others)[0], noon(1, hours=12)


def fresh(bobby, others):
    return propose(bobby, noon(1)), noon(1)


def a_victory_nobody_believes(bobby, others):
    post = declare(bobby, noon(1))
    vote(post, noon(1), against=others[:3])
    return post, noon(1)


def a_victory_that_few_have_seen(bobby, others):
    post = declare(bobby, noon(1))
    vote(post, noon(1), **{"for": others[1]})
    return post, noon(3)


STATES = {
    "waiting": (waiting_for_time, "Has its quorum. Can be enacted in 11 h."),
    "enactable": (popular_by_quorum, "An admin can enact it now."),
    "failable": (shot_down, "An admin can fail it now."),
    "vetoed": (vetoed, "An admin can fail it now."),
    "withdrawn": (withdrawn, "An admin can fail it now."),
    "stale": (forgotten, "An admin can fail it now."),
    "stopped": (in_hiatus, "Will pass, but a declaration of victory is pending, so "),
    "behind": (behind_an_older_one, "Will pass, but its turn comes after Cats."),
    "open": (fresh, "Passes "),
    "unpopular": (a_victory_nobody_believes, "Passes "),
    "popular": (a_victory_that_few_have_seen, "Passes "),
}


def test_every_state_is_looked_at():
    assert STATES.keys() == STATE_LABELS.keys()


@pytest.mark.parametrize("state", STATES)
def test_a_matter_stands_in_one_word_and_one_sentence(state):
    build, sentence = STATES[state]
    alice, bobby, *others = seat(*FIVE)
    case = case_of(*build(bobby, [alice, *others]))
    assert (case.state, case.state_label) == (state, STATE_LABELS[state])
    assert case.sentence.startswith(sentence)


@pytest.mark.parametrize("law", SHIPPED)
def test_an_authors_own_vote_against_is_called_as_the_law_calls_it(law):
    alice, bobby, *others = seat(*FIVE, law=law)
    case = case_of(*withdrawn(bobby, [alice, *others]))
    assert case.state_label == ("withdrawn" if law == "ruleset-211" else "self-killed")


def test_a_case_shows_the_votes_who_is_missing_and_what_is_struck_out():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": [carol, david], "against": [carol], "def": [ellen]})
    event(david, Kind.IDLED, at=noon(2))
    case = case_of(post, noon(2))
    assert case.votes == [
        VoteShown(bobby, "", "for"),
        VoteShown(carol, "against", "against"),
        VoteShown(ellen, "deferential", ""),
    ]
    assert case.waiting == [alice]
    assert [(one.player, one.cast) for one in case.struck] == [
        (carol, "for"),
        (david, "for"),
        (ellen, "deferential"),
    ]
    assert isinstance(case.struck[0], Struck)
    assert case.struck[0].reason == "superseded by a later vote of the same player"
    assert case.struck[1].reason == "not in the roster now"
    assert (case.f, case.a, case.x, case.quorum, case.roster_size, case.tally) == (1, 1, 0, 3, 4, "1–1")
