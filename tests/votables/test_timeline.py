"""The course of a matter as a line: where the law's marks stand, the votes, and since when it could be resolved."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from time_machine import travel

from players.models import Player
from tests.blognomic.shown import page_shown
from votables.models import Post
from votables.queries.comments import comment_rows, settled
from votables.queries.judge_facts import docket_at
from votables.queries.pending import queue_of
from votables.queries.timeline import Timeline, timeline_of, timeline_settled
from votables.services import resolving

from .table import noon, propose, say, seat

pytestmark = pytest.mark.django_db
NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen")


def line_of(post: Post, at) -> Timeline:
    case = next(case for case in queue_of(docket_at(at)) if case.post.pk == post.pk)
    return timeline_of(case, comment_rows(case.docket.comments[post.pk], case, []), at=at)


def marks(line: Timeline) -> list[tuple[str, float]]:
    return [(one.label, one.x) for one in line.marks]


@pytest.fixture
def people() -> dict[str, Player]:
    return {player.name: player for player in seat(*NAMES)}


def settled_page(post: Post) -> str:
    """What the page of a resolved matter says of how it came out."""
    page = page_shown(Client().get(post.get_absolute_url()))
    words = re.search(r'<section class="verdict.*?</section>', page, re.S).group()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", words))


@pytest.mark.parametrize(
    ("law", "hours", "shown"),
    [
        ("ruleset-211", 6, [("12 h", 25.0), ("48 h", 100.0)]),
        ("ruleset-211", 60, [("12 h", 7.14), ("48 h", 28.57), ("7 days", 100.0)]),
        ("ruleset-37", 6, [("12 h", 25.0), ("48 h", 100.0)]),
    ],
)
def test_the_marks_are_those_of_the_law_two_at_least_and_the_next_to_come(law, hours, shown):
    alice, *_ = seat(*NAMES, law=law)
    post = propose(alice, noon(1))

    places = marks(line_of(post, noon(1, hours=hours)))
    assert [one for one in places if one[0]] == [one for one in shown if one[0] in dict(places)] != []
    assert places[-1][1] == 100.0


def test_votes_stand_on_the_side_that_they_count_for(people):
    post = propose(people["Alice"], noon(1))
    say(post, people["Bobby"], noon(1, hours=3), ":against:")
    say(post, people["Carol"], noon(1, hours=6), ":for:")
    say(post, people["Bobby"], noon(1, hours=12), ":for:")

    votes = line_of(post, noon(1, hours=24)).votes
    assert [(one.x, one.side, one.hollow, one.words) for one in votes] == [
        (6.25, "down", True, "Bobby: AGAINST, superseded by a later vote of the same player"),
        (12.5, "up", False, "Carol: FOR"),
        (25.0, "up", False, "Bobby: FOR"),
    ]


def test_it_could_be_enacted_since_the_last_of_quorum_and_the_least_hours(people):
    post = propose(people["Alice"], noon(1))
    say(post, people["Bobby"], noon(1, hours=1), ":for:")
    say(post, people["Carol"], noon(1, hours=2), ":for:")

    assert line_of(post, noon(1, hours=11)).possible is None
    line = line_of(post, noon(1, hours=24))
    assert (line.possible.at, line.possible.tone, line.possible.x) == (noon(1, hours=12), "enacted", 25.0)


def test_a_change_of_mind_begins_it_anew(people):
    post = propose(people["Alice"], noon(1))
    for name, mind, hours in (
        ("Bobby", "for", 1),
        ("Carol", "for", 2),
        ("Carol", "against", 15),
        ("David", "for", 20),
    ):
        say(post, people[name], noon(1, hours=hours), f":{mind}:")

    assert line_of(post, noon(1, hours=30)).possible.at == noon(1, hours=20)


def test_a_matter_that_times_out_could_be_resolved_from_the_mark_on(people):
    post = propose(people["Alice"], noon(1))
    say(post, people["Bobby"], noon(1, hours=1), ":for:")

    assert line_of(post, noon(3, hours=2)).possible.at == noon(3)


def test_editing_ended_with_the_window_or_with_the_first_vote(people):
    quiet = propose(people["Alice"], noon(1), title="Quiet")
    voted = propose(people["Bobby"], noon(1), title="Voted")
    say(voted, people["Carol"], noon(1, minutes=10), "Well.")
    say(voted, people["Carol"], noon(1, minutes=30), ":for:")

    closed = line_of(quiet, noon(1, hours=8)).editable.at - noon(1)
    assert timedelta(hours=1) < closed <= timedelta(hours=8)
    assert line_of(voted, noon(1, hours=8)).editable.at == noon(1, minutes=30)


def test_a_resolved_matter_ends_with_its_resolution(people):
    post = propose(people["Alice"], noon(1))
    for name in ("Bobby", "Carol"):
        say(post, people[name], noon(1, hours=6), ":for:")
    resolving.resolve(post=post, by=people["Alice"], at=noon(2), to="enacted")
    post.refresh_from_db()
    how = settled(post)

    line = timeline_settled(post, how, comment_rows(post.comments.order_by("at"), None, how.ballots))
    assert [(one.words, one.x) for one in line.events if one.tone != "for"] == [
        ("posted", 0.0),
        ("its author can no longer edit it", 16.67),
        (line.marks[0].words, 50.0),
        ("enacted", 100.0),
    ]
    assert (marks(line), line.now) == ([("12 h", 50.0)], None)


def test_a_resolved_matter_says_since_when_it_could_have_been(people):
    post = propose(people["Alice"], noon(1))
    for name, hours in (("Bobby", 1), ("Carol", 14)):
        say(post, people[name], noon(1, hours=hours), ":for:")
    resolving.resolve(post=post, by=people["Alice"], at=noon(2), to="enacted")
    # What is voted on others later has no bearing on it.
    say(propose(people["Alice"], noon(2)), people["Bobby"], noon(2, hours=1), ":for:")

    with travel(noon(9), tick=False):
        assert "It could be enacted from 4 March 2026, 02:00 UTC on." in settled_page(post)
        page = page_shown(Client().get(post.get_absolute_url()))
    assert '<line class="course-possible tone-enacted" x1="58.33%" x2="100.0%"' in page
    assert "<span>could be enacted from here on</span>" in page


def test_a_vetoed_matter_says_since_when_it_could_have_been_failed(people):
    post = propose(people["Bobby"], noon(1))
    say(post, people["Alice"], noon(1, hours=3), ":veto:")
    resolving.resolve(post=post, by=people["Alice"], at=noon(1, hours=5), to="failed")

    with travel(noon(9), tick=False):
        assert "It could be failed from 3 March 2026, 15:00 UTC on." in settled_page(post)


def test_what_was_resolved_against_the_verdict_could_not_have_been(people):
    post = propose(people["Bobby"], noon(1))
    resolving.resolve_against_verdict(
        post=post, to="failed", by=people["Alice"], at=noon(1, hours=1), reason="A test."
    )

    with travel(noon(9), tick=False):
        assert "had let it be" not in settled_page(post)


def test_the_page_draws_it_without_styles_and_says_it_in_words(people):
    post = propose(people["Alice"], noon(1))
    say(post, people["Bobby"], noon(1, hours=3), ":for:")

    with travel(noon(1, hours=6), tick=False):
        page = page_shown(Client().get(post.get_absolute_url()))
    drawing = re.search(r'<figure class="course">.*?</figure>', page, re.S).group()
    assert "style=" not in drawing
    words = re.findall(r"<li><time [^>]*>([^<]*)</time> <span>([^<]*)</span>", drawing)
    assert [(at[-9:], label) for at, label in words[:3]] == [
        ("12:00 UTC", "posted"),
        ("15:00 UTC", "its author can no longer edit it"),
        ("15:00 UTC", "Bobby: FOR"),
    ]
    assert page.index("verdict-sentence") < page.index('<div class="prose">') < page.index('id="verdict"')
