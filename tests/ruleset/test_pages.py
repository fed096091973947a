"""The pages of the ruleset: as of any time, and spared to readers who have seen them."""

import gzip
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ruleset.models import Revision, Rule
from ruleset.services import replace_ruleset
from ruleset.text import starting
from ruleset.text.markdown import read

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
RULES = "# Core\n\n## Cats\n\n{}\n\n# Special Case\n\n## Rain [Rare]\n\nWet.\n"


def say(text: str, *, days: int = 0) -> Revision:
    at = NOON + timedelta(days=days)
    return replace_ruleset(tree=read(RULES.format(text)), kind="import", at=at, by=None, why="because")


def get(client, address: str, *, minutes: int = 60, **headers: str):
    with time_machine.travel(NOON + timedelta(days=1, minutes=minutes), tick=False):
        return client.get(address, headers=headers)


def shown(client, address: str, **more: object) -> str:
    answer = get(client, address, **more)
    assert answer.status_code == 200
    return answer.content.decode()


def cats() -> int:
    return Rule.objects.get(versions__title="Cats", versions__until=None).pk


def test_the_ruleset_is_shown_with_contents_numbers_and_permalinks(client):
    say("Purr.")
    page, rule = shown(client, reverse("ruleset:rules")), cats()
    assert f'<a class="isolated" href="#rule-{rule}"><span class="rule-number">1.1</span> Cats</a>' in page
    assert f'id="rule-{rule}"' in page
    assert f'<a class="permalink" href="/rules/{rule}/"' in page
    assert page.count("<p>Purr.</p>") == 1
    assert page.count("inactive</small>") == 1


def test_the_ruleset_and_a_rule_are_shown_as_of_a_time_or_revision(client):
    first = say("Purr.")
    second = say("Hiss.", days=1)
    rule = cats()
    for address in (reverse("ruleset:rules"), reverse("ruleset:rule", args=[rule])):
        assert "<p>Hiss.</p>" in shown(client, address)
        assert "<p>Hiss.</p>" in shown(client, f"{address}?revision={second.pk}")
        for past in ("at=2026-03-02T13:00:00Z", "at=2026-03-02T13:00", f"revision={first.pk}"):
            page = shown(client, f"{address}?{past}")
            assert ("<p>Purr.</p>" in page, "<p>Hiss.</p>" in page) == (True, False)
        assert get(client, f"{address}?revision={second.pk + 1}").status_code == 404


def test_a_rule_that_changed_since_says_so_on_its_page_of_then(client):
    say("Purr.")
    say("Hiss.", days=1)
    address = reverse("ruleset:rule", args=[cats()])
    assert "It has changed since" in shown(client, f"{address}?at=2026-03-02T13:00:00Z")
    assert "It has not changed since" in shown(client, f"{address}?at=2026-03-03T12:30:00Z")
    assert "Not a rule at the time" in shown(client, f"{address}?at=2026-03-01T12:00:00Z")


def test_the_whole_ruleset_is_sent_small(client):
    replace_ruleset(tree=starting.tree(), kind="import", at=NOON, by=None, why="because")
    address = reverse("ruleset:rules")
    plain, small = get(client, address), get(client, address, accept_encoding="gzip")
    assert gzip.decompress(small.content) == plain.content
    assert len(small.content) < 30_000 < len(plain.content)


def queries(client, address: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        shown(client, address)
    return len(caught)


def test_the_pages_take_as_many_queries_for_one_rule_as_for_many(client):
    say("Purr.")
    rules, rule = reverse("ruleset:rules"), reverse("ruleset:rule", args=[cats()])
    few = queries(client, rules), queries(client, rule)
    say("Purr.\n\n## Dogs\n\n### Puppies\n\n## Cows", days=1)
    assert (queries(client, rules), queries(client, rule)) == few


def test_the_ruleset_of_a_site_without_one_says_so(client):
    assert "There is no ruleset here yet" in shown(client, reverse("ruleset:rules"))
