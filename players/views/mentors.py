"""Mentors: one page for all of it, and what each may do from it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from blognomic.text.outside import is_key
from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule, called
from players.models import MentoringRequest, Player
from players.queries import mentors as reading
from players.services import mentors as mentoring

PAGE = 30
Kind = MentoringRequest.Kind


@require_safe
def mentors(request: HttpRequest) -> HttpResponse:
    """Who is tenured, who mentors whom and did, who looks for a mentor; and what the reader may do."""
    user, board = request.user, reading.board(request.at, request.present)
    page = Paginator(reading.mentorships(), PAGE).get_page(request.GET.get("page"))
    offers = board.offers if user.is_authenticated and user.is_player else []
    is_emperor = user.is_authenticated and reading.acts_as_emperor(user, request.at)
    offers_by_mentee = {one.mentee_id: one for one in offers} if is_emperor else {}
    context = {
        "mentors_rule": SiteRule.MENTORS,
        "rule": request.frame.rules.get(called(SiteRule.MENTORS).casefold()),
        "page": page,
        "bonds": reading.bonds(page.object_list),
        "board": board,
        "own": {one.kind: one for one in board.requests if one.player_id == user.pk},
        "is_tenured": any(one.player_id == user.pk for one in board.tenured),
        "has_mentor": user.pk in board.mentored,
        "is_emperor": is_emperor,
        "asked_of_me": [one for one in offers if one.mentor_id == user.pk],
        "offers": offers_by_mentee,
        "to_place": [one for one in board.seekers if one.pk not in offers_by_mentee],
    }
    return render(request, "players/mentors.html", context)


@require_POST
@login_required
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for a mentor or about the list of the tenured, or take one's request back; an admin changes the list for
    themselves at once."""
    kind = request.POST.get("kind", "")
    if request.POST.get("withdraw"):
        mentoring.withdraw(mentoring_request=_key(request, "withdraw"), by=request.user, at=request.at)
        words = _("Withdrawn.")
    elif request.user.acts_as_admin and kind in (Kind.ENTER, Kind.REMOVE):
        mentoring.change_own_tenure(by=request.user, at=request.at, tenured=kind == Kind.ENTER)
        words = _("Done, and logged in public.")
    else:
        mentoring.ask(by=request.user, at=request.at, kind=kind)
        words = _("Asked. Your request stays on this page until somebody answers.")
    messages.success(request, words)
    return redirect("players:mentors")


@require_POST
@login_required
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """As an admin, grant or decline a request about the list of the tenured."""
    made = mentoring.settle(
        mentoring_request=pk, by=request.user, at=request.at, grant="grant" in request.POST
    )
    messages.success(request, f"{capfirst(made.get_outcome_display())}.")
    return redirect("players:mentors")


@require_POST
@login_required
def ask_mentor(request: HttpRequest) -> HttpResponse:
    """As who acts as emperor, ask a tenured player to take somebody on."""
    people = {name: get_object_or_404(Player, pk=_key(request, name)) for name in ("mentee", "mentor")}
    offer = mentoring.ask_mentor(by=request.user, at=request.at, **people)
    messages.success(
        request, _("You asked {mentor} to mentor {mentee}.").format(mentor=offer.mentor, mentee=offer.mentee)
    )
    return redirect("players:mentors")


@require_POST
@login_required
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept or decline to be a mentor; or, as who asked, withdraw the question."""
    offer = mentoring.answer(offer=pk, by=request.user, at=request.at, answer=request.POST.get("answer", ""))
    words = _("You are now the mentor of {mentee}.") if offer.established else _("Done.")
    messages.success(request, words.format(mentee=offer.mentee))
    return redirect("players:mentors")


def _key(request: HttpRequest, name: str) -> int:
    """A key from the form. Raises RuleBroken (400) for what is none."""
    text = request.POST.get(name, "")
    if not is_key(text):
        raise RuleBroken(_("Choose somebody."), status=400)
    return int(text)
