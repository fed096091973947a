"""Who may post a matter: the roster, the law's limits, standstills, and the wait after a failed matter."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import MAXYEAR, UTC, datetime, time, timedelta

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import gettext_noop
from gamestate.frequency import Taken, again
from ruleset.law import Law
from ruleset.law import engine as cel
from ruleset.law.expressions import TICKS_PER_HOUR, Fact, Value
from ruleset.law.model import LawNumber, Limit, MatterKind, Standstill
from ruleset.law.phrases import told, told_as_a_sentence

from .compiled_law import compiled_kind
from .eras import special_states
from .facts import Game, Matter
from .kind_names import nobody_posts, one_of
from .queue import PendingMatter
from .situation import Situation, whole
from .standing import because, season_end
from .ticks import in_words, instant, ticks
from .verdict import Leave, Limits

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class _Refusal:
    """Something that stands in the way: a sentence, its rule, and when time alone removes it, if it does."""

    reason: str
    rule: str
    until: datetime | None = None


class PostingLimits:
    """Answers who may post matters of one kind, with what they would amend, in a situation."""

    def __init__(self, situation: Situation, kind: str, amends: frozenset[str] = frozenset()) -> None:
        self.situation, self.amends = situation, amends
        self.kind: MatterKind = situation.law.kinds[kind]
        self.limits = [limit for limit in self.kind.limits if self._among(limit, amends)]
        self._goes_by_author = any(limit.most.reads("author") for limit in self.limits)
        self._posted: dict[str, list[Matter]] = {}
        for matter in situation.game.matters:
            if matter.kind == kind and matter.posted <= situation.at:
                self._posted.setdefault(matter.author, []).append(matter)

    def _among(self, limit: Limit, amends: frozenset[str]) -> bool:
        return limit.among is None or limit.among.holds_for(
            {"amends": amends, "special": self.situation.special}
        )

    def most(self, number: LawNumber, author: str) -> int:
        """A limit in force for an author: written out, or computed from values of the gamestate and of theirs; else its
        fallback."""
        if number.formula is None:
            return number.fallback
        situation = self.situation
        facts: dict[str, Value] = {
            "n": situation.n,
            "q": situation.q,
            "hiatus": situation.hiatus_at_tick(situation.tick),
            "special": dict(situation.special),
            "values": situation.whole_values,
            "author": whole(situation.game.holdings.get(author, {})),
        }
        computed = number.formula.number(cel.Context(facts))
        return number.fallback if computed is None or computed < 0 else computed

    def counted(self, counts: str, limit: Limit | None, author: str, at: datetime) -> int:
        """How many of the author's matters, of those the limit counts, are pending now or made that day."""
        matters = self._posted.get(author, ())
        day, now = at.date(), self.situation.at
        return sum(
            (matter.posted.date() == day if counts == "today" else matter.pending(now))
            and (limit is None or self._among(limit, matter.amends))
            for matter in matters
        )

    def tightest(self, author: str, counts: str) -> tuple[int, int | None]:
        """Of the limits on `pending` or `today`, the one with the least left: its count and its most."""
        at = self.situation.at
        pairs = [
            (self.counted(counts, limit, author, at), self.most(limit.most, author))
            for limit in self.limits
            if limit.counts == counts
        ]
        if not pairs:
            return self.counted(counts, None, author, at), None
        return min(pairs, key=lambda pair: pair[1] - pair[0])

    def everyone(self) -> dict[str, bool]:
        """For each player of the roster, whether they may post now."""
        situation = self.situation
        if any(self.kind.name in still.submit for still in situation.standing):
            return dict.fromkeys(situation.roster, False)
        others: bool | None = None  # the same for all who are not emperor and have posted no such matter
        by_name = {}
        for name in situation.roster:
            is_special = name == situation.office or situation.players[name].admin
            if self._goes_by_author or name in self._posted or is_special:
                by_name[name] = self.may(name)
            else:
                others = by_name[name] = self.may(name) if others is None else others
        return by_name

    def may(self, author: str) -> bool:
        """Whether `author` may post now."""
        return next(self.refusals(author, self.situation.at, self.situation.standing), None) is None

    def refusals(self, author: str, at: datetime, standing: tuple[Standstill, ...]) -> Iterator[_Refusal]:
        """What stands in the way of `author` at an instant from now on, nothing else happening."""
        kind, situation = self.kind, self.situation
        if author not in situation.members:
            yield _Refusal(_("{name} is not in the roster.").format(name=author), kind.rule)
        if kind.author is not None:
            facts: dict[str, Fact] = {
                "n": situation.n,
                "q": situation.q,
                "special": situation.special,
                "hiatus": any(still.hiatus for still in standing),
                "is_emperor": situation.office == author,
                "is_admin": situation.players[author].admin if author in situation.players else False,
            }
            if not kind.author.when.holds_for(facts):
                yield _Refusal(f"{told_as_a_sentence(kind.author.label)}.", kind.author.rule)
        for still in standing:
            if kind.name in still.submit:
                yield _Refusal(because(still, nobody_posts(kind)), still.rule, season_end(still, at))
        for limit in self.limits:
            most = self.most(limit.most, author)
            if self.counted(limit.counts, limit, author, at) >= most:
                until = _next_day(at) if limit.counts == "today" else None
                sentence = _(_REACHED[limit.counts]).format(name=author, most=most)
                yield _Refusal(sentence, limit.rule, until)
        yield from self._too_soon(author, at)
        free = self.waits_until(author)
        if free is not None and kind.wait is not None and ticks(at) < free:
            reason = _("{cause}, so {name} must wait {hours} hours before the next.")
            reason = reason.format(
                cause=told_as_a_sentence(kind.wait.when.label), name=author, hours=kind.wait.hours
            )
            yield _Refusal(reason, kind.wait.when.rule, instant(free))

    def _too_soon(self, author: str, at: datetime) -> Iterator[_Refusal]:
        """The refusal of a kind that may be posted once a day or week, when one has been posted lately."""
        frequency = self.kind.frequency
        if frequency is None:
            return
        posts = [Taken(name, matter.posted) for name, some in self._posted.items() for matter in some]
        next_time = again(frequency, posts, by=author, at=at)
        if next_time.because is None:
            return
        somebody_else = next_time.because.by != author
        reason = _(_DONE[frequency.per, somebody_else]).format(
            name=author, what=one_of(self.kind), hours=frequency.spacing, often=told(frequency.label)
        )
        yield _Refusal(reason, self.kind.rule, next_time.at)

    def waits_until(self, author: str, matter_id: str = "") -> int | None:
        """The tick at which the wait after the author's failed matters ends, or after the one of this id, if a wait was
        started."""
        wait, situation = self.kind.wait, self.situation
        if wait is None:
            return None
        length = wait.hours * TICKS_PER_HOUR
        ends = [
            ticks(matter.resolved) + length
            for matter in self._posted.get(author, ())
            if matter.status == "failed"
            and matter_id in ("", matter.id)
            and matter.resolved is not None
            and matter.resolved <= situation.at
            and situation.tick < ticks(matter.resolved) + length
            and self._started_wait(matter, matter.resolved)
        ]
        return max(ends, default=None)

    def _started_wait(self, matter: Matter, failed: datetime) -> bool:
        """Whether the votes on a matter, as they counted at the instant when it failed, were such that the law in force
        now lets its author wait."""
        assert self.kind.wait is not None
        now, then = self.situation, Situation(self.situation.game, self.situation.last_law, failed)
        if matter.kind not in then.law.kinds:
            return False  # nothing was a vote on it
        pending = PendingMatter(then, matter)
        facts = pending.all_facts(pending.count.tally, whole_weight=True)
        facts |= {"hiatus": then.hiatus_at_tick(then.tick)}
        if then.law != now.law:
            facts |= {
                "kind": self.kind.manner,
                "special": special_states(now.law, now.game, failed),
                **{effect.name: effect.name in pending.hearing.effects for effect in now.law.effects},
            }
        compiled, hiatus = compiled_kind(now.law, self.kind.name), bool(facts["hiatus"])
        known = tuple([facts[name] for name in compiled.names])
        moment = compiled.moment(then.tick - pending.posted, hiatus, compiled.hours(known, hiatus))
        return self.kind.wait.when.when.holds_for(facts | dict(compiled.state(known, moment).terms))

    def leave(self, author: str) -> Leave:
        """Whether `author` may post now; if not, the first reason, and when time alone allows it."""
        refusal = next(self.refusals(author, self.situation.at, self.situation.standing), None)
        if refusal is None:
            return Leave(True)
        when = self._allowed_from(author)
        reason = refusal.reason
        if when is not None:
            reason += " " + _("Possible from {moment} on.").format(moment=in_words(when))
        return Leave(False, reason, refusal.rule, when)

    def _allowed_from(self, author: str) -> datetime | None:
        """The first instant at which nothing stands in the way any more, if time alone brings one."""
        at = self.situation.at
        for _step in range(MAX_STEPS):
            standing = (
                self.situation.standing
                if at == self.situation.at
                else self.situation.standing_at_tick(ticks(at))
            )
            in_the_way = list(self.refusals(author, at, standing))
            if not in_the_way:
                return at
            until = [refusal.until for refusal in in_the_way]
            if None in until:
                return None
            at = max(end for end in until if end is not None)
        return None


# A limit of a day, a season and a wait can follow each other, each once or twice.
MAX_STEPS = 8


# What is said of a limit that is reached, by what it counts.
_REACHED = {
    "pending": gettext_noop("{name} has reached the limit of {most} pending."),
    "today": gettext_noop("{name} has reached the limit of {most} a day."),
}
# What is said of a kind that has been posted lately, by how often that is done and whether somebody else did.
_DONE = {
    ("day", False): gettext_noop(
        "{name} has already posted {what}: only one a day, {hours} hours apart ({often})."
    ),
    ("week", False): gettext_noop(
        "{name} has already posted {what}: only one a week, {hours} hours apart ({often})."
    ),
    ("day", True): gettext_noop(
        "Somebody has already posted {what}: only one a day, {hours} hours apart ({often})."
    ),
    ("week", True): gettext_noop(
        "Somebody has already posted {what}: only one a week, {hours} hours apart ({often})."
    ),
}


def _next_day(at: datetime) -> datetime | None:
    """The beginning of the next UTC day."""
    if at.year == MAXYEAR and (at.month, at.day) == (12, 31):
        return None
    return datetime.combine(at.date() + _DAY, time(), tzinfo=UTC)


def may_post(
    game: Game, *, law: Law, at: datetime, author: str, kind: str, amends: frozenset[str] = frozenset()
) -> Leave:
    """Whether `author` may post a matter of `kind` that would amend `amends`.

    Considers the roster, who may post such a matter, standstills, limits and waits. Raises KeyError for a
    kind that the law does not have.
    """
    return PostingLimits(Situation(game, law, at), kind, amends).leave(author)


def limits(
    game: Game, *, law: Law, at: datetime, author: str, kind: str, amends: frozenset[str] = frozenset()
) -> Limits:
    """How far the author has used up the limits on matters of `kind` that would amend `amends`.

    Of several limits of one sort, the one with the least left. Raises KeyError for a kind the law does not
    have.
    """
    poster = PostingLimits(Situation(game, law, at), kind, amends)
    pending, pending_limit = poster.tightest(author, "pending")
    today, daily_limit = poster.tightest(author, "today")
    return Limits(pending, pending_limit, today, daily_limit)


def waits_until(
    game: Game, *, law: Law, at: datetime, author: str, kind: str, matter: str = ""
) -> datetime | None:
    """Until when `author` has to wait before another matter of `kind`, after those that failed, or after the one of the
    id `matter`; None for no wait. Raises KeyError for a kind that the law does not have."""
    end = PostingLimits(Situation(game, law, at), kind, frozenset()).waits_until(author, matter)
    return None if end is None else instant(end)
