"""The Ascension Address and the passing of the mantle, as forms."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from blognomic.i18n.dynasty_words import said_lazy
from players.models import Player
from players.queries.roster import other_players
from votables.models import TITLE_LENGTH
from votables.services.address_choices import AddressChoices
from votables.services.ascending import THEME_LENGTH, WORD_LENGTH, Address
from votables.services.posting import BODY_LENGTH

DEFAULT, ACTIVE, INACTIVE = "", "active", "inactive"
REPEALS = _("Untick the rules that the address repeals. A subrule left without its rule takes its place.")


class AscensionForm(forms.Form):
    """What a new emperor decides: the address itself, words, rules, special cases and what is tracked on."""

    title = forms.CharField(
        label=_("Title"),
        max_length=TITLE_LENGTH,
        help_text=_("“Ascension Address: ” and the name of the theme, for instance."),
    )
    theme = forms.CharField(
        label=_("Theme"),
        max_length=THEME_LENGTH,
        required=False,
        help_text=_("One line for the history of dynasties. Empty: the title."),
    )
    body = forms.CharField(
        label=_("The address"),
        max_length=BODY_LENGTH,
        widget=forms.Textarea(attrs={"rows": 10, "data-markdown": "body"}),
        help_text=_("Markdown. What the dynasty is about."),
    )
    player = forms.CharField(label=_("A player is called"), max_length=WORD_LENGTH)
    players = forms.CharField(
        label=_("Several are called"),
        max_length=WORD_LENGTH,
        required=False,
        help_text=_("Empty: the usual plural."),
    )
    emperor = forms.CharField(label=_("The emperor is called"), max_length=WORD_LENGTH)
    emperors = forms.CharField(
        label=_("Several are called"),
        max_length=WORD_LENGTH,
        required=False,
        help_text=_("Empty: the usual plural."),
    )
    keep = forms.MultipleChoiceField(
        label=_("Dynastic rules that stay"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Others are repealed. A subrule left without its rule takes its place."),
    )
    keep_tracked = forms.MultipleChoiceField(
        label=_("What stays tracked"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Everything else is retired, but stays readable."),
    )
    keep_actions = forms.MultipleChoiceField(
        label=_("Actions that stay"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("All others are retired."),
    )
    keep_types = forms.TypedMultipleChoiceField(
        label=_("Types of official posts that stay"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Other types are retired. Their open posts can still be ended."),
    )
    pages = forms.CharField(
        label=_("New tracking pages"),
        required=False,
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("One title a line."),
    )

    def __init__(self, *args: Any, choices: AddressChoices, **kwargs: Any):
        """What several are called begins empty, so that another word does not keep the old plural."""
        super().__init__(*args, **kwargs)
        self.choices = choices
        self.initial |= {"player": choices.words.player, "emperor": choices.words.emperor}
        if choices.all_stay:
            self.fields["keep"].help_text = REPEALS
        self.fields["keep"].choices = [
            (node.key, f"{'– ' * depth}{node.title}") for depth, node in choices.rules
        ]
        named = {"table": gettext("{name} (table)"), "page": gettext("{name} (page)"), "variable": "{name}"}
        self.fields["keep_tracked"].choices = [
            (one.key, named[one.what].format(name=one.name)) for one in choices.tracked
        ]
        self.fields["keep_actions"].choices = [
            (action.key, f"{action.name} ({action.frequency})") for action in choices.actions
        ]
        self.fields["keep_types"].choices = [(str(one.pk), one.plural) for one in choices.types]
        self.cases = {f"case_{rule.key}": rule for rule in choices.cases}
        for name, rule in self.cases.items():
            usual = _("as by default: active") if rule.default_is_active else _("as by default: inactive")
            self.fields[name] = forms.ChoiceField(
                label=rule.name,
                required=False,
                choices=[
                    (DEFAULT, usual),
                    (INACTIVE, _("inactive")) if rule.default_is_active else (ACTIVE, _("active")),
                ],
            )

    def tick_all(self) -> None:
        """Begin with all rules, and with all that was tracked and posted by them."""
        for name in ("keep", "keep_tracked", "keep_actions", "keep_types"):
            self.initial[name] = [key for key, label in self.fields[name].choices]

    @property
    def case_fields(self) -> list[forms.BoundField]:
        """The fields of the special cases."""
        return [self[name] for name in self.cases]

    @property
    def given(self) -> set[str]:
        """The parts of the address (see `votables.services.address_text`) whose fields were changed."""
        changed = set(self.changed_data)
        parts = {"words": {"player", "players", "emperor", "emperors"}, "special_cases": set(self.cases)}
        parts |= {name: {name} for name in ("keep", "keep_tracked", "pages")}
        return {part for part, names in parts.items() if names & changed}

    @property
    def address(self) -> Address:
        """What a valid form says."""
        data = self.cleaned_data
        return self.choices.address(
            theme=data["theme"],
            words={name: data[name] for name in ("player", "players", "emperor", "emperors")},
            keep=data["keep"],
            special_cases={
                rule.name: data[name] == ACTIVE for name, rule in self.cases.items() if data[name] != DEFAULT
            },
            keep_tracked=data["keep_tracked"],
            keep_actions=data["keep_actions"],
            keep_types=data["keep_types"],
            pages=data["pages"].splitlines(),
        )


class MantleForm(forms.Form):
    """To whom the mantle passes."""

    to = forms.ModelChoiceField(
        Player.objects.none(), label=_("To"), empty_label=said_lazy(_("Choose a player"))
    )
    body = forms.CharField(
        label=_("What you say about it"),
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Markdown. The post names the player in its first sentence."),
    )

    def __init__(self, *args: Any, by: Player, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["to"].queryset = other_players(by)
