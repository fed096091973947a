"""A return of the rules to what they said after an earlier revision."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db.models import Model, Q
from django.utils.translation import gettext_lazy

from blognomic.text.outside import LARGEST_KEY
from blognomic.web.api.shapes import Key, SentPart
from blognomic.web.errors import RuleBroken
from ruleset.models import Revision, RuleVersion
from ruleset.queries import tree_of
from ruleset.text import amending
from ruleset.text.comparing import compare
from ruleset.text.tree import Tree
from votables.changes.apply import Carrier, ChangesOutcome, Effect, Settlement, Worked
from votables.changes.context import Asking, Context
from votables.changes.kind import RULES_AND_LAW, ChangeKind

NO_REVISION = gettext_lazy("There is no such revision of the ruleset.")


@dataclass(frozen=True, slots=True)
class Revert:
    """The revision to which the rules return, by its key."""

    revision: int


class Reverting(ChangeKind):
    names = {"revert": gettext_lazy("return the rules to a revision")}
    group = RULES_AND_LAW
    may_change_law = True
    payload = Revert
    fields = {"revert": ["revision"]}
    sent = {"revert": {"revision": SentPart(Key, "The key of the revision to which the rules return.")}}
    missing = {Revision: NO_REVISION}
    lead = "votables/changes/_reverting.html"

    def read(self, value: Mapping[str, Any]) -> Revert:
        payload = super().read(value)
        if not 0 < payload.revision <= LARGEST_KEY:
            raise RuleBroken(str(NO_REVISION), status=400)
        return payload

    def refers_to(self, payload: Revert) -> Iterable[tuple[type[Model], int]]:
        return [(Revision, payload.revision)]

    def gather(self, payloads: Sequence[Revert], asking: Asking) -> Mapping[int, Tree]:
        """The rulesets after the revisions, by their keys. One query."""
        keys = {payload.revision for payload in payloads}
        standing = Q()
        for key in keys:
            standing |= (Q(until__isnull=True) | Q(until__gt=key)) & Q(revision__lte=key)
        rows = list(RuleVersion.objects.filter(standing).order_by("place", "pk"))
        return {
            key: tree_of(
                row for row in rows if row.revision_id <= key and (row.until_id is None or row.until_id > key)
            )
            for key in keys
        }

    def apply(self, effect: Effect, now: Context, carrier: Carrier, settled: Settlement) -> Worked:
        after = now.own[self][effect.change.payload.revision]
        touched = frozenset(amending.sections_touched(now.tree, after))
        applied = replace(effect, differences=tuple(compare(now.tree, after)))
        return applied, replace(now, tree=after), touched

    def about(self, effect: Effect, outcome: ChangesOutcome) -> list[str]:
        return super().about(effect, outcome) or [str(effect.change.payload.revision)]


REVERTING: Final = Reverting()
