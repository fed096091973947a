"""A file into an empty database. Whatever is wrong with it is said in a sentence, and then nothing has been changed."""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any

from django.core.serializers.base import DeserializationError
from django.core.serializers.python import Deserializer
from django.db import DatabaseError, connection, models, transaction

from blognomic.commands.progress import Tell
from blognomic.database.sequences import go_on_after_keys
from blognomic.web.errors import RuleBroken
from players.models import Game, Player

from . import FORMAT, MANIFEST
from .database_tables import columns, tables, versions

BATCH = 500
PIECE = 1 << 20
LARGEST_MANIFEST = 1 << 20
LARGEST_LINE = 1 << 28  # characters; the facts of a resolution are the longest of all
Manifest = dict[str, Any]


class UnfitBackup(RuleBroken):
    """Why a file is no backup that can be restored here."""

    def __init__(self, sentence: str):
        super().__init__(sentence, status=400)


def restore(path: Path, *, tell: Tell | None = None) -> Manifest:
    """Make the game in a backup that of this site, whose database must be migrated and empty, in one transaction.
    Answers the manifest.

    Raises RuleBroken (409) when there is a game here, or anything else of one, and UnfitBackup for a file that is no
    backup, cut short, altered, or of another version of the program; OSError when it cannot be read.
    """
    here = versions()
    if "votables" not in here:
        raise RuleBroken("This database has no tables yet. Call `manage.py migrate` first.", status=409)
    with path.open("rb") as file:
        try:
            with zipfile.ZipFile(file) as archive, transaction.atomic():
                _refuse_unless_empty()
                manifest = _manifest(archive, here)
                for model in tables():
                    _check(archive, model, manifest["tables"][model._meta.label], tell)
                for model in tables():
                    _read(archive, model, manifest["tables"][model._meta.label], tell)
                connection.check_constraints()
                go_on_after_keys(tables())
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
            raise UnfitBackup("This file is no backup, or it was cut short.") from None
        except (DatabaseError, OverflowError) as error:
            raise UnfitBackup(f"What is in this file does not fit together: {error}") from None
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # whoever plans queries should know that the tables are not empty any more
    return manifest


def _refuse_unless_empty() -> None:
    models: list[Any] = [Game, Player, *tables()]
    for model in models:
        if model._base_manager.exists():
            raise RuleBroken(
                f"There is a game in this database, or a part of one ({model._meta.verbose_name_plural}). A backup is"
                " only restored into an empty database, so that nothing is lost.",
                status=409,
            )


# -- the manifest


def _manifest(archive: zipfile.ZipFile, here: dict[str, str]) -> Manifest:
    """What the file says of itself. Raises UnfitBackup when it says another thing than this program would."""
    names = archive.namelist()
    if MANIFEST not in names or archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
        raise UnfitBackup("This file is no backup: it has no manifest.")
    try:
        manifest = json.loads(archive.read(MANIFEST))
    except (ValueError, RecursionError):
        raise UnfitBackup("This file is no backup: its manifest cannot be read.") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise UnfitBackup(f"This file is no backup of the form {FORMAT}.")
    _check_versions(manifest.get("migrations"), here)
    _check_tables(manifest.get("tables"))
    if sorted(names) != sorted([MANIFEST, *(f"{label}.jsonl" for label in manifest["tables"])]):
        raise UnfitBackup("This file holds other things than its manifest says.")
    return manifest


def _check_versions(made_with: Any, here: dict[str, str]) -> None:
    if not isinstance(made_with, dict):
        raise UnfitBackup("The manifest does not say with which version of the program this backup was made.")
    for app in sorted({*made_with, *here}):
        if made_with.get(app) != here.get(app):
            raise UnfitBackup(
                f"This backup was made with another version of the program ({app}: {made_with.get(app)}, and here"
                f" {here.get(app)}). Restore it with that version, and migrate then."
            )


def _check_tables(manifests: Any) -> None:
    labels = {model._meta.label for model in tables()}
    if not isinstance(manifests, dict) or manifests.keys() != labels:
        raise UnfitBackup("The manifest does not name the tables that a backup has.")
    for label, one in manifests.items():
        is_right = (
            isinstance(one, dict)
            and one.keys() == {"rows", "bytes", "sha256"}
            and all(type(one[name]) is int and one[name] >= 0 for name in ("rows", "bytes"))
        )
        if not is_right:
            raise UnfitBackup(f"The manifest does not say what {label} holds.")


# -- the tables


def _check(
    archive: zipfile.ZipFile, model: type[models.Model], manifest: Manifest, tell: Tell | None
) -> None:
    """Raise UnfitBackup unless a table's member is what the manifest says, byte for byte."""
    label = model._meta.label
    digest, size = hashlib.sha256(), 0
    with archive.open(f"{label}.jsonl") as member:
        while piece := member.read(PIECE):
            digest.update(piece)
            size += len(piece)
            if size > manifest["bytes"]:
                break
            if tell is not None:
                tell(f"checking {label}", size, manifest["bytes"])
    if (size, digest.hexdigest()) != (manifest["bytes"], manifest["sha256"]):
        raise UnfitBackup(f"The table {label} in this file has been altered since the backup was made.")


def _read(archive: zipfile.ZipFile, model: type[models.Model], manifest: Manifest, tell: Tell | None) -> None:
    """Write the rows of a table into the database. Raises UnfitBackup for what are no rows of it."""
    label = model._meta.label
    done = 0
    with archive.open(f"{label}.jsonl") as member:
        rows = _rows(model, member)
        while batch := list(islice(rows, BATCH)):
            # The manager of Django's own making: that of dice refuses nothing here, but others may in time.
            models.QuerySet(model).bulk_create(batch)
            done += len(batch)
            if tell is not None:
                tell(label, done, manifest["rows"])
    if done != manifest["rows"]:
        raise UnfitBackup(
            f"The table {label} has {done} rows in this file, and the manifest says {manifest['rows']}."
        )


def _rows(model: type[models.Model], member: IO[bytes]) -> Iterator[models.Model]:
    """The rows of a table, as Django's deserializer reads them. Raises UnfitBackup for what are none."""
    try:
        for made in Deserializer(_values(model, member)):
            if type(made.object) is not model or made.object.pk is None:
                raise UnfitBackup(f"A row of {model._meta.label} in this file is none of that table.")
            yield made.object
    except (DeserializationError, ValueError, AttributeError, TypeError, RecursionError) as error:
        raise UnfitBackup(f"A row of {model._meta.label} in this file cannot be read: {error}") from None


def _values(model: type[models.Model], member: IO[bytes]) -> Iterator[dict[str, Any]]:
    column_names = set(columns(model))
    for line in _lines(member):
        value = json.loads(line)
        if value.keys() != {"model", "pk", "fields"} or value["fields"].keys() != column_names:
            raise ValueError("it has other columns")
        yield value


def _lines(member: IO[bytes]) -> Iterator[str]:
    while line := member.readline(LARGEST_LINE):
        if not line.endswith(b"\n"):
            raise UnfitBackup("A line of this file has no end.")
        yield line.decode("utf-8", errors="strict")
