"""The laws of a game file and how special cases were switched: read, refused with the place, and written."""

import copy
import json

import pytest

from ruleset.law import load, to_object
from votables.judge.gamefile import GameFileError, read, read_object, write, write_object

from .documents import EXAMPLE, MINIMAL
from .moving import MALIGN, NAMES, at, changed, game_file, of_matter, said, told


def test_an_unknown_law_is_refused():
    with pytest.raises(GameFileError) as caught:
        read_object(EXAMPLE | {"law": "ruleset-1"})
    assert str(caught.value) == (
        'law: unknown law "ruleset-1"; known are ruleset-37, ruleset-86, ruleset-98, ruleset-2019-09, ruleset-211'
    )


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("ruleset-37", ()),
        ("ruleset-86", ()),
        ("ruleset-98", ()),
        ("ruleset-2019-09", ("Imperial Deferentials", "Seasonal Downtime", "Dormancy")),
        ("ruleset-211", ("Imperial Deferentials", "Seasonal Downtime", "Dormancy", "Malign Emperors")),
    ],
)
def test_each_law_knows_its_own_special_cases(name, known):
    for case in ("Imperial Deferentials", "Seasonal Downtime", "Dormancy", "Malign Emperors"):
        value = MINIMAL | {"law": name, "special_cases": {case: True}}
        if case in known:
            assert read_object(value).game.special_cases == {case: True}
        else:
            with pytest.raises(GameFileError, match=f"{name} has no such special case"):
                read_object(value)


LAWS = ("ruleset-37", "ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211")


def test_an_empty_list_is_the_default_or_no_following_law():
    plain = told(game_file(said("Alice", ":veto:", 1)), 3)
    assert told(game_file(said("Alice", ":veto:", 1), laws=[], special_cases={MALIGN: []}), 3) == plain


def test_a_law_as_an_object_judges_as_the_law_of_that_name():
    for name in LAWS:
        value = game_file(said("Alice", ":veto:", 1), said("Carol", ":def:", 2), law=name)
        assert told(value | {"law": to_object(load(name))}, 30) == told(value, 30)


def test_an_amended_law_is_carried_out():
    quick = changed("ruleset-211", ("name", "quick"), ("hours.minimum.value", 1))
    value = game_file(*(said(name, ":for:", 0) for name in NAMES), law=quick)
    assert told(value, 0)["law"] == "quick"
    assert [of_matter(value, hours, "may_enact") for hours in (0, 1)] == [(False,), (True,)]


def test_what_is_written_reads_the_same_and_is_written_the_same_again():
    value = game_file(
        said("Alice", ":veto:", 1),
        laws=[
            {"from": at(2), "law": changed("ruleset-98", ("name", "mine"))},
            {"from": at(3), "law": "ruleset-211"},
        ],
        special_cases={MALIGN: [[at(1), True], [at(4), False]], "Dormancy": False, "Seasonal Downtime": []},
    )
    document = read_object(value)
    text = write(document)
    assert read(text) == document
    assert write(read(text)) == text
    written = write_object(document)
    assert {key: written[key] for key in ("law", "laws")} == {key: value[key] for key in ("law", "laws")}
    assert written["special_cases"] == value["special_cases"]


INSTANT = "must be an instant in UTC such as 2024-05-01T12:00:00Z"


NO_LAW = "must be the name of a law, or a law's document as an object"


FOLLOWING = {"from": at(2), "law": "ruleset-98"}


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"laws": {}}, "laws: must be a list"),
        ({"laws": ["ruleset-98"]}, "laws[0]: must be an object"),
        ({"laws": [{"law": "ruleset-98"}]}, 'laws[0]: the key "from" is missing'),
        ({"laws": [{"from": at(2)}]}, 'laws[0]: the key "law" is missing'),
        ({"laws": [FOLLOWING | {"to": None}]}, 'laws[0]: unknown key "to"; known are from, law'),
        ({"laws": [FOLLOWING | {"from": None}]}, "laws[0].from: must be a string"),
        ({"laws": [FOLLOWING | {"from": "2024-05-01"}]}, f"laws[0].from: {INSTANT}"),
        (
            {"laws": [FOLLOWING | {"law": "ruleset-99"}]},
            f'laws[0].law: unknown law "ruleset-99"; known are {", ".join(LAWS)}',
        ),
        ({"laws": [FOLLOWING | {"law": None}]}, f"laws[0].law: {NO_LAW}"),
        ({"laws": [FOLLOWING, FOLLOWING]}, "laws[1].from: two changes at one instant"),
        ({"laws": [FOLLOWING, FOLLOWING | {"from": at(1)}]}, "laws[1].from: before the change that it follows"),
        ({"law": {}}, "law: 'name' is missing"),
        ({"law": {"name": None}}, "law: null is not a value of a law"),
        ({"law": {"name": 1.5}}, "law.name: must be a text"),
        ({"law": {"name": "a\u0007"} | {"b\n": 1}}, "law: 'title' is missing"),
        ({"law": {"name": "x" * 200_000}}, "law: longer than 200000 characters"),
        ({"law": changed("ruleset-98", ("colour", "red"))}, None),
        ({"law": changed("ruleset-98", ("quorum.formula", "n /"))}, None),
        ({"law": changed("ruleset-98", ("hours.minimum.value", -1))}, None),
        ({"laws": [{"from": at(2), "law": changed("ruleset-98", ("kinds.cfj.label", ""))}]}, None),
        ({"special_cases": {"Cats": []}}, 'special_cases["Cats"]: ruleset-211 has no such special case'),
        (
            {"special_cases": {"Cats": []}, "laws": [FOLLOWING]},
            'special_cases["Cats"]: none of the laws has such special case',
        ),
        (
            {"special_cases": {MALIGN: {}}},
            'special_cases["Malign Emperors"]: must be true or false, or a list of changes',
        ),
        (
            {"special_cases": {MALIGN: [at(1)]}},
            'special_cases["Malign Emperors"][0]: must be a change: a list of an instant, and true or false',
        ),
        (
            {"special_cases": {MALIGN: [[at(1), True, None]]}},
            'special_cases["Malign Emperors"][0]: must be a change: a list of an instant, and true or false',
        ),
        ({"special_cases": {MALIGN: [[at(1), 1]]}}, 'special_cases["Malign Emperors"][0][1]: must be true or false'),
        ({"special_cases": {MALIGN: [[None, True]]}}, f'special_cases["Malign Emperors"][0][0]: {INSTANT}'),
        (
            {"special_cases": {MALIGN: [[at(1), True], [at(1), False]]}},
            'special_cases["Malign Emperors"][1][0]: two changes at one instant',
        ),
        (
            {"special_cases": {MALIGN: [[at(2), True], [at(1), True]]}},
            'special_cases["Malign Emperors"][1][0]: before the change that it follows',
        ),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_place(more, problem):
    with pytest.raises(GameFileError) as caught:
        read_object(game_file(**more))
    if problem is not None:
        assert str(caught.value) == problem
    assert "\n" not in str(caught.value) and str(caught.value).startswith(("law", "special_cases"))


def test_a_law_nested_too_deeply_is_refused():
    deep = value = {}
    for _ in range(100_000):
        value["a"] = value = {}
    with pytest.raises(GameFileError, match="nested too deeply"):
        read_object(game_file(law=deep))


def test_a_special_case_that_any_law_of_the_file_knows_may_be_said():
    for law, laws in (("ruleset-37", [{"from": at(2), "law": "ruleset-211"}]), ("ruleset-211", [FOLLOWING])):
        assert read_object(
            game_file(law=law, laws=laws, special_cases={MALIGN: True})
        ).game.special_cases == {MALIGN: True}


def test_a_matter_may_be_of_a_kind_that_any_law_of_the_file_knows():
    oath = changed(
        "ruleset-86",
        ("kinds.oath", {"label": "Oath", "category": "proposal", "rule": "Oaths", "like": "cfj"}),
    )
    value = game_file(law="ruleset-86", kind="oath")
    with pytest.raises(GameFileError, match="unknown kind"):
        read_object(copy.deepcopy(value))
    assert read_object(value | {"laws": [{"from": at(3), "law": oath}]}).game.matters[0].kind == "oath"
    assert (
        json.loads(write(read_object(value | {"laws": [{"from": at(3), "law": oath}]})))["laws"][0]["law"]
        == oath
    )
