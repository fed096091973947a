"""On what a sentence hangs that only the votes can tell: "if at least two thirds of the votes are FOR, …". Pure."""

import re
from dataclasses import replace
from typing import Final

from .conditions import KeptCondition, undecided
from .number_words import BELOW_A_HUNDRED
from .sentences import EnglishSentence

_PARTS: Final = {
    "half": (1, 2),
    "one half": (1, 2),
    "a half": (1, 2),
    "a third": (1, 3),
    "one third": (1, 3),
    "two thirds": (2, 3),
    "a quarter": (1, 4),
    "one quarter": (1, 4),
    "three quarters": (3, 4),
    "a fifth": (1, 5),
    "two fifths": (2, 5),
    "three fifths": (3, 5),
    "four fifths": (4, 5),
}
_NUMBER: Final = "|".join(sorted(BELOW_A_HUNDRED, key=len, reverse=True))
_SHARE: Final = (
    r"(?:(?P<how>at least|no fewer than|no less than|more than|over)\s+)?"
    rf"(?P<share>{'|'.join(sorted(_PARTS, key=len, reverse=True)).replace(' ', '[ -]')}"
    r"|\d{1,3}\s?(?:%|per ?cent)|(?:a|the) majority|most)(?:\s+of)?"
)
_ICON: Final = r"(?P<icon>FOR|AGAINST|DEFERENTIAL|in favou?r)"
_HERE: Final = r"(?:\s+(?:on|for|to)\s+(?:this(?:\s+(?:proposal|matter|cfj|post))?|it))?"
_SAY: Final = (
    r"(?:said|say|says|wrote|write|mention(?:s|ed)?|contain(?:s|ed)?|include[sd]?|hold|held|used)"
    r"(?:\s+the\s+words?)?\s*[“\"](?P<words>[^”\"]{1,200})[”\"]"
    r"(?:\s+in\s+(?:their|a|its)\s+(?:vote\s+)?comments?)?"
)
_LEAD: Final = r"\s*(?P<lead>if|unless|provided that|only if)\s+"
_END: Final = r"\s*(?:,\s*(?:then\s+)?|\s+then\s+)"
_CONDITIONS: Final = tuple(
    re.compile(_LEAD + body + _END, re.IGNORECASE)
    for body in (
        rf"{_SHARE}\s+(?:the\s+)?(?:effective\s+)?votes(?:\s+cast)?{_HERE}\s+(?:are|were|is)\s+{_ICON}{_HERE}",
        rf"{_SHARE}\s+(?:the\s+)?(?:voters|players\s+who\s+voted){_HERE}\s+voted?\s+{_ICON}{_HERE}",
        rf"{_SHARE}\s+(?:those|the\s+\w+|all)\s+who\s+vote[d]?\s+{_ICON}{_HERE}\s+{_SAY}",
        rf"{_SHARE}\s+(?:the\s+)?votes\s+{_ICON}{_HERE}\s+{_SAY}",
        rf"at\s+least\s+(?P<count>\d{{1,4}}|{_NUMBER})\s+(?:effective\s+)?(?:vote\s+)?(?:votes|comments)"
        rf"{_HERE}\s+{_SAY}",
    )
)
_SPEAKS_OF_VOTES: Final = re.compile(
    r"\s*(?:if|unless|provided|only if)\b[^,.]{0,200}\b(?:votes?|voted|voters?|comments?)\b", re.IGNORECASE
)
LONGEST: Final = 400  # characters of a condition


def hanging(sentence: EnglishSentence) -> tuple[EnglishSentence, KeptCondition | None]:
    """A sentence without the condition on votes with which it begins, and that condition as a change keeps it (None: it
    begins with none). Raises Unclear for one that is not understood."""
    text = sentence.text[:LONGEST]
    for pattern in _CONDITIONS:
        if match := pattern.match(text):
            rest = tuple(one for one in sentence.tokens if one.start - sentence.start >= match.end())
            if not rest:
                raise undecided()
            words = sentence.text[rest[0].start - sentence.start :]
            return replace(sentence, tokens=rest, text=words), _kept(match)
    if _SPEAKS_OF_VOTES.match(text):
        raise undecided()
    return sentence, None


def _kept(match: "re.Match[str]") -> KeptCondition:
    parts = match.groupdict()
    negated = parts["lead"].casefold() == "unless"
    words = {"words": parts["words"]} if parts.get("words") else {}
    if parts.get("count"):
        count = parts["count"].casefold()
        least = int(count) if count.isdecimal() else BELOW_A_HUNDRED[count]
        return {"kind": "comments", **words, "least": least, "negated": negated}
    icon = parts["icon"].casefold()
    least, of, more = _share(parts["share"].casefold(), (parts["how"] or "").casefold())
    return {
        "kind": "voters" if words else "votes",
        "icon": "for" if icon.startswith("in ") else icon,
        **words,
        "least": least,
        "of": of,
        "more": more,
        "negated": negated,
    }


def _share(share: str, how: str) -> tuple[int, int, bool]:
    """The share as so many of so many, and whether it must be more."""
    if share in ("a majority", "the majority", "most"):
        if how:
            raise undecided()
        return 1, 2, True
    if not how:
        raise undecided()
    more = how in ("more than", "over")
    if share[0].isdigit():
        percent = int(re.match(r"\d+", share)[0])  # type: ignore[index]  # it begins with one
        return percent, 100, more
    least, of = _PARTS[re.sub(r"[\s-]+", " ", share)]
    return least, of, more
