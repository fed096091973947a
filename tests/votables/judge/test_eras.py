"""Games in which the law is amended, or a special case switched, while matters are pending: game files of such, what is
refused in them, and what the judge makes of them."""

import pytest

from blognomic.text.instants import parse_instant
from votables.judge.gamefile import read_object
from votables.judge.judge import judge

from .moving import MALIGN, NAMES, at, changed, game_file, of_matter, said, told


def vote(value, hours, name):
    return told(value, hours)["matters"][0]["votes"].get(name)


# -- what a comment does is settled when it is posted


def test_a_veto_outlives_the_switch_to_malign_emperors():
    value = game_file(said("Alice", ":veto:", 1), special_cases={MALIGN: [[at(2), True]]})
    assert of_matter(value, 3, "vetoed", "may_enact", "may_fail") == (True, False, True)
    assert vote(value, 3, "Alice") == {"cast": "veto", "counts_as": None}


def test_a_veto_that_was_text_when_it_was_posted_stays_text():
    value = game_file(said("Alice", ":veto:", 1), special_cases={MALIGN: [[at(0), True], [at(2), False]]})
    assert of_matter(value, 3, "vetoed", "may_fail") == (False, False)
    assert vote(value, 3, "Alice") is None


@pytest.mark.parametrize(("hours", "vetoed"), [(1, True), (2, False), (3, False), (4, True), (5, True)])
def test_at_the_very_instant_of_a_change_the_new_state_holds(hours, vetoed):
    value = game_file(said("Alice", ":veto:", hours), special_cases={MALIGN: [[at(2), True], [at(4), False]]})
    assert of_matter(value, 6, "vetoed") == (vetoed,)


def test_at_the_very_instant_of_a_change_the_new_law_holds():
    laws = [{"from": at(2), "law": "ruleset-98"}]
    for hours, cast in ((1, None), (2, {"cast": "deferential", "counts_as": None})):
        value = game_file(said("Carol", ":def:", hours), law="ruleset-86", kind="cfj", laws=laws)
        assert vote(value, 3, "Carol") == cast
    assert [told(value, hours)["law"] for hours in (1, 2, 3)] == ["ruleset-86", "ruleset-98", "ruleset-98"]
    assert told(value, 1, 999_999)["law"] == "ruleset-86"


def test_a_def_that_was_cast_counts_by_the_law_of_the_instant_that_is_judged():
    """On a CfJ ruleset 98 lets anybody defer, to no effect; ruleset 86 follows the emperor."""
    value = game_file(
        said("Alice", ":against:", 1),
        said("Carol", ":def:", 1),
        law="ruleset-98",
        kind="cfj",
        laws=[{"from": at(2), "law": "ruleset-86"}],
    )
    assert vote(value, 1, "Carol") == {"cast": "deferential", "counts_as": None}
    assert vote(value, 3, "Carol") == {"cast": "deferential", "counts_as": "against"}


@pytest.mark.parametrize(
    ("first", "second", "cast"),
    [
        ("ruleset-98", "ruleset-86", "veto"),
        ("ruleset-86", "ruleset-98", "for"),
        ("ruleset-86", "ruleset-86", "veto"),
        ("ruleset-98", "ruleset-211", "for"),
    ],
)
def test_whether_a_vote_may_still_be_changed_is_asked_of_the_law_at_the_later_icon(first, second, cast):
    value = game_file(
        said("Alice", ":veto:", 1),
        said("Alice", ":for:", 3),
        law=first,
        laws=[{"from": at(2), "law": second}],
    )
    assert vote(value, 4, "Alice")["cast"] == cast
    assert of_matter(value, 4, "vetoed") == (True,)


def test_the_implied_for_is_asked_of_the_law_of_the_instant_that_is_judged():
    value = game_file(law="ruleset-37", kind="cfj", laws=[{"from": at(2), "law": "ruleset-86"}])
    assert vote(value, 1, "Bobby") is None
    assert vote(value, 2, "Bobby") == {"cast": None, "counts_as": "for"}


def test_imperial_deferentials_are_asked_at_the_instant_that_is_judged():
    case = {"Imperial Deferentials": [[at(3), False], [at(5), True]]}
    value = game_file(said("Alice", ":def:", 1), said("Carol", ":for:", 1), special_cases=case)
    assert [vote(value, hours, "Alice")["counts_as"] for hours in (2, 3, 5)] == ["for", None, "for"]


def test_an_icon_that_the_law_no_longer_knows_counts_as_nothing():
    icon = {"label": "SHRUG", "codes": ["shrug"], "counts": "abstain", "rule": "Votes"}
    shrugging = changed("ruleset-86", ("icons.shrug", icon))
    value = game_file(
        said("Carol", "Well. :shrug:", 1),
        said("David", ":shrug:", 3),
        law=shrugging,
        laws=[{"from": at(2), "law": "ruleset-86"}],
    )
    assert vote(value, 1, "Carol") == {"cast": "shrug", "counts_as": "abstain"}
    assert vote(value, 3, "Carol") == {"cast": "shrug", "counts_as": None}
    assert vote(value, 3, "David") is None
    (ruling,) = judged_rulings(value, 3)
    (comment, _later) = ruling.comments
    assert (comment.counts, comment.reason) == (False, "the law no longer has this icon")


def judged_rulings(value, hours):
    document = read_object(value)
    return judge(document.game, law=document.law, at=parse_instant(at(hours))).matters


def test_a_special_case_switched_before_a_law_that_knows_it_keeps_its_state():
    value = game_file(
        said("Alice", ":veto:", 3),
        law="ruleset-86",
        laws=[{"from": at(2), "law": "ruleset-211"}],
        special_cases={MALIGN: [[at(1), True]]},
    )
    assert of_matter(value, 4, "vetoed") == (False,)


def test_hiatus_is_that_of_the_law_at_the_comment():
    """In ruleset 37 an icon on a proposal is ignored while a declaration of victory is pending."""
    dov = {"id": "d", "kind": "dov", "author": "Carol", "posted": at(0)}
    for law, laws, cast in (
        ("ruleset-37", [{"from": at(2), "law": "ruleset-98"}], False),
        ("ruleset-98", [{"from": at(2), "law": "ruleset-37"}], True),
    ):
        value = game_file(said("David", ":for:", 1), law=law, laws=laws)
        value["matters"].append(dov)
        assert ("David" in told(value, 3)["matters"][0]["votes"]) is cast


# -- everything else is asked at the instant that is judged


def test_hours_run_from_the_posting_whichever_laws_came_between():
    value = game_file(
        law="ruleset-37", laws=[{"from": at(50), "law": "ruleset-98"}, {"from": at(200), "law": "ruleset-37"}]
    )
    assert [of_matter(value, hours, "stale") for hours in (40, 169, 201)] == [(False,), (True,), (False,)]


def test_a_change_after_the_instant_has_not_happened_for_the_next_change_either():
    value = game_file(
        *(said(name, ":for:", 1) for name in NAMES), laws=[{"from": at(6), "law": "ruleset-37"}]
    )
    assert told(value, 2)["law"] == "ruleset-211"
    assert of_matter(value, 2, "next_change", "popular") == (at(12), True)


def test_an_interregnum_and_what_counts_for_limits_go_on_under_the_next_law():
    dov = {
        "id": "d",
        "kind": "dov",
        "author": "Carol",
        "posted": at(0),
        "status": "enacted",
        "resolved": at(24),
    }
    value = game_file(law="ruleset-37", laws=[{"from": at(30), "law": "ruleset-211"}])
    value["matters"].append(dov)
    assert [told(value, hours)["standstill"] for hours in (29, 31)] == [["interregnum"], ["interregnum"]]
    for number in (2, 3):
        value["matters"].append({"id": f"p{number}", "kind": "proposal", "author": "David", "posted": at(0)})
    value["ascensions"] = [at(25)]
    assert [told(value, hours)["may_propose"]["David"] for hours in (29, 31)] == [False, False]


def test_a_matter_of_a_kind_that_the_law_does_not_know_is_not_judged():
    oath = {"label": "Oath", "category": "proposal", "rule": "Oaths", "like": "cfj"}
    swearing = changed("ruleset-86", ("kinds.oath", oath))
    value = game_file(
        said("Carol", ":for:", 1), law=swearing, kind="oath", laws=[{"from": at(2), "law": "ruleset-86"}]
    )
    assert [len(told(value, hours)["matters"]) for hours in (1, 2)] == [1, 0]


# -- the file
