"""A game with a canary in each place that can hide something, and somebody of each kind who looks.

Alice was the emperor of the first dynasty, and is an ordinary player of the second, in which Grace reigns. It is seen
at NOW. All of it was made through the services, in the order of time, under ruleset-211.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator

from blognomic.i18n.stored_messages import StoredMessage
from gamestate.hidden import RECORD
from gamestate.models import DeckSeed, Entry, Opening, SealedOrder, Seed, Update, Variable
from gamestate.queries.planning import plan
from gamestate.queries.seeds import is_revealed
from gamestate.queries.snapshot import state_now
from gamestate.services import acting, moving, sealing, secrets, showing
from gamestate.services.recording import record
from gamestate.services.rolling import roll_on_page
from gamestate.services.undoing import dispute, undo
from gamestate.services.updating import update
from gamestate.values.definitions import AUDIENCES, KINDS
from gamestate.values.steps import Step, read_step
from players.models import Device, Notice, Player, Sending, Session, Tenure, Webhook, WebhookCall
from players.notices import channels, telling
from players.notices.notice_kinds import PUBLIC
from players.notices.notice_kinds import Kind as Telling
from players.services import fair_play, mentors, messages, orders, tokens
from tests.gamestate.tracker import define, put, table, track, whose
from tests.leaves import GIVEN
from tests.votables.seating import as_before
from tests.votables.stage import write_rules
from tests.votables.staged_typed_posts import hold_events
from tests.votables.table import (
    Cause,
    Kind,
    declare,
    enacted,
    event,
    make_admin,
    noon,
    person,
    propose,
    say,
    seat,
    vote,
    write,
)
from votables.judge.posting import YES
from votables.models import Category, Post
from votables.services import posting, resolving
from votables.services.courier import LAWFUL

from .canaries import Canaries

NOW = noon(20)
NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen", "Frank", "Grace")
# Who looks, by what they are to the things that are hidden. The one to whom something is shown is also who Bobby wrote
# to; whoever is not named here has nothing to do with any of it.
READERS = {
    "stranger": "", "guest": "Hannah", "player": "David", "idle": "Ellen", "holder": "Bobby", "shown": "Carol",
    "admin": "Frank", "former": "Alice", "emperor": "Grace",
}  # fmt: skip
HIDDEN = [audience for audience in AUDIENCES if audience != "all"]


@dataclass
class Game:
    """The people by what they are to hidden things, the canaries, tokens of programs, and what tests act upon."""

    people: dict[str, Player] = field(default_factory=dict)
    canaries: Canaries = field(default_factory=Canaries)
    tokens: dict[str, str] = field(default_factory=dict)


def play() -> Game:
    """The game from its founding to NOW."""
    game = as_before("the game of canaries", _play)
    bobby = Player.objects.get(pk=game.people["holder"].pk)
    # of tables that are not the project's, and so not put down again
    EmailAddress.objects.create(user=bobby, email=bobby.email, verified=True, primary=True)
    codes = {"seed": game.canaries.word("second factor")}
    Authenticator.objects.create(user=bobby, type=Authenticator.Type.RECOVERY_CODES, data=codes)
    letter = EmailConfirmation.objects.create(
        email_address=EmailAddress.objects.get(user=bobby),
        key=game.canaries.word("link of a letter"),
        sent=NOW,
    )
    assert letter.pk
    return game


def _play() -> Game:
    game = Game()
    with _two_dynasties(game):
        _call(game)
        _track(game)
        _keep_secrets(game)
        _correspond(game)
        _look_after_the_site(game)
        _write(game)
        _look_after_accounts(game)
    return game


def play_bare() -> Game:
    """The game without anything that is tracked or kept in the second dynasty, for what acts put down themselves."""
    return as_before("the bare game of canaries", _play_bare)


def _play_bare() -> Game:
    game = Game()
    with _two_dynasties(game):
        _write_in_public(game)
        _leave_pending(game)
        _give_tokens(game)
    return game


@contextmanager
def _two_dynasties(game: Game) -> Iterator[None]:
    """The people and both dynasties, up to the day on which Grace reigns, on which it goes on within."""
    called = {one.name: one for one in [*seat(*NAMES), person("Hannah")]}
    people = game.people = {reader: called[name] for reader, name in READERS.items() if name}
    make_admin(people["admin"])
    event(people["former"], Kind.NOT_ADMIN, at=noon(0), cause=Cause.SELF)
    with time_machine.travel(noon(1), tick=False) as clock:
        _first_dynasty(game)
        clock.move_to(noon(4))
        _change_dynasties(people)
        event(people["idle"], Kind.IDLED, at=noon(5), cause=Cause.REQUEST)
        clock.move_to(noon(7))
        yield


def _give_tokens(game: Game) -> None:
    for reader, player in game.people.items():
        made = tokens.make(by=player, at=noon(7), name="Program", scopes=tokens.SCOPES)
        game.tokens[reader] = made[1]


def _write_in_public(game: Game) -> None:
    people, at = game.people, noon(7)
    write_rules(people["shown"])
    enacted(people["admin"], at, "Decided")
    write(people["player"], at, "Talk", "Some words.")
    hold_events({"admin": people["admin"], "author": people["holder"], "player": people["player"]}, at=at)


def _leave_pending(game: Game) -> None:
    say(propose(game.people["player"], noon(18), "Pending"), game.people["shown"], noon(18), "Hm.")


# -- the first dynasty


def _first_dynasty(game: Game) -> None:
    people, words = game.people, game.canaries
    alice, bobby, carol = people["former"], people["holder"], people["shown"]
    at = noon(1)
    places = {audience: f"value of the first dynasty for the {audience}" for audience in HIDDEN}
    track(
        *(define(f"old_{each}", audience=each, blank=True) for each in HIDDEN),
        *(define(f"old_{each}_words", "text", audience=each, blank=True) for each in HIDDEN),
        define("old_shown", audience="emperor", blank=True),
        define("old_open", default="3"),
        by=people["admin"],
        at=at,
    )
    values = [
        put(f"old_{each}{words_}", to, *whose(bobby))
        for each in HIDDEN
        for words_, to in (
            ("", str(words.number(places[each]))),
            ("_words", words.word(places[each])),
        )
    ]
    shown = put("old_shown", str(words.number("value of the first dynasty that was shown")), *whose(bobby))
    _put([*values, shown], by=alice, at=at)
    showing.show(leave=GIVEN, variable=Variable.objects.get(key="old_shown"), to=carol, by=alice, at=at)
    secrets.keep(leave=GIVEN,
        by=alice, at=at, name="Plot", for_game=True,
        text=words.word("secret that the first emperor kept"), salt=words.word("secret that the first emperor kept"),
    )  # fmt: skip
    orders.send_order(courier=LAWFUL, by=bobby, at=at, text=words.word("order of the first dynasty"), seen=1)
    vote(propose(bobby, noon(1), "A done thing"), noon(1), **{"for": list(people.values())[1:]})


def _change_dynasties(people: dict[str, Player]) -> None:
    """Grace wins, and begins a dynasty of her own."""
    alice, grace = people["former"], people["emperor"]
    won = declare(grace, noon(2))
    vote(won, noon(2), **{"for": [alice, people["holder"], people["shown"], people["player"]]})
    resolving.resolve(post=won, to="enacted", by=people["admin"], at=noon(4))
    posting.publish(by=grace, at=noon(4), category=Category.ASCENSION, title="Geese", body="Honk.")


# -- values


def _put(steps: list[Step], *, by: Player, at: datetime, comment: str = "") -> Update:
    """Set values as what happens by itself does, also those that nobody sees."""
    before = state_now()
    planned = plan(before, steps, sight=RECORD.sees)
    assert not planned.troubles
    return record(planned, before=before, kind=Update.Kind.CHANGE, by=by, at=at, comment=comment)


SCOPES = ("player", "game", "row")
TYPED = {
    "choice": "two", "choices": "two, three", "yes_no": "yes", "player": "Carol", "players": "Carol, David",
    "row": "Forest", "instant": "2031-05-17 13:37",
}  # fmt: skip
PARTS: dict[str, dict[str, Any]] = {
    "decimal": {"places": 2},
    "choice": {"choices": ["one", "two", "three"]},
    "choices": {"choices": ["one", "two", "three"]},
    "row": {"refers": "towns"},
}


def path_of(audience: str, kind: str, scope: str) -> str:
    """What a hidden variable is called."""
    return f"{'towns.' if scope == 'row' else ''}{audience}_{kind}_{scope[0]}"


def _call(game: Game) -> None:
    """Set up a channel that is told of everything."""
    channels.set_up(
        by=game.people["admin"], at=noon(7), name="Hall", kinds=list(PUBLIC),
        url=f"https://example.com/{game.canaries.word('address of a webhook')}/hook",
    )  # fmt: skip


def _track(game: Game) -> None:
    """Variables of each audience, kind and scope, with a value for Bobby, for the game, or for the Forest."""
    people, words = game.people, game.canaries
    admin, emperor, bobby, carol = (people[one] for one in ("admin", "emperor", "holder", "shown"))
    at = noon(7)
    holders = {"player": whose(bobby), "game": ("game",), "row": ("row=Forest",)}
    definitions, values, numbers = [], [], []
    for audience in HIDDEN:
        for kind in KINDS:
            for scope in SCOPES[: 3 if audience == "emperor" and kind in ("whole", "text") else 1]:
                path = path_of(audience, kind, scope)
                place = f"value for the {audience}"
                more = {"blank": True, **PARTS.get(kind, {})}
                definitions.append(define(path, kind, scope, audience=audience, **more))
                if kind in ("whole", "decimal"):
                    number = words.number(place)
                    numbers.append(number)
                    typed = str(number)
                else:
                    typed = TYPED.get(kind) or words.word(place)
                values.append(put(path, typed, *holders[scope]))
    track(
        *table("towns", "Town", "Forest"),
        *definitions,
        define("by_formula", "text", audience="own", blank=True, seen_when="viewer.name == 'Carol'"),
        define("pile", "texts", "game", audience="nobody", blank=True, twice=True),
        define("shown", audience="emperor", blank=True),
        define("shown_words", "text", audience="emperor", blank=True),
        define("wealth", default="5"),
        define("motto", "text", scope="game", to="Honk"),
        define("towns.room", default="3"),
        read_step({"do": "page", "path": "gallery", "name": "Gallery", "to": "A goose."}),
        by=admin,
        at=at,
    )
    shown = [words.number("value that is shown"), words.word("value that is shown")]
    first = _put(values, by=emperor, at=at, comment="I know.")
    update(leave=GIVEN, by=emperor, at=at, steps=[put("shown", str(shown[0]), *whose(bobby))])
    update(leave=GIVEN, by=emperor, at=at, steps=[put("shown_words", shown[1], *whose(bobby))])
    words.together("value for the emperor", numbers)
    words_kept = {each: words.word("value for the emperor") for each in ("note", "refused")}
    Entry.objects.filter(variable__key=path_of("emperor", "whole", "player"), update=first).update(
        **words_kept
    )
    for key in ("shown", "shown_words"):
        showing.show(leave=GIVEN, variable=Variable.objects.get(key=key), to=carol, by=emperor, at=at)
    # what is in the log besides: a value that was, one that was undone, and disputes of both
    changed = words.number("value for the emperor")
    wrong = update(leave=GIVEN,
        by=emperor, at=at, steps=[put(path_of("emperor", "whole", "player"), str(changed), *whose(people["player"]))]
    )  # fmt: skip
    undo(leave=GIVEN, updates=[wrong], by=emperor, at=at, why="Not so.")
    dispute(leave=GIVEN, update=first, by=carol, at=at, why="I do not know.")
    made = update(
        leave=GIVEN, by=bobby, at=at, steps=[put("wealth", "+1", *whose(bobby, carol))], comment="A windfall"
    )
    dispute(leave=GIVEN, update=made, by=carol, at=at, why="No.")
    roll_on_page(leave=GIVEN, text="3DICE6", by=bobby, at=at)
    for name in ("Forage", "Bell"):
        action = acting.declare(leave=GIVEN, by=admin, at=at, name=name, frequency="daily")
    acting.take(leave=GIVEN, action=action, by=bobby, at=at, comment="Ding")
    words_kept = words.word("value that a formula shows")
    _put([put("by_formula", words_kept, *whose(bobby))], by=emperor, at=at)
    _put([put("pile", ", ".join(words.word("value for the nobody") for _ in range(3)))], by=emperor, at=at)
    mix = acting.declare(
        leave=GIVEN, by=admin, at=at, name="Mix", frequency="", lines={"does": "shuffle pile"}
    )
    moving.make(leave=GIVEN, action=mix, by=bobby, at=at)
    _keep_moves(game)


def _keep_moves(game: Game) -> None:
    """A move of Bobby's of which only Carol sees what came, and one of which only the emperor knows."""
    words, at = game.canaries, noon(7)
    track(define("stealth", audience="own", blank=True), by=game.people["admin"], at=at)
    lines = {"asks": "why: text", "does": "stealth = DICE6"}
    for name, place, kept in (
        ("Whisper", "what came of a move", {"shows": "viewer.name == 'Carol'"}),
        ("Creep", "move that not everybody knows of", {"shows": "viewer == emperor", "unseen": "yes"}),
    ):
        action = acting.declare(
            leave=GIVEN, by=game.people["admin"], at=at, name=name, frequency="", lines={**lines, **kept}
        )
        moving.make(
            leave=GIVEN, action=action, by=game.people["holder"], at=at,
            answers={"why": words.word(place)}, comment=words.word(place),
        )  # fmt: skip


# -- what people keep to themselves


def _keep_secrets(game: Game) -> None:
    people, words = game.people, game.canaries
    bobby, emperor, at = people["holder"], people["emperor"], noon(7)
    texts = {"text": words.word("secret of a player"), "salt": words.word("secret of a player")}
    kept = secrets.keep(leave=GIVEN, by=bobby, at=at, name="Tell", **texts)
    texts = {"text": words.word("secret of a player"), "salt": words.word("secret of a player")}
    secrets.change(leave=GIVEN, secret=kept, seen=kept.versions.get().pk, by=bobby, at=at, **texts)
    secrets.keep(leave=GIVEN,
        by=emperor, at=at, name="Office", for_game=True,
        text=words.word("secret of the emperor"), salt=words.word("secret of the emperor"),
    )  # fmt: skip
    awaited = [bobby.pk, people["player"].pk]
    for title, opening in (("Bids", {"opening": Opening.ALL}), ("Later", {"opens_at": noon(90)})):
        more = {"opening": Opening.AT, **opening}
        call = sealing.call(leave=GIVEN, by=emperor, at=at, title=title, awaited=awaited, **more)
        for _ in range(2):
            sealing.hand_in(leave=GIVEN, call=call, by=bobby, at=at, text=words.word("sealed order"))
    some = {"awaited": [bobby.pk], "seen_when": "viewer.name == 'Carol'"}
    call = sealing.call(leave=GIVEN, by=emperor, at=at, title="Whispers", **some)
    word = words.word("sealed order that some read")
    order = sealing.hand_in(leave=GIVEN, call=call, by=bobby, at=at, text=word)
    words.hear("sealed order that some read", order.salt)
    more = {"opening": Opening.AT, "opens_at": noon(90), "asks": "number from 0 to 9", "awaited": awaited}
    for hides_who in (False, True):
        call = sealing.call(leave=GIVEN, by=emperor, at=at, title="Offers", hides_who=hides_who, **more)
        sealing.hand_in(leave=GIVEN, call=call, by=bobby, at=at, text="3")


def _correspond(game: Game) -> None:
    people, words = game.people, game.canaries
    bobby, carol, at = people["holder"], people["shown"], noon(7)
    arguments = {"subject": words.word("message"), "text": words.word("message"), "confirmed": True}
    thread = messages.send(courier=LAWFUL, by=bobby, at=at, to=[carol], **arguments)
    messages.reply(
        courier=LAWFUL, thread=thread.pk, by=carol, at=at, text=words.word("message"), confirmed=True
    )
    for _ in range(2):
        orders.send_order(courier=LAWFUL, by=bobby, at=at, text=words.word("order"), seen=1)


def _write(game: Game) -> None:
    """Posts of each kind, drafts, and posts that were removed."""
    people, words = game.people, game.canaries
    bobby, david, at = people["holder"], people["player"], noon(7)
    _write_in_public(game)
    place = "draft"
    change = {
        "op": "track",
        "step": {"do": "page", "path": "gallery", "name": words.word(place), "to": words.word(place)},
    }
    posting.save_draft(
        by=bobby, at=at, category=Category.PROPOSAL, title=words.word(place), body=words.word(place),
        commentary=words.word(place), choices=[words.word(place)], changes=[change],
    )  # fmt: skip
    place = "removed post"
    removed = write(bobby, at, words.word(place), words.word(place), commentary=words.word(place))
    posting.edit(
        post=removed, seen=1, by=bobby, at=at, title=words.word(place), body=words.word(place),
        commentary=words.word(place),
    )  # fmt: skip
    posting.remove(post=removed, by=bobby, at=at)
    change["step"] |= {"name": words.word(place), "to": words.word(place)}
    # the oldest, which the verdict on a younger one names
    matter = propose(bobby, noon(18), words.word(place), body=words.word(place), changes=[change])
    say(matter, david, noon(18), f"{words.word(place)} @Carol")
    _leave_pending(game)
    # what tells of it besides: acts of admins, and how a younger matter was judged while it was there
    resolving.mark_illegal(post=matter, by=people["admin"], at=noon(18), reason="So.")
    resolving.mark_illegal(post=matter, by=people["admin"], at=noon(18), reason="Not so.", illegal=False)
    younger = propose(people["shown"], noon(18, hours=1), "Younger")
    vote(younger, noon(18, hours=1), **{"for": list(people.values())[1:]})
    resolving.resolve_against_verdict(
        post=younger, to="failed", by=people["admin"], at=noon(19, hours=2), reason="So."
    )
    with pytest.MonkeyPatch.context() as patch:  # as a law may let its author do, and ruleset-211 does not
        patch.setattr(posting.law_of_posts, "may_remove", lambda *facts, **more: YES)
        posting.remove(post=matter, by=bobby, at=noon(19, hours=3))
    Post.objects.filter(pk=matter.pk).update(
        choices=[words.word(place)], admin_field=words.word(place), admin_notes=[words.word(place)]
    )
    matter.versions.update(choices=[words.word(place)])


def _look_after_the_site(game: Game) -> None:
    people, words = game.people, game.canaries
    admin, at = people["admin"], noon(7)
    fair_play.record(
        by=admin, at=at, one=people["player"], other=people["idle"], is_one_person=True, announced=False,
        reason=words.word("fair play"),
    )  # fmt: skip
    Tenure.objects.create(player=people["player"], since=at, entered_by=admin)
    response = mentors.ask(by=people["shown"], kind="mentor", at=at)
    assert response.pk
    _give_tokens(game)


# -- what nobody writes


def _look_after_accounts(game: Game) -> None:
    """How people sign in, and what the site has drawn at random."""
    people, words = game.people, game.canaries
    bobby = people["holder"]
    bobby.password = f"md5$salt${words.word('password')}"
    bobby.email = f"{words.word('address of a person')}@example.org"
    bobby.save()
    telling.tell(
        [bobby],
        kind=Telling.MESSAGE,
        key="canary",
        at=noon(7),
        sentence=StoredMessage("{name} came by.", name=words.word("notice")),
        link="/",
    )
    Notice.objects.filter(key="canary").update(
        **dict.fromkeys(("key", "problem", "claim", "link"), f"/{words.word('notice')}"),
    )
    WebhookCall.objects.filter(pk=WebhookCall.objects.latest("pk").pk).update(
        **{each: words.word("what came of a call") for each in ("problem", "claim", "key", "answer")}
    )
    place = "where somebody is signed in"
    used = {"last_network": words.word(place), "last_browser": words.word(place)}
    Session.objects.create(
        player=bobby, session_key=words.word("session"), session_data=words.word("session"),
        expire_date=noon(90), last_used_at=noon(7), **used,
    )  # fmt: skip
    bobby.tokens.update(name=words.word(place), last_used_at=noon(7), **used)
    drawn = {each: words.word("a device") for each in ("endpoint", "public_key", "auth", "name")}
    Device.objects.create(player=bobby, made_at=noon(7), **drawn)
    Sending.objects.create(
        name=words.word("what was sent"), sent=words.word("what was sent"), at=NOW,
        answer={"Location": words.word("what was sent")},
    )  # fmt: skip
    for order in SealedOrder.objects.filter(sealing__seen_when=""):
        words.hear("sealed order", order.salt)
    for seed in Seed.objects.all():
        if not is_revealed(seed.day, at=NOW):
            words.hear("seed to come", seed.secret)
    for deck in DeckSeed.objects.all():
        words.hear("seed to come", deck.secret)
    for webhook in Webhook.objects.all():
        words.hear("signing secret", webhook.secret)
    words.hear("token", bobby.tokens.get().hash)
    words.hear("token", game.tokens["holder"])
