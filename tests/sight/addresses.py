"""Every address that answers a GET, of pages, fragments, feeds, files and the API, about everything that there is.

They are made of the site's own list: what comes after a part of an address (`posts/`, then a number) is said once,
here, so that a new page about the same things is looked at by itself, and one about new things fails until it is said
what they are.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import product

from django.core import signing
from django.urls import URLPattern, URLResolver, get_resolver

from blognomic.accounts import address_back
from blognomic.api.site import description
from gamestate.models import (
    Dispute,
    LimitedAction,
    Occurrence,
    Page,
    Roll,
    Row,
    Sealing,
    Secret,
    SecretVersion,
    Showing,
    Table,
    Taking,
    Update,
    Variable,
)
from players.models import (
    Device,
    Dynasty,
    MentoringRequest,
    MentorOffer,
    Mentorship,
    Notice,
    Order,
    Player,
    RosterEvent,
    Thread,
    Token,
    Webhook,
)
from players.notices import telling
from players.notices.letters import SALT, vote_token
from ruleset.models import LawVersion, Revision, Rule
from votables.models import Draft, Post
from votables.post_types.models import OfficialResponse, OfficialType
from votables.post_types.presets import BOUNTY

Keys = Callable[[], Iterable[object]]


def keys_of(model: type, field: str = "pk") -> Keys:
    return lambda: model.objects.order_by("pk").values_list(field, flat=True).distinct()


def _links_that_vote() -> list[str]:
    """A link by which somebody votes, who has such links."""
    voter, matter = Player.objects.active().latest("pk"), Post.objects.pending().latest("pk")
    telling.choose(by=voter, at=matter.posted_at, kinds={}, votes_by_letter=True)
    return [vote_token(voter, matter.pk, "for")]


# What stands after a part of an address. Where one part is about two things, more of it is said.
AFTER: dict[str, Keys] = {
    "posts": keys_of(Post),
    "drafts": keys_of(Draft),
    "rules": keys_of(Rule),
    "revisions": keys_of(Revision),
    "laws": keys_of(LawVersion),
    "players": keys_of(Player),
    "dashboard/roster": keys_of(RosterEvent),
    "dynasties": keys_of(Dynasty, "number"),
    "messages": keys_of(Thread),
    "players/orders": keys_of(Order),
    "desk/orders": keys_of(Order),
    "helpers": keys_of(Player),
    "requests": keys_of(MentoringRequest),
    "offers": keys_of(MentorOffer),
    "mentors": keys_of(Mentorship),
    "variables": keys_of(Variable),
    "showings": keys_of(Showing),
    "tables": keys_of(Table, "key"),
    "rows": keys_of(Row),
    "pages": keys_of(Page, "key"),
    "log": keys_of(Update),
    "updates": keys_of(Update),
    "disputes": keys_of(Dispute),
    "secrets": keys_of(Secret),
    "secrets/versions": keys_of(SecretVersion),
    "sealed": keys_of(Sealing),
    "actions": keys_of(LimitedAction),
    "actions/due": keys_of(Occurrence),
    "takings": keys_of(Taking),
    "dice": keys_of(Roll, "number"),
    "rolls": keys_of(Roll, "number"),
    "retired": keys_of(Dynasty),
    "events/types": keys_of(OfficialType),
    "official-types": keys_of(OfficialType),
    "responses": keys_of(OfficialResponse),
    "presets": lambda: [BOUNTY.key],
    "notices": keys_of(Notice),
    "notices/devices": keys_of(Device),
    "email/back": lambda: [
        signing.dumps([Player.objects.latest("pk").pk, "a@example.org", 1, ""], salt=address_back.SALT)
    ],
    "unsubscribe": lambda: [signing.dumps([Player.objects.latest("pk").pk, "resolved"], salt=SALT)],
    "vote": _links_that_vote,
    "webhooks": keys_of(Webhook),
    "accounts/tokens": keys_of(Token),
    "categories": lambda: ["proposals", "drafts"],
    "chronicle": lambda: ["2026-W10", "2026-W12"],
    "guide": lambda: ["players"],
    "found": lambda: ["token"],
    "accounts/sessions": lambda: ["whatever"],
    "sitemap-": lambda: ["posts", "rules"],
}
# What stands after such a thing in its turn.
SECOND: dict[str, Keys] = {"retired": lambda: ["players", "game", *map(str, keys_of(Table)())]}

# What is asked besides, of each address of a pattern: states of the past, orders, filters, and what a form is about.
ASKED: dict[str, Keys] = {
    "/gamestate/": lambda: ["at=2026-03-10T12:00", "at=2026-03-04T12:00", *_orders("")],
    "/gamestate/players.csv": lambda: ["at=2026-03-10T12:00", "at=2026-03-04T12:00"],
    "/gamestate/players.json": lambda: ["at=2026-03-10T12:00", "at=2026-03-04T12:00"],
    "/gamestate/game.csv": lambda: ["at=2026-03-10T12:00"],
    "/gamestate/players/<int:pk>/": lambda: ["at=2026-03-10T12:00", "at=2026-03-04T12:00"],
    "/gamestate/tables/<slug:key>/": lambda: ["at=2026-03-10T12:00", *_orders("towns")],
    "/gamestate/tables/<slug:key>.json": lambda: ["at=2026-03-10T12:00"],
    "/gamestate/variables/<int:pk>/": lambda: ["at=2026-03-10T12:00", "player=2"],
    "/gamestate/log/": lambda: [
        "at=2026-03-10T12:00", "disputed=on", *(f"player={key}" for key in keys_of(Player)()),
        *(f"variable={key}" for key in _hidden()),
    ],
    "/gamestate/log.csv": lambda: ["at=2026-03-04T12:00", "player=2"],
    "/gamestate/log.json": lambda: ["at=2026-03-04T12:00", "player=2"],
    "/gamestate/log/<int:pk>/": lambda: ["at=2026-03-10T12:00"],
    "/gamestate/undo/": lambda: [f"update={key}" for key in keys_of(Update)()],
    "/gamestate/edit/": lambda: ["player=2"],
    "/players/<int:pk>/": lambda: ["at=2026-03-10T12:00"],
    "/players/orders/": lambda: ["turn=1", "dynasty=1"],
    "/since/": lambda: ["since=2026-03-02T00:00"],
    "/search/": lambda: ["q=goose", "q=value"],
    "/jump.json": lambda: ["q=e", "q=old", *(f"q=set+{key}+1" for key in keys_of(Variable, "key")())],
    "/archive/": lambda: ["player=2"],
    "/api/v1/gamestate": lambda: ["at=2026-03-10T12:00:00Z", "at=2026-03-04T12:00:00Z"],
    "/api/v1/gamestate/tables/{key}": lambda: ["at=2026-03-10T12:00:00Z"],
    "/api/v1/gamestate/variables/{variable}/history": lambda: ["player=2"],
    "/api/v1/gamestate/variables": lambda: ["state=retired"],
    "/api/v1/gamestate/undo": lambda: [f"update={key}" for key in keys_of(Update)()],
    "/api/v1/gamestate/updates": lambda: [f"variable={key}" for key in _hidden()],
    "/api/v1/news": lambda: ["since=2026-03-02T00:00:00Z"],
    "/api/v1/orders/received": lambda: ["turn=1", "dynasty=1"],
    "/api/v1/search": lambda: ["q=goose"],
}  # fmt: skip


def _hidden() -> Iterable[int]:
    """Hidden numbers, and one of the first dynasty."""
    hidden = Variable.objects.exclude(definition__audience="all")
    return hidden.filter(definition__kind="whole").values_list("pk", flat=True)


def _orders(table: str) -> list[str]:
    """Every column of a table by which it may be ordered, the players' without one."""
    shown = Variable.objects.filter(table__key=table) if table else Variable.objects.filter(scope="player")
    return [f"sort={key}" for key in shown.values_list("key", flat=True).distinct()]


_PARAMETER = re.compile(r"<(?:\w+:)?\w+>|\{\w+\}|\(\?P<\w+>(?:[^()])*\)")
_ALTERNATIVES = re.compile(r"\(\?P<\w+>([a-z|-]+)\)")


def routes() -> Iterator[tuple[str, str]]:
    """The pattern of each address of the project, and the module that answers."""

    def walk(patterns: Iterable[URLPattern | URLResolver], before: str) -> Iterator[tuple[str, str]]:
        for each in patterns:
            path = before + str(each.pattern).removeprefix("^").removesuffix("$")
            if isinstance(each, URLResolver):
                yield from walk(each.url_patterns, path)
            else:
                yield path, each.callback.__module__

    return walk(get_resolver().url_patterns, "/")


def patterns() -> list[str]:
    """The patterns of all addresses of the project but those of the API, which it tells of itself, and of the accounts,
    which are about whoever looks."""
    own = [path for path, module in routes() if not module.startswith("allauth.")]
    return [path for path in own if not path.startswith("/api/v1") or path.endswith("openapi.json")]


def patterns_of_the_api() -> list[str]:
    """The patterns of all that programs may ask without changing anything."""
    return [path for path, methods in description()["paths"].items() if "get" in methods]


def filled_in(pattern: str) -> list[str]:
    """The addresses of a pattern, about everything that there is. Raises LookupError for a pattern about something of
    which nobody has said what it is."""
    parts = _PARAMETER.split(pattern)
    if len(parts) == 1:
        return [pattern]
    choices, before = [], ""
    for place, parameter in enumerate(_PARAMETER.findall(pattern)):
        before += parts[place]
        choices.append([str(each) for each in _values(parameter, before, place, pattern)])
        before += "_"
    return [
        "".join(f"{part}{value}" for part, value in zip(parts, (*values, ""), strict=True))
        for values in product(*choices)
    ]


def _values(parameter: str, before: str, place: int, pattern: str) -> Iterable[object]:
    if alternatives := _ALTERNATIVES.fullmatch(parameter):
        return alternatives[1].split("|")
    ways = [part for part in before.replace("_", "").split("/") if part]
    if place:
        return SECOND[next(part for part in ways if part in SECOND)]()
    for named in ("/".join(ways[-2:]), ways[-1]):
        if named in AFTER:
            return AFTER[named]()
    raise LookupError(f"What stands in {pattern} after {ways[-1]}/?")


def pages() -> list[list[str]]:
    """All addresses of pages, files and feeds, those of one pattern together."""
    return [alike for pattern in patterns() for alike in _with_questions(pattern)]


def operations() -> list[list[str]]:
    """All addresses of the API, those of one pattern together."""
    return [alike for pattern in patterns_of_the_api() for alike in _with_questions(pattern)]


def _with_questions(pattern: str) -> Iterator[list[str]]:
    filled = list(dict.fromkeys(filled_in(pattern)))
    yield filled
    if pattern in ASKED:
        yield [f"{address}?{query}" for address in filled for query in ASKED[pattern]()]
