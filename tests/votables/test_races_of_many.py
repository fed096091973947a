"""A full house, everybody at the same moment, each on a connection of their own, on SQLite and on PostgreSQL: nothing
is lost, nothing is counted twice, and nobody is told of a lock."""

import threading
from collections import Counter

import pytest
import time_machine
from django.db import connection, connections, transaction
from django.test import Client
from django.urls import reverse

from blognomic.transfer.checking import found
from blognomic.web.errors import Stale
from gamestate.models import Entry, Update
from gamestate.queries.planning import UpdateRefused
from gamestate.queries.snapshot import state_now
from gamestate.services.updating import update
from gamestate.values.plans import seen_key
from players.models import Player
from players.services.roster import lock_game
from tests.gamestate.tracker import define, put, shown, track
from tests.leaves import GIVEN
from votables.models import Ballot, Comment, Post, Resolution
from votables.services import commenting, resolving

from .table import make_admin, noon, propose, seat, vote
from .test_races import at_once

pytestmark = [pytest.mark.sweep, pytest.mark.django_db(transaction=True)]


def again(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def test_fifty_vote_while_two_admins_resolve_and_each_vote_is_in_the_tally_or_refused():
    alice, bobby, carol, david, *voters = seat(
        "Alice", "Bobby", "Carol", "David", *(f"Voter{number:02}" for number in range(50))
    )
    make_admin(bobby)
    post = propose(carol, noon(1))
    vote(post, noon(1), **{"for": [alice, bobby, david]})
    at = noon(4)  # so long afterwards that more FOR than AGAINST is enough

    def cast(voter: Player, number: int) -> Comment:
        text = ":against:" if number in (10, 20) else ":for:"
        return commenting.comment(post=post, by=again(voter), at=at, text=text)

    def enact(admin: Player) -> Resolution:
        return resolving.resolve(post=post, to="enacted", by=again(admin), at=at)

    first, *votes = [lambda v=voter, n=number: cast(v, n) for number, voter in enumerate(voters)]
    answers = at_once(first, *votes[:15], lambda: enact(alice), lambda: enact(bobby), *votes[15:])
    by_whom = [*voters[:16], alice, bobby, *voters[16:]]
    resolution = Resolution.objects.get()
    late = [
        answer
        for who, answer in zip(by_whom, answers, strict=True)
        if who in (alice, bobby) and answer != resolution
    ]
    assert [type(answer) for answer in late] == [Stale]
    assert f"enacted by {resolution.by}" in late[0].sentence
    names = {who.name for who, answer in zip(by_whom, answers, strict=True) if isinstance(answer, Comment)}
    refused = {
        who.name
        for who, answer in zip(by_whom, answers, strict=True)
        if who in voters and isinstance(answer, Stale) and "yours was not posted" in answer.sentence
    }
    assert names | refused == {voter.name for voter in voters}
    ballots = Counter(Ballot.objects.values_list("counts_as", flat=True))
    counted = set(Ballot.objects.values_list("player__name", flat=True))
    assert counted == names | {"Alice", "Bobby", "Carol", "David"}
    assert resolution.tally == f"{ballots['for']}–{ballots['against']}" == Post.objects.get().tally
    assert list(found()) == []


def test_ten_connections_that_post_at_once_keep_to_the_limit_and_nobody_sees_a_breakdown():
    _, bobby, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    clients = [Client(raise_request_exception=False) for _ in range(10)]
    for client in clients:
        client.force_login(bobby)

    def post(number: int) -> tuple[int, bool]:
        words = {"category": "proposal", "title": f"Cats {number}", "body": "Cats.", "amends": ["dynastic"]}
        answer = clients[number].post(reverse("votables:new"), words)
        return answer.status_code, b"<cite>" in answer.content  # the rule that refuses

    with time_machine.travel(noon(1), tick=False):
        answers = at_once(*(lambda number=number: post(number) for number in range(10)))
    assert Counter(answers) == {(302, False): 2, (403, True): 8}
    assert Post.objects.pending().count() == 2
    assert list(found()) == []


TWENTY = tuple(f"Editor{number:02}" for number in range(20))


def test_twenty_who_add_to_one_number_all_have_added():
    editors = seat(*TWENTY)
    track(define("pot", scope="game"), by=editors[0], at=noon(1))
    answers = at_once(
        *(
            lambda who=who: update(leave=GIVEN, by=again(who), at=noon(2), steps=[put("pot", "+1")])
            for who in editors
        )
    )
    assert Counter(type(answer) for answer in answers) == {Update: 20}
    assert shown("pot") == {"the game": "20"}
    assert list(found()) == []


def test_of_twenty_who_set_one_value_each_sees_the_others_and_none_is_lost():
    editors = seat(*TWENTY)
    track(define("pot", scope="game"), by=editors[0], at=noon(1))
    conflicts: list[str] = []

    def write(who: Player, value: int) -> Update:
        while True:
            state = state_now()
            variable = state.variable_of("pot")
            seen = {seen_key(variable.id, "game"): state.cell(variable, "game").last}
            try:
                return update(
                    leave=GIVEN, by=again(who), at=noon(2), steps=[put("pot", str(value))], seen=seen
                )
            except UpdateRefused as refused:
                conflicts.append(refused.sentence)

    answers = at_once(
        *(lambda who=who, value=value: write(who, value) for value, who in enumerate(editors, start=1))
    )
    assert Counter(type(answer) for answer in answers) == {Update: 20}
    log = list(Entry.objects.filter(about="value").order_by("pk").values_list("old", "new"))[1:]
    assert [old for old, _ in log] == [0, *(new for _, new in log[:-1])]
    assert sorted(new for _, new in log) == list(range(1, 21))
    assert all("has just changed" in sentence for sentence in conflicts)
    assert list(found()) == []


def test_who_votes_while_somebody_writes_waits_and_is_not_told_of_it():
    _, bobby, carol, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    post = propose(carol, noon(1))
    client = Client(raise_request_exception=False)
    client.force_login(bobby)
    answers = []

    def ask() -> None:
        try:
            answers.append(
                client.post(reverse("votables:comment", args=[post.pk]), {"text": ":for:"}).status_code
            )
        finally:
            connections.close_all()

    with time_machine.travel(noon(1), tick=True):
        with transaction.atomic():
            lock_game()
            voter = threading.Thread(target=ask)
            voter.start()
            voter.join(timeout=0.5)
            assert (voter.is_alive(), answers) == (True, [])
        voter.join()
    assert answers == [302]
    assert Comment.objects.get().cast == "for"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="Another database waits for a lock by itself.")
def test_sqlite_waits_for_a_lock_for_longer_than_any_turn_takes():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        assert cursor.fetchone() == (5_000,)
