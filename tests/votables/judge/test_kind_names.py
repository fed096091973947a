"""What kinds of matters are called: the standard words in the reader's language, a law's own as they are."""

import pytest
from django.utils import translation

from ruleset.law import load
from votables.judge.kind_names import label_of, nobody_posts, one_of, several_of

from .bricks import BRICKS

CALLS = load("ruleset-211").kinds["cfj"]
PROTOTYPES = BRICKS.kinds["prototype"]


@pytest.mark.parametrize(
    ("kind", "language", "expected"),
    [
        (
            CALLS,
            "en-gb",
            (
                "Call for Judgement",
                "a Call for Judgement",
                "call for judgement",
                "nobody can post a Call for Judgement",
            ),
        ),
        (PROTOTYPES, "en-gb", ("Prototype", "a Prototype", "prototype", "nobody can post a Prototype")),
        (
            PROTOTYPES,
            "de",
            (
                "Prototype",
                "Prototype",
                "Prototype",
                "niemand kann eine Vorlage der Art „Prototype“ veröffentlichen",
            ),
        ),
    ],
)
def test_a_kind_is_called_as_its_reader_speaks(kind, language, expected):
    with translation.override(language):
        assert (label_of(kind), one_of(kind), several_of(kind), nobody_posts(kind)) == expected


def test_a_standard_kind_is_translated_and_has_no_english_article():
    with translation.override("de"):
        assert label_of(CALLS) == one_of(CALLS) == several_of(CALLS) != CALLS.label
        assert label_of(CALLS) not in nobody_posts(PROTOTYPES)
