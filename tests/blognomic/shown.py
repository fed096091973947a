"""Pages as a browser shows them, for tests: where a template begins a new line is nothing to its readers, so it is
nothing to a test; but a space more or less between two words is."""

import re
from html import unescape

# Elements that begin lines, or cells, of their own: no white space shows on either side of their edges.
BLOCKS = frozenset(
    "html head body title meta link script style main header footer nav section article aside div form fieldset legend"
    " p h1 h2 h3 h4 h5 h6 hr br ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td blockquote"
    " figure figcaption pre details summary option optgroup dialog".split()
)
# Elements that stand in a line like a letter: white space shows around them, and none at the edges of what they hold.
BOXES = frozenset("button select textarea svg img input".split())
DRAWN = frozenset(
    "svg g text title desc line rect circle path use".split()
)  # what they hold is blocks to each other
AS_IT_IS = r"<(?P<kept>pre|textarea|script)\b.*?</(?P=kept)>"
TOKEN = re.compile(
    rf"""(?P<whole>{AS_IT_IS})|<(?P<end>/?)(?P<tag>!?[a-z][\w-]*)(?:"[^"]*"|'[^']*'|[^<>"'])*>""",
    re.DOTALL | re.IGNORECASE,
)
SPACE = re.compile(r"[ \t\n\r\f]+")
BETWEEN_ATTRIBUTES = re.compile(r"""("[^"]*"|'[^']*')|\s+(/?>$)|\s+""")


class Line:
    """What is shown so far, and what becomes of the white space that comes next."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.begins = True  # after an edge, or a space: no space shows here
        self.space: int | None = None  # the part with a space at its end, which goes if the line ends here

    def text(self, text: str) -> None:
        text = SPACE.sub(" ", text)
        if self.begins:
            text = text.removeprefix(" ")
        if text:
            self.parts.append(text)
            self.begins = text.endswith(" ")
            self.space = len(self.parts) - 1 if self.begins else None

    def edge(self) -> None:
        if self.space is not None:
            self.parts[self.space] = self.parts[self.space][:-1]
        self.begins, self.space = True, None

    def box(self, *, begins: bool) -> None:
        """Like a letter to what is before and after it."""
        self.begins, self.space = begins, None


def as_shown(page: str) -> str:
    """HTML with the white space that a browser shows: one space for many, and none at the edges of blocks nor at the
    ends of tags; in <pre>, <textarea> and <script> as it is."""
    line, read = Line(), 0
    for token in TOKEN.finditer(page):
        line.text(page[read : token.start()])
        read = token.end()
        tag = (token["kept"] or token["tag"]).lower()
        if tag in BOXES:
            if token["end"]:
                line.edge()
            line.box(begins=tag in ("button", "select", "svg") and not token["end"])
        elif tag in BLOCKS or tag in DRAWN or tag.startswith("!"):
            line.edge()
        line.parts.append(token[0] if token["kept"] else _on_one_line(token[0]))
    line.text(page[read:])
    line.edge()
    return "".join(line.parts)


def _on_one_line(tag: str) -> str:
    return BETWEEN_ATTRIBUTES.sub(lambda match: match[1] or match[2] or " ", tag)


def page_shown(response) -> str:
    """The page that was answered, as a browser shows it."""
    return as_shown(response.content.decode())


def words_shown(html: str) -> str:
    """The words of it, without its elements: blocks, and what stands in a line like a letter, are a space apart."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())
