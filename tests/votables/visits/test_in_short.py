"""What happened since one's last visit, in a few lines of the front page; and how much of a thread is folded."""

from types import SimpleNamespace

import pytest
import time_machine

from players.models import Game
from players.present import Present
from tests.votables.table import enacted, noon, propose, say, seat, write
from votables.visits.in_short import in_short
from votables.visits.unread import Fresh, earlier

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.mark.django_db
def test_what_ended_and_what_was_said_is_told_with_links_and_how_many_more_there_are():
    alice, bobby, carol, *_ = seat(*FIVE)
    old = write(bobby, noon(0), "Old")
    say(old, carol, noon(0), "Before.")
    for number in range(4):
        say(write(bobby, noon(0), f"Talk {number}"), carol, noon(2, minutes=number), "After.")
    mine = say(old, alice, noon(2), "Mine.")
    done = enacted(alice, noon(2), "Done")
    with time_machine.travel(noon(3), tick=False):
        lately = in_short(Present(Game.objects.get().version, noon(3)), since=noon(1), but=alice.pk)
    ended, talks = lately.lines
    assert ended.links == [("Done", done.get_absolute_url(), f"enacted {done.tally}".strip())]
    assert ([title for title, _, _ in talks.links], talks.rest) == (["Talk 3", "Talk 2", "Talk 1"], 1)
    assert all(words == "1 new" and "#comment-" in address for _, address, words in talks.links)
    assert mine.pk not in {int(address.partition("#comment-")[2]) for _, address, _ in talks.links}


@pytest.mark.django_db
def test_nothing_is_told_where_nothing_happened():
    alice, bobby, *_ = seat(*FIVE)
    propose(bobby, noon(0))
    assert not in_short(Present(Game.objects.get().version, noon(3)), since=noon(1), but=alice.pk)


@pytest.mark.parametrize(
    ("number", "new", "sought", "folded"),
    [
        (20, (), 0, 0), (21, (), 0, 11), (300, (), 0, 290),
        (300, (250, 299), 0, 248), (300, (299,), 0, 290), (300, (1, 2), 0, 0), (300, (), 100, 98), (300, (250,), 7, 5),
    ],
)  # fmt: skip
def test_of_a_long_thread_the_last_what_is_new_and_what_is_sought_are_open(number, new, sought, folded):
    rows = [SimpleNamespace(comment=SimpleNamespace(pk=key)) for key in range(1, number + 1)]
    fresh = Fresh(new, False) if new else None
    assert earlier(rows, new=fresh, sought=sought) == folded
