"""Anybody's game put to the judge, which runs in a process of its own: laws are formulas that people write, so it is
stopped when it takes too long or too much."""

import json
import logging
import subprocess
import sys
from math import ceil
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings

from blognomic.web.errors import RuleBroken
from votables.judge.process import WRONG
from votables.judge.strict import NotJson, decode, loads

log = logging.getLogger(__name__)
SECONDS = 10
MEMORY = 1 * 2**30
# Never all threads of a process: the others go on answering.
AT_ONCE = BoundedSemaphore(max(1, min(2, settings.WEB_THREADS - 2)))


class JudgeBusy(RuleBroken):
    """As many games are judged as there may be at once."""


def verdict_on(game_file: bytes, *instants: str) -> dict[str, Any]:
    """The judge's answer to a game file, as `votables.judge.process` gives it for these instants. Raises
    JudgeBusy, and RuleBroken for what is no JSON (400), is no game, or takes too long or too much (422)."""
    if not AT_ONCE.acquire(blocking=False):
        raise JudgeBusy("The judge has too much to do at the moment.", status=503)
    try:
        loads(decode(game_file))
        return _answered(game_file, *instants)
    except NotJson as error:
        raise RuleBroken(f"The game file is {error}.", status=400) from None
    finally:
        AT_ONCE.release()


def _answered(game_file: bytes, *instants: str) -> dict[str, Any]:
    try:
        done = subprocess.run(
            [sys.executable, "-m", "votables.judge.process", str(ceil(SECONDS)), str(MEMORY), *instants],
            input=game_file,
            capture_output=True,
            timeout=SECONDS,
            cwd=settings.BASE_DIR,
            env={"PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"},
            check=False,
        )
    except subprocess.TimeoutExpired:
        sentence = f"The judge did not come to a verdict within {SECONDS} seconds."
        raise RuleBroken(sentence, status=422) from None
    if done.returncode == WRONG:
        raise RuleBroken(done.stdout.decode(errors="replace")[:2_000], status=422)
    if done.returncode:
        log.error("The judge failed: %s", done.stderr[-2_000:].decode(errors="replace"))
        sentence = "The judge could not work this file out: it takes too much time or memory."
        raise RuleBroken(sentence, status=422)
    return json.loads(done.stdout)
