"""One's tokens for programs: making one, which is shown once, and revoking it."""

from datetime import timedelta

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from blognomic.accounts.forms.tokens import TokenForm
from blognomic.accounts.views import asks_who_it_is
from blognomic.web.attempting import attempt
from players.models import Token
from players.services import tokens as services


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@asks_who_it_is
def all_tokens(request: HttpRequest) -> HttpResponse:
    """One's tokens, and making another. The answer to that is the only page that ever shows it."""
    may_define = request.frame.may_define
    form = TokenForm(request.POST if request.method == "POST" else None, may_define=may_define)
    attempted = attempt(request, form, lambda answers: _make(request, **answers))
    made, token = attempted.made or (None, "")
    mine = services.tokens_of(request.user)
    context = {
        "form": TokenForm(may_define=may_define) if made else form,
        "made": made,
        "token": token,
        "refusal": attempted.refusal,
        "live": [one for one in mine if one.is_live(request.at)],
        "over": [one for one in mine if not one.is_live(request.at)],
        "scopes": services.SCOPES,
    }
    return render(request, "account/tokens.html", context, status=201 if made else attempted.status)


def _make(request: HttpRequest, *, name: str, scopes: list[str], days: str) -> tuple[Token, str]:
    """A token of one's own, and what is shown of it once."""
    expires_at = request.at + timedelta(days=int(days)) if int(days) else None
    made, token = services.make(
        by=request.user, at=request.at, name=name, scopes=scopes, expires_at=expires_at
    )
    get_adapter().send_notification_mail("account/email/token_made", request.user, {"name": made.name})
    return made, token


@require_POST
@asks_who_it_is
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a token of one's own be good for nothing any more."""
    token = services.revoke(token=pk, by=request.user, at=request.at)
    get_adapter().send_notification_mail("account/email/token_revoked", request.user, {"name": token.name})
    words = _("“{name}” is revoked and no longer works.")
    messages.success(request, words.format(name=token.name))
    return redirect("api_tokens")
