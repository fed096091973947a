"""The frame of every page: the sidebar, the banners, and what waits for its reader."""

from datetime import datetime
from functools import cached_property

from django.db.models import QuerySet, Subquery

from blognomic.customs import in_doubt
from blognomic.database.prepared import Prepared
from players.models import Game, Player
from players.notices import inbox
from players.queries.messages import unread_of
from votables.demo.accounts import demo_players, is_open
from votables.models import Post
from votables.queries.admin_desk import wish_to_join
from votables.queries.emperor_desk import AtThrone, at_throne
from votables.queries.game_for_reader import GameForReader, game_for
from votables.visits.in_short import InShort, in_short
from votables.visits.models import Visit
from votables.visits.news import CommentNews, unread_comments


def _game_on_page(player: int) -> QuerySet[Game]:
    """The game for the player of that key; with it, in the same query, how many conversations hold something unread,
    how many notices are unread, and when they were here."""
    here = Visit.objects.filter(player=player)
    return game_for(player).annotate(
        unread=unread_of(player),
        notices=inbox.unread_of(player),
        new_since=Subquery(here.values("since")),
        earlier=Subquery(here.values("earlier")),
        seen_at=Subquery(here.values("seen_at")),
        guided=Subquery(here.values("guided")),
    )


class PageFrame(GameForReader):
    """The game at an instant as the frame of a page shows it to its reader. Views have it as `request.frame`, and of
    rooms below ask of it what `players.courier.GameFrame` says."""

    for_one = Prepared(_game_on_page)

    @property
    def unread(self) -> int:
        """How many of the signed-in player's conversations hold something they have not looked at."""
        return getattr(self.game, "unread", 0)

    @property
    def notices(self) -> int:
        """How many of the signed-in player's notices are unread."""
        return getattr(self.game, "notices", 0)

    @cached_property
    def new_since(self) -> datetime | None:
        """Since when (UTC) things are new to the signed-in player; None for strangers, and on a first visit."""
        return getattr(self.game, "new_since", None)

    @property
    def earlier(self) -> datetime | None:
        """Since when (UTC) things would be new again to the signed-in player, if they took back what they read; None
        where there is nothing to take back."""
        return getattr(self.game, "earlier", None)

    @property
    def guided(self) -> bool:
        """Whether the signed-in player has taken the first steps, or wants no list of them."""
        return bool(getattr(self.game, "guided", False))

    @cached_property
    def unread_comments(self) -> dict[int, list[CommentNews]]:
        """The latest comments that are new to the signed-in player, by the key of their post. One query, or none."""
        if self.player is None or self.new_since is None or self.present is None:
            return {}
        return unread_comments(self.present, since=self.new_since, but=self.player.pk)

    @cached_property
    def lately(self) -> InShort | None:
        """What happened since the signed-in player was last here, in a few lines; None for strangers, and on a first
        visit. One query, or none."""
        if self.player is None or self.new_since is None or self.present is None:
            return None
        return in_short(self.present, since=self.new_since, but=self.player.pk)

    @property
    def seen_at(self) -> datetime | None:
        """When the signed-in player was last noted as here (UTC), before this page."""
        return getattr(self.game, "seen_at", None)

    @cached_property
    def for_strangers(self) -> "PageFrame":
        """The same frame as somebody has who is not signed in."""
        unsigned = PageFrame(self.at, None)
        unsigned.game, unsigned.present = self.game, self.present
        return unsigned

    @property
    def at_throne(self) -> AtThrone | None:
        """What waits for the emperor; None where there is none, or the dynasty is over. One query, or none."""
        if self.present is None or self.emperor is None or self.is_interregnum:
            return None
        self._ask_desks()
        return at_throne(self.present, is_asking=self._is_asking)

    @property
    def pending_emperor(self) -> int | None:
        """How much waits for the reader as the emperor, or who helps them; None for anybody else."""
        if self.is_emperor and self.at_throne:
            return self.at_throne.waiting
        if self.helper is not None and self.at_throne:
            return len(self.at_throne.orders_for(self.helper))
        return None

    @cached_property
    def demo_players(self) -> list[Player]:
        """Whom one may be with one click on the sign-in page of a demo; nobody in a real game."""
        return list(demo_players()) if is_open(self.game) else []

    @cached_property
    def wish_to_join(self) -> Post | None:
        """The post in which the reader, who is no player, has asked to become one. One query, or none for players and
        strangers."""
        if self.player is None or self.player.is_player or self.game is None:
            return None
        return wish_to_join(self.player, at=self.at)

    @cached_property
    def pending_admin(self) -> int:
        """How much waits for the reader as an admin: matters, requests and whatever else the dashboard lists."""
        on_desk = self.desk if self.is_for_admin else None
        return 0 if on_desk is None else len(self.turns) + on_desk.waiting + self.law_differs

    @property
    def law_differs(self) -> bool:
        """Whether a rule no longer matches the law that carries it out. No query, but where nobody has looked
        since the site was upgraded: then those of `in_doubt`."""
        known = self.game.law_differs if self.game else False
        return bool(in_doubt(at=self.at, present=self.present)) if known is None else known
