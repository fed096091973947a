"""What stands around the matters of a table: dynasties, laws, and who played when."""

from datetime import UTC, datetime, timedelta

from bench.filler.seeded import SeededFiller
from blognomic.transfer.proposal_table.backdrop import Frame, frame_of
from blognomic.transfer.proposal_table.proposal_rows import read, read_lengths
from players.queries.roster import Spell

from .table import LENGTHS, SMALL

NOW = datetime(2024, 1, 1, tzinfo=UTC)


def instant(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+00:00")


def framed(filler: SeededFiller | None = None, lengths: str = LENGTHS) -> Frame:
    rows = read(SMALL.encode(), now=NOW).rows
    return frame_of(rows, lengths=read_lengths(lengths.encode())[0], filler=filler, special_cases={})


def test_dynasties_begin_with_their_first_matters_and_the_others_by_their_lengths():
    eras = [(era.number, era.name, era.emperor, era.start) for era in framed().eras]
    assert eras == [
        (1, "Dynasty 1", None, instant("2022-02-01T09:00:00")),
        (2, "Dynasty 2", None, instant("2022-02-11T09:00:00")),
        (3, "Dynasty 3", None, instant("2022-03-03T09:00:00")),
        (4, "Dynasty 4", None, instant("2022-04-01T08:00:00")),
        (5, "Dynasty 5", None, instant("2022-04-26T08:00:00")),
        (6, "Dynasty 6", None, instant("2023-05-10T08:00:00")),
    ]
    assert [era.end for era in framed().eras] == [start for *_, start in eras[1:]] + [None]


def test_without_lengths_dynasties_are_those_of_the_rows():
    assert [era.number for era in framed(lengths="").eras] == [3, 4, 6]


def test_a_filler_names_emperors_who_proposed_in_their_dynasty():
    eras = {era.number: era for era in framed(SeededFiller("seven")).eras}
    proposers = {3: {"Ashby", "Bryn", "Della", "Corin", "Edda", "Fenn"}, 4: {"Ashby", "Bryn", "Della"}}
    assert eras[3].emperor in proposers[3] and eras[4].emperor in proposers[4] - {eras[3].emperor}
    assert eras[3].name == f"The First Dynasty of {eras[3].emperor}"
    assert (eras[2].emperor, eras[5].emperor) == (None, None)
    assert framed(SeededFiller("seven")).eras == framed(SeededFiller("seven")).eras


def test_people_play_from_their_first_act_until_a_week_after_the_last():
    people = {person.name: person for person in framed().people}
    assert set(people) == {"Ashby", "Bryn", "Corin", "Della", "Edda", "Fenn"}, "one of two spellings"
    week, before = timedelta(days=7), timedelta(hours=2)
    assert people["Edda"].spells == (
        Spell(instant("2022-03-07T08:00:00") - before, instant("2022-03-07T08:00:00") + week),
    )
    assert people["Corin"].spells == (
        Spell(instant("2022-03-05T10:00:00") - before, instant("2022-03-08T08:04:00") + week),
        Spell(instant("2023-05-11T08:00:00") - before, None),
    )
    assert people["Corin"].admin_since == instant("2022-03-05T09:00:00")
    assert people["Della"].admin_since is None


def test_laws_follow_each_other_as_their_rulesets_did():
    frame = framed()
    assert frame.laws == [
        ("ruleset-2019-09", instant("2022-02-01T09:00:00")),
        ("ruleset-211", instant("2023-02-08T00:00:00")),
    ]
    assert [frame.law_at(row.posted) for row in (frame.rows[0], frame.rows[-1])] == [
        "ruleset-2019-09",
        "ruleset-211",
    ]
