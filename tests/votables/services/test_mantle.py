"""To whom the winner may pass the mantle by a post where Mantle Limitations and Alliances are both active."""

from datetime import timedelta

import pytest

from blognomic.web.errors import RuleBroken
from gamestate.services import updating
from players.models import Notice, Player
from ruleset.text.tree import Node, Tree
from tests.gamestate.tracker import define, put, track, whose
from tests.votables.seating import played_once
from tests.votables.table import BEGINNING, HOUR, declare, noon, seat, vote
from votables.queries.judge_facts import docket_at
from votables.services import resolving
from votables.services.leave import BY_THE_LAW
from votables.services.mantle import pass_mantle

pytestmark = pytest.mark.django_db
NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen")
CASES = ("Mantle Limitations [Active]", "Alliances [Rare] [Active]")
DECLARED = noon(5)


@pytest.fixture
@played_once
def players() -> list[Player]:
    """A game under ruleset-211 that tracks everybody's alliance."""
    rules = Tree((Node("special", "Special Case", "", tuple(Node(case, case) for case in CASES)),))
    people = seat(*NAMES, ruleset=rules)
    track(define("alliance", kind="players", most=2), by=people[0], at=BEGINNING)
    return people


def ally(player: Player, names: str, *, ago: timedelta) -> None:
    """Let a player's alliance be these, so long before Bobby's declaration."""
    steps = [put("alliance", names, *whose(player))]
    updating.update(leave=BY_THE_LAW, by=player, at=DECLARED - ago, steps=steps)


def win(players: list[Player]) -> None:
    alice, bobby, carol, david, ellen = players
    won = declare(bobby, DECLARED)
    vote(won, DECLARED + HOUR, **{"for": [alice, carol, david, ellen]})
    resolving.resolve(post=won, to="enacted", by=alice, at=noon(6))


def refusal(by: Player, to: Player, *, hours: int = 1) -> tuple[str, str]:
    with pytest.raises(RuleBroken) as refused:
        pass_mantle(by=by, to=to, at=noon(6, hours=hours))
    return refused.value.rule, refused.value.sentence


LIMITED = (
    "Mantle Limitations",
    "While this special case is active, only an enacted Call for Judgement can pass the mantle.",
)


def test_the_winner_passes_the_mantle_to_an_old_ally_and_to_nobody_else(players):
    alice, bobby, carol, david, ellen = players
    ally(bobby, "Carol, David", ago=48 * HOUR)
    win(players)
    assert refusal(bobby, ellen) == LIMITED
    post = pass_mantle(by=bobby, to=carol, at=noon(6, hours=1))
    assert post.body == "I pass the mantle to @Carol."
    assert docket_at(noon(6, hours=2)).emperor == carol
    sentence = "Bobby passed the mantle to Carol"
    hearers = {one.to.name for one in Notice.objects.filter(kind="victory") if str(one.sentence) == sentence}
    assert hearers == {"Alice", "David", "Ellen"}
    named = Notice.objects.get(to=carol, link=post.get_absolute_url())  # whom the post names
    assert str(named.sentence) == "Bobby mentioned you in “The mantle passes to Carol”"


def test_to_whom_the_mantle_is_passed_is_called_as_they_are_now(players):
    _, bobby, carol, *_ = players
    ally(bobby, "Carol", ago=48 * HOUR)
    win(players)
    Player.objects.filter(pk=carol.pk).update(name="Carola")  # meanwhile, by another request

    assert pass_mantle(by=bobby, to=carol, at=noon(6, hours=1)).title == "The mantle passes to Carola"


def test_who_got_the_mantle_does_not_pass_it_on_to_an_ally_of_the_winner_or_of_their_own(players):
    alice, bobby, carol, david, ellen = players
    ally(bobby, "Carol, David", ago=60 * HOUR)
    ally(carol, "David, Ellen", ago=50 * HOUR)
    win(players)
    pass_mantle(by=bobby, to=carol, at=noon(6, hours=1))
    assert [refusal(carol, to, hours=2) for to in (david, ellen)] == [LIMITED, LIMITED]


@pytest.mark.parametrize("ago", [timedelta(hours=47, minutes=59), timedelta(minutes=1)])
def test_an_alliance_that_was_changed_in_the_48_hours_before_the_declaration_does_not_count(players, ago):
    _, bobby, carol, david, _ = players
    ally(bobby, "Carol, David", ago=60 * HOUR)
    ally(bobby, "David", ago=ago)
    win(players)
    assert refusal(bobby, david) == LIMITED


def test_an_alliance_made_after_the_declaration_does_not_count(players):
    alice, bobby, carol, *_ = players
    win(players)
    steps = [put("alliance", "Carol", *whose(bobby))]
    updating.update(leave=BY_THE_LAW, by=alice, at=noon(6, hours=1), steps=steps, correction=True)
    assert refusal(bobby, carol, hours=2) == LIMITED


def test_not_even_an_ally_gets_it_who_was_emperor_before(players):
    alice, bobby, *_ = players
    ally(bobby, "Alice", ago=50 * HOUR)
    win(players)
    assert refusal(bobby, alice) == (
        "Victory and Ascension",
        "Alice was the emperor of the dynasty that has just ended.",
    )
