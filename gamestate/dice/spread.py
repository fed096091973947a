"""How likely the outcomes of a command are, and whether counts of them stray further than luck explains."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from .reading import DiceCommand

SHORT = 1000


def weights(command: DiceCommand) -> dict[str, int] | None:
    """Each outcome, in natural order, to how many of the equally likely ways lead to it; None if there are more than
    SHORT outcomes. Of several dice, the outcomes are their totals."""
    if command.kind != "die":
        counted = Counter(command.options)
        return dict(counted) if len(counted) <= SHORT else None
    count, sides = command.count, command.sides
    if sides < 1:
        return {"0": 1}
    if count * (sides - 1) + 1 > SHORT:
        return None
    ways = [1]
    for _ in range(count):
        # The ways to a total are those to the totals that one more die adds up from: a window of `sides` of them.
        sums = [0]
        for number in (*ways, *[0] * (sides - 1)):
            sums.append(sums[-1] + number)
        ways = [sums[end] - sums[max(end - sides, 0)] for end in range(1, len(sums))]
    return {str(count + extra): number for extra, number in enumerate(ways)}


@dataclass(frozen=True, slots=True)
class Spread:
    """How far what came up strays from what is expected, by Pearson's chi-square."""

    chi_square: Annotated[float, "Pearson's chi-square."]
    degrees: Annotated[int, "Its degrees of freedom."]
    chance: Annotated[
        float, "The share of honest series that stray as far or further, from 0 to 1."
    ]  # approximate


def spread(counts: Mapping[str, int], ways: Mapping[str, int]) -> Spread | None:
    """Compare counts of outcomes with their weights. Outcomes that are not counted came up 0 times.

    Neighbouring outcomes of which fewer than 5 are expected are counted together, for the comparison says nothing
    about rare ones. None when fewer than two groups are left. Raises ValueError for an outcome without a weight.
    """
    if strange := counts.keys() - ways.keys():
        raise ValueError(f"no weight for {', '.join(sorted(strange))}")
    rolled, all_ways = sum(counts.values()), sum(ways.values())
    groups: list[tuple[int, float]] = []
    seen, expected = 0, 0.0
    for name, number in ways.items():
        seen += counts.get(name, 0)
        expected += rolled * (number / all_ways)
        if expected >= 5:
            groups.append((seen, expected))
            seen, expected = 0, 0.0
    if groups:
        groups[-1] = (groups[-1][0] + seen, groups[-1][1] + expected)
    if len(groups) < 2:
        return None
    statistic = sum((seen - expected) ** 2 / expected for seen, expected in groups)
    degrees = len(groups) - 1
    return Spread(statistic, degrees, chance_of(statistic, degrees))


def chance_of(statistic: float, degrees: int) -> float:
    """The share of honest series whose chi-square is `statistic` or more.

    By Wilson and Hilferty: the cube root of chi-square over its degrees is nearly normal. With one degree it is the
    normal distribution itself; with more, a chance of one in a thousand is right to about a tenth of itself, and
    greater ones better.
    """
    if degrees == 1:
        return math.erfc(math.sqrt(statistic / 2))
    variance = 2 / (9 * degrees)
    away = ((statistic / degrees) ** (1 / 3) - (1 - variance)) / math.sqrt(variance)
    return math.erfc(away / math.sqrt(2)) / 2
