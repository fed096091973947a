"""A game in which everything that people can write is hostile, for tests that look at its pages."""

from django.urls import reverse

from blognomic.text import prose
from blognomic.text.outside import keepable
from gamestate.models import Row
from gamestate.services.updating import update
from gamestate.values.steps import read_step
from players.models import Message, Notice, Party, Player, Thread
from ruleset.law import load
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.gamestate.tracker import define, put, table, track, whose
from tests.leaves import GIVEN
from tests.players.hostile import EVERYTHING
from votables.models import Comment, Post
from votables.queries.vote_icons import legend_of

from .table import noon, seat, write

NOW = noon(3)
KEPT = [text for text in dict.fromkeys(map(keepable, EVERYTHING)) if text.strip()]
NAME = "<img src=x onerror=alert(1)>' onclick=alert(1) \""


def to_itself(name: str) -> tuple[str, str]:
    """Every name leads somewhere, under the very words that were typed."""
    return "/", name


def shown(text: str, prefix: str, icons: prose.Icons | None = None) -> str:
    """A text's HTML, whether Markdown may be made of it or not."""
    try:
        return prose.render(text, prefix=prefix, links=to_itself, icons=icons)
    except prose.ProseError:
        return prose.as_typed(text)


def line(text: str, length: int) -> str:
    """The text as a title or name: one line, so long."""
    return " ".join(text.split())[:length]


def play() -> dict[str, str]:
    """Found the game and fill it; the addresses of its pages by what they show.

    Comments hold every text, and rules every fourth. Elsewhere the same few functions make HTML of texts, so that
    some will do.
    """
    alice, bobby = seat("Alice", "Bobby")
    some = KEPT[:: len(KEPT) // 60]
    law = load("ruleset-211")
    marks = legend_of(law)
    icons = prose.Icons(law.codes, lambda icon: str(marks[icon.code].html()))
    post = write(bobby, noon(1), "Said", some[0])
    Comment.objects.bulk_create(
        Comment(
            post=post,
            author=bobby,
            at=noon(1, seconds=place),
            text=text,
            html=shown(text, f"k{place}", icons),
        )
        for place, text in enumerate(KEPT)
    )
    for place, text in enumerate(some):
        title = line(text, 200) or "x"
        wrapped = f"{text}\n\nBetween.\n\n{text}"
        Post.objects.create(
            author=bobby,
            posted_at=noon(2, minutes=place),
            title=title,
            body=text,
            body_html=shown(text, f"p{place}"),
            commentary=wrapped,
            commentary_html=shown(wrapped, f"c{place}"),
        )
    rules = tuple(Node(f"new-{place}", line(text, 200) or "x", text) for place, text in enumerate(KEPT[::4]))
    made = revise(
        tree=Tree((Node("new", "Rules", "", rules),)),
        seen=None,
        kind="import",
        at=noon(1),
        by=alice,
        why=some[1],
    )
    Player.objects.filter(pk=bobby.pk).update(name=NAME)  # no form would let it through
    correspond(alice, bobby, some)
    page = track_things(alice, bobby, some)
    return {
        "comments": post.get_absolute_url(),
        "posts": "/",
        "archive": "/archive/",
        "search": "/search/?q=alert",
        "charts": "/charts/",
        "rules": "/rules/",
        "revision": f"/rules/revisions/{made.pk}/",
        "roster": "/players/",
        "messages": reverse("players:messages"),
        "thread": reverse("players:thread", args=[Thread.objects.get().pk]),
        "notices": "/notices/",
        "values": "/gamestate/",
        "table": "/gamestate/tables/words/",
        "log": "/gamestate/log/",
        "page": page,
        "feed of posts": "/feeds/posts/",
        "feed of comments": f"/feeds/posts/{post.pk}/comments/",
        "feed of rules": "/feeds/rules/",
        "feed of the gamestate": "/feeds/gamestate/",
    }


def correspond(alice: Player, bobby: Player, texts: list[str]) -> None:
    """Messages between the two, and notices for the one of them."""
    thread = Thread.objects.create(subject=line(texts[2], 80), last_at=NOW)
    messages = Message.objects.bulk_create(
        Message(thread=thread, author=bobby, at=NOW, text=text, html=shown(text, f"m{place}"))
        for place, text in enumerate(texts)
    )
    newest = messages[-1].pk or Message.objects.latest("pk").pk
    for player in (alice, bobby):
        Party.objects.create(thread=thread, player=player, newest=newest, has_written=True)
    Notice.objects.bulk_create(
        Notice(to=alice, kind="comment", key=str(place), at=NOW, sentence=line(text, 200), link="/")
        for place, text in enumerate(texts)
    )


def track_things(alice: Player, bobby: Player, texts: list[str]) -> str:
    """Names, long values and comments of the tracker; the address of a page of it."""
    texts = [text for text in texts if text.isascii() and text.isprintable()]  # the tracker keeps no others
    names = dict.fromkeys(line(text, 60) for text in texts)
    made = [*table("words", *names), define("words.text", "long"), define("says", "long")]
    track(*made, by=alice, at=noon(2))
    rows = Row.objects.order_by("pk")
    values = [put("words.text", text, f"row:{row.pk}") for row, text in zip(rows, texts, strict=False)]
    values += [put("says", text, *whose(who)) for who, text in zip((alice, bobby), texts[3:], strict=False)]
    update(leave=GIVEN, by=alice, at=noon(2, hours=1), steps=values, comment=texts[5])
    step = {"do": "page", "path": "page", "name": line(texts[6], 60), "to": texts[7]}
    update(leave=GIVEN, by=alice, at=noon(2, hours=2), steps=[read_step(step)], comment=texts[8])
    return "/gamestate/pages/page/"
