"""How votes look: the pictures and words of a law's icons, and of the choices of a matter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from ruleset.law import Law
from ruleset.law.choices import code_of, letters
from votables.judge.icons import CODES

# What stands for an icon of a law that is no longer at hand.
UNKNOWN = "ballot"


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands for a vote: `label` in words, and a symbol of the site's sprite or, where it is not empty, `glyph`.

    `tone` colours both: that of an icon of every law, "choice", or "plain".
    """

    label: str
    picture: str
    glyph: str = ""
    tone: str = "plain"

    def html(self, *, silent: bool = False) -> SafeString:
        """The picture; with `silent` for where the words stand beside it."""
        return _drawn(str(self.label), self.picture, self.glyph, silent)

    @property
    def silent(self) -> SafeString:
        """The picture for where the words stand beside it."""
        return self.html(silent=True)


@lru_cache(maxsize=1024)
def _drawn(label: str, picture: str, glyph: str, silent: bool) -> SafeString:
    if glyph:
        if silent:
            return format_html('<span class="icon icon-glyph" aria-hidden="true">{}</span>', glyph)
        return format_html(
            '<span class="icon icon-glyph" role="img" aria-label="{0}" title="{0}">{1}</span>', label, glyph
        )
    use = format_html('<use href="{}#{}"></use>', static("icons.svg"), picture)
    if silent:
        return format_html('<svg class="icon icon-{}" aria-hidden="true">{}</svg>', picture, use)
    return format_html(
        '<svg class="icon icon-{0}" role="img" aria-label="{1}"><title>{1}</title>{2}</svg>',
        picture,
        label,
        use,
    )


Legend = Mapping[str, Mark]
ABSTAINS = Mark(gettext_lazy("abstains"), "abstain", tone="illegal")


@lru_cache(maxsize=256)
def _icons_of(law: Law) -> Legend:
    usual = set(CODES.values())
    return {
        name: Mark(icon.label, icon.picture, icon.glyph, name if name in usual else "plain")
        for name, icon in law.icons.items()
    } | {"abstain": ABSTAINS}


def legend_of(law: Law | None, choices: Sequence[str] = ()) -> Legend:
    """The marks by what is cast, or counts: those of the law's icons, and of the choices by their letters."""
    named = {
        name: Mark(label, "", code_of(name).upper(), "choice")
        for name, label in zip(letters(len(choices)), choices, strict=False)
    }
    return {**(_icons_of(law) if law else {}), **named}


def mark_of(cast: str, legend: Legend | None) -> Mark:
    """The mark for what was cast; of an icon that the legend does not know, its name."""
    known = legend.get(cast) if legend else None
    if known is not None:
        return known
    if cast in CODES.values():
        return Mark(cast.upper(), cast, tone=cast)
    if cast == "abstain":
        return ABSTAINS
    return Mark(code_of(cast).replace("_", " ").upper(), UNKNOWN)
