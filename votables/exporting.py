"""The game as a game file."""

from dataclasses import replace

from votables.docket import Docket
from votables.judge.gamefile import Document, write_object


def docket_document(held: Docket) -> dict[str, object]:
    """The game file of the facts in a docket: the judge says of it what it said of the docket.

    People who have never been players are left out with their comments, for only players' votes can count.
    """
    players = tuple(player for player in held.game.players if player.plays)
    names = {player.name for player in players}
    texts = {comment.pk: comment.text for found in held.comments.values() for comment in found}
    matters = tuple(
        replace(
            matter,
            comments=tuple(
                replace(comment, key=texts[comment.key]) for comment in matter.comments if comment.author in names
            ),
        )
        for matter in held.game.matters
    )
    game = replace(held.game, players=players, matters=matters)
    return write_object(Document(law=held.law, game=game, at=held.at))
