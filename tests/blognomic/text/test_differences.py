"""Two texts and what changed between them, in words, in HTML and side by side."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blognomic.text.differences import LinePair, Piece, around_changes, as_html, as_plain, rows, word_diff


def old_of(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces if piece.kind != "new")


def new_of(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces if piece.kind != "old")


def marked(old: str, new: str) -> str:
    """The difference in one line: [-what went-]{+what came+}."""
    shown = {"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}
    return "".join(shown[piece.kind].format(piece.text) for piece in word_diff(old, new))


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ("", "", ""),
        ("a", "a", "a"),
        ("", "a new text\n", "{+a new text\n+}"),
        ("an old text\n", "", "[-an old text\n-]"),
        (
            "Quorum is half the players.",
            "Quorum is all the players.",
            "Quorum is [-half-]{+all+} the players.",
        ),
        ("It is 12 hours old.", "It is at least 12 hours old.", "It is {+at least +}12 hours old."),
        ("Idle players may not vote.", "Idle players may vote.", "Idle players may [-not -]vote."),
        ("The cat, the dog.", "The cat; the dog!", "The cat[-,-]{+;+} the dog[-.-]{+!+}"),
        ("the player's vote", "the players' vote", "the [-player's-]{+players'+} vote"),
        ("one\ntwo\nthree\n", "one\nthree\n", "one\n[-two\n-]three\n"),
        ("one\nthree\n", "one\ntwo\nthree\n", "one\n{+two\n+}three\n"),
        ("a b  c", "a  b c", "a[- -]{+  +}b[-  -]{+ +}c"),
        ("a b\nc d", "a b c d", "a b[-\n-]{+ +}c d"),
        ("same\n", "same", "same[-\n-]"),
        ("a\r\nb", "a\nb", "a[-\r\n-]{+\n+}b"),
        (
            "The cat sat on the mat. It was happy.",
            "Quorum counts half of the players. It may change.",
            "[-The cat sat on the mat. It was happy.-]{+Quorum counts half of the players. It may change.+}",
        ),
        (
            "Each player has a Score, which is a number that starts at 0, and may spend it.",
            "Each player has a Hand, some cards known only to that player and the Emperor, and may spend it.",
            "Each player has a [-Score-]{+Hand+}, [-which is a number that starts at 0-]"
            "{+some cards known only to that player and the Emperor+}, and may spend it.",
        ),
    ],
)
def test_difference_reads_well(old, new, difference):
    assert marked(old, new) == difference


def test_changed_paragraph_does_not_spill_into_others():
    old = "# Voting\n\nEach player has one vote.\n\n* FOR\n* AGAINST\n\nThe end.\n"
    new = "# Voting\n\nEach player has two votes.\n\n* FOR\n* DEFERENTIAL\n* AGAINST\n\nThe end.\n"

    assert word_diff(old, new) == [
        Piece("same", "# Voting\n\nEach player has "),
        Piece("old", "one vote"),
        Piece("new", "two votes"),
        Piece("same", ".\n\n* FOR\n"),
        Piece("new", "* DEFERENTIAL\n"),
        Piece("same", "* AGAINST\n\nThe end.\n"),
    ]


WORDS = st.lists(
    st.sampled_from(["the", "a", "rule", "vote", ".", ",", " ", "  ", "\n", "\n\n", "é", "'"]), max_size=40
)
TEXTS = st.text(max_size=60) | WORDS.map("".join) | WORDS.map(" ".join)


@given(TEXTS, TEXTS)
def test_pieces_give_both_texts_back(old, new):
    pieces = word_diff(old, new)

    assert (old_of(pieces), new_of(pieces)) == (old, new)


@given(TEXTS, TEXTS)
def test_pieces_are_as_few_as_they_can_be(old, new):
    pieces = word_diff(old, new)

    assert all(piece.text for piece in pieces)
    kinds = [piece.kind for piece in pieces]
    assert all(pair in {("same", "old"), ("same", "new"), ("old", "new"), ("old", "same"), ("new", "same")}
               for pair in zip(kinds, kinds[1:], strict=False))  # fmt: skip
    if old == new:
        assert kinds == (["same"] if old else [])


@given(TEXTS, TEXTS)
def test_rows_give_the_lines_of_both_texts(old, new):
    sides = rows(word_diff(old, new))

    def lines(side: str, other: str) -> list[str]:
        shown = [getattr(row, side) for row in sides if getattr(row, side) is not None]
        assert all(piece.kind != other for line in shown for piece in line)
        return ["".join(piece.text for piece in line) for line in shown]

    assert lines("old", "new") == old.split("\n")[: None if old.split("\n")[-1] else -1]
    assert lines("new", "old") == new.split("\n")[: None if new.split("\n")[-1] else -1]


def test_rows_put_lines_side_by_side():
    pieces = word_diff(
        "Title\n\nOne vote each.\n* a\n* b\nEnd", "Title\n\nTwo votes each.\n* b\n* c\n* d\nEnd"
    )

    def same(text: str) -> tuple[Piece, ...]:
        return (Piece("same", text),)

    assert rows(pieces) == [
        LinePair(same("Title"), same("Title")),
        LinePair((), ()),
        LinePair((Piece("old", "One vote"), *same(" each.")), (Piece("new", "Two votes"), *same(" each."))),
        LinePair((Piece("old", "* a"),), None),
        LinePair(same("* b"), same("* b")),
        LinePair(None, (Piece("new", "* c"),)),
        LinePair(None, (Piece("new", "* d"),)),
        LinePair(same("End"), same("End")),
    ]
    assert [row.changed for row in rows(pieces)] == [False, False, True, True, False, True, True, False]


def test_rows_of_nothing_are_none():
    assert rows([]) == []


def test_html_marks_and_escapes():
    pieces = [
        Piece("same", "a < b\n"),
        Piece("old", "<b>&"),
        Piece("new", "</ins><script>"),
        Piece("same", '"'),
    ]

    assert as_html(pieces) == 'a &lt; b\n<del>&lt;b&gt;&amp;</del><ins>&lt;/ins&gt;&lt;script&gt;</ins>"'


@given(TEXTS, TEXTS)
def test_html_without_its_marks_is_both_texts(old, new):
    html = as_html(word_diff(old, new))

    assert html.count("<") == 2 * (html.count("<del>") + html.count("<ins>"))


LETTERS = random.Random(7)
TEDIOUS = {
    "one line over and over": ("a\nb\n" * 19_000, "b\na\na\n" * 12_500),
    "one word over and over": ("the a " * 12_500, "a the the " * 7_500),
    "empty lines": ("\n" * 75_000, "\n" * 74_000 + "x"),
    "lines of few kinds": tuple("\n".join(LETTERS.choices("abc", k=37_000)) for _ in range(2)),
    "words of few kinds": tuple(" ".join(LETTERS.choices("abc", k=37_000)) for _ in range(2)),
    "reversed": (" ".join(map(str, range(13_000))), " ".join(map(str, range(13_000, 0, -1)))),
    "stops": (".," * 37_000, ",.;" * 25_000),
    "anchors with few words between": (
        " ".join(f"x{n} " + "a b " * 98 for n in range(180)),
        " ".join(f"x{n} " + "b b a a " * 48 for n in range(180)),
    ),
}


@pytest.mark.parametrize("name", TEDIOUS)
def test_tedious_texts_are_compared_all_the_same(name):
    # Each would keep plain difflib busy for minutes.
    old, new = TEDIOUS[name]
    pieces = word_diff(old, new)

    assert (old_of(pieces), new_of(pieces)) == (old, new)


def test_many_small_edits_in_a_long_text_stay_small():
    draw = random.Random(3)
    words = [f"word{n}" for n in range(300)]
    paragraphs = [draw.choices(words, k=60) for _ in range(200)]
    edited = [[*paragraph[:30], "edited", *paragraph[31:]] for paragraph in paragraphs]
    old, new = ("\n\n".join(" ".join(paragraph) for paragraph in text) for text in (paragraphs, edited))

    pieces = word_diff(old, new)

    assert len(old) > 75_000
    assert [piece.text for piece in pieces if piece.kind == "new"] == ["edited"] * 200
    assert [piece.text for piece in pieces if piece.kind == "old"] == [
        paragraph[30] for paragraph in paragraphs
    ]


@pytest.mark.parametrize(
    ("old", "new", "context", "shown"),
    [
        ("A b c.", "A x c.", 40, "A [-b-]{+x+} c."),
        ("one two three four five", "one two 3 four five", 6, "… two [-three-]{+3+} four …"),
        ("a b", "a b", 1, "…"),
        (f"x {'long ' * 20}y", f"z {'long ' * 20}w", 11, "[-x-]{+z+} long long … long long [-y-]{+w+}"),
    ],
)
def test_what_changed_is_shown_with_a_few_words_around_it(old, new, context, shown):
    assert as_plain(around_changes(word_diff(old, new), context=context)) == shown


@given(st.text("ab \n", max_size=60), st.text("ab \n", max_size=60), st.integers(0, 20))
def test_what_changed_is_whole_however_little_is_shown_around_it(old, new, context):
    pieces = word_diff(old, new)
    shown = around_changes(pieces, context=context)
    assert [one for one in shown if one.kind != "same"] == [one for one in pieces if one.kind != "same"]
    assert all(len(one.text) <= 2 * context + 4 for one in shown if one.kind == "same")
