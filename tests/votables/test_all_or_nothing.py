"""Victories, mantles, addresses and roster matters happen as a whole: when one of the last steps goes wrong, not a row
of the database is another than before."""

from collections.abc import Callable

import pytest
from django.apps import apps

from gamestate.models import Variable
from players.models import Player
from ruleset.models import Revision
from ruleset.text import starting
from ruleset.text.synonyms import Words
from tests.gamestate.tracker import define, track
from votables.models import Category, Post
from votables.queries.judge_facts import docket_at
from votables.services import posting, resolving
from votables.services.ascending import Address
from votables.services.mantle import pass_mantle

from .table import BEGINNING, declare, noon, propose, seat, vote

pytestmark = [pytest.mark.sweep, pytest.mark.django_db]
NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen")
GEESE = Words("Goose", "Geese", "Gander", "Ganders")
Act = Callable[[], object]


class Broken(Exception):
    """What goes wrong."""


def everything() -> dict[str, list[tuple]]:
    """All rows of all tables."""
    return {
        model._meta.label: sorted(model._base_manager.values_list(), key=repr) for model in apps.get_models()
    }


def seated() -> list[Player]:
    """A game under ruleset-86, where a mantle passes by a post, with rules of its own and something tracked."""
    players = seat(*NAMES, law="ruleset-86", ruleset=starting.tree())
    track(define("gold", to="5"), by=players[0], at=BEGINNING)
    return players


def declared() -> tuple[list[Player], Post]:
    """Bobby's declaration, which everybody is for, and David's, pending."""
    alice, bobby, carol, david, ellen = players = seated()
    won = declare(bobby, noon(1))
    declare(david, noon(1), "Mine")
    vote(won, noon(1, hours=1), **{"for": [alice, carol, david, ellen]})
    return players, won


def a_victory() -> Act:
    players, won = declared()
    return lambda: resolving.resolve(post=won, to="enacted", by=players[0], at=noon(2))


def a_failed_declaration() -> Act:
    alice, bobby, carol, david, ellen = seated()
    lost = declare(bobby, noon(1))
    vote(lost, noon(1, hours=1), against=[alice, carol, david, ellen])
    return lambda: resolving.resolve(post=lost, to="failed", by=alice, at=noon(2))


def won() -> list[Player]:
    players, declaration = declared()
    resolving.resolve(post=declaration, to="enacted", by=players[0], at=noon(2))
    return list(Player.objects.order_by("pk"))


def a_mantle() -> Act:
    _, bobby, carol, *_ = won()
    return lambda: pass_mantle(by=bobby, to=carol, at=noon(3))


def an_address() -> Act:
    _, bobby, *_ = won()
    arguments = {"category": Category.ASCENSION, "title": "Ascension Address: Geese", "body": "Honk."}
    return lambda: posting.publish(
        by=bobby, at=noon(3), ascension=Address(words=GEESE, pages=["Pond"]), **arguments
    )


def a_roster_matter() -> Act:
    """A proposal that renames Carol, makes Ellen an admin, bars David, and ends the dynasty."""
    alice, bobby, carol, david, ellen = seated()
    changes = [
        {"op": "roster", "do": "rename", "player": carol.pk, "name": "Clara"},
        {"op": "roster", "do": "make-admin", "player": ellen.pk},
        {"op": "roster", "do": "bar", "player": david.pk, "why": "Because."},
        {"op": "roster", "do": "end-dynasty", "name": "", "keep_rules": False, "keep_tracked": False},
    ]
    post = propose(bobby, noon(1), "Much at once", amends=[], changes=changes)
    vote(post, noon(1, hours=1), **{"for": [alice, carol, david, ellen]})
    return lambda: resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))


RESOLVING, ASCENDING, CHANGING_ROSTER = (
    "votables.services.resolving",
    "votables.services.ascending",
    "votables.changes.kinds.roster.carrying_out",
)


@pytest.mark.parametrize(
    ("prepare", "step"),
    [
        (a_victory, f"{RESOLVING}.crown"),
        (a_victory, f"{RESOLVING}.following.of_enactment"),
        (a_victory, f"{RESOLVING}.log_act"),
        (a_victory, f"{RESOLVING}.notices.resolved"),
        (a_failed_declaration, f"{RESOLVING}.following.of_failure"),
        (a_failed_declaration, f"{RESOLVING}.notices.resolved"),
        (a_mantle, "votables.services.mantle.crown"),
        (an_address, f"{ASCENDING}.begin_dynasty"),
        (an_address, f"{ASCENDING}.revise"),
        (an_address, f"{ASCENDING}.retire_all_but"),
        (an_address, f"{ASCENDING}.retire_all"),
        (an_address, f"{ASCENDING}.enact"),
        (an_address, "votables.services.posting.notices.posted"),
        (a_roster_matter, f"{CHANGING_ROSTER}.bar"),
        (a_roster_matter, f"{CHANGING_ROSTER}.record_keeper.begin_dynasty"),
        (a_roster_matter, f"{RESOLVING}.notices.resolved"),
    ],
)
def test_a_step_that_fails_leaves_nothing_half_done(prepare, step, monkeypatch):
    act = prepare()
    before = everything()
    reached = []

    def fail(*args: object, **more: object) -> None:
        reached.append(step)
        raise Broken

    with monkeypatch.context() as patched, pytest.raises(Broken):
        patched.setattr(step, fail)
        act()
    assert reached == [step]
    assert everything() == before


@pytest.mark.parametrize(
    ("prepare", "emperor"),
    [(a_victory, "Bobby"), (a_mantle, "Carol"), (an_address, "Bobby"), (a_roster_matter, None)],
)
def test_without_such_a_failure_all_of_it_is_done(prepare, emperor):
    prepare()()
    leader = docket_at(noon(3)).emperor
    assert (leader.name if leader else None) == emperor
    if prepare is an_address:
        assert Revision.objects.latest("pk").kind == Revision.Kind.ASCENSION
        assert not Variable.objects.filter(retired_at__isnull=True).exists()
