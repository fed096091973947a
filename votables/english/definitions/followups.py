"""Sentences about a value that stand further down in a rule: its default, its limits, its other names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from .attributes import VALUE, Attributes
from .heads import Owners, Value, names_in
from .uses import leaves_alone, may_tell
from .words import NAME, NUMBER, bare, number

_IDLING: Final = re.compile(
    r"\b(?:un-?idle[sd]?|un-?idling|idle(?:s|d|ness)?|idling|returns?|returning|comes? back|goes idle|leaves?)\b",
    re.IGNORECASE,
)
_SUSPECT: Final = re.compile(
    r"\bdefault(?:s|ing|ed)?\b|\binitial(?:ly)?\b|\bmaximum\b|\bminimum\b|\bexceed\b|\bcapped\b|\b(?:upper|lower) (?:limit|bound)\b|"
    r"\b(?:may|can|must|will)(?: never| not)|\bcannot\b|\bnever\b|\bnegative\b|\bpossible values\b|\bprivate(?:ly)?\b|\bsecret(?:ly)?\b",
    re.IGNORECASE,
)
_ALSO: Final = re.compile(
    r"\b(?:(?:is|are) (?:sometimes |often )?(?:called|known as)|another (?:word|name|term)|other (?:words|names) for|synonyms?|also (?:called|known as|referred to)|short for|abbreviat\w+|"
    r"short form|nicknamed|a (?:word|name|term) for)\b"
)
_OF_LAST: Final = re.compile(r"(?:It|They|This|These|Both|All of (?:them|these)|Each of (?:them|these))\b")
_THESE: Final = re.compile(
    r"(?:Which(?: of (?:these|them|the two|those|the two of these))?(?: (?:an?|each|every|any|that) [A-Z][\w'-]*| it| they| he or she)? (?:is|are)|Whether(?: or not)? (?:they|it|he|she|he or she|(?:an?|each|every|any|that) [A-Z][\w'-]*) (?:is|are|does|do|has|have)|It|They|This(?: (?:value|number|amount|list|date|track|status|state|condition|score|fact))?|That|These(?: (?:values|numbers|amounts|lists|three|two))?|Both(?: of (?:them|these)(?: (?:values|numbers))?)?|"
    r"All(?: of)? this|The number (?:owned|held|carried|possessed|kept) by (?:each|every|any|an?) \w+|All(?: of (?:them|these)(?: (?:values|numbers))?)?|Each(?: of (?:them|these)(?: (?:values|numbers))?)?|All (?:three|four|these)(?: (?:values|numbers))?|All (?:values|numbers) in this rule|The (?:values|numbers))(?= (?:is|are|may|can|must|defaults?|starts?|begins?|has|have|ranges?|never|cannot|each|both|all|all start|will|shall|should|also)\b)"
)


def speaks_of_limits(text: str) -> bool:
    """Whether a sentence has words in which defaults and limits are given."""
    return _SUSPECT.search(text) is not None


@dataclass(frozen=True, slots=True)
class Subject:
    """What a sentence is about: known values, or names; where its predicate begins."""

    end: int
    values: list[Value] | None = None
    names: list[str] = field(default_factory=list)
    of: str | None = None
    kinds: list[str] = field(default_factory=list)


class Followups:
    def __init__(self, owners: Owners, attributes: Attributes):
        self.owners = owners
        self.attributes = attributes
        names = rf"(?P<names>{NAME}(?:(?:, | and |, and ){NAME})*)"
        one = owners.one
        self.forms = [
            re.compile(
                rf"{one}'s? (?:number of |amount of |current |own )?{names}(?: values?| totals?| scores?)?(?=[ ,(])"
            ),
            re.compile(
                rf"(?:The|An?) (?:number|amount|quantity|total|count) of {names},?{owners.of_whom}(?=[ ,(])"
            ),
            re.compile(
                rf"(?:The )?{names},? (?:of|for|held by|owned by|belonging to) {one}(?: (?:has|have|holds?|owns?))?(?=[ ,(])"
            ),
            re.compile(
                rf"How (?:many|much) {names} {one} (?:has|have|holds?|owns?|carries|carry|keeps?|possess(?:es)?)(?=[ ,(])"
            ),
            re.compile(
                r"The (?P<what>date and time|time and date|date|time|day) (?:of|on which|when|and time of) (?P<names>[^.,]{3,80}?)(?= is| are)"
            ),
            re.compile(
                rf"The (?P<what>identity|holder|name|date|time|number|amount|value|list|set|total|contents?) of (?:the )?{names}(?=[ ,(])"
            ),
            re.compile(
                rf"(?:(?P<the>The|This|That|Each|Every|A|An|All(?: the)?|No(?! [a-z])) )?(?:current |present )?{names}(?=[ ,(])"
            ),
        ]

    def subject(self, text: str, last: Sequence[Value]) -> Subject | None:
        """The subject of a sentence that goes on with what it is."""
        if (match := _THESE.match(text)) is not None:
            return Subject(match.end(), list(last)) if last else None
        if (
            match := re.match(
                r"(?=(?:[Tt]he|[Ii]ts|[Tt]heir) (?:default|initial|starting|maximum|minimum|upper|lower)\b)",
                text,
            )
        ) is not None:
            return Subject(match.end(), list(last)) if last else None
        for form in self.forms:
            match = form.match(text)
            if match is not None and re.match(
                r",? (?:is|are|may|can|must|defaults?|starts?|begins?|has|have|ranges?|never|cannot|shall|will|should|which|that|who|\(|both|each|all|always|equals?)\b|,? ?\(",
                text[match.end() :],
            ):
                subject = self._of_names(match)
                if subject is not None:
                    return subject
        return None

    def _of_names(self, match: re.Match[str]) -> Subject | None:
        names, groups = names_in(match["names"]), match.groupdict()
        of = self.owners.of(match) if "thing" in groups else None
        kinds: list[str] = []
        if groups.get("what") in ("date", "time", "day", "date and time", "time and date"):
            return Subject(match.end(), None, [], "game", ["date"])
        if groups.get("what") in ("identity", "name", "holder"):
            of = "game"
        if groups.get("what") in ("identity", "holder"):
            kinds = ["player"]
        if groups.get("the") in ("The", "This"):
            of = "game"
        if re.search("number of|amount of|How m", match.group()):
            kinds = ["number"]
        if any(
            re.fullmatch(
                rf"(?:(?:Some|Most|Many|Few|Several|Half|Half of the|Those|These|Other) )?{self.owners.player}",
                name,
            )
            or re.fullmatch(self.owners.emperor, name)
            for name in names
        ):
            return None
        return Subject(match.end(), None, names, of, kinds)

    # -- sentences of other forms

    def add(self, text: str, values: Sequence[Value], last: Sequence[Value]) -> bool | None:
        """Adds what a sentence says to the values it is about. Whether it did; None where it says something of a limit
        or a default that is not understood."""
        if not values or _IDLING.search(text):
            return False
        player = self.owners.player
        name = rf"(?P<name>(?:of )?(?:them|these|it)|{NAME})"
        begin = rf"(?:(?:Each|Every|All|New|Newly joined|A|An|Any)? ?(?:new )?(?:{player})|{self.owners.emperor}|(?:Each|Every|All|New|A) [A-Z][\w'-]+)"
        joins = rf"(?:(?:When|Whenever|If|As soon as|Once) (?:a|an|any|each) (?:new )?{player} (?:first )?(?:joins?|enters|is added|signs up)(?: the (?:game|dynasty))?, (?:they|he or she|that {player}|he|she|it|the new {player})|(?:Each|Every|A|An|Any) {player} (?:who|that) (?:joins|newly joins)(?: the (?:game|dynasty))?|{begin})"
        starts = re.match(
            rf"{joins} (?:each )?(?:starts?|begins?|has|have|receives?|gets?|is given|are given|starts? off|starts? out)(?: (?:the|this|their|each) (?:game|dynasty|career|first week))?(?: (?:out|off|life|play))? ?(?:with|at|on|having)? (?P<value>{NUMBER}|no) {name}(?P<rest>.*)",
            text,
        )
        if (
            starts is not None
            and (
                text.startswith(("New", "When", "If", "Once", "As soon"))  # players write in English
                or re.match(r"(?:An?|Each|Every|Any|All) new\b", text)
                or re.search(
                    r"\b(?:starts?|begins?|joins)\b", starts.group()[: starts.start("value") - starts.start()]
                )
            )
        ):
            return self._default(starts, values, last)
        by_default = re.match(
            rf"(?:(?:Each|Every|All|A|An) )?(?:new )?{player} (?:has|have|holds?|owns?|carr(?:y|ies)) (?P<value>{NUMBER}|no) {name} (?:by default|initially|to begin with|to start with|at first|at the start)(?P<rest>.*)",
            text,
        )
        by_default = by_default or re.match(
            rf"(?:By default|Initially|At first|To begin with),? (?:each|every|all|an?) {player} (?:has|have|holds?|owns?) (?P<value>{NUMBER}|no) {name}(?P<rest>[.]?)$",
            text,
        )
        if by_default is not None:
            return self._default(by_default, values, last)
        alone = re.match(
            rf"New(?:ly joined)? {player} (?:each )?(?:starts?|begins?)(?: (?:off|out|the game|the dynasty))? (?:with|at|on) (?P<value>{NUMBER})(?P<name>)(?P<rest>[.]?)$",
            text,
        )
        if alone is not None and len(last) == 1:
            last[0].facts.defaults.append(alone["value"])
            last[0].of = last[0].of or "player"
            return True
        set_to = re.match(
            rf"(?:When|Whenever|If|As soon as|Once) (?:a|an|any|each) (?:new )?{player} (?:first )?(?:joins?|enters|is added|signs up)(?: the (?:game|dynasty))?,? (?:their|its|his or her|that {player}'s|his|her) (?:number of )?{name} (?:is|are) (?:initially )?(?:set to|set at) {VALUE}(?P<rest>.*)",
            text,
        )
        if set_to is not None:
            return self._default(set_to, values, last)
        of_it = re.match(
            rf"(?:The|Each {player}'s|Their|Its) (?:default|initial|starting) {name} (?:is|are|shall be) {VALUE}(?P<rest>.*)",
            text,
        )
        if of_it is not None:
            return self._default(of_it, values, last)
        at = re.match(
            rf"{begin} (?:each )?(?:starts?|begins?)(?: (?:the|this) (?:game|dynasty))? (?:with|at|on|as) (?:an? |their )?{name} (?:of|set to|at|being) {VALUE}(?P<rest>.*)",
            text,
        )
        if at is not None:
            return self._default(at, values, last)
        new = re.match(
            rf"New(?:ly joined)? {player} (?:has|have|get|gets|receive|receives) (?:an? |their )?{name} (?:of|set to|at|being) {VALUE}(?P<rest>.*)",
            text,
        )
        if new is not None:
            return self._default(new, values, last)
        of_new = re.match(
            rf"(?:(?:The )?{name} of (?:an?|each|every|any) new {player}|(?:A|An|Each|Every|Any) new {player}'s {name.replace('<name>', '<other>')}) (?:is|are|shall be) {VALUE}(?P<rest>.*)".replace(
                "(?P<name>(?:of )?(?:them|these|it)|", "(?P<name>"
            ),
            text,
        )
        if of_new is not None:
            return self._default(of_new, values, last)
        if (
            nobody := re.match(
                rf"(?:There is no (?P<name>{NAME}) (?:by default|initially|at first|to begin with|to start with)|(?:By default|Initially|At first),? there is no (?P<other>{NAME}))\.?$",
                text,
            )
        ) is not None:
            about = self._named(nobody["name"] or nobody["other"], values, last)
            for value in about:
                value.facts.defaults.append("nobody")
            return bool(about) or None
        somebody = re.match(rf"The (?P<name>{NAME}) is (?:always |also )?an? {player}\.?$", text)
        if somebody is not None:
            about = [value for value in self._named(somebody["name"], values, []) if value.of == "game"]
            for value in about:
                value.facts.kinds += [] if "player" in value.facts.kinds else ["player"]
            if about:
                return True
        if (done := self._synonym(text, values)) is not None:
            return done
        if (done := self._state(text, values)) is not None:
            return done
        if (done := self._lacking(text, values, last)) is not None:
            return done
        if (done := self._limit(text, values, last)) is not None:
            return done
        if (done := self._choices(text, values)) is not None:
            return done
        return None if self._is_suspect(text, values, last) else False

    def _synonym(self, text: str, values: Sequence[Value]) -> bool | None:
        """Of another name: "“Coins” is another word for Sesterces"."""
        named = [
            value
            for value in values
            if value.name is not None and re.search(rf"\b{re.escape(value.name)}\b", text)
        ]
        if not named or not _ALSO.search(text):
            return None
        quoted = rf"(?P<also>\"[^\"]{{1,60}}\"|{NAME})"
        name = rf"(?:the )?(?P<name>{NAME}|\"[^\"]{{1,60}}\")"
        begin = r"(?:(?:In|Throughout) (?:this|the) (?:rule|ruleset|dynasty|game|rules),? )?(?:[Tt]he (?:word|term|name|abbreviation) )?"
        for pattern in (
            rf"{begin}{quoted} (?:is|are|means|is used as) (?:just |simply |also )?(?:(?:an?|another|a second|the) (?:other )?(?:word|name|term|synonym|abbreviation|short form) (?:for|of)|short for|short form of)? ?{name}\.?$",
            rf"{begin}{name} (?:is|are|may be|can be)(?: also| sometimes| often)? (?:called|known as|referred to as|written|abbreviated(?: to| as)?) {quoted}\.?$",
        ):
            match = re.match(pattern, text)
            if match is not None:
                about = self._named(match["name"].strip('"'), values, [])
                for value in about:
                    value.facts.also_called.append(match["also"].strip('"'))
                return bool(about) or None
        return None

    def _default(self, match: re.Match[str], values: Sequence[Value], last: Sequence[Value]) -> bool | None:
        about = self._named(match["name"], values, last)
        if not about:
            return False
        rest = match["rest"].strip(" .")
        if match["value"] == "no" and (rest or any(one.name is None for one in about)):
            return None
        trial = [Value(value.name, value.of) for value in about]
        if rest and not self._scan(rest, trial):
            return None
        self._scan(rest, about) if rest else None
        for value in about:
            value.facts.defaults.append(match["value"])
            if value.of is None:
                value.of = "player"
        return True

    def _state(self, text: str, values: Sequence[Value]) -> bool | None:
        """Of an adjective: "Bakers are not Burnt by default"."""
        player = rf"(?:(?:Each|Every|All|A|An|New|No|each|every|all|new|no|a) )*(?:new )?{self.owners.player}|They|they"
        late = r"by default|initially|to begin with|to start with|at first|at the (?:start|beginning)"
        match = re.match(
            rf"(?:(?P<early>By default|Initially|At first|To begin with|At the (?:start|beginning)),? )?(?P<who>{player}) (?:(?:is|are)(?: initially|(?P<within>(?:, )?(?: by default| at first| to begin with),?))?|(?P<begins>(?:starts?|begins?)(?: the (?:game|dynasty))?(?: out| off)?)(?: as)?)(?P<no> not)? (?P<name>{NAME})(?: (?P<late>{late}))?\.?$",
            text,
        )
        if match is None or not (
            match["early"]
            or match["late"]
            or match["begins"]
            or match["within"]
            or re.match(r"(?:(?:Each|Every|All|An?) )?[Nn]ew ", match["who"])
            or "initially" in text
        ):
            return None
        about = [value for value in self._named(match["name"], values, []) if "yes-no" in value.facts.kinds]
        none = re.match("[Nn]o ", match["who"]) is not None
        if not about and not none and not match["no"]:
            choices = [
                one for one in values if match["name"] in one.facts.choices
            ]  # "either Awake or Asleep"
            if len(choices) > 1:
                return None
            for value in choices:
                value.facts.defaults.append(match["name"])
            return bool(choices) or None
        for value in about:
            value.facts.defaults.append("no" if none or match["no"] else "yes")
        return bool(about) or None

    def _lacking(self, text: str, values: Sequence[Value], last: Sequence[Value]) -> bool | None:
        """Of what one has or has not: "By default a Baker does not"."""
        one = rf"(?:(?:an?|each|every|any) )?(?:{self.owners.player})|they|it"
        match = re.match(
            rf"By default,? (?:(?P<no>no (?:{self.owners.player}) (?:does|is|has one|has an? (?P<of>{NAME})))|"
            rf"(?:{one}) (?:(?P<not>(?:does|do|is|are) not(?: have (?:one|an? (?P<other>{NAME})))?)|(?:does|do|has one|have one)))\.?$",
            text,
        )
        if match is None:
            return None
        name = match["of"] or match["other"]
        named = self._named(name, values, []) if name else last
        about = [value for value in named if "yes-no" in value.facts.kinds]
        for value in about:
            value.facts.defaults.append("no" if match["no"] or match["not"] else "yes")
        return bool(about) or None

    def _scan(self, rest: str, about: Sequence[Value]) -> bool:
        at = 0
        while at < len(rest):
            joined = re.compile(r"[\s,;()]+|(?:and|but|which|they|it|that|each)\b").match(rest, at)
            if joined is not None and joined.end() > at:
                at = joined.end()
                continue
            ends = [self.attributes.take(rest, at, value.facts) for value in about]
            if not ends or ends[0] == at:
                return False
            at = ends[0]
        return True

    def _limit(self, text: str, values: Sequence[Value], last: Sequence[Value]) -> bool | None:
        player = self.owners.player
        name = rf"(?P<name>of them|of these|{NAME})"
        none = rf"(?:No {player} (?:may|can|shall|will|ever)(?: ever)?|(?:A|An|Each|Every|Any|The) {player} (?:may|can)(?: not| never)|(?:A|An|Each|Every) {player} cannot|They (?:may not|cannot|can never|may never)|{player} (?:may not|cannot|may never))(?: ever)? (?:have|hold|own|carry|possess|keep|get)"
        match = re.match(
            rf"{none} (?P<way>more|less|fewer) than (?P<value>{NUMBER}) {name}(?: at (?:once|a time|any time|any one time|the same time))?\.?$",
            text,
        )
        if match is not None and (limit := number(match["value"])) is not None:
            about = self._named(match["name"], values, last)
            for value in about:
                (value.facts.most if match["way"] == "more" else value.facts.least).append(limit)
            return bool(about)
        match = re.match(
            rf"{none} a negative (?:number|amount|quantity) of (?P<name>them|these|it|{NAME})\.?$", text
        )
        if match is not None:
            about = self._named(match["name"], values, last)
            for value in about:
                value.facts.least.append(0)
            return bool(about) or None
        match = re.match(
            rf"(?:A|An|Each|Every|The) {player} (?:may|can) (?:only )?(?:have|hold|own|carry|possess) (?P<way>at most|at least|up to|no more than|no fewer than|no less than|a maximum of|a minimum of) (?P<value>{NUMBER}) {name}(?: at (?:once|a time|any time|any one time|the same time))?\.?$",
            text,
        )
        if match is not None and (limit := number(match["value"])) is not None:
            about = self._named(match["name"], values, last)
            for value in about:
                lower = match["way"] in ("at least", "no fewer than", "no less than", "a minimum of")
                (value.facts.least if lower else value.facts.most).append(limit)
            return bool(about)
        match = re.match(
            rf"(?:Nobody|No one|None|They|It|No {player}|nobody|no one) (?:may|can|shall|will)(?: (?:not|never))?(?: ever)? (?:have|hold|own|go|fall|drop|carry|be) (?P<way>more|less|fewer|below|above|under|over)(?: than)? (?P<value>{NUMBER})(?: of (?:them|it|these))?(?: {name.replace('name', 'of')})?(?: at (?:once|a time|any time|any one time|the same time))?\.?$",
            text,
        )
        if match is not None and (limit := number(match["value"])) is not None:
            about = self._named(match["of"], values, last) if match["of"] else list(last)
            for value in about:
                (value.facts.most if match["way"] in ("more", "above", "over") else value.facts.least).append(
                    limit
                )
            return bool(about) or None
        return self._limit_of_itself(text, values, last)

    def _limit_of_itself(self, text: str, values: Sequence[Value], last: Sequence[Value]) -> bool | None:
        match = re.match(
            rf"(?:[Aa]ny|[Aa]ll)(?: {NAME})? (?:beyond|above|over|in excess of|past|more than) (?:that|this|(?P<value>{NUMBER})) (?:is|are) (?:lost|discarded|ignored|wasted|forfeit(?:ed)?)\.?$",
            text,
        )
        if match is not None:
            if match["value"] is not None and (limit := number(match["value"])) is not None:
                for value in last:
                    value.facts.most.append(limit)
            return True
        match = re.match(
            rf"(?:No {self.owners.player}'s (?P<name>{NAME})|No (?P<bare>{NAME})) (?:may|can)(?: ever)? (?:be (?:set )?|go |rise |fall |drop |have |become )?(?:exceed|more than|above|over|greater than|higher than|(?P<low>below|less than|under|lower than)) (?P<value>{NUMBER})\.?$",
            text,
        )
        if match is not None and (limit := number(match["value"])) is not None:
            about = self._named(match["name"] or match["bare"], values, last)
            for value in about:
                (value.facts.least if match["low"] else value.facts.most).append(limit)
            return bool(about)
        return None

    def _choices(self, text: str, values: Sequence[Value]) -> bool | None:
        match = re.match(
            rf"(?:The|Valid|Legal|Allowed|Permitted)(?: (?:possible|valid|legal|allowed|permitted|available|known))?(?: (?:values|choices|options) (?:of|for))?(?: an?)?(?: the)? (?P<name>{NAME})(?: values| choices)? are:? (?P<listed>[^.]+)\.?$",
            text,
        ) or re.match(
            rf"There are (?:{NUMBER}|several|some) (?:possible |valid |kinds of |types of )?(?P<name>{NAME}):? (?P<listed>[^.]+)\.?$",
            text,
        )
        if match is None:
            return None
        about = self._named(match["name"], values, [])
        for value in about:
            value.facts.choices += names_in(match["listed"])
            value.facts.kinds.append("choice")
        return bool(about)

    def _named(self, name: str, values: Sequence[Value], last: Sequence[Value]) -> list[Value]:
        if re.fullmatch(r"(?:of )?(?:them|these|it)", name):
            return list(last)
        return [value for value in values if value.name is not None and bare(value.name) == bare(name)]

    def _is_suspect(self, text: str, values: Sequence[Value], last: Sequence[Value]) -> bool:
        """Whether a sentence seems to say something of a default or a limit."""
        if _ALSO.search(text) and any(
            value.name and re.search(rf"\b{re.escape(value.name)}\b", text) for value in values
        ):
            return True
        if re.match(r"By default\b", text) and (
            last or re.search(rf"\b(?:they|it|this|{self.owners.player})\b", text)
        ):
            return True
        if re.match(r"(?:The |Its |Their )?(?:[Dd]efault|[Ii]nitial|[Mm]aximum|[Mm]inimum)", text):
            return True
        if last and (self._is_of_new_ones(text) and re.search(rf"\b(?:{NUMBER})", text) or may_tell(text)):
            return True
        names = [rf"{re.escape(value.name.removesuffix('s'))}(?:s|es)?" for value in values if value.name]
        if last and (_OF_LAST.match(text) or re.search(r"\bof (?:them|these|it)\b", text)):
            names += ["It", "They", "These", "Both", "them", "it", "these"]
        pattern = "|".join(names)
        if names and re.search(rf"\b(?:{pattern})\b", text):
            return not leaves_alone(text, pattern)
        return self._is_of_choice(text, values, last)

    def _is_of_new_ones(self, text: str) -> bool:
        """Whether a sentence is about those who have just come."""
        player = self.owners.player
        return (
            re.match(
                rf"(?:(?:Each|Every|All|An?|Any) )?(?:[Nn]ew|[Nn]ewly[ -]\w+) {player}\b|(?:An? )?[Nn]ewcomers?\b|(?:Up)?[Oo]n (?:first )?joining\b|"
                rf"(?:Each |Every |All |An? |Any )?{player} (?:who (?:has|have) (?:only )?just (?:joined|come|arrived|begun)|joining|who joins?|joins?)\b",
                text,
            )
            is not None
        )

    def _is_of_choice(self, text: str, values: Sequence[Value], last: Sequence[Value]) -> bool:
        """Whether a sentence says which of the choices one has at first."""
        player = self.owners.player
        everyone = rf"(?:Each|Every|All|Any|An?) (?:of the )?{player}"
        choices = "|".join(re.escape(choice) for value in values for choice in value.facts.choices)
        return bool(last) and any(
            pattern and re.match(pattern, text)
            for pattern in (
                rf"{everyone} (?:may|can) (?:only )?(?:have|hold|own|carry|keep) "
                r"(?:only|at most|at least|up to|no more than|no fewer than|a (?:maximum|minimum) of)\b[^,;]*\.?$",
                rf"(?:{everyone}|{player}) (?:starts?|begins?)\b[^,;]*\bwith (?:{NUMBER})\.?$",
                choices
                and rf"(?:It|They|{everyone}|{player}) (?:is|are) (?:{choices})\b[^,;]*"
                r"\b(?:until|at first|initially|unless|to begin|to start)\b",
            )
        )

    def is_no_definition(self, text: str) -> bool:
        """Whether a sentence speaks of what is tracked without defining anything."""
        return (
            re.match(
                r"(?:The \w+|A \w+|Any \w+|Each \w+|\w+) (?:may|must|should|can) (?:at any time )?(?:correct|mend|update|change|fix|repair|amend)\b",
                text,
            )
            is not None
        )
