"""The judge by itself, in a process that takes no more than it was given."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from blognomic.text.instants import parse_instant
from votables.judge.answer import answer
from votables.judge.gamefile import read_object
from votables.judge.judge import judge

from .documents import EXAMPLE, MINIMAL

ROOT = Path(__file__).resolve().parents[3]
NOW, LATER = "2024-05-02T00:00:00Z", "2024-05-05T12:00:00Z"


def alone(
    *instants: str, given: bytes, seconds: int = 20, memory: int = 2**31
) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "votables.judge.process", str(seconds), str(memory), *instants]
    return subprocess.run(command, cwd=ROOT, input=given, capture_output=True, check=False)


@pytest.mark.parametrize(
    ("more", "instants", "then"),
    [
        ({}, [NOW], NOW),
        ({}, [NOW, LATER], LATER),
        ({"at": LATER}, [NOW], LATER),
        ({"at": NOW}, [LATER, LATER], LATER),
    ],
)
def test_it_judges_at_the_instant_that_is_asked_else_that_of_the_file_else_now(more, instants, then):
    done = alone(*instants, given=json.dumps(MINIMAL | more).encode())
    document = read_object(MINIMAL)
    assert json.loads(done.stdout) == answer(judge(document.game, law=document.law, at=parse_instant(then)))
    assert (done.returncode, done.stderr) == (0, b"")


def test_what_is_wrong_with_a_file_is_said_with_a_status_of_its_own():
    done = alone(NOW, given=json.dumps(EXAMPLE | {"law": "ruleset-1"}).encode())
    assert (done.returncode, done.stderr) == (2, b"")
    assert done.stdout.decode().startswith('law: unknown law "ruleset-1"')


def test_it_gets_no_more_memory_than_it_was_given():
    done = alone(NOW, given=b'"' + b"x" * 50_000_000 + b'"', memory=100_000_000)
    assert done.returncode not in (0, 2)
    assert done.stdout == b""
