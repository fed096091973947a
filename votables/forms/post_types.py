"""Forms for official posts of the dynasty."""

from typing import Any

from django import forms
from django.utils.dateformat import format as told_by_date
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from gamestate.models import Update
from votables.post_types.models import DEFINITION, OfficialPost, OfficialType, ToldBy
from votables.post_types.type_definitions import LABELS
from votables.services.closing_posts import OUTCOME_LENGTH, REASON_LENGTH

GROUPS = (
    (
        _("What it is"),
        ("name", "plural", "told_by", "mark", "rule", "special_case", "open_word", "ended_word", "group"),
    ),
    (
        _("Creation conditions"),
        ("may_post", "most_open", "most_open_each", "not_joined", "body_has", "post_words", "any_time"),
    ),
    (
        _("Response format"),
        ("response", "response_text", "may_respond", "once", "joins_one", "author_joins", "response_words"),
    ),
    (
        _("Ending"),
        ("lasts_hours", "end_after_hours", "may_end", "endings", "end_words", "ending_action"),
    ),
)
HELP = {
    "name": _("One of them, as the rule calls it: “Search”."),
    "plural": _("Several: “Searches”."),
    "told_by": _("How the title of a Story Post shows that it is one."),
    "mark": _(
        "Without brackets or colon. “Search” fits “[Search] The attic”, “Request” fits “Open Request: Red”."
    ),
    "rule": _("Refusals cite it."),
    "special_case": _("While it is inactive, none can be posted or ended."),
    "open_word": _("Shown beside it while it goes on: “open”, “under way”."),
    "ended_word": _("Shown beside it afterwards, where no other ending is named: “ended”, “solved”."),
    "may_post": _("Anybody else with such a title is refused."),
    "may_respond": _("Comments by others do not count."),
    "may_end": _("Others can end it once it closes by itself."),
    "group": _("Types with the same word share their limits. Empty: its own."),
    "most_open": _("In the whole game. Empty: any number."),
    "most_open_each": _("Empty: any number."),
    "not_joined": _("By a response that counts."),
    "body_has": _("One a line. A post without one is refused."),
    "post_words": _("One a line. The site shows them, but does not check them."),
    "any_time": _("It can be posted and ended while the game stands still."),
    "response": _("Capitals and spaces make no difference."),
    "response_text": _("Empty for any comment, or none."),
    "once": _("A second comment by the same player is not a response."),
    "response_words": _("One a line, not checked. Author, emperor and admins can discount comments."),
    "lasts_hours": _("Later comments are not responses. Empty: open until somebody ends it."),
    "end_after_hours": _("Counted from its posting. Empty: it can be ended at once."),
    "endings": _("One a line: “Enacted”, “Failed”. Empty: the word for ended ones."),
    "end_words": _("One a line. The site shows them, but does not check them."),
    "ending_action": _("One step a line: a checklist for the one who ends it."),
}
# The model's say more than a phone shows of what is chosen; the rest of it stands in the help.
TOLD_BY = ((ToldBy.TAG.value, _("a tag in brackets")), (ToldBy.HEAD.value, _("words before a colon")))
LONG = ("body_has", "post_words", "response_words", "endings", "end_words", "ending_action")

ROWS = {"body_has": 2, "endings": 2, "ending_action": 8}


class DefinitionForm(forms.ModelForm):
    """A definition of a type, in groups."""

    why = forms.CharField(
        label=_("Why"),
        max_length=REASON_LENGTH,
        required=False,
        help_text=_("Which matter or rule says so. Needed for a change."),
    )

    class Meta:
        model = OfficialType
        fields = DEFINITION
        labels = LABELS
        help_texts = HELP
        widgets = {name: forms.Textarea(attrs={"rows": ROWS.get(name, 4)}) for name in LONG}

    def __init__(self, *args: Any, rules: list[tuple[str, str]], cases: list[str], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["told_by"].choices = TOLD_BY
        options = {"label": LABELS["rule"], "help_text": HELP["rule"], "required": False}
        self.fields["rule"] = forms.TypedChoiceField(coerce=_key, empty_value=None, choices=rules, **options)
        options = {"label": LABELS["special_case"], "help_text": HELP["special_case"], "required": False}
        known = [("", _("none")), *((name, name) for name in cases)]
        chosen = self.initial.get("special_case") or ""
        if chosen and chosen not in cases:
            unknown = gettext("{name} (not in the law in force)")
            known.append((chosen, unknown.format(name=chosen)))
        self.fields["special_case"] = forms.ChoiceField(choices=known, **options)

    def _post_clean(self) -> None:
        """The service looks at the definition, not the form."""

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        return [(title, [self[name] for name in names]) for title, names in GROUPS]


def _key(value: str) -> int | str:
    """The key of a rule; that of one which a matter makes stays as it is."""
    return int(value) if value.isdecimal() else value


class EndForm(forms.Form):
    """How an official post ends."""

    ending = forms.ChoiceField(
        label=_("It ends as"), required=False, help_text=_("What the post shows from now on.")
    )
    outcome = forms.CharField(
        label=_("Outcome"),
        max_length=OUTCOME_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Markdown and dice. It becomes your comment, and ends the post."),
    )

    def __init__(self, *args: Any, official: OfficialPost, **kwargs: Any):
        super().__init__(*args, **kwargs)
        outcomes = official.type.outcomes
        self.fields["ending"].choices = [(word, word) for word in outcomes]
        if len(outcomes) == 1:
            del self.fields["ending"]
        add_steps(self, official)


class ReportForm(forms.Form):
    """How the ending action was carried out."""

    update = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        label=_("The update of the gamestate that did it"),
        help_text=_("Updates since then, by you or the one who ended it."),
    )

    def __init__(self, *args: Any, official: OfficialPost, updates: list[Update], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["update"].choices = [
            ("", _("none")),
            *((str(one.pk), _update_in_words(one)) for one in updates),
        ]
        add_steps(self, official)


def _update_in_words(update: Update) -> str:
    at = told_by_date(update.at, gettext("d M H:i"))
    sentence = gettext("{update}, {instant} UTC: {words}")
    return sentence.format(update=update, instant=at, words=update.comment[:60] or update.note or update.by)


class CountForm(forms.Form):
    """Why a comment counts as a response, or does not."""

    reason = forms.CharField(
        label=_("Reason"), max_length=REASON_LENGTH, help_text=_("Shown below the response, with your name.")
    )


def add_steps(form: forms.Form, official: OfficialPost) -> None:
    """Give a form the checklist of the ending action, where there is one."""
    steps = official.type.steps
    if steps:
        form.fields["done"] = forms.TypedMultipleChoiceField(
            coerce=int,
            required=False,
            choices=[(str(place), words) for place, words in enumerate(steps)],
            widget=forms.CheckboxSelectMultiple,
            label=_("Ending action"),
            help_text=_("Do all of this now. Tick what is done, even later."),
        )
