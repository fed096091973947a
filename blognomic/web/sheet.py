"""A sheet to draw a chart on: marks with a class each, which charts.css colours by meaning, in both schemes.

An SVG that stands in the page itself, in attributes and classes alone, so that the site's own colours, type and links
hold in it and the Content-Security-Policy has nothing to forbid.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

Point = tuple[float, float]
Bar = tuple[float, float, float, float]  # from the upper left corner: x, y, width, height


@cache
def _draw() -> Any:
    """The library that draws: brought in with the first chart, so that who never draws one does not carry it."""
    import drawsvg

    return drawsvg


@cache
def _link() -> Any:
    """What leads somewhere when one clicks on it: an element that the library has not by itself."""
    return type("Link", (_draw().DrawingParentElement,), {"TAG_NAME": "a"})


@dataclass(frozen=True, slots=True)
class Scale:
    """Numbers from 0 to `most`, laid along a line from `start` to `end`."""

    most: float
    start: float
    end: float

    def __call__(self, number: float) -> float:
        return self.start + (self.end - self.start) * min(number / (self.most or 1), 1)


def steps(most: float, about: int) -> list[int]:
    """Round whole numbers from 0 to at most `most`, in about so many steps of 1, 2 or 5 times a power of ten."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if step * about >= most:
                return list(range(0, int(most) + 1, step))
        size *= 10


def _at(number: float) -> float | int:
    """A place on the sheet, to a tenth of a pixel."""
    rounded = round(number, 1)
    return int(rounded) if rounded == int(rounded) else rounded


class Sheet:
    """A sheet of `width` by `height` pixels; `shape` is "wide" or "narrow": which readers see it."""

    def __init__(self, width: int, height: int, shape: str, *, name: str = ""):
        """`name`: what it is called for whoever does not see it; without one, it says nothing that is not beside it."""
        draw = _draw()
        self._drawing = self._to = draw.Drawing(width, height)
        size = {"width": None, "height": None, "class": f"chart chart-{shape}"}
        seen = {"role": "group", "aria-label": name} if name else {"aria-hidden": "true"}
        self._drawing.svg_args.update({**size, **seen})

    def text(self, words: str, x: float, y: float, *, anchor: str = "start", kind: str = "") -> None:
        """Words that begin, end or have their middle (`anchor`) at a place on their line."""
        more = {} if anchor == "start" else {"text_anchor": anchor}
        self._to.append(_draw().Text(words, None, _at(x), _at(y), **_class(kind), **more))

    def line(self, start: Point, end: Point, kind: str = "grid") -> None:
        """A straight line."""
        self._to.append(_draw().Line(*map(_at, (*start, *end)), **_class(kind)))

    def path(self, points: Iterable[Point], kind: str) -> None:
        """A line through points."""
        line = _draw().Path(**_class(kind))
        for place, (x, y) in enumerate(points):
            (line.L if place else line.M)(_at(x), _at(y))
        self._to.append(line)

    def area(self, points: list[Point], floor: float, kind: str) -> None:
        """What lies between a line through points and the floor."""
        ends = [(points[-1][0], floor), (points[0][0], floor)]
        self.path([*points, *ends], kind)

    def bars(self, bars: Iterable[Bar], kind: str) -> None:
        """Bars of one kind, in a single mark."""
        mark = _draw().Path(**_class(kind))
        for x, y, width, height in bars:
            mark.M(_at(x), _at(y)).h(_at(width)).v(_at(height)).h(_at(-width)).Z()
        self._to.append(mark)

    def dots(self, places: Iterable[Point], kind: str) -> None:
        """Dots of one kind, in a single mark: lines without length, as thick as the kind is."""
        mark = _draw().Path(**_class(kind))
        for x, y in places:
            mark.M(_at(x), _at(y)).h(0)
        self._to.append(mark)

    def link(self, href: str, area: Bar, hint: str = "") -> None:
        """The `area` leads to `href`; `hint` shows when somebody points at it. The keyboard goes by the same links in
        the table beneath the chart."""
        link = _link()(href=escape(href), tabindex="-1")
        x, y, width, height = map(_at, area)
        link.append(_draw().Rectangle(x, y, width, height))
        if hint:
            link.append_title(hint)
        self._to.append(link)

    def box(self, area: Bar, kind: str, *, round: float = 0) -> None:
        """A rectangle, with round corners where that is asked for."""
        x, y, width, height = map(_at, area)
        self._to.append(_draw().Rectangle(x, y, width, height, rx=round, **_class(kind)))

    def circle(self, middle: Point, radius: float, kind: str) -> None:
        """A circle."""
        self._to.append(_draw().Circle(*map(_at, middle), radius, **_class(kind)))

    @contextmanager
    def within(self, name: str, kind: str, href: str = "", **marks: str) -> Iterator[None]:
        """What is drawn meanwhile is one thing, of that name for whoever does not see it; with `href`, a link that
        takes the focus. `marks`: attributes besides."""
        around = self._to
        if href:
            group = _link()(href=escape(href), aria_label=name, **_class(kind), **marks)
        else:
            group = _draw().Group(role="img", aria_label=name, **_class(kind), **marks)
        group.append_title(name)
        around.append(group)
        self._to = group
        try:
            yield
        finally:
            self._to = around

    @property
    def html(self) -> SafeString:
        """The sheet, to stand in a page."""
        drawn = self._drawing.as_svg(header="").replace("<defs>\n</defs>", "")
        return mark_safe(drawn.replace("\n", " "))


def _class(kind: str) -> dict[str, str]:
    return {"class": f"c-{kind}"} if kind else {}
