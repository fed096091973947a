"""One clock for each request, and one answer to a broken rule."""

from collections.abc import Callable, Mapping

from django.conf import settings
from django.contrib import messages
from django.db import DatabaseError
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from blognomic.accounts.whereabouts import browser_of, network_of
from blognomic.database.unhurried import in_haste
from blognomic.frame import PageFrame
from blognomic.i18n.dynasty_words import speaking
from blognomic.middleware.programs import is_api
from blognomic.server.clock import in_order
from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import naming
from gamestate.services.clockwork import catch_up
from players.models import BESIDE_PEOPLE, Player
from players.sessions import in_person, note_use
from players.sessions import is_due as is_use_due
from ruleset.law.names_of_rules import usual
from ruleset.queries import words_of
from ruleset.text.synonyms import PLAIN, names_of_cases, spoken
from votables.services.courier import LAWFUL
from votables.services.leave import BY_THE_LAW, ByTheLawOnPage
from votables.visits.noting import is_due, note_page

GetResponse = Callable[[HttpRequest], HttpResponse]


def one_clock(get_response: GetResponse) -> GetResponse:
    """Read the clock once: `request.at` is now (UTC) for everything that this request does and shows."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.at = timezone.now()
        return get_response(request)

    return middleware


def words_of_the_dynasty(get_response: GetResponse) -> GetResponse:
    """Speak of players and emperors in the words of the dynasty of `request.at`. It is looked up when a sentence first
    needs it, and is the one that the page's frame shows. Hand down to the views what the game's frame knows
    (`request.frame`): what all pages share (`request.present`), who may change the gamestate now (`request.leave`), and
    what the law says of messages and orders (`request.courier`).

    Which version of the game a page shows is read before anything else that it shows: what is kept of the page must not
    be older than the version under which it is kept. And the clock is read once more after that, so that nothing which
    made that version is later than the instant at which the page shows it; nor is anything else of the game, where the
    clock has been ahead. What was to happen by itself until then has happened before anything is shown, or done.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        player = in_person(request)
        game = request.frame = PageFrame(request.at, player, in_plain_words=is_api(request))
        if game.game is not None:
            game.at = request.at = in_order(timezone.now(), game.latest)
            if game.is_due:
                catch_up(leave=BY_THE_LAW, at=request.at)
                game = request.frame = PageFrame(request.at, player, in_plain_words=is_api(request))
                game.at = request.at = in_order(timezone.now(), game.latest)
        request.present = game.present
        request.leave = ByTheLawOnPage(lambda: game.docket_or_none)
        request.courier = LAWFUL
        with (
            speaking(lambda text: spoken(text, lambda: words_of(game.dynasty), lambda: _names(game))),
            naming(lambda rule: _names_of_rules(game)[rule]),
        ):
            return get_response(request)

    return middleware


def _names(game: PageFrame) -> frozenset[str]:
    """The names that are the same in all words, though they may hold a plain one: those of special cases and of people.
    One query for each version of the game."""

    def known() -> frozenset[str]:
        in_force = next(iter(game.laws), None)
        cases = names_of_cases(in_force.law) if in_force else frozenset()
        named = Player.objects.filter(Q(name__icontains=PLAIN.player) | Q(name__icontains=PLAIN.emperor))
        return cases.union(named.values_list("name", flat=True))

    return (
        game.present.kept("blognomic.names_kept", known, without=BESIDE_PEOPLE)
        if game.present
        else frozenset()
    )


def _names_of_rules(game: PageFrame) -> Mapping[str, str]:
    """What the law in force calls the rules that the site follows. No query."""

    def known() -> Mapping[str, str]:
        in_force = next(iter(game.laws), None)
        return dict(in_force.law.rules.names if in_force else usual())

    return (
        game.present.kept("blognomic.names_of_rules", known, without=BESIDE_PEOPLE)
        if game.present
        else usual()
    )


def visits(get_response: GetResponse) -> GetResponse:
    """Note now and then that somebody who is signed in reads (see `votables.visits`): when they have been given a page
    that they went to, not a part of one that refreshes itself in a window left open. Where the database is busy, or
    takes nothing, it is left to the next page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method == "GET" and request.user.is_authenticated and _went_there(request, response):
            game = request.frame
            if game.game is not None and is_due(game.seen_at, request.at):
                try:
                    with in_haste():
                        note_page(request.user, at=request.at)
                except DatabaseError:
                    pass
        return response

    return middleware


def whereabouts(get_response: GetResponse) -> GetResponse:
    """Note now and then that a session lets somebody in, from which network and with which browser: shown to its owner
    alone (see `players.sessions`). Where the database is busy it is left to the next request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            row = getattr(request.session, "row", None)
            if row is not None and row.pk == request.session.session_key and is_use_due(row, request.at):
                try:
                    with in_haste():
                        note_use(row, at=request.at, network=network_of(request), browser=browser_of(request))
                except DatabaseError:
                    pass
        return response

    return middleware


def _went_there(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether the response is a page of its own, for a person who asked for it."""
    headers = request.headers
    return (
        response.status_code == 200
        and response.headers.get("Content-Type", "").startswith("text/html")
        and "HX-Request" not in headers
        and headers.get("Sec-Fetch-Mode", "navigate") == "navigate"
        and "prefetch" not in headers.get("Sec-Purpose", "")
    )


class rule_broken:
    """Answer a RuleBroken that no view caught with a page that says what stopped it and when it would be allowed."""

    def __init__(self, get_response: GetResponse):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, RuleBroken):
            return None
        list(messages.get_messages(request))
        return render(request, "refused.html", {"refusal": exception}, status=exception.status)
