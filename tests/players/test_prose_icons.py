"""Voting icons are shown exactly where the judge reads them."""

import re
from html.parser import HTMLParser

import markdown
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from blognomic.text import prose
from tests.players.hostile_markdown import HOSTILE

CODES = {
    "for": "for", "against": "against", "def": "deferential", "deferential": "deferential",
    "imp": "deferential", "imperial": "deferential", "veto": "veto",
}  # fmt: skip


class Reference(HTMLParser):
    """The judge's reading as the specification has it, made without the package: runs of text outside code."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.runs, self.code, self.pre = [""], 0, 0

    def handle_starttag(self, tag, attrs):
        self.runs.append("")
        self.code += tag == "code"
        self.pre += tag == "pre"

    def handle_endtag(self, tag):
        self.runs.append("")
        self.code -= tag == "code" and self.code > 0
        self.pre -= tag == "pre" and self.pre > 0

    def handle_data(self, data):
        if not self.code and not self.pre:
            self.runs[-1] += data

    def new_run(self, data):
        self.runs.append("")

    def parse_marked_section(self, i, report=True):
        try:
            return super().parse_marked_section(i, report)
        except (
            AssertionError
        ):  # "<![" and a word that the standard library does not know: a comment to browsers
            return self.parse_bogus_comment(i, report)

    handle_comment = handle_decl = handle_pi = unknown_decl = new_run


def as_the_judge_reads(text: str) -> list[str]:
    html = markdown.markdown(text, extensions=["fenced_code", "tables", "footnotes"])
    reader = Reference()
    reader.feed(html)
    reader.close()
    icon = re.compile(f":({'|'.join(CODES)}):", re.IGNORECASE | re.ASCII)
    return [CODES[typed.lower()] for run in reader.runs for typed in icon.findall(run)]


def as_rendered(text: str, links: prose.Links | None = None) -> list[str]:
    """The icons in the order in which they stand in the HTML."""
    icons = prose.Icons(CODES, lambda icon: f"\ue0ff{icon.index}:{icon.code}\ue0fe")
    html = prose.render(text, prefix="t", links=links, icons=icons)
    marks = re.findall("\ue0ff([0-9]+):([a-z]+)\ue0fe", html)
    assert [int(index) for index, _ in marks] == list(range(len(marks)))
    return [code for _, code in marks]


def to_somewhere(name: str) -> tuple[str, str]:
    return "/somewhere/", name


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Yes. :for:", ["for"]),
        (":FOR: :Against: :vEtO:", ["for", "against", "veto"]),
        (":imp: :imperial: :def: :deferential:", ["deferential"] * 4),
        (":for:against:", ["for"]),
        (":for::against:", ["for", "against"]),
        (":\u017for: :ve\u0442o:", []),
        ("`:for:` :against:", ["against"]),
        ("``:for: ` :for:`` x", []),
        ("    :for:\n\n:against:", ["against"]),
        ("~~~\n:for:\n~~~\n:against:", ["against"]),
        ("> :for:\n\n* :against:\n\n# :veto:", ["for", "against", "veto"]),
        ("a|b\n-|-\n:for:|`:against:`", ["for"]),
        ("a[^1] :against:\n\n[^1]: b :for:", ["against", "for"]),
        ("[:for:](/x) ![:veto:](/y) [z](/:def: ':imp:')", ["for"]),
        ("**:for:** :f*o*r: :f**or:**", ["for"]),
        ("&#58;for: :against&colon; &amp;:veto:", ["for", "against", "veto"]),
        ("\\:for: :against\\: :def\\_:", ["for"]),
        (":f\x02or: :f&#2;or: :f\ue000or:", ["for", "for"]),
        ("<b>:for:</b> <code>:against:</code> <i title=':veto:'>x</i>", ["for"]),
        ("x <!-- :for: --> :fo<!-- -->r: :against:", ["against"]),
        ("<script>:for:</script> <style>:against:</style>", ["for", "against"]),
        ("<table>:for:<tr>:against:<td>:veto:</table>:def:", ["for", "against", "veto", "deferential"]),
        ("<pre>:for:</code>:against:</pre>:veto:", ["veto"]),
        ("<code>:for:\n\n:against:</code> :veto:", ["veto"]),
        ("[[:for: cats]] @:for: https://x.example/:for:", ["for", "for", "for"]),
        ("https://x.example/a:for:b", ["for"]),
    ],
)
def test_icons_are_found_in_text_only(text, codes):
    assert as_the_judge_reads(text) == codes
    assert as_rendered(text) == as_rendered(text, links=to_somewhere) == codes


@pytest.mark.parametrize("text", HOSTILE)
def test_icons_among_hostile_html_are_those_that_the_judge_reads(text):
    tangled = re.sub(r"(?<=[ >\n)])|$", ":for:", f":Veto:{text}\n\n:def:{text}", count=40)

    assert as_rendered(tangled) == as_the_judge_reads(tangled)


PIECES = st.sampled_from(
    ":for: :Against: :DEF: :veto: :imp: :for :f or: &#58;for: :f&#2;or: * ** _ ` `` ``` ~~~ [ ]( ](/b) ] ![ [^1] [^1]:"
    " [[ ]] @x # > | - 1. \\ & < > \" ' <a <b> </b> <p> </p> <div> </div> <pre> </pre> <code> </code> <code/> <table>"
    " <tr> <td> </td> </table> <ul> <li> </ul> <h1> <br> <hr> <img <script> </script> <style> </style> <svg>"
    " <textarea> <title> <!-- --> <? ?> <a/href=/x> title=' https://a.example/ <x@y.example> word".split()
    + [
        "\n",
        "\n\n",
        "    ",
        " ",
        "  \n",
        "a|b\n-|-\n",
        "///Footnotes Go Here///",
        "\ue000",
        "\ue001",
        "\x02",
        "\x03",
    ]
)


@settings(max_examples=150)
@given(st.lists(PIECES, max_size=50).map("".join), st.sampled_from([None, to_somewhere]))
@example("3. :for:\n4. :against:", None)
def test_any_text_shows_the_icons_that_the_judge_reads(text, links):
    assert as_rendered(text, links) == as_the_judge_reads(text)


@given(st.text(alphabet=":fFoOrRvet \n*`<>&#58;[]\ue000\ue001\u017f", max_size=80))
def test_text_near_an_icon_shows_what_the_judge_reads(text):
    assert as_rendered(text) == as_the_judge_reads(text)


def test_icons_in_names_each_icon_as_it_was_typed():
    assert prose.icons_in("x :IMP: `:for:` **:for:**", CODES) == [
        prose.IconInText(0, "deferential", ":IMP:"),
        prose.IconInText(1, "for", ":for:"),
    ]


def test_law_may_define_other_icons():
    codes = {"for": "for", "Forward": "arrow", "?": "unsure", "a b": "both"}
    icons = prose.icons_in(":?: :forward: :A B: :for: :?", codes)

    assert [icon.code for icon in icons] == ["unsure", "arrow", "both", "for"]


def test_each_icon_is_shown_as_its_place_says():
    def show(icon: prose.IconInText) -> str:
        if icon.index == 1:
            return prose.icon_ignored(icon.typed)
        return prose.icon_picture(icon.code, label=icon.code.upper(), sprite="/static/icons.svg")

    html = prose.render("Hm. :FOR:\n\n:Veto: & *:for:*", prefix="t", icons=prose.Icons(CODES, show))

    picture = '<svg class="icon icon-for" role="img" aria-label="FOR"><use href="/static/icons.svg#for"></use></svg>'
    ignored = '<span class="icon-ignored">:Veto:</span>'
    assert html == f"<p>Hm. {picture}</p>\n<p>{ignored} &amp; <em>{picture}</em></p>"


def test_icons_stay_words_where_there_is_no_vote():
    assert prose.render("Why :for:?", prefix="t") == "<p>Why :for:?</p>"
