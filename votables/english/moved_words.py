"""Words moved from one place of the rules to another. Pure."""

from dataclasses import replace

from .amender import Amender, Parts, not_understood
from .atoms import Atom
from .grammar import Phrase
from .inserting import insert
from .passages import UNITS
from .rewording import remove, words_of
from .rule_references import find
from .scopes import scope


def is_of_text(parts: Parts, amender: Amender) -> bool:
    """Whether "move" means words of a rule, and not a rule."""
    moved = next((one for one in parts.rest if not one.role), None)
    if moved is None or moved.body is not None:
        return False
    if moved.noun in (*UNITS, "text"):
        return True
    return moved.is_bare and moved.names[0].kind == "quote" and not find(moved.text or "", amender.tree)


def move(parts: Parts, amender: Amender) -> None:
    """ "Move the last paragraph of X to the end of Y", "… after the first sentence": taken out there, put in here."""
    goal = next((at for at, one in enumerate(parts.rest) if at and _is_goal(one)), 0)
    source, rest = parts.rest[:goal], parts.rest[goal:]
    moved = next((one for one in source if not one.role), None)
    if moved is None or not rest or parts.moods:
        raise not_understood()
    noun = moved.noun if moved.noun in UNITS else ""
    if noun not in ("paragraph", "item", "row") and not any(_is_exact(one) for one in rest):
        raise not_understood()
    where = scope(looked_at := Parts(list(source)), amender)
    words = words_of(moved, where, amender)
    looked_at.rest = [one for one in looked_at.rest if one is not moved]
    looked_at.check_all_taken()
    if any(one.noun in UNITS and (one.number or one.which) and not one.has("it") for one in rest):
        if not any(one.names and find(one.text or "", amender.tree) for one in rest):
            raise not_understood()  # counted with what is moved, or without it
    remove(Parts(list(source)), amender)
    amender.unit = ""
    content = Phrase(noun=noun, noun_words=moved.noun_words, body=Atom("body", words, 0, 0))
    rest = [replace(one, which=()) if one.noun == "list" and one.has("it") else one for one in rest]
    insert(Parts([content, *rest]), amender, "add")


def _is_goal(part: Phrase) -> bool:
    return part.role in ("to", "after", "before", "between") or part.noun in ("end", "start")


def _is_exact(part: Phrase) -> bool:
    return part.role in ("after", "before", "between") or part.noun in ("end", "start")
