"""A tracker for tests of all pages: something of everything that can be tracked, changed, disputed and shown."""

from datetime import datetime

from gamestate.models import Entry, Page, Row, Showing, Variable
from gamestate.services.showing import show
from gamestate.services.undoing import dispute
from gamestate.services.updating import update
from gamestate.values.steps import read_step
from players.models import Player
from tests.gamestate.tracker import define, put, table, track, whose
from tests.leaves import GIVEN


def stage_tracker(
    *, admin: Player, author: Player, player: Player, emperor: Player, at: datetime, now: datetime
) -> dict[str, int | str]:
    """Variables, a table, a page, a disputed update and a hidden variable that is shown to the author; their
    keys by what they are for."""
    track(
        *table("locations", "Forest"),
        define("locations.capacity", default="3"),
        define("vigilance", scope="game", default="4"),
        define("wealth", default="5"),
        define("motive", "text", blank=True, audience="emperor"),
        define("grudge", "text", blank=True, audience="emperor"),
        by=admin,
        at=at,
    )
    page = {"do": "page", "path": "gallery", "name": "The Gallery", "to": "Words."}
    made = update(
        leave=GIVEN,
        by=player,
        at=at,
        steps=[put("wealth", "+1", *whose(player, author)), read_step(page)],
        comment="A windfall",
    )
    other = update(leave=GIVEN, by=player, at=at, steps=[], comment="Nothing happens.")
    disputed = dispute(leave=GIVEN, update=made, by=author, at=at, why="No.")
    variables = dict(Variable.objects.values_list("key", "pk"))
    shown: Showing = show(
        leave=GIVEN, variable=Variable.objects.get(key="grudge"), to=author, by=emperor, at=now
    )
    seen = {entry.variable_id: entry.pk for entry in Entry.objects.filter(about="variable")}
    return {
        "wealth": variables["wealth"],
        "motive": variables["motive"],
        "locations": "locations",
        "row": Row.objects.get().pk,
        "gallery": Page.objects.get().key,
        "update": made.pk,
        "second update": other.pk,
        "dispute": disputed.pk,
        "showing": shown.pk,
        "seen wealth": seen[variables["wealth"]],
        "seen locations": Entry.objects.get(about="table").pk,
        "seen row": Entry.objects.get(about="row").pk,
    }
