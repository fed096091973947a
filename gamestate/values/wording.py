"""What a definition says, in words for people. Pure."""

from fractions import Fraction

from gamestate.values.definitions import (
    AUDIENCES,
    KINDS,
    LISTS,
    NUMBERS,
    RETURNS,
    Definition,
    TableDefinition,
)
from gamestate.values.texts import items_text, plain_number


def in_words(definition: Definition) -> list[str]:
    """What may be in a variable and what becomes of it, one thing after the other: "whole number", "at least 0"."""
    kind = KINDS[definition.kind]
    said = [f"{kind} with {definition.places} places" if definition.kind == "decimal" else kind]
    if definition.kind in NUMBERS:
        said += _bounds(definition)
    if definition.choices:
        said.append(f"of: {', '.join(definition.choices)}")
    if definition.kind in LISTS:
        said.append(
            f"at most {items_text(definition.most)}{', also the same twice' if definition.twice else ''}"
        )
    if definition.refers:
        said.append(f"of the table {definition.refers}")
    if definition.blank != (definition.kind in LISTS):
        said.append("may be left blank" if definition.blank else "never empty")
    if definition.default:
        said.append(f"default {definition.default}")
    if definition.audience != "all":
        said.append(f"seen by {AUDIENCES[definition.audience]}")
    if definition.on_return != "law":
        said.append(f"{RETURNS[definition.on_return]} when its player comes back from idle")
    if definition.description:
        said.append(definition.description)
    return said


def table_in_words(definition: TableDefinition) -> list[str]:
    """The same of a table of rows."""
    return ["table of rows", *([definition.description] if definition.description else [])]


def _bounds(definition: Definition) -> list[str]:
    said = []
    if definition.floor is not None:
        below = {"law": "", "set": ", set to it below", "refuse": ", refused below"}[definition.below]
        said.append(f"at least {plain_number(Fraction(definition.floor))}{below}")
    if definition.ceiling is not None:
        above = {"set": ", set to it above", "refuse": ""}[definition.above]
        said.append(f"at most {plain_number(Fraction(definition.ceiling))}{above}")
    return said or ["of any size, also below zero"]
