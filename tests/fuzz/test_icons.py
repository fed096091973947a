"""The readers of voting icons, the judge's and the renderer's: any text is read or refused, and both find the same."""

from hypothesis import given
from hypothesis import strategies as st

from blognomic.text import prose
from blognomic.text.prose import text_bounds
from blognomic.text.prose.source import as_markdown_has_it
from votables.judge import icons
from votables.judge.icons import CODES, UnreadableText, icons_in, slow_icons

from .pumping import FEW, SOME, SQUARE, grows_too_fast, pumped

PIECES = st.sampled_from(
    ": :: :for: :FOR: :against: :def: :imp: :veto: :f or: for: :for &#58; &colon; & * ** _ __ ` `` ``` ~~~ [ ] ]( ](/b)"
    " ![ [^1] [^1]: [[ ]] @a # > | - + 1. \\ < <b> </b> <p> </p> <div> </div> <pre> </pre> <code> </code> <table> <td>"
    " <!-- --> <? <![CDATA[ ]]> <svg> <style> <x title=' = ' \" word".split()
    + ["\n", "\n\n", "    ", " ", "  \n", "\t", "\r\n", "a|b\n-|-\n", "\x00", "\x02", "\x03", "\x0c", "\x85", "\u2028",
       "\u017f", "\u0131", "\ue000", "\ue001", "\ufeff", "\ud800", "é"]
)  # fmt: skip
ANY = st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=200)

# Sentences of which it is known which icons they say aloud: the text, and the names.
WORD = st.sampled_from("a vote for: against fore: 12:30 me".split()).map(lambda word: (word, ()))
ICON = st.sampled_from(sorted(CODES)).flatmap(
    lambda code: st.sampled_from([code, code.upper(), code.title()]).map(
        lambda typed: (f":{typed}:", (CODES[code],))
    )
)
HIDDEN = st.sampled_from(["`:for:`", "<code>:veto:</code>", "<!-- :for: -->", "<b title=':for:'>y</b>"])
INLINE = WORD | ICON | HIDDEN.map(lambda text: (text, ()))
ROUND = st.sampled_from(["{}", "*{}*", "**{}**", "~ {}", "[{}](/x)", "<em>{}</em>", "({})"])
SPOKEN = st.tuples(ROUND, st.lists(INLINE, min_size=1, max_size=4)).map(
    lambda made: (
        made[0].format(" ".join(text for text, _ in made[1])),
        sum((icons for _, icons in made[1]), ()),
    )
)
LINE = st.sampled_from(["{}", "- {}", "1. {}", "> {}", "# {}", "> - {}"])
BLOCK = st.tuples(LINE, SPOKEN).map(lambda made: (made[0].format(made[1][0]), made[1][1]))
SILENT = st.sampled_from(["```\n:for: and :veto:\n```", "    :for:", "<pre>:for:</pre>"]).map(
    lambda text: (text, ())
)
COMMENT = st.lists(BLOCK | SILENT, max_size=5)


@SOME
@given(COMMENT)
def test_the_icons_that_a_comment_says_aloud_are_those_that_count(blocks):
    # A paragraph between blocks ends whatever the one before has begun.
    text = "\n\nthen\n\n".join(text for text, _ in blocks)
    expected = tuple(icon for _, icons in blocks for icon in icons)
    assert icons_in(text) == slow_icons(text) == expected


@given(ANY)
def test_any_text_is_read_or_refused_and_the_page_shows_what_was_read(text):
    try:
        read = icons_in(text)
    except UnreadableText as error:
        assert str(error)
        return
    assert set(read) <= set(CODES.values())
    assert 2 * len(read) <= text.count(":") + text.count("&") + 1
    try:
        shown = tuple(icon.code for icon in prose.icons_in(text, CODES))
    except prose.ProseError as error:
        assert str(error).endswith(".")
    else:
        assert shown == read


@SOME
@given(ANY)
def test_a_text_that_was_refused_can_be_shown_as_it_was_typed(text):
    try:
        html = prose.render(text, prefix="t")
    except prose.ProseError:
        html = prose.as_typed(text)
    assert len(html) <= text_bounds.MAX_HTML * 2
    assert prose.summary(html, 40) == prose.summary(html, 40).strip()


def read_anew(text: str) -> None:
    icons._remembered_runs.cache_clear()
    icons_in(text)


def show_anew(text: str) -> None:
    as_markdown_has_it.cache_clear()
    prose.render(text, prefix="t")


# Python-Markdown itself takes the square of some texts; how long they may be is limited before it sees them.
@FEW
@given(pumped(PIECES))
def test_the_work_grows_with_no_more_than_the_square_of_the_text(text):
    assert grows_too_fast(read_anew, text, most=SQUARE, short=15) == ""
    assert grows_too_fast(show_anew, text, most=SQUARE, short=15) == ""
