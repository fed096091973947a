"""Posts against their versions and their resolutions, drafts, and types of official posts against their definitions."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from django.db.models import Prefetch

from blognomic.i18n.stored_messages import NOTHING
from blognomic.text import prose
from blognomic.web.errors import RuleBroken
from players.checking import Check, Finding, is_same_anywhere
from players.models import Game
from votables.changes.change import read_change
from votables.models import Category, Draft, Post, PostVersion, Resolution, Status
from votables.post_types.models import DEFINITION, OfficialType
from votables.queries.rendering import render_prose

BOTH = (
    "category", "label", "title", "body", "commentary", "amends", "changes_nothing", "changes", "choices",
)  # fmt: skip
ANY_INSTANT = datetime.max.replace(tzinfo=UTC)  # for what is alike at any


def _posts(rows: Iterable[Post]) -> Iterator[Finding]:
    founded = Game.objects.values_list("founded_at", flat=True).first()
    for post in rows:
        sentences = [*_versions(post), *_status(post), *_words(post)]
        if founded is None or post.posted_at < founded:
            sentences.append("it was posted before the game was founded.")
        for sentence in sentences:
            yield Finding(f"post {post.pk}", f"“{post}”: {sentence}", post.get_absolute_url())


def _versions(post: Post) -> Iterator[str]:
    """What does not fit between a post and its versions."""
    versions: list[PostVersion] = list(post.versions.all())
    if [version.number for version in versions] != list(range(1, post.version + 1)):
        there = ", ".join(str(version.number) for version in versions) or "none"
        yield f"it is stored in version {post.version}, and its versions are {there}."
        return
    last = versions[-1]
    differing = [name for name in BOTH if getattr(last, name) != getattr(post, name)]
    if differing:
        yield f"its {' and '.join(differing)} is not as its last version has it."
    if versions[0].at != post.posted_at:
        yield "its first version is not of the instant at which it was posted."
    if (post.removed_at is not None) != any(version.kind == PostVersion.Kind.REMOVED for version in versions):
        yield "whether it has been removed is not as its versions have it."


def _status(post: Post) -> Iterator[str]:
    """What does not fit between a post and its resolutions, gone through in their order."""
    status, resolved_at, settled_by, tally = Status.PENDING.value, None, None, NOTHING
    for resolution in post.resolutions.all():
        if resolution.from_status != status:
            yield f"resolution {resolution.pk} changes it from {resolution.from_status}, and it was {status}."
        before, status = status, resolution.to_status
        if before == Status.PENDING:
            resolved_at, settled_by, tally = resolution.at, resolution.pk, resolution.tally
        elif status == Status.PENDING:
            resolved_at, settled_by = None, None
        elif post.category == Category.DOV and status == Status.ENACTED:
            resolved_at = resolution.at
    if not post.is_matter:
        if settled_by is not None or post.settled_by_id is not None:
            yield "it is no votable matter, and has been resolved."
        return
    if post.status != status:
        yield f"it is stored as {post.status}, and by its resolutions is {status}."
        return
    if post.resolved_at != resolved_at:
        yield f"it is stored as resolved at {post.resolved_at}, and was at {resolved_at}."
    if post.settled_by_id != settled_by:
        yield f"it is stored as settled by resolution {post.settled_by_id}, and is by {settled_by}."
    if post.tally != tally:
        yield f"its tally is stored as {post.tally or 'none'}, and was {tally or 'none'}."


def _words(post: Post) -> Iterator[str]:
    """Whether the HTML is that of the texts, and the changes can be read."""
    for name, text, html in (
        ("text", post.body, post.body_html),
        ("commentary", post.commentary, post.commentary_html),
    ):
        if is_same_anywhere(text) and html != _html(text):
            yield f"the HTML of its {name} is not that of its words."
    yield from _changes(post.changes)


def _html(text: str) -> str:
    try:
        return render_prose(text, prefix="p", at=ANY_INSTANT) if text else ""
    except RuleBroken:
        return prose.as_typed(text)


def _changes(values: Iterable[Any]) -> Iterator[str]:
    for place, value in enumerate(values, start=1):
        try:
            read_change(value)
        except RuleBroken as broken:
            yield f"its change {place} cannot be read: {broken.sentence}"


def _drafts(rows: Iterable[Draft]) -> Iterator[Finding]:
    """A draft's changes can be read; nobody but its author is told what stands in it."""
    for draft in rows:
        if any(True for _ in _changes(draft.changes)):
            yield Finding(f"draft {draft.pk}", f"A change in a draft of {draft.author} cannot be read.")


def _types(rows: Iterable[OfficialType]) -> Iterator[Finding]:
    """Types of official posts are defined as their last definitions say."""
    for kind in rows:
        row, page = f"official type {kind.pk}", kind.get_absolute_url()
        versions = list(kind.versions.all())
        if [version.number for version in versions] != list(range(1, kind.number + 1)):
            there = ", ".join(str(version.number) for version in versions) or "none"
            sentence = f"“{kind}” is stored with definition {kind.number}, and its definitions are {there}."
            yield Finding(row, sentence, page)
        elif any(getattr(versions[-1], name) != getattr(kind, name) for name in DEFINITION):
            yield Finding(row, f"“{kind}” is defined otherwise than its last definition says.", page)


def _rows() -> Any:
    resolutions = Resolution.objects.defer("facts", "verdict").order_by("at", "pk")
    return Post.objects.order_by("pk").prefetch_related(
        "versions", Prefetch("resolutions", queryset=resolutions)
    )


CHECKS = (
    Check("posts", _rows, _posts),
    Check("drafts", lambda: Draft.objects.select_related("author").order_by("pk"), _drafts),
    Check(
        "types of official posts",
        lambda: OfficialType.objects.order_by("pk").prefetch_related("versions"),
        _types,
    ),
)
