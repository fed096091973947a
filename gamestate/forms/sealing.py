"""The forms of sealed orders: calling for them, and handing one in."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blognomic.i18n.dynasty_words import said
from gamestate.forms.actions import field_of
from gamestate.models import Opening
from gamestate.models.variables import KEY_LENGTH
from gamestate.moves.answering import QuestionShown
from gamestate.services import sealing as services
from gamestate.values.expressions import LONGEST
from players.models import Player


class SealingForm(forms.Form):
    """A call for sealed orders."""

    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=services.TITLE_LENGTH,
        help_text=gettext_lazy("What the orders are about, such as “Bids for the coach”."),
    )
    description = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=services.DESCRIPTION_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=gettext_lazy("What everybody decides. Markdown."),
    )
    rule = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        label=gettext_lazy("The rule that asks for it"),
        help_text=gettext_lazy("The call links to it."),
    )
    awaited = forms.TypedMultipleChoiceField(
        coerce=int,
        label=gettext_lazy("Who sends an order"),
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Players who are idle or gone hold nothing up."),
    )
    kind = forms.ChoiceField(
        required=False,
        label=gettext_lazy("What an order says"),
        help_text=gettext_lazy("Actions can count anything but words."),
    )
    least = forms.CharField(
        label=gettext_lazy("From"),
        max_length=150,
        initial="0",
        required=False,
        help_text=gettext_lazy("Of a number: another number, or a formula."),
    )
    most = forms.CharField(
        label=gettext_lazy("To"),
        max_length=150,
        required=False,
        help_text=gettext_lazy("A number or formula, such as “gold”. Bigger orders are cut."),
    )
    among = forms.CharField(
        label=gettext_lazy("Among"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("A formula, such as “squares.filter(s, s != me.square)”."),
    )
    choices = forms.CharField(
        max_length=services.CHOICES * (services.CHOICE_LENGTH + 2),
        required=False,
        label=gettext_lazy("Choices"),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("One choice a line."),
    )
    opening = forms.ChoiceField(
        choices=Opening.choices,
        initial=Opening.ALL,
        widget=forms.RadioSelect,
        label=gettext_lazy("When the orders are opened"),
        help_text=gettext_lazy("All at once, for everybody. Until then only their authors read them."),
    )
    opens_at = forms.DateTimeField(
        required=False,
        label=gettext_lazy("Opening time"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("In UTC, such as 2026-11-22 18:00. It can be set later."),
    )
    hides_who = forms.BooleanField(
        required=False,
        label=gettext_lazy("Hide who has handed in"),
        help_text=gettext_lazy("Until the set time. Hashes are published then, too."),
    )
    seen_when = forms.CharField(
        label=gettext_lazy("Who reads an opened order"),
        max_length=LONGEST,
        required=False,
        help_text=gettext_lazy("“viewer.pack == owner.pack”, “viewer == owner”. Empty: everybody."),
    )
    key = forms.CharField(
        label=gettext_lazy("Name for moves"),
        max_length=KEY_LENGTH,
        required=False,
        help_text=gettext_lazy("Such as “bids”, for a move that settles the orders."),
    )

    def __init__(
        self,
        *args: Any,
        rules: list[tuple[str, str]],
        roster: list[Player],
        tables: list[tuple[str, str]],
        with_key: bool,
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        if not with_key:
            del self.fields["key"]
        self.fields["kind"].choices = [
            ("", _("words, or a choice below")),
            ("number", _("a number")),
            ("ranking", _("the choices below in an order")),
            ("player", said(_("a player"))),
            ("ranking players", said(_("players in an order"))),
            ("yes_no", _("yes or no")),
            *((key, _("one of {table}").format(table=name)) for key, name in tables),
        ]
        self.fields["rule"].choices = rules
        self.fields["awaited"].choices = [(player.pk, player.name) for player in roster]
        self.fields["awaited"].initial = [player.pk for player in roster]

    def clean(self) -> None:
        if self.cleaned_data.get("opening") == Opening.EITHER:
            if not self.cleaned_data.get("opens_at") and "opens_at" not in self.errors:
                self.add_error("opens_at", _("Say when they are opened."))
        if self.cleaned_data.get("kind") == "number" and not self.cleaned_data.get("most"):
            self.add_error("most", _("Say up to which number."))

    def called(self) -> dict[str, Any]:
        """All that it says, as `gamestate.services.sealing.call` takes it."""
        parts = dict(self.cleaned_data)
        kind, among = parts.pop("kind"), parts.pop("among")
        least, most = parts.pop("least"), parts.pop("most")
        asks = kind
        if kind == "number":
            asks = f"number from {least or '0'} to {most}"
        elif kind == "ranking players":
            asks = f"ranking among {among or 'players'}"
        elif among and kind not in ("", "ranking", "yes_no"):
            asks = " ".join([kind, "among", among])
        return {**parts, "choices": parts["choices"].splitlines(), "asks": asks}


class DeadlineForm(forms.Form):
    """When orders are opened, at the latest."""

    opens_at = forms.DateTimeField(
        label=gettext_lazy("Opening time"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("In UTC, such as 2026-11-22 18:00."),
    )


class DropForm(forms.Form):
    """For whose orders nobody waits any more."""

    players = forms.TypedMultipleChoiceField(
        coerce=int,
        label=gettext_lazy("Wait no more for"),
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("They can still hand in until the orders are opened."),
    )

    def __init__(self, *args: Any, silent: list[Player], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["players"].choices = [(player.pk, player.name) for player in silent]
        self.fields["players"].initial = [player.pk for player in silent]


class SealedOrderForm(forms.Form):
    """An order: words, or an answer to what the call asks."""

    text = forms.CharField(
        max_length=services.ORDER_LENGTH,
        strip=False,
        label=gettext_lazy("Your order"),
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("Nobody else can read it until all orders are opened."),
    )

    def __init__(self, *args: Any, question: QuestionShown | None, **kwargs: Any):
        super().__init__(*args, **kwargs)
        if question is None:
            return
        field = field_of(question)
        if question.question.kind == "choice":
            field = forms.ChoiceField(
                choices=[(choice, choice) for choice in question.options], widget=forms.RadioSelect
            )
        if isinstance(field, forms.ChoiceField):
            field.error_messages["invalid_choice"] = _("This is not one of the choices.")
        field.label = _("Your order")
        self.fields["text"] = field
