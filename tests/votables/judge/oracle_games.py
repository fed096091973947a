"""Games invented at random, all right in form, crowded at the corners of law.md.

``document(rng)`` draws a handful of *hot* instants round the instant to judge at (the limits of the laws away
from it, exactly and a microsecond beside) and dates most of what happens at one of them, so that coincidences
are common.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

LAWS = ("ruleset-37", "ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211")
SPECIAL_CASES = {
    "ruleset-2019-09": ("Imperial Deferentials", "Seasonal Downtime", "Dormancy"),
    "ruleset-211": ("Imperial Deferentials", "Seasonal Downtime", "Dormancy", "Malign Emperors"),
}
# The last two stand otherwise by UTF-16 units than by code points; lower case follows all of upper case.
NAMES = (
    "Alice", "Bob", "carol", "Dave-1", "Ellen", "_frank", "Grace Ann", "heidi", "Ivan", "Judy", "Zed", "alan",
    "Émile", "O'Hara", "\ufb01n", "\U0001d49c",
)  # fmt: skip
SIZES = (1, 2, 3, 3, 4, 4, 5, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 9, 9, 10, 11, 12)
THEMES = {
    # of proposals, CfJs and DoVs; how many matters; how likely a proposal or CfJ, or a DoV, is resolved
    "mixed": ((5, 2, 1), (0, 1, 1, 2, 3, 4, 5, 6, 8), 0.3, 0.5),
    "queue": ((1, 0, 0), (2, 3, 3, 4, 5), 0.2, 0),
    "limits": ((9, 0, 1), (2, 3, 4, 5, 6), 0.3, 0.8),
    "victory": ((2, 2, 3), (1, 2, 3, 4), 0.2, 0.6),
    "poll": ((2, 1, 4), (1, 1, 2), 0.1, 0.1),
    "defeat": ((2, 1, 6), (1, 1, 2, 3, 4), 0.2, 0.9),
}
AMENDS = ("core", "special_case", "appendix", "dynastic", "gamestate", "roster")
MICROSECOND = timedelta(microseconds=1)
LIMITS = tuple(timedelta(hours=hours) for hours in (0, 0, 12, 12, 24, 48, 48, 96, 120, 168))
ICONS = (":for:", ":against:", ":def:", ":veto:", ":deferential:", ":imp:", ":imperial:")
OTHER_SPELLINGS = (
    ":For:", ":FOR:", ":aGaInSt:", ":DEF:", ":Imp:", ":VETO:", ":Imperial:", ":DEFERENTIAL:", ": for:",
    ":for :", ":fore:", ":again:", "for:", ":for", "::for::", ":for:against:", ":for::against:", ":againſt:",
    ":ımp:", ":İmp:", ":f\u00ador:", ":ｆor:", ":veto:veto:", ":foo:for:",
)  # fmt: skip
# Each holds the icon {0}, and for some {1}: what Markdown hides, splits, moves or shows all the same.
FRAMES = (
    "`{0}`", "``{0}``", "`` ` {0} ``", "`{0}", "{0}` and `{1}", "*{0}*", "**{0}**", "_{0}_",
    "*{0} **{1}** {0}*", "\\{0}", "\\`{0}\\`", "<b>{0}</b>", "<code>{0}</code>", "<CODE>{0}</CODE> {1}",
    "<code>{0}", "{0}</code> {1}", "<code>a<code>b</code>{0}</code>{1}", "<pre>{0}</pre>",
    "<pre>\n{0}\n</pre>\n\n{1}", "<pre>\n{0}\n\n{1}", "<div>\n{0}\n</div>\n{1}", "<div>`{0}`</div>",
    "<span title=\"{0}\">{1}</span>", "<img alt=\"{0}\" src=\"x\">", "<!-- {0} -->{1}", "<!-- {0}", "> {0}",
    ">     {0}", "> > {0}\n\n{1}", "    {0}", "\t{0}", "a\n    {0}", "a\n\n    {0}\n\n{1}", "   {0}",
    "- a\n\n    {0}", "- a\n\n        {0}", "1. {0}\n2. {1}", "-     {0}", "```\n{0}\n```\n{1}",
    "~~~\n{0}\n~~~", "```\n{0}", "``` {0}\n{1}\n```", "```python\n{0}\n```\n\n{1}", "a\n```\n{0}\n```",
    "~~~ {{.x}}\n{0}\n~~~\n{1}", "````\n```\n{0}\n```\n````", " ```\n{0}\n ```", "> ```\n> {0}\n> ```",
    "[{0}](http://example.org)", "[x](http://example.org \"{0}\")", "[x]({0})", "![{0}](x.png)",
    "[{0}][r]\n\n[r]: http://example.org \"{1}\"", "[r]: {0}", "[r]: http://example.org\n    \"{0}\"\n\n{1}",
    "<http://example.org/{0}>", "http://example.org/{0}", "<a:b@example.org> {0}", "<{0}>", "<a{0}>",
    "< {0} >", "a < b {0} > c {1}", "&lt;{0}&gt;", "&amp;{0}", "a&{0}", "{0}&", "# {0}", "# {0} #",
    "{0}\n===", "{0}\n---\n{1}", "---\n{0}", "a[^1] {1}\n\n[^1]: {0}", "[^1]: {0}\n\n{1} a[^1]",
    "a[^1] b[^2]\n\n[^2]: {0}\n[^1]: {1}", "a[^1]\n\n[^1]: b\n\n    {0}", "a[^1]\n\n[^1]:\n        {0}",
    "[^{0}]", "[^1]: unused {0}", "a | b\n--|--\n{0} | {1}", "| a | b |\n|---|---|\n| `{0}` | {1} |",
    "a | b\n--|--\n`{0} | {1}`", "{0} | b\n:-:|:-:\nc | d", "|{0}|\n|:-:|", "{0}  \n{1}", "{0}\\\n{1}",
    "{0}\r\n{1}", "{0}\n\n\n{1}", "{0}{1}", "<script>{0}</script>", "<style>\n{0}\n</style>",
    "<textarea>{0}</textarea>", "<title>{0}</title>", "<br>{0}<br/>", "<p>{0}", "<?php {0} ?>",
    "<!DOCTYPE {0}>", "<![CDATA[{0}]]>", "<div>\n<![{0}]>{1}", "</pre>{0}", "<pre/>{0}", "<code\n>{0}</code>",
    "<pre><code>{0}</pre>{1}", "<code><pre></code>{0}</pre>{1}", "{0}<", "<b {0}", "<a href='{0}'>{1}",
    "\\<b>{0}</b>", "&#96;{0}&#96;", "`&#58;{0}`", "*a `b* {0}` {1}", "**{0}*", "* {0}\n* {1}", "+ a\n\t{0}",
    "0) {0}", "{0}: {1}", "    a\n\n{0}\n\n    {1}", ">\t{0}", ">  \t {0}", "*[HTML]: {0}", "{{:for}} {0}",
    "a\n: {0}", "!{0}", "^{0}",
)  # fmt: skip
SPLIT_ICONS = (
    ":f*o*r:", ":fo**r**:", ":f_o_r:", ":f`o`r:", ":f<b></b>or:", ":f<!-- -->or:", ":f\\or:", ":for\\:",
    "\\:for:", ":f&#111;r:", "&#58;for&#58;", "&#x3A;against:", "&colon;veto&colon;", ":for&#58", ":f\nor:",
    ":f\tor:", ":f&shy;or:", ":f[o](x)r:", ":fo\u0002r:", ":\u0003for:", ":for&colon;", "&amp;#58;for:",
    ":f<o>r:", ":ag\\ainst:", ":f![o](x)r:", ":veto&NewLine;:", ":d*ef*:", ":*for*:", "*:for*:", ":for*:*",
    "_:_for:", "<b>:</b>for:",
)  # fmt: skip
PROSE = (
    "", "Purr.", "As the Emperor says.", "I don't think so; see rule 2.1.", "a 5 < 7 & b", "Why? *Really*.",
    "+1", "See https://example.org/?a=1&b=2", "10:30: late", "naïve 😀", "snake_case_name", "2 * 3 * 4",
    "# Title",
)  # fmt: skip


def document(rng: Random) -> dict:
    """A game file as a dict, ``at`` included; the same for the same state of ``rng``."""
    return Inventor(rng).document()


def moving_document(rng: Random) -> dict:
    """The same, of a game whose law was amended, or whose special cases were switched, mostly near something else."""
    return Mover(rng).document()


class Inventor:
    def __init__(self, rng: Random):
        self.rng = rng
        self.law = rng.choice(LAWS)
        self.at = self.instant_to_judge_at()
        self.span = rng.choice((timedelta(days=3), timedelta(days=8), timedelta(days=40)))
        self.hot = [self.at, *(self.near_a_limit() for _ in range(rng.randint(3, 10)))]
        self.names = rng.sample(NAMES, rng.choice((*SIZES, 0) if self.chance(0.1) else SIZES))
        self.lean = rng.choice((0.15, 0.5, 0.7, 0.9))  # how likely an icon is FOR
        self.theme = rng.choice(
            ("mixed", "mixed", "mixed", "queue", "limits", "victory", "defeat", "poll", "poll")
        )
        if self.theme == "defeat" and self.chance(0.7):
            self.lean = 0.03
        self.enactments: list[datetime] = []  # of DoVs
        self.markdown = rng.random() < 0.25

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    # Instants

    def instant_to_judge_at(self) -> datetime:
        rng = self.rng
        year = rng.choice((2006, 2011, 2012, 2016, 2019, 2020, 2023, 2024))
        if self.chance(0.35):
            edge = datetime(year, 12, rng.choice((24, 27)), tzinfo=UTC)
            beside = rng.choice((0, 0, 0, 0, 1, -1, 1_000_000, -1_000_000)) * MICROSECOND
            away = rng.choice((0, 0, 0, 12, 24, 48, 96, 168, 30 * 24, 27 * 24, 36))
            return edge + beside + rng.choice((-1, -1, 1)) * timedelta(hours=away)
        moment = datetime(year, rng.randint(1, 12), rng.randint(1, 28), tzinfo=UTC)
        if self.chance(0.1):
            moment = datetime(year, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
        if self.chance(0.7):
            moment += timedelta(seconds=rng.randrange(86_400))
        if self.chance(0.3):
            moment += rng.choice((MICROSECOND, timedelta(microseconds=rng.randrange(1_000_000))))
        return moment

    def near_a_limit(self) -> datetime:
        """An instant from which, mostly, a limit of the law has just come, or is just to come."""
        rng = self.rng
        back = rng.choice(LIMITS)
        if self.chance(0.1):
            back += rng.choice(LIMITS)
        if self.chance(0.3):
            back += rng.choice((1, -1, 1, -1, 1_000_000, -1_000_000)) * MICROSECOND
        if self.chance(0.15):
            back = -back
        if self.chance(0.15):
            back = timedelta(seconds=rng.randrange(int(self.span.total_seconds())))
        if self.chance(0.1):
            midnight = self.at.replace(hour=0, minute=0, second=0, microsecond=0)
            return midnight + rng.choice((0, 0, -1, 1)) * MICROSECOND
        if self.chance(0.1):
            return datetime(self.at.year, 12, rng.choice((24, 27)), tzinfo=UTC) - rng.choice(LIMITS)
        return self.at - back

    def some_instant(self, after: datetime | None = None) -> datetime:
        """Mostly a hot instant; never before ``after``."""
        rng = self.rng
        if self.chance(0.7):
            instant = rng.choice(self.hot)
            if self.chance(0.2):
                instant += rng.choice((-1, 1)) * rng.choice(LIMITS)
            if self.chance(0.1):
                instant += rng.choice((-1, 1)) * MICROSECOND
        else:
            instant = self.at - timedelta(seconds=rng.randrange(int(self.span.total_seconds())))
        if after is None or instant >= after:
            return instant
        if self.chance(0.5):
            return after + rng.choice((timedelta(0), MICROSECOND, *LIMITS))
        later = [hot for hot in self.hot if hot >= after]
        return rng.choice(later) if later else after

    def written(self, instant: datetime) -> str:
        text = instant.strftime("%Y-%m-%dT%H:%M:%S")
        fraction = f"{instant.microsecond:06d}"
        if instant.microsecond and self.chance(0.5):
            fraction = fraction.rstrip("0")
        if instant.microsecond or self.chance(0.05):
            text += "." + fraction
        return text + ("+00:00" if self.chance(0.1) else "Z")

    def interval(self, start: datetime, end: datetime | None) -> list:
        return [self.written(start), None if end is None else self.written(end)]

    # The parts of the file

    def document(self) -> dict:
        emperors = self.emperors()
        file = {
            "format": "blognomic-game/1",
            "law": self.law,
            "at": self.written(self.at),
            "special_cases": self.special_cases(),
            "players": [self.player(name) for name in self.names],
            "emperors": emperors,
            "ascensions": [],
            "matters": self.matters([reign["name"] for reign in emperors]),
        }
        file["ascensions"] = [self.written(instant) for instant in self.ascensions()]
        if self.chance(0.05):
            file["history"] = {"version": 1}
        return self.without_defaults(file, {"special_cases": {}, "emperors": [], "ascensions": []})

    def without_defaults(self, row: dict, defaults: dict) -> dict:
        """``row``, from which what says no more than the default is left out half the time."""
        return {
            key: value
            for key, value in row.items()
            if key not in defaults or value != defaults[key] or self.chance(0.5)
        }

    def special_cases(self) -> dict:
        return {name: self.chance(0.5) for name in SPECIAL_CASES.get(self.law, ()) if self.chance(0.4)}

    def player(self, name: str) -> dict:
        rng = self.rng
        long_ago = self.at - timedelta(days=400)
        plays = [[long_ago, None]]
        steady = self.theme == "poll" and self.chance(0.8)
        if self.chance(0.25) and not steady:
            cuts = sorted({self.some_instant() for _ in range(rng.randint(1, 4))})
            if self.chance(0.5) and cuts[0] > long_ago:
                cuts.insert(0, long_ago)
            plays = [cuts[i : i + 2] for i in range(0, len(cuts), 2)]
            if len(plays[-1]) == 1:
                plays[-1].append(None)
            if self.chance(0.1) and len(cuts) > 2 and len(cuts) % 2 == 0:
                plays = [[cuts[0], cuts[1]], [cuts[1], cuts[3]]]  # left and came back at one instant
        idle = []
        if self.chance(0.35) and not steady:
            for start, end in plays:
                inside = sorted({t for t in (self.some_instant() for _ in range(3)) if t >= start})
                inside = [t for t in inside if end is None or t <= end]
                if len(inside) > 1 and self.chance(0.6):
                    idle.append(inside[:2])
                    if len(inside) > 2 and end is None and self.chance(0.4):
                        idle.append([inside[2], None])
                elif inside and end is None:
                    idle.append([inside[0], None])
        if self.chance(
            0.05
        ):  # a file is believed: spells of idling that overlap, or lie outside those of playing
            starts = [self.some_instant() for _ in range(2)]
            idle += [[start, self.some_instant(after=start + MICROSECOND)] for start in starts]
        if self.chance(0.05):
            plays.reverse()
        row = {
            "name": name,
            "plays": [self.interval(*spell) for spell in plays],
            "admin": self.chance(0.3),
            "idle": [self.interval(*spell) for spell in idle],
        }
        return self.without_defaults(row, {"admin": False, "idle": []})

    def emperors(self) -> list[dict]:
        rng = self.rng
        kind = rng.choice(("none", "one", "one", "one", "change", "change", "any"))
        if not self.names:
            return []
        long_ago = self.at - timedelta(days=300)
        reigns: list[tuple[str, datetime, datetime | None]] = []
        if kind == "one":
            reigns.append((rng.choice(self.names), long_ago, None))
        elif kind == "change":
            change = self.some_instant(after=long_ago + MICROSECOND)
            reigns.append((rng.choice(self.names), long_ago, change))
            if self.chance(0.3):
                change = self.some_instant(after=change)
            reigns.append((rng.choice(self.names), change, None))
        elif kind == "any":
            for _ in range(rng.randint(1, 4)):
                start = self.some_instant()
                end = None if self.chance(0.3) else self.some_instant(after=start + MICROSECOND)
                reigns.append((rng.choice(self.names), start, end))
        return [
            {"name": name, "from": self.written(start), "to": None if end is None else self.written(end)}
            for name, start, end in reigns
        ]

    def ascensions(self) -> list[datetime]:
        """Some anywhere, and half of those that the enacted DoVs call for."""
        rng = self.rng
        addresses = [self.some_instant() for _ in range(rng.choice((0, 0, 0, 1, 1, 2)))]
        called_for = [instant for instant in self.enactments if self.chance(0.5)]
        return addresses + [instant + rng.choice((MICROSECOND, *LIMITS)) for instant in called_for]

    def matters(self, emperors: list[str]) -> list[dict]:
        rng = self.rng
        if not self.names:
            return []
        weights, numbers, _, _ = THEMES[self.theme]
        kinds = rng.choices(("proposal", "cfj", "dov"), weights, k=rng.choice(numbers))
        return [self.matter(f"m{serial}", kind, emperors) for serial, kind in enumerate(kinds, 1)]

    def matter(self, ident: str, kind: str, emperors: list[str]) -> dict:
        rng = self.rng
        posted = self.some_instant()
        if self.theme == "limits" and self.chance(0.7):
            midnight = self.at.replace(hour=0, minute=0, second=0, microsecond=0)
            posted = self.at - (self.at - midnight) * rng.choice((0, 0.5, 0.9, 1, 1))
        if self.theme == "poll":
            posted = self.at - rng.choice(LIMITS) - rng.choice((-1, 0, 0, 0, 1)) * MICROSECOND
        author = rng.choice(self.names[:1] if self.theme == "limits" and self.chance(0.8) else self.names)
        if emperors and self.chance(0.2):
            author = rng.choice(emperors)
        status, resolved = "pending", None
        if self.chance(THEMES[self.theme][3 if kind == "dov" else 2]):
            status = rng.choice(("enacted", "failed", "failed", "failed", "illegal"))
            resolved = self.some_instant(after=posted)
            if self.theme == "defeat" and kind == "dov":
                status = rng.choice(("failed", "failed", "failed", "enacted"))
                recent = self.at - timedelta(hours=rng.choice((0, 12, 119, 120, 120)))
                resolved = recent + rng.choice((0, 0, 1, -1)) * MICROSECOND
                posted = min(posted, resolved - rng.choice(LIMITS))
        if kind == "dov" and resolved is not None:
            self.hot.append(resolved)
            if status == "enacted":
                self.enactments.append(resolved)
        row = {
            "id": ident,
            "kind": kind,
            "title": rng.choice(("", "Cats", "[Core] Dogs", ":for:")),
            "author": author,
            "posted": self.written(posted),
            "amends": rng.sample(AMENDS, rng.choice((0, 0, 1, 1, 1, 2, 3))),
            "changes_nothing": self.chance(0.15),
            "illegal": self.chance(0.1),
            "status": status,
            "resolved": None if resolved is None else self.written(resolved),
            "comments": self.comments(posted, author, emperors, resolved),
        }
        defaults = {
            "title": "", "amends": [], "changes_nothing": False, "illegal": False, "status": "pending",
            "resolved": None, "comments": [],
        }  # fmt: skip
        return self.without_defaults(row, defaults)

    def comments(
        self, posted: datetime, author: str, emperors: list[str], resolved: datetime | None
    ) -> list[dict]:
        rng = self.rng
        common = [posted, posted + MICROSECOND]
        if resolved is not None and resolved > posted:
            common += [resolved - MICROSECOND, resolved, posted + (resolved - posted) / 2]
        timely = 0.9 if self.theme == "defeat" and resolved is not None else 0.4
        if self.theme == "poll" and self.chance(0.9):
            return [self.comment(name, posted, icon) for name, icon in self.poll(author, emperors)]
        share = rng.choice((0.0, 0.3, 0.6, 0.8, 1.0) if 0.1 < self.lean < 0.9 else (0.5, 0.9, 1.0))
        authors = [name for name in self.names if name != author and self.chance(share)]
        authors += rng.choices(self.names, k=rng.choice((0, 0, 1, 2, 3)))
        if self.chance(0.25):
            authors += [author] * rng.choice((1, 1, 2))
        if emperors and self.chance(0.5):
            authors += rng.choices(emperors, k=rng.choice((1, 2, 3)))
        rng.shuffle(authors)
        return [
            self.comment(
                name,
                rng.choice(common) if self.chance(timely) else self.some_instant(after=posted),
                self.text(reigns=name in emperors),
            )
            for name in authors
        ]

    def comment(self, author: str, instant: datetime, text: str) -> dict:
        return {"author": author, "at": self.written(instant), "text": text}

    def poll(self, author: str, emperors: list[str]) -> list[tuple[str, str]]:
        """Who says what, so that a number on which something hangs is just reached or just missed."""
        rng = self.rng
        others = [name for name in self.names if name != author]
        rng.shuffle(others)
        if emperors and emperors[0] in others and self.chance(0.5):
            others.remove(emperors[0])
            others.insert(0 if self.chance(0.5) else len(others), emperors[0])
        n = len(self.names)
        quorum = n // 2 + 1
        fors = rng.choice((quorum - 1, quorum, quorum, 2 * n // 3, 2 * n // 3 + 1, 1, 2))
        if self.law != "ruleset-37":
            fors -= 1  # the author's own is implied
        againsts = rng.choice(
            (0, 1, 1, quorum // 2 - 1, quorum // 2, n - quorum, n - quorum + 1, fors, fors + 1)
        )
        deferring = rng.choice((0, 0, 1, quorum - fors - againsts))
        icons = [":for:"] * fors + [":against:"] * againsts + [":def:"] * deferring
        return list(zip(others, icons, strict=False))

    # What is said

    def icon(self, *, reigns: bool) -> str:
        rng = self.rng
        if self.chance(0.25 if reigns else 0.05):
            return ":veto:"
        if self.chance(0.25 if 0.1 < self.lean < 0.9 else 0.05):
            return rng.choice((":def:", ":def:", ":deferential:", ":imp:", ":imperial:"))
        if self.markdown and self.chance(0.1):
            return rng.choice(OTHER_SPELLINGS)
        return ":for:" if self.chance(self.lean) else ":against:"

    def text(self, *, reigns: bool) -> str:
        rng = self.rng
        icons = [self.icon(reigns=reigns) for _ in range(rng.choice((1, 1, 1, 1, 1, 0, 2, 3)))]
        if not self.markdown:
            words = [rng.choice(PROSE), *icons, rng.choice(PROSE)]
            if self.chance(0.1):
                rng.shuffle(words)
            return rng.choice((" ", "\n", "\n\n")).join(words)
        pieces = []
        for icon in icons or [":for:"]:
            piece = icon
            for _ in range(rng.choice((0, 1, 1, 2))):
                piece = rng.choice(FRAMES).format(piece, self.icon(reigns=reigns))
            if self.chance(0.15):
                piece = rng.choice(SPLIT_ICONS)
            pieces.append(piece)
        if self.chance(0.3):
            pieces.insert(0, rng.choice(PROSE))
        if self.chance(0.3):
            pieces.append(rng.choice(PROSE))
        return rng.choice((" ", "\n", "\n\n", "\n\n", "")).join(pieces)


class Mover(Inventor):
    """Invents games in which law and special cases move while matters are pending."""

    def document(self) -> dict:
        file = super().document()
        posted = [comment["at"] for row in file["matters"] for comment in row.get("comments", ())]
        posted += [row[key] for row in file["matters"] for key in ("posted", "resolved") if row.get(key)]
        self.happened = [datetime.fromisoformat(text) for text in posted]
        number = self.rng.choice((0, 1, 1, 1, 2, 3))
        laws = [
            {"from": self.written(instant), "law": self.rng.choice(LAWS)} for instant in self.turns(number)
        ]
        if laws or self.chance(0.1):
            file["laws"] = laws
        known = {
            name
            for law in (file["law"], *(each["law"] for each in laws))
            for name in SPECIAL_CASES.get(law, ())
        }
        cases = {name: self.states() for name in sorted(known) if self.chance(0.7)}
        if cases:
            file["special_cases"] = cases
        else:
            file.pop("special_cases", None)
        return file

    def states(self) -> object:
        if self.chance(0.15):
            return self.chance(0.5)
        active = self.chance(0.5)
        switches = []
        for instant in self.turns(self.rng.choice((0, 1, 1, 2, 3, 4))):
            switches.append([self.written(instant), active])
            active = not active if self.chance(0.9) else active
        return switches

    def turns(self, number: int) -> list[datetime]:
        """So many different instants in the order of time, most of them at, just before or just after something."""
        instants = set()
        while len(instants) < number:
            instant = self.some_instant()
            if self.happened and self.chance(0.7):
                instant = self.rng.choice(self.happened) + self.rng.choice((0, 0, 0, 1, -1)) * MICROSECOND
            instants.add(instant)
        return sorted(instants)
