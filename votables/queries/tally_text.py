"""How a matter came out, in words."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import LawWords, StoredMessage, as_message
from votables import judge

TALLY_LENGTH = 120


class VotesCounted(Protocol):
    """A matter with its votes counted: what the judge says of it, or the count alone."""

    @property
    def matter(self) -> judge.Matter: ...

    @property
    def tally(self) -> judge.Tally: ...


def tally_of(ruling: VotesCounted) -> StoredMessage:
    """The tally as it is written down for all."""
    return as_message(tally_in_words(ruling))


def tally_in_words(ruling: VotesCounted) -> str:
    """The tally for people: "5–1", "3–2 with 1 abstaining", or "Bobby 4, Carol 2" where the vote is between choices."""
    votes = ruling.tally
    if votes.choices:
        return _of_choices(ruling.matter.choices, votes.choices)
    score = f"{votes.f}–{votes.a}"
    return _("{score} with {number} abstaining").format(score=score, number=votes.x) if votes.x else score


def _of_choices(names: Sequence[str], votes: Sequence[int]) -> str:
    """The choices with their votes, those with most first; as many as there is room for."""
    order = sorted(range(len(names)), key=lambda place: -votes[place])
    tally = ", ".join(f"{names[place]} {votes[place]}" for place in order)
    return tally if len(tally) <= TALLY_LENGTH else f"{tally[: TALLY_LENGTH - 1]}…"


def lead_in_words(names: Sequence[str], votes: Sequence[int]) -> str:
    """How a vote between choices stands: "Bobby leads 4 to 2", "Bobby and Carol lead with 3 each"."""
    lead = max(votes, default=0)
    leaders = [name for name, number in zip(names, votes, strict=True) if number == lead]
    if not lead:
        return _("no choice has a vote yet")
    if len(leaders) == 1:
        behind = max((number for number in votes if number != lead), default=0)
        return _("{leader} leads {votes} to {behind}").format(leader=leaders[0], votes=lead, behind=behind)
    sentence = _("{leaders} and {last} lead with {votes} each")
    return sentence.format(leaders=", ".join(leaders[:-1]), last=leaders[-1], votes=lead)


_DECIDED = {
    "enacted": gettext_noop("enacted “{title}”"),
    "failed": gettext_noop("failed “{title}”"),
    "illegal": gettext_noop("illegal “{title}”"),
}
_DECIDED_BY_VOTES = {
    "enacted": gettext_noop("enacted “{title}” ({tally})"),
    "failed": gettext_noop("failed “{title}” ({tally})"),
    "illegal": gettext_noop("illegal “{title}” ({tally})"),
}


def decided(to: str, *, title: str, tally: StoredMessage) -> StoredMessage:
    """What the admins' log says of a resolution: "enacted “Cats” (5–1)". `tally` may be empty."""
    if not tally:
        return StoredMessage(_DECIDED[to], title=title)
    return StoredMessage(_DECIDED_BY_VOTES[to], title=title, tally=tally)


_NOTED = {
    "enacted": gettext_noop("Enacted by {name}."),
    "failed": gettext_noop("Failed by {name}."),
    "illegal": gettext_noop("Marked as illegal by {name}."),
}
_NOTED_BY_VOTES = {
    "enacted": gettext_noop("Enacted {tally} by {name}."),
    "failed": gettext_noop("Failed {tally} by {name}."),
    "illegal": gettext_noop("Marked as illegal {tally} by {name}."),
}
_NOTED_BECAUSE = {
    "enacted": gettext_noop("Enacted {tally} by {name}, {why}."),
    "failed": gettext_noop("Failed {tally} by {name}, {why}."),
    "illegal": gettext_noop("Marked as illegal {tally} by {name}, {why}."),
}


def outcome_note(
    ruling: judge.MatterVerdict | None, *, to: str, by: StoredMessage | str, because: StoredMessage
) -> StoredMessage:
    """What resolution writes into the admin field: "Enacted 5–1 by Alice, reached quorum." `because` may be empty."""
    if ruling is None:
        return StoredMessage(_NOTED[to], name=by)
    tally = tally_in_words(ruling)
    if to == "enacted" and ruling.tally.choices:
        words = gettext_noop("Decided for {names} ({tally}) by {name}.")
        *first, last = ruling.leaders
        names = StoredMessage(gettext_noop("{one} and {other}"), one=", ".join(first), other=last)
        return StoredMessage(words, names=names if first else last, tally=tally, name=by)
    if not because:
        return StoredMessage(_NOTED_BY_VOTES[to], tally=tally, name=by)
    return StoredMessage(_NOTED_BECAUSE[to], tally=tally, name=by, why=because)


def against_verdict(note: StoredMessage, reason: StoredMessage | str) -> StoredMessage:
    """The same of what the rules did not allow."""
    words = gettext_noop("{outcome} Against the program’s verdict: {why}")
    return StoredMessage(words, outcome=note, why=reason)


QUORUM = "f >= q"  # as conditions say that a matter has a quorum of FOR votes


def _met_way(ruling: judge.MatterVerdict, outcome: str) -> judge.ClauseState | None:
    """The way of the law by which a matter has come to an outcome; where that is a word of the law, the way to it."""
    met = [clause for clause in ruling.clauses if clause.met]
    way = next((clause for clause in met if clause.outcome == outcome), None)
    words = {part.expression for part in way.conditions} if way is not None else set()
    return next((clause for clause in met if clause.outcome in words), way)


def because_of_the_law(ruling: judge.MatterVerdict, *, to: str, words: Mapping[str, str]) -> StoredMessage:
    """Why the law lets the matter be resolved so, in a few words."""
    if to == "illegal":
        return StoredMessage(gettext_noop("not a legal matter"))
    if to == "enacted" and ruling.tally.choices:
        return StoredMessage(gettext_noop("had the most votes"))
    if to == "enacted":
        way = _met_way(ruling, "enact")
        if way is not None and any(part.expression == QUORUM for part in way.conditions):
            return StoredMessage(gettext_noop("reached quorum"))
        return _because(way)
    if ruling.vetoed:
        return StoredMessage(gettext_noop("vetoed"))
    if ruling.self_killed:
        return StoredMessage(words.get("self_killed", gettext_noop("self-killed")))  # as the law calls it
    return _because(
        next((clause for clause in ruling.clauses if clause.outcome == "fail" and clause.met), None)
    )


def _because(way: judge.ClauseState | None) -> StoredMessage:
    if way is None:
        return StoredMessage(gettext_noop("against its votes"))
    return StoredMessage(gettext_noop("because {label}"), label=LawWords(way.label.rstrip(".")))
