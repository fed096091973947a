"""Secrets: their public list, what each of them said as far as one may know, keeping, changing and revealing them."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from blognomic.web.attempting import attempt, once_confirmed
from gamestate.forms.secrets import HashCheckForm, SecretForm, VersionForm
from gamestate.models import Algorithm, Secret, SecretVersion
from gamestate.permissions import check_keeps, check_may_change, may_hand_over, taker_of
from gamestate.private.hashing import digest, hashed_text, is_hash_of, tidy
from gamestate.queries.secrets import handovers_of, public_secrets, versions_for
from gamestate.services import secrets
from players.queries.reigns import emperor_at, holds_office


@require_safe
def all_secrets(request: HttpRequest) -> HttpResponse:
    """All secrets by dynasty, with their hashes."""
    page = Paginator(public_secrets(), 50).get_page(request.GET.get("page"))
    return render(request, "gamestate/secrets.html", {"page": page})


@never_cache
@require_safe
def secret(request: HttpRequest, pk: int) -> HttpResponse:
    """One secret: its hashes, and the texts that were revealed; for its keeper, all of them."""
    stored = get_object_or_404(Secret.objects.select_related("player", "dynasty", "tell"), pk=pk)
    viewer = request.user if request.user.is_authenticated else None
    context = {
        "secret": stored,
        "versions": versions_for(stored, viewer, at=request.at),
        "handovers": handovers_of(stored),
        "is_keeper": viewer is not None and viewer.pk == stored.player_id,
        "may_hand_over": viewer is not None and may_hand_over(viewer, stored, emperor=emperor_at(request.at)),
    }
    return render(request, "gamestate/secret.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("text", "salt")
@login_required
def new_secret(request: HttpRequest) -> HttpResponse:
    """Begin to keep a secret."""
    check_may_change(request.user)
    is_emperor = holds_office(request.user, request.at)
    form = SecretForm(request.POST if request.method == "POST" else None, is_emperor=is_emperor)

    def keep() -> Secret:
        names = ("name", "text", "algorithm", "tell")
        chosen = {name: form.cleaned_data[name] for name in names}
        for_game = form.cleaned_data.get("for_game", False)
        return secrets.keep(
            leave=request.leave,
            by=request.user,
            at=request.at,
            salt=form.chosen_salt,
            for_game=for_game,
            **chosen,
        )

    context = {
        "title": _("Keep a secret"),
        "lead": _("A private text with a public hash, so that you can prove later what it was."),
        "submit": pgettext("a secret", "Keep it"),
        "cancel_url": reverse("gamestate:secrets"),
    }
    return _carried_out(request, form, keep, _("Kept. Its hash is public from now on."), context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("text", "salt")
@login_required
def change_secret(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a secret say something else."""
    secret = get_object_or_404(Secret.objects.select_related("tell"), pk=pk)
    check_keeps(request.user, secret)
    check_may_change(request.user)
    last = secret.versions.order_by("-at", "-pk").first()
    initial = {"seen": last.pk, "text": last.text}
    form = VersionForm(request.POST if request.method == "POST" else None, initial=initial)

    def change() -> Secret:
        secrets.change(
            leave=request.leave,
            secret=secret,
            seen=form.cleaned_data["seen"] or 0,
            by=request.user,
            at=request.at,
            text=form.cleaned_data["text"],
            salt=form.chosen_salt,
        )
        return secret

    context = {
        "title": _("Change “{name}”").format(name=secret.name),
        "lead": _("It says this from now on. The old text stays in its history, still private."),
        "submit": _("Change it"),
        "cancel_url": secret.get_absolute_url(),
    }
    return _carried_out(request, form, change, _("Changed. Its new hash is public."), context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def reveal_secret(request: HttpRequest, pk: int) -> HttpResponse:
    """Show everybody what one version of a secret said."""
    version = get_object_or_404(SecretVersion.objects.select_related("secret"), pk=pk)
    check_keeps(request.user, version.secret)
    return once_confirmed(
        request,
        lambda: secrets.reveal(leave=request.leave, version=version, by=request.user, at=request.at),
        done=_("Revealed: everybody can read and check it."),
        then=version.secret,
        title=_("Reveal “{name}”?").format(name=version.secret.name),
        sentence=_("Everybody will see the text and the salt of this version, for ever."),
        points=[
            _("The version whose hash is {hash}.").format(hash=version.hash),
            _("Other versions stay private."),
        ],
        submit=_("Reveal it"),
        cancel_url=version.secret.get_absolute_url(),
        danger=True,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def hand_over_secret(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a secret that was kept for the game to the present emperor."""
    secret = get_object_or_404(Secret, pk=pk)
    if request.method == "POST":
        made = secrets.hand_over(leave=request.leave, secret=secret, by=request.user, at=request.at)
        messages.success(request, _("Handed over to {player}.").format(player=made.taker))
        return redirect(secret)
    taker = taker_of(secret, by=request.user, at=request.at)
    context = {
        "title": _("Hand over “{name}”?").format(name=secret.name),
        "sentence": _("{player} keeps it from now on, with all that it ever said. You no longer do.").format(
            player=taker
        ),
        "submit": _("Hand it over"),
        "cancel_url": secret.get_absolute_url(),
    }
    return render(request, "confirm.html", {**context, "danger": True})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("text", "salt")
def check_hash(request: HttpRequest) -> HttpResponse:
    """Hash a text, to be compared with a published hash. Anybody may; nothing is kept."""
    result, status = None, 200
    if request.method == "POST":
        form, status = HashCheckForm(request.POST), 400
        if form.is_valid():
            cleaned, status = form.cleaned_data, 200
            text, salt = tidy(cleaned["text"]), tidy(cleaned["salt"])
            hashed = hashed_text(text, salt)
            result = {
                "hashed": hashed,
                "size": len(hashed.encode()),
                "hash": digest(text, salt, cleaned["algorithm"]),
                "algorithm": Algorithm(cleaned["algorithm"]).label,
                "compared": bool(cleaned["hash"]),
                "is_same": bool(cleaned["hash"])
                and is_hash_of(cleaned["hash"], text, salt, cleaned["algorithm"]),
            }
    else:
        sought = {name: request.GET.get(name, "")[:200] for name in ("hash", "algorithm")}
        form = HashCheckForm(initial={name: value for name, value in sought.items() if value})
    return render(request, "gamestate/check_hash.html", {"form": form, "result": result}, status=status)


def _carried_out(
    request: HttpRequest,
    form: forms.Form,
    act: Callable[[], Secret],
    done: str,
    context: dict[str, object],
) -> HttpResponse:
    """The form, or, once it was sent and what it asks for is done, the way to the secret."""
    sent = attempt(request, form, lambda data: act())
    if sent.is_done:
        messages.success(request, done)
        return redirect(sent.made)
    shown = {**context, "form": form, "refusal": sent.refusal}
    return render(request, "gamestate/secret_form.html", shown, status=sent.status)
