"""Which special cases of a law are not in the state that it gives them by default. Pure."""

from collections.abc import Mapping

from ruleset.law import Law
from ruleset.text.tree import Tree, kind_of

from .clauses import plain


def not_by_default(law: Law, tree: Tree, recorded: Mapping[str, bool]) -> dict[str, bool]:
    """The law's special cases whose state is not the law's default, with that state. What stands in the ruleset is as
    its title says: by its tag, or else by default, which is the title's, too. What does not is as `recorded`, or
    else as the law has it by default.

    A title may have the dynasty's words where the law's name for the special case has plain ones."""
    standing = {
        plain(rule.name, law.words).casefold(): rule.is_active
        for section in tree.sections
        if kind_of(section) == "special_case"
        for rule in section.children
    }
    states = {
        name: standing.get(plain(name, law.words).casefold(), recorded.get(name, case.default))
        for name, case in law.special_cases.items()
    }
    return {name: state for name, state in states.items() if state != law.special_cases[name].default}
