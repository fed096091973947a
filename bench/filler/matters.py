"""One matter of a table with texts, comments, votes and an outcome that fits, as the services would have stored it.

No database is asked, so matters can be made up in several processes at once, in any order.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from blognomic.i18n.stored_messages import NOTHING, as_message
from blognomic.transfer.proposal_table.backdrop import Frame
from blognomic.transfer.proposal_table.matter import (
    AGAINST_VERDICT,
    ToldComment,
    ToldMatter,
    ToldVote,
    amends_of,
)
from blognomic.transfer.proposal_table.proposal_rows import MatterRow
from ruleset.law import Law, load
from votables import judge
from votables.judge.ballot import leave_in
from votables.judge.situation import Situation
from votables.judge.voting import Hearing
from votables.models import Comment, Post
from votables.queries.rendering import render_comment, render_prose
from votables.queries.tally_text import against_verdict, because_of_the_law, outcome_note, tally_of

from . import ballots
from .ballots import CommentToBe, Voting
from .words import TextWriter

CODES = {"for": "for", "against": "against", "deferential": "def", "veto": "veto"}


def made_up(frame: Frame, place: int) -> ToldMatter:
    """The matter in that place of the frame, from 0. The same whenever it is asked for."""
    return _MadeUpMatter(frame, place, frame.rows[place]).told()


class _MadeUpMatter:
    """Makes up the texts and votes of one matter."""

    def __init__(self, frame: Frame, place: int, row: MatterRow) -> None:
        self.frame, self.place, self.row = frame, place, row
        assert frame.filler is not None, "a matter is made up by a filler"
        self.rng = Random(f"{frame.filler.seed}/{place}/{row.title}")
        self.end = row.resolved or frame.end
        name = frame.law_at(self.end)
        self.law, special = load(name), frame.special_cases[name]
        near = frame.people_near(row.posted, self.end)
        reigns = frame.reigns_near(row.posted, self.end)
        self.game = judge.Game(
            players=tuple(person.facts for person in near), emperors=reigns, special_cases=special
        )
        self.situation = Situation(self.game, self.law, self.end)
        self.author = frame.person(row.proposer).name
        self.amends = amends_of(row.title) or ["dynastic"]
        self.matter = judge.Matter(
            id=str(place + 1),
            kind="proposal",
            author=self.author,
            posted=row.posted,
            title=row.title,
            amends=frozenset(self.amends),
            illegal=row.status == "illegal",
        )

    def told(self) -> ToldMatter:
        row, writer = self.row, TextWriter(self.row.title, self.rng)
        body, commentary = writer.body(), writer.commentary()
        key = self.place + 1
        timed, ruling = self._vote()
        remarks = self._remarks(timed, writer)
        outcome: dict[str, Any] = {
            "tally": NOTHING,
            "vetoed": False,
            "self_killed": False,
            "against_verdict": False,
            "notes": [],
        }
        votes: list[ToldVote] = []
        if row.resolved is not None:
            votes = [
                ToldVote(self.frame.key_of(name), vote.cast or "", vote.counts_as or "", vote.weight)
                for name, vote in ruling.votes.items()
            ]
            outcome |= self._outcome(ruling)
        return ToldMatter(
            place=self.place,
            amends=self.amends,
            body=body,
            body_html=render_prose(body, prefix=f"p{key}", at=row.posted),
            commentary=commentary,
            commentary_html=render_prose(commentary, prefix=f"c{key}", at=row.posted),
            remarks=remarks,
            votes=votes,
            **outcome,
        )

    # -- votes

    def _vote(self) -> tuple[list[tuple[datetime, CommentToBe]], judge.MatterVerdict]:
        """Who says what when, and what the judge says of it at the end."""
        voting = self._voting()
        ways = ballots.vetoed if self.row.vetoed else ballots.WAYS[self.row.status]
        for comments in ways(voting, self.rng):
            timed = list(zip(self._instants(len(comments)), comments, strict=True))
            ruling = self._judged(timed)
            if self._agrees(ruling):
                break
        return timed, ruling

    def _voting(self) -> Voting:
        active = self.situation.active_at
        voters = [
            name for name in self.situation.roster if active(name, self.row.posted) and name != self.author
        ]
        emperor = self.situation.office_at(self.row.posted)
        return Voting(
            author=self.author,
            voters=voters,
            emperor=emperor if emperor in voters or emperor == self.author else None,
            comments=self.row.comments,
            n=self.situation.n,
            quorum=self.situation.q,
            author_plays=self.author in self.situation.members,
        )

    def _instants(self, number: int) -> Iterator[datetime]:
        """When the comments are made, in order: more of them soon after the posting, and all before the emperor of
        then lays the office down."""
        last = self.end
        era = self.frame.era_at(self.row.posted)
        if self.row.vetoed and era.end is not None:
            last = min(last, era.end - timedelta(seconds=1))
        span = max((last - self.row.posted).total_seconds(), 0)
        for offset in sorted(self.rng.random() ** 1.7 for _ in range(number)):
            yield self.row.posted + timedelta(seconds=int(span * offset))

    def _judged(self, timed: Sequence[tuple[datetime, CommentToBe]]) -> judge.MatterVerdict:
        matter = self._matter_with(timed)
        game = judge.Game(
            players=self.game.players,
            emperors=self.game.emperors,
            matters=(matter,),
            special_cases=self.game.special_cases,
        )
        return judge.judge(game, law=self.law, at=self.end).matters[0]

    def _matter_with(self, timed: Sequence[tuple[datetime, CommentToBe]]) -> judge.Matter:
        heard = tuple(judge.Comment(one.author, at, (one.icon,) if one.icon else ()) for at, one in timed)
        matter = self.matter
        return judge.Matter(
            id=matter.id,
            kind=matter.kind,
            author=matter.author,
            posted=matter.posted,
            title=matter.title,
            amends=matter.amends,
            illegal=matter.illegal,
            comments=heard,
        )

    def _agrees(self, ruling: judge.MatterVerdict) -> bool:
        """Whether votes and time let the matter come out as the table says; its place in the queue is not asked."""
        if self.row.status == "pending":
            return True
        if self.row.vetoed:
            return ruling.vetoed
        if self.row.status == "enacted":
            return ruling.enactable
        return ruling.failable and not ruling.vetoed

    def _outcome(self, ruling: judge.MatterVerdict) -> dict[str, Any]:
        to, words = self.row.status, self.law.words.effects
        against = not (ruling.enactable if to == "enacted" else ruling.failable)
        because = NOTHING if against else because_of_the_law(ruling, to=to, words=words)
        by = self.frame.person(self.row.admin).name if self.row.admin else self.frame.keeper
        note = outcome_note(ruling, to=to, by=by, because=because)
        return {
            "tally": tally_of(ruling),
            "vetoed": ruling.vetoed or self.row.vetoed,
            "self_killed": ruling.self_killed,
            "against_verdict": against,
            "notes": [against_verdict(note, AGAINST_VERDICT) if against else note],
        }

    # -- comments

    def _remarks(
        self, timed: Sequence[tuple[datetime, CommentToBe]], writer: TextWriter
    ) -> list[ToldComment]:
        """The comments, each icon weighed after those before it have been heard."""
        hearing = Hearing(self.situation, self.matter)
        first = self.frame.comments_before[self.place] + 1
        return [
            self._remark(hearing, key, at, comment, writer)
            for key, (at, comment) in enumerate(timed, start=first)
        ]

    def _remark(
        self, hearing: Hearing, key: int, at: datetime, remark: CommentToBe, writer: TextWriter
    ) -> ToldComment:
        text = writer.comment(CODES[remark.icon] if remark.icon else "")
        icons = [remark.icon] if remark.icon else []
        leaves = [leave_in(hearing, icon, remark.author, at) for icon in icons]
        ignored = {
            str(place): as_message(leave.reason) for place, leave in enumerate(leaves) if not leave.allowed
        }
        cast = hearing.hear(judge.Comment(remark.author, at, tuple(icons))) or ""
        comment = Comment(
            pk=key,
            post=Post(pk=self.place + 1, category="proposal"),
            author_id=self.frame.key_of(remark.author),
            at=at,
            text=text,
            icons=icons,
            ignored=ignored,
        )
        return ToldComment(comment.author_id, at, text, _html(comment, self.law), icons, ignored, cast)


# What has no footnotes, and so no ids in its HTML, looks the same wherever it is said.
_IS_SAME_ANYWHERE = re.compile(r"[^\[@&]{1,120}")
_known: dict[tuple[object, ...], str] = {}
_MOST_KNOWN = 5_000


def _html(comment: Comment, law: Law) -> str:
    """The HTML of a comment; that of short ones, many of which are nothing but a vote, is made once."""
    if not _IS_SAME_ANYWHERE.fullmatch(comment.text):
        return render_comment(comment, law=law)
    key = (comment.text, law.name, *comment.icons, *comment.ignored.values())
    if key not in _known:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[key] = render_comment(comment, law=law)
    return _known[key]
