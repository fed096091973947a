"""What is tracked, as moves speak of it."""

import pytest

from votables.english.moves.move_shapes import MoveValue


@pytest.mark.parametrize(("kind", "is_number"), [("whole", True), ("decimal", True), ("choice", False)])
def test_a_number_is_what_one_calculates_with(kind: str, is_number: bool) -> None:
    assert MoveValue("gold", "Gold", kind=kind).is_number is is_number
