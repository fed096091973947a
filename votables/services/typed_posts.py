"""Types of official posts, which posts are of a type, and which comments respond to them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.text.outside import check_keepable
from blognomic.web.errors import RuleBroken, Stale
from gamestate.leave import LeaveGiver
from gamestate.models import Update
from gamestate.queries.undoing import turned, with_nothing_left
from gamestate.services import undoing
from players.models import Player
from players.services.roster import lock_game, log_act
from ruleset.models import Rule, RuleVersion
from ruleset.queries import law_in_force
from votables.models import Category, Comment, Post
from votables.permissions.defining import POST_TYPES, check_may_define_now
from votables.post_types.models import (
    DEFINITION,
    OfficialPost,
    OfficialResponse,
    OfficialType,
    OfficialTypeVersion,
)
from votables.post_types.requirements import (
    check_may_post,
    check_still_told,
    rule_of,
    type_told,
    why_no_response,
)
from votables.post_types.type_definitions import definition_of, key_of, tidied


@transaction.atomic
def define(*, by: Player, at: datetime, why: str = "", **definition: Any) -> OfficialType:
    """As an admin or the emperor, define a type as the rules do. The title of a Story Post says its type.

    `definition` are the fields of a definition.

    Raises RuleBroken for anybody but an admin and the emperor, for a definition that is not complete, or names a rule
    or special case that there is not, and for a name or mark that another type has.
    """
    lock_game()
    check_may_define_now(by, at=at, what=POST_TYPES)
    _check_named(definition, {}, at=at)
    return make(definition=definition, by=by, at=at, why=why)


def make(
    *, definition: Mapping[str, Any], by: Player, at: datetime, why: str, link: str = ""
) -> OfficialType:
    """Define a type, whoever asks for it; `link` leads to what says so. The game is locked. Raises RuleBroken as
    `define` does."""
    made = OfficialType(made_at=at, by=by, **_checked(definition))
    made.key = key_of(made.name)
    _check_free(made)
    _save(made, by=by, at=at, why=why)
    link = link or made.get_absolute_url()
    done = StoredMessage(gettext_noop("defined {types}"), types=made.plural)
    log_act(by=by, at=at, act="define", sentence=done, reason=why, link=link)
    return made


@transaction.atomic
def amend(
    *, official_type: OfficialType, seen: int, by: Player, at: datetime, why: str, **definition: Any
) -> OfficialType:
    """As an admin or the emperor, change a type to what the rules now say. Open posts stay open.

    They close when they said they would.

    `seen` is the number of the definition that `by` had before them: raises Stale when there is a newer one, RuleBroken
    as `define` does, and without a reason.
    """
    lock_game()
    check_may_define_now(by, at=at, what=POST_TYPES)
    type = _live(official_type)
    if type.number != seen:
        raise Stale(_("Somebody changed this definition since you opened it. Nothing was saved."))
    if not why.strip():
        raise RuleBroken(_("Say why: name the matter or rule that says it differently now."), status=400)
    _check_named(definition, definition_of(type), at=at)
    return remake(type=type, definition=definition, by=by, at=at, why=why)


def remake(
    *, type: OfficialType, definition: Mapping[str, Any], by: Player, at: datetime, why: str, link: str = ""
) -> OfficialType:
    """Define a live type otherwise, whoever asks for it; see `make`."""
    for name, value in _checked({**definition_of(type), **definition}).items():
        setattr(type, name, value)
    type.number += 1
    _check_free(type)
    _save(type, by=by, at=at, why=why)
    link = link or type.get_absolute_url()
    done = StoredMessage(gettext_noop("redefined {types}"), types=type.plural)
    log_act(by=by, at=at, act="amend", sentence=done, reason=why, link=link)
    return type


@transaction.atomic
def retire(*, official_type: OfficialType, by: Player, at: datetime) -> OfficialType:
    """As an admin or the emperor, retire a type that the rules no longer define. Its open posts can still be answered
    and ended. Raises RuleBroken for others, Stale when it is retired already."""
    lock_game()
    check_may_define_now(by, at=at, what=POST_TYPES)
    return put_away(type=_live(official_type), by=by, at=at)


def put_away(*, type: OfficialType, by: Player, at: datetime, why: str = "", link: str = "") -> OfficialType:
    """Retire a live type, whoever asks for it; see `make`."""
    type.retired_at = at
    type.save(update_fields=["retired_at"])
    link = link or type.get_absolute_url()
    done = StoredMessage(gettext_noop("retired {types}"), types=type.plural)
    log_act(by=by, at=at, act="retire", sentence=done, reason=why, link=link)
    return type


def retire_all_but(keep: Collection[int], *, at: datetime, made: Update | None) -> None:
    """Retire the types of a dynasty that has ended, but those of these keys, with the update (`made`) that retires what
    was tracked: undoing that lets them be posted again. The game is locked."""
    live = OfficialType.objects.filter(retired_at__isnull=True).exclude(pk__in=keep)
    live.update(retired_at=at, retired_by=made)


@transaction.atomic
def undo(*, leave: LeaveGiver, updates: Sequence[Update], at: datetime, **arguments: Any) -> Update:
    """Undo updates as `gamestate.services.undoing.undo` does, and with one that began a dynasty what it did to the
    types of official posts: those come back that it retired, but where another has the name or mark by now."""
    made = undoing.undo(leave=leave, updates=updates, at=at, **arguments)
    for update in with_nothing_left(updates):
        for keys, back in turned(update):
            types = OfficialType.objects.filter(retired_by__in=keys)
            if back:
                revive_types(types.filter(retired_at__isnull=False).order_by("-retired_at", "-pk"))
            else:
                types.filter(retired_at__isnull=True).update(retired_at=at)
    return made


def revive_types(types: Iterable[OfficialType]) -> None:
    """Let types be posted again that were retired with their dynasty, but those of which another has the name or mark
    by now. The game is locked."""
    for type in types:
        if _namesake(type) is None:
            type.retired_at = None
            type.save(update_fields=["retired_at"])


def bring_back(*, type: OfficialType, by: Player, at: datetime, why: str, link: str) -> OfficialType:
    """Let a retired type be in use again. Raises RuleBroken when another has its name or mark by now."""
    _check_free(type)
    type.retired_at = None
    type.save(update_fields=["retired_at"])
    done = StoredMessage(gettext_noop("brought {types} back"), types=type.plural)
    log_act(by=by, at=at, act="restore", sentence=done, reason=why, link=link)
    return type


def recognise(post: Post, *, at: datetime) -> OfficialPost | None:
    """Make a Story Post whose title says a type an official post of it, at its publication at `at` or when it becomes a
    Story Post; the game is locked. Raises RuleBroken when the type's conditions are not met, with its rule, and for an
    official post that would cease to be one. One query for others."""
    if (official := _official(post)) is not None:
        check_still_told(official, post)
        return official
    type = type_told(post.title, _types()) if post.category == Category.STORY else None
    if type is None:
        return None
    check_may_post(type, post, at=at)
    closes = at + timedelta(hours=type.lasts_hours) if type.lasts_hours else None
    return OfficialPost.objects.create(post=post, type=type, opened_at=at, closes_at=closes)


def recognise_edited(post: Post) -> None:
    """Hold an edited post to what it is: raises RuleBroken when an official one would lose its mark, or another gain
    one, because only what is posted as such is of a type. Two queries at most."""
    if (official := _official(post)) is not None:
        check_still_told(official, post)
        return
    if post.category == Category.STORY and (type := type_told(post.title, _types())) is not None:
        raise RuleBroken(
            _(
                "An edit cannot make a post one of the {types}. Post it again with “{mark}” in its title."
            ).format(types=type.plural, mark=type.example.strip()),
            rule=rule_of(type),
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
        comment=comment, official=official, player=comment.author, valid=not reason, reason=reason
    )


def _official(post: Post) -> OfficialPost | None:
    return OfficialPost.objects.select_related("type").filter(post=post.pk).first()


def _types() -> list[OfficialType]:
    return list(OfficialType.objects.filter(retired_at__isnull=True))


def _live(type: OfficialType) -> OfficialType:
    live = OfficialType.objects.get(pk=type.pk)
    if live.retired_at is not None:
        raise Stale(_("{types} have been retired.").format(types=live.plural))
    return live


def _checked(definition: Mapping[str, Any]) -> dict[str, Any]:
    """The definition, whole and with its texts tidied. Raises RuleBroken for what makes none, or names no rule."""
    checked = tidied(definition)
    if checked["rule"] is not None and not Rule.objects.filter(pk=checked["rule"]).exists():
        raise RuleBroken(_("There is no such rule."), status=400)
    return checked


def _check_named(definition: Mapping[str, Any], kept: Mapping[str, Any], *, at: datetime) -> None:
    """Raise RuleBroken for a rule that does not stand, or a special case that the law in force does not know, unless it
    is `kept`. A query for each of the two that is named."""
    rule, case = (
        definition.get(name) if definition.get(name) != kept.get(name) else None
        for name in ("rule", "special_case")
    )
    if rule is not None and not RuleVersion.objects.filter(rule=rule, until__isnull=True).exists():
        raise RuleBroken(_("There is no such rule."), status=400)
    if case and case not in law_in_force(at).special_cases:
        raise RuleBroken(_("The law in force knows no such special case."), status=400)


def _check_free(type: OfficialType) -> None:
    if (name := _namesake(type)) is not None:
        sentence = {
            "name": _("There is a type with the name “{value}” already."),
            "mark": _("There is a type with the mark “{value}” already."),
        }[name]
        raise RuleBroken(sentence.format(value=getattr(type, name)), status=409)


def _namesake(type: OfficialType) -> str | None:
    """What a live type has in common with this one that no two may, its name or its mark; None for none."""
    live = OfficialType.objects.filter(retired_at__isnull=True).exclude(pk=type.pk)
    if live.filter(Q(name__iexact=type.name) | Q(key=type.key)).exists():
        return "name"
    return "mark" if live.filter(mark__iexact=type.mark).exists() else None


def _save(type: OfficialType, *, by: Player, at: datetime, why: str) -> None:
    check_keepable(why)
    if len(why) > 300:
        raise RuleBroken(_("A reason has at most 300 characters."), status=400)
    type.save()
    OfficialTypeVersion.objects.create(
        type=type,
        number=type.number,
        at=at,
        by=by,
        why=why.strip(),
        **{name: getattr(type, name) for name in DEFINITION},
    )
