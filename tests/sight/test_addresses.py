"""Every address of the site, as each kind of reader: who may see what is hidden does, and nobody else."""

import pytest

from . import addresses
from .game import Game
from .who import WHO

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]


def test_the_table_says_of_each_canary_who_may_see_it(game: Game):
    canaries = game.canaries
    places = {*canaries.words.values(), *canaries.numbers.values(), *canaries.drawn.values()}
    assert places == WHO.keys()


def test_it_is_said_what_each_address_is_about(game: Game):
    found = [*addresses.pages(), *addresses.operations()]
    assert [alike for alike in found if not alike] == []
    assert all(
        pattern in {*addresses.patterns(), *addresses.patterns_of_the_api()} for pattern in addresses.ASKED
    )
