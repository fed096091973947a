"""Being one of the players of the demo with one click."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from blognomic.text.outside import is_key
from votables.demo.accounts import demo_players, is_open

BACKEND = "django.contrib.auth.backends.ModelBackend"


def only_in_a_demo(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Anywhere else there is no such page, whatever is asked of it."""

    @wraps(view)
    def shown(request: HttpRequest) -> HttpResponse:
        if not is_open(request.frame.game):
            raise Http404(_("This is not a demo."))
        return view(request)

    return shown


@only_in_a_demo
@require_POST
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in as the demo player whose key is posted as `player`."""
    key = request.POST.get("player", "")
    if not is_key(key):
        raise Http404(_("There is no such demo player."))
    player = get_object_or_404(demo_players(), pk=int(key))
    login(request, player, backend=BACKEND)
    messages.success(request, _("You are {player} now.").format(player=player))
    after = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(after, request.get_host(), require_https=request.is_secure())
    return redirect(after if safe else resolve_url("home"))
