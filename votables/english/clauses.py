"""Phrases round their verbs: on what a sentence hangs, and what it orders, clause by clause. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .grammar import Phrase, Word

Items = Sequence[Phrase | Word]


@dataclass(frozen=True, slots=True)
class VerbClause:
    """A verb ("" for none) and the phrases around it; `before` of them stand before it."""

    verb: str
    parts: tuple[Phrase, ...]
    before: int = 0
    verb_words: str = ""


@dataclass(frozen=True, slots=True)
class OrderedClauses:
    """What a sentence orders: `clauses`, if `condition` holds (or, negated, if not), else `otherwise`."""

    clauses: tuple[VerbClause, ...]
    condition: tuple[Phrase | Word, ...] = ()
    negated: bool = False
    otherwise: tuple[VerbClause, ...] = ()


def order(items: Items) -> OrderedClauses | None:
    """What the phrases of a sentence order; None where they are in no such order as has a meaning."""
    rest = list(items)
    condition: list[Phrase | Word] = []
    negated = False
    if rest and isinstance(rest[0], Word) and rest[0].kind in ("if", "unless"):
        negated = rest[0].kind == "unless"
        end = _end_of_condition(rest)
        condition, rest = rest[1 : max(end - 1, 0)], rest[end:]
        if not rest or not condition:
            return None
    rest, otherwise, is_known = _otherwise(rest)
    if not is_known:
        return None
    if not condition and (trailing := _trailing_condition(rest)):
        condition, negated, rest = trailing
    if condition and otherwise and rest and all(_says_nothing(one) for one in rest):
        rest = []
    if any(isinstance(one, Word) and one.what == "claim" for one in (*rest, *otherwise)):
        return None
    clauses = _clauses(rest)
    if not clauses and not (condition and otherwise and not rest):
        return None
    return OrderedClauses(clauses, tuple(condition), negated, _clauses(otherwise))


def _says_nothing(item: Phrase | Word) -> bool:
    return isinstance(item, Word) and (item.kind == "nothing" or item.what == "join")


def _end_of_condition(rest: list[Phrase | Word]) -> int:
    """The first comma or "then" after a claim; what claims by "that reads" has none of its own."""
    claimed = False
    for place, one in enumerate(rest[1:], start=1):
        if isinstance(one, Word):
            claimed = claimed or one.what == "claim"
            if claimed and one.what == "join" and place > 1 and not _claims_more(rest, place):
                return place + 1
    return 0


def _claims_more(rest: list[Phrase | Word], place: int) -> bool:
    """Whether an "and" joins another claim to a condition: "if there is X and there is no Y, …"."""
    if not isinstance(rest[place], Word) or rest[place].kind != "and":  # type: ignore[union-attr]  # a word
        return False
    for one in rest[place + 1 :]:
        if isinstance(one, Word):
            return one.what == "claim"
    return False


def _otherwise(rest: list[Phrase | Word]) -> tuple[list[Phrase | Word], list[Phrase | Word], bool]:
    places = [at for at, one in enumerate(rest) if isinstance(one, Word) and one.kind == "otherwise"]
    if not places:
        return rest, [], True
    if len(places) > 1:
        return rest, [], False
    end = places[0]
    other = [*rest[end + 1 :]]
    while other and isinstance(other[0], Word) and other[0].what == "join":
        other.pop(0)
    main = rest[:end]
    while main and isinstance(main[-1], Word) and main[-1].what == "join":
        main.pop()
    if other and isinstance(other[0], Word) and other[0].kind == "nothing":
        bodies = other[1:]
        if any(not (isinstance(one, Phrase) and one.body) for one in bodies):
            return rest, [], False
        return [*main, *bodies], [], True
    return main, other, bool(other)


def _trailing_condition(
    rest: list[Phrase | Word],
) -> tuple[list[Phrase | Word], bool, list[Phrase | Word]] | None:
    """ "… if the rule “X” exists" after what it is a condition of."""
    for place, one in enumerate(rest):
        if isinstance(one, Word) and one.kind in ("if", "unless"):
            bodies = [part for part in rest[place + 1 :] if isinstance(part, Phrase) and part.body]
            condition = [part for part in rest[place + 1 :] if not (isinstance(part, Phrase) and part.body)]
            main = rest[:place]
            while main and isinstance(main[-1], Word) and main[-1].what == "join":
                main.pop()
            return condition, one.kind == "unless", [*main, *bodies]
    return None


def _clauses(items: Items) -> tuple[VerbClause, ...]:
    verbs = [at for at, one in enumerate(items) if isinstance(one, Word) and one.what == "verb"]
    if not items:
        return ()
    if not verbs:
        return (_clause(items),)
    starts = [0]
    for before, here in zip(verbs, verbs[1:], strict=False):
        starts.append(_boundary(items, before, here))
    ends = [*starts[1:], len(items)]
    return tuple(_clause(items[start:end]) for start, end in zip(starts, ends, strict=True))


def _boundary(items: Items, before: int, here: int) -> int:
    """Where the clause of the verb at `here` begins: at what joins it to the one before; what stands between that and
    the verb leads up to it, as "in the rule X" does."""
    if here - before > 2 and _is_subject(items, here - 1):
        return here - 2
    boundary = here
    for at in range(here - 1, before, -1):
        one = items[at]
        if isinstance(one, Word):
            boundary = at
            if one.kind in ("and", "semicolon", "next"):
                break
        elif one.role not in ("in", "to", "after", "before", "as", "between"):
            break
    return boundary


def _is_subject(items: Items, place: int) -> bool:
    """Whether a phrase is that of which the verb behind it says what becomes of it: "… and “a” is changed"."""
    one, join = items[place], items[place - 1]
    is_bare = isinstance(one, Phrase) and one.is_bare and not one.role and one.body is None
    return is_bare and isinstance(join, Word) and join.kind in ("and", "comma", "semicolon", "next")


def _clause(items: Items) -> VerbClause:
    parts: list[Phrase] = []
    after: list[str] = []
    verb = verb_words = ""
    before = 0
    for one in items:
        if isinstance(one, Phrase):
            parts.append(replace(one, after=tuple(after)))
            after = []
        elif one.what == "verb":
            verb, verb_words, before, after = one.kind, one.words, len(parts), []
        else:
            after.append(one.kind)
    return VerbClause(verb, tuple(_joined(parts)), before, verb_words)


def separated(clause: VerbClause) -> list[VerbClause]:
    """A clause that orders the like several times, each time in all its parts, taken apart: "replace “a” with “b” in X
    and “c” with “d” in Y", "rename A as B and C as D"."""
    lead = clause.parts[: clause.before]
    groups: list[list[Phrase]] = [[]]
    for part in clause.parts[clause.before :]:
        begins = not part.role and not part.mood and {"and", "comma", "semicolon", "next"} & set(part.after)
        if begins and groups[-1] and any(one.role for one in groups[-1]):
            groups.append([])
        groups[-1].append(part)
    if len(groups) == 2 and _of_the_same(groups[1][0]) and "in" in [one.role for one in groups[0]]:
        return [replace(clause, parts=(*lead, *group)) for group in groups]
    roles = [tuple(one.role for one in group if not one.mood and one.role not in _NAMING) for group in groups]
    needed = "in" if clause.verb in ("replace", "change", "substitute") else ""
    if len(groups) < 2 or len(set(roles)) > 1 or needed not in roles[0] or roles[0][0]:
        return [clause]
    return [replace(clause, parts=(*lead, *group)) for group in groups]


_NAMING = ("called", "starting", "ending")


def _of_the_same(part: Phrase) -> bool:
    """ "… and its text", of what was just spoken of."""
    return part.has("it") and part.noun in ("text", "title")


def _joined(parts: list[Phrase]) -> list[Phrase]:
    """With a list of names after a noun in the plural as one phrase: "the rules “A”, “B” and “C”"."""
    joined: list[Phrase] = []
    place = 0
    while place < len(parts):
        part = parts[place]
        place += 1
        if place < len(parts) and _is_apposed(part, parts[place]):
            part = replace(part, names=parts[place].names)  # “rule 6, “Smuggling””
            place += 1
        called = part.role == "called" and bool(joined) and joined[-1].noun == "rule" and joined[-1].is_plural
        if part.names and (
            (part.noun and part.is_plural)
            or part.has("both")
            or part.has("all")
            or (called and not joined[-1].names)
        ):
            end = _end_of_list(parts, place)
            if end > place and not part.noun and part.role in ("in", "to"):
                part = replace(part, noun="rule", noun_words="rules")  # "in both “A” and “B”"
            part = replace(part, names=(*part.names, *(one.names[0] for one in parts[place:end])))
            place = end
        joined.append(part)
    return joined


def _is_apposed(part: Phrase, name: Phrase) -> bool:
    """Whether a name after a comma is that of the rule whose number stands before it."""
    return (
        part.noun in ("rule", "subrule", "")
        and not part.role
        and bool(part.number)
        and not part.names
        and not part.is_plural
        and name.after == ("comma",)
        and _is_listed(name)
        and name.names[0].kind in ("quote", "strong", "name", "bare")
    )


def _end_of_list(parts: list[Phrase], place: int) -> int:
    end = place
    while end < len(parts) and _is_listed(parts[end]):
        end += 1
        if "and" in parts[end - 1].after:
            return end
    return place


def _is_listed(part: Phrase) -> bool:
    return bool(part.after) and part.is_bare and not part.role and not part.which and part.body is None
