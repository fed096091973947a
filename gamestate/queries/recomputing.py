"""One roll explained: what it was drawn from, how anybody draws it again, and what that gives."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from gamestate import dice
from gamestate.dice.chain import day_of, draw_data
from gamestate.models import Roll
from gamestate.queries.rolling import PublishedSeed, dice_laws, entry_of, published_seeds, seed_bytes
from ruleset.law.model import DiceLaw

_RECIPE = """\
import hashlib, hmac, json

seed = bytes.fromhex("{secret}")
data = {data}

def blocks():
    number = 0
    while True:
        yield from hmac.digest(seed, data + number.to_bytes(8, "big"), "sha256")
        number += 1

source = blocks()

def below(n):
    bits = (n - 1).bit_length()
    while True:
        read = bytes(next(source) for _ in range((bits + 7) // 8))
        number = int.from_bytes(read, "big") & ((1 << bits) - 1)
        if number < n:
            return number

{draw}
entry = json.loads(data) | {{"faces": faces, "total": {total}}}
sealed = json.dumps(entry, sort_keys=True, separators=(",", ":")).encode()
print("the seed's hash: ", hashlib.sha256(seed).hexdigest())
print("the faces:       ", faces)
print("the entry's hash:", hashlib.sha256(sealed).hexdigest())
"""
_UNKNOWN = "put the day's seed here when it is revealed"


@dataclass(frozen=True, slots=True)
class Explained:
    """What a roll was drawn from, and whether drawing it again gives the same.

    `seed` None: none was published. `older` and `newer`: the neighbours' numbers.
    """

    number: int
    data: Annotated[str, "The bytes that its seed was put to, in ASCII."]
    seed: Annotated[PublishedSeed | None, "That of its day, as far as it is published."]
    recipe: Annotated[str, "A program in Python that draws it again; empty where the law knew no such dice."]
    faults: Annotated[tuple[dice.Fault, ...], "What does not fit. Nothing, if all is in order."]
    older: int | None
    newer: int | None

    @property
    def drawn_again(self) -> bool:
        """Whether the outcome could be checked: the seed is told after its day."""
        return self.seed is not None and bool(self.seed.secret)


def explained(roll: Roll, *, at: datetime) -> Explained:
    """Explain the roll as far as everybody may know at `at`. Four queries."""
    entry, day = entry_of(roll), day_of(roll.at)
    seed = next(published_seeds(at=at, day=day), None)
    before = Roll.objects.filter(number__lt=roll.number).order_by("-number").first()
    after = Roll.objects.filter(number__gt=roll.number).order_by("number").values_list("number", flat=True)
    laws = dice_laws()
    faults = dice.verify(
        [entry],
        {day: seed_bytes(seed.secret) if seed and seed.secret else None},
        {day: seed.hash} if seed else {},
        laws,
        after=entry_of(before) if before else None,
    )
    data = draw_data(entry.previous, entry.facts)
    return Explained(
        number=roll.number,
        data=data.decode("ascii"),
        seed=seed,
        recipe=_recipe(entry, data, secret=seed.secret if seed else "", law=laws(roll.at)),
        faults=faults,
        older=before.number if before else None,
        newer=after.first(),
    )


def _recipe(entry: dice.RollEntry, data: bytes, *, secret: str, law: DiceLaw | None) -> str:
    commands = dice.commands(entry.facts.command, law) if law else ()
    if len(commands) != 1 or commands[0].problem:
        return ""
    total = None if entry.total is None else str(entry.total)
    return _RECIPE.format(
        secret=secret or _UNKNOWN, data=repr(data), draw=_drawing(commands[0]), total=repr(total)
    )


def _drawing(command: dice.DiceCommand) -> str:
    """The line or two of the recipe that draw the faces."""
    if command.kind != "die":
        return f"options = {list(command.options)!r}\nfaces = [options[below(len(options))]]"
    if command.sides < 1:
        return f'faces = ["0"] * {command.count}'
    return f"faces = [str(1 + below({command.sides})) for _ in range({command.count})]"
