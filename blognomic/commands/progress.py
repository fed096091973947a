"""A bar on standard error for commands that may take long."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

PATIENCE = 1.0  # seconds after which one likes to see how far it has come
# Told of each step by its name, and of how many rows it has done, of how many.
Tell = Callable[[str, int, int], None]


@contextmanager
def progress(*, shown: bool) -> Iterator[Tell | None]:
    """What is told of each step is shown as a bar, once it takes longer than PATIENCE. Answers None where nobody looks,
    so that nobody need count."""
    console = Console(stderr=True)
    if not shown or not console.is_terminal:
        yield None
        return
    began = time.monotonic()
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), console=console, transient=True
    )
    tasks: dict[str, TaskID] = {}

    def tell(name: str, done: int, whole: int) -> None:
        if time.monotonic() - began < PATIENCE:
            return
        bar.start()
        if name not in tasks:
            for earlier in tasks.values():
                bar.update(earlier, visible=False)
            tasks[name] = bar.add_task(name)
        bar.update(tasks[name], completed=done, total=whole)

    try:
        yield tell
    finally:
        bar.stop()
