"""What is written and waits for admins changes more than the posts: the badge of the dashboard stands on every page of
theirs, and is kept while others vote and comment (`votables.queries.admin_desk.AT_DESK`)."""

from datetime import datetime

from players.models import Player, Topic
from players.services.roster import lock_game
from ruleset.law import Law
from votables.judge.posting import is_new_player
from votables.judge.roster import may_idle_for_inactivity
from votables.models import Category, Comment, Post
from votables.queries.admin_desk import last_signs
from votables.queries.judge_facts import facts_of_player


def has_been_silent(player: Player, *, law: Law, at: datetime) -> bool:
    """Whether a player has shown no sign of life for so long that they wait for an admin. One query, or none."""
    if not player.is_playing:
        return False
    last = last_signs([player], law=law, at=at)[player.pk]
    return may_idle_for_inactivity(law=law, at=at, last_sign=last).allowed


def post_written(post: Post, *, law: Law, at: datetime, after_silence: bool = False) -> None:
    """Change what admins see of a post that asks for something, of a newcomer's that may be made a proposal, and of one
    that comes after long silence. The game is locked."""
    if post.asks or after_silence or _may_be_made_a_proposal(post, law, at):
        lock_game(Topic.REST)


def comment_written(comment: Comment, *, after_silence: bool = False) -> None:
    """The same of a comment. Those on pending matters are known wherever these are."""
    if comment.asks or after_silence:
        lock_game(Topic.REST)


def _may_be_made_a_proposal(post: Post, law: Law, at: datetime) -> bool:
    if post.category != Category.NONE or law.posts.adoption is None or not post.author.is_playing:
        return False
    return is_new_player(facts_of_player(post.author, at), law=law, at=at)
