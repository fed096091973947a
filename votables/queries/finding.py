"""A post by the number in an address, and what a resolution was judged by: one place that says of a removed post that
it is gone, and tells none of its words."""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy, deepcopy
from typing import Any

from django.db.models import QuerySet, Subquery
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from blognomic.database.prepared import Prepared
from blognomic.web.errors import RuleBroken
from players.models import Player
from votables.models import Comment, Draft, Post, Resolution

REMOVED = "Removed by its author"  # as a file has it, in English


def posts_of(category: str | None) -> QuerySet[Post]:
    """The posts that nobody removed, newest first, or of these those of a category."""
    posts = Post.objects.visible().newest_first()
    return posts if category is None else posts.filter(category=category)


def own_draft(author: Player, key: int) -> Draft | None:
    """Somebody's own draft of that key, if it is there. One query."""
    return Draft.objects.of(author).filter(pk=key).first()


def find_post(pk: int, posts: QuerySet[Post] | None = None) -> Post:
    """The post of that number, among `posts` or all. Raises Http404 where there is none, and RuleBroken (410) for one
    that its author removed: whatever the address is of, its versions, its comments or what may be done with it."""
    post = get_object_or_404(Post.objects.select_related("author") if posts is None else posts, pk=pk)
    if post.removed_at is not None:
        raise RuleBroken(_("Its author removed this post, with everything that belongs to it."), status=410)
    return post


def _with_last_word(pk: int) -> QuerySet[Post]:
    """The post of that number for its page, with the key of the last comment on it (`last_word`)."""
    last = Subquery(Comment.objects.filter(post=pk).order_by("-pk").values("pk")[:1])
    return Post.objects.filter(pk=pk).select_related("author", "settled_by__by").annotate(last_word=last)


POST = Prepared(_with_last_word)


def without_removed(resolutions: Iterable[Resolution]) -> Iterator[Resolution]:
    """The resolutions as everybody may read them, not to be saved: their facts and verdicts say of a post that was
    removed since that there was one, and neither its title nor what was said on it. One query."""
    removed = {str(key) for key in Post.objects.exclude(removed_at=None).values_list("pk", flat=True)}
    for each in resolutions:
        gone = [matter for matter in _matters(each.facts) if matter["id"] in removed]
        if gone:
            each = copy(each)  # which others may be reading
            each.facts = deepcopy(each.facts)
            each.verdict = _without(each.verdict, [matter["title"] for matter in gone])
            for matter in _matters(each.facts):
                if matter["id"] in removed:
                    matter["title"] = REMOVED
                    for comment in matter["comments"]:
                        comment["text"] = REMOVED
        yield each


def _matters(facts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The matters of a game file, those between named choices too, which stand apart."""
    return [*facts.get("matters", []), *facts.get("history", {}).get("matters", [])]


def _without(verdict: Mapping[str, Any], titles: Iterable[str]) -> dict[str, Any]:
    """The verdict, with none of these titles in its reasons: a reason names the matters that came first."""
    reasons = list(verdict.get("why", []))
    for title in filter(None, titles):
        reasons = [reason.replace(title, REMOVED) for reason in reasons]
    return {**verdict, "why": reasons} if reasons else dict(verdict)
