"""A post by the number in an address: one place that says of a removed one that it is gone."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from players.errors import RuleBroken
from votables.models import Post


def find_post(pk: int, posts: QuerySet[Post] | None = None) -> Post:
    """The post of that number, among `posts` or all. Raises Http404 where there is none, and RuleBroken (410) for one
    that its author removed: whatever the address is of, its versions, its comments or what may be done with it."""
    found = get_object_or_404(Post.objects.select_related("author") if posts is None else posts, pk=pk)
    if found.removed_at is not None:
        raise RuleBroken(_("This post was removed by its author, with all that belongs to it."), status=410)
    return found
