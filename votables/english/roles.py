"""What belongs together in a clause: names to what is called so, first words to what begins with them. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from .clauses import VerbClause
from .grammar import Phrase
from .passages import UNITS

RULES = ("rule", "subrule", "section")


def merged(clauses: Sequence[VerbClause]) -> list[VerbClause]:
    """With "call it “X”" and "give it this text" as part of the clause that makes it."""
    merged_clauses: list[VerbClause] = []
    for clause in clauses:
        before = merged_clauses[-1] if merged_clauses else None
        if clause.verb in ("call", "give") and before is not None and before.verb in ("add", "create"):
            some = [_of_new(one, clause.verb) for one in clause.parts if not _is_it(one)]
            merged_clauses[-1] = VerbClause(
                before.verb, (*before.parts, *some), before.before, before.verb_words
            )
        else:
            merged_clauses.append(clause)
    return merged_clauses


def _of_new(part: Phrase, verb: str) -> Phrase:
    return replace(part, role="called") if verb == "call" and not part.role and part.names else part


def _is_it(part: Phrase) -> bool:
    return part.has("it") and not part.noun and part.text is None


def attached(clause: VerbClause) -> list[Phrase]:
    """The phrases of a clause, those that only say which is meant put into what they speak of."""
    phrases: list[Phrase] = []
    makes = clause.verb in ("add", "create")
    for part in clause.parts:
        if part.role == "called" and part.text is not None:
            place = _called(phrases, makes)
            if place is not None:
                phrases[place] = replace(phrases[place], names=part.names)
                continue
        elif part.role in ("starting", "ending") and part.text is not None:
            place = _last(phrases, UNITS)
            if place is not None:
                begun, ended = (part.text, "") if part.role == "starting" else ("", part.text)
                phrases[place] = replace(phrases[place], opening=begun, ending=ended)
                continue
        elif part.role == "having" and part.text is not None and not (makes and part.body):
            place = _last(phrases, (*UNITS, "text"))
            if place is not None:
                phrases[place] = replace(phrases[place], names=part.names, body=part.body)
                continue
        phrases.append(part)
    return phrases


def _called(phrases: list[Phrase], makes: bool) -> int | None:
    """The place of the rule that is called so: the last one without a name, but for a number that names it already."""
    places = [at for at, one in enumerate(phrases) if one.noun in RULES and not one.names]
    if not places:
        return None
    if makes and len(places) > 1 and phrases[places[-1]].number:
        return next((at for at in reversed(places) if not phrases[at].number), None)
    return places[-1]


def _last(phrases: list[Phrase], nouns: tuple[str, ...]) -> int | None:
    places = [
        at for at, one in enumerate(phrases) if one.noun in nouns and one.text is None and not one.opening
    ]
    return places[-1] if places else None
