"""Rows of people, rules and what is tracked, each broken by hand in the rich game: which check finds it, and exactly
what that says."""

from collections.abc import Callable
from datetime import timedelta

from django.db.models import Model, QuerySet

from gamestate.models import (
    Cell,
    Dispute,
    Entry,
    LimitedAction,
    Page,
    Roll,
    SealedOrder,
    Sealing,
    SecretVersion,
    Seed,
    Undoing,
    Update,
    Variable,
)
from players.models import Dynasty, Game, Party, Player, Reign
from ruleset.models import LawVersion, Revision, RuleVersion
from tests.players.correspondents import send
from tests.votables.rich_game import END

SECOND = timedelta(seconds=1)
Said = list[tuple[str, str]]


def write(row: Model, **values: object) -> int:
    """Write over a row behind everybody's back, whatever its model says. Its key."""
    QuerySet(type(row)).filter(pk=row.pk).update(**values)
    return row.pk


def _standing() -> Said:
    key = write(Player.objects.get(name="Bobby"), standing="idle")
    return [
        (f"player {key}", "Bobby is stored as “idle”, and by the roster's history is “active”."),
    ]


def _since() -> Said:
    key = write(Player.objects.get(name="Bobby"), standing_since=END)
    return [
        (
            f"player {key}",
            "Bobby is stored as “active” since 2026-04-11 12:00:00 UTC, and by the roster's history has been so since"
            " 2026-03-02 00:00:00 UTC.",
        )
    ]


def _admin() -> Said:
    key = write(Player.objects.get(name="David"), is_admin=True)
    return [(f"player {key}", "David is stored as an admin, and by the roster's history is no admin.")]


def _name() -> Said:
    key = write(Player.objects.get(name="David"), name_key="dave")
    return [(f"player {key}", "The name of David is looked up by “dave”.")]


def _gap() -> Said:
    write(Dynasty.objects.get(number=1), ended_at=END)
    return [
        (
            "dynasty 2",
            "The First Dynasty of Bobby began at 2026-04-04 12:00:00 UTC, and the one before it ended at"
            " 2026-04-11 12:00:00 UTC.",
        )
    ]


def _no_first() -> Said:
    """The numbers begin with 2."""
    for dynasty in Dynasty.objects.order_by("-number"):
        write(dynasty, number=dynasty.number + 1)
    return [("dynasty 2", "The first dynasty that there is has the number 2.")]


def _left_out() -> Said:
    last = Dynasty.objects.order_by("number").last()
    write(last, number=7)
    return [("dynasty 7", f"Dynasty {last.number - 1} is followed by dynasty 7.")]


def _no_game() -> Said:
    Game.objects.all().delete()
    return [("game 1", "There are dynasties, and no game that they are of.")]


def _two_emperors() -> Said:
    write(Reign.objects.order_by("pk")[0], until=None)
    second = Reign.objects.order_by("pk")[1]
    return [
        (
            f"reign {second.pk}",
            "Bobby is stored as emperor from 2026-04-03 12:00:00 UTC on, while Alice is, too.",
        )
    ]


def _unread() -> Said:
    thread = send(Player.objects.get(name="Alice"), Player.objects.get(name="Bobby"), at=END)
    newest = thread.messages.get().pk
    party = Party.objects.get(player__name="Bobby")
    write(party, newest=newest + 1)
    return [
        (
            f"party {party.pk}",
            f"The newest message for Bobby in a conversation is stored as {newest + 1}, and is {newest}.",
        )
    ]


def _old_thread() -> Said:
    thread = send(Player.objects.get(name="Alice"), Player.objects.get(name="Bobby"), at=END)
    write(thread, last_at=END - SECOND)
    return [
        (
            f"thread {thread.pk}",
            "A conversation is stored as of 2026-04-11 11:59:59 UTC, and its last message is of"
            " 2026-04-11 12:00:00 UTC.",
        )
    ]


def _law() -> Said:
    version = LawVersion.objects.order_by("pk").last()
    write(version, name="other", special_cases={"Rain": True})
    return [
        (
            f"law version {version.pk}",
            f"This version of the law is stored as other, and calls itself {version.name}.",
        ),
        (
            f"law version {version.pk}",
            "It switches “Rain”, which is no special case of this law.",
        ),
    ]


def _orphan() -> Said:
    cats = RuleVersion.objects.filter(title="Cats").order_by("pk").last()
    write(cats.rule.versions.get(), parent=RuleVersion.objects.order_by("pk").first().rule)
    row = f"revision {cats.revision_id}"
    return [(row, "“Cats” stands below a rule that does not stand.")]


def _two_versions() -> Said:
    cats = RuleVersion.objects.filter(title="Cats").order_by("pk").first()
    write(cats, until=None)
    first, second, third = Revision.objects.order_by("pk").values_list("pk", flat=True)
    assert (cats.revision_id, cats.until_id) == (first, second)
    return [
        (f"revision {second}", "This revision changed no rule."),
        (f"revision {third}", "“Cats” stands below a rule that does not stand."),
    ]


def _place() -> Said:
    cats = RuleVersion.objects.filter(title="Cats").order_by("pk").last()
    write(cats, place=3)
    row = f"revision {cats.revision_id}"
    return [(row, "The places of “Cats” and those beside it are not 0 to 0.")]


def _words_of_a_rule() -> Said:
    cats = RuleVersion.objects.filter(title="Cats").order_by("pk").last()
    write(cats, html="<p>Dogs.</p>")
    return [(f"rule version {cats.pk}", "The HTML of “Cats” is not that of its text.")]


def _entry() -> Said:
    entry = Entry.objects.get(about="value", variable__key="wealth", new=495)
    write(entry, old=499)
    return [
        (
            f"entry {entry.pk}",
            f"Update {entry.update_id} says that the value of “Wealth” was 499 before, and the log until then says"
            " 500.",
        )
    ]


def _value() -> Said:
    cell = Cell.objects.get(variable__key="wealth", value=495)
    write(cell, value=9000)
    return [
        (
            f"cell {cell.pk}",
            f"A value of “Wealth” is stored as 9000, by entry {cell.last_id}; the last entry of the log on it,"
            f" {cell.last_id}, says 495.",
        )
    ]


def _lost_value() -> Said:
    values = Cell.objects.count()
    Cell.objects.get(variable__key="wealth", value=495).delete()
    return [("cells", f"The log knows of {values} values, and {values - 1} of them are stored.")]


def _definition() -> Said:
    wealth = Variable.objects.get(key="wealth")
    write(wealth, definition={**wealth.definition, "floor": "-9"}, retired_at=None)
    return [
        (
            f"variable {wealth.pk}",
            "By its last entry the variable “Wealth” is retired since 2026-04-04 12:00 UTC, and it is not stored so.",
        ),
        (f"variable {wealth.pk}", "The variable “Wealth” is stored otherwise than its last entry says."),
    ]


def _page() -> Said:
    page = Page.objects.get(key="old")
    write(page, html="<p>Here</p>", last=None)
    last = Entry.objects.filter(page=page).latest("pk").pk
    return [
        (f"page {page.pk}", f"“Old” is stored with entry None, and its last is {last}."),
        (f"page {page.pk}", "The HTML of “Old” is not that of its text."),
    ]


def _words_of_an_update() -> Said:
    update = Update.objects.filter(comment="You may not.").get()
    write(update, html="")
    return [
        (f"update {update.pk}", f"The HTML of what update {update.pk} says is not that of its words."),
    ]


def _undone_before() -> Said:
    undoing = Undoing.objects.order_by("pk").first()
    write(undoing, update=undoing.entry.update_id)
    return [
        (
            f"undoing {undoing.pk}",
            f"Update {undoing.entry.update_id} is said to undo what came with or after it.",
        )
    ]


def _not_undone() -> Said:
    dispute = Dispute.objects.get(outcome="")
    write(dispute, outcome="undone", settled_at=dispute.at - SECOND)
    return [
        (
            f"dispute {dispute.pk}",
            f"A dispute about update {dispute.update_id} comes before what it follows.",
        ),
        (
            f"dispute {dispute.pk}",
            f"Update {dispute.update_id} is said to be undone, and nothing of it has been.",
        ),
    ]


def _face() -> Said:
    roll = Roll.objects.get(number=3)
    write(roll, faces=["c"])
    given = roll.faces[0]
    return [("roll 3", f"The outcome of entry 3 was altered: the seed gives “{{a,b}}: {given}”.")]


def _seed() -> Said:
    seed = Seed.objects.order_by("-day").first()
    write(seed, secret="00" * 32)
    return [
        (
            "rolls",
            f"The seed of {seed.day} is not the one whose hash was published; that day’s rolls are checked as to the"
            " chain only.",
        )
    ]


def _roll_of_no_update() -> Said:
    roll = Roll.objects.get(where="update")
    write(roll, where_pk=10**6)
    return [
        (f"roll {roll.pk}", "Roll 1 is said to be part of update 1000000, which there is not."),
    ]


def _roll_of_no_comment() -> Said:
    roll = Roll.objects.get(number=2)
    write(roll, where="comment", where_pk=10**6)
    return [
        (f"roll {roll.pk}", "Roll 2 is said to be part of comment 1000000, which there is not."),
    ]


def _secret() -> Said:
    version = SecretVersion.objects.get(text="Quack")
    write(version, text="Honk")
    return [
        (
            f"secret version {version.pk}",
            "The published hash of “Word of Bobby” is not that of its text of 2026-03-05.",
        )
    ]


def _sealed_order() -> Said:
    order = SealedOrder.objects.order_by("pk").first()
    write(order, text="I stay")
    return [
        (
            f"sealed order {order.pk}",
            f"The published hash of a sealed order of {order.player} is not that of its text.",
        )
    ]


def _sealing() -> Said:
    sealing = Sealing.objects.get(title="Later")
    write(sealing, awaited=[10**6], rule=10**6)
    return [
        (f"sealing {sealing.pk}", "“Later” waits for somebody whom there is not."),
        (f"sealing {sealing.pk}", "“Later” names rule 1000000, which there is not."),
    ]


def _action() -> Said:
    action = LimitedAction.objects.get(name="Rob")
    write(action, rule=10**6)
    return [(f"action {action.pk}", "“Rob” names rule 1000000, which there is not.")]


def _agreement() -> Said:
    game = Game.objects.get()
    write(game, law_differs=not game.law_differs)
    noted = "No rule" if game.law_differs else "A rule"
    return [("the game", f"{noted} is noted to say something else than the law, and it is not so.")]


OF_ROOMS: dict[str, list[Callable[[], Said]]] = {
    "people": [_standing, _since, _admin, _name],
    "dynasties": [_gap, _no_game],
    "the numbers of dynasties": [_no_first, _left_out],
    "reigns": [_two_emperors],
    "who has read what": [_unread],
    "conversations": [_old_thread],
    "versions of the law": [_law],
    "revisions of the rules": [_orphan, _two_versions, _place],
    "words of the rules": [_words_of_a_rule],
    "rules and law": [_agreement],
    "log of the tracker": [_entry, _value, _lost_value, _definition],
    "tracked pages": [_page],
    "words of the log": [_words_of_an_update],
    "what was undone": [_undone_before],
    "disputes": [_not_undone],
    "dice": [_face, _seed],
    "where dice were rolled": [_roll_of_no_update],
    "rolls in comments": [_roll_of_no_comment],
    "secrets": [_secret],
    "sealed orders": [_sealed_order],
    "calls for sealed orders": [_sealing],
    "limited actions": [_action],
}
