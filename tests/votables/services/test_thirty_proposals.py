"""Proposals that each put something into the same rule: all go in, in order, without a hand; and each goes again."""

import pytest

from ruleset.text.tree import Node, Tree
from tests.votables.changes.carried import CORE, enact, look, seat_with, standing
from tests.votables.table import join, noon, propose
from votables.changes.apply import Settlement
from votables.changes.in_english import called_things, reading_of
from votables.changes.outcome import outcome_of
from votables.changes.preview import shown_effects
from votables.models import Post
from votables.services import resolving
from votables.services.enacting import NeedsSettling

pytestmark = pytest.mark.django_db

FRUIT = Node("fruit", "Fruit", "There are kinds of fruit:\n\n* Apples\n\nThey are eaten.")
RULES = Tree((CORE, Node("dyn", "Dynastic Rules", "", (FRUIT,))))


def by_text(author, number: int, text: str) -> Post:
    """A proposal of which the changes are read from its text."""
    reading = reading_of(text, called_things(at=noon(1)))
    assert reading.questions == ()
    title, changes = f"Number {number}", [change.as_json() for change in reading.changes]
    return propose(author, noon(1), title, body=text, changes=changes)


@pytest.fixture
def game(db):
    players, keys = seat_with(RULES, law="ruleset-37")
    players += [join(f"Guest {number}", at=noon(0)) for number in range(10)]
    return players, lambda day: standing(noon(day)).find(keys["Fruit"]).text


@pytest.mark.parametrize("count", [5, pytest.param(30, marks=pytest.mark.sweep)])
def test_thirty_that_each_add_an_item_to_one_list_are_enacted_without_a_hand(game, count):
    players, text = game
    posts = [
        by_text(players[number % 15], number, f"Add this item to the list in “Fruit”:\n\n> * Kind {number}")
        for number in range(count)
    ]
    before = text(1)
    for post in posts:
        enact(post, players, noon(3))
    items = "".join(f"\n* Kind {number}" for number in range(count))
    assert text(3) == before.replace("* Apples", f"* Apples{items}")
    # One of them is put right later, and put back: all others stay as they are.
    without, with_it = items.replace("\n* Kind 3", ""), items
    for day, to, ending in ((4, "failed", without), (5, "enacted", with_it)):
        last = posts[3].resolutions.order_by("-at", "-pk").first()
        posts[3].refresh_from_db()
        resolving.overturn(
            post=posts[3], to=to, seen=last.pk, by=players[0], at=noon(day), reason="Counted again."
        )
        assert text(day) == before.replace("* Apples", f"* Apples{ending}")


CHAINS = {
    "an item and a paragraph": (
        "Add this item to the list in “Fruit”:\n\n> * Figs",
        "Add a paragraph to the end of “Fruit”:\n\n> They are kept.",
        "There are kinds of fruit:\n\n* Apples\n* Figs\n\nThey are eaten.\n\nThey are kept.",
    ),
    "words on both sides of one word": (
        "In “Fruit”, after “There are”, insert “many”.",
        "In “Fruit”, before “of fruit”, insert “and sorts”.",
        "There are many kinds and sorts of fruit:\n\n* Apples\n\nThey are eaten.",
    ),
    "two paragraphs": (
        "Add a paragraph to the end of “Fruit”:\n\n> One.",
        "Add a paragraph to the end of “Fruit”:\n\n> Two.",
        "There are kinds of fruit:\n\n* Apples\n\nThey are eaten.\n\nOne.\n\nTwo.",
    ),
    "words of one rule replaced": (
        "In “Fruit”, replace “kinds” with “sorts”.",
        "In “Fruit”, change “eaten” to “cooked” and remove “There”.",
        "are sorts of fruit:\n\n* Apples\n\nThey are cooked.",
    ),
    "words throughout, and one of the new ones": (
        "Throughout the ruleset, replace “kinds” with “sorts”.",
        "Add this item to the list in “Fruit”:\n\n> * Other kinds",
        "There are sorts of fruit:\n\n* Apples\n* Other kinds\n\nThey are eaten.",
    ),
    "an item goes, another comes": (
        "Delete the item “Apples” from “Fruit”.",
        "In “Fruit”, change “eaten” to “cooked”.",
        "There are kinds of fruit:\n\nThey are cooked.",
    ),
    "after one item": (
        "After the item “Apples” in “Fruit”, add this item:\n\n> * One",
        "After the item “Apples” in “Fruit”, add this item:\n\n> * Two",
        "There are kinds of fruit:\n\n* Apples\n* Two\n* One\n\nThey are eaten.",
    ),
}


@pytest.mark.parametrize("chain", CHAINS)
def test_of_two_that_put_something_into_one_rule_both_go_in(game, chain):
    players, text = game
    *texts, then = CHAINS[chain]
    posts = [by_text(players[1 + place], place, text) for place, text in enumerate(texts)]
    assert all(
        one.rivals and all(rival.fits for rival in one.rivals)
        for one in [look(post, noon(1)) for post in posts]
    )
    for post in posts:
        enact(post, players, noon(3))
    assert text(3) == then


COOKED = "In “Fruit”, replace “are eaten” with “are cooked”."


@pytest.mark.parametrize(
    ("text_before", "why"),
    [
        ("In “Fruit”, replace “eaten” with “peeled”.", "“are eaten” is not there."),
        (
            "Add a paragraph to the end of “Fruit”:\n\n> Some are eaten.",
            "“are eaten” is there more than once.",
        ),
        ("Repeal the rule “Fruit”.", "The rule no longer exists."),
    ],
)
def test_words_that_are_gone_or_there_twice_are_a_question_for_the_admin(game, text_before, why):
    players, text = game
    first, second = by_text(players[1], 1, text_before), by_text(players[2], 2, COOKED)
    enact(first, players, noon(3))
    with pytest.raises(NeedsSettling, match=why):
        enact(second, players, noon(3))
    if "Repeal" in text_before:
        return
    (shown,) = shown_effects(outcome_of(second, at=noon(3)))
    assert (shown.field[0], shown.wanted) == (
        "With “are eaten” replaced by “are cooked”, the rule will say",
        text(3),
    )
    then = text(3).replace("They are", "They are cooked, not")
    settled = {0: Settlement(text=then, why="Meant so.")}
    resolving.resolve(post=second, to="enacted", by=players[0], at=noon(3), settlements=settled)
    assert text(4) == then


RAW = "In “Fruit”, after “eaten”, insert “raw”."


@pytest.mark.parametrize(
    ("text_before", "then", "why"),
    [
        ("In “Fruit”, replace “eaten” with “cooked”.", "cooked", "“eaten” is not there."),
        (
            "Add a paragraph to the end of “Fruit”:\n\n> Half eaten.",
            "eaten",
            "“eaten” is there more than once.",
        ),
    ],
)
def test_a_place_that_is_gone_or_there_twice_is_a_question_for_the_admin(game, text_before, then, why):
    players, text = game
    first, second = by_text(players[1], 1, text_before), by_text(players[2], 2, RAW)
    (rival,) = look(second, noon(1)).rivals
    assert (rival.post, rival.fits) == (first, False)
    enact(first, players, noon(3))
    with pytest.raises(NeedsSettling, match=why):
        enact(second, players, noon(3))
    (shown,) = shown_effects(outcome_of(second, at=noon(3)))
    assert (shown.field[0], shown.wanted) == ("With “raw” put in, the rule will say", text(3))
    settled = {
        0: Settlement(text=text(3).replace(f"They are {then}", f"They are {then} raw"), why="Meant so.")
    }
    resolving.resolve(post=second, to="enacted", by=players[0], at=noon(3), settlements=settled)
    assert f"They are {then} raw." in text(4)


def test_the_words_that_are_put_in_may_be_put_right_by_the_admin(game):
    players, text = game
    post = by_text(players[1], 1, RAW)
    enact(post, players, noon(3), settlements={0: Settlement(text="hot", why="A slip.")})
    assert text(4).endswith("They are eaten hot.")
