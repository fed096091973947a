"""One sentence, made into a move or into none."""

import pytest

from votables.english.moves.grammar_of_moves import MovesLead, Unsure, sentence_read, with_lead
from votables.english.moves.move_shapes import ChangedValue, NeededValue, ReadMove
from votables.english.moves.words import MoveWords

from .test_reading import VALUES, WORDS

READER = MoveWords.of(WORDS, VALUES, ["daily", "weekly"])
WOOD = VALUES[0]
CHOP = ReadMove((ChangedValue("gain", "me", WOOD, 2),), name="Chop")


def test_an_item_of_a_list_has_what_its_lead_says_of_all() -> None:
    lead = sentence_read("Once a day, a Castaway with more than 1 Wood may do one of the following:", READER)
    need = NeededValue(WOOD, ">", 1)
    assert lead == MovesLead("daily", (need,))
    assert isinstance(lead, MovesLead)
    chop = sentence_read("Chop: gain 2 Wood", READER, in_list=True)
    assert chop == CHOP
    assert isinstance(chop, ReadMove)
    assert with_lead(chop, lead, "chop") == ReadMove(CHOP.changes, (), (need,), "daily", "Chop", "chop")


@pytest.mark.parametrize(
    "text",
    [
        "Chop: gain 2 Wood",  # in no list
        "Once a day, a Castaway may do two of the following:",
        "Once a day, a Castaway may gain 1 Wood once a week",
        "Once a day, a Castaway may gain that many Wood",
        "Once a day, a Castaway may gain any amount of Wood",
        "Once a day, a Castaway may spend DICE6 Wood to gain 1 Raft",
        "Once a day, a Castaway may gain 0 Wood",
        "Every Monday, they gain 1 Wood",
        "Every Monday, that Castaway gains 1 Wood",
        "When a Castaway joins, each Castaway gains 1 Wood",
        "Whenever a Castaway has at least 3 Wood, they lose 5 Wood",
        "Whenever a Castaway's Wood reaches 3, they lose 3 Wood",
        "",
    ],
)
def test_what_is_not_sure_is_none(text: str) -> None:
    with pytest.raises(Unsure):
        sentence_read(text, READER)
