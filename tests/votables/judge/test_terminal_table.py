"""The judge's answer as a table for people at a terminal."""

from datetime import timedelta

from votables.judge.terminal_table import table

from .world import HOUR, POSTED, START, game, judged, law, matter, players, votes


def lines(name, facts, at) -> list[str]:
    return table(judged(name, facts, at)).splitlines()


def test_a_game_without_matters_and_players_has_dashes_for_what_is_not_there():
    assert lines("ruleset-211", game(people=(), emperor=False), START) == [
        f"{law('ruleset-211').title} at 2024-01-01T00:00:00Z",
        "Roster of 0, quorum 1, no emperor: -",
        "Standing still: dormant",
        "",
        "Nothing is pending.",
        "",
        "May propose: -",
        "May declare victory: -",
    ]


def test_each_matter_is_a_row_with_how_it_stands_and_the_reasons_below():
    cats = matter("proposal", *votes("B:for C:for D:for"), id="1", title="Cats")
    dogs = matter("proposal", *votes("A:against"), id="2", posted=POSTED + timedelta(minutes=1))
    rows = lines("ruleset-211", game(cats, dogs), POSTED + 12 * HOUR)[4:7]
    assert [row.split("  ")[0] for row in rows] == ["MATTER", "1 Cats", "2"]
    assert [rows[1][rows[0].index(head) :].split("  ")[0] for head in ("FOR", "AGAINST", "STANDS")] == [
        "4",
        "0",
        "popular, oldest, MAY BE ENACTED",
    ]
    assert "self-killed" in rows[2]


def test_what_would_upset_a_terminal_is_replaced():
    bell = matter("proposal", id="m", title="Ring\a\x1b[2J")
    (row,) = (one for one in lines("ruleset-211", game(bell, people=players(5)), POSTED) if "Ring" in one)
    assert row.startswith("m Ring\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}[2J  proposal  A")
