"""Made-up things for the gallery: plain objects in the shapes that the components ask for. No database."""

from datetime import UTC, datetime, timedelta
from itertools import count
from types import SimpleNamespace as Thing
from typing import Any

from django.utils.safestring import SafeString

from blognomic.display import STATE_SIGNS
from votables.timeline import Tick, Timeline

AT = datetime(2026, 11, 21, 13, 5, tzinfo=UTC)
HOUR = timedelta(hours=1)
SOON = AT + 31 * HOUR + timedelta(minutes=10)
LONG_NAME = "Bartholomew-the-Unpronounceable"


class Person(Thing):
    """Somebody with a name, who may be looking at the page."""

    is_authenticated = True

    def __str__(self) -> str:
        return self.name

    def __hash__(self) -> int:
        return self.pk


def _people() -> dict[str, Person]:
    numbers = count(1)
    admins = {"Alice", "David"}
    names = "Alice Bobby Carol David Ellen Farah Gulliver Hedda Ivo Juno Kester".split()
    return {
        name: Person(pk=next(numbers), name=name, is_admin=name in admins, acts_as_admin=name in admins)
        for name in [*names, LONG_NAME, "Morwen", "Nils"]
    }


PEOPLE = _people()
ROSTER = list(PEOPLE.values())[:11]
IDLE = list(PEOPLE.values())[11:]
GUEST = Thing(is_authenticated=False, acts_as_admin=False)


def post(pk: int, title: str, author: str, **fields) -> Thing:
    """A post with everything `votables/_post.html` asks for."""
    body = (
        "<p>Add a subrule to <i>Dynastic Actions</i>, called “The Lamp”, and give it this text:</p>"
        "<blockquote><p>As a daily action, a Keeper may trim the Lamp.</p></blockquote>"
    )
    defaults = {
        "category": "proposal",
        "status": "pending",
        "vetoed": False,
        "posted_at": AT - 3 * HOUR,
        "edited_at": None,
        "version": 1,
        "body_html": body,
        "commentary_html": "",
        "admin_field": "",
        "comment_count": 4,
    }
    return Thing(pk=pk, id=pk, title=title, author=PEOPLE[author], **{**defaults, **fields})


TITLES = [
    "The Lamp Must Be Lit",
    "[Core] Two Lamps",
    "Trimming",
    "Wicks and Wickedness",
    "A very long proposal title that goes on to say everything that its author ever wanted to say",
    "Oil",
    "Ships",
    "Fog",
    "Gulls",
    "Storm Warnings",
    "Keelhaul",
]


def queue() -> list[Thing]:
    """One item in every state."""
    numbers = {"waiting": "2–0", "popular": "6–1", "unpopular": "1–6", "enactable": "7–2", "failable": "2–6"}
    authors = list(PEOPLE)
    return [
        Thing(
            post=post(100 + place, TITLES[place], authors[place + 1], matter_since=AT - (40 - place) * HOUR),
            state=state,
            state_label=sign.word,
            tally=numbers.get(state, "3–2"),
        )
        for place, (state, sign) in enumerate(STATE_SIGNS.items())
    ]


def frame(**fields) -> Thing:
    """The frame as the context processor gives it, with whatever differs."""
    dynasty = Thing(
        name="The Eighth Dynasty of Alice",
        number=8,
        theme="Eleven keepers of one lighthouse, and the oil is running out.",
        player_word="Keeper",
        players_word="Keepers",
        emperor_word="Warden",
        emperors_word="Wardens",
    )
    defaults = {
        "game": "BlogNomic",
        "at": AT,
        "dynasty": dynasty,
        "emperor": PEOPLE["Alice"],
        "roster": ROSTER,
        "idle": IDLE,
        "quorum": 6,
        "queue": queue(),
        "standstill": [],
        "needs_vote": [100, 104],
        "pending_admin": 3,
        "player": None,
        "new_since": None,
        "unread_comments": {},
    }
    return Thing(**{**defaults, **fields})


STANDSTILL = [
    Thing(sentence="A Declaration of Victory is pending: no proposal is submitted or resolved.", until=None),
    Thing(sentence="Seasonal downtime: the roster does not change.", until=SOON),
]


def votes(text: str) -> list[Thing]:
    """One vote a player in the roster's order: in "for for>def -", "a>b" was cast as b and counts as a."""
    told = {"def": "deferential", "none": "", "implied": ""}
    given = []
    for player, word in zip(ROSTER, text.split(), strict=False):
        if word != "-":
            counts, _, cast = word.partition(">")
            cast = told.get(cast, cast) if cast else counts
            given.append(Thing(player=player, counts_as=told.get(counts, counts), cast=cast))
    return given


def verdict(text: str, sentence: str, **fields) -> Thing:
    """A verdict on the votes of `text`."""
    given = votes(text)
    number = {kind: sum(vote.counts_as == kind for vote in given) for kind in ("for", "against", "abstain")}
    voted = {vote.player.pk for vote in given}
    defaults = {
        "votes": given,
        "f": number["for"],
        "a": number["against"],
        "x": number["abstain"],
        "quorum": 6,
        "roster_size": len(ROSTER),
        "popular": False,
        "unpopular": False,
        "vetoed": False,
        "self_killed": False,
        "oldest": True,
        "stale": False,
        "may_enact": False,
        "may_fail": False,
        "sentence": sentence,
        "needs": [],
        "next_change": None,
        "blocked_by": [],
        "clauses": CLAUSES,
        "struck": [],
        "legend": {},
        "bars": [],
        "weighted": False,
        "waiting": [player for player in ROSTER if player.pk not in voted],
    }
    return Thing(**{**defaults, **fields})


RULE = "Rule 1.6, Resolution of Votable Matters"
POPULARITY = "Rule 1.5.3, Popularity"
CLAUSES = [
    Thing(outcome="enact", label="It has been open for 12 hours", rule=RULE, note="open for 3 h", met=False),
    Thing(outcome="enact", label="It is Popular", rule=POPULARITY, note="5 FOR of 6 needed", met=False),
    Thing(outcome="enact", label="It has been neither vetoed nor self-killed", rule=RULE, note="", met=True),
    Thing(outcome="fail", label="It is Unpopular", rule=POPULARITY, note="", met=False),
    Thing(outcome="fail", label="It has been vetoed", rule=RULE, note="", met=False),
]


def bars() -> list[Thing]:
    """A vote between choices: one leads, one has a long name, nobody is for the last."""
    names = ("A lighthouse of glass", "The wall that Hedda built " * 3, "Nothing at all")
    voters = [
        [Thing(player=player, weight=1) for player in ROSTER[:4]],
        [Thing(player=ROSTER[5], weight=2)],
        [],
    ]
    return [
        Thing(letter=letter, name=name, votes=number, whole=6, leads=number == 4, voters=who)
        for letter, name, number, who in zip("ABC", names, (4, 2, 0), voters, strict=True)
    ]


def courses() -> list[Timeline]:
    """Lines of matters: one that is pending, one that was enacted."""

    def tick(x: float, words: str, **more: Any) -> Tick:
        return Tick(x, AT + (x - 60) / 2 * HOUR, words, **more)

    votes = [
        tick(3, "Alice: FOR", tone="for", side="up"),
        tick(12, "Bobby: AGAINST, superseded by a later vote", tone="against", side="down", hollow=True),
        tick(20, "Carol: DEFERENTIAL", tone="deferential", side="up"),
        tick(31, "Dora: AGAINST", tone="against", side="down"),
        tick(44, "Bobby: DEFERENTIAL", tone="deferential"),
    ]
    first, then = (
        tick(25, "it is open at least this long", label="12 h"),
        tick(100, "votes decide", label="48 h"),
    )
    can = {"possible": tick(44, "since then votes and time let it be enacted", tone="enacted")}
    posted, editable = tick(0, "posted", anchor="start"), tick(8, "its author may edit it no more")
    now, done = tick(60, "now"), tick(100, "enacted", tone="enacted", anchor="end")
    return [
        Timeline(posted, [first, then], votes, editable, **can, now=now, resolved=None),
        Timeline(posted, [first], votes, None, possible=None, now=None, resolved=done),
    ]


def verdicts() -> list[tuple[str, Thing]]:
    """(state, verdict): the judge's answers in all their kinds."""
    waiting = verdict(
        "for for>implied for>def for for against none>def",
        "Open for 3 h; it needs one more FOR and 9 hours.",
        needs=["1 more FOR for quorum, or 45 h with more FOR than AGAINST", "9 h until it is open for 12 h"],
        next_change=AT + 9 * HOUR,
        struck=[
            Thing(player=PEOPLE["Carol"], cast="against", reason="superseded by a later vote"),
            Thing(player=IDLE[0], cast="for", reason="idle since 18 November"),
            Thing(player=PEOPLE["Ivo"], cast="veto", reason="only the Warden may veto"),
        ],
    )
    enactable = verdict(
        "for for>implied for>def for for against for for>def against",
        "It may be enacted: it reached quorum, 7–2.",
        may_enact=True,
        popular=True,
    )
    failable = verdict(
        "against for>implied against against against>def against against - - - -",
        "It may be failed: 1–6, and quorum is out of reach.",
        may_fail=True,
        unpopular=True,
    )
    behind = verdict(
        "for for>implied for for for for",
        "It is Popular, but two older proposals are first.",
        popular=True,
        blocked_by=[
            Thing(reason="The Lamp Must Be Lit is older and pending.", rule=RULE),
            Thing(reason="A Declaration of Victory is pending.", rule="Rule 1.9, Victory and Ascension"),
        ],
    )
    vetoed = verdict(
        "none>veto for>implied for for", "Vetoed: it may be failed once it is oldest.", vetoed=True
    )
    even = verdict(
        "abstain>def for>implied abstain>def against",
        "Nobody has moved it: 1–1 with two abstaining.",
        next_change=SOON,
    )
    return [
        ("waiting", waiting),
        ("enactable", enactable),
        ("failable", failable),
        ("behind", behind),
        ("vetoed", vetoed),
        ("open", even),
    ]


def crowd() -> Thing:
    """A verdict in a game of sixty, to see the bar without gaps."""
    return Thing(votes=[], f=22, a=9, x=3, quorum=31, roster_size=60, waiting=[], struck=[])


ROLL = Thing(number=7, command="2DICE6", faces=["4", "3"], total="7")


def comments() -> list[Thing]:
    """Rows for votables/_comment.html in every kind."""
    numbers = count(1)

    def row(
        author: str, hours: float, html: str, *, cast: str = "", why: str = "", rolls: tuple = (), **fields
    ) -> Thing:
        defaults = {"icons": [], "ignored": {}, "by_player": True}
        pk, at = next(numbers), AT - hours * HOUR
        written = Thing(pk=pk, author=PEOPLE[author], at=at, html=html, cast=cast, **{**defaults, **fields})
        mark = "superseded" if "superseded" in why else "uncounted" if why else "effective" if cast else ""
        return Thing(comment=written, mark=mark, why=why, rolls=rolls)

    veto = "only the Warden may veto."
    long = "<p>Light! Averylongwordwithoutanyspacesinitthatwouldnotfitonaphonewereitnotbrokensomewhere.</p>"
    return [
        row(
            "Carol",
            2.7,
            "<p>Not like this.</p>",
            cast="against",
            why="superseded by a later vote",
        ),
        row("Alice", 2, "<p>As the Warden of <a href='#'>the Lamp</a>, I like it.</p>", cast="for"),
        row(
            "Carol",
            1.5,
            "<p>Persuaded.</p><blockquote><p>Not like this.</p></blockquote>",
            cast="deferential",
        ),
        row(
            "Ivo",
            1,
            '<p>No! <span class="icon-ignored">:veto:</span></p>',
            icons=["veto"],
            ignored={"0": veto},
        ),
        row(
            LONG_NAME,
            0.5,
            long,
            cast="for",
            by_player=False,
            why="idle players have no vote",
        ),
        row("Ellen", 0.2, "<p>Bah.</p>", cast="against"),
        row("Juno", 0.1, "<p>Let us see: 2DICE6.</p>", rolls=(ROLL,)),
        row("Alice", 0.01, "<p>Enough.</p>", cast="veto"),
    ]


def posts() -> list[Thing]:
    """(post, item) as the front page lists them: pending, resolved in each way, talk."""
    words = "<p>The lamp stands on a rock, and the rock does not care.</p>"
    queued = {item.state: item for item in queue()}
    resolved = {"posted_at": AT - 60 * HOUR, "body_html": words}
    return [
        Thing(post=queued["popular"].post, item=queued["popular"]),
        Thing(
            post=post(
                201,
                "Lighter Lamps",
                "Ellen",
                status="enacted",
                **resolved,
                admin_field="Enacted 5–1 by David, reached quorum.",
            ),
            item=None,
        ),
        Thing(
            post=post(
                202,
                "Darker Lamps",
                "Farah",
                status="failed",
                vetoed=True,
                **resolved,
                admin_field="Failed, vetoed by Alice.\nResolved by David.",
            ),
            item=None,
        ),
        Thing(
            post=post(203, "Who holds the key?", "Hedda", category="cfj", status="failed", **resolved),
            item=None,
        ),
        Thing(
            post=post(204, "The rock is mine", LONG_NAME, category="dov", status="illegal", **resolved),
            item=None,
        ),
        Thing(
            post=post(
                205, "Ascension Address: a lighthouse", "Alice", category="ascension", status="", **resolved
            ),
            item=None,
        ),
        Thing(
            post=post(206, "The log of the first night", "Juno", category="story", status="", **resolved),
            item=None,
        ),
        Thing(post=post(207, "I would like to play", "Nils", category="", status="", **resolved), item=None),
    ]


def alone() -> Thing:
    """A post with everything that people can write in it."""
    body = (
        "<p>Add a subrule to <i>Dynastic Actions</i> with this text, and see <a href='#'>the Lamp</a>:</p>"
        "<blockquote><p>As a daily action, a Keeper may trim the Lamp.</p></blockquote>"
        "<h2>Why</h2><p>Because <code>Oil</code> runs out:</p><ul><li>on Mondays,<ul><li>in fog</li></ul>"
        "</li><li>always.</li></ul><pre><code>oil = oil - keepers * lamps * nights * all_that_burns_at_all"
        "</code></pre><table><thead><tr><th>Keeper</th><th>Oil</th><th>Lamps</th><th>Wicks</th><th>Watches</th>"
        "<th>Ships seen</th></tr></thead><tbody><tr><td>Bobby</td><td>3</td><td>1</td><td>12</td><td>4</td>"
        "<td>none at all</td></tr></tbody></table>"
    )
    return post(
        300,
        "[Core] [Lamps] The Lamp Must Be Lit: a first step",
        "Bobby",
        body_html=body,
        edited_at=AT - 2 * HOUR,
        version=2,
        admin_field="Held up since Tuesday.",
        commentary_html="<p>The night is long and I am short of oil.</p>",
    )


ACTIONS = [
    Thing(url="#", label="Edit", icon="pencil", until=AT + timedelta(minutes=55)),
    Thing(url="#", label="Change category", icon="quill", until=AT + timedelta(minutes=10)),
    Thing(url="#", label="Versions", icon="history", until=None),
]


def moments() -> list[datetime]:
    """Instants near and far, before and after."""
    spans = [-900 * 24, -50 * 24, -47, -3, -0.2, 0, 0.01, 0.5, 31.17, 95, 24 * 9]
    return [AT + timedelta(hours=span) for span in spans]


def settled() -> Thing:
    """How a matter came out, for votables/_settled.html: corrected once, and another failed with it."""
    law = Thing(name="Ruleset 211", at=AT - 9000 * HOUR)
    marked = Thing(
        by=PEOPLE["David"],
        at=AT - 20 * HOUR,
        from_status="failed",
        to_status="enacted",
        get_from_status_display="failed",
        get_to_status_display="enacted",
        reason="I had misread the veto.",
        consequences=[
            {"failed": 3, "title": "Keelhaul"},
            {"emperor": 2, "name": "Bobby", "former": 1},
            {"interregnum": True},
            {"roster": "rename", "said": "Carol is renamed to Caroline", "player": 3},
            {"waits": 2, "name": "Bobby", "what": "declare victory", "until": "7 March 2026, 12:00 UTC"},
            {"hiatus": "ended"},
        ],
        law=law,
    )
    ballots = votes("for for>implied for>def against none>veto")
    return Thing(
        ballots=ballots,
        ballots_by_count=ballots,
        resolutions=[marked],
        last=marked,
        marked=[marked],
        legend={},
        bars=[],
    )


def errands() -> list[Thing]:
    """What the dashboard lists, for votables/_errands.html: one that is allowed, one that is not yet."""
    no = Thing(allowed=False, reason="They went idle 2 days ago.", rule="Rule 1.2.2, Idle Players", when=SOON)
    return [
        Thing(
            player=PEOPLE["Nils"], at=AT - HOUR, why="asks in “Hello”", link="#", leave=Thing(allowed=True)
        ),
        Thing(player=PEOPLE["Morwen"], at=AT - 3 * HOUR, why="asks in a comment", link="#", leave=no),
    ]


def resolved() -> Thing:
    return post(
        208,
        "Brighter Lamps",
        "Ellen",
        status="enacted",
        tally="5–1",
        resolved_at=AT - 9 * HOUR,
        get_status_display="enacted",
    )


TRIM = " action, a Keeper may trim the Lamp."
DIFF = [
    Thing(kind="same", parts=[("same", "The Lamp")]),
    Thing(kind="skip", parts=[]),
    Thing(kind="gone", parts=[("same", "As a "), ("gone", "weekly"), ("same", TRIM)]),
    Thing(kind="new", parts=[("same", "As a "), ("new", "daily"), ("same", TRIM)]),
    Thing(kind="new", parts=[("new", "Trimming adds 1 to their Oil.")]),
]
RUNNING = SafeString("As a <del>weekly</del><ins>daily</ins> action, a Keeper may trim the Lamp.")
POINTS = ["Its author may propose again.", "“Trimming” becomes the oldest proposal."]
