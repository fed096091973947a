"""Markdown as people write it in rules, block by block, into wikitext. Pure."""

import re

_ITEM = re.compile(r"( *)([-*+]|\d+[.)])\s+(.*)$")
_DEFINED = re.compile(r"\*\*((?:(?!\*\*).)+)\*\*(?:: (.*))?$")
_NOTE = re.compile(r"\[\^([^\]]+)\]: ?(.*)$")
_BEGINS_A_BLOCK = re.compile(r"^(?:[*#:;]|=(?=.*=)|\{(?=\|))")  # to wikitext, and not to Markdown
_SEPARATOR = "<!-- -->"


def to_wikitext(text: str) -> str:
    """A rule's Markdown text as wikitext: lists, tables, quotations, code, footnotes, emphasis, links."""
    lines = text.replace("\r\n", "\n").split("\n")
    notes = dict(found.groups() for line in lines if (found := _NOTE.match(line)))
    out: list[str] = []
    open_lists: list[tuple[int, str]] = []
    fenced = separated = False
    for place, line in enumerate(lines):
        if line.startswith(("```", "~~~")):
            fenced = not fenced
            out.append("<pre>" if fenced else "</pre>")
            continue
        if fenced:
            out.append(line)
            continue
        if line.strip() == _SEPARATOR:
            while out and not out[-1]:
                out.pop()
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
        if line.strip():
            open_lists.clear()
        if line.startswith("|"):
            out += _table_line(lines, place, notes)
        elif line.lstrip().startswith(">"):
            out.append(":" + inline_to_wikitext(line.lstrip()[1:].strip(), notes))
        else:
            words = inline_to_wikitext(re.sub(r"^\\(?=[-+>=|#])|^(\d+)\\(?=[.)])", r"\1", line), notes)
            out.append(_BEGINS_A_BLOCK.sub(r"<nowiki>\g<0></nowiki>", words))
    return "\n".join(out).strip("\n")


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
    above = "".join(":" if mark == ";" else mark for _, mark in open_lists)
    if within_term:
        return f"{above[:-1]}:{inline_to_wikitext(words, notes)}"
    defined = _DEFINED.match(words) if kind == "*" else None
    if defined and (defined[2] is not None or _are_definitions(lines, place + 1, indent)):
        open_lists.append((indent, ";"))
        term = f"{above};{inline_to_wikitext(defined[1], notes)}"
        return term if defined[2] is None else f"{term}\n{above}:{inline_to_wikitext(defined[2], notes)}"
    open_lists.append((indent, kind))
    return f"{above}{kind}{inline_to_wikitext(words, notes)}"


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


_LITERAL = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|>])|`([^`]+)`")
_ITALICS = re.compile(r"\*(.+?)\*|(?<!\w)_((?:[^_]|(?<=\w)_(?=\w))+)_(?!\w)")
_LINK = re.compile(r"(?<!\[)\[([^\[\]]+)\]\(([^()\s]+)\)|<((?:https?|mailto):[^\s<>]+)>|\[\^([^\[\]]+)\]")


def inline_to_wikitext(text: str, notes: dict[str, str] | None = None) -> str:
    """The marks within a line: emphasis, code, links and footnotes."""
    kept: list[str] = []

    def keep(words: str) -> str:
        kept.append(words)
        return f"\ue000{len(kept) - 1}\ue001"

    text = OWN_SIGNS.sub(lambda found: keep(found[0]), text)
    text = _LITERAL.sub(lambda found: keep(found[1] or f"<code>{found[2]}</code>"), text)
    text = re.sub(r"'{2,}|\{\{|\}\}", lambda found: keep(f"<nowiki>{found[0]}</nowiki>"), text)
    text = text.replace("&lt;", keep("<")) if "&lt;" in text else text
    text = _LINK.sub(lambda found: _link(found, notes or {}), text)
    text = re.sub(r"\*\*\*(.+?)\*\*\*", r"'''''\1'''''", text)
    text = re.sub(r"\*\*(.+?)\*\*|__(.+?)__", lambda found: f"'''{found[1] or found[2]}'''", text)
    text = _ITALICS.sub(lambda found: f"''{found[1] or found[2]}''", text)
    return restored(text, kept)


# The signs that stand for what is set aside, where somebody has typed them: set aside first of all.
OWN_SIGNS = re.compile("\ue000[0-9]{1,6}\ue001")


def restored(text: str, kept: list[str]) -> str:
    """The text with what was set aside put back."""

    def put_back(found: re.Match[str]) -> str:
        place = int(found[1])
        return kept[place] if place < len(kept) else found[0]

    return re.sub("\ue000([0-9]{1,6})\ue001", put_back, text)


def _link(found: re.Match[str], notes: dict[str, str]) -> str:
    if found[4] is not None:
        return f"<ref>{inline_to_wikitext(notes.get(found[4], found[4]))}</ref>"
    return f"[{found[2]} {found[1]}]" if found[1] is not None else f"[{found[3]}]"
