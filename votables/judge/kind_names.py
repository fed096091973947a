"""What the judge calls kinds of matters in the reader's language: the standard words are translated, others stay."""

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import gettext_noop, is_the_games_language
from ruleset.law.model import MatterKind
from ruleset.law.numbers_in_words import one

# The standard kinds, and what is said while none of them is posted.
_STANDARD = {
    gettext_noop("Proposal"): gettext_noop("nobody can post a Proposal"),
    gettext_noop("Call for Judgement"): gettext_noop("nobody can post a Call for Judgement"),
    gettext_noop("Declaration of Victory"): gettext_noop("nobody can post a Declaration of Victory"),
}


def label_of(kind: MatterKind) -> str:
    """What the kind is called."""
    return _(kind.label) if kind.label in _STANDARD else kind.label


def one_of(kind: MatterKind) -> str:
    """The same with an article, in the game's language."""
    return one(kind.label) if is_the_games_language() else label_of(kind)


def several_of(kind: MatterKind) -> str:
    """What matters of the kind are called in the middle of a sentence, before an ending."""
    return kind.label.lower() if is_the_games_language() else label_of(kind)


def nobody_posts(kind: MatterKind) -> str:
    """That matters of the kind are not posted."""
    if kind.label in _STANDARD:
        return _(_STANDARD[kind.label])
    return _("nobody can post {what}").format(what=one_of(kind))
