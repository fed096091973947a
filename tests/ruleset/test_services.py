"""The law in force, version by version."""

from datetime import UTC, datetime, timedelta

import pytest

from blognomic.web.errors import RuleBroken
from ruleset.law import document, load
from ruleset.models import LawVersion
from ruleset.queries import law_at
from ruleset.services import enact_law

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
BIT = timedelta(microseconds=1)
DAY = timedelta(days=1)


def enact(name: str, at: datetime, text: str | None = None, **special_cases: bool) -> LawVersion:
    return enact_law(
        document=text or document(name),
        special_cases=special_cases,
        at=at,
        by=None,
        why="Why",
        link="/posts/1/",
    )


def test_there_is_no_law_before_the_first():
    assert law_at(NOON) is None
    enact("ruleset-37", NOON)
    assert law_at(NOON - BIT) is None


def test_a_law_is_in_force_from_its_instant_to_the_next(django_assert_num_queries):
    first = enact("ruleset-37", NOON)
    second = enact("ruleset-211", NOON + DAY, Dormancy=False)
    third = enact("ruleset-211", NOON + DAY)
    laws = [law_at(NOON + hours) for hours in (0 * DAY, DAY - BIT, DAY)]
    assert [(one.version, one.law.name, one.special_cases) for one in laws] == [
        (first, "ruleset-37", {}),
        (first, "ruleset-37", {}),
        (third, "ruleset-211", {}),
    ]
    assert (second.special_cases, second.why, second.link, second.by) == (
        {"Dormancy": False}, "Why", "/posts/1/", None,
    )  # fmt: skip
    with django_assert_num_queries(1):
        law_at(NOON + DAY)


def test_the_law_is_the_document_that_was_stored_not_the_shipped_one():
    amended = document("ruleset-211").replace('label = "Proposal"', 'label = "Motion"')
    enact("ruleset-211", NOON, amended)
    assert law_at(NOON).law.kinds["proposal"].label == "Motion"
    assert load("ruleset-211").kinds["proposal"].label == "Proposal"
    assert law_at(NOON).law is law_at(NOON).law


@pytest.mark.parametrize("text", ["", "not TOML", "name = 'x'", "\x00", "half = '\ud83d'"])
def test_a_law_that_cannot_be_read_is_refused_with_the_place(text):
    with pytest.raises(RuleBroken, match="This law cannot be read: ") as broken:
        enact("", NOON, text or " ")
    assert (broken.value.status, LawVersion.objects.count()) == (400, 0)


def test_laws_follow_each_other_in_time():
    enact("ruleset-37", NOON)
    with pytest.raises(RuleBroken, match="later version") as broken:
        enact("ruleset-86", NOON - BIT)
    assert (broken.value.status, LawVersion.objects.count()) == (409, 1)
