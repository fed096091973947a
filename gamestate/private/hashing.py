"""How a private text is bound to a published hash, so that anybody can check it later with any tool. Pure.

What is hashed is the text, a space and the salt, or the text alone where there is no salt: as UTF-8, with line ends
of one character (LF), without white space around the text or the salt, and with nothing after it. The hash is written
in small hexadecimal digits.
"""

import hashlib
import hmac
from collections.abc import Callable, Mapping
from typing import Final

ALGORITHMS: Final[Mapping[str, Callable[[bytes], str]]] = {
    "sha256": lambda content: hashlib.sha256(content).hexdigest(),
    # Broken for much, but some rulesets say MD5, and the salt is the keeper's own.
    "md5": lambda content: hashlib.md5(content, usedforsecurity=False).hexdigest(),
}


def tidy(text: str) -> str:
    """The text as it is kept and hashed: line ends of one character, no white space around it."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def hashed_text(text: str, salt: str) -> str:
    """The exact characters that are hashed: of the text with its salt ("" for none)."""
    return f"{text} {salt}" if salt else text


def digest(text: str, salt: str, algorithm: str) -> str:
    """The hash of a text with its salt, in hexadecimal. Raises KeyError for an algorithm not in ALGORITHMS."""
    return ALGORITHMS[algorithm](hashed_text(text, salt).encode("utf-8"))


def is_hash_of(published: str, text: str, salt: str, algorithm: str) -> bool:
    """Whether a published hash, in whatever case it is written, is that of the text with its salt."""
    expected = published.strip().lower()
    return expected.isascii() and hmac.compare_digest(expected, digest(text, salt, algorithm))
