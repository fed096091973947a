"""Icons in comments: what counts as one, and that the quick reader and the rendering one agree."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ruleset.law import SHIPPED, load
from votables.judge import icons
from votables.judge.icons import CODES, LawIconReader, UnreadableText, icons_in, slow_icons


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        (":for:", ("for",)),
        (":against:", ("against",)),
        (":def: :deferential: :imp: :imperial:", ("deferential",) * 4),
        (":veto:", ("veto",)),
        (":FOR: :Against: :vEtO:", ("for", "against", "veto")),
        ("Words :for:, and more:against:words", ("for", "against")),
        (":for:against:", ("for",)),  # the colon is used up
        ("::for::", ("for",)),
        (":for::against:", ("for", "against")),
        (": for :", ()),
        (":for", ()),
        (":fore:", ()),
        (":f or:", ()),
        (":fo\nr:", ()),
        (":again\u017ft:", ()),  # a long s is no ASCII s in another case
        (":\u0131mp:", ()),
        ("\uff1afor\uff1a", ()),
        ("`:for:`", ()),
        ("`` :for: ``", ()),
        ("\\`:for:\\`", ("for",)),
        ("```\n:for:\n```", ()),
        ("~~~\n:for:\n~~~", ()),
        ("```\n:for:", ("for",)),  # a fence that is not closed is text
        ("    :for:", ()),
        ("\t:for:", ()),
        (" \t:for:", ()),
        ("text\n    :for:", ("for",)),  # goes on with the paragraph
        ("> quoted :for:", ("for",)),
        (">     :for:", ()),
        ("- item :for:", ("for",)),
        ("# :for:", ("for",)),
        ("*:for:* **:against:** _:veto:_", ("for", "against", "veto")),
        (":f*o*r:", ()),
        ("*a**a*:for:", ()),  # Python-Markdown loses a colon here
        ("*a**a* :for:", ("for",)),
        ("**a** :for: **b**", ("for",)),
        ("__a__:for:", ("for",)),
        ("*a_ :for:", ("for",)),
        ("[:for:](http://example.org)", ("for",)),
        ("[text](http://example.org/:for:)", ()),
        ('[text](http://example.org ":for:")', ()),
        ("![:for:](http://example.org/x.png)", ()),
        ("<http://example.org/:for:>", ("for",)),  # the address is the text of the link as well
        ("<code>:for:</code>", ()),
        ("<pre>:for:</pre>", ()),
        ("<pre>\n:for:\n</pre>\n:against:", ("against",)),
        ("<b>:for:</b>", ("for",)),
        ("<p title=':for:'>x</p>", ()),
        ("<!-- :for: -->", ()),
        (":fo<b></b>r:", ()),
        ("&#58;for:", ("for",)),
        ("&colon;for&colon;", ("for",)),
        ("&amp;#58;for:", ()),
        (":fo&shy;r:", ()),
        ("R&D :for:", ("for",)),
        (":f\x02or:", ("for",)),  # Markdown drops this character
        (":f\x00or:", ()),
        ("a | b\n--|--\nx | y | :for:", ()),  # no column for it
        ("a | b\n--|--\nx | :for:", ("for",)),
        ("a[^1]\n\n[^1]: :for:", ("for",)),
        ("a\n\n[^1]: :for:", ("for",)),  # a note is rendered even if nothing refers to it
        ("[a]: http://example.org ':for:'", ()),
        ("a < b :for: c > d", ("for",)),
        ("<code>:for:", ()),
        ("</code>:for:", ("for",)),
    ],
)
def test_icons_are_found_in_the_text_that_markdown_renders(text, expected):
    assert icons_in(text) == expected
    assert slow_icons(text) == expected


PIECES = [
    ":for:", ":against:", ":def:", ":imperial:", ":VETO:", ":", "::", "for", ":f", "or:", "a", "word", " ",
    "  ", "    ", "\n", "\n\n", "\r\n", "\t", "*", "**", "_", "`", "``", "```\n", "~~~\n", "<", ">", "> ",
    "&", "&amp;", "&#58;", ";", "*a**a*", "__b__", "[", "]", "(", ")", "![", "[^1]", "[^1]: ", "\\", "|",
    "--|--", "-", "- ", "1. ", "# ", "===", "---", "***", "\x02", "\x03", "\x0b", "\x0c", "\x1c", "\x85",
    "\u2028", "\u017f", "\u212a", "<b>", "</b>", "<code>", "</code>", "<pre>", "</pre>", "<!--", "-->",
    "<p>", "<div>\n", "</>", "!", "=", "{", "}", "'", '"', "http://a.b", "@", "\u00a0", "\ufeff",
]  # fmt: skip
TEXTS = st.one_of(st.lists(st.sampled_from(PIECES), max_size=14).map("".join), st.text(max_size=30))


@settings(max_examples=500, deadline=None)
@given(TEXTS)
@example("a | b\n--|--\nx | y | :for:")
@example(":fo</>r:")
@example("> > :for:\n>\n>     :against:")
@example("*a**a*:for:")
@example("_\n__b__a\n:for:*a*")
def test_the_quick_reader_and_the_rendering_one_agree(text):
    assert icons_in(text) == slow_icons(text)


PLAIN = st.lists(
    st.sampled_from(
        [piece for piece in PIECES if not set(piece) & set("`~<[&\\|\t\x02\x03") and piece != "    "]
    ),
    max_size=20,
).map("".join)


@settings(max_examples=300, deadline=None)
@given(PLAIN)
def test_text_without_markup_that_hides_is_read_as_it_stands(text):
    assert icons_in(text) == slow_icons(text)


def test_a_law_may_have_codes_of_its_own():
    codes = {"for": "for", "revise": "revise"}
    assert icons_in(":revise: :FOR: :against: `:revise:`", codes) == ("revise", "for")
    assert LawIconReader(codes).read("&#58;revise:") == ("revise",)


def test_text_that_needs_no_rendering_may_be_as_long_as_it_likes():
    assert icons_in(":for: " * 100_000) == ("for",) * 100_000
    assert icons_in("`" * (icons.MAX_RENDERED + 1)) == ()  # no icon either way


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "`:for:`" + "a" * icons.MAX_RENDERED,
            "is longer than 100000 characters, so its formatting cannot be read",
        ),
        (
            "[" * (icons.MAX_BRACKETS + 1) + ":for:",
            "has more than 1000 opening brackets, so its formatting cannot be read",
        ),
    ],
)
def test_text_that_would_take_long_to_render_is_refused(text, problem):
    with pytest.raises(UnreadableText) as caught:
        icons_in(text)
    assert str(caught.value) == problem


@pytest.mark.parametrize("piece", [">", "> ", "<div>", "<b>", "*", "- ", "<!--", "&", "<![CDATA[", "_*", "`"])
def test_deep_nesting_does_not_crash_the_reader(piece):
    assert icons_in(piece * 450 + " :veto:") in ((), ("veto",))


def test_the_codes_of_the_shipped_laws_are_the_usual_ones():
    assert {name: load(name).codes for name in SHIPPED} == dict.fromkeys(SHIPPED, CODES)
