"""A change of the law: another document of it, and the one that its author saw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blognomic.text.merging import merge
from blognomic.web.api.shapes import SentPart
from blognomic.web.errors import RuleBroken
from players.models import Player
from ruleset.law import Law, LawError
from ruleset.models import LawVersion, Revision
from ruleset.queries import LawInForce, law_at
from ruleset.queries import read as read_law
from ruleset.services import enact_law
from ruleset.text.tree import Tree
from votables.changes.apply import CORRECTED, Carrier, ChangesOutcome, Effect, Settlement, Worked
from votables.changes.context import Context
from votables.changes.kind import RULES_AND_LAW, ChangeKind, Changing, TextOffer, Told, Words
from votables.changes.word_differences import words_between
from votables.english.orders import CalledThings
from votables.judge.prospects import constant_quorum

from .forms import FigureForm
from .kept_numbers import law_offers


@dataclass(frozen=True, slots=True)
class LawChange:
    """The document that the law is to have (`text`), and the one that its author saw (`base`)."""

    text: str
    base: str


@dataclass(frozen=True, slots=True)
class NewLaw:
    """The law’s document before and after a change of it."""

    was: str
    becomes: str


class ChangesOfTheLaw(ChangeKind):
    made = "law"
    group = RULES_AND_LAW
    may_change_law = True
    merges = True
    writes_law = True
    payload = LawChange
    fields = {"law": ["text"]}
    sent = {
        "law": {
            "text": SentPart(Words, "The document of the law, whole."),
            "base": SentPart(Words, "The document that its author saw."),
        }
    }
    names = {"law": gettext_lazy("change the law")}
    deed = "votables/changes/_law.html"

    def check(self, payload: LawChange) -> None:
        try:
            law = read_law(payload.text)
        except LawError as error:
            raise RuleBroken(_("This law cannot be read: {error}").format(error=error), status=400) from None
        check_quorum(law)

    def short_form(self, data: Any, *, law: str, initial: Mapping[str, Any]) -> FigureForm:
        return FigureForm(data, law=law, initial=initial)

    def as_said(self, change: Mapping[str, Any], tree: Tree) -> dict[str, Any]:
        return dict(change)

    def offers(self, changing: Changing, things: CalledThings) -> tuple[TextOffer, ...]:
        return law_offers(changing, things)

    def prepare(self, form: Any) -> None:
        text = form.fields["text"]
        text.label = _("The law’s document")
        text.help_text = _("TOML: the whole document, with your changes.")
        form.initial.setdefault("text", form.law)

    def newest(self, revision: Revision | None, in_force: LawInForce | None) -> int:
        return in_force.version.pk if in_force is not None else 0

    def seen(self, op: str, key: int, sent: Mapping[str, Any]) -> dict[str, object]:
        document = LawVersion.objects.filter(pk=key).values_list("document", flat=True).first()
        return {"base": document or ""}

    def apply(self, effect: Effect, now: Context, carrier: Carrier, settled: Settlement) -> Worked:
        payload: LawChange = effect.change.payload
        standing = now.law.text if now.law is not None else ""
        target = settled.text if settled.text is not None else payload.text
        base = standing if settled.text is not None else payload.base
        merged = merge(base=base, now=standing, target=target)
        if not merged.is_clean:
            reason = _("Somebody has since changed the same words of the law.")
            return effect.unfit(reason, merged.clashes, standing, target), now, frozenset()
        try:
            law = read_law(merged.text)
            if settled.text is not None:
                check_quorum(law)
        except LawError as error:
            reason = _("The law cannot be read: {error}").format(error=error)
            return effect.unfit(reason, (), standing, target), now, frozenset()
        except RuleBroken as broken:
            return effect.unfit(broken.sentence, (), standing, target), now, frozenset()
        applied = replace(
            effect,
            done=NewLaw(standing, merged.text),
            merged=merged.text != target,
            corrected=settled.why or CORRECTED if settled.text is not None else "",
        )
        return applied, replace(now, law=law), frozenset()

    def show(self, effect: Effect, outcome: ChangesOutcome) -> Any:
        done: NewLaw | None = effect.done
        return words_between(done.was, done.becomes, unit="line") if done is not None else ""

    def meant(self, payload: LawChange) -> tuple[str, str, str]:
        return payload.base, payload.text, "line"

    def touches(self, effect: Effect, outcome: ChangesOutcome) -> Mapping[str, str]:
        return {"law": _("the law")}

    def deeds(self, effect: Effect, outcome: ChangesOutcome) -> Mapping[str, object]:
        return {"law": effect.done.becomes} if effect.done is not None else {}

    def can_be_corrected(self, payload: LawChange) -> bool:
        return True

    def words(self, payload: LawChange) -> str:
        return payload.text

    def carry_out(self, outcome: ChangesOutcome, *, author: Player, **acts: Any) -> list[Told]:
        """Whatever changes made the law say something else: it is one version."""
        before, after = outcome.before.law, outcome.after.law
        if after is None or (before is not None and after.text == before.text):
            return []
        in_force = law_at(acts["at"])
        special_cases = in_force.special_cases if in_force else {}
        return [{"law": enact_law(document=after.text, special_cases=special_cases, **acts).pk}]

    def undo(self, consequence: Told, all: Sequence[Told], **acts: Any) -> list[Told]:
        """Take what a version of the law changed out of the law again, keeping what was changed since where that is
        clean."""
        made = LawVersion.objects.get(pk=consequence["law"])
        latest = LawVersion.objects.at(acts["at"]).first()
        before = LawVersion.objects.filter(pk__lt=made.pk).order_by("-pk").first()
        back = merge(base=made.document, now=latest.document, target=before.document)
        try:
            read_law(back.text)
            is_law = back.is_clean
        except LawError:
            is_law = False
        if not is_law:
            kept = _(
                "The same words of the law have since been changed again. Change them by another matter."
            )
            return [{"kept": kept}]
        return [{"law": enact_law(document=back.text, special_cases=latest.special_cases, **acts).pk}]


def check_quorum(law: Law) -> None:
    """Raise RuleBroken (400) for a law whose quorum is written out as a number below 1, for good or where its formula
    gives nothing: then a single vote decides, or none."""
    least = constant_quorum(law)
    if least is not None and least < 1:
        sentence = _(
            "A quorum of {number} is reached by a single vote, or by none. Write a number from 1 on."
        )
        raise RuleBroken(sentence.format(number=least), rule=law.quorum.rule, status=400)


LAW: Final = ChangesOfTheLaw()
