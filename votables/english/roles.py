"""What belongs together in a clause: names to what is called so, first words to what begins with them. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from .clauses import VerbClause
from .grammar import Phrase
from .passages import UNITS

RULES = ("rule", "subrule", "section")
TAKEN_AWAY = Phrase(mood="taken_away")  # what is replaced goes as a whole


def merged(clauses: Sequence[VerbClause]) -> list[VerbClause]:
    """With "call it “X”" and "give it this text" as part of the clause that makes it, and "replace it with" as part of
    the one that takes it away."""
    merged_clauses: list[VerbClause] = []
    for clause in clauses:
        before = merged_clauses[-1] if merged_clauses else None
        if (
            clause.verb in ("call", "give")
            and before is not None
            and before.verb in ("add", "create", "copy")
        ):
            some = [_of_new(one, clause.verb) for one in clause.parts if not _is_it(one)]
            merged_clauses[-1] = VerbClause(
                before.verb, (*before.parts, *some), before.before, before.verb_words
            )
        elif before is not None and before.verb in ("remove", "repeal") and _replaces_that(clause, before):
            parts = [one for one in clause.parts if not _is_it(one)]
            merged_clauses[-1] = VerbClause(
                clause.verb, (*before.parts, *parts, TAKEN_AWAY), before.before, clause.verb_words
            )
        else:
            merged_clauses.append(clause)
    return merged_clauses


def _replaces_that(clause: VerbClause, before: VerbClause) -> bool:
    """Whether a clause says only what takes the place of what the one before it takes away: "delete rule 1, and replace
    it with …"."""
    objects = [one for one in before.parts[before.before :] if not one.role and not one.mood]
    if clause.verb != "replace" or len(objects) != 1 or any(one.body for one in before.parts):
        return False
    parts = [one for one in clause.parts if not _is_it(one)]
    news = [one for one in parts if one.role == "with" and (one.text is not None or one.has("following"))]
    return len(news) == 1 and all(one.role == "in" or one in news or one.body is not None for one in parts)


def _of_new(part: Phrase, verb: str) -> Phrase:
    return replace(part, role="called") if verb == "call" and not part.role and part.names else part


def _is_it(part: Phrase) -> bool:
    return part.has("it") and not part.noun and part.text is None


def attached(clause: VerbClause) -> list[Phrase]:
    """The phrases of a clause, those that only say which is meant put into what they speak of."""
    phrases: list[Phrase] = []
    makes = clause.verb in ("add", "create", "give")
    for part in _taken_apart(clause):
        before = phrases[-1] if phrases else None
        if part.noun == "rules_of" and part.names:
            part = replace(part, noun="rule")
        if part.role == "called" and (part.text is not None or (part.names and not makes)):
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
            place = _last(phrases, (*UNITS, "text"), role="" if makes else None)
            if place is not None:
                phrases[place] = replace(phrases[place], names=part.names, body=part.body)
                continue
        elif before is not None and _is_of(part, before, clause.verb):
            if before.noun in ("row", "item"):
                phrases[-1] = replace(before, names=part.names)
            else:
                phrases[-1] = replace(before, home=part)
            continue
        phrases.append(part)
    return phrases


def _taken_apart(clause: VerbClause) -> list[Phrase]:
    """The phrases, what becomes of something as that ("“a” becomes “b”"), an end apart from the words that are put
    there, and a quotation that stands before "it" in its place."""
    phrases: list[Phrase] = []
    has_result = clause.verb not in ("replace", "change") or any(
        one.role in ("with", "to", "read", "by", "so_that") and one.text is not None for one in clause.parts
    )
    for at, part in enumerate(clause.parts):
        if part.role == "having" and not has_result and part.role_words.startswith("with "):
            part = replace(part, role="with")  # "replace it with the text “a”"
        if clause.verb_words in BECOMES and at >= clause.before and not part.role and not part.mood:
            part = replace(part, role="to")
        if part.noun in ("end", "start") and part.names:
            phrases += [replace(part, names=()), replace(_PLAIN, names=part.names)]
        elif _is_it(part) and not part.role and (quoted := _quoted_before(phrases, clause)) is not None:
            phrases[quoted] = replace(phrases[quoted], which=(("all", "all"),))
        else:
            phrases.append(part)
    return phrases


BECOMES = ("becomes", "become")
_PLAIN = Phrase()


def _quoted_before(phrases: list[Phrase], clause: VerbClause) -> int | None:
    """The place of the words of which a clause says before its verb that they stand there: "wherever the ruleset says
    “a”, replace it"."""
    if "throughout" not in [one.mood for one in phrases] or clause.verb not in (
        "replace",
        "change",
        "remove",
    ):
        return None
    return next((at for at, one in enumerate(phrases) if one.is_bare and not one.role), None)


def _is_of(part: Phrase, before: Phrase, verb: str) -> bool:
    """Whether a phrase says of which one the one before it is: the row for X, the subrule “Y” of X."""
    if part.role != "in" or part.after or part.body is not None:
        return False
    if before.noun in ("row", "item") and part.role_words in ("for", "of") and part.is_bare:
        return (
            before.text is None
            and not before.number
            and part.names[0].kind in ("name", "quote", "strong")
            and (part.names[0].of == "part" or part.role_words == "for")
        )
    is_source = part.role_words in ("from", "out of") and verb in ("remove", "repeal")
    if verb in ("add", "create", "give") or not (is_source or part.role_words in _INSIDE):
        return False
    if not (part.names or part.number) or not before.names:
        return False
    return before.noun == "subrule" and part.noun in ("", *RULES)


_INSIDE = ("of", "in", "under", "within", "inside")


def _called(phrases: list[Phrase], makes: bool) -> int | None:
    """The place of the rule that is called so: the last one without a name, but for a number that names it already."""
    places = [at for at, one in enumerate(phrases) if one.noun in RULES and not one.names]
    if not places:
        return None
    if makes and len(places) > 1 and phrases[places[-1]].number:
        return next((at for at in reversed(places) if not phrases[at].number), None)
    return places[-1]


def _last(phrases: list[Phrase], nouns: tuple[str, ...], role: str | None = None) -> int | None:
    places = [
        at
        for at, one in enumerate(phrases)
        if one.noun in nouns and one.text is None and not one.opening and role in (None, one.role)
    ]
    return places[-1] if places else None
