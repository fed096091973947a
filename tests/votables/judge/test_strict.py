"""JSON read strictly."""

import json

import pytest

from votables.judge import strict
from votables.judge.gamefile import GameFileError, read

from .documents import MINIMAL


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (b"", "not JSON: Expecting value at line 1, column 1"),
        (b"{", "not JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
        (b"[]", "must be an object"),
        (b"null", "must be an object"),
        (b'{"format": "x"} {}', "not JSON: Extra data at line 1, column 17"),
        (b'{"format": NaN}', "not JSON: NaN is not a number"),
        (b'{"format": -Infinity}', "not JSON: -Infinity is not a number"),
        (b'{"format": 1e999}', "not JSON that can be read: the number 1e999 is too large"),
        (b'{"law": 1, "law": 2}', 'not JSON that can be read: the key "law" stands there twice'),
        (b'{"history": {"a": 1, "a": 1}}', 'not JSON that can be read: the key "a" stands there twice'),
        (b'\xef\xbb\xbf{}', "not JSON: it begins with a byte order mark"),
        (b'{"a": "\xff"}', "not JSON: byte 8 is not UTF-8"),
        (b'{"a": "\\ud800"}', "not JSON: half of a surrogate pair stands alone"),
        (b'{"\\uDC00": 1}', "not JSON: half of a surrogate pair stands alone"),
        (b'{"a": "\t"}', "not JSON: Invalid control character at at line 1, column 8"),
        ("{}".encode("utf-16"), "not JSON: byte 1 is not UTF-8"),
        (b"[" * 100_000, "not JSON that can be read: nested too deeply"),
        (b'{"history":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "not JSON that can be read: nested too deeply"),
        (
            b'{"history": ' + b"1" * 5000 + b"}",
            "not JSON that can be read: Exceeds the limit (4300 digits) for integer string conversion: "
            "value has 5000 digits",
        ),
    ],
)  # fmt: skip
def test_what_is_not_json_is_refused(source, problem):
    with pytest.raises(GameFileError) as caught:
        read(source)
    assert str(caught.value) == problem


def test_a_whole_surrogate_pair_is_a_character():
    value = json.dumps(MINIMAL).replace('"A"', '"\\ud83d\\ude00"')
    assert read(value).game.players[0].name == "\U0001f600"


def test_too_large_a_file_is_refused():
    with pytest.raises(GameFileError) as caught:
        read(b" " * (strict.MAX_BYTES + 1))
    assert str(caught.value) == "larger than 64000000 bytes"
