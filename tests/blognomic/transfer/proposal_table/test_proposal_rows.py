"""Reading a table of proposals: what is taken from it, and what is said of the rest."""

from datetime import UTC, datetime

import pytest

from blognomic.transfer.proposal_table import proposal_rows
from blognomic.transfer.proposal_table.proposal_rows import (
    COLUMNS,
    MatterRow,
    RowRemark,
    UnreadableTable,
    read,
    read_lengths,
    tallied,
)

from .table import (
    HEADING,
    LENGTHS,
    SMALL,
    with_row,
)

NOW = datetime(2024, 1, 1, tzinfo=UTC)


def test_small_table_is_read_row_by_row():
    table = read(SMALL.encode(), now=NOW)
    assert (len(table.rows), table.problems, table.notes) == (14, (), ())
    assert table.rows[3] == MatterRow(
        line=5,
        title="[Core] Counting twice",
        proposer="Corin",
        posted=datetime(2022, 3, 6, 8, tzinfo=UTC),
        status="failed",
        vetoed=True,
        admin="Bryn",
        resolved=datetime(2022, 3, 6, 20, tzinfo=UTC),
        comments=4,
        dynasty=3,
    )
    assert [row.title for row in table.rows if row.resolved is None] == ["Last words"]
    assert [row.line for row in table.rows if not row.admin] == [4, 15]


def row(**cells: str) -> str:
    """A row that is right but for these cells."""
    right = {
        "title": "A row",
        "proposer": "Ashby",
        "posted": "14 May 2023 08:00:00",
        "status": "Failed",
        "admin": "Bryn",
        "closed": "15 May 2023 08:00:00",
        "lifespan": "24",
        "comments": "2",
        "dynasty": "6",
    }
    return ",".join((right | cells).values())


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (row(title=""), "it has no title."),
        (row(title="x" * 201), "its title has 201 characters; this site holds at most 200."),
        (row(title="a\x00b"), "its title has a control character in it."),
        (row(title="\x1b]0;owned"), "its title has a control character in it."),
        (row(proposer="?"), "it does not say who proposed it."),
        (row(proposer="@ashby"), "its proposer “@ashby” is no name that this site can hold."),
        (row(admin="\u202eyrB"), "its admin “�yrB” is no name that this site can hold."),
        (
            row(status="Approved"),
            "its status is “Approved”, not one of enacted, failed, vetoed, illegal, open, pending.",
        ),
        (row(posted="yesterday"), "when it was posted (“yesterday”) is no date like 03 Aug 2005 05:42:56."),
        (
            row(posted="14 Mai 2023 08:00:00"),
            "when it was posted (“14 Mai 2023 08:00:00”) is no date like 03 Aug 2005 05:42:56.",
        ),
        (row(posted="31 Feb 2023 08:00:00"), "when it was posted (“31 Feb 2023 08:00:00”) never was."),
        (row(posted="14 May 2023 08:61:00"), "when it was posted (“14 May 2023 08:61:00”) never was."),
        (row(posted="14 May 1066 08:00:00"), "when it was posted (“14 May 1066 08:00:00”) lies before 1990."),
        (row(closed="14 May 2033 08:00:00"), "when it was closed (“14 May 2033 08:00:00”) lies in the future."),
        (row(closed=""), "when it was closed (“”) is no date like 03 Aug 2005 05:42:56."),
        (row(comments="-1"), "its number of comments is “-1”, not a number from 0 to 2,000."),
        (row(comments="2001"), "its number of comments is “2001”, not a number from 0 to 2,000."),
        (row(comments="²"), "its number of comments is “²”, not a number from 0 to 2,000."),
        (row(dynasty="0"), "its dynasty is “0”, not a number from 1 to 9,999."),
        (row(dynasty="9" * 5000), f"its dynasty is “{'9' * 40}…”, not a number from 1 to 9,999."),
        ("just a title", "it has 1 cells, and the heading has 9."),
        (row(status="Failed,and more"), "it has 10 cells, and the heading has 9."),
        ('"never closed', "it has 1 cells, and the heading has 9."),
        (f'"{"x" * 140_000}"', "a cell has more than 131,072 characters, or cannot be read."),
    ],
)  # fmt: skip
def test_row_that_cannot_be_used_is_listed_with_its_line_and_the_reason(written, sentence):
    table = read(with_row(written), now=NOW)
    assert (len(table.rows), table.problems) == (14, (RowRemark(16, sentence),))


def test_row_that_stands_there_twice_is_taken_once():
    table = read(with_row(row() + "\n" + row()), now=NOW)
    assert (len(table.rows), table.problems) == (15, (RowRemark(17, "it is the same as line 16."),))


def test_rows_after_a_bad_one_are_read():
    table = read(with_row('"' + "x" * 140_000 + '"\n' + row(title="After it")), now=NOW)
    assert [row.title for row in table.rows][-1] == "After it"


@pytest.mark.parametrize(
    ("title", "read_as", "note"),
    [
        ("Déjà vu".encode().decode("cp1252").encode(), "Déjà vu", "letters that had been encoded twice put right"),
        ("It’s".encode("cp1252"), "It’s", "taken as Windows-1252, for it is no UTF-8"),
        ("It’s × ☃".encode(), "It’s × ☃", None),
        ("two\u00a0 blanks\r\nand a line".join('""').encode(), "two blanks and a line", None),
    ],
)  # fmt: skip
def test_letters_that_were_encoded_otherwise_are_put_right(title, read_as, note):
    content = with_row(row(title="TITLE")).replace(b"TITLE", title)
    table = read(content, now=NOW)
    assert (table.rows[-1].title, table.problems) == (read_as, ())
    assert table.notes == ((RowRemark(16, note),) if note else ())


def test_bytes_that_are_no_text_are_listed():
    table = read(with_row(row(title="TITLE")).replace(b"TITLE", b"\x81\xff"), now=NOW)
    assert table.problems == (RowRemark(16, "its title has bytes in it that are no text."),)


@pytest.mark.parametrize(
    ("cells", "resolved", "notes"),
    [
        (
            {"closed": "13 May 2023 18:00:00", "lifespan": "14"},
            (14, 22),
            ["closed before it was posted, and taken as closed so long after"],
        ),
        (
            {"closed": "15 May 2023 08:00:00", "lifespan": "5"},
            (14, 13),
            ["its dates and its lifespan disagree, and the lifespan was taken"],
        ),
        ({"closed": "15 May 2023 08:00:00", "lifespan": "about a day"}, (15, 8), []),
    ],
)  # fmt: skip
def test_dates_that_disagree_are_settled_by_the_lifespan(cells, resolved, notes):
    table = read(with_row(row(**cells)), now=NOW)
    day, hour = resolved
    assert table.rows[-1].resolved == datetime(2023, 5, day, hour, tzinfo=UTC)
    assert [note.sentence for note in table.notes] == notes


def test_byte_order_mark_and_order_of_columns_do_not_matter():
    names = HEADING.split(",")
    lines = [",".join(reversed(names + ["extra"])), ",".join(reversed(row().split(",") + ["more"]))]
    table = read(("\ufeff" + "\r\n".join(lines)).encode(), now=NOW)
    assert [(row.title, row.dynasty) for row in table.rows] == [("A row", 6)]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", f"Its first line does not name these columns: {', '.join(COLUMNS)}."),
        (b"title,proposer\nA,B", f"Its first line does not name these columns: {', '.join(COLUMNS[2:])}."),
        (f"{HEADING},title\n".encode(), "Its first line names title twice."),
        (HEADING.encode("utf-16"), "It is in UTF-16. Save it as UTF-8."),
    ],
)  # fmt: skip
def test_table_of_no_use_is_refused(content, message):
    with pytest.raises(UnreadableTable) as refused:
        read(content, now=NOW)
    assert str(refused.value) == message


def test_table_that_is_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(proposal_rows, "LARGEST", 100)
    with pytest.raises(UnreadableTable, match="It is longer than 100 bytes."):
        read(SMALL.encode(), now=NOW)


def test_lengths_are_read_and_the_others_listed():
    lengths, problems = read_lengths((LENGTHS + "x,3\n7,-1\n6,4\n8\n").encode())
    assert lengths == {1: 10, 2: 20, 3: 30, 4: 25, 5: 9, 6: 12}
    assert problems == (
        RowRemark(7, "its dynasty is “x”, not a number from 0 to 9,999."),
        RowRemark(8, "its length is “-1”, not a number from 0 to 36,500."),
        RowRemark(9, "dynasty 6 stands there twice."),
        RowRemark(10, "it has not two cells."),
    )


def test_remarks_are_tallied_by_what_they_say():
    remarks = [RowRemark(1, "one"), RowRemark(2, "two"), RowRemark(5, "two")]
    assert tallied(remarks) == ["2 × two", "1 × one"]
