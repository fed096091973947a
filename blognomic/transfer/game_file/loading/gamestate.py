"""What an import makes from the log of the tracker: how everything stands, and the HTML of what is written in it."""

from collections.abc import Iterable
from datetime import datetime

from blognomic.text import prose
from blognomic.web.errors import RuleBroken
from gamestate.models import Cell, Entry, Page, Sealing, Update
from gamestate.rendering import render

BATCH = 500


def render_updates(updates: Iterable[Update]) -> None:
    """Give the updates, which are not stored yet, the HTML of their comments."""
    for update in updates:
        if update.comment:
            update.html = _html(update.comment, prefix=f"u{update.pk}", at=update.at)


def render_sealings(sealings: Iterable[Sealing]) -> None:
    """The same for what calls for sealed orders say."""
    for sealing in sealings:
        if sealing.description:
            sealing.html = _html(sealing.description, prefix=f"s{sealing.pk}", at=sealing.made_at)


def settle(pages: Iterable[Page], entries: Iterable[Entry]) -> None:
    """Let values and pages, all stored by now, stand as their last entries say."""
    cells: dict[tuple[int, int | None, int | None], Cell] = {}
    last: dict[int, Entry] = {}
    written: dict[int, Entry] = {}
    for entry in sorted(entries, key=lambda entry: entry.pk):
        if entry.about == Entry.About.VALUE:
            whose = entry.variable_id, entry.player_id, entry.row_id
            cells[whose] = Cell(
                variable_id=whose[0], player_id=whose[1], row_id=whose[2], value=entry.new, last=entry
            )
        elif entry.about == Entry.About.PAGE:
            last[entry.page_id] = entry
            if entry.new is not None:
                written[entry.page_id] = entry
    Cell.objects.bulk_create(cells.values(), batch_size=BATCH)
    rows = list(pages)
    for page in rows:
        page.last = last.get(page.pk)
        if page.pk in written:
            page.html = _html(page.text, prefix=f"g{page.pk}", at=written[page.pk].at)
    Page.objects.bulk_update(rows, ["last", "html"], batch_size=100)


def _html(text: str, *, prefix: str, at: datetime) -> str:
    try:
        return render(text, prefix=prefix, at=at)
    except RuleBroken:
        return prose.as_typed(text)
