"""The history of the dynasties: who reigned, who won, how proposals fared, how things stood at the end."""

import pytest
import time_machine
from django.urls import reverse

from players.models import Player
from players.services import crown
from votables.dynasties import chapters, whole
from votables.models import Category, Status
from votables.services import posting, resolving

from .table import declare, noon, propose, seat, vote

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
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
    told = [
        (
            one.dynasty.name,
            [emperor.name for emperor in one.emperors],
            one.days,
            one.proposals,
            one.enacted,
            one.rate,
            one.share,
        )
        for one in chapters(noon(6))
    ]
    assert told == [
        ("The First Dynasty of Bobby", ["Bobby"], 2, 1, 0, None, 44),
        ("The First Dynasty of Alice", ["Alice"], 4, 2, 1, 50, 100),
    ]


def test_a_dynasty_is_told_from_its_address_to_its_victory(played):
    first = whole(1, at=noon(6))
    assert (first.victory.title, first.victory.author.name, first.address) == ("Bobby has won", "Bobby", None)
    assert [player.name for player in first.players] == list(FIVE)
    assert [(one.name, one.number, one.passed) for one in first.writers] == [("Alice", 1, 1), ("Bobby", 1, 0)]
    assert (first.before, first.after.number, first.law.name) == (None, 2, "ruleset-211")
    second = whole(2, at=noon(6))
    assert (second.address.title, second.victory, second.after) == ("Ascension: Cats", None, None)
    assert whole(3, at=noon(6)) is None
    assert whole(2, at=noon(3)) is None


def test_the_pages_can_be_read_and_say_where_the_end_stands(played, client):
    with time_machine.travel(noon(6), tick=False):
        line = client.get(reverse("players:dynasties")).content.decode()
        page = client.get(reverse("players:dynasty", args=[1])).content.decode()
        assert client.get(reverse("players:dynasty", args=[9])).status_code == 404
    assert "The First Dynasty of Bobby" in line
    assert f"{reverse('ruleset:rules')}?at=2026-03-06T11%3A59%3A59.999999%2B00%3A00" in page


def test_emperors_are_those_who_reigned_in_it_not_who_won_it_or_passed_the_mantle(played):
    alice, bobby, carol, david, _ = played
    told = {"by": alice, "cause": "matter", "why": "A matter said so."}
    crown(player=carol, at=noon(4, hours=2), **told)
    declared = declare(david, noon(5), "David has won")
    vote(declared, noon(5, hours=1), **{"for": played[:3] + played[4:]})
    assert [[one.name for one in each.emperors] for each in chapters(noon(5, hours=2))] == [
        ["Bobby", "Carol"],
        ["Alice"],
    ]
    resolving.resolve(post=declared, to=Status.ENACTED, by=alice, at=noon(6))
    crown(player=alice, at=noon(6, hours=1), **told)
    posting.publish(by=alice, at=noon(7), category=Category.ASCENSION, title="Ascension: Dogs", body="Dogs.")
    assert [[one.name for one in each.emperors] for each in chapters(noon(8))] == [
        ["Alice"],
        ["Bobby", "Carol"],
        ["Alice"],
    ]
