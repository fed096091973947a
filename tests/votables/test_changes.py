"""The changes that a matter carries, from writing to enactment and back."""

import pytest

from blognomic.web.errors import RuleBroken
from ruleset.law.numbers import with_figure
from ruleset.law.shipped import document
from ruleset.models import LawVersion, Revision
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.services import revise
from ruleset.text import starting
from ruleset.text.amending import Amendment
from ruleset.text.tree import Node, Tree
from votables.changes.apply import Settlement
from votables.changes.outcome import outcome_of
from votables.forms.changes import FigureForm
from votables.queries.judge_facts import docket
from votables.services import commenting, resolving
from votables.services.enacting import NeedsSettling

from .table import BEGINNING, noon, propose, seat, vote

pytestmark = pytest.mark.django_db
MINIMUM = "hours.minimum.value"
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
def rules(db):
    """Five players under ruleset-211 and a small ruleset; answers the players and the key of each rule by its title."""
    players = seat(*FIVE)
    cats = Node("cats", "Cats", "Cats purr. Dogs bark.")
    tree = Tree(
        (
            Node("core", "Core Rules", "", (Node("quorum", "Quorum", "Half, and one."),)),
            Node("dyn", "Dynastic Rules", "", (cats,)),
        )
    )
    last = revision_at(noon(0))
    revise(
        tree=tree,
        seen=last.pk if last else None,
        kind="import",
        at=BEGINNING,
        by=None,
        why="Rules for a test",
    )
    return players, {node.title: node.key for node in standing(noon(0)).walk()}


def standing(at) -> Tree:
    revision = revision_at(at)
    return tree_after(revision.pk if revision else None)


def six_hours(document: str) -> str:
    """The law with six hours in place of the twelve."""
    return document.replace("[hours.minimum]\nvalue = 12", "[hours.minimum]\nvalue = 6")


def edit(keys, base, text, **more):
    return {**Amendment("edit", rule=keys["Cats"], base=base, text=text).as_json(), **more}


def enact(post, players, at, **more):
    alice, bobby, carol, david, ellen = players
    vote(post, noon(1, hours=1), **{"for": [p for p in (alice, carol, david) if p != post.author]})
    return resolving.resolve(post=post, to="enacted", by=alice, at=at, **more)


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


def test_a_change_is_merged_with_what_was_enacted_before_it(rules):
    players, keys = rules
    first = propose(
        players[1], noon(1), "First", changes=[edit(keys, "Cats purr. Dogs bark.", "Cats sleep. Dogs bark.")]
    )
    second = propose(
        players[2], noon(1), "Second", changes=[edit(keys, "Cats purr. Dogs bark.", "Cats purr. Dogs howl.")]
    )
    enact(first, players, noon(2))
    vote(second, noon(1, hours=2), **{"for": [players[0], players[1]]})
    resolution = resolving.resolve(post=second, to="enacted", by=players[0], at=noon(2))
    assert standing(noon(2)).find(keys["Cats"]).text == "Cats sleep. Dogs howl."
    assert resolution.consequences[0] == {"change": 0, "name": "edit", "about": "Cats", "merged": True}


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
    with pytest.raises(NeedsSettling, match="Others have changed the same words"):
        resolving.resolve(post=second, to="enacted", by=players[0], at=noon(2))
    second.refresh_from_db()
    assert (second.status, Revision.objects.filter(kind="enactment").count()) == ("pending", 1)
    settled = {0: Settlement(text="Cats sleep or hiss. Dogs bark.", why="Both were enacted.")}
    resolution = resolving.resolve(post=second, to="enacted", by=players[0], at=noon(2), settlements=settled)
    assert standing(noon(2)).find(keys["Cats"]).text == "Cats sleep or hiss. Dogs bark."
    assert resolution.consequences[0]["corrected"] == "Both were enacted."


def test_a_condition_is_found_out_at_enactment_and_recorded(rules):
    players, keys = rules
    birds = {"kind": "rule", "words": "Birds", "negated": False}
    asked = {"kind": "comments", "words": "MEOW", "least": 2, "negated": False}
    post = propose(
        players[1], noon(1),
        changes=[
            edit(keys, "Cats purr. Dogs bark.", "Cats meow. Dogs bark.", when=asked),
            {"op": "repeal", "rule": keys["Cats"], "with_subrules": True, "when": birds},
        ],
    )  # fmt: skip
    commenting.comment(post=post, by=players[2], at=noon(1), text="meow :for:")
    commenting.comment(post=post, by=players[3], at=noon(1), text="No. :for:")
    assert outcome_of(post, at=noon(1)).effects[0].finding.met is False
    commenting.comment(post=post, by=players[3], at=noon(1, minutes=1), text="Meow after all :for:")
    resolution = resolving.resolve(post=post, to="enacted", by=players[0], at=noon(2))
    assert standing(noon(2)).find(keys["Cats"]).text == "Cats meow. Dogs bark."
    assert [told["condition"] for told in resolution.consequences[:2]] == [
        {
            "said": "if at least 2 effective vote comments hold “MEOW”",
            "met": True,
            "found": "2 effective vote comments hold it: Carol, David",
        },
        {"said": "if a rule is called “Birds”", "met": False, "found": "there is no rule called “Birds”"},
    ]


def test_a_step_by_hand_is_ticked_off_first(rules):
    players, _ = rules
    post = propose(players[1], noon(1), changes=[{"op": "step", "text": "Thank everybody."}])
    with pytest.raises(NeedsSettling, match="Thank everybody"):
        enact(post, players, noon(2))
    assert (
        resolving.resolve(post=post, to="enacted", by=players[0], at=noon(2), ticked=[0]).to_status
        == "enacted"
    )


def test_a_law_change_judges_the_next_proposal_and_not_the_past(rules):
    players, _ = rules
    old = law_at(noon(1)).law.text
    assert "[hours.minimum]\nvalue = 12" in old
    post = propose(
        players[1], noon(1), "Six Hours",
        changes=[{"op": "law", "base": old, "text": six_hours(old)}],
    )  # fmt: skip
    enact(post, players, noon(2))
    following = propose(players[2], noon(2), "Next")
    vote(following, noon(2, minutes=1), **{"for": [players[0], players[1]]})
    assert docket(noon(2, hours=5)).ruling(following).may_enact is False
    assert docket(noon(2, hours=6)).ruling(following).may_enact is True
    assert law_at(noon(1)).law.hours["minimum"].value == 12


def test_an_enactment_is_reversed_as_one_act_with_its_law(rules):
    players, keys = rules
    old = law_at(noon(1)).law.text
    post = propose(
        players[1], noon(1),
        changes=[
            edit(keys, "Cats purr. Dogs bark.", "Cats sleep. Dogs bark."),
            {"op": "law", "base": old, "text": six_hours(old)},
        ],
    )  # fmt: skip
    first = enact(post, players, noon(2))
    resolving.overturn(post=post, to="failed", seen=first.pk, by=players[0], at=noon(3), reason="Miscounted.")
    assert standing(noon(3)).find(keys["Cats"]).text == "Cats purr. Dogs bark."
    assert (law_at(noon(3)).law.text, LawVersion.objects.count()) == (old, 3)


def test_reversing_an_enactment_keeps_what_was_changed_in_the_law_since(rules):
    players, _ = rules
    old = law_at(noon(1)).law.text
    first = propose(
        players[1], noon(1), changes=[{"op": "law", "base": old, "text": with_figure(old, MINIMUM, "6")}]
    )
    made = enact(first, players, noon(2))
    now = law_at(noon(2)).law.text
    for figure, kept in (("hours.day.value", True), (MINIMUM, False)):
        change = {"op": "law", "base": now, "text": with_figure(now, figure, "30")}
        post = propose(players[2], noon(2), changes=[change])
        vote(post, noon(2), **{"for": [players[0], players[1]]})
        resolving.resolve_against_verdict(
            post=post, to="enacted", by=players[0], at=noon(3), reason="A test."
        )
        if kept:
            made = resolving.overturn(
                post=first, to="failed", seen=made.pk, by=players[0], at=noon(3), reason="Miscounted."
            )
            assert law_at(noon(3)).law.text == with_figure(old, figure, "30")
            made = resolving.overturn(
                post=first, to="enacted", seen=made.pk, by=players[0], at=noon(3), reason="Or not."
            )
            now = law_at(noon(3)).law.text
    made = resolving.overturn(
        post=first, to="failed", seen=made.pk, by=players[0], at=noon(3), reason="Miscounted."
    )
    assert [one["kept"] for one in made.consequences if "kept" in one] == [
        "The law has been changed again since in the same words; change it by another matter."
    ]
    assert law_at(noon(3)).law.hours["minimum"].value == 30


def test_reversing_what_changed_the_law_and_switched_a_special_case_undoes_both():
    players = seat(*FIVE)
    revise(tree=starting.tree(), seen=None, kind="founding", at=BEGINNING, by=None, why="The founding.")
    old = law_at(noon(1)).law.text
    changes = [
        {"op": "status", "rule": standing(noon(1)).named("Dormancy")[0].key, "text": "Inactive"},
        {"op": "law", "base": old, "text": with_figure(old, MINIMUM, "6")},
    ]
    post = propose(players[1], noon(1), changes=changes)
    first = enact(post, players, noon(2))
    law = law_at(noon(2))
    assert (law.special_cases, law.law.hours["minimum"].value) == ({"Dormancy": False}, 6)
    resolving.overturn(post=post, to="failed", seen=first.pk, by=players[0], at=noon(3), reason="Miscounted.")
    assert (law_at(noon(3)).special_cases, law_at(noon(3)).law.text) == ({}, old)


def test_the_rules_return_to_a_named_revision(rules):
    players, keys = rules
    before = revision_at(noon(1))
    first = propose(players[1], noon(1), "First", changes=[edit(keys, "Cats purr. Dogs bark.", "Nothing.")])
    enact(first, players, noon(2))
    back = propose(players[2], noon(2), "Back", changes=[{"op": "revert", "revision": before.pk}])
    vote(back, noon(2), **{"for": [players[0], players[1]]})
    resolving.resolve(post=back, to="enacted", by=players[0], at=noon(3))
    assert standing(noon(3)) == tree_after(before.pk)


@pytest.mark.parametrize(
    "change",
    [
        {"op": "law", "base": "", "text": "name = "},
        {"op": "revert", "revision": 999_999},
        {"op": "step", "text": " "},
        {"op": "explode"},
        {"op": "step", "text": "x", "when": {"kind": "moon"}},
        {
            "op": "step",
            "text": "x",
            "when": {"kind": "matter", "post": 999_999, "status": "enacted", "negated": False},
        },
    ],
)
def test_what_is_no_change_is_refused_when_it_is_written(rules, change):
    players, _ = rules
    with pytest.raises(RuleBroken) as refused:
        propose(players[1], noon(1), changes=[change])
    assert refused.value.status == 400


def test_a_special_case_that_a_matter_switches_is_switched_for_the_judge():
    players = seat(*FIVE)
    revise(tree=starting.tree(), seen=None, kind="founding", at=BEGINNING, by=None, why="The founding.")
    post = propose(
        players[1],
        noon(1),
        amends=[],
        changes=[{"op": "status", "rule": standing(noon(1)).named("Dormancy")[0].key, "text": "Inactive"}],
    )
    assert post.amends == ["special_case"]
    first = enact(post, players, noon(2))
    assert standing(noon(2)).named("Dormancy")[0].title == "Dormancy [Inactive]"
    assert law_at(noon(2)).special_cases == {"Dormancy": False}
    assert law_at(noon(1)).special_cases == {}
    resolving.overturn(post=post, to="failed", seen=first.pk, by=players[0], at=noon(3), reason="Miscounted.")
    assert law_at(noon(3)).special_cases == {}


def test_the_numbers_of_the_law_stand_below_the_rules_that_they_carry_out():
    choices = FigureForm(law=document("ruleset-211")).fields["number"].choices
    assert choices[0] == (
        "Quorum",
        [
            ("quorum.formula", "half of the players, rounded down, plus one: n / 2 + 1"),
            (
                "quorum.fallback",
                "half of the players, rounded down, plus one: where the formula gives nothing: 1",
            ),
        ],
    )
    heads = [head for head, below in choices]
    assert len(heads) == len(set(heads)) == 15
    assert [below for head, below in choices if head == "roster.rejoin_hours"] == ["roster rejoin hours: 0"]
