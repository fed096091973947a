"""The log of updates for one viewer: what each changed in words, and how many of its changes are hidden."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Value, Window
from django.db.models.functions import RowNumber
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from blognomic.database.together import WrittenQuery, together, written
from blognomic.i18n import dynasty_words
from blognomic.i18n.translation import Labels
from blognomic.text.differences import as_html, word_diff
from blognomic.text.one_line import isolated
from gamestate.dice import told
from gamestate.hidden import Viewer, known_to, seen_results, sight, visible
from gamestate.models import Dispute, Entry, Page, Roll, Row, Table, Taking, Undoing, Update, Variable
from gamestate.queries.exporting import named_value
from gamestate.queries.snapshot import plain_variable
from gamestate.values import value_kinds
from gamestate.values.definitions import AUDIENCES, KINDS, LOOKS, RETURNS, Definition
from gamestate.values.errors import ValueRefused
from players.models import Player

SHOWN = 8
CUT = 160
SIZES = (1, 30)  # for so many updates questions are written once: for one page of the log, or one of them
RELATED = ("table", "row", "row__table", "page", "variable", "variable__table", "player")
_PARTS: Mapping[str, str] = Labels(
    {
        "name": gettext_noop("name"),
        "kind": gettext_noop("kind"),
        "places": gettext_noop("decimal places"),
        "description": gettext_noop("description"),
        "rule": gettext_noop("rule"),
        "default": gettext_noop("default"),
        "floor": gettext_noop("lowest value"),
        "ceiling": gettext_noop("highest value"),
        "below": gettext_noop("a change below it"),
        "above": gettext_noop("a change above it"),
        "choices": gettext_noop("choices"),
        "blank": gettext_noop("may be blank"),
        "most": gettext_noop("most items"),
        "twice": gettext_noop("an item twice"),
        "refers": gettext_noop("refers to"),
        "order": gettext_noop("place in the order"),
        "audience": gettext_noop("seen by"),
        "on_return": gettext_noop("on return from idle"),
        "formula": gettext_noop("computed by"),
        "floor_formula": gettext_noop("no lower than"),
        "ceiling_formula": gettext_noop("no higher than"),
        "must": gettext_noop("what must hold"),
        "seen_when": gettext_noop("seen also when"),
        "why": gettext_noop("the sentence for it"),
        "look": gettext_noop("drawn as"),
        "across": gettext_noop("side by side"),
        "x": gettext_noop("column for right"),
        "y": gettext_noop("column for down"),
        "links": gettext_noop("column for connections"),
        "title": gettext_noop("title"),
        "text": gettext_noop("text"),
    }
)
# What is not cut where a definition is shown: whoever reads a formula reads all of it.
_WHOLE = frozenset({"formula", "floor_formula", "ceiling_formula", "must", "why", "seen_when"})
_BOUNDS = Labels(
    {
        "law": gettext_noop("as the law says of zero"),
        "set": gettext_noop("set to it"),
        "refuse": gettext_noop("refused"),
    }
)
_WORDS: Mapping[str, Mapping[str, str]] = {
    "kind": KINDS,
    "look": LOOKS,
    "audience": AUDIENCES,
    "on_return": RETURNS,
    "below": _BOUNDS,
    "above": _BOUNDS,
}


@dataclass(frozen=True, slots=True)
class LogNames:
    """The names of players and rows, whatever became of them, as `gamestate.values.value_kinds` asks for them; and
    variables, by their keys."""

    players: Mapping[int, str] = field(default_factory=dict)
    rows: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[int, Variable] = field(default_factory=dict)
    _definitions: dict[int, Definition] = field(default_factory=dict)

    def definition(self, variable: Variable) -> Definition:
        """The variable's present definition, read once for all entries of it."""
        if variable.pk not in self._definitions:
            self._definitions[variable.pk] = plain_variable(variable).definition
        return self._definitions[variable.pk]

    def player(self, text: str) -> int:
        raise ValueRefused(_("The log reads no names."))

    def player_name(self, key: int) -> str:
        return self.players.get(key) or _("an unknown person")

    def row(self, table: str, text: str) -> int | str:
        raise ValueRefused(_("The log reads no names."))

    def row_name(self, table: str, key: int | str) -> str:
        return self.rows.get(str(key)) or _("an unknown row")


@dataclass(frozen=True, slots=True)
class EntryShown:
    """An entry in words. `what` was changed, `whose` it is, and how it stood before and after; `diff` shows what
    changed in a long text; `sentence` is there where "old → new" would not do."""

    entry: Entry
    what: str
    whose: str = ""
    old: str = ""
    new: str = ""
    sentence: str = ""
    diff: SafeString = field(default_factory=SafeString)
    undone_by: tuple[int, ...] = ()

    @property
    def is_value(self) -> bool:
        return self.entry.about == Entry.About.VALUE


@dataclass(frozen=True, slots=True)
class MoveResult:
    """What came of a move that not everybody sees, or saw: what was said, answered and rolled."""

    comment: str
    answers: Mapping[str, str]
    rolls: tuple[str, ...]


def result_of(update: Update) -> MoveResult:
    """The same of an update, for whoever may see it."""
    kept = update.result if isinstance(update.result, dict) else {}
    rolled = (told(one["command"], one["faces"], one["total"]) for one in kept.get("dice", ()))
    return MoveResult(str(kept.get("comment", "")), dict(kept.get("answers", {})), tuple(rolled))


@dataclass(slots=True)
class UpdateShown:
    """An update for the log: its first entries, how many more the viewer may see, and how many are hidden. `result`:
    what came of a move that not everybody sees, where the viewer does."""

    update: Update
    entries: list[EntryShown] = field(default_factory=list)
    more: int = 0
    hidden: int = 0
    rolls: list[Roll] = field(default_factory=list)
    disputes: list[Dispute] = field(default_factory=list)
    takings: list[Taking] = field(default_factory=list)
    undoes: list[int] = field(default_factory=list)
    undone_by: list[int] = field(default_factory=list)
    names: LogNames = field(default_factory=LogNames)
    result: MoveResult | None = None

    @property
    def keeps_its_result(self) -> bool:
        """Whether what came of it is hidden from the viewer."""
        return bool(self.update.kept) and self.result is None

    @property
    def open_disputes(self) -> list[Dispute]:
        return [each for each in self.disputes if not each.outcome]

    @property
    def actions(self) -> list[str]:
        """The limited actions that were taken with it."""
        return [str(taking.action) for taking in self.takings if not taking.withdrawn_at]

    @property
    def changes(self) -> list[dict[str, object]]:
        """What it changed, as JSON tells it."""
        return [_change_told(entry, self.names) for entry in self.entries]


def key_of(entry: Entry) -> str:
    """What formulas and addresses call the thing; a row by its number."""
    if entry.variable:
        return (
            f"{entry.variable.table.key}.{entry.variable.key}" if entry.variable.table else entry.variable.key
        )
    thing = entry.table or entry.page
    return thing.key if thing else str(entry.row_id)


def _change_told(shown: EntryShown, names: LogNames) -> dict[str, object]:
    """A change as JSON tells it."""
    entry = shown.entry
    old, new = entry.old, entry.new
    if shown.is_value:
        definition = entry.variable.definition
        kind, refers = definition.get("kind", ""), definition.get("refers", "")
        old, new = (named_value(kind, value, names, refers=refers) for value in (old, new))
    return {
        "about": entry.about,
        "key": key_of(entry),
        "what": shown.what,
        "whose": shown.whose if shown.is_value and shown.whose else None,
        "old": old,
        "new": new,
        "typed": entry.typed,
        "note": entry.note.in_english,
        "refused": entry.refused.in_english or None,
        "undone_by": list(shown.undone_by),
    }


@dataclass(frozen=True, slots=True)
class LogQuestion:
    """What the log is asked for: keys of a player whose values changed, of who did it, of a variable; words in the
    comment or in the name of an action taken; the kind of update; from and up to (but not including) instants in UTC,
    and `as_of` one, included."""

    player: int | None = None
    by: int | None = None
    variable: int | None = None
    words: str = ""
    kind: str = ""
    dice: bool = False
    disputed: bool = False
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None


def updates(question: LogQuestion, viewer: Viewer) -> QuerySet[Update]:
    """The updates that are asked for, newest first. What is hidden from the viewer finds nothing."""
    rows = known_to(viewer).select_related("by").newest_first()
    if question.player or question.variable:
        entries = visible(Entry.objects.all(), viewer)
        if question.player:
            entries = entries.filter(player=question.player)
        if question.variable:
            entries = entries.filter(variable=question.variable)
        rows = rows.filter(pk__in=entries.values("update"))
    if question.by:
        rows = rows.filter(by=question.by)
    if question.words:
        taken = Taking.every.filter(update=OuterRef("pk"), action__name__icontains=question.words)
        rows = rows.filter(Q(comment__icontains=question.words) | Exists(taken))
    if question.kind:
        rows = rows.filter(kind=question.kind)
    if question.dice:
        rows = rows.filter(Exists(Roll.objects.filter(update=OuterRef("pk"))))
    if question.disputed:
        disputes = Dispute.objects.filter(update=OuterRef("pk"))
        if question.as_of:
            then = Q(settled_at__isnull=True) | Q(settled_at__gt=question.as_of)
            rows = rows.filter(Exists(disputes.filter(then, at__lte=question.as_of)))
        else:
            rows = rows.filter(Exists(disputes.filter(outcome=Dispute.Outcome.OPEN)))
    if question.since:
        rows = rows.filter(at__gte=question.since)
    if question.until:
        rows = rows.filter(at__lt=question.until)
    if question.as_of:
        rows = rows.filter(at__lte=question.as_of)
    return rows


def page_of(rows: QuerySet[Update]) -> QuerySet[Update]:
    """Updates that were asked for and cut to a page, with who did them: so that the database looks for no more people
    and texts than the page shows."""
    return Update.every.filter(pk__in=rows.values("pk")).select_related("by").newest_first()


def shown_updates(
    rows: Iterable[Update],
    viewer: Viewer,
    *,
    most: int | None = SHOWN,
    with_diff: bool = False,
    whole: bool = False,
    at: datetime | None = None,
    known: LogNames | None = None,
) -> list[UpdateShown]:
    """Updates with what belongs to them, as the viewer may see it; of each, the first `most` entries. `whole`: long
    values are not cut. `at` (UTC): as what became of them stood then. `known`: the names and variables that are.
    One query, however many updates, one where not everybody sees what came of some, one where they are of things
    that are not known, and one for names."""
    shown = {row.pk: UpdateShown(row) for row in rows}
    if not shown:
        return []
    for key in seen_results(viewer, [one.update for one in shown.values()]):
        shown[key].result = result_of(shown[key].update)
    entries, numbers, undoings, rolls, disputes, takings = together(*_asked([*shown], viewer, most, at))
    undone: dict[int, list[int]] = defaultdict(list)
    for entry, of, by in undoings:
        undone[entry].append(by)
        if of in shown and by not in shown[of].undone_by:
            shown[of].undone_by.append(by)
        if by in shown and of not in shown[by].undoes:
            shown[by].undoes.append(of)
    _share_things(entries, known or LogNames())
    names = names_in(entries, known)
    for one in shown.values():
        one.names = names
    for entry in entries:
        each = in_words(entry, names, with_diff=with_diff, whole=whole, undone_by=tuple(undone[entry.pk]))
        shown[entry.update_id].entries.append(each)
    for key, there_are, can_see in numbers:
        if not shown[key].keeps_its_result:  # of which it would tell something, such as that a throw was high
            shown[key].hidden = there_are - can_see
        shown[key].more = can_see - len(shown[key].entries)
    for roll in rolls:
        shown[roll.update_id].rolls.append(roll)
    for dispute in disputes:
        if at is None or dispute.at <= at:
            shown[dispute.update_id].disputes.append(_open_again(dispute, at))
    for taking in takings:
        if at and taking.withdrawn_at and taking.withdrawn_at > at:
            taking.withdrawn_at = None
        shown[taking.update_id].takings.append(taking)
    return list(shown.values())


def _asked(
    keys: list[int], viewer: Viewer, most: int | None, at: datetime | None
) -> Sequence[QuerySet[Any] | WrittenQuery]:
    """What is asked for the updates of these keys; as many as a page has, or one, by questions that were written
    once."""
    size = next((size for size in SIZES if len(keys) <= size), None)
    if size is None or at is not None:
        return _questions(keys, viewer, most, at)
    values = dict(zip(_stand_ins(size), keys + keys[-1:] * (size - len(keys)), strict=True))
    questions = [*_written_for_one(viewer, most, size), *_written_for_all(size)]
    return [question.given(values) for question in questions]


@lru_cache(maxsize=64)
def _written_for_one(viewer: Viewer, most: int | None, size: int) -> tuple[WrittenQuery, ...]:
    return tuple(map(written, _questions_of_one(_stand_ins(size), viewer, most)))


@lru_cache(maxsize=64)
def _written_for_all(size: int) -> tuple[WrittenQuery, ...]:
    return tuple(map(written, _questions_of_all(_stand_ins(size), None)))


def _stand_ins(size: int) -> list[int]:
    """Keys that nothing has."""
    return list(range(-size, 0))


def _questions(
    keys: Sequence[int], viewer: Viewer, most: int | None, at: datetime | None
) -> list[QuerySet[Any]]:
    return [*_questions_of_one(keys, viewer, most), *_questions_of_all(keys, at)]


def _questions_of_one(keys: Sequence[int], viewer: Viewer, most: int | None) -> list[QuerySet[Any]]:
    """The entries of updates that the viewer may see, of each the first `most`; and how many entries each has, and how
    many of them the viewer may see."""
    all_entries = Entry.objects.filter(update__in=keys)
    entries = visible(all_entries, viewer).order_by("pk")
    if most is not None:
        entries = entries.annotate(place=Window(RowNumber(), partition_by=F("update"), order_by="pk")).filter(
            place__lte=most
        )
    counted = (
        all_entries.order_by()
        .values_list("update")
        .annotate(there=Count("pk"), seen=Count("pk", sight(viewer)))
    )
    return [entries, counted]


def _questions_of_all(keys: Sequence[int], at: datetime | None) -> list[QuerySet[Any]]:
    """What all see of updates: what undoes what; their rolls, their disputes and the actions taken with them."""
    entries = Entry.objects.filter(update__in=keys)
    undoings = Undoing.objects.filter(
        Q(update__in=keys) | Q(entry__in=entries.values("pk"))  # each by its index
    ).values_list("entry", "entry__update", "update")
    if at:
        undoings = undoings.filter(update__at__lte=at)
    return [
        undoings,
        Roll.objects.filter(update__in=keys).select_related("by").order_by("number"),
        Dispute.objects.filter(update__in=keys).select_related("by", "settled_by").order_by("at", "pk"),
        Taking.every.filter(update__in=keys).select_related("action", "by").order_by("pk"),
    ]


def _share_things(entries: Iterable[Entry], known: LogNames) -> None:
    """Give the entries what they are about: there may be thousands of a few things. One query, or none where it is only
    of variables that are known."""
    related: dict[str, QuerySet[Any]] = {
        "variable": Variable.objects.select_related("table"),
        "row": Row.objects.select_related("table"),
        "table": Table.objects.all(),
        "page": Page.objects.all(),
    }
    keys_about = {about: {getattr(entry, f"{about}_id") for entry in entries} - {None} for about in related}
    keys_about["variable"] -= known.variables.keys()
    querysets = {about: related[about].filter(pk__in=keys) for about, keys in keys_about.items() if keys}
    things: dict[str, dict[int, Any]] = {about: {} for about in related}
    for about, rows in zip(querysets, together(*querysets.values()), strict=True):
        things[about] = {row.pk: row for row in rows}
    things["variable"] = {**known.variables, **things["variable"]}
    for entry in entries:
        for about, by_key in things.items():
            key = getattr(entry, f"{about}_id")
            if key is not None:
                setattr(entry, about, by_key[key])


def _open_again(dispute: Dispute, at: datetime | None) -> Dispute:
    """The dispute as it stood at `at`, open if it was settled later. Not to be saved."""
    if at and dispute.settled_at and dispute.settled_at > at:
        dispute.outcome, dispute.settled_at, dispute.settled_by, dispute.link = "", None, None, ""
    return dispute


def names_in(entries: Iterable[Entry], known: LogNames | None = None) -> LogNames:
    """The names of the players whose values are set, and those that the values lead to; as far as they are `known` no
    others are asked for. One query, or none."""
    known = known or LogNames()
    players: set[int] = set()
    rows: set[int] = set()
    for entry in entries:
        if entry.about != Entry.About.VALUE:
            continue
        if entry.player_id:
            players.add(entry.player_id)
        kind = entry.variable.definition.get("kind")
        for value in (entry.old, entry.new):
            many = value if isinstance(value, list) else [value]
            keys = {each for each in many if isinstance(each, int) and not isinstance(each, bool)}
            if kind in ("player", "players"):
                players |= keys
            elif kind == "row":
                rows |= keys
    names = names_of(players - known.players.keys(), {row for row in rows if str(row) not in known.rows})
    return LogNames(
        {**names.players, **{key: known.players[key] for key in players & known.players.keys()}},
        {**names.rows, **{key: known.rows[key] for key in map(str, rows) if key in known.rows}},
        known.variables,
        known._definitions,
    )


def names_of(players: Iterable[int], rows: Iterable[int]) -> LogNames:
    """The names of players and rows by key. One query, or none for no keys."""
    players, rows = set(players), set(rows)
    named: tuple[tuple[Any, set[int]], ...] = (Player, players), (Row, rows)
    parts = [
        model.objects.filter(pk__in=keys).order_by().values_list("pk", "name", Value(place))
        for place, (model, keys) in enumerate(named)
        if keys
    ]
    of_players: dict[int, str] = {}
    of_rows: dict[str, str] = {}
    for key, name, place in parts[0].union(*parts[1:], all=True) if parts else ():
        if place:
            of_rows[str(key)] = name
        else:
            of_players[key] = name
    return LogNames(of_players, of_rows)


def in_words(
    entry: Entry,
    names: LogNames,
    *,
    with_diff: bool = False,
    whole: bool = False,
    undone_by: Sequence[int] = (),
) -> EntryShown:
    """An entry as people read it; `whole`: with long values as they are."""
    words = dict(_told(entry, names, with_diff, whole))
    return EntryShown(entry, undone_by=tuple(undone_by), **words)


def _told(entry: Entry, names: LogNames, with_diff: bool, whole: bool) -> dict[str, Any]:
    match entry.about:
        case "value":
            return _of_value(entry, names, with_diff, whole)
        case "variable":
            thing, kind = str(entry.variable), _("variable")
            if entry.variable.table_id:
                thing = _("{what} of {whose}").format(what=thing, whose=entry.variable.table)
            words = (_("tracked from now on"), _("no longer tracked"), _("redefined"))
        case "table":
            thing, kind = str(entry.table), _("table")
            words = (_("made"), _("removed"), _("changed"))
        case "row":
            name = (entry.new or entry.old or {}).get("name", str(entry.row))
            thing, kind = f"{isolated(name)} ({isolated(str(entry.row.table))})", _("row")
            words = (_("added"), _("removed"), _("changed"))
        case _:
            thing, kind = str(entry.page), _("page")
            words = (_("written"), _("removed"), _("rewritten"))
    sentence = words[0] if entry.old is None else words[1] if entry.new is None else words[2]
    if entry.about == Entry.About.PAGE and entry.old and entry.new and not entry.new.get("text"):
        sentence = _("blanked")
    if entry.old and entry.new and entry.about != Entry.About.PAGE:
        sentence = f"{sentence}: {_differences(entry.old, entry.new)}"
    return {"what": thing, "whose": kind, "sentence": sentence}


def _of_value(entry: Entry, names: LogNames, with_diff: bool, whole: bool) -> dict[str, Any]:
    definition = names.definition(entry.variable)
    old, new = (value_kinds.show(definition, value, names) for value in (entry.old, entry.new))
    if entry.player_id:
        whose = names.player_name(entry.player_id)
    elif entry.row_id:
        whose = entry.row.name
    else:
        whose = ""
    what = definition.name
    if entry.variable.table_id:
        what = f"{isolated(str(entry.variable.table))}: {isolated(what)}"
    diff = SafeString()
    if with_diff and (definition.kind == "long" or max(len(old), len(new)) > CUT):
        diff = mark_safe(as_html(word_diff(old, new)))  # as_html escapes everything
    if not whole:
        old, new = cut(old), cut(new)
    return {"what": what, "whose": whose, "old": old, "new": new, "diff": diff}


def cut(text: str) -> str:
    """The text, cut short for a log."""
    return text if len(text) <= CUT else f"{text[: CUT - 1].rstrip()}…"


def _differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """What two definitions differ in, in words."""
    parts = [
        f"{_PARTS.get(key, key)} {_part(key, old.get(key))} → {_part(key, new.get(key))}"
        for key in dict.fromkeys([*old, *new])
        if old.get(key) != new.get(key)
    ]
    return "; ".join(parts)


def _part(key: str, value: object) -> str:
    if _is_nothing(value):
        return pgettext("part", "none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return cut(", ".join(str(each) for each in value))
    words = _WORDS.get(key, {}).get(str(value))
    return cut(dynasty_words.said(words) if words else str(value))


def _is_nothing(value: object) -> bool:
    return value is None or value == "" or value == []


def values_set_by(entries: Collection[int]) -> QuerySet[Entry]:
    """Those entries of these keys that set a value."""
    return Entry.objects.filter(pk__in=entries, about=Entry.About.VALUE)


def definition_history(variable: int, *, until: datetime) -> list[EntryShown]:
    """How a variable was defined, changed and retired up to `until` (UTC), oldest first. One query."""
    entries = Entry.objects.filter(about=Entry.About.VARIABLE, variable=variable, at__lte=until)
    related = entries.select_related(*RELATED, "update", "update__by").order_by("pk")
    return [in_words(entry, LogNames()) for entry in related]


def shown_definition(definition: Definition) -> list[tuple[str, str]]:
    """A definition as pairs of what and how, without what is said elsewhere or goes without saying."""
    members = definition.as_json()
    dull = {"name", "kind", "description", "rule", "order", "choices"}
    if members.get("most") == 200:
        dull.add("most")
    dull |= {
        how for limit, how in (("floor", "below"), ("ceiling", "above")) if _is_nothing(members.get(limit))
    }
    dull |= {key for key, value in members.items() if _is_nothing(value) and key != "default"}
    parts = {key: _PARTS[key] for key in members if key not in dull}
    return [
        (f"{what[:1].upper()}{what[1:]}", members[key] if key in _WHOLE else _part(key, members[key]))
        for key, what in parts.items()
    ]
