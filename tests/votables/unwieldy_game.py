"""The demo's hostile sister: a game in which whatever people can write is as long as it may be and cannot be broken:
words without end, from right to left, marks upon marks, pictures, lists within lists; thirty columns, and three hundred
comments. What was written before lines were looked at for signs that turn the writing round is among it."""

import time_machine

from blognomic.text import prose
from gamestate.models import Row
from gamestate.services import acting, rolling, sealing, secrets
from gamestate.services.updating import update
from gamestate.values.steps import read_step
from players.models import Dynasty, Game, Notice, Player, Thread, Webhook
from players.services import mentors, messages
from ruleset.models import RuleVersion
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.gamestate.tracker import define, put, track, whose
from tests.leaves import GIVEN
from votables.models import Comment, Post
from votables.services import typed_posts
from votables.services.courier import LAWFUL

from .staged_typed_posts import HUNT
from .table import enacted, make_admin, noon, person, propose, say, seat, vote, write

NOW = noon(6)
COLUMNS, COMMENTS, DEPTH = 30, 300, 55

# Of each there is as much as there is room for.
WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
HEBREW = "אבגדהוזחטיכלמנסעפצקרשת"
END = "ץ"  # a letter that is only at the end of a word, and here of a line: what a sentence says after it must not turn
STACK = "Z" + "\u0301\u0323\u0308\u0327\u030a\u0331\u0302\u0330"
ASTRONAUT = "👩🏽\u200d🚀"
MARKS = "\u0301\u0323" * 30
TURNED = "\u202eTHGIR OT TFEL"
SHAPES = (WORD, HEBREW, STACK, ASTRONAUT, "W", "ﷺ﷽", f"{HEBREW}1.5%({WORD}")
TURNING = 1  # which of them is Hebrew alone
# As people wrote them while they could: they end in the middle of what they turned or stacked.
OLD = (TURNED, f"\u2067\u202b{HEBREW}", f"Z{MARKS}", f"{WORD[:30]}\u202d\u2068{TURNED}")


def filled(shape: str, length: int) -> str:
    """So many characters of it, none of which is half a picture or a mark that stands alone."""
    return (shape * (length // len(shape))) or shape[:length]


def line(place: int, length: int) -> str:
    """A title or name, another for each place."""
    text = _words(place, length)
    return f"{text[:-1]}{END}" if place % len(SHAPES) == TURNING else text


def _words(place: int, length: int) -> str:
    shape, number = SHAPES[place % len(SHAPES)], str(place)
    return number + filled(shape, length - len(number))


def text(place: int, *, old: bool = True) -> str:
    """A text with everything that may be wider than a screen, and with signs that turn it round."""
    word = _words(place, 400)
    row = " | ".join(["Wide"] * COLUMNS)
    return "\n\n".join(
        [
            f"{word} {word}",
            f"# {word}",
            ">" * DEPTH + " Quoted and quoted again",
            "\n".join(f"{'  ' * depth}- Deeper {depth}" for depth in range(DEPTH // 2)),
            "\n".join(f"{'   ' * depth}1. Deeper {depth}" for depth in range(DEPTH // 3)),
            f"| {row} |\n{'|---' * COLUMNS}|\n| {row} |",
            f"| a | b |\n|---|---|\n| {word} | x |",
            f"`{word}`",
            "    " + word,
            f"[{word}](https://example.org/{WORD})  https://example.org/{WORD * 4}",
            f"Term {word}\n:   Told {word}",
            f"A note.[^1]\n\n[^1]: {word}",
            STACK * 30,
            *([OLD[place % len(OLD)]] if old else []),
        ]
    )


def play() -> list[Player]:
    """Found the game and fill it; its players, the first of whom is its emperor and an admin."""
    players = seat(*(line(place, 30) for place in range(6)))
    alice, bobby, *_ = players
    make_admin(bobby)
    person(line(7, 30))
    _rule(alice)
    _track(alice, bobby)
    with time_machine.travel(noon(2), tick=False):
        _act(alice, bobby)
    _talk(alice, bobby, players)
    _decide(alice, players)
    _make_old()
    return players


def _rule(by: Player) -> None:
    """Rules within rules, each with a long title."""
    deepest: tuple[Node, ...] = ()
    for depth in range(6, 0, -1):
        deepest = (Node(f"deep-{depth}", line(depth, 300), text(depth), deepest),)
    wide = tuple(Node(f"wide-{place}", line(place, 300), text(place)) for place in range(len(SHAPES)))
    tree = Tree((Node("first", line(0, 300), text(0), deepest), Node("second", "Rules", "", wide)))
    made = revise(tree=tree, seen=None, kind="import", at=noon(1), by=by, why=line(1, 400))
    changed = tuple(
        Node(str(one.rule_id), one.title, one.text.replace("Deeper", "Deepest"))
        for one in made.begun.filter(parent=None)
    )
    revise(tree=Tree(changed), seen=made.pk, kind="typo", at=noon(1), by=by, why=line(2, 400))


def _track(alice: Player, bobby: Player) -> None:
    """Thirty columns for players and as many for rows, values of the game, and a page; the log of all that."""
    mine = [define(f"mine{place}", "text", **_named(place)) for place in range(COLUMNS)]
    theirs = [define(f"rows.column{place}", "text", **_named(place)) for place in range(COLUMNS)]
    games = [define(f"ours{place}", "text", "game", **_named(place)) for place in range(len(SHAPES))]
    rows = [read_step({"do": "define-table", "path": "rows", "definition": {"name": line(0, 80)}})]
    rows += [
        read_step({"do": "add-row", "path": "rows", "name": line(place, 80)}) for place in range(len(SHAPES))
    ]
    more = [define("digits", "decimal", places=6), define("said", "long"), define("many", "texts")]
    track(*rows, *mine, *theirs, *games, *more, by=alice, at=noon(2))
    values = [
        put(f"mine{place}", line(place, 300), *whose(player))
        for place in range(COLUMNS)
        for player in (alice, bobby)
    ]
    values += [
        put(f"rows.column{place}", line(place + 1, 300), f"row:{row.pk}")
        for row in Row.objects.order_by("pk")
        for place in range(COLUMNS)
    ]
    values += [put(f"ours{place}", line(place, 300)) for place in range(len(SHAPES))]
    values += [
        put("digits", f"{'9' * 29}.123456", *whose(bobby)),
        put("said", text(1, old=False), *whose(bobby)),
    ]
    values += [put("many", "\n".join(line(place, 250) for place in range(40)), *whose(bobby))]
    update(leave=GIVEN, by=alice, at=noon(2), steps=values, comment=line(0, 1900))
    page = read_step({"do": "page", "path": "page", "name": line(1, 120), "to": text(2, old=False)})
    update(leave=GIVEN, by=bobby, at=noon(2), steps=[page], comment=text(3)[:1900])


def _named(place: int) -> dict[str, str]:
    return {"name": line(place, 80), "description": line(place, 400)}


def _act(alice: Player, bobby: Player) -> None:
    """Dice, actions, secrets and sealed orders."""
    rolling.roll_on_page(
        leave=GIVEN,
        text=f"{'+'.join(['99DICE100'] * 9)} {{{WORD},{HEBREW}}}",
        by=bobby,
        at=noon(2),
        reason=line(0, 400),
    )
    for place in range(len(SHAPES)):
        action = acting.declare(
            leave=GIVEN,
            by=alice,
            at=noon(2),
            name=line(place, 80),
            frequency="daily",
            description=text(place)[:1900],
        )
        acting.take(leave=GIVEN, action=action, by=bobby, at=noon(2), comment=line(place, 1900))
        kept = secrets.keep(
            leave=GIVEN,
            by=bobby,
            at=noon(2),
            name=line(place, 80),
            text=line(place, 900),
            salt=line(place, 300),
        )
        secrets.reveal(leave=GIVEN, version=kept.versions.get(), by=bobby, at=noon(3))
        call = sealing.call(leave=GIVEN,
            by=alice, at=noon(2), title=line(place, 120), description=text(place)[:9000],
            choices=[line(number, 200) for number in range(5)] if place % 2 else (), awaited=[bobby.pk],
        )  # fmt: skip
        line_of_it = line(0, 200) if place % 2 else line(place, 9000)
        sealing.hand_in(leave=GIVEN, call=call, by=bobby, at=noon(2), text=line_of_it)


def _talk(alice: Player, bobby: Player, players: list[Player]) -> None:
    """Posts, comments, events, messages, notices, mentors, webhooks."""
    for place in range(len(SHAPES)):
        write(bobby, noon(3, minutes=place), line(place, 200), text(place), commentary=text(place + 1))
        typed_posts.define(
            by=alice, at=noon(3), **{**HUNT, "name": line(place, 40), "plural": line(place, 39), "mark": f"M{place}"},
            post_words=text(place)[:2900],
        )  # fmt: skip
        thread = messages.send(
            by=bobby, to=[alice], at=noon(3), subject=line(place, 120), text=text(place),
            courier=LAWFUL,
        )  # fmt: skip
        messages.reply(courier=LAWFUL, thread=thread.pk, by=alice, at=noon(3), text=line(place, 900))
        Webhook.objects.create(
            name=line(place, 60), url=f"https://example.org/{place}{WORD}", made_at=noon(3), made_by=alice
        )
    mentors.ask(by=players[2], at=noon(3), kind="mentor")
    Notice.objects.bulk_create(
        Notice(to=alice, kind="comment", key=str(place), at=NOW, sentence=line(place, 500), link="/")
        for place in range(len(SHAPES))
    )


def _decide(alice: Player, players: list[Player]) -> None:
    """Matters that wait and that were resolved, of which one has all the comments."""
    for place in range(len(SHAPES)):
        enacted(players[place % 2], noon(1 + place // 2, minutes=place), line(place, 200), body=text(place))
    posts = []
    for place, player in enumerate([*players[1:], *players[1:]]):
        words = {"body": text(place), "commentary": text(place + 1)[:9000], "changes": [_change(place)]}
        posts.append(propose(player, noon(5, minutes=place), line(place, 200), **words))
    long = posts[0]
    vote(long, noon(5, hours=1), **{"for": players[2:4], "against": players[4:5]})
    say(long, players[1], noon(5, hours=2), f"{text(0)}\n\nDICE6 :for:")
    html = [prose.render(text(place), prefix=f"k{place}") for place in range(len(SHAPES))]
    Comment.objects.bulk_create(
        Comment(
            post=long, author=players[place % len(players)], at=noon(5, hours=3, seconds=place),
            text=text(place % len(SHAPES)), html=html[place % len(SHAPES)],
        )
        for place in range(COMMENTS)
    )  # fmt: skip


def _change(place: int) -> dict[str, object]:
    return {"op": "add", "parent": "top", "after": "", "title": line(place, 300), "text": text(place)}


def _make_old() -> None:
    """Words of the dynasty as long as they may be, and titles from before they were looked at."""
    Dynasty.objects.update(
        name=line(0, 200), theme=line(1, 500), player_word=line(4, 60), players_word=line(0, 60),
        emperor_word=line(1, 60), emperors_word=line(2, 60),
    )  # fmt: skip
    Game.objects.update(name=line(TURNING, 80))
    for model, field in ((Post, "title"), (RuleVersion, "title"), (Thread, "subject"), (Notice, "sentence")):
        for place, old in enumerate(OLD):
            for pk in model.objects.order_by("pk").values_list("pk", flat=True)[place :: len(OLD) * 2]:
                model.objects.filter(pk=pk).update(**{field: f"Old {old}"})
