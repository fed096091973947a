"""What one player has."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from blognomic.text import prose
from gamestate.models import Roll
from gamestate.queries.log import LogQuestion, page_of, shown_updates, updates
from gamestate.queries.now import names_now
from gamestate.queries.tables import CellShown, Column
from gamestate.rendering import links_for
from gamestate.values.state import of_player
from gamestate.views.asking import Looked, look, shared
from players.models import Player

NEWEST = 10


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """One player's state, the newest updates of it, and what the player rolled last."""
    who = get_object_or_404(Player, pk=pk)
    looked = look(request)
    person = looked.state.people.get(who.pk)
    is_here = person is not None and (person.plays or person.idle)
    wanted, at = LogQuestion(player=who.pk, as_of=looked.past), looked.past or request.at
    context = {
        "who": who,
        "person": person if is_here else None,
        "may_edit": looked.may_edit and is_here,
        "suggest": looked.suggestions if is_here else [],
        "looked": looked,
        "has_values": bool(looked.state.of_scope("player")),
        # what is kept of the page needs none of these
        "values": SimpleLazyObject(lambda: values_of(who, looked, at)),
        "updates": SimpleLazyObject(
            lambda: shown_updates(
                page_of(updates(wanted, looked.viewer)[:NEWEST]),
                looked.viewer,
                at=looked.past,
                called=names_now(shared(request)),
            )
        ),
        "rolls": Roll.objects.filter(by=who, at__lte=at).order_by("-number")[:NEWEST],
    }
    return render(request, "gamestate/player.html", context)


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
