"""The page on which all of the game is searched."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from blognomic.text.outside import is_key
from players.models import Dynasty
from players.queries.roster import DYNASTIES
from ruleset.queries import RuleHeading, headings_now
from votables.archive.counts import SIGN_OF_POSTS
from votables.archive.page import kept_categories
from votables.models import Status
from votables.queries.commands import answers, offers, verbs_known
from votables.queries.game_for_reader import GameForReader
from votables.queries.search import LAST_COMMENT, WHAT, Finds, named, read_wanted, sign_of_finds
from votables.queries.search import search as look_for


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """What has the words, and before it who and what is called so."""
    game = request.frame
    categories, dynasties = _choices(game)
    search_request = read_wanted(request.GET, categories=categories, dynasties=dynasties)
    page_sent = request.GET.get("page", "")
    page = int(page_sent) if is_key(page_sent) else 1
    typed = search_request.typed
    known = offers(typed, game)
    context = {
        "wanted": search_request,
        # What the command box does with the same words, for whoever has no script.
        "offers": verbs_known(game) if not typed and game.present else [*known.meant, *known.begun],
        "page": page,
        "sign": sign_of_finds(search_request, game.present) if game.present else "",
        # Found and shown once for all who look for the same before the game changes: the part is kept.
        "named": SimpleLazyObject(
            lambda: named(search_request.typed, game.present, rules=_rules(game), dynasties=dynasties)
        ),
        "finds": SimpleLazyObject(
            lambda: look_for(search_request, page=page) if search_request.question else Finds()
        ),
        "what": WHAT,
        "categories": categories,
        "statuses": [choice for choice in Status.choices if choice[0]],
        "dynasties": dynasties,
    }
    return render(request, "votables/search.html", context)


@require_safe
def jump(request: HttpRequest) -> JsonResponse:
    """What the command box may do for whoever typed `q`, and where it may lead. Names alone and what
    is at hand, so that it may be asked at every letter."""
    known = answers(request.GET.get("q", ""), request.frame)
    return JsonResponse({"found": known}, headers={"Cache-Control": "private, max-age=10"})


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """Which keys there are, and the switch for them."""
    return render(request, "help/keys.html")


def _choices(game: GameForReader) -> tuple[dict[str, str], tuple[Dynasty, ...]]:
    """The categories and the dynasties that there are, looked up once for all who search."""
    if game.present is None:
        return {}, ()
    _sign, _last, dynasties = game.present.kept_rows(SIGN_OF_POSTS, LAST_COMMENT, DYNASTIES)
    return kept_categories(game.docket.law, game.present), dynasties


def _rules(game: GameForReader) -> list[RuleHeading]:
    return headings_now(game.at, game.present) if game.present else []
