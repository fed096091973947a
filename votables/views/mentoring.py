"""The posts that announce and end a mentorship."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from blognomic.web.attempting import attempt
from players.models import Mentorship
from players.permissions import check_may_announce, check_may_dissolve
from votables.forms.mentoring import MentoringPostForm
from votables.models import Post
from votables.queries.fair_play import check_post
from votables.services import mentoring as posts
from votables.views.asking_once import ask_once, is_warned


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def announce(request: HttpRequest, pk: int) -> HttpResponse:
    """Announce a mentorship in a post, as who acts as emperor."""
    mentorship = get_object_or_404(Mentorship.objects.select_related("mentor", "mentee"), pk=pk)
    if request.method != "POST":
        check_may_announce(mentorship, by=request.user, at=request.at)
    context = {
        "title": _("Announce that {mentor} is the mentor of {mentee}").format(
            mentor=mentorship.mentor, mentee=mentorship.mentee
        ),
        "lead": _("It goes on the blog in your name."),
        "submit": _("Publish it"),
    }
    return _by_post(request, mentorship, posts.announce, posts.words_of_announcement(mentorship), context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def dissolve(request: HttpRequest, pk: int) -> HttpResponse:
    """End one's own mentorship by a post that says so."""
    mentorship = get_object_or_404(Mentorship.objects.select_related("mentor", "mentee"), pk=pk)
    if request.method != "POST":
        check_may_dissolve(mentorship, by=request.user)
    context = {
        "title": _("End the mentorship of {mentor} and {mentee}").format(
            mentor=mentorship.mentor, mentee=mentorship.mentee
        ),
        "lead": _("A post in your name says so, and ends it at once. The history keeps it."),
        "submit": _("Publish it and end the mentorship"),
        "danger": True,
    }
    return _by_post(
        request, mentorship, posts.dissolve, posts.words_of_farewell(mentorship, request.user), context
    )


def _by_post(
    request: HttpRequest,
    mentorship: Mentorship,
    act: Callable[..., Post],
    words: dict[str, str],
    context: dict[str, object],
) -> HttpResponse:
    """The form with the post, or, once it is published, the way to it."""
    form = MentoringPostForm(request.POST) if request.method == "POST" else MentoringPostForm(initial=words)

    def publish(data: dict[str, Any]) -> Post:
        ask_once(request, check_post, body=data["body"])
        return act(mentorship=mentorship.pk, by=request.user, at=request.at, **data)

    sent = attempt(request, form, publish)
    if sent.is_done:
        return redirect(sent.made)
    context = {
        **context,
        "form": form,
        "refusal": sent.refusal,
        "warned": is_warned(request, sent.refusal),
        "cancel_url": reverse("players:mentors"),
    }
    return render(request, "votables/mentorship_form.html", context, status=sent.status)
