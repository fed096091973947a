"""What a law says about writing rules: what a rule without a title is called, and which tags a matter's title needs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from blognomic.i18n.translation import gettext as _

from .names_of_rules import names
from .parts import RulesetPart
from .toml_tables import LawTable

VICTORY = "victory"  # what a tag can be of besides a part of the ruleset


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag that a matter's title needs: `name` without brackets, `of` the kind of section whose rules it lets a matter
    change, or `victory`. `label` says what comes of its lack. `special_case`: needed only while that one is active.
    """

    name: str
    of: str
    label: str
    special_case: str | None
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class RulesLaw:
    """`unnamed`: what a new rule without a title is called, `matter` (as the matter that made it) or `name`.
    `empty_rule`: the rule by which a dynastic rule without text and subrules is deleted without a vote; "" where none
    allows it. `names`: what the rules are called that the site follows under every law (`ruleset.law.names_of_rules`).
    """

    unnamed: Literal["matter", "name"]
    name: str
    unnamed_rule: str
    unnamed_note: str
    tags: tuple[Tag, ...]
    names: Mapping[str, str]
    empty_rule: str = ""

    def name_for(self, matter: str) -> str:
        """The name of a rule without a title that a matter of this subject makes; "" for no matter."""
        return matter.strip() or self.name if self.unnamed == "matter" else self.name

    def lacking(
        self, have: Iterable[str], *, touched: Iterable[str], special: Mapping[str, bool]
    ) -> list[Tag]:
        """The tags that a title with the tags `have` lacks, in the law's order, when the matter touches these parts.
        `special` says which special cases are active; those that it does not name are."""
        written, parts = {tag.casefold() for tag in have}, set(touched)
        return [
            tag
            for tag in self.tags
            if tag.of in parts
            and tag.name.casefold() not in written
            and (tag.special_case is None or special.get(tag.special_case, True))
        ]


def rules(table: LawTable, *, cases: tuple[str, ...]) -> RulesLaw:
    """The law's table of rules. A document without one names no tags, and calls a rule without a title so."""
    if not table.values:
        return RulesLaw("name", "Unnamed Rule", "", "", (), names(table))
    law = RulesLaw(
        unnamed=table.one_of("unnamed", ("matter", "name")),
        name=table.filled("name"),
        unnamed_rule=table.text("unnamed_rule", ""),
        unnamed_note=table.text("unnamed_note", ""),
        tags=tuple(_tag(part, cases) for part in table.tables("tags")),
        names=names(table),
        empty_rule=table.text("empty_rule", ""),
    )
    table.done()
    return law


def _tag(table: LawTable, cases: tuple[str, ...]) -> Tag:
    tag = Tag(
        name=table.filled("name"),
        of=table.one_of("of", (*RulesetPart, VICTORY)),
        label=table.label(),
        special_case=table.one_of("special_case", cases) if "special_case" in table.values else None,
        rule=table.filled("rule"),
        note=table.text("note", ""),
    )
    if set(tag.name) & set("[]"):
        raise table.error(_("is written without its brackets"), "name")
    table.done()
    return tag
