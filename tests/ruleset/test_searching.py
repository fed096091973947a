"""Words in the rules, present and past."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from blognomic.search.asking import read_question
from ruleset.models import Revision, Rule
from ruleset.queries import search_rules
from ruleset.services import replace_ruleset
from ruleset.text.markdown import read

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
    assert [(one.rule_id, one.text) for one in search_rules(read_question("cat may"))] == [
        (rule, "Every cat may hiss."), (rule, "Every cat may *purr* loudly."),
    ]  # fmt: skip
    (past,) = search_rules(read_question("PURR cats"))
    assert (past.rule_id, past.until) == (rule, second)
    assert search_rules(read_question("purr hiss")) == []
    page = client.get(reverse("ruleset:search"), {"q": "purr"}).content.decode()
    assert f'href="/rules/{rule}/?revision={past.revision_id}">Cats</a>' in page
    assert "Every cat may <mark>purr</mark> loudly." in page
    assert first.pk < past.revision_id < second.pk


def test_what_cannot_be_looked_for_is_said(client):
    say("# Core\n\nThe cats.", days=0)
    page = client.get(reverse("ruleset:search"), {"q": "the of"}).content.decode()
    assert "These words are nearly everywhere." in page and "Core</a>" not in page
    assert (
        "No rule has these words." in client.get(reverse("ruleset:search"), {"q": "zebra"}).content.decode()
    )


def test_what_was_looked_for_in_the_rules_can_be_looked_for_everywhere(client):
    page = client.get(reverse("ruleset:search"), {"q": "cats & dogs"}).content.decode()
    assert 'href="/search/?q=cats%20%26%20dogs"' in page
