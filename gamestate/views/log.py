"""The log of the tracker, and one update of it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import chain

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from gamestate.hidden import Viewer, viewer_of
from gamestate.models import Update, Variable
from gamestate.queries.log import Wanted, shown_updates, updates
from gamestate.queries.log_files import log_as_csv, log_as_json
from gamestate.views.asking import asked_instant
from gamestate.views.files import MARK, long_file
from players.errors import RuleBroken
from players.models import Player, Standing

PAGE = 30


class LogForm(forms.Form):
    """What to look for in the log."""

    player = forms.ModelChoiceField(
        Player.objects.exclude(standing=Standing.GUEST).order_by("name_key"),
        required=False,
        label="Whose values",
        empty_label="anybody’s",
    )
    by = forms.ModelChoiceField(
        Player.objects.exclude(standing=Standing.GUEST).order_by("name_key"),
        required=False,
        label="Done by",
        empty_label="anybody",
    )
    variable = forms.ModelChoiceField(
        Variable.objects.select_related("table").order_by("-retired_at", "table", "key"),
        required=False,
        label="What",
        empty_label="anything",
    )
    words = forms.CharField(max_length=100, required=False, label="Words in the comment")
    kind = forms.ChoiceField(choices=[("", "any"), *Update.Kind.choices], required=False)
    since = forms.DateField(
        required=False, label="From (UTC)", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(
        required=False, label="To (UTC)", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    dice = forms.BooleanField(required=False, label="with dice only")
    disputed = forms.BooleanField(required=False, label="disputed only")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["variable"].label_from_instance = _name

    def wanted(self) -> Wanted:
        """What the log is to be searched for. Fields that are wrong find everything, and say what is wrong."""
        self.is_valid()
        told = self.cleaned_data
        since, until = told.get("since"), told.get("until")
        key = {name: told[name].pk for name in ("player", "by", "variable") if told.get(name)}
        return Wanted(
            **key,
            words=told.get("words", ""),
            kind=told.get("kind", ""),
            dice=told.get("dice", False),
            disputed=told.get("disputed", False),
            since=_midnight(since) if since else None,
            until=_midnight(until) + timedelta(days=1) if until and until.year < 9999 else None,
        )


def _name(variable: Variable) -> str:
    name = f"{variable.table}: {variable}" if variable.table_id else str(variable)
    return f"{name} (retired)" if variable.retired_at else name


def _midnight(day) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """Every update, newest first; or those that are looked for; with ?at=, as the log stood then."""
    past = asked_instant(request)
    viewer = viewer_of(request.user, at=request.at)
    form = LogForm(request.GET, auto_id="log_%s")
    wanted = replace(form.wanted(), as_of=past)
    page = Paginator(updates(wanted, viewer), PAGE).get_page(request.GET.get("page"))
    rest = request.GET.copy()
    rest.pop("page", None)
    context = {
        "form": form,
        "is_filtered": wanted != Wanted(as_of=past) or bool(form.errors),
        "past": past,
        "may_choose": request.user.is_authenticated and request.user.is_playing and not past,
        "page": page,
        "updates": shown_updates(page.object_list, viewer, at=past),
        "query": f"{rest.urlencode()}&" if rest else "",
        "search": f"?{rest.urlencode()}" if rest else "",
        "status": 400 if form.errors else 200,
    }
    return render(request, "gamestate/log.html", context, status=context["status"])


@require_safe
def log_csv(request: HttpRequest) -> StreamingHttpResponse:
    """The updates that are looked for, oldest first, as CSV: a line for each change."""
    lines = log_as_csv(*_asked(request))
    return long_file(chain([MARK], lines), "gamestate-log.csv", content_type="text/csv; charset=utf-8")


@require_safe
def log_json(request: HttpRequest) -> StreamingHttpResponse:
    """The updates that are looked for, oldest first, with everything that the log says of them, as JSON."""
    return long_file(log_as_json(*_asked(request)), "gamestate-log.json", content_type="application/json")


def _asked(request: HttpRequest) -> tuple[Wanted, Viewer]:
    """What is looked for in the log, and by whom. Raises RuleBroken (400) for a search that makes no sense."""
    form = LogForm(request.GET)
    wanted = replace(form.wanted(), as_of=asked_instant(request))
    if form.errors:
        wrong = ", ".join(str(form.fields[name].label or name) for name in form.errors)
        raise RuleBroken(f"The log cannot be searched like that: look at {wrong}.", status=400)
    return wanted, viewer_of(request.user, at=request.at)


@require_safe
def update(request: HttpRequest, pk: int) -> HttpResponse:
    """One update: what it changed, as far as the reader may see it, and what became of it."""
    found = get_object_or_404(Update.objects.select_related("by"), pk=pk)
    viewer = viewer_of(request.user, at=request.at)
    (shown,) = shown_updates([found], viewer, most=None, with_diff=True)
    own = next(
        (
            each
            for each in shown.open_disputes
            if request.user.is_authenticated and each.by_id == request.user.pk
        ),
        None,
    )
    return render(request, "gamestate/update.html", {"update": found, "shown": shown, "own": own})
