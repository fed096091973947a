"""What somebody made of the words of a rule in an editor, as amendments: small ones where little is another, which go
with what others do to the rule meanwhile, else the whole text. Pure."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from blognomic.text.alignment import Aligner

from .amending import Amendment
from .inserting import AT_AN_END, IN_A_LIST, MARK, NoPlace, inserted
from .replacing import as_replacement, places_of, replaced

MOST: Final = 4  # places that are told one by one
LONGEST: Final = 120  # characters of words that are told apart from the whole
SHORT: Final = 12  # characters of a text of which all may go without its being told whole
CLOSE: Final = 4  # tokens of a line between two places that are told as one: two words
_TOKEN = re.compile(r"\n+|[^\S\n]+|\w+|[^\w\s]")
Hunk = tuple[int, int, str]  # from and to in the old text, and what stands there in the new one


def amendments_of(rule: str, old: str, new: str) -> list[Amendment]:
    """The amendments that make `new` of the words of a rule, `old`: carried out one after the other."""
    if old == new:
        return []
    steps: list[Amendment] = []
    text, shift = old, 0
    for start, end, words in _by_paragraph(_hunks(old, new), old):
        start, end = start + shift, end + shift
        step = _inserting(rule, text, start, words) if start == end else None
        step = step or _replacing(rule, text, start, end, words)
        if step is None or len(steps) == MOST:
            break
        steps.append(step)
        text = text[:start] + words + text[end:]
        shift += len(words) - (end - start)
    gone = sum(len(step.find) for step in steps)
    quoted = gone + sum(len(step.text) for step in steps if step.op == "replace")
    if text != new or quoted > max(LONGEST, len(new) // 2) or gone > max(SHORT, len(old) * 2 // 3):
        return [Amendment("edit", rule=rule, text=new, base=old)]
    return steps


def _hunks(old: str, new: str) -> list[Hunk]:
    """Where the texts differ, in order; what stands close together is one place."""
    hunks: list[Hunk] = []
    at, between = 0, None  # what stands between this place and the one before, where these are one
    for match in Aligner[str](anchored=False).align(_TOKEN.findall(old), _TOKEN.findall(new)):
        words = "".join(match.old)
        if match.same:
            between = words if len(match.old) <= CLOSE and "\n" not in words else None
        else:
            start, becomes = at, "".join(match.new)
            if hunks and between is not None:
                start, _, earlier = hunks.pop()
                becomes = earlier + between + becomes
            hunks.append((start, at + len(words), becomes))
            between = ""
        at += len(words)
    return hunks


def _by_paragraph(hunks: Iterable[Hunk], old: str) -> Iterator[Hunk]:
    """The places where texts differ, what goes on into a new paragraph as two: the end of a sentence that stands there
    already is that of the old one, and not of the last new one."""
    for start, end, words in hunks:
        mark = old[end : end + 1]
        split = words.find(f"{mark}\n") if mark.strip() else -1
        if split > 0:
            yield start, end, words[:split]
            yield end + 1, end + 1, words[split + 1 :] + mark
        else:
            yield start, end, words


def _inserting(rule: str, text: str, at: int, words: str) -> Amendment | None:
    """The insertion of whole paragraphs or items at a place; None for other words."""
    target = text[:at] + words + text[at:]
    while words[0] != "\n" and at and text[at - 1] == words[-1]:  # the same, begun where a line does
        at, words = at - 1, words[-1] + words[:-1]
    block = words.strip("\n")
    if not block.strip() or ("\n" not in words and text):
        return None
    is_item = MARK.match(block) is not None
    line = text[:at].rstrip("\n").rpartition("\n")[2]
    mark = MARK.match(line)
    anchor = line[mark.end() if mark else 0 :].strip()
    beside = ("after-item",) if is_item else ("after-block",)
    tries = [(place, "") for place in (*(IN_A_LIST if is_item else ()), *AT_AN_END)]
    for place, words_there in [*tries, *((place, anchor) for place in beside if anchor)]:
        try:
            if inserted(text, block, place, words_there) == target:
                return Amendment("insert", rule=rule, place=place, anchor=words_there, text=block)
        except NoPlace:
            continue
    return None


def _replacing(rule: str, text: str, start: int, end: int, words: str) -> Amendment | None:
    """Words in place of others of their line that stand in the text once; None where none do."""
    target = text[:start] + words + text[end:]
    instead = as_replacement(text, target, (start, end))
    if instead is None or "\n" in "".join(instead):
        return None
    find, becomes = instead
    places = places_of(find.strip(), text, whole=True)
    if len(places) == 1 and replaced(text, places, becomes, whole=True) == target:
        find = find.strip()
    return Amendment("replace", rule=rule, find=find, text=becomes, count="one", whole=True)
