"""Commenting and voting."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from blognomic.web.ahead import looks_ahead
from blognomic.web.errors import NeedsConfirmation, RuleBroken
from votables.forms.posts import CommentForm
from votables.models import Post
from votables.queries.fair_play import check_comment
from votables.queries.finding import find_post
from votables.services.commenting import comment, what_is_heard
from votables.views.blog import post_page

from .pointing_out import point_out_shared


def _look_ahead(request: HttpRequest, pk: int) -> None:
    """Look up what weighs the words of whoever sends them."""
    if request.user.is_authenticated and Post.objects.pending().filter(pk=pk).exists():
        what_is_heard(pk, request.user.pk, at=request.at, shared=request.present)


@looks_ahead(_look_ahead)
@require_POST
@login_required
def add_comment(request: HttpRequest, pk: int) -> HttpResponse:
    """Comment on a post, and vote with the icons in the comment. A vote alone will do."""
    post = find_post(pk)
    form = CommentForm(request.POST)
    if not form.is_valid():
        return post_page(request, pk, form=form, status=400)
    text = form.cleaned_data["text"]
    if icon := form.cleaned_data["icon"]:
        text = f"{text.rstrip()}\n\n{icon}".lstrip()
    sent = [name for name in ("confirmed", "warned") if name in request.POST]
    step = "warned"
    try:
        if "warned" not in sent:
            check_comment(post=post, by=request.user, at=request.at, shared=request.present)
        step = "confirmed"
        written = comment(
            post=post,
            by=request.user,
            at=request.at,
            text=text,
            asks=form.cleaned_data["asks"],
            confirmed=form.cleaned_data["confirmed"],
            shared=request.present,
        )
    except NeedsConfirmation as needed:
        asking = CommentForm(initial={"text": text, "confirmed": True, "asks": form.cleaned_data["asks"]})
        confirmed = [*sent, step]
        return post_page(
            request, pk, form=asking, status=needed.status, confirming=needed, confirmed=confirmed
        )
    except RuleBroken as broken:
        return post_page(request, pk, form=form, status=broken.status, refusal=broken)
    for reason in dict.fromkeys(written.ignored.values()):
        messages.warning(request, str(reason))
    point_out_shared(request, text)
    return redirect(written)
