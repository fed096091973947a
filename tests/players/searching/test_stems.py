"""Stems of English words."""

import re
import sqlite3
from pathlib import Path

import pytest

from blognomic.search.stems import stem


@pytest.mark.parametrize(
    ("stem_", "words"),
    [
        ("propos", "propose proposes proposed proposing proposal proposals"),
        ("vote", "vote votes voted voting"),
        ("emperor", "emperor emperors"),
        ("enact", "enact enacts enacted enacting enactment"),
        ("pass", "pass passes passed passing"),
        ("poni", "pony ponies"),
        ("hop", "hop hops hopped hopping"),
        ("hope", "hope hopes hoped hoping"),
        ("fall", "fall falls falling"),
        ("agre", "agree agreed agrees agreeing"),
        ("relat", "relate relational relation"),
        ("condit", "condition conditional conditions"),
        ("hope", "hope hopefulness"),
        ("control", "control controlled controlling controller"),
        ("feed", "feed feeds"),
        ("sing", "sing sings singing"),
        ("rate", "rate rates"),
        ("adopt", "adoption adopted"),
        ("sky", "sky"),
        ("cry", "cry"),
        ("cri", "cries cried"),
        ("yesterdai", "yesterday"),
    ],
)
def test_the_forms_of_a_word_have_one_stem(stem_, words):
    assert {word: stem(word) for word in words.split()} == dict.fromkeys(words.split(), stem_)


@pytest.mark.parametrize("word", ["a", "is", "2026", "x1s", "cafés", "жуки", ""])
def test_what_is_no_english_word_is_left_as_it_is(word):
    assert stem(word) == word


def test_the_stems_of_the_rules_words_are_those_that_sqlite_indexes():
    rules = Path("ruleset/text/starting.md").read_text()
    words = sorted({*re.findall("[a-z]+", rules.lower()), *"possibly apologies relative hopefulness".split()})
    assert len(words) > 500
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='porter unicode61 remove_diacritics 2')")
    database.executemany("INSERT INTO t (rowid, x) VALUES (?, ?)", enumerate(words))
    database.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, 'instance')")
    indexed = {words[row]: term for term, row in database.execute("SELECT term, doc FROM v")}
    database.close()
    assert {word: stem(word) for word in words} == indexed
