"""What a pending matter's changes are shown to do."""

import pytest

from ruleset.queries import law_at
from tests.votables.table import noon
from votables.changes.change import stored_changes
from votables.changes.outcome import outcome_of_changes
from votables.changes.preview import missing_tags

from .carried import WITH_CASES, new, seat_with

pytestmark = pytest.mark.django_db


EVERYWHERE = ["Cats", "Quorum", "Nap", "Words"]


@pytest.mark.parametrize(
    ("law", "lacking"),
    [
        ("ruleset-37", []),
        ("ruleset-86", []),
        ("ruleset-98", []),
        ("ruleset-2019-09", ["Core", "Special Case", "Appendix", "Victory"]),
        ("ruleset-211", ["Core", "Special Case", "Appendix"]),
    ],
)
def test_a_title_lacks_the_tags_that_the_law_in_force_asks_for(law, lacking):
    _, keys = seat_with(WITH_CASES, law)
    changes = [new(keys[name], "Birds") for name in EVERYWHERE]
    changes.append({"op": "step", "text": "Carol achieves victory."})
    outcome = outcome_of_changes(stored_changes(changes), at=noon(1))
    in_force = law_at(noon(1))
    assert [tag.name for tag in missing_tags([], outcome, in_force)] == lacking
    assert missing_tags(["core", "SPECIAL CASE", "Appendix", "Victory"], outcome, in_force) == []
    dynastic = outcome_of_changes(stored_changes(changes[:1]), at=noon(1))
    assert missing_tags([], dynastic, in_force) == []
    assert missing_tags([], outcome, None) == []
