"""What is tracked now, read once for all who look: everything, whoever may see it. Pages filter it for their reader."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from blognomic.database.together import WrittenQuery, together, written
from gamestate.hidden import Viewer, kept_eyes
from gamestate.models import Entry, LimitedAction, Update, Variable
from gamestate.queries.log import LogNames
from gamestate.queries.rules import rule_names
from gamestate.queries.snapshot import (
    DEFINED,
    PAGES,
    Definitions,
    defined_now,
    plain_pages,
    shown_now,
    standing,
)
from gamestate.values.definitions import OF_THE_HOLDER, Definition
from gamestate.values.state import State
from players.models import LIVELY, Player, Standing, Topic
from players.present import KeptRows, Present


@dataclass(frozen=True, slots=True)
class Now:
    """The state, with the key of the newest entry that it has for sure, and the names of the rules that it comes
    from."""

    newest: int | None
    state: State
    rules: Mapping[int, str]


def begin(present: Present | None, *, with_log: bool = False, besides: Sequence[KeptRows] = ()) -> None:
    """Ask at once for what a page of the tracker asks for first, as far as it is not known: what is tracked, and who
    may see what is hidden; `with_log`: what the log may be searched for, too; and what is asked `besides`. One query,
    or none."""
    if present is not None:
        present.kept_rows(DEFINED, kept_eyes(present), *([_CHOICES] if with_log else []), *besides)


def tracked_now(present: Present | None, *, pages: bool = False) -> Now:
    """What is tracked; `pages` with their texts where asked for. Two queries and those for the values, or none where a
    reader of the same present has asked them; after a change of values, one."""
    if present is None:
        defined = defined_now()
        now = _now(defined, *together(*shown_now()))
        return replace(now, state=replace(now.state, pages=plain_pages())) if pages else now
    (defined,) = present.kept_rows(DEFINED)
    stands = KeptRows("gamestate.now", shown_now, partial(_now, defined), {Topic.POSTS, Topic.MINUTE})
    if not pages:
        (now,) = present.kept_rows(stands)
        return now
    now, texts = present.kept_rows(stands, PAGES)
    return replace(now, state=replace(now.state, pages=texts))


def _now(defined: Definitions, *rows: list[Any]) -> Now:
    newest, state = standing(defined, *rows)
    return Now(newest, state, defined.rules)


def rule_of(definition: Definition, present: Present | None) -> str:
    """What the rule that something tracked comes from is called, or was when last in force; "" where none is named. One
    query, or none."""
    known: Mapping[int, str] = present.kept_rows(DEFINED)[0].rules if present else {}
    if definition.rule is None or definition.rule in known:
        return known.get(definition.rule or 0, "")
    return rule_names([definition.rule]).get(definition.rule, "")


def tables_now(present: Present | None) -> list[tuple[str, str]]:
    """The tables that are tracked, by key and name. One query, or none."""
    defined = present.kept_rows(DEFINED)[0] if present else defined_now()
    return sorted((each.key, each.definition.name) for each in defined.tables.values())


def rules_of(state: State) -> dict[int, str]:
    """The names of the rules that what is tracked comes from. One query, or none."""
    rules = [variable.definition.rule for variable in state.variables.values()]
    return rule_names([*rules, *(table.definition.rule for table in state.tables.values())])


def seen_as(viewer: Viewer, state: State) -> str:
    """What a viewer sees of the state, as a key: two with one key see the same of it."""
    hidden = state.hidden(state.variables.values())
    if not hidden:
        return "everything"
    if viewer.is_record:
        return "everything hidden"
    audiences = {each.definition.audience for each in hidden}.union(*state.kept_back().values())
    own = viewer.key if OF_THE_HOLDER & audiences else None
    shown = sorted(int(each.id) for each in hidden if each.id.isdecimal() and int(each.id) in viewer.shown)
    if state.is_shown_by_formula():
        own = viewer.key
    if viewer.is_emperor:
        return f"everything hidden {own or ''}"
    return f"shown {shown} to {own or 'anybody'}"


def log_seen_as(viewer: Viewer, present: Present | None) -> str:
    """What a viewer sees of the log, as a key, as `seen_as` has it. One query, or none."""
    choices = log_choices(present)
    own = viewer.key if (choices.has_own or choices.has_kept) and viewer.key else "anybody"
    reigned = [*map(str, chain(*viewer.spans))]
    shown = [f"{span} {sorted(keys)}" for span, keys in viewer.shown_in]
    return f"reigned {reigned} {viewer.is_emperor}, shown {shown} to {own}"


@dataclass(frozen=True, slots=True)
class LogChoices:
    """Of what the log may be searched: players by key and name, variables by key and what they are called. `has_own`:
    some values are, or were when they were set, for those alone whose they are; `has_kept`: some updates may
    not be for everybody. `known`: all these, as entries ask for them."""

    players: tuple[tuple[int, str], ...]
    variables: tuple[tuple[int, str], ...]
    has_own: bool
    has_kept: bool
    known: LogNames


def log_choices(present: Present | None) -> LogChoices:
    """The same for everybody. One query, or none."""
    if present is None:
        return _choices(*together(*_chosen_from()))
    (choices,) = present.kept_rows(_CHOICES)
    return choices


def names_now(present: Present | None, state: State | None = None) -> LogNames:
    """The names of players, and the variables, that the readers of the present have looked up, and the names of the
    rows of a `state`. One query, or none."""
    rows = {**state.gone, **{key: row.name for key, row in state.rows.items()}} if state else {}
    return replace(log_choices(present).known if present else LogNames(), rows=rows)


@cache
def _chosen_from() -> list[WrittenQuery]:
    ever = Entry.objects.filter(audience__in=OF_THE_HOLDER)
    defined = Variable.objects.filter(definition__audience__in=OF_THE_HOLDER)
    # Declared, not made: what is kept here stays through all that moves change.
    for_few = LimitedAction.objects.filter(Q(move__has_key="shows") | Q(move__has_key="unseen"))
    questions: list[QuerySet[Any]] = [
        Player.objects.exclude(standing=Standing.GUEST).order_by("name_key").values_list("pk", "name"),
        Variable.objects.select_related("table").order_by("-retired_at", "table", "key"),
        *(hidden.order_by().values_list("pk")[:1] for hidden in (ever, defined, for_few)),
    ]
    return [*map(written, questions)]


def _choices(players: list[tuple[int, str]], variables: list[Variable], *own: list[tuple[int]]) -> LogChoices:
    known = LogNames(dict(players), variables={each.pk: each for each in variables})
    *values, kept = own
    called = tuple((each.pk, _called(each)) for each in variables)
    return LogChoices(tuple(players), called, any(values), bool(kept), known)


_CHOICES = KeptRows("gamestate.log choices", _chosen_from, _choices, LIVELY | {Topic.TIME})


def _called(variable: Variable) -> str:
    name = f"{variable.table}: {variable}" if variable.table_id else str(variable)
    return _("{name} (retired)").format(name=name) if variable.retired_at else name


def number_of_updates(present: Present | None) -> int:
    """How many updates the log has. One query, or none."""
    return (
        present.kept("gamestate.updates", Update.objects.count, without={Topic.POSTS, Topic.MINUTE})
        if present
        else Update.objects.count()
    )
