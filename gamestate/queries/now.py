"""What is tracked now, read once for all who look: everything, whoever may see it. Pages filter it for their reader."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from blognomic.database.together import together
from gamestate.hidden import Viewer
from gamestate.models import Entry, Update, Variable
from gamestate.queries.rules import rule_names
from gamestate.queries.snapshot import Definitions, defined_now, plain_pages, stands_now
from gamestate.values.state import State
from players.models import LIVELY, Player, Standing, Topic
from players.present import Present

_OWN, _CHOICES = "gamestate.has own", "gamestate.log choices"  # what is kept under these names


@dataclass(frozen=True, slots=True)
class Now:
    """The state, with the key of the newest entry that it has for sure, and the names of the rules that it comes
    from."""

    newest: int | None
    state: State
    rules: Mapping[int, str]


def tracked_now(present: Present | None) -> Now:
    """What is tracked. Two queries and those for the values, or none where a reader of the same present has asked them;
    after a change of values, one."""
    if present is None:
        return _now(defined_now())
    defined = present.kept("gamestate.defined", defined_now, without=LIVELY)
    return present.kept("gamestate.now", lambda: _now(defined), without={Topic.POSTS})


def _now(defined: Definitions) -> Now:
    newest, state = stands_now(defined, shown=True)
    return Now(newest, state, defined.rules)


def rules_of(state: State) -> dict[int, str]:
    """The names of the rules that what is tracked comes from. One query, or none."""
    rules = [variable.definition.rule for variable in state.variables.values()]
    return rule_names([*rules, *(table.definition.rule for table in state.tables.values())])


def with_pages(now: Now, present: Present | None) -> State:
    """The state with the texts of its pages. One query, or none."""
    pages = (
        present.kept("gamestate.page texts", plain_pages, without={Topic.POSTS}) if present else plain_pages()
    )
    return replace(now.state, pages=pages)


def seen_as(viewer: Viewer, state: State) -> str:
    """What a viewer sees of the state, as a key: two with one key see the same of it."""
    hidden = state.hidden(state.variables.values())
    if not hidden:
        return "everything"
    if viewer.is_emperor or viewer.is_record:
        return "everything hidden"
    audiences = {each.definition.audience for each in hidden}.union(*state.kept_back().values())
    own = viewer.key if "holder" in audiences else None
    shown = sorted(int(each.id) for each in hidden if each.id.isdecimal() and int(each.id) in viewer.shown)
    return f"shown {shown} to {own or 'anybody'}"


def log_seen_as(viewer: Viewer, present: Present | None) -> str:
    """What a viewer sees of the log, as a key, as `seen_as` has it. One query, or none."""
    has_own = present.kept(_OWN, _have_own, without=LIVELY | {Topic.TIME}) if present else _have_own()
    own = viewer.key if has_own and viewer.key else "anybody"
    reigned = [*map(str, chain(*viewer.spans))]
    shown = [f"{span} {sorted(keys)}" for span, keys in viewer.shown_in]
    return f"reigned {reigned} {viewer.is_emperor}, shown {shown} to {own}"


def _have_own() -> bool:
    """Whether any values are, or were when they were set, for those alone whose they are."""
    return any(together(*_own()))


def _own() -> list[QuerySet[Any]]:
    ever = Entry.objects.filter(audience="holder")
    defined = Variable.objects.filter(definition__audience="holder")
    return [found.order_by().values_list("pk")[:1] for found in (ever, defined)]


@dataclass(frozen=True, slots=True)
class LogChoices:
    """Of what the log may be searched: players by key and name, variables by key and what they are called."""

    players: tuple[tuple[int, str], ...]
    variables: tuple[tuple[int, str], ...]


def log_choices(present: Present | None) -> LogChoices:
    """The same for everybody. One query, or none."""
    if present is None:
        return _choices()[0]
    found = present.known(_CHOICES, without=LIVELY | {Topic.TIME})
    if found is None:
        found, has_own = _choices()  # what is told of the log asks for that, too
        present.kept(_CHOICES, lambda: found, without=LIVELY | {Topic.TIME})
        present.kept(_OWN, lambda: has_own, without=LIVELY | {Topic.TIME})
    return found


def names_now(present: Present | None) -> dict[int, str]:
    """The names of players by key that the readers of the present have looked up. One query, or none."""
    return dict(log_choices(present).players) if present else {}


def _choices() -> tuple[LogChoices, bool]:
    """The choices, and what `_have_own` says."""
    players, variables, *own = together(
        Player.objects.exclude(standing=Standing.GUEST).order_by("name_key").values_list("pk", "name"),
        Variable.objects.select_related("table").order_by("-retired_at", "table", "key"),
        *_own(),
    )
    return LogChoices(tuple(players), tuple((each.pk, _called(each)) for each in variables)), any(own)


def _called(variable: Variable) -> str:
    name = f"{variable.table}: {variable}" if variable.table_id else str(variable)
    return _("{name} (retired)").format(name=name) if variable.retired_at else name


def number_of_updates(present: Present | None) -> int:
    """How many updates the log has. One query, or none."""
    return (
        present.kept("gamestate.updates", Update.objects.count, without={Topic.POSTS})
        if present
        else Update.objects.count()
    )
