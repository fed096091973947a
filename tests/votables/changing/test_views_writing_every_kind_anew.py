"""A change of any kind stands in its form again as it was written."""

import json
import re

import pytest

from gamestate.models import Row, Update
from gamestate.services import acting
from gamestate.services.undoing import dispute
from gamestate.services.updating import update
from tests.leaves import GIVEN
from votables.changes.change import read_change
from votables.models import Draft
from votables.post_types.type_definitions import definition_of
from votables.services import typed_posts

from ..changes.kinds.gamestate.test_of_every_kind import page, players, steps_of_every_kind  # noqa: F401 -- a fixture
from ..table import noon
from .browsing import at_time, browser, sound

pytestmark = pytest.mark.django_db
DUEL = {"name": "Duel", "plural": "Duels", "mark": "Duel", "most_open": 3}
HUNT = {"name": "Hunt", "plural": "Hunts", "mark": "Hunt"}
WHEN = {"kind": "rule", "words": "Birds", "negated": True}


def others(players, disputed: Update) -> list[dict[str, object]]:  # noqa: F811
    """Changes of the roster and the types of official posts, and an update to uphold."""
    alice, bobby, carol, david, _ = players
    acting.declare(leave=GIVEN, by=alice, at=noon(0), name="Shop", frequency="")
    hunts = typed_posts.define(by=alice, at=noon(0), **HUNT, ending_action="Rest.\nEat.")
    base = definition_of(hunts)
    until = "2026-05-01T12:00:00+00:00"
    return [
        {"op": "roster", "do": "rename", "player": bobby.pk, "name": "Robert"},
        {"op": "roster", "do": "make-admin", "player": carol.pk, "when": WHEN},
        {"op": "roster", "do": "bar", "player": david.pk, "until": until, "why": "Noise."},
        {"op": "roster", "do": "emperor", "player": None},
        {"op": "roster", "do": "end-dynasty", "name": "Quiet", "keep_rules": False, "keep_tracked": True},
        {"op": "official", "do": "define", "definition": DUEL},
        {
            "op": "official",
            "do": "alter",
            "type": hunts.pk,
            "base": base,
            "definition": {**base, "most_open": 4},
        },
        {"op": "official", "do": "retire", "type": hunts.pk, "when": WHEN},
        {"op": "uphold", "update": disputed.pk},
        {"op": "add-action", "title": "Dig", "does": "refuse 'No.'", "needs": "2 > 1 -- No."},
        {"op": "alter-action", "action": "Shop", "does": "refuse 'No.'", "asks": "n: number from 1 to 2"},
        {"op": "pause-action", "action": "Shop", "text": "Rain.", "when": WHEN},
        {"op": "resume-action", "action": "Shop"},
        {"op": "remove-action", "action": "Shop"},
    ]


@pytest.fixture
def draft(players) -> Draft:  # noqa: F811
    made = update(leave=GIVEN, by=players[2], at=noon(1), steps=[page("scrawl", "Quack.")])
    dispute(leave=GIVEN, update=made, by=players[3], at=noon(1), why="No.")
    steps = [{"op": "track", "step": step, "when": WHEN} for step in steps_of_every_kind(players)]
    changes = [read_change(change).as_json() for change in [*others(players, made), *steps]]
    words = {"title": "Everything", "category": "proposal", "saved_at": noon(1)}
    return Draft.objects.create(author=players[1], changes=changes, **words)


def sent_back(page) -> dict[str, object]:
    """What a browser sends when nothing in the form is touched."""
    initial = {name: page.context[name] for name in ("path", "base") if name in page.context}
    forms = [page.context[name] for name in ("form", "condition") if page.context.get(name)]
    initial |= {field.name: field.value() for form in forms for field in form}
    initial = {name: value for name, value in initial.items() if value is not None and value is not False}
    return initial | {"instead": re.search(r'name="instead" value="(\d+)"', page.content.decode())[1]}


@pytest.mark.sweep
def test_a_change_that_is_sent_again_as_it_stands_is_the_same(draft):
    with at_time(noon(2)):
        client, address = browser("Bobby"), f"/drafts/{draft.pk}/changes/"
        places = [str(place) for place in range(len(draft.changes))]
        assert re.findall(r"add/\?instead=(\d+)", sound(client.get(address))) == places
        for place in places:
            form = client.get(f"{address}add/?instead={place}")
            assert ">Save it</button>" in sound(form)
            assert client.post(f"{address}add/", sent_back(form)).url == address
        kept = [json.dumps(change, sort_keys=True) for change in Draft.objects.get().changes]
        keys = {f"row={row.name}": f"row:{row.pk}" for row in Row.objects.all()}
        written = [json.dumps(change, sort_keys=True) for change in draft.changes]
        assert kept == [re.sub(r"row=(Town|Forest)", lambda match: keys[match[0]], one) for one in written]


def test_another_value_takes_the_place_of_the_first(draft):
    with at_time(noon(2)):
        client, address = browser("Bobby"), f"/drafts/{draft.pk}/changes/add/"
        place = next(n for n, one in enumerate(draft.changes) if one.get("step", {}).get("path") == "motto")
        sent = {**sent_back(client.get(f"{address}?instead={place}")), "to": "Honk", "when": ""}
        client.post(address, sent)
        changes = Draft.objects.get().changes
        assert changes.pop(place) == {
            "op": "track", "step": {"do": "set", "path": "motto", "of": ["game"], "to": "Honk"},
        }  # fmt: skip
        assert changes == [one for n, one in enumerate(draft.changes) if n != place]


def test_nobody_is_chosen_in_place_of_somebody_who_cannot_be_chosen_any_more(draft, players):  # noqa: F811
    carol = players[2]
    carol.standing = "left"
    carol.save(update_fields=["standing"])
    with at_time(noon(2)):
        client, address = browser("Bobby"), f"/drafts/{draft.pk}/changes/add/"
        form = client.get(f"{address}?instead=1")
        assert form.context["form"].fields["player"].choices[0] == ("", "Choose one")
        answer = client.post(address, {**sent_back(form), "player": ""})
        assert (answer.status_code, Draft.objects.get().changes) == (400, draft.changes)


def test_a_step_on_players_of_what_the_game_has_is_put_right(draft):
    wrong = {"op": "track", "step": {"do": "set", "path": "motto", "of": ["players"], "to": "Honk"}}
    Draft.objects.update(changes=[wrong])
    with at_time(noon(2)):
        client, address = browser("Bobby"), f"/drafts/{draft.pk}/changes/add/"
        client.post(address, sent_back(client.get(f"{address}?instead=0")))
        assert Draft.objects.get().changes == [{**wrong, "step": {**wrong["step"], "of": ["game"]}}]
