"""What stands beneath a post: its comments, how it was settled, and the icons one may vote with."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from blognomic.database.prepared import Prepared
from blognomic.database.together import WrittenQuery, together
from gamestate.models import Roll
from gamestate.queries.rolling import rolls_in
from players.models import Player
from ruleset.law.choices import code_of, is_choice, letters, place_of
from ruleset.models import Revision
from ruleset.queries import read
from votables import judge
from votables.models import Ballot, Comment, Post, Resolution, Status

from .pending import Case, ChoiceBar, bars_of
from .vote_icons import Legend, Mark, legend_of

BARE = re.compile(r"\s*:[^:\s]+:\s*")
ICON = re.compile(r":[^:\s]+:")


def numbers_of_comments(posts: Collection[int]) -> dict[int, int]:
    """How many comments each of the posts of these keys has. One query."""
    counted = Post.objects.filter(pk__in=posts).with_numbers()
    return dict(counted.values_list("pk", "comment_count"))


def comments_on(post: Post | None) -> QuerySet[Comment]:
    """The comments on a post, or on all that were not removed."""
    return post.comments.all() if post else Comment.objects.filter(post__removed_at=None)


@dataclass(frozen=True, slots=True)
class CommentRow:
    """A comment as the page shows it. `effective`: it is its author's effective vote comment; `note` says why a vote
    in it does not stand; `superseded`: because its author cast a later one."""

    comment: Comment
    effective: bool
    note: str
    rolls: list[Roll]
    superseded: bool = False

    @property
    def mark(self) -> str:
        """How its vote stands: "effective", "superseded", "uncounted", or "" when there is none in it."""
        if not self.comment.cast:
            return ""
        if self.effective:
            return "effective"
        return "superseded" if self.superseded else "uncounted"

    @property
    def is_bare(self) -> bool:
        """Whether it is nothing but a vote that stands, which its mark tells."""
        return self.effective and BARE.fullmatch(self.comment.text) is not None

    @property
    def shows_itself(self) -> bool:
        """Whether its text begins with the one icon in it, and the vote stands: nobody needs to be told again."""
        text = self.comment.text.lstrip()
        return self.effective and not self.is_bare and bool(ICON.match(text)) and len(ICON.findall(text)) == 1

    @property
    def sign(self) -> tuple[str, str]:
        """What may change of it: pages keep what shows it while it is the same."""
        return self.mark, self.note


def comment_rows(
    comments: Iterable[Comment], case: Case | None, ballots: Iterable[Ballot]
) -> list[CommentRow]:
    """The comments of a post in order, with what was rolled in them: of a pending matter with what the judge says, of
    a resolved one with how it was settled, of any other plain. One query."""
    comments = list(comments)
    rolls = rolls_in(Roll.Where.COMMENT, [comment.pk for comment in comments])
    last = {comment.author_id: comment.pk for comment in comments if comment.cast}
    states = case.comment_states if case else {}
    last_heard = {one.author_id: one.pk for one in comments if one.pk in states and states[one.pk].cast}
    voters = {ballot.player_id for ballot in ballots}
    rows = []
    for comment in comments:
        state = states.get(comment.pk)
        if state is not None:
            superseded = state.cast is not None and comment.pk != last_heard[comment.author_id]
            effective, note = state.effective, "" if state.effective or not state.cast else state.reason
        else:
            effective = comment.pk == last.get(comment.author_id) and comment.author_id in voters
            note, superseded = "", bool(comment.cast) and comment.pk != last.get(comment.author_id)
            if comment.cast and not effective:
                note = (
                    _("superseded by a later vote") if superseded else _("not a player when it was resolved")
                )
        rows.append(CommentRow(comment, effective, note, rolls.get(comment.pk, []), superseded))
    return rows


@dataclass(frozen=True)
class Settled:
    """How a matter was resolved: the ballots that decided it, and every status it was given. `amended`: whether a
    revision of the rules came of it, which not everybody asks."""

    ballots: list[Ballot]
    resolutions: list[Resolution]
    choices: list[str] = field(default_factory=list)
    amended: bool = False

    @cached_property
    def legend(self) -> Legend:
        """How the votes look under the law by which it was resolved."""
        return legend_of(read(self.last.law.document) if self.last else None, self.choices)

    @property
    def bars(self) -> list[ChoiceBar]:
        """How the named choices came out; none of other matters."""
        votes = [0] * len(self.choices)
        for ballot in self.ballots:
            if is_choice(ballot.counts_as) and place_of(ballot.counts_as) < len(votes):
                votes[place_of(ballot.counts_as)] += ballot.weight
        return bars_of(self.choices, votes, self.ballots)

    @property
    def last(self) -> Resolution | None:
        return self.resolutions[-1] if self.resolutions else None

    @property
    def judged(self) -> Resolution | None:
        """The last that was made of a pending matter; what came after it only corrected the status."""
        return next((one for one in reversed(self.resolutions) if one.from_status == Status.PENDING), None)

    @property
    def ballots_by_count(self) -> list[Ballot]:
        """The ballots, those FOR first, then AGAINST, then the others."""
        order = {"for": 0, "against": 1, "abstain": 2}
        return sorted(self.ballots, key=lambda ballot: order.get(ballot.counts_as, 3))

    @property
    def marked(self) -> list[Resolution]:
        """The resolutions that went against the program’s verdict or corrected an earlier one."""
        return [resolution for resolution in self.resolutions if resolution.against_verdict]


def resolutions_of(post: Post) -> QuerySet[Resolution]:
    """How a matter came out, in order, with all that it was judged by."""
    return Resolution.objects.filter(post=post).select_related("by", "law").order_by("at", "pk")


def settled(post: Post) -> Settled:
    """How a matter was resolved. One query."""
    return _settled(post, *together(_RESOLUTIONS(post.pk), _FULL(post.pk), _BALLOTS(post.settled_by_id)))


def settled_with_comments(post: Post) -> tuple[Settled, list[Comment]]:
    """The same with all that is asked of it, and what was said on it, in order. One query."""
    comments, authors, came_of_it, resolutions, full, ballots = together(
        *_said_on(post),
        _AMENDING(post.get_absolute_url()),
        _RESOLUTIONS(post.pk),
        _FULL(post.pk),
        _BALLOTS(post.settled_by_id),
    )
    rows = resolutions, full, ballots
    return replace(_settled(post, *rows), amended=bool(came_of_it)), _by(authors, comments)


def said_on(post: Post) -> list[Comment]:
    """The comments on a post with their authors, in order. One query."""
    comments, authors = together(*_said_on(post))
    return _by(authors, comments)


def _said_on(post: Post) -> tuple[WrittenQuery, WrittenQuery]:
    """The rows of that. Who said much is read once."""
    return _COMMENTS(post.pk), _AUTHORS(post.pk)


def _comments(post: int) -> QuerySet[Comment]:
    return Comment.objects.filter(post=post).order_by("at", "pk")


def _authors(post: int) -> QuerySet[Player]:
    return Player.objects.filter(pk__in=Comment.objects.filter(post=post).order_by().values("author"))


def _by(authors: list[Player], comments: list[Comment]) -> list[Comment]:
    """The comments, each by its author."""
    by_key = {author.pk: author for author in authors}
    for comment in comments:
        comment.author = by_key[comment.author_id]
    return comments


def _resolutions(post: int) -> QuerySet[Resolution]:
    """How the matter came out, in order, but for what is large: a status may be corrected many times."""
    resolutions = Resolution.objects.filter(post=post).select_related("by").order_by("at", "pk")
    return resolutions.defer("facts", "verdict")


def _full(post: int) -> QuerySet[Resolution]:
    """The last of them, and the last that was made of a pending matter, with the law and all that they were made by."""
    of_post = Resolution.objects.filter(post=post).order_by("-at", "-pk").values("pk")
    last, judged = Subquery(of_post[:1]), Subquery(of_post.filter(from_status=Status.PENDING)[:1])
    return Resolution.objects.filter(Q(pk=last) | Q(pk=judged)).select_related("by", "law")


def _ballots(resolution: int | None) -> QuerySet[Ballot]:
    return Ballot.objects.filter(resolution=resolution).select_related("player").order_by("pk")


_COMMENTS, _AUTHORS = Prepared(_comments), Prepared(_authors)
_RESOLUTIONS, _FULL, _BALLOTS = Prepared(_resolutions), Prepared(_full), Prepared(_ballots)
_AMENDING = Prepared(lambda link: Revision.objects.filter(link=link).values_list("pk")[:1])


def _settled(
    post: Post, resolutions: list[Resolution], full: list[Resolution], ballots: list[Ballot]
) -> Settled:
    whole = {one.pk: one for one in full}
    resolutions = [whole.get(one.pk, one) for one in resolutions]
    return Settled(sorted(ballots, key=lambda ballot: ballot.player.name_key), resolutions, post.choices)


@dataclass(frozen=True, slots=True)
class VoteButton:
    """An icon that may be cast on a matter: whether its use is allowed now, and if not why, and by which rule."""

    icon: str
    label: str
    code: str
    allowed: bool
    reason: str
    rule: str
    mark: Mark


def vote_buttons(case: Case, player: Player, *, at: datetime) -> list[VoteButton]:
    """The icons of the law for a pending matter, as `player` may use them at `at` (UTC, now)."""
    docket = case.docket
    buttons = []
    icons = docket.law.kinds[case.post.category].icons
    codes = {icon.name: icon.codes[0] for icon in docket.law.icons.values() if icon.name in icons}
    for name in (*letters(len(case.post.choices)), *codes):
        leave = judge.leave_in(case.hearing, name, player.name, at)
        mark, code = case.legend[name], codes.get(name) or code_of(name)
        buttons.append(
            VoteButton(name, mark.label, f":{code}:", leave.allowed, leave.reason, leave.rule, mark)
        )
    return buttons


def withdrawing(case: Case) -> VoteButton | None:
    """The icon by which its author takes a pending matter back for good; None where the law has none, or it is done."""
    docket, author = case.docket, case.post.author
    if case.ruling.self_killed or not author.is_playing:
        return None
    ask: dict[str, Any] = {"game": docket.game, "law": docket.law, "at": docket.at, "author": author.name}
    ask["matter"] = docket.matter(case.post)
    buttons = vote_buttons(case, author, at=docket.at)
    return next((one for one in buttons if judge.would_self_kill(one.icon, **ask)), None)
