"""The judge, for anybody's game: a game file in, the verdicts out. It knows nothing of the game that is played here.

Laws are formulas that people write, so the judge runs in a process of its own, which is stopped when it takes too long
or too much.
"""

import json
import logging
import subprocess
import sys
from math import ceil
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja import Query
from pydantic import Field

from blognomic.text.instants import format_instant
from blognomic.web.api import Refused, Room, Shape
from blognomic.web.as_of import asked_instant
from votables.judge.process import WRONG
from votables.judge.strict import NotJson, decode, loads

router = Room("The judge")
log = logging.getLogger(__name__)
SECONDS = 10
MEMORY = 1 * 2**30
# Never all threads of a process: the others go on answering.
AT_ONCE = BoundedSemaphore(max(1, min(2, settings.WEB_THREADS - 2)))
GAME_FILE = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "description": "A game file, as `manage.py judge` reads it and `GET /posts/{post}/resolutions` has "
                    "it under `facts`.",
                }
            }
        },
    }
}


class JudgedOut(Shape):
    """How everything in the game file stands."""

    at: str = Field(description="The instant that it was judged at (UTC).")
    law: str = Field(description="The name of the law that it was judged by.")
    roster: list[str] = Field(description="The names of the active players.")
    quorum: int
    emperor: str | None
    standstill: list[str] = Field(description="Why the game stands still, as the law names it.")
    matters: list[dict[str, Any]] = Field(description="Each pending matter, and how it stands.")
    may_propose: dict[str, bool] = Field(description="Whether each player may make a proposal.")
    may_declare_victory: dict[str, bool] = Field(description="Whether each player may declare victory.")


class JudgeQuery(Shape):
    """When it is judged."""

    at: str = Field(
        "",
        description="The instant to judge at, up to now. Without it, that which the file names, which may be yet to "
        "come, or else now.",
    )


@router.post("/judge", JudgedOut, openapi_extra=GAME_FILE)
def judge(request: HttpRequest, when: Query[JudgeQuery]) -> dict[str, Any]:
    """What may be enacted and failed in a game, and why. Nothing is kept, and no token is needed."""
    if not AT_ONCE.acquire(blocking=False):
        raise Refused(503, "The judge has too much to do at the moment.", Retry_After="10")
    try:
        sent, past = request.body, asked_instant(request)
        loads(decode(sent))
        return _verdict(sent, format_instant(request.at), *([format_instant(past)] if past else []))
    except NotJson as error:
        raise Refused(400, f"The game file is {error}.") from None
    finally:
        AT_ONCE.release()


def _verdict(sent: bytes, *instants: str) -> dict[str, Any]:
    try:
        done = subprocess.run(
            [sys.executable, "-m", "votables.judge.process", str(ceil(SECONDS)), str(MEMORY), *instants],
            input=sent,
            capture_output=True,
            timeout=SECONDS,
            cwd=settings.BASE_DIR,
            env={"PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Refused(422, f"The judge did not come to a verdict within {SECONDS} seconds.") from None
    if done.returncode == WRONG:
        raise Refused(422, done.stdout.decode(errors="replace")[:2_000])
    if done.returncode:
        log.error("The judge failed: %s", done.stderr[-2_000:].decode(errors="replace"))
        raise Refused(422, "The judge could not work this file out: it takes too much time or memory.")
    return json.loads(done.stdout)
