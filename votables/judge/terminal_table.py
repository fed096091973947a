"""The judge's answer as a table for people at a terminal, who read it in English."""

from collections.abc import Sequence

from blognomic.text.instants import format_instant

from .verdict import MatterVerdict, Verdict

_HEADINGS = ("MATTER", "KIND", "AUTHOR", "FOR", "AGAINST", "ABSTAIN", "STANDS", "NEXT CHANGE")


def table(verdict: Verdict) -> str:
    """Everything in the verdict, in lines that end in a newline. Characters that do not print are replaced."""
    emperor = "no emperor" if verdict.emperor is None else f"emperor {verdict.emperor}"
    lines = [
        f"{verdict.law.title} at {format_instant(verdict.at)}",  # all in English
        f"Roster of {len(verdict.roster)}, quorum {verdict.quorum}, {emperor}: {_names(verdict.roster)}",  # in English
        f"Standing still: {_names(verdict.standstill)}",  # in English
        "",
    ]
    if verdict.matters:
        lines += _columns([_HEADINGS, *(_row(matter) for matter in verdict.matters)])
        lines += [
            "",
            *(f"{matter.matter.id}: {reason}" for matter in verdict.matters for reason in matter.why),
        ]
    else:
        lines.append("Nothing is pending.")  # in English
    may_propose = [name for name, may in verdict.may_propose.items() if may]
    may_declare = [name for name, may in verdict.may_declare_victory.items() if may]
    lines += [
        "",
        f"May propose: {_names(may_propose)}",  # in English
        f"May declare victory: {_names(may_declare)}",  # in English
    ]
    return "".join(f"{_printable(line).rstrip()}\n" for line in lines)


def _names(names: Sequence[str]) -> str:
    return ", ".join(names) if names else "-"


def _row(verdict: MatterVerdict) -> tuple[str, ...]:
    matter, tally, change = verdict.matter, verdict.tally, verdict.next_change
    label = f"{matter.id} {matter.title}" if matter.title else matter.id
    return (
        label,
        matter.kind,
        matter.author,
        str(tally.f),
        str(tally.a),
        str(tally.x),
        _standing(verdict),
        "-" if change is None else format_instant(change),
    )


def _standing(verdict: MatterVerdict) -> str:
    """How the matter stands, in a few words."""
    words: list[str] = sorted(verdict.effects, reverse=True)
    words += [name for name, holds in verdict.terms.items() if holds and name in ("popular", "unpopular")]
    if verdict.oldest:
        words.append("oldest")
    if verdict.stale:
        words.append("stale")
    if verdict.may_enact:
        words.append("MAY BE ENACTED")
    if verdict.may_fail:
        words.append("MAY BE FAILED")
    return ", ".join(word.replace("_", "-") for word in words) or "waits"


def _columns(rows: list[tuple[str, ...]]) -> list[str]:
    """The rows in columns as wide as their longest cell."""
    clean = [tuple(_printable(cell) for cell in row) for row in rows]
    widths = [max(len(row[i]) for row in clean) for i in range(len(_HEADINGS))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in clean]


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
