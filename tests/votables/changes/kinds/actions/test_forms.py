"""What people fill in beside an action that was read."""

import pytest

from blognomic.web.errors import RuleBroken
from votables.changes.kinds.actions.forms import FoldedAction

DIG = {"op": "add-action", "title": "Dig", "frequency": "daily", "does": "gold += 2"}


def form(**sent: str) -> FoldedAction:
    return FoldedAction({f"fold-x-{name}": value for name, value in sent.items()}, prefix="fold-x", parts=DIG)


def test_where_nothing_was_sent_it_stands_as_it_was_read() -> None:
    assert not form().is_filled_in
    assert not form(title="Dig", asks="", needs="", costs="", does="gold += 2").is_filled_in


def test_what_was_filled_in_is_part_of_the_change_and_the_rest_stays() -> None:
    filled = form(title="Dig", asks="", needs="", costs="wood: 1\r\nrope: 2", does="gold += 3")
    assert filled.is_filled_in
    assert filled.changed(DIG) == {**DIG, "costs": "wood: 1\nrope: 2", "does": "gold += 3"}


def test_lines_that_mean_nothing_are_refused() -> None:
    with pytest.raises(RuleBroken, match="gold"):
        form(title="Dig", asks="", needs="", costs="", does="gold +").changed(DIG)


def test_when_it_happens_is_asked_of_what_happens_by_itself() -> None:
    assert "timing" not in form().fields
    tax = {**DIG, "timing": "each day"}
    assert "timing" in FoldedAction({}, prefix="fold-x", parts=tax).fields
