"""Decks of a game that moves to another site: what was shuffled stays checkable, and nothing hidden gets out."""

import json

import pytest
from django.core.management import call_command
from django.db import transaction

from blognomic.transfer.game_file.exporting import export_game
from gamestate.models import DeckSeed, LimitedAction, Shuffle
from gamestate.queries.shuffles import decks_shown, facts_of, faults_in_shuffles, shuffles_shown
from players.models import Dynasty, Player
from tests.gamestate.services.test_moving import declare, make
from tests.gamestate.tracker import define, track
from tests.votables.small_game import bring
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db

CARDS = ["Crane", "Otter", "Heron", "Badger"]


@pytest.fixture(params=[False, True], ids=["running", "over"])
def moved(request):
    """What a site told of its shuffles, and the game file with which it moves, while the dynasty goes on or when it is
    over; nothing is left in the database."""
    with transaction.atomic():
        alice, bobby, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
        lists = {"blank": True, "twice": True}
        track(
            define("deck", "texts", scope="game", audience="nobody", default=", ".join(CARDS), **lists),
            define("open", "texts", scope="game", default="A, B, C, D, E, F, G", **lists),
            by=alice,
            at=noon(1),
        )
        for action in (
            declare(alice, "Mix", does="shuffle deck"),
            declare(alice, "Stir", does="shuffle open"),
        ):
            make(action, bobby, noon(2))
        if request.param:
            Dynasty.objects.update(ended_at=noon(4))
        shuffles = [json.loads(json.dumps(one)) for one in shuffles_shown(at=noon(5))]
        secret = DeckSeed.objects.get().secret
        text = "".join(export_game(at=noon(5)))
        transaction.set_rollback(True)
    return shuffles, secret, text, request.param


def test_what_was_shuffled_stays_checkable_and_hidden(moved):
    shuffles, secret, text, is_over = moved
    assert (secret in text) is is_over
    assert [card in text for card in CARDS] == [True] * 4  # the definition of the deck names them
    file = json.loads(text)["history"]
    assert ["after" in one for one in file["shuffles"]] == [is_over] * 2

    bring(json.loads(text), noon(6))

    assert [json.loads(json.dumps(one)) for one in shuffles_shown(at=noon(6))] == shuffles
    (deck,) = decks_shown(at=noon(6))
    assert (deck.secret, deck.is_elsewhere) == ((secret, False) if is_over else ("", True))
    assert faults_in_shuffles() == []
    call_command("verify_dice")
    if not is_over:
        go_on(shuffles)


def go_on(shuffles) -> None:
    """Shuffle on the site to which the game has moved, as part of the same chain."""
    stir = LimitedAction.objects.get(name="Stir")
    make(stir, Player.objects.get(name="Bobby"), noon(6))

    old, new = decks_shown(at=noon(6))[::-1]
    assert (old.is_elsewhere, new.is_elsewhere, new.dynasty) == (True, False, old.dynasty)
    latest = Shuffle.objects.get(number=3)
    assert (latest.previous, facts_of(latest).deck_hash) == (shuffles[1]["seal"], new.hash)
    assert faults_in_shuffles() == []
    call_command("verify_dice")


@pytest.mark.parametrize("moved", [True], indirect=True)  # the secret is needed to see it
@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("amount", 3, "Shuffle 1 was altered."),
        ("after", [*CARDS[1:], CARDS[0]], "Shuffle 1 was altered."),
        ("before", None, "Shuffle 1 was altered."),
        ("number", 7, "Shuffle 7 does not follow the one before it."),
    ],
)
def test_what_was_altered_on_the_way_is_found(moved, key, value, sentence):
    file = json.loads(moved[2])
    file["history"]["shuffles"][0][key] = value
    bring(file, noon(6))
    assert sentence in faults_in_shuffles()
