"""How long what a standstill stops is stopped."""

from datetime import UTC, datetime

import pytest

from votables.judge.roster import while_standing

from .world import law

CHRISTMAS = datetime(2026, 12, 25, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("stops", "reason", "when"),
    [
        (("dov",), "A declaration of victory is pending: nobody can take dynastic actions until it "
                   "is resolved.", None),
        (
            ("interregnum",),
            "The new emperor’s Ascension Address has not come yet: nobody can take dynastic actions"
            " until then.",
            None,
        ),
        (
            ("seasonal",),
            "It is seasonal downtime: nobody can take dynastic actions now.",
            datetime(2026, 12, 27, tzinfo=UTC),
        ),
        (
            ("dormant",),
            "The game is dormant: there are fewer than five players: nobody can take dynastic "
            "actions until that changes.",
            None,
        ),
        (
            ("seasonal", "dov"),
            "A declaration of victory is pending: nobody can take dynastic actions until it is "
            "resolved.",
            None,
        ),
    ],
)  # fmt: skip
def test_a_standstill_says_how_long_it_stops(stops, reason, when):
    leave = while_standing(law=law("ruleset-211"), standstill=stops, act="dynastic", at=CHRISTMAS)
    assert (leave.allowed, leave.reason, leave.when) == (False, reason, when)
