"""How times, names, signs and tallies are put."""

from datetime import UTC, datetime, timedelta, timezone
from types import SimpleNamespace as Thing

import pytest
from django.utils.safestring import mark_safe

from blognomic import display
from blognomic.web import holes

AT = datetime(2026, 11, 21, 13, 5, tzinfo=UTC)


def players(names: str) -> list[Thing]:
    return [Thing(pk=number, name=name) for number, name in enumerate(names.split(), start=1)]


def vote(name: str, cast: str, counts_as: str) -> Thing:
    return Thing(player=Thing(name=name), cast=cast, counts_as=counts_as)


def test_utc_text_names_the_month_and_is_in_utc():
    tokyo = timezone(timedelta(hours=9))
    assert display.utc_text(datetime(2026, 1, 2, 3, 4, tzinfo=tokyo)) == "1 January 2026, 18:04 UTC"
    assert display.iso(datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=tokyo)) == "2026-01-01T18:04:05Z"


@pytest.mark.parametrize(
    ("delta", "text"),
    [
        (timedelta(seconds=59.9), "less than a minute"),
        (timedelta(minutes=1), "1 min"),
        (timedelta(minutes=59, seconds=59), "59 min"),
        (timedelta(hours=12), "12 h"),
        (timedelta(hours=31, minutes=10, seconds=30), "31 h 10 min"),
        (timedelta(days=7), "168 h"),
    ],
)
def test_hours_are_counted_and_rounded_down(delta, text):
    assert display.hours_text(delta) == text


def test_no_line_ends_between_a_number_and_its_unit_or_within_a_tally():
    text = display.unbroken("2 FOR and 7 h 30 min, or 59 % of 4 minutes & more")
    assert text == "2 FOR and 7\u00a0h 30\u00a0min, or 59\u00a0% of 4 minutes & more"
    assert type(text) is str
    assert display.unbroken("failed (2–7) – at last") == "failed (2–\u20607) – at last"
    assert display.unbroken(mark_safe("<b>7 h</b>")).__html__() == "<b>7\u00a0h</b>"


@pytest.mark.parametrize(
    ("delta", "text"),
    [
        (timedelta(), "just now"),
        (timedelta(seconds=-59), "just now"),
        (timedelta(minutes=-1), "1 minute ago"),
        (timedelta(minutes=-59), "59 minutes ago"),
        (timedelta(hours=-3, minutes=-59), "3 hours ago"),
        (timedelta(days=-1), "1 day ago"),
        (timedelta(days=-59), "59 days ago"),
        (timedelta(days=-60), "1 month ago"),
        (timedelta(days=-729), "23 months ago"),
        (timedelta(days=-731), "2 years ago"),
        (timedelta(seconds=1), "in less than a minute"),
        (timedelta(hours=31, minutes=10), "in 31 h 10 min"),
        (timedelta(days=4) - timedelta(minutes=1), "in 95 h 59 min"),
        (timedelta(days=4), "in 4 days"),
    ],
)
def test_relative_text_on_both_sides_of_now(delta, text):
    assert display.relative_text(AT + delta, AT) == text


def test_moments_are_time_elements():
    when = AT - timedelta(hours=3)
    assert display.moment_html(when, AT) == (
        '<time class="moment" datetime="2026-11-21T10:05:00Z">21 November 2026, 10:05 UTC '
        '<span class="relative" data-ago="2026-11-21T10:05:00Z">(3 hours ago)</span></time>'
    )
    assert display.moment_html(when, None) == (
        '<time class="moment" datetime="2026-11-21T10:05:00Z">21 November 2026, 10:05 UTC</time>'
    )
    assert display.ago_html(when, AT) == (
        '<time data-ago datetime="2026-11-21T10:05:00Z" title="21 November 2026, 10:05 UTC">3 hours ago</time>'
    )
    assert display.countdown_html(AT + timedelta(minutes=5), AT) == (
        '<time data-countdown datetime="2026-11-21T13:10:00Z" title="21 November 2026, 13:10 UTC">in 5 min</time>'
    )
    assert "due now" in display.countdown_html(AT, AT)
    assert [make(None, AT) for make in (display.moment_html, display.ago_html, display.countdown_html)] == [
        ""
    ] * 3


@pytest.mark.parametrize("seconds", [0, 1, 59, 60, 61, 3599, 3600, 7199.5, 86400, 90061, 10**7, 10**8])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_hole_is_filled_with_what_would_be_said_at_once(seconds, sign):
    when = AT + sign * timedelta(seconds=seconds)
    for make in (display.moment_html, display.ago_html, display.countdown_html):
        with holes.left_open(holes.EVERY, now=AT):
            html = make(when, AT)
        assert "\x02" in html
        assert holes.filled(html, display.said_at(AT)) == make(when, AT)


def test_a_distance_from_another_instant_than_now_is_said_at_once():
    with holes.left_open(holes.EVERY, now=AT):
        assert display.ago_html(AT, AT + timedelta(hours=2)) == display.ago_html(AT, AT + timedelta(hours=2))
        assert "2 hours ago" in display.ago_html(AT, AT + timedelta(hours=2))


def test_names_are_escaped_wherever_they_are_shown():
    who = Thing(pk=1, name="<b>&")
    assert (
        display.player_html(who, "/players/1/") == '<a class="player" href="/players/1/">&lt;b&gt;&amp;</a>'
    )
    assert display.icon_html("star", '"x"', "/icons.svg") == (
        '<svg class="icon icon-star" role="img" aria-label="&quot;x&quot;"><title>&quot;x&quot;</title>'
        '<use href="/icons.svg#star"></use></svg>'
    )


def test_unknown_codes_are_shown_as_themselves():
    assert display.sign("state", "popular") == display.Sign("popular", "up", "popular")
    assert display.sign("state", "sideways") == display.Sign("sideways", "ring", "plain")


def verdict(votes: list[Thing], waiting: str, *, quorum: int, size: int) -> Thing:
    counts = [one.counts_as for one in votes]
    return Thing(
        votes=votes, f=counts.count("for"), a=counts.count("against"), x=counts.count("abstain"),
        quorum=quorum, roster_size=size, waiting=players(waiting),
    )  # fmt: skip


def test_tally_fills_from_both_sides_with_the_line_at_quorum():
    votes = [
        vote("Alice", "deferential", "for"),
        vote("Bobby", "", "for"),
        vote("Carol", "against", "against"),
        vote("David", "veto", ""),
        vote("Ellen", "deferential", "abstain"),
    ]
    bar = display.TallyBar(verdict(votes, "Farah", quorum=4, size=6))
    assert bar.seats == [
        display.Seat("for", "Bobby: FOR, as the author"),
        display.Seat("for", "Alice: DEFERENTIAL, counts as FOR"),
        display.Seat("uncounted", "David: VETO, not counted"),
        display.Seat("empty", "Farah has not voted", mark=True),
        display.Seat("abstain", "Ellen: DEFERENTIAL, abstains"),
        display.Seat("against", "Carol: AGAINST"),
    ]
    assert bar.sentence == "2 FOR, 1 AGAINST, 1 abstaining; quorum is 4 of 6 players"
    assert [(group.label, [one.player.name for one in group.votes]) for group in bar.groups] == [
        ("FOR", ["Bobby", "Alice"]),
        ("AGAINST", ["Carol"]),
        ("Abstaining", ["Ellen"]),
        ("Not counted", ["David"]),
    ]
    assert not bar.dense


def test_tally_of_an_empty_roster_has_no_seats():
    bar = display.TallyBar(verdict([], "", quorum=1, size=0))
    assert (bar.seats, bar.groups) == ([], [])
    assert bar.sentence == "0 FOR, 0 AGAINST; quorum is 1 of 0 players"


def test_tally_without_names_has_its_numbers():
    crowd = Thing(votes=[], f=2, a=1, x=0, quorum=3, roster_size=45, waiting=[])
    bar = display.TallyBar(crowd)
    assert [seat.tone for seat in bar.seats] == ["for"] * 2 + ["empty"] * 42 + ["against"]
    assert [place for place, seat in enumerate(bar.seats, start=1) if seat.mark] == [3]
    assert bar.dense


def test_ignored_icons_are_told_in_their_order():
    comment = Thing(icons=["for", "veto", "veto"], ignored={"2": "again", "1": "not yours", "7": "gone"})
    assert display.ignored_icons(comment) == [("veto", "not yours"), ("veto", "again")]


def test_a_thread_says_each_day_once_and_the_year_where_it_is_another():
    def shown(when: datetime, above: datetime | None) -> str:
        return display.time_in_thread(when, above, AT.year).partition(">")[2].partition("<")[0]

    assert shown(AT, None) == "21 November, 13:05"
    assert shown(AT + timedelta(hours=1), AT) == "14:05"
    assert shown(AT + timedelta(hours=11), AT) == "22 November, 00:05"
    assert shown(AT + timedelta(days=60), AT) == "20 January 2027, 13:05"
    assert 'title="21 November 2026, 13:05 UTC"' in display.time_in_thread(AT, AT, AT.year)
