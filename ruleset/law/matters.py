"""Reading what a law says of icons and kinds of matters beside its conditions: names, pictures, choices, titles."""

from collections.abc import Mapping
from typing import Any

from blognomic.i18n.translation import gettext as _

from . import choices
from .errors import ExpressionError
from .model import Choices, Frequency, Icon
from .pictures import PICTURES, USUAL, is_glyph
from .titles import TitleForm, compiled
from .toml_tables import LawTable

MAX_ICONS = 24
MAX_KINDS = 12
MAX_CODES = 8
MAX_NAME = 20
MAX_LABEL = 40
MAX_WEIGHT = 1_000_000
# What already means something where an icon's name, or that of a kind, could stand.
NO_ICONS = frozenset(("abstain", "deferral", "emperor", "nothing"))
NO_KINDS = frozenset(("all", "any", "ascension", "story"))
# What a kind has from the one that it is resolved like, where it says nothing itself.
INHERITED = ("implied", "implied_rule", "implied_note", "icons", "enact", "fail")


def check_name(table: LawTable, name: str, *, of_icon: bool, taken: frozenset[str]) -> None:
    """Raises LawError unless an icon, or else a kind, can be called so."""
    if not (name.isascii() and name.isidentifier() and name == name.lower() and len(name) <= MAX_NAME):
        needs = (
            _("an icon needs a name of at most {most} lower-case letters, digits and underscores")
            if of_icon
            else _("a kind needs a name of at most {most} lower-case letters, digits and underscores")
        )
        raise table.error(needs.format(most=MAX_NAME))
    if name in taken or choices.is_choice(name) or (of_icon and len(name) == 1):
        means = (
            _("{name!r} cannot be the name of an icon: it already has a meaning")
            if of_icon
            else _("{name!r} cannot be the name of a kind: it already has a meaning")
        )
        raise table.error(means.format(name=name))


def short_label(table: LawTable) -> str:
    """The label of an icon or a kind, which stands on buttons and badges."""
    label = table.label()
    if len(label) > MAX_LABEL or not label.isprintable():
        raise table.error(
            _("must be at most {most} characters that can be seen").format(most=MAX_LABEL), "label"
        )
    return label


def look(table: LawTable, name: str) -> tuple[str, str]:
    """An icon's picture and glyph: the one, or the other; or the picture of its name."""
    if "glyph" in table.values:
        glyph = table.filled("glyph")
        if "picture" in table.values:
            raise table.error(_("an icon has a picture or a glyph, not both"), "glyph")
        if not is_glyph(glyph):
            raise table.error(_("must be a few signs that can be seen, such as an emoji"), "glyph")
        return "", glyph
    usual = name if name in PICTURES else USUAL
    return table.one_of("picture", PICTURES, usual), ""


def check_codes(tables: Mapping[str, LawTable], icons: Mapping[str, Icon]) -> None:
    """Raises LawError for a code that is no word, that two icons have, or that means a choice or a time of day."""
    known: set[str] = set()
    for name, table in tables.items():
        codes = icons[name].codes
        if len(codes) > MAX_CODES:
            raise table.error(_("an icon has at most {most} codes").format(most=MAX_CODES), "codes")
        for code in codes:
            if not (code.isascii() and code.isalnum() and code == code.lower() and len(code) <= MAX_NAME):
                raise table.error(
                    _("the code {code!r} must be lower-case letters and digits").format(code=code), "codes"
                )
            if code.isdigit() or len(code) == 1:
                raise table.error(
                    _(
                        "the code {code!r} must have a letter, and more than one: single letters are for choices"
                    ).format(code=code),
                    "codes",
                )
            if code in known:
                raise table.error(_("the code {code!r} belongs to two icons").format(code=code), "codes")
            known.add(code)


def with_manner(
    table: LawTable, kinds: Mapping[str, dict[str, Any]], name: str
) -> tuple[LawTable, str | None]:
    """The table of a kind with what it has from the kind it is resolved like, and that kind."""
    if "like" not in table.values:
        return table, None
    others = tuple(kind for kind, values in kinds.items() if kind != name and "like" not in values)
    like = table.one_of("like", others)
    inherited = {key: kinds[like][key] for key in INHERITED if key in kinds[like]}
    merged = LawTable(table.document, {**inherited, **table.values}, table.path)
    merged.read_keys.add("like")
    return merged, like


def named_choices(table: LawTable) -> Choices | None:
    """How many named choices a matter of the kind has, where votes are between such."""
    vote = table.one_of("vote", ("icons", "choices"), "icons")
    part = table.table_or_none("choices")
    if vote == "icons":
        if part is not None:
            raise table.error(_('only a kind with vote = "choices" has choices'), "choices")
        return None
    if part is None:
        return Choices(least=2, most=choices.MOST)
    bounds = Choices(least=part.whole("least", 2, least=2), most=part.whole("most", choices.MOST, least=2))
    if not bounds.least <= bounds.most <= choices.MOST:
        raise part.error(_("a matter has 2 to {most} choices").format(most=choices.MOST))
    part.done()
    return bounds


def title_form(table: LawTable | None) -> TitleForm | None:
    """How the titles of a kind are written, with an example that is written so."""
    if table is None:
        return None
    pattern, example = table.filled("pattern"), table.filled("example")
    try:
        fits = compiled(pattern).fullmatch(example)
    except ExpressionError as error:
        raise table.error(str(error), "pattern") from None
    if fits is None:
        raise table.error(_("the pattern does not fit the example"), "example")
    form = TitleForm(pattern=pattern, example=example, label=table.label(), rule=table.filled("rule"))
    table.done()
    return form


def frequency(table: LawTable, actions: Mapping[str, Frequency]) -> Frequency | None:
    """How often a matter of the kind may be posted: one of the law's frequencies of actions."""
    if "frequency" not in table.values:
        return None
    return actions[table.one_of("frequency", tuple(actions))]
