"""What waits on an admin's desk: found by the same facts and the same law as the services go by."""

from datetime import timedelta

import pytest

from blognomic.frame import PageFrame
from blognomic.web.errors import RuleBroken
from players.models import Player, RosterEvent
from ruleset.law import load
from tests.laws import EACH_LAW
from votables.judge.roster import Idling
from votables.models import Post
from votables.queries.admin_desk import AdminRequest, Desk, desk, idlings, last_signs, requests
from votables.queries.judge_facts import docket_at
from votables.services import posting, resolving, roster

from .table import Cause, Kind, declare, event, join, noon, person, propose, say, seat, vote, write

pytestmark = pytest.mark.django_db

SIX = ("Alice", "Bobby", "Carol", "David", "Ellen", "Frank")
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


def desk_at(at) -> Desk:
    game = PageFrame(at, None)
    return desk(game.docket_or_none, game.dynasty)


def names(tasks) -> list[tuple[str, bool]]:
    """Whom the tasks are for, and whether the law allows them now."""
    return [(task.player.name, task.leave.allowed) for task in tasks]


def test_requests_are_found_in_posts_and_comments_newest_first(django_assert_num_queries):
    alice, bobby, carol, *_ = seat(*SIX)
    post = write(bobby, noon(1), "Away", "Please *idle* me.")
    comment = say(post, carol, noon(2), "I request idling too.")
    write(carol, noon(3), "Not at all", "Nothing.")
    late = write(carol, noon(4), "Now", "Please idle me.")
    with django_assert_num_queries(1):
        waiting = requests([alice, bobby, carol], at=noon(4))
    where = (post.pk, comment.get_absolute_url(), "I request idling too.")
    assert waiting == {
        bobby.pk: [
            AdminRequest(noon(1), "post", "idle", post.pk, f"/posts/{post.pk}/", "Away: Please idle me.")
        ],
        carol.pk: [
            AdminRequest(noon(4), "post", "idle", late.pk, f"/posts/{late.pk}/", "Now: Please idle me."),
            AdminRequest(noon(2), "comment", "idle", *where),
            AdminRequest(noon(2), "idling-comment", "idle", *where),
        ],
    }
    assert requests([carol], at=noon(2) - MINUTE) == {}


def test_a_request_in_a_removed_post_or_from_before_one_stood_as_one_does_is_none():
    alice, bobby, *_ = seat(*SIX)
    posting.remove(post=write(bobby, noon(1), asks="idle"), by=bobby, at=noon(1))
    write(bobby, noon(1), asks="idle")
    assert len(requests([bobby], at=noon(2))[bobby.pk]) == 1
    event(bobby, Kind.IDLED, at=noon(2))
    assert requests([bobby], at=noon(2)) == {}


def test_how_somebody_went_idle_the_last_time(django_assert_num_queries):
    alice, bobby, carol, david, ellen, frank = seat(*SIX)
    event(bobby, Kind.IDLED, at=noon(1), cause=Cause.REQUEST)
    event(bobby, Kind.UNIDLED, at=noon(2))
    for player, cause in ((bobby, Cause.INACTIVITY), (carol, Cause.SELF), (david, Cause.RECORD)):
        event(player, Kind.IDLED, at=noon(3), cause=cause)
    everybody = list(Player.objects.all())
    with django_assert_num_queries(2):
        idle_players = idlings(everybody, at=noon(4))
    assert idle_players == {
        bobby.pk: Idling(noon(3), "inactivity", True),
        carol.pk: Idling(noon(3), "self", True),
        david.pk: Idling(noon(3), "other", True),
    }
    assert idlings(everybody, at=noon(1)) == {bobby.pk: Idling(noon(1), "request", True)}
    won = declare(ellen, noon(4))
    resolving.resolve_against_verdict(post=won, to="enacted", by=alice, at=noon(4), reason="Test.")
    write(ellen, noon(5), category="ascension")
    assert idlings([bobby], at=noon(5)) == {bobby.pk: Idling(noon(3), "inactivity", False)}


def test_the_last_sign_of_life_is_what_the_law_counts():
    alice, bobby, carol, david, *_ = seat(*SIX)
    post = propose(bobby, noon(1))
    vote(post, noon(2), **{"for": carol})
    newcomer = join("Nelly", at=noon(3))
    say(post, carol, noon(4), "Just talk.")
    everybody = [alice, bobby, carol, newcomer]
    signs = {
        name: last_signs(everybody, law=load(name), at=noon(5)) for name in ("ruleset-37", "ruleset-211")
    }
    start = alice.standing_since
    assert list(signs["ruleset-211"].values()) == [start, noon(1), noon(4), noon(3)]
    assert list(signs["ruleset-37"].values()) == [start, start, noon(2), noon(3)]


def everything(law: str) -> Player:
    """A game in which each list of the desk has somebody whom the law allows, and somebody whom it does not."""
    alice, bobby, carol, david, ellen, frank = seat(*SIX, law=law)
    left = [join(name, at=noon(1)) for name in ("Ludwig", "Martha")]
    idle, lately, asleep = (join(name, at=noon(1)) for name in ("Isaac", "Julia", "Kevin"))
    for player, kind, day in (
        (left[0], Kind.LEFT, 2), (idle, Kind.IDLED, 2), (asleep, Kind.IDLED, 2),
        (left[1], Kind.LEFT, 9), (lately, Kind.IDLED, 9),
    ):  # fmt: skip
        event(player, kind, at=noon(day))
    newcomer = join("Nelly", at=noon(9))
    write(bobby, noon(3), asks="idle")
    matter = propose(alice, noon(9))
    for name in ("Gregory", "Zoë", "Hannah"):
        write(person(name), noon(10), f"Hello from {name}", "I would like to join.")
    for player, asks in ((left[0], "join"), (left[1], "join"), (idle, "unidle"), (lately, "unidle")):
        write(player, noon(10), asks=asks)
    write(carol, noon(10), asks="idle")
    write(david, noon(10), asks="leave")
    write(newcomer, noon(10), "Cats", "There should be cats.")
    vote(matter, noon(10), **{"for": [ellen, bobby, carol, david]})
    return alice


def test_the_desk_holds_everything_those_first_whom_the_law_allows():
    everything("ruleset-211")
    waiting = desk_at(noon(10, hours=1))
    assert names(waiting.joining) == [
        ("Gregory", True), ("Hannah", True), ("Ludwig", True), ("Martha", True), ("Zoë", False),
    ]  # fmt: skip
    assert names(waiting.idling) == [("Carol", True), ("Bobby", False)]
    assert names(waiting.unidling) == [("Isaac", True), ("Julia", False)]
    assert names(waiting.leaving) == [("David", False)]
    assert names(waiting.inactive) == [("Frank", True)]
    assert [(post.author.name, post.title) for post, _ in waiting.newcomers] == [("Nelly", "Cats")]
    assert waiting.waiting == 4 + 1 + 1 + 1 + 1
    carol = waiting.idling[0]
    assert (carol.link, carol.why, carol.at) == (
        Post.objects.get(author__name="Carol").get_absolute_url(),
        "Hello: Some words.",
        noon(10),
    )


@pytest.mark.parametrize("law", EACH_LAW)
@pytest.mark.parametrize("at", [noon(10, hours=1), noon(15), noon(24)], ids=["soon", "later", "late"])
def test_the_desk_says_of_each_task_what_the_service_will_say(law, at):
    admin = everything(law)
    waiting = desk_at(at)
    lists = {
        "joining": roster.admit,
        "idling": roster.idle,
        "unidling": roster.unidle,
        "leaving": roster.let_leave,
        "inactive": lambda **more: roster.idle(inactive=True, **more),
    }
    refusals, done = {}, {}
    for name, act in lists.items():
        for task in getattr(waiting, name):
            key = (name, task.player.name)
            refusals[key] = (task.leave.reason, task.leave.rule, task.leave.when)
            try:
                act(player=task.player, by=admin, at=at)
            except RuleBroken as broken:
                done[key] = (broken.sentence, broken.rule, broken.when)
            else:
                done[key] = ("", "", None)
    twice = {("leaving", "David"), ("inactive", "David"), ("inactive", "Bobby"), ("inactive", "Carol")}
    assert {key: done[key] for key in done if key not in twice} == {
        key: refusals[key] for key in refusals if key not in twice
    }
    assert len(refusals) > 9


@pytest.mark.parametrize("law", EACH_LAW)
def test_whom_the_desk_leaves_out_no_service_serves(law):
    admin = everything(law)
    at = noon(10, hours=1)
    waiting = desk_at(at)
    served = {
        "admit": {task.player for task in waiting.joining},
        "idle": {task.player for task in waiting.idling} | {admin},
        "unidle": {task.player for task in waiting.unidling},
        "let_leave": {task.player for task in waiting.leaving},
    }
    before = RosterEvent.objects.count()
    for name, people in served.items():
        for player in set(Player.objects.all()) - people:
            with pytest.raises(RuleBroken):
                getattr(roster, name)(player=player, by=admin, at=at)
    for player in docket_at(at).roster:
        if player not in [task.player for task in waiting.inactive]:
            with pytest.raises(RuleBroken):
                roster.idle(player=player, by=admin, at=at, inactive=True)
    assert RosterEvent.objects.count() == before


def test_only_a_post_asks_to_join():
    alice, bobby, *_ = seat(*SIX)
    guest = person("Gregory")
    post = write(bobby, noon(1))
    say(post, guest, noon(1), "Please let me join.")
    assert desk_at(noon(1)).joining == []
    removed = write(guest, noon(2), asks="join")
    assert names(desk_at(noon(2)).joining) == [("Gregory", True)]
    posting.remove(post=removed, by=guest, at=noon(2))
    assert desk_at(noon(2)).joining == []


def test_an_empty_desk():
    seat(*SIX)
    waiting = desk_at(noon(1))
    assert waiting == Desk([], [], [], [], [], [], [])


@pytest.mark.parametrize("times", [1, 3])
def test_the_desk_takes_the_same_queries_however_much_is_on_it(times, django_assert_num_queries):
    everything("ruleset-211")
    for number in range(times):
        write(person(f"Guest-{number}"), noon(10), asks="join")
        write(join(f"Newcomer-{number}", at=noon(10)), noon(10), "Dogs")
        write(event(join(f"Idler-{number}", at=noon(1)), Kind.IDLED, at=noon(2)), noon(10), asks="unidle")
    game = PageFrame(noon(10), None)
    docket, dynasty = game.docket_or_none, game.dynasty
    assert len(docket.verdict.roster) == 7 + times
    with django_assert_num_queries(1):
        tasks = desk(docket, dynasty)
    assert (len(tasks.newcomers), len(tasks.unidling)) == (times + 1, times + 2)
