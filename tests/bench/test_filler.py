"""A history that is made up from a seed: the same each time, in however many processes. What it is held against, the
services and the judge, is in the tests of the table that it fills."""

from io import StringIO
from itertools import islice

import pytest
from django.core.management import CommandError, call_command

from bench.fill import Command
from bench.filler.seeded import SeededFiller
from blognomic.transfer.proposal_table.backdrop import Frame, frame_of
from tests.blognomic.transfer.proposal_table.table import LENGTHS, SMALL
from tests.blognomic.transfer.proposal_table.test_storing import source
from votables.models import Comment, TableImport


def framed(filler: SeededFiller) -> Frame:
    small = source()
    cases = {name: {} for name in ("ruleset-2019-09", "ruleset-211")}
    return frame_of(small.rows, lengths=small.lengths, filler=filler, special_cases=cases)


def matters(filler: SeededFiller) -> list:
    return list(filler.matters(framed(filler), [(0, 7), (7, 14)]))


@pytest.mark.sweep
def test_matters_are_made_up_alike_in_processes_of_their_own():
    alone = matters(SeededFiller("seven"))
    assert matters(SeededFiller("seven", processes=2)) == alone
    other = SeededFiller("eight")
    assert list(islice(other.matters(framed(other), [(0, 7)]), 1)) != alone[:1]


def test_the_command_fills_a_table(db, tmp_path):
    table = tmp_path / "proposals.csv"
    table.write_text(SMALL)
    (tmp_path / "dynasty-lengths.csv").write_text(LENGTHS)
    out = StringIO()
    call_command(Command(), str(table), "--seed", "seven", "--processes", "1", stdout=out)
    assert "The history has 14 matters, 65 comments, 6 dynasties and 7 accounts." in out.getvalue()
    assert (TableImport.objects.get().seed, Comment.objects.count()) == ("seven", 65)


@pytest.mark.parametrize("seed", ["", "a\x1bb", "a" * 101])
def test_the_command_refuses_what_is_no_seed(seed, tmp_path):
    with pytest.raises(CommandError) as refused:
        call_command(Command(), str(tmp_path / "proposals.csv"), "--seed", seed)
    assert (str(refused.value), refused.value.returncode) == ("A seed is 1 to 100 printable characters.", 2)
