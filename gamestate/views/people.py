"""What one player has."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from gamestate.models import Roll
from gamestate.queries.log import Wanted, shown_updates, updates
from gamestate.queries.tables import suggestions
from gamestate.rendering import links_for
from gamestate.values.state import of_player
from gamestate.views.asking import look
from players import prose
from players.models import Player

NEWEST = 10


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """One player's state, the newest updates of it, and what the player rolled last."""
    who = get_object_or_404(Player, pk=pk)
    looked = look(request)
    tables = looked.tables
    variables = looked.state.of_scope("player")
    cells = tables.cells(variables, of_player(who.pk))
    person = looked.state.people.get(who.pk)
    at = looked.past or request.at
    found = updates(Wanted(player=who.pk, as_of=looked.past), looked.viewer)[:NEWEST]
    rolls = Roll.objects.filter(by=who, at__lte=at).order_by("-number")[:NEWEST]
    long = {cell.variable.id: cell.text for cell in cells if cell.kind == "long" and cell.text}
    is_here = person is not None and (person.plays or person.idle)
    context = {
        "who": who,
        "person": person if is_here else None,
        "may_edit": looked.may_edit and is_here,
        "suggest": suggestions(looked.state) if looked.may_edit and is_here else [],
        "looked": looked,
        "values": [
            (tables.column(variable), cell, rendered(cell.text, prefix=f"v{variable.id}", links=links))
            for variable, cell, links in _with_links(variables, cells, long, at)
        ],
        "updates": shown_updates(found, looked.viewer, at=looked.past),
        "rolls": rolls,
    }
    return render(request, "gamestate/player.html", context)


def _with_links(variables, cells, long, at):
    """The cells with what their texts' names lead to; looked up for all of them at once, where there are any."""
    links = links_for(*long.values(), at=at) if long else None
    for variable, cell in zip(variables, cells, strict=True):
        yield variable, cell, links if variable.id in long else None


def rendered(text: str, *, prefix: str, links: prose.Links | None) -> str:
    """The HTML of a long text; "" for one that is none, or that cannot be rendered and is shown as it is."""
    if links is None:
        return ""
    try:
        return prose.render(text, prefix=prefix, links=links)
    except prose.ProseError:
        return ""
