"""The charts and the figure of a dynasty's story, in a real browser: what they show is read, and leads to its posts."""

import pytest

from tests.votables.table import enacted, noon

from .hand import expect
from .playing import PHONE

pytestmark = [pytest.mark.sweep, pytest.mark.django_db]


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_a_bar_of_the_charts_leads_to_its_proposals_and_its_dynasty_has_a_figure_of_its_own(
    five, tab, clock, how
):
    enacted(five[0], noon(1), title="Purring")
    clock.move_to(noon(3))

    window = (
        tab("", "/charts/", **how)
        .says("One proposal has been made", "100 %", "Active players by month")
        .fits()
    )
    bar = window.page.locator("main svg:visible a").first
    bar.tap() if window.by_touch else bar.click()
    window.page.wait_for_url("**/archive/?*")
    window.says("Purring", "enacted").fits()

    window.go("/players/dynasties/1/").says("How it went", "1 matter was enacted").fits()
    expect(window.page.locator("main svg:visible").first).to_be_visible()
    window.unfold("The figures").says("Day", "2 Mar 2026")
