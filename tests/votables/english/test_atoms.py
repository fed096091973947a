"""Words, numbers, marks and atoms of a stretch of text."""

import pytest

from votables.english.atoms import (
    LONGEST_QUOTATION,
    MOST_TOKENS,
    MOST_UNSURE,
    SHORT_QUOTATION,
    Atom,
    KnownNames,
    closing,
    plain_words,
    tokens,
)

NAMES = KnownNames.of(
    [
        ("The Tea Bar", "rule"),
        ("Blowing", "rule"),
        ("Anna Lee", "player"),
        ("2", "rule"),
        ("Tea", "rule"),
        ("Tea Bar’s End", "rule"),
    ]
)


def pieces(text: str) -> list[str]:
    return [
        one.text if one.kind in ("word", "number") else f"{one.kind}:{one.text}"
        for one in tokens(text, NAMES)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("change “four” to 'five'", ["change", "quote:four", "to", "quote:five"]),
        ('add " once"', ["add", "quote: once"]),
        ("drop ‘the Bakers’ Salt’ now", ["drop", "quote:the Bakers’ Salt", "now"]),
        ("say “shout “Shame!”, once” twice", ["say", "quote:shout “Shame!”, once", "twice"]),
        ('say "shout "Shame!", once" twice', ["say", 'quote:shout "Shame!", once', "twice"]),
        ('“not matched" here', ["quote:not matched", "here"]),
        ("the rule The Tea Bar says", ["the", "rule", "name:The Tea Bar", "says"]),
        ("the rule **Idle Players** [Active]", ["the", "rule", "strong:Idle Players", "tag:Active"]),
        ("rule 2.3.1.", ["rule", "2.3.1", "stop:."]),
        ("rule 2.", ["rule", "name:2", "stop:."]),
        ("don’t", ["don’t"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert pieces(text) == expected


def test_tokens_keep_their_places() -> None:
    text = "In “A”, drop 2.1 (Blowing)."
    assert [text[one.start : one.end] for one in tokens(text, NAMES)] == [
        *["In", "“A”", ",", "drop", "2.1", "(", "Blowing", ")", "."]
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [[Tea]] or [the bar](a/b)", ["see", "strong:Tea", "or", "strong:the bar"]),
        ("**“Tea”** ***and*** _more_", ["strong:Tea", "strong:and", "strong:more"]),
        ("`a “b”` `` `c` `` ` d `", ["quote:a “b”", "quote:`c`", "quote:d"]),
        (
            "Wait… 50% (so); now?!",
            ["Wait", "stop:…", "50", "%:%", "(:(", "so", "):)", ";:;", "now", "stop:?!"],
        ),
        ("the Bakers’ Tea Bar's End", ["the", "Bakers’", "name:Tea Bar’s End"]),
        ("Tea, Bar's: End", ["name:Tea Bar’s End"]),
        ("Teas tea AnnaTea _Tea", ["Teas", "tea", "AnnaTea", "_:_", "Tea"]),
        ("2.5 or 2. 5", ["2.5", "or", "name:2", "stop:.", "5"]),
        ("it’s 'so' isn't it", ["it’s", "quote:so", "isn't", "it"]),
    ],
)
def test_atoms_are_one_piece_whatever_stands_in_them(text: str, expected: list[str]) -> None:
    assert pieces(text) == expected


def test_a_name_is_told_with_what_it_names() -> None:
    (name,) = tokens("Anna  Lee", NAMES)
    assert name == Atom("name", "Anna Lee", 0, 9, "player")
    assert name.lower == "anna lee"


def test_what_is_too_long_is_one_piece_that_nothing_can_be_made_of() -> None:
    pieces = list(tokens("a " * (MOST_TOKENS + 2), NAMES))
    assert ([one.kind for one in pieces[-2:]], len(pieces) <= MOST_TOKENS + 1) == (["word", "rest"], True)
    assert sum(len(one.text) for one in pieces[:-1]) * 2 + len(pieces[-1].text) == 2 * (MOST_TOKENS + 2)


@pytest.mark.parametrize(
    ("text", "end", "is_sure"),
    [
        ("“a” b", 2, True),
        ("“a “b” c” d", 8, True),
        ('"a (“b”) c" d', 10, True),
        ('"a "b" c"', 8, True),
        ("“a “b” c", 5, False),
        ("“a", 0, False),
        ("'a' b", 2, True),
        ("'it's b' c", 7, True),
        ("'the cats' b' c", 12, True),
        ("'the cats' b", 9, False),
        ("'a 'b", 0, False),
        ("'a 'b' c", 0, False),
        ('"a " b" c', 3, True),
        ("‘a’", 2, True),
    ],
)
def test_where_a_quotation_ends(text: str, end: int, is_sure: bool) -> None:
    assert closing(text, 0) == (end, is_sure)


def test_a_quotation_is_only_so_long() -> None:
    text = f"“{'a' * SHORT_QUOTATION}”"
    assert closing(text, 0) == (SHORT_QUOTATION + 1, True)
    assert closing(text, 0, SHORT_QUOTATION) == (0, False)
    assert LONGEST_QUOTATION > SHORT_QUOTATION


def test_after_many_quotations_without_an_end_there_are_only_short_ones() -> None:
    long = f" “{'a ' * SHORT_QUOTATION}”"
    assert "quote" in [one.kind for one in tokens("'a 'b " * (MOST_UNSURE // 2 - 1) + long, NAMES)]
    assert "quote" not in [one.kind for one in tokens("'a 'b " * (MOST_UNSURE // 2) + long, NAMES)]


def test_words_of_a_name_keep_their_case() -> None:
    assert plain_words("Anna’s “Tea-Bar”, 2_b") == ["Anna's", "Tea-Bar", "2", "_", "b"]


def test_the_longer_name_is_found_before_the_shorter() -> None:
    assert [words for words, _name, _of in NAMES.by_first["Tea"]] == [("Tea", "Bar's", "End"), ("Tea",)]
    assert KnownNames.of([("“”", "rule")]) == KnownNames()
