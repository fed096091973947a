"""Lines that people write: what they may not hold, and what is done with those from before that was looked at."""

import pytest

from blognomic.text.one_line import MOST_MARKS, TURNERS, closed, fault_of
from blognomic.web.errors import RuleBroken
from players.names import check_name_form
from tests.votables.table import noon, seat, write
from votables.models import Post
from votables.services import posting

TURNED = "A proposal \u202edesrever"
STACKED = "Z" + "\u0301" * (MOST_MARKS + 1)


@pytest.mark.parametrize("sign", sorted(TURNERS))
def test_a_sign_that_turns_the_writing_round_is_no_part_of_a_line(sign):
    assert fault_of(f"Cats{sign}s") == (
        f"Leave U+{ord(sign):04X} out of titles and names: it changes the direction of the text next to it."
    )


@pytest.mark.parametrize(
    "line",
    [
        "Cats",
        "שלום עולם",
        "مرحبا",
        "नमस्ते",
        "Việt Nam",
        "ཧཱུྃ",
        "👩🏽\u200d🚀 🏳️\u200d🌈",
        "Z" + "\u0301" * MOST_MARKS,
    ],
)
def test_what_people_write_in_any_script_is_a_line(line):
    assert fault_of(line) == ""


def test_more_marks_than_any_script_stacks_are_too_many_whether_put_together_or_not():
    for line in (STACKED, "Ấ" + "\u0301" * MOST_MARKS):
        assert fault_of(line) == "In titles and names, a letter can have 8 accents at most."


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("plain", "plain"),
        ("\u202eabc", "\u202eabc\u202c"),
        ("\u202eabc\u202c", "\u202eabc\u202c"),
        ("\u2067a\u202bb", "\u2067a\u202bb\u202c\u2069"),
        ("\u2067a\u202bb\u2069c", "\u2067a\u202bb\u2069c"),
        ("a\u202c\u2069b", "a\u202c\u2069b"),
    ],
)
def test_what_a_line_turns_round_is_turned_back_at_its_end(written, read):
    assert closed(written) == read == closed(read)


@pytest.mark.django_db
@pytest.mark.parametrize("title", [TURNED, STACKED])
def test_a_title_with_such_a_sign_is_refused_and_an_old_one_can_be_kept_or_mended(title):
    _, bobby = seat("Alice", "Bobby")
    with pytest.raises(RuleBroken, match="titles and names") as refused:
        write(bobby, noon(1), title)
    assert (refused.value.status, Post.objects.count()) == (400, 0)
    old = write(bobby, noon(1), "Cats")
    Post.objects.filter(pk=old.pk).update(title=title)
    old.refresh_from_db()
    assert old.title == closed(title)
    words = {"post": old, "by": bobby, "at": noon(1, minutes=1), "body": "Other words."}
    posting.edit(seen=1, title=old.title, **words)
    with pytest.raises(RuleBroken, match="titles and names"):
        posting.edit(seen=2, title=f"{title}, again", **words)
    assert posting.edit(seen=2, title="Cats", **words).title == "Cats"


def test_a_name_with_too_many_marks_is_refused():
    with pytest.raises(RuleBroken, match="8 accents at most"):
        check_name_form(STACKED)
