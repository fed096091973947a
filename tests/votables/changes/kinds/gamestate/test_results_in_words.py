"""How what became of steps of the tracker is told: a sentence for each, rows of one table in one."""

import pytest

from votables.changes.results_in_words import REMARKS, told_together

pytestmark = pytest.mark.django_db


def test_what_an_admin_made_of_a_row_is_told_of_that_row():
    row = {"name": "add a row", "step": "add-row", "table": "Ports"}
    consequences = [
        {"change": place, **row, "about": name} for place, name in enumerate(("Quay", "Dock", "Pier"))
    ]
    consequences[1]["skipped"] = "Too dear."
    assert "skipped" in REMARKS
    assert [(one["change"], one["sentence"]) for one in told_together(consequences)] == [
        (0, "Add 2 rows to <b>Ports</b>"),
        (1, "Add <b>Dock</b> to <b>Ports</b>"),
    ]


def test_names_that_people_gave_are_told_as_they_are_and_as_text():
    paragraphs = told_together(
        [{"change": 0, "name": "track something new", "step": "define", "about": "<i>{x}</i>"}]
    )
    assert paragraphs[0]["sentence"] == "Track <b>&lt;i&gt;{x}&lt;/i&gt;</b>"
