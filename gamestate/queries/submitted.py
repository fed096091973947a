"""Pages as they stood at the instants when matters were submitted, for the matters that return pages to that."""

from collections.abc import Collection
from datetime import datetime

from gamestate.models import Entry
from gamestate.queries.snapshot import plain_page
from gamestate.values.plans import OldPage


def pages_at(keys: Collection[str], instants: Collection[datetime]) -> dict[datetime, dict[str, OldPage]]:
    """The pages of these keys that there were at each of the instants (UTC), by instant and key.

    What was written at an instant stood at it. A page that was removed and made again under its key is the same page
    to whoever reads it, so the last entry about any of that key decides. Two queries, or none without keys.
    """
    if not keys or not instants:
        return {instant: {} for instant in instants}
    written = list(
        Entry.objects.filter(about=Entry.About.PAGE, page__key__in=keys, at__lte=max(instants))
        .order_by("pk")
        .values_list("pk", "page__key", "at")
    )
    last = {instant: {key: pk for pk, key, at in written if at <= instant} for instant in instants}
    needed = {pk for keys_of_entries in last.values() for pk in keys_of_entries.values()}
    entries = Entry.objects.select_related("page").in_bulk(needed)
    return {
        instant: {
            key: OldPage(plain_page(entries[pk].page, entries[pk].new, pk), entries[pk].at)
            for key, pk in keys_of_entries.items()
            if entries[pk].new is not None
        }
        for instant, keys_of_entries in last.items()
    }
