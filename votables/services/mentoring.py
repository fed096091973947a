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
def announce(*, mentorship: int, by: Player, at: datetime, title: str, body: str) -> Post:
    """As who acts as emperor, tell everybody in a post that a mentorship has begun. Raises RuleBroken for others, Stale
    when that has been done."""
    locked = mentors.lock_mentorship(mentorship)
    by.refresh_from_db()
    check_may_announce(locked, by=by, at=at)
    post = posting.publish(by=by, at=at, category=Category.NONE, title=title, body=body)
    mentors.announced(locked, link=post.get_absolute_url())
    return post


@transaction.atomic
def dissolve(*, mentorship: int, by: Player, at: datetime, title: str, body: str) -> Post:
    """As one of the two, end a mentorship by a post that says so. Raises RuleBroken, or Stale when it is over."""
    locked = mentors.lock_mentorship(mentorship)
    check_may_dissolve(locked, by=by)
    post = posting.publish(by=by, at=at, category=Category.NONE, title=title, body=body)
    mentors.dissolved(locked, by=by, at=post.posted_at, link=post.get_absolute_url())
    return post
