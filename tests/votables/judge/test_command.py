"""`manage.py judge`: as it is run. Most of it within this process, which has no database to ask here either; what the
system has a part in, in one of its own."""

import gc
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from votables.management.commands import judge as command

from .documents import EXAMPLE, MINIMAL

ROOT = Path(__file__).resolve().parents[3]
NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen")
GAME = EXAMPLE | {
    "players": [
        EXAMPLE["players"][0],
        *({"name": name, "plays": [["2024-01-01T00:00:00Z", None]]} for name in NAMES[1:]),
    ],
    "matters": [
        EXAMPLE["matters"][0]
        | {
            "comments": [
                {"author": "Alice", "at": "2024-05-01T13:00:00Z", "text": "Purr. :for:"},
                {"author": "Carol", "at": "2024-05-01T14:00:00Z", "text": "As the Emperor says. :def:"},
            ]
        }
    ],
}
ANSWER = {
    "at": "2024-05-01T23:00:00Z",
    "law": "ruleset-211",
    "roster": list(NAMES),
    "quorum": 3,
    "emperor": "Alice",
    "standstill": [],
    "matters": [
        {
            "id": "p1",
            "votes": {
                "Alice": {"cast": "for", "counts_as": "for"},
                "Bobby": {"cast": None, "counts_as": "for"},
                "Carol": {"cast": "deferential", "counts_as": "for"},
            },
            "for": 3,
            "against": 0,
            "abstain": 0,
            "vetoed": False,
            "self_killed": False,
            "popular": True,
            "unpopular": False,
            "oldest": True,
            "stale": False,
            "may_enact": False,
            "may_fail": False,
            "why": ["open for 11 h 0 min, needs 12 h"],
            "next_change": "2024-05-02T00:00:00Z",
        }
    ],
    "may_propose": dict.fromkeys(NAMES, True),
    "may_declare_victory": {"Alice": False} | dict.fromkeys(NAMES[1:], True),
}
TABLE = """\
Ruleset 211 at 2024-05-01T23:00:00Z
Roster of 5, quorum 3, emperor Alice: Alice, Bobby, Carol, David, Ellen
Standing still: -

MATTER   KIND      AUTHOR  FOR  AGAINST  ABSTAIN  STANDS           NEXT CHANGE
p1 Cats  proposal  Bobby   3    0        0        popular, oldest  2024-05-02T00:00:00Z

p1: open for 11 h 0 min, needs 12 h

May propose: Alice, Bobby, Carol, David, Ellen
May declare victory: Bobby, Carol, David, Ellen
"""
AT = "2024-05-01T23:00:00Z"


def run(*arguments: str, stdin: bytes = b"", encoding: str = "utf-8") -> subprocess.CompletedProcess[bytes]:
    """What the command does with its standard streams, which are in that encoding as far as Python knows."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2))
    threshold, status = gc.get_threshold(), 0
    with TemporaryFile() as source, pytest.MonkeyPatch.context() as patch:
        source.write(stdin)
        source.seek(0)
        for name, stream in (("stdin", source), ("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, stream)
        try:
            command.Command().run_from_argv(["manage.py", "judge", *arguments])
        except SystemExit as ended:
            status = ended.code
        finally:
            gc.set_threshold(*threshold)
        for stream in (out, err):
            stream.flush()
    return subprocess.CompletedProcess(arguments, status, out.buffer.getvalue(), err.buffer.getvalue())


def run_apart(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    # A database that does not exist: the command needs none.
    env = os.environ | {"DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3"} | environment
    return subprocess.run(
        [sys.executable, "manage.py", "judge", *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        env=env,
        check=False,
    )


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(GAME))
    return str(file)


@pytest.mark.parametrize("how", [run, run_apart], ids=["here", "apart"])
def test_the_answer_is_that_of_the_description_key_by_key(path, how):
    done = how(path, "--at", AT, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.dumps(json.loads(done.stdout)) == json.dumps(ANSWER)
    assert done.stdout.count(b"\n") == 1


def test_people_get_a_table(path):
    done = run(path, "--at", AT)
    assert (done.returncode, done.stderr, done.stdout.decode()) == (0, b"", TABLE)


def test_standard_input_is_read(path):
    done = run("-", "--json", "--at", AT, stdin=json.dumps(GAME).encode())
    assert json.loads(done.stdout) == ANSWER


def test_the_files_own_instant_is_used_and_the_option_goes_before_it():
    stdin = json.dumps(GAME | {"at": "2024-05-02T12:00:00Z"}).encode()
    assert json.loads(run("-", "--json", stdin=stdin).stdout)["at"] == "2024-05-02T12:00:00Z"
    assert json.loads(run("-", "--json", "--at", AT, stdin=stdin).stdout)["at"] == AT


@pytest.mark.parametrize(
    ("arguments", "stdin", "line"),
    [
        (("/nowhere/game.json",), b"", '"/nowhere/game.json": No such file or directory'),
        (("/",), b"", '"/": Is a directory'),
        (("-", "--at", "yesterday"), b"", "--at: must be an instant in UTC such as 2024-05-01T12:00:00Z"),
        (
            ("-", "--at", "2024-02-30T00:00:00Z"),
            b"",
            "--at: there is no such instant as 2024-02-30T00:00:00Z",
        ),
        (("-",), b"[", "not JSON: Expecting value at line 1, column 2"),
        (("-",), b"\xff", "not JSON: byte 1 is not UTF-8"),
        (("-", "--json"), b"{}", 'the key "format" is missing'),
    ],
)
def test_bad_input_gets_one_line_and_status_2(arguments, stdin, line):
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", f"CommandError: {line}\n")


def test_a_process_of_its_own_ends_with_one_line_and_status_2_too():
    done = run_apart("-", "--at", AT, stdin=b"[")
    line = b"CommandError: not JSON: Expecting value at line 1, column 2\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", line)


def test_each_line_is_answered_in_order_and_mistakes_do_not_stop_the_rest():
    good = json.dumps(GAME | {"at": AT})
    odd = json.dumps(MINIMAL | {"at": AT}, ensure_ascii=False).replace('"A"', '"A\u2028\x85B"')
    lines = ["", good, "  ", "nonsense", odd, json.dumps(GAME | {"law": "?"}), good]
    done = run("-", "--lines", stdin="\n".join(lines).encode())
    answers = [json.loads(line) for line in done.stdout.decode().split("\n")[:-1]]
    assert done.returncode == 2
    assert answers[0] == answers[4] == ANSWER
    assert answers[1] == {"error": "not JSON: Expecting value at line 1, column 1"}
    assert answers[2]["roster"] == ["A\u2028\x85B"]
    assert list(answers[3]) == ["error"]
    assert len(answers) == 5


def test_lines_without_mistakes_end_with_status_0():
    done = run("-", "--lines", "--at", AT, stdin=json.dumps(GAME).encode() + b"\r\n")
    assert (done.returncode, json.loads(done.stdout), done.stderr) == (0, ANSWER, b"")


def test_names_are_written_in_utf_8_whatever_the_terminal_says():
    stdin = json.dumps(MINIMAL | {"at": AT}).replace('"A"', '"Zo\u00eb \U0001f600"').encode()
    for option in ("--json", "--lines"):
        assert "Zo\u00eb \U0001f600".encode() in run("-", option, stdin=stdin, encoding="ascii").stdout
    assert "Zo\u00eb".encode() in run("-", stdin=stdin, encoding="ascii").stdout
    done = run_apart("-", "--lines", stdin=stdin, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert "Zo\u00eb \U0001f600".encode() in done.stdout


def test_what_does_not_print_is_replaced_in_the_table():
    stdin = json.dumps(MINIMAL | {"at": AT}).replace('"A"', '"A\\u001b[31m\\n"').encode()
    assert b"\x1b" not in run("-", stdin=stdin).stdout


def test_a_reader_who_goes_away_is_no_traceback(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text((json.dumps(GAME | {"at": AT}) + "\n") * 500)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "manage.py", "judge", str(path), "--lines"],
            cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_line_that_is_too_long_is_refused_and_skipped(monkeypatch):
    monkeypatch.setattr(command, "MAX_BYTES", 10)
    source = io.BytesIO(b"x" * 25 + b"\nshort\n" + b"y" * 10 + b"\n" + b"z" * 11)
    assert list(command._lines(source)) == [b"x" * 11, b"short", b"y" * 10, b"z" * 11]


def test_100_mb_are_refused_without_being_read_whole(tmp_path):
    path = tmp_path / "big.json"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    done = run(str(path))
    assert (done.returncode, done.stderr) == (2, b"CommandError: larger than 64000000 bytes\n")
