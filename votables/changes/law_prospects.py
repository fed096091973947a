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
from .registry import kind_of


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
        after = self.quorums
        if after is None:
            return ""
        sentence = _(
            "Quorum with the {n} players of today: {now}, instead of {before}. With 1 to {most} players: {numbers}."
        )
        numbers = ", ".join(map(str, after.by_size))
        return sentence.format(
            n=after.n, now=after.now, before=self.before.now, most=len(after.by_size), numbers=numbers
        )

    @property
    def warnings(self) -> list[str]:
        """What its readers should know before they want it, the worst first."""
        sentences, after = [locked()] if self.locks else [], self.quorums
        if after is None:
            return sentences
        if after.falls_back:
            sentence = _("With {sizes} players the formula gives nothing: the quorum is then {number}.")
            sentences.append(sentence.format(sizes=in_ranges(after.falls_back), number=after.fallback))
        if after.low:
            sentence = _("With {sizes} players the quorum is below 1: a single vote FOR, or none, is enough.")
            sentences.append(sentence.format(sizes=in_ranges(after.low)))
        if after.high:
            sentence = _("With {sizes} players the quorum is more than all of them.")
            sentences.append(sentence.format(sizes=in_ranges(after.high)))
        return sentences


def in_ranges(numbers: Sequence[int]) -> str:
    """Whole numbers in their order: "1 to 4, 7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    span = _("{first} to {last}")
    spans = [str(run[0]) if len(run) == 1 else span.format(first=run[0], last=run[-1]) for run in runs]
    return ", ".join(spans)


def locked() -> str:
    """What is told of a law that nobody could change again."""
    return _("Under this law nothing could ever change the law again, even with every player of today FOR.")


def prospects(outcome: ChangesOutcome, docket: Docket) -> LawProspects | None:
    """What the law that an outcome makes leads to, for the roster of the docket; None when it makes no other. No
    query."""
    law = outcome.after.law
    if law is None or law == docket.law:
        return None
    n = len(docket.verdict.roster)
    before, after = quorums(docket.law, n), quorums(law, n)
    return LawProspects(None if after == before else after, before, _locks(law, docket))


def check_prospects(values: Sequence[Mapping[str, object]], *, at: datetime) -> None:
    """Raise NeedsConfirmation when changes, as they were sent or are stored, make a law that nobody could change again.
    As many queries as it takes to work them out, where one is about the law; else none."""
    kinds = [kind_of(value.get("op")) for value in values if isinstance(value, Mapping)]
    if not any(kind.writes_law for kind in kinds if kind is not None):
        return
    docket = docket_at(at)
    changed = prospects(outcome_of_changes(read_changes(values), at=at), docket)
    if changed is not None and changed.locks:
        sentence = _("{warning} Send it again to do it anyway.")
        raise NeedsConfirmation(sentence.format(warning=locked()), rule=docket.law.resolving.rule)


def _locks(law: Law, docket: Docket) -> bool:
    return not can_be_changed(docket.game, law=law, at=docket.at)
