"""A person's notices: the list, read marks, how to hear of what, and the way to stop letters without signing in."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from blognomic.i18n.dynasty_words import said
from blognomic.text.outside import is_key
from blognomic.web.errors import RuleBroken
from players.models import Device, Player
from players.models.notices import URL_LENGTH
from players.notices import inbox as notices
from players.notices import pushing, telling
from players.notices.kinds import HOW_LABELS, KINDS, How
from players.notices.letters import addresses_of, read_token
from players.permissions import may_be_told


@never_cache
@require_safe
@login_required
def inbox(request: HttpRequest) -> HttpResponse:
    """One's notices, the latest first: all of them, or the unread."""
    unread_only = "unread" in request.GET
    rows = notices.inbox_of(request.user, unread_only=unread_only)
    page = Paginator(rows, notices.PAGE).get_page(request.GET.get("page"))
    newest = max((one.pk for one in page), default=0) if page.number == 1 else 0
    context = {"page": page, "unread_only": unread_only, "newest": newest}
    return render(request, "players/notices.html", context)


@never_cache
@require_safe
@login_required
def open_notice(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark one's own notice as read and go where it leads."""
    notice = telling.open_notice(notice=pk, by=request.user, at=request.at)
    here = url_has_allowed_host_and_scheme(notice.link, allowed_hosts=None)
    return redirect(notice.link if here else "notices:inbox")


@require_POST
@login_required
def read_all(request: HttpRequest) -> HttpResponse:
    """Mark everything as read, up to the newest notice that was on the page."""
    up_to = request.POST.get("up_to", "")
    if not is_key(up_to):
        raise Http404
    number = telling.read_all(by=request.user, at=request.at, up_to=int(up_to))
    messages.success(
        request,
        ngettext("{number} marked as read.", "{number} marked as read.", number).format(number=number)
        if number
        else _("You had already read everything."),
    )
    return redirect("notices:inbox")


OTHERS = ("digest_hour", "language", "votes_by_letter")
HOURS = [("", gettext_lazy("none")), *((hour, f"{hour:02}:00 UTC") for hour in range(24))]


def _hour(word: str) -> int | None:
    return int(word) if word else None


class SettingsForm(forms.Form):
    """How to hear of each kind of thing, and at which hour the daily e-mail goes."""

    digest_hour = forms.TypedChoiceField(
        coerce=int,
        choices=[(hour, f"{hour:02}:00 UTC") for hour in range(24)],
        label=gettext_lazy("The daily e-mail goes at"),
        help_text=gettext_lazy("With everything you have not read. Nothing new, no e-mail."),
    )

    language = forms.ChoiceField(
        choices=settings.LANGUAGES,
        label=gettext_lazy("E-mails are written in"),
        help_text=gettext_lazy("The switch at the foot of each page changes this too."),
    )

    votes_by_letter = forms.BooleanField(
        required=False,
        label=gettext_lazy("Links in e-mails that vote for me"),
        help_text=gettext_lazy("Anybody who reads your e-mails can then vote as you."),
    )

    pushed = forms.MultipleChoiceField(
        required=False,
        label=gettext_lazy("Pushed to my devices"),
        widget=forms.CheckboxSelectMultiple,
    )
    quiet_from = forms.TypedChoiceField(
        required=False,
        coerce=_hour,
        empty_value=None,
        choices=HOURS,
        label=gettext_lazy("Nothing is pushed from"),
    )
    quiet_until = forms.TypedChoiceField(
        required=False, coerce=_hour, empty_value=None, choices=HOURS, label=gettext_lazy("until")
    )

    def __init__(self, *args: Any, player: Player, pushes: bool, **kwargs: Any):
        """`pushes`: whether the person has devices, and chooses what is pushed to them."""
        super().__init__(*args, **kwargs)
        labels = {kind: _(one.label) for kind, one in KINDS.items() if may_be_told(player, kind)}
        for kind, label in labels.items():
            self.fields[kind] = forms.ChoiceField(
                label=label, choices=[(how, _(words)) for how, words in HOW_LABELS.items()]
            )
        self.fields["pushed"].choices = [(kind, said(label)) for kind, label in labels.items()]
        if not pushes:
            for name in ("pushed", "quiet_from", "quiet_until"):
                del self.fields[name]
        self.order_fields([*KINDS, *OTHERS])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if (cleaned.get("quiet_from") is None) != (cleaned.get("quiet_until") is None):
            self.add_error("quiet_until", _("Choose both hours, or leave both empty."))
        return cleaned

    @property
    def choices(self) -> dict[str, Any]:
        """What was chosen, as `telling.choose` takes it."""
        cleaned = self.cleaned_data
        chosen = {name: cleaned[name] for name in OTHERS}
        chosen["kinds"] = {kind: cleaned[kind] for kind in KINDS if kind in cleaned}
        if "pushed" in cleaned:
            chosen["pushed"] = {kind: kind in cleaned["pushed"] for kind in chosen["kinds"]}
            chosen["quiet"] = (
                () if cleaned["quiet_from"] is None else (cleaned["quiet_from"], cleaned["quiet_until"])
            )
        return chosen


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def notice_settings(request: HttpRequest) -> HttpResponse:
    """Choose how to hear of what."""
    chosen = notices.choices_of(request.user)
    push_key = pushing.public_key()
    devices = list(Device.objects.filter(player=request.user).order_by("pk")) if push_key else []
    whose = {"player": request.user, "pushes": bool(devices)}
    status = 200
    if request.method == "POST":
        form = SettingsForm(request.POST, **whose)
        if form.is_valid():
            telling.choose(by=request.user, at=request.at, **form.choices)
            messages.success(request, _("Saved."))
            return redirect("notices:settings")
        status = 400
    else:
        initial = {
            **{kind: how.value for kind, how in chosen.by_kind.items()},
            **{name: getattr(chosen, name) for name in (*OTHERS, "pushed", "quiet_from", "quiet_until")},
        }
        form = SettingsForm(initial=initial, **whose)
    address = addresses_of([request.user.pk]).get(request.user.pk)
    context = {
        "form": form,
        "address": address,
        "trouble": chosen.trouble,
        "devices": devices,
        "push_key": push_key,
    }
    return render(request, "players/notice_settings.html", context, status=status)


class DeviceForm(forms.Form):
    """What a browser says of itself when notices are to be pushed to it."""

    name = forms.CharField(max_length=200, required=False)
    endpoint = forms.CharField(max_length=URL_LENGTH)
    public_key = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)


@require_POST
@login_required
def add_device(request: HttpRequest) -> HttpResponse:
    """Push notices to the browser that asks for it."""
    form = DeviceForm(request.POST)
    if not pushing.public_key() or not form.is_valid():
        raise RuleBroken(
            _("Your browser did not say where to send notices. Try again, or use another browser."),
            status=400,
        )
    device, is_new = pushing.add_device(by=request.user, at=request.at, **form.cleaned_data)
    if is_new:
        messages.success(request, _("From now on, “{device}” shows your notices.").format(device=device))
    return redirect("notices:settings")


@require_POST
@login_required
def remove_device(request: HttpRequest, pk: int) -> HttpResponse:
    """Push nothing more to one of one's devices."""
    pushing.remove_device(by=request.user, device=pk)
    messages.success(request, _("Removed."))
    return redirect("notices:settings")


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the letters that a signed address names: POST does it, as RFC 8058 lets mail programs do in one click, from
    wherever and without signing in; GET only asks. The address is the leave, so there is no other token to check."""
    read = read_token(token)
    if read is None:
        raise Http404
    player, of = read
    done = ""
    if request.method == "POST":
        done = "all" if "all" in request.POST else of
        telling.stop_letters(player=player, of=done, at=request.at)
    words = (
        _("the daily e-mails")
        if of == How.DAILY
        else _("e-mails of the kind “{kind}”").format(kind=_(KINDS[of].label))
    )
    context = {"words": _("any e-mails") if done == "all" else words, "done": bool(done)}
    return render(request, "players/unsubscribe.html", context)
