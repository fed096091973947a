"""The shuffles of dynasties, as far as everybody may know them, and whether each is what its seeds gave."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from blognomic.i18n.translation import gettext as _
from blognomic.text.instants import format_instant
from gamestate.dice import seed_hash
from gamestate.dice.chain import FIRST, day_of
from gamestate.dice.shuffling import ShuffleFacts, seal_of, shuffled
from gamestate.models import DeckSeed, Seed, Shuffle
from players.models import Dynasty


@dataclass(frozen=True, slots=True)
class DeckShown:
    """What everybody may know of the cards of a dynasty: the hash of its secret, and, when it is over, the secret;
    `is_elsewhere`: that stayed on another site when the game moved."""

    dynasty: Dynasty
    hash: str
    published_at: datetime
    secret: str
    shuffles: int
    is_elsewhere: bool = False


def decks_shown(*, at: datetime) -> list[DeckShown]:
    """Those of all dynasties in which cards were shuffled, the newest first. One query."""
    rows = DeckSeed.objects.select_related("dynasty").annotate(times=Count("shuffles")).order_by("-pk")
    return [
        DeckShown(
            each.dynasty,
            each.hash,
            each.published_at,
            each.secret if is_over(each.dynasty, at) else "",
            each.times,
            not each.secret,
        )
        for each in rows
    ]


def is_over(dynasty: Dynasty, at: datetime) -> bool:
    """Whether everybody may know how the cards of a dynasty lay."""
    return dynasty.ended_at is not None and dynasty.ended_at <= at


def shuffles_shown(*, at: datetime) -> Iterator[dict[str, object]]:
    """Every shuffle, oldest first, as JSON: with the cards before and after where the dynasty is over."""
    rows = Shuffle.objects.select_related("deck_seed__dynasty").order_by("number")
    for one in rows.iterator(chunk_size=500):
        is_open = is_over(one.deck_seed.dynasty, at)
        yield {
            **facts_of(one).as_json(),
            "before": one.before if is_open else None,
            "after": one.after if is_open else None,
            "seal": one.seal,
        }


def facts_of(one: Shuffle) -> ShuffleFacts:
    """What is public of a shuffle."""
    return ShuffleFacts(
        number=one.number,
        at=format_instant(one.at),
        update=one.update_id,
        variable=one.variable_id,
        holder=one.holder,
        amount=one.amount,
        seed_hash=one.seed_hash,
        deck_hash=one.deck_seed.hash,
        previous=one.previous,
    )


def faults_in_shuffles() -> list[str]:
    """What does not fit in the log of shuffles, in sentences: each is drawn again from its seeds, as far as these are
    known here. This shows what nobody may see, and is for whoever keeps the server."""
    seeds = {seed.day: seed for seed in Seed.objects.all()}
    faults: list[str] = []
    previous, number = FIRST, 0
    for one in Shuffle.objects.select_related("deck_seed").order_by("number").iterator(chunk_size=500):
        number += 1
        facts, day = facts_of(one), seeds.get(day_of(one.at))
        secret = bytes.fromhex(one.deck_seed.secret)
        words: list[str] = []
        if (one.number, one.previous) != (number, previous):
            words.append(_("Shuffle {number} does not follow the one before it."))
        number, previous = one.number, one.seal
        if day is None or day.hash != one.seed_hash:
            words.append(_("Shuffle {number} names another seed than that of its day."))
        if secret and seed_hash(secret) != one.deck_seed.hash:
            words.append(
                _("Shuffle {number}: the secret of its dynasty has another hash than was published.")
            )
        if secret:
            words += _faults_in_cards(one, facts, secret, day)
        faults += [each.format(number=one.number) for each in words]
    return faults


def _faults_in_cards(one: Shuffle, facts: ShuffleFacts, secret: bytes, day: Seed | None) -> list[str]:
    if one.before is None or one.after is None or len(one.before) != one.amount:
        return [_("Shuffle {number} was altered.")]
    words: list[str] = []
    if day is not None and day.secret and day.hash == one.seed_hash:
        drawn = shuffled(one.before, facts, secret=secret, seed=bytes.fromhex(day.secret))
        if one.after != drawn:
            words.append(_("Shuffle {number} is not what its seeds give."))
    if seal_of(facts, before=one.before, after=one.after, secret=secret) != one.seal:
        words.append(_("Shuffle {number} was altered."))
    return words
