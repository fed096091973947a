"""The marks within a line of wikitext, into Markdown's. Pure."""

import re
from dataclasses import dataclass, field

from .markdown_blocks import OWN_SIGNS, restored
from .mistakes import ReadingProblem
from .wikitext_lines import note_name

LONGEST_NAMED = 2_000  # characters of a note that other rules may use again
SNIPPET = 40

_PLAIN_TAGS = "br|s|strike|del|b|i|em|strong|sup"
_TAGS_WITHOUT_A_LOOK = "u|ins|sub|small|big"
_NOT_UNDERSTOOD = re.compile(
    r"\{\{|\}\}|\[\[\s*:?(?:file|image|media|category)\s*:"
    rf"|<(?:{_PLAIN_TAGS}|{_TAGS_WITHOUT_A_LOOK})\s[^<>]*>"
    r"|</?(?:math|gallery|poem|templatestyles|section|timeline|score|span|div|center|font|abbr|p|table|tr|td|th|caption"
    r"|ul|ol|li|dl|dt|dd|h[1-6]|hr|tt|kbd|samp|var|cite|q|ruby|noinclude|includeonly|onlyinclude|blockquote)\b",
    re.I,
)
_WITHOUT_A_LOOK = re.compile(rf"<(?:{_TAGS_WITHOUT_A_LOOK})>", re.I)
_MAGIC = re.compile(r"__(?:TOC|NOTOC|FORCETOC|NOEDITSECTION)__|<references\s*/>|<nowiki\s*/>", re.I)
_LINK = re.compile(
    r"\[\[([^\[\]|]+)(?:\|([^\[\]]*))?\]\]|\[((?:https?|mailto):[^\s\[\]<>]+)(?:\s+([^\[\]]+))?\]"
)
_LITERAL = re.compile(r"<(nowiki|code|ref)>|<ref\s[^<>]*/>|<ref/>")


@dataclass
class RuleNotes:
    """What is gathered while the text of one rule is read: what was not understood, the notes of the page that have a
    name, and the rule's own notes with their numbers."""

    listed: list[ReadingProblem]
    named: dict[str, str]
    notes: dict[str, int] = field(default_factory=dict)

    def note(self, words: str) -> int:
        """The number of a note; the same words are the same note."""
        return self.notes.setdefault(words, len(self.notes) + 1)


def not_understood(text: str, number: int, listed: list[ReadingProblem]) -> None:
    """List what in a line is kept as text."""
    end = 0
    for match in _NOT_UNDERSTOOD.finditer(text):
        if match.start() >= end and (match[0] != "}}" or "{{" not in text):
            end = match.start() + SNIPPET
            listed.append(ReadingProblem(number, f"“{text[match.start() : end]}” is kept as text"))


def inline(text: str, number: int, rule: RuleNotes, *, in_note: bool = False) -> str:
    """A line's marks turned into Markdown's, and what Markdown would take for marks escaped."""
    kept: list[str] = []

    def keep(words: str) -> str:
        kept.append(restored(words, kept))
        return f"\ue000{len(kept) - 1}\ue001"

    pieces = []
    for piece in _literal_pieces(OWN_SIGNS.sub(lambda match: keep(match[0]), text)):
        if piece.startswith("<nowiki>"):
            piece = keep(_escaped(piece[8:-9], literal=True))
        elif piece.startswith("<code>"):
            piece = keep(_code(restored(piece[6:-7], kept)))
        elif piece.startswith("<ref"):
            piece = keep(_note(restored(piece, kept), number, rule, in_note=in_note))
        pieces.append(piece)
    text = _MAGIC.sub("", "".join(pieces))
    not_understood(OWN_SIGNS.sub("…", text), number, rule.listed)
    if match := _WITHOUT_A_LOOK.search(text):
        rule.listed.append(ReadingProblem(number, f"“{match[0]}” has no look here; its words stay"))
    text = _LINK.sub(lambda match: keep(_link(match, number, rule)), text)
    text = _emphasised(text)
    if "''" in text:
        rule.listed.append(ReadingProblem(number, "“''” has no end and is kept as text"))
    return restored(text, kept)


def _literal_pieces(text: str) -> list[str]:
    """The line cut before and after what stands between tags that are looked at as a whole; each end is looked for
    once, so that a line of nothing but beginnings takes no longer than another."""
    pieces: list[str] = []
    without_end: set[str] = set()
    at = 0
    for match in _LITERAL.finditer(text):
        if match.start() < at:
            continue
        end, name = match.end(), match[1]
        if name:
            closing = -1 if name in without_end else text.find(f"</{name}>", end)
            if closing < 0:
                without_end.add(name)
                continue
            end = closing + len(name) + 3
        pieces += [text[at : match.start()], text[match.start() : end]]
        at = end
    return [*pieces, text[at:]]


def _code(words: str) -> str:
    if "``" in words or not words.strip():
        return _escaped(words, literal=True)
    return f"`` {words} ``" if "`" in words else f"`{words}`"


def _note(tag: str, number: int, rule: RuleNotes, *, in_note: bool) -> str:
    """The mark of a note, of its own words or of those that another with its name has."""
    if tag.endswith("</ref>"):
        words = tag[5:-6]
    else:
        words = rule.named.get(note_name(tag), "")
        if not words or len(words) > LONGEST_NAMED:
            rule.listed.append(
                ReadingProblem(number, f"“{tag[:SNIPPET]}” names a note that is not to be found")
            )
            return _escaped(tag, literal=True)
    if in_note:
        rule.listed.append(ReadingProblem(number, f"“{tag[:SNIPPET]}” stands in a note and is kept as text"))
        return _escaped(words, literal=True)
    return f"[^{rule.note(inline(words, number, rule, in_note=True))}]"


def _link(match: re.Match[str], number: int, rule: RuleNotes) -> str:
    page, label, address, words = match.groups()
    if address is not None:
        address = address.replace("(", "%28").replace(")", "%29")
        return f"[{_emphasised(words)}]({address})" if words else f"<{address}>"
    if _NOT_UNDERSTOOD.match(match[0]):
        return _emphasised(match[0])
    if not label or label.strip().casefold() == page.strip().casefold():
        return f"[[{label or page}]]"
    rule.listed.append(ReadingProblem(number, f"“{match[0][:SNIPPET]}” leads nowhere here; its words stay"))
    return _emphasised(label)


def _emphasised(text: str) -> str:
    text = _escaped(text)
    text = re.sub(r"'''''(.+?)'''''", r"***\1***", text)
    text = re.sub(r"'''(.+?)'''", r"**\1**", text)
    return re.sub(r"''(.+?)''", r"*\1*", text)


_SHOWN_TAG = rf"(?!br\b[^<>]*>|/?(?:{_PLAIN_TAGS}|{_TAGS_WITHOUT_A_LOOK})>)"


def _escaped(text: str, *, literal: bool = False) -> str:
    """The text with what Markdown would read as a mark escaped; a literal one has no links or tags either."""
    text = re.sub(r"([\\`*])", r"\\\1", text)
    text = re.sub(r"(?<!\w)_|_(?!\w)", r"\\_", text)
    text = re.sub(r"\](?=\()|\[(?=\^)", lambda match: "]\\" if match[0] == "]" else "\\[", text)
    if literal:
        text = re.sub(
            r"\[\[|(?<!\\)\[(?=(?:https?|mailto):)", lambda match: match[0].replace("[", "\\["), text
        )
    shown = "" if literal else _SHOWN_TAG
    return re.sub(rf"<{shown}(?=[A-Za-z/!?])", "&lt;", text, flags=re.I)
