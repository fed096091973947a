"""Words of a sentence that order nothing: what stands in brackets, adverbs, and the reason that is given."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from .leads import SETTLES, without_brackets
from .lexicon import Lexicon
from .talk import EFFECTS, names_value
from .words import StepWord

_ADVERBS: Final = frozenset(
    """henceforth hereby forthwith immediately promptly accordingly thereby duly simply hereafter also too again
    automatically permanently officially formally finally please then thereupon thenceforth herewith""".split()
)
_REASON: Final = re.compile(
    r"(?:as an? (?:\w+ )?(?:reward|thank|thanks|token|penalty|punishment|consolation|bonus|gesture|compensation|"
    r"prize|sign|result|consequence|treat|favou?r|present|gift)|"
    r"as (?:thanks|compensation|punishment|penance|consolation|recompense)|because|"
    r"in (?:recognition|honou?r|celebration|memory|appreciation|light|view|compensation) of|"
    r"for (?:his|her|their|its|being|having|fairness|fun|balance|good|old|all (?:his|her|their))|"
    r"to (?:celebrate|thank|commemorate|make up|compensate|even|keep|help|honou?r|make things|balance|reflect)|"
    r"by way of|out of|due to|owing to|thanks to|just (?:because|for)|so that|since)\b"
)
_LIMITS: Final = re.compile(
    r"\b(?:tomorrow|tonight|today|secret\w*|private\w*|next|day|days|week|weeks|month|months|hour|hours|once|before|after|"
    r"until|till|when|whenever|while|later|"
    r"\w+day|during|upon|may|might|can|could|wish\w*|choose\w*|like|optional\w*|vetoed?)\b"
)


def plainer(words: Sequence[StepWord], lexicon: Lexicon) -> Iterator[Sequence[StepWord]]:
    """The words as they are; then without what settles nothing: brackets, adverbs, a reason at the start or the end."""
    tried: list[tuple[StepWord, ...]] = []
    for some in without_brackets(words):
        for bare in (some, _without_adverbs(some)):
            for each in (bare, _without_reason(bare, lexicon)):
                if each and tuple(each) not in tried:
                    tried.append(tuple(each))
    tried.sort(key=len, reverse=True)
    yield from tried


def _without_adverbs(words: Sequence[StepWord]) -> list[StepWord]:
    return [each for each in words if each.kind != "word" or each.lower not in _ADVERBS]


def _without_reason(words: Sequence[StepWord], lexicon: Lexicon) -> Sequence[StepWord]:
    """Without a reason, which names no amount, no effect and nothing that settles what is done."""
    commas = [at for at, each in enumerate(words) if each.text == "," and each.kind == "mark"]
    if commas and _is_reason(words[: commas[0]], lexicon):
        words = words[commas[0] + 1 :]
    for at in range(1, len(words)):
        if _is_reason(words[at:], lexicon):
            end = at - 1 if words[at - 1].text in (",", "–", "—", "-") else at
            return words[:end]
    return words


def _is_reason(words: Sequence[StepWord], lexicon: Lexicon) -> bool:
    if any(each.kind in ("quote", "number") or each.text in (";", ":") for each in words):
        return False
    sentence = " ".join(each.lower for each in words)
    return (
        bool(_REASON.match(sentence))
        and not SETTLES.search(sentence)
        and not EFFECTS.search(sentence)
        and not _LIMITS.search(sentence)
        and not names_value(words, lexicon)
    )
