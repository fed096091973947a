"""What may be rolled under a law, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from blognomic.i18n.translation import thousands
from gamestate.dice.reading import MOST_COMMANDS, MOST_DICE
from ruleset.law.model import DiceLaw


@dataclass(frozen=True, slots=True)
class Rollable:
    """A command as it is typed, what it gives, and all its outcomes where the law lists them."""

    typed: str
    gives: str
    outcomes: tuple[str, ...] = ()


def rollables(law: DiceLaw) -> list[Rollable]:
    """The commands that the law knows, the dice first."""
    if law.largest is None:
        die = _("a number from 1 to 6. DICEN works for any N; 0 or less gives 0")
    elif law.largest == 10 ** len(str(law.largest)) - 1:
        die = _(
            "a number from 1 to 6. DICEN works for any N of fewer than {number} digits; 0 or less gives 0"
        ).format(number=len(str(law.largest)) + 1)
    else:
        die = _("a number from 1 to 6. DICEN works for any N up to {most}; 0 or less gives 0").format(
            most=thousands(law.largest)
        )
    several = _("three six-sided dice and their sum; at most {most} dice at once").format(most=MOST_DICE)
    commands = [Rollable("DICE6", die), Rollable("3DICE6", several)]
    for name, outcomes in law.lists.items():
        typed = name
        for alias, means in law.aliases.items():
            if means == name:
                typed = _("{this} or {that}").format(this=typed, that=alias)
        commands.append(Rollable(typed, _("one of {number}").format(number=len(outcomes)), tuple(outcomes)))
    if law.suits:
        cards = _("one of {number}: {first} to {last} of {suits}").format(
            number=len(law.suits) * len(law.values),
            first=law.values[0],
            last=law.values[-1],
            suits=", ".join(law.suits),
        )
        commands.append(Rollable("CARD", cards))
    if law.braces:
        commands.append(Rollable("{red,green,blue}", _("one of the list, all equally likely")))
    return commands


def limits() -> str:
    """What holds under every law of this site."""
    return _(
        "Type commands in capitals, apart from other words. A text can have at most {most}. If one "
        "cannot be rolled, none is."
    ).format(most=MOST_COMMANDS)
