"""The classified words of a sentence put as the grammar takes them: names behind what they name, unquoted names as one
word, words that only join or set off left out. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from . import atoms
from .word_classes import VERBS

ClassedWord = tuple[str, atoms.Atom]

_ARTICLE = re.compile(r"\b(?:The|An?)\s+\Z")
_NOUNS = ("RULE", "SUBRULE", "CALLED", "NUMBER", "SENTENCE", "PARAGRAPH", "TEXT", "NEW", "CREATE", "ADD")
_COUNTED = ("SENTENCE", "PARAGRAPH", "ITEM", "ROW", "LIST", "TABLE", "RULE", "SUBRULE")
_NAMES = ("QUOTE", "STRONG", "NAME", "PART")
_TARGETS = ("QUOTE", "STRONG", "TEXT", "SENTENCE", "PARAGRAPH", "ITEM", "ORDINAL")
_PARTS = ("ROW", "ITEM", "COLUMN")
_NOTHING = atoms.Atom("word", "", 0, 0)
_ENDS = ("", "COMMA", "AND", "SEMICOLON", "NEXT")


def rearranged(words: Sequence[ClassedWord], source: str) -> list[ClassedWord]:
    """The words as the grammar takes them. `source` is the instruction: articles are part of a name."""
    some = _names_first(_possessives(with_bare_names(list(words), source)))
    for turn in (
        _changes_told,
        _once_there,
        _in_all_rules,
        _block_told,
        _before_subrules,
        _negated,
        _verbless,
        _led_pairs,
        _made_edits,
        _changed_so,
        _takes_the_place,
        _onto,
        _gains_and_losses,
        _so_is,
        _instead,
        _where_it_says,
        _new_texts,
        _swapped_for,
        _named_before,
        _asides,
        _wholes,
        _ups_and_downs,
        _described_lists,
        _edge_verbs,
        _wherever,
        _numbers,
        _so_that,
        _for_read,
        _homes_aside,
        _trailing_throughout,
    ):
        some = turn(some)
    return list(_plain(_with_nouns(_appositions(_switches(some))), source))


def with_bare_names(words: list[ClassedWord], source: str) -> list[ClassedWord]:
    """With a name that stands unquoted after "called", or after "to" where something is renamed, as one word."""
    with_names: list[ClassedWord] = []
    place = 0
    while place < len(words):
        kind, token = words[place]
        naming = bool(with_names) and (
            with_names[-1][0] in ("CALLED", "CALL")
            or _renames(with_names)
            or (kind == "WORD" and _makes(with_names, token))
        )
        capital = token.kind in ("word", "name") and token.text[:1].isupper()
        end = _end_of_name(words, place, source) if naming and capital else place
        if end > place and not (kind == "NAME" and end == place + 1):
            last = words[end - 1][1]
            article = _ARTICLE.search(source[max(0, token.start - 6) : token.start])
            start = token.start - (len(article[0]) if article else 0)
            with_names.append(
                ("BARE", atoms.Atom("bare", " ".join(source[start : last.end].split()), start, last.end))
            )
            place = end
        else:
            with_names.append(words[place])
            place += 1
    return with_names


def _makes(before: list[ClassedWord], token: atoms.Atom) -> bool:
    """Whether a name may follow: "add a rule Bonfire Night"."""
    if before[-1][0] not in ("RULE", "SUBRULE") or before[-1][1].lower.endswith("s") or token.kind != "word":
        return False
    rest = [kind for kind, _ in before[:-1] if kind not in ("NEW", "UNQUOTED")]
    return rest in (["ADD"], ["CREATE"])


def _renames(before: list[ClassedWord]) -> bool:
    return before[-1][0] in ("TO", "AS") and any(kind == "RENAME" for kind, _ in before)


def _end_of_name(words: list[ClassedWord], place: int, source: str) -> int:
    """Up to the last capital word before words that are none, in one sentence; small ones may stand between two
    capitals."""
    end = at = place
    while at < len(words) and words[at][1].kind in ("word", "name"):
        if at > place and re.search(r"[.!?:;](?=\s)", source[words[at - 1][1].end : words[at][1].start + 1]):
            break
        if words[at][1].text[:1].isupper() and words[at][0] not in ("RULES_OF", "RULE"):
            end = at + 1
        elif words[at][1].lower not in ("of", "and", "in", "on", "for", "with", "or", "to", "from", "by"):
            break
        at += 1
    return end


def _negated(words: list[ClassedWord]) -> list[ClassedWord]:
    """With the "if there is not" with which a sentence begins as a condition, and not as "otherwise"."""
    if len(words) < 2 or words[0][0] != "OTHERWISE" or words[0][1].lower != "if there is not":
        return words
    return [("IF", words[0][1]), ("THERE_IS_NOT", words[0][1]), *words[1:]]


def _edge_verbs(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "end the rule X with" as "add to the end of the rule X"."""
    kind, token = words[0] if words else ("", _NOTHING)
    for at in range(2, min(5, len(words) - 1)):
        if (
            words[at][1].lower == "begin"
            and words[at + 1][0] == "WITH"
            and kind in ("RULE", "SUBRULE", *_NAMES)
        ):
            rest = [("HAVING", words[at + 1][1]), *words[at + 2 :]]
            return [("IN", _between(token, "in")), *words[:at], ("PREPEND", words[at][1]), *rest]
    names_it = _kind_at(words, 1) in ("RULE", "SUBRULE", "PARAGRAPH", "LIST", "ORDINAL", *_NAMES)
    if not names_it or token.lower not in ("begin", "start", "open", "end", "conclude", "close"):
        return words
    at = next((at for at, (one, _) in enumerate(words) if one == "WITH"), 0)
    if not at:
        return words
    verb, end = ("PREPEND", []) if token.lower in ("begin", "start", "open") else ("ADD", [("END", token)])
    where = [("IN", _between(token, "in")), *words[1:at]]
    return [(verb, token), *end, *where, ("HAVING", words[at][1]), *words[at + 1 :]]


def _wherever(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "wherever “a” appears in the rules, change it" as "everywhere in the rules “a”, change it"."""
    for at, (kind, token) in enumerate(words[:-2]):
        if kind != "WHEREVER":
            continue
        named = at + 1 + (words[at + 1][0] == "TEXT")
        if _kind_at(words, named) != "QUOTE" or _kind_at(words, named + 1) != "CONTAINS":
            return (
                [*words[:at], ("THROUGHOUT", token), *words[at + 1 :]]
                if token.lower == "everywhere"
                else words
            )
        there = words[named + 1][1]
        inside = [("IN", there)] if there.lower.endswith(" in") else []
        return [*words[:at], ("THROUGHOUT", token), *words[at + 1 : named + 1], *inside, *words[named + 2 :]]
    return words


def _numbers(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "steps 1, 2 and 3" as "step 1, step 2 and step 3"."""
    turned: list[ClassedWord] = []
    noun: ClassedWord | None = None  # in the plural, with numbers behind it
    for at, (kind, token) in enumerate(words):
        before = words[at - 1][0] if at else ""
        if kind in _COUNTED and token.lower.endswith("s") and _kind_at(words, at + 1) == "NUMBER":
            noun = (kind, atoms.Atom("word", token.text.removesuffix("s"), token.end, token.end))
        elif noun is not None and kind == "NUMBER" and before in ("COMMA", "AND"):
            turned.append(noun)
        elif kind not in ("NUMBER", "COMMA", "AND"):
            noun = None
        turned.append((kind, token))
    return turned


def _so_that(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "change the rule X so that “a” reads “b”" as "in the rule X, change “a” so that it reads “b”"."""
    at = next((at for at, (kind, _) in enumerate(words) if kind == "SO"), 0)
    verb = next((place for place in range(at) if _changes(words, place)), None)
    if verb is None or _kind_at(words, at + 1) not in _TARGETS:
        return words
    where = words[verb + 1 : at]
    if _kind_at(where, 0) != "IN":
        where = [("IN", _between(words[verb][1], "in")), *where]
    rest = [*words[at + 1 :]]
    has_verb = any(kind in VERBS for kind, _ in rest)
    return [*words[:verb], *where, ("COMMA", words[at][1]), *([] if has_verb else [words[verb]]), *rest]


def _changes(words: list[ClassedWord], place: int) -> bool:
    kind, token = words[place]
    return kind == "CHANGE" or (kind == "EDITS" and token.lower == "change" and _is_verb_here(words, place))


def _for_read(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "for “a” read “b”" as "replace “a” with “b”"."""
    if [kind for kind, _ in words if kind in VERBS] == ["CHANGE"]:
        turned = list(words)
        for at in range(len(turned) - 3, 0, -1):
            kinds = [kind for kind, _ in turned[at : at + 4]]
            if kinds == ["IN", "QUOTE", "READ", "QUOTE"] and turned[at][1].lower == "for":
                turned[at : at + 3] = [turned[at + 1], ("TO", turned[at + 2][1])]
        return turned
    for at, (kind, token) in enumerate(words):
        pattern = [one for one, _ in words[at : at + 4]]
        if kind == "IN" and token.lower == "for" and pattern[1:] == ["QUOTE", "READ", "QUOTE"]:
            if words[at + 2][1].lower == "read" and not any(one in VERBS for one, _ in words[:at]):
                put = ("WITH", words[at + 2][1])
                return [*words[:at], ("REPLACE", token), words[at + 1], put, *words[at + 3 :]]
    return words


def _homes_aside(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "the rule X (a subrule of Y)" as "the subrule X of Y"."""
    kinds = [kind for kind, _ in words]
    for at in range(1, len(words) - 4):
        if kinds[at : at + 3] not in (["OPEN", "SUBRULE", "IN"], ["COMMA", "SUBRULE", "IN"]):
            continue
        close = at + 4 + (kinds[at + 3] == "RULE")
        if kinds[close - 1] not in _NAMES or kinds[at - 1] not in _NAMES:
            continue
        if _kind_at(words, close) != {"OPEN": "CLOSE", "COMMA": "COMMA"}[kinds[at]]:
            continue
        noun = at - 2 if at > 1 and kinds[at - 2] in ("RULE", "SUBRULE") else at - 1
        rest = words[close + (kinds[at] == "OPEN") :]
        return [*words[:noun], words[at + 1], words[at - 1], *words[at + 2 : close], *rest]
    return words


def _is_name(words: Sequence[ClassedWord], place: int) -> bool:
    return _kind_at(words, place) in (*_NAMES, "PART", "NUMBER", "STARTING")


def _instead(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "use “b” instead of “a”" and "put “b” in place of “a”" as "substitute “b” for “a”", and "instead of “a”,
    write “b”" as "replace “a” with “b”"."""
    at = next((at for at, (kind, _) in enumerate(words) if kind == "INSTEAD_OF"), 0)
    rest = [one for one in words[at + 2 : at + 6] if one[0] not in ("COMMA", "IT")]
    if (
        _kind_at(words, at + 1) in ("QUOTE", "BODY")
        and rest
        and (rest[0][0] == "READ" or rest[0][1].lower in ("write", "put", "use"))
    ):
        if (
            words[at][0] == "INSTEAD_OF"
            and rest[1:]
            and rest[1][0] in ("QUOTE", "BODY")
            and rest[1] == words[-1]
        ):
            token = words[at][1]
            return [*words[:at], ("REPLACE", token), words[at + 1], ("WITH", rest[0][1]), rest[1]]
    if at < 2 or _kind_at(words, at - 1) not in ("QUOTE", "STRONG"):
        return words
    verb = next(
        (place for place in range(at) if words[place][0] == "ADD" or words[place][1].lower == "use"), None
    )
    if verb is None or any(kind in VERBS for place, (kind, _) in enumerate(words[:at]) if place != verb):
        return words
    put = [("SUBSTITUTE", words[verb][1]), *words[verb + 1 : at], ("IN", _between(words[at][1], "for"))]
    return [*words[:verb], *put, *words[at + 1 :]]


def _led_pairs(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "amend the rule X as follows: “a” → “b”" as "in the rule X, change “a” to “b”"."""
    if not words or words[0][0] != "CHANGE" or sum(kind in VERBS for kind, _ in words) != 1:
        return words
    at = 1 + (_kind_at(words, 1) in ("RULE", "SUBRULE"))
    at += _kind_at(words, at) == "NUMBER"
    at += _kind_at(words, at) in (*_NAMES, "NUMBER")
    led = _kind_at(words, at) in ("AS_FOLLOWS", "NEXT")
    while _kind_at(words, at) in ("AS_FOLLOWS", "NEXT", "COMMA", "IN"):
        at += 1
    if (
        at < 2
        or not led
        or _kind_at(words, at) != "QUOTE"
        or _kind_at(words, at + 1) not in ("TO", "READ", "WITH")
    ):
        return words
    thing = [one for one in words[1:at] if one[0] in ("RULE", "SUBRULE", "NUMBER", *_NAMES)]
    token = words[0][1]
    pairs = [("TO", one) if kind == "READ" else (kind, one) for kind, one in words[at:]]
    return [("IN", _between(token, "in")), *thing, ("COMMA", _between(token, ",")), words[0], *pairs]


def _made_edits(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "make these changes: “a” → “b”" as "do" them."""
    at = next(
        (at for at, (kind, token) in enumerate(words) if kind == "CREATE" and token.lower == "make"), None
    )
    if at is None or "EDITS" not in [kind for kind, _ in words[at + 1 : at + 6]]:
        return words
    kinds = [kind for kind, _ in words[at + 1 :]]
    pairs = any(
        kinds[place : place + 3] in (["QUOTE", "TO", "QUOTE"], ["QUOTE", "WITH", "QUOTE"])
        for place in range(len(kinds))
    )
    if not pairs or any(kind in VERBS for kind in kinds):
        return words
    return [*words[:at], ("DO", words[at][1]), *words[at + 1 :]]


def _changed_so(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "the rule X is changed: “a” becomes “b”" as "in the rule X, “a” becomes “b”"."""
    for at in range(1, len(words) - 3):
        kinds = [kind for kind, _ in words[at : at + 3]]
        if at == 1 and words[0][0] == "CHANGE" and words[1][0] == "FOLLOWING" and words[2][0] == "IN":
            if any(one[0] == "CHANGE" and one[1].lower in ("becomes", "become") for one in words[3:]):
                return words[2:]
        if kinds != ["CHANGE", "QUOTE", "CHANGE"] or words[at + 2][1].lower not in ("becomes", "become"):
            continue
        subject = words[:at]
        if subject[0][0] in (*_NAMES, "RULE", "SUBRULE") and not any(kind in VERBS for kind, _ in subject):
            token = words[at][1]
            return [("IN", _between(subject[0][1], "in")), *subject, ("COMMA", token), *words[at + 1 :]]
    return words


def _takes_the_place(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "“b” takes the place of “a”, and “d” that of “c”" as "“a” becomes “b”, and “c” becomes “d”"."""
    turned: list[ClassedWord] = []
    at, goes_on = 0, False
    while at < len(words):
        lower = [token.lower for _, token in words[at : at + 5]]
        takes = lower[1:4] == ["takes", "place", "of"] or (goes_on and lower[1:3] == ["that", "of"])
        end = at + (4 if lower[1:4] == ["takes", "place", "of"] else 3)
        if words[at][0] == "QUOTE" and takes and _kind_at(words, end) == "QUOTE":
            becomes = atoms.Atom("word", "becomes", words[at][1].start, words[at][1].start)
            turned += [words[end], ("CHANGE", becomes), words[at]]
            at, goes_on = end + 1, True
            continue
        turned.append(words[at])
        at += 1
    return turned


def _onto(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "on to" as "to"."""
    return [
        one
        for one, after in pairwise([*words, ("", _NOTHING)])
        if not (one[0] == "IN" and one[1].lower == "on" and after[0] == "TO")
    ]


def _changes_told(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "change" as the verb that it is, where it is no noun."""
    return [
        ("CHANGE", token)
        if kind == "EDITS"
        and token.lower == "change"
        and _kind_at(words, at + 1) == "IT"
        and _is_verb_here(words, at)
        else (kind, token)
        for at, (kind, token) in enumerate(words)
    ]


def _once_there(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "if no rule named X exists" as "if there is no rule X": what is not there is said once."""
    for at, (kind, token) in enumerate(words):
        if kind != "THERE_IS" or token.lower not in ("exists", "exist", "is there", "is present"):
            continue
        start = next((place for place in range(at - 1, -1, -1) if words[place][0] == "THERE_IS_NOT"), at)
        if start < at and all(one in (*_NAMES, "CALLED", "BARE") for one, _ in words[start + 1 : at]):
            return [*words[:at], *words[at + 1 :]]
    return words


def _in_all_rules(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "in the rules" that names none as "in the ruleset"."""
    return [
        ("RULES_OF", _between(token, "ruleset"))
        if kind == "RULE"
        and token.lower == "rules"
        and at
        and words[at - 1][0] == "IN"
        and _kind_at(words, at + 1) in _ENDS
        else (kind, token)
        for at, (kind, token) in enumerate(words)
    ]


def _block_told(words: list[ClassedWord]) -> list[ClassedWord]:
    """With a block of text that is called a sentence, a paragraph and so on, and that another takes the place of, as a
    quotation: "change the sentence B to read C"."""
    return [
        ("QUOTE", replace(token, kind="quote"))
        if kind == "BODY"
        and at
        and words[at - 1][0] in ("SENTENCE", "PARAGRAPH", "TEXT", "ITEM", "BLOCK")
        and _kind_at(words, at + 1) in ("TO", "WITH", "READ", "IN")
        and "BODY" in [one for one, _ in words[at + 1 :]]
        else (kind, token)
        for at, (kind, token) in enumerate(words)
    ]


def _before_subrules(words: list[ClassedWord]) -> list[ClassedWord]:
    """Without "(but before its subrules)" behind the end of a rule, which is there."""
    for at in range(1, len(words) - 1):
        end = at + 1 + (_kind_at(words, at + 1) == "ITS")
        if words[at][0] != "BEFORE" or _kind_at(words, end) != "SUBRULE" or _is_name(words, end + 1):
            continue
        if "END" not in [kind for kind, _ in words[:at]]:
            continue
        begun = at - (words[at - 1][1].lower == "but")
        while begun and words[begun - 1][0] in ("COMMA", "OPEN"):
            begun -= 1
        rest = words[end + 1 :]
        while rest and rest[0][0] == "CLOSE":
            rest = rest[1:]
        return [*words[:begun], *rest]
    return words


def _verbless(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "New rule: “X” …" and "and a subrule of it, called “Y” …" as what is created."""
    start = 1 if _kind_at(words, 0) == "AND" else 0
    makes = _kind_at(words, start) in ("RULE", "SUBRULE") and start
    makes = makes or (_kind_at(words, start) == "NEW" and _kind_at(words, start + 1) in ("RULE", "SUBRULE"))
    has_text = any(kind in ("BODY", "HAVING") for kind, _ in words)
    if not makes or not has_text or any(kind in VERBS or kind == "READ" for kind, _ in words):
        return words
    return [("CREATE", _between(words[0][1], "create")), *words[start:]]


def _clause_start(words: list[ClassedWord], place: int) -> int:
    """Where the clause begins whose subject stands before `place`."""
    if (
        words[0][0] == "RULE"
        and words[0][1].lower.endswith("s")
        and not any(kind in VERBS for kind, _ in words[:place])
    ):
        return 0  # "the rules “A”, “B” and “C” each get …"
    while place and words[place - 1][0] not in ("SEMICOLON", "NEXT", "COMMA"):
        place -= 1
    return place + (place < len(words) and words[place][0] == "AND")


def _gains_and_losses(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "X loses “a”" as "from X, remove “a”", "X gets a subrule" as "to X, add a subrule", and "X has “a” changed
    to “b”" as "in X, change “a” to “b”"."""
    turned = list(words)
    for at in range(len(turned) - 1, 0, -1):
        kind, token = turned[at]
        is_gain = kind == "GAIN" or token.lower == "gains"
        has = kind == "CONTAINS" and token.lower == "has"
        verb = next(
            (place for place in range(at + 1, min(at + 8, len(turned))) if turned[place][0] in VERBS), 0
        )
        if not (kind == "LOSE" or is_gain or (has and verb)):
            continue
        start = _clause_start(turned, at)
        subject = [one for one in turned[start:at] if one[0] != "ALL"]
        if not subject or subject[0][0] not in (
            *_NAMES,
            "RULE",
            "SUBRULE",
            "NUMBER",
            "LIST",
            "TABLE",
            "SENTENCE",
            "PARAGRAPH",
            "ORDINAL",
        ):
            continue
        place = ("TO" if is_gain else "IN", _between(subject[0][1], "to" if is_gain else "from"))
        rest = turned[at + 1 :]
        if has:
            object_words, more = turned[at + 1 : verb], turned[verb + 1 :]
            if [one for one, _ in more[:2]] == ["TO", "IT"]:
                more = more[2:]
            rest = [turned[verb], *object_words, *more]
        else:
            rest = [("ADD" if is_gain else "REMOVE", token), *rest]
        turned = [*turned[:start], place, *subject, ("COMMA", _between(token, ",")), *rest]
    return turned


def _so_is(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "…; so is X" as what is done with X, too."""
    verb = next((one for one in words if one[0] in VERBS), None)
    for at in range(1, len(words) - 2):
        if words[at][1].lower == "so" and words[at + 1][1].lower in ("is", "are") and verb is not None:
            return [*words[:at], verb, *words[at + 2 :]]
    return words


def _where_it_says(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "where the rule X says “a”, it should say “b”" as "in the rule X, “a” should say “b”"."""
    words = _made_to_say(words)
    if not words or words[0][1].lower != "where":
        return words
    says = next((at for at, (kind, _) in enumerate(words) if kind == "READ"), 0)
    if says and [kind for kind, _ in words[says : says + 4]] in (["READ", "QUOTE", "READ", "QUOTE"],):
        rest = _where_it_says([*words[says + 4 :]])
        where = [("IN", words[0][1]), *words[1:says], ("COMMA", _between(words[says][1], ","))]
        return [*where, *words[says + 1 : says + 4], *rest]
    comma = next((at for at, (kind, _) in enumerate(words) if kind == "COMMA" and at > says), 0)
    if not says or comma != says + 2 or words[says + 1][0] not in ("QUOTE", "STRONG"):
        return words
    rest = words[comma + 1 :]
    rest = rest[1:] if rest and rest[0][0] == "IT" else rest
    rest = rest[1:] if len(rest) > 1 and rest[0][1].lower == "should" else rest
    where = [("IN", words[0][1]), *words[1:says], words[comma]]
    if _kind_at(rest, 0) == "READ":
        return [*where, words[says + 1], *rest]
    if _kind_at(rest, 0) in VERBS:
        verb, *more = rest
        return [*where, verb, words[says + 1], *(more[1:] if _kind_at(more, 0) in ("IT", "SAME") else more)]
    return words


def _made_to_say(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "“a”, make it say “b”" as "“a” should say “b”", and "the rule X says “a”. Make that “b”" as "in the rule X,
    change “a” to “b”"."""
    turned = list(words)
    at = 1
    while at < len(turned) - 3:
        kinds = [kind for kind, _ in turned[at : at + 4]]
        lower = turned[at + 1][1].lower
        if (
            turned[at - 1][0] in ("QUOTE", "STRONG")
            and kinds[0] == "COMMA"
            and kinds[3] in ("QUOTE", "STRONG")
        ):
            if kinds[2] == "READ" and kinds[1] == "IT":
                turned[at : at + 3] = [turned[at + 2]]
        if (
            turned[at - 1][0] in ("QUOTE", "STRONG")
            and kinds == ["COMMA", "MOVE", "READ", "QUOTE"]
            and lower == "make it"
        ):
            turned[at : at + 3] = [turned[at + 2]]
        at += 1
    says = next((at for at, (kind, _) in enumerate(turned) if kind == "READ"), 0)
    kinds = [kind for kind, _ in turned[says : says + 5]]
    if says and kinds[1:] in (["QUOTE", "CREATE", "SAME", "QUOTE"], ["QUOTE", "CREATE", "IT", "QUOTE"]):
        if turned[says + 2][1].lower == "make" and says + 5 == len(turned):
            token = turned[says][1]
            change = [("CHANGE", token), turned[says + 1], ("TO", token), turned[says + 4]]
            return [("IN", _between(turned[0][1], "in")), *turned[:says], ("COMMA", token), *change]
    return turned


def _new_texts(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "rewrite X so that its text is" as "rewrite X to read"."""
    turned = list(words)
    for at in range(1, len(words) - 1):
        if (
            words[at][0] == "SO"
            and words[at + 1][0] == "HAVING"
            and words[at + 1][1].lower.startswith("its ")
        ):
            turned[at : at + 2] = [("READ", words[at + 1][1])]
            return turned
    return turned


def _swapped_for(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "swap “a” for “b”" as "replace “a” with “b”"."""
    verbs = [at for at, (kind, _) in enumerate(words) if kind in VERBS]
    if len(verbs) != 1 or words[verbs[0]][0] not in ("SWAP", "REPLACE"):
        return words
    turned, is_swap = list(words), False
    for at in range(len(turned) - 2):
        kinds = [kind for kind, _ in turned[at : at + 3]]
        if kinds in (["QUOTE", "IN", "QUOTE"], ["BODY", "IN", "BODY"]) and turned[at + 1][1].lower == "for":
            turned[at + 1], is_swap = ("WITH", turned[at + 1][1]), True
    if is_swap:
        turned[verbs[0]] = ("REPLACE", turned[verbs[0]][1])
    return turned


def _named_before(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "“a” in the rule X, change it to “b”" as "change “a” in the rule X to “b”"."""
    verb = next((at for at, (kind, _) in enumerate(words) if kind in VERBS), 0)
    kinds = [kind for kind, _ in words[: verb + 2]]
    if verb < 4 or kinds[:2] != ["QUOTE", "IN"] or kinds[verb - 1] != "COMMA" or kinds[verb + 1 :] != ["IT"]:
        return words
    if "COMMA" in kinds[: verb - 1]:
        return words
    return [words[verb], *words[: verb - 1], *words[verb + 2 :]]


def _asides(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "(in the third paragraph)" as if it stood there without the brackets."""
    words = _told_aside(words)
    kinds = [kind for kind, _ in words]
    opened = next(
        (at for at, kind in enumerate(kinds[:-1]) if kind == "OPEN" and kinds[at + 1] in ("IN", "BEFORE")),
        None,
    )
    if opened is None or "CLOSE" not in kinds[opened:]:
        return words
    closed = kinds.index("CLOSE", opened)
    if any(
        kind in VERBS or kind in ("IF", "UNLESS", "OTHERWISE", "OPEN", "WORD")
        for kind in kinds[opened + 1 : closed]
    ):
        return words
    return [*words[:opened], *words[opened + 1 : closed], *words[closed + 1 :]]


def _told_aside(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "(it was 8)" as "from 8", and "(that is, above …)" as "(above …)"."""
    for at in range(len(words) - 3):
        if words[at][0] != "OPEN":
            continue
        close = next((to for to in range(at, min(at + 6, len(words))) if words[to][0] == "CLOSE"), at)
        inside = words[at + 1 : close]
        remark = " ".join(token.lower for kind, token in inside if kind not in ("NUMBER", "QUOTE"))
        values = [one for one in inside if one[0] in ("NUMBER", "QUOTE")]
        if len(values) == 1 and inside[-1] == values[0] and remark in _WAS:
            return [*words[:at], ("IN", _between(words[at][1], "from")), values[0], *words[close + 1 :]]
        if [token.lower for _, token in words[at + 1 : at + 3]] == ["that", "is"]:
            rest = at + 3 + (_kind_at(words, at + 3) == "COMMA")
            return [*words[: at + 1], *words[rest:]]
    return words


_WAS = ("it was", "was", "previously", "formerly", "it is", "from", "it used to be")


def _wholes(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "the whole of the rule X" as "the whole text of the rule X"."""
    return [
        ("TEXT", atoms.Atom("word", "whole text", token.start, token.end))
        if kind == "WHOLE"
        and token.lower in ("whole", "entirety", "entire")
        and _lower_at(words, at + 1) == "of"
        else (kind, token)
        for at, (kind, token) in enumerate(words)
    ]


def _ups_and_downs(words: list[ClassedWord]) -> list[ClassedWord]:
    """Without the "up" of what is moved up to a place that is said, and with "there" as "in its place"."""
    if not any(kind in ("MOVE", "ADD") for kind, _ in words):
        return words
    words = [
        ("IN_ITS_PLACE", token)
        if token.lower == "there" and _kind_at(words, at + 1) in _ENDS
        else (kind, token)
        for at, (kind, token) in enumerate(words)
    ]
    return [
        (kind, token)
        for at, (kind, token) in enumerate(words)
        if not (
            kind == "WORD"
            and token.lower in ("up", "down")
            and _kind_at(words, at + 1) in ("COMMA", "SO_THAT", "AFTER", "BEFORE", "TO")
        )
    ]


def _described_lists(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "the list of flags" as a list that is called so."""
    turned = list(words)
    for at in range(len(words) - 2):
        (kind, _), (of, preposition), (other, token) = words[at : at + 3]
        if (
            kind == "LIST"
            and of == "IN"
            and preposition.lower == "of"
            and other == "WORD"
            and token.kind == "word"
        ):
            turned[at + 1 : at + 3] = [
                ("CALLED", preposition),
                ("BARE", atoms.Atom("bare", token.text, token.start, token.end)),
            ]
            return turned
    return turned


def _lower_at(words: Sequence[ClassedWord], place: int) -> str:
    return words[place][1].lower if place < len(words) else ""


def _trailing_throughout(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "throughout" that says of no place where it is as "everywhere"."""
    return [
        ("THROUGHOUT" if token.lower == "throughout" and _kind_at(words, at + 1) in _ENDS else kind, token)
        for at, (kind, token) in enumerate(words)
    ]


_OWNED = frozenset("title name heading text wording contents content body".split())


def owned(tokens: Sequence[atoms.Atom]) -> list[atoms.Atom]:
    """With "rule 3.6's title" as "the title of rule 3.6", and "the rule's title" as that of the rule spoken of."""
    some = list(tokens)
    for at, one in enumerate(some[:-1]):
        noun = some[at + 1] if one.lower in ("rule's", "rule’s", "subrule's", "subrule’s") else None
        if noun is not None and noun.lower in _OWNED:
            words = [
                noun,
                _between(one, "of"),
                _between(one, "that"),
                atoms.Atom("word", one.text[:-2], one.start, one.end),
            ]
            return [*some[:at], *words, *some[at + 2 :]]
    for at in range(len(some) - 3):
        name, mark, letter, noun = some[at : at + 4]
        if (
            name.kind in ("quote", "strong", "number", "name")
            and mark.text in "'’"
            and letter.lower == "s"
            and noun.lower in _OWNED
        ):
            begin = at - 1 if at and some[at - 1].lower in ("rule", "subrule") else at
            return [*some[:begin], noun, _between(name, "of"), *some[begin : at + 1], *some[at + 4 :]]
    return some


def _between(token: atoms.Atom, text: str) -> atoms.Atom:
    """A word that the sentence leaves out, before one of it."""
    return atoms.Atom("word", text, token.start, token.start)


def _possessives(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "Bun’s Price" as "Price of Bun"."""
    turned = list(words)
    for place in range(1, len(turned)):
        (kind, owner), (other, owned) = turned[place - 1], turned[place]
        if kind == other == "PART" and owner.end - owner.start > len(owner.text):
            gap = atoms.Atom("word", "of", owner.end, owner.end)
            turned[place - 1 : place + 1] = [(other, owned), ("IN", gap), (kind, owner)]
            return turned
    return turned


def _names_first(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "the “X” rule" as "the rule “X”", and so with the rows, bullets and columns of a name."""
    reordered = list(words)
    for place in range(1, len(reordered)):
        named, noun = reordered[place - 1], reordered[place]
        before = reordered[place - 2][0] if place > 1 else ""
        if noun[1].start - named[1].end > 1:
            continue  # "“X” a subrule"
        if named[0] in (*_NAMES, "PART") and noun[0] in _PARTS and not noun[1].lower.endswith("s"):
            if before not in (*_NOUNS, *_PARTS, *_NAMES, "LIST", "TABLE") and not _is_name(
                reordered, place + 1
            ):
                reordered[place - 1], reordered[place] = noun, named
                continue
        if (
            named[0] in ("QUOTE", "STRONG", "NAME")
            and noun[0] in ("RULE", "SUBRULE", "SECTION")
            and before not in _NOUNS
            and not (place > 1 and reordered[place - 2][1].lower.endswith("rule"))
        ):
            if noun[1].lower in (
                "rule",
                "subrule",
                "special case rule",
                "special case",
                "sub-rule",
                "section",
            ):
                reordered[place - 1], reordered[place] = noun, named
    return reordered


def _switches(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "switch X on" as "switch on X"."""
    turned = list(words)
    for place, (_kind, token) in enumerate(words):
        if (
            token.kind != "word"
            or token.lower not in ("on", "off")
            or _kind_at(words, place + 1) not in _ENDS
        ):
            continue
        verb = next((at for at in range(place - 1, -1, -1) if words[at][0] in VERBS), None)
        if verb is not None and words[verb][1].lower in ("switch", "switched", "turn", "turned"):
            turned[verb] = ("ACTIVATE" if token.lower == "on" else "DEACTIVATE", words[verb][1])
            return turned[:place] + turned[place + 1 :]
    return turned


def _with_nouns(words: list[ClassedWord]) -> Iterator[ClassedWord]:
    """With "the second and third sentences" as "the second sentence and the third sentence"."""
    for place, (kind, token) in enumerate(words):
        yield kind, token
        if kind != "ORDINAL" or _kind_at(words, place + 1) not in ("AND", "COMMA"):
            continue
        at = place + 1
        while _kind_at(words, at) in ("AND", "COMMA", "ORDINAL"):
            at += 1
        if words[at - 1][0] == "ORDINAL" and _kind_at(words, at) in _COUNTED:
            noun = words[at][1]
            yield words[at][0], atoms.Atom("word", noun.text.removesuffix("s"), token.end, token.end)


def _kind_at(words: Sequence[ClassedWord], place: int) -> str:
    return words[place][0] if place < len(words) else ""


def _appositions(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "rule 3.2, “Bread”, …" as "rule 3.2 “Bread” …"."""
    kinds = [kind for kind, _ in words]
    for place in range(len(words) - 4):
        apposed = kinds[place : place + 3] == ["RULE", "NUMBER", "COMMA"] and kinds[place + 3] in _NAMES
        ends = kinds[place + 4] == "COMMA" and place + 5 < len(kinds)
        if apposed and ends and kinds[place + 5] not in (*_NAMES, "AND"):
            return [*words[: place + 2], words[place + 3], *words[place + 5 :]]
    return words


def _plain(given: Iterator[ClassedWord], source: str) -> Iterator[ClassedWord]:
    """ "By" before a verb joins two clauses: "amend the rule by replacing". What says no more than "to read" does, or
    how a text looks in brackets, is left out."""
    words = list(given)
    for place, (kind, token) in enumerate(words):
        before, after = words[place - 1][0] if place else "", _kind_at(words, place + 1)
        if kind == "AS_FOLLOWS" and before in ("READ", "HAVING", "TO"):
            continue
        if kind in ("SO_THAT", "TO") and after in ("AFTER", "BEFORE"):
            continue
        if _is_remark(words, place) or _is_aside(words, place):
            continue
        if kind == "FOLLOWING" and token.lower == "following" and _stands_behind(token, source):
            kind = "AFTER"
        if (
            kind == "WORD"
            and token.lower == "one"
            and before in ("CREATE", "ADD")
            and after not in (*_COUNTED, "NEW")
        ):
            kind = "RULE"  # such a one as was spoken of
        if (
            kind == "UNQUOTED"
            and token.lower == "single"
            and after == "WORD"
            and words[place + 1][1].lower == "one"
        ):
            yield "FOLLOWING", token
            continue
        if (
            kind == "NEW"
            and token.lower in ("another", "further")
            and after in ("COMMA", "QUOTE", "CALLED")
            and before in ("ADD", "CREATE")
        ):
            yield kind, token
            yield "RULE", atoms.Atom("word", "one", token.end, token.end)
            continue
        if (
            kind == "WORD"
            and token.lower == "one"
            and before == "UNQUOTED"
            and words[place - 1][1].lower == "single"
        ):
            continue
        if kind == "WORD" and token.lower in ("one", "ones") and before == "FOLLOWING":
            continue  # "with this one: …"
        if kind == "START" and after in ("QUOTE", "STRONG"):
            kind = "STARTING"
        if kind == "FOLLOWING" and token.lower == "below" and after in (*_NAMES, *_COUNTED, "ORDINAL"):
            kind = "AFTER"
        if kind == "EDITS" and token.lower in ("change", "changes") and _is_verb_here(words, place):
            kind = "CHANGE"
        yield ("AND" if kind == "BY" and after in VERBS else kind), token


def _is_aside(words: list[ClassedWord], place: int) -> bool:
    """Whether a word only says "in full" between "reads" and what is read, or is a comma around that."""
    kinds = [kind for kind, _ in words]
    first = place
    while first and kinds[first - 1] in ("COMMA", "WHOLE"):
        first -= 1
    last = place
    while last + 1 < len(kinds) and kinds[last + 1] in ("COMMA", "WHOLE"):
        last += 1
    around = kinds[first : last + 1]
    return (
        kinds[place] in ("COMMA", "WHOLE")
        and "WHOLE" in around
        and first > 0
        and kinds[first - 1] in ("READ", "HAVING", "TO", "WITH")
        and last + 1 < len(kinds)
    )


def _stands_behind(token: atoms.Atom, source: str) -> bool:
    """Whether "following" is said of where something goes: "following the paragraph", not "the following paragraph"."""
    if re.search(
        r"\b(?:the|with|this|of)\s+\Z", source[max(0, token.start - 8) : token.start], re.IGNORECASE
    ):
        return False
    return (
        re.match(r"\s+(?:the|that|this|rule|step|[“\"‘'])", source[token.end : token.end + 8], re.IGNORECASE)
        is not None
    )


def _is_remark(words: list[ClassedWord], place: int) -> bool:
    """Whether a word is one of "(unbulleted)"."""
    kinds = [kind for kind, _ in words]
    return any(
        kinds[at : at + 3] == ["OPEN", "UNQUOTED", "CLOSE"] for at in range(max(0, place - 2), place + 1)
    )


def _is_verb_here(words: list[ClassedWord], place: int) -> bool:
    before = words[place - 1][0] if place else "COMMA"
    return before not in ("FOLLOWING", "ALL", "SAME", "NEW", "CARDINAL", "ORDINAL", "UNQUOTED", "IT")
