"""To whom the emperor shows what is hidden, and beginning a dynasty afresh."""

from django.http import HttpRequest, HttpResponse
from pydantic import Field

from blognomic.web.api import Key, Room, Sent, Text, row_of
from gamestate.hidden import viewer_of
from gamestate.models import Showing
from gamestate.models import Variable as VariableRow
from gamestate.services import showing
from gamestate.views.asking import shared
from players.api import by, like, person_of, token
from votables.api.blog.shapes import WholePost, posted
from votables.models import Post
from votables.services import reinitialising

router = Room("Gamestate")
WRITE, PRIVATE = token("gamestate"), token("private")
WORDS_LENGTH = 10_000


class ShowingOut(like(Showing, "id variable to since until")):
    """The emperor shows a hidden variable to somebody."""


class ShowIn(Sent):
    to: Key = Field(description="The player who shall see it, with all that it was in this dynasty.")


class AfreshIn(Sent):
    body: Text = Field("", max_length=WORDS_LENGTH, description="Markdown. What you say about it.")


@router.get("/gamestate/showings", "Who is shown what", list[ShowingOut], PRIVATE)
def list_showings(request: HttpRequest) -> list[Showing]:
    """For the emperor, to whom hidden variables are shown; for others, which are shown to them."""
    held = Showing.objects.in_hand(request.at).filter(variable__retired_at__isnull=True)
    if not viewer_of(request.user, at=request.at, present=shared(request)).is_emperor:
        held = held.filter(to=request.user)
    return list(held.select_related("to").order_by("variable", "pk"))


@router.add("/gamestate/variables/{variable}/showings", "Show it to somebody", ShowingOut, WRITE)
def show_variable(request: HttpRequest, variable: row_of(VariableRow), sent: ShowIn) -> Showing:
    """As emperor, let a player see a hidden variable."""
    return showing.show(**by(request, "leave"), variable=variable, to=person_of(sent.to))


@router.delete("/gamestate/showings/{shown}", "Stop showing it", ShowingOut, WRITE)
def stop_showing(request: HttpRequest, shown: row_of(Showing.objects.select_related("to"))) -> Showing:
    """As emperor, show a variable to somebody no longer."""
    return showing.stop_showing(showing=shown, **by(request, "leave"))


@router.add("/gamestate/reinitialise", "Begin afresh", WholePost, WRITE)
def reinitialise(request: HttpRequest, response: HttpResponse, sent: AfreshIn) -> Post:
    """Begin the dynasty afresh, once, where a special case lets players do that: a post says so."""
    post = reinitialising.reinitialise(**by(request), body=sent.body)
    return posted(request, response, post)
