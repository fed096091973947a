"""A hidden deck, hands, discards and reshuffling, played through pages and by program: nobody learns more than a table
of people would."""

import pytest
import time_machine

from gamestate.models import LimitedAction, Shuffle, Update, Variable
from tests.blognomic.api.programs import ask, token_of
from tests.gamestate.test_private_pages import browser, text_of
from tests.gamestate.tracker import define, shown, track
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db

CARDS = ["Heron", "Otter", "Lynx", "Stoat", "Viper", "Egret", "Bison", "Tapir", "Okapi", "Moose"]
DEAL = {
    "name": "Deal",
    "frequency": "",
    "does": "shuffle deck\nfor p in players: draw 2 from deck to p.hand",
}
DRAW = {"name": "Draw a card", "does": "draw from deck to hand, reshuffling discard"}
PLAY = {
    "name": "Play a card",
    "frequency": "",
    "asks": "card: choice among hand",
    "does": "move card from hand to discard\ngold += size(card)",
}
GIVE = {
    "name": "Give a card",
    "lines": {
        "asks": "card: choice among hand\nother: player among players.filter(p, p != me)",
        "does": "move card from hand to other.hand",
    },
}


@pytest.fixture
def table():
    """Alice, the emperor, and four players with hands; the rules' moves are declared by page and program."""
    with time_machine.travel(noon(5), tick=False):
        alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
        lists = {"blank": True, "twice": True}
        track(
            define("box", "texts", "game", default=", ".join(CARDS), **lists),
            define("deck", "texts", "game", audience="nobody", **lists),
            define("discard", "texts", "game", **lists),
            define("hand", "texts", audience="own", **lists),
            define("gold", default="0"),
            by=alice,
            at=noon(1),
        )
        fill = {"name": "Fill the deck", "frequency": "", "does": "move all from box to deck"}
        for sent in (fill, DEAL, {**DRAW, "frequency": ""}, PLAY):
            response = browser(alice).post("/gamestate/actions/new/", sent)
            assert response.status_code == 302, text_of(response)
        program = token_of(alice, at=noon(5))
        assert ask("POST", "/actions", GIVE, token=program).status_code == 201
        yield alice, *others


def take(player, name, act="take", **answers):
    """A player takes an action; answers the page."""
    path = f"/gamestate/actions/{LimitedAction.objects.get(name=name).pk}/take/"
    return browser(player).post(
        path, {"act": act, **{f"answer-{name}": answer for name, answer in answers.items()}}
    )


def hand(player) -> list[str]:
    return [card for card in shown("hand")[player.name].split(", ") if card]


def cards() -> list[str]:
    """All cards, wherever they lie."""
    lists = (
        *shown("box").values(),
        *shown("deck").values(),
        *shown("discard").values(),
        *shown("hand").values(),
    )
    return sorted(card for each in lists for card in each.split(", ") if card)


def _variable(key: str) -> int:
    return Variable.objects.get(key=key).pk


def _whole(response) -> str:
    assert response.status_code == 200, response
    return (b"".join(response) if response.streaming else response.content).decode()


def test_a_game_of_cards(table):
    alice, bobby, carol, david, _ellen = table
    assert take(bobby, "Fill the deck").status_code == 302
    assert take(bobby, "Deal").status_code == 302
    players = (bobby, carol, david, _ellen)
    assert [len(hand(one)) for one in players] == [2, 2, 2, 2]
    assert (cards(), len(shown("deck")["the game"].split(", "))) == (sorted(CARDS), 2)

    # What one draws is not told before, and to nobody else after.
    preview = text_of(take(bobby, DRAW["name"], act="preview"))
    assert "an unknown card" in preview and not any(card in preview for card in set(CARDS) - set(hand(bobby)))
    assert take(bobby, DRAW["name"]).status_code == 302
    assert len(hand(bobby)) == 3

    # A card that is played is open, and one that is given is known by two.
    played, given = hand(bobby)[:2]
    assert take(bobby, PLAY["name"], card=played).status_code == 302
    assert (shown("discard")["the game"], shown("gold")["Bobby"]) == (played, str(len(played)))
    assert take(carol, PLAY["name"], card=given).status_code == 400  # she does not have it
    program = token_of(bobby, at=noon(5))
    action = LimitedAction.objects.get(name=GIVE["name"]).pk
    sent = {"answers": {"card": given, "other": "Carol"}}
    assert ask("POST", f"/actions/{action}/take", sent, token=program).status_code == 201
    assert given in hand(carol) and given not in hand(bobby)

    # The deck has one card: for two more, what was played is shuffled and put beneath it.
    shuffles = Shuffle.objects.count()
    assert take(carol, DRAW["name"]).status_code == 302
    assert take(carol, DRAW["name"]).status_code == 302
    assert (Shuffle.objects.count(), shown("discard")["the game"]) == (
        shuffles,
        "",
    )  # one card needs no shuffling
    assert take(carol, DRAW["name"]).status_code != 302  # there is none left
    assert cards() == sorted(CARDS)


@pytest.mark.sweep  # every page, as everybody sees it
def test_nobody_is_told_of_cards_that_they_do_not_hold(table):
    alice, bobby, carol, *_ = table
    take(bobby, "Fill the deck")
    filled = Update.objects.latest("pk")
    take(bobby, "Deal")
    dealt = Update.objects.latest("pk")
    # What was in the box is in the log, where it says so; all the rest is of what was dealt.
    box = _whole(browser().get(filled.get_absolute_url()))
    assert all(card in box for card in CARDS)
    hidden = {one.pk: set(hand(one)) for one in (bobby, carol)}
    page = dealt.get_absolute_url()
    for path in (
        page,
        f"/gamestate/variables/{_variable('hand')}/",
        "/gamestate/dice/check/",
        "/gamestate/dice/log.json",
    ):
        cards = {
            one: {card for card in CARDS if card in _whole(browser(one).get(path))}
            for one in (None, alice, bobby, carol)
        }
        assert not cards[None] and not cards[alice], path
        assert cards[bobby] <= hidden[bobby.pk] and cards[carol] <= hidden[carol.pk], path
    own = _whole(browser(bobby).get("/gamestate/"))
    assert all(card in own for card in hidden[bobby.pk])
    assert not any(card in _whole(browser(alice).get("/gamestate/")) for card in CARDS)
    assert not any(card in ask("GET", "/gamestate").content.decode() for card in CARDS)


def test_what_was_drawn_is_not_undone_in_the_browser(table):
    _alice, bobby, *_ = table
    take(bobby, "Fill the deck")
    take(bobby, "Deal")
    dealt = Update.objects.latest("pk")
    answer = browser(bobby).post(f"/gamestate/undo/?update={dealt.pk}", {"why": "A bad hand"})
    assert answer.status_code == 409
    assert "It showed somebody what" in text_of(answer)
    assert cards() == sorted(CARDS)
