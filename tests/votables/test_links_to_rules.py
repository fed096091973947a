"""`[[Rule name]]` in a post leads to that rule as of the post's time."""

import pytest

from ruleset.services import replace_ruleset
from ruleset.text.markdown import read
from votables.queries.rendering import render_prose

from .table import noon, propose, seat

pytestmark = pytest.mark.django_db


def linked(address: str, words: str) -> str:
    return f'<a href="{address}" class="named">{words}</a>'


def test_a_name_leads_to_the_rule_as_it_stood_else_to_the_law_else_to_a_post(client):
    alice, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    cats, dogs = propose(alice, noon(0), "Cats"), propose(alice, noon(0, hours=1), "Dogs")
    made = replace_ruleset(tree=read("# Core\n## Cats\nPurr.\n"), kind="import", at=noon(1), by=None, why="x")
    rule = made.begun.get(title="Cats").rule_id
    text = "[[cats]] [[Cats]] [[Dogs]] [[Votes]] [[Cows]]"
    before = render_prose(text, prefix="p1", at=noon(0, hours=2))
    unknown, others = (
        '<span class="unknown">[[{}]]</span>',
        (f"{linked(dogs.get_absolute_url(), 'Dogs')} {linked('/law/#rule-votes', 'Votes')}"),
    )
    assert before == (
        f"<p>{unknown.format('cats')} {linked(cats.get_absolute_url(), 'Cats')} {others} {unknown.format('Cows')}</p>"
    )
    after = render_prose(text, prefix="p1", at=noon(2))
    where = f"/rules/{rule}/?at=2026-03-04T12:00:00Z"
    assert after == (
        f"<p>{linked(where, 'cats')} {linked(where, 'Cats')} {others} {unknown.format('Cows')}</p>"
    )
    replace_ruleset(tree=read("# Core\n## Cats\nHiss.\n"), kind="import", at=noon(3), by=None, why="x")
    assert b"<p>Purr.</p>" in client.get(where).content
    assert b"<p>Hiss.</p>" in client.get(f"/rules/{rule}/").content
