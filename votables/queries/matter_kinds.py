"""The kinds of votable matters and other categories of posts that the law in force knows, as pages and services need
them. No query."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from django.conf import settings
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.text.outside import check_line
from blognomic.web.errors import RuleBroken
from ruleset.law import Law
from ruleset.law.model import MatterKind
from ruleset.law.numbers_in_words import one
from votables.judge.icons import UnreadableText, icons_in
from votables.models import OTHERS, STANDARD_LABELS, Post

CHOICE_LENGTH = 80
# The standard kinds with their articles, as what somebody does something to.
_ONE = {
    "proposal": pgettext_lazy("what one posts or resolves", "a Proposal"),
    "cfj": pgettext_lazy("what one posts or resolves", "a Call for Judgement"),
    "dov": pgettext_lazy("what one posts or resolves", "a Declaration of Victory"),
}


@cache
def _standard_words() -> Mapping[str, str]:
    """The standard words as the documents of the law have them: in the game's language."""
    with in_the_games_language():
        return {category: str(label) for category, label in STANDARD_LABELS.items()}


def label_in_words(kind: MatterKind) -> str:
    """What the law calls a kind; the standard words in the reader's language."""
    return str(STANDARD_LABELS[kind.name]) if _is_standard(kind) else kind.label


def one_of(kind: MatterKind) -> str:
    """A kind with its article, as what somebody posts or resolves: the standard words in the reader's language."""
    if kind.name in _ONE and _is_standard(kind):
        return str(_ONE[kind.name])
    return one(kind.label) if get_language() == settings.LANGUAGE_CODE else kind.label


def _is_standard(kind: MatterKind) -> bool:
    return _standard_words().get(kind.name) == kind.label


def labels(law: Law) -> dict[str, str]:
    """Every category that the law in force knows with its name: its kinds of matters first."""
    return {kind.name: label_in_words(kind) for kind in law.kinds.values()} | {
        other.value: str(other.label) for other in OTHERS
    }


def label_to_keep(law: Law, category: str) -> str:
    """What a post in the category keeps as its name: "" where the law says the standard words."""
    label = law.kinds[category].label if category in law.kinds else ""
    return "" if label == _standard_words().get(category) else label


def carries(law: Law, category: str) -> bool:
    """Whether a matter of the category may carry changes."""
    return category in law.kinds and law.kinds[category].carries


def codes_on(law: Law, post: Post) -> dict[str, str]:
    """What may stand between colons in a comment on the post, and the icon or choice that it is."""
    kind = law.kinds.get(post.category)
    return law.codes_on(len(post.choices) if kind is not None and kind.choices else 0)


def check_title(law: Law, category: str, title: str) -> None:
    """Raises RuleBroken when the law has the titles of this kind written otherwise."""
    form = law.kinds[category].title if category in law.kinds else None
    if form is not None and not form.fits(title.strip()):
        wording = f"{form.label[:1].upper()}{form.label[1:]}"
        raise RuleBroken(
            _("{form}: for example “{example}”.").format(form=wording, example=form.example),
            rule=form.rule,
            status=400,
        )


def check_choices(law: Law, category: str, choices: Iterable[str]) -> list[str]:
    """The names of the choices that a post in the category puts to the vote; none where its kind has none.

    Raises RuleBroken when they are too few or too many, empty, too long, alike, or hold a voting icon.
    """
    kind = law.kinds.get(category)
    if kind is None or kind.choices is None:
        return []
    named = [" ".join(name.split()) for name in choices]
    check_line(*named)
    _check_number(kind, named)
    for name in named:
        if not name or len(name) > CHOICE_LENGTH or not name.isprintable():
            raise RuleBroken(
                _("The name of a choice has 1 to {number} characters.").format(number=CHOICE_LENGTH),
                rule=kind.rule,
                status=400,
            )
    alike = [name.casefold() for name in named]
    if len(set(alike)) != len(alike):
        twice = next(name for name, folded in zip(named, alike, strict=True) if alike.count(folded) > 1)
        sentence = _("Two choices are called “{name}”.").format(name=twice)
        raise RuleBroken(sentence, rule=kind.rule, status=400)
    codes = law.codes_on(len(named))
    for name in named:
        if _holds_icons(name, codes):
            sentence = _("The choice “{name}” holds a voting icon.").format(name=name)
            raise RuleBroken(sentence, rule=kind.rule, status=400)
    return named


def _check_number(kind: MatterKind, named: Sequence[str]) -> None:
    assert kind.choices is not None
    least, most = kind.choices.least, kind.choices.most
    if not least <= len(named) <= most:
        number = str(least) if least == most else _("{least} to {most}").format(least=least, most=most)
        raise RuleBroken(
            _("A matter of the kind {kind} needs {number} choices to vote on.").format(
                kind=label_in_words(kind), number=number
            ),
            rule=kind.rule,
            status=400,
        )


def _holds_icons(name: str, codes: dict[str, str]) -> bool:
    try:
        return bool(icons_in(name, codes))
    except UnreadableText:
        return True
