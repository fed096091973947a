"""People who act at the same moment, each on a connection of their own, on SQLite and on PostgreSQL."""

import sys
import threading
from collections import Counter
from collections.abc import Callable

import pytest
from django.db import IntegrityError, connections
from django.test import Client

from blognomic.web.errors import RuleBroken, Stale
from players.models import AdminAct, Dynasty, Game, Player, Reign, RosterEvent
from votables.judge.icons import text_runs
from votables.models import Ballot, Comment, Post, PostVersion, Resolution
from votables.queries.judge_facts import docket_at
from votables.services import commenting, posting, resolving, roster
from votables.services.founding import found_game

from .table import BEGINNING, HOUR, declare, make_admin, noon, person, propose, seat, vote, write

pytestmark = pytest.mark.django_db(transaction=True)
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What each act answers, or the RuleBroken that it raised, when all begin together on their own connections. Raises
    together what else they raised, which no test expects."""
    start = threading.Barrier(len(acts))
    answers: list[object] = [None] * len(acts)
    broken_down: list[BaseException] = []

    def run(place: int, act: Callable[[], object]) -> None:
        start.wait()
        try:
            answers[place] = act()
        except RuleBroken as broken:
            answers[place] = broken
        except BaseException as error:
            broken_down.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if broken_down:
        raise BaseExceptionGroup("Broken down, and not refused by a rule", broken_down)
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


def test_posts_that_are_moved_and_posts_that_are_written_at_once_keep_to_one_limit():
    _, bobby, *_ = seat(*FIVE)
    talks = [write(bobby, noon(1), f"Talk {number}") for number in range(4)]

    def move(post: Post, number: int) -> Post:
        at = noon(1, seconds=9 - number)
        return posting.change_category(post=post, to="proposal", by=bobby, at=at, amends=["dynastic"])

    answers = at_once(
        *(lambda post=post, number=number: move(post, number) for number, post in enumerate(talks)),
        *(lambda: propose(Player.objects.get(pk=bobby.pk), noon(1)) for _ in range(4)),
    )
    assert Counter(type(answer) for answer in answers) == {Post: 2, RuleBroken: 6}
    assert len(docket_at(noon(2)).posts) == 2


def test_of_edits_of_one_version_at_once_one_is_saved():
    _, bobby, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))

    def edit(number: int) -> Post:
        return posting.edit(post=post, seen=1, by=bobby, at=noon(1), title="Cats", body=f"Words {number}.")

    answers = at_once(*(lambda number=number: edit(number) for number in range(6)))
    assert Counter(type(answer) for answer in answers) == {Post: 1, Stale: 5}
    (saved,) = [answer for answer in answers if isinstance(answer, Post)]
    assert list(PostVersion.objects.values_list("number", "body")) == [
        (1, "Add a rule called Cats."),
        (2, saved.body),
    ]
    assert Post.objects.get().body == saved.body


def test_a_request_that_two_admins_grant_at_once_is_granted_once():
    alice, bobby, *_ = seat(*FIVE)
    make_admin(bobby)
    guest = person("Gregory")
    write(guest, noon(1), asks="join")
    answers = at_once(
        lambda: roster.admit(player=guest, by=Player.objects.get(pk=alice.pk), at=noon(2)),
        lambda: roster.admit(player=guest, by=Player.objects.get(pk=bobby.pk), at=noon(2)),
    )
    assert Counter(type(answer) for answer in answers) == {RosterEvent: 1, Stale: 1}
    assert RosterEvent.objects.filter(player=guest).count() == 1


def test_a_game_that_two_people_found_at_once_is_founded_once():
    people = [person("Alice"), person("Bobby")]
    answers = at_once(
        *(lambda who=who: found_game(founder=who, law="ruleset-211", at=BEGINNING) for who in people)
    )
    assert Counter(type(answer) for answer in answers) in (
        {Dynasty: 1, RuleBroken: 1},
        {Dynasty: 1, Stale: 1},
    )
    assert (Game.objects.count(), Reign.objects.count(), Player.objects.admins().count()) == (1, 1, 1)


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
    (stale,) = [answer for answer in answers if isinstance(answer, Stale)]
    assert f"enacted by {resolution.by}, 4 March 2026, 12:00 UTC" in stale.sentence
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


class Killed(Exception):
    """The process dies here."""


def killed(*args: object, **kwargs: object) -> None:
    raise Killed


@pytest.mark.parametrize("point", ["log_act", "_write", "_take_effect"])
def test_a_resolution_that_breaks_off_leaves_the_game_as_it_was(monkeypatch, point):
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": [carol, david]})

    with monkeypatch.context() as patch:
        patch.setattr(resolving, point, killed)
        with pytest.raises(Killed):
            resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    post.refresh_from_db()
    assert (post.status, post.admin_field, post.settled_by) == ("pending", "", None)
    assert (Resolution.objects.count(), Ballot.objects.count()) == (0, 0)
    assert resolving.resolve(post=post, to="enacted", by=alice, at=noon(2) + HOUR).tally == "3–0"


@pytest.mark.parametrize("point", ["crown", "log_act", "_crown"])
def test_a_victory_that_breaks_off_leaves_the_emperor_and_the_other_declarations(monkeypatch, point):
    alice, bobby, carol, david, ellen = seat(*FIVE)
    won, other = declare(bobby, noon(1)), declare(carol, noon(1))
    with monkeypatch.context() as patch:
        patch.setattr(resolving, point, killed)
        with pytest.raises(Killed):
            resolving.resolve_against_verdict(post=won, to="enacted", by=alice, at=noon(2), reason="Test.")
    docket = docket_at(noon(3))
    assert (list(docket.posts.values()), docket.emperor, docket.verdict.standstill) == (
        [won, other],
        alice,
        ("dov",),
    )
    assert (Resolution.objects.count(), AdminAct.objects.count(), Reign.objects.count()) == (0, 0, 1)


def test_an_idling_that_breaks_off_is_not_announced(monkeypatch):
    alice, bobby, *_ = seat(*FIVE, "Frank")
    with monkeypatch.context() as patch:
        patch.setattr(roster, "log_act", killed)
        with pytest.raises(Killed):
            roster.idle(player=bobby, by=alice, at=noon(9), inactive=True)
    bobby.refresh_from_db()
    assert (bobby.standing, Post.objects.count()) == ("active", 0)


def test_comments_that_are_read_at_once_are_each_read_as_alone():
    """Markdown's reader keeps what it reads in itself, so no two threads may share one."""
    texts = [
        f"{mark} `:for:` and [a link][{number}] :against:\n\n[{number}]: /x :veto:\n\n> quoted `:def:` {mark}"
        * 3
        for number, mark in enumerate([":for:", ":veto:", "words", ":def:", "    :for:", "<b>:for:</b>"] * 8)
    ]
    alone = [text_runs(text) for text in texts]
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        assert at_once(*(lambda text=text: text_runs(text) for text in texts)) == alone
    finally:
        sys.setswitchinterval(usual)


def test_ten_people_who_register_with_one_name_at_once_make_one_account_and_no_breakdown(settings):
    settings.ACCOUNT_RATE_LIMITS = False
    seat(*FIVE)

    def register(number: int) -> int:
        fields = {"username": "GREGORY" if number % 2 else "Gregory", "email": f"greg{number}@example.org"}
        fields |= {f"password{again}": "the ship sails at nine" for again in (1, 2)}
        return Client(raise_request_exception=False).post("/accounts/signup/", fields).status_code

    answers = at_once(*(lambda number=number: register(number) for number in range(10)))
    assert Counter(answers)[302] == 1
    assert set(answers) <= {302, 200, 409}
    assert Player.objects.named("gregory").count() == 1


def test_ten_registrations_of_one_name_make_one_account():
    def register(number: int) -> object:
        try:
            return person("aLiCe" if number % 2 else "ALICE")
        except IntegrityError as taken:
            return taken

    answers = at_once(*(lambda number=number: register(number) for number in range(10)))
    assert sum(isinstance(answer, Player) for answer in answers) == 1
    assert Player.objects.count() == 1
