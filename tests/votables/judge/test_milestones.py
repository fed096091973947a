"""The course of a matter: the instants to which the law's hours lead, and since when it can be resolved."""

import pytest

from blognomic.text.instants import format_instant, parse_instant
from votables.judge.gamefile import read_object
from votables.judge.milestones import hour_marks, possible_since

from .moving import NAMES, at, changed, game_file, said
from .world import BIT, HOUR, POSTED, game, law, matter, votes


def test_since_when_it_was_possible_reckons_with_the_changes():
    value = game_file(
        *(said(name, ":for:", 1) for name in NAMES),
        law="ruleset-211",
        laws=[{"from": at(20), "law": changed("ruleset-211", ("hours.minimum.value", 30))}],
    )
    document = read_object(value)
    for hours, since in ((19, at(12)), (29, None), (31, at(30))):
        matter = document.game.matters[0]
        possible = possible_since(document.game, law=document.law, at=parse_instant(at(hours)), matter=matter)
        assert (possible and format_instant(possible)) == since


def test_the_marks_of_a_matter_are_those_hours_that_its_law_asks_about():
    facts = game(matter("proposal"))
    arguments = {"law": law("ruleset-211"), "at": POSTED, "matter": facts.matters[0]}
    marks = hour_marks(facts, **arguments)
    assert [(mark.hours, mark.at) for mark in marks] == [(n, POSTED + n * HOUR) for n in (12, 48, 168)]
    with pytest.raises(KeyError):
        hour_marks(facts, **{**arguments, "matter": matter("contest")})


def test_what_cannot_be_resolved_could_never_be():
    facts = game(matter("proposal", *votes("B:for C:for D:for")))
    arguments = {"law": law("ruleset-211"), "matter": facts.matters[0]}
    assert possible_since(facts, at=POSTED + 12 * HOUR - BIT, **arguments) is None
    assert possible_since(facts, at=POSTED + 20 * HOUR, **arguments) == POSTED + 12 * HOUR
    assert possible_since(facts, at=POSTED + 20 * HOUR, to="failed", **arguments) is None
