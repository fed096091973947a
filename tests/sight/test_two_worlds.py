"""Two worlds that differ in nothing but what is hidden look the same to whoever may not see it: pages, files, orders,
numbers of things, marks of caches. So values are held to it, too, of which there are so few that no canary fits in."""

import pytest
from django.db import connection, transaction
from django.db.models import Q, QuerySet

from gamestate.models import Cell, Entry, Row, SealedOrder, Taking, Update, Variable, Witness
from players.present import forget

from . import addresses
from .canaries import MARK
from .game import Game
from .listening import Listener, told_by

pytestmark = [pytest.mark.sweep, pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

OTHER_MARK = "Squib"
# What may tell of what is tracked.
ABOUT = (
    "/gamestate/",
    "/api/v1/gamestate",
    "/api/v1/sealed",
    "/since/",
    "/api/v1/news",
    "/chronicle/",
    "/charts/",
    "/feeds/gamestate/",
)


def other_value(variable: Variable, value: object, people: list[int]) -> object:
    """Another value that the variable may have."""
    match variable.definition["kind"]:
        case "whole" | "decimal":
            return 41 if value is None else None
        case "text" | "long":
            return f"{OTHER_MARK} words"
        case "texts":
            return [OTHER_MARK, "words"]
        case "choice":
            return "three" if value != "three" else "one"
        case "choices":
            return ["one"]
        case "yes_no":
            return not value
        case "player":
            return next(key for key in people if key != value)
        case "players":
            return people[:1]
        case "row":
            return Row.objects.exclude(pk=value).values_list("pk", flat=True)[0]
        case "instant":
            return "2032-01-01T00:00:00Z"
    raise AssertionError(variable.definition["kind"])


def hide_otherwise(game: Game, reader: str) -> None:
    """Let everything hidden from the reader be something else: values, and whatever has a word of the canaries."""
    people = sorted(one.pk for one in game.people.values())
    hidden = {one.pk: one for one in Variable.objects.exclude(definition__audience="all")}
    own = Q(variable__definition__audience__in=["holder", "own"], player=game.people.get(reader))
    shown = Q(variable__key="by_formula") if reader == "shown" else Q(pk__in=[])
    for cell in Cell.objects.filter(variable__in=hidden).exclude(own | shown):
        Cell.objects.filter(pk=cell.pk).update(
            value=other_value(hidden[cell.variable_id], cell.value, people)
        )
    for entry in Entry.objects.filter(variable__in=hidden, about="value").exclude(own):
        changed = {
            name: other_value(hidden[entry.variable_id], getattr(entry, name), people)
            for name in ("old", "new")
        }
        Entry.objects.filter(pk=entry.pk).update(**changed, typed="", note="")
    sealed = SealedOrder.objects.filter(sealing__asks__startswith="number")
    sealed.update(text="7", answer=7)
    sealed.filter(sealing__hides_who=True).delete()
    never_made(Update.every.filter(kept="act"))
    with connection.cursor() as cursor:
        for table, column, kind in hidden_columns():
            words = f'REPLACE(CAST("{column}" AS text), %s, %s)'
            cursor.execute(f'UPDATE "{table}" SET "{column}" = CAST({words} AS {kind})', [MARK, OTHER_MARK])
    forget()


def never_made(moves: QuerySet[Update]) -> None:
    """Let moves that not everybody knows of never have been made."""
    assert moves.exists()
    for model in (Cell, Witness, Entry):
        at = "last__update" if model is Cell else "update"
        model.objects.filter(**{f"{at}__in": moves}).delete()
    Taking.every.filter(update__in=moves).delete()
    moves.delete()


JSONB = 3802  # what PostgreSQL calls the type of a column of JSON


def hidden_columns() -> list[tuple[str, str, str]]:
    """The columns of the database in which there are canaries that are words: table, column, and what it is."""
    columns = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            for column in connection.introspection.get_table_description(cursor, table):
                name = column.name
                query = f'SELECT 1 FROM "{table}" WHERE CAST("{name}" AS text) LIKE %s LIMIT 1'
                cursor.execute(query, [f"%{MARK}%"])
                if cursor.fetchone():
                    columns.append((table, name, "jsonb" if column.type_code == JSONB else "text"))
    return columns


@pytest.mark.parametrize("reader", ["stranger", "player", "admin"])
def test_what_is_hidden_makes_no_difference_to_who_may_not_see_it(game: Game, reader: str):
    listener = Listener(game, reader)

    def looks() -> dict[str, str]:
        answers = {}
        for alike in [*addresses.pages(), *addresses.operations()]:
            for address in alike[:3]:
                if address.startswith(ABOUT):
                    answers[address] = told_by(listener.ask(address))
        return answers

    with transaction.atomic():
        looks()  # for the first time, which marks what is new as seen
        one = looks()
        hide_otherwise(game, reader)
        other = looks()
        transaction.set_rollback(True)
    forget()
    assert [address for address in one if one[address] != other[address]] == []
    assert len(one) > 80
