"""Disputing an update, and taking a dispute back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from blognomic.web.attempting import attempt, once_confirmed
from gamestate.forms.disputes import DisputeForm
from gamestate.models import Dispute, Update
from gamestate.permissions import check_may_dispute, check_may_take_back_dispute
from gamestate.services import undoing


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that an update does not show the gamestate."""
    update = get_object_or_404(Update.objects.select_related("by"), pk=pk)
    check_may_dispute(request.user)
    form = DisputeForm(request.POST if request.method == "POST" else None)
    sent = attempt(
        request,
        form,
        lambda data: undoing.dispute(
            leave=request.leave, update=update, by=request.user, at=request.at, why=data["why"]
        ),
    )
    if sent.is_done:
        messages.success(request, _("Marked as disputed."))
        return redirect(update)
    context = {
        "title": _("Dispute update {number}").format(number=update.pk),
        "kicker_url": update.get_absolute_url(),
        "kicker": _("Update {number}").format(number=update.pk),
        "lead": _(
            "The values stay as they are, marked as disputed, until an enacted matter upholds the "
            "update, somebody undoes it, or you take this back."
        ),
        "form": form,
        "refusal": sent.refusal,
        "submit": _("Mark it as disputed"),
        "cancel_url": update.get_absolute_url(),
    }
    return render(request, "gamestate/form.html", context, status=sent.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_back_dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a dispute of one's own back."""
    own_dispute = get_object_or_404(Dispute.objects.select_related("update", "by"), pk=pk)
    check_may_take_back_dispute(request.user, own_dispute)
    return once_confirmed(
        request,
        lambda: undoing.take_back(leave=request.leave, dispute=own_dispute, by=request.user, at=request.at),
        done=_("Withdrawn."),
        then=own_dispute.update,
        title=_("Take your dispute back?"),
        sentence=_(
            "Update {number} is no longer marked as disputed. Its history keeps what you wrote."
        ).format(number=own_dispute.update_id),
        submit=_("Take it back"),
        cancel_url=own_dispute.update.get_absolute_url(),
    )
