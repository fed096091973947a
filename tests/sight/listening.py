"""Somebody who looks at addresses, and what canaries they hear there."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from django.http import HttpResponse
from django.test import Client

from .game import Game
from .locks import Locks

# What differs from one look to the next, whatever is hidden.
_PASSING = re.compile(
    r'name="(csrfmiddlewaretoken|seen)" value="\w+"|csrftoken=\w+|"X-CSRFToken": "\w+"|\bX-Request-ID\W+\S+'
    r"|\bContent-Length\W+[0-9]+"
)
ENOUGH = 3
"""So many refusals of one kind on a row of addresses that differ in which thing they are about."""


@dataclass
class Listener:
    """Somebody of a kind of `who.TABLE`, in a browser, and with a program that has a token which is good for all."""

    game: Game
    reader: str
    browser: Client = field(default_factory=Client)
    heard: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    statuses: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    unlocked: dict[str, list[str]] = field(default_factory=dict)
    """The hidden values that a page shows and does not say to be hidden, by its address."""

    def __post_init__(self) -> None:
        self.browser.raise_request_exception = True
        if self.reader in self.game.people:
            self.browser.force_login(
                self.game.people[self.reader], backend="django.contrib.auth.backends.ModelBackend"
            )

    def ask(self, address: str, method: str = "GET", data: object = None, **more: object) -> HttpResponse:
        """Look at an address, or send something to it, and keep what is heard in the answer."""
        headers = dict(more.pop("headers", {}))
        if address.startswith("/api/v1") and self.reader in self.game.tokens:
            headers["Authorization"] = f"Bearer {self.game.tokens[self.reader]}"
        response = getattr(self.browser, method.lower())(address, data, headers=headers, **more)
        self.statuses[response.status_code] += 1
        places = self.hear(told_by(response), address)
        is_page = "html" in response.get("Content-Type", "")
        if is_page and any(map(is_value, places)) and (unlocked := self._unlocked_in(response)):
            self.unlocked[address] = unlocked
        return response

    def hear(self, text: str, where: str) -> set[str]:
        heard = self.game.canaries.heard_in(text)
        for place in heard:
            self.heard[place].append(where)
        return heard

    def _unlocked_in(self, response: HttpResponse) -> list[str]:
        heard_in = self.game.canaries.heard_in
        return Locks(response.getvalue().decode(), lambda text: any(map(is_value, heard_in(text)))).unlocked

    def ask_all(self, addresses: Iterable[Iterable[str]], **more: object) -> None:
        """Look at all addresses of each pattern, and at the parts of those pages that change while they are open; where
        one is refused like the other, at the first few."""
        for alike in addresses:
            refused = 0
            for address in alike:
                response = self.ask(address, **more)
                if "HX-Request" in response.get("Vary", ""):
                    self.ask(address, headers={"HX-Request": "true"})
                refused = refused + 1 if response.status_code != 200 else 0
                if response.status_code == 405 or refused == ENOUGH:
                    break

    def heard_besides(self, allowed: Collection[str]) -> dict[str, list[str]]:
        """Where canaries were heard that may not be."""
        return {place: sorted(set(where)) for place, where in self.heard.items() if place not in allowed}


def is_value(place: str) -> bool:
    """Whether what is hidden there is a value of a variable."""
    return place.startswith("value ")


def told_by(response: HttpResponse) -> str:
    """All that an answer tells, headers and cookies too, but what is another for each answer."""
    text = f"{response.getvalue().decode()}\n{response.headers}\n{response.cookies.output()}"
    return _PASSING.sub("", text)
