"""What is found in posts, comments, rules and pages of gamestate, for anybody: only what everybody may read.

Each kind is asked once for the rows that have the words and are asked for; of these at most LOOKED_AT, the newest, are
weighed against each other. Then the rows of one page are fetched.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from math import ceil
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blognomic.database.prepared import Prepared
from blognomic.database.together import together
from blognomic.search.indexes import LOOKED_AT, Found, Index, WordsSought, find
from blognomic.search.question import STOP, SearchQuestion, Unsearchable, read_question, words_of
from blognomic.search.snippets import Pieces, marked, part_of, snippet
from blognomic.text.outside import keepable
from blognomic.text.prose import MAX_LENGTH, summary
from gamestate.models import Page
from players.models import BESIDE_POSTS, LIVELY, Dynasty, Player, Topic
from players.models.roster import name_key
from players.present import KeptRows, Present, new_number
from players.queries.roster import people_called
from ruleset.models import RuleVersion
from ruleset.queries import WORDS as RULE_WORDS
from ruleset.queries import RuleHeading
from votables.archive.counts import SIGN_OF_POSTS
from votables.archive.filters import ALL, made_in
from votables.models import Comment, Post, PostVersion, Status

POST_WORDS = Index("votables_post", ("body", "commentary", "admin_field"), heading="title")
COMMENT_WORDS = Index("votables_comment", ("text",))
PAGE_WORDS = Index("gamestate_page", ("text",), heading="title")

WHAT = {
    ALL: gettext_lazy("everything"),
    "posts": gettext_lazy("posts"),
    "comments": gettext_lazy("comments"),
    "rules": gettext_lazy("current rules"),
    "past": gettext_lazy("past rules"),
    "pages": gettext_lazy("pages of gamestate"),
}
# How much a row of a kind counts that fits as well as one of another kind.
COUNTS = {"rules": 1.0, "posts": 1.0, "pages": 0.9, "comments": 0.7, "past": 0.5}
BEST, NEWEST = "best", "newest"
SHOWN = 20  # on a page
MOST = 2_000  # that can be leafed through


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What is looked for. `author` is a name as it was typed, `writer` whose it is. `problems` say what of it cannot be
    looked for; then nothing is."""

    typed: str = ""
    question: SearchQuestion | None = None
    what: str = ALL
    author: str = ""
    writer: Player | None = None
    category: str = ALL
    status: str = ALL
    dynasty: Dynasty | None = None
    since: date | None = None
    until: date | None = None
    order: str = BEST
    problems: tuple[str, ...] = ()

    @property
    def words(self) -> SearchQuestion:
        """The words that are looked for, of a request that looks for any."""
        assert self.question is not None, "nothing is looked for without words"
        return self.question

    @property
    def query(self) -> str:
        """It as an address says it, ending in "&" so that more can follow."""
        parameters = {"q": self.typed, "author": self.author}
        parameters |= {
            name: getattr(self, name) for name in ("what", "category", "status") if getattr(self, name) != ALL
        }
        parameters |= {name: getattr(self, name) or "" for name in ("since", "until")}
        parameters |= {
            "dynasty": self.dynasty.number if self.dynasty else "",
            "order": self.order if self.order != BEST else "",
        }
        return "".join(f"{urlencode({name: value})}&" for name, value in parameters.items() if value)

    @property
    def narrowed(self) -> bool:
        """Whether it asks for less than all that has the words."""
        narrow = (self.author, self.dynasty, self.since, self.until)
        return any(narrow) or {self.what, self.category, self.status} != {ALL}

    def asks_for(self, kind: str) -> bool:
        """Whether rows of a kind can be among what is found."""
        if self.problems or self.question is None or self.what not in (ALL, kind):
            return False
        matters_only = self.category != ALL or self.status != ALL
        return kind in ("posts", "comments") or not matters_only and not (kind == "pages" and self.author)

    @property
    def span(self) -> tuple[datetime | None, datetime | None]:
        """From when, and up to before when (UTC), by the days that are asked for."""
        since = datetime.combine(self.since, time(), UTC) if self.since else None
        until = datetime.combine(self.until, time(), UTC) + timedelta(days=1) if self.until else None
        return since, until

    def within(self, name: str) -> Q:
        """That the instant in a field is within the days and the dynasty that are asked for."""
        since, until = self.span
        spans = [(since, until)]
        if self.dynasty is not None:
            spans.append((self.dynasty.started_at, self.dynasty.ended_at))
        condition = Q()
        for begin, end in spans:
            condition &= Q(**{f"{name}__gte": begin}) if begin else Q()
            condition &= Q(**{f"{name}__lt": end}) if end else Q()
        return condition


@dataclass(frozen=True, slots=True)
class Hit:
    """Something that was found, as a page shows it. `row` is the row itself, of the kind's table."""

    kind: str
    row: Any
    at: datetime
    by: Player | None
    link: str
    title: Pieces
    snippet: Pieces


@dataclass(frozen=True, slots=True)
class Finds:
    """One page of what was found, of how many; `capped` says that there may be more than were looked at."""

    hits: list[Hit] = field(default_factory=list)
    number: int = 0
    page: int = 1
    pages: int = 1
    capped: bool = False


def read_wanted(
    query: Mapping[str, str], *, categories: Mapping[str, str], dynasties: tuple[Dynasty, ...]
) -> SearchRequest:
    """What the query of an address asks for: `q`, `what`, `author`, `category`, `status`, `dynasty`, `since`, `until`,
    `order`. A choice that there is none of is as good as none. One query where an author is named."""
    texts = {name: keepable(query.get(name, "")).strip() for name in ("q", "author", "since", "until")}
    problems: list[str] = []
    question = None
    if texts["q"]:
        try:
            question = read_question(texts["q"])
        except Unsearchable as why:
            problems.append(str(why))
    writer = None
    if texts["author"]:
        writer = Player.objects.named(texts["author"][:100]).first()
        if writer is None:
            problems.append(_("Nobody here is called “{name}”.").format(name=texts["author"][:100]))
    days: dict[str, date | None] = {}
    for name in ("since", "until"):
        days[name] = _day(texts[name])
        if texts[name] and days[name] is None:
            problems.append(
                _("“{typed}” is not a date. Write it like 2026-11-21.").format(typed=texts[name][:40])
            )

    def choice(name: str, among: Mapping[str, str]) -> str:
        value = query.get(name, ALL)
        return value if value in among else ALL

    return SearchRequest(
        typed=texts["q"][:1_000],
        question=question,
        what=choice("what", WHAT),
        author=texts["author"][:100],
        writer=writer,
        category=choice("category", categories),
        status=choice("status", {status: status for status in Status.values if status}),
        dynasty=next((one for one in dynasties if str(one.number) == query.get("dynasty", "")), None),
        since=days["since"],
        until=days["until"],
        order=NEWEST if query.get("order") == NEWEST else BEST,
        problems=tuple(problems),
    )


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if 1900 < day.year < 9000 else None


def search(request: SearchRequest, *, page: int) -> Finds:
    """A page of what is found, best or newest first. At most two queries."""
    kept, capped = everything_found(request)
    pages = max(ceil(len(kept) / SHOWN), 1)
    page = min(max(page, 1), pages)
    return Finds(
        hits=hits(kept[(page - 1) * SHOWN : page * SHOWN], request.words) if kept else [],
        number=len(kept),
        page=page,
        pages=pages,
        capped=capped,
    )


@dataclass
class _Looked:
    """Up to which comment and which state of all posts somebody has looked for a search, in which state of the game
    that was, and a `number` that is another whenever something else may have been found. One thing, for another page
    may look meanwhile."""

    of: Hashable = None
    comment: int = 0
    posts: Any = ()
    number: int = field(default_factory=new_number)


SEARCHES_KEPT = 200
_LAST_COMMENT = Prepared(lambda: Comment.objects.order_by("-pk").values_list("pk", flat=True)[:1])
LAST_COMMENT = KeptRows(
    "votables.last comment", lambda: [_LAST_COMMENT()], lambda keys: next(iter(keys), 0), BESIDE_POSTS
)


def sign_of_finds(request: SearchRequest, present: Present) -> Hashable:
    """What is another whenever a search may find something else among posts and comments: when one came that has the
    words, or any post changed. At most three queries, of what came since it was asked. How well things fit is not asked
    again for that."""
    looked = present.few("votables.searches", request.query, _Looked, most=SEARCHES_KEPT, without=set(Topic))
    of = present.sign(BESIDE_POSTS)
    if looked.of != of:
        posts, comment = present.kept_rows(SIGN_OF_POSTS, LAST_COMMENT)
        if looked.of is not None and _has_come(request, looked, posts):
            looked.number = new_number()
        looked.posts, looked.comment, looked.of = posts, comment, of
    return looked.number


def _has_come(request: SearchRequest, looked: _Looked, posts: Any) -> bool:
    """Whether something that it may find came or changed since it was looked for."""
    if request.asks_for("comments") and _comments(request).since(looked.comment).exists():
        return True
    if posts == looked.posts:
        return False
    version, *others = looked.posts or (0,)
    changed = PostVersion.objects.filter(pk__gt=version).values_list("post_id", "kind")[:MANY_CHANGES]
    keys = [key for key, kind in changed if kind == PostVersion.Kind.PUBLISHED]
    if others != list(posts[1:]) or len(keys) < len(changed) or not 0 < len(keys) < MANY_CHANGES:
        return True
    return _posts(request).since(min(keys) - 1).exists()


MANY_CHANGES = 50  # so many that it is looked for again


Ranked = list[tuple[str, Found]]


def everything_found(request: SearchRequest) -> tuple[Ranked, bool]:
    """What is found, best or newest first, MOST at most; and whether there may be more. One query."""
    kinds = [kind for kind in ASKED if request.asks_for(kind) or kind == "rules" and request.asks_for("past")]
    rows_by_kind = dict(zip(kinds, find(*(ASKED[kind](request) for kind in kinds)), strict=True))
    rows_by_kind |= _of_rules(rows_by_kind.pop("rules", []))
    ranked = _ranked(rows_by_kind, request.order)
    capped = len(ranked) > MOST or any(len(those) >= LOOKED_AT for those in rows_by_kind.values())
    return ranked[:MOST], capped


def _matters(request: SearchRequest, prefix: str = "") -> Q:
    """That a post is of the category and status that are asked for."""
    condition = Q(**{f"{prefix}removed_at__isnull": True})
    if request.category != ALL:
        condition &= Q(**{f"{prefix}category": request.category})
    if request.status != ALL:
        condition &= Q(**{f"{prefix}status": request.status})
    return condition


def _posts(request: SearchRequest) -> WordsSought:
    rows = Post.objects.filter(_matters(request))
    since, until = request.span
    if request.dynasty is not None:
        rows = rows.filter(made_in(request.dynasty))
    if since is not None:
        rows = rows.filter(posted_at__gte=since)
    if until is not None:
        rows = rows.filter(posted_at__lt=until)
    if request.writer is not None:
        rows = rows.filter(author=request.writer)
    return WordsSought(POST_WORDS, rows, request.words, written="posted_at")


def _comments(request: SearchRequest) -> WordsSought:
    rows = Comment.objects.filter(_matters(request, "post__"), request.within("at"))
    if request.writer is not None:
        rows = rows.filter(author=request.writer)
    return WordsSought(COMMENT_WORDS, rows, request.words, written="at")


def _pages(request: SearchRequest) -> WordsSought:
    rows = Page.objects.live().filter(request.within("made_at"))
    return WordsSought(PAGE_WORDS, rows, request.words, written="made_at")


def _rules(request: SearchRequest) -> WordsSought:
    """What rules say and what they said; where only one of the two is asked for, that."""
    rows: QuerySet = RuleVersion.objects.filter(request.within("revision__at"))
    if request.what == "rules":
        rows = rows.filter(until__isnull=True)
    if request.what == "past":
        rows = rows.filter(until__isnull=False)
    if request.writer is not None:
        by = Q(revision__author=request.writer) | Q(
            revision__author__isnull=True, revision__by=request.writer
        )
        rows = rows.filter(by)
    more = ("rule_id", "until_id", "revision_id")
    return WordsSought(RULE_WORDS, rows, request.words, written="revision__at", more=more)


ASKED = {"posts": _posts, "comments": _comments, "pages": _pages, "rules": _rules}


def _of_rules(rows: list[Found]) -> dict[str, list[Found]]:
    """What rules say and, of each rule that does not say so any more, what it said last."""
    present = [one for one in rows if one.more[1] is None]
    last: dict[int, Found] = {}
    for one in sorted(rows, key=lambda one: one.more[2]):
        if one.more[1] is not None:
            last[one.more[0]] = one
    gone = [one for rule, one in last.items() if rule not in {one.more[0] for one in present}]
    return {"rules": present, "past": gone}


def _ranked(rows_by_kind: Mapping[str, list[Found]], order: str) -> Ranked:
    """All that was found in its order. How well rows of two kinds fit is compared by how much worse than the best of
    their own kind they are, for the databases' numbers mean something within one index alone."""
    all_of_them = [(kind, one) for kind, those in rows_by_kind.items() for one in those]
    if order == NEWEST:
        return sorted(all_of_them, key=lambda each: (each[1].at, each[1].key), reverse=True)
    best = {kind: max((one.fits for one in those), default=0) or 1 for kind, those in rows_by_kind.items()}
    return sorted(
        all_of_them,
        key=lambda each: (COUNTS[each[0]] * each[1].fits / best[each[0]], each[1].at, each[1].key),
        reverse=True,
    )


def hits(ranked: Ranked, question: SearchQuestion) -> list[Hit]:
    """A part of what is found, with its rows. One query."""
    keys: dict[str, list[int]] = {kind: [] for kind in SHOW}
    for kind, one in ranked:
        keys["rules" if kind == "past" else kind].append(one.key)
    kinds = [kind for kind, those in keys.items() if those]
    fetched = together(*(ROWS[kind](keys[kind]) for kind in kinds))
    rows = {kind: {row.pk: row for row in some} for kind, some in zip(kinds, fetched, strict=True)}
    shown = []
    for kind, one in ranked:
        table = "rules" if kind == "past" else kind
        row = rows[table].get(one.key)  # None for one that went between two queries
        if row is not None:
            shown.append(SHOW[table](kind, one, row, question))
    return shown


_SHOWN_OF = {
    "posts": Post.objects.select_related("author").defer("body", "commentary", "changes", "admin_notes"),
    "comments": Comment.objects.select_related("author", "post").defer(
        "text", "post__body", "post__body_html", "post__commentary", "post__commentary_html", "post__changes"
    ),
    "rules": RuleVersion.objects.select_related("revision__by", "revision__author", "until").defer("text"),
    "pages": Page.objects.defer("text"),
}
ROWS = {kind: Prepared(lambda keys, rows=rows: rows.filter(pk__in=keys)) for kind, rows in _SHOWN_OF.items()}


def _plain(html: str, question: SearchQuestion) -> str:
    return summary(part_of(html, question), MAX_LENGTH)


def _post_hit(kind: str, one: Found, post: Post, question: SearchQuestion) -> Hit:
    text = f"{_plain(post.body_html, question)} {_plain(post.commentary_html, question)} {post.admin_field}"
    title, words = marked(post.title, question), snippet(text.strip(), question)
    return Hit(kind, post, one.at, post.author, post.get_absolute_url(), title, words)


def _comment_hit(kind: str, one: Found, comment: Comment, question: SearchQuestion) -> Hit:
    title, words = [(comment.post.title, False)], snippet(_plain(comment.html, question), question)
    return Hit(kind, comment, one.at, comment.author, comment.get_absolute_url(), title, words)


def _rule_hit(kind: str, one: Found, version: RuleVersion, question: SearchQuestion) -> Hit:
    title, words = marked(version.title, question), snippet(_plain(version.html, question), question)
    return Hit(kind, version, one.at, version.revision.credited, "", title, words)


def _page_hit(kind: str, one: Found, page: Page, question: SearchQuestion) -> Hit:
    title, words = marked(page.title, question), snippet(_plain(page.html, question), question)
    return Hit(kind, page, one.at, None, "", title, words)


SHOW = {"posts": _post_hit, "comments": _comment_hit, "rules": _rule_hit, "pages": _page_hit}


# -- what is meant by its name

NAMED = 3


@dataclass(frozen=True, slots=True)
class Named:
    """What goes by the words that were typed: people, rules with their numbers, dynasties."""

    players: list[Player]
    rules: list[RuleHeading]
    dynasties: list[Dynasty]

    def __bool__(self) -> bool:
        return bool(self.players or self.rules or self.dynasties)


def _keys(rules: list[RuleHeading], dynasties: tuple[Dynasty, ...]) -> tuple[list[str], list[str]]:
    """What titles of rules and names of dynasties are compared by."""
    return [name_key(title) for _number, title, _key in rules], [name_key(str(one)) for one in dynasties]


def named(
    typed: str,
    present: Present | None,
    *,
    rules: list[RuleHeading],
    dynasties: tuple[Dynasty, ...],
) -> Named:
    """What goes by the words that were typed. `rules`: those that stand."""
    key = name_key(" ".join(typed.replace('"', " ").split())[:100])
    if not key:
        return Named([], [], [])
    number = key.removeprefix("rule ").removeprefix(f"{name_key(_('rule'))} ").strip()
    by_number = [rule for rule in rules if rule[0] == number]
    tells = len(key) > 2 and not STOP.issuperset(words_of(key))
    titles, names = (
        present.kept("votables.search keys", lambda: _keys(rules, dynasties), without=LIVELY)
        if present
        else _keys(rules, dynasties)
    )
    by_title = [
        rule
        for rule, title in zip(rules, titles, strict=True)
        if tells and key in title and rule not in by_number
    ]
    by_title.sort(key=lambda rule: len(rule[1]))
    reigns = [
        one
        for one, name in zip(dynasties, names, strict=True)
        if key == str(one.number) or tells and key in name
    ]
    return Named(people_called(key, present)[:NAMED], [*by_number, *by_title][:NAMED], reigns[:NAMED])
