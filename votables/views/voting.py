"""Commenting and voting."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from blognomic.web.ahead import looks_ahead
from blognomic.web.errors import NeedsConfirmation, RuleBroken
from players.notices.letters import read_vote_token
from ruleset.queries import law_in_force
from votables.forms.posts import CommentForm
from votables.models import Post
from votables.queries.comments import vote_buttons
from votables.queries.fair_play import check_comment
from votables.queries.finding import find_post
from votables.queries.vote_icons import legend_of, mark_of
from votables.services.commenting import COMMENT_LENGTH, comment, what_is_heard
from votables.services.letter_contents import vote_by_letter
from votables.views.blog import post_page

from .pointing_out import point_out_shared


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_letter(request: HttpRequest, token: str) -> HttpResponse:
    """Vote by a link in an e-mail, without signing in: it asks first, since programs that read mail follow links."""
    vote = read_vote_token(token)
    if vote is None:
        raise RuleBroken(
            _("This link no longer works: it is two weeks old, or you turned it off. Sign in to vote."),
            status=410,
        )
    post = find_post(vote.post)
    sent = [name for name in ("confirmed", "warned") if name in request.POST]
    sentence = _("You vote as {name}.").format(name=vote.player)
    if request.method == "POST":
        step = "warned"
        try:
            if "warned" not in sent:
                check_comment(post=post, by=vote.player, at=request.at)
            step = "confirmed"
            facts = {"by": vote.player, "post": post, "at": request.at, "confirmed": "confirmed" in sent}
            return redirect(vote_by_letter(icon=vote.icon, **facts))
        except NeedsConfirmation as needed:
            sent, sentence = [*sent, step], needed.sentence
    label = mark_of(vote.icon, legend_of(law_in_force(request.at), post.choices)).label
    context = {
        "title": _("{vote} on “{title}”?").format(vote=label, title=post.subject),
        "sentence": sentence,
        "action": request.path,
        "fields": [(name, "1") for name in sent],
        "submit": _("Cast this vote"),
        "cancel_url": post.get_absolute_url(),
    }
    return render(request, "votables/vote_by_letter.html", context)


def _asks_first(request: HttpRequest, post: Post) -> HttpResponse:
    """The form for one comment or vote, before it is sent."""
    if post.is_matter and not post.is_pending:
        raise RuleBroken(_("Comments are closed."), status=409)
    case = request.frame.case(post)
    buttons = vote_buttons(case, request.user, at=request.at) if case else []
    icon = request.GET.get("icon", "")
    cast = next((one for one in buttons if icon.lower() == one.code.lower()), None)
    if icon and cast is None:
        raise RuleBroken(_("You cannot cast that vote here."), status=404)
    title = _("{vote} on “{title}”?") if cast else _("Comment on “{title}”")
    context = {
        "post": post,
        "case": case,
        "cast": cast,
        "title": title.format(vote=cast.label if cast else "", title=post.subject),
        "form": CommentForm(initial={"text": request.GET.get("text", "")[:COMMENT_LENGTH]}),
    }
    return render(request, "votables/comment.html", context)


def _look_ahead(request: HttpRequest, pk: int) -> None:
    """Look up what weighs the words of whoever sends them."""
    if request.user.is_authenticated and Post.objects.is_pending(pk):
        what_is_heard(pk, request.user.pk, at=request.at, shared=request.present)


@looks_ahead(_look_ahead)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def add_comment(request: HttpRequest, pk: int) -> HttpResponse:
    """Comment on a post, and vote with the icons in the comment. A vote alone will do. What an address fills in
    (`icon`, as it is typed, and `text`), is asked about first, with how the matter stands."""
    post = find_post(pk)
    if request.method != "POST":
        return _asks_first(request, post)
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
