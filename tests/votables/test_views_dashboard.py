"""The admins' dashboard: what it asks before it is done, what comes first, and what it leads to."""

import pytest

from players.models import Player, RosterEvent

from .table import make_admin, noon, seat
from .test_views_stories import FIVE, Window, at

pytestmark = pytest.mark.django_db


def test_an_admin_is_told_what_idling_and_resigning_mean_before_either_is_done():
    alice, bobby, *_ = seat(*FIVE)
    make_admin(bobby)
    with at(noon(1)):
        window = Window("Bobby").go("/dashboard/")
        asks = ("/dashboard/resign/", f"/dashboard/players/{bobby.pk}/idle/")
        assert [f'href="{path}"' in window.page for path in asks] == [True, True]
        assert [f'action="{path}"' in window.page for path in asks] == [False, False]
        window.go(asks[1]).says("Idle yourself?", "You come back 96 hours from now at the earliest")
        window.says("You stay an admin, and may resolve matters while you are idle.")
        window.go(f"/dashboard/players/{alice.pk}/idle/").says("Idle Alice?")
        assert "96 hours" not in window.words
        window.go(asks[0]).says("Resign as an admin?", "Only an enacted matter makes you an admin again.")
        assert not RosterEvent.objects.filter(kind__in=("idled", "not_admin")).exists()
        window.send(asks[1]).says("Bobby went idle.")
        window.send(f"/dashboard/players/{bobby.pk}/unidle/")
        window.says("You went idle less than 96 hours ago, in this dynasty.")
        window.send(asks[0])
    assert not Player.objects.get(pk=bobby.pk).acts_as_admin
