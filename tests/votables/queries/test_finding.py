"""What is told of a post that its author removed: that it is gone, and none of its words."""

import json

import pytest

from blognomic.web.errors import RuleBroken
from gamestate.models import Roll
from players.models import AdminAct
from ruleset.law import document
from ruleset.services import enact_law
from tests.gamestate.browsers import browser, whole
from votables.models import Post, Resolution
from votables.queries.finding import REMOVED, without_removed
from votables.services import posting, resolving

from ..table import noon, propose, say, seat

pytestmark = pytest.mark.django_db
TITLE = "Night Ferry"


@pytest.fixture
def players():
    """Under a law that lets authors remove what others have only talked about."""
    people = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    text = document("ruleset-211").replace("remove = false", "remove = true", 1)
    enact_law(document=text, special_cases={}, at=noon(0), by=people[0], why="")
    return people


def test_what_a_matter_was_judged_by_says_nothing_of_one_that_was_removed(players):
    alice, bobby, carol, *_ = players
    removed = propose(bobby, noon(1), TITLE, body="It sails.")
    say(removed, carol, noon(1), "Where to?")
    resolving.mark_illegal(post=removed, by=alice, at=noon(1), reason="So.")
    younger = propose(carol, noon(1, hours=1), "Younger")
    resolving.resolve_against_verdict(
        post=younger, to="failed", by=alice, at=noon(1, hours=2), reason="It was a mistake."
    )
    kept = Resolution.objects.get()
    kept.verdict["why"] = [f"its turn comes after {TITLE}"]
    kept.save()
    posting.remove(post=removed, by=bobby, at=noon(1, hours=3))
    [resolution] = without_removed([Resolution.objects.get()])
    [gone] = [one for one in resolution.facts["matters"] if one["id"] == str(removed.pk)]
    assert (gone["title"], [one["text"] for one in gone["comments"]]) == (REMOVED, [REMOVED])
    assert resolution.verdict["why"] == [f"its turn comes after {REMOVED}"]
    for address in (f"/posts/{younger.pk}/judged.json", f"/api/v1/posts/{younger.pk}/resolutions"):
        page = whole(browser(None).get(address))
        assert (TITLE in page, "Where to" in page, REMOVED in page) == (False, False, True)
    assert AdminAct.objects.get(act="mark_illegal").sentence == f"marked “{REMOVED}” as illegal"
    # the record keeps it
    assert TITLE in json.dumps(Resolution.objects.get().facts)
    assert Post.objects.get(pk=removed.pk).title == TITLE


def test_a_post_with_dice_on_it_stays(players):
    _alice, bobby, carol, *_ = players
    post = propose(bobby, noon(1), TITLE)
    say(post, carol, noon(1), f"{TITLE}: DICE6")
    assert Roll.objects.exists()
    with pytest.raises(RuleBroken, match="A comment on it has dice") as caught:
        posting.remove(post=post, by=bobby, at=noon(1, hours=1))
    assert caught.value.rule
    assert Post.objects.get().removed_at is None
