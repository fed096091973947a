"""The old log of named numbers becomes variables of the game, each change of a number an update of the tracker."""

from django.db import migrations
from django.utils.html import format_html

KEY_LENGTH = 40
PLACES = 6
# Words that formulas keep for themselves, which were no names of numbers to the tracker.
RESERVED = (
    "abs as average break ceil const continue count else false floor for function highest if import in let loop "
    "lowest max min namespace null package return round sum true var void while"
).split()


def key_for(name, taken):
    """The name as a key that nothing else has."""
    key = name[:KEY_LENGTH]
    number = 2
    while key in taken or key in RESERVED:
        ending = f"_{number}"
        key, number = name[: KEY_LENGTH - len(ending)] + ending, number + 1
    taken.add(key)
    return key


def definition_for(name, values):
    """What the variable of a number may hold, as `gamestate.values.definitions` writes it."""
    places = max(max(0, -value.normalize().as_tuple().exponent) for value in values)
    told = {
        "name": name,
        "kind": "decimal" if places else "whole",
        "places": min(places, PLACES),
        "description": "",
        "rule": None,
        "default": "",
        "floor": "0",
        "ceiling": None,
        "below": "law",
        "above": "refuse",
        "blank": False,
        "order": 0,
        "audience": "all",
        "on_return": "law",
    }
    if not places:
        del told["places"]
    return told


def kept(value, places):
    """The number as JSON: whole, or a text with its places."""
    return f"{value:.{places}f}" if places else int(value)


def change_numbers_into_variables(apps, schema_editor):
    models = {
        name: apps.get_model("gamestate", name) for name in ("Change", "Update", "Entry", "Variable", "Cell")
    }
    Dynasty = apps.get_model("players", "Dynasty")
    taken = set(models["Variable"].objects.filter(retired_at=None, table=None).values_list("key", flat=True))
    changes = list(models["Change"].objects.order_by("at", "pk"))
    by_name = {}
    for change in changes:
        by_name.setdefault(change.name, []).append(change.value)
    variables = {}
    for change in changes:
        is_new = change.name not in variables
        update = models["Update"].objects.create(
            kind="definition" if is_new else "change",
            at=change.at,
            by_id=change.by_id,
            comment=change.why,
            html=format_html("<p>{}</p>", change.why) if change.why else "",
        )
        if is_new:
            dynasty = (
                Dynasty.objects.filter(started_at__lte=change.at).order_by("-started_at", "-number").first()
            )
            variable = models["Variable"].objects.create(
                key=key_for(change.name, taken),
                scope="game",
                dynasty=dynasty,
                definition=definition_for(change.name, by_name[change.name]),
                made_at=change.at,
            )
            models["Entry"].objects.create(
                update=update, at=change.at, about="variable", variable=variable, new=variable.definition
            )
            cell = models["Cell"](variable=variable)
            variables[change.name] = variable, cell
        variable, cell = variables[change.name]
        new = kept(change.value, variable.definition.get("places", 0))
        if cell.value == new and not is_new:
            continue
        cell.last = models["Entry"].objects.create(
            update=update, at=change.at, about="value", variable=variable, old=cell.value, new=new
        )
        cell.value = new
        cell.save()


class Migration(migrations.Migration):
    dependencies = [("gamestate", "0005_rolls_of_the_chain")]

    operations = [
        # Going back finds the old log empty; the variables stay.
        migrations.RunPython(change_numbers_into_variables, migrations.RunPython.noop),
    ]
