"""Charts as they are drawn: the SVG holds the figures, in colours by meaning, and nothing that the page may not."""

import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string

from blognomic.web.sheet import Scale, steps
from votables.charts import by_dynasty, by_month, by_time
from votables.charts.described import drawn
from votables.charts.figures import BUCKET, BUCKETS, Figures, OfDynasty, OfMonth, OfYear, Took

SVG = "{http://www.w3.org/2000/svg}"


def began(year: int) -> datetime:
    return datetime(year, 1, 1, tzinfo=UTC)


DYNASTIES = (
    OfDynasty(28, "The First", began(2005), 30, 10, 5, 5),
    OfDynasty(29, "“Cats” & <dogs>", began(2006), 0, 0, 0, 0),
    OfDynasty(30, "The Third", began(2007), 0, 25, 0, 0),
)
MONTHS = (OfMonth(2025, 11, 4, 1), OfMonth(2025, 12, 8, 4), OfMonth(2026, 1, 6, 0))
YEARS = (
    OfYear(2025, 9, timedelta(hours=12), timedelta(hours=24), timedelta(hours=48)),
    OfYear(2026, 1, timedelta(hours=30), timedelta(hours=30), timedelta(hours=30)),
)
TOOK = tuple(Took(BUCKET * place, *((4, 2, 1) if place == 1 else (0, 0, 0))) for place in range(BUCKETS))
FIGURES = Figures(DYNASTIES, MONTHS, YEARS, TOOK)


def marks(svg: str, kind: str) -> list[list[float]]:
    """The numbers of each part of the one mark of a kind: of a bar x, y, width and height, of a dot x and y."""
    (path,) = ElementTree.fromstring(svg).findall(f".//{SVG}path[@class='c-{kind}']")
    parts = re.findall(r"M[^M]*", path.get("d"))
    return [[float(number) for number in re.findall(r"-?[\d.]+", part)] for part in parts]


def bars(svg: str, kind: str) -> list[tuple[float, ...]]:
    return [tuple(part[:4]) for part in marks(svg, kind)]


def links(svg: str) -> list[tuple[str, str]]:
    """Where each link leads, and what it says."""
    anchors = ElementTree.fromstring(svg).iter(f"{SVG}a")
    return [(link.get("href"), link.findtext(f"{SVG}title", "")) for link in anchors]


def words(svg: str) -> list[str]:
    return [text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.fixture
def as_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even two are drawn as many are."""
    monkeypatch.setattr(by_dynasty, "FEW", 0)
    monkeypatch.setattr(by_month, "FEW", 0)


def test_few_dynasties_are_rows_with_their_names_the_newest_first():
    for svg, width in ((by_dynasty.wide(DYNASTIES), 980), (by_dynasty.narrow(DYNASTIES), 200)):
        assert words(svg) == [
            "30: The Third", "25: 0 % enacted", "29: “Cats” & <dogs>", "0", "28: The First", "50: 75 % enacted",
        ]  # fmt: skip
        assert [href.rpartition("=")[2] for href, _ in links(svg)] == ["30", "29", "28"]
        assert [bar[2] for bar in bars(svg, "failed")] == [width / 2, width / 5]
        assert "c-rate" not in svg


def test_few_months_are_columns_with_their_numbers():
    svg = by_month.wide(MONTHS)
    assert [bar[3] for bar in bars(svg, "active-area")][1] == 192  # the most, in all of the height
    assert "8" in words(svg) and "Dec 2025" in words(svg)
    assert links(svg)[1] == ("/archive/?year=2025&month=12", "December 2025: 8 active, 4 proposed something")


def test_a_single_year_has_no_course():
    wide, narrow = by_time.wide(TOOK, YEARS[:1]), by_time.narrow(TOOK, YEARS[:1])
    assert "c-median" in by_time.wide(TOOK, YEARS)
    assert "c-median" not in wide + narrow and "c-enacted" in wide and "c-enacted" in narrow


@pytest.mark.usefixtures("as_many")
def test_bars_of_dynasties_are_as_high_as_their_numbers():
    svg = by_dynasty.wide(DYNASTIES)
    per = 240 / 50  # pixels for a proposal: the highest has fifty
    (enacted,), failed, (other,) = (bars(svg, kind) for kind in ("enacted", "failed", "other"))
    assert [enacted[3], *(bar[3] for bar in failed), other[3]] == [30 * per, 10 * per, 25 * per, 10 * per]
    assert (enacted[1], failed[0][1], other[1]) == (264 - 30 * per, 264 - 40 * per, 264 - 50 * per)
    assert [dot[1] for dot in marks(svg, "rate")] == [306 + 25, 406]
    assert links(svg) == [
        ("/archive/?category=proposal&dynasty=28", "28: The First: 50 proposals, 75 % enacted"),
        ("/archive/?category=proposal&dynasty=29", "29: “Cats” & <dogs>: no proposals"),
        ("/archive/?category=proposal&dynasty=30", "30: The Third: 25 proposals, 0 % enacted"),
    ]


@pytest.mark.usefixtures("as_many")
def test_dynasties_run_down_a_narrow_screen_the_newest_first():
    svg = by_dynasty.narrow(DYNASTIES)
    assert [href.rpartition("=")[2] for href, _ in links(svg)] == ["30", "29", "28"]
    assert [bar[2] for bar in bars(svg, "failed")] == [90, 36]  # of 180 pixels for fifty
    assert [dot[0] for dot in marks(svg, "rate")] == [246, 316.5]


def test_hundreds_of_dynasties_are_told_apart_and_some_of_them_named():
    many = [OfDynasty(number, "X", began(1800 + number), 9, 3, 0, 0) for number in range(1, 232)]
    wide, narrow = by_dynasty.wide(many), by_dynasty.narrow(many)
    assert len(bars(wide, "enacted")) == len(bars(narrow, "enacted")) == 231
    assert all(bar[2] > 3 for bar in bars(wide, "enacted")) and all(
        bar[3] > 4 for bar in bars(narrow, "enacted")
    )
    named = [int(text) for text in words(wide) if text.isdigit() and 10 < int(text) <= 231]
    assert named == list(range(20, 231, 10))
    assert len(wide) < 80_000 and len(narrow) < 60_000


def test_a_line_goes_through_the_rates_where_there_are_enough():
    many = [OfDynasty(number, "X", began(2000), 1, 1, 0, 0) for number in range(1, 10)]
    (line,) = marks(by_dynasty.wide(many), "trend")
    assert (line[1::2], line[0], line[-2]) == ([356] * 9, 44 + 55, 44 + 55 + 8 * 110)
    assert "c-trend" not in by_dynasty.wide(many[:8]) and "c-trend" not in by_dynasty.narrow(many[:8])
    assert "median of nine" in rendered(many) and "median of nine" not in rendered(many[:8])


def rendered(dynasties: list[OfDynasty]) -> str:
    return render_to_string("votables/drawn_charts.html", drawn(Figures(tuple(dynasties), (), (), ())))


@pytest.mark.parametrize(
    ("rates", "expected"),
    [
        ([], []),
        ([None, None], [None, None]),
        ([10, None, 30], [20, 20, 20]),
        ([0] * 5 + [100] * 5, [0, 0, 0, 0, 0, 100, 100, 100, 100, 100]),
    ],
)
def test_the_line_through_rates_is_the_median_of_those_around(rates, expected):
    assert by_dynasty.smooth(rates) == expected


@pytest.mark.usefixtures("as_many")
def test_months_are_as_high_as_their_players_and_lead_to_the_archive():
    svg = by_month.wide(MONTHS)
    (active,), (proposed,) = marks(svg, "active"), marks(svg, "proposed")
    assert active == [44, 164, 576, 28, 1108, 96]  # 272 pixels for eight
    assert proposed == [44, 266, 576, 164, 1108, 300]
    assert "8 in Dec 2025" in words(svg)
    assert links(svg)[1] == ("/archive/?year=2025&month=12", "December 2025: 8 active, 4 proposed something")
    assert links(by_month.narrow(MONTHS)) == [
        ("/archive/?year=2025", "2025"), ("/archive/?year=2026", "2026"),
    ]  # fmt: skip


def test_times_are_stacked_by_how_proposals_came_out_and_years_show_their_quarters():
    svg = by_time.wide(TOOK, YEARS)
    per = 272 / 7
    heights = [bars(svg, kind)[0][3] for kind in ("enacted", "failed", "illegal")]
    assert heights == [pytest.approx(number * per, abs=0.11) for number in (4, 2, 1)]
    middle, medians = bars(svg, "middle"), marks(svg, "median")
    an_hour = 272 / 48
    assert [(bar[1], bar[3]) for bar in middle] == [
        (44, pytest.approx(36 * an_hour, abs=0.1)), (pytest.approx(316 - 30 * an_hour, abs=0.1), 0),
    ]  # fmt: skip
    assert [dot[1] for dot in medians] == [
        pytest.approx(316 - hours * an_hour, abs=0.1) for hours in (24, 30)
    ]
    assert links(svg) == [
        (
            "/archive/?category=proposal&year=2025",
            "2025: median 24 h, half of them between 12 h and 2 d (9 resolved)",
        ),
        (
            "/archive/?category=proposal&year=2026",
            "2026: median 30 h, half of them between 30 h and 30 h (1 resolved)",
        ),
    ]


@pytest.mark.parametrize(
    "figures", [FIGURES, Figures((), (), (), ()), Figures(DYNASTIES[1:2], MONTHS[:1], (), ())]
)
def test_a_chart_has_nothing_in_it_that_the_page_may_not(figures):
    charts = drawn(figures)
    for name in ("by_dynasty", "by_month", "by_time"):
        for svg in (charts[name].wide, charts[name].narrow):
            for element in ElementTree.fromstring(svg).iter():
                assert element.tag.removeprefix(SVG) in {"svg", "text", "line", "path", "a", "rect", "title"}
                assert not {"style", "id"} & element.attrib.keys()
                assert not [name for name in element.attrib if name.startswith("on")]


def test_each_chart_says_in_a_sentence_what_it_shows():
    charts = drawn(FIGURES)
    assert [charts[name].sentence for name in ("by_dynasty", "by_month", "by_time")] == [
        "75 proposals have been made, and 46 % of those decided were enacted."
        " The most in one dynasty were 50, in The First (number 28).",
        "This month 6 have been active; the most were 8, in December 2025.",
        "Half of the proposals of 2026 were resolved within 30 h."
        " The quickest year was 2025 (24 h), the slowest 2026 (30 h).",
    ]
    nothing = drawn(Figures((), (), (), ()))
    assert [nothing[name].sentence for name in ("by_dynasty", "by_month", "by_time")] == [
        "Nothing has been proposed yet.", "Nobody has played yet.", "No proposal has been resolved yet.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("most", "about", "expected"),
    [
        (230, 5, [0, 50, 100, 150, 200]), (28, 5, [0, 10, 20]), (7, 5, [0, 2, 4, 6]), (1, 5, [0, 1]), (0, 5, [0]),
        (2_400, 5, [0, 500, 1000, 1500, 2000]), (1.9, 5, [0, 1]),
    ],
)  # fmt: skip
def test_steps_are_round_and_no_more_than_there_is(most, about, expected):
    assert steps(most, about) == expected


@pytest.mark.parametrize(("hours", "words"), [(0.4, "0 h"), (47, "47 h"), (48, "2 d"), (55.2, "2 d 7 h")])
def test_a_span_is_said_in_hours_and_then_in_days(hours, words):
    assert by_time.span(hours) == words


def test_a_scale_goes_no_further_than_its_end():
    scale = Scale(10, 100, 0)
    assert [scale(number) for number in (0, 5, 10, 11)] == [100, 50, 0, 0]
