"""Changes on what is tracked, written in the browser, previewed, enacted and overturned."""

import pytest
import time_machine
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from gamestate.models import Row
from gamestate.queries.snapshot import state_now
from gamestate.services.undoing import dispute
from gamestate.services.updating import update
from players.models import Player
from tests.blognomic.shown import page_shown
from tests.gamestate.tracker import define, put, shown, table, track, whose
from tests.leaves import GIVEN
from votables.models import Category, Draft, Post
from votables.services import posting

from .table import noon, propose, seat, vote

pytestmark = pytest.mark.django_db
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
DEFINITION = {"kind": "whole", "floor": "0", "default": "500", "below": "law", "above": "refuse"}


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.fixture
def players() -> list[Player]:
    with time_machine.travel(noon(1), tick=False):
        yield seat(*FIVE)


def add(client: Client, holder: Post | Draft, op: str, **fields: object) -> None:
    """Write one change in the browser."""
    name = "votables:add_post_change" if isinstance(holder, Post) else "votables:add_draft_change"
    holder.refresh_from_db()
    path = reverse(name, args=[holder.pk])
    response = client.get(path, {"op": op, **({"path": fields["path"]} if "path" in fields else {})})
    seen = response.context["condition" if "condition" in response.context else "form"]["seen"].value()
    added = client.post(path, {"op": op, "seen": seen, **fields})
    assert added.status_code == 302, page_shown(added)
    assert [str(message) for message in get_messages(added.wsgi_request)][-1:] == [
        "Added. Here is what it does."
    ]
    holder.refresh_from_db()


def test_a_proposal_tracks_something_sets_it_for_all_and_shifts_one_and_is_enacted(players):
    alice, bobby, *others = players
    post = propose(bobby, noon(1), "Money")
    client = browser(bobby)
    add(client, post, "track.define", where="player", key="wealth", name="Wealth", **DEFINITION)
    add(client, post, "track.set", path="wealth", of=["players"], to="600")
    add(client, post, "track.set", path="wealth", of=list(whose(bobby)), to="-5")
    assert [change["op"] for change in post.changes] == ["track"] * 3
    assert post.amends == ["dynastic", "gamestate"]
    page = page_shown(client.get(post.get_absolute_url()))
    assert "Wealth of every player: 600" in page
    assert "<td>600</td><td>595</td>" in page
    vote(post, noon(1), **{"for": players})
    with time_machine.travel(noon(2), tick=False):
        admin = browser(alice)
        confirm = page_shown(admin.get(reverse("votables:resolve", args=[post.pk, "enacted"])))
        assert "Set or shift values" in confirm
        assert admin.post(reverse("votables:resolve", args=[post.pk, "enacted"])).status_code == 302
        assert shown("wealth") == {"Alice": "", "Bobby": "595", **dict.fromkeys(FIVE[2:], "600")}
        settled = page_shown(admin.get(post.get_absolute_url()))
        assert "Gamestate changed" in settled
        post.refresh_from_db()
        sent = {"to": "failed", "seen": post.settled_by_id, "reason": "It was not popular."}
        assert admin.post(reverse("votables:overturn", args=[post.pk]), sent).status_code == 302
    assert state_now().variables == {}


def test_a_shift_below_zero_is_settled_by_the_admin_who_enacts(players):
    alice, bobby, carol, *_ = players
    track(define("wealth", default="5"), by=alice, at=noon(1))
    post = propose(bobby, noon(1), "Tax")
    add(browser(bobby), post, "track.set", path="wealth", of=["players"], to="-3")
    update(leave=GIVEN, by=carol, at=noon(1), steps=[put("wealth", "1", *whose(carol))])
    vote(post, noon(1), **{"for": players})
    with time_machine.travel(noon(2), tick=False):
        admin, path = browser(alice), reverse("votables:resolve", args=[post.pk, "enacted"])
        page = page_shown(admin.get(path))
        assert "It no longer fits. Carol: Wealth cannot be below 0" in page
        refused = admin.post(path)
        assert (refused.status_code, shown("wealth")["Bobby"]) == (409, "5")
        sent = {"correct-0": "on", "text-0": "=max(wealth - 3, 0)", "why-0": "Nobody owes."}
        assert admin.post(path, sent).status_code == 302
    assert shown("wealth") == {"Alice": "", "Bobby": "2", "Carol": "0", "David": "2", "Ellen": "2"}


def test_tables_rows_columns_and_pages_are_written_one_after_the_other(players):
    alice, bobby, *_ = players
    post = propose(bobby, noon(1), "Places")
    client = browser(bobby)
    add(client, post, "track.define-table", key="places", name="Places")
    add(client, post, "track.add-row", path="places", name="Town")
    add(client, post, "track.add-row", path="places", name="Forest")
    add(
        client,
        post,
        "track.define",
        where="row:places",
        key="room",
        name="Room",
        **{**DEFINITION, "default": "3"},
    )
    add(client, post, "track.set", path="places.room", of=["row=Forest"], to="*2")
    add(client, post, "track.alter-row", path="places", of="row=Town", name="City")
    add(client, post, "track.page", path=".", key="map", name="Map", to="A *lake*.\r\nNo more.")
    with time_machine.travel(noon(2), tick=False):
        vote(post, noon(1), **{"for": players})
        assert browser(alice).post(reverse("votables:resolve", args=[post.pk, "enacted"])).status_code == 302
    state = state_now(pages=True)
    assert shown("places.room", state) == {"City": "3", "Forest": "6"}
    page = state.page_of("map")
    assert (page.title, page.text) == ("Map", "A *lake*.\nNo more.")


def test_what_is_tracked_is_changed_reset_and_retired_by_a_draft(players):
    alice, bobby, *_ = players
    track(
        *table("places", "Town"), define("wealth", default="5", to="9"), define("luck"), by=alice, at=noon(1)
    )
    client = browser(bobby)
    draft = posting.save_draft(by=bobby, at=noon(1), title="Less", body="Words.", category=Category.PROPOSAL)
    add(
        client,
        draft,
        "track.alter",
        path="wealth",
        name="Riches",
        invalid="default",
        **{**DEFINITION, "ceiling": "7", "default": "5"},
    )
    add(client, draft, "track.reset", path="wealth", of=["players"])
    add(client, draft, "track.retire", path="luck")
    add(client, draft, "track.alter-table", path="places", name="Cities")
    add(
        client,
        draft,
        "track.retire-row",
        path="places",
        of=f"row:{Row.objects.get().pk}",
    )
    steps = [change["step"] for change in draft.changes]
    assert [(step["do"], step["path"]) for step in steps] == [
        ("alter", "wealth"),
        ("reset", "wealth"),
        ("retire", "luck"),
        ("alter-table", "places"),
        ("retire-row", "places"),
    ]


def test_a_row_is_moved_without_a_word_about_its_name(players):
    alice, bobby, *_ = players
    track(*table("places", "Town", "Forest"), by=alice, at=noon(1))
    post, forest = propose(bobby, noon(1), "Places"), Row.objects.get(name="Forest")
    client = browser(bobby)
    add(client, post, "track.alter-row", path="places", of=f"row:{forest.pk}", name="", order="-1")
    add(client, post, "track.add-row", path="places", name="Port")
    add(client, post, "track.alter-row", path="places", of="row=Port", order="0")
    vote(post, noon(1), **{"for": players})
    with time_machine.travel(noon(2), tick=False):
        assert browser(alice).post(reverse("votables:resolve", args=[post.pk, "enacted"])).status_code == 302
    state = state_now()
    assert [row.name for row in state.rows_of(state.table_of("places").id)] == ["Forest", "Port", "Town"]


def test_a_disputed_update_is_upheld_by_a_matter(players):
    alice, bobby, carol, *_ = players
    made = track(define("gold", scope="game", to="5"), by=alice, at=noon(1))
    dispute(leave=GIVEN, update=made, by=carol, at=noon(1), why="No rule says so.")
    post = propose(bobby, noon(1), "It stands")
    add(browser(bobby), post, "uphold", update=made.pk)
    page = page_shown(browser(carol).get(post.get_absolute_url()))
    assert "Disputed by Carol: No rule says so." in page


def test_what_a_step_is_about_is_chosen_first_and_hidden_values_are_not_among_it(players):
    alice, bobby, *_ = players
    track(define("wealth"), define("plots", audience="emperor"), by=alice, at=noon(1))
    post = propose(bobby, noon(1), "Tax")
    client, path = browser(bobby), reverse("votables:add_post_change", args=[post.pk])
    response = client.get(path, {"op": "track.set"})
    assert response.context["choices"] == [("wealth", "Wealth")]
    assert client.get(path, {"op": "track.set", "path": "plots"}).context["choices"] == [("wealth", "Wealth")]
    assert client.get(path, {"op": "track.fly"}).status_code == 400


def test_a_step_without_an_answer_is_asked_for_again(players):
    alice, bobby, *_ = players
    track(define("wealth"), by=alice, at=noon(1))
    post = propose(bobby, noon(1), "Tax")
    path = reverse("votables:add_post_change", args=[post.pk])
    response = browser(bobby).post(path, {"op": "track.set", "seen": "1", "path": "wealth", "to": "5"})
    assert response.status_code == 400
    assert response.context["form"].errors == {"of": ["This field is required."]}
    post.refresh_from_db()
    assert post.changes == []
