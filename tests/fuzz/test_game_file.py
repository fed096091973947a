"""The reader of game files: any bytes and any JSON are read or refused in one line, and what is read is written again
as it was."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ruleset.law import SHIPPED, load
from ruleset.law.vocabulary import AMENDS
from votables.judge.facts import STATUSES
from votables.judge.gamefile import GameFileError, read, write

from .pumping import FEW, SOME, grows_too_fast, pumped

SAID = st.sampled_from(
    ["{", "}", "[", "]", ",", ":", '"', "null", "true", "1", "-1", "1e999", "NaN", "Infinity", "1e", "\\", "\\u0000",
     "\\ud800", "\\udc00", '"format"', '"blognomic-game/1"', '"law"', '"players"', '"x"', " ", "\n", "é", "\x00",
     "\ufeff", "9" * 5000, '{"a":', "[[", "{}", "[]"]
)  # fmt: skip
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
INSTANTS = st.datetimes().map(lambda at: f"{at.isoformat(timespec='seconds')}Z")
NAMES = ["Alice", "Bobby", "Carol\u0301", "李", "d"]
SPANS = st.lists(st.tuples(INSTANTS, INSTANTS | st.none()).map(list), max_size=2)
COMMENTS = st.fixed_dictionaries(
    {
        "author": st.sampled_from(NAMES),
        "at": INSTANTS,
        "text": st.sampled_from([":for:", "`:veto:`", "&#58;imp:", ""]),
    }
)


@st.composite
def games(draw: st.DrawFn) -> dict[str, Any]:
    """A game file that is right in its form; whether its instants follow on each other is left to luck."""
    law = load(draw(st.sampled_from(SHIPPED)))
    since = "0001-01-01T00:00:00Z"
    matters = []
    for number in range(draw(st.integers(0, 2))):
        status = draw(st.sampled_from(STATUSES))
        matters.append(
            {
                "id": str(number),
                "kind": draw(st.sampled_from(sorted(law.kinds))),
                "author": draw(st.sampled_from(NAMES)),
                "posted": draw(INSTANTS | st.just(since)),
                "amends": draw(st.lists(st.sampled_from(AMENDS), max_size=3)),
                "illegal": draw(st.booleans()),
                "status": status,
                "resolved": None if status == "pending" else "9999-12-31T23:59:59Z",
                "comments": draw(st.lists(COMMENTS, max_size=2)),
            }
        )
    judging = [name for name, case in law.special_cases.items() if case.judging]
    cases = draw(st.dictionaries(st.sampled_from(judging), st.booleans(), max_size=2)) if judging else {}
    return {
        "format": "blognomic-game/1",
        "law": law.name,
        "special_cases": cases,
        "players": [{"name": name, "plays": [[since, None]], "idle": draw(SPANS)} for name in NAMES],
        "emperors": [{"name": draw(st.sampled_from(NAMES)), "from": since, "to": draw(INSTANTS | st.none())}],
        "ascensions": draw(st.lists(INSTANTS, max_size=2)),
        "matters": matters,
        "history": draw(JSON),
    }


def check(source: str | bytes) -> None:
    """Read it: what is read is written as it was, and what is refused in one short line that a terminal can show."""
    try:
        document = read(source)
    except GameFileError as error:
        assert str(error).isprintable() and len(str(error)) < 500
    else:
        text = write(document)
        assert read(text) == document
        assert write(read(text)) == text


@SOME
@given(games())
def test_a_game_is_read_as_it_was_written_or_refused_for_its_instants(value):
    check(json.dumps(value))


@SOME
@given(st.data(), games())
def test_a_game_with_anything_in_place_of_something_is_read_or_refused(data, value):
    place: Any = value
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            break
        place = inner
    if data.draw(st.booleans()):
        place[key] = data.draw(JSON)
    else:
        del place[key]
    check(json.dumps(value))


@given(st.lists(SAID, max_size=30).map("".join) | st.text(max_size=60) | st.binary(max_size=60))
def test_any_text_or_bytes_are_refused_in_one_line(source):
    check(source)


@given(JSON)
def test_any_json_is_refused_in_one_line(value):
    check(json.dumps(value))


@FEW
@given(pumped(SAID))
def test_the_work_is_in_proportion_to_the_file(text):
    for place in ("{}", '{{"format": "blognomic-game/1", "law": "ruleset-211", "players": {}}}'):
        assert grows_too_fast(read, lambda n: place.format(text(n))) == ""  # noqa: B023
