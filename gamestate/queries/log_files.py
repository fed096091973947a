"""The log of updates for other programs, as far as somebody may see it: made a few updates at a time, so that a long
log takes no more memory than a short one. It is told in the language of the game, whoever asks for it."""

import json
from collections.abc import Iterable, Iterator

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.text.instants import format_instant
from gamestate.hidden import Viewer
from gamestate.models import Dispute, Entry, Update
from gamestate.queries.exporting import csv_lines
from gamestate.queries.log import EntryShown, LogQuestion, UpdateShown, key_of, shown_updates, updates

FORMAT = "blognomic-log/1"
CHUNK, CHANGES = 300, 1_000  # updates, and changes of theirs, that are read at once
COLUMNS = (
    "update", "at", "by", "kind", "correction", "comment", "link", "disputed", "undoes", "undone by", "dice",
    "actions", "hidden", "about", "key", "what", "whose", "old", "new", "change", "typed", "note", "refused",
    "this undone by",
)  # fmt: skip


def log_as_csv(question: LogQuestion, viewer: Viewer) -> Iterator[str]:
    """The updates that are asked for as lines of CSV, in the order of their numbers: a line for each change, or one for
    an update without any that the viewer may see. A dozen queries for CHUNK updates, or for fewer that have CHANGES."""
    yield from csv_lines([COLUMNS])
    for shown in _in_chunks(question, viewer):
        update = shown.update
        head = (
            update.pk,
            format_instant(update.at),
            str(update.by or ""),
            update.kind,
            "yes" if update.correction else "",
            update.in_english,
            update.link,
            "yes" if shown.open_disputes else "",
            _numbers(shown.undoes),
            _numbers(shown.undone_by),
            "; ".join(roll.told for roll in shown.rolls),
            "; ".join(shown.actions),
            shown.hidden,
        )
        entries: list[EntryShown | None] = [*shown.entries] or [None]
        yield from csv_lines((*head, *_cells(entry)) for entry in entries)


def log_as_json(question: LogQuestion, viewer: Viewer) -> Iterator[str]:
    """The updates that are asked for as the parts of a JSON document, in the order of their numbers. Queries as for
    `log_as_csv`."""
    yield f'{{"format": "{FORMAT}", "updates": ['
    for place, shown in enumerate(_in_chunks(question, viewer)):
        with in_the_games_language():
            document = _told(shown)
        yield (",\n" if place else "\n") + json.dumps(document, ensure_ascii=False)
    yield "\n]}\n"


def _in_chunks(question: LogQuestion, viewer: Viewer) -> Iterator[UpdateShown]:
    """The updates with everything that belongs to them."""
    changes = (
        Entry.objects.filter(update=OuterRef("pk")).order_by().values("update").values(number=Count("pk"))
    )
    rows = updates(question, viewer).order_by("pk").annotate(changes=Coalesce(Subquery(changes), 0))
    last, is_more = 0, True
    while is_more and (chunk := list(rows.filter(pk__gt=last)[:CHUNK])):
        last, is_more = chunk[-1].pk, len(chunk) == CHUNK
        for few in _few_at_a_time(chunk):
            with in_the_games_language():
                shown = shown_updates(few, viewer, most=None, whole=True, at=question.as_of)
            yield from shown


def _few_at_a_time(chunk: Iterable[Update]) -> Iterator[list[Update]]:
    """The updates (with the number of their `changes`) in groups that have no more than CHANGES, or are one alone."""
    few: list[Update] = []
    for one in chunk:
        if few and sum(each.changes for each in (*few, one)) > CHANGES:
            yield few
            few = []
        few.append(one)
    if few:
        yield few


def _cells(shown: EntryShown | None) -> tuple[str, ...]:
    """The cells of a change, from "about" on; all empty without one."""
    if shown is None:
        return ("",) * (len(COLUMNS) - COLUMNS.index("about"))
    entry = shown.entry
    whose = shown.whose if shown.is_value else ""
    cells = (entry.about, key_of(entry), shown.what, whose, shown.old, shown.new, shown.sentence)
    return (*cells, entry.typed, entry.note.in_english, entry.refused.in_english, _numbers(shown.undone_by))


def _numbers(updates: list[int] | tuple[int, ...]) -> str:
    return " ".join(map(str, updates))


def _told(shown: UpdateShown) -> dict[str, object]:
    update = shown.update
    return {
        "number": update.pk,
        "at": format_instant(update.at),
        "by": update.by.name if update.by else None,
        "kind": update.kind,
        "correction": update.correction,
        "comment": update.in_english,
        "link": update.link or None,
        "disputes": [_dispute(each) for each in shown.disputes],
        "undoes": shown.undoes,
        "undone_by": shown.undone_by,
        "dice": [{"number": roll.number, "roll": roll.told} for roll in shown.rolls],
        "actions": [
            {
                "name": str(taking.action),
                "withdrawn": format_instant(taking.withdrawn_at) if taking.withdrawn_at else None,
            }
            for taking in shown.takings
        ],
        "hidden": shown.hidden,
        "result": _result(shown),
        "changes": shown.changes,
    }


def _result(shown: UpdateShown) -> dict[str, object] | None:
    """What came of a move that not everybody sees, where the viewer does."""
    if shown.result is None:
        return None
    result = shown.result
    return {"comment": result.comment, "answers": dict(result.answers), "dice": list(result.rolls)}


def _dispute(dispute: Dispute) -> dict[str, object]:
    return {
        "kind": dispute.kind,
        "by": dispute.by.name,
        "at": format_instant(dispute.at),
        "why": dispute.why.in_english,
        "outcome": dispute.outcome or "open",
        "settled": format_instant(dispute.settled_at) if dispute.settled_at else None,
        "settled_by": dispute.settled_by.name if dispute.settled_by else None,
        "link": dispute.link or None,
    }
