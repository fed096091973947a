"""What people write when a matter is to change what is tracked."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from blognomic.i18n.dynasty_words import said
from blognomic.web.errors import RuleBroken
from gamestate.forms.definitions import VariableForm, initial_of
from gamestate.models.variables import KEY_LENGTH, NAME_LENGTH, PAGE_TITLE_LENGTH
from gamestate.values.definitions import LISTS, LONG_LENGTH, NUMBERS, PAGE_LENGTH, Definition, read_definition
from gamestate.values.errors import ValueRefused
from gamestate.values.state import State, Variable
from gamestate.values.steps import GROUPS

NUMBER_HELP: Final = _(
    "+5, -3, *2 or /2 shift the number that each has; =floor(wealth / 2) computes one from what its holder and the "
    "game have; sum(wealth), average, lowest, highest and count go over the other players; 5 sets it. A number below "
    "zero is written =-5."
)
LIST_HELP: Final = _("+Cudgel adds, -Meat removes, =Cudgel, Meat sets the whole list.")
OTHER_HELP: Final = _("The value for everybody named above. Empty: blank.")


FOLDED: Final = ("kind", "floor", "ceiling", "choices", "default", "audience", "formula")


class FoldedDefinition(forms.Form):
    """What a definition that was read can be besides: folded beside it. Where nothing of it was sent, it stands as it
    was read."""

    def __init__(self, sent: Mapping[str, Any], *, prefix: str, definition: Definition):
        data = sent if f"{prefix}-{FOLDED[0]}" in sent else None
        initial = {name: value for name, value in initial_of(definition).items() if name in FOLDED}
        super().__init__(data, prefix=prefix, initial=initial)
        for name in FOLDED:
            self.fields[name] = deepcopy(VariableForm.base_fields[name])
            self.fields[name].initial = None
        self.fields["kind"].required = False

    @property
    def is_filled_in(self) -> bool:
        """Whether something was sent, and is otherwise than it was read."""
        return self.is_bound and self.has_changed()

    def changed(self, change: Mapping[str, Any]) -> dict[str, Any]:
        """The change that tracks it, with what was filled in. Raises RuleBroken (400) where that cannot be."""
        self.is_valid()
        filled = {name: self.cleaned_data.get(name) for name in self.changed_data}
        if "choices" in filled:
            lines = (filled["choices"] or "").splitlines()
            filled["choices"] = [line.strip() for line in lines if line.strip()]
        for bound in {"floor", "ceiling"} & filled.keys():
            filled[bound] = filled[bound] or None
        definition = {**change["step"]["definition"], **filled}
        try:
            read_definition(definition)
        except ValueRefused as refused:
            raise RuleBroken(refused.sentence, status=400) from None
        return {**change, "step": {**change["step"], "definition": definition}}


class StepForm(forms.Form):
    """One step of the tracker that is no definition. Only the fields that its kind uses are there."""

    of = forms.MultipleChoiceField(
        label=_("For"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Everybody you tick gets it."),
    )
    to = forms.CharField(max_length=PAGE_LENGTH, required=False, strip=False, label=_("New value"))
    key = forms.SlugField(
        label=_("Key"),
        max_length=KEY_LENGTH,
        help_text=_("The short name in its address: small letters, digits and underscores."),
    )
    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    was_title = forms.CharField(max_length=PAGE_TITLE_LENGTH, required=False, widget=forms.HiddenInput)
    was_text = forms.CharField(max_length=PAGE_LENGTH, required=False, strip=False, widget=forms.HiddenInput)
    order = forms.IntegerField(
        required=False,
        min_value=-10_000,
        max_value=10_000,
        label=_("Place in the order"),
        help_text=_("Small numbers come first."),
    )

    def __init__(self, *args: Any, do: str, path: str, state: State, **kwargs: Any):
        """`path` is what the step is about, "" for a page that is new; `state` is how the changes before this one
        leave things."""
        super().__init__(*args, **kwargs)
        self.do, self.path = do, path
        keep = {
            "set": ("of", "to"),
            "reset": ("of",),
            "add-row": ("name", "order"),
            "alter-row": ("of", "name", "order"),
            "retire-row": ("of",),
            "page": ("name", "to", "was_title", "was_text") if path else ("key", "name", "to"),
        }.get(do, ())
        for name in [name for name in self.fields if name not in keep]:
            del self.fields[name]
        if "of" in keep:
            self._ask_whose(state)
        if do == "set":
            self._ask_value(state.variable_of(path))
        if do == "page":
            self._ask_page(state)

    def _ask_whose(self, state: State) -> None:
        field = self.fields["of"]
        if self.do in ("set", "reset"):
            field.choices = whose(state.variable_of(self.path), state)
            if len(field.choices) == 1:
                field.widget, field.initial = forms.MultipleHiddenInput(), [field.choices[0][0]]
            return
        self.names = dict(rows_of(state, state.table_of(self.path).id))
        self.fields["of"] = forms.ChoiceField(label=_("Row"), choices=list(self.names.items()))
        if self.do == "alter-row":
            self.fields["name"].required = False
            self.fields["name"].help_text = _("Empty: it keeps its name.")
            self.fields["order"].help_text = _("Small numbers come first. Empty: it stays where it is.")

    def _ask_value(self, variable: Variable) -> None:
        kind = variable.definition.kind
        field = self.fields["to"]
        field.help_text = NUMBER_HELP if kind in NUMBERS else LIST_HELP if kind in LISTS else OTHER_HELP
        field.max_length = LONG_LENGTH
        field.widget = forms.Textarea(attrs={"rows": 6}) if kind == "long" else forms.TextInput()
        field.required = kind in NUMBERS

    def _ask_page(self, state: State) -> None:
        self.fields["name"] = forms.CharField(max_length=PAGE_TITLE_LENGTH, label=_("Title"))
        self.fields["to"].label = _("Text")
        self.fields["to"].widget = forms.Textarea(attrs={"rows": 14, "data-markdown": "body"})
        self.fields["to"].help_text = _("Markdown.")
        self.order_fields(["name", "key", "to"])
        if self.path:
            page = state.page_of(self.path)
            self.initial |= {"name": page.title, "to": page.text}
            self.initial |= {"was_title": page.title, "was_text": page.text}

    def step(self) -> Mapping[str, object]:
        """The step as `gamestate.values.steps.read_step` takes it."""
        data = self.cleaned_data
        step: dict[str, Any] = {"do": self.do, "path": self.path or data.get("key", "")}
        for name in ("of", "to", "name", "order"):
            if name in data and data[name] is not None:
                step[name] = data[name]
        if isinstance(step.get("of"), str):
            if self.do == "alter-row":
                step["name"] = step.get("name") or self.names[step["of"]]
            step["of"] = [step["of"]]
        if "to" in step:
            step["to"] = _plain_lines(step["to"])
        if "was_text" in data:
            step["base"] = {"title": data["was_title"], "text": _plain_lines(data["was_text"])}
        return step


def _plain_lines(text: object) -> str:
    """A sent text with line ends as they are kept."""
    return str(text).replace("\r\n", "\n")


def whose(variable: Variable, state: State) -> list[tuple[str, str]]:
    """Whose value of a variable a step may change: groups first."""
    if variable.scope == "game":
        return [("game", gettext("the game"))]
    if variable.scope == "row":
        return [("rows", gettext(GROUPS["rows"])), *rows_of(state, variable.table)]
    groups = [(group, said(gettext(GROUPS[group]))) for group in ("players", "subjects", "idle", "everyone")]
    idle = gettext("{name} (idle)")
    people = state.players(idle=True)
    return [
        *groups,
        *((f"player:{one.key}", idle.format(name=one.name) if one.idle else one.name) for one in people),
    ]


def rows_of(state: State, table: str) -> list[tuple[str, str]]:
    """The rows of a table; those that the same matter adds are known by their names until they have keys."""
    return [
        (f"row:{row.id}" if row.id.isdecimal() else f"row={row.name}", row.name)
        for row in state.rows_of(table)
    ]
