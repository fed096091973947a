"""Wikitext cut into lines, with what its tags set apart taken for what it is. Pure.

Comments go. What stands between <pre> tags is one line of code, however many it has. <nowiki> and <code> over several
lines become such of each line; a note stands on the line where it begins; <blockquote> tags stand by themselves.
"""

import re
from html import unescape
from typing import NamedTuple

from .mistakes import ReadingProblem


class Line(NamedTuple):
    """A line of the source with its number. One that is code may be of several."""

    number: int
    text: str
    is_code: bool = False


_TAG = re.compile(
    r"<!--|<(nowiki|code|ref|pre|syntaxhighlight|source)(\s[^<>]*)?>|<(/?blockquote)(?:\s[^<>]*)?>", re.I
)
_CODE = ("pre", "syntaxhighlight", "source")
_NAME = re.compile(r"""\bname\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s/>"']+))""", re.I)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});", re.I)


def note_name(attributes: str) -> str:
    """What the attributes of a <ref> tag call the note; "" for one without a name."""
    match = _NAME.search(attributes)
    return (match[1] or match[2] or match[3] or "").strip() if match else ""


def cut(source: str, listed: list[ReadingProblem], named: dict[str, str]) -> list[Line]:
    """The lines of the source. `listed` gets what was begun and has no end, `named` the notes that have a name."""
    source = source.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    cutter = _Cutter()
    without_end: set[str] = set()
    at = 0
    for tag in _TAG.finditer(source):
        if tag.start() < at:
            continue
        cutter.add(source[at : tag.start()])
        at = tag.start()
        if tag[3]:
            cutter.alone(f"<{tag[3].lower()}>")
            at = tag.end()
            continue
        name, attributes = (tag[1] or "!--").lower(), tag[2] or ""
        if attributes.endswith("/"):
            continue
        ending = re.compile("-->" if name == "!--" else rf"</{name}\s*>", re.I)
        end = None if name in without_end else ending.search(source, tag.end())
        if end is None:
            without_end.add(name)
            listed.append(ReadingProblem(cutter.number, f"“{tag[0][:40]}” has no end and is kept as text"))
            continue
        cutter.tagged(name, attributes, source[tag.end() : end.start()], named)
        at = end.end()
    cutter.add(source[at:])
    cutter.end_line()
    return cutter.lines


class _Cutter:
    """The lines so far and the one that is being read."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.number = 1
        self.parts: list[str] = []
        self.began = 1

    def add(self, text: str) -> None:
        first, *rest = text.split("\n")
        self.parts.append(first)
        for line in rest:
            self.end_line()
            self.number += 1
            self.began = self.number
            self.parts.append(line)

    def end_line(self) -> None:
        self.lines.append(Line(self.began, "".join(self.parts)))
        self.parts = []

    def alone(self, text: str, *, is_code: bool = False) -> None:
        """A line between what stands before it and what comes after."""
        if "".join(self.parts).strip():
            self.end_line()
        self.parts = []
        self.lines.append(Line(self.number, text, is_code))

    def tagged(self, name: str, attributes: str, words: str, named: dict[str, str]) -> None:
        """What stands between two tags, or in a comment."""
        if name == "!--":
            self.add("\n" * words.count("\n"))
        elif name in _CODE:
            if code := _as_shown(words).strip("\n"):
                self.alone(code, is_code=True)
            self.number += words.count("\n")
            self.began = self.number
        elif name == "ref":
            note = " ".join(without_comments(words).split())
            called = note_name(attributes)
            if called and note:
                named.setdefault(called, note)
            self.parts.append(f'<ref name="{called}"/>' if called and not note else f"<ref>{note}</ref>")
            self.number += words.count("\n") + attributes.count("\n")
        else:
            words = words if name == "nowiki" else _as_shown(words)
            self.add(
                "\n".join(f"<{name}>{line}</{name}>" if line.strip() else "" for line in words.split("\n"))
            )


def _as_shown(code: str) -> str:
    """Code as a reader of the wiki sees it."""
    return _ENTITY.sub(lambda entity: unescape(entity[0]), re.sub(r"</?nowiki\s*/?>", "", code, flags=re.I))


def without_comments(source: str) -> str:
    """The source without HTML comments, its lines where they were."""
    kept: list[str] = []
    at = 0
    while (begins := source.find("<!--", at)) >= 0 and (ends := source.find("-->", begins + 4)) >= 0:
        kept += [source[at:begins], "\n" * source.count("\n", begins, ends)]
        at = ends + 3
    return "".join([*kept, source[at:]])
