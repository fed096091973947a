"""Events, Requests and Bounty Notices: their list, their types, ending them, and which comments count."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from blognomic.web.attempting import attempt, once_confirmed
from gamestate.forms.rules import rule_choices
from gamestate.queries.rules import rule_names
from gamestate.views.defining import definers_only
from players.queries.reigns import emperor_at
from votables.forms.post_types import CountForm, DefinitionForm, EndForm, ReportForm
from votables.permissions.defining import POST_TYPES
from votables.permissions.typed_posts import check_may_report, check_may_weigh
from votables.post_types.models import DEFINITION, OfficialPost, OfficialResponse, OfficialType
from votables.post_types.presets import PRESETS, definition_from
from votables.post_types.queries import stand_of, types_with_counts
from votables.post_types.requirements import check_may_be_ended, in_words
from votables.queries.fair_play import check_comment
from votables.queries.finding import find_post
from votables.services import closing_posts, typed_posts
from votables.views.asking_once import ask_once, is_warned

PAGE = 30
UPDATES = 20
Answered = dict[str, Any]


@require_safe
def typed_post_list(request: HttpRequest) -> HttpResponse:
    """The official posts of all types or one, those that are open first; and the types."""
    types = types_with_counts(request.at)
    key = request.GET.get("type", "")
    chosen = next((one for one in types if str(one.pk) == key), None)
    if key and chosen is None:
        raise Http404(_("There is no such type."))
    state = request.GET.get("state", "")
    listed = OfficialPost.objects.for_list().of_type(chosen)
    page = Paginator(listed.over_at(request.at), PAGE).get_page(request.GET.get("page"))
    going = list(listed.open_at(request.at)) if state != "ended" and page.number == 1 else []
    added = {one.name for one in types if one.retired_at is None}
    context = {
        "types": types,
        "chosen": chosen,
        "state": state,
        "going": [(one, stand_of(one, request.at)) for one in going],
        "page": page,
        "query": f"{urlencode({'type': key, 'state': state})}&",
        "over": [] if state == "open" else [(one, stand_of(one, request.at)) for one in page],
        "presets": [one for one in PRESETS.values() if one.definition["name"] not in added],
    }
    return render(request, "votables/typed_posts/list.html", context)


@require_safe
def official_type(request: HttpRequest, pk: int) -> HttpResponse:
    """A type: its definition in words, how it was defined before, and its newest posts."""
    type = get_object_or_404(OfficialType.objects.select_related("by"), pk=pk)
    words = in_words(type, request.frame.dynasty)
    listed = OfficialPost.objects.for_list().visible().of_type(type)[:PAGE]
    context = {
        "type": type,
        "words": words,
        "rule": rule_names([type.rule]).get(type.rule, ""),
        "versions": list(type.versions.select_related("by").order_by("-number")),
        "rows": [(one, stand_of(one, request.at)) for one in listed],
    }
    return render(request, "votables/typed_posts/type.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_official_type(request: HttpRequest) -> HttpResponse:
    """Define a type, from a shipped definition or from nothing."""
    definers_only(request, POST_TYPES)
    preset = PRESETS.get(request.GET.get("preset", ""))
    form = _definition_form(request, initial=definition_from(preset, at=request.at))

    def act(data: Answered) -> HttpResponse:
        made = typed_posts.define(by=request.user, at=request.at, **data)
        messages.success(
            request, _("{types} are defined. A post is one when its title says so.").format(types=made.plural)
        )
        return redirect(made)

    context = {
        "form": form,
        "title": _("Define a type"),
        "submit": _("Define it"),
        "back": reverse("votables:typed_posts"),
    }
    return _form_page(request, form, act, context)


@require_POST
@login_required
def add_preset(request: HttpRequest, key: str) -> HttpResponse:
    """Add a shipped definition as it is."""
    definers_only(request, POST_TYPES)
    preset = PRESETS.get(key)
    if preset is None:
        raise Http404(_("There is no such definition."))
    made = typed_posts.define(by=request.user, at=request.at, **definition_from(preset, at=request.at))
    messages.success(
        request, _("{types} are defined. Change what differs in your rules.").format(types=made.plural)
    )
    return redirect(made)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def change_official_type(request: HttpRequest, pk: int) -> HttpResponse:
    """Define a type otherwise."""
    definers_only(request, POST_TYPES)
    type = get_object_or_404(OfficialType, pk=pk)
    form = _definition_form(request, initial={name: getattr(type, name) for name in DEFINITION})

    def act(data: Answered) -> HttpResponse:
        seen = request.POST.get("seen", "")
        number = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 9 else 0
        typed_posts.amend(official_type=type, seen=number, by=request.user, at=request.at, **data)
        messages.success(request, _("Changed. The old version is kept."))
        return redirect(type)

    seen = request.POST.get("seen") or type.number
    title = _("Change the definition of {types}").format(types=type.plural)
    context = {
        "form": form,
        "title": title,
        "submit": _("Change it"),
        "back": type.get_absolute_url(),
        "seen": seen,
    }
    return _form_page(request, form, act, context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def retire_official_type(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that the rules define a type no more."""
    definers_only(request, POST_TYPES)
    type = get_object_or_404(OfficialType, pk=pk)
    return once_confirmed(
        request,
        lambda: typed_posts.retire(official_type=type, by=request.user, at=request.at),
        done=_("{types} are retired.").format(types=type.plural),
        then="votables:typed_posts",
        title=_("Retire {types}?").format(types=type.plural),
        sentence=_(
            "Nobody can post another. Open ones can still be answered and ended, and all stay listed."
        ),
        submit=_("Retire them"),
        cancel_url=type.get_absolute_url(),
        danger=True,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def end_official(request: HttpRequest, pk: int) -> HttpResponse:
    """End an official post by a comment, with its ending action before one's eyes."""
    official = _official(pk)
    if request.method != "POST":
        check_may_be_ended(official, by=request.user, at=request.at)
    form = EndForm(request.POST if request.method == "POST" else None, official=official)

    def act(data: Answered) -> HttpResponse:
        ask_once(request, check_comment, post=official.post)
        made = closing_posts.end(post=official.post, by=request.user, at=request.at, **data)
        messages.success(request, _("Ended, and your comment says so."))
        left = len(made.type.steps) - len(made.done)
        return redirect("votables:report_official", pk) if left else redirect(official.post)

    words = in_words(official.type, request.frame.dynasty)
    context = {
        "form": form,
        "title": _("End “{title}”").format(title=official.post.title),
        "lead": _("You cannot open it again, and later comments are not responses."),
        "conditions": words.ending,
        "submit": _("End this {type}").format(type=official.type.name),
        "danger": True,
        "back": official.post.get_absolute_url(),
    }
    return _form_page(request, form, act, context, "votables/typed_posts/act.html")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_official(request: HttpRequest, pk: int) -> HttpResponse:
    """Say how the ending action was carried out."""
    official = _official(pk)
    check_may_report(official, by=request.user, emperor=emperor_at(request.at))
    updates = list(closing_posts.updates_for(official, by=request.user).select_related("by")[:UPDATES])
    initial = {"done": official.done, "update": official.update_id or ""}
    form = ReportForm(
        request.POST if request.method == "POST" else None,
        official=official,
        updates=updates,
        initial=initial,
    )

    def act(data: Answered) -> HttpResponse:
        closing_posts.report(post=official.post, by=request.user, at=request.at, **{"done": [], **data})
        messages.success(request, _("Noted."))
        return redirect(official.post)

    context = {
        "form": form,
        "title": _("The ending action of “{title}”").format(title=official.post.title),
        "lead": _("It is {ended}. Do what is left to do, then note it here.").format(ended=official.ending),
        "update_link": bool(official.type.steps),
        "submit": _("Note it"),
        "back": official.post.get_absolute_url(),
    }
    return _form_page(request, form, act, context, "votables/typed_posts/act.html")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def count_response(request: HttpRequest, pk: int) -> HttpResponse:
    """Count a comment as a response, or count it no more."""
    responses = OfficialResponse.objects.select_related(
        "official__type", "official__post", "comment", "player"
    )
    response = get_object_or_404(responses, pk=pk)
    official = response.official
    check_may_weigh(official, by=request.user, emperor=emperor_at(request.at))
    form = CountForm(request.POST if request.method == "POST" else None)
    to = request.POST.get("valid", "") == "1" if request.method == "POST" else not response.valid

    def act(data: Answered) -> HttpResponse:
        closing_posts.count(answer=response, valid=to, by=request.user, at=request.at, **data)
        messages.success(request, _("It counts.") if to else _("It no longer counts."))
        return redirect(official.post)

    title = (
        _("Count {player}’s comment on “{title}”") if to else _("Discount {player}’s comment on “{title}”")
    )
    context = {
        "form": form,
        "title": title.format(player=response.player, title=official.post.title),
        "lead": _("It counts as a response from now on.")
        if to
        else _("It is no longer a response. The comment itself stays."),
        "quoted": response.comment,
        "hidden": [("valid", "1" if to else "0")],
        "submit": _("Count it") if to else _("Discount it"),
        "back": official.post.get_absolute_url(),
    }
    return _form_page(request, form, act, context, "votables/typed_posts/act.html")


def _form_page(
    request: HttpRequest,
    form: forms.BaseForm,
    act: Any,
    context: Answered,
    template: str = "votables/typed_posts/type_form.html",
) -> HttpResponse:
    """The form, or, once it is done, the way to what was made."""
    sent = attempt(request, form, act)
    if sent.is_done:
        return sent.made
    context = {**context, "refusal": sent.refusal, "warned": is_warned(request, sent.refusal)}
    return render(request, template, context, status=sent.status)


def _official(post: int) -> OfficialPost:
    """The official post of that post's key; 404 for others."""
    official_posts = OfficialPost.objects.visible().select_related("type", "post__author")
    find_post(post)  # which says if it was removed
    return get_object_or_404(official_posts, post__pk=post)  # a key too large for the database is none


def _definition_form(request: HttpRequest, *, initial: Answered) -> DefinitionForm:
    docket = request.frame.docket_or_none
    return DefinitionForm(
        request.POST if request.method == "POST" else None,
        initial=initial,
        rules=rule_choices(request.at, request.present),
        cases=sorted(docket.law.special_cases) if docket else [],
    )
