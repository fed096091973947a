"""The demo's story as data: who registers, and what everybody does, each so long before now.

The chapters are TOML files in `story/`; the first of them says how they are written. `read` gives all that
happens as one sequence of steps, the oldest first.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "story"
CHAPTERS = ("1_founding", "2_the_line", "3_the_blue_parcel", "4_the_queue", "5_the_tracker", "6_the_company")

_LENGTH = re.compile(r"(?:(?P<days>\d+)d)? ?(?:(?P<hours>\d+)h)? ?(?:(?P<minutes>\d+)m)?")
RESOLVED = ("enacted", "failed")


@dataclass(frozen=True, slots=True)
class StoryStep:
    """Something that somebody does `ago` before now. `do` names it; what it takes besides stands in `details`."""

    ago: timedelta
    do: str
    by: str
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Story:
    """The people, by name with how long ago they registered; the founding; what the present dynasty calls its
    people; and the steps, the oldest first."""

    registered: Mapping[str, timedelta]
    founder: str
    founded: timedelta
    theme: str
    words: Mapping[str, str]
    steps: tuple[StoryStep, ...]


def length(text: str) -> timedelta:
    """A length of time such as "3d 4h", "1d 22h 10m" or "45m". Raises ValueError for any other text."""
    match = _LENGTH.fullmatch(text)
    if not text or match is None:
        raise ValueError(f"{text!r} is no length of time such as 3d 4h 10m")
    return timedelta(**{unit: int(number) for unit, number in match.groupdict().items() if number})


def read() -> Story:
    """The whole story."""
    people = _toml("people")
    steps = [step for chapter in CHAPTERS for step in _steps_of(_toml(chapter))]
    steps.sort(key=lambda step: step.ago, reverse=True)
    return Story(
        registered={name: length(ago) for name, ago in people["registered"].items()},
        founder=people["founder"],
        founded=length(people["founded"]),
        theme=people["theme"],
        words=people["words"],
        steps=tuple(steps),
    )


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _steps_of(chapter: Mapping[str, Any]) -> Iterator[StoryStep]:
    for post in chapter.get("post", ()):
        yield from _steps_of_post(post)
    for kind in ("step", "draft"):
        for entry in chapter.get(kind, ()):
            details = dict(entry)
            ago, by = length(details.pop("ago")), details.pop("by")
            yield StoryStep(ago, details.pop("do", kind), by, details)


def _steps_of_post(post: Mapping[str, Any]) -> Iterator[StoryStep]:
    """Its publication, its comments, and what an admin made of it: resolved it, or did what it asks for."""
    details = dict(post)
    ago, by = length(details.pop("ago")), details.pop("by")
    comments, then = details.pop("comments", ()), details.pop("then", None)
    yield StoryStep(ago, "publish", by, details)
    for after, author, text in comments:
        yield StoryStep(ago - length(after), "comment", author, {"post": post["title"], "text": text})
    if then is not None:
        what, after, admin = then
        if what in RESOLVED:
            yield StoryStep(ago - length(after), "resolve", admin, {"post": post["title"], "to": what})
        else:
            yield StoryStep(ago - length(after), what, admin, {"who": by})
