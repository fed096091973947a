"""Nothing that a person types runs, loads from elsewhere or reaches beyond its own elements."""

import re
from collections.abc import Callable
from contextlib import suppress

from hypothesis import example, given
from hypothesis import strategies as st
from markdown import Markdown

from blognomic.text import prose
from tests.players.hostile import EVERYTHING
from tests.players.hostile_markdown import faults

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


def broken(texts: list[str], rendered: Callable[[str], str]) -> dict[str, list[str]]:
    """The texts whose HTML has faults, with those. A text that is refused has none."""
    faults_in = {}
    for text in texts:
        with suppress(prose.ProseError):
            faults_in[text] = faults(rendered(text))
    return {text: wrong for text, wrong in faults_in.items() if wrong}


def test_corpus_is_large_and_mostly_harmful():
    as_it_stands = Markdown(extensions=["fenced_code", "tables"])
    assert len(EVERYTHING) == len(set(EVERYTHING)) >= 900
    assert len(broken(EVERYTHING, lambda text: as_it_stands.reset().convert(text))) >= 600


def test_hostile_text_renders_to_harmless_html():
    assert broken(EVERYTHING, render) == {}


PLACES = ["* a\n\n    {}\n", "> {}", "a|b\n-|-\n{}|c", "<div>\n{}\n</div>", "*{}* :for:", "a[^1]\n\n[^1]: {}"]


def test_hostile_text_is_harmless_wherever_it_stands():
    within = [PLACES[number % len(PLACES)].replace("{}", text) for number, text in enumerate(EVERYTHING)]
    assert broken(within, render) == {}


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
