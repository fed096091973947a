"""What texts from outside may hold, and which of them can be keys."""

import pytest

from blognomic.text.outside import check_keepable, is_key, keepable
from blognomic.web.errors import RuleBroken


@pytest.mark.parametrize("text", ["0", "7", "007", "9" * 15])
def test_digits_can_be_a_key(text):
    assert is_key(text)


@pytest.mark.parametrize("text", ["", " 7", "-1", "+1", "1.5", "1_0", "x", "\x00", "٣", "²", "9" * 16])
def test_nothing_else_can_be_a_key(text):
    assert not is_key(text)


def test_what_no_database_keeps_is_left_out_or_refused():
    assert keepable("a\x00b\ud800c😀") == "abc😀"
    for text in ("a\x00b", "\ud800"):
        with pytest.raises(
            RuleBroken, match="This text has a character that the site cannot save. Remove it."
        ) as refused:
            check_keepable("fine", text)
        assert refused.value.status == 400
    check_keepable("fine 😀", "")
