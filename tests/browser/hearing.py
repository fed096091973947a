"""What the browser complains of while somebody looks at a page: errors of scripts, of htmx and of the policy, requests
that failed, and answers that refuse."""

import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from .hand import Hand

# What the page itself asked for and does not want any more, such as when somebody goes on to another page.
GIVEN_UP = "net::ERR_ABORTED"
# Said of each answer that refuses, of which there is a line of its own here.
OF_ANSWERS = "Failed to load resource"


@dataclass
class Heard:
    """`told` has a line for each complaint. A story that provokes some says so by `expect`, with a pattern of them."""

    told: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def listen(self, window: Hand) -> None:
        """To all pages of the window, those that it opens later among them."""
        window.on("console", self._console)
        window.on("weberror", lambda error: self.told.append(str(error.error)))
        window.on("requestfailed", self._failed)
        window.on("response", self._answered)

    def expect(self, pattern: str) -> None:
        self.expected.append(pattern)

    def faults(self) -> list[str]:
        """The complaints that nobody expected, and the expectations that nothing met."""
        missed = [
            f"expected in vain: {pattern}"
            for pattern in self.expected
            if not any(re.search(pattern, line) for line in self.told)
        ]
        return missed + [
            line for line in self.told if not any(re.search(pattern, line) for pattern in self.expected)
        ]

    def _console(self, message: Any) -> None:
        if message.type == "error" and not message.text.startswith(OF_ANSWERS):
            self.told.append(message.text)

    def _failed(self, request: Any) -> None:
        if request.failure != GIVEN_UP:
            self.told.append(f"{request.failure} {request.method} {urlsplit(request.url).path}")

    def _answered(self, response: Any) -> None:
        if response.status >= 400:
            self.told.append(f"{response.status} {response.request.method} {urlsplit(response.url).path}")
