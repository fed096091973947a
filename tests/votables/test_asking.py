"""Requests to the admins, found in what people write."""

import pytest

from players.models import Player, Standing
from votables.models import Asks
from votables.queries.requests import OPEN_TO, asked_in

GUEST, ACTIVE, IDLE, LEFT = Standing.GUEST, Standing.ACTIVE, Standing.IDLE, Standing.LEFT


def found(standing: str, *texts: str, chosen: str = "") -> str:
    return asked_in(Player(name="Alice", standing=standing), chosen, *texts)


@pytest.mark.parametrize(
    ("standing", "asks", "texts"),
    [
        (GUEST, "join", ["I would like to join."]),
        (GUEST, "join", ["I'd like to join the game"]),
        (GUEST, "join", ["Hello all", "Can an admin please let me play?"]),
        (GUEST, "join", ["REQUESTING TO BECOME A PLAYER"]),
        (GUEST, "join", ["I am asking, after long thought, to be added"]),
        (GUEST, "join", ["May I join in?"]),
        (LEFT, "join", ["I wish to join again"]),
        (ACTIVE, "idle", ["Please idle me."]),
        (ACTIVE, "idle", ["I request idling until June"]),
        (ACTIVE, "idle", ["Could you idle me?"]),
        (ACTIVE, "idle", ["Exams: idle me, somebody"]),
        (ACTIVE, "leave", ["I want to leave the game for good."]),
        (ACTIVE, "leave", ["Please idle nobody. I want to be removed from the roster."]),
        (IDLE, "unidle", ["I'd like to unidle"]),
        (IDLE, "unidle", ["Please un-idle me"]),
        (IDLE, "unidle", ["I would like to come back."]),
        (IDLE, "leave", ["I wish to leave BlogNomic"]),
    ],
)
def test_what_is_asked_in_plain_words_is_understood(standing, asks, texts):
    assert found(standing, *texts) == asks


@pytest.mark.parametrize(
    ("standing", "text"),
    [
        (GUEST, "Nice game. People who join late lose."),
        (GUEST, "Please look at this.\n\nWhoever joins wins."),
        (GUEST, "> I would like to join.\n\nWelcome!"),
        (GUEST, "  > I would like to join.\n\nWelcome!"),
        (GUEST, "Please idle me."),
        (ACTIVE, "I would like to join the guild"),
        (ACTIVE, "The idle rich do not ask."),
        (ACTIVE, "Please unidle Bobby"),
        (ACTIVE, ""),
        (IDLE, "Please idle me."),
    ],
)
def test_what_is_not_asked_is_not_found(standing, text):
    assert found(standing, text) == ""


@pytest.mark.parametrize("standing", Standing.values)
@pytest.mark.parametrize("chosen", [*Asks.values, "the moon"])
def test_what_is_chosen_in_the_form_counts_if_it_fits_how_one_stands(standing, chosen):
    assert found(standing, "Some words.", chosen=chosen) == (chosen if chosen in OPEN_TO[standing] else "")


def test_a_choice_goes_before_the_words():
    assert found(ACTIVE, "Please idle me.", chosen="leave") == "leave"


def test_a_long_text_is_read_in_no_time():
    assert found(ACTIVE, "please " * 15_000) == ""
