"""Nothing that a person types runs, loads from elsewhere or reaches beyond its own elements."""

import re

import markdown
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from players import prose
from players.prose.sieve import by_bleach, by_nh3
from tests.players.hostile_markdown import HOSTILE, faults

TARGETS = {
    "known": ("/posts/1/", "Known"),
    "@known": ("/players/known/", "Known"),
    "javascript": ("javascript:alert(1)", "x"),
    "elsewhere": ("//evil.example/", "x"),
    "breaking": ('/x"onclick="alert(1)', '<script>alert("1")</script>\ue0000\ue001'),
    "@breaking": ("/x'><img>", "<b>"),
}
MARK = re.compile("@@([0-9]+)@@")


def render(text: str) -> str:
    """The text with everything on; an icon is shown as its number, so that only people's HTML is judged."""
    icons = prose.Icons({"for": "for", "against": "against"}, lambda icon: f"@@{icon.index}@@")
    return prose.render(text, prefix="t", links=TARGETS.get, icons=icons)


def test_corpus_is_large_and_mostly_harmful():
    unsafe = [
        text for text in HOSTILE if faults(markdown.markdown(text, extensions=["fenced_code", "tables"]))
    ]

    assert len(HOSTILE) == len(set(HOSTILE)) >= 200
    assert len(unsafe) >= 180


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_renders_to_harmless_html(text):
    assert faults(render(text)) == []


PLACES = ["* a\n\n    {}\n", "> {}", "a|b\n-|-\n{}|c", "<div>\n{}\n</div>", "*{}* :for:", "a[^1]\n\n[^1]: {}"]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_harmless_wherever_it_stands(text):
    assert {place: found for place in PLACES if (found := faults(render(place.format(text))))} == {}


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("sieve", [by_bleach, by_nh3])
def test_each_sieve_alone_keeps_only_listed_tags_and_attributes(sieve, text):
    found = faults(sieve(text.encode("utf-8", "replace").decode()))

    # A sieve does not ask who wrote a tag, so it leaves an id that we might have given, twice if need be.
    assert [fault for fault in found if fault.startswith(("<", "an angle"))] == []


FRAGMENTS = st.sampled_from(
    "* ** _ ` ``` ~~~ [ ]( ](/b) ] ![ [^1] [^1]: [[ ]] @known # > | - 1. \\ & &amp; &#60; < > \" ' = / :for: :against:"
    " <a <a/ <b> </b> <p> </p> <div> </div> <pre> </pre> <code> </code> <table> <tr> <td> </td> </table> <ul> <li>"
    " </ul> <h1> <br> <hr> <img <script> </script> <style> <svg> <math> <title> <textarea> <!-- --> <! <? ?> ]]>"
    " href=/x href=javascript:x src=https://x.example/ title=' onclick=x style= id=t-fn-1 class=named"
    " https://a.example/ javascript: <x@y.example>".split()
    + [
        "\n",
        "\n\n",
        "    ",
        " ",
        "  \n",
        "a|b\n-|-\n",
        "word",
        "\ue000",
        "\ue001",
        "\x00",
        "\x02",
        "\x03",
        "é",
    ]
)
TANGLES = st.lists(FRAGMENTS, max_size=60).map("".join)


@given(TANGLES | st.text(max_size=300))
@example("<table>:for:<tr>:against:")
def test_tangled_text_renders_to_harmless_html_or_is_refused(text):
    try:
        html = render(text)
    except prose.ProseError as refusal:
        assert str(refusal).endswith(".")
        return

    assert faults(html) == []
    marks = [int(number) for number in MARK.findall(html)]
    if "@@" not in text:
        assert marks == list(range(len(marks)))


@given(TANGLES)
def test_a_listing_is_harmless_html(text):
    assert faults(prose.as_typed(text)) == []


@given(TANGLES)
def test_a_summary_is_one_short_line(text):
    line = prose.summary(prose.as_typed(text), 80)

    assert len(line) <= 80
    assert "\n" not in line
