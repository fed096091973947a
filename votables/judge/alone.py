"""The judge by itself: `python -m votables.judge.alone INSTANT` reads a game file from standard input and answers with
the verdict as JSON, or with what is wrong with the file and status 2. For whoever must be able to stop it."""

import json
import sys

from votables.judge.answer import answer
from votables.judge.gamefile import GameFileError, read
from votables.judge.instants import parse_instant
from votables.judge.judge import judge

WRONG = 2


def main(now: str) -> int:
    """Judge the game at the instant that the file names, or else at `now`."""
    try:
        document = read(sys.stdin.buffer.read())
    except GameFileError as error:
        sys.stdout.write(str(error))
        return WRONG
    verdict = judge(document.game, law=document.law, at=document.at or parse_instant(now))
    sys.stdout.buffer.write(json.dumps(answer(verdict), ensure_ascii=False).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
