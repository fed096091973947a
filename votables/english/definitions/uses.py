"""Sentences that speak of a tracked value and leave what it is alone: what may be done with it, what it costs, who has
most of it, what happens when it changes. Any other sentence about a value may say its kind, its default or its limits."""

import re
from typing import Final

from .words import NUMBER

_DOING: Final = (
    r"(?:spen[dt]|pa(?:y|id)|gain|los[et]|earn|tak(?:e|en)|gives?n?|gave|trad|transfer|steal|stole|buy|bought|sell|sold|us(?:e|ing)|burn|discard|add|remov|"
    r"increas|decreas|reduc|rais|lower|doubl|tripl|halv|swap|exchang|chang|alter|deduct|subtract|mov|collect|win|won|cost|worth|choos|chose|"
    r"announc|reveal|compar|count|award|lend|lent|borrow|repa(?:y|id)|ow(?:e|ing)|eat|drink|throw|draw|play|mak(?:e|ing)|made|craft|cast|bid|bet|wager|hand|pass|"
    r"sacrific|forfeit|donat|deliver|pick|find|found|catch|caught|mend|repair|break|broke|updat|correct|fix|advanc|mov|claim|destroy|convert|turn|"
    r"roll|multipl|divid|send|sent|ask|guess|tell|told|learn|see|read|sav|dig|plant|feed|fed|heal|hurt|attack|rest|restor|recover|refill|fill|empt(?:y|ie)|regain|return|"
    r"set|reset|adjust|modif|improv|train|visit|enter|leav|left|bring|brought|carry|put|place|name|nam(?:e|ing)|invest|deposit|withdr[ae]w|grant|deserv|allocat|distribut|shar|squander|exceed)"
    r"(?:e|s|es|ed|d|n|en|ing|ting|ning|ping)?"
)
_HOW_MUCH: Final = (
    rf"(?: (?:up to|at least|exactly|only|any|some|all|all of|half|half of|their|its|his|her|his or her|the|that|those|an?|this|another|more|further|additional|extra|fewer|less|"
    rf"as many|as much|twice|both|one of|own|of|number|amount|amounts|numbers|value|each|every|most|least|fewest|highest|lowest|greatest|largest|same|whose|"
    rf"(?:(?:an?|the|that|any|each|other|two) )?[\w-]+(?:'s|s')|current|new|old|to|from|by|in|equal to|and|or|(?:{NUMBER})))*"
)
_DOES: Final = rf"\b{_DOING}(?: (?:him|her|it|them|one|the [\w-]+|each|[A-Z][\w-]+)){{0,2}}{_HOW_MUCH} $"
"""What stands before a value that something is done with."""
_HAVING: Final = (
    rf"\b(?:with|without|whose|who(?:ever)? (?:first )?(?:has|have|holds?|owns?|is|are|was)|having|holding|owning|that (?:has|have|is|are)|of|at|per|for (?:each|every)|than|by|in|any|each|every|"
    rf"(?:most|least|fewest|highest|lowest|greatest|largest|smallest|same|much|many|enough|no|of that|to|from|into|for|as|and|or|also|the)){_HOW_MUCH} $"
)
"""What stands before a value that only tells who or how much is meant."""
_EVENT: Final = re.compile(
    r"(?:(?:Whenever|When|Each time|Every time|If|Once|After|Before|While|As soon as|Until|Unless|During|For (?:each|every))\b[^,]{3,160},|"
    r"As an? (?:daily|weekly|communal|dynastic|free)[\w -]* action,?|"
    r"(?:Once|Twice|Three times) (?:a|per|every|each|in every|in each) \w+,?|At the (?:end|start|beginning|turn) of (?:each|every|the|a) (?!game|dynasty|career)\w+,?|"
    r"(?:Every|Each|On) (?:day|week|month|night|morning|evening|turn|round|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)s?,?|At any time,?|To \w+[^,]{0,80},) "
)
_STARTING: Final = re.compile(
    r"\b(?:new|newly|newcomers?|newest|join\w*|begin\w*|began|starts?|starting|initial\w*|at first|originally|default\w*|usual(?:ly)?|normal(?:ly)?|arriv\w*|enter(?:s|ed|ing)?|enrol\w*|"
    r"sign(?:s|ed)? up|recruit\w*|register\w*|fresh|from the outset|recorded|written|stated)\b(?! (?:day|week|turn|round|month))",
    re.IGNORECASE,
)
_SAYS_WHAT_IT_IS: Final = re.compile(
    r"\b(?:negative|fractions?|fractional|whole|even|odd|multiples?|secret(?:ly)?|private(?:ly)?|hidden|track\w*|integers?|limits?|limited|capped|cap|ceiling|floor|maximum|minimum|"
    r"impossible|allowed|possible|ever|largest possible|no more|no fewer than|no less than|no lower|no higher|synonyms?|also (?:known|called)|means?|called|known as|abbreviat\w*|shown|visible|"
    r"top out|tops out|average|shares? (?:an?|one|the same|a single))\b",
    re.IGNORECASE,
)
_BOUNDS: Final = re.compile(
    r"\b(?:no|nobody|none|never|not|cannot|can't|must|always|only)\b[^,;]*\b(?:more than|above|over|beyond|exceed|below|under|less than|fewer than|at most|at least|up to|lower than|higher than|greater than)\b",
    re.IGNORECASE,
)
_EXTREMES: Final = re.compile(
    rf"(?:The )?(?:most|least|fewest|greatest|largest|smallest|highest|lowest)\b.*\b(?:is|are) (?:{NUMBER})|\b(?:is|are) the (?:most|least|fewest)\b|\b(?:may|can|cannot|never)\b.*\b(?:an?|the) (?:[a-z]+th|third|second) "
    rf"|\bwould\b.*\b(?:more than|above|exceed|beyond|over|below|less than|fewer than)\b",
    re.IGNORECASE,
)
_IS_SO: Final = re.compile(rf" (?:is|are) (?:very |quite |always )?(?!(?:{NUMBER})\b)[a-z]+[.]?$")
_AT_A_TIME: Final = re.compile(
    r"\b(?:a|per|each|every|in one|in any|in a|on any|on one|in the same|any one|any single|at a|at one) (?:single )?(?:day|week|month|turn|round|night|hour|season|time|action|go|sunday|monday|dynasty)\b|\bat once\b",
    re.IGNORECASE,
)
_MODAL: Final = r"(?:may|can|cannot|must|shall|will|should|could|might)(?: not| never| only| also| always)?"
_DONE: Final = re.compile(
    rf"(?:'s)? (?:(?:that|which) [^,;.]{{1,60}} )?(?:(?:is|are|was|were|has been|have been|{_MODAL} (?:also )?be|{_MODAL} not be)(?: then| thereby| never| not| only| also| immediately)? )(?!set\b|reset\b|rais|lower|reduc){_DOING}\b"
)
_MADE: Final = re.compile(
    rf"(?:'s)? {_MODAL} (?:also )?be (?!set\b|reset\b|raised|lowered|reduced|fixed|written)\w+(?:ed|ld|nt|en)\b"
)
_STATES: Final = re.compile(
    rf"'s|,? (?:is|are|has|have|equals?|stands?|counts?|lies?|ranges?|goes|go|stops?|stays?|begins?|{_MODAL})\b"
)
_NEGATIVE: Final = re.compile(r"\b((?:with|has|have|having) (?:an? )?)negative\b")
"""Who has less than nothing: that says what happens then, and sets no limit."""
_GOES: Final = re.compile(
    r"(?:'s)? (?:goes|go|rises?|falls?|drops?|increases?|decreases?|moves?|changes?|grows?|shrinks?|doubles?|is (?:increased|decreased|reduced|raised|lowered|changed|set|reset)|becomes?) "
)


def leaves_alone(text: str, names: str) -> bool:
    """Whether a sentence that speaks of values leaves alone what they are. `names` is a pattern of their names, and of
    "them" or "it" where these are meant."""
    text = _NEGATIVE.sub(r"\1some", text)
    if _EXTREMES.search(text) or _STARTING.search(text) or _SAYS_WHAT_IT_IS.search(text):
        return False
    event = _EVENT.match(text)
    if event is not None:
        rest = text[event.end() :]
        if re.match(rf"(?:it|they|that|this) (?:is|are|counts?|stays?) (?:{NUMBER})", rest):
            return False
    plain = re.sub(
        rf"\b(?:with|having|without|who (?:has|have|holds?|owns?)|whose)\b[^,;.]{{0,60}}?\b(?:{names})\b",
        "with ·",
        text,
    )
    if _BOUNDS.search(plain) and not _AT_A_TIME.search(plain):
        return False
    return all(_is_used(text, mention, event) for mention in re.finditer(rf"\b(?:{names})(?![\w-])", text))


def may_tell(text: str) -> bool:
    """Whether a sentence that names no value may tell a default or a limit of the one spoken of before: it ends in a
    number, and has words for that."""
    return re.search(rf"(?:{NUMBER})(?: each)?[.]?$", text) is not None and any(
        words.search(text) for words in (_STARTING, _SAYS_WHAT_IT_IS, _EXTREMES, _BOUNDS)
    )


def _is_used(text: str, mention: re.Match[str], event: re.Match[str] | None) -> bool:
    """Whether one mention of a value is of what is done with it, or tells who is meant."""
    before, behind = text[max(0, mention.start() - 90) : mention.start()], text[mention.end() :]
    if event is not None and (mention.start() < event.end() or _GOES.match(behind)):
        return True
    if _DONE.match(behind) or _MADE.match(behind) or re.search(_DOES, before, re.IGNORECASE):
        return True
    if _GOES.match(behind) and re.search(r"\b(?:when|whenever|each time|every time|if|by)\b", behind):
        return True
    if not before.strip() and _IS_SO.match(behind):
        return True  # "Flour is white"
    if _STATES.match(behind):
        return (
            re.search(
                r"\b(?:whose|who|if|when|while|where|once|unless|with|that|until)\b[^,;]*$",
                before,
                re.IGNORECASE,
            )
            is not None
        )
    if not before.strip() and not re.search(rf"\b(?:{NUMBER})", behind):
        return True  # "Parrots like nuts"
    return re.search(_HAVING, before, re.IGNORECASE) is not None
