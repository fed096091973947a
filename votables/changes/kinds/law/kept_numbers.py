"""The numbers of the law that a text leaves as they are while it changes the rule that states them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _

from ruleset.law import LawError
from ruleset.law.numbers import Figure, figures, with_figure
from ruleset.queries import read
from ruleset.queries.law_by_rule import plain
from ruleset.text.tree import Tree
from votables.changes.kind import Changing, TextOffer
from votables.english.orders import CalledThings, Unsayable, after, say
from votables.english.reading_parts import Span
from votables.english.stated_numbers import StatedNumber, changed_between

if TYPE_CHECKING:  # which makes them
    from votables.changes.change import Change

MOST: Final = 6  # offered with one sentence
_UNITS: Final = ("minute", "hour", "day")


def law_offers(changing: Changing, things: CalledThings) -> tuple[TextOffer, ...]:
    """The numbers of the law that go with what sentences change in the rules that state them, where none of the
    sentences changes them. No query."""
    if not things.law:
        return ()
    changes = [change for _span, some in changing for change in some]
    if not any(change.kind.amends_rules for change in changes):
        return ()
    try:
        by_rule = _by_rule(things)
    except LawError:
        return ()
    known = _written_by(changes)
    offers: list[TextOffer] = []
    tree, place = things.tree, 0
    for span, some in changing:
        for change in some:
            then = after(change.as_json(), CalledThings(tree=tree), place)
            if change.kind.amends_rules and then != tree:
                offers += _offers(span, tree, then, by_rule, known, things)
            tree, place = then, place + 1
    return tuple(dict.fromkeys(offers))


def _by_rule(things: CalledThings) -> Mapping[str, list[Figure]]:
    """The numbers of the law by the rule that states them, as it is called in plain words. Raises LawError."""
    words = read(things.law).words
    by_rule: dict[str, list[Figure]] = {}
    for one in figures(things.law):
        if one.rule and not one.is_formula:
            by_rule.setdefault(plain(one.rule, words).casefold(), []).append(one)
    return by_rule


def _written_by(changes: Iterable["Change"]) -> set[tuple[str, str]]:
    """The numbers, by name and as they are written, of every law that comes with the changes."""
    written: set[tuple[str, str]] = set()
    for change in changes:
        if change.kind.writes_law:
            try:
                written |= {(one.name, one.written) for one in figures(change.words)}
            except LawError:
                continue
    return written


def _offers(
    span: Span,
    before: Tree,
    then: Tree,
    by_rule: Mapping[str, list[Figure]],
    written_too: set[tuple[str, str]],
    things: CalledThings,
) -> Iterator[TextOffer]:
    """What goes with the numbers that a change of the rules makes others."""
    words, old = read(things.law).words, {node.key: node for node in before.walk()}
    for node in then.walk():
        was = old.get(node.key)
        if was is None or was.text == node.text:
            continue
        known = by_rule.get(plain(was.name, words).casefold(), ())
        for number, new in changed_between(was.text, node.text) if known else ():
            meant = [one for one in known if _counts(number, one) == int(one.written)]
            for figure in meant[:MOST]:
                written = _counts(new, figure)
                if written is None or (figure.name, str(written)) in written_too:
                    continue
                if offer := _offer(span, figure, str(written), things):
                    yield offer


def _counts(number: StatedNumber, figure: Figure) -> int | None:
    """A number of a rule in the unit in which the law has it."""
    unit = next((one for one in _UNITS if f"{one}s" in figure.name), "")
    return number.counted_in(unit)


def _offer(span: Span, figure: Figure, written: str, things: CalledThings) -> TextOffer | None:
    try:
        change = {"op": "law", "text": with_figure(things.law, figure.name, written), "base": things.law}
        words = say(change, things)
    except (LawError, Unsayable):
        return None
    why = _("The law still uses {number} for this ({label}), until it is changed too.")
    return TextOffer(span, why.format(number=figure.written, label=figure.label), words)
