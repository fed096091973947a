"""Posts: reading them, writing them, moving and removing them; the queue, and what a pending matter would do."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Query
from pydantic import Field

from blognomic.web.api import Confirmed, Key, Refused, Room, Rows, Shape, Text, worked_out
from players.api.auth import ANY, POSTS, by, founded, like
from ruleset.queries import law_in_force
from votables.archive.page import archive
from votables.changes.change import MOST
from votables.changes.in_english import changes_of_text
from votables.changes.in_text import changes_of_other_text, check_agreement
from votables.changes.law_prospects import check_prospects
from votables.changes.preview import MatterPreview, preview_of
from votables.forms.posts import BODY_LENGTH
from votables.models import TITLE_LENGTH, Category, Post, PostVersion
from votables.permissions import refuse_unless
from votables.permissions.posting import leave_to_post
from votables.queries.comments import numbers_of_comments
from votables.queries.fair_play import check_edit, check_post
from votables.services import posting

from .changes import CHANGES, Carrying, Change, sent_changes, stored_change
from .shapes import Found, PostOut, RuleDifference, WholePost, anew, posted
from .writing import Deciding, Strict, Writing, own_draft

router = Room("Posts and matters")


class VersionOut(
    like(PostVersion, "number kind at by category title body commentary amends choices"), Carrying
):
    """An earlier version of a post."""


class Filters(Shape):
    """Which posts are asked for."""

    category: Text = Field("", max_length=40)
    status: Literal["", "pending", "enacted", "failed", "illegal"] = ""
    dynasty: Key | None = Field(None, description="The number of a dynasty.")
    year: Annotated[int, Field(ge=1990, le=9999)] | None = Field(None, description="When it was posted.")
    month: Annotated[int, Field(ge=1, le=12)] | None = Field(None, description="With a year.")
    player: Text = Field("", max_length=100, description="Who wrote it, by name.")
    admin: Text = Field("", max_length=100, description="Who resolved it, by name.")
    voter: Text = Field("", max_length=100, description="Who voted on it, by name.")
    tag: Text = Field("", max_length=40, description="A tag in its title.")
    order: Literal["newest", "oldest"] = "newest"


class PostIn(Writing, Strict, Confirmed):
    """A new post. If you leave out `changes`, it has those that its text makes."""

    title: Text = Field(max_length=TITLE_LENGTH)
    draft: Key | None = Field(None, description="One of your drafts. It is deleted with it.")


class EditIn(Strict, Confirmed):
    """A new version of your post. What you leave out stays, but changes that the text makes follow the text."""

    seen: int = Field(ge=1, le=10**9, description="The `version` that you looked at.")
    title: Text | None = Field(None, max_length=TITLE_LENGTH)
    body: Text | None = Field(None, max_length=BODY_LENGTH)
    commentary: Text | None = Field(None, max_length=BODY_LENGTH)
    amends: list[Text] | None = Field(None, max_length=20)
    changes_nothing: bool | None = None
    changes: list[Change] | None = Field(None, max_length=MOST, description=CHANGES)
    choices: list[Text] | None = Field(None, max_length=20)
    typo: bool = Field(False, description="It only corrects an obvious typing mistake.")


class MoveIn(Deciding):
    """Another category for your post."""

    category: Text = Field(max_length=20)


class EffectOut(Shape):
    """What one change of a matter would do now."""

    said: str = Field(description="The result as a sentence; empty if the differences say it.")
    fits: bool = worked_out(
        lambda one: one.effect.misfit is None, "Whether it fits the rules as they are now."
    )
    differences: list[RuleDifference]


class EffectsOut(Shape):
    """What a pending matter would do if it were enacted now, beside the text that is voted on."""

    text: str = Field(description="The text that is voted on, in Markdown.")
    effects: list[EffectOut] = Field(description="What each of its changes would do, in order.")
    missing_tags: list[str] = Field(
        description="Tags that its title needs for what it changes and does not have."
    )


@router.list("/posts", PostOut)
def list_posts(request: HttpRequest, filters: Query[Filters]) -> Rows:
    """The weblog and its archive, newest first unless you sort it. Posts must match everything you ask for."""
    game = request.frame
    words = {name: str(value) for name, value in filters.dict(exclude_none=True).items() if value != ""}
    law = game.docket_or_none.law if game.docket_or_none else None
    sought = archive(words, law=law, at=request.at, present=request.present).filters
    for name in ("category", "dynasty"):
        if name in words and name not in sought.said:
            raise Refused(400, f"There is no such {name}.")
    posts = sought.among(Post.objects.for_front_page())
    return Rows(posts, by="posted_at" if sought.oldest_first else "-posted_at")


@router.one("/posts/{post}", WholePost)
def one_post(post: Found) -> None: ...


@router.list("/posts/{post}/versions", VersionOut)
def list_versions(request: HttpRequest, post: Found) -> Rows:
    """Every version of a post, oldest first."""
    return Rows(post.versions.select_related("by"), by="number")


@router.add("/posts", WholePost, POSTS)
def publish(request: HttpRequest, sent: PostIn) -> Post:
    """Publish a post, a proposal or a call for judgement. The server sets the date."""
    words = sent.dict(exclude={"draft", "confirmed", "changes", "strict"})
    _refuse_address(sent.category)
    draft = own_draft(request, sent.draft) if sent.draft is not None else None
    if "changes" in sent.model_fields_set:
        changes = _attached(request, sent, sent.body, sent.category)
    else:
        if sent.strict:  # what the law refuses is said before anything is asked
            docket = founded(request).docket
            refuse_unless(leave_to_post(docket, by=request.user, category=sent.category, amends=sent.amends))
        changes = changes_of_text(
            sent.body, category=sent.category, at=request.at, may_be_unclear=not sent.strict
        )
    if not sent.confirmed:
        check_post(**by(request), body=sent.body, commentary=sent.commentary)
        check_prospects(changes, at=request.at)
    _check_agreement(request, sent, sent.body)
    post = posting.publish(**by(request), draft=draft, changes=changes, **words)
    return posted(request, post)


@router.patch("/posts/{post}", WholePost, POSTS)
def edit(request: HttpRequest, post: Found, sent: EditIn) -> Post:
    """Edit your post while the law allows it. Earlier versions are kept."""
    words = sent.dict(exclude={"confirmed", "changes", "choices", "strict"}, exclude_none=True)
    for name in ("title", "body", "commentary", "amends", "changes_nothing"):
        words.setdefault(name, getattr(post, name))
    changes: list[dict[str, Any]] | None = None
    if sent.changes is not None:
        is_new = words["body"] != post.body
        changes = _attached(request, sent, words["body"] if is_new else "", post.category)
    elif not sent.typo:
        if sent.strict:
            posting.check_may_edit(post, law=law_in_force(request.at), **by(request))
        ask = {"category": post.category, "at": request.at, "may_be_unclear": not sent.strict}
        changes = changes_of_other_text(post.body, post.changes, words["body"], **ask)
    if not sent.confirmed:
        check_edit(post=post, **by(request), body=words["body"], commentary=words["commentary"])
        check_prospects(changes or (), at=request.at)
    _check_agreement(request, sent, words["body"], post.changes if words["body"] == post.body else None)
    edited = posting.edit(post=post, **by(request), changes=changes, choices=sent.choices, **words)
    return anew(request, edited)


@router.delete("/posts/{post}", auth=POSTS, does=posting.remove)
def remove(post: Found) -> None: ...


@router.put("/posts/{post}/category", WholePost, POSTS)
def move_post(request: HttpRequest, post: Found, sent: MoveIn) -> Post:
    """Move your post to another category while the law allows it. This makes a post a proposal."""
    _refuse_address(sent.category)
    others = sent.dict(exclude={"category"})
    return anew(request, posting.change_category(post=post, **by(request), to=sent.category, **others))


def _attached(request: HttpRequest, sent: PostIn | EditIn, body: str, category: str) -> list[dict[str, Any]]:
    """The changes that were sent with a text. Raises Refused (422) for none beside a text that says some: the two
    cannot disagree."""
    changes = sent_changes(sent.changes or [], at=request.at, confirmed=sent.confirmed)
    by_text = (
        changes_of_text(body, category=category, at=request.at, may_be_unclear=True) if not changes else []
    )
    if by_text:
        raise Refused(
            422,
            f"The text says what it changes ({len(by_text)}), and `changes` is empty. Leave `changes` out, or take the"
            " sentences out of the text.",
        )
    return changes


def _check_agreement(request: HttpRequest, sent: PostIn | EditIn, body: str, so_far: Any = None) -> None:
    """Raise what `check_agreement` does for the changes that were sent with a text. `so_far`: what went with this text
    until now."""
    if sent.changes:
        changes, unclear = map(stored_change, sent.changes), sent.confirmed or not sent.strict
        check_agreement(body, changes, at=request.at, so_far=so_far, may_be_unclear=unclear)


def _refuse_address(category: str) -> None:
    if category == Category.ASCENSION:
        raise Refused(
            400, "An Ascension Address does more than a post says: it is made by `POST /ascension`."
        )


@router.get("/queue", list[WholePost])
def queue(request: HttpRequest) -> list[Post]:
    """The pending matters in order, each with its outcome so far."""
    cases = founded(request).queue
    numbers = numbers_of_comments([case.post.pk for case in cases])
    for case in cases:
        case.post.comment_count = numbers.get(case.post.pk, 0)
    return [case.post for case in cases]


@router.get("/queue/mine", list[int], ANY)
def needs_vote(request: HttpRequest) -> list[int]:
    """The keys of the pending matters that need your vote, without those that can only fail."""
    return request.frame.needs_vote


@router.get("/posts/{post}/effects", EffectsOut)
def effects(request: HttpRequest, post: Found) -> dict[str, Any]:
    """What the changes of a pending matter would do if it were enacted now."""
    game = founded(request)
    if game.case(post) is None:
        raise Refused(409, "Only a pending matter would do something.")
    key = f"votables.changes.preview {post.pk}"
    would_do: MatterPreview | None = game.shared.kept(key, lambda: preview_of(post, game.docket))
    return {
        "text": post.body,
        "effects": would_do.now if would_do else [],
        "missing_tags": [tag.name for tag in (would_do.missing_tags if would_do else ())],
    }
