"""The facts of a docket as a game file, which a resolution keeps: what it was decided by."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from votables import judge
from votables.judge.gamefile import Document, write_object

from .judge_facts import Docket

# Of what the `history` in a game file says, table by table.
HISTORY_VERSION = 1


def docket_document(docket: Docket) -> dict[str, Any]:
    """The game file of the facts in a docket: `manage.py judge` says of it what the judge said of the docket.

    A game file knows players alone: people who had never played by then are left out with what they posted and said,
    for only players' votes count. So are comments made before a post became a matter, in which nothing was a vote.
    Matters between named choices, and values of the gamestate that the law's formulas may ask for, a game file cannot
    hold; they stand in `history`.
    """
    texts = {comment.pk: comment.text for on_post in docket.comments.values() for comment in on_post}
    history: dict[str, Any] = {"version": HISTORY_VERSION}
    if apart := _with_choices(docket, texts):
        history["matters"] = apart
    if docket.game.values:
        history["values"] = dict(docket.game.values)
    if docket.game.holdings:
        history["holdings"] = {name: dict(values) for name, values in docket.game.holdings.items() if values}
    game = game_of_file(docket.game, texts)
    plain = replace(game, matters=tuple(matter for matter in game.matters if not matter.choices))
    return write_object(
        Document(law=docket.law, game=plain, at=docket.at, history=history if len(history) > 1 else None)
    )


def _with_choices(docket: Docket, texts: Mapping[Any, str]) -> list[dict[str, Any]]:
    """The matters between named choices, as entries of a file, with their choices."""
    game = game_of_file(docket.game, texts)
    apart = replace(game, matters=tuple(matter for matter in game.matters if matter.choices))
    entries = write_object(Document(law=docket.law, game=apart))["matters"]
    return [
        {**entry, "choices": list(matter.choices)}
        for entry, matter in zip(entries, apart.matters, strict=True)
    ]


def game_of_file(game: judge.Game, texts: Mapping[Any, str]) -> judge.Game:
    """The part of a game that a game file can hold; `texts` are those of the comments by their keys."""
    players = tuple(player for player in game.players if player.plays)
    names = {player.name for player in players}
    return replace(
        game,
        players=players,
        emperors=tuple(reign for reign in game.emperors if reign.name in names),
        matters=tuple(
            replace(matter, comments=tuple(_comments(matter, names, texts)))
            for matter in game.matters
            if matter.author in names
        ),
    )


def _comments(matter: judge.Matter, names: set[str], texts: Mapping[Any, str]) -> Iterable[judge.Comment]:
    for comment in matter.comments:
        if comment.author in names and comment.at >= matter.posted:
            yield replace(comment, key=texts[comment.key])
