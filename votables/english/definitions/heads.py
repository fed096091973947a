"""How a sentence begins that defines something: whose the values are, and what they are called."""

import re
from dataclasses import dataclass, field
from typing import Final

from .attributes import TRACKERS, Attributes, ValueFacts
from .words import NAME, NUMBER, bare

_LEADS: Final = re.compile(
    r"(?:(?:In addition|Additionally|Furthermore|Moreover|Also|As well as this|Similarly|Likewise|Henceforth|From now on|Besides this|For this purpose|"
    r"For the purposes? of (?:this rule|the game)|Throughout this dynasty|During this dynasty|In this dynasty|At (?:any|all) times?)(?: to this)?,? )",
)
_COMMON: Final = r"[a-z][\w'-]{0,40}"
_NAMES: Final = rf"(?:{NAME}|\"[^\"\n]{{1,60}}\")"
_VERBS: Final = (
    r"(?:lives?|stays?|dwells?|sleeps?|resides?|stands?|sits?|works?|serves?|belongs?|plays?|sails?|flies|rides?|trains?|travels?|waits?)(?: (?:in|at|on|to|for|with|as|under|aboard))?|"
    r"wears?|drives?|wields?|uses?|follows?|occup(?:y|ies)|inhabits?|supports?|worships?|pursues?|practi[sc]es?|commands?|speaks?|"
    r"(?:is|are) (?:in|at|on|part of|a member of|members of|assigned(?: to)?|aboard)"
)
_LIST_OF_NAMES: Final = rf"(?P<names>{_NAMES}(?:(?:, (?:and |or )?| and (?:an? |their |of )?)(?:an? (?=[A-Z]))?{_NAMES}(?! (?:is|are|has|may|defaults) ))*)"


@dataclass(slots=True)
class Value:
    """One value as far as it has been described. `of` is None where its owner is still unknown; `start` and `end` are
    the sentence's."""

    name: str | None
    of: str | None
    facts: ValueFacts = field(default_factory=ValueFacts)
    start: int = 0
    end: int = 0


class Owners:
    """Who may have values: a player, the game (for the emperor alone), or the rows of a table."""

    def __init__(self, words: dict[str, str], attributes: Attributes):
        self.attributes = attributes
        self.words = words
        one, many = re.escape(words["player"]), re.escape(words["players"])
        self.player = rf"(?:{one}|{many}|[Pp]layers?)"
        self.emperor = rf"(?:[Tt]he )?(?:{re.escape(words['emperor'])}|Emperor|emperor)"
        each = r"(?:[Ee]ach|[Ee]very|[Aa]ll(?: the)?|[Aa]ny|[Aa]n?|[Tt]he|[Ee]ach and every|[Ee]ach of the)(?: active| and every| single| individual)?"
        self.one = rf"(?:(?:{each} )?(?P<player>{self.player})|(?P<emperor>{self.emperor})|[Ee](?:very|ach) (?P<thing>{NAME}|{_COMMON}(?: {_COMMON})?)|[Aa]ll (?P<things>[A-Z][\w'-]+s)|[Tt]he (?P<place>{_COMMON}|game|{NAME}))"
        also = r"(?: (?:either|also|each|all|always|now|further|additionally|furthermore|initially))*"
        self.possesses = re.compile(
            rf"(?:For {self.one},? (?:there is|the (?:GNDT|wiki|gamestate|tracker) (?:tracks|records|holds))"
            rf"|{self.one.replace('?P<', '?P<b_')}{also} (?:has|have|possess(?:es)?|holds?|owns?|keeps?|carr(?:y|ies)|bears?|maintains?|comes? with|gets?|receives?|may have|can have|may hold|may carry|may own|may possess|can hold|can carry|can own|can possess|shall have|must have|will have|is given|are given|is assigned|is tracked with|{_VERBS}){also})(?: |(?=:))",
        )
        self.is_something = re.compile(
            rf"{self.one}{also} (?=(?:either )?(?:is|are) (?:always |either )|(?:is|are) or (?:is|are) not |(?:is|are) (?:not )?\w+(?:, [A-Z][\w '-]*?){{0,20}},? or |(?:may|can)(?: or (?:may|can) ?not)? (?:also )?(?:either )?be|either is)"
        )
        self.of_whom = rf"(?: (?:that|which|of|held by|owned by|for|belonging to|possessed by|in|on|at|inside|within) (?:is )?)?\s?{self.one}(?: (?:has|have|holds?|owns?|possess(?:es)?|carries|carry))?"

    def of(self, match: re.Match[str]) -> str | None:
        """Whose values a match is about: "player", "game", "table:Ovens", or "?" for what is none of these."""
        groups = {key.removeprefix("b_"): value for key, value in match.groupdict().items() if value}
        if "player" in groups:
            return "player"
        if "emperor" in groups or "place" in groups:
            return "game"
        thing = groups.get("thing") or groups.get("things")
        if thing is None:
            return None
        if bare(thing) in {bare(self.words["player"]), "player"}:
            return "player"
        return f"table:{thing}" if thing[:1].isupper() else "?"


class Items:
    """Reads "a publicly tracked number of Flour, Eggs and Yeast": what somebody has."""

    def __init__(self, attributes: Attributes):
        self.attributes = attributes
        how = rf"(?:publicly|privately|secretly|openly) tracked|(?:publicly|privately|secretly|openly)-tracked|tracked{TRACKERS}|tracked|secret|hidden|private|public"
        self.adjective = attributes.pattern(
            rf"(?:(?P<how>{how})|(?P<kind>(?:non-negative |nonnegative |positive |whole |natural |decimal |rational |real )?(?:integer|whole-number|whole|decimal|rational|fractional|numerical|numeric)|non-negative|positive)|(?:certain|single|current|personal|separate|own|individual|special|particular|fixed|specific|unique))(?:,? (?:and )?)(?=\S)"
        )
        self.counted = re.compile(
            rf"(?P<some>numbers?|amounts?|quantity|quantities|counts?|supply|stock|store|total|level|balance|integer numbers?|quantity|score|tally|stockpile|pool) of (?:points of |units of |own )?(?:{_LIST_OF_NAMES}|(?P<common>{_COMMON}(?: [a-z]+s)?)(?=[ ,.;(\[]|$))"
        )
        self.called = re.compile(
            rf"(?P<what>(?:(?:non-negative |nonnegative |positive |whole |natural |decimal |rational )?(?:integer|number|decimal|text string|string|text|word|list|set|date|value|score|statistic|stat|attribute|variable|quality|property|resource|currency|trait|field|choice|status|state|condition)s?)(?: of [a-z]+)?)(?: each)?(?:,? (?:called|named|known as|referred to as|termed|titled|dubbed)(?: (?:a|an|the|their|its))?|, (?:the|their|its)) {_LIST_OF_NAMES}"
        )
        self.plural = re.compile(rf"(?:any number of|some|zero or more) {_LIST_OF_NAMES}")
        self.upto = re.compile(
            rf"(?:(?:up to|at most|no more than|a maximum of|as many as) (?P<most>{NUMBER})|between (?P<low>{NUMBER}) and (?P<high>{NUMBER})) {_LIST_OF_NAMES}(?: (?:at (?:a|any|one|any one|the same) time|at once)\b)?"
        )
        self.listed = re.compile(
            rf"(?P<what>list|set|collection|sequence) of (?:{_LIST_OF_NAMES}|(?P<common>{_COMMON}))(?=[ ,.;(\[]|$)"
        )
        self.named = re.compile(_LIST_OF_NAMES)
        self.article = re.compile(
            r"(?:an?|the|its|their|his or her|one|exactly one|up to one|some|his|her|both an?|also an?) "
        )

    def take(self, text: str, at: int, of: str | None) -> tuple[list[Value], int]:
        """The values named at `at` and where their names end; none and `at` where there are none."""
        facts = ValueFacts()
        start = at
        article = self.article.match(text, at)
        if article is not None and not self.upto.match(text, at):
            at = article.end()
        while (adjective := self.adjective.match(text, at)) is not None:
            before = at
            if (word := adjective["how"] or adjective["kind"]) is not None:
                has_kind = adjective["how"] or re.search("integer|numer|number", word)
                phrase = word if has_kind else f"{word} number"  # players write in English
                if self.attributes.take(phrase, 0, facts) < len(phrase):
                    facts.puzzles.append("loose")
            at = adjective.end()
            if adjective["kind"] and text[at:].startswith(("called", "named", "known as", "which", "that")):
                at = before
                break
        for form in (self.counted, self.called, self.upto, self.plural, self.listed, self.named):
            match = form.match(text, at)
            if match is not None:
                return self._values(match, facts, of), match.end()
        return [], start

    def _values(self, match: re.Match[str], facts: ValueFacts, of: str | None) -> list[Value]:
        groups = match.groupdict()
        if groups.get("some") is not None or match.re is self.plural:
            facts.kinds.append("number")
        if (what := groups.get("what")) is not None:
            self.attributes.take(what.rstrip("s") if not what.startswith("list") else what, 0, facts)
        if (most := groups.get("most")) is not None:
            self.attributes.take(f"at most {most}", 0, facts)
            facts.kinds.append("number")
        if (low := groups.get("low")) is not None:
            self.attributes.take(f"between {low} and {groups['high']}", 0, facts)
        names = names_in(groups.get("names") or groups.get("common") or "")
        return [Value(name, of, _copy(facts)) for name in names]


def names_in(listed: str) -> list[str]:
    parts = re.split(r",? and (?:an? |their |of )?|,? or |, (?:an? )?", listed)
    return [part.strip().strip('"') for part in parts if part.strip()]


def _copy(facts: ValueFacts) -> ValueFacts:
    return ValueFacts(
        kinds=list(facts.kinds),
        whole=facts.whole,
        floor=facts.floor,
        signed=facts.signed,
        least=list(facts.least),
        most=list(facts.most),
        below_zero=facts.below_zero,
        defaults=list(facts.defaults),
        choices=list(facts.choices),
        hidden=set(facts.hidden),
        of_game=facts.of_game,
        puzzles=list(facts.puzzles),
    )


def without_lead(text: str) -> str:
    """The sentence without "In addition," and the like."""
    lead = _LEADS.match(text)
    if lead is None:
        return text
    rest = text[lead.end() :]
    return rest[:1].upper() + rest[1:]
