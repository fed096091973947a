"""The page of the law: every number in words with its rule, and every version."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse

from ruleset.law import SHIPPED, load
from ruleset.models import LawVersion
from ruleset.services import enact_law

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def put_into_force(name: str, *, days: int = 0) -> LawVersion:
    at = NOON + timedelta(days=days)
    return enact_law(document=load(name).text, special_cases={}, at=at, by=None, why="because")


def page(client, query: str = "", *, status: int = 200) -> str:
    with time_machine.travel(NOON + timedelta(days=9), tick=False):
        answer = client.get(reverse("ruleset:law") + query)
    assert answer.status_code == status
    return answer.content.decode()


def numbers(part: object) -> Iterator[int]:
    """Every number in a part of the law that somebody may want to look up."""
    if isinstance(part, Mapping):
        for item in part.values():
            yield from numbers(item)
    elif isinstance(part, tuple | list):
        for item in part:
            yield from numbers(item)
    elif is_dataclass(part):
        for field in fields(part):
            if field.name not in ("fallback", "text", "season"):
                yield from numbers(getattr(part, field.name))
    elif isinstance(part, int) and not isinstance(part, bool) and part:
        yield part


@pytest.mark.parametrize("name", SHIPPED)
def test_each_number_of_the_law_is_on_its_page(client, name):
    put_into_force(name)
    words = re.sub(r"<[^>]+>", " ", page(client).split("<main")[1].split("</main>")[0])
    shown = {int(one) for one in re.findall(r"\d+", re.sub(r"(?<=\d),(?=\d{3})", "", words))}
    assert set(numbers(load(name))) - shown == set()


@pytest.mark.parametrize("name", SHIPPED)
def test_each_rule_that_is_named_beside_a_number_or_condition_has_its_place_on_the_page(client, name):
    put_into_force(name)
    text = page(client)
    named, places = (
        set(re.findall(r'href="#(rule-[^"]+)"', text)),
        set(re.findall(r'id="(rule-[^"]+)"', text)),
    )
    assert named
    assert named - places == set()


def test_an_earlier_version_can_be_read(client):
    first, second = put_into_force("ruleset-37"), put_into_force("ruleset-211", days=1)
    coming = put_into_force("ruleset-86", days=20)
    now, then = page(client), page(client, f"?version={first.pk}")
    assert ("The law: Ruleset 211" in now, "The law in force now" in now) == (True, False)
    assert ("The law: Ruleset 37" in then, "The law in force now" in then) == (True, True)
    assert f'href="/law/?version={second.pk}">ruleset-211</a>' in now
    page(client, f"?version={coming.pk}", status=404)
    page(client, "?version=x", status=404)
    with time_machine.travel(NOON + timedelta(days=9), tick=False):
        written = client.get(f"{reverse('ruleset:document')}?version={first.pk}").content.decode()
    assert written == first.document


def test_special_cases_say_what_they_are_now_and_by_default(client):
    law = load("ruleset-211").text
    enact_law(document=law, special_cases={"Dormancy": False}, at=NOON, by=None, why="because")
    words = " ".join(re.sub(r"<[^>]+>", " ", page(client)).split())
    dormancy, bounties = (words.split(f"{name} : ")[1][:140] for name in ("Dormancy", "Bounties"))
    assert "; inactive now, by default active " in dormancy
    assert "; inactive, as by default " in bounties


def test_standstills_say_all_that_they_stop(client):
    put_into_force("ruleset-211")
    words = " ".join(re.sub(r"<[^>]+>", " ", page(client)).split())
    section = words.split("When the game stands still")[1]
    assert "cannot be done: dynastic actions, unidling, joining Victory and Ascension" in section
    assert (
        "cannot be done: dynastic actions, changes of the roster, unidling, joining, the Ascension Address and passing"
        " the mantle Seasonal Downtime"
    ) in section
