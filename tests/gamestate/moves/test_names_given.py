"""Names that one move gives to another, kept as JSON."""

import json
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from gamestate.moves.names_given import as_json, from_json
from gamestate.values.nodes import TrackedThing

PLAIN = st.none() | st.booleans() | st.text(max_size=9) | st.fractions() | st.just(TrackedThing("player:3"))
KNOWN = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6)


@given(st.dictionaries(st.sampled_from(["amount", "asker", "why"]), KNOWN))
def test_what_is_given_comes_back_as_it_was(names):
    kept = json.loads(
        json.dumps(as_json(names), sort_keys=True)
    )  # as a database may order the parts of objects
    assert [*from_json(kept).items()] == [*names.items()]


def test_what_is_nothing_of_the_kind_is_blank_or_left_out():
    kept = {"a": {"number": "1/0"}, "b": {"number": "x"}, "c": {"is": 3}, "d": 3, "e": [3], "f": {"of": 1}}
    assert from_json([*map(list, kept.items()), 3, ["a"], [1, {}]]) == dict.fromkeys("abcf") | {"e": (None,)}
    assert [from_json(nothing) for nothing in ({}, [], None, "a")] == [{}] * 4
    assert from_json(as_json({"half": Fraction(1, 2)})) == {"half": Fraction(1, 2)}
