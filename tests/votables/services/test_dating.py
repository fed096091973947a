"""One order of events."""

import pytest

from tests.votables.table import noon
from votables.services.dating import not_before


@pytest.mark.parametrize(
    ("earlier", "dated"),
    [((), 2), ((None,), 2), ((noon(1),), 2), ((noon(1), noon(3)), 3), ((noon(4), None, noon(3)), 4)],
)
def test_nothing_is_dated_before_what_it_follows(earlier, dated):
    assert not_before(noon(2), *earlier) == noon(dated)
