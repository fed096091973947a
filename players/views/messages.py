"""Private messages: the boxes, a conversation, writing, and whom one blocks. For parties alone; others find nothing."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from blognomic.web.attempting import attempt
from blognomic.web.errors import NeedsConfirmation, RuleBroken
from players.courier import Restraint
from players.forms.messages import NAMES_LENGTH, BlockForm, ReplyForm, WriteForm
from players.notices.telling import saw
from players.queries import messages as mailbox
from players.queries.messages import Box
from players.services import messages as messaging

BOXES = {
    Box.INBOX: gettext_lazy("Inbox"),
    Box.SENT: pgettext_lazy("messages", "Sent"),
    Box.ARCHIVED: pgettext_lazy("messages", "Archived"),
}
DONE = {
    "archive": gettext_lazy("Archived. It comes back when somebody answers."),
    "restore": gettext_lazy("Back in your inbox."),
    "unread": gettext_lazy("Marked as unread."),
}


@never_cache
@require_safe
@login_required
def all_messages(request: HttpRequest) -> HttpResponse:
    """One's conversations: in the inbox, those one has written in, those put away."""
    chosen = request.GET.get("box", "")
    box = Box(chosen) if chosen in BOXES else Box.INBOX
    page = Paginator(mailbox.box_of(request.user, box), mailbox.PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "box": box.value, "boxes": [(one.value, words) for one, words in BOXES.items()]}
    return render(request, "players/messages.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("to", "subject", "text")
@login_required
def write(request: HttpRequest) -> HttpResponse:
    """Begin a conversation. Under No Collaboration its author is reminded of it, and confirms."""
    restraint = request.courier.restraint(request.at)
    is_restrained = restraint is not None
    if request.method == "POST":
        form = WriteForm(request.POST, restrained=is_restrained)
    else:
        lengths = {"to": NAMES_LENGTH, "text": messaging.TEXT_LENGTH}
        initial = {name: request.GET.get(name, "")[:most] for name, most in lengths.items()}
        initial |= {"to_emperor": "emperor" in request.GET}
        form = WriteForm(initial=initial, restrained=is_restrained)
    sent = attempt(
        request,
        form,
        lambda data: messaging.send(courier=request.courier, by=request.user, at=request.at, **data),
    )
    if sent.is_done:
        messages.success(request, _("Sent."))
        return redirect(sent.made)
    context = {
        "form": form,
        "refusal": sent.refusal,
        "restraint": _unsaid(restraint, sent.refusal),
        "preview": reverse("votables:preview"),
    }
    return render(request, "players/write.html", context, status=sent.status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("text")
@login_required
def thread(request: HttpRequest, pk: int) -> HttpResponse:
    """A conversation, for its parties; with an answer, when one is sent."""
    reading = mailbox.read_thread(request.user, pk, page=request.GET.get("page"))
    if reading is None:
        raise Http404
    restraint = request.courier.restraint(request.at)
    form = ReplyForm(request.POST if request.method == "POST" else None, restrained=restraint is not None)
    sent = attempt(
        request,
        form,
        lambda data: messaging.reply(
            courier=request.courier, thread=pk, by=request.user, at=request.at, **data
        ),
    )
    if sent.is_done:
        return redirect(f"{reading.thread.get_absolute_url()}#message-{sent.made.pk}")
    if request.method == "GET" and reading.party.is_unread:
        messaging.see(party=reading.party, newest=reading.newest)
        saw(by=request.user, link=reading.thread.get_absolute_url(), at=request.at)
        request.frame.look_again()
    context = {
        "reading": reading,
        "page": reading.page,
        "form": form,
        "refusal": sent.refusal,
        "restraint": _unsaid(restraint, sent.refusal),
        "preview": reverse("votables:preview"),
    }
    return render(request, "players/thread.html", context, status=sent.status)


@require_POST
@login_required
def sort_thread(request: HttpRequest, pk: int) -> HttpResponse:
    """Put a conversation away, bring it back, or mark it as unread."""
    act = request.POST.get("act", "")
    messaging.sort(thread=pk, by=request.user, at=request.at, act=act if act in DONE else "")
    messages.success(request, DONE[act])
    return redirect("players:messages")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def blocked(request: HttpRequest) -> HttpResponse:
    """Whom one blocks: a private list, to add to and to take from."""
    form = BlockForm(request.POST if request.method == "POST" else None)
    sent = attempt(request, form, lambda data: _block_or_unblock(request, data["name"]))
    if sent.is_done:
        messages.success(request, sent.made)
        return redirect("players:blocked")
    context = {"form": form, "refusal": sent.refusal, "blocks": mailbox.blocks_of(request.user)}
    return render(request, "players/blocked.html", context, status=sent.status)


def _block_or_unblock(request: HttpRequest, name: str) -> str:
    people, nobody = mailbox.people_named(name)
    if nobody or len(people) != 1:
        raise RuleBroken(_("Nobody is called “{name}”.").format(name=name), status=400)
    acts: dict[bool, tuple[Callable[..., object], str]] = {
        True: (messaging.unblock, _("{player} is no longer blocked.")),
        False: (messaging.block, _("{player} is blocked.")),
    }
    act, words = acts["unblock" in request.POST]
    act(by=request.user, player=people[0], at=request.at)
    return words.format(player=people[0])


def _unsaid(restraint: Restraint | None, refusal: RuleBroken | None) -> Restraint | None:
    """The reminder, where the refusal does not say the same already."""
    return None if isinstance(refusal, NeedsConfirmation) else restraint
