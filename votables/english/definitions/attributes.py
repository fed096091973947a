"""What a definition says of a value beside its name: its kind, limits, default, who sees it. Each is a phrase, found
where it begins; what is none of these phrases is not understood."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from .words import NAME, NUMBER, number

_LOWER: Final = r"(?!(?:is|are|and|or|but|which|that|it|they|to|of|the|an?|with|by|has|have|may|can|equal|dice\d*|random\w*|chosen|each)\b)[a-z][\w'-]{0,40}"
_AFTER: Final = (
    r"(?=\s*(?:[,.;:)\]!]|$|[—–-] )|\s+(?:and|or|but|which|that|with|for|at|to|unless|when|while|by|in|on|per|initially|"
    r"defaulting|publicly|privately|may|cannot|can|is|inclusive)\b)"
)
_BLANK: Final = (
    r"(?:(?:be )?(?:the )?(?:an? )?(?:empty|blank)(?: (?:string|text|list|set|value))?|nobody|no one|noone|nothing|unset|"
    r"(?:no|an? empty|the empty) (?:value|text|string|list|set|name)|none|no (?:player|PLAYER)|-+|—)"
)
VALUE: Final = rf"(?:(?:an?|the) (?=[A-Z]))?(?P<value>\"[^\"\n]{{0,300}}\"|(?:(?:being )?not|(?:does|do|is|are|has|have) not)(?: (?:one|[A-Z][\w'-]{{0,40}})){{0,2}}{_AFTER}|{NUMBER}(?=[\s,.;:)\]]|$)|{_BLANK}{_AFTER}|{NAME}|{_LOWER}(?: {_LOWER}){{0,2}}?{_AFTER})"
_ONE: Final = rf"(?:\"[^\"\n]{{1,100}}\"|{NUMBER}(?=[\s,.;:)\]]|$)|(?:(?:an?|the) (?=[A-Z]))?{NAME}|{_LOWER}(?: {_LOWER}){{0,3}}?(?=\s*(?:[,.;)\]]|$)| and | or ))"
CHOICES: Final = rf"(?P<choices>{_ONE}(?:, (?!(?:and|or|which|is|defaults?|defaulting|publicly|with|initially) ){_ONE}){{0,60}},? (?:or|and) {_ONE})"
_PLAIN_ONE: Final = rf"(?:\"[^\"\n]{{1,100}}\"|{NUMBER}(?=[\s,.;:)\]]|$)|(?:(?:an?|the) (?=[A-Z]))?{NAME}|(?!(?:publicly|privately|secretly|tracked|initially|is|are|defaults?|a|an|the)\b)[a-z][\w'-]{{0,40}}(?=\s*(?:[,.;)\]]|$)| or ))"
PLAIN_CHOICES: Final = rf"(?P<choices>{_PLAIN_ONE}(?:, (?!or ){_PLAIN_ONE}){{0,60}},? or {_PLAIN_ONE})"
LISTED: Final = rf"(?P<choices>{_ONE}(?:,? (?!(?:and|or) ){_ONE}){{0,60}}(?:,? (?:or|and) {_ONE})?)"
TRACKERS: Final = (
    r"(?: (?:in|on|by|via|with|through|using) (?:the |a |an )?(?:GNDT|wiki(?: page)?|gamestate(?: (?:page|tracking page|document))?|game state|tracker|"
    r"Gamestate(?: Tracking)?(?: Page)?|gamestate tracking page|public tracker|game's tracker|tracking page|site|EMPEROR|Emperor)){0,2}"
)


@dataclass(slots=True)
class ValueFacts:
    """What has been said of one value. Every default or limit is kept, for two that differ are asked about."""

    kinds: list[str] = field(default_factory=list)
    whole: bool | None = None
    signed: bool = False
    below_zero: bool = False
    """Whether it is said outright that it may be negative."""
    floor: int | None = None
    """What the kind itself implies: 0 for a non-negative integer."""
    least: list[int | float] = field(default_factory=list)
    most: list[int | float] = field(default_factory=list)
    defaults: list[str] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)
    hidden: set[bool] = field(default_factory=set)
    also_called: list[str] = field(default_factory=list)
    formula: str | None = None
    of_game: bool = False
    of_player: bool = False
    puzzles: list[str] = field(default_factory=list)

    @property
    def is_tracked(self) -> bool:
        return bool(self.hidden)


Handler = Callable[[re.Match[str], ValueFacts], None]
_WORDS_OF_GAME: Final = re.compile(r"PLAYERS|PLAYER|EMPEROR")


class Attributes:
    """The phrases, with this game's words for player and emperor."""

    def __init__(self, player: str, players: str, emperor: str):
        self._words = {"PLAYERS": players, "PLAYER": player, "EMPEROR": emperor}
        self.phrases = [(self.pattern(text), handler) for text, handler in _PHRASES]

    def pattern(self, text: str) -> re.Pattern[str]:
        return re.compile(_WORDS_OF_GAME.sub(lambda match: re.escape(self._words[match.group()]), text))

    def take(self, text: str, at: int, facts: ValueFacts) -> int:
        """Where the longest phrase that begins at `at` ends, noted in `facts`; `at` where there is none."""
        best, chosen = None, None
        for pattern, handler in self.phrases:
            match = pattern.match(text, at)
            if match is not None and (best is None or match.end() > best.end()):
                best, chosen = match, handler
        if best is None or chosen is None or best.end() == at:
            return at
        chosen(best, facts)
        return best.end()


def _limit(written: str, facts: ValueFacts) -> int | float | None:
    value = number(written)
    if value is None:
        facts.puzzles.append("limit")
    return value


def _least(match: re.Match[str], facts: ValueFacts, more: int = 0) -> None:
    if (value := _limit(match["value"], facts)) is not None:
        facts.least.append(value + more)


def _most(match: re.Match[str], facts: ValueFacts, more: int = 0) -> None:
    if (value := _limit(match["value"], facts)) is not None:
        facts.most.append(value + more)


def _range(match: re.Match[str], facts: ValueFacts) -> None:
    low, high = _limit(match["low"], facts), _limit(match["high"], facts)
    if low is None or high is None or low > high:
        facts.puzzles.append("range")
        return
    facts.kinds.append("number")
    exclusive = "exclusive" in match.group()
    facts.least.append(low + exclusive)
    facts.most.append(high - exclusive)


def _default(match: re.Match[str], facts: ValueFacts) -> None:
    facts.defaults.append(match["value"].strip())


def _default_of_each(match: re.Match[str], facts: ValueFacts) -> None:
    facts.of_player = True
    facts.defaults.append((match["value"] or match["started"]).strip())


def _nobody(match: re.Match[str], facts: ValueFacts) -> None:
    facts.defaults.append("nobody")


def _choices(match: re.Match[str], facts: ValueFacts) -> None:
    listed = re.findall(rf"(?:^|, (?:or |and )?|,? (?:or|and) )({_ONE})", match["choices"])
    choices = [re.sub(r"^(?:or |and |either )?(?:(?:an?|the) (?=[A-Z]))?", "", one.strip()).strip('"') for one in listed]
    facts.choices += [one for one in choices if one]
    facts.kinds.append("choice")


def _yes_no(match: re.Match[str], facts: ValueFacts) -> None:
    facts.kinds.append("yes-no")


def _no(match: re.Match[str], facts: ValueFacts) -> None:
    facts.defaults.append("no")


def _kind(kind: str) -> Handler:
    return lambda match, facts: facts.kinds.append(kind)


def _number(match: re.Match[str], facts: ValueFacts) -> None:
    facts.kinds.append("number")
    words = match.group().casefold()
    if re.search(r"decimal|real|rational|fraction|percent", words):
        facts.whole = False
    elif "integer" in words and not re.search(r"positive|negative|natural|unsigned", words):
        facts.signed = True
    if "positive" in words or "natural" in words:
        facts.floor = 1
    elif "non" in words and "negative" in words or "unsigned" in words:
        facts.floor = 0


def _not_negative(match: re.Match[str], facts: ValueFacts) -> None:
    facts.floor = 0


def _signed(match: re.Match[str], facts: ValueFacts) -> None:
    facts.kinds.append("number")
    facts.signed = facts.below_zero = True


def _fraction(match: re.Match[str], facts: ValueFacts) -> None:
    facts.kinds.append("number")
    facts.whole = False


def _tracked(match: re.Match[str], facts: ValueFacts) -> None:
    words = match.group().casefold()
    private = re.search(r"private|secret|hidden|confidential|known only|only to|invisible", words) is not None
    if private and re.search(r"public", words):
        facts.puzzles.append("hidden")
    facts.hidden.add(private)


def _also(match: re.Match[str], facts: ValueFacts) -> None:
    facts.also_called += [name.strip().strip('"') for name in re.split(r",? or |,? and |, ", match["names"]) if name.strip()]


def _nothing(match: re.Match[str], facts: ValueFacts) -> None:
    return None


def _of_player(match: re.Match[str], facts: ValueFacts) -> None:
    facts.of_player = True


def _for_game(match: re.Match[str], facts: ValueFacts) -> None:
    facts.of_game = True


def _of_game(match: re.Match[str], facts: ValueFacts) -> None:
    facts.of_game = True
    facts.hidden.add(False)


def _formula(match: re.Match[str], facts: ValueFacts) -> None:
    facts.formula = match["formula"].strip()


def _puzzle(match: re.Match[str], facts: ValueFacts) -> None:
    facts.puzzles.append("loose")


_N: Final = rf"(?P<value>{NUMBER})"
_NOT: Final = r"(?:may|can|must|shall|will|should) (?:never|not|neither)|cannot|can't|never"
_HOW: Final = r"(?:publicly|privately|secretly|openly|confidentially)"
_BELOW: Final = r"(?:below|under|less than|fewer than|lower than|smaller than)"
_ABOVE: Final = r"(?:above|over|more than|greater than|higher than|larger than|beyond|past|exceed)"
_HAVE: Final = r"(?:go|be|have|fall|drop|sink|rise|become|hold|exceed|be (?:set|raised|reduced|lowered|increased|taken|brought) (?:to )?|carry|own|get)"
_PHRASES: Final[tuple[tuple[str, Handler], ...]] = (
    # who sees it
    (rf"(?:an? (?={_HOW} tracked))?(?:being |always |each )?(?:{_HOW} |(?:not )?both )?(?:tracked|recorded|kept track of|displayed|shown|listed|public)(?: {_HOW}| in public| in secret)?{TRACKERS}(?: {_HOW})?", _tracked),
    (r"(?:(?:kept |a )?(?:private|secret|hidden)(?:ly)?|known only to|visible only to|shown only to|not public)(?: (?:from|to|by) (?:the )?(?:EMPEROR|Emperor|all|everyone|others|the other PLAYERS|other PLAYERS|that PLAYER)){0,2}(?! (?:or|and)\b)", _tracked),
    (r"known only to (?:that |the )?(?:PLAYER|[Pp]layer)(?: (?:and|or) (?:to )?(?:the )?(?:EMPEROR|Emperor))?", _tracked),
    (r"(?:may|can) (?:only )?be (?:changed|updated|altered|amended|corrected|adjusted) (?:only )?by (?:the |any |that |a )?(?:EMPEROR|Emperor|PLAYERS|PLAYER)", _nothing),
    (rf"of (?:either )?(?P<choices>{NUMBER}(?:, {NUMBER}){{0,20}},? or {NUMBER})(?=[,.;]|$| which| and)", _choices),
    (rf"{_HOW} (?:or|and) {_HOW} tracked", _puzzle),
    (rf"{_HOW} tracked by (?:the )?(?:EMPEROR|Emperor)", _tracked),
    (rf"(?:(?:is |are )?(?:kept|tracked|recorded|held|stored|noted)|which is|is) in the (?:EMPEROR|Emperor)'s (?:[A-Za-z]+ )?(?:GNDT )?(?:field|row|entry|line|column|cell)(?: (?:under|as|called|named) (?:the )?{NAME})?(?: (?:of|in|on) the (?:GNDT|wiki|gamestate|tracker|gamestate tracking page))?(?: of the same name)?", _of_game),
    # kinds
    (
        r"(?:an? |any |the |some )?(?:single )?(?:numeric(?:al)? value|(?:non-negative |nonnegative |positive |non-zero |unsigned |whole |natural |real |rational |decimal |signed |numeric )*(?:integers?|numbers?|percentages?|decimals?|fractions?|integral value)(?: value| amount| quantity| variable| statistic)?)(?: (?:with|of|to|which may have|that may have) (?:up to )?(?:any number of |[a-z0-9]+ )?decimal places?)?",
        _number,
    ),
    (r"(?:numeric|numerical)", _number),
    (
        r"(?:(?:which |that |it )?(?:may|can) be (?:a )?(?:negative|below zero|less than zero)|(?:positive|negative) or (?:positive|negative)|(?:possibly|potentially|may go|can go) negative|negative (?:values|numbers) (?:are|being) allowed|(?:may|can) (?:go|be|fall|drop) (?:below|under) (?:zero|0)|may be positive or negative|positive, negative or zero)",
        _signed,
    ),
    (r"(?:(?:which |that )?(?:may|can) (?:be|have|include) (?:a )?(?:fractions?|fractional|decimals?|halves)(?: values?)?|(?:not necessarily|need not be) (?:an? )?(?:whole|integer)(?: number)?)", _fraction),
    (
        r"(?:an? |any |the |some )?(?:short |single |single-line |free |freeform |piece of |string of |line of |plain |brief |non-empty |text )*(?:text string|text|string|phrase|word or (?:short )?phrase|word|sentence|free text|strings? of (?:text|characters|letters))(?: of (?:at most|up to) [a-z0-9]+ (?:words|letters|characters))?(?: of (?:their|its|that PLAYER's|his or her|that player's) (?:own )?(?:choice|choosing|liking|devising|making))?",
        _kind("text"),
    ),
    (r"(?:an? |any |some |the )?(?:possibly empty |ordered |unordered )?(?:list|set|collection|sequence|series)(?: of (?:zero or more |any number of |up to [a-z0-9]+ )?[\w'-]+(?: (?!(?:until|if|unless|while|when|during|except|for|in|on|at|but|only|so|as|per|from)\b)[\w'-]+){0,3}?)?" + _AFTER, _kind("list")),
    (r"(?:an? |any |the )?(?:calendar |UTC )?(?:date|day and time|date and time|timestamp)\b", _kind("date")),
    (r"(?:(?:is|are|may be|can be|must be|being|shall be) (?:always )?)?(?:the )?(?:(?:name|identity) of )?(?:an? |any |some |exactly one |one )?(?:active |idle |single |other )?(?:another )?(?:PLAYER|[Pp]layer)(?: or (?:nobody|no one|none|blank))?" + _AFTER, _kind("player")),
    (r"(?:one of (?:the )?PLAYERS|the name of one of the PLAYERS)", _kind("player")),
    (r"(?:an? )?(?:boolean(?: value)?|yes[/-]no(?: value)?|true[/-]false(?: value)?|yes or no|true or false|either (?:yes or no|true or false)|flag)", _yes_no),
    # one of several
    (
        rf"(?:may be |can be |must be |is |are )?(?:always )?(?:(?:(?:exactly |any )?one|any) of (?:the following(?: \w+)?|the (?:values|choices|options|words|colours|numbers))?:? ?|either (?:of )?|chosen from (?:among )?(?:the following:? )?|taken from |drawn from |selected from |from (?:among )?the (?:set|list) (?:of )?|(?:whose |with )?(?:the )?(?:possible|valid|legal|allowed|permitted) (?:values|options|choices) (?:are|being|of)? ?:? ?|(?:with )?(?:the )?(?:values|options|choices|possibilities) (?:of |being |are ?:? ?)?|(?:a )?choice (?:of|between|from)(?: the following)?:? ?|which (?:may|can) (?:only )?be )(?:either )?(?:the )?{CHOICES}",
        _choices,
    ),
    (rf"(?:is |are |may be |can be |being ){PLAIN_CHOICES}(?=[,.;:)\]]|$| \(| which| and (?:is|are|defaults|starts|begins|initially|has|publicly|tracked))", _choices),
    (rf"(?:exactly |any )?(?:one|any) of(?: the following(?: \w+)?| these(?: \w+)?)?: ?{LISTED}", _choices),
    (rf"(?<=\(){PLAIN_CHOICES}(?=[,;)])", _choices),
    (rf"(?:(?:each|every|all|an?|any) (?:PLAYERS|PLAYER|[Pp]layers?)) (?:(?:has|have|holds?|owns?) {VALUE} of (?:them|it|these)(?: (?:by default|initially|at first|to begin with|to start with|at the start))|(?:starts?|begins?)(?: the (?:game|dynasty))?(?: out| off)? with {VALUE.replace('<value>', '<started>')}(?: of (?:them|it|these))?)", _default_of_each),
    (r"for the (?:whole |entire )?game(?: as a whole)?", _for_game),  # players write in English
    (r"(?:each|every|an?|any) (?:PLAYER|[Pp]layer) has (?P<value>none) (?:by default|initially|at first|to begin with|to start with)", _default),  # players write in English
    (rf"by default,? (?:(?:it|they|this|these|which|each|both|all) )?(?:is|are|has|have) {VALUE}", _default),
    (r"(?:either )?(?:is )?or (?:is|are|does|has|do|have) not(?: (?:one|any|have one|have it))?", _yes_no),
    (r"by default,? (?P<value>(?:it|they|he or she|one) (?:is|are|does|do|has|have) not)(?: (?:one|have one))?" + _AFTER, _no),
    (r"or not\b", _yes_no),
    # limits
    (
        rf"(?:(?:is |are |may be |can be |must be |any(?:thing)? |ranging |ranges? |lies |valued? |in the range |with a range |always |whole numbers? |numbers? |integers? |a value |values |which may (?:be|range) |of )+)?(?:from|between|of|range:?|limits:?)?\s?(?P<low>{NUMBER})\s?(?:to|and|through|up to|[–—-]|\.\.\.?)\s?(?P<high>{NUMBER})(?:,? ?\(?(?:inclusive(?:ly)?|exclusive|both included|including both|both inclusive|inclusive of both)\)?)?",
        _range,
    ),
    (
        rf"(?:(?:which |that |it |they )?(?:(?:may|can|must|is|are|has|have|with|of|to|be|it|they|there) )*(?:a |an |the )?)?(?:up to|(?:an? |the )?(?:upper )?(?:maximum|max\.?|cap|ceiling|upper limit|upper bound|limit)(?: value)?(?: of| is| at|:)?|at most|no more than|no greater than|no higher than|not more than|capped at|limited to|(?:{_NOT}) exceed|not exceed(?:ing)?|(?:{_NOT}) {_HAVE} (?:above|over|more than|higher than|greater than|past|beyond)|(?:{_NOT}) (?:be|become) (?:greater|higher|more|larger) than|(?:not|never|but never|and never) (?:above|over|more than|greater than|higher than|beyond)|≤|<=)\s?{_N}(?: or (?:less|fewer|lower))?(?: of (?:them|it|these))?(?: at (?:a|any|one|any one|the same) time| at once)?",
        _most,
    ),
    (rf"{_N} or (?:less|fewer|lower|below)", _most),
    (rf"{_N} at (?:most|the most)", _most),
    (rf"{_N} at (?:least|the least)", _least),
    (rf"(?:(?:it |they )?(?:is|are|must be|be|always) )?(?:less than|fewer than|lower than|smaller than|below|under|<) {_N}", lambda m, f: _most(m, f, -1)),
    (rf"(?:(?:it |they )?(?:is|are|must be|be|always) )?(?:greater than|higher than|larger than|more than|above|>) {_N}", lambda m, f: _least(m, f, 1)),
    (
        rf"(?:(?:which |that |it |they )?(?:(?:may|can|must|is|are|has|have|with|of|be|it|they) )*(?:a |an |the )?)?(?:(?:an? |the )?(?:lower )?(?:minimum|min\.?|floor|lower limit|lower bound)(?: value)?(?: of| is| at|:)?|at least|no less than|no fewer than|no lower than|not less than|(?:{_NOT}) {_HAVE} (?:below|under|less than|fewer than|lower than)|(?:{_NOT}) (?:be|become) (?:less|lower|smaller|fewer) than|(?:not|never|but never|and never) (?:below|under|less than|fewer than|lower than)|≥|>=)\s?{_N}(?: or (?:more|greater|higher))?",
        _least,
    ),
    (rf"(?:(?:which|that|it|they) )?(?:is |are )?(?:never|not) (?:below|under|less than|fewer than|lower than) (?P<low>{NUMBER}) (?:n?or|and) (?:above|over|more than|greater than|higher than) (?P<high>{NUMBER})", _range),
    (r"(?:may|can) (?:contain|have|include) (?:decimals|fractions|a decimal part)|(?:may|can) be (?:fractional|a fraction|a decimal)", lambda m, f: setattr(f, "whole", False)),
    (r"(?:starts?|begins?) (?:out |off )?(?P<value>empty|blank)", _default),
    (r"(?:known|visible) (?:only )?to (?:that|the same) (?:PLAYER|[Pp]layer)(?: (?:only|alone))?", _nothing),
    (rf"(?:(?:which|that|it|they) )?(?:{_NOT}) {_HAVE} (?:neither )?(?:below|under|less than) (?P<low>{NUMBER}) (?:n?or|and) (?:{_HAVE} )?(?:above|over|more than) (?P<high>{NUMBER})", _range),
    (rf"(?:(?:which|that|it|they) )?(?:{_NOT}) {_HAVE} (?:neither )?(?:above|over|more than) (?P<high>{NUMBER}) (?:n?or|and) (?:{_HAVE} )?(?:below|under|less than) (?P<low>{NUMBER})", _range),
    (rf"(?:(?:which|that|it|they) )?(?:(?:may|can|must|shall|will|is|are) )+(?:{_HAVE} )?neither (?:{_HAVE} )?{_BELOW} (?P<low>{NUMBER}) nor (?:{_HAVE} )?{_ABOVE} (?P<high>{NUMBER})", _range),
    (rf"(?:(?:which|that|it|they) )?(?:(?:may|can|must|shall|will|is|are) )+(?:{_HAVE} )?neither (?:{_HAVE} )?{_ABOVE} (?P<high>{NUMBER}) nor (?:{_HAVE} )?{_BELOW} (?P<low>{NUMBER})", _range),
    (r"(?:(?:with|and has|and|there is) )?no (?:upper |maximum )?(?:limit|maximum|upper bound|cap)", _nothing),
    (rf"{_N} or (?:more|greater|higher|above)", _least),
    (rf"(?:{_NOT}) (?:go|be|become|fall|drop) negative|(?:{_NOT}) be (?:a )?negative(?: number)?|never negative", _not_negative),
    # defaults
    (rf"(?:(?:which|that|it|they) )?(?:by )?(?:each )?(?:defaults?|defaulting|which default)(?: values?)?(?: to| of| is| are| being|:| =|,)?(?: (?:it|they|this) (?:is|are))?(?: a value of| the value| being)? {VALUE}", _default),
    (rf"(?:with|has|have|having|and has|and with) (?:a |an |the )?(?:default|initial|starting|beginning|first)(?: value| amount| number)?(?: of| being|:)? {VALUE}", _default),
    (rf"(?:whose|[Ii]ts|[Tt]heir|[Tt]he) (?:default|initial|starting|beginning)(?: value| amount| state)? (?:is|are|of|being) {VALUE}", _default),
    (rf"(?:(?:is|are) )?(?:initially|originally|at first|to begin with|to start with|at the (?:start|beginning)),?(?: (?:it|they|this|each|all)(?= (?:is|are|has|have)\b))?(?: set (?:at|to)| at| is| are| equal to| being| having)? {VALUE}", _default),
    (rf"(?:(?:that|which|it|they) )?(?:each )?(?:starts?|starting|begins?|beginning|commences?)(?: the (?:game|dynasty))?(?: out| off)?(?: life)?(?: at| with| as| on| from| being| set (?:to|at))(?: a value of| the value)? {VALUE}(?: of (?:them|it|these))?", _default),
    (rf"(?:is |are )?(?:set (?:to|at) |being )?{VALUE} (?:by default|initially|to begin with|to start with|at first|at the start|to start|unless (?:changed|stated otherwise|otherwise (?:stated|specified|set)))", _default),
    (rf"there is (?P<value>no (?:one|{NAME})|none|nobody) (?:at first|initially|to begin with|to start with|by default)", _nobody),
    (rf"(?:at first|initially|to begin with|to start with|by default|at the start),? (?:there is |it is )?(?P<value>no (?:one|{NAME})|none|nobody)" + _AFTER, _nobody),
    (rf"(?:default|initial|start|starting)(?: value)?[:=]? ?{VALUE}", _default),
    (rf"(?:a |an |the )?(?:default|initial|starting)(?: value)? of {VALUE}", _default),
    # names and other things that settle nothing
    (
        rf"(?:which (?:is|are|may be) )?(?:also (?:known|called|referred to)(?: as)?|also|a\.?k\.?a\.?|or simply|known for short as|abbreviated(?: (?:to|as))?|(?:often |also |sometimes |usually |may be |which may be )*(?:written|shortened to|abbreviated)(?: as)?|(?:hereafter|henceforth)(?: called)?|called|(?:may|can|which may|which can) (?:also )?be (?:called|written|known as|abbreviated(?: to| as)?|referred to as)) (?:a |an |the |as )?(?P<names>(?:\"[^\"\n]{{1,60}}\"|{NAME}|[A-Z]{{2,8}})(?:(?:,? or |,? and |, )(?:\"[^\"\n]{{1,60}}\"|{NAME}))*)(?: (?:instead|too|as well|for short|if preferred|interchangeably|in other rules)(?=[ ,.;)]|$))?",
        _also,
    ),
    (r"for (?:each|every|any|all|new)(?: (?:new|such|active))? (?:PLAYERS|PLAYER|[Pp]layers?)", _of_player),
    (r"(?:per|by each|of each|of every|belonging to each|belonging to every|held by each|held by every) (?:PLAYER|[Pp]layer)", _of_player),
    (r"(?:a|an) (?:value|variable|statistic|stat|attribute|property|field|score|quantity|resource|rating|column)(?: (?:of|for) (?:each|every) (?:PLAYER|[Pp]layer))?", _nothing),
    (r"(?:a|an|the) (?:value|amount|quantity|variable|statistic|gamestate variable) (?=(?:that|which|defaulting|publicly|with)\b)", _nothing),
    (r"(?:(?:stuck|held|stored|kept|left|carried|hidden|put|stacked|placed|pinned|sewn|hung|collected|lying|sitting|standing|growing|living|owned|packed|loaded|written) )?(?:in|on|to|inside|upon|aboard|with|at) (?:it|them|hand|(?:its|their|his|her|his or her) [a-z]+)(?=[,.;(]| which| that| and|$)", _nothing),
    (r"(?:stuck|held|stored|kept|left|carried|hidden|stacked|placed|pinned|sewn|hung|collected|owned|packed|loaded) (?:in|on|to|inside|upon|aboard) (?:it|them|hand|(?:its|their|his|her) [a-z]+)", _nothing),
    (r"(?:a )?(?:resource|currency|quantity|value|statistic|stat|attribute|variable|score|commodity|trait|rating|tally)(?=[,.;]| which\b| that\b| and\b|$)", _nothing),
    (r"(?:that|which) (?:each|every) (?:PLAYER|[Pp]layer) (?:has|holds|possesses|owns|keeps)", _of_player),
    (r"(?:which|that) (?:the )?(?:EMPEROR|Emperor) (?:tracks|records|keeps)(?: track of)? (?:privately|secretly|publicly|in private|in secret)", _tracked),
    (r"at any (?:given )?(?:moment|time)(?=[,.;(]|$| and\b)", _nothing),
    (r"(?:at (?:a|any|one|any one|the same) time|at once)(?=[,.;(]|$)", _nothing),
    (r"unless (?:otherwise (?:stated|specified)|stated otherwise|another rule says otherwise)", _nothing),
    (r"inclusive(?:ly)?\b", _nothing),
    (r"(?:(?:which |that )?(?:is |are )?(?:always )?(?:equal to|equals?|calculated as|computed as|defined as|worked out as|given by))\s(?P<formula>[^.]{2,300})", _formula),
)
