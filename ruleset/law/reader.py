"""From the text of a law document to a checked Law."""

import calendar
import tomllib
from collections.abc import Callable, Mapping
from types import MappingProxyType

from blognomic.i18n.translation import gettext

from . import matters, rulebook, sections
from .errors import ExpressionError, LawError
from .expressions import Expression, Samples, any_of, compile_condition, compile_number, tokens
from .model import (
    STOPPED_ACTS,
    Clause,
    Condition,
    Frequency,
    Icon,
    IconEffect,
    Law,
    LawNumber,
    LawOutcome,
    Limit,
    MatterKind,
    RulesetWords,
    Season,
    SpecialCase,
    Standstill,
    Wait,
    Way,
)
from .numbers_in_words import most_in_words
from .toml_tables import LawDocument, LawTable
from .vocabulary import MEANINGS, Vocabulary

MAX_TEXT = 200_000
MAX_HOURS = 24 * 366 * 10
COUNTS = ("for", "against", "abstain", "nothing")
CAUSES = ("pending", "enacted", "season", "condition")
CONSEQUENCES = ("fail-others", "author-becomes-emperor")


def parse(text: str, *, source: str, probe: bool = True) -> Law:
    """The law that a TOML document says, checked in full. Raises LawError naming `source`, the line and the
    key.

    `probe` also tries every expression on sample facts; documents that a test has tried may go without.
    """
    if len(text) > MAX_TEXT:
        raise LawError(gettext("longer than {most} characters").format(most=MAX_TEXT), source=source)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(error, text, source) from None
    except RecursionError:
        raise LawError(gettext("brackets are nested too deeply"), source=source) from None
    return _LawReader(LawTable(LawDocument(text, source, values), values), probe=probe).law()


def _syntax_error(error: Exception, text: str, source: str) -> LawError:
    """A TOML error, which names its line in words, as ours."""
    message, _, place = str(error).rpartition(" (at ")
    words = place.rstrip(")").replace(",", " ").split()
    line = int(words[1]) if words[:1] == ["line"] else text.count("\n") + 1
    return LawError(message or str(error), source=source, line=line)


class _LawReader:
    """Reads the parts of a law in the order in which they build on each other."""

    def __init__(self, root: LawTable, *, probe: bool) -> None:
        self.root, self.probe = root, probe

    def law(self) -> Law:
        root = self.root
        name, title, note = root.filled("name"), root.filled("title"), root.text("note", "")
        categories = root.named_texts("categories")
        cases = self.special_cases()
        kinds = tuple(name for name, _ in root.named_tables("kinds"))
        icons = tuple(name for name, _ in root.named_tables("icons"))
        hours = tuple(name for name, _ in root.named_tables("hours"))
        if not kinds:
            raise root.error(gettext("there are no kinds of matters"))
        if len(kinds) > matters.MAX_KINDS or len(icons) > matters.MAX_ICONS:
            raise root.error(
                gettext("a law has at most {kinds} kinds of matters and {icons} icons").format(
                    kinds=matters.MAX_KINDS, icons=matters.MAX_ICONS
                )
            )
        self.vocabulary = Vocabulary(kinds=kinds, icons=icons, hours=hours, special_cases=cases)
        self.still_names = tuple(str(table.values.get("name")) for table in root.tables("standstill"))
        self.kind_names, self.icon_names, self.categories, self.cases = kinds, icons, categories, cases
        quorum = self.number(root.table("quorum"), name="quorum", samples=self.vocabulary.quorum)
        hour_numbers = {name: self.hours(table, name) for name, table in root.named_tables("hours")}
        all_icons = {name: self.icon(table, name) for name, table in root.named_tables("icons")}
        matters.check_codes(dict(root.named_tables("icons")), all_icons)
        actions = sections.actions(root)
        effects = tuple(self.effect(table) for table in root.tables("effects"))
        terms: dict[str, LawOutcome] = {}
        for term, table in root.named_tables("terms"):
            terms[term] = self.term(table, term)
        mantle = sections.mantle(root.table("mantle"), cases=tuple(cases), kinds=kinds)
        law = Law(
            name=name,
            title=title,
            note=note,
            text=root.document.text,
            words=self.words(root.table("words"), effects),
            categories=MappingProxyType(categories),
            quorum=quorum,
            hours=MappingProxyType(hour_numbers),
            terms=MappingProxyType(terms),
            icons=MappingProxyType(all_icons),
            effects=effects,
            deferral=self.deferral(),
            kinds=MappingProxyType(
                {name: self.kind(table, name, actions) for name, table in root.named_tables("kinds")}
            ),
            standstills=self.standstills(),
            special_cases=MappingProxyType(cases),
            weight=self.weight(),
            resolving=sections.resolving(root.table("resolving")),
            mantle=mantle,
            ascension=sections.ascension(
                root.table_or_empty("ascension"), cases=tuple(cases), otherwise=mantle.rule
            ),
            roster=sections.roster(root.table("roster")),
            posts=sections.posts(root.table("posts"), kinds=kinds),
            rules=rulebook.rules(root.table_or_empty("rules"), cases=tuple(cases)),
            tracker=sections.tracker(root.table("tracker")),
            dice=sections.dice(root.table("dice")),
            actions=actions,
            fair_play=sections.fair_play(fair) if (fair := root.table_or_none("fair_play")) else None,
        )
        root.done()
        return law

    # -- expressions

    def _compiled(
        self,
        table: LawTable,
        key: str,
        samples: Samples,
        make: Callable[..., Expression],
        source: str | None = None,
    ) -> Expression:
        try:
            return make(table.text(key) if source is None else source, samples=samples, probe=self.probe)
        except ExpressionError as error:
            raise table.error(str(error), key) from None

    def condition_expression(self, table: LawTable, key: str, samples: Samples) -> Expression:
        return self._compiled(table, key, samples, compile_condition)

    def condition(self, table: LawTable, samples: Samples, *, rule: str | None = None) -> Condition:
        """A table of `when`, `label`, `rule` (that of the table around it when left out) and `note`."""
        condition = Condition(
            when=self.condition_expression(table, "when", samples),
            label=table.label(),
            rule=table.filled("rule") if rule is None else table.text("rule", rule),
            note=table.text("note", ""),
        )
        table.done()
        return condition

    def number(self, table: LawTable, *, name: str, samples: Samples) -> LawNumber:
        """A table of `value`, or of `formula` and `fallback`, with `label`, `rule` and `note`."""
        value = table.whole_or_none("value")
        formula = None
        if value is None:
            formula = self._compiled(table, "formula", samples, compile_number)
        number = LawNumber(
            name=name,
            label=table.label(),
            rule=table.filled("rule"),
            note=table.text("note", ""),
            value=value,
            formula=formula,
            fallback=value if value is not None else table.whole("fallback"),
        )
        table.done()
        return number

    def hours(self, table: LawTable, name: str) -> LawNumber:
        if not name.isidentifier():
            raise table.error(gettext("a number of hours needs a name of letters, digits and underscores"))
        number = self.number(table, name=name, samples=self.vocabulary.game)
        if number.fallback > MAX_HOURS:
            raise table.error(gettext("must be at most {most}").format(most=MAX_HOURS))
        return number

    # -- words, icons, effects, deferral

    def words(self, table: LawTable, effects: tuple[IconEffect, ...]) -> RulesetWords:
        words = RulesetWords(
            player=table.filled("player"),
            players=table.filled("players"),
            emperor=table.filled("emperor"),
            effects=MappingProxyType({e.name: e.label for e in effects} | table.named_texts("effects")),
        )
        table.done()
        return words

    def special_cases(self) -> dict[str, SpecialCase]:
        cases = {}
        for name, table in self.root.named_tables("special_cases"):
            if not name.strip() or set(name) & set("'\"\\"):
                raise table.error(gettext("a special case needs a name without quotes and backslashes"))
            cases[name] = SpecialCase(
                name=name,
                default=table.yes("default"),
                judging=table.yes("judging"),
                label=table.label(),
                rule=table.filled("rule"),
            )
            table.done()
        return cases

    def icon(self, table: LawTable, name: str) -> Icon:
        samples = self.vocabulary.comment
        matters.check_name(table, name, of_icon=True, taken=matters.NO_ICONS)
        picture, glyph = matters.look(table, name)
        icon = Icon(
            name=name,
            label=matters.short_label(table),
            codes=table.texts("codes"),
            counts=table.one_of("counts", (*COUNTS, "deferral")),
            allowed=(allowed := tuple(self.condition(part, samples) for part in table.tables("allowed"))),
            may_use=any_of([[part.when for part in allowed]]) if allowed else None,
            rule=table.filled("rule"),
            note=table.text("note", ""),
            picture=picture,
            glyph=glyph,
        )
        if not icon.codes:
            raise table.error(gettext("an icon needs a code"), "codes")
        table.done()
        return icon

    def weight(self) -> LawNumber | None:
        """What a vote weighs, where not every vote weighs 1."""
        table = self.root.table_or_none("weight")
        if table is None:
            return None
        formula = table.values.get("formula", "")
        samples = self.vocabulary.weight(_part_names(formula, "values"), _part_names(formula, "voter"))
        number = self.number(table, name="weight", samples=samples)
        if number.fallback > matters.MAX_WEIGHT:
            raise table.error(gettext("must be at most {most}").format(most=matters.MAX_WEIGHT))
        return number

    def effect(self, table: LawTable) -> IconEffect:
        effect = IconEffect(
            name=self.new_fact(table, table.filled("name")),
            label=table.label(),
            icon=table.one_of("icon", self.icon_names),
            when=self.condition_expression(table, "when", self.vocabulary.comment),
            locks=table.yes("locks", False),
            rule=table.filled("rule"),
            note=table.text("note", ""),
        )
        table.done()
        return effect

    def new_fact(self, table: LawTable, name: str) -> str:
        """`name`, from now on a fact that conditions may ask for."""
        if not name.isidentifier() or name in MEANINGS or name in self.vocabulary.facts:
            raise table.error(
                gettext("{name!r} must be a new name of letters, digits and underscores").format(name=name)
            )
        self.vocabulary.add_fact(name)
        return name

    def deferral(self) -> tuple[Clause, ...]:
        clauses = []
        for table in self.root.tables("deferral"):
            clauses.append(
                Clause(
                    when=self.condition_expression(table, "when", self.vocabulary.deferral),
                    counts=table.one_of("counts", (*COUNTS, "emperor")),
                    label=table.label(),
                    rule=table.filled("rule"),
                    note=table.text("note", ""),
                )
            )
            table.done()
        return tuple(clauses)

    # -- outcomes and kinds

    def term(self, table: LawTable, name: str) -> LawOutcome:
        """A word of the law. It may use the words before it, and those after it may use it."""
        outcome = self.outcome(table, "any", name=name, label=table.label(), samples=self.vocabulary.judging)
        table.done()
        self.new_fact(table, name)
        return outcome

    def outcome(self, table: LawTable, key: str, *, name: str, label: str, samples: Samples) -> LawOutcome:
        ways = []
        for part in table.tables(key):
            rule = part.filled("rule")
            conditions = tuple(self.condition(item, samples, rule=rule) for item in part.tables("all"))
            if not conditions:
                raise part.error(gettext("needs a condition"), "all")
            ways.append(
                Way(
                    label=part.label(),
                    rule=rule,
                    note=part.text("note", ""),
                    conditions=conditions,
                    queue=part.yes("queue", True),
                )
            )
            part.done()
        if not ways:
            raise table.error(gettext("needs at least one way in {key!r}").format(key=key))
        return LawOutcome(
            name=name,
            label=label,
            ways=tuple(ways),
            any_way=any_of([[c.when for c in way.conditions] for way in ways]),
            free_way=any_of([[c.when for c in way.conditions] for way in ways if not way.queue]),
        )

    def kind(self, table: LawTable, name: str, actions: Mapping[str, Frequency]) -> MatterKind:
        matters.check_name(table, name, of_icon=False, taken=matters.NO_KINDS)
        written = {name: part.values for name, part in self.root.named_tables("kinds")}
        table, like = matters.with_manner(table, written, name)
        choices = matters.named_choices(table)
        vocabulary = self.vocabulary
        implied = table.one_of("implied", self.icon_names) if "implied" in table.values else None
        stale, author, wait = (table.table_or_none(key) for key in ("stale", "author", "wait"))
        judging = vocabulary.judging
        fact = {"enactable": (True, False)}
        consequences = frozenset(table.texts("on_enactment", [], choices=CONSEQUENCES))
        usable = () if choices else self.icon_names
        kind = MatterKind(
            name=name,
            label=matters.short_label(table),
            category=table.one_of("category", (*self.categories, name), name),
            rule=table.filled("rule"),
            note=table.text("note", ""),
            implied=implied,
            implied_rule=table.text("implied_rule", ""),
            implied_note=table.text("implied_note", ""),
            queue=table.yes("queue", False),
            stale=self.condition(stale, vocabulary.waiting) if stale else None,
            author=self.condition(author, vocabulary.posting) if author else None,
            limits=tuple(self.limit(part) for part in table.tables("limits")),
            wait=self.wait(wait) if wait else None,
            enact=self.outcome(table, "enact", name="enact", label="may be enacted", samples=judging),
            fail=self.outcome(table, "fail", name="fail", label="may be failed", samples={**judging, **fact}),
            on_enactment=consequences,
            icons=frozenset(table.texts("icons", list(usable), choices=self.icon_names)),
            like=like,
            choices=choices,
            frequency=matters.frequency(table, actions),
            title=matters.title_form(table.table_or_none("title")),
            stopped_by=frozenset(table.texts("stopped_by", [], choices=self.still_names)),
            carries=table.yes("carries", not consequences and choices is None),
        )
        if implied is not None and implied not in kind.icons:
            raise table.error(gettext("must be an icon that can be used on it"), "implied")
        table.done()
        return kind

    def wait(self, table: LawTable) -> Wait:
        hours = table.whole("hours", least=1)
        if hours > MAX_HOURS:
            raise table.error(gettext("must be at most {most}").format(most=MAX_HOURS), "hours")
        return Wait(hours=hours, when=self.condition(table, self.vocabulary.votes_on_matter))

    def limit(self, table: LawTable) -> Limit:
        label = table.label(most_in_words(table.values.get("most")))
        rule, note = table.filled("rule"), table.text("note", "")
        among = None
        if "among" in table.values:
            samples = {name: self.vocabulary.matter[name] for name in ("amends", "special")}
            among = self.condition_expression(table, "among", samples)
        limit = Limit(
            counts=table.one_of("counts", ("pending", "today")),
            most=self.most(table, label=label, rule=rule),
            among=among,
            label=label,
            rule=rule,
            note=note,
        )
        table.done()
        return limit

    def most(self, table: LawTable, *, label: str, rule: str) -> LawNumber:
        """`most`: a number, or a table of a formula over the gamestate and what holds where it has no value."""
        if type(table.values.get("most")) is not dict:
            value = table.whole("most")
            return LawNumber(name="most", label=label, rule=rule, note="", value=value, fallback=value)
        part = table.table("most")
        source = part.text("formula")
        samples = self.vocabulary.limits(_part_names(source, "values"), _part_names(source, "author"))
        number = LawNumber(
            name="most",
            label=label,
            rule=rule,
            note="",
            value=None,
            formula=self._compiled(part, "formula", samples, compile_number),
            fallback=part.whole("fallback"),
        )
        part.done()
        return number

    # -- standing still

    def standstills(self) -> tuple[Standstill, ...]:
        standstills: list[Standstill] = []
        for table in self.root.tables("standstill"):
            name = table.filled("name")
            if any(name == other.name for other in standstills):
                raise table.error(gettext("{item!r} is there twice").format(item=name), "name")
            cause = table.one_of("cause", CAUSES)
            by_matter, season = cause in ("pending", "enacted"), cause == "season"
            standstills.append(
                Standstill(
                    name=name,
                    label=table.label(),
                    cause=cause,
                    kind=table.one_of("kind", self.kind_names) if by_matter else None,
                    season=_season(table.table("season")) if season else None,
                    when=(
                        self.condition_expression(table, "when", self.vocabulary.standstill)
                        if cause == "condition"
                        else None
                    ),
                    special_case=self.case(table),
                    hiatus=table.yes("hiatus"),
                    submit=self.stopped(name, table.texts("submit", choices=self.kind_names)),
                    resolve=self.stopped(name, table.texts("resolve", choices=self.kind_names)),
                    acts=frozenset(table.texts("acts", choices=tuple(STOPPED_ACTS))),
                    rule=table.filled("rule"),
                    note=table.text("note", ""),
                )
            )
            table.done()
        return tuple(standstills)

    def stopped(self, still: str, kinds: tuple[str, ...]) -> frozenset[str]:
        """These kinds, those that are resolved like one of them, and those that say themselves that this stops them."""
        stopped_kinds = set(kinds)
        for name, table in self.root.named_tables("kinds"):
            if table.values.get("like") in kinds or still in table.values.get("stopped_by", ()):
                stopped_kinds.add(name)
        return frozenset(stopped_kinds)

    def case(self, table: LawTable) -> str | None:
        return table.one_of("special_case", tuple(self.cases)) if "special_case" in table.values else None


def _part_names(source: object, of: str) -> list[str]:
    """What stands after `of` and a dot in a formula; a formula that is not one says so when it is compiled."""
    if not isinstance(source, str):
        return []
    try:
        parts = [token.text for token in tokens(source)]
    except ExpressionError:
        return []
    return [
        name for word, dot, name in zip(parts, parts[1:], parts[2:], strict=False) if (word, dot) == (of, ".")
    ]


def _season(table: LawTable) -> Season:
    season = Season(begins=_day(table, "begins"), ends=_day(table, "ends"))
    if season.begins >= season.ends:
        raise table.error(gettext("a season must end after it begins, within one year"))
    table.done()
    return season


def _day(table: LawTable, key: str) -> tuple[int, int]:
    """A day of every year, as "12-24"; 29 February is not one."""
    text = table.filled(key)
    month, _, day = text.partition("-")
    if len(text) == 5 and text.isascii() and month.isdigit() and day.isdigit() and 1 <= int(month) <= 12:
        if 1 <= int(day) <= calendar.monthrange(2001, int(month))[1]:
            return int(month), int(day)
    raise table.error(gettext('must be a day of every year, as in "12-24"'), key)
