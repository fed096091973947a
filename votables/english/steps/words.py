"""The words of an instruction: tokens with their places, and numbers in words."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from votables.english.number_words import BELOW_A_HUNDRED, FIGURE

Kind = Literal["word", "number", "quote", "mark", "item"]

_TOKEN: Final = re.compile(
    r"(?P<quote>\"[^\"\n]{0,2000}\")"
    rf"|(?P<number>{FIGURE}(?![\w]))"
    r"|(?P<possessive>'s?(?![A-Za-z0-9]))"
    r"|(?P<word>\w+(?:[.-]\w+|'(?!s\b)\w+)*)"
    r"|(?P<mark>[^\w\s])"
)
_PLAIN: Final = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "\u00a0": " ", "−": "-", "–": "-", "—": "-"}
)
NUMBER_WORDS: Final = {
    **BELOW_A_HUNDRED,
    "hundred": 100,
    "dozen": 12,
    "nil": 0,
}
ORDINALS: Final = {
    word: value
    for value, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1
    )
} | {"2nd": 2, "3rd": 3, "4th": 4, "5th": 5, "1st": 1}


RANGE: Final = "–"


@dataclass(frozen=True, slots=True)
class StepWord:
    """A word, a number, a quotation (without its marks) or a mark, and from where to where in the instruction."""

    kind: Kind
    text: str
    start: int
    end: int

    @property
    def lower(self) -> str:
        return self.text.casefold()


def plain(text: str) -> str:
    """The text with straight quotation marks and hyphens; as long as before."""
    return text.translate(_PLAIN)


def tokens(text: str, start: int = 0) -> list[StepWord]:
    """The tokens of a text that stands at `start` of the instruction."""
    words = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        written = match.group()
        begin, end = start + match.start(), start + match.end()
        if kind == "quote":
            words.append(StepWord("quote", " ".join(written[1:-1].split()), begin, end))
        elif kind == "possessive":
            words.append(StepWord("mark", "'s", begin, end))
        elif kind == "number":
            words.append(StepWord("number", written.replace(",", ""), begin, end))
        elif kind == "word":
            words.append(StepWord("word", written, begin, end))
        else:
            words.append(StepWord("mark", RANGE if _is_range(text, match) else written, begin, end))
    return words


def _is_range(text: str, dash: re.Match[str]) -> bool:
    """Whether a dash stands between two numbers without blanks: "2-3" takes nothing away."""
    around = text[max(0, dash.start() - 1) : dash.end() + 1]
    return dash.group() == "-" and len(around) == 3 and around[0].isalnum() and around[2].isalnum()


def forms(name: str) -> set[str]:
    """A name in lower case, as one and as many: "jetty" and "jetties"."""
    name = " ".join(name.casefold().split())
    spellings = {name}
    if name.endswith("ies") and len(name) > 4:
        spellings |= {name[:-3] + "y", name[:-1]}
    elif name.endswith(("sses", "shes", "ches", "xes", "zes")):
        spellings.add(name[:-2])
    elif name.endswith("ves") and len(name) > 4:
        spellings |= {name[:-1], name[:-3] + "f", name[:-3] + "fe"}
    elif name.endswith("s") and not name.endswith("ss"):
        spellings |= {name[:-1]} | ({name[:-2]} if name.endswith("es") else set())
    else:
        spellings |= {name + "s", name + "es"}
        if name.endswith("y"):
            spellings.add(name[:-1] + "ies")
        if name.endswith("f"):
            spellings.add(name[:-1] + "ves")
    return spellings
