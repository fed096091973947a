"""What is broken by hand is found, said in a sentence, and where; and nothing else is."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from blognomic.management.commands import check_game
from blognomic.transfer.checking import CHECKS, found
from players.checking import Finding
from votables.models import Post

from .broken_posts import OF_POSTS
from .broken_rooms import OF_ROOMS, Said, write

pytestmark = pytest.mark.usefixtures("rich")
BROKEN = OF_ROOMS | OF_POSTS
BY_NAME = {check.name: check for check in CHECKS}


def look(name: str) -> Said:
    """What the check of that name finds: rows and sentences."""
    check = BY_NAME[name]
    return [(one.row, one.sentence) for one in check.look(check.rows().iterator(chunk_size=100))]


def test_in_a_whole_game_everything_fits():
    assert list(found()) == []


@pytest.mark.parametrize(
    ("name", "break_it"),
    [(name, break_it) for name, ways in BROKEN.items() for break_it in ways],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_a_row_that_was_broken_by_hand_is_found(name, break_it):
    expected = break_it()
    assert look(name) == expected


def test_every_check_has_found_something_here():
    """But for links, which are looked at in the same way in every table."""
    leads = {check.name for check in CHECKS if check.name.startswith("where each ")}
    assert BROKEN.keys() | leads == BY_NAME.keys()


# -- the command


def run(*arguments: str) -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    try:
        call_command("check_game", *arguments, stdout=out, stderr=err)
    except SystemExit as end:
        return end.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_the_command_says_what_does_not_fit_and_where_and_fails():
    post = Post.objects.get(title="Notes")
    write(post, body_html="<p>Second.</p>")
    sentence = "“Notes”: the HTML of its text is not that of its words."
    assert run() == (1, f"post {post.pk}, /posts/{post.pk}/: {sentence}\n", "1 thing that does not fit.\n")
    code, out, _ = run("--json")
    assert (code, json.loads(out)) == (
        1,
        {"row": f"post {post.pk}", "page": f"/posts/{post.pk}/", "sentence": sentence},
    )


def test_the_command_says_when_everything_fits():
    assert run() == (0, "Everything fits.\n", "")


def test_of_a_damaged_database_nothing_else_is_looked_at(monkeypatch):
    monkeypatch.setattr(check_game, "damages", lambda: iter([Finding("database", "It is damaged.")]))
    monkeypatch.setattr(check_game, "found", None)
    sentence = "The database itself is damaged, so nothing else was looked at.\n"
    assert run() == (1, "database: It is damaged.\n", sentence)
