"""Carrying out what an enacted matter does to the types of official posts, and undoing it again.

Whether a step fits is asked before, in `votables.changes.post_types`; who acts is the admin who enacts. All of it is
told in the language of the game, since it is written down, and must run in a transaction, with the game locked.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from blognomic.web.errors import RuleBroken
from players.models import Player
from votables.changes.post_types import Instituted, Unmade, definition_of, merged
from votables.post_types.models import OfficialType

from . import official_posts

Told = dict[str, object]
REASON_LENGTH = 300


def institute(
    made: Iterable[Instituted],
    *,
    rules: Mapping[str, int],
    by: Player,
    at: datetime,
    why: str,
    link: str,
) -> list[dict[str, object]]:
    """Carry out the steps of an outcome, and answer what was done: what undoing it needs, and what people read of it.
    `rules` gives the keys of the rules that were made with it, by those that they have among the changes."""
    found: list[Told] = []
    acts = {"by": by, "at": at, "why": why[:REASON_LENGTH], "link": link}
    for one in made:
        step, definition = one.step, dict(one.becomes or {})
        if step.rule:
            definition["rule"] = rules[step.rule]
        if step.do == "define":
            type = official_posts.make(definition=definition, **acts)
        else:
            type = OfficialType.objects.get(pk=step.type)
            if one.becomes is None:
                official_posts.put_away(type=type, **acts)
            else:
                official_posts.remake(type=type, definition=definition, **acts)
        found.append({"official": step.do, "type": type.pk, "number": type.number, "said": one.said})
    return found


def revoke(consequence: Told, *, by: Player, at: datetime, why: str, link: str) -> Told:
    """Undo one thing that `institute` has done, as far as nothing that came later would be lost. Answers what was done,
    or why it is kept."""
    type = OfficialType.objects.get(pk=consequence["type"])
    acts = {"type": type, "by": by, "at": at, "why": why[:REASON_LENGTH], "link": link}
    do, number = consequence["official"], int(str(consequence["number"]))
    if do == "retire":
        return _bring_back(type, acts)
    if type.retired_at is not None:
        return {"kept": f"{type.plural} have been retired since, and stay so."}  # in English
    if do == "alter":
        return _as_before(type, number, acts)
    if type.number != number:
        return {"kept": f"{type.plural} have been defined otherwise since, and stay."}  # in English
    official_posts.put_away(**acts)
    return {"undone": f"{type.plural} are retired again"}  # in English


def reinstitute(
    consequence: Told, undone: Told, *, by: Player, at: datetime, why: str, link: str
) -> list[Told]:
    """Bring about again one thing that `institute` has done and `revoke` has `undone`: the same type, as the matter
    defined it. Answers what `institute` did, with the number that the definition has now."""
    type = OfficialType.objects.get(pk=consequence["type"])
    acts = {"type": type, "by": by, "at": at, "why": why[:REASON_LENGTH], "link": link}
    do = consequence["official"]
    if do == "define":
        told = _bring_back(type, acts)
    elif do == "retire":
        official_posts.put_away(**acts)
        told = {}
    else:
        told = _as_before(type, int(str(undone["number"])), acts)
    if "kept" in told:
        return [told]
    type.refresh_from_db()
    return [{**consequence, "number": type.number}]


def _bring_back(type: OfficialType, acts: dict[str, object]) -> Told:
    if type.retired_at is None:
        return {"kept": f"{type.plural} are in use again already."}  # in English
    try:
        official_posts.bring_back(**acts)
    except RuleBroken as broken:
        return {"kept": f"{type.plural} stay retired. {broken.sentence}"}  # in English
    return {"undone": f"{type.plural} are in use again"}  # in English


def _as_before(type: OfficialType, number: int, acts: dict[str, object]) -> Told:
    """Give a type the definition that it had before the one of this number, keeping what was changed since."""
    made, before = (definition_of(type.versions.get(number=which)) for which in (number, number - 1))
    try:
        back = merged(base=made, now=definition_of(type), wanted=before)
        if back == definition_of(type):
            return {"kept": f"{type.plural} are defined as before already."}  # in English
        official_posts.remake(definition=back, **acts)
    except (Unmade, RuleBroken) as refused:
        return {"kept": f"{type.plural} stay as they are defined now. {refused.sentence}"}  # in English
    return {"undone": f"{type.plural} are defined as before", "number": type.number}  # in English
