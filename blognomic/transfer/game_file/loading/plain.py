"""A game file without the history of a site: rows that say what the file says, and little else.

Nothing is invented in anybody's name. What the file does not say stays empty (the text of a matter), or is put down
to the record: accounts cannot be signed in to until the host gives them a password, and resolutions, of which a file
does not say whose they were, are those of an account called "The record".
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from itertools import count, groupby
from operator import itemgetter

from django.db import models
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import NOTHING, StoredMessage, as_message
from blognomic.transfer.game_file.database_tables import TABLES
from players.models import Ascension, Dynasty, Game, Player, Reign, RosterEvent, Standing, name_key
from players.services.roster import dynasty_name
from ruleset.law.parts import AMENDS
from ruleset.models import LawVersion
from votables import judge
from votables.judge.ballot import NOT_PENDING, leave_in
from votables.judge.eras import changes, era_at
from votables.judge.gamefile import Document
from votables.judge.situation import Situation
from votables.judge.voting import Count, Hearing, hear_all
from votables.models import Ballot, Comment, Post, PostVersion, Resolution, Status
from votables.queries.requests import asked_in
from votables.queries.tally_text import tally_of

from .storing import Rows

Kind, Cause = RosterEvent.Kind, RosterEvent.Cause
NO_TEXT = StoredMessage(gettext_noop("Imported from a game file, which does not hold the text of a matter."))
WHY = StoredMessage(gettext_noop("imported from a game file"))
RECORD = "The record"


def rows_of(document: Document, *, at: datetime) -> Rows:
    """The rows of every table, with their keys, as of `at` (UTC, the present)."""
    return _Record(document, at).rows


class _Record:
    """Writes down what a file says."""

    def __init__(self, document: Document, at: datetime) -> None:
        self.law, self.game, self.at = document.law, document.game, at
        self.rows: dict[type[models.Model], list[models.Model]] = {table.model: [] for table in TABLES}
        self.began = _beginning(document, at)
        self.keeper: Player | None = None
        self.people = self._people()
        self.keys = {model: count(1) for model in (Comment, Resolution, Ballot, PostVersion)}
        stands = {still.kind for law in document.laws for still in law.standstills}
        # What the votes on a matter hang on besides the matter itself.
        self.around = replace(self.game, matters=tuple(m for m in self.game.matters if m.kind in stands))
        self.present = Situation(self.around, self.law, at)
        self._write_game()
        self._write_roster()
        for key, matter in enumerate(self.game.matters, start=1):
            self._write_matter(key, matter)

    def _people(self) -> dict[str, Player]:
        """The accounts by name, in the order of the file."""
        first: dict[str, datetime] = {
            player.name: min(span.start for span in player.plays) for player in self.game.players
        }
        for matter in self.game.matters:
            for name, instant in (
                (matter.author, matter.posted),
                *((c.author, c.at) for c in matter.comments),
            ):
                first[name] = min(first[name], instant)
        people = {
            player.name: Player(pk=key, name=player.name, registered_at=first[player.name])
            for key, player in enumerate(self.game.players, start=1)
        }
        self.rows[Player] += people.values()
        return people

    # -- the game, its law and its dynasties

    def _write_game(self) -> None:
        self.rows[Game].append(Game(pk=1, founded_at=self.began))
        self._write_laws()
        self.rows[Reign] += [
            Reign(pk=key, player=self.people[reign.name], since=reign.start, until=reign.end, why=WHY)
            for key, reign in enumerate(self.game.emperors, start=1)
        ]
        self.rows[Ascension] += [
            Ascension(pk=key, at=at) for key, at in enumerate(self.game.ascensions, start=1)
        ]
        self._write_dynasties()

    def _write_laws(self) -> None:
        """A version of the law from the beginning on, and one from each instant at which it, or a special case, was
        changed."""
        for key, since in enumerate(sorted({self.began, *changes(self.game)}), start=1):
            era = era_at(self.game, self.law, since)
            defaults = {name: case.default for name, case in era.law.special_cases.items()}
            version = LawVersion(
                pk=key,
                at=since,
                why=WHY,
                name=era.law.name,
                document=era.law.text,
                special_cases={name: state for name, state in era.special if state != defaults[name]},
            )
            self.rows[LawVersion].append(version)

    def _law_at(self, at: datetime) -> LawVersion:
        """The version in force at an instant of the game."""
        return [version for version in self.rows[LawVersion] if version.at <= at][-1]

    def _write_dynasties(self) -> None:
        """A dynasty from the beginning on, and one from each Ascension Address, called after who was emperor then."""
        begun = sorted({self.began, *self.game.ascensions})
        earlier: dict[str | None, int] = defaultdict(int)
        for number, (start, end) in enumerate(zip(begun, [*begun[1:], None], strict=True), start=1):
            emperor = self.present.office_at(start)
            earlier[emperor] += 1
            self.rows[Dynasty].append(
                Dynasty(
                    pk=number,
                    number=number,
                    name=dynasty_name(earlier[emperor], emperor),
                    begun_by=self.people[emperor] if emperor else None,
                    started_at=start,
                    ended_at=end,
                )
            )

    # -- the roster

    def _write_roster(self) -> None:
        reigns: dict[str, list[judge.Reign]] = defaultdict(list)
        for reign in self.game.emperors:
            reigns[reign.name].append(reign)
        events = [
            event for player in self.game.players for event in self._events_of(player, reigns[player.name])
        ]
        events.sort(key=lambda event: event.at)  # of one instant: by player, each player's as they follow
        for key, event in enumerate(events, start=1):
            event.pk = key
        self.rows[RosterEvent] += events
        for event in events:
            player = self.people[event.player.name]
            if event.standing != player.standing:
                player.standing, player.standing_since = event.standing, event.at

    def _events_of(self, player: judge.Player, reigns: Iterable[judge.Reign]) -> Iterator[RosterEvent]:
        steps: list[tuple[datetime, int, str, Standing | None]] = [
            (at, 0, kind, leads_to) for at, kind, leads_to in _steps(player)
        ]
        if player.admin:
            steps.append((steps[0][0], 1, Kind.ADMIN, None))
        for reign in reigns:
            steps.append((reign.start, 3, Kind.EMPEROR, None))
            if reign.end is not None:
                steps.append((reign.end, 2, Kind.NOT_EMPEROR, None))
        standing, is_admin = Standing.GUEST, False
        for at, _, kind, leads_to in sorted(steps, key=itemgetter(0, 1)):
            standing, is_admin = leads_to or standing, is_admin or kind == Kind.ADMIN
            yield RosterEvent(
                player=self.people[player.name],
                kind=kind,
                cause=Cause.RECORD,
                at=at,
                standing=standing,
                is_admin=is_admin,
            )

    # -- matters

    def _write_matter(self, key: int, matter: judge.Matter) -> None:
        author = self.people[matter.author]
        post = Post(
            pk=key,
            author=author,
            posted_at=matter.posted,
            category=matter.kind,
            title=matter.title,
            **Post().noted(NO_TEXT),
            asks=self._asked(author, matter.posted, matter.title),
            status=matter.status,
            matter_since=matter.posted,
            resolved_at=matter.resolved,
            amends=[part for part in AMENDS if part in matter.amends],
            changes_nothing=matter.changes_nothing,
            illegal=matter.illegal,
        )
        self.rows[Post].append(post)
        self.rows[PostVersion].append(
            PostVersion(
                pk=next(self.keys[PostVersion]),
                post=post,
                number=1,
                kind=PostVersion.Kind.PUBLISHED,
                at=matter.posted,
                by=author,
                category=matter.kind,
                title=matter.title,
                amends=post.amends,
                changes_nothing=matter.changes_nothing,
            )
        )
        self._write_comments(post, matter)
        if matter.resolved is not None:
            self._resolve(post, matter)

    def _asked(self, author: Player, at: datetime, text: str) -> str:
        """What somebody's words ask of the admins; nothing where their standing has changed since."""
        since = author.standing_since
        return asked_in(author, "", text) if since is not None and at >= since else ""

    def _write_comments(self, post: Post, matter: judge.Matter) -> None:
        """The comments with the icons in them, weighed one after the other as on the day."""
        written = [
            Comment(
                pk=next(self.keys[Comment]),
                post=post,
                author=self.people[comment.author],
                at=comment.at,
                text=str(comment.key),
                icons=list(comment.icons),
                by_player=self.present.active_at(comment.author, comment.at),
                asks=self._asked(self.people[comment.author], comment.at, str(comment.key)),
            )
            for comment in matter.comments
        ]
        self.rows[Comment] += written
        hearing = Hearing(self.present, matter)
        for row, comment in sorted(zip(written, matter.comments, strict=True), key=lambda pair: pair[1].at):
            if matter.resolved is not None and comment.at > matter.resolved:
                row.ignored = {str(place): StoredMessage(NOT_PENDING) for place in range(len(comment.icons))}
                continue
            leaves = [leave_in(hearing, icon, comment.author, comment.at) for icon in comment.icons]
            row.ignored = {
                str(place): as_message(leave.reason) for place, leave in enumerate(leaves) if not leave
            }
            row.cast = hearing.hear(comment) or ""

    def _resolve(self, post: Post, matter: judge.Matter) -> None:
        """The resolution of a matter, with the ballots as they stood at its instant."""
        assert matter.resolved is not None
        situation = Situation(self.around, self.law, matter.resolved)
        hearing = hear_all(situation, matter)
        counted = Count(hearing, hearing.kind) if matter.kind in situation.law.kinds else None
        resolution = Resolution(
            pk=next(self.keys[Resolution]),
            post=post,
            at=matter.resolved,
            by=self._keeper(),
            from_status=Status.PENDING,
            to_status=matter.status,
            reason="As a game file has it, which does not say who resolved it, or why.",
            tally=tally_of(counted) if counted else NOTHING,
            law=self._law_at(matter.resolved),
        )
        self.rows[Resolution].append(resolution)
        self.rows[Ballot] += [
            Ballot(
                pk=next(self.keys[Ballot]),
                resolution=resolution,
                player=self.people[name],
                cast=vote.cast or "",
                counts_as=vote.counts_as or "",
                weight=vote.weight,
            )
            for name, vote in (counted.votes.items() if counted else ())
        ]
        post.tally, post.settled_by = resolution.tally, resolution
        post.vetoed, post.self_killed = "vetoed" in hearing.effects, "self_killed" in hearing.effects

    def _keeper(self) -> Player:
        """The account to which resolutions are put down, since somebody has to have made them: nobody can sign in to
        it, and it has never played."""
        if self.keeper is None:
            taken = {name_key(name) for name in self.people}
            names = (RECORD if number == 1 else f"{RECORD} ({number})" for number in count(1))
            name = next(name for name in names if name_key(name) not in taken)
            key = len(self.people) + 1
            self.keeper = Player(pk=key, name=name, registered_at=self.at, is_active=False)
            self.rows[Player].append(self.keeper)
        return self.keeper


def _beginning(document: Document, at: datetime) -> datetime:
    """The first instant in the file: of all that happened in it, and the one to judge at unless that lies ahead."""
    game = document.game
    instants = [at if document.at is None else min(document.at, at), *game.ascensions]
    instants += [span.start for player in game.players for span in (*player.plays, *player.idle)]
    instants += [reign.start for reign in game.emperors]
    instants += changes(game)
    instants += [matter.posted for matter in game.matters]
    return min(instants)


def _steps(player: judge.Player) -> Iterator[tuple[datetime, str, Standing]]:
    """The changes of a player's standing, in order: when, what, and how they stand from then on.

    Intervals that touch or overlap are one, and what idling lies outside those of playing is left out.
    """
    turns: list[tuple[datetime, int, int]] = []
    for spans, (playing, idling) in ((player.plays, (1, 0)), (player.idle, (0, 1))):
        for span in spans:
            turns.append((span.start, playing, idling))
            if span.end is not None:
                turns.append((span.end, -playing, -idling))
    plays = idles = 0
    standing = Standing.GUEST
    for at, together in groupby(sorted(turns), key=itemgetter(0)):
        for _, playing, idling in together:
            plays, idles = plays + playing, idles + idling
        for kind, leads_to in _ways(standing, plays=plays > 0, idles=idles > 0):
            standing = leads_to
            yield at, kind, standing


def _ways(standing: Standing, *, plays: bool, idles: bool) -> Iterator[tuple[str, Standing]]:
    """How somebody comes from a standing to what they do from now on."""
    was_player = standing in (Standing.ACTIVE, Standing.IDLE)
    if plays and not was_player:
        yield Kind.JOINED, Standing.ACTIVE
    if plays and idles and standing != Standing.IDLE:
        yield Kind.IDLED, Standing.IDLE
    if plays and not idles and standing == Standing.IDLE:
        yield Kind.UNIDLED, Standing.ACTIVE
    if not plays and was_player:
        yield Kind.LEFT, Standing.LEFT
