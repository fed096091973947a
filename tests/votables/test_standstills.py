"""What stands still stands still everywhere: every act of the site, in every standstill of every law, against what the
law's own data says of it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from django.db import transaction

from gamestate.models import LimitedAction, Sealing, Secret
from gamestate.services import acting, sealing, secrets
from players.errors import RuleBroken
from players.models import Player
from ruleset.law import SHIPPED, load
from tests.gamestate.tracker import define, put, track
from votables.docket import Docket, docket
from votables.models import Category, Post
from votables.official_models import OfficialPost
from votables.queries import banners
from votables.services import ending, officials, posting, resolving, roster, tracking

from .staged_officials import HUNT
from .table import Cause, Kind, declare, event, noon, person, propose, say, seat, vote, write

pytestmark = pytest.mark.django_db
STANDSTILLS = {law: {stop.name for stop in load(law).standstills} for law in SHIPPED}
CASES = [
    (law, names)
    for law, known in STANDSTILLS.items()
    for names in ("", "dov", "interregnum", "seasonal", "dormant", "dov seasonal", "dov dormant")
    if set(names.split()) <= known
]


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
    hunt: OfficialPost
    talk: Post

    @property
    def held(self) -> Docket:
        return docket(self.at)

    def stops(self) -> list:
        standing = self.held.verdict.standstill
        return [stop for stop in self.held.law.standstills if stop.name in standing]


def build(law: str, names: set[str]) -> Scene:
    """A game in which everything can be done but for the standstills of these names."""
    at = datetime.fromisoformat("2026-12-24T12:00:00Z") if "seasonal" in names else noon(20)

    def ago(hours: float) -> datetime:
        return at - timedelta(hours=hours)

    players = seat("Alice", "Bobby", "Carol", "David", "Ellen", "Frank", law=law)
    alice, bobby, carol, david, ellen, frank = players
    people = dict(zip(("alice", "bobby", "carol", "david", "ellen", "frank"), players, strict=True))
    people |= {"guest": person("Gregory"), "idle": person("Isaac")}
    event(people["idle"], Kind.JOINED, at=noon(0))
    event(people["idle"], Kind.IDLED, at=noon(1), cause=Cause.INACTIVITY)
    track(define("gold", scope="game", to="5"), by=alice, at=ago(80))
    frequency = next(iter(docket(at).law.actions))
    action = acting.declare(by=alice, at=ago(80), name="Forage", frequency=frequency)
    secret = secrets.keep(by=carol, at=ago(80), name="Tell", text="Hush")
    call = sealing.call(by=alice, at=ago(80), title="Bids", awaited=[carol.pk, david.pk])
    officials.define(by=alice, at=ago(80), **HUNT)
    hunted = posting.publish(by=carol, at=ago(79), category=Category.STORY, title="[Hunt] Boars", body="Go.")
    matters = {"proposal": propose(bobby, ago(70)), "cfj": propose(bobby, ago(70), category="cfj")}
    for post in matters.values():
        vote(post, ago(69), **{"for": [alice, bobby, carol, david, ellen]})
    if names & {"dov", "interregnum"}:
        won = declare(bobby, ago(60))
        vote(won, ago(59), **{"for": [alice, carol, david, ellen]})
        if "interregnum" in names:
            resolving.resolve(post=won, to="enacted", by=alice, at=ago(30))
        else:
            matters["dov"] = won
    for who, asks in (("guest", "join"), ("idle", "unidle"), ("david", "idle"), ("ellen", "leave")):
        write(people[who], ago(24), f"To {asks}", asks=asks)
    if "dormant" in names:
        event(david, Kind.IDLED, at=ago(1), cause=Cause.INACTIVITY)
        event(ellen, Kind.IDLED, at=ago(1), cause=Cause.INACTIVITY)
        people["david"] = people["bobby"]
        write(bobby, ago(1), "To idle", asks="idle")
        write(ellen, ago(1), "To leave", asks="leave")
    talk = write(carol, at - timedelta(minutes=2), "Talk", "There should be cats.")
    return Scene(at, people, matters, action, secret, call, OfficialPost.objects.get(post=hunted), talk)


def acts(scene: Scene) -> dict[str, tuple[str, frozenset[str], Callable[[], object]]]:
    """Every act that a law can stop: how the law's data calls the part that stops it (`submit`, `resolve`, `acts`), of
    what, and the act itself."""
    at, people, law = scene.at, scene.people, scene.held.law
    alice, carol = people["alice"], people["carol"]

    def post(kind: str) -> Callable[[], object]:
        title = "Dynasty: Cats" if law.kinds[kind].title else "Cats"
        choices = ["Red", "Blue"] if law.kinds[kind].choices else []
        told = {"title": title, "body": "Cats.", "choices": choices}
        return lambda: posting.publish(by=carol, at=at, category=kind, amends=["dynastic"], **told)

    def resolve(matter: Post) -> Callable[[], object]:
        return lambda: resolving.resolve(post=matter, to="enacted", by=alice, at=at)

    def roster_act(what: Callable[..., object], who: str, **more: object) -> Callable[[], object]:
        return lambda: what(player=people[who], by=alice, at=at, **more)

    def story(by: Player) -> Callable[[], object]:
        told = {"category": Category.STORY, "title": "[Hunt] Hares", "body": "Go."}
        return lambda: posting.publish(by=by, at=at, **told)

    submit, resolved, dynastic = "submit", "resolve", frozenset({"dynastic"})
    found = {f"post {kind}": (submit, frozenset({kind}), post(kind)) for kind in law.kinds}
    found |= {
        f"resolve {kind}": (resolved, frozenset({kind}), resolve(matter))
        for kind, matter in scene.matters.items()
    }
    found["make a post a proposal"] = (
        submit,
        frozenset({"proposal"}),
        lambda: posting.change_category(post=scene.talk, to="proposal", by=carol, at=at, amends=["dynastic"]),
    )
    seen = scene.secret.versions.latest("pk").pk
    told = {"by": carol, "at": at}
    deeds: dict[str, Callable[[], object]] = {
        "update": lambda: tracking.update_gamestate(steps=[put("gold", "7")], **told),
        "take an action": lambda: tracking.take_action(action=scene.action, **told),
        "update with an action": lambda: tracking.update_gamestate(
            steps=[put("gold", "7")], correction=True, actions=[scene.action], **told
        ),
        "keep a secret": lambda: tracking.keep_secret(name="Plan", text="Hush", **told),
        "change a secret": lambda: tracking.change_secret(secret=scene.secret, seen=seen, text="Hm", **told),
        "call for orders": lambda: tracking.call_for_orders(
            title="More", by=alice, at=at, awaited=[carol.pk]
        ),
        "hand in an order": lambda: tracking.hand_in_order(sealing=scene.sealing, text="Seven", **told),
        "post an event": story(carol),
        "end an event": lambda: ending.end(post=scene.hunt.post, by=carol, at=at),
    }
    found |= {name: ("acts", dynastic, deed) for name, deed in deeds.items()}
    found |= {
        "admit": ("acts", frozenset({"join", "roster"}), roster_act(roster.admit, "guest")),
        "unidle": ("acts", frozenset({"unidle", "roster"}), roster_act(roster.unidle, "idle")),
        "idle": ("acts", frozenset({"roster"}), roster_act(roster.idle, "david")),
        "idle for inactivity": (
            "acts",
            frozenset({"roster"}),
            roster_act(roster.idle, "frank", inactive=True),
        ),
    }
    if law.roster.leaving:
        found["let leave"] = ("acts", frozenset({"roster"}), roster_act(roster.let_leave, "ellen"))
    nothing: dict[str, Callable[[], object]] = {
        "write": lambda: write(carol, at),
        "comment": lambda: say(scene.talk, people["bobby"], at),
        "vote": lambda: say(scene.matters["cfj"], people["frank"], at, ":for:"),
        "correct the tracker": lambda: tracking.update_gamestate(
            steps=[put("gold", "7")], correction=True, **told
        ),
        "redefine": lambda: tracking.redefine(by=alice, at=at, steps=[define("silver", scope="game")]),
        "reveal": lambda: secrets.reveal(version=scene.secret.versions.latest("pk"), **told),
        "tell a story": lambda: posting.publish(category=Category.STORY, title="Once", body="Cats.", **told),
    }
    return found | {name: ("", frozenset(), act) for name, act in nothing.items()}


def outcome(act: Callable[[], object]) -> str:
    """ "" when the act goes through, else the rule that it was refused by."""
    try:
        with transaction.atomic():
            act()
            raise Allowed
    except Allowed:
        return ""
    except RuleBroken as refused:
        return refused.rule or refused.sentence


@pytest.mark.parametrize("law, names", CASES, ids=[f"{law}-{names or 'none'}" for law, names in CASES])
def test_what_the_law_stops_is_refused_with_its_rule_and_all_else_goes_on(law, names):
    wanted = set(names.split())
    scene = build(law, wanted)
    stops = scene.stops()
    assert {stop.name for stop in stops} == wanted
    found, expected = {}, {}
    for name, (part, what, act) in acts(scene).items():
        rules = [stop.rule for stop in stops if part and getattr(stop, part) & what]
        result = outcome(act)
        expected[name] = bool(rules)
        found[name] = bool(result) if not rules else stopped_by(part, result, rules)
    assert found == expected


def stopped_by(part: str, result: str, rules: list[str]) -> bool:
    """Whether a refusal is by one of the rules that stop an act. That of resolving cites its own, and says why."""
    return bool(result) if part == "resolve" else result in rules


def banner(law: str, names: str) -> list[str]:
    scene = build(law, set(names.split()))
    return [f"{one.sentence} {one.allowed}".strip() for one in banners(scene.held)]


def test_the_banner_says_what_stands_still_and_what_goes_on():
    assert banner("ruleset-211", "dov") == [
        "A declaration of victory is pending. Not now: posting a Proposal, resolving a Proposal, dynastic actions,"
        " unidling, joining. Still allowed: posting a Call for Judgement, posting a Declaration of Victory,"
        " resolving a Call for Judgement, resolving a Declaration of Victory, changes of the roster, voting."
    ]


def test_the_banner_of_an_interregnum_says_what_it_waits_for():
    assert banner("ruleset-211", "interregnum") == [
        "The new emperor's Ascension Address has not come yet. Not now: posting a Proposal, posting a Declaration of"
        " Victory, resolving a Proposal, dynastic actions. Still allowed: posting a Call for Judgement, resolving a"
        " Call for Judgement, resolving a Declaration of Victory, changes of the roster, unidling, joining,"
        " the Ascension Address and passing the mantle, voting."
    ]
