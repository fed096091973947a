"""Clauses carried out on a draft of the rules."""

import pytest

from ruleset.text.amending import Amendment
from votables.english.amender import MOST_CHANGES, Amender, Parts, is_announcement, not_understood, verb_of
from votables.english.reading_parts import Unclear

from .rulebook import TREE, changed, ordered, parts, phrase

EDIT = Amendment("edit", rule="3.2", text="None.", base=TREE.find("3.2").text)


def test_a_change_is_made_and_noted():
    amender = Amender(TREE, 4)
    key = amender.amend(Amendment("add", parent="3", after="", title="Cakes", text="Cakes."))
    amender.amend(EDIT)
    assert changed(amender.tree) == {"Cakes": "Cakes.", "Bread": "None."}
    assert (amender.rule(key).title, amender.made, len(amender.changes)) == ("Cakes", 6, 2)


@pytest.mark.parametrize(
    ("made", "change", "why"),
    [
        (MOST_CHANGES, EDIT, "too long"),
        (0, Amendment("edit", rule="gone", text="a", base=""), "no longer exists"),
        (0, Amendment("rename", rule="3.2", title="Bread", base="Bread"), "changes nothing"),
    ],
)
def test_a_change_that_does_not_fit_is_not_made(made, change, why):
    amender = Amender(TREE, made)
    with pytest.raises(Unclear, match=why):
        amender.amend(change)
    assert (amender.tree, amender.changes) == (TREE, [])


def test_as_many_changes_as_may_be_and_a_status_that_is_so_already():
    amender = Amender(TREE, MOST_CHANGES - 1)
    amender.amend(EDIT)
    amender = Amender(TREE, 0)
    amender.amend(Amendment("status", rule="2.1", text="Inactive"))
    assert len(amender.changes) == 1


@pytest.mark.parametrize(
    ("key", "anchor", "place", "op", "text"),
    [
        ("3.2", "Two loaves.", "after", "insert", "One loaf. Two loaves. So. Three loaves. Four loaves."),
        ("3.2", None, "end", "insert", "One loaf. Two loaves. Three loaves. Four loaves. So."),
        ("3.2", "loaves", "after", "replace", "One loaf. Two loaves So.. Three loaves. Four loaves."),
    ],
)
def test_words_are_put_beside_what_stands_there_once_else_replaced_with_those_around(
    key, anchor, place, op, text
):
    amender = Amender(TREE, 0)
    node = amender.rule(key)
    span = (node.text.index(anchor), node.text.index(anchor) + len(anchor)) if anchor else None
    amender.insert(node, span, "So.", place)
    assert (amender.changes[0].op, changed(amender.tree)) == (op, {"Bread": text})


def test_a_list_of_which_there_are_two_alike_is_asked_about():
    amender = Amender(TREE, 0)
    amender.edit("3.2", "* a\n\nSo:\n\n* a")
    with pytest.raises(Unclear, match="to which list"):
        amender.insert(amender.rule("3.2"), (0, 3), "b", "list-end")


def test_the_rule_that_was_edited_is_spoken_of():
    amender = Amender(TREE, 0)
    amender.edit("3.2", "None.")
    assert (amender.context, amender.changes) == ("3.2", [EDIT])


def test_a_rule_is_reworded_by_as_few_words_as_tell_the_place():
    amender = Amender(TREE, 0)
    text = amender.rule("3.2").text
    amender.reword("3.2", text.replace("Three loaves", "Three buns"))
    amender.edit("1.1", "")
    amender.reword("1.1", "Written anew.")
    assert [one.as_json() for one in amender.changes] == [
        {"op": "replace", "rule": "3.2", "find": "Three loaves.", "text": "Three buns.", "count": "one", "whole": True},
        {"op": "edit", "rule": "1.1", "text": "", "base": TREE.find("1.1").text},
        {"op": "edit", "rule": "1.1", "text": "Written anew.", "base": ""},
    ]  # fmt: skip
    assert amender.context == "1.1"


def test_rules_and_their_places():
    amender = Amender(TREE, 0)
    assert (amender.parent_of("3.1.1"), amender.parent_of("3.2")) == ("3.1", "3")
    assert (amender.before("3.1"), amender.before("3.3")) == ("first", "3.2")
    with pytest.raises(Unclear):
        amender.rule("gone")


def test_phrases_are_taken_until_none_is_left():
    amendment = parts("In “Bread”, delete “a” wherever it appears and the following text")
    assert (amendment.moods, len(amendment.rest)) == ({"throughout"}, 3)
    assert amendment.take(lambda one: one.role == "in").text == "Bread"
    assert amendment.take(lambda one: one.role == "in") is None
    with pytest.raises(Unclear):
        amendment.check_all_taken()
    assert [one.text for one in amendment.take_all(lambda one: one.text is not None)] == ["a"]
    assert amendment.check_all_taken() is None
    assert len(amendment.rest) == 1


@pytest.mark.parametrize(
    ("text", "announces"),
    [
        ("the following text", True),
        ("with this paragraph", True),
        ("the text", False),
        ("the following text “a”", False),
        ("in this paragraph", False),
    ],
)
def test_what_only_announces_a_text(text, announces):
    assert is_announcement(phrase(text)) is announces


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Replace “a” with “b”", "replace"),
        ("Prepend “a” to “Bread”", "add"),
        ("Do this", "replace"),
        ("“a” to read “b”", "change"),
        ("In “Bread”", "context"),
    ],
)
def test_what_a_clause_does(text, verb):
    (clause,) = ordered(text).clauses
    assert verb_of(clause) == verb


def test_a_sentence_that_is_not_understood_is_to_be_said_more_plainly():
    assert "more plainly" in not_understood().why
    assert Parts([]).check_all_taken() is None
