"""A change of what is tracked is written in two steps: what it is about, then what becomes of it."""

from dataclasses import replace

import pytest
from django.test import Client

from gamestate.queries.snapshot import state_now
from tests.blognomic.shown import page_shown
from tests.gamestate.tracker import define, track
from tests.votables.table import noon, seat
from tests.votables.test_views_stories import at
from votables.changes.kinds.gamestate.filling_in import NEW_PAGE, choices
from votables.models import Draft
from votables.services import posting

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    players = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    track(define("gold", to="5"), define("plots", to="9", audience="emperor"), by=players[0], at=noon(1))
    return players


def test_what_is_hidden_may_be_shown_but_not_set(players):
    state = state_now(pages=True)
    assert [path for path, _ in choices("set", state)] == ["gold"]
    assert [path for path, _ in choices("alter", state)] == ["gold", "plots"]
    assert [path for path, _ in choices("page", state)] == [NEW_PAGE]
    assert choices("retire-table", replace(state, tables={})) == []


def test_it_is_chosen_then_written_and_written_anew(players):
    bobby, client = players[1], Client()
    client.force_login(bobby)
    draft = posting.save_draft(by=bobby, at=noon(1), title="Gold", body="x", category="proposal")
    address = f"/drafts/{draft.pk}/changes/"
    with at(noon(1)):
        offered = page_shown(client.get(f"{address}add/?op=track.set"))
        assert ('value="gold"' in offered, 'value="plots"' in offered) == (True, False)
        writing = client.get(f"{address}add/?op=track.set&path=gold")
        sent = {"op": "track.set", "path": "gold", "seen": writing.context["condition"]["seen"].value()}
        assert client.post(f"{address}add/", {**sent, "of": ["players"], "to": ""}).status_code == 400
        assert client.post(f"{address}add/", {**sent, "of": ["players"], "to": "+2"}).status_code == 302
        again = client.get(f"{address}add/?instead=0").context["form"]
    step = {"do": "set", "path": "gold", "of": ["players"], "to": "+2"}
    assert Draft.objects.get().changes == [{"op": "track", "step": step}]
    assert (again["of"].value(), again["to"].value()) == (["players"], "+2")
