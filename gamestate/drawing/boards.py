"""A board drawn as SVG: a grid, a map, a track or cards, with a token for each player who stands somewhere.

Each place has a name for whoever does not see it, says who stands there, and may lead somewhere.
"""

from collections.abc import Callable, Mapping

from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from blognomic.web.sheet import Point, Sheet
from gamestate.queries.boards import DrawnTable, PlaceShown

CELL, GAP, MARGIN = 92, 8, 10
CARD_HEIGHT, GRID_HEIGHT = 104, 76
MAP_WIDTH, LEAST_HEIGHT, MOST_HEIGHT, EDGE = 420, 120, 480, 46
WIDE = 700  # from which width on a board has more room
TOKEN, COLOURS, MOST_TOKENS = 10, 8, 6
LETTERS = 13
# Where a place leads to, and what it is marked with; None for one that leads nowhere.
Way = Callable[[PlaceShown], tuple[str, Mapping[str, str]] | None]


def draw_board(board: DrawnTable, way: Way, *, chosen: str = "") -> SafeString:
    """The board, to stand in a page; `chosen` is the key of the place that is marked."""
    if board.look == "map":
        return _draw_map(board, way, chosen)
    return _draw_grid(board, way, chosen)


def _draw_grid(board: DrawnTable, way: Way, chosen: str) -> SafeString:
    """Squares, cards or the steps of a track, side by side."""
    height = CARD_HEIGHT if board.look == "cards" else GRID_HEIGHT
    left, top = (min(place.at[axis] for place in board.places) for axis in (0, 1))
    right, bottom = (max(place.at[axis] for place in board.places) for axis in (0, 1))
    gap = GAP if board.look != "grid" else 2
    size = (
        int((right - left + 1) * (CELL + gap) + 2 * MARGIN),
        int((bottom - top + 1) * (height + gap) + 2 * MARGIN),
    )
    shape = f"board board-{board.look}{' board-wide' if size[0] > WIDE else ''}"
    sheet = Sheet(*size, shape, name=board.name)
    corners = {
        place.row: (
            MARGIN + (place.at[0] - left) * (CELL + gap),
            MARGIN + (place.at[1] - top) * (height + gap),
        )
        for place in board.places
    }
    _draw_links(sheet, board, {key: (x + CELL / 2, y + height / 2) for key, (x, y) in corners.items()})
    for place in board.places:
        x, y = corners[place.row]
        with _place(sheet, place, way, chosen):
            sheet.box((x, y, CELL, height), "place", round=4 if board.look == "grid" else 8)
            sheet.text(_short(place.name), x + CELL / 2, y + 18, anchor="middle", kind="place-name")
            for line, words in enumerate(place.facts):
                sheet.text(
                    _short(words, 16), x + CELL / 2, y + 36 + 14 * line, anchor="middle", kind="place-fact"
                )
            _draw_tokens(sheet, place, (x + CELL / 2, y + height - 22))
    return sheet.html


def _draw_map(board: DrawnTable, way: Way, chosen: str) -> SafeString:
    """Places where they are, with lines between them."""
    spots = [place.at for place in board.places]
    left, top = (min(spot[axis] for spot in spots) for axis in (0, 1))
    wide, high = (max(spot[axis] for spot in spots) - least for axis, least in ((0, left), (1, top)))
    room = MAP_WIDTH - 2 * EDGE
    height = int(min(max((room * high / wide if wide else room) + 2 * EDGE, LEAST_HEIGHT), MOST_HEIGHT))
    middles = {
        place.row: (
            EDGE + (room * (place.at[0] - left) / wide if wide else room / 2),
            EDGE + ((height - 2 * EDGE) * (place.at[1] - top) / high if high else (height - 2 * EDGE) / 2),
        )
        for place in board.places
    }
    sheet = Sheet(MAP_WIDTH, height, "board board-map", name=board.name)
    _draw_links(sheet, board, middles)
    for place in board.places:
        x, y = middles[place.row]
        with _place(sheet, place, way, chosen):
            sheet.circle((x, y), 20, "place")
            sheet.text(_short(place.name, 18), x, y + 36, anchor="middle", kind="place-name")
            _draw_tokens(sheet, place, (x, y))
    return sheet.html


def _draw_links(sheet: Sheet, board: DrawnTable, middles: Mapping[str, Point]) -> None:
    for one, other in board.links:
        sheet.line(middles[one], middles[other], "way")


def _place(sheet: Sheet, place: PlaceShown, way: Way, chosen: str):  # type: ignore[no-untyped-def]  # as `within`
    """What is drawn meanwhile is this place."""
    name = place.name
    if place.tokens:
        name = _("{place}: {players}").format(place=name, players=", ".join(one.name for one in place.tokens))
    led = way(place)
    kind = "chosen" if place.row == chosen else "open" if led else "shut"
    href, marks = led or ("", {})
    return sheet.within(name, kind, href, **marks)


def _draw_tokens(sheet: Sheet, place: PlaceShown, middle: Point) -> None:
    """A disc with two letters for each player, and how many more there are."""
    shown = place.tokens[: MOST_TOKENS if len(place.tokens) <= MOST_TOKENS else MOST_TOKENS - 1]
    more = len(place.tokens) - len(shown)
    number = len(shown) + bool(more)
    step = min(2 * TOKEN + 2, (CELL - 2 * TOKEN) / max(number - 1, 1))
    x = middle[0] - step * (number - 1) / 2
    for token in shown:
        sheet.circle((x, middle[1]), TOKEN, f"token-{token.number % COLOURS + 1}")
        sheet.text(token.name[:2], x, middle[1] + 3.5, anchor="middle", kind="token-name")
        x += step
    if more:
        sheet.text(f"+{more}", x, middle[1] + 4, anchor="middle", kind="place-fact")


def _short(words: str, letters: int = LETTERS) -> str:
    return Truncator(words).chars(letters)
