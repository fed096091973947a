"""The word that a disputed update of the tracker stands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import Model, Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blognomic.text.outside import LARGEST_KEY
from blognomic.web.api.shapes import Key, SentPart
from blognomic.web.errors import RuleBroken
from gamestate.leave import CORRECTION, ENACTMENT
from gamestate.models import Dispute, Update
from gamestate.services.undoing import reopen, uphold
from players.models import Player
from votables.changes.apply import Carrier, ChangesOutcome, Effect, Settlement, Worked
from votables.changes.context import Asking, Context
from votables.changes.kind import AMENDS_GAMESTATE, WHAT_IS_TRACKED, ChangeKind, Told
from votables.models import Post


@dataclass(frozen=True, slots=True)
class Uphold:
    """The update that stands, by its key."""

    update: int


@dataclass(frozen=True, slots=True)
class Questioned:
    """An update of the tracker that a change upholds: who made it, what it said, and what is held against it now."""

    key: int
    by: str
    comment: str
    disputes: tuple[str, ...]


class Upholding(ChangeKind):
    made = "upheld"
    payload = Uphold
    fields = {"uphold": ["update"]}
    sent = {"uphold": {"update": SentPart(Key, "The key of the update that stands.")}}
    group = WHAT_IS_TRACKED
    names = {"uphold": gettext_lazy("uphold a disputed update")}
    lead = "votables/changes/_update.html"
    deed = "votables/changes/_upholding.html"

    def read(self, value: Mapping[str, Any]) -> Uphold:
        payload = super().read(value)
        if not 0 < payload.update <= LARGEST_KEY:
            raise RuleBroken(_("There is no such update."), status=400)
        return payload

    def refers_to(self, payload: Uphold) -> Iterable[tuple[type[Model], int]]:
        return [(Update, payload.update)]

    def gather(self, payloads: Sequence[Uphold], asking: Asking) -> Mapping[int, Questioned]:
        """The updates, by their keys, with what is held against them now. Two queries."""
        disputes = Dispute.objects.filter(outcome=Dispute.Outcome.OPEN).select_related("by").order_by("pk")
        keys = {payload.update for payload in payloads}
        updates = Update.objects.filter(pk__in=keys).select_related("by")
        return {
            update.pk: Questioned(
                key=update.pk,
                by=update.by.name if update.by else _("the record"),
                comment=update.in_english,
                disputes=tuple(f"{each.by}: {each.why}" for each in update.open_disputes),
            )
            for update in updates.prefetch_related(Prefetch("disputes", disputes, to_attr="open_disputes"))
        }

    def apply(self, effect: Effect, now: Context, carrier: Carrier, settled: Settlement) -> Worked:
        known: Mapping[int, Questioned] = now.own[self]
        questioned = known.get(effect.change.payload.update)
        if questioned is None:
            return effect.unfit(_("There is no such update.")), now, AMENDS_GAMESTATE
        effect = replace(effect, done=questioned)
        if not questioned.disputes:
            return effect.unfit(_("Nobody disputes this update any more.")), now, AMENDS_GAMESTATE
        stands = {**known, questioned.key: replace(questioned, disputes=())}
        return effect, now.with_own(self, stands), AMENDS_GAMESTATE

    def touches(self, effect: Effect, outcome: ChangesOutcome) -> Mapping[str, str]:
        key = effect.change.payload.update
        return {f"update:{key}": _("update {number}").format(number=key)}

    def about(self, effect: Effect, outcome: ChangesOutcome) -> list[str]:
        return [str(effect.change.payload.update)]

    def carry_out(self, outcome: ChangesOutcome, *, author: Player, **acts: Any) -> list[Told]:
        return [_upheld(each.key, **acts) for each in outcome.done_by(self)]

    def undo(self, consequence: Told, all: Sequence[Told], **acts: Any) -> list[Told]:
        reopen(
            leave=CORRECTION,
            update=Update.objects.get(pk=consequence["upheld"]),
            by=acts["by"],
            at=acts["at"],
            link=acts["link"],
        )
        return [{"reopened": consequence["upheld"]}]

    def redo(self, consequence: Told, answer: Told, *, post: Post, **acts: Any) -> list[Told]:
        return [_upheld(answer["reopened"], **acts)]


def _upheld(key: int, *, by: Player, at: datetime, why: str, link: str) -> Told:
    uphold(leave=ENACTMENT, update=Update.objects.get(pk=key), by=by, at=at, link=link)
    return {"upheld": key}


UPHOLDING: Final = Upholding()
