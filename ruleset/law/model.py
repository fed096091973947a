"""A law, read and checked: what a ruleset says about votable matters, limits and time.

All of it is data from a document; nothing here decides anything. Labels, rules and notes are for people:
`label` says in a few words what the thing means, `rule` names the rule of the ruleset that it carries out,
`note` tells the reading that was chosen where the ruleset leaves room. Durations are hours unless the name
says otherwise.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from blognomic.i18n.translation import gettext, gettext_noop

from .choices import code_of, letters
from .expressions import Expression
from .rulebook import RulesLaw
from .titles import TitleForm


@dataclass(frozen=True, slots=True)
class LawNumber:
    """A number of the law: written out, or a formula; `fallback` where the formula cannot be computed."""

    name: str
    label: str
    rule: str
    note: str
    value: int | None
    formula: Expression | None = None
    fallback: int = 0

    def reads(self, name: str) -> bool:
        """Whether it is computed from what formulas know by that name."""
        return self.formula is not None and name in self.formula.variables


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that must be so."""

    when: Expression
    label: str
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class Way:
    """One way to an outcome: all its conditions met. `queue`: only for the oldest matter of a queue."""

    label: str
    rule: str
    note: str
    conditions: tuple[Condition, ...]
    queue: bool = True

    @property
    def is_said_by_its_condition(self) -> bool:
        """Whether its one condition says in the same words what the way says."""
        return [one.label.casefold() for one in self.conditions] == [self.label.casefold()]


@dataclass(frozen=True, slots=True)
class LawOutcome:
    """Something that holds when any of its ways does: an outcome of a matter, or a word of the law.

    `name` is `enact`, `fail`, or the word (`popular`). `any_way` joins all ways, `free_way` those that need
    no queue.
    """

    name: str
    label: str
    ways: tuple[Way, ...]
    any_way: Expression | None = field(repr=False)
    free_way: Expression | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Icon:
    """A voting icon: how it is typed, who may use it on what, what it counts as, and how it looks.

    `counts`: `for`, `against`, `abstain`, `nothing`, or `deferral` (the law's deferral clauses decide). All
    of `allowed` must hold as the comment is posted (`may_use` joins them; None: always); else the icon is as
    text. It is drawn as `picture` (one of `pictures.PICTURES`), or written as `glyph` where that is not
    empty; `label` is its text alternative.
    """

    name: str
    label: str
    codes: tuple[str, ...]
    counts: str
    allowed: tuple[Condition, ...]
    may_use: Expression | None = field(repr=False)
    rule: str
    note: str
    picture: str = ""
    glyph: str = ""


@dataclass(frozen=True, slots=True)
class IconEffect:
    """What a comment that casts `icon` does to the matter for
    good, when `when` holds at the time of the comment.

    `name` is the fact that conditions ask for (`vetoed`, `self_killed`). `locks`: the author's later icons on
    the matter are ignored.
    """

    name: str
    label: str
    icon: str
    when: Expression
    locks: bool
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause on what a deferral counts as; the first whose condition holds decides.

    `counts`: `emperor` (as the emperor's vote), `for`, `against`, `abstain` or `nothing`.
    """

    when: Expression
    counts: str
    label: str
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class Limit:
    """How many matters of the kind an author may have `pending`, or may make `today`.

    With `among`, only matters of which it holds are counted, and only a new one of which it holds is refused.
    """

    counts: Literal["pending", "today"]
    most: LawNumber
    among: Expression | None
    label: str
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class Wait:
    """After a failed matter of the kind its author may not post
    another for `hours`, if `when` held as it failed."""

    hours: int
    when: Condition


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often an action may be taken: once a `per` (day or
    week, UTC, from Monday) and `spacing` hours apart.

    `communal`: once for all players together, else once for each.
    """

    name: str
    per: Literal["day", "week"]
    spacing: int
    communal: bool
    label: str
    rule: str


@dataclass(frozen=True, slots=True)
class Choices:
    """A vote between named choices, of which a matter has `least` to `most`, named when it is posted."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class MatterKind:
    """A kind of votable matter.

    `implied` is the icon that an author who has used none counts as having cast, if any. `queue`: only the
    oldest pending one may be resolved; `stale` takes a matter out of the queue. `author` is who may post one.
    `on_enactment`: any of `fail-others`, `author-becomes-emperor`. `like` names the kind in whose manner it is
    resolved: its conditions and its implied vote, where this kind has none of its own, what stands still with
    it, and what conditions know as `kind`; not its queue, limits, wait and consequences. `icons`: those that
    may be used on it (besides its choices). `frequency`: how often one may be posted. `title`: how its title is
    written. `stopped_by`: the standstills in which it is neither posted nor resolved, besides those that name it.
    `carries`: whether it may carry changes.
    """

    name: str
    label: str
    category: str
    rule: str
    note: str
    implied: str | None
    implied_rule: str
    implied_note: str
    queue: bool
    stale: Condition | None
    author: Condition | None
    limits: tuple[Limit, ...]
    wait: Wait | None
    enact: LawOutcome
    fail: LawOutcome
    on_enactment: frozenset[str]
    icons: frozenset[str] = frozenset()
    like: str | None = None
    choices: Choices | None = None
    frequency: Frequency | None = None
    title: TitleForm | None = None
    stopped_by: frozenset[str] = frozenset()
    carries: bool = True

    @property
    def manner(self) -> str:
        """The kind that conditions know it as."""
        return self.like or self.name


@dataclass(frozen=True, slots=True)
class Season:
    """Days of every year, from the beginning of the first to
    the beginning of the other: (month, day), UTC."""

    begins: tuple[int, int]
    ends: tuple[int, int]


# What a standstill can stop besides posting and resolving matters, in words to be translated.
STOPPED_ACTS = {
    "dynastic": gettext_noop("dynastic actions"),
    "roster": gettext_noop("changes of the roster"),
    "unidle": gettext_noop("unidling"),
    "join": gettext_noop("joining"),
    "ascension": gettext_noop("the Ascension Address and passing the mantle"),
}


@dataclass(frozen=True, slots=True)
class Standstill:
    """A time when parts of the game stand still.

    `cause`: `pending` (a matter of `kind` is pending), `enacted` (one was enacted and no Ascension Address
    has come since), `season`, or `condition` (`when` holds). `special_case` must be active, where given.
    `hiatus`: the ruleset calls it one. Stopped: posting matters of the kinds in `submit`, resolving those in
    `resolve`, and `acts`, of those in STOPPED_ACTS.
    """

    name: str
    label: str
    cause: Literal["pending", "enacted", "season", "condition"]
    kind: str | None
    season: Season | None
    when: Expression | None
    special_case: str | None
    hiatus: bool
    submit: frozenset[str]
    resolve: frozenset[str]
    acts: frozenset[str]
    rule: str
    note: str

    @property
    def acts_in_words(self) -> list[str]:
        """The acts that it stops, in words."""
        return [gettext(words) for act, words in STOPPED_ACTS.items() if act in self.acts]


@dataclass(frozen=True, slots=True)
class SpecialCase:
    """A rule that can be switched off and on. `judging`: it bears on what the judge says."""

    name: str
    default: bool
    judging: bool
    label: str
    rule: str


@dataclass(frozen=True, slots=True)
class Requests:
    """How somebody asks to be idled or unidled, and for how long that is good (`hours` None: at any time).

    `where`: `post`, `comment` (any), `idling-comment` (a comment on another's request of the last `hours`).
    `announce`: where the admin tells it: `post`, `comment`, or "" (nowhere).
    """

    hours: int | None
    where: frozenset[str]
    announce: str
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class Inactivity:
    """Idled after `hours` without any of `signs` (`vote`,
    `post`, `comment`); `strictly`: after more than that."""

    hours: int
    strictly: bool
    signs: frozenset[str]
    announce: str
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class Cooling:
    """Unidling is refused to those who went idle less than `hours` ago, in this dynasty, for one of
    `reasons`.

    Reasons of idling: `request`, `self`, `inactivity`, `other`.
    """

    hours: int
    reasons: frozenset[str]
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class Names:
    """What a player's name may be: its length and its characters."""

    shortest: int
    longest: int
    characters: str
    rule: str


@dataclass(frozen=True, slots=True)
class RosterLaw:
    """What the law says about the roster.

    `values_on_return`: `kept`; `kept-or-default` (a value that would be undefined gets the default);
    `same-dynasty` (kept if idled in this dynasty and still valid, else the default). `rename`, `make_admin`,
    `unmake_admin`: what that takes, any of `proposal`, `cfj`, `resignation`.
    """

    inactivity: Inactivity
    idling: Requests
    unidling: Requests
    cooling: Cooling | None
    admins_idle_themselves: bool
    admins_unidle_themselves: bool
    admins_announce: bool
    admins_rule: str
    values_on_return: Literal["kept", "kept-or-default", "same-dynasty"]
    values_rule: str
    leaving: bool
    leaving_rule: str
    rejoin_hours: int
    names: Names | None
    rename: frozenset[str]
    make_admin: frozenset[str]
    unmake_admin: frozenset[str]


@dataclass(frozen=True, slots=True)
class Editing:
    """When an author may edit an official post.

    While it is under `hours` old (None: however old), and no player has commented; with `icons_only`, a
    votable matter may have comments as long as none of them holds a voting icon.
    """

    hours: int | None
    icons_only: bool
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class CategoryChange:
    """When an author may change a post's category.

    From official to another up to `official_minutes` after posting, while editing is allowed (None: not at
    all). From non-official to official while under `other_minutes` old, with no comments by anyone.
    `after_resolution`: `any` (nothing said), `never`, or `overturned` (only when an illegal resolution is
    overturned).
    """

    official_minutes: int | None
    other_minutes: int
    after_resolution: Literal["any", "never", "overturned"]
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class Adoption:
    """An admin may turn a new player's uncategorised post
    into a matter of `kind` while it is under `hours` old."""

    hours: int
    kind: str
    rule: str


@dataclass(frozen=True, slots=True)
class Newcomers:
    """Who is new: joined less than `days` ago, or returned since then from `idle_days` or more of idling."""

    days: int
    idle_days: int
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class PostLaw:
    """What the law says about posts. `remove`: an author may remove an official post while they may edit it.

    `correct`: the kinds of pending matters in which their authors may correct obvious typographical mistakes.
    `ruleset_correctors`: who may correct those in the ruleset, `admins` or `players`. `subject_rule`: the rule by which
    a post without a subject is none.
    """

    edit: Editing
    remove: bool
    category: CategoryChange
    correct: frozenset[str]
    correct_rule: str
    ruleset_correctors: Literal["admins", "players"]
    adoption: Adoption | None
    newcomers: Newcomers | None
    comments_after_resolution: bool
    comments_rule: str
    comments_note: str
    subject_rule: str = ""


@dataclass(frozen=True, slots=True)
class TrackerLaw:
    """What the law says about numbers. `below_zero`: `zero`
    (set to it) or `refuse`; `rounding`: `none`, `zero`. `invalid`: a value that an amended definition
    no longer allows stays, and cannot be used (`keep`), or is set to its starting value (`default`)."""

    below_zero: Literal["zero", "refuse"]
    below_zero_rule: str
    below_zero_note: str
    rounding: Literal["none", "zero"]
    rounding_rule: str
    invalid: Literal["keep", "default"] = "keep"
    invalid_rule: str = ""


@dataclass(frozen=True, slots=True)
class DiceLaw:
    """What can be rolled. `largest`: the largest N of DICE*N* (None: no largest); a die of 0 or less gives 0.

    `lists`: command to its outcomes (`FRUIT`; `COLOUR`, also typed `COLOR`: `aliases`); `cards`: suits and
    values of CARD; `braces`: `{a,b,c}` gives one of a list.
    """

    largest: int | None
    lists: Mapping[str, tuple[str, ...]]
    aliases: Mapping[str, str]
    suits: tuple[str, ...]
    values: tuple[str, ...]
    faces: frozenset[str]
    braces: bool
    rule: str


@dataclass(frozen=True, slots=True)
class FairPlay:
    """What the law typically counts as spamming the weblog: more posts a UTC day, more comments in a row or more words
    in a post than these. It asks people not to; it forbids nothing."""

    posts_a_day: int
    comments_in_a_row: int
    words_a_post: int
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class Mantle:
    """How an emperor who has just won may pass the mantle: by a post (`by`), or not at all but `by` a matter.

    `not_last_emperor`: not to the last dynasty's emperor, unless the special case `last_emperor_case` is
    active. While `limited_by` is active, only as the result of an enacted matter of `limited_to`;
    `loosened_by` names the special case that loosens it.
    """

    by: str
    not_last_emperor: bool
    last_emperor_case: str | None
    limited_by: str | None
    limited_to: str | None
    loosened_by: str | None
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class AscensionLaw:
    """What an Ascension Address does. `keeps`: what becomes of the dynastic rules that it does not name: `all` of them
    stay, and it says which are repealed; or `none`, and it says which are kept.

    `pages_case`: the special case that, while active, says what a new tracking page may be called.
    """

    keeps: Literal["all", "none"]
    pages_case: str | None
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class Resolving:
    """Who may resolve, and what is written down.
    `idle_admins`: idle admins too. `statuses` besides pending."""

    idle_admins: bool
    idle_admins_rule: str
    statuses: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class RulesetWords:
    """The ruleset's own words: its dynasty's for player and emperor, and what it calls each effect. `language`: for the
    readers of which its labels are, where that is not the game's."""

    player: str
    players: str
    emperor: str
    effects: Mapping[str, str] = field(compare=False)
    emperors: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Law:
    """A whole law. `text` is the document it was read from. Two laws of one
    text, in the same words for people, are equal."""

    name: str
    title: str
    note: str
    text: str = field(repr=False)
    words: RulesetWords
    categories: Mapping[str, str] = field(compare=False)
    quorum: LawNumber = field(compare=False)
    hours: Mapping[str, LawNumber] = field(compare=False)
    terms: Mapping[str, LawOutcome] = field(compare=False)
    icons: Mapping[str, Icon] = field(compare=False)
    effects: tuple[IconEffect, ...] = field(compare=False)
    deferral: tuple[Clause, ...] = field(compare=False)
    kinds: Mapping[str, MatterKind] = field(compare=False)
    standstills: tuple[Standstill, ...] = field(compare=False)
    special_cases: Mapping[str, SpecialCase] = field(compare=False)
    resolving: Resolving = field(compare=False)
    mantle: Mantle = field(compare=False)
    ascension: AscensionLaw = field(compare=False)
    roster: RosterLaw = field(compare=False)
    posts: PostLaw = field(compare=False)
    rules: RulesLaw = field(compare=False)
    tracker: TrackerLaw = field(compare=False)
    dice: DiceLaw = field(compare=False)
    actions: Mapping[str, Frequency] = field(compare=False)
    fair_play: FairPlay | None = field(compare=False, default=None)
    weight: LawNumber | None = field(compare=False, default=None)

    def is_active(self, case: str | None, switched: Mapping[str, bool]) -> bool:
        """Whether a special case is active, of which those in `switched` are not as the law has them by default. None,
        or one that the law does not know, never is."""
        if case is None or case not in self.special_cases:
            return False
        return switched.get(case, self.special_cases[case].default)

    def __hash__(self) -> int:
        return hash((self.name, self.text))

    @property
    def codes(self) -> dict[str, str]:
        """What may stand between two colons, in lower case, to the icon that it is."""
        return {code: icon.name for icon in self.icons.values() for code in icon.codes}

    def codes_on(self, choices: int) -> dict[str, str]:
        """The same on a matter with so many named choices: `a` for the first and so on, besides the icons."""
        return {**self.codes, **{code_of(name): name for name in letters(choices)}}
