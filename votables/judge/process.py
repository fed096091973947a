"""The judge by itself, for whoever must be able to stop it.

`python -m votables.judge.process SECONDS BYTES NOW [AT]` reads a game file from standard input and answers with the
verdict as JSON, or with what is wrong with the file and status 2. It takes no more time of the processor and no more
memory than that.
"""

import json
import os
import resource
import sys

from blognomic.text.instants import parse_instant
from votables.judge.answer import answer
from votables.judge.gamefile import GameFileError, read
from votables.judge.judge import judge

WRONG = 2


def main(now: str, at: str = "") -> int:
    """Judge the game at the instant `at`, or else at that which the file names, or else at `now`."""
    try:
        document = read(sys.stdin.buffer.read())
    except GameFileError as error:
        sys.stdout.write(str(error))
        return WRONG
    verdict = judge(
        document.game, law=document.law, at=parse_instant(at) if at else document.at or parse_instant(now)
    )
    sys.stdout.buffer.write(json.dumps(answer(verdict), ensure_ascii=False).encode())
    return 0


def bound(seconds: int, memory: int) -> None:
    """Take no more than so much from now on, only what others leave of the processor, and write no file."""
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


if __name__ == "__main__":
    bound(int(sys.argv[1]), int(sys.argv[2]))
    sys.exit(main(*sys.argv[3:]))
