"""What pages show of times, signs and tallies in German, which declines words by their place in the sentence."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.utils import translation

from blognomic import display

AT = datetime(2026, 3, 21, 13, 5, tzinfo=UTC)


@pytest.fixture(autouse=True)
def in_german():
    with translation.override("de"):
        yield


def test_instants_name_their_month():
    assert display.utc_text(AT) == "21. März 2026, 13:05 UTC"


@pytest.mark.parametrize(
    ("away", "text"),
    [
        ({}, "gerade eben"),
        ({"seconds": 59}, "in weniger als einer Minute"),
        ({"minutes": -1}, "vor 1 Minute"),
        ({"hours": -3}, "vor 3 Stunden"),
        ({"days": -1}, "vor 1 Tag"),
        ({"days": -2}, "vor 2 Tagen"),
        ({"days": -61}, "vor 2 Monaten"),
        ({"days": -800}, "vor 2 Jahren"),
        ({"hours": 31, "minutes": 10}, "in 31 h 10 min"),
        ({"days": 6}, "in 6 Tagen"),
        ({"days": 100}, "in 3 Monaten"),
    ],
)
def test_a_distance_stands_in_its_case(away, text):
    assert display.relative_text(AT + timedelta(**away), AT) == text


@pytest.mark.parametrize(
    ("length", "text"),
    [
        ({"minutes": 5}, "5 Minuten"),
        ({"hours": 1}, "1 Stunde"),
        ({"days": 2}, "2 Tage"),
        ({"days": 61}, "2 Monate"),
        ({"days": 800}, "2 Jahre"),
    ],
)
def test_a_length_stands_alone(length, text):
    assert display.span_text(timedelta(**length)) == text


def test_pictures_and_signs_say_their_words_to_each_reader_anew():
    def shown_now() -> tuple[bool, bool, str]:
        picture = display.icon_html("abstain", None, "icons.svg")
        return (
            "enthält sich" in picture,
            "abstains" in picture,
            str(display.sign("category", "proposal").word),
        )

    german = shown_now()
    with translation.override("en-gb"):
        english = shown_now()
    assert (german, english, shown_now()) == (
        (True, False, "Vorschlag"),
        (False, True, "Proposal"),
        (True, False, "Vorschlag"),
    )


def test_a_tally_is_a_sentence():
    verdict = SimpleNamespace(
        votes=[],
        f=3,
        a=1,
        x=1,
        quorum=3,
        roster_size=5,
        waiting=[SimpleNamespace(name="Ellen")],
        weighted=False,
    )
    tally = display.TallyBar(verdict)
    assert tally.sentence == "3 FOR, 1 AGAINST, 1 Enthaltung; das Quorum ist 3 von 5 Spielern"
    vote = SimpleNamespace(player=SimpleNamespace(name="Carol"), cast="deferential", counts_as="for")
    assert display.vote_title(vote) == "Carol: DEFERENTIAL, zählt als FOR"
