"""What was enacted without carrying its changes, until somebody reflects it in the rules or an admin says that there is
nothing to do. That is an act of its own in the public log, and so is taking it back; the last of the two holds."""

from collections.abc import Iterable
from datetime import UTC, datetime
from operator import attrgetter

from django.db.models import CharField, Exists, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Concat
from django.urls import reverse

from blognomic.database.prepared import Prepared
from players.models import AdminAct
from ruleset.models import Revision
from votables.models import Category, Post, Status, TableImport

from .judge_facts import Docket

NOTHING_TO_DO, TO_DO_AFTER_ALL = "nothing_to_do", "to_do_after_all"
# What a matter may say that it changes, and the rules need not show.
BESIDE_THE_RULES = frozenset({"gamestate", "roster"})


def unwritten(docket: Docket) -> list[Post]:
    """Enacted matters that carried no changes, the oldest first, but for those which a revision of the ruleset reflects
    or of which an admin said at the docket's instant or before that there is nothing to do. Left out are those whose
    authors said that they change nothing, or something beside the rules, judgements of which nobody said what they
    change, and matters of a table of the past, whose rules came with it. One query."""
    return of_rules(WITHOUT_CHANGES.find(docket.at), docket)


def of_rules(enacted: Iterable[Post], docket: Docket) -> list[Post]:
    """Of what was enacted without changes, as the query finds it, what `unwritten` answers. No query."""
    kinds = {kind.name for kind in docket.law.kinds.values() if kind.carries}
    lacking = [post for post in enacted if post.category in kinds and _is_of_rules(post)]
    return sorted(lacking, key=attrgetter("resolved_at", "pk"))


def _without_changes(at: datetime) -> QuerySet[Post]:
    """What was enacted up to `at` without changes, and neither reflected nor said to need nothing."""
    before, after = reverse("votables:post", args=[0]).split("0")
    revisions = Revision.objects.filter(at__lte=at, undone_by=None).exclude(link="")
    return (
        Post.objects.visible()
        .filter(status=Status.ENACTED, resolved_at__lte=at)
        .filter(changes=[], changes_nothing=False)
        .annotate(path=Concat(Value(before), Cast("pk", CharField()), Value(after)))
        .exclude(path__in=revisions.values("link"))
        .exclude(Exists(_settled(at).filter(link=OuterRef("path"))))
        .filter(pk__gt=Coalesce(Subquery(TableImport.objects.values("rows")[:1]), 0))
        .select_related("author")
        .order_by()  # sorted by the database, all that was ever enacted would be looked at
    )


WITHOUT_CHANGES = Prepared(_without_changes)
EVER = datetime.max.replace(tzinfo=UTC)  # for how the game stands, whenever that is


def nothing_to_do(post: Post, *, at: datetime) -> AdminAct | None:
    """The act by which an admin said at `at` (UTC) or before that there is nothing to do for a matter; None where
    nobody did, or it was taken back. One query."""
    return next(iter(_NOTHING_TO_DO.find(post.get_absolute_url(), at)), None)


def _nothing_to_do(link: str, at: datetime) -> QuerySet[AdminAct]:
    return _settled(at).filter(link=link).select_related("by").order_by("-pk")[:1]


_NOTHING_TO_DO = Prepared(_nothing_to_do)


def _settled(at: datetime) -> QuerySet[AdminAct]:
    """What admins said of matters for which there is nothing to do, and did not take back."""
    back = AdminAct.objects.filter(
        act=TO_DO_AFTER_ALL, link=OuterRef("link"), pk__gt=OuterRef("pk"), at__lte=at
    )
    return AdminAct.objects.filter(~Exists(back), act=NOTHING_TO_DO, at__lte=at)


def _is_of_rules(post: Post) -> bool:
    if not post.amends:
        return post.category == Category.PROPOSAL
    return not set(post.amends) <= BESIDE_THE_RULES
