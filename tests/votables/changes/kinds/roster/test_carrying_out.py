"""What an enacted matter does to who plays and who holds an office, and what of it is undone when it is overturned."""

import pytest

from gamestate.models import LimitedAction
from gamestate.queries.snapshot import state_now
from players.models import AdminAct, Ascension, Bar, Dynasty, Player, Reign, RosterEvent
from players.queries.roster import dynasty_at
from ruleset.models import Revision
from ruleset.queries import names_at, revision_at, tree_after
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.gamestate.tracker import define, track
from tests.votables.changes.carried import FIVE, enact, overturn, said
from tests.votables.changes.seats import does, fresh, judgement, win
from tests.votables.table import Kind, event, make_admin, noon, propose, seat
from votables.changes.preview import preview_of
from votables.models import Post
from votables.post_types.models import OfficialType
from votables.queries.judge_facts import docket_at
from votables.services import typed_posts

pytestmark = pytest.mark.django_db


@pytest.fixture
def won() -> list[Player]:
    return win()


def test_a_matter_renames_makes_and_unmakes_admins_and_it_is_overturned():
    players = seat(*FIVE)
    alice, bobby, carol, david, _ = players
    make_admin(david)
    changes = [
        does("rename", carol, name="Caroline"),
        does("make-admin", bobby),
        does("unmake-admin", david),
    ]
    post = propose(bobby, noon(1), "Offices", changes=changes, amends=[])
    assert post.amends == ["roster"]
    assert said(post, noon(1)) == [
        "Carol is renamed to Caroline.",
        "Bobby becomes an admin.",
        "David stops being an admin.",
    ]
    consequences = enact(post, players, noon(2)).consequences[3:]
    assert consequences == [
        {
            "roster": "rename", "said": "Carol is renamed to Caroline",
            "player": carol.pk, "from": "Carol", "to": "Caroline",
        },
        {"roster": "make-admin", "said": "Bobby becomes an admin", "player": bobby.pk},
        {"roster": "unmake-admin", "said": "David stops being an admin", "player": david.pk},
    ]  # fmt: skip
    assert (fresh(carol).name, fresh(bobby).is_admin, fresh(david).is_admin) == ("Caroline", True, False)
    assert list(
        RosterEvent.objects.filter(at=noon(2)).order_by("pk").values_list("kind", "cause", "by", "link")
    ) == [(kind, "matter", alice.pk, post.get_absolute_url()) for kind in ("renamed", "admin", "not_admin")]
    assert "renamed Carol to Caroline" in AdminAct.objects.values_list("sentence", flat=True)
    assert overturn(post, alice, noon(3)) == [
        {"undone": "David is an admin again"},
        {"undone": "Bobby is no longer an admin"},
        {"undone": "Caroline is called Carol again"},
    ]
    assert (fresh(carol).name, fresh(bobby).is_admin, fresh(david).is_admin) == ("Carol", False, True)


def test_what_is_no_longer_so_is_kept_when_a_matter_is_overturned():
    players = seat(*FIVE)
    alice, bobby, carol, *_ = players
    changes = [does("rename", carol, name="Caroline"), does("make-admin", bobby), does("emperor", carol)]
    post = propose(bobby, noon(1), "Offices", changes=changes)
    enact(post, players, noon(2))
    later = propose(bobby, noon(3), "More", changes=[does("rename", carol, name="Lyra"), does("emperor")])
    enact(later, players, noon(4))
    event(bobby, Kind.NOT_ADMIN, at=noon(4))
    assert overturn(post, alice, noon(5)) == [
        {"kept": "Somebody else has become emperor since."},
        {"kept": "Bobby is no longer an admin."},
        {"kept": "Lyra has been renamed again since."},
    ]


def test_another_matter_lifts_a_bar_and_overturning_it_bars_again():
    players = seat(*FIVE, "Frank")
    alice, bobby, carol, *_ = players
    others = [one for one in players if one != carol]
    post = propose(bobby, noon(1), "Out", changes=[does("bar", carol, why="Two accounts.")])
    enact(post, players, noon(2))
    pardon = propose(bobby, noon(3), "In", changes=[does("unbar", carol)])
    assert said(pardon, noon(3)) == ["Carol can join again."]
    enact(pardon, others, noon(4))
    assert not Bar.objects.at(noon(4)).exists() and Bar.objects.at(noon(3)).count() == 1
    assert overturn(pardon, alice, noon(5)) == [{"undone": "Carol is barred from joining again"}]
    assert [(bar.since, bar.lifted_at) for bar in Bar.objects.order_by("pk")] == [
        (noon(2), noon(4)),
        (noon(5), None),
    ]


def test_overturning_a_bar_lifts_it_and_overturning_a_removal_keeps_it():
    players = seat(*FIVE)
    alice, bobby, carol, david, _ = players
    changes = [does("bar", carol, why="Two accounts."), does("remove", david, why="He asked.")]
    post = propose(bobby, noon(1), "Out", changes=changes)
    assert said(post, noon(1))[1] == "David is taken off the roster: He asked."
    enact(post, players, noon(2))
    assert overturn(post, alice, noon(3)) == [
        {"kept": "David stays off the roster until they ask to join and an admin admits them."},
        {"undone": "Carol can join again, but stays off the roster until then"},
    ]
    assert not Bar.objects.at(noon(3)).exists()


def end_the_dynasty(won: list[Player], **keep: bool) -> Post:
    alice, bobby, *_ = won
    section = Node("dyn", "Dynastic Rules", "", (Node("cats", "Cats", "Cats purr."),))
    tree = Tree((Node("core", "Core Rules", "", (Node("play", "Players", "Play."),)), section))
    revise(tree=tree, seen=None, kind=Revision.Kind.IMPORT, at=noon(2), by=alice, why="Test")
    track(define("gold", scope="game", to="5"), by=alice, at=noon(2))
    LimitedAction.objects.create(key="rob", name="Rob", frequency="daily", made_at=noon(2), by=alice)
    change = does("end-dynasty", name="Chaos", **{"keep_rules": False, "keep_tracked": False, **keep})
    return judgement(bobby, noon(3), changes=[change])


def titles(at) -> list[str]:
    return [node.name for node in tree_after(revision_at(at).pk).walk()]


def may_take() -> list[str]:
    return [action.name for action in LimitedAction.objects.filter(retired_at__isnull=True)]


def test_a_matter_ends_the_dynasty_and_begins_a_metadynasty_without_an_interregnum(won):
    post = end_the_dynasty(won)
    for name, rule in (("Hunt", "Cats"), ("Trial", "Players")):
        of = names_at(noon(3))[rule.casefold()]
        typed_posts.define(by=won[0], at=noon(3), name=name, plural=f"{name}s", mark=name, rule=of)
    assert set(post.amends) == {"roster", "dynastic", "gamestate"}
    assert said(post, noon(3)) == [
        "The First Dynasty of Alice ends and a metadynasty begins, without an emperor: its dynastic rules are"
        " repealed, what it tracks is retired."
    ]
    (shown,) = preview_of(post, docket_at(noon(3))).now
    assert [one.title for one in shown.differences if one.is_repealed] == ["Cats"]
    consequences = enact(post, won, noon(4)).consequences
    assert [sorted(one)[-1] for one in consequences] == ["name", "revision", "update", "types"]
    docket, begun = docket_at(noon(4)), dynasty_at(noon(4))
    assert (begun.name, begun.theme, begun.started_at) == ("The First Metadynasty", "Chaos", noon(4))
    assert (docket.verdict.standstill, docket.emperor) == ((), None)
    assert Ascension.objects.get(link=post.get_absolute_url()).at == noon(4)
    assert titles(noon(4)) == ["Core Rules", "Players", "Dynastic Rules"]
    assert not state_now().variables and not may_take()
    types = OfficialType.objects.order_by("name").values_list("retired_at", flat=True)
    assert list(types) == [noon(4), None]
    assert Dynasty.objects.get(number=1).ended_at == noon(4)
    undone = overturn(post, won[0], noon(5))
    assert [next(iter(one)) for one in undone] == ["kept", "update", "revision"]
    assert undone[0]["kept"] == "The First Metadynasty goes on."
    assert "Cats" in titles(noon(5)) and state_now().variables
    assert may_take() == ["Rob"]
    assert list(types.all()) == [None, None]


def test_a_metadynasty_may_keep_rules_and_what_is_tracked(won):
    post = end_the_dynasty(won, keep_rules=True, keep_tracked=True)
    assert post.amends == ["roster"]
    assert said(post, noon(3))[0].endswith("without an emperor: its rules stay, what it tracks stays.")
    enact(post, won, noon(4))
    assert "Cats" in titles(noon(4)) and len(state_now().variables) == 1
    assert may_take() == ["Rob"]
    assert not Reign.objects.at(noon(4)).exists()
