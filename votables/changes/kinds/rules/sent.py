"""What programs send for each amendment of the ruleset (see `ruleset.text.amending`): its parts, what each is, and what
it says."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from blognomic.web.api.shapes import SentPart, Text
from ruleset.services import TITLE_LENGTH
from ruleset.text.amending import EXCHANGED, SCOPES
from ruleset.text.inserting import PLACES
from ruleset.text.replacing import COUNTS
from votables.changes.kind import Words

RULE: Final = SentPart(
    Annotated[Text, Field(min_length=1, max_length=40)],
    "The key of a rule; `new-0` is the one that the first change of the matter adds.",
)
_BEFORE = Annotated[Text, Field(max_length=40)]
_AFTER: Final = SentPart(
    _BEFORE,
    "The key of the rule before it; `first`: it goes first; empty: last.",
    None,
)
_TITLE = Annotated[Text, Field(max_length=TITLE_LENGTH)]
SENT: Final[Mapping[str, Mapping[str, SentPart]]] = {
    "edit": {
        "rule": RULE,
        "text": SentPart(Words, "The new text."),
        "base": SentPart(
            Words,
            "The text that its author saw. Changes that others make since then are merged with it.",
        ),
    },
    "insert": {
        "rule": RULE,
        "place": SentPart(Literal[PLACES], "Where the words are put in."),
        "anchor": SentPart(
            Words, "Words that are in the rule once, to name the place; empty: its beginning or end.", None
        ),
        "text": SentPart(Words, "The new words: a paragraph, items of a list, or words."),
    },
    "replace": {
        "rule": SentPart(_BEFORE, "The key of a rule; empty for the whole ruleset."),
        "find": SentPart(Annotated[Words, Field(min_length=1)], "The words that go."),
        "text": SentPart(Words, "The new words."),
        "scope": SentPart(
            Literal[SCOPES],
            "Left out: that rule, or the whole ruleset with its titles; `subrules`: that rule and all "
            "below it; `texts`: the text of every rule.",
            None,
        ),
        "count": SentPart(
            Literal[COUNTS],
            "Left out: `every`; `one`: they must be there exactly once when it is enacted; `first`: the"
            " first of them.",
            None,
        ),
        "whole": SentPart(
            bool, "Whether only whole words; white space and the kind of quotation marks do not matter.", None
        ),
    },
    "add": {
        "parent": SentPart(RULE[0], "The key of the rule above it; `top`: it is a section."),
        "after": _AFTER,
        "title": SentPart(_TITLE, "What the rule is called."),
        "text": SentPart(Words, "What it says."),
    },
    "copy": {
        "rule": RULE,
        "parent": SentPart(
            RULE[0], "The key of the rule below which the copy stands; `top`: it is a section."
        ),
        "after": _AFTER,
        "title": SentPart(_TITLE, "What the copy is called; empty: the same.", None),
        "with_subrules": SentPart(bool, "Whether its subrules are copied, too.", None),
    },
    "rename": {
        "rule": RULE,
        "title": SentPart(_TITLE, "What the rule is called."),
        "base": SentPart(_TITLE, "The title that its author saw."),
    },
    "move": {
        "rule": RULE,
        "parent": SentPart(RULE[0], "The key of the rule below which it goes; `top`: it is a section."),
        "after": _AFTER,
    },
    "swap": {
        "rule": RULE,
        "what": SentPart(Literal[EXCHANGED], "What is exchanged: with another rule, or `words` of this one."),
        "other": SentPart(_BEFORE, "The key of the other rule.", None),
        "find": SentPart(Words, "Words of the rule, where `words` are exchanged.", None),
        "text": SentPart(Words, "The words that they are exchanged for.", None),
    },
    "repeal": {
        "rule": RULE,
        "with_subrules": SentPart(bool, "Whether its subrules go too; otherwise they move up.", None),
    },
    "status": {
        "rule": RULE,
        "text": SentPart(Literal["Active", "Inactive"], "What the special case is then."),
    },
}
