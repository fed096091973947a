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
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from blognomic.web.errors import RuleBroken
from gamestate.models import Algorithm, Secret, SecretVersion, Variable
from gamestate.permissions import DYNASTIC, check_keeps, check_may_change, holds_office
from gamestate.private.hashing import digest, hashed_text, is_hash_of, tidy
from gamestate.queries.secrets import handovers_of, public_secrets, versions_for
from gamestate.services import secrets
from players.models import Reign
from votables.views.attempting import attempt

RANDOM, OWN, NONE = "random", "own", "none"
PRIVATE = {"autocomplete": "off", "spellcheck": "false"}


class VersionForm(forms.Form):
    """What a secret says, and how its hash is salted. `seen` is the version that its keeper looked at."""

    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    text = forms.CharField(
        max_length=secrets.TEXT_LENGTH,
        strip=False,
        label=gettext_lazy("The secret"),
        widget=forms.Textarea(attrs={"rows": 6, **PRIVATE}),
        help_text=gettext_lazy("Only you see it, until you reveal it. It stays in its history."),
    )
    salting = forms.ChoiceField(
        label=gettext_lazy("Salt"),
        choices=[
            (RANDOM, gettext_lazy("drawn at random")),
            (OWN, gettext_lazy("words of my own, as below")),
            (NONE, gettext_lazy("none: the hash of a short or likely text can then be guessed")),
        ],
        initial=RANDOM,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "What follows the text, after a space, in what is hashed. It keeps people from guessing the text."
        ),
    )
    salt = forms.CharField(
        max_length=secrets.SALT_LENGTH,
        required=False,
        label=gettext_lazy("Words of my own"),
        widget=forms.TextInput(attrs=PRIVATE),
        help_text=gettext_lazy(
            "Private until revealed, too. Some rules ask for words that do not appear in the ruleset."
        ),
    )

    def clean(self) -> None:
        salting, salt = self.cleaned_data.get("salting"), self.cleaned_data.get("salt", "")
        if salting == OWN and not salt:
            self.add_error("salt", _("Write the words, or choose another salt."))
        if salting in (RANDOM, NONE) and salt:
            self.add_error("salting", _("You wrote words of your own: choose them, or take them away."))

    @property
    def chosen_salt(self) -> str | None:
        """The salt as the services take it: None for a random one."""
        salts = {RANDOM: None, NONE: "", OWN: self.cleaned_data["salt"]}
        return salts[self.cleaned_data["salting"]]


class SecretForm(VersionForm):
    """A new secret."""

    name = forms.CharField(
        max_length=secrets.NAME_LENGTH,
        label=gettext_lazy("Public name"),
        help_text=gettext_lazy("Everybody sees it, such as “Secret”."),
    )
    algorithm = forms.ChoiceField(
        choices=Algorithm.choices,
        label=gettext_lazy("Hashed with"),
        help_text=gettext_lazy("SHA-256, or MD5 where the rules call for it."),
    )
    tell = forms.ModelChoiceField(
        Variable.objects.none(),
        required=False,
        label=gettext_lazy("Also track the hash in"),
        empty_label=gettext_lazy("nothing else"),
        help_text=gettext_lazy(
            "A text that each player has, such as a Tell. It is set whenever the secret changes."
        ),
    )
    for_game = forms.BooleanField(
        required=False,
        label=gettext_lazy("Kept for the game, as emperor"),
        help_text=gettext_lazy(
            "It stays yours when your reign ends; you may then hand it over to the next emperor."
        ),
    )
    field_order = ["name", "text", "salting", "salt", "algorithm", "tell", "for_game"]

    def __init__(self, *args, is_emperor: bool, **kwargs):
        super().__init__(*args, **kwargs)
        del self.fields["seen"]
        if not is_emperor:
            del self.fields["for_game"]
        tells = Variable.objects.live().filter(scope=Variable.Scope.PLAYER, definition__kind="text")
        self.fields["tell"].queryset = tells.order_by("key")


class CheckForm(forms.Form):
    """A text to hash, and the hash that it is said to have. Nothing of it is kept."""

    text = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=2 * secrets.TEXT_LENGTH,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5, **PRIVATE}),
        help_text=gettext_lazy("Without the salt, if you write that below."),
    )
    salt = forms.CharField(
        label=gettext_lazy("Salt"),
        max_length=secrets.SALT_LENGTH,
        required=False,
        widget=forms.TextInput(attrs=PRIVATE),
        help_text=gettext_lazy("The words that follow the secret, if it was hashed with some."),
    )
    algorithm = forms.ChoiceField(
        choices=Algorithm.choices,
        label=gettext_lazy("Hashed with"),
        help_text=gettext_lazy("As the page of the secret says."),
    )
    hash = forms.CharField(
        max_length=200,
        required=False,
        label=gettext_lazy("Published hash"),
        help_text=gettext_lazy("To compare with; without it the hash is only computed."),
    )


@require_safe
def all_secrets(request: HttpRequest) -> HttpResponse:
    """All secrets by dynasty, with their hashes."""
    page = Paginator(public_secrets(), 50).get_page(request.GET.get("page"))
    return render(request, "gamestate/secrets.html", {"page": page})


@never_cache
@require_safe
def secret(request: HttpRequest, pk: int) -> HttpResponse:
    """One secret: its hashes, and the texts that were revealed; for its keeper, all of them."""
    found = get_object_or_404(Secret.objects.select_related("player", "dynasty", "tell"), pk=pk)
    viewer = request.user if request.user.is_authenticated else None
    reign = Reign.objects.at(request.at).first()
    is_keeper = viewer is not None and viewer.pk == found.player_id
    context = {
        "secret": found,
        "versions": versions_for(found, viewer, at=request.at),
        "handovers": handovers_of(found),
        "is_keeper": is_keeper,
        "may_hand_over": is_keeper and found.for_game and reign is not None and reign.player_id != viewer.pk,
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
        told = {name: form.cleaned_data[name] for name in names}
        for_game = form.cleaned_data.get("for_game", False)
        return secrets.keep(
            leave=request.leave,
            by=request.user,
            at=request.at,
            salt=form.chosen_salt,
            for_game=for_game,
            **told,
        )

    context = {
        "title": _("Keep a secret"),
        "lead": _(
            "A private text, bound to a hash that everybody sees, so that you can prove later what it was."
        ),
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
    found = get_object_or_404(Secret.objects.select_related("tell"), pk=pk)
    check_keeps(request.user, found)
    check_may_change(request.user)
    last = found.versions.order_by("-at", "-pk").first()
    initial = {"seen": last.pk, "text": last.text}
    form = VersionForm(request.POST if request.method == "POST" else None, initial=initial)

    def change() -> Secret:
        secrets.change(
            leave=request.leave,
            secret=found,
            seen=form.cleaned_data["seen"] or 0,
            by=request.user,
            at=request.at,
            text=form.cleaned_data["text"],
            salt=form.chosen_salt,
        )
        return found

    context = {
        "title": _("Change “{name}”").format(name=found.name),
        "lead": _(
            "It says this from now on. What it said before stays in its history, as private as it was."
        ),
        "submit": _("Change it"),
        "cancel_url": found.get_absolute_url(),
    }
    return _carried_out(request, form, change, _("Changed. Its new hash is public."), context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def reveal_secret(request: HttpRequest, pk: int) -> HttpResponse:
    """Show everybody what one version of a secret said."""
    version = get_object_or_404(SecretVersion.objects.select_related("secret"), pk=pk)
    check_keeps(request.user, version.secret)
    if request.method == "POST":
        secrets.reveal(leave=request.leave, version=version, by=request.user, at=request.at)
        messages.success(request, _("Revealed: everybody can read and check it."))
        return redirect(version.secret)
    context = {
        "title": _("Reveal “{name}”?").format(name=version.secret.name),
        "sentence": _("Everybody will see the text and the salt of this version, for ever."),
        "points": [
            _("The version whose hash is {hash}.").format(hash=version.hash),
            _("Other versions stay as private as they are."),
        ],
        "submit": _("Reveal it"),
        "cancel_url": version.secret.get_absolute_url(),
    }
    return render(request, "gamestate/confirm.html", {**context, "danger": True})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def hand_over_secret(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a secret that was kept for the game to the present emperor."""
    found = get_object_or_404(Secret, pk=pk)
    check_keeps(request.user, found)
    if request.method == "POST":
        made = secrets.hand_over(leave=request.leave, secret=found, by=request.user, at=request.at)
        messages.success(request, _("Handed over to {player}.").format(player=made.taker))
        return redirect(found)
    if not found.for_game:
        raise RuleBroken(_("A player’s own secret is handed to nobody. It can be revealed."), rule=DYNASTIC)
    reign = Reign.objects.at(request.at).select_related("player").first()
    if reign is None or reign.player_id == request.user.pk:
        raise RuleBroken(_("There is no other emperor to hand it over to."), rule=DYNASTIC)
    context = {
        "title": _("Hand over “{name}”?").format(name=found.name),
        "sentence": _(
            "It becomes {player}'s to keep, with all that it ever said, and no longer yours."
        ).format(player=reign.player),
        "submit": _("Hand it over"),
        "cancel_url": found.get_absolute_url(),
    }
    return render(request, "gamestate/confirm.html", {**context, "danger": True})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("text", "salt")
def check_hash(request: HttpRequest) -> HttpResponse:
    """Hash a text, to be compared with a published hash. Anybody may; nothing is kept."""
    result, status = None, 200
    if request.method == "POST":
        form, status = CheckForm(request.POST), 400
        if form.is_valid():
            told, status = form.cleaned_data, 200
            text, salt = tidy(told["text"]), tidy(told["salt"])
            hashed = hashed_text(text, salt)
            result = {
                "hashed": hashed,
                "size": len(hashed.encode()),
                "hash": digest(text, salt, told["algorithm"]),
                "algorithm": Algorithm(told["algorithm"]).label,
                "asked": bool(told["hash"]),
                "is_same": bool(told["hash"]) and is_hash_of(told["hash"], text, salt, told["algorithm"]),
            }
    else:
        asked = {name: request.GET.get(name, "")[:200] for name in ("hash", "algorithm")}
        form = CheckForm(initial={name: value for name, value in asked.items() if value})
    return render(request, "gamestate/check_hash.html", {"form": form, "result": result}, status=status)


def _carried_out(
    request: HttpRequest,
    form: forms.Form,
    act: Callable[[], Secret],
    done: str,
    context: dict[str, object],
) -> HttpResponse:
    """The form, or, once it was sent and what it asks for is done, the way to the secret."""
    sent = attempt(request, form, lambda said: act())
    if sent.is_done:
        messages.success(request, done)
        return redirect(sent.made)
    told = {**context, "form": form, "refusal": sent.refusal}
    return render(request, "gamestate/secret_form.html", told, status=sent.status)
