"""Making matters up in several processes at once.

What is imported at the top of this module may know no Django: a new process reads it before Django is set up.
"""

import os
import pickle
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blognomic.transfer.proposal_table.backdrop import Frame
    from blognomic.transfer.proposal_table.matter import ToldMatter

Span = tuple[int, int]  # places in the frame: from the first up to, not including, the second

_held: "list[Frame]" = []  # in each worker, what `_begin` was given


def made_up_at_once(frame: "Frame", spans: Sequence[Span], *, processes: int) -> "Iterator[list[ToldMatter]]":
    """The matters of each span, span by span in their order; no more are made ahead than the processes need."""
    if processes < 2 or len(spans) < 2:
        yield from (_tell(frame, span) for span in spans)
        return
    # New processes rather than forks: a fork would share the connection to the database.
    pool = ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=_begin, initargs=(pickle.dumps(frame),)
    )
    waiting: deque[Future[list[ToldMatter]]] = deque()
    try:
        for span in spans:
            waiting.append(pool.submit(_work, span))
            if len(waiting) > 2 * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(frame: bytes) -> None:
    import django  # here, and before the frame is read, since its classes are of modules that need it

    Thread(target=_end_with_parent, daemon=True).start()
    django.setup()
    _held.append(pickle.loads(frame))


def _end_with_parent() -> None:
    """A process whose parent was killed would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(span: Span) -> "list[ToldMatter]":
    return _tell(_held[0], span)


def _tell(frame: "Frame", span: Span) -> "list[ToldMatter]":
    from .matters import made_up  # needs Django, see above

    return [made_up(frame, place) for place in range(*span)]
