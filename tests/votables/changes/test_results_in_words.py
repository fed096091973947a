"""How what became of a matter's changes is told: one by one, or several in a sentence of their kind."""

import pytest

from votables.changes.results_in_words import told_together

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("consequence", "as_carried"),
    [
        ({"change": 0, "name": "add a rule", "about": "Cats"}, True),
        ({"revision": 3, "about": "Cats"}, True),
        ({"update": 3}, True),
        ({"change": 0, "name": "add a rule", "skipped": "It does not fit."}, False),
        ({"change": 0, "name": "edit", "corrected": "text"}, False),
        ({"emperor": 3, "name": "Alice"}, False),
        ({"waits": 3, "name": "Alice", "what": "make a proposal", "until": "tomorrow"}, False),
    ],
)
def test_what_was_carried_out_as_it_is_is_told_apart(consequence, as_carried):
    assert [one["as_carried"] for one in told_together([consequence])] == [as_carried]
