"""The Ascension Address and the passing of the mantle, as forms."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from blognomic.i18n.dynasty_words import said_lazy
from gamestate.models import LimitedAction
from gamestate.values.state import State
from players.models import Player
from ruleset.text.synonyms import Words, plural
from ruleset.text.tree import Node
from votables.models import TITLE_LENGTH
from votables.post_types.models import OfficialType
from votables.services.ascending import THEME_LENGTH, WORD_LENGTH, Address
from votables.services.posting import BODY_LENGTH

DEFAULT, ACTIVE, INACTIVE = "", "active", "inactive"
REPEALS = _(
    "They stay unless the address repeals them: clear the boxes of those that it repeals. A subrule that stays without"
    " its rule takes the place of it."
)


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
        help_text=_(
            "The theme in a line, for the history of the dynasties. Left empty, what the title says."
        ),
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
        help_text=_("Left empty, the usual plural."),
    )
    emperor = forms.CharField(label=_("The emperor is called"), max_length=WORD_LENGTH)
    emperors = forms.CharField(
        label=_("Several are called"),
        max_length=WORD_LENGTH,
        required=False,
        help_text=_("Left empty, the usual plural."),
    )
    keep = forms.MultipleChoiceField(
        label=_("Dynastic rules that stay"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("All others are repealed. A subrule that stays without its rule takes the place of it."),
    )
    keep_tracked = forms.MultipleChoiceField(
        label=_("What is tracked on"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Everything else is retired: it stays readable, and the new dynasty starts without it."),
    )
    keep_actions = forms.MultipleChoiceField(
        label=_("Actions that may still be taken"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Those that rules which stay allow so and so often. All others are retired."),
    )
    keep_types = forms.TypedMultipleChoiceField(
        label=_("Types of official posts that stay"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Nobody can post one of another type any more. What was posted can still be ended."),
    )
    pages = forms.CharField(
        label=_("New tracking pages"),
        required=False,
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("One title a line."),
    )

    def __init__(
        self,
        *args: Any,
        rules: Sequence[Node],
        cases: Sequence[Node],
        state: State,
        actions: Sequence[LimitedAction],
        types: Sequence[OfficialType],
        keeps: str,
        words: Words,
        **kwargs: Any,
    ):
        """`keeps`: what becomes of the rules that an address does not name, "all" or "none" of them stay. `words`:
        those in force. What several are called begins empty, so that another word does not keep the old plural."""
        super().__init__(*args, **kwargs)
        self.words = words
        self.initial |= {"player": words.player, "emperor": words.emperor}
        if keeps == "all":
            self.fields["keep"].help_text = REPEALS
        self.fields["keep"].choices = [
            (node.key, f"{'– ' * depth}{node.title}") for depth, node in with_depth(rules)
        ]
        self.fields["keep_tracked"].choices = [
            *(
                (each.key, gettext("{name} (table)").format(name=each.definition.name))
                for each in state.tables.values()
            ),
            *((each.key, each.definition.name) for each in state.columns_of("")),
            *((each.key, gettext("{name} (page)").format(name=each.title)) for each in state.pages.values()),
        ]
        self.fields["keep_actions"].choices = [
            (action.key, f"{action.name} ({action.frequency})") for action in actions
        ]
        self.fields["keep_types"].choices = [(str(one.pk), one.plural) for one in types]
        self.cases = {f"case_{rule.key}": rule for rule in cases}
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
        data, old = self.cleaned_data, self.words
        player, emperor = data["player"].strip(), data["emperor"].strip()
        players = old.players if player == old.player else plural(player)
        emperors = old.emperors if emperor == old.emperor else plural(emperor)
        return Address(
            theme=data["theme"],
            words=Words(
                player, data["players"].strip() or players, emperor, data["emperors"].strip() or emperors
            ),
            keep=frozenset(data["keep"]),
            special_cases={
                rule.name: data[name] == ACTIVE for name, rule in self.cases.items() if data[name] != DEFAULT
            },
            keep_tracked=frozenset(data["keep_tracked"]),
            keep_actions=frozenset(data["keep_actions"]),
            keep_types=frozenset(data["keep_types"]),
            pages=[line.strip() for line in data["pages"].splitlines() if line.strip()],
        )


def with_depth(rules: Iterable[Node], depth: int = 0) -> Iterator[tuple[int, Node]]:
    """Rules with those below them, each with how many stand above it among these."""
    for rule in rules:
        yield depth, rule
        yield from with_depth(rule.children, depth + 1)


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
        self.fields["to"].queryset = Player.objects.active().exclude(pk=by.pk).order_by("name_key")
