"""Cards that are shuffled and dealt in a game: by what was sealed before, checked afterwards, and put back whole."""

import pytest
from django.core.management import CommandError, call_command

from blognomic.web.errors import RuleBroken
from gamestate.dice.shuffling import seal_of, shuffled
from gamestate.hidden import viewer_of, visible
from gamestate.models import DeckSeed, Seed, Shuffle, Update
from gamestate.queries import moves
from gamestate.queries.planning import outcomes
from gamestate.queries.shuffles import decks_shown, facts_of, faults_in_shuffles, shuffles_shown
from gamestate.services.undoing import undo
from players.models import Dynasty
from tests.gamestate.services.test_moving import declare, make
from tests.gamestate.tracker import define, shown, track
from tests.leaves import GIVEN
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db

CARDS = [f"Card {number}" for number in range(1, 21)]


@pytest.fixture
def table():
    """Alice, the emperor, and four others, with a deck of twenty cards, a discard pile and hands."""
    alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    lists = {"blank": True, "twice": True}
    track(
        define("deck", "texts", scope="game", audience="nobody", default=", ".join(CARDS), **lists),
        define("discard", "texts", scope="game", **lists),
        define("hand", "texts", audience="own", **lists),
        by=alice,
        at=noon(1),
    )
    return alice, *others


def all_cards() -> list[str]:
    """Every card, wherever it lies."""
    lists = [shown(each).values() for each in ("deck", "discard", "hand")]
    return sorted(card for some in lists for cards in some for card in cards.split(", ") if card)


def test_a_shuffle_is_what_two_sealed_seeds_give_and_can_be_drawn_again(table):
    alice, bobby, *_ = table
    shuffle = declare(alice, "Shuffle", does="shuffle deck")
    make(shuffle, bobby, noon(2))
    made = Shuffle.objects.get()
    secret = bytes.fromhex(DeckSeed.objects.get().secret)
    seed = bytes.fromhex(Seed.objects.get(hash=made.seed_hash).secret)
    assert made.before == CARDS != made.after
    assert shuffled(CARDS, facts_of(made), secret=secret, seed=seed) == made.after
    assert made.seal == seal_of(facts_of(made), before=CARDS, after=made.after, secret=secret)
    assert shown("deck")["the game"] == ", ".join(made.after)
    make(shuffle, bobby, noon(3))
    assert [one.previous for one in Shuffle.objects.order_by("number")] == ["0" * 64, made.seal]
    assert faults_in_shuffles() == []
    call_command("verify_dice")


@pytest.mark.parametrize(
    ("column", "value", "sentence"),
    [
        ("after", [*reversed(CARDS)], "Shuffle 1 is not what its seeds give."),
        ("seal", "f" * 64, "Shuffle 1 was altered."),
        ("number", 3, "Shuffle 3 does not follow the one before it."),
        ("seed_hash", "f" * 64, "Shuffle 1 names another seed than that of its day."),
    ],
)
def test_a_shuffle_that_was_altered_is_found(table, column, value, sentence):
    make(declare(table[0], "Shuffle", does="shuffle deck"), table[1], noon(2))
    super(type(Shuffle.objects.all()), Shuffle.objects.all()).update(**{column: value})
    assert sentence in faults_in_shuffles()
    with pytest.raises(CommandError):
        call_command("verify_dice")


def test_the_secret_and_the_orders_are_open_when_the_dynasty_is_over(table, client):
    make(declare(table[0], "Shuffle", does="shuffle deck"), table[1], noon(2))
    (deck,), (shuffle,) = decks_shown(at=noon(3)), shuffles_shown(at=noon(3))
    assert (deck.secret, deck.shuffles, shuffle["before"], shuffle["after"]) == ("", 1, None, None)
    Dynasty.objects.update(ended_at=noon(4))
    assert next(shuffles_shown(at=noon(3)))["after"] is None
    (deck,), (shuffle,) = decks_shown(at=noon(4)), shuffles_shown(at=noon(4))
    assert (deck.secret, shuffle["after"]) == (DeckSeed.objects.get().secret, Shuffle.objects.get().after)


def test_what_is_drawn_is_known_by_nobody_before_and_by_its_holder_alone_after(table):
    alice, bobby, carol, *_ = table
    draw = declare(alice, "Draw", does="draw 2 from deck to hand")
    planned = moves.preview(draw, by=bobby, at=noon(2), answers={})
    (hand,) = outcomes(planned, viewer_of(bobby, at=noon(2)).sees)
    assert (hand.what, hand.after) == ("hand", "an unknown card, an unknown card")
    taking = make(draw, bobby, noon(2))
    assert shown("hand")["Bobby"] == "Card 1, Card 2"
    assert taking.update.cards == "shown"
    for one, hands in ((alice, 0), (bobby, 1), (carol, 0)):
        seen = visible(taking.update.entries.all(), viewer_of(one, at=noon(3)))
        assert [entry.variable.key for entry in seen] == ["hand"] * hands
    assert all_cards() == sorted(CARDS)


def test_a_secret_that_was_shown_is_not_undone_and_the_limit_stays_used(table):
    alice, bobby, *_ = table
    draw = declare(alice, "Draw", does="draw from deck to hand")
    made = make(draw, bobby, noon(2)).update
    for one in (alice, bobby):
        with pytest.raises(RuleBroken, match="It showed somebody what"):
            undo(leave=GIVEN, updates=[made], by=one, at=noon(3), why="No")
    assert Update.objects.filter(kind="undo").count() == 0


def test_cards_that_nobody_was_shown_are_put_back_whole_or_not_at_all(table):
    alice, bobby, carol, *_ = table
    make(declare(alice, "Draw", does="draw 3 from deck to hand"), bobby, noon(2))
    before = (shown("deck"), shown("hand"))
    back = make(declare(alice, "Put back", does="move all from hand to deck"), bobby, noon(2)).update
    shuffle = make(declare(alice, "Shuffle", does="shuffle deck"), carol, noon(2)).update
    assert (back.cards, shuffle.cards) == ("moved", "moved")
    with pytest.raises(RuleBroken, match="The cards have moved since"):
        undo(leave=GIVEN, updates=[back], by=carol, at=noon(3), why="No")
    entry = shuffle.entries.get()
    with pytest.raises(RuleBroken):
        undo(leave=GIVEN, updates=[shuffle], by=carol, at=noon(3), why="No", choices={str(entry.pk): "skip"})
    undone = undo(leave=GIVEN, updates=[back, shuffle], by=carol, at=noon(3), why="Not so")
    assert (shown("deck"), shown("hand")) == before
    assert undone.cards == "moved"
    undo(leave=GIVEN, updates=[undone], by=carol, at=noon(4), why="So")
    assert all_cards() == sorted(CARDS)


def test_a_list_that_everybody_sees_is_not_shuffled_until_somebody_likes_it(table):
    alice, bobby, *_ = table
    make(declare(alice, "Turn over", does="draw 9 from deck to discard"), bobby, noon(2))
    made = make(declare(alice, "Mix", does="shuffle discard"), bobby, noon(2)).update
    with pytest.raises(RuleBroken, match="It showed somebody what"):
        undo(leave=GIVEN, updates=[made], by=bobby, at=noon(3), why="Again")


def test_a_move_that_cannot_be_done_shuffles_nothing(table):
    alice, bobby, *_ = table
    with pytest.raises(RuleBroken, match="Deck has too few cards"):
        make(declare(alice, "Greedy", does="shuffle deck; draw 21 from deck to hand"), bobby, noon(2))
    assert not Shuffle.objects.exists()


def test_answers_about_hidden_cards_are_not_in_the_log(table, client):
    alice, bobby, *_ = table
    make(declare(alice, "Draw", does="draw from deck to hand"), bobby, noon(2))
    give = declare(
        alice, "Give", asks="card: choice among hand\nother: player", does="move card from hand to other.hand"
    )
    taking = make(give, bobby, noon(2), card="Card 1", other="Carol")
    assert (taking.answers, shown("hand")["Carol"]) == ({}, "Card 1")
    assert "Card 1" not in client.get(taking.update.get_absolute_url()).content.decode()
