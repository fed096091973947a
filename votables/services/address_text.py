"""What the text of an Ascension Address says, beside what its fields say: what the fields leave open is as the text has
it, and where both say something they say the same."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Annotated, Any

from django.utils.translation import gettext as _

from blognomic.web.errors import NeedsConfirmation
from gamestate.values.state import State
from ruleset.text.synonyms import Words
from ruleset.text.tree import Tree
from votables.changes.in_english import TextReading
from votables.english.ascension_address import AddressReading, AddressScene, read_address, with_plurals

from .ascending import Address

# The parts of an address that its text may say, too.
PARTS = ("words", "keep", "special_cases", "keep_tracked", "pages")


class AddressNotClear(NeedsConfirmation):
    """Something must be asked about the text of an address, or it says otherwise than the fields. Sent once more as it
    is, the fields count."""

    def __init__(self, text: str, reading: AddressReading, otherwise: Collection[str]):
        if reading.questions:
            sentence = _(
                "Part of the address is not clear. Reword it, or send it again as it is: then only "
                "the fields count."
            )
        else:
            sentence = _(
                "The address and the fields disagree about this: {parts}. Change one of them, or "
                "send it again as it is: then the fields count."
            ).format(parts=", ".join(otherwise))
        super().__init__(sentence, rule="")
        self.reading = TextReading(text, (), reading.questions)


@dataclass(frozen=True, slots=True)
class KeepableThing:
    """A variable, table or page of gamestate."""

    key: str
    name: str
    what: Annotated[str, "`variable`, `table` or `page`."]


def tracked_things(state: State) -> list[KeepableThing]:
    """What is tracked and may be kept: the tables, the variables that are no columns of theirs, the pages."""
    return [
        *(KeepableThing(each.key, each.definition.name, "table") for each in state.tables.values()),
        *(KeepableThing(each.key, each.definition.name, "variable") for each in state.columns_of("")),
        *(KeepableThing(each.key, each.title, "page") for each in state.pages.values()),
    ]


def reading_of_address(text: str, *, tree: Tree, words: Words, keeps: str, state: State) -> AddressReading:
    """What the text says of these rules, under a law that `keeps` "all" or "none" of those that it does not name, and
    of what is tracked. `words` are those in force. No query."""
    terms = {name: getattr(words, name) for name in ("player", "players", "emperor", "emperors")}
    tracked = {each.key: each.name for each in tracked_things(state)}
    scene = AddressScene(tree, terms, all_stay=keeps == "all", tracked=tracked)
    return read_address(text, scene)


def with_text(
    address: Address, text: str, reading: AddressReading, *, given: Collection[str], words: Words, sure: bool
) -> Address:
    """The address with what its text says of the parts (of PARTS) that are not `given` by fields, and with its new
    rules. `words` are those of before. Raises AddressNotClear where the text is not clear, or says otherwise than what
    is given, unless the author is `sure`: then it says nothing of that."""
    if reading.questions and not sure:
        raise AddressNotClear(text, reading, ())
    old = {name: getattr(words, name) for name in ("player", "players", "emperor", "emperors")}
    of_text: dict[str, Any] = {
        "words": Words(**with_plurals(reading.words, old)) if reading.words else None,
        "keep": reading.keep,
        "special_cases": reading.special_cases or None,
        "keep_tracked": reading.keep_tracked,
        "pages": list(reading.pages) or None,
    }
    differ = [part for part in PARTS if part in given and of_text[part] not in (None, getattr(address, part))]
    if differ and not sure:
        raise AddressNotClear(text, reading, [_names()[part] for part in differ])
    open_parts: dict[str, Any] = {
        part: of_text[part] for part in PARTS if part not in given and of_text[part] is not None
    }
    return replace(address, **open_parts, rules=reading.rules)


def _names() -> dict[str, str]:
    return {
        "words": _("what people are called"),
        "keep": _("the dynastic rules that stay"),
        "special_cases": _("special cases"),
        "keep_tracked": _("what stays tracked"),
        "pages": _("new tracking pages"),
    }
