"""What is wrong with a page, looked at wide and narrow, in light and dark: all that a machine can see of it."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from scripts.screenshots import TOO_WIDE

from .hand import Hand
from .hearing import Heard

# WCAG 2.2 up to AA, and what the makers of axe think good besides. That a control is called what is read on it (2.5.3)
# is asked for by name: axe calls that rule an experiment.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# axe leaves the size of targets alone unless it is asked for it.
ASK_AXE = """
async ([where, asked]) => {
  const found = await axe.run(document.querySelector(where) || document,
    {resultTypes: ["violations"], preload: false, iframes: false, ...asked});
  return found.violations.flatMap(
    (fault) => fault.nodes.slice(0, 3).map((node) => `${fault.id}: ${node.html.slice(0, 200)}`));
}
"""
BUT_LOOKS = {
    "runOnly": RULES,
    "rules": {
        "target-size": {"enabled": False},
        "color-contrast": {"enabled": False},
        "label-content-name-mismatch": {"enabled": True},
    },
}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
TARGETS = {
    "runOnly": {"type": "rule", "values": ["target-size"]},
    "rules": {"target-size": {"enabled": True}},
}
LOOKS = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "target-size"]},
    "rules": {"target-size": {"enabled": True}},
}
# What the tab key comes to shows that it has the focus: it, or what stands for it. Of things that are alike in the same
# kind of place, the first stands for all: each takes the browser some milliseconds. Names are axe's concern.
BY_KEYBOARD = """
() => {
  const wrong = [], alike = new Set();
  if (document.querySelectorAll("h1").length !== 1) wrong.push("headings of the first rank: "
    + document.querySelectorAll("h1").length);
  const ringed = (one) => {
    const style = one && getComputedStyle(one);
    return style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  };
  for (const one of document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")) {
    const above = one.parentElement, kind = [one, above, above.parentElement].map((each) =>
      each ? `${each.tagName}.${each.className}.${each.getAttribute("type")}` : "").join(" ");
    if (alike.has(kind) || one.tabIndex < 0 || one.disabled) continue;
    if (!one.checkVisibility({visibilityProperty: true})) continue;
    one.focus({preventScroll: true, focusVisible: true});
    if (document.activeElement !== one) continue;
    alike.add(kind);
    if (![one, one.nextElementSibling, one.closest("label")].some(ringed))
      wrong.push("focus not seen: " + one.outerHTML.slice(0, 200));
  }
  document.activeElement.blur();
  scrollTo(0, 0);
  return wrong;
}
"""
# What is folded away is looked at, too. Menus of the frame lie over the page, so that each is opened by itself, and
# what it opens is looked at.
UNFOLD = """
() => { for (const one of document.querySelectorAll("main details")) one.open = true; }
"""
MENUS = {"header.site details.menu": "details.menu[open]", "details.sidebar-bar": ".sidebar"}
BOXES = {"?": "dialog.help-box", "/": "dialog.jump-box"}
# What must be read as a whole: the name of the site, where its parts are, headings, what buttons do, and drawings say.
CUT_OFF = """
() => [...document.querySelectorAll(".brand span, .site-nav > ul > li > *, h1, h2, button, a.button, .badge, summary")]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === "none"
    && one.clientWidth && one.scrollWidth > one.clientWidth + 1)
  .concat([...document.querySelectorAll("main svg text")].filter((one) => one.checkVisibility()
    && one.getBoundingClientRect().right > one.ownerSVGElement.getBoundingClientRect().right + 1))
  .map((one) => one.textContent.trim().slice(0, 60))
"""
# Nothing that is written is cut off at the side, also not with three points at its end, and no table of fewer than five
# columns has to be pushed sideways on a phone to be read, but those of what is tracked, and of the manual for programs.
CLIPPED = """
() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest("svg, pre, .unseen") && one.textContent.trim()
    && getComputedStyle(one).clipPath === "none" && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
  .filter((one) => ["hidden", "clip"].includes(getComputedStyle(one).overflowX)
    || one.matches(".table-frame:not(.tracker-frame, :has(th:nth-child(5), table.parts))"))
  .map((one) => `${one.tagName.toLowerCase()}.${one.className}: ${one.textContent.trim().slice(0, 60)}`)
"""
# A page says a thing once: no sentence is in two of its paragraphs or items, but for help beside fields. The manual for
# programs is a list of addresses, each told by itself.
SAID_TWICE = """
() => {
  const places = [...document.querySelectorAll("main :is(p, li, dd, td, output)")].filter((one) =>
    !one.querySelector("p, li, dd, td, ul, ol, table, form") && !one.closest(".help") && one.checkVisibility()
    && !document.querySelector("table.parts"));
  const words = places.map((one) => one.innerText.trim().replace(/\\s+/g, " "));
  return [...new Set(words.filter((each, place) =>
    each.length > 40 && each.endsWith(".") && words.indexOf(each) !== place))].map((each) => each.slice(0, 90));
}
"""
# Beside each field in which something is written or chosen to be sent, a word on what it is for, to which the field
# points: its own, or that of its group; in a table the head of the column says it, a password is written again for no
# other reason, and values of the tracker (player:5@91) have one help together. Nothing that is told beside a field is
# left without one that points at it.
UNHELPED = """
() => {
  const kinds = "input:not([type=hidden], [type=checkbox], [type=radio], [type=submit], [type=search], "
    + "[name=password2]), select, textarea";
  const helped = (one) => one.closest("[aria-describedby]") || one.closest("td") || one.name.includes("@");
  const named = (one, home) => [home, ...home.querySelectorAll("[aria-describedby]")].some((each) =>
    (each.getAttribute("aria-describedby") || "").split(/\\s+/).some((id) =>
      id && document.getElementById(id)?.contains(one)));
  const told = [...document.querySelectorAll("main form .help, main .field .errorlist")];
  return [...document.querySelectorAll("main form[method=post]")].flatMap((form) => [...form.querySelectorAll(kinds)])
    .filter((one) => !helped(one) && one.checkVisibility()).map((one) => `no help: ${one.name}`)
    .concat(told.filter((one) => !named(one, one.closest(".field") || one.closest("fieldset, form")))
      .map((one) => `no field points at: ${one.textContent.trim().slice(0, 60)}`));
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
    """A page that is shown one address after another; `heard` is what the browser complained of."""

    page: Hand
    heard: Heard = field(default_factory=Heard)
    pictures: Path | None = None

    def __post_init__(self) -> None:
        self.heard.listen(self.page.context)

    def faults(self, path: str, *, status: int = 200, name: str = "", framed: bool = False) -> list[str]:
        """Open the page and name all that is wrong with it. How the frame of all pages looks, its colours and the size
        of its targets, takes longest, and is looked at only where the page is looked at `framed`."""
        self.heard.told.clear()
        answer = self.page.goto(path)
        wrong = [] if answer.status == status else [f"answered {answer.status}"]
        wrong += self._faults_shown(name=name, framed=framed)
        # That the page itself was not found or refused is no fault of a page that says so.
        own = f"{answer.status} GET {urlsplit(answer.url).path}"
        return wrong + [message for message in self.heard.told if message != own]

    def faults_sent_back(self, path: str, *, name: str = "") -> list[str]:
        """The same of a form that is sent as it comes, and comes back with what is wrong with it."""
        self.heard.told.clear()
        self.page.goto(path)
        self.page.evaluate("for (const form of document.forms) form.noValidate = true")
        self.page.locator("main form[method=post] .button-main[type=submit]").first.click()
        self.page.locator("main :is(.errorlist, [aria-invalid=true])").first.wait_for()
        return self._faults_shown(name=name, framed=False)

    def _faults_shown(self, *, name: str, framed: bool) -> list[str]:
        """All that is wrong with the page that is open."""
        where, faults = "html" if framed else "main", []
        self.unfold()
        faults += self.page.evaluate(ASK_AXE, ["html", BUT_LOOKS]) + self.page.evaluate(BY_KEYBOARD)
        faults += self.page.evaluate(UNHELPED)
        faults += [f"said twice: {words}" for words in self.page.evaluate(SAID_TWICE)]
        faults += self.page.evaluate(ASK_AXE, [where, LOOKS])
        self.picture(name, "1280-light")
        self.page.emulate_media(color_scheme="dark")
        faults += [f"in the dark, {fault}" for fault in self.page.evaluate(ASK_AXE, [where, CONTRAST])]
        self.picture(name, "1280-dark")
        for size in (NARROW, NARROWEST):
            self.page.set_viewport_size(size)
            if too_wide := self.page.evaluate(TOO_WIDE):
                faults.append(f"at {size['width']} px, scrolls sideways because of {too_wide}")
            faults += [f"at {size['width']} px, cut off: {words}" for words in self.page.evaluate(CLIPPED)]
            if size is NARROW:
                self.picture(name, "360-dark")
                self.page.emulate_media(color_scheme="light")
                self.picture(name, "360-light")
        faults += [f"at 320 px, {fault}" for fault in self.page.evaluate(ASK_AXE, [where, TARGETS])]
        self.page.set_viewport_size(WIDE)
        if framed:
            faults += self._faults_of_frame()
        return faults

    def faults_where_it_is_narrowest(self, path: str, *, name: str = "") -> list[str]:
        """The same of a page and its frame on the smallest screen alone, where longer words have the least room."""
        self.heard.told.clear()
        self.page.set_viewport_size(NARROWEST)
        answer = self.page.goto(path)
        faults = [] if answer.status == 200 else [f"answered {answer.status}"]
        faults += [
            fault for rules in (BUT_LOOKS, LOOKS) for fault in self.page.evaluate(ASK_AXE, ["html", rules])
        ]
        if too_wide := self.page.evaluate(TOO_WIDE):
            faults.append(f"scrolls sideways because of {too_wide}")
        faults += [f"cut off: {words}" for words in self.page.evaluate(CUT_OFF) + self.page.evaluate(CLIPPED)]
        self.picture(name, "320-light")
        self.page.set_viewport_size(WIDE)
        return faults + self.heard.told

    def _faults_of_frame(self) -> list[str]:
        """What is wrong with what opens above a page: its menus, the help for the keys, the command box."""
        faults = []
        for size in (WIDE, NARROWEST):
            self.page.set_viewport_size(size)
            for menus, opened in MENUS.items():
                for menu in self.page.locator(menus).all():
                    if menu.is_visible():
                        menu.locator("summary").click()
                        faults += self._faults_within(opened)
                        menu.locator("summary").click()
            for key, box in BOXES.items() if self.page.locator("[data-jump]").count() else ():
                self.page.keyboard.press(key)
                self.page.locator(f"{box}[open]").wait_for()
                if key == "/":
                    self.page.keyboard.type("e")
                    self.page.locator("[role=option]").first.wait_for()
                faults += self._faults_within(f"{box}[open]")
                self.page.keyboard.press("Escape")
        self.page.set_viewport_size(WIDE)
        return faults

    def _faults_within(self, where: str) -> list[str]:
        """The same of what is open now."""
        faults = self.page.evaluate(ASK_AXE, [where, BUT_LOOKS]) + self.page.evaluate(ASK_AXE, [where, LOOKS])
        self.page.emulate_media(color_scheme="dark")
        faults += self.page.evaluate(ASK_AXE, [where, CONTRAST])
        self.page.emulate_media(color_scheme="light")
        if too_wide := self.page.evaluate(TOO_WIDE):
            faults.append(f"{where} scrolls sideways because of {too_wide}")
        return [f"in {where}, {fault}" for fault in faults]

    def unfold(self) -> None:
        """Open what is folded away, unless pictures are taken of the page as it comes."""
        if self.pictures is None:
            self.page.evaluate(UNFOLD)

    def picture(self, name: str, how: str) -> None:
        if self.pictures is not None:
            self.page.screenshot(path=self.pictures / f"{name}-{how}.png", full_page=True)
