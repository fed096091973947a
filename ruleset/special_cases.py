"""Which special cases of a ruleset are not in the state that the law gives them by default. Pure."""

from ruleset.clauses import plain
from ruleset.law import Law
from ruleset.tree import Tree, kind_of


def not_by_default(law: Law, tree: Tree) -> dict[str, bool]:
    """The law's special cases whose status in the ruleset's titles is not the law's default, with that status.

    A title may have the dynasty's words where the law's name for the special case has plain ones."""
    standing = {
        plain(rule.name, law.words).casefold(): rule.is_active
        for section in tree.sections
        if kind_of(section) == "special_case"
        for rule in section.children
    }
    return {
        name: standing[plain(name, law.words).casefold()]
        for name, case in law.special_cases.items()
        if standing.get(plain(name, law.words).casefold(), case.default) != case.default
    }
