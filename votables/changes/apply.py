"""What the changes of a matter come to: each with what it does on the rules, the law and the gamestate as those before
it leave them, what no longer fits, and what an admin decides about it. No query."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop

from blognomic.text.merging import Clash
from gamestate.values.plans import Alteration
from ruleset.law import Law
from ruleset.text.amending import Misfit
from ruleset.text.comparing import Difference
from ruleset.text.tree import UNNAMED

from .conditions import ConditionFinding
from .context import Context

if TYPE_CHECKING:  # which are made of it
    from .change import Change
    from .kind import ChangeKind

# Why a change is left out, or put right: as it is written down for all, to be translated where it is shown.
UNMET = gettext_noop("its condition is not met")
BUILDS_ON = gettext_noop("the new rule that it builds on is left out")
LEFT_OUT = gettext_noop("left out")
CORRECTED = gettext_noop("corrected")
OF_ITSELF = frozenset({UNMET, BUILDS_ON, LEFT_OUT, CORRECTED})


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the admin decides about a change: other words instead (`text`, and for a new rule its `title`), the key of
    another rule to stand below, where that which it names is gone (`parent`), or leaving it out (`skip`), with why."""

    text: str | None = None
    title: str | None = None
    parent: str | None = None
    skip: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """What one change does, or would do: the rules that differ after it, and whatever else its kind says (`done`);
    whether it no longer fits, how its condition stands (`finding`), and why it is left out (`skipped`); of one whose
    condition is not met, all is as it would be if it were."""

    place: int
    change: "Change"
    differences: tuple[Difference, ...] = ()
    done: Any = None
    misfit: Misfit | None = None
    finding: ConditionFinding | None = None
    merged: bool = False
    skipped: str = ""
    corrected: str = ""

    @property
    def alterations(self) -> Sequence[Alteration]:
        """What it does to what is tracked."""
        return self.change.kind.alterations(self.done) if self.done is not None else ()

    @property
    def comes_about(self) -> bool:
        return self.misfit is None and not self.skipped

    def unfit(self, reason: str, clashes: Sequence[Clash] = (), now: str = "", target: str = "") -> "Effect":
        """The effect of a change that does not fit, and why."""
        return replace(self, misfit=Misfit(self.place, reason, tuple(clashes), now, target))


# What one change makes of how things stand: its effect, how they stand then, the sections touched.
Worked = tuple[Effect, Context, frozenset[str]]


@dataclass(frozen=True, slots=True)
class ChangesOutcome:
    """What all changes of a matter do together: how things stand `before` and `after` them, change by change."""

    before: Context
    after: Context
    effects: tuple[Effect, ...]
    touched: frozenset[str]

    @property
    def misfits(self) -> list[Effect]:
        return [effect for effect in self.effects if effect.misfit is not None]

    @property
    def steps(self) -> list[Effect]:
        """The steps that a person carries out."""
        return [effect for effect in self.effects if effect.change.kind.by_hand and not effect.skipped]

    @property
    def alterations(self) -> list[Alteration]:
        """What is done to what is tracked, one after the other."""
        return [each for one in self.effects if not one.skipped for each in one.alterations]

    def done_by(self, kind: "ChangeKind") -> list[Any]:
        """What the changes of a kind do, one by one."""
        return [one.done for one in self.effects if one.change.kind is kind and one.comes_about]


@dataclass(frozen=True, slots=True)
class Carrier:
    """What changes are worked out with, whatever comes before them: the law in force; what it calls a rule without a
    title (`unnamed`); the number after which new things of the tracker are called, each by the place of its change
    (`first`); what kind of matter carries them ("" while nobody knows), and when it was `submitted` (UTC), or would be
    while it `is_draft`."""

    law: Law | None
    submitted: datetime
    unnamed: str = UNNAMED
    first: int = 0
    kind: str = ""
    is_draft: bool = False


def work_out(
    changes: Iterable["Change"],
    context: Context,
    *,
    carrier: Carrier,
    findings: Mapping[int, ConditionFinding],
    settlements: Mapping[int, Settlement] | None = None,
) -> ChangesOutcome:
    """What the changes do on these context, one after the other. No query.

    `findings` says for the place of each conditional change how its condition stands; one that is not met leaves its
    change out, and what that would do is told beside it (its sections count as touched: a matter mandates its changes
    "even if conditionally", as ruleset 98 puts it). `settlements` are the admin's decisions by place.
    """
    settlements = settlements or {}
    now = context
    effects: list[Effect] = []
    touched: set[str] = set()
    left_out: set[int] = set()
    # How things would stand if every condition were met, once one is not.
    otherwise: Context | None = None
    for place, change in enumerate(changes):
        finding, settled = findings.get(place), settlements.get(place, Settlement())
        effect, apply = Effect(place, change, finding=finding), change.kind.apply
        if settled.skip:
            skipped = settled.why or LEFT_OUT
        elif finding is not None and not finding.met:
            skipped = UNMET
        else:
            skipped = BUILDS_ON if left_out & change.stands_on else ""
        if skipped:
            left_out.add(place)
        if skipped and not settled.skip:
            would, otherwise, parts = apply(effect, otherwise or now, carrier, Settlement())
            effect = replace(would, misfit=None, merged=False)
            touched |= parts
        elif not skipped:
            if otherwise is not None:
                _, otherwise, _ = apply(effect, otherwise, carrier, settled)
            effect, now, parts = apply(effect, now, carrier, settled)
            touched |= parts
        effects.append(replace(effect, skipped=skipped))
    return ChangesOutcome(context, now, tuple(effects), frozenset(touched))
