"""A change of a type is written in forms of its own."""

import pytest
from django.test import Client

from tests.votables.changes.hunts import HUNT
from tests.votables.table import noon
from votables.post_types.presets import BOUNTY
from votables.services import posting, typed_posts

pytestmark = pytest.mark.django_db


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
