"""Long differences, folded around what changed."""

import pytest

from blognomic.text.differences import word_diff
from blognomic.text.folding import folded_html

SKIP = '<span class="diff-skip">⋯ {} paragraphs unchanged</span>\n'


def text(*words: str) -> str:
    return "\n\n".join(words)


LETTERS = [f"Paragraph {letter}." for letter in "abcdefgh"]


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("A cat.", "A dog.", "A <del>cat</del><ins>dog</ins>."),
        (text("A cat.", *LETTERS[:3]), text("A dog.", *LETTERS[:3]),
         text("A <del>cat</del><ins>dog</ins>.", *LETTERS[:3])),
        (text("A cat.", *LETTERS), text("A dog.", *LETTERS),
         text("A <del>cat</del><ins>dog</ins>.", LETTERS[0], SKIP.format(7))),
        (text(*LETTERS, "A cat."), text(*LETTERS, "A dog."),
         SKIP.format(7) + text(LETTERS[7], "A <del>cat</del><ins>dog</ins>.")),
        (text("A cat.", *LETTERS, "A <hen>."), text("A dog.", *LETTERS, "A <pig>."),
         text("A <del>cat</del><ins>dog</ins>.", LETTERS[0], SKIP.format(6))
         + text(LETTERS[7], "A &lt;<del>hen</del><ins>pig</ins>&gt;.")),
    ],
)  # fmt: skip
def test_long_stretches_of_the_same_are_left_out(old, new, shown):
    folded = folded_html(word_diff(old, new))
    assert [line for line in folded.split("\n") if line] == [line for line in shown.split("\n") if line]


def test_lines_of_a_document_are_called_lines():
    old = "".join(f"line {number}\n" for number in range(9))
    folded = folded_html(word_diff(old, old.replace("line 8", "row 8")), unit="line")
    assert folded == (
        '<span class="diff-skip">⋯ 7 lines unchanged</span>\nline 7\n<del>line</del><ins>row</ins> 8\n'
    )
