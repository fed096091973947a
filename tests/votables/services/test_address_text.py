"""An Ascension Address whose text says what it does: by form and by program, beside what the fields say."""

from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from gamestate.models import Page, Variable
from players.models import Dynasty, Player
from ruleset.text.synonyms import Words
from tests.blognomic.api.programs import ask, token_of
from tests.blognomic.shown import page_shown
from tests.votables.table import noon
from votables.english.ascension_address import AddressReading
from votables.models import Category, Post
from votables.services.address_text import AddressNotClear, with_text
from votables.services.ascending import Address

from .test_ascending import key, rules, won_under

pytestmark = pytest.mark.django_db
OLD = Words("Player", "Players", "Emperor", "Emperors")
TEXT = (
    "It snows, and everybody stays inside.\n\nRepeal all dynastic rules but “Gold”. Replace “Player” by “Keeper” and "
    "“Emperor” by “Warden”. Activate the special case “Malign Emperors”. Keep tracking “Gold”. Make a tracking page "
    "called “The Map”.\n\nAdd a dynastic rule called “Ice”:\n\n> Each Keeper has Ice.\n"
)
AFTER = [
    "Core Rules", "Idle Keepers", "Dynastic Rules", "Gold", "Ice", "Special Case", "Dormancy [Active]",
    "Malign Emperors [Rare] [Active]", "Appendix", "Synonyms",
]  # fmt: skip
OTHERWISE = "The address and the fields disagree about this: what people are called."


@pytest.fixture
def won() -> list[Player]:
    return won_under("ruleset-211")


def stands() -> tuple[list[str], str, list[str], list[str]]:
    """The rules, what a player is called, and what is tracked and written down."""
    word = Dynasty.objects.order_by("pk").last().player_word
    tracked = list(Variable.objects.live().values_list("key", flat=True))
    return rules(), word, tracked, list(Page.objects.live().values_list("title", flat=True))


def send(by: Player, **fields: Any) -> Any:
    """The page of the address as `by` sends it, with its fields as they stand there but for some."""
    client, address = Client(), reverse("votables:ascend")
    client.force_login(by)
    with time_machine.travel(noon(3), tick=False):
        form = client.get(address).context["form"]
        sent = {field.name: field.value() for field in form if field.value() not in (None, False)}
        return client.post(address, {**sent, "title": "Snow", "body": TEXT, **fields}, follow=True)


def test_the_text_alone_does_all_of_it(won: list[Player]) -> None:
    shown = page_shown(send(won[1], step="preview"))
    assert "What it would do" in shown and "Ice" in shown and "<b>Keepers</b>" in shown
    assert Dynasty.objects.count() == 1
    assert "The new dynasty has begun." in page_shown(send(won[1], step="publish"))
    assert stands() == (AFTER, "Keeper", ["gold"], ["The Map"])
    assert Post.objects.get(category=Category.ASCENSION).body == TEXT.strip()


def test_fields_that_say_the_same_go_with_it(won: list[Player]) -> None:
    send(won[1], step="publish", keep=[key("Gold")], player="Keeper", emperor="Warden")
    assert stands()[:2] == (AFTER, "Keeper")


def test_fields_that_say_otherwise_are_asked_about_once(won: list[Player]) -> None:
    response = send(won[1], step="publish", player="Baker")
    assert (response.status_code, OTHERWISE in page_shown(response)) == (409, True)
    assert Dynasty.objects.count() == 1
    send(won[1], step="publish", player="Baker", warned="on")
    assert stands()[1:] == ("Baker", ["gold"], ["The Map"])


def test_what_is_not_clear_is_asked_about_once(won: list[Player]) -> None:
    body = TEXT.replace("but “Gold”", "but “Golt”")
    page = page_shown(send(won[1], step="preview", body=body))
    assert "Part of the address is not clear." in page and "There is no dynastic rule “Golt”." in page
    send(won[1], step="publish", body=body, warned="on", player="Keeper")
    assert stands()[1:] == ("Keeper", [], [])
    assert "Gold" not in rules()


def test_a_program_sends_the_text_alone(won: list[Player]) -> None:
    sent = {"title": "Snow", "body": TEXT}
    with time_machine.travel(noon(3), tick=False):
        token = token_of(won[1], "posts", at=noon(3))
        answer = ask("POST", "/ascension/preview", sent, token=token).json()
        assert (answer["words"]["player"], answer["retired"]) == ("Keeper", ["Luck"])
        unclear = {**sent, "body": TEXT.replace("but “Gold”", "but “Golt”")}
        refused = ask("POST", "/ascension", unclear, token=token)
        assert (refused.status_code, refused.json()["confirm"]) == (409, "confirmed")
        other = {**sent, "words": {"player": "Baker", "emperor": "Warden"}}
        assert OTHERWISE in ask("POST", "/ascension", other, token=token).json()["detail"]
        made = ask("POST", "/ascension", {**sent, "keep": [key("Gold")]}, token=token)
    assert (made.status_code, stands()) == (201, (AFTER, "Keeper", ["gold"], ["The Map"]))


def test_under_a_law_that_keeps_rules_they_are_repealed_by_name() -> None:
    people = won_under("ruleset-37")
    with time_machine.travel(noon(3), tick=False):
        token = token_of(people[1], "posts", at=noon(3))
        sent = {"title": "Snow", "body": "It snows. Repeal the rule “Snow”."}
        answer = ask("POST", "/ascension/preview", sent, token=token).json()
    assert [(one["title"], one["what"]) for one in answer["differences"]] == [("Snow", "repealed")]


def test_a_story_changes_nothing_of_what_the_fields_say() -> None:
    address = Address(theme="Snow", keep=frozenset({"1"}))
    assert with_text(address, "It snows.", AddressReading(), given={"keep"}, words=OLD, sure=False) == address


def test_who_is_sure_has_what_the_fields_say() -> None:
    reading = AddressReading(keep=frozenset(), words={"emperor": "Warden"})
    address = Address(keep=frozenset({"1"}))
    with pytest.raises(AddressNotClear, match="the dynastic rules that stay"):
        with_text(address, "", reading, given={"keep"}, words=OLD, sure=False)
    whole = with_text(address, "", reading, given={"keep"}, words=OLD, sure=True)
    assert whole == Address(keep=frozenset({"1"}), words=Words("Player", "Players", "Warden", "Wardens"))
