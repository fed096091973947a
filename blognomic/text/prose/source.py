"""From a person's Markdown to what Python-Markdown makes of it, within bounds.

What comes out is not safe. Its runs of text are those of plain Python-Markdown with fenced code, tables and
footnotes, in which the judge looks for icons; only attributes differ.
"""

import secrets
import threading
from functools import lru_cache
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions.footnotes import FootnoteExtension
from markdown.extensions.tables import TableExtension

from blognomic.i18n.translation import gettext as _

from . import text_bounds
from .errors import ProseError

# Stands in the ids of real footnotes, so that nobody can type one. It never reaches a page.
OURS = f":{secrets.token_hex(12)}:"


class NumberedFootnotes(FootnoteExtension):
    """Footnotes whose ids hold their number, not what their author called them."""

    def makeFootnoteId(self, id: str) -> str:
        return super().makeFootnoteId(self._number(id))

    def makeFootnoteRefId(self, id: str, found: bool = False) -> str:
        return super().makeFootnoteRefId(self._number(id), found)

    def makeFootnotesDiv(self, root: Element) -> Element | None:
        div = super().makeFootnotesDiv(root)
        if div is not None:
            div.set("id", OURS)
        return div

    def _number(self, id: str) -> str:
        return str(list(self.footnotes).index(id) + 1)


def _new_markdown() -> Markdown:
    footnotes = NumberedFootnotes(SEPARATOR=OURS)
    tables = TableExtension(use_align_attribute=True)
    markdown = Markdown(extensions=["fenced_code", tables, footnotes])
    # A list that begins with 3 is shown so, as rules are cited by number.
    markdown.parser.blockprocessors["olist"].LAZY_OL = False
    return markdown


# A Markdown object takes a while to make, and is for one thread at a time.
_mine = threading.local()


# Whoever renders a text has often just asked which names are in it.
@lru_cache(maxsize=16)
def as_markdown_has_it(text: str) -> str:
    """The HTML, unsafe still, that Python-Markdown makes of `text`. Raises ProseError."""
    text_bounds.check(text)
    markdown = _mine.__dict__.pop("markdown", None) or _new_markdown()
    try:
        html = markdown.reset().convert(text)
    except RecursionError:
        raise ProseError(_(text_bounds.TOO_DEEP)) from None
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError):
        # No such text is known, but people will type what no test has tried.
        raise ProseError(_("The text has Markdown or HTML that the site cannot read.")) from None
    # Kept only now: whatever stops it midway leaves traces in it.
    _mine.markdown = markdown
    text_bounds.check_html(html)
    return html
