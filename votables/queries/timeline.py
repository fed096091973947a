"""The course of a matter as a picture: a line from its posting on, with the law's marks, the votes and now.

Everything is placed in hundredths of the line's length, so that the picture is as wide as the page and its words
are never stretched. No queries: it is made from what a matter's page has looked up.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from blognomic.display import anchor_on_line, place_on_line
from blognomic.i18n.dynasty_words import said
from blognomic.text.one_line import isolated
from ruleset.law import Law
from ruleset.law.phrases import told
from ruleset.queries import read
from votables import judge
from votables.models import Post

from .comments import CommentRow, Settled
from .pending import Case
from .vote_icons import Legend, mark_of

# How much of the line a label needs beside it, on a phone.
LABEL = 13.0
# How often the line of a matter is longer by that much, when all its marks have passed.
GROWS_EVERY = timedelta(minutes=15)
# How many marks of the law are shown at least, though they are still to come.
FIRST_MARKS = 2
SIDES = {"for": "up", "against": "down"}


@dataclass(frozen=True, slots=True)
class Tick:
    """Something on the line, `x` hundredths from its beginning. `side`: "up" for a vote that counts FOR, "down" for
    AGAINST, "on" for any other. `hollow`: a vote that does not stand. `label`: the words that are drawn beside it."""

    x: float
    at: datetime
    words: str
    tone: str = "plain"
    side: str = "on"
    hollow: bool = False
    label: str = ""
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Timeline:
    """The line of one matter. `editable`: until when its author could edit it; `possible`: since when it could be
    resolved, as far as votes and time go."""

    posted: Tick
    marks: list[Tick]
    votes: list[Tick]
    editable: Tick | None
    possible: Tick | None
    now: Tick | None
    resolved: Tick | None
    ends: datetime

    @property
    def events(self) -> list[Tick]:
        """All of it, in the order in which it happened or is to come."""
        single = (self.posted, self.editable, self.possible, self.now, self.resolved)
        ticks = [*(one for one in single if one is not None), *self.marks, *self.votes]
        return sorted(ticks, key=lambda one: one.at)


def timeline_of(case: Case, rows: Iterable[CommentRow], *, at: datetime) -> Timeline:
    """The line of a pending matter, as far as it has come at `at` (UTC, now) and a little beyond."""
    docket, matter = case.docket, case.ruling.matter
    marks = judge.hour_marks(docket.game, law=docket.law, at=at, matter=matter)
    passed = sum(one.at <= at for one in marks)
    shown = marks[: max(FIRST_MARKS, passed + 1)]
    # Beyond the last mark the line grows with the time, now and then.
    end = max([mark.at for mark in shown], default=at)
    if at >= end:
        begin = case.post.matter_since or case.post.posted_at
        end = begin + GROWS_EVERY * (1 + (at - begin) // GROWS_EVERY)
    since = judge.possible_since(docket.game, law=docket.law, at=at, matter=matter)
    can = "enacted" if case.ruling.enactable else "failed"
    counts = {name: vote.counts_as for name, vote in case.ruling.votes.items()}
    return _drawn(
        case.post,
        rows,
        shown,
        counts,
        case.legend,
        end=end,
        law=docket.law,
        possible=since,
        can=can,
        now=at,
    )


def timeline_settled(
    post: Post, settled: Settled, rows: Iterable[CommentRow], *, possible: datetime | None = None
) -> Timeline | None:
    """The line of a matter that has been resolved; None when nobody knows by which law. `possible`: since when votes
    and time let it be resolved as it was."""
    if settled.last is None or post.resolved_at is None or post.matter_since is None:
        return None
    law = read(settled.last.law.document)
    marks: list[judge.HourMark] = []
    if post.category in law.kinds:
        matter = judge.Matter(str(post.pk), post.category, post.author.name, post.matter_since)
        milestones = judge.hour_marks(
            judge.Game(players=()), law=law, at=max(post.resolved_at, post.matter_since), matter=matter
        )
        marks = [
            replace(one, label=told(said(one.label))) for one in milestones if one.at <= post.resolved_at
        ]
    counts = {ballot.player.name: ballot.counts_as for ballot in settled.ballots}
    return _drawn(
        post,
        rows,
        marks,
        counts,
        settled.legend,
        end=post.resolved_at,
        law=law,
        possible=possible,
        can=post.status,
        now=None,
    )


def _drawn(
    post: Post,
    rows: Iterable[CommentRow],
    marks: Iterable[judge.HourMark],
    counts: Mapping[str, str | None],
    legend: Legend,
    *,
    end: datetime,
    law: Law,
    now: datetime | None,
    possible: datetime | None = None,
    can: str = "",
) -> Timeline:
    """The line from the posting to `end`. `counts`: what each voter's vote counts as."""
    rows, begin = list(rows), post.matter_since or post.posted_at

    def tick(when: datetime, words: str, **more: Any) -> Tick:
        x = place_on_line(when, begin, end)
        return Tick(x, when, words, anchor=anchor_on_line(x), **more)

    closed = _closed_at(post, rows, law)
    votes = []
    for row in rows:
        comment = row.comment
        if comment.cast and begin <= comment.at <= end:
            mark = mark_of(comment.cast, legend)
            weighed = counts.get(comment.author.name) if row.effective else comment.cast
            words = f"{isolated(comment.author.name)}: {mark.label}{', ' if row.note else ''}{said(row.note)}"
            side = SIDES.get(weighed or "", "on")
            votes.append(tick(comment.at, words, tone=mark.tone, side=side, hollow=not row.effective))
    outcome = post.get_status_display() if now is None else ""
    can_be = _("could be enacted from here on")
    if can == "failed":
        can_be = _("could be failed from here on")
    return Timeline(
        posted=tick(begin, _("posted")),
        marks=_labelled([tick(one.at, one.label, label=_hours(one.hours)) for one in marks]),
        votes=votes,
        editable=tick(closed, _("its author can no longer edit it")) if closed and closed <= end else None,
        possible=tick(possible, can_be, tone=can) if possible else None,
        now=tick(now, _("now")) if now else None,
        resolved=tick(end, outcome, tone=post.status) if outcome else None,
        ends=end,
    )


def _closed_at(post: Post, rows: Iterable[CommentRow], law: Law) -> datetime | None:
    """When its author could edit the post no more, by time or because somebody commented; None: not known."""
    editing = law.posts.edit
    ends = [post.posted_at + timedelta(hours=editing.hours)] if editing.hours is not None else []
    for row in rows:
        comment = row.comment
        if comment.by_player and (comment.icons or not editing.icons_only):
            ends.append(comment.at)
            break
    return min(ends, default=None)


def _hours(hours: int) -> str:
    days, rest = divmod(hours, 24)
    if days > 3 and not rest:
        return _("{number} days").format(number=days)
    return _("{number} h").format(number=hours)


def _labelled(ticks: list[Tick]) -> list[Tick]:
    """The marks, without the words of those for which there is no room beside those before them."""
    labelled, free = [], LABEL
    for tick in ticks:
        labelled.append(tick if tick.x >= free else replace(tick, label=""))
        if tick.x >= free:
            free = tick.x + LABEL
    return labelled
