"""What is looked for in the log of updates."""

from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from blognomic.web.widgets import LongSelect
from gamestate.models import Update
from gamestate.queries.log import LogQuestion
from gamestate.queries.now import LogChoices


def _choice(label: str, none: str) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        choices=[("", none)], coerce=int, empty_value=None, required=False, label=label, widget=LongSelect
    )


def _with_none(none: tuple[Any, ...], choices: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*none, *choices)


class LogForm(forms.Form):
    """What to look for in the log."""

    player = _choice(_("Whose values"), _("anybody’s"))
    by = _choice(_("Done by"), _("anybody"))
    variable = _choice(_("What"), _("anything"))
    words = forms.CharField(
        max_length=100,
        required=False,
        label=_("Words in the comment"),
        help_text=_("An exact phrase, or the name of an action."),
    )
    kind = forms.ChoiceField(choices=[("", _("any")), *Update.Kind.choices], required=False, label=_("Kind"))
    since = forms.DateField(
        required=False,
        label=_("From (UTC)"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        required=False, label=_("To (UTC)"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    dice = forms.BooleanField(required=False, label=_("with dice only"))
    disputed = forms.BooleanField(required=False, label=_("disputed only"))

    def __init__(self, *args: Any, choices: LogChoices, **kwargs: Any):
        super().__init__(*args, **kwargs)
        for name, options in (
            ("player", choices.players),
            ("by", choices.players),
            ("variable", choices.variables),
        ):
            # Asked for only where they are shown: there are hundreds, and Django goes through all that it is handed.
            self.fields[name].choices = partial(_with_none, tuple(self.fields[name].choices), options)

    def wanted(self) -> LogQuestion:
        """What the log is to be searched for. Fields that are wrong find everything, and say what is wrong."""
        self.is_valid()
        cleaned = self.cleaned_data
        since, until = cleaned.get("since"), cleaned.get("until")
        return LogQuestion(
            **{name: cleaned.get(name) for name in ("player", "by", "variable")},
            words=cleaned.get("words", ""),
            kind=cleaned.get("kind", ""),
            dice=cleaned.get("dice", False),
            disputed=cleaned.get("disputed", False),
            since=_midnight(since) if since else None,
            until=_midnight(until) + timedelta(days=1) if until and until.year < 9999 else None,
        )


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
