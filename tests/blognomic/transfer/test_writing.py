"""A long document in pieces is the document that JSON's own writer makes."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from blognomic.transfer.game_file.json_stream import pieces

FEW = 4  # things in a thing: documents that grow with each depth are more than hypothesis draws
TEXTS = st.text(max_size=10)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=FEW) | st.dictionaries(TEXTS, inner, max_size=FEW),
    max_leaves=8,
)


class Later(list[Any]):
    """A list that the document takes from an iterator."""


LISTS = st.lists(VALUES, max_size=FEW).map(Later)


def come_as(value: Any) -> Any:
    if isinstance(value, Later):
        return iter(value)
    if isinstance(value, dict):
        return {name: come_as(each) for name, each in value.items()}
    return value


PARTS = st.dictionaries(TEXTS, LISTS | VALUES, max_size=FEW)


@given(st.dictionaries(TEXTS, VALUES | LISTS | PARTS, max_size=FEW))
def test_in_pieces_it_is_the_same_document(document):
    assert "".join(pieces(come_as(document))) == json.dumps(document, ensure_ascii=False, indent=1) + "\n"
