"""Names in running text, and where they lead."""

import pytest

from blognomic.text import prose
from blognomic.text.prose.mentions import BareAddress, Name, split

from .test_rendering import render

CATS = '<a href="/posts/7/" class="named">Cats</a>'


ALICE = '<a href="/players/alice/" class="named">Alice</a>'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("As [[Cats]] says.", f"As {CATS} says."),
        ("[[  Idle\nPlayers ]]", '<a href="/rules/3/" class="named">Idle Players</a>'),
        ("[[[Core] Quorum]]", '<a href="/posts/8/" class="named">[Core] Quorum</a>'),
        ("[[AT&T <3]]", '<a href="/posts/9/" class="named">AT&amp;T &lt;3</a>'),
        ("*[[Cats]]*[[Cats]]", f"<em>{CATS}</em>{CATS}"),
        ("[[Dogs]], [[]]", '<span class="unknown">[[Dogs]]</span>, [[]]'),
        ("@Alice, (@Alice) @Alice's @Alice. [[@Alice]]",
         f"{ALICE}, ({ALICE}) {ALICE}'s {ALICE}. {ALICE}"),
        ("@O'Brien's", "<a href=\"/players/obrien/\" class=\"named\">O'Brien</a>'s"),
        ("@Mr.X... @Bob.", '<a href="/players/mr-x/" class="named">Mr.X</a>... '
         '<a href="/players/bob/" class="named">Bob.</a>'),
        ("@Zed's", '<span class="unknown">@Zed\'s</span>'),
        ("@Zed.", '<span class="unknown">@Zed</span>.'),
        ("a@Alice.example /@Alice @ Alice", "a@Alice.example /@Alice @ Alice"),
        ("`[[Cats]] @Alice` [@Alice](/x)", '<code>[[Cats]] @Alice</code> <a href="/x">@Alice</a>'),
    ],
)  # fmt: skip
def test_names_lead_where_they_should(text, html):
    assert render(text) == f"<p>{html}</p>"


def test_names_stay_words_when_nobody_looks_them_up():
    assert prose.render("[[Cats]] @Alice", prefix="t") == "<p>[[Cats]] @Alice</p>"


def test_wanted_is_what_rendering_asks_for():
    text = "[[Cats]] @Alice's `[[code]]` [@linked](/x) &commat;Alice [[Cats]]\n\n> *[[[Core] Quorum]]* x@y.example"
    names = set()
    prose.render(text, prefix="t", links=lambda name: names.add(name))

    assert prose.wanted(text) == names == {"Cats", "@Alice's", "@Alice", "[Core] Quorum"}
    assert prose.wanted("No names here.") == set()


def test_names_beyond_the_limit_stay_words():
    text = " ".join(f"@p{number}" for number in range(500))

    assert len(prose.wanted(text)) == 400
    html = prose.render(text, prefix="t", links=lambda name: (f"/{name[1:]}/", name))
    assert html.count("<a ") == 400
    assert html.endswith('<a href="/p399/" class="named">@p399</a> '
                         + " ".join(f"@p{n}" for n in range(400, 500)) + "</p>")  # fmt: skip


def test_a_run_is_cut_into_words_names_and_addresses_and_loses_nothing():
    text = "As @Alice's [[Cats]] say: https://a.example/b."
    pieces = list(split(text))
    assert [piece for piece in pieces if isinstance(piece, Name)] == [
        Name("@Alice's", ("@Alice's", "@Alice")), Name("[[Cats]]", ("Cats",)),
    ]  # fmt: skip
    assert [piece for piece in pieces if isinstance(piece, BareAddress)] == ["https://a.example/b"]
    assert "".join(piece.typed if isinstance(piece, Name) else piece for piece in pieces) == text
