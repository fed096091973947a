"""A law, read: which special cases are active, and what voters type."""

import pytest

from ruleset.law import load

LAW = load("ruleset-211")


@pytest.mark.parametrize(
    ("case", "switched", "active"),
    [
        (None, {}, False),
        ("No such case", {"No such case": True}, False),
        ("Dormancy", {}, True),
        ("Dormancy", {"Dormancy": False}, False),
        ("Dormancy", {"Malign Emperors": False}, True),
    ],
)
def test_a_special_case_is_as_it_was_switched_else_as_by_default(case, switched, active):
    assert LAW.is_active(case, switched) is active


def test_a_letter_means_a_choice_only_where_there_are_so_many():
    assert (LAW.codes["for"], LAW.codes["veto"]) == ("for", "veto")
    assert not {"a", "b", "c"} & LAW.codes.keys()
    assert {code: name for code, name in LAW.codes_on(2).items() if code not in LAW.codes} == {
        "a": "choice_a", "b": "choice_b",
    }  # fmt: skip
