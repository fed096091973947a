"""The results as a figure: what each page costs of a processor while a hundred people read and write, and when nothing
or all of it is kept, on a scale of powers of ten."""

from collections.abc import Mapping
from math import log10
from pathlib import Path
from typing import Any

import drawsvg

from bench.crowd import READS

WIDTH, ROW, LEFT, TOP, RIGHT = 760, 42, 150, 96, 60
LEAST, MOST = 0.1, 1_000
OUT, IN, NOTHING, KEPT, INK, QUIET = "#2f6f4f", "#b5541f", "#8a8378", "#26221d", "#26221d", "#6b645a"
DRAWN = "SQLite"
OTHERS = ("WordPress", "MediaWiki")


def draw(results: Mapping[str, Any], file: Path) -> None:
    """Write the figure of the results as SVG; nothing while there are none of SQLite."""
    if DRAWN not in results:
        return
    mix, pages = results[DRAWN]["mix"], results[DRAWN]["pages"]
    kinds = {kind: mix["kinds"][kind] for kind in READS if kind in mix["kinds"]}
    height = TOP + ROW * len(kinds) + 30
    sheet = drawsvg.Drawing(WIDTH, height, font_family="sans-serif")
    sheet.append(drawsvg.Rectangle(0, 0, WIDTH, height, fill="#fdfaf4"))
    title = "Milliseconds of a processor for a page, while a hundred people play"
    sheet.append(drawsvg.Text(title, 16, 16, 26, fill=INK, font_weight="bold"))
    _legend(sheet)
    for power in range(-1, 4):
        x = _across(10.0**power)
        sheet.append(drawsvg.Line(x, TOP - 6, x, height - 24, stroke="#e3dccf"))
        sheet.append(drawsvg.Text(f"{10.0**power:,g}", 11, x, height - 10, fill=QUIET, text_anchor="middle"))
    for name in OTHERS:
        if name in results:
            x = _across(results[name]["mix"]["in"]["cost"])
            sheet.append(drawsvg.Line(x, TOP - 6, x, height - 24, stroke=QUIET, stroke_dasharray="3 3"))
            words = f"{name}, signed in"
            sheet.append(drawsvg.Text(words, 10, x + 4, TOP - 10, fill=QUIET))
    for place, (kind, costs) in enumerate(kinds.items()):
        _row(sheet, TOP + ROW * place, kind, costs, _alone(kind, pages))
    sheet.save_svg(str(file))


def _alone(kind: str, pages: Mapping[str, Any]) -> Mapping[str, Any]:
    return next((costs for name, costs in pages.items() if name.startswith(kind)), {})


def _legend(sheet: drawsvg.Drawing) -> None:
    x = 16
    for word, colour in (
        ("signed out", OUT),
        ("signed in", IN),
        ("from nothing", NOTHING),
        ("all of it kept", KEPT),
    ):
        width = 2 if colour in (NOTHING, KEPT) else 10
        sheet.append(drawsvg.Rectangle(x, 40, width, 12, fill=colour))
        sheet.append(drawsvg.Text(word, 11, x + 15, 50, fill=INK))
        x += 34 + 6 * len(word)


def _across(cost: float) -> float:
    share = (log10(min(max(cost, LEAST), MOST)) - log10(LEAST)) / (log10(MOST) - log10(LEAST))
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def _row(
    sheet: drawsvg.Drawing, y: float, kind: str, costs: Mapping[str, Any], alone: Mapping[str, Any]
) -> None:
    sheet.append(drawsvg.Text(kind, 12, LEFT - 10, y + 22, fill=INK, text_anchor="end"))
    for place, (who, colour) in enumerate((("out", OUT), ("in", IN))):
        if who not in costs:
            continue
        top, cost = y + 5 + 15 * place, costs[who]["cost"]
        sheet.append(drawsvg.Rectangle(LEFT, top, _across(cost) - LEFT, 11, fill=colour))
        ends = [_across(cost)]
        for state, ink in (("nothing", NOTHING), ("kept", KEPT)):
            if who in alone:
                ends.append(_across(alone[who][state]["ms"]))
                sheet.append(drawsvg.Line(ends[-1], top - 1, ends[-1], top + 12, stroke=ink, stroke_width=2))
        sheet.append(drawsvg.Text(f"{cost:,.1f}", 11, max(ends) + 6, top + 10, fill=INK))
