"""The archive: what can be asked for, how it is counted, and how one turns its pages."""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
import time_machine
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Dynasty, Player
from players.present import Present
from players.services.roster import rename
from ruleset.models import LawVersion
from tests.blognomic.shown import page_shown
from votables.archive import page as pages
from votables.archive.counts import CalendarMonth, Year, _counted, whole_archive
from votables.archive.page import LeafSign, archive, leaf, read_place
from votables.models import Ballot, Comment, Post, PostVersion, Resolution

from .seating import played_once
from .table import noon, person, seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

NOW = noon(9)
FIRST = datetime(2024, 12, 30, tzinfo=UTC)


def put(title: str, at: datetime, by: Player, status: str = "", category: str = "", **more: object) -> Post:
    """A post of the past that nobody asked the law about."""
    resolved = at + timedelta(hours=30) if status not in ("", "pending") else None
    since = at if status else None
    return Post.objects.create(
        author=by, posted_at=at, title=title, status=status, category=category, matter_since=since,
        resolved_at=resolved, **more,
    )  # fmt: skip


@pytest.fixture
@played_once
def past() -> dict[str, Post]:
    """Nine posts of three months and three people."""
    alice, bobby = seat("Alice", "Bobby")
    carol = person("Carol")
    posts = [
        put("[Core] Wording", FIRST, alice, "enacted", "proposal"),
        put("Old talk", FIRST + timedelta(hours=1), bobby),
        put("Cats [CORE]", FIRST + timedelta(days=3), bobby, "failed", "proposal"),
        put("[Appendix][Core] Both", FIRST + timedelta(days=3), bobby, "illegal", "proposal"),
        put("Core without a tag", FIRST + timedelta(days=4), alice, "failed", "cfj"),
        put("A [story]", noon(1), carol, category="story"),
        put("Pending", noon(2), alice, "pending", "proposal"),
        put("New talk", noon(3), carol),
    ]
    put("Regret [Core]", noon(4), alice, removed_at=noon(5))
    law = LawVersion.objects.get()
    for post, admin in ((posts[0], bobby), (posts[2], bobby), (posts[3], alice)):
        resolution = Resolution.objects.create(
            post=post, at=post.resolved_at, by=admin, from_status="pending", to_status=post.status, law=law
        )
        Post.objects.filter(pk=post.pk).update(settled_by=resolution)
        Ballot.objects.create(resolution=resolution, player=carol, cast="for", counts_as="for")
        Ballot.objects.create(resolution=resolution, player=alice if admin == alice else bobby)
    return {post.title: post for post in posts}


def titles(**query: str) -> list[str]:
    result = archive(query, law=None, at=NOW)
    listed = [post.title for post in result.posts]
    assert result.number == len(listed)
    return listed


ALL_TITLES = [
    "New talk", "Pending", "A [story]", "Core without a tag", "[Appendix][Core] Both", "Cats [CORE]", "Old talk",
    "[Core] Wording",
]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, ALL_TITLES),
        ({"year": "2024"}, ["Old talk", "[Core] Wording"]),
        ({"year": "2025", "month": "1"}, ["Core without a tag", "[Appendix][Core] Both", "Cats [CORE]"]),
        ({"year": "2024", "month": "12", "player": "alice"}, ["[Core] Wording"]),
        ({"year": "2026", "month": "4"}, []),
        ({"player": "Carol"}, ["New talk", "A [story]"]),
        ({"player": "Carol", "category": "story"}, ["A [story]"]),
        ({"admin": "Bobby"}, ["Cats [CORE]", "[Core] Wording"]),
        ({"admin": "Bobby", "status": "failed"}, ["Cats [CORE]"]),
        ({"voter": "Alice"}, ["[Appendix][Core] Both"]),
        ({"voter": "carol", "year": "2025"}, ["[Appendix][Core] Both", "Cats [CORE]"]),
        ({"tag": "core"}, ["[Appendix][Core] Both", "Cats [CORE]", "[Core] Wording"]),
        ({"tag": "[Appendix]"}, ["[Appendix][Core] Both"]),
        ({"tag": "cor"}, []),
        ({"tag": "%"}, []),
        ({"category": ""}, ["New talk", "Old talk"]),
        ({"category": "all", "status": "all", "year": "", "player": "", "tag": " "}, ALL_TITLES),
    ],
)
def test_what_is_asked_for_is_found_and_counted(past, query, expected):
    assert titles(**query) == expected


def test_an_address_names_each_thing_once_and_in_one_order(past):
    query = {
        "tag": "core", "admin": "bobby", "player": "BOBBY", "month": "01", "year": "2025", "status": "failed",
        "order": "oldest", "category": "proposal", "dynasty": "1", "kittens": "9",
    }  # fmt: skip
    filters = archive(query, law=None, at=NOW).filters
    assert filters.query == (
        "category=proposal&status=failed&dynasty=1&year=2025&month=1&player=Bobby&admin=Bobby&tag=core&order=oldest&"
    )
    assert filters.around_time == (
        "category=proposal&status=failed&dynasty=1&", "&player=Bobby&admin=Bobby&tag=core&order=oldest",
    )  # fmt: skip


def test_an_address_outlives_the_name_in_it(past):
    carol = Player.objects.get(name="Carol")
    for number, name in enumerate(("Caro", "Karo")):
        rename(player=carol, name=name, at=noon(5 + number), by=carol, why="A matter said so.")
        carol.refresh_from_db()
    for name in ("Carol", "Caro", "karo"):
        filters = archive({"player": name}, law=None, at=NOW).filters
        assert (filters.player, filters.query) == (carol, "player=Karo&")


def test_each_thing_that_is_asked_for_can_be_taken_away(past):
    query = {"status": "failed", "year": "2025", "month": "1", "player": "Bobby", "tag": "core"}
    assert archive(query, law=None, at=NOW).chips == [
        ("failed", "year=2025&month=1&player=Bobby&tag=core&"),
        ("2025", "status=failed&player=Bobby&tag=core&"),
        ("January", "status=failed&year=2025&player=Bobby&tag=core&"),
        ("by Bobby", "status=failed&year=2025&month=1&tag=core&"),
        ("[core]", "status=failed&year=2025&month=1&player=Bobby&"),
    ]


def test_the_calendar_counts_each_month_from_the_first_year_to_the_last(past):
    calendar = archive({"year": "2025", "category": "proposal"}, law=None, at=NOW).calendar
    counts = {2026: {3: (1, 3)}, 2025: {1: (2, 5)}, 2024: {12: (1, 3)}}
    assert calendar == [
        Year(
            year,
            sum(number for number, _ in months.values()),
            tuple(CalendarMonth(month, *months.get(month, (0, 0))) for month in range(1, 13)),
        )
        for year, months in counts.items()
    ]


def test_tags_are_those_of_titles_however_they_are_written(past):
    assert archive({}, law=None, at=NOW).whole.tags == (("Core", 3), ("Appendix", 1), ("story", 1))


def turn(size: int, **query: str) -> tuple[list[str], str, str]:
    result = archive(query, law=None, at=NOW)
    oldest_first = result.filters.oldest_first
    page = leaf(
        result.posts, read_place(query, oldest_first=oldest_first), size=size, oldest_first=oldest_first
    )
    return [post.title for post in page.posts], page.back, page.on


@pytest.mark.parametrize("order", ["", "oldest"])
@pytest.mark.parametrize("size", [1, 3, 4, 8, 9])
def test_pages_are_turned_forth_and_back_without_a_gap(past, order, size):
    whole = ALL_TITLES[::-1] if order else ALL_TITLES
    forth, on, steps = [], "", 0
    while True:
        listed, back, on = turn(size, order=order, **dict([on.split("=")] if on else []))
        assert bool(back) == bool(steps)
        forth += listed
        steps += 1
        if not on:
            break
    assert (forth, steps) == (whole, -(-len(whole) // size))
    last, back, on = turn(size, order=order, page="last")
    assert (last, on) == (whole[-size:], "")
    backwards = list(last)
    while back:
        listed, back, on = turn(size, order=order, **dict([back.split("=")]))
        assert on
        backwards = listed + backwards
    assert backwards == whole


def test_posts_of_one_instant_are_each_on_one_page(past):
    assert turn(1, year="2025", month="1", before=str(past["[Appendix][Core] Both"].pk)) == (
        ["Cats [CORE]"], f"after={past['Cats [CORE]'].pk}", "",
    )  # fmt: skip


def test_a_list_of_what_somebody_voted_on_says_how(past):
    carol = Player.objects.get(name="Carol")
    result = archive({"voter": "Carol"}, law=None, at=NOW)
    with CaptureQueriesContext(connection) as queries:
        listed = leaf(result.posts, read_place({}, oldest_first=False), size=9, voter=carol).posts
    assert [(post.title, post.vote.cast, post.comment_count) for post in listed] == [
        ("[Appendix][Core] Both", "for", 0), ("Cats [CORE]", "for", 0), ("[Core] Wording", "for", 0),
    ]  # fmt: skip
    assert len(queries) == 2


def page(path: str) -> tuple[int, str]:
    with time_machine.travel(NOW, tick=False):
        answer = Client().get(path)
    return answer.status_code, page_shown(answer)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("year=late", "“late” is not a year from 1990 to 9999."),
        ("year=0", "“0” is not a year from 1990 to 9999."),
        ("year=2025&month=13", "“13” is not a month from 1 to 12."),
        ("month=3", "Choose a year for the month too."),
        ("player=Nobody", "Nobody is called “Nobody”."),
        ("admin=%00", "Nobody is called “\0”."),
        ("before=99999", "There is no such page."),
        ("after=x", "There is no such page."),
    ],
)
def test_what_there_cannot_be_is_not_found_and_said_to_be_wrong(past, query, sentence):
    status, text = page(f"/archive/?{query}")
    assert status == 404
    assert sentence in text and "There is no such part of the archive" in text and "Pending" not in text


def test_the_form_leads_to_the_address_that_links_name(past):
    with time_machine.travel(NOW, tick=False):
        sent = (
            "category=all&status=failed&dynasty=all&tag=&year=2025&month=1&player=bobby&admin=&order=&show=1"
        )
        answer = Client().get(f"/archive/?{sent}")
    assert (answer.status_code, answer["Location"]) == (
        302, "/archive/?status=failed&year=2025&month=1&player=Bobby",
    )  # fmt: skip


def test_a_page_says_its_own_address_and_keeps_what_is_asked_for_in_its_links(past):
    status, text = page("/archive/?player=Bobby&status=failed&junk=1")
    assert status == 200
    assert '<link rel="canonical" href="/archive/?status=failed&amp;player=Bobby">' in text
    assert '<a href="?status=failed&year=2025&amp;month=1&player=Bobby">1</a>' in text.replace(
        "&amp;player", "&player"
    ).replace("failed&amp;year", "failed&year")
    assert re.findall(r'class="listed-title"><a href="[^"]+">([^<]+)<', text) == ["Cats [CORE]"]
    assert 'href="?status=failed&amp;player=Bobby&amp;order=oldest&amp;"' in text


def test_what_is_counted_of_all_posts_is_kept_until_a_post_or_a_status_changes(past):
    present = Present(1, NOW)
    first = whole_archive(present)
    alice = Player.objects.get(name="Alice")
    post = put("More", noon(6), alice)
    later = Present(2, NOW, present)
    with CaptureQueriesContext(connection) as queries:
        assert whole_archive(later) is first
    assert len(queries) == 1
    PostVersion.objects.create(post=post, number=1, kind="published", at=noon(6), by=alice, title="More")
    anew = whole_archive(Present(3, NOW, later))
    assert sum(group.number for group in anew.groups) == sum(group.number for group in first.groups) + 1


def test_what_is_counted_after_a_change_is_as_if_all_were_counted(past):
    present = Present(1, NOW)
    whole_archive(present)
    alice = Player.objects.get(name="Alice")

    def plain_counts(counts):
        groups = sorted((one.month, one.category, one.status, one.number) for one in counts.groups)
        return groups, counts.categories, counts.tags

    for version, (title, removed) in enumerate(
        [("[Core] Dogs", None), ("[core] More", None), ("[New] Dogs", NOW)], 2
    ):
        post = put(title, noon(6), alice)
        PostVersion.objects.create(post=post, number=1, kind="published", at=noon(6), by=alice, title=title)
        present = Present(version, NOW, present)
        before = plain_counts(whole_archive(present))
        assert before == plain_counts(whole_archive())
        post.title, post.removed_at = "Cats", removed
        post.save()
        PostVersion.objects.create(post=post, number=2, kind="edit", at=noon(6), by=alice, title="Cats")
        present = Present(version + 10, NOW, present)
        assert plain_counts(whole_archive(present)) == plain_counts(whole_archive()) != before


def test_a_page_is_made_again_when_one_of_its_posts_is_commented_on_or_what_is_counted_changes(past):
    alice = Player.objects.get(name="Alice")
    listed, other = Post.objects.get(title="Old talk"), Post.objects.get(title="New talk")
    present = Present(1, NOW)
    one_page = leaf(Post.objects.filter(pk=listed.pk), read_place({}, oldest_first=False), size=3)

    def sign() -> object:
        of_page = LeafSign("?one", present)
        of_page.made(one_page)
        return of_page.sign

    signs = [sign()]
    for version, post in enumerate((other, listed, other), 2):
        Comment.objects.create(post=post, author=alice, at=NOW, text="Well.")
        present = Present(version, NOW, present)
        signs.append(sign())
    PostVersion.objects.create(post=other, number=1, kind="edit", at=NOW, by=alice, title="News")
    present = Present(9, NOW, present)
    signs.append(sign())
    assert [before != after for before, after in pairwise(signs)] == [False, True, False, True]


def test_a_page_is_made_again_when_more_was_said_than_is_looked_at(past, monkeypatch):
    monkeypatch.setattr(pages, "RECENT", 2)
    talk = Post.objects.get(title="New talk")
    present = Present(1, NOW)
    before = LeafSign("?one", present).sign
    for _ in range(2):
        Comment.objects.create(post=talk, author=talk.author, at=NOW, text="Well.")
    assert LeafSign("?one", Present(2, NOW, present)).sign != before


def test_a_page_that_was_forgotten_has_another_sign_than_it_had(past, monkeypatch):
    monkeypatch.setattr(pages, "LEAVES_KEPT", 1)
    present = Present(1, NOW)
    before = LeafSign("?one", present).sign
    assert LeafSign("?one", present).sign == before
    LeafSign("?two", present)
    assert LeafSign("?one", present).sign != before


def test_what_is_counted_of_one_person_is_kept_as_long(past):
    present = Present(1, NOW)
    query = {"player": "Bobby", "year": "2025"}
    first = archive(query, law=None, at=NOW, present=present)
    assert (first.number, [year.number for year in first.calendar]) == (2, [2, 1])
    again = archive(
        {"player": "Bobby", "order": "oldest"}, law=None, at=NOW, present=Present(2, NOW, present)
    )
    with CaptureQueriesContext(connection) as queries:
        assert again.number == 3
    assert len(queries) == 0


def test_the_dynasties_that_have_not_begun_are_not_to_be_asked_for(past):
    Dynasty.objects.create(number=2, name="Later", started_at=noon(20))
    assert [one.number for one in archive({}, law=None, at=NOW).dynasties] == [1]


def test_every_filter_finds_its_posts_by_an_index(past):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL reads a table as small as this from end to end")
    indexes = {
        "status=failed": "post_status", "tag=core": "post_tagged", "player=Bobby": "post_author",
        "category=cfj": "post_category", "dynasty=1": "post_", "year=2025": "post_newest", "": "post_newest",
    }  # fmt: skip
    for query, index in indexes.items():
        filters = dict([query.split("=")] if query else [])
        plan = archive(filters, law=None, at=NOW).posts.values_list("pk", flat=True)[:41].explain()
        assert f"INDEX {index}" in plan, query


def test_posts_are_counted_from_an_index_that_holds_what_is_counted(past):
    if connection.vendor != "sqlite":
        pytest.skip("so few rows are quicker read without an index there")
    plan = _counted(Q()).explain()
    assert ("USING INDEX post_counted" in plan, "TEMP B-TREE" in plan) == (True, False)
