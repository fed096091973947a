"""How long an answer took and what it was, written down for everybody to read, whatever comes of the test."""

import http.client
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

A_MOMENT = 1.0
"""Seconds in which the process says that it runs, whatever it waits for: milliseconds, and what a busy machine adds."""
AT_ONCE = 2.0
"""Seconds in which nobody waits for what is away: a page may be slow on a busy machine, but such a try takes longer."""
A_TRY = 10.0
"""Seconds within which whoever finds out what is wrong is told so, also on a busy machine; else they wait for ever."""


@dataclass(frozen=True)
class Took:
    """One answer: how many seconds it took, its status (0 where there was none) and its text."""

    seconds: float
    status: int
    text: str = ""

    def __str__(self) -> str:
        return f"{self.status} after {self.seconds:.2f} s"


@dataclass
class Figures:
    """The table of a run: rows of what was asked under which fault."""

    rows: list[tuple[str, str, str]] = field(default_factory=list)

    def note(self, fault: str, what: str, *measured: object) -> None:
        self.rows.append((fault, what, ", ".join(map(str, measured))))

    def table(self) -> str:
        widths = [max(len(row[place]) for row in self.rows) for place in range(2)]
        return "\n".join(f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c}" for a, b, c in self.rows)


FIGURES = Figures()


def timed(ask: Callable[[], object]) -> Took:
    """What `ask` answers (something with a status and a text), and after how long."""
    begun = time.monotonic()
    try:
        answer = ask()
        status, text = answer.status, answer.text
    except (OSError, http.client.HTTPException) as error:
        status, text = 0, type(error).__name__
    return Took(time.monotonic() - begun, status, text)


def at_once(*asks: Callable[[], object]) -> list[Took]:
    """All of them at the same moment."""
    times: list[Took] = [Took(0, 0)] * len(asks)

    def one(place: int) -> None:
        times[place] = timed(asks[place])

    threads = [threading.Thread(target=one, args=[place], daemon=True) for place in range(len(asks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times


def longest(times: list[Took]) -> Took:
    return max(times, key=lambda took: took.seconds)
