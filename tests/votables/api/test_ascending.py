"""Between two dynasties, by program: the Ascension Address with all that it carries, and the mantle."""

from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from gamestate.models import Variable
from gamestate.services import acting
from players.models import Dynasty, Player
from ruleset.models import LawVersion
from tests.blognomic.api.programs import ask, token_of
from tests.leaves import GIVEN
from tests.votables.seating import as_before
from tests.votables.services.test_ascending import key, rules, won_under
from tests.votables.staged_typed_posts import HUNT
from tests.votables.table import noon
from votables.post_types.models import OfficialType
from votables.services import typed_posts

pytestmark = pytest.mark.django_db
NOW = noon(3)
ADDRESS = {"title": "Ascension Address: The Snow", "body": "It snows."}
KEEPERS = {"player": "Keeper", "emperor": "Warden"}


@pytest.fixture
def won() -> list[Player]:
    """Bobby has won Alice's dynasty, which tracked gold and luck, knew an action and a type of official posts."""
    people = as_before("a dynasty won, by program", _won)
    with time_machine.travel(NOW, tick=False):
        yield people


def _won() -> list[Player]:
    people = won_under("ruleset-211")
    acting.declare(leave=GIVEN, by=people[0], at=noon(2), name="Forage", frequency="daily")
    typed_posts.define(by=people[0], at=noon(2), **HUNT)
    return people


@pytest.fixture
def bobby(won: list[Player]) -> str:
    return token_of(won[1], "posts", at=NOW)


def hunts() -> int:
    return OfficialType.objects.get().pk


def words(*names: str) -> dict[str, str]:
    return dict(zip(("player", "players", "emperor", "emperors"), names, strict=True))


def test_winner_is_told_what_there_is_to_keep(bobby):
    answer = ask("GET", "/ascension", token=bobby).json()
    assert answer == {
        "keeps": "none",
        "words": words("Player", "Players", "Emperor", "Emperors"),
        "rules": [
            {"key": key("Gold"), "title": "Gold", "depth": 0},
            {"key": key("Snow"), "title": "Snow", "depth": 0},
        ],
        "special_cases": [
            {"name": "Dormancy", "active_by_default": True},
            {"name": "Malign Emperors", "active_by_default": False},
        ],
        "tracked": [
            {"key": "gold", "name": "Gold", "what": "variable"},
            {"key": "luck", "name": "Luck", "what": "variable"},
        ],
        "actions": [{"key": "forage", "name": "Forage", "frequency": "daily"}],
        "types": [{"id": hunts(), "plural": "Hunts", "lasting": False}],
    }
    with CaptureQueriesContext(connection) as queries:
        ask("GET", "/ascension", token=bobby)
    assert len(queries) == 6


def everything() -> dict[str, Any]:
    return {
        **ADDRESS,
        "theme": "Snow and gold",
        "words": KEEPERS,
        "keep": [key("Gold")],
        "special_cases": {"Malign Emperors": True, "Dormancy": True},
        "keep_tracked": ["gold"],
        "keep_actions": ["forage"],
        "keep_types": [hunts()],
        "pages": ["The Map"],
    }


def test_what_an_address_would_do_is_told_and_not_done(bobby):
    before = rules()
    answer = ask("POST", "/ascension/preview", everything(), token=bobby).json()
    assert {name: answer[name] for name in answer if name != "differences"} == {
        "retired": ["Luck"],
        "retired_actions": [],
        "retired_types": [],
        "words": words("Keeper", "Keepers", "Warden", "Wardens"),
        "objections": [],
        "pending": [],
    }
    happens = {(one["title"], one["what"]) for one in answer["differences"]}
    assert ("Snow", "repealed") in happens
    assert (rules(), Dynasty.objects.count()) == (before, 1)
    nothing = ask("POST", "/ascension/preview", ADDRESS, token=bobby).json()
    assert [nothing[name] for name in ("retired", "retired_actions", "retired_types")] == [
        ["Gold", "Luck"],
        ["Forage"],
        ["Hunts"],
    ]


def test_address_begins_the_dynasty_with_all_that_it_carries(won, bobby):
    response = ask("POST", "/ascension", everything(), token=bobby)
    post = response.json()
    assert (response.status_code, response["Location"]) == (201, f"/api/v1/posts/{post['id']}")
    assert (post["category"], post["title"], post["body"]) == ("ascension", ADDRESS["title"], "It snows.")
    game = ask("GET", "/game").json()
    assert game["dynasty"] == {
        "number": 2,
        "name": game["dynasty"]["name"],
        "theme": "Snow and gold",
        "player_word": "Keeper",
        "emperor_word": "Warden",
    }
    assert game["emperor"] == {"id": won[1].pk, "name": "Bobby"}
    assert rules() == [
        "Core Rules", "Idle Keepers", "Dynastic Rules", "Gold", "Special Case", "Dormancy [Active]",
        "Malign Emperors [Rare] [Active]", "Appendix", "Synonyms",
    ]  # fmt: skip
    assert list(Variable.objects.live().values_list("key", flat=True)) == ["gold"]
    assert [one["name"] for one in ask("GET", "/actions").json()] == ["Forage"]
    assert [one["retired_at"] for one in ask("GET", "/official-types").json()] == [None]
    assert [one["title"] for one in ask("GET", "/gamestate/pages").json()["items"]] == ["The Map"]
    again = ask("POST", "/ascension", ADDRESS, token=bobby)
    assert (again.status_code, Dynasty.objects.count()) == (403, 2)


@pytest.mark.parametrize(
    ("part", "status", "detail"),
    [
        ({"keep_tracked": ["golden"]}, 400, "Nothing with the key “golden” can be kept."),
        ({"keep_actions": ["sleep"]}, 400, "Nothing with the key “sleep” can be kept."),
        ({"keep_types": [999999]}, 400, "Nothing with the key “999999” can be kept."),
        (
            {"keep": ["999999"]},
            409,
            "A rule that you wanted to keep is no longer a dynastic rule. Check your choice.",
        ),
        ({"special_cases": {"Feasts": True}}, 400, "There is no such special case."),
    ],
)
@pytest.mark.parametrize("path", ["/ascension", "/ascension/preview"])
def test_address_that_names_what_there_is_not_does_nothing(bobby, path, part, status, detail):
    response = ask("POST", path, {**ADDRESS, **part}, token=bobby)
    assert (response.status_code, response.json()["detail"]) == (status, detail)
    assert Dynasty.objects.count() == 1


def test_law_that_keeps_what_is_not_named_keeps_all_that_is_left_out():
    people = won_under("ruleset-37")
    with time_machine.travel(NOW, tick=False):
        bobby = token_of(people[1], "posts", at=NOW)
        assert ask("GET", "/ascension", token=bobby).json()["keeps"] == "all"
        answer = ask("POST", "/ascension/preview", ADDRESS, token=bobby).json()
    assert (answer["retired"], [one["what"] for one in answer["differences"]]) == ([], [])


def test_nobody_else_is_told_or_does_any_of_it(won):
    carol = token_of(won[2], at=NOW)
    answers = [
        ask("GET", "/ascension", token=carol),
        ask("POST", "/ascension/preview", ADDRESS, token=carol),
        ask("POST", "/ascension", ADDRESS, token=carol),
        ask("POST", "/mantle", {"to": won[3].pk}, token=carol),
    ]
    assert [one.status_code for one in answers] == [403] * 4
    assert answers[2].json()["rule"] == "Victory and Ascension"


def test_mantle_is_passed_by_a_post_that_names_the_player(won, bobby):
    _, _, carol, *_ = won
    sent = {"to": carol.pk, "body": "Reign well."}
    limited = ask("POST", "/mantle", sent, token=bobby)
    assert (limited.status_code, limited.json()["rule"]) == (403, "Mantle Limitations")
    LawVersion.objects.update(special_cases={"Mantle Limitations": False})
    response = ask("POST", "/mantle", sent, token=bobby)
    post = response.json()
    assert response.status_code == 201
    assert (post["title"], post["body"]) == (
        "The mantle passes to Carol",
        "I pass the mantle to @Carol.\n\nReign well.",
    )
    assert ask("GET", "/game").json()["emperor"] == {"id": carol.pk, "name": "Carol"}
    assert ask("POST", "/mantle", {"to": 999_999}, token=bobby).status_code == 400


def test_address_is_no_post_like_others(bobby):
    sent = {"title": "Ascension Address", "category": "ascension"}
    says = "An Ascension Address does more than a post says: it is made by `POST /ascension`."
    response = ask("POST", "/posts", sent, token=bobby)
    assert (response.status_code, response.json()["detail"]) == (400, says)


@pytest.mark.parametrize("path", ["/ascension", "/mantle"])
def test_what_looks_like_spamming_is_pointed_out_first(won, bobby, path):
    LawVersion.objects.update(special_cases={"Mantle Limitations": False})
    sent = {"/ascension": ADDRESS, "/mantle": {"to": won[2].pk}}[path] | {"body": "Snow. " * 1_001}
    response = ask("POST", path, sent, token=bobby)
    assert (response.status_code, response.json()["rule"], response.json()["confirm"]) == (
        409,
        "Fair Play",
        "confirmed",
    )
    assert (Dynasty.objects.count(), ask("GET", "/game").json()["emperor"]["name"]) == (1, "Bobby")
    assert ask("POST", path, {**sent, "confirmed": True}, token=bobby).status_code == 201
