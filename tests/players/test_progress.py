"""Commands that may take long say how far they have come, to whoever watches."""

import io
from functools import partial

import pytest
from rich.console import Console

from blognomic.commands import progress


@pytest.fixture
def screen(monkeypatch):
    """What would be seen in a terminal."""
    seen = io.StringIO()
    console = partial(Console, file=seen, force_terminal=True, width=80, color_system=None)
    monkeypatch.setattr(progress, "Console", lambda stderr: console())
    return seen


def test_a_bar_shows_the_step_and_how_much_of_it_is_done(screen, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0)
    with progress.progress(shown=True) as tell:
        tell("posts", 10, 500)
        tell("comments", 0, 143_638)
        tell("comments", 71_500, 143_638)
    assert [part in screen.getvalue() for part in ("posts", "comments", "71500/143638", "━")] == [True] * 4


def test_what_is_done_at_once_shows_no_bar(screen):
    with progress.progress(shown=True) as tell:
        tell("posts", 0, 1)
    assert "posts" not in screen.getvalue()


def test_nobody_counts_where_nobody_looks(screen, monkeypatch):
    with progress.progress(shown=False) as told_not_to:
        pass
    monkeypatch.setattr(progress, "Console", lambda stderr: Console(file=screen, force_terminal=False))
    with progress.progress(shown=True) as into_a_file:
        pass
    assert (told_not_to, into_a_file, screen.getvalue()) == (None, None, "")
