"""A week in sentences, of a game that was played."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils.html import strip_tags

from gamestate.models import Roll
from gamestate.services.updating import update
from players.models import Player
from ruleset.models import Revision
from ruleset.queries import tree_after
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.gamestate.tracker import define, put, track, whose
from tests.leaves import GIVEN
from tests.votables.table import Cause, Kind, event, join, noon, propose, say, seat, vote, write
from votables.chronicle.gathering import gather
from votables.chronicle.in_sentences import count, plural, tell
from votables.chronicle.weeks import week_of
from votables.services import posting, resolving

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
WEEK = week_of(noon(8))  # the second of the game


def told(week=WEEK, *, is_over=True):
    """The headline, and the sentences of each part without their links."""
    (facts,) = gather(week, week)
    chapter = tell(facts, is_over=is_over)
    return chapter.headline, {
        one.title: [strip_tags(line) for line in one.sentences] for one in chapter.sections
    }


def test_a_week_in_which_nothing_happened_is_told_kindly():
    seat(*FIVE)
    assert told() == ("Nothing was posted; the game took a rest.", {})
    assert told(is_over=False) == ("Nothing has happened yet: the week is young.", {})


def test_what_was_decided_and_how_the_votes_stood():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    easy, hard = propose(bobby, noon(7), "Easy"), propose(carol, noon(7), "Hard & fast")
    vote(easy, noon(7), **{"for": [alice, carol, david, ellen]})
    vote(hard, noon(7), **{"for": [alice], "against": [bobby, david, ellen]})
    say(hard, bobby, noon(8), "I do not like it.")
    resolving.resolve(post=easy, to="enacted", by=alice, at=noon(8))
    resolving.resolve(post=hard, to="failed", by=alice, at=noon(9, hours=1))
    assert told() == (
        "One matter was enacted and one matter failed.",
        {
            "What was decided": [
                "Enacted: “Easy” (Bobby, 5–0).",
                "Failed: “Hard &amp; fast” (Carol, 2–3).",
                "The closest vote was on “Hard &amp; fast”: one vote lay between the sides.",
            ],
            "What was posted and said": [
                "Two posts were made: two Proposals.",
                "Nine comments by five people on two posts, eight votes among them.",
                "Most was said on “Hard &amp; fast”: five comments by four people.",
            ],
        },
    )


def test_removed_posts_and_what_was_said_on_them_are_not_told():
    alice, bobby, *_ = seat(*FIVE)
    gone = write(alice, noon(7), "Secret plan")
    posting.remove(post=gone, by=alice, at=noon(7))
    write(bobby, noon(7), "Hello")
    assert told() == ("One post was made.", {"What was posted and said": ["One post was made."]})


def test_who_came_and_went():
    alice, bobby, carol, *_ = seat(*FIVE)
    join("Frank", at=noon(7))
    event(bobby, Kind.IDLED, at=noon(8), cause=Cause.INACTIVITY)
    event(carol, Kind.IDLED, at=noon(8), cause=Cause.INACTIVITY)
    event(bobby, Kind.UNIDLED, at=noon(9))
    assert told()[1] == {
        "Who came and went": [
            "Frank joined the game.",
            "Bobby came back from idle.",
            "Bobby and Carol went idle.",
        ]
    }


def change(titles: dict[str, str], at, by: Player) -> None:
    """Make the ruleset consist of rules of these titles and texts; those of a title stay the same ones."""
    last = Revision.objects.order_by("-pk").first()
    known = {node.title: node.key for node in (tree_after(last.pk).sections if last else ())}
    nodes = tuple(Node(known.get(title, f"new-{title}"), title, text) for title, text in titles.items())
    revise(tree=Tree(nodes), seen=last.pk if last else None, kind="upkeep", at=at, by=by, why="Test")


def test_what_became_of_the_rules():
    alice, *_ = seat(*FIVE)
    change({"Cats": "Purr.", "Dogs": "Bark.", "Eels": "Hiss."}, noon(1), alice)
    change({"Cats": "Purr.", "Dogs": "Howl.", "Fish": "Swim."}, noon(7), alice)
    change({"Cats": "Purr.", "Fish": "Swim.", "Dogs": "Growl.", "Goat": "Bleat."}, noon(8), alice)
    change({"Cats": "Purr.", "Fish": "Swim.", "Dogs": "Growl."}, noon(9), alice)
    assert told()[1] == {
        "The rules": [
            "The ruleset changed in three revisions.", "New: “Fish”.", "Amended: “Dogs”.", "Repealed: “Eels”.",
        ]
    }  # fmt: skip


def test_what_moved_furthest_and_nothing_that_is_hidden():
    alice, bobby, *_ = seat(*FIVE)
    track(
        define("wealth"), define("heat", "decimal", places=1), define("plot", audience="emperor"),
        define("mood", "text", blank=True), by=alice, at=noon(1),
    )  # fmt: skip
    for day, steps in (
        (2, [put("wealth", "50", *whose(alice))]),
        (
            7,
            [
                put("wealth", "3", *whose(bobby)),
                put("heat", "1.5", *whose(bobby)),
                put("plot", "99", *whose(bobby)),
            ],
        ),
        (
            8,
            [
                put("wealth", "12", *whose(bobby)),
                put("wealth", "45", *whose(alice)),
                put("mood", "sad", *whose(bobby)),
            ],
        ),
    ):
        update(leave=GIVEN, by=alice, at=noon(day), steps=steps)
    assert told()[1] == {
        "The gamestate": [
            "Values changed in two updates.", "Wealth of Bobby rose from 0 to 12.",
            "Heat of Bobby rose from 0 to 1.5.",
        ]
    }  # fmt: skip


def test_a_rare_roll_is_worth_a_word():
    alice, bobby, *_ = seat(*FIVE)
    story = write(alice, noon(1))
    with time_machine.travel(noon(7), tick=False):
        say(story, bobby, noon(7), "2DICE6")
    number = Roll.objects.get().number
    for faces, total, expected in (
        (["6", "6"], "12", ["Bobby rolled 2DICE6: 6, 6 (12): so much or more comes once in 36 times."]),
        (["3", "4"], "7", []),
    ):
        row = Roll.objects.get(number=number)
        row.faces, row.total = faces, total
        super(Roll, row).save_base(force_update=True)
        assert told()[1]["Dice"] == ["One roll was made.", *expected]


def test_the_chronicle_in_the_browser():
    alice, bobby, *_ = seat(*FIVE)
    write(bobby, noon(7), "Hello <b>")
    browser = Client()
    with time_machine.travel(noon(16), tick=False):
        page = browser.get(f"/chronicle/{WEEK.name}/")
        listing = browser.get("/chronicle/").content.decode()
        feed = browser.get("/feeds/chronicle/").content.decode()
        missing = [
            browser.get(f"/chronicle/{name}/").status_code
            for name in ("2026-W99", "2020-W01", "2030-W01", "x")
        ]
        turned = [browser.get(f"/chronicle/?to={name}").status_code for name in (WEEK.name, "2026-W99")]
    text = page.content.decode()
    assert (page.status_code, "<h1>9–15 March 2026</h1>" in text, "Hello <b>" in text) == (200, True, False)
    assert re.findall(r'rel="(?:prev|next)" href="([^"]*)"', text) == [
        "/chronicle/2026-W10/",
        "/chronicle/2026-W12/",
    ]
    assert re.findall(r'<h2><a href="/chronicle/([^"]*)/"', listing) == ["2026-W12", "2026-W11", "2026-W10"]
    assert re.findall(r"<id>tag:[^<]*:(week/[^<]*)</id>", feed) == ["week/2026-W11", "week/2026-W10"]
    assert (missing, turned) == ([404] * 4, [200, 404])


def test_the_words_for_numbers_and_kinds():
    assert [count(number, "vote") for number in (0, 1, 12, 13, 1300)] == [
        "no votes",
        "one vote",
        "twelve votes",
        "13 votes",
        "1,300 votes",
    ]
    assert [plural(one) for one in ("Proposal", "Call for Judgement", "Declaration of Victory", "Story Post")] == [
        "Proposals", "Calls for Judgement", "Declarations of Victory", "Story Posts",
    ]  # fmt: skip


def test_a_week_is_told_anew_when_something_happens_in_it():
    alice, bobby, *_ = seat(*FIVE)
    browser, seen = Client(), []
    with time_machine.travel(noon(8), tick=False) as clock:
        for title in ("One", "Two"):
            write(bobby, noon(8), title)
            seen.append("two posts" in browser.get("/chronicle/").content.decode().lower())
            clock.shift(timedelta(seconds=1))
    assert seen == [False, True]


def test_a_week_is_kept_once_for_each_language_and_the_feed_stays_in_that_of_the_game():
    _, bobby, *_ = seat(*FIVE)
    write(bobby, noon(7), "Hello")
    titles = []
    with time_machine.travel(noon(16), tick=False):
        for path in (f"/chronicle/{WEEK.name}/", "/feeds/chronicle/"):
            for language in ("de", "en", "de"):
                text = Client(headers={"accept-language": language}).get(path).content.decode()
                titles.append(re.findall(r"15\.? (\w+) 2026(?:</h1>|:)", text))
    assert titles == [["März"], ["March"], ["März"], ["March"], ["March"], ["March"]]
