"""The docket: what the judge is told of a game, at any instant, in the same number of queries."""

import json
from datetime import datetime, timedelta
from random import Random

import pytest
from django.db.models.signals import post_init

from blognomic.database.prepared import Prepared
from blognomic.database.together import together
from blognomic.web.errors import RuleBroken
from players.models import Ascension, Player, Reign
from ruleset.law import SHIPPED
from tests.votables.table import (
    BEGINNING,
    HOUR,
    Cause,
    Kind,
    declare,
    event,
    join,
    make_admin,
    noon,
    person,
    propose,
    say,
    seat,
    vote,
    write,
)
from votables import judge
from votables.judge.answer import answer
from votables.judge.gamefile import read
from votables.models import Category, Comment, Post
from votables.queries.admin_desk import desk
from votables.queries.judge_facts import Heard, docket_at, facts_of, facts_of_player
from votables.queries.judge_file import docket_document
from votables.services import commenting, posting, resolving, roster

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
DAY = timedelta(days=1)
BIT = timedelta(microseconds=1)


def test_the_facts_of_a_small_game():
    alice, bobby, carol, *_ = seat(*FIVE)
    guest = person("Gregory")
    post = propose(bobby, noon(1), "Cats", changes_nothing=True)
    comments = [say(post, carol, noon(1, hours=1), "Yes :for:"), say(post, guest, noon(1, hours=2), ":def:")]
    write(alice, noon(1))
    event(carol, Kind.IDLED, at=noon(2))
    plays = (judge.Span(BEGINNING),)
    assert docket_at(noon(3)).game == judge.Game(
        players=(
            judge.Player("Alice", plays, admin=True),
            judge.Player("Bobby", plays),
            judge.Player("Carol", plays, (judge.Span(noon(2)),)),
            judge.Player("David", plays),
            judge.Player("Ellen", plays),
            judge.Player("Gregory", ()),
        ),
        emperors=(judge.Reign("Alice", BEGINNING, None),),
        ascensions=(BEGINNING,),
        matters=(
            judge.Matter(
                id=str(post.pk),
                kind="proposal",
                title="Cats",
                author="Bobby",
                posted=noon(1),
                amends=frozenset({"dynastic"}),
                changes_nothing=True,
                comments=(
                    judge.Comment("Carol", noon(1, hours=1), ("for",), key=comments[0].pk),
                    judge.Comment("Gregory", noon(1, hours=2), ("deferential",), key=comments[1].pk),
                ),
            ),
        ),
        special_cases={},
        values={},
    )


def test_there_is_no_docket_without_a_game():
    with pytest.raises(RuleBroken, match="No game has been founded") as broken:
        docket_at(noon(1))
    assert broken.value.status == 409


QUERIES = 4


def busy(players: int, matters: int, comments: int, law: str) -> None:
    """A game of some size in which everything that a docket holds is there."""
    seat(*(f"Player-{number}" for number in range(players)), law=law)
    author, *others = Player.objects.order_by("-pk")
    for number in range(matters):
        post = propose(others[number], noon(1, minutes=number))
        for place in range(comments):
            vote(post, noon(1, hours=1), **{"for": others[place]})
        declared = declare(others[number], noon(2, minutes=number))
        resolving.resolve_against_verdict(
            post=declared, to="failed", by=others[-1], at=noon(2, minutes=number), reason="Test."
        )
        event(join(f"Idler-{number}", at=noon(2)), Kind.IDLED, at=noon(2, minutes=number))


@pytest.mark.parametrize(("players", "matters", "comments"), [(6, 1, 1), (12, 3, 5)])
def test_a_docket_takes_the_same_queries_at_two_sizes_of_game(
    players, matters, comments, django_assert_num_queries
):
    busy(players, matters, comments, "ruleset-211")
    with django_assert_num_queries(QUERIES):
        docket = docket_at(noon(3))
        assert len(docket.verdict.roster) == players
        assert [len(ruling.comments) for ruling in docket.verdict.matters] == [comments] * matters


@pytest.mark.parametrize("law", SHIPPED)
def test_what_is_put_together_once_is_asked_of_the_instant_that_is_meant(law, monkeypatch):
    """What docket and desk reckon from an instant is handed in, not reckoned while a question is put together."""
    called, ask = [], Prepared.__call__

    def noted(self, *values):
        called.append((self, values))
        return ask(self, *values)

    monkeypatch.setattr(Prepared, "__call__", noted)
    busy(6, 2, 2, law)
    for at in (noon(2, hours=1), noon(2, hours=7), noon(3), noon(9)):
        desk(docket_at(at), None)
    assert len({id(prepared) for prepared, _ in called}) > 10
    for prepared, values in called:
        rows, meant = together(ask(prepared, *values))[0], list(prepared.build(*values))
        assert sorted(map(repr, rows)) == sorted(map(repr, meant)), prepared.build.__name__


def test_the_games_numbers_are_looked_up_where_the_law_has_a_formula_for_them(django_assert_num_queries):
    busy(6, 1, 1, "ruleset-37")
    with django_assert_num_queries(QUERIES + 1):
        docket_at(noon(3))


def test_an_emperor_who_has_long_been_idle_is_in_the_facts_that_a_resolution_keeps():
    alice, bobby, carol, *_ = seat(*FIVE, "Frank")
    make_admin(bobby)
    event(alice, Kind.IDLED, at=noon(1))
    post = propose(bobby, noon(90))
    vote(post, noon(90), against=bobby)
    resolution = resolving.resolve(post=post, to="failed", by=bobby, at=noon(91))
    kept = read(json.dumps(resolution.facts).encode())
    assert [reign.name for reign in kept.game.emperors] == ["Alice"]
    assert answer(judge.judge(kept.game, law=kept.law, at=kept.at))["matters"] == [resolution.verdict]


def test_who_joined_but_never_said_anything_has_a_seat():
    alice, *_ = seat(*FIVE)
    newcomer = join("Nelly", at=noon(50))
    assert docket_at(noon(50) - BIT).verdict.roster == FIVE
    assert docket_at(noon(50)).verdict.roster == (*FIVE, "Nelly")
    assert facts_of_player(newcomer, noon(50)) == judge.Player("Nelly", (judge.Span(noon(50)),))
    assert facts_of_player(newcomer, noon(49)) == judge.Player("Nelly", ())


# A game played at random, looked at from everywhere


class Dice:
    """Plays a game at random through the services, which refuse what the law does not allow."""

    def __init__(self, seed: int, law: str) -> None:
        self.dice = Random(seed)
        seat("Alice", "Bobby", "Carol", "David", "Ellen", "Frank", law=law)
        for name in ("Bobby", "Carol"):
            make_admin(Player.objects.get(name=name))
        self.at = noon(0)
        self.acts = [self.propose, self.call, self.declare, *[self.vote] * 6, self.idle, self.back, self.resolve,
                     self.resolve, self.force, self.remove, self.ascend, self.crown, self.talk]  # fmt: skip

    def player(self, rows=None) -> Player:
        return self.dice.choice(list((rows or Player.objects).order_by("pk")))

    def pending(self) -> Post:
        return self.dice.choice(list(Post.objects.pending()))

    def step(self) -> None:
        self.at += self.dice.choice([BIT, HOUR, 5 * HOUR, 12 * HOUR, 2 * DAY])
        try:
            self.dice.choice(self.acts)()
        except (RuleBroken, IndexError):
            pass

    def propose(self):
        parts = self.dice.sample(posting.AMENDS, self.dice.randrange(3))
        propose(self.player(), self.at, amends=parts)

    def call(self):
        propose(self.player(), self.at, category="cfj")

    def declare(self):
        declare(self.player(), self.at)

    def vote(self):
        icons = " ".join(self.dice.choices([":for:", ":against:", ":def:", ":veto:", "words"], k=2))
        say(self.pending(), self.player(), self.at, icons)

    def idle(self):
        event(self.player(), Kind.IDLED, at=self.at, cause=self.dice.choice(Cause.values))

    def back(self):
        event(self.player(Player.objects.idle()), Kind.UNIDLED, at=self.at)

    def resolve(self):
        to = self.dice.choice(["enacted", "failed"])
        resolving.resolve(post=self.pending(), to=to, by=self.player(Player.objects.admins()), at=self.at)

    def force(self):
        to = self.dice.choice(["enacted", "failed", "failed", "illegal"])
        admin = self.player(Player.objects.admins())
        resolving.resolve_against_verdict(post=self.pending(), to=to, by=admin, at=self.at, reason="Dice.")

    def remove(self):
        post = self.pending()
        posting.remove(post=post, by=post.author, at=self.at)

    def ascend(self):
        write(docket_at(self.at).emperor or self.player(), self.at, category=Category.ASCENSION)

    def crown(self):
        admin = self.player(Player.objects.admins())
        decided = Post.objects.filter(status="enacted", category="proposal").first()
        if decided:
            someone = self.dice.choice([None, self.player()])
            roster.set_emperor(player=someone, matter=decided, by=admin, at=self.at, reason="Dice.")

    def talk(self):
        commenting.comment(
            post=write(self.player(), self.at), by=self.player(), at=self.at, text="Words :for:"
        )


def everything(at: datetime) -> judge.Game:
    """The facts of the whole game up to an instant, whether or not they bear on anything."""
    comments = Comment.objects.order_by("at", "pk").select_related("author")
    return judge.Game(
        players=tuple(
            facts_of_player(player, at)
            for player in Player.objects.order_by("pk").prefetch_related("roster_events")
        ),
        emperors=tuple(
            judge.Reign(reign.player.name, reign.since, reign.until) for reign in Reign.objects.order_by("pk")
        ),
        ascensions=tuple(Ascension.objects.order_by("at").values_list("at", flat=True)),
        matters=tuple(
            facts_of(post, [comment for comment in comments if comment.post_id == post.pk])
            for post in Post.objects.matters().order_by("matter_since", "pk").select_related("author")
        ),
        special_cases={},
    )


@pytest.mark.sweep
@pytest.mark.parametrize("law", SHIPPED)
def test_the_past_is_judged_as_it_was_then_and_from_a_docket_as_from_the_whole_game(law):
    game = Dice(seed=10, law=law)
    then = {}
    for _ in range(16):
        for _ in range(5):
            game.step()
        then[game.at] = answer(docket_at(game.at).verdict)
    assert set(Post.objects.values_list("status", flat=True)) >= {
        "",
        "pending",
        "enacted",
        "failed",
        "illegal",
    }
    assert len({tuple(one["standstill"]) for one in then.values()}) >= 2
    for at, verdict in then.items():
        docket = docket_at(at)
        assert answer(docket.verdict) == verdict
        assert answer(judge.judge(everything(at), law=docket.law, at=at)) == verdict
        kept = read(json.dumps(docket_document(docket)).encode())
        assert answer(judge.judge(kept.game, law=kept.law, at=at)) == verdict


@pytest.mark.parametrize("law", SHIPPED)
def test_what_somebody_says_next_is_weighed_by_what_they_said_themselves(law):
    """However much others have said: else every vote of a busy day would cost more than the one before."""
    game, refused, lasting = Dice(seed=11, law=law), 0, 0
    for _ in range(3):
        for _ in range(12):
            game.step()
        whole = docket_at(game.at)
        for post in whole.posts.values():
            for player in Player.objects.order_by("pk"):
                lean = docket_at(game.at, heard=Heard(post.pk, player.pk))
                assert {comment.author for one in lean.comments.values() for comment in one} <= {player}
                assert {
                    matter.id: matter.comments for matter in lean.game.matters if matter.comments
                }.keys() <= {str(post.pk)}
                for icon in whole.law.icons:
                    ask = {"icon": icon, "law": whole.law, "at": game.at, "author": player.name}
                    leaves, effects = (
                        [
                            ask_of(**ask, game=docket.game, matter=docket.matter(post))
                            for docket in (whole, lean)
                        ]
                        for ask_of in (judge.may_use, judge.lasting_effects)
                    )
                    assert leaves[0] == leaves[1] and effects[0] == effects[1]
                    refused, lasting = refused + (not leaves[0].allowed), lasting + bool(effects[0])
    assert refused and lasting


def test_whoever_votes_waits_for_nothing_that_others_have_said():
    """It is done under the lock on which all writers wait."""
    author, voter, *others = seat(*FIVE)
    posts = [propose(author, noon(1), title) for title in ("Cats", "Dogs")]
    for post in posts:
        for other in others:
            vote(post, noon(1, minutes=1), **{"for": other})
    read: list[int] = []

    def note(instance: Comment, **_: object) -> None:
        read.append(instance.author_id)

    post_init.connect(note, sender=Comment)
    try:
        vote(posts[0], noon(1, minutes=2), against=voter)
        vote(posts[0], noon(1, minutes=3), **{"for": voter})
    finally:
        post_init.disconnect(note, sender=Comment)
    assert set(read) == {voter.pk}


def test_whoever_idles_and_is_in_no_fact_is_not_read():
    alice, bobby, carol, *_ = seat(*FIVE, "Fiona", "George")
    event(carol, Kind.IDLED, at=noon(0))
    post = propose(bobby, noon(40), "Cats")
    say(post, alice, noon(40, minutes=1), ":for:")
    for_reader, for_service = docket_at(noon(41), for_reader=True), docket_at(noon(41))
    assert (for_reader.game, for_reader.verdict) == (for_service.game, for_service.verdict)
    assert "Carol" not in for_reader.players.keys() | for_service.players.keys()
