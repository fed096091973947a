"""What enacting a matter does with its changes, and what an admin settles first: other words, another place, or leaving
a change out."""

import pytest
import time_machine

from ruleset.models import Revision
from ruleset.queries import revision_at, tree_after
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.blognomic.shown import page_shown
from tests.votables.changes.carried import SMALL, edit, enact, seat_with, standing
from tests.votables.seating import played_once
from tests.votables.table import noon, propose, seat, vote
from votables.changes.apply import Settlement
from votables.changes.outcome import outcome_of
from votables.changes.preview import shown_effects
from votables.models import Status
from votables.services import resolving
from votables.services.enacting import NeedsSettling

pytestmark = pytest.mark.django_db


@pytest.fixture
def rules(db):
    return seat_with(SMALL)


def test_enacting_applies_amendments_in_one_revision_named_for_the_matter(rules):
    players, keys = rules
    post = propose(
        players[1], noon(1), "Quiet Cats",
        changes=[
            edit(keys, "Cats purr. Dogs bark.", "Cats sleep. Dogs bark."),
            {"op": "add", "parent": keys["Dynastic Rules"], "after": "", "title": "", "text": "New."},
            {"op": "rename", "rule": keys["Quorum"], "title": "Quorums", "base": "Quorum"},
        ],
    )  # fmt: skip
    assert post.amends == ["core", "dynastic"]
    resolution = enact(post, players, noon(2))
    assert [(p.number, p.node.title, p.node.text) for p in standing(noon(2)).placed()] == [
        ("1", "Core Rules", ""),
        ("1.1", "Quorums", "Half, and one."),
        ("2", "Dynastic Rules", ""),
        ("2.1", "Cats", "Cats sleep. Dogs bark."),
        ("2.2", "Quiet Cats", "New."),
    ]
    made = Revision.objects.get(pk=resolution.consequences[-1]["revision"])
    assert (made.kind, made.why, made.by, made.link) == (
        "enactment",
        "Quiet Cats",
        players[0],
        post.get_absolute_url(),
    )
    assert standing(noon(1)).find(keys["Cats"]).text == "Cats purr. Dogs bark."


def test_a_clash_is_never_applied_blindly_and_the_admin_settles_it(rules):
    players, keys = rules
    first = propose(
        players[1], noon(1), "First", changes=[edit(keys, "Cats purr. Dogs bark.", "Cats sleep. Dogs bark.")]
    )
    second = propose(
        players[2], noon(1), "Second", changes=[edit(keys, "Cats purr. Dogs bark.", "Cats hiss. Dogs bark.")]
    )
    enact(first, players, noon(2))
    vote(second, noon(1, hours=2), **{"for": [players[0], players[1]]})
    with pytest.raises(NeedsSettling, match="Somebody else has since changed the same words"):
        resolving.resolve(post=second, to="enacted", by=players[0], at=noon(2))
    second.refresh_from_db()
    assert (second.status, Revision.objects.filter(kind="enactment").count()) == ("pending", 1)
    settled = {0: Settlement(text="Cats sleep or hiss. Dogs bark.", why="Both were enacted.")}
    resolution = resolving.resolve(post=second, to="enacted", by=players[0], at=noon(2), settlements=settled)
    assert standing(noon(2)).find(keys["Cats"]).text == "Cats sleep or hiss. Dogs bark."
    assert resolution.consequences[0]["corrected"] == "Both were enacted."


def titles() -> list[str]:
    return [f"{one.number} {one.node.title}" for one in tree_after(Revision.objects.latest("pk").pk).placed()]


def key(title: str) -> str:
    return tree_after(revision_at(noon(9)).pk).named(title)[0].key


@pytest.fixture
@played_once
def homeless():
    """The players, and a proposal that moves Cats below Pets and adds Dogs there, when Pets has been repealed."""
    players = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    cats, pets = Node("cats", "Cats", "Cats purr."), Node("pets", "Pets", "We like them.")
    tree = Tree((Node("dyn", "Dynastic Rules", "", (cats, pets, Node("zoo", "Zoo", "It is open."))),))
    revise(tree=tree, seen=None, kind="import", at=noon(0), by=None, why="Rules for a test")
    post = propose(
        players[1],
        noon(1),
        changes=[
            {"op": "move", "rule": key("Cats"), "parent": key("Pets"), "after": ""},
            {"op": "add", "parent": key("Pets"), "after": "", "title": "Dogs", "text": "Dogs bark."},
        ],
        amends=[],
    )
    now = tree_after(revision_at(noon(1)).pk)
    (section,) = now.sections
    rest = tuple(node for node in section.children if node.title != "Pets")
    without = Tree((Node(section.key, section.title, section.text, rest),))
    revise(tree=without, seen=revision_at(noon(1)).pk, kind="import", at=noon(1), by=None, why="No pets")
    vote(post, noon(2), **{"for": players})
    return players, post


def test_places_that_there_are_are_offered_but_not_a_rule_below_itself(homeless):
    _, post = homeless
    moved, added = shown_effects(outcome_of(post, at=noon(2)))
    assert (moved.about, added.about) == ("Cats", "Dogs")
    assert [one.said for one in moved.places] == ["1 Dynastic Rules", "1.2 Zoo"]
    assert [one.said for one in added.places] == ["1 Dynastic Rules", "1.1 Cats", "1.2 Zoo"]
    with pytest.raises(NeedsSettling, match="2 of its changes no longer fit"):
        resolving.resolve(post=post, to="enacted", by=homeless[0][0], at=noon(2))


def test_a_change_without_a_place_is_put_where_the_admin_says(homeless):
    players, post = homeless
    settled = {
        0: Settlement(text="", parent=key("Zoo"), why="Pets is gone."),
        1: Settlement(text="Dogs bark.", parent=key("Zoo"), why="Pets is gone."),
    }
    done = resolving.resolve(post=post, to="enacted", by=players[0], at=noon(2), settlements=settled)
    assert titles() == ["1 Dynastic Rules", "1.1 Zoo", "1.1.1 Cats", "1.1.2 Dogs"]
    assert done.consequences[:2] == [
        {"change": 0, "name": "move", "about": "Cats", "corrected": "Pets is gone.", "below": "Zoo"},
        {
            "change": 1,
            "name": "add a rule",
            "about": "Dogs",
            "corrected": "Pets is gone.",
            "words": "Dogs bark.",
            "below": "Zoo",
        },
    ]


@pytest.mark.parametrize("parent", ["999999", "cats", "new-1", ""])
def test_a_place_that_there_is_not_settles_nothing(homeless, parent):
    players, post = homeless
    settled = {place: Settlement(text="x", parent=parent, why="Pets is gone.") for place in (0, 1)}
    with pytest.raises(NeedsSettling):
        resolving.resolve(post=post, to="enacted", by=players[0], at=noon(2), settlements=settled)


def test_a_change_that_has_its_place_stays_there_whatever_is_sent(homeless):
    players, _ = homeless
    post = propose(
        players[2],
        noon(1),
        changes=[
            {"op": "add", "parent": key("Zoo"), "after": "", "title": "Hens", "text": "Hens cluck."},
            {"op": "move", "rule": key("Cats"), "parent": key("Zoo"), "after": ""},
        ],
        amends=[],
    )
    settled = {place: Settlement(text="Hens.", parent=key("Cats"), why="Better.") for place in (0, 1)}
    outcome = outcome_of(post, at=noon(2), settlements=settled)
    assert [f"{one.number} {one.node.title}" for one in outcome.after.tree.placed()] == [
        "1 Dynastic Rules",
        "1.1 Zoo",
        "1.1.1 Hens",
        "1.1.2 Cats",
    ]
    assert [effect.corrected for effect in outcome.effects] == ["Better.", ""]


def test_the_page_of_the_admin_offers_the_places_and_says_which_was_chosen(homeless, client):
    players, post = homeless
    client.force_login(players[0])
    path = f"/posts/{post.pk}/resolve/enacted/"
    with time_machine.travel(noon(2), tick=False):
        page = page_shown(client.get(path))
        zoo = key("Zoo")
        assert f'<option value="{zoo}">1.2 Zoo</option>' in page
        assert page.count("Apply it there") == 2
        assert 'name="text-0"' not in page
        sent = {
            "correct-0": "on",
            "parent-0": zoo,
            "why-0": "It is gone.",
            "skip-1": "on",
            "why-1": "No dogs.",
        }
        assert client.post(path, {**sent, "why-0": ""}).status_code == 400
        done = client.post(path, sent, follow=True)
    page = page_shown(done)
    assert "corrected by the admin: It is gone. below <b>Zoo</b>" in page
    post.refresh_from_db()
    assert (post.status, titles()) == (Status.ENACTED, ["1 Dynastic Rules", "1.1 Zoo", "1.1.1 Cats"])
