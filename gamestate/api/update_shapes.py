"""Updates of the gamestate as the API tells them, as far as whoever asks may see them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from ninja import Schema
from pydantic import Field

from blognomic.web.api.shapes import url_of
from gamestate.hidden import Viewer, viewer_of
from gamestate.models import Dispute, Update
from gamestate.queries.log import EntryShown, LogNames, UpdateShown, names_in, shown_updates
from gamestate.queries.log_files import change_told
from gamestate.views.asking import shared
from players.api.auth import reader
from players.api.people import Who, who


class RollShort(Schema):
    """A roll as it stands with a comment or an update."""

    number: int
    roll: str = Field(description="Such as `2DICE6: 2, 5 (7)`.")


class ChangeOut(Schema):
    """One thing before and after an update."""

    about: str
    key: str
    what: str
    whose: str | None
    before: Any
    after: Any
    typed: str
    note: str
    refused: str | None = Field(description="Why the tracker would have refused it.")
    undone_by: list[int]


class DisputeOut(Schema):
    """A player's word that an update does not show the gamestate, or does although the tracker refused it."""

    id: int
    kind: str
    by: Who
    at: datetime
    why: str
    outcome: str
    settled_at: datetime | None
    settled_by: Who | None


class UpdateOut(Schema):
    """An update of the gamestate with what it changed, as far as whoever asks may see it."""

    id: int
    url: str
    at: datetime
    by: Who | None
    kind: str
    correction: bool
    comment: str
    link: str
    changes: list[ChangeOut]
    hidden: int = Field(description="How many of its changes are hidden from whoever asks.")
    rolls: list[RollShort]
    actions: list[str]
    disputes: list[DisputeOut]
    undoes: list[int]
    undone_by: list[int]


def viewing(request: HttpRequest) -> Viewer:
    """Who looks, as far as the token lets them see what is hidden."""
    return viewer_of(reader(request), at=request.at, present=shared(request))


def _change(entry: EntryShown, names: LogNames) -> dict[str, Any]:
    told = change_told(entry, names)
    return {**told, "before": told["old"], "after": told["new"]}


def told_dispute(one: Dispute) -> dict[str, Any]:
    return {
        "id": one.pk,
        "kind": one.kind,
        "by": who(one.by),
        "at": one.at,
        "why": one.why.in_english,
        "outcome": one.outcome or "open",
        "settled_at": one.settled_at,
        "settled_by": who(one.settled_by),
    }


def told_of(rows: Sequence[Update], viewer: Viewer) -> list[dict[str, Any]]:
    """Updates with all that the viewer may see of them. Eight queries, however many."""
    shown = shown_updates(rows, viewer, most=None, whole=True)
    names = names_in(entry.entry for one in shown for entry in one.entries)

    def told(one: UpdateShown) -> dict[str, Any]:
        update = one.update
        return {
            "id": update.pk,
            "url": url_of(update.get_absolute_url()),
            "at": update.at,
            "by": who(update.by),
            "kind": update.kind,
            "correction": update.correction,
            "comment": update.comment,
            "link": url_of(update.link),
            "changes": [_change(entry, names) for entry in one.entries],
            "hidden": one.hidden,
            "rolls": [{"number": roll.number, "roll": roll.told} for roll in one.rolls],
            "actions": [str(taking.action) for taking in one.takings if not taking.withdrawn_at],
            "disputes": [told_dispute(each) for each in one.disputes],
            "undoes": one.undoes,
            "undone_by": one.undone_by,
        }

    return [told(one) for one in shown]


def told_anew(request: HttpRequest, update: Update) -> dict[str, Any]:
    (told,) = told_of([update], viewing(request))
    return told
