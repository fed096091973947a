"""What Markdown makes of a text, whatever the text before it was and whoever else is at it."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from blognomic.text import prose

from .test_rendering import render


def test_text_that_markdown_fails_on_is_refused(monkeypatch):
    monkeypatch.setattr("markdown.Markdown.convert", lambda self, text: [].pop())

    with pytest.raises(prose.ProseError, match="the site cannot read"):
        prose.render("What makes Markdown fail", prefix="t")


def test_refused_text_leaves_nothing_behind():
    with pytest.raises(prose.ProseError):
        prose.render("> 1. " * 3_000, prefix="t")

    assert render("> a\n\nb") == "<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>"


def test_texts_rendered_at_once_do_not_mix():
    texts = [f"# {n}\n\na[^{n}] [x][{n}]\n\n[^{n}]: note {n}\n\n[{n}]: /{n}/ 'title {n}'" for n in range(40)]
    alone = [prose.render(text, prefix="t") for text in texts]
    start = threading.Barrier(4)

    def many(_: int) -> list[str]:
        start.wait()
        return [prose.render(f"{text}\n", prefix="t") for text in texts]

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(many, range(4))) == [alone] * 4
