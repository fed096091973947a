"""The readers of rulesets, wikitext and Markdown: any text is read or refused by its lines, nothing is lost, and what
was written is read again as it was."""

import re
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from ruleset.text import markdown, wikitext
from ruleset.text.mistakes import ReadingProblem, Unreadable
from ruleset.text.tree import Node, Tree

from .pumping import FEW, SOME, grows_too_fast, pumped

PIECES = st.sampled_from(
    "= == === ' '' ''' ''''' * # : ; [ ] [[ ]] [[a|b]] | || ! !! {| |} |- |+ {{ }} < > <nowiki> </nowiki> <code>"
    " </code> <ref> </ref> <ref/> <ref name=x> <!-- --> <br> <math> <pre> </pre> __TOC__"
    " _ __ ` ``` ~~~ - -- 1. \\ & &lt; ^"
    " [^1] [^1]: https://a.example ( ) ~ > class=x word Rule".split()
    + ["\n", "\n\n", "\n==A==\n", "\n{|\n", "\n|}\n", "\n* ", "\n; ", "\n: ", " ", "    ", "\t", "\r", "\r\n",
       "\x00", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\ue000", "\ue001", "\ue0000\ue001", "\ufeff", "\ud800", "é"]
)  # fmt: skip
ANY = st.lists(PIECES, max_size=60).map("".join) | st.text(max_size=200)
RULES = ANY.map(lambda text: f"==Rule==\n{text}\n")

WORDS = st.lists(
    st.sampled_from("a the Cats purr as Dice fall and Players vote".split()), min_size=1, max_size=3
).map(" ".join)
MARKED = st.tuples(
    st.sampled_from(
        ["{}", "''{}''", "'''{}'''", "[[{}]]", "[https://a.example {}]", "<nowiki>{}</nowiki>", "<code>{}</code>"]
    ),
    WORDS,
).map(lambda made: made[0].format(made[1]))  # fmt: skip
LINE = st.lists(MARKED, min_size=1, max_size=3).map(" ".join)
PARAGRAPH = st.lists(LINE, min_size=1, max_size=3).map("\n".join)
ITEMS = st.lists(LINE, min_size=1, max_size=4)
BULLETS = ITEMS.map(lambda lines: "\n".join(f"* {line}" for line in lines))
NUMBERS = ITEMS.map(lambda lines: "\n".join(f"# {line}" for line in lines))
NESTED = ITEMS.map(
    lambda lines: "\n".join(f"{'*' * min(depth, 3)} {line}" for depth, line in enumerate(lines, 1))
)
DEFINED = st.lists(st.tuples(WORDS, LINE), min_size=1, max_size=3).map(
    lambda pairs: "\n".join(f";{term}\n:{line}" for term, line in pairs)
)
TABLE = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=3).map(
    lambda rows: (
        '{| class="wikitable"\n|-\n! One !! Two\n' + "".join(f"|-\n| {a} || {b}\n" for a, b in rows) + "|}"
    )
)
BODY = st.lists(PARAGRAPH | BULLETS | NUMBERS | NESTED | DEFINED | TABLE, max_size=4).map("\n\n".join)
RULE = st.tuples(st.integers(2, 5), WORDS, BODY).map(
    lambda one: f"{'=' * one[0]}{one[1]}{'=' * one[0]}\n{one[2]}\n"
)
RULESET = st.lists(RULE, min_size=1, max_size=5).map("\n".join)


def words(source: str) -> list[str]:
    return re.findall(r"[A-Za-z]+", re.sub(r'class="wikitable"|</?(?:nowiki|code)>', "", source))


@SOME
@given(RULESET)
def test_a_ruleset_loses_no_word_and_is_read_again_as_it_was(source):
    tree = wikitext.read(source)
    written = wikitext.write(tree)
    assert words(written) == words(source)
    assert wikitext.read(written) == tree
    assert markdown.read(markdown.write(tree)) == tree


@given(ANY | RULES)
def test_any_text_is_read_or_refused_by_its_lines(source):
    for reader in (wikitext, markdown):
        try:
            tree = reader.read(source)
        except Unreadable as error:
            lines = len(re.split(r"\r\n|\r|\n", source))
            assert error.problems and all(1 <= problem.line <= lines for problem in error.problems)
            assert error.problems == sorted(error.problems, key=lambda problem: problem.line)
        else:
            assert tree.sections
            assert [one.key for one in tree.walk()] == [f"new-{n}" for n, _ in enumerate(tree.walk(), 1)]


INLINE = st.recursive(
    WORDS,
    lambda inner: st.tuples(
        st.sampled_from(
            ["''{}''", "'''{}'''", "<s>{}</s>", "<u>{}</u>", "<b>{}</b>", "<sup>{}</sup>",
             "&lt;b&gt;{}", "<ref>{}</ref>",
             '<ref name="x">{}</ref>', '{}<ref name="x"/>', "<nowiki>{}</nowiki>", "<nowiki>{}\n== as ==</nowiki>",
             "<code>{}</code>",
             "[[{}]]", "[[Page|{}]]", "[[File:Cat.png|thumb|{}]]", "{{{{Template|{}}}}}",
             "<span>{}</span>", "<math>{}", "{}<br>{}",
             "[https://a.example {}]", "<!-- -->{}", "''{}", "[[{}", "{}]]", "<ref>{}",
             "<nowiki>{}", "</s>{}", "&amp;lt;{}"]
        ),
        inner,
    ).map(lambda made: made[0].replace("{{{{", "\x01").replace("}}}}", "\x02").replace("{}", made[1])
          .replace("\x01", "{{").replace("\x02", "}}")),
    max_leaves=4,
)  # fmt: skip
NESTING = st.recursive(
    st.lists(INLINE, min_size=1, max_size=2).map(" ".join),
    lambda inner: st.tuples(
        st.sampled_from(
            ["* {}", "# {}", ": {}", ":: {}", "#: {}", "# {}\n#: {}", "* {}\n*# {}",
             ":* {}", ";{}\n: {}", ";{} : {}", "; {}",
             "*** {}", "<blockquote>{}</blockquote>", "<blockquote>\n{}\n</blockquote>",
             "<blockquote>{}", "<pre>\n{}\n== as ==\n</pre>",
             "<pre>{}</pre>",
             "<syntaxhighlight lang=x>\n{}\n</syntaxhighlight>", "{|\n! {}\n|-\n| rowspan=2 | {} || {}\n|-\n| {}\n|}",
             "{|\n|+ {}\n| colspan=\"3\" | a\n{}\n|} {}", "{|\n| {}", "|-\n| {}", "== {} ==",
             "==={}", "----\n{}", "{}\n\n{}", " {}",
             "~~~ {}", "1. {}", "> {}", "# {}\n## {}\n* {}", "<div>{}</div>", "{{Template\n| a = {}\n}}",
             "\n{}"]
        ),
        inner,
    ).map(lambda made: made[0].replace("{}", made[1])),
    max_leaves=5,
)  # fmt: skip
PAGE = st.lists(NESTING, min_size=1, max_size=4).map("\n".join)


SEEN = r"\b(?:the|Cats|purr|Dice|fall|and|Players|vote)"


def told_apart(source: str) -> str:
    """The source with a number behind each of its words, so that none passes for another."""
    numbers = count()
    return re.sub(rf"{SEEN}\b", lambda match: f"{match[0]}{next(numbers)}", source)


def visible(text: str) -> set[str]:
    return set(re.findall(rf"{SEEN}[0-9]+\b", text))


def all_of(tree: Tree) -> str:
    return "\n".join(f"{node.title}\n{node.text}" for node in tree.walk())


@SOME
@given(PAGE.map(told_apart).filter(visible))
def test_of_nested_marks_every_word_is_kept_or_listed(source):
    listed: list[ReadingProblem] = []
    tree = wikitext.read(source, listed)
    reasons = " ".join(problem.reason for problem in listed)
    assert visible(source) <= visible(f"{all_of(tree)} {reasons}")
    assert visible(all_of(tree)) <= visible(all_of(wikitext.read(wikitext.write(tree))))
    assert visible(all_of(tree)) <= visible(all_of(markdown.read(markdown.write(tree))))


@given(RULES)
def test_what_was_written_can_be_written_and_read_once_more(source):
    try:
        tree = wikitext.read(source)
        titles = [node.title for node in tree.walk()]
        again = wikitext.read(wikitext.write(tree))
    except Unreadable as error:
        assert error.problems
    else:
        assert [node.title for node in again.walk()] == titles


TITLES = (
    st.lists(PIECES, min_size=1, max_size=4)
    .map(lambda pieces: " ".join(" ".join(pieces).split()))
    .filter(lambda title: title and not re.search("<!--|-->|</?nowiki>|[\ud800-\udfff\ufeff]", title))
)


@given(st.lists(TITLES, min_size=1, max_size=3))
def test_titles_are_read_again_as_they_were(titles):
    tree = Tree(tuple(Node(f"new-{place}", title) for place, title in enumerate(titles, 1)))
    assert wikitext.read(wikitext.write(tree)) == tree
    assert markdown.read(markdown.write(tree)) == tree


@FEW
@given(
    pumped(PIECES),
    st.sampled_from(["==Rule==\n{}\n", "=={}==\n", "{}\n==Rule==\n"]),
    st.sampled_from([wikitext, markdown]),
)
def test_the_work_is_in_proportion_to_the_text(text, place, reader):
    def there_and_back(source: str) -> None:
        reader.write(reader.read(source))

    assert grows_too_fast(there_and_back, lambda times: place.format(text(times))) == ""
