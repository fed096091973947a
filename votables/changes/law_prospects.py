"""What people are told of a law before they propose it, and while it is pending: the quorum that results, and whether
anything could change the law again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from blognomic.web.errors import NeedsConfirmation
from ruleset.law import Law
from votables.changes.outcome import outcome_of_changes
from votables.judge.prospects import Quorums, can_be_changed, quorums
from votables.queries.judge_facts import Docket, docket_at

from .apply import ChangesOutcome
from .change import read_changes


@dataclass(frozen=True, slots=True)
class LawProspects:
    """Of a law that would come into force: its `quorums`, where they are others than `before`, and whether it `locks`
    the game, so that not even all players together could change the law again."""

    quorums: Quorums | None
    before: Quorums
    locks: bool

    @property
    def quorum_line(self) -> str:
        """The quorum that results, now and with 1 to 2n players; "" where it stays."""
        told = self.quorums
        if told is None:
            return ""
        sentence = _(
            "Quorum with the {n} players of today: {now}, instead of {before}. With 1 to {most} players: {numbers}."
        )
        numbers = ", ".join(map(str, told.by_size))
        return sentence.format(
            n=told.n, now=told.now, before=self.before.now, most=len(told.by_size), numbers=numbers
        )

    @property
    def warnings(self) -> list[str]:
        """What its readers should know before they want it, the worst first."""
        found, told = [locked()] if self.locks else [], self.quorums
        if told is None:
            return found
        if told.falls_back:
            sentence = _("With {sizes} players the formula gives nothing: the quorum is then {number}.")
            found.append(sentence.format(sizes=in_ranges(told.falls_back), number=told.fallback))
        if told.low:
            sentence = _("With {sizes} players the quorum is below 1: a single vote FOR, or none, is enough.")
            found.append(sentence.format(sizes=in_ranges(told.low)))
        if told.high:
            sentence = _("With {sizes} players the quorum is more than all of them.")
            found.append(sentence.format(sizes=in_ranges(told.high)))
        return found


def in_ranges(numbers: Sequence[int]) -> str:
    """Whole numbers in their order: "1 to 4, 7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    span = _("{first} to {last}")
    said = [str(run[0]) if len(run) == 1 else span.format(first=run[0], last=run[-1]) for run in runs]
    return ", ".join(said)


def locked() -> str:
    """What is told of a law that nobody could change again."""
    return _("Under this law nothing could ever change the law again, even with every player of today FOR.")


def prospects(outcome: ChangesOutcome, held: Docket) -> LawProspects | None:
    """What the law that an outcome makes leads to, for the roster of the docket; None when it makes no other. No
    query."""
    law = outcome.after.law
    if law is None or law == held.law:
        return None
    n = len(held.verdict.roster)
    before, after = quorums(held.law, n), quorums(law, n)
    return LawProspects(None if after == before else after, before, _locks(law, held))


def check_prospects(values: Sequence[Mapping[str, object]], *, at: datetime) -> None:
    """Raise NeedsConfirmation when changes, as they were sent or are stored, make a law that nobody could change again.
    As many queries as it takes to work them out, where one is about the law; else none."""
    if not any(isinstance(value, Mapping) and value.get("op") == "law" for value in values):
        return
    held = docket_at(at)
    found = prospects(outcome_of_changes(read_changes(values), at=at), held)
    if found is not None and found.locks:
        told = _("{warning} Send it once more if you mean it.")
        raise NeedsConfirmation(told.format(warning=locked()), rule=held.law.resolving.rule)


def _locks(law: Law, held: Docket) -> bool:
    return not can_be_changed(held.game, law=law, at=held.at)
