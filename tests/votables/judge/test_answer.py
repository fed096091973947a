"""The judge's answer for machines."""

from votables.judge import judge
from votables.judge.answer import answer

from .bricks import BRICKS, NAMES, contest
from .world import HOUR, POSTED, game


def test_the_answer_names_choices_and_who_leads():
    matter = answer(judge(game(contest("A:choice_a")), law=BRICKS, at=POSTED + HOUR))["matters"][0]
    assert (matter["choices"], matter["leaders"]) == (
        [{"name": NAMES[0], "votes": 1}, {"name": NAMES[1], "votes": 0}], ["Bobby"],
    )  # fmt: skip
    assert "weight" not in matter["votes"]["A"]
