"""What the law demands, in German, under a dynasty with words of its own; and that the record of it stays English."""

import json
import re
from html import unescape

import pytest
import time_machine
from django.test import Client
from django.utils import translation

from blognomic.web.errors import RuleBroken
from players.models import AdminAct, Dynasty
from ruleset.queries import law_at
from tests.votables.table import noon, propose, seat, vote
from votables.queries.judge_facts import docket_at
from votables.services import resolving

pytestmark = pytest.mark.django_db

WAITING = "noch nicht so: die Stimmen FOR erreichen das Quorum"


@pytest.fixture
def table():
    people = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    words = {
        "player_word": "Sorter",
        "players_word": "Sorters",
        "emperor_word": "Warden",
        "emperors_word": "Wardens",
    }
    Dynasty.objects.update(**words)
    return people


def told(path: str, language: str) -> str:
    page = Client(headers={"accept-language": language}).get(path).content.decode()
    return unescape(
        re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page[page.index("<main") : page.index("</main>")]))
    )


def test_conditions_of_the_law_are_told_in_the_readers_language_with_the_rules_under_their_own_names(table):
    address = propose(table[1], noon(1)).get_absolute_url()
    with time_machine.travel(noon(1, minutes=10), tick=False):
        english, german = told(address, "en-gb"), told(address, "de")
        law = told("/law/", "de")
        then = told(f"/law/?at={noon(1):%Y-%m-%dT%H:%M}", "de")
    assert ("it has a quorum of FOR votes" in english, "sie hat ein Quorum von Stimmen FOR" in english) == (
        True,
        False,
    )
    assert ("it has a quorum of FOR votes" in german, "sie hat ein Quorum von Stimmen FOR" in german) == (
        False,
        True,
    )
    for page in (law, then):
        assert "die Hälfte der Spieler, abgerundet, plus eins" in page
        assert "nur der Kaiser darf VETO benutzen" in page
        assert "Idle Sorters" in page
        assert not re.search(r"\b(it is|it has|the players|rounded)\b", page.partition("Stillstand")[0])


def test_refusal_tells_the_law_in_the_readers_language_and_what_is_written_down_is_english(table):
    post = propose(table[1], noon(1))
    with translation.override("de"):
        with pytest.raises(RuleBroken) as refused:
            resolving.resolve(post=post, to="enacted", by=table[0], at=noon(1, hours=1))
        assert "Stimmen FOR" in refused.value.sentence or "offen" in refused.value.sentence
        vote(post, noon(1), against=table[2:5])
        made = resolving.resolve(post=post, to="failed", by=table[0], at=noon(2))
    post.refresh_from_db()
    note = "Failed 1–3 by Alice, because it is Unpopular."
    assert (made.tally, post.admin_field, AdminAct.objects.get().sentence) == (
        "1–3",
        note,
        "failed “Cats” (1–3)",
    )
    assert not re.findall(r"\b(sie|Stimmen|nicht|Kaiser)\b", json.dumps(made.verdict, ensure_ascii=False))


def test_law_is_one_for_each_language_in_which_it_speaks(table):
    english = law_at(noon(1)).law
    with translation.override("de"):
        plain, spoken = law_at(noon(1)).law, docket_at(noon(1), for_reader=True).law
    assert [law.icons["veto"].allowed[1].label for law in (english, plain, spoken)] == [
        "only the warden may use VETO",
        "only the emperor may use VETO",
        "nur der Kaiser darf VETO benutzen",
    ]
    assert len({english, plain, spoken, law_at(noon(1)).law}) == 3
