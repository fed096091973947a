"""What the command box leads to: rules, posts, people, dynasties, what is tracked, pages of the site, by what they are
called. Only what everybody may see, and for whoever is signed in their own pages."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from blognomic.database.together import together
from blognomic.i18n.dynasty_words import said
from blognomic.search.indexes import called
from blognomic.text.outside import keepable
from blognomic.web.addresses import address_of
from gamestate.models import Page, Table, Variable
from players.models import BESIDE_PEOPLE, LIVELY, Player, Topic
from players.models.roster import name_key
from players.present import Present
from players.queries.roster import dynasties_begun, people_called, players_by_name
from ruleset.queries import headings_now
from votables.models import Post

from .game_for_reader import GameForReader
from .search import POST_WORDS

MOST = 12
MOST_POSTS = 8
LONGEST = 100

# The site's own pages: the name of the address, what the page is called, and what else people may call it.
PLACES = (
    ("home", gettext_lazy("Blog"), pgettext_lazy("words to find a page by", "front page home")),
    ("votables:queue", gettext_lazy("Queue"), pgettext_lazy("words to find a page by", "pending matters")),
    ("votables:archive", gettext_lazy("Archive"), pgettext_lazy("words to find a page by", "all posts old")),
    ("votables:search", gettext_lazy("Search"), pgettext_lazy("words to find a page by", "find")),
    ("votables:charts", gettext_lazy("Charts"), pgettext_lazy("words to find a page by", "statistics")),
    (
        "votables:since",
        gettext_lazy("Since your last visit"),
        pgettext_lazy("words to find a page by", "new unread"),
    ),
    ("votables:chronicle", gettext_lazy("Chronicle"), pgettext_lazy("words to find a page by", "week")),
    ("players:roster", gettext_lazy("Players"), pgettext_lazy("words to find a page by", "roster")),
    ("players:roster_history", gettext_lazy("Roster history"), ""),
    (
        "players:dynasties",
        gettext_lazy("Dynasties"),
        pgettext_lazy("words to find a page by", "history emperors"),
    ),
    ("players:mentors", gettext_lazy("Mentors"), ""),
    ("ruleset:rules", gettext_lazy("Rules"), pgettext_lazy("words to find a page by", "ruleset")),
    (
        "ruleset:history",
        gettext_lazy("Changes of the rules"),
        pgettext_lazy("words to find a page by", "revisions"),
    ),
    ("ruleset:law", gettext_lazy("Law"), pgettext_lazy("words to find a page by", "numbers quorum hours")),
    ("gamestate:values", gettext_lazy("Gamestate"), pgettext_lazy("words to find a page by", "tracker gndt")),
    ("gamestate:log", gettext_lazy("Log of updates"), pgettext_lazy("words to find a page by", "gamestate")),
    ("gamestate:pages", gettext_lazy("Pages of gamestate"), pgettext_lazy("words to find a page by", "wiki")),
    ("gamestate:dice", gettext_lazy("Dice"), pgettext_lazy("words to find a page by", "roll")),
    ("gamestate:actions", gettext_lazy("Actions"), pgettext_lazy("words to find a page by", "weekly daily")),
    ("gamestate:secrets", gettext_lazy("Secrets"), pgettext_lazy("words to find a page by", "hash")),
    ("gamestate:sealings", gettext_lazy("Sealed orders"), ""),
    (
        "votables:typed_posts",
        gettext_lazy("Events and requests"),
        pgettext_lazy("words to find a page by", "bounty"),
    ),
    (
        "players:admin_log",
        gettext_lazy("Admin log"),
        pgettext_lazy("words to find a page by", "what the admins did"),
    ),
    (
        "votables:welcome",
        gettext_lazy("Welcome"),
        pgettext_lazy("words to find a page by", "guide first steps"),
    ),
    ("feeds:list", gettext_lazy("Feeds"), pgettext_lazy("words to find a page by", "atom rss")),
    (
        "votables:keys",
        gettext_lazy("Keys"),
        pgettext_lazy("words to find a page by", "keyboard shortcuts help"),
    ),
)
OWN_PLACES = (
    (
        "votables:needs_vote",
        gettext_lazy("Needs your vote"),
        pgettext_lazy("words to find a page by", "pending"),
    ),
    ("votables:new", gettext_lazy("New post"), pgettext_lazy("words to find a page by", "write propose")),
    ("votables:drafts", gettext_lazy("Drafts"), ""),
    ("players:messages", gettext_lazy("Messages"), ""),
    ("players:orders", gettext_lazy("Orders"), ""),
    ("notices:inbox", gettext_lazy("Notices"), ""),
)
ADMIN_PLACES = (
    (
        "dashboard",
        gettext_lazy("Dashboard"),
        pgettext_lazy("words to find a page by", "admin resolve requests idle"),
    ),
    ("notices:webhooks", gettext_lazy("Webhooks"), pgettext_lazy("words to find a page by", "discord")),
    ("notices:fair_play", gettext_lazy("Fair play"), pgettext_lazy("words to find a page by", "desk")),
    (
        "gamestate:define",
        gettext_lazy("Track something new"),
        pgettext_lazy("words to find a page by", "define variable"),
    ),
    (
        "gamestate:define_table",
        gettext_lazy("Make a table"),
        pgettext_lazy("words to find a page by", "define"),
    ),
    (
        "gamestate:new_action",
        gettext_lazy("Declare an action"),
        pgettext_lazy("words to find a page by", "define"),
    ),
    (
        "votables:new_official_type",
        gettext_lazy("Define a type"),
        pgettext_lazy("words to find a page by", "events official posts"),
    ),
)
# What kinds of things there are to go to.
KINDS = {
    "rule": gettext_lazy("rule"),
    "variable": gettext_lazy("variable"),
    "table": gettext_lazy("table"),
    "page": gettext_lazy("page"),
    "dynasty": gettext_lazy("dynasty"),
    "go to": gettext_lazy("go to"),
    "post": gettext_lazy("post"),
    "player": gettext_lazy("player"),
}


@dataclass(frozen=True, slots=True)
class Goal:
    """Somewhere to go: what kind of thing it is, what it is called, the words by which it is found, where it is."""

    kind: str
    name: str
    words: str
    url: str
    number: str = ""

    @property
    def told(self) -> dict[str, object]:
        name = f"{self.number} {self.name}" if self.kind == "rule" else self.name
        return {"kind": said(KINDS[self.kind]), "name": name, "url": self.url}


def goals(typed: str, game: GameForReader) -> list[Goal]:
    """Where somebody may want to go who typed this, the likeliest first; without a word, the pending matters. Two
    queries once what everybody shares is at hand."""
    key = name_key(" ".join(keepable(typed).split())[:LONGEST])
    if game.present is None:
        return []
    if not key:
        return [_post(case.post) for case in game.queue][:MOST]
    known = _known(game, game.present)
    own: list[Goal] = []
    if game.player is not None:
        own += _places_kept("own", OWN_PLACES, game.present)
        if game.player.acts_as_admin:
            own += _places_kept("admin", ADMIN_PLACES, game.present)
    number = key.removeprefix("rule ").removeprefix(f"{name_key(_('rule'))} ").strip()
    ranked = sorted(
        (
            (rank, place, goal)
            for place, goal in enumerate([*known, *own])
            if (rank := _fits(goal, key, number)) is not None
        ),
        key=lambda each: each[:2],
    )
    people = people_called(key, game.present)[:3]
    titled = called(POST_WORDS, Post.objects.visible(), key).only("pk", "title")[:MOST_POSTS]
    likeliest = [goal for _, _, goal in ranked[:MOST]]
    likeliest = [*likeliest[:6], *map(_person, people), *map(_post, titled), *likeliest[6:]]
    return list({goal.url: goal for goal in likeliest}.values())[:MOST]


def words_of_path(path: str) -> str:
    """What an address may have meant: the words of its last part that is not only a number."""
    for part in reversed(path.split("/")):
        words = " ".join(re.findall(r"[^\W_]+", part.rpartition(".")[0] or part))
        if words and not words.replace(" ", "").isdigit():
            return words[:LONGEST]
    return ""


def _known(game: GameForReader, present: Present) -> list[Goal]:
    """All that there are few of, looked up once for all who ask. Six queries, or none."""
    rules, tracked, dynasties = present.kept(
        "votables.goals", lambda: _lasting(game, present), without=LIVELY
    )
    pages = present.kept("votables.goals of pages", _pages, without={Topic.POSTS})
    pending = [_post(case.post) for case in game.queue]
    people = present.kept("votables.goals of people", lambda: _people(present), without=BESIDE_PEOPLE)
    places = _places_kept("all", PLACES, present)
    return [*rules, *pending, *people, *tracked, *pages, *dynasties, *places]


def _people(present: Present) -> list[Goal]:
    """The players, those who are idle last."""
    return [_person(one) for one in sorted(players_by_name(present), key=lambda one: one.is_idle)]


def _lasting(game: GameForReader, present: Present) -> tuple[list[Goal], list[Goal], list[Goal]]:
    """The rules, what is tracked, and the dynasties."""
    rules = [
        Goal(
            "rule",
            one.title,
            name_key(one.title),
            reverse("ruleset:rule", args=[one.rule]),
            one.number,
        )
        for one in headings_now(game.at, present)
    ]
    variables, tables = together(Variable.objects.live().order_by("pk"), Table.objects.live().order_by("pk"))
    tracked = [
        Goal("variable", str(one), name_key(f"{one} {one.key}"), reverse("gamestate:variable", args=[one.pk]))
        for one in variables
        if one.definition.get("audience", "all") == "all"
    ]
    tracked += [
        Goal("table", str(one), name_key(f"{one} {one.key}"), reverse("gamestate:table", args=[one.key]))
        for one in tables
    ]
    dynasties = [
        Goal(
            "dynasty",
            str(one),
            name_key(str(one)),
            reverse("players:dynasty", args=[one.number]),
            str(one.number),
        )
        for one in dynasties_begun(present)
    ]
    return rules, tracked, dynasties


def _pages() -> list[Goal]:
    return [
        Goal("page", one.title, name_key(one.title), reverse("gamestate:page", args=[one.key]))
        for one in Page.objects.live().only("key", "title").order_by("pk")
    ]


def _places_kept(whose: str, places: Iterable[tuple[str, str, str]], present: Present) -> list[Goal]:
    """The places that are open to those, in the words of the dynasty."""
    return present.kept(f"votables.goals of places {whose}", lambda: _places(places), without=BESIDE_PEOPLE)


def _places(places: Iterable[tuple[str, str, str]]) -> list[Goal]:
    reachable = []
    for name, label, words in places:
        try:
            reachable.append(
                Goal("go to", said(label), name_key(f"{said(label)} {label} {words}"), reverse(name))
            )
        except NoReverseMatch:
            continue
    return reachable


def _post(post: Post) -> Goal:
    return Goal("post", post.title, name_key(post.title), post.get_absolute_url())


def _person(player: Player) -> Goal:
    return Goal("player", player.name, player.name_key, address_of("players:profile", player.pk))


def _fits(goal: Goal, key: str, number: str) -> int | None:
    """How well it is what was typed: 0 for its number (what was typed but for the word "rule") or whole name, then its
    beginning, that of a word, anything within; None when it is not."""
    if goal.kind == "rule" and (number == goal.number or f"{number}." == goal.number) or goal.words == key:
        return 0
    if goal.words.startswith(key):
        return 1
    if f" {key}" in goal.words:
        return 2
    if goal.kind == "rule" and number[:1].isdigit() and goal.number.startswith(number):
        return 3
    parts = key.split()
    if all(f" {part}" in f" {goal.words}" for part in parts):
        return 4
    return 5 if len(key) > 2 and key in goal.words else None
