"""Words in the rules, present and past."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from ruleset.markdown_text import read
from ruleset.models import Revision, Rule
from ruleset.queries import excerpt, search_rules
from ruleset.services import replace_ruleset

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def say(text: str, *, days: int) -> Revision:
    at = NOON + timedelta(days=days)
    return replace_ruleset(tree=read(text), kind="import", at=at, by=None, why="because")


def test_what_rules_say_and_have_said_is_found_once_each(client):
    first = say("# Core\n\n## Cats\n\nEvery cat may *purr* loudly.\n\n## Dogs\n\nBark.", days=0)
    say("# Core\n\n## Dogs\n\nBark.\n\n## Cats\n\nEvery cat may *purr* loudly.", days=1)
    second = say("# Core\n\n## Dogs\n\nBark.\n\n## Cats\n\nEvery cat may hiss.", days=2)
    rule = Rule.objects.get(versions__title="Cats", versions__until=None).pk
    assert [(one.rule_id, one.text) for one in search_rules("cat may")] == [
        (rule, "Every cat may hiss."), (rule, "Every cat may *purr* loudly."),
    ]  # fmt: skip
    (past,) = search_rules("PURR cat")
    assert (past.rule_id, past.until) == (rule, second)
    assert search_rules("purr hiss") == []
    page = client.get(reverse("ruleset:search"), {"q": "purr"}).content.decode()
    assert f'href="/rules/{rule}/?revision={past.revision_id}">Cats</a>' in page
    assert "Every cat may *<mark>purr</mark>* loudly." in page
    assert first.pk < past.revision_id < second.pk


def test_an_excerpt_shows_the_words_where_one_of_them_first_stands():
    text = f"{'before ' * 40}a Cat and a dog{' after' * 40}"
    pieces = excerpt(text, "dog cat")
    assert [said for said, is_one in pieces if is_one] == ["Cat", "dog"]
    whole = "".join(said for said, _ in pieces)
    assert (whole[:8], whole[-1], len(whole) < 220) == ("…before ", "…", True)
    assert excerpt("Neither.", "dog") == []
    assert excerpt("dog", "dog") == [("dog", True)]


def test_signs_of_a_pattern_are_looked_for_as_they_are():
    assert excerpt("Costs (1+1) coins", "(1+1)") == [("Costs ", False), ("(1+1)", True), (" coins", False)]
