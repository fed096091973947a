"""Steps on who plays and who holds an office: read, refused and carried out on people as they are."""

from datetime import timedelta

import pytest

from blognomic.web.errors import RuleBroken
from tests.votables.changes.carried import FIVE
from tests.votables.changes.seats import does, judgement
from tests.votables.table import noon, seat
from votables.changes.change import read_change
from votables.queries.judge_facts import docket_at

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("law", ["ruleset-37", "ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211"])
def test_the_law_says_which_kinds_of_matter_may_do_what(law):
    _, bobby, *_ = seat(*FIVE, law=law)
    words = docket_at(noon(1)).law.words.players
    for change, does_it in (
        (does("rename", bobby, name="Robert"), "rename a player"),
        (does("make-admin", bobby), "make somebody an admin"),
    ):
        with pytest.raises(RuleBroken) as refused:
            judgement(bobby, noon(1), changes=[change])
        assert (refused.value.sentence, refused.value.rule) == (
            f"Only a Proposal can {does_it} (rule “{words}”).",
            words,
        )
    assert judgement(bobby, noon(1), changes=[does("unmake-admin", bobby)]).changes == [
        does("unmake-admin", bobby)
    ]


@pytest.mark.parametrize(
    "change, words",
    [
        ({"op": "roster"}, "No such kind of change of the roster."),
        ({"op": "roster", "do": "crown", "player": 1}, "No such kind of change of the roster."),
        ({"op": "roster", "do": ["rename"]}, "No such kind of change of the roster."),
        ({"op": "roster", "do": "make-admin"}, "Say who it is about, and leave out"),
        ({"op": "roster", "do": "make-admin", "player": 1, "why": "x"}, "Say who it is about"),
        ({"op": "roster", "do": "make-admin", "player": True}, "is not written correctly"),
        ({"op": "roster", "do": "make-admin", "player": 0}, "There is no such person."),
        ({"op": "roster", "do": "make-admin", "player": 2**70}, "There is no such person."),
        ({"op": "roster", "do": "rename", "player": 1, "name": "@you"}, "begin with @"),
        ({"op": "roster", "do": "rename", "player": 1, "name": "x\0y"}, "NUL|character"),
        ({"op": "roster", "do": "remove", "player": 1, "why": " "}, "Say why. Everyone can see the reason."),
        ({"op": "roster", "do": "bar", "player": 1, "why": "x" * 501}, "at most 500 characters"),
        ({"op": "roster", "do": "bar", "player": 1, "why": "x", "until": "soon"}, "Say until when in UTC"),
        ({"op": "roster", "do": "bar", "player": 1, "why": "x", "until": "0001-01-01T00:00:00+14:00"}, "UTC"),
    ],
)
def test_a_change_of_the_roster_that_makes_no_sense_is_refused(change, words):
    with pytest.raises(RuleBroken, match=words) as refused:
        read_change(change)
    assert refused.value.status == 400


def test_a_step_is_kept_as_it_was_read():
    until = noon(9) + timedelta(hours=1)
    for change in (
        {"op": "roster", "do": "bar", "player": 3, "until": until.isoformat(), "why": "Two accounts."},
        {"op": "roster", "do": "emperor", "player": None},
        {"op": "roster", "do": "end-dynasty", "name": "", "keep_rules": True, "keep_tracked": False},
    ):
        assert read_change(change).as_json() == change
