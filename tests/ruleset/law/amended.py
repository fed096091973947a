"""A law with something else in the place of a part of it, read or refused."""

import pytest

from ruleset.law import LawError, document, parse

TEXT = document("ruleset-211")


def refused(text: str) -> tuple[int | None, str, str]:
    """The line, the key and the problem for which a document is refused."""
    with pytest.raises(LawError) as caught:
        parse(text, source="house.toml")
    error = caught.value
    assert error.source == "house.toml"
    assert str(error).startswith("house.toml" if error.line is None else f"house.toml, line {error.line}: ")
    return error.line, error.key, error.problem


def amended(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)
