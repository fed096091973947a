"""What the site does under every law though only some rulesets have a rule for it, such as that on mentors: a refusal
by such a rule says so where the ruleset in force lacks it."""

from collections.abc import Mapping
from datetime import datetime

from blognomic.i18n.dynasty_words import in_the_games_language, said
from blognomic.text.one_line import bare
from blognomic.web.site_rules import called
from players.models import LIVELY
from players.present import Present
from ruleset.queries import law_now, names_at
from ruleset.queries.agreement import Carried, doubts
from ruleset.queries.law_by_rule import by_rule


def is_custom(rule: str, *, at: datetime, present: Present | None) -> bool:
    """Whether neither the ruleset at `at` (UTC) nor its law has a rule of that name. Two queries for each version of
    the game, or one; none of what a site without rules does is a custom."""

    def names() -> frozenset[str]:
        return _known(at, present)

    known = present.kept("blognomic.rules", names, without=LIVELY) if present else names()
    return bool(known) and cited(rule).casefold() not in known


def in_doubt(*, at: datetime, present: Present | None) -> Mapping[str, Carried]:
    """The rules that say something else than the law that carries them out, by their names in small letters, until a
    player settles it. Seven queries at most for each version of the game."""

    def differing() -> Mapping[str, Carried]:
        in_force = law_now(at, present)
        return doubts(in_force) if in_force is not None else {}

    return present.kept("blognomic.in_doubt", differing, without=LIVELY) if present else differing()


def doubt_on(rule: str, *, at: datetime, present: Present | None) -> Carried | None:
    """The doubt about the rule of that name, where there is one. Queries: those of `in_doubt`."""
    by_name = in_doubt(at=at, present=present) if rule else {}
    return (by_name.get(called(rule).casefold()) or by_name.get(cited(rule).casefold())) if by_name else None


def cited(rule: str) -> str:
    """The name of a rule as the ruleset has it: in the words of the dynasty, whatever the reader's language."""
    with in_the_games_language():
        return bare(said(called(rule)))


def _known(at: datetime, present: Present | None) -> frozenset[str]:
    """The names of all rules, in lower case."""
    in_force, standing = law_now(at, present), names_at(at)
    if in_force is None or not standing:
        return frozenset()
    return frozenset(standing) | {name.casefold() for name in by_rule(in_force.law)}
