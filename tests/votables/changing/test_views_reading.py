"""The changes of a matter, read from its text: while it is written, and attached in one click."""

import html
import re
from zlib import crc32

import pytest
from django.urls import reverse

from players.present import forget
from ruleset.queries import revision_at
from ruleset.services import revise
from ruleset.text.amending import Amendment, apply
from tests.gamestate.tracker import define, track
from votables.changes.change import MOST
from votables.changes.in_english import LONGEST
from votables.models import Draft, Post
from votables.services import resolving
from votables.services.posting import save_draft

from ..table import noon, propose
from .browsing import CATS, at_time, browser, edit, enact, page_shown, sound, standing, supported, who

pytestmark = pytest.mark.django_db

CLEAR = "In the rule “Cats”, change “purr” to “sleep”.\n\nRename the rule “Quorum” to “Quorums”."
TALK = "The text has nothing that the site can carry out."
ASKED = "In the rule “Kats”, change “purr” to “sleep”."
CHANGED = "Cats <del>purr</del><ins>sleep</ins>"


def draft_of(body: str, **fields: object) -> Draft:
    written = {"title": "Quieter", "body": body, "category": "proposal"}
    return save_draft(by=who("Bobby"), at=noon(1), **{**written, **fields})


def read(draft: Draft, *, seen: str = "") -> object:
    """The answer to asking that the draft's changes be read from its text, as its page does."""
    address = reverse("votables:draft_changes", args=[draft.pk])
    with at_time(noon(1)):
        client = browser("Bobby")
        seen = seen or client.get(address).context["seen"]
        return client.post(address, {"read": "1", "seen": seen}, follow=True)


def test_a_text_becomes_changes_in_one_click_and_is_published_with_them(keys):
    page = sound(read(draft_of(CLEAR)))
    assert CHANGED in page
    assert "was “Quorum”" in page
    draft = Draft.objects.get()
    assert [one["op"] for one in draft.changes] == ["replace", "rename"]
    with at_time(noon(1)):
        published = {"title": "Quieter", "body": CLEAR, "category": "proposal"}
        browser("Bobby").post(reverse("votables:draft", args=[draft.pk]), published)
    assert Post.objects.get(title="Quieter").changes == draft.changes


def test_what_is_not_clear_is_asked_about_and_nothing_is_attached(keys):
    draft = draft_of(f"{CLEAR}\n\n{ASKED}", changes=[edit(keys, "Cats growl. Dogs bark.")])
    before, answer = draft.changes, read(draft)
    assert answer.status_code == 409
    assert f"<q>{ASKED}</q>" in page_shown(answer)
    draft.refresh_from_db()
    assert draft.changes == before


def test_a_text_that_does_nothing_is_told_so(keys):
    answer = read(draft_of("I have thought about cats for a while."))
    assert (answer.status_code, Draft.objects.get().changes) == (409, [])
    assert "not clear" in page_shown(answer) or "has nothing that the site can carry out" in page_shown(
        answer
    )


def test_changes_that_were_added_in_another_window_are_not_replaced(keys):
    answer = read(draft_of(CLEAR), seen="1")
    assert (answer.status_code, Draft.objects.get().changes) == (409, [])
    assert "no longer those you saw" in page_shown(answer)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("Cats purr. " * (LONGEST // 11 + 1), "does not read"),
        ("\n\n".join(f"Add a rule “Cat {number}” that reads “Purr.”" for number in range(MOST + 1)), ""),
    ],
    ids=["too long", "too many"],
)
def test_what_is_too_much_is_refused_and_nothing_is_attached(keys, body, sentence):
    answer = read(draft_of(body))
    assert answer.status_code in (400, 409)
    assert sentence in page_shown(answer)
    assert Draft.objects.get().changes == []


def test_a_pending_matter_is_read_again_while_its_author_may_edit(keys):
    post = propose(who("Bobby"), noon(1), "Quieter", changes=[edit(keys, "Cats growl. Dogs bark.")])
    Post.objects.filter(pk=post.pk).update(body=CLEAR)
    forget()
    address = reverse("votables:post_changes", args=[post.pk])
    with at_time(noon(1)):
        client = browser("Bobby")
        assert "Replaces the changes above" in page_shown(client.get(address))
        page = client.post(address, {"read": "1", "seen": post.version}, follow=True)
    assert CHANGED in sound(page)
    post.refresh_from_db()
    assert [one["op"] for one in post.changes] == ["replace", "rename"]


# -- marked, sentence by sentence, without scripts

MARKED = f"I think so.\n\n{ASKED}\n\n{CLEAR}\n\nEach Player loses half of their Gold."


def look_at(body: str, posts: int = 0, **more: object) -> str:
    """The form of a new post once “Preview” or another of its buttons was pressed; `posts` there are."""
    with at_time(noon(1)):
        sent = {"title": "Quieter", "body": body, "category": "proposal", **more}
        answer = browser("Bobby").post(reverse("votables:new"), sent)
    assert (answer.status_code, Post.objects.count(), Draft.objects.count()) == (200, posts, 0)
    return sound(answer)


def choices_of(page: str) -> dict[str, str]:
    """What the buttons send that put another sentence in place of one, by that sentence."""
    return {
        html.unescape(words): key
        for key, words in re.findall(r'name="instead" value="([^"]*)"[^>]*data-words="([^"]*)"', page)
    }


def body_of(page: str) -> str:
    return html.unescape(re.search(r"<textarea[^>]*name=\"body\"[^>]*>\n?(.*?)</textarea>", page, re.S)[1])


def test_a_look_marks_each_sentence_beside_what_it_does(keys):
    page = look_at(MARKED, preview="1")
    assert re.findall(r'<a class="badge tone-\w+" href="#sentence-(\d)">', page) == ["1", "2", "3", "4", "5"]
    marks = re.findall(r'class="sentence-mark tone-(\w+)" id="sentence-(\d)" href="#read-(\d)"', page)
    assert marks == [
        ("plain", "1", "1"), ("pending", "2", "2"), ("enacted", "3", "3"), ("enacted", "4", "4"),
        ("deferential", "5", "5"),
    ]  # fmt: skip
    assert CHANGED in page and "was “Quorum”" in page
    assert body_of(page) == MARKED


def test_a_pressed_choice_stands_in_place_of_its_sentence(keys):
    choices = choices_of(look_at(MARKED, preview="1"))
    better = ASKED.replace("Kats", "Cats")
    assert body_of(look_at(MARKED, instead=choices[better])) == MARKED.replace(ASKED, better)


def test_a_sentence_is_left_to_the_admin_and_the_others_are_carried_out(keys):
    (by_hand,) = [one for one in choices_of(look_at(MARKED, preview="1")) if one.startswith("Let the admin")]
    key = choices_of(look_at(MARKED, preview="1"))[by_hand]
    page = look_at(MARKED, instead=key)
    assert body_of(page) == MARKED.replace(ASKED, by_hand)
    assert "not clear" not in page
    publish(body_of(page))
    assert ops() == ["step", "replace", "rename", "step"]
    assert Post.objects.get(title="Quieter").changes[0]["text"] == ASKED


@pytest.mark.parametrize("key", ["", "2.0.other", "9.0.nothing", "nonsense"])
def test_a_choice_of_a_sentence_that_has_been_changed_changes_nothing(keys, key):
    assert body_of(look_at(MARKED, instead=key)) == MARKED


def test_two_sentences_alike_are_told_apart(keys):
    page = look_at(f"{ASKED}\n\n{ASKED}", preview="1")
    (key,) = [key for words, key in choices_of(page).items() if "Cats" in words]
    assert key.startswith("2.")  # by words alone the second took the first one's place
    better = ASKED.replace("Kats", "Cats")
    assert body_of(look_at(f"{ASKED}\n\n{ASKED}", instead=key)) == f"{ASKED}\n\n{better}"


def test_whoever_edits_sees_how_it_is_read_too(keys):
    publish(CLEAR)
    post = Post.objects.get(title="Quieter")
    answer = save(post, ASKED, preview="1")
    assert answer.status_code == 200 and "There is no rule “Kats”." in sound(answer)
    better = ASKED.replace("Kats", "Cats")
    answer = save(post, ASKED, instead=choices_of(page_shown(answer))[better])
    assert body_of(page_shown(answer)) == better
    post.refresh_from_db()
    assert (post.body, post.version) == (CLEAR, 1)


# -- what it would mean as a matter

HOWL = "In the rule “Cats”, change “purr” to “howl”."


def test_beside_the_text_stands_what_the_law_asks_of_it(keys):
    propose(who("Bobby"), noon(1), "Another")
    forget()
    page = look_at(CLEAR, preview="1", posts=1)
    assert "What it means" in page
    assert re.search(r"<li>Proposal: 1 of 2 pending", page)
    assert "Passes with 2 more FOR in 12 h" in page
    assert "Its title needs [Core]" in page
    assert "Its title needs" not in look_at(HOWL, preview="1", posts=1)


def test_what_it_needs_is_known_some_seconds_after_the_queue_was_looked_at(keys):
    client = browser("Bobby")
    with at_time(noon(1)):
        client.get(reverse("votables:new"))
    with at_time(noon(1, seconds=20)):
        sent = {"text": HOWL, "category": "proposal", "title": "Quieter", "writing": "on"}
        assert "Passes with 2 more FOR" in page_shown(client.post(reverse("votables:preview"), sent))


def test_whoever_may_not_post_sees_it_while_they_write(keys):
    for number in range(2):
        propose(who("Bobby"), noon(1), f"Number {number}")
    forget()
    page = look_at(HOWL, preview="1", posts=2)
    assert "You cannot publish it now." in page and "Proposal: 2 of 2 pending" in page


def test_rivals_and_the_queue_ahead_stand_beside_a_text(keys):
    propose(who("Carol"), noon(1), "Growling", changes=[edit(keys, "Cats growl. Dogs bark.")])
    forget()
    page = look_at(HOWL, preview="1", posts=1)
    assert "Growling</a>, also pending, changes" in page
    assert "Once it is enacted, this matter no longer fits." in page
    assert "If the matters before it are enacted (“Growling”), it does this instead" in page
    page = look_at("Rename the rule “Quorum” to “Quorums”.", preview="1", posts=1)
    assert "Growling</a>, also pending" not in page
    assert "It does the same if the matters before it are enacted: “Growling”." in page


def test_another_version_of_a_matter_is_no_rival_of_itself_and_stands_in_its_place(keys):
    publish(HOWL)
    propose(who("Carol"), noon(1, hours=1), "Growling", changes=[edit(keys, "Cats growl. Dogs bark.")])
    forget()
    post = Post.objects.get(title="Quieter")
    page = sound(save(post, CLEAR, preview="1"))
    assert page.count("also pending, changes") == 1
    assert "matters before it" not in page and "of 2 pending" not in page
    with at_time(noon(1, hours=2)):
        sent = {"text": CLEAR, "category": "proposal", "title": "Quieter", "writing": "on", "post": post.pk}
        assert "matters before it" not in page_shown(browser("Bobby").post(reverse("votables:preview"), sent))
        assert "matters before it" in page_shown(browser("David").post(reverse("votables:preview"), sent))


@pytest.mark.parametrize("others", [1, 3])
def test_a_preview_asks_as_often_however_many_others_are_pending(keys, others, django_assert_max_num_queries):
    for place, name in enumerate(("Carol", "David", "Ellen")[:others]):
        growl = [edit(keys, f"Cats growl {place}. Dogs bark.")]
        propose(who(name), noon(1), f"Growling {place}", changes=growl)
    track(define("soot", default="5"), by=who("Alice"), at=noon(1))
    forget()
    address, client = reverse("votables:preview"), browser("Bobby")
    text = f"{CLEAR}\n\nSee [[Cats]].\n\nSet each Player's Soot to 1."
    sent = {"text": text, "category": "proposal", "title": "Quieter", "writing": "on"}
    with at_time(noon(1)):
        client.post(address, {"text": "Words."})
        with django_assert_max_num_queries(12):
            page = page_shown(client.post(address, sent))
    assert page.count("also pending, changes") == others
    assert page.count('tone-enacted" id="sentence-') == 3


# -- for voters, and for the admin

LINKED = [(f"sentence-{number}", f"change-{number - 2}") for number in (2, 3, 4, 5)]


def marked_in(page: str) -> list[tuple[str, str]]:
    """The marks on the text of a page, by the changes to which they lead; each change leads back to its mark."""
    marks = re.findall(r'<a class="sentence-mark tone-\w+" id="([\w-]+)" href="#([\w-]+)"', page)
    for mark, change in marks:
        assert f'id="{change}"' in page and f'href="#{mark}"' in page
    return marks


def published(body: str = MARKED.replace(ASKED, "Rename the rule “Votes” to “Ballots”.")) -> Post:
    publish(body)
    return Post.objects.get(title="Quieter")


def test_on_the_page_of_a_matter_its_text_leads_to_what_it_does_and_back(keys):
    post = published()
    with at_time(noon(1, hours=1)):
        page = sound(browser("Carol").get(post.get_absolute_url()))
    assert marked_in(page) == LINKED
    assert page.index('id="sentence-2"') < page.index('id="change-0"')


def test_marks_stay_when_the_rules_change(keys):
    longer = propose(who("Carol"), noon(1), "Longer", changes=[edit(keys, f"{CATS} Birds sing.")])
    supported(longer)
    with at_time(noon(1, hours=2)):
        forget()
        sent = {"title": "Quieter", "body": CLEAR, "category": "proposal"}
        browser("Bobby").post(reverse("votables:new"), sent)
    enact(longer, noon(2))
    with at_time(noon(2, hours=1)):
        page = sound(browser("Carol").get(Post.objects.get(title="Quieter").get_absolute_url()))
    assert len(marked_in(page)) == 2 and "Birds sing." in page


def test_marks_follow_the_text_when_it_is_edited(keys):
    publish(CLEAR)
    post = Post.objects.get(title="Quieter")
    with at_time(noon(1)):
        assert len(marked_in(sound(browser("Carol").get(post.get_absolute_url())))) == 2
        save(post, CLEAR.split("\n")[-1])
        assert marked_in(sound(browser("Carol").get(post.get_absolute_url()))) == [("sentence-1", "change-0")]


def test_changes_that_the_text_does_not_make_are_nobodys_sentence(keys):
    by_hand = [edit(keys, "Cats growl. Dogs bark.")]
    post = propose(who("Bobby"), noon(1), "Quieter", body=CLEAR, changes=by_hand)
    Post.objects.update(changes=by_hand)
    post.refresh_from_db()
    forget()
    with at_time(noon(1)):
        assert marked_in(sound(browser("Carol").get(post.get_absolute_url()))) == []


@pytest.mark.parametrize("way", ["dashboard", "queue", "verdict"])
def test_whoever_enacts_sees_the_text_beside_what_it_does_on_every_way(keys, way):
    post = supported(published(CLEAR))
    with at_time(noon(2)):
        admin = browser("Alice")
        address = reverse("votables:resolve", args=[post.pk, "enacted"])
        if way == "dashboard":
            assert f'href="{address}?dashboard"' in page_shown(admin.get(reverse("dashboard")))
            address += "?dashboard"
        elif way == "queue":  # which leads to the matter
            assert f'href="{post.get_absolute_url()}"' in page_shown(admin.get(reverse("votables:queue")))
            assert f'href="{address}"' in page_shown(admin.get(post.get_absolute_url()))
        else:
            address = reverse("votables:overrule", args=[post.pk])
        page = sound(admin.get(address))
    assert len(marked_in(page)) == 2
    assert page.index("The text that was voted on") < page.index("What enacting it does")


def test_a_matter_without_changes_shows_its_text_to_who_decides_too(keys):
    post = supported(propose(who("Bobby"), noon(1), "Quieter", body="I *think* so."))
    with at_time(noon(2)):
        page = sound(browser("Alice").get(reverse("votables:resolve", args=[post.pk, "enacted"])))
    assert "I <em>think</em> so." in page and "What enacting it does" not in page


# -- published and edited


def publish(body: str, **more: object) -> object:
    with at_time(noon(1)):
        sent = {"title": "Quieter", "body": body, "category": "proposal"}
        return browser("Bobby").post(reverse("votables:new"), {**sent, **more}, follow=True)


def ops() -> list[str]:
    return [one["op"] for one in Post.objects.get(title="Quieter").changes]


def test_what_is_published_carries_what_its_text_says(keys):
    assert "Published, with 2 changes." in sound(publish(CLEAR))
    post = Post.objects.get(title="Quieter")
    assert (ops(), post.amends) == (["replace", "rename"], ["core", "dynastic"])


def test_publishing_asks_once_about_what_is_not_clear(keys):
    answer = publish(f"{CLEAR}\n\n{ASKED}", amends="dynastic")
    assert (answer.status_code, Post.objects.count()) == (409, 0)
    page = page_shown(answer)
    assert "Part of the text is not clear." in page and f"<q>{ASKED}</q>" in page
    assert page.count("There is no rule “Kats”.") == 1  # the question is asked once
    publish(f"{CLEAR}\n\n{ASKED}", amends="dynastic", warned="on")
    assert ops() == []


@pytest.mark.parametrize(
    ("body", "more"),
    [
        ("I have thought about cats for a while.", {}),
        ("Cats purr.", {}),
        (ASKED, {"category": ""}),
        (ASKED, {"category": "cfj", "changes_nothing": "on"}),
        ("Cats purr. " * (LONGEST // 11 + 1), {"warned": "on"}),
    ],
    ids=["talk", "statement", "no matter", "changes nothing", "too long"],
)
def test_a_text_that_orders_nothing_is_published_without_a_question(keys, body, more):
    assert publish(body, **more).status_code == 200
    assert ops() == []


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (
            "\n\n".join(f"Add a rule “Cat {number}” that reads “Purr.”" for number in range(MOST + 1)),
            "at most 40",
        ),
        ("Return the rules to revision 999.", "There is no such revision"),
    ],
    ids=["too many", "of what is not there"],
)
def test_what_no_matter_may_carry_keeps_nobody_from_publishing(keys, body, why):
    answer = publish(body, amends="dynastic")
    assert (answer.status_code, Post.objects.count()) == (409, 0)
    assert why in page_shown(answer)
    assert publish(body, amends="dynastic", warned="on").status_code == 200
    assert ops() == []


def test_whoever_may_not_post_is_told_so_before_anything_is_asked(keys):
    for number in range(2):
        propose(who("Bobby"), noon(1), f"Number {number}")
    forget()
    answer = publish(ASKED, amends="dynastic")
    assert answer.status_code == 403
    assert "Part of the text is not clear." not in page_shown(answer)


def test_changes_that_were_attached_stay_beside_what_is_not_clear(keys):
    draft = draft_of(ASKED, changes=[edit(keys, "Cats growl. Dogs bark.")])
    answer = publish(draft.body, draft=draft.pk)
    assert "only the attached changes are applied" in page_shown(answer)
    assert not Post.objects.filter(title="Quieter").exists()
    publish(draft.body, draft=draft.pk, warned="on")
    assert Post.objects.get(title="Quieter").changes == draft.changes


def test_a_change_that_does_something_else_than_the_text_is_asked_about_once(keys):
    draft = draft_of(CLEAR)
    address = reverse("votables:add_draft_change", args=[draft.pk])
    sent = {"op": "replace", "rule": keys["Cats"], "find": "purr", "text": "growl", "count": "one"}
    sent["seen"] = crc32(b"[]")
    with at_time(noon(1)):
        answer = browser("Bobby").post(address, sent)
        assert "The text does something else to Cats. Change the text first" in page_shown(answer)
        draft.refresh_from_db()
        assert draft.changes == []
        browser("Bobby").post(address, {**sent, "find": "Cats purr", "text": "Cats sleep"})
        draft.refresh_from_db()
        assert (draft.body, [one["op"] for one in draft.changes]) == (CLEAR, ["replace", "rename"])


def contrary_draft(keys: dict[str, str], body: str = CLEAR) -> Draft:
    """One whose text says that cats sleep, and with which a change goes by which they growl."""
    draft = draft_of(body)
    Draft.objects.filter(pk=draft.pk).update(changes=[edit(keys, "Cats growl. Dogs bark.")])
    return draft


@pytest.mark.parametrize("body", [CLEAR, f"{CLEAR}\n\n{ASKED}"], ids=["clear", "not clear"])
@pytest.mark.parametrize("more", [{}, {"warned": "on"}], ids=["at first", "once more"])
def test_text_and_changes_that_differ_are_never_published(keys, body, more):
    answer = publish(body, draft=contrary_draft(keys, body).pk, **more)
    assert not Post.objects.filter(title="Quieter").exists()
    if body == CLEAR or more:  # else the text is asked about first
        assert answer.status_code == 422
        page = page_shown(answer)
        assert "do different things to Cats. Take these changes out" in page
        assert 'name="agree" value="text"' in page and 'name="agree" value="changes"' in page


@pytest.mark.parametrize(
    ("agree", "cats"), [("text", "Cats sleep."), ("changes", "Cats growl.")], ids=["text", "attached"]
)
def test_one_click_lets_text_and_changes_agree(keys, agree, cats):
    draft = contrary_draft(keys)
    assert publish(CLEAR, draft=draft.pk, agree=agree).status_code == 200
    draft.refresh_from_db()
    assert publish(draft.body, draft=draft.pk, amends="dynastic").status_code == 200
    post = Post.objects.get(title="Quieter")
    assert [one["op"] for one in post.changes] in (["replace", "rename"], ["edit", "rename"])
    enact(supported(post), noon(4))
    assert cats in [node.text.split("\n")[0][: len(cats)] for node in standing(noon(5)).walk()]


def save(post: Post, body: str, **more: object) -> object:
    with at_time(noon(1)):
        sent = {"title": "Quieter", "body": body, "seen": post.version, "amends": post.amends, **more}
        return browser("Bobby").post(reverse("votables:edit", args=[post.pk]), sent, follow=True)


def test_another_text_is_read_again_and_text_and_changes_cannot_disagree(keys):
    publish(CLEAR.replace("sleep", "gain 2 Soot"))
    post = Post.objects.get(title="Quieter")
    save(post, CLEAR.replace("sleep", "gain 1 Soot"))
    post.refresh_from_db()
    assert [one["text"] for one in post.changes if one["op"] == "replace"] == ["gain 1 Soot"]
    answer = save(post, ASKED)
    assert answer.status_code == 409 and f"<q>{ASKED}</q>" in page_shown(answer)
    assert len(ops()) == 2
    save(post, ASKED, warned="on")
    assert ops() == []
    post.refresh_from_db()
    save(post, CLEAR)
    assert len(ops()) == 2


@pytest.mark.parametrize(("name", "day"), [("Carol", 1), ("Bobby", 3)], ids=["another", "too late"])
def test_whoever_may_not_edit_is_told_so_before_anything_is_asked(keys, name, day):
    publish(CLEAR)
    post = Post.objects.get(title="Quieter")
    with at_time(noon(day)):
        sent = {"title": "Quieter", "body": ASKED, "seen": post.version, "amends": post.amends}
        answer = browser(name).post(reverse("votables:edit", args=[post.pk]), sent)
    assert answer.status_code == 403
    assert "Part of the text is not clear." not in page_shown(answer)


def test_changes_that_were_attached_by_hand_stay_when_the_text_is_edited(keys):
    by_hand = [edit(keys, "Cats growl. Dogs bark.")]
    post = propose(who("Bobby"), noon(1), "Quieter", body=CLEAR, changes=by_hand)
    Post.objects.update(changes=by_hand)
    post.refresh_from_db()
    forget()
    assert save(post, ASKED).status_code == 200
    assert Post.objects.get(title="Quieter").changes == by_hand


@pytest.mark.parametrize(("category", "does"), [("proposal", True), ("", False), ("nonsense", False)])
def test_the_preview_of_a_matter_shows_what_its_text_does(
    keys, category, does, django_assert_max_num_queries
):
    address, client = reverse("votables:preview"), browser("Bobby")
    with at_time(noon(1)):
        client.post(address, {"text": "Words."})
        with django_assert_max_num_queries(12):
            answer = client.post(address, {"text": CLEAR, "category": category, "title": "Quieter"})
        assert (CHANGED in answer.content.decode()) == does
        response = client.post(address, {"text": ASKED, "category": category, "title": "Quieter"})
        assert ("1 sentence is not clear." in page_shown(response)) == does
        assert (response.status_code, Draft.objects.count()) == (200, 0)
        long = client.post(address, {"text": "Cats purr. " * (LONGEST // 11 + 1), "category": category})
        assert ("does not read" in page_shown(long)) == does


MARK = "The text does not say this: it was attached separately."


def test_of_an_older_matter_its_pages_say_what_the_text_does_not(keys):
    changes = [edit(keys, "Cats sleep. Dogs bark."), {"op": "step", "text": "Clap."}]
    post = propose(who("Bobby"), noon(1), "Old", body="I like cats.", changes=changes)
    assert [one["op"] for one in post.changes] == ["edit", "step"]
    resolve = reverse("votables:resolve", args=[post.pk, "enacted"])
    supported(post)

    def marks() -> list[int]:
        with at_time(noon(2)):
            pages = [browser("Bobby").get(post.get_absolute_url()), browser("Alice").get(resolve)]
            return [sound(page).count(MARK) for page in pages]

    assert marks() == [0, 0]
    half = post.body.replace("Let the admin do this by hand: “Clap.”.", "")
    Post.objects.filter(pk=post.pk).update(body=half, version=2)
    assert marks() == [1, 1]


def test_an_older_matter_is_compared_with_the_rules_as_they_stood(keys):
    """It carries what it says in other words; a rule was renamed since, and one sentence has no change."""
    text = f"{CLEAR}\n\nAdd a new dynastic rule called “Mice”:\n\n> Mice squeak."
    whole = edit(keys, "Cats sleep. Dogs bark.\n")
    renamed = {"op": "rename", "rule": keys["Quorum"], "title": "Quorums", "base": "Quorum"}
    post = propose(who("Bobby"), noon(1), "Old", body=text, changes=[])
    Post.objects.update(changes=[whole, renamed])
    step = Amendment("rename", rule=keys["Cats"], title="Felines", base="Cats")
    after = apply(standing(noon(1)), [step]).tree
    revise(tree=after, seen=revision_at(noon(1)).pk, kind="import", at=noon(2), by=None, why="A test")
    supported(post)
    resolve = reverse("votables:resolve", args=[post.pk, "enacted"])
    with at_time(noon(2)):
        for answer in (browser("Carol").get(post.get_absolute_url()), browser("Alice").get(resolve)):
            page = sound(answer)
            assert [change for _mark, change in marked_in(page)] == ["change-0", "change-1"]
            assert MARK not in page
            assert page.count("The text also says this, but no attached change does it.") == 1


@pytest.mark.parametrize("status", ["enacted", "failed"])
def test_of_a_resolved_matter_each_sentence_leads_to_what_it_did(keys, status):
    post = propose(
        who("Bobby"), noon(1), "Quieter", body=CLEAR, changes=[edit(keys, "Cats sleep. Dogs bark.")]
    )
    if status == "enacted":
        enact(supported(post), noon(2))
    else:
        resolving.resolve_against_verdict(
            post=post, to="failed", by=who("Alice"), at=noon(2), reason="A test."
        )
    with at_time(noon(3)):
        page = sound(browser(None).get(post.get_absolute_url()))
    assert re.findall(r'id="sentence-\d" href="#([\w-]+)"', page) == ["change-0", "change-1"]
    assert [page.count(f'id="change-{place}"') for place in (0, 1)] == [1, 1]


def test_a_draft_says_which_of_its_changes_its_text_does_not_say(keys):
    draft = draft_of("I like cats.", changes=[edit(keys, "Cats sleep. Dogs bark.")])
    page = reverse("votables:draft_changes", args=[draft.pk])
    with at_time(noon(1)):
        assert MARK not in sound(browser("Bobby").get(page))
        Draft.objects.update(body="I like cats.")
        assert MARK in sound(browser("Bobby").get(page))


def test_a_change_that_is_taken_away_goes_out_of_the_text(keys):
    post = propose(who("Bobby"), noon(1), "Old", body=CLEAR, changes=[{"op": "step", "text": "Clap."}])
    page = reverse("votables:post_changes", args=[post.pk])
    with at_time(noon(1)):
        browser("Bobby").post(page, {"remove": str(len(post.changes) - 1), "seen": post.version})
    post.refresh_from_db()
    assert (post.body.strip(), post.version, post.versions.count()) == (CLEAR, 2, 2)


def test_what_a_rule_defines_is_tracked_at_the_press_of_a_button(keys):
    rule = "Each Player has a Flour, a non-negative integer that defaults to 3, publicly tracked."
    body = f"Add a new dynastic rule called “Baking”:\n\n> {rule}"
    sent = {"title": "Flour", "category": "proposal", "body": body}
    with at_time(noon(1)):
        page = page_shown(browser("Bobby").post("/posts/new/", {**sent, "preview": "1"}))
        (key,) = re.findall(r'name="offer" value="(\w+)"', page)
        assert "whole number" in page
        answer = browser("Bobby").post("/posts/new/", {**sent, "offer": key})
        body = answer.context["form"]["body"].value()
        assert body.startswith(sent["body"]) and "Track “flour” for each player, defined so:" in body
        (then,) = re.findall(r'name="offer" value="(\w+)"', page_shown(answer))  # only to be changed
        assert "Change Flour" in page_shown(answer) and "Track Flour" not in page_shown(answer)
        for one in (key, then):
            again = browser("Bobby").post("/posts/new/", {**sent, "body": body, "offer": one})
            assert again.context["form"]["body"].value() == body
        browser("Bobby").post("/posts/new/", {**sent, "body": body})
    assert [one["op"] for one in Post.objects.get().changes] == ["add", "track"]


BAKING = (
    "Add a new dynastic rule called “Baking”:\n\n> Each Player has a Flour, a non-negative integer that"
    " defaults to 3, publicly tracked."
)
AS_READ = {
    "kind": "whole", "floor": "0", "ceiling": "", "choices": "", "default": "3", "audience": "all", "formula": "",
}  # fmt: skip


@pytest.mark.parametrize(
    ("filled", "parts"),
    [
        ({"ceiling": "9", "default": "4"}, {"kind": "whole", "ceiling": "9", "default": "4"}),
        ({"floor": "", "audience": "emperor"}, {"floor": None, "audience": "emperor"}),
        (
            {"kind": "choice", "choices": "Rye\r\n Wheat \r\n", "default": "Rye"},
            {"choices": ["Rye", "Wheat"]},
        ),
        ({"formula": "2 * 3", "default": ""}, {"formula": "2 * 3"}),
    ],
)
def test_what_else_a_value_can_be_is_said_in_the_text_before_and_after_it_is_tracked(keys, filled, parts):
    sent = {"title": "Flour", "category": "proposal", "body": BAKING}
    with at_time(noon(1)):
        page = page_shown(browser("Bobby").post("/posts/new/", {**sent, "preview": "1"}))
        (key,) = re.findall(r'name="offer" value="(\w+)"', page)
        fold = {f"fold-{key}-{name}": value for name, value in {**AS_READ, **filled}.items()}
        said_at_once = browser("Bobby").post("/posts/new/", {**sent, **fold, "offer": key})
        plain = browser("Bobby").post("/posts/new/", {**sent, "offer": key})
        body = plain.context["form"]["body"].value()
        (key,) = re.findall(r'name="offer" value="(\w+)"', page_shown(plain))
        fold = {f"fold-{key}-{name}": value for name, value in {**AS_READ, **filled}.items()}
        said_later = browser("Bobby").post("/posts/new/", {**sent, "body": body, **fold, "offer": key})
        first, second = (one.context["form"]["body"].value() for one in (said_at_once, said_later))
        assert first == second != body
        browser("Bobby").post("/posts/new/", {**sent, "body": first})
    definition = Post.objects.get().changes[1]["step"]["definition"]
    assert {**definition, **parts} == definition


def test_what_cannot_be_tracked_like_that_is_refused_beside_it_and_stays_filled_in(keys):
    sent = {"title": "Flour", "category": "proposal", "body": BAKING}
    with at_time(noon(1)):
        page = page_shown(browser("Bobby").post("/posts/new/", {**sent, "preview": "1"}))
        (key,) = re.findall(r'name="offer" value="(\w+)"', page)
        fold = {f"fold-{key}-{name}": value for name, value in {**AS_READ, "ceiling": "many"}.items()}
        answer = browser("Bobby").post("/posts/new/", {**sent, **fold, "offer": key})
        assert answer.context["form"]["body"].value() == BAKING
        (offer,) = answer.context["look"].offers
        assert "many" in offer.refusal and offer.refusal in page_shown(answer)
        assert f'name="fold-{key}-ceiling" value="many"' in page_shown(answer)


def test_a_call_for_judgement_is_read_marked_and_carried_out_as_a_proposal_is(keys):
    sent = {"title": "Sleep", "category": "cfj", "body": CLEAR.splitlines()[0]}
    with at_time(noon(1)):
        look = page_shown(browser("Bobby").post("/posts/new/", {**sent, "preview": "1"}))
        assert CHANGED in look and 'name="open_rule"' in look
        response = browser("Bobby").post("/posts/new/", {**sent, "body": ASKED})
        assert response.status_code == 409 and "Part of the text is not clear." in page_shown(response)
        assert browser("Bobby").post("/posts/new/", sent).status_code == 302
        post = Post.objects.get()
        assert (post.category, [one["op"] for one in post.changes]) == ("cfj", ["replace"])
        page = sound(browser("Carol").get(post.get_absolute_url()))
        assert [change for _mark, change in marked_in(page)] == ["change-0"]
    enact(supported(post), noon(3))
    assert standing(noon(3)).find(keys["Cats"]).text == "Cats sleep. Dogs bark."
