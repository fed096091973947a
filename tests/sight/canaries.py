"""Canaries: words and numbers that stand nowhere but in something hidden, and how to hear one in what a site answers.

A number is heard also when something is computed of it: one more or less, its double and half, its negative, what
formulas make of several together, rounded down, or with its digits in groups. A word is heard in capitals and small
letters, escaped for HTML, JSON or an address (it is nothing but letters), and in base64.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

MARK = "Quill"
"""How every word begins, so that one look finds them all."""
DIGITS = 5
"""So many digits of a number give it away."""


def _encoded(shift: int) -> str:
    """What base64 makes of the mark when so many bytes stand before it, as far as nothing else bears on it."""
    encoded = b64encode(b"\0" * shift + MARK.encode()).decode()
    return encoded[-(-shift * 8 // 6) : (shift + len(MARK)) * 8 // 6]


_WORD = re.compile(rf"{MARK}([a-z]{{8}})", re.IGNORECASE)
_WORD_ENCODED = re.compile("|".join(map(_encoded, range(3))))
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}")
_GROUPING = re.compile(r"(?<=[0-9])(?:[ ,.'_\u00a0\u2009\u202f]|&nbsp;|&#x27;|&thinsp;)(?=[0-9]{3}(?![0-9]))")
# a run of digits that stands alone: hashes and tokens are longer, or have letters, and checksums of forms have more
_NUMBER = re.compile(r"(?<![0-9A-Za-z])[0-9]{5,8}(?![0-9A-Za-z])")
_DRAWN = re.compile(r"[A-Za-z0-9+/_=-]{24,}")


@dataclass
class Canaries:
    """All canaries of a game: what each stands in, by the end of a word, the first digits of a number, or as it is."""

    words: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    drawn: dict[str, str] = field(default_factory=dict)
    random: Random = field(default_factory=lambda: Random("canaries"))

    def word(self, place: str) -> str:
        """A word that is put in `place` alone."""
        tail = "".join(self.random.choices("bcdfghjklmnpqrstvwxz", k=8))
        self.words[tail] = place
        return f"{MARK}{tail}"

    def number(self, place: str) -> int:
        """A number of seven digits that is put in `place` alone."""
        while True:
            drawn = self.random.randrange(3_000_000, 9_999_990)
            derived = {str(each)[:DIGITS] for each in (drawn - 1, drawn, drawn + 1, 2 * drawn, drawn // 2)}
            if not derived & self.numbers.keys() and not any(each.startswith("20") for each in derived):
                self.numbers |= dict.fromkeys(derived, place)  # instants begin with 20
                return drawn

    def hear(self, place: str, drawn: str) -> None:
        """What was drawn at random by the site itself is a canary as it is: salts, seeds, tokens."""
        assert _DRAWN.fullmatch(drawn), drawn
        self.drawn[drawn] = place

    def together(self, place: str, numbers: Iterable[int]) -> None:
        """What formulas make of several numbers, their sum and their mean, is a canary too."""
        drawn = list(numbers)
        for each in (sum(drawn), sum(drawn) // len(drawn)):
            self.numbers.setdefault(str(each)[:DIGITS], place)

    def heard_in(self, text: str) -> set[str]:
        """The places of the canaries that the text gives away."""
        words = self._words_in(text)
        for each in _NUMBER.findall(_GROUPING.sub("", text)):
            if each[:DIGITS] in self.numbers:
                words.add(self.numbers[each[:DIGITS]])
        words |= {self.drawn[each] for each in _DRAWN.findall(text) if each in self.drawn}
        if _WORD_ENCODED.search(text):
            for run in _BASE64.findall(text):
                if _WORD_ENCODED.search(run):
                    words |= self._words_encoded_in(run)
        return words

    def _words_in(self, text: str) -> set[str]:
        tails = {each.lower() for each in _WORD.findall(text)}
        return {self.words[tail] for tail in tails & self.words.keys()}

    def _words_encoded_in(self, run: str) -> set[str]:
        plain = run.replace("-", "+").replace("_", "/")
        names: set[str] = set()
        for shift in range(4):
            cut = plain[shift:]
            whole = cut[:-1] if len(cut) % 4 == 1 else cut
            names |= self._words_in(b64decode(whole + "=" * (-len(whole) % 4)).decode("latin-1"))
        return names
