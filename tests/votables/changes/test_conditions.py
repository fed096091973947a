"""What a change may hang on: found out when its matter is enacted, and kept as found."""

import pytest

from blognomic.web.errors import RuleBroken
from tests.votables.table import Kind, event, noon, propose
from votables.changes.conditions import read_condition
from votables.changes.in_english import called_things, reading_of
from votables.changes.outcome import outcome_of
from votables.services import commenting, resolving

from .carried import WITH_CASES, edit, enact, new, seat_with, standing

pytestmark = pytest.mark.django_db


def test_a_condition_is_found_out_at_enactment_and_recorded(rules):
    players, keys = rules
    birds = {"kind": "rule", "words": "Birds", "negated": False}
    arguments = {"kind": "comments", "words": "MEOW", "least": 2, "negated": False}
    post = propose(
        players[1], noon(1),
        changes=[
            edit(keys, "Cats purr. Dogs bark.", "Cats meow. Dogs bark.", when=arguments),
            {"op": "repeal", "rule": keys["Cats"], "with_subrules": True, "when": birds},
        ],
    )  # fmt: skip
    commenting.comment(post=post, by=players[2], at=noon(1), text="meow :for:")
    commenting.comment(post=post, by=players[3], at=noon(1), text="No. :for:")
    assert outcome_of(post, at=noon(1)).effects[0].finding.met is False
    commenting.comment(post=post, by=players[3], at=noon(1, minutes=1), text="Meow after all :for:")
    resolution = resolving.resolve(post=post, to="enacted", by=players[0], at=noon(2))
    assert standing(noon(2)).find(keys["Cats"]).text == "Cats meow. Dogs bark."
    assert [consequence["condition"] for consequence in resolution.consequences[:2]] == [
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
    condition = outcome_of(post, at=noon(2)).effects[0].finding
    assert (condition.met, condition.found) == (False, "1 effective vote comment holds it: Carol")


def test_a_condition_on_another_matter_is_found_out_at_enactment():
    players, keys = seat_with(WITH_CASES)
    first = propose(players[2], noon(1), "First")
    hangs = {"kind": "matter", "post": first.pk, "status": "enacted", "negated": True}
    post = propose(players[1], noon(1), changes=[new(keys["Cats"], "Kittens", when=hangs)])
    assert outcome_of(post, at=noon(1)).effects[0].finding.met is True
    resolving.resolve_against_verdict(post=first, to="enacted", by=players[0], at=noon(2), reason="A test.")
    consequences = enact(post, players, noon(2)).consequences
    assert consequences == [
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


TEXT = {"kind": "text", "rule": "Cats", "words": "purr", "negated": False}
SHARE = {"icon": "for", "least": 1, "of": 2, "more": False, "negated": False}


def finding(post):
    condition = outcome_of(post, at=noon(2)).effects[0].finding
    return condition.met, condition.found


@pytest.mark.parametrize(
    ("condition", "met", "expected"),
    [
        (TEXT, True, "“purr” is in Cats"),
        ({**TEXT, "words": "purr. Dogs\nbark"}, True, "“purr. Dogs\nbark” is in Cats"),
        ({**TEXT, "words": "pur"}, False, "“pur” is not there"),
        ({**TEXT, "rule": "cats", "negated": True}, False, "“purr” is in Cats"),
        ({**TEXT, "rule": "Mice"}, False, "there is no rule called “Mice”"),
        ({**TEXT, "rule": "Mice", "negated": True}, True, "there is no rule called “Mice”"),
        ({**TEXT, "rule": "", "words": "Half"}, True, "“Half” is in Quorum"),
    ],
)
def test_a_condition_asks_whether_a_rule_holds_words(rules, condition, met, expected):
    players, keys = rules
    post = propose(players[1], noon(1), changes=[new(keys["Dynastic Rules"], "Birds", when=condition)])
    assert finding(post) == (met, expected)


@pytest.mark.parametrize(
    ("condition", "met", "expected"),
    [
        ({"kind": "votes", **SHARE}, True, "2 of 3 effective votes are FOR"),
        ({"kind": "votes", **SHARE, "least": 2, "of": 3}, True, "2 of 3 effective votes are FOR"),
        ({"kind": "votes", **SHARE, "least": 2, "of": 3, "more": True}, False, "2 of 3 effective votes are FOR"),
        ({"kind": "votes", **SHARE, "icon": "against", "negated": True}, True, "1 of 3 effective votes are AGAINST"),
        ({"kind": "voters", **SHARE, "words": "Blue"}, True, "1 of 2 effective votes FOR hold it"),
        ({"kind": "voters", **SHARE, "words": "blue", "more": True}, False, "1 of 2 effective votes FOR hold it"),
        ({"kind": "voters", **SHARE, "icon": "deferential", "words": "x"}, False,
         "0 of 0 effective votes DEFERENTIAL hold it"),
    ],
)  # fmt: skip
def test_a_condition_asks_for_a_share_of_the_votes(rules, condition, met, expected):
    players, keys = rules
    post = propose(players[1], noon(1), changes=[new(keys["Dynastic Rules"], "Birds", when=condition)])
    for player, text in zip(players[2:], ("blue :for:", "red :for:", "blue :against:"), strict=True):
        commenting.comment(post=post, by=player, at=noon(1), text=text)
    assert finding(post) == (met, expected)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"least": 3}, "which share"),
        ({"least": 2, "more": True}, "which share"),
        ({"least": 0}, "which share"),
        ({"of": 0}, "which share"),
        ({"icon": "veto"}, "FOR, AGAINST or DEFERENTIAL"),
        ({"status": "enacted"}, "has no “status”"),
        ({"more": 1}, "has no “more”"),
        ({"kind": "voters", "words": " "}, "which words"),
    ],
)
def test_a_share_that_makes_no_sense_is_refused(changed, why):
    with pytest.raises(RuleBroken, match=why):
        read_condition({"kind": "votes", **SHARE, **changed})


def test_of_what_a_text_says_of_both_cases_that_comes_about_which_is_so_by_then(rules):
    """The sentence is read while the rule says one thing, and carried out when it says another."""
    players, keys = rules
    text = (
        "If the rule “Cats” contains “purr”, change “purr” to “hum” in it; "
        "otherwise, add “They did purr.” to the end of “Cats” as a new paragraph."
    )
    reading = reading_of(text, called_things(at=noon(1)))
    changes = [change.as_json() for change in reading.changes]
    assert [one["when"]["negated"] for one in changes] == [False, True]
    posts = [
        propose(players[1], noon(1), f"Number {number}", body=text, changes=changes) for number in (1, 2)
    ]
    enact(posts[0], players, noon(2))
    assert standing(noon(2)).find(keys["Cats"]).text == "Cats hum. Dogs bark."
    enact(posts[1], players, noon(2))
    assert standing(noon(3)).find(keys["Cats"]).text == "Cats hum. Dogs bark.\n\nThey did purr."


def test_the_case_that_cannot_be_made_ready_is_left_to_the_admin(rules):
    players, keys = rules
    text = "If there is a rule called “Mice”, repeal it; otherwise, rename “Cats” to “Felines”."
    changes = [change.as_json() for change in reading_of(text, called_things(at=noon(1))).changes]
    assert [(one["op"], one["when"]["negated"]) for one in changes] == [("step", False), ("rename", True)]
    post = propose(players[1], noon(1), body=text, changes=changes)
    assert enact(post, players, noon(2)).consequences[0]["skipped"] == "its condition is not met"
    assert standing(noon(2)).find(keys["Cats"]).title == "Felines"
