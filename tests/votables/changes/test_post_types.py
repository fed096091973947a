"""Changes of matters on the types of official posts: shown before, carried out, undone when overturned."""

import pytest
from django.test import Client

from blognomic.web.errors import RuleBroken
from players.models import Player
from ruleset.models import RuleVersion
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.votables.changes.carried import FIVE
from tests.votables.table import noon, propose, seat, vote
from votables.changes.apply import Settlement
from votables.changes.change import read_change, read_changes, stored_changes, without
from votables.changes.post_types import in_lines, tidied
from votables.changes.preview import preview_of
from votables.post_types.models import OfficialType
from votables.post_types.presets import BOUNTY
from votables.queries.judge_facts import docket_at
from votables.services import posting, resolving, typed_posts
from votables.services.enacting import NeedsSettling

from .carried import enact, overturn, said
from .hunts import HUNT, alter, live, new, retire

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> list[Player]:
    return seat(*FIVE)


@pytest.fixture
def hunts(players) -> OfficialType:
    return typed_posts.define(by=players[0], at=noon(0), **HUNT, ending_action="Rest.\nEat.")


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


@pytest.mark.parametrize(
    ("change", "words"),
    [(new(rule=999999), "There is no such rule."), ({**new(), "do": "retire"}, None)],
)
def test_a_type_or_a_rule_that_does_not_exist_is_refused(change, words):
    if words is None:
        change, words = {"op": "official", "do": "retire", "type": 999999}, "There is no such type."
    with pytest.raises(RuleBroken, match=words):
        read_changes([change])


def test_a_step_is_kept_as_it_was_read(players, hunts):
    values = [read_change(each).as_json() for each in (new(), alter(hunts, once=False), retire(hunts))]
    assert [one.as_json() for one in stored_changes(values)] == values
    assert values[0] == {"op": "official", "do": "define", "definition": tidied(HUNT)}


# In the browser


def fields(**more: object) -> dict[str, object]:
    return {
        **HUNT, "told_by": "tag", "open_word": "Open", "ended_word": "Ended", "may_post": "players",
        "response": "any", "may_respond": "players", "once": "on", "may_end": "players", **more,
    }  # fmt: skip


def test_a_type_is_chosen_and_defined_in_the_forms_of_a_matter(players, hunts, client: Client):
    bobby = players[1]
    client.force_login(bobby)
    draft = posting.save_draft(by=bobby, at=noon(1), draft=None, title="Sports", category="proposal")
    path = f"/drafts/{draft.pk}/changes/add/"
    offered = client.get(path, {"op": "official.define"}).content.decode()
    assert ("An empty definition" in offered, BOUNTY.about in offered) == (True, True)
    filled = client.get(path, {"op": "official.define", "path": "bounty"})
    assert 'value="Bounty Notice"' in filled.content.decode()
    seen = filled.context["condition"]["seen"].value()
    sent = {"op": "official.define", "path": "bounty", "base": "0", "seen": seen}
    wrong = client.post(path, {**sent, **fields(response="exact")})
    assert (wrong.status_code, "needs its words" in wrong.content.decode()) == (400, True)
    done = client.post(path, {**sent, **fields(name="Race", plural="Races", mark="Race")}, follow=True)
    assert "Races are defined." in done.content.decode()
    draft.refresh_from_db()
    adds = {"op": "add", "parent": "top", "after": "", "title": "Running", "text": "We run."}
    posting.save_draft(
        by=bobby, at=noon(1), draft=draft, title="Sports", category="proposal", changes=[adds, *draft.changes]
    )
    form = client.get(path, {"op": "official.define", "path": "new"})
    assert '<option value="new-0">1 Running (new)</option>' in form.content.decode()
    sent = {
        "op": "official.define",
        "path": "new",
        "base": "0",
        "seen": form.context["condition"]["seen"].value(),
    }
    run = fields(name="Run", plural="Runs", mark="Run", rule="new-0")
    assert (
        "The rule that defines it: Running"
        in client.post(path, {**sent, **run}, follow=True).content.decode()
    )
    chosen = client.get(path, {"op": "official.alter"}).content.decode()
    assert f'<option value="{hunts.pk}">Hunts</option>' in chosen
    form = client.get(path, {"op": "official.alter", "path": hunts.pk})
    sent = {
        "op": "official.alter", "path": hunts.pk, "base": form.context["base"],
        "seen": form.context["condition"]["seen"].value(),
    }  # fmt: skip
    typed_posts.amend(
        official_type=hunts, seen=1, by=players[0], at=noon(1), why="Sleep.", ending_action="Sleep."
    )
    done = client.post(
        path, {**sent, **fields(most_open="4", group="hunt", ending_action="Rest.\nEat.")}, follow=True
    )
    page = done.content.decode()
    assert ("Hunts are redefined." in page, "Merged with what others" in page) == (True, True)
    form = client.get(path, {"op": "official.retire", "path": hunts.pk})
    sent = {"op": "official.retire", "path": hunts.pk, "seen": form.context["condition"]["seen"].value()}
    assert "Hunts are retired." in client.post(path, sent, follow=True).content.decode()
    draft.refresh_from_db()
    assert [change.get("do", change.get("rule")) for change in draft.changes] == [
        None, "define", "define", "alter", "retire",
    ]  # fmt: skip
    assert draft.changes[2]["rule"] == "new-0"
    assert draft.changes[3]["definition"] == {**draft.changes[3]["base"], "most_open": 4}


@pytest.mark.parametrize("base", ["", "2", "x", "-1", "9" * 30])
def test_a_definition_that_never_was_is_no_base(players, hunts, client: Client, base):
    client.force_login(players[1])
    draft = posting.save_draft(by=players[1], at=noon(1), draft=None, title="Sports", category="proposal")
    path = f"/drafts/{draft.pk}/changes/add/"
    seen = client.get(path, {"op": "official.alter", "path": hunts.pk}).context["condition"]["seen"].value()
    sent = {"op": "official.alter", "path": hunts.pk, "base": base, "seen": seen, **fields(most_open="4")}
    refused = client.post(path, sent)
    assert (refused.status_code, "It was never defined like that." in refused.content.decode()) == (400, True)
