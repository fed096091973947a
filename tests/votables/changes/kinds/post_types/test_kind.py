"""Changes of matters on the types of official posts: shown before, carried out, undone when overturned."""

import pytest

from blognomic.web.errors import RuleBroken
from ruleset.models import RuleVersion
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.votables.changes.carried import enact, overturn, said
from tests.votables.changes.hunts import alter, live, new, retire
from tests.votables.table import noon, propose, vote
from votables.changes.apply import Settlement
from votables.changes.change import read_changes, without
from votables.changes.kinds.post_types.kind import in_lines
from votables.changes.preview import preview_of
from votables.queries.judge_facts import docket_at
from votables.services import resolving, typed_posts
from votables.services.enacting import NeedsSettling

pytestmark = pytest.mark.django_db


def test_parts_that_both_have_changed_are_shown_and_left_out_with_a_reason(players, hunts):
    alice, bobby, *_ = players
    post = propose(bobby, noon(1), changes=[alter(hunts, most_open=2)], amends=[])
    typed_posts.amend(official_type=hunts, seen=1, by=alice, at=noon(1), why="Fewer.", most_open=1)
    (one,) = preview_of(post, docket_at(noon(1))).now
    assert one.effect.misfit.reason == "Somebody has since changed the same parts of the definition."
    (clash,) = one.effect.misfit.clashes
    assert (clash.base, clash.now, clash.target) == (
        "Most open at a time: nothing",
        "Most open at a time: 1",
        "Most open at a time: 2",
    )
    vote(post, noon(2), **{"for": players})
    with pytest.raises(NeedsSettling, match="has since changed the same parts"):
        resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    out = {0: Settlement(skip=True, why="One is enough.")}
    done = resolving.resolve(post=post, to="enacted", by=alice, at=noon(2), settlements=out)
    assert done.consequences == [
        {
            "change": 0,
            "name": "redefine a type of official posts",
            "about": "Hunts",
            "skipped": "One is enough.",
        }
    ]
    assert live()["Hunt"].most_open == 1


def test_what_does_not_fit_is_told(players, hunts):
    bobby = players[1]
    old = typed_posts.define(by=players[0], at=noon(0), name="Race", plural="Races", mark="Race")
    altered = alter(old, most_open=2)
    typed_posts.retire(official_type=old, by=players[0], at=noon(0))
    changes = [
        new(),
        new(name="Chase", plural="Chases", mark="HUNT"),
        retire(old),
        altered,
        alter(hunts),
        alter(hunts, mark="Quest"),
        new(name="Quest", plural="Quests", mark="quest"),
        retire(hunts),
        new(),
        alter(hunts, once=False),
    ]
    post = propose(bobby, noon(1), changes=changes, amends=[])
    assert said(post, noon(1)) == [
        "There is a type with the name “Hunt” already.",
        "There is a type with the mark “Hunt” already.",
        "Races have been retired.",
        "Races have been retired.",
        "Hunts are already defined like this.",
        "Hunts are redefined.",
        "There is a type with the mark “Quest” already.",
        "Hunts are retired.",
        "Hunts are defined.",
        "Hunts have been retired.",
    ]


def test_the_queue_ahead_is_taken_into_account_and_rivals_are_named(players, hunts):
    first = propose(players[1], noon(1), "First", changes=[alter(hunts, most_open=2)], amends=[])
    second = propose(players[2], noon(1), "Second", changes=[retire(hunts)], amends=[])
    propose(players[3], noon(1), "Third", changes=[new(name="Race", plural="Races", mark="Race")], amends=[])
    preview = preview_of(second, docket_at(noon(1)))
    assert [(one.post, one.rules, one.fits) for one in preview.rivals] == [(first, ["the type Hunt"], True)]
    (later,) = preview.later
    assert (later.said, preview.ahead) == ("Hunts are retired.", [first])
    assert "Most open at a time: 2" in later.shown
    (rival,) = preview_of(first, docket_at(noon(1))).rivals
    assert (rival.post, rival.fits) == (second, False)


def test_the_difference_is_in_words_with_the_name_of_the_rule(players):
    rules = Tree((Node("dynastic", "Dynastic Rules", "", (Node("new-0", "Hunting", "We hunt."),)),))
    revise(tree=rules, seen=None, kind="founding", at=noon(0), by=players[0], why="Rules.")
    rule = RuleVersion.objects.get(title="Hunting").rule_id
    post = propose(
        players[1], noon(1), changes=[new(rule=rule, may_end="emperor", body_has="a\nb")], amends=[]
    )
    shown = preview_of(post, docket_at(noon(1))).now[0].shown
    for line in (
        "The rule that defines it: Hunting",
        "Who may end it: the emperor",
        "Each player responds once: yes",
    ):
        assert line in shown
    assert "Most open" not in shown
    assert (
        in_lines({"body_has": "a\nb", "rule": None}, rule="")
        == "Words that its text must contain: \n– a\n– b"
    )


def test_a_type_is_defined_by_a_rule_that_comes_with_it(players, hunts):
    rules = Tree((Node("dynastic", "Dynastic Rules", "", (Node("new-0", "Hunting", "We hunt."),)),))
    revise(tree=rules, seen=None, kind="founding", at=noon(0), by=players[0], why="Rules.")
    section = str(RuleVersion.objects.get(title="Dynastic Rules").rule_id)
    adds = [
        {"op": "add", "parent": section, "after": "", "title": title, "text": "We do."}
        for title in ("Racing", "Searching")
    ]
    race = new(name="Race", plural="Races", mark="Race")
    changes = [*adds, {**race, "rule": "new-1"}, {**alter(hunts), "rule": "new-0"}]
    post = propose(players[1], noon(1), changes=changes, amends=[])
    shown = [one.shown for one in preview_of(post, docket_at(noon(1))).now]
    assert "The rule that defines it: Searching" in shown[2]
    assert "The rule that defines it: Racing" in shown[3]
    enact(post, players, noon(2))
    names = {version.rule_id: version.title for version in RuleVersion.objects.all()}
    assert {name: names[one.rule] for name, one in live().items()} == {"Race": "Searching", "Hunt": "Racing"}
    assert overturn(post, players[0], noon(3))[:2] == [
        {"undone": "Hunts are defined as before"},
        {"undone": "Races are retired again"},
    ]
    assert live()["Hunt"].rule is None


def test_a_type_goes_with_the_new_rule_that_defines_it(players):
    add = {"op": "add", "parent": "top", "after": "", "title": "Racing", "text": "We race."}
    with pytest.raises(RuleBroken, match="can use a new rule only if an earlier change adds it"):
        read_changes([{**new(), "rule": "new-0"}])
    values = [change.as_json() for change in read_changes([add, add, {**new(), "rule": "new-1"}])]
    assert without(values, 0)[1]["rule"] == "new-0"
    with pytest.raises(RuleBroken, match="builds on the rule that this one adds"):
        without(values, 1)
    vote_on = propose(players[1], noon(1), changes=values[1:2] + [{**new(), "rule": "new-0"}], amends=[])
    vote(vote_on, noon(2), **{"for": players})
    out = {0: Settlement(skip=True, why="No racing.")}
    done = resolving.resolve(post=vote_on, to="enacted", by=players[0], at=noon(2), settlements=out)
    assert [one["skipped"] for one in done.consequences] == [
        "No racing.",
        "the new rule that it builds on is left out",
    ]
    assert live() == {}


@pytest.mark.parametrize(
    ("change", "words"),
    [(new(rule=999999), "There is no such rule."), ({**new(), "do": "retire"}, None)],
)
def test_a_type_or_a_rule_that_does_not_exist_is_refused(change, words):
    if words is None:
        change, words = {"op": "official", "do": "retire", "type": 999999}, "There is no such type."
    with pytest.raises(RuleBroken, match=words):
        read_changes([change])


# In the browser
