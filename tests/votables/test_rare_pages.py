"""What few are asked, and only when a game stands in a certain way, asks no more of the database than other pages."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from blognomic.cache import version
from players.present import forget

from .stage import ROLES
from .test_query_counts import MOST, RARE
from .test_views_who_may import ROWS, path_of, sent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]
of_rare_pages = pytest.mark.parametrize(
    "row", [row for row in ROWS if row[0] == "GET" and row[1] in RARE], ids=lambda r: r[1]
)


@of_rare_pages
def test_a_rare_page_asks_seldom_too(stage, row):
    """When it was read before, and the first reading after a change of all."""
    method, route, things, _ = row
    path, data, most = path_of(stage, route, things), sent(stage, method, route), 0
    for role in ROLES:
        stage.ask(role, method, path, data)  # what is kept is kept from now on
        for forget_all in (lambda: None, forget):
            forget_all()
            version.forget()
            with CaptureQueriesContext(connection) as queries:
                stage.ask(role, method, path, data).getvalue()
            most = max(most, len(queries))
    assert most <= MOST


def test_rare_is_what_the_other_table_does_not_count():
    assert {"votables:ascend", "account_close"} <= RARE
    assert not {"home", "votables:post", "gamestate:log", "notices:unsubscribe"} & RARE
