"""Reads the definitions in a rule: which values it has the game track, or what it leaves open."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from blognomic.i18n.translation import gettext as _

from ..reading_parts import AuthorQuestion, Unclear
from .attributes import PLAIN_CHOICES, Attributes
from .completing import definition
from .followups import Followups, speaks_of_limits
from .heads import Items, Owners, Value, names_in, without_lead
from .recasting import forms_of
from .sentences import RuleSentence, sentences
from .words import NAME, bare

LONGEST: Final = 40_000
LONGEST_SENTENCE: Final = 1_500
_IS_TRACKED: Final = re.compile(
    r"\b(?:publicly|privately|secretly|openly)[ -]tracked\b|\btracked (?:publicly|privately|secretly|in|on|for each)\b|"
    r"\b(?:secretly|privately) (?:has|have|holds)\b|\btracked by\b|"
    r"\bGNDT column\b|\b(?:is|are|be) tracked\b|\b(?:GNDT|wiki|gamestate|tracker) (?:shall |will )?(?:tracks?|records?)\b|"
    r"\b(?:recorded|kept|stored|held|noted|listed) in the [^.;]{0,40}\b(?:GNDT|wiki|gamestate|tracker)\b|"
    r"\bcolumn (?:in|of|on) the (?:GNDT|wiki|gamestate|tracker)\b|\btracks\b|\bcolumn\b.{0,60}\bGNDT\b|\bGNDT\b.{0,60}\bcolumn\b",
    re.IGNORECASE,
)
_DOUBTFUL: Final = re.compile(
    r"\b(?:not|never|no|nobody|nothing|sometimes|usually|normally|rarely|seldom|often|formerly|once|almost|perhaps|unless|except|if|until|while|only|most|half|few|but|who|whose)\b",
    re.IGNORECASE,
)
"""What a sentence that leads to a list of values says and no list takes in."""
_JOINS: Final = re.compile(
    r"[\s,:()\[\]—–-]+|(?:and|but|both|who|which|that|it|they|is|are|this|these|being|also|always|each|has|have|where|then|all|shall be|will be|should be|must be|"
    r"(?:may|can|must|shall|will)(?: each| only| always)? be(?= (?:an?|any|either|one of|the name|some) )|an?(?= (?:publicly|privately|secretly|openly)[ -]tracked)|"
    r"(?:score|value|rating|level|count|total|statistic|stat)(?=[ ,(]+(?:which|that|is|a|an|publicly|privately|tracked|default|defaulting|defaults|starting|initially|between|from|with)\b)|"
    r"(?:who|which) (?:it|this|that|of (?:these|the two|them)) (?:it )?is(?= is\b)|which (?:it|this) is(?= is\b)|or (?:is )?(?:blank|nobody|no one|none)(?=[),.;])|has also|its value|their value|the value|as|also has a|of this|with)(?![\w'-])"
)
_OF_ALL: Final = re.compile(
    r"(?:(?:each|both|all|any)(?: (?:two|three|four|five|six))? of (?:which|these|them|those)(?: values?| numbers?)?|all of them|both(?= (?:publicly|privately|tracked))|all(?= (?:publicly|privately|are|of)))(?= )"
)
_ONE_MORE: Final = re.compile(
    r"(?:(?:has|have) )?an? (?:(?:number|amount|quantity) of |(?:publicly|privately|secretly|openly)[ -]tracked (?:(?:number|amount|quantity) of )?)(?=[A-Z])"
)
"""Another value, with an article of its own."""
_LISTED_AFTER: Final = re.compile(
    rf"(?P<lead>.{{5,300}}?\b(?:following|these)\b[^:]{{0,120}}:) (?P<points>(?:an? )?{NAME} ?\(.+\))\.?$"
)
"""A list of values with brackets in one sentence: "the following: Strength (default 3) and Speed (default 2)"."""
_FURTHER: Final = re.compile(
    r"(?:(?:has|have|holds?) )?(?=an? |(?:the |their |its )?(?:numbers?|amounts?) of )"
)
# What says of something already known what it is by default, in the order in which it is read.
_OF_IDENTITY: Final = ("The identity", "The name")  # players write in English
_BY_DEFAULT: Final = re.compile(
    r"(?:By default|Initially|At first|To begin with|At the start),? (?P<rest>(?:(?:it|they|this|these) (?:is|are)|(?:an?|each|every|the) [^,;]{2,60}? (?:is|are)) (?!not\b)[^,;]+?)(?P<end>[.!]?)$"
)
_OF_DEFAULT: Final = re.compile(r"\bby default\b|\bdefaults? to\b|\bdefaulting to\b", re.IGNORECASE)


def _by_default(match: re.Match[str]) -> str:
    """ "By default it is empty" as "It is empty by default"."""
    rest = match["rest"]
    return f"{rest[:1].upper()}{rest[1:]} by default{match['end']}"  # in English


@dataclass(slots=True)
class DefinitionsReading:
    """What a rule defines, in order of appearance, or the questions that it leaves."""

    definitions: list[dict[str, Any]] = field(default_factory=list)
    questions: list[AuthorQuestion] = field(default_factory=list)


def read_definitions(rule_text: str, words: Mapping[str, str]) -> DefinitionsReading:
    """The tracked values that a rule's text (Markdown) defines. `words` are the game's words for `player`, `players`
    and `emperor`."""
    if len(rule_text) > LONGEST:
        return DefinitionsReading(
            [], [AuthorQuestion((0, len(rule_text)), _("This rule is too long to be read for definitions."))]
        )
    reader = _DefinitionsReader(words)
    rule_sentences = sentences(rule_text)
    for sentence, after in pairwise([*rule_sentences, None]):
        assert sentence is not None, "only the last is none"
        reader.after = without_lead(after.text) if after is not None else ""
        if not (after is not None and after.lead == sentence.text and reader.is_lead(sentence.text)):
            reader.read(sentence)
    return reader.finished()


class _DefinitionsReader:
    def __init__(self, words: Mapping[str, str]):
        game_words = {**{"player": "player", "players": "players", "emperor": "emperor"}, **words}
        self.attributes = Attributes(game_words["player"], game_words["players"], game_words["emperor"])
        self.owners = Owners(game_words, self.attributes)
        self.items = Items(self.attributes)
        self.followups = Followups(self.owners, self.attributes)
        # "…, and Bakers are Asleep by default", which is a sentence of its own
        self.apart = re.compile(
            rf"[,;] and (?=(?:no (?:{self.owners.player})|nobody|no one|none|they|it) (?:may|can)\b)|"
            rf"[,;] and (?=(?:an?|the|any|no|each|every) (?:(?:number|amount) of )?{NAME}(?:'s)? ?(?:[\w' -]{{0,60}})(?:may|can|cannot|never) )|"
            rf"[,;] and (?=(?:each |every |all |an? )?(?:{self.owners.player}) (?:are|is|start|starts|begin|begins) (?:by default|initially|at first) )|"
            r"[,;] and (?=by default )|[,;] and (?=whether )|"
            rf"[,;] and (?=(?:each |every |all |an? )?(?:{self.owners.player}) (?:are|is|begins?|starts?)(?: out)?(?: as)? "
            rf"[^,.;]{{1,60}} (?:by default|initially|to begin with|at first)\b)"
        )
        self.forms = forms_of(self.owners)
        self.after = ""  # the sentence behind that which is read
        self.post: str | None = None  # what somebody is of whom a sentence said only that
        self.passed_over: list[tuple[str, RuleSentence]] = []
        self.values: list[Value] = []
        self.last: list[Value] = []
        self.tables: dict[str, set[bool]] = {}
        self.doubts: list[RuleSentence] = []
        self.questions: list[AuthorQuestion] = []

    # -- one sentence

    def read(self, sentence: RuleSentence) -> None:
        text = without_lead(sentence.text)
        if len(text) > LONGEST_SENTENCE:
            if _IS_TRACKED.search(text):
                self._ask(sentence, _("This sentence is too long to be read for definitions."))
            return
        if sentence.lead:
            if self._read_point(sentence):
                return
        if self._is_of_table(text):
            return
        if (listed := _LISTED_AFTER.match(text)) is not None and self.is_lead(listed["lead"]):
            points = re.split(r"(?<=\)),? (?:and )?(?=(?:an? )?[A-Z])", listed["points"])
            if all(
                self._read_point(RuleSentence(point, sentence.start, sentence.end, listed["lead"]))
                for point in points
            ):
                return
        text = self._turned(text)
        for part in self.apart.sub("\n", text).split("\n"):
            part = part[:1].upper() + part[1:]
            rest = _BY_DEFAULT.sub(_by_default, part)
            known, questions = self._defaults(), len(self.questions)
            while rest:
                rest = self._read_clause(rest, sentence)
            if (
                _OF_DEFAULT.search(part)
                and self.values
                and self._defaults() == known
                and questions == len(self.questions)
            ):
                self._ask(sentence, _("This says something about a tracked value that is not clear."))

    def _turned(self, text: str) -> str:
        """With "it is tracked whether a Baker is Burnt" and "which Bakers are Burnt is tracked" as "whether a Baker is Burnt is
        tracked", and "the GNDT has a column" as "there is a column in the GNDT"."""
        player = self.owners.player
        whether = re.match(
            r"It is (?P<how>(?:publicly |privately |secretly )?tracked[^,.;]{0,40}?) (?P<what>whether (?:or not )?[^,.;]{3,80})(?P<end>[.]?)$",
            text,
        )
        if whether is not None:
            return f"W{whether['what'][1:]} is {whether['how']}{whether['end']}"  # in English
        which = re.match(
            rf"Which (?P<who>{player}) are (?P<what>{NAME})(?P<rest> (?:is|shall be)\b.*)$", text
        )
        if which is not None:
            return (
                f"Whether each {self.owners.words['player']} is {which['what']}{which['rest']}"  # in English
            )
        for form, canonical in self.forms:
            if (other := form.match(text)) is not None:
                return canonical.format(**other.groupdict(default=""))
        column = re.match(
            r"The (?P<where>GNDT|wiki|gamestate|tracker) (?:has|shall have|contains) an? column (?P<rest>.*)$",
            text,
        )
        if column is not None:
            return f"There is a column in the {column['where']} {column['rest']}"  # players write in English
        return text

    def _defaults(self) -> int:
        return sum(len(value.facts.defaults) for value in self.values)

    def is_lead(self, text: str) -> bool:
        """Whether a sentence only leads to the points of a list of values."""
        return (
            self.owners.possesses.match(without_lead(text)) is not None
            or _IS_TRACKED.search(text) is not None
        )

    def _read_clause(self, text: str, sentence: RuleSentence) -> str:
        """Reads what stands up to the end or a semicolon; what is left is read by itself."""
        for begin in (
            self._post,
            self._whoever,
            self._possession,
            self._state,
            self._existence,
            self._whether,
            self._column,
            self._subject,
        ):
            begun = begin(text)
            if begun is None:
                continue
            values, at = begun
            known = [value for value in values if any(value is one for one in self.values)]
            values = [Value(value.name, value.of) for value in known] if known else values
            stopped = self._describe(text, at, values)
            if stopped >= len(text.rstrip(".!")) or text[stopped - 1 : stopped + 1].strip(" ").startswith(
                ";"
            ):
                if known:
                    self._add(known, values)
                else:
                    self._note(values, sentence)
                return (
                    text[stopped:].lstrip(" ;")[:LONGEST_SENTENCE] if stopped < len(text.rstrip(".!")) else ""
                )
        self._other(text, sentence)
        return ""

    def _describe(self, text: str, at: int, values: list[Value]) -> int:
        """Reads phrases on `values` from `at`; where it stops: at the end, past a semicolon, or at what is not
        understood. Values named on the way are added to `values`."""
        current, end = list(values), len(text.rstrip(".!"))
        while at < end:
            if text[at] == ";" and text.count("(", 0, at) > text.count(")", 0, at):
                at += 1
                continue
            if text[at] == ";":
                after = self._describe_further(text, at + 1, values)
                return after if after is not None else at + 1
            if match := _OF_ALL.match(text, at):
                current, at = list(values), match.end()
                continue
            if _ONE_MORE.match(text, at) and (further := self._further(text, at, values)) is not None:
                current, at = further
                continue
            before = at
            for value in current:
                at = max(at, self.attributes.take(text, before, value.facts))
            if at > before and self._ends_phrase(text, at):
                continue
            for value in current if at > before else []:
                value.facts.puzzles.append("loose")
            at = before
            if (further := self._further(text, at, values)) is not None:
                current, at = further
                continue
            match = _JOINS.match(text, at)
            if match is None or match.end() == at:
                return at
            at = match.end()
        return at

    def _describe_further(self, text: str, at: int, values: list[Value]) -> int | None:
        """Past a semicolon: the end where all that follows is still about these values."""
        rest = text[at:].lstrip()
        if not re.match(
            r"(?:who (?:it|this|that) is|it|they|both|all|each|this|these|which|with|by default|default|initially|the default|min|max|and (?:is|are|has))\b",
            rest,
        ):
            return None
        trial = [Value(value.name, value.of) for value in values]
        begin = len(text) - len(rest)
        if self._describe(text, begin, trial) < len(text.rstrip(".!")):
            return None
        self._describe(text, begin, values)
        return len(text)

    @staticmethod
    def _ends_phrase(text: str, at: int) -> bool:
        return at >= len(text) or not (text[at].isalnum() or text[at] == "%")

    def _further(self, text: str, at: int, values: list[Value]) -> tuple[list[Value], int] | None:
        """Another value of the same owner: ", and has a number of Subjects"."""
        match = _FURTHER.match(text, at)
        if match is None or not re.search(r"(?:,|\band|\bhas|\bhave|\()\s*$", text[:at]):
            return None
        named, end = self.items.take(text, match.end(), values[0].of)
        if not named:
            return None
        values += named
        return named, end

    # -- how a sentence may begin

    def _possession(self, text: str) -> tuple[list[Value], int] | None:
        match = self.owners.possesses.match(text)
        if match is None or (self.values and re.match(r"New(?:ly joined)? ", text)):
            return None  # of what those have who have just come, the followups know
        values, at = self.items.take(text, match.end(), self.owners.of(match))
        if re.search(r"\b(?:tracks|records)\b", match.group()):
            for value in values:
                value.facts.hidden.add(False)
        return (values, at) if values else None

    def _post(self, text: str) -> tuple[list[Value], int] | None:
        """ "One Baker is the Head Baker": what is tracked of it, a sentence after it says."""
        match = re.match(
            rf"(?:One|Exactly one|A single|At any time,? one|At all times,? one|There is one) (?:of the )?{self.owners.player}(?: at a time)? (?:is|may be|holds the (?:title|office|post) of|who is)(?: always| known as| called)? the (?P<name>{NAME})\.?$",
            text,
        )
        if match is not None:
            self.post = match["name"]
        return None

    def _whoever(self, text: str) -> tuple[list[Value], int] | None:
        """ "Who this is is publicly tracked"."""
        match = re.match(
            rf"(?:Who(?:ever)?|Which {self.owners.player}|The identity of|The name of) ?(?:(?:this|that|it|he or she|they)(?: {self.owners.player})? (?:is|are)|(?:is )?(?:currently )?the (?P<name>{NAME})(?: is(?= is))?|holds (?:this|that) (?:title|office|post)|(?:this|that) {self.owners.player})(?= (?:is|shall be|will be)\b)",
            text,
        )
        if match is None or match.group().startswith(_OF_IDENTITY) and match["name"]:
            return None
        name = match["name"] or self.post or self._last_post()
        if name is None:
            return None
        value = self._known(name, "game") or Value(name, "game")
        if "player" not in value.facts.kinds:
            value.facts.kinds.append("player")
        return [value], match.end()

    def _last_post(self) -> str | None:
        """The one of whom the sentence before said that it is a player."""
        posts = [value.name for value in self.last if value.of == "game" and "player" in value.facts.kinds]
        return posts[0] if len(self.last) == 1 and posts else None

    def _state(self, text: str) -> tuple[list[Value], int] | None:
        match = self.owners.is_something.match(text)
        if match is None:
            return None
        of, at = self.owners.of(match), match.end()
        one = re.compile(
            rf"(?:(?:either )?(?:is|are) or (?:is|are) not|(?:either )?(?:is|are)(?: either)?|(?:may|can)(?: or (?:may|can) ?not)? (?:also )?(?:either )?be(?: either)?|either is) (?P<name>{NAME})(?! [A-Z])(?P<or> or (?:is |are )?not(?: (?P=name))?| or otherwise)?(?=[ ,.;(]|$)(?!,? or [A-Z]|, [A-Z])"
        ).match(text, at)
        if one is not None:
            value = Value(one["name"], of)
            value.facts.kinds.append("yes-no")
            return [value], one.end()
        several = re.compile(
            rf"(?:is|are|may be|can be|either is|may also be)(?: always| either)* {PLAIN_CHOICES}"
        ).match(text, at)
        if several is None:
            return None
        groups = match.groupdict()
        is_thing = of == "game" and groups.get("place") and groups["place"][:1].isupper()
        value = Value(groups["place"] if is_thing else None, of)
        value.facts.kinds.append("choice")
        value.facts.choices += names_in(re.sub(r"^either ", "", several["choices"]))
        return [value], several.end()

    def _existence(self, text: str) -> tuple[list[Value], int] | None:
        match = re.match(
            r"There (?:is|exists?|shall be|will be|shall exist|are|also exists|is also)(?: also| always)? (?!any number|no\b)",
            text,
        )
        if match is None or " column " in text[match.end() : match.end() + 30]:
            return None
        of_each = re.search(rf"\b(?:for|of|to) (?:each|every|all) {self.owners.player}\b", text)
        values, at = self.items.take(text, match.end(), "player" if of_each else "game")
        return (values, at) if values else None

    def _whether(self, text: str) -> tuple[list[Value], int] | None:
        adjective = rf"(?P<name>{NAME})"
        match = re.match(
            rf"Whether(?: or not)? {self.owners.one} (?:is|are|has an?|has the|has) {adjective}(?: or not)?(?=[ ,])",
            text,
        )
        if match is None:
            return None
        value = self._known(match["name"], self.owners.of(match)) or Value(
            match["name"], self.owners.of(match)
        )
        if "yes-no" not in value.facts.kinds:
            value.facts.kinds.append("yes-no")
        return [value], match.end()

    def _column(self, text: str) -> tuple[list[Value], int] | None:
        match = re.match(
            rf"(?:There (?:is|shall be|will be|exists) |(?:Create|Add) )?(?:[Aa]n?|[Tt]he) (?:(?:new|publicly tracked) )*(?:GNDT|wiki|gamestate|tracker)? ?column (?:(?:in|of|on) the (?:GNDT|wiki|gamestate|tracker) )?(?:which is |that is )?(?:named|called|for|titled|labelled|headed|entitled)? ?(?P<name>{NAME}|\"[^\"]{{1,60}}\")(?: in the (?:GNDT|wiki|gamestate|tracker))?(?P<rest>[^.]*)",
            text,
        )
        if match is None:
            return None
        value = Value(
            match["name"].strip('"'), "player" if re.search(self.owners.player, match["rest"]) else None
        )
        value.facts.hidden.add(False)
        verb = re.match(
            r",? (?:(?:which|that|it|in which|where) )?(?:(?:each|every|for each|for every) [A-Z][\w'-]* )?(?:(?:is|are|shall be) (?:created|added|made),? ?(?:and )?)?(?:containing|holding|recording|tracking|showing|listing|to (?:hold|contain|record|track|show)|holds?|contains?|records?|tracks?|shows?|lists?|stores?|is|keeps?|has)(?: for each \w+,?)? ",
            match["rest"],
        )
        return [value], match.start("rest") + (verb.end() if verb else 0)

    def _subject(self, text: str) -> tuple[list[Value], int] | None:
        """A sentence whose subject is the value: "The number of Crates a Rower has is …"."""
        subject = self.followups.subject(text, self.last)
        if subject is None:
            return None
        if subject.values is not None:
            return (subject.values, subject.end) if subject.values else None
        known = [self._known(name, subject.of) for name in subject.names]
        if known and all(known):
            return [value for value in known if value is not None], subject.end
        if not self._is_tracked_here(text):
            return None
        values = [Value(name, subject.of) for name in subject.names] or [Value(None, subject.of)]
        for value in values:
            value.facts.kinds += subject.kinds or (
                ["player"] if value.name and value.name == self.post else []
            )
        return values, subject.end

    # -- points of a list

    def _read_point(self, sentence: RuleSentence) -> bool:
        match = self.owners.possesses.match(sentence.lead)
        of = self.owners.of(match) if match is not None else self._owner_named(sentence.lead)
        if _DOUBTFUL.search(sentence.lead):
            return self._asked_of_point(sentence)
        if of is None and not _IS_TRACKED.search(sentence.lead):
            return False
        text = re.sub(rf"^({NAME})\s?(?::|[—–-] )\s*", r"\1, ", sentence.text)
        text = re.sub(r"^(?:an? )?(?P<kind>[a-z ]+?) (?:called|named) ", r"a \g<kind> called ", text)
        if re.match(rf"^{NAME} \({PLAIN_CHOICES}", text) and text.rstrip(".").endswith(")"):
            text = text.rstrip(".")[:-1].replace(" (", ", ", 1)
        text = re.sub(rf"^({NAME}), (?={PLAIN_CHOICES})", r"\1, which is ", text)
        text = re.sub(r"^(?:An?|The|Some|Their|Its)(?= )", lambda article: article.group().lower(), text)
        values, at = self.items.take(text, 0, of)
        if not values:
            return self._asked_of_point(sentence)
        lead = Value(None, of)
        tracked = re.search(
            r"(?:publicly|privately|secretly|openly) tracked|tracked(?: publicly| privately| secretly)?",
            sentence.lead,
        )
        if tracked:
            self.attributes.take(tracked.group(), 0, lead.facts)
        if number := re.search(
            r"(?:non-negative |positive )?(?:integers?|numbers|numeric values)", sentence.lead
        ):
            self.attributes.take(number.group().rstrip("s"), 0, lead.facts)
        if self._describe(text, at, values) < len(text.rstrip(".!")):
            return self._asked_of_point(sentence)
        for value in values:
            value.facts.hidden |= lead.facts.hidden
            value.facts.kinds += [] if value.facts.kinds else lead.facts.kinds
            value.facts.signed |= lead.facts.signed
            value.facts.floor = lead.facts.floor if value.facts.floor is None else value.facts.floor
        self._note(values, sentence)
        return True

    def _asked_of_point(self, sentence: RuleSentence) -> bool:
        if _IS_TRACKED.search(sentence.lead):
            self._ask(sentence, _("This point of a list of tracked values is not clear."))
            return True
        return False

    def _is_of_table(self, text: str) -> bool:
        """Whether a sentence has things of a sort exist and be tracked, and no more: their values are tracked with them."""
        match = re.match(
            rf"(?:There (?:may|can|shall|will)?(?: also)? ?(?:exist|be|are|exists|is) )?(?:[Aa]ny number of|[Ss]everal|[Zz]ero or more|[Vv]arious|[Aa] number of|[Aa] (?:table|list) of|[Ss]ome) (?P<table>{NAME})(?P<rest>[^.]*)\.?$",
            text,
        )
        if match is None or re.search(self.owners.player, match["table"]):
            return False
        trial = Value(match["table"], "game")
        rest = re.sub(r"^,? (?:may|can) (?:exist|be)", "", match["rest"])
        if self._describe(rest, 0, [trial]) < len(rest) or trial.facts.kinds or trial.facts.defaults:
            return False
        self.tables[bare(match["table"])] = set(trial.facts.hidden)
        return True

    def _owner_named(self, lead: str) -> str | None:
        """Whose values a list has that stands below such a lead."""
        rows = re.match(
            rf"(?:There (?:may|can|shall|will)?(?: also)? ?(?:exist|be|are|exists|is) )?(?:[Aa]ny number of|[Ss]everal|[Zz]ero or more|[Vv]arious|[Aa] number of|[Ss]ome|[Aa] (?:table|list) of) (?P<name>{NAME}),? (?:each|every one|all)? ?(?:of )?(?:which|them) .*\b(?:has|have)\b",
            lead,
        )
        rows = rows or re.match(
            rf"(?:An?|Each|Every) (?P<name>{NAME}) (?:has|have|possesses) (?:the following|these)\b", lead
        )
        if rows is not None and not re.fullmatch(self.owners.player, rows["name"]):
            return f"table:{rows['name']}"
        if re.search(
            rf"\b(?:each|every|all|for) (?:each |every |all )?{self.owners.player}\b(?!')",
            lead,
            re.IGNORECASE,
        ):
            return "player"
        return None

    # -- what is left

    def _other(self, text: str, sentence: RuleSentence) -> None:
        """A sentence that begins no definition: it may add to one, and may be understood as no more than a rule."""
        parts = [part.strip() for part in text.rstrip(".").split(";")]
        outcomes = [
            self.followups.add(part[:1].upper() + part[1:] + ".", self.values, self.last)
            for part in parts
            if part
        ]
        added = None if None in outcomes else any(outcomes)
        if added is False:
            self.passed_over.append((text, sentence))
        if added is None:
            self.doubts.append(sentence)
        elif not added and _IS_TRACKED.search(text) and not self.followups.is_no_definition(text):
            self._ask(sentence, _("This seems to define a tracked value, in words that are not clear."))

    def _is_tracked_here(self, text: str) -> bool:
        if re.match(
            r"(?:It|They|These|This|Both|All|The (?:value|number)s?)\b", self.after
        ) and _IS_TRACKED.search(self.after):
            return True
        return (
            _IS_TRACKED.search(text) is not None
            or re.search(r"\btracked\b|\bGNDT\b|'s (?:\w+ )?field\b", text) is not None
        )

    def _known(self, name: str, of: str | None) -> Value | None:
        for value in self.values:
            if (
                value.name is not None
                and bare(value.name) == bare(name)
                and (of is None or value.of in (of, None) or of == "game")
            ):
                return value
        return None

    def _note(self, values: Sequence[Value], sentence: RuleSentence) -> None:
        noted: list[Value] = []
        for value in values:
            known = (
                self._known(value.name, value.of)
                if value.name is not None and value not in self.values
                else None
            )
            if known is not None:
                _join(known, value)
            elif value not in self.values:
                value.start, value.end = sentence.start, sentence.end
                self.values.append(value)
            noted.append(known or value)
        self.last = noted

    def _add(self, known: list[Value], more: Sequence[Value]) -> None:
        for value, added in zip(known, more, strict=False):
            _join(value, added)
        self.last = known

    def _is_of_rows(self, value: Value) -> bool:
        """Whether "Ovens are publicly tracked" is only said of the table whose values are defined."""
        tables = {
            bare((one.of or "").removeprefix("table:"))
            for one in self.values
            if (one.of or "").startswith("table:")
        }
        return (
            value.name is not None
            and not value.facts.kinds
            and not value.facts.defaults
            and bare(value.name) in tables
        )

    def _ask(self, sentence: RuleSentence, why: str) -> None:
        self.questions.append(AuthorQuestion((sentence.start, sentence.end), why))

    def _look_back(self) -> None:
        """Reads once more what was passed over, now that all that is tracked has been named: "may have up to 3 Crates"
        may stand before it is said that they are tracked."""
        for text, sentence in self.passed_over:
            parts = [part.strip() for part in text.rstrip(".").split(";") if part.strip()]
            again = [self.followups.add(part[:1].upper() + part[1:] + ".", self.values, []) for part in parts]
            if None in again:
                self.doubts.append(sentence)

    def finished(self) -> DefinitionsReading:
        self._look_back()
        is_any_meant = any(_is_meant(value) for value in self.values)
        for sentence in self.doubts:
            if is_any_meant or speaks_of_limits(sentence.text):
                self._ask(sentence, _("This says something about a tracked value that is not clear."))
        definitions: list[dict[str, Any]] = []
        for value in self.values:
            if self._is_of_rows(value):
                self.tables[bare(value.name or "")] = set(value.facts.hidden)
        for value in self.values:
            if value.of is not None and value.of.startswith("table:") and not value.facts.hidden:
                value.facts.hidden |= self.tables.get(bare(value.of.removeprefix("table:")), set())
            if not _is_meant(value) or self._is_of_rows(value):
                continue
            try:
                definitions.append(definition(value))
            except Unclear as unclear:
                named = f"{value.name}: " if value.name else ""
                self.questions.append(AuthorQuestion((value.start, value.end), f"{named}{unclear}."))
        return (
            DefinitionsReading([], self.questions) if self.questions else DefinitionsReading(definitions, [])
        )


def _is_meant(value: Value) -> bool:
    """Whether enough is said for a tracked value: it is tracked, or has a kind and a default."""
    facts = value.facts
    if facts.is_tracked:
        return True
    return (
        value.name is not None
        and value.name[:1].isupper()
        and bool(facts.kinds or facts.formula)
        and bool(facts.defaults or facts.formula)
    )


def _join(known: Value, value: Value) -> None:
    known.of = known.of or value.of
    facts, more = known.facts, value.facts
    for name in ("kinds", "least", "most", "defaults", "choices", "also_called", "puzzles"):
        getattr(facts, name).extend(getattr(more, name))
    facts.hidden |= more.hidden
    facts.whole = facts.whole if more.whole is None else more.whole
    facts.signed |= more.signed
    facts.below_zero |= more.below_zero
    facts.floor = facts.floor if more.floor is None else more.floor
    facts.of_game |= more.of_game
    facts.of_player |= more.of_player
    facts.formula = facts.formula or more.formula
