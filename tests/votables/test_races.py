"""People who act at the same moment, each on a connection of their own, on SQLite and on PostgreSQL."""

import threading
from collections import Counter
from collections.abc import Callable

import pytest
from django.db import IntegrityError, connections

from players.errors import RuleBroken, Stale
from players.models import AdminAct, Player
from votables.models import Ballot, Comment, Post, Resolution
from votables.services import commenting, resolving

from .table import HOUR, make_admin, noon, propose, seat, vote

pytestmark = pytest.mark.django_db(transaction=True)
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What each act answers, or the RuleBroken that it raised, when all begin together on their own connections."""
    start = threading.Barrier(len(acts))
    answers: list[object] = [None] * len(acts)

    def run(place: int, act: Callable[[], object]) -> None:
        start.wait()
        try:
            answers[place] = act()
        except RuleBroken as broken:
            answers[place] = broken
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_ten_posts_at_once_keep_to_the_limit_of_two():
    _, bobby, *_ = seat(*FIVE)
    ten = [
        lambda number=number: propose(Player.objects.get(pk=bobby.pk), noon(1), f"Cats {number}")
        for number in range(10)
    ]
    answers = at_once(*ten)
    assert Counter(type(answer) for answer in answers) == {Post: 2, RuleBroken: 8}
    assert Post.objects.pending().count() == 2


def test_of_two_admins_at_once_one_resolves_and_the_other_is_told_who_was_first():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    make_admin(bobby)
    post = propose(carol, noon(1))
    vote(post, noon(1), **{"for": [alice, david]})
    answers = at_once(
        lambda: resolving.resolve(post=post, to="enacted", by=Player.objects.get(pk=alice.pk), at=noon(2)),
        lambda: resolving.resolve(post=post, to="enacted", by=Player.objects.get(pk=bobby.pk), at=noon(2)),
    )
    (resolution,) = [answer for answer in answers if isinstance(answer, Resolution)]
    (told,) = [answer for answer in answers if isinstance(answer, Stale)]
    assert f"enacted by {resolution.by} at 12:00 UTC" in told.sentence
    assert Resolution.objects.count() == 1
    assert AdminAct.objects.filter(act="resolve").count() == 1


def test_a_vote_that_crosses_with_a_resolution_is_counted_or_refused_never_late():
    names = (*FIVE, *(f"Voter{number}" for number in range(8)))
    alice, bobby, *others = seat(*names)
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": others[:8]})
    late = others[8:]
    acts = [
        lambda who=who: commenting.comment(
            post=post, by=Player.objects.get(pk=who.pk), at=noon(2), text=":against:"
        )
        for who in late
    ]
    answers = at_once(
        lambda: resolving.resolve(post=post, to="enacted", by=Player.objects.get(pk=alice.pk), at=noon(2)),
        *acts,
    )
    assert isinstance(answers[0], Resolution)
    counted = set(Ballot.objects.filter(counts_as="against").values_list("player__name", flat=True))
    written = set(Comment.objects.filter(cast="against").values_list("author__name", flat=True))
    refused = {who.name for who, answer in zip(late, answers[1:], strict=True) if isinstance(answer, Stale)}
    assert counted == written
    assert counted | refused == {who.name for who in late}
    assert not counted & refused


@pytest.mark.parametrize("point", ["log_act", "_write", "_take_effect"])
def test_a_resolution_that_breaks_off_leaves_the_game_as_it_was(monkeypatch, point):
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": [carol, david]})

    class Killed(Exception):
        pass

    def killed(*args: object, **kwargs: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(resolving, point, killed)
        with pytest.raises(Killed):
            resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    post.refresh_from_db()
    assert (post.status, post.admin_field, post.settled_by) == ("pending", "", None)
    assert (Resolution.objects.count(), Ballot.objects.count()) == (0, 0)
    assert resolving.resolve(post=post, to="enacted", by=alice, at=noon(2) + HOUR).tally == "3–0"


def test_ten_registrations_of_one_name_make_one_account():
    def register(number: int) -> object:
        try:
            return Player.objects.create_user("aLiCe" if number % 2 else "ALICE")
        except IntegrityError as taken:
            return taken

    answers = at_once(*(lambda number=number: register(number) for number in range(10)))
    assert sum(isinstance(answer, Player) for answer in answers) == 1
    assert Player.objects.count() == 1
