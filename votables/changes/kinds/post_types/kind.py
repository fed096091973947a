"""Changes of the types of official posts that the rules define: one type defined, defined otherwise or retired by
each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.db import models
from django.db.models import Q
from django.http import HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blognomic.web.errors import RuleBroken
from players.models import Player
from ruleset.law.parts import RulesetPart
from ruleset.models import Rule
from ruleset.text.tree import Tree
from votables.changes.apply import Carrier, ChangesOutcome, Effect, Settlement, Worked
from votables.changes.context import Asking, Context
from votables.changes.kind import NEW_RULE, ChangeInWriting, ChangeKind, Told
from votables.changes.word_differences import words_between
from votables.models import Post
from votables.post_types.models import OfficialType
from votables.post_types.type_definitions import definition_of

from .carrying_out import carry_out_steps, redo_step, undo_step
from .filling_in import add_post_type_change
from .sent import TYPE_STEP
from .steps import (
    NAMES,
    NO_TYPE,
    KnownType,
    PostTypeOutcome,
    Types,
    TypeStep,
    Unmade,
    carry_out,
    in_lines,
    read_step,
    touched,
)

TOUCHED: Final = frozenset({str(RulesetPart.DYNASTIC)})  # dynastic rules are what defines types


class ChangesOfPostTypes(ChangeKind):
    made = "official"
    steps = NAMES
    group = gettext_lazy("Official posts")
    names = {"official": gettext_lazy("change the types of official posts")}
    sent_step = TYPE_STEP
    missing = {OfficialType: NO_TYPE, Rule: gettext_lazy("There is no such rule.")}

    def read(self, value: Mapping[str, Any]) -> TypeStep:
        parts = {name: item for name, item in value.items() if name not in ("op", "rule")}
        rule = value.get("rule", "")
        if not isinstance(rule, str) or (rule and not NEW_RULE.fullmatch(rule)):
            raise RuleBroken(_("The matter does not make such a rule."), status=400)
        return read_step(parts, rule=rule)

    def as_json(self, payload: TypeStep) -> dict[str, object]:
        return {"op": "official", **payload.as_json()}

    def refers_to(self, payload: TypeStep) -> Iterable[tuple[type[models.Model], int]]:
        rule = payload.definition.get("rule")
        named = ((OfficialType, payload.type or None), (Rule, rule))
        return [(model, key) for model, key in named if key is not None]

    def speaks_of(self, payload: TypeStep) -> Iterable[str]:
        return (payload.rule,)

    def gather(self, payloads: Sequence[TypeStep], asking: Asking) -> Types:
        """The types in use, and those that changes are about. One query."""
        named = Q(retired_at__isnull=True) | Q(pk__in={step.type for step in payloads})
        return {
            one.pk: KnownType(definition_of(one), is_retired=one.retired_at is not None)
            for one in OfficialType.objects.filter(named)
        }

    def apply(self, effect: Effect, now: Context, carrier: Carrier, settled: Settlement) -> Worked:
        try:
            done = carry_out(effect.change.payload, now.own[self], place=effect.place)
        except Unmade as unmade:
            return effect.unfit(unmade.sentence, unmade.clashes), now, TOUCHED
        return replace(effect, done=done, merged=done.merged), now.with_own(self, done.after), TOUCHED

    def write(self, writing: ChangeInWriting) -> HttpResponse:
        return add_post_type_change(writing)

    def said(self, done: PostTypeOutcome) -> str:
        return str(done.said)

    def show(self, effect: Effect, outcome: ChangesOutcome) -> SafeString:
        """The lines of a definition that come, change or go."""
        done: PostTypeOutcome | None = effect.done
        if done is None:
            return SafeString()
        becomes = done.becomes
        if becomes and done.step.rule:
            becomes = {**becomes, "rule": done.step.rule}
        tree = outcome.after.tree
        return words_between(_with_rule(done.was, tree), _with_rule(becomes, tree), unit="line")

    def meant(self, payload: TypeStep) -> tuple[str, str, str]:
        return in_lines(payload.base, rule=""), in_lines(payload.definition, rule=""), "line"

    def touches(self, effect: Effect, outcome: ChangesOutcome) -> Mapping[str, str]:
        return touched(effect.change.payload, outcome.after.own[self])

    def about(self, effect: Effect, outcome: ChangesOutcome) -> list[str]:
        """What the type is called, as it is about to be or as it is."""
        step, types = effect.change.payload, outcome.after.own[self]
        if step.definition:
            return [str(step.definition["plural"])]
        return [types[step.type].plural] if step.type in types else []

    def carry_out(self, outcome: ChangesOutcome, *, author: Player, **acts: Any) -> list[Told]:
        return carry_out_steps(outcome.done_by(self), outcome, **acts)

    def undo(self, consequence: Told, all: Sequence[Told], **acts: Any) -> list[Told]:
        return undo_step(consequence, **acts)

    def redo(self, consequence: Told, answer: Told, *, post: Post, **acts: Any) -> list[Told]:
        return redo_step(consequence, answer, **acts)


POST_TYPES: Final = ChangesOfPostTypes()


def _with_rule(definition: Mapping[str, Any] | None, tree: Tree) -> str:
    """A definition in lines, with the name of its rule."""
    rule = tree.find(str(definition["rule"])) if definition and definition["rule"] else None
    return in_lines(definition, rule=rule.title if rule else _("a rule that is repealed"))
