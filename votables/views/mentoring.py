"""Mentors: one page for all of it, and what each may do from it."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from blognomic.text.outside import is_key
from blognomic.web.attempting import attempt
from blognomic.web.errors import RuleBroken
from players.models import MentoringRequest, Mentorship, Player
from players.queries import mentors as reading
from players.services import mentors as mentoring
from ruleset.queries import names_at
from votables.fair_play import check_post
from votables.models import TITLE_LENGTH, Post
from votables.services import mentoring as posts
from votables.services.posting import BODY_LENGTH
from votables.views.asking_once import ask_once, is_warned

PAGE = 30
Kind = MentoringRequest.Kind


class MentoringPostForm(forms.Form):
    """The post that the rule asks for."""

    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=TITLE_LENGTH,
        help_text=gettext_lazy("As readers find it on the front page."),
    )
    body = forms.CharField(
        max_length=BODY_LENGTH,
        strip=False,
        label=gettext_lazy("Text"),
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy(
            "What the rule asks for is there already; add to it what you like, in Markdown."
        ),
    )


@require_safe
def mentors(request: HttpRequest) -> HttpResponse:
    """Who is tenured, who mentors whom and did, who looks for a mentor; and what the reader may do."""
    user, shared = request.user, request.present
    board = (
        shared.kept("players.queries.mentors", lambda: reading.board(shared.at))
        if shared
        else reading.board(request.at)
    )
    names = shared.kept("ruleset.names", lambda: names_at(shared.at)) if shared else {}
    page = Paginator(reading.mentorships(), PAGE).get_page(request.GET.get("page"))
    offers = board.offers if user.is_authenticated and user.is_player else []
    is_emperor = user.is_authenticated and mentoring.acts_as_emperor(user, request.at)
    asked = {one.mentee_id: one for one in offers} if is_emperor else {}
    context = {
        "rule": names.get(mentoring.RULE.casefold()),
        "page": page,
        "bonds": reading.bonds(page.object_list),
        "board": board,
        "own": {one.kind: one for one in board.requests if one.player_id == user.pk},
        "is_tenured": any(one.player_id == user.pk for one in board.tenured),
        "has_mentor": user.is_authenticated and mentoring.mentorship_of(user) is not None,
        "is_emperor": is_emperor,
        "asked_of_me": [one for one in offers if one.mentor_id == user.pk],
        "offers": asked,
        "to_place": [one for one in board.seekers if one.pk not in asked],
    }
    return render(request, "players/mentors.html", context)


@require_POST
@login_required
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for a mentor or about the list of the tenured, or take one's request back; an admin changes the list for
    themselves at once."""
    kind = request.POST.get("kind", "")
    if request.POST.get("withdraw"):
        mentoring.withdraw(request=_key(request, "withdraw"), by=request.user, at=request.at)
        words = _("Taken back.")
    elif request.user.acts_as_admin and kind in (Kind.ENTER, Kind.REMOVE):
        mentoring.change_own_tenure(by=request.user, at=request.at, tenured=kind == Kind.ENTER)
        words = _("Done, and logged in public.")
    else:
        mentoring.ask(by=request.user, at=request.at, kind=kind)
        words = _("Asked. It stands on this page until somebody sees to it.")
    messages.success(request, words)
    return redirect("players:mentors")


@require_POST
@login_required
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """As an admin, grant or decline a request about the list of the tenured."""
    made = mentoring.settle(request=pk, by=request.user, at=request.at, grant="grant" in request.POST)
    messages.success(request, f"{capfirst(made.get_outcome_display())}.")
    return redirect("players:mentors")


@require_POST
@login_required
def ask_mentor(request: HttpRequest) -> HttpResponse:
    """As who acts as emperor, ask a tenured player to take somebody on."""
    people = {name: get_object_or_404(Player, pk=_key(request, name)) for name in ("mentee", "mentor")}
    offer = mentoring.ask_mentor(by=request.user, at=request.at, **people)
    messages.success(
        request, _("{mentor} is asked to mentor {mentee}.").format(mentor=offer.mentor, mentee=offer.mentee)
    )
    return redirect("players:mentors")


@require_POST
@login_required
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept or decline to be a mentor; or, as who asked, withdraw the question."""
    made = mentoring.answer(offer=pk, by=request.user, at=request.at, answer=request.POST.get("answer", ""))
    messages.success(
        request, _("You are the mentor of {mentee} now.").format(mentee=made.mentee) if made else _("Done.")
    )
    return redirect("players:mentors")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def announce(request: HttpRequest, pk: int) -> HttpResponse:
    """Announce a mentorship in a post, as who acts as emperor."""
    found = get_object_or_404(Mentorship.objects.select_related("mentor", "mentee"), pk=pk)
    if request.method != "POST":
        mentoring.check_may_announce(found, by=request.user, at=request.at)
    context = {
        "title": _("Announce that {mentor} is the mentor of {mentee}").format(
            mentor=found.mentor, mentee=found.mentee
        ),
        "lead": _("It goes on the blog in your name."),
        "submit": _("Publish it"),
    }
    return _by_post(request, found, posts.announce, posts.words_of_announcement(found), context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def dissolve(request: HttpRequest, pk: int) -> HttpResponse:
    """End one's own mentorship by a post that says so."""
    found = get_object_or_404(Mentorship.objects.select_related("mentor", "mentee"), pk=pk)
    if request.method != "POST":
        mentoring.check_may_dissolve(found, by=request.user)
    context = {
        "title": _("End the mentorship of {mentor} and {mentee}").format(
            mentor=found.mentor, mentee=found.mentee
        ),
        "lead": _("A post in your name says so, and ends it at once. The history keeps it."),
        "submit": _("Publish it and end the mentorship"),
        "danger": True,
    }
    return _by_post(request, found, posts.dissolve, posts.words_of_farewell(found, request.user), context)


def _by_post(
    request: HttpRequest,
    found: Mentorship,
    act: Callable[..., Post],
    words: dict[str, str],
    context: dict[str, object],
) -> HttpResponse:
    """The form with the post, or, once it is published, the way to it."""
    form = MentoringPostForm(request.POST) if request.method == "POST" else MentoringPostForm(initial=words)

    def publish(said: dict[str, Any]) -> Post:
        ask_once(request, check_post, body=said["body"], commentary="")
        return act(mentorship=found.pk, by=request.user, at=request.at, **said)

    sent = attempt(request, form, publish)
    if sent.is_done:
        return redirect(sent.made)
    told = {
        **context,
        "form": form,
        "refusal": sent.refusal,
        "warned": is_warned(request, sent.refusal),
        "cancel_url": reverse("players:mentors"),
    }
    return render(request, "players/mentorship_form.html", told, status=sent.status)


def _key(request: HttpRequest, name: str) -> int:
    """A key from the form. Raises RuleBroken (400) for what is none."""
    text = request.POST.get(name, "")
    if not is_key(text):
        raise RuleBroken(_("Choose somebody."), status=400)
    return int(text)
