"""What a game begins with."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.models import Game
from ruleset.law import SHIPPED, load
from ruleset.text import starting

THEME_LENGTH = 300


class FoundingForm(forms.Form):
    """What a game begins with."""

    name = forms.CharField(
        max_length=Game._meta.get_field("name").max_length,
        initial="BlogNomic",
        label=gettext_lazy("What the game is called"),
        help_text=gettext_lazy("It is at the top of every page."),
    )
    theme = forms.CharField(
        max_length=THEME_LENGTH,
        required=False,
        label=gettext_lazy("The theme of the first dynasty"),
        help_text=gettext_lazy("A few words, such as “The Night Mail”. The rules may say the rest."),
    )
    rules = forms.ChoiceField(
        widget=forms.RadioSelect,
        label=gettext_lazy("The rules to start with"),
        help_text=gettext_lazy("Read the starting rules below, or import others with a command."),
    )
    law = forms.ChoiceField(
        initial=starting.LAW,
        label=gettext_lazy("The law"),
        help_text=gettext_lazy("What the site applies. The starting rules fit the first."),
    )
    reigns = forms.BooleanField(
        required=False,
        initial=True,
        label=gettext_lazy("I am the first emperor"),
        help_text=gettext_lazy("Otherwise the game begins with a metadynasty, without an emperor."),
    )

    def __init__(self, *args: object, imported: bool, **kwargs: object):
        super().__init__(*args, **kwargs)
        given = ("starting", _("those that have been imported") if imported else _("the starting rules"))
        self.fields["rules"].choices = [given, ("none", _("none: I will import some"))][
            : 1 if imported else 2
        ]
        self.fields["rules"].initial = "starting"
        laws = sorted(SHIPPED, key=lambda name: name != starting.LAW)
        self.fields["law"].choices = [
            (name, f"{load(name).title}: {load(name).note}".rstrip(": ")) for name in laws
        ]
