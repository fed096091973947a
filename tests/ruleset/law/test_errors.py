"""What goes wrong when a law is read is told with where it is."""

import pytest

from ruleset.law.errors import LawError


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        ({}, "house.toml: no"),
        ({"line": 7}, "house.toml, line 7: no"),
        ({"key": "kinds.cfj"}, "house.toml: kinds.cfj: no"),
        ({"line": 7, "key": "kinds.cfj"}, "house.toml, line 7: kinds.cfj: no"),
    ],
)
def test_a_mistake_is_told_with_its_document_its_line_and_its_key(where, sentence):
    error = LawError("no", source="house.toml", **where)
    assert (str(error), error.problem, error.line, error.key) == (
        sentence, "no", where.get("line"), where.get("key", ""),
    )  # fmt: skip
