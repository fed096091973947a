"""The admins' webhooks: which channels outside are told of what."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from blognomic.web.attempting import attempt
from players.forms.webhooks import WebhookChangeForm, WebhookForm
from players.models import Webhook
from players.notices import channels
from players.notices.inbox import webhooks as all_webhooks
from players.notices.notice_kinds import BUSY, PUBLIC

# Refuses who is no admin, by the rule of the law in force: the address hands it in.
Check = Callable[[HttpRequest], None]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("url")
@login_required
def webhooks(request: HttpRequest, *, check_admin: Check) -> HttpResponse:
    """All webhooks with what came of the latest calls; and setting up another."""
    check_admin(request)
    form = WebhookForm(
        request.POST if request.method == "POST" else None,
        initial={"kinds": [kind for kind in PUBLIC if kind not in BUSY]},
    )
    sent = attempt(request, form, lambda data: channels.set_up(by=request.user, at=request.at, **data))
    if sent.is_done:
        messages.success(request, _("Set up. Test it to see whether it works."))
        return redirect("notices:webhooks")
    context = {"webhooks": all_webhooks(), "form": form, "refusal": sent.refusal, "kinds": PUBLIC}
    return render(request, "players/webhooks.html", context, status=sent.status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("url")
@login_required
def webhook(request: HttpRequest, pk: int, *, check_admin: Check) -> HttpResponse:
    """Change a webhook, or turn it on or off."""
    check_admin(request)
    hook = get_object_or_404(Webhook, pk=pk, removed_at=None)
    initial = {"name": hook.name, "kinds": hook.kinds, "is_on": hook.is_on}
    form = WebhookChangeForm(request.POST if request.method == "POST" else None, initial=initial)
    sent = attempt(
        request, form, lambda data: channels.change(webhook=pk, by=request.user, at=request.at, **data)
    )
    if sent.is_done:
        messages.success(request, _("Saved."))
        return redirect("notices:webhooks")
    context = {"webhook": hook, "form": form, "refusal": sent.refusal}
    return render(request, "players/webhook.html", context, status=sent.status)


@require_POST
@login_required
def test_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a word to the channel now, and say what came of it."""
    call = channels.test(webhook=pk, by=request.user, clock=timezone.now)
    if call.sent_at is not None:
        messages.success(request, _("The test message has arrived."))
    else:
        messages.error(request, _("The test message did not arrive. {problem}").format(problem=call.problem))
    return redirect("notices:webhooks")


@require_POST
@login_required
def sign_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign the calls to it with another secret from now on."""
    hook = channels.sign_anew(webhook=pk, by=request.user, at=request.at)
    messages.success(request, _("From now on, the site signs with the new secret."))
    return redirect(hook)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def remove_webhook(request: HttpRequest, pk: int, *, check_admin: Check) -> HttpResponse:
    """Remove a webhook and forget its address and secret: asked about first, since neither can be read again."""
    if request.method != "POST":
        check_admin(request)
        hook = get_object_or_404(Webhook, pk=pk, removed_at=None)
        context = {
            "title": _("Remove “{name}”?").format(name=hook.name),
            "sentence": _("The site forgets its address and its secret. To pause it, turn it off."),
            "submit": _("Remove"),
            "danger": True,
            "cancel_url": reverse("notices:webhook", args=[pk]),
        }
        return render(request, "confirm.html", context)
    hook = channels.remove(webhook=pk, by=request.user, at=request.at)
    messages.success(request, _("“{name}” is removed.").format(name=hook.name))
    return redirect("notices:webhooks")
