"""The form of one number of the law."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from blognomic.i18n.dynasty_words import in_the_games_language, said
from blognomic.web.errors import RuleBroken
from ruleset.law import LawError
from ruleset.law.numbers import LONGEST, figures, with_figure
from votables.forms.changes import ConditionForm


class FigureForm(ConditionForm):
    """One number or formula of the law, written otherwise."""

    marker = "number"
    number = forms.ChoiceField(label=_("Which number"))
    value = forms.CharField(
        max_length=LONGEST,
        label=_("New value"),
        help_text=_("A whole number, or a formula such as n / 3 + 1."),
    )

    def __init__(self, *args: Any, law: str, **kwargs: Any):
        super().__init__(*args, auto_id="figure_%s", **kwargs)
        self.law = law
        # Below the rules that they carry out: that of a quorum does not say itself what it is.
        by_rule: dict[str, list[tuple[str, str]]] = {}
        for one in figures(law) if law else ():
            with in_the_games_language():
                rule = said(one.rule)
            by_rule.setdefault(rule, []).append((one.name, f"{one.label}: {one.written}"))
        self.fields["number"].choices = [
            choice for rule, of_rule in by_rule.items() for choice in ([(rule, of_rule)] if rule else of_rule)
        ]

    def as_change(self) -> dict[str, object]:
        """The change of the law that rewrites this number of it. Raises RuleBroken (400) for what makes no law."""
        try:
            text = with_figure(self.law, self.cleaned_data["number"], self.cleaned_data["value"])
        except LawError as error:
            raise RuleBroken(f"{error.problem.capitalize()}.", status=400) from None
        return {"op": "law", "text": text, "base": self.law, **self.condition()}
