"""Games whose law or special cases move, as files, and what the judge says of them."""

import tomllib

from blognomic.text.instants import parse_instant
from ruleset.law import document
from votables.judge.answer import answer
from votables.judge.gamefile import read_object
from votables.judge.judge import judge

NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen")


def at(hours, micro=0):
    """So many hours after the posting of what `game_file` posts."""
    day, hour = divmod(12 + hours, 24)
    return f"2024-05-{1 + day:02d}T{hour:02d}:00:00" + (f".{micro:06d}Z" if micro else "Z")


def said(author, text, hours, micro=0):
    return {"author": author, "at": at(hours, micro), "text": text}


def game_file(*comments, law="ruleset-211", kind="proposal", **more):
    """Alice reigns over five; Bobby has posted something that amends a dynastic rule, and this was said of it."""
    matter = {"id": "m", "kind": kind, "author": "Bobby", "posted": at(0), "amends": ["dynastic"]}
    return {
        "format": "blognomic-game/1",
        "law": law,
        "players": [{"name": name, "plays": [["2024-01-01T00:00:00Z", None]]} for name in NAMES],
        "emperors": [{"name": "Alice", "from": "2024-01-01T00:00:00Z", "to": None}],
        "matters": [{**matter, "comments": list(comments)}],
        **more,
    }


def told(value, hours, micro=0):
    case = read_object(value)
    return answer(judge(case.game, law=case.law, at=parse_instant(at(hours, micro))))


def of_matter(value, hours, *keys):
    (matter,) = told(value, hours)["matters"]
    return tuple(matter[key] for key in keys)


def changed(law, *changes):
    """A law's document as an object, with values at dotted places put in the place of others."""
    value = tomllib.loads(document(law))
    for place, new in changes:
        *steps, last = place.split(".")
        part = value
        for step in steps:
            part = part[int(step)] if isinstance(part, list) else part[step]
        if isinstance(part, list):
            part[int(last)] = new
        else:
            part[last] = new
    return value


MALIGN = "Malign Emperors"
