"""Files that are handed to a command: what they are taken for, what of them is read, and what is refused."""

import io
import sys
from contextlib import ExitStack
from types import SimpleNamespace

import pytest

from ruleset.text import files
from ruleset.text.files import Source, called
from ruleset.text.mistakes import Unreadable

PAGE = """<mediawiki><page><title>Ruleset</title>
<revision><timestamp>2020-01-01T00:00:00Z</timestamp><text>==Cats==
Purr.</text></revision>
<revision><timestamp>2020-01-02T00:00:00Z</timestamp><text>==Dogs==
Bark.</text></revision>
<revision><timestamp>2020-01-03T00:00:00Z</timestamp><text></text></revision></page></mediawiki>"""
BLANK = PAGE.replace("==Cats==\nPurr.", "").replace("==Dogs==\nBark.", " ")


@pytest.fixture
def source(tmp_path):
    with ExitStack() as opened:

        def of(name: str, content: str | bytes, format: str | None = None) -> Source:
            path = tmp_path / name
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
            return Source(opened, str(path), format)

        yield of


def titles(source: Source) -> list[str]:
    return [node.title for node in source.tree().walk()]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.md", "# Cats\nPurr.\n", ["Cats"]),
        ("a.wiki", "==Cats==\nPurr.\n", ["Cats"]),
        ("a.xml", PAGE, ["Dogs"]),  # its last revision that says something
    ],
)
def test_a_file_is_taken_for_what_it_is(source, name, content, expected):
    assert titles(source(name, content)) == expected


def test_a_format_that_is_said_goes_before_what_the_name_says(source):
    assert titles(source("a.wiki", "# Cats\n", "markdown")) == ["Cats"]


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("a.txt", "Nothing here.\n", (1, "there is no telling the format; say --format wikitext or markdown")),
        ("a.md", b"# A\n\xff\n", (2, "this is not UTF-8")),
        ("a.xml", BLANK, (1, "every revision in this export is blank")),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_its_line(source, name, content, problem):
    with pytest.raises(Unreadable) as refused:
        source(name, content).tree()
    assert [(one.line, one.reason) for one in refused.value.problems] == [problem]


def test_problems_of_a_revision_have_the_lines_of_the_file(source):
    listed: list = []
    source("a.xml", PAGE.replace("Bark.", "{{Bark}}")).tree(listed)
    assert [one.line for one in listed] == [5]


def test_an_export_that_is_too_large_is_refused(source, monkeypatch):
    monkeypatch.setattr(files, "LARGEST_EXPORT", 100)
    with pytest.raises(Unreadable, match="at most 100 bytes"):
        list(source("a.xml", PAGE).chunks())


def test_standard_input_is_read_and_called_so(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"# Cats\nPurr.\n")))
    with ExitStack() as opened:
        assert titles(Source(opened, "-")) == ["Cats"]
    assert (called("-"), called("/a/b.md")) == ("standard input", "b.md")


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path):
    with ExitStack() as opened, pytest.raises(FileNotFoundError):
        Source(opened, str(tmp_path / "none.md"))
