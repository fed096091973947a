"""Pending matters under another law."""

from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from ruleset.law import SHIPPED, load
from tests.blognomic.shown import as_shown
from tests.votables.seating import played_once
from tests.votables.table import noon, propose, seat, vote
from votables.changes.law_preview import under_another_law
from votables.queries.judge_facts import docket_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def docket(db):
    """A docket under ruleset-211: a proposal of six hours with the votes it needs, another of two days without."""
    two_pending()
    return docket_at(noon(3, hours=2))


@played_once
def two_pending():
    alice, bobby, carol, david, _ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    propose(bobby, noon(1), "Old")
    young = propose(carol, noon(2, hours=20), "Young", category="cfj")
    vote(young, noon(2, hours=21), **{"for": [alice, david], "def": bobby})


def told(docket, law, **more):
    return [
        (one.post.title, one.now_in_words, one.then_in_words, one.differs)
        for one in under_another_law(docket, law, {}, **more)
    ]


def test_matters_stand_as_the_other_law_says(docket):
    assert told(docket, docket.law) == [
        ("Old", "can be failed", "can be failed", False),
        ("Young", "can be enacted", "can be enacted", False),
    ]
    old = next(post for post in docket.posts.values() if post.title == "Old")
    without = replace(docket.law, kinds={"proposal": docket.law.kinds["proposal"]})
    assert told(docket, without) == [
        ("Old", "can be failed", "can be failed", False),
        ("Young", "can be enacted", "no such matter", True),
    ]
    assert [title for title, *_ in told(docket, docket.law, besides=old)] == ["Young"]


def test_those_that_would_stand_otherwise_are_shown_and_the_others_folded(docket):
    without = replace(docket.law, kinds={"proposal": docket.law.kinds["proposal"]})
    page = as_shown(
        render_to_string(
            "votables/_law_preview.html", {"verdict_changes": under_another_law(docket, without, {})}
        )
    )
    shown, folded = page.split("<summary>1 pending matter stays as it is now</summary>")
    assert ("Young" in shown, "Old" in shown, "Young" in folded, "Old" in folded) == (
        True,
        False,
        False,
        True,
    )
    alike = render_to_string(
        "votables/_law_preview.html", {"verdict_changes": under_another_law(docket, docket.law, {})}
    )
    assert ("<table>" in alike, "2 pending matters stay as they are now" in alike) == (False, True)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_law_can_be_looked_at(docket, name):
    assert [title for title, *_ in told(docket, load(name))] == ["Old", "Young"]
