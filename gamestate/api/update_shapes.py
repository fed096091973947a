"""Updates of the gamestate as the API tells them, as far as whoever asks may see them."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from ninja import Schema
from pydantic import Field

from blognomic.web.api import OpenOr, PathOf, read, worked_out
from gamestate.hidden import Viewer, viewer_of
from gamestate.models import Dispute, Update
from gamestate.queries.log import EntryShown, LogNames, UpdateShown, shown_updates
from gamestate.queries.log_files import change_told
from gamestate.views.asking import shared
from players.api import like, reader


class RollShort(Schema):
    """A roll as it stands with a comment or an update."""

    number: int
    roll: str = read("told", "Such as `2DICE6: 2, 5 (7)`.")


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


class DisputeOut(like(Dispute, "id kind at by why settled_at settled_by")):
    """A player's word that an update does not show the gamestate, or does although the tracker refused it."""

    outcome: OpenOr


class UpdateOut(like(Update, "id at by kind correction comment", of="update")):
    """An update of the gamestate with what it changed, as far as whoever asks may see it."""

    url: PathOf = read("update.get_absolute_url")
    link: PathOf = read("update.link", "Where it was made, if not on the tracker.")
    changes: list[ChangeOut] = worked_out(
        lambda shown: [_change(entry, shown.names) for entry in shown.entries]
    )
    hidden: int = Field(description="How many of its changes are hidden from whoever asks.")
    rolls: list[RollShort]
    actions: list[str] = worked_out(
        lambda shown: [str(taking.action) for taking in shown.takings if not taking.withdrawn_at]
    )
    disputes: list[DisputeOut]
    undoes: list[int]
    undone_by: list[int]


def viewing(request: HttpRequest) -> Viewer:
    """Who looks, as far as the token lets them see what is hidden."""
    return viewer_of(reader(request), at=request.at, present=shared(request))


def _change(entry: EntryShown, names: LogNames) -> dict[str, Any]:
    change = change_told(entry, names)
    return {**change, "before": change["old"], "after": change["new"]}


def shown_to(request: HttpRequest, rows: Sequence[Update]) -> list[UpdateShown]:
    """Updates with all that whoever asks may see of them. Eight queries, however many."""
    return shown_updates(rows, viewing(request), most=None, whole=True)


def shown_anew(request: HttpRequest, update: Update) -> UpdateShown:
    """One update, as far as whoever asks may see it."""
    (shown,) = shown_to(request, [update])
    return shown
