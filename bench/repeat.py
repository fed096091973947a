"""A long history made longer, on PostgreSQL: each matter that has been resolved stands so many times, with its texts,
comments and votes, some minutes apart. Run as `python -m bench.repeat TIMES` with DATABASE_URL."""

import os
import sys
from typing import Any

import django

LAST = 200  # matters that stand once: those that are pending, and what is shown as new
MINUTES = 7


def main(times: int) -> None:
    from django.db import connection, transaction

    from blognomic.database.sequences import go_on_after_keys
    from votables.models import Ballot, Comment, Post, PostVersion, Resolution

    newest = Post.objects.order_by("-pk").values_list("pk", flat=True)[LAST]
    of_post = f"post_id IN (SELECT id FROM votables_post WHERE id <= {newest} AND resolved_at IS NOT NULL)"
    models: dict[Any, str] = {
        Post: f"id <= {newest} AND resolved_at IS NOT NULL",
        PostVersion: of_post,
        Comment: of_post,
        Resolution: of_post,
        Ballot: f"resolution_id IN (SELECT id FROM votables_resolution WHERE {of_post})",
    }
    apart = {model: model.objects.order_by("-pk").values_list("pk", flat=True)[0] for model in models}
    with transaction.atomic(), connection.cursor() as cursor:
        for number in range(1, times):
            for model, which in models.items():
                names, values = _columns(model, apart, number)
                table = model._meta.db_table
                sql = f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} WHERE {which}"
                cursor.execute(f"{sql} AND id <= {apart[model]}")
    go_on_after_keys(list(models))


def _columns(model: Any, apart: dict[Any, int], number: int) -> tuple[str, str]:
    """The columns of a table, and what stands in them in the copy of that number: keys and instants that much later,
    and that a matter changes nothing, for else all of them would wait to be reflected in the rules."""
    from django.db.models import DateTimeField

    names: list[str] = []
    values: list[str] = []
    for field in model._meta.concrete_fields:
        of = model if field.primary_key else field.related_model
        name = f'"{field.column}"'
        names.append(name)
        if of in apart:
            values.append(f"{name} + {number * apart[of]}")
        elif field.column == "changes_nothing":
            values.append("true")
        elif isinstance(field, DateTimeField):
            values.append(f"{name} + interval '{number * MINUTES} minutes'")
        else:
            values.append(name)
    return ", ".join(names), ", ".join(values)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "blognomic.settings")
    django.setup()
    main(int(sys.argv[1]))
