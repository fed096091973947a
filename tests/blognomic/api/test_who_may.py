"""Who may what by program: every operation of the API, in every role, against a written table."""

from typing import Any

import pytest
from django.test import Client

from blognomic.api.site import _operations, api, description
from players.models import Player
from players.services import tokens
from tests.undoing import undone
from tests.votables.locking import watching
from tests.votables.stage import NOW, ROLES, Stage
from tests.votables.test_views_who_may import counts

from .programs import API, ask, operations, token_of

pytestmark = pytest.mark.django_db

# What the roles get, in the order of ROLES, each but the stranger with a token that is good for everything. One status
# stands for all of them, two for the stranger and for everybody else. Before them, what it is asked about, as the stage
# has it.
TABLE = """
game                              200
me                                401 200
list_posts                        200
publish                           401 201
queue                             200
needs_vote                        401 200
one_post          ready           200
edit              young           401 403 403 403 200 403 403
remove            talk            401 403 403 403 204 403 403
list_versions     ready           200
effects           ready           200
effects           resolved        409
move_post         young           401 403 403 403 200 403 403
preview                           401 200
read_text                         401 200
list_drafts                       401 200
keep_draft                        401 201
one_draft         draft           401 404 404 404 200 404 404
change_draft      draft           401 404 404 404 200 404 404
discard_draft     draft           401 404 404 404 204 404 404
list_comments     ready           200
write_comment     ready           401 201
write_comment     resolved        401 409
votes             ready           200
list_resolutions  resolved        200
list_news                         200
read_news                         401 200
unread_news                       401 409
ascension_choices                 401 403
preview_ascension                 401 403
ascend                            401 403
pass_mantle                       401 403
list_official_posts               200
one_official_post hunt            200
one_official_post talk            404
end_official      hunt            401 403 403 403 201 403 201
end_official      hunted          401 409
report_official   hunted          401 403 403 403 200 200 200
report_official   hunt            401 409
count_response    answer          401 403 403 403 200 200 200
list_official_types               200
list_presets                      200
one_official_type hunts           200
define_official_type              401 403 403 403 403 201 201
add_official_preset bounty        401 403 403 403 403 201 201
change_official_type hunts        401 403 403 403 403 200 200
retire_official_type hunts        401 403 403 403 403 200 200
desk                              401 403 403 403 403 200 403
resolve           ready           401 403 403 403 403 200 403
resolve           young           401 403
resolve           resolved        401 403 403 403 403 409 403
overrule          ready           401 403 403 403 403 200 403
overturn          resolved        401 403 403 403 403 200 403
mark_illegal      ready           401 403 403 403 403 200 403
say_nothing_to_do resolved        401 403 403 403 403 200 403
say_nothing_to_do ready           401 403 403 403 403 409 403
make_proposal     plea            401 403 403 403 403 200 403
change_roster     joining         401 403 403 403 403 201 403
by_matter         player          401 403 403 403 403 204 403
take_back_event   happened        401 403 403 403 403 201 403
resign                            401 403 403 403 403 201 403
list_webhooks                     401 403 403 403 403 200 403
set_up_webhook                    401 403 403 403 403 201 403
one_webhook       webhook         401 403 403 403 403 200 403
change_webhook    webhook         401 403 403 403 403 200 403
remove_webhook    webhook         401 403 403 403 403 204 403
test_webhook      webhook         401 403 403 403 403 200 403
sign_webhook      webhook         401 403 403 403 403 200 403
fair_play_desk                    401 403 403 403 403 200 403
record_control                    401 403 403 403 403 201 403
list_players                      200
one_player        player          200
player_record     player          200
roster                            200
list_roster_events                200
list_admin_acts                   200
list_dynasties                    200
one_dynasty       first           200
list_mentors                      200
list_mentorships                  200
ask_mentoring                     401 403 201 201 201 201 201
withdraw_mentoring asked          401 404
settle_mentoring  asked           401 403 403 403 403 200 403
change_own_tenure                 401 403 403 403 403 204 403
ask_mentor                        401 403 403 403 403 403 201
answer_offer      offer           401 404 200 404 404 404 400
announce_mentorship mentorship    401 403 403 403 403 403 201
dissolve_mentorship mentorship    401 403 403 403 201 403 403
ruleset                           200
compare_rulesets                  200
rule_history      rule            200
list_revisions                    200
one_revision      correction      200
list_laws                         200
law_now                           200
one_law           law             200
correct_typo      rule            401 403 201 403 201 201 201
mend                              401 403 201 403 201 201 201
delete_empty      empty           401 403 201 403 201 201 201
undo_revision     correction      401 403 201 403 201 201 201
undo_revision     import          401 403
still_holds       rule            401 403 409 403 409 409 409
gamestate                         200
table             locations       200
list_updates                      200
update_values                     401 403 201 403 201 201 201
one_update        update          200
plan_update                       401 200
define                            401 403 403 403 403 201 201
plan_undoing                      401 200
undo                              401 403 201 403 201 201 201
dispute           update          401 403 201 403 409 201 201
take_back_dispute dispute         401 403 403 403 200 403 403
list_pages                        200
one_page          gallery         200
write_page        gallery         401 403 200 403 200 200 200
page_history      gallery         200
list_variables                    200
one_variable      motive          200
variable_history  wealth          200
list_showings                     401 200
show_variable     motive          401 403 403 403 403 403 201
stop_showing      showing         401 403 403 403 403 403 200
reinitialise                      401 403
list_rolls                        200
roll_dice                         401 403 201 201 201 201 201
one_roll          roll            200
check_roll        roll            200
check_rolls                       200
seeds                             200
actions                           200
declare_action                    401 403 403 403 403 201 201
retire_action     action          401 403 403 403 403 204 204
tell_me           paused          401 403 204 403 204 204 403
stop_telling_me   action          401 204 204 204 204 204 204
pause_action      action          401 403 403 403 403 204 204
resume_action     paused          401 403 403 403 403 204 204
answer_due        due             401 403 403 403 403 403 204
withdraw_asking   owed            401 403 403 403 204 403 403
choices_owed                      200
by_itself                         200
forecast                          200
list_takings                      200
take              action          401 403 201 403 201 201 403
take_back         taking          401 403 403 403 200 200 403
list_sealings                     200
call_orders                       401 403 201 403 201 201 201
one_sealing       sealing         200
call_off          sealing         401 403 200 403 403 200 403
set_deadline      sealing         401 403 200 403 403 200 403
drop_silent       sealing         401 403 200 403 403 200 403
hand_in           sealing         401 403 403 403 201 403 201
list_secrets                      200
keep_secret                       401 403 201 403 201 201 201
one_secret        secret          200
change_secret     secret          401 403 403 403 200 403 403
reveal            version         401 403 403 403 200 403 403
hand_over         office          401 403 403 403 403 200 403
list_notices                      401 200
read_notices                      401 200
notice_settings                   401 200
choose_notices                    401 200
list_threads                      401 200
write_message                     401 403 201 201 201 201 201
one_thread        thread          401 404 200 404 200 404 404
answer            thread          401 404 201 404 201 404 404
sort_thread       thread          401 404 204 404 204 404 404
list_blocks                       401 200
block                             401 201
unblock           leaving         401 409
own_orders                        401 200
received_orders                   401 403 403 403 403 403 200
set_due                           401 403 403 403 403 403 200
close_turn                        401 403 403 403 403 403 201
mark_order        order           401 404 404 404 404 404 200
list_helpers                      401 200
name_helper                       401 403 403 403 403 403 201
dismiss_helper    author          401 403 403 403 409 403 409
send_order                        401 403 201 403 201 201 403
find                              200
list_weeks                        200
one_week          week            200
judge                             422
"""
WHY = {"reason": "Because."}
ADDRESS = {"title": "Ascension Address: Bees", "body": "Bees."}
# Whose number is sent, by the names of the stage.
PEOPLE = {
    "write_message": {"to": ["leaving"]},
    "call_orders": {"awaited": ["player"]},
    "drop_silent": {"players": ["emperor"]},
    "pass_mantle": {"to": "player"},
    "block": {"player": "silent"},
    "show_variable": {"to": "player"},
    "name_helper": {"player": "player"},
    "ask_mentor": {"mentee": "idling", "mentor": "player"},
    "record_control": {"one": "author", "other": "player"},
}
BODIES: dict[str, Any] = {
    "publish": {"title": "Hello", "body": "Words."},
    "edit": {"seen": 1, "title": "Other", "body": "Other words."},
    "move_post": {"category": "cfj"},
    "preview": {"text": "*Words*"},
    "read_text": {"text": "Repeal the rule “Cats”."},
    "keep_draft": {"title": "Half"},
    "change_draft": {"title": "Half"},
    "write_comment": {"text": "Words."},
    "resolve": {"status": "enacted"},
    "overrule": {"status": "failed", **WHY},
    "mark_illegal": {"illegal": True, **WHY},
    "say_nothing_to_do": {"nothing_to_do": True, **WHY},
    "make_proposal": {},
    "change_roster": {"act": "admit"},
    "take_back_event": WHY,
    "correct_typo": {"title": "Cats", "text": "Cats purrr."},
    "mend": {
        "amendments": [{"op": "edit", "seen": "Cats purr.", "text": "Cats purr and sleep."}],
        "why": "Because.",
    },
    "delete_empty": {},
    "undo_revision": {"why": "Because."},
    "still_holds": {"law": 1},
    "update_values": {"comment": "Words."},
    "plan_update": {"changes": [{"path": "wealth", "of": ["players"], "to": "+1"}]},
    "define": {"steps": [{"op": "add-row", "path": "locations", "name": "Cave"}]},
    "undo": {"why": "Because."},
    "dispute": {"why": "No."},
    "write_page": {"title": "The Gallery", "text": "Other words."},
    "roll_dice": {"dice": "DICE6"},
    "declare_action": {"name": "Whistle", "frequency": "weekly"},
    "take": {},
    "pause_action": {"why": "Because."},
    "answer_due": {"answers": {"why": "Because."}},
    "call_orders": {"title": "Moves"},
    "hand_in": {"text": "Words."},
    "set_deadline": {"opens_at": "2026-04-01T18:00:00Z"},
    "keep_secret": {"name": "Key", "text": "Words."},
    "change_secret": {"text": "Words.", "salt": ""},
    "read_notices": {"up_to": 1},
    "write_message": {"subject": "Hello", "text": "Words."},
    "answer": {"text": "Words."},
    "sort_thread": {"act": "archive"},
    "send_order": {"seen": 1, "text": "Words."},
    "judge": {},
    "read_news": {"up_to": "2026-03-05T00:00:00Z"},
    "preview_ascension": ADDRESS,
    "ascend": ADDRESS,
    "end_official": {"outcome": "Three."},
    "report_official": {"done": [0]},
    "count_response": {"valid": False, **WHY},
    "define_official_type": {"definition": {"name": "Quest", "plural": "Quests", "mark": "Quest"}},
    "change_official_type": {"seen": 1, "definition": {"once": False}, "why": "Because."},
    "set_up_webhook": {"name": "Town", "url": "https://example.com/x", "kinds": ["vote"]},
    "change_webhook": {"url": "https://example.com/y", "is_on": False},
    "record_control": {"says": "found", **WHY},
    "ask_mentoring": {"kind": "mentor"},
    "settle_mentoring": {"grant": True},
    "change_own_tenure": {"tenured": True},
    "ask_mentor": {},
    "answer_offer": {"answer": "accepted"},
    "announce_mentorship": {},
    "dissolve_mentorship": {"title": "The end", "body": "Words."},
    "reinitialise": {},
    "choose_notices": {"kinds": {"vote": "daily"}, "digest_hour": 9},
    "set_due": {"seen": 1, "due_at": "2026-03-15T00:00:00Z"},
    "close_turn": {"seen": 1},
    "mark_order": {"carried_out": True},
}
QUERIES = {
    "find": "?q=thing", "plan_undoing": "?update={update}", "compare_rulesets": "?before={revision}",
}  # fmt: skip


def rows() -> list[tuple[str, list[str], dict[str, int]]]:
    table_rows = []
    for line in TABLE.strip().splitlines():
        words = line.split()
        things = [word for word in words[1:] if not word.isdigit()]
        statuses = [int(word) for word in words[1:] if word.isdigit()]
        statuses = statuses[:1] + (statuses[1:] or statuses) * (6 if len(statuses) < 3 else 1)
        table_rows.append((words[0], things, dict(zip(ROLES, statuses, strict=True))))
    return table_rows


ROWS = rows()


def address(stage: Stage, name: str, things: list[str]) -> str:
    """The path of an operation on these things."""
    path, left = operations()[name][1], list(things)
    while "{" in path:
        start, end = path.index("{"), path.index("}")
        path = f"{path[:start]}{stage.key(left.pop(0))}{path[end + 1 :]}"
    return path + QUERIES.get(name, "").format(update=stage.key("update"), revision=stage.key("import"))


def body(stage: Stage, name: str) -> Any:
    """What is sent."""
    if name not in {*BODIES, *PEOPLE, "overturn", "by_matter"}:
        return None
    sent = dict(BODIES.get(name, {}))
    match name:
        case "overturn":
            sent = {"status": "failed", "seen": stage.posts["resolved"].settled_by_id, **WHY}
        case "by_matter":
            sent = {"act": "make-admin", "matter": stage.posts["resolved"].pk, **WHY}
        case "correct_typo" | "delete_empty" | "undo_revision" | "still_holds":
            sent["seen"] = stage.key("correction")
        case "mend":
            sent |= {"seen": stage.key("correction"), "matter": stage.posts["resolved"].pk}
            sent["amendments"] = [{**sent["amendments"][0], "rule": str(stage.key("rule"))}]
        case "undo":
            sent["updates"] = [stage.key("update")]
        case "write_page":
            sent["seen"] = stage.key("seen gallery")
        case "change_secret":
            sent["seen"] = stage.key("version")
    for field, names in PEOPLE.get(name, {}).items():
        sent[field] = stage.key(names) if isinstance(names, str) else [stage.key(one) for one in names]
    return sent


@pytest.fixture(scope="module")
def issued(built_stage: Stage) -> dict[str, str]:
    """The token of each role."""
    built_stage.rules["law"] = 1
    from gamestate.models import Page
    from ruleset.models import LawVersion

    built_stage.rules["law"] = LawVersion.objects.get().pk
    built_stage.rules["seen gallery"] = Page.objects.get(key="gallery").last_id
    return {"stranger": ""} | {role: token_of(built_stage.people[role], at=NOW) for role in ROLES[1:]}


# What nobody is told by any operation, but by those that are named, in the roles that are.
PRIVATE = {
    "example.org": {},
    "A secret plan": {
        "author": {
            "list_drafts",
            "one_draft",
            "change_draft",
            "one_secret",
            "change_secret",
            "reveal",
            "discard_draft",
        },
        "admin": {"one_secret", "hand_over"},
        "emperor": {"hand_over"},
    },
    "Hush.": {
        "author": {
            "list_drafts",
            "one_draft",
            "one_secret",
            "change_secret",
            "reveal",
            "one_sealing",
            "hand_in",
        },
        # whose order is the last that is awaited, or for whom nobody waits any more, so that all are opened
        "emperor": {"hand_in"},
        "player": {"drop_silent"},
        "admin": {"drop_silent"},
    },
    "Between two": {role: {"list_threads"} for role in ("author", "player")},
    "A whispered plot.": {role: {"one_thread"} for role in ("author", "player")},
    "A sealed march.": {"author": {"own_orders"}, "emperor": {"received_orders", "mark_order"}},
}


def told_in(text: str, *, role: str, name: str) -> list[str]:
    """What of the private things the answer tells to whom it should not."""
    return [words for words, to in PRIVATE.items() if words in text and name not in to.get(role, ())]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "things", "expected"), ROWS, ids=[f"{r[0]} {' '.join(r[1])}".strip() for r in ROWS]
)
def test_everybody_gets_what_the_table_says(stage, issued, name, things, expected):
    method, path, before = operations()[name][0], address(stage, name, things), counts()
    answers, leaks = {}, {}
    everybody = len(set(expected.values())) == 1
    roles = ("stranger", "author") if everybody else ROLES
    for role in roles:
        with undone(), watching() as unlocked:
            response = ask(method, path, body(stage, name), token=issued[role])
            answers[role] = response.status_code
            leaks[role] = told_in(response.content.decode(), role=role, name=name) + unlocked
            if response.status_code >= 400:
                assert (role, counts()) == (role, before)
                assert response["Content-Type"] == "application/problem+json"
    assert answers == {role: expected[role] for role in roles}
    assert leaks == dict.fromkeys(roles, [])


def test_every_operation_is_in_the_table():
    assert {name for name, _, _ in ROWS} == operations().keys()
    described = {
        operation["operationId"]: (
            method.upper(),
            path.removeprefix(API),
            operation["security"][0].get("token"),
        )
        for path, methods in description()["paths"].items()
        for method, operation in methods.items()
    }
    assert described == operations()
    assert len(described) == len(_operations(api))
    writes = {name for name, (method, _, _) in operations().items() if method != "GET"}
    assert {name for name in writes if operations()[name][2] is None} == {"judge"}


def test_token_that_is_not_good_for_it_does_nothing(stage, issued):
    """Each operation that takes a scope, with a token of somebody who may, that is good for everything else."""
    before, refusals = counts(), {}
    people = {role: stage.people[role] for role in ROLES[1:]}
    without = {
        (role, scope): token_of(person, *(set(tokens.SCOPES) - {scope}), at=NOW)
        for role, person in people.items()
        for scope in tokens.SCOPES
    }
    for name, things, expected in ROWS:
        method, _, scopes = operations()[name]
        if not scopes:
            continue
        role = next((role for role in reversed(ROLES) if expected[role] < 300), "admin")
        response = ask(
            method, address(stage, name, things), body(stage, name), token=without[role, scopes[0]]
        )
        refusals[name] = (response.status_code, response.headers.get("WWW-Authenticate"))
    assert refusals == {
        name: (403, f'Bearer error="insufficient_scope", scope="{operations()[name][2][0]}"')
        for name in refusals
    }
    assert (counts(), len(refusals)) == (before, sum(bool(scopes) for _, _, scopes in operations().values()))


def test_admin_by_a_token_without_that_scope_does_not_do_so_as_an_admin(stage, issued):
    """What is for its maker, and for admins: each is allowed by the table with the scope."""
    rows = {name: things for name, things, expected in ROWS if expected["admin"] == 200}
    narrow = token_of(stage.people["admin"], *(set(tokens.SCOPES) - {"admin"}), at=NOW)
    for name in ("take_back", "set_deadline", "drop_silent", "call_off"):
        method, path = operations()[name][0], address(stage, name, rows[name])
        response = ask(method, path, body(stage, name), token=narrow)
        assert (name, response.status_code, response.headers.get("WWW-Authenticate")) == (name, 403, None)


def test_tokens_that_are_over_revoked_or_nobodys_open_nothing(stage, issued):
    bobby: Player = stage.people["author"]
    over = token_of(bobby, at=NOW.replace(year=2025), expires_at=NOW)
    row, revoked = tokens.make(by=bobby, at=NOW, name="Revoked", scopes=["posts"])
    tokens.revoke(token=row.pk, by=bobby, at=NOW)
    barred = token_of(stage.people["idle"], at=NOW)
    Player.objects.filter(pk=stage.key("idle")).update(is_active=False)
    sent = {
        "over": f"Bearer {over}",
        "revoked": f"Bearer {revoked}",
        "barred": f"Bearer {barred}",
        "unknown": f"Bearer bn_{'A' * 43}",
        "none": "Bearer",
        "basic": "Basic Qm9iYnk6c2VjcmV0",
        "bytes": "Bearer \xff",
    }
    answers = {}
    for name, header in sent.items():
        for path in ("/me", "/posts"):
            response = Client().get(f"{API}{path}", headers={"Authorization": header})
            answers[name, path] = (
                response.status_code,
                response["WWW-Authenticate"],
                response["Content-Type"],
            )
    expected = (401, 'Bearer error="invalid_token"', "application/problem+json")
    assert answers == dict.fromkeys(answers, expected)
    assert len(answers) == 14


def test_session_opens_nothing(stage, issued):
    """So that no page of another site can act in the name of somebody who is signed in."""
    browser = stage.browsers["author"]
    answers = [
        browser.get(f"{API}/me").status_code,
        browser.get(f"{API}/drafts").status_code,
        browser.post(f"{API}/posts", '{"title": "Mine"}', content_type="application/json").status_code,
    ]
    assert answers == [401, 401, 401]
    assert b"A secret plan" not in browser.get(f"{API}/secrets/{stage.key('secret')}").content


def test_what_is_hidden_takes_the_scope_for_it(stage, issued):
    """The same reader, with a token that is good for what only they may see, and with another."""
    bobby = stage.people["author"]
    paths = [f"/secrets/{stage.key('secret')}", f"/sealed/{stage.key('sealing')}", "/gamestate"]
    narrow, private = token_of(bobby, "gamestate", at=NOW), token_of(bobby, "private", at=NOW)
    answers = [[ask("GET", path, token=token).json() for path in paths] for token in ("", narrow, private)]
    assert answers[0] == answers[1]
    assert all(one != other for one, other in zip(answers[1], answers[2], strict=True))
