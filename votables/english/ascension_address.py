"""An Ascension Address read: which dynastic rules stay, what people are called, which special cases are switched, what
is tracked on, and which rules and pages are new. Pure.

Most of an address is a story. What begins as an order, or speaks of the dynastic rules or the special cases as one
does, is read whole or asked about; everything else is left alone.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from blognomic.i18n.translation import gettext as _
from blognomic.text.likeness import near_names
from ruleset.law.parts import RulesetPart
from ruleset.text.synonyms import plural
from ruleset.text.tree import Node, Tree, part_of

from .atoms import Atom
from .reading import names_of, read
from .reading_parts import AuthorQuestion, Unclear
from .rule_references import find
from .sentences import EnglishSentence, sentences

LONGEST: Final = 20_000  # characters; what is longer is not read
MOST_SENTENCES: Final = 400


@dataclass(frozen=True, slots=True)
class AddressScene:
    """What an address may speak of: the rules; the words in force ("player", "players", "emperor", "emperors");
    whether the rules stay that it does not name (`all_stay`); and what is tracked, by its key."""

    tree: Tree = Tree()
    words: Mapping[str, str] = field(default_factory=dict)
    all_stay: bool = False
    tracked: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AddressReading:
    """What an address says: the keys of the dynastic rules that stay and of what is tracked on (None: it says nothing
    of it), new words by which they are ("player" …), special cases by name, whether each is active; new rules, title
    and text; titles of new tracking pages. With `questions` it says nothing for certain."""

    keep: frozenset[str] | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    special_cases: Mapping[str, bool] = field(default_factory=dict)
    keep_tracked: frozenset[str] | None = None
    rules: tuple[tuple[str, str], ...] = ()
    pages: tuple[str, ...] = ()
    questions: tuple[AuthorQuestion, ...] = ()

    @property
    def says_something(self) -> bool:
        """Whether there is an order in it."""
        return self != AddressReading(questions=self.questions)


def read_address(text: str, scene: AddressScene) -> AddressReading:
    """What an address in Markdown says. A text of more than LONGEST characters says nothing."""
    if len(text) > LONGEST:
        return AddressReading()
    reader = _AddressReader(scene)
    for sentence in sentences(text, names_of(scene.tree, None))[:MOST_SENTENCES]:
        try:
            reader.take(sentence)
        except Unclear as unclear:
            why, choices = unclear.why, unclear.better(sentence.text)
            reader.questions.append(AuthorQuestion((sentence.start, sentence.end), why, choices))
    return reader.reading(text)


# The pieces of a sentence by their signs: Q for a quotation or a name, B for a text of its own, else the word.
_ALL = r"(?:all|every|each)(?: of)?(?: the)?(?: (?:existing|current|remaining|previous|old))*"
_RULES = r"dynastic rules?(?: and (?:all )?(?:their|its) subrules?)?"
_CALLED = r"(?: (?:called|titled|named|entitled))?"
_ONE = rf"(?:(?:the )?(?:dynastic )?(?:sub)?(?:rules?|special cases?){_CALLED} |the )?Q"
_LIST = rf"(?:both )?{_ONE}(?:(?: , and| ,| and| &) {_ONE})*"
_BESIDES = r"(?:but|except|except for|save|save for|excluding|apart from|other than|with the exception of)"
_BUT = rf"(?: ,)? {_BESIDES} (?P<kept>{_LIST})"
_REPEAL = r"(?:repeal|remove|delete|strike|scrap)"
_KEEP = r"(?:keep|retain|preserve)"
_BE = r"(?:is|are|be|becomes?|(?:shall|will|should) (?:be|become)|goes?|stays?|remains?)(?: now| hereby)?"
_TERM = (
    r"(?:all (?:instances|occurrences) of |each instance of |every )?(?:the )?"
    r"(?:(?:gamestate )?(?:terms?|words?|synonyms?) )?"
)
_OTHERS = r"(?:the rest|(?:all(?: of)?(?: the)? other|the other|every other) (?:dynastic )?rules?)"
_DEFAULTS = r"(?:keep|have|get|return to) (?:its|their) defaults?(?: status(?:es)?)?"
_PAIR = rf"{_TERM}Q (?:with|by|to|into|as) (?:the )?(?:(?:term|word) )?(?:an? )?Q"
_PAIRS = rf"{_PAIR}(?:(?: , and| ,| and| ;) (?:(?:replace|change) )?{_PAIR})*"
_IN_RULES = r"(?: ,?(?:throughout|in|across|everywhere in) the (?:(?:entire|whole) )?(?:ruleset|rules))?"
_NAMED = rf"(?:(?:the|an?|each|every|all) )?Q {_BE} (?:called|known as|termed) (?:the |an? )?Q"
_NEVERTHELESS = r"(?:(?:from now on|henceforth|now|then|also|finally|first|hereby|please)(?: ,)? )?"
_PATTERNS: Final = [
    (name, re.compile(f"{_NEVERTHELESS}(?:{pattern})"))
    for name, pattern in (
        ("repeal all", rf"{_REPEAL} {_ALL} {_RULES}(?:{_BUT})?"),
        ("repeal all", rf"{_ALL} {_RULES}(?:{_BUT}(?: ,)?)? {_BE} repealed"),  # in English
        ("repeal all", rf"{_ALL} {_RULES} {_BE} repealed{_BUT}"),  # in English
        ("keep all", rf"{_KEEP} {_ALL} {_RULES}"),
        ("keep all", rf"{_ALL} {_RULES} (?:stay|remain|{_BE} (?:kept|retained))"),
        ("keep all", rf"(?:{_REPEAL} no {_RULES}|no {_RULES} {_BE} repealed)"),
        (
            "keep only",
            rf"{_KEEP}(?: only)? (?P<kept>{_LIST})(?: ,)? and {_REPEAL} {_OTHERS}",
        ),
        ("keep only", rf"{_KEEP} only (?P<kept>{_LIST})"),  # in English
        ("keep", rf"{_KEEP} (?P<kept>{_LIST})"),
        ("keep", rf"(?P<kept>{_LIST}) (?:stays?|remains?|{_BE} (?:kept|retained))"),
        ("track on", rf"{_KEEP} tracking (?P<kept>{_LIST})"),  # in English
        ("track on", rf"{_KEEP} the (?:variables?|tables?|pages?|values of) (?P<kept>{_LIST})"),  # in English
        ("repeal", rf"{_REPEAL} (?P<gone>{_LIST})"),
        ("words", rf"(?:replace|change|rename) {_PAIRS}{_IN_RULES}"),
        ("words", rf"{_NAMED}(?:(?: , and| ,| and| ;) {_NAMED})*"),
        ("on", rf"(?:activate|enable|switch on|turn on) (?P<cases>{_LIST})"),
        ("off", rf"(?:deactivate|disable|switch off|turn off) (?P<cases>{_LIST})"),
        ("set", rf"set (?:the status of )?(?P<cases>{_LIST}) to (?P<how>active|inactive)"),
        ("set", rf"(?P<cases>{_LIST}) {_BE} (?:set to )?(?P<how>active|inactive)"),
        ("defaults", rf"{_ALL}(?: other)? special cases? {_DEFAULTS}"),
        ("page", rf"(?:make|create|start|add) (?:an?|the)?(?: new)? ?tracking pages?{_CALLED} (?P<cases>{_LIST})"),
    )
]  # fmt: skip
_VERBS: Final = (
    "repeal|remove|delete|strike|scrap|keep|retain|preserve|replace|change|rename|activate|enable|switch|turn"
)
_VERBS_TOO: Final = f"{_VERBS}|deactivate|disable|set|make|create|start|add|enact"
_ORDERS: Final = re.compile(rf"{_NEVERTHELESS}(?:{_VERBS_TOO})\b")
_OF_RULES: Final = re.compile(
    r"\b(?:dynastic rules?|special cases?|subrules?|ruleset|gamestate|tracking pages?|terms?|rules?|Q|B)\b"
)
_SPEAKS_OF: Final = re.compile(
    r"\bdynastic rules?\b.*\b(?:repealed|kept|retained|stays?|remains?)\b"
    r"|\b(?:special cases?|Q) .*\b(?:active|inactive)\b"
    rf"|^in (?:the )?(?:rules? )?Q (?:, )?(?:{_VERBS_TOO})\b"
)
_AND_THEN: Final = re.compile(rf" (?:, and(?: then)?|and(?: then)?|, then|;) (?=(?:{_VERBS_TOO})\b)")
_SECTIONS: Final = {
    RulesetPart.DYNASTIC: "dynastic rules",
    RulesetPart.SPECIAL_CASE: "special cases",
}
_SMALL: Final = frozenset("dynastic rule rules special case cases ruleset active inactive gamestate".split())
_SEVERAL: Final = (("player", "players"), ("emperor", "emperors"))
_PLAIN: Final = {"player": "player", "players": "players", "emperor": "emperor", "emperors": "emperors"}


@dataclass(frozen=True, slots=True)
class _Signed:
    """A sentence as its signs, with what its quotations say, in order."""

    signs: str
    quotations: tuple[str, ...]

    def within(self, start: int, end: int) -> tuple[str, ...]:
        """What the quotations say that stand between two places of the signs."""
        before, here = _quotations(self.signs[:start]), _quotations(self.signs[start:end])
        return self.quotations[before : before + here]

    def split(self) -> Iterator["_Signed"]:
        """The orders of the sentence, one by one."""
        at = 0
        for match in [*_AND_THEN.finditer(self.signs), None]:
            end = match.start() if match else len(self.signs)
            yield _Signed(self.signs[at:end], self.within(at, end))
            at = match.end() if match else end


def _quotations(signs: str) -> int:
    return len(re.findall(r"\bQ\b", signs))


class _AddressReader:
    def __init__(self, scene: AddressScene):
        self.scene = scene
        self.kept: frozenset[str] | None = None
        self.words: dict[str, str] = {}
        self.cases: dict[str, bool] = {}
        self.tracked: frozenset[str] | None = None
        self.rules: list[tuple[str, str]] = []
        self.pages: list[str] = []
        self.questions: list[AuthorQuestion] = []
        self.sections = {
            section.title.casefold(): _SECTIONS[part_of(section)]
            for section in scene.tree.sections
            if part_of(section) in _SECTIONS
        }
        self.old = {**_PLAIN, **{word.casefold(): name for name, word in scene.words.items()}}

    def reading(self, text: str) -> AddressReading:
        for one, several in _SEVERAL:
            if several in self.words and one not in self.words:
                why = _("Say what one of the {name} is called.").format(name=self.words[several])
                self.questions.append(AuthorQuestion((0, len(text)), why))
        if self.questions:
            return AddressReading(questions=tuple(self.questions))
        return AddressReading(
            self.kept, self.words, self.cases, self.tracked, tuple(self.rules), tuple(self.pages)
        )

    def take(self, sentence: EnglishSentence) -> None:
        """What a sentence says. Raises Unclear for an order that is not understood."""
        signed = self._signed(sentence.tokens)
        if any(token.kind == "body" for token in sentence.tokens) and self._is_order(signed.signs):
            self._new_rule(sentence)
            return
        matches = self._matches(signed)
        if matches is not None:
            for match, part in matches:
                self._carry_out(match[0], match[1], part)
        elif self._is_order(signed.signs):
            raise Unclear(_("Not every word of this sentence is understood. Say it more plainly."))

    def _signed(self, tokens: Sequence[Atom]) -> _Signed:
        signs, quotations = list[str](), list[str]()
        open_name = False
        for place, token in enumerate(tokens):
            if token.kind == "name" and token.lower in self.sections:
                signs.append(self.sections[token.lower])
                continue
            is_name = token.kind in ("quote", "strong", "name")
            capital = token.kind == "word" and token.text[:1].isupper() and token.lower not in _SMALL
            if is_name or (capital and (place > 0 or token.lower in self.old)):
                if capital and open_name:
                    quotations[-1] += f" {token.text}"
                else:
                    signs.append("Q")
                    quotations.append(token.text.strip().rstrip(".,"))
                open_name = capital
                continue
            open_name = False
            if token.kind == "body":
                signs.append("B")
            elif token.kind in ("word", "number"):
                signs.append(token.lower)
            elif token.kind in (",", ";", "&"):
                signs.append(token.kind)
            elif token.kind not in ("stop", "item", ":"):
                signs.append("?")
        return _Signed(" ".join(signs), tuple(quotations))

    def _matches(self, signed: _Signed) -> list[tuple[tuple[str, re.Match[str]], _Signed]] | None:
        """What the orders of a sentence are; None where one of them is none."""
        for parts in ([signed], list(signed.split())):
            matches = [(self._match(part.signs), part) for part in parts]
            if all(match is not None for match, _part in matches):
                return [(match, part) for match, part in matches if match is not None]
        return None

    def _match(self, signs: str) -> tuple[str, re.Match[str]] | None:
        for name, pattern in _PATTERNS:
            if match := pattern.fullmatch(signs):
                return name, match
        return None

    def _is_order(self, signs: str) -> bool:
        return bool(_ORDERS.match(signs) and _OF_RULES.search(signs)) or bool(_SPEAKS_OF.search(signs))

    def _carry_out(self, name: str, match: re.Match[str], part: _Signed) -> None:
        groups = match.groupdict()

        def names(group: str) -> tuple[str, ...]:
            return part.within(*match.span(group)) if groups.get(group) else ()

        if name == "repeal all":
            self._keep(names("kept"), only=True)
        elif name == "keep all":
            self._keep_keys(frozenset(node.key for rule in self._dynastic() for node in rule.walk()))
        elif name in ("keep", "keep only"):
            self._keep_some(names("kept"), only=name == "keep only")
        elif name == "track on":
            self._track_on(names("kept"))
        elif name == "repeal":
            self._repeal(names("gone"))
        elif name == "words":
            self._reword(part.within(*match.span()))
        elif name in ("on", "off", "set"):
            self._switch(names("cases"), active=groups.get("how", name) in ("on", "active"))
        elif name == "page":
            self.pages += names("cases")

    def _dynastic(self) -> list[Node]:
        return self.scene.tree.rules_of(RulesetPart.DYNASTIC)

    def _rule(self, name: str) -> Node:
        """The one dynastic rule of that name. Raises Unclear."""
        known = {node.key for rule in self._dynastic() for node in rule.walk()}
        some = [node for node in find(name, self.scene.tree) if node.key in known]
        if len(some) == 1:
            return some[0]
        if some:
            raise Unclear(_("{count} rules are called “{name}”.").format(count=len(some), name=name))
        near = near_names(name, (node.name for rule in self._dynastic() for node in rule.walk()))
        raise Unclear(_("There is no dynastic rule “{name}”.").format(name=name), near, name)

    def _keep(self, names: Sequence[str], *, only: bool) -> None:
        keys = frozenset(node.key for name in names for node in self._rule(name).walk())
        if only and self.kept is not None and names:
            raise Unclear(_("The address has said already which rules stay."))
        self._keep_keys(keys)

    def _keep_keys(self, keys: frozenset[str]) -> None:
        self.kept = (self.kept or frozenset()) | keys

    def _keep_some(self, names: Sequence[str], *, only: bool) -> None:
        tracked = [name for name in names if not self._is_rule(name) and self._key_of(name)]
        if tracked and not only:
            self._track_on(tracked)
        rules = [name for name in names if only or name not in tracked]
        if not rules:
            return
        if not only and self.scene.all_stay and self.kept is None:
            raise Unclear(_("Say what becomes of the other dynastic rules: are they repealed?"))
        self._keep(rules, only=only)

    def _is_rule(self, name: str) -> bool:
        try:
            return bool(self._rule(name))
        except Unclear:
            return False

    def _key_of(self, name: str) -> str:
        keys = [key for key, one in self.scene.tracked.items() if one.casefold() == name.casefold()]
        return keys[0] if len(keys) == 1 else ""

    def _track_on(self, names: Sequence[str]) -> None:
        for name in names:
            if not (key := self._key_of(name)):
                raise Unclear(_("Nothing that is tracked is called “{name}”.").format(name=name))
            self.tracked = (self.tracked or frozenset()) | {key}

    def _repeal(self, names: Sequence[str]) -> None:
        if not self.scene.all_stay and self.kept is None:
            raise Unclear(_("Say what becomes of the other dynastic rules: do they stay?"))
        gone = {node.key for name in names for node in self._rule(name).walk()}
        stay = self.kept
        if stay is None:
            stay = frozenset(node.key for rule in self._dynastic() for node in rule.walk())
        if not gone <= stay:
            raise Unclear(_("The address has said already which rules stay."))
        self.kept = stay - gone

    def _reword(self, names: Sequence[str]) -> None:
        for old, new in zip(names[::2], names[1::2], strict=True):
            name = self.old.get(old.casefold())
            if name is None:
                raise Unclear(_("No people are called “{name}” so far.").format(name=old))
            if self.words.get(name, new) != new:
                raise Unclear(_("The address has given another word for “{name}”.").format(name=old))
            self.words[name] = new

    def _switch(self, names: Sequence[str], *, active: bool) -> None:
        cases = {
            rule.name.casefold(): rule.name for rule in self.scene.tree.rules_of(RulesetPart.SPECIAL_CASE)
        }
        for name in names:
            known = cases.get(name.casefold().removesuffix(" [active]").removesuffix(" [inactive]").strip())
            if known is None:
                raise Unclear(_("There is no special case “{name}”.").format(name=name))
            if self.cases.get(known, active) != active:
                raise Unclear(_("The address has said already what “{name}” is.").format(name=name))
            self.cases[known] = active

    def _new_rule(self, sentence: EnglishSentence) -> None:
        """ "Add a dynastic rule called “Raft”: …", worded as a proposal may word it."""
        reading = read(sentence.text, tree=self.scene.tree, game=None)
        if reading.questions:
            question = reading.questions[0]
            raise Unclear(question.why)
        dynastic = {
            section.key for section in self.scene.tree.sections if part_of(section) == RulesetPart.DYNASTIC
        }
        for step in reading.steps:
            change = step.change
            if change["op"] != "add" or change["parent"] not in dynastic or change["after"]:
                raise Unclear(_("An address adds dynastic rules; what else it changes, a proposal does."))
            self.rules.append((str(change["title"]), str(change["text"])))


def with_plurals(words: Mapping[str, str], old: Mapping[str, str]) -> Mapping[str, str]:
    """The words of a dynasty, "player", "players", "emperor" and "emperors": those of an address, with the usual
    plurals where it gives none, and the old ones besides."""
    whole = dict(old)
    for one, several in _SEVERAL:
        if one in words:
            whole[one], whole[several] = words[one], words.get(several, plural(words[one]))
    return whole
