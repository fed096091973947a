"""Values, and the lines of tables, of which a page shows hundreds: so no template is gone through for each."""

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from html import escape

from django import template
from django.template.defaultfilters import truncatechars
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from blognomic.display import picture
from blognomic.i18n.dynasty_words import said
from blognomic.text.instants import format_instant
from blognomic.web.addresses import address_of
from gamestate.queries.tables import CellShown, HolderLine

register = template.Library()
WIDE = 24  # letters from which on a value may take more than one line
MOST_OF_TITLE = 600


class Signs:
    """What stands for values that are not simply shown, each looked up once for all cells of a table."""

    @cached_property
    def hidden(self) -> str:
        words = _("hidden")
        return f'<span class="value-hidden">{picture("lock")} {words}</span>'

    @cached_property
    def blank(self) -> str:
        words = _("blank")
        signs = f'<span aria-hidden="true">—</span><span class="unseen">{words}</span>'
        return f'<span class="quiet value-blank">{signs}</span>'

    @cached_property
    def for_few(self) -> str:
        return " " + picture("lock", _("not for everybody"))

    @cached_property
    def disputed(self) -> str:
        words = _("disputed")
        return f' <span class="value-disputed">{picture("flag")} {words}</span>'

    def of(self, cell: CellShown) -> str:
        """The HTML of a value in a table."""
        if cell.is_hidden:
            html = self.hidden
        else:
            html = escape(cell.short) if cell.text else self.blank
        if cell.is_for_few:
            html += self.for_few
        return html + self.disputed if cell.is_disputed else html


@register.simple_tag
def value(cell: CellShown) -> SafeString:
    """{% value cell %}: a value as a table shows it."""
    return SafeString(Signs().of(cell))


@register.simple_tag
def editable(cell: CellShown, whose: str, always: bool = False) -> SafeString:
    """<dd{% editable cell who.name %}>: what js/tracker.js reads of a value that is edited in place. `whose`: a name,
    "" for the game's; `always`: what stands in the field is given even if it is the text, for where more is shown than
    it. In a table the script knows what a value is called by its line and its column."""
    what = cell.variable.definition.name
    label = _("%(what)s of %(whose)s") % {"what": what, "whose": whose} if whose else what
    return SafeString(f' data-label="{escape(label)}"{_edited(cell, always)}')


def _edited(cell: CellShown, always: bool = False) -> str:
    marks = f' data-field="{cell.field}"'
    if always or cell.is_disputed or not cell.text or cell.is_cut or cell.typed != cell.text:
        marks += f' data-typed="{escape(cell.typed)}"'
    if suggest := cell.suggest:
        marks += f' data-list="{suggest}"'
    return marks + (" data-long" if cell.is_long else "")


@register.simple_tag
def grid_cells(cells: Iterable[CellShown], may_edit: bool = False) -> SafeString:
    """{% grid_cells line.cells %}: the values of one line of a table."""
    return SafeString(_cells(cells, Signs(), may_edit))


def _cells(cells: Iterable[CellShown], signs: Signs, may_edit: bool) -> str:
    return "".join(f"<td{_marks(cell, may_edit)}>{signs.of(cell)}</td>" for cell in cells)


def _marks(cell: CellShown, may_edit: bool) -> str:
    """The attributes of the cell of a table."""
    marks = ""
    if cell.is_number:
        marks = ' class="number"'
    elif cell.kind == "long" or len(cell.text) > WIDE:
        marks = ' class="wide-value"'
    if sorts := cell.sorts:
        marks += f' data-sorts="{escape(sorts)}"'
    if may_edit and cell.is_typed:
        marks += _edited(cell)
    if cell.is_cut:
        marks += f' title="{escape(truncatechars(cell.text, MOST_OF_TITLE))}"'
    return marks


@register.simple_tag
def grid_lines(lines: Iterable[HolderLine], may_edit: bool, back: str, past: datetime | None) -> SafeString:
    """{% grid_lines lines may_edit back past %}: the lines of a table, each with its values. `back`: the address of the
    page; `past`: the instant that it shows, None for now."""
    signs, then = Signs(), f"?at={format_instant(past)}" if past else ""
    crown = picture("crown", said(_("Emperor")))
    pencil = Pencil(back) if may_edit else None
    made = []
    for line in lines:
        name, attributes = escape(line.name), ""
        head = name
        if line.person:
            profile = address_of("gamestate:player", line.person.key)
            head = f'<a class="player" href="{profile}{then}">{name}</a>{crown if line.person.is_emperor else ""}'
        if pencil:
            attributes, head = f' data-label="{name}"', head + pencil.of(line)
        if line.row:
            attributes = f' id="row-{line.row.id}"{attributes}'
        cells = _cells(line.cells, signs, may_edit)
        made.append(f'<tr{attributes}><th scope="row" class="tracker-name">{head}</th>{cells}</tr>')
    return SafeString("\n".join(made))


class Pencil:
    """The links to the form of a line of a table, from the page at the address `back`."""

    def __init__(self, back: str):
        self.form, self.back, self.picture = reverse("gamestate:edit"), escape(back), picture("pencil")
        self.words = _("Edit %(name)s")

    def of(self, line: HolderLine) -> str:
        whose = f"player={line.person.key}" if line.person else f"row={line.row.id if line.row else ''}"
        words = f'<span class="unseen">{escape(self.words % {"name": line.name})}</span>'
        link = f"{self.form}?{whose}&amp;next={self.back}"
        return f'<a class="pencil" href="{link}">{self.picture}{words}</a>'
