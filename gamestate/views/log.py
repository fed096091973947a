"""The log of the tracker, and one update of it."""

from dataclasses import replace
from itertools import chain

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from blognomic.web.as_of import asked_instant
from blognomic.web.errors import RuleBroken
from gamestate.forms.log import LogForm
from gamestate.hidden import Viewer, known_to, viewer_of
from gamestate.queries.log import LogQuestion, UpdateShown, page_of, shown_updates, updates
from gamestate.queries.log_files import log_as_csv, log_as_json
from gamestate.queries.now import log_choices, log_seen_as, names_now, number_of_updates
from gamestate.views.downloads import MARK, long_file
from gamestate.views.viewing import shared
from players.models import Topic

PAGE = 30
UPDATES_KEPT = 100
PAGES_KEPT = 3  # at either end: those that most look at


@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """Every update, newest first; or those that are looked for; with ?at=, as the log stood then."""
    past, present = asked_instant(request), shared(request)
    viewer = viewer_of(request.user, at=request.at, present=present)
    form = SimpleLazyObject(lambda: LogForm(request.GET, auto_id="log_%s", choices=log_choices(present)))
    question, is_filtered, is_wrong = LogQuestion(as_of=past), False, False
    if request.GET.keys() - {"at", "page"}:
        question, is_wrong = replace(form.wanted(), as_of=past), bool(form.errors)
        is_filtered = is_wrong or question != LogQuestion(as_of=past)
    pages = Paginator(updates(question, viewer), PAGE)
    if not (past or is_filtered or (viewer.key and log_choices(present).has_kept)):
        pages.count = number_of_updates(present)
    page = pages.get_page(request.GET.get("page"))
    rest = request.GET.copy()
    rest.pop("page", None)
    context = {
        "form": form,
        "is_filtered": is_filtered,
        "past": past,
        "may_choose": request.user.is_authenticated and request.user.is_playing and not past,
        "page": page,
        "updates": SimpleLazyObject(
            lambda: shown_updates(page_of(page.object_list), viewer, at=past, known=names_now(present))
        ),
        "seen_as": log_seen_as(viewer, present),
        "is_kept": not (past or rest) and not PAGES_KEPT < page.number <= pages.num_pages - PAGES_KEPT,
        "query": f"{rest.urlencode()}&" if rest else "",
        "search": f"?{rest.urlencode()}" if rest else "",
    }
    return render(request, "gamestate/log.html", context, status=400 if is_wrong else 200)


@require_safe
def log_csv(request: HttpRequest) -> StreamingHttpResponse:
    """The updates that are looked for, oldest first, as CSV: a line for each change."""
    lines = log_as_csv(*_asked(request))
    return long_file(chain([MARK], lines), "gamestate-log.csv", content_type="text/csv; charset=utf-8")


@require_safe
def log_json(request: HttpRequest) -> StreamingHttpResponse:
    """The updates that are looked for, oldest first, with everything that the log says of them, as JSON."""
    return long_file(log_as_json(*_asked(request)), "gamestate-log.json", content_type="application/json")


def _asked(request: HttpRequest) -> tuple[LogQuestion, Viewer]:
    """What is looked for in the log, and by whom. Raises RuleBroken (400) for a search that makes no sense."""
    form = LogForm(request.GET, choices=log_choices(shared(request)))
    question = replace(form.wanted(), as_of=asked_instant(request))
    if form.errors:
        wrong = ", ".join(str(form.fields[name].label or name) for name in form.errors)
        raise RuleBroken(
            _("The log cannot be searched like that. Check {fields}.").format(fields=wrong), status=400
        )
    return question, viewer_of(request.user, at=request.at, present=shared(request))


@require_safe
def update(request: HttpRequest, pk: int) -> HttpResponse:
    """One update: what it changed, as far as the reader may see it, and what became of it, or had with ?at= by then."""
    past, present = asked_instant(request), shared(request)
    viewer = viewer_of(request.user, at=request.at, present=present)

    def looked_up() -> UpdateShown:
        row = get_object_or_404(known_to(viewer).select_related("by"), pk=pk)
        (one,) = shown_updates([row], viewer, most=None, with_diff=True, at=past, known=names_now(present))
        return one

    key = (pk, past, log_seen_as(viewer, present))
    shown = (
        present.few("gamestate.update", key, looked_up, most=UPDATES_KEPT, without={Topic.POSTS})
        if present
        else looked_up()
    )
    if past and shown.update.at > past:
        raise Http404(_("There was no such update then."))
    own = next(
        (
            each
            for each in shown.open_disputes
            if request.user.is_authenticated and each.by_id == request.user.pk
        ),
        None,
    )
    context = {"update": shown.update, "shown": shown, "own": own, "past": past}
    return render(request, "gamestate/update.html", context)
