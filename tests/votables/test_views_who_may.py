"""Who may what: every address of the site, asked in every role, against a written table."""

import re
from contextlib import nullcontext

import pytest
from django.db import connection
from django.test import Client
from django.urls import get_resolver, reverse

from blognomic.languages import is_shown
from gamestate.models import (
    Dispute,
    Handover,
    LimitedAction,
    Roll,
    SealedOrder,
    Sealing,
    Secret,
    SecretVersion,
    Taking,
    Update,
)
from players.models import AdminAct, Block, Dynasty, Mentorship, Message, Order, Player, RosterEvent
from players.notices.kinds import KINDS
from tests.undoing import undone
from votables.models import Comment, Draft, Post, PostVersion, Resolution
from votables.post_types.models import OfficialAct, OfficialPost, OfficialResponse, OfficialType

from .locking import watching
from .made_of import making
from .plain_words import FOR_PEOPLE, ODD, plain_words_in
from .stage import ROLES
from .staged_officials import FORM, HUNT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

# What the roles get, in the order of ROLES: a status, `in` where they are sent to sign in, `again` where they are to
# prove once more who they are, `ok` where it is done and they are sent on. One word stands for all of them; two for the
# stranger and for everybody else.
TABLE = """
GET  home                                           200
GET  votables:queue                                 200
GET  votables:needs_vote                            in 200
GET  votables:beside                                ok
GET  votables:archive                               200
GET  votables:search                                200
GET  votables:jump                                  200
GET  votables:keys                                  200
GET  votables:charts                                200
GET  votables:found              week               409
POST votables:found              week               409
GET  votables:welcome                               200
POST votables:put_away                              in ok
GET  votables:guide              guide              200
GET  votables:chronicle                             200
GET  votables:chronicle_week     week               200
GET  votables:since                                 200
POST votables:read                                  in ok
POST votables:unread                                in ok
POST votables:preview                               in 200
POST votables:demo_sign_in                          404
GET  votables:drafts                                in 200
POST votables:autosave                              in 200
GET  votables:draft              draft              in 404 404 404 200 404 404
POST votables:draft              draft              in 404 404 404 ok 404 404
GET  votables:draft_changes      draft              in 404 404 404 200 404 404
POST votables:draft_changes      draft              in 404 404 404 400 404 404
GET  votables:add_draft_change   draft              in 404 404 404 200 404 404
POST votables:add_draft_change   draft              in 404 404 404 400 404 404
GET  votables:discard            draft              in 404 404 404 200 404 404
POST votables:discard            draft              in 404 404 404 ok 404 404
GET  votables:new                                   in 200
POST votables:new                                   in ok
GET  votables:ascend                                in 403
POST votables:ascend                                in 403
GET  votables:mantle                                in 403
POST votables:mantle                                in 400
GET  votables:post               ready              200
GET  votables:post               resolved           200
GET  votables:post               talk               200
GET  votables:versions           ready              200
GET  votables:judged             resolved           200
GET  votables:judged             talk               404
POST votables:comment            ready              in ok
POST votables:comment            resolved           in 409
GET  votables:post_changes       young              in 403 403 403 200 403 403
POST votables:post_changes       young              in 403 403 403 400 403 403
GET  votables:add_post_change    young              in 403 403 403 200 403 403
POST votables:add_post_change    young              in 403 403 403 400 403 403
GET  votables:edit               young              in 403 403 403 200 403 403
POST votables:edit               young              in 403 403 403 ok 403 403
GET  votables:edit               ready              in 403
POST votables:edit               ready              in 403
GET  votables:remove             talk               in 403 403 403 200 403 403
POST votables:remove             talk               in 403 403 403 ok 403 403
GET  votables:remove             young              in 403
POST votables:remove             young              in 403
GET  votables:move               young              in 403 403 403 200 403 403
POST votables:move               young              in 403 403 403 ok 403 403
GET  votables:move               ready              in 403
POST votables:move               ready              in 403
GET  votables:resolve            ready enacted      in 403 403 403 403 200 403
POST votables:resolve            ready enacted      in 403 403 403 403 ok 403
GET  votables:resolve            doomed failed      in 403 403 403 403 200 403
POST votables:resolve            doomed failed      in 403 403 403 403 ok 403
POST votables:resolve            young enacted      in 403
POST votables:resolve            resolved failed    in 403 403 403 403 409 403
POST votables:resolve            talk failed        in 403 403 403 403 404 403
GET  votables:illegal            ready              in 403 403 403 403 200 403
POST votables:illegal            ready              in 403 403 403 403 ok 403
GET  votables:overrule           ready              in 403 403 403 403 200 403
POST votables:overrule           ready              in 403 403 403 403 ok 403
GET  votables:overturn           resolved           in 403 403 403 403 200 403
POST votables:overturn           resolved           in 403 403 403 403 ok 403
POST votables:make_proposal      plea               in 403 403 403 403 ok 403
POST votables:make_proposal      talk               in 403
GET  votables:typo               rule               in 403 200 403 200 200 200
POST votables:typo               rule               in 403 400 403 400 400 400
GET  votables:mend               rule               in 403 200 403 200 200 200
POST votables:mend               rule               in 403 400 403 400 400 400
GET  votables:mend_section                          in 403 200 403 200 200 200
POST votables:mend_section                          in 403 400 403 400 400 400
GET  votables:reflect            resolved           in 403 200 403 200 200 200
GET  votables:reflect            ready              in 403
GET  votables:nothing_to_do      resolved           in 403 403 403 403 200 403
POST votables:nothing_to_do      resolved           in 403 403 403 403 ok 403
POST votables:nothing_to_do      ready              in 403 403 403 403 409 403
POST votables:nothing_to_do      talk               in 403 403 403 403 404 403
GET  votables:delete_empty       empty              in 403 200 403 200 200 200
POST votables:delete_empty       empty              in 403 ok 403 ok ok ok
GET  votables:delete_empty       rule               in 403
POST votables:delete_empty       rule               in 403
POST votables:still_holds        rule               in 403 409 403 409 409 409
GET  votables:undo               correction         in 403 200 403 200 200 200
POST votables:undo               correction         in 403 ok 403 ok ok ok
GET  votables:undo               import             in 403
POST votables:undo               import             in 403
GET  votables:resign                                in 403 403 403 403 200 403
POST votables:resign                                in 403 403 403 403 ok 403
GET  votables:change_roster      idling idle        in 403 403 403 403 200 403
POST votables:change_roster      joining admit      in 403 403 403 403 ok 403
POST votables:change_roster      guest admit        in 403
POST votables:change_roster      idling idle        in 403 403 403 403 ok 403
POST votables:change_roster      silent idle-inactive  in 403 403 403 403 ok 403
POST votables:change_roster      unidling unidle    in 403 403 403 403 ok 403
POST votables:change_roster      leaving leave      in 403
GET  votables:take_back          happened           in 403 403 403 403 200 403
POST votables:take_back          happened           in 403 403 403 403 ok 403
GET  votables:by_matter          player rename      in 403 403 403 403 200 403
POST votables:by_matter          player rename      in 403 403 403 403 ok 403
GET  votables:by_matter          player make-admin  in 403 403 403 403 200 403
POST votables:by_matter          player make-admin  in 403 403 403 403 ok 403
POST votables:by_matter          admin unmake-admin in 403 403 403 403 ok 403
POST votables:by_matter          player emperor     in 403 403 403 403 ok 403
GET  votables:officials                             200
GET  votables:official_type      hunts              200
GET  votables:new_official_type                     in 403 403 403 403 200 200
POST votables:new_official_type                     in 403 403 403 403 ok ok
POST votables:add_official_preset bounty            in 403 403 403 403 ok ok
GET  votables:change_official_type hunts            in 403 403 403 403 200 200
POST votables:change_official_type hunts            in 403 403 403 403 ok ok
GET  votables:retire_official_type hunts            in 403 403 403 403 200 200
POST votables:retire_official_type hunts            in 403 403 403 403 ok ok
GET  votables:end_official       hunt               in 403 403 403 200 403 200
POST votables:end_official       hunt               in 403 403 403 ok 403 ok
GET  votables:end_official       hunted             in 409
GET  votables:end_official       talk               in 404
GET  votables:report_official    hunted             in 403 403 403 200 200 200
POST votables:report_official    hunted             in 403 403 403 ok ok ok
GET  votables:report_official    hunt               in 403
GET  votables:count_response     answer             in 403 403 403 200 200 200
POST votables:count_response     answer             in 403 403 403 ok ok ok
GET  robots                                         200
GET  security                                       200
GET  words                                          200
POST set_language                                   ok
GET  favicon                                        ok
GET  manifest                                       200
GET  sitemap                                        200
GET  sitemap_section            posts              200
GET  sitemap_section            rules              200
GET  dashboard                                      in 403 403 403 403 200 403
GET  players:roster                                 200
GET  players:roster_history                         200
GET  players:dynasties                              200
GET  players:dynasty            first              200
GET  players:admin_log                              200
GET  players:profile             player             200
GET  players:profile             guest              200
GET  players:messages                               in 200
GET  players:write                                  in 200
POST players:write                                  in 403 ok ok ok ok ok
GET  players:blocked                                in 200
POST players:blocked                                in ok
GET  players:thread              thread             in 404 200 404 200 404 404
POST players:thread              thread             in 404 ok 404 ok 404 404
POST players:sort_thread         thread             in 404 ok 404 ok 404 404
GET  players:orders                                 in 200
POST players:orders                                 in 403 ok 403 ok ok 403
POST players:change_turn                            in 403 403 403 403 403 ok
POST players:mark_order          order              in 404 404 404 404 404 ok
GET  players:mentors                                200
POST players:ask_mentoring                          in 403 ok ok ok ok ok
POST players:settle_mentoring    asked              in 403 403 403 403 ok 403
POST players:ask_mentor                             in 403 403 403 403 403 ok
POST players:answer_offer        offer              in 404 ok 404 404 404 400
GET  players:announce_mentorship mentorship         in 403 403 403 403 403 200
POST players:announce_mentorship mentorship         in 403 403 403 403 403 ok
GET  players:dissolve_mentorship mentorship         in 403 403 403 200 403 403
POST players:dissolve_mentorship mentorship         in 403 403 403 ok 403 403
GET  ruleset:rules                                  200
GET  ruleset:rule                rule               200
GET  ruleset:history                                200
GET  ruleset:revision            correction         200
GET  ruleset:difference                             200
GET  ruleset:search                                 200
GET  ruleset:law                                    200
GET  ruleset:document                               200
GET  gamestate:values                               200
GET  gamestate:players_csv                          200
GET  gamestate:players_json                         200
GET  gamestate:game_csv                             200
GET  gamestate:player            player             200
GET  gamestate:player            guest              200
GET  gamestate:table             locations          200
GET  gamestate:table_csv         locations          200
GET  gamestate:table_json        locations          200
GET  gamestate:variable          wealth             200
GET  gamestate:variable          motive             200
GET  gamestate:retired                              200
GET  gamestate:retired_json      dynasty            200
GET  gamestate:retired_csv       dynasty players    404
GET  gamestate:log                                  200
GET  gamestate:log_csv                              200
GET  gamestate:log_json                             200
GET  gamestate:update            update             200
GET  gamestate:edit                                 in 403 200 403 200 200 200
POST gamestate:edit                                 in 403 ok 403 ok ok ok
GET  gamestate:undo                                 in 403 200 403 200 200 200
POST gamestate:undo                                 in 403 400 403 400 400 400
GET  gamestate:dispute           update             in 403 200 403 200 200 200
POST gamestate:dispute           update             in 403 ok 403 409 ok ok
GET  gamestate:take_back_dispute dispute            in 403 403 403 200 403 403
POST gamestate:take_back_dispute dispute            in 403 403 403 ok 403 403
GET  gamestate:define                               in 403 403 403 403 200 200
POST gamestate:define                               in 403 403 403 403 ok ok
GET  gamestate:alter             wealth             in 403 403 403 403 200 200
POST gamestate:alter             wealth             in 403 403 403 403 ok ok
GET  gamestate:retire            wealth             in 403 403 403 403 200 200
POST gamestate:retire            wealth             in 403 403 403 403 ok ok
POST gamestate:show              motive             in 403 403 403 403 403 ok
POST gamestate:stop_showing      showing            in 403 403 403 403 403 ok
GET  gamestate:define_table                         in 403 403 403 403 200 200
POST gamestate:define_table                         in 403 403 403 403 ok ok
GET  gamestate:alter_table       locations          in 403 403 403 403 200 200
POST gamestate:alter_table       locations          in 403 403 403 403 ok ok
GET  gamestate:retire_table      locations          in 403 403 403 403 200 200
POST gamestate:retire_table      locations          in 403 403 403 403 ok ok
GET  gamestate:add_rows          locations          in 403 403 403 403 200 200
POST gamestate:add_rows          locations          in 403 403 403 403 ok ok
GET  gamestate:alter_row         row                in 403 403 403 403 200 200
POST gamestate:alter_row         row                in 403 403 403 403 ok ok
GET  gamestate:retire_row        row                in 403 403 403 403 200 200
POST gamestate:retire_row        row                in 403 403 403 403 ok ok
GET  gamestate:pages                                200
GET  gamestate:page              gallery            200
GET  gamestate:page_history      gallery            200
GET  gamestate:page_difference   gallery            200
GET  gamestate:new_page                             in 403 200 403 200 200 200
POST gamestate:new_page                             in 403 ok 403 ok ok ok
GET  gamestate:edit_page         gallery            in 403 200 403 200 200 200
POST gamestate:edit_page         gallery            in 403 400 403 400 400 400
GET  gamestate:remove_page       gallery            in 403 403 403 403 200 200
POST gamestate:remove_page       gallery            in 403 403 403 403 ok ok
GET  gamestate:dice                                 200
POST gamestate:dice                                 403 403 ok ok ok ok ok
GET  gamestate:dice_log                             200
GET  gamestate:dice_csv                             200
GET  gamestate:dice_json                            200
GET  gamestate:dice_statistics                      200
GET  gamestate:dice_check                           200
GET  gamestate:roll              roll               200
GET  gamestate:secrets                              200
GET  gamestate:new_secret                           in 403 200 403 200 200 200
POST gamestate:new_secret                           in 403 ok 403 ok ok ok
GET  gamestate:check_hash                           200
POST gamestate:check_hash                           200
GET  gamestate:secret            secret             200
GET  gamestate:change_secret     secret             in 403 403 403 200 403 403
POST gamestate:change_secret     secret             in 403 403 403 ok 403 403
GET  gamestate:reveal_secret     version            in 403 403 403 200 403 403
POST gamestate:reveal_secret     version            in 403 403 403 ok 403 403
GET  gamestate:hand_over_secret  office             in 403 403 403 403 200 403
POST gamestate:hand_over_secret  office             in 403 403 403 403 ok 403
GET  gamestate:sealings                             200
GET  gamestate:new_sealing                          in 403 200 403 200 200 200
POST gamestate:new_sealing                          in 403 ok 403 ok ok ok
GET  gamestate:sealing           sealing            200
GET  gamestate:hand_in           sealing            in 403 403 403 200 403 200
POST gamestate:hand_in           sealing            in 403 403 403 ok 403 ok
GET  gamestate:call_off          sealing            in 403 200 403 403 200 403
POST gamestate:call_off          sealing            in 403 ok 403 403 ok 403
GET  gamestate:actions                              200
GET  gamestate:new_action                           in 403 403 403 403 200 200
POST gamestate:new_action                           in 403 403 403 403 ok ok
GET  gamestate:reinitialise                         in 403
POST gamestate:reinitialise                         in 403
GET  gamestate:take_action       action             in 403 200 403 200 200 403
POST gamestate:take_action       action             in 403 ok 403 ok ok 403
GET  gamestate:retire_action     action             in 403 403 403 403 200 200
POST gamestate:retire_action     action             in 403 403 403 403 ok ok
GET  gamestate:take_back         taking             in 403 403 403 200 200 403
POST gamestate:take_back         taking             in 403 403 403 ok ok 403
GET  notices:inbox                                  in 200
POST notices:read_all                               in ok
GET  notices:settings                               in 200
POST notices:settings                               in ok
GET  notices:open                notice             in 404 404 404 ok 404 404
GET  notices:unsubscribe         token              200
POST notices:unsubscribe         token              200
GET  notices:webhooks                               in 403 403 403 403 200 403
POST notices:webhooks                               in 403 403 403 403 ok 403
GET  notices:webhook             webhook            in 403 403 403 403 200 403
POST notices:webhook             webhook            in 403 403 403 403 ok 403
POST notices:test_webhook        webhook            in 403 403 403 403 ok 403
POST notices:sign_webhook        webhook            in 403 403 403 403 ok 403
GET  notices:remove_webhook      webhook            in 403 403 403 403 200 403
POST notices:remove_webhook      webhook            in 403 403 403 403 ok 403
GET  api                                            200
GET  api_tokens                                     in 200
POST api_tokens                                     in again
POST revoke_api_token            program            in again
GET  account_sessions                               in 200
POST account_end_other_sessions                     in again
POST account_end_session         program            in again
GET  account_close                                  in 200
POST account_close                                  in again
GET  account_address_back        way-back           200
POST account_address_back        way-back           ok
GET  account_set_password                           in ok
POST account_set_password                           in ok
GET  notices:fair_play                              in 403 403 403 403 200 403
POST notices:fair_play                              in 403 403 403 403 ok 403
GET  feeds:list                                     200
GET  feeds:posts                                    200
GET  feeds:category              proposals          200
GET  feeds:comments              talk               200
GET  feeds:ascensions                               200
GET  feeds:rules                                    200
GET  feeds:chronicle                                200
GET  feeds:gamestate                                200
GET  feeds:dice                                     200
"""
READS_AND_WRITES = {
    "votables:found",
    "api_tokens", "account_set_password", "account_close", "account_address_back",
    "notices:settings", "notices:unsubscribe", "notices:webhooks", "notices:webhook", "notices:fair_play",
    "votables:draft", "votables:draft_changes", "votables:add_draft_change", "votables:new",
    "votables:post_changes", "votables:add_post_change", "votables:edit", "votables:remove", "votables:move",
    "votables:resolve", "votables:illegal", "votables:overrule", "votables:overturn", "votables:typo",
    "votables:ascend", "votables:mantle", "votables:mend", "votables:mend_section", "votables:delete_empty",
    "votables:undo", "votables:by_matter", "votables:resign", "votables:change_roster", "votables:discard",
    "votables:nothing_to_do", "votables:take_back", "notices:remove_webhook",
    "votables:new_official_type", "votables:change_official_type", "votables:retire_official_type",
    "votables:end_official", "votables:report_official", "votables:count_response",
    "gamestate:dice", "gamestate:hand_in", "gamestate:take_back", "gamestate:hand_over_secret",
    "gamestate:call_off", "gamestate:change_secret", "gamestate:take_action", "gamestate:check_hash",
    "gamestate:retire_action", "gamestate:reveal_secret", "gamestate:new_secret", "gamestate:new_sealing",
    "gamestate:new_action", "gamestate:reinitialise",
    "gamestate:edit", "gamestate:undo", "gamestate:dispute", "gamestate:take_back_dispute", "gamestate:define",
    "gamestate:alter", "gamestate:retire", "gamestate:define_table", "gamestate:alter_table",
    "gamestate:retire_table", "gamestate:add_rows", "gamestate:alter_row", "gamestate:retire_row",
    "gamestate:new_page", "gamestate:edit_page", "gamestate:remove_page",
    "players:write", "players:blocked", "players:thread", "players:orders",
    "players:announce_mentorship", "players:dissolve_mentorship",
}  # fmt: skip
REASON = {"reason": "Because."}
SENT = {
    "votables:read": {"up_to": "2026-03-05T00:00:00Z"},
    "api_tokens": {"name": "A program", "scopes": ["comments"], "days": "30"},
    "notices:read_all": {"up_to": "0"},
    "notices:settings": {**dict.fromkeys(KINDS, "site"), "digest_hour": "8", "language": "de"},
    "notices:webhooks": {"name": "Town", "url": "https://example.com/x", "kinds": ["vote"]},
    "notices:webhook": {"name": "Town", "url": "https://example.com/x", "kinds": ["vote"]},
    "notices:fair_play": {"one": "Bobby", "other": "Carol", "says": "found", "reason": "Because."},
    "votables:preview": {"text": "*Words*"},
    "votables:autosave": {"title": "Half"},
    "votables:draft": {"title": "Published", "body": "Words."},
    "votables:new": {"title": "Hello", "body": "Words."},
    "votables:comment": {"text": "Words."},
    "votables:edit": {"title": "Other", "body": "Other words.", "seen": "1"},
    "votables:move": {"to": "cfj"},
    "votables:illegal": {"mark": "True", **REASON},
    "votables:nothing_to_do": {"mark": "True", **REASON},
    "votables:overrule": {"to": "failed", **REASON},
    "votables:overturn": {"to": "failed", **REASON},
    "votables:take_back": REASON,
    "votables:by_matter": {"name": "Caroline", **REASON},
    "votables:new_official_type": {**HUNT, **FORM, **dict.fromkeys(("name", "plural", "mark"), "Quest")},
    "votables:change_official_type": {**HUNT, **FORM, "seen": "1"},
    "votables:end_official": {"outcome": "Three."},
    "votables:report_official": {"done": ["0"]},
    "votables:count_response": {"valid": "0", **REASON},
    "gamestate:edit": {"comment": "Words."},
    "gamestate:dispute": {"why": "No."},
    "gamestate:define": {"where": "player", "key": "heat", "name": "Heat", "kind": "whole"},
    "gamestate:alter": {"name": "Riches", "kind": "whole", "floor": "0"},
    "gamestate:define_table": {"key": "ports", "name": "Ports"},
    "gamestate:alter_table": {"name": "Places"},
    "gamestate:add_rows": {"names": "Cave"},
    "gamestate:alter_row": {"name": "Wood"},
    "gamestate:new_page": {"key": "map", "title": "Map"},
    "players:write": {"to": "David", "subject": "Hello", "text": "Words."},
    "players:blocked": {"name": "Kevin"},
    "players:thread": {"text": "Words."},
    "players:sort_thread": {"act": "archive"},
    "players:orders": {"seen": "1", "text": "Words."},
    "players:change_turn": {"seen": "1", "close": "1"},
    "players:mark_order": {"carried_out": "1"},
    "players:ask_mentoring": {"kind": "mentor"},
    "players:settle_mentoring": {"grant": "1"},
    "players:answer_offer": {"answer": "accepted"},
    "players:announce_mentorship": {"title": "A mentor", "body": "Words."},
    "players:dissolve_mentorship": {"title": "The end", "body": "Words."},
    "gamestate:dice": {"dice": "DICE6"},
    "set_language": {"language": "la"},  # which there is not, so that the others see what they read
    "gamestate:new_secret": {"name": "Key", "text": "Words.", "salting": "random", "algorithm": "md5"},
    "gamestate:check_hash": {"text": "Words.", "algorithm": "md5"},
    "gamestate:change_secret": {"text": "Words.", "salting": "none"},
    "gamestate:new_sealing": {"title": "Moves", "opening": "all"},
    "gamestate:hand_in": {"text": "Words."},
    "gamestate:new_action": {"name": "Whistle", "frequency": "weekly"},
}
# The address itself is signed, and mail programs that stop letters send no token; the switch of languages stands
# on pages that all strangers share, and changes nothing but a cookie.
SIGNED = {"notices:unsubscribe", "set_language"}
READ = {"votables:add_draft_change": {"op": "add"}, "votables:add_post_change": {"op": "add"}}
SEEN = {
    "wealth": ("gamestate:alter", "gamestate:retire"),
    "locations": ("gamestate:alter_table", "gamestate:retire_table"),
    "row": ("gamestate:alter_row", "gamestate:retire_row"),
}
LEDGER = (
    Update, Dispute,
    Roll, Post, PostVersion, Comment, Draft, Resolution, AdminAct, RosterEvent,
    Secret, SecretVersion, Handover, Sealing, SealedOrder, LimitedAction, Taking,
    Message, Order, Block, Mentorship,
    OfficialType, OfficialPost, OfficialResponse, OfficialAct,
)  # fmt: skip


def rows() -> list[tuple[str, str, list[str], dict[str, str]]]:
    found = []
    for line in filter(None, TABLE.splitlines()):
        head, answers = re.fullmatch(r"(.*?)((?: +(?:\d{3}|in|ok|again))+)", line).groups()
        method, route, *things = head.split()
        words = answers.split()
        words = words * 7 if len(words) == 1 else words[:1] + words[1:] * 6 if len(words) == 2 else words
        found.append((method, route, things, dict(zip(ROLES, words, strict=True))))
    return found


ROWS = rows()


def key_of(stage, route: str, thing: str) -> int | str:
    """What the address says for this thing. The parts of the map are not on the stage: they have their names."""
    return thing if route == "sitemap_section" else stage.key(thing)


def path_of(stage, route: str, things: list[str]) -> str:
    return reverse(route, args=[key_of(stage, route, things[0]), *things[1:]] if things else [])


def sent(stage, method: str, route: str) -> dict[str, object]:
    if route == "gamestate:undo" and method == "GET":
        return {"update": stage.key("update")}
    if method == "GET":
        return READ.get(route, {})
    data = dict(SENT.get(route, {}))
    if route == "votables:overturn":
        data["seen"] = stage.posts["resolved"].settled_by_id
    if route in ("votables:undo", "votables:delete_empty"):
        data |= {"seen": stage.key("correction"), "why": "Because."}
    if route == "gamestate:change_secret":
        data["seen"] = stage.key("version")
    if route == "gamestate:show":
        data["to"] = stage.key("player")
    for thing, routes in SEEN.items():
        if route in routes:
            data["seen"] = stage.key(f"seen {thing}")
    if route == "gamestate:new_sealing":
        data["awaited"] = [stage.key("player")]
    if route == "players:ask_mentor":
        data |= {"mentee": stage.key("idling"), "mentor": stage.key("player")}
    if route == "votables:by_matter":
        data["matter"] = stage.posts["resolved"].pk
    return data


def in_words(response) -> str:
    """The answer as the table says it."""
    if response.status_code != 302:
        return str(response.status_code)
    sent_to = {"/accounts/login/?next=": "in", "/accounts/reauthenticate/": "again"}
    return next((word for start, word in sent_to.items() if response["Location"].startswith(start)), "ok")


def hidden_things_in(response, *, whose: str, route: str) -> list[bytes]:
    """What nobody else is ever shown: e-mail addresses; drafts, secrets and sealed orders but on pages of who wrote
    them."""
    # Whoever has the link back has the letter to the address.
    kept = [] if route == "account_address_back" else [b"example.org"]
    own = {"author": ("draft", "secret", "sealing", "hand_in"), "admin": ("hand_over",)}
    if not any(part in route for part in own.get(whose, ())):
        kept += [b"A secret plan", b"Hush."]
    if not (whose in ("author", "player") and route.startswith("players:")):
        kept += [b"Between two", b"A whispered plot."]
    if not (whose in ("author", "emperor") and route == "players:orders"):
        kept += [b"A sealed march."]
    content = response.getvalue()
    return [one for one in kept if one in content]


def counts() -> tuple[int, ...]:
    """How many rows each table of the ledger has, in one query."""
    tables = [connection.ops.quote_name(model._meta.db_table) for model in LEDGER]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(f'(SELECT COUNT(*) FROM {table})' for table in tables)}")
        return cursor.fetchone()


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("method", "route", "things", "expected"),
    ROWS,
    ids=[f"{r[0]} {r[1]} {' '.join(r[2])}".strip() for r in ROWS],
)
def test_everybody_gets_what_the_table_says(stage, method, route, things, expected):
    path, data, before = path_of(stage, route, things), sent(stage, method, route), counts()
    answers, told = {}, {}
    for role in ROLES:
        with nullcontext() if method == "GET" else undone():
            with watching() as unlocked, making() as misused:
                response = stage.ask(role, method, path, data)
                told[role] = hidden_things_in(response, whose=role, route=route)
            answers[role] = in_words(response)
            told[role] += unlocked + misused
            if role == "author" and method == "GET":
                head = stage.ask(role, "head", path, data)
                assert (head.status_code, head.getvalue()) == (response.status_code, b"")
            if method == "POST" and expected[role] != "ok" and route != "votables:autosave":
                assert (role, counts()) == (role, before)
                admins = Player.objects.filter(is_admin=True).order_by("name")
                assert list(admins.values_list("name", flat=True)) == ["Alice", "Grace"]
    assert answers == expected
    assert told == dict.fromkeys(ROLES, [])
    assert method == "POST" or counts() == before


def is_of_the_api(pattern, names: tuple[str, ...]) -> bool:
    """Whether programs ask there and not people: `tests.blognomic.api` has a table of its own."""
    return names == ("api-v1",) or pattern.name in ("openapi", "api_nowhere")


def routes() -> dict[str, str]:
    """The project's own addresses by their names, with the module that answers."""
    found = {}

    def walk(patterns, names: tuple[str, ...]) -> None:
        for pattern in patterns:
            if hasattr(pattern, "url_patterns"):
                walk(pattern.url_patterns, (*names, pattern.namespace) if pattern.namespace else names)
            elif not pattern.callback.__module__.startswith("allauth.") and not is_of_the_api(pattern, names):
                found[":".join([*names, pattern.name])] = pattern.callback.__module__

    walk(get_resolver().url_patterns, ())
    return found


def test_every_address_of_the_site_is_in_the_table_with_each_of_its_methods():
    listed = {(method, route) for method, route, *_ in ROWS}
    one = {route for _, route in listed} - READS_AND_WRITES
    assert {route for _, route in listed} == routes().keys()
    assert {("GET", route) for route in READS_AND_WRITES} | {
        ("POST", route) for route in READS_AND_WRITES
    } <= listed
    assert all(len({method for method, name in listed if name == route}) == 1 for route in one)


@pytest.mark.sweep
def test_other_methods_are_not_allowed(stage):
    """Not even to those who may most: which methods an address knows, it says before it looks at who asks. The switch
    of languages knows which of them show a page."""
    before, allowed, misjudged = counts(), set(), set()
    for route in sorted({route for _, route, *_ in ROWS}):
        things = next(things for _, name, things, _ in ROWS if name == route)
        known = {method for method, name, *_ in ROWS if name == route}
        if is_shown(path_of(stage, route, things)) != ("GET" in known):
            misjudged.add(route)
        refused = 404 if route == "votables:demo_sign_in" else 405
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} - known:
            if stage.ask("admin", method, path_of(stage, route, things)).status_code != refused:
                allowed.add((method, route))
    assert (allowed, misjudged, counts()) == (set(), set(), before)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("method", "route", "things", "expected"),
    [
        row
        for row in ROWS
        if row[0] == "POST" and {"ok", "200", "again"} & set(row[3].values()) and row[1] not in SIGNED
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_nothing_is_done_without_the_forms_token(stage, method, route, things, expected):
    role = next(role for role in reversed(ROLES) if expected[role] in ("ok", "200", "again"))
    browser, before = Client(enforce_csrf_checks=True), counts()
    browser.force_login(stage.people[role])
    response = browser.post(path_of(stage, route, things), sent(stage, method, route))
    assert (response.status_code, counts()) == (403, before)


# Refused by whoever looks after the site; letters; and what belongs to a type that was defined without a rule.
OF_THE_SITE = {
    "notices:test_webhook", "notices:sign_webhook", "notices:remove_webhook", "players:write",
    "votables:end_official", "votables:report_official", "votables:count_response",
}  # fmt: skip


# Documentation has the plain words.
DOCUMENTATION = {"api"}


def asked_once() -> list[tuple[str, str, str, list[str]]]:
    """Who asks for what in one round: for each page the stranger and the emperor, who plays, too, or else the first who
    sees it; and what is sent by the first whom it is refused, which changes nothing."""
    found = []
    for method, route, things, expected in ROWS:
        if method == "GET":
            roles = [role for role in ("stranger", "emperor") if expected[role] != "in"]
            if not any(expected[role] == "200" for role in roles):
                roles += [role for role in ("player", "author", "admin") if expected[role] == "200"][:1]
        else:
            refused = ("applicant", "player", "emperor", "admin")
            roles = [role for role in refused if expected[role] in ("400", "403", "409")][:1]
        found += [(role, method, route, things) for role in roles]
    return found


@pytest.mark.sweep
def test_in_one_round_no_page_says_player_or_emperor_and_every_refusal_names_its_rule(stage):
    """In a dynasty that has other words; what the site itself refuses, not the game, says so in `test_refusals`."""
    Dynasty.objects.update(**ODD)
    found, nameless = {}, set()
    for role, method, route, things in asked_once():
        response = stage.ask(role, method, path_of(stage, route, things), sent(stage, method, route))
        if response.headers["Content-Type"].startswith(FOR_PEOPLE):
            page = "" if route in DOCUMENTATION else response.getvalue().decode()
            found |= dict.fromkeys(plain_words_in(page), f"{method} {route} as {role}")
            if response.status_code == 403 and not re.search(r"<dt>Rule</dt>|<cite>", page):
                nameless.add(route)
    assert (found, nameless) == ({}, OF_THE_SITE)
