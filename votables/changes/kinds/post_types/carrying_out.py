"""Carrying out what an enacted matter does to the types of official posts, and undoing it again.

Whether a step fits is asked before, in `steps` beside it; who acts is the admin who enacts. All of it is
told in the language of the game, since it is written down, and must run in a transaction, with the game locked.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.web.errors import RuleBroken
from ruleset.queries import revision_at, tree_after
from votables.changes.apply import ChangesOutcome
from votables.changes.kind import Told
from votables.post_types.models import OfficialType
from votables.post_types.type_definitions import definition_of
from votables.services import typed_posts

from .steps import PostTypeOutcome, Unmade, merged

REASON_LENGTH = 300


def carry_out_steps(made: Sequence[PostTypeOutcome], outcome: ChangesOutcome, **acts: Any) -> list[Told]:
    """Carry out what an outcome does to the types (`made`), once its rules are made."""
    consequences: list[Told] = []
    rules = _new_rules(outcome, acts["at"]) if made else {}
    acts = _shortened(acts)
    for one in made:
        step, definition = one.step, dict(one.becomes or {})
        if step.rule:
            definition["rule"] = rules[step.rule]
        if step.do == "define":
            type = typed_posts.make(definition=definition, **acts)
        else:
            type = OfficialType.objects.get(pk=step.type)
            if one.becomes is None:
                typed_posts.put_away(type=type, **acts)
            else:
                typed_posts.remake(type=type, definition=definition, **acts)
        consequences.append({"official": step.do, "type": type.pk, "number": type.number, "said": one.said})
    return consequences


def _new_rules(outcome: ChangesOutcome, at: datetime) -> dict[str, int]:
    """The keys that new rules of an outcome have in the ruleset, now that it says what the outcome does, by those that
    they have among the changes. Two queries."""
    last = revision_at(at)
    standing = tree_after(last.pk if last else None)
    pairs = zip(outcome.after.tree.walk(), standing.walk(), strict=True)
    return {was.key: int(now.key) for was, now in pairs if not was.key.isdecimal()}


def _shortened(acts: dict[str, Any]) -> dict[str, Any]:
    return {**acts, "why": acts["why"][:REASON_LENGTH]}


def undo_step(consequence: Told, **acts: Any) -> list[Told]:
    """Undo one thing that `carry_out_steps` has done, as far as nothing that came later would be lost. Answers what was
    done, or why it is kept."""
    type = OfficialType.objects.get(pk=consequence["type"])
    return [_revoked(type, consequence["official"], int(consequence["number"]), _shortened(acts))]


def _revoked(type: OfficialType, do: str, number: int, acts: dict[str, Any]) -> Told:
    if do == "retire":
        return _bring_back(type, acts)
    if type.retired_at is not None:
        return {
            "kept": StoredMessage(
                gettext_noop("{types} have since been retired, and stay so."), types=type.plural
            )
        }
    if do == "alter":
        return _as_before(type, number, acts)
    if type.number != number:
        return {
            "kept": StoredMessage(
                gettext_noop("{types} have since been redefined, and stay so."), types=type.plural
            )
        }
    typed_posts.put_away(type=type, **acts)
    return _undone(type, gettext_noop("{types} are retired again"))


def redo_step(consequence: Told, answer: Told, **acts: Any) -> list[Told]:
    """Bring about again one thing that `carry_out_steps` has done and `undo_step` has undone: the same type, as the
    matter defined it. Answers what `carry_out_steps` did, with the number that the definition has now."""
    type = OfficialType.objects.get(pk=consequence["type"])
    acts, do = _shortened(acts), consequence["official"]
    if do == "define":
        answers = _bring_back(type, acts)
    elif do == "retire":
        typed_posts.put_away(type=type, **acts)
        answers = {}
    else:
        answers = _as_before(type, int(answer["number"]), acts)
    if "kept" in answers:
        return [answers]
    type.refresh_from_db()
    return [{**consequence, "number": type.number}]


def _kept(type: OfficialType, words: str, **places: object) -> Told:
    return {"kept": StoredMessage(words, types=type.plural, **places)}


def _undone(type: OfficialType, words: str) -> Told:
    return {"undone": StoredMessage(words, types=type.plural)}


def _bring_back(type: OfficialType, acts: dict[str, Any]) -> Told:
    if type.retired_at is None:
        return _kept(type, gettext_noop("{types} are in use again already."))
    try:
        typed_posts.bring_back(type=type, **acts)
    except RuleBroken as broken:
        return {
            "kept": StoredMessage(
                gettext_noop("{types} stay retired. {why}"), types=type.plural, why=broken.sentence
            )
        }
    return _undone(type, gettext_noop("{types} are in use again"))


def _as_before(type: OfficialType, number: int, acts: dict[str, Any]) -> Told:
    """Give a type the definition that it had before the one of this number, keeping what was changed since."""
    made, before = (definition_of(type.versions.get(number=which)) for which in (number, number - 1))
    try:
        back = merged(base=made, now=definition_of(type), target=before)
        if back == definition_of(type):
            return {
                "kept": StoredMessage(
                    gettext_noop("{types} are defined as before already."), types=type.plural
                )
            }
        typed_posts.remake(type=type, definition=back, **acts)
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
