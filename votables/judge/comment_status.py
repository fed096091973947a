"""What became of each comment on a matter: the vote it casts, whether that counts, and why not."""

from blognomic.i18n.translation import gettext as _
from ruleset.law.phrases import told

from .facts import Comment
from .queue import PendingMatter
from .verdict import CommentState
from .voting import Hearing, comments_until


def comment_states(pending: PendingMatter) -> tuple[CommentState, ...]:
    """Every comment up to now, in the order of time."""
    hearing = Hearing(pending.situation, pending.matter)
    heard: list[tuple[Comment, str | None, tuple[tuple[str, str], ...]]] = []
    effective: dict[str, int] = {}
    for number, comment in enumerate(comments_until(pending.matter, pending.situation.at)):
        refused = [(icon, _refusal(hearing, comment, icon)) for icon in comment.icons]
        cast = hearing.hear(comment)
        if cast is not None:
            effective[comment.author] = number
        heard.append((comment, cast, _ignored(refused, cast)))
    return tuple(
        _state(pending, comment, cast, ignored, superseded=effective.get(comment.author) != number)
        for number, (comment, cast, ignored) in enumerate(heard)
    )


def _refusal(hearing: Hearing, comment: Comment, name: str) -> str:
    """Why the icon is as text in this comment; empty if it is not."""
    terms = hearing.terms(comment.at)
    icon = terms.law.icons.get(name)
    if icon is None and name not in terms.choices:
        return _("the law does not have this icon")
    lock = hearing.lock(comment.author, comment.at)
    if lock is not None:
        sentence = _("{name}’s vote can no longer be changed: it is {state} ({rule})")
        return sentence.format(name=comment.author, state=told(lock.label), rule=lock.rule)
    condition = hearing.refusal(icon, comment.author, comment.at) if icon else None
    return "" if condition is None else f"{told(condition.label)} ({condition.rule})"


def _ignored(refused: list[tuple[str, str]], cast: str | None) -> tuple[tuple[str, str], ...]:
    """The icons that do not count, with their reasons: those refused, and those before the last allowed one."""
    last = max((i for i, (_icon, reason) in enumerate(refused) if not reason), default=-1)
    if not refused or (last == 0 and len(refused) == 1):
        return ()
    later = _("only the last icon of a comment counts")
    return tuple((icon, reason or later) for i, (icon, reason) in enumerate(refused) if i != last)


def _state(
    pending: PendingMatter,
    comment: Comment,
    cast: str | None,
    ignored: tuple[tuple[str, str], ...],
    *,
    superseded: bool,
) -> CommentState:
    if cast is None:
        return CommentState(comment, None, ignored, effective=False, counts=False, reason="")
    if superseded:
        reason = _("superseded by a later vote of the same player")
        return CommentState(comment, cast, ignored, effective=False, counts=False, reason=reason)
    vote = pending.count.votes.get(comment.author)
    if vote is None:
        reason = _("not in the roster now")
        return CommentState(comment, cast, ignored, effective=False, counts=False, reason=reason)
    reason = "" if vote.counts_as is not None else _void(pending, comment.author, cast)
    return CommentState(
        comment, cast, ignored, effective=True, counts=vote.counts_as is not None, reason=reason
    )


def _void(pending: PendingMatter, author: str, cast: str) -> str:
    """Why a vote counts as nothing."""
    icon = pending.situation.law.icons.get(cast)
    if icon is None:
        return _("the law no longer has this icon")
    if icon.counts == "deferral":
        clause = pending.count.deferral_clause(own=author == pending.situation.emperor)
        if clause is not None:
            return f"{told(clause.label)} ({clause.rule})"
    return _("{icon} is neither FOR nor AGAINST").format(icon=icon.label)
