"""The numbers of the law that go with what a text changes in the rule that states them."""

import pytest

from players.models import Player
from ruleset.law.numbers import figures
from ruleset.law.shipped import document
from ruleset.text.tree import Node, Tree
from tests.blognomic.api.programs import ask, token_of
from tests.votables.changes.carried import seat_with
from tests.votables.stage import NOW
from tests.votables.table import noon
from votables.changes.in_english import called_things, reading_of
from votables.changes.marks import marked_text

pytestmark = pytest.mark.django_db
RULES = Tree(
    (
        Node("core", "Core Rules", "", (
            Node("res", "Resolution of Proposals", "It is enacted after 12 hours. It lapses after a week."),
            Node("idle", "Idle Players", "Idled is whoever is not heard of for seven days, and not within 96 hours."),
            Node("soup", "Soup", "Soup is served after 12 hours."),
        )),
        Node("dyn", "Dynastic Rules", ""),
    )
)  # fmt: skip
TWELVE = "In “Resolution of Proposals”, change “12 hours” to “6 hours”."
SIX = "Change the figure “hours.minimum.value” of the law to “6”."


@pytest.fixture
def things(db):
    seat_with(RULES, law="ruleset-211")
    return lambda: called_things(at=noon(1))


def offered(text, things):
    return [offer.words for offer in reading_of(text, things()).offers]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (TWELVE, [SIX]),
        (
            "In “Resolution of Proposals”, change “a week” to “one day”. In the same rule, change “12” to “10”.",
            ["Change the figure “hours.minimum.value” of the law to “10”."],
        ),
        (
            "In “Idle Players”, change “seven days” to “ten days”.",
            ["Change the figure “roster.inactivity.hours” of the law to “240”."],
        ),
        (
            "In “Idle Players”, change “96” to “48”.",
            [
                f"Change the figure “roster.{name}.hours” of the law to “48”."
                for name in ("idling", "unidling", "cooling")
            ],
        ),
        (f"{TWELVE} {SIX}", []),
        ("In “Soup”, change “12 hours” to “6 hours”.", []),
        ("In “Resolution of Proposals”, change “enacted” to “passed”.", []),
        ("Repeal “Resolution of Proposals”.", []),
        ("In “Resolution of Proposals”, change “13 hours” to “6 hours”.", []),
    ],
)
def test_a_number_of_the_law_is_offered_with_the_words_that_state_it(text, words, things):
    assert offered(text, things) == words


def test_what_is_pressed_adds_the_sentence_and_is_not_offered_again(things):
    marked = marked_text(reading_of(TWELVE, things()), things())
    (sentence,) = marked.sentences
    assert (sentence.read_as, marked.is_clear) == ("read", True)
    assert sentence.reasons == (
        "The law still uses 12 for this (a proposal or a declaration of victory is open at least "
        "this long before it is decided), until it is changed too.",
    )
    (choice,) = sentence.better
    assert not choice.by_hand
    text = marked.rewritten(choice.key)
    assert text == f"{TWELVE} {SIX}"
    assert offered(text, things) == []


def test_rule_and_law_are_changed_together(things):
    text = f"{TWELVE} {SIX}"
    changes = [change.as_json() for change in reading_of(text, things()).changes]
    assert [one["op"] for one in changes] == ["replace", "law"]
    before = {one.name: one.written for one in figures(document("ruleset-211"))}
    after = {one.name: one.written for one in figures(changes[1]["text"])}
    assert {name for name in before if before[name] != after[name]} == {"hours.minimum.value"}


def test_programs_are_told_of_it(things):
    token = token_of(Player.objects.get(name="Bobby"), at=NOW)
    answer = ask("POST", "/reading", {"text": TWELVE}, token=token).json()
    assert [(TWELVE[one["start"] : one["end"]], one["words"]) for one in answer["figures"]] == [(TWELVE, SIX)]
