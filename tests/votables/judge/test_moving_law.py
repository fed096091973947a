"""Games in which the law is amended, or a special case switched, while matters are pending: game files of such, what is
refused in them, and what the judge makes of them."""

import copy
import json
import tomllib

import pytest

from ruleset.law import document, load, to_object
from votables.judge.answer import answer
from votables.judge.gamefile import GameFileError, read, read_object, write, write_object
from votables.judge.instants import format_instant, parse_instant
from votables.judge.judge import judge
from votables.judge.milestones import possible_since

LAWS = ("ruleset-37", "ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211")
NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen")


def at(hours, micro=0):
    """So many hours after the posting of what `game` posts."""
    day, hour = divmod(12 + hours, 24)
    return f"2024-05-{1 + day:02d}T{hour:02d}:00:00" + (f".{micro:06d}Z" if micro else "Z")


def said(author, text, hours, micro=0):
    return {"author": author, "at": at(hours, micro), "text": text}


def game(*comments, law="ruleset-211", kind="proposal", **more):
    """Alice reigns over five; Bobby has posted something that amends a dynastic rule, and this was said of it."""
    matter = {"id": "m", "kind": kind, "author": "Bobby", "posted": at(0), "amends": ["dynastic"]}
    return {
        "format": "blognomic-game/1",
        "law": law,
        "players": [{"name": name, "plays": [["2024-01-01T00:00:00Z", None]]} for name in NAMES],
        "emperors": [{"name": "Alice", "from": "2024-01-01T00:00:00Z", "to": None}],
        "matters": [{**matter, "comments": list(comments)}],
        **more,
    }


def told(value, hours, micro=0):
    found = read_object(value)
    return answer(judge(found.game, law=found.law, at=parse_instant(at(hours, micro))))


def of_matter(value, hours, *keys):
    (matter,) = told(value, hours)["matters"]
    return tuple(matter[key] for key in keys)


def vote(value, hours, name):
    return told(value, hours)["matters"][0]["votes"].get(name)


def changed(law, *changes):
    """A law's document as an object, with values at dotted places put in the place of others."""
    value = tomllib.loads(document(law))
    for place, new in changes:
        *steps, last = place.split(".")
        part = value
        for step in steps:
            part = part[int(step)] if isinstance(part, list) else part[step]
        if isinstance(part, list):
            part[int(last)] = new
        else:
            part[last] = new
    return value


MALIGN = "Malign Emperors"


# -- what a comment does is settled when it is posted


def test_a_veto_outlives_the_switch_to_malign_emperors():
    value = game(said("Alice", ":veto:", 1), special_cases={MALIGN: [[at(2), True]]})
    assert of_matter(value, 3, "vetoed", "may_enact", "may_fail") == (True, False, True)
    assert vote(value, 3, "Alice") == {"cast": "veto", "counts_as": None}


def test_a_veto_that_was_text_when_it_was_posted_stays_text():
    value = game(said("Alice", ":veto:", 1), special_cases={MALIGN: [[at(0), True], [at(2), False]]})
    assert of_matter(value, 3, "vetoed", "may_fail") == (False, False)
    assert vote(value, 3, "Alice") is None


@pytest.mark.parametrize(("hours", "vetoed"), [(1, True), (2, False), (3, False), (4, True), (5, True)])
def test_at_the_very_instant_of_a_change_the_new_state_holds(hours, vetoed):
    value = game(said("Alice", ":veto:", hours), special_cases={MALIGN: [[at(2), True], [at(4), False]]})
    assert of_matter(value, 6, "vetoed") == (vetoed,)


def test_at_the_very_instant_of_a_change_the_new_law_holds():
    laws = [{"from": at(2), "law": "ruleset-98"}]
    for hours, cast in ((1, None), (2, {"cast": "deferential", "counts_as": None})):
        value = game(said("Carol", ":def:", hours), law="ruleset-86", kind="cfj", laws=laws)
        assert vote(value, 3, "Carol") == cast
    assert [told(value, hours)["law"] for hours in (1, 2, 3)] == ["ruleset-86", "ruleset-98", "ruleset-98"]
    assert told(value, 1, 999_999)["law"] == "ruleset-86"


def test_a_def_that_was_cast_counts_by_the_law_of_the_instant_that_is_judged():
    """On a CfJ ruleset 98 lets anybody defer, to no effect; ruleset 86 follows the emperor."""
    value = game(
        said("Alice", ":against:", 1),
        said("Carol", ":def:", 1),
        law="ruleset-98",
        kind="cfj",
        laws=[{"from": at(2), "law": "ruleset-86"}],
    )
    assert vote(value, 1, "Carol") == {"cast": "deferential", "counts_as": None}
    assert vote(value, 3, "Carol") == {"cast": "deferential", "counts_as": "against"}


@pytest.mark.parametrize(
    ("first", "second", "cast"),
    [
        ("ruleset-98", "ruleset-86", "veto"),
        ("ruleset-86", "ruleset-98", "for"),
        ("ruleset-86", "ruleset-86", "veto"),
        ("ruleset-98", "ruleset-211", "for"),
    ],
)
def test_whether_a_vote_may_still_be_changed_is_asked_of_the_law_at_the_later_icon(first, second, cast):
    value = game(
        said("Alice", ":veto:", 1),
        said("Alice", ":for:", 3),
        law=first,
        laws=[{"from": at(2), "law": second}],
    )
    assert vote(value, 4, "Alice")["cast"] == cast
    assert of_matter(value, 4, "vetoed") == (True,)


def test_the_implied_for_is_asked_of_the_law_of_the_instant_that_is_judged():
    value = game(law="ruleset-37", kind="cfj", laws=[{"from": at(2), "law": "ruleset-86"}])
    assert vote(value, 1, "Bobby") is None
    assert vote(value, 2, "Bobby") == {"cast": None, "counts_as": "for"}


def test_imperial_deferentials_are_asked_at_the_instant_that_is_judged():
    case = {"Imperial Deferentials": [[at(3), False], [at(5), True]]}
    value = game(said("Alice", ":def:", 1), said("Carol", ":for:", 1), special_cases=case)
    assert [vote(value, hours, "Alice")["counts_as"] for hours in (2, 3, 5)] == ["for", None, "for"]


def test_an_icon_that_the_law_no_longer_knows_counts_as_nothing():
    icon = {"label": "SHRUG", "codes": ["shrug"], "counts": "abstain", "rule": "Votes"}
    shrugging = changed("ruleset-86", ("icons.shrug", icon))
    value = game(
        said("Carol", "Well. :shrug:", 1),
        said("David", ":shrug:", 3),
        law=shrugging,
        laws=[{"from": at(2), "law": "ruleset-86"}],
    )
    assert vote(value, 1, "Carol") == {"cast": "shrug", "counts_as": "abstain"}
    assert vote(value, 3, "Carol") == {"cast": "shrug", "counts_as": None}
    assert vote(value, 3, "David") is None
    (ruling,) = judged_rulings(value, 3)
    (comment, _later) = ruling.comments
    assert (comment.counts, comment.reason) == (False, "the law in force does not know this icon any more")


def judged_rulings(value, hours):
    found = read_object(value)
    return judge(found.game, law=found.law, at=parse_instant(at(hours))).matters


def test_a_special_case_switched_before_a_law_that_knows_it_keeps_its_state():
    value = game(
        said("Alice", ":veto:", 3),
        law="ruleset-86",
        laws=[{"from": at(2), "law": "ruleset-211"}],
        special_cases={MALIGN: [[at(1), True]]},
    )
    assert of_matter(value, 4, "vetoed") == (False,)


def test_hiatus_is_that_of_the_law_at_the_comment():
    """In ruleset 37 an icon on a proposal is ignored while a declaration of victory is pending."""
    dov = {"id": "d", "kind": "dov", "author": "Carol", "posted": at(0)}
    for law, laws, cast in (
        ("ruleset-37", [{"from": at(2), "law": "ruleset-98"}], False),
        ("ruleset-98", [{"from": at(2), "law": "ruleset-37"}], True),
    ):
        value = game(said("David", ":for:", 1), law=law, laws=laws)
        value["matters"].append(dov)
        assert ("David" in told(value, 3)["matters"][0]["votes"]) is cast


# -- everything else is asked at the instant that is judged


def test_hours_run_from_the_posting_whichever_laws_came_between():
    value = game(
        law="ruleset-37", laws=[{"from": at(50), "law": "ruleset-98"}, {"from": at(200), "law": "ruleset-37"}]
    )
    assert [of_matter(value, hours, "stale") for hours in (40, 169, 201)] == [(False,), (True,), (False,)]


def test_a_change_after_the_instant_has_not_happened_for_the_next_change_either():
    value = game(*(said(name, ":for:", 1) for name in NAMES), laws=[{"from": at(6), "law": "ruleset-37"}])
    assert told(value, 2)["law"] == "ruleset-211"
    assert of_matter(value, 2, "next_change", "popular") == (at(12), True)


def failed_dov(**more):
    """Carol's declaration failed with one vote against it."""
    dov = {
        "id": "d",
        "kind": "dov",
        "author": "Carol",
        "posted": at(0),
        "status": "failed",
        "resolved": at(24),
    }
    return game(law="ruleset-98", **more) | {
        "matters": [{**dov, "comments": [said("David", ":against:", 1)]}]
    }


def test_the_wait_after_a_failed_declaration_is_that_of_the_law_at_the_instant_asked():
    value = failed_dov(laws=[{"from": at(30), "law": "ruleset-211"}, {"from": at(60), "law": "ruleset-37"}])
    may = [told(value, hours)["may_declare_victory"]["Carol"] for hours in (25, 30, 59, 60)]
    assert may == [True, False, False, True]  # 98: only with more than quorum; 211: with one; 37: never


def test_a_wait_is_on_the_votes_as_they_counted_when_it_failed():
    """David defers, which on a declaration follows the emperor in ruleset 86, and nobody in ruleset 98."""
    votes = [
        said("Alice", ":against:", 1),
        said("David", ":def:", 1),
        said("Ellen", ":def:", 1),
        said("Bobby", ":against:", 1),
    ]
    for then, waits in (("ruleset-2019-09", True), ("ruleset-98", False)):
        value = failed_dov(laws=[{"from": at(30), "law": "ruleset-98"}]) | {"law": then}
        value["matters"][0]["comments"] = votes
        assert told(value, 40)["may_declare_victory"]["Carol"] is not waits


def test_an_interregnum_and_what_counts_for_limits_go_on_under_the_next_law():
    dov = {
        "id": "d",
        "kind": "dov",
        "author": "Carol",
        "posted": at(0),
        "status": "enacted",
        "resolved": at(24),
    }
    value = game(law="ruleset-37", laws=[{"from": at(30), "law": "ruleset-211"}])
    value["matters"].append(dov)
    assert [told(value, hours)["standstill"] for hours in (29, 31)] == [["interregnum"], ["interregnum"]]
    for number in (2, 3):
        value["matters"].append({"id": f"p{number}", "kind": "proposal", "author": "David", "posted": at(0)})
    value["ascensions"] = [at(25)]
    assert [told(value, hours)["may_propose"]["David"] for hours in (29, 31)] == [False, False]


def test_a_matter_of_a_kind_that_the_law_does_not_know_is_not_judged():
    oath = {"label": "Oath", "category": "proposal", "rule": "Oaths", "like": "cfj"}
    swearing = changed("ruleset-86", ("kinds.oath", oath))
    value = game(
        said("Carol", ":for:", 1), law=swearing, kind="oath", laws=[{"from": at(2), "law": "ruleset-86"}]
    )
    assert [len(told(value, hours)["matters"]) for hours in (1, 2)] == [1, 0]


def test_since_when_it_was_possible_reckons_with_the_changes():
    value = game(
        *(said(name, ":for:", 1) for name in NAMES),
        law="ruleset-211",
        laws=[{"from": at(20), "law": changed("ruleset-211", ("hours.minimum.value", 30))}],
    )
    found = read_object(value)
    for hours, since in ((19, at(12)), (29, None), (31, at(30))):
        matter = found.game.matters[0]
        possible = possible_since(found.game, law=found.law, at=parse_instant(at(hours)), matter=matter)
        assert (possible and format_instant(possible)) == since


# -- the file


def test_an_empty_list_is_the_default_or_no_following_law():
    plain = told(game(said("Alice", ":veto:", 1)), 3)
    assert told(game(said("Alice", ":veto:", 1), laws=[], special_cases={MALIGN: []}), 3) == plain


def test_a_law_as_an_object_judges_as_the_law_of_that_name():
    for name in LAWS:
        value = game(said("Alice", ":veto:", 1), said("Carol", ":def:", 2), law=name)
        assert told(value | {"law": to_object(load(name))}, 30) == told(value, 30)


def test_an_amended_law_is_carried_out():
    quick = changed("ruleset-211", ("name", "quick"), ("hours.minimum.value", 1))
    value = game(*(said(name, ":for:", 0) for name in NAMES), law=quick)
    assert told(value, 0)["law"] == "quick"
    assert [of_matter(value, hours, "may_enact") for hours in (0, 1)] == [(False,), (True,)]


def test_what_is_written_reads_the_same_and_is_written_the_same_again():
    value = game(
        said("Alice", ":veto:", 1),
        laws=[
            {"from": at(2), "law": changed("ruleset-98", ("name", "mine"))},
            {"from": at(3), "law": "ruleset-211"},
        ],
        special_cases={MALIGN: [[at(1), True], [at(4), False]], "Dormancy": False, "Seasonal Downtime": []},
    )
    found = read_object(value)
    text = write(found)
    assert read(text) == found
    assert write(read(text)) == text
    written = write_object(found)
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
        ({"law": {"name": None}}, "law: null is no value of a law"),
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
        read_object(game(**more))
    if problem is not None:
        assert str(caught.value) == problem
    assert "\n" not in str(caught.value) and str(caught.value).startswith(("law", "special_cases"))


def test_a_law_nested_too_deeply_is_refused():
    deep = value = {}
    for _ in range(100_000):
        value["a"] = value = {}
    with pytest.raises(GameFileError, match="nested too deeply"):
        read_object(game(law=deep))


def test_a_special_case_that_any_law_of_the_file_knows_may_be_said():
    for law, laws in (("ruleset-37", [{"from": at(2), "law": "ruleset-211"}]), ("ruleset-211", [FOLLOWING])):
        assert read_object(game(law=law, laws=laws, special_cases={MALIGN: True})).game.special_cases == {
            MALIGN: True
        }


def test_a_matter_may_be_of_a_kind_that_any_law_of_the_file_knows():
    oath = changed(
        "ruleset-86",
        ("kinds.oath", {"label": "Oath", "category": "proposal", "rule": "Oaths", "like": "cfj"}),
    )
    value = game(law="ruleset-86", kind="oath")
    with pytest.raises(GameFileError, match="unknown kind"):
        read_object(copy.deepcopy(value))
    assert read_object(value | {"laws": [{"from": at(3), "law": oath}]}).game.matters[0].kind == "oath"
    assert (
        json.loads(write(read_object(value | {"laws": [{"from": at(3), "law": oath}]})))["laws"][0]["law"]
        == oath
    )
