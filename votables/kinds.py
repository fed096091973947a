"""The kinds of votable matters and other categories of posts that the law in force knows, as pages and services need
them. No query."""

from collections.abc import Iterable, Sequence

from players.errors import RuleBroken
from players.texts import check_keepable
from ruleset.law import Law
from ruleset.law.model import Kind
from votables.judge.icons import UnreadableText, icons_in
from votables.models import OTHERS, STANDARD_LABELS, Post

CHOICE_LENGTH = 80


def labels(law: Law) -> dict[str, str]:
    """Every category that the law in force knows with its name: its kinds of matters first."""
    return {kind.name: kind.label for kind in law.kinds.values()} | {
        other.value: other.label for other in OTHERS
    }


def label_to_keep(law: Law, category: str) -> str:
    """What a post in the category keeps as its name: "" where the law says the standard words."""
    label = labels(law).get(category, "")
    return "" if label == STANDARD_LABELS.get(category) else label


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
        said = f"{form.label[:1].upper()}{form.label[1:]}"
        raise RuleBroken(f"{said}: for example “{form.example}”.", rule=form.rule, status=400)


def check_choices(law: Law, category: str, choices: Iterable[str]) -> list[str]:
    """The names of the choices that a post in the category puts to the vote; none where its kind has none.

    Raises RuleBroken when they are too few or too many, empty, too long, alike, or hold a voting icon.
    """
    kind = law.kinds.get(category)
    if kind is None or kind.choices is None:
        return []
    named = [" ".join(name.split()) for name in choices]
    check_keepable(*named)
    _check_number(kind, named)
    for name in named:
        if not name or len(name) > CHOICE_LENGTH or not name.isprintable():
            raise RuleBroken(
                f"A choice is named in 1 to {CHOICE_LENGTH} characters.", rule=kind.rule, status=400
            )
    alike = [name.casefold() for name in named]
    if len(set(alike)) != len(alike):
        twice = next(name for name, folded in zip(named, alike, strict=True) if alike.count(folded) > 1)
        raise RuleBroken(f"Two choices are called “{twice}”.", rule=kind.rule, status=400)
    codes = law.codes_on(len(named))
    for name in named:
        if _holds_icons(name, codes):
            raise RuleBroken(f"The choice “{name}” holds a voting icon.", rule=kind.rule, status=400)
    return named


def _check_number(kind: Kind, named: Sequence[str]) -> None:
    assert kind.choices is not None
    least, most = kind.choices.least, kind.choices.most
    if not least <= len(named) <= most:
        number = str(least) if least == most else f"{least} to {most}"
        raise RuleBroken(
            f"A matter of the kind {kind.label} puts {number} named choices to the vote.",
            rule=kind.rule,
            status=400,
        )


def _holds_icons(name: str, codes: dict[str, str]) -> bool:
    try:
        return bool(icons_in(name, codes))
    except UnreadableText:
        return True
