"""Private messages: who may write to whom, what is unread, who is blocked, and what nobody else learns."""

from datetime import timedelta

import pytest

from blognomic.web.errors import RuleBroken, Stale
from players.models import Block, Game, Message, Notice, Party, Player, Reign, Standing, Thread
from players.queries import messages as mailbox
from players.queries.messages import Box
from players.services import messages as messaging
from tests.players.correspondents import NOW, reply, send
from tests.votables.table import BEGINNING, HOUR, bare_game, person, seat

pytestmark = pytest.mark.django_db
ACTIVE, IDLE, GUEST, LEFT = Standing.ACTIVE, Standing.IDLE, Standing.GUEST, Standing.LEFT


@pytest.fixture
def three():
    return seat("Alice", "Bobby", "Carol", emperor=False)


def unread(player: Player) -> int:
    return Game.objects.annotate(unread=mailbox.unread_of(player.pk)).get().unread


def subjects(player: Player, box: Box = Box.INBOX) -> list[str]:
    return [party.thread.subject for party in mailbox.box_of(player, box)]


def refusal(verb, /, *args, **more) -> tuple[str, int]:
    with pytest.raises(RuleBroken) as broken:
        verb(*args, **more)
    return broken.value.sentence, broken.value.status


def sides(thread: Thread) -> dict[str, tuple[bool, bool, bool]]:
    return {
        one.player.name: (one.is_unread, one.has_written, one.archived)
        for one in thread.parties.select_related("player").order_by("player__name_key")
    }


def test_message_is_kept_rendered_and_unread_by_everybody_but_its_author(three):
    alice, bobby, carol = three
    thread = send(alice, bobby, carol, subject="  A \n plan ", text="To *win*.")
    message = Message.objects.get()
    assert (thread.subject, thread.to_emperor, thread.last_at) == ("A plan", False, NOW)
    assert (message.author, message.at, message.text) == (alice, NOW, "To *win*.")
    assert message.html == f'<p id="m{message.pk}">To *win*.</p>'
    assert sides(thread) == {
        "Alice": (False, True, False),
        "Bobby": (True, False, False),
        "Carol": (True, False, False),
    }
    assert [unread(one) for one in three] == [0, 1, 1]


@pytest.mark.parametrize(
    ("author", "recipient", "may"),
    [
        (ACTIVE, ACTIVE, True),
        (IDLE, ACTIVE, True),
        (ACTIVE, IDLE, True),
        (ACTIVE, GUEST, True),
        (ACTIVE, LEFT, True),
        (GUEST, ACTIVE, False),
        (LEFT, ACTIVE, False),
        (GUEST, GUEST, False),
    ],
)
def test_players_begin_conversations_idle_or_not_and_nobody_else(author, recipient, may):
    bare_game()
    alice, bobby = person("Alice", standing=author), person("Bobby", standing=recipient)
    if may:
        assert send(alice, bobby).parties.count() == 2
        return
    assert refusal(send, alice, bobby) == (
        "Only players can begin a conversation, idle ones too. You can answer one.",
        403,
    )
    assert Thread.objects.count() == 0


@pytest.mark.parametrize("standing", [GUEST, LEFT])
def test_who_may_not_begin_may_answer(three, standing):
    alice, *_ = three
    guest = person("Guest", standing=standing)
    thread = send(alice, guest)
    reply(thread, guest)
    assert sides(thread) == {"Alice": (True, True, False), "Guest": (False, True, False)}


def test_author_named_among_the_others_is_written_to_once_and_alone_not_at_all(three):
    alice, bobby, _ = three
    assert list(sides(send(alice, alice, bobby, bobby))) == ["Alice", "Bobby"]
    nobody = ("Choose somebody to write to, other than yourself.", 400)
    assert refusal(send, alice) == nobody
    assert refusal(send, alice, alice) == nobody


def test_ten_can_be_written_to_and_eleven_cannot(three):
    alice, *others = [*three, *(person(f"P{number}") for number in range(9))]
    assert send(alice, *others[:10]).parties.count() == 11
    assert refusal(send, alice, *others) == ("You can write to 10 people at once at most.", 400)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"subject": " "}, "Give the message a subject of at most 120 characters."),
        ({"subject": "x" * 121}, "Give the message a subject of at most 120 characters."),
        ({"text": " \n"}, "Write something first."),
        ({"text": "x" * 20_001}, "A message can have 20,000 characters at most."),
        ({"text": "a\x00b"}, "This text has a character that the site cannot save. Remove it."),
        ({"subject": "a\ud800"}, "This text has a character that the site cannot save. Remove it."),
    ],
)
def test_words_that_make_no_message_are_refused(three, words, sentence):
    assert refusal(send, *three, **words) == (sentence, 400)
    assert Thread.objects.count() == 0


def test_longest_message_is_sent(three):
    thread = send(*three, subject="s" * 120, text="t" * 20_000)
    assert (len(thread.subject), len(thread.messages.get().text)) == (120, 20_000)


# -- the emperor


def test_message_to_the_emperor_reaches_who_is_emperor_then_and_no_later_one(three):
    alice, bobby, carol = three
    Reign.objects.create(player=bobby, since=BEGINNING, until=NOW)
    Reign.objects.create(player=carol, since=NOW)
    before, after = send(alice, to_emperor=True, at=NOW - HOUR), send(alice, to_emperor=True)
    assert (list(sides(before)), list(sides(after))) == (["Alice", "Bobby"], ["Alice", "Carol"])
    assert (before.to_emperor, mailbox.read_thread(carol, before.pk, page=None)) == (True, None)
    reply(before, alice)
    assert mailbox.read_thread(carol, before.pk, page=None) is None


def test_without_an_emperor_there_is_nobody_to_write_to(three):
    assert refusal(send, three[0], to_emperor=True) == ("There is no emperor to write to.", 409)


def test_emperor_who_writes_to_the_emperor_writes_to_nobody(three):
    Reign.objects.create(player=three[0], since=BEGINNING)
    assert refusal(send, three[0], to_emperor=True)[1] == 400


# -- boxes and what is unread


def test_boxes_hold_what_came_what_was_written_and_what_was_put_away(three):
    alice, bobby, _ = three
    first = send(alice, bobby, subject="First")
    send(bobby, alice, subject="Second", at=NOW + HOUR)
    assert (subjects(alice), subjects(alice, Box.SENT)) == (["Second"], ["First"])
    assert (subjects(bobby), subjects(bobby, Box.SENT)) == (["First"], ["Second"])
    reply(first, bobby, at=NOW + 2 * HOUR)
    assert subjects(alice) == ["First", "Second"]
    messaging.sort(thread=first.pk, by=alice, at=NOW, act="archive")
    assert (subjects(alice), subjects(alice, Box.SENT)) == (["Second"], [])
    assert subjects(alice, Box.ARCHIVED) == ["First"]
    assert subjects(bobby) == ["First"]
    messaging.sort(thread=first.pk, by=alice, at=NOW, act="restore")
    assert subjects(alice) == ["First", "Second"]


def test_answer_brings_a_conversation_back_from_the_archive(three):
    alice, bobby, _ = three
    thread = send(alice, bobby)
    messaging.sort(thread=thread.pk, by=bobby, at=NOW, act="archive")
    reply(thread, alice)
    assert (subjects(bobby), unread(bobby)) == (["A plan"], 1)


def test_what_was_looked_at_is_read_until_somebody_else_writes(three):
    alice, bobby, _ = three
    thread = send(alice, bobby)
    reading = mailbox.read_thread(bobby, thread.pk, page=None)
    messaging.see(party=reading.party, newest=reading.newest)
    assert unread(bobby) == 0
    reply(thread, bobby)
    assert (unread(bobby), unread(alice)) == (0, 1)
    reply(thread, alice)
    assert unread(bobby) == 1


def test_message_that_comes_while_one_reads_stays_unread(three):
    alice, bobby, _ = three
    thread = send(alice, bobby)
    reading = mailbox.read_thread(bobby, thread.pk, page=None)
    seen = reading.newest
    reply(thread, alice)
    messaging.see(party=reading.party, newest=seen)
    assert unread(bobby) == 1


def test_looking_at_an_earlier_page_again_does_not_make_later_messages_unread(three):
    alice, bobby, _ = three
    thread = send(alice, bobby)
    first = Message.objects.get().pk
    last = reply(thread, alice).pk
    party = Party.objects.get(player=bobby)
    messaging.see(party=party, newest=last)
    messaging.see(party=party, newest=first)
    assert unread(bobby) == 0


def test_conversation_can_be_marked_as_unread_once_somebody_else_wrote_in_it(three):
    alice, bobby, _ = three
    thread = send(alice, bobby)
    messaging.see(party=Party.objects.get(player=bobby), newest=Message.objects.get().pk)
    messaging.sort(thread=thread.pk, by=bobby, at=NOW, act="unread")
    assert unread(bobby) == 1
    assert refusal(messaging.sort, thread=thread.pk, by=alice, at=NOW, act="unread") == (
        "There is nothing to mark as unread: nobody has answered here yet.",
        409,
    )


def test_conversation_is_marked_as_read_up_to_its_last_message_with_the_notices_of_it(three):
    alice, bobby, _ = three
    thread = send(alice, bobby)
    reply(thread, alice)
    messaging.sort(thread=thread.pk, by=bobby, at=NOW + HOUR, act="read")
    assert unread(bobby) == 0
    assert Party.objects.get(player=bobby).seen == Message.objects.latest("pk").pk
    read_at = Notice.objects.filter(to=bobby, kind="message").values_list("read_at", flat=True)
    assert set(read_at) == {NOW + HOUR}


def test_conversation_is_read_from_old_to_new_at_its_last_page(three):
    alice, bobby, _ = three
    thread = send(alice, bobby, text="0")
    for number in range(1, 32):
        reply(thread, alice, text=str(number))
    last, first = (mailbox.read_thread(bobby, thread.pk, page=page) for page in (None, "1"))
    assert [one.html[-6:-4] for one in last.page] == ["30", "31"]
    assert (len(first.page), first.page.number, last.page.number) == (30, 1, 2)
    assert ([one.name for one in last.party.others], last.newest) == (
        ["Alice"],
        Message.objects.latest("pk").pk,
    )


# -- nobody else


def test_nobody_but_a_party_reads_answers_or_sorts(three):
    alice, bobby, carol = three
    admin = person("Admin", standing=ACTIVE, is_admin=True, is_superuser=True, is_staff=True)
    thread = send(alice, bobby)
    gone = ("This conversation does not exist.", 404)
    for other in (carol, admin):
        assert mailbox.read_thread(other, thread.pk, page=None) is None
        assert refusal(reply, thread, other) == gone
        for key in (thread.pk, 2**63):
            assert refusal(messaging.sort, thread=key, by=other, at=NOW, act="archive") == gone
        assert [subjects(other, box) for box in Box] == [[], [], []]
    assert (mailbox.read_thread(alice, 2**63, page=None), Message.objects.count()) == (None, 1)


# -- limits


def test_sixty_messages_go_out_in_an_hour_and_the_next_when_the_first_is_an_hour_old(three):
    alice, bobby, _ = three
    thread = send(alice, bobby)
    for minute in range(1, 60):
        reply(thread, alice, at=NOW + timedelta(minutes=minute - 1))
    late = NOW + HOUR - timedelta(microseconds=1)
    with pytest.raises(RuleBroken) as broken:
        reply(thread, alice, at=late)
    assert (broken.value.when, broken.value.status) == (NOW + HOUR, 403)
    assert refusal(send, alice, bobby, at=late)[1] == 403
    reply(thread, bobby, at=late)
    reply(thread, alice, at=NOW + HOUR)
    assert Message.objects.count() == 62


# -- blocking


def test_message_of_somebody_blocked_is_refused_in_words_that_tell_on_nobody(three):
    alice, bobby, carol = three
    thread = send(bobby, alice)
    messaging.block(by=alice, player=bobby, at=NOW)
    neutral = (
        "Somebody on this list does not take messages from you, so it was sent to nobody.",
        403,
    )
    assert refusal(send, bobby, alice) == neutral
    assert refusal(send, bobby, alice, carol) == neutral
    assert refusal(reply, thread, bobby) == neutral
    Player.objects.filter(pk=carol.pk).update(is_active=False)
    assert refusal(send, bobby, carol) == neutral
    assert (Thread.objects.count(), Message.objects.count()) == (1, 1)


def test_who_blocks_somebody_does_not_write_to_them_and_others_are_not_touched(three):
    alice, bobby, carol = three
    messaging.block(by=alice, player=bobby, at=NOW)
    assert refusal(send, alice, bobby) == (
        "You have blocked Bobby. To write to them, unblock them first.",
        403,
    )
    assert send(carol, alice, bobby).parties.count() == 3
    assert send(bobby, carol).parties.count() == 2


def test_blocks_are_dated_and_end(three):
    alice, bobby, _ = three
    messaging.block(by=alice, player=bobby, at=NOW)
    messaging.unblock(by=alice, player=bobby, at=NOW + HOUR)
    assert list(Block.objects.values_list("by__name", "blocked__name", "since", "until")) == [
        ("Alice", "Bobby", NOW, NOW + HOUR)
    ]
    send(bobby, alice)
    messaging.block(by=alice, player=bobby, at=NOW + 2 * HOUR)
    assert [one.blocked.name for one in mailbox.blocks_of(alice)] == ["Bobby"]
    assert list(mailbox.blocks_of(bobby)) == []


def test_blocking_twice_unblocking_nobody_and_blocking_oneself_are_refused(three):
    alice, bobby, _ = three
    messaging.block(by=alice, player=bobby, at=NOW)
    with pytest.raises(Stale):
        messaging.block(by=alice, player=bobby, at=NOW)
    with pytest.raises(Stale):
        messaging.unblock(by=bobby, player=alice, at=NOW)
    assert refusal(messaging.block, by=alice, player=alice, at=NOW) == (
        "You cannot block yourself. Choose somebody else.",
        400,
    )


# -- names


def test_people_are_found_by_names_apart_by_commas_or_lines(three):
    person("Smith, John")
    found_ones, nobody = mailbox.people_named(" alice ,BOBBY\nCarol,, Zed, alice")
    assert ([one.name for one in found_ones], nobody) == (["Alice", "Bobby", "Carol"], ["Zed"])
    found_ones, nobody = mailbox.people_named("smith,  john")
    assert ([one.name for one in found_ones], nobody) == (["Smith, John"], [])
    assert mailbox.people_named(" , ") == ([], [])
