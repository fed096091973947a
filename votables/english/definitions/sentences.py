"""The sentences of a rule that may define something, with lists of points and tables written out as sentences."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from .words import plain

_END: Final = re.compile(
    r"(?<![A-Z\s]\.[A-Z])(?<!\be\.g)(?<!\bi\.e)[.!?]['\")\]]*(?=\s+[\"'(\[]*[A-Z0-9]|\s*$)"
)
_BULLET: Final = re.compile(r"\s{0,12}(?:[*+•-]|[0-9]{1,3}[.)])\s+")
_ROW: Final = re.compile(r"\s*\|.*\|\s*")
_RULED: Final = re.compile(r"\s*\|?[\s:|-]*--[\s:|-]*\|?\s*")
_WHOLE_ITALIC: Final = re.compile(r"([*_])(?![*_\s])[^\n]*(?<![*_\s])\1")
_QUOTED: Final = re.compile(r"\"[^\"\n]{1,2000}\"")
_SPEAKS: Final = re.compile(r"\b(?:track\w*|has|have|is|are|may|must|there)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RuleSentence:
    """A sentence in plain form and where it stands in the rule (offsets in code points). `lead` is what stands before
    the points of a list that this one is of ("Each Hive has the following:")."""

    text: str
    start: int
    end: int
    lead: str = ""


@dataclass(frozen=True, slots=True)
class _RuleLine:
    text: str
    start: int


def sentences(rule_text: str) -> list[RuleSentence]:
    """The sentences in order. A table's rows come as points of the paragraph before it."""
    rule_sentences: list[RuleSentence] = []
    lead = ""
    for block in _blocks(rule_text):
        first = block[0]
        start, end = first.start, block[-1].start + len(block[-1].text)
        if _WHOLE_ITALIC.fullmatch(" ".join(line.text for line in block).strip()):
            continue
        if _BULLET.match(first.text):
            points = [_of_point(line) for line in block]
            if lead and _names_values(lead):
                rule_sentences[-1] = _with_values(rule_sentences[-1], [point.text for point in points], end)
            else:
                rule_sentences += [RuleSentence(each.text, each.start, each.end, lead) for each in points]
            continue
        if _ROW.fullmatch(first.text):
            rule_sentences += [RuleSentence(text, start, end, lead) for text in _of_table(block)]
            continue
        text = _masked(plain(_without_italics("\n".join(line.text for line in block))))
        rule_sentences += list(_split(text, start))
        lead = (
            rule_sentences[-1].text
            if rule_sentences and rule_sentences[-1].text.rstrip().endswith(":")
            else ""
        )
    return rule_sentences


def _blocks(text: str) -> Iterator[list[_RuleLine]]:
    """Paragraphs, lists of points and tables, each as its lines; a point's further lines join it."""
    block: list[_RuleLine] = []
    kind, start = "", 0
    for raw in text.split("\n"):
        line = _RuleLine(raw.replace("\t", " "), start)
        start += len(raw) + 1
        if not raw.strip():
            now = "" if kind != "point" else "gap"
        elif _BULLET.match(raw):
            now = "point"
        elif _ROW.fullmatch(raw):
            now = "row"
        elif kind == "point" and raw[0] in " \t":
            last = block[-1]
            block[-1] = _RuleLine(f"{last.text}\n{line.text}", last.start)
            continue
        else:
            now = "text"
        if now == "gap":
            continue
        if block and now != kind:
            yield block
            block = []
        kind = now
        if now:
            block.append(line)
    if block:
        yield block


def _of_point(line: _RuleLine) -> RuleSentence:
    text = _BULLET.sub("", line.text, count=1).strip()
    return RuleSentence(_tidy(_masked(plain(text))).rstrip(".;"), line.start, line.start + len(line.text))


_TOLD_BEFORE: Final = re.compile(
    r",? \(?(?:and )?(?:which )?(?:it )?(?:defaults?|defaulting) to (?:the (?P<place>first|last)(?: one)?(?: of (?:them|these|those))?|(?P<value>[^,:()]{1,60}))\)?:$"
)


def _names_values(lead: str) -> bool:
    """Whether what follows the colon are the values that one thing may have."""
    if re.fullmatch(r"The (?:possible )?[A-Z][\w'-]*s are:", lead.strip()):
        return True
    return bool(
        re.search(
            r"\b(?:one of|any of|values?|options|choices|possibilities|either|any of)\b[^.:]{0,60}:\s*$", lead
        )
    ) and not (
        re.search(r"\b(?:has|have|following (?:\w+ )?(?:tracked )?values?)\b[^.:]{0,60}:\s*$", lead)
        and not re.search(r"\b(?:one|any) of\b[^.:]{0,60}:\s*$", lead)
    )


_TOLD_OF: Final = re.compile(r"([A-Z][\w' -]{0,40}?)\s?(?::|[—–]|\s-) .+", re.DOTALL)
"""A value and what is said of it: "Glider: it has no engine"."""


def _with_values(sentence: RuleSentence, values: Sequence[str], end: int) -> RuleSentence:
    listed = ", ".join(
        value.rstrip(",;").removesuffix(" or").removesuffix(" and").rstrip(",;") for value in values
    )
    text = sentence.text.rstrip()
    if all(_TOLD_OF.match(value) for value in values):
        values = [_TOLD_OF.sub(r"\1", value) for value in values]
        listed = ", ".join(values)
    if default_before := _TOLD_BEFORE.search(text):
        place = {"first": 0, "last": -1}.get(default_before["place"] or "")
        default = values[place].rstrip(",;. ") if place is not None else default_before["value"]
        text = f"{text[: default_before.start()]}:"
        listed = f"{listed.rstrip('.')}, which defaults to {default}"
    return RuleSentence(f"{text} {listed}", sentence.start, end)


_LIMITS: Final = ("min", "max", "least", "most", "lowest", "highest", "range", "limits", "limit", "bounds")


def _of_table(block: Sequence[_RuleLine]) -> Iterator[str]:
    rows = [
        [cell.strip() for cell in plain(line.text).strip().strip("|").split("|")]
        for line in block
        if not _RULED.fullmatch(line.text)
    ]
    heads = [head.casefold() for head in rows[0]]
    for row in rows[1:]:
        phrases = [row[0]]
        for head, cell in zip(heads[1:], row[1:], strict=False):
            unlimited = head.startswith(_LIMITS) and cell.casefold() in (
                "none",
                "n/a",
                "no limit",
                "no limits",
                "unlimited",
            )
            if cell and cell not in ("-", "–", "—") and not unlimited:
                phrases.append(_cell(head, cell))
        yield ", ".join(phrases)


def _cell(head: str, cell: str) -> str:
    for word, before in (
        *((one, "default ") for one in ("default", "start", "initial", "at first", "begin")),
    ):
        if word in head:
            return before + cell
    if head.startswith(("min", "least", "lowest")):
        return f"minimum {cell}"
    if head.startswith(("max", "most", "highest")):
        return f"maximum {cell}"
    if head.startswith(("range", "limits", "bounds")):
        return f"from {cell}" if " to " in cell or "-" in cell[1:] or "–" in cell else cell
    return cell


def _masked(text: str) -> str:
    """Quoted sentences say nothing of their own: each letter in them becomes a dot of the middle."""
    return _QUOTED.sub(_mask, text)


def _without_italics(text: str) -> str:
    """Italics that hold whole sentences are comments; those of single words are no more than italics."""
    text = re.sub(
        r"(?<![*\w])\*(?=[A-Z\"'])[^*\n]{1,2000}[.!?]\*(?!\*)|(?<![_\w])_(?=[A-Z])[^_\n]{1,2000}[.!?]_(?![_\w])",
        lambda comment: " " * len(comment.group()),
        text,
    )
    return re.sub(r"(?<![*\w])\*([^*\s][^*\n]{0,100})\*(?![*\w])", r" \1 ", text)


def _mask(match: re.Match[str]) -> str:
    quotation = match.group()
    return (
        f'"{"·" * (len(quotation) - 2)}"'
        if len(quotation.split()) > 2 and _SPEAKS.search(quotation)
        else quotation
    )


def _split(text: str, start: int) -> Iterator[RuleSentence]:
    at = 0
    for stop in _END.finditer(text):
        yield _sentence(text[at : stop.end()], start + at)
        at = stop.end()
    if text[at:].strip():
        yield _sentence(text[at:], start + at)


def _sentence(text: str, start: int) -> RuleSentence:
    before = len(text) - len(text.lstrip())
    return RuleSentence(_tidy(text), start + before, start + len(text.rstrip()))


def _tidy(text: str) -> str:
    return re.sub(r"\s+([,.;:!?)])", r"\1", " ".join(text.split()))
