"""Posts and votable matters: reading them, writing them, drafts."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Query, Router, Schema, Status
from pydantic import Field

from blognomic.api.auth import token
from blognomic.api.game import founded
from blognomic.api.paging import Page, Paging, page, rows_of
from blognomic.api.problems import Refused
from blognomic.api.shapes import Key, Sent, Text, Who, url_of, who, whoever
from players.errors import RuleBroken
from votables.archive import archive
from votables.cases import Case
from votables.fair_play import check_edit, check_post
from votables.forms import BODY_LENGTH
from votables.kinds import labels
from votables.models import TITLE_LENGTH, Category, Draft, Post
from votables.outlook import outlook
from votables.proposed import Proposed, proposed
from votables.rendering import render_prose
from votables.services import posting

router = Router(tags=["Posts and matters"])
WRITE = token("posts")
CONFIRMED = "Whether it is meant all the same, after a refusal that named this field in `confirm`."
AMENDS = "Which sections of the rules it would change, such as `core` and `dynastic`; those of its changes are added."
CHANGES = "What it does when it is enacted, each change as an object with its `op`, as the page of changes makes them."


class PostOut(Schema):
    """A post, as lists have it."""

    id: int
    url: str
    title: str
    tags: list[str]
    category: str = Field(description="Such as `proposal`; empty for a post without one.")
    label: str = Field(description="What the law calls the category.")
    author: Who
    posted_at: datetime
    status: str = Field(
        description="`pending`, `enacted`, `failed` or `illegal`; empty for what is no matter."
    )
    resolved_at: datetime | None
    tally: str = Field(description="How the vote came out, in short; empty while it is pending.")
    comments: int


class VoteOut(Schema):
    """How somebody's vote stands."""

    player: Who
    cast: str = Field(description="The icon that they cast; empty where the vote is implied.")
    counts_as: str = Field(description="What it counts as; empty for nothing.")
    weight: int


class VerdictOut(Schema):
    """How a pending matter stands by the law in force, and what it still needs."""

    sentence: str
    state: str
    may_enact: bool
    may_fail: bool
    why: list[str] = Field(description="The reasons.")
    needs: list[str] = Field(description="What it still needs, in sentences.")
    quorum: int
    votes_for: int
    votes_against: int
    abstaining: int
    choices: list[int] = Field(description="Of a vote between named choices, the votes of each.")
    vetoed: bool
    self_killed: bool
    popular: bool
    unpopular: bool
    oldest: bool | None = Field(description="Whether it is first in the queue, where its kind has one.")
    stale: bool | None
    next_change: datetime | None = Field(description="When time alone would change this.")
    votes: list[VoteOut]
    waiting: list[Who] = Field(description="Players who have no vote on it yet.")


class WholePost(PostOut):
    """A post with all that its page shows but its comments."""

    body: str = Field(description="Markdown.")
    body_html: str
    commentary: str
    commentary_html: str
    admin_field: str
    version: int = Field(description="To be sent back as `seen` by whoever edits it.")
    edited_at: datetime | None
    asks: str = Field(
        description="What it asks of the admins: `join`, `idle`, `unidle`, `leave`, or nothing."
    )
    matter_since: datetime | None
    amends: list[str]
    changes_nothing: bool
    changes: list[dict[str, Any]]
    choices: list[str]
    illegal: bool
    vetoed: bool
    self_killed: bool
    verdict: VerdictOut | None = Field(description="Of a pending matter, how it stands.")


class RuleDifference(Schema):
    """What happens to one rule."""

    rule: str
    number: str
    title: str
    what: str
    old_text: str
    new_text: str


class EffectOut(Schema):
    """What one change of a matter would do now."""

    said: str
    fits: bool = Field(description="Whether it can be carried out as the rules are now.")
    differences: list[RuleDifference]


class EffectsOut(Schema):
    """What a pending matter would do if it were enacted now."""

    effects: list[EffectOut]
    missing_tags: list[str]


class VersionOut(Schema):
    """A post as it once stood."""

    number: int
    kind: str
    at: datetime
    by: Who
    category: str
    title: str
    body: str
    commentary: str
    amends: list[str]
    changes: list[dict[str, Any]]
    choices: list[str]


class Filters(Schema):
    """Which posts are asked for."""

    category: Text = Field("", max_length=40)
    status: Literal["", "pending", "enacted", "failed", "illegal"] = ""
    dynasty: Key | None = Field(None, description="The number of a dynasty.")
    year: Annotated[int, Field(ge=1990, le=9999)] | None = None
    month: Annotated[int, Field(ge=1, le=12)] | None = Field(None, description="With a year.")
    player: Text = Field("", max_length=100, description="Who wrote it, by name.")
    admin: Text = Field("", max_length=100, description="Who resolved it, by name.")
    voter: Text = Field("", max_length=100, description="Who voted on it, by name.")
    tag: Text = Field("", max_length=40)
    order: Literal["newest", "oldest"] = "newest"


class PostIn(Sent):
    """A new post."""

    title: Text = Field(max_length=TITLE_LENGTH)
    category: Text = Field("", max_length=20, description="Such as `proposal`; empty for a post without one.")
    body: Text = Field("", max_length=BODY_LENGTH, description="Markdown.")
    commentary: Text = Field("", max_length=BODY_LENGTH)
    amends: list[Text] = Field([], max_length=20, description=AMENDS)
    changes_nothing: bool = Field(False, description="Of a call for judgement that asks for no change.")
    changes: list[dict[str, Any]] = Field([], max_length=100, description=CHANGES)
    choices: list[Text] = Field(
        [], max_length=20, description="The names that a vote between choices is between."
    )
    asks: Literal["", "join", "idle", "unidle", "leave"] = Field(
        "",
        description="What it asks of the admins: so one asks to join, to be idled, to come back, to leave.",
    )
    draft: Key | None = Field(None, description="A draft of one's own, which is thrown away with it.")
    confirmed: bool = Field(False, description=CONFIRMED)


class EditIn(Sent):
    """Another version of one's own post. What is left out stays as it is."""

    seen: int = Field(ge=1, le=10**9, description="The `version` that one looked at.")
    title: Text | None = Field(None, max_length=TITLE_LENGTH)
    body: Text | None = Field(None, max_length=BODY_LENGTH)
    commentary: Text | None = Field(None, max_length=BODY_LENGTH)
    amends: list[Text] | None = Field(None, max_length=20, description=AMENDS)
    changes_nothing: bool | None = None
    changes: list[dict[str, Any]] | None = Field(None, max_length=100, description=CHANGES)
    choices: list[Text] | None = Field(None, max_length=20)
    typo: bool = Field(False, description="It corrects an obvious slip of the pen, and nothing else.")
    confirmed: bool = Field(False, description=CONFIRMED)


class MoveIn(Sent):
    """Another category for one's own post."""

    category: Text = Field(max_length=20)
    amends: list[Text] = Field([], max_length=20, description=AMENDS)
    changes_nothing: bool = False
    choices: list[Text] = Field([], max_length=20)


class DraftIn(Sent):
    """What one is writing. Nothing of it is checked but its length."""

    title: Text = Field("", max_length=TITLE_LENGTH)
    category: Text = Field("", max_length=20)
    body: Text = Field("", max_length=BODY_LENGTH)
    commentary: Text = Field("", max_length=BODY_LENGTH)
    amends: list[Text] = Field([], max_length=20)
    changes_nothing: bool = False
    changes: list[dict[str, Any]] = Field([], max_length=100, description=CHANGES)
    choices: list[Text] = Field([], max_length=20)
    asks: Literal["", "join", "idle", "unidle", "leave"] = ""


class DraftOut(Schema):
    """A draft of one's own, which nobody else sees."""

    id: int
    saved_at: datetime
    title: str
    category: str
    body: str
    commentary: str
    amends: list[str]
    changes_nothing: bool
    changes: list[dict[str, Any]]
    choices: list[str]
    asks: str


class TextIn(Sent):
    text: Text = Field(max_length=BODY_LENGTH, description="Markdown.")


class HtmlOut(Schema):
    html: str


# -- reading


def short(post: Post) -> dict[str, Any]:
    """A post as lists have it. `comment_count` has been counted."""
    return {
        "id": post.pk,
        "url": url_of(post.get_absolute_url()),
        "title": post.title,
        "tags": post.tags,
        "category": post.category,
        "label": post.get_category_display(),
        "author": who(post.author),
        "posted_at": post.posted_at,
        "status": post.status,
        "resolved_at": post.resolved_at,
        "tally": post.tally,
        "comments": post.comment_count,
    }


def verdict(case: Case) -> dict[str, Any]:
    """How a pending matter stands, as its page says it."""
    ruling = case.ruling
    return {
        "sentence": case.sentence,
        "state": case.state,
        "may_enact": ruling.may_enact,
        "may_fail": ruling.may_fail,
        "why": list(ruling.why),
        "needs": case.needs,
        "quorum": case.quorum,
        "votes_for": ruling.tally.f,
        "votes_against": ruling.tally.a,
        "abstaining": ruling.tally.x,
        "choices": list(ruling.tally.choices),
        "vetoed": ruling.vetoed,
        "self_killed": ruling.self_killed,
        "popular": ruling.popular,
        "unpopular": ruling.unpopular,
        "oldest": ruling.oldest,
        "stale": ruling.stale,
        "next_change": ruling.next_change,
        "votes": [
            {"player": who(one.player), "cast": one.cast, "counts_as": one.counts_as, "weight": one.weight}
            for one in case.votes
        ],
        "waiting": whoever(case.waiting),
    }


def whole(request: HttpRequest, post: Post) -> dict[str, Any]:
    """A post with how it stands."""
    case = outlook(request).case(post)
    names = (
        "body", "body_html", "commentary", "commentary_html", "admin_field", "version", "edited_at", "asks",
        "matter_since", "amends", "changes_nothing", "changes", "choices", "illegal", "vetoed", "self_killed",
    )  # fmt: skip
    told = {name: getattr(post, name) for name in names}
    return {**short(post), **told, "verdict": verdict(case) if case else None}


def find(pk: int) -> Post:
    """A post of the weblog. Raises Http404, or Refused (410) for one that its author removed. One query."""
    post = Post.objects.filter(pk=pk).select_related("author").annotate(comment_count=counted()).first()
    if post is None:
        raise Http404
    if post.removed_at is not None:
        raise Refused(410, "Its author has removed this post. The record keeps it.")
    return post


def counted() -> Any:
    """How many comments a post has, as lists of posts count them."""
    return Post.objects.for_front_page().query.annotations["comment_count"]


@router.get("/posts", response=Page[PostOut], url_name="posts", summary="Posts")
def list_posts(request: HttpRequest, paging: Query[Paging], filters: Query[Filters]) -> dict[str, Any]:
    """The weblog and its archive, newest first unless asked otherwise; everything that is asked for must hold."""
    game = outlook(request)
    asked = {name: str(value) for name, value in filters.dict(exclude_none=True).items() if value != ""}
    found = archive(asked, law=game.held.law if game.held else None, at=request.at, present=request.present)
    for name in ("category", "dynasty"):
        if name in asked and name not in found.wanted.said:
            raise Refused(400, f"There is no such {name}.")
    posts = Post.objects.for_front_page().filter(found.wanted.of)
    descending = not found.wanted.oldest_first
    rows = rows_of(request, posts, paging, by="posted_at", kind=datetime, descending=descending)
    return page(request, map(short, rows))


@router.get("/queue", response=list[WholePost], url_name="queue", summary="The queue")
def queue(request: HttpRequest) -> list[dict[str, Any]]:
    """The pending matters in the order in which they come up, each with how it stands."""
    cases = founded(request).queue
    numbers = _numbers(case.post.pk for case in cases)
    for case in cases:
        case.post.comment_count = numbers.get(case.post.pk, 0)
    return [whole(request, case.post) for case in cases]


def _numbers(keys: Iterable[int]) -> dict[int, int]:
    posts = Post.objects.filter(pk__in=list(keys)).annotate(comment_count=counted())
    return dict(posts.values_list("pk", "comment_count"))


@router.get(
    "/queue/mine", response=list[int], auth=token(), url_name="queue_mine", summary="What needs one's vote"
)
def needs_vote(request: HttpRequest) -> list[int]:
    """The keys of the pending matters on which one has no vote yet."""
    return outlook(request).needs_vote


@router.get("/posts/{post}", response=WholePost, url_name="post", summary="One post")
def one_post(request: HttpRequest, post: Key) -> dict[str, Any]:
    """A post; of a pending matter, also how it stands, who voted what, and what it still needs."""
    return whole(request, find(post))


@router.get("/posts/{post}/versions", response=Page[VersionOut], url_name="versions", summary="Its versions")
def list_versions(request: HttpRequest, post: Key, paging: Query[Paging]) -> dict[str, Any]:
    """Every version of a post, the first one first."""
    versions = find(post).versions.select_related("by")
    names = (
        "number",
        "kind",
        "at",
        "category",
        "title",
        "body",
        "commentary",
        "amends",
        "changes",
        "choices",
    )
    return page(
        request,
        (
            {**{name: getattr(one, name) for name in names}, "by": who(one.by)}
            for one in rows_of(request, versions, paging, by="number", kind=int, descending=False)
        ),
    )


@router.get("/posts/{post}/effects", response=EffectsOut, url_name="effects", summary="What it would do")
def effects(request: HttpRequest, post: Key) -> dict[str, Any]:
    """What the changes of a pending matter would do if it were enacted now."""
    found, game = find(post), founded(request)
    if game.case(found) is None:
        raise Refused(409, "Only a pending matter would do something.")
    told: Proposed | None = game.present.kept(
        f"votables.proposed {found.pk}", lambda: proposed(found, game.held)
    )
    return {
        "effects": [
            {
                "said": one.said,
                "fits": one.effect.misfit is None,
                "differences": [
                    {
                        "rule": each.difference.key,
                        "number": each.number,
                        "title": each.title,
                        "what": each.what,
                        "old_text": each.difference.old_text,
                        "new_text": each.difference.new_text,
                    }
                    for each in one.differences
                ],
            }
            for one in (told.now if told else ())
        ],
        "missing_tags": [tag.name for tag in (told.missing_tags if told else ())],
    }


# -- writing


@router.post("/posts", response={201: WholePost}, auth=WRITE, url_name="posts", summary="Post")
def publish(request: HttpRequest, response: HttpResponse, sent: PostIn) -> Status:
    """Publish a post, or propose, or call for judgement. It is dated by the server."""
    told = sent.dict(exclude={"draft", "confirmed"})
    if told["category"] == Category.ASCENSION:
        raise Refused(400, "An Ascension Address does more than a post says: it is made on its own page.")
    draft = _own_draft(request, sent.draft) if sent.draft is not None else None
    if not sent.confirmed:
        check_post(by=request.user, at=request.at, body=sent.body, commentary=sent.commentary)
    post = posting.publish(by=request.user, at=request.at, draft=draft, **told)
    response["Location"] = f"{request.path}/{post.pk}"
    return Status(201, anew(request, post))


def anew(request: HttpRequest, post: Post) -> dict[str, Any]:
    """What a write answers: the post as it stands after it, read anew."""
    vars(outlook(request)).pop("game", None)
    vars(outlook(request)).pop("present", None)
    return whole(request, find(post.pk))


@router.patch("/posts/{post}", response=WholePost, auth=WRITE, url_name="post", summary="Edit it")
def edit(request: HttpRequest, post: Key, sent: EditIn) -> dict[str, Any]:
    """Edit one's own post while the law allows it. What stood before is kept."""
    found = find(post)
    told = sent.dict(exclude={"confirmed", "changes", "choices"}, exclude_none=True)
    for name in ("title", "body", "commentary", "amends", "changes_nothing"):
        told.setdefault(name, getattr(found, name))
    if not sent.confirmed:
        texts = {name: told[name] for name in ("body", "commentary")}
        check_edit(post=found, by=request.user, at=request.at, **texts)
    kept = {"changes": sent.changes, "choices": sent.choices}
    return anew(request, posting.edit(post=found, by=request.user, at=request.at, **told, **kept))


@router.delete("/posts/{post}", response={204: None}, auth=WRITE, url_name="post", summary="Remove it")
def remove(request: HttpRequest, post: Key) -> Status:
    """Take one's own post off the weblog while the law allows it. The record keeps it."""
    posting.remove(post=find(post), by=request.user, at=request.at)
    return Status(204, None)


@router.put("/posts/{post}/category", response=WholePost, auth=WRITE, url_name="category", summary="Move it")
def move(request: HttpRequest, post: Key, sent: MoveIn) -> dict[str, Any]:
    """Move one's own post to another category while the law allows it: so a post becomes a proposal."""
    if sent.category == Category.ASCENSION:
        raise Refused(400, "An Ascension Address does more than a post says: it is made on its own page.")
    moved = posting.change_category(
        post=find(post),
        to=sent.category,
        by=request.user,
        at=request.at,
        amends=sent.amends,
        changes_nothing=sent.changes_nothing,
        choices=sent.choices,
    )
    return anew(request, moved)


@router.post("/preview", response=HtmlOut, auth=token(), url_name="preview", summary="Preview a text")
def preview(request: HttpRequest, sent: TextIn) -> dict[str, str]:
    """What a text will look like. Nothing is saved and nothing is rolled."""
    return {"html": str(render_prose(sent.text, prefix="preview", at=request.at, preview=True))}


# -- drafts


def _draft(draft: Draft) -> dict[str, Any]:
    names = (
        "saved_at", "title", "category", "body", "commentary", "amends", "changes_nothing", "changes", "choices",
        "asks",
    )  # fmt: skip
    return {"id": draft.pk, **{name: getattr(draft, name) for name in names}}


def _own_draft(request: HttpRequest, pk: int) -> Draft:
    return get_object_or_404(Draft, pk=pk, author=request.user)


@router.get("/drafts", response=Page[DraftOut], auth=WRITE, url_name="drafts", summary="One's drafts")
def list_drafts(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """One's own drafts, the last saved first."""
    drafts = Draft.objects.filter(author=request.user)
    return page(request, map(_draft, rows_of(request, drafts, paging, by="saved_at", kind=datetime)))


@router.post("/drafts", response={201: DraftOut}, auth=WRITE, url_name="drafts", summary="Keep a draft")
def keep_draft(request: HttpRequest, sent: DraftIn) -> Status:
    """Keep what one is writing. Nobody else sees it."""
    return Status(201, _draft(_saved(request, None, sent)))


@router.get("/drafts/{draft}", response=DraftOut, auth=WRITE, url_name="draft", summary="One draft")
def one_draft(request: HttpRequest, draft: Key) -> dict[str, Any]:
    """A draft of one's own."""
    return _draft(_own_draft(request, draft))


@router.put("/drafts/{draft}", response=DraftOut, auth=WRITE, url_name="draft", summary="Write it anew")
def change_draft(request: HttpRequest, draft: Key, sent: DraftIn) -> dict[str, Any]:
    """Put something else in the place of what a draft says."""
    return _draft(_saved(request, _own_draft(request, draft), sent))


@router.delete("/drafts/{draft}", response={204: None}, auth=WRITE, url_name="draft", summary="Throw it away")
def discard_draft(request: HttpRequest, draft: Key) -> Status:
    """Throw a draft away."""
    _own_draft(request, draft).delete()
    return Status(204, None)


def _saved(request: HttpRequest, draft: Draft | None, sent: DraftIn) -> Draft:
    told = sent.dict()
    if unknown := set(told["amends"]) - set(posting.AMENDS):
        raise RuleBroken(f"There is no section of the rules called “{min(unknown)}”.", status=400)
    if told["category"] not in labels(founded(request).held.law):
        raise RuleBroken("The law knows no such category.", status=400)
    posting.read_changes(told["changes"])
    return posting.save_draft(by=request.user, at=request.at, draft=draft, **told)
