"""What the game is and how it is played: for who has just come, for players, for admins and for emperors."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.prose import summary
from ruleset.queries import names_at
from votables.outlook import Outlook, outlook

EXCERPT = 240
GUIDES = ("players", "admins", "emperors")


@require_safe
def welcome(request: HttpRequest) -> HttpResponse:
    """The game in a minute, with a matter of today as the example."""
    game = outlook(request)
    case = next((case for case in game.queue if case.post.category == "proposal"), None)
    case = case or next(iter(game.queue), None)
    excerpt = summary(case.post.body_html, EXCERPT) if case else ""
    return render(request, "guide/welcome.html", {**_law(game), "case": case, "excerpt": excerpt})


@require_safe
def guide(request: HttpRequest, whom: str) -> HttpResponse:
    """How one plays, administers or reigns under the law in force."""
    if whom not in GUIDES:
        raise Http404("There is no such guide.")
    return render(request, f"guide/{whom}.html", {**_law(outlook(request)), "whom": whom})


def _law(game: Outlook) -> dict[str, object]:
    """The law in force, the kind of matter that most is about, and the rules by their names. One query, or none."""
    if game.held is None:
        return {"law": None, "rules": {}}
    law = game.held.law
    rules = game.present.kept("ruleset.names", lambda: names_at(game.at))
    return {"law": law, "rules": rules, "proposal": law.kinds.get("proposal"), "dov": law.kinds.get("dov")}
