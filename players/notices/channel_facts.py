"""What channels are told of what happened besides a sentence: facts that programs read, each kind's as a dataclass
that says what its parts are. Nothing is in them but what everybody may read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Protocol

from players.notices.notice_kinds import Happening


class HasName(Protocol):
    """Somebody with a key and a name."""

    pk: int
    name: str


@dataclass(frozen=True, slots=True)
class PersonFact:
    """A person: the key stays, the name may change."""

    id: int
    name: str


def person(one: HasName) -> PersonFact:
    """Somebody as facts name them."""
    return PersonFact(one.pk, one.name)


@dataclass(frozen=True, slots=True)
class Fact:
    """What is told of one kind of thing."""


@dataclass(frozen=True, slots=True)
class PostFact(Fact):
    """A post that was published, or became a matter."""

    post: Annotated[int, "The key of the post."]
    title: Annotated[str, "Its title."]
    category: Annotated[str, "Such as `proposal`; empty for a post without one."]
    author: Annotated[PersonFact, "Who wrote it."]


@dataclass(frozen=True, slots=True)
class ThroneFact(PostFact):
    """A post by which victory is declared, a dynasty begins, or the throne changes hands."""

    emperor: Annotated[PersonFact | None, "Who becomes emperor; null for nobody."]


@dataclass(frozen=True, slots=True)
class ReadyFact(PostFact):
    """A pending matter that an admin can resolve."""

    may_enact: Annotated[bool, "Whether it can be enacted now."]
    may_fail: Annotated[bool, "Whether it can be failed now."]
    tally: Annotated[str, "The vote so far, such as `4–1`."]


@dataclass(frozen=True, slots=True)
class OutcomeFact(PostFact):
    """A new status of a matter."""

    resolution: Annotated[int, "The key of the resolution."]
    outcome: Annotated[str, "The new status: `enacted`, `failed`, `illegal`, or `pending` again."]
    before: Annotated[str, "The status before: `pending`, unless this is a correction."]
    tally: Annotated[str, "The result of the vote, such as `4–1`; empty if votes are not counted."]
    by: Annotated[PersonFact, "The admin who resolved it."]


@dataclass(frozen=True, slots=True)
class CommentFact(Fact):
    """A comment on a post, with the vote in it."""

    comment: Annotated[int, "The key of the comment."]
    post: Annotated[int, "The key of the post."]
    title: Annotated[str, "The title of the post."]
    author: Annotated[PersonFact, "Who wrote the comment."]
    vote: Annotated[str, "Their voting icon, such as `for`; empty without one."]


@dataclass(frozen=True, slots=True)
class RevisionFact(Fact):
    """A revision of the ruleset."""

    revision: Annotated[int, "The key of the revision."]
    kind: Annotated[str, "Why it was made, such as `enactment` or `typo`."]
    by: Annotated[PersonFact | None, "Who made it."]
    author: Annotated[PersonFact | None, "Whose matter it carries out, if it does."]


@dataclass(frozen=True, slots=True)
class UpdateFact(Fact):
    """An update of the gamestate. Its values are not sent: `GET /gamestate/updates/{update}` has those that you can
    see."""

    update: Annotated[int, "The key of the update."]
    kind: Annotated[str, "Such as `change`, `enactment` or `undo`."]
    by: Annotated[PersonFact | None, "Who made it."]
    comment: Annotated[str, "The comment, in Markdown."]
    correction: Annotated[bool, "Whether it corrects what is shown, and is no action of the game."]


@dataclass(frozen=True, slots=True)
class RosterFact(Fact):
    """A change of the roster or of an office."""

    roster_event: Annotated[int, "The key of the change."]
    kind: Annotated[str, "Such as `joined`, `idled`, `renamed` or `emperor`."]
    cause: Annotated[str, "Why, such as `request`, `inactivity` or `matter`."]
    player: Annotated[PersonFact, "The player that it is about."]
    by: Annotated[PersonFact | None, "Who did it."]
    old_name: Annotated[str, "Their old name, if they were renamed."]


@dataclass(frozen=True, slots=True)
class RolledFact:
    """A roll of dice."""

    number: Annotated[int, "Its number."]
    command: Annotated[str, "What was written, such as `2DICE6`."]
    faces: Annotated[tuple[str, ...], "What each die showed."]
    total: Annotated[str, "The sum in digits; empty if there is no sum."]


@dataclass(frozen=True, slots=True)
class DiceFact(Fact):
    """Dice that were rolled at once."""

    rolls: Annotated[tuple[RolledFact, ...], "What was rolled, in order."]
    by: Annotated[PersonFact, "Who rolled."]
    source: Annotated[str, "Where: on the `page` of dice, in an `update`, in a `comment`."]
    source_id: Annotated[int | None, "The key of that update or comment."]


FACTS: Mapping[Happening, type[Fact]] = {
    Happening.VOTE: PostFact,
    Happening.VICTORY: ThroneFact,
    Happening.RESOLVED: OutcomeFact,
    Happening.RESOLVABLE: ReadyFact,
    Happening.COMMENT: CommentFact,
    Happening.RULES: RevisionFact,
    Happening.GAMESTATE: UpdateFact,
    Happening.ROSTER: RosterFact,
    Happening.DICE: DiceFact,
}
"""What is told of each kind of thing."""
