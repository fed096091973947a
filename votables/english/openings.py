"""How sentences begin: which words open an instruction, and which only talk about one. Pure."""

import re
from collections.abc import Sequence

from .atoms import Atom

# Verbs that change the rules, as they open an instruction; their other forms are in `CHANGING`.
AMENDING = frozenset(
    """add append prepend insert include attach create enact introduce establish make write replace substitute swap
    exchange change amend alter modify edit revise reword rephrase rewrite update correct fix remove delete strike
    excise erase cut drop omit repeal abolish revoke rescind rename retitle move relocate transfer copy duplicate put
    place set switch turn activate deactivate enable disable restore reinstate merge split combine reorder renumber
    clear blank empty undo revert reverse apply carry do perform have let call give name title convert expand extend
    shorten tidy clarify clean capitalise capitalize italicise bold adjust""".split()
)
# Verbs that do so only where a sentence begins with them.
_OPENING = frozenset("tack scrap toggle flip promote draft overwrite annul interchange shift".split())
# Verbs that change the gamestate.
PLAYING = frozenset(
    """give grant award set take deduct subtract increase decrease raise lower double halve triple reduce reset
    transfer move swap add remove pay roll draw assign distribute divide share distribute clear blank empty destroy
    create kill idle unidle increment decrement credit debit spend multiply round change replace update put
    pick choose choose select toss flip shuffle record note restore return unset fill""".split()
)
# Words that turn what follows into a change of the rules, in any form.
CHANGING = re.compile(
    r"(?:append|prepend|insert|creat|enact|introduc|establish|replac|substitut|chang|amend|alter|modif|edit|"
    r"revis|reword|rephras|rewrit|rewritten|updat|remov|delet|str(?:ik|uck)|excis|eras|repeal|abolish|revok|rescind|"
    r"renam|retitl|mov(?:e|ing)|relocat|cop(?:y|ied)|add(?:ed|ing|s|ition)?$|swap|exchang|omit|undo|revert|restor|"
    r"merg|combin|split|reorder|renumber)",
    re.IGNORECASE,
)
FRONTED = frozenset(
    "in to into from of within under after before at on throughout following below above beneath inside between "
    "immediately directly also then next finally additionally furthermore moreover besides".split()
)
CONDITIONAL = frozenset(
    "if unless otherwise else provided assuming where when once whenever should only".split()
)
RULE_WORDS = frozenset(
    "rule rules subrule subrules sub-rule sub-rules section ruleset paragraph sentence".split()
)
_TALK = re.compile(
    r"\b(?:i|i['’](?:m|d|ve|ll)|we|we['’](?:re|d|ve|ll)|let['’]s|my|our|us|me|imo|imho|btw|thanks|thank|hopefully|"
    r"proposal|proposals|hello|hi|sorry|welcome|perhaps|maybe|flavou?r)\b"
    r"|^\W*(?:this (?:would|will|should|makes?|means?|is|was|rule|lets?|gives?|way|change|fix|adds?|allows?)"
    r"|that (?:would|will|should|makes?|way)|it (?:seems|would|looks|feels|was)|the (?:idea|point|reason|aim|thought)"
    r"|as (?:it stands|things stand|you|discussed|suggested|promised)|because|since|currently|right now|at the moment"
    r"|at present|note(?:s)?\b|comment|rationale|commentary|background|why|so far|just|basically|seems|yes|no|well|ok"
    r"|there (?:is|are|has|have|was)|nobody|everyone|time)",
    re.IGNORECASE,
)

_IN_BRACKETS = re.compile(r"\((?:[^()]|\([^()]*\))*\)")


def is_talk(text: str) -> bool:
    """Whether a sentence speaks to the readers of a proposal, not to the rules."""
    bare = text.strip()
    if len(bare) > 1 and (_IN_BRACKETS.fullmatch(bare) or is_in_italics(bare)):
        return True
    return _TALK.search(bare[:2_000]) is not None


_SURELY_TALK = re.compile(
    r"\b(?:i|i['’](?:m|d|ve|ll)|we|we['’](?:re|d|ve|ll)|let['’]s|my|our|us|me|imo|imho|btw|thanks|thank|hopefully|"
    r"this proposal|hello|hi|sorry|welcome)\b"
    r"|^\W*(?:this (?:would|will|should|makes?|means?|way|change|fix|lets?)|that (?:would|will|should|makes?|way)|"
    r"it (?:seems|would|looks|feels)|the (?:idea|point|reason|aim|thought) |"
    r"as (?:it stands|things stand|you|discussed|suggested|promised)|"
    r"comment|rationale|commentary|background|so far|basically)\b",
    re.IGNORECASE,
)
_RULES_ON = re.compile(
    r"\b(?:may|must|cannot|can|shall|whenever|gains?|loses?|each|every|always|never|has|have|costs?|begins?|starts?|ends?|counts?)\b",
    re.IGNORECASE,
)


def goes_on(paragraph: str) -> bool | None:
    """Whether a paragraph below a plain text of a rule belongs to it, and is no talk about it; None where that is not
    clear."""
    bare = paragraph.strip()
    if _IN_BRACKETS.fullmatch(bare) or is_in_italics(bare) or _SURELY_TALK.search(bare[:2_000]):
        return False
    if _TALK.search(bare[:2_000]) is None or _RULES_ON.search(bare):
        return True
    return None


def is_in_italics(text: str) -> bool:
    """Whether a text is one emphasis from end to end, as remarks on a proposal are."""
    return (
        len(text) > 1
        and (text[0] == text[-1] and text[0] in "*_")
        and text[1] != text[0]
        and text[0] not in text[1:-1]
    )


def without_label(tokens: Sequence[Atom]) -> Sequence[Atom]:
    """Without "Part 1:", "Step two -", "1)" and such like before the sentence itself."""
    place = 0
    if tokens and tokens[0].lower in ("part", "step", "change", "section", "item", "point", "amendment"):
        place = 1
        if len(tokens) > 1 and (tokens[1].kind == "number" or tokens[1].lower in LABELS):
            place = 2
        if place == 2 and len(tokens) > 2 and tokens[2].kind in (":", ")", "-", "–", "—", "stop", ","):
            while len(tokens) > place and tokens[place].kind in (":", ")", "-", "–", "—", "stop", ","):
                place += 1
            return tokens[place:]
        return tokens
    if len(tokens) > 2 and tokens[0].lower in ORDERLY and tokens[1].kind in (",", ":", "-", "–", "—"):
        return tokens[2:]
    return tokens


def is_label(tokens: Sequence[Atom]) -> bool:
    """Whether a sentence is nothing but "**Step one.**", which only says how the text is divided."""
    if (
        len(tokens) not in (1, 2)
        or tokens[0].kind != "strong"
        or tokens[-1].kind not in ("strong", "stop", ":")
    ):
        return False
    return _LABEL.fullmatch(tokens[0].text.strip()) is not None


_LABEL = re.compile(
    r"\d{1,2}\s*[.:)–—-]?|(?:part|step|change|section|item|point|amendment)\s+(?:\d{1,2}|[a-z]{1,6})\s*[.:)–—-]?",
    re.IGNORECASE,
)
LABELS = frozenset("one two three four five six seven eight nine ten a b c d e f i ii iii iv v".split())
ORDERLY = frozenset(
    "first firstly second secondly third thirdly fourth fourthly fifth last lastly finally then next also "
    "furthermore additionally moreover besides afterwards so thus hence therefore anyway accordingly".split()
)


def begins_instruction(tokens: Sequence[Atom]) -> bool:
    """Whether a paragraph that begins so is an instruction, and no part of a text that was announced before it."""
    some = list(without_label(tokens)[:200])
    while some and some[0].lower in _POLITE:
        some.pop(0)
    if not some:
        return False
    first = some[0].lower
    if some[0].kind == "word" and first in AMENDING | PLAYING | _OPENING:
        return True
    names_something = any(
        one.kind in ("quote", "strong", "number") or one.of == "rule" or one.lower in RULE_WORDS
        for one in some
    )
    if not names_something:
        return False
    words = [one.lower for one in some if one.kind == "word"]
    if some[0].kind == "word" and first in FRONTED | CONDITIONAL | ORDERLY:
        return any(word in AMENDING or word in ("becomes", "become") for word in words[1:])
    if _is_of_rule(some) and words and _GETS_TEXT & set(words[:12]):
        return True
    return _is_passive(words) and (
        some[0].kind in ("quote", "strong") or first in ("the", "a", "every", "all", "rule")
    )


_GETS_TEXT = frozenset("gains loses gets receives becomes has".split())


def _is_of_rule(some: Sequence[Atom]) -> bool:
    """Whether a sentence has a rule, or what stands in one, as its subject: "The list in “X” gains a bullet"."""
    head = [one.lower for one in some[:6]]
    is_named = some[0].kind in ("quote", "strong") or some[0].of == "rule"
    names_rule = any(one.kind in ("quote", "strong") or one.of == "rule" for one in some[:8])
    return (
        (is_named or head[0] in ("the", "rule"))
        and (is_named or bool({"rule", "list", "subrule", "table"} & set(head[:3])))
        and names_rule
    )


_POLITE = frozenset("please hereby kindly simply just also then now".split())


def _is_passive(words: Sequence[str]) -> bool:
    """ "… is hereby repealed", "… should be changed to …", "There should be a rule …"."""
    return any(
        word in ("is", "are", "be") and any(CHANGING.match(other) for other in words[place + 1 : place + 3])
        for place, word in enumerate(words)
    )


def is_story(tokens: Sequence[Atom]) -> bool:
    """Whether a sentence only tells how things are or were: it has a subject, no word that orders, obliges, counts or
    speaks of a change, and nothing of the game that could be changed."""
    if any(one.kind in _NO_TALE or one.of in ("variable", "player") for one in tokens):
        return False
    words = [one.lower.replace("’", "'") for one in tokens if one.kind in ("word", "name")]
    is_wish = words[:1] == ["may"]  # "May the sea be kind."
    if any(CHANGING.match(word) or word in _NO_STORY for word in words[is_wish:]) or len(words) < 4:
        return False
    is_named = tokens[0].text[:1].isupper() and words[1] in _TELLS
    return words[is_wish] in _SUBJECTS or is_named


_NO_TALE = ("quote", "strong", "body", "number", "tag", "rest")
_SUBJECTS = frozenset(
    "the a an this that these those his her its their our my he she they we there here somewhere someone outside "
    "inside once long it in on at by from far deep beyond somehow meanwhile tonight today yesterday".split()
)
_TELLS = frozenset(
    "have feel feels seem seems is was are were has had said says lies lay stood stands sat sits came "
    "comes went".split()
)
_NO_STORY = (
    RULE_WORDS
    | PLAYING
    | frozenset(
        """shall should must will would can cannot could ought needs need may not no longer anymore instead now each
        every all any nobody everybody everyone whoever whenever if unless until idle active admin admins emperor
        player players proposal proposals vote votes votable enacted void effect effects start starts begin begins end
        increases decreases gains gain loses lose receives receive gets get pays pay becomes become counts count equals
        equal text texts wording word words phrase bullet list table row title heading ruleset tracker gamestate
        dynasty called named renamed considered treated amended ceases cease applies apply means refers refer
        reference references default""".split()
    )
)
