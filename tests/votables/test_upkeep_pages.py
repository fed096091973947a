"""The pages on which people mend the rules between votes, and what the rules' pages say about it."""

import re
from html import unescape

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ruleset.models import Confirmation, Revision
from tests.blognomic.shown import page_shown, words_shown
from tests.votables.services.test_upkeep import (
    CATS,
    NAMES,
    amend_quorum,
    latest,
    standing,
    text,
    typo,
    write_rules,
)
from votables.services import upkeep

from .seating import played_once
from .table import Kind, enacted, event, noon, person, propose, seat

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(noon(5), tick=False):
        yield


@pytest.fixture
def game(db):
    """Clients of an admin, a player, an idle player, a guest and a stranger, and the key of each rule."""
    people, keys = with_rules()
    clients = {"stranger": Client()}
    for name, who in people.items():
        clients[name] = Client()
        clients[name].force_login(who)
    return people, clients, keys


@played_once
def with_rules():
    alice, bobby, carol, *_ = seat(*NAMES, "Frank")
    keys = write_rules()
    people = {
        "admin": alice,
        "player": bobby,
        "idle": event(carol, Kind.IDLED, at=noon(0)),
        "guest": person("Guest"),
    }
    return people, keys


def hidden(answer) -> dict[str, str]:
    """The hidden fields of the page's forms."""
    fields = re.findall(r'<input type="hidden" name="(\w+)"(?: value="([^"]*)")?', page_shown(answer))
    return {name: unescape(value) for name, value in fields if name != "csrfmiddlewaretoken"}


def words(answer) -> str:
    """The page's text, without tags and with single spaces."""
    content = page_shown(answer)
    main = re.search(r"<main.*?</main>", content, re.DOTALL)[0]
    return words_shown(main)


def save(client, address, **sent):
    """Preview and then save what is sent, as the buttons do."""
    first = hidden(client.get(address))
    shown = client.post(address, {**first, **sent, "step": "preview"})
    assert shown.status_code == 200, words(shown)
    return client.post(address, {**first, **sent, **hidden(shown), "step": "save"})


@pytest.mark.parametrize(
    ("page", "statuses"),
    [
        ("rules/{Void}/typo/", {"admin": 200, "player": 200, "idle": 403, "guest": 403}),
        ("rules/{Void}/mend/", {"admin": 200, "player": 200, "idle": 403, "guest": 403}),
        ("rules/{Void}/mend/?act=add", {"admin": 200, "player": 200, "idle": 403, "guest": 403}),
        ("rules/{Void}/mend/?act=move", {"admin": 200, "player": 200, "idle": 403, "guest": 403}),
        ("rules/{Void}/mend/?act=repeal", {"admin": 200, "player": 200, "idle": 403, "guest": 403}),
        ("rules/{Void}/delete/", {"admin": 200, "player": 200, "idle": 403, "guest": 403}),
        ("rules/revisions/{typo}/undo/", {"admin": 200, "player": 200, "idle": 403, "guest": 403}),
    ],
)
def test_who_may_open_which_page(game, page, statuses):
    people, clients, keys = game
    made = typo(keys, people["player"], CATS.replace("teh", "the"))
    address = "/" + page.format(**keys, typo=made.pk)
    assert {name: clients[name].get(address).status_code for name in statuses} == statuses
    away = clients["stranger"].get(address)
    assert (away.status_code, away.url.split("?")[0]) == (302, "/accounts/login/")
    assert clients["player"].put(address).status_code == 405
    assert latest() == made.pk


@pytest.mark.parametrize(
    ("method", "who", "status"),
    [
        ("get", "player", 405), ("put", "player", 405), ("post", "stranger", 302), ("post", "guest", 403),
        ("post", "idle", 403), ("post", "player", 302),
    ],
)  # fmt: skip
def test_who_may_confirm_that_a_rule_still_holds(game, method, who, status):
    people, clients, keys = game
    amend_quorum(keys, people["admin"])
    sent = hidden(clients["player"].get(f"/rules/{keys['Quorum']}/"))
    answer = getattr(clients[who], method)(f"/rules/{keys['Quorum']}/still-holds/", sent)
    assert answer.status_code == status
    assert Confirmation.objects.count() == (1 if (method, who) == ("post", "player") else 0)


def test_a_mistake_is_shown_as_a_difference_before_it_is_corrected(game):
    _, clients, keys = game
    address = f"/rules/{keys['Cats']}/typo/"
    sent = {**hidden(clients["player"].get(address)), "title": "Cats", "text": CATS.replace("teh", "the")}
    shown = clients["player"].post(address, {**sent, "step": "preview"})
    assert "<del>teh</del><ins>the</ins>" in page_shown(shown)
    assert text(keys["Cats"]) == CATS
    unseen = clients["player"].post(address, {**sent, "step": "save"})
    assert (unseen.status_code, text(keys["Cats"])) == (200, CATS)
    sent |= hidden(shown)
    other = clients["player"].post(address, {**sent, "text": CATS.replace("prur", "purr"), "step": "save"})
    assert (other.status_code, text(keys["Cats"])) == (200, CATS)
    done = clients["player"].post(address, {**sent, "step": "save"})
    made = Revision.objects.get(kind="typo")
    assert (done.status_code, done.url) == (302, f"/rules/revisions/{made.pk}/")
    assert text(keys["Cats"]) == CATS.replace("teh", "the")


def test_a_stale_correction_shows_both_texts_and_keeps_what_was_typed(game):
    people, clients, keys = game
    address = f"/rules/{keys['Cats']}/typo/"
    sent = {**hidden(clients["player"].get(address)), "title": "Cats", "text": CATS.replace("prur", "purr")}
    typo(keys, people["admin"], CATS.replace("teh", "the"))
    refused = clients["player"].post(address, {**sent, "step": "preview"})
    content = page_shown(refused)
    assert refused.status_code == 409
    assert "Somebody changed the rule since you looked at it. Nothing was saved." in content
    assert "Cats prur at the moon. Dogs bark." in content
    assert "Cats purr at teh moon. Dogs bark.</textarea>" in content
    assert "<del>prur</del><ins>purr</ins> at <del>the</del><ins>teh</ins>" in content
    sent |= hidden(refused) | {"text": "Cats purr at the moon. Dogs bark."}
    assert save(clients["player"], address, **{**sent, "previewed": ""}).status_code == 302
    assert text(keys["Cats"]) == "Cats purr at the moon. Dogs bark."


def test_too_long_a_correction_is_refused_with_its_rule_above_the_form(game):
    _, clients, keys = game
    address = f"/rules/{keys['Cats']}/typo/"
    sent = {
        **hidden(clients["player"].get(address)),
        "title": "Cats",
        "text": "Cats are to be worshipped " * 4,
    }
    refused = clients["player"].post(address, {**sent, "step": "preview"})
    assert refused.status_code == 400
    assert "at most 40 characters can differ" in words(refused)
    assert "<cite>Spelling and formatting</cite>" in page_shown(refused)


@pytest.mark.parametrize(
    ("act", "sent", "titles"),
    [
        ("edit", {"title": "Cats and Dogs", "text": "Both."}, ["Cats and Dogs", "Void"]),
        ("add", {"title": "Kittens", "text": "Small.", "after": ""}, ["Cats", "Kittens", "Void"]),
        ("move", {"parent": "{Core Rules}", "after": ""}, ["Void"]),
        ("repeal", {"with_subrules": "on"}, ["Void"]),
        ("say", {"said": "Rename the rule “Void” to “Nothing”. Repeal the rule “Cats”."}, ["Nothing"]),
    ],
)
def test_a_player_updates_the_rules_in_the_browser(game, act, sent, titles):
    people, clients, keys = game
    matter = enacted(people["admin"], noon(1), "Decided")
    sent = {name: value.format(**keys) for name, value in sent.items()}
    answer = save(
        clients["player"],
        f"/rules/{keys['Cats']}/mend/?act={act}",
        kind="upkeep",
        matter=matter.pk,
        why="Enacted.",
        **sent,
    )
    made = Revision.objects.get(kind="upkeep")
    assert (answer.status_code, answer.url) == (302, f"/rules/revisions/{made.pk}/")
    (dynastic,) = standing().named("Dynastic Rules")
    assert [node.title for node in dynastic.walk()][1:] == titles
    assert f'href="{matter.get_absolute_url()}">Enacted.</a>' in page_shown(
        clients["stranger"].get(answer.url)
    )


def test_an_admin_corrects_in_english_and_is_asked_about_what_is_not_clear(game):
    _people, clients, keys = game
    address = f"/rules/{keys['Cats']}/mend/?act=say"
    first = hidden(clients["admin"].get(address))
    sent = {**first, "kind": "correction", "why": "Wrong.", "step": "preview"}
    refused = clients["admin"].post(address, {**sent, "said": "Repeal rule 9.9, “Cats”."})
    assert (refused.status_code, "Cats" in [node.title for node in standing().walk()]) == (400, True)
    assert "Repeal rule 9.9, “Cats”." in words(refused)
    sentence = "“Cats” and “Void” are both repealed."
    answer = save(clients["admin"], address, kind="correction", why="Wrong.", said=sentence)
    made = Revision.objects.get(kind="correction")
    assert (answer.status_code, answer.url) == (302, f"/rules/revisions/{made.pk}/")
    assert not {"Cats", "Void"} & {node.title for node in standing().walk()}


def test_whoever_updates_the_rules_has_what_was_enacted_before_them(game):
    people, clients, keys = game
    matter = enacted(people["admin"], noon(1), "Decided", body="Cats purr *loudly*.")
    pending = propose(people["player"], noon(1), "Pending", body="Cats bark *loudly*.")
    address = f"/rules/{keys['Cats']}/mend/?act=edit&matter="
    for path in (f"/posts/{matter.pk}/reflect/", f"{address}{matter.pk}"):
        page = page_shown(clients["player"].get(path))
        assert "What was enacted: “Decided”" in page and "Cats purr <em>loudly</em>." in page
    assert (
        clients["player"].get(f"{address}{matter.pk}").context["form"]["why"].value()
        == "“Decided” was enacted."
    )
    without = clients["player"].get(f"{address}{pending.pk}")
    assert ("loudly" in page_shown(without), without.context["form"]["why"].value()) == (False, None)


def test_a_rule_is_moved_only_after_one_that_stands_there(game):
    people, clients, keys = game
    address = f"/rules/{keys['Cats']}/mend/?act=move"
    where = {"parent": keys["Core Rules"], "after": keys["Void"]}
    arguments = {"matter": enacted(people["admin"], noon(1)).pk, "why": "Enacted."}
    sent = {**hidden(clients["player"].get(address)), **arguments, **where, "step": "preview"}
    refused = clients["player"].post(address, sent)
    assert refused.status_code == 400
    assert "That rule is not below the chosen one." in words(refused)


def test_only_an_admin_is_offered_to_correct_an_amendment(game):
    people, clients, keys = game
    address = f"/rules/{keys['Cats']}/mend/"
    assert 'value="correction"' not in page_shown(clients["player"].get(address))
    assert 'value="correction"' in page_shown(clients["admin"].get(address))
    sent = {"kind": "correction", "matter": "", "title": "Cats", "text": "Cats sleep.", "why": "Wrong."}
    forged = clients["player"].post(
        address, {**hidden(clients["player"].get(address)), **sent, "step": "preview"}
    )
    assert forged.status_code == 400
    assert save(clients["admin"], address, **sent).status_code == 302
    assert Revision.objects.get(kind="correction").by == people["admin"]


def test_an_empty_rule_is_deleted_and_put_back_in_the_browser(game):
    _, clients, keys = game
    address = f"/rules/{keys['Void']}/delete/"
    page = page_shown(clients["player"].get(f"/rules/{keys['Void']}/"))
    assert f'href="{address}"' in page
    assert f'href="/rules/{keys["Cats"]}/delete/"' not in page_shown(
        clients["player"].get(f"/rules/{keys['Cats']}/")
    )
    gone = clients["player"].post(address, hidden(clients["player"].get(address)))
    assert (gone.status_code, standing().named("Void")) == (302, [])
    assert clients["player"].get(address).status_code == 409
    undoing = f"{gone.url}undo/"
    sent = {**hidden(clients["admin"].get(undoing)), "why": "It is wanted."}
    back = clients["admin"].post(undoing, sent)
    assert (back.status_code, [node.key for node in standing().named("Void")]) == (302, [str(keys["Void"])])
    assert f'<a href="{gone.url}">revision' in page_shown(clients["stranger"].get(back.url))


def test_undoing_asks_for_a_reason(game):
    people, clients, keys = game
    made = typo(keys, people["player"], CATS.replace("teh", "the"))
    address = f"/rules/revisions/{made.pk}/undo/"
    refused = clients["admin"].post(address, {**hidden(clients["admin"].get(address)), "why": ""})
    assert (refused.status_code, "This field is required." in words(refused), latest()) == (
        400,
        True,
        made.pk,
    )


def test_undoing_what_has_changed_since_one_looked_is_shown_again_with_the_reason_kept(game):
    people, clients, keys = game
    made = typo(keys, people["player"], CATS.replace("teh", "the"))
    address = f"/rules/revisions/{made.pk}/undo/"
    sent = {**hidden(clients["admin"].get(address)), "why": "It was right."}
    typo(keys, people["player"], text(keys["Cats"]).replace("prur", "purr"))
    refused = clients["admin"].post(address, sent)
    assert refused.status_code == 409
    assert "It was right.</textarea>" in page_shown(refused)
    assert clients["admin"].post(address, {**sent, **hidden(refused)}).status_code == 302
    assert text(keys["Cats"]) == "Cats purr at teh moon. Dogs bark."


def test_the_page_of_a_revision_says_how_it_is_undone(game):
    people, clients, keys = game
    amend_quorum(keys, people["admin"])
    page = f"/rules/revisions/{latest()}/"
    assert "To reverse an enactment as a whole" in words(clients["player"].get(page))
    assert "To reverse an enactment as a whole" not in words(clients["stranger"].get(page))
    made = typo(keys, people["player"], CATS.replace("teh", "the"))
    page, undoing = f"/rules/revisions/{made.pk}/", f"/rules/revisions/{made.pk}/undo/"
    offered = {name: undoing in page_shown(client.get(page)) for name, client in clients.items()}
    assert offered == {"admin": True, "player": True, "idle": False, "guest": False, "stranger": False}
    listed = {name: undoing in page_shown(client.get("/rules/history/")) for name, client in clients.items()}
    assert listed == offered
    back = upkeep.undo(revision=made, seen=latest(), by=people["admin"], at=noon(5), why="Test.")
    assert f"by revision {back.pk}" in words(clients["player"].get(page))
    assert undoing not in page_shown(clients["player"].get(page))


def test_rule_and_law_lead_to_each_other_and_say_where_they_part(game):
    people, clients, keys = game
    page, anchor = f"/rules/{keys['Quorum']}/", "/law/#rule-quorum"
    before = page_shown(clients["stranger"].get(page))
    assert f'<a href="{anchor}">Quorum, in the law in force</a>' in before
    assert "half of the players, rounded down, plus one" in before
    law = page_shown(clients["stranger"].get("/law/"))
    assert f'<div id="rule-quorum"><dt><a href="{page}">Quorum</a></dt>' in law
    assert '<cite><a href="#rule-quorum">Quorum</a></cite>' in law
    assert 'href="#rule-"' not in law
    assert "What the site does" not in words(clients["stranger"].get(f"/rules/{keys['Cats']}/"))
    amend_quorum(keys, people["admin"])
    differing = {page: "but the law that applies it was not", "/law/": "but the law that applies it has not"}
    for address, sentence in differing.items():
        assert sentence in words(clients["stranger"].get(address))
        buttons = {name: "still-holds" in page_shown(client.get(address)) for name, client in clients.items()}
        assert buttons == {"admin": True, "player": True, "idle": False, "guest": False, "stranger": False}
    sent = {**hidden(clients["player"].get(page)), "why": "Words only."}
    clients["player"].post(f"{page}still-holds/", sent)
    for address, sentence in differing.items():
        answer = words(clients["stranger"].get(address))
        assert sentence not in answer
        assert re.search(r"Bobby confirmed .* that it still holds: Words only\.", answer)


@pytest.mark.parametrize(
    ("page", "queries"),
    [
        ("/rules/{Cats}/", 9),
        ("/rules/history/", 8),
        ("/rules/revisions/{first}/", 10),
        ("/law/", 10),
        ("/rules/{Quorum}/", 11),
    ],
)
def test_pages_take_as_many_queries_however_long_the_history(game, page, queries):
    people, clients, keys = game
    clients["player"].get("/")  # visits, and where a session was last used, are noted now and then
    first = typo(keys, people["player"], CATS.replace("teh", "the"))
    amend_quorum(keys, people["admin"])
    address = page.format(**keys, first=first.pk)
    counts = []
    for number in range(4):
        with CaptureQueriesContext(connection) as taken:
            assert clients["player"].get(address).status_code == 200
        counts.append(len(taken))
        typo(keys, people["player"], f"{CATS} {number}", day=2)
        upkeep.undo(
            revision=Revision.objects.get(pk=latest()),
            seen=latest(),
            by=people["admin"],
            at=noon(3),
            why="Test.",
        )
    assert counts == [queries] * 4


@pytest.mark.parametrize(
    "address",
    ["/rules/999999/typo/", "/rules/999999/mend/", "/rules/999999/delete/", "/rules/revisions/999999/undo/"],
)
def test_what_does_not_exist_is_not_found(game, address):
    _, clients, _ = game
    assert clients["player"].get(address).status_code == 404


def test_an_unknown_way_to_change_a_rule_is_refused(game):
    _, clients, keys = game
    assert clients["player"].get(f"/rules/{keys['Cats']}/mend/?act=explode").status_code == 400


def test_the_history_begins_with_what_changed_last(game):
    people, clients, keys = game

    def chosen() -> list[tuple[str, str]]:
        page = page_shown(clients["stranger"].get("/rules/history/"))
        return sorted(re.findall(r'name="(from|to)" value="(\d+)"[^>]* checked>', page))

    first = str(latest())
    assert chosen() == [("from", first), ("to", first)]
    second = str(typo(keys, people["player"], CATS.replace("teh", "the")).pk)
    assert chosen() == [("from", first), ("to", second)]
    third = str(
        upkeep.undo(
            revision=Revision.objects.get(pk=second),
            seen=latest(),
            by=people["admin"],
            at=noon(5),
            why="Test.",
        ).pk
    )
    assert chosen() == [("from", second), ("to", third)]
