"""The judge: a game, a law and an instant in; a verdict with its reasons out. Pure: no Django, no clock."""

from .ballot import effects_in, heard, lasting_effects, leave_in, may_use, would_self_kill, would_veto
from .facts import Comment, Game, Matter, Player, Reign, Span
from .judge import judge
from .limits import limits, may_post, waits_until
from .milestones import HourMark, hour_marks, possible_since
from .verdict import (
    Blocker,
    ClauseState,
    CommentState,
    ConditionState,
    Leave,
    Limits,
    MatterVerdict,
    Tally,
    Verdict,
    Vote,
)
from .voting import Hearing

__all__ = [
    "Blocker",
    "ClauseState",
    "Comment",
    "CommentState",
    "ConditionState",
    "Game",
    "Hearing",
    "HourMark",
    "Leave",
    "Limits",
    "Matter",
    "MatterVerdict",
    "Player",
    "Reign",
    "Span",
    "Tally",
    "Verdict",
    "Vote",
    "effects_in",
    "heard",
    "hour_marks",
    "judge",
    "lasting_effects",
    "leave_in",
    "limits",
    "may_post",
    "may_use",
    "possible_since",
    "would_self_kill",
    "would_veto",
    "waits_until",
]
