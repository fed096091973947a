"""In German a thing of the game goes by the same word wherever it is named."""

import re

import pytest
from babel.messages.pofile import read_po

from .test_catalogue import catalogue

# What it is called in English, and what its German has in it. With capitals it may be the name of a rule.
WORDS = r"""
admins?                     admin
archive                     archiv
(?i:ascension address)      antrittsrede
bount(y|ies)                kopfgeld
(?i:calls? for judge?ment)  rechtsfrage
categor(y|ies)              \bart(en)?\b
chronicle                   chronik
comments?                   kommentar|kommentier
dashboard                   übersicht
(?i:declarations? of victory) siegeserkl
definitions?                definition|definier
disputed?                   bestr[ei]|bestritt|einspr
drafts?                     entw[uü]rf
dynast(y|ies)               dynasti
emperors?                   kaiser
gamestate                   spielstand
illegal                     regelwidrig
interregnum                 interregnum
limited actions?            begrenzte[rn]? aktion
mantle                      mantel
mentors?                    mentor
messages?                   nachricht
notices?                    benachrichtig|kopfgeld
official                    amtlich
pending                     offen
queue                       warteliste
quorum                      quorum
revisions?                  fassung
roster                      spielerliste
sealed                      versiegelt
secrets?                    geheim
seeds?                      startwert
special cases?              sonderf[aä]ll
title                       titel
typographical mistakes?     tippfehler
undo                        rückgängig
unread                      ungelesen
variables?                  variable
vetoed                      veto
webhooks?                   webhook
withdrawn                   zurückgezogen
"""
TABLE = [line.rsplit(maxsplit=1) for line in WORDS.strip().splitlines()]
NOT_ITS_OWN = re.compile(r"%\(\w+\)[sd]|\{[^}|]*\}|<[^>]*>|“[^”]*”")  # what is filled in, marked up or quoted


def called_otherwise(english: str, german: str) -> list[str]:
    """The words of the table that are in a sentence, and not in its German."""
    sentence = NOT_ITS_OWN.sub("", english[:1].lower() + english[1:])
    return [
        word
        for word, stem in TABLE
        if re.search(rf"\b(?:{word})\b", sentence) and not re.search(stem, german, re.IGNORECASE)
    ]


def test_a_thing_goes_by_one_word():
    with catalogue("de", "django").with_suffix(".po").open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    pairs = [
        (message.id[-1], message.string[-1]) if message.pluralizable else (message.id, message.string)
        for message in messages
    ]
    assert {pair: others for pair in pairs if (others := called_otherwise(*pair))} == {}


@pytest.mark.parametrize(
    ("english", "german", "others"),
    [
        ("The definition of {name}", "Die Festlegung von {name}", ["definitions?"]),
        ("The definition of {name}", "Die Definition von {name}", []),
        ("Queue", "Schlange", ["queue"]),
        ("While Malign Emperors is active", "Solange Malign Emperors aktiv ist", []),
        ("It is called “queue”", "Es heißt „queue“", []),
        ("Categories", "Arten", []),
        ("Categories", "Starten", ["categor(y|ies)"]),
    ],
)
def test_a_thing_that_goes_by_another_word_is_found(english, german, others):
    assert called_otherwise(english, german) == others
