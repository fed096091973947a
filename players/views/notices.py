"""A person's notices: the list, read marks, how to hear of what, and the way to stop letters without signing in."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from blognomic.text.outside import is_key
from blognomic.web.errors import RuleBroken
from players.forms.notices import OTHERS, DeviceForm, SettingsForm
from players.notices import inbox as notices
from players.notices import pushing, telling
from players.notices.letters import addresses_of, read_token
from players.notices.notice_kinds import KINDS, How


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


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def notice_settings(request: HttpRequest) -> HttpResponse:
    """Choose how to hear of what."""
    chosen = notices.choices_of(request.user)
    push_key = pushing.public_key()
    devices = list(request.user.devices.order_by("pk")) if push_key else []
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
