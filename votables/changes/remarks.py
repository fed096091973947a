"""What else a matter's changes lead to, for whoever proposes, votes or enacts: what the rules have is left as it is
written, but two rules may come to share a title, a number in a text may come to name another rule, and the law may go
on to carry out what a rule no longer says."""

from dataclasses import dataclass
from datetime import datetime

from ruleset.queries import LawInForce, placed_rules, revision_at
from ruleset.queries.agreement import LeftBehind, left_behind
from ruleset.text.references import Astray, Shared, astray, newly_shared, shared_in

from .apply import ChangesOutcome


@dataclass(frozen=True, slots=True)
class Remarks:
    """`shared`: titles that two rules would have. `linked`: titles that it writes as [[Title]] and that two rules have.
    `astray`: numbers that would name another rule. `behind`: rules that it amends without the law that carries them
    out."""

    shared: list[Shared]
    linked: list[Shared]
    astray: list[Astray]
    behind: list[LeftBehind]

    def __bool__(self) -> bool:
        return any((self.shared, self.linked, self.astray, self.behind))


def shared_links(*texts: str, at: datetime) -> list[Shared]:
    """The titles that the texts write as [[Title]], and that more than one rule has at `at` (UTC). Two queries, or
    none."""
    written = "\n".join(texts)
    return shared_in(written, placed_rules(revision_at(at))) if "[[" in written else []


def remarks(outcome: ChangesOutcome, in_force: LawInForce | None) -> Remarks:
    """What the outcome of a matter's changes leads to besides. No queries."""
    before, after = outcome.before.tree, outcome.after.tree
    shared = newly_shared(before, after)
    written = "\n".join(
        one.new_text
        for effect in outcome.effects
        for one in effect.differences
        if one.new_text != one.old_text
    )
    becomes = outcome.after.law if outcome.after.law is not outcome.before.law else None
    return Remarks(
        shared,
        [one for one in shared_in(written, after.placed()) if one not in shared],
        astray(before, after),
        left_behind(before, after, law=in_force.law, becomes=becomes) if in_force is not None else [],
    )
