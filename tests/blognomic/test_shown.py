"""The reader of pages forgives a template its line ends, and nothing that people would see."""

import pytest

from tests.blognomic.html import read
from tests.blognomic.shown import as_shown, words_shown


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("<p>\nA\n  <b>cat</b>,\n a dog.\n</p>\n\n<p>B</p>", "<p>A <b>cat</b>, a dog.</p><p>B</p>"),
        ("<p>A<b>cat</b></p>", "<p>A<b>cat</b></p>"),  # a space that is missing is not put there
        ("<p>A <b>cat</b>\n, a dog</p>", "<p>A <b>cat</b> , a dog</p>"),  # nor one too many forgiven
        ("<p>A <b> cat </b> purrs </p>", "<p>A <b>cat </b>purrs</p>"),
        ("<p>\n<b>\ncat\n</b>\n</p>", "<p><b>cat</b></p>"),
        ("Send <button>\nit\n</button> now", "Send <button>it</button> now"),
        ('<a\n  href="/x/"\n  title="a >  b"\n>x</a>', '<a href="/x/" title="a >  b">x</a>'),
        ("<pre>\n a\n  b</pre> <textarea>\n a </textarea>", "<pre>\n a\n  b</pre><textarea>\n a </textarea>"),
        ("<svg>\n <line />\n <text> 1 </text>\n</svg> one", "<svg><line/><text>1</text></svg> one"),
        ("one\u00a0 \u00a0two", "one\u00a0 \u00a0two"),
    ],
)
def test_white_space_is_as_a_browser_shows_it(sent, shown):
    assert as_shown(sent) == shown
    assert as_shown(shown) == shown


def test_the_words_of_a_part_are_read_without_its_elements():
    assert words_shown("<td>\n A &lt; B</td><td><b>C</b> </td>") == "A < B C"


def test_an_element_closes_itself_in_a_drawing_alone():
    assert read("<svg><line /><g><rect/></g></svg>").faults == []
    assert read("<p><b/></p>").faults == ["<b/> closes itself"]
