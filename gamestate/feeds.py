"""Feeds of the tracker: what was updated, as somebody without an account may see it, and what the dice gave. Feeds are
English, whoever reads them."""

from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import escape

from blognomic.text.one_line import isolated
from gamestate.hidden import NOBODY
from gamestate.models import Roll, Update
from gamestate.queries.log import EntryShown, LogQuestion, UpdateShown, shown_updates, updates
from players.atom import AtomFeed, plain


class UpdatesFeed(AtomFeed):
    """Updates of the gamestate, newest first. Of what is hidden it says only how much of it changed."""

    title = "BlogNomic: the gamestate"

    def link(self) -> str:
        return reverse("gamestate:log")

    def rows(self, of: None) -> QuerySet[Update]:
        return updates(LogQuestion(), NOBODY)

    def tell(self, rows: list[Update], of: None) -> list[UpdateShown]:
        return shown_updates(rows, NOBODY)

    def item_key(self, item: UpdateShown) -> str:
        return f"update/{item.update.pk}"

    def item_title(self, item: UpdateShown) -> str:
        by = isolated(str(item.update.by or "BlogNomic"))
        if not item.entries:
            return plain(f"{by}: {item.update.get_kind_display()}")
        more = f" and {len(item.entries) - 1 + item.more} more" if len(item.entries) + item.more > 1 else ""
        return plain(f"{by}: {_in_words(item.entries[0])}{more}")

    def item_text(self, item: UpdateShown) -> str:
        lines = [_in_words(entry) for entry in item.entries]
        if item.more:
            lines.append(f"{item.more} more")  # in English
        if item.hidden:
            lines.append(f"{item.hidden} hidden")  # in English
        lines += [roll.told for roll in item.rolls]
        listed = "".join(f"<li>{escape(one)}</li>" for one in lines)
        words = item.update.html or escape(item.update.note.in_english)
        return f"{words}{f'<ul>{listed}</ul>' if listed else ''}"

    def item_pubdate(self, item: UpdateShown) -> datetime:
        return item.update.at

    def item_link(self, item: UpdateShown) -> str:
        return item.update.get_absolute_url()

    def item_author_name(self, item: UpdateShown) -> str:
        return plain(str(item.update.by or "BlogNomic"))


def _in_words(entry: EntryShown) -> str:
    about = ", ".join(isolated(one) for one in (entry.whose, entry.what) if one)
    if entry.sentence:
        return f"{about}: {entry.sentence}"
    return f"{about}: {isolated(entry.old or 'nothing')} → {isolated(entry.new or 'nothing')}"


class DiceFeed(AtomFeed):
    """Rolls, newest first."""

    title = "BlogNomic: dice"

    def link(self) -> str:
        return reverse("gamestate:dice_log")

    def rows(self, of: None) -> QuerySet[Roll]:
        return Roll.objects.order_by("-number").select_related("by")

    def item_key(self, item: Roll) -> str:
        return f"roll/{item.number}"

    def item_title(self, item: Roll) -> str:
        return plain(f"{isolated(item.name)} rolled {item.told}")  # in English

    def item_text(self, item: Roll) -> str:
        where = f' <a href="{escape(item.link)}">where it was rolled</a>' if item.link else ""
        return f"<p>{escape(item.words)}{where}</p>"

    def item_author_name(self, item: Roll) -> str:
        return plain(item.name)
