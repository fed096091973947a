"""The classified words of a sentence put as the grammar takes them: names behind what they name, unquoted names as one
word, words that only join or set off left out. Pure."""

import re
from collections.abc import Iterator, Sequence

from . import atoms
from .word_classes import VERBS

ClassedWord = tuple[str, atoms.Atom]

_ARTICLE = re.compile(r"\b(?:The|An?)\s+\Z")
_NOUNS = ("RULE", "SUBRULE", "CALLED", "NUMBER", "SENTENCE", "PARAGRAPH", "TEXT", "NEW", "CREATE", "ADD")
_COUNTED = ("SENTENCE", "PARAGRAPH", "ITEM", "ROW", "LIST", "TABLE", "RULE", "SUBRULE")
_NAMES = ("QUOTE", "STRONG", "NAME", "PART")
_TARGETS = ("QUOTE", "STRONG", "TEXT", "SENTENCE", "PARAGRAPH", "ITEM", "ORDINAL")
_NOTHING = atoms.Atom("word", "", 0, 0)
_ENDS = ("", "COMMA", "AND", "SEMICOLON", "NEXT")


def rearranged(words: Sequence[ClassedWord], source: str) -> list[ClassedWord]:
    """The words as the grammar takes them. `source` is the instruction: articles are part of a name."""
    some = _names_first(_possessives(with_bare_names(list(words), source)))
    for turn in (
        _negated,
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
        naming = bool(with_names) and (with_names[-1][0] in ("CALLED", "CALL") or _renames(with_names))
        capital = token.kind in ("word", "name") and token.text[:1].isupper()
        end = _end_of_name(words, place) if naming and capital else place
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


def _renames(before: list[ClassedWord]) -> bool:
    return before[-1][0] in ("TO", "AS") and any(kind == "RENAME" for kind, _ in before)


def _end_of_name(words: list[ClassedWord], place: int) -> int:
    """Up to the last capital word before words that are none; small ones may stand between two capitals."""
    end = at = place
    while at < len(words) and words[at][1].kind in ("word", "name"):
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
    names_it = _kind_at(words, 1) in ("RULE", "SUBRULE", *_NAMES)
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


def _trailing_throughout(words: list[ClassedWord]) -> list[ClassedWord]:
    """With "throughout" that says of no place where it is as "everywhere"."""
    return [
        ("THROUGHOUT" if token.lower == "throughout" and _kind_at(words, at + 1) in _ENDS else kind, token)
        for at, (kind, token) in enumerate(words)
    ]


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
    """With "the “X” rule" as "the rule “X”"."""
    reordered = list(words)
    for place in range(1, len(reordered)):
        named, noun = reordered[place - 1], reordered[place]
        before = reordered[place - 2][0] if place > 1 else ""
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
        re.match(r"\s+(?:the|that|this|rule|step|[“\"‘])", source[token.end : token.end + 8], re.IGNORECASE)
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
