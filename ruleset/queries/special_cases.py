"""Which special cases of a law are not in the state that it gives them by default. Pure."""

from collections.abc import Mapping

from ruleset.law import Law
from ruleset.law.parts import RulesetPart
from ruleset.text.tree import Tree

from .law_by_rule import plain


def not_by_default(law: Law, tree: Tree, recorded: Mapping[str, bool]) -> dict[str, bool]:
    """The law's special cases whose state is not the law's default, with that state. What stands in the ruleset is as
    its title says: by its tag, or else by default, which is the title's, too. What does not is as `recorded`, or
    else as the law has it by default.

    A title may have the dynasty's words where the law's name for the special case has plain ones."""
    standing = {
        plain(rule.name, law.words).casefold(): rule.is_active
        for rule in tree.rules_of(RulesetPart.SPECIAL_CASE)
    }
    states = {
        name: standing.get(plain(name, law.words).casefold(), law.is_active(name, recorded))
        for name in law.special_cases
    }
    return {name: state for name, state in states.items() if state != law.special_cases[name].default}
