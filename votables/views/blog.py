"""Reading: the front page, one post, the queue."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Page as Part
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from blognomic.text.differences import as_html, word_diff
from blognomic.text.outside import LARGEST_KEY, is_key
from blognomic.web.as_of import asked_instant
from blognomic.web.live import shown_live, wants_parts
from players.models import BESIDE_POSTS, LIVELY, AdminAct, Topic
from players.present import Present, digest
from ruleset.queries import laws_lately
from votables.archive.paging import FRONT_PAGE, front_page, page_of
from votables.changes.marks import MatterMarks, known_marks
from votables.changes.outcome import outcome_of
from votables.changes.preview import MatterPreview, ShownEffect, preview_of, shown_effects
from votables.forms.posts import CommentForm
from votables.judge.posting import edit_until, may_change_category, may_correct_typo, may_edit, may_remove
from votables.models import Category, Comment, Post, Status
from votables.permissions.upkeep import may_mend
from votables.post_types.queries import box_of
from votables.queries.comments import (
    CommentRow,
    Settled,
    comment_rows,
    resolutions_of,
    said_on,
    settled_with_comments,
    vote_buttons,
    withdrawing,
)
from votables.queries.finding import POST, find_post, without_removed
from votables.queries.game_for_reader import GameForReader
from votables.queries.judge_facts import docket_at
from votables.queries.matter_kinds import carries
from votables.queries.past_verdicts import possible_before
from votables.queries.pending import Case, queue_of
from votables.queries.requests import OPEN_TO
from votables.queries.timeline import GROWS_EVERY, Timeline, timeline_of, timeline_settled
from votables.queries.unwritten import nothing_to_do
from votables.services.posting import facts_for_editing
from votables.services.upkeep import can_be_reflected
from votables.views.founding_links import founding_path, is_at_this_machine
from votables.views.guides import first_steps

THREADS_KEPT = 40
# Comments of a long thread on a page, and how few more do not make another.
A_PART, A_FEW_MORE = 200, 100
PARTS = ("page", "comment")  # what asks for one of them


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The weblog, newest first; pending matters with their state."""
    game, before = request.frame, request.GET.get("before", "")

    page = (
        page_of(Post.objects.for_front_page(), before=before, size=FRONT_PAGE)
        if before or game.present is None
        else game.present.kept("votables.front page", front_page, without=BESIDE_POSTS)
    )
    cases = {case.post.pk: case for case in game.queue}
    entries = [(post, cases.get(post.pk)) for post in page.posts]
    context = {"page": page, "entries": entries, "steps": None if before else first_steps(request)}
    if game.game is None and is_at_this_machine(request):
        context["founding"] = founding_path()
    return shown_live(request, "votables/home.html", context, parts="live/home.html")


@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """The pending matters in the order in which they come up, each with its verdict; now, or as of an instant under the
    law of that time."""
    instant = asked_instant(request)
    if instant is not None and request.frame.game is not None:
        laws = request.frame.shared.few(
            "votables.laws then", instant, lambda: laws_lately(instant), most=THENS_KEPT, without=LIVELY
        )
        cases = queue_of(docket_at(instant, for_reader=True, lately=laws)) if laws else []
        return render(request, "votables/queue_then.html", {"cases": cases, "as_of": instant})
    context = {"cases": request.frame.queue}
    return shown_live(request, "votables/queue.html", context, parts="live/queue.html")


@require_safe
@login_required
def needs_vote(request: HttpRequest) -> HttpResponse:
    """The pending matters on which the signed-in player has no vote yet."""
    game = request.frame
    waiting = set(game.needs_vote)
    cases = [case for case in game.queue if case.post.pk in waiting]
    return shown_live(request, "votables/needs_vote.html", {"cases": cases}, parts="live/needs_vote.html")


@require_safe
def beside(request: HttpRequest) -> HttpResponse:
    """What stands beside every page, for the pages that show nothing else that changes: only as parts."""
    if not wants_parts(request):
        return redirect("votables:queue")
    return shown_live(request, "live/_frame.html", {}, parts="live/_frame.html")


@require_safe
def post(request: HttpRequest, pk: int) -> HttpResponse:
    """One post with its comments and, for a matter, how it stands or how it came out."""
    return post_page(request, pk)


def post_page(
    request: HttpRequest, pk: int, *, form: CommentForm | None = None, status: int = 200, **extra: object
) -> HttpResponse:
    """The page of one post, with the comment form as it was sent when something is wrong with it."""
    game = request.frame
    # After an attempt that was refused somebody else may have been first, so the post is looked up again.
    shared = game.present if request.method != "POST" else None
    shown, last_word = _post_and_last_word(pk, shared, game)
    if shown.removed_at is not None:
        return render(request, "votables/removed.html", {"post": shown}, status=410)
    case = game.case(shown)
    if shared:
        sign = case.sign if case else digest((shown.sign, last_word))
        thread = shared.few(
            "votables.queries.comments",
            pk,
            lambda: _thread(shown, case),
            most=THREADS_KEPT,
            without=LIVELY,
            sign=sign,
        )
    else:
        sign, thread = "", _thread(shown, case)
    how, part = thread.settled, _part(thread.rows, request)
    marks = known_marks(shown, game.present) if shown.is_matter else None
    buttons = vote_buttons(case, game.player, at=request.at) if case and game.player else []
    context = {
        "post": shown,
        "case": case,
        "sign": sign,
        "settled": how,
        "rows": thread.rows,
        "page": part,
        "part": f"?page={part.number}" if any(name in request.GET for name in PARTS) else "",
        "preview": _preview_shown(shown, game, marks) if case else None,
        "marks": marks,
        "may_carry": case is not None and carries(case.docket.law, shown.category),
        "legend": case.legend if case else how.legend if how else None,
        "moved": (game.at - shown.matter_since) // GROWS_EVERY if case and shown.matter_since else 0,
        "line": partial(_line, shown, case, thread, game) if shown.is_matter else None,
        "would_have": marks.on(thread.would_have) if marks else thread.would_have,
        "box": box_of(shown, viewer=game.player, dynasty=game.dynasty, at=request.at),
        "may_reflect": can_be_reflected(shown) and may_mend(request.user) and _bears_on_rules(shown, game),
        "left_as_it_is": _left_as_it_is(shown, request),
        "form": form or CommentForm,  # which the template makes where an empty one is not kept
        "was_sent": form is not None,
        "asks": [(asks.value, asks.label) for asks in OPEN_TO.get(getattr(request.user, "standing", ""), ())],
        "open": not shown.is_matter or shown.is_pending,
        "buttons": buttons,
        "may_cast": " ".join(f"{one.icon} {one.allowed} {one.reason}" for one in buttons),
        "own": _own(case, game) if case else None,
        "voting": _voting(request),
        "wish": game.wish_to_join if case and request.user.is_authenticated else None,
        "needs_vote": pk in game.needs_vote,
        "as_admin": request.user.is_authenticated and request.user.acts_as_admin,
        **author_leaves(request, shown, thread.comments, game),
        **extra,
    }
    context["alike"] = _alike(request, context) if shared else None
    # What a matter would do is worked out each minute.
    context["previewed"] = shared.sign() if shared and context["preview"] else ""
    return shown_live(request, "votables/post.html", context, parts="live/post.html", status=status)


def _alike(request: HttpRequest, context: dict[str, Any]) -> tuple[object, ...] | None:
    """The same for all for whom the page is, but for its comments and what is filled in for each; None for its author,
    and of a post with a box, which is another for each reader."""
    if context["box"] or request.user == context["post"].author:
        return None
    own, act = context["own"], context["left_as_it_is"]
    of_admins = context["as_admin"], context["may_reflect"], act.pk if act else None
    if context["case"] is None:  # nobody has a vote on it
        return of_admins
    return (
        *of_admins,
        bool(context["buttons"]),
        context["needs_vote"],
        own is not None and (own.cast, own.is_implied),
        context["may_cast"],
        context["voting"],
        context["wish"].pk if context["wish"] else None,
    )


def _voting(request: HttpRequest) -> str:
    """How it is with the reader's vote, in a word: who plays has one."""
    if not request.user.is_authenticated:
        return "stranger"
    if request.user.is_player:
        return "plays" if request.user.is_playing else "idle"
    return "guest"


THENS_KEPT = 50


@dataclass(frozen=True, slots=True)
class Own:
    """The reader's own vote on a matter, and where the next one is that waits for it."""

    cast: str
    label: str
    is_implied: bool
    waiting: int
    following: Case | None


def _bears_on_rules(shown: Post, game: GameForReader) -> bool:
    """Whether what was decided may be one for the rules to say: a victory is none."""
    kind = game.docket_or_none.law.kinds.get(shown.category) if game.docket_or_none else None
    return kind is None or kind.carries


def _left_as_it_is(shown: Post, request: HttpRequest) -> AdminAct | None:
    """What admins see of a matter that carried no changes: who said that the rules need nothing for it, if anybody."""
    is_admin = request.user.is_authenticated and request.user.acts_as_admin
    if not is_admin or shown.status != Status.ENACTED or shown.changes:
        return None
    shared = request.frame.present if request.method != "POST" else None

    def read() -> tuple[AdminAct | None]:
        return (nothing_to_do(shown, at=request.at),)

    if shared is None:
        return read()[0]
    return shared.few("votables.nothing to do", shown.pk, read, most=THREADS_KEPT, without=LIVELY)[0]


def _own(case: Case, game: GameForReader) -> Own | None:
    """Nothing for whoever has no vote here yet."""
    vote = case.ruling.votes.get(game.player.name) if game.player and game.player.is_playing else None
    if vote is None:
        return None
    cast, waiting = vote.cast or vote.counts_as or "", set(game.needs_vote)
    here = next(place for place, one in enumerate(game.queue) if one.post.pk == case.post.pk)
    after = [one for one in (*game.queue[here:], *game.queue[:here]) if one.post.pk in waiting]
    label = case.legend[cast].label if cast else ""
    return Own(cast, label, not vote.cast, len(waiting), after[0] if after else None)


@dataclass(frozen=True, slots=True)
class PostThread:
    """What a post's page tells everybody besides the post: its comments, also as rows; of a matter that is not pending,
    how it was settled, and what its changes would have done."""

    comments: Sequence[Comment]
    rows: list[CommentRow]
    settled: Settled | None
    would_have: list[ShownEffect]


def _post_and_last_word(pk: int, shared: Present | None, game: GameForReader) -> tuple[Post, int | None]:
    """The post of that number, and the key of the last comment on it, which tells any two states of its thread apart:
    no comment is ever edited or removed. One query; none for a pending matter, which the docket knows, nor where it has
    just been `shared`. Raises Http404 where there is no such post."""
    pending = game.docket_or_none.posts.get(pk) if shared and game.docket_or_none else None
    if pending is not None:
        return pending, None

    def read() -> tuple[Post, int | None]:
        for post in POST.find(pk) if pk <= LARGEST_KEY else ():
            return post, post.last_word
        raise Http404

    if shared is None:
        return read()
    return shared.few("votables.posts", pk, read, most=THREADS_KEPT, without={Topic.VALUES, Topic.TIME})


def _thread(shown: Post, case: Case | None) -> PostThread:
    """The same; of a pending matter, as the docket has it. Two queries at most, but for what changes would do."""
    how = None
    comments: Sequence[Comment]
    if case is None and shown.is_matter:
        how, comments = settled_with_comments(shown)
    else:
        comments = case.docket.comments[shown.pk] if case else said_on(shown)
    rows = comment_rows(comments, case, how.ballots if how else [])
    return PostThread(comments, rows, how, would_have(shown))


def _part(rows: list[CommentRow], request: HttpRequest) -> Part:
    """The comments that the page shows of a long thread: those of ?page=2, counted from the oldest on, those about
    ?comment=123, or else the last."""
    parts = Paginator(rows, A_PART, orphans=A_FEW_MORE)
    number: str | int = request.GET.get("page", parts.num_pages)
    if is_key(sought := request.GET.get("comment", "")):
        place = next((place for place, row in enumerate(rows) if row.comment.pk == int(sought)), len(rows))
        number = min(place // A_PART + 1, parts.num_pages)
    return parts.get_page(number)


def _line(shown: Post, case: Case | None, thread: PostThread, game: GameForReader) -> Timeline | None:
    """The course of the matter, when the part of the page that shows it is made."""
    if case is not None:
        return timeline_of(case, thread.rows, at=game.at)
    if thread.settled is None:
        return None
    return timeline_settled(
        shown, thread.settled, thread.rows, possible=_possible(shown, thread.settled, game)
    )


def _possible(shown: Post, how: Settled, game: GameForReader) -> datetime | None:
    """Since when a resolved matter could have been: worked out once, since a resolution never changes."""
    judged = how.judged
    if game.present is None or judged is None or judged.to_status != shown.status:
        return None
    return game.present.kept_while(
        judged.pk, f"votables.possible {shown.pk}", partial(possible_before, judged)
    )


def _preview_shown(shown: Post, game: GameForReader, marks: MatterMarks | None) -> MatterPreview | None:
    """What a pending matter would do now, worked out once for all who look, with the sentences of its text that say
    it."""
    if not shown.changes:
        return None
    would = game.shared.kept(f"votables.changes.preview {shown.pk}", lambda: preview_of(shown, game.docket))
    if would is None or marks is None:
        return would
    return replace(would, now=marks.on(would.now), later=would.later and marks.on(would.later))


def would_have(shown: Post) -> list[ShownEffect]:
    """What the changes of a matter that came to nothing would have done when it was resolved."""
    if shown.status not in (Status.FAILED, Status.ILLEGAL) or not shown.changes:
        return []
    return shown_effects(outcome_of(shown, at=shown.resolved_at, then=True))


def author_leaves(
    request: HttpRequest, shown: Post, comments: Sequence[Comment], game: GameForReader
) -> dict[str, object]:
    """What the signed-in author may still do with the post, and until when; nothing for others."""
    if request.user != shown.author or game.docket_or_none is None:
        return {}
    facts, law, by = facts_for_editing(shown, comments), game.docket_or_none.law, request.user.name
    ask = {"law": law, "at": request.at, "by": by}
    return {
        "may_edit": may_edit(facts, **ask),
        "edit_until": edit_until(facts, law=law),
        "may_remove": may_remove(facts, **ask),
        "may_correct": may_correct_typo(facts, **ask),
        "may_move": may_change_category(facts, **ask, to=Category.NONE),
        "withdrawing": withdrawing(case) if (case := game.case(shown)) else None,
    }


@require_safe
def judged(request: HttpRequest, pk: int) -> JsonResponse:
    """How each resolution of a matter was judged: the facts as a game file, which `manage.py judge` reads, and the
    verdict made from them."""
    shown = find_post(pk, Post.objects.matters())
    entries = [
        {
            "at": resolution.at.isoformat(),
            "by": resolution.by.name,
            "status": resolution.to_status,
            "against_verdict": resolution.against_verdict,
            "reason": resolution.reason.in_english,
            "law": resolution.law.name,
            "facts": resolution.facts,
            "verdict": resolution.verdict,
        }
        for resolution in without_removed(resolutions_of(shown))
    ]
    return JsonResponse({"matter": shown.pk, "resolutions": entries}, json_dumps_params={"indent": 1})


@require_safe
def versions(request: HttpRequest, pk: int) -> HttpResponse:
    """Every version of a post, each with what it changed in the one before."""
    shown = find_post(pk)
    post_versions = list(shown.versions.select_related("by"))
    steps = []
    for before, after in zip([None, *post_versions], post_versions, strict=False):
        if before is not None:
            step: dict[str, object] = {"version": after}
            for part in ("title", "body", "commentary"):
                was, is_now = getattr(before, part), getattr(after, part)
                step[part] = mark_safe(as_html(word_diff(was, is_now)))  # as_html escapes the texts
                step[f"{part}_changed"] = was != is_now
            steps.append(step)
        else:
            steps.append({"version": after})
    return render(request, "votables/versions.html", {"post": shown, "steps": steps[::-1]})
