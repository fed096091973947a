"""From an enacted post to the rule that does not reflect it."""

from html import unescape

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from ruleset.models import Revision
from tests.votables.seating import played_once
from tests.votables.services.test_upkeep import NAMES, standing, write_rules
from tests.votables.table import Category, Kind, enacted, event, noon, person, seat, write
from tests.votables.test_upkeep_pages import save, words
from votables.services import upkeep

pytestmark = pytest.mark.django_db
LINK = "Update the rules"


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(noon(5), tick=False):
        yield


@pytest.fixture
def game(db):
    """Browsers of an admin, a player, an idle player, a guest and a stranger; an enacted matter; the keys of rules."""
    people, matter, keys = decided()
    clients = {"stranger": Client()}
    for name, one in people.items():
        clients[name] = Client()
        clients[name].force_login(one)
    return clients, matter, keys


@played_once
def decided():
    alice, bobby, carol, *_ = seat(*NAMES, "Frank")
    keys = write_rules()
    people = {
        "admin": alice, "player": bobby, "idle": event(carol, Kind.IDLED, at=noon(0)), "guest": person("Guest"),
    }  # fmt: skip
    return people, enacted(alice, noon(1), "Decided"), keys


def test_an_enacted_post_leads_those_there_who_may(game):
    clients, matter, _ = game
    shown = {name: LINK in words(clients[name].get(matter.get_absolute_url())) for name in clients}
    assert shown == {"stranger": False, "admin": True, "player": True, "idle": False, "guest": False}


def test_an_ascension_address_may_be_reflected_and_talk_may_not(game):
    clients, matter, _ = game
    talk = write(matter.author, noon(2), "Talk")
    address = write(matter.author, noon(2), "Ascend")
    type(address).objects.filter(pk=address.pk).update(category=Category.ASCENSION)
    assert LINK in words(clients["player"].get(f"/posts/{address.pk}/"))
    assert clients["player"].get(f"/posts/{address.pk}/reflect/").status_code == 200
    assert LINK not in words(clients["player"].get(f"/posts/{talk.pk}/"))
    assert clients["player"].get(f"/posts/{talk.pk}/reflect/").status_code == 403


@pytest.mark.parametrize("act", ["edit", "add", "move", "repeal"])
def test_the_chosen_rule_is_opened_with_the_post_named(game, act):
    clients, matter, keys = game
    sent = {"act": act, "rule": keys["Cats"]}
    answer = clients["player"].get(f"/posts/{matter.pk}/reflect/", sent)
    assert (answer.status_code, answer.url) == (
        302,
        f"/rules/{keys['Cats']}/mend/?act={act}&matter={matter.pk}",
    )
    page = clients["player"].get(answer.url).content.decode()
    assert f'<option value="{matter.pk}" selected>' in page
    assert f'href="?act=add&amp;matter={matter.pk}"' in page


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"act": "edit"}, "Choose a rule."),
        ({"act": "edit", "rule": "999999"}, "Select a valid choice"),
        ({"act": "explode", "rule": ""}, "Select a valid choice"),
    ],
)
def test_what_is_no_choice_is_sent_back(game, sent, sentence):
    clients, matter, _ = game
    answer = clients["player"].get(f"/posts/{matter.pk}/reflect/", sent)
    assert (answer.status_code, sentence in unescape(answer.content.decode())) == (400, True)


def test_a_section_that_was_enacted_is_added_and_undone(game):
    clients, matter, keys = game
    answer = clients["player"].get(f"/posts/{matter.pk}/reflect/", {"act": "section"})
    assert (answer.status_code, answer.url) == (302, f"/rules/add-section/?matter={matter.pk}")
    before = standing()
    answer = save(
        clients["player"], answer.url, kind="upkeep", matter=matter.pk, title="Zoo", text="Animals.",
        after=before.sections[0].key, why="It was enacted.",
    )  # fmt: skip
    made = Revision.objects.get(kind="upkeep")
    assert (answer.url, made.link) == (f"/rules/revisions/{made.pk}/", matter.get_absolute_url())
    assert [node.title for node in standing().sections] == [
        before.sections[0].title, "Zoo", *(node.title for node in before.sections[1:])
    ]  # fmt: skip
    upkeep.undo(revision=made, seen=made.pk, by=matter.author, at=noon(5), why="It was not.")
    assert standing() == before


def test_an_admin_adds_a_section_as_a_correction_in_public(game):
    clients, matter, _ = game
    save(
        clients["admin"],
        "/rules/add-section/",
        kind="correction",
        matter="",
        title="Zoo",
        text="",
        why="Lost.",
    )
    assert standing().sections[-1].title == "Zoo"
    assert "corrected an amendment of “Zoo”" in words(clients["stranger"].get(reverse("players:admin_log")))


def test_a_section_needs_a_title_and_a_matter(game):
    clients, matter, _ = game
    sent = {"kind": "upkeep", "seen": "1", "title": "", "text": "x", "why": "x", "step": "preview"}
    assert clients["player"].post("/rules/add-section/", {**sent, "matter": matter.pk}).status_code == 400
    assert clients["player"].post("/rules/add-section/", {**sent, "title": "Zoo"}).status_code == 400
    assert Revision.objects.filter(kind="upkeep").count() == 0
