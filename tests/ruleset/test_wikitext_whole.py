"""Pages of a wiki made of everything that such pages have, mixed: each word comes through, and what it means does, too,
or the line that it stands on is listed as not understood."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from blognomic.text import prose
from ruleset.text.mistakes import ReadingProblem
from ruleset.text.tree import Tree
from ruleset.text.wikitext import read

STRUCK, UNDERLINED = frozenset({"s", "del", "strike"}), frozenset({"u", "ins"})


@dataclass
class Wiki:
    """A page that is being written. `words`: all its words by their lines; `moved`: those that stand elsewhere when
    they are read; `meant`: for a word, the elements of which it stands in one; `as_it_stands`: texts that are seen as
    they are; `listed`: lines that must be listed."""

    lines: list[str] = field(default_factory=list)
    words: dict[str, int] = field(default_factory=dict)
    meant: list[tuple[str, frozenset[str], int]] = field(default_factory=list)
    as_it_stands: list[str] = field(default_factory=list)
    listed: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    moved: set[str] = field(default_factory=set)

    @property
    def number(self) -> int:
        """Of the line that comes next."""
        return len(self.lines) + 1

    def word(self, *within: str, line: int = 0) -> str:
        """A new word, which stands in one of these elements, or else `line` (that of the word for 0) is listed."""
        made = f"word{len(self.words)}x"
        self.words[made] = self.number
        if within:
            self.meant.append((made, frozenset(within), line or self.number))
        return made

    def shown(self, text: str) -> str:
        self.as_it_stands.append(text)
        return text

    def not_understood(self, text: str) -> str:
        self.listed.append(self.number)
        return text

    def note(self) -> str:
        self.notes.append(f"note {len(self.notes)}")
        self.moved.add(word := self.word())
        return f'<ref name="{self.notes[-1]}">{word}</ref>'

    def note_again(self) -> str:
        """One of the page's notes, which may come further down, or never."""
        return f'<ref name="note {len(self.lines) % 3}"/>'


Inline = Callable[[Wiki], str]
INLINE: dict[str, Inline] = {
    "word": lambda page: page.word(),
    "bold": lambda page: f"'''{page.word('strong', 'b')}'''",
    "italic": lambda page: f"''{page.word('em', 'i')}''",
    "struck": lambda page: f"<s>{page.word(*STRUCK)}</s>",
    "underlined": lambda page: f"<u>{page.word(*UNDERLINED)}</u>",
    "code": lambda page: f"<code>{page.word('code')}</code>",
    "link": lambda page: page.not_understood(f"[[Page|{page.word()}]]"),
    "file": lambda page: page.not_understood(f"[[File:Cat.png|thumb|{page.word()}]]"),
    "entity": lambda page: page.shown(f"<b>{page.word()}</b>").replace("<", "&lt;").replace(">", "&gt;"),
    "template": lambda page: page.not_understood(page.shown(f"{{{{template|{page.word()}}}}}")),
    "nowiki": lambda page: f"<nowiki>{page.shown(f'==[[{page.word()}]]==')}</nowiki>",
    "note": Wiki.note,
    "note again": Wiki.note_again,
}


def written(page: Wiki, *inlines: str) -> str:
    return " ".join(INLINE[name](page) for name in inlines)


def paragraph(page: Wiki, *inlines: str) -> None:
    page.lines.append(written(page, *inlines))


def bullets(page: Wiki, *inlines: str) -> None:
    for place, name in enumerate(inlines):
        page.lines.append(f"{'*' * (place + 1)} {page.word('li')} {written(page, name)}")


def numbered(page: Wiki, *inlines: str) -> None:
    """A numbered item with a line of its own below it, and the next one."""
    page.lines.append(f"# {page.word('li')} {written(page, *inlines)}")
    page.lines.append(f"#: {page.word('li')} {written(page, *inlines)}")
    page.lines.append(f"# {page.word('li')}")


def indented(page: Wiki, *inlines: str) -> None:
    for depth in (1, 2):
        page.lines.append(f"{':' * depth} {page.word('blockquote', 'dd')} {written(page, *inlines)}")


def defined(page: Wiki, *inlines: str) -> None:
    page.lines.append(f"; {page.word('dt', 'strong')}")
    page.lines.append(f": {page.word('dd', 'li')} {written(page, *inlines)}")


def table(page: Wiki, *inlines: str) -> None:
    page.lines += ["{|", "|-"]
    page.lines.append(
        page.not_understood(f'| rowspan="2" | {page.word("td", "th")} {written(page, *inlines)}')
    )
    page.lines.append(f"| {page.word('td', 'th')} || {page.word('td', 'th')}")
    page.lines += ["|-"]
    page.lines.append(f"| {page.word('td')} {written(page, *inlines)}")
    page.lines += ["|}"]


def quotation(page: Wiki, *inlines: str) -> None:
    page.lines.append("<blockquote>")
    page.lines.append(f"{page.word('blockquote')} {written(page, *inlines)}")
    page.lines.append("</blockquote>")


def code(page: Wiki, *_inlines: str) -> None:
    first = page.number
    page.lines.append("<pre>")
    words = [page.word("pre", line=first) for _ in range(4)]
    page.lines.append(page.shown(f"  ''{words[0]}'' [[{words[1]}|x]] {{{{{words[2]}}}}}"))
    page.lines.append(page.shown(f"== {words[3]} =="))
    page.lines.append("</pre>")


def literal(page: Wiki, *_inlines: str) -> None:
    page.lines.append(f"<nowiki>{page.shown(f'== {page.word()} ==')}")
    page.lines.append(page.shown(f"== {page.word()} =="))
    page.lines.append(f"{page.shown(f'* {page.word()}')}</nowiki>")


def over_lines(page: Wiki, *inlines: str) -> None:
    """What is struck, underlined or a template from one line to the next."""
    page.lines.append(f"<s>{page.word(*STRUCK)} {written(page, *inlines)}")
    page.lines.append(f"{page.word(*STRUCK)}</s> <u>{page.word(*UNDERLINED)}")
    page.lines.append(f"{page.word(*UNDERLINED)}</u> {page.not_understood(f'{{{{template|{page.word()}')}")
    page.lines.append(f"{page.word()}}}}} {page.word()}")


def quoted_in_a_line(page: Wiki, *inlines: str) -> None:
    page.lines.append(
        f"{page.word()} <blockquote>{page.word('blockquote')} {written(page, *inlines)}</blockquote> {page.word()}"
    )


def quoted_list(page: Wiki, *inlines: str) -> None:
    page.lines.append("<blockquote>")
    bullets(page, *inlines)
    table(page, *inlines)
    code(page)
    page.lines.append("</blockquote>")


def alone(page: Wiki, *_inlines: str) -> None:
    page.lines.append(page.not_understood(f"[[File:{page.word()}.png|thumb|left|{page.word()} [[Rule]]]]"))


def mixed_list(page: Wiki, *inlines: str) -> None:
    for marks in ("#", "#*", "#*:", "##", "#", "*", "**", "*:", "::", ":::", ":*"):
        page.lines.append(f"{marks} {page.word('li', 'blockquote')} {written(page, *inlines)}")


def heads(page: Wiki, *inlines: str) -> None:
    page.lines += ['{| class="wikitable"', f"|+ {page.word()}"]
    page.lines.append(f"! {page.word('th')} !! {page.word('th')} {written(page, *inlines)}")
    page.lines.append("|-")
    page.lines.append(page.not_understood(f'| colspan="2" | {page.word("td", "th")}'))
    page.lines.append(f"{page.word()} {written(page, *inlines)}")
    page.lines.append("|}")


BLOCKS = (
    over_lines,
    quoted_in_a_line,
    quoted_list,
    alone,
    mixed_list,
    heads,
    paragraph,
    bullets,
    numbered,
    indented,
    defined,
    table,
    quotation,
    code,
    literal,
)
HEADINGS: tuple[Inline, ...] = (
    lambda page: "",
    lambda page: f"''{page.word()}''",
    lambda page: page.not_understood(f"[[Page|{page.word()}]]"),
    lambda page: page.not_understood(f"<s>{page.word()}</s>"),
    lambda page: page.not_understood(f"{{{{template|{page.word()}}}}}"),
)
inlines = st.lists(st.sampled_from(sorted(INLINE)), min_size=1, max_size=3)
blocks = st.lists(st.tuples(st.sampled_from(BLOCKS), inlines), min_size=1, max_size=4)


@st.composite
def pages(draw: st.DrawFn) -> Wiki:
    page = Wiki()
    if draw(st.booleans()):
        page.lines.append(page.not_understood(written(page, *draw(inlines))))
        page.moved |= page.words.keys()  # below the first heading
    for _ in range(draw(st.integers(1, 3))):
        page.lines.append("")
        page.lines += [f"== {page.word()} {draw(st.sampled_from(HEADINGS))(page)} ==", ""]
        for block, words in draw(blocks):
            block(page, *words)
            page.lines += [""] * draw(st.integers(1, 2))
    return page


class Seen(HTMLParser):
    """The words that a reader sees, and for each the elements that it stands in, wherever it does."""

    VOID = frozenset({"br", "hr", "img", "input"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.within: list[str] = []
        self.text = ""
        self.places: dict[str, set[str]] = {}
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.within:
            while self.within.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.text += data
        for word in re.findall(r"word\d+x", data):
            self.places.setdefault(word, set()).update(self.within)


def seen(tree: Tree) -> Seen:
    return Seen(
        "".join(
            f"<h2>{escape(node.title)}</h2>" + prose.render(node.text, prefix=f"r{place}")
            for place, node in enumerate(tree.walk())
        )
    )


@given(pages())
def test_nothing_of_a_page_is_silently_altered(page):
    listed: list[ReadingProblem] = []
    places = seen(read("\n".join(page.lines), listed))
    lines = {problem.line for problem in listed}
    assert {word for word in page.words if word not in places.places} == set()
    assert [
        text for text in page.as_it_stands if " ".join(text.split()) not in " ".join(places.text.split())
    ] == []
    assert [number for number in page.listed if number not in lines] == []
    lost = [
        (word, meant)
        for word, meant, number in page.meant
        if not meant & places.places[word] and number not in lines
    ]
    assert lost == []
    words = [word for word in re.findall(r"word\d+x", places.text) if word not in page.moved]
    assert words == [word for word in page.words if word not in page.moved], "everything stays where it was"


def test_item_after_a_line_below_the_one_before_is_of_the_same_list():
    text = read("== A ==\n# one\n#: below it\n# two\n").sections[0].text
    assert prose.render(text, prefix="r1").count("<ol>") == 1


def test_named_note_is_shown_where_it_is_used_again():
    tree = read('== A ==\nOne<ref name="x">words</ref>.\n\n== B ==\nTwo<ref name="x"/>.\n')
    assert [node.text.count("words") for node in tree.walk()] == [1, 1]
