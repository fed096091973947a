"""Passages of a text are found again in its HTML, and marked there without breaking it."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blognomic.text import prose
from blognomic.text.marking import MarkedPassage, with_marks


def marked(text: str, *words: str) -> str:
    html = prose.render(text, prefix="p", links=lambda name: ("/there/", name))
    return with_marks(html, [MarkedPassage(one, f"[{place}]", "m") for place, one in enumerate(words)])


@pytest.mark.parametrize(
    ("text", "words", "html"),
    [
        ("Cats purr. Dogs bark.", ["Dogs bark."], '<p>Cats purr. [0]<span class="m">Dogs bark</span>.</p>'),
        ("Cats **purr** loudly.", ["Cats **purr** loudly."],
         '<p>[0]<span class="m">Cats </span><strong><span class="m">purr</span></strong>'
         '<span class="m"> loudly</span>.</p>'),
        ("One. One.", ["One.", "One."], '<p>[0]<span class="m">One</span>. [1]<span class="m">One</span>.</p>'),
        ("A &amp; B < C", ["A &amp; B < C"], '<p>[0]<span class="m">A &amp; B &lt; C</span></p>'),
        ("Cats.", ["Dogs."], "<p>Cats.</p>"),
        ("Cats.", ["…"], "<p>Cats.</p>"),
    ],
    ids=["second", "bold", "twice", "escaped", "absent", "no letters"],
)  # fmt: skip
def test_a_passage_is_marked_where_it_stands(text, words, html):
    assert marked(text, *words).strip() == html


def test_what_is_put_before_a_link_stands_outside_of_it():
    page = marked("[[Cats]] shall purr from now on.", "[[Cats]] shall purr from now on.")
    assert page.index("[0]") < page.index("<a")


def test_a_passage_with_an_address_is_marked_by_its_beginning():
    page = marked(
        "Read what was said [there](https://example.org/a).",
        "Read what was said [there](https://example.org/a).",
    )
    assert '[0]<span class="m">Read what w' in page


def test_a_quotation_belongs_to_its_sentence():
    page = marked("Add a rule:\n\n> Cats purr.\n\nThanks.", "Add a rule:\n\n> Cats purr.", "Thanks.")
    assert '<span class="m">Cats purr</span>' in page
    assert '[1]<span class="m">Thanks</span>' in page


class Balance(HTMLParser):
    """Holds that elements end in the order in which they began."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in ("br", "hr", "img", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@given(
    st.lists(
        st.sampled_from(
            [
                "Cats",
                " purr. ",
                "**",
                "*",
                "`",
                "\n\n",
                "\n* ",
                "\n> ",
                "[[Cats]]",
                "&lt;b>",
                "| a | b |",
                " & ",
                "<b>x</b>",
            ]
        ),
        max_size=20,
    ),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=4),
)
def test_marks_leave_the_html_whole_whatever_is_marked(pieces, spans):
    text = "".join(pieces)
    html = prose.render(text, prefix="p", links=lambda name: ("/there/", name))
    words = [text[min(span) : max(span)] for span in spans]
    page = with_marks(html, [MarkedPassage(one, "<i></i>", "m") for one in words])
    balance = Balance()
    balance.feed(page)
    assert balance.open == []
    plain = re.sub(r'<i></i>|<span class="m">((?:[^<])*)</span>', r"\1", page)
    assert plain == html
