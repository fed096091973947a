"""A table of proposals (CSV), read with suspicion: what can be used, and a sentence on every row that cannot.

The columns are found by their names: title, proposer, postedDate, status, admin, closedDate, lifespan (hours),
comments and dynasty. No database, no clock.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import StringIO

from blognomic.web.errors import RuleBroken
from players.names import check_name_form
from votables.models import TITLE_LENGTH

LARGEST = 100_000_000  # bytes
MOST_COMMENTS = 2_000
MOST_DYNASTIES = 9_999
EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
COLUMNS = (
    "title",
    "proposer",
    "postedDate",
    "status",
    "admin",
    "closedDate",
    "lifespan",
    "comments",
    "dynasty",
)
# What a table calls a status, and what it is here.
STATUSES = {
    "enacted": "enacted",
    "failed": "failed",
    "vetoed": "failed",
    "illegal": "illegal",
    "open": "pending",
    "pending": "pending",
}
NOBODY = {"", "?", "-"}
MONTHS = {
    name: number
    for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1)
}
DATE = re.compile(r"(\d{1,2}) ([A-Za-z]{3})[a-z]* (\d{4}) (\d{2}):(\d{2}):(\d{2})", re.ASCII)


class UnreadableTable(ValueError):
    """The table as a whole is of no use; the message says why."""


@dataclass(frozen=True, slots=True)
class MatterRow:
    """A matter as the table has it. `line` is where its row begins; `admin` is "" where nobody is named, `resolved`
    None exactly while it is pending."""

    line: int
    title: str
    proposer: str
    posted: datetime
    status: str
    vetoed: bool
    admin: str
    resolved: datetime | None
    comments: int
    dynasty: int


@dataclass(frozen=True, slots=True)
class RowRemark:
    """Something to be said of the row that begins in a line."""

    line: int
    sentence: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class ProposalTable:
    """The rows in the order of posting; `problems` says of each row that is left out why, `notes` what was taken
    otherwise than it stands."""

    rows: tuple[MatterRow, ...]
    problems: tuple[RowRemark, ...]
    notes: tuple[RowRemark, ...]


class _Unusable(ValueError):
    """A row cannot be used; the message is the sentence that says why."""


def read(content: bytes, *, now: datetime) -> ProposalTable:
    """The rows of the table, as of `now` (UTC): what is dated later is left out.

    Raises UnreadableTable for what is too long, in UTF-16, or has not the columns.
    """
    records = _records(_text(content))
    places = _places(next(records, (1, [])))
    rows: list[MatterRow] = []
    problems: list[RowRemark] = []
    notes: list[RowRemark] = []
    seen: dict[tuple[str, ...], int] = {}
    for line, cells in records:
        try:
            if isinstance(cells, str):
                raise _Unusable(cells)
            if len(cells) != len(places):
                raise _Unusable(f"it has {len(cells)} cells, and the heading has {len(places)}.")
            row, remarks = _row(line, {name: cells[place] for name, place in places.items()}, now)
            first = seen.setdefault(tuple(cells), line)
            if first != line:
                raise _Unusable(f"it is the same as line {first}.")
        except _Unusable as unusable:
            problems.append(RowRemark(line, str(unusable)))
            continue
        rows.append(row)
        notes += [RowRemark(line, sentence) for sentence in remarks]
    rows.sort(key=lambda row: row.posted)
    return ProposalTable(tuple(rows), tuple(problems), tuple(notes))


def read_lengths(content: bytes) -> tuple[dict[int, int], tuple[RowRemark, ...]]:
    """How many days each dynasty lasted, by its number, from a table of two columns without a heading; and what is
    wrong with the lines that are left out. Raises UnreadableTable as `read` does."""
    lengths: dict[int, int] = {}
    problems: list[RowRemark] = []
    for line, cells in _records(_text(content)):
        try:
            if isinstance(cells, str) or len(cells) != 2:
                raise _Unusable("it has not two cells.")
            number, days = _number(cells[0], "dynasty", MOST_DYNASTIES), _number(cells[1], "length", 36_500)
            if number in lengths:
                raise _Unusable(f"dynasty {number} stands there twice.")
            lengths[number] = days
        except _Unusable as unusable:
            problems.append(RowRemark(line, str(unusable)))
    return lengths, tuple(problems)


def _text(content: bytes) -> str:
    if len(content) > LARGEST:
        raise UnreadableTable(f"It is longer than {LARGEST:,} bytes.")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableTable("It is in UTF-16. Save it as UTF-8.")
    # Bytes that are no UTF-8 are kept as lone surrogates, so that only the cells with such are in doubt.
    return content.decode("utf-8-sig", errors="surrogateescape")


def _records(text: str) -> Iterator[tuple[int, list[str] | str]]:
    """Each row that is not blank with the line it begins in: its cells, or what is wrong with it."""
    reader = csv.reader(StringIO(text, newline=""))
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield line, f"a cell has more than {csv.field_size_limit():,} characters, or cannot be read."
            continue
        if any(cell.strip() for cell in cells):
            yield line, cells


def _places(heading: tuple[int, list[str] | str]) -> Mapping[str, int]:
    """Where each column stands. Raises UnreadableTable when one is missing, or there twice."""
    cells = [cell.strip() for cell in heading[1]] if isinstance(heading[1], list) else []
    if missing := [name for name in COLUMNS if name not in cells]:
        raise UnreadableTable(f"Its first line does not name these columns: {', '.join(missing)}.")
    if twice := [name for name in COLUMNS if cells.count(name) > 1]:
        raise UnreadableTable(f"Its first line names {twice[0]} twice.")
    return {cell or f"({place})": place for place, cell in enumerate(cells)}


def _row(line: int, cells: Mapping[str, str], now: datetime) -> tuple[MatterRow, list[str]]:
    """The row of these cells, and what is to be noted of it. Raises _Unusable."""
    notes: list[str] = []
    texts = {name: _cleaned(cells[name], name, notes) for name in COLUMNS}
    title, word = texts["title"], texts["status"].lower()
    if not title:
        raise _Unusable("it has no title.")
    if len(title) > TITLE_LENGTH:
        raise _Unusable(f"its title has {len(title):,} characters; this site holds at most {TITLE_LENGTH}.")
    if word not in STATUSES:
        raise _Unusable(f"its status is {_shown(texts['status'])}, not one of {', '.join(STATUSES)}.")
    if texts["proposer"] in NOBODY:
        raise _Unusable("it does not say who proposed it.")
    posted = _instant(texts["postedDate"], "posted", now)
    resolved = None
    if STATUSES[word] != "pending":
        closed = _instant(texts["closedDate"], "closed", now)
        resolved = _resolved(posted, closed, texts["lifespan"], now, notes)
    row = MatterRow(
        line=line,
        title=title,
        proposer=_name(texts["proposer"], "proposer"),
        posted=posted,
        status=STATUSES[word],
        vetoed=word == "vetoed",
        admin="" if texts["admin"] in NOBODY else _name(texts["admin"], "admin"),
        resolved=resolved,
        comments=_number(texts["comments"], "number of comments", MOST_COMMENTS),
        dynasty=_number(texts["dynasty"], "dynasty", MOST_DYNASTIES, least=1),
    )
    return row, notes


def _cleaned(cell: str, column: str, notes: list[str]) -> str:
    """The text of a cell: bytes of an old code page and letters that were encoded twice put right, spaces single.
    Raises _Unusable for what nobody can read."""
    try:
        cell.encode()
    except UnicodeEncodeError:
        try:
            cell = cell.encode("utf-8", "surrogateescape").decode("cp1252")
        except UnicodeError:
            raise _Unusable(f"its {column} has bytes in it that are no text.") from None
        notes.append("taken as Windows-1252, for it is no UTF-8")
    mended = _HIGH.sub(_once, cell)
    if mended != cell:
        notes.append("letters that had been encoded twice put right")
    text = " ".join(mended.split())
    if any(ord(sign) < 32 or ord(sign) == 127 for sign in text):
        raise _Unusable(f"its {column} has a control character in it.")
    return text


_HIGH = re.compile(r"[^\x00-\x7f]{2,}")


def _once(match: re.Match[str]) -> str:
    """What was encoded as UTF-8, and then once more as if each byte were a letter of Windows-1252."""
    try:
        return b"".join(map(_byte, match[0])).decode("utf-8")
    except UnicodeError:
        return match[0]


def _byte(letter: str) -> bytes:
    try:
        return letter.encode("cp1252")
    except UnicodeEncodeError:
        return letter.encode("latin-1")  # the places that Windows-1252 leaves free


def _instant(text: str, what: str, now: datetime) -> datetime:
    match = DATE.fullmatch(text)
    month = MONTHS.get(match[2].lower()) if match else None
    if match is None or month is None:
        raise _Unusable(f"when it was {what} ({_shown(text)}) is no date like 03 Aug 2005 05:42:56.")
    day, _, year, hour, minute, second = match.groups()
    try:
        at = datetime(int(year), month, int(day), int(hour), int(minute), int(second), tzinfo=UTC)
    except ValueError:
        raise _Unusable(f"when it was {what} ({_shown(text)}) never was.") from None
    if not EARLIEST <= at <= now:
        when = "in the future" if at > now else f"before {EARLIEST.year}"
        raise _Unusable(f"when it was {what} ({_shown(text)}) lies {when}.")
    return at


def _resolved(posted: datetime, closed: datetime, lifespan: str, now: datetime, notes: list[str]) -> datetime:
    """When it was resolved. Where the two dates disagree with the row's own lifespan, or with the order of things
    (clocks of two time zones), the lifespan decides."""
    apart = abs(closed - posted)
    if lifespan.isascii() and lifespan.isdigit() and len(lifespan) < 8:
        hours = timedelta(hours=int(lifespan))
        if abs(apart - hours) > timedelta(hours=2):
            notes.append("its dates and its lifespan disagree, and the lifespan was taken")
            return min(posted + hours, now)
    if closed < posted:
        notes.append("closed before it was posted, and taken as closed so long after")
    return min(posted + apart, now)


def _name(name: str, what: str) -> str:
    try:
        check_name_form(name)
    except RuleBroken:
        raise _Unusable(f"its {what} {_shown(name)} is no name that this site can hold.") from None
    return name


def _number(text: str, what: str, most: int, *, least: int = 0) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) < 10) or not least <= int(text) <= most:
        raise _Unusable(f"its {what} is {_shown(text)}, not a number from {least} to {most:,}.")
    return int(text)


def _shown(text: str) -> str:
    """Some of a text, with nothing in it that a terminal would obey."""
    short = text if len(text) <= 40 else f"{text[:40]}…"
    return "“" + "".join(sign if sign.isprintable() else "�" for sign in short) + "”"


def tallied(remarks: Iterable[RowRemark]) -> list[str]:
    """The different things that were remarked, each with how many rows it was said of, the most frequent first."""
    counts: dict[str, int] = {}
    for remark in remarks:
        counts[remark.sentence] = counts.get(remark.sentence, 0) + 1
    return [
        f"{number:,} × {sentence}" for sentence, number in sorted(counts.items(), key=lambda pair: -pair[1])
    ]
