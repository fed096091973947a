"""Parts of pages that are made once for all readers."""

import re
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.template import Context, Template

from players.present import Present

AT = datetime(2026, 11, 21, 13, 5, tzinfo=UTC)


def shown(written: str, **values) -> str:
    frame = SimpleNamespace(present=Present(1, AT), at=AT)
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


def test_a_distance_of_time_is_filled_in_when_a_kept_part_is_shown():
    frame = SimpleNamespace(present=Present(1, AT), at=AT)
    frame.for_strangers = frame
    written = Template(
        '{% kept "outer" without="time" %}{{ when|ago:frame.at }} '
        '{% kept "inner" without="time" %}{{ when|countdown:frame.at }}{% endkept %}{% endkept %}'
    )
    times = []
    for minutes in (0, 5, 75):
        frame.at = AT + timedelta(minutes=minutes)
        html = written.render(Context({"frame": frame, "when": AT + timedelta(minutes=70)}))
        times.append(re.findall(r">([^<]+)</time>", html))
    assert times == [["in 1 h 10 min"] * 2, ["in 1 h 5 min"] * 2, ["5 minutes ago", "due now"]]
