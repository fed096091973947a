"""Canaries are heard in whatever form they come, and nowhere else."""

import json
from base64 import b64encode, urlsafe_b64encode

import pytest
from django.core import signing
from django.utils.html import escape

from .canaries import Canaries


@pytest.fixture
def canaries() -> Canaries:
    return Canaries()


@pytest.mark.parametrize(
    "form",
    [
        str.upper,
        lambda word: escape(f"<{word}&"),
        lambda word: json.dumps({"é": word}),
        lambda word: b64encode(word.encode()).decode(),
        lambda word: b64encode(f"a {word}".encode()).decode(),
        lambda word: urlsafe_b64encode(f"ab{word}?".encode()).decode(),
        lambda word: f"/x/{signing.dumps([1, word])}/",
    ],
)
def test_word_is_heard_in_every_form(canaries, form):
    word = canaries.word("here")
    assert canaries.heard_in(f"Before {form(word)} after") == {"here"}


@pytest.mark.parametrize(
    "form",
    [
        str,
        lambda number: f"{-number}",
        lambda number: f"{number + 1}",
        lambda number: f"{number - 1}.50",
        lambda number: f"{2 * number}",
        lambda number: f"{number // 100}",
        lambda number: f"{number / 2}",
        lambda number: f"{number:,}",
        lambda number: f"{number:,}".replace(",", "\u202f"),
        lambda number: f"{number:,}".replace(",", "&nbsp;"),
        lambda number: f"{number / 100:,.2f}",
        lambda number: f'"{number}"',
    ],
)
def test_number_is_heard_in_every_form(canaries, form):
    number = canaries.number("here")
    assert canaries.heard_in(f"Before {form(number)} after") == {"here"}


def test_sum_and_mean_of_numbers_are_heard(canaries):
    numbers = [canaries.number("here") for _ in range(3)]
    canaries.together("all", numbers)
    assert canaries.heard_in(f"{sum(numbers)}") == canaries.heard_in(f"{sum(numbers) / 3:.2f}") == {"all"}


def test_nothing_else_is_heard(canaries):
    number, word = canaries.number("here"), canaries.word("there")
    assert canaries.heard_in(f"a{number}f {word[:-1]} {str(number)[:4]} 0{number} Quill") == set()
