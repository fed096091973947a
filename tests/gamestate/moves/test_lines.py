"""Lines: which belong to which, and what they name."""

from gamestate.moves.deeds.assigning import AssignDeed
from gamestate.moves.deeds.branching import IfDeed
from gamestate.moves.deeds.deed_kinds import KINDS
from gamestate.moves.deeds.naming import LetDeed
from gamestate.moves.deeds.refusing import RefuseDeed
from gamestate.moves.deeds.repeating import EachDeed
from gamestate.moves.lines import LineReader, lines_of
from gamestate.moves.reading import read_move


def test_blocks_are_indented_or_stand_behind_their_colon():
    spread = read_move(
        {
            "does": "let d = DICE6\n"
            "if d > 3 ? true : false:\n"
            "  for all p in players:\n"
            "    p.gold -= 1\n"
            "    p.silver += 1\n"
            "otherwise:\n"
            "  refuse 'You slip: no luck.'\n"
            "gold += 1"
        }
    )
    short = read_move({"does": "for p in players: if p.gold == 3: p.gold = 0; p.silver += 1"})

    let, choice, last = spread.deeds
    assert isinstance(let, LetDeed) and isinstance(choice, IfDeed) and isinstance(last, AssignDeed)
    (each,) = choice.then
    assert isinstance(each, EachDeed) and each.at_once and len(each.body) == 2
    assert choice.otherwise == (RefuseDeed("You slip: no luck."),)
    (outer,) = short.deeds
    assert isinstance(outer, EachDeed) and isinstance(outer.body[0], IfDeed) and len(outer.body[0].then) == 2


def test_a_reader_knows_what_lines_name_and_what_they_roll():
    reader = LineReader(KINDS)
    reader.deeds(lines_of("let d = 2DICE6\nif d > luck: gold += DICE4"))

    assert reader.dice == ["2DICE6", "DICE4"]
    assert (reader.names, reader.given) == ({"d", "luck", "gold"}, {"d"})
