"""Edits of a rule's words as amendments: the same words come of them, and little is told where little is another."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from ruleset.text.amending import Amendment, apply
from ruleset.text.edits import amendments_of
from ruleset.text.tree import Node, Tree

CATS = "Cats purr. Dogs bark at cats.\n\n* Mice squeak.\n* Owls hoot.\n\nThe end of cats."
LINE = some.text(" abc.é*", max_size=12)
TEXT = some.lists(some.one_of(LINE, some.sampled_from(["", "* a", "| b | c |", "a a a"])), max_size=8).map(
    "\n".join
)


def made(old: str, steps: list[Amendment]) -> str:
    """What the rule says after the amendments."""
    applied = apply(Tree((Node("1", "Cats", old),)), steps)
    assert applied.misfits == ()
    return applied.tree.sections[0].text


@settings(max_examples=400, deadline=None)
@given(TEXT, TEXT, some.data())
def test_what_was_written_comes_of_the_amendments(old: str, other: str, data: some.DataObject) -> None:
    cut = data.draw(some.integers(0, len(old)))
    for new in (other, old[:cut] + other + old[cut:], old[:cut] + old[cut + len(other) :]):
        assert made(old, amendments_of("1", old, new)) == new


def put(place: str, text: str, anchor: str = "") -> Amendment:
    return Amendment("insert", rule="1", place=place, text=text, anchor=anchor)


def instead(find: str, text: str) -> Amendment:
    return Amendment("replace", rule="1", find=find, text=text, count="one", whole=True)


@pytest.mark.parametrize(
    ("old", "new", "steps"),
    [
        (CATS, CATS, []),
        (CATS, CATS.replace("purr", "meow"), [instead("purr", "meow")]),
        (CATS, CATS.replace("Dogs bark at cats", "Dogs bark"), [instead("at cats", "")]),
        (CATS, CATS.replace("The end", "The long end"), [instead("The end", "The long end")]),
        (CATS, f"{CATS}\n\nAmen.", [put("end", "Amen.")]),
        (CATS, f"So it is.\n\n{CATS}", [put("start", "So it is.")]),
        (CATS, CATS.replace("hoot.", "hoot.\n* Bees hum."), [put("list-end", "* Bees hum.")]),
        (CATS, CATS.replace("squeak.", "squeak.\n* Bees hum."), [put("after-item", "* Bees hum.", "Mice squeak.")]),
        (CATS, CATS.replace("at cats.\n", "at cats.\n\nHens cluck.\n"),
         [put("after-block", "Hens cluck.", "Cats purr. Dogs bark at cats.")]),
        (CATS, CATS.replace("purr", "meow").replace("hoot", "fly"), [instead("purr", "meow"), instead("hoot", "fly")]),
        ("Cats purr.", "Cats purr loudly.\n\nDogs listen.",
         [instead("purr.", "purr loudly."), put("end", "Dogs listen.")]),
        ("", "Cats purr.", [put("start", "Cats purr.")]),
        (CATS, "Quite another thing.", [Amendment("edit", rule="1", base=CATS, text="Quite another thing.")]),
        (CATS, "", [Amendment("edit", rule="1", base=CATS, text="")]),
    ],
)  # fmt: skip
def test_little_is_told_where_little_is_another(old: str, new: str, steps: list[Amendment]) -> None:
    assert amendments_of("1", old, new) == steps
