"""Votes that come out as a table says, cast by who played then. Pure.

Each way of voting says what it takes; the judge has the last word on whether a matter so voted on may be enacted or
failed, and where it says no the next way is tried (see `telling`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

FOR, AGAINST, DEFERENTIAL, VETO = "for", "against", "deferential", "veto"


@dataclass(frozen=True, slots=True)
class Voting:
    """What there is to vote with: `voters` were players from the posting to the end, without the author; `comments` is
    how many there are to be. `author_votes`: the author was a player at the end, and votes FOR without a comment.
    `emperor`: who reigned and played then, if anybody."""

    author: str
    voters: Sequence[str]
    emperor: str | None
    comments: int
    n: int
    quorum: int
    author_plays: bool

    @property
    def most(self) -> int:
        """How many voters can have a comment."""
        return min(self.comments, len(self.voters))


@dataclass(frozen=True, slots=True)
class CommentToBe:
    """A comment to be: who makes it, and the icon in it, if any."""

    author: str
    icon: str = ""


def enacted(voting: Voting, rng: Random) -> Iterator[list[CommentToBe]]:
    """Ways to vote for a matter that was enacted, the liveliest first."""
    needed = voting.quorum - voting.author_plays
    if needed <= voting.most:
        yield _for(voting, rng, least=needed, deferring=True)
        yield _for(voting, rng, least=needed, deferring=False)
    yield _majority(voting, rng)
    yield _cast(voting, rng, [FOR] * voting.most)


def failed(voting: Voting, rng: Random) -> Iterator[list[CommentToBe]]:
    """Ways to vote for a matter that failed: voted down, timed out, or given up by its author."""
    down = voting.n - voting.quorum + 1
    can_be_voted_down = down <= voting.most
    if can_be_voted_down and rng.random() < 0.7:
        yield _against(voting, rng, least=down)
    if rng.random() < 0.5:
        yield _minority(voting, rng)
    if voting.comments:
        yield _given_up(voting, rng)
    if can_be_voted_down:
        yield _against(voting, rng, least=down)
    yield _cast(voting, rng, [AGAINST] * voting.most)


def vetoed(voting: Voting, rng: Random) -> Iterator[list[CommentToBe]]:
    """Ways for a matter that was vetoed."""
    if voting.emperor is not None and voting.comments:
        voters = [name for name in voting.voters if name != voting.emperor]
        others = Voting(
            voting.author, voters, None, voting.comments - 1, voting.n, voting.quorum, voting.author_plays
        )
        votes = rng.choices([FOR, AGAINST], k=rng.randint(0, others.most))
        comments = [comment for comment in _cast(others, rng, votes) if comment.author != voting.emperor]
        missing = others.comments - len(comments)
        # An emperor who has vetoed says no more in icons; what else there is to say comes before.
        chatter = [CommentToBe(voting.emperor) for _ in range(missing)]
        place = rng.randint(len(comments) // 2, len(comments))
        yield [*comments[:place], *chatter, CommentToBe(voting.emperor, VETO), *comments[place:]]
    yield from failed(voting, rng)


def pending(voting: Voting, rng: Random) -> Iterator[list[CommentToBe]]:
    """A way for a matter that is still voted on."""
    votes = rng.choices([FOR, AGAINST], weights=[3, 2], k=rng.randint(voting.most // 2, voting.most))
    yield _cast(voting, rng, votes)


def _for(voting: Voting, rng: Random, *, least: int, deferring: bool) -> list[CommentToBe]:
    """A quorum FOR, and some more votes as they fall."""
    more = _many(rng, voting.most - max(least, 0))
    votes = [FOR] * max(least, 0) + rng.choices([FOR, AGAINST], weights=[3, 1], k=more)
    if not deferring or voting.emperor is None:
        return _cast(voting, rng, votes)
    votes = [DEFERENTIAL if vote == FOR and rng.random() < 0.2 else vote for vote in votes]
    return _cast(voting, rng, votes, emperor=FOR)


def _majority(voting: Voting, rng: Random) -> list[CommentToBe]:
    """More FOR than AGAINST."""
    votes = max(_many(rng, voting.most), 1) if voting.most else 0
    against = rng.randint(0, max((votes + voting.author_plays - 1) // 2, 0))
    return _cast(voting, rng, [FOR] * (votes - against) + [AGAINST] * against)


def _minority(voting: Voting, rng: Random) -> list[CommentToBe]:
    """No more FOR than AGAINST."""
    votes = max(_many(rng, voting.most), 1) if voting.most else 0
    for_it = rng.randint(0, max((votes - voting.author_plays) // 2, 0))
    return _cast(voting, rng, [FOR] * for_it + [AGAINST] * (votes - for_it))


def _against(voting: Voting, rng: Random, *, least: int) -> list[CommentToBe]:
    """So many AGAINST that a quorum FOR is out of reach."""
    more = _many(rng, voting.most - least)
    return _cast(voting, rng, [AGAINST] * least + rng.choices([FOR, AGAINST], weights=[2, 1], k=more))


def _given_up(voting: Voting, rng: Random) -> list[CommentToBe]:
    """Its author votes AGAINST in the end."""
    others = Voting(
        voting.author, voting.voters, None, voting.comments - 1, voting.n, voting.quorum, voting.author_plays
    )
    votes = rng.choices([FOR, AGAINST], weights=[1, 2], k=rng.randint(0, others.most))
    return [*_cast(others, rng, votes), CommentToBe(voting.author, AGAINST)]


def _many(rng: Random, most: int) -> int:
    """A number up to `most`, rather a large one: most comments are votes."""
    return max(rng.randint(0, max(most, 0)) for _ in range(3))


def _cast(voting: Voting, rng: Random, votes: Sequence[str], *, emperor: str = "") -> list[CommentToBe]:
    """The comments: the votes among the voters in any order, and talk up to the number of comments. `emperor`: how the
    emperor votes if at all."""
    names = rng.sample(list(voting.voters), len(votes))
    comments = [CommentToBe(name, vote) for name, vote in zip(names, votes, strict=True)]
    if emperor and voting.emperor in names:
        comments = [
            CommentToBe(one.author, emperor) if one.author == voting.emperor else one for one in comments
        ]
    rng.shuffle(comments)
    for _ in range(voting.comments - len(comments)):
        _add_talk(voting, rng, comments)
    return comments


def _add_talk(voting: Voting, rng: Random, comments: list[CommentToBe]) -> None:
    """One more comment: of the author, or of somebody who then votes otherwise, or only talks."""
    speaker = voting.author if not voting.voters or rng.random() < 0.4 else rng.choice(voting.voters)
    place = rng.randint(0, len(comments))
    final = next((at for at, one in enumerate(comments) if one.author == speaker and one.icon), None)
    if speaker not in (voting.author, voting.emperor) and final is not None and rng.random() < 0.3:
        comments.insert(rng.randint(0, final), CommentToBe(speaker, rng.choice([FOR, AGAINST])))
    else:
        comments.insert(place, CommentToBe(speaker))


WAYS = {"enacted": enacted, "failed": failed, "illegal": failed, "pending": pending}
