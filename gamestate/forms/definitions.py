"""The forms in which admins define what is tracked."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from blognomic.i18n.dynasty_words import said, said_lazy
from gamestate.models.variables import KEY_LENGTH
from gamestate.queries.planning import COMMENT_LENGTH
from gamestate.values.definitions import (
    AUDIENCES,
    DEFAULT_LENGTH,
    DESCRIPTION_LENGTH,
    FORMULA_LENGTH,
    KINDS,
    LISTS,
    LOOKS,
    MOST_ACROSS,
    MOST_ITEMS,
    MOST_PLACES,
    NAME_LENGTH,
    NUMBERS,
    RETURNS,
    WHY_LENGTH,
    Definition,
    TableDefinition,
    key_for,
)
from gamestate.values.state import State
from gamestate.values.steps import INVALID


def _said_first(words: str) -> str:
    """What begins a line, in the reader's language or the words of the dynasty."""
    return capfirst(said(_(words)))


_begun = lazy(_said_first, str)
_NUMBERS = " ".join(sorted(NUMBERS))
_LISTS = " ".join(sorted(LISTS))
# The groups of the form: its legend, the kinds that it is for ("" for all), and its fields.
_GROUPS = (
    (gettext_lazy("What it is"), "", ("where", "name", "key", "kind", "description", "rule", "order")),
    (gettext_lazy("Decimal number"), "decimal", ("places",)),
    (gettext_lazy("Number"), _NUMBERS, ("floor", "below", "ceiling", "above")),
    (gettext_lazy("Choices"), "choice choices", ("choices",)),
    (gettext_lazy("List"), _LISTS, ("most", "twice")),
    (gettext_lazy("Row of a table"), "row", ("refers",)),
    (gettext_lazy("Values"), "", ("blank", "default", "to", "invalid")),
    (gettext_lazy("Bounds by formula"), _NUMBERS, ("floor_formula", "ceiling_formula")),
    (gettext_lazy("Formulas"), "", ("formula", "must", "why")),
    (gettext_lazy("Who sees it, and idling"), "", ("audience", "seen_when", "on_return")),
    (gettext_lazy("The log"), "", ("comment",)),
)
_KEY_HELP = gettext_lazy("Short name for formulas: small letters, digits, underscores. It never changes.")


class KeyedForm(forms.Form):
    """A form with a key, which is made of the name where it is left empty. `named`: the field of the name."""

    named = "name"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if (
            "key" in self.fields
            and not cleaned.get("key")
            and "key" not in self.errors
            and cleaned.get(self.named)
        ):
            cleaned["key"] = key_for(cleaned[self.named])
            if not cleaned["key"]:
                self.add_error("key", _("This name gives no key. Write one."))
        return cleaned


class DefiningForm(KeyedForm):
    """What the definitions of variables and of tables say alike."""

    key = forms.CharField(
        label=pgettext_lazy("short name", "Key"), max_length=KEY_LENGTH, required=False, help_text=_KEY_HELP
    )
    description = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=DESCRIPTION_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("What it means. Markdown."),
    )
    rule = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        label=gettext_lazy("The rule it comes from"),
        help_text=gettext_lazy("The table links to it."),
    )
    order = forms.IntegerField(
        required=False,
        label=gettext_lazy("Place in the order"),
        help_text=gettext_lazy("Small numbers come first, then by name."),
    )


class VariableForm(DefiningForm):
    """Everything that a definition says. What means nothing for the kind is left aside."""

    where = forms.ChoiceField(
        label=gettext_lazy("Tracked for"),
        help_text=gettext_lazy("Each player, the game, or each row of a table."),
    )
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("As the rules call it, such as Wealth."),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        choices=[(code, said_lazy(words)) for code, words in KINDS.items()],
        help_text=gettext_lazy("What its values are. You can calculate with numbers."),
    )
    places = forms.IntegerField(
        min_value=1,
        max_value=MOST_PLACES,
        required=False,
        label=gettext_lazy("Decimal places"),
        initial=1,
        help_text=gettext_lazy("Of decimal numbers, such as 1 for 3.5."),
    )
    floor = forms.CharField(
        max_length=40,
        required=False,
        label=gettext_lazy("Lowest value"),
        initial="0",
        help_text=gettext_lazy("Empty: no limit."),
    )
    below = forms.ChoiceField(
        choices=[
            ("law", gettext_lazy("as the law says of zero")),
            ("set", gettext_lazy("is set to it")),
            ("refuse", gettext_lazy("is refused")),
        ],
        label=gettext_lazy("A change below it"),
        required=False,
        help_text=gettext_lazy("What happens to an update that would go lower."),
    )
    ceiling = forms.CharField(
        max_length=40,
        required=False,
        label=gettext_lazy("Highest value"),
        help_text=gettext_lazy("Empty: no limit."),
    )
    above = forms.ChoiceField(
        choices=[("refuse", gettext_lazy("is refused")), ("set", gettext_lazy("is set to it"))],
        label=gettext_lazy("A change above it"),
        required=False,
        help_text=gettext_lazy("What happens to an update that would go higher."),
    )
    choices = forms.CharField(
        label=gettext_lazy("Choices"),
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=gettext_lazy("One a line, in the order of the rules."),
    )
    most = forms.IntegerField(
        min_value=1,
        max_value=MOST_ITEMS,
        required=False,
        label=gettext_lazy("Most items"),
        initial=MOST_ITEMS,
        help_text=gettext_lazy("Of lists."),
    )
    twice = forms.BooleanField(
        required=False,
        label=gettext_lazy("The same item can be there twice"),
        help_text=gettext_lazy("For lists: somebody can carry two apples."),
    )
    refers = forms.ChoiceField(
        required=False,
        label=gettext_lazy("The table whose rows it names"),
        help_text=gettext_lazy("Such as Locations, to say where somebody is."),
    )
    blank = forms.ChoiceField(
        choices=[
            ("", gettext_lazy("as usual: only a list")),
            ("yes", gettext_lazy("yes")),
            ("no", gettext_lazy("no")),
        ],
        required=False,
        label=gettext_lazy("Can be blank or empty"),
        help_text=gettext_lazy("Whether an update can leave it without a value."),
    )
    default = forms.CharField(
        max_length=DEFAULT_LENGTH,
        required=False,
        label=gettext_lazy("Default for new players and rows"),
        help_text=gettext_lazy("Also for resets. A number or formula, such as =floor(average(wealth))."),
    )
    to = forms.CharField(
        max_length=DEFAULT_LENGTH,
        required=False,
        label=gettext_lazy("Starting value for those already here"),
        help_text=gettext_lazy("Set once, now. Empty: they get the default too."),
    )
    formula = forms.CharField(
        max_length=FORMULA_LENGTH,
        required=False,
        label=gettext_lazy("Computed"),
        help_text=gettext_lazy("Such as gold + 2 * silver. Nobody can then set it."),
    )
    floor_formula = forms.CharField(
        max_length=FORMULA_LENGTH,
        required=False,
        label=gettext_lazy("No lower than"),
        help_text=gettext_lazy("Such as -strength, besides the lowest value."),
    )
    ceiling_formula = forms.CharField(
        max_length=FORMULA_LENGTH,
        required=False,
        label=gettext_lazy("No higher than"),
        help_text=gettext_lazy("Such as 2 * strength, besides the highest value."),
    )
    must = forms.CharField(
        max_length=FORMULA_LENGTH,
        required=False,
        label=gettext_lazy("What must hold"),
        help_text=gettext_lazy("Such as players.count(p, p.square == square) <= 1."),
    )
    why = forms.CharField(
        max_length=WHY_LENGTH,
        required=False,
        label=gettext_lazy("The sentence for it"),
        help_text=gettext_lazy("Shown if it is broken: At most one player per square."),
    )
    invalid = forms.ChoiceField(
        choices=[(code, said_lazy(words)) for code, words in INVALID.items()],
        required=False,
        label=gettext_lazy("Values that become invalid"),
        help_text=gettext_lazy("The preview says which."),
    )
    audience = forms.ChoiceField(
        choices=[(code, _begun(words)) for code, words in AUDIENCES.items()],
        label=gettext_lazy("Seen by"),
        required=False,
        help_text=gettext_lazy("Who can read the values set from then on."),
    )
    seen_when = forms.CharField(
        max_length=FORMULA_LENGTH,
        required=False,
        label=gettext_lazy("Seen also when"),
        help_text=gettext_lazy("Such as viewer.team == owner.team || night > 3."),
    )
    on_return = forms.ChoiceField(
        choices=[(code, said_lazy(words)) for code, words in RETURNS.items()],
        label=gettext_lazy("When its player returns from idle, it is"),
        required=False,
        help_text=gettext_lazy("Only if its rule differs from the law."),
    )
    comment = forms.CharField(
        label=gettext_lazy("Comment"),
        max_length=COMMENT_LENGTH,
        required=False,
        help_text=gettext_lazy("Why, and by which rule or matter. Shown in the log."),
    )

    def __init__(
        self,
        *args: Any,
        state: State,
        rules: list[tuple[str, str]],
        is_new: bool,
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        tables = sorted(state.tables.values(), key=lambda each: each.definition.name)
        self.fields["rule"].choices = rules
        self.fields["refers"].choices = [
            ("", pgettext("table", "none")),
            *((each.key, each.definition.name) for each in tables),
        ]
        if is_new:
            self.fields["where"].choices = [
                ("player", said(_("each player"))),
                ("game", _("the game")),
                *(
                    (f"row:{each.key}", _("each row of {table}").format(table=each.definition.name))
                    for each in tables
                ),
            ]
            del self.fields["invalid"]
        else:
            for name in ("where", "key", "to"):
                del self.fields[name]

    def groups(self) -> list[tuple[str, str, list[BoundField]]]:
        """The fields under their legends, with the kinds that they are for."""
        laid_out = (
            (legend, kinds, [self[name] for name in names if name in self.fields])
            for legend, kinds, names in _GROUPS
        )
        return [group for group in laid_out if group[2]]

    def definition(self) -> dict[str, object]:
        """The definition as `read_definition` takes it."""
        cleaned = self.cleaned_data
        members: dict[str, object] = {
            name: cleaned[name] for name in ("name", "kind", "description", "rule", "default")
        }
        members |= {name: cleaned[name] for name in ("floor", "ceiling", "refers", "twice")}
        members |= {
            name: cleaned[name]
            for name in ("formula", "floor_formula", "ceiling_formula", "must", "why", "seen_when")
        }
        members |= {
            name: cleaned[name]
            for name in ("order", "places", "most", "below", "above", "audience", "on_return")
            if cleaned[name] not in (None, "")
        }
        members["choices"] = [line.strip() for line in cleaned["choices"].splitlines() if line.strip()]
        if cleaned["blank"]:
            members["blank"] = cleaned["blank"] == "yes"
        return members


def initial_of(definition: Definition) -> Mapping[str, object]:
    """What stands in the form for a definition that there is."""
    initial = definition.as_json()
    initial["choices"] = "\n".join(initial.get("choices", []))
    initial["blank"] = "yes" if definition.blank else "no"
    for bound in ("floor", "ceiling"):
        initial[bound] = initial.get(bound) or ""
    return initial


class TableForm(DefiningForm):
    """A table of rows that the rules make."""

    field_order = (
        "name", "key", "description", "rule", "order", "look", "across", "x", "y", "links", "rows", "comment"
    )  # fmt: skip

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("As the rules call it, such as Locations."),
    )
    look = forms.ChoiceField(
        label=gettext_lazy("Draw it as"),
        required=False,
        help_text=gettext_lazy("Players who stand on a row are drawn there."),
    )
    across = forms.IntegerField(
        label=gettext_lazy("Side by side"),
        required=False,
        min_value=0,
        max_value=MOST_ACROSS,
        help_text=gettext_lazy("How many rows, where no column says the place."),
    )
    x = forms.SlugField(
        label=gettext_lazy("Column for right"),
        required=False,
        max_length=KEY_LENGTH,
        help_text=gettext_lazy("The key of a number: how far right a row is."),
    )
    y = forms.SlugField(
        label=gettext_lazy("Column for down"),
        required=False,
        max_length=KEY_LENGTH,
        help_text=gettext_lazy("The key of a number: how far down a row is."),
    )
    links = forms.SlugField(
        label=gettext_lazy("Column for connections"),
        required=False,
        max_length=KEY_LENGTH,
        help_text=gettext_lazy("The key of a list of rows’ names, or of a row."),
    )
    rows = forms.CharField(
        label=gettext_lazy("Rows"),
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy("The names of its rows, one a line. Add more later."),
    )
    comment = forms.CharField(
        label=gettext_lazy("Comment"),
        max_length=COMMENT_LENGTH,
        required=False,
        help_text=gettext_lazy("Why. Shown in the log."),
    )

    def __init__(self, *args: Any, rules: list[tuple[str, str]], is_new: bool, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["rule"].choices = rules
        self.fields["look"].choices = [("", _("nothing but a table")), *LOOKS.items()]
        if not is_new:
            del self.fields["key"], self.fields["rows"]

    def definition(self) -> dict[str, object]:
        """The definition as `read_table` takes it."""
        cleaned = self.cleaned_data
        return {name: cleaned[name] for name in ("name", "description", "rule")} | {
            "order": cleaned["order"] or 0,
            "look": cleaned["look"],
            "across": cleaned["across"] or 0,
            **{name: cleaned[name] for name in ("x", "y", "links")},
        }

    def row_names(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data.get("rows", "").splitlines() if line.strip()]


def initial_of_table(definition: TableDefinition) -> Mapping[str, object]:
    """What stands in the form for a table that there is."""
    return definition.as_json()


class RowForm(forms.Form):
    """A row of a table; several at once when they are new."""

    names = forms.CharField(
        max_length=20_000,
        label=gettext_lazy("Names"),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("One row a line. They come after the existing rows."),
    )
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("What the rules call the row. It keeps its values."),
    )
    order = forms.IntegerField(
        required=False,
        min_value=-10_000,
        max_value=10_000,
        label=gettext_lazy("Place in the order"),
        help_text=gettext_lazy("Small numbers come first."),
    )
    comment = forms.CharField(
        label=gettext_lazy("Comment"),
        max_length=COMMENT_LENGTH,
        required=False,
        help_text=gettext_lazy("Why. Shown in the log."),
    )

    def __init__(self, *args: Any, is_new: bool, **kwargs: Any):
        super().__init__(*args, **kwargs)
        for name in ("name", "order") if is_new else ("names",):
            del self.fields[name]

    def row_names(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data["names"].splitlines() if line.strip()]
