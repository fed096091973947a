"""How times, names, signs and tallies are put for people.

Plain functions: nothing here reads the clock, the database or the request. Templates reach them through the
tags and filters of `templatetags/frame.py`.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from html import escape
from typing import Any

from django.templatetags.static import static
from django.utils.formats import date_format
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy, ngettext, ngettext_lazy
from django.utils.translation import gettext as _

from blognomic.i18n import dynasty_words
from blognomic.i18n.stored_messages import StoredMessage
from blognomic.i18n.translation import whole_day
from blognomic.text.one_line import isolated
from blognomic.web import holes

EPOCH, MICROSECOND = datetime.fromtimestamp(0, UTC), timedelta(microseconds=1)
BEGINNING, TICKS_PER_MINUTE = datetime(1, 1, 1, tzinfo=UTC), 2 * 60 * 1_000_000
_MINUTE = 60 * 1_000_000  # microseconds
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
NOTHING = SafeString("")
HOURS_UP_TO = 4 * DAY  # the law counts in hours; beyond this, days are easier to read
_BEFORE_UNIT = re.compile(r"(?<=\d) (?=(?:h|min)\b|%)")
_TALLY = re.compile(r"(?<=\d)–(?=\d)")


def utc_text(when: datetime) -> str:
    """An instant in UTC with its month named: "21 November 2026, 13:05 UTC"."""
    return _minute_in_words(when.astimezone(UTC).replace(second=0, microsecond=0), get_language())


@lru_cache(maxsize=4096)
def _minute_in_words(utc: datetime, language: str) -> str:
    return _("{day}, {time} UTC").format(day=whole_day(utc), time=f"{utc:%H:%M}")


def iso(when: datetime) -> str:
    """An instant for machines, whole seconds: "2026-11-21T13:05:00Z"."""
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def hours_text(delta: timedelta) -> str:
    """A length of time in hours and minutes, rounded down: "31 h 10 min", "12 h", "5 min"."""
    if delta < MINUTE:
        return _("less than a minute")
    hours, minutes = divmod(int(delta / MINUTE), 60)
    parts = [f"{hours} h" if hours else "", f"{minutes} min" if minutes else ""]  # signs, not words
    return " ".join(part for part in parts if part)


def unbroken(text: Any) -> Any:
    """A text in which no line ends between a number and its unit, "7 h", "57 %", or within a tally, "8–1"."""
    kept = _TALLY.sub("–\u2060", _BEFORE_UNIT.sub("\u00a0", text))
    return mark_safe(kept) if hasattr(text, "__html__") else kept  # only what is not seen was changed


# By their units. Other languages decline a length of time by where it stands.
_LONG = {
    "second": ngettext_lazy("{number} second", "{number} seconds", "number"),
    "minute": ngettext_lazy("{number} minute", "{number} minutes", "number"),
    "hour": ngettext_lazy("{number} hour", "{number} hours", "number"),
    "day": ngettext_lazy("{number} day", "{number} days", "number"),
    "month": ngettext_lazy("{number} month", "{number} months", "number"),
    "year": ngettext_lazy("{number} year", "{number} years", "number"),
}
_AGO = {
    "second": ngettext_lazy("{number} second ago", "{number} seconds ago", "number"),
    "minute": ngettext_lazy("{number} minute ago", "{number} minutes ago", "number"),
    "hour": ngettext_lazy("{number} hour ago", "{number} hours ago", "number"),
    "day": ngettext_lazy("{number} day ago", "{number} days ago", "number"),
    "month": ngettext_lazy("{number} month ago", "{number} months ago", "number"),
    "year": ngettext_lazy("{number} year ago", "{number} years ago", "number"),
}
_AHEAD = {
    "second": ngettext_lazy("in {number} second", "in {number} seconds", "number"),
    "minute": ngettext_lazy("in {number} minute", "in {number} minutes", "number"),
    "hour": ngettext_lazy("in {number} hour", "in {number} hours", "number"),
    "day": ngettext_lazy("in {number} day", "in {number} days", "number"),
    "month": ngettext_lazy("in {number} month", "in {number} months", "number"),
    "year": ngettext_lazy("in {number} year", "in {number} years", "number"),
}


def span_text(delta: timedelta) -> str:
    """A length of time as a person would say it: "5 minutes", "3 hours", "2 days", "4 months"."""
    unit, number = _measured(delta)
    return _LONG[unit].format(number=number)


def since_text(delta: timedelta) -> str:
    """How long ago that was: "5 minutes ago"."""
    unit, number = _measured(delta)
    return _AGO[unit].format(number=number)


def until_text(delta: timedelta) -> str:
    """In how long that will be: "in 5 minutes"."""
    unit, number = _measured(delta)
    return _AHEAD[unit].format(number=number)


def _measured(delta: timedelta) -> tuple[str, int]:
    """A length of time in the largest unit that tells it well, rounded down. Less than a minute is told in seconds."""
    if delta < MINUTE:
        return "second", int(delta.total_seconds())
    if delta < HOUR:
        return "minute", int(delta / MINUTE)
    if delta < DAY:
        return "hour", int(delta / HOUR)
    if delta < 60 * DAY:
        return "day", delta.days
    if delta < 730 * DAY:
        return "month", int(delta.days / 30.44)
    return "year", int(delta.days / 365.25)


def relative_text(when: datetime, at: datetime) -> str:
    """How far `when` is from `at`: "3 hours ago", "just now", "in 31 h 10 min", "in 6 days"."""
    delta = when - at
    if abs(delta) < MINUTE:
        return _("just now") if delta <= timedelta() else _("in less than a minute")
    if delta < timedelta():
        return since_text(-delta)
    return _("in {span}").format(span=hours_text(delta)) if delta < HOURS_UP_TO else until_text(delta)


def moment_html(when: datetime | None, at: Any) -> SafeString:
    """An instant in full, with its distance from `at` beside it."""
    if not when:
        return NOTHING
    near = NOTHING
    if at:
        near = format_html(
            ' <span class="relative" data-ago="{}">({})</span>', iso(when), _distance(when, at)
        )
    return format_html('<time class="moment" datetime="{}">{}{}</time>', iso(when), utc_text(when), near)


def day_html(when: date | None, form: str) -> SafeString:
    """The day of an instant in UTC, with the instant itself as its title; of a day of the game, which is no instant,
    the day alone."""
    if not when:
        return NOTHING
    if not isinstance(when, datetime):
        return conditional_escape(_day_in_words(when, form, get_language()))
    return _time(when, _day_in_words(when.astimezone(UTC).date(), form, get_language()))


def instant_html(when: datetime | None, words: str) -> SafeString:
    """Words that stand for an instant, with the instant itself as their title."""
    return _time(when, words) if when else NOTHING


def time_in_thread(when: datetime, above: datetime | None, year: int) -> SafeString:
    """When something in a thread was said (UTC): the time, with its day where nothing above says so, and with the year
    where that is not the thread's."""
    utc, time = when.astimezone(UTC), f"{when.astimezone(UTC):%H:%M}"
    if above and above.astimezone(UTC).date() == utc.date():
        return _time(when, time)
    form = "MONTH_DAY_FORMAT" if utc.year == year else "DATE_FORMAT"
    return _time(
        when, _("{day}, {time}").format(day=_day_in_words(utc.date(), form, get_language()), time=time)
    )


@lru_cache(maxsize=4096)
def _day_in_words(day: date, form: str, language: str) -> str:
    return date_format(day, form)


def _time(when: datetime, words: str, more: str = "") -> SafeString:
    """How an instant is told, with the instant itself as its title. There are hundreds on a page."""
    return SafeString(
        f'<time{more} datetime="{iso(when)}" title="{escape(utc_text(when))}">{conditional_escape(words)}</time>'
    )


def said_at(at: datetime) -> Callable[[str, str], str]:
    """What says, as of `at` (UTC), the holes of times that were left open (`blognomic.web.holes`)."""
    now, language = (at - EPOCH) // MICROSECOND, get_language()

    def say(kind: str, value: str) -> str:
        if kind in "ad":
            ahead = int(value) - now
            return _distance_text(kind, abs(ahead) // _MINUTE, ahead <= 0, language)
        if kind in "nu":
            return iso(at) if kind == "n" else utc_text(at)
        if kind in "pw":
            return _length_text(kind, int(value), at)
        begin, end = (EPOCH + int(part) * MICROSECOND for part in value.split(":"))
        x = place_on_line(at, begin, end)
        return str(x) if kind == "x" else anchor_on_line(x)

    return say


def _length_text(kind: str, tick: int, at: datetime) -> str:
    """How long it is since a tick of the judge, or (`w`) until it: the minutes that have passed, or those that are
    left, of which the one that has begun is the last. js/clock.js keeps it up to date."""
    now = 2 * ((at - BEGINNING) // MICROSECOND)
    length = max(tick - now, 0) + TICKS_PER_MINUTE - 1 if kind == "w" else max(now - tick, 0)
    hours, minutes = divmod(length // TICKS_PER_MINUTE, 60)
    words = (
        f"{hours}\u00a0h" if kind == "w" and hours and not minutes else f"{hours}\u00a0h {minutes}\u00a0min"
    )
    name, when = "until" if kind == "w" else "since", BEGINNING + tick // 2 * MICROSECOND
    return f'<span data-{name}="{iso(when)}">{words}</span>'


def place_on_line(when: datetime, begin: datetime, end: datetime) -> float:
    """Where an instant is on a line from `begin` to `end`, in hundredths of its length."""
    whole = max((end - begin).total_seconds(), 1.0)
    return round(min(max((when - begin).total_seconds() / whole, 0.0), 1.0) * 100, 2)


def anchor_on_line(x: float) -> str:
    """At which end a word beside that place of a line begins, so that it stays within (`text-anchor` of SVG)."""
    return "start" if x < 8 else "end" if x > 92 else "middle"


def now_on_line(at: datetime, begin: datetime, end: datetime) -> tuple[SafeString, SafeString]:
    """Where now (`at`, UTC) is on a line, and the anchor of a word beside it."""
    if holes.is_open("x", at):
        line = f"{(begin - EPOCH) // MICROSECOND}:{(end - EPOCH) // MICROSECOND}"
        return holes.hole("x", line), holes.hole("y", line)
    x = place_on_line(at, begin, end)
    return SafeString(x), SafeString(anchor_on_line(x))


@lru_cache(maxsize=4096)
def _distance_text(kind: str, minutes: int, is_past: bool, language: str) -> str:
    """What is said of every distance of so many whole minutes."""
    if kind == "d" and is_past:
        return escape(_("due now"))
    delta = minutes * MINUTE
    return escape(relative_text(EPOCH - delta if is_past else EPOCH + delta + MICROSECOND, EPOCH))


def _distance(when: datetime, at: datetime, kind: str = "a") -> SafeString:
    """The distance of `when` from `at`; of a countdown (`kind` "d") that has ended, that it has."""
    microseconds = str((when - EPOCH) // MICROSECOND)
    if holes.is_open(kind, at):
        return holes.hole(kind, microseconds)
    return SafeString(said_at(at)(kind, microseconds))


def clock_html(at: datetime) -> SafeString:
    """What time it is at `at` (UTC), which js/clock.js keeps up to date."""
    machine, person = iso(at), escape(utc_text(at))
    if holes.is_open("u", at):
        machine, person = holes.hole("n"), holes.hole("u")
    return SafeString(f'<time data-clock datetime="{machine}">{person}</time>')


def ago_html(when: datetime | None, at: datetime) -> SafeString:
    """The distance of an instant from `at`, with the instant itself as its title. js/clock.js keeps it up to date."""
    if not when:
        return NOTHING
    return _time(when, _distance(when, at), " data-ago")


def countdown_html(when: datetime | None, at: datetime) -> SafeString:
    """The time left until `when`, which js/clock.js keeps up to date."""
    if not when:
        return NOTHING
    return _time(when, _distance(when, at, "d"), " data-countdown")


# Signs: what stands beside a word so that colour is never the only one.

VOTE_NAMES = {
    "for": "FOR",
    "against": "AGAINST",
    "deferential": "DEFERENTIAL",
    "veto": "VETO",
    "abstain": gettext_lazy("abstains"),
}


def marked_html(pieces: Iterable[tuple[str, bool]]) -> SafeString:
    """A text in pieces, each with whether it is what somebody looked for, which is marked."""
    return mark_safe(
        "".join(f"<mark>{escape(text)}</mark>" if is_one else escape(text) for text, is_one in pieces)
    )


ICON_ALIASES = {"def": "deferential"}


def icon_html(name: str, label: str | None, sprite: str) -> SafeString:
    """A picture of the sprite. Voting icons say their name; others are decoration unless given a label."""
    name = ICON_ALIASES.get(name, name)
    return _picture(name, str(VOTE_NAMES.get(name, "") if label is None else label), sprite)


def picture(name: str, label: str = "") -> SafeString:
    """A picture of the site's sprite: decoration unless given a label."""
    return _picture(name, label, sprite())


@cache
def sprite() -> str:
    """Where the pictures are: a page names it two hundred times."""
    return static("icons.svg")


@lru_cache(maxsize=1024)
def _picture(name: str, label: str, sprite: str) -> SafeString:
    use = format_html('<use href="{}#{}"></use>', sprite, name)
    if not label:
        return format_html('<svg class="icon icon-{}" aria-hidden="true">{}</svg>', name, use)
    return format_html(
        '<svg class="icon icon-{}" role="img" aria-label="{}"><title>{}</title>{}</svg>',
        name,
        label,
        label,
        use,
    )


@dataclass(frozen=True)
class Sign:
    """A word, the picture beside it and the meaning that colours both (a class `tone-…`)."""

    word: str
    icon: str
    tone: str


STATE_SIGNS = {
    "waiting": Sign(gettext_lazy("waiting"), "hourglass", "pending"),
    "popular": Sign(gettext_lazy("popular"), "up", "popular"),
    "unpopular": Sign(gettext_lazy("unpopular"), "down", "unpopular"),
    "open": Sign(gettext_lazy("open"), "ring", "pending"),
    "behind": Sign(gettext_lazy("behind"), "stack", "pending"),
    "enactable": Sign(gettext_lazy("can be enacted"), "tick", "enacted"),
    "failable": Sign(gettext_lazy("can be failed"), "cross", "failed"),
    "vetoed": Sign(gettext_lazy("vetoed"), "veto", "veto"),
    "withdrawn": Sign(gettext_lazy("withdrawn"), "undo", "against"),
    "stale": Sign(gettext_lazy("stale"), "moon", "illegal"),
    "stopped": Sign(gettext_lazy("stopped"), "pause", "illegal"),
}
STATUS_SIGNS = {
    "pending": Sign(gettext_lazy("pending"), "ring", "pending"),
    "enacted": Sign(gettext_lazy("enacted"), "tick", "enacted"),
    "failed": Sign(gettext_lazy("failed"), "cross", "failed"),
    "illegal": Sign(gettext_lazy("illegal"), "flag", "illegal"),
}
CATEGORY_SIGNS = {
    "proposal": Sign(gettext_lazy("Proposal"), "quill", "plain"),
    "cfj": Sign(gettext_lazy("Call for Judgement"), "scales", "plain"),
    "dov": Sign(gettext_lazy("Declaration of Victory"), "laurel", "plain"),
    "ascension": Sign(gettext_lazy("Ascension Address"), "crown", "plain"),
    "story": Sign(gettext_lazy("Story Post"), "book", "plain"),
    "": Sign(gettext_lazy("Post"), "speech", "plain"),
}
SENTENCE_SIGNS = {
    "read": Sign(gettext_lazy("Read"), "tick", "enacted"),
    "asked": Sign(gettext_lazy("Not clear"), "question", "pending"),
    "by hand": Sign(gettext_lazy("By hand"), "hand", "deferential"),
    "no instruction": Sign(gettext_lazy("No instruction"), "speech", "plain"),
}
SIGNS = {
    "state": STATE_SIGNS,
    "status": STATUS_SIGNS,
    "category": CATEGORY_SIGNS,
    "sentence": SENTENCE_SIGNS,
}


def sign(kind: str, code: str) -> Sign:
    """The sign of a state, status, category or sentence; an unknown code is shown as itself rather than not at all."""
    unknown = "ballot" if kind == "category" else "ring"
    return SIGNS[kind].get(str(code), Sign(str(code), unknown, "plain"))


def badge_html(kind: str, code: str, label: str = "") -> SafeString:
    """A small mark of a state, a status or a category, in word and picture; `label`: other words for it."""
    shown = sign(kind, code)
    words = escape(label or str(shown.word))
    return SafeString(
        f'<span class="badge tone-{shown.tone}">{picture(shown.icon)}<span>{words}</span></span>'
    )


# The tally as a picture.


@dataclass(frozen=True)
class Seat:
    """One player of the roster in the bar. `mark`: the quorum line stands after this seat."""

    tone: str
    title: str
    mark: bool = False


@dataclass(frozen=True)
class Ballots:
    """Everybody whose vote counts in the same way."""

    tone: str
    label: str
    votes: list[Any] = field(default_factory=list)


DENSE_FROM = 40


def vote_title(vote: Any) -> str:
    """One vote in words: "Carol: DEFERENTIAL, counts as FOR"."""
    name = isolated(vote.player.name)
    cast = VOTE_NAMES.get(vote.cast or "", (vote.cast or "").replace("_", " ").upper())
    counts = VOTE_NAMES.get(vote.counts_as or "", _("not counted"))
    if not cast:
        return _("{name}: {counts}, as the author").format(name=name, counts=counts)
    if cast == counts:
        return f"{name}: {cast}"
    if vote.counts_as in ("for", "against"):
        return _("{name}: {cast}, counts as {counts}").format(name=name, cast=cast, counts=counts)
    return f"{name}: {cast}, {counts}"


def _seats_of(tone: str, votes: Iterable[Any], number: int) -> list[tuple[str, str]]:
    """As many seats as were counted; those whose voter is not known stay nameless."""
    named = [(tone, vote_title(vote)) for vote in votes][:number]
    return named + [(tone, str(VOTE_NAMES.get(tone, "")))] * (number - len(named))


class TallyBar:
    """The bar, its sentence and the names under it, of a verdict (see votables/_tally.html for its shape); each is made
    when it is asked for."""

    def __init__(self, verdict: Any) -> None:
        self.verdict = verdict
        self.weighted = getattr(verdict, "weighted", False)
        self._by_count: dict[str, list[Any]] = {"for": [], "against": [], "abstain": [], "": []}
        for vote in verdict.votes:
            self._by_count[vote.counts_as if vote.counts_as in self._by_count else ""].append(vote)
        self._by_count["for"].sort(key=lambda vote: vote.cast == "deferential")
        self._by_count["against"].sort(key=lambda vote: vote.cast != "deferential")

    @cached_property
    def seats(self) -> list[Seat]:
        """FOR fills from the left and AGAINST from the right. One line serves both: FOR reaches quorum when it gets to
        the line, and quorum is out of reach once AGAINST has passed it."""
        verdict, by_count = self.verdict, self._by_count
        # Where votes weigh, a seat is still a voter: quorum in weight has no place among them.
        number = {side: len(by_count[side]) for side in ("for", "against", "abstain")}
        if not self.weighted:
            number = {"for": verdict.f, "against": verdict.a, "abstain": verdict.x}
        left = _seats_of("for", by_count["for"], number["for"])
        right = _seats_of("abstain", by_count["abstain"], number["abstain"])
        right += _seats_of("against", by_count["against"], number["against"])
        uncounted = [("uncounted", vote_title(vote)) for vote in by_count[""]]
        free = max(0, verdict.roster_size - len(left) - len(right))
        middle = uncounted[:free]
        silent, not_voted = verdict.waiting[: free - len(middle)], _("{name} has not voted")
        middle += [("empty", not_voted.format(name=player.name)) for player in silent]
        middle += [("empty", _("no vote"))] * (free - len(middle))
        return [
            Seat(tone, title, mark=place == verdict.quorum and not self.weighted)
            for place, (tone, title) in enumerate(left + middle + right, start=1)
        ]

    @property
    def dense(self) -> bool:
        """Whether the seats are so many that the gaps between them would eat the bar."""
        return len(self.seats) > DENSE_FROM

    @property
    def groups(self) -> list[Ballots]:
        """Whose votes count as what."""
        groups = [
            Ballots("for", "FOR", self._by_count["for"]),
            Ballots("against", "AGAINST", self._by_count["against"]),
            Ballots("abstain", _("Abstaining"), self._by_count["abstain"]),
            Ballots("uncounted", _("Not counted"), self._by_count[""]),
        ]
        return [group for group in groups if group.votes]

    @property
    def sentence(self) -> str:
        """The tally in words: "3 FOR, 1 AGAINST; quorum is 3 of 5 players"."""
        return _sentence_of(self.verdict, weighted=self.weighted)


def _sentence_of(verdict: Any, *, weighted: bool) -> str:
    """The tally in words: "3 FOR, 1 AGAINST; quorum is 3 of 5 players"."""
    votes = [f"{verdict.f} FOR", f"{verdict.a} AGAINST"]
    if verdict.x:
        votes.append(
            ngettext("{number} abstaining", "{number} abstaining", verdict.x).format(number=verdict.x)
        )
    if weighted:
        words = ngettext(
            "{votes} in weight; quorum is {quorum} of {number} player",
            "{votes} in weight; quorum is {quorum} of {number} players",
            verdict.roster_size,
        )
    else:
        words = ngettext(
            "{votes}; quorum is {quorum} of {number} player",
            "{votes}; quorum is {quorum} of {number} players",
            verdict.roster_size,
        )
    return words.format(votes=", ".join(votes), quorum=verdict.quorum, number=verdict.roster_size)


def seats_html(seats: Iterable[Seat], mark: str) -> SafeString:
    """The seats of the bar, one after another; within the one after which the line of quorum stands, the `mark`."""
    within = f'<span class="tally-quorum">{conditional_escape(mark)}</span>'
    return SafeString(
        "".join(
            [
                f'<span class="seat seat-{seat.tone} seat-mark" title="{escape(seat.title)}">{within}</span>'
                if seat.mark
                else f'<span class="seat seat-{seat.tone}" title="{escape(seat.title)}"></span>'
                for seat in seats
            ]
        )
    )


def ballots_html(
    votes: Iterable[Any], profile: Callable[[Any], str], picture: Callable[[str], str], *, weighted: bool
) -> SafeString:
    """Whose votes these are, with the address of each one's `profile`, the `picture` of what they cast where that is
    neither FOR nor AGAINST, and, where votes are `weighted`, what each weighs."""
    as_author = _("as author")
    implied = f" <small>{escape(as_author)}</small>"

    def beside(vote: Any) -> str:
        looks = "" if vote.cast in ("for", "against") else f" {picture(vote.cast)}" if vote.cast else implied
        return f"{looks} <small>×{vote.weight}</small>" if weighted and vote.weight != 1 else looks

    return SafeString(
        "".join(
            [
                f'<span class="ballot">{player_html(vote.player, profile(vote.player))}{beside(vote)}</span>'
                for vote in votes
            ]
        )
    )


def waiting_html(players: Iterable[Any], profile: Callable[[Any], str]) -> SafeString:
    """The names of those who have not voted, with the address of each one's `profile`."""
    return SafeString(
        "".join(
            [
                f'<span class="ballot ballot-waiting">{player_html(one, profile(one))}</span>'
                for one in players
            ]
        )
    )


def ignored_icons(comment: Any) -> list[tuple[str, StoredMessage]]:
    """The icons of a comment that its author might not use, in their order, each with the reason."""
    places = sorted((int(place), reason) for place, reason in comment.ignored.items())
    return [(comment.icons[place], reason) for place, reason in places if place < len(comment.icons)]


def options_html(choices: Iterable[tuple[Any, Any]], chosen: Any) -> SafeString:
    """What a select offers: pairs of a value and words, of which the `chosen` value is selected."""
    return SafeString(
        "".join(
            [
                f'<option value="{conditional_escape(value)}"{" selected" if value == chosen else ""}>'
                f"{conditional_escape(words)}</option>"
                for value, words in choices
            ]
        )
    )


def office_marks(who: Any, emperor: int | None) -> tuple[str, str]:
    """The marks of the emperor, a player by their key, and of an admin that a name has; "" for who is none."""
    crown = picture("crown", dynasty_words.said(_("Emperor"))) if emperor == who.pk else ""
    return crown, picture("star", _("admin")) if who.is_admin else ""


def player_html(player: Any, url: str, *, emperor: str = "", admin: str = "") -> SafeString:
    """A player's name as a link, with the marks of their offices (pictures already made, or "")."""
    return SafeString(f'<a class="player" href="{escape(url)}">{escape(player.name)}</a>{emperor}{admin}')


def portrait_html(name: str) -> SafeString:
    """A picture made from a name, the same for ever: five by five squares, alike on both sides, in a colour that is as
    well seen on a light ground as on a dark one. It says nothing that the name beside it does not."""
    drawn = sha256(name.encode()).digest()
    squares = "".join(
        f"M{x} {y}h1v1h-1z" for y in range(5) for x in range(5) if drawn[y * 3 + min(x, 4 - x)] % 2
    )
    hue = int.from_bytes(drawn[20:22], "big") % 360
    return format_html(
        '<svg class="portrait" viewBox="-1 -1 7 7" aria-hidden="true"><path fill="hsl({} 45% 50%)" d="{}"/></svg>',
        hue,
        squares,
    )
