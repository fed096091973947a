"""What is written and waits for admins changes more than the posts: the badge of the dashboard stands on every page of
theirs, and is kept while others vote and comment (`votables.queries.admin_desk.AT_DESK`)."""

from datetime import datetime

from players.models import Topic
from players.services.roster import lock_game
from ruleset.law import Law
from votables.judge.posting import is_new_player
from votables.models import Category, Comment, Post
from votables.queries.judge_facts import facts_of_player


def post_written(post: Post, *, law: Law, at: datetime) -> None:
    """Change what admins see of a post that asks for something, and of a newcomer's that may be made a proposal. The
    game is locked."""
    if post.asks or _may_be_made_a_proposal(post, law, at):
        lock_game(Topic.REST)


def comment_written(comment: Comment) -> None:
    """The same of a comment."""
    if comment.asks:
        lock_game(Topic.REST)


def _may_be_made_a_proposal(post: Post, law: Law, at: datetime) -> bool:
    if post.category != Category.NONE or law.posts.adoption is None or not post.author.is_playing:
        return False
    return is_new_player(facts_of_player(post.author, at), law=law, at=at)
