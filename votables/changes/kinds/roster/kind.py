"""Changes of who plays and who holds an office: one step on the roster each."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.db.models import Model, Q
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gamestate.values.coming import retiring
from gamestate.values.errors import ValueRefused
from gamestate.values.plans import Alteration
from players.models import Player, Reign, name_key
from players.queries.bars import bars_of
from players.queries.roster import dynasty_at
from ruleset.law import Law
from ruleset.text import amending
from ruleset.text.comparing import compare
from ruleset.text.synonyms import PLAIN, ascended
from votables.changes.apply import Carrier, ChangesOutcome, Effect, Settlement, Worked
from votables.changes.context import Asking, Context
from votables.changes.kind import AMENDS_GAMESTATE, ChangeInWriting, ChangeKind, Told
from votables.changes.kinds.gamestate import steps as gamestate_steps
from votables.changes.outcome import outcome_of
from votables.forms.changes import ask_what_is_gone
from votables.judge.mantle import INTERREGNUM
from votables.models import Post
from votables.permissions import refuse_unless
from votables.queries.judge_facts import docket_at
from votables.queries.mantles import allies_of, last_emperor, won

from .carrying_out import carry_out_steps, put_away_again, undo_step
from .forms import PREFIX, RosterForm, typed_step, whom
from .sent import ROSTER_STEP
from .steps import (
    NAMES,
    People,
    RosterOutcome,
    RosterPerson,
    RosterStep,
    Unfit,
    carry_out,
    leave_of_kind,
    read_step,
)

TOUCHED: Final = frozenset({"roster"})


class ChangesOfTheRoster(ChangeKind):
    made = "roster"
    steps = NAMES
    group = gettext_lazy("The roster")
    names = {"roster": gettext_lazy("change the roster")}
    sent_step = ROSTER_STEP
    changes_roster = True
    missing = {Player: gettext_lazy("There is no such person.")}

    def read(self, value: Mapping[str, Any]) -> RosterStep:
        return read_step({name: item for name, item in value.items() if name != "op"})

    def as_json(self, payload: RosterStep) -> dict[str, object]:
        return {"op": "roster", **payload.as_json()}

    def step_of(self, change: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in change.items() if name != "until" or value}

    def refers_to(self, payload: RosterStep) -> Iterable[tuple[type[Model], int]]:
        return [(Player, payload.player)] if payload.player else []

    def check_carrier(self, payload: RosterStep, *, kind: str, law: Law) -> None:
        refuse_unless(leave_of_kind(payload, kind, law))

    def reads(self, payload: RosterStep) -> Collection[str]:
        ends = payload.do == "end-dynasty" and not payload.keep_tracked
        return ("gamestate", "pages") if ends else ()

    def gather(self, payloads: Sequence[RosterStep], asking: Asking) -> People:
        """The people whom the steps ask about, with all admins, and what the law asks about offices. Eight queries,
        besides those of the docket."""
        at, named = asking.at, {step.player for step in payloads}
        names = {name_key(step.name) for step in payloads if step.do == "rename"}
        players = list(Player.objects.filter(Q(pk__in=named) | Q(name_key__in=names) | Q(is_admin=True)))
        barred, docket, dynasty = bars_of(players, at=at), asking.docket or docket_at(at), dynasty_at(at)
        reign = Reign.objects.at(at).first()
        declaration = won() if INTERREGNUM in docket.verdict.standstill else None
        last = last_emperor(declaration)
        return People(
            at=at,
            persons={
                one.pk: RosterPerson(
                    one.pk,
                    one.name,
                    one.standing,
                    one.is_admin,
                    barred[one.pk].span if one.pk in barred else "",
                )
                for one in players
            },
            emperor=reign.player_id if reign else 0,
            dynasty=dynasty.name if dynasty else "",
            standstill=frozenset(docket.verdict.standstill),
            special_cases=docket.in_force.special_cases,
            last_emperor=last.pk if last else 0,
            allies=frozenset(allies_of(declaration)),
        )

    def apply(self, effect: Effect, now: Context, carrier: Carrier, settled: Settlement) -> Worked:
        if carrier.law is None:
            return effect.unfit(_("No game has been founded here.")), now, TOUCHED
        step: RosterStep = effect.change.payload
        try:
            done = carry_out(step, now.own[self], law=carrier.law, kind=carrier.kind)
        except Unfit as unfit:
            return effect.unfit(unfit.sentence), now, TOUCHED
        applied, after = replace(effect, done=done), now.with_own(self, done.after)
        if step.do != "end-dynasty":
            return applied, after, TOUCHED
        try:
            return _end_dynasty(applied, after, step, carrier)
        except ValueRefused as refused:
            return effect.unfit(refused.sentence), now, TOUCHED

    def alterations(self, done: RosterOutcome) -> Sequence[Alteration]:
        return done.retired

    def write(self, writing: ChangeInWriting) -> HttpResponse:
        do, typed = writing.op.removeprefix(PREFIX), typed_step(writing.old) if writing.old else {}
        form = RosterForm(writing.data, do=do, people=whom(do), initial={**writing.initial, **typed})
        if writing.old:
            ask_what_is_gone(form)
        return writing.answer("votables/add_change.html", form, form.as_change, form=form)

    def said(self, done: RosterOutcome) -> str:
        return str(done.said)

    def touches(self, effect: Effect, outcome: ChangesOutcome) -> Mapping[str, str]:
        return touched(effect.change.payload, self._before(effect, outcome))

    def about(self, effect: Effect, outcome: ChangesOutcome) -> list[str]:
        """Whom it is about; of a step that leaves the throne empty who sits on it, of one that ends the dynasty its
        name."""
        step, people = effect.change.payload, self._before(effect, outcome)
        key = step.player or (people.emperor if step.do == "emperor" else 0)
        return [people.persons[key].name if key in people.persons else people.dynasty]

    def carry_out(self, outcome: ChangesOutcome, *, author: Player, **acts: Any) -> list[Told]:
        return carry_out_steps(outcome.done_by(self), **acts)

    def undo(self, consequence: Told, all: Sequence[Told], **acts: Any) -> list[Told]:
        return undo_step(consequence, **acts)

    def redo(self, consequence: Told, answer: Told, *, post: Post, **acts: Any) -> list[Told]:
        """A step that was undone is carried out once more, as the roster is by now."""
        deed = (consequence["roster"], consequence.get("player"))
        done = outcome_of(post, at=acts["at"]).done_by(self)
        again = [one for one in done if (one.step.do, one.step.player or None) == deed]
        return carry_out_steps(again[:1], **acts)

    def stay(self, answer: Told, *, at: datetime) -> None:
        put_away_again(answer, at=at)

    def _before(self, effect: Effect, outcome: ChangesOutcome) -> People:
        """How people were when the step was carried out; where it does not fit, how they are in the end."""
        return effect.done.before if effect.done is not None else outcome.after.own[self]


ROSTER: Final = ChangesOfTheRoster()


def _end_dynasty(effect: Effect, now: Context, step: RosterStep, carrier: Carrier) -> Worked:
    """What the end of a dynasty does to its rules and to what it tracks, unless they stay. Raises ValueRefused."""
    parts = TOUCHED
    if not step.keep_rules:
        after = ascended(now.tree, old=PLAIN, new=PLAIN, synonyms="")  # the words stay
        parts |= amending.sections_touched(now.tree, after)
        effect = replace(effect, differences=tuple(compare(now.tree, after)))
        now = replace(now, tree=after)
    if not step.keep_tracked and now.state is not None and now.law is not None:
        retired = gamestate_steps.carry_out(
            retiring(now.state, ()),
            now.state,
            tracker=now.law.tracker,
            first=carrier.first + effect.place,
        )
        effect = replace(effect, done=replace(effect.done, retired=retired.alterations))
        now = replace(now, state=retired.after)
        parts |= AMENDS_GAMESTATE
    return effect, now, parts


def touched(step: RosterStep, people: People) -> dict[str, str]:
    """Whom or what a step changes, or fails to change, by keys that are the same for the same thing whatever matter
    changes it, each as people know it."""
    if step.do == "end-dynasty":
        return {"roster:dynasty": _("the dynasty"), "roster:emperor": _("the emperor")}
    if step.do == "emperor":
        return {"roster:emperor": _("the emperor")}
    person = people.persons.get(step.player)
    sort = "name" if step.do == "rename" else "office" if step.do.endswith("admin") else "place"
    label = _("{name} on the roster").format(name=person.name if person else _("Somebody"))
    return {f"roster:{step.player}:{sort}": label}
