"""What updates changed, how each of it can be put back, and what has been undone."""

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from django.db.models import BooleanField, Case, Exists, ExpressionWrapper, OuterRef, Q, Value, When
from django.http import Http404
from django.utils.translation import gettext as _

from gamestate.hidden import Viewer, known_to, visible
from gamestate.models import Entry, Occurrence, Undoing, Update
from gamestate.values import value_kinds
from gamestate.values.definitions import NUMBERS
from gamestate.values.state import State

MOST_UPDATES = 50
How = Literal["restore", "shift", "skip"]
Whole = tuple[str, int | None]
Target = tuple[str, int | None, int | None, int | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Reversal:
    """How one thing that updates changed can be put back.

    `entries` are those to be undone, oldest first; `later` are entries of other updates that changed it since.
    `how` is what is done unless somebody chooses otherwise: put back as it was (`restore`), take off what was added
    (`shift`, for numbers with later changes), or leave it (`skip`, where later changes would be lost). What an offer
    took, or came of an answer, `is_whole`: it goes back so with all the rest, or not at all; and what was taken so
    `later` is not lost.
    """

    entries: tuple[Entry, ...]
    later: tuple[Entry, ...]
    how: How
    difference: str = ""
    comes_to_nothing: bool = False
    is_whole: bool = False
    is_built_on: bool = False

    @property
    def ways(self) -> tuple[How, ...]:
        """What may be chosen; nothing where it is not to be put back in part, and cannot be put back."""
        if self.is_whole:
            return () if self.how == "skip" and not self.comes_to_nothing else (self.how,)
        ways: list[How] = [] if self.is_built_on else ["restore"]
        return (*ways, *(("shift",) if self.difference else ()), "skip")

    @property
    def first(self) -> Entry:
        return self.entries[0]

    @property
    def last(self) -> Entry:
        return self.entries[-1]

    @property
    def key(self) -> str:
        """What a form calls it: the key of the last entry."""
        return str(self.last.pk)

    def changed_since(self, seen: int) -> bool:
        """Whether it was changed after the newest entry that somebody saw; of an act of which not everybody knows, they
        do not see it there (`gamestate.queries.snapshot.newest_entries`)."""
        return any(entry.pk > seen for entry in self.later if entry.update.kept != Update.Kept.ACT)


def target_of(entry: Entry) -> Target:
    """What an entry changed."""
    return entry.about, entry.variable_id, entry.player_id, entry.row_id, entry.table_id, entry.page_id


def whole_of(entry: Entry) -> Whole:
    """The thing that an entry is about, as one of its kind."""
    return entry.about, getattr(entry, f"{entry.about}_id")


def made_with(entry: Entry, made: Container[Whole]) -> Whole | None:
    """The largest thing that was made, of which the entry tells: the table of a row or column, the variable or row of
    a value, or that itself; None where it was there before."""
    tables = [getattr(thing, "table_id", None) for thing in (entry.variable, entry.row) if thing is not None]
    parts: list[Whole] = [(Entry.About.TABLE, key) for key in (*tables, entry.table_id) if key is not None]
    parts += [
        (about, key)
        for about, key in (
            (Entry.About.VARIABLE, entry.variable_id),
            (Entry.About.ROW, entry.row_id),
            (Entry.About.PAGE, entry.page_id),
        )
        if key is not None
    ]
    return next((whole for whole in parts if whole in made), None)


def undone_among(entries: Collection[Entry]) -> set[int]:
    """The keys of the entries that are undone now, among these and all later ones about the same things: by an update
    that put the thing back, which has not been undone itself, and so on. One query, or none."""
    if not entries:
        return set()
    first = min(entries, key=lambda one: one.pk)
    same = Entry.objects.filter(_about_the_same_as(entries), pk__gte=first.pk)
    things = ~Q(entry__about=Entry.About.VALUE) & Q(update__gt=first.update_id)
    undone_by: dict[Entry, set[int]] = defaultdict(set)
    for each in Undoing.objects.filter(Q(entry__in=same.values("pk")) | things).select_related(
        "entry__variable", "entry__row"
    ):
        undone_by[each.entry].add(each.update_id)
    turned_back: dict[int, list[Entry]] = defaultdict(list)
    for entry in sorted(undone_by, key=lambda one: one.update_id, reverse=True):
        if any(not _put_back(entry, by=turned_back[update]) for update in undone_by[entry]):
            turned_back[entry.update_id].append(entry)
    return {entry.pk for each in turned_back.values() for entry in each}


def _put_back(entry: Entry, *, by: Collection[Entry]) -> bool:
    """Whether what the entry did is done again, since these entries of what had undone it have been undone."""
    wholes = {whole_of(each) for each in by if each.about != Entry.About.VALUE}
    return made_with(entry, wholes) is not None or target_of(entry) in map(target_of, by)


def reversals(updates: Sequence[Update], *, viewer: Viewer, state: State) -> list[Reversal]:
    """How each thing that the updates changed, and that is not undone already, can be put back, as far as the viewer
    may see it. Three queries at most, and more for an undoing of an undoing of an undoing."""
    related = ("variable__table", "player", "row__table", "table", "page", "update__by")
    theirs = list(
        visible(Entry.objects.filter(update__in=updates), viewer)
        .annotate(of_choice=_OF_CHOICE, undid=_UNDID)
        .select_related(*related)
        .order_by("pk")
    )
    undone = undone_among(theirs)
    mine = [entry for entry in theirs if entry.pk not in undone]
    if not mine:
        return []
    chosen = {update.pk for update in updates}
    since = Entry.objects.filter(_about_the_same_as(mine), pk__gt=mine[0].pk).exclude(update__in=chosen)
    later: dict[Target, list[Entry]] = {}
    targets = {target_of(entry) for entry in mine}
    since = visible(since, viewer).annotate(of_choice=_OF_CHOICE)
    for entry in since.select_related(*related).order_by("pk"):
        if entry.pk not in undone and target_of(entry) in targets:
            later.setdefault(target_of(entry), []).append(entry)
    groups: dict[Target, list[Entry]] = {}
    for entry in mine:
        groups.setdefault(target_of(entry), []).append(entry)
    reversible = []
    for target, entries in groups.items():
        after = tuple(each for each in later.get(target, []) if each.pk > entries[0].pk)
        reversible.append(
            replace(
                _reversal(tuple(entries), after, state),
                is_whole=any(_is_whole(each) for each in entries),
                is_built_on=any(each.of_choice for each in after),
            )
        )
    return reversible


def _is_of_choice(update: str) -> Q:
    """Whether an update, of that path, asked players by a step, so that it may hold something back until the answer, or
    came of an answer, or of none."""
    owed = Occurrence.objects.filter(owed_by__isnull=False)
    asking = owed.filter(set_off_by=OuterRef(update))
    by_a_step = Q(set_off_by__takings__isnull=False) | Q(set_off_by__kind=Update.Kind.UPKEEP)
    return Exists(owed.filter(update=OuterRef(update))) | Exists(asking.filter(by_a_step))


_OF_CHOICE = ExpressionWrapper(_is_of_choice("update"), output_field=BooleanField())
_UNDONE = Undoing.objects.filter(update=OuterRef("update"))
_UNDID = Case(
    When(Exists(_UNDONE.filter(_is_of_choice("entry__update"))), then=Value("choice")),
    When(Exists(_UNDONE.filter(entry__update__kind=Update.Kind.UNDO)), then=Value("undoing")),
    default=Value(""),
)


def _is_whole(entry: Entry) -> bool:
    """Whether an entry is of an update that asked players or came of their answers, or that undid or brought back one.
    No query but for what undid an undoing: then two and more."""
    if entry.of_choice or entry.undid:
        return entry.of_choice or entry.undid == "choice" or _turns_choices(entry.update)
    return False


def _turns_choices(update: Update) -> bool:
    keys = {key for some, _back in turned(update) for key in some}
    return Update.every.filter(_is_of_choice("pk"), pk__in=keys).exists()


def _about_the_same_as(entries: Iterable[Entry]) -> Q:
    """The entries about the same things as these, and of values perhaps about some more: each kind is found by its
    index, however long the log has grown since."""
    keys_by_kind: dict[tuple[str, ...], dict[str, set[int]]] = {}
    for entry in entries:
        names: tuple[str, ...]
        if entry.about != Entry.About.VALUE:
            names = (entry.about,)
        elif entry.player_id:
            names = ("variable", "player")
        else:
            names = ("variable", "row") if entry.row_id else ("variable",)
        keys = keys_by_kind.setdefault((entry.about, *names), {name: set() for name in names})
        for name in names:
            keys[name].add(getattr(entry, f"{name}_id"))
    condition = Q()
    for (about, *__), keys in keys_by_kind.items():
        condition |= Q(about=about, **{f"{name}__in": sorted(each) for name, each in keys.items()})
    return condition


def _reversal(entries: tuple[Entry, ...], later: tuple[Entry, ...], state: State) -> Reversal:
    if not later:
        return Reversal(entries, later, "restore")
    total = _total(entries, state)
    difference = f"{'+' if total > 0 else '-'}{abs(total)}" if total else ""
    return Reversal(
        entries, later, "shift" if difference else "skip", difference, comes_to_nothing=total == 0
    )


def _total(entries: Iterable[Entry], state: State) -> Fraction | None:
    """What the entries added to a number that is tracked still, turned round; None for others."""
    total = Fraction()
    for entry in entries:
        variable = state.variables.get(str(entry.variable_id)) if entry.about == Entry.About.VALUE else None
        if variable is None or variable.definition.kind not in NUMBERS:
            return None
        old, new = (
            value_kinds.number(variable.definition, entry.old),
            value_kinds.number(variable.definition, entry.new),
        )
        if old is None or new is None:
            return None
        total += old - new
    return total


_HAVE_SET_OFF = Exists(Occurrence.objects.filter(set_off_by=OuterRef("pk"), update__isnull=False))
"""Whether something happened by itself since a condition became true by an update."""


def updates_of_keys(keys: Collection[int], viewer: Viewer) -> list[Update]:
    """The updates of these keys, the newest first, each with whether it has `set_something_off`. Raises Http404 where
    there is none of a key, for all that the viewer may know. One query."""
    rows = known_to(viewer).filter(pk__in=keys).annotate(set_something_off=_HAVE_SET_OFF)
    updates = list(rows.select_related("by").order_by("-pk"))
    if len(updates) < len(set(keys)):
        raise Http404(_("There is no such update."))
    return updates


def with_what_they_set_off(updates: Sequence[Update]) -> list[Update]:
    """The updates, and those that happened by themselves since a condition became true by one of them, and so on: who
    undoes the one undoes the others. A query for each step, or one."""
    whole = {update.pk: update for update in updates}
    latest = list(whole)
    while latest:
        set_off = (
            Update.objects.filter(occurrences__set_off_by__in=latest).select_related("by").order_by("pk")
        )
        more = {each.pk: each for each in set_off if each.pk not in whole}
        whole |= more
        latest = list(more)
    return list(whole.values())


def turned(update: Update) -> Iterator[tuple[set[int], bool]]:
    """What turns when nothing is left of an update: the keys of updates, each time with whether that which they retired
    comes back (as what the update itself retired), or goes again (as what the update had brought back by undoing
    another). One query each."""
    keys, back = {update.pk}, True
    while keys:
        yield keys, back
        keys = set(Undoing.objects.filter(update__in=keys).values_list("entry__update", flat=True))
        back = not back


def with_nothing_left(updates: Collection[Update]) -> list[Update]:
    """Those of the updates of which every entry is undone, but for those that changed nothing. Two queries."""
    entries = list(Entry.objects.filter(update__in=updates))
    undone = undone_among(entries)
    begun = {entry.update_id for entry in entries if entry.pk in undone}
    left = {
        entry.update_id
        for entry in entries
        if entry.pk not in undone and not (entry.update_id in begun and entry.old == entry.new)
    }
    return [one for one in updates if one.pk not in left]
