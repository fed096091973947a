"""The results as a figure: for each page the requests a second signed out and in, on a scale of powers of ten, beside
the bare view and, as lines, what WordPress serves of the like on two cores."""

from math import log10
from pathlib import Path
from typing import Any

import drawsvg

WIDTH, ROW, LEFT, TOP, RIGHT = 760, 46, 170, 76, 60
LEAST, MOST = 1, 10_000
OUT, IN, BARE, INK, QUIET = "#2f6f4f", "#b5541f", "#8a8378", "#26221d", "#6b645a"
# Requests a second on two cores, of a front page or a post.
OTHERS = {"WordPress, signed out": 40, "WordPress, signed in": 16}


def draw(results: dict[str, Any], file: Path) -> None:
    """Write the figure of the whole history as SVG."""
    pages = results["whole"]["pages"]
    height = TOP + ROW * len(pages) + 30
    sheet = drawsvg.Drawing(WIDTH, height, font_family="sans-serif")
    sheet.append(drawsvg.Rectangle(0, 0, WIDTH, height, fill="#fdfaf4"))
    sheet.append(
        drawsvg.Text("Requests a second, twenty years of play", 16, 16, 26, fill=INK, font_weight="bold")
    )
    _legend(sheet)
    for power in range(5):
        x = _across(10**power)
        sheet.append(drawsvg.Line(x, TOP - 6, x, height - 24, stroke="#e3dccf"))
        sheet.append(drawsvg.Text(f"{10**power:,}", 11, x, height - 10, fill=QUIET, text_anchor="middle"))
    for place, (name, rate) in enumerate(OTHERS.items()):
        x = _across(rate)
        sheet.append(drawsvg.Line(x, TOP - 6, x, height - 24, stroke=QUIET, stroke_dasharray="3 3"))
        anchor = "start" if place == 0 else "end"
        sheet.append(
            drawsvg.Text(name, 10, x + (4 if place == 0 else -4), TOP - 10, fill=QUIET, text_anchor=anchor)
        )
    for place, (name, figures) in enumerate(pages.items()):
        _row(sheet, TOP + ROW * place, name, figures)
    sheet.save_svg(str(file))


def _legend(sheet: drawsvg.Drawing) -> None:
    x = 16
    for word, colour in (("signed out", OUT), ("signed in", IN), ("a bare view of the same bytes", BARE)):
        sheet.append(drawsvg.Rectangle(x, 38, 10, 10, fill=colour))
        sheet.append(drawsvg.Text(word, 11, x + 15, 47, fill=INK))
        x += 32 + 6 * len(word)


def _across(rate: float) -> float:
    share = (log10(min(max(rate, LEAST), MOST)) - log10(LEAST)) / (log10(MOST) - log10(LEAST))
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def _row(sheet: drawsvg.Drawing, y: float, name: str, figures: dict[str, Any]) -> None:
    sheet.append(drawsvg.Text(name, 12, LEFT - 10, y + 23, fill=INK, text_anchor="end"))
    for place, (who, colour) in enumerate((("out", OUT), ("in", IN))):
        if who not in figures:
            continue
        top, rate = y + 6 + 16 * place, figures[who]["rate"]
        sheet.append(drawsvg.Rectangle(LEFT, top, _across(rate) - LEFT, 12, fill=colour))
        x = _across(figures[f"bare_{who}"]["rate"])
        sheet.append(drawsvg.Line(x, top - 1, x, top + 13, stroke=BARE, stroke_width=2))
        sheet.append(drawsvg.Text(f"{rate:,.0f}", 11, max(_across(rate), x) + 6, top + 10, fill=INK))
