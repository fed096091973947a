"""Every address of the site, as each kind of reader: who may see what is hidden does, and nobody else."""

import pytest

from . import addresses
from .game import READERS, Game
from .listening import Listener
from .who import WHO, seen_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

# What programs are not told of, though people are.
NOT_TOLD = {"pages": set(), "operations": {"address of a person"}}


def test_the_table_says_of_each_canary_who_may_see_it(game: Game):
    canaries = game.canaries
    places = {*canaries.words.values(), *canaries.numbers.values(), *canaries.drawn.values()}
    assert places == WHO.keys()


def test_it_is_said_what_each_address_is_about(game: Game):
    every_address = [*addresses.pages(), *addresses.operations()]
    assert sum(map(len, every_address)) > 500
    assert all(
        pattern in {*addresses.patterns(), *addresses.patterns_of_the_api()} for pattern in addresses.ASKED
    )


@pytest.mark.sweep
@pytest.mark.parametrize("what", ["pages", "operations"])
@pytest.mark.parametrize("reader", READERS)
def test_each_reader_sees_what_the_table_says(game: Game, reader: str, what: str):
    listener = Listener(game, reader)
    listener.ask_all(getattr(addresses, what)())
    assert listener.heard_besides(seen_by(reader)) == {}
    assert seen_by(reader) - listener.heard.keys() - NOT_TOLD[what] == set()
    assert listener.unlocked == {}
