"""How what became of an enacted matter's changes is told: one by one, or several in one sentence where their kind has
one for them. No query."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from blognomic.i18n.stored_messages import with_messages

from .kind import ChangeKind, Told
from .registry import KINDS

# What an admin or a condition made of a change besides: such a one has a sentence of its own.
REMARKS: Final = frozenset({"condition", "merged", "corrected", "skipped"})
# Which kind tells some together (None: none), and what they have in common.
Group = tuple[ChangeKind | None, object]


def told_together(consequences: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What followed from one resolution, in its order, to be told one by one, each with the `places` of the changes of
    which it tells: those that their kind tells together are one, with its `sentence`. `as_carried`: it tells only that
    a change was carried out as it is, or where."""
    groups: dict[Group, list[Told]] = {}
    for place, each in enumerate(consequences):
        groups.setdefault(_group_of(dict(each), place, groups), []).append(dict(each))
    return [
        with_messages(
            {
                **alike[0],
                **({"sentence": kind.sentence(alike)} if kind is not None else {}),
                "places": [each["change"] for each in alike if "change" in each],
                "as_carried": _is_as_carried(alike[0]),
            }
        )
        for (kind, _common), alike in groups.items()
    ]


def _is_as_carried(one: Told) -> bool:
    """Whether nothing more is told than a change that was carried out, or the revision or update that did it."""
    if "change" in one:
        return "name" in one and not REMARKS & one.keys()
    return bool({"revision", "update"} & one.keys()) and not {"undone", "kept", "said"} & one.keys()


def _group_of(one: Told, place: int, before: Iterable[Group]) -> Group:
    """With which consequences one is told; where an admin or a condition made something of it, by itself."""
    for kind in KINDS:
        common = kind.told_with(one, [known for whose, known in before if whose is kind])
        if common is not None:
            return kind, place if REMARKS & one.keys() else common
    return None, place
