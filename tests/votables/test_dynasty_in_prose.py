"""A dynasty that is written in prose alone, and played: its rules say what is tracked, what players may do and what
happens by itself; who proposes them presses what is read, and nobody writes a formula or a definition."""

import re

import pytest

from gamestate.models import LimitedAction, Variable
from tests.gamestate.tracker import shown
from votables.models import Post

from .changes.carried import SMALL, seat_with
from .changing.browsing import at_time, browser, page_shown, who
from .table import noon, vote

pytestmark = pytest.mark.django_db

BEACH = """Each Player has a publicly tracked number of Wood, which defaults to 2, a publicly tracked number of Rafts,
and a publicly tracked Mood, which is Glad, Sad or Bored, and defaults to Sad.

The beach is wide and quiet.

As a daily action, a Player may do one of the following:

* Gather: gain 2 Wood.
* Build: spend 3 Wood to gain 1 Raft.

At any time, a Player may give any amount of Wood to another Player.

A Player with at least 1 Raft may change their Mood to Glad at any time."""
SEA = """There is a Tide, a publicly tracked number which defaults to 0.

Every Monday at 00:00, the Tide increases by 1 and each Player loses 1 Wood.

When the Tide reaches 2, the Tide is set to 0 and each Player gains Wood equal to their Raft.

Whenever a Player has at least 10 Wood, they lose 10 Wood and gain 3 Rafts.

Once per week, a Player may roll DICE6 and gain that much Wood."""


def written(title: str, rule: str) -> dict[str, str]:
    lines = "\n".join(f"> {line}".rstrip() for line in rule.splitlines())
    body = f"Add a new dynastic rule called “{title}”:\n\n{lines}"
    return {"title": title, "category": "proposal", "body": body}


def offers_in(page: str) -> list[str]:
    """The keys of the buttons that take up what is offered, and is not in the text yet."""
    buttons = re.findall(r'name="offer"\s+value="(\w+)"(.*?)</button>', page, re.DOTALL)
    return [key for key, words in buttons if "Change " not in words]


def propose_and_enact(title: str, rule: str, *, day: int) -> list[str]:
    """Publish a proposal with all that is read of its rule, one press after the other, and enact it. Answers what
    it carries."""
    sent = written(title, rule)
    with at_time(noon(day)):
        bobby = browser("Bobby")
        answer = bobby.post("/posts/new/", {**sent, "preview": "1"})
        for _press in range(20):
            keys = offers_in(page_shown(answer))
            if not keys:
                break
            answer = bobby.post("/posts/new/", {**sent, "offer": keys[0]})
            sent["body"] = answer.context["form"]["body"].value()
        assert bobby.post("/posts/new/", sent).status_code == 302, page_shown(bobby.post("/posts/new/", sent))
    post = Post.objects.get(title=title)
    vote(post, noon(day), **{"for": [who("Alice"), who("Carol"), who("David")]})
    with at_time(noon(day, hours=13)):
        browser("Alice").post(f"/posts/{post.pk}/resolve/enacted/", {"version": post.version})
    post.refresh_from_db()
    assert post.status == "enacted"
    return [one["op"] for one in post.changes]


def take(name: str, action: str, *, day: int, **answers: object) -> bool:
    """A player takes an action on its page. Whether it is done."""
    pk = LimitedAction.objects.get(name=action, retired_at=None).pk
    with at_time(noon(day)):
        sent = {f"answer-{one}": value for one, value in answers.items()}
        response = browser(name).post(f"/gamestate/actions/{pk}/take/", {**sent, "act": "take"})
    return response.status_code == 302


def test_a_dynasty_in_prose_is_played_by_confirming_what_is_read():
    seat_with(SMALL)
    assert propose_and_enact("The Beach", BEACH, day=1) == ["add", *["track"] * 3, *["add-action"] * 4]
    assert sorted(one.definition["name"] for one in Variable.objects.live()) == ["Mood", "Rafts", "Wood"]
    assert set(shown("wood").values()) <= {"2", ""}
    assert take("Carol", "Gather", day=3)
    assert not take("Carol", "Build", day=3)  # one of both a day
    assert take("Carol", "Build", day=4)
    assert (shown("wood")["Carol"], shown("rafts")["Carol"]) == ("1", "1")
    gift = "Give any amount of Wood to another Player"
    assert take("David", gift, day=4, other="Carol", amount="2")
    assert not take("David", gift, day=4, other="Carol", amount="1")  # has none left
    assert (shown("wood")["David"], shown("wood")["Carol"]) == ("0", "3")
    assert take("Carol", "Set your Mood to Glad", day=4)
    assert not take("David", "Set your Mood to Glad", day=4)  # no raft
    assert (shown("mood")["Carol"], shown("mood")["David"]) == ("Glad", "Sad")

    assert propose_and_enact("The Sea", SEA, day=5) == ["add", "track", *["add-action"] * 4]
    with at_time(noon(7, hours=1)):  # Monday has begun
        assert "The Tide increases by 1" in page_shown(browser("Ellen").get("/gamestate/log/"))
    assert (*shown("tide").values(), shown("wood")["Carol"], shown("wood")["David"]) == ("1", "2", "0")
    assert take("Carol", "Gain DICE6 Wood", day=8)
    before = int(shown("wood")["Carol"])
    assert 3 <= before <= 8
    with at_time(noon(14, hours=1)):
        browser("Ellen").get("/gamestate/log/")
    assert list(shown("tide").values()) == [
        "0"
    ]  # it came to 2, and gave each as much Wood as they have Rafts
    assert int(shown("wood")["Carol"]) == before - 1 + 1
