"""Pages of posts follow each other."""

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from blognomic.web.errors import RuleBroken
from votables.archive.paging import page_of
from votables.models import Post

from .table import noon, propose, seat, write

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


def test_pages_follow_each_other_without_a_gap_whatever_is_posted_meanwhile():
    alice, *_ = seat(*FIVE)
    posts = [write(alice, noon(1), f"Post {number}") for number in range(5)]
    rows = Post.objects.for_front_page()
    first = page_of(rows, before="", size=2)
    write(alice, noon(1), "Meanwhile")
    second = page_of(rows, before=str(first.older), size=2)
    third = page_of(rows, before=str(second.older), size=2)
    assert [page.posts for page in (first, second, third)] == [posts[:2:-1], posts[2:0:-1], posts[:1]]
    assert [(page.older, page.newest) for page in (first, second, third)] == [
        (posts[3].pk, True),
        (posts[1].pk, False),
        (None, False),
    ]


@pytest.mark.parametrize("before", ["x", "-1", "0", "99", "1.5", "9" * 16, "9" * 99, "٣", "\x00", " 1"])
def test_a_page_that_is_none_is_not_found(before):
    alice, *_ = seat(*FIVE)
    write(alice, noon(1))
    with pytest.raises(RuleBroken, match="There is no such page") as broken:
        page_of(Post.objects.for_front_page(), before=before, size=2)
    assert broken.value.status == 404


def test_a_page_begins_in_the_index_where_the_one_before_ended():
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL reads a table as small as this in other ways")
    alice, *_ = seat(*FIVE)
    posts = [write(alice, noon(1), f"Post {number}") for number in range(3)]
    with CaptureQueriesContext(connection) as queries, connection.cursor() as cursor:
        page_of(Post.objects.for_front_page(), before=str(posts[1].pk), size=2)
        cursor.execute(f"EXPLAIN QUERY PLAN {queries.captured_queries[0]['sql']}")
        plan = [row[-1] for row in cursor.fetchall()]
    assert "SEARCH votables_post USING INDEX post_newest (posted_at<?)" in plan


def test_the_front_page_shows_once_what_each_post_says(client):
    alice, bobby, *_ = seat(*FIVE)
    write(alice, noon(1), "Cats", "Nine lives.")
    propose(bobby, noon(1), "Dogs", body="Add a rule about dogs.")
    shown = []
    for reader in (None, alice):
        if reader is not None:
            client.force_login(reader)
        with time_machine.travel(noon(1, hours=1), tick=False):
            page = client.get("/").content.decode()
        shown.append([page.count(words) for words in ("Nine lives.", "Add a rule about dogs.")])
    assert shown == [[1, 1], [1, 1]]
