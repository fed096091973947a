"""Every page asks the database the same number of times, whatever the size of the game, and seldom."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from unittest import mock

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from blognomic.cache import version
from blognomic.middleware import rates
from gamestate.models import LimitedAction, Row, Taking, Variable
from gamestate.services import acting, sealing, secrets, showing
from gamestate.services.rolling import roll_on_page
from gamestate.services.undoing import dispute, undo
from gamestate.services.updating import update
from gamestate.values.steps import Step, read_step
from players.models import Ascension, Dynasty, MentorOffer, Mentorship, Order, Player, Reign, Session, Tenure
from players.present import forget
from players.services import mentors, messages, orders
from ruleset.models import Revision, RuleVersion
from ruleset.queries import tree_after
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.gamestate.tracker import define, put, set_number, table, track, whose
from tests.leaves import GIVEN
from tests.undoing import built_once
from votables.models import Category, Post, Status
from votables.services import posting, resolving
from votables.services.commenting import comment
from votables.services.courier import LAWFUL
from votables.visits.models import Visit

from .staged_notices import tell_many as tell
from .staged_typed_posts import hold_many_events
from .table import Cause, Kind, event, join, make_admin, noon, person, propose, say, seat, vote, write
from .test_views_who_may import ROWS

pytestmark = pytest.mark.django_db

NOW = noon(12)

# The address of each page, of the things that `build` answers, and how often it asks: for a stranger, for a player
# who wrote what is on it, for an admin. `-`: not for them. What readers share is kept until it changes
# (players/present.py), so this is what every reading but the first asks. The last two numbers are what the first
# reading after a change asks, by the last of them whom the page is for: after a comment or after an update, whichever
# asks for more; and after what changes all, such as an enactment. WHAT_ALL_SHARE is what the first page asks besides.
PAGES: dict[str, tuple[str | int, ...]] = {
    "home": ("/", 1, 2, 2, 7, 7),
    "home, older": ("/?before={story}", 2, 3, 3, 7, 7),
    "queue": ("/queue/", 1, 2, 2, 6, 7),
    "queue then": ("/queue/?at=2026-03-05T12:00", 4, 5, 5, 8, 9),
    "law then": ("/law/?at=2026-03-05T12:00", 6, 7, 7, 10, 10),
    "archive": ("/archive/", 1, 2, 2, 7, 8),
    "archive of a dynasty": ("/archive/?category=proposal&dynasty={old}", 1, 2, 2, 7, 9),
    "archive of a player, turned": ("/archive/?player={name}&before={story}", 3, 4, 4, 9, 11),
    "search": ("/search/?q=cat", 1, 2, 2, 7, 11),
    "search, narrowed": ("/search/?q=words+-picture&author={name}&dynasty=1&order=newest", 2, 3, 3, 8, 12),
    "where to go": ("/jump.json?q=ca", 2, 3, 3, 6, 11),
    "what to resolve": ("/jump.json?q=enact+", 1, 2, 2, 5, 5),
    "what to vote on": ("/jump.json?q=vote+for+", 1, 2, 2, 5, 5),
    "what to set": ("/jump.json?q=set+my+wealth_0+%2B1", 2, 2, 2, 5, 8),
    "what to set that is not there": ("/jump.json?q=set+my+gold+%2B1", 2, 3, 3, 6, 12),
    "whom to idle": ("/jump.json?q=idle+al", 2, 3, 3, 7, 11),
    "what to take": ("/jump.json?q=take+a", 1, 3, 2, 2, 4),
    "what to say": ("/jump.json?q=%3F", 1, 2, 2, 2, 3),
    "comment, asked about": ("/posts/{pending}/comment/?icon=:for:", "-", 3, 3, 6, 6),
    "map of the site": ("/sitemap.xml", 7, 8, 8, 8, 9),
    "map of the posts": ("/sitemap-posts.xml", 3, 4, 4, 4, 5),
    "keys": ("/help/keys/", 1, 2, 2, 5, 5),
    "archive of a voter": ("/archive/?voter={name}", 2, 3, 3, 7, 11),
    "charts": ("/charts/", 1, 2, 2, 6, 11),
    "welcome": ("/welcome/", 1, 2, 2, 5, 6),
    "guide": ("/guide/players/", 1, 2, 2, 5, 6),
    "chronicle": ("/chronicle/", 1, 2, 2, 6, 11),
    "week of the chronicle": ("/chronicle/2026-W11/", 1, 2, 2, 6, 11),
    "since": ("/since/", 1, 2, 2, 7, 12),
    "since an instant": ("/since/?since=2026-01-01", 1, 2, 2, 7, 12),
    "dynasties": ("/players/dynasties/", 1, 2, 2, 10, 10),
    "dynasty": ("/players/dynasties/{old}/", 1, 2, 2, 8, 10),
    "post, pending": ("/posts/{pending}/", 1, 2, 2, 5, 7),
    "post, one's own": ("/posts/{own}/", 1, 2, 2, 5, 7),
    "post, resolved": ("/posts/{done}/", 1, 2, 2, 6, 9),
    "post, talk": ("/posts/{story}/", 1, 2, 2, 6, 8),
    "versions": ("/posts/{own}/versions/", 3, 4, 4, 7, 7),
    "judged": ("/posts/{done}/judged.json", 4, 5, 5, 5, 6),
    "roster": ("/players/", 2, 3, 3, 6, 6),
    "roster then": ("/players/?at=2026-03-12", 1, 2, 2, 5, 7),
    "roster's history": ("/players/history/", 3, 4, 5, 8, 8),
    "admin log": ("/players/admin-log/", 3, 4, 4, 7, 7),
    "profile": ("/players/{author}/", 2, 3, 3, 7, 11),
    "law": ("/law/", 2, 3, 3, 6, 8),
    "API": ("/api/", 1, 2, 2, 5, 5),
    "tokens": ("/accounts/tokens/", "-", 3, 3, 6, 6),
    "sessions": ("/accounts/sessions/", "-", 4, 4, 7, 7),
    "rules": ("/rules/", 1, 2, 2, 5, 6),
    "rule": ("/rules/{rule}/", 1, 2, 2, 5, 9),
    "rules' history": ("/rules/history/", 1, 2, 2, 5, 8),
    "gamestate": ("/gamestate/", 1, 4, 2, 5, 9),
    "standings": ("/gamestate/standings/", 1, 3, 3, 7, 9),
    "gamestate then": ("/gamestate/?at=2026-03-05T00:00:00Z", 1, 2, 2, 6, 11),
    "players' file": ("/gamestate/players.json", 1, 2, 2, 5, 7),
    "table": ("/gamestate/tables/locations/", 1, 2, 2, 5, 8),
    "table then": ("/gamestate/tables/locations/?at=2026-03-05T00:00:00Z", 1, 2, 2, 6, 11),
    "table's file": ("/gamestate/tables/locations.csv", 1, 2, 2, 4, 6),
    "one's state": ("/gamestate/players/{author}/", 1, 4, 2, 8, 12),
    "variable": ("/gamestate/variables/{variable}/", 3, 4, 4, 7, 11),
    "hidden variable": ("/gamestate/variables/{hidden}/", 3, 4, 4, 7, 9),
    "log of updates": ("/gamestate/log/", 1, 2, 2, 7, 12),
    "log, searched": (
        "/gamestate/log/?player={author}&variable={variable}&dice=on&words=DICE",
        2,
        3,
        3,
        7,
        12,
    ),
    "update": ("/gamestate/log/{update}/", 1, 2, 2, 6, 11),
    "log as a file": ("/gamestate/log.json", 5, 6, 6, 6, 9),
    "retired": ("/gamestate/retired/", 2, 3, 3, 6, 6),
    "retired of a dynasty": ("/gamestate/retired/?dynasty={dynasty}", 6, 7, 7, 10, 11),
    "retired as a file": ("/gamestate/retired/{dynasty}.json", 5, 6, 6, 6, 8),
    "gamestate's pages": ("/gamestate/pages/", 3, 4, 4, 7, 7),
    "page of gamestate": ("/gamestate/pages/gallery/", 2, 3, 3, 6, 6),
    "page then": ("/gamestate/pages/gallery/?at=2026-03-05T00:00:00Z", 3, 4, 4, 7, 7),
    "page's history": ("/gamestate/pages/gallery/history/", 3, 4, 4, 7, 7),
    "page's difference": ("/gamestate/pages/gallery/difference/", 3, 4, 4, 7, 7),
    "edit a page": ("/gamestate/pages/gallery/edit/", "-", 3, 3, 6, 6),
    "edit a player": ("/gamestate/edit/?player={author}", "-", 3, 2, 5, 10),
    "edit all players": ("/gamestate/edit/?players=1", "-", 3, 2, 5, 10),
    "undo": ("/gamestate/undo/?update={standing}", "-", 7, 7, 10, 12),
    "dispute": ("/gamestate/log/{update}/dispute/", "-", 3, 3, 6, 6),
    "define": ("/gamestate/new-variable/", "-", "-", 2, 5, 8),
    "alter": ("/gamestate/variables/{variable}/change/", "-", "-", 4, 7, 10),
    "retire": ("/gamestate/variables/{variable}/retire/", "-", "-", 4, 7, 7),
    "make a table": ("/gamestate/new-table/", "-", "-", 2, 5, 6),
    "change a table": ("/gamestate/tables/locations/change/", "-", "-", 4, 7, 8),
    "add rows": ("/gamestate/tables/locations/add-rows/", "-", "-", 3, 6, 6),
    "secrets": ("/gamestate/secrets/", 3, 4, 4, 7, 7),
    "secret": ("/gamestate/secrets/{secret}/", 4, 6, 6, 9, 9),
    "new secret": ("/gamestate/secrets/new/", "-", 4, 4, 7, 7),
    "change secret": ("/gamestate/secrets/{secret}/change/", "-", 4, "-", 7, 7),
    "reveal secret": ("/gamestate/secrets/versions/{version}/reveal/", "-", 3, "-", 6, 6),
    "check hash": ("/gamestate/secrets/check/", 1, 2, 2, 5, 5),
    "sealed orders": ("/gamestate/sealed/", 3, 4, 4, 7, 7),
    "sealed order": ("/gamestate/sealed/{sealing}/", 5, 6, 6, 9, 9),
    "new call for orders": ("/gamestate/sealed/new/", "-", 3, 3, 6, 8),
    "hand in": ("/gamestate/sealed/{sealing}/hand-in/", "-", 4, "-", 7, 7),
    "actions": ("/gamestate/actions/", 3, 6, 4, 8, 9),
    "new action": ("/gamestate/actions/new/", "-", "-", 3, 6, 7),
    "take action": ("/gamestate/actions/{action}/take/", "-", 7, "-", 10, 11),
    "dice": ("/gamestate/dice/", 4, 5, 5, 8, 8),
    "dice log": ("/gamestate/dice/log/", 2, 3, 3, 6, 7),
    "dice file": ("/gamestate/dice/log.json", 8, 9, 9, 9, 10),
    "dice statistics": ("/gamestate/dice/statistics/", 2, 3, 3, 6, 8),
    "a die": ("/gamestate/dice/statistics/?die=DICE6", 2, 3, 3, 6, 9),
    "dice check": ("/gamestate/dice/check/?check=", 8, 9, 9, 12, 12),
    "roll": ("/gamestate/dice/{roll}/", 6, 7, 7, 10, 10),
    "messages": ("/players/messages/", "-", 5, 5, 8, 8),
    "messages sent": ("/players/messages/?box=sent", "-", 5, 3, 6, 6),
    "message": ("/players/messages/{thread}/", "-", 7, 7, 10, 10),
    "write": ("/players/messages/new/", "-", 3, 3, 6, 6),
    "blocked": ("/players/messages/blocked/", "-", 3, 3, 6, 6),
    "orders": ("/players/orders/", "-", 5, 7, 10, 11),
    "emperor's desk": ("/desk/", "-", "-", 5, 9, 12),
    "carry out": ("/desk/orders/{order}/", "-", "-", 5, 9, 12),
    "mentors": ("/players/mentors/", 4, 6, 6, 9, 11),
    "announce a mentorship": ("/players/mentors/{mentorship}/announce/", "-", "-", 4, 7, 7),
    "dissolve a mentorship": ("/players/mentors/{mentorship}/dissolve/", "-", 3, "-", 6, 6),
    "about oneself": ("/players/introduction/", "-", 3, 3, 6, 7),
    "notices": ("/notices/", "-", 4, 4, 7, 7),
    "notice settings": ("/notices/settings/", "-", 5, 5, 8, 8),
    "stop letters": ("/notices/unsubscribe/{stop}/", 1, 2, 2, 5, 5),
    "webhooks": ("/dashboard/webhooks/", "-", "-", 4, 7, 7),
    "webhook": ("/dashboard/webhooks/{webhook}/", "-", "-", 3, 6, 6),
    "fair play": ("/dashboard/fair-play/", "-", "-", 5, 8, 8),
    "feeds": ("/feeds/", 3, 4, 4, 7, 7),
    "feed of posts": ("/feeds/posts/", 3, 4, 4, 4, 5),
    "feed of all comments": ("/feeds/comments/", 2, 3, 3, 3, 4),
    "feed of comments": ("/feeds/posts/{own}/comments/", 3, 4, 4, 4, 5),
    "feed of rules": ("/feeds/rules/", 4, 5, 5, 5, 6),
    "feed of the chronicle": ("/feeds/chronicle/", 1, 2, 2, 5, 9),
    "feed of the gamestate": ("/feeds/gamestate/", 5, 6, 6, 6, 7),
    "feed of dice": ("/feeds/dice/", 2, 3, 3, 3, 4),
    "needs vote": ("/queue/mine/", "-", 2, 2, 6, 7),
    "drafts": ("/drafts/", "-", 3, 3, 6, 6),
    "new": ("/posts/new/", "-", 2, 2, 5, 7),
    "edit": ("/posts/{own}/edit/", "-", 4, "-", 7, 8),
    "changes": ("/drafts/{draft}/changes/", "-", 7, "-", 10, 11),
    "add a change": ("/drafts/{draft}/changes/add/?op=add", "-", 6, "-", 9, 10),
    "add a change of the roster": ("/drafts/{draft}/changes/add/?op=roster.bar", "-", 4, "-", 7, 7),
    "reflect": ("/posts/{done}/reflect/", "-", 5, 5, 8, 8),
    "add a section": ("/rules/add-section/", "-", 6, 6, 9, 9),
    "dashboard": ("/dashboard/", "-", "-", 2, 5, 8),
    "several at once": ("/dashboard/several/", "-", "-", 2, 5, 5),
    "resolve": ("/posts/{pending}/resolve/enacted/", "-", "-", 3, 6, 7),
    "overturn": ("/posts/{done}/overturn/", "-", "-", 4, 7, 7),
    "rename": ("/dashboard/players/{author}/rename/", "-", "-", 4, 7, 7),
    "events": ("/events/", 5, 6, 6, 9, 9),
    "type of events": ("/events/types/{type}/", 4, 5, 5, 8, 8),
    "another type": ("/events/types/{other_type}/", 4, 5, 5, 8, 8),
    "post, an open event": ("/posts/{event}/", 3, 4, 4, 8, 10),
    "post, an ended event": ("/posts/{ended}/", 3, 4, 4, 8, 10),
    "define a type": ("/events/types/new/", "-", "-", 2, 5, 6),
    "change a type": ("/events/types/{type}/change/", "-", "-", 3, 6, 7),
    "end an event": ("/posts/{event}/end/", "-", 5, 5, 8, 8),
    "ending action": ("/posts/{ended}/ending-action/", "-", 6, 6, 9, 9),
    "count a response": ("/events/responses/{answer}/", "-", 4, 4, 7, 7),
    "dice as CSV": ("/gamestate/dice/log.csv", 5, 6, 6, 6, 7),
    "game's file": ("/gamestate/game.csv", 1, 2, 2, 4, 6),
    "log as CSV": ("/gamestate/log.csv", 5, 6, 6, 6, 9),
    "players as CSV": ("/gamestate/players.csv", 1, 2, 2, 4, 6),
    "table as JSON": ("/gamestate/tables/locations.json", 1, 2, 2, 4, 6),
    "feed of ascensions": ("/feeds/ascensions/", 2, 3, 3, 3, 4),
    "feed of a category": ("/feeds/categories/proposal/", 5, 6, 6, 6, 7),
    "change a row": ("/gamestate/rows/{row}/change/", "-", "-", 4, 7, 7),
    "retire a row": ("/gamestate/rows/{row}/retire/", "-", "-", 4, 7, 7),
    "retire a table": ("/gamestate/tables/locations/retire/", "-", "-", 4, 7, 7),
    "new page": ("/gamestate/new-page/", "-", 2, 2, 5, 5),
    "remove a page": ("/gamestate/pages/gallery/remove/", "-", "-", 3, 6, 6),
    "call off": ("/gamestate/sealed/{sealing}/call-off/", "-", "-", 3, 6, 6),
    "time of a call": ("/gamestate/sealed/{sealing}/time/", "-", "-", 3, 6, 6),
    "stop waiting": ("/gamestate/sealed/{sealing}/drop/", "-", "-", 5, 8, 8),
    "retire an action": ("/gamestate/actions/{open_action}/retire/", "-", "-", 3, 6, 6),
    "pause an action": ("/gamestate/actions/{open_action}/pause/", "-", "-", 3, 6, 6),
    "resume an action": ("/gamestate/actions/{open_action}/resume/", "-", "-", 3, 6, 6),
    "take back": ("/gamestate/actions/takings/{taking}/withdraw/", "-", "-", 3, 6, 6),
    "law's document": ("/law/document/", 1, 2, 2, 2, 3),
    "typo": ("/rules/{last_rule}/typo/", "-", 5, 5, 8, 8),
    "mend": ("/rules/{last_rule}/mend/", "-", 6, 6, 9, 9),
    "draft": ("/drafts/{draft}/", "-", 3, "-", 6, 7),
    "changes of a post": ("/posts/{own}/changes/", "-", 7, "-", 10, 11),
    "add to a post": ("/posts/{own}/changes/add/?op=add", "-", 7, "-", 10, 11),
    "move": ("/posts/{own}/move/", "-", 4, "-", 7, 7),
    "illegal": ("/posts/{own}/illegal/", "-", "-", 3, 6, 6),
    "overrule": ("/posts/{own}/overrule/", "-", "-", 3, 6, 6),
    "nothing to do": ("/posts/{own}/nothing-to-do/", "-", "-", 4, 7, 7),
    "retire a type": ("/events/types/{other_type}/retire/", "-", "-", 3, 6, 6),
    "robots": ("/robots.txt", 1, 2, 2, 2, 3),
    "revision": ("/rules/revisions/{revision}/", 1, 2, 2, 5, 10),
    "difference of rules": ("/rules/difference/?from={first}&to={revision}", 3, 4, 4, 7, 9),
}
# What is not counted here, of what few are asked and only in a certain state of the game, or is no page:
# `test_rare_pages` counts it, against the same bar.
RARE = {route for method, route, *_ in ROWS if method == "GET"} - {
    resolve(re.sub(r"{\w+}", "1", address.partition("?")[0])).view_name for address, *_ in PAGES.values()
}
WHAT_ALL_SHARE = 3
MOST = 12
MARKED_AS_READ = {"message"}  # what the first reading writes, tests forget all for
WHO = ("stranger", "author", "admin")
Thing = str | int  # the key of what a page is about, or whatever else stands in its address


def keep_private(
    size: int, admin: Player, author: Player, others: list[Player], rule: int
) -> dict[str, Thing]:
    """`size` secrets with as many versions, calls with as many orders, and actions that were taken as often."""
    for number in range(size):
        secret = secrets.keep(leave=GIVEN, by=author, at=noon(1), name=f"Secret {number}", text="Words")
        for _ in range(size):
            last = secret.versions.latest("pk")
            last = secrets.change(
                leave=GIVEN, secret=secret, seen=last.pk, by=author, at=noon(1), text="Words"
            )
        secrets.keep(leave=GIVEN, by=others[number], at=noon(1), name="Secret", text="Words")
        awaited = [author.pk, *(other.pk for other in others[: size + 1])]
        call = sealing.call(leave=GIVEN, by=admin, at=noon(1), title="Bids", rule=rule, awaited=awaited)
        for player in (author, *others[:size]):
            sealing.hand_in(leave=GIVEN, call=call, by=player, at=noon(1), text="Words")
        action = acting.declare(
            leave=GIVEN, by=admin, at=noon(1), name=f"Action {number}", rule=rule, frequency="daily-communal"
        )
        acting.take(leave=GIVEN, action=action, by=others[number], at=noon(1))
        acting.take(leave=GIVEN, action=action, by=others[number + 1], at=NOW)
        acting.retire(
            leave=GIVEN,
            action=acting.declare(leave=GIVEN, by=admin, at=noon(1), name="Old", frequency="weekly"),
            by=admin,
            at=noon(1),
        )
    return {
        "secret": secret.pk, "version": last.pk, "sealing": call.pk, "action": action.pk,
        "open_action": LimitedAction.objects.filter(retired_at=None)[0].pk,
        "taking": Taking.objects.order_by("-pk")[0].pk,
    }  # fmt: skip


def track_much(size: int, admin: Player, author: Player, others: list[Player], rule: int) -> dict[str, Thing]:
    """`size` variables, rows, pages, updates with dice and disputes, and retired variables; answers their keys."""
    rows = [f"Row {number}" for number in range(size)]
    more = {"rule": rule, "description": "Words."}
    track(
        *table("locations", *rows),
        *(define(f"locations.column_{number}", **more) for number in range(size)),
        *(define(f"of_game_{number}", scope="game", **more) for number in range(size)),
        *(define(f"wealth_{number}", default="5", **more) for number in range(size)),
        *(define(f"long_{number}", "long", blank=True) for number in range(size)),
        *(define(f"friend_{number}", "player", blank=True) for number in range(size)),
        *(define(f"place_{number}", "row", blank=True, refers="locations") for number in range(size)),
        *(define(f"hidden_{number}", "text", blank=True, audience="emperor") for number in range(size)),
        *(define(f"old_{number}", "player", blank=True) for number in range(size)),
        by=admin,
        at=noon(1),
    )
    people = whose(author, *others[:1])
    for turn in range(size):
        steps = []
        for number in range(size):
            steps.append(put(f"friend_{number}", others[turn].name, *people))
            steps.append(put(f"place_{number}", f"Row {turn}", *people))
        steps += [put(f"old_{number}", others[turn].name, *people) for number in range(size)]
        steps += [put(f"wealth_{number}", "+1", *people) for number in range(size)]
        steps += [put(f"long_{number}", f"*Words* {turn} of [[Rule 0]]", *people) for number in range(size)]
        words = read_step({"do": "page", "path": "gallery", "name": "Gallery", "to": f"Words {turn}."})
        extra = read_step({"do": "page", "path": f"page_{turn}", "name": "Page", "to": "Words."})
        made = update(
            leave=GIVEN, by=author, at=noon(1), comment="DICE6 and DICE8", steps=[*steps, words, extra]
        )
        for other in others[: size + 1]:
            dispute(leave=GIVEN, update=made, by=other, at=noon(1), why="No.")
        if turn:
            undo(leave=GIVEN, updates=[made], by=others[0], at=noon(1), why="No.")
        else:
            standing = made
    track(*(Step("retire", f"old_{number}") for number in range(size)), by=admin, at=noon(1))
    hidden = Variable.objects.get(key="hidden_0")
    for other in others[:size]:
        showing.show(leave=GIVEN, variable=hidden, to=other, by=admin, at=noon(1))
    wealth = Variable.objects.get(key="wealth_0")
    return {
        "variable": wealth.pk, "hidden": hidden.pk, "update": made.pk, "standing": standing.pk,
        "dynasty": wealth.dynasty_id, "row": Row.objects.order_by("pk")[0].pk,
    }  # fmt: skip


def correspond(size: int, admin: Player, author: Player, others: list[Player]) -> dict[str, Thing]:
    """`size` conversations, orders, and of everything in mentoring; answers their keys."""
    words = {"to_emperor": True, "subject": "Words", "text": "Words."}
    for number in range(size):
        thread = messages.send(courier=LAWFUL, by=author, at=noon(1), to=others[: number + 1], **words)
    for number in range(size):
        messages.reply(courier=LAWFUL, thread=thread.pk, by=others[0], at=noon(1), text="Words.")
        messages.block(by=author, player=others[-1 - number], at=noon(1))
        orders.send_order(courier=LAWFUL, by=author, at=noon(1), text="Words.", seen=1 + number)
        orders.send_order(courier=LAWFUL, by=others[number], at=noon(1), text="Words.", seen=1 + number)
        orders.close_turn(courier=LAWFUL, by=admin, at=noon(1), seen=1 + number)
        Tenure.objects.create(player=others[number], since=noon(1), entered_by=admin)
        mentors.ask(by=others[size + number], at=noon(1), kind="enter")
        mentors.ask(by=others[number], at=noon(1), kind="mentor")
        MentorOffer.objects.create(mentor=author, mentee=others[number], by=admin, at=noon(1))
        mentorship = Mentorship.objects.create(mentor=author, mentee=others[-1 - number], begun_at=noon(1))
    orders.send_order(courier=LAWFUL, by=author, at=noon(1), text="Words.", seen=1 + size)
    return {"thread": thread.pk, "mentorship": mentorship.pk, "order": Order.objects.latest("pk").pk}


def remember(size: int, author: Player) -> dict[str, Thing]:
    """`size` dynasties before the present one, with as many proposals each, an address and a declaration."""
    for number in range(size):
        start = noon(-10 * (number + 1))
        arguments = {"number": number + 2, "name": f"Dynasty {number}", "begun_by": author}
        old = Dynasty.objects.create(started_at=start, ended_at=start + timedelta(days=9), **arguments)
        Reign.objects.create(player=author, since=start, until=old.ended_at)
        posted = {"author": author, "posted_at": start}
        address = Post.objects.create(title="Address", category=Category.ASCENSION, **posted)
        Ascension.objects.create(at=start, by=author, link=address.get_absolute_url())
        resolved = {"matter_since": start, "status": Status.ENACTED, "resolved_at": start + timedelta(days=2)}
        for category in (Category.DOV, *[Category.PROPOSAL] * size):
            Post.objects.create(title="Old", category=category, **posted, **resolved)
    return {"old": old.number}


def revise_again(by: Player) -> dict[str, Thing]:
    """One more revision, of the rules that there are."""
    seen = Revision.objects.order_by("-pk")[0].pk
    tree = Tree(tuple(replace(node, text=f"{node.text} Last.") for node in tree_after(seen).sections))
    revise(tree=tree, seen=seen, kind="import", at=NOW, by=by, why="Test")
    first, *_, last = Revision.objects.order_by("pk")
    return {
        "first": first.pk,
        "revision": last.pk,
        "last_rule": RuleVersion.objects.order_by("-pk")[0].rule_id,
    }


@dataclass
class Scene:
    """A game with so many of everything: its pages, and a browser for each who looks at them."""

    paths: dict[str, str]
    browsers: dict[str, Client]


def write_rules(size: int, by: Player) -> int:
    """`size` rules in as many revisions; answers the key of the first."""
    tree, seen = Tree(tuple(Node(f"new-{place}", f"Rule {place}", "Words.") for place in range(size))), None
    for _ in range(size):
        made = revise(tree=tree, seen=seen, kind="import", at=noon(0), by=by, why="Test")
        tree, seen = tree_after(made.pk), made.pk
        rule = int(tree.sections[0].key)
        tree = Tree(tuple(replace(node, text=f"{node.text} More.") for node in tree.sections))
    return rule


@time_machine.travel(NOW, tick=False)
def build(size: int) -> Scene:
    """A game with `size` of everything, told in the order of time."""
    admin, author, *others = seat(*(f"Player-{number}" for number in range(5 + 2 * size)))
    make_admin(others[0])
    rule = write_rules(size, admin)
    for number in range(size):
        set_number(f"n{number}", str(number), by=author, at=noon(0))
    private = keep_private(size, admin, author, others, rule)
    private |= correspond(size, admin, author, others)
    private |= track_much(size, admin, author, others, rule)
    private |= remember(size, others[0])
    idlers = [join(f"Idler-{number}", at=noon(0)) for number in range(size)]
    for idler in idlers:
        event(idler, Kind.IDLED, at=noon(1), cause=Cause.INACTIVITY)
    for number in range(size):
        done = propose(author, noon(2 + number), f"Done {number}")
        for _ in range(size):
            vote(done, noon(2 + number), **{"for": others[:5]})
        made = resolving.resolve(post=done, to="enacted", by=admin, at=noon(3 + number))
        for to in ("failed", "enacted")[: size - 1]:
            made = resolving.overturn(
                post=done, to=to, seen=made.pk, by=admin, at=noon(3 + number), reason="Test."
            )
    for number in range(size):
        asking = (
            (person(f"Guest-{number}"), "join"),
            (idlers[number], "unidle"),
            (others[number + 1], "idle"),
        )
        for player, asks in asking:
            write(player, noon(10), asks=asks)
        newcomer = join(f"Newcomer-{number}", at=noon(10))
    for number in range(size):
        pending = propose(others[number], noon(11), f"Pending {number}")
        vote(pending, noon(11), **{"for": others[: size + 1], "against": others[size + 1 : size + 3]})
        posting.save_draft(by=author, at=noon(11), title=f"Draft {number}")
    changes = [
        {"op": "add", "parent": str(rule), "after": "", "title": f"New {number}", "text": "Words."}
        for number in range(size)
    ]
    draft = posting.save_draft(by=author, at=noon(11), title="Changes", changes=changes)
    story, own = write(author, NOW, "Story"), propose(author, NOW, "Own")
    rolls = [roll_on_page(leave=GIVEN, text="3DICE6", by=author, at=NOW)[0] for _ in range(2 * size)]
    for number in range(size):
        write(newcomer, NOW, "Kittens")
        Client().force_login(author, backend="django.contrib.auth.backends.ModelBackend")
        say(story, others[0], NOW, "DICE6")
        own = posting.edit(
            post=own, seen=own.version, by=author, at=NOW, title="Own", body=f"Words {number}."
        )
        say(own, others[0], NOW)
    things = {
        "pending": pending.pk, "own": own.pk, "done": done.pk, "story": story.pk, "draft": draft.pk,
        "author": author.pk, "name": author.name, "rule": rule, "roll": rolls[1].number,
        **private,
        **tell(size, admin, author, at=NOW),
        **hold_many_events(size, admin, author, others, at=NOW),
        **revise_again(admin),
    }  # fmt: skip
    # Both were here before, some minutes ago: that somebody is here is written down now and then, not with each page.
    for reader in (author, admin):
        Visit.objects.create(player=reader, since=noon(9), seen_at=NOW, guided=True)
    browsers = {who: Client() for who in WHO}
    browsers["author"].force_login(author, backend="django.contrib.auth.backends.ModelBackend")
    browsers["admin"].force_login(admin, backend="django.contrib.auth.backends.ModelBackend")
    Session.objects.update(last_used_at=NOW)
    paths = {page: str(row[0]).format(**things) for page, row in PAGES.items()}
    return Scene(paths, browsers)


@pytest.fixture(scope="module", params=[1, 3], ids=["small", "large"])
def scene(request, django_db_setup, django_db_blocker) -> Iterator[Scene]:
    with built_once(django_db_blocker, lambda: build(request.param)) as built:
        yield built


@pytest.fixture(autouse=True)
def read_for_the_first_time(nothing_kept: None) -> None:
    """Whatever the test before read of the same scene."""
    forget()


def asked(scene: Scene, who: str, page: str) -> int | str:
    """How often a page asks the database for somebody; "-" where it is not for them."""
    with CaptureQueriesContext(connection) as queries:
        response = scene.browsers[who].get(scene.paths[page])
        response.getvalue()  # a file may be made while it is sent
    return len(queries) if response.status_code == 200 else "-"


def a_comment() -> None:
    """Somebody comments on a post that no page is of."""
    post, by = Post.objects.filter(title="Kittens").order_by("pk").last(), Player.objects.get(name="Player-4")
    comment(post=post, by=by, at=NOW, text="Hear, hear.", confirmed=True)


def an_update() -> None:
    """Somebody changes a number of the game."""
    set_number("n0", "7", by=Player.objects.get(name="Player-1"), at=NOW)


def asked_after(change: Callable[[], None], scene: Scene, who: str, page: str) -> int:
    """How often the first reading after a change asks, when the page was read before."""
    for _ in range(2):
        asked(scene, who, page)
    with mock.patch("tests.conftest.forget"):  # which tests call at every write, since they make rows by hand
        change()
    version.forget()
    return asked(scene, who, page)


@pytest.mark.sweep
@pytest.mark.parametrize("page", PAGES)
def test_a_page_asks_as_often_in_a_large_game_as_in_a_small_one(scene, page, db):
    kept = []
    with time_machine.travel(NOW, tick=False):
        _, *numbers = PAGES[page]
        reader = next(who for who in reversed(WHO) if numbers[WHO.index(who)] != "-")
        first = max(asked_after(change, scene, reader, page) for change in (a_comment, an_update))
        for who in WHO:
            for _ in range(2 if page in MARKED_AS_READ else 0):
                asked(scene, who, page)
            number = asked(scene, who, page)
            if number != numbers[WHO.index(who)]:  # what is kept for this reader alone is kept from now on
                number = asked(scene, who, page)
            kept.append(number)
        cold = asked_cold(scene, reader, page)
    # Whether a rule that a refusal cites is in doubt is asked where one is cited, once for the whole game.
    assert kept == numbers[:-2]
    assert first in (numbers[-2], numbers[-2] - 1)
    assert cold in (numbers[-1], numbers[-1] - 1)


def asked_cold(scene: Scene, who: str, page: str) -> int | str:
    """How often a page asks when nothing is kept: no change of the game throws more away, and one that names no topic
    (an enactment, somebody idled, a comment removed by an admin) throws away as much."""
    forget()
    version.forget()
    return asked(scene, who, page)


def test_no_page_asks_more_than_twelve_times():
    more = {page for page, (_, *row) in PAGES.items() if any(type(n) is int and n > MOST for n in row)}
    assert more == set()


@pytest.mark.sweep
@pytest.mark.parametrize("scene", [1], indirect=True, ids=["small"])
def test_the_first_reading_after_an_enactment_asks_no_oftener_than_is_written(scene, db):
    with time_machine.travel(NOW, tick=False):
        wrong = {}
        for page, (_, *numbers, _after_a_comment, cold) in PAGES.items():
            rates.forget()
            cache.clear()
            reader = next(who for who in reversed(WHO) if numbers[WHO.index(who)] != "-")
            if page in MARKED_AS_READ:
                asked(scene, reader, page)
            if (number := asked_cold(scene, reader, page)) > cold:
                wrong[page] = number, cold
    assert wrong == {}


@pytest.mark.sweep
def test_what_all_pages_share_is_asked_for_once_in_a_version_of_the_game(scene, db):
    with time_machine.travel(NOW, tick=False):
        with CaptureQueriesContext(connection) as first:
            scene.browsers["stranger"].get("/queue/")
        with CaptureQueriesContext(connection) as second:
            scene.browsers["stranger"].get("/queue/")
    assert len(first) - len(second) == WHAT_ALL_SHARE
