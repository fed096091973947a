"""What a change may hang on: found out when its matter is enacted, and kept as found."""

import pytest

from tests.votables.table import Kind, event, noon, propose
from votables.changes.outcome import outcome_of
from votables.services import commenting, resolving

from .carried import WITH_CASES, edit, enact, new, seat_with, standing

pytestmark = pytest.mark.django_db


def test_a_condition_is_found_out_at_enactment_and_recorded(rules):
    players, keys = rules
    birds = {"kind": "rule", "words": "Birds", "negated": False}
    asked = {"kind": "comments", "words": "MEOW", "least": 2, "negated": False}
    post = propose(
        players[1], noon(1),
        changes=[
            edit(keys, "Cats purr. Dogs bark.", "Cats meow. Dogs bark.", when=asked),
            {"op": "repeal", "rule": keys["Cats"], "with_subrules": True, "when": birds},
        ],
    )  # fmt: skip
    commenting.comment(post=post, by=players[2], at=noon(1), text="meow :for:")
    commenting.comment(post=post, by=players[3], at=noon(1), text="No. :for:")
    assert outcome_of(post, at=noon(1)).effects[0].finding.met is False
    commenting.comment(post=post, by=players[3], at=noon(1, minutes=1), text="Meow after all :for:")
    resolution = resolving.resolve(post=post, to="enacted", by=players[0], at=noon(2))
    assert standing(noon(2)).find(keys["Cats"]).text == "Cats meow. Dogs bark."
    assert [told["condition"] for told in resolution.consequences[:2]] == [
        {
            "said": "if at least 2 effective vote comments hold “MEOW”",
            "met": True,
            "found": "2 effective vote comments hold it: Carol, David",
        },
        {"said": "if a rule is called “Birds”", "met": False, "found": "there is no rule called “Birds”"},
    ]


def test_the_comment_of_an_idle_player_is_no_effective_vote_comment():
    players, keys = seat_with(WITH_CASES)
    hangs = {"kind": "comments", "words": "yes", "least": 2, "negated": False}
    post = propose(players[1], noon(1), changes=[new(keys["Dynastic Rules"], "Birds", when=hangs)])
    for player in players[2:4]:
        commenting.comment(post=post, by=player, at=noon(1), text="Yes! :for:")
    assert outcome_of(post, at=noon(1)).effects[0].finding.met is True
    event(players[3], Kind.IDLED, at=noon(1, hours=1))
    found = outcome_of(post, at=noon(2)).effects[0].finding
    assert (found.met, found.found) == (False, "1 effective vote comment holds it: Carol")


def test_a_condition_on_another_matter_is_found_out_at_enactment():
    players, keys = seat_with(WITH_CASES)
    first = propose(players[2], noon(1), "First")
    hangs = {"kind": "matter", "post": first.pk, "status": "enacted", "negated": True}
    post = propose(players[1], noon(1), changes=[new(keys["Cats"], "Kittens", when=hangs)])
    assert outcome_of(post, at=noon(1)).effects[0].finding.met is True
    resolving.resolve_against_verdict(post=first, to="enacted", by=players[0], at=noon(2), reason="A test.")
    found = enact(post, players, noon(2)).consequences
    assert found == [
        {
            "change": 0,
            "name": "add a rule",
            "about": "Kittens",
            "condition": {
                "said": f"if matter {first.pk} is not enacted",
                "met": False,
                "found": "“First” is enacted",
            },
            "skipped": "its condition is not met",
        }
    ]
