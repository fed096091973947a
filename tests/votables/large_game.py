"""A large game, so that pages can be looked at whose size grows with it: 1,000 players, 112 variables of theirs with a
value for each, 5,000 comments on one matter, and 210,000 entries of the log. Written by the thousand, past the
services, on top of a small game that tracks some number of each player, as services would have left it."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from gamestate.models import Cell, Entry, Update, Variable
from players.models import Player, RosterEvent, Standing
from players.models.roster import name_key
from votables.models import Comment, Post

from .table import BEGINNING, Cause, Kind, noon

PLAYERS, VARIABLES, COMMENTS, ENTRIES = 1_000, 112, 5_000, 210_000
EACH_UPDATE = 3
BATCH = 2_000
WORDS = "Some words on what is proposed, as somebody writes them who has two minutes and an opinion."


def enlarge(post: Post) -> None:
    """Make the game large around `post`, a pending matter, which gets the comments."""
    people = _join(PLAYERS - Player.objects.filter(standing=Standing.ACTIVE).count())
    variables = _define(VARIABLES - Variable.objects.live().filter(scope="player").count())
    _track(variables, people)
    _talk(post, people)


def _join(number: int) -> list[Player]:
    """So many more players, who joined at the beginning."""
    names = [f"Many {place:04}" for place in range(number)]
    joined = {"registered_at": BEGINNING, "standing": Standing.ACTIVE, "standing_since": BEGINNING}
    Player.objects.bulk_create(
        (Player(name=name, name_key=name_key(name), password="!", **joined) for name in names),
        batch_size=BATCH,
    )
    people = list(Player.objects.filter(name__startswith="Many ").order_by("pk"))
    event = {"kind": Kind.JOINED, "cause": Cause.REQUEST, "at": BEGINNING, "is_admin": False}
    RosterEvent.objects.bulk_create(
        (RosterEvent(player=one, standing=Standing.ACTIVE, **event) for one in people), batch_size=BATCH
    )
    return people


def _define(number: int) -> list[Variable]:
    """So many more variables: numbers, and every fourth a text."""
    like = Variable.objects.live().filter(scope="player", definition__kind="whole").earliest("pk")
    update = Update.objects.create(kind=Update.Kind.DEFINITION, at=noon(1), by=Player.objects.earliest("pk"))
    made = Variable.objects.bulk_create(
        Variable(
            key=f"many_{place}", scope="player", dynasty=like.dynasty, made_at=noon(1),
            definition=_definition(like, place),
        )
        for place in range(number)
    )  # fmt: skip
    Entry.objects.bulk_create(
        Entry(update=update, at=noon(1), about=Entry.About.VARIABLE, variable=one, new=one.definition)
        for one in made
    )
    return made


def _definition(like: Variable, place: int) -> dict[str, object]:
    named = {"name": f"Many {place}", "description": f"{WORDS} {place}"}
    if place % 4:
        return {**like.definition, **named}
    return {"kind": "text", "blank": True, **named}


def _value(variable: Variable, turn: int) -> object:
    return turn if variable.definition["kind"] == "whole" else f"Value {turn}"


def _track(variables: list[Variable], people: list[Player]) -> None:
    """A first value of everything for everybody, an update for each variable; then, up to the number of entries,
    updates of a few values each by one player after the other."""
    entries = []
    for place, variable in enumerate(variables):
        at = noon(1, minutes=place + 1)
        made = Update.objects.create(at=at, by=people[0], comment=f"All begin with {place}.")
        entries += [_entry(made, at, variable, one, None, _value(variable, place)) for one in people]
    Entry.objects.bulk_create(entries, batch_size=BATCH)
    last = {(entry.variable_id, entry.player_id): entry for entry in entries}
    turns = list(_turns(variables, people, ENTRIES - Entry.objects.count()))
    for start in range(0, len(turns), BATCH):
        group = turns[start : start + BATCH]
        updates = Update.objects.bulk_create(
            Update(at=at, by=who, comment=f"Turn {turn}.", html=f"<p>Turn {turn}.</p>")
            for turn, at, who, _ in group
        )
        made = []
        for update, (turn, at, who, chosen) in zip(updates, group, strict=True):
            for variable in chosen:
                before = last[variable.pk, who.pk]
                entry = _entry(update, at, variable, who, before.new, _value(variable, turn))
                last[variable.pk, who.pk] = entry
                made.append(entry)
        Entry.objects.bulk_create(made, batch_size=BATCH)
    Cell.objects.bulk_create(
        (
            Cell(variable_id=variable, player_id=player, value=entry.new, last=entry)
            for (variable, player), entry in last.items()
        ),
        batch_size=BATCH,
    )


def _turns(
    variables: list[Variable], people: list[Player], entries: int
) -> Iterator[tuple[int, datetime, Player, list[Variable]]]:
    """Who changes what, when: so many values in all, in the ten days before the present."""
    turns = -(-entries // EACH_UPDATE)
    pause = timedelta(days=9) / turns
    for turn in range(turns):
        first = turn % (len(variables) - EACH_UPDATE)
        number = min(EACH_UPDATE, entries - turn * EACH_UPDATE)
        yield turn, noon(2) + turn * pause, people[turn % len(people)], variables[first : first + number]


def _entry(
    update: Update, at: datetime, variable: Variable, player: Player, old: object, new: object
) -> Entry:
    return Entry(
        update=update, at=at, about=Entry.About.VALUE, variable=variable, player=player, old=old, new=new
    )


def _talk(post: Post, people: list[Player]) -> None:
    """Comments on the matter; the first of each player is a vote."""
    Comment.objects.bulk_create(
        (
            Comment(
                post=post, author=people[place % len(people)], at=noon(11, seconds=place + 1),
                text=WORDS if place >= len(people) else f":for: {WORDS}", html=f"<p>{WORDS}</p>",
                icons=[] if place >= len(people) else ["for"],
                cast="" if place >= len(people) else "for", by_player=True,
            )
            for place in range(COMMENTS)
        ),
        batch_size=BATCH,
    )  # fmt: skip
