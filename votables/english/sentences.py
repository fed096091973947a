"""The sentences of an instruction, each with the texts that it announces: a block quotation, or the plain paragraphs
and lists after a colon. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from ruleset.text.blocks import DEEPEST, MarkdownBlock, SourceLine, blocks, lines

from .atoms import Atom, KnownNames, closing, tokens
from .openings import (
    AMENDING,
    CHANGING,
    FRONTED,
    PLAYING,
    RULE_WORDS,
    begins_instruction,
    goes_on,
    is_in_italics,
    is_talk,
    without_label,
)

# A text may stand apart from the words that lead on from it: "Replace", a text, "with", a text.
_LEADS_ON = re.compile(
    r"\s*(?:and\s+)?(?:with|to|by|into|becomes?|for|(?:so\s+(?:that|as)\s+)?(?:it\s+|to\s+)?(?:now\s+)?reads?|"
    r"from|in|as|write|put|use|say)\b[^.!?]{0,200}\.?$",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"(?:its\s+|the\s+)?(?:new\s+)?(?:text|title|name|body)\s*:|(?:set|make)\s+its\s+(?:text|title|name)\b|make\s+(?:that|it)\s+[“\"‘']|"
    r"(?:call|name|title|entitle)\s+(?:it|this|that|the)\b|give\s+(?:it|this\s+(?:sub-?)?rule|that\s+(?:sub-?)?rule"
    r"|the\s+(?:new\s+)?(?:sub-?)?rule)\b"
    r"|(?:it|this\s+(?:new\s+)?(?:sub-?)?rule)\s+(?:should|shall|will|is|reads?|has|says?)\b"
    r"|(?:its|the)\s+(?:text|title|name|wording|contents?|body)\s+(?:of\s+\w+\s+\w+\s+)?(?:should|shall|will|is|are|reads?)\b"
    r"|the\s+(?:new\s+)?(?:sub-?)?rule\s+(?:should|shall|will|is\s+to)\s+(?:be\s+(?:called|named)|read|say|have)\b",
    re.IGNORECASE,
)
_NEXT_ONE = re.compile(
    r"(?:(?:the\s+(?:second|third|fourth|fifth|last|other|latter)|another)(?:\s+(?:one|rule|subrule))?[\s,]+"
    r"(?:(?:is|should\s+be|shall\s+be)\s+)?(?:(?:called|entitled|named|titled)\s+)?"
    r"|(?:and\s+)?the\s+text\s+of\s+)[“\"‘'*][^“”\"\n]{1,80}[”\"’'*][^“”\"\n]{0,30}:$",
    re.IGNORECASE,
)
_ANNOUNCES = frozenset("following below follows this these".split())


@dataclass(frozen=True, slots=True)
class EnglishSentence:
    """The tokens of a sentence, a text that it announces among them (kind "body"), and what it says, word for word.
    `is_optional`: it stands in a list of what is done only so far as it can be."""

    tokens: tuple[Atom, ...]
    text: str
    is_optional: bool = False

    @property
    def start(self) -> int:
        return self.tokens[0].start

    @property
    def end(self) -> int:
        return self.tokens[-1].end

    @property
    def is_plain_talk(self) -> bool:
        return is_talk(self.text)


def sentences(instruction: str, names: KnownNames) -> list[EnglishSentence]:
    """The sentences of an instruction in Markdown, in order; what is told apart as a heading or a line is left out."""
    gathering = _Gathering(instruction, names)
    gathering.take(lines(instruction), 0)
    gathering.close()
    return gathering.found


class _Gathering:
    def __init__(self, instruction: str, names: KnownNames):
        self.instruction = instruction
        self.names = names
        self.found: list[EnglishSentence] = []
        self.open: list[Atom] = []
        self.is_optional = False

    def close(self) -> None:
        if any(token.kind not in ("stop", "item") for token in self.open):
            start, end = self.open[0].start, self.open[-1].end
            self.found.append(
                EnglishSentence(tuple(self.open), self.instruction[start:end], self.is_optional)
            )
        self.open = []

    def take(self, some: Sequence[SourceLine], depth: int) -> None:
        rest = list(blocks(some))
        while rest:
            block = rest[0]
            if block.kind == "rule":
                self.close()
                rest.pop(0)
            elif block.kind == "quote":
                self._quotation(rest.pop(0))
            elif block.kind == "item":
                rest = self._items(rest, depth)
            elif self._announces_plainly(block):
                rest = self._plain_text(rest)
            else:
                self._paragraph(rest.pop(0))

    def _tokens(self, block: MarkdownBlock) -> list[Atom]:
        place = block.places()
        return [
            Atom(one.kind, one.text, place(one.start), place(one.end - 1) + 1, one.of)
            for one in tokens(block.text, self.names)
        ]

    def _body(self, some: Sequence[MarkdownBlock], *, is_plain: bool = False) -> None:
        """The text that these blocks are, as part of the open sentence; `is_plain`: nothing sets them off."""
        kept = list(some)
        text = "\n\n".join(
            ("\n" if kind == "item" else "\n\n").join(_as_typed(one) for one in alike)
            for kind, alike in groupby(kept, key=lambda one: one.kind)
        )
        if kept[0].kind == kept[-1].kind == "paragraph":
            text = _unquoted(text)
        self.open.append(Atom("body", text.strip("\n"), kept[0].start, kept[-1].end))
        unsure = [one for one in kept[1:] if one.kind == "paragraph" and goes_on(one.text) is None]
        if len(kept) > 1 and kept[-1].kind == "paragraph" and _may_be_step(kept[-1].text):
            unsure.append(kept[-1])
        if unsure and is_plain:
            self.open.append(Atom(UNSURE, unsure[0].text, unsure[0].start, unsure[0].end))

    def _quotation(self, block: MarkdownBlock) -> None:
        if not self.open and self.found:
            self.open = list(self.found.pop().tokens)
        while self.open and self.open[-1].kind == "stop":
            self.open.pop()
        self._body([block])

    # -- plain texts

    def _announces_plainly(self, block: MarkdownBlock) -> bool:
        """Whether the open sentence waits for a text, and this block is one."""
        if not self.open or (block.kind == "paragraph" and self._leads_on(block)):
            return False
        if self._has_colon():
            return not is_in_italics(block.text)
        if self.open[-1].kind == "body":
            return False
        dangles = self.open[-1].lower in DANGLING or (
            self.open[-1].kind != "stop" and any(one.lower in _ANNOUNCES for one in self.open)
        )
        announced = any(one.lower == "following" for one in self.open) and not any(
            one.kind in ("quote", "body") for one in self.open[-4:]
        )
        unfinished = dangles or announced or (self.open[-1].kind != "stop" and self._creates())
        return unfinished and not begins_instruction(self._tokens(block)) and goes_on(block.text) is not False

    def _creates(self) -> bool:
        return any(one.lower in ("add", "create", "enact", "make") for one in self.open[:12])

    def _has_colon(self) -> bool:
        return bool(self.open) and (
            self.open[-1].kind == ":" or (self.open[-1].kind in "-–—" and self.open[-2:-1] != [])
        )

    def _leads_on(self, block: MarkdownBlock) -> bool:
        """ "with:" or "to" between two texts."""
        if not self.open or self.open[-1].kind != "body" or not _LEADS_ON.match(block.text):
            return False
        return block.text[:1].islower() or not begins_instruction(self._tokens(block))

    def _plain_text(self, rest: list[MarkdownBlock]) -> list[MarkdownBlock]:
        count = 1
        while count < len(rest) and self._is_more_text(rest[count], rest[count - 1]):
            count += 1
        if count > 1 and rest[count - 1].kind == "paragraph" and _LEADS_ON.match(rest[count - 1].text):
            count -= 1
        if count > 1 and rest[count - 1].kind == "paragraph" and _may_be_step(rest[count - 1].text):
            count -= self._announces_one(rest[:count])
        self._body(rest[:count], is_plain=True)
        return rest[count:]

    def _announces_one(self, some: list[MarkdownBlock]) -> bool:
        """Whether the open sentence announces one paragraph or sentence where there are two."""
        words = [one.lower for one in self.open if one.kind == "word"]
        return len(some) == 2 and any(
            unit in ("paragraph", "sentence") and {"this", "following", "a"} & set(words[max(0, at - 3) : at])
            for at, unit in enumerate(words)
        )

    def _is_more_text(self, block: MarkdownBlock, before: MarkdownBlock) -> bool:
        if block.kind in ("item", "table"):
            return True
        if block.kind != "paragraph" or _is_lead(block) or goes_on(block.text) is False:
            return False
        if block.text.rstrip().endswith(":") and self._speaks_of_rules(block):
            return False
        return not begins_instruction(self._tokens(block))

    def _speaks_of_rules(self, block: MarkdownBlock) -> bool:
        """Whether a paragraph names a rule, or the next of several: what ends in a colon leads to something else
        then."""
        return _NEXT_ONE.match(block.text) is not None or any(
            one.of == "rule" or one.lower in RULE_WORDS for one in self._tokens(block)
        )

    # -- lists

    def _items(self, rest: list[MarkdownBlock], depth: int) -> list[MarkdownBlock]:
        count = next((at for at, block in enumerate(rest) if block.kind != "item"), len(rest))
        items, after = rest[:count], rest[count:]
        item_tokens = [self._tokens(item) for item in items]
        if self.open and self._waits_for_pairs(item_tokens):
            for some in item_tokens:
                self.open += [Atom("item", "", some[0].start, some[0].start), *some]
            self.close()
        elif self.open and self._waits_for_text(item_tokens):
            return self._plain_text(rest)
        else:
            optional = bool(self.open) and self._is_of_what_is_there()
            for item in items:
                self.close()
                self.is_optional = optional
                if depth < DEEPEST:
                    self.take(item.lines, depth + 1)
            self.close()
            self.is_optional = False
        return after

    def _is_of_what_is_there(self) -> bool:
        """Whether the open sentence leads to what is done only so far as it can be."""
        return _SO_FAR.search(self.instruction[self.open[0].start : self.open[-1].end]) is not None

    def _waits_for_pairs(self, items: list[list[Atom]]) -> bool:
        """Items that say what becomes of what: “a” with “b”."""
        return all(
            some
            and some[0].kind in ("quote", "strong")
            and sum(one.kind in ("quote", "strong") for one in some) > 1
            for some in items
        )

    def _waits_for_text(self, items: list[list[Atom]]) -> bool:
        waits = (
            self._has_colon()
            or self.open[-1].kind != "stop"
            or any(t.lower == "following" for t in self.open)
        )
        if not waits or self.open[-1].kind == "body":
            return False
        orders = all(begins_instruction(some) or _is_by_doing(some) for some in items)
        leads = {one.lower for one in self.open if one.kind == "word"} & (AMENDING - LEADING)
        return not (orders and not leads)

    # -- paragraphs

    def _paragraph(self, block: MarkdownBlock) -> None:
        if self._leads_on(block):
            self.open += self._tokens(block)
            return
        self.close()
        some = self._tokens(block)
        if colon := self._colon_before_text(some):
            after = _order_after(some, colon + 1, self.instruction)
            last = some[after - 1].end if after else block.end
            text = (
                self.instruction[some[colon].end : last]
                if len(block.lines) == 1
                else self._rest(block, some[colon].end, last)
            )
            body = Atom("body", text.strip().lstrip("-–—").strip(), some[colon + 1].start, last)
            some = [*some[: colon + 1], body, *(some[after:] if after else [])]
        place = 0
        for end in [*_ends(some, self.instruction), len(some)]:
            if place == end or _adds_nothing(self.open, some[place:end]):
                place = end
                continue
            self.close()
            self.open = some[place:end]
            place = end

    def _rest(self, block: MarkdownBlock, start: int, end: int) -> str:
        kept = [
            line.text[max(0, start - line.start) : max(0, end - line.start)]
            for line in block.lines
            if line.start + len(line.text) > start and line.start < end
        ]
        return "\n".join(kept)

    def _colon_before_text(self, some: list[Atom]) -> int:
        """The place of a colon after which the paragraph goes on with a plain text, else 0."""
        begun = 0
        for place, token in enumerate(some[:-1]):
            if token.kind == "stop":
                begun = place + 1
            if token.kind != ":" or _is_in_brackets(some, place):
                continue
            is_order = begins_instruction(some[begun:place])
            if not is_order and not (begun and _GOES_ON.match(self.instruction, some[begun].start)):
                continue
            after = place + 1
            while after < len(some) and some[after].kind in "-–—":
                after += 1
            if after < len(some) and _is_plain_text(some[after:]):
                return after - 1
        return 0


def _as_typed(block: MarkdownBlock) -> str:
    return f"# {block.whole}" if block.kind == "heading" else block.whole


def _unquoted(text: str) -> str:
    """A text without the quotation marks that stand around the whole of it."""
    bare = text.strip()
    if len(bare) > 2 and bare[0] in '“"' and closing(bare, 0) == (len(bare) - 1, True):
        return bare[1:-1]
    return text


# Verbs that lead to instructions, not to a text; and words after which a text must follow.
LEADING = frozenset("make do apply carry perform change amend edit modify revise update have let".split())
DANGLING = frozenset(
    "become becomes write of replace change amend replacing changing amending with to by add append insert remove "
    "delete strike read reading "
    "text from sentence paragraph words phrase following follows".split()
)
_CONNECTS = frozenset(
    "with to by and in from at after before into of so for as on under which should is then".split()
)


UNSURE = "unsure"  # a token for what may belong to the text before it, or be a step of its own
_STEP = re.compile(
    r"(?:each|every|all|everyone|everybody)\b"
    r"(?P<rest>[^.!?\n]{0,160}\b(?:gains?|loses?|receives?|gets?|(?:is|are) set to)\b"
    r"[^.!?\n]{0,80})[.!]?$",
    re.IGNORECASE,
)
_RULES_ON = re.compile(
    r"\b(?:when|whenever|if|may|must|can|could|per|daily|weekly|each|every|time|once|at|for|who|until|unless)\b"
)
_SO_FAR = re.compile(
    r"\b(?:where|wherever|(?:so|as|in ?so) far as|if|to the extent that)\s+"
    r"(?:the\s+(?:following|strings|words|texts?|phrases)|"
    r"they|these|each|it)\b[^.:]{0,40}\b(?:found|there|exists?|appears?|occurs?|present)\b",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"(?:otherwise|if (?P<not>not)|if so|if (?:it|there|they|one|that|this)(?: one)? (?:does|do|is|are|exists?|has)"
    r"(?P<no> not|n't)?(?: one| so| the case)?) ?,? ?(?:then )?"
    r"(?:do nothing|nothing happens|this does nothing|nothing is done|make no change|no change is made|nothing changes)"
)
_DENIES = frozenset("no not unless isn't doesn't aren't don't without lacks".split())


def _may_be_step(paragraph: str) -> bool:
    """Whether the last paragraph of a plain text may be a step on the gamestate: "Every Baker gains 10 Flour."."""
    step = _STEP.match(" ".join(paragraph.split()))
    return (
        step is not None and not _RULES_ON.search(step["rest"]) and re.search(r"\d", step["rest"]) is not None
    )


def _is_by_doing(some: list[Atom]) -> bool:
    """Whether an item is "by replacing “a” with “b”"."""
    words = some[1:] if some and some[0].lower == "by" else some
    first = words[0].lower if words else ""
    return first.endswith("ing") and CHANGING.match(first) is not None


def _order_after(some: list[Atom], begin: int, text: str) -> int:
    """The place of a sentence behind a plain text in its paragraph that orders something: "In that rule, change “a” to
    “b”."; 0 where there is none."""
    ends = [begin + end for end in _ends(some[begin:], text)]
    for end, after in pairwise([*ends, len(some)]):
        sentence = some[end:after]
        if sum(one.kind == "quote" for one in sentence) and begins_instruction(sentence):
            return end
    return 0


def _adds_nothing(before: list[Atom], sentence: list[Atom]) -> bool:
    """Whether a sentence says only that nothing is done where the condition of the one before it does not hold."""
    if not before or before[0].lower not in ("if", "unless"):
        return False
    words = " ".join(one.lower.replace("’", "'") for one in sentence if one.kind not in ("stop", "item"))
    nothing = _NOTHING.fullmatch(words.replace(" ,", ","))
    if nothing is None:
        return False
    comma = next((at for at, one in enumerate(before) if one.kind == ","), len(before))
    denied = any(one.lower.replace("’", "'") in _DENIES for one in before[:comma])
    return words.startswith("otherwise") or denied is not bool(nothing["not"] or nothing["no"])


def _is_lead(block: MarkdownBlock) -> bool:
    return len(block.text) < 60 and _LEADS_ON.match(block.text) is not None and block.text[:1].islower()


def _is_in_brackets(some: list[Atom], place: int) -> bool:
    """Whether a token stands in round brackets that close again: "(text: “a”)"."""
    opened = next((at for at in range(place - 1, -1, -1) if some[at].kind in "()"), None)
    closed = any(one.kind == ")" for one in some[place:])
    return opened is not None and some[opened].kind == "(" and closed


def _is_plain_text(some: list[Atom]) -> bool:
    first = some[0]
    listed = [one for one in some if one.kind in ("quote", "strong", "name")]
    if len(listed) > 1 and all(
        one in listed or one.kind in (",", "stop") or one.lower == "and" for one in some
    ):
        return False  # names, one after the other
    if first.kind in ("quote", "strong", "name"):
        after = next((one for one in some[1:] if one.kind not in (",", ";")), None)
        is_order = after is not None and (
            after.lower in _CONNECTS | AMENDING | {"becomes", "become", "→", "take", "takes"}
            or CHANGING.match(after.lower)
        )
        return not (after is None or after.kind in ("stop", "item") or is_order)
    if first.kind == "word":
        return not begins_instruction(some) and first.text not in _CONNECTS
    return first.kind in ("(", "number", "[", ",", ";")


def _ends(some: list[Atom], text: str) -> list[int]:
    """After which tokens a sentence of a paragraph ends."""
    ends: list[int] = []
    for place in range(1, len(some)):
        before, here = some[place - 1], some[place]
        gap = text[before.end : here.start]
        if before.kind == "body":
            ends.append(place)
            continue
        if not gap or _GOES_ON.match(text, here.start):
            continue
        begun = some[ends[-1] if ends else 0].lower
        if here.lower == "otherwise" and begun in ("if", "unless"):
            continue
        if (
            "\n" in gap
            and here.kind == "number"
            and some[place + 1 : place + 2]
            and some[place + 1].kind == ":"
        ):
            ends.append(place)  # "2.2: …" above "2.3: …"
            continue
        starts = here.text[:1].isupper() or here.kind in ("quote", "strong", "(", "number")
        closes = before.kind == "stop" or (before.kind == ")" and some[place - 2].kind == "stop")
        opens = here.kind == "word" and here.text[:1].isupper() and _opens(some[place : place + 4])
        if (closes and starts) or (opens and _ends_quoted(before, gap)):
            ends.append(place)
    return ends


def _ends_quoted(before: Atom, gap: str) -> bool:
    return before.kind in ("quote", "strong") and ("\n" in gap or before.text[-1:] in ".!?")


def _opens(some: Sequence[Atom]) -> bool:
    first = without_label(some)[0].lower
    return (
        first in AMENDING | PLAYING | FRONTED
        or first in ("if", "otherwise")
        or CHANGING.match(first) is not None
    )
