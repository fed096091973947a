"""What people type, checked for form; whether the rules allow it is for the services to say."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from players.speech import in_the_games_language, said
from ruleset.amending import TOP
from ruleset.law.choices import MOST
from ruleset.law.numbers import LONGEST, figures
from ruleset.queries import PlacedRule
from votables.kinds import CHOICE_LENGTH
from votables.models import STANDARD_LABELS, TITLE_LENGTH, Asks, Category, Post, Status
from votables.outcomes import Place
from votables.services.commenting import COMMENT_LENGTH
from votables.services.posting import BODY_LENGTH

AMENDS = (
    ("core", _("Core rules")),
    ("special_case", _("Special Case rules")),
    ("appendix", _("Appendix")),
    ("dynastic", _("Dynastic rules")),
    ("gamestate", _("Gamestate")),
    ("roster", _("Roster: names, admins, who plays")),
)


# Room for every choice that a law can allow, with a line break of two characters after each.
CHOICES_LENGTH = MOST * (CHOICE_LENGTH + 2)


def lines_of(text: str) -> list[str]:
    """What is named in a text, one a line; empty lines name nothing."""
    return [line.strip() for line in text[:CHOICES_LENGTH].splitlines() if line.strip()]


@dataclass(frozen=True, slots=True)
class Fold:
    """Fields of a form that are seldom used, folded away under a label while they say nothing and nothing is wrong."""

    label: str
    fields: list[forms.BoundField]

    @property
    def is_open(self) -> bool:
        return any(field.errors or field.value() for field in self.fields)


class PostForm(forms.Form):
    """A new post, a draft of one, or another version of it."""

    # What one may say besides, by the names of the fields; whoever is no player sees all that the form asks at once.
    SELDOM = (
        (("amends", "changes_nothing"), _("Say what it would change")),
        (("commentary", "asks"), _("Add a commentary, or ask the admins")),
        (("commentary",), _("Add a commentary")),
    )

    category = forms.ChoiceField(
        label=_("Category"),
        choices=[*STANDARD_LABELS.items()],
        required=False,
        help_text=_("What kind of post it is. What is to be voted on needs one; only a player may use it."),
    )
    title = forms.CharField(
        label=_("Title"),
        max_length=TITLE_LENGTH,
        help_text=_("What follows the first colon is the subject. Tags go in brackets, such as [Core]."),
    )
    body = forms.CharField(
        label=_("Body"),
        max_length=BODY_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "data-markdown": "body"}),
        help_text=_("Markdown. [[Title]] links to a post, @Name to a player."),
    )
    commentary = forms.CharField(
        max_length=BODY_LENGTH,
        required=False,
        strip=False,
        label=_("Commentary or flavour text"),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Shown below the post; the rules do not count it as part of the post."),
    )
    choices = forms.CharField(
        max_length=CHOICES_LENGTH,
        required=False,
        label=_("Named choices"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "One a line, for a vote between named choices; voters type :a: for the first, :b: for the second."
        ),
    )
    amends = forms.MultipleChoiceField(
        choices=AMENDS,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=_("What it would change"),
        help_text=_(
            "For a proposal or call for judgement: it may be counted and resolved differently. What its attached "
            "changes touch is added by itself."
        ),
    )
    changes_nothing = forms.BooleanField(
        required=False,
        label=_("It changes nothing"),
        help_text=_("For a call for judgement that asks for no change to rules, gamestate or tracking."),
    )
    asks = forms.ChoiceField(
        choices=Asks.choices,
        required=False,
        label=_("Asks the admins"),
        help_text=_("Puts the post on the admins' list."),
    )

    def __init__(
        self,
        *args,
        categories: list[tuple[str, str]] | None = None,
        requests: list[str] | None = None,
        with_choices: bool = False,
        plays: bool = True,
        **kwargs,
    ):
        """`plays`: whether the writer is a player. Others have one category, and change nothing."""
        super().__init__(*args, **kwargs)
        if categories is not None:
            self.fields["category"].choices = categories
        if not with_choices:
            del self.fields["choices"]
        self.plays = plays
        if not plays:
            self._leave_out_what_only_players_need()
        if requests is not None:
            if requests:
                self.fields["asks"].choices = [
                    choice for choice in Asks.choices if choice[0] in ["", *requests]
                ]
            else:
                del self.fields["asks"]

    def _leave_out_what_only_players_need(self) -> None:
        """What a draft or a form that was sent has all the same is shown, so that its writer can take it away."""
        for name in ("commentary", "choices", "amends", "changes_nothing"):
            if name in self.fields and not self[name].value():
                del self.fields[name]
        if not self["category"].value():
            self.fields["category"].widget = forms.HiddenInput()

    @property
    def folds(self) -> Iterator[Fold]:
        """The fields that fold, in the order in which they are asked for."""
        left = {field.name for field in self.visible_fields()} if self.plays else set()
        for names, label in self.SELDOM:
            if left.issuperset(names):
                left.difference_update(names)
                yield Fold(label, [self[name] for name in names])

    @property
    def unfolded(self) -> list[forms.BoundField]:
        folded = {field.name for fold in self.folds for field in fold.fields}
        return [field for field in self.visible_fields() if field.name not in folded]

    def clean_amends(self) -> list[str]:
        return list(self.cleaned_data["amends"])

    def clean_choices(self) -> list[str]:
        return lines_of(self.cleaned_data["choices"])


class EditForm(PostForm):
    """Another version of a published post; `seen` is the version that its author opened."""

    seen = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    typo = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args, post: Post, **kwargs):
        super().__init__(*args, requests=[], with_choices=bool(post.choices), **kwargs)
        del self.fields["category"]
        if not post.is_matter:
            del self.fields["amends"]
            del self.fields["changes_nothing"]


class CategoryForm(forms.Form):
    """Another category for one's own post."""

    to = forms.ChoiceField(
        required=False, label=_("New category"), help_text=_("Those that you may post in now.")
    )
    choices = forms.CharField(
        max_length=CHOICES_LENGTH,
        required=False,
        label=_("Named choices"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line, where the new category is for a vote between named choices."),
    )
    amends = forms.MultipleChoiceField(
        choices=AMENDS, required=False, widget=forms.CheckboxSelectMultiple, label=_("What it would change")
    )

    def __init__(self, *args, categories: list[tuple[str, str]], with_choices: bool = False, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["to"].choices = categories
        if not with_choices:
            del self.fields["choices"]

    def clean_choices(self) -> list[str]:
        return lines_of(self.cleaned_data["choices"])


class CommentForm(forms.Form):
    """A comment. Without scripts a vote is chosen beside the text and sent as `icon`, which is put after the text."""

    text = forms.CharField(
        label=_("Text"),
        max_length=COMMENT_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    icon = forms.CharField(label=_("Icon"), max_length=40, required=False)
    asks = forms.ChoiceField(label=_("Asks"), choices=Asks.choices, required=False)
    confirmed = forms.BooleanField(label=_("Confirmed"), required=False)


class ReasonForm(forms.Form):
    """A reason that is shown in public."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Shown in the public admin log."),
    )


# So that nothing is decided by a list that nobody looked at.
NOT_CHOSEN = ("", _("Choose one"))


class MarkForm(ReasonForm):
    """The mark of illegality: `mark` says what the admin saw that they would do, put it on or take it off."""

    mark = forms.BooleanField(required=False, widget=forms.HiddenInput)


class OverruleForm(ReasonForm):
    """A status against the program's verdict."""

    to = forms.ChoiceField(
        label=_("Status"),
        choices=[NOT_CHOSEN, *(one for one in Status.choices if one[0] in ("enacted", "failed", "illegal"))],
        help_text=_("What it is to be, whatever the program says of it."),
    )


class OverturnForm(ReasonForm):
    """Another status for a resolved matter; `seen` is the resolution that the admin looked at."""

    to = forms.ChoiceField(
        label=_("Status"),
        choices=[NOT_CHOSEN, *(choice for choice in Status.choices if choice[0])],
        help_text=_("What it is to be instead. Back to pending, it is voted on and judged anew."),
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args, but: str = "", **kwargs):
        """`but`: the status that the matter has, which is not offered."""
        super().__init__(*args, **kwargs)
        self.fields["to"].choices = [
            choice for choice in self.fields["to"].choices if not choice[0] or choice[0] != but
        ]


class MatterChoiceForm(ReasonForm):
    """A reason with the enacted matter that an act carries out."""

    matter = forms.ModelChoiceField(
        queryset=Post.objects.none(),
        empty_label=_("Choose one"),
        label=_("By the enacted matter"),
        help_text=_("The proposal or call that decided it."),
    )
    field_order = ["matter", "reason"]

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["matter"].queryset = (
            Post.objects.matters()
            .filter(status=Status.ENACTED, category__in=[Category.PROPOSAL, Category.CFJ])
            .order_by("-resolved_at", "-pk")
        )


class RenameForm(MatterChoiceForm):
    """Another name for a player, as an enacted matter says."""

    name = forms.CharField(
        label=_("Name"), max_length=100, help_text=_("To the letter, as the matter has it.")
    )
    field_order = ["name", "matter", "reason"]


CONDITIONS = (
    ("", _("always")),
    ("matter", _("if a matter came out so")),
    ("rule", _("if a rule of that name exists")),
    ("comments", _("if so many effective vote comments hold these words")),
)
# Which fields each kind of change asks for.
CHANGE_FIELDS = {
    "edit": ("rule", "text"),
    "replace": ("rule", "find", "text"),
    "add": ("parent", "after", "title", "text"),
    "rename": ("rule", "title"),
    "move": ("rule", "parent", "after"),
    "repeal": ("rule", "with_subrules"),
    "status": ("rule", "status"),
    "law": ("text",),
    "revert": ("revision",),
    "step": ("text",),
}
CONDITION_FIELDS = ("when", "when_post", "when_status", "when_words", "when_least", "when_negated")
LARGEST_KEY = 2**62


class ConditionForm(forms.Form):
    """What any change may hang on, with what every form for a change holds: its kind, and the version of the draft or
    post that its author saw."""

    op = forms.CharField(widget=forms.HiddenInput)
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=LARGEST_KEY)
    when = forms.ChoiceField(
        choices=CONDITIONS,
        required=False,
        label=_("It takes effect"),
        help_text=_("What is not met when the matter is enacted leaves this change out."),
    )
    when_post = forms.IntegerField(
        min_value=1, max_value=LARGEST_KEY, required=False, label=_("Number of the matter"),
        help_text=_("As the address of its page gives it."),
    )  # fmt: skip
    when_status = forms.ChoiceField(
        choices=[("enacted", _("enacted")), ("failed", _("failed")), ("illegal", _("illegal"))],
        required=False,
        label=_("Came out"),
        help_text=_("How that other matter ended."),
    )
    when_words = forms.CharField(
        max_length=200,
        required=False,
        label=_("Name of the rule, or words"),
        help_text=_(
            "By the choice above: the rule that must be there, or the words that vote comments must hold."
        ),
    )
    when_least = forms.IntegerField(
        min_value=1,
        max_value=1000,
        required=False,
        label=_("At least so many"),
        help_text=_("Of effective vote comments with those words."),
    )
    when_negated = forms.BooleanField(required=False, label=_("Turned round: only if that is not so"))

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """What the change itself asks for."""
        return [field for field in self.visible_fields() if field.name not in CONDITION_FIELDS]

    @property
    def condition_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in CONDITION_FIELDS]

    @property
    def condition_is_open(self) -> bool:
        """Whether a condition has been chosen, or something is wrong with it."""
        return bool(self["when"].value()) or any(field.errors for field in self.condition_fields)

    def condition(self) -> dict[str, object]:
        """The condition as `votables.conditions.read_condition` takes it, under "when"; nothing when there is none."""
        data = self.cleaned_data
        if not data["when"]:
            return {}
        condition: dict[str, object] = {"kind": data["when"], "negated": data["when_negated"]}
        if data["when"] == "matter":
            condition |= {"post": data["when_post"] or 0, "status": data["when_status"]}
        else:
            condition["words"] = data["when_words"]
        if data["when"] == "comments":
            condition["least"] = data["when_least"] or 0
        return {"when": condition}


class ChangeForm(ConditionForm):
    """One change of a matter. Only the fields that its kind uses are there, filled with what the rules say now.

    `base` is the key of the revision, or of the version of the law, whose words the author saw.
    """

    base = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=LARGEST_KEY, required=False)
    rule = forms.ChoiceField(label=_("Rule"))
    parent = forms.ChoiceField(label=_("Below"), help_text=_("The section or rule that it shall stand in."))
    after = forms.ChoiceField(
        label=_("After"),
        required=False,
        help_text=_("The rule below which it stands; without one it comes first."),
    )
    title = forms.CharField(
        label=_("Title"),
        max_length=300,
        required=False,
        help_text=_("Tags such as [Rare] go behind the name."),
    )
    find = forms.CharField(
        max_length=1000, strip=False, label=_("These words"), help_text=_("As they stand in the rule now.")
    )
    text = forms.CharField(
        max_length=200_000,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14}),
        label=_("Shall say"),
        help_text=_("The whole text of the rule as it is to be, in Markdown."),
    )
    status = forms.ChoiceField(
        label=_("Status"),
        choices=[
            ("Active", pgettext_lazy("of a special case", "Active")),
            ("Inactive", pgettext_lazy("of a special case", "Inactive")),
        ],
        help_text=_("An inactive special case does nothing until it is switched on."),
    )
    revision = forms.IntegerField(
        label=_("Revision"),
        min_value=1,
        max_value=LARGEST_KEY,
        help_text=_("Its number, as the history of the ruleset gives it."),
    )
    with_subrules = forms.BooleanField(required=False, initial=True, label=_("With its subrules"))

    def __init__(
        self,
        *args,
        op: str,
        rules: Iterable[PlacedRule],
        law: str,
        places: Iterable[Place] = (),
        unnamed: str = "",
        **kwargs,
    ):
        """`places`: where a rule can be put, after the changes that the matter has already; `unnamed`: what a rule
        without a title is called."""
        super().__init__(*args, **kwargs)
        self.change = op
        self.parents = {place.key: place.parent for place in places}
        self.by_key = {str(one.row.rule_id): one for one in rules}
        choices = [(key, f"{one.number} {one.row.title}") for key, one in self.by_key.items()]
        keep = {"op", "seen", "base", *CHANGE_FIELDS[op], *CONDITION_FIELDS}
        for name in [name for name in self.fields if name not in keep]:
            del self.fields[name]
        if "rule" in self.fields:
            self.fields["rule"].choices = (
                [("", _("the whole ruleset")), *choices] if op == "replace" else choices
            )
        if "parent" in self.fields:
            standing = [(place.key, place.label) for place in places]
            section = [(TOP, _("nothing: a section of its own"))] if op == "add" else []
            self.fields["parent"].choices = [*standing, *section]
            self.fields["after"].choices = [("", _("at the end")), *standing]
        if op == "add":
            self.fields["title"].help_text = format_html(gettext("Without one it is called “{}”."), unnamed)
        if op == "replace":
            self.fields["rule"].required = False
            self.fields["rule"].or_another = True  # "the whole ruleset" is one of the choices
            self.fields["rule"].help_text = _("Where the words are.")
            self.fields["text"].label = _("Become")
            self.fields["text"].help_text = _("Left empty, the words are taken out.")
            self.fields["text"].widget = forms.Textarea(attrs={"rows": 3})
        if op in ("edit", "rename"):
            self.fields["rule"].widget = forms.HiddenInput()
        if op == "rename":
            self.fields["title"].required = True
            self.fields["title"].help_text = _("Tags such as [Rare] and [Active] are part of it.")
        if op == "step":
            self.fields["text"].label = _("What the admin does by hand")
            self.fields["text"].help_text = _("Shown to whoever enacts it, to be ticked off when it is done.")
        if op == "law":
            self.fields["text"].label = _("The law's document")
            self.fields["text"].help_text = _("TOML: the whole of it, as it is to be in force.")
        self._fill(op, law)

    @property
    def chosen(self) -> PlacedRule | None:
        """The rule that an edit or another title is for."""
        return self.by_key.get(str(self["rule"].value())) if "rule" in self.fields else None

    def _fill(self, op: str, law: str) -> None:
        """Put what the rule says now where it is to be changed."""
        if op == "law":
            self.initial.setdefault("text", law)
        elif self.chosen and op == "edit":
            self.initial.setdefault("text", self.chosen.row.text)
        elif self.chosen and op == "rename":
            self.initial.setdefault("title", self.chosen.row.title)

    def clean(self) -> None:
        after, parent = self.cleaned_data.get("after"), self.cleaned_data.get("parent")
        if after and parent and self.parents.get(after) != parent:
            self.add_error("after", _("That rule does not stand below the chosen one."))

    def as_change(self, base: str) -> dict[str, object]:
        """The change as `votables.changes.read_change` takes it. `base`: what the author saw, for the kinds that
        remember it."""
        data = self.cleaned_data
        change: dict[str, object] = {"op": self.change}
        for name in CHANGE_FIELDS[self.change]:
            change["text" if name == "status" else name] = data[name]
        if self.change in ("edit", "rename", "law"):
            change["base"] = base
        for name in {"text", "find"} & set(change):
            change[name] = str(change[name]).replace("\r\n", "\n")
        return {**change, **self.condition()}


def typed(change: Mapping[str, object]) -> dict[str, object]:
    """What a ChangeForm is filled with to write a stored change anew."""
    found = {name: item for name, item in change.items() if name not in ("op", "base", "when")}
    if change["op"] == "status":
        found["status"] = found.pop("text")
    return found | typed_condition(change)


def typed_condition(change: Mapping[str, object]) -> dict[str, object]:
    """What a ConditionForm is filled with to write a stored change anew."""
    when = change.get("when") or {}
    if not when:
        return {}
    named = {"post": "when_post", "status": "when_status", "words": "when_words", "least": "when_least"}
    found = {named[name]: when[name] for name in named if name in when}
    return found | {"when": when["kind"], "when_negated": when["negated"]}


def ask_what_is_gone(form: forms.BaseForm) -> None:
    """Where what was chosen once can be chosen no more, nothing is chosen, lest the first of the others be."""
    for name, field in form.fields.items():
        if type(field) is not forms.ChoiceField or not field.required:
            continue
        values = {str(value) for value, _label in field.choices}
        if str(form[name].value() or "") not in values:
            field.choices = [NOT_CHOSEN, *field.choices]


class FigureForm(ConditionForm):
    """One number or formula of the law, written otherwise."""

    number = forms.ChoiceField(label=_("Which number"))
    value = forms.CharField(
        max_length=LONGEST,
        label=_("Shall be"),
        help_text=_(
            "A whole number; where the law can compute one also a formula, such as n / 3 + 1 (rounded down)."
        ),
    )

    def __init__(self, *args, law: str, **kwargs):
        super().__init__(*args, auto_id="figure_%s", **kwargs)
        # Below the rules that they carry out: that of a quorum does not say itself what it is.
        by_rule: dict[str, list[tuple[str, str]]] = {}
        for one in figures(law) if law else ():
            with in_the_games_language():
                rule = said(one.rule)
            by_rule.setdefault(rule, []).append((one.name, f"{one.label}: {one.written}"))
        self.fields["number"].choices = [
            choice for rule, found in by_rule.items() for choice in ([(rule, found)] if rule else found)
        ]
