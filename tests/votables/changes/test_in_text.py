"""Text and changes kept together: sentences put into a text and taken out of it, and changes that follow it."""

from typing import Any

import pytest

from tests.gamestate.tracker import define, track
from tests.votables.table import noon
from votables.changes.in_text import changes_of_other_text, put_into_text
from votables.changes.marks import marks_between

from .carried import edit, new, sets

pytestmark = pytest.mark.django_db
AT = noon(2)
CATS = "Cats purr. Dogs bark."
SAYS_CATS = "Change the text of the rule “Cats” to read:\n\n> Cats meow."


@pytest.fixture
def keys(rules: Any) -> dict[str, str]:
    players, keys = rules
    track(define("soot", default="5"), by=players[0], at=noon(1))
    return dict(keys)


def test_a_change_that_the_text_does_not_say_is_put_into_it(keys: dict[str, str]) -> None:
    change = edit(keys, CATS, "Cats meow.")
    whole = put_into_text("I like this.", [change], at=AT)
    assert whole.body == f"I like this.\n\n{SAYS_CATS}"
    assert (whole.changes, whole.unsaid) == ([change], ())
    assert put_into_text(whole.body, [change], at=AT) == whole
    assert marks_between(whole.body, "", [change], at=AT).unsaid == ()


def test_what_the_text_says_goes_with_it_too(keys: dict[str, str]) -> None:
    change = sets("soot", "1", "players")
    whole = put_into_text("In the rule “Cats”, change “purr” to “meow”.", [change], at=AT)
    assert whole.body == (
        "In the rule “Cats”, change “purr” to “meow”.\n\nSet “Soot” of every player to “1”."
    )
    assert [one["op"] for one in whole.changes] == ["replace", "track"]


def test_what_is_removed_goes_out_of_the_text(keys: dict[str, str]) -> None:
    some = [edit(keys, CATS, "Cats meow."), sets("soot", "1", "players")]
    both = put_into_text("I like this.", some, at=AT)
    without_first = put_into_text(both.body, some[1:], at=AT, so_far=some)
    assert without_first.body == "I like this.\n\nSet “Soot” of every player to “1”."
    assert without_first.changes == some[1:]
    nothing = put_into_text(without_first.body, [], at=AT, so_far=some[1:])
    assert (nothing.body.strip(), nothing.changes) == ("I like this.", [])


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("* Set each Player's Soot to 1.\n* Bobby loses 2 Soot.", "* Bobby loses 2 Soot."),
        (
            "1. Bobby loses 2 Soot.\n2. Set each Player's Soot to 1.\n\nThanks.",
            "1. Bobby loses 2 Soot.\n\nThanks.",
        ),
        ("Set each Player's Soot to 1. Bobby loses 2 Soot.", "Bobby loses 2 Soot."),
        ("Bobby loses 2 Soot. Set each Player's Soot to 1.", "Bobby loses 2 Soot."),
        ("Hello.\n\nSet each Player's Soot to 1.\n\nBobby loses 2 Soot.", "Hello.\n\nBobby loses 2 Soot."),
    ],
)
def test_a_sentence_goes_with_its_mark_and_its_line(keys: dict[str, str], text: str, left: str) -> None:
    so_far = put_into_text(text, [sets("soot", "1", "players")], at=AT).changes
    assert len(so_far) == 2
    kept = [one for one in so_far if one != sets("soot", "1", "players")]
    assert put_into_text(text, kept, at=AT, so_far=so_far).body.strip() == left


def test_an_altered_change_is_said_where_it_stood(keys: dict[str, str]) -> None:
    text = "I like it.\n\nSet each Player's Soot to 1.\n\nIn the rule “Cats”, change “purr” to “meow”."
    so_far = put_into_text(text, [sets("soot", "1", "players")], at=AT).changes
    whole = put_into_text(text, [sets("soot", "7", "players"), so_far[1]], at=AT, so_far=so_far)
    assert whole.body == text.replace("Set each Player's Soot to 1.", "Set “Soot” of every player to “7”.")
    assert whole.changes == [sets("soot", "7", "players"), so_far[1]]


def test_changes_that_build_on_others_keep_to_them(keys: dict[str, str]) -> None:
    section = keys["Dynastic Rules"]
    some = [
        new(section, "Mice"),
        new("new-0", "Tails"),
        {"op": "edit", "rule": "new-1", "text": "Long.", "base": "Tails."},
    ]
    text = "Add a rule called “Owls”, saying:\n\n> They hoot."
    whole = put_into_text(text, some, at=AT)
    assert whole.body.startswith(text)
    assert [one.get("parent", one["op"]) for one in whole.changes] == [section, section, "new-1", "edit"]
    assert whole.changes[3]["rule"] == "new-2"
    assert put_into_text(whole.body, some, at=AT) == whole


def test_two_edits_of_a_rule_are_said_one_on_the_other(keys: dict[str, str]) -> None:
    some = [edit(keys, CATS, "Cats meow. Dogs bark."), edit(keys, CATS, "Cats purr. Dogs howl.")]
    whole = put_into_text("", some, at=AT)
    assert [one["text"] for one in whole.changes] == ["Cats meow. Dogs bark.", "Cats meow. Dogs howl."]
    assert whole.unsaid == ()


def test_what_has_no_sentence_goes_with_the_text_all_the_same(keys: dict[str, str]) -> None:
    silent = edit(keys, "Cows moo. Pigs oink.", "Cows low. Pigs oink.")  # made on what nobody sees here
    some = [silent, sets("soot", "1", "players")]
    whole = put_into_text("Hello.", some, at=AT)
    assert whole.body == "Hello.\n\nSet “Soot” of every player to “1”."
    assert (whole.changes, whole.unsaid) == (some, (0,))
    assert marks_between(whole.body, "", some, at=AT).unsaid == (0,)


def test_a_text_that_is_not_clear_keeps_its_questions(keys: dict[str, str]) -> None:
    some = [sets("soot", "1", "players")]
    whole = put_into_text("Repeal the rule “Mice”.", some, at=AT)
    assert whole.body == "Repeal the rule “Mice”.\n\nSet “Soot” of every player to “1”."
    assert (whole.changes, whole.unsaid) == (some, ())


def test_a_text_that_is_too_long_to_be_read_stays(keys: dict[str, str]) -> None:
    some, text = [sets("soot", "1", "players")], "Truly. " * 3_000
    whole = put_into_text(text, some, at=AT)
    assert (whole.body, whole.changes, whole.unsaid) == (text, some, (0,))


def other(body: str, changes: Any, text: str, **more: Any) -> Any:
    return changes_of_other_text(
        body, changes, text, at=AT, **{"category": "proposal", "may_be_unclear": True, **more}
    )


@pytest.mark.parametrize("category", ["proposal", ""])
def test_changes_follow_their_text(keys: dict[str, str], category: str) -> None:
    body = put_into_text("", [sets("soot", "1", "players")], at=AT).body
    corrected = other(body, [sets("soot", "1", "players")], body.replace("1", "2"), category=category)
    assert corrected == [sets("soot", "2", "players")]


def test_what_no_sentence_says_stays_beside_another_text(keys: dict[str, str]) -> None:
    silent = edit(keys, "Cows moo. Pigs oink.", "Cows low. Pigs oink.")
    some = [silent, sets("soot", "1", "players")]
    body = put_into_text("Hello.", some, at=AT).body
    assert other(body, some, body.replace("1", "2")) == [sets("soot", "2", "players"), silent]


def test_of_a_text_that_is_not_clear_any_more_what_it_still_says_stays(keys: dict[str, str]) -> None:
    some = [sets("soot", "1", "players"), edit(keys, CATS, "Cats meow.")]
    body = put_into_text("", some, at=AT).body
    unclear = f"Repeal the rule “Mice”.\n\n{SAYS_CATS}"
    assert other(body, some, unclear) == some[1:]


def test_changes_of_a_text_that_said_something_else_stay(keys: dict[str, str]) -> None:
    assert other("Bobby loses 2 Soot.", [sets("soot", "1", "players")], "Bobby loses 3 Soot.") is None
    assert other("Bobby loses 2 Soot.", [], "Bobby loses 3 Soot.") is None
