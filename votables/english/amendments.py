"""Sentences that change the rules, each read and carried out on a draft. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from blognomic.i18n.translation import gettext as _
from ruleset.text.blocks import unwrapped
from ruleset.text.tree import Tree

from . import building, inserting, moved_words, rewording
from .amender import Amender, Parts, not_understood, verb_of
from .atoms import Atom
from .clauses import OrderedClauses, VerbClause, order, separated
from .conditions import KeptCondition, condition_in, holds, turned, undecided
from .grammar import Phrase, phrases, unknown_words
from .openings import begins_instruction, without_label
from .reading_parts import Unclear
from .rearranging import owned
from .roles import attached, merged
from .rows import with_row
from .scopes import scope
from .sentences import UNSURE, EnglishSentence


def amend(
    sentence: EnglishSentence,
    source: str,
    tree: Tree,
    made: int,
    context: str,
    *,
    before: Tree | None = None,
    when: KeptCondition | None = None,
    previous: Amender | None = None,
) -> Amender:
    """What a sentence of `source` does to the rules, `previous` what the one before it did. With the rules as they
    stand `before` all sentences, its condition is kept with its changes, to be decided later; `when` is one that is
    known already. Raises Unclear for all that is not sure."""
    if unsure := next((one for one in sentence.tokens if one.kind == UNSURE), None):
        why = _("Does “{words}” belong to that text? Set the text off as a quotation.")
        raise Unclear(why.format(words=unsure.text[:80]))
    tokens = [_as_rule_text(one) for one in with_row(without_label(sentence.tokens), source)]
    tokens = owned(_headed(tokens, source))
    series = previous.series if previous is not None else None
    of_series = _of_series(tokens, series[0]) if series is not None else None
    tokens = of_series or tokens
    ordered = order(phrases(tokens, source))
    if ordered is None:
        unknown = unknown_words(tokens, source)
        if unknown:
            raise Unclear(
                _("“{word}” is not understood here. Say it more plainly.").format(word=unknown[0][:60])
            )
        raise not_understood()
    amender = Amender(tree, made, context, when)
    amender.is_optional = sentence.is_optional
    if of_series is not None:
        amender.series, amender.is_of_series = series, True
    if previous is not None:
        amender.made_noun = previous.made_noun
        amender.gap = previous.gap if any(one.op == "repeal" for one in previous.changes) else None
    if when is not None or (before is not None and ordered.condition):
        _carry_out_later(ordered, amender, before, sentence.text)
    else:
        _carry_out(ordered, amender)
    if (
        not amender.steps
        and not ordered.condition
        and not amender.skipped
        and not leads_on(sentence)
        and not amender.series
    ):
        raise not_understood()
    return amender


def _of_series(tokens: Sequence[Atom], noun: str) -> list[Atom] | None:
    """With "the second is called “X” …", below a sentence that says that some rules are created, as one that creates
    it; None for any other sentence."""
    words = [one.lower for one in tokens[:9]]
    place = int(words[:1] == ["the"])
    if (
        place
        and words[1:2]
        and words[1] not in _PLACES_IN_SERIES
        or not place
        and words[:1] not in (["one"], ["another"])
    ):
        return None
    place += 1
    place += words[place : place + 1] == ["one"]
    if words[place : place + 1] not in (["is"], ["shall"], ["will"], ["should"]):
        return None
    place += 1 + (words[place + 1 : place + 2] == ["be"])
    place += words[place : place + 1] in (["called"], ["titled"], ["named"], ["entitled"])
    start = tokens[0].start
    lead = [Atom("word", word, start, start) for word in ("create", noun, "called")]
    return [*lead, *tokens[place:]]


_PLACES_IN_SERIES = frozenset("first second third fourth fifth last final other next".split())


def _headed(tokens: Sequence[Atom], source: str) -> list[Atom]:
    """With "Rule 3 (“Bread”): change …" as "In rule 3 (“Bread”), change …"."""
    colon = next((at for at, one in enumerate(tokens[:8]) if one.kind == ":"), 0)
    if not colon or not begins_instruction(tokens[colon + 1 :]):
        return list(tokens)
    parts = phrases(tokens[:colon], source)
    is_place = len(parts) == 1 and isinstance(parts[0], Phrase) and not parts[0].role and not parts[0].body
    if not is_place or not (parts[0].names or parts[0].number):  # type: ignore[union-attr]  # a phrase
        return list(tokens)
    start = tokens[0].start
    return [
        Atom("word", "in", start, start),
        *tokens[:colon],
        Atom(",", ",", start, start),
        *tokens[colon + 1 :],
    ]


def _as_rule_text(token: Atom) -> Atom:
    """A text as a rule takes it in: the lines of a paragraph, which its author's window or mail broke, as one."""
    if token.kind not in ("body", "quote") or "\n" not in token.text:
        return token
    return replace(token, text=unwrapped(token.text))


def leads_on(sentence: EnglishSentence) -> bool:
    """Whether sentences of their own say what is done."""
    return sentence.tokens[-1].kind in (":", "-", "–", "—") or sentence.tokens[-1].lower in (
        "follows",
        "following",
    )


def _carry_out(ordered: OrderedClauses, amender: Amender) -> None:
    clauses = ordered.clauses
    if ordered.condition and holds(ordered.condition, amender) is ordered.negated:
        clauses = ordered.otherwise
    _carry_out_all(clauses, amender)
    if ordered.otherwise and not ordered.condition:
        if not amender.skipped:
            raise not_understood()
        if not amender.changes:
            _carry_out_all(ordered.otherwise, amender)


def _carry_out_later(ordered: OrderedClauses, amender: Amender, before: Tree | None, words: str) -> None:
    """Both branches of a condition, each on what stands before them: that which comes about as things are, and the
    other, which is left to a person where it cannot be made ready."""
    when, is_so = amender.when, True
    if ordered.condition:
        if when is not None or before is None:
            raise undecided()
        condition, is_so = condition_in(ordered.condition, amender)
        if condition_in(ordered.condition, Amender(before, 0, amender.context))[1] is not is_so:
            raise Unclear(
                _("Whether that is true depends on what is done before it. Say it without a condition.")
            )
        when = turned(condition) if ordered.negated else condition
        is_so = is_so is not ordered.negated
    assert when is not None, "one or the other is given"
    when = dict(when)
    start = amender.tree, amender.context, amender.unit
    for clauses, on, comes in ((ordered.clauses, when, is_so), (ordered.otherwise, turned(when), not is_so)):
        draft = Amender(start[0], amender.made, start[1], on)
        draft.is_optional, draft.made_noun = amender.is_optional, amender.made_noun
        draft.unit, draft.missing, draft.gap = start[2], amender.missing, amender.gap
        try:
            _carry_out_all(clauses, draft)
        except Unclear:
            if comes or not ordered.condition:
                raise
            draft = Amender(start[0], amender.made, start[1], on)
            draft.note({"op": "by_hand", "words": words})
            draft.made += 1
        amender.take(draft, is_so=comes)


def _carry_out_all(clauses: Sequence[VerbClause], amender: Amender) -> None:
    for whole in merged(clauses):
        for clause in separated(whole):
            _clause(clause, amender)


def _clause(clause: VerbClause, amender: Amender) -> None:
    parts = Parts(attached(clause))
    parts.moods.discard("whole")
    if amender.is_optional:
        parts.moods.add("if_there")
    verb = verb_of(clause)
    if verb in ("add", "create"):
        if any(part.noun == "edits" for part in parts.rest):
            _lead(parts, amender)
        elif clause.verb_words in _PUTS and building.is_of_rule(parts, amender):
            building.move(parts, amender, "move")
        elif clause.verb_words == "make" and building.as_move(parts, amender):
            building.move(parts, amender, "move")
        elif clause.verb_words == "make" and any(building.is_status(part) for part in parts.rest):
            building.switch(parts, amender, "set")
        elif building.is_creation(parts, verb, amender, clause.before > 0):
            building.create(parts, amender)
        elif verb == "create":
            raise not_understood()
        else:
            inserting.insert(parts, amender, clause.verb)
    elif verb in ("remove", "repeal"):
        about_rules = building.is_about_rules(parts, verb, amender)
        (building.repeal if about_rules else rewording.remove)(parts, amender)
    elif verb == "change" and any(building.is_status(part) for part in parts.rest):
        building.switch(parts, amender, verb)
    elif verb in ("change", "move") and clause.verb_words in _TURNS and building.as_move(parts, amender):
        building.move(parts, amender, "move")
    elif verb == "set" and any(name.of == "part" for part in parts.rest for name in part.names):
        rewording.replace(parts, amender, "change")
    elif verb == "set" and any(part.noun in ("text", "title") for part in parts.rest):
        rewording.replace(parts, amender, "change")
    elif verb == "give" and any(part.noun == "title" and part.text is not None for part in parts.rest):
        rewording.entitle(parts, amender)
    elif verb == "give" and any(part.noun in building.RULES and not part.role for part in parts.rest[1:]):
        parts.rest[0] = replace(parts.rest[0], role="to")
        building.create(parts, amender)
    elif verb == "change" and clause.verb_words in inserting.EXTENDS and inserting.is_extended(parts):
        inserting.extend(parts, amender)
    elif verb in ("replace", "change", "substitute"):
        rewording.replace(parts, amender, verb)
    elif verb == "rename":
        building.rename(parts, amender)
    elif verb == "move" and moved_words.is_of_text(parts, amender):
        moved_words.move(parts, amender)
    elif verb in ("move", "copy"):
        building.move(parts, amender, verb)
    elif verb == "swap":
        building.swap(parts, amender)
    elif verb in ("set", "activate", "deactivate"):
        building.switch(parts, amender, verb)
    elif verb == "context":
        _lead(parts, amender)
    else:
        raise not_understood()


_PUTS = ("put", "place", "placed")
_TURNS = ("becomes", "become", "turn", "convert", "converted", "promote", "promoted")


def _lead(parts: Parts, amender: Amender) -> None:
    """ "Make the following changes to rule 2.1:", which only says where what follows works."""
    where = scope(parts, amender)
    parts.take_all(lambda one: one.noun == "edits" and one.text is None)
    parts.check_all_taken()
    if where.inner or len(where.keys) > 1:
        raise not_understood()
