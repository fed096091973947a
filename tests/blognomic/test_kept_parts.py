"""Parts of pages that are made once for all readers."""

from datetime import UTC, date, datetime
from types import SimpleNamespace

import pytest
from django.template import Context, Template

from players.present import Present

AT = datetime(2026, 11, 21, 13, 5, tzinfo=UTC)


def shown(written: str, **values) -> str:
    frame = SimpleNamespace(present=Present(1, AT))
    frame.for_strangers = frame
    return Template(written).render(Context({"frame": frame, **values}))


def test_kept_numbers_are_written_as_beside_it():
    written = "{{ number }} {{ part }}"
    values = {"number": 15_792, "part": 0.5}
    assert shown(f'{written}|{{% kept "x" %}}{written}{{% endkept %}}', **values) == "15792 0.5|15792 0.5"


def test_what_follows_a_kept_part_knows_the_language_again():
    assert shown('{% kept "x" %}{% endkept %}{{ day }}', day=date(2026, 11, 21)) == "21 November 2026"


def test_bare_date_in_a_kept_part_fails_the_tests():
    with pytest.raises(AssertionError, match="needs a filter"):
        shown('{% kept "x" %}{{ day }}{% endkept %}', day=date(2026, 11, 21))
