"""Pages of accounts beside django-allauth's: where one is signed in, and what asks once more who one is."""

from collections.abc import Callable

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.forms import ResetPasswordForm
from allauth.account.internal.flows import reauthentication
from allauth.account.views import password_set
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from blognomic.accounts.forms.closing import ClosingForm
from blognomic.web.errors import RuleBroken
from players import sessions
from players.services import tokens
from votables.services.last_admin import check_may_close, close_account_of

from . import address_back

View = Callable[..., HttpResponse]


def asks_who_it_is(view: View) -> View:
    """What the view does takes somebody who has just proved again who they are: a session may be borrowed. Who has not
    is led to do so, and what they sent is done then. Looking is free."""
    return login_required(
        reauthentication_required(view, enabled=lambda request: request.method not in ("GET", "HEAD"))
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_address_back(request: HttpRequest, token: str) -> HttpResponse:
    """What the link in the letter to a removed address leads to. It asks for nothing else, for whoever removed it may
    have taken everything else; programs that look at links in letters undo nothing."""
    if request.method != "POST":
        removed = address_back.read(token, at=request.at)
        return render(request, "account/address_back.html", {"email": removed.email, "until": removed.until})
    player, gone = address_back.take_back(token, at=request.at)
    adapter = get_adapter()
    adapter.send_notification_mail(
        "account/email/address_back", player, {"back_email": player.email, "gone": gone}
    )
    form = ResetPasswordForm({"email": player.email})
    if form.is_valid():
        form.save(request)
    words = _("Your address is back. We sent a link to it: choose a new password there to get in.")
    messages.success(request, words)
    return redirect("account_login")


@never_cache
@require_safe
@login_required
def all_sessions(request: HttpRequest) -> HttpResponse:
    """Where one is signed in, and the programs that have a token: when and where each was last used."""
    rows = sessions.sessions_of(request.user, at=request.at)
    here = request.session.session_key
    context = {
        "here": next((row for row in rows if row.pk == here), None),
        "others": [(sessions.handle_of(row.pk), row) for row in rows if row.pk != here],
        "tokens": [one for one in tokens.tokens_of(request.user) if one.is_live(request.at)],
    }
    return render(request, "account/sessions.html", context)


@require_POST
@asks_who_it_is
def end_session(request: HttpRequest, handle: str) -> HttpResponse:
    """End one of one's own sessions."""
    if not sessions.end(handle, of=request.user):
        raise RuleBroken(_("This session has already ended."), status=404)
    return _ended(request, 1)


@require_POST
@asks_who_it_is
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    """End all of one's sessions but this one."""
    return _ended(request, sessions.end_all(request.user, but=request.session.session_key))


def _ended(request: HttpRequest, number: int) -> HttpResponse:
    if number:
        get_adapter().send_notification_mail("account/email/sessions_ended", request.user, {"number": number})
    words = ngettext("{number} session ended.", "{number} sessions ended.", number)
    messages.success(request, words.format(number=number))
    return redirect("account_sessions")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def set_password(request: HttpRequest) -> HttpResponse:
    """Choose a password for an account that has none. What was sent is not kept meanwhile, since it is a password."""
    if request.user.has_usable_password():
        return redirect("account_change_password")
    if request.method == "POST" and reauthentication.is_reauthentication_required(request, app=""):
        return redirect("account_set_password")
    return reauthentication_required(password_set)(request)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@asks_who_it_is
def close(request: HttpRequest) -> HttpResponse:
    """Close one's account for good. Its addresses are told while it still has them."""
    form = ClosingForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(request, "account/close.html", {"form": form}, status=400 if form.is_bound else 200)
    check_may_close(request.user, at=request.at)
    get_adapter().send_notification_mail("account/email/account_closed", request.user)
    close_account_of(request.user, at=request.at)
    logout(request)
    messages.success(request, _("Your account is closed. What you wrote in the game stays in its record."))
    return redirect("home")
