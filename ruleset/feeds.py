"""The feed of the ruleset's revisions."""

from django.urls import reverse
from django.utils.html import escape

from players.atom import ENTRIES, AtomFeed, plain
from ruleset.models import Revision


class RevisionsFeed(AtomFeed):
    """Revisions of the ruleset, newest first."""

    title = "BlogNomic: the ruleset"

    def link(self) -> str:
        return reverse("ruleset:history")

    def items(self) -> list[Revision]:
        return list(Revision.objects.order_by("-at", "-pk").select_related("by", "author")[:ENTRIES])

    def item_key(self, item: Revision) -> str:
        return f"revision/{item.pk}"

    def item_title(self, item: Revision) -> str:
        return plain(f"Revision {item.pk}: {item.get_kind_display()}")

    def item_text(self, item: Revision) -> str:
        because = f' (<a href="{escape(item.link)}">why</a>)' if item.link else ""
        return f"<p>{escape(item.why.in_english)}{because}</p>"

    def item_link(self, item: Revision) -> str:
        return reverse("ruleset:revision", args=[item.pk])

    def item_author_name(self, item: Revision) -> str:
        return plain(str(item.credited or "BlogNomic"))
