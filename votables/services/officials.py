"""Types of official posts, which posts are of a type, and which comments respond to them."""

from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify

from players.errors import RuleBroken, Stale
from players.models import Player
from players.services import lock_game, log_act
from players.texts import check_keepable
from ruleset.models import Rule
from votables.models import Category, Comment, Post
from votables.official_models import (
    DEFINITION,
    NAME_LENGTH,
    WORDS_LENGTH,
    Form,
    OfficialPost,
    OfficialResponse,
    OfficialType,
    OfficialTypeVersion,
)
from votables.official_rules import check_may_post, check_still_told, rule_of, type_told, why_no_response

RULE = "Event Types"
TEXTS = ("body_has", "post_words", "response_words", "end_words", "ending_action")


@transaction.atomic
def define(*, by: Player, at: datetime, why: str = "", **definition: Any) -> OfficialType:
    """Define a type as the rules do; `definition` are the fields of a definition.

    Raises RuleBroken for anybody but an admin, for a definition that is not complete, and for a name or mark that
    another type has.
    """
    lock_game()
    _check_admin(by)
    made = OfficialType(made_at=at, by=by, **_checked(definition))
    made.key = slugify(made.name)[:NAME_LENGTH].strip("-_") or "type"
    made.group = made.group or made.key
    _check_free(made)
    _save(made, by=by, at=at, why=why)
    log_act(
        by=by,
        at=at,
        act="define",
        sentence=f"defined {made.plural}",
        reason=why,
        link=made.get_absolute_url(),
    )
    return made


@transaction.atomic
def amend(
    *, type: OfficialType, seen: int, by: Player, at: datetime, why: str, **definition: Any
) -> OfficialType:
    """Define a type otherwise. Posts that are open stay so, and close when they said they would.

    `seen` is the number of the definition that `by` had before them: raises Stale when there is a newer one, RuleBroken
    as `define` does, and without a reason.
    """
    lock_game()
    _check_admin(by)
    type = _live(type)
    if type.number != seen:
        raise Stale("This definition has been changed since you opened it. Nothing was saved.")
    if not why.strip():
        raise RuleBroken("Say why: which matter or rule has it otherwise now.", status=400)
    for name, value in _checked(definition).items():
        setattr(type, name, value)
    type.group = type.group or type.key
    type.number += 1
    _check_free(type)
    _save(type, by=by, at=at, why=why)
    log_act(
        by=by,
        at=at,
        act="amend",
        sentence=f"redefined {type.plural}",
        reason=why,
        link=type.get_absolute_url(),
    )
    return type


@transaction.atomic
def retire(*, type: OfficialType, by: Player, at: datetime) -> OfficialType:
    """Say that the rules define the type no more. What was posted as such can still be answered and ended. Raises
    RuleBroken for anybody but an admin, Stale when it is retired already."""
    lock_game()
    _check_admin(by)
    type = _live(type)
    type.retired_at = at
    type.save(update_fields=["retired_at"])
    log_act(by=by, at=at, act="retire", sentence=f"retired {type.plural}", link=type.get_absolute_url())
    return type


def recognise(post: Post, *, at: datetime) -> OfficialPost | None:
    """Make a Story Post whose title says a type an official post of it, at its publication at `at` or when it becomes a
    Story Post; the game is locked. Raises RuleBroken when the type's conditions are not met, with its rule, and for an
    official post that would cease to be one. One query for others."""
    if (held := _official(post)) is not None:
        check_still_told(held, post)
        return held
    found = type_told(post.title, _types()) if post.category == Category.STORY else None
    if found is None:
        return None
    check_may_post(found, post, at=at)
    closes = at + timedelta(hours=found.lasts_hours) if found.lasts_hours else None
    return OfficialPost.objects.create(post=post, type=found, opened_at=at, closes_at=closes)


def recognise_edited(post: Post) -> None:
    """Hold an edited post to what it is: raises RuleBroken when an official one would lose its mark, or another gain
    one, because only what is posted as such is of a type. Two queries at most."""
    if (held := _official(post)) is not None:
        check_still_told(held, post)
        return
    if post.category == Category.STORY and (found := type_told(post.title, _types())) is not None:
        raise RuleBroken(
            f"An edit cannot make a post one of the {found.plural}. Post it anew with “{found.example.strip()}” in its"
            " title.",
            rule=rule_of(found),
        )


def weigh(comment: Comment) -> OfficialResponse | None:
    """Weigh a new comment as a response, once; None on a post that is none of these, or not open any more: such a
    comment can never be a response. The game is locked. One query for others."""
    if comment.post.category != Category.STORY:
        return None
    official = OfficialPost.objects.select_related("type", "post").filter(post=comment.post_id).first()
    if official is None or not official.is_open(comment.at):
        return None
    reason = why_no_response(comment, official, at=comment.at)
    return OfficialResponse.objects.create(
        comment=comment, official=official, player=comment.author, valid=not reason, reason=reason[:300]
    )


def _official(post: Post) -> OfficialPost | None:
    return OfficialPost.objects.select_related("type").filter(post=post.pk).first()


def _types() -> list[OfficialType]:
    return list(OfficialType.objects.filter(retired_at__isnull=True))


def _live(type: OfficialType) -> OfficialType:
    found = OfficialType.objects.get(pk=type.pk)
    if found.retired_at is not None:
        raise Stale(f"{found.plural} have been retired.")
    return found


def _check_admin(by: Player) -> None:
    by.refresh_from_db()
    if not by.acts_as_admin:
        raise RuleBroken("Only an admin may define types of official posts.", rule=RULE)


def _checked(definition: dict[str, Any]) -> dict[str, Any]:
    """The definition with its texts tidied. Raises RuleBroken for what makes no definition."""
    if unknown := definition.keys() - set(DEFINITION):
        raise TypeError(f"no part of a definition: {sorted(unknown)}")
    told = {name: value.strip() if isinstance(value, str) else value for name, value in definition.items()}
    told |= {name: " ".join(told[name].split()) for name in ("name", "plural", "mark") if name in told}
    check_keepable(*(value for value in told.values() if isinstance(value, str)))
    made = OfficialType(**told)
    try:
        made.clean_fields(exclude=["key", "made_at", "by", "retired_at", "number"])
    except ValidationError as error:
        name, words = next(iter(error.message_dict.items()))
        raise RuleBroken(f"{name.replace('_', ' ').capitalize()}: {' '.join(words)}", status=400) from None
    if any(len(told.get(name, "")) > WORDS_LENGTH for name in TEXTS):
        raise RuleBroken(f"A text of a definition has at most {WORDS_LENGTH:,} characters.", status=400)
    if made.response in (Form.BEGINS, Form.CONTAINS, Form.EXACT) and not made.response_text:
        raise RuleBroken("The Response Format lacks its words.", rule=RULE, status=400)
    if any(sign in made.mark for sign in "[]:"):
        raise RuleBroken("The words in titles are given without brackets and colons.", status=400)
    if any(len(outcome) > NAME_LENGTH for outcome in made.outcomes):
        raise RuleBroken(f"An outcome has at most {NAME_LENGTH} characters.", status=400)
    if made.rule is not None and not Rule.objects.filter(pk=made.rule).exists():
        raise RuleBroken("There is no such rule.", status=400)
    return told


def _check_free(type: OfficialType) -> None:
    live = OfficialType.objects.filter(retired_at__isnull=True).exclude(pk=type.pk)
    for name in ("name", "mark"):
        value = getattr(type, name)
        if (
            live.filter(**{f"{name}__iexact": value}).exists()
            or name == "name"
            and live.filter(key=type.key).exists()
        ):
            raise RuleBroken(f"There is a type with the {name} “{value}” already.", status=409)


def _save(type: OfficialType, *, by: Player, at: datetime, why: str) -> None:
    check_keepable(why)
    if len(why) > 300:
        raise RuleBroken("A reason has at most 300 characters.", status=400)
    type.save()
    OfficialTypeVersion.objects.create(
        type=type,
        number=type.number,
        at=at,
        by=by,
        why=why.strip(),
        **{name: getattr(type, name) for name in DEFINITION},
    )
