"""What one player has."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from blognomic.database.together import together
from blognomic.text import prose
from gamestate.models import Roll
from gamestate.queries.log import LogQuestion, UpdateShown, page_of, shown_updates, updates
from gamestate.queries.now import names_now
from gamestate.queries.rolling import rolls_of
from gamestate.queries.tables import CellShown, Column
from gamestate.rendering import links_for
from gamestate.values.state import of_player
from gamestate.views.viewing import Looked, look, may_do
from players.models import Player

NEWEST = 10


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """One player's state, the newest updates of it, and what the player rolled last."""
    looked = look(request, with_log=True)
    person = looked.state.people.get(pk)
    who = Player(pk=pk, name=person.name) if person else get_object_or_404(Player, pk=pk)
    is_here = person is not None and (person.plays or person.idle)
    at = looked.past or request.at
    context = {
        "who": who,
        "person": person if is_here else None,
        "may_edit": looked.may_edit and is_here,
        "suggest": looked.suggestions if is_here else [],
        "looked": looked,
        "may_do": may_do(request, looked) if request.user.pk == pk else [],
        "has_values": bool(looked.state.of_scope("player")),
        # what is kept of the page needs none of these
        "values": SimpleLazyObject(lambda: values_of(who, looked, at)),
        "lately": SimpleLazyObject(lambda: lately(who, looked, at)),
    }
    return render(request, "gamestate/player.html", context)


@dataclass(frozen=True, slots=True)
class Lately:
    """What has become of a player's state: the newest updates of it, and what the player rolled last."""

    updates: list[UpdateShown]
    rolls: list[Roll]


def lately(who: Player, looked: Looked, at: datetime) -> Lately:
    """The same as the reader sees it, up to `at` (UTC). Two queries, and those for names that are not known."""
    question = LogQuestion(player=who.pk, as_of=looked.past)
    newest, rolls = together(
        page_of(updates(question, looked.viewer)[:NEWEST]),
        rolls_of(who, at=at)[:NEWEST],
    )
    known = names_now(looked.present, None if looked.past else looked.state)
    return Lately(shown_updates(newest, looked.viewer, at=looked.past, known=known), rolls)


def values_of(who: Player, looked: Looked, at: datetime) -> list[tuple[Column, CellShown, str]]:
    """What a player has, as the reader sees it, with the HTML of long texts. Two queries, or none where no long text
    names anything."""
    variables = looked.state.of_scope("player")
    looked.state.expect(holders=[of_player(who.pk)])
    cells = looked.tables.cells(variables, of_player(who.pk))
    long = {cell.variable.id: cell.text for cell in cells if cell.kind == "long" and cell.text}
    links = links_for(*long.values(), at=at) if long else None
    return [
        (
            looked.tables.column(each),
            cell,
            rendered(cell.text, prefix=f"v{each.id}", links=links if each.id in long else None),
        )
        for each, cell in zip(variables, cells, strict=True)
    ]


def rendered(text: str, *, prefix: str, links: prose.Links | None) -> str:
    """The HTML of a long text; "" for one that is none, or that cannot be rendered and is shown as it is."""
    if links is None:
        return ""
    try:
        return prose.render(text, prefix=prefix, links=links)
    except prose.ProseError:
        return ""
