"""Feeds of the weblog: all posts, those of a category, Ascension Addresses, and the comments on one post."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils.html import escape
from django.utils.translation import gettext, gettext_lazy

from blognomic.text.lines import isolated
from players.atom import ENTRIES, AtomFeed, plain
from players.models import Ascension
from ruleset.law import Law
from ruleset.queries import law_at
from votables.models import Category, Comment, Post

from .archive.page import archived_categories
from .queries.finding import find_post

CATEGORIES = {
    "proposals": Category.PROPOSAL,
    "calls-for-judgement": Category.CFJ,
    "declarations-of-victory": Category.DOV,
    "ascension-addresses": Category.ASCENSION,
    "story-posts": Category.STORY,
    "uncategorised": Category.NONE,
}


NAMES = {
    "proposals": gettext_lazy("Proposals"),
    "calls-for-judgement": gettext_lazy("Calls for judgement"),
    "declarations-of-victory": gettext_lazy("Declarations of victory"),
    "ascension-addresses": gettext_lazy("Ascension addresses"),
    "story-posts": gettext_lazy("Story posts"),
    "uncategorised": gettext_lazy("Uncategorised"),
}


@dataclass(frozen=True, slots=True)
class FeedPosts:
    """Which posts a feed has, in words, and by category (None: those of all)."""

    name: str
    category: str | None = None


def _law_at(at: datetime) -> Law | None:
    in_force = law_at(at)
    return in_force.law if in_force else None


class PostsFeed(AtomFeed):
    """Posts, newest first: all, or those of the category in the address, which may be one that the law in force defines
    or a law of before has defined."""

    def get_object(self, request: HttpRequest, category: str = "") -> FeedPosts:
        if not category:
            return FeedPosts("all posts")
        if category in CATEGORIES:
            return FeedPosts(category.replace("-", " "), CATEGORIES[category])
        known = archived_categories(_law_at(request.at))
        if category not in known:
            raise Http404
        return FeedPosts(known[category], category)

    def title(self, shelf: FeedPosts) -> str:
        return plain(f"BlogNomic: {shelf.name}")

    def items(self, shelf: FeedPosts) -> QuerySet[Post]:
        rows = Post.objects.visible().newest_first().select_related("author")
        return (rows if shelf.category is None else rows.filter(category=shelf.category))[:ENTRIES]

    def item_key(self, item: Post) -> str:
        return f"post/{item.pk}"

    def item_title(self, item: Post) -> str:
        return plain(item.title)

    def item_text(self, item: Post) -> str:
        outcome = (
            f"<p><em>{escape(item.get_status_display()).capitalize()}</em></p>" if item.is_matter else ""
        )
        return f"{outcome}{item.body_html}{f'<hr>{item.commentary_html}' if item.commentary_html else ''}"

    def item_pubdate(self, item: Post) -> datetime:
        return item.posted_at

    def item_updateddate(self, item: Post) -> datetime:
        return max(filter(None, (item.posted_at, item.edited_at, item.resolved_at)))

    def item_author_name(self, item: Post) -> str:
        return plain(item.author.name)

    def item_categories(self, item: Post) -> list[str]:
        return [item.get_category_display()] if item.category else []


class AscensionsFeed(AtomFeed):
    """The dynasties as they began: one entry for each Ascension Address that was completed."""

    title = "BlogNomic: ascensions"

    def items(self) -> list[Ascension]:
        return list(Ascension.objects.order_by("-at", "-pk").select_related("by")[:ENTRIES])

    def item_key(self, item: Ascension) -> str:
        return f"ascension/{item.pk}"

    def item_title(self, item: Ascension) -> str:
        by = isolated(str(item.by or ""))
        return plain(f"{by} ascends" if by else "A dynasty begins")  # a feed is in English

    def item_link(self, item: Ascension) -> str:
        return item.link or "/"


class CommentsFeed(AtomFeed):
    """The comments on one post, newest first."""

    def get_object(self, request: HttpRequest, pk: int) -> Post:
        return find_post(pk)

    def title(self, post: Post) -> str:
        return plain(f"Comments on “{isolated(post.title)}”")  # a feed is in English

    def link(self, post: Post) -> str:  # type: ignore[override]  # Django hands in what get_object found
        return post.get_absolute_url()

    def items(self, post: Post) -> QuerySet[Comment]:
        return post.comments.order_by("-at", "-pk").select_related("author")[:ENTRIES]

    def item_key(self, item: Comment) -> str:
        return f"comment/{item.pk}"

    def item_title(self, item: Comment) -> str:
        return plain(f"{isolated(str(item.author))} comments")  # a feed is in English

    def item_text(self, item: Comment) -> str:
        return item.html

    def item_author_name(self, item: Comment) -> str:
        return plain(item.author.name)


def feeds(at: datetime) -> list[tuple[str, str, dict[str, Any]]]:
    """The feeds of this room at `at` (UTC) for the page that lists them: what each tells, its name and what its address
    takes. Two queries."""
    all_feeds: list[tuple[str, str, dict[str, Any]]] = [(gettext("All posts"), "feeds:posts", {})]
    all_feeds += [(str(NAMES[name]), "feeds:category", {"category": name}) for name in CATEGORIES]
    known = archived_categories(_law_at(at))
    all_feeds += [
        (label, "feeds:category", {"category": category})
        for category, label in known.items()
        if category not in CATEGORIES.values()
    ]
    return [*all_feeds, (gettext("Ascensions"), "feeds:ascensions", {})]
