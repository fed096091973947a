"""A sentence said in other words: one that is not understood as it stands, as one or more plain orders that mean the
same. Pure.

A sentence is written down as words and marks, with a letter and a number for each piece: Q3 a quotation, S3 what is
emphasised, N3 a name, B3 a text, #2.1 a number. A recast is a pattern of it, and the orders that it comes to; what a
pattern captures goes into them as it stands.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from .atoms import Atom

Tokens = Sequence[Atom]
LONGEST: Final = 160  # pieces of a sentence
MOST_ORDERS: Final = 12
_LETTERS: Final = {"quote": "Q", "strong": "S", "name": "N", "body": "B", "tag": "T"}

_Q: Final = r"[QS]\d+"
_TEXT: Final = r"[QSB]\d+"
_NAME: Final = r"[QSN]\d+"
_KIND: Final = r"(?:(?:core|dynastic|special case) )?(?:sub-?)?(?:rule|section) (?:(?:called|entitled|named|titled) )?"
_RULE: Final = (
    rf"(?:(?:the )?{_KIND}{_NAME}|(?:the )?(?:sub)?rule #\S+(?: , {_NAME}| \( {_NAME} \)| {_NAME})?|{_NAME})"
    rf"(?: (?:of|in) (?:the rule )?{_NAME})?"
)
_RULES: Final = rf"(?:both )?(?:the )?(?:(?:dynastic|core) )?(?:(?:sub)?rules )?{_NAME}(?: , {_NAME})*(?: ,)? and {_NAME}"
_IN: Final = r"(?:in|within|under|throughout) .+? [,:] "
_IS: Final = r"(?:is|are|shall be|should be|will be|is to be|are to be|is hereby|are hereby)"
_WITH: Final = r"(?: ?,? ?(?:with (?:the|this|its) (?:following )?text|(?:which|that|and) (?:reads|says|states)|reading|saying|with|containing|which is|reads|says|(?:and )?(?:its text|it) (?:is|reads|says)|: the text|as follows|text)?(?: as follows)?(?: being)? ?:?)"
_COUNT: Final = r"(?:a|an|one|two|three|four|five|six|the|these|all|both)"


@dataclass(frozen=True, slots=True)
class _WrittenSentence:
    """A sentence as patterns see it, and where each of its pieces stands there."""

    text: str
    places: tuple[tuple[int, int], ...]
    tokens: tuple[Atom, ...]

    def part(self, match: re.Match[str], name: str) -> list[Atom]:
        start, end = match.span(name)
        return [
            token for token, (begun, ended) in zip(self.tokens, self.places, strict=True)
            if begun >= start and ended <= end and ended > begun
        ]  # fmt: skip


def _written(tokens: Tokens) -> _WrittenSentence:
    text, places = "", []
    for at, token in enumerate(tokens):
        if token.kind in _LETTERS:
            piece = f"{_LETTERS[token.kind]}{at}"
        elif token.kind == "number":
            piece = f"#{token.text}"
        elif token.kind == "item":
            piece = "*"
        elif token.kind in ("-", "–", "—"):
            piece = "–"
        else:
            piece = " ".join(token.lower.replace("’", "'").split())
        places.append((len(text), len(text) + len(piece)))
        text += piece + " "
    return _WrittenSentence(text.rstrip(), tuple(places), tuple(tokens))


Orders = list[list[Atom]]
Made = Callable[[_WrittenSentence, re.Match[str]], Orders]


def _said(*orders: str) -> Made:
    """Orders, each in words with the names of groups in braces."""

    def made(written: _WrittenSentence, match: re.Match[str]) -> Orders:
        return [_order(one, written, match) for one in orders]

    return made


def _order(order: str, written: _WrittenSentence, match: re.Match[str]) -> list[Atom]:
    start = written.tokens[0].start
    some: list[Atom] = []
    for piece in order.split():
        if piece[0] == "{":
            if match.group(piece[1:-1]) is not None:
                some += written.part(match, piece[1:-1])
        else:
            some.append(Atom("word" if piece[0].isalpha() else piece, piece, start, start))
    return some


def _each(head: str, tail: str = "", piece: str = _NAME) -> Made:
    """One order for each name of the group "some"."""

    def made(written: _WrittenSentence, match: re.Match[str]) -> Orders:
        return [
            [*_order(head, written, match), one, *_order(tail, written, match)]
            for one in written.part(match, "some")
            if one.kind in _LETTERS
        ]

    return made


_NEW: Final = re.compile(
    rf"(?:(?:one|a|an|another|the (?:first|second|third|fourth|last|other)|and) )*(?:new )?(?:dynastic )?(?P<kind>(?:sub)?rule )?"
    rf"(?:(?:of|in|to|for|under) (?P<home>{_RULE}) )?(?:,? ?(?:is |shall be )?(?:called|entitled|titled|named) |, )?(?P<name>{_Q}) ?"
    rf"(?:,? ?\( (?:(?:with )?(?:the )?text :? ?|reading :? ?)?(?P<aside>{_TEXT}) \.? ?\)|{_WITH} ?(?P<text>{_TEXT})) ?"
)


def _creations(written: _WrittenSentence, match: re.Match[str]) -> Orders:
    """ "One entitled “A” with the text “a”, and one entitled “B” with the text “b”", all of one home unless each has
    its own."""
    groups = match.groupdict()
    start, end = match.span("some")
    orders: Orders = []
    place = start
    while place < end:
        item = _NEW.match(written.text, place, end)
        if item is None or item.end() == place:
            return []
        home = written.part(item, "home") if item["home"] else []
        if not home and groups.get("home"):
            home = written.part(match, "home")
        kind = (item["kind"] or groups.get("kind") or "").strip().removesuffix("s")
        if groups.get("count") and not kind:
            return []
        is_subrule = kind == "subrule" or (not kind and bool(home))
        if is_subrule and not home or not is_subrule and home:
            return []
        text = written.part(item, "aside" if item["aside"] else "text")
        words = _order("create a subrule of" if is_subrule else "create a dynastic rule" if "dynastic" in match.group() else "create a rule", written, match)
        called = _order("called", written, match)
        reads = _order("with the text", written, match)
        orders.append([*words, *home, *called, *written.part(item, "name"), *reads, *text])
        place = item.end()
        joint = re.compile(r"[,;.]? ?(?:and )?(?:then )?(?:also )?").match(written.text, place)
        place = joint.end() if joint else place
    count = _COUNTS.get(groups.get("count") or "")
    return orders if count in (None, len(orders)) else []


_TEXT_OF: Final = (
    rf"(?:and )?(?:the )?(?:text of )?(?:the )?(?:(?:sub)?rule )?(?P<name>{_Q}) ,? ?(?:is|reads|says|shall read|should read|has (?:the|this) text)"
    rf"(?: as follows)? ?:? ?(?P<text>{_TEXT}) ?[.;,]? ?"
)
_TEXTS_OF: Final = rf"(?P<texts>(?:{re.sub(r'[?]P<[a-z]+>', '?:', _TEXT_OF)})+)"


def _named_and_texts(written: _WrittenSentence, match: re.Match[str]) -> Orders:
    """ "Add two subrules to “X”, called “A” and “B”. “A” reads …; “B” reads …"."""
    names = [one for one in written.part(match, "some") if one.kind in _LETTERS]
    texts = {
        written.part(item, "name")[0].text: written.part(item, "text")
        for item in re.compile(_TEXT_OF).finditer(written.text, *match.span("texts"))
    }
    count = _COUNTS.get(match["count"] or "")
    kind = match["kind"]
    if sorted(one.text for one in names) != sorted(texts) or count not in (None, len(names)):
        return []
    if ("sub" in kind) is not bool(match["home"]):
        return []
    head = "create a subrule of {home} called" if match["home"] else f"create a {'dynastic ' if 'dynastic' in kind else ''}rule called"
    return [
        [*_order(head, written, match), name, *_order("with the text", written, match), *texts[name.text]] for name in names
    ]


_SMALL_WORDS: Final = frozenset("a an and at by for from in of on or the to with".split())


def _called_plainly(written: _WrittenSentence, match: re.Match[str]) -> Orders:
    """ "Enact a new rule, The Long Night: …": a name that nothing sets off, all its words with capitals."""
    name = written.part(match, "name")
    if any(one.kind != "word" for one in name) or not all(one.text[:1].isupper() for one in (name[0], name[-1])):
        return []
    if not all(one.text[:1].isupper() or one.text in _SMALL_WORDS for one in name):
        return []
    title = Atom("quote", " ".join(one.text for one in name), name[0].start, name[-1].end)
    head, reads = _order("create a {head} called", written, match), _order("with the text", written, match)
    return [[*head, title, *reads, *written.part(match, "text")]]


_NO_COLUMN: Final = frozenset("text title name end start list row text words wording entry item place rest".split())


def _of_column(written: _WrittenSentence, match: re.Match[str]) -> Orders:
    """ "The price of the Red Flare": a column of a table, called so without its capital."""
    [column], [row] = written.part(match, "column"), written.part(match, "row")
    if row.of != "part" or column.lower in _NO_COLUMN:
        return []
    named = replace(column, kind="name", text=column.lower.capitalize(), of="part")
    return [
        [*written.part(match, "lead"), *_order("the", written, match), named, *_order("of", written, match), row, *written.part(match, "rest")]
    ]  # fmt: skip


_DENIED: Final = (
    (re.compile(r"there (?:is not|isn't|is none|is no such (?:sub)?rule)"), re.compile(r"there (?:is|exists) .+")),
    (re.compile(r"it (?:does not|doesn't) exist|no such (?:sub)?rule exists"), re.compile(r"there (?:is|exists) .+|.+ exists")),
    (re.compile(r"it (?:does not|doesn't)"), re.compile(r".+ exists|[^ ]+ (?:contains|says|includes|mentions) .+")),
    (re.compile(r"not"), re.compile(r".+")),
)
_NO_SIMPLE_CLAIM: Final = frozenset("no not isn't doesn't and or unless if nor neither".split())
_DENIAL: Final = r"(?P<denial>there is not|there isn't|there is none|there is no such (?:sub)?rule|it (?:does not|doesn't)(?: exist)?|no such (?:sub)?rule exists|not)"


def _is_turned(match: re.Match[str]) -> bool:
    """Whether "if there is not" denies what the sentence before claims."""
    claim = match["claim"]
    return not set(claim.split()) & _NO_SIMPLE_CLAIM and any(
        denial.fullmatch(match["denial"]) and claims.fullmatch(claim) for denial, claims in _DENIED
    )


def _or_else(*orders: str) -> Made:
    """ "If there is a rule “A”, …. If there isn’t, …" """
    made = _said(*orders)

    def turned(written: _WrittenSentence, match: re.Match[str]) -> Orders:
        return made(written, match) if _is_turned(match) else []

    return turned


_COUNTS: Final = {"two": 2, "both": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def _split(written: _WrittenSentence, match: re.Match[str]) -> Orders:
    """The orders that semicolons join; what leads up to the first of them leads up to all that name no place."""
    some = list(written.tokens)
    cuts = [at for at, one in enumerate(some) if one.kind == ";"]
    starts = [0, *(cut + 1 for cut in cuts)]
    ends = [*cuts, len(some)]
    pieces = [_without_and(some[start:end]) for start, end in zip(starts, ends, strict=True)]
    pieces = [one for one in pieces if one]
    lead = _lead_of(pieces[0]) if pieces else []
    if len(pieces) < 2 or len(pieces) > MOST_ORDERS:
        return []
    return [pieces[0], *(one if _names_place(one) else [*lead, *one] for one in pieces[1:])]


def _without_and(some: list[Atom]) -> list[Atom]:
    while some and (some[0].lower in ("and", "then", "also", "finally", "lastly", ",")):
        some = some[1:]
    while some and some[-1].kind in ("stop", ",", ";"):
        some = some[:-1]
    return some


def _lead_of(some: list[Atom]) -> list[Atom]:
    """ "In the rule “X”," with which an order begins."""
    if not some or some[0].lower not in ("in", "within", "under", "throughout"):
        return []
    end = next((at for at, one in enumerate(some) if one.kind in (",", ":")), None)
    if end is None or any(one.kind == "body" for one in some[:end]):
        return []
    return [*some[:end], Atom(",", ",", some[end].start, some[end].start)]


def _names_place(some: list[Atom]) -> bool:
    words = {one.lower for one in some if one.kind == "word"}
    return bool(
        some[0].lower in ("in", "to", "from", "within", "under", "at")
        or any(one.kind == "name" or (one.kind == "number") for one in some)
        or words & {"rule", "rules", "subrule", "it", "that", "same", "called", "of", "repeal", "repealed", "rename", "in"}
    )


def _headed(written: _WrittenSentence, match: re.Match[str]) -> Orders:
    """Rules that stand below each other, each with its name as a heading: "Add three rules: **A** … **B** …"."""
    pieces = written.part(match, "some")
    names, texts = [_as_name(one) for one in pieces[::2]], pieces[1::2]
    count = _COUNTS.get(match["count"] or "")
    if len(names) != len(texts) or count not in (None, len(names)) or len(names) < 2:
        return []
    home = written.part(match, "home") if match["home"] else []
    if ("subrules" in match["kind"]) is not bool(home):
        return []
    head = "create a subrule of" if home else f"create a {'dynastic ' if 'dynastic' in match['kind'] else ''}rule"
    return [
        [*_order(head, written, match), *home, *_order("called", written, match), name, *_order("with the text", written, match), text]
        for name, text in zip(names, texts, strict=True)
    ]


def _as_name(token: Atom) -> Atom:
    """A heading as the name that it is."""
    return replace(token, kind="quote", text=token.text.strip("*_# \n"))


def _with_subrules(written: _WrittenSentence, match: re.Match[str]) -> Orders:
    """ "Enact a rule, “X”: “x”. It has two subrules. The first, “A”, reads “a”; the second, “B”, reads “b”"."""
    pieces = [one for one in written.part(match, "some") if one.kind in _LETTERS]
    names, texts = pieces[::2], pieces[1::2]
    if len(names) != len(texts) or len(names) != _COUNTS.get(match["count"]):
        return []
    head = f"create a {match['which'] or ''} rule called {{name}} with the text {{text}}"
    return [
        _order(head, written, match),
        *(
            [*_order("create a subrule of {name} called", written, match), name, *_order("with the text", written, match), text]
            for name, text in zip(names, texts, strict=True)
        ),
    ]  # fmt: skip


def _named_then_told(written: _WrittenSentence, match: re.Match[str]) -> Orders:
    """ "Create the rules “A” and “B”. The former reads …, and the latter reads …"."""
    names = [one for one in written.part(match, "some") if one.kind in _LETTERS]
    texts = [one for one in written.part(match, "texts") if one.kind in ("quote", "body")]
    new_texts = [one for one in texts if one.text not in {name.text for name in names}]
    order = [one.text for one in texts if one.text in {name.text for name in names}]
    if len(new_texts) != len(names) or (order and order != [one.text for one in names]):
        return []
    home = written.part(match, "home") if match.groupdict().get("home") else []
    head = "create a subrule of" if home else "create a rule"
    return [
        [*_order(head, written, match), *home, *_order("called", written, match), name, *_order("with the text", written, match), text]
        for name, text in zip(names, new_texts, strict=True)
    ]


_CALLED: Final = r"(?:called|entitled|named|titled)"
_ADD: Final = r"(?:add|create|enact|make|introduce)"
_PLACE: Final = r"(?P<place>(?:the )?(?:very )?(?:last|first|final|second|third|opening|closing))"
_UNIT: Final = r"(?:paragraph|sentence|bullet|bullet point|item|list item|step|line)"

_RECASTS: Final[tuple[tuple[re.Pattern[str], Made], ...]] = tuple(
    (re.compile(pattern), made)
    for pattern, made in (
        # what leads to orders, and what ends them
        (rf"(?:{_COUNT} (?:things|changes|steps|amendments|edits) (?:happen|happens|are made|take place|follow|are to be made)|do (?:all of )?the following(?: things)?(?: , in (?:this )?order)?) : (?P<rest>.+)", _said("{rest}")),
        (r"do (?:all of )?the following(?: things)? ,? in (?:this |the given )?order :", _said("do the following :")),
        (r"(?P<rest>.+?) [;,.] and (?:that|this) is (?:all|it)(?: \.)?", _said("{rest}")),
        (rf"(?P<rest>.+? [QSB]\d+) [;,.] (?:both|all|all three|all of them|they|both of them|these|it) (?:are|is|stand|stands) (?:all )?(?:to be item )?in (?P<rule>{_RULE})", _said("in {rule} , {rest}")),
        (r"(?P<rest>.+?) \( (?:its own text|the rule itself|its text)[^()QSNB#]*\)(?P<after>.*)", _said("{rest} {after}")),
        (rf"(?P<rest>(?:replace|change) .+? (?:in|of) (?:the )?(?:sub)?rule #\S+) , (?P<name>{_NAME})", _said("{rest} ( {name} )")),
        (rf"where (?P<rule>{_RULE}) (?:now |currently )?(?:says|reads) (?P<old>{_Q}) ,? (?:make it|let it be|it becomes|make that) (?P<new>{_Q})", _said("in {rule} , change {old} to {new}")),
        (rf"(?:amend|change|edit|alter) (?P<rule>{_RULE}) to (?:say|read) (?P<new>{_Q}) where it (?:now |currently )?(?:says|reads) (?P<old>{_Q})", _said("in {rule} , change {old} to {new}")),
        (rf"(?P<place>{_IN})?(?:replace|change) the (?:text|words|phrase) (?P<old>{_Q}) (?:with|by|to) (?P<new>{_Q}) ,? and the (?:text|words|phrase) (?P<next>{_Q}) (?:with|by|to) (?P<last>{_Q})", _said("{place} change {old} to {new}", "{place} change {next} to {last}")),
        (rf"if (?P<rule>{_NAME}) is a rule , (?P<rest>.+)", _said("if the rule {rule} exists , {rest}")),
        (rf"if (?:it|one|that rule) (?:does not|doesn't) (?:already|yet) exist , create (?P<rest>an? (?:new )?(?:dynastic )?rule (?:called|entitled|named|titled) (?P<name>{_NAME}) .+)", _said("if there is no rule called {name} , create {rest}")),
        (rf"(?:add|append) to (?P<rule>{_RULE}) :? ?(?P<text>B\d+) ,? ?and to (?P<other>{_RULE}) :? ?(?P<more>B\d+)", _said("append {text} to {rule}", "append {more} to {other}")),
        (rf"if (?P<claim>(?:there (?:is|exists) an? (?:dynastic )?rule (?:called |entitled |named |titled )?(?P<rule>{_NAME})|(?:the rule )?(?P<named>{_NAME}) exists)) , (?P<verb>append|add) (?:the following|this)(?: (?P<unit>paragraph|sentence|bullet))? to (?:it|that rule) [;.,] if {_DENIAL} , (?:append|add) (?:it|this|the following) to (?P<other>{_RULE}) ?:? (?P<text>{_TEXT})", _or_else("if the rule {rule} {named} exists , add the {unit} {text} to the end of the rule {rule} {named} ; otherwise , add the {unit} {text} to the end of {other}")),
        (rf"(?P<first>if (?P<claim>[^,;.]+?) , (?:(?! otherwise | if ).)+?) ?[.;,]? (?:but )?if {_DENIAL} , (?:then )?(?P<second>(?:(?! otherwise | if ).)+)", _or_else("{first} ; otherwise , {second}")),
        (r"(?P<lead>.*\b(?:this|a|the following|following|an additional|another|the)(?: new)? (?P<unit>paragraph|sentence|bullet point|bullet|item|step|line|row)\b.*?) (?P<side>before|after|above|below) the (?P<which>first|second|third|fourth|fifth|last|final) one\b(?P<rest>.*)", lambda written, match: [_order(f"{{lead}} {match['side']} the {{which}} {{unit}} {{rest}}", written, match)]),
        (rf"where(?P<ever>ver)? the (?:rules|ruleset) (?:now |currently )?(?:says?|reads?) (?P<old>{_Q}) ,? ?(?:make it|let it be|it becomes|make that|(?:change|turn|alter) (?:it|that|this) (?:to|into)|replace (?:it|that|this) (?:with|by)|(?:it|they) (?:should|shall) (?:say|read)) (?P<new>{_Q})(?: instead)?", lambda written, match: [_order("replace all instances of {old} with {new} throughout the ruleset" if match["ever"] else "replace {old} with {new}", written, match)]),
        (r"(?P<lead>.*?)\bthe (?P<column>[a-z]+) (?:of|for) (?:the )?(?P<row>N\d+) (?P<rest>.*)", _of_column),
        (rf"(?P<lead>{_IN})?the (?P<column>N\d+) (?:of|for) (?:the )?(?P<row>N\d+) (?:is now|shall be|should be|is to be|will be) (?P<new>#\S+|{_Q})", _said("{lead} change the {column} of {row} to {new}")),
        (r"(?P<rest>.*\bend of\b.+?) \( (?:that is|so) ,? ?(?:above|before) (?:its|the|any) subrules \)(?P<after>.*)", _said("{rest} {after}")),
        (rf"(?P<lead>{_IN})?the (?:words?|text|phrase) (?P<old>{_TEXT}) (?:becomes?|is now|are now) (?P<new>{_TEXT})", _said("{lead} replace {old} with {new}")),
        (rf"(?:swap|exchange) (?P<old>{_TEXT}) for (?P<new>{_TEXT}) in (?P<rule>{_RULE})", _said("in {rule} , replace {old} with {new}")),
        (rf"(?P<lead>{_IN})?replace the (?:steps|bullets|bullet points|items|lines|sentences|paragraphs) (?P<old>B\d+) (?:with|by) (?P<new>B\d+)", _said("{lead} replace {old} with {new}")),
        (rf"(?:add|append) (?P<one>an? (?:new )?(?:sentence|paragraph)) to (?P<where>the (?:end|start|beginning) of {_RULE}) ,? ?(?:reading|saying|which reads|which says) (?P<text>{_TEXT}) ,? ?and (?P<two>an? (?:new )?(?:sentence|paragraph)|one) to (?P<there>the (?:end|start|beginning) of {_RULE}) ,? ?(?:reading|saying|which reads|which says) (?P<more>{_TEXT})", lambda written, match: [_order(f"add the {match['one'].split()[-1]} {{text}} to {{where}}", written, match), _order(f"add the {match['one' if match['two'] == 'one' else 'two'].split()[-1]} {{more}} to {{there}}", written, match)]),
        # of a rule, what is amended in it
        (rf"(?P<rule>{_RULE}) {_IS} (?:amended|changed|edited|revised)(?: as follows| thus| like so)? :? ?(?P<rest>(?:[QS]\d+|the ).+)", _said("in {rule} , {rest}")),
        (rf"(?:amend|change|edit|revise|alter|modify) (?P<rule>{_RULE}) (?:as follows|thus|like so|so)? ?: (?P<rest>.+)", _said("in {rule} , {rest}")),
        (rf"(?:change|do|make|fix|amend) (?:this|these|the following)(?: changes?)? (?:in|to) (?P<rule>{_RULE}) : (?P<rest>.+)", _said("in {rule} , {rest}")),
        (rf"amend (?P<rule>{_RULE}) by (?P<one>replac\w+ .+?) ,? and (?P<other>{_RULE}) by (?P<two>replac\w+ .+)", _said("in {rule} , {one}", "in {other} , {two}")),
        (rf"(?P<one>replace (?P<old>{_Q}) (?:with|by) (?P<new>{_Q}) (?:in|throughout) {_RULE}) [;,.] (?:and )?do the same in (?P<rule>{_RULE})", _said("{one}", "replace {old} with {new} in {rule}")),
        (rf"(?P<lead>{_IN})?(?:strike|delete|remove|cut) (?P<old>{_Q}) [;,]? ?(?:and )?in its (?:stead|place) ,? ?(?:write|put|insert|add) (?P<new>{_Q})", _said("{lead} replace {old} with {new}")),
        (r".+ ; .+", _split),
        (rf"(?P<one>.+?) ,? ?and in (?P<rule>{_RULE}) ,? ?(?P<old>{_Q}) (?:to|with|by|into|becomes|is replaced by|is replaced with) (?P<new>{_Q})(?P<tail> throughout)?", _said("{one}", "in {rule} , replace {old} with {new} {tail}")),
        (rf"(?P<one>in {_RULE} , .+?) ,? ?and in (?P<rule>{_RULE}) , (?P<two>.+)", _said("{one}", "in {rule} , {two}")),
        (rf"(?:change|replace) (?P<old>{_Q}) in (?P<some>{_RULES}) (?:to|with|by) (?P<new>{_Q})", _each("replace {old} with {new} in the rule")),
        (rf"if no (?:dynastic )?rule (?:contains|mentions|has|includes)(?: the (?:words?|text|phrase))? (?P<text>{_Q}) , (?P<rest>.+)", _said("if the text {text} does not appear in the ruleset , {rest}")),
        (rf"if (?:any|some|a) rule (?:contains|mentions|has|includes)(?: the (?:words?|text|phrase))? (?P<text>{_Q}) , (?P<rest>.+)", _said("if the text {text} appears in the ruleset , {rest}")),
        (rf"(?:change|amend|alter|edit) (?P<rule>{_RULE}) where it (?:currently )?(?:reads|says) (?P<old>{_Q}) (?:so that it reads|so it reads|so that it says|so it says|so it will say|so that it will say|to read|to say|to)(?: instead)? (?P<new>{_Q})(?: instead)?", _said("in {rule} , replace {old} with {new}")),
        (rf"(?:in the place )?where (?P<rule>{_RULE}) (?:currently )?(?:reads|says|has) (?P<old>{_Q}) , (?:change|alter|turn|replace|amend) (?:this|that|it) (?:to|into|with|by)(?: read)? (?P<new>{_Q})(?: instead)?", _said("in {rule} , replace {old} with {new}")),
        (rf"(?P<lead>.+) (?P<side>before|after|above|below) the one (?:for|about|on|called|named|with|beginning(?: with)?|starting(?: with)?) (?P<name>{_Q})(?P<rest>.*)", lambda written, match: [_order(f"{{lead}} {match['side']} the bullet beginning with {{name}} {{rest}}", written, match)]),
        (rf"(?P<rest>if .+(?:change|replace|alter) {_Q} (?:to|with|by|into) {_Q}) (?:there|in there|therein)", _said("{rest}")),
        (rf"(?P<rest>(?:add|create|enact|make|introduce) .+) \. (?:(?:it|this rule|this|the rule) (?:reads|says|states|shall read|should read|will read|is to read|has (?:the following|this) text)|(?:its|the) text(?: of (?:the|this) rule)? (?:is|reads|shall be|shall read|should be))(?: as follows)? ?:? (?P<text>{_TEXT})", _said("{rest} with the text {text}")),
        # subrules for subrules
        (rf"(?:remove|delete|repeal|strike) (?P<what>all (?:of )?(?:the )?(?:existing )?subrules (?:of|from|in) {_RULE}) ,? ?and (?:replace them(?: (?:with|by) (?:the following|these))?|(?:create|add|enact|make|put) (?:the following|these)(?: ones| one| subrules| subrule)? (?:in|into) (?:their|its) (?:place|stead))", _said("remove {what}")),
        (rf"replace (?P<what>all (?:of )?(?:the )?(?:existing )?subrules (?:of|from|in) {_RULE}) (?:with|by) (?:the following|these)(?: ones| one| subrules| subrule)?", _said("remove {what}")),
        (rf"(?:(?:remove|delete|repeal|strike) (?P<what>all (?:of )?(?:the )?(?:existing )?subrules (?:of|from|in) (?P<rule>{_RULE})) ,? ?and replace them|replace (?P<these>all (?:of )?(?:the )?(?:existing )?subrules (?:of|from|in) (?P<home>{_RULE}))) (?:with|by) (?P<made>(?:an?|one) (?:new |single )?subrule .+)", _said("remove {what} {these}", "to {rule} {home} , add {made}")),
        (rf"replace (?:the )?(?:entire |whole )?(?:text|contents?|body|wording) of (?P<rule>{_RULE}) (?:with|by) the following ,? ?and (?:also )?(?P<verb>rename|retitle|call) (?:it|that rule|the rule)(?: to)? (?P<name>{_Q}) :? ?(?P<text>{_TEXT})", _said("replace the text of {rule} with {text}", "rename {rule} to {name}")),
        # words for words
        (rf"(?P<lead>{_IN})?(?:the words? )?(?P<new>{_Q}) takes? the place of (?P<old>{_Q}) ,? and (?P<new2>{_Q}) (?:takes? )?(?:that|the place) of (?P<old2>{_Q})", _said("{lead} replace {old} with {new}", "{lead} replace {old2} with {new2}")),
        (rf"(?P<lead>{_IN})?(?:the words? )?(?P<new>{_Q}) takes? the place of (?P<old>{_Q})", _said("{lead} replace {old} with {new}")),
        (rf"(?P<lead>{_IN})?(?:the words? )?(?P<old>{_Q}) (?:is|are|shall|should|ought)(?: now)? to be (?P<new>{_Q})", _said("{lead} replace {old} with {new}")),
        (rf"(?P<lead>{_IN})?let (?P<new>{_Q}) (?:stand|be|come|read)(?: written)? (?:instead of|in place of|for|in the place of|where there is) (?P<old>{_Q})", _said("{lead} replace {old} with {new}")),
        (rf"(?P<lead>{_IN})?for (?P<old>{_Q}) read (?P<new>{_Q}) ,? and for (?P<old2>{_Q}) read (?P<new2>{_Q})", _said("{lead} replace {old} with {new}", "{lead} replace {old2} with {new2}")),
        (rf"for (?:the (?:words?|phrase) )?(?P<old>{_Q}) , (?:wherever|everywhere) (?:it|they) (?:stands?|appears?|occurs?)(?: in (?P<rule>{_RULE}))? , (?:read|put|write) (?P<new>{_Q})", _said("replace all instances of {old} with {new} throughout the ruleset")),
        (rf"[^,:;]+ is (?:raised|lowered|changed|doubled|halved|increased|reduced) : (?P<lead>{_IN})for (?P<old>{_Q}) (?:read|write) (?P<new>{_Q})", _said("{lead} replace {old} with {new}")),
        (rf"in (?P<text>{_Q}) \( (?:it|this|which) is in (?P<rule>{_RULE}) \) , (?P<rest>.+)", _said("in the sentence {text} in {rule} , {rest}")),
        (rf"(?P<lead>{_IN})make (?:the words? )?(?P<old>{_Q}) (?:into )?(?:an? )?(?P<new>{_Q})", _said("{lead} replace {old} with {new}")),
        (rf"(?:in )?(?P<rule>{_RULE}) (?:it says|says|there is (?:a|the) sentence|has (?:a|the) sentence|we read|is the sentence) (?P<text>{_Q}) [.,;–] ?(?:it|this|that) (?:ought to|should|must|shall) (?:say|read|be) (?P<new>{_Q})(?: \. (?:fix|correct|change) (?:this|that|it)(?: please)?)?", _said("in {rule} , replace {text} with {new}")),
        (rf"(?:in )?(?P<rule>{_RULE}) ,? ?(?:it says|says|there is (?:a|the) sentence|has (?:a|the) sentence|we read|is the sentence) (?P<text>{_Q}) [.,;–] ?(?:make|turn|change) (?:its|the) (?:words? )?(?P<old>{_Q}) (?:into |to )?(?:an? )?(?P<new>{_Q})", _said("in the sentence {text} in {rule} , replace {old} with {new}")),
        (rf"(?P<rule>{_RULE}) has a sentence (?:which|that) begins(?: with)? (?P<text>{_Q}) [.,;] change what it says in brackets to (?P<new>{_Q})", lambda written, match: _in_brackets(written, match)),
        (rf"(?P<if>if) (?P<rule>{_RULE}) (?:says|contains|has|includes|mentions)(?: the (?:words?|text|phrase))? (?P<old>{_Q}) , (?:change|turn|replace) (?:that|it|this) (?:to|into|with|by) (?P<new>{_Q}) [;,] (?:and )?(?P<rest>if it .+)", lambda written, match: _if_it_says(written, match)),
        (rf"if (?P<rule>{_RULE}) (?:says|contains|has|includes|mentions)(?: the (?:words?|text|phrase))? (?P<old>{_Q}) , (?:change|turn|replace) (?:each|every|all) (?:instances?|occurrences?) of (?:it|that)(?: in (?:that rule|it))? (?:to|into|with|by) (?P<new>{_Q})(?: [;,.] otherwise ,? ?(?:do nothing|nothing happens))?", _said("if {rule} contains the text {old} , replace all instances of {old} in {rule} with {new}")),
        (r"(?P<lead>in .+? : )replace each of the following (?:words|phrases|texts) (?:with|by) the one (?:after|behind|next to|beside) it (?:[.:] )?(?P<some>\* .+)", lambda written, match: _pairs_in(written, match)),
        # units of a text
        (rf"(?:add|append|give|write) (?P<text>{_TEXT}) to the end of both (?P<some>{_RULES})", _each("add {text} to the end of")),
        (rf"(?:the )?(?:dynastic |core )?(?:rules )?(?P<some>{_NAME}(?: , {_NAME})*(?: ,)? and {_NAME}) (?:each |all |both )?(?:receive|get|gain|are given|have added to them) an? new (?:last|final|closing) paragraph ?,?(?: which (?:is|reads)| reading| as follows)? ?:? ?(?P<text>{_TEXT})", _each("add the paragraph {text} to the end of the rule")),
        (rf"(?:the )?(?:dynastic |core )?(?:rules )?(?P<some>{_NAME}(?: , {_NAME})*(?: ,)? and {_NAME}) (?:each |all |both )?(?:receive|get|gain|are given) an? new (?:first|opening) paragraph ?,?(?: which (?:is|reads)| reading| as follows)? ?:? ?(?P<text>{_TEXT})", _each("add the paragraph {text} to the start of the rule")),
        (rf"(?P<unit>the {_UNIT}) (?:of|in) (?P<rule>{_RULE}) (?:that|which) begins(?: with)? (?P<open>{_Q}) is to be replaced [;,.] (?:its|the) new text is (?P<text>{_TEXT})", _said("replace {unit} beginning with {open} in {rule} with {text}")),
        (rf"(?:change|replace|rewrite) (?P<one>the \w+) (?P<unit>paragraph|sentence) of (?P<rule>{_RULE}) (?:to|with|by)(?: read)? (?P<text>{_TEXT}) ,? and (?:its|the) (?P<two>\w+)(?: one)? (?:to|with|by)(?: read)? (?P<text2>{_TEXT})", _said("replace {one} {unit} of {rule} with {text}", "replace the {two} {unit} of {rule} with {text2}")),
        (rf"replace (?P<what>the \w+ \w+ (?:paragraphs|sentences) (?:of|in) {_RULE}) (?:by|with) (?:a single|one|a new) (?:one|paragraph|sentence) ?,? ?(?:which reads|reading|that says|which says|as follows)? ?:? ?(?P<text>{_TEXT})", _said("replace {what} with {text}")),
        (rf"let (?P<rule>{_RULE}) end with (?:one more|a new|another|an additional|this) (?P<unit>paragraph|sentence) ?,? ?(?:reading )?:? ?(?P<text>{_TEXT})", _said("add the {unit} {text} to the end of {rule}")),
        (rf"let (?P<rule>{_RULE}) begin with (?:one more|a new|another|an additional|this) (?P<unit>paragraph|sentence) ?,? ?(?:reading )?:? ?(?P<text>{_TEXT})", _said("add the {unit} {text} to the start of {rule}")),
        (rf"let the list in (?P<rule>{_RULE}) begin with (?:one more|a new|another|an additional|this) (?:bullet point|bullet|item|entry) ?,? ?(?:reading )?:? ?(?P<text>{_TEXT})", _said("add the bullet {text} to the start of the list in {rule}")),
        (rf"let the list in (?P<rule>{_RULE}) end with (?:one more|a new|another|an additional|this) (?:bullet point|bullet|item|entry) ?,? ?(?:reading )?:? ?(?P<text>{_TEXT})", _said("add the bullet {text} to the end of the list in {rule}")),
        (rf"let (?:this|the following) be the (?:last|final) (?P<unit>paragraph|sentence) of (?P<rule>{_RULE}) :? ?(?P<text>{_TEXT})", _said("add the {unit} {text} to the end of {rule}")),
        (rf"let (?:this|the following) be the first (?P<unit>paragraph|sentence) of (?P<rule>{_RULE}) :? ?(?P<text>{_TEXT})", _said("add the {unit} {text} to the start of {rule}")),
        (rf"in (?P<rule>{_RULE}) , add to its list ,? as (?:the|its) last (?:bullet point|bullet|item|entry) ?:? ?(?P<text>{_TEXT})", _said("add the bullet {text} to the end of the list in {rule}")),
        (rf"in (?P<rule>{_RULE}) , add to its list ,? as (?:the|its) first (?:bullet point|bullet|item|entry) ?:? ?(?P<text>{_TEXT})", _said("add the bullet {text} to the start of the list in {rule}")),
        (rf"at the (?:very )?end of the section (?:entitled|called|named|titled) (?P<rule>{_NAME}) , (?:write|add|put) (?P<text>{_TEXT})", _said("add {text} to the end of the rule {rule}")),
        (rf"(?:right |directly |immediately )?after (?P<place>{_Q}) , the (?:rules|ruleset) (?:should|shall|must) (?:also )?(?:say|read) (?P<text>{_TEXT})", _said("add {text} after {place}")),
        (rf"from (?P<rule>{_RULE}) , (?:strike|delete|remove|cut) the (?:sentence|words?|paragraph|text) (?:quoted |given |shown )?below :? ?(?P<text>{_TEXT})", _said("delete {text} from {rule}")),
        # whole rules
        (rf"(?:move|take) (?P<rule>the subrule {_RULE}) out(?: of {_RULE})? ,? ?(?:so that it (?:is|becomes)|to (?:be|become)|as|and make it) an? (?:dynastic )?rule(?: (?:of its own|in its own right))?", _said("move {rule} to the dynastic rules")),
        (rf"(?:then )?(?:rename|retitle) (?P<rule>it|that rule|this rule|{_RULE}) (?P<new>{_Q})", _said("rename {rule} to {new}")),
        (r"(?P<one>(?:in|repeal|remove|delete|add|append|replace|change) .+?) ,? ?(?:and )?(?:then )?(?P<two>(?:rename|retitle) (?:it|that rule|this rule) .+)", _said("{one}", "{two}")),
        (rf"its (?P<what>(?:text|(?:\w+ )?{_UNIT})) {_IS} (?:removed|deleted|struck)", _said("remove the {what} of that rule")),
        (rf"(?P<one>(?P<rule>{_RULE}) {_IS} (?:renamed|retitled) .+?) ,? ?and (?P<two>its .+)", _said("{one}", "{two}")),
        (rf"{_ADD} an? (?P<head>(?:new )?(?:dynastic |core )?(?:sub-?)?rule(?: (?:to|of|under) {_RULE})?) , (?P<name>[a-z][a-z' –-]*?) ?,? ?{_WITH} ?(?P<text>{_TEXT})", _called_plainly),
        (rf"(?P<rest>{_ADD} an? (?:new )?(?:dynastic )?(?:sub-?)?rule(?: (?:to|in|of|under) [^.,:]+?)?) \. (?:the (?:new )?(?:sub-?)?rule|it|this (?:new )?(?:sub-?)?rule|its (?:name|title)|the (?:name|title) of the (?:new )?(?:sub-?)?rule) (?:is|shall be|should be|will be)(?: {_CALLED})? (?P<name>{_Q}) ?(?:,? ?and|[,;.])? ?(?:its text|the text|it|the (?:new )?(?:sub-?)?rule|this (?:sub-?)?rule|that (?:sub-?)?rule)(?: of the (?:new )?rule)? (?:is|reads|says|shall be|shall read|should be|should read|has (?:the|this) text)(?: as follows)? ?:? ?(?P<text>{_TEXT})", _said("{rest} called {name} with the text {text}")),
        (rf"{_ADD}(?: (?P<count>two|three|four|five|six))?(?: new)? (?P<kind>(?:dynastic )?(?:sub)?rules) (?:(?:to|of|under|in) (?P<home>{_RULE}) )?,? ?{_CALLED} (?P<some>{_Q}(?: , {_Q})*(?: ,)? and {_Q}) [.;:] {_TEXTS_OF}", _named_and_texts),
        (rf"{_ADD} an? (?:new )?(?P<kind>(?:dynastic )?(?:sub)?rule) (?:(?:to|of|under|in) (?P<home>{_RULE}) )?,? ?{_CALLED} (?P<some>{_Q} ,? ?and (?P<count>another|one|a second)(?: one| rule| subrule)? {_CALLED} {_Q}) [.;:] {_TEXTS_OF}", _named_and_texts),
        (rf"(?P<verb>repeal|scrap|remove|delete|abolish) (?P<rule>{_RULE})(?: altogether| entirely)? ,? ?(?:along with|together with|as well as) (?P<part>the (?:\w+ )?{_UNIT} .+)", _said("repeal {rule}", "delete {part}")),
        (rf"(?P<rule>{_RULE}) {_IS} (?:hereby )?repealed , as (?:is|are) (?:its neighbour )?(?P<other>{_RULE})(?: , (?:its )?subrules included)?", _said("repeal {rule}", "repeal {other}")),
        (rf"(?P<some>{_RULES}) {_IS} (?:both |each |all |hereby )*repealed", _said("repeal {some}")),
        (rf"(?P<one>{_RULE}) and (?P<two>{_RULE}) (?:swap|change|exchange|trade) places", _said("swap the rules {one} and {two}")),
        (rf"(?P<rule>{_RULE}) loses its (?P<place>\w+ {_UNIT})", _said("delete the {place} of {rule}")),
        (rf"(?P<rule>{_RULE}) loses its (?P<place>(?:last|final) paragraph) and (?:gains|gets|receives) a new one ?,? ?(?:reading)? ?:? ?(?P<text>{_TEXT})", _said("replace the {place} of {rule} with {text}")),
        (rf"(?P<rule>{_RULE}) (?:{_IS} made|{_IS}|should become|shall become|must be|is to become|is now) an? (?P<sub>sub-?rule) of (?P<home>{_RULE})", _said("make {rule} a subrule of {home}")),
        (rf"move (?P<rule>{_RULE}) to be (?:the )?(?P<place>first|last)(?: rule)? (?:of|in|among) (?P<home>the (?:dynastic|core) rules|N\d+)", lambda written, match: [_order(f"move {{rule}} to the {'start' if match['place'] == 'first' else 'end'} of {{home}}", written, match)]),
        (rf"make (?P<rule>{_RULE}) a subrule of (?P<home>{_RULE}) (?:rather than|instead) of {_RULE}(?: , (?:placing|putting) it at (?:the|its) end)?", _said("make {rule} a subrule of {home}")),
        (rf"(?P<rule>the (?:dynastic |core )?(?:sub)?rule {_NAME}) becomes (?P<new>{_Q}) ,? and its text (?:becomes|is now|shall be|changes to) :? ?(?P<text>{_TEXT})", _said("rename {rule} to {new}", "replace the entire text of the rule {new} with {text}")),
        (rf"(?P<rule>{_RULE}) (?:needs|gets|should have|shall have|is to have|has) an? (?:new )?subrule [.,;:] (?P<rest>.+)", _said("create a subrule of {rule} . {rest}")),
        (rf"(?P<rest>create .+?) \. call it (?P<name>{_Q}) ,? and let its text be :? ?(?P<text>{_TEXT})", _said("{rest} called {name} with the text {text}")),
        (rf"as the (?P<place>first|last) of the (?P<which>(?:dynastic|core) rules|N\d+) , (?:add|create|put|enact) a rule (?:entitled|called|named|titled) (?P<name>{_Q}){_WITH} ?(?P<text>{_TEXT})", lambda written, match: _first_of(written, match)),
        (rf"(?:enact|create|add) a (?P<which>dynastic )?rule ,? ?(?:called )?(?P<name>{_Q}){_WITH} ?(?P<text>{_TEXT}) \. it has (?P<count>two|three|four|five) subrules [.:] (?P<some>(?:(?:and )?(?:the (?:first|second|third|fourth|fifth|other|last)|one|another) ,? ?(?:called )?{_Q} ,? ?(?:reads|says|with the text|which reads) {_TEXT} ?[;,.]? ?)+)", _with_subrules),
        (rf"repeal the subrules (?P<some>{_NAME}(?: , {_NAME})* and {_NAME}) of (?P<home>{_RULE}) and create one (?:called|entitled|named) (?P<name>{_Q}) there(?: instead)?{_WITH} ?(?P<text>{_TEXT})", _said("repeal the subrules {some} of {home}", "create a subrule of {home} called {name} with the text {text}")),
        (rf"(?P<count>\w+) (?P<kind>subrules) are (?:added to|created under|created in) (?P<home>{_RULE}) : (?P<some>.+)", _creations),
        (rf"(?:create|add|enact|make) to (?P<home>{_RULE}) (?P<some>(?:a|an|two|the) .+)", _creations),
        (r"(?:create|add|enact|make) (?P<some>(?:an?|one) (?:new )?(?:dynastic )?(?:sub)?rule .+)", _creations),
        (r"(?:create|add|enact|make)(?: the following)? (?P<count>two|three|four|five|six)(?: new)? (?P<kind>(?:dynastic )?rules)(?: to the (?:dynastic rules|ruleset))? [:.] (?P<some>.+)", _creations),
        (rf"(?:create|add|enact|make)(?: the following)? (?P<count>two|three|four|five|six)(?: new)? (?P<kind>subrules) (?:to|of|under|in) (?P<home>{_RULE}) [:.] (?P<some>.+)", _creations),
        (rf"add (?P<some>{_Q} \( .+ \)) to (?P<home>{_RULE}) as (?P<kind>subrules)", _creations),
        (rf"(?:create|add|enact|make)(?: the following| these)?(?: (?P<count>two|three|four|five|six))?(?: new)? (?P<kind>(?:dynastic )?(?:sub)?rules)(?: (?:to|of|under|in) (?P<home>{_RULE}))? [:.] ?(?P<some>(?:[QSB]\d+ B\d+ ?)+)", _headed),
        (rf"give (?P<home>{_RULE})(?: the following| these)? (?P<count>two|three|four|five|six)(?: new)? (?P<kind>subrules) [:.] ?(?P<some>(?:[QSB]\d+ B\d+ ?)+)", _headed),
        (rf"(?:create|add|enact) the rules (?P<some>{_Q}(?: , {_Q})* and {_Q}) [.;] (?P<texts>the (?:former|first) (?:one )?(?:reads|says) {_TEXT} [,;.]? ?(?:and )?the (?:latter|second|other) (?:one )?(?:reads|says) {_TEXT})(?: \.)?", _named_then_told),
        (rf"(?:create|add|enact) (?:the )?subrules of (?P<home>{_RULE}) called (?P<some>{_Q}(?: , {_Q})* and {_Q}) [.;] (?P<texts>(?:the text of {_Q} (?:is|reads) :? ?{_TEXT} ?\.? ?)+)", _named_then_told),
    )
)  # fmt: skip


def _in_brackets(written: _WrittenSentence, match: re.Match[str]) -> Orders:
    """What stands between brackets changes, and they stay."""
    [new] = written.part(match, "new")
    text = new.text if new.text.startswith("(") else f"({new.text})"
    order = "in the sentence beginning with {text} in {rule} , replace the text in brackets with"
    return [[*_order(order, written, match), replace(new, text=text)]]


def _if_it_says(written: _WrittenSentence, match: re.Match[str]) -> Orders:
    """ "If “X” says “a”, change that to “b”; if it says “c”, change that to “d”"."""
    piece = re.compile(
        rf"if it (?:says|contains|has|includes|mentions) (?P<old>{_Q}) , (?:change|turn|replace) (?:that|it|this) (?:to|into|with|by) (?P<new>{_Q})(?: [;,] (?:and )?|$)"
    )
    order = "if {rule} contains the text {old} , replace {old} with {new} in {rule}"
    orders = [_order(order, written, match)]
    place, end = match.span("rest")
    while place < end:
        item = piece.match(written.text, place, end)
        if item is None:
            return []
        rule = written.part(match, "rule")
        old, new = written.part(item, "old"), written.part(item, "new")
        orders.append(
            [
                *_order("if", written, match), *rule, *_order("contains the text", written, match), *old,
                *_order(", replace", written, match), *old, *_order("with", written, match), *new,
                *_order("in", written, match), *rule,
            ]
        )  # fmt: skip
        place = item.end()
    return orders


def _pairs_in(written: _WrittenSentence, match: re.Match[str]) -> Orders:
    lead = written.part(match, "lead")[:-1]
    pieces = [one for one in written.part(match, "some") if one.kind == "quote"]
    if len(pieces) % 2 or not pieces:
        return []
    return [
        [*lead, *_order(", replace", written, match), old, *_order("with", written, match), new]
        for old, new in zip(pieces[::2], pieces[1::2], strict=True)
    ]


def _first_of(written: _WrittenSentence, match: re.Match[str]) -> Orders:
    which = " ".join(one.lower for one in written.part(match, "which"))
    if which not in ("dynastic rules", "core rules"):
        return []
    return [_order(f"create a rule called {{name}} with the text {{text}} as the {match['place']} of the {which}", written, match)]


_TELLS: Final = re.compile(
    rf"in {_RULE} ,? ?(?:it (?:currently )?(?:says|reads) {_TEXT}(?: [.,;–] .+)?|there is (?:a|the) sentence {_TEXT})"
)
_ADDS_NOTHING: Final = re.compile(r"(?:please )?(?:fix|correct|change|do|mend) (?:this|that|it)(?: please)?")


def adds_nothing(tokens: Tokens) -> bool:
    """Whether a sentence only asks to do what the one before it orders: "fix this"."""
    some = [one for one in tokens if one.kind != "stop"]
    return len(some) < 5 and _ADDS_NOTHING.fullmatch(_written(some).text) is not None


def only_tells(tokens: Tokens) -> bool:
    """Whether a sentence says only what a rule says, as "in “X” it says “a”" does."""
    some = list(tokens)
    while some and some[-1].kind == "stop":
        some.pop()
    return len(some) < LONGEST and _TELLS.fullmatch(_written(some).text) is not None


def turns_round(tokens: Tokens) -> bool:
    """Whether a sentence says what is done where the condition of the one before it does not hold: "If there isn’t, …"."""
    return len(tokens) < LONGEST and _TURNS.match(_written(tokens).text) is not None


_TURNS: Final = re.compile(rf"(?:but )?if {_DENIAL} ,")


def recasts(tokens: Tokens) -> Iterator[Orders]:
    """The ways in which a sentence can be said as plain orders."""
    some = list(tokens)
    while some and some[-1].kind == "stop":
        some.pop()
    if not some or len(some) > LONGEST:
        return
    written = _written(some)
    for pattern, made in _RECASTS:
        match = pattern.fullmatch(written.text)
        orders = made(written, match) if match else []
        if orders and all(orders) and orders != [some]:
            yield orders
