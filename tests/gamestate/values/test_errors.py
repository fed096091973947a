"""What is refused is told with what would be recorded all the same."""

from gamestate.values import value_kinds
from gamestate.values.errors import ValueRefused

from .tabletop import REFUSES, defined, in_full, refusal


def test_what_is_of_the_right_kind_may_be_recorded_and_what_is_none_may_not():
    bounded = defined("whole", ceiling="9", above="refuse")
    above = refusal(value_kinds.check, bounded, 12, None, REFUSES)
    assert (above.recordable, above.value, str(above)) == (True, 12, above.sentence)
    other = refusal(value_kinds.check, bounded, "cat", None, REFUSES)
    assert (other.recordable, other.value) == (False, None)


def test_a_refusal_follows_from_no_rule_unless_it_says_which():
    assert in_full(ValueRefused("No.")) == ("No.", "", None, False)
