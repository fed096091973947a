"""What is wrong with a page, looked at wide and narrow, in light and dark: all that a machine can see of it."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from scripts.screenshots import TOO_WIDE

from .hand import Hand

# WCAG 2.2 up to AA, and what the makers of axe think good besides.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# axe leaves the size of targets alone unless it is asked for it.
ASK_AXE = """
async (asked) => {
  const found = await axe.run(document, {resultTypes: ["violations"], preload: false, iframes: false, ...asked});
  return found.violations.flatMap(
    (fault) => fault.nodes.slice(0, 3).map((node) => `${fault.id}: ${node.html.slice(0, 200)}`));
}
"""
ALL_RULES = {"runOnly": RULES, "rules": {"target-size": {"enabled": True}}}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
TARGETS = {
    "runOnly": {"type": "rule", "values": ["target-size"]},
    "rules": {"target-size": {"enabled": True}},
}
# Everything that the tab key comes to says what it is, and shows that it has the focus: it, or what stands for it.
BY_KEYBOARD = """
() => {
  const wrong = [];
  if (document.querySelectorAll("h1").length !== 1) wrong.push("headings of the first rank: "
    + document.querySelectorAll("h1").length);
  const ringed = (one) => {
    const style = one && getComputedStyle(one);
    return style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  };
  for (const one of document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")) {
    if (one.tabIndex < 0 || one.disabled || !one.checkVisibility({visibilityProperty: true})) continue;
    one.focus({preventScroll: true, focusVisible: true});
    if (document.activeElement !== one) continue;
    const said = one.outerHTML.slice(0, 200);
    if (!one.computedName) wrong.push("nameless: " + said);
    if (![one, one.nextElementSibling, one.closest("label")].some(ringed)) wrong.push("focus not seen: " + said);
  }
  document.activeElement.blur();
  scrollTo(0, 0);
  return wrong;
}
"""
WIDE, NARROW, NARROWEST = (
    {"width": wide, "height": high} for wide, high in ((1280, 900), (360, 740), (320, 640))
)


def named(*words: object) -> str:
    """A picture's name, of what it shows and who sees it."""
    return re.sub("[^a-z0-9]+", "-", " ".join(map(str, words)).lower()).strip("-")


@dataclass
class Look:
    """A page that is shown one address after another; `told` is what the browser complained of."""

    page: Hand
    told: list[str] = field(default_factory=list)
    pictures: Path | None = None

    def __post_init__(self) -> None:
        self.page.on("console", lambda said: self.told.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.told.append(str(error)))

    def faults(self, path: str, *, status: int = 200, name: str = "") -> list[str]:
        """Open the page and name all that is wrong with it."""
        self.told.clear()
        answer = self.page.goto(path)
        found = [] if answer.status == status else [f"answered {answer.status}"]
        found += self.page.evaluate(ASK_AXE, ALL_RULES) + self.page.evaluate(BY_KEYBOARD)
        self._picture(name, "1280-light")
        self.page.emulate_media(color_scheme="dark")
        found += [f"in the dark, {fault}" for fault in self.page.evaluate(ASK_AXE, CONTRAST)]
        self._picture(name, "1280-dark")
        for size in (NARROW, NARROWEST):
            self.page.set_viewport_size(size)
            if too_wide := self.page.evaluate(TOO_WIDE):
                found.append(f"at {size['width']} px, scrolls sideways because of {too_wide}")
            if size is NARROW:
                self._picture(name, "360-dark")
                self.page.emulate_media(color_scheme="light")
                self._picture(name, "360-light")
        found += [f"at 320 px, {fault}" for fault in self.page.evaluate(ASK_AXE, TARGETS)]
        self.page.set_viewport_size(WIDE)
        # That the page itself was not found or refused is no fault of a page that says so.
        own = f"{status} (" if status >= 400 else "\0"
        return found + [said for said in self.told if own not in said]

    def _picture(self, name: str, how: str) -> None:
        if self.pictures is not None:
            self.page.screenshot(path=self.pictures / f"{name}-{how}.png", full_page=True)
