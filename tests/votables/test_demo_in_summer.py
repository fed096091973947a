"""The demo as it is told on a day in summer: what it shows, what can be read in it and done with it."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.test import override_settings
from django.urls import reverse

from blognomic.frame import PageFrame
from blognomic.transfer.checking import found
from gamestate.models import Entry, Update
from players.models import Player
from players.queries.reigns import emperor_at
from ruleset.models import LawVersion, Revision
from ruleset.queries import tree_after
from tests.undoing import built_once
from votables.changes.in_english import called_things, reading_of
from votables.changes.kinds.gamestate.offered import offered_definitions
from votables.changes.outcome import outcome_of
from votables.demo import accounts, exhibits
from votables.models import Comment, Post, Status

from .test_demo import SUMMER, counts, run

pytestmark = [pytest.mark.sweep, pytest.mark.django_db]

README = Path(__file__).resolve().parents[2] / "README.md"
USING = {".html", ".py", ".js"}  # what may name a picture of the sprite


@pytest.fixture(scope="module")
def output(django_db_setup, django_db_blocker) -> Iterator[str]:
    """The whole demo, told by the command once for all tests here, each of which leaves it as it was; and what the
    command says of it."""
    # Django runs tests as if in production; a demo is for development.
    tell = override_settings(DEBUG=True)(time_machine.travel(SUMMER, tick=False)(run))
    with built_once(django_db_blocker, tell) as made:
        yield made


@pytest.fixture
def people(output, db, settings) -> Iterator[dict[str, Player]]:
    """The demo at a standing clock; its people by name."""
    settings.DEBUG = True
    with time_machine.travel(SUMMER, tick=False):
        yield {player.name: player for player in Player.objects.order_by("pk")}


def test_command_makes_the_demo_once_and_says_who_is_in_it(output, people, client):
    lines, made = output.splitlines(), counts()
    assert lines[0] == "The demo game: The First Dynasty of Ptarmigan, “The Night Mail”."
    assert [line.split() for line in lines[2:]] == [
        ["Brindle"],
        ["Fennimore"],
        ["Hollis", "admin"],
        ["Juniper_Ash"],
        ["Kestrel9"],
        ["Marchpane"],
        ["Nettlebed"],
        ["Ptarmigan", "emperor"],
        ["Quill-Driver"],
        ["Sorrel"],
        ["tam.o.shanter"],
        ["Wickett", "admin"],
        ["Bartleby", "idle"],
        ["Oleander", "admin,", "idle"],
        ["Periwinkle", "idle"],
        ["Thimble", "idle"],
        ["Larkspur", "no", "player", "yet"],
    ]
    again = run()
    assert again == f"The demo game was made before, and is as it was left.\n{output}"
    assert counts() == made
    assert accounts.PASSWORD in lines[1]
    answer = client.post(reverse("account_login"), {"login": "ptarmigan", "password": accounts.PASSWORD})
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(people["Ptarmigan"].pk)


def test_all_that_is_stored_of_the_demo_fits_together(people):
    assert list(found()) == []


def test_the_demo_shows_all_that_it_is_there_to_show(people):
    assert exhibits.missing(SUMMER) == []
    assert [version.special_cases for version in LawVersion.objects.order_by("pk")] == [{}]
    assert Post.objects.latest("posted_at").posted_at == SUMMER - timedelta(hours=1, minutes=10)
    assert [(case.state, case.tally, case.post.title) for case in PageFrame(SUMMER, None).queue] == [
        ("stale", "3–1", "Parcel Insurance"),
        ("enactable", "4–2", "The Night Ferry"),
        ("behind", "8–1", "A Clock for Every Coach"),
        ("behind", "2–7", "A Surcharge on Heavy Parcels"),
        ("vetoed", "1–2", "Abolish the Postmaster"),
        ("open", "6–3", "Does a Parcel on the Roof Travel in a Coach?"),
        ("withdrawn", "1–2", "Double Whistles"),
        ("waiting", "8–0", "Whistle-Stops"),
        ("open", "1–1", "Fog"),
        ("open", "1–0", "A Penny for the Points-Man"),
    ]
    assert exhibits.missing(SUMMER + timedelta(hours=5)) == [
        "a popular proposal that waits for its 12 hours",
        "a newcomer's post that may be made a proposal",
    ]


def test_the_tour_of_the_readme_can_be_taken(people):
    tour = README.read_text(encoding="utf-8").partition("## A tour in three windows")[2].partition("\n## ")[0]
    proposal = re.search(r"^ {7}(\S.+)$", tour, re.MULTILINE)[1]
    things = called_things(at=SUMMER)
    reading = reading_of(proposal, things)
    changes = [change for sentence in reading.sentences for change in sentence.changes]

    assert reading.questions == ()
    assert [change.op for change in changes] == ["add"]
    assert [one.name for one in offered_definitions(changes, things)] == ["Umbrellas"]
    for who in ("Kestrel9", "Brindle", "Hollis", "Ptarmigan"):
        assert who in tour and people[who].is_playing
    assert people["Hollis"].acts_as_admin
    assert emperor_at(SUMMER) == people["Ptarmigan"]
    assert "Enact “The Night Ferry”" in " ".join(tour.split())  # which can be, as the queue above has it
    assert Post.objects.filter(title="Fog", status=Status.PENDING).exists()


def test_the_upkeep_of_the_demo_pays_at_its_instants_and_is_foreseen(people, client):
    six = SUMMER.replace(hour=6, minute=0, second=0)
    paid = Update.objects.filter(kind="upkeep").order_by("pk")
    assert list(paid.values_list("comment", "at")) == [
        ("Pay for the cold", six - timedelta(days=1)),
        ("Pay for the cold", six),
    ]
    entries = Entry.objects.filter(update__in=paid).order_by("pk").values_list("player__name", "new")
    riders = ["Fennimore", "Kestrel9", "Marchpane"]
    assert list(entries) == [
        *((rider, 4) for rider in riders),
        ("tam.o.shanter", 14),
        *((rider, 5) for rider in riders),
        ("tam.o.shanter", 15),
    ]
    page = client.get("/gamestate/").content.decode()
    assert "Pay for the cold" in page.split("What happens by itself next")[1]
    with time_machine.travel(six + timedelta(days=1, minutes=1), tick=False):
        client.get("/")
        assert paid.latest("pk").at == six + timedelta(days=1)


def test_the_demos_ruleset_is_what_was_enacted(people):
    last = Revision.objects.order_by("-pk")[0].pk
    assert [rule.title for rule in tree_after(last).sections[1].children] == [
        "The Line", "Parcels", "Stamps", "The Whistle", "Lost Property", "The Blue Parcel", "Rummages", "Mail Bags",
    ]  # fmt: skip
    assert list(Revision.objects.order_by("pk").values_list("kind", "why")) == [
        ("founding", "The founding of the game."),
        ("enactment", "Pips"),
        ("ascension", "Ascension Address: The Night Mail"),
        ("enactment", "The Line"),
        ("enactment", "Parcels, and What Is in Them"),
        ("enactment", "Stamps"),
        ("enactment", "The Whistle, Again"),
        ("typo", "“retuns” is “returns” now"),
        ("enactment", "Lost Property"),
        ("enactment", "The Blue Parcel"),
        ("enactment", "Rummages"),
        ("enactment", "Mail Bags"),
    ]
    pending = Post.objects.filter(status=Status.PENDING, category="proposal")
    assert all(post.changes for post in pending)
    assert [outcome_of(post, at=SUMMER).misfits for post in pending] == [[]] * len(pending)


def everywhere() -> list[str]:
    """Every page of the demo that anybody may read."""
    names = ("home", "votables:queue", "votables:archive", "players:roster", "players:roster_history")
    pages = [reverse(name) for name in (*names, "players:admin_log", "ruleset:law", "gamestate:values")]
    for model in (Post, Player):
        pages += [row.get_absolute_url() for row in model.objects.order_by("pk")]
    return [*pages, *(f"{post.get_absolute_url()}versions/" for post in Post.objects.filter(version__gt=1))]


def pictures() -> set[str]:
    return set(re.findall(r'<symbol id="([a-z]+)"', (settings.BASE_DIR / "static/icons.svg").read_text()))


def test_every_picture_that_is_drawn_is_used():
    rooms = ("templates", "blognomic", "players", "ruleset", "gamestate", "votables", "static/js")
    files = [
        path for room in rooms for path in (settings.BASE_DIR / room).rglob("*.*") if path.suffix in USING
    ]
    named = set(re.findall(r"""["'#]([a-z]+)["']""", "".join(path.read_text() for path in files)))
    assert pictures() - named == set()


def test_every_page_of_the_demo_can_be_read(people, client):
    pages = everywhere()
    answers = {page: client.get(page) for page in pages}
    assert {page: answer.status_code for page, answer in answers.items()} == dict.fromkeys(pages, 200)
    shown = "".join(answer.content.decode() for answer in answers.values())
    assert set(re.findall(r'icons\.svg#([^"]+)"', shown)) - pictures() == set()
    badges = re.findall(r'<span class="badge [^>]*>(.*?)</span></span>', shown)
    assert len(badges) > 20
    assert [one for one in badges if "<svg" not in one or not re.search(r"<span>[^<]", one)] == []
    comment = Comment.objects.get(post__title="Fog", author__name="Quill-Driver")
    assert "<svg" in comment.html.split("does nothing:")[1] and ":veto:" in comment.html
    whistle = Post.objects.get(title="The Whistle, Again")
    versions = client.get(reverse("votables:versions", args=[whistle.pk])).content.decode()
    assert "it <del>retuns</del><ins>returns</ins> to Saltmarsh" in versions
    for name, own in (("Hollis", "/dashboard/"), ("Larkspur", "/queue/mine/"), ("Ptarmigan", "/drafts/")):
        client.force_login(people[name])
        paths = [*pages[:8], own, "/posts/new/", "/queue/mine/"]
        paths += [post.get_absolute_url() for post in Post.objects.pending()]
        assert {page: client.get(page).status_code for page in paths} == dict.fromkeys(paths, 200)


def test_events_mentors_and_letters_of_the_demo_can_be_read(people, client):
    events = client.get("/events/").content.decode()
    assert "Under the benches, by lamplight" in events and "What rolls about in Coach 2" in events
    ended = client.get(Post.objects.get(title__contains="by lamplight").get_absolute_url()).content.decode()
    assert "a left glove, still warm" in ended
    assert "company in Coach 6" in client.get("/archive/?dynasty=2").content.decode()
    client.force_login(people["Brindle"])
    assert "Fennimore" in client.get("/players/mentors/").content.decode()
    letters = client.get("/players/messages/").content.decode()
    assert "Which votes may I change?" in letters and "The glove" not in letters


def test_two_admins_of_the_demo_meet_at_one_proposal(people, client):
    ferry = Post.objects.get(title="The Night Ferry")
    enact = reverse("votables:resolve", args=[ferry.pk, "enacted"])
    client.force_login(people["Hollis"])
    assert enact in client.get("/dashboard/").content.decode()
    assert client.post(enact).status_code == 302
    client.force_login(people["Wickett"])
    late = client.post(enact)
    assert late.status_code == 409
    assert "already been resolved: enacted by Hollis" in late.content.decode()
    clock = Post.objects.get(title="A Clock for Every Coach")
    assert (
        reverse("votables:resolve", args=[clock.pk, "enacted"]) in client.get("/dashboard/").content.decode()
    )


def test_desk_of_the_demo_is_cleared_with_a_click_each(people, client):
    client.force_login(people["Wickett"])
    for name, act in (
        ("Larkspur", "admit"),
        ("Marchpane", "idle"),
        ("Periwinkle", "unidle"),
        ("Kestrel9", "idle-inactive"),
    ):
        assert client.post(reverse("votables:change_roster", args=[people[name].pk, act])).status_code == 302
    standings = {name: Player.objects.get(name=name).standing for name in people}
    assert [name for name, standing in standings.items() if standing == "idle"] == [
        "Oleander",
        "Bartleby",
        "Thimble",
        "Kestrel9",
        "Marchpane",
    ]
    assert (standings["Larkspur"], standings["Periwinkle"]) == ("active", "active")
