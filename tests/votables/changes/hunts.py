"""Changes of the types of official posts, for tests."""

from votables.post_types.models import OfficialType
from votables.post_types.type_definitions import definition_of

HUNT = {"name": "Hunt", "plural": "Hunts", "mark": "Hunt"}


def new(**definition: object) -> dict[str, object]:
    return {"op": "official", "do": "define", "definition": {**HUNT, **definition}}


def alter(type: OfficialType, **parts: object) -> dict[str, object]:
    base = definition_of(OfficialType.objects.get(pk=type.pk))
    change = {"op": "official", "do": "alter", "type": type.pk}
    return {**change, "base": base, "definition": {**base, **parts}}


def retire(type: OfficialType) -> dict[str, object]:
    return {"op": "official", "do": "retire", "type": type.pk}


def live() -> dict[str, OfficialType]:
    return {one.name: one for one in OfficialType.objects.filter(retired_at__isnull=True)}
