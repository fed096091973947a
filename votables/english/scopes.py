"""Where a clause works: in which rules, and in which part of their texts. Pure."""

from dataclasses import dataclass, replace

from blognomic.i18n.translation import gettext as _
from ruleset.text.quoted_words import nearest, spans
from ruleset.text.tree import Node

from .amender import Amender, Parts
from .grammar import Phrase
from .passages import UNITS, located, quoted
from .reading_parts import Span, Unclear
from .rule_references import find, rules_of, sections

PLACES = ("in", "to")
_SIZES = ("table", "list", "block", "paragraph", "row", "item", "sentence")


@dataclass(frozen=True, slots=True)
class Scope:
    """The rules where a clause works, by key; none: wherever its words are. `inner` are the phrases that say where in
    their texts, the widest first."""

    keys: tuple[str, ...]
    inner: tuple[Phrase, ...] = ()
    everywhere: bool = False


def scope(parts: Parts, amender: Amender) -> Scope:
    """The scope that the phrases of a clause say, taken from among them."""
    keys: list[str] = []
    inner: list[Phrase] = []
    everywhere = "throughout" in parts.moods
    places = parts.take_all(lambda one: _is_place(one, amender))
    if homes := _homes(places, amender):
        places = [part for part in places if part not in homes]
        keys_named = [
            key for part in places if part.noun in ("rule", "subrule") for key in _keys(part, amender)
        ]
        _check_homes(keys_named, homes, amender)
    for part in places:
        if part.noun in UNITS or _is_words(part, amender):
            inner.append(part)
        elif part.noun == "text":
            continue
        else:
            everywhere = everywhere or part.role_words == "throughout" or part.has("all")
            everywhere = everywhere or part.noun == "rules_of"
            said_before = keys[-1] if keys and part.has("same") and not part.names else ""
            keys += [said_before] if said_before else _keys(part, amender)
    if "with_subrules" in parts.moods and keys:
        parts.moods.discard("with_subrules")
        keys = [node.key for key in keys for node in amender.rule(key).walk()]
    keys = _without_homes_of(list(dict.fromkeys(keys)), places, amender)
    if everywhere and (
        left_out := parts.take_all(lambda one: one.role == "except" and bool(one.names or one.number))
    ):
        out = {key for part in left_out for key in _keys(part, amender)}
        top = {section.key for section in amender.tree.sections}
        every = keys or [node.key for node in amender.tree.walk() if node.key not in top]
        if not out or not out <= set(every):
            raise Unclear(_("Say which rule."))
        keys = [key for key in every if key not in out]
    if len(keys) == 1:
        amender.context = keys[0]
    inner.sort(key=lambda one: _SIZES.index(one.noun) if one.noun in _SIZES else len(_SIZES))
    return Scope(tuple(keys), tuple(inner), everywhere)


def _without_homes_of(keys: list[str], places: list[Phrase], amender: Amender) -> list[str]:
    """Without the rule of which another phrase names a subrule: "in the rule X, in the subrule Y"."""
    named = [part for part in places if part.noun in ("rule", "subrule", "") and (part.names or part.number)]
    if (
        len(keys) != 2
        or len(named) != 2
        or all(part.noun != "subrule" for part in named)
        or "and" in named[1].after
    ):
        return keys
    below = [key for key in keys if any(amender.parent_of(key) == other for other in keys)]
    return below if len(below) == 1 else keys


def _homes(places: list[Phrase], amender: Amender) -> list[Phrase]:
    """The sections of which a sentence says that the rules that it names stand there: "the rule X in the appendix"."""
    if not any(part.noun in ("rule", "subrule") and part.names for part in places):
        return []
    return [
        part
        for part in places
        if (part.noun in ("rules_of", "section") or _is_section(part, amender))
        and part.role_words in ("in", "of", "within", "under", "from")
        and not part.has("all")
    ]


def _is_section(part: Phrase, amender: Amender) -> bool:
    return part.is_bare and any(node in amender.tree.sections for node in find(part.text or "", amender.tree))


def _check_homes(keys: list[str], homes: list[Phrase], amender: Amender) -> None:
    for key in keys:
        for home in homes:
            sections_said = sections(home, amender.tree) if home.noun else find(home.text or "", amender.tree)
            if amender.tree.section_of(key) not in sections_said:
                raise Unclear(_("“{title}” is not there.").format(title=amender.rule(key).name))


def _is_place(part: Phrase, amender: Amender) -> bool:
    if part.noun in ("rule", "subrule", "section", "rules_of"):
        return part.role in PLACES or (not part.role and bool(part.names or part.number or part.has("same")))
    if part.role not in PLACES or part.body is not None or part.noun in ("end", "start"):
        return False
    if part.role == "to":
        return (
            part.noun in ("list", "table")
            or (part.noun in UNITS and _is_told(part))
            or (
                part.is_bare
                and part.names[0].kind != "bare"
                and bool(find(part.text or "", amender.tree))
                or (part.has("it") and not part.noun)
            )
        )
    if part.role_words == "for":
        return False
    return part.noun in (*UNITS, "text") or part.is_bare or bool(part.number) or part.has("it")


def _is_told(part: Phrase) -> bool:
    """Whether it is said which paragraph, sentence or item is meant, and not only what kind of thing it is."""
    if part.has("new") or part.noun == "sentence":
        return False
    return bool(part.names or part.number or part.opening or part.ending or part.which_of("ordinal"))


def _is_words(part: Phrase, amender: Amender) -> bool:
    """Whether a quotation by itself is words of a rule, and no rule's name."""
    if part.noun == "text" and part.names:
        return True
    return part.is_bare and not find(part.text or "", amender.tree) and len((part.text or "").split()) > 3


def _keys(part: Phrase, amender: Amender) -> list[str]:
    if part.noun == "rules_of" and not part.names:
        return (
            [node.key for node in rules_of(part, amender.tree, amender.context)]
            if "ruleset" not in part.noun_words
            else []
        )
    if part.noun == "subrule" and not part.names and not part.number and part.has("all"):
        return [child.key for child in amender.rule(amender.context).children]
    if part.noun == "rule" and part.has("all") and not part.names and not part.number:
        return []
    return [
        below.key
        for node in rules_of(part, amender.tree, amender.context)
        for below in (node.walk() if node in amender.tree.sections else [node])
    ]


def of_kind(where: Scope, item_words: str) -> Scope:
    """Of "step 2 from the list", the list is one with steps; `item_words`: what its item is called ("" for no item)."""
    numbered = "step" in item_words or "numbered" in item_words
    kind = "numbered" if numbered else "bulleted" if "bullet" in item_words else ""
    if not kind:
        return where
    list_words = f"{kind} list"  # in English
    inner = tuple(
        replace(one, noun_words=list_words) if one.noun_words == "list" else one for one in where.inner
    )
    return replace(where, inner=inner)


def rules_in(where: Scope, amender: Amender) -> list[Node]:
    """The rules of a scope: those it names, else the one spoken of before, else all."""
    if where.keys:
        return [amender.rule(key) for key in where.keys]
    if not where.everywhere and amender.context and amender.tree.find(amender.context):
        return [amender.rule(amender.context)]
    top = {section.key for section in amender.tree.sections}
    return [node for node in amender.tree.walk() if node.key not in top or node.text.strip()]


def regions(node: Node, where: Scope, amender: Amender) -> list[Span]:
    """The parts of a rule's text in which a clause works."""
    spans: list[Span] = [(0, len(node.text))]
    for part in where.inner:
        within = spans
        spans = []
        for span in within:
            spans += _region(part, node, span, amender)
        if len(spans) > 1 and not part.has("all") and not part.which_of("cardinal"):
            raise occurs(part.text or part.noun_words, len(spans))
    return spans


def _region(part: Phrase, node: Node, span: Span, amender: Amender) -> list[Span]:
    if (part.has("same") or part.has("it")) and part.text is None and not part.which_of("ordinal"):
        if not amender.unit and part.noun in ("list", "table") and node.key == amender.context:
            return located(
                replace(part, which=()), node.text, span
            )  # the only one in the rule spoken of before
        if not amender.unit:
            raise Unclear(_("Say which one."))
        return quoted(amender.unit, node.text, span)
    if part.noun in UNITS:
        return located(part, node.text, span)
    return located_words(part.text or "", node.text, span)


def located_words(words: str, text: str, span: Span) -> list[Span]:
    """Where words stand, at least once."""
    places = quoted(words, text, span)
    if not places:
        raise missing(words, text)
    return places


def missing(words: str, text: str) -> Unclear:
    """For words that are not in a text: with those that are most like them."""
    if spans(words, text)[1]:
        return Unclear(
            _("“{words}” is only part of longer words there. Quote whole words.").format(words=words)
        )
    near = nearest(words, text)
    choices = (near,) if near else ()
    return Unclear(_("“{words}” is not there.").format(words=words), choices, words)


def occurs(words: str, count: int) -> Unclear:
    """For words that stand more than once where one place is meant."""
    return Unclear(
        _("“{words}” is there {count} times. Say which one, or quote more of the words around it.").format(
            words=words, count=count
        )
    )
