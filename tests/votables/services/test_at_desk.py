"""What is written and waits for admins changes the badge on every page of theirs; nothing else does."""

from unittest import mock

import pytest

from blognomic.frame import PageFrame
from players.models import Player
from players.present import forget
from tests.votables.table import join, noon, person, propose, seat, vote
from votables.services import posting
from votables.services.commenting import comment

pytestmark = pytest.mark.django_db

NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture(autouse=True)
def as_one_process():
    """Nothing is forgotten between what is written and what is read, as tests otherwise do."""
    forget()
    with mock.patch("tests.conftest.forget"):
        yield


def waiting(at) -> int:
    return PageFrame(at, Player.objects.get(name="Alice")).pending_admin


def test_a_request_in_a_post_or_a_comment_and_its_edit_are_told_at_once():
    alice, bobby, carol, *_ = seat(*NAMES)
    guest = person("Gregory")
    assert waiting(noon(1)) == 0
    post = posting.publish(by=guest, at=noon(1), category="", title="May I?", body="Let me in.", asks="join")
    assert waiting(noon(1)) == 1
    comment(post=post, by=bobby, at=noon(1), text="Please idle me.")
    assert waiting(noon(1)) == 2
    posting.edit(post=post, seen=post.version, by=guest, at=noon(1), title="Please", body="Let me in.")
    assert PageFrame(noon(1), alice).desk.joining[0].why.startswith("Please")


@pytest.mark.parametrize("how", ["vote", "talk", "post"])
def test_whoever_breaks_a_long_silence_waits_no_more(how):
    alice, bobby, carol, *others = seat(*NAMES)
    matter = propose(alice, noon(8), "Cats")
    vote(matter, noon(8), **{"for": [carol, *others]})
    talk = posting.publish(by=alice, at=noon(8), category="", title="Talk", body="Words.")
    assert [one.player.name for one in PageFrame(noon(8), alice).desk.inactive] == ["Bobby"]
    if how == "post":
        posting.publish(by=bobby, at=noon(8), category="", title="Here", body="I am back.")
    else:
        comment(post=matter if how == "vote" else talk, by=bobby, at=noon(8), text=":for:")
    assert PageFrame(noon(8), alice).desk.inactive == []


@pytest.mark.parametrize("how", ["vote", "talk", "post"])
def test_who_said_something_before_they_were_silent_is_not_so_afterwards(how):
    alice, bobby, carol, *others = seat(*NAMES)
    matter = propose(alice, noon(1), "Cats")
    talk = posting.publish(by=alice, at=noon(1), category="", title="Talk", body="Words.")
    assert PageFrame(noon(1), alice).desk.inactive == []
    if how == "post":
        posting.publish(by=bobby, at=noon(4), category="", title="Here", body="I am there.")
    else:
        comment(post=matter if how == "vote" else talk, by=bobby, at=noon(4), text=":for:")
    for one in (alice, carol, *others):
        comment(post=talk, by=one, at=noon(6), text="Words.")
    assert PageFrame(noon(9), alice).desk.inactive == []
    assert [one.player.name for one in PageFrame(noon(12), alice).desk.inactive] == ["Bobby"]


def test_a_newcomers_post_may_be_made_a_proposal_at_once():
    seat(*NAMES)
    newcomer = join("Nelly", at=noon(1))
    assert waiting(noon(1)) == 0
    posting.publish(by=newcomer, at=noon(1), category="", title="Cats", body="There are cats.")
    assert waiting(noon(1)) == 1


def test_a_vote_asks_nothing_anew_for_the_badge(django_assert_num_queries):
    alice, bobby, *_ = seat(*NAMES)
    matter = propose(alice, noon(1))
    assert waiting(noon(1)) == 0
    comment(post=matter, by=bobby, at=noon(1), text=":for:")
    frame = PageFrame(noon(1), alice)
    assert frame.queue
    with django_assert_num_queries(0):
        assert frame.pending_admin == 0
