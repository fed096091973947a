"""Shuffles: every order is as likely as every other, no card is lost, and who knows the secrets gets the same."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from gamestate.dice.shuffling import ShuffleFacts, seal_of, shuffle_data, shuffled

SECRET, SEED = b"s" * 32, b"d" * 32
FACTS = ShuffleFacts(1, "2026-03-06T12:00:00Z", 7, 3, "game", 4, "a" * 64, "b" * 64, "0" * 64)


def test_the_same_secrets_and_facts_give_the_same_order():
    cards = ["Axe", "Bow", "Cup", "Dog"]
    assert shuffled(cards, FACTS, secret=SECRET, seed=SEED) == ["Bow", "Axe", "Cup", "Dog"]
    assert cards == ["Axe", "Bow", "Cup", "Dog"]
    assert b'"holder":"game"' in shuffle_data(FACTS)


@given(st.lists(st.text(max_size=3), max_size=60), st.integers(1, 9))
def test_no_card_is_lost(cards, number):
    facts = replace(FACTS, number=number, amount=len(cards))
    assert sorted(shuffled(cards, facts, secret=SECRET, seed=SEED)) == sorted(cards)


def test_every_order_is_as_likely():
    counts = Counter(
        tuple(shuffled("abc", replace(FACTS, number=number), secret=SECRET, seed=SEED))
        for number in range(3_000)
    )
    assert counts.keys() == set(permutations("abc"))
    assert all(400 < number < 600 for number in counts.values())


def test_a_seal_binds_the_cards_and_its_secret():
    seals = {
        seal_of(facts, before=before, after=["b", "a"], secret=secret)
        for facts in (FACTS, replace(FACTS, update=8))
        for before in (["a", "b"], ["b", "a"])
        for secret in (SECRET, SEED)
    }
    assert len(seals) == 8
