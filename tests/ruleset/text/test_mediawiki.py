"""MediaWiki's XML export: a page's revisions as ours, streamed, and nothing that XML could hide."""

import json
from datetime import UTC, datetime
from xml.sax.saxutils import escape

import pytest

from blognomic.text import prose
from ruleset.models import Revision, RuleVersion
from ruleset.queries import tree_after
from ruleset.text.mediawiki import Exported, revisions
from ruleset.text.mistakes import ReadingProblem, Unreadable
from tests.ruleset.test_import_ruleset import NOON, keys, outline, put, refusal, run  # noqa: F401 (put is a fixture)

HEAD = '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">\n'
SITE = "<siteinfo><sitename>Wiki</sitename></siteinfo>\n"


def revision(
    at: str, text: str, *, who: str = "<username>Kevan</username><id>1</id>", comment: str = ""
) -> str:
    remark = f"<comment>{escape(comment)}</comment>" if comment else ""
    return (
        f"<revision>\n<id>7</id><timestamp>{at}</timestamp><contributor>{who}</contributor>{remark}\n"
        f'<model>wikitext</model><text bytes="9" xml:space="preserve">{escape(text)}</text>\n</revision>\n'
    )


def page(*contents: str) -> str:
    return f"{HEAD}{SITE}<page><title>Ruleset</title><ns>0</ns>\n{''.join(contents)}</page>\n</mediawiki>\n"


FIRST = revision("2008-01-01T10:00:00Z", "==Core==\n===Cats===\nPurr & nap.\n", comment="Begin")
SECOND = revision(
    "2008-01-02T10:00:00Z", "==Core==\n===Cats===\nPurr.\n===Dogs===\n", comment="/* Cats */ shorter"
)
THIRD = revision(
    "2008-01-03T10:00:00Z", "==Core==\n===Hounds===\n===Cats===\nPurr.\n", who="<ip>192.0.2.7</ip>"
)
BLANK = revision("2008-01-02T11:00:00Z", "", comment="oops")


def problems(source: str, size: int = 7) -> list[ReadingProblem]:
    with pytest.raises(Unreadable) as wrong:
        list(revisions(chunks(source, size)))
    return wrong.value.problems


def chunks(source: str, size: int) -> list[bytes]:
    data = source.encode()
    return [data[start : start + size] for start in range(0, len(data), size)]


@pytest.mark.parametrize("size", [1, 13, 100_000])
def test_revisions_are_read_in_whatever_pieces_they_come(size):
    assert list(revisions(chunks(page(FIRST, THIRD), size))) == [
        Exported(6, datetime(2008, 1, 1, 10, tzinfo=UTC), "Kevan", "Begin", "==Core==\n===Cats===\nPurr & nap.\n"),
        Exported(13, datetime(2008, 1, 3, 10, tzinfo=UTC), "192.0.2.7", "",
                 "==Core==\n===Hounds===\n===Cats===\nPurr.\n"),
    ]  # fmt: skip


def test_a_revision_is_given_before_the_end_is_read():
    def cut_short():
        yield page(FIRST).removesuffix("</page>\n</mediawiki>\n").encode()
        raise AssertionError("the second chunk was asked for")

    assert next(revisions(cut_short())).comment == "Begin"


BOMB = '<!DOCTYPE mediawiki [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>\n'


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (BOMB + page(revision("2008-01-01T10:00:00Z", "x")),
         ReadingProblem(1, "a document type is not read, since it could declare entities")),
        ('<!DOCTYPE mediawiki SYSTEM "file:///etc/hostname">\n' + page(FIRST),
         ReadingProblem(1, "a document type is not read, since it could declare entities")),
        (page(FIRST).partition("</revision>")[0], ReadingProblem(10, "this is no well-formed XML: no element found")),
        (page(FIRST).replace("</comment>", "</remark>"),
         ReadingProblem(5, "this is no well-formed XML: mismatched tag")),
        (page(FIRST.replace("&amp;", "&bomb;")), ReadingProblem(8, "this is no well-formed XML: undefined entity")),
        ("<html>\n</html>", ReadingProblem(1, "this is XML, but no export of MediaWiki: it begins with <html>")),
        (f"{HEAD}{SITE}</mediawiki>", ReadingProblem(1, "there is no revision of a page in this export")),
        (page(FIRST).replace("</page>", "</page><page></page>"),
         ReadingProblem(11, "a second page begins; export the page of the ruleset alone")),
        (page(SECOND, FIRST),
         ReadingProblem(14, "this revision is older than the one before it; export the oldest first")),
        (page(FIRST.replace("T10", " 10")),
         ReadingProblem(6, "this revision has no time that can be read: "
                           "must be an instant in UTC such as 2024-05-01T12:00:00Z")),
    ],
)  # fmt: skip
def test_what_is_amiss_is_said_with_its_line(source, problem):
    assert problems(source) == [problem]


def test_a_text_that_is_too_long_is_refused_while_it_is_read():
    long = page(revision("2008-01-01T10:00:00Z", "x" * 6_000_000))
    (problem,) = problems(long, 65_536)
    assert problem.reason == "a ruleset has at most 5,000,000 characters"


@pytest.mark.django_db
def test_a_history_becomes_revisions_of_their_own_times(put):  # noqa: F811
    output = run(
        "import_ruleset",
        put("history.xml", page(FIRST, SECOND, SECOND, BLANK, THIRD)),
    )
    first, second, third = Revision.objects.order_by("pk")
    assert output == (
        f"2 rules were imported from history.xml (xml) as 3 revisions, the last of them {third.pk}.\n"
        "1 blank ones were left out.\n1 changed nothing.\n"
    )
    assert [(one.kind, one.at.isoformat(), one.by, one.why) for one in (first, second, third)] == [
        ("import", "2008-01-01T10:00:00+00:00", None, "Begin (by Kevan, on the wiki)"),
        ("import", "2008-01-02T10:00:00+00:00", None, "Cats: shorter (by Kevan, on the wiki)"),
        ("import", "2008-01-03T10:00:00+00:00", None, "Edited by 192.0.2.7, on the wiki."),
    ]  # fmt: skip
    assert outline(tree_after(first.pk))[1:] == [("1.1", "Cats", "Purr & nap.")]
    assert outline(tree_after(second.pk))[1:] == [("1.1", "Cats", "Purr."), ("1.2", "Dogs", "")]
    assert outline(tree_after(third.pk))[1:] == [("1.1", "Hounds", ""), ("1.2", "Cats", "Purr.")]
    assert keys(tree_after(third.pk))["Cats"] == keys(tree_after(first.pk))["Cats"]
    assert RuleVersion.objects.filter(revision=third).count() == 2


@pytest.mark.django_db
def test_a_page_that_was_spoilt_and_mended_keeps_its_rules(put):  # noqa: F811
    spoilt = [revision(f"2008-01-02T1{hour}:00:00Z", f"==Ha==\n===Ha {hour}===\n") for hour in (1, 2)]
    mended = revision("2008-01-03T10:00:00Z", "==Core==\n===Cats===\nPurr and nap.\n")
    run("import_ruleset", put("history.xml", page(FIRST, *spoilt, mended)))
    revisions_made = Revision.objects.order_by("pk")
    assert len(revisions_made) == 4
    first, last = (keys(tree_after(revisions_made[place].pk)) for place in (0, 3))
    assert first == last


@pytest.mark.django_db
def test_over_a_ruleset_the_last_revision_alone_comes_in(put):  # noqa: F811
    run("import_ruleset", put("rules.md", "# Core\n## Cats\n"))
    run("import_ruleset", put("history.xml", page(FIRST, SECOND, THIRD)))
    _, last = Revision.objects.order_by("pk")
    assert (last.at, last.why) == (
        NOON, "Imported from history.xml. Edited by 192.0.2.7, on the wiki.",
    )  # fmt: skip


@pytest.mark.django_db
def test_nothing_in_one_revision_stops_the_others(put):  # noqa: F811
    odd = revision("2008-01-02T12:00:00Z", "{{x}}\n==Core==\n\n===Cats===\nPurr & nap.\n")
    headless = revision("2008-01-02T13:00:00Z", "lol\n")
    deleted = revision("2008-01-02T14:00:00Z", "").replace('bytes="9"', 'bytes="9" deleted="deleted"')
    long = revision("2008-01-02T15:00:00Z", f"==Core==\n{'x' * 200_001}\n")
    export = put("history.xml", page(FIRST, odd, headless, deleted, long, THIRD))
    answer = json.loads(run("import_ruleset", export, "--json"))
    assert answer["not_understood"] == [
        {"revision": "2008-01-02T12:00:00Z", "line": 13,
         "what": "stands before the first heading; it is put below it"},
        {"revision": "2008-01-02T12:00:00Z", "line": 13, "what": "“{{x}}” is kept as text"},
        {"revision": "2008-01-02T13:00:00Z", "line": 22, "what": "there is no heading"},
        {"revision": "2008-01-02T14:00:00Z", "line": 27,
         "what": "the text of this revision was deleted on the wiki and is not in the export; it was left out"},
        {"revision": "2008-01-02T15:00:00Z", "line": 31,
         "what": "this revision was left out: Rule 1 is too long, or its title is."},
    ]  # fmt: skip
    first, second, third, fourth = Revision.objects.order_by("pk")
    assert outline(tree_after(second.pk)) == [("1", "Core", "{{x}}"), ("1.1", "Cats", "Purr & nap.")]
    assert outline(tree_after(third.pk)) == [("1", "Unnamed Rule", "lol")]
    assert keys(tree_after(fourth.pk))["Cats"] == keys(tree_after(first.pk))["Cats"]


# What such rules hold: as it stands on the wiki, what becomes of it here, how that is shown, and what is listed of it,
# by lines below its first.
CONSTRUCTS = {
    "code": ("<pre>\n== x ==\n  ''y'' {{z}}\n</pre>", "```\n== x ==\n  ''y'' {{z}}\n```",
             "== x ==\n  ''y'' {{z}}", []),
    "what is meant literally": ("One <nowiki>== x ==\n== y ==\n* [[z]]</nowiki>.",
                                "One == x ==\n\\== y ==\n\\* \\[\\[z]].", "== y ==\n* [[z]].", []),
    "cell over two rows": ('{|\n! A !! B\n|-\n| rowspan="2" | both || 1\n|-\n| 2\n|}',
                           "| A | B |\n| --- | --- |\n| both | 1 |\n|  | 2 |", "<td></td>\n<td>2</td>",
                           [(3, "“rowspan=2” is not kept: the words stand in its first cell")]),
    "link with a label": ("See [[Dice Roller|the roller]].", "See the roller.", "See the roller.",
                          [(0, "“[[Dice Roller|the roller]]” leads nowhere here; its words stay")]),
    "picture": ("[[File:Cat.png|thumb|A cat]]", "[[File:Cat.png|thumb|A cat]]", "[[File:Cat.png|thumb|A cat]]",
                [(0, "“[[File:Cat.png|thumb|A cat]]” is kept as text")]),
    "indented twice": (":One\n::two", "> One\n>\n> > two", "<blockquote>\n<p>two</p>", []),
    "line below an item": ("# one\n#: more\n# two", "1. one\n\n    > more\n\n1. two", "<p>more</p>", []),
    "note used again": ('One<ref name="x">Note.</ref> two<ref name="x"/>.', "One[^1] two[^1].\n\n[^1]: Note.",
                        "Note.", []),
    "struck": ("Now <s>gone</s>.", "Now <s>gone</s>.", "Now <del>gone</del>.", []),
    "underlined": ("Now <u>under</u>.", "Now <u>under</u>.", "under",
                   [(0, "“<u>” has no look here; its words stay")]),
    "quotation": ("<blockquote>One\ntwo</blockquote>", "> One\n> two", "<blockquote>", []),
    "signs of a tag": ("Write &lt;b&gt;.", "Write &lt;b&gt;.", "Write &lt;b&gt;.", []),
    "template": ("{{Rules|a}}", "{{Rules|a}}", "{{Rules|a}}", [(0, "“{{Rules|a}}” is kept as text")]),
}  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(("wikitext", "kept", "shown", "listed"), CONSTRUCTS.values(), ids=CONSTRUCTS)
def test_what_a_rule_of_the_wiki_holds_comes_through_or_is_listed(put, wikitext, kept, shown, listed):  # noqa: F811
    export = page(revision("2008-01-01T10:00:00Z", f"==Core==\n===Cats===\n{wikitext}\n===Dogs===\nBark.\n"))
    first = export[: export.index(escape(wikitext))].count("\n") + 1
    answer = json.loads(run("import_ruleset", put("history.xml", export), "--json"))
    tree = tree_after(Revision.objects.get().pk)
    assert outline(tree) == [("1", "Core", ""), ("1.1", "Cats", kept), ("1.2", "Dogs", "Bark.")]
    assert shown in prose.render(kept, prefix="r1")
    assert answer["not_understood"] == [
        {"revision": "2008-01-01T10:00:00Z", "line": first + below, "what": what} for below, what in listed
    ]


@pytest.mark.django_db
def test_a_rule_renamed_and_reworded_in_one_revision_stays_the_same_rule(put):  # noqa: F811
    words = "Every coach carries {} clocks, and its keeper winds them each {} before the mail is sorted."
    before = revision("2008-01-01T10:00:00Z", f"==Core==\n===Clocks===\n{words.format('two', 'morning')}\n")
    after = revision(
        "2008-01-02T10:00:00Z",
        f"==Core==\n===Cats===\nPurr.\n===Timepieces===\n{words.format('three', 'evening')}\n",
    )
    run("import_ruleset", put("history.xml", page(before, after)))
    first, second = (keys(tree_after(one.pk)) for one in Revision.objects.order_by("pk"))
    assert second["Timepieces"] == first["Clocks"] != second["Cats"]


@pytest.mark.django_db
def test_a_future_revision_is_refused_and_so_is_a_history_of_nothing(put):  # noqa: F811
    future = revision("2031-01-02T12:00:00Z", "==Core==\nSoon.\n")
    assert "dated in the future" in refusal("import_ruleset", put("history.xml", page(FIRST, future)))
    long = revision("2008-01-02T15:00:00Z", f"==Core==\n{'x' * 200_001}\n")
    assert "line 6: this revision was left out" in refusal("import_ruleset", put("history.xml", page(long)))
    assert Revision.objects.count() == 0


@pytest.mark.django_db
def test_a_history_of_blank_pages_is_no_ruleset(put):  # noqa: F811
    assert "blank" in refusal("import_ruleset", put("history.xml", page(BLANK)))
