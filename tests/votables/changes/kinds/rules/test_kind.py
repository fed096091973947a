"""Changes of rules: merged with what came before, new sections, and rules below new rules."""

import pytest

from ruleset.models import Revision
from ruleset.queries import law_at, placed_rules, revision_at
from ruleset.services import revise
from ruleset.text import starting
from ruleset.text.amending import TOP
from tests.votables.changes.carried import FIVE, WITH_CASES, edit, enact, new, seat_with, shape, standing
from tests.votables.table import BEGINNING, noon, propose, seat, vote
from votables.changes.change import stored_changes
from votables.changes.outcome import outcome_of_changes
from votables.changes.rule_places import rule_places
from votables.forms.changes import ChangeForm
from votables.services import resolving

pytestmark = pytest.mark.django_db


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


def form_of(op: str, **sent: object) -> ChangeForm:
    """The form of a change, as it is shown or, with `sent`, as it came back."""
    at = noon(1)
    outcome = outcome_of_changes((), at=at, unnamed="", kind="proposal", submitted=None)
    arguments = {"rules": placed_rules(revision_at(at)), "law": "", "places": rule_places(outcome)}
    return ChangeForm(
        {"op": op, "seen": 0, **sent} if sent else None, op=op, initial={"op": op, "seen": 0}, **arguments
    )


def test_a_matter_adds_a_section_rules_below_it_and_moves_an_old_one_there():
    players, keys = seat_with(WITH_CASES)
    changes = [
        new(TOP, "Zoo", after=keys["Core Rules"]),
        new("new-0", "Aviary"),
        new("new-1", "Owls"),
        new("new-1", "Ducks", after=""),
        new("new-1", "Crows", after="new-2"),
        {"op": "move", "rule": keys["Cats"], "parent": "new-0", "after": ""},
    ]
    post = propose(players[1], noon(1), "A Zoo", changes=changes)
    resolution = enact(post, players, noon(2))
    assert shape(standing(noon(2)))[2:9] == [
        ("2", "Zoo"), ("2.1", "Aviary"), ("2.1.1", "Owls"), ("2.1.2", "Crows"), ("2.1.3", "Ducks"),
        ("2.2", "Cats"), ("3", "Dynastic Rules"),
    ]  # fmt: skip
    assert Revision.objects.count() == 2
    resolving.overturn(
        post=post, to="failed", seen=resolution.pk, by=players[0], at=noon(3), reason="Miscounted."
    )
    assert standing(noon(3)) == standing(noon(1))


def test_a_new_rule_is_dynastic_and_stands_last_unless_something_else_is_chosen():
    _, keys = seat_with(WITH_CASES)
    form = form_of("add")
    first, last, *groups = form.fields["after"].choices
    assert form["parent"].value() == keys["Dynastic Rules"]
    assert (first, last) == (("first", "first"), ("", "last"))
    assert [label for label, _ in groups] == [
        "2 Dynastic Rules", "1 Core Rules", "3 Special Case", "4 Appendix", "nothing: a new section",
    ]  # fmt: skip
    assert groups[0][1] == [(keys["Cats"], "2.1 Cats")]


@pytest.mark.parametrize(
    ("after", "names"), [("first", ["Dogs", "Cats"]), ("", ["Cats", "Dogs"]), ("cats", ["Cats", "Dogs"])]
)
def test_a_new_rule_stands_where_the_form_says(after, names):
    players, keys = seat_with(WITH_CASES)
    parent = keys["Dynastic Rules"]
    form = form_of(
        "add", parent=parent, after=keys["Cats"] if after == "cats" else after, title="Dogs", text="Bark."
    )
    assert form.is_valid(), form.errors
    tree = outcome_of_changes(
        stored_changes([form.as_change()]), at=noon(1), unnamed="", kind="proposal", submitted=None
    ).after.tree
    assert [rule.name for rule in tree.find(parent).children] == names
    wrong = form_of("add", parent=parent, after=keys["Quorum"], title="Dogs", text="Bark.")
    assert wrong.errors == {"after": ["That rule is not below the chosen one."]}
