"""Searching all of the game: what is found, by whom written, in which order, and what is never found."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import QuerySet
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blognomic.search.indexes import Found, Index, WordsSought, find
from blognomic.search.question import LONGEST, STOP, SearchQuestion, Unsearchable, read_question
from gamestate.services import sealing, secrets
from gamestate.values.steps import read_step
from players.models import Dynasty, Player
from players.present import Present
from players.services import messages, orders
from ruleset.services import replace_ruleset
from ruleset.text.markdown import read
from tests.gamestate.tracker import define, put, track
from tests.leaves import GIVEN
from votables.models import Category, Comment, Post
from votables.queries import search as searching
from votables.queries.search import COMMENT_WORDS, POST_WORDS, Finds, read_wanted, search, sign_of_finds
from votables.services import posting, resolving
from votables.services.courier import LAWFUL

from .small_game import SMALL, bring
from .table import enacted, noon, person, propose, say, seat, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> Player:
    return seat("Alice", "Bobby", "Carol", "David", "Ellen")[0]


@pytest.fixture
def bobby(alice) -> Player:
    return Player.objects.get(name="Bobby")


def finds(words: str, page: int = 1, **more: str) -> Finds:
    categories = {"proposal": "Proposal", "story": "Story Post"}
    dynasties = tuple(Dynasty.objects.order_by("-number"))
    sought = read_wanted({"q": words, **more}, categories=categories, dynasties=dynasties)
    assert sought.problems == ()
    return search(sought, page=page)


def found(words: str, **more: str) -> list[tuple[str, str]]:
    """What is found: its kind, and the title of the post, rule or page."""
    hits = finds(words, **more).hits
    return [(hit.kind, "".join(part for part, _ in hit.title)) for hit in hits]


def say_rules(text: str, *, day: int) -> None:
    replace_ruleset(tree=read(text), kind="import", at=noon(day), by=None, why="because")


def write_page(title: str, text: str, by: Player, day: int) -> None:
    step = read_step({"do": "page", "path": title.lower().replace("-", "_"), "name": title, "to": text})
    track(step, by=by, at=noon(day))


# -- words


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("cats", ["Cats and Dogs", "Self-kills"]),
        ("CAT", ["Cats and Dogs", "Self-kills"]),
        ("cats dogs", ["Cats and Dogs"]),
        ('"cats and dogs"', ["Cats and Dogs"]),
        ('"dogs and cats"', []),
        ("cats -dogs", ["Self-kills"]),
        ('cats -"quick foxes"', ["Self-kills"]),
        ("proposing", ["Self-kills"]),
        ("self-killed", ["Self-kills"]),
        ("cafe", ["Cats and Dogs"]),
        ("CAFÉ", ["Cats and Dogs"]),
        ("naïve", ["Self-kills"]),
        ("naive", ["Self-kills"]),
        ("rule 2.3", ["Self-kills"]),
        ("zebra", []),
        ("the cats of the emperor", ["Self-kills"]),
        ("fallacy", ["Cats and Dogs"]),
        ("admins", []),
    ],
)
def test_a_post_is_found_by_its_words_in_any_form(alice, words, titles):
    write(alice, noon(1), "Cats and Dogs", "The quick foxes met at the Café.", commentary="A *fallacy*.")
    write(alice, noon(1), "Self-kills", "Proposals of a cat in Rule 2.3 about the na\u00efve _emperor_.")
    write(alice, noon(1), "Other", "Neither of them.")
    assert sorted(title for _, title in found(words)) == titles


def test_everything_that_has_the_words_is_found_whatever_it_is(alice, bobby):
    say_rules(
        "# Core\n\n## Cats\n\nA cat *purrs*.\n\n## Dogs\n\nA dog hates the cat.\n\n## Mice\n\nA cat.", day=1
    )
    say_rules("# Core\n\n## Cats\n\nA cat *hisses*.\n\n## Dogs\n\nA dog hates all.", day=2)
    post = write(alice, noon(3), "Felines", "About the cat.")
    say(post, bobby, noon(3), "My cat :for: sits.")
    write_page("Gallery", "A picture of a cat.", alice, 3)
    everything = finds("cat")
    assert sorted((hit.kind, "".join(part for part, _ in hit.snippet)) for hit in everything.hits) == [
        ("comments", "My cat :for: sits."), ("pages", "A picture of a cat."), ("past", "A cat."),
        ("past", "A dog hates the cat."), ("posts", "About the cat."), ("rules", "A cat hisses."),
    ]  # fmt: skip
    assert (everything.number, everything.pages, everything.capped) == (6, 1, False)
    assert {kind: sorted(found("cat", what=kind)) for kind in searching.WHAT if kind != "all"} == {
        "posts": [("posts", "Felines")],
        "comments": [("comments", "Felines")],
        "rules": [("rules", "Cats")],
        "past": [("past", "Cats"), ("past", "Dogs"), ("past", "Mice")],
        "pages": [("pages", "Gallery")],
    }


def test_a_snippet_is_plain_text_whose_words_are_marked_and_nothing_of_it_is_html(alice, client):
    write(
        alice,
        noon(1),
        "<i>Cats</i> & co",
        "Some **bold** <script>cats()</script> `<b>cat</b>` and [a link](/x/).",
    )
    page = client.get("/search/", {"q": "cat"}).content.decode()
    assert "&lt;i&gt;<mark>Cats</mark>&lt;/i&gt; &amp; co" in page
    assert "&lt;b&gt;<mark>cat</mark>&lt;/b&gt; and a link." in page
    assert "<script>cats" not in page and "<b>cat" not in page
    page = client.get("/search/", {"q": '"><script>alert(1)</script>'}).content.decode()
    assert "<script>alert" not in page and "&quot;&gt;&lt;script&gt;alert(1)" in page


# -- whose, of what kind, from when, in which order


def test_posts_and_comments_are_found_by_author_category_status_and_day(alice, bobby):
    first = enacted(alice, noon(1), "Cats one")
    second = propose(bobby, noon(3), "Cats two")
    story = write(bobby, noon(4), "Cats three", category=Category.STORY)
    say(second, alice, noon(5), "Cats!")
    say(story, bobby, noon(6), "Cats!")
    by = [("posts", "Cats one"), ("posts", "Cats two"), ("posts", "Cats three"), ("comments", "Cats two"),
          ("comments", "Cats three")]  # fmt: skip
    one, two, three, hers, his = by
    cases = {
        (): {*by},
        (("author", "alice"),): {one, hers},
        (("author", "Bobby"), ("what", "posts")): {two, three},
        (("category", "proposal"),): {one, two, hers},
        (("category", "story"),): {three, his},
        (("category", "none such"),): {*by},
        (("status", "enacted"),): {one},
        (("status", "pending"),): {two, hers},
        (("since", "2026-03-06"),): {three, hers, his},
        (("until", "2026-03-05"),): {one, two},
        (("since", "2026-03-05"), ("until", "2026-03-06")): {two, three},
        (("author", "alice"), ("category", "proposal"), ("status", "enacted")): {one},
        (("author", "Carol"),): set(),
    }
    assert {query: set(found("cats", **dict(query))) for query in cases} == cases
    resolving.overturn(
        post=first, to="failed", seen=first.settled_by_id, by=alice, at=noon(7), reason="A test."
    )
    assert set(found("cats", status="enacted")) == set()
    assert set(found("cats", status="failed")) == {one}


def test_what_is_of_a_dynasty_is_found_by_it(alice, bobby):
    now = Dynasty.objects.get()
    write(alice, noon(1), "Cats now")
    old = Dynasty.objects.create(
        number=now.number + 1, name="Old", started_at=noon(-20), ended_at=noon(-10), begun_by=alice
    )
    was = Post.objects.create(author=alice, posted_at=noon(-15), title="Cats then")
    Comment.objects.create(post=was, author=bobby, at=noon(-14), text="cats", html="cats")
    assert found("cats", dynasty=str(now.number)) == [("posts", "Cats now")]
    assert found("cats", dynasty=str(old.number)) == [("posts", "Cats then"), ("comments", "Cats then")]
    assert len(found("cats", dynasty="99")) == 3


def test_rules_are_found_by_who_wrote_them_and_when(alice, bobby):
    replace_ruleset(tree=read("# Core\n\nCats."), kind="import", at=noon(1), by=bobby, why="because")
    assert found("cats", author="Bobby") == [("rules", "Core")]
    assert found("cats", author="Alice") == found("cats", since="2026-03-04") == []
    assert found("cats", until="2026-03-03") == [("rules", "Core")]
    assert found("cats", category="proposal") == []


def test_what_fits_best_comes_first_or_what_is_newest(alice):
    write(alice, noon(1), "Cats", "Cats and cats.")
    write(alice, noon(2), "Other", f"A cat among {'many ' * 50} words.")
    assert [title for _, title in found("cats")] == ["Cats", "Other"]
    assert [title for _, title in found("cats", order="newest")] == ["Other", "Cats"]


def test_what_is_found_comes_in_pages(alice):
    Post.objects.bulk_create(
        Post(author=alice, posted_at=noon(1) + timedelta(minutes=n), title=f"Cats {n:02}") for n in range(45)
    )
    pages = [finds("cats", page=number, order="newest") for number in (1, 2, 3)]
    titles = [hit.row.title for one in pages for hit in one.hits]
    assert titles == [f"Cats {n:02}" for n in reversed(range(45))]
    assert [(one.number, one.page, one.pages, len(one.hits)) for one in pages] == [
        (45, 1, 3, 20), (45, 2, 3, 20), (45, 3, 3, 5),
    ]  # fmt: skip
    assert finds("cats", page=9, order="newest").hits == pages[2].hits
    assert finds("cats", page=0, order="newest").hits == pages[0].hits


def test_the_oldest_of_very_many_are_not_weighed_and_the_page_says_so(alice, client, monkeypatch):
    monkeypatch.setattr("blognomic.search.indexes.LOOKED_AT", 3)
    monkeypatch.setattr(searching, "LOOKED_AT", 3)
    for number in range(4):
        write(alice, noon(number), f"Cats {number}")
    page = finds("cats", order="newest")
    assert ([hit.row.title for hit in page.hits], page.capped) == (["Cats 3", "Cats 2", "Cats 1"], True)
    assert "More than 3 found" in client.get("/search/?q=cats").content.decode()


# -- who and what is called so


def test_people_rules_and_dynasties_are_shown_by_their_names(alice, bobby, client):
    say_rules("# Core\n\n## Cats\n\nPurr.\n\n## Votes\n\nFOR.\n\n### Votes of Cats\n\nFOR.", day=1)
    person("Alicia")

    def names(words: str) -> list[str]:
        page = client.get("/search/", {"q": words}).content.decode()
        if '<ul class="named"' not in page:
            return []
        box = page.split('<ul class="named"')[1].split("</ul>")[0]
        return [line.split(">")[1].split("<")[0] for line in box.split("<a ")[1:]]

    reign = str(Dynasty.objects.get())
    assert names("ali") == names("Alice") == ["Alice", reign]
    assert names("votes") == ["Votes", "Votes of Cats"]
    assert names("rule 1.2") == names("1.2") == ["Votes"]
    assert names("first dynasty") == [reign]
    assert names("the") == names("zebra") == names("") == []


# -- what is never found


def test_what_not_everybody_may_read_is_never_found(alice, bobby):
    gone = write(alice, noon(1), "Xylophone", "xylophone")
    posting.remove(post=gone, by=alice, at=noon(1))
    # The law keeps a post that has comments; a corrected import may hold one all the same.
    Comment.objects.create(post=gone, author=alice, at=noon(1), text="xylophone", html="xylophone")
    posting.save_draft(by=alice, at=noon(1), title="Xylophone", body="xylophone")
    messages.send(
        courier=LAWFUL,
        by=alice,
        at=noon(1),
        to=[bobby],
        subject="xylophone",
        text="xylophone",
    )
    orders.send_order(courier=LAWFUL, by=bobby, at=noon(1), text="xylophone", seen=1)
    secrets.keep(leave=GIVEN, by=alice, at=noon(1), name="Xylophone", text="xylophone")
    call = sealing.call(leave=GIVEN, by=alice, at=noon(1), title="Bids", awaited=[bobby.pk])
    sealing.hand_in(leave=GIVEN, call=call, by=bobby, at=noon(1), text="xylophone")
    track(define("hidden", "text", scope="game", audience="emperor", blank=True), by=alice, at=noon(1))
    track(put("hidden", "xylophone"), by=alice, at=noon(1))
    assert found("xylophone") == found("xylophone", what="posts") == found("xylophone", what="comments") == []
    for player in (alice, bobby):
        browser = Client()
        browser.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        assert (
            "No post, comment, rule or page has these words"
            in browser.get("/search/?q=xylophone").content.decode()
        )


# -- the index goes with what is written


def test_an_edited_post_is_found_by_what_it_says_now(alice):
    post = write(alice, noon(1), "Cats", "Purring.")
    posting.edit(post=post, seen=1, by=alice, at=noon(1), title="Dogs", body="Barking.", commentary="Woof.")
    words = ("cats", "purr", "dogs", "bark", "woof")
    assert [found(word) for word in words] == [
        [],
        [],
        *[[("posts", "Dogs")]] * 3,
    ]


def test_a_post_that_is_moved_or_resolved_is_found_as_what_it_is_now(alice):
    post = write(alice, noon(1), "Cats")
    assert found("cats", category="story") == []
    posting.change_category(post=post, to="story", by=alice, at=noon(1))
    assert found("cats", category="story") == [("posts", "Cats")]
    enacted(alice, noon(2), "Dogs")
    assert (found("dogs", status="pending"), found("dogs", status="enacted")) == ([], [("posts", "Dogs")])
    # What an admin writes into the admin field when it is resolved against the verdict:
    assert found('"test needs"', what="posts") == [("posts", "Dogs")]


def test_what_a_transaction_did_not_keep_is_not_found(alice):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        write(alice, noon(1), "Cats")
        assert found("cats") == [("posts", "Cats")]
        raise ZeroDivisionError
    assert found("cats") == []


def having_words(index: Index, rows: QuerySet, question: SearchQuestion, written: str = "at") -> list[Found]:
    (those,) = find(WordsSought(index, rows, question, written))
    return those


def test_rows_that_are_deleted_or_brought_by_the_thousand_are_in_step(alice):
    post = write(alice, noon(1), "Felines")
    comments = [
        Comment(post=post, author=alice, at=noon(1), text=f"cat {n}", html=f"cat {n}") for n in range(1_100)
    ]
    Comment.objects.bulk_create(comments)
    question = read_question("cat -7")
    assert len(having_words(COMMENT_WORDS, Comment.objects.filter(text__startswith="cat 1"), question)) == 211
    Comment.objects.filter(pk__gt=comments[0].pk).delete()
    assert [one.key for one in having_words(COMMENT_WORDS, Comment.objects.all(), question)] == [
        comments[0].pk
    ]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL makes the index from the row itself")
def test_the_index_holds_what_the_tables_say_after_all_kinds_of_writing(alice):
    post = write(alice, noon(1), "Cats", "Purring.")
    posting.edit(post=post, seen=1, by=alice, at=noon(1), title="Dogs", body="Barking.")
    Post.objects.filter(pk=post.pk).update(commentary="Woof", admin_field="Meow")
    Post.objects.bulk_update([Post(pk=post.pk, title="Mice")], ["title"])
    say(post, alice, noon(1), "Squeak").delete()
    say_rules("# Core\n\nCats.", day=1)
    say_rules("# Core\n\nDogs.", day=2)
    with connection.cursor() as cursor:
        for table in ("votables_post", "votables_comment", "ruleset_ruleversion", "gamestate_page"):
            cursor.execute(f"INSERT INTO {table}_words ({table}_words, rank) VALUES ('integrity-check', 1)")
        cursor.execute("UPDATE votables_post_words_docsize SET sz = x'00'")
        with pytest.raises(DatabaseError):
            cursor.execute(
                "INSERT INTO votables_post_words (votables_post_words, rank) VALUES ('integrity-check', 1)"
            )


def test_an_imported_game_is_found():
    bring(SMALL)
    assert found("purr") == [("comments", "Cats")]
    assert ("posts", "Cats") in found("cats")


def test_the_longest_and_strangest_texts_are_kept_and_found(alice):
    rows = [f"{n:x}" for n in range(20_000)], [chr(0x20000 + n) for n in range(40_000)], ["x-" * 50_000]
    for number, words in enumerate(rows):
        Post.objects.create(
            author=alice, posted_at=noon(1), title=f"Long {number}", body=f"cat {' '.join(words)[:99_000]}"
        )
    assert sorted(title for _, title in found("cat")) == ["Long 0", "Long 1", "Long 2"]


# -- anything that can be typed


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=LONGEST)
    | st.text("\"-*:^(){}+~'\\%_ aNEAROD\u0301é", max_size=60)
)
def test_no_text_breaks_the_search(alice, text):
    try:
        question = read_question(text)
    except Unsearchable as why:
        assert str(why).endswith(".")
        return
    assert having_words(POST_WORDS, Post.objects.all(), question, written="posted_at") == []


def test_what_is_wrong_is_said_and_nothing_is_looked_for(client, alice):
    write(alice, noon(1), "Cats")
    page = client.get("/search/?q=cats&author=Nemo&since=yesterday&until=2026-02-30").content.decode()
    for sentence in (
        "Nobody here is called “Nemo”.",
        "“yesterday” is not a date",
        "“2026-02-30” is not a date",
    ):
        assert sentence in page
    assert "find-title" not in page
    page = client.get("/search/", {"q": "cats " * 41}).content.decode()
    assert "You can search for 200 characters at most." in page
    assert "These words are nearly everywhere." in client.get("/search/?q=of+the").content.decode()


def test_where_a_narrow_search_finds_nothing_the_same_words_can_be_looked_for_everywhere(client, alice):
    write(alice, noon(1), "Cats & dogs")
    page = client.get("/search/", {"q": "cats & dogs", "what": "rules"}).content.decode()
    assert "Nothing found with these words here" in page and 'href="/search/?q=cats%20%26%20dogs"' in page


def test_an_address_says_what_was_asked_for(alice):
    dynasty = Dynasty.objects.get()
    query = {"q": "a & b=c cats", "author": "Bobby", "what": "posts", "category": "story", "status": "failed",
             "since": "2026-03-01", "until": "2026-03-02", "order": "newest", "dynasty": str(dynasty.number),
             }  # fmt: skip
    sought = read_wanted(query, categories={"story": "Story"}, dynasties=(dynasty,))
    assert (sought.since, sought.until, sought.narrowed) == (date(2026, 3, 1), date(2026, 3, 2), True)
    assert QueryDict(sought.query.rstrip("&")).dict() == query


def test_a_search_asks_as_often_for_few_as_for_many(alice, bobby, client):
    counts = []
    for many in (1, 3):
        for number in range(many):
            post = write(alice, noon(many), f"Cats {many}-{number}")
            say(post, bobby, noon(many), "cats")
            write_page(f"Cats-{many}-{number}", "cats", alice, many)
        rules = "\n\n".join(f"## Cats {number}\n\ncats" for number in range(many))
        say_rules(f"# Core\n\n{rules}\n\n## Old {many}\n\nold cats", day=many)
        client.get("/search/")
        with CaptureQueriesContext(connection) as caught:
            page = client.get("/search/?q=cats").content.decode()
        assert page.count("find-title") >= 4 * many
        counts.append(len(caught))
    assert counts == [4, 4]


def test_what_is_kept_of_a_search_stays_until_it_would_find_something_else(alice, bobby):
    def signs(present: Present) -> list[Any]:
        searches = [read_wanted({"q": words}, categories={}, dynasties=()) for words in ("cats", "dogs")]
        return [sign_of_finds(one, present) for one in searches]

    post = write(alice, noon(1), "Cats and dogs")
    present = Present(1, noon(1))
    before = signs(present)
    writes = (
        (lambda: say(post, bobby, noon(2), "birds"), [False, False]),
        (lambda: say(post, bobby, noon(2), "a cat"), [True, False]),
        (lambda: write(alice, noon(2), "Dogs"), [False, True]),
        (lambda: write(alice, noon(2), "Birds"), [False, False]),
        (lambda: posting.remove(post=Post.objects.get(title="Birds"), by=alice, at=noon(2)), [True, True]),
    )
    for version, (act, differs) in enumerate(writes, 2):
        act()
        present = Present(version, noon(1), present)
        after = signs(present)
        assert [one != other for one, other in zip(before, after, strict=True)] == differs, version
        before = after


def test_a_search_that_was_forgotten_has_another_sign_than_it_had(alice, monkeypatch):
    monkeypatch.setattr(searching, "SEARCHES_KEPT", 1)
    present = Present(1, noon(1))

    def sign(words: str) -> Any:
        return sign_of_finds(read_wanted({"q": words}, categories={}, dynasties=()), present)

    before = sign("cats")
    assert sign("cats") == before
    sign("dogs")
    assert sign("cats") != before


@pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL's own list")
def test_the_words_that_are_left_out_are_those_that_postgresql_leaves_out():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT word FROM unnest(%s::text[]) AS word WHERE numnode(plainto_tsquery('english', word)) > 0",
            [[*STOP]],
        )
        assert cursor.fetchall() == []
