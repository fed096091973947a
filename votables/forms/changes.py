"""The form in which most changes of a matter are written, and on what condition each hangs."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from copy import deepcopy
from types import MappingProxyType
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from blognomic.text.outside import LARGEST_KEY
from gamestate.forms.actions import OWED, SEEN, ActionForm
from ruleset.law.model import Frequency
from ruleset.queries import PlacedRule
from ruleset.text.amending import FIRST
from votables.changes.conditions import ICONS, MOST, PARTS, WORDS_LENGTH
from votables.changes.registry import kind_of
from votables.changes.rule_places import RulePlace

from .posts import NOT_CHOSEN

CONDITIONS = (
    ("", _("always")),
    ("matter", _("if a matter had this outcome")),
    ("rule", _("if a rule of that name exists")),
    ("text", _("if a rule contains these words")),
    ("active", _("if the special case of this name is active")),
    ("comments", _("if this many effective vote comments contain these words")),
    ("votes", _("if this share of the votes is of one kind")),
    ("voters", _("if this share of those votes contains these words")),
)
# The parts of a condition, each by the field in which it is written.
CONDITION_PARTS = {
    "post": "when_post",
    "status": "when_status",
    "rule": "when_rule",
    "words": "when_words",
    "icon": "when_icon",
    "least": "when_least",
    "of": "when_of",
    "more": "when_more",
}
RARELY_ASKED = ("asks", "costs", "limit", "timing", "hiatus", *OWED, *SEEN)
CONDITION_FIELDS = ("when", *CONDITION_PARTS.values(), "when_negated")


def after_choices(
    within: Iterable[tuple[str, str, str]], parents: Iterable[tuple[str, str]], chosen: object
) -> list[tuple[str, object]]:
    """After what a rule can be put: first or last, or after one of the rules below each of `parents` (key and label),
    those below the `chosen` one before the others. `within`: the parent, key and label of each."""
    below: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for parent, key, label in within:
        below[parent].append((key, label))
    groups = [(key, label) for key, label in parents if below[key]]
    groups.sort(key=lambda group: group[0] != str(chosen))
    return [(FIRST, _("first")), ("", _("last")), *((str(label), below[key]) for key, label in groups)]


class ConditionForm(forms.Form):
    """What any change may hang on, with what every form for a change holds: its kind, and the version of the draft or
    post that its author saw."""

    op = forms.CharField(widget=forms.HiddenInput)
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=LARGEST_KEY)
    when = forms.ChoiceField(
        choices=CONDITIONS,
        required=False,
        label=_("It takes effect"),
        help_text=_("If it is not met at enactment, this change is left out."),
    )
    when_post = forms.IntegerField(
        min_value=1, max_value=LARGEST_KEY, required=False, label=_("Number of the matter"),
        help_text=_("It is in the address of its page."),
    )  # fmt: skip
    when_status = forms.ChoiceField(
        choices=[("enacted", _("enacted")), ("failed", _("failed")), ("illegal", _("illegal"))],
        required=False,
        label=_("Came out"),
        help_text=_("How that other matter ended."),
    )
    when_rule = forms.CharField(
        max_length=WORDS_LENGTH,
        required=False,
        label=_("In which rule"),
        help_text=_("What it is called, for its words; empty: any rule."),
    )
    when_words = forms.CharField(
        max_length=200,
        required=False,
        label=_("Name of the rule, or words"),
        help_text=_("The rule that must exist, or the words that comments must contain."),
    )
    when_icon = forms.ChoiceField(
        choices=[(icon, icon.upper()) for icon in ICONS],
        required=False,
        label=_("Which votes"),
        help_text=_("For a share of the votes."),
    )
    when_least = forms.IntegerField(
        min_value=1,
        max_value=MOST,
        required=False,
        label=_("At least this many"),
        help_text=_("Of effective vote comments with those words, or of a share."),
    )
    when_of = forms.IntegerField(
        min_value=1,
        max_value=MOST,
        required=False,
        label=_("Of every"),
        help_text=_("Two thirds are 2 of every 3."),
    )
    when_more = forms.BooleanField(required=False, label=_("More than that share"))
    when_negated = forms.BooleanField(required=False, label=_("Reversed: only if that is not the case"))

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """What the change itself asks for."""
        return [
            field for field in self.visible_fields() if field.name not in (*CONDITION_FIELDS, *RARELY_ASKED)
        ]

    @property
    def folded_fields(self) -> list[forms.BoundField]:
        """What few changes of its kind say."""
        return [self[name] for name in RARELY_ASKED if name in self.fields]

    @property
    def fold_is_open(self) -> bool:
        """Whether any of it is said, or something is wrong with it."""
        return any(field.value() or field.errors for field in self.folded_fields)

    @property
    def condition_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in CONDITION_FIELDS]

    @property
    def condition_is_open(self) -> bool:
        """Whether a condition has been chosen, or something is wrong with it."""
        return bool(self["when"].value()) or any(field.errors for field in self.condition_fields)

    def condition(self) -> dict[str, object]:
        """The condition as `votables.changes.conditions.read_condition` takes it, under "when"; nothing when there is
        none."""
        data = self.cleaned_data
        if not data["when"]:
            return {}
        condition: dict[str, object] = {"kind": data["when"], "negated": data["when_negated"]}
        for part in PARTS[data["when"]]:
            value = data[CONDITION_PARTS[part]]
            condition[part] = 0 if value is None else value
        return {"when": condition}


class ChangeForm(ConditionForm):
    """One change of a matter. Only the fields that its kind uses are there, filled with what the rules say now.

    `base` is the key of the revision, or of the version of the law, whose words the author saw.
    """

    base = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=LARGEST_KEY, required=False)
    rule = forms.ChoiceField(label=_("Rule"))
    parent = forms.ChoiceField(label=_("Below"), help_text=_("The section or rule to put it in."))
    after = forms.ChoiceField(
        label=_("After"),
        required=False,
        help_text=_("Where among the rules below the chosen one."),
    )
    title = forms.CharField(
        label=_("Title"),
        max_length=300,
        required=False,
        help_text=_("Tags such as [Rare] go after the name."),
    )
    find = forms.CharField(
        max_length=1000, strip=False, label=_("These words"), help_text=_("As they are in the rule now.")
    )
    what = forms.ChoiceField(label=_("What is exchanged"))
    other = forms.ChoiceField(required=False, label=_("With which rule"))
    scope = forms.ChoiceField(required=False, label=_("Where"))
    count = forms.ChoiceField(initial="every", required=False, label=_("How often"))
    whole = forms.BooleanField(
        required=False,
        initial=True,
        label=_("Whole words only"),
        help_text=_("Quotation marks, spaces and line ends do not have to match."),
    )
    place = forms.ChoiceField(label=_("Where"))
    anchor = forms.CharField(
        max_length=1000,
        required=False,
        strip=False,
        label=_("Which words, item, list or paragraph"),
        help_text=_("Words from it that occur once. The only list needs none."),
    )
    text = forms.CharField(
        max_length=200_000,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14}),
        label=_("New text"),
        help_text=_("The whole new text of the rule, in Markdown."),
    )
    revision = forms.IntegerField(
        label=_("Revision"),
        min_value=1,
        max_value=LARGEST_KEY,
        help_text=_("Its number in the history of the ruleset."),
    )
    update = forms.IntegerField(
        label=_("Number of the update"),
        min_value=1,
        max_value=LARGEST_KEY,
        help_text=_("Its number in the log. Once enacted, it is no longer disputed."),
    )
    action = forms.ChoiceField(label=_("Action"))
    frequency, does, asks, needs, costs, limit = (
        deepcopy(ActionForm.base_fields[name])
        for name in ("frequency", "does", "asks", "needs", "costs", "limit")
    )
    timing, hiatus = (deepcopy(ActionForm.base_fields[name]) for name in ("when", "hiatus"))
    asked, within, otherwise = (deepcopy(ActionForm.base_fields[name]) for name in OWED)
    shows, unseen = (deepcopy(ActionForm.base_fields[name]) for name in SEEN)
    with_subrules = forms.BooleanField(required=False, initial=True, label=_("With its subrules"))

    def __init__(
        self,
        *args: Any,
        op: str,
        rules: Iterable[PlacedRule],
        law: str,
        places: Iterable[RulePlace] = (),
        unnamed: str = "",
        frequencies: Mapping[str, Frequency] = MappingProxyType({}),
        **kwargs: Any,
    ):
        """`places`: where a rule can be put, after the changes that the matter has already; `unnamed`: what a rule
        without a title is called; `frequencies`: how often actions may be taken, by their names in the law."""
        super().__init__(*args, **kwargs)
        kind = kind_of(op)
        assert kind is not None, "a form is for a change of some kind"
        self.change, self.kind, self.law, self.unnamed = op, kind, law, unnamed
        self.frequencies = frequencies
        self.parents = {place.key: place.parent for place in places}
        self.by_key = {str(one.row.rule_id): one for one in rules}
        self.sections: list[tuple[str, str]] = []
        keep = {"op", "seen", "base", *self.kind.fields[op], *CONDITION_FIELDS}
        for name in [name for name in self.fields if name not in keep]:
            del self.fields[name]
        if "rule" in self.fields:
            choices = [(key, f"{one.number} {one.row.title}") for key, one in self.by_key.items()]
            self.fields["rule"].choices = choices
        self.kind.prepare(self)
        if "parent" in self.fields:
            parents = [*((place.key, place.label) for place in places), *self.sections]
            self.fields["parent"].choices = parents
            within = [(place.parent, place.key, place.label) for place in places]
            self.fields["after"].choices = after_choices(within, parents, self["parent"].value())

    @property
    def chosen(self) -> PlacedRule | None:
        """The rule that an edit or another title is for."""
        return self.by_key.get(str(self["rule"].value())) if "rule" in self.fields else None

    def clean(self) -> None:
        after, parent = self.cleaned_data.get("after"), self.cleaned_data.get("parent")
        if after not in (None, "", FIRST) and parent and self.parents.get(after) != parent:
            self.add_error("after", _("That rule is not below the chosen one."))

    def as_change(self, base: str | None = None) -> dict[str, object]:
        """The change as `votables.changes.change.read_change` takes it. `base`: what the author saw when they first
        wrote it, where they write it once more. Raises RuleBroken as `ChangeKind.seen` does."""
        data = self.cleaned_data
        change = {"op": self.change, **{name: data[name] for name in self.kind.fields[self.change]}}
        usual = self.kind.usual.get(self.change, {})
        change |= {name: one for name, one in usual.items() if change.get(name) == ""}
        change |= self.kind.seen(self.change, data["base"] or 0, data) if base is None else {"base": base}
        for name in {"text", "find", "anchor"} & set(change):
            change[name] = str(change[name]).replace("\r\n", "\n")
        return {**change, **self.condition()}


def typed(change: Mapping[str, object]) -> dict[str, object]:
    """What a ChangeForm is filled with to write a stored change anew."""
    initial = {name: item for name, item in change.items() if name not in ("op", "base", "when")}
    return initial | typed_condition(change)


def typed_condition(change: Mapping[str, Any]) -> dict[str, object]:
    """What a ConditionForm is filled with to write a stored change anew."""
    when = change.get("when") or {}
    if not when:
        return {}
    initial = {field: when[name] for name, field in CONDITION_PARTS.items() if name in when}
    return initial | {"when": when["kind"], "when_negated": when["negated"]}


def ask_what_is_gone(form: forms.BaseForm) -> None:
    """Where what was chosen once can be chosen no more, nothing is chosen, lest the first of the others be."""
    for name, field in form.fields.items():
        if type(field) is not forms.ChoiceField or not field.required:
            continue
        values = {str(value) for value, _label in field.choices}
        if str(form[name].value() or "") not in values:
            field.choices = [NOT_CHOSEN, *field.choices]
