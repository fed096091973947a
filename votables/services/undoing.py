"""Undoing what an enacted matter did, when its resolution is corrected.

What has been built on since stays, and is named; what went comes back when a correction is corrected.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.web.errors import RuleBroken
from players.models import Player
from players.services.roster import lock_game
from votables.changes.registry import maker_of
from votables.models import Post, Resolution, Status
from votables.services.last_admin import check_law_has_admins


def undo_changes(
    post: Post, *, by: Player, at: datetime, why: StoredMessage | str
) -> list[dict[str, object]]:
    """Undo what enacting the matter did to the rules, the law, the gamestate and the roster, when its resolution is
    overturned; what has been built on stays. Raises RuleBroken when nobody could act as an admin under the law that is
    back."""
    last = last_enactment(post)
    consequences = last.consequences if last is not None else []
    undone = _undone(consequences, by=by, at=at, why=why, link=post.get_absolute_url())
    check_law_has_admins(undone, at=at)
    return undone


@dataclass(frozen=True, slots=True)
class Restorable:
    """What followed from enacting a matter (`made`), and what became of it when that was overturned (`taken`)."""

    made: list[dict[str, Any]]
    taken: list[dict[str, Any]]


def last_enactment(post: Post, *, but: int | None = None) -> Resolution | None:
    """The resolution that enacted the matter the last time, `but` for one that is being written. One query."""
    enactments = post.resolutions.filter(to_status=Status.ENACTED).exclude(pk=but)
    return enactments.order_by("-at", "-pk").first()


def restorable(post: Post, *, but: int | None = None) -> Restorable | None:
    """What enacting this matter brings back, where it was enacted before with the changes that it has now and that was
    overturned; None elsewhere. `but`: the resolution that is being written. Three queries at most."""
    enacted = last_enactment(post, but=but)
    if enacted is None or not post.changes or post.versions.filter(at__gt=enacted.at).exists():
        return None
    corrections = post.resolutions.filter(from_status=Status.ENACTED, pk__gt=enacted.pk).exclude(pk=but)
    taken = corrections.order_by("-at", "-pk").first()
    if taken is None or not any("of" in one for one in taken.consequences):
        return None
    return Restorable(enacted.consequences, taken.consequences)


def restore_changes(
    post: Post, undone: Restorable, *, by: Player, at: datetime, why: StoredMessage | str
) -> list[dict[str, object]]:
    """Bring about again what overturning its enactment undid: the same rules and things, with their values. What had
    stayed is a consequence of the matter as before. Raises RuleBroken as `enact_changes` does."""
    acts = {"by": by, "at": at, "why": why, "link": post.get_absolute_url()}
    done: list[dict[str, object]] = []
    for place, consequence in enumerate(undone.made):
        answers = [one for one in undone.taken if one.get("of") == place]
        done += _restored(post, consequence, answers, **acts)
    check_law_has_admins(done, at=at)
    return done


def rehearsed(post: Post, *, by: Player, at: datetime) -> list[dict[str, object]]:
    """What correcting the status of an enacted matter would undo and keep, or enacting it again bring back: found out
    by doing it and taking it back, so that it is what happens. Nothing is written."""
    with transaction.atomic():
        lock_game()
        try:
            if post.status == Status.ENACTED:
                return undo_changes(post, by=by, at=at, why=post.title)
            undone = restorable(post)
            return restore_changes(post, undone, by=by, at=at, why=post.title) if undone is not None else []
        except RuleBroken as broken:
            return [{"kept": broken.sentence}]
        finally:
            transaction.set_rollback(True)


def _restored(
    post: Post, consequence: dict[str, Any], answers: list[dict[str, Any]], **acts: Any
) -> list[dict[str, object]]:
    """One consequence of a matter brought about again, by what undoing it had answered."""
    kind = maker_of(consequence)
    if kind is None:
        # What became of each change is as it was; what follows from the law follows again.
        return [consequence] if "change" in consequence else []
    undone = [one for one in answers if "kept" not in one]
    for answer in answers if not undone else ():
        kind.stay(answer, at=acts["at"])
    # a part of it has stayed
    restored = [consequence] if not undone or len(undone) < len(answers) else []
    for answer in undone:
        restored += kind.redo(consequence, answer, post=post, **acts)
    return restored


def _undone(consequences: Sequence[dict[str, Any]], **acts: Any) -> list[dict[str, object]]:
    """Undo consequences, the last first, and say `of` which, by its place, each answer is."""
    done: list[dict[str, object]] = []
    for place, consequence in reversed(list(enumerate(consequences))):
        kind = maker_of(consequence)
        answers = kind.undo(consequence, consequences, **acts) if kind is not None else []
        done += [{**answer, "of": place} for answer in answers]
    return done
