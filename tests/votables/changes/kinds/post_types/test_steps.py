"""Steps on the types of official posts: what makes sense, and how it is kept."""

import pytest

from blognomic.web.errors import RuleBroken
from tests.votables.changes.hunts import HUNT, alter, new, retire
from votables.changes.change import read_change, stored_changes
from votables.post_types.type_definitions import tidied

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"op": "official"}, "No such kind of change of official posts."),
        ({"op": "official", "do": "open", "type": 1}, "No such kind of change of official posts."),
        ({"op": "official", "do": ["define"]}, "No such kind of change of official posts."),
        ({"op": "official", "do": "retire"}, "A change of official posts says which type"),
        ({"op": "official", "do": "retire", "type": True}, "A change of official posts says which type"),
        ({"op": "official", "do": "retire", "type": 0}, "There is no such type."),
        (
            {"op": "official", "do": "retire", "type": 1, "why": "x"},
            "A change of official posts says which type",
        ),
        ({"op": "official", "do": "define", "definition": []}, "A change of official posts says which type"),
        ({**new(), "rule": 3}, "The matter does not make such a rule."),
        ({**new(), "rule": "new-01"}, "The matter does not make such a rule."),
        ({**new(rule=1), "rule": "new-0"}, "One rule defines a type, not two."),
        ({"op": "official", "do": "retire", "type": 1, "rule": "new-0"}, "A retired type"),
        (new(colour="red"), "No such part of a definition: colour."),
        (new(most_open="2"), "No such part of a definition: most_open."),
        (new(most_open=True), "No such part of a definition: most_open."),
        (new(most_open=10**9), "Most open at a time: "),
        (new(rule=2**70), "The rule that defines it: "),
        (new(once=1), "No such part of a definition: once."),
        (new(name=["x"]), "No such part of a definition: name."),
        (new(name=""), "Name: "),
        (new(name="x\x00"), ""),
        (new(may_end="cats"), "Who may end it: "),
        (new(response="exact"), "The Response Format needs its words."),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(change, words):
    with pytest.raises(RuleBroken) as refused:
        read_change(change)
    assert (refused.value.status, refused.value.sentence.startswith(words)) == (400, True)


def test_a_step_is_kept_as_it_was_read(players, hunts):
    values = [read_change(each).as_json() for each in (new(), alter(hunts, once=False), retire(hunts))]
    assert [one.as_json() for one in stored_changes(values)] == values
    assert values[0] == {"op": "official", "do": "define", "definition": tidied(HUNT)}
