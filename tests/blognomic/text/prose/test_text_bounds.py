"""What is too long, too deep or too tedious to be shown."""

import pytest

from blognomic.text import prose

DEEP = [
    "> " * 100 + "x",
    ">" * 100_000,
    "1. " * 30_000,
    "- " * 40_000 + "x",
    "".join("    " * depth + "* a\n" for depth in range(40)),
    "".join("> " * depth + "* a\n" for depth in range(50)),
    "<sup>" * 100,
]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x" * 100_001, "The text has 100,001 characters. It can have 100,000 at most."),
        ("x" * 1_000_000, "The text has 1,000,000 characters. It can have 100,000 at most."),
        ("<b>" * 20_000, "The text has too many HTML tags or paragraphs. Split it up."),
        ("a\n\n" * 20_000, "The text has too many HTML tags or paragraphs. Split it up."),
        ("a|b\n-|-\n" + "a|b\n" * 10_000, "The text is too large once it is laid out. Split it up."),
        *(
            (text, "The text has too many lists, quotations or tags inside one another. Make it flatter.")
            for text in DEEP
        ),
    ],
    ids=lambda value: value[:30],
)
def test_text_that_cannot_be_shown_is_refused_with_a_sentence(text, sentence):
    with pytest.raises(prose.ProseError) as refusal:
        prose.render(text, prefix="t")

    assert str(refusal.value) == sentence


# Each takes plain Markdown from many seconds to hours at this length.
TEDIOUS = [
    "[", "[]", "![", "[a](", "[a](<", '[a](b "', "[a][", "[[a ", "[^1]", "[^1]: x\n", "[a]: b\n", "*a ", "*a_b",
    "\\*", "`a", "&", "&#1;", "<a ", "<a", '<a x="', "<!--", "<!", "<?", "<![CDATA[", "</a", "<b>a</b>", "<a@b>",
    "\n<!--", "\n```a\n", "\n~~~ {", "a\n==\n", "# a\n", "a\n***\n", "* a\n\n    ", "<b><!--a-->", "<div><a ",
    "<div><!--", "<div><![CDATA[", "a  \n", "\n* [",
]  # fmt: skip


@pytest.mark.parametrize("part", TEDIOUS)
def test_text_that_would_take_too_long_is_refused(part):
    with pytest.raises(prose.ProseError, match="too many"):
        prose.render(part * (100_000 // len(part)), prefix="t")
