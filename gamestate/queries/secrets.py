"""What pages read of secrets. What is private leaves this module for its keeper alone."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, QuerySet, Subquery

from gamestate.models import Handover, Secret, SecretVersion
from gamestate.private.hashing import hashed_text
from players.models import Player


@dataclass(frozen=True, slots=True)
class VersionShown:
    """A version of a secret as one viewer sees it: `text`, `salt` and `hashed`, the exact characters that were hashed
    and how many bytes they are, are None for whom it is none of their business."""

    pk: int
    number: int
    at: datetime
    algorithm: str
    algorithm_name: str
    hash: str
    revealed_at: datetime | None
    text: str | None = None
    salt: str | None = None
    hashed: str | None = None
    size: int | None = None


def public_secrets() -> QuerySet[Secret]:
    """All secrets, those of the newest dynasty first, with the hash that stands (`hash`, since `since`), how many
    versions there are (`number`) and how many are revealed (`revealed`). It reads no text and no salt."""
    last = SecretVersion.objects.filter(secret=OuterRef("pk")).order_by("-at", "-pk")
    return (
        Secret.objects.select_related("player", "dynasty")
        .annotate(
            hash=Subquery(last.values("hash")[:1]),
            since=Subquery(last.values("at")[:1]),
            number=Count("versions"),
            revealed=Count("versions__revealed_at"),
        )
        .order_by("-dynasty__started_at", "player__name_key", "name", "pk")
    )


def versions_for(secret: Secret, viewer: Player | None, *, at: datetime) -> list[VersionShown]:
    """The versions of a secret, newest first, as `viewer` sees them (None: somebody not signed in). One query."""
    is_keeper = viewer is not None and viewer.pk == secret.player_id
    rows = list(secret.versions.order_by("at", "pk"))
    versions = []
    for number, row in enumerate(rows, start=1):
        shown = is_keeper or row.revealed_at is not None and row.revealed_at <= at
        content = hashed_text(row.text, row.salt)
        versions.append(
            VersionShown(
                pk=row.pk,
                number=number,
                at=row.at,
                algorithm=row.algorithm,
                algorithm_name=row.get_algorithm_display(),
                hash=row.hash,
                revealed_at=row.revealed_at,
                text=row.text if shown else None,
                salt=row.salt if shown else None,
                hashed=content if shown else None,
                size=len(content.encode()) if shown else None,
            )
        )
    return versions[::-1]


def handovers_of(secret: Secret) -> list[Handover]:
    """Who handed the secret to whom, in order. One query."""
    return list(secret.handovers.select_related("giver", "taker").order_by("at", "pk"))
