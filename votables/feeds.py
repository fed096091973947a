"""Feeds of the weblog: all posts, those of a category, Ascension Addresses, and the comments on one post."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext, gettext_lazy

from blognomic.text.one_line import isolated
from players.atom import AtomFeed, plain
from players.models import Ascension
from ruleset.feeds import in_feed
from ruleset.law import Law
from ruleset.queries import law_at
from ruleset.queries.revisions import RuleRevised, done_by, revisions_from
from votables.models import Category, Comment, Post, Status
from votables.queries.comments import comments_on
from votables.queries.finding import posts_of

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

    def rows(self, of: FeedPosts) -> QuerySet[Post]:
        return posts_of(of.category).select_related("author", "settled_by")

    def tell(self, rows: list[Post], of: FeedPosts) -> list[Post]:
        enacted = {row.get_absolute_url(): row.pk for row in rows if row.status == Status.ENACTED}
        came_of_it = revisions_from(enacted)
        self.done: dict[int, list[RuleRevised]] = defaultdict(list)
        for revision, done in done_by(came_of_it).items():
            self.done[enacted[came_of_it[revision]]] += done
        return rows

    def item_key(self, item: Post) -> str:
        return f"post/{item.pk}"

    def item_title(self, item: Post) -> str:
        return plain(item.title)

    def item_text(self, item: Post) -> str:
        outcome = ""
        if item.is_matter:
            tally = item.settled_by.tally.in_english if item.settled_by else ""
            words = escape(item.get_status_display()).capitalize() + (f", {escape(tally)}" if tally else "")
            outcome = f"<p><em>{words}</em></p>"
        commentary = f"<hr>{item.commentary_html}" if item.commentary_html else ""
        return f"{outcome}{item.body_html}{commentary}{in_feed(self.done.get(item.pk, []))}"

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

    def rows(self, of: None) -> QuerySet[Ascension]:
        return Ascension.objects.order_by("-at", "-pk").select_related("by")

    def item_key(self, item: Ascension) -> str:
        return f"ascension/{item.pk}"

    def item_title(self, item: Ascension) -> str:
        by = isolated(str(item.by or ""))
        return plain(f"{by} ascends" if by else "A dynasty begins")  # a feed is in English

    def item_link(self, item: Ascension) -> str:
        return item.link or "/"


class CommentsFeed(AtomFeed):
    """The comments on one post, or on all, newest first."""

    def get_object(self, request: HttpRequest, pk: int | None = None) -> Post | None:
        return None if pk is None else find_post(pk)

    def title(self, post: Post | None) -> str:
        if post is None:
            return "BlogNomic: all comments"
        return plain(f"Comments on “{isolated(post.title)}”")  # a feed is in English

    def link(self, post: Post | None) -> str:  # type: ignore[override]  # Django hands in what get_object found
        return post.get_absolute_url() if post else reverse("home")

    def rows(self, of: Post | None) -> QuerySet[Comment]:
        return comments_on(of).order_by("-at", "-pk").select_related("author", "post")

    def item_key(self, item: Comment) -> str:
        return f"comment/{item.pk}"

    def item_title(self, item: Comment) -> str:
        return plain(f"{isolated(str(item.author))} on “{isolated(item.post.title)}”")  # in English

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
    comments: tuple[str, str, dict[str, Any]] = (gettext("All comments"), "feeds:all_comments", {})
    return [*all_feeds, comments, (gettext("Ascensions"), "feeds:ascensions", {})]
