"""On what a sentence hangs: whether the rules have a rule, or a rule some words. Pure."""

from collections.abc import Sequence

from blognomic.i18n.translation import gettext as _
from ruleset.text.finding import spans
from ruleset.text.tree import Tree

from .amender import Amender
from .clauses import VerbClause
from .grammar import Phrase, Word, phrases
from .naming import find, rules_of, unlinked
from .openings import without_label
from .passages import UNITS
from .roles import attached
from .sentences import EnglishSentence
from .shapes import Unclear

Items = Sequence[Phrase | Word]
KeptCondition = dict[str, object]  # as a change keeps it
_NOT = ("there_is_not", "contains_not")


def holds(condition: Items, amender: Amender) -> bool:
    """Whether a condition holds. Raises Unclear where that cannot be told from the rules."""
    return condition_in(condition, amender)[1]


def condition_in(condition: Items, amender: Amender) -> tuple[KeptCondition, bool]:
    """A condition as a change keeps it, and whether it holds. Raises Unclear where that cannot be told from the
    rules."""
    words = [one for one in condition if isinstance(one, Word)]
    claims = [one for one in words if one.what == "claim"]
    if len(claims) != 1 or any(one.kind in ("semicolon", "and") for one in words):
        raise undecided()
    parts = attached(VerbClause("", tuple(one for one in condition if isinstance(one, Phrase))))
    is_not = claims[0].kind in _NOT
    texts = [one for one in parts if _is_text(one)]
    rules = [one for one in parts if one not in texts]
    if not texts and len(rules) == 2 and claims[0].kind.startswith("contains") and rules[1].is_bare:
        texts, rules = rules[1:], rules[:1]
    if len(texts) > 1 or len(rules) > 1:
        raise undecided()
    if texts:
        kept, is_so = _has_text(texts[0], rules[0] if rules else None, amender)
    elif rules and claims[0].kind.startswith("there_is"):
        kept, is_so = _has_rule(rules[0], amender)
    else:
        raise undecided()
    return {**kept, "negated": is_not}, is_so is not is_not


def led_by_condition(
    sentence: EnglishSentence, source: str, trees: Sequence[Tree]
) -> tuple[KeptCondition, str] | None:
    """The condition on rules with which a sentence of `source` begins, as a change keeps it, and the words behind it;
    None where it begins with none, or with one that does not hold alike in all the `trees`."""
    tokens = without_label(sentence.tokens)
    if not tokens or tokens[0].lower not in ("if", "unless"):
        return None
    for end in range(2, len(tokens) - 1):
        if tokens[end].kind != "," and tokens[end].lower != "then":
            continue
        try:
            read = [condition_in(phrases(tokens[1:end], source), Amender(tree, 0)) for tree in trees]
        except Unclear:
            continue
        if len({is_so for _kept, is_so in read}) > 1:
            return None
        rest = tokens[end + 1 + (tokens[end + 1].lower == "then") :]
        if not rest:
            return None
        kept = turned(read[0][0]) if tokens[0].lower == "unless" else read[0][0]
        return kept, sentence.text[rest[0].start - sentence.start :]
    return None


def undecided() -> Unclear:
    return Unclear(
        _(
            "Whether that is so cannot be told from the rules. Leave it to a person, or say it without a condition."
        )
    )


def _is_text(part: Phrase) -> bool:
    return part.noun in (*UNITS, "text") and (part.text is not None or bool(part.opening))


def _has_rule(part: Phrase, amender: Amender) -> tuple[KeptCondition, bool]:
    if len(part.names) != 1 or part.noun not in ("", "rule", "subrule"):
        raise undecided()
    some = find(part.names[0].text, amender.tree)
    if part.number and some and rules_of(part, amender.tree, amender.context) != some:
        raise undecided()
    if len(some) == 1:
        amender.context = some[0].key
    amender.missing = "" if some else unlinked(part.names[0].text)
    return {"kind": "rule", "words": unlinked(part.names[0].text)}, bool(some)


def _has_text(part: Phrase, home: Phrase | None, amender: Amender) -> tuple[KeptCondition, bool]:
    words = part.text or part.opening
    if (
        home is not None
        and not home.is_bare
        and home.noun not in ("rule", "subrule", "rules_of")
        and not home.number
    ):
        raise undecided()
    nodes = rules_of(home, amender.tree, amender.context) if home is not None else list(amender.tree.walk())
    matching = [node for node in nodes if spans(words, node.text)[0]]
    if not matching and any(spans(words, node.text)[1] for node in nodes):
        raise undecided()
    if len(nodes) == 1 or len(matching) == 1:
        amender.context = (matching or nodes)[0].key
        amender.unit = words if matching else ""
    is_one = home is not None and home.noun != "rules_of"
    return {"kind": "text", "rule": nodes[0].name if is_one else "", "words": words}, bool(matching)


def turned(condition: KeptCondition) -> KeptCondition:
    """The condition turned round."""
    return {**condition, "negated": not condition["negated"]}
