"""The cells of a new row, as a sentence lists them."""

import pytest

from votables.english.atoms import KnownNames, tokens
from votables.english.rows import MOST, as_row, columns_of, with_row


def rows_said(text: str) -> list[str]:
    """The rows that a sentence lists cell by cell."""
    return [one.text for one in with_row(list(tokens(text, KnownNames())), text) if one.kind == "body"]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Add a row with the values “Cook”, “2” and “very hungry” to it", ["| Cook | 2 | very hungry |"]),
        ("Add a row with the values Cook, 2 and very hungry", ["| Cook | 2 | very hungry |"]),
        ("Add a row with these values: Cook, and 2.", ["| Cook | 2 |"]),
        ("Add a row having the cells “a” and “b”", ["| a | b |"]),
        ("Add a row with the values Cook, 2", []),
        ("Add a row with the values to it", []),
        ("Add a row. With it, the values a and b", []),
        ("Add a rule with the values a and b", []),
        (f"Add a row with the values {', '.join('a' * MOST)} and b", []),
        ("", []),
    ],
)
def test_the_cells_that_are_listed_are_a_row(text: str, rows: list[str]) -> None:
    assert rows_said(text) == rows


@pytest.mark.parametrize(
    ("words", "columns", "row"),
    [
        ("Cook | 2 | hungry", 3, "| Cook | 2 | hungry |"),
        ("| Cook | 2 |", 2, "| Cook | 2 |"),
        ("Cook, 2, hungry", 3, "| Cook | 2 | hungry |"),
        ("Cook, 2", 3, None),
        ("Cook", 1, None),
        ("a, , b", 3, None),
        ("a, b\nc, d", 2, None),
    ],
)
def test_words_are_a_row_of_as_many_cells_as_there_are_columns(
    words: str, columns: int, row: str | None
) -> None:
    assert as_row(words, columns) == row


def test_a_table_has_as_many_columns_as_its_first_line_has_cells() -> None:
    assert [columns_of("| a | b |\n|---|---|\n"), columns_of("a | b \\| c | d\n")] == [2, 3]
