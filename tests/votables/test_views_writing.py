"""Writing a post in the browser: what the form asks of whom, and what becomes of the draft behind it."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from time_machine import travel

from players.models import Player
from tests.blognomic.shown import page_shown
from votables.models import Asks, Draft, Post

from .table import noon, person, propose, seat

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    with travel(noon(1), tick=False):
        yield


@pytest.fixture
def alice(db) -> Client:
    seat("Alice", "Bobby", "Carol", "David", "Ellen")
    client = Client()
    client.force_login(Player.objects.get(name="Alice"))
    return client


@pytest.fixture
def newcomer(alice) -> Client:
    client = Client()
    client.force_login(person("Newton"))
    return client


def fields(page: str) -> dict[str, str]:
    """The visible fields of the form of the page, each with its type."""
    form = re.search(r'<form class="form writing".*?</form>', page, re.DOTALL)[0]
    matches = re.findall(r"<(input|textarea|select)([^>]*)>", form)
    parsed = [(tag, dict(re.findall(r'([\w-]+)="([^"]*)"', rest))) for tag, rest in matches]
    return {each["name"]: each.get("type", tag) for tag, each in parsed if each.get("type") != "hidden"}


def test_what_the_script_has_saved_meanwhile_becomes_the_post(alice):
    saved = alice.post("/drafts/save/", {"title": "Cats", "body": "Cats *p"}).json()
    alice.post("/posts/new/", {"title": "Cats", "body": "Cats *purr*.", "draft": saved["draft"]})
    assert list(Post.objects.values_list("title", "body")) == [("Cats", "Cats *purr*.")]
    assert not Draft.objects.exists()


def test_what_the_script_has_saved_meanwhile_becomes_the_draft_with_changes(alice):
    saved = alice.post("/drafts/save/", {"title": "Cats"}).json()["draft"]
    sent = {"title": "Cats", "body": "More.", "category": "proposal", "draft": saved, "save": "changes"}
    assert alice.post("/posts/new/", sent).url == f"/drafts/{saved}/changes/"
    assert list(Draft.objects.values_list("pk", "body")) == [(saved, "More.")]


def test_nobody_publishes_the_draft_of_another(alice, newcomer):
    saved = alice.post("/drafts/save/", {"title": "Cats"}).json()["draft"]
    newcomer.post("/posts/new/", {"title": "Dogs", "draft": saved})
    assert list(Draft.objects.values_list("title", flat=True)) == ["Cats"]
    assert list(Post.objects.values_list("title", "author__name")) == [("Dogs", "Newton")]


def test_a_newcomer_is_asked_for_no_more_than_a_newcomer_can_say(newcomer):
    page = page_shown(newcomer.get("/posts/new/"))
    assert fields(page) == {"title": "text", "body": "textarea", "asks": "select"}


def test_a_player_is_asked_for_everything(alice):
    assert set(fields(page_shown(alice.get("/posts/new/")))) == {
        "category", "title", "body", "commentary", "amends", "changes_nothing", "asks", "rule_key",
    }  # fmt: skip


def test_what_an_idle_writer_had_chosen_as_a_player_is_there_to_be_taken_away(newcomer):
    newton = Player.objects.get(name="Newton")
    draft = Draft.objects.create(
        author=newton, title="Cats", category="proposal", commentary="Purr.", saved_at=timezone.now()
    )
    assert set(fields(page_shown(newcomer.get(f"/drafts/{draft.pk}/")))) == {
        "category", "title", "body", "commentary", "asks",
    }  # fmt: skip


def test_asking_to_join_takes_one_tap_and_says_what_comes_next(newcomer):
    page = unescape(page_shown(newcomer.get("/posts/new/?asks=join")))
    assert "<h1>Ask to join the game</h1>" in page
    assert 'value="Newton would like to join"' in page
    sent = {"title": "Newton would like to join", "asks": "join", "category": ""}
    answer = newcomer.post("/posts/new/", sent, follow=True)
    assert "Published. An admin will let you in. Until then you can" in page_shown(answer)
    assert list(Post.objects.values_list("title", "asks")) == [("Newton would like to join", Asks.JOIN)]


@pytest.mark.parametrize(
    ("fields", "is_asked"),
    [
        ({"title": "Proposal: Cats"}, True),
        ({"title": "[CfJ] Cats?"}, True),
        ({"title": "Cats", "amends": "dynastic"}, True),
        ({"title": "Cats"}, False),
        ({"title": "A proposal of marriage"}, False),
        ({"title": "Proposal: Cats", "category": "proposal"}, False),
    ],
)
def test_a_post_that_reads_like_a_matter_is_pointed_out_once(alice, fields, is_asked):
    sent = {"category": "", "body": "We could add a rule.", **fields}
    answer = alice.post("/posts/new/", sent)
    warned = "Nobody can vote on a post without a category." in page_shown(answer)
    assert (answer.status_code, warned) == ((409, True) if is_asked else (302, False))
    alice.post("/posts/new/", {**sent, "warned": "on"}) if is_asked else None
    assert Post.objects.get().category == fields.get("category", "")


def test_a_newcomer_is_not_told_to_choose_a_category(newcomer):
    assert newcomer.post("/posts/new/", {"title": "Proposal: Cats"}).status_code == 302


def folds(page: str) -> list[tuple[str, bool, list[str]]]:
    """What folds on the page: its words, whether it is open, and the names of its fields."""
    matches = re.findall(r'<details class="fold fold-fields"( open)?>(.*?)</details>', page, re.DOTALL)
    return [
        (
            re.search("<summary>(.*?)</summary>", part)[1],
            bool(is_open),
            list(dict.fromkeys(re.findall(r' name="(\w+)"', part))),
        )
        for is_open, part in matches
    ]


CHANGE = "Say what it would change"
COMMENTARY = "Add a commentary, or ask the admins"


@pytest.mark.parametrize(
    ("fields", "open_ones"),
    [
        ({}, []),
        ({"amends": ["core"]}, [CHANGE]),
        ({"changes_nothing": "on"}, [CHANGE]),
        ({"commentary": "Purr."}, [COMMENTARY]),
        ({"asks": "idle", "amends": ["no such part"]}, [CHANGE, COMMENTARY]),
    ],
)
def test_what_is_seldom_said_folds_while_it_says_nothing(alice, fields, open_ones):
    page = page_shown(alice.post("/posts/new/", {"category": "proposal", "title": "", **fields}))
    assert folds(page) == [
        (CHANGE, CHANGE in open_ones, ["amends", "changes_nothing"]),
        (COMMENTARY, COMMENTARY in open_ones, ["commentary", "asks"]),
    ]
    order = ['name="body"', 'fold-fields"', ">Publish</button>"]
    assert sorted(order, key=page.index) == order


def test_fields_that_fold_keep_their_help_and_tell_what_is_wrong(alice):
    page = page_shown(alice.post("/posts/new/", {"title": "Cats", "asks": "the moon"}))
    chooser = re.search(r'<select name="asks"[^>]*>', page)[0]
    assert 'aria-describedby="id_asks_helptext id_asks_error"' in chooser
    assert ('id="id_asks_helptext"' in page, 'id="id_asks_error"' in page) == (True, True)


def test_editing_folds_what_is_seldom_said_as_well(alice):
    post = propose(Player.objects.get(name="Alice"), noon(1), amends=[])
    empty = [(CHANGE, False, ["amends", "changes_nothing"]), ("Add a commentary", False, ["commentary"])]
    assert folds(page_shown(alice.get(f"/posts/{post.pk}/edit/"))) == empty
    Post.objects.update(commentary="Purr.", amends=["core"])
    assert [is_open for _, is_open, _ in folds(page_shown(alice.get(f"/posts/{post.pk}/edit/")))] == [
        True,
        True,
    ]


def test_a_newcomer_has_nothing_to_unfold(newcomer):
    assert folds(page_shown(newcomer.get("/posts/new/"))) == []


def test_whoever_has_asked_to_join_is_told_what_comes_next(newcomer):
    matter = propose(Player.objects.get(name="Alice"), noon(1))
    guest = Player.objects.get(name="Newton")
    own = guest.get_absolute_url()
    pages = (
        matter.get_absolute_url(),
        own,
        "/queue/mine/",
        "/posts/new/",
        "/posts/new/?asks=join",
        "/welcome/",
    )

    def shown(path: str) -> tuple[bool, bool]:
        main = re.search(r"<main.*</main>", page_shown(newcomer.get(path)), re.DOTALL)[0]
        return "You have asked to join" in main, '?asks=join"' in main

    assert [shown(path) for path in pages[:3]] == [(False, True)] * 3
    assert [shown(path)[0] for path in pages] == [False] * 6
    newcomer.post("/posts/new/", {"title": "Let me in", "asks": "join"})
    post = Post.objects.get(asks="join")
    assert [shown(path) for path in pages] == [(True, False)] * 6
    for path in pages:
        assert f'href="{post.get_absolute_url()}"' in page_shown(newcomer.get(path))
    Post.objects.filter(pk=post.pk).update(removed_at=noon(1))
    assert [shown(path)[0] for path in pages] == [False] * 6


def test_a_draft_that_another_window_has_published_is_asked_about_and_kept(alice):
    author = Player.objects.get(name="Alice")
    draft = Draft.objects.create(author=author, title="Cats", body="Purr.", saved_at=timezone.now())
    sent = {"title": "Cats", "body": "Purr and meow.", "draft": draft.pk}
    address = f"/drafts/{draft.pk}/"
    assert alice.post(address, sent).status_code == 302
    answer = alice.post(address, sent)
    assert (answer.status_code, Post.objects.count()) == (409, 1)
    page = page_shown(answer)
    assert "was published or discarded in another window" in page and "Purr and meow.</textarea>" in page
    saved = alice.post("/drafts/save/", sent).json()
    assert Draft.objects.get(pk=saved["draft"]).body == "Purr and meow."
    assert saved["url"] == f"/drafts/{saved['draft']}/"
    assert alice.get(address).status_code == 404
    assert alice.post(address, {**sent, "warned": "on"}).status_code == 302


@pytest.mark.parametrize("wrong", [{"title": ""}, {"title": "x" * 400}, {"category": "nonsense"}])
def test_a_form_that_is_refused_keeps_all_that_was_typed(alice, wrong):
    sent = {"title": "Cats", "body": "Purr.", "commentary": "Hush.", "category": "proposal", **wrong}
    answer = alice.post("/posts/new/", sent)
    assert answer.status_code == 400
    form = answer.context["form"]
    assert {name: form[name].value() for name in sent} == sent
