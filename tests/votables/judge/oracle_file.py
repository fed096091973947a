"""The game file as the oracle reads it: instants, icons, and what had happened by an instant.

Time is counted in *ticks*, halves of a microsecond since 1970: an even number is an instant that a game file
can name, the odd number after it is the moment just after that instant.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from html.parser import HTMLParser

import markdown

LAW_37, LAW_86, LAW_98 = "ruleset-37", "ruleset-86", "ruleset-98"
LAW_2019, LAW_211 = "ruleset-2019-09", "ruleset-211"

SECOND = 2 * 1_000_000
HOUR = 3600 * SECOND
DAY = 24 * HOUR
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LAST_TICK = 2 * ((datetime.max.replace(tzinfo=UTC) - EPOCH) // timedelta(microseconds=1))


@dataclass
class Comment:
    author: str
    at: int
    icons: list[str]


@dataclass(eq=False)
class Matter:
    id: str
    kind: str
    author: str
    posted: int
    amends: set[str]
    changes_nothing: bool
    illegal: bool
    status: str
    resolved: int | None
    comments: list[Comment]


@dataclass
class Game:
    """A game as of ``now``: what is dated later is left out, and an end that is dated later is no end.

    ``laws``: each law with the tick from which it is in force, the first from the beginning of time.
    """

    document: dict
    now: int
    laws: list[tuple[int, str]] = field(default_factory=list)
    players: dict[str, dict] = field(default_factory=dict)
    emperors: list[tuple[str, int, int | None]] = field(default_factory=list)
    ascensions: list[int] = field(default_factory=list)
    matters: list[Matter] = field(default_factory=list)

    def __post_init__(self):
        self.laws = [(-(10**30), self.document["law"])]
        for change in self.document.get("laws", []):
            self.laws.append((ticks(change["from"]), change["law"]))
        for player in self.document["players"]:
            self.players[player["name"]] = {
                "plays": self.spells(player["plays"]),
                "idle": self.spells(player.get("idle", [])),
            }
        for reign in self.document.get("emperors", []):
            for start, end in self.spells([[reign["from"], reign["to"]]]):
                self.emperors.append((reign["name"], start, end))
        self.ascensions = [t for t in map(ticks, self.document.get("ascensions", [])) if t <= self.now]
        for row in self.document["matters"]:
            if ticks(row["posted"]) <= self.now:
                self.matters.append(self.matter(row))
        self.matters.sort(key=lambda matter: matter.posted)  # stable: of one instant, the order of the file

    def spells(self, rows: list) -> list[tuple[int, int | None]]:
        kept = []
        for start_text, end_text in rows:
            start = ticks(start_text)
            end = None if end_text is None else ticks(end_text)
            if end is not None and end > self.now:
                end = None
            if start <= self.now:
                kept.append((start, end))
        return kept

    def matter(self, row: dict) -> Matter:
        resolved = None if row.get("resolved") is None else ticks(row["resolved"])
        status = row.get("status", "pending")
        if resolved is not None and resolved > self.now:
            resolved, status = None, "pending"
        comments = [
            Comment(comment["author"], ticks(comment["at"]), icons_in(comment["text"]))
            for comment in row.get("comments", [])
            if ticks(comment["at"]) <= self.now
        ]
        comments.sort(key=lambda comment: comment.at)  # stable: of one instant, the order of the file
        return Matter(
            id=row["id"],
            kind=row["kind"],
            author=row["author"],
            posted=ticks(row["posted"]),
            amends=set(row.get("amends", [])),
            changes_nothing=row.get("changes_nothing", False),
            illegal=row.get("illegal", False),
            status=status,
            resolved=resolved,
            comments=comments,
        )

    @property
    def law(self) -> str:
        """The law in force now."""
        return self.law_at(self.now)

    def law_at(self, t: int) -> str:
        """The law in force at ``t``: at the very instant of a change the new one."""
        in_force = self.laws[0][1]
        for start, law in self.laws:
            if start <= t:
                in_force = law
        return in_force

    def special_case(self, name: str, t: int) -> bool:
        """Whether a special case was active at ``t``; False under a law that has no such special case."""
        law = self.law_at(t)
        if law not in (LAW_2019, LAW_211):
            return False
        if name == "Malign Emperors" and law != LAW_211:
            return False
        active = name != "Malign Emperors"  # the default
        setting = self.document.get("special_cases", {}).get(name, active)
        if isinstance(setting, bool):
            return setting
        for start, state in setting:
            if ticks(start) <= t:
                active = state
        return active


def ticks(text: str) -> int:
    """An instant of a game file, in ticks."""
    match = re.fullmatch(
        r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(?:Z|\+00:00)", text, re.ASCII
    )
    year, month, day, hour, minute, second = (int(part) for part in match.groups()[:6])
    micro = int((match.group(7) or "0").ljust(6, "0"))
    instant = datetime(year, month, day, hour, minute, second, micro, tzinfo=UTC)
    return 2 * ((instant - EPOCH) // timedelta(microseconds=1))


def written(tick: int) -> str:
    """The instant of an even tick, as a game file writes it."""
    instant = EPOCH + timedelta(microseconds=tick // 2)
    text = f"{instant.year:04d}-{instant:%m-%dT%H:%M:%S}"
    if instant.microsecond:
        text += f".{instant.microsecond:06d}"
    return text + "Z"


# Icons ------------------------------------------------------------------------------------------------------

ICON = re.compile(
    r":([Ff][Oo][Rr]|[Aa][Gg][Aa][Ii][Nn][Ss][Tt]|[Dd][Ee][Ff]|[Dd][Ee][Ff][Ee][Rr][Ee][Nn][Tt][Ii][Aa][Ll]"
    r"|[Ii][Mm][Pp]|[Ii][Mm][Pp][Ee][Rr][Ii][Aa][Ll]|[Vv][Ee][Tt][Oo]):"
)
MEANING = {
    "for": "for", "against": "against", "veto": "veto", "def": "deferential", "deferential": "deferential",
    "imp": "deferential", "imperial": "deferential",
}  # fmt: skip


class TextOutsideCode(HTMLParser):
    """Collects in ``runs`` the pieces of text that no tag or comment interrupts, outside <code> and <pre>."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.runs = [""]
        self.depth = {"code": 0, "pre": 0}

    def handle_starttag(self, tag, attrs):
        self.runs.append("")
        if tag in self.depth:
            self.depth[tag] += 1

    def handle_endtag(self, tag):
        self.runs.append("")
        if tag in self.depth:
            self.depth[tag] = max(0, self.depth[tag] - 1)

    def handle_data(self, data):
        if self.depth == {"code": 0, "pre": 0}:
            self.runs[-1] += data

    def interrupt(self, data):
        self.runs.append("")

    def parse_marked_section(self, i, report=1):
        """In raw HTML "<![" may begin what the standard library refuses; browsers take it for a comment."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            return self.parse_bogus_comment(i, report)

    handle_comment = handle_decl = handle_pi = unknown_decl = interrupt


@lru_cache(maxsize=100_000)
def _icons_in(text: str) -> tuple[str, ...]:
    html = markdown.markdown(text, extensions=["fenced_code", "tables", "footnotes"])
    reader = TextOutsideCode()
    reader.feed(html)
    reader.close()
    return tuple(MEANING[name.lower()] for run in reader.runs for name in ICON.findall(run))


def icons_in(text: str) -> list[str]:
    """The icons of a comment, in their order: "for", "against", "deferential" or "veto"."""
    return list(_icons_in(text))
