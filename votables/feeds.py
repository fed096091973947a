"""Feeds of the weblog: all posts, those of a category, Ascension Addresses, and the comments on one post."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils.html import escape

from players.atom import ENTRIES, AtomFeed, plain
from players.models import Ascension
from votables.models import Category, Comment, Post

CATEGORIES = {
    "proposals": Category.PROPOSAL,
    "calls-for-judgement": Category.CFJ,
    "declarations-of-victory": Category.DOV,
    "ascension-addresses": Category.ASCENSION,
    "story-posts": Category.STORY,
    "uncategorised": Category.NONE,
}


class PostsFeed(AtomFeed):
    """Posts, newest first: all, or those of the category in the address, which may be one that a law has defined."""

    def get_object(self, request: HttpRequest, category: str = "") -> str:
        known = not category or category in CATEGORIES
        if not known and not Post.objects.visible().filter(category=category).exists():
            raise Http404
        return category

    def title(self, category: str) -> str:
        if not category:
            return "BlogNomic: all posts"
        return f"BlogNomic: {category.replace('-', ' ')}"

    def items(self, category: str) -> QuerySet[Post]:
        rows = Post.objects.visible().newest_first().select_related("author")
        return (rows.filter(category=CATEGORIES.get(category, category)) if category else rows)[:ENTRIES]

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
        return plain(f"{item.by} ascends" if item.by else "A dynasty begins")

    def item_link(self, item: Ascension) -> str:
        return item.link or "/"


class CommentsFeed(AtomFeed):
    """The comments on one post, newest first."""

    def get_object(self, request: HttpRequest, pk: int) -> Post:
        found = Post.objects.visible().filter(pk=pk).first()
        if found is None:
            raise Http404
        return found

    def title(self, post: Post) -> str:
        return plain(f"Comments on “{post.title}”")

    def link(self, post: Post) -> str:
        return post.get_absolute_url()

    def items(self, post: Post) -> QuerySet[Comment]:
        return post.comments.order_by("-at", "-pk").select_related("author")[:ENTRIES]

    def item_key(self, item: Comment) -> str:
        return f"comment/{item.pk}"

    def item_title(self, item: Comment) -> str:
        return plain(f"{item.author} comments")

    def item_text(self, item: Comment) -> str:
        return item.html

    def item_author_name(self, item: Comment) -> str:
        return plain(item.author.name)


def feeds() -> list[tuple[str, str, dict[str, Any]]]:
    """The feeds of this room for the page that lists them: what each tells, its name and what its address takes."""
    found: list[tuple[str, str, dict[str, Any]]] = [("All posts", "feeds:posts", {})]
    found += [
        (name.replace("-", " ").capitalize(), "feeds:category", {"category": name}) for name in CATEGORIES
    ]
    return [*found, ("Ascensions", "feeds:ascensions", {})]
