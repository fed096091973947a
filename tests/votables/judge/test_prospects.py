"""What a law leads to: the quorum of every roster, and whether anything could change the law again."""

import pytest

from ruleset.law import SHIPPED, load, parse
from ruleset.law.numbers import with_figure
from ruleset.law.shipped import document
from votables.judge.prospects import Quorums, can_be_changed, constant_quorum, quorums

from .world import POSTED, game

FORMULA = "quorum.formula"


def amended(written: str, *, law: str = "ruleset-98", name: str = FORMULA):
    return parse(with_figure(document(law), name, written), source="test")


@pytest.mark.parametrize("name", SHIPPED)
def test_the_quorum_of_every_shipped_law_is_more_than_half_and_never_out_of_reach(name):
    assert quorums(load(name), 4) == Quorums(n=4, now=3, by_size=(1, 2, 2, 3, 3, 4, 4, 5), fallback=1)


@pytest.mark.parametrize(
    ("written", "by_size", "falls_back", "low", "high"),
    [
        ("n / 2 + 1 + 0 / (n - 5)", (1, 2, 2, 3, 1, 4), (5,), (), ()),
        ("n - 3", (-2, -1, 0, 1, 2, 3), (), (1, 2, 3), ()),
        ("5", (5, 5, 5, 5, 5, 5), (), (), (1, 2, 3, 4)),
    ],
)
def test_what_a_formula_leads_to_is_told_for_one_to_twice_as_many_players(
    written, by_size, falls_back, low, high
):
    text = document("ruleset-98")
    sizes = quorums(amended(written) if written != "5" else parse(fixed(text, 5), source="test"), 3)
    assert (sizes.by_size, sizes.falls_back, sizes.low, sizes.high) == (by_size, falls_back, low, high)
    assert sizes.now == by_size[2]


def fixed(text: str, number: int) -> str:
    """The law with a quorum that is written out."""
    start = text.index("[quorum]")
    end = text.index("label", start)
    return f"{text[:start]}[quorum]\nvalue = {number}\n{text[end:]}"


@pytest.mark.parametrize(
    ("law", "least"),
    [
        (load("ruleset-98"), 1),
        (parse(fixed(document("ruleset-98"), 0), source="test"), 0),
        (parse(fixed(document("ruleset-98"), 7), source="test"), 7),
        (amended("0"), 0),
        (amended("2 - 7"), -5),
        (amended("n / 2 + 1"), 1),
        (amended("0", name="quorum.fallback"), 0),
    ],
)
def test_the_least_quorum_that_is_written_out_is_found(law, least):
    assert constant_quorum(law) == least


@pytest.mark.parametrize("n", range(1, 13))
@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_law_can_be_changed_by_everybody_together(name, n):
    assert can_be_changed(game(n=n), law=load(name), at=POSTED)
    assert can_be_changed(game(n=n, emperor=False), law=load(name), at=POSTED)
    assert can_be_changed(game(n=n), law=load(name), at=POSTED.replace(month=12, day=25))


@pytest.mark.parametrize("name", SHIPPED)
def test_where_time_alone_lets_a_matter_pass_a_quorum_beyond_everybody_locks_nothing(name):
    law = parse(fixed(document(name), 30), source="test")
    assert can_be_changed(game(n=7), law=law, at=POSTED)


def test_a_law_whose_every_way_is_out_of_reach_is_locked():
    text = document("ruleset-98")
    for written in ('when = "f >= q"', 'when = "f > a"', 'when = "2 * f > total"'):
        text = text.replace(written, 'when = "f >= q && n > 1000"')
    assert not can_be_changed(game(n=7), law=parse(text, source="test"), at=POSTED)
    assert not can_be_changed(game(n=0, emperor=False), law=load("ruleset-98"), at=POSTED)
