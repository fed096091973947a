"""What people write when a matter is to change who plays or who holds an office."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from blognomic.i18n.dynasty_words import said
from players.models import NAME_LENGTH, Player, Standing
from votables.forms.changes import CONDITION_FIELDS, ConditionForm, typed_condition

from .steps import PARTS, WORDS_LENGTH

PREFIX: Final = "roster."
NOBODY: Final = ("0", _("nobody"))


class RosterForm(ConditionForm):
    """One step on the roster. Only the fields that its kind uses are there; whom it can be about are those for whom it
    would make sense now, or everybody where an earlier matter may change that."""

    player = forms.ChoiceField(label=_("Who"))
    name = forms.CharField(max_length=NAME_LENGTH, label=_("New name"))
    until = forms.DateTimeField(
        required=False,
        label=_("Until"),
        help_text=_("UTC, such as 2026-05-01 12:00. Empty: until another matter lifts it."),
        widget=forms.DateTimeInput(attrs={"placeholder": "2026-05-01 12:00"}),
    )
    why = forms.CharField(max_length=WORDS_LENGTH, label=_("Why"), help_text=_("Shown in public."))
    keep_rules = forms.BooleanField(required=False, label=_("The dynastic rules stay"))
    keep_tracked = forms.BooleanField(required=False, label=_("What is tracked stays"))

    field_order = ["op", "seen", "player", "name", "until", "why", "keep_rules", "keep_tracked"]

    def __init__(self, *args: Any, do: str, people: Iterable[Player], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.do = do
        keep = {"op", "seen", *PARTS[do], *CONDITION_FIELDS}
        for name in [name for name in self.fields if name not in keep]:
            del self.fields[name]
        if "player" in self.fields:
            known = [(str(one.pk), _called(one)) for one in people]
            self.fields["player"].choices = [NOBODY, *known] if do == "emperor" else known
        if do == "emperor":
            self.fields["player"].help_text = _("In an interregnum, this passes the mantle.")
        if do == "end-dynasty":
            self.fields["name"].label = _("Theme of the metadynasty")
            self.fields["name"].required = False
            self.fields["name"].max_length = WORDS_LENGTH

    def clean_until(self) -> datetime | None:
        until = self.cleaned_data["until"]
        return until.replace(tzinfo=UTC) if until and until.tzinfo is None else until

    def as_change(self) -> dict[str, object]:
        """The change as `votables.changes.change.read_change` takes it."""
        change: dict[str, object] = {"op": "roster", "do": self.do}
        for part in PARTS[self.do]:
            value = self.cleaned_data[part]
            if part == "player":
                value = int(value) or None
            elif part == "until":
                value = value.isoformat() if value else ""
            change[part] = value
        return {**change, **self.condition()}


def typed_step(change: Mapping[str, Any]) -> dict[str, object]:
    """What a RosterForm is filled with to write a stored change anew."""
    initial = {name: item for name, item in change.items() if name in PARTS[change["do"]]}
    if "player" in initial:
        initial["player"] = str(initial["player"] or NOBODY[0])
    if initial.get("until"):
        until = datetime.fromisoformat(initial["until"]).astimezone(UTC)
        initial["until"] = until.replace(tzinfo=None).isoformat(" ", "seconds").removesuffix(":00")
    return initial | typed_condition(change)


def _called(person: Player) -> str:
    if person.standing == Standing.ACTIVE:
        called = gettext("{name}, admin") if person.is_admin else "{name}"
    elif person.standing == Standing.IDLE:
        called = gettext("{name} (idle), admin") if person.is_admin else gettext("{name} (idle)")
    else:
        called = said(
            gettext("{name} (no player), admin") if person.is_admin else gettext("{name} (no player)")
        )
    return called.format(name=person.name)


def whom(do: str) -> list[Player]:
    """Whom a step of this kind can be about, players first, by name. One query, or none."""
    if "player" not in PARTS[do]:
        return []
    people = Player.objects.order_by("name_key")
    if do == "unmake-admin":
        people = people.filter(is_admin=True)
    elif do in ("make-admin", "remove", "emperor"):
        people = people.filter(standing__in=[Standing.ACTIVE, Standing.IDLE])
    elif do == "unbar":
        people = people.filter(bars__isnull=False).distinct()
    return sorted(people, key=lambda one: one.standing not in (Standing.ACTIVE, Standing.IDLE))
