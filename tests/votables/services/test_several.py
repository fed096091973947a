"""Several acts at once: read from what was sent, done in the order of the queue, and undone the last first."""

import pytest

from tests.votables.table import noon, person, propose, seat, vote, write
from votables.models import Resolution
from votables.queries.just_done import Done, just_done, read_done
from votables.services.several import MOST, DeskAct, do_several, read_acts, undo_several

pytestmark = pytest.mark.django_db


def test_what_is_no_act_is_left_out_and_each_is_read_once():
    words = [
        "enacted-1",
        "admit-2",
        "enacted-1",
        "failed-٣",
        "enacted-",
        "removed-4",
        "admit--1",
        "idle-inactive-5",
    ]
    assert read_acts([*words, f"admit-{10**20}", "\x00", ""]) == [
        DeskAct("enacted", 1), DeskAct("admit", 2), DeskAct("idle-inactive", 5),
    ]  # fmt: skip
    assert len(read_acts(f"admit-{key}" for key in range(1, 3 * MOST))) == MOST
    assert read_done("matter-1 roster-2 matter-1 post-3 matter-x") == [Done("matter", 1), Done("roster", 2)]


def test_each_is_judged_after_those_before_it_whatever_order_they_come_in():
    alice, bobby, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    posts = [
        propose(bobby, noon(1, hours=number), f"No. {number}", category="proposal") for number in range(2)
    ]
    for post in posts:
        vote(post, noon(1, hours=3), **{"for": others})
    guest = person("Gregory")
    write(guest, noon(1), asks="join")
    acts = [DeskAct("admit", guest.pk), *(DeskAct("enacted", post.pk) for post in reversed(posts))]
    outcomes = do_several([*acts, DeskAct("enacted", 999), DeskAct("idle", 999)], by=alice, at=noon(2))
    assert [(one.name, one.refusal) for one in outcomes] == [
        ("No. 0", None), ("No. 1", None), ("Gregory", None),
    ]  # fmt: skip
    done = [one.done for one in outcomes if one.done]
    shown = [(one.what, one.name) for one in just_done(done, by=alice, at=noon(2))]
    assert shown == [("enacted", "No. 0"), ("enacted", "No. 1"), ("joined the game", "Gregory")]
    assert just_done(done, by=bobby, at=noon(2)) == just_done(done, by=alice, at=noon(2, hours=2)) == []
    undone = undo_several(done, by=alice, at=noon(2), reason="Too quick.")
    assert [one.name for one in undone] == ["Gregory", "No. 1", "No. 0"]
    assert [one.refusal for one in undone] == [None] * 3
    assert Resolution.objects.filter(to_status="pending").count() == 2


def test_whoever_is_no_admin_does_none_of_it_and_undoes_none():
    alice, bobby, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    post = propose(alice, noon(1))
    vote(post, noon(1, hours=3), **{"for": others})
    refused = do_several([DeskAct("enacted", post.pk), DeskAct("idle", alice.pk)], by=bobby, at=noon(2))
    assert [one.refusal is not None for one in refused] == [True, True]
    done = [one.done for one in do_several([DeskAct("enacted", post.pk)], by=alice, at=noon(2)) if one.done]
    assert [bool(one.refusal) for one in undo_several(done, by=bobby, at=noon(2), reason="No.")] == [True]
    post.refresh_from_db()
    assert post.status == "enacted"
