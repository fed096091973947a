"""The database into a file."""

import hashlib
import json
import zipfile
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.core.serializers import jsonl
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from blognomic.commands.progress import Tell
from blognomic.database.snapshots import one_state
from blognomic.transfer.whole_files import OWNER_ALONE, clear, whole_file
from blognomic.web.errors import RuleBroken
from players.models import Game

from . import FORMAT, MANIFEST
from .database_tables import columns, tables, versions

CHUNK = 1000
# What a zip says of each member; the instant of the backup is in the manifest.
NO_TIME = (1980, 1, 1, 0, 0, 0)


def save(path: Path, *, at: datetime, over: bool = False, tell: Tell | None = None) -> dict[str, Any]:
    """Write the whole game, as it is at one moment, to a file that its owner alone may read. Answers the manifest; `at`
    (UTC) is what it says of when. The site may go on meanwhile. The file is there whole or not at all.

    Raises RuleBroken (409) when there is such a file already and it is not to be written `over`, or no game has been
    founded; OSError when it cannot be written.
    """
    if path.exists() and not over:
        raise RuleBroken(f"There is a file {path.name} already.", status=409)
    clear(path.parent)
    with one_state(), whole_file(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        if not is_founded():
            raise RuleBroken("No game has been founded on this site yet.", status=409)
        written = {model._meta.label: _write(archive, model, tell) for model in tables()}
        manifest = {
            "format": FORMAT,
            "made_at": at.isoformat(),
            "migrations": versions(),
            "tables": written,
        }
        archive.writestr(_member(MANIFEST), json.dumps(manifest, indent=1) + "\n")
    return manifest


def is_founded() -> bool:
    """Whether there is a game that can be saved."""
    return "players" in versions() and Game.objects.exists()


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, NO_TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = OWNER_ALONE << 16
    return info


def _write(archive: zipfile.ZipFile, model: type[models.Model], tell: Tell | None) -> dict[str, Any]:
    """One table as a member. Answers what the manifest says of it."""
    label = model._meta.label
    rows = model._base_manager.order_by("pk")
    whole = rows.count() if tell is not None else 0
    with archive.open(_member(f"{label}.jsonl"), "w", force_zip64=True) as member:
        lines = _Lines(member, label, whole, tell)
        Serializer().serialize(
            rows.iterator(chunk_size=CHUNK),
            stream=lines,
            fields=columns(model),
            cls=Exactly,
            sort_keys=True,
        )
    return {"rows": lines.rows, "bytes": lines.bytes, "sha256": lines.digest.hexdigest()}


class Exactly(DjangoJSONEncoder):
    """Instants with all their digits, of which Django's own encoder keeps three."""

    def default(self, value: Any) -> Any:
        return value.isoformat() if isinstance(value, datetime) else super().default(value)


class Serializer(jsonl.Serializer):
    """Django's, which writes a line at once: in pieces it takes many times as long."""

    def end_object(self, obj: models.Model) -> None:
        self.stream.write(json.dumps(self.get_dump_object(obj), **self.json_kwargs) + "\n")
        self._current = None


class _Lines:
    """Where lines are written, counted and hashed."""

    def __init__(self, member: IO[bytes], label: str, whole: int, tell: Tell | None) -> None:
        self.member, self.label, self.whole, self.tell = member, label, whole, tell
        self.rows = self.bytes = 0
        self.digest = hashlib.sha256()

    def write(self, line: str) -> None:
        """Write one line."""
        if self.tell is not None and self.rows % CHUNK == 0:
            self.tell(self.label, self.rows, self.whole)
        content = line.encode()
        self.member.write(content)
        self.digest.update(content)
        self.rows += 1
        self.bytes += len(content)

    def getvalue(self) -> None:
        """Nothing: it has been written already."""
