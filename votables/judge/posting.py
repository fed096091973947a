"""What the law lets a person do with a post that is already there: edit it, remove it, move it, mend a typo.

The rule is "Official Posts" in the later rulesets. A post in a category is official; what nobody defined is
its author's to change. Durations are measured from the posting, at which the server dated it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import gettext_noop
from ruleset.law import Law

from .facts import Player
from .verdict import Leave

YES = Leave(allowed=True, reason="", rule="", when=None)


@dataclass(frozen=True, slots=True)
class CommentFacts:
    """A comment as the editing rules see it: `by_player` when its author was in the roster as they wrote it."""

    author: str
    by_player: bool
    icons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PostFacts:
    """A post as the editing rules see it. `category` is "" for a post that is not official; `posted` is UTC."""

    category: str
    author: str
    posted: datetime
    pending: bool
    resolved: bool
    comments: tuple[CommentFacts, ...]


def no(reason: str, rule: str, when: datetime | None = None) -> Leave:
    return Leave(allowed=False, reason=reason, rule=rule, when=when)


def edit_until(post: PostFacts, *, law: Law) -> datetime | None:
    """When the window for editing an official post closes by time alone (UTC), or None where it does not."""
    hours = law.posts.edit.hours
    return None if hours is None or not post.category else post.posted + timedelta(hours=hours)


def may_edit(post: PostFacts, *, law: Law, at: datetime, by: str) -> Leave:
    """Whether `by` may change the text of the post at `at`."""
    if by != post.author:
        return no(_("Only the author can edit this post."), law.posts.edit.rule)
    if post.resolved:
        return no(_("It has been resolved, so it can no longer be edited."), law.posts.edit.rule)
    if not post.category:
        return YES
    return _within_window(post, law=law, at=at, deed="edit")


@dataclass(frozen=True, slots=True)
class _TooLate:
    """What is said when the window for something has closed: by time, by a vote, by a comment."""

    time: str
    vote: str
    comment: str


_TOO_LATE = {
    "edit": _TooLate(
        gettext_noop("It could be edited only in its first {hours} hours."),
        gettext_noop("Somebody has voted on it, so it can no longer be edited."),
        gettext_noop("A player has commented on it, so it can no longer be edited."),
    ),
    "remove": _TooLate(
        gettext_noop("It could be removed only in its first {hours} hours."),
        gettext_noop("Somebody has voted on it, so it can no longer be removed."),
        gettext_noop("A player has commented on it, so it can no longer be removed."),
    ),
    "move": _TooLate(
        gettext_noop("Its category could be changed only in its first {hours} hours."),
        gettext_noop("Somebody has voted on it, so its category can no longer be changed."),
        gettext_noop("A player has commented on it, so its category can no longer be changed."),
    ),
}


def _within_window(post: PostFacts, *, law: Law, at: datetime, deed: str) -> Leave:
    editing = law.posts.edit
    until = edit_until(post, law=law)
    if until is not None and at >= until:
        return no(_(_TOO_LATE[deed].time).format(hours=editing.hours), editing.rule)
    if not any(comment.by_player for comment in post.comments):
        return YES
    if editing.icons_only and post.pending:
        if any(comment.icons for comment in post.comments):
            return no(_(_TOO_LATE[deed].vote), editing.rule)
        return YES
    return no(_(_TOO_LATE[deed].comment), editing.rule)


def may_remove(post: PostFacts, *, law: Law, at: datetime, by: str) -> Leave:
    """Whether `by` may take the post off the weblog at `at`."""
    if by != post.author:
        return no(_("Only the author can remove this post."), law.posts.edit.rule)
    if post.resolved:
        return no(_("It has been resolved, so it cannot be removed."), law.posts.edit.rule)
    if not post.category:
        if post.comments:
            return no(_("It has comments, so it cannot be removed."), law.posts.edit.rule)
        return YES
    if not law.posts.remove:
        return no(_("You cannot remove an official post."), law.posts.edit.rule)
    return _within_window(post, law=law, at=at, deed="remove")


def may_change_category(post: PostFacts, *, law: Law, at: datetime, by: str, to: str) -> Leave:
    """Whether `by` may move the post to the category `to` at `at`; whether the new one has room is asked
    apart.
    """
    rule = law.posts.category.rule
    if by != post.author:
        return no(_("Only the author can change this post’s category."), rule)
    if post.resolved:
        return no(_("It has been resolved, so its category cannot be changed."), rule)
    if not post.category:
        return _may_become_official(post, law=law, at=at)
    minutes = law.posts.category.official_minutes
    if minutes is None:
        return no(_("The category of an official post cannot be changed."), rule)
    if at > post.posted + timedelta(minutes=minutes):
        sentence = _("Its category could be changed only in its first {minutes} minutes.")
        return no(sentence.format(minutes=minutes), rule)
    return _within_window(post, law=law, at=at, deed="move")


def _may_become_official(post: PostFacts, *, law: Law, at: datetime) -> Leave:
    category = law.posts.category
    if at >= post.posted + timedelta(minutes=category.other_minutes):
        sentence = _("It could become official only in its first {minutes} minutes.")
        return no(sentence.format(minutes=category.other_minutes), category.rule)
    if post.comments:
        return no(_("It has comments, so it cannot become official."), category.rule)
    return YES


def may_correct_typo(post: PostFacts, *, law: Law, at: datetime, by: str) -> Leave:
    """Whether `by` may correct obvious typographical mistakes in the pending matter."""
    rule = law.posts.correct_rule or law.posts.edit.rule
    if by != post.author:
        return no(_("Only the author can correct mistakes in this post."), rule)
    if not post.pending or post.category not in law.posts.correct:
        return no(_("The law no longer lets anybody correct mistakes in this post."), rule)
    return YES


def may_make_proposal(post: PostFacts, *, law: Law, at: datetime, by_new_player: bool) -> Leave:
    """Whether an admin may turn the post, worded as a proposal, into one at `at`."""
    adoption = law.posts.adoption
    if adoption is None:
        return no(_("The law does not allow this: the author must post it again."), law.posts.edit.rule)
    if post.category:
        return no(_("It already has a category."), adoption.rule)
    if not by_new_player:
        return no(_("Its author is not a new player."), adoption.rule)
    if at >= post.posted + timedelta(hours=adoption.hours):
        sentence = _("It was posted more than {hours} hours ago.").format(hours=adoption.hours)
        return no(sentence, adoption.rule)
    return YES


def is_new_player(player: Player, *, law: Law, at: datetime) -> bool:
    """Whether `player` joined, or came back from long idleness, only days ago (UTC `at`)."""
    newcomers = law.posts.newcomers
    if newcomers is None:
        return False
    lately = at - timedelta(days=newcomers.days)
    joined = [span.start for span in player.plays if span.start <= at and (span.end is None or span.end > at)]
    if joined and joined[-1] > lately:
        return True
    return any(
        span.end is not None
        and lately < span.end <= at
        and span.end - span.start >= timedelta(days=newcomers.idle_days)
        for span in player.idle
    )
