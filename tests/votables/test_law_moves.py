"""Law and special cases that change while matters are pending: the site, the exported file and the judge agree on what
was in force when an icon was used."""

import json
import tomllib
from datetime import timedelta
from random import Random

import pytest

from blognomic.transfer import checking
from blognomic.transfer.game_file.exporting import export_game
from ruleset.law import SHIPPED, document
from ruleset.law.numbers import with_figure
from ruleset.models import LawVersion
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.services import enact_law, revise
from ruleset.text import amending, starting
from ruleset.text.amending import Amendment
from votables.changes.law_preview import under_another_law
from votables.judge.answer import answer
from votables.judge.gamefile import read
from votables.judge.judge import judge
from votables.models import Comment
from votables.queries.judge_facts import docket_at
from votables.queries.judge_file import docket_document
from votables.services import resolving

from .table import BEGINNING, HOUR, declare, noon, propose, say, seat, vote

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
MALIGN = "Malign Emperors"
BIT = timedelta(microseconds=1)


def amend(at, *, law="ruleset-211", text=None, **states):
    """Another law, or its special cases switched, from an instant on."""
    cases = {name.replace("_", " "): state for name, state in states.items()}
    return enact_law(document=text or document(law), special_cases=cases, at=at, by=None, why="Test")


def everywhere(at, post):
    """What the site says of a pending matter, which the facts of the docket and the exported file say, too."""
    docket = docket_at(at)
    ruling = answer(docket.verdict)
    for file in (json.dumps(docket_document(docket)), "".join(export_game(at=at))):
        document = read(file)
        assert answer(judge(document.game, law=document.law, at=at)) == ruling
    return next(one for one in ruling["matters"] if one["id"] == str(post.pk))


def faults():
    return [
        finding for finding in checking.found() if finding.row.startswith(("comment", "resolution", "law"))
    ]


def test_a_veto_outlives_the_switch_to_malign_emperors():
    alice, bobby, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    say(post, alice, noon(1) + HOUR, ":veto:", confirmed=True)
    before = everywhere(noon(1) + 2 * HOUR, post)
    amend(noon(1) + 3 * HOUR, Malign_Emperors=True)
    after = everywhere(noon(1) + 4 * HOUR, post)
    assert [(one["vetoed"], one["may_enact"], one["may_fail"]) for one in (before, after)] == [
        (True, False, True),
        (True, False, True),
    ]
    assert faults() == []


def test_a_veto_that_was_ignored_stays_text_when_the_case_is_switched_off():
    alice, bobby, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    amend(noon(1) + HOUR, Malign_Emperors=True)
    comment = say(post, alice, noon(1) + 2 * HOUR, ":veto:")
    amend(noon(1) + 3 * HOUR)
    after = everywhere(noon(1) + 4 * HOUR, post)
    assert (comment.cast, after["vetoed"], "Alice" in after["votes"]) == ("", False, False)
    assert list(comment.ignored.values()) == [
        "While Malign Emperors is active, VETO is not for proposals that change only dynastic rules or gamestate."
    ]
    assert faults() == []


def test_a_def_that_was_ignored_does_not_become_a_vote_when_the_law_changes():
    alice, bobby, carol, *_ = seat(*FIVE, law="ruleset-86")
    post = propose(bobby, noon(1), category="cfj")
    comment = say(post, carol, noon(1) + HOUR, ":def:")
    amend(noon(1) + 2 * HOUR, law="ruleset-211")
    after = everywhere(noon(1) + 3 * HOUR, post)
    assert (comment.cast, set(after["votes"])) == ("", {"Bobby"})
    assert faults() == []


def test_a_resolution_is_checked_by_the_laws_and_special_cases_it_was_made_by():
    alice, bobby, *others = seat(*FIVE)
    post = propose(bobby, noon(1))
    say(post, alice, noon(1) + HOUR, ":veto:", confirmed=True)
    amend(noon(1) + 2 * HOUR, law="ruleset-86")
    amend(noon(1) + 3 * HOUR, Malign_Emperors=True)
    made = resolving.resolve(post=post, to="failed", by=alice, at=noon(1) + 4 * HOUR)
    assert [change["law"] for change in made.facts["laws"]] == ["ruleset-86", "ruleset-211"]
    assert made.facts["special_cases"] == {MALIGN: [["2026-03-03T15:00:00Z", True]]}
    assert faults() == []
    LawVersion.objects.filter(pk=made.law_id).update(special_cases={})
    (fault,) = faults()
    assert "it is not so in the law that the resolution names" in fault.sentence


def test_a_waiting_time_is_remembered_as_long_as_the_law_says():
    alice, bobby, carol, david, _ellen = seat(*FIVE)
    text = document("ruleset-211").replace("hours = 120\nwhen", "hours = 2000\nwhen", 1)
    assert text != document("ruleset-211")
    amend(noon(1), text=text)
    dov = declare(bobby, noon(1))
    vote(dov, noon(1) + HOUR, against=[alice, carol, david])
    resolving.resolve(post=dov, to="failed", by=alice, at=noon(2))
    for days, may in ((32, False), (83, False), (85, True)):
        at = noon(2) + timedelta(days=days)
        assert docket_at(at).verdict.may_declare_victory["Bobby"] is may
        file_read = read("".join(export_game(at=at)))
        assert judge(file_read.game, law=file_read.law, at=at).may_declare_victory["Bobby"] is may


def test_an_export_carries_the_laws_and_how_special_cases_were_switched():
    alice, bobby, *_ = seat(*FIVE)
    quick = with_figure(document("ruleset-211"), "hours.minimum.value", "6")
    amend(noon(1), text=quick)
    amend(noon(2), text=quick, Dormancy=False)
    amend(noon(3), law="ruleset-98", Dormancy=False)
    file = json.loads("".join(export_game(at=noon(4))))
    assert (file["law"], file["special_cases"]) == (
        "ruleset-211",
        {"Dormancy": [["2026-03-04T12:00:00Z", False]]},
    )
    assert file["laws"] == [
        {"from": "2026-03-03T12:00:00Z", "law": tomllib.loads(quick)},
        {"from": "2026-03-05T12:00:00Z", "law": "ruleset-98"},
    ]


def test_switching_a_special_case_shows_which_pending_matters_would_stand_otherwise():
    alice, bobby, *others = seat(*FIVE)
    post = propose(bobby, noon(1))
    say(post, alice, noon(1) + HOUR, ":def:")
    say(post, others[0], noon(1) + HOUR, ":for:")
    docket = docket_at(noon(2))
    (same,) = under_another_law(docket, docket.law, {})
    (other,) = under_another_law(docket, docket.law, {"Imperial Deferentials": False})
    assert (same.differs, other.differs) == (False, True)
    assert (other.now.may_enact, other.then.may_enact) == (True, False)


def test_what_a_comment_did_it_has_done_whatever_law_is_tried():
    alice, bobby, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    say(post, alice, noon(1) + HOUR, ":veto:", confirmed=True)
    docket = docket_at(noon(2))
    (malign,) = under_another_law(docket, docket.law, {MALIGN: True})
    assert (malign.differs, malign.then.vetoed) == (False, True)


def switched_twice(rule: str) -> dict[str, object]:
    """The return to a revision by which a special case was active, until another switched it back."""
    seen = revision_at(noon(1))
    for to in ("Active", "Inactive"):
        done = amending.apply(tree_after(seen.pk), [Amendment("status", rule=rule, text=to)])
        why = f"It is {to}."
        seen = revise(tree=done.tree, seen=seen.pk, kind="upkeep", at=BEGINNING, by=None, why=why)
    return {"op": "revert", "revision": seen.pk - 1}


@pytest.mark.parametrize(
    "change",
    [lambda rule: {"op": "status", "rule": rule, "text": "Active"}, switched_twice],
    ids=["a switch", "a return of the rules"],
)
def test_a_law_is_enacted_after_every_comment_that_was_weighed_without_it(change):
    """An admin's request may have read the clock before a comment was written that they had to wait for."""
    alice, bobby, carol, *others = seat(*FIVE)
    revise(tree=starting.tree(), seen=None, kind="founding", at=BEGINNING, by=None, why="The founding.")
    rule = tree_after(revision_at(noon(1)).pk).named(MALIGN)[0].key
    switch = propose(bobby, noon(1), amends=[], changes=[change(rule)])
    vote(switch, noon(1), **{"for": [alice, carol, *others]})
    cats = propose(carol, noon(1))
    say(cats, alice, noon(2) + HOUR, ":veto:", confirmed=True)
    resolving.resolve(post=switch, to="enacted", by=alice, at=noon(2))
    assert law_at(noon(3)).version.at == noon(2) + HOUR + BIT
    assert everywhere(noon(3), cats)["vetoed"] is True
    assert faults() == []


@pytest.mark.parametrize(
    "seed", [1, pytest.param(2, marks=pytest.mark.sweep), pytest.param(3, marks=pytest.mark.sweep)]
)
def test_site_file_and_judge_agree_on_games_whose_law_moves(seed):
    """Players vote as they like, and some of it is ignored, while law and special cases change."""
    chance = Random(seed)
    people = seat(*FIVE, "Fiona", law=chance.choice(SHIPPED))
    posts = [
        propose(people[n + 1], noon(1), f"Matter {n}", category=kind)
        for n, kind in enumerate(("proposal", "cfj", "proposal"))
    ]
    for step in range(1, 19):
        at = noon(1) + step * HOUR
        if chance.random() < 0.4:
            states = {name: chance.random() < 0.5 for name in (MALIGN, "Imperial Deferentials")}
            law = chance.choice(SHIPPED)
            known = {
                name: state for name, state in states.items() if f'special_cases."{name}"' in document(law)
            }
            enact_law(document=document(law), special_cases=known, at=at, by=None, why="Test")
        by, post = chance.choice(people[:3]), chance.choice(posts)
        say(
            post,
            by,
            at,
            chance.choice((":for:", ":against:", ":def:", ":veto:", ":for: :veto:")),
            confirmed=True,
        )
        if step % 6 == 0:
            for each in posts:
                everywhere(at, each)
    docket = docket_at(noon(2))
    states = {state.comment.key: state for ruling in docket.verdict.matters for state in ruling.comments}
    assert [(one.pk, one.cast) for one in Comment.objects.order_by("pk")] == [
        (one.pk, states[one.pk].cast or "") for one in Comment.objects.order_by("pk")
    ]
    assert faults() == []
