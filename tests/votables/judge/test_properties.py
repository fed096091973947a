"""What holds of every game, tried on games made up by hypothesis."""

from dataclasses import replace
from datetime import timedelta
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from votables.judge import Comment, Game, Matter, Player, Reign, Span, judge
from votables.judge.answer import answer

from .world import BIT, HOUR, LAWS, POSTED, judged, law

NAMES = "ABCDEFGH"
ICONS = ("for", "against", "deferential", "veto")
ICON = st.sampled_from(ICONS)
# Instants lie on a coarse grid around the marks of the laws, with their neighbours, so that ties and limits occur.
GRID = (0, 1, 2, 11, 12, 13, 23, 24, 47, 48, 60, 96, 120, 167, 168, 200)
INSTANTS = st.builds(
    lambda h, bit: POSTED + h * HOUR + bit * BIT, st.sampled_from(GRID), st.sampled_from((-1, 0, 1))
)


@st.composite
def spans(draw):
    start = draw(INSTANTS)
    length = draw(st.sampled_from((None, 1, 12, 48)))
    return Span(start, None if length is None else start + length * HOUR)


@st.composite
def people(draw):
    n = draw(st.integers(0, len(NAMES)))
    always = (Span(POSTED - 1000 * HOUR),)
    return tuple(
        Player(
            name,
            draw(st.just(always) | spans().map(lambda span: (span,))),
            tuple(draw(st.lists(spans(), max_size=1))),
        )
        for name in NAMES[:n]
    )


@st.composite
def matters(draw, names, id):
    posted = draw(INSTANTS)
    comments = draw(
        st.lists(
            st.builds(
                Comment,
                st.sampled_from(names),
                INSTANTS.map(lambda at: max(at, posted)),
                st.lists(st.sampled_from(ICONS), max_size=2).map(tuple),
            ),
            max_size=8,
        )
    )
    status = draw(st.sampled_from(("pending", "pending", "pending", "enacted", "failed")))
    resolved = None if status == "pending" else max(posted, draw(INSTANTS))
    return Matter(
        id=id,
        kind=draw(st.sampled_from(("proposal", "proposal", "cfj", "dov"))),
        author=draw(st.sampled_from(names)),
        posted=posted,
        amends=frozenset(
            draw(st.lists(st.sampled_from(("core", "dynastic", "gamestate", "roster")), max_size=2))
        ),
        changes_nothing=draw(st.booleans()),
        illegal=draw(st.sampled_from((False, False, False, True))),
        status=status,
        resolved=resolved,
        comments=tuple(comments),
    )


@st.composite
def games(draw):
    players = draw(people())
    names = [player.name for player in players] or [NAMES[0]]
    reigns = draw(
        st.lists(
            st.builds(lambda name, span: Reign(name, span.start, span.end), st.sampled_from(names), spans()),
            max_size=2,
        )
    )
    if draw(st.booleans()):
        reigns.append(Reign(names[0], POSTED - 1000 * HOUR))
    count = draw(st.integers(1, 3)) if players else 0
    return Game(
        players=players,
        emperors=tuple(reigns),
        ascensions=tuple(draw(st.lists(INSTANTS, max_size=2))),
        matters=tuple(draw(matters(names, f"m{i}")) for i in range(count)),
    )


GAMES, SOME_LAW = games(), st.sampled_from(LAWS)
MANY = settings(max_examples=40, deadline=None)


def told(name, game, at):
    """Everything that machines compare, and the sentences."""
    return answer(judged(name, game, at))


@MANY
@given(SOME_LAW, GAMES, INSTANTS)
def test_votes_dated_later_change_nothing(name, game, at):
    past = replace(
        game,
        matters=tuple(
            replace(matter, comments=tuple(comment for comment in matter.comments if comment.at <= at))
            for matter in game.matters
        ),
    )
    assert told(name, game, at) == told(name, past, at)


@MANY
@given(SOME_LAW, GAMES, INSTANTS)
def test_whatever_is_dated_later_changes_nothing(name, game, at):
    def open_ended(span):
        return replace(span, end=None if span.end is not None and span.end > at else span.end)

    past = Game(
        players=tuple(
            replace(
                player,
                plays=tuple(open_ended(span) for span in player.plays if span.start <= at),
                idle=tuple(open_ended(span) for span in player.idle if span.start <= at),
            )
            for player in game.players
        ),
        emperors=tuple(open_ended(reign) for reign in game.emperors if reign.start <= at),
        ascensions=tuple(instant for instant in game.ascensions if instant <= at),
        matters=tuple(
            replace(matter, status="pending", resolved=None)
            if matter.resolved is not None and matter.resolved > at
            else matter
            for matter in game.matters
            if matter.posted <= at
        ),
    )
    assert told(name, game, at) == told(name, past, at)


@MANY
@given(SOME_LAW, GAMES, INSTANTS, st.randoms(use_true_random=False))
def test_the_order_of_players_changes_nothing(name, game, at, chance):
    shuffled = list(game.players)
    chance.shuffle(shuffled)
    assert told(name, game, at) == told(name, replace(game, players=tuple(shuffled)), at)


@MANY
@given(SOME_LAW, GAMES, INSTANTS)
def test_a_vetoed_or_self_killed_proposal_is_never_enactable(name, game, at):
    for verdict in judged(name, game, at).matters:
        if verdict.vetoed or verdict.self_killed:
            assert verdict.matter.kind == "proposal"
            assert (verdict.enactable, verdict.may_enact) == (False, False)


@MANY
@given(SOME_LAW, GAMES, INSTANTS)
def test_a_further_for_never_makes_a_matter_less_popular(name, game, at):
    """Somebody who is not the emperor and has not voted says FOR: whatever could be enacted still can be."""
    before = judged(name, game, at)
    for verdict in before.matters:
        silent = [
            player
            for player in before.roster
            if player not in verdict.votes
            and player != before.emperor
            and player != verdict.matter.author
            and all(comment.author != player for comment in verdict.matter.comments)
        ]
        if not silent:
            continue
        comment = Comment(silent[0], at, ("for",))
        heard = replace(verdict.matter, comments=(*verdict.matter.comments, comment))
        after = judged(
            name, replace(game, matters=tuple(heard if m.id == heard.id else m for m in game.matters)), at
        ).matter(heard.id)
        assert after.tally.f >= verdict.tally.f + (
            (silent[0] in after.votes) and after.votes[silent[0]].counts_as == "for"
        )
        assert after.enactable >= verdict.enactable
        if verdict.popular is not None:
            assert after.popular >= verdict.popular
            assert after.unpopular <= verdict.unpopular


@MANY
@given(SOME_LAW, GAMES, INSTANTS)
def test_tallies_add_up(name, game, at):
    verdict = judged(name, game, at)
    assert verdict.quorum == len(verdict.roster) // 2 + 1
    for matter in verdict.matters:
        counts = [vote.counts_as for vote in matter.votes.values()]
        assert (matter.tally.f, matter.tally.a, matter.tally.x, matter.tally.cast) == (
            counts.count("for"), counts.count("against"), counts.count("abstain"), len(counts),
        )  # fmt: skip
        assert list(matter.votes) == sorted(matter.votes)
        assert set(matter.votes) <= set(verdict.roster)
        assert matter.enactable >= matter.may_enact and matter.failable >= matter.may_fail
    queue = [matter for matter in verdict.matters if matter.oldest]
    assert len(queue) <= 1


ALWAYS = Span(POSTED - 2000 * HOUR)


def frozen(game, at):
    """The game as it is at an instant, with nobody's coming and going, and nothing that happens later."""
    reigns = [reign for reign in game.emperors if reign.start <= at and (reign.end is None or at < reign.end)]
    return Game(
        players=tuple(
            replace(player, plays=(ALWAYS,), idle=() if player.active(at) else (ALWAYS,))
            for player in game.players
        ),
        emperors=tuple(Reign(reign.name, ALWAYS.start) for reign in reigns[:1]),
        ascensions=tuple(instant for instant in game.ascensions if instant <= at),
        matters=tuple(
            replace(
                matter,
                status="pending" if matter.pending(at) else matter.status,
                resolved=None if matter.pending(at) else matter.resolved,
                comments=tuple(comment for comment in matter.comments if comment.at <= at),
            )
            for matter in game.matters
            if matter.posted <= at
        ),
    )


@settings(max_examples=20, deadline=None)
@given(SOME_LAW, GAMES, INSTANTS)
def test_nothing_changes_before_the_next_change_and_something_at_it(name, game, at):
    """With what is known of the future taken away, judging at later instants agrees with `next_change`."""
    still = frozen(game, at)

    def may(instant):
        return {m.matter.id: (m.may_enact, m.may_fail) for m in judged(name, still, instant).matters}

    now = may(at)
    marks = [at + h * HOUR for h in GRID]
    marks += [m.posted + h * HOUR + bit * BIT for m in still.matters for h in GRID for bit in (-1, 0, 1)]
    for matter in judged(name, still, at).matters:
        id, change = matter.matter.id, matter.next_change
        for mark in marks:
            if at <= mark <= at + timedelta(days=30) and (change is None or mark < change):
                assert may(mark)[id] == now[id]
        if change is not None:
            assert at <= change <= at + timedelta(days=30)
            assert may(change)[id] != now[id] or may(change + BIT)[id] != now[id]


def test_every_law_judges_the_empty_game():
    for name in LAWS:
        verdict = judged(law(name), Game(players=()), POSTED)
        assert (verdict.roster, verdict.quorum, verdict.emperor, verdict.matters) == ((), 1, None, ())


@MANY
@given(SOME_LAW, GAMES, INSTANTS, st.sampled_from((1, 10, 59, 60, 61, 3600)))
def test_what_is_explained_differently_has_another_sign(name, game, at, seconds):
    """Pages keep what they say of a matter for as long as its sign is the same."""
    silenced = replace(
        game, matters=tuple(replace(matter, comments=matter.comments[:-1]) for matter in game.matters)
    )
    renamed = replace(game, matters=tuple(replace(matter, title="Other words") for matter in game.matters))
    now, later = judged(name, game, at), judged(name, game, at + timedelta(seconds=seconds))
    for then in (later, judged(name, silenced, at), judged(name, renamed, at)):
        if then.roster != now.roster:
            continue
        for one in then.matters:
            other = next((each for each in now.matters if each.matter.id == one.matter.id), None)
            if other is not None and one.account.sign == other.account.sign:
                assert explained(one) == explained(other)


def explained(ruling):
    """What is said of a matter, with lengths of time that go on left open, as pages keep it."""
    with patch("votables.judge.needs.until", left_open), patch("votables.judge.reasons.since", left_open):
        return ruling.why, ruling.clauses, ruling.needs, ruling.blocked_by, ruling.next_change


def left_open(tick, text):
    return str(tick)


@st.composite
def later(draw, game):
    """The game after something that may change how votes are weighed, or that does not."""
    other = draw(GAMES)
    part = draw(st.sampled_from(("", "comment", "resolved", "players", "emperors", "ascensions", "matters")))
    if part in ("players", "emperors", "ascensions"):
        return replace(game, **{part: getattr(other, part)})
    if part == "matters" or not game.matters:
        return replace(game, matters=other.matters)
    first, *others = game.matters
    if part == "comment":
        vote = Comment(draw(st.sampled_from(NAMES)), max(first.posted, draw(INSTANTS)), (draw(ICON),))
        first = replace(first, comments=(*first.comments, vote))
    elif part == "resolved":
        first = replace(first, status="enacted", resolved=max(first.posted, draw(INSTANTS)))
    return replace(game, matters=(first, *others))


@MANY
@given(SOME_LAW, GAMES, st.data())
def test_what_was_heard_before_changes_no_answer(name, game, data):
    first, then = data.draw(INSTANTS), data.draw(INSTANTS)
    before = judged(name, game, first)
    game = data.draw(later(game))

    anew = judge(game, law=law(name), at=then)
    assert answer(judge(game, law=law(name), at=then, before=before)) == answer(anew)
