"""One matter of a table as the site stores it: what the table says of it, and no more."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_noop, ngettext

from blognomic.i18n.stored_messages import NOTHING, StoredMessage
from ruleset.law.parts import parts_tagged
from votables.models import TAG
from votables.queries.tally_text import outcome_note

from .backdrop import Frame
from .proposal_rows import MatterRow

NO_TEXT = StoredMessage(gettext_noop("Imported from a table, which does not hold the text of a matter."))
AGAINST_VERDICT = StoredMessage(
    gettext_noop(
        "This is what the table says. The law of that time would not have allowed it with these votes."
    )
)
OF_TABLE = StoredMessage(gettext_noop("This is what the table says."))


@dataclass(frozen=True, slots=True)
class ToldComment:
    """A comment: the key of who made it, when, and what it says and does."""

    author: int
    at: datetime
    text: str
    html: str
    icons: list[str]
    ignored: dict[str, StoredMessage]
    cast: str


@dataclass(frozen=True, slots=True)
class ToldVote:
    """A ballot: whose (their key), how it was cast, and what it counted as."""

    player: int
    cast: str
    counts_as: str
    weight: int


@dataclass(frozen=True, slots=True)
class ToldMatter:
    """What the matter in a place of the frame says, and how it came out."""

    place: int
    amends: list[str]
    body: str
    body_html: str
    commentary: str
    commentary_html: str
    remarks: Sequence[ToldComment]
    votes: Sequence[ToldVote]
    tally: StoredMessage
    vetoed: bool
    self_killed: bool
    against_verdict: bool
    notes: Sequence[StoredMessage]


def told(frame: Frame, spans: Sequence[tuple[int, int]]) -> Iterator[list[ToldMatter]]:
    """The matters of each span of places, from the first up to, not including, the second."""
    for start, end in spans:
        yield [_told(frame.rows[place], place) for place in range(start, end)]


def _told(row: MatterRow, place: int) -> ToldMatter:
    counted = ngettext(
        "It counts {number} comment on it.", "It counts {number} comments on it.", row.comments
    )
    counted = counted.format(number=f"{row.comments:,}")
    notes = [StoredMessage("{said} {counted}", said=NO_TEXT, counted=counted)]
    if row.resolved is not None:
        by = row.admin or StoredMessage(gettext_noop("somebody who is not named"))
        notes.append(outcome_note(None, to=row.status, by=by, because=NOTHING))
    return ToldMatter(
        place, amends_of(row.title), "", "", "", "", (), (), NOTHING, row.vetoed, False, False, notes
    )


def amends_of(title: str) -> list[str]:
    """The parts of the ruleset that the tags of a title name."""
    return list(map(str, parts_tagged(TAG.findall(title))))
