"""What is said while the game stands still."""

import pytest
from django.template.loader import render_to_string

from tests.blognomic.shown import as_shown
from tests.votables.table import declare, noon, seat
from votables.queries.judge_facts import docket_at
from votables.queries.standstills import StandstillShown, standstills_shown

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.mark.parametrize(
    ("law", "more", "call", "still"),
    [
        ("ruleset-98", "", "Call for Judgment", ", unidling, joining, voting"),
        ("ruleset-211", ", unidling, joining", "Call for Judgement", ", voting"),
        (
            "ruleset-37",
            "",
            "Call for Judgment",
            ", unidling, joining, voting with icons that count in a hiatus",
        ),
    ],
)
def test_a_pending_declaration_has_a_banner_that_says_what_is_stopped(law, more, call, still):
    alice, bobby, *_ = seat(*FIVE, law=law)
    declared = declare(bobby, noon(1))
    sentence = "A declaration of victory is pending. "
    sentence += "Not now: posting a Proposal, resolving a Proposal, dynastic actions"
    kinds = [
        f"{verb} a {kind}" for verb in ("posting", "resolving") for kind in (call, "Declaration of Victory")
    ]
    allowed = f"Still allowed: {', '.join(kinds)}, changes of the roster{still}."
    shown = standstills_shown(docket_at(noon(1)))
    assert shown == [StandstillShown("dov", f"{sentence}{more}.", None, allowed, (declared,))]
    page = as_shown(render_to_string("parts/_standstill.html", {"frame": {"standstill": shown}}))
    assert f'{more}. Pending: <a href="/posts/{declared.pk}/">Victory</a>. Still allowed' in page


@pytest.mark.parametrize(("month", "day", "year"), [(12, 24, 2026), (12, 26, 2026)])
def test_the_seasons_banner_says_until_when(month, day, year):
    seat(*FIVE)
    christmas = noon(0).replace(month=month, day=day)
    (sentence,) = standstills_shown(docket_at(christmas))
    assert (sentence.code, sentence.until) == (
        "seasonal",
        noon(0).replace(year=year, month=12, day=27, hour=0),
    )
