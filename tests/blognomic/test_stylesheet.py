"""The colours of the stylesheets have the contrast that WCAG 2.2 AA asks for, in both schemes."""

import re
from pathlib import Path

import pytest
from django.conf import settings

STYLES = Path(settings.BASE_DIR) / "static"
LINKED = re.findall(
    r"{% static '([a-z]+\.css)' %}",
    (Path(settings.BASE_DIR) / "templates" / "parts" / "_styles.html").read_text(),
)
CSS = "".join((STYLES / name).read_text() for name in LINKED)
PAIR = re.compile(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
COLOURS = {name: {"light": light, "dark": dark} for name, light, dark in PAIR.findall(CSS)}
SCHEMES = ["light", "dark"]

GROUNDS = ["paper", "card", "sunken"]
MEANINGS = [name.removesuffix("-soft") for name in COLOURS if name.endswith("-soft") and name != "ink-soft"]
TEXT = (
    [(ink, ground) for ink in ("ink", "ink-soft", "link") for ground in GROUNDS]
    + [(ink, "mark") for ink in ("ink", "ink-soft", "link")]
    + [(ink, f"{meaning}-soft") for ink in ("ink", "ink-soft", "link") for meaning in MEANINGS]
    + [(meaning, ground) for meaning in MEANINGS for ground in (*GROUNDS, f"{meaning}-soft")]
    + [("on-ink", ground) for ground in ("ink", "enacted", "failed")]
)
SIGNS = (
    [("line-strong", ground) for ground in GROUNDS]
    + [("accent", ground) for ground in ("paper", "card")]
    + [("focus", ground) for ground in (*GROUNDS, "mark")]
)


def luminance(colour: str) -> float:
    """The relative luminance of "#rrggbb", as WCAG defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def too_faint(pairs: list[tuple[str, str]], scheme: str, least: float) -> dict[tuple[str, str], float]:
    contrasts = {pair: contrast(COLOURS[pair[0]][scheme], COLOURS[pair[1]][scheme]) for pair in pairs}
    return {pair: round(ratio, 2) for pair, ratio in contrasts.items() if ratio < least}


def test_contrast_is_computed_as_wcag_does():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


def test_the_look_is_linked_by_idea_and_its_colours_come_first_and_narrow_pages_last():
    assert LINKED == [
        "ground.css", "frame.css", "parts.css", "matters.css", "forms.css", "places.css", "smaller.css"
    ]  # fmt: skip


def test_no_stylesheet_is_too_long_to_read():
    lines = {sheet.name: sheet.read_text().count("\n") for sheet in STYLES.glob("*.css")}
    assert {name: number for name, number in lines.items() if number > 300} == {}


def test_every_meaning_has_a_word_colour_and_a_ground():
    assert set(MEANINGS) == {
        "for", "against", "deferential", "veto", "pending", "popular", "unpopular", "enacted", "failed", "illegal"
    }  # fmt: skip
    assert [name for name in MEANINGS if name not in COLOURS] == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_has_a_contrast_of_four_and_a_half(scheme):
    assert too_faint(TEXT, scheme, 4.5) == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_edges_signs_and_focus_have_a_contrast_of_three(scheme):
    assert too_faint(SIGNS, scheme, 3) == {}


def test_colours_are_named_once_and_used_by_name():
    after_root = CSS.split("\n}\n", 1)[1]
    allowed = {"#fff"}  # paper when printing, and behind a QR code, which needs white in every scheme
    assert set(re.findall(r"#[0-9a-fA-F]{3,8}\b", after_root)) <= allowed
    used = set(re.findall(r"var\(--([a-z0-9-]+)", CSS))
    defined = set(re.findall(r"--([a-z0-9-]+):", CSS))
    assert used - defined == set()
    assert defined - used == set(), "defined, but never used"


def test_nothing_moves_for_whoever_wants_it_still():
    for sheet in STYLES.glob("*.css"):
        css = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S)
        still = re.sub(r"@media \(prefers-reduced-motion: no-preference\) \{(?:[^{}]|\{[^{}]*\})*\}", "", css)
        moving = r"(?:transition|animation|scroll-behavior)[a-z-]*:|@keyframes"
        assert (sheet.name, re.findall(moving, still)) == (sheet.name, [])
    assert re.findall(r"(?:transition|scroll-behavior):", CSS) != []
