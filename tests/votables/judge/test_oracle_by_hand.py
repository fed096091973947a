"""Sentences of the law, worked out by hand for the oracle, which is to judge the judge."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from tests.votables.judge import oracle
from tests.votables.judge.oracle_file import icons_in

START = datetime(2024, 5, 1, tzinfo=UTC)
OLD = ("ruleset-37", "ruleset-86", "ruleset-98")
NEW = ("ruleset-2019-09", "ruleset-211")


def at(hours: float, microseconds: int = 0) -> str:
    """The instant so many hours after the start of 1 May 2024."""
    instant = START + timedelta(hours=hours, microseconds=microseconds)
    return instant.strftime("%Y-%m-%dT%H:%M:%S") + (
        f".{microseconds % 1_000_000:06d}Z" if microseconds else "Z"
    )


def matter(kind="proposal", author="B", posted=0.0, votes="", **others) -> dict:
    """A matter; in ``votes``, "C for 3, D veto" is a FOR by C at hour 3 and a VETO by D at the posting."""
    comments = others.pop("comments", [])
    for vote in filter(None, votes.split(", ")):
        name, icon, *hour = vote.split()
        comments.append({"author": name, "at": at(float(*hour) if hour else posted), "text": f":{icon}:"})
    row = {"id": "m", "kind": kind, "author": author, "posted": at(posted), "comments": comments}
    return row | {key: at(value) if key == "resolved" else value for key, value in others.items()}


def game(law="ruleset-211", matters=(), names="ABCDE", emperor: str | None = "A", **others) -> dict:
    players = [{"name": name, "plays": [[at(-9000), None]]} for name in names]
    reigns = [{"name": emperor, "from": at(-9000), "to": None}] if emperor else []
    file = {"format": "blognomic-game/1", "law": law, "players": players, "emperors": reigns}
    return file | {"matters": list(matters)} | others


def said_of(file: dict, when: str, *keys: str, ident: str = "m") -> list:
    """What the oracle says of one matter under the keys."""
    row = next(row for row in oracle.answer(file, when)["matters"] if row["id"] == ident)
    return [row[key] for key in keys]


def may(file: dict, when: str, ident: str = "m") -> list[bool]:
    return said_of(file, when, "may_enact", "may_fail", ident=ident)


def counts(file: dict, when: str) -> dict[str, str | None]:
    return {name: vote["counts_as"] for name, vote in said_of(file, when, "votes")[0].items()}


# Icons


@pytest.mark.parametrize(
    ("text", "icons"),
    [
        (":for: :AGAINST: :Def: :imp: :imperial: :deferential: :vEtO:",
         ["for", "against", "deferential", "deferential", "deferential", "deferential", "veto"]),
        (":for:against: :for::against:", ["for", "for", "against"]),
        ("`:for:` :against:", ["against"]),
        ("<code>:for:</code> <pre>:veto:</pre> :def:", ["deferential"]),
        ("    :for:", []),
        (">     :for:", []),
        ("```\n:for:\n```\n:against:", ["against"]),
        (":f*o*r: *:against:*", ["against"]),
        ("[x](http://example.org ':for:') [:veto:](y)", ["veto"]),
        (":f&#111;r:", ["for"]),
        (":againſt: :ımp:", []),
        ("a[^1] :for:\n\n[^1]: :against:\n\n:veto:", ["for", "veto", "against"]),
        ("<div>\n<![x]: :veto: > :for:\n</div>\n\n:against:", ["for", "against"]),
        ("a | b\n--|--\n:for: | `:veto:`", ["for"]),
    ],
)  # fmt: skip
def test_icons_are_found_in_rendered_text_outside_code(text, icons):
    assert icons_in(text) == icons


# Words


def test_a_vote_of_an_idler_counts_again_when_they_are_back():
    file = game(matters=[matter(votes="C for, D for")])
    file["players"][2]["idle"] = [[at(1), at(5)]]
    assert [counts(file, at(hour)) for hour in (0, 1, 4, 5)] == [
        {"B": "for", "C": "for", "D": "for"},
        {"B": "for", "D": "for"},
        {"B": "for", "D": "for"},
        {"B": "for", "C": "for", "D": "for"},
    ]


def test_a_veto_by_an_idle_emperor_is_cast_but_does_not_veto():
    file = game(matters=[matter(votes="A veto 2")])
    file["players"][0]["idle"] = [[at(1), at(5)]]
    assert said_of(file, at(6), "votes", "vetoed") == [
        {"A": {"cast": "veto", "counts_as": None}, "B": {"cast": None, "counts_as": "for"}},
        False,
    ]
    assert oracle.answer(file, at(2))["emperor"] is None


def test_an_icon_used_before_joining_counts_from_joining_but_never_self_kills():
    file = game(matters=[matter(author="B", votes="B against 1, C for 1")])
    file["players"][1]["plays"] = file["players"][2]["plays"] = [[at(2), None]]
    assert said_of(file, at(2), "votes", "self_killed") == [
        {"B": {"cast": "against", "counts_as": "against"}, "C": {"cast": "for", "counts_as": "for"}},
        False,
    ]
    assert counts(file, at(1)) == {}


def test_the_last_allowed_icon_of_a_comment_alone_can_veto():
    one = matter(comments=[{"author": "A", "at": at(1), "text": ":veto: :for:"}])
    two = matter(comments=[{"author": "A", "at": at(1), "text": ":for: :veto:"}], id="n", posted=1)
    file = game(matters=[one, two])
    assert said_of(file, at(1), "vetoed") == [False]
    assert said_of(file, at(1), "vetoed", ident="n") == [True]


def test_an_icon_not_allowed_when_posted_is_text_for_ever():
    file = game(matters=[matter(votes="C for 1, C veto 2")])
    file["emperors"] = [
        {"name": "A", "from": at(-9000), "to": at(3)},
        {"name": "C", "from": at(3), "to": None},
    ]
    assert said_of(file, at(4), "votes", "vetoed") == [
        {"B": {"cast": None, "counts_as": "for"}, "C": {"cast": "for", "counts_as": "for"}},
        False,
    ]


def test_comments_of_one_instant_keep_the_order_of_the_file():
    file = game(matters=[matter(votes="C for 2, C against 2, D for 3, D against 1")])
    assert counts(file, at(3)) == {"B": "for", "C": "against", "D": "for"}


@pytest.mark.parametrize(
    ("law", "vetoed", "self_killed", "cast"),
    [
        ("ruleset-37", True, True, "against"),
        ("ruleset-86", True, False, "veto"),
        ("ruleset-98", True, True, "for"),
        ("ruleset-211", True, True, "for"),
    ],
)
def test_an_emperor_vetoes_then_votes_against_then_for_their_own_proposal(law, vetoed, self_killed, cast):
    file = game(law, [matter(author="A", votes="A veto 1, A against 2, A for 3")])
    answers = said_of(file, at(3), "vetoed", "self_killed", "votes")
    assert answers == [
        vetoed,
        self_killed,
        {"A": {"cast": cast, "counts_as": None if cast == "veto" else cast}},
    ]


@pytest.mark.parametrize(
    ("law", "vetoed", "self_killed"),
    [("ruleset-37", False, True), ("ruleset-86", False, True), ("ruleset-2019-09", True, True)],
)
def test_an_emperor_votes_against_then_vetoes_their_own_proposal(law, vetoed, self_killed):
    file = game(law, [matter(author="A", votes="A against 1, A veto 2")])
    assert said_of(file, at(3), "vetoed", "self_killed") == [vetoed, self_killed]


def test_a_deferential_that_counts_as_against_does_not_self_kill():
    file = game(matters=[matter(votes="B def 1, A against 2")])
    assert said_of(file, at(3), "self_killed", "against") == [False, 2]


def test_an_empty_roster_has_a_quorum_of_one_and_may_fail_a_matter():
    file = game(matters=[matter()])
    for player in file["players"]:
        player["idle"] = [[at(-1), None]]
    answer = oracle.answer(file, at(0))
    assert (answer["roster"], answer["quorum"], answer["matters"][0]["unpopular"]) == ([], 1, True)


def test_a_matter_is_judged_as_pending_before_its_resolution_and_not_listed_from_then_on():
    file = game(matters=[matter(status="failed", resolved=3)])
    assert [row["id"] for row in oracle.answer(file, at(3, -1))["matters"]] == ["m"]
    assert oracle.answer(file, at(3))["matters"] == []


# Icons and who may use them; what a DEFERENTIAL counts as


def test_votes_on_a_cfj_by_law():
    votes = "A def 1, C def 1, D against 1, E veto 1"
    for law, expected in {
        "ruleset-37": {"D": "against"},
        "ruleset-86": {"B": "for", "D": "against"},
        "ruleset-98": {"A": None, "B": "for", "C": None, "D": "against"},
        "ruleset-2019-09": {"A": None, "B": "for", "C": None, "D": "against"},
        "ruleset-211": {"A": None, "B": "for", "C": None, "D": "against"},
    }.items():
        assert (law, counts(game(law, [matter("cfj", votes=votes)]), at(1))) == (law, expected)


@pytest.mark.parametrize(
    ("emperors_vote", "expected"),
    [
        # 37, 86, 98, 2019-09, 211: what A's vote and C's DEFERENTIAL count as
        ("A for 1", [("for", "for")] * 5),
        ("A veto 1", [(None, None)] * 5),
        ("", [("-", None)] * 5),
        ("A def 1",
         [("-", None), ("abstain", "abstain"), (None, None), ("against", "against"), ("against", None)]),
        ("A def 1, D for 1",
         [("-", None), ("abstain", "abstain"), (None, None), ("for", "for"), ("for", None)]),
    ],
)  # fmt: skip
def test_deferentials_on_a_proposal_by_what_the_emperor_said(emperors_vote, expected):
    # E is against, B's FOR is implied: D's FOR decides what an imperial DEFERENTIAL becomes.
    votes = ", ".join(filter(None, ["C def 1, E against 1", emperors_vote]))
    for law, (emperors, others) in zip(OLD + NEW, expected, strict=True):
        counted = counts(game(law, [matter(votes=votes)]), at(2))
        assert (law, counted.get("A", "-"), counted["C"]) == (law, emperors, others)


def test_deferentials_without_an_emperor_abstain_in_ruleset_37_alone():
    for law, expected in zip(OLD + NEW, ["abstain", None, None, None, None], strict=True):
        file = game(law, [matter(votes="C def 1")], emperor=None)
        assert (law, counts(file, at(1))) == (law, {"B": "for", "C": expected})


def test_an_implied_for_of_the_emperor_is_followed():
    for law in OLD + NEW:
        assert counts(game(law, [matter(author="A", votes="C def 1")]), at(1)) == {"A": "for", "C": "for"}


def test_a_deferential_from_before_the_reign_is_the_emperors_last_icon():
    expected = {
        "ruleset-37": {"B": "for", "C": None, "D": None},
        "ruleset-86": {"B": "for", "C": "abstain", "D": "abstain"},
        "ruleset-98": {"B": "for", "C": None, "D": None},
        "ruleset-2019-09": {"B": "for", "C": "for", "D": "for"},
        "ruleset-211": {"B": "for", "C": "for", "D": None},
    }
    for law, votes in expected.items():
        file = game(law, [matter(votes="C def 1, D def 1")])
        file["emperors"] = [{"name": "C", "from": at(2), "to": None}]
        assert (law, counts(file, at(2))) == (law, votes)


def test_imperial_deferentials_switched_off_count_as_nothing():
    for law in NEW:
        file = game(law, [matter(votes="A def, C def")], special_cases={"Imperial Deferentials": False})
        assert counts(file, at(0)) == {"A": None, "B": "for", "C": None}


@pytest.mark.parametrize(
    ("amends", "vetoed"),
    [([], False), (["dynastic", "gamestate"], False), (["dynastic", "roster"], True), (["core"], True)],
)
def test_malign_emperors_take_the_veto_from_dynastic_proposals(amends, vetoed):
    file = game(matters=[matter(votes="A against 1, A veto 2", amends=amends)])
    file["special_cases"] = {"Malign Emperors": True}
    assert said_of(file, at(3), "vetoed") == [vetoed]
    assert counts(file, at(3))["A"] == (None if vetoed else "against")


# Popular and Unpopular; proposals


def test_popular_by_time_is_not_for_proposals_that_amend_the_core_in_ruleset_211():
    for law, kind, amends, expected in [
        ("ruleset-211", "proposal", ["appendix", "dynastic"], [False, True, False, True]),
        ("ruleset-211", "proposal", ["dynastic"], [True, False, True, False]),
        ("ruleset-211", "cfj", ["core"], [True, False, True, False]),
        ("ruleset-2019-09", "proposal", ["core"], [True, False, True, False]),
    ]:
        file = game(law, [matter(kind, votes="C for 1", amends=amends)])
        assert said_of(file, at(48), "popular", "unpopular", "may_enact", "may_fail") == expected
        assert said_of(file, at(48, -1), "popular", "unpopular", "next_change") == [False, False, at(48)]


def test_an_illegal_matter_is_unpopular_and_never_enacted_in_ruleset_211_alone():
    for kind in ("proposal", "cfj", "dov"):
        row = matter(kind, votes="C for, D for, E for", illegal=True)
        answers = said_of(game(matters=[row]), at(24), "popular", "unpopular", "may_enact", "may_fail")
        assert answers == [False, True, False, True]
        assert may(game("ruleset-2019-09", [row]), at(24)) == [True, False]


def test_an_abstention_counts_in_the_total_of_ruleset_37():
    file = game("ruleset-37", [matter(votes="C def 1")], emperor=None)
    assert may(file, at(48)) == [False, True]  # 1 of 2 is not more than half
    assert may(game("ruleset-86", [matter(votes="C def 1")], emperor=None), at(48)) == [False, True]  # 1 of 1
    assert may(game("ruleset-37", [matter(votes="C def 1, D for 1")], emperor=None), at(48)) == [True, False]


def test_a_proposal_in_ruleset_98_is_failed_after_48_hours_when_it_cannot_be_enacted():
    file = game("ruleset-98", [matter(votes="C against 1")])
    assert [may(file, at(48, -1)), may(file, at(48))] == [[False, False], [False, True]]


def test_the_queue_passes_over_a_proposal_just_after_seven_days():
    file = game(matters=[matter(votes="C for, D for"), matter(posted=100, votes="C for, D for", id="n")])
    assert said_of(file, at(168), "oldest", "stale", "may_enact", "may_fail", "next_change") == [
        True, False, True, False, at(168),
    ]  # fmt: skip
    assert said_of(file, at(168), "oldest", "may_enact", "next_change", ident="n") == [False, False, at(168)]
    assert said_of(file, at(168, 1), "oldest", "stale", "may_enact", "may_fail", "next_change") == [
        False, True, False, True, None,
    ]  # fmt: skip
    assert said_of(file, at(168, 1), "oldest", "may_enact", "next_change", ident="n") == [True, True, at(268)]


def test_of_one_instant_the_oldest_is_the_first_in_the_file():
    file = game("ruleset-37", [matter(id="n", votes="A veto"), matter(votes="A veto")])
    assert [may(file, at(0), "n"), may(file, at(0), "m")] == [[False, True], [False, False]]


def test_proposals_pending_and_of_the_day_are_counted():
    day = [matter(id=f"m{hour}", posted=hour, status="failed", resolved=hour + 0.5) for hour in (0, 5, 23)]
    file = game(matters=day)
    assert oracle.answer(file, at(23, -1))["may_propose"]["B"] is True
    assert oracle.answer(file, at(23.75))["may_propose"]["B"] is False
    assert oracle.answer(file, at(24))["may_propose"]["B"] is True
    assert oracle.answer(game(matters=[matter(), matter(id="n")]), at(30))["may_propose"]["B"] is False


def test_ruleset_86_counts_core_proposals_apart():
    core, other = {"amends": ["core", "roster"]}, {"amends": ["core", "gamestate"]}
    for first, second, third, expected in [
        (core, core, None, True), (core, core, core, False),
        (other, core, None, True), (other, {}, None, False),
    ]:  # fmt: skip
        rows = [matter(id=f"m{i}", **row) for i, row in enumerate((first, second, third)) if row is not None]
        assert oracle.answer(game("ruleset-86", rows), at(30))["may_propose"]["B"] is expected


# Calls for Judgement


def test_a_cfj_has_half_the_time_in_hiatus_and_season_in_ruleset_86():
    # Posted 22 December 00:00; seasonal downtime from the 24th to the 27th; four days end on the 26th.
    rows = [
        {"id": "m", "kind": "cfj", "author": "B", "posted": "2011-12-22T00:00:00Z", "comments": []},
        {"id": "n", "kind": "cfj", "author": "B", "posted": "2011-12-24T12:00:00Z", "comments": []},
    ]
    file = game("ruleset-86", rows)
    for player in file["players"]:
        player["plays"] = [["2011-01-01T00:00:00Z", None]]
    assert said_of(file, "2011-12-23T23:59:59Z", "may_enact", "next_change") == [
        False,
        "2011-12-24T00:00:00Z",
    ]
    assert said_of(file, "2011-12-24T00:00:00Z", "may_enact", "next_change") == [True, None]
    answers = said_of(file, "2011-12-26T12:00:00Z", "may_enact", "next_change", ident="n")
    assert answers == [True, "2011-12-27T00:00:00Z"]
    answers = said_of(file, "2011-12-27T00:00:00Z", "may_enact", "next_change", ident="n")
    assert answers == [False, "2011-12-28T12:00:00Z"]


def test_a_cfj_in_ruleset_98_waits_for_more_than_48_hours():
    file = game("ruleset-98", [matter("cfj")])
    assert said_of(file, at(48), "may_enact", "next_change") == [False, at(48)]
    assert said_of(file, at(48, 1), "may_enact", "next_change") == [True, None]


def test_a_cfj_that_changes_nothing_may_be_failed_though_it_may_be_enacted():
    for law, expected in zip(OLD + NEW, [False, True, True, True, True], strict=True):
        file = game(law, [matter("cfj", votes="B for, C for, D for", changes_nothing=True)])
        assert (law, may(file, at(0))) == (law, [True, expected])


def test_a_quorum_against_resolves_a_cfj():
    for law in OLD + NEW:
        file = game(law, [matter("cfj", votes="C against, D against, E against")])
        assert (law, may(file, at(0))) == (law, [False, True])


# Declarations of Victory


def test_a_dov_in_ruleset_37_has_no_implied_for_and_waits_for_the_emperor():
    file = game("ruleset-37", [matter("dov", votes="C for, D for, B for")])
    assert [may(file, at(12)), may(file, at(24))] == [[False, False], [True, False]]
    file = game("ruleset-37", [matter("dov", votes="C for, D for, A against")])
    assert [may(file, at(12, -1)), may(file, at(12))] == [[False, False], [True, False]]
    file = game("ruleset-37", [matter("dov", votes="C for, D for")])
    assert may(file, at(24)) == [False, True]  # two votes: fewer than quorum


def test_a_dov_by_the_number_of_votes_against_in_ruleset_86():
    votes = "C for, D for, E for, F against"  # n = 9, q = 5, half of quorum rounded down = 2
    file = game("ruleset-86", [matter("dov", votes=votes + ", G for")], names="ABCDEFGHI")
    assert [may(file, at(12)), may(file, at(24))] == [[False, False], [True, False]]
    file = game("ruleset-86", [matter("dov", votes=votes + ", G for, H against")], names="ABCDEFGHI")
    assert [may(file, at(24)), may(file, at(48))] == [[False, False], [True, False]]
    file = game("ruleset-86", [matter("dov", votes=votes + ", G for, A for")], names="ABCDEFGHI")
    assert may(file, at(12)) == [True, False]


def test_a_deferential_on_a_dov_is_a_vote_cast_in_ruleset_98():
    votes = "C def, D def"  # with the implied FOR three have voted: quorum of five
    assert may(game("ruleset-98", [matter("dov", votes=votes)]), at(48)) == [True, False]
    assert may(game("ruleset-86", [matter("dov", votes=votes)]), at(48)) == [False, True]


def test_a_dov_needs_more_than_two_thirds_in_ruleset_211():
    file = game(matters=[matter("dov", votes="C for, D for, E for")], names="ABCDEF")
    assert may(file, at(24)) == [False, False]
    assert said_of(file, at(48), "popular", "may_fail", "next_change") == [True, False, at(48)]
    assert said_of(file, at(48, 1), "popular", "may_fail", "next_change") == [True, True, None]
    assert may(game(matters=[matter("dov", votes="C for, D for, E for, A for")], names="ABCDEF"), at(12)) == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("law", "votes", "expected"),
    [
        ("ruleset-37", "C against, D against, E against, A against", [True, True]),
        ("ruleset-86", "C against, D against, E against", [True, True]),  # a = q is not more
        ("ruleset-98", "C against, D against, E against, A against", [False, True]),
        ("ruleset-2019-09", "C against", [False, True]),
        ("ruleset-211", "C def", [True, True]),
    ],
)
def test_a_failed_dov_bars_its_author_until_the_120th_hour(law, votes, expected):
    file = game(law, [matter("dov", votes=votes, status="failed", resolved=2)])
    allowed = [oracle.answer(file, when)["may_declare_victory"]["B"] for when in (at(122, -1), at(122))]
    assert allowed == expected


def test_votes_after_the_failure_do_not_bar_the_author():
    file = game(matters=[matter("dov", votes="C against 3", status="failed", resolved=2)])
    assert oracle.answer(file, at(4))["may_declare_victory"]["B"] is True


# Standstill


def test_an_interregnum_lasts_from_the_enactment_to_the_ascension_address():
    for law in OLD + NEW:
        file = game(law, [matter("dov", status="enacted", resolved=2)], ascensions=[at(1), at(5)])
        answers = [oracle.answer(file, when) for when in (at(2, -1), at(2), at(5, -1), at(5))]
        assert [answer["standstill"] for answer in answers] == [["dov"], ["interregnum"], ["interregnum"], []]
        assert answers[2]["may_declare_victory"]["C"] is (law == "ruleset-37")
        assert [answer["may_propose"]["C"] for answer in answers] == [False, False, False, True]


def test_an_address_at_the_enactment_ends_the_interregnum():
    file = game(matters=[matter("dov", status="enacted", resolved=2)], ascensions=[at(2)])
    assert oracle.answer(file, at(2))["standstill"] == []


def test_votes_on_proposals_in_hiatus_are_ignored_in_ruleset_37():
    rows = [
        matter(votes="C for 1, D for 2, E for 4"),
        matter("dov", id="d", posted=2, status="failed", resolved=4),
    ]
    assert counts(game("ruleset-37", rows), at(5)) == {"B": "for", "C": "for", "E": "for"}
    assert counts(game("ruleset-86", rows), at(5)) == {"B": "for", "C": "for", "D": "for", "E": "for"}


def test_hiatus_stops_proposals_but_not_cfjs():
    rows = [matter(votes="A veto"), matter("cfj", id="c", votes="C for, D for"), matter("dov", id="d")]
    assert [may(game(matters=rows), at(20), ident) for ident in "mc"] == [[False, False], [True, False]]


def test_dormancy_stops_resolution_in_ruleset_211_and_submission_in_both():
    for law, expected in [("ruleset-2019-09", [False, True]), ("ruleset-211", [False, False])]:
        file = game(law, [matter(votes="A veto")], names="ABCD")
        answer = oracle.answer(file, at(1))
        assert (answer["standstill"], answer["may_propose"]["C"]) == (["dormant"], False)
        assert may(file, at(1)) == expected
        assert may(file | {"special_cases": {"Dormancy": False}}, at(1)) == [False, True]


def test_seasonal_downtime_stops_proposals_and_dovs_until_the_27th():
    votes = [{"author": "A", "at": "2023-12-20T00:00:00Z", "text": ":veto:"}]
    row = {"id": "m", "kind": "proposal", "author": "B", "posted": "2023-12-20T00:00:00Z", "comments": votes}
    instants = ("2023-12-23T23:59:59.999999Z", "2023-12-24T00:00:00Z", "2023-12-26T23:59:59.999999Z")
    before = {"name": "A", "from": "2023-01-01T00:00:00Z", "to": None}
    for law in ("ruleset-98", *NEW):
        file = game(law, [row], emperors=[before])
        for player in file["players"]:
            player["plays"] = [["2023-01-01T00:00:00Z", None]]
        assert [said_of(file, when, "may_fail", "next_change") for when in instants] == [
            [True, "2023-12-24T00:00:00Z"],
            [False, "2023-12-27T00:00:00Z"],
            [False, "2023-12-27T00:00:00Z"],
        ]
        assert oracle.answer(file, instants[1])["may_declare_victory"]["C"] is False


def test_a_change_exactly_thirty_days_away_is_told_and_a_later_one_is_not():
    votes = [{"author": "A", "at": "2023-11-24T00:00:00Z", "text": ":veto:"}]
    row = {"id": "m", "kind": "proposal", "author": "B", "posted": "2023-11-24T00:00:00Z", "comments": votes}
    file = game("ruleset-86", [row], emperors=[{"name": "A", "from": "2023-01-01T00:00:00Z", "to": None}])
    for player in file["players"]:
        player["plays"] = [["2023-01-01T00:00:00Z", None]]
    assert said_of(file, "2023-11-24T00:00:00Z", "next_change") == ["2023-12-24T00:00:00Z"]
    file["matters"][0]["posted"] = votes[0]["at"] = "2023-11-23T00:00:00Z"
    assert said_of(file, "2023-11-23T23:59:59Z", "next_change") == [None]


def test_what_is_dated_later_has_not_happened():
    now = game(matters=[matter(votes="C for, D for"), matter(id="n", posted=1)])
    later = json.loads(json.dumps(now))
    later["players"][0] |= {"plays": [[at(-9000), at(20)]], "idle": [[at(15), at(16)]]}
    later["emperors"] = [
        {"name": "A", "from": at(-9000), "to": at(11)},
        {"name": "B", "from": at(11), "to": None},
    ]
    later["matters"][0] |= {"status": "failed", "resolved": at(11)}
    later["matters"][1]["comments"] = [{"author": "A", "at": at(11), "text": ":veto:"}]
    later["matters"].append(matter("dov", id="d", posted=11))
    later["ascensions"] = [at(11)]
    assert oracle.answer(later, at(10)) == oracle.answer(now, at(10))
