"""`manage.py read_proposal`, run as a program without a database."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).resolve().parents[3]
RULES = [{"section": "Dynastic Rules", "title": "Bread", "text": "Two loaves.", "rules": []}]
CASE = {"id": "x", "instruction": "In “Bread”, change “Two” to “Six”.", "rules": RULES}


def run(*arguments: str, text: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "manage.py", "read_proposal", *arguments],
        input=text,
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"},
        timeout=60,
    )


def test_an_instruction_that_is_clear() -> None:
    done = run("-", text=json.dumps(CASE))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {
        "id": "x",
        "outcome": "read",
        "rules": [{**RULES[0], "text": "Six loaves."}],
        "values": None,
        "steps": [
            {
                "sentence": [0, 34],
                "change": {
                    "op": "replace",
                    "rule": "1.1",
                    "find": "Two",
                    "text": "Six",
                    "count": "one",
                    "whole": True,
                },
            }
        ],
    }


def test_an_instruction_that_must_be_asked_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "case.json"
    file.write_text(
        json.dumps({**CASE, "instruction": "In “Bred”, change “Two” to “Six”."}), encoding="utf-8"
    )
    call_command("read_proposal", str(file))
    document = json.loads(capsys.readouterr().out)
    assert (document["outcome"], document["rules"], document["values"]) == ("asked", None, None)
    assert document["questions"] == [
        {
            "sentence": [0, 33],
            "why": "There is no rule “Bred”.",
            "choices": ["In “Bread”, change “Two” to “Six”."],
        }
    ]


def test_lines_are_answered_each_by_itself() -> None:
    texts = [json.dumps(CASE), "{", "", json.dumps({"id": 2}), json.dumps([1]), json.dumps({**CASE, "id": 3})]
    done = run("-", "--lines", text="\n".join(texts))
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert [one.get("id", one.get("error")) for one in documents] == [
        "x",
        "This is no JSON.",
        "“instruction” must be a text.",
        "This is no object.",
        3,
    ]


@pytest.mark.parametrize(
    "case",
    [
        {"instruction": 4},
        {"instruction": "a", "rules": {}},
        {"instruction": "a", "rules": [4]},
        {"instruction": "a", "rules": [{"section": 4}]},
        {"instruction": "a", "rules": [{"section": "A"}, {"section": "B"}, {"section": "A"}]},
        {"instruction": "a", "values": []},
        {"instruction": "a", "values": {}, "players": [4]},
        {"instruction": "a", "values": {}, "tracked": [4]},
        "[" * 100_000,
    ],
)
def test_what_is_no_such_object_is_refused(
    case: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "case.json"
    file.write_text(case if isinstance(case, str) else json.dumps(case), encoding="utf-8")
    with pytest.raises(CommandError) as refused:
        call_command("read_proposal", str(file))
    assert (refused.value.returncode, capsys.readouterr().out) == (2, "")
    assert str(refused.value).strip()


def test_a_refusal_ends_the_program_without_a_traceback() -> None:
    done = run("-", text="[")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr and done.stderr.strip()


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(CommandError, match="No such file") as refused:
        call_command("read_proposal", "/nowhere/at/all.json")
    assert refused.value.returncode == 2
