"""A game with somebody in every role and something for each of them to do, for tests of pages.

It is seen at NOW. All of it was made through the services, in the order of time, under ruleset-211.
"""

from dataclasses import dataclass, field, replace
from datetime import datetime

from django.http import HttpResponse
from django.test import Client

from gamestate.services import acting, moving, sealing, secrets
from gamestate.services.rolling import roll_on_page
from players.models import Dynasty, Mentorship, Player, RosterEvent, Tenure
from players.services import mentors, messages, orders, tokens
from players.services.roster import crown
from ruleset.queries import revision_at, tree_after
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.gamestate.staged import stage_tracker
from tests.leaves import GIVEN
from votables.models import Draft, Post
from votables.services import posting, resolving
from votables.services.courier import LAWFUL

from .seating import as_before
from .staged_notices import tell_people
from .staged_typed_posts import hold_events
from .table import BEGINNING, Cause, Kind, event, join, make_admin, noon, person, propose, seat, vote, write

NOW = noon(10)
ROLES = ("stranger", "applicant", "player", "idle", "author", "admin", "emperor")


@dataclass
class Stage:
    """The people, posts, drafts and other things of the game by what they are for, and a browser for each role."""

    people: dict[str, Player] = field(default_factory=dict)
    posts: dict[str, Post] = field(default_factory=dict)
    drafts: dict[str, Draft] = field(default_factory=dict)
    browsers: dict[str, Client] = field(default_factory=dict)
    rules: dict[str, int | str] = field(default_factory=dict)

    def key(self, name: str) -> int | str:
        """The key of a person, post, draft, rule, revision, of what is private or tracked, and the number of a roll."""
        for things in (self.people, self.posts, self.drafts):
            if name in things:
                return things[name].pk
        return self.rules[name]

    def ask(
        self, role: str, method: str, path: str, data: dict | None = None, **more: object
    ) -> HttpResponse:
        return getattr(self.browsers[role], method.lower())(path, data or {}, **more)


def at(**before: int) -> datetime:
    """So long before NOW."""
    return noon(10, **{unit: -amount for unit, amount in before.items()})


def write_rules(by: Player) -> dict[str, int]:
    """A rule, an empty one, and two revisions: the import of both, and a player's correction, which may be undone."""
    cats, void = Node("cats", "Cats", "Cats prur."), Node("void", "Void")
    tree = Tree((Node("core", "Core Rules"), Node("dyn", "Dynastic Rules", "", (cats, void))))
    keys = {}
    for name, kind, words in (("import", "import", "Cats prur."), ("correction", "typo", "Cats purr.")):
        last = revision_at(NOW)
        if last is not None:
            tree = tree_after(last.pk)
            tree = Tree(
                tuple(
                    replace(
                        section,
                        children=tuple(
                            replace(rule, text=words if rule.text else "") for rule in section.children
                        ),
                    )
                    for section in tree.sections
                )
            )
        made = revise(tree=tree, seen=last.pk if last else None, kind=kind, at=noon(6), by=by, why="Test")
        keys[name] = made.pk
    rules = {node.name: int(node.key) for node in tree_after(made.pk).walk()}
    return {**keys, "rule": rules["Cats"], "empty": rules["Void"]}


def keep_private(people: dict[str, Player]) -> dict[str, int]:
    """Secrets of the author's and of the first emperor's, a call for orders of the author and the emperor, and actions
    of which the author took one."""
    author, admin = people["author"], people["admin"]
    own = secrets.keep(leave=GIVEN, by=author, at=noon(3), name="Tell", text="A secret plan", salt="Hush.")
    office = secrets.keep(
        leave=GIVEN, by=admin, at=BEGINNING, name="Plot", text="A secret plan", for_game=True
    )
    keys = [author.pk, people["emperor"].pk]
    call = sealing.call(leave=GIVEN, by=people["player"], at=noon(4), title="Bids", awaited=keys)
    sealing.hand_in(leave=GIVEN, call=call, by=author, at=noon(5), text="Hush.")
    action, bell = (
        acting.declare(leave=GIVEN, by=admin, at=noon(3), name=name, frequency="daily")
        for name in ("Forage", "Bell")
    )
    taking = acting.take(leave=GIVEN, action=bell, by=author, at=noon(4), comment="Ding")
    paused = acting.declare(leave=GIVEN, by=admin, at=noon(3), name="Toll", frequency="daily")
    acting.pause(leave=GIVEN, action=paused, by=admin, at=noon(4), why="The rule says otherwise.")
    lines = {"asks": "why: text", "does": "let words = why"}
    dawn = acting.declare(
        leave=GIVEN, by=admin, at=noon(4), name="Dawn", frequency="", timing="at once", lines=lines
    )
    trade = {"asks": "agreed: yes_no", "does": "let words = agreed"}
    acting.declare(
        leave=GIVEN, by=admin, at=noon(4), name="Trade", frequency="", timing="when it is asked", lines=trade
    )
    lines = {"asks": "other: player among players", "does": "ask other to trade"}
    offer = acting.declare(leave=GIVEN, by=admin, at=noon(4), name="Offer", frequency="", lines=lines)
    made = moving.make(
        leave=GIVEN, action=offer, by=author, at=noon(5), answers={"other": people["player"].name}
    )
    return {
        "owed": made.update.set_off.get().pk,
        "secret": own.pk, "version": own.versions.get().pk, "office": office.pk, "sealing": call.pk,
        "action": action.pk, "taking": taking.pk, "paused": paused.pk, "due": dawn.occurrences.get().pk,
    }  # fmt: skip


def correspond(people: dict[str, Player]) -> dict[str, int]:
    """A conversation, an order, and something of every kind that mentoring knows."""
    author, player, emperor = people["author"], people["player"], people["emperor"]
    thread = messages.send(
        courier=LAWFUL,
        by=author,
        at=at(hours=2),
        to=[player],
        subject="Between two",
        text="A whispered plot.",
    )
    order = orders.send_order(courier=LAWFUL, by=author, at=at(hours=2), text="A sealed march.", seen=1)
    Tenure.objects.create(player=player, since=noon(3), entered_by=people["admin"])
    request = mentors.ask(by=people["silent"], at=at(hours=2), kind="enter")
    mentors.ask(by=people["idling"], at=at(hours=2), kind="mentor")
    offer = mentors.ask_mentor(mentee=people["newcomer"], mentor=player, by=emperor, at=at(hours=1))
    mentorship = Mentorship.objects.create(mentor=author, mentee=people["leaving"], begun_at=noon(4))
    rows = {"thread": thread, "order": order, "asked": request, "offer": offer, "mentorship": mentorship}
    return {name: row.pk for name, row in rows.items()}


def build() -> Stage:
    """Play the game up to NOW, and sign everybody in."""
    stage = as_before("the stage", _play)
    for role in ROLES:
        browser = stage.browsers[role] = Client()
        if role != "stranger":
            browser.force_login(stage.people[role])
    return stage


def _play() -> Stage:
    stage = Stage()
    alice, bobby, carol, david, ellen, frank, grace = seat(
        "Alice", "Bobby", "Carol", "David", "Ellen", "Frank", "Grace"
    )
    make_admin(grace)
    crown(player=ellen, at=at(days=10), by=alice, cause=Cause.MATTER, why="decided")
    people = stage.people = {
        "guest": person("Gregory"), "player": carol, "author": bobby, "admin": alice, "emperor": ellen,
        "leaving": david, "idling": frank, "other admin": grace, "joining": person("Hannah"),
        "idle": join("Isaac", at=noon(0)), "unidling": join("Julia", at=noon(0)),
        "silent": join("Kevin", at=noon(1)),
    }  # fmt: skip
    for name in ("idle", "unidling"):
        event(people[name], Kind.IDLED, at=noon(2), cause=Cause.INACTIVITY)
    people["applicant"] = people["joining"]
    voters = [alice, carol, david, ellen, frank, grace]
    posts = stage.posts
    posts["resolved"] = propose(bobby, noon(5), "A done thing")
    vote(posts["resolved"], noon(5), **{"for": voters})
    resolving.resolve(post=posts["resolved"], to="enacted", by=alice, at=noon(6))
    people["newcomer"] = join("Nelly", at=at(days=1))
    posts["ready"] = propose(bobby, at(days=1), "A popular thing")
    posts["doomed"] = propose(bobby, at(days=1), "An unpopular thing", category="cfj")
    vote(posts["ready"], at(days=1), **{"for": voters})
    vote(posts["doomed"], at(days=1), against=voters)
    for name, asks in (("joining", "join"), ("unidling", "unidle"), ("idling", "idle"), ("leaving", "leave")):
        posts[f"asks {asks}"] = write(people[name], at(hours=20), f"To {asks}", asks=asks)
    posts["plea"] = write(people["newcomer"], at(hours=1), "Kittens", "There should be kittens.")
    posts["young"] = propose(bobby, at(minutes=10), "A young thing")
    posts["talk"] = write(bobby, at(minutes=5), "Talk")
    stage.drafts["draft"] = posting.save_draft(by=bobby, at=at(hours=3), title="A secret plan", body="Hush.")
    stage.rules = {**write_rules(carol), **keep_private(people), **correspond(people)}
    stage.rules["program"] = tokens.make(by=bobby, at=at(hours=3), name="A program", scopes=["private"])[0].pk
    happened = RosterEvent.objects.filter(player=people["newcomer"])
    stage.rules["happened"] = happened.latest("pk").pk
    stage.rules["first"] = 1  # the number of the first dynasty
    stage.rules["dynasty"] = Dynasty.objects.get(number=1).pk
    stage.rules["roll"] = roll_on_page(leave=GIVEN, text="3DICE6", by=bobby, at=NOW)[0].number
    stage.rules |= stage_tracker(
        admin=alice, author=bobby, player=carol, emperor=ellen, at=at(hours=2), now=NOW
    )
    stage.rules |= tell_people(people, at=NOW)
    stage.rules |= hold_events(people, at=at(minutes=4))
    for post in posts.values():
        post.refresh_from_db()
    return stage
