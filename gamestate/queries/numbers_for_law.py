"""The numbers that are tracked for the game and for each player, for the formulas of the law."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from gamestate.models import Entry, Variable
from gamestate.queries.snapshot import state_at
from gamestate.values.definitions import read_definition
from gamestate.values.state import GAME, State, of_player
from gamestate.values.value_kinds import number
from players.models import Player


def values_at(at: datetime) -> dict[str, int | float]:
    """The numbers tracked for the game that everybody sees, by their keys, as they stood at `at` (UTC): whole ones as
    int. One query, however many there are, and those for
    the state where some are computed."""
    about = [Entry.About.VARIABLE, Entry.About.VALUE]
    latest = (
        Entry.objects.filter(at__lte=at, about__in=about, variable__scope=Variable.Scope.GAME)
        .annotate(back=Window(RowNumber(), partition_by=[F("about"), F("variable")], order_by=F("id").desc()))
        .filter(back=1)
        .values_list("about", "variable", "variable__key", "new", "audience")
    )
    definitions: dict[int, tuple[str, Mapping[str, object]]] = {}
    values: dict[int, object] = {}
    for kind, variable, key, new, audience in latest:
        if kind == Entry.About.VALUE:
            values[variable] = new if audience == "all" else None
        elif new is not None:
            definitions[variable] = (key, new)
    numbers: dict[str, int | float] = {}
    read = {variable: (key, read_definition(stored)) for variable, (key, stored) in definitions.items()}
    computed = _computed_at([str(variable) for variable, (_, each) in read.items() if each.formula], at)
    for variable, (key, definition) in read.items():
        value = computed(variable, GAME) if definition.formula else values.get(variable)
        exact = number(definition, value) if definition.audience == "all" else None
        if exact is not None:
            numbers[key] = int(exact) if exact.denominator == 1 else float(exact)
    return dict(sorted(numbers.items()))


def values_of_players(players: Iterable[Player], at: datetime) -> dict[str, dict[str, int | float]]:
    """The numbers tracked for each of these players that everybody sees, by the players' names and their keys, as they
    stood at `at` (UTC): whole ones as int, those never set as they begin. One query, however many there are."""
    about = [Entry.About.VARIABLE, Entry.About.VALUE]
    parts = [F("about"), F("variable"), F("player")]
    latest = (
        Entry.objects.filter(at__lte=at, about__in=about, variable__scope=Variable.Scope.PLAYER)
        .annotate(back=Window(RowNumber(), partition_by=parts, order_by=F("id").desc()))
        .filter(back=1)
        .values_list("about", "variable", "variable__key", "player", "new", "audience")
    )
    definitions: dict[int, tuple[str, Mapping[str, object]]] = {}
    values: dict[tuple[int, int], object] = {}
    for kind, variable, key, player, new, audience in latest:
        if kind == Entry.About.VALUE:
            values[variable, player] = new if audience == "all" else None
        elif new is not None:
            definitions[variable] = (key, new)
    shown = {
        variable: (key, definition)
        for variable, (key, stored) in definitions.items()
        if (definition := read_definition(stored)).audience == "all"
    }
    numbers: dict[str, dict[str, int | float]] = {}
    computed = _computed_at([str(variable) for variable, (_, each) in shown.items() if each.formula], at)
    for player in players:
        mine = numbers[player.name] = {}
        for variable, (key, definition) in sorted(shown.items()):
            value = values.get((variable, player.pk))
            if definition.formula:
                value = computed(variable, of_player(player.pk))
            exact = number(definition, value)
            if exact is not None:
                mine[key] = int(exact) if exact.denominator == 1 else float(exact)
    return numbers


def _computed_at(variables: list[str], at: datetime) -> Callable[[int, str], object]:
    """What these variables, which are computed, came to for a holder at `at` (UTC). No query where there are none."""
    state = state_at(at) if variables else State()
    state.expect(variables=variables, holders=[GAME])

    def value(variable: int, holder: str) -> object:
        return state.value(state.variables[str(variable)], holder)

    return value
