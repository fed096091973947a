"""Sentences that order nothing on the gamestate: talk to the readers, and changes of the rules' text."""

import re
from collections.abc import Sequence
from typing import Final

from .lexicon import Lexicon
from .templates import Parser
from .words import StepWord

_OPENS: Final = re.compile(
    r"(?:i (?:think|feel|believe|hope|wonder|would|guess|suppose|know|like|want|just|admit|am|'m|have been|was)|i'm|i'd|i've|we|let's|it (?:seems|is|was|has|would|might|looks|feels)|"
    r"because|since|sorry|thanks|hopefully|maybe|perhaps|as (?:discussed|promised|suggested|agreed|mentioned|you)|last (?:week|time|month|dynasty)|"
    r"currently|right now|at the moment|at present|poor|why|how|what|this (?:is|was|makes|would|should|will|means|keeps|helps|puts|gives|brings|evens|reflects|seems|feels|way|has|restores|lets|rewards|punishes|balances|ought|may|might|fixes|follows|does not|goes|saves|settles)|"
    r"that (?:is|was|makes|would|should|will|means|seems)|these (?:are|were|seem)|those (?:are|were)|there (?:is|are|has|was|were) (?:been|too|not|little|much|something|nothing|no reason|a feeling)|"
    r"the (?:idea|point|reason|aim|thought|intention|intent|rest|hope) |nothing (?:more|else|fancy)|for (?:fun|fairness|balance|the record)|enough|time (?:to|for)|so far|note that|in short|to be (?:clear|fair|honest)|"
    r"a (?:small|little|modest|simple|quick) |just a|not much|better|hello|hi|dear|good|yes|well|ok|okay|here (?:is|goes)|my |our |some of us|many of us|most of us|none of us)\b"
)
_ORDERS: Final = frozenset(
    """add append award bring cap change clear create credit deduct delete destroy distribute divide dock double decrease drop empty exchange
    fine for give grant halve if increase insert lower make mark move multiply otherwise pay put raise reduce rename remove repeat replace reset
    restore revert round set share simultaneously split strip subtract swap take transfer triple undo unless whenever when whoever each every all no
    everyone everybody until once during after before roll flip choose pick let end begin start stop track upon""".split()
)
EFFECTS: Final = re.compile(
    r"\b(?:gains?|loses?|receives?|gives?|gets?|grants?|awards?|pays?|set|sets|resets?|increases?|decreases?|reduces?|raises?|lowers?|"
    r"doubles?|triples?|halves?|halve|transfers?|swaps?|moves?|removes?|deletes?|adds?|becomes?|changes?|takes?|clears?|empty|empties|subtracts?|deducts?)\b"
)
_HANGS: Final = re.compile(
    r"\b(?:proposal|proposals|vote|votes|voted|voters|voting|comment|comments|enact|enacted|enacting|enactment|admin|dice|dice\d+|veto|vetoed|quorum)\b"
)
_AMENDS: Final = re.compile(
    r"(?:(?:then|next|also|finally|first|and)(?: ,)? )?(?:in|to|from|at the end of|after|before|under|within|amend|repeal|enact|create|add|append|remove|delete|replace|change|rename|insert|strike|reword|update|rewrite|abolish|revoke|establish|introduce|edit|modify)\b"
)
_OF_RULES: Final = re.compile(
    r"\b(?:rules?|subrules?|ruleset|sub-rules?|paragraphs?|sentences?|bullets?|bullet point|sections?|glossary|appendix|special case|text)\b"
)


def mentions(words: Sequence[StepWord], lexicon: Lexicon) -> bool:
    """Whether a sentence names anything of the gamestate outside quotations."""
    parser = Parser(words, {}, {})
    named = (
        lexicon.variables,
        lexicon.players,
        lexicon.rows,
        lexicon.tables,
        lexicon.noun,
        lexicon.emperor,
        lexicon.adjectives,
        lexicon.choices,
    )
    return any(any(True for _ in phrases.at(parser, at)) for at in range(len(words)) for phrases in named)


def names_value(words: Sequence[StepWord], lexicon: Lexicon) -> bool:
    """Whether a sentence names a value, a row, or what somebody can be."""
    parser = Parser(words, {}, {})
    named = (lexicon.variables, lexicon.rows, lexicon.tables, lexicon.adjectives)
    return any(any(True for _ in phrases.at(parser, at)) for at in range(len(words)) for phrases in named)


def is_talk(words: Sequence[StepWord], lexicon: Lexicon) -> bool:
    """Whether a sentence speaks to the readers and orders nothing."""
    sentence = _said(words)
    if any(token.text == "?" for token in words[-1:]):
        return True
    if _HANGS.search(sentence) and re.search(r"\b(?:if|unless|when|until|should)\b", sentence):
        return False
    if EFFECTS.search(sentence) and names_value(words, lexicon):
        return False
    if _OPENS.match(sentence) and not re.match(
        r"(?:it|this) (?:is|was) (?:set|reset|increased|changed|added)\b", sentence
    ):
        return True
    if (
        words[0].lower in _ORDERS
        or _HANGS.search(sentence)
        or re.search(r"\b(?:gains?|loses?|becomes?|must|shall|may|resets?)\b", sentence)
    ):
        return False
    return not mentions(words, lexicon)


def is_amendment(words: Sequence[StepWord], lexicon: Lexicon) -> bool:
    """Whether a sentence changes the text of the rules, and nothing beside."""
    sentence = _said(words)
    if not _AMENDS.match(sentence) or not _OF_RULES.search(sentence):
        return False
    names = [token for token in words if token.kind != "quote"]
    parser = Parser(names, {}, {})
    named = (lexicon.variables, lexicon.players, lexicon.rows)
    return not any(any(True for _ in phrases.at(parser, at)) for at in range(len(names)) for phrases in named)


def _said(words: Sequence[StepWord]) -> str:
    return " ".join("“”" if token.kind == "quote" else token.lower for token in words)
