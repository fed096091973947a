"""Who controls several players, as admins record it."""

import pytest

from blognomic.web.errors import RuleBroken, Stale
from players.models import AdminAct, Player, SharedControl
from players.services.fair_play import announced_others, record, words_on
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> list[Player]:
    return seat("Alice", "Bobby", "Carol", "David")


def say(
    by: Player,
    one: Player,
    other: Player,
    *,
    so: bool = True,
    announced: bool = False,
    reason: str = "Told us.",
) -> SharedControl:
    arguments = {"is_one_person": so, "announced": announced, "reason": reason}
    return record(by=by, at=noon(1), one=one, other=other, **arguments)


def acts() -> list[str]:
    return list(
        AdminAct.objects.filter(act="shared_control").order_by("pk").values_list("sentence", flat=True)
    )


def test_what_was_announced_is_public(table):
    alice, bobby, carol, _ = table
    say(alice, carol, bobby, announced=True)
    assert (announced_others(bobby), announced_others(carol)) == ([carol], [bobby])
    assert acts() == ["recorded that Bobby and Carol are one person’s"]


def test_what_was_found_is_for_admins(table):
    alice, bobby, carol, _ = table
    say(alice, bobby, carol)
    assert (announced_others(bobby), acts()) == ([], [])
    assert [(word.first, word.second) for word in words_on()] == [(bobby, carol)]


def test_last_word_holds_and_the_earlier_ones_stay(table):
    alice, bobby, carol, david = table
    say(alice, bobby, carol, announced=True)
    say(alice, bobby, david, announced=True)
    say(alice, carol, bobby, so=False, reason="They met.")
    assert announced_others(bobby) == [david]
    assert [word.is_one_person for word in words_on([carol])] == [False]
    assert SharedControl.objects.count() == 3
    assert acts()[-1] == "recorded that Bobby and Carol are not one person’s after all"
    assert AdminAct.objects.filter(act="shared_control").latest("pk").reason == ""


def test_same_word_twice_is_stale(table):
    alice, bobby, carol, _ = table
    with pytest.raises(Stale):
        say(alice, bobby, carol, so=False)
    say(alice, bobby, carol)
    with pytest.raises(Stale):
        say(alice, carol, bobby)
    say(alice, carol, bobby, announced=True)
    assert SharedControl.objects.count() == 2


@pytest.mark.parametrize("reason", ["", "  ", "x" * 2001, "a\x00"])
def test_reason_must_make_sense(table, reason):
    with pytest.raises(RuleBroken) as refused:
        say(table[0], table[1], table[2], reason=reason)
    assert (refused.value.status, SharedControl.objects.count()) == (400, 0)


def test_others_and_one_and_the_same_are_refused(table):
    alice, bobby, carol, _ = table
    with pytest.raises(RuleBroken) as refused:
        say(bobby, carol, alice)
    assert (refused.value.status, refused.value.rule) == (403, "Fair Play")
    with pytest.raises(RuleBroken) as refused:
        say(alice, bobby, bobby)
    assert refused.value.status == 400
