"""Cases of readers: those beside the tests, and the samples of the specification where they are at hand."""

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
BAKERY = json.loads((HERE / "bakery.json").read_text(encoding="utf-8"))  # a game, as FORMAT.md has them
SAMPLES = Path(__file__).resolve().parents[4] / "shared" / "data" / "english"


def own(name: str) -> list[dict[str, Any]]:
    """The cases of a file beside the tests."""
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def specified(name: str) -> list[dict[str, Any]]:
    """The samples of the specification; none where it is not beside the project."""
    path = SAMPLES / name
    return (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    )


def plainly(value: Any) -> Any:
    """A value as it is compared: numbers as numbers, blanks and quotation marks alike."""
    if isinstance(value, dict):
        return {key: plainly(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plainly(one) for one in value]
    if isinstance(value, str):
        return " ".join(value.split()).translate(str.maketrans("“”’", '""\''))
    return value
