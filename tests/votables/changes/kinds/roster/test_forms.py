"""A change of the roster is written in a form of its own."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.votables.changes.carried import FIVE
from tests.votables.table import noon, seat
from votables.services import posting

pytestmark = pytest.mark.django_db

FORMS = {
    "rename": {"name": "Caroline"},
    "make-admin": {},
    "remove": {"why": "Gone."},
    "bar": {"why": "Gone.", "until": "2027-01-01 12:00"},
    "emperor": {},
    "end-dynasty": {"name": "Chaos", "keep_rules": "on"},
}


@pytest.mark.parametrize("do", FORMS)
def test_a_change_of_the_roster_is_written_and_shown(do):
    players = seat(*FIVE)
    _, bobby, carol, *_ = players
    draft = posting.save_draft(by=bobby, at=noon(1), title="Offices", body="x", category="proposal")
    client = Client()
    client.force_login(bobby)
    path = reverse("votables:add_draft_change", args=[draft.pk])
    form = client.get(path, {"op": f"roster.{do}"})
    assert form.status_code == 200
    fields = FORMS[do] | ({} if do == "end-dynasty" else {"player": carol.pk})
    seen = form.context["form"]["seen"].value()
    shown = client.post(path, {"op": f"roster.{do}", "seen": seen, **fields}, follow=True)
    draft.refresh_from_db()
    assert [change["do"] for change in draft.changes] == [do]
    (one,) = shown.context["effects"]
    assert one.said and one.said in shown.content.decode()


def test_the_form_refuses_what_the_law_does_not_let_the_kind_do():
    players = seat(*FIVE)
    _, bobby, carol, *_ = players
    draft = posting.save_draft(by=bobby, at=noon(1), title="Offices", body="x", category="cfj")
    client = Client()
    client.force_login(bobby)
    path = reverse("votables:add_draft_change", args=[draft.pk])
    seen = client.get(path, {"op": "roster.rename"}).context["form"]["seen"].value()
    fields = {"op": "roster.rename", "seen": seen, "player": carol.pk, "name": "Caroline"}
    page = client.post(path, fields)
    assert page.status_code == 403
    assert (page.context["refusal"].sentence, page.context["refusal"].rule) == (
        "Only a Proposal can rename a player (rule “Players”).",
        "Players",
    )
