"""Writing: new posts and their drafts, editing, removing, moving, preview."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from blognomic.i18n.dynasty_words import said
from blognomic.text.outside import is_key
from blognomic.web.attempting import attempt
from blognomic.web.errors import NeedsConfirmation, RuleBroken, Stale
from gamestate.queries.rules import rule_names
from players.models import Player
from ruleset.law import Law
from ruleset.law.parts import AMENDS
from ruleset.queries import law_in_force
from votables.changes.in_english import (
    changes_of_text,
)
from votables.changes.in_text import SaidOtherwise, changes_of_other_text, check_agreement, settled
from votables.changes.law_prospects import check_prospects
from votables.forms.posts import CategoryForm, EditForm, PostForm, lines_of
from votables.judge import Leave
from votables.models import STANDARD_LABELS, Asks, Category, Draft, Post
from votables.permissions import refuse_unless
from votables.permissions.posting import leave_to_post
from votables.queries.fair_play import check_edit, check_post
from votables.queries.finding import find_post, own_draft
from votables.queries.matter_kinds import carries, labels
from votables.queries.requests import OPEN_TO
from votables.services import posting
from votables.views.asking_once import FIELD, ask_once, is_warned

from .pointing_out import point_out_shared
from .previewing import TextPreview, asks_to_look, previewed, text_sent
from .room_to_post import no_rooms
from .rule_editing import RuleEditing, check_is_put, rule_editing


def form_choices(request: HttpRequest) -> dict[str, Any]:
    """Which categories and requests a new post of this person may have, and whether it may name choices."""
    docket = request.frame.docket_or_none
    known = (labels(docket.law) if docket else STANDARD_LABELS).items()
    # an Ascension Address has its own page
    playing = [one for one in known if one[0] != Category.ASCENSION]
    return {
        "categories": playing
        if request.user.is_playing
        else [one for one in known if one[0] == Category.NONE],
        "requests": list(OPEN_TO[request.user.standing]),
        "with_choices": docket is not None and any(kind.choices for kind in docket.law.kinds.values()),
        "plays": request.user.is_playing,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest, draft_pk: int | None = None) -> HttpResponse:
    """Write a post: publish it, or save it as a draft."""
    named = {"pk": draft_pk, "author": request.user}
    if request.method != "POST" and draft_pk is not None:
        draft: Draft | None = get_object_or_404(Draft, **named)
    elif draft_pk is not None:
        draft = own_draft(request.user, draft_pk)
    else:
        draft = _draft_named(request)  # what the script has been saving meanwhile is what is sent now
    if request.method != "POST":
        form = PostForm(initial=_initial(request, draft), **form_choices(request))
        return _write_page(request, form, draft)
    form = PostForm(request.POST, **form_choices(request))
    if "save" in request.POST:
        draft, is_apart = _keep(request, draft)
        if is_apart:
            messages.warning(request, APART)
        if request.POST["save"] == "changes":
            return redirect("votables:draft_changes", draft.pk)
        if not is_apart:
            messages.success(request, _("Saved as a draft. Only you can see it."))
        return redirect("votables:draft", draft.pk)
    if "agree" in request.POST:
        return _settle(request, draft)
    if asks_to_look(request.POST):
        fields = _draft_fields(request)
        category = str(fields["category"])
        body = text_sent(request, category=category)
        editing = rule_editing(request, body=body, category=category)
        body = editing.body if editing else body
        initial = {**fields, "choices": request.POST.get("choices", ""), "body": body}
        form = PostForm(initial=initial, **form_choices(request))
        return _write_page(request, form, draft, editing=editing)
    if not form.is_valid():
        return _write_page(request, form, draft, status=400)
    try:
        ask_once(request, _check_draft, is_gone=draft is None and draft_pk is not None)
        ask_once(request, _check_category, data=form.cleaned_data)
        ask_once(request, check_is_put, sent=request.POST)
        ask_once(request, check_post, **_texts(form))
        carried = _changes_of_draft(draft, form, request.at) or _changes_of_text(request, form)
        _check_changes(request, body=form.cleaned_data["body"], changes=carried, draft=draft)
        seen = request.POST.get("draft_seen", "")
        stays = draft is not None and posting.is_changed_elsewhere(draft, seen, _draft_fields(request))
        post = posting.publish(
            by=request.user,
            at=request.at,
            draft=None if stays else draft,
            changes=carried,
            **form.cleaned_data,
        )
    except RuleBroken as broken:
        return _write_page(request, form, draft, status=broken.status, refusal=broken)
    messages.success(request, _published(post))
    if stays:
        messages.warning(request, _("What you wrote in another window stays a draft."))
    point_out_shared(request, post.body, post.commentary)
    return redirect(post)


APART: Final = gettext_lazy(
    "You changed this draft in another window. Both texts are kept: this one is now a separate draft."
)


def _keep(request: HttpRequest, draft: Draft | None) -> tuple[Draft, bool]:
    """Save what is typed, as a draft of its own where that which is named was changed in another window meanwhile; and
    whether it was."""
    fields: dict[str, Any] = {"by": request.user, "at": request.at, **_draft_fields(request)}
    try:
        return posting.save_draft(draft=draft, seen=request.POST.get("draft_seen", ""), **fields), False
    except Stale:
        return posting.save_draft(**fields), True


# How people begin the title of what they want voted on, in the game's language.
MATTERS = re.compile(r"\W*(?:proposal|cfj|call for judge?ment|declaration of victory)\b", re.IGNORECASE)


def _check_draft(*, by: Player, at: datetime, is_gone: bool) -> None:
    """Raise NeedsConfirmation where the draft that is sent is there no more."""
    if is_gone:
        raise NeedsConfirmation(
            _(
                "This draft was published or discarded in another window. To publish it again, send"
                " it once more."
            ),
            rule="",
        )


def _check_category(*, by: Player, at: datetime, data: Mapping[str, Any]) -> None:
    """Raise NeedsConfirmation when a player's post reads like a matter, and would be none."""
    if by.is_playing and not data["category"] and (data["amends"] or MATTERS.match(data["title"])):
        raise NeedsConfirmation(
            _("Nobody can vote on a post without a category. Choose one, or send it again as it is."),
            rule="",
        )


def _check_changes(
    request: HttpRequest, *, body: str, changes: Sequence[Mapping[str, Any]], draft: Draft | None
) -> None:
    """Raise NeedsConfirmation, once, when a post's changes make a law that nobody could change again, or when the text
    that those of its draft go with is not clear; SaidOtherwise when they do something else than it says."""
    is_asked = FIELD in request.POST
    if not is_asked:
        check_prospects(changes, at=request.at)
    if draft is not None and draft.changes:
        check_agreement(body, changes, at=request.at, may_be_unclear=is_asked)


def _settle(request: HttpRequest, draft: Draft | None) -> HttpResponse:
    """Let the text that is sent and what is attached to its draft agree, as `agree` says: by what the text says, or by
    what is attached (`changes`). Both are kept in the draft."""
    fields = _draft_fields(request)
    attached = draft.changes if draft is not None else []
    by_text = request.POST["agree"] == "text"
    whole = settled(str(fields["body"]), attached, by_text=by_text, at=request.at)
    fields |= {"body": whole.body, "changes": whole.changes}
    draft = posting.save_draft(by=request.user, at=request.at, draft=draft, **fields)
    messages.success(request, _("Text and changes agree now. Publish it when you have looked at it."))
    return redirect("votables:draft", draft.pk)


def _changes_of_text(request: HttpRequest, form: PostForm) -> list[dict[str, object]]:
    """What the text of a matter says is to be done. Raises TextNotClear, once, where it could be posted."""
    data, docket = form.cleaned_data, request.frame.docket_or_none
    if docket is None or not carries(docket.law, data["category"]) or data["changes_nothing"]:
        return []
    texts = {name: data.get(name, "") for name in ("title", "body", "commentary", "category")}
    posting.check_text(law=docket.law, **texts)
    amends = data["amends"]
    refuse_unless(leave_to_post(docket, by=request.user, category=data["category"], amends=amends))
    unclear = {"may_be_unclear": FIELD in request.POST}
    return changes_of_text(data["body"], category=data["category"], at=request.at, **unclear)


def _changes_of_draft(draft: Draft | None, form: PostForm, at: datetime) -> list[dict[str, object]]:
    """The changes of a draft, which go with the text as it is sent; none where it has none."""
    if draft is None or not draft.changes:
        return []
    data = form.cleaned_data
    ask = {"category": data["category"], "at": at, "may_be_unclear": True}
    changes = changes_of_other_text(draft.body, draft.changes, data["body"], **ask)
    return draft.changes if changes is None else changes


def _published(post: Post) -> str:
    if post.is_matter and post.changes:
        count = len(post.changes)
        sentence = ngettext("Published, with {number} change.", "Published, with {number} changes.", count)
        return sentence.format(number=count)
    if post.asks == Asks.JOIN:
        return said(
            _("Published. An admin will let you in. Until then you can read everything, and comment.")
        )
    if post.asks:
        return _("Published. The admins see your request.")
    return _("Published.")


def _texts(form: PostForm) -> dict[str, str]:
    """What of a valid form has words that count."""
    return {name: form.cleaned_data.get(name, "") for name in ("body", "commentary")}


def _initial(request: HttpRequest, draft: Draft | None) -> dict[str, object]:
    if draft is None:
        initial = {name: request.GET.get(name, "") for name in ("category", "asks", "title")}
        if _joins(request, initial) and not initial["title"]:
            initial["title"] = f"{request.user.name} would like to join"  # written down in English
        if about := _rule_named(request.GET):
            initial["title"] = initial["title"] or about.title
        return initial
    names = ("category", "title", "body", "commentary", "amends", "changes_nothing", "asks")
    return {"choices": "\n".join(draft.choices), **{name: getattr(draft, name) for name in names}}


@dataclass(frozen=True, slots=True)
class About:
    """The rule that a proposal is begun from."""

    key: int
    title: str


def _rule_named(sent: QueryDict) -> About | None:
    """The rule whose key is sent as `rule`, if there is one. One query, or none."""
    number = sent.get("rule", "")
    key = int(number) if is_key(number) else 0
    title = rule_names([key]).get(key) if key else None
    return About(key, title) if title else None


def _joins(request: HttpRequest, initial: dict[str, object]) -> bool:
    """Whether this is a newcomer's wish to play."""
    return initial.get("asks") == Asks.JOIN and Asks.JOIN in OPEN_TO[request.user.standing]


def _draft_named(request: HttpRequest) -> Draft | None:
    """The writer's own draft that the form names, if it is still there."""
    key = request.POST.get("draft", "")
    if not is_key(key):
        return None
    return own_draft(request.user, int(key))


def _draft_fields(request: HttpRequest) -> dict[str, object]:
    """What was typed, without asking whether it can be published."""
    amends = [part for part in request.POST.getlist("amends") if part in AMENDS]
    choices = form_choices(request)
    category, asks = request.POST.get("category", ""), request.POST.get("asks", "")
    return {
        "title": request.POST.get("title", ""),
        "body": request.POST.get("body", ""),
        "commentary": request.POST.get("commentary", ""),
        "category": category if category in dict(choices["categories"]) else "",
        "asks": asks if asks in choices["requests"] else "",
        "amends": amends,
        "changes_nothing": "changes_nothing" in request.POST,
        "choices": lines_of(request.POST.get("choices", "")),
    }


def _write_page(
    request: HttpRequest,
    form: PostForm,
    draft: Draft | None,
    *,
    status: int = 200,
    refusal: RuleBroken | None = None,
    editing: RuleEditing | None = None,
) -> HttpResponse:
    context = {
        "form": form,
        "editing": editing or _editing_of(request, form, str(form["category"].value() or "")),
        "joins": _joins(request, {"asks": form["asks"].value()} if "asks" in form.fields else {}),
        "about": _rule_named(request.POST if request.method == "POST" else request.GET),
        "draft": draft,
        "draft_seen": request.POST.get("draft_seen") or (posting.draft_mark(draft) if draft else ""),
        "apart": APART,
        "full": no_rooms(request),
        "matters": " ".join(request.frame.docket.law.kinds) if request.frame.docket_or_none else "",
        "refusal": refusal,
        "disagrees": isinstance(refusal, SaidOtherwise),
        "warned": is_warned(request, refusal),
        "look": _preview_of(request, form) if request.method == "POST" else None,
    }
    return render(request, "votables/new.html", context, status=status)


def _editing_of(request: HttpRequest, form: PostForm, category: str) -> RuleEditing | None:
    """The part of the page for the words of rules, beside a form: with that open which an address names (`rule`)."""
    body = str(form["body"].value() or "")
    named = request.GET.get("rule", "") if request.method != "POST" else ""
    return rule_editing(request, body=body, category=category, named=named)


def _preview_of(request: HttpRequest, form: PostForm, post: Post | None = None) -> TextPreview | None:
    """How the text of a form looks and is read, beside it; None where there is nothing to show. `post`: whose other
    version it is."""
    text, title = (str(form[name].value() or "") for name in ("body", "title"))
    category = post.category if post else str(form["category"].value() or "")
    if not text.strip():
        return None
    try:
        return previewed(request, text=text, category=category, title=title, post=post)
    except RuleBroken:  # a text that cannot be rendered: publishing says so
        return None


@require_POST
@login_required
def autosave(request: HttpRequest) -> JsonResponse:
    """Save what is being written as a draft, for the script that does so while one types. Answers its key and page, and
    what tells it as it is saved; 409 where it is a draft of its own now, since the `other` was changed meanwhile."""
    named = _draft_named(request)
    draft, is_apart = _keep(request, named)
    answer = {
        "draft": draft.pk,
        "url": reverse("votables:draft", args=[draft.pk]),
        "saved_at": draft.saved_at.isoformat(),
        "seen": posting.draft_mark(draft),
    }
    if is_apart and named is not None:
        answer["other"] = reverse("votables:draft", args=[named.pk])
    return JsonResponse(answer, status=409 if is_apart else 200)


@require_safe
@login_required
def drafts(request: HttpRequest) -> HttpResponse:
    """One's own drafts, the last saved first."""
    return render(request, "votables/drafts.html", {"drafts": Draft.objects.of(request.user)})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def discard(request: HttpRequest, draft_pk: int) -> HttpResponse:
    """Throw a draft away: asked about first, since it is kept nowhere else."""
    draft = get_object_or_404(Draft, pk=draft_pk, author=request.user)
    if request.method != "POST":
        context = {
            "title": _("Discard this draft?"),
            "sentence": _("Nobody else has its text, so it is gone for good."),
            "submit": _("Discard it"),
            "danger": True,
            "cancel_url": reverse("votables:draft", args=[draft.pk]),
        }
        return render(request, "confirm.html", context)
    posting.discard_draft(by=request.user, draft=draft)
    messages.success(request, _("The draft is gone."))
    return redirect("votables:drafts")


@require_POST
@login_required
def preview(request: HttpRequest) -> HttpResponse:
    """What a text will look like, and what it does if it is that of a matter, of the `category` that is sent with it.
    `writing`: it is sent by the form of a post, whose buttons put other sentences in place of those that are there.
    Nothing is saved and nothing is rolled."""
    sent = {name: request.POST.get(name, "") for name in ("text", "category", "title")}
    post = _own_pending(request, sent["category"])
    context = {"look": previewed(request, **sent, post=post), "writing": "writing" in request.POST}
    return render(request, "votables/_preview.html", context)


def _own_pending(request: HttpRequest, category: str) -> Post | None:
    """The pending matter that a form says it is another version of, if it is the reader's."""
    key, docket = request.POST.get("post", ""), request.frame.docket_or_none
    post = docket.posts.get(int(key)) if docket is not None and is_key(key) else None
    return post if post is not None and post.author == request.user and post.category == category else None


def _check_leave(ask: Callable[..., Leave], request: HttpRequest, post: Post, **more: str) -> None:
    """Refuse to begin with what the law would not let this person finish now."""
    facts, law = posting.facts_for_editing(post), _law(request)
    refuse_unless(ask(facts, law=law, at=request.at, by=request.user.name, **more))


def _law(request: HttpRequest) -> Law:
    """The law in force, as the page's frame knows it. Raises RuleBroken when no game has been founded."""
    docket = request.frame.docket_or_none
    return docket.law if docket else law_in_force(request.at)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit one's own post while the law allows it, or correct a typographical mistake in it."""
    post = find_post(pk)
    typo = "typo" in request.GET or request.POST.get("typo") == "True"
    leave = {"law": _law(request), "by": request.user, "at": request.at, "typo": typo}
    if request.method != "POST":
        initial = {
            "title": post.title, "body": post.body, "commentary": post.commentary, "amends": post.amends,
            "changes_nothing": post.changes_nothing, "seen": post.version, "typo": typo,
            "choices": "\n".join(post.choices),
        }  # fmt: skip
        posting.check_may_edit(post, **leave)
        return _edit_page(request, EditForm(initial=initial, post=post), post, typo)
    if asks_to_look(request.POST):
        data = request.POST.copy()
        data["body"] = text_sent(request, category=post.category)
        editing = rule_editing(request, body=data["body"], category=post.category)
        data["body"] = editing.body if editing else data["body"]
        return _edit_page(request, EditForm(data, post=post), post, typo, editing=editing)
    form = EditForm(request.POST, post=post)
    if not form.is_valid():
        return _edit_page(request, form, post, typo, status=400)
    try:
        posting.check_may_edit(post, **leave)
        ask_once(request, check_edit, post=post, **_texts(form))
        ask_once(request, check_is_put, sent=request.POST)
        data = form.cleaned_data
        unclear = {"may_be_unclear": FIELD in request.POST}
        if not typo:
            ask = {"category": post.category, "at": request.at, **unclear}
            changes_of_other_text(
                post.body, post.changes, data["body"], **ask
            )  # asked about before it is kept
        posting.edit(post=post, by=request.user, at=request.at, **data)
    except RuleBroken as broken:
        post.refresh_from_db()
        if isinstance(broken, Stale):
            # Told what has changed, the author may put this in its place.
            form.data = form.data.copy()
            form.data["seen"] = post.version
        return _edit_page(request, form, post, typo, status=broken.status, refusal=broken)
    messages.success(request, _("Saved. The old version is kept."))
    point_out_shared(request, post.body, post.commentary)
    return redirect(post)


def _edit_page(
    request: HttpRequest,
    form: EditForm,
    post: Post,
    typo: bool,
    *,
    status: int = 200,
    refusal: RuleBroken | None = None,
    editing: RuleEditing | None = None,
) -> HttpResponse:
    if post.is_matter and not typo:
        editing = editing or _editing_of(request, form, post.category)
    until = posting.law_of_posts.edit_until(posting.facts_for_editing(post, ()), law=_law(request))
    context = {
        "form": form,
        "post": post,
        "typo": typo,
        "editing": editing,
        "refusal": refusal,
        "is_stale": isinstance(refusal, Stale),
        "warned": is_warned(request, refusal),
        "look": _preview_of(request, form, post) if request.method == "POST" else None,
        "edit_until": None if typo else until,
    }
    return render(request, "votables/edit.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one's own post off the weblog, after asking once more."""
    post = find_post(pk)
    if request.method == "POST":
        posting.remove(post=post, by=request.user, at=request.at)
        messages.success(request, _("Removed. The record keeps it."))
        return redirect("home")
    _check_leave(posting.law_of_posts.may_remove, request, post)
    return render(request, "votables/remove.html", {"post": post})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def move(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the category of one's own post while the law allows it."""
    post = find_post(pk)
    offered = form_choices(request)
    form = CategoryForm(
        request.POST or None,
        initial={"to": post.category, "amends": post.amends},
        categories=offered["categories"],
        with_choices=offered["with_choices"],
    )
    sent = attempt(
        request,
        form,
        lambda data: posting.change_category(post=post, by=request.user, at=request.at, **data),
    )
    if sent.is_done:
        messages.success(request, _("Category changed."))
        return redirect(post)
    if request.method != "POST" or not form.is_valid():
        _check_leave(posting.law_of_posts.may_change_category, request, post, to=Category.NONE)
    return render(
        request,
        "votables/move.html",
        {"post": post, "form": form, "refusal": sent.refusal},
        status=sent.status,
    )
