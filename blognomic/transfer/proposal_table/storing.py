"""A table of proposals into the database: first the frame, then the matters, batch by batch.

Each batch is a transaction that also says how far the import has come. So one that was stopped, however it was stopped,
goes on with the first row that is not in the database, and writes nothing twice: a row's post has the row's place for
its key, and what is made up for it is the same each time.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, UNUSABLE_PASSWORD_SUFFIX_LENGTH
from django.db import connection, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop

from blognomic.database.sequences import go_on_after_keys
from blognomic.i18n.stored_messages import StoredMessage
from blognomic.web.errors import RuleBroken, Stale
from players.models import (
    AdminAct,
    Ascension,
    Dynasty,
    Game,
    Player,
    Reign,
    RosterEvent,
    Standing,
    name_key,
)
from players.services.roster import lock_game
from ruleset.law import load
from ruleset.models import LawVersion, Revision
from ruleset.queries import tree_after
from ruleset.queries.special_cases import not_by_default
from ruleset.services import note_agreement, replace_ruleset
from ruleset.text import starting
from ruleset.text.tree import Tree
from votables.models import Ballot, Category, Comment, Post, PostVersion, Resolution, Status, TableImport
from votables.queries.tally_text import decided

from .backdrop import LAWS, Filler, Frame, frame_of
from .matter import AGAINST_VERDICT, OF_TABLE, ToldMatter, told
from .proposal_rows import MatterRow
from .spells import TablePerson

BATCH = 250  # rows in a transaction
AT_ONCE = 1_000  # rows of the database in a statement
WHY = StoredMessage(gettext_noop("from a table of proposals"))
FOUNDED = StoredMessage(gettext_noop("From a table of proposals"))
LAW = StoredMessage(gettext_noop("from a table of proposals: taken to be the law from then on"))
MADE_UP = StoredMessage(gettext_noop("made up: the table does not say who reigned"))

Kind, Cause = RosterEvent.Kind, RosterEvent.Cause


@dataclass(frozen=True, slots=True)
class ImportSource:
    """What is imported. `digest` tells one table, with the lengths of the dynasties, from another; `filler`: what
    makes up texts and votes, None for none."""

    rows: Sequence[MatterRow]
    lengths: Mapping[int, int]
    digest: str
    filler: Filler | None = None

    @property
    def seed(self) -> str | None:
        return self.filler.seed if self.filler else None


def import_history(
    source: ImportSource,
    *,
    at: datetime,
    tick: Callable[[int, int], None] = lambda written, rows: None,
) -> TableImport:
    """Make the history in a table that of this site, or go on with it, as of `at` (UTC, the present); `tick` is told
    how many rows of how many are written. Must not run inside a transaction.

    Raises RuleBroken (409) when there is a game that this is not the beginning of, or no row to import.
    """
    if not source.rows:
        raise RuleBroken("The table has no row that can be read.", status=400)
    special_cases = _special_cases()
    frame = frame_of(source.rows, lengths=source.lengths, filler=source.filler, special_cases=special_cases)
    progress = _begin(source, frame, at=at)
    tick(progress.written, progress.rows)
    if progress.is_complete:
        return progress
    starts = range(progress.written, progress.rows, BATCH)
    spans = [(start, min(start + BATCH, progress.rows)) for start in starts]
    matters = source.filler.matters if source.filler else told
    for batch in matters(frame, spans):
        _write_batch(frame, batch)
        tick(batch[-1].place + 1, progress.rows)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # whoever plans queries should know that the tables are not small any more
    progress.refresh_from_db()
    return progress


def _special_cases() -> dict[str, dict[str, bool]]:
    """Of each law the special cases that are not as it has them by default, by the titles of the first rules: those
    that have been imported before, or the project's own."""
    last = Revision.objects.order_by("-pk").first()
    tree: Tree = tree_after(last.pk) if last is not None else starting.tree()
    return {name: not_by_default(load(name), tree, {}) for name, _ in LAWS}


# -- the frame


@transaction.atomic
def _begin(source: ImportSource, frame: Frame, *, at: datetime) -> TableImport:
    """The import as far as it has come; a new one with everything around the matters. Raises RuleBroken."""
    progress = TableImport.objects.select_for_update().filter(pk=1).first()
    if progress is not None:
        _check_same(progress, source)
        return progress
    for model, obstacle in (
        (Game, "a game has been founded"),
        (Player, "there are accounts"),
        (Post, "there are posts"),
        (LawVersion, "there is a law"),
        (Dynasty, "there are dynasties"),
    ):
        if model.objects.exists():
            raise RuleBroken(
                "A history is where a game begins, so it is imported into an empty database, and "
                f"{obstacle} in this one.",
                status=409,
            )
    Game.objects.create(pk=1, founded_at=frame.founded)
    _write_people(frame, source.digest)
    _write_dynasties(frame)
    if not Revision.objects.exists():
        replace_ruleset(
            tree=starting.tree(), kind=Revision.Kind.FOUNDING, at=frame.founded, by=None, why=FOUNDED
        )
    LawVersion.objects.bulk_create(
        LawVersion(
            at=since,
            why=LAW,
            name=name,
            document=load(name).text,
            special_cases=frame.special_cases[name],
        )
        for name, since in frame.laws
    )
    note_agreement(at=at)
    go_on_after_keys([Player])
    return TableImport.objects.create(
        pk=1, digest=source.digest, seed=source.seed, rows=len(source.rows), began_at=at
    )


def _check_same(progress: TableImport, source: ImportSource) -> None:
    """Raise RuleBroken unless this is the import that has begun here, and nobody has posted in between."""
    if progress.digest != source.digest:
        raise RuleBroken("This site's history was imported from another table.", status=409)
    if progress.seed != source.seed:
        before = (
            f"with texts made up from the seed {progress.seed}" if progress.seed else "without made-up texts"
        )
        raise RuleBroken(f"This import was begun {before}. Go on with it so.", status=409)
    if not progress.is_complete and Post.objects.filter(pk__gt=progress.written).exists():
        raise RuleBroken(
            "Somebody has posted on this site since the import was stopped, so it cannot go on. Begin anew with an"
            " empty database.",
            status=409,
        )


def _write_people(frame: Frame, digest: str) -> None:
    players: list[Player] = []
    events: list[RosterEvent] = []
    for key, person in enumerate(frame.people, start=1):
        player = _account(key, person.name, person.spells[0].start, digest)
        theirs = list(_events_of(person, player, frame))
        for event in theirs:
            if event.standing != player.standing:
                player.standing, player.standing_since = event.standing, event.at
            player.is_admin = event.is_admin
        players.append(player)
        events += theirs
    keeper = _account(frame.keeper_key, frame.keeper, frame.founded, digest)
    keeper.is_active = False
    Player.objects.bulk_create([*players, keeper], batch_size=AT_ONCE)
    # In the order of time; of one instant a player's stay as they follow each other.
    events.sort(key=lambda event: event.at)
    RosterEvent.objects.bulk_create(events, batch_size=AT_ONCE)


def _account(key: int, name: str, since: datetime, digest: str) -> Player:
    """An account that nobody can sign in to until the host gives it a password. The mark of having none is another for
    each, as Django wants it, and the same each time."""
    mark = salted_hmac("votables.annals", f"{digest} {key}").hexdigest()[:UNUSABLE_PASSWORD_SUFFIX_LENGTH]
    password = f"{UNUSABLE_PASSWORD_PREFIX}{mark}"
    return Player(pk=key, name=name, name_key=name_key(name), registered_at=since, password=password)


def _events_of(person: TablePerson, player: Player, frame: Frame) -> Iterator[RosterEvent]:
    """What the roster's history says of somebody, in order."""
    steps: list[tuple[datetime, int, str, Standing | None]] = []
    for place, spell in enumerate(person.spells):
        steps.append((spell.start, 0, Kind.UNIDLED if place else Kind.JOINED, Standing.ACTIVE))
        if spell.end is not None:
            steps.append((spell.end, 4, Kind.IDLED, Standing.IDLE))
    if person.admin_since is not None:
        steps.append((person.admin_since, 1, Kind.ADMIN, None))
    for era in frame.eras:
        if era.emperor == person.name:
            steps.append((era.start, 3, Kind.EMPEROR, None))
            if era.end is not None:
                steps.append((era.end, 2, Kind.NOT_EMPEROR, None))
    standing, is_admin = Standing.GUEST, False
    for at, _, kind, leads_to in sorted(steps, key=lambda step: step[:2]):
        standing, is_admin = leads_to or standing, is_admin or kind == Kind.ADMIN
        made_up = kind in (Kind.EMPEROR, Kind.NOT_EMPEROR)
        yield RosterEvent(
            player=player,
            kind=kind,
            cause=Cause.RECORD,
            at=at,
            why=MADE_UP if made_up else WHY,
            standing=standing,
            is_admin=is_admin,
        )


def _write_dynasties(frame: Frame) -> None:
    Dynasty.objects.bulk_create(
        Dynasty(
            number=era.number,
            name=era.name,
            begun_by_id=frame.key_of(era.emperor) if era.emperor else None,
            started_at=era.start,
            ended_at=era.end,
        )
        for era in frame.eras
    )
    Reign.objects.bulk_create(
        Reign(player_id=frame.key_of(era.emperor), since=era.start, until=era.end, why=MADE_UP)
        for era in frame.eras
        if era.emperor
    )
    Ascension.objects.bulk_create(
        Ascension(at=era.start, by_id=frame.key_of(era.emperor) if era.emperor else None)
        for era in frame.eras
    )


# -- the matters


@transaction.atomic
def _write_batch(frame: Frame, batch: Sequence[ToldMatter]) -> None:
    """Write these matters, which follow those that are written. Raises Stale when somebody else has written them."""
    lock_game()
    start, end = batch[0].place, batch[-1].place + 1
    if TableImport.objects.filter(pk=1, written=start).update(written=end) != 1:
        raise Stale("Somebody else is importing this history at this moment.")
    rows = [_Written(frame, one) for one in batch]
    law_keys = dict(LawVersion.objects.order_by("-at", "-pk").values_list("name", "pk"))
    for made in (
        [one.post for one in rows],
        [one.version for one in rows],
        [comment for one in rows for comment in one.comments()],
        [one.resolution(law_keys) for one in rows if one.row.resolved],
        [ballot for one in rows for ballot in one.ballots()],
        [one.act() for one in rows if one.row.resolved],
    ):
        if made:
            type(made[0]).objects.bulk_create(made, batch_size=AT_ONCE)
    go_on_after_keys([Post, Comment, Resolution])


class _Written:
    """The rows of one matter. Its post and its resolution have its place, from 1, for their key."""

    def __init__(self, frame: Frame, matter: ToldMatter) -> None:
        self.frame, self.matter, self.row = frame, matter, frame.rows[matter.place]
        self.key = matter.place + 1
        self.post = self._post()

    @property
    def _by(self) -> int:
        return self.frame.key_of(self.row.admin)

    def _post(self) -> Post:
        row, matter = self.row, self.matter
        return Post(
            pk=self.key,
            author_id=self.frame.key_of(row.proposer),
            posted_at=row.posted,
            category=Category.PROPOSAL,
            title=row.title,
            body=matter.body,
            body_html=matter.body_html,
            commentary=matter.commentary,
            commentary_html=matter.commentary_html,
            **Post().noted(*matter.notes),
            status=row.status,
            matter_since=row.posted,
            resolved_at=row.resolved,
            amends=matter.amends,
            illegal=row.status == Status.ILLEGAL,
            vetoed=matter.vetoed,
            self_killed=matter.self_killed,
            tally=matter.tally,
            settled_by_id=self.key if row.resolved else None,
        )

    @property
    def version(self) -> PostVersion:
        post = self.post
        return PostVersion(
            post=post,
            number=1,
            kind=PostVersion.Kind.PUBLISHED,
            at=post.posted_at,
            by_id=post.author_id,
            category=post.category,
            title=post.title,
            body=post.body,
            commentary=post.commentary,
            amends=post.amends,
        )

    def comments(self) -> Iterator[Comment]:
        first = self.frame.comments_before[self.matter.place] + 1
        for key, remark in enumerate(self.matter.remarks, start=first):
            yield Comment(
                pk=key,
                post=self.post,
                author_id=remark.author,
                at=remark.at,
                text=remark.text,
                html=remark.html,
                icons=remark.icons,
                ignored=remark.ignored,
                cast=remark.cast,
                by_player=self.frame.plays(remark.author, remark.at),
            )

    def resolution(self, laws: Mapping[str, int]) -> Resolution:
        assert self.row.resolved is not None
        return Resolution(
            pk=self.key,
            post=self.post,
            at=self.row.resolved,
            by_id=self._by,
            from_status=Status.PENDING,
            to_status=self.row.status,
            against_verdict=self.matter.against_verdict,
            reason=AGAINST_VERDICT if self.matter.against_verdict else OF_TABLE,
            tally=self.matter.tally,
            law_id=laws[self.frame.law_at(self.row.resolved)],
        )

    def ballots(self) -> Iterator[Ballot]:
        for vote in self.matter.votes:
            yield Ballot(
                resolution_id=self.key,
                player_id=vote.player,
                cast=vote.cast,
                counts_as=vote.counts_as,
                weight=vote.weight,
            )

    def act(self) -> AdminAct:
        """The line in the public log that resolving writes."""
        post, matter = self.post, self.matter
        return AdminAct(
            at=post.resolved_at,
            by_id=self._by,
            act="resolve",
            sentence=decided(post.status, title=post.title, tally=matter.tally),
            reason=AGAINST_VERDICT if matter.against_verdict else "",
            link=post.get_absolute_url(),
            against_verdict=matter.against_verdict,
        )
