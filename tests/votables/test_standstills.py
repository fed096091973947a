"""What stands still stands still everywhere: every kind of act of the site, in every standstill of every law, against
a table of what each law stops; and what the sentence says is stopped, and what it says goes on, is just that."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from django.db import transaction

from blognomic.web.errors import RuleBroken
from gamestate.models import LimitedAction, Sealing, Secret, Update
from gamestate.services import acting, moving, sealing, secrets, undoing, updating
from gamestate.services.rolling import roll_on_page
from gamestate.values.steps import read_step
from players.models import MentoringRequest, Order, Player
from players.services import mentors, messages, orders
from ruleset.law import SHIPPED, load
from tests.gamestate.tracker import define, put, track
from tests.leaves import GIVEN
from tests.undoing import built_once
from votables.models import Category, Post
from votables.post_types.models import OfficialPost
from votables.queries.judge_facts import Docket, docket_at
from votables.queries.standstills import standstills_shown
from votables.services import closing_posts, posting, resolving, roster, typed_posts
from votables.services.courier import LAWFUL
from votables.services.leave import BY_THE_LAW
from votables.services.mantle import pass_mantle

from .staged_typed_posts import HUNT
from .table import Cause, Kind, declare, event, noon, person, propose, say, seat, vote, write

pytestmark = [pytest.mark.sweep, pytest.mark.django_db]

# An hour before Christmas Eve, and on it.
USUAL = datetime.fromisoformat("2026-12-23T23:00:00Z")
SEASON = datetime.fromisoformat("2026-12-24T12:00:00Z")
AFTER = datetime.fromisoformat("2026-12-27T00:00:00Z")

# What a standstill stops, in each law that has it: posting and resolving matters, and the parts of the game that the
# acts below belong to. All else goes on.
HIATUS = frozenset({"post proposal", "resolve proposal", "dynastic"})
OF_THE_VICTORY_RULE = frozenset({"post dov", "resolve dov", "ascension"})
OF_THE_PLAYERS_RULE = frozenset({"roster", "unidle", "join"})
TABLE = {
    "ruleset-37": {"dov": HIATUS, "interregnum": HIATUS},
    "ruleset-86": {
        "dov": HIATUS,
        "interregnum": HIATUS | {"post dov"},
        "seasonal": HIATUS | OF_THE_VICTORY_RULE | OF_THE_PLAYERS_RULE,
    },
    "ruleset-98": {
        "dov": HIATUS,
        "interregnum": HIATUS | {"post dov"},
        "seasonal": HIATUS | OF_THE_VICTORY_RULE | OF_THE_PLAYERS_RULE,
    },
    "ruleset-2019-09": {
        "dov": HIATUS,
        "interregnum": HIATUS | {"post dov"},
        "seasonal": HIATUS | OF_THE_VICTORY_RULE | OF_THE_PLAYERS_RULE,
        "dormant": HIATUS - {"resolve proposal"},
    },
    "ruleset-211": {
        "dov": HIATUS | {"unidle", "join"},
        "interregnum": HIATUS | {"post dov"},
        "seasonal": HIATUS | OF_THE_VICTORY_RULE | OF_THE_PLAYERS_RULE,
        "dormant": HIATUS,
    },
}
VICTORY = "Victory and Ascension"
RULES = {"dov": VICTORY, "interregnum": VICTORY, "seasonal": "Seasonal Downtime", "dormant": "Dormancy"}
CASES = [
    *((law, stop) for law in SHIPPED for stop in ("", *TABLE[law])),
    ("ruleset-86", "interregnum seasonal"),
    ("ruleset-211", "interregnum seasonal"),
    ("ruleset-211", "dov seasonal"),
    ("ruleset-211", "dov dormant"),
]


def test_the_table_has_every_standstill_of_every_law():
    assert {law: {*stops} for law, stops in TABLE.items()} == {
        law: {stop.name for stop in load(law).standstills} for law in SHIPPED
    }


def rule_of(law: str, stop: str) -> str:
    """The rule of a standstill: only ruleset-211 speaks of the interregnum in another one."""
    return "Dynasties" if (law, stop) == ("ruleset-211", "interregnum") else RULES[stop]


class Allowed(Exception):
    """The act went through; whatever it did is taken back."""


@dataclass
class Scene:
    """A game at `at` that stands still, with something for everybody to do."""

    at: datetime
    people: dict[str, Player]
    matters: dict[str, Post]
    action: LimitedAction
    secret: Secret
    sealing: Sealing
    update: Update
    order: Order
    hunt: OfficialPost
    talk: Post | None = None

    @property
    def held(self) -> Docket:
        return docket_at(self.at)


def ago(hours: float) -> datetime:
    return USUAL - timedelta(hours=hours)


@pytest.fixture(scope="module")
def played(request, django_db_setup, django_db_blocker) -> Iterator[Scene]:
    """A game under a law in which everything can be done, set up once for all its standstills."""
    with built_once(django_db_blocker, lambda: build(request.param)) as built:
        yield built


def build(law: str) -> Scene:
    players = seat("Alice", "Bobby", "Carol", "David", "Ellen", "Frank", law=law)
    alice, bobby, carol, david, ellen, frank = players
    people = dict(zip(("alice", "bobby", "carol", "david", "ellen", "frank"), players, strict=True))
    people |= {"guest": person("Gregory"), "idle": person("Isaac")}
    event(people["idle"], Kind.JOINED, at=noon(0))
    event(people["idle"], Kind.IDLED, at=noon(1), cause=Cause.INACTIVITY)
    event(carol, Kind.ADMIN, at=noon(1))
    track(define("gold", scope="game", to="5"), by=alice, at=ago(80))
    frequency = next(iter(docket_at(USUAL).law.actions))
    action = acting.declare(leave=GIVEN, by=alice, at=ago(80), name="Forage", frequency=frequency)
    secret = secrets.keep(leave=GIVEN, by=carol, at=ago(80), name="Tell", text="Hush")
    call = sealing.call(leave=GIVEN, by=alice, at=ago(80), title="Bids", awaited=[carol.pk, bobby.pk])
    order = orders.send_order(courier=LAWFUL, by=carol, at=ago(80), text="March.", seen=1)
    typed_posts.define(by=alice, at=ago(80), **HUNT)
    hunted = posting.publish(by=carol, at=ago(79), category=Category.STORY, title="[Hunt] Boars", body="Go.")
    update = updating.update(leave=BY_THE_LAW, by=carol, at=ago(79), steps=[put("gold", "6")])
    matters = {"proposal": propose(bobby, ago(70)), "cfj": propose(bobby, ago(70), category="cfj")}
    for post in matters.values():
        vote(post, ago(69), **{"for": [alice, bobby, carol, david]})
    for who, asks in (("guest", "join"), ("idle", "unidle"), ("bobby", "idle"), ("bobby", "leave")):
        write(people[who], ago(24), f"To {asks}", asks=asks)
    return Scene(
        USUAL, people, matters, action, secret, call, update, order, OfficialPost.objects.get(post=hunted)
    )


def standing(played: Scene, names: set[str]) -> Scene:
    """The game in standstills of these names, at an instant at which nothing else stands in the way."""
    people = played.people
    alice, bobby, carol, david, ellen = list(people.values())[:5]
    scene = Scene(**{**played.__dict__, "at": SEASON if "seasonal" in names else USUAL})
    scene.matters = dict(played.matters)
    if names & {"dov", "interregnum"}:
        won = declare(bobby, ago(23))
        vote(won, ago(23), **{"for": [alice, carol, david, ellen]})
        if "interregnum" in names:
            resolving.resolve(post=won, to="enacted", by=alice, at=ago(2))
        else:
            scene.matters["dov"] = won
    if "dormant" in names:
        for one in (david, ellen):
            event(one, Kind.IDLED, at=ago(1), cause=Cause.INACTIVITY)
    scene.talk = write(carol, scene.at - timedelta(minutes=2), "Talk", "There should be cats.")
    return scene


Act = tuple[str, Callable[[], object]]


def acts(scene: Scene) -> dict[str, Act]:
    """Every kind of act: the part of the game by which a law can stop it ("" for what none does), and the act."""
    at, people, docket = scene.at, scene.people, scene.held
    alice, bobby, carol, frank = (people[name] for name in ("alice", "bobby", "carol", "frank"))
    arguments = {"by": carol, "at": at}
    return {
        **of_matters(scene),
        **{name: ("dynastic", act) for name, act in of_the_dynasty(scene).items()},
        "admit": ("join", lambda: roster.admit(player=people["guest"], by=alice, at=at)),
        "unidle": ("unidle", lambda: roster.unidle(player=people["idle"], by=alice, at=at)),
        "idle": ("roster", lambda: roster.idle(player=bobby, by=alice, at=at)),
        "idle for inactivity": ("roster", lambda: roster.idle(player=frank, by=alice, at=at, inactive=True)),
        **(
            {"let leave": ("roster", lambda: roster.let_leave(player=bobby, by=alice, at=at))}
            if docket.law.roster.leaving
            else {}
        ),
        "resign": ("roster", lambda: roster.resign(by=carol, at=at)),
        **(of_an_interregnum(scene) if "interregnum" in docket.verdict.standstill else {}),
        **{name: ("", act) for name, act in of_nobody_stopped(scene).items()},
        "correct the tracker": (
            "",
            lambda: updating.update(leave=BY_THE_LAW, steps=[put("gold", "7")], correction=True, **arguments),
        ),
    }


def of_matters(scene: Scene) -> dict[str, Act]:
    """Posting and resolving matters of every kind."""
    at, law, people = scene.at, scene.held.law, scene.people
    carol, alice = people["carol"], people["alice"]

    def post(kind: str) -> Callable[[], object]:
        return lambda: posting.publish(
            by=carol, at=at, category=kind, title="Cats", body="Cats.", amends=["dynastic"]
        )

    def resolve(matter: Post, to: str) -> Callable[[], object]:
        return lambda: resolving.resolve(post=matter, to=to, by=alice, at=at)

    def fail(matter: Post) -> Callable[[], object]:
        def act() -> None:
            vote(matter, at, against=[people[name] for name in ("alice", "bobby", "carol", "david", "frank")])
            resolve(matter, "failed")()

        return act

    acts = {f"post {kind}": (f"post {kind}", post(kind)) for kind in law.kinds}
    for kind, matter in scene.matters.items():
        acts[f"enact {kind}"] = (f"resolve {kind}", resolve(matter, "enacted"))
        acts[f"fail {kind}"] = (f"resolve {kind}", fail(matter))
    acts["make a post a proposal"] = (
        "post proposal",
        lambda: posting.change_category(post=scene.talk, to="proposal", by=carol, at=at, amends=["dynastic"]),
    )
    return acts


def of_the_dynasty(scene: Scene) -> dict[str, Callable[[], object]]:
    """What is a dynastic action under every law: what the rules of the dynasty alone give a sense."""
    at, carol, alice = scene.at, scene.people["carol"], scene.people["alice"]
    arguments = {"by": carol, "at": at}
    emperor = {"by": scene.held.emperor, "at": at}
    seen = scene.secret.versions.latest("pk").pk
    page = read_step({"do": "page", "path": "map", "name": "Map", "to": "Here."})
    hares = {"category": Category.STORY, "title": "[Hunt] Hares", "body": "Go."}
    return {
        "update": lambda: updating.update(leave=BY_THE_LAW, steps=[put("gold", "7")], **arguments),
        "write a page": lambda: updating.update(leave=BY_THE_LAW, steps=[page], **arguments),
        "take an action": lambda: moving.make(leave=BY_THE_LAW, action=scene.action, **arguments),
        "update with an action": lambda: updating.update(
            leave=BY_THE_LAW, steps=[put("gold", "7")], correction=True, actions=[scene.action], **arguments
        ),
        "keep a secret": lambda: secrets.keep(leave=BY_THE_LAW, name="Plan", text="Hush", **arguments),
        "change a secret": lambda: secrets.change(
            leave=BY_THE_LAW, secret=scene.secret, seen=seen, text="Hm", **arguments
        ),
        "call for orders": lambda: sealing.call(
            leave=BY_THE_LAW, title="More", by=alice, at=at, awaited=[carol.pk]
        ),
        "hand in an order": lambda: sealing.hand_in(
            leave=BY_THE_LAW, call=scene.sealing, text="Seven", **arguments
        ),
        "post an event": lambda: posting.publish(**hares, **arguments),
        "end an event": lambda: closing_posts.end(post=scene.hunt.post, **arguments),
        "send an order": lambda: orders.send_order(courier=LAWFUL, text="Halt.", seen=1, **arguments),
        "mark an order": lambda: orders.mark(
            courier=LAWFUL, order=scene.order.pk, carried_out=True, **emperor
        ),
        "say when orders are due": lambda: orders.set_due(
            courier=LAWFUL, seen=1, due_at=at + timedelta(days=1), **emperor
        ),
        "close a turn": lambda: orders.close_turn(courier=LAWFUL, seen=1, **emperor),
    }


def of_an_interregnum(scene: Scene) -> dict[str, Act]:
    winner, carol, at = scene.people["bobby"], scene.people["carol"], scene.at
    address = {"category": Category.ASCENSION, "title": "Ascension Address: Geese", "body": "Honk."}
    return {
        "ascend": ("ascension", lambda: posting.publish(by=winner, at=at, **address)),
        "pass the mantle": ("ascension", lambda: pass_mantle(by=winner, to=carol, at=at)),
    }


def of_nobody_stopped(scene: Scene) -> dict[str, Callable[[], object]]:
    """What goes on in every standstill: the weblog, votes, what the tracker shows, talk, mentors."""
    at, people = scene.at, scene.people
    alice, carol, david, frank = (people[name] for name in ("alice", "carol", "david", "frank"))
    arguments = {"by": carol, "at": at}
    shown = scene.secret.versions.latest("pk")
    return {
        "write": lambda: write(carol, at),
        "tell a story": lambda: posting.publish(
            category=Category.STORY, title="Once", body="Cats.", **arguments
        ),
        "edit": lambda: posting.edit(
            post=scene.talk, title="Talk", body="Dogs.", seen=scene.talk.version, **arguments
        ),
        "comment": lambda: say(scene.talk, people["bobby"], at),
        "vote on a call": lambda: say(scene.matters["cfj"], frank, at, ":for:"),
        "vote on a proposal": lambda: say(scene.matters["proposal"], frank, at, ":for:"),
        "undo": lambda: undoing.undo(leave=BY_THE_LAW, updates=[scene.update], why="Not so.", **arguments),
        "dispute": lambda: undoing.dispute(leave=BY_THE_LAW, update=scene.update, why="Not so.", **arguments),
        "redefine": lambda: updating.redefine(
            leave=BY_THE_LAW, by=alice, at=at, steps=[define("silver", scope="game")]
        ),
        "define a type of posts": lambda: typed_posts.define(
            by=alice, at=at, **{**HUNT, "name": "Quest", "plural": "Quests", "mark": "Quest"}
        ),
        "reveal": lambda: secrets.reveal(leave=BY_THE_LAW, version=shown, **arguments),
        "roll dice": lambda: roll_on_page(leave=BY_THE_LAW, text="DICE6", **arguments),
        "ask for a mentor": lambda: mentors.ask(kind=MentoringRequest.Kind.MENTOR, **arguments),
        "be tenured": lambda: mentors.change_own_tenure(by=alice, at=at, tenured=True),
        "send a message": lambda: messages.send(
            courier=LAWFUL, to=[frank], subject="Cats", text="Purr.", **arguments
        ),
    }


def outcome(act: Callable[[], object]) -> RuleBroken | None:
    """The refusal of an act, or None when it goes through; what it did is taken back."""
    try:
        with transaction.atomic():
            act()
            raise Allowed
    except Allowed:
        return None
    except RuleBroken as refused:
        return refused


@pytest.mark.parametrize(
    ("played", "names"),
    CASES,
    ids=[f"{law}-{names or 'none'}" for law, names in CASES],
    indirect=["played"],
    scope="module",  # where not all arguments are indirect, pytest takes the narrowest scope
)
def test_what_the_law_stops_is_refused_with_its_rule_and_all_else_goes_on(played, names):
    scene = standing(played, set(names.split()))
    docket = scene.held
    law = docket.law.name
    assert set(docket.verdict.standstill) == set(names.split())
    refusals, expected, goes_on = {}, {}, {}
    for name, (part, act) in acts(scene).items():
        stops = [stop for stop in TABLE[law] if stop in names.split() and part in TABLE[law][stop]]
        refused = outcome(act)
        ends = AFTER if stops == ["seasonal"] else None
        refusals[name] = (refused.rule, refused.when) if refused else None
        expected[name] = (rule_of(law, stops[0]), ends) if stops else None
        goes_on[part] = not stops
        if name == "pass the mantle" and law == "ruleset-211" and not stops:
            expected[name] = ("Mantle Limitations", None)
    assert refusals == expected
    goes_on.setdefault("resolve dov", "seasonal" not in names)
    check_sentences(docket, goes_on)


# How the sentence calls the parts of the game.
SAID = {
    "dynastic": "dynastic actions",
    "roster": "changes of the roster",
    "unidle": "unidling",
    "join": "joining",
    "ascension": "the Ascension Address and passing the mantle",
}


def check_sentences(docket: Docket, goes_on: dict[str, bool]) -> None:
    """The sentence says of everything that can be stopped whether it goes on now, as it was found to."""
    shown = standstills_shown(docket)
    if not shown:
        assert all(goes_on.values())
        return
    labels = {kind.name: kind.label for kind in docket.law.kinds.values()}
    words = {
        part: SAID.get(part) or f"{part.split()[0].removesuffix('e')}ing a {labels[part.split()[1]]}"
        for part in goes_on
        if part
    }
    allowed = shown[-1].allowed.removeprefix("Still allowed: ").removesuffix(".").split(", ")
    stopped = [
        part for one in shown for part in one.sentence.split("Not now: ")[1].removesuffix(".").split(", ")
    ]
    assert allowed[-1].startswith("voting")
    assert {words[part] for part in words if goes_on[part]} <= set(allowed)
    assert {words[part] for part in words if not goes_on[part]} == set(stopped)
    assert not set(allowed) & set(stopped)


@pytest.mark.parametrize(
    ("played", "names", "counted"),
    [("ruleset-37", "", True), ("ruleset-37", "dov", False), ("ruleset-86", "dov", True)],
    indirect=["played"],
)
def test_a_vote_on_a_proposal_counts_in_a_hiatus_but_under_the_first_law(played, names, counted):
    scene = standing(played, set(names.split()))
    written = say(scene.matters["proposal"], scene.people["frank"], scene.at, ":for:")
    assert written.cast == ("for" if counted else "")


def sentences(played: Scene, names: str) -> list[str]:
    return [
        f"{one.sentence} {one.allowed}".strip() for one in standstills_shown(standing(played, {names}).held)
    ]


@pytest.mark.parametrize("played", ["ruleset-211"], indirect=True)
def test_the_banner_says_what_stands_still_and_what_goes_on(played):
    assert sentences(played, "dov") == [
        "A declaration of victory is pending. Not now: posting a Proposal, resolving a Proposal, dynastic actions,"
        " unidling, joining. Still allowed: posting a Call for Judgement, posting a Declaration of Victory,"
        " resolving a Call for Judgement, resolving a Declaration of Victory, changes of the roster, voting."
    ]


@pytest.mark.parametrize("played", ["ruleset-211"], indirect=True)
def test_the_banner_of_an_interregnum_says_what_it_waits_for(played):
    assert sentences(played, "interregnum") == [
        "The new emperor’s Ascension Address has not come yet. Not now: posting a Proposal, posting a Declaration of"
        " Victory, resolving a Proposal, dynastic actions. Still allowed: posting a Call for Judgement, resolving a"
        " Call for Judgement, resolving a Declaration of Victory, changes of the roster, unidling, joining,"
        " the Ascension Address and passing the mantle, voting."
    ]
