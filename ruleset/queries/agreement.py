"""Whether the law still carries out what the rules say: a rule's text may change while its numbers and conditions stay.

The law names the rule that each of its clauses carries out. Where that rule says something else than it did when those
clauses came into force, and no player has confirmed since that they still hold, there is a doubt.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from blognomic.database.prepared import Prepared
from blognomic.database.together import together
from blognomic.text.differences import as_html, word_diff
from ruleset.law import Law
from ruleset.law.expressions import Expression
from ruleset.law.numbers import figures
from ruleset.models import Confirmation, LawVersion, Revision, RuleVersion
from ruleset.queries import LawInForce, read, standing_at
from ruleset.text.tree import Tree, bare

from .law_by_rule import anchor, by_rule, plain

# How many versions of the law are looked through for the one that brought a clause.
VERSIONS = 40


@lru_cache(maxsize=200)
def _words(before: str, now: str) -> str:
    """What differs between two texts. A law has some dozens of rules in doubt when their texts come from elsewhere."""
    return as_html(word_diff(before, now))


@dataclass(frozen=True, slots=True)
class Doubt:
    """A rule that says something else than when its clauses were written or last confirmed: `revision` brought what it
    says now (`repealed`: took it away); `before` and `now` are the texts."""

    revision: Revision
    before: str
    now: str
    repealed: bool = False

    @property
    def words(self) -> str:
        """The words that went and came, as HTML."""
        return _words(self.before, self.now)


@dataclass(frozen=True, slots=True)
class Carried:
    """What the law does because of one rule. `name` is what the law calls it; `rule` and `title` are those of the rule
    in the ruleset (None and "": there is none of that name)."""

    name: str
    anchor: str
    labels: tuple[str, ...]
    rule: int | None = None
    title: str = ""
    doubt: Doubt | None = None
    confirmed: Confirmation | None = None


def carried(in_force: LawInForce, *, only: int | None = None) -> list[Carried]:
    """What the law in force does because of each rule that it names, in the order of the names, with the doubts as the
    ruleset stands now; or because of the rule of the key `only` alone. At most six queries."""
    law, version = in_force.law, in_force.version
    rules = _rules_named(law, version.at)
    labels = {
        name: tuple(clause_texts)
        for name, clause_texts in by_rule(law).items()
        if only in (None, rules.get(name))
    }
    histories, confirmations = _told_of([rules[name] for name in labels if name in rules])
    since = _in_force_since(in_force, [name for name in labels if _amended(histories.get(rules.get(name)))])
    rules_carried = []
    for name, clause_texts in labels.items():
        history = histories.get(rules.get(name), [])
        if not history:
            rules_carried.append(Carried(name, anchor(name), clause_texts))
            continue
        begun = since.get(name, version.at)
        word = confirmations.get(rules[name])
        word = word if word and word.at >= begun else None
        doubt = _doubt(history, begun, word)
        rules_carried.append(
            Carried(name, anchor(name), clause_texts, rules[name], history[-1].title, doubt, word)
        )
    return rules_carried


def doubts(in_force: LawInForce) -> dict[str, Carried]:
    """The rules that say something else than the law which carries them out, by what law and ruleset call them, in
    small letters. Queries: as `carried`."""
    doubtful = [one for one in carried(in_force) if one.doubt]
    return {name.casefold(): one for one in doubtful for name in (one.name, bare(one.title)) if name}


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """A rule that a matter amends or repeals while the law goes on to carry out what the rule has said: the `title` of
    the rule and its number as it stands (`place`), what the law does because of it (`labels`), where the law's page
    says so (`anchor`), and the place of the first number of the law that does it ("" where none does)."""

    title: str
    place: str
    anchor: str
    labels: tuple[str, ...]
    number: str = ""


def left_behind(before: Tree, after: Tree, *, law: Law, becomes: Law | None) -> list[LeftBehind]:
    """The rules that say something else in the ruleset `after` than `before`, and that the `law` carries out, where
    neither the law that comes with it (`becomes`; None: none does) says otherwise because of them."""
    labels, now = by_rule(law), {node.key: node for node in after.walk()}
    written = read(law.text)  # in the words that its document has
    was, will = clauses(written), clauses(becomes or written)
    named = {plain(name, law.words).casefold(): name for name in labels}
    left = []
    for placed in before.placed():
        node, key = placed.node, plain(placed.node.name, law.words)
        name = named.pop(key.casefold(), None)
        if name is None or (node.key in now and now[node.key].text == node.text):
            continue
        clause = plain(name, law.words)
        if was.get(clause) == will.get(clause):
            numbers = (one.name for one in figures(law.text) if plain(one.rule, written.words) == clause)
            number = next(numbers, "")
            left.append(LeftBehind(node.title, placed.number, anchor(name), tuple(labels[name]), number))
    return left


def _rules_named(law: Law, at: datetime) -> dict[str, int]:
    """The rule of each name in the law, dynastic terms in plain words: as the rules are called now, else as they were
    called when the law came into force. One query."""
    by_plain_name = {plain(name, law.words).casefold(): name for name in by_rule(law)}
    rules: dict[str, int] = {}

    def look(rows: Iterable[tuple[int, str]]) -> None:
        for rule, title in rows:
            name = by_plain_name.get(plain(bare(title), law.words).casefold())
            if name is not None:
                rules.setdefault(name, rule)

    for rows in together(_TITLES_NOW(), _TITLES_AT(at)):
        look(rows)
    return rules


def _named(versions: QuerySet[RuleVersion]) -> QuerySet[Any]:
    return versions.order_by("rule").values_list("rule", "title")


_TITLES_NOW = Prepared(lambda: _named(RuleVersion.objects.filter(until=None)))
_TITLES_AT = Prepared(lambda at: _named(standing_at(at)))


def _told_of(rules: list[int]) -> tuple[dict[int | None, list[RuleVersion]], dict[int, Confirmation]]:
    """All versions of those rules, the oldest first, and the last confirmation of each. One query."""
    versions, confirmations = together(_VERSIONS(rules), _CONFIRMATIONS(rules))
    histories: dict[int | None, list[RuleVersion]] = defaultdict(list)
    for row in versions:
        histories[row.rule_id].append(row)
    return dict(histories), {row.rule_id: row for row in confirmations}


def _versions(rules: list[int]) -> QuerySet[RuleVersion]:
    versions = RuleVersion.objects.filter(rule__in=rules).select_related("revision__by", "until__by")
    return versions.defer("html").order_by("revision")


def _confirmations(rules: list[int]) -> QuerySet[Confirmation]:
    return Confirmation.objects.filter(rule__in=rules).select_related("by").order_by("at", "pk")


_VERSIONS, _CONFIRMATIONS = Prepared(_versions), Prepared(_confirmations)


def _amended(history: list[RuleVersion] | None) -> bool:
    """Whether a rule may say something else now than at some time when the law was in force."""
    if not history:
        return False
    gone, reworded = history[-1].until_id is not None, any(row.text != history[0].text for row in history)
    return gone or reworded or not _came_whole(history[0])


def _came_whole(first: RuleVersion) -> bool:
    """Whether a rule came with a ruleset that was taken over as a whole, not by an act of the game."""
    return first.revision.kind in (Revision.Kind.FOUNDING, Revision.Kind.IMPORT)


def _doubt(history: list[RuleVersion], begun: datetime, word: Confirmation | None) -> Doubt | None:
    """How what the rule says now differs from what it said as its clauses came, and as it was last confirmed."""
    last = history[-1]
    now = None if last.until else last.text
    before = _text_at(history, begun)
    if now not in _in_other_words(history, before) and word is not None:
        before = _text_after(history, word.revision_id)
    if now in _in_other_words(history, before):
        return None
    if now is None:
        return Doubt(last.until, before or "", "", repealed=True)
    return Doubt(_brought(history), before or "", now)


def _in_other_words(history: list[RuleVersion], text: str | None) -> set[str | None]:
    """A text of the rule and what became of it by Ascension Addresses alone: they bring a dynasty's words for people,
    and leave what is said as it was."""
    same = {text}
    for row, following in zip(history, history[1:], strict=False):
        if row.text in same and following.revision.kind == Revision.Kind.ASCENSION:
            same.add(following.text)
    return same


def _text_at(history: list[RuleVersion], at: datetime) -> str | None:
    """What the rule said at an instant (UTC), or None where it did not stand. A rule that came only later, but with a
    whole ruleset, is taken to have said from the beginning what it came with."""
    earlier = [row for row in history if row.revision.at <= at]
    if not earlier:
        return history[0].text if _came_whole(history[0]) else None
    last = earlier[-1]
    return None if last.until and last.until.at <= at else last.text


def _text_after(history: list[RuleVersion], revision: int) -> str | None:
    """What the rule said after the revision of that key, or None where it did not stand."""
    standing = [
        row
        for row in history
        if row.revision_id <= revision and (row.until_id is None or row.until_id > revision)
    ]
    return standing[-1].text if standing else None


def _brought(history: list[RuleVersion]) -> Revision:
    """The revision that brought what the rule says now."""
    brought = history[-1]
    for row in reversed(history):
        if row.text != brought.text:
            break
        brought = row
    return brought.revision


def _in_force_since(in_force: LawInForce, names: list[str]) -> dict[str, datetime]:
    """Since when (UTC) the law has said what it says now because of each of those rules. One query, or none."""
    if not names:
        return {}
    present, words = clauses(in_force.law), in_force.law.words
    since = dict.fromkeys(names, in_force.version.at)
    open_names = set(names)
    for version in _EARLIER_LAWS.find(in_force.version.at, in_force.version.pk):
        old_clauses = clauses(read(version.document))
        keys = {name: plain(name, words) for name in open_names}
        open_names = {name for name, key in keys.items() if old_clauses.get(key) == present.get(key)}
        if not open_names:
            break
        since |= dict.fromkeys(open_names, version.at)
    return since


_EARLIER_LAWS = Prepared(lambda at, but: LawVersion.objects.at(at).exclude(pk=but)[:VERSIONS])


@lru_cache(maxsize=64)
def clauses(law: Law) -> dict[str, str]:
    """All that the law says because of each rule, by its name in plain words, as a text that is the same only where
    nothing of it was changed."""
    texts: dict[str, list[str]] = defaultdict(list)
    for rule, text in _said(law):
        texts[plain(rule, law.words)].append(plain(text, law.words))
    return {rule: "\n".join(parts) for rule, parts in texts.items()}


def _said(part: object) -> Iterator[tuple[str, str]]:
    """Each rule in a part of the law with what stands there because of it."""
    if isinstance(part, Mapping):
        for item in part.values():
            yield from _said(item)
    elif isinstance(part, tuple | list):
        for item in part:
            yield from _said(item)
    elif is_dataclass(part) and not isinstance(part, Expression):
        for field in fields(part):
            value = getattr(part, field.name)
            if field.name == "rule" and value:
                yield value, f"{type(part).__name__} {_plainly(part)}"
            elif field.name.endswith("_rule") and value:
                about = field.name.removesuffix("_rule")
                yield value, f"{about} {_plainly(getattr(part, about, None))}"
            elif not isinstance(value, str):
                yield from _said(value)


def _plainly(value: object) -> str:
    """A value of the law as text, without the parts of it that carry out rules of their own."""
    if isinstance(value, Expression):
        return value.source
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_plainly(item)}" for key, item in value.items()) + "}"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(_plainly, value)) + "]"
    if isinstance(value, frozenset | set):
        return "{" + ", ".join(sorted(map(str, value))) + "}"
    if is_dataclass(value):
        parts = [(field.name, getattr(value, field.name)) for field in fields(value)]
        return ", ".join(f"{name}={_own(item)}" for name, item in parts if name != "text")
    return str(value)


def _own(value: object) -> str:
    """A field of a part: what has a rule of its own is left to that rule."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_own(item)}" for key, item in value.items()) + "}"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(_own, value)) + "]"
    if is_dataclass(value) and getattr(value, "rule", None):
        return ""
    return _plainly(value)
