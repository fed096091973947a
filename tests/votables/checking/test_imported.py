"""What was imported fits together, whatever the file left out."""

import json

from blognomic.transfer.checking import found
from blognomic.transfer.game_file.exporting import export_game
from tests.votables import rich_game
from tests.votables.small_game import SMALL, bring


def test_a_plain_game_file(rich):
    rich_game.empty()
    bring(SMALL)
    assert list(found()) == []


def test_the_history_of_a_site_without_what_is_private(rich):
    value = json.loads("".join(export_game(at=rich_game.END)))
    rich_game.empty()
    bring(value, rich_game.END)
    assert list(found()) == []
