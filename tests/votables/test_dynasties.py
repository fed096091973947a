"""The history of the dynasties: who reigned, who won, how proposals fared, how things stood at the end."""

import pytest
import time_machine
from django.db.transaction import atomic
from django.test import Client
from django.urls import reverse

from gamestate.services.dynasties import retire_all
from players.models import Ascension, Dynasty, Player
from players.services.roster import begin_dynasty, crown
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.blognomic.shown import page_shown
from tests.gamestate.tracker import define, table, track
from tests.leaves import GIVEN
from votables.archive.page import archive
from votables.models import Category, Post, Status
from votables.queries.dynasties import MOST_PROPOSALS, chapters, whole_now
from votables.services import posting, resolving

from .seating import played_once
from .table import declare, noon, propose, seat, vote

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
@played_once
def played() -> list[Player]:
    """Alice's dynasty, in which one proposal was enacted and one failed, was won by Bobby on day 3; his began on day 4
    and has one pending proposal."""
    people = seat(*FIVE)
    alice, bobby, *others = people
    good, bad = propose(alice, at=noon(0), title="Good"), propose(bobby, at=noon(0, hours=1), title="Bad")
    vote(good, noon(0, hours=2), **{"for": [bobby, *others]})
    vote(bad, noon(0, hours=2), against=[alice, *others])
    resolving.resolve(post=good, to=Status.ENACTED, by=alice, at=noon(1, hours=1))
    resolving.resolve(post=bad, to=Status.FAILED, by=alice, at=noon(1, hours=2))
    declared = declare(bobby, at=noon(2), title="Bobby has won")
    vote(declared, noon(2, hours=1), **{"for": [alice, *others]})
    resolving.resolve(post=declared, to=Status.ENACTED, by=alice, at=noon(3))
    posting.publish(by=bobby, at=noon(4), category=Category.ASCENSION, title="Ascension: Cats", body="Cats.")
    propose(others[0], at=noon(4, hours=1), title="More cats")
    return people


def test_the_line_of_dynasties_tells_who_reigned_and_how_proposals_fared(played):
    rows = [
        (
            one.dynasty.name,
            [emperor.name for emperor in one.emperors],
            one.days,
            one.proposals,
            one.enacted,
            one.rate,
            one.share,
            one.address and one.address.title,
            one.victory and (one.victory.title, one.victory.author.name),
        )
        for one in chapters(noon(6))
    ]
    assert rows == [
        ("The First Dynasty of Bobby", ["Bobby"], 2, 1, 0, None, 44, "Ascension: Cats", None),
        ("The First Dynasty of Alice", ["Alice"], 4, 2, 1, 50, 100, None, ("Bobby has won", "Bobby")),
    ]


def test_a_dynasty_is_told_from_its_address_to_its_victory(played):
    first = whole_now(1, at=noon(6), present=None)
    chapter = first.chapter
    assert (chapter.victory.title, chapter.victory.author.name, chapter.address) == (
        "Bobby has won", "Bobby", None,
    )  # fmt: skip
    assert [player.name for player in first.players] == list(FIVE)
    assert [(one.name, one.number, one.passed) for one in first.writers] == [("Alice", 1, 1), ("Bobby", 1, 0)]
    assert [(one.title, one.status) for one in first.proposals] == [("Good", "enacted"), ("Bad", "failed")]
    assert (chapter.fared, first.more) == ([(1, "enacted"), (1, "failed")], 0)
    assert (first.before, first.after.number, first.law.name) == (None, 2, "ruleset-211")
    second = whole_now(2, at=noon(6), present=None)
    assert (second.chapter.address.title, second.chapter.victory, second.after) == (
        "Ascension: Cats", None, None,
    )  # fmt: skip
    assert [one.title for one in second.proposals] == ["More cats"]
    assert whole_now(3, at=noon(6), present=None) is None
    assert whole_now(2, at=noon(3), present=None) is None


def test_rules_and_gamestate_of_a_dynasty_are_those_of_its_end(played):
    alice, bobby, *_ = played
    track(define("gold", scope="game"), define("heat"), *table("goods"), by=alice, at=noon(3))
    rules = Tree((Node("d", "Dynastic Rules", "", (Node("g", "Geese", "Honk."),)),))
    revise(tree=rules, seen=None, kind="import", at=noon(3), by=alice, why="Test")
    with atomic():
        retire_all(leave=GIVEN, by=bobby, at=noon(4), comment="Cats")
    first, second = whole_now(1, at=noon(6), present=None), whole_now(2, at=noon(6), present=None)
    assert ([rule.name for rule in first.rules], first.tracked) == (["Geese"], ("Gold", "Goods", "Heat"))
    assert second.tracked == ()


def test_a_dynasty_that_a_matter_began_names_that_and_one_of_the_record_nobody(played):
    post = Post.objects.get(title="More cats")
    begin_dynasty(emperor=None, at=noon(6), theme="Chaos")
    Ascension.objects.create(at=noon(6), link=post.get_absolute_url())
    Dynasty.objects.create(number=4, name="The Fourth Dynasty", started_at=noon(7))
    last, third, *_ = chapters(noon(8))
    assert (third.address, third.dynasty.is_metadynasty) == (post, True)
    assert (last.address, last.dynasty.is_metadynasty) == (None, False)


def test_a_long_dynasty_lists_its_first_proposals_and_leads_to_all(played, client):
    Post.objects.bulk_create(
        Post(
            author=played[3],
            category=Category.PROPOSAL,
            title=f"Cat {number}",
            status=Status.FAILED,
            resolved_at=noon(5),
            **dict.fromkeys(("posted_at", "matter_since"), noon(4, hours=2, minutes=number)),
        )
        for number in range(MOST_PROPOSALS)
    )
    dynasty = whole_now(2, at=noon(6), present=None)
    assert (len(dynasty.proposals), dynasty.more) == (MOST_PROPOSALS, 1)
    page = read(client, reverse("players:dynasty", args=[2]))
    assert f"All {MOST_PROPOSALS + 1} proposals" in page and "Cat 18" in page and "Cat 19" not in page
    everything = read(client, reverse("votables:archive") + "?category=proposal&dynasty=2")
    assert f"{MOST_PROPOSALS + 1} posts, of which 1 pending, {MOST_PROPOSALS} failed" in everything


def read(client: Client, path: str) -> str:
    with time_machine.travel(noon(6), tick=False):
        answer = client.get(path)
    assert answer.status_code == 200
    return page_shown(answer)


def test_the_pages_can_be_read_and_say_where_the_end_stands(played, client):
    line = read(client, reverse("players:dynasties"))
    page = read(client, reverse("players:dynasty", args=[1]))
    with time_machine.travel(noon(6), tick=False):
        assert client.get(reverse("players:dynasty", args=[9])).status_code == 404
    assert "The First Dynasty of Bobby" in line
    assert f'{reverse("votables:archive")}?category=proposal&amp;dynasty=1">2 proposals</a>' in line
    assert ">Ascension: Cats</a>" in line and ">Bobby has won</a>" in line
    assert f"{reverse('ruleset:rules')}?at=2026-03-06T11%3A59%3A59.999999%2B00%3A00" in page
    assert "<p>Cats.</p>" in read(client, reverse("players:dynasty", args=[2]))


def archived(**query: str) -> list[str]:
    page = archive(query, law=None, at=noon(6))
    titles = [post.title for post in page.posts]
    assert page.number == len(titles)
    return titles


def test_the_archive_can_be_asked_for_the_posts_of_a_dynasty(played):
    assert archived(dynasty="2") == ["More cats", "Ascension: Cats"]
    assert archived(dynasty="1") == ["Bobby has won", "Bad", "Good"]
    assert archived(dynasty="1", category="proposal", status="failed") == ["Bad"]
    everything = ["More cats", "Ascension: Cats", "Bobby has won", "Bad", "Good"]
    for nonsense in ({"dynasty": "9"}, {"dynasty": "one"}, {"category": "kittens", "status": "eaten"}, {}):
        assert archived(**nonsense) == everything
    filters = archive({"dynasty": "1", "category": "dov"}, law=None, at=noon(6)).filters
    assert (filters.query, archive({}, law=None, at=noon(6)).filters.query) == ("category=dov&dynasty=1&", "")


def test_a_post_that_became_a_matter_later_is_of_the_dynasty_in_which_it_did(played):
    Post.objects.filter(title="More cats").update(posted_at=noon(3))
    assert "More cats" in archived(dynasty="2") and "More cats" not in archived(dynasty="1")
    assert chapters(noon(6))[0].proposals == whole_now(2, at=noon(6), present=None).chapter.proposals == 1


def test_emperors_are_those_who_reigned_in_it_not_who_won_it_or_passed_the_mantle(played):
    alice, bobby, carol, david, _ = played
    arguments = {"by": alice, "cause": "matter", "why": "A matter said so."}
    crown(player=carol, at=noon(4, hours=2), **arguments)
    declared = declare(david, noon(5), "David has won")
    vote(declared, noon(5, hours=1), **{"for": played[:3] + played[4:]})
    assert [[one.name for one in each.emperors] for each in chapters(noon(5, hours=2))] == [
        ["Bobby", "Carol"],
        ["Alice"],
    ]
    resolving.resolve(post=declared, to=Status.ENACTED, by=alice, at=noon(6))
    crown(player=alice, at=noon(6, hours=1), **arguments)
    posting.publish(by=alice, at=noon(7), category=Category.ASCENSION, title="Ascension: Dogs", body="Dogs.")
    assert [[one.name for one in each.emperors] for each in chapters(noon(8))] == [
        ["Alice"],
        ["Bobby", "Carol"],
        ["Alice"],
    ]
