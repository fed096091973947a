"""Several acts from the dashboard at once: shown before, done in the order of the queue, undone together."""

import re

import pytest

from players.models import Player, RosterEvent
from tests.votables.changes.carried import edit, rules  # noqa: F401 (a fixture)
from votables.models import Post, Resolution

from .table import enacted, make_admin, noon, person, propose, seat, vote, write
from .test_views_stories import FIVE, Window, at

pytestmark = pytest.mark.django_db

SEVERAL, UNDO = "/dashboard/several/", "/dashboard/several/undo/"


@pytest.fixture
def morning() -> list[Post]:
    """Two proposals that pass, one after the other, one that fails, somebody who asks to join, and Ellen to be idled.
    Alice and Bobby are admins."""
    alice, bobby, carol, david, ellen = seat(*FIVE)
    make_admin(bobby)
    posts = []
    for number, (by, how) in enumerate(((bobby, "for"), (carol, "for"), (carol, "against"))):
        posts.append(propose(by, noon(1, hours=number), f"No. {number}"))
        vote(posts[-1], noon(1, hours=5), **{how: [alice, david, ellen]})
    write(person("Gregory"), noon(1), "May I?", "Let me in.", asks="join")
    write(ellen, noon(1), "Away", "Please idle me.", asks="idle")
    return posts


def offered(window: Window) -> list[str]:
    return re.findall(r'name="do" value="(.*?)"', window.page)


def statuses() -> list[str]:
    return list(Post.objects.matters().order_by("pk").values_list("status", flat=True))


def acts_of(posts: list[Post]) -> list[str]:
    first, second, third = posts
    ellen, gregory = (Player.objects.get(name=name).pk for name in ("Ellen", "Gregory"))
    return [
        f"enacted-{first.pk}", f"enacted-{second.pk}", f"failed-{third.pk}", f"admit-{gregory}", f"idle-{ellen}",
    ]  # fmt: skip


def test_all_is_shown_and_then_done_in_the_order_of_the_queue_and_undone_in_one_press(morning):
    with at(noon(2)):
        window = Window("Alice").go("/dashboard/").says("Waiting for an admin 5", "Review all 5")
        assert sorted(offered(window)) == sorted(acts_of(morning))
        window.go(SEVERAL).says(
            "Review all 5", "The text that was voted on", "Asks to join", "Please idle me."
        )
        assert sorted(offered(window)) == sorted(acts_of(morning))
        window.send(SEVERAL, do=list(reversed(offered(window))))
        window.says(
            "5 done",
            "Enacted: No. 0",
            "Enacted: No. 1",
            "Failed: No. 2",
            "Undo all 5",
            "Waiting for an admin 2",
        )
        assert statuses() == ["enacted", "enacted", "failed"]
        assert list(Resolution.objects.order_by("pk").values_list("post", flat=True)) == [
            post.pk for post in morning
        ]
        assert [Player.objects.get(name=name).standing for name in ("Gregory", "Ellen")] == ["active", "idle"]
        did = re.search('name="did" value="(.*?)"', window.page)[1]
        window.send(UNDO, did=did, reason="I was too quick.").says("Undone: ", "Waiting for an admin 3")
    assert statuses() == ["pending"] * 3
    assert [Player.objects.get(name=name).standing for name in ("Gregory", "Ellen")] == ["guest", "active"]
    assert {one.reason for one in Resolution.objects.filter(to_status="pending")} == {"I was too quick."}


def test_only_what_was_chosen_is_shown_and_what_is_not_ready_any_more_is_left_out(morning):
    with at(noon(2)):
        admit = acts_of(morning)[3]
        window = Window("Alice").go(SEVERAL, do=[admit, "enacted-999", "admit-0", "idle-me"])
        assert offered(window) == [admit]
        window.says("2 that you chose can no longer be done. They are left out.")
        window.go(SEVERAL, do="enacted-999").says("Nothing here can be done now.")


def test_what_the_law_refuses_is_told_by_name_with_the_rule_and_the_rest_is_done(morning):
    with at(noon(2)):
        first, second, third, admit, idle = acts_of(morning)
        window = Window("Alice").send(SEVERAL, do=[second, f"failed-{morning[0].pk}", admit])
        window.says(
            "“No. 0” cannot be failed now",
            "“No. 1” cannot be enacted now: its turn comes after No. 0",
            "Enacting and Failing",
            "1 done",
            "Joined the game: Gregory",
        )
        assert statuses() == ["pending"] * 3
        window.send(SEVERAL, do=[]).says("You chose nothing, so nothing was done.")


def test_a_second_admin_with_the_same_list_is_told_who_was_first(morning):
    with at(noon(2)):
        acts = acts_of(morning)
        second = Window("Bobby").go(SEVERAL)
        Window("Alice").send(SEVERAL, do=acts[:4])
        second.send(SEVERAL, do=offered(second))
        second.says(
            "“No. 0” has already been resolved: enacted by Alice",
            "“No. 2” has already been resolved: failed by Alice",
            "Gregory is already a player.",
            "1 done",
            "Went idle: Ellen",
        )
    assert Resolution.objects.count() == 3


def test_only_what_the_admin_did_within_the_hour_and_stands_is_offered_to_be_undone(morning):
    acts = acts_of(morning)
    with at(noon(2)):
        window = Window("Alice").send(SEVERAL, do=acts)
        did = re.search('name="did" value="(.*?)"', window.page)[1]
        assert "done" not in Window("Bobby").go("/dashboard/", did=did).words.partition("Waiting")[0]
        seen = morning[2].resolutions.get().pk
        Window("Bobby").send(f"/posts/{morning[2].pk}/overturn/", to="pending", seen=seen, reason="No.")
        assert "4 done" in Window("Alice").go("/dashboard/", did=did).words
    with at(noon(2, hours=2)):
        assert "Undo all" not in Window("Alice").go("/dashboard/", did=did).words
        window.send(UNDO, did=did, reason="Too late.")
        window.says(
            "Gregory : That was more than an hour ago. Say why you take it back", "Undone: No. 1, No. 0"
        )
    assert statuses() == ["pending"] * 3


def test_undoing_needs_a_reason_where_matters_are_among_it(morning):
    with at(noon(2)):
        window = Window("Alice").send(SEVERAL, do=acts_of(morning)[:1])
        did = re.search('name="did" value="(.*?)"', window.page)[1]
        window.send(UNDO, did=did, reason=" ").says("No. 0 : Say why. Everyone can see the reason.")
        for nonsense in ("", "matter-0", "matter-99 roster-99", "x" * 5000, "matter-1 matter-1" * 99):
            window.send(UNDO, did=nonsense, reason="No.")
            assert window.status == 200
    assert statuses()[0] in ("enacted", "pending")


def test_a_change_that_no_longer_fits_is_settled_beside_the_text(rules):  # noqa: F811
    (alice, bobby, *others), keys = rules
    posts = [
        propose(
            bobby,
            noon(1, hours=number),
            f"No. {number}",
            changes=[edit(keys, "Cats purr. Dogs bark.", words)],
        )
        for number, words in enumerate(("Cats sleep. Dogs bark.", "Cats eat. Dogs bark."))
    ]
    for post in posts:
        vote(post, noon(1, hours=5), **{"for": others})
    with at(noon(2)):
        window = Window("Alice").go(SEVERAL).says("What enacting it does", "amended")
        assert f'name="m{posts[1].pk}-skip-0"' in window.page
        assert f'id="m{posts[0].pk}-change-0"' in window.page
        window.send(SEVERAL, do=offered(window)).says("1 done", "No. 1")
        assert statuses() == ["enacted", "pending"]
        window.send(
            SEVERAL,
            **{
                "do": f"enacted-{posts[1].pk}",
                f"m{posts[1].pk}-skip-0": "on",
                f"m{posts[1].pk}-why-0": "Spent.",
            },
        ).says("1 done")
        assert statuses() == ["enacted", "enacted"]


def test_the_badge_counts_all_that_waits_on_every_page_and_only_for_admins(morning):
    enacted(Player.objects.get(name="Alice"), noon(1), "Unwritten")
    with at(noon(2)):
        for name, number in (("Alice", 6), ("Carol", 0)):
            page = Window(name).go("/rules/").page
            badge = re.search(r'id="part-count-dashboard".*?count-hot">(\d+)', page, re.S)
            assert (int(badge[1]) if badge else 0) == number
        assert RosterEvent.objects.filter(kind="idled").count() == 0
