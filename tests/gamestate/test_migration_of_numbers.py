"""The old log of numbers as the tracker's: nothing of it is lost."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from gamestate.models import Update
from gamestate.queries.numbers_for_law import values_at
from gamestate.queries.snapshot import state_at, state_now
from players.models import Dynasty
from tests.votables.table import person

BEFORE = [("gamestate", "0005_rolls_of_the_chain")]
START = datetime(2026, 3, 2, tzinfo=UTC)
LONG = "how_often_somebody_has_fallen_asleep_at_tern_junction"


@pytest.mark.sweep
@pytest.mark.django_db(transaction=True)
def test_every_number_becomes_a_variable_with_its_history():
    player = person("Alice", at=START)
    dynasty = Dynasty.objects.create(number=1, name="The First", started_at=START)
    day = timedelta(days=1)
    cases = [
        ("gold", "5", 1, "A <b>beginning</b>"),
        ("gold", "7.25", 2, ""),
        ("max", "3", 2, ""),
        (LONG, "1", 3, ""),
        ("gold", "7.25", 4, "Once more"),
    ]
    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes()
    try:
        executor.migrate(BEFORE)
        change = executor.loader.project_state(BEFORE).apps.get_model("gamestate", "Change")
        for name, value, after, why in cases:
            change.objects.create(
                name=name, value=Decimal(value), at=START + after * day, by_id=player.pk, why=why
            )
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(latest)
    assert values_at(START + day) == {"gold": 5}
    assert values_at(START + 9 * day) == {"gold": 7.25, LONG[:40]: 1, "max_2": 3}
    assert [(made.kind, made.by, made.comment, made.html) for made in Update.objects.order_by("pk")] == [
        ("definition", player, "A <b>beginning</b>", "<p>A &lt;b&gt;beginning&lt;/b&gt;</p>"),
        ("change", player, "", ""),
        ("definition", player, "", ""),
        ("definition", player, "", ""),
        ("change", player, "Once more", "<p>Once more</p>"),
    ]
    state = state_now()
    gold = state.variable_of("gold")
    assert (gold.scope, gold.definition.kind, gold.definition.places) == ("game", "decimal", 2)
    assert state.variable_of("max_2").definition.kind == "whole"
    assert state.variable_of(LONG[:40]).definition.name == LONG
    assert state_at(START + 9 * day) == state
    assert dynasty.variables.count() == 3
