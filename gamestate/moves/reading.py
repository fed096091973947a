"""Reading the lines of a move.

    asks    where: squares among squares.filter(s, s != me.square)      a row of that table
            other: player among players.filter(p, p != me)               a player; without `among`, any
            amount: number from 1 to gold                               a whole number
            colour: choice among ['Red', 'Blue']                        one of several texts
            order: ranking among players                                several of them, in order
            why: text    sure: yes_no
    needs   gold >= 2 -- You need 2 Gold.
    costs   gold: 2
    does    gold += DICE6
            other.gold -= amount
            let d = 2DICE6
            if d > 7:
              square = where
            otherwise:
              refuse 'You slip.'
            for p in players.filter(p, p.square == where): p.gold -= 1
            for all p in players: p.gold = after(p).gold
            let lucky = pick(players)
            repeat: gold += 1                                        until nothing changes
            repeat 3: gold += 1
            add squares: 'The Inn'
            remove where
            let best = answers('bids').most(b, b.answer)                 the orders of a sealed call
            settle bids                                                 once
            shuffle deck
            draw 2 from deck to hand, reshuffling discard
            move card from hand to discard                              or all from hand
            ask other to answer                                         what is an action “when it is asked”
            show bite                                                   what was kept of moves, to everybody
    asked   players.filter(p, p.square == null)                         who owes the answers, of what happens by itself
    within  48 hours
    otherwise   gold -= 1                                               what is done without them
    shows   viewer.pack == owner.pack                                   who sees what comes of it
    unseen  yes                                                         nobody else learns that it was made

Lines that are indented belong to the line above that ends with a colon; a block may also stand behind it, its deeds
parted by semicolons. What names a value alone is of who makes the move, or of the game. All dice are rolled once.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from blognomic.i18n.translation import gettext as _
from gamestate.clockwork.when import read_span
from gamestate.moves.deeds.deed_kinds import KINDS
from gamestate.moves.lines import LineReader, Read, lines_of, named
from gamestate.moves.move import PARTS, Asked, Move, MoveCost, MoveNeed, MoveQuestion
from gamestate.values.definitions import read_key
from gamestate.values.errors import ValueRefused
from gamestate.values.texts import clean_long, quoted

LONGEST: Final = 4_000
MOST_QUESTIONS: Final = 8
MOST_DICE: Final = 20
SENTENCE_LENGTH: Final = 300

_ASK = re.compile(
    r"(?P<name>\w+)\s*:\s*(?P<kind>\w+)(?:\s+among\s+(?P<among>.+)|\s+from\s+(?P<least>.+?)\s+to\s+(?P<most>.+))?",
    re.ASCII,
)
_SENTENCE = re.compile(r"\s+(?:--|[\u2014\u2013])\s+")
_QUESTIONS: Final[Mapping[str, Asked]] = {
    "player": "player",
    "number": "number",
    "choice": "choice",
    "ranking": "ranking",
    "text": "text",
    "yes_no": "yes_no",
}


def read_move(parts: Mapping[str, object]) -> Move:
    """The move that texts of lines say, by the keys of `PARTS`. Raises ValueRefused with the line that is not right."""
    if not isinstance(parts, Mapping):
        raise ValueRefused(_("The parts of a move are texts."))
    unknown = next((key for key in parts if key not in PARTS), None)
    if unknown is not None:
        raise ValueRefused(_("A move has no part called {name}.").format(name=quoted(str(unknown))))
    texts = {key: _text(parts.get(key, "")) for key in PARTS}
    reader = _Reader(KINDS)
    questions = tuple(reader.each(texts["asks"], reader.question))
    if len({question.name for question in questions}) < len(questions):
        raise ValueRefused(_("Two questions of a move have one name."))
    if len(questions) > MOST_QUESTIONS:
        raise ValueRefused(_("A move asks at most {most} things.").format(most=MOST_QUESTIONS))
    needs = tuple(reader.each(texts["needs"], reader.need))
    costs = tuple(reader.each(texts["costs"], reader.cost))
    deeds = reader.deeds(lines_of(texts["does"]))
    if len(reader.dice) > MOST_DICE:
        raise ValueRefused(_("A move rolls at most {most} times.").format(most=MOST_DICE))
    whom = reader.formula(texts["asked"]) if texts["asked"] else None
    within = read_span(texts["within"]) if texts["within"] else None
    otherwise = read_move({"does": texts["otherwise"]}) if texts["otherwise"] else None
    if otherwise is not None and within is None:
        raise ValueRefused(_("Say how long there is to answer before something else is done."))
    if (whom is not None or within is not None) and not questions:
        raise ValueRefused(_("Only what asks something is owed an answer."))
    shows = reader.formula(texts["shows"]) if texts["shows"] else None
    reader.given |= {"viewer", "owner"} if shows is not None else set()
    if texts["unseen"] not in ("", "yes"):
        raise ValueRefused(_("“Unseen” is yes, or empty."))
    if texts["unseen"] and (reader.calls or reader.passes or reader.asks_for or reader.shows or reader.mixes):
        raise ValueRefused(
            _(
                "A move that nobody else learns of cannot ask anybody, settle orders, pass on a turn or shuffle."
            )
        )
    if shows is not None and shows.calls:
        raise ValueRefused(_("Who sees a move does not hang on sealed orders."))
    names = frozenset(reader.names | (otherwise.names if otherwise is not None else frozenset()))
    return Move(
        questions,
        needs,
        costs,
        deeds,
        tuple(reader.dice),
        names,
        names - reader.given,
        frozenset(reader.calls),
        frozenset(reader.passes),
        reader.deals,
        frozenset(reader.reveals),
        reader.picks,
        frozenset(reader.asks_for),
        whom,
        within,
        otherwise,
        reader.shows,
        shows,
        bool(texts["unseen"]),
    )


def read_question(line: str) -> MoveQuestion:
    """What one line asks, such as “amount: number from 1 to gold”. Raises ValueRefused."""
    return _Reader(KINDS).question(line)


def as_kept(parts: Mapping[str, object]) -> dict[str, str]:
    """The texts of a move as they are kept: without the parts that are empty. Raises ValueRefused."""
    read_move(parts)
    texts = {key: _text(parts.get(key, "")) for key in PARTS}
    return {key: text for key, text in texts.items() if text}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueRefused(_("The parts of a move are texts."))
    return clean_long(value, _("A part of a move"), LONGEST).rstrip()


class _Reader(LineReader):
    """The same for what a move asks, needs and costs."""

    def each(self, text: str, read: Callable[[str], Read]) -> Iterator[Read]:
        """What each line says. Raises ValueRefused that names the line."""
        for _indent, line in lines_of(text):
            yield named(line, partial(read, line))

    def question(self, line: str) -> MoveQuestion:
        match = _ASK.fullmatch(line)
        if match is None:
            raise ValueRefused(
                _("A question is written “other: player among players” or “amount: number from 1 to 6”.")
            )
        name, kind = self.give(match["name"]), match["kind"].lower()
        table = "" if kind in _QUESTIONS else read_key(kind)
        self.names |= {table} - {""}
        of_kind = _QUESTIONS.get(kind, "row")
        if of_kind == "number" and match["most"] is None:
            raise ValueRefused(
                _("A number is asked for from one to another: “amount: number from 1 to gold”.")
            )
        if of_kind in ("choice", "ranking") and match["among"] is None:
            raise ValueRefused(
                _("A choice or ranking is among several: “colour: choice among ['Red', 'Blue']”.")
            )
        if match["among"] and of_kind in ("number", "text", "yes_no"):
            raise ValueRefused(_("Only a player, a row, a choice or a ranking is among several."))
        among, least, most = (
            self.formula(match[key]) if match[key] else None for key in ("among", "least", "most")
        )
        return MoveQuestion(name, of_kind, table, among, least, most)

    def need(self, line: str) -> MoveNeed:
        condition, *rest = _SENTENCE.split(line, maxsplit=1)
        sentence = rest[0].strip()[:SENTENCE_LENGTH] if rest else ""
        return MoveNeed(
            self.formula(condition), sentence or _("This must hold: {condition}.").format(condition=condition)
        )

    def cost(self, line: str) -> MoveCost:
        name, colon, number = line.partition(":")
        if not colon:
            raise ValueRefused(_("A cost is written “gold: 2”."))
        self.names.add(name.strip().lower())
        return MoveCost(read_key(name.strip().lower()), self.formula(number))
