"""Writing the pages that are gamestate."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from blognomic.text.differences import as_html, word_diff
from blognomic.web.errors import RuleBroken
from gamestate.forms.pages import PageForm
from gamestate.leave import PAGES
from gamestate.models import Page
from gamestate.permissions import check_may_change
from gamestate.queries.pages import (
    Version,
    check_stands,
    page_asked_for,
    page_called,
    rewritten,
    version_numbered,
)
from gamestate.queries.planning import UpdateRefused
from gamestate.services import updating
from gamestate.values.steps import Step

from .defining import definers_only


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_page(request: HttpRequest) -> HttpResponse:
    """Make a page."""
    return _written(request, None)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit_page(request: HttpRequest, key: str) -> HttpResponse:
    """Write a page anew, or blank it; ?version= begins with what an earlier version said."""
    page = page_asked_for(key)
    check_stands(page)
    return _written(request, page)


def _written(request: HttpRequest, page: Page | None) -> HttpResponse:
    check_may_change(request.user)
    refusal, status, theirs, earlier = None, 200, None, None
    if request.method == "POST":
        data = request.POST.copy()
        if page:
            data["key"] = page.key
        form, status = PageForm(data), 400
        if form.is_valid():
            try:
                return _save(request, form)
            except RuleBroken as broken:
                refusal, status = broken, broken.status
                if isinstance(broken, UpdateRefused) and broken.troubles[0].kind == "conflict":
                    theirs = page_called(form.cleaned_data["key"])
                    data["seen"] = theirs.last_id or "" if theirs else ""
    else:
        earlier = _asked_version(request, page) if page else None
        form = PageForm(initial=_begun_with(page, earlier) if page else {})
    if page:
        form.fields["key"].required = False
        form.fields["key"].widget = forms.HiddenInput()
    context = {
        "page": page,
        "form": form,
        "refusal": refusal,
        "theirs": theirs,
        "difference": as_html(word_diff(theirs.text, form.cleaned_data["text"])) if theirs else "",
        "earlier": earlier,
        "brings": as_html(word_diff(page.text, earlier.text)) if page and earlier else "",
        "cancel_url": reverse("gamestate:page", args=[page.key]) if page else reverse("gamestate:pages"),
    }
    return render(request, "gamestate/page_form.html", context, status=status)


def _asked_version(request: HttpRequest, page: Page) -> Version | None:
    """The version that ?version= asks for by its number, None where it asks for none.

    Raises RuleBroken: 400 for what is no number, 404 for one that there is not, or in which the page was removed.
    """
    number = request.GET.get("version", "")
    if not number:
        return None
    if not (number.isascii() and number.isdecimal() and len(number) < 10):
        raise RuleBroken(_("Versions have numbers, such as 2. The page’s history has them all."), status=400)
    version = version_numbered(page, int(number))
    if version is None:
        raise RuleBroken(_("This page has no version of that number. Its history has them all."), status=404)
    if not version.is_there:
        raise RuleBroken(
            _("In that version the page was removed, so it has no text to bring back."), status=404
        )
    return version


def _begun_with(page: Page, earlier: Version | None) -> dict[str, object]:
    """What stands in the form when it is opened: the page as it is, or as an earlier version was."""
    initial: dict[str, object] = {
        "key": page.key, "title": page.title, "text": page.text, "seen": page.last_id
    }  # fmt: skip
    if earlier:
        at = f"{earlier.entry.at:%-d %B %Y, %H:%M} UTC"
        comment = f"Brings back version {earlier.number}, of {at}."  # to be written down, in English
        initial |= {"title": earlier.title, "text": earlier.text, "comment": comment}
    return initial


def _save(request: HttpRequest, form: PageForm) -> HttpResponse:
    """Save a page and go to it. Raises RuleBroken."""
    cleaned = form.cleaned_data
    text = "" if "blank" in request.POST else cleaned["text"]
    updating.update(
        leave=request.leave,
        by=request.user,
        at=request.at,
        comment=cleaned["comment"],
        correction=cleaned["correction"],
        **rewritten(cleaned["key"], cleaned["title"], text, seen=cleaned["seen"]),
    )
    messages.success(request, _("Blanked.") if "blank" in request.POST else _("Saved, and logged."))
    return redirect("gamestate:page", key=cleaned["key"])


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def remove_page(request: HttpRequest, key: str) -> HttpResponse:
    """Remove a page: for admins and the emperor. Its history stays."""
    page = page_called(key)
    if page is None or page.retired_at is not None:
        raise Http404(_("There is no such page."))
    if request.method == "POST":
        made = updating.redefine(
            leave=request.leave, by=request.user, at=request.at, steps=[Step("retire-page", page.key)]
        )
        messages.success(request, _("“{name}” is removed.").format(name=page.title))
        return redirect(made)
    definers_only(request, PAGES)
    context = {
        "title": _("Remove “{name}”?").format(name=page.title),
        "sentence": _("It leaves the gamestate. Its versions stay readable, and you can undo this."),
        "submit": _("Remove"),
        "danger": True,
        "cancel_url": reverse("gamestate:page", args=[page.key]),
    }
    return render(request, "confirm.html", context)
