"""What the demo's people write about rules, as what the program can do to rules. Pure.

The story says in plain words which rule a proposal adds or changes, as people do; here these words are read, so that
the proposals of the demo carry their changes and its ruleset grows by them.
"""

import re
from collections.abc import Iterator

from ruleset.text.amending import Amendment
from ruleset.text.tree import Tree, kind_of

_QUOTED = r"\n\n((?:>[^\n]*(?:\n|$))+)"
_RULE = r"the\s+(?:\w+\s+)?rule\s+“(?:\[\[)?([^”\]]+)(?:\]\])?”"
_NEW = re.compile(rf"add\s+a\s+dynastic\s+rule\s+called\s+“([^”]+)”:{_QUOTED}", re.IGNORECASE)
_MORE = re.compile(rf"add\s+to\s+{_RULE}:{_QUOTED}", re.IGNORECASE)
_MORE_BESIDE = re.compile(rf"in\s+{_RULE},[^>]*\sand\s+add\s+at\s+its\s+end:{_QUOTED}", re.IGNORECASE)
_OTHER_WORDS = re.compile(rf"in\s+{_RULE},\s+replace\s+“([^”]+)”\s+with\s+“([^”]+)”", re.IGNORECASE)


def changes_in(body: str, tree: Tree) -> list[dict[str, object]]:
    """The changes that a proposal's text asks for, on the ruleset as its author saw it, as a post carries them.

    Rules that the ruleset does not have are passed over: what a text says about them, people will have to do.
    """
    return [amendment.as_json() for amendment in _amendments(body, tree)]


def _amendments(body: str, tree: Tree) -> Iterator[Amendment]:
    dynastic = next((section for section in tree.sections if kind_of(section) == "dynastic"), None)
    for title, quoted in _NEW.findall(body):
        if dynastic is not None:
            yield Amendment("add", parent=dynastic.key, title=title, text=_unquoted(quoted))
    for name, old, new in _OTHER_WORDS.findall(body):
        for rule in tree.named(name)[:1]:
            yield Amendment("replace", rule=rule.key, find=old, text=new)
    for name, quoted in [*_MORE.findall(body), *_MORE_BESIDE.findall(body)]:
        for rule in tree.named(name)[:1]:
            yield Amendment(
                "edit", rule=rule.key, base=rule.text, text=f"{rule.text}\n\n{_unquoted(quoted)}".strip()
            )


def _unquoted(quoted: str) -> str:
    """The rule that is quoted, a paragraph on one line: a file ends its lines where it likes, but a difference shows
    where a rule ends its."""
    text = "\n".join(re.sub(r"^> ?", "", line) for line in quoted.strip().split("\n"))
    return re.sub(r"(?<=[^\n|])\n *(?=[^\n |*#-])", " ", text)
