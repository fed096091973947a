"""What steps come to: what differs after them, and what cannot be done."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Annotated, Literal

from blognomic.i18n.stored_messages import NOTHING, StoredMessage
from gamestate.values.definitions import Audience
from gamestate.values.expressions import throws
from gamestate.values.nodes import Known
from gamestate.values.state import Page, Row, State, Table, Variable

About = Literal["value", "variable", "table", "row", "page"]
Sight = Callable[[Variable, str, Audience], bool]
"""Whether who acts may see a value of a variable for a holder, which is for this audience. Which audience that is, the
state says (`State.audience`), and nobody else: so it is asked of the value, however its variable is defined by now."""
Roller = Callable[[int, str, Sequence[str]], Sequence[int]]
"""What dice came to: those of the step of that place, for a holder, by their commands."""
CardsDealt = Literal["", "moved", "shown"]
"""Whether cards were shuffled or moved, and whether somebody was shown by it what they did not know before."""
Target = tuple[About, str, str]
"""What an alteration alters: what it is about, the id, and for a value its holder."""

Shelf = Mapping[tuple[str, str], Variable | Table | Row | Page]
"""Retired things by what they are and their ids, for steps that bring them back."""


@dataclass(frozen=True, slots=True)
class OldPage:
    """A page as it once stood, and when (UTC) it had last been written by then."""

    page: Page
    since: datetime


@dataclass(frozen=True, slots=True)
class Submitted:
    """How pages stood at the instant `at` (UTC) when the matter that carries the steps was submitted: by their keys,
    those that there were. `is_draft`: it is not submitted yet, and `at` is now."""

    at: datetime
    pages: Mapping[str, OldPage] = field(default_factory=dict)
    is_draft: bool = False


def lowest_throws(place: int, holder: str, commands: Sequence[str]) -> list[int]:
    """The lowest that dice can come to: a Roller for trying steps before anything is rolled."""
    return [throws(command)[0] for command in commands]


def highest_throws(place: int, holder: str, commands: Sequence[str]) -> list[int]:
    """The highest, likewise."""
    return [throws(command)[1] for command in commands]


def sees_everything(variable: Variable, holder: str, audience: Audience) -> bool:
    """The sight of the record itself."""
    return True


def sees_what_is_public(variable: Variable, holder: str, audience: Audience) -> bool:
    """The sight of somebody to whom nothing is shown."""
    return audience == "all"


@dataclass(frozen=True, slots=True)
class Alteration:
    """One thing before and after. What `old` and `new` hold: see `gamestate.models.Entry`. `place` is the step's.

    `audience` and `audience_before` say for whom `new` and `old` are. `unseen`: it is done to a value that who acts may
    not see, and is told whether or not anything came of it, since that would tell of the value. `reveals`: from when it
    is written down on, the value is for everybody; until then it is for whom it was.
    """

    about: About
    id: str
    holder: str
    old: object
    new: object
    place: int
    typed: str = ""
    note: StoredMessage = NOTHING
    refused: str = ""
    audience: Audience = "all"
    audience_before: Audience = "all"
    unseen: bool = False
    reveals: bool = False

    @property
    def target(self) -> Target:
        return self.about, self.id, self.holder

    @property
    def is_hidden(self) -> bool:
        """Whether it tells of a value, before or after, that is not for everybody."""
        return {self.audience, self.audience_before} != {"all"}

    @property
    def in_public(self) -> "Alteration":
        """What of it everybody may know."""
        return replace(
            self,
            old=self.old if self.audience_before == "all" else None,
            new=self.new if self.audience == "all" else None,
            typed="" if self.is_hidden else self.typed,
            note=NOTHING if self.is_hidden else self.note,
            refused="" if self.is_hidden else self.refused,
        )

    @property
    def comes_to_nothing(self) -> bool:
        """Whether nothing is another, for whoever may see it; of what may not be seen it is never said."""
        same = self.old == self.new and self.audience == self.audience_before
        return same and not (self.refused or self.unseen or self.reveals)

    def since(self, first: "Alteration") -> "Alteration":
        """It and an earlier one of the same thing, as one."""
        return replace(
            self,
            old=first.old,
            audience_before=first.audience_before,
            unseen=self.unseen or first.unseen,
        )


def merged(alterations: Iterable[Alteration], state: State) -> tuple[Alteration, ...]:
    """Alterations of one act that led to `state`, one for each target, without those that come to nothing: what was
    made and taken away again leaves no trace, nor do its values."""
    by_target: dict[Target, Alteration] = {}
    for each in alterations:
        first = by_target.get(each.target)
        by_target[each.target] = each.since(first) if first else each
    return tuple(
        each for each in by_target.values() if not each.comes_to_nothing and not _is_of_nothing(each, state)
    )


def _is_of_nothing(each: Alteration, state: State) -> bool:
    """Whether it is a value of something that was made in the same act and is no more."""
    if each.about != "value":
        return False
    row = each.holder.removeprefix("row:")
    return (each.id.startswith("new-") and each.id not in state.variables) or (
        row.startswith("new-") and row not in state.rows
    )


@dataclass(frozen=True, slots=True)
class StepTrouble:
    """What stands in the way of an update: why a step cannot be done for a holder.

    `kind`: `wrong` (it makes no sense), `refused` (the tracker refuses the `value`, which a player who holds that it
    is legal may record all the same), `conflict` (somebody else has changed it since one looked; `value` is how it
    stands now).
    """

    place: Annotated[int, "Which of the changes, from 0."]
    path: str
    holder: str
    sentence: str
    rule: str = ""
    kind: Annotated[Literal["wrong", "refused", "conflict"], "`wrong`, `refused` or `conflict`."] = "wrong"
    value: object = None


@dataclass(frozen=True, slots=True)
class PlanAsking:
    """That a player is asked for a choice: by which action (its key), and what is `given` to it, by names."""

    key: str
    player: int
    given: Mapping[str, Known]


@dataclass(frozen=True)
class Plan:
    """What steps do together. With troubles nothing of it may be carried out. `settled`: the keys of the sealed calls
    that are settled by it; `cards`: what became of cards by it; `asked`: what it asks of players; `shown`: the actions
    (their keys) of which everybody sees by it what was kept of them."""

    state: State
    alterations: tuple[Alteration, ...]
    troubles: tuple[StepTrouble, ...]
    settled: tuple[int, ...] = ()
    cards: CardsDealt = ""
    asked: tuple[PlanAsking, ...] = ()
    shown: tuple[str, ...] = ()


def seen_key(variable: str, holder: str) -> str:
    """What `seen` calls a value: the id of its variable and its holder."""
    return f"{variable}/{holder}"
