"""Actions that players make, change, pause and remove by their votes: as one change each, which is worked out, carried
out, told, taken back and brought about again."""

import pytest
import time_machine

from gamestate.models import LimitedAction, Occurrence
from gamestate.services import acting, moving
from tests.blognomic.api.programs import ask, token_of
from tests.gamestate.test_private_pages import browser, text_of
from tests.gamestate.tracker import define, shown, track
from tests.leaves import GIVEN
from tests.votables.table import noon, propose, seat
from votables.changes.change import read_change
from votables.changes.outcome import outcome_of_changes
from votables.models import Draft, Post
from votables.services import resolving
from votables.services.enacting import NeedsSettling

pytestmark = pytest.mark.django_db

DIG = {"op": "add-action", "title": "Dig", "frequency": "daily", "does": "gold += 2"}
DEEPER = {"op": "alter-action", "action": "dig", "does": "gold += 5"}


@pytest.fixture
def players():
    players = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    track(define("gold", default="0"), define("pot", scope="game", default="0"), by=players[0], at=noon(1))
    return players


def live() -> dict[str, tuple[str, str, str]]:
    """The actions that there are, with what they do, how often, and why they are paused."""
    return {
        one.name: (one.move.get("does", ""), one.frequency, str(one.paused_why) if one.paused_at else "")
        for one in LimitedAction.objects.filter(retired_at=None)
    }


def passed(players, *changes, day=2) -> Post:
    """A matter of Bobby's, enacted by Alice."""
    post = propose(players[1], noon(day), f"Matter {day}", changes=list(changes))
    resolving.resolve_against_verdict(post=post, to="enacted", by=players[0], at=noon(day), reason="A test")
    post.refresh_from_db()
    return post


def turn(post: Post, to: str, by, *, day: int):
    """A correction of what became of a matter."""
    last = post.resolutions.order_by("-at", "-pk").first()
    return resolving.overturn(post=post, to=to, seen=last.pk, by=by, at=noon(day), reason="Checked.")


def test_a_matter_makes_an_action_that_players_take(players):
    post = passed(players, DIG)
    assert live() == {"Dig": ("gold += 2", "daily", "")}
    made = LimitedAction.objects.get()
    moving.make(leave=GIVEN, action=made, by=players[2], at=noon(3))
    assert shown("gold")["Carol"] == "2"
    consequences = post.resolutions.get().consequences
    assert [str(one["said"]) for one in consequences if "action" in one] == ["Dig is a new action"]


def test_what_a_matter_tracks_its_actions_can_use(players):
    silver = {
        "op": "track",
        "step": {
            "do": "define",
            "path": "silver",
            "scope": "player",
            "definition": {"name": "Silver", "kind": "whole"},
        },
    }
    with pytest.raises(NeedsSettling, match="Nothing called “silver” is tracked."):
        passed(players, {**DIG, "does": "silver = 1"}, silver)
    passed(players, silver, {**DIG, "does": "silver = 1"}, day=4)
    assert live() == {"Dig": ("silver = 1", "daily", "")}


@pytest.mark.parametrize(
    ("change", "after", "sentence"),
    [
        (DEEPER, {"Dig": ("gold += 5", "", "")}, "Dig is changed"),
        ({"op": "remove-action", "action": "Dig"}, {}, "Dig is removed"),
        (
            {"op": "pause-action", "action": "Dig", "text": "Rain."},
            {"Dig": ("gold += 2", "daily", "Rain.")},
            "Dig is paused",
        ),
    ],
)
def test_each_change_is_carried_out_taken_back_and_brought_about_again(players, change, after, sentence):
    passed(players, DIG)
    before = live()
    post = passed(players, change, day=3)
    assert live() == after
    assert [str(one["said"]) for one in post.resolutions.get().consequences if "action" in one] == [sentence]
    turn(post, "failed", players[0], day=4)
    assert live() == before
    turn(post, "enacted", players[0], day=5)
    assert live() == after
    turn(post, "failed", players[0], day=6)
    assert live() == before


def test_a_pause_ends_by_a_vote_and_begins_again_with_its_reason(players):
    passed(players, DIG, {"op": "pause-action", "action": "Dig", "text": "Rain."})
    post = passed(players, {"op": "resume-action", "action": "Dig"}, day=3)
    assert live()["Dig"][2] == ""
    turn(post, "failed", players[0], day=4)
    assert live()["Dig"][2] == "Rain."


def test_a_new_action_is_taken_back_unless_it_has_changed_since(players):
    post = passed(players, DIG)
    turn(post, "failed", players[0], day=3)
    assert live() == {}
    turn(post, "enacted", players[0], day=4)
    assert live() == {"Dig": ("gold += 2", "daily", "")}
    passed(players, DEEPER, day=5)
    answer = turn(post, "failed", players[0], day=6)
    assert [str(one["kept"]) for one in answer.consequences] == ["Dig has changed since, and stays as it is."]
    assert live() == {"Dig": ("gold += 5", "", "")}


def test_who_has_taken_an_action_today_has_when_it_is_changed(players):
    passed(players, DIG)
    moving.make(leave=GIVEN, action=LimitedAction.objects.get(), by=players[2], at=noon(3))
    passed(players, {**DEEPER, "frequency": "daily"}, day=3)
    action = LimitedAction.objects.get(retired_at=None)
    assert (action.key, LimitedAction.objects.count()) == ("dig", 2)
    response = browser(players[2]).get("/gamestate/actions/")
    assert response.status_code == 200
    with pytest.raises(Exception, match="You took Dig"):
        moving.make(leave=GIVEN, action=action, by=players[2], at=noon(3, hours=1))
    moving.make(leave=GIVEN, action=action, by=players[3], at=noon(3, hours=1))
    assert (shown("gold")["Carol"], shown("gold")["David"]) == ("2", "5")


def test_upkeep_is_made_by_a_vote_and_keeps_its_place_when_it_is_changed(players):
    passed(players, {"op": "add-action", "title": "Tax", "timing": "each day", "does": "pot += 1"})
    assert Occurrence.objects.get().falls_at == noon(2, hours=12)
    passed(
        players,
        {
            "op": "alter-action",
            "action": "Tax",
            "timing": "2 hours after pot changes",
            "hiatus": "stops",
            "does": "pot = 0",
        },
        day=5,
    )
    assert shown("pot")["the game"] == "3"
    assert Occurrence.objects.get(state="due", action__retired_at=None).falls_at == noon(5, hours=2)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({**DIG, "title": "shop"}, "There is already an action called “Shop”."),
        ({**DIG, "does": "silver += 1"}, "Nothing called “silver” is tracked."),
        ({**DIG, "does": "gold +"}, "“gold +”: A move"),
        ({**DIG, "frequency": "hourly"}, "The law does not have this frequency."),
        ({**DIG, "timing": "each day"}, "What happens by itself has no limit of how often it is taken."),
        ({**DIG, "hiatus": "sleeps"}, "In a standstill it waits, lapses or goes on, or its clock stops."),
        (DEEPER, "There is no action called “dig”."),
        ({"op": "remove-action", "action": "Dig"}, "There is no action called “Dig”."),
        ({"op": "resume-action", "action": "Shop"}, "Shop is not paused."),
    ],
)
def test_what_does_not_fit_says_why(players, change, sentence):
    acting.declare(leave=GIVEN, by=players[0], at=noon(1), name="Shop", frequency="")
    (effect,) = outcome_of_changes([read_change(change)], at=noon(2)).effects
    assert effect.misfit is not None
    assert effect.misfit.reason.startswith(sentence[:8]) and sentence.split(" ")[-1] in effect.misfit.reason


def test_a_change_is_written_in_the_browser_and_shown_with_its_lines(players):
    alice, bobby, *_ = players
    draft = Draft.objects.create(author=bobby, title="Digging", category="proposal", saved_at=noon(2))
    page, client = f"/drafts/{draft.pk}/changes/", browser(bobby)
    with time_machine.travel(noon(2), tick=False):
        assert "add an action" in text_of(client.get(page))
        form = client.get(f"{page}add/", {"op": "add-action"})
        assert 'value="daily"' in text_of(form) and "More about it" in text_of(form)
        sent = {
            "op": "add-action",
            "seen": form.context["form"]["seen"].value(),
            "title": "Dig",
            "frequency": "daily",
        }
        broken = client.post(f"{page}add/", {**sent, "title": "", "does": "gold += 2"})
        assert broken.status_code == 400
        does = "if gold > 2:\r\n  gold = 0\r\notherwise: gold += 2"
        assert client.post(f"{page}add/", {**sent, "does": does}).status_code == 302
        draft.refresh_from_db()
        assert read_change(draft.changes[0]) == read_change({**DIG, "does": does.replace("\r\n", "\n")})
        shown_page = text_of(client.get(page))
        assert "Dig is a new action" in shown_page and "otherwise: gold += 2" in shown_page


def test_a_change_of_an_action_is_shown_beside_what_it_did(players):
    passed(players, DIG)
    post = propose(players[1], noon(3), "Deeper", changes=[DEEPER])
    with time_machine.travel(noon(3), tick=False):
        page = text_of(browser(players[2]).get(post.get_absolute_url()))
    after, before = page.partition("Dig is changed")[2].split("Before", 1)
    assert "gold += 5" in after and "gold += 2" in before


def test_programs_post_a_matter_that_changes_actions(players):
    with time_machine.travel(noon(2), tick=False):
        program = token_of(players[1], "posts", at=noon(2))
        sent = {
            "category": "proposal",
            "title": "Dig",
            "body": "Let us dig.",
            "amends": ["dynastic"],
            "changes": [DIG],
        }
        answer = ask("POST", "/posts", sent, token=program)
        assert answer.status_code == 201, answer.content
        assert answer.json()["changes"][0]["does"] == "gold += 2"
    post = Post.objects.get()
    resolving.resolve_against_verdict(post=post, to="enacted", by=players[0], at=noon(3), reason="A test")
    assert live() == {"Dig": ("gold += 2", "daily", "")}
