"""A newcomer's first steps: to join, to vote, to propose."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from players.models import Player
from votables.models import Asks, Category, Comment, Post


@dataclass(frozen=True, slots=True)
class Steps:
    """Which of the first steps somebody has taken. `asked_to_join`: they did, and no admin has let them in yet."""

    joined: bool
    asked_to_join: bool
    voted: bool
    proposed: bool

    @property
    def are_done(self) -> bool:
        return self.joined and self.voted and self.proposed


def steps_of(player: Player) -> Steps:
    """The first steps of a person. One query."""
    posts = Post.objects.filter(author=OuterRef("pk"), removed_at__isnull=True)
    comments = Comment.objects.filter(author=OuterRef("pk"))
    row = Player.objects.filter(pk=player.pk).values_list(
        Exists(posts.filter(asks=Asks.JOIN)) | Exists(comments.filter(asks=Asks.JOIN)),
        Exists(comments.exclude(cast="")),
        Exists(posts.filter(category=Category.PROPOSAL)),
    )
    asked_to_join, voted, proposed = row.get()
    return Steps(player.is_player, asked_to_join and not player.is_player, voted, proposed)
