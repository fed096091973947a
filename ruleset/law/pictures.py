"""What a voting icon of a law can look like: a picture of the site, or a few signs of text such as an emoji."""

import unicodedata

# The symbols of the site's sprite that a law may choose from; a test holds that each is there.
PICTURES = (
    "for", "against", "deferential", "veto", "abstain",
    "arrow", "revise", "question", "exclamation", "hand", "diamond", "triangle", "square", "spark", "shield", "bell",
    "ballot", "book", "clock", "crown", "cross", "down", "flag", "hourglass", "laurel", "moon", "plus", "quill",
    "ring", "scales", "star", "sun", "tick", "undo", "up",
)  # fmt: skip
USUAL = "ballot"
LONGEST_GLYPH = 8
# What joins and tints the parts of an emoji; other signs that are not seen have no place in a picture.
_JOINS = "\N{ZERO WIDTH JOINER}\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}"


def is_glyph(text: str) -> bool:
    """Whether the text can stand as a picture: a few signs, each of which is seen or joins others."""
    seen = [sign for sign in text if sign not in _JOINS]
    return (
        0 < len(text) <= LONGEST_GLYPH
        and bool(seen)
        and all(unicodedata.category(sign)[0] in "LNPS" for sign in seen)
    )
