"""Pages of gamestate: written by anybody, with every version, and nothing lost between two who write at once."""

import pytest
import time_machine

from gamestate.models import Page, Update
from tests.gamestate.browsers import browser, words
from tests.votables.table import declare, noon, person, seat

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
GALLERY = "/gamestate/pages/gallery/"


@pytest.fixture
def players():
    with time_machine.travel(noon(2), tick=False):
        yield seat(*FIVE)


def make(player, text: str = "# Works\n\nNone yet.") -> None:
    body = {"key": "gallery", "title": "The Gallery", "text": text}
    assert browser(player).post("/gamestate/new-page/", body).status_code == 302


def opened(player) -> dict[str, object]:
    """The form of the page as a browser would send it."""
    form = browser(player).get(f"{GALLERY}edit/").context["form"]
    return {name: form[name].value() or "" for name in ("seen", "key", "title", "text")}


def test_a_page_is_written_as_an_update_and_rendered(players):
    _, bobby, *_ = players
    make(
        bobby, "# Works\n\n| Work | Thief |\n|---|---|\n| Sunflowers | @Carol |\n\n<script>alert(1)</script>"
    )
    page = browser().get(GALLERY)
    assert "Sunflowers" in words(page) and f'href="{players[2].get_absolute_url()}"' in page.content.decode()
    assert "<script>alert" not in page.content.decode()
    assert "The Gallery" in words(browser().get("/gamestate/pages/"))
    assert "page written" in words(browser().get(Update.objects.get().get_absolute_url()))


def test_of_two_who_write_at_once_the_slower_sees_both_texts(players):
    _, bobby, carol, *_ = players
    make(bobby)
    forms = [opened(who) for who in (bobby, carol)]
    assert browser(bobby).post(f"{GALLERY}edit/", {**forms[0], "text": "Bobby's words"}).status_code == 302
    page = browser(carol).post(f"{GALLERY}edit/", {**forms[1], "text": "Carol's words"})
    assert page.status_code == 409
    assert "Bobby's words" in words(page) and "Carol's words" in words(page)
    assert Page.objects.get().text == "Bobby's words"
    both = {
        **forms[1],
        "seen": page.context["form"]["seen"].value(),
        "text": "Bobby's words\n\nCarol's words",
    }
    assert browser(carol).post(f"{GALLERY}edit/", both).status_code == 302
    assert Page.objects.get().text == "Bobby's words\n\nCarol's words"


def test_two_who_make_the_same_page_do_not_overwrite_each_other(players):
    _, bobby, carol, *_ = players
    make(bobby, "Bobby's")
    page = browser(carol).post("/gamestate/new-page/", {"key": "gallery", "title": "Mine", "text": "Carol's"})
    assert page.status_code == 409 and "Bobby's" in words(page)
    assert (Page.objects.get().text, Page.objects.get().title) == ("Bobby's", "The Gallery")


def test_every_version_is_kept_compared_and_shown_as_of_its_time(players):
    _, bobby, *_ = players
    for hour, text in enumerate(("One thief", "Two thieves", "Two honest thieves")):
        with time_machine.travel(noon(2, hours=hour), tick=False):
            if hour:
                browser(bobby).post(f"{GALLERY}edit/", {**opened(bobby), "text": text})
            else:
                make(bobby, text)
    with time_machine.travel(noon(3), tick=False):
        history = browser().get(f"{GALLERY}history/")
        versions = history.context["versions"]
        assert [version.text for version in versions] == ["Two honest thieves", "Two thieves", "One thief"]
        last = browser().get(f"{GALLERY}difference/").content.decode()
        assert "<ins>honest </ins>" in last
        both = browser().get(f"{GALLERY}difference/?from={versions[2].key}&to={versions[0].key}")
        assert "From version 1" in words(both) and "<del>" in both.content.decode()
        assert browser().get(f"{GALLERY}difference/?to=999999").status_code == 404
        then = browser(bobby).get(f"{GALLERY}?at=2026-03-04T12:30:00Z")
        assert "One thief" in words(then) and f"{GALLERY}edit/".encode() not in then.content
        assert browser().get(f"{GALLERY}?at=2026-03-03T12:30:00Z").status_code == 404
        assert browser().get(f"{GALLERY}?at=nonsense").status_code == 400


def test_a_page_is_blanked_and_that_is_undone(players):
    _, bobby, carol, *_ = players
    make(bobby, "Words")
    assert browser(carol).post(f"{GALLERY}edit/", {**opened(carol), "blank": "1"}).status_code == 302
    assert "This page is blank." in words(browser().get(GALLERY))
    made = Update.objects.order_by("-pk").first()
    path = f"/gamestate/undo/?update={made.pk}"
    assert "Page blanked" in words(browser(bobby).get(path))
    assert browser(bobby).post(path, {"why": "It was good.", "seen": ""}).status_code == 302
    assert Page.objects.get().text == "Words"


@pytest.fixture
def three_versions(players):
    """The gallery in three versions of Bobby's, an hour each; the clock stands a day later."""
    _, bobby, *_ = players
    for hour, text in enumerate(("One thief", "Two thieves", "Three thieves")):
        with time_machine.travel(noon(2, hours=hour), tick=False):
            if hour:
                browser(bobby).post(f"{GALLERY}edit/", {**opened(bobby), "text": text})
            else:
                make(bobby, text)
    with time_machine.travel(noon(3), tick=False):
        yield players


def test_an_earlier_version_is_brought_back_as_an_edit_of_its_own(three_versions):
    _, _, carol, *_ = three_versions
    reader = browser(carol)
    link = f"{GALLERY}edit/?version=1"
    assert reader.get(f"{GALLERY}history/").content.decode().count(link) == 1
    assert f"{GALLERY}edit/?version=3".encode() not in reader.get(f"{GALLERY}history/").content
    difference = reader.get(f"{GALLERY}difference/").content.decode()
    assert "Bring this version back" in difference and f'href="{GALLERY}edit/?version=2"' in difference
    page = reader.get(link)
    form = page.context["form"]
    sent = {name: form[name].value() or "" for name in ("seen", "key", "title", "text", "comment")}
    assert (sent["text"], sent["comment"]) == (
        "One thief", "Brings back version 1, of 4 March 2026, 12:00 UTC.",
    )  # fmt: skip
    assert "<del>Three thieves</del><ins>One thief</ins>" in page.content.decode()
    assert reader.post(link, sent).status_code == 302
    history = browser().get(f"{GALLERY}history/")
    assert [version.text for version in history.context["versions"]] == [
        "One thief", "Three thieves", "Two thieves", "One thief",
    ]  # fmt: skip
    assert "Brings back version 1" in words(history) and b"?version=" not in history.content


def test_the_list_of_pages_is_shown_as_of_its_time(three_versions):
    alice, bobby, *_ = three_versions
    browser(bobby).post("/gamestate/new-page/", {"key": "map", "title": "A Map", "text": ""})
    browser(alice).post(f"{GALLERY}remove/")
    with time_machine.travel(noon(4), tick=False):
        versions = {}
        for at in ("2026-03-04T11:00:00Z", "2026-03-04T12:30:00Z", "2026-03-05T12:00:00Z"):
            page = browser(bobby).get(f"/gamestate/pages/?at={at}")
            versions[at] = [(each.title, each.text) for each in page.context["versions"]]
            assert b"/gamestate/new-page/" not in page.content
        assert versions == {
            "2026-03-04T11:00:00Z": [],
            "2026-03-04T12:30:00Z": [("The Gallery", "One thief")],
            "2026-03-05T12:00:00Z": [("A Map", "")],
        }
        assert "There were no pages then" in words(browser().get("/gamestate/pages/?at=2026-03-04T11:00:00Z"))
        assert browser().get("/gamestate/pages/?at=nonsense").status_code == 400
        key = Page.objects.get(key="gallery").pk
        then = browser().get("/gamestate/pages/?at=2026-03-04T12:30:00Z").content.decode()
        assert f'href="/gamestate/pages/{key}/?at=2026-03-04T12:30:00Z"' in then


def test_bringing_a_version_back_overwrites_no_edit_made_meanwhile(three_versions):
    _, bobby, carol, *_ = three_versions
    reader, link = browser(carol), f"{GALLERY}edit/?version=1"
    form = reader.get(link).context["form"]
    sent = {name: form[name].value() or "" for name in ("seen", "key", "title", "text", "comment")}
    browser(bobby).post(f"{GALLERY}edit/", {**opened(bobby), "text": "Four thieves"})
    page = reader.post(link, sent)
    assert (page.status_code, Page.objects.get().text) == (409, "Four thieves")
    assert "Four thieves" in words(page) and "One thief" in words(page)


def test_a_version_that_there_is_not_is_refused(three_versions):
    alice, bobby, *_ = three_versions
    statuses = {"0": 404, "4": 404, "999999999": 404, "x": 400, "-1": 400, "1.5": 400, "9" * 30: 400, "": 200}
    reader = browser(bobby)
    assert {n: reader.get(f"{GALLERY}edit/?version={n}").status_code for n in statuses} == statuses
    browser(alice).post(f"{GALLERY}remove/")
    removed = Update.objects.order_by("-pk").first()
    assert b"?version=" not in reader.get(f"{GALLERY}history/").content
    reader.post(f"/gamestate/undo/?update={removed.pk}", {"why": "It was good.", "seen": ""})
    assert reader.get(f"{GALLERY}edit/?version=4").status_code == 404
    assert reader.get(f"{GALLERY}edit/?version=3").status_code == 200


def test_only_admins_remove_a_page_and_its_history_stays(players):
    alice, bobby, *_ = players
    make(bobby, "Words")
    assert (
        browser(bobby).get(f"{GALLERY}remove/").status_code,
        browser(bobby).post(f"{GALLERY}remove/").status_code,
    ) == (403, 403)
    assert browser(alice).post(f"{GALLERY}remove/").status_code == 302
    assert browser(bobby).get(f"{GALLERY}edit/").status_code == 409
    assert "removed" in words(browser().get(GALLERY))
    assert len(browser().get(f"{GALLERY}history/").context["versions"]) == 2
    make(bobby, "Anew")
    assert "Anew" in words(browser().get(GALLERY))


def test_the_game_standing_still_leaves_room_for_corrections_alone(players):
    _, bobby, carol, *_ = players
    make(bobby, "Words")
    declare(carol, noon(2))
    assert browser(bobby).post(f"{GALLERY}edit/", {**opened(bobby), "text": "More"}).status_code == 403
    assert (
        browser(bobby)
        .post(f"{GALLERY}edit/", {**opened(bobby), "text": "More", "correction": "on"})
        .status_code
        == 302
    )


@pytest.mark.parametrize(
    "fields",
    [{"key": "Gallery!"}, {"key": "max"}, {"key": "", "title": "!"}, {"title": ""}, {"title": "x" * 121},
     {"text": "x" * 60_001}, {"seen": "x"}, {"text": "\x00"}],
)  # fmt: skip
def test_a_page_that_makes_no_sense_is_refused_on_the_form(players, fields):
    page = browser(players[1]).post(
        "/gamestate/new-page/", {"key": "gallery", "title": "A", "text": "B", **fields}
    )
    assert page.status_code == 400 and not Page.objects.exists()


def test_only_players_write_and_what_is_not_there_is_not_found(players):
    make(players[1])
    for who, status in ((None, 302), (person("Gregory"), 403)):
        assert browser(who).get(f"{GALLERY}edit/").status_code == status
        assert browser(who).post("/gamestate/new-page/", {}).status_code == status
    for path in ("", "history/", "difference/"):
        assert browser().get(f"/gamestate/pages/nowhere/{path}").status_code == 404
    assert browser(players[1]).get("/gamestate/pages/nowhere/edit/").status_code == 404
