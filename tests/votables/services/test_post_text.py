"""Sentences put together, and what is written down for all."""

import pytest
from django.utils import translation
from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken
from votables.services.post_text import both, either, written_down


@pytest.mark.parametrize(
    ("names", "one_of_them", "all_of_them"),
    [
        ([], "", ""),
        (["a post"], "a post", "a post"),
        (["a post", "a vote"], "a post or a vote", "a post and a vote"),
        (iter(["a", "b", "c"]), "a or b or c", None),
    ],
)
def test_names_are_joined_by_a_word(names, one_of_them, all_of_them):
    assert either(names) == one_of_them
    if all_of_them is not None:
        assert both(names) == all_of_them


def test_what_is_written_down_is_in_the_games_language_whoever_reads():
    with translation.override("de"):
        assert (written_down(lambda: both(["a", "b"])), both(["a", "b"])) == ("a and b", "a und b")


def test_a_refusal_is_told_in_the_language_of_whoever_asked():
    def refuse() -> None:
        raise RuleBroken(_("Choose how it ends."))

    with translation.override("de"), pytest.raises(RuleBroken) as broken:
        written_down(refuse)
    assert broken.value.sentence != "Choose how it ends."
