"""The frame of every page."""

from unittest import mock

import pytest
from django.db.models.sql.compiler import SQLCompiler

from blognomic.frame import PageFrame
from tests.votables.table import HOUR, noon, person, propose, seat, vote, write

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


def test_a_game_that_goes_on_has_no_banner():
    seat(*FIVE)
    assert PageFrame(noon(1), None).standstill == []


def test_a_site_without_a_game_has_an_outlook_too():
    game = PageFrame(noon(1), person("Alice"))
    sides = (
        game.game,
        game.docket_or_none,
        game.dynasty,
        game.emperor,
        game.roster,
        game.idle,
        game.queue,
        game.standstill,
    )
    assert sides == (None, None, None, None, [], [], [], [])
    assert (game.quorum, game.needs_vote, game.pending_admin) == (1, [], 0)


def test_what_needs_ones_vote_and_ones_hand():
    alice, bobby, carol, *_ = seat(*FIVE)
    done, open_ = propose(bobby, noon(1)), propose(carol, noon(1, hours=1))
    vote(done, noon(1, hours=2), **{"for": [alice, carol]})
    at = noon(1, hours=12)
    assert [PageFrame(at, player).needs_vote for player in (alice, bobby, carol, person("Gregory"), None)] == [
        [open_.pk], [open_.pk], [], [], [],
    ]  # fmt: skip
    assert [PageFrame(at, player).pending_admin for player in (alice, bobby, None)] == [1, 0, 0]
    assert [(turn.case.post, turn.to, turn.is_now) for turn in PageFrame(at, None).turns] == [
        (done, "enacted", True)
    ]


def test_what_can_only_fail_needs_nobodys_vote():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    vetoed, withdrawn, open_ = (propose(one, noon(1)) for one in (bobby, carol, david))
    vote(vetoed, noon(1, hours=1), veto=alice)
    vote(withdrawn, noon(1, hours=1), against=carol)
    assert PageFrame(noon(1, hours=2), ellen).needs_vote == [open_.pk]
    assert PageFrame(noon(9), ellen).needs_vote == []
    assert [case.is_lost for case in PageFrame(noon(9), ellen).queue] == [True, True, True]


def test_the_query_for_the_game_is_put_together_once_and_asked_anew():
    alice, bobby, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    for player in (alice, None):
        first = PageFrame(noon(1), player).latest
        post = write(bobby, (first or noon(1)) + HOUR)
        with mock.patch.object(SQLCompiler, "as_sql", side_effect=AssertionError):
            assert PageFrame(noon(2), player).latest == post.posted_at


def test_what_is_counted_for_one_player_is_not_told_another():
    alice, bobby, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    alice.notices.create(kind="mention", key="1", at=noon(1), sentence="A mention", link="/")
    assert [PageFrame(noon(1), player).notices for player in (bobby, alice, bobby, None)] == [0, 1, 0, 0]
