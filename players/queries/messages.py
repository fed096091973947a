"""What pages read of private messages. Nothing leaves this module but for a party to it."""

from dataclasses import dataclass
from enum import StrEnum

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce

from players.models import Block, Message, Party, Player, Thread, name_key

PAGE = 30


class Box(StrEnum):
    """Where one's conversations lie."""

    INBOX = "inbox"
    SENT = "sent"
    ARCHIVED = "archived"


def unread_of(player: int) -> Coalesce:
    """How many threads with something unread the player of that key has: an expression for any query that a page makes
    anyway."""
    unread = Party.objects.filter(player=player, newest__gt=F("seen")).order_by()
    return Coalesce(Subquery(unread.values("player").annotate(number=Count("pk")).values("number")), 0)


def sides_of(player: Player) -> QuerySet[Party]:
    """The player's sides of their threads, with all parties by name."""
    everybody = Party.objects.select_related("player").order_by("player__name_key")
    mine = Party.objects.filter(player=player).select_related("thread")
    return mine.prefetch_related(Prefetch("thread__parties", everybody))


def box_of(player: Player, box: Box) -> QuerySet[Party]:
    """The player's sides of the threads in a box, the latest first, with all parties and the latest message's author
    (`last_author`)."""
    last = Message.objects.filter(thread=OuterRef("thread")).order_by("-pk")
    mine = sides_of(player).filter(archived=box == Box.ARCHIVED)
    if box == Box.INBOX:
        mine = mine.filter(newest__gt=0)
    elif box == Box.SENT:
        mine = mine.filter(has_written=True)
    mine = mine.annotate(last_author=Subquery(last.values("author__name")[:1]))
    return mine.order_by("-thread__last_at", "-thread_id")


@dataclass(frozen=True, slots=True)
class ThreadReading:
    """A thread as one of its parties reads it: their side, and a page of messages from old to new."""

    party: Party
    thread: Thread
    page: Page

    @property
    def newest(self) -> int:
        """The key of the last message on the page; 0 when there is none."""
        return max((message.pk for message in self.page.object_list), default=0)


def read_thread(player: Player, thread: int, *, page: str | None) -> ThreadReading | None:
    """The thread of that key for one of its parties, at its last page unless another is asked for; None for anybody
    else, and for a key that is none. Four queries."""
    party = sides_of(player).filter(thread__pk=thread).first()
    if party is None:
        return None
    messages = Message.objects.filter(thread=thread).order_by("pk").select_related("author").defer("text")
    pages = Paginator(messages, PAGE)
    return ThreadReading(party, party.thread, pages.get_page(page or pages.num_pages))


def blocks_of(player: Player) -> QuerySet[Block]:
    """Whom the player blocks now, by name."""
    return (
        Block.objects.filter(by=player, until__isnull=True)
        .select_related("blocked")
        .order_by("blocked__name_key")
    )


def people_named(text: str) -> tuple[list[Player], list[str]]:
    """The people whose names stand in `text`, apart by commas or lines, and the names that are nobody's. A name with a
    comma in it is found where it stands alone. One query."""
    whole = " ".join(text.split())
    names = {
        name_key(name): name
        for name in (" ".join(part.split()) for part in text.replace("\n", ",").split(","))
    }
    names.pop("", None)
    people = {one.name_key: one for one in Player.objects.filter(name_key__in=[*names, name_key(whole)])}
    if name_key(whole) in people:
        return [people[name_key(whole)]], []
    return [people[key] for key in names if key in people], [
        name for key, name in names.items() if key not in people
    ]
