"""What an export leaves out of the gamestate, because it is not for everybody, or not yet.

Each function takes all rows of a table and an instant (UTC), and gives those that everybody may see at it, with what
nobody may see yet taken out of them. The rows are for writing down alone.
"""

from datetime import datetime
from typing import TypeVar

from django.db.models import QuerySet

from gamestate.models import (
    DeckSeed,
    Entry,
    Roll,
    SealedOrder,
    Sealing,
    SecretVersion,
    Seed,
    Shuffle,
    Undoing,
    Update,
)
from gamestate.private.opening import opened
from gamestate.queries.seeds import is_revealed
from gamestate.queries.shuffles import is_over
from votables.models import Comment, Post, PostVersion, Resolution
from votables.queries.finding import REMOVED, without_removed


def posts(rows: QuerySet[Post], at: datetime) -> list[Post]:
    """All posts; of those that their authors removed, that they were there and counted, and none of their words."""
    return [post if post.removed_at is None else _without_words(post) for post in rows]


def post_versions(rows: QuerySet[PostVersion], at: datetime) -> list[PostVersion]:
    """The same of all versions of posts."""
    versions = rows.select_related("post")
    return [each if each.post.removed_at is None else _without_words(each) for each in versions]


def comments(rows: QuerySet[Comment], at: datetime) -> list[Comment]:
    """All comments; of those on removed posts, which icons were in them, and none of their words."""
    removed = set(Post.objects.exclude(removed_at=None).values_list("pk", flat=True))
    shown = list(rows)
    for comment in shown:
        if comment.post_id in removed:
            comment.text = " ".join(f":{icon}:" for icon in comment.icons) or REMOVED
    return shown


Worded = TypeVar("Worded", Post, PostVersion)


def _without_words(row: Worded) -> Worded:
    row.title, row.body, row.commentary, row.changes, row.choices = REMOVED, "", "", [], []
    if isinstance(row, Post):
        row.admin_field, row.admin_notes = "", None  # what an admin said of it
    return row


def resolutions(rows: QuerySet[Resolution], at: datetime) -> list[Resolution]:
    """All resolutions; what they were judged by without the words of posts that were removed since."""
    return list(without_removed(rows))


def updates(rows: QuerySet[Update], at: datetime) -> list[Update]:
    """Those of which everybody may know, without what came of them where not everybody sees that."""
    known = list(rows)
    for update in known:
        if update.kept:
            update.result = {}
    return known


def entries(rows: QuerySet[Entry], at: datetime) -> list[Entry]:
    """Without hidden values, also those of dynasties that are over: not even as what stood there before."""
    shown = list(rows.filter(audience="all"))
    for entry in shown:
        if entry.hidden:
            entry.old, entry.note, entry.refused = None, "", ""
    return shown


def undoings(rows: QuerySet[Undoing], at: datetime) -> list[Undoing]:
    """Those of entries that are exported."""
    return list(rows.filter(entry__audience="all"))


def seeds(rows: QuerySet[Seed], at: datetime) -> list[Seed]:
    """The seeds of the days that are over, and the hashes of those on which something has been rolled or shuffled
    already; a site that goes on with the game draws the others anew."""
    used = {name for model in (Roll, Shuffle) for name in model.objects.values_list("seed_hash", flat=True)}
    shown = []
    for seed in rows:
        if not is_revealed(seed.day, at=at):
            if seed.hash not in used:
                continue
            seed.secret = ""
        shown.append(seed)
    return shown


def deck_seeds(rows: QuerySet[DeckSeed], at: datetime) -> list[DeckSeed]:
    """All hashes, and the secrets of dynasties that are over; a site that goes on with one draws another."""
    shown = list(rows.select_related("dynasty"))
    for each in shown:
        if not is_over(each.dynasty, at):
            each.secret = ""
    return shown


def shuffles(rows: QuerySet[Shuffle], at: datetime) -> list[Shuffle]:
    """What is public of all, and the cards of dynasties that are over."""
    shown = list(rows.select_related("deck_seed__dynasty"))
    for each in shown:
        if not is_over(each.deck_seed.dynasty, at):
            each.before = each.after = None
    return shown


def secret_versions(rows: QuerySet[SecretVersion], at: datetime) -> list[SecretVersion]:
    """All hashes, with text and salt where they are revealed."""
    versions = list(rows)
    for version in versions:
        if version.revealed_at is None or version.revealed_at > at:
            version.text = version.salt = ""
            version.revealed_at = None
    return versions


def sealed_orders(rows: QuerySet[SealedOrder], at: datetime) -> list[SealedOrder]:
    """All hashes, with text and salt where the orders have been opened; until then nothing of those of which nobody may
    know that they were handed in. What not everybody reads is left out for good."""
    calls = Sealing.objects.in_bulk()
    shown = []
    for order in rows:
        call = calls[order.sealing_id]
        if opened(call, at) is None:
            if call.hides_who:
                continue
            order.text, order.salt, order.answer = "", "", None
        elif call.seen_when:
            order.text, order.salt, order.answer = "", "", None
        shown.append(order)
    return shown
