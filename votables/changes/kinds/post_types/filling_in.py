"""Writing a change of a matter on the types of official posts: which type, then how the rules define it."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from blognomic.i18n.dynasty_words import said
from blognomic.web.errors import RuleBroken
from gamestate.forms.rules import rule_choices
from votables.changes.apply import ChangesOutcome
from votables.changes.kind import ChangeInWriting
from votables.changes.rule_places import rule_places
from votables.forms.changes import ConditionForm
from votables.forms.post_types import DefinitionForm
from votables.post_types.models import DEFINITION, OfficialType, OfficialTypeVersion
from votables.post_types.presets import PRESETS, definition_from
from votables.post_types.type_definitions import definition_of

PREFIX: Final = "official."
FROM_NOTHING: Final = "new"


def add_post_type_change(writing: ChangeInWriting) -> HttpResponse:
    """The form for one step on the types of official posts, which new rules of the changes before it may define."""
    do, path, stored = writing.op.removeprefix(PREFIX), writing.path, writing.old or {}
    if stored and not path:
        path = str(stored.get("type", FROM_NOTHING))
    offered = _choices(do)
    if path not in dict(offered):
        return writing.shown("votables/choose_thing.html", choices=offered)
    type = None if do == "define" else OfficialType.objects.get(pk=int(path))
    old = stored if stored.get("type") == (type.pk if type else None) else {}
    form = _form(writing.request, do, path, type, writing.outcome(), old)
    condition = ConditionForm(writing.data, initial=writing.initial)
    base = writing.data.get("base", "") if writing.data is not None else str(type.number if type else 0)
    return writing.answer(
        "votables/typed_posts/change_form.html",
        condition,
        lambda: {**_change(do, type, form, base, old.get("base")), **condition.condition()},
        *([form] if form is not None else []),
        form=form,
        path=path,
        about=type.plural if type else "",
        base=base,
        condition=condition,
        condition_fields=condition.condition_fields,
    )


def _choices(do: str) -> list[tuple[str, str]]:
    """What a step of this kind can be about: for a new type what its definition begins with, else the types in use."""
    if do == "define":
        shipped = ((key, f"{one.definition['plural']}: {said(_(one.about))}") for key, one in PRESETS.items())
        return [(FROM_NOTHING, _("An empty definition")), *shipped]
    live = OfficialType.objects.filter(retired_at__isnull=True)
    return [(str(one.pk), one.plural) for one in live]


def _form(
    request: HttpRequest,
    do: str,
    path: str,
    type: OfficialType | None,
    outcome: ChangesOutcome,
    old: Mapping[str, Any],
) -> DefinitionForm | None:
    """The form of the definition, which says what the `old` change gave where there is one; None where a step gives
    none."""
    if do == "retire":
        return None
    docket = request.frame.docket_or_none
    if old:
        initial = _typed(old)
    else:
        initial = definition_of(type) if type else definition_from(PRESETS.get(path), at=request.at)
    new = [(place.key, place.label) for place in rule_places(outcome) if place.is_new]
    form = DefinitionForm(
        request.POST if request.method == "POST" else None,
        initial=initial,
        rules=[*rule_choices(request.at, request.present), *new],
        cases=sorted(docket.law.special_cases) if docket else [],
    )
    del form.fields["why"]
    return form


def _typed(change: Mapping[str, Any]) -> dict[str, Any]:
    """What the form of a definition is filled with to write a stored change anew."""
    definition = change["definition"]
    return {**definition, "rule": change.get("rule") or definition["rule"]}


def _change(
    do: str,
    type: OfficialType | None,
    form: DefinitionForm | None,
    base: str,
    first_seen: dict[str, Any] | None,
) -> dict[str, object]:
    """The change as `votables.changes.change.read_change` takes it. `first_seen`: the definition that its author saw
    when they first wrote it. Raises RuleBroken when they saw none."""
    change: dict[str, object] = {"op": "official", "do": do}
    if type is not None:
        change["type"] = type.pk
    if form is not None:
        definition = {name: form.cleaned_data[name] for name in DEFINITION}
        if isinstance(definition["rule"], str):
            change["rule"], definition["rule"] = definition["rule"], None
        change["definition"] = definition
    if do == "alter" and first_seen:
        change["base"] = first_seen
    elif do == "alter":
        number = int(base) if base.isascii() and base.isdigit() and len(base) < 9 else 0
        seen = OfficialTypeVersion.objects.filter(type=type, number=number).first()
        if seen is None:
            raise RuleBroken(_("It was never defined like that."), status=400)
        change["base"] = definition_of(seen)
    return change
