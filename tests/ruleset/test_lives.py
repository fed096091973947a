"""The life of a rule on its page: sections, places, statuses, renames and moves, under one permalink."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from ruleset.models import Revision, RuleVersion
from ruleset.queries import tree_after
from ruleset.queries.lives import life
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.votables.table import person

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def act(*sections: Node, day: int, **more: object) -> Tree:
    last = Revision.objects.order_by("-pk").first()
    made = revise(
        tree=Tree(sections),
        seen=last.pk if last else None,
        kind="enactment",
        at=NOON + timedelta(days=day),
        why=f"Matter {day}",
        **{"by": None, "link": f"/posts/{day}/", **more},
    )
    return tree_after(made.pk)


def section(node: Node, *rules: Node) -> Node:
    return Node(node.key, node.title, node.text, rules)


def shown(client, rule: Node, query: str = "") -> str:
    answer = client.get(reverse("ruleset:rule", args=[rule.key]) + query)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode().split("<main")[1]).split())


@pytest.fixture
def game() -> dict[str, Node]:
    """Three rules of which one is renamed, moved below another, and put first; and a special case."""
    core, special = act(
        Node("a", "Core", "", (Node("b", "Cats", "Purr."), Node("c", "Dogs"), Node("d", "Cows"))),
        Node("e", "Special Case", "", (Node("f", "Rain [Rare] [Active]", "Wet."),)),
        day=0,
    ).sections
    cats, dogs, cows = core.children
    act(section(core, cows, cats, dogs), special, day=1)
    felines = Node(cats.key, "Felines", "Purr.")
    act(section(core, cows, felines, dogs), special, day=2)
    act(section(core, cows, section(dogs, felines)), special, day=3)
    act(section(core, cows, section(dogs, Node(felines.key, "Felines", "Purr loudly."))), special, day=4)
    return {
        "core": core,
        "cats": cats,
        "dogs": dogs,
        "cows": cows,
        "special": special,
        "rain": special.children[0],
    }


def versions(rule: Node) -> list[RuleVersion]:
    return list(RuleVersion.objects.filter(rule=rule.key).select_related("revision").order_by("revision"))


def test_the_life_of_a_rule_tells_what_each_revision_did_to_it(game, django_assert_num_queries):
    rows = versions(game["cats"])
    with django_assert_num_queries(1):
        steps = life(rows)
    assert [(one.is_renamed, one.above, one.shifted, one.is_amended) for one in steps] == [
        (True, None, False, False),
        (False, ("Core", "Dogs"), False, False),
        (False, None, False, True),
    ]


def test_another_number_alone_is_no_step_and_another_order_is_one(game):
    assert [(one.shifted, one.version.revision.why) for one in life(versions(game["cows"]))] == [
        (True, "Matter 1")
    ]
    assert [one.place for one in versions(game["dogs"])] == [1, 2, 1]
    assert life(versions(game["dogs"])) == []


def test_a_permalink_survives_renames_and_moves_and_its_page_tells_of_them(client, game):
    page = shown(client, game["cats"])
    assert page.index("Rule 1.2.1 in Core › Dogs") < page.index("Felines")
    assert "Renamed from “ Cats ” to “ Felines ”." in page
    assert "Moved from “ Core ” to “ Dogs ”." in page
    assert "Purr. loudly." in page or "Purr loudly." in page
    first = Revision.objects.order_by("pk").first()
    then = shown(client, game["cats"], f"?revision={first.pk}")
    assert then.index("Rule 1.1 in Core") < then.index("Cats")
    assert "Felines" not in then
    assert "It has changed since" in then


def test_a_page_of_a_section_has_all_its_rules_with_their_numbers(client, game):
    page = shown(client, game["core"])
    assert (
        page.index("Section 1 Core")
        < page.index("1.1 Cows")
        < page.index("1.2 Dogs")
        < page.index("1.2.1 Felines")
    )
    assert page.count("1.2.1 Felines") == 2
    assert "Purr loudly." in page
    assert "1.2.1 Felines § Felines: permalink" in shown(client, game["dogs"])


def test_a_special_case_says_its_default_and_its_present_status(client, game):
    page = shown(client, game["rain"])
    assert "Rule 2.1 in Special Case Rain " in page
    assert (
        "A special case that is inactive by default, because it is rare: active rare by default inactive"
    ) in page
    whole = client.get(reverse("ruleset:rules")).content.decode()
    assert re.findall(r'<small class="badge [^"]*">([^<]+)</small>', whole) == [
        "active",
        "rare",
        "by default inactive",
    ]


def test_blame_names_the_matter_its_author_and_who_carried_it_out(client):
    alice, bob = person("Alice"), person("Robert")
    (core,) = act(
        Node("a", "Core", "", (Node("b", "Cats", "Purr.\n\nNap."),)), day=0, author=alice, by=bob
    ).sections
    cats = core.children[0]
    act(section(core, Node(cats.key, "Cats", "Purr.\n\nHiss.")), day=1, author=bob, by=bob)
    page = shown(client, cats)
    assert "Purr. 2 Mar 2026 Enactment: Matter 0 by Alice , carried out by Robert Hiss. 3 Mar 2026" in page
    assert "Hiss. 3 Mar 2026 Enactment: Matter 1 by Robert " in page
    assert (
        '<a class="isolated" href="/posts/0/">Matter 0</a>'
        in client.get(f"/rules/{cats.key}/").content.decode()
    )


def test_undoing_credits_those_whose_words_come_back(client):
    (core,) = act(Node("a", "Core", "", (Node("b", "Cats", "Purr."),)), day=0).sections
    cats = core.children[0]
    act(section(core, Node(cats.key, "Cats", "Something else.")), day=1)
    act(core, day=2)
    blame = shown(client, cats).split("Where each paragraph came from")[1].split("History")[0]
    assert blame.strip() == "Purr. 2 Mar 2026 Enactment: Matter 0"
