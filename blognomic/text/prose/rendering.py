"""Markdown in, safe HTML out."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import escape

from blognomic.i18n.translation import gettext as _

from . import mentions
from .allowed import PREFIX, as_text
from .errors import ProseError
from .html_reader import EndTag, IconInText, IconReader, Oddity, Run, StartTag, Token, tokens_of
from .sieve import sieve
from .source import as_markdown_has_it
from .writer import MARK_END, MARK_START, Writer

# To be raised whenever the same text comes to be shown otherwise.
PROSE_VERSION = 1

_MARK = re.compile(f"{MARK_START}([0-9]+){MARK_END}", re.ASCII)


@dataclass(frozen=True)
class Icons:
    """Which icons there are, by the codes between colons ("imp" to "deferential"), and how each is shown.

    `show` is given each Icon and answers HTML, which goes into the page as it is; see `icon_picture` and
    `icon_ignored`.
    """

    codes: Mapping[str, str]
    show: Callable[[IconInText], str]


def render(text: str, *, prefix: str, links: mentions.Links | None = None, icons: Icons | None = None) -> str:
    """The Markdown `text` as HTML in which nothing runs, loads or reaches beyond its own elements.

    `prefix` begins the ids of footnotes and so must differ between the texts of a page: a letter, then letters,
    digits and hyphens, in lower case; "" will do for a text that stands alone. `links` says where the names in
    the text lead (see `wanted`); without it they stay plain words. `icons` says what becomes of voting icons;
    without it they stay as typed.

    Raises ProseError, with a sentence for the author, for a text that is too long, too deep or too tangled.
    """
    if prefix and not PREFIX.fullmatch(prefix):
        raise ValueError(f"no prefix for ids: {prefix!r}")
    find_icons = IconReader(icons.codes if icons else {})
    written = Writer(prefix=prefix, find_icons=find_icons, link_to=links).write(
        tokens_of(as_markdown_has_it(text))
    )
    html = sieve(written).strip()
    if [int(number) for number in _MARK.findall(html)] != list(range(len(find_icons.found))):
        raise ProseError(
            _("The site cannot show the HTML in this text as you meant it. Use Markdown instead.")
        )
    if icons is None:
        return html
    pictures = [icons.show(icon) for icon in find_icons.found]
    return _MARK.sub(lambda mark: pictures[int(mark.group(1))], html)


def wanted(text: str) -> set[str]:
    """The names in `text` that `render` may ask its `links` for. Raises ProseError as `render` does."""
    if "@" not in text and "[" not in text and "&" not in text:
        return set()
    names: list[str] = []
    Writer(prefix="", find_icons=IconReader({}), link_to=names.append).write(
        tokens_of(as_markdown_has_it(text))
    )
    return set(names)


def icons_in(text: str, codes: Mapping[str, str]) -> list[IconInText]:
    """The icons in `text`, in their order, as `render` finds them. Raises ProseError as `render` does."""
    find_icons = IconReader(codes)
    for token in tokens_of(as_markdown_has_it(text)):
        if isinstance(token, Run) and not token.code:
            list(find_icons.split(token.text))
    return find_icons.found


def icon_picture(code: str, *, label: str, sprite: str) -> str:
    """The HTML of an icon drawn from the sprite at the address `sprite`, where its symbol is called `code`."""
    return (
        f'<svg class="icon icon-{escape(code)}" role="img" aria-label="{escape(label)}">'
        f'<use href="{escape(sprite)}#{escape(code)}"></use></svg>'
    )


def icon_ignored(typed: str) -> str:
    """The HTML of an icon that its author might not use: as typed. Why, stands below the comment."""
    return f'<span class="icon-ignored">{as_text(typed)}</span>'


def as_typed(text: str) -> str:
    """`text` as paragraphs and lines with no Markdown in it, for what came from elsewhere and cannot be rendered."""
    paragraphs = re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip())
    written = (as_text(paragraph).replace("\n", "<br>") for paragraph in paragraphs)
    return "\n".join(f"<p>{paragraph}</p>" for paragraph in written if paragraph)


def summary(html: str, length: int) -> str:
    """The beginning of rendered HTML as plain text of at most `length` characters, cut between words.

    Footnotes and the signs that refer to them are left out; an icon is the name of its picture.
    """
    words = " ".join("".join(_plain(tokens_of(html))).split())
    if len(words) <= length:
        return words
    beginning = words[: max(length, 1) - 1]
    if not words[len(beginning)].isspace() and " " in beginning:
        beginning = beginning[: beginning.rindex(" ")]
    return beginning.rstrip() + "\u2026"


_INLINE = frozenset({"a", "code", "del", "em", "span", "strong", "sup", "svg", "use"})


def _plain(tokens: list[Token]) -> Iterator[str]:
    """Yield the text of the tokens, with a space where an element stands apart from what is before it."""
    skipped: list[str] = []
    for token in tokens:
        if isinstance(token, StartTag) and (
            # A picture's <title> says again what its label says.
            token.name in ("section", "title") or "id" in token.attributes and not skipped
        ):
            skipped.append(token.name)
        elif isinstance(token, EndTag) and skipped and token.name == skipped[-1]:
            skipped.pop()
        elif skipped or isinstance(token, Oddity):
            continue
        elif isinstance(token, Run):
            yield token.text
        elif isinstance(token, StartTag) and token.name == "svg":
            yield token.attributes.get("aria-label", "")
        elif token.name not in _INLINE:
            yield " "
