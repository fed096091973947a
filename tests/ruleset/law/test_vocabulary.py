"""The names that a law's expressions may use, place by place."""

import pytest

from ruleset.law.vocabulary import MEANINGS, Vocabulary

PLACES = ("quorum", "game", "standstill", "matter", "posting", "comment", "deferral", "judging", "waiting")


@pytest.fixture
def known() -> Vocabulary:
    vocabulary = Vocabulary(kinds=["proposal"], icons=["for"], hours=["minimum"], special_cases=["Dormancy"])
    vocabulary.add_fact("vetoed")
    return vocabulary


@pytest.mark.parametrize("place", PLACES)
def test_every_name_has_a_meaning_and_samples(known, place):
    samples = getattr(known, place)
    assert samples.keys() - MEANINGS.keys() <= {"vetoed"}
    assert all(samples.values())


def test_what_a_law_defines_is_asked_only_where_votes_are_counted(known):
    assert {place for place in PLACES if "vetoed" in getattr(known, place)} == {"judging"}


def test_nobody_asks_for_votes_or_time_before_there_are_any(known):
    for place in ("quorum", "game", "standstill", "matter", "posting", "comment"):
        assert not {"f", "a", "open", "hours", "enactable"} & getattr(known, place).keys()
    assert "hiatus" not in known.standstill
    assert {"open", "hours"} <= known.waiting.keys()
    assert "f" not in known.waiting


def test_formulas_may_name_what_the_gamestate_tracks(known):
    limited = known.limits(["gold"], ["influence"])
    assert [set(sample) for sample in limited["values"]] == [{"gold"}] * 3
    assert [set(sample) for sample in limited["author"]] == [{"influence"}] * 3
    samples = known.weight(["gold"], ["luck"])
    assert ([*samples["values"][0]], [*samples["voter"][0]], samples["icon"]) == (
        ["gold"], ["luck"], ("for", ""),
    )  # fmt: skip
