"""The filler of an import: see `blognomic.transfer.proposal_table.backdrop.Filler`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from players.models import name_key

from .workers import made_up_at_once

if TYPE_CHECKING:
    from blognomic.transfer.proposal_table.backdrop import Frame
    from blognomic.transfer.proposal_table.matter import ToldMatter


@dataclass(frozen=True, slots=True)
class SeededFiller:
    """Makes all of it up from `seed`, in so many `processes` at once."""

    seed: str
    processes: int = 1

    def emperor(self, proposers: Counter[str], *, dynasty: int, last: str | None) -> str | None:
        """One of those who proposed much in the dynasty, and not the last emperor if there is another."""
        if not proposers:
            return None
        rng = Random(f"{self.seed}/dynasty/{dynasty}")
        others = sorted(key for key in proposers if last is None or key != name_key(last)) or sorted(
            proposers
        )
        return rng.choices(others, weights=[proposers[key] for key in others])[0]

    def matters(self, frame: "Frame", spans: Sequence[tuple[int, int]]) -> "Iterator[list[ToldMatter]]":
        return made_up_at_once(frame, spans, processes=self.processes)
