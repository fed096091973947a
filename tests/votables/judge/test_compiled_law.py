"""Laws that players have amended: whatever the documents say, the judge does, with no word of it in Python."""

from datetime import timedelta

import pytest

from ruleset.law import Law, document, parse
from votables.judge import Leave, may_post, may_use

from .world import (
    BIT,
    FOUR,
    HOUR,
    POSTED,
    counted,
    game,
    instant,
    judged,
    law,
    matter,
    only,
    says,
    stands,
    votes,
)


def amended(name: str, *changes: tuple[str, str], added: str = "") -> Law:
    """A shipped law with pieces of its text replaced and more tables added."""
    text = document(name)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return parse(text + added, source="amended")


def test_the_twelve_hours_may_be_six():
    house = amended("ruleset-211", ("value = 12", "value = 6"))
    assert stands(house, "proposal", FOUR, 6 * HOUR - BIT) == (False, False)
    assert stands(house, "proposal", FOUR, 6 * HOUR) == (True, False)
    assert (
        only(house, game(matter("proposal", *votes(FOUR))), POSTED + 2 * HOUR).next_change
        == POSTED + 6 * HOUR
    )


def test_quorum_may_be_two_thirds():
    house = amended("ruleset-98", ('formula = "n / 2 + 1"', 'formula = "(2 * n + 2) / 3"'))
    assert judged(house, game(n=7)).quorum == 5
    assert stands(house, "proposal", FOUR, 12 * HOUR) == (False, False)
    assert stands(house, "proposal", f"{FOUR} F:for", 12 * HOUR) == (True, False)


def test_quorum_may_be_a_number():
    house = amended("ruleset-98", ('formula = "n / 2 + 1"\nfallback = 1', "value = 2"))
    assert stands(house, "proposal", "B:for", 12 * HOUR) == (True, False)


def test_hours_may_depend_on_the_roster():
    house = amended("ruleset-98", ("value = 12\n", 'formula = "n > 7 ? 24 : 12"\nfallback = 12\n'))
    assert stands(house, "proposal", FOUR, 12 * HOUR) == (True, False)
    assert stands(house, "proposal", f"{FOUR} F:for", 24 * HOUR - BIT, n=8) == (False, False)
    assert stands(house, "proposal", f"{FOUR} F:for", 24 * HOUR, n=8) == (True, False)
    facts = game(matter("proposal", *votes(f"{FOUR} F:for")), n=8)
    assert only(house, facts, POSTED + 2 * HOUR).next_change == POSTED + 24 * HOUR


REVISE = """
[icons.revise]
label = "REVISE"
codes = ["revise"]
counts = "nothing"
rule = "Second Thoughts"

[[icons.revise.allowed]]
when = "kind == 'proposal' && is_author"
label = "only the author may ask for time to revise a proposal"
rule = "Second Thoughts"

[icons.shrug]
label = "SHRUG"
codes = ["shrug", "meh"]
counts = "abstain"
rule = "Second Thoughts"

[[effects]]
name = "revised"
label = "under revision"
icon = "revise"
when = "in_roster"
rule = "Second Thoughts"
"""


@pytest.fixture(scope="module")
def second_thoughts() -> Law:
    hold = '{ when = "!revised", label = "it is not under revision" },'
    return amended(
        "ruleset-37",
        (
            '{ when = "!vetoed", label = "it has not been vetoed" },',
            f'{hold}\n{{ when = "!vetoed", label = "x" }},',
        ),
        added=REVISE,
    )


def test_a_law_may_define_icons_and_what_they_do(second_thoughts):
    assert second_thoughts.codes["meh"] == "shrug"
    proposal = matter(
        "proposal", *votes(FOUR), says("A", "revise", after=2 * HOUR), says("B", "revise", after=2 * HOUR)
    )
    verdict = only(second_thoughts, game(proposal), POSTED + 12 * HOUR)
    assert (verdict.effects, verdict.vetoed, verdict.self_killed) == ({"revised"}, False, False)
    assert (verdict.votes["A"].cast, verdict.votes["B"].cast) == ("revise", "for")
    assert (verdict.may_enact, verdict.tally.f) == (False, 3)
    assert ("revise", "only the author may ask for time to revise a proposal (Second Thoughts)") in (
        verdict.comments[-1].ignored
    )
    leave = may_use(
        "revise", game=game(proposal), law=second_thoughts, at=POSTED + 3 * HOUR, matter=proposal, author="C"
    )
    assert leave == Leave(False, "Only the author may ask for time to revise a proposal.", "Second Thoughts")


def test_a_law_may_define_an_icon_that_abstains(second_thoughts):
    assert counted(second_thoughts, game(matter("proposal", *votes("A:for B:shrug C:for")))) == {
        "A": "for", "B": "abstain", "C": "for",
    }  # fmt: skip
    assert stands(second_thoughts, "proposal", "A:for B:shrug", 48 * HOUR) == (False, True)


PROTOTYPE = """
[kinds.prototype]
label = "Prototype"
category = "proposal"
rule = "Kit"
implied = "for"
implied_rule = "Voting"

[[kinds.prototype.enact]]
label = "it has a quorum of FOR votes"
rule = "Kit"
all = [
    { when = "f >= q", label = "the FOR votes reach quorum" },
    { when = "open >= hours.minimum", label = "it has been open for 12 hours" },
]

[[kinds.prototype.fail]]
label = "so many vote AGAINST that the others are fewer than quorum"
rule = "Kit"
all = [{ when = "n - players_against < q", label = "the players who do not vote AGAINST are fewer than quorum" }]

[[kinds.prototype.limits]]
counts = "today"
most = 1
label = "one prototype a day"
rule = "Kit"
"""


def test_a_law_may_define_a_kind_outside_queue_and_limits():
    house = amended(
        "ruleset-86", ('submit = ["proposal"]', 'submit = ["proposal", "prototype"]'), added=PROTOTYPE
    )
    first = matter(id="first")
    kit = matter("prototype", *votes("A:for B:for C:for D:for", 2 * HOUR), id="kit", posted=POSTED + HOUR)
    verdict = judged(house, game(first, kit), POSTED + 13 * HOUR).matter("kit")
    assert (verdict.oldest, verdict.stale, verdict.may_enact, verdict.may_fail) == (None, None, True, False)
    assert verdict.next_change is None
    full = game(*(matter("prototype", id=str(i), posted=POSTED + i * HOUR) for i in range(4)))
    assert judged(house, full, POSTED + 5 * HOUR).may_propose["A"] is True
    refused = may_post(full, law=house, at=POSTED + 5 * HOUR, author="A", kind="prototype")
    assert (refused.allowed, refused.rule, refused.when) == (False, "Kit", instant("2024-05-02T00:00:00"))
    in_hiatus = game(matter("dov", id="d"))
    assert may_post(in_hiatus, law=house, at=POSTED, author="B", kind="prototype").allowed is False


def test_a_law_may_let_deferentials_follow_the_majority():
    clause = (
        '[[deferral]]\nwhen = "plain_against > plain_for"\ncounts = "against"\nlabel = "x"\nrule = "y"\n\n'
    )
    house = amended("ruleset-98", ("[[deferral]]\n", f"{clause}[[deferral]]\n"))
    assert (
        counted(house, game(matter("proposal", *votes("B:against C:against D:deferential"))))["D"]
        == "against"
    )
    assert counted(house, game(matter("proposal", *votes("B:against D:deferential"))))["D"] is None


def test_without_an_implied_vote_the_author_has_none():
    house = amended("ruleset-98", ('implied = "for"\n', ""))
    assert counted(house, game(matter())) == {}


def test_a_law_may_stand_still_for_reasons_of_its_own():
    weekend = """
[[standstill]]
name = "crowd"
label = "there are more players than seats"
cause = "condition"
when = "n > 8"
hiatus = true
submit = ["proposal"]
resolve = ["cfj"]
acts = []
rule = "Seats"
"""
    house = amended("ruleset-37", added=weekend)
    crowded = judged(house, game(matter("cfj", *votes("B:for C:for D:for F:for G:for")), n=9))
    assert (crowded.standstill, crowded.matters[0].may_enact, set(crowded.may_propose.values())) == (
        ("crowd",), False, {False},
    )  # fmt: skip
    assert judged(house, game(n=8)).standstill == ()
    # Ruleset 37 does not count votes on proposals in hiatus.
    assert list(only(house, game(matter("proposal", *votes("B:for")), n=9)).votes) == ["A"]


def test_a_condition_that_cannot_be_computed_is_not_met():
    # The product is too large for the expression language from fourteen votes on.
    house = amended("ruleset-98", ('when = "f >= q"', 'when = "f * 999999999 * 700000000 >= q"'))
    voters = "ABCDFGHIJKLMNO"
    assert stands(house, "cfj", " ".join(f"{name}:for" for name in voters[:13]), HOUR, n=25) == (True, False)
    assert stands(house, "cfj", " ".join(f"{name}:for" for name in voters), HOUR, n=25) == (False, False)


def test_laws_are_equal_when_their_documents_are():
    assert amended("ruleset-98") == law("ruleset-98")
    assert hash(amended("ruleset-98")) == hash(law("ruleset-98"))
    assert amended("ruleset-98", ("value = 12", "value = 13")) != law("ruleset-98")


def test_two_laws_of_one_name_do_not_share_what_is_remembered():
    longer = amended("ruleset-98", ("value = 12", "value = 13"))
    after = timedelta(hours=12)
    assert [stands(house, "proposal", FOUR, after)[0] for house in (law("ruleset-98"), longer, law("ruleset-98"))] == [
        True, False, True,
    ]  # fmt: skip
