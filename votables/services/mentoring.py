"""The posts that rule Mentors asks for: one that announces a mentorship, one that dissolves it."""

from datetime import datetime

from django.db import transaction

from players.models import Mentorship, Player
from players.permissions import check_may_announce, check_may_dissolve
from players.services import mentors
from votables.models import Category, Post
from votables.services import posting


def words_of_announcement(mentorship: Mentorship) -> dict[str, str]:
    """A title and a body to begin with."""
    mentor, mentee = mentorship.mentor, mentorship.mentee
    title = f"A mentor for {mentee}"  # posts are written in English
    return {"title": title, "body": f"[[@{mentor}]] is now the mentor of [[@{mentee}]]."}


def words_of_farewell(mentorship: Mentorship, by: Player) -> dict[str, str]:
    """The same of the post by which `by` dissolves it."""
    other = mentorship.mentee if by.pk == mentorship.mentor_id else mentorship.mentor
    return {
        "title": "The end of a mentorship",  # posts are written in English
        "body": f"I dissolve the mentorship between [[@{other}]] and me.",  # in English
    }


@transaction.atomic
def announce(
    *, mentorship: int, by: Player, at: datetime, title: str | None = None, body: str | None = None
) -> Post:
    """As emperor, or acting as one, post that a mentorship has begun.

    What is None of the post has the usual words. Raises RuleBroken for others, Stale when that has been done.
    """
    locked = mentors.lock_mentorship(mentorship)
    by.refresh_from_db()
    check_may_announce(locked, by=by, at=at)
    post = _publish(words_of_announcement(locked), title, body, by=by, at=at)
    mentors.announced(locked, link=post.get_absolute_url())
    return post


@transaction.atomic
def dissolve(
    *, mentorship: int, by: Player, at: datetime, title: str | None = None, body: str | None = None
) -> Post:
    """End your mentorship, by a post that says so.

    What is None of the post has the usual words. Raises RuleBroken for others, Stale when it is over.
    """
    locked = mentors.lock_mentorship(mentorship)
    check_may_dissolve(locked, by=by)
    post = _publish(words_of_farewell(locked, by), title, body, by=by, at=at)
    mentors.dissolved(locked, by=by, at=post.posted_at, link=post.get_absolute_url())
    return post


def _publish(usual: dict[str, str], title: str | None, body: str | None, *, by: Player, at: datetime) -> Post:
    words = {"title": title or usual["title"], "body": body or usual["body"]}
    return posting.publish(by=by, at=at, category=Category.NONE, **words)
