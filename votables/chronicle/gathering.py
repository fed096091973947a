"""What the record has of a stretch of weeks: thirteen queries, however long it is."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, Subquery, Sum, TextField, Value, When
from django.db.models.functions import Cast

from blognomic.database.together import together
from gamestate.models import PUBLIC, Entry, Roll, Update, Variable
from gamestate.values.definitions import NUMBERS, read_definition
from gamestate.values.value_kinds import kept_number
from players.models import LIVELY, Dynasty, RosterEvent, Topic
from players.present import Present
from ruleset.models import Revision, RuleVersion
from votables.chronicle.odds import Odds, odds
from votables.chronicle.weeks import Week, week_of
from votables.models import Ballot, Comment, Post, Status

MOST_RULES = 400
MANY = 5_000  # rows that are read at once
Row = TypeVar("Row")
Number = Fraction | int
LONG = ("body", "body_html", "commentary", "commentary_html", "changes", "admin_field", "admin_notes")


@dataclass(frozen=True, slots=True)
class Ended:
    """A matter that was resolved, and the weight of the votes for and against it when it was."""

    post: Post
    votes: tuple[int, int] | None

    @property
    def margin(self) -> int | None:
        """By how many votes it went one way; None where nobody's vote is on record, or the vote was on choices."""
        if self.votes is None or self.post.choices or sum(self.votes) < 2:
            return None
        return abs(self.votes[0] - self.votes[1])


@dataclass(slots=True)
class Talked:
    """What was said on a post in the week."""

    pk: int
    title: str
    comments: int = 0
    people: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Moved:
    """How a number went in the week: of which variable, whose, from what to what."""

    variable: int
    what: str
    whose: str
    player: int | None
    old: Fraction
    new: Fraction

    @property
    def by(self) -> Fraction:
        return self.new - self.old


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll of a total that comes seldom."""

    roll: Roll
    odds: Odds


@dataclass(slots=True)
class RuleChanges:
    """What became of the rules: names that came in, were amended and went out, in the order of the places."""

    revisions: list[Revision] = field(default_factory=list)
    before: int | None = None
    new: list[tuple[int, str]] = field(default_factory=list)
    amended: list[tuple[int, str]] = field(default_factory=list)
    gone: list[tuple[int, str]] = field(default_factory=list)


@dataclass(slots=True)
class WeekFacts:
    """What happened in one week."""

    week: Week
    dynasty: Dynasty | None = None
    begun: list[Dynasty] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)
    ended: list[Ended] = field(default_factory=list)
    talked: list[Talked] = field(default_factory=list)
    comments: int = 0
    votes: int = 0
    events: list[RosterEvent] = field(default_factory=list)
    rules: RuleChanges = field(default_factory=RuleChanges)
    updates: int = 0
    moved: list[Moved] = field(default_factory=list)
    rolls: int = 0
    rare: list[Rolled] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (
            self.begun or self.posts or self.ended or self.comments or self.events or self.rules.revisions
            or self.updates or self.rolls
        )  # fmt: skip


def first_week() -> Week | None:
    """The week of the first post, or of the first who joined; None where nothing has happened. One query."""
    posted, happened = together(
        Post.objects.order_by("posted_at").values_list("posted_at", flat=True)[:1],
        RosterEvent.objects.order_by("at").values_list("at", flat=True)[:1],
    )
    instants = [*posted, *happened]
    return week_of(min(instants)) if instants else None


Weeks = Sequence[Week]  # one after the other
FactsByWeek = dict[Week, WeekFacts]
Asked = tuple[QuerySet[Any], ...]
FACTS_KEPT = 12  # what is told of them is kept longer


def gather(first: Week, last: Week, present: Present | None = None) -> list[WeekFacts]:
    """What happened in each of the weeks from the `first` to the `last`, in order. Five queries; for the readers of
    the `present`, those alone that are of what has changed since."""
    weeks = [first]
    while weeks[-1] < last:
        weeks.append(weeks[-1].after)
    facts_by_week = {week: WeekFacts(week) for week in weeks}
    for topic, (fields, fills) in _OF_TOPICS.items():
        make = partial(_filled, weeks, fills)
        name, key = f"votables.chronicle of {topic.value}", (first.name, last.name)
        known = present.few(name, key, make, most=FACTS_KEPT, without=LIVELY - {topic}) if present else make()
        for facts in known:
            for field_name in fields:
                setattr(facts_by_week[facts.week], field_name, getattr(facts, field_name))
    return list(facts_by_week.values())


def _filled(weeks: list[Week], fills: Iterable["_Fill"]) -> list[WeekFacts]:
    """The weeks with what these find, which is asked for at once."""
    facts_by_week = {week: WeekFacts(week) for week in weeks}
    fillings = [(ask(weeks), tell) for ask, tell in fills]
    rows = iter(together(*(one for querysets, _tell in fillings for one in querysets)))
    for querysets, tell in fillings:
        tell(facts_by_week, *(next(rows) for _ in querysets))
    return list(facts_by_week.values())


def _within(name: str, weeks: Weeks) -> Q:
    return Q(**{f"{name}__gte": weeks[0].start, f"{name}__lt": weeks[-1].end})


def _by_week(rows: Iterable[Row], at: Callable[[Row], datetime]) -> dict[Week, list[Row]]:
    rows_by_week: dict[Week, list[Row]] = defaultdict(list)
    for row in rows:
        rows_by_week[week_of(at(row))].append(row)
    return rows_by_week


def _posted(weeks: Weeks) -> Asked:
    posts = Post.objects.visible().filter(_within("posted_at", weeks)).select_related("author").defer(*LONG)
    return (posts.order_by("posted_at", "pk"),)


def _tell_of_posts(facts_by_week: FactsByWeek, posts: list[Post]) -> None:
    for week, rows in _by_week(posts, lambda one: one.posted_at).items():
        facts_by_week[week].posts = rows


def _ended(weeks: Weeks) -> Asked:
    """Matters as they stand resolved now, a status that was corrected as it is; and the weight of their votes."""
    posts = Post.objects.visible().filter(_within("resolved_at", weeks)).exclude(status=Status.PENDING)
    decided = posts.order_by().filter(settled_by__isnull=False).values("settled_by")
    counted = Ballot.objects.filter(resolution__in=decided, counts_as__in=("for", "against")).order_by()
    return (
        posts.order_by("resolved_at", "pk").select_related("author").defer(*LONG),
        counted.values_list("resolution", "counts_as").annotate(weight=Sum("weight")),
    )


def _tell_of_ended(
    facts_by_week: FactsByWeek, posts: list[Post], weights: list[tuple[int, str, int]]
) -> None:
    votes: dict[int, dict[str, int]] = defaultdict(dict)
    for key, way, weight in weights:
        votes[key][way] = weight
    for week, rows in _by_week(posts, lambda one: one.resolved_at).items():
        facts_by_week[week].ended = [Ended(post, _votes(votes.get(post.settled_by_id))) for post in rows]


def _votes(counted: dict[str, int] | None) -> tuple[int, int] | None:
    return (counted.get("for", 0), counted.get("against", 0)) if counted else None


def _comments(weeks: Weeks) -> Asked:
    rows = Comment.objects.filter(_within("at", weeks), post__removed_at=None).order_by("at", "pk")
    return (rows.values_list("at", "post_id", "post__title", "author_id", "cast"),)


def _tell_of_comments(facts_by_week: FactsByWeek, rows: list[tuple[datetime, int, str, int, str]]) -> None:
    talked: dict[tuple[Week, int], Talked] = {}
    for at, pk, title, author, cast in rows:
        week = week_of(at)
        one = talked.setdefault((week, pk), Talked(pk, title))
        one.comments += 1
        one.people.add(author)
        facts_by_week[week].comments += 1
        facts_by_week[week].votes += bool(cast)
    for (week, _), one in talked.items():
        facts_by_week[week].talked.append(one)
    for facts in facts_by_week.values():
        facts.talked.sort(key=lambda one: (-one.comments, one.pk))


def _people(weeks: Weeks) -> Asked:
    return (RosterEvent.objects.in_order().filter(_within("at", weeks)).select_related("player"),)


def _tell_of_people(facts_by_week: FactsByWeek, events: list[RosterEvent]) -> None:
    for week, rows in _by_week(events, lambda one: one.at).items():
        facts_by_week[week].events = rows


def _rules(weeks: Weeks) -> Asked:
    """The revisions, with the last one before, and the versions of rules that began or ended with them."""
    before = Revision.objects.filter(at__lt=weeks[0].start).order_by("-at", "-pk").values("pk")[:1]
    revisions = Revision.objects.filter(_within("at", weeks) | Q(pk=Subquery(before))).select_related(
        "author", "by"
    )
    there = Revision.objects.filter(_within("at", weeks)).values("pk")
    versions = RuleVersion.objects.filter(Q(revision__in=there) | Q(until__in=there)).order_by("place", "pk")
    return revisions.order_by("at", "pk"), versions.defer("html")[: MOST_RULES * len(weeks)]


def _tell_of_rules(facts_by_week: FactsByWeek, revisions: list[Revision], touched: list[RuleVersion]) -> None:
    if not revisions:
        return
    last = revisions[0].pk if revisions[0].at < min(facts_by_week).start else None
    by_week = _by_week((one for one in revisions if one.pk != last), lambda one: one.at)
    weeks = {one.pk: week for week, rows in by_week.items() for one in rows}
    for week, rows in by_week.items():
        facts_by_week[week].rules = RuleChanges(rows, last)
        last = rows[-1].pk
    was: dict[tuple[Week, int], list[RuleVersion]] = defaultdict(list)
    for one in touched:
        for week in {weeks[key] for key in (one.revision_id, one.until_id) if key in weeks}:
            was[week, one.rule_id].append(one)
    for (week, rule), versions in was.items():
        _tell_of_rule(facts_by_week[week].rules, rule, sorted(versions, key=lambda one: one.pk), weeks, week)


def _tell_of_rule(
    rules: RuleChanges, rule: int, versions: list[RuleVersion], weeks: dict[int, Week], week: Week
) -> None:
    """Put a rule where it belongs, by the versions of it that began or ended in the week, in order."""
    came = weeks.get(versions[0].revision_id) == week
    went = weeks.get(versions[-1].until_id) == week
    first, last = versions[0], versions[-1]
    if came and not went:
        rules.new.append((rule, last.title))
    elif went and not came:
        rules.gone.append((rule, last.title))
    elif not came and (first.title, first.text) != (last.title, last.text):
        rules.amended.append((rule, last.title))


def _told() -> QuerySet[Entry]:
    """What is written down of numbers that everybody may see."""
    numbers = Variable.objects.filter(definition__kind__in=sorted(NUMBERS)).values("pk")
    return Entry.objects.filter(about=Entry.About.VALUE, **PUBLIC, variable__in=numbers)


def _in_week(weeks: Weeks) -> Case:
    cases = (When(_within("at", [week]), then=Value(week.name)) for week in weeks)
    return Case(*cases, output_field=TextField())


def _updates(weeks: Weeks) -> Asked:
    of_numbers = Exists(_told().filter(update=OuterRef("pk")))
    updates = Update.objects.filter(_within("at", weeks), of_numbers).annotate(week=_in_week(weeks))
    return (updates.order_by().values_list("week").annotate(Count("pk")),)


def _tell_of_updates(facts_by_week: FactsByWeek, counted: list[tuple[str, int]]) -> None:
    """How often and how numbers went: of each variable, whose went furthest. There may be a hundred thousand in a week,
    so no more is read of each than what it was and became. Two queries, where anything went."""
    weeks = {week.name: week for week in facts_by_week}
    for name, number in counted:
        facts_by_week[weeks[name]].updates = number
    if not counted:
        return
    moved: dict[tuple[str, int, int | None, int | None], tuple[int, Number, Number]] = {}
    known = (
        _told()
        .filter(_within("at", list(facts_by_week)), old__isnull=False, new__isnull=False)
        .order_by("at", "pk")
    )
    texts = (Cast("old", TextField()), Cast("new", TextField()))  # of JSON, most of which is a whole number
    numbers = known.annotate(week=_in_week(list(facts_by_week))).values_list(
        "week", "variable_id", "player_id", "row_id", "pk", *texts
    )
    for name, variable, player, row, pk, old, new in numbers.iterator(chunk_size=MANY):
        was, is_now = (
            (int(old), int(new)) if old.isdecimal() and new.isdecimal() else (_number(old), _number(new))
        )
        if was is None or is_now is None:
            continue
        key = (name, variable, player, row)
        before = moved.get(key)
        moved[key] = (pk, before[1] if before else was, is_now)
    _tell_of_moves({weeks[name]: ends for name, ends in _furthest(moved).items()}, facts_by_week)


def _way(moved: tuple[int, Number, Number]) -> Number:
    """How far it went, up or down."""
    _entry, old, new = moved
    return new - old if new > old else old - new


def _furthest(
    moved: Mapping[tuple[str, int, int | None, int | None], tuple[int, Number, Number]],
) -> dict[str, list[tuple[int, Number, Number]]]:
    """Of each variable, by the name of the week, the entry that last set what went furthest, and from what to what."""
    best: dict[tuple[str, int], tuple[int, Number, Number]] = {}
    for (week, variable, _player, _row), one in moved.items():
        other = best.get((week, variable))
        if _way(one) > (_way(other) if other else 0):
            best[week, variable] = one
    furthest: dict[str, list[tuple[int, Number, Number]]] = defaultdict(list)
    for (week, _variable), one in best.items():
        furthest[week].append(one)
    return furthest


def _tell_of_moves(
    furthest: Mapping[Week, list[tuple[int, Number, Number]]], facts_by_week: FactsByWeek
) -> None:
    """Say whose they are, and put them where they belong. One query."""
    keys = [pk for ends in furthest.values() for pk, _old, _new in ends]
    entries = Entry.objects.select_related("variable", "player", "row").in_bulk(keys)
    for week, ends in furthest.items():
        moves = []
        for pk, old, new in ends:
            entry = entries[pk]
            whose = entry.player.name if entry.player else entry.row.name if entry.row else ""
            what = read_definition(entry.variable.definition).name
            moves.append(Moved(entry.variable_id, what, whose, entry.player_id, Fraction(old), Fraction(new)))
        facts_by_week[week].moved = sorted(moves, key=lambda one: -abs(one.by))


def _number(text: str) -> Fraction | None:
    """A number as it is kept, of its JSON."""
    return kept_number(json.loads(text))


def _dice(weeks: Weeks) -> Asked:
    rolls = Roll.objects.filter(_within("at", weeks)).order_by("number").select_related("by")
    return (rolls.defer("comment"),)


def _tell_of_dice(facts_by_week: FactsByWeek, rolls: list[Roll]) -> None:
    for week, rows in _by_week(rolls, lambda one: one.at).items():
        with_odds = ((roll, odds(roll.die, len(roll.faces), roll.total)) for roll in rows)
        rare = [Rolled(roll, chance) for roll, chance in with_odds if chance is not None]
        facts_by_week[week].rolls = len(rows)
        facts_by_week[week].rare = sorted(rare, key=lambda one: (one.odds.chance, one.roll.number))


def _dynasties(weeks: Weeks) -> Asked:
    reached = Q(ended_at__isnull=True) | Q(ended_at__gte=weeks[0].start)
    dynasties = Dynasty.objects.filter(reached, started_at__lt=weeks[-1].end).select_related("begun_by")
    return (dynasties.order_by("number"),)


def _tell_of_dynasties(facts_by_week: FactsByWeek, dynasties: list[Dynasty]) -> None:
    for one in dynasties:
        for week, facts in facts_by_week.items():
            if one.started_at < week.end:
                facts.dynasty = one
            if week.start <= one.started_at < week.end:
                facts.begun.append(one)


_Fill = tuple[Callable[[Weeks], Asked], Callable[..., None]]
# What is told of each topic, and for each part of it what is asked for and what tells of that: so that a vote makes
# nothing of the rules be read again.
_OF_TOPICS: dict[Topic, tuple[tuple[str, ...], tuple[_Fill, ...]]] = {
    Topic.POSTS: (
        ("posts", "ended", "talked", "comments", "votes"),
        ((_posted, _tell_of_posts), (_ended, _tell_of_ended), (_comments, _tell_of_comments)),
    ),
    Topic.VALUES: (
        ("updates", "moved", "rolls", "rare"),
        ((_updates, _tell_of_updates), (_dice, _tell_of_dice)),
    ),
    Topic.REST: (
        ("dynasty", "begun", "events", "rules"),
        ((_dynasties, _tell_of_dynasties), (_people, _tell_of_people), (_rules, _tell_of_rules)),
    ),
}
