"""The changes of a matter in the browser: from a draft to the rules."""

import re

import pytest
from django.urls import reverse

from players.present import forget
from ruleset.law.numbers import with_figure
from ruleset.models import Revision
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from votables.models import Draft, Post
from votables.queries.judge_facts import docket_at
from votables.services import resolving

from ..table import BEGINNING, noon, propose, vote
from .browsing import FIVE, add, at_time, browser, edit, enact, page_shown, sound, standing, supported, who

pytestmark = pytest.mark.django_db


def test_a_proposal_goes_from_writing_to_enactment_with_its_changes(keys):
    with at_time(noon(1)):
        ahead = propose(who("Carol"), noon(1), "Growling", changes=[edit(keys, "Cats growl. Dogs bark.")])
        client = browser("Bobby")
        written = {"title": "Quieter Cats", "body": "Amend it.", "category": "proposal", "save": "changes"}
        answer = client.post(reverse("votables:new"), written)
        draft = Draft.objects.get()
        address = reverse("votables:draft_changes", args=[draft.pk])
        assert answer.url == address
        for op, fields in (
            ("replace", {"rule": keys["Cats"], "find": "purr", "text": "sleep", "count": "one"}),
            ("add", {"parent": keys["Dynastic Rules"], "title": "", "text": "Birds sing."}),
            ("rename", {"rule": keys["Quorum"], "title": "Quorums"}),
            ("step", {"text": "Thank them.", "when": "rule", "when_words": "Birds", "when_negated": "on"}),
        ):
            assert add(client, address, op, **fields).url == address
        page = sound(client.get(address))
        assert "Cats <del>purr</del><ins>sleep</ins>. Dogs bark." in page
        assert (
            "Its title needs [Core]: without it each change of Core Rules has to name their section" in page
        )
        assert '<a href="/law/#rule-tags">Tags</a>' in page
        draft.refresh_from_db()
        assert draft.body.startswith(
            "Amend it.\n\nIn the text of the rule “Cats”, replace the words “purr” with “sleep”."
        )
        published = {"title": "Quieter Cats", "body": draft.body, "category": "proposal", "warned": "on"}
        client.post(reverse("votables:draft", args=[draft.pk]), published)
        post = Post.objects.get(title="Quieter Cats")
        assert [change["op"] for change in post.changes] == ["replace", "add", "rename", "step"]
        assert (post.amends, Draft.objects.count()) == (["core", "dynastic"], 0)

        page = sound(browser(None).get(post.get_absolute_url()))
        assert "Cats <del>purr</del><ins>sleep</ins>. Dogs bark." in page
        assert f'<a href="/rules/{keys["Cats"]}/">2.1 Cats</a></b> <small>amended</small>' in page
        assert "2.3 Quieter Cats</b> <small>added</small>" in page
        assert "1.1 Quorums</a></b> <small>renamed, was “Quorum”</small>" in page
        assert "Its title needs [Core]" in page
        assert "Met now: there is no rule called “Birds”." in page
        assert "also pending, changes 2.1 Cats too. Once it is enacted, this matter no longer fits." in page
        assert "If the matters before it are enacted (“Growling”), it does this instead" in page
    gone = {"to": "failed", "by": who("Alice"), "at": noon(1), "reason": "A test."}
    resolving.resolve_against_verdict(post=ahead, **gone)

    supported(post)
    admin, resolve = browser("Alice"), reverse("votables:resolve", args=[post.pk, "enacted"])
    with at_time(noon(2)):
        assert "Cats <del>purr</del><ins>sleep</ins>. Dogs bark." in sound(admin.get(resolve))
        answer = admin.post(resolve)
        assert answer.status_code == 409
        assert "Do this step first and tick it off: Thank them." in sound(answer)
        assert admin.post(resolve, {"tick-3": "on"}).status_code == 302
        page = sound(browser(None).get(f"/rules/{keys['Cats']}/"))
        assert "Quieter Cats" in page
        page = sound(browser(None).get(post.get_absolute_url()))
        assert "Rules changed" in page
    assert [(placed.number, placed.node.title) for placed in standing(noon(2)).placed()] == [
        ("1", "Core Rules"), ("1.1", "Quorums"), ("1.2", "Votes"),
        ("2", "Dynastic Rules"), ("2.1", "Cats"), ("2.2", "Long"), ("2.3", "Quieter Cats"),
    ]  # fmt: skip


def test_a_clash_is_caught_on_the_admins_page_and_corrected_there(keys, clashing):
    admin, resolve = browser("Alice"), reverse("votables:resolve", args=[clashing.pk, "enacted"])
    sides = "<td>purr</td><td>sleep</td><td>hiss</td>"
    with at_time(noon(2)):
        page = sound(admin.get(resolve))
        assert ("It no longer fits." in page, sides in page) == (True, True)
        assert "Cats <del>purr</del><ins>hiss</ins>. Dogs bark." in page
        answer = admin.post(resolve)
        assert (answer.status_code, sides in sound(answer)) == (409, True)
        sent = {"correct-0": "on", "text-0": "Cats hiss or sleep.\r\nDogs bark."}
        answer = admin.post(resolve, sent)
        page = sound(answer)
        assert (answer.status_code, "Say why you correct" in page) == (400, True)
        assert "Cats hiss or sleep.\nDogs bark.</textarea>" in page
        assert Post.objects.get(pk=clashing.pk).status == "pending"
        assert admin.post(resolve, {**sent, "why-0": "Both were enacted."}).status_code == 302
        page = sound(browser(None).get(clashing.get_absolute_url()))
    assert "Edit: <b>Cats</b>, corrected by the admin: Both were enacted." in page
    assert standing(noon(2)).find(keys["Cats"]).text == "Cats hiss or sleep.\nDogs bark."


def test_an_admin_names_a_new_rule_and_puts_words_right_before_applying_them(keys):
    changes = [
        {"op": "add", "parent": keys["Dynastic Rules"], "after": "", "title": "", "text": "Birds sing."},
        {"op": "replace", "rule": "", "find": "Dogs", "text": "Wovles"},
    ]
    post = supported(propose(who("Bobby"), noon(1), "Growth", changes=changes))
    admin, resolve = browser("Alice"), reverse("votables:resolve", args=[post.pk, "enacted"])
    with at_time(noon(2)):
        page = sound(admin.get(resolve))
        assert '<label for="text-1">“Dogs” becomes</label>' in page
        sent = {
            "correct-0": "on", "title-0": " Birds ", "text-0": "Birds sing.", "why-0": "It had no name.",
            "correct-1": "on", "text-1": "Wolves", "why-1": "A slip.",
        }  # fmt: skip
        assert admin.post(resolve, {**sent, "title-0": "x\x00"}).status_code == 400
        assert admin.post(resolve, sent).status_code == 302
        page = sound(browser(None).get(post.get_absolute_url()))
    assert "corrected by the admin: It had no name. <b>Birds</b> <q>Birds sing.</q>" in page
    assert "corrected by the admin: A slip. <q>Wolves</q>" in page
    rules = standing(noon(2))
    assert (rules.find(keys["Cats"]).text, rules.named("Birds")[0].text) == (
        "Cats purr. Wolves bark.",
        "Birds sing.",
    )


def test_a_clash_is_left_out_with_a_reason(keys, clashing):
    admin, resolve = browser("Alice"), reverse("votables:resolve", args=[clashing.pk, "enacted"])
    with at_time(noon(2)):
        assert admin.post(resolve, {"skip-0": "on", "why-0": "It lost its point."}).status_code == 302
        page = sound(browser(None).get(clashing.get_absolute_url()))
    assert "Edit: <b>Cats</b>, left out: It lost its point.<" in page
    assert standing(noon(2)).find(keys["Cats"]).text == "Cats sleep. Dogs bark."


def test_a_clash_is_settled_against_the_verdict_too(keys, clashing):
    admin, overrule = browser("Alice"), reverse("votables:overrule", args=[clashing.pk])
    sent = {"to": "enacted", "reason": "The program is wrong."}
    with at_time(noon(2)):
        assert "Settle it" in sound(admin.get(overrule))
        assert admin.post(overrule, sent).status_code == 409
        assert admin.post(overrule, {**sent, "skip-0": "on", "why-0": "No."}).status_code == 302
    clashing.refresh_from_db()
    assert clashing.status == "enacted"


def test_a_failed_matter_still_shows_what_it_would_have_done(keys):
    post = propose(who("Bobby"), noon(1), changes=[edit(keys, "Cats sleep. Dogs bark.")])
    resolving.resolve_against_verdict(post=post, to="failed", by=who("Alice"), at=noon(2), reason="A test.")
    with at_time(noon(3)):
        page = sound(browser(None).get(post.get_absolute_url()))
    assert "What it would have done" in page
    assert "Cats <del>purr</del><ins>sleep</ins>. Dogs bark." in page


def test_one_number_of_the_law_is_changed_and_judges_the_next_proposal(keys):
    with at_time(noon(1)):
        client = browser("Bobby")
        client.post(reverse("votables:new"), {"title": "Six Hours", "body": "Six.", "category": "proposal",
                                              "save": "changes"})  # fmt: skip
        address = reverse("votables:draft_changes", args=[Draft.objects.get().pk])
        old = law_at(noon(1)).law.text
        assert add(client, address, "law", number="hours.minimum.value", value="six").status_code == 400
        answer = add(client, address, "law", number="hours.minimum.value", value="6")
        assert answer.url == address
        new = with_figure(old, "hours.minimum.value", "6")
        assert Draft.objects.get().changes == [{"op": "law", "text": new, "base": old}]
        young = supported(propose(who("Carol"), noon(0, hours=16), "Young"), noon(0, hours=17))
        page = sound(client.get(address))
        assert "value = <del>12</del><ins>6</ins>" in page
        assert f">{young.title}</a></td><td>stays pending</td><td><b>can be enacted</b></td>" in page
        draft = Draft.objects.get()
        client.post(reverse("votables:draft", args=[draft.pk]),
                    {"title": "Six Hours", "body": draft.body, "category": "proposal"})  # fmt: skip
        post = Post.objects.get(title="Six Hours")
        page = sound(browser(None).get(post.get_absolute_url()))
        assert f">{young.title}</a></td><td>stays pending</td><td><b>can be enacted</b></td>" in page
    resolving.resolve_against_verdict(post=young, to="failed", by=who("Alice"), at=noon(2), reason="A test.")
    supported(post)
    with at_time(noon(2)):
        resolve = reverse("votables:resolve", args=[post.pk, "enacted"])
        assert browser("Alice").post(resolve).status_code == 302
    following = propose(who("Carol"), noon(2), "Next")
    vote(following, noon(2, minutes=1), **{"for": [who("Alice"), who("Bobby")]})
    assert [docket_at(noon(2, hours=hours)).ruling(following).may_enact for hours in (5, 6)] == [False, True]


def test_a_day_in_place_of_the_twelve_hours_is_what_every_sentence_says(keys):
    changed = with_figure(law_at(noon(1)).law.text, "hours.minimum.value", "24")
    change = {"op": "law", "text": changed, "base": law_at(noon(1)).law.text}
    enact(supported(propose(who("Bobby"), noon(1), "A Day", changes=[change])), noon(2))
    following = supported(propose(who("Carol"), noon(2), "Next"), noon(2, hours=1))
    at = noon(2, hours=14)
    assert docket_at(at).ruling(following).may_enact is False
    with at_time(at):
        admin = browser("Alice")
        pages = {
            "post": sound(admin.get(following.get_absolute_url())),
            "resolve": sound(admin.get(reverse("votables:resolve", args=[following.pk, "enacted"]))),
            "law": sound(admin.get(reverse("ruleset:law"))),
            "queue": sound(admin.get(reverse("votables:queue"))),
        }
        assert admin.post(reverse("votables:resolve", args=[following.pk, "enacted"])).status_code == 403
    assert [name for name, page in pages.items() if "12 h" in page] == []
    assert "it has been open for 24 hours" in pages["post"]
    assert re.search(r"Can be enacted in <span data-until=\S+>10\u00a0h</span>\.", pages["post"])
    assert "it has been open for 24 hours" in pages["law"]
    assert docket_at(noon(2, hours=24)).ruling(following).may_enact is True


def test_a_rule_is_put_below_a_new_rule_in_the_browser(keys):
    with at_time(noon(1)):
        post, client = propose(who("Bobby"), noon(1)), browser("Bobby")
        address = reverse("votables:post_changes", args=[post.pk])
        assert add(client, address, "add", parent="top", title="Zoo", text="Animals.").url == address
        page = sound(client.get(f"{address}add/", {"op": "add"}))
        assert '<option value="new-0">3 Zoo (new)</option>' in page
        assert "nothing: a new section" in page
        assert "Without one it is called “Cats”." in page
        assert add(client, address, "add", parent="new-0", text="Birds sing.").url == address
        answer = add(client, address, "add", parent="new-0", after=keys["Cats"], text="Dogs.")
        assert (answer.status_code, "is not below the chosen one" in sound(answer)) == (400, True)
        assert add(client, address, "add", parent="new-0", after="new-1", title="Dogs").url == address
        move = {"rule": keys["Cats"], "parent": "new-1"}
        assert add(client, address, "move", **move).url == address
        page = sound(client.get(address))
        assert "3.1 Cats</b> <small>added</small>" in page
        assert "3.2 Dogs</b> <small>added</small>" in page
        seen = client.get(address).context["seen"]
        answer = client.post(address, {"remove": "0", "seen": seen})
        assert (answer.status_code, "Remove that change first." in sound(answer)) == (409, True)
    supported(post)
    with at_time(noon(2)):
        assert (
            browser("Alice").post(reverse("votables:resolve", args=[post.pk, "enacted"])).status_code == 302
        )
    assert [(placed.number, placed.node.title) for placed in standing(noon(2)).placed()][-4:] == [
        ("3", "Zoo"), ("3.1", "Cats"), ("3.1.1", "Cats"), ("3.2", "Dogs"),
    ]  # fmt: skip


def test_the_law_can_be_changed_as_a_document(keys):
    with at_time(noon(1)):
        post, client = propose(who("Bobby"), noon(1)), browser("Bobby")
        address = reverse("votables:post_changes", args=[post.pk])
        law = law_at(noon(1)).law.text
        answer = add(client, address, "law", text="name = ")
        assert (answer.status_code, "This law cannot be read" in sound(answer)) == (400, True)
        assert add(client, address, "law", text=law.replace("value = 48", "value = 50")).url == address
        page = sound(client.get(address))
    assert "value = <del>48</del><ins>50</ins>" in page
    assert "lines unchanged" in page


def test_a_call_reverts_the_rules_to_a_named_revision(keys):
    before = revision_at(noon(1))
    enact(supported(propose(who("Bobby"), noon(1), changes=[edit(keys, "Nothing.")])), noon(2))
    with at_time(noon(2)):
        call = propose(who("Carol"), noon(2), "Back", category="cfj")
        client, address = browser("Carol"), reverse("votables:post_changes", args=[call.pk])
        assert add(client, address, "revert", revision="999999").status_code == 400
        assert add(client, address, "revert", revision=str(before.pk)).url == address
        page = sound(client.get(call.get_absolute_url()))
        assert "2.1 Cats" in page
        assert f'after <a href="/rules/revisions/{before.pk}/">revision {before.pk}</a>' in page
        assert "Cats purr. Dogs bark." in sound(client.get(f"/rules/?revision={before.pk}"))
    supported(call, noon(2, hours=1))
    with at_time(noon(3)):
        browser("Alice").post(reverse("votables:resolve", args=[call.pk, "enacted"]))
    assert standing(noon(3)) == tree_after(before.pk)


def test_replacing_words_everywhere_shows_each_rule_and_long_ones_folded(keys):
    with at_time(noon(1)):
        post, client = propose(who("Bobby"), noon(1)), browser("Bobby")
        address = reverse("votables:post_changes", args=[post.pk])
        add(client, address, "replace", find="Cats", text="Lions")
        add(client, address, "replace", find="Paragraph e", text="Part e")
        page = sound(client.get(address))
    assert "<del>Cats</del><ins>Lions</ins> purr. Dogs bark." in page
    assert "2.1 Lions</a></b> <small>renamed, amended, was “Cats”</small>" in page
    assert "⋯ 3 paragraphs unchanged" in page
    assert "Paragraph a of a long rule." not in page


def test_words_are_put_in_by_a_form_beside_others_or_at_an_end(keys):
    with at_time(noon(1)):
        post, client = propose(who("Bobby"), noon(1)), browser("Bobby")
        address, cats = reverse("votables:post_changes", args=[post.pk]), keys["Cats"]
        beside = add(client, address, "insert", rule=cats, place="after", anchor="Cats", text="often")
        at_end = add(client, address, "insert", rule=cats, place="end", text="Birds\r\nsing.")
        assert beside.url == at_end.url == address
        page = sound(client.get(address))
    assert "Cats <ins>often </ins>purr. Dogs bark." in page
    assert post.changes == [] and [one["text"] for one in Post.objects.get().changes] == [
        "often",
        "Birds\nsing.",
    ]


@pytest.mark.parametrize(
    ("sent", "status", "sentence"),
    [
        ({"place": "end", "text": ""}, 400, "This field is required."),
        ({"place": "after", "text": "x"}, 400, "Say beside which words to put them."),
        ({"place": "end", "anchor": "Cats", "text": "x"}, 400, "are not beside other words"),
        ({"place": "nowhere", "text": "x"}, 400, "Select a valid choice"),
    ],
)
def test_words_that_go_nowhere_are_refused_with_what_is_missing(keys, sent, status, sentence):
    with at_time(noon(1)):
        post, client = propose(who("Bobby"), noon(1)), browser("Bobby")
        answer = add(
            client, reverse("votables:post_changes", args=[post.pk]), "insert", rule=keys["Cats"], **sent
        )
    assert answer.status_code == status
    assert sentence in page_shown(answer)
    post.refresh_from_db()
    assert post.changes == []


def test_moving_among_siblings_says_from_where(keys):
    with at_time(noon(1)):
        post, client = propose(who("Bobby"), noon(1)), browser("Bobby")
        address = reverse("votables:post_changes", args=[post.pk])
        answer = add(
            client, address, "move", rule=keys["Cats"], parent=keys["Dynastic Rules"], after=keys["Long"]
        )
        assert answer.url == address
        page = sound(client.get(address))
    assert "2.2 Cats</a></b> <small>moved, was 2.1</small>" in page


def test_new_rules_of_several_matters_are_told_apart(keys):
    new = {"op": "add", "parent": keys["Dynastic Rules"], "after": "", "title": "", "text": "New."}
    propose(who("Bobby"), noon(1), "First", changes=[new])
    second = propose(who("Carol"), noon(1), "Second", changes=[new])
    with at_time(noon(1)):
        page = sound(browser(None).get(second.get_absolute_url()))
    assert "2.3 Second</b> <small>added</small>" in page
    assert "It does the same if the matters before it are enacted: “First”." in page
    assert "also pending" not in page


def test_rivals_that_fit_together_are_named_without_a_warning(keys):
    propose(who("Bobby"), noon(1), "First", changes=[edit(keys, "Cats sleep. Dogs bark.")])
    second = propose(who("Carol"), noon(1), "Second", changes=[edit(keys, "Cats purr. Dogs howl.")])
    with at_time(noon(1)):
        page = sound(browser(None).get(second.get_absolute_url()))
    assert "also pending, changes 2.1 Cats too. The two fit together." in page
    assert "Cats sleep. Dogs <del>bark</del><ins>howl</ins>." in page
    assert "Merged with what others have changed since." in page


def test_a_condition_on_a_matter_ahead_counts_it_as_enacted_later(keys):
    first = propose(who("Bobby"), noon(1), "First", changes=[{"op": "step", "text": "Dance."}])
    hangs = {"kind": "matter", "post": first.pk, "status": "enacted", "negated": False}
    second = propose(who("Carol"), noon(1), "Second", changes=[edit(keys, "Nothing.", when=hangs)])
    with at_time(noon(1)):
        page = sound(browser(None).get(second.get_absolute_url()))
    assert "Not met now: “First” is pending." in page
    assert "Met now: “First” is enacted." in page
    assert f'<a href="/posts/{first.pk}/">if matter {first.pk} is enacted</a>' in page


# -- how much of it is asked and shown


def test_post_page_asks_no_more_for_more_changes_and_rivals(keys, django_assert_num_queries):
    def matter(number: int, changes: int) -> Post:
        hangs = [
            {"kind": "matter", "post": other.pk, "status": "enacted", "negated": False} for other in ahead
        ] + [{"kind": "comments", "words": "cat", "least": 1, "negated": False}]
        return propose(
            who(FIVE[number]), noon(1), f"Number {number}",
            changes=[edit(keys, f"Cats {number}.", when=hangs[each % len(hangs)]) for each in range(changes)]
            + [{"op": "revert", "revision": revision.pk} for revision in revisions[:changes]],
        )  # fmt: skip

    revisions, ahead = list(Revision.objects.order_by("pk")), []
    ahead.append(matter(1, 2))
    first = matter(2, 2)
    address = first.get_absolute_url()
    with at_time(noon(1)):
        browser(None).get(address)
        forget()
        with django_assert_num_queries(11):
            browser(None).get(address)
        for number in (3, 4):
            matter(number, 9)
        first.changes = first.changes * 4
        first.save()
        with django_assert_num_queries(11):
            browser(None).get(address)


def test_many_rules_of_one_change_are_listed_with_their_words_folded_away(keys):
    now = standing(noon(0))
    more = tuple(Node(f"n{number}", f"Rule {number}", "Cats purr.") for number in range(7))
    tree = Tree((*now.sections, Node("more", "Appendix", "", more)))
    revise(tree=tree, seen=revision_at(noon(0)).pk, kind="import", at=BEGINNING, by=None, why="A test")
    everywhere = {"op": "replace", "rule": "", "find": "purr", "text": "hum"}
    post = propose(who("Bobby"), noon(1), changes=[everywhere])
    with at_time(noon(1)):
        page = sound(browser(None).get(post.get_absolute_url()))
    assert page.count("<summary>Its words</summary>") == 8
    assert page.count("<del>purr</del><ins>hum</ins>") == 8
