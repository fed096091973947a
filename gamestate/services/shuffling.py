"""Shuffling cards by what was sealed before: for the services of the gamestate alone, which have asked for leave."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from blognomic.text.instants import format_instant
from blognomic.web.errors import RuleBroken
from gamestate.dice import commands, roll, seed_hash
from gamestate.dice.chain import FIRST, day_of
from gamestate.dice.shuffling import ShuffleFacts, hidden_stream, seal_of, shuffled
from gamestate.models import DeckSeed, Seed, Shuffle, Update
from gamestate.services.seeds import publish_ahead, seed_of
from gamestate.values.state import Variable
from players.queries.roster import dynasty_at
from ruleset.queries import law_at


@dataclass
class Shuffling:
    """What shuffles the cards of one update (`gamestate.moves.making.Shuffler`). Nothing is written before `write`, so
    that what is not carried out was not shuffled."""

    update: Update
    made: list[Shuffle] = field(default_factory=list)

    @sensitive_variables()
    def __call__(self, variable: Variable, holder: str, items: Sequence[Any]) -> list[Any]:
        """The items in the order that the seeds give them. Raises RuleBroken where there are no dice on this day."""
        if len(items) < 2:
            return list(items)
        at = self.update.at
        publish_ahead(at=at)
        deck_seed, (seed, published) = self._deck_seed(), seed_of(at)
        last = self.made[-1] if self.made else Shuffle.objects.order_by("-number").first()
        facts = ShuffleFacts(
            number=last.number + 1 if last else 1,
            at=format_instant(at),
            update=self.update.pk,
            variable=int(variable.id),
            holder=holder,
            amount=len(items),
            seed_hash=published,
            deck_hash=deck_seed.hash,
            previous=last.seal if last else FIRST,
        )
        secret = bytes.fromhex(deck_seed.secret)
        before, after = list(items), shuffled(items, facts, secret=secret, seed=seed)
        self.made.append(
            Shuffle(
                number=facts.number,
                at=at,
                deck_seed=deck_seed,
                update=self.update,
                variable_id=facts.variable,
                holder=holder,
                amount=facts.amount,
                seed_hash=published,
                before=before,
                after=after,
                previous=facts.previous,
                seal=seal_of(facts, before=before, after=after, secret=secret),
            )
        )
        return after

    def _deck_seed(self) -> DeckSeed:
        return secret_of_dynasty(self.update.at)

    @sensitive_variables()
    def roll(self, command: str, part: int) -> dict[str, Any]:
        """What a dice command of numbers comes to, the `part`-th of its update, that not everybody sees: by the
        dynasty's secret too, for the seed of the day alone would tell when the day is over. Answers its `command`,
        `faces` and `total`. Raises RuleBroken as for cards."""
        at = self.update.at
        if not Seed.objects.filter(day=day_of(at)).exists():  # else what others write publishes more
            publish_ahead(at=at)
        seed, _published = seed_of(at)
        law = law_at(at)
        assert law is not None, "a game has a law"
        (read,) = commands(command, law.law.dice)
        if read.problem:
            raise RuleBroken(read.problem, rule=law.law.dice.rule, status=400)
        facts = {"at": format_instant(at), "update": self.update.pk, "part": part, "command": command}
        rolled = roll(read, hidden_stream(facts, secret=bytes.fromhex(self._deck_seed().secret), seed=seed))
        return {"command": command, "faces": list(rolled.faces), "total": rolled.total}

    def write(self) -> None:
        """Write down what was shuffled. Must run with the game locked."""
        Shuffle.objects.bulk_create(self.made)


@sensitive_variables()
def secret_of_dynasty(at: datetime) -> DeckSeed:
    """The secret of the dynasty at `at` (UTC), by which cards and hidden dice fall; drawn on this site, and its hash
    published, when it is first asked for. Raises RuleBroken before there is a dynasty."""
    dynasty = dynasty_at(at)
    if dynasty is None:
        raise RuleBroken(_("No dynasty has begun, so no cards are shuffled."), status=409)
    known = DeckSeed.objects.filter(dynasty=dynasty).exclude(secret="").first()
    if known is not None:
        return known
    drawn = secrets.token_bytes(32)
    return DeckSeed.objects.create(
        dynasty=dynasty, secret=drawn.hex(), hash=seed_hash(drawn), published_at=at
    )
