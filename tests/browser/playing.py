"""How people play: what they press, fill in and read in a window of the browser."""

from collections.abc import Callable
from dataclasses import dataclass

from scripts.screenshots import TOO_WIDE
from votables.models import Comment, Post

from .hand import Hand, expect

MOST_TABS = 150


@dataclass
class Tab:
    """A page in which somebody reads, presses and writes; each answers the tab, so that sentences can be chained."""

    page: Hand
    by_touch: bool = False

    def go(self, path: str) -> "Tab":
        self.page.goto(path)
        return self

    def says(self, *words: str) -> "Tab":
        for each in words:
            expect(self.page.locator("main")).to_contain_text(each)
        return self

    def says_not(self, *words: str) -> "Tab":
        for each in words:
            expect(self.page.locator("main")).not_to_contain_text(each)
        return self

    def press(self, name: str, within: str = "body") -> "Tab":
        return self._press("button", name, within)

    def follow(self, name: str, within: str = "body") -> "Tab":
        return self._press("link", name, within)

    def _press(self, role: str, name: str, within: str) -> "Tab":
        control = self.page.locator(within).get_by_role(role, name=name, exact=True).first
        control.tap() if self.by_touch else control.click()
        self.page.wait_for_load_state()  # people wait until a page stands still
        return self

    def fill(self, **fields: str) -> "Tab":
        """By the names of the fields: `fill(title="Cats")`."""
        for name, text in fields.items():
            self.field(name).fill(text)
        return self

    def choose(self, **fields: str) -> "Tab":
        """Options of lists by their labels or values, by the names of the lists."""
        for name, option in fields.items():
            self.field(name).select_option(option)
        return self

    def unfold(self, words: str) -> "Tab":
        """Open what folds under these words."""
        self.page.locator("summary").filter(has_text=words).click()
        return self

    def tick(self, label: str) -> "Tab":
        self.page.get_by_label(label, exact=True).check()
        return self

    def field(self, name: str) -> Hand:
        return self.page.locator(f"main [name={name}]:not([type=hidden], .vote-now *)").first

    def sign_in(self, name: str, password: str) -> "Tab":
        self.go("/accounts/login/").fill(login=name, password=password)
        return self.press("Sign in", within="main")

    def fits(self) -> "Tab":
        """Nothing on the page is wider than the screen."""
        assert self.page.evaluate(TOO_WIDE) == ""
        return self

    def tab_to(self, name: str, then: str, *, role: str = "") -> "Tab":
        """Press the tab key until something of that name (and role) has the focus; press Enter there, or type."""
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            focus = self.page.evaluate(
                "[document.activeElement.computedName, document.activeElement.computedRole]"
            )
            if focus[0] == name and focus[1] in (role or focus[1]):
                break
        else:
            raise AssertionError(f"The tab key does not come to “{name}”.")
        self.page.keyboard.press(then) if then == "Enter" else self.page.keyboard.type(then)
        return self


As = Callable[..., Tab]
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def votes_of(post: Post) -> list[tuple[str, str]]:
    """The vote comments on a matter, as they were cast: who, and what."""
    return list(Comment.objects.filter(post=post).order_by("pk").values_list("author__name", "cast"))
