"""The forms of limited actions: declaring one, and taking it."""

from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blognomic.i18n.dynasty_words import said
from gamestate.clockwork.when import LONGEST as LONGEST_WHEN
from gamestate.models import LimitedAction
from gamestate.models.variables import KEY_LENGTH, NAME_LENGTH
from gamestate.moves.answering import RANKING_LENGTH, TEXT_LENGTH, QuestionShown
from gamestate.moves.move import PARTS
from gamestate.moves.reading import LONGEST
from gamestate.queries.acting import in_words
from gamestate.services import acting
from gamestate.values.expressions import LONGEST as LONGEST_FORMULA
from ruleset.law.model import Frequency

ANSWER = "answer-"
OWED = ("asked", "within", "otherwise")
SEEN = ("shows", "unseen")
BY_ITSELF = ("when", "hiatus", "place", *OWED)


def _lines(label: Any, help_text: Any) -> forms.CharField:
    """A field of lines of a move."""
    return forms.CharField(
        label=label,
        max_length=LONGEST,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=help_text,
    )


class ActionForm(forms.Form):
    """An action that the rules allow so and so often."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("As its rule calls it, such as “Shop”."),
    )
    description = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=acting.DESCRIPTION_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("What the rule lets a player do."),
    )
    rule = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        label=gettext_lazy("The rule that allows it"),
        help_text=gettext_lazy("The action links to it."),
    )
    frequency = forms.ChoiceField(
        required=False,
        label=gettext_lazy("How often"),
        help_text=gettext_lazy("It follows the law when that changes."),
    )

    limit = forms.CharField(
        label=gettext_lazy("Shared limit"),
        max_length=KEY_LENGTH,
        required=False,
        help_text=gettext_lazy("Actions with the same word here are taken so often together."),
    )
    asks = _lines(
        gettext_lazy("Asks"),
        gettext_lazy("One a line: “where: squares”, “amount: number from 1 to gold”."),
    )
    needs = _lines(gettext_lazy("Needs"), gettext_lazy("One a line: “gold >= 2 -- You need 2 Gold.”"))
    costs = _lines(gettext_lazy("Costs"), gettext_lazy("One a line: “gold: 2”."))
    does = _lines(
        gettext_lazy("Does"),
        gettext_lazy("One a line: “gold += DICE6”, “other.gold -= amount”, “square = where”."),
    )

    shows = forms.CharField(
        label=gettext_lazy("Who sees what comes of it"),
        max_length=LONGEST_FORMULA,
        required=False,
        help_text=gettext_lazy("“viewer.pack == owner.pack”, “viewer == owner”. Empty: everybody."),
    )
    unseen = forms.ChoiceField(
        label=gettext_lazy("Who learns that it was done"),
        choices=[
            ("", gettext_lazy("everybody")),
            ("yes", gettext_lazy("nobody but who sees what comes of it")),
        ],
        required=False,
        help_text=gettext_lazy("What nobody else learns of can change only hidden values."),
    )

    when = forms.CharField(
        label=gettext_lazy("When it happens by itself"),
        max_length=LONGEST_WHEN,
        required=False,
        help_text=gettext_lazy("“every Monday at 00:00”, “when pot >= 100”, “48 hours after pot == 0”."),
    )
    hiatus = forms.ChoiceField(
        label=gettext_lazy("In a standstill of the game"),
        choices=LimitedAction.Hiatus.choices,
        required=False,
        help_text=gettext_lazy("What becomes of it until play goes on."),
    )
    place = forms.IntegerField(
        label=gettext_lazy("Place in the order"),
        min_value=0,
        max_value=acting.MOST_PLACE,
        required=False,
        help_text=gettext_lazy("Of what happens at the same time, the lowest number comes first."),
    )

    asked = forms.CharField(
        label=gettext_lazy("Who is asked"),
        max_length=LONGEST_FORMULA,
        required=False,
        help_text=gettext_lazy("“turn”, or a list of several. Empty: the emperor."),
    )
    within = forms.CharField(
        label=gettext_lazy("To answer within"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("“48 hours”, “3 days”. Empty: no deadline."),
    )
    otherwise = _lines(
        gettext_lazy("Without an answer"),
        gettext_lazy("What is done then, one a line: “gold -= 1”."),
    )

    def __init__(self, *args: Any, rules: list[tuple[str, str]], known: dict[str, Frequency], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["rule"].choices = rules
        self.fields["frequency"].choices = [
            *((name, f"{frequency.label}: {in_words(frequency)}") for name, frequency in known.items()),
            ("", _("as often as you like")),
        ]

    def whole(self) -> list[BoundField]:
        """The fields that every action has."""
        return [field for field in self if field.name not in (*PARTS, "limit", *BY_ITSELF)]

    def of_move(self) -> list[BoundField]:
        """Those that few have: what the action does by itself."""
        return [self[name] for name in (*PARTS, "limit") if name not in OWED]

    def by_itself(self) -> list[BoundField]:
        """Those of what nobody takes, for it happens by itself."""
        return [self[name] for name in BY_ITSELF]

    def clean_hiatus(self) -> str:
        return self.cleaned_data["hiatus"] or LimitedAction.Hiatus.WAITS

    def clean_place(self) -> int:
        place = self.cleaned_data["place"]
        return acting.USUAL_PLACE if place is None else place

    def declared(self) -> dict[str, Any]:
        """All that it says, as `gamestate.services.acting.declare` takes it."""
        lines = {name: self.cleaned_data[name] for name in PARTS}
        plain = {name: value for name, value in self.cleaned_data.items() if name not in (*PARTS, "when")}
        return {**plain, "lines": lines, "timing": self.cleaned_data["when"]}


class TakeForm(forms.Form):
    """Taking an action, with the answers to what it asks, and a comment."""

    comment = forms.CharField(
        label=gettext_lazy("Comment"),
        max_length=acting.COMMENT_LENGTH,
        required=False,
        help_text=gettext_lazy("What you do. Shown in the log."),
    )

    def __init__(
        self, *args: Any, questions: Sequence[QuestionShown] = (), drawn: Collection[str] = (), **kwargs: Any
    ):
        """`drawn`: the names of the questions whose answers stand on a board."""
        super().__init__(*args, **kwargs)
        for each in questions:
            field = self.fields[f"{ANSWER}{each.question.name}"] = field_of(each)
            if each.question.name in drawn and isinstance(field, forms.ChoiceField):
                field.widget = forms.RadioSelect(choices=field.choices)
        self.order_fields([f"{ANSWER}{each.question.name}" for each in questions])

    def answered(self) -> dict[str, Any]:
        """The answers, and the comment, as `gamestate.services.moving.make` takes them."""
        answers = {
            name.removeprefix(ANSWER): value
            for name, value in self.cleaned_data.items()
            if name.startswith(ANSWER)
        }
        return {"answers": answers, "comment": self.cleaned_data.get("comment", "")}


class PauseForm(forms.Form):
    """Why an action is paused."""

    why = forms.CharField(
        max_length=acting.PAUSE_LENGTH,
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("Everybody sees it beside the action."),
    )


def field_of(shown: QuestionShown) -> forms.Field:
    """The field of a question. What was answered is read by the service, as people write it."""
    question, help_text = shown.question, ""
    if question.kind == "number":
        if shown.least is not None:
            help_text = _("From {least} to {most}.").format(least=shown.least, most=shown.most)
        widget = forms.NumberInput(attrs={"min": shown.least, "max": shown.most})
        return forms.CharField(label=question.label, max_length=40, help_text=help_text, widget=widget)
    if question.kind == "yes_no":
        choices = [("yes", _("yes")), ("no", _("no"))]
        return forms.ChoiceField(label=question.label, choices=choices, help_text=_("Choose yes or no."))
    if question.kind == "ranking":
        return forms.CharField(
            label=question.label,
            max_length=RANKING_LENGTH,
            initial="\n".join(shown.options),
            widget=forms.Textarea(attrs={"rows": min(12, len(shown.options) + 1), "autocomplete": "off"}),
            help_text=_("One a line, best first. Remove what you do not rank."),
        )
    if shown.options:
        choices = [(each, each) for each in shown.options]
        help_text = _("Choose a player.") if question.kind == "player" else _("Choose one.")
        return forms.ChoiceField(label=question.label, choices=choices, help_text=said(help_text))
    help_text = _("Up to {most} characters.").format(most=TEXT_LENGTH)
    return forms.CharField(label=question.label, max_length=TEXT_LENGTH, help_text=help_text)
