"""Whether what is tracked, rolled and kept secret fits together. See `players.checking` for what a check is.

The log says how everything stands; what stands beside it repeats its last entries. An export leaves hidden values out,
so the log of a variable that was ever hidden is only followed where its hidden entries are here.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.views.decorators.debug import sensitive_variables

from blognomic.text import prose
from blognomic.web.errors import RuleBroken
from gamestate.models import (
    Cell,
    Dispute,
    Entry,
    LimitedAction,
    Page,
    Roll,
    Row,
    SealedOrder,
    Sealing,
    SecretVersion,
    Table,
    Undoing,
    Update,
    Variable,
)
from gamestate.moves.calling import question_of
from gamestate.private.hashing import is_hash_of
from gamestate.queries.rolling import verified
from gamestate.queries.undoing import Target, target_of
from gamestate.rendering import render
from gamestate.values.errors import ValueRefused
from players.checking import Check, Finding, is_same_anywhere
from players.models import Player
from ruleset.models import Rule

About = Entry.About
EVER = datetime.max.replace(tzinfo=UTC)
THINGS: tuple[tuple[str, type[Table] | type[Variable] | type[Row] | type[Page]], ...] = (
    (About.TABLE, Table),
    (About.VARIABLE, Variable),
    (About.ROW, Row),
    (About.PAGE, Page),
)
# Where a target has the key of each.
PLACES: dict[str, int] = {About.VARIABLE: 0, About.ROW: 2, About.TABLE: 3, About.PAGE: 4}


# -- the log, and how everything stands


def _log(rows: Iterable[Entry]) -> Iterator[Finding]:
    """Every entry says of each thing that it was before as the last one left it; and as the last one of all left it, it
    is stored."""
    gaps = _with_gaps()
    last: dict[Target, tuple[int, Any, datetime]] = {}
    descriptions: dict[
        Target, Any
    ] = {}  # of tables, variables, rows and pages: what they are, or were before they went
    for entry in rows:
        target = target_of(entry)
        before = last[target][1] if target in last else None
        if entry.old != before and entry.variable_id not in gaps:
            yield Finding(
                f"entry {entry.pk}",
                f"Update {entry.update_id} says that {_thing(entry)} was {entry.old!r} before, and the log until then"
                f" says {before!r}.",
                reverse("gamestate:update", args=[entry.update_id]),
            )
        if entry.at != entry.update.at:
            yield Finding(
                f"entry {entry.pk}",
                f"An entry of update {entry.update_id} has another instant than that.",
                reverse("gamestate:update", args=[entry.update_id]),
            )
        last[target] = (entry.pk, entry.new, entry.at)
        if entry.about != About.VALUE and entry.new is not None:
            descriptions[target] = entry.new
    yield from _cells(last, gaps)
    yield from _things(last, descriptions)


def _with_gaps() -> set[int]:
    """The variables that were hidden at some time, and of which no hidden value is there: their log has gaps."""
    hidden = set()
    definitions = Entry.objects.filter(about=About.VARIABLE).values_list("variable_id", "new", "old")
    for variable, *sides in definitions.iterator(chunk_size=2000):
        if any(isinstance(side, dict) and side.get("audience", "all") != "all" for side in sides):
            hidden.add(variable)
    return hidden - set(
        Entry.objects.exclude(audience="all").values_list("variable_id", flat=True).distinct()
    )


def _thing(entry: Entry) -> str:
    return f"the {entry.about} of “{entry.variable}”" if entry.variable_id else f"this {entry.about}"


def _cells(last: dict[Target, tuple[int, Any, datetime]], gaps: set[int]) -> Iterator[Finding]:
    """Values as they stand against their last entries."""
    seen = 0
    for cell in Cell.objects.select_related("variable").order_by("pk").iterator(chunk_size=2000):
        row, page = f"cell {cell.pk}", _page_of(cell.variable)
        entry = last.get((About.VALUE, cell.variable_id, cell.player_id, cell.row_id, None, None))
        seen += entry is not None
        if entry is None:
            if cell.variable_id not in gaps:
                yield Finding(
                    row, f"A value of “{cell.variable}” is stored that the log does not know.", page
                )
        elif (cell.last_id, cell.value) != entry[:2]:
            yield Finding(
                row,
                f"A value of “{cell.variable}” is stored as {cell.value!r}, by entry {cell.last_id}; the last entry"
                f" of the log on it, {entry[0]}, says {entry[1]!r}.",
                page,
            )
    known = sum(target[0] == About.VALUE for target in last)
    if known > seen:
        yield Finding("cells", f"The log knows of {known} values, and {seen} of them are stored.")


def _page_of(variable: Variable) -> str:
    return reverse("gamestate:variable", args=[variable.pk])


def _things(
    last: dict[Target, tuple[int, Any, datetime]], descriptions: dict[Target, Any]
) -> Iterator[Finding]:
    """Tables, variables, rows and pages as they stand against their last entries."""
    for about, model in THINGS:
        for thing in model.objects.order_by("pk").iterator(chunk_size=2000):
            keys: list[int | None] = [None] * 5
            keys[PLACES[about]] = thing.pk
            target: Target = (about, *keys)  # type: ignore[assignment]
            row = f"{about} {thing.pk}"
            if target not in last:
                yield Finding(row, f"The {about} “{thing}” is stored, and the log does not know of it.")
                continue
            _, new, at = last[target]
            if thing.retired_at != (at if new is None else None):
                state = "in use" if new is not None else f"retired since {at:%Y-%m-%d %H:%M} UTC"
                yield Finding(
                    row, f"By its last entry the {about} “{thing}” is {state}, and it is not stored so."
                )
            described = descriptions.get(target, {})
            stored = _as_told(thing)
            if {name: described.get(name) for name in stored} != stored:
                yield Finding(row, f"The {about} “{thing}” is stored otherwise than its last entry says.")


def _as_told(thing: Table | Variable | Row | Page) -> dict[str, Any]:
    """What an entry says of a thing."""
    if isinstance(thing, Row):
        return {"name": thing.name, "order": thing.order}
    if isinstance(thing, Page):
        return {"title": thing.title, "text": thing.text}
    return thing.definition


def _last_of_pages(rows: Iterable[Page]) -> Iterator[Finding]:
    """A page knows its last entry, and its HTML is that of its text."""
    for page in rows:
        where = reverse("gamestate:page", args=[page.key])
        last = Entry.objects.filter(page=page.pk).order_by("-pk").values_list("pk", flat=True).first()
        if page.last_id != last:
            yield Finding(
                f"page {page.pk}",
                f"“{page}” is stored with entry {page.last_id}, and its last is {last}.",
                where,
            )
        if not _fits(page.html, page.text):
            yield Finding(f"page {page.pk}", f"The HTML of “{page}” is not that of its text.", where)


def _fits(html: str, text: str) -> bool:
    """Whether the HTML is that of the text, as far as it can be said of it alone."""
    if not is_same_anywhere(text):
        return True
    try:
        return html == (render(text, prefix="", at=EVER) if text else "")
    except RuleBroken:
        return html == prose.as_typed(text)


def _updates(rows: Iterable[Update]) -> Iterator[Finding]:
    """The HTML of what updates say."""
    for update in rows:
        if not _fits(update.html, update.comment):
            yield Finding(
                f"update {update.pk}",
                f"The HTML of what update {update.pk} says is not that of its words.",
                update.get_absolute_url(),
            )


def _undoings(rows: Iterable[Undoing]) -> Iterator[Finding]:
    """Only what is earlier can be undone."""
    for undoing in rows:
        if undoing.entry.update_id >= undoing.update_id:
            yield Finding(
                f"undoing {undoing.pk}",
                f"Update {undoing.update_id} is said to undo what came with or after it.",
                undoing.update.get_absolute_url(),
            )


def _disputes(rows: Iterable[Any]) -> Iterator[Finding]:
    """A dispute comes after its update, and is settled after it was raised; one that ended with an undoing has one."""
    for dispute in rows:
        row, page = f"dispute {dispute.pk}", dispute.update.get_absolute_url()
        if dispute.at < dispute.update.at or (dispute.settled_at or dispute.at) < dispute.at:
            yield Finding(
                row, f"A dispute about update {dispute.update_id} comes before what it follows.", page
            )
        if dispute.outcome == Dispute.Outcome.UNDONE and not dispute.is_undone:
            yield Finding(
                row, f"Update {dispute.update_id} is said to be undone, and nothing of it has been.", page
            )


def _dispute_rows() -> Any:
    undone = Undoing.objects.filter(entry__update=OuterRef("update"))
    return Dispute.objects.annotate(is_undone=Exists(undone)).select_related("update").order_by("pk")


# -- dice


def _dice(rows: Iterable[Roll]) -> Iterator[Finding]:
    """Seeds fit the hashes that were published, and all rolls their seeds and each other, which are read elsewhere."""
    for fault in verified(at=None).faults:
        page = reverse("gamestate:roll", args=[fault.sequence]) if fault.sequence else ""
        yield Finding(f"roll {fault.sequence}" if fault.sequence else "rolls", fault.sentence, page)


def _places_of_rolls(rows: Iterable[Any]) -> Iterator[Finding]:
    """What is said to be rolled in an update was rolled in one that there is."""
    for roll in rows:
        yield Finding(
            f"roll {roll.pk}",
            f"Roll {roll.number} is said to be part of update {roll.where_pk}, which there is not.",
            roll.get_absolute_url(),
        )


def _rolls_of_no_update() -> Any:
    its_update = Update.objects.filter(pk=OuterRef("where_pk"))
    return Roll.objects.filter(~Exists(its_update), where=Roll.Where.UPDATE).order_by("number")


# -- what is private


@sensitive_variables()
def _secrets(rows: Iterable[SecretVersion]) -> Iterator[Finding]:
    """Published hashes are those of the texts, where these are known here."""
    for version in rows:
        if version.text and not is_hash_of(version.hash, version.text, version.salt, version.algorithm):
            yield Finding(
                f"secret version {version.pk}",
                f"The published hash of “{version.secret}” is not that of its text of {version.at:%Y-%m-%d}.",
                version.secret.get_absolute_url(),
            )


@sensitive_variables()
def _orders(rows: Iterable[SealedOrder]) -> Iterator[Finding]:
    for order in rows:
        if order.text and not is_hash_of(order.hash, order.text, order.salt, "sha256"):
            yield Finding(
                f"sealed order {order.pk}",
                f"The published hash of a sealed order of {order.player} is not that of its text.",
                order.sealing.get_absolute_url(),
            )


def _sealings(rows: Iterable[Sealing]) -> Iterator[Finding]:
    """Calls for orders wait for people that there are, by rules that there are."""
    people = set(Player.objects.values_list("pk", flat=True))
    rules = set(Rule.objects.values_list("pk", flat=True))
    for sealing in rows:
        row, page = f"sealing {sealing.pk}", sealing.get_absolute_url()
        if set(sealing.awaited) - people:
            yield Finding(row, f"“{sealing}” waits for somebody whom there is not.", page)
        if set(sealing.dropped) - set(sealing.awaited):
            yield Finding(row, f"“{sealing}” waits no more for somebody for whom it never waited.", page)
        if not _asks_rightly(sealing):
            yield Finding(row, f"What “{sealing}” asks cannot be read.", page)
        if sealing.rule is not None and sealing.rule not in rules:
            yield Finding(row, f"“{sealing}” names rule {sealing.rule}, which there is not.", page)
        if not _fits(sealing.html, sealing.description):
            yield Finding(row, f"The HTML of “{sealing}” is not that of its description.", page)


def _asks_rightly(sealing: Sealing) -> bool:
    try:
        question_of(sealing.asks, sealing.choices)
    except ValueRefused:
        return False
    return True


def _actions(rows: Iterable[LimitedAction]) -> Iterator[Finding]:
    for action in rows:
        yield Finding(
            f"action {action.pk}", f"“{action}” names rule {action.rule}, which there is not.", "/actions/"
        )


def _actions_of_no_rule() -> Any:
    its_rule = Rule.objects.filter(pk=OuterRef("rule"))
    return LimitedAction.objects.filter(~Exists(its_rule), rule__isnull=False).order_by("pk")


CHECKS = (
    Check(
        "log of the tracker", lambda: Entry.objects.select_related("update", "variable").order_by("pk"), _log
    ),
    Check("words of the log", lambda: Update.objects.order_by("pk"), _updates),
    Check("tracked pages", lambda: Page.objects.order_by("pk"), _last_of_pages),
    Check(
        "what was undone", lambda: Undoing.objects.select_related("entry", "update").order_by("pk"), _undoings
    ),
    Check("disputes", _dispute_rows, _disputes),
    Check("dice", Roll.objects.none, _dice),
    Check("where dice were rolled", _rolls_of_no_update, _places_of_rolls),
    Check("secrets", lambda: SecretVersion.objects.select_related("secret__player").order_by("pk"), _secrets),
    Check(
        "sealed orders",
        lambda: SealedOrder.objects.select_related("player", "sealing").order_by("pk"),
        _orders,
    ),
    Check("calls for sealed orders", lambda: Sealing.objects.order_by("pk"), _sealings),
    Check("limited actions", _actions_of_no_rule, _actions),
)
