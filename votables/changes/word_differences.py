"""The words that go and come from one text to another, as HTML."""

from django.utils.safestring import SafeString, mark_safe

from blognomic.text.differences import word_diff
from blognomic.text.folding import folded_html


def words_between(old: str, new: str, *, unit: str = "paragraph") -> SafeString:
    """The words that go and come from one text to another, folded where much stays the same."""
    return mark_safe(folded_html(word_diff(old, new), unit=unit))  # it escapes the texts
