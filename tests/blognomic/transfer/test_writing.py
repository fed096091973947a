"""A long document in pieces is the document that JSON's own writer makes."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from blognomic.transfer.game_file.writing import pieces

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


class Later(list[Any]):
    """A list that the document takes from an iterator."""


LISTS = st.lists(VALUES).map(Later)


def come_as(value: Any) -> Any:
    if isinstance(value, Later):
        return iter(value)
    if isinstance(value, dict):
        return {name: come_as(each) for name, each in value.items()}
    return value


@given(st.dictionaries(st.text(), VALUES | LISTS | st.dictionaries(st.text(), LISTS | VALUES)))
def test_in_pieces_it_is_the_same_document(document):
    assert "".join(pieces(come_as(document))) == json.dumps(document, ensure_ascii=False, indent=1) + "\n"
