"""What may be rolled under a law, in words."""

from dataclasses import dataclass

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
        most = ""
    elif law.largest == 10 ** len(str(law.largest)) - 1:
        most = f"; N has fewer than {len(str(law.largest)) + 1} digits"
    else:
        most = f"; N is at most {law.largest:,}"
    found = [
        Rollable("DICE6", f"a number from 1 to 6; so DICEN for any N{most}. An N of 0 or less gives 0"),
        Rollable("3DICE6", f"three dice of six sides with their sum; at most {MOST_DICE} dice at once"),
    ]
    for name, outcomes in law.lists.items():
        typed = " or ".join([name, *(alias for alias, means in law.aliases.items() if means == name)])
        found.append(Rollable(typed, f"one of {len(outcomes)}", tuple(outcomes)))
    if law.suits:
        cards = f"one of {len(law.suits) * len(law.values)}: {law.values[0]} to {law.values[-1]} of"
        found.append(Rollable("CARD", f"{cards} {', '.join(law.suits)}"))
    if law.braces:
        found.append(Rollable("{red,green,blue}", "one of the list, each as likely"))
    return found


def limits() -> str:
    """What holds under every law of this site."""
    return (
        f"Commands are typed in capitals and stand by themselves; other words may stand around them. At most"
        f" {MOST_COMMANDS} are rolled in one text. What cannot be rolled is refused as a whole."
    )
