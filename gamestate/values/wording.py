"""What a definition says, in words for people. Pure."""

from fractions import Fraction

from blognomic.i18n.translation import gettext as _
from gamestate.values.definitions import AUDIENCES, KINDS, LISTS, LOOKS, NUMBERS, Definition, TableDefinition
from gamestate.values.texts import items_text, plain_number


def in_words(definition: Definition) -> list[str]:
    """What may be in a variable and what becomes of it, one thing after the other: "whole number", "at least 0"."""
    phrases = [KINDS[definition.kind]]
    if definition.kind == "decimal":
        phrases = [_("decimal number with {places} places").format(places=definition.places)]
    if definition.formula:
        phrases.append(_("computed: {formula}").format(formula=definition.formula))
    elif definition.kind in NUMBERS:
        phrases += _bounds(definition)
    if definition.choices:
        phrases.append(_("of: {choices}").format(choices=", ".join(definition.choices)))
    if definition.kind in LISTS:
        words = _("at most {items}, also the same twice") if definition.twice else _("at most {items}")
        phrases.append(words.format(items=items_text(definition.most)))
    if definition.refers:
        phrases.append(_("of the table {name}").format(name=definition.refers))
    if definition.must:
        must = _("for each: {condition}").format(condition=definition.must)
        phrases.append(f"{must} ({definition.why})" if definition.why else must)
    if not definition.formula and definition.blank != (definition.kind in LISTS):
        phrases.append(_("can be blank") if definition.blank else _("never empty"))
    if definition.default:
        phrases.append(_("default {default}").format(default=definition.default))
    if definition.audience != "all":
        phrases.append(_("seen by {audience}").format(audience=AUDIENCES[definition.audience]))
    if definition.seen_when:
        phrases.append(_("also seen when {condition}").format(condition=definition.seen_when))
    if definition.on_return == "keep":
        phrases.append(_("kept when its player comes back from idle"))
    elif definition.on_return == "default":
        phrases.append(_("set to the default when its player comes back from idle"))
    if definition.description:
        phrases.append(definition.description)
    return phrases


def table_in_words(definition: TableDefinition) -> list[str]:
    """The same of a table of rows."""
    phrases = [_("table of rows")]
    if definition.look:
        phrases.append(_("shown as {look}").format(look=LOOKS[definition.look]))
    if definition.across:
        phrases.append(_("{number} side by side").format(number=definition.across))
    if definition.x:
        phrases.append(_("placed by {x} and {y}").format(x=definition.x, y=definition.y))
    if definition.links:
        phrases.append(_("connected by {column}").format(column=definition.links))
    return [*phrases, *([definition.description] if definition.description else [])]


def _bounds(definition: Definition) -> list[str]:
    phrases = []
    if definition.floor is not None:
        below = {
            "law": _("at least {bound}"),
            "set": _("at least {bound}, set to it below"),
            "refuse": _("at least {bound}, refused below"),
        }[definition.below]
        phrases.append(below.format(bound=plain_number(Fraction(definition.floor))))
    if definition.ceiling is not None:
        above = {"set": _("at most {bound}, set to it above"), "refuse": _("at most {bound}")}[
            definition.above
        ]
        phrases.append(above.format(bound=plain_number(Fraction(definition.ceiling))))
    if definition.floor_formula:
        phrases.append(_("at least {bound}").format(bound=definition.floor_formula))
    if definition.ceiling_formula:
        phrases.append(_("at most {bound}").format(bound=definition.ceiling_formula))
    return phrases or [_("of any size, also below zero")]
