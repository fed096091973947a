"""Changes of matters on pages: returned to how they stood at submission, and merged with what others wrote since."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from blognomic.transfer.game_file.exporting import export_game
from gamestate.models import Entry, Page
from gamestate.queries.planning import UpdateRefused
from gamestate.queries.submitted import pages_at
from gamestate.services.updating import update
from gamestate.values.steps import read_step
from players.models import Player
from tests.gamestate.tracker import track
from tests.leaves import GIVEN
from tests.votables import rich_game
from tests.votables.changes.carried import FIVE, enact
from tests.votables.small_game import bring
from tests.votables.table import noon, propose, seat, write
from votables.changes.apply import Settlement
from votables.changes.change import stored_changes
from votables.changes.outcome import outcome_of_changes
from votables.changes.preview import preview_of
from votables.models import Category, Post
from votables.queries.judge_facts import docket_at
from votables.services import posting, resolving
from votables.services.enacting import NeedsSettling

pytestmark = pytest.mark.django_db
BACK = {"op": "track", "step": {"do": "revert-page", "path": "map"}}
LAND = "A lake in the north.\n\nA hill in the south.\n"


def page(text: str, title: str = "Map", key: str = "map"):
    return read_step({"do": "page", "path": key, "name": title, "to": text})


def writes(text: str, *, on: str | None = LAND, title: str = "Map", was: str = "Map") -> dict[str, object]:
    """The change that writes the map anew, by somebody who saw it say `on` (None: saw none)."""
    step = {"do": "page", "path": "map", "name": title, "to": text}
    return {"op": "track", "step": {**step, "base": {"title": was, "text": on}} if on is not None else step}


def scribble(text: str, by: Player, at, title: str = "Map") -> None:
    update(leave=GIVEN, by=by, at=at, steps=[page(text, title)])


def look(post: Post, at):
    return preview_of(post, docket_at(at))


def stands(key: str = "map") -> tuple[str, str]:
    written = Page.objects.live().get(key=key)
    return written.title, written.text


@pytest.fixture
def players() -> list[Player]:
    return seat(*FIVE)


# -- returned to how it stood at submission


def test_a_page_goes_back_to_how_it_stood_when_the_matter_was_submitted(players):
    alice, bobby, carol, *_ = players
    track(page("Nothing yet."), by=alice, at=noon(0))
    track(page(LAND), by=alice, at=noon(1))
    post = propose(bobby, noon(1, hours=1), "The map", changes=[BACK])
    scribble("All mine.", carol, noon(1, hours=2), "Carolia")
    assert "gamestate" in post.amends
    (one,) = look(post, noon(2)).now
    tracking = one.shown
    written = Entry.objects.get(new={"title": "Map", "text": LAND})
    assert (tracking.said, tracking.back.at, tracking.back.since, tracking.back.is_draft) == (
        "Carolia",
        noon(1, hours=1),
        noon(1),
        False,
    )
    assert tracking.back.url == f"/gamestate/pages/{written.page_id}/?at=2026-03-03T12%3A00%3A00%2B00%3A00"
    assert "<del>All mine.</del>" in tracking.page
    enact(post, players, noon(2))
    assert stands() == ("Map", LAND)
    last = Page.objects.get().last
    assert (last.note, last.update.comment) == (
        "as at the matter’s submission, 3 March 2026, 13:00 UTC",
        "The map",
    )


def test_what_was_written_at_the_instant_of_submission_stood_then(players):
    track(page("Before."), by=players[0], at=noon(1))
    track(page("Then."), by=players[0], at=noon(1, seconds=1))
    track(page("After."), by=players[0], at=noon(1, seconds=2))
    instants = [noon(0), noon(1), noon(1, seconds=1), noon(2)]
    pages_then = pages_at({"map", "none"}, instants)
    assert {at: {key: old.page.text for key, old in pages.items()} for at, pages in pages_then.items()} == {
        noon(0): {},
        noon(1): {"map": "Before."},
        noon(1, seconds=1): {"map": "Then."},
        noon(2): {"map": "After."},
    }


def test_a_page_that_was_not_there_at_submission_is_blanked(players):
    alice, bobby, carol, *_ = players
    post = propose(bobby, noon(1), "The map", changes=[BACK])
    (misfit,) = look(post, noon(1)).now
    assert misfit.effect.misfit.reason == (
        "There is no page called “map”, and there was none when the matter was submitted."
    )
    scribble(LAND, carol, noon(1, hours=1))
    (one,) = look(post, noon(2)).now
    assert (one.shown.back.since, one.shown.back.url) == (None, "")
    enact(post, players, noon(2))
    assert stands() == ("Map", "")
    assert Page.objects.get().last.note == (
        "blanked: there was no such page at the matter’s submission, 3 March 2026, 12:00 UTC"
    )


def test_a_page_that_was_removed_since_comes_back_with_its_history(players):
    alice, bobby, carol, *_ = players
    track(page(LAND), by=alice, at=noon(1))
    post = propose(bobby, noon(1), "The map", changes=[BACK])
    update(
        leave=GIVEN, by=carol, at=noon(1, hours=1), steps=[read_step({"do": "retire-page", "path": "map"})]
    )
    enacted = enact(post, players, noon(2))
    assert (stands(), Page.objects.count()) == (("Map", LAND), 1)
    resolving.overturn(
        post=post, to="failed", seen=enacted.pk, by=alice, at=noon(3), reason="It was not popular."
    )
    assert not Page.objects.live().exists()


def test_a_page_made_again_under_its_key_gets_the_words_of_the_one_before(players):
    alice, bobby, carol, *_ = players
    track(page(LAND), by=alice, at=noon(1))
    post = propose(bobby, noon(1), "The map", changes=[BACK])
    update(
        leave=GIVEN, by=carol, at=noon(1, hours=1), steps=[read_step({"do": "retire-page", "path": "map"})]
    )
    scribble("Another land.", carol, noon(1, hours=2), "Chart")
    made = Page.objects.live().get()
    enact(post, players, noon(2))
    assert (stands(), Page.objects.live().get()) == (("Map", LAND), made)


def test_submission_is_when_a_post_becomes_a_matter(players):
    alice, bobby, carol, *_ = players
    post = write(bobby, noon(1))
    scribble(LAND, carol, noon(1, minutes=5))
    posting.change_category(
        post=post, to=Category.PROPOSAL, by=bobby, at=noon(1, minutes=10), amends=["gamestate"]
    )
    post.refresh_from_db()
    posting.edit(
        post=post, seen=post.version, by=bobby, at=noon(1, minutes=20),
        title="The map", body="Words.", commentary="", amends=[], changes=[BACK],
    )  # fmt: skip
    scribble("All mine.", carol, noon(1, minutes=30))
    enact(post, players, noon(2))
    assert stands() == ("Map", LAND)


def test_a_draft_is_told_that_its_submission_counts(players):
    track(page(LAND), by=players[0], at=noon(1))
    outcome = outcome_of_changes(stored_changes([BACK]), at=noon(2))
    submitted = outcome.effects[0].done.submitted
    assert (submitted.at, submitted.is_draft, submitted.pages["map"].since) == (noon(2), True, noon(1))
    assert outcome.effects[0].alterations == ()


def test_only_a_matter_returns_a_page(players):
    track(page(LAND), by=players[0], at=noon(1))
    with pytest.raises(UpdateRefused, match="Only a matter can return a page"):
        update(leave=GIVEN, by=players[1], at=noon(2), steps=[read_step(BACK["step"])])


def test_overturning_gives_a_returned_page_the_words_it_had(players):
    alice, bobby, carol, *_ = players
    track(page(LAND), by=alice, at=noon(1))
    post = propose(bobby, noon(1), "The map", changes=[BACK])
    scribble("All mine.", carol, noon(1, hours=1))
    enacted = enact(post, players, noon(2))
    resolving.overturn(post=post, to="failed", seen=enacted.pk, by=alice, at=noon(3), reason="No.")
    assert stands() == ("Map", "All mine.")


def test_two_matters_return_a_page_to_their_own_submissions_in_the_same_number_of_queries(players):
    alice, bobby, carol, *_ = players
    track(page(LAND), by=alice, at=noon(1))
    first = propose(bobby, noon(1), "First", changes=[BACK])
    counted = []
    with CaptureQueriesContext(connection) as captured:
        look(first, noon(1))
    counted.append(len(captured))
    scribble("All mine.", carol, noon(1, hours=1))
    second = propose(carol, noon(1, hours=2), "Second", changes=[BACK])
    scribble("Nobody’s.", carol, noon(1, hours=3))
    with CaptureQueriesContext(connection) as captured:
        preview = look(second, noon(2))
    counted.append(len(captured))
    assert counted[0] == counted[1]
    assert [one.shown.back.since for one in (*preview.now, *preview.later)] == [noon(1, hours=1)] * 2
    assert "<ins>All mine.</ins>" in preview.now[0].shown.page
    assert "<del>A lake in the north." in preview.later[0].shown.page
    assert [rival.post for rival in preview.rivals] == [first]


# -- written anew, on what others wrote since


def test_words_elsewhere_on_the_page_are_merged_and_that_is_said(players):
    alice, bobby, carol, *_ = players
    track(page(LAND), by=alice, at=noon(1))
    deep = LAND.replace("lake", "deep lake")
    post = propose(bobby, noon(1), "Deep", changes=[writes(deep, title="The Map")])
    scribble(LAND.replace("hill", "steep hill"), carol, noon(1, hours=1))
    (one,) = look(post, noon(2)).now
    assert (one.effect.misfit, one.effect.merged) == (None, True)
    resolution = enact(post, players, noon(2))
    both = "A deep lake in the north.\n\nA steep hill in the south.\n"
    assert stands() == ("The Map", both)
    named = {"change": 0, "name": "write a page", "step": "page", "about": "The Map"}
    assert resolution.consequences[0] == {**named, "merged": True}


def test_a_title_that_somebody_changed_stays_when_the_matter_leaves_it(players):
    alice, bobby, carol, *_ = players
    track(page(LAND), by=alice, at=noon(1))
    post = propose(bobby, noon(1), "Deep", changes=[writes("A sea.")])
    scribble(LAND, carol, noon(1, hours=1), "Carolia")
    enact(post, players, noon(2))
    assert stands() == ("Carolia", "A sea.")


def test_words_that_meet_are_a_misfit_until_the_enacting_admin_settles_it(players):
    alice, bobby, carol, *_ = players
    track(page(LAND), by=alice, at=noon(1))
    post = propose(bobby, noon(1), "Deep", changes=[writes(LAND.replace("lake", "sea"), title="Seas")])
    drained = LAND.replace("lake", "puddle").replace("hill", "steep hill")
    scribble(drained, carol, noon(1, hours=1), "Puddles")
    (one,) = look(post, noon(2)).now
    misfit = one.effect.misfit
    assert misfit.reason == "Somebody has since changed the same words of the page “Puddles”."
    assert [(clash.base, clash.now, clash.target) for clash in misfit.clashes] == [
        ("Map", "Puddles", "Seas"),
        ("lake", "puddle", "sea"),
    ]
    # what the admin begins with keeps what was written elsewhere
    flooded = drained.replace("puddle", "sea")
    assert (one.wanted, "<del>lake</del><ins>sea</ins>" in one.meant) == (flooded, True)
    with pytest.raises(NeedsSettling, match="has since changed the same words"):
        enact(post, players, noon(2))
    assert stands() == ("Puddles", drained)
    settled = {0: Settlement(text=flooded, why="Both were meant.")}
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(2), settlements=settled)
    assert stands() == ("Seas", flooded)


def test_a_page_that_was_removed_since_is_made_again_only_if_the_admin_says_so(players):
    alice, bobby, carol, *_ = players
    track(page(LAND), by=alice, at=noon(1))
    post = propose(bobby, noon(1), "Deep", changes=[writes("A sea.")])
    update(
        leave=GIVEN, by=carol, at=noon(1, hours=1), steps=[read_step({"do": "retire-page", "path": "map"})]
    )
    with pytest.raises(NeedsSettling, match="The page “Map” has since been removed."):
        enact(post, players, noon(2))
    settled = {0: Settlement(text="A sea.", why="It is needed.")}
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(2), settlements=settled)
    assert stands() == ("Map", "A sea.")


def test_a_new_page_replaces_none_that_somebody_made_meanwhile(players):
    alice, bobby, carol, *_ = players
    post = propose(bobby, noon(1), "Map", changes=[writes("A sea.", on=None)])
    assert look(post, noon(1)).now[0].effect.misfit is None
    scribble(LAND, carol, noon(1, hours=1))
    with pytest.raises(NeedsSettling, match="Somebody else has since made the page “Map”."):
        enact(post, players, noon(2))
    scribble("A sea.", carol, noon(2))
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    assert stands() == ("Map", "A sea.")


def test_changes_of_one_matter_build_on_each_other_and_matters_meet(players):
    alice, bobby, carol, *_ = players
    track(page(LAND), by=alice, at=noon(1))
    one = LAND.replace("lake", "sea")
    two = one.replace("sea", "wide sea")
    first = propose(bobby, noon(1), "Sea", changes=[writes(one), writes(two, on=one)])
    second = propose(carol, noon(1, hours=1), "Pond", changes=[writes(LAND.replace("lake", "pond"))])
    third = propose(carol, noon(1, hours=2), "Steep", changes=[writes(LAND.replace("hill", "steep hill"))])
    assert [each.effect.misfit for each in look(first, noon(2)).now] == [None, None]
    preview = look(second, noon(2))
    assert [(bool(now.effect.misfit), bool(then.effect.misfit)) for now, then in zip(
        preview.now, preview.later, strict=True
    )] == [(False, True)]  # fmt: skip
    assert [(rival.post, rival.fits) for rival in preview.rivals] == [(first, False), (third, True)]
    enact(first, players, noon(2))
    assert stands() == ("Map", two)


# -- in a game file


def test_an_imported_matter_still_knows_how_pages_stood_and_what_its_author_saw(players):
    alice, bobby, carol, *_ = players
    track(page(LAND), by=alice, at=noon(1))
    changes = [BACK, writes(LAND.replace("lake", "deep lake"))]
    propose(bobby, noon(1, hours=1), "The map", changes=changes)
    scribble("All mine.", carol, noon(1, hours=2))
    exported = json.loads("".join(export_game(at=noon(2))))
    rich_game.empty()
    bring(exported, noon(2))
    post = Post.objects.get()
    assert post.changes == changes
    enact(post, list(Player.objects.order_by("pk")), noon(2))
    assert stands() == ("Map", LAND.replace("lake", "deep lake"))


# -- in the browser


def test_both_are_proposed_in_the_browser_on_the_page_that_their_author_saw(players, client):
    alice, bobby, carol, *_ = players
    track(page(LAND), by=alice, at=noon(1))
    draft = posting.save_draft(
        by=bobby, at=noon(1), title="The map", body="Words.", category=Category.PROPOSAL
    )
    client.force_login(bobby)
    path = reverse("votables:add_draft_change", args=[draft.pk])
    chosen = client.get(path, {"op": "track.revert-page"})
    assert chosen.context["choices"] == [("map", "Map")]
    response = client.get(path, {"op": "track.revert-page", "path": "map"})
    assert "If it did not exist then, it is blanked" in response.content.decode()
    sent = {"op": "track.revert-page", "path": "map", "seen": response.context["condition"]["seen"].value()}
    assert client.post(path, sent).status_code == 302
    listed = client.get(reverse("votables:draft_changes", args=[draft.pk])).content.decode()
    assert "What counts is how it is when you submit the matter" in listed
    response = client.get(path, {"op": "track.page", "path": "map"})
    form, seen = response.context["form"], response.context["condition"]["seen"].value()
    assert {name: form[name].value() for name in form.fields} == {
        "name": "Map", "to": LAND, "was_title": "Map", "was_text": LAND
    }  # fmt: skip
    scribble(LAND.replace("hill", "steep hill"), carol, noon(1, hours=1))
    deep = LAND.replace("lake", "deep lake").replace("\n", "\r\n")
    sent = {"op": "track.page", "path": "map", "seen": seen, "name": "Map", "to": deep}
    assert client.post(path, {**sent, "was_title": "Map", "was_text": LAND}).status_code == 302
    draft.refresh_from_db()
    assert draft.changes[1]["step"] == {
        "do": "page", "path": "map", "name": "Map", "to": LAND.replace("lake", "deep lake"),
        "base": {"title": "Map", "text": LAND},
    }  # fmt: skip
    listed = client.get(reverse("votables:draft_changes", args=[draft.pk])).content.decode()
    assert "Merged with what others have changed since." in listed
