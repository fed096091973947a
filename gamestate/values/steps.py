"""Steps: what an update, or a change on a matter, does to what is tracked. Read from JSON and checked."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from blognomic.i18n.translation import Labels, gettext_noop, thousands
from blognomic.i18n.translation import gettext as _
from gamestate.values.definitions import (
    LONG_LENGTH,
    NAME_LENGTH,
    PAGE_LENGTH,
    PAGE_TITLE_LENGTH,
    Audience,
    Definition,
    TableDefinition,
    read_definition,
    read_key,
    read_table,
)
from gamestate.values.errors import ValueRefused
from gamestate.values.state import GAME, Scope

Do = Literal[
    "set",
    "reset",
    "define",
    "alter",
    "reveal",
    "retire",
    "define-table",
    "alter-table",
    "retire-table",
    "add-row",
    "alter-row",
    "retire-row",
    "page",
    "retire-page",
    "revert-page",
]
NAMES: Final[Mapping[str, str]] = Labels(
    {
        "set": gettext_noop("set or shift values"),
        "reset": gettext_noop("set values back to the default"),
        "define": gettext_noop("track something new"),
        "alter": gettext_noop("change what is tracked"),
        "reveal": gettext_noop("show hidden values to everybody"),
        "retire": gettext_noop("stop tracking"),
        "define-table": gettext_noop("make a table"),
        "alter-table": gettext_noop("change a table"),
        "retire-table": gettext_noop("remove a table"),
        "add-row": gettext_noop("add a row"),
        "alter-row": gettext_noop("rename or move a row"),
        "retire-row": gettext_noop("remove a row"),
        "page": gettext_noop("write a page"),
        "retire-page": gettext_noop("remove a page"),
        "revert-page": gettext_noop("return a page to how it was at submission"),
    }
)
DOTTED: Final = frozenset({"set", "reset", "define", "alter", "reveal", "retire"})
PAGE_STEPS: Final = frozenset({"page", "retire-page", "revert-page"})
# Which keys each kind of step has, besides "do"; those in the second set may be left out.
KEYS: Final[Mapping[str, tuple[frozenset[str], frozenset[str]]]] = {
    "set": (frozenset({"path", "of", "to"}), frozenset()),
    "reset": (frozenset({"path", "of"}), frozenset()),
    "define": (frozenset({"path", "scope", "definition"}), frozenset({"to"})),
    "alter": (frozenset({"path", "definition"}), frozenset({"invalid"})),
    "reveal": (frozenset({"path"}), frozenset()),
    "retire": (frozenset({"path"}), frozenset()),
    "define-table": (frozenset({"path", "definition"}), frozenset()),
    "alter-table": (frozenset({"path", "definition"}), frozenset()),
    "retire-table": (frozenset({"path"}), frozenset()),
    "add-row": (frozenset({"path", "name"}), frozenset({"order"})),
    "alter-row": (frozenset({"path", "of", "name"}), frozenset({"order"})),
    "retire-row": (frozenset({"path", "of"}), frozenset()),
    "page": (frozenset({"path", "name", "to"}), frozenset({"base"})),
    "retire-page": (frozenset({"path"}), frozenset()),
    "revert-page": (frozenset({"path"}), frozenset()),
}
GROUPS: Final[Mapping[str, str]] = Labels(
    {
        GAME: gettext_noop("the game"),
        "players": gettext_noop("every player"),
        "subjects": gettext_noop("every player but the emperor"),
        "idle": gettext_noop("every idle player"),
        "everyone": gettext_noop("every player, idle ones too"),
        "rows": gettext_noop("every row"),
    }
)
INVALID: Final[Mapping[str, str]] = Labels(
    {
        "law": gettext_noop("as the law says"),
        "keep": gettext_noop("stay, and are marked"),
        "default": gettext_noop("become the default"),
        "nearest": gettext_noop("become the nearest valid value"),
    }
)
"""What becomes of values that a changed definition makes invalid."""
_HOLDER = re.compile(r"(?:player|row):[1-9][0-9]{0,14}", re.ASCII)
_ROW_NAMED = "row="
MOST_HOLDERS: Final = 200
MOST_ORDER = 10_000


@dataclass(frozen=True, slots=True)
class PageWords:
    """What a page is called and says."""

    title: str = ""
    text: str = ""

    def as_json(self) -> dict[str, str]:
        return {"title": self.title, "text": self.text}


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `path` names a variable, table or page by its key; `of` says whose value, as holders or groups, or
    which rows ("row=Forest" by name); `to` is what is written in the field. `base` is the page that its author saw
    when they wrote it anew, None where they saw none."""

    do: Do
    path: str
    of: tuple[str, ...] = ()
    to: str = ""
    name: str = ""
    order: int | None = None
    scope: Scope = "player"
    definition: Definition | None = None
    table: TableDefinition | None = None
    invalid: str = "law"
    base: PageWords | None = None

    @staticmethod
    def set(path: str, of: tuple[str, ...], to: str) -> "Step":
        """The step that sets a value, or shifts it ("+5")."""
        return Step("set", path, of, to)

    def as_json(self) -> dict[str, object]:
        """The step as it is stored, readable by `read_step`."""
        value: dict[str, object] = {"do": self.do, "path": self.path}
        needed, free = KEYS[self.do]
        for key in sorted(needed | free - {"path"}):
            if key == "of":
                value["of"] = list(self.of)
            elif key == "definition":
                shown = self.definition or self.table
                value["definition"] = shown.as_json() if shown else {}
            elif key == "base":
                if self.base is not None:
                    value["base"] = self.base.as_json()
            elif key != "path" and (key in needed or getattr(self, key) not in ("", None)):
                value[key] = getattr(self, key)
        return value


@dataclass(frozen=True, slots=True)
class Restore:
    """Put one thing back to how an entry found it: for undoing. `id` is of what `about` says; `audience` is for whom
    the value was."""

    about: Literal["value", "variable", "table", "row", "page"]
    id: str
    holder: str
    to: object
    audience: Audience = "all"


def read_step(value: object) -> Step:
    """The step that sent JSON says. Raises ValueRefused with a sentence for its author."""
    if not isinstance(value, Mapping) or value.get("do") not in KEYS:
        raise ValueRefused(_("There is no such kind of step."))
    do: Do = value["do"]
    needed, free = KEYS[do]
    given = set(value) - {"do"}
    if given - needed - free or needed - given:
        raise ValueRefused(
            _("A step that would {do} has the keys {keys}.").format(
                do=NAMES[do], keys=", ".join(sorted(needed))
            )
        )
    defines_table = do in ("define-table", "alter-table")
    definition = value.get("definition")
    if "definition" in needed and not isinstance(definition, Mapping):
        raise ValueRefused(_("A definition is an object."))
    return Step(
        do=do,
        path=_path(value["path"], dotted=do in DOTTED),
        of=_of(value.get("of", []), do) if "of" in needed else (),
        to=_text(value.get("to", ""), PAGE_LENGTH if do == "page" else LONG_LENGTH, _("what it is set to")),
        name=_name(value.get("name", ""), do) if "name" in needed else "",
        order=_order(value.get("order")),
        scope=_scope(value.get("scope", "player")),
        definition=read_definition(definition) if definition is not None and not defines_table else None,
        table=read_table(definition) if definition is not None and defines_table else None,
        invalid=_invalid(value.get("invalid", "law")),
        base=_words(value["base"]) if "base" in value else None,
    )


def _text(value: object, most: int, what: str) -> str:
    if not isinstance(value, str):
        raise ValueRefused(_("In a step, {what} is a text.").format(what=what))
    if len(value) > most:
        raise ValueRefused(
            _("In a step, {what} has at most {most} characters.").format(what=what, most=thousands(most))
        )
    return value


def _path(value: object, *, dotted: bool) -> str:
    text = _text(value, 2 * NAME_LENGTH + 1, _("a key"))
    first, dot, second = text.partition(".")
    if dot and not dotted:
        raise ValueRefused(_("There is no point in the key of a table or page."))
    return f"{read_key(first)}.{read_key(second)}" if dot else read_key(first)


def _of(value: object, do: Do) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(one, str) for one in value):
        raise ValueRefused(_("A step says whose values or which rows it changes."))
    if len(value) > MOST_HOLDERS:
        raise ValueRefused(_("A step names at most {most} players or rows.").format(most=MOST_HOLDERS))
    for one in value:
        named = one.startswith(_ROW_NAMED) and 0 < len(one) - len(_ROW_NAMED) <= NAME_LENGTH
        if not (one in GROUPS or named or _HOLDER.fullmatch(one)):
            raise ValueRefused(_("A step names players, rows, the game, or a group of them."))
    if do not in ("set", "reset") and len(value) > 1:
        raise ValueRefused(_("One row at a time."))
    return tuple(dict.fromkeys(value))


def _name(value: object, do: Do) -> str:
    name = " ".join(_text(value, PAGE_TITLE_LENGTH if do == "page" else NAME_LENGTH, _("a name")).split())
    if not name:
        raise ValueRefused(_("A row or page has a name."))
    return name


def _words(value: object) -> PageWords:
    if not isinstance(value, Mapping) or set(value) != {"title", "text"}:
        raise ValueRefused(_("What a page said before has a title and a text."))
    return PageWords(
        title=_text(value["title"], PAGE_TITLE_LENGTH, _("the title that a page had")),
        text=_text(value["text"], PAGE_LENGTH, _("what a page said")),
    )


def _order(value: object) -> int | None:
    if value is None:
        return None
    if type(value) is not int or abs(value) > MOST_ORDER:
        raise ValueRefused(
            _("The place in the order is a whole number up to {most}.").format(most=thousands(MOST_ORDER))
        )
    return value


def _scope(value: object) -> Scope:
    if value == "player":
        return "player"
    if value == "game":
        return "game"
    if value == "row":
        return "row"
    raise ValueRefused(_("A variable is for each player, for the game, or for each row of a table."))


def _invalid(value: object) -> str:
    if isinstance(value, str) and value in INVALID:
        return value
    raise ValueRefused(_("Values that become invalid stay, become the default, or the nearest valid value."))
