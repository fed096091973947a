"""A game in which everything has happened that a site remembers, and what empties a database again."""

from django.db import connection

from blognomic.transfer.game_file.database_tables import NEVER, TABLES
from players.models import Dynasty, Player
from players.services import mentors
from ruleset.law import document
from ruleset.models import Confirmation, LawVersion
from ruleset.services import enact_law, revise
from ruleset.text.tree import Node, Tree
from votables.models import Category
from votables.services import posting, resolving, roster, roster_changes
from votables.services.mentoring import announce, dissolve

from . import rich_gamestate, staged_typed_posts
from .seating import as_before
from .table import (
    HOUR,
    declare,
    enacted,
    make_admin,
    noon,
    person,
    propose,
    say,
    seat,
    vote,
    write,
)

END = noon(40)
DRAFTED = "Nobody has seen this yet."


def play() -> None:
    """A game from its founding to END. Every table has rows, and every way of saying less of a row is taken."""
    as_before("the rich game", _play)


def _play() -> None:
    alice, bobby, carol, david, ellen = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    make_admin(bobby)
    person("Host", is_staff=True, is_superuser=True)
    _rule(by=alice)
    rich_gamestate.play(alice, bobby, carol, ellen)
    _talk(alice, bobby, carol, david)
    _decide(alice, bobby, carol, david, ellen)
    _carry_out(alice, carol, david, ellen)
    _win(alice, bobby, carol, david, ellen)
    rich_gamestate.hand_over(alice, noon(34))
    _mentor(alice, bobby, david, ellen)
    staged_typed_posts.play(alice, bobby, david, at=noon(39))
    posting.save_draft(by=carol, at=noon(39), title="Later", body=DRAFTED, category=Category.PROPOSAL)
    last = propose(
        david,
        noon(39),
        "[Core] Ties: Broken",
        commentary="*At last.*",
        amends=["core", "dynastic"],
        changes=[
            {"op": "step", "text": "Wave to everybody."},
            {"op": "official", "do": "define", "definition": staged_typed_posts.named("Walk")},
        ],
    )
    say(last, carol, noon(39, minutes=1, microseconds=1), "I like `:against:` more than :for: it")
    say(last, david, noon(39, minutes=2), "Now I do not. :veto: @Alice, see [[Fish and Fowl]].")
    say(last, alice, noon(39, minutes=2), "As you like it :imperial:")


def _rule(*, by: Player) -> None:
    """Revisions of the ruleset, one of them undone."""
    core = Node("a", "Core Rules", "What everybody knows.", (Node("b", "Cats", "A cat is **not** a dog."),))
    first = revise(tree=Tree((core,)), seen=None, kind="founding", at=noon(0), by=by, why="A beginning")
    key = first.begun.get(title="Core Rules").rule_id
    bare = Tree((Node(str(key), "Core Rules", "What everybody knows."),))
    second = revise(tree=bare, seen=first.pk, kind="typo", at=noon(1), by=None, why="", link="/rules/")
    revise(tree=Tree((core,)), seen=second.pk, kind="reversal", at=noon(2), by=by, why="Cats", undoes=second)
    law = LawVersion.objects.get()
    Confirmation.objects.create(
        law=law, rule_id=key, name="Core Rules", revision=second, at=noon(2), by=by, why="Yes."
    )


def _talk(alice: Player, bobby: Player, carol: Player, david: Player) -> None:
    """Posts without a category, guests among them; one asks to join, and what they wrote becomes a proposal."""
    guest, mallow = person("Larkspur"), person("Mallow")
    write(guest, noon(1), "Hello", "I only *read*. See /players/1/ and [[@Alice]].")
    write(mallow, noon(1), "May I?", "Please may I join?")
    roster.admit(player=mallow, by=alice, at=noon(1, hours=1))
    post = write(mallow, noon(1, hours=2), "Proposal: Geese", "Let there be geese.", commentary="Honk :for:")
    say(post, carol, noon(1, hours=3), "That should be a proposal. :for:")
    posting.make_proposal(post=post, by=bobby, at=noon(1, hours=4), amends=["dynastic"])
    say(post, guest, noon(1, hours=5), "I would be :for: it.")
    vote(post, noon(1, hours=6), **{"for": [alice, bobby, carol, david]})
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(3))
    post = write(david, noon(3), "Notes", "First words.")
    posting.edit(post=post, seen=1, by=david, at=noon(3) + HOUR, title="Notes", body="Second words.")
    write(david, noon(3, hours=2), "A tale", "Once :for: all.", category=Category.STORY)


def _decide(alice: Player, bobby: Player, carol: Player, david: Player, ellen: Player) -> None:
    """Proposals vetoed and withdrawn, a call for judgement corrected twice, and a mark of illegality."""
    vetoed = propose(
        bobby, noon(5), "Fish and Fowl", body="Fish | Fowl\n-- | --\n1 | 2\n\nA note.[^1]\n\n[^1]: Here."
    )
    withdrawn = propose(carol, noon(5), "Fish and Fowl")
    say(vetoed, alice, noon(5, hours=1), "Never. :veto:")
    say(vetoed, alice, noon(5, hours=2), ":for: all I care")
    say(withdrawn, carol, noon(5, hours=1), "No, :against: it")
    say(withdrawn, bobby, noon(5, hours=1), ":veto: if I may")
    resolving.resolve(post=vetoed, to="failed", by=alice, at=noon(6))
    resolving.resolve(post=withdrawn, to="failed", by=bobby, at=noon(6))
    cfj = posting.publish(
        by=ellen,
        at=noon(7),
        category=Category.CFJ,
        title="Call: Geese fly",
        body="They do.",
        amends=["gamestate"],
    )
    vote(cfj, noon(7, hours=1), **{"for": [alice, bobby, carol]})
    enacted_it = resolving.resolve(post=cfj, to="enacted", by=alice, at=noon(8))
    wrong = resolving.overturn(
        post=cfj, to="failed", seen=enacted_it.pk, by=bobby, at=noon(8) + HOUR, reason="No."
    )
    resolving.overturn(post=cfj, to="pending", seen=wrong.pk, by=alice, at=noon(9), reason="Wait and see.")
    resolving.mark_illegal(post=cfj, by=alice, at=noon(9), reason="It says nothing.")
    say(cfj, david, noon(9) + HOUR, "&#58;for: I &amp; mine \u0002 &lt;b>")


def _carry_out(alice: Player, carol: Player, david: Player, ellen: Player) -> None:
    """A law that no shipped one is, a new name and a new admin, somebody idle and back, and an idle admin."""
    matter = enacted(alice, noon(10), "New times")
    text = document("ruleset-211").replace('name = "ruleset-211"', 'name = "house-law"', 1)
    text = text.replace("value = 12", "value = 11", 1)
    cases = {"Malign Emperors": True, "Seasonal Downtime": False}
    why, link = "It is late.", matter.get_absolute_url()
    enact_law(document=text, special_cases=cases, at=noon(10) + HOUR, by=alice, why=why, link=link)
    roster.rename(
        player=ellen, name="Ellen_II", matter=matter, by=alice, at=noon(11), reason="She is crowned."
    )
    roster.make_admin(player=carol, matter=matter, by=alice, at=noon(11), reason="She is careful.")
    ask = write(david, noon(12), "Away", "Please idle me.")
    roster.idle(player=david, by=alice, at=noon(12) + HOUR)
    say(ask, carol, noon(13), "Farewell, @Ellen_II says.")
    write(david, noon(20), "Back", "Please unidle me.")
    roster.unidle(player=david, by=alice, at=noon(20) + HOUR)
    roster.idle(player=carol, by=carol, at=noon(21))
    roster.unidle(player=carol, by=carol, at=noon(30))
    Player.objects.filter(name="Larkspur").update(is_active=False)
    kept_out, link = Player.objects.get(name="Larkspur"), matter.get_absolute_url()
    roster_changes.bar(
        kept_out, noon(40), roster_changes.MatterAct(by=alice, at=noon(30), why="Spam.", link=link)
    )
    roster_changes.lift_bars(
        kept_out, roster_changes.MatterAct(by=alice, at=noon(31), why="Sorry.", link=link)
    )
    roster_changes.bar(
        kept_out, None, roster_changes.MatterAct(by=alice, at=noon(31), why="More spam.", link=link)
    )


def _win(alice: Player, bobby: Player, carol: Player, david: Player, ellen: Player) -> None:
    """Two declarations of victory, of which one is enacted and fails the other, and the dynasty that follows."""
    won, lost = declare(bobby, noon(31)), declare(carol, noon(31), "Mine")
    vote(won, noon(31, hours=1), **{"for": [alice, carol, david, ellen]})
    resolving.resolve(post=won, to="enacted", by=alice, at=noon(32))
    lost.refresh_from_db()
    assert lost.status == "failed"
    bobby.refresh_from_db()
    posting.publish(by=bobby, at=noon(33), category=Category.ASCENSION, title="Geese", body="Honk.")
    Dynasty.objects.filter(number=2).update(player_word="Goose", players_word="Geese")


def _mentor(alice: Player, bobby: Player, david: Player, ellen: Player) -> None:
    """A mentorship from the request to its end, and a request that waits."""
    mentors.change_own_tenure(by=alice, at=noon(34), tenured=True)
    mentors.ask(by=david, at=noon(34), kind="mentor")
    offer = mentors.ask_mentor(mentee=david, mentor=alice, by=bobby, at=noon(34))
    made = mentors.answer(offer=offer.pk, by=alice, at=noon(35), answer="accepted").established
    announce(mentorship=made.pk, by=bobby, at=noon(35), title="A mentor for David", body="It is Alice.")
    dissolve(mentorship=made.pk, by=david, at=noon(36), title="Enough", body="I know it all.")
    mentors.ask(by=ellen, at=noon(36), kind="enter")


def empty() -> None:
    """Throw away all rows of the game, as if there had been many more: SQLite remembers that each table had them."""
    tables = [model._meta.db_table for model in NEVER] + [
        table.model._meta.db_table for table in TABLES[::-1]
    ]
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"DELETE FROM {table}")
        if connection.vendor == "sqlite":
            cursor.execute("UPDATE sqlite_sequence SET seq = seq + 1000")
