"""Markdown as people write it in rules, block by block, into wikitext. Pure."""

import re
from collections.abc import Iterable

_ITEM = re.compile(r"( *)([-*+]|\d+[.)])\s+(.*)$")
_DEFINED = re.compile(r"\*\*((?:(?!\*\*).)+)\*\*(?:: (.*))?$")
_NOTE = re.compile(r"\[\^([^\]]+)\]: ?(.*)$")
_BEGINS_A_BLOCK = re.compile(r"^(?:[*#:;]|=(?=.*=)|\{(?=\|)|-{4,})")  # to wikitext, and not to Markdown
_SEPARATOR = "<!-- -->"


def to_wikitext(text: str) -> str:
    """A rule's Markdown text as wikitext: lists, tables, quotations, code, footnotes, emphasis, links."""
    lines = text.replace("\r\n", "\n").split("\n")
    return _written(lines, {note[1]: note[2] for line in lines if (note := _NOTE.match(line))})


def _written(lines: list[str], notes: dict[str, str]) -> str:
    out: list[str] = []
    open_lists: list[tuple[int, str]] = []
    separated = False
    place = -1
    while (place := place + 1) < len(lines):
        line = lines[place]
        if fence := _FENCE.match(line):
            end = next(
                (at for at in range(place + 1, len(lines)) if _closes(lines[at], fence[1])), len(lines)
            )
            out += ["<pre>", _code("\n".join(lines[place + 1 : end])), "</pre>"]
            place = end
            continue
        if line.strip() == _SEPARATOR:
            _drop_blank(out)
            open_lists.clear()
            separated = True
            continue
        if _NOTE.match(line) or (separated and not line):
            continue
        separated = False
        item = _ITEM.match(line)
        if item is not None:
            out.append(_item(item, open_lists, lines, place, notes))
            continue
        quotation = _QUOTED.match(line)
        if line.strip() and not (quotation and quotation[1]):
            open_lists.clear()
        if line.startswith("|"):
            out += _table_line(lines, place, notes)
        elif quotation:
            end = place
            while end < len(lines) and (more := _QUOTED.match(lines[end])) and more[1] == quotation[1]:
                end += 1
            inner = [quoted[2] for quoted in map(_QUOTED.match, lines[place:end]) if quoted]
            above = _marks(one for one in open_lists if one[0] < len(quotation[1]))
            if above:
                _drop_blank(out)
                separated = True
            out.append(_quotation(_written(inner, notes), above))
            place = end - 1
        elif line == "---":
            out.append("----")
        else:
            words = inline_to_wikitext(re.sub(r"^\\(?=[-+>=|#])|^(\d+)\\(?=[.)])", r"\1", line), notes)
            out.append(_BEGINS_A_BLOCK.sub(r"<nowiki>\g<0></nowiki>", words))
    return "\n".join(out).strip("\n")


_FENCE = re.compile(r"(`{3,}|~{3,})")
_QUOTED = re.compile(r"( *)> ?(.*)$")


def _closes(line: str, fence: str) -> bool:
    return line.startswith(fence) and not line.strip().strip(fence[0])


def _drop_blank(out: list[str]) -> None:
    while out and not out[-1]:
        out.pop()


def _code(code: str) -> str:
    """Code as it stands between tags: what would be read as a tag or a character written otherwise is no such."""
    return re.sub(r"&(?=#?\w+;)", "&amp;", code).replace("<", "&lt;")


def _marks(open_lists: Iterable[tuple[int, str]]) -> str:
    return "".join(":" if mark in ";=" else mark for _, mark in open_lists)


def _quotation(inner: str, above: str) -> str:
    """A quotation of what is wikitext already: its lines indented, or between tags where it has more than lines."""
    blocks = [block.split("\n") for block in inner.split("\n\n")]
    if above or all(len(block) == 1 or all(line[:1] in "*#:;" for line in block) for block in blocks):
        if above or not re.search(
            r"^(?:\{\||\|\}|<pre>|</pre>|<blockquote>|</blockquote>|----)", inner, re.MULTILINE
        ):
            joined = (line for block in blocks for line in block if line)
            return "\n".join(f"{above}:{line}" for line in joined)
    return f"<blockquote>\n{inner}\n</blockquote>"


def _item(
    item: re.Match[str],
    open_lists: list[tuple[int, str]],
    lines: list[str],
    place: int,
    notes: dict[str, str],
) -> str:
    """A list item with the marks of all lists that it stands in."""
    indent, kind, words = len(item[1]), "#" if item[2][0].isdigit() else "*", item[3]
    while open_lists and open_lists[-1][0] >= indent:
        open_lists.pop()
    within_term = bool(open_lists) and open_lists[-1][1] == ";"
    above = _marks(open_lists)
    if within_term:
        return f"{above[:-1]}:{_item_words(words, notes)}"
    defined = _DEFINED.match(words) if kind == "*" else None
    if defined and (defined[2] is not None or _are_definitions(lines, place + 1, indent)):
        open_lists.append((indent, ";" if defined[2] is None else "="))
        term = f"{above};{_item_words(defined[1], notes)}"
        return term if defined[2] is None else f"{term}\n{above}:{_item_words(defined[2], notes)}"
    open_lists.append((indent, kind))
    words = re.sub(r"^\\(?=[-+>=|#])|^(\d+)\\(?=[.)])", r"\1", words)
    return f"{above}{kind}{_item_words(words, notes)}"


def _item_words(words: str, notes: dict[str, str]) -> str:
    """An item's words, of which the first sign is no further mark of a list."""
    return re.sub(r"^[*#:;]", r"<nowiki>\g<0></nowiki>", inline_to_wikitext(words, notes))


def _are_definitions(lines: list[str], place: int, indent: int) -> bool:
    """Whether from `place` on there stand, further in than `indent`, two items or more of one list, and no list within
    it: one definition stands on the line of its term, and other lists are no definitions."""
    items: list[re.Match[str]] = []
    for line in lines[place:]:
        item = _ITEM.match(line)
        if item is None or len(item[1]) <= indent:
            break
        items.append(item)
    return len(items) > 1 and {(len(item[1]), item[2][0].isdigit()) for item in items} == {
        (len(items[0][1]), False)
    }


def _table_line(lines: list[str], place: int, notes: dict[str, str]) -> list[str]:
    """What one line of a Markdown table becomes, with the table's beginning and end where it is first or last."""
    line = lines[place]
    first = place == 0 or not lines[place - 1].startswith("|")
    last = place + 1 == len(lines) or not lines[place + 1].startswith("|")
    cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
    out: list[str] = []
    if first:
        out.append('{| class="wikitable"')
    if all(re.fullmatch(r":?-+:?", cell) for cell in cells) and not first:
        pass
    elif first:
        out += ["|-", "! " + " !! ".join(inline_to_wikitext(cell, notes) for cell in cells)]
    else:
        words = [inline_to_wikitext(cell, notes).replace("<br>• ", "\n* ") for cell in cells]
        out += ["|-", *(f"| {cell}" for cell in words)]
    if last:
        out.append("|}")
    return out


_LITERAL = re.compile(
    r"(\\\[\\\[|\\\[(?=(?:https?|mailto):))|\\([\\`*_{}\[\]()#+\-.!|>])|``((?:[^`]|`(?!`))+)``|`([^`]+)`"
)
_ITALICS = re.compile(r"\*(.+?)\*|(?<!\w)_((?:[^_]|(?<=\w)_(?=\w))+)_(?!\w)")
_LINK = re.compile(r"(?<!\[)\[([^\[\]]+)\]\(([^()\s]+)\)|<((?:https?|mailto):[^\s<>]+)>|\[\^([^\[\]]+)\]")


def inline_to_wikitext(text: str, notes: dict[str, str] | None = None) -> str:
    """The marks within a line: emphasis, code, links and footnotes."""
    kept: list[str] = []

    def keep(words: str) -> str:
        kept.append(words)
        return f"\ue000{len(kept) - 1}\ue001"

    text = OWN_SIGNS.sub(lambda match: keep(match[0]), text)
    text = _LITERAL.sub(lambda match: keep(_literal(match)), text)
    text = re.sub(r"'{2,}|\{\{|\}\}", lambda match: keep(f"<nowiki>{match[0]}</nowiki>"), text)
    text = _LINK.sub(lambda match: _link(match, notes or {}), text)
    text = re.sub(r"\*\*\*(.+?)\*\*\*", r"'''''\1'''''", text)
    text = re.sub(r"\*\*(.+?)\*\*|__(.+?)__", lambda match: f"'''{match[1] or match[2]}'''", text)
    text = _ITALICS.sub(lambda match: f"''{match[1] or match[2]}''", text)
    return restored(text, kept)


def _literal(match: re.Match[str]) -> str:
    if match[1]:
        brackets = match[1].replace("\\", "")
        return f"<nowiki>{brackets}</nowiki>"
    return match[2] or f"<code>{_code((match[3] or match[4]).strip())}</code>"


# The signs that stand for what is set aside, where somebody has typed them: set aside first of all.
OWN_SIGNS = re.compile("\ue000[0-9]{1,6}\ue001")


def restored(text: str, kept: list[str]) -> str:
    """The text with what was set aside put back."""

    def put_back(match: re.Match[str]) -> str:
        place = int(match[1])
        return kept[place] if place < len(kept) else match[0]

    return re.sub("\ue000([0-9]{1,6})\ue001", put_back, text)


def _link(match: re.Match[str], notes: dict[str, str]) -> str:
    if match[4] is not None:
        return f"<ref>{inline_to_wikitext(notes.get(match[4], match[4]))}</ref>"
    return f"[{match[2]} {match[1]}]" if match[1] is not None else f"[{match[3]}]"
