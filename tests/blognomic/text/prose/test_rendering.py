"""Good Markdown becomes the HTML that its author meant; names lead where they should; limits hold."""

import pytest

from blognomic.text import prose
from tests.players.hostile_markdown import faults

REL = 'rel="nofollow noopener noreferrer ugc"'
NAMES = {
    "Cats": ("/posts/7/", "Cats"),
    "[Core] Quorum": ("/posts/8/", "[Core] Quorum"),
    "Idle Players": ("/rules/3/", "Idle Players"),
    "@Alice": ("/players/alice/", "Alice"),
    "@O'Brien": ("/players/obrien/", "O'Brien"),
    "@Mr.X": ("/players/mr-x/", "Mr.X"),
    "@Bob.": ("/players/bob/", "Bob."),
    "AT&T <3": ("/posts/9/", "AT&T <3"),
}


def render(text: str) -> str:
    html = prose.render(text, prefix="t", links=NAMES.get)
    assert faults(html) == []
    return html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("", ""),
        ("One *two* **three** ***four***", "<p>One <em>two</em> <strong>three</strong> "
         "<strong><em>four</em></strong></p>"),
        ("a  \nb\nc", "<p>a<br>\nb\nc</p>"),
        ("# A\n\n## B\n\n### C\n\n#### D\n\n##### E\n\n###### F",
         "<h3>A</h3>\n<h4>B</h4>\n<h5>C</h5>\n<h6>D</h6>\n<h6>E</h6>\n<h6>F</h6>"),
        ("* a\n* b\n    * c", "<ul>\n<li>a</li>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>"),
        ("3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'),
        ("> a\n\n---\n", "<blockquote>\n<p>a</p>\n</blockquote>\n<hr>"),
        ("`a < b`", "<p><code>a &lt; b</code></p>"),
        ("```python\nif a < b:\n    [[Cats]]\n```", "<pre><code>if a &lt; b:\n    [[Cats]]\n</code></pre>"),
        ("    @Alice https://x.example", "<pre><code>@Alice https://x.example\n</code></pre>"),
        ("Fish & chips &amp; <3 > 2", "<p>Fish &amp; chips &amp; &lt;3 &gt; 2</p>"),
        ("<b>x</b> <i>y</i> <s>z</s> <del>w</del> E=mc<sup>2</sup>",
         "<p><strong>x</strong> <em>y</em> <del>z</del> <del>w</del> E=mc<sup>2</sup></p>"),
        ("<u>x</u> <span class=y>z</span><wbr>", "<p>x z</p>"),
        ("<div>one</div><div>two</div>", "one\n\n\ntwo"),
        ("Each <player> gains a </point>.", "<p>Each &lt;player&gt; gains a &lt;/point&gt;.</p>"),
        ("a <!-- b --> c", "<p>a  c</p>"),
        ("<div>\n<?x?> <![CDATA[y]]> <![if z]></div>", "&lt;?x?&gt; &lt;![CDATA[y]]&gt; &lt;![if z]&gt;"),
    ],
)  # fmt: skip
def test_markdown_becomes_html(text, html):
    assert render(text) == html


def test_table_is_aligned_by_class():
    assert render("a|b|c\n:-|-:|:-:\n1|**2**|\\|") == (
        '<table>\n<thead>\n<tr>\n<th class="align-left">a</th>\n<th class="align-right">b</th>\n'
        '<th class="align-center">c</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td class="align-left">1</td>\n'
        '<td class="align-right"><strong>2</strong></td>\n<td class="align-center">|</td>\n'
        "</tr>\n</tbody>\n</table>"
    )


def test_footnotes_have_ids_of_their_own():
    text = "One[^a], two[^b], one[^a].\n\n[^a]: First.\n[^b]: Second."

    def back(number: str, again: str = "") -> str:
        place = f", place {again}" if again else ""
        id_ = f"t-fnref-{number}" + (f"-{again}" if again else "")
        label = f"Back to footnote {number} in the text{place}"
        return f'<a href="#{id_}" class="footnote-back" aria-label="{label}">↩</a>'

    assert render(text) == (
        '<p>One<sup id="t-fnref-1"><a href="#t-fn-1" class="footnote-ref">1</a></sup>, '
        'two<sup id="t-fnref-2"><a href="#t-fn-2" class="footnote-ref">2</a></sup>, '
        'one<sup id="t-fnref-1-2"><a href="#t-fn-1" class="footnote-ref">1</a></sup>.</p>\n'
        '<section class="footnotes">\n<hr>\n<ol>\n'
        f'<li id="t-fn-1">\n<p>First.&nbsp;{back("1")}{back("1", "2")}</p>\n</li>\n'
        f'<li id="t-fn-2">\n<p>Second.&nbsp;{back("2")}</p>\n</li>\n'
        "</ol>\n\n</section>"
    )


def test_texts_with_different_prefixes_share_no_id():
    text = "a[^1]\n\n[^1]: b"
    page = "".join(prose.render(text, prefix=prefix) for prefix in ("p1", "p12", "p1-2", ""))

    ids = [part.partition('"')[0] for part in page.split(' id="')[1:]]
    assert ids == [
        "p1-fnref-1", "p1-fn-1", "p12-fnref-1", "p12-fn-1", "p1-2-fnref-1", "p1-2-fn-1", "fnref-1", "fn-1",
    ]  # fmt: skip


@pytest.mark.parametrize("prefix", ["1", "-x", "P1", "a b", 'a"', "a" * 62, "é"])
def test_prefix_that_is_no_id_is_an_error(prefix):
    with pytest.raises(ValueError, match="no prefix for ids"):
        prose.render("x", prefix=prefix)


def test_characters_that_cannot_be_shown_are_replaced():
    assert render("a\x00b\x1bc\ue000d\ud800e\x7ff") == "<p>a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf</p>"


def test_long_text_that_somebody_wrote_is_rendered():
    rule = (
        "## Rule {n}\n\nA *pending* proposal may be enacted when it is the oldest, see [[Cats]] and [this](/rules/),"
        " as long as `x < y`; a player[^{n}] may not vote twice (but see [Core](https://a.example/core_rules)).\n\n"
        "* Each __player__ has a _score_ of 0\n* An idle player has *none*\n    1. nor may they vote\n\n"
        "Name|Score\n-|-\nAlice|{n}\nBob|0\n\n[^{n}]: Or the Emperor.\n\n"
    )
    text = "".join(rule.replace("{n}", str(number)) for number in range(220))

    assert 75_000 < len(text) < 85_000
    html = render(text)
    assert html.count("<h4>") == html.count("<table>") == html.count('<li id="t-fn-') == 220


def test_text_that_is_refused_can_be_shown_as_typed():
    text = "One <b>\r\ntwo\x00\n\n \n> > three & four\n"

    assert prose.as_typed(text) == "<p>One &lt;b&gt;<br>two\ufffd</p>\n<p>&gt; &gt; three &amp; four</p>"
    assert prose.as_typed(" \n ") == ""


@pytest.mark.parametrize(
    ("html", "length", "line"),
    [
        ("<p>One two</p>\n<p>three</p>", 20, "One two three"),
        ("<p>One two</p>\n<p>three</p>", 13, "One two three"),
        ("<p>One two</p>\n<p>three</p>", 12, "One two…"),
        ("<p>One two</p>", 7, "One two"),
        ("<p>One two three</p>", 8, "One two…"),
        ("<p>One two three</p>", 7, "One…"),
        ("<p>Onetwothree</p>", 5, "Onet…"),
        ("<h3>A</h3><ul><li>b</li><li>c <em>d</em>e</li></ul>x<br>y", 50, "A b c de x y"),
        ('<p>a<sup id="fnref-1"><a href="#fn-1">1</a></sup> b</p><section class="footnotes"><p>n</p></section>',
         50, "a b"),
        ('<p>Yes <svg class="icon" aria-label="FOR"><use href="/x#for"></use></svg>!</p>', 50, "Yes FOR!"),
        ('<p>Yes <svg aria-label="FOR"><title>FOR</title><use href="/x#for"></use></svg>!</p>', 50, "Yes FOR!"),
        ("<p>a &lt; b &amp; c</p>", 50, "a < b & c"),
        ("plain words", 50, "plain words"),
        ("", 50, ""),
    ],
)  # fmt: skip
def test_summary_is_the_beginning_as_plain_text(html, length, line):
    assert prose.summary(html, length) == line


def test_a_square_is_no_footnote_to_the_summary():
    assert prose.summary(render("E=mc<sup>2</sup> holds[^1].\n\n[^1]: Mostly."), 50) == "E=mc2 holds."
