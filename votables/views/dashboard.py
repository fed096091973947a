"""The admins' dashboard, and what they do to the roster from it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from blognomic.web.attempting import attempt
from blognomic.web.live import shown_live
from players.models import Player, RosterEvent, Topic
from ruleset.queries import law_in_force
from votables.forms.posts import MatterChoiceForm, RenameForm
from votables.forms.taking_back import TakeBackForm
from votables.judge.roster import may_idle_oneself
from votables.permissions import refuse_unless
from votables.queries.admin_desk import done_lately
from votables.queries.finding import find_post
from votables.queries.just_done import just_done, read_done
from votables.services import posting, roster, taking_back
from votables.services.several import ROSTER
from votables.views.resolving import admin_only


@require_safe
@login_required
def dashboard(request: HttpRequest) -> HttpResponse:
    """All that waits for an admin, the most urgent first, and what was done lately, to take it back. `did`: what the
    reader has just done at once."""
    admin_only(request)
    game = request.frame
    on_desk = game.desk
    in_turn = {turn.case.post.pk for turn in game.turns}
    allowed = [one for one in on_desk.tasks if one.leave.allowed] if on_desk else []
    did = read_done(request.GET.get("did", ""))
    done = just_done(did, by=request.user, at=request.at) if did else []
    lately = (
        game.present.kept(
            "votables.done lately", lambda: done_lately(request.at), without={Topic.POSTS, Topic.VALUES}
        )
        if game.present
        else []
    )
    events = {one.key for one in done if one.kind == "roster"}
    context = {
        "turns": game.turns,
        "later": [case for case in game.queue if case.post.pk not in in_turn],
        "desk": on_desk,
        "waiting": game.pending_admin,
        "several": len(allowed) + sum(bool(turn.to) for turn in game.turns),
        "done": done,
        "did": " ".join(map(str, done)),
        "lately": [event for event in lately if event.pk not in events],
        "mistake": _("Done by mistake."),
    }
    return shown_live(request, "votables/dashboard.html", context, parts="live/dashboard.html")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def change_roster(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """One click on the dashboard: admit, idle, unidle or let somebody leave. The service asks the law. What an admin
    does to themselves is asked about first, as is what was sent before somebody had signed in."""
    player = get_object_or_404(Player, pk=pk)
    if request.method != "POST":
        admin_only(request)
        return render(request, "confirm.html", _asked_about(request, player, act))
    event = ROSTER[act](player=player, by=request.user, at=request.at)
    messages.success(
        request, _("{player} {happened}.").format(player=player, happened=event.get_kind_display())
    )
    return redirect("dashboard" if request.user.acts_as_admin else player)


def _asked_about(request: HttpRequest, player: Player, act: str) -> dict[str, object]:
    """What is asked before a change of the roster: what it does, above all to whoever idles themselves."""
    titles = {
        "admit": (_("Admit {player} to the game?"), _("Admit")),
        "idle": (_("Idle {player}?"), pgettext("to do", "Idle")),
        "idle-inactive": (_("Idle {player} for inactivity?"), _("Idle, and announce it")),
        "unidle": (_("Bring {player} back from idle?"), _("Unidle")),
        "leave": (_("Take {player} off the roster?"), _("Take off the roster")),
    }
    title, submit = titles[act]
    context = {"title": title.format(player=player), "submit": submit, "cancel_url": reverse("dashboard")}
    context["sentence"] = _("The law is checked again when you click. The log says who did it.")
    if player != request.user or act != "idle":
        return context
    law = law_in_force(request.at)
    refuse_unless(may_idle_oneself(law=law))
    points = [_("Your votes do not count, and you do not count for quorum, until you are back.")]
    if law.roster.cooling and "self" in law.roster.cooling.reasons:
        sentence = _("You can come back in {hours} hours at the earliest, unless a new dynasty begins.")
        points.append(sentence.format(hours=law.roster.cooling.hours))
    if law.resolving.idle_admins:
        points.append(_("You stay an admin, and can resolve matters while you are idle."))
    return context | {"title": _("Idle yourself?"), "submit": _("Idle myself"), "points": points}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back what was done to the roster by mistake: one click for an hour, later with a reason."""
    admin_only(request)
    event = get_object_or_404(RosterEvent.objects.select_related("player", "by"), pk=pk)
    taking_back.check(event)
    form = TakeBackForm(request.POST if request.method == "POST" else None)
    sent = attempt(
        request,
        form,
        lambda data: taking_back.take_back(event=event, by=request.user, at=request.at, **data),
    )
    if sent.is_done:
        messages.success(request, _("Taken back, and logged in public."))
        return redirect("dashboard")
    sentence = _("{player} {happened}. Taking it back restores what was before.")
    points = [
        _("What was decided in between stays decided, and votes that were counted stay counted."),
        _("The history keeps both, with who did it and when."),
        _("Values that are tracked stay as they are."),
    ]
    if not taking_back.is_fresh(event, request.at):
        form.fields["reason"].required = True  # said beside the field; the service says why
        points.append(_("It was done more than an hour ago, so the log marks this as against the rules."))
    context = {
        "title": _("Take it back?"),
        "sentence": sentence.format(player=event.player, happened=event.get_kind_display()),
        "points": points,
        "form": form,
        "refusal": sent.refusal,
    }
    return render(request, "votables/take_back.html", context, status=sent.status)


@require_POST
@login_required
def make_proposal(request: HttpRequest, pk: int) -> HttpResponse:
    """Turn a new player's uncategorised post into the proposal that it is worded as."""
    post = find_post(pk)
    posting.make_proposal(post=post, by=request.user, at=request.at)
    messages.success(request, _("“{title}” is a proposal now.").format(title=post.title))
    return redirect(post)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def resign(request: HttpRequest) -> HttpResponse:
    """Lay down the office of admin: asked about first, since it takes an enacted matter to get it back."""
    if request.method != "POST":
        admin_only(request)
        context = {
            "title": _("Resign as an admin?"),
            "sentence": _("You stay a player, without the dashboard. The log says that you resigned."),
            "points": [_("Only an enacted matter can make you an admin again.")],
            "submit": _("Resign as an admin"),
            "danger": True,
            "cancel_url": reverse("dashboard"),
        }
        return render(request, "confirm.html", context)
    roster.resign(by=request.user, at=request.at)
    messages.success(request, _("You are no longer an admin. The log says so."))
    return redirect("players:admin_log")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def by_matter(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """What takes an enacted matter: another name, an admin made or unmade, another emperor."""
    admin_only(request)
    player = get_object_or_404(Player, pk=pk)
    titles = {
        "rename": _("Give {player} another name"),
        "make-admin": _("Make {player} an admin"),
        "unmake-admin": _("Remove {player} as an admin"),
        "emperor": _("Make {player} the emperor"),
    }
    form_class = RenameForm if act == "rename" else MatterChoiceForm
    form = form_class(request.POST if request.method == "POST" else None)
    sent = attempt(
        request,
        form,
        lambda data: roster.BY_MATTER[act](player=player, by=request.user, at=request.at, **data),
    )
    if sent.is_done:
        messages.success(request, _("Done, and logged in public."))
        return redirect("players:profile", player.pk)
    context = {
        "subject": player,
        "form": form,
        "title": titles[act].format(player=player),
        "refusal": sent.refusal,
    }
    return render(request, "votables/by_matter.html", context, status=sent.status)
