"""JSON read strictly: UTF-8 without a byte order mark, no key twice, no NaN, no half characters, not too big
or deep.
"""

import json
import re
from typing import Any

MAX_BYTES = 64_000_000

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class NotJson(ValueError):
    """Why a text is not JSON as it is wanted here; one line, for people."""


def decode(data: bytes, most: int = MAX_BYTES) -> str:
    """The bytes, `most` of them, as text. Raises NotJson."""
    if len(data) > most:
        raise NotJson(f"larger than {most} bytes")
    if data.startswith(b"\xef\xbb\xbf"):
        raise NotJson("not JSON: it begins with a byte order mark")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise NotJson(f"not JSON: byte {error.start + 1} is not UTF-8") from None


def loads(text: str, most: int = MAX_BYTES) -> Any:
    """The value that the text, of at most so many characters, holds. Raises NotJson."""
    if len(text) > most:
        raise NotJson(f"larger than {most} characters")
    try:
        value = _DECODER.decode(text)
        text.encode()
        if _SURROGATE.search(text) is not None:
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise NotJson(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except UnicodeEncodeError:
        raise NotJson("not JSON: half of a surrogate pair stands alone") from None
    except RecursionError:
        raise NotJson("not JSON that can be read: nested too deeply") from None
    except NotJson:
        raise
    except ValueError as error:
        raise NotJson(f"not JSON that can be read: {str(error).split(';')[0]}") from None
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NotJson(f"not JSON that can be read: the key {printable(twice)} stands there twice")
    return members


def _constant(name: str) -> None:
    raise NotJson(f"not JSON: {name} is not a number")


def _float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise NotJson(f"not JSON that can be read: the number {text[:40]} is too large")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)


def printable(text: str) -> str:
    """A text from outside, quoted for a message on one line: short, with nothing that could upset a terminal."""
    return json.dumps(text if len(text) <= 60 else f"{text[:57]}...")
