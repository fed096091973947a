"""What a site cannot hold of a game file, though its form is right. Each error names the place."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from blognomic.text.instants import format_instant
from blognomic.transfer.game_file.database_tables import ValueMisfit, checked_text
from players.models import NAME_LENGTH, Player, name_key
from ruleset.models import LawVersion
from votables.judge.facts import Matter, Span
from votables.judge.gamefile import Document, GameFileError
from votables.judge.strict import printable
from votables.models import TITLE_LENGTH
from votables.services.commenting import COMMENT_LENGTH

LAW_NAME_LENGTH = LawVersion._meta.get_field("name").max_length
KEY_LENGTH = Player._meta.get_field("name_key").max_length


def check(document: Document, *, at: datetime) -> None:
    """Raise GameFileError for names, titles and comments that do not fit, and for whatever is dated after `at`."""
    check_names((f"players[{i}].name", player.name) for i, player in enumerate(document.game.players))
    for i, matter in enumerate(document.game.matters):
        _check_texts(matter, f"matters[{i}]")
    for i, law in enumerate(document.laws):
        _check_text(law.name, "law.name" if i == 0 else f"laws[{i - 1}].law.name", LAW_NAME_LENGTH)
    for place, instant in _instants(document):
        if instant > at:
            now = format_instant(at)
            raise GameFileError(f"{place}: {format_instant(instant)} lies in the future; it is {now} now")


def check_names(named: Iterable[tuple[str, str]]) -> None:
    """Raise GameFileError for a name that no account can have; each comes with its place."""
    seen: dict[str, str] = {}
    for place, name in named:
        key = name_key(name)
        if not name.strip():
            raise GameFileError(f"{place}: a name must not be blank")
        if len(name) > NAME_LENGTH or len(key) > KEY_LENGTH:
            raise GameFileError(f"{place}: a name has at most {NAME_LENGTH} characters on this site")
        _check_text(name, place)
        if key in seen:
            raise GameFileError(
                f"{place}: {printable(name)} and {printable(seen[key])} differ only in look, and would be taken for one"
            )
        seen[key] = name


def _check_texts(matter: Matter, place: str) -> None:
    _check_text(matter.title, f"{place}.title", TITLE_LENGTH)
    for i, comment in enumerate(matter.comments):
        _check_text(str(comment.key), f"{place}.comments[{i}].text", COMMENT_LENGTH)


def _check_text(text: str, place: str, longest: int | None = None) -> None:
    if longest is not None and len(text) > longest:
        raise GameFileError(f"{place}: {len(text):,} characters; this site holds at most {longest:,}")
    try:
        checked_text(text)
    except ValueMisfit as misfit:
        raise GameFileError(f"{place}: {misfit}") from None


def _instants(document: Document) -> Iterator[tuple[str, datetime]]:
    """Every instant at which something happened, with its place."""
    game = document.game
    for i, earlier in enumerate(game.earlier_laws):
        yield f"laws[{i}].from", earlier.until
    for name, states in game.special_cases.items():
        for i, (since, _state) in enumerate(() if isinstance(states, bool) else states):
            yield f"special_cases[{printable(name)}][{i}][0]", since
    for i, player in enumerate(game.players):
        yield from _ends(player.plays, f"players[{i}].plays")
        yield from _ends(player.idle, f"players[{i}].idle")
    for i, reign in enumerate(game.emperors):
        yield f"emperors[{i}].from", reign.start
        if reign.end is not None:
            yield f"emperors[{i}].to", reign.end
    for i, ascension in enumerate(game.ascensions):
        yield f"ascensions[{i}]", ascension
    for i, matter in enumerate(game.matters):
        yield f"matters[{i}].posted", matter.posted
        if matter.resolved is not None:
            yield f"matters[{i}].resolved", matter.resolved
        for j, comment in enumerate(matter.comments):
            yield f"matters[{i}].comments[{j}].at", comment.at


def _ends(spans: Iterable[Span], place: str) -> Iterator[tuple[str, datetime]]:
    for i, span in enumerate(spans):
        yield f"{place}[{i}][0]", span.start
        if span.end is not None:
            yield f"{place}[{i}][1]", span.end
