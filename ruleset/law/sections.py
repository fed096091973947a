"""Reading the parts of a law that hold no expressions: who resolves, the mantle, roster, posts, numbers and
dice.
"""

from collections.abc import Mapping
from types import MappingProxyType

from blognomic.i18n.translation import gettext as _

from .model import (
    Adoption,
    AscensionLaw,
    CategoryChange,
    Cooling,
    DiceLaw,
    Editing,
    FairPlay,
    Frequency,
    Inactivity,
    Mantle,
    Names,
    Newcomers,
    PostLaw,
    Requests,
    Resolving,
    RosterLaw,
    TrackerLaw,
)
from .toml_tables import LawTable

PLACES = ("post", "comment", "idling-comment")
ANNOUNCEMENTS = ("", "post", "comment")
SIGNS = ("vote", "post", "comment")
REASONS = ("request", "self", "inactivity", "other")
DECISIONS = ("proposal", "cfj", "resignation")
STATUSES = ("enacted", "failed", "illegal")


def resolving(table: LawTable) -> Resolving:
    resolving = Resolving(
        idle_admins=table.yes("idle_admins"),
        idle_admins_rule=table.text("idle_admins_rule", ""),
        statuses=table.texts("statuses", choices=STATUSES),
        rule=table.filled("rule"),
    )
    table.done()
    return resolving


def mantle(table: LawTable, *, cases: tuple[str, ...], kinds: tuple[str, ...]) -> Mantle:
    def case(key: str) -> str | None:
        return table.one_of(key, cases) if key in table.values else None

    mantle = Mantle(
        by=table.one_of("by", ("post",)),
        not_last_emperor=table.yes("not_last_emperor"),
        last_emperor_case=case("last_emperor_case"),
        limited_by=case("limited_by"),
        limited_to=table.one_of("limited_to", kinds) if "limited_to" in table.values else None,
        loosened_by=case("loosened_by"),
        rule=table.filled("rule"),
        note=table.text("note", ""),
    )
    if (mantle.limited_by is None) != (mantle.limited_to is None):
        raise table.error(_("limited_by and limited_to go together"))
    table.done()
    return mantle


def ascension(table: LawTable, *, cases: tuple[str, ...], otherwise: str) -> AscensionLaw:
    """What the law says about Ascension Addresses. A document that says nothing keeps none of the rules that an address
    does not list, by the rule `otherwise`."""
    if not table.values:
        return AscensionLaw("none", None, otherwise, "")
    law = AscensionLaw(
        keeps=table.one_of("keeps", ("all", "none")),
        pages_case=table.one_of("pages_case", cases) if "pages_case" in table.values else None,
        rule=table.filled("rule"),
        note=table.text("note", ""),
    )
    table.done()
    return law


def roster(table: LawTable) -> RosterLaw:
    cooling, names = table.table_or_none("cooling"), table.table_or_none("names")
    law = RosterLaw(
        inactivity=_inactivity(table.table("inactivity")),
        idling=_requests(table.table("idling")),
        unidling=_requests(table.table("unidling")),
        cooling=_cooling(cooling) if cooling else None,
        admins_idle_themselves=table.yes("admins_idle_themselves"),
        admins_unidle_themselves=table.yes("admins_unidle_themselves"),
        admins_announce=table.yes("admins_announce"),
        admins_rule=table.text("admins_rule", ""),
        values_on_return=table.one_of("values_on_return", ("kept", "kept-or-default", "same-dynasty")),
        values_rule=table.filled("values_rule"),
        leaving=table.yes("leaving"),
        leaving_rule=table.text("leaving_rule", ""),
        rejoin_hours=table.whole("rejoin_hours"),
        names=_names(names) if names else None,
        rename=frozenset(table.texts("rename", choices=DECISIONS)),
        make_admin=frozenset(table.texts("make_admin", choices=DECISIONS)),
        unmake_admin=frozenset(table.texts("unmake_admin", choices=DECISIONS)),
    )
    table.done()
    return law


def _inactivity(table: LawTable) -> Inactivity:
    inactivity = Inactivity(
        hours=table.whole("hours", least=1),
        strictly=table.yes("strictly"),
        signs=frozenset(table.texts("signs", choices=SIGNS)),
        announce=table.one_of("announce", ANNOUNCEMENTS, ""),
        rule=table.filled("rule"),
        note=table.text("note", ""),
    )
    table.done()
    return inactivity


def _requests(table: LawTable) -> Requests:
    requests = Requests(
        hours=table.whole_or_none("hours", least=1),
        where=frozenset(table.texts("where", choices=PLACES)),
        announce=table.one_of("announce", ANNOUNCEMENTS, ""),
        rule=table.filled("rule"),
        note=table.text("note", ""),
    )
    table.done()
    return requests


def _cooling(table: LawTable) -> Cooling:
    cooling = Cooling(
        hours=table.whole("hours", least=1),
        reasons=frozenset(table.texts("reasons", choices=REASONS)),
        rule=table.filled("rule"),
        note=table.text("note", ""),
    )
    table.done()
    return cooling


def _names(table: LawTable) -> Names:
    names = Names(
        shortest=table.whole("shortest", least=1),
        longest=table.whole("longest", least=1),
        characters=table.filled("characters"),
        rule=table.filled("rule"),
    )
    if names.shortest > names.longest:
        raise table.error(_("the shortest name is longer than the longest"))
    table.done()
    return names


def posts(table: LawTable, *, kinds: tuple[str, ...]) -> PostLaw:
    adoption, newcomers = table.table_or_none("adoption"), table.table_or_none("newcomers")
    if adoption is not None and newcomers is None:
        raise table.error(_("adoption of new players’ posts needs to know who is new: newcomers"))
    law = PostLaw(
        edit=_editing(table.table("edit")),
        remove=table.yes("remove"),
        category=_category(table.table("category")),
        correct=frozenset(table.texts("correct", choices=kinds)),
        correct_rule=table.text("correct_rule", ""),
        ruleset_correctors=table.one_of("ruleset_correctors", ("admins", "players")),
        adoption=_adoption(adoption, kinds) if adoption else None,
        newcomers=_newcomers(newcomers) if newcomers else None,
        comments_after_resolution=table.yes("comments_after_resolution"),
        comments_rule=table.text("comments_rule", ""),
        comments_note=table.text("comments_note", ""),
        subject_rule=table.text("subject_rule", ""),
    )
    table.done()
    return law


def _editing(table: LawTable) -> Editing:
    editing = Editing(
        hours=table.whole_or_none("hours", least=1),
        icons_only=table.yes("icons_only"),
        rule=table.filled("rule"),
        note=table.text("note", ""),
    )
    table.done()
    return editing


def _category(table: LawTable) -> CategoryChange:
    change = CategoryChange(
        official_minutes=table.whole_or_none("official_minutes", least=1),
        other_minutes=table.whole("other_minutes", least=1),
        after_resolution=table.one_of("after_resolution", ("any", "never", "overturned")),
        rule=table.filled("rule"),
        note=table.text("note", ""),
    )
    table.done()
    return change


def _adoption(table: LawTable, kinds: tuple[str, ...]) -> Adoption:
    adoption = Adoption(
        hours=table.whole("hours", least=1), kind=table.one_of("kind", kinds), rule=table.filled("rule")
    )
    table.done()
    return adoption


def _newcomers(table: LawTable) -> Newcomers:
    newcomers = Newcomers(
        days=table.whole("days", least=1),
        idle_days=table.whole("idle_days", least=1),
        rule=table.filled("rule"),
        note=table.text("note", ""),
    )
    table.done()
    return newcomers


def tracker(table: LawTable) -> TrackerLaw:
    law = TrackerLaw(
        below_zero=table.one_of("below_zero", ("zero", "refuse")),
        below_zero_rule=table.filled("below_zero_rule"),
        below_zero_note=table.text("below_zero_note", ""),
        rounding=table.one_of("rounding", ("none", "zero")),
        rounding_rule=table.text("rounding_rule", ""),
        invalid=table.one_of("invalid", ("keep", "default"), "keep"),
        invalid_rule=table.text("invalid_rule", ""),
    )
    table.done()
    return law


def dice(table: LawTable) -> DiceLaw:
    part = table.table("lists")
    lists = {name: part.texts(name) for name in part.values}
    aliases = table.named_texts("aliases")
    for alias, name in aliases.items():
        if name not in lists:
            raise table.error(
                _("{alias} stands for {name}, which is not a list").format(alias=alias, name=name), "aliases"
            )
    for word in (*lists, *aliases):
        if not (word.isascii() and word.isupper() and word.isalpha()) or word in ("DICE", "CARD"):
            raise table.error(
                _("the command {word!r} must be upper-case letters, and not DICE or CARD").format(word=word),
                "lists",
            )
    law = DiceLaw(
        largest=table.whole_or_none("largest", least=1),
        lists=MappingProxyType(lists),
        aliases=MappingProxyType(aliases),
        suits=table.texts("suits", []),
        values=table.texts("values", []),
        faces=frozenset(table.texts("faces", [])),
        braces=table.yes("braces"),
        rule=table.filled("rule"),
    )
    if bool(law.suits) != bool(law.values) or not law.faces <= set(law.values):
        raise table.error(_("a card has a suit and a value, and a face card one of those values"))
    if any(not outcomes for outcomes in lists.values()):
        raise table.error(_("a list needs an outcome"), "lists")
    table.done()
    return law


def actions(root: LawTable) -> Mapping[str, Frequency]:
    frequencies = {}
    for name, table in root.named_tables("actions"):
        frequencies[name] = Frequency(
            name=name,
            per=table.one_of("per", ("day", "week")),
            spacing=table.whole("spacing"),
            communal=table.yes("communal"),
            label=table.label(),
            rule=table.filled("rule"),
        )
        table.done()
    return MappingProxyType(frequencies)


def fair_play(table: LawTable) -> FairPlay:
    fair_play = FairPlay(
        posts_a_day=table.whole("posts_a_day", least=1),
        comments_in_a_row=table.whole("comments_in_a_row", least=1),
        words_a_post=table.whole("words_a_post", least=1),
        rule=table.filled("rule"),
        note=table.text("note", ""),
    )
    table.done()
    return fair_play
