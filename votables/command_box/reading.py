"""A line that was typed, read as acts; and an act, said as a line. Any text is read, and what is said is read as the
act that it says."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from blognomic.i18n.translation import gettext

from .command_phrases import HEADS, MYSELF, PHRASES, CommandPart, CommandPhrase, Literal, Wording

LONGEST = 400
MOST_READINGS = 40
QUOTES = ("“”", '""', "„“", "«»", "»«", "‹›")
_QUOTED = re.compile(
    r"(?<![^\s:])(?:" + "|".join(f"{one[0]}[^{one}]+{one[1]}" for one in QUOTES) + r")(?![^\s:])"
)
_PLAIN = re.compile(r"[\w+\-*/=.,{}]+")
_UNSEEN = "\0"


@dataclass(frozen=True, slots=True)
class Command:
    """An act by its verb, and what it is done with, by the names of the phrases; what is not said is not in it. `parts`
    are in the order of the names."""

    verb: str
    parts: tuple[tuple[str, str], ...]

    def __getitem__(self, name: str) -> str:
        """What is said of that name; "" where nothing is."""
        return dict(self.parts).get(name, "")


def command(verb: str, **parts: str) -> Command:
    """An act as `read` makes it. What is added to a value, or taken from it, is set by a sign."""
    if verb in HEADS:
        if parts.get("value"):
            parts["value"] = HEADS[verb] + parts["value"].removeprefix(HEADS[verb])
        verb = "set"
    return Command(verb, tuple(sorted((name, text) for name, text in parts.items() if text)))


def read(typed: str) -> list[Command]:
    """What a line may mean that says all that its phrase takes, the likeliest first."""
    text = _line(typed)
    return list(dict.fromkeys(_commands(text, is_whole=True)))


def begun(typed: str) -> list[Command]:
    """What somebody may be about to say, with as much of it as they have said."""
    text = _line(typed)
    heads = [
        command(phrase.verb, **phrase.given)
        for phrase in PHRASES
        for pattern in phrase.in_languages()
        if text and pattern.head.lower().startswith(text.lower())
    ]
    return list(dict.fromkeys([*heads, *_commands(text, is_whole=False)]))


def say(what: Command) -> str:
    """How the act is said in the reader's language; of one of which not all is said, the beginning, up to what is
    missing."""
    parts = dict(what.parts)
    phrase = max(
        (one for one in PHRASES if one.verb == what.verb and _fits(one, parts)),
        key=lambda one: (
            len(one.given.keys() | _taken(one) & parts.keys()),
            -len(_taken(one) - parts.keys()),
        ),
    )
    line = ""
    for part in next(phrase.in_languages()).parts:
        if isinstance(part, Literal):
            line += part.text
        elif part.name in parts:
            line += _quoted(parts[part.name])
        else:
            break
    return line


def is_myself(name: str) -> bool:
    """Whether somebody speaks of themselves."""
    return name.lower() in {one for text in (gettext(MYSELF), MYSELF) for one in text.split(" | ")}


def _line(typed: str) -> str:
    return " ".join(typed.replace(_UNSEEN, " ").split())[:LONGEST].rstrip()


def _fits(phrase: CommandPhrase, parts: dict[str, str]) -> bool:
    """Whether the phrase can say these parts, if need be some of them."""
    return all(parts.get(name) == text for name, text in phrase.given.items())


def _taken(phrase: CommandPhrase) -> set[str]:
    return {part.name for part in next(phrase.in_languages()).parts if isinstance(part, CommandPart)}


def _quoted(text: str) -> str:
    """A text so that it is read as one thing, in quotation marks that it does not have itself."""
    if _PLAIN.fullmatch(text):
        return text
    marks = next((each for each in QUOTES if not set(each) & set(text)), None)
    return f"{marks[0]}{text}{marks[1]}" if marks else text


def _commands(text: str, *, is_whole: bool) -> Iterator[Command]:
    masked = _QUOTED.sub(lambda match: _UNSEEN * len(match[0]), text)
    for phrase in PHRASES:
        for pattern in phrase.in_languages():
            for places in islice(_ways(pattern, masked, is_whole=is_whole), MOST_READINGS):
                parts = {name: _bare(text[start:end]) for name, (start, end) in places.items()}
                if all(parts.values()):
                    yield command(phrase.verb, **{**phrase.given, **parts})


def _bare(text: str) -> str:
    """A text without the quotation marks around it."""
    text = text.strip()
    return text[1:-1].strip() if _QUOTED.fullmatch(text) else text


def _end(following: Literal, masked: str, at: int) -> int:
    """Where what is named ends, if the words that follow it are the last of the line."""
    words = following.text.rstrip()
    start = len(masked) - len(words)
    return start if start > at and masked[start:].lower() == words.lower() else len(masked)


Places = dict[str, tuple[int, int]]


def _ways(pattern: Wording, masked: str, *, is_whole: bool, part: int = 0, at: int = 0) -> Iterator[Places]:
    """Where in the line stands what the pattern names, in each way to read it. With `is_whole` all of it is there; else
    the line ends before."""
    if part == len(pattern.parts):
        if is_whole and at == len(masked):
            yield {}
        return
    here = pattern.parts[part]
    rest = {"is_whole": is_whole}
    if isinstance(here, Literal):
        match = here.sign.match(masked, at)
        if match:
            yield from _ways(pattern, masked, part=part + 1, at=match.end(), **rest)
        return
    if part + 1 == len(pattern.parts):
        if is_whole and at < len(masked):
            yield {here.name: (at, len(masked))}
        return
    following = pattern.parts[part + 1]
    assert isinstance(following, Literal), "a phrase has words between what it names"
    for match in following.sign.finditer(masked, at + 1):
        for places in _ways(pattern, masked, part=part + 2, at=match.end(), **rest):
            yield {here.name: (at, match.start()), **places}
    if not is_whole and at < len(masked):
        yield {here.name: (at, _end(following, masked, at))}
