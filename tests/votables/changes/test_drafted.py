"""What a text that is written would be as a matter: after all others, or in its own place."""

import pytest

from ruleset.text.tree import Node, Tree
from votables.changes.change import read_change
from votables.changes.drafted import drafted
from votables.models import Post, Status
from votables.queries.judge_facts import docket_at

from ..table import noon, propose, vote
from .carried import seat_with

pytestmark = pytest.mark.django_db

RULES = Tree((Node("dyn", "Dynastic Rules", "", (Node("cats", "Cats", "Cats purr."),)),))


@pytest.fixture
def rename():
    players, keys = seat_with(RULES)
    change = {"op": "rename", "rule": keys["Cats"], "title": "Lions", "base": "Cats"}
    return players, read_change(change)


def test_what_is_not_stored_comes_after_all_that_are_pending(rename):
    players, change = rename
    first = propose(players[0], noon(1), "First", changes=[change.as_json()])
    docket = docket_at(noon(2))
    now = {"posted_at": docket.at, "matter_since": docket.at}
    post = Post(author=players[1], category="proposal", title="Second", status=Status.PENDING, **now)
    matter = drafted(post, [change], docket)
    assert matter.preview.ahead == [first]
    assert [rival.post for rival in matter.preview.rivals] == [first]
    assert matter.post.amends == ["dynastic"]
    assert matter.needs.startswith("Passes ")
    assert (post.changes, post.amends, Post.objects.count()) == ([], [], 1)


def test_another_version_stands_in_its_place_with_its_votes(rename):
    players, change = rename
    first = propose(players[0], noon(1), "First")
    propose(players[1], noon(1, hours=1), "Second", changes=[change.as_json()])
    vote(first, noon(1, hours=2), **{"for": players[1:]})
    docket = docket_at(noon(2))
    matter = drafted(first, [change], docket)
    assert matter.preview.ahead == []
    assert [rival.post.title for rival in matter.preview.rivals] == ["Second"]
    assert matter.case.f == len(players)
    assert matter.needs == ""  # nothing is missing


def test_without_changes_it_has_votes_to_win_all_the_same(rename):
    players, _change = rename
    docket = docket_at(noon(2))
    now = {"posted_at": docket.at, "matter_since": docket.at}
    post = Post(author=players[0], category="proposal", title="Only", status=Status.PENDING, **now)
    matter = drafted(post, [], docket)
    assert (matter.preview, matter.needs != "") == (None, True)
