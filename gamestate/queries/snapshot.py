"""The gamestate as plain values: as it stands now, and as it stood at any instant."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import Any, cast

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from blognomic.database.together import WrittenQuery, together, written
from blognomic.web.site_rules import SiteRule
from gamestate.models import Cell, Dispute, Entry, Page, Row, Table, Update, Variable
from gamestate.queries.cells import cells_at, cells_now, holder_key, in_dispute, kept_back, latest
from gamestate.queries.rules import titles_of
from gamestate.values import state as plain
from gamestate.values.definitions import narrowest, read_definition, read_table
from gamestate.values.state import Person, State, people_in_order
from players.models import BESIDE_PEOPLE, LIVELY, Player, Reign, Standing, Topic
from players.present import KeptRows, Present
from players.queries.roster import grouped, standing_then
from ruleset.models import LawVersion
from ruleset.queries import LawInForce, in_words, law_at, versions_in_words

_EVER = datetime.max.replace(tzinfo=UTC)
WHAT_THERE_IS = (Entry.About.VARIABLE, Entry.About.TABLE, Entry.About.ROW)


@dataclass(frozen=True, slots=True)
class Definitions:
    """What values are of: what is defined, and who there is. It changes seldom, and never by a change of values."""

    variables: Mapping[str, plain.Variable]
    tables: Mapping[str, plain.Table]
    people: Mapping[int, Person]
    emperor_counts: bool
    rules: Mapping[int, str]  # the names of those that it comes from


def defined_now() -> Definitions:
    """The same as it stands, retired things left out. One query."""
    return _defined(*together(*_defining()))


@cache
def _defining() -> list[WrittenQuery]:
    people = Player.objects.filter(standing__in=[Standing.ACTIVE, Standing.IDLE])
    # In an order that says nothing of what was changed last, as the database's own would.
    questions: list[QuerySet[Any]] = [
        Variable.objects.live().order_by("pk"),
        Table.objects.live().order_by("pk"),
        people.values_list("pk", "name", "standing"),
        Reign.objects.filter(until__isnull=True).order_by("pk").values_list("player_id", flat=True)[:1],
        versions_in_words(_EVER)[:1],
        titles_of([defining.live() for defining in (Variable.objects, Table.objects)]),
    ]
    return [*map(written, questions)]


def _defined(
    variables: list[Variable],
    tables: list[Table],
    named: list[tuple[int, str, str]],
    reigning: list[int],
    laws: list[LawVersion],
    titles: list[tuple[int, str]],
) -> Definitions:
    emperor = next(iter(reigning), None)
    return Definitions(
        {str(each.pk): plain_variable(each) for each in variables},
        {str(each.pk): plain_table(each) for each in tables},
        people_in_order(_person(key, name, standing, emperor) for key, name, standing in named),
        emperor_counts(next(map(in_words, laws), None)),
        dict(titles),
    )


DEFINED = KeptRows("gamestate.defined", _defining, _defined, LIVELY)


def state_now(*, pages: bool = False) -> State:
    """Everything that is tracked as it stands, retired things left out; `pages` with their texts where asked for.

    Two queries, and one more with pages, however much is tracked; and one for the values when they are looked at, or
    one for each time that some are expected.
    """
    state = standing(defined_now(), *together(*_what_stands()))[1]
    return replace(state, pages=plain_pages()) if pages else state


@cache
def shown_now() -> list[WrittenQuery]:
    """What `standing` makes a state of that is to be shown, for which it needs what is kept back: to be asked with
    others."""
    return [*_what_stands(), written(kept_back())]


@cache
def _what_stands() -> list[WrittenQuery]:
    questions: list[QuerySet[Any]] = [
        Row.objects.filter(table__retired_at__isnull=True).order_by("pk"),
        in_dispute(),
        newest_entries(),
    ]
    return [*map(written, questions)]


def standing(
    defined: Definitions,
    rows: list[Row],
    disputed: list[tuple[int, str]],
    newest: list[int],
    *not_for_all: list[int],
) -> tuple[int | None, State]:
    """The key of the newest entry of the log, and what stands of what is `defined`, made of what `shown_now` asks for,
    or of that but for what is kept back. No query, but for the values when they are looked at."""
    state = State(
        variables=dict(defined.variables),
        tables=dict(defined.tables),
        rows={str(each.pk): plain_row(each) for each in rows if each.retired_at is None},
        pages={},
        cells=cells_now(defined.variables, disputed=set(disputed), not_for_all=next(iter(not_for_all), None)),
        people=defined.people,
        gone={str(each.pk): each.name for each in rows if each.retired_at is not None},
        emperor_counts=defined.emperor_counts,
    )
    return next(iter(newest), None), state


def plain_pages() -> dict[str, plain.Page]:
    """The pages as they stand, with their texts. One query."""
    return _plain_pages(*_pages())


def _pages() -> list[QuerySet[Page]]:
    return [Page.objects.live().order_by("pk")]


def _plain_pages(pages: Iterable[Page]) -> dict[str, plain.Page]:
    return {str(each.pk): plain_page(each) for each in pages}


PAGES = KeptRows("gamestate.page texts", _pages, _plain_pages, {Topic.POSTS, Topic.MINUTE})


def plain_cell(cell: Cell, variable: plain.Variable) -> plain.Cell:
    """A value as plain values, of a row with `is_disputed` and `set_for` (the audience of its last entry). For whom it
    is at the beginning of an act stays with it through all that the act does to its variable."""
    audience = narrowest(variable.definition.audience, cell.set_for)
    return plain.Cell(cell.value, cell.last_id, cell.is_disputed, audience)


def is_marked() -> ExpressionWrapper:
    """Whether a value is marked as disputed: all that an update set while somebody disputes it; of one that recorded
    what the tracker refuses, those values alone. To annotate cells with."""
    disputes = Dispute.objects.filter(update=OuterRef("last__update"), outcome=Dispute.Outcome.OPEN)
    return ExpressionWrapper(
        Q(Exists(disputes.filter(kind=Dispute.Kind.DISPUTED))) | Q(Exists(disputes)) & ~Q(last__refused=""),
        output_field=BooleanField(),
    )


def state_at(at: datetime, *, pages: bool = False) -> State:
    """Everything that was tracked at `at` (UTC), as it stood then. One query, or two with pages; and those for
    the values.

    Names are those that people have now.
    """
    entries_about: dict[str, list[Entry]] = {about: [] for about in Entry.About.values}
    entries, standing, reigns, laws = together(
        latest(Entry.objects.filter(at__lte=at, about__in=WHAT_THERE_IS)).select_related(
            "variable", "table", "row"
        ),
        standing_then(at),
        Reign.objects.at(at)[:1],
        versions_in_words(at)[:1],
    )
    for entry in entries:
        entries_about[entry.about].append(entry)
    variables = {
        str(entry.variable_id): plain_variable(entry.variable, entry.new)
        for entry in entries_about["variable"]
        if entry.new is not None
    }
    tables = {
        str(entry.table_id): plain_table(entry.table, entry.new)
        for entry in entries_about["table"]
        if entry.new is not None
    }
    if pages:
        written = Entry.objects.filter(at__lte=at, about=Entry.About.PAGE)
        entries_about["page"] = list(latest(written).select_related("page"))
    groups = grouped(standing)
    emperor = reigns[0].player_id if reigns else None
    return State(
        variables=variables,
        tables=tables,
        rows={str(e.row_id): plain_row(e.row, e.new) for e in entries_about["row"] if e.new is not None},
        pages={
            str(e.page_id): plain_page(e.page, e.new, e.pk)
            for e in entries_about["page"]
            if e.new is not None
        },
        cells=cells_at(at, variables),
        people=people_in_order(
            _person(player.pk, player.name, standing, emperor)
            for standing, group in groups.items()
            for player in group
        ),
        gone={str(entry.row_id): entry.row.name for entry in entries_about["row"] if entry.new is None},
        emperor_counts=emperor_counts(next(map(in_words, laws), None)),
    )


def law_newest(present: Present | None = None) -> LawInForce | None:
    """The law that was enacted last. One query, or none where readers of the present have asked."""

    def newest() -> LawInForce | None:
        return law_at(_EVER)

    return present.kept("gamestate.newest law", newest, without=BESIDE_PEOPLE) if present else newest()


def emperor_counts(in_force: LawInForce | None) -> bool:
    """Whether the emperor is a player for the dynasty's rules: not while Dynastic Distance is active."""
    return in_force is None or not in_force.is_active(SiteRule.DISTANCE)


def holder_of(thing: Cell | Entry) -> str:
    """Whose value it is, as `gamestate.values.state` calls holders."""
    return holder_key(thing.player_id, thing.row_id)


def plain_variable(variable: Variable, definition: Any = None) -> plain.Variable:
    """A variable as plain values, with the definition of an entry or else its present one."""
    stored = definition if definition is not None else variable.definition
    return plain.Variable(
        id=str(variable.pk),
        key=variable.key,
        scope=cast(plain.Scope, variable.scope),
        table=str(variable.table_id) if variable.table_id else "",
        definition=read_definition(stored),
    )


def plain_table(table: Table, definition: Any = None) -> plain.Table:
    """A table as plain values, with the definition of an entry or else its present one."""
    stored = definition if definition is not None else table.definition
    return plain.Table(str(table.pk), table.key, read_table(stored))


def plain_row(row: Row, stored: dict[str, Any] | None = None) -> plain.Row:
    """A row as plain values, as an entry tells it or else as it is now."""
    stored = stored or {"name": row.name, "order": row.order}
    return plain.Row(str(row.pk), str(row.table_id), stored["name"], stored["order"])


def plain_page(page: Page, stored: dict[str, Any] | None = None, last: int | None = None) -> plain.Page:
    """A page as plain values, as an entry tells it or else as it is now."""
    stored = stored or {"title": page.title, "text": page.text}
    return plain.Page(str(page.pk), page.key, stored["title"], stored["text"], last or page.last_id)


def _person(key: int, name: str, standing: str, emperor: int | None) -> Person:
    return Person(
        key=key,
        name=name,
        plays=standing == Standing.ACTIVE,
        idle=standing == Standing.IDLE,
        is_emperor=key == emperor,
    )


def shelf_of(
    entries: Iterable[Entry],
) -> dict[tuple[str, str], plain.Variable | plain.Table | plain.Row | plain.Page]:
    """The retired things that entries are about, as undoing them needs. No query where the entries came with them."""
    shelf: dict[tuple[str, str], plain.Variable | plain.Table | plain.Row | plain.Page] = {}
    for entry in entries:
        if entry.about == Entry.About.VARIABLE and entry.variable.retired_at:
            shelf["variable", str(entry.variable_id)] = plain_variable(entry.variable)
        elif entry.about == Entry.About.TABLE and entry.table.retired_at:
            shelf["table", str(entry.table_id)] = plain_table(entry.table)
        elif entry.about == Entry.About.ROW and entry.row.retired_at:
            shelf["row", str(entry.row_id)] = plain_row(entry.row)
        elif entry.about == Entry.About.PAGE and entry.page.retired_at:
            shelf["page", str(entry.page_id)] = plain_page(entry.page)
    return shelf


def newest_entries() -> QuerySet[Any]:
    """The key of the newest entry of the log of which everybody may know, if there is one: another would tell that
    there is something of which not everybody does."""
    known = Entry.objects.exclude(update__in=Update.every.filter(kept=Update.Kept.ACT).values("pk"))
    return known.order_by("-pk").values_list("pk", flat=True)[:1]


def newest_entry() -> int | None:
    """The key of the newest entry of the log of which everybody may know. One query."""
    return newest_entries().first()


def last_update_at() -> datetime | None:
    """When the newest update was made (UTC), or None. One query."""
    return Update.every.newest_first().values_list("at", flat=True).first()


def last_entry_about(**thing: int) -> int | None:
    """The key of the last entry about a variable, table or row itself, not its values. One query."""
    (about,) = thing
    entries = Entry.objects.filter(about=about, **{f"{about}_id": thing[about]})
    return entries.order_by("-pk").values_list("pk", flat=True).first()
