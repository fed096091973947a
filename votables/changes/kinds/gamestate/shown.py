"""What one step of the tracker does, as pages of matters show it: old and new values, and definitions in words."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from blognomic.i18n import dynasty_words
from blognomic.i18n.stored_messages import StoredMessage
from gamestate.values import value_kinds
from gamestate.values.definitions import read_definition, read_table
from gamestate.values.plans import Alteration
from gamestate.values.state import State, Variable
from gamestate.values.steps import Step
from gamestate.values.wording import in_words, table_in_words
from votables.changes.word_differences import words_between

from .steps import StateChange

LONG = 160  # characters of a value that are shown
MANY = 12  # values that are shown at once for one change


@dataclass(frozen=True, slots=True)
class ShownValue:
    """A value before and after: what is tracked, and whose it is."""

    name: str
    whose: str
    old: str
    new: str
    note: StoredMessage | str = ""


@dataclass(frozen=True, slots=True)
class ShownDefinition:
    """Something that comes (`old` is empty then), changes or goes (`new` is): its name, and what is said of it."""

    name: str
    old: list[str]
    new: list[str]


@dataclass(frozen=True, slots=True)
class ShownReturn:
    """What a page goes back to: how it stood when the matter was submitted, `at` (UTC; now, while it `is_draft`), which
    had been written at `since` and can be read at `url`; None and "" where there was no such page."""

    at: datetime
    is_draft: bool
    since: datetime | None = None
    url: str = ""


@dataclass(frozen=True, slots=True)
class ShownSteps:
    """A step and what it does: in a line (`said`), its definitions, its values, the words of a page, and what a page
    that a matter returns goes back to."""

    said: str
    values: list[ShownValue] = field(default_factory=list)
    definitions: list[ShownDefinition] = field(default_factory=list)
    page: SafeString = SafeString("")
    back: ShownReturn | None = None

    @property
    def is_long(self) -> bool:
        return len(self.values) > MANY

    @property
    def changes_nothing(self) -> bool:
        return not (self.values or self.definitions or self.page)


def shown_tracking(step: Step, done: StateChange | None, line: str) -> ShownSteps:
    """What a step does (`done` is None where it does not fit) as a page shows it, and `line` with it; hidden values
    are not in it."""
    if done is None:
        return ShownSteps(line)
    shown = ShownSteps(
        line,
        values=[_value(each, done) for each in done.alterations if each.about == "value"],
        definitions=[
            _definition(each, done) for each in done.alterations if each.about in ("variable", "table", "row")
        ],
    )
    if step.do == "revert-page":
        shown = replace(shown, back=_return(step, done))
    pages = [each for each in done.alterations if each.about == "page"]
    if not pages:
        return shown
    return replace(shown, page=words_between(_text_of(pages[0].old), _text_of(pages[0].new)))


def _return(step: Step, done: StateChange) -> ShownReturn:
    submitted = done.submitted
    assert submitted is not None
    then = submitted.pages.get(step.path)
    if then is None:
        return ShownReturn(submitted.at, submitted.is_draft)
    # as the address of the page says an instant, to the microsecond where it has any
    query = urlencode({"at": then.since.isoformat()})
    url = f"{reverse('gamestate:page', args=[then.page.id])}?{query}"
    return ShownReturn(submitted.at, submitted.is_draft, then.since, url)


def _value(each: Alteration, done: StateChange) -> ShownValue:
    before, after = done.before.variables.get(each.id), done.after.variables.get(each.id)
    variable = after or before
    assert variable is not None
    whose = done.after.holder_name(each.holder)
    name = variable.definition.name
    return ShownValue(
        name,
        whose,
        _("hidden") if each.audience_before != "all" else _shown(before or variable, each.old, done.before),
        _("hidden") if each.audience != "all" else _shown(variable, each.new, done.after),
        _note_of(each),
    )


def _note_of(each: Alteration) -> StoredMessage | str:
    if each.reveals:
        return _("everybody sees it once this is enacted")
    shown = each.in_public
    return shown.note or _stays(shown.refused)


def _stays(refused: str) -> str:
    return _("stays, though it is no longer valid: {reason}").format(reason=refused) if refused else ""


def _shown(variable: Variable, value: object, state: State) -> str:
    return Truncator(value_kinds.show(variable.definition, value, state)).chars(LONG)


def _definition(each: Alteration, done: StateChange) -> ShownDefinition:
    old, new = (_said_of(each, side, done) for side in (each.old, each.new))
    named = each.new if isinstance(each.new, Mapping) else each.old
    name = str(named.get("name", "")) if isinstance(named, Mapping) else ""
    return ShownDefinition(name, old, new)


def _said_of(each: Alteration, definition_told: object, done: StateChange) -> list[str]:
    """What is said of a variable, table or row; nothing where there is none."""
    if not isinstance(definition_told, Mapping):
        return []
    if each.about == "table":
        return table_in_words(read_table(definition_told))
    if each.about == "row":
        row = done.after.rows.get(each.id) or done.before.rows.get(each.id)
        table = done.after.tables.get(row.table) or done.before.tables.get(row.table) if row else None
        if table:
            return [
                _("row {row} of {table}").format(row=definition_told["name"], table=table.definition.name)
            ]
        return [_("row {row}").format(row=definition_told["name"])]
    variable = done.after.variables.get(each.id) or done.before.variables.get(each.id)
    assert variable is not None
    table = done.after.tables.get(variable.table) or done.before.tables.get(variable.table)
    holders = {"player": dynasty_words.said(_("for each player")), "game": _("for the game")}
    of_rows = _("for each row of {table}").format(table=table.definition.name if table else _("a table"))
    whose = holders.get(variable.scope) or of_rows
    definition = read_definition(definition_told)
    own = ("of: ", "default ", definition.description or "\n")  # what its author wrote begins so
    return [
        whose,
        *(each if each.startswith(own) else dynasty_words.said(each) for each in in_words(definition)),
    ]


def _text_of(page: object) -> str:
    if not isinstance(page, Mapping):
        return ""
    return whole_page(str(page.get("title", "")), str(page.get("text", "")))


def whole_page(title: str, text: str) -> str:
    """A page's title and text as one, to tell what differs."""
    return f"# {title}\n\n{text}"
