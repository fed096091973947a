"""Sentences that change the rules, each read and carried out on a draft. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from blognomic.i18n.translation import gettext as _
from ruleset.text.blocks import unwrapped
from ruleset.text.tree import Tree

from . import building, inserting, moving, rewording
from .amender import Amender, Parts, not_understood, verb_of
from .atoms import Atom
from .clauses import OrderedClauses, VerbClause, order, separated
from .conditions import KeptCondition, condition_in, holds, turned, undecided
from .grammar import phrases, unknown_words
from .openings import without_label
from .roles import attached, merged
from .scopes import scope
from .sentences import EnglishSentence
from .shapes import Unclear


def amend(
    sentence: EnglishSentence,
    source: str,
    tree: Tree,
    made: int,
    context: str,
    *,
    before: Tree | None = None,
    when: KeptCondition | None = None,
) -> Amender:
    """What a sentence of `source` does to the rules. With the rules as they stand `before` all sentences, its condition
    is kept with its changes, to be decided later; `when` is one that is known already. Raises Unclear for all that is
    not sure."""
    tokens = [_as_rule_text(one) for one in without_label(sentence.tokens)]
    ordered = order(phrases(tokens, source))
    if ordered is None:
        unknown = unknown_words(tokens, source)
        if unknown:
            raise Unclear(
                _("“{word}” is not understood here. Say it more plainly.").format(word=unknown[0][:60])
            )
        raise not_understood()
    amender = Amender(tree, made, context, when)
    if when is not None or (before is not None and ordered.condition):
        _carry_out_later(ordered, amender, before, sentence.text)
    else:
        _carry_out(ordered, amender)
    if not amender.steps and not ordered.condition and not amender.skipped and not leads_on(sentence):
        raise not_understood()
    return amender


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
                _("Whether that is so hangs on what is done before it. Say it without a condition.")
            )
        when = turned(condition) if ordered.negated else condition
        is_so = is_so is not ordered.negated
    assert when is not None, "one or the other is given"
    when = dict(when)
    start = amender.tree, amender.context, amender.unit
    for clauses, on, comes in ((ordered.clauses, when, is_so), (ordered.otherwise, turned(when), not is_so)):
        draft = Amender(start[0], amender.made, start[1], on)
        draft.unit, draft.missing = start[2], amender.missing
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
    verb = verb_of(clause)
    if verb in ("add", "create"):
        if any(part.noun == "edits" for part in parts.rest):
            _lead(parts, amender)
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
    elif verb == "move" and moving.is_of_text(parts, amender):
        moving.move(parts, amender)
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


def _lead(parts: Parts, amender: Amender) -> None:
    """ "Make the following changes to rule 2.1:", which only says where what follows works."""
    where = scope(parts, amender)
    parts.take_all(lambda one: one.noun == "edits" and one.text is None)
    parts.check_all_taken()
    if where.inner or len(where.keys) > 1:
        raise not_understood()
