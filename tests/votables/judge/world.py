"""Small games for tests of the judge: players by single letters, votes as words."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from ruleset.law import Law, load
from votables.judge import Comment, Game, Matter, MatterVerdict, Player, Reign, Span, Verdict, judge

START = datetime(2024, 1, 1, tzinfo=UTC)
POSTED = datetime(2024, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
BIT = timedelta(microseconds=1)
LAWS = ("ruleset-37", "ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211")
OLD, NEW = LAWS[:2], LAWS[3:]
STALE = LAWS[2:]  # those by which a proposal goes stale
MINIMUM, LONG, WEEK = 12 * HOUR, 48 * HOUR, 168 * HOUR
FOUR = "A:for B:for C:for D:for"
# The letters of the players: the emperor is E, where there is one, and the author A.
NAMES = "ABCDFGHIJKLMNOPQRSTUVWXYZ"


def player(name: str, *idle: tuple[datetime, datetime | None], plays: Span | None = None) -> Player:
    return Player(name, (plays or Span(START),), tuple(Span(*pair) for pair in idle))


def players(n: int, *, emperor: bool = True) -> tuple[Player, ...]:
    """`n` players: A, B, C … and E, if there is an emperor."""
    names = NAMES[: n - emperor] + ("E" if emperor else "")
    return tuple(player(name) for name in names)


def says(author: str, *icons: str, after: timedelta = HOUR, posted: datetime = POSTED) -> Comment:
    """A comment of `author` some time after the post; icons by their names."""
    return Comment(author, posted + after, icons)


def votes(words: str, after: timedelta = HOUR) -> tuple[Comment, ...]:
    """`A:for B:against` as comments, a minute apart."""
    pairs = [word.split(":") for word in words.split()]
    return tuple(
        says(author, *icons.split("+"), after=after + i * timedelta(minutes=1))
        for i, (author, icons) in enumerate(pairs)
    )


def matter(
    kind: str = "proposal",
    *comments: Comment,
    id: str = "m",
    author: str = "A",
    posted: datetime = POSTED,
    **more,
) -> Matter:
    return Matter(id=id, kind=kind, author=author, posted=posted, comments=tuple(comments), **more)


def game(
    *matters: Matter,
    n: int = 7,
    emperor: bool = True,
    people: Iterable[Player] | None = None,
    reigns: tuple[Reign, ...] | None = None,
    **more,
) -> Game:
    return Game(
        players=tuple(people) if people is not None else players(n, emperor=emperor),
        emperors=reigns if reigns is not None else ((Reign("E", START),) if emperor else ()),
        matters=matters,
        **more,
    )


def law(name: str | Law) -> Law:
    return name if isinstance(name, Law) else load(name)


def judged(law_name: str | Law, facts: Game, at: datetime = POSTED + HOUR) -> Verdict:
    return judge(facts, law=law(law_name), at=at)


def only(law_name: str | Law, facts: Game, at: datetime = POSTED + HOUR) -> MatterVerdict:
    """The verdict on the one matter that is pending."""
    (verdict,) = judged(law_name, facts, at).matters
    return verdict


def stands(
    law_name: str | Law,
    kind: str,
    words: str,
    after: timedelta,
    *,
    n: int = 7,
    emperor: bool = True,
    **more,
) -> tuple[bool, bool]:
    """Whether a lone matter with these votes may be enacted, and failed, so long after its posting."""
    verdict = only(
        law_name,
        game(matter(kind, *votes(words, timedelta(0)), **more), n=n, emperor=emperor),
        POSTED + after,
    )
    return verdict.may_enact, verdict.may_fail


def counted(law_name: str | Law, facts: Game, at: datetime = POSTED + 2 * HOUR) -> dict[str, str | None]:
    """What each vote on the one pending matter counts as."""
    return {name: vote.counts_as for name, vote in only(law_name, facts, at).votes.items()}


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
