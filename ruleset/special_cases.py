"""Which special cases of a ruleset are not in the state that the law gives them by default. Pure."""

from collections.abc import Mapping

from ruleset.clauses import plain
from ruleset.law import Law
from ruleset.tree import Tree, kind_of


def switched(law: Law, states: Mapping[str, bool], before: Tree, after: Tree) -> dict[str, bool]:
    """The states that are not the law's defaults, once a ruleset that says `before`, under which they are `states`,
    says `after`: those of the special cases switched meanwhile are what their titles say. The first ruleset switches
    none."""
    if before == Tree():
        return dict(states)
    were, are = not_by_default(law, before), not_by_default(law, after)
    changed = {name for name in {*were, *are} if were.get(name) != are.get(name)}
    kept = {name: state for name, state in states.items() if name not in changed}
    return kept | {name: are[name] for name in changed & are.keys()}


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
