"""What a voting icon of a law can look like."""

import re
from pathlib import Path

import pytest

from ruleset.law.pictures import PICTURES, is_glyph


def test_every_picture_is_in_the_sprite():
    sprite = Path("static/icons.svg").read_text(encoding="utf-8")
    assert set(PICTURES) <= set(re.findall(r'<symbol id="([a-z]+)"', sprite))
    assert len(set(PICTURES)) == len(PICTURES)


@pytest.mark.parametrize("sign", ("🏹", "→", "★★", "A+", "👩‍🚀", "é"))
def test_a_glyph_is_a_few_signs(sign):
    assert is_glyph(sign)


@pytest.mark.parametrize("sign", ("", " ", "a b", "\n", "\u200d", "\u202ex", "x" * 9, "\x00", "\ue000"))
def test_what_is_not_seen_is_no_glyph(sign):
    assert not is_glyph(sign)
