"""The numbers that are tracked for the game, for the formulas of the law."""

from datetime import datetime

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from gamestate.models import Entry, Variable
from gamestate.values.definitions import read_definition
from gamestate.values.kinds import number


def values_at(at: datetime) -> dict[str, int | float]:
    """The numbers tracked for the game that everybody sees, by their keys, as they stood at `at` (UTC): whole ones as
    int. One query, however many there are."""
    about = [Entry.About.VARIABLE, Entry.About.VALUE]
    latest = (
        Entry.objects.filter(at__lte=at, about__in=about, variable__scope=Variable.Scope.GAME)
        .annotate(back=Window(RowNumber(), partition_by=[F("about"), F("variable")], order_by=F("id").desc()))
        .filter(back=1)
        .values_list("about", "variable", "variable__key", "new")
    )
    definitions: dict[int, tuple[str, object]] = {}
    values: dict[int, object] = {}
    for kind, variable, key, new in latest:
        if kind == Entry.About.VALUE:
            values[variable] = new
        elif new is not None:
            definitions[variable] = (key, new)
    found: dict[str, int | float] = {}
    for variable, (key, told) in definitions.items():
        definition = read_definition(told)
        exact = number(definition, values.get(variable)) if definition.audience == "all" else None
        if exact is not None:
            found[key] = int(exact) if exact.denominator == 1 else float(exact)
    return dict(sorted(found.items()))
