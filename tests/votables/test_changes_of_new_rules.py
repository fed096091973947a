"""Changes that build on each other: rules below new rules, new sections; and what the law says of names and tags."""

import pytest

from players.errors import RuleBroken
from ruleset.amending import TOP
from ruleset.models import Revision
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.services import revise
from ruleset.tree import Node, Tree
from votables.changes import places, stored_changes, without
from votables.proposed import missing_tags
from votables.services import resolving
from votables.services.enacting import outcome_of, outcome_of_changes

from .table import BEGINNING, noon, propose, seat, vote

pytestmark = pytest.mark.django_db
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


def rules(law: str = "ruleset-211") -> tuple[list, dict[str, str]]:
    """Five players under a law and a small ruleset; answers the players and the key of each rule by its title."""
    players = seat(*FIVE, law=law)
    tree = Tree(
        (
            Node("core", "Core Rules", "", (Node("quorum", "Quorum", "Half, and one."),)),
            Node("dyn", "Dynastic Rules", "", (Node("cats", "Cats", "Cats purr."),)),
            Node("case", "Special Case", "", (Node("nap", "Nap [Active]", "They nap."),)),
            Node("app", "Appendix", "", (Node("words", "Words", "A cat is a cat."),)),
        )
    )
    last = revision_at(noon(0))
    seen = last.pk if last else None
    revise(tree=tree, seen=seen, kind="import", at=BEGINNING, by=None, why="Rules for a test")
    return players, {node.name: node.key for node in standing(noon(0)).walk()}


def standing(at) -> Tree:
    revision = revision_at(at)
    return tree_after(revision.pk if revision else None)


def new(parent: str, title: str = "", after: str = "", **more: object) -> dict[str, object]:
    return {"op": "add", "parent": parent, "after": after, "title": title, "text": f"{title}.", **more}


def enact(post, players, at, **more):
    vote(post, noon(1, hours=1), **{"for": [p for p in players[:4] if p != post.author]})
    return resolving.resolve(post=post, to="enacted", by=players[0], at=at, **more)


def shape(tree: Tree) -> list[tuple[str, str]]:
    return [(placed.number, placed.node.title) for placed in tree.placed()]


NO_BIRDS = {"kind": "rule", "words": "Birds", "negated": True}


def test_a_matter_adds_a_section_rules_below_it_and_moves_an_old_one_there():
    players, keys = rules()
    changes = [
        new(TOP, "Zoo", after=keys["Core Rules"]),
        new("new-0", "Aviary"),
        new("new-1", "Owls"),
        new("new-1", "Ducks", after=""),
        new("new-1", "Crows", after="new-2"),
        {"op": "move", "rule": keys["Cats"], "parent": "new-0", "after": ""},
    ]
    post = propose(players[1], noon(1), "A Zoo", changes=changes)
    found = enact(post, players, noon(2))
    assert shape(standing(noon(2)))[2:9] == [
        ("2", "Zoo"), ("2.1", "Aviary"), ("2.1.1", "Owls"), ("2.1.2", "Crows"), ("2.1.3", "Ducks"),
        ("2.2", "Cats"), ("3", "Dynastic Rules"),
    ]  # fmt: skip
    assert Revision.objects.count() == 2
    resolving.overturn(post=post, to="failed", seen=found.pk, by=players[0], at=noon(3), reason="Miscounted.")
    assert standing(noon(3)) == standing(noon(1))


def test_what_builds_on_a_rule_that_is_left_out_is_left_out_too():
    players, keys = rules()
    hangs = {"kind": "rule", "words": "Birds", "negated": False}
    changes = [
        new(keys["Dynastic Rules"], "Aviary", when=hangs),
        new("new-0", "Owls"),
        new("new-1", "Snowy Owls"),
        new(keys["Dynastic Rules"], "Dogs", after="new-0"),
    ]
    post = propose(players[1], noon(1), "Birds", changes=changes)
    outcome = outcome_of(post, at=noon(1))
    assert [effect.skipped for effect in outcome.effects] == [
        "its condition is not met",
        "the new rule that it builds on is left out",
        "the new rule that it builds on is left out",
        "",
    ]
    assert outcome.misfits == []
    assert [(place.label, place.parent == keys["Dynastic Rules"]) for place in places(outcome)[-4:]] == [
        ("4.1 Words", False), ("Aviary (new)", True), ("Owls (new)", False), ("Snowy Owls (new)", False)
    ]  # fmt: skip


@pytest.mark.parametrize("parent", ["new-1", "new-2", "new-0"])
def test_a_change_speaks_only_of_a_new_rule_of_an_earlier_change(parent):
    players, keys = rules()
    changes = [{"op": "step", "text": "Dance."}, new(parent, "Owls"), new(keys["Cats"], "Kittens")]
    with pytest.raises(RuleBroken, match="only of a new rule that one before it adds"):
        propose(players[1], noon(1), changes=changes)


def test_taking_a_change_away_keeps_what_the_others_speak_of():
    _, keys = rules()
    cats = keys["Cats"]
    changes = [
        {"op": "step", "text": "Dance."},
        new(cats, "Aviary"),
        new("new-1", "Owls"),
        {"op": "move", "rule": cats, "parent": "new-2", "after": ""},
    ]
    assert without(changes, 0) == [
        new(cats, "Aviary"), new("new-0", "Owls"),
        {"op": "move", "rule": cats, "parent": "new-1", "after": ""},
    ]  # fmt: skip
    assert without(changes, 3) == changes[:3]
    with pytest.raises(RuleBroken, match="Change 3 builds on the rule that this one adds"):
        without(changes, 1)


@pytest.mark.parametrize(
    ("law", "name"),
    [
        ("ruleset-37", "Unnamed Rule"),
        ("ruleset-86", "Unnamed Rule"),
        ("ruleset-98", "Unnamed Rule"),
        ("ruleset-2019-09", "Unnamed Rule"),
        ("ruleset-211", "More Birds"),
    ],
)
def test_a_rule_without_a_title_is_called_as_the_law_in_force_says(law, name):
    players, keys = rules(law)
    changes = [new(keys["Dynastic Rules"])]
    post = propose(players[1], noon(1), "Proposal: [Core] More Birds", changes=changes)
    assert shape(outcome_of(post, at=noon(1)).tree)[4] == ("2.2", name)
    enact(post, players, noon(2))
    assert shape(standing(noon(2)))[4] == ("2.2", name)


EVERYWHERE = ["Cats", "Quorum", "Nap", "Words"]


@pytest.mark.parametrize(
    ("law", "lacking"),
    [
        ("ruleset-37", []),
        ("ruleset-86", []),
        ("ruleset-98", []),
        ("ruleset-2019-09", ["Core", "Special Case", "Appendix", "Victory"]),
        ("ruleset-211", ["Core", "Special Case", "Appendix"]),
    ],
)
def test_a_title_lacks_the_tags_that_the_law_in_force_asks_for(law, lacking):
    _, keys = rules(law)
    changes = [new(keys[name], "Birds") for name in EVERYWHERE]
    changes.append({"op": "step", "text": "Carol achieves victory."})
    outcome = outcome_of_changes(stored_changes(changes), at=noon(1))
    in_force = law_at(noon(1))
    assert [tag.name for tag in missing_tags([], outcome, in_force)] == lacking
    assert missing_tags(["core", "SPECIAL CASE", "Appendix", "Victory"], outcome, in_force) == []
    dynastic = outcome_of_changes(stored_changes(changes[:1]), at=noon(1))
    assert missing_tags([], dynastic, in_force) == []
    assert missing_tags([], outcome, None) == []
