"""The sentences of a text as pages mark them: which changes are whose, and what may stand instead."""

import pytest

from ruleset.text.tree import Node, Tree
from votables.changes.in_english import called_things, reading_of
from votables.changes.marks import MarkedText, marked_prose, marked_text

from ..table import noon
from .carried import seat_with

pytestmark = pytest.mark.django_db

RULES = Tree(
    (Node("dyn", "Dynastic Rules", "", (Node("cats", "Cats", "Cats purr."), Node("dogs", "Dogs", "Bark."))),)
)
TWO = "In the rule “Cats”, change “purr” to “sleep”. Rename the rule “Dogs” to “Hounds”."


@pytest.fixture
def mark():
    seat_with(RULES)
    things = called_things(at=noon(2))
    return lambda text: marked_text(reading_of(text, things), things)


def told(marked: MarkedText) -> list[tuple[str, tuple[int, ...]]]:
    return [(one.read_as, one.places) for one in marked.sentences]


def test_each_sentence_has_the_places_of_its_changes(mark):
    marked = mark(f"I think so. {TWO}")
    assert told(marked) == [("no instruction", ()), ("read", (0,)), ("read", (1,))]
    assert [change.op for change in marked.changes] == ["replace", "rename"]
    assert marked.is_clear


def test_what_is_clear_does_something_beside_what_is_not(mark):
    marked = mark("Repeal the rule “Birds”. Rename the rule “Dogs” to “Hounds”.")
    assert told(marked) == [("asked", ()), ("read", (0,))]
    assert not marked.is_clear
    assert marked.sentences[0].reasons == ("There is no rule “Birds”.",)


def test_where_nothing_is_ordered_no_sentence_is_asked_about(mark):
    marked = mark("Cats purr. Dogs bark.")
    assert told(marked) == [("no instruction", ())] * 2
    assert (marked.orders_nothing, marked.reasons, marked.is_clear) == (True, (), True)


def test_what_is_asked_of_the_whole_text_stands_with_no_sentence(mark):
    marked = mark("\n\n".join("Rename the rule “Dogs” to “Dogs”." for _number in range(201)))
    assert (marked.reasons, marked.asked) == (("This is too long to be read.",), [])
    assert not marked.is_clear


@pytest.mark.parametrize(
    "sentence",
    [
        "Repeal the rule “Birds”.",
        "Add to the rule “Birds”:\n\n> They “sing”.\n>\n> * and fly",
        "In \"Birds\", change 'a' to “b” and `c`.",
    ],
    ids=["plain", "with a text", "every mark"],
)
def test_a_sentence_left_to_the_admin_is_read_as_that_step(mark, sentence):
    text = f"Hello.\n\n{sentence}\n\nRename the rule “Dogs” to “Hounds”."
    marked = mark(text)
    (question,) = marked.asked
    by_hand = question.better[-1]
    assert by_hand.by_hand
    again = mark(marked.rewritten(by_hand.key))
    assert told(again) == [("no instruction", ()), ("by hand", (0,)), ("read", (1,))]
    assert again.changes[0].payload.text == sentence


def test_marks_lead_to_what_tells_more(mark):
    sentences = mark(TWO).sentences
    html, shown = marked_prose(f"<p>{TWO}</p>", sentences, prefix="s-", to={2: "there"})
    assert [one.mark for one in shown] == ["s-1", "s-2"]
    assert '<span class="sentence-mark tone-enacted" id="s-1">' in html
    assert '<a class="sentence-mark tone-enacted" id="s-2" href="#there">' in html
    _html, shown = marked_prose("<p>Something else.</p>", sentences, prefix="s-", to={})
    assert [one.mark for one in shown] == ["", ""]
