"""What an enacted matter does to types of official posts, and what of it is undone when it is overturned."""

import pytest

from players.models import AdminAct
from tests.votables.changes.carried import enact, overturn, said
from tests.votables.changes.hunts import alter, live, new, retire
from tests.votables.table import noon, propose
from votables.changes.preview import preview_of
from votables.models import Category
from votables.post_types.models import OfficialPost
from votables.post_types.presets import SEARCH
from votables.post_types.type_definitions import definition_of, tidied
from votables.queries.judge_facts import docket_at
from votables.services import posting, typed_posts

pytestmark = pytest.mark.django_db


def test_a_matter_defines_alters_and_retires_types_and_it_is_overturned(players, hunts):
    alice, bobby, *_ = players
    races = typed_posts.define(by=alice, at=noon(0), name="Race", plural="Races", mark="Race")
    changes = [
        {"op": "official", "do": "define", "definition": dict(SEARCH.definition)},
        alter(hunts, most_open=2),
        retire(races),
    ]
    post = propose(bobby, noon(1), "Sports", changes=changes, amends=[])
    assert post.amends == ["dynastic"]
    assert said(post, noon(1)) == [
        "Searches are defined.",
        "Hunts are redefined.",
        "Races are retired.",
    ]
    consequences = enact(post, players, noon(2)).consequences[3:]
    made = live()
    assert set(made) == {"Hunt", "Search"}
    assert consequences == [
        {"official": "define", "type": made["Search"].pk, "number": 1, "said": "Searches are defined"},
        {"official": "alter", "type": hunts.pk, "number": 2, "said": "Hunts are redefined"},
        {"official": "retire", "type": races.pk, "number": 1, "said": "Races are retired"},
    ]
    assert definition_of(made["Search"]) == tidied(SEARCH.definition)
    assert (made["Hunt"].most_open, made["Hunt"].ending_action) == (2, "Rest.\nEat.")
    (version,) = made["Search"].versions.all()
    assert (version.at, version.by, version.why) == (noon(2), alice, "Sports")
    acts = AdminAct.objects.filter(at=noon(2)).order_by("pk").values_list("sentence", "reason", "link")
    link = post.get_absolute_url()
    assert [act for act in acts if "enacted" not in str(act[0])] == [
        ("defined Searches", "Sports", link),
        ("redefined Hunts", "Sports", link),
        ("retired Races", "Sports", link),
    ]
    story = posting.publish(
        by=bobby, at=noon(3), category=Category.STORY, title="[Search] The attic", body="Words."
    )
    assert OfficialPost.objects.get(post=story).type == made["Search"]
    assert overturn(post, alice, noon(4)) == [
        {"undone": "Races are in use again"},
        {"undone": "Hunts are defined as before"},
        {"undone": "Searches are retired again"},
    ]
    assert set(live()) == {"Hunt", "Race"}
    assert (live()["Hunt"].most_open, live()["Hunt"].number) == (None, 3)
    assert OfficialPost.objects.get(post=story).type.retired_at == noon(4)


def test_what_others_changed_since_is_kept_when_it_is_enacted_and_when_it_is_overturned(players, hunts):
    alice, bobby, *_ = players
    post = propose(
        bobby, noon(1), changes=[alter(hunts, most_open=2, ending_action="Rest.\nEat well.")], amends=[]
    )
    typed_posts.amend(
        official_type=hunts, seen=1, by=alice, at=noon(1), why="Clearer.", ending_action="Rest long.\nEat."
    )
    assert preview_of(post, docket_at(noon(1))).now[0].effect.merged
    assert enact(post, players, noon(2)).consequences[0]["merged"]
    assert (live()["Hunt"].most_open, live()["Hunt"].ending_action) == (2, "Rest long.\nEat well.")
    typed_posts.amend(official_type=hunts, seen=3, by=alice, at=noon(3), why="More.", once=False)
    assert overturn(post, alice, noon(4)) == [{"undone": "Hunts are defined as before"}]
    now = live()["Hunt"]
    assert (now.most_open, now.ending_action, now.once) == (None, "Rest long.\nEat.", False)


def test_what_is_no_longer_so_is_kept_when_a_matter_is_overturned(players, hunts):
    alice, bobby, *_ = players
    races = typed_posts.define(by=alice, at=noon(0), name="Race", plural="Races", mark="Race")
    changes = [
        {"op": "official", "do": "define", "definition": dict(SEARCH.definition)},
        alter(hunts, most_open=2),
        retire(races),
    ]
    post = propose(bobby, noon(1), changes=changes, amends=[])
    enact(post, players, noon(2))
    typed_posts.define(by=alice, at=noon(3), name="Run", plural="Runs", mark="race")
    typed_posts.amend(official_type=hunts, seen=2, by=alice, at=noon(3), why="More.", most_open=3)
    typed_posts.retire(official_type=live()["Search"], by=alice, at=noon(3))
    assert overturn(post, alice, noon(4)) == [
        {"kept": "Races stay retired. There is a type with the mark “Race” already."},
        {
            "kept": "Hunts stay as they are defined now. Somebody has since changed the same parts "
            "of the definition."
        },
        {"kept": "Searches have since been retired, and stay so."},
    ]
    assert {name: one.number for name, one in live().items()} == {"Hunt": 3, "Run": 1}


def test_a_type_that_was_defined_otherwise_since_stays_when_its_matter_is_overturned(players):
    post = propose(players[1], noon(1), changes=[new()], amends=[])
    enact(post, players, noon(2))
    typed_posts.amend(
        official_type=live()["Hunt"], seen=1, by=players[0], at=noon(3), why="More.", most_open=3
    )
    assert overturn(post, players[0], noon(4)) == [{"kept": "Hunts have since been redefined, and stay so."}]
