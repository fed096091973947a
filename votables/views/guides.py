"""What the game is and how it is played: for who has just come, for players, for admins and for emperors."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from blognomic.text.prose import summary
from votables.queries.game_for_reader import GameForReader
from votables.queries.pending import Case
from votables.visits.first_steps import Steps, steps_of
from votables.visits.noting import put_away_first_steps

EXCERPT = 240
OPEN = ("open", "popular", "unpopular", "waiting")
GUIDES = ("players", "admins", "emperors")


@require_safe
def welcome(request: HttpRequest) -> HttpResponse:
    """The game in a minute, with a matter of today as the example."""
    game = request.frame
    case = max(game.queue, key=_worth_showing, default=None)
    excerpt = summary(case.post.body_html, EXCERPT) if case else ""
    return render(request, "guide/welcome.html", {**_law(game), "case": case, "excerpt": excerpt})


def first_steps(request: HttpRequest) -> Steps | None:
    """What a newcomer who reads the front page has done of the first steps; None for everybody else. One query for whom
    it was not yet seen that they are done, and a write, once, when they are."""
    game = request.frame
    if game.player is None or game.guided or game.game is None or "HX-Request" in request.headers:
        return None
    steps = steps_of(game.player)
    if not steps.are_done:
        return steps
    try:
        put_away_first_steps(game.player, at=request.at)
    except OperationalError:
        pass  # the database is busy: the next page will do
    return None


@require_POST
@login_required
def put_away(request: HttpRequest) -> HttpResponse:
    """Show no list of first steps any more, or show it again."""
    put_away_first_steps(request.user, at=request.at, again="again" in request.POST)
    if "again" not in request.POST:
        messages.success(request, _("First steps are hidden. You can show them again from the guide."))
    return redirect("home")


@require_safe
def guide(request: HttpRequest, whom: str) -> HttpResponse:
    """How one plays, administers or reigns under the law in force."""
    if whom not in GUIDES:
        raise Http404(_("There is no such guide."))
    return render(request, f"guide/{whom}.html", {**_law(request.frame), "whom": whom})


def _worth_showing(case: Case) -> tuple[bool, bool, int]:
    """How well a matter shows what a vote is: one that is open, a proposal, with many votes."""
    return case.state in OPEN, case.post.category == "proposal", len(case.votes)


def _law(game: GameForReader) -> dict[str, object]:
    """The law in force, the kind of matter that most is about, and the rules by their names. One query, or none."""
    if game.docket_or_none is None:
        return {"law": None, "rules": {}}  # as before the founding
    law = game.docket_or_none.law
    rules = game.rules
    limited_to = law.kinds.get(law.mantle.limited_to or "")
    return {
        "law": law,
        "rules": rules,
        "proposal": law.kinds.get("proposal"),
        "dov": law.kinds.get("dov"),
        "limited_to": limited_to.label if limited_to else law.mantle.limited_to,
    }
