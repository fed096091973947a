"""A dynasty's words for player and emperor, and the ruleset when a new dynasty brings others. Pure.

The rules ask for new words everywhere, in every form: plurals, possessives, capitals, regional spellings.
What is code or an address stays, and so does what stands in parentheses in the list of synonyms itself.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from html import escape
from typing import Any

from blognomic.i18n.stored_messages import told_label
from blognomic.i18n.translation import gettext as _
from blognomic.text.one_line import isolated
from ruleset.law import Law
from ruleset.law.expressions import Expression
from ruleset.law.parts import RulesetPart
from ruleset.law.phrases import told

from .tree import Node, Tree, part_of

# Endings and letters in which British and American spellings differ, in pairs.
_SPELLINGS = (
    ("our", "or"),
    ("tre", "ter"),
    ("ise", "ize"),
    ("yse", "yze"),
    ("ising", "izing"),
    ("isation", "ization"),
    ("iser", "izer"),
    ("ller", "ler"),
    ("lling", "ling"),
    ("ogue", "og"),
    ("ence", "ense"),
    ("grey", "gray"),
    ("plough", "plow"),
    ("mould", "mold"),
    ("armour", "armor"),
    ("aeo", "eo"),
)
# Code, addresses and tags, in which no word is replaced.
_KEPT = re.compile(r"```.*?```|~~~.*?~~~|`+[^`]*`+|\]\([^)\s]*|https?://\S+|<[^<>]*>", re.DOTALL)
# Names of the language of conditions and of what programs read, such as emperor_for, which no dynasty changes.
_CODES = r"[^\W_]+(?:_+[^\W_]+)+"
_PARENTHESES = re.compile(r"\([^()]*\)")
# No letter or digit beside a word; an underscore is Markdown's.
_BEFORE, _AFTER = r"(?<![^\W_])", r"(?![^\W_])"
_VOWEL = re.compile(r"(?!eu|one\b|once\b|uni|use|usu|ut[ei])[aeiou]|hour|honest|heir|honou?r", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Words:
    """What a dynasty calls people."""

    player: str = "Player"
    players: str = "Players"
    emperor: str = "Emperor"
    emperors: str = "Emperors"

    def pairs(self) -> tuple[tuple[str, str], tuple[str, str]]:
        return (self.player, self.players), (self.emperor, self.emperors)


PLAIN = Words()


def spellings(word: str) -> frozenset[str]:
    """The word in all its regional spellings, in small letters: "armourer" and "armorer"."""
    spellings = {word.casefold()}
    for one, other in _SPELLINGS:
        for known in tuple(spellings):
            for old, new in ((one, other), (other, one)):
                spellings.add(re.sub(rf"{old}(?=s?\b|er|ed|ing|ist|ful)", new, known))
    return frozenset(spellings)


@lru_cache(maxsize=64)
def _forms(pair: tuple[str, str]) -> dict[str, int]:
    """All forms of a term in small letters, to 0 for one of them, 1 for many."""
    singular, plural = pair
    return dict.fromkeys(spellings(plural), 1) | dict.fromkeys(spellings(singular), 0)


@lru_cache(maxsize=64)
def _pattern(words: Words) -> re.Pattern[str]:
    forms = {form for pair in words.pairs() for form in _forms(pair)}
    alternatives = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
    return re.compile(
        rf"(?:\b(?P<article>an?)(?P<gap>\s+))?{_BEFORE}(?P<term>{alternatives}){_AFTER}", re.IGNORECASE
    )


def reworded(
    text: str, old: Words, new: Words, *, names: Collection[str] = (), keep_parentheses: bool = False
) -> str:
    """The text with the old words replaced by the new in the same form, but in these names of rules; "a" and "an"
    before them agree."""
    if old == new:
        return text
    return _outside(_kept_and(names_with(old, names), keep_parentheses), text, old, new)


def spoken(text: str, words: Callable[[], Words], names: Callable[[], Collection[str]] = frozenset) -> str:
    """A sentence of the site, written with the plain words, in `words`, which are asked for only where it has one of
    those. What stands in “quotes” is somebody's own, and a {name} in braces keeps a place for something; the names of
    conditions (emperor_for) and the `names` of rules and people, asked for only where one may stand there, are the same
    in all dynasties; and where the dynasty's words hold a plain one themselves ("Team Player"), they are not replaced
    again. A text that is marked safe stays so: the words are escaped in it. Words that are written from right to left
    are kept apart, as what is filled into a sentence is."""
    if not _pattern(PLAIN).search(text) or (new := words()) == PLAIN:
        return text
    known = names_with(PLAIN, names()) if _MAY_NAME.search(text) else ()
    new = Words(*(isolated(word) for pair in new.pairs() for word in pair))
    if hasattr(text, "__html__"):
        new = Words(*(escape(word) for pair in new.pairs() for word in pair))
        return type(text)(_outside(_own_and(new, known), str(text), PLAIN, new))
    return _outside(_own_and(new, known), text, PLAIN, new)


# A plain word with a capital beside another that has one ("Malign Emperors"), or joined to something by a mark.
_MAY_NAME = re.compile(
    r"\b[A-Z]\w*[ -](?:Player|Emperor)|\b(?:Player|Emperor)s?[ -][A-Z0-9]"
    r"|[\w.'-][.'-](?:player|emperor)|(?:player|emperor)s?[.'-][\w.'-]",
)


def names_with(words: Words, names: Collection[str]) -> tuple[str, ...]:
    """Those of the names that hold one of the words and more besides, the longest first. A name that is nothing but
    such a word ("Players") cannot be told from the word."""
    terms = {form for pair in words.pairs() for form in _forms(pair)}
    holding = {name for name in names if name.casefold() not in terms and _pattern(words).search(name)}
    return tuple(sorted(holding, key=lambda name: (-len(name), name)))


@lru_cache(maxsize=64)
def _own_and(words: Words, names: tuple[str, ...] = ()) -> re.Pattern[str]:
    """What a sentence of the site keeps: also quotes, codes, the names, and words of the dynasty that hold a plain
    one."""
    forms = {form for pair in words.pairs() for form in _forms(pair)}
    plain = {form for pair in PLAIN.pairs() for form in _forms(pair)}
    hold = sorted((form for form in forms - plain if _pattern(PLAIN).search(form)), key=len, reverse=True)
    own = "".join(f"|{_BEFORE}{re.escape(form)}{_AFTER}" for form in hold)
    own += "".join(f"|{_BEFORE}(?-i:{re.escape(name)}){_AFTER}" for name in names)
    return re.compile(rf"{_KEPT.pattern}|{_CODES}|“[^”]*”|\{{\w*\}}{own}", re.DOTALL | re.IGNORECASE)


@lru_cache(maxsize=64)
def _kept_and(names: tuple[str, ...], in_parentheses: bool) -> re.Pattern[str]:
    """What a rule's text keeps: also those names, and what stands in parentheses."""
    more = [
        *(rf"{_BEFORE}{re.escape(name)}{_AFTER}" for name in names),
        *[_PARENTHESES.pattern][:in_parentheses],
    ]
    return re.compile("|".join((_KEPT.pattern, *more)), re.DOTALL)


def _outside(kept: re.Pattern[str], text: str, old: Words, new: Words) -> str:
    """The text with the old words replaced but in the stretches that are `kept`."""
    parts: list[str] = []
    at = 0
    for stretch in kept.finditer(text):
        parts += [_said(text[at : stretch.start()], old, new), stretch[0]]
        at = stretch.end()
    return "".join([*parts, _said(text[at:], old, new)])


def _said(text: str, old: Words, new: Words) -> str:
    def word(match: re.Match[str]) -> str:
        term = _new_form(match["term"], old, new)
        if match["article"] is None:
            return term
        return _article(match["article"], term) + match["gap"] + term

    return _pattern(old).sub(word, text)


def _new_form(old_term: str, old: Words, new: Words) -> str:
    """The new term in the number and the capitals in which the old one was found."""
    low = old_term.casefold()
    for was, becomes in zip(old.pairs(), new.pairs(), strict=True):
        if low in _forms(was):
            term = becomes[_forms(was)[low]]
            break
    else:
        return old_term
    if old_term.islower():
        return term.lower()
    if old_term.isupper() and len(old_term) > 1:
        return term.upper()
    if old_term[1:].islower() and " " in old_term:
        return term[:1].upper() + term[1:].lower()
    return term[:1].upper() + term[1:]


def _article(article: str, term: str) -> str:
    new_article = "an" if _VOWEL.match(term) else "a"
    return (
        new_article.upper()
        if article.isupper() and len(article) > 1
        else new_article.capitalize()
        if article[0] == "A"
        else new_article
    )


def objections(tree: Tree, old: Words, new: Words, *, synonyms: str) -> list[str]:
    """What the rule of that name, which lists the synonyms, has against the new words, in sentences: one that the rules
    to come use elsewhere, or that stands for two terms; not one in the name of a special case. `tree` is the ruleset
    without what the address repeals."""
    objections: list[str] = []
    names = re.compile("|".join(map(re.escape, names_with(new, names_kept(tree)))) or "(?!)")
    forms = [_forms(pair) for pair in new.pairs()]
    if forms[0].keys() & forms[1].keys():
        objections.append(_("The words for player and emperor must differ in all their forms."))
    for was, pair in zip(old.pairs(), new.pairs(), strict=True):
        for form in sorted(_forms(pair).keys() - _forms(was).keys()):
            pattern = re.compile(f"{_BEFORE}{re.escape(form)}{_AFTER}", re.IGNORECASE)
            for node in tree.walk():
                text = names.sub("", f"{node.title}\n{node.text}")
                if node.name.casefold() != synonyms.casefold() and pattern.search(text):
                    objections.append(
                        _("The rule “{rule}” already uses the word “{word}”.").format(
                            word=form, rule=node.name
                        )
                    )
                    break
    return objections


def ascended(
    tree: Tree,
    *,
    old: Words,
    new: Words,
    synonyms: str,
    keep: Collection[str] = (),
    statuses: Mapping[str, bool] | None = None,
) -> Tree:
    """The ruleset after an Ascension Address: of the dynastic rules only those whose keys it keeps (a kept subrule of a
    repealed rule takes its place), every special case in the status that `statuses` gives for its name or else its
    default, and the new words everywhere, but in the names of special cases, and in parentheses in the rule called
    `synonyms`, which lists them."""
    names = names_kept(tree)
    return Tree(
        tuple(_section(section, old, new, synonyms, keep, statuses, names) for section in tree.sections)
    )


def names_kept(tree: Tree) -> frozenset[str]:
    """The names that no dynasty changes: those of the special cases. "Malign Emperors" is called so in the rules of
    Villagers and Blizzards, too; the law and who switches it on know it by that name."""
    return frozenset(rule.name for rule in tree.rules_of(RulesetPart.SPECIAL_CASE))


def _section(
    section: Node,
    old: Words,
    new: Words,
    synonyms: str,
    keep: Collection[str],
    statuses: Mapping[str, bool] | None,
    names: Collection[str],
) -> Node:
    part = part_of(section)
    if part == RulesetPart.DYNASTIC:
        section = replace(section, text="", children=tuple(_kept(section.children, keep)))
    elif part == RulesetPart.SPECIAL_CASE and statuses is not None:
        section = replace(section, children=tuple(rule.switched(statuses) for rule in section.children))
    return _reworded(section, old, new, synonyms, names)


def _kept(nodes: tuple[Node, ...], keep: Collection[str]) -> Iterator[Node]:
    for node in nodes:
        below = tuple(_kept(node.children, keep))
        if node.key in keep:
            yield replace(node, children=below)
        else:
            yield from below


def _reworded(node: Node, old: Words, new: Words, synonyms: str, names: Collection[str]) -> Node:
    in_parentheses = node.name.casefold() == synonyms.casefold()
    return replace(
        node,
        title=node.title if node.name in names else reworded(node.title, old, new, names=names),
        text=reworded(node.text, old, new, names=names, keep_parentheses=in_parentheses),
        children=tuple(_reworded(child, old, new, synonyms, names) for child in node.children),
    )


LISTED = re.compile(r"^\s*[-*•]\s*(.+?)\s*\((Player|Emperor)\)\s*$", re.MULTILINE | re.IGNORECASE)


def words_in(tree: Tree, *, synonyms: str) -> Words | None:
    """The words that the list in the rule called `synonyms` gives for player and emperor; None without such a list."""
    terms = {
        term.casefold(): word.strip()
        for node in tree.named(synonyms)
        for word, term in LISTED.findall(node.text)
    }
    if terms.keys() != {"player", "emperor"}:
        return None
    player, emperor = terms["player"], terms["emperor"]
    return Words(player, plural(player), emperor, plural(emperor))


def plural(word: str) -> str:
    """The usual plural of an English word: "Ferrywoman" as "Ferrywomen", "Duchess" as "Duchesses"."""
    for ending, many in (
        ("man", "men"),
        ("s", "ses"),
        ("x", "xes"),
        ("z", "zes"),
        ("ch", "ches"),
        ("sh", "shes"),
    ):
        if word.casefold().endswith(ending):
            return word[: -len(ending)] + many
    if re.search(r"[^aeiou]y$", word, re.IGNORECASE):
        return f"{word[:-1]}ies"
    return f"{word}s"


def names_of_cases(law: Law) -> frozenset[str]:
    """What the special cases of a law are called."""
    return frozenset(name for key, case in law.special_cases.items() for name in (key, case.rule))


@lru_cache(maxsize=64)
def law_in_words(law: Law, words: Words, language: str = "") -> Law:
    """The law with the dynasty's words in the names of rules and in all that it says to people. What it decides, and
    its document, are the same. The words of a dynasty are English: for a reader of another `language` only the names of
    rules have them, and what it says to people has the plain words, which `told_law` tells in that language. The names
    of special cases have no other words in any dynasty."""
    spoken = replace(
        law.words,
        player=words.player,
        players=words.players,
        emperor=words.emperor,
        emperors=words.emperors,
        language=language,
    )
    named = Words(
        law.words.player,
        law.words.players,
        law.words.emperor,
        law.words.emperors or plural(law.words.emperor),
    )

    cases = names_of_cases(law)

    def rule(name: str) -> str:
        return name if name in cases else reworded(reworded(name, PLAIN, words), named, words)

    def label(text: str) -> str:
        # What is kept of it has the plain words, whoever it was told to.
        return text if language else told_label(reworded(text, PLAIN, words, names=cases), text)

    reworded_law: Law = _said_by(law, rule, label)
    return replace(reworded_law, words=spoken)


@lru_cache(maxsize=64)
def told_law(law: Law, language: str) -> Law:
    """A law, whose labels have the plain words, told in the language of a reader, which is active."""
    effects = {name: told(word) for name, word in law.words.effects.items()}
    words = replace(law.words, effects=effects, language=f"told in {language}")
    translated: Law = _said_by(law, str, told)
    return replace(translated, words=words)


def _said_by(part: Any, rule: Callable[[str], str], label: Callable[[str], str]) -> Any:
    """A part of a law with the names of rules in it, and its labels and notes, as `rule` and `label` say them."""
    if isinstance(part, Expression) or not is_dataclass(part):
        if isinstance(part, Mapping):
            return {key: _said_by(item, rule, label) for key, item in part.items()}
        return tuple(_said_by(item, rule, label) for item in part) if isinstance(part, tuple) else part
    changed: dict[str, Any] = {}
    for field in fields(part):
        value = getattr(part, field.name)
        if isinstance(value, str):
            if field.name == "rule" or field.name.endswith("_rule"):
                new_value = rule(value)
            elif field.name in ("label", "note") or field.name.endswith("_note"):
                new_value = label(value)
            else:
                continue
        else:
            new_value = _said_by(value, rule, label)
        if new_value is not value and new_value != value:
            changed[field.name] = new_value
    return replace(part, **changed) if changed else part  # type: ignore[type-var]
