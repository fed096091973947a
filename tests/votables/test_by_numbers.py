"""Votes that weigh what a player has, and pending proposals limited by one's own Influence: amended by vote, and played
by programs and on pages."""

import pytest
import time_machine

from ruleset.law.numbers import with_figure
from ruleset.queries import law_at
from tests.blognomic.api.programs import ask, token_of
from tests.gamestate.test_private_pages import browser, text_of
from tests.gamestate.tracker import define, put, track, whose
from tests.votables.table import noon, seat
from votables.models import Post

pytestmark = pytest.mark.django_db

WEIGHT = """
[weight]
formula = "1 + voter.seats"
fallback = 1
label = "each seat is a vote more"
rule = "Votes"
"""


@pytest.fixture
def players():
    people = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    track(
        define("influence", default="1"),
        define("seats", default="0"),
        put("influence", "3", *whose(people[1])),
        put("seats", "4", *whose(people[2])),
        by=people[0],
        at=noon(1),
    )
    return people


@pytest.fixture
def token():
    known: dict[int, str] = {}
    return lambda player, at: known.setdefault(player.pk, token_of(player, at=at))


def propose(player, token, at, title, **more):
    """A proposal by program, and the answer."""
    with time_machine.travel(at, tick=False):
        sent = {"category": "proposal", "title": title, "body": "Words.", "confirmed": True, **more}
        return ask("POST", "/posts", sent, token=token(player, at))


def vote(player, token, at, post: int, icon: str = "for") -> None:
    with time_machine.travel(at, tick=False):
        sent = {"text": f":{icon}:", "confirmed": True}
        response = ask("POST", f"/posts/{post}/comments", sent, token=token(player, at))
        assert response.status_code == 201, response.content


def amend_law(players, token, text: str) -> None:
    """A law document becomes another by a proposal that all vote for."""
    alice, *others = players
    base = law_at(noon(1)).law.text
    change = {"op": "law", "seen": base, "text": text}
    made = propose(alice, token, noon(1), "By what we have", changes=[change])
    assert made.status_code == 201, made.content
    post = made.json()["id"]
    for player in others:
        vote(player, token, noon(1, hours=1), post)
    at = noon(3)
    with time_machine.travel(at, tick=False):
        done = ask("POST", f"/posts/{post}/resolve", {"status": "enacted"}, token=token(alice, at))
        assert done.status_code == 200, done.content


def test_pending_proposals_are_limited_by_ones_own_influence(players, token):
    _alice, bobby, carol, *_ = players
    old = law_at(noon(1)).law.text
    amend_law(players, token, with_figure(old, "kinds.proposal.limits.0.most", "author.influence"))
    limit = law_at(noon(4)).law.kinds["proposal"].limits[0]
    assert (limit.label, limit.most.fallback) == ("“influence” proposals pending", 2)

    # The law's limit of two a day stays; that of pending ones is 3 for Bobby, and 1 for Carol.
    for day, status in ((4, 201), (4, 201), (5, 201), (6, 403)):
        made = propose(bobby, token, noon(day), f"One of day {day}")
        assert made.status_code == status, made.content
    assert "Bobby has reached the limit of 3 pending" in made.content.decode()
    assert propose(carol, token, noon(6), "The first").status_code == 201
    refused = propose(carol, token, noon(6), "The second")
    assert (
        refused.status_code == 403 and "Carol has reached the limit of 1 pending" in refused.content.decode()
    )

    # Influence that grows lets one post at once, which the page of a new post tells.
    with time_machine.travel(noon(6), tick=False):
        assert "reached the limit of 1 pending" in text_of(
            browser(carol).get("/posts/new/?category=proposal")
        )
        change = {"changes": [{"path": "influence", "of": [f"player:{carol.pk}"], "to": "+1"}]}
        assert ask("POST", "/gamestate/updates", change, token=token(carol, noon(6))).status_code == 201
        page = text_of(browser(carol).get("/posts/new/?category=proposal"))
        assert "reached the limit" not in page
    assert propose(carol, token, noon(6), "The second").status_code == 201
    assert Post.objects.filter(author=carol).count() == 2


def test_votes_weigh_what_a_player_has(players, token):
    alice, bobby, carol, david, _ellen = players
    amend_law(players, token, law_at(noon(1)).law.text + WEIGHT)
    post = propose(bobby, token, noon(4), "A heavy matter").json()["id"]
    vote(david, token, noon(4, hours=1), post, "against")
    vote(carol, token, noon(4, hours=1), post)

    def weights() -> dict[str, int]:
        votes = ask("GET", f"/posts/{post}/votes").json()
        return {one["player"]["name"]: one["weight"] for one in votes}

    def seats(number: str) -> None:
        change = {"changes": [{"path": "seats", "of": [f"player:{carol.pk}"], "to": number}]}
        assert ask("POST", "/gamestate/updates", change, token=token(carol, noon(5))).status_code == 201

    def resolve() -> int:
        return ask(
            "POST", f"/posts/{post}/resolve", {"status": "enacted"}, token=token(alice, noon(5))
        ).status_code

    # Two of five are for it: too few by heads, and enough with Carol's four seats, as long as she has them.
    page = Post.objects.get(pk=post).get_absolute_url()
    with time_machine.travel(noon(5), tick=False):
        assert weights() == {"Bobby": 1, "Carol": 5, "David": 1}
        seats("0")
        assert (weights()["Carol"], resolve()) == (1, 403)
        seats("4")
        assert "6 FOR" in text_of(browser(alice).get(page))
        assert (weights()["Carol"], resolve()) == (5, 200)
        # what was resolved stays as it was weighed
        seats("0")
        assert weights()["Carol"] == 5
