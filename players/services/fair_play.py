"""Who controls several players, as admins record it: announced in public or only for admins, and taken back by
another word."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable
from blognomic.web.errors import RuleBroken, Stale
from blognomic.web.site_rules import SiteRule
from players.models import Player, SharedControl
from players.permissions import check_is_admin

from .roster import lock_game, log_act

REASON_LENGTH = 2_000


def words_on(players: Iterable[Player] | None = None) -> list[SharedControl]:
    """The last word on each pair of players, the latest first: of all, or of those with one of `players`. One query."""
    rows = SharedControl.objects.select_related("first", "second", "by").order_by("-pk")
    if players is not None:
        keys = [one.pk for one in players]
        rows = rows.filter(Q(first__in=keys) | Q(second__in=keys))
    last: dict[tuple[int, int], SharedControl] = {}
    for row in rows:
        last.setdefault((row.first_id, row.second_id), row)
    return list(last.values())


def announced_others(player: Player) -> list[Player]:
    """The players whom the same person controls and has said so in public, by name. One query."""
    return sorted(
        (
            word.second if word.first_id == player.pk else word.first
            for word in words_on([player])
            if word.is_one_person and word.announced
        ),
        key=lambda other: other.name_key,
    )


@transaction.atomic
def record(
    *, by: Player, at: datetime, one: Player, other: Player, is_one_person: bool, announced: bool, reason: str
) -> SharedControl:
    """As an admin, record that one person controls two players, or that this is not so after all.

    What was announced in public is in the public log of the admins; the rest is not. Raises RuleBroken for who is no
    admin, one and the same player and a reason that makes no sense, Stale when the last word says the same.
    """
    lock_game()
    by.refresh_from_db()
    check_is_admin(by, rule=SiteRule.FAIR_PLAY)
    check_keepable(reason)
    reason = reason.strip()
    if not reason or len(reason) > REASON_LENGTH:
        raise RuleBroken(
            _("Say why, in at most {most} characters.").format(most=thousands(REASON_LENGTH)), status=400
        )
    if one.pk == other.pk:
        raise RuleBroken(_("Choose two players."), status=400)
    first, second = sorted((one, other), key=lambda player: player.pk)
    last = SharedControl.objects.filter(first=first, second=second).order_by("-pk").first()
    if (last is not None and last.is_one_person) == is_one_person and (
        last is None or last.announced == announced
    ):
        raise Stale(_("It is already recorded like this. Nothing has changed."))
    was_public = last is not None and last.announced
    word = SharedControl.objects.create(
        first=first,
        second=second,
        is_one_person=is_one_person,
        announced=announced,
        at=at,
        by=by,
        reason=reason,
    )
    if announced or was_public:
        done = (
            gettext_noop("recorded that {name} and {other} are one person’s")
            if is_one_person
            else gettext_noop("recorded that {name} and {other} are not one person’s after all")
        )
        log_act(
            by=by,
            at=at,
            act="shared_control",
            sentence=StoredMessage(done, name=first, other=second),
            reason=reason if announced else "",
            link=first.get_absolute_url(),
        )
    return word
