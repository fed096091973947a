"""What the official posts of a dynasty expect of its emperor, and by when."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet, Subquery

from blognomic.database.together import together
from players.models import Dynasty, Player
from players.present import Present
from votables.permissions.typed_posts import may_end
from votables.queries.emperor_desk import Keeping, keeping, kept_by

from .models import Ender, OfficialPost
from .queries import Stand, stand_of
from .requirements import ends_from


@dataclass(frozen=True, slots=True)
class OfficialDuty:
    """An official post that is the emperor's to end, or to report on: how it stands, and since or from when that is
    expected (UTC), if the rules say so."""

    official: OfficialPost
    stand: Stand
    expected: datetime | None

    @property
    def is_ended(self) -> bool:
        """Whether only its ending action has yet to be reported."""
        return self.official.ended_at is not None


def duties_and_keeping(emperor: Player, present: Present) -> tuple[list[OfficialDuty], Keeping]:
    """What the emperor has to end or to report on now, and what they keep, for them alone. Two queries, besides those
    of the tracker."""
    called, secrets, typed_posts = together(*kept_by(emperor, present.at), _of_now())
    return _duties(typed_posts, emperor, present.at), keeping(called, secrets, present)


def _of_now() -> QuerySet[OfficialPost]:
    """Official posts of this dynasty."""
    since = Subquery(Dynasty.objects.newest_first().values("started_at")[:1])
    of_now = OfficialPost.objects.visible().filter(opened_at__gte=since)
    return of_now.select_related("type", "post__author").order_by("opened_at", "pk")


def _duties(typed_posts: Iterable[OfficialPost], emperor: Player, at: datetime) -> list[OfficialDuty]:
    """Those that are the emperor's to end, or that they ended and have not reported on in full, the most urgent
    first."""
    duties = []
    for one in typed_posts:
        if one.ended_at is not None:
            mine = emperor.pk in (one.ended_by_id, one.post.author_id)
            if mine and len(one.done) < len(one.type.steps):
                duties.append(OfficialDuty(one, stand_of(one, at), one.ended_at))
        elif one.type.may_end != Ender.PLAYERS and may_end(one.type, one.post, by=emperor, emperor=emperor):
            duties.append(OfficialDuty(one, stand_of(one, at), one.closes_at or ends_from(one)))
    return sorted(duties, key=lambda duty: (duty.expected is None, duty.expected or duty.official.opened_at))
