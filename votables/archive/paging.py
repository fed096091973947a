"""Lists of posts, a page at a time."""

from dataclasses import dataclass

from django.db.models import Q, Subquery
from django.utils.translation import gettext as _

from blognomic.database.prepared import Prepared
from blognomic.text.outside import is_key
from blognomic.web.errors import RuleBroken
from votables.models import Post, PostQuerySet

FRONT_PAGE = 10


@dataclass(frozen=True, slots=True)
class PostsPage:
    """One page of posts, newest first, and where the next begins (the key of the last post; None at the end)."""

    posts: list[Post]
    older: int | None
    newest: bool

    @property
    def keys(self) -> str:
        """Which posts are on it."""
        return ",".join(str(post.pk) for post in self.posts)


def page_of(posts: PostQuerySet, *, before: str, size: int) -> PostsPage:
    """The page that follows the post with the key `before` (text from the address; "" for the newest). One query, and
    another where the page is empty.

    Raises RuleBroken for a key that is none.
    """
    if before:
        if not is_key(before):
            raise RuleBroken(_("There is no such page."), status=404)
        start = Post.objects.filter(pk=int(before))
        instant = Subquery(start.values("posted_at"))
        # the first condition follows from the second, and is the range of the index that the page begins in
        further = Q(posted_at__lt=instant) | Q(pk__lt=int(before))
        posts = posts.filter(Q(posted_at__lte=instant) & further)
    rows = list(posts[: size + 1])
    if before and not rows and not start.exists():
        raise RuleBroken(_("There is no such page."), status=404)
    return _page_with(rows, size=size, newest=not before)


_NEWEST = Prepared(lambda: Post.objects.for_front_page()[: FRONT_PAGE + 1])


def front_page() -> PostsPage:
    """The newest posts, as the weblog shows them. One query."""
    return _page_with(_NEWEST.find(), size=FRONT_PAGE, newest=True)


def _page_with(rows: list[Post], *, size: int, newest: bool) -> PostsPage:
    """The page of the first of those posts, of which there is one more than it shows where another page follows."""
    return PostsPage(rows[:size], rows[size - 1].pk if len(rows) > size else None, newest)
