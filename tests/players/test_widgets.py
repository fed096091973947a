"""Fields that the site writes itself are what Django would have written."""

import pytest
from django import forms
from django.test.html import parse_html

from blognomic.web.widgets import LongSelect

CHOICES = [("", "anybody’s"), (1, "Alice"), (2, 'B"obby <b>'), ("x", "Carol & David")]


@pytest.mark.parametrize("value", ["", None, 1, "1", 2, "x", "unknown"])
@pytest.mark.parametrize("attrs", [{}, {"id": "log_player", "aria-invalid": "true", "disabled": True}])
def test_a_long_select_is_written_as_a_select(value, attrs):
    written, usual = (
        widget(choices=CHOICES).render("player", value, attrs=attrs) for widget in (LongSelect, forms.Select)
    )
    assert parse_html(written) == parse_html(usual)
