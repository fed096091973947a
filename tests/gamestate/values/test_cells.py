"""Values that are read only where they are looked at."""

from gamestate.values.cells import Altered, OnDemand, Part, expect, kept_back, may_be_disputed, of_variable

from .a_game import ANN, BEN, CAT

VALUES = {("1", ANN): 1, ("1", BEN): 2, ("2", ANN): 3, ("3", CAT): 4}


def on_demand() -> tuple[OnDemand, list[Part]]:
    """The values, and what was read of them so far."""
    parts: list[Part] = []

    def read(part: Part) -> dict:
        parts.append(part)
        return {
            key: one
            for key, one in VALUES.items()
            if part == Part() or key[0] in (part.variables or ()) or key[1] in (part.holders or ())
        }

    return OnDemand(read, kept_back=lambda: {"2"}, disputed=lambda: False), parts


def test_what_is_expected_is_read_once_and_nothing_else_is():
    values, parts = on_demand()
    expect(values, variables=["1"], holders=[CAT])
    expect(values, variables=["1"])
    assert (values["1", BEN], values.get(("1", CAT)), values["3", CAT]) == (2, None, 4)
    assert parts == [Part(frozenset({"1"}), frozenset({CAT}))]


def test_what_was_not_expected_has_all_read():
    values, parts = on_demand()
    assert values["2", ANN] == 3
    assert (dict(values), len(values), parts) == (VALUES, 4, [Part()])


def test_altered_values_stand_over_those_beneath_however_often():
    values, parts = on_demand()
    altered = Altered(Altered(values, {("1", BEN): 7}), {("4", BEN): 8})
    assert altered.beneath is values
    assert of_variable(altered, "1") == [(("1", ANN), 1), (("1", BEN), 7)]
    assert parts == [Part(frozenset({"1"}), frozenset())]
    assert dict(altered) == {**VALUES, ("1", BEN): 7, ("4", BEN): 8}
    assert len(altered) == 5


def test_what_is_altered_may_be_kept_back_and_what_is_only_known_says_so_unread():
    values, parts = on_demand()
    assert kept_back(values) == {"2"}
    assert kept_back(Altered(values, {("4", BEN): 8})) == {"2", "4"}
    assert kept_back(VALUES) is None
    assert (may_be_disputed(Altered(values, {})), may_be_disputed(VALUES), parts) == (False, True, [])
