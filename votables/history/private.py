"""What an export leaves out of the gamestate, because it is not for everybody, or not yet.

Each function takes all rows of a table and an instant (UTC), and gives those that everybody may see at it, with what
nobody may see yet taken out of them. The rows are for writing down alone.
"""

from datetime import datetime

from django.db.models import QuerySet

from gamestate.models import Entry, Roll, SealedOrder, Sealing, SecretVersion, Seed, Undoing
from gamestate.private.opening import opened
from gamestate.services.seeds import is_revealed


def entries(rows: QuerySet[Entry], at: datetime) -> list[Entry]:
    """Without hidden values, also those of dynasties that are over: not even as what stood there before."""
    found = list(rows.filter(audience="all"))
    for entry in found:
        if entry.hidden:
            entry.old, entry.note, entry.refused = None, "", ""
    return found


def undoings(rows: QuerySet[Undoing], at: datetime) -> list[Undoing]:
    """Those of entries that are exported."""
    return list(rows.filter(entry__audience="all"))


def seeds(rows: QuerySet[Seed], at: datetime) -> list[Seed]:
    """The seeds of the days that are over, and the hashes of those on which dice have been rolled already; a site that
    goes on with the game draws the others anew."""
    rolled = set(Roll.objects.values_list("seed_hash", flat=True))
    found = []
    for seed in rows:
        if not is_revealed(seed.day, at=at):
            if seed.hash not in rolled:
                continue
            seed.secret = ""
        found.append(seed)
    return found


def secret_versions(rows: QuerySet[SecretVersion], at: datetime) -> list[SecretVersion]:
    """All hashes, with text and salt where they are revealed."""
    found = list(rows)
    for version in found:
        if version.revealed_at is None or version.revealed_at > at:
            version.text = version.salt = ""
            version.revealed_at = None
    return found


def sealed_orders(rows: QuerySet[SealedOrder], at: datetime) -> list[SealedOrder]:
    """All hashes, with text and salt where the orders have been opened."""
    since = {sealing.pk: opened(sealing, at) for sealing in Sealing.objects.all()}
    found = list(rows)
    for order in found:
        if since[order.sealing_id] is None:
            order.text = order.salt = ""
    return found
