"""The steps that change what is tracked, each a shape of its own told apart by its `op`, as definitions and changes of
matters take them; and how they are stored (see `gamestate.values.steps`)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import Field

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.web.api import Key, Sent, Text, one_of
from blognomic.web.api.shapes import SentPart, sent_shape
from gamestate.values.definitions import (
    AUDIENCES,
    DEFAULT_LENGTH,
    DESCRIPTION_LENGTH,
    FORMULA_LENGTH,
    KINDS,
    LARGEST_ORDER,
    LONG_LENGTH,
    LOOKS,
    MOST_ACROSS,
    MOST_CHOICES,
    MOST_ITEMS,
    MOST_PLACES,
    NAME_LENGTH,
    PAGE_LENGTH,
    PAGE_TITLE_LENGTH,
    RETURNS,
    WHY_LENGTH,
    Above,
    Audience,
    Below,
    Kind,
    Look,
    OnReturn,
)
from gamestate.values.state import Scope
from gamestate.values.steps import GROUPS, INVALID, KEYS, MOST_HOLDERS, MOST_ORDER, NAMES

# What a stored step calls what would be a word of the language in which a client is written.
STORED = {"op": "do", "seen": "base", "default_value": "default", "official_type": "type"}
TOLD = {stored: public for public, stored in STORED.items()}
Order = Annotated[int, Field(ge=-LARGEST_ORDER, le=LARGEST_ORDER)]
Bound = Annotated[int, Field(ge=-(10**30), le=10**30)] | Annotated[Text, Field(max_length=40)] | None
Written = Annotated[Text, Field(max_length=FORMULA_LENGTH)]
ORDER = "Its place among the others, by number."
DESCRIPTION = "What it is, in Markdown."
RULE = "The key of the rule that it comes from."


def _listed(words: Mapping[str, str]) -> str:
    """What the words of a part mean, in a sentence."""
    with in_the_games_language():
        return "; ".join(f"`{word}`: {words[word]}" for word in words) + "."


class NamedDefinition(Sent):
    """What all that is tracked says."""

    name: Text = Field(min_length=1, max_length=NAME_LENGTH, description="What the rules call it.")
    description: Text = Field("", max_length=DESCRIPTION_LENGTH, description=DESCRIPTION)
    rule: Key | None = Field(None, description=RULE)
    order: Order = Field(0, description=ORDER)


class TableDefinition(NamedDefinition):
    """What a table of rows is. Its columns are variables of their own."""

    look: Look = Field("", description=f"As what it is drawn; empty for a table alone. {_listed(LOOKS)}")
    across: int = Field(0, ge=0, le=MOST_ACROSS, description="How many rows stand side by side; 0: as usual.")
    x: Text = Field("", max_length=NAME_LENGTH, description="The key of the column that says how far right.")
    y: Text = Field("", max_length=NAME_LENGTH, description="The key of the column that says how far down.")
    links: Text = Field(
        "", max_length=NAME_LENGTH, description="The key of the column that names the connected rows."
    )


class VariableDefinition(NamedDefinition):
    """What a variable can hold. Parts that do not apply to its kind are ignored."""

    kind: Kind = Field(description=_listed(KINDS))
    places: int = Field(0, ge=0, le=MOST_PLACES, description="How many decimal places it keeps.")
    default_value: Text = Field(
        "", max_length=DEFAULT_LENGTH, description="As typed; a formula begins with `=`."
    )
    floor: Bound = Field("0", description="The lowest number; null for none.")
    ceiling: Bound = Field(None, description="The highest number; null for none.")
    below: Below = Field(
        "law", description="What happens to a lower value: it is refused, set, or as the law says."
    )
    above: Above = Field("refuse", description="What happens to a higher value: it is refused, or set.")
    choices: list[Text] = Field([], max_length=MOST_CHOICES, description="What can be chosen.")
    blank: bool = Field(False, description="Whether it can be blank, or a list empty.")
    most: int = Field(MOST_ITEMS, ge=1, le=MOST_ITEMS, description="The most items of a list.")
    twice: bool = Field(False, description="Whether a list can contain an item twice.")
    refers: Text = Field("", max_length=NAME_LENGTH, description="The key of the table whose rows it names.")
    audience: Audience = Field("all", description=_listed(AUDIENCES))
    on_return: OnReturn = Field("law", description=_listed(RETURNS))
    formula: Written = Field("", description="It computes the values; nobody sets them.")
    floor_formula: Written = Field("", description="A lowest number for each holder, beside `floor`.")
    ceiling_formula: Written = Field("", description="A highest number for each holder, beside `ceiling`.")
    seen_when: Written = Field(
        "", description="A condition on `viewer` and `owner` under which others see a hidden value, too."
    )
    must: Written = Field("", description="A condition that each holder must meet after the change.")
    why: Text = Field("", max_length=WHY_LENGTH, description="What players read when it is not met.")


class PageSeen(Sent):
    """A page as its author saw it."""

    title: Text = Field(max_length=PAGE_TITLE_LENGTH, description="What it was called.")
    text: Text = Field(max_length=PAGE_LENGTH, description="What it said.")


# The parts of steps by their names in `gamestate.values.steps.KEYS`: what each is, and what it says.
PARTS: Mapping[str, tuple[Any, str]] = {
    "path": (
        Annotated[Text, Field(max_length=2 * NAME_LENGTH + 1)],
        "A key; of a column of a table `table.column`.",
    ),
    "of": (
        Annotated[list[Text], Field(min_length=1, max_length=MOST_HOLDERS)],
        f"Whose value, or which row: `player:12`, `row:3`, `row=Forest`, or a group. {_listed(GROUPS)}",
    ),
    "to": (
        Annotated[Text, Field(max_length=LONG_LENGTH)],
        "The value as you type it: `5`, `+2`, `=2 * heat`, a text.",
    ),
    "name": (Annotated[Text, Field(min_length=1, max_length=PAGE_TITLE_LENGTH)], "What it is called."),
    "order": (Annotated[int, Field(ge=-MOST_ORDER, le=MOST_ORDER)], ORDER),
    "scope": (Scope, "What has a value of it."),
    "definition": (VariableDefinition, "All that it says."),
    "invalid": (Literal[tuple(INVALID)], f"What becomes of values that do not fit it. {_listed(INVALID)}"),
    "base": (PageSeen, "The page that you saw; left out if there was none."),
}
OF_TABLES = {"definition": (TableDefinition, "All that it says.")}
OF_PAGES = {"to": (Annotated[Text, Field(max_length=PAGE_LENGTH)], "What it says, in Markdown.")}


def step_shape(op: str, words: object, parts: Mapping[str, SentPart], *, noun: str = "Step") -> type[Schema]:
    """The shape of a step that is called `op` and would do what `words` say, of these parts as they are stored:
    "end-dynasty" is an EndDynastyStep."""
    with in_the_games_language():
        about = str(words)
    name = "".join(part.capitalize() for part in op.split("-")) + noun
    return sent_shape(op, about, {TOLD.get(part, part): each for part, each in parts.items()}, name=name)


def _shape(do: str) -> type[Schema]:
    needed, free = KEYS[do]
    own = OF_TABLES if do.endswith("-table") else OF_PAGES if do == "page" else {}
    parts = {
        name: SentPart(*{**PARTS, **own}[name], None if name in free else ...)
        for name in PARTS
        if name in needed | free
    }
    return step_shape(do, NAMES[do], parts)


SHAPES = {do: _shape(do) for do in KEYS}
"""The shape of each step, by its `op`."""
Tracking = one_of("Tracking", SHAPES.values())


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """What is sent or stored, with the parts of objects called otherwise."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(each, names) for key, each in value.items()}
    return [renamed(each, names) for each in value] if isinstance(value, list) else value


def stored_step(step: Schema) -> dict[str, Any]:
    """A step as it is stored, from its shape."""
    sent = step.dict(mode="json", exclude_unset=True)
    return renamed(
        {name: each for name, each in sent.items() if each is not None or name == "player"}, STORED
    )
