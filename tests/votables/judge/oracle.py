"""A second judge, slow and literal, written from the specification alone.

It shares no code with the judge of the site and knows nothing of law documents: each of the five laws is
spelled out in branches below, in the order of ``../shared/law.md``, so that a reader can hold the page beside
the code. The tests compare its answers with those of the real judge on games invented at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from tests.votables.judge.oracle_file import (
    DAY,
    EPOCH,
    HOUR,
    LAST_TICK,
    LAW_37,
    LAW_86,
    LAW_98,
    LAW_211,
    LAW_2019,
    Game,
    Matter,
    ticks,
    written,
)


def answer(document: dict, at: str | None = None) -> dict:
    """The judge's answer to a parsed game file that is right in form, without ``why``.

    ``at`` is the instant to judge at; without it the file's own ``at`` is used (a KeyError if it has none).
    """
    now = ticks(document["at"] if at is None else at)
    game = Game(document, now)
    players = sorted(roster(game, now))
    emperor = emperor_in_roster(game, now)
    standing = standstill(game, now)
    return {
        "at": written(now),
        "law": game.law,
        "roster": players,
        "quorum": quorum(game, now),
        "emperor": emperor,
        "standstill": standing,
        "matters": [describe(game, matter) for matter in game.matters if is_pending(matter, now)],
        "may_propose": {name: may_propose(game, name, standing) for name in players},
        "may_declare_victory": {name: may_declare_victory(game, name, standing) for name in players},
    }


def describe(game: Game, matter: Matter) -> dict:
    """What the answer says of one pending matter."""
    now = game.now
    votes, tally = count(game, matter, now)
    enact, fail = may_resolve(game, matter, tally, now)
    is_proposal = matter.kind == "proposal"
    has_words = game.law in (LAW_2019, LAW_211)
    return {
        "id": matter.id,
        "votes": {name: votes[name] for name in sorted(votes)},
        "for": tally.f,
        "against": tally.a,
        "abstain": tally.x,
        "vetoed": tally.vetoed,
        "self_killed": tally.self_killed,
        "popular": is_popular(game, matter, tally, now) if has_words else None,
        "unpopular": is_unpopular(game, matter, tally, now) if has_words else None,
        "oldest": (oldest_proposal(game, now) is matter) if is_proposal else None,
        "stale": is_stale(game, matter, now) if is_proposal else None,
        "may_enact": enact,
        "may_fail": fail,
        "next_change": next_change(game, matter, tally),
    }


@dataclass
class Tally:
    """Of one matter at one instant: the size of the roster and what law.md calls q, f, a, x and so on."""

    n: int
    q: int
    f: int = 0
    a: int = 0
    x: int = 0
    cast_count: int = 0
    emperor_counts_as: str | None = None
    vetoed: bool = False
    self_killed: bool = False

    @property
    def v(self) -> int:
        return self.f + self.a

    @property
    def total(self) -> int:
        return self.f + self.a + self.x


# Who plays, who rules, what stands still --------------------------------------------------------------------


def covers(spells: list[tuple[int, int | None]], t: int) -> bool:
    return any(start <= t and (end is None or t < end) for start, end in spells)


def roster(game: Game, t: int) -> set[str]:
    return {
        name for name, spells in game.players.items()
        if covers(spells["plays"], t) and not covers(spells["idle"], t)
    }  # fmt: skip


def quorum(game: Game, t: int) -> int:
    return len(roster(game, t)) // 2 + 1


def office_holder(game: Game, t: int) -> str | None:
    """Who holds the office of emperor, idle or not: the first reign of the file that covers ``t``."""
    for name, start, end in game.emperors:
        if covers([(start, end)], t):
            return name
    return None


def emperor_in_roster(game: Game, t: int) -> str | None:
    holder = office_holder(game, t)
    return holder if holder in roster(game, t) else None


def is_pending(matter: Matter, t: int) -> bool:
    return matter.posted <= t and (matter.resolved is None or t < matter.resolved)


def dov_pending(game: Game, t: int) -> bool:
    return any(matter.kind == "dov" and is_pending(matter, t) for matter in game.matters)


def interregnum(game: Game, t: int) -> bool:
    enactments = [m.resolved for m in game.matters if m.kind == "dov" and m.status == "enacted"]
    return any(
        enacted <= t and not any(enacted <= address <= t for address in game.ascensions)
        for enacted in enactments
    )


def in_season(game: Game, t: int) -> bool:
    """Seasonal downtime, at any tick from game.now on, by what is in force at game.now: from 24 December 00:00 until
    just before 27 December 00:00."""
    if game.law == LAW_37:
        return False
    if game.law in (LAW_2019, LAW_211) and not game.special_case("Seasonal Downtime", game.now):
        return False
    instant = EPOCH + timedelta(microseconds=t // 2)  # just after an instant is still the day of that instant
    return instant.month == 12 and instant.day in (24, 25, 26)


def is_dormant(game: Game) -> bool:
    return game.special_case("Dormancy", game.now) and len(roster(game, game.now)) < 5


def standstill(game: Game, now: int) -> list[str]:
    """What stands still at ``now``, a tick from game.now on; only the season can move after game.now."""
    standstills = []
    if dov_pending(game, game.now):
        standstills.append("dov")
    if interregnum(game, game.now):
        standstills.append("interregnum")
    if in_season(game, now):
        standstills.append("seasonal")
    if is_dormant(game):
        standstills.append("dormant")
    return standstills


# Votes ------------------------------------------------------------------------------------------------------


def icon_is_allowed(game: Game, matter: Matter, icon: str, by: str, t: int) -> bool:
    """The table "Icons and who may use them", as things stood when the comment was posted."""
    law = game.law_at(t)
    is_proposal = matter.kind == "proposal"
    is_emperor = office_holder(game, t) == by
    if law == LAW_37 and is_proposal and (dov_pending(game, t) or interregnum(game, t)):
        return False
    if icon in ("for", "against"):
        return True
    if icon == "deferential":
        if law == LAW_37:
            return is_proposal and not is_emperor
        if law == LAW_86:
            return is_proposal
        return True
    if (
        law == LAW_211
        and game.special_case("Malign Emperors", t)
        and matter.amends <= {"dynastic", "gamestate"}
    ):
        return False
    return is_proposal and is_emperor


def cast_votes(game: Game, matter: Matter, t: int) -> tuple[dict[str, str], bool, bool]:
    """What each commenter has cast by ``t``, in the roster or not; whether vetoed; whether self-killed.

    Each comment is weighed by the law and the special cases of its own instant.
    """
    cast: dict[str, str] = {}
    vetoers: set[str] = set()
    killers: set[str] = set()
    for comment in matter.comments:
        if comment.at > t:
            continue
        law = game.law_at(comment.at)
        if law == LAW_86 and comment.author in vetoers:
            continue
        if law in (LAW_37, LAW_86) and comment.author in killers:
            continue
        allowed = [
            icon for icon in comment.icons if icon_is_allowed(game, matter, icon, comment.author, comment.at)
        ]
        if not allowed:
            continue
        icon = allowed[-1]
        cast[comment.author] = icon
        if comment.author not in roster(game, comment.at):
            continue
        if icon == "veto":
            vetoers.add(comment.author)
        if icon == "against" and matter.kind == "proposal" and comment.author == matter.author:
            killers.add(comment.author)
    return cast, bool(vetoers), bool(killers)


def count(game: Game, matter: Matter, t: int) -> tuple[dict[str, dict], Tally]:
    """The votes of the roster of ``t`` (not after game.now), as the answer shows them, and their tally: by the law and
    the special cases in force at ``t``."""
    cast, vetoed, self_killed = cast_votes(game, matter, t)
    law = game.law_at(t)
    players = roster(game, t)
    emperor = emperor_in_roster(game, t)
    implied = (law != LAW_37 or matter.kind == "proposal") and matter.author not in cast

    own = {name: icon for name, icon in cast.items() if name in players}
    if implied and matter.author in players:
        own[matter.author] = "for"
    votes = {}
    for name, icon in own.items():
        counts_as = icon if icon in ("for", "against") else None
        if icon == "deferential":
            deferrals = game.special_case("Imperial Deferentials", t)
            counts_as = deferential_counts_as(
                law, matter, own, emperor, by_emperor=name == emperor, imperial=deferrals
            )
        votes[name] = {"cast": cast.get(name), "counts_as": counts_as}

    tally = Tally(n=len(players), q=quorum(game, t), vetoed=vetoed, self_killed=self_killed)
    tally.f = sum(vote["counts_as"] == "for" for vote in votes.values())
    tally.a = sum(vote["counts_as"] == "against" for vote in votes.values())
    tally.x = sum(vote["counts_as"] == "abstain" for vote in votes.values())
    tally.cast_count = len(votes)
    if emperor in votes:
        tally.emperor_counts_as = votes[emperor]["counts_as"]
    return votes, tally


def deferential_counts_as(
    law: str, matter: Matter, own: dict[str, str], emperor: str | None, *, by_emperor: bool, imperial: bool
) -> str | None:
    """The section "What a DEFERENTIAL counts as"; ``own``: the roster's last icons and the implied FOR; ``imperial``:
    whether Imperial Deferentials is active."""
    emperors_own = own.get(emperor) if emperor is not None else None
    is_proposal = matter.kind == "proposal"
    if law == LAW_37:
        if emperor is None:
            return "abstain"
        return emperors_own if emperors_own in ("for", "against") else None
    if law == LAW_86:
        if emperors_own == "deferential":
            return "abstain"
        return emperors_own if emperors_own in ("for", "against") else None
    if law == LAW_98:
        return emperors_own if is_proposal and emperors_own in ("for", "against") else None
    if emperors_own in ("for", "against"):
        return emperors_own
    if emperors_own == "deferential" and is_proposal and imperial:
        if law == LAW_211 and not by_emperor:
            return None
        fors = sum(icon == "for" for icon in own.values())
        againsts = sum(icon == "against" for icon in own.values())
        return "for" if fors > againsts else "against"
    return None


# What may be done with a matter -----------------------------------------------------------------------------


def is_popular(game: Game, matter: Matter, tally: Tally, now: int) -> bool:
    if game.law == LAW_211 and matter.illegal:
        return False
    if tally.f >= tally.q:
        return True
    if (
        game.law == LAW_211
        and matter.kind == "proposal"
        and matter.amends & {"core", "special_case", "appendix"}
    ):
        return False
    return now - matter.posted >= 48 * HOUR and tally.v > 1 and tally.f > tally.a


def is_unpopular(game: Game, matter: Matter, tally: Tally, now: int) -> bool:
    if game.law == LAW_211 and matter.illegal:
        return True
    if tally.n - tally.a < tally.q:
        return True
    return now - matter.posted >= 48 * HOUR and not is_popular(game, matter, tally, now)


def is_stale(game: Game, matter: Matter, now: int) -> bool:
    return game.law in (LAW_98, LAW_2019, LAW_211) and now - matter.posted > 7 * DAY


def oldest_proposal(game: Game, now: int) -> Matter | None:
    """The oldest of the proposals pending at game.now, as it is found at ``now``."""
    for matter in game.matters:  # in the order of posting
        if matter.kind == "proposal" and is_pending(matter, game.now) and not is_stale(game, matter, now):
            return matter
    return None


def may_resolve(game: Game, matter: Matter, tally: Tally, now: int) -> tuple[bool, bool]:
    """(may be enacted, may be failed) at ``now``, a tick from game.now on, all but time as at game.now."""
    standing = standstill(game, now)
    if matter.kind == "cfj":
        return judge_cfj(game, matter, tally, now, standing)
    if matter.kind == "dov":
        enact, fail = judge_dov(game, matter, tally, now)
        stopped = "seasonal" in standing
        return enact and not stopped, fail and not stopped
    stopped = "dov" in standing or "interregnum" in standing or "seasonal" in standing
    if game.law == LAW_211 and "dormant" in standing:
        stopped = True
    enact, fail = judge_proposal(game, matter, tally, now)
    oldest = oldest_proposal(game, now) is matter
    return (
        enact and oldest and not stopped,
        fail and (oldest or is_stale(game, matter, now)) and not stopped,
    )


def judge_proposal(game: Game, matter: Matter, tally: Tally, now: int) -> tuple[bool, bool]:
    """By votes and time alone."""
    t, age = tally, now - matter.posted
    killed = t.vetoed or t.self_killed
    stale = is_stale(game, matter, now)
    if game.law in (LAW_37, LAW_86):
        by_quorum = t.f >= t.q and age >= 12 * HOUR
        by_time = age >= 48 * HOUR and t.total > 1 and 2 * t.f > t.total
        enact = not killed and (by_quorum or by_time)
        timed_out = age >= 48 * HOUR and (2 * t.f <= t.total or t.total < 2)
        return enact, killed or t.n - t.a < t.q or timed_out
    if game.law == LAW_98:
        by_quorum = t.f >= t.q and age >= 12 * HOUR
        by_time = age >= 48 * HOUR and t.v > 1 and t.f > t.a
        enact = not killed and (by_quorum or by_time)
        return enact, killed or t.n - t.a < t.q or (age >= 48 * HOUR and not enact) or stale
    enact = not killed and is_popular(game, matter, t, now) and age >= 12 * HOUR
    return enact, killed or is_unpopular(game, matter, t, now) or stale


def judge_cfj(game: Game, matter: Matter, tally: Tally, now: int, standing: list[str]) -> tuple[bool, bool]:
    t, age = tally, now - matter.posted
    at_once = matter.changes_nothing and game.law != LAW_37
    if game.law in (LAW_2019, LAW_211):
        return is_popular(game, matter, t, now), is_unpopular(game, matter, t, now) or at_once
    if game.law == LAW_98:
        time_up = age > 48 * HOUR
    else:
        hiatus = "dov" in standing or "interregnum" in standing or "seasonal" in standing
        time_up = age >= (2 * DAY if hiatus else 4 * DAY)
    resolvable = t.f >= t.q or t.a >= t.q or time_up
    return resolvable and t.f > t.a, (resolvable and not t.f > t.a) or at_once


def judge_dov(game: Game, matter: Matter, tally: Tally, now: int) -> tuple[bool, bool]:
    """By votes and time alone."""
    t, age = tally, now - matter.posted
    emperor_for = t.emperor_counts_as == "for"
    if game.law == LAW_37:
        time_come = age >= 24 * HOUR or (age >= 12 * HOUR and t.emperor_counts_as in ("for", "against"))
        passes = t.v >= t.q and t.f > t.a
        return time_come and passes, time_come and not passes
    if game.law in (LAW_86, LAW_98):
        enough = t.v >= t.q if game.law == LAW_86 else t.cast_count >= t.q
        enact = (
            (age >= 12 * HOUR and t.f >= t.q and (emperor_for or t.a == 0))
            or (age >= 24 * HOUR and t.f >= t.q and t.a < t.q // 2)
            or (age >= 48 * HOUR and enough and t.f > t.a)
        )
        return enact, (age >= 12 * HOUR and t.n - t.a < t.q) or (age >= 48 * HOUR and not enact)
    unpopular = is_unpopular(game, matter, t, now)
    if game.law == LAW_2019:
        popular = is_popular(game, matter, t, now)
    else:
        popular = 3 * t.f > 2 * t.n and not matter.illegal
    enact = popular and ((age >= 12 * HOUR and (emperor_for or t.a == 0)) or age >= 24 * HOUR)
    fail = unpopular and age >= 12 * HOUR
    if game.law == LAW_211 and age > 48 * HOUR and not enact:
        fail = True
    return enact, fail


def next_change(game: Game, matter: Matter, tally: Tally) -> str | None:
    """Try every instant at which anything could change, and the moment just after it, in order."""
    now = game.now
    instants = {now}
    for other in game.matters:
        for hours in (12, 24, 48, 96, 120, 168):
            instants.add(other.posted + hours * HOUR)
    year = (EPOCH + timedelta(microseconds=now // 2)).year
    for near in (year - 1, year, year + 1):
        if 1 <= near <= 9999:
            instants.add(ticks(f"{near:04d}-12-24T00:00:00Z"))
            instants.add(ticks(f"{near:04d}-12-27T00:00:00Z"))
    before = may_resolve(game, matter, tally, now)
    for instant in sorted(instants):
        if now <= instant <= min(now + 30 * DAY, LAST_TICK):
            for moment in (instant, instant + 1):
                if may_resolve(game, matter, tally, moment) != before:
                    return written(instant)
    return None


# What a player may do ---------------------------------------------------------------------------------------


def may_propose(game: Game, name: str, standing: list[str]) -> bool:
    """Whether the player may now post a proposal that amends a dynastic rule."""
    if standing:  # each of the four stops proposals under every law that has it
        return False
    own = [matter for matter in game.matters if matter.kind == "proposal" and matter.author == name]
    pending = [matter for matter in own if is_pending(matter, game.now)]
    today = [matter for matter in own if written(matter.posted)[:10] == written(game.now)[:10]]
    if len(today) >= 3:
        return False
    if game.law == LAW_86:
        not_core = [m for m in pending if not m.amends or m.amends & {"dynastic", "gamestate"}]
        return len(not_core) < 2 and len(pending) < 3
    return len(pending) < 2


def may_declare_victory(game: Game, name: str, standing: list[str]) -> bool:
    if name == office_holder(game, game.now):
        return False
    if "seasonal" in standing:
        return False
    if "interregnum" in standing and game.law != LAW_37:
        return False
    for matter in game.matters:
        if matter.kind != "dov" or matter.author != name or matter.status != "failed":
            continue
        if game.now - matter.resolved >= 120 * HOUR:
            continue
        _, tally = count(game, matter, matter.resolved)
        if game.law in (LAW_86, LAW_98) and tally.a > tally.q:
            return False
        if game.law in (LAW_2019, LAW_211) and tally.a >= 1:
            return False
    return True
