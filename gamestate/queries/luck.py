"""How often each outcome came up, beside what is to be expected, so that luck can be told from fault."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.translation import thousands
from gamestate.dice import DiceCommand, Spread, commands, law_digest, spread
from gamestate.models import Roll
from gamestate.queries.rolling import OTHER_LIST
from players.models import Player, Topic
from players.present import Present
from ruleset.law.model import DiceLaw
from ruleset.queries import law_at

MOST_ROLLS = 20_000
MOST_DICE = 40
MOST_BARS = 20
MOST_KEPT = 12  # of what was asked for last
WRITTEN_OUT = 10**12
_WHOLE = re.compile(r"[0-9]{1,200}", re.ASCII)
_ONE_IN = {
    2: gettext_noop("about one time in two"),
    3: gettext_noop("about one time in three"),
    4: gettext_noop("about one time in four"),
    5: gettext_noop("about one time in five"),
    6: gettext_noop("about one time in six"),
    7: gettext_noop("about one time in seven"),
    8: gettext_noop("about one time in eight"),
    9: gettext_noop("about one time in nine"),
    10: gettext_noop("about one time in ten"),
}


@dataclass(frozen=True, slots=True)
class ChartBar:
    """An outcome, or a range of numbers: how often it came up, how often it is expected to, and both as shares of the
    longest bar, in hundredths."""

    name: str
    count: int
    expected: float
    length: float
    mark: float


@dataclass(frozen=True)
class FaceCounts:
    """The faces that one die showed to one player, or to all (`player` None).

    `counts`: how often each group of outcomes came up, `ways` how many faces are in each; {} where nothing is known
    of what is to be expected. `left_out`: throws under earlier laws, whose list of outcomes was another.
    """

    die: str
    player: Player | None
    counts: dict[str, int]
    ways: dict[str, int]
    mean: float | None
    expected_mean: float | None
    left_out: int = 0

    @property
    def throws(self) -> int:
        return sum(self.counts.values())

    @cached_property
    def spread(self) -> Spread | None:
        """None while there are too few throws to say anything, or where there is nothing to compare with."""
        return spread(self.counts, self.ways) if self.ways else None

    @property
    def words(self) -> str:
        """How often luck alone strays as far or further, or why nothing is said about that."""
        if not self.ways:
            return _("there is nothing to compare it with")
        if len(self.ways) == 1:
            return _("only one outcome is possible")
        return in_words(self.spread.chance) if self.spread else _("too few throws to say")

    @property
    def sentence(self) -> str:
        """The same, for a text."""
        if self.spread is None:
            return f"{self.words[:1].upper()}{self.words[1:]}."
        return _("Honest dice are off by this much or more by luck alone {so_often}.").format(
            so_often=self.words
        )

    @property
    def suspicious(self) -> bool:
        """Whether luck would stray so far less than once in a thousand times."""
        return self.spread is not None and self.spread.chance < 0.001

    @property
    def bars(self) -> list[ChartBar]:
        every = sum(self.ways.values()) or 1
        expected = {name: self.throws * number / every for name, number in self.ways.items()}
        longest = max([*self.counts.values(), *expected.values()], default=0) or 1
        return [
            ChartBar(
                name,
                self.counts.get(name, 0),
                expected.get(name, 0),
                round(100 * self.counts.get(name, 0) / longest, 2),
                round(100 * expected.get(name, 0) / longest, 2),
            )
            for name in self.ways or self.counts
        ]


def in_words(chance: float) -> str:
    """A chance as people say it: "about one time in three"."""
    if chance >= 0.95:
        return _("nearly always")
    if chance >= 0.55:
        return _("about {number} times in ten").format(number=round(chance * 10))
    if chance < 0.001:
        return _("less than one time in a thousand")
    times = 1 / chance
    if times < 10.5:
        return _(_ONE_IN[round(times)])
    scale = 10 ** (len(str(int(times))) - 1)
    return _("about one time in {number}").format(number=thousands(round(times / scale) * scale))


@dataclass(frozen=True, slots=True)
class Statistics:
    """The tallies of the dice thrown most, and the players' tallies of the one that was asked for.

    `rolls` are how many rolls were looked at, the newest ones; `cut` whether there are older ones.
    """

    rolls: int
    cut: bool
    dice: list[FaceCounts]
    players: list[FaceCounts]


def statistics(*, player: Player | None, die: str, law: DiceLaw) -> Statistics:
    """Count the faces of the newest MOST_ROLLS rolls, by `player` and of `die` where given ("": of every die). One
    query, and one for the players of a die."""
    rolls = Roll.objects.order_by("-number")
    rolls = rolls.filter(by=player) if player else rolls
    rolls = rolls.filter(die=die) if die else rolls
    rows = list(rolls.values_list("die", "by_id", "law", "faces")[: MOST_ROLLS + 1])
    cut, rows = len(rows) > MOST_ROLLS, rows[:MOST_ROLLS]
    digest = law_digest(law)
    faces: dict[str, Counter[str]] = {}
    theirs: dict[int, Counter[str]] = {}
    earlier: Counter[str] = Counter()
    for name, who, under, shown in rows:
        shown = [str(face) for face in shown] if isinstance(shown, list) else []
        if _is_list(name) and under != digest:
            earlier[name] += len(shown)
            continue
        faces.setdefault(name, Counter()).update(shown)
        if die:
            theirs.setdefault(who, Counter()).update(shown)
    most = sorted(faces.keys() | earlier.keys(), key=lambda name: (-faces.get(name, Counter()).total(), name))
    tallies = [
        _tally(name, player, faces.get(name, Counter()), law, left_out=earlier[name])
        for name in most[:MOST_DICE]
        if name != OTHER_LIST
    ]
    people = Player.objects.in_bulk(theirs) if die and not player else {}
    players = [
        _tally(die, people[who], counted, law)
        for who, counted in sorted(theirs.items(), key=lambda pair: (-pair[1].total(), pair[0]))
        if who in people
    ]
    return Statistics(len(rows), cut, tallies, players)


def statistics_now(present: Present, *, player: Player | None, die: str) -> Statistics | None:
    """The same by the law in force, kept until something is rolled or the law is another; None without a law."""

    def counted() -> Statistics | None:
        in_force = law_at(present.at)
        return statistics(player=player, die=die, law=in_force.law.dice) if in_force else None

    key = (player.pk if player else None, die)
    return present.few("gamestate.luck", key, counted, most=MOST_KEPT, without={Topic.POSTS})


def _is_list(die: str) -> bool:
    """Whether the law says what the die may show: a list or the cards, not numbers or a list in braces."""
    return not die.startswith(("DICE", "{"))


def _tally(
    die: str, player: Player | None, faces: Counter[str], law: DiceLaw, *, left_out: int = 0
) -> FaceCounts:
    sides = _sides(die)
    if sides is not None:
        numbers = {int(face): count for face, count in faces.items() if _WHOLE.fullmatch(face)}
        throws = sum(numbers.values())
        mean = sum(face * count for face, count in numbers.items()) / throws if throws else None
        groups = _ranges(sides)
        counts = dict.fromkeys((_range_name(*group) for group in groups), 0)
        for face, count in numbers.items():
            counts[_range_name(*_group_of(face, groups))] += count
        ways = {_range_name(low, high): high - low + 1 for low, high in groups}
        return FaceCounts(die, player, counts, ways, mean, (sides + 1) / 2 if sides > 0 else 0)
    ways = Counter(_outcomes(die, law))
    if faces.keys() - ways.keys():
        ways = Counter()
    return FaceCounts(die, player, dict(faces), dict(ways), None, None, left_out)


def _sides(die: str) -> int | None:
    return int(die.removeprefix("DICE")) if die.startswith("DICE") else None


def _outcomes(die: str, law: DiceLaw) -> Iterable[str]:
    """What a list, the cards or a list in braces may show, as often as it is in it; () where nobody knows."""
    if die.startswith("{"):
        return [value.strip() for value in die[1:-1].split(",")]
    dice_commands: tuple[DiceCommand, ...] = commands(die, law)
    return dice_commands[0].options if len(dice_commands) == 1 and not dice_commands[0].problem else ()


def _ranges(sides: int) -> list[tuple[int, int]]:
    """The faces of a die in at most MOST_BARS groups of neighbours, from the lowest to the highest of each."""
    if sides < 1:
        return [(0, 0)]
    bars = min(sides, MOST_BARS)
    ends = [sides * place // bars for place in range(bars + 1)]
    return [(low + 1, high) for low, high in zip(ends, ends[1:], strict=False)]


def _group_of(face: int, groups: list[tuple[int, int]]) -> tuple[int, int]:
    return next((group for group in groups if face <= group[1]), groups[-1])


def _range_name(low: int, high: int) -> str:
    if low == high:
        return thousands(low)
    return f"{thousands(low)}–{thousands(high)}" if high < WRITTEN_OUT else f"{low:.3g}–{high:.3g}"
