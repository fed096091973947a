"""Every page of the tracker is sound HTML, for whoever looks at it."""

import pytest
import time_machine

from tests.blognomic.html import read
from tests.gamestate.browsers import browser
from tests.gamestate.staged import stage_tracker
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db


@pytest.mark.sweep
def test_every_page_is_sound(settings):
    with time_machine.travel(noon(5), tick=False):
        alice, bobby, carol, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
        keys = stage_tracker(admin=alice, author=bobby, player=carol, emperor=alice, at=noon(2), now=noon(3))
        update, wealth, row = keys["update"], keys["wealth"], keys["row"]
        paths = [
            "", "?at=2026-03-05T00:00:00Z", "?sort=-wealth", f"players/{bobby.pk}/", "tables/locations/",
            f"variables/{wealth}/", f"variables/{keys['motive']}/", "retired/", "log/", "log/?words=x", "log/?player=x",
            f"log/{update}/", f"log/{update}/dispute/", "edit/", "edit/?players=1", "edit/?table=locations&game=1",
            f"undo/?update={update}", "new-variable/", f"variables/{wealth}/change/", f"variables/{wealth}/retire/",
            "new-table/", "tables/locations/change/", "tables/locations/add-rows/", f"rows/{row}/change/", "pages/",
            "pages/gallery/", "pages/gallery/edit/", "pages/gallery/history/", "pages/gallery/difference/", "new-page/",
            "pages/gallery/remove/",
        ]  # fmt: skip
        faults_at = {}
        for who in (alice, carol, None):
            reader = browser(who)
            for path in paths:
                page = reader.get(f"/gamestate/{path}")
                if page.status_code in (200, 400, 403):
                    faults_at[who and who.name, path] = read(page.content.decode()).faults
        assert {place: faults for place, faults in faults_at.items() if faults} == {}
        assert len(faults_at) == 31 * 2 + 16  # a stranger is sent to sign in by the others
