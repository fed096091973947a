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
        if before is not None and before.verb in ("add", "create") and _says_its_text(clause):
            some = [replace(one, role="having") for one in clause.parts if one.text is not None]
            merged_clauses[-1] = replace(before, parts=(*before.parts, *some))
        elif (
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
        elif before is not None and before.verb in ("remove", "repeal") and _puts_in_place(clause, before):
            parts = [_as_result(one) for one in clause.parts if one.mood != "in_its_place"]
            merged_clauses[-1] = VerbClause(
                "replace", (*before.parts, *parts, TAKEN_AWAY), before.before, "replace"
            )
        elif before is not None and _goes_on(clause, before):
            parts = [one for one in clause.parts if not _is_it(one)]
            merged_clauses[-1] = VerbClause(
                clause.verb, (*before.parts, *parts), before.before, clause.verb_words
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
    news = [
        one
        for one in parts
        if one.role == "with" and (one.text is not None or one.has("following") or one.noun == "rule")
    ]
    roles = ("in", "called", "having", "read") if news and news[0].noun == "rule" else ("in",)
    is_named = bool(news) and news[0].noun == "rule"
    return len(news) == 1 and all(
        one.role in roles or one in news or one.body is not None or (is_named and one.is_bare)
        for one in parts
    )


def _says_its_text(clause: VerbClause) -> bool:
    """Whether a clause says the text of what was just made: "set its text to …"."""
    texts = [one for one in clause.parts if one.text is not None]
    rest = [one for one in clause.parts if one.text is None]
    is_its = len(rest) == 1 and rest[0].noun == "text" and rest[0].has("it") and not rest[0].role
    return (
        clause.verb in ("set", "change", "add", "create")
        and is_its
        and len(texts) == 1
        and texts[0].role == "to"
    )


def _puts_in_place(clause: VerbClause, before: VerbClause) -> bool:
    """Whether a clause puts words where the one before it takes some out: "… and insert “b” in its place"."""
    if clause.verb != "add" or not any(one.mood == "in_its_place" for one in clause.parts):
        return False
    objects = [one for one in before.parts[before.before :] if not one.role and not one.mood]
    put = [one for one in clause.parts if one.mood != "in_its_place"]
    is_text = len(put) == 1 and (put[0].text is not None) and put[0].role in ("", "having")
    return is_text and len(objects) == 1 and objects[0].noun not in ("rule", "subrule")


def _as_result(part: Phrase) -> Phrase:
    return replace(part, role="with", role_words="with")


def _goes_on(clause: VerbClause, before: VerbClause) -> bool:
    """Whether a clause says what becomes of what the one before it only names: "fix “a” by changing it to “b”"."""
    if not {clause.verb, before.verb} <= {"change", "replace"} or clause.before:
        return False
    has_result = any(one.role in ("with", "to", "read", "by", "so_that") or one.body for one in before.parts)
    return not has_result and bool(clause.parts) and _is_it(clause.parts[0]) and not clause.parts[0].role


def _of_new(part: Phrase, verb: str) -> Phrase:
    return replace(part, role="called") if verb == "call" and not part.role and part.names else part


def _is_it(part: Phrase) -> bool:
    return part.has("it") and not part.noun and part.text is None


def attached(clause: VerbClause) -> list[Phrase]:
    """The phrases of a clause, those that only say which is meant put into what they speak of."""
    phrases: list[Phrase] = []
    makes = clause.verb in ("add", "create", "give", "prepend")
    for part in _taken_apart(clause):
        before = phrases[-1] if phrases else None
        if part.noun == "rules_of" and part.names:
            part = replace(part, noun="rule")
        listed = _last(phrases, _LISTED)
        if part.role == "called" and part.names and listed is not None and _calls_list(part):
            phrases[listed] = replace(phrases[listed], names=part.names)
            continue
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
        elif part.role == "having" and part.names and before is not None and _is_told_by(part, before):
            phrases[-1] = replace(before, names=part.names)
            continue
        elif part.body is not None and not part.role and _is_found(phrases, clause):
            phrases[-1] = replace(phrases[-1], noun="text", noun_words="text", body=part.body)
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


def _is_told_by(part: Phrase, before: Phrase) -> bool:
    """Whether a quotation says which sentence or item is meant: "after the sentence that reads “a”"."""
    is_plain = (
        before.noun in UNITS
        and not before.which
        and not before.names
        and before.role in ("after", "before", "in")
    )
    return (
        is_plain
        and not part.after
        and part.role_words in ("that reads", "that says", "which reads", "which says", "reading")
    )


def _is_found(phrases: list[Phrase], clause: VerbClause) -> bool:
    """Whether a block is the words to be found: "replace the steps …, with …"."""
    if clause.verb not in ("replace", "change", "substitute") or not phrases:
        return False
    last = phrases[-1]
    has_result = any(one.role in ("with", "by", "to") and (one.body or one.names) for one in clause.parts)
    return (
        has_result
        and last.noun in UNITS
        and last.is_plural
        and not last.role
        and last.text is None
        and not last.which
    )


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


def _calls_list(part: Phrase) -> bool:
    return part.names[0].kind == "bare" or part.role_words in ("headed", "with heading", "under heading")


_LISTED = ("list", "table")
BECOMES = ("becomes", "become", "gives way to", "give way to", "makes way for", "turns into", "turn into")
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
    if not (part.names or part.number) or not (before.names or before.which_of("ordinal")):
        return False
    return before.noun == "subrule" and part.noun in ("", *RULES)


_INSIDE = ("of", "in", "under", "within", "inside")


def _called(phrases: list[Phrase], makes: bool) -> int | None:
    """The place of the rule that is called so: the last one without a name, but for a number that names it already."""
    places = [
        at for at, one in enumerate(phrases) if one.noun in RULES and not one.names and not one.has("same")
    ]
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
