"""Carrying out what an enacted matter does to the types of official posts, and undoing it again.

Whether a step fits is asked before, in `votables.changes.post_types`; who acts is the admin who enacts. All of it is
told in the language of the game, since it is written down, and must run in a transaction, with the game locked.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
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
        return {
            "kept": StoredMessage(
                gettext_noop("{types} have been retired since, and stay so."), types=type.plural
            )
        }
    if do == "alter":
        return _as_before(type, number, acts)
    if type.number != number:
        return {
            "kept": StoredMessage(
                gettext_noop("{types} have been defined otherwise since, and stay."), types=type.plural
            )
        }
    official_posts.put_away(**acts)
    return _undone(type, gettext_noop("{types} are retired again"))


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


def _kept(type: OfficialType, words: str, **places: object) -> Told:
    return {"kept": StoredMessage(words, types=type.plural, **places)}


def _undone(type: OfficialType, words: str) -> Told:
    return {"undone": StoredMessage(words, types=type.plural)}


def _bring_back(type: OfficialType, acts: dict[str, object]) -> Told:
    if type.retired_at is None:
        return _kept(type, gettext_noop("{types} are in use again already."))
    try:
        official_posts.bring_back(**acts)
    except RuleBroken as broken:
        return {
            "kept": StoredMessage(
                gettext_noop("{types} stay retired. {why}"), types=type.plural, why=broken.sentence
            )
        }
    return _undone(type, gettext_noop("{types} are in use again"))


def _as_before(type: OfficialType, number: int, acts: dict[str, object]) -> Told:
    """Give a type the definition that it had before the one of this number, keeping what was changed since."""
    made, before = (definition_of(type.versions.get(number=which)) for which in (number, number - 1))
    try:
        back = merged(base=made, now=definition_of(type), wanted=before)
        if back == definition_of(type):
            return {
                "kept": StoredMessage(
                    gettext_noop("{types} are defined as before already."), types=type.plural
                )
            }
        official_posts.remake(definition=back, **acts)
    except (Unmade, RuleBroken) as refused:
        return {
            "kept": StoredMessage(
                gettext_noop("{types} stay as they are defined now. {why}"),
                types=type.plural,
                why=refused.sentence,
            )
        }
    return {
        "undone": StoredMessage(gettext_noop("{types} are defined as before"), types=type.plural),
        "number": type.number,
    }
