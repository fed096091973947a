"""Amendments of the ruleset (see `ruleset.text.amending`)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.db import transaction
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from blognomic.text.merging import merge
from blognomic.web.errors import RuleBroken
from players.models import Player
from ruleset.law.parts import RulesetPart
from ruleset.models import Revision, RuleVersion
from ruleset.services import revise, undo_revision
from ruleset.text import amending
from ruleset.text.amending import TOP, Amendment, AmendmentError
from ruleset.text.comparing import Difference, compare
from ruleset.text.tree import Placed, Tree
from votables.changes.apply import CORRECTED, Carrier, ChangesOutcome, Effect, Settlement, Worked
from votables.changes.context import Context
from votables.changes.kind import LONG_WORDS, NEW_RULE, RULES_AND_LAW, SHORT_WORDS, ChangeKind, NewRule, Told
from votables.changes.rule_places import RulePlace, rule_places

from .sent import SENT

# The amendments whose words an admin may put right before applying them, and those that need a place: where that is
# gone, the admin may choose another.
CORRECTABLE: Final = ("edit", "insert", "replace", "add", "rename")
PLACED: Final = ("add", "copy", "move")
# Where words can be put into a rule, as a form asks.
WHERE: Final = {
    "end": gettext_lazy("at the end of the rule"),
    "start": gettext_lazy("at the start of the rule"),
    "list-end": gettext_lazy("at the end of a list"),
    "list-start": gettext_lazy("at the start of a list"),
    "after": gettext_lazy("just after some words"),
    "before": gettext_lazy("just before some words"),
    "after-item": gettext_lazy("after an item of a list"),
    "before-item": gettext_lazy("before an item of a list"),
    "after-block": gettext_lazy("after a paragraph, list or table"),
    "before-block": gettext_lazy("before a paragraph, list or table"),
}
# Where words are replaced, and how often, as a form asks.
SCOPES: Final = {
    "": gettext_lazy("in that rule; of the whole ruleset also in titles"),
    "subrules": gettext_lazy("in that rule and all below it"),
    "texts": gettext_lazy("in the text of every rule"),
}
COUNTS: Final = {
    "one": gettext_lazy("once: they must be there exactly once"),
    "first": gettext_lazy("only the first time"),
    "every": gettext_lazy("everywhere"),
}
# What is exchanged, as a form asks.
EXCHANGED: Final = {
    "places": gettext_lazy("where they stand"),
    "texts": gettext_lazy("their texts"),
    "titles": gettext_lazy("their titles"),
    "words": gettext_lazy("words of the first rule"),
}


class Amendments(ChangeKind):
    made = "revision"
    group = RULES_AND_LAW
    may_change_law = True
    merges = True
    amends_rules = True
    usual = {"replace": amending.USUAL}
    beside_text = ("edit",)
    names = {
        "edit": gettext_lazy("edit"),
        "insert": gettext_lazy("put words in"),
        "replace": gettext_lazy("replace words"),
        "add": gettext_lazy("add a rule"),
        "copy": gettext_lazy("copy"),
        "rename": gettext_lazy("rename"),
        "move": gettext_lazy("move"),
        "swap": gettext_lazy("exchange"),
        "repeal": gettext_lazy("repeal"),
        "status": gettext_lazy("switch a special case"),
    }
    fields = {
        "edit": [],  # the words of a rule are edited beside the text (see `edited_rule`)
        "insert": ["rule", "place", "anchor", "text"],
        "replace": ["rule", "scope", "find", "text", "count", "whole"],
        "add": ["parent", "after", "title", "text"],
        "copy": ["rule", "parent", "after", "title", "with_subrules"],
        "rename": ["rule", "title"],
        "swap": ["rule", "what", "other", "find", "text"],
        "move": ["rule", "parent", "after"],
        "repeal": ["rule", "with_subrules"],
        "status": ["rule", "text"],
    }

    sent = SENT

    def read(self, value: Mapping[str, Any]) -> Amendment:
        try:
            return amending.read(value)
        except AmendmentError as error:
            raise RuleBroken(str(error), status=400) from None

    def as_json(self, payload: Amendment) -> dict[str, object]:
        return payload.as_json()

    def speaks_of(self, payload: Amendment) -> Iterable[str]:
        return payload.rule, payload.parent, payload.after, payload.other

    def stands_on(self, payload: Amendment) -> Iterable[str]:
        return payload.rule, payload.parent, payload.other

    def new_rule(self, payload: Amendment) -> NewRule | None:
        return NewRule(payload.title, payload.parent) if payload.op in ("add", "copy") else None

    def as_said(self, change: Mapping[str, Any], tree: Tree) -> dict[str, Any]:
        """An edit is made on what stands by then."""
        plain = super().as_said(change, tree)
        rule = tree.find(plain["rule"]) if plain["op"] == "edit" else None
        if rule is not None and rule.text != plain["base"]:
            merged = merge(base=plain["base"], now=rule.text, target=plain["text"])
            if merged.is_clean:
                plain |= {"base": rule.text, "text": merged.text}
        return plain

    def prepare(self, form: Any) -> None:
        op, fields, initial = form.change, form.fields, form.initial
        if op == "rename":
            fields["rule"].widget = forms.HiddenInput()
            fields["title"].required = True
            fields["title"].help_text = _("Tags such as [Rare] and [Active] are part of it.")
            if form.chosen:
                initial.setdefault("title", form.chosen.row.title)
        if op == "add":
            form.sections = [(TOP, _("nothing: a new section"))]
            fields["title"].help_text = format_html(_("Without one it is called “{}”."), form.unnamed)
            initial["parent"] = initial.get("parent") or initial.get("rule") or _first_dynastic(form)
        if op == "copy":
            fields["title"].help_text = _("Without one it is called the same.")
            initial["parent"] = initial.get("parent") or _first_dynastic(form)
        if op == "swap":
            fields["other"].choices = [("", _("(none)")), *fields["rule"].choices]
            fields["what"].choices = [*EXCHANGED.items()]
            fields["find"].required = False
            fields["find"].help_text = _("Only for words of the first rule.")
            fields["text"].label = _("For these words")
            fields["text"].help_text = _("Each takes the place of the other.")
            fields["text"].widget = forms.TextInput()
        if op == "replace":
            fields["rule"].choices = [("", _("the whole ruleset")), *fields["rule"].choices]
            fields["rule"].required = False
            fields["rule"].or_another = True  # "the whole ruleset" is one of the choices
            fields["rule"].help_text = _("Where the words are.")
            fields["text"].label = _("Become")
            fields["text"].help_text = _("Leave this empty to remove the words.")
            fields["text"].widget = forms.Textarea(attrs={"rows": 3})
            fields["scope"].choices = [*SCOPES.items()]
            fields["count"].choices = [*COUNTS.items()]
            if not form.is_bound and "find" in initial:  # written before, without what is as usual
                form.initial = {**amending.USUAL, **initial}
        if op == "insert":
            fields["place"].choices = [*WHERE.items()]
            fields["text"].label = _("Put in")
            fields["text"].required = True
            fields["text"].help_text = _(
                "A paragraph, items of a list each on a line, or words, in Markdown."
            )
            fields["text"].widget = forms.Textarea(attrs={"rows": 5})
        if op == "status":
            fields["text"] = forms.ChoiceField(
                label=_("Status"),
                choices=[
                    ("Active", pgettext("of a special case", "Active")),
                    ("Inactive", pgettext("of a special case", "Inactive")),
                ],
                help_text=_("An inactive special case does nothing until it is switched on."),
            )

    def seen(self, op: str, key: int, sent: Mapping[str, Any]) -> dict[str, object]:
        if op != "rename":
            return {}
        standing = RuleVersion.objects.standing_at(key).filter(rule=sent["rule"]).first()
        if standing is None:
            raise RuleBroken(_("The rule did not say anything then."), status=400)
        return {"base": standing.title}

    def apply(self, effect: Effect, now: Context, carrier: Carrier, settled: Settlement) -> Worked:
        step: Amendment = effect.change.payload
        tree, why = now.tree, ""
        if settled.text is not None and self.can_be_corrected(step):
            step, why = _corrected(step, settled, tree), settled.why or CORRECTED
        if settled.parent and needs_place(step, tree):
            step, why = replace(step, parent=settled.parent, after=""), settled.why or CORRECTED
        applied = amending.apply(tree, [step], unnamed=carrier.unnamed, first_key=effect.place)
        if applied.misfits:
            return replace(effect, misfit=applied.misfits[0]), now, frozenset()
        differences = tuple(compare(tree, applied.tree))
        moves = step.op == "move" and applied.tree != tree
        if moves and all(one.kinds == ["moved"] for one in differences):
            # of two that change places, either may be the one that moved: here it is said which
            before, after = _placed(tree, step.rule), _placed(applied.tree, step.rule)
            differences = (Difference(before, after, shifted=True),)
        changed = replace(effect, differences=differences, merged=bool(applied.merged), corrected=why)
        return changed, replace(now, tree=applied.tree), applied.touched

    def name_of(self, payload: Amendment) -> str:
        return str(self.names[payload.op])

    def subject_of(self, payload: Amendment, tree: Tree) -> str:
        rule = tree.find(payload.rule)
        return payload.title if payload.op == "add" else rule.title if rule is not None else ""

    def meant(self, payload: Amendment) -> tuple[str, str, str]:
        return payload.base, payload.text, "paragraph"

    def places(self, effect: Effect, outcome: ChangesOutcome) -> tuple[RulePlace, ...]:
        """Below any rule that there is, but not below itself."""
        step, tree = effect.change.payload, outcome.after.tree
        if effect.misfit is None or not needs_place(step, tree):
            return ()
        own = tree.find(step.rule)
        below = {node.key for node in own.walk()} if own is not None else set()
        return tuple(one for one in rule_places(outcome) if not one.is_new and one.key not in below)

    def touches(self, effect: Effect, outcome: ChangesOutcome) -> Mapping[str, str]:
        rule = effect.change.payload.rule
        return {rule: _("a rule that it no longer fits")} if effect.misfit is not None and rule else {}

    def deeds(self, effect: Effect, outcome: ChangesOutcome) -> Mapping[str, object]:
        deeds: dict[str, object] = {}
        for one in effect.differences:
            deeds |= _deeds(one, effect.change.payload.op, outcome)
        return deeds

    def can_be_corrected(self, payload: Amendment) -> bool:
        return payload.op in CORRECTABLE

    def words(self, payload: Amendment) -> str:
        return payload.title if payload.op == "rename" else payload.text

    def title(self, payload: Amendment) -> str | None:
        return payload.title if payload.op == "add" else None

    def field(self, payload: Amendment) -> tuple[str, int]:
        label, lines = super().field(payload)
        if payload.op == "insert":
            label = _("It puts in")
        if payload.op == "replace":
            label = _("“{words}” becomes").format(words=payload.find)
        return label, SHORT_WORDS if payload.op in ("insert", "rename", "replace") else LONG_WORDS

    def whole(self, payload: Amendment) -> str:
        if payload.op != "replace":
            return super().whole(payload)
        if not payload.text.strip():
            return _("Without “{words}”, the rule will say").format(words=payload.find)
        sentence = _("With “{words}” replaced by “{new}”, the rule will say")
        return sentence.format(words=payload.find, new=payload.text)

    def about(self, effect: Effect, outcome: ChangesOutcome) -> list[str]:
        return super().about(effect, outcome) or _rule_of(effect.change.payload, outcome)

    def carry_out(self, outcome: ChangesOutcome, *, author: Player, **acts: Any) -> list[Told]:
        """Whatever kinds of changes made the rules say something else: it is one revision."""
        before, after = outcome.before, outcome.after
        if after.tree == before.tree:
            return []
        kind = Revision.Kind.ENACTMENT
        made = revise(tree=after.tree, seen=before.seen, kind=kind, author=author, **acts)
        return [{"revision": made.pk}]

    def undo(self, consequence: Told, all: Sequence[Told], **acts: Any) -> list[Told]:
        made = Revision.objects.get(pk=consequence["revision"])
        try:
            with transaction.atomic():
                back = undo_revision(made, **acts)
            return [{"revision": back.pk, "about": _about_rules(back)}]
        except RuleBroken as kept:
            return [{"kept": kept.sentence}]


RULES: Final = Amendments()


def _about_rules(revision: Revision) -> str:
    """The titles of the rules that a revision changes. Two queries."""
    titles = [*revision.begun.order_by("pk").values_list("title", flat=True)]
    gone = revision.ended.exclude(rule__in=revision.begun.values("rule")).order_by("pk")
    return ", ".join(dict.fromkeys([*titles, *gone.values_list("title", flat=True)]))


def _first_dynastic(form: Any) -> str:
    """The section of dynastic rules, in which a new rule stands unless its author says otherwise."""
    sections = (
        key for key, one in form.by_key.items() if one.depth == 0 and one.section == RulesetPart.DYNASTIC
    )
    return next(sections, "")


def _rule_of(step: Amendment, outcome: ChangesOutcome) -> list[str]:
    """The rule that an amendment is about which makes none differ, as one that is left out."""
    if step.op == "add":
        return [step.title or _("(without a title)")]
    if match := NEW_RULE.fullmatch(step.rule):
        return _rule_of(outcome.effects[int(match[1])].change.payload, outcome)
    rule = outcome.before.tree.find(step.rule)
    return [rule.title] if rule is not None else []


def _deeds(difference: Difference, op: str, outcome: ChangesOutcome) -> dict[str, object]:
    """What becomes of the words, the title and the place of a rule; of a new one by its title."""
    rule, after = _own_name(difference.key, outcome), difference.after
    if after is None:
        return {f"{part}:{rule}": None for part in ("words", "title", "place")}
    words = after.node.text.replace("\r\n", "\n").strip()
    place = _own_name((TOP, *after.above)[-1], outcome), after.number
    parts = {"amended": ("words", words), "renamed": ("title", after.node.title), "moved": ("place", place)}
    kinds = difference.kinds or (["moved"] if op == "move" else [])
    if difference.before is None:
        kinds = list(parts)
    return {f"{parts[kind][0]}:{rule}": parts[kind][1] for kind in kinds}


def _own_name(key: str, outcome: ChangesOutcome) -> str:
    """A rule by its key, or by its title where it is new: its key is that of a place among the changes."""
    match = NEW_RULE.fullmatch(key)
    return f"new {outcome.effects[int(match[1])].change.payload.title.strip().casefold()}" if match else key


def needs_place(step: Amendment, tree: Tree) -> bool:
    """Whether an amendment puts a rule that there is below one that there is not."""
    if step.op not in PLACED or step.parent == TOP or tree.find(step.parent) is not None:
        return False
    return step.op == "add" or tree.find(step.rule) is not None


def _placed(tree: Tree, key: str) -> Placed:
    return next(placed for placed in tree.placed() if placed.node.key == key)


def _corrected(step: Amendment, settled: Settlement, tree: Tree) -> Amendment:
    """The amendment as the admin corrected it, made on what stands now."""
    rule, text = tree.find(step.rule), settled.text or ""
    in_one = step.op in ("insert", "replace") and rule is not None and not step.scope
    if in_one and amending.apply(tree, [step]).misfits:
        return Amendment("edit", rule=step.rule, text=text, base=rule.text if rule else "")
    if step.op == "rename":
        return replace(step, title=text, base=rule.title if rule else step.base)
    if step.op == "add":
        return replace(step, text=text, title=step.title if settled.title is None else settled.title)
    return replace(step, text=text, base=rule.text if rule and step.op == "edit" else step.base)
