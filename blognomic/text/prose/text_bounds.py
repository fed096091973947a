"""How much a text may ask of the renderer.

Markdown looks for the end of whatever begins, and copies a paragraph for each sign in it, so that some texts
cost time with the square of their length. `check` reckons that cost in one pass, in steps of about a third of
a microsecond, and refuses what would take more than a second or two. No text that somebody wrote to be read
comes near: a page of 75,000 characters with all that Markdown has takes about a tenth of what is allowed.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import gettext_noop, thousands

from .errors import ProseError

MAX_LENGTH = 100_000  # characters of a text
MAX_HTML = 500_000  # characters of what Markdown makes of it
MAX_TAGS = 20_000  # tags in that
MAX_TYPED_TAGS = 8_000  # tags in the text itself
MAX_BLOCKS = 4_000  # paragraphs and the like in it
MAX_DEPTH = 60  # elements within elements
MAX_STEPS = 3_000_000

TOO_DEEP = gettext_noop(
    "The text has too many lists, quotations or tags inside one another. Make it flatter."
)

# Quotations and lists begun one within the other in a single line; a line of nothing but "- - -" is a rule.
_TOO_DEEP = re.compile(rf"^(?: *+(?:>|[*+-] |[0-9]{{1,9}}\. )){{{MAX_DEPTH}}}+[^\n]*[^\n*_ -]", re.MULTILINE)
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_BRACKET = re.compile(r"[\[\]]|(?<=\])\(|\)")
_SIGN = re.compile(r"[\\_`<&!\[]|\*(?! )|  \n")
_LIST_ITEM = re.compile(r"[ >]*+(?:[*+-]|[0-9]+\.) ")
_HEADING_OR_RULE = re.compile(r"^[ >]*+(?:#|[-=*_][-=*_ ]*+$)", re.MULTILINE)
_TAG = re.compile(r"<(?=[a-zA-Z/!?])")
_FENCE = re.compile(r"^[ >\t]*+(`{3,}|~{3,})([^\n]*)$", re.MULTILINE)


def check(text: str) -> None:
    """Raise ProseError if `text` is too long, or rendering it would take too long."""
    if len(text) > MAX_LENGTH:
        raise ProseError(
            _("The text has {length} characters. It can have {most} at most.").format(
                length=thousands(len(text)), most=thousands(MAX_LENGTH)
            )
        )
    blocks = _BLANK_LINE.split(text)
    if text.count("<") > MAX_TYPED_TAGS or len(blocks) > MAX_BLOCKS:
        raise ProseError(_("The text has too many HTML tags or paragraphs. Split it up."))
    if _TOO_DEEP.search(text):
        raise ProseError(_(TOO_DEEP))
    steps = sum(_steps_of_fences(text)) + sum(_steps_of_tags(text))
    steps += sum(sum(_steps_of_block(block)) for block in blocks)
    if steps > MAX_STEPS:
        raise ProseError(
            _(
                "The text has too many Markdown or HTML signs in one paragraph, or too "
                "many that are never closed. Split it up, or show it as code."
            )
        )


def check_html(html: str) -> None:
    """Raise ProseError if what Markdown has made of a text is too large to go on with."""
    if len(html) > MAX_HTML or html.count("<") > MAX_TAGS:
        raise ProseError(_("The text is too large once it is laid out. Split it up."))


def _steps_of_block(block: str) -> Iterator[int]:
    """Yield the steps for what stands between two blank lines: each sign copies it, each bracket seeks its end."""
    length = len(block)
    for part in _parts(block):
        yield len(_SIGN.findall(part)) * len(part) // 100
    yield len(_HEADING_OR_RULE.findall(block)) * length // 25
    yield block.count("\n") * length // 1000
    if "|" in block and "`" in block:
        yield sum(line.count("|") * line.count("`") for line in block.split("\n")) // 20

    open_brackets: list[int] = []
    open_targets: list[int] = []
    for bracket in _BRACKET.finditer(block):
        sign, place = bracket.group(), bracket.start()
        if sign == "[":
            open_brackets.append(place)
        elif sign == "(":
            open_targets.append(place)
        elif sign == "]" and open_brackets:
            yield 3 * (place - open_brackets.pop())
        elif sign == ")" and open_targets:
            yield place - open_targets.pop()
    yield 3 * sum(length - place for place in open_brackets)
    yield sum(length - place for place in open_targets)


def _parts(block: str) -> Iterator[str]:
    """The items of a list, each of which is a paragraph to Markdown, or else the block."""
    if not _LIST_ITEM.match(block):
        yield block
        return
    start = 0
    for line in re.finditer(r"\n", block):
        if _LIST_ITEM.match(block, line.end()):
            yield block[start : line.end()]
            start = line.end()
    yield block[start:]


def _steps_of_fences(text: str) -> Iterator[int]:
    """Yield the steps from each fence of code to the next line that could close it."""
    fences = [(fence.group(1), fence.start(), fence.group(2).strip()) for fence in _FENCE.finditer(text)]
    closing: dict[str, list[int]] = defaultdict(list)
    for marker, place, rest in fences:
        if not rest:
            closing[marker].append(place)
    for marker, place, __ in fences:
        ends = closing[marker]
        following = bisect_left(ends, place + 1)
        end = ends[following] if following < len(ends) else len(text)
        yield (end - place) * len(marker) // 30


def _steps_of_tags(text: str) -> Iterator[int]:
    """Yield the steps from each tag to what could end it, and for comments, declarations and footnotes."""
    length = len(text)
    ends = [end.start() for end in re.finditer(">", text)]
    declarations = comments = tags = 0
    for start in _TAG.finditer(text):
        following = bisect_left(ends, start.start())
        yield ((ends[following] if following < len(ends) else length) - start.start()) // 4
        declarations += text[start.end()] in "!?"
        comments += text.startswith("!--", start.end())
        tags += text[start.end()].isalpha()
    yield declarations * length
    # After each comment, the rest of the paragraph is searched for the end of each element that is open.
    yield comments * tags * length // 200
    # Each further reference to one footnote is told apart from all the earlier ones.
    yield 2 * text.count("[^") ** 2
