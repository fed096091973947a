"""What an act comes to: one alteration for each thing that differs."""

from .a_game import BEN, CAT, changed, put


def test_steps_follow_one_another_and_come_to_one_alteration_each():
    assert changed(put("gold", "+5", BEN), put("gold", "*2", BEN), put("pot", "=pot-1", "game")) == [
        ("1", BEN, 20, 50),
        ("4", "game", 100, 99),
    ]


def test_what_comes_to_nothing_is_no_alteration():
    assert changed(put("gold", "+1", BEN), put("gold", "-1", BEN), put("gold", "30", CAT)) == []
