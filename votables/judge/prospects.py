"""What a law leads to before it is in force: how large a quorum is, and whether it could still be changed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from ruleset.law import Law
from ruleset.law.choices import letters
from ruleset.law.model import MatterKind

from .facts import Comment, Game, Matter
from .judge import judge
from .limits import may_post
from .milestones import JUST_AFTER, hour_marks
from .situation import quorum, quorum_written

# The days after which it is tried again, since a season may stop everything for a while.
LATER = (timedelta(), timedelta(days=10), timedelta(days=40))
MOST_AUTHORS = 5  # of those who may post a matter, as many are tried, the emperor among them


@dataclass(frozen=True, slots=True)
class Quorums:
    """The quorum of a roster of `n` players, `now`, and of 1 to 2n players (`by_size`, in their order); with how many
    players the formula gives nothing, so that its `fallback` holds (`falls_back`), with how many the quorum is below 1
    (`low`), and with how many it is more than all of them (`high`)."""

    n: int
    now: int
    by_size: tuple[int, ...]
    fallback: int
    falls_back: tuple[int, ...] = ()
    low: tuple[int, ...] = ()
    high: tuple[int, ...] = ()


def quorums(law: Law, n: int) -> Quorums:
    """The quorum that `law` gives a roster of `n`, and others of up to twice as many."""
    sizes = range(1, 2 * max(n, 1) + 1)
    quorum_by_size = {size: quorum(law, size) for size in sizes}
    return Quorums(
        n=n,
        now=quorum(law, n),
        by_size=tuple(quorum_by_size.values()),
        fallback=law.quorum.fallback,
        falls_back=tuple(size for size in sizes if quorum_written(law, size) is None),
        low=tuple(size for size in sizes if quorum_by_size[size] < 1),
        high=tuple(size for size in sizes if quorum_by_size[size] > size),
    )


def constant_quorum(law: Law) -> int | None:
    """The least quorum that `law` writes out as a number, whether for good or where its formula gives nothing; None
    where it writes out none."""
    number = law.quorum
    if number.formula is None:
        return number.value
    if not number.formula.variables:
        return min(quorum(law, 0), number.fallback)
    return number.fallback


def can_be_changed(game: Game, *, law: Law, at: datetime) -> bool:
    """Whether the players of the roster at `at` could ever change `law`, were it in force: whether there is a kind of
    matter that carries changes, that one of them may post, and that may be enacted at some time when all of them vote
    for it. What is pending now is left out."""
    empty = replace(game, matters=())
    return any(
        _can_enact(empty, law=law, kind=kind, at=at + later)
        for later in LATER
        for kind in law.kinds.values()
        if kind.carries
    )


def _can_enact(game: Game, *, law: Law, kind: MatterKind, at: datetime) -> bool:
    """Whether a matter of the kind that everybody wants may be enacted some time after it is posted at `at`."""
    icon = _icon_for(law, kind)
    voters = [player.name for player in game.players if player.active(at)]
    if icon is None or not voters:
        return False
    comments = tuple(Comment(name, at, (icon,)) for name in voters)
    for author in _authors(game, law=law, kind=kind, at=at, voters=voters):
        matter = Matter(
            id="wanted",
            kind=kind.name,
            author=author,
            posted=at,
            amends=frozenset({"core"}),
            comments=comments,
            choices=("yes", "no") if kind.choices is not None else (),
        )
        with_matter = replace(game, matters=(matter,))
        for instant in _instants(with_matter, law=law, at=at, matter=matter):
            if judge(with_matter, law=law, at=instant).matters[0].may_enact:
                return True
    return False


def _authors(game: Game, *, law: Law, kind: MatterKind, at: datetime, voters: list[str]) -> Iterator[str]:
    reigning = {reign.name for reign in game.emperors}
    tried = 0
    for name in sorted(voters, key=lambda name: name not in reigning):
        if tried == MOST_AUTHORS:
            return
        leave = may_post(game, law=law, at=at, author=name, kind=kind.name, amends=frozenset({"core"}))
        if leave.allowed:
            tried += 1
            yield name


def _instants(game: Game, *, law: Law, at: datetime, matter: Matter) -> Iterator[datetime]:
    """The instants at which time may have done its part."""
    yield at
    for mark in hour_marks(game, law=law, at=at, matter=matter):
        yield mark.at
        yield mark.at + JUST_AFTER


def _icon_for(law: Law, kind: MatterKind) -> str | None:
    """What somebody uses who is for a matter of the kind."""
    if kind.choices is not None:
        return letters(1)[0]
    usable = (law.icons[name] for name in sorted(kind.icons))
    return next((icon.name for icon in usable if icon.counts == "for"), None)
