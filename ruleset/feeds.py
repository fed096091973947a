"""The feed of the ruleset's revisions."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.template.defaultfilters import linebreaksbr
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import mark_safe

from blognomic.text.one_line import isolated
from players.atom import AtomFeed, plain
from ruleset.models import Revision
from ruleset.queries.revisions import MOST, RuleRevised, done_by


def in_feed(done: Sequence[RuleRevised]) -> str:
    """What was done to rules, as the HTML of an entry. Entries are English."""
    listed = "".join(
        f"<h3>{escape(one.title)} ({one.what})</h3><p>{linebreaksbr(mark_safe(one.words))}</p>"
        for one in done[:MOST]
    )
    return listed + (f"<p>… and {len(done) - MOST} more rules</p>" if len(done) > MOST else "")


class RevisionsFeed(AtomFeed):
    """Revisions of the ruleset, newest first, with the words that went and came."""

    title = "BlogNomic: the ruleset"

    def link(self) -> str:
        return reverse("ruleset:history")

    def rows(self, of: None) -> QuerySet[Revision]:
        return Revision.objects.order_by("-at", "-pk").select_related("by", "author")

    def tell(self, rows: list[Revision], of: None) -> list[Revision]:
        self.done = done_by(row.pk for row in rows)
        return rows

    def item_key(self, item: Revision) -> str:
        return f"revision/{item.pk}"

    def item_title(self, item: Revision) -> str:
        done, why = self.done.get(item.pk, []), isolated(item.why.in_english or item.get_kind_display())
        if not done:
            return plain(f"{item.get_kind_display()}: {why}")
        more = f" and {len(done) - 1} more" if len(done) > 1 else ""
        because = f" by “{why}”" if item.kind == Revision.Kind.ENACTMENT else f": {why}"
        return plain(f"“{isolated(done[0].title)}”{more} {done[0].what}{because}")

    def item_text(self, item: Revision) -> str:
        because = f' (<a href="{escape(item.link)}">why</a>)' if item.link else ""
        return f"<p>{escape(item.why.in_english)}{because}</p>{in_feed(self.done.get(item.pk, []))}"

    def item_link(self, item: Revision) -> str:
        return reverse("ruleset:revision", args=[item.pk])

    def item_author_name(self, item: Revision) -> str:
        return plain(str(item.credited or "BlogNomic"))
