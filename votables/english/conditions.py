"""On what a sentence hangs: whether the rules have a rule, or a rule some words. Pure."""

from collections.abc import Sequence

from blognomic.i18n.translation import gettext as _
from ruleset.text.quoted_words import spans
from ruleset.text.tree import Tree

from .amender import Amender
from .building import is_special_case, is_status
from .clauses import VerbClause
from .grammar import Phrase, Word, phrases
from .openings import without_label
from .passages import UNITS, located
from .reading_parts import Unclear
from .roles import attached
from .rule_references import find, numbered, rules_of, sections, unlinked
from .sentences import EnglishSentence

Items = Sequence[Phrase | Word]
KeptCondition = dict[str, object]  # as a change keeps it
_NOT = ("there_is_not", "contains_not")


def holds(condition: Items, amender: Amender) -> bool:
    """Whether a condition, or each of several, holds. Raises Unclear where that cannot be told from the rules."""
    parts = _several(condition)
    if len(parts) > 1:
        outcomes = [holds(part, amender) for part in parts]  # each of them is to be clear
        return all(outcomes)
    return condition_in(condition, amender)[1]


def _several(condition: Items) -> list[Items]:
    """The conditions that are joined by "and": each claims something."""
    parts: list[list[Phrase | Word]] = [[]]
    for one in condition:
        if isinstance(one, Word) and one.kind == "and" and any(_is_claim(item) for item in parts[-1]):
            parts.append([])
        else:
            parts[-1].append(one)
    return list(parts) if all(any(_is_claim(one) for one in part) for part in parts) else [condition]


def _is_claim(item: Phrase | Word) -> bool:
    return isinstance(item, Word) and item.what == "claim"


def condition_in(condition: Items, amender: Amender) -> tuple[KeptCondition, bool]:
    """A condition as a change keeps it, and whether it holds. Raises Unclear where that cannot be told from the
    rules."""
    words = [one for one in condition if isinstance(one, Word)]
    claims = [one for one in words if one.what == "claim"]
    if len(claims) != 1 or any(one.kind in ("semicolon", "and") for one in words):
        raise undecided()
    parts = attached(VerbClause("", tuple(one for one in condition if isinstance(one, Phrase))))
    is_not = claims[0].kind in _NOT
    status = [one for one in parts if not one.role and is_status(one)]
    if status:
        rest = [one for one in parts if one not in status and one.noun != "status"]
        if len(status) > 1 or len(rest) != 1 or not claims[0].kind.startswith("contains"):
            raise undecided()
        kept, is_so = _has_status(rest[0], status[0], amender)
        return {**kept, "negated": bool(kept["negated"]) is not is_not}, is_so is not is_not
    parts, homes = _without_homes(parts)
    texts = [one for one in parts if _is_text(one)]
    rules = [one for one in parts if one not in texts]
    if not texts and len(rules) == 2 and claims[0].kind.startswith("contains") and rules[1].is_bare:
        texts, rules = rules[1:], rules[:1]
    if len(texts) > 1 or len(rules) > 1:
        raise undecided()
    if texts:
        kept, is_so = _has_text(texts[0], rules[0] if rules else None, amender)
    elif rules and (claims[0].kind.startswith("there_is") or (rules[0].number and rules[0].names)):
        if not homes and not rules[0].number and _is_rather_text(rules[0], amender):
            kept, is_so = _has_text(rules[0], None, amender)
        else:
            kept, is_so = _has_rule(rules[0], amender)
            if homes and is_so and not _stands_in(rules[0], homes, amender):
                raise undecided()
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
        _("The rules do not say whether that is true. Leave it to a person, or say it without a condition.")
    )


def _is_text(part: Phrase) -> bool:
    return part.noun in (*UNITS, "text") and (part.text is not None or bool(part.opening))


def _without_homes(parts: list[Phrase]) -> tuple[list[Phrase], list[Phrase]]:
    """The phrases without "in the ruleset", and the sections in which a rule is said to be."""
    homes = [one for one in parts if one.noun in ("rules_of", "section") and one.role == "in"]
    if len(parts) - len(homes) != 1:
        return parts, []
    rest = [one for one in parts if one not in homes]
    return rest, [one for one in homes if "ruleset" not in one.noun_words or "dynastic" in one.noun_words]


def _stands_in(part: Phrase, homes: list[Phrase], amender: Amender) -> bool:
    nodes = find(part.names[0].text, amender.tree)
    return all(
        amender.tree.section_of(node.key) in sections(home, amender.tree) for node in nodes for home in homes
    )


def _is_rather_text(part: Phrase, amender: Amender) -> bool:
    """Whether what is said to be there is words of a rule, and no rule's name."""
    if not part.is_bare or part.names[0].kind != "quote" or find(part.text or "", amender.tree):
        return False
    return any(spans(part.text or "", node.text)[0] for node in amender.tree.walk())


def _has_rule(part: Phrase, amender: Amender) -> tuple[KeptCondition, bool]:
    if len(part.names) != 1 or part.noun not in ("", "rule", "subrule"):
        raise undecided()
    some = find(part.names[0].text, amender.tree)
    if part.home is not None:
        parents = [node.key for node in rules_of(part.home, amender.tree, amender.context)]
        there = [node for node in some if amender.parent_of(node.key) in parents]
        if bool(there) is not bool(some):
            raise undecided()  # one of that name stands elsewhere
        some = there
    if part.number:
        is_so = [numbered(part.number, amender.tree)] == some
        if is_so is not bool(some):
            raise undecided()
    if len(some) == 1:
        amender.context = some[0].key
    amender.missing = None if some else part
    return {"kind": "rule", "words": unlinked(part.names[0].text)}, bool(some)


def _has_status(part: Phrase, status: Phrase, amender: Amender) -> tuple[KeptCondition, bool]:
    """Whether a special case is active, or inactive."""
    if part.role or part.noun not in ("", "rule") or not (part.names or part.number):
        raise undecided()
    nodes = rules_of(part, amender.tree, amender.context)
    if len(nodes) != 1 or not is_special_case(nodes[0], amender):
        raise undecided()
    amender.context = nodes[0].key
    is_active = (status.text or "").casefold() == "active"
    kept = {"kind": "active", "words": nodes[0].name, "negated": not is_active}
    return kept, nodes[0].is_active is is_active


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
        amender.unit = _unit_of(part, matching[0].text) if matching else ""
    is_one = home is not None and home.noun != "rules_of"
    return {"kind": "text", "rule": nodes[0].name if is_one else "", "words": words}, bool(matching)


def _unit_of(part: Phrase, text: str) -> str:
    """The words of a rule that a condition spoke of: of a sentence that it only quoted in part, the whole."""
    if part.noun not in UNITS:
        return part.text or part.opening
    try:
        places = located(part, text, (0, len(text)))
    except Unclear:
        places = []
    return text[slice(*places[0])] if len(places) == 1 else "" if part.opening else part.text or ""


def turned(condition: KeptCondition) -> KeptCondition:
    """The condition turned round."""
    return {**condition, "negated": not condition["negated"]}
