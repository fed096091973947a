"""What people say of themselves."""

from datetime import datetime
from functools import cache
from zoneinfo import available_timezones

from django.db import transaction
from django.utils.translation import gettext as _

from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable
from blognomic.web.errors import RuleBroken
from players.courier import Courier
from players.models import Introduction, Player, Topic
from players.models.introductions import WORDS_LENGTH

from .roster import lock_game


@cache
def zones() -> tuple[str, ...]:
    """The time zones to choose from: places, by their names in the IANA database, which is looked through once."""
    return tuple(
        sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    )


@transaction.atomic
def introduce(*, by: Player, at: datetime, words: str, zone: str, courier: Courier) -> Introduction:
    """Say something of oneself on one's page, in Markdown, and in which time zone one lives; "" takes either away.
    Raises RuleBroken (400) for too many words and for what is no time zone."""
    check_keepable(words)
    words = words.strip()
    if len(words) > WORDS_LENGTH:
        most = thousands(WORDS_LENGTH)
        raise RuleBroken(_("Your text can have {most} characters at most.").format(most=most), status=400)
    if zone and zone not in zones():
        raise RuleBroken(_("Choose a time zone from the list."), status=400)
    lock_game(Topic.REST)
    html = courier.render(words, prefix=f"i{by.pk}", at=at) if words else ""
    facts = {"words": words, "html": html, "zone": zone, "changed_at": at}
    return Introduction.objects.update_or_create(player=by, defaults=facts)[0]
