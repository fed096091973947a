"""Reads the moves in a rule: what it lets players do, and what it has happen by itself, sure or not at all."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gamestate.values.definitions import key_for

from ..definitions import read_definitions
from ..definitions.sentences import RuleSentence, sentences
from ..definitions.words import plain
from .grammar_of_moves import MovesLead, Unsure, sentence_read, with_lead
from .move_shapes import MoveValue, ReadMove
from .moves_in_english import title_of
from .words import LONGEST, MoveWords

MOST_CHARACTERS: Final = 20_000
MOST_SENTENCES: Final = 60
_POINTS: Final = re.compile(
    r"\b(?:this|that|these|those|such|so|above|below|following|foregoing|previous|latter|former|actions?|moves?|upkeep|"
    r"instead|unless|except|only|not|cannot|can't|never|no|none|nobody|same|again|also|additionally|doing|does|do|did|done|"
    r"time|when|whenever|if|while|until|once|twice|rule|section|otherwise|rather|ignore|limits?|limited|costs?|must|"
    r"during|after|before|forbidden|prohibited|suspended|allowed|required|needs?|doubled?|halved|extra|bonus)\b|:",
    re.IGNORECASE,
)
"""What another sentence says that may be about a move beside it."""
_PRONOUN: Final = re.compile(r"\b(?:it|they|them|he|she|his|her|its|their)\b", re.IGNORECASE)
_MAY_MOVE: Final = re.compile(r"\b(?:may|every|each|at|on|when|whenever|as soon as)\b", re.IGNORECASE)
_LIST: Final = re.compile(
    r"^(?P<lead>[^\n]{1,300}\bmay\b[^\n]{1,200}\bone of the following:)[ \t]*\n\s*\n?"
    r"(?P<items>(?:[ \t]{0,3}[*+•-] [^\n]+(?:\n|\Z))+)",
    re.MULTILINE,
)
_ITEM: Final = re.compile(r"\n[ \t]{0,3}[*+•-] ")


def read_moves(
    rule_text: str,
    words: Mapping[str, str],
    values: Sequence[MoveValue],
    frequencies: Collection[str] = ("daily", "weekly"),
) -> list[ReadMove]:
    """The moves that a rule's text (Markdown) says, and what it has happen by itself, in order; none of them where a
    sentence beside them may say more of them. `words`: the game's for `player`, `players` and `emperor`; `values`: what
    it tracks; `frequencies`: the names that the law has for how often something may be done."""
    if not values or len(rule_text) > MOST_CHARACTERS or _MAY_MOVE.search(rule_text) is None:
        return []
    reader = MoveWords.of(words, values, frequencies)
    moves: list[ReadMove] = []
    others: list[str] = []
    for part in _parts(rule_text):
        if isinstance(part, _MoveList):
            try:
                moves += _of_list(part, reader)
            except Unsure:
                return []  # one of its items is not clear
            continue
        for sentence in sentences(part):
            if len(moves) + len(others) > MOST_SENTENCES:
                return []
            try:
                moves.append(_alone(sentence, reader))
            except Unsure:
                others.append(f"{sentence.lead} {sentence.text}".strip())
    return [] if moves and any(_may_be_about(one, reader, words) for one in others) else moves


@dataclass(frozen=True, slots=True)
class _MoveList:
    """What stands before a list of moves of which one may be made, and its items."""

    lead: str
    items: tuple[str, ...]


def _parts(rule_text: str) -> Iterator[str | _MoveList]:
    """The lists of moves in a text, and what stands between them."""
    at = 0
    for match in _LIST.finditer(rule_text):
        yield rule_text[at : match.start("lead")]
        items = tuple(_ITEM.split(f"\n{match['items']}")[1:])
        yield _MoveList(plain(match["lead"]), tuple(plain(one) for one in items))
        at = match.end()
    yield rule_text[at:]


def _alone(sentence: RuleSentence, reader: MoveWords) -> ReadMove:
    """The move that a sentence says by itself. Raises Unsure."""
    if sentence.lead or len(sentence.text) > LONGEST:
        raise Unsure
    read = sentence_read(sentence.text, reader)
    if isinstance(read, MovesLead):
        raise Unsure
    return read


def _of_list(part: _MoveList, reader: MoveWords) -> list[ReadMove]:
    """The moves of a list. Raises Unsure where one is not clear."""
    lead = sentence_read(part.lead, reader)
    some = [sentence_read(one, reader, in_list=True) for one in part.items]
    moves = [one for one in some if isinstance(one, ReadMove)]
    if not isinstance(lead, MovesLead) or len(moves) < len(some):
        raise Unsure
    limit = key_for(title_of(moves[0], reader.player)) if lead.frequency else ""
    return [with_lead(one, lead, limit) for one in moves]


def _may_be_about(sentence: str, reader: MoveWords, words: Mapping[str, str]) -> bool:
    """Whether a sentence that is no move may say something of one beside it: it defines nothing, and speaks of what
    that speaks of, if it lets nobody do something else."""
    reading = read_definitions(sentence, words)
    if reading.definitions and not reading.questions:
        return False
    if _POINTS.search(sentence) is not None:
        return True
    who = (
        rf"(?:an?|any|each|every) {re.escape(reader.player)} may [a-z]|{re.escape(reader.players)} may [a-z]"
    )
    if re.match(who, sentence, re.IGNORECASE):
        return False
    names = [reader.player, reader.players, *(one.name for one in reader.values)]
    spoken_of = rf"\b(?:{'|'.join(map(re.escape, names))})s?\b"
    return _PRONOUN.search(sentence) is not None or re.search(spoken_of, sentence, re.IGNORECASE) is not None
