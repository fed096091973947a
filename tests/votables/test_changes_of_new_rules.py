"""Changes that build on each other: rules below new rules, new sections; and what the law says of names and tags."""

import pytest

from blognomic.web.errors import RuleBroken
from ruleset.law.numbers import with_figure
from ruleset.models import Revision
from ruleset.queries import law_at, placed_rules, revision_at, tree_after
from ruleset.services import revise
from ruleset.text.amending import TOP
from ruleset.text.tree import Node, Tree
from tests.gamestate.tracker import set_number
from votables.changes.apply import BUILDS_ON, UNMET
from votables.changes.change import stored_changes, without
from votables.changes.outcome import outcome_of, outcome_of_changes
from votables.changes.preview import missing_tags
from votables.changes.rules import places
from votables.forms.changes import ChangeForm
from votables.queries.judge_facts import docket
from votables.services import commenting, resolving

from .table import BEGINNING, Kind, event, noon, propose, seat, vote

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


def form_of(op: str, **sent: object) -> ChangeForm:
    """The form of a change, as it is shown or, with `sent`, as it came back."""
    at = noon(1)
    outcome = outcome_of_changes((), at=at, unnamed="", kind="proposal", submitted=None)
    asked = {"rules": placed_rules(revision_at(at)), "law": "", "places": places(outcome)}
    return ChangeForm(
        {"op": op, "seen": 0, **sent} if sent else None, op=op, initial={"op": op, "seen": 0}, **asked
    )


def new(parent: str, title: str = "", after: str = "", **more: object) -> dict[str, object]:
    return {"op": "add", "parent": parent, "after": after, "title": title, "text": f"{title}.", **more}


def enact(post, players, at, **more):
    vote(post, noon(1, hours=1), **{"for": [p for p in players[:4] if p != post.author]})
    return resolving.resolve(post=post, to="enacted", by=players[0], at=at, **more)


def shape(tree: Tree) -> list[tuple[str, str]]:
    return [(placed.number, placed.node.title) for placed in tree.placed()]


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
    assert shape(outcome_of(post, at=noon(1)).after.tree)[4] == ("2.2", name)
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


def test_what_a_change_would_do_if_its_condition_were_met_is_told_and_counts_as_amended():
    players, keys = rules()
    hangs = {"kind": "comments", "words": "yes", "least": 2, "negated": False}
    changes = [
        new(keys["Core Rules"], "Birds", when=hangs),
        new("new-0", "Owls"),
        {"op": "rename", "rule": keys["Cats"], "base": "Cats", "title": "Lions"},
        {"op": "rename", "rule": keys["Words"], "base": "Words", "title": "Lexicon", "when": hangs},
    ]
    post = propose(players[1], noon(1), "Birds", changes=changes)
    assert post.amends == ["core", "appendix", "dynastic"]
    outcome = outcome_of(post, at=noon(1))
    assert [
        (effect.skipped, [(one.after.number, one.after.node.title) for one in effect.differences])
        for effect in outcome.effects
    ] == [
        (UNMET, [("1.2", "Birds")]), (BUILDS_ON, [("1.2.1", "Owls")]), ("", [("2.1", "Lions")]),
        (UNMET, [("4.1", "Lexicon")]),
    ]  # fmt: skip
    assert [tag.name for tag in missing_tags([], outcome, law_at(noon(1)))] == ["Core", "Appendix"]
    enact(post, players, noon(2))
    assert [title for _, title in shape(standing(noon(2)))] == [
        "Core Rules", "Quorum", "Dynastic Rules", "Lions", "Special Case", "Nap [Active]", "Appendix", "Words"
    ]  # fmt: skip


def test_the_comment_of_an_idle_player_is_no_effective_vote_comment():
    players, keys = rules()
    hangs = {"kind": "comments", "words": "yes", "least": 2, "negated": False}
    post = propose(players[1], noon(1), changes=[new(keys["Dynastic Rules"], "Birds", when=hangs)])
    for player in players[2:4]:
        commenting.comment(post=post, by=player, at=noon(1), text="Yes! :for:")
    assert outcome_of(post, at=noon(1)).effects[0].finding.met is True
    event(players[3], Kind.IDLED, at=noon(1, hours=1))
    found = outcome_of(post, at=noon(2)).effects[0].finding
    assert (found.met, found.found) == (False, "1 effective vote comment holds it: Carol")


def test_a_condition_on_another_matter_is_found_out_at_enactment():
    players, keys = rules()
    first = propose(players[2], noon(1), "First")
    hangs = {"kind": "matter", "post": first.pk, "status": "enacted", "negated": True}
    post = propose(players[1], noon(1), changes=[new(keys["Cats"], "Kittens", when=hangs)])
    assert outcome_of(post, at=noon(1)).effects[0].finding.met is True
    resolving.resolve_against_verdict(post=first, to="enacted", by=players[0], at=noon(2), reason="A test.")
    found = enact(post, players, noon(2)).consequences
    assert found == [
        {
            "change": 0,
            "name": "add a rule",
            "about": "Kittens",
            "condition": {
                "said": f"if matter {first.pk} is not enacted",
                "met": False,
                "found": "“First” is enacted",
            },
            "skipped": "its condition is not met",
        }
    ]


def test_a_change_of_the_law_does_not_take_effect_on_its_own_enactment_and_the_past_stays_judged():
    players, _ = rules()
    old = law_at(noon(1)).law.text
    slower = with_figure(old, "hours.minimum.value", "200")
    post = propose(players[1], noon(1), "Patience", changes=[{"op": "law", "base": old, "text": slower}])
    found = enact(post, players, noon(2))
    assert (found.to_status, found.law.document, found.against_verdict) == ("enacted", old, False)
    assert law_at(noon(2)).law.hours["minimum"].value == 200
    assert [docket(at).ruling(post).may_enact for at in (noon(1, hours=11), noon(1, hours=12))] == [
        False,
        True,
    ]
    assert found.verdict["may_enact"] is True


def test_a_limit_becomes_a_formula_over_tracked_values():
    players, _ = rules()
    for key, value in (("x", "7"), ("y", "3")):
        set_number(key, value, by=players[0], at=noon(0))
    old = law_at(noon(1)).law.text
    formula = with_figure(old, "kinds.proposal.limits.0.most", "2 * values.x / values.y")
    post = propose(players[1], noon(1), "Time", changes=[{"op": "law", "base": old, "text": formula}])
    assert law_at(noon(1)).law.kinds["proposal"].limits[0].most.value == 2
    enact(post, players, noon(2))
    limit = law_at(noon(2)).law.kinds["proposal"].limits[0]
    assert (limit.label, limit.most.fallback) == ("“2 * x / y” proposals pending", 2)
    for day in (2, 2, 3, 3):
        propose(players[2], noon(day), "One more")
    with pytest.raises(RuleBroken, match="Carol has already reached the limit: 4 pending"):
        propose(players[2], noon(4), "One too many")


def test_a_new_rule_is_dynastic_and_stands_last_unless_something_else_is_chosen():
    _, keys = rules()
    form = form_of("add")
    first, last, *groups = form.fields["after"].choices
    assert form["parent"].value() == keys["Dynastic Rules"]
    assert (first, last) == (("first", "first"), ("", "last"))
    assert [label for label, _ in groups] == [
        "2 Dynastic Rules", "1 Core Rules", "3 Special Case", "4 Appendix", "nothing: a section of its own",
    ]  # fmt: skip
    assert groups[0][1] == [(keys["Cats"], "2.1 Cats")]


@pytest.mark.parametrize(
    ("after", "said"), [("first", ["Dogs", "Cats"]), ("", ["Cats", "Dogs"]), ("cats", ["Cats", "Dogs"])]
)
def test_a_new_rule_stands_where_the_form_says(after, said):
    players, keys = rules()
    parent = keys["Dynastic Rules"]
    form = form_of(
        "add", parent=parent, after=keys["Cats"] if after == "cats" else after, title="Dogs", text="Bark."
    )
    assert form.is_valid(), form.errors
    tree = outcome_of_changes(
        stored_changes([form.as_change()]), at=noon(1), unnamed="", kind="proposal", submitted=None
    ).after.tree
    assert [rule.name for rule in tree.find(parent).children] == said
    wrong = form_of("add", parent=parent, after=keys["Quorum"], title="Dogs", text="Bark.")
    assert wrong.errors == {"after": ["That rule does not stand below the chosen one."]}
