"""Which special cases of a ruleset are not in the state that the law gives them by default. Pure."""

from ruleset.law import Law
from ruleset.tree import Tree, kind_of


def not_by_default(law: Law, tree: Tree) -> dict[str, bool]:
    """The law's special cases whose status in the ruleset's titles is not the law's default, with that status."""
    standing = {
        rule.name.casefold(): rule.is_active
        for section in tree.sections
        if kind_of(section) == "special_case"
        for rule in section.children
    }
    return {
        name: standing[name.casefold()]
        for name, case in law.special_cases.items()
        if standing.get(name.casefold(), case.default) != case.default
    }
