"""Writing HTML anew, from tokens: only elements of the list, each closed, each where it may stand.

Browsers mend broken HTML in ways that move text about. So nothing broken is written: what the sieves are given
is a tree already, and a run of text keeps its place among the others.
"""

import re
from html import escape

from blognomic.i18n.translation import gettext as _

from . import mentions
from .allowed import (
    EXTERNAL_REL,
    SHOWN_AS,
    TAGS,
    TRANSPARENT,
    TRANSPARENT_BLOCKS,
    as_text,
    fits,
    is_external,
    safe_url,
    showable,
)
from .errors import ProseError
from .html_reader import EndTag, IconInText, IconReader, Oddity, Run, StartTag, Token
from .source import OURS
from .text_bounds import MAX_DEPTH, TOO_DEEP

# Around the number of an icon, for which its picture is put in when nothing of a person's can follow any more.
MARK_START, MARK_END = "\ue000", "\ue001"

_VOID = frozenset({"br", "hr"})
_LINES = frozenset({"p", "h3", "h4", "h5", "h6"})
_LISTS = frozenset({"ul", "ol"})
_CELLS = frozenset({"td", "th", "caption"})
_ROW_GROUPS = frozenset({"thead", "tbody", "tfoot"})
_TABLE_ONLY = _ROW_GROUPS | {"table", "tr"}
_TABLE_PARTS = _TABLE_ONLY | _CELLS
_BLOCKS = _LINES | _LISTS | _TABLE_PARTS | {"blockquote", "hr", "li", "pre", "section"}

# What only stands in something else: items in lists, rows in tables, cells in rows.
_NEEDING_ROOM = (_TABLE_PARTS - {"table"}) | {"li"}

_FOOTNOTE = re.compile(rf"#?(?P<kind>fn|fnref)(?P<again>[0-9]*){OURS}(?P<number>[0-9]+)", re.ASCII)


class Writer:
    """Turns the tokens of what Markdown made into safe HTML, in which each icon is a mark."""

    def __init__(self, *, prefix: str, find_icons: IconReader, link_to: mentions.Links | None):
        self._prefix = f"{prefix}-" if prefix else ""
        self._find_icons = find_icons
        self._link_to = link_to
        self._names_left = mentions.MAX_NAMES
        self._ids: set[str] = set()
        self._out: list[str] = []
        # The elements that are open: the tag as it was read, and as it was written, "" for not at all.
        self._open: list[tuple[str, str]] = []

    def write(self, tokens: list[Token]) -> str:
        """The HTML. Raises ProseError if its elements are nested too deeply."""
        for token in tokens:
            match token:
                case Run():
                    self._run(token)
                case StartTag():
                    self._start(token)
                case EndTag(name):
                    self._end(name)
                case Oddity(typed):
                    self._words(typed)
        self._close_down_to(0)
        return "".join(self._out)

    # Text ---------------------------------------------------------------------------------------------------

    def _run(self, run: Run) -> None:
        if run.code:
            self._words(run.text)
            return
        for piece in self._find_icons.split(run.text):
            if isinstance(piece, IconInText):
                self._leave_table()
                self._out.append(f"{MARK_START}{piece.index}{MARK_END}")
            elif self._is_open({"a", "code", "pre"}):
                self._words(piece)
            else:
                self._words_with_names(piece)

    def _words_with_names(self, text: str) -> None:
        for piece in mentions.split(text):
            if isinstance(piece, mentions.Name):
                self._name(piece)
            elif isinstance(piece, mentions.BareAddress) and (url := safe_url(piece)):
                self._leave_table()
                self._out.append(f"{_link(url)}{as_text(piece)}</a>")
            else:
                self._words(piece)

    def _name(self, name: mentions.Name) -> None:
        if self._link_to is None or not self._names_left:
            self._words(name.typed)
            return
        self._names_left -= 1
        self._leave_table()
        for reading in name.readings:
            target = self._link_to(reading)
            url = target and safe_url(target[0])
            if target and url:
                words = as_text(target[1])
                rest = name.typed[len(reading) :] if name.typed.startswith("@") else ""
                self._out.append(f"{_link(url, class_='named')}{words}</a>")
                self._words(rest)
                return
        unknown = name.typed.rstrip(".'\u2019-")
        self._out.append(f'<span class="unknown">{as_text(unknown)}</span>')
        self._words(name.typed[len(unknown) :])

    def _words(self, text: str) -> None:
        if text.strip(" \t\n\r\f"):
            self._leave_table()
        self._out.append(as_text(text))

    # Tags ---------------------------------------------------------------------------------------------------

    def _start(self, tag: StartTag) -> None:
        shown = _shown_as(tag)
        if shown == "img":
            self._image(tag)
        elif shown in TRANSPARENT:
            self._pass_over(shown)
            if tag.name == "div":
                # Kept in mind, lest its end be taken for that of the footnotes.
                self._push(shown, "")
        elif shown not in TAGS:
            self._words(tag.typed)
        elif shown not in _NEEDING_ROOM or self._make_room(shown):
            self._element(shown, tag)

    def _element(self, shown: str, tag: StartTag) -> None:
        if shown not in _TABLE_PARTS - {"table"}:
            self._leave_table()
        if shown in _BLOCKS:
            self._leave_line()
        attributes = self._attributes(shown, tag)
        if shown == "a":
            self._leave_link()
            if "href" not in attributes or self._is_open({"a"}):
                return
        self._out.append(_tag(shown, attributes))
        if shown not in _VOID:
            self._push(tag.name, shown)
            if tag.closed:
                self._end(tag.name)

    def _push(self, read: str, written: str) -> None:
        self._open.append((read, written))
        if len(self._open) > MAX_DEPTH:
            raise ProseError(_(TOO_DEEP))

    def _pass_over(self, name: str) -> None:
        """A tag that goes while its content stays: what stood apart must not run together."""
        if name in TRANSPARENT_BLOCKS:
            self._out.append("\n")

    def _end(self, name: str) -> None:
        shown = SHOWN_AS.get(name, name)
        if shown in TRANSPARENT:
            self._pass_over(shown)
        elif shown not in TAGS and shown != "img":
            self._words(f"</{name}>")
        inline = shown not in _BLOCKS and shown != "div"
        for place in range(len(self._open) - 1, -1, -1):
            read, written = self._open[place]
            if read == name:
                self._close_down_to(place)
                return
            if inline and written in _BLOCKS:
                return
            if written in _CELLS and shown not in _TABLE_PARTS:
                return
            if written in _LISTS and shown == "li":
                return

    def _image(self, tag: StartTag) -> None:
        """An image would load from elsewhere, so it is shown as a link to it, in the words of its description."""
        words = " ".join(tag.attributes.get("alt", "").split())
        url = safe_url(tag.attributes.get("src", ""))
        if url and not self._is_open({"a"}):
            self._leave_table()
            self._out.append(f"{_link(url, class_='image')}{as_text(words or 'image')}</a>")
        else:
            self._words(words)

    def _attributes(self, shown: str, tag: StartTag) -> dict[str, str]:
        """Those of the list that the tag may keep, and those that it gets from us."""
        typed = tag.attributes
        kept: dict[str, str] = {}
        if shown == "a":
            kept = self._link_attributes(typed)
        elif shown == "ol":
            kept = {"start": typed.get("start", "")}
        elif shown in ("td", "th"):
            kept = {"class": f"align-{typed.get('align', '').lower()}"}
        elif shown == "section":
            kept = {"class": "footnotes"}
        elif shown in ("li", "sup"):
            kept = {"id": self._new_id(typed.get("id", ""))}
        return {name: value for name, value in kept.items() if value and fits(shown, name, value)}

    def _link_attributes(self, typed: dict[str, str]) -> dict[str, str]:
        footnote = _FOOTNOTE.fullmatch(typed.get("href", ""))
        if footnote and footnote["kind"] == "fn":
            return {"href": f"#{self._id_of(footnote)}", "class": "footnote-ref"}
        if footnote:
            label = f"Back to footnote {footnote['number']} in the text"  # stored, in English
            if footnote["again"]:
                label += f", place {footnote['again']}"  # in English
            return {"href": f"#{self._id_of(footnote)}", "class": "footnote-back", "aria-label": label}
        url = safe_url(typed.get("href", ""))
        if not url:
            return {}
        rel = EXTERNAL_REL if is_external(url) else ""
        return {"href": url, "title": showable(typed.get("title", "")), "rel": rel}

    def _id_of(self, footnote: re.Match[str]) -> str:
        """The id on the page for one that Markdown gave to a footnote or to a place that refers to one."""
        again = f"-{footnote['again']}" if footnote["again"] else ""
        return f"{self._prefix}{footnote['kind']}-{footnote['number']}{again}"

    def _new_id(self, theirs: str) -> str:
        footnote = _FOOTNOTE.fullmatch(theirs)
        id_ = self._id_of(footnote) if footnote else ""
        if id_ in self._ids:
            return ""
        self._ids.add(id_)
        return id_

    # The tree -----------------------------------------------------------------------------------------------

    def _is_open(self, tags: set[str]) -> bool:
        return any(written in tags for _, written in self._open)

    def _close_down_to(self, place: int) -> None:
        while len(self._open) > place:
            _, written = self._open.pop()
            if written:
                self._out.append(f"</{written}>")

    def _innermost(self, tags: frozenset[str], *, within: frozenset[str] = frozenset()) -> int | None:
        """The place of the innermost open element of `tags`, unless one of `within` stands around us first."""
        for place in range(len(self._open) - 1, -1, -1):
            written = self._open[place][1]
            if written in tags:
                return place
            if written in within:
                return None
        return None

    def _leave_table(self) -> None:
        """Text and other elements stand in cells; between them browsers would throw them out of the table."""
        for place in range(len(self._open) - 1, -1, -1):
            written = self._open[place][1]
            if written == "table":
                self._close_down_to(place)
                return
            if written and written not in _TABLE_ONLY:
                return

    def _leave_line(self) -> None:
        """A block ends the paragraph or heading that it begins in."""
        place = self._innermost(_LINES, within=_CELLS | _LISTS | {"blockquote", "li", "section"})
        if place is not None:
            self._close_down_to(place)

    def _leave_link(self) -> None:
        """A link ends the link before it; in a table within a link there are none."""
        place = self._innermost(frozenset({"a"}), within=_CELLS)
        if place is not None:
            self._close_down_to(place)

    def _make_room(self, part: str) -> bool:
        """Close what must end before a list's item or a part of a table begins; False if none may begin here."""
        if part == "li":
            place = self._innermost(_LISTS, within=_CELLS)
        elif part in ("td", "th"):
            place = self._innermost(frozenset({"tr"}), within=frozenset({"table"}))
        elif part == "tr":
            place = self._innermost(_ROW_GROUPS | {"table"})
        else:
            place = self._innermost(frozenset({"table"}))
        if place is None:
            return False
        self._close_down_to(place + 1)
        return True


def _shown_as(tag: StartTag) -> str:
    if tag.name == "div" and tag.attributes.get("id") == OURS:
        return "section"
    return "div" if tag.name == "section" else SHOWN_AS.get(tag.name, tag.name)


def _tag(name: str, attributes: dict[str, str]) -> str:
    written = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>"


def _link(url: str, *, class_: str = "") -> str:
    attributes = {"href": url, "class": class_, "rel": EXTERNAL_REL if is_external(url) else ""}
    return _tag("a", {name: value for name, value in attributes.items() if value})
