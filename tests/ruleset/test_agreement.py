"""Whether the law still carries out what the rules say, as rules and law change and players confirm."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.models import Player
from ruleset.law import SHIPPED, load
from ruleset.models import Confirmation, Revision
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.queries.agreement import Carried, Doubt, carried
from ruleset.queries.law_by_rule import by_rule
from ruleset.services import enact_law, revise
from ruleset.text.tree import Node, Tree
from tests.votables.table import person

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
LAW = load("ruleset-211").text
OTHER_QUORUM = LAW.replace('formula = "n / 2 + 1"', 'formula = "n / 3 + 1"', 1)
RULES = Tree(
    (
        Node("core", "Core Rules", "", (
            Node("q", "Quorum", "Half, and one."),
            Node("i", "Idle Players", "They sleep."),
        )),
        Node("special", "Special Case Rules", "", (Node("s", "Seasonal Downtime [Active]", "Three days."),)),
    )
)  # fmt: skip


def day(number: int) -> datetime:
    return NOON + timedelta(days=number)


def law(number: int, document: str = LAW) -> None:
    enact_law(document=document, special_cases={}, at=day(number), by=None, why="A test.")


def rules(number: int, tree: Tree, kind: str = Revision.Kind.ENACTMENT) -> Revision:
    last = revision_at(day(number))
    seen = last.pk if last else None
    return revise(tree=tree, seen=seen, kind=kind, at=day(number), by=None, why="A test.")


def now() -> Tree:
    return tree_after(revision_at(day(99)).pk)


def say(number: int, name: str, text: str) -> Revision:
    """Amend the text of the rule of that name."""
    (node,) = now().named(name)
    return rules(number, now().mapped({node.key: Node(node.key, node.title, text)}))


def confirm(number: int, name: str, by: Player) -> Confirmation:
    (node,) = now().named(name)
    in_force, revision = law_at(day(number)), revision_at(day(number))
    return Confirmation.objects.create(
        law=in_force.version, rule_id=int(node.key), name=name, revision=revision, at=day(number), by=by
    )


def of(name: str, number: int = 99) -> Carried:
    return next(one for one in carried(law_at(day(number))) if one.name == name)


@pytest.fixture
def game(db):
    """A law of day 0 and the ruleset that came with it."""
    law(0)
    rules(0, RULES, Revision.Kind.FOUNDING)


def test_the_law_finds_its_rules_by_name_whatever_the_dynasty_calls_people(game):
    quorum, idle, season = of("Quorum"), of("Idle Players"), of("Seasonal Downtime")
    assert [one.title for one in (quorum, idle, season)] == [
        "Quorum",
        "Idle Players",
        "Seasonal Downtime [Active]",
    ]
    assert [one.doubt for one in (quorum, idle, season)] == [None, None, None]
    assert (of("Proposals").rule, of("Proposals").title) == (None, "")
    assert quorum.labels == ("half of the players, rounded down, plus one",)


def test_a_rule_whose_text_changes_is_in_doubt_until_it_is_confirmed(game):
    made = say(1, "Quorum", "A third.")
    assert of("Quorum").doubt == Doubt(made, "Half, and one.", "A third.")
    assert of("Idle Players").doubt is None
    word = confirm(2, "Quorum", person("Alice"))
    assert (of("Quorum").doubt, of("Quorum").confirmed) == (None, word)
    later = say(3, "Quorum", "A quarter.")
    assert of("Quorum").doubt == Doubt(later, "A third.", "A quarter.")


def test_a_text_that_is_put_back_is_in_no_doubt(game):
    say(1, "Quorum", "A third.")
    say(2, "Quorum", "Half, and one.")
    assert of("Quorum").doubt is None


def test_the_words_of_an_ascension_address_are_no_doubt(game):
    def ascend(number: int, text: str) -> None:
        (node,) = now().named("Quorum")
        tree = now().mapped({node.key: Node(node.key, node.title, text)})
        rules(number, tree, Revision.Kind.ASCENSION)

    ascend(1, "Half of the Sorters, and one.")
    assert of("Quorum").doubt is None
    later = say(2, "Quorum", "A third of the Sorters.")
    assert of("Quorum").doubt == Doubt(later, "Half, and one.", "A third of the Sorters.")
    confirm(3, "Quorum", person("Alice"))
    ascend(4, "A third of the Cooks.")
    assert of("Quorum").doubt is None


def test_another_title_is_no_doubt_and_the_rule_is_still_found(game):
    (node,) = now().named("Quorum")
    rules(1, now().mapped({node.key: Node(node.key, "Majority", node.text)}))
    assert (of("Quorum").title, of("Quorum").doubt) == ("Majority", None)


def test_a_rule_that_is_repealed_is_in_doubt(game):
    core, special = now().sections
    made = rules(1, Tree((Node(core.key, core.title, "", core.children[1:]), special)))
    assert of("Quorum").doubt == Doubt(made, "Half, and one.", "", repealed=True)


def test_a_rule_that_comes_after_the_law_is_in_doubt_unless_it_came_with_a_whole_ruleset(game):
    core, special = now().sections
    node = Node("new", "Dormancy", "Few players.")
    made = rules(1, Tree((core, Node(special.key, special.title, "", (*special.children, node)))))
    assert of("Dormancy").doubt == Doubt(made, "", "Few players.")


def test_a_law_that_changes_with_the_rule_ends_the_doubt_about_that_rule_alone(game):
    say(1, "Quorum", "A third.")
    say(1, "Seasonal Downtime [Active]", "Four days.")
    law(2, OTHER_QUORUM)
    assert of("Quorum").doubt is None
    assert of("Seasonal Downtime").doubt.now == "Four days."


def test_a_confirmation_does_not_outlive_the_clauses_that_it_was_about(game):
    say(1, "Quorum", "A third.")
    confirm(2, "Quorum", person("Alice"))
    law(3, OTHER_QUORUM)
    say(4, "Quorum", "Half, and one.")
    doubt = of("Quorum").doubt
    assert (doubt.before, doubt.now) == ("A third.", "Half, and one.")


def test_one_rule_is_asked_about_alone(game):
    carried_out = carried(law_at(day(0)), only=of("Quorum").rule)
    assert [one.name for one in carried_out] == ["Quorum"]


def test_the_number_of_queries_does_not_grow_with_the_doubts(game):
    in_force = law_at(day(0))
    say(1, "Quorum", "A third.")
    with CaptureQueriesContext(connection) as few:
        carried(in_force)
    for number in range(2, 6):
        say(number, "Quorum", f"A {number}th.")
        say(number, "Idle Players", f"They sleep {number} hours.")
    confirm(6, "Quorum", person("Alice"))
    with CaptureQueriesContext(connection) as many:
        carried(in_force)
    assert (len(few), len(many)) == (3, 3)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_law_says_in_words_what_it_does_because_of_each_rule(name):
    labels_of = by_rule(load(name))
    assert [rule for rule, labels in labels_of.items() if not labels] == []
    one_word = {label for labels in labels_of.values() for label in labels if " " not in label}
    assert one_word <= {
        "Proposal",
        "VETO",
        "DEFERENTIAL",
        "FOR",
        "AGAINST",
        "vetoed",
        "withdrawn",
        "self-killed",
    }
