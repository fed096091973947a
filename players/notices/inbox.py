"""What pages read of a person's own notices, and admins of webhooks."""

from dataclasses import dataclass

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from players.models import Notice, NoticeSettings, Player, Webhook, WebhookCall
from players.notices.notice_kinds import KINDS, How, how_of, is_pushed

PAGE = 40
LATEST_CALLS = 8


def unread_of(player: int) -> Coalesce:
    """How many unread notices the player of that key has: an expression for any query that a page makes anyway."""
    unread = Notice.objects.filter(to=player, read_at__isnull=True).order_by()
    return Coalesce(Subquery(unread.values("to").annotate(number=Count("pk")).values("number")), 0)


def inbox_of(player: Player, *, unread_only: bool) -> QuerySet[Notice]:
    """The player's notices, the latest first."""
    mine = Notice.objects.filter(to=player)
    return (mine.filter(read_at__isnull=True) if unread_only else mine).order_by("-at", "-pk")


@dataclass(frozen=True, slots=True)
class NoticeChoices:
    """How a person hears of each kind, at which hour their daily e-mail goes, in which language e-mails are written,
    the latest notice whose letter was given up, if it was not long ago, whether e-mails hold links that vote, which
    kinds are pushed to their devices, and between which hours nothing is."""

    by_kind: dict[str, How]
    digest_hour: int
    language: str
    trouble: Notice | None
    votes_by_letter: bool
    pushed: list[str]
    quiet_from: int | None
    quiet_until: int | None


def choices_of(player: Player) -> NoticeChoices:
    """The same in two queries."""
    own = NoticeSettings.objects.filter(player=player).first() or NoticeSettings(player=player)
    trouble = Notice.objects.filter(to=player).exclude(problem="").order_by("-at", "-pk").first()
    return NoticeChoices(
        {kind: how_of(own.choices, kind) for kind in KINDS},
        own.digest_hour,
        own.spoken,
        trouble,
        own.votes_by_letter,
        [kind for kind in KINDS if is_pushed(own.pushed, kind)],
        own.quiet_from,
        own.quiet_until,
    )


def webhooks() -> list[Webhook]:
    """The webhooks that are not removed, each with its `latest` calls, newest first. Two queries."""
    rows = list(Webhook.objects.kept().select_related("made_by").order_by("pk"))
    latest = WebhookCall.objects.filter(webhook=OuterRef("webhook")).order_by("-at", "-pk")
    calls = WebhookCall.objects.filter(webhook__in=rows, pk__in=Subquery(latest.values("pk")[:LATEST_CALLS]))
    calls_by_webhook: dict[int, list[WebhookCall]] = {row.pk: [] for row in rows}
    for call in calls.order_by("-at", "-pk"):
        calls_by_webhook[call.webhook_id].append(call)
    for row in rows:
        row.latest = calls_by_webhook[row.pk]
    return rows
