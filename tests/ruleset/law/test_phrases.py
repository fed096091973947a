"""What the law says of itself, in the language of whoever reads it."""

import re
import subprocess
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from django.utils import translation

from ruleset.law import load, parse
from ruleset.law.phrases import told, told_as_a_sentence
from ruleset.law.shipped import SHIPPED
from ruleset.law.shipped_words import WORDS
from ruleset.text.synonyms import Words, law_in_words, told_law

ROOT = Path(__file__).resolve().parents[3]
NEW = Words("Keeper", "Keepers", "Warden", "Wardens")


def german(words: str) -> str:
    with translation.override("de"):
        return told(words)


def labels(part: object, at: str = "") -> dict[str, str]:
    """Whatever a part of a law says of itself, by where it says it, but for the names of icons and kinds."""
    if isinstance(part, dict):
        return {
            key: label for name, one in part.items() for key, label in labels(one, f"{at}.{name}").items()
        }
    if isinstance(part, tuple):
        return {key: label for i, one in enumerate(part) for key, label in labels(one, f"{at}.{i}").items()}
    if not is_dataclass(part):
        return {}
    texts: dict[str, str] = {}
    for field in fields(part):
        value, here = getattr(part, field.name), f"{at}.{field.name}"
        if isinstance(value, str):
            is_name = re.fullmatch(r"\.(icons|kinds)\.[^.]+\.label", here)
            if field.name in ("label", "note") and value and not is_name:
                texts[here] = value
        else:
            value = dict(value) if hasattr(value, "keys") else value
            texts |= labels(value, here)
    return texts


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("it is not Popular", "sie ist nicht Popular"),
        ("it has been open for 48 hours", "sie ist seit 48 Stunden offen"),
        ("it has been open for 1 hour", "sie ist seit 1 Stunde offen"),
        ("it has been pending for more than 7 days", "sie ist länger als 7 Tage offen"),
        ("it has been open for “n * 2” hours", "sie ist seit “n * 2” Stunden offen"),
        (
            "it has been open for 24 hours, or 7 days while there is a hiatus",
            "sie ist seit 24 Stunden, oder 7 Tage während eines Stillstands offen",
        ),
        ("1 proposal pending", "1 offener Vorschlag"),
        ("3 proposals pending", "3 offene Vorschläge"),
        ("“x + 1” proposals pending", "“x + 1” offene Vorschläge"),
        (
            "half of the players, rounded down, plus one",
            "die Hälfte der Spieler, abgerundet, plus eins",
        ),
        ("2/5 of the players, rounded down", "2/5 der Spieler, abgerundet"),
        ("a third of the players, rounded down, plus 2", "ein Drittel der Spieler, abgerundet, plus 2"),
        ("7, however many players there are", "7, wie viele Spieler es auch gibt"),
        (
            "“n - 1”, rounded down, where n is the number of players",
            "“n - 1”, abgerundet, wobei n die Zahl der Spieler ist",
        ),
        ("it has been open for a week and a day", "it has been open for a week and a day"),
        ("the FOR votes reach quorum, or nearly", "the FOR votes reach quorum, or nearly"),
        ("", ""),
    ],
)
def test_what_players_left_as_it_was_is_told_with_its_numbers_and_what_they_wrote_as_they_wrote_it(
    words, expected
):
    assert (german(words), told(words)) == (expected, words)


def test_a_sentence_of_its_own_begins_large():
    with translation.override("de"):
        assert (
            told_as_a_sentence("only a player who is not the emperor can declare victory")
            == "Nur ein Spieler, der nicht Kaiser ist, kann den Sieg erklären"
        )


def test_words_of_laws_as_they_were_shipped_once_are_translated_too():
    assert german("the emperor may not declare victory") == german(
        "only a player who is not the emperor can declare victory"
    )
    assert german("the new emperor's Ascension Address has not come yet").startswith("die Antrittsrede")
    assert german('"For more than a week" is read as more than 7 days.').startswith("„For more")


def test_words_of_the_shipped_laws_are_written_down_as_the_documents_have_them():
    script = [sys.executable, str(ROOT / "scripts/words_of_laws.py"), "--check"]
    assert subprocess.run(script, check=False).returncode == 0


@pytest.mark.parametrize("words", WORDS)
def test_translation_names_the_same_numbers(words):
    named = re.compile(r"\{([a-z_.]+)[^{}]*\}")
    with translation.override("de"):
        assert sorted(named.findall(translation.gettext(words))) == sorted(named.findall(words))


@pytest.mark.parametrize("name", SHIPPED)
def test_whole_law_is_told(name):
    """Each label and note, whatever is filled into it: none stays as it was but for what the game calls so."""
    law = load(name)
    plain = law_in_words(law, NEW, "de")
    assert labels(plain) == labels(law)
    with translation.override("de"):
        spoken = told_law(plain, "de")
    same = {label for key, label in labels(spoken).items() if label == labels(law)[key]}
    outcomes = {"may be enacted", "may be failed"}  # which no page shows
    assert same <= {"Popular", "Unpopular", *outcomes, *(one.label for one in law.actions.values())}
    assert not [label for label in labels(spoken).values() if "{" in label]
    assert len({law, plain, spoken, law_in_words(law, NEW)}) == 4
    assert spoken.roster.idling.rule == law_in_words(law, NEW).roster.idling.rule


def test_law_that_players_changed_is_told_as_far_as_they_left_it():
    text = load("ruleset-211").text.replace("value = 48", "value = 36", 1)
    law = parse(text.replace('label = "it is illegal"', 'label = "it is forbidden"', 1), source="amended")
    with translation.override("de"):
        popular, unpopular = (told_law(law, "de").terms[name].ways for name in ("popular", "unpopular"))
    assert [way.label for way in popular] == [
        "sie hat ein Quorum von Stimmen FOR",
        "sie ist seit 36 Stunden offen, und mehr Stimmen sind FOR als AGAINST",
    ]
    assert unpopular[0].label == "it is forbidden"
