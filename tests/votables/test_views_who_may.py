"""Who may what: every address of the site, asked in every role, against a written table."""

import re
from collections.abc import Callable
from contextlib import nullcontext
from types import FunctionType

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
from gamestate.queries.snapshot import last_entry_about
from players.models import AdminAct, Block, Dynasty, Mentorship, Message, Order, Player, RosterEvent
from players.notices.notice_kinds import KINDS
from tests.headers_alone import as_sent
from tests.undoing import undone
from votables.models import Comment, Draft, Post, PostVersion, Resolution
from votables.post_types.models import OfficialAct, OfficialPost, OfficialResponse, OfficialType

from .locking import watching
from .made_of import making
from .plain_words import FOR_PEOPLE, ODD, plain_words_in
from .stage import ROLES
from .staged_typed_posts import FORM, HUNT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

# What the roles get, in the order of ROLES: a status, `in` where they are sent to sign in, `again` where they are to
# prove once more who they are, `ok` where it is done and they are sent on. One word stands for all of them; two for the
# stranger and for everybody else. After them, in the first row of a form or of a page that is there for everybody: the
# operations by which programs do (`=`) or read the same, or why there are none (`!`, a word of BY_PEOPLE_ALONE).
TABLE = """
GET  home                                           200      = list_posts game
GET  votables:queue                                 200      = queue
GET  votables:needs_vote                            in 200
GET  votables:beside                                ok
GET  votables:archive                               200      = list_posts
GET  votables:search                                200      = find
GET  votables:jump                                  200      ! guess
GET  votables:keys                                  200      ! explains
GET  votables:charts                                200      ! counts
GET  votables:found              week               409
POST votables:found              week               409      ! once
GET  votables:welcome                               200      ! explains
POST votables:put_away                              in ok    ! steps
GET  votables:guide              guide              200      ! explains
GET  votables:chronicle                             200      = list_weeks
GET  votables:chronicle_week     week               200      = one_week
GET  votables:since                                 200      = list_news
POST votables:read                                  in ok    = read_news
POST votables:unread                                in ok    = unread_news
POST votables:preview                               in 200   = preview
POST votables:demo_sign_in                          404      ! demo
GET  votables:drafts                                in 200
POST votables:autosave                              in 200   = keep_draft change_draft
GET  votables:draft              draft              in 404 404 404 200 404 404
POST votables:draft              draft              in 409 409 409 ok 409 409 = change_draft publish
GET  votables:draft_changes      draft              in 404 404 404 200 404 404
POST votables:draft_changes      draft              in 404 404 404 400 404 404 = change_draft
GET  votables:add_draft_change   draft              in 404 404 404 200 404 404
POST votables:add_draft_change   draft              in 404 404 404 400 404 404 = change_draft
GET  votables:discard            draft              in 404 404 404 200 404 404
POST votables:discard            draft              in 404 404 404 ok 404 404 = discard_draft
GET  votables:new                                   in 200
POST votables:new                                   in ok    = publish
GET  votables:ascend                                in 403
POST votables:ascend                                in 403   = preview_ascension ascend
GET  votables:mantle                                in 403
POST votables:mantle                                in 400   = pass_mantle
GET  votables:post               ready              200      = one_post list_comments votes effects one_official_post
GET  votables:post               resolved           200
GET  votables:post               talk               200
GET  votables:versions           ready              200      = list_versions
GET  votables:judged             resolved           200      = list_resolutions
GET  votables:judged             talk               404
GET  votables:comment            ready              in 200
GET  votables:comment            resolved           in 409
POST votables:comment            ready              in ok    = write_comment
POST votables:comment            resolved           in 409
GET  votables:post_changes       young              in 403 403 403 200 403 403
POST votables:post_changes       young              in 403 403 403 400 403 403 = edit
GET  votables:add_post_change    young              in 403 403 403 200 403 403
POST votables:add_post_change    young              in 403 403 403 400 403 403 = edit
GET  votables:edit               young              in 403 403 403 200 403 403
POST votables:edit               young              in 403 403 403 ok 403 403 = edit
GET  votables:edit               ready              in 403
POST votables:edit               ready              in 403
GET  votables:remove             talk               in 403 403 403 200 403 403
POST votables:remove             talk               in 403 403 403 ok 403 403 = remove
GET  votables:remove             young              in 403
POST votables:remove             young              in 403
GET  votables:move               young              in 403 403 403 200 403 403
POST votables:move               young              in 403 403 403 ok 403 403 = move_post
GET  votables:move               ready              in 403
POST votables:move               ready              in 403
GET  votables:resolve            ready enacted      in 403 403 403 403 200 403
POST votables:resolve            ready enacted      in 403 403 403 403 ok 403 = resolve
GET  votables:resolve            doomed failed      in 403 403 403 403 200 403
POST votables:resolve            doomed failed      in 403 403 403 403 ok 403
POST votables:resolve            young enacted      in 403
POST votables:resolve            resolved failed    in 403 403 403 403 409 403
POST votables:resolve            talk failed        in 403 403 403 403 404 403
GET  votables:illegal            ready              in 403 403 403 403 200 403
POST votables:illegal            ready              in 403 403 403 403 ok 403 = mark_illegal
GET  votables:overrule           ready              in 403 403 403 403 200 403
POST votables:overrule           ready              in 403 403 403 403 ok 403 = overrule
GET  votables:overturn           resolved           in 403 403 403 403 200 403
POST votables:overturn           resolved           in 403 403 403 403 ok 403 = overturn
POST votables:make_proposal      plea               in 403 403 403 403 ok 403 = make_proposal
POST votables:make_proposal      talk               in 403
GET  votables:typo               rule               in 403 200 403 200 200 200
POST votables:typo               rule               in 403 400 403 400 400 400 = correct_typo
GET  votables:mend               rule               in 403 200 403 200 200 200
POST votables:mend               rule               in 403 400 403 400 400 400 = mend
GET  votables:mend_section                          in 403 200 403 200 200 200
POST votables:mend_section                          in 403 400 403 400 400 400 = mend
GET  votables:reflect            resolved           in 403 200 403 200 200 200
GET  votables:reflect            ready              in 403
GET  votables:nothing_to_do      resolved           in 403 403 403 403 200 403
POST votables:nothing_to_do      resolved           in 403 403 403 403 ok 403 = say_nothing_to_do
POST votables:nothing_to_do      ready              in 403 403 403 403 409 403
POST votables:nothing_to_do      talk               in 403 403 403 403 404 403
GET  votables:delete_empty       empty              in 403 200 403 200 200 200
POST votables:delete_empty       empty              in 403 ok 403 ok ok ok = delete_empty
GET  votables:delete_empty       rule               in 403
POST votables:delete_empty       rule               in 403
POST votables:still_holds        rule               in 403 409 403 409 409 409 = still_holds
GET  votables:undo               correction         in 403 200 403 200 200 200
POST votables:undo               correction         in 403 ok 403 ok ok ok = undo_revision
GET  votables:undo               import             in 403
POST votables:undo               import             in 403
GET  votables:resign                                in 403 403 403 403 200 403
POST votables:resign                                in 403 403 403 403 ok 403 = resign
GET  votables:change_roster      idling idle        in 403 403 403 403 200 403
POST votables:change_roster      joining admit      in 403 403 403 403 ok 403 = change_roster
POST votables:change_roster      guest admit        in 403
POST votables:change_roster      idling idle        in 403 403 403 403 ok 403
POST votables:change_roster      silent idle-inactive  in 403 403 403 403 ok 403
POST votables:change_roster      unidling unidle    in 403 403 403 403 ok 403
POST votables:change_roster      leaving leave      in 403
GET  votables:take_back          happened           in 403 403 403 403 200 403
POST votables:take_back          happened           in 403 403 403 403 ok 403 = take_back_event
GET  votables:by_matter          player rename      in 403 403 403 403 200 403
POST votables:by_matter          player rename      in 403 403 403 403 ok 403 = by_matter
GET  votables:by_matter          player make-admin  in 403 403 403 403 200 403
POST votables:by_matter          player make-admin  in 403 403 403 403 ok 403
POST votables:by_matter          admin unmake-admin in 403 403 403 403 ok 403
POST votables:by_matter          player emperor     in 403 403 403 403 ok 403
GET  votables:typed_posts                             200      = list_official_posts list_official_types list_presets
GET  votables:official_type      hunts              200      = one_official_type
GET  votables:new_official_type                     in 403 403 403 403 200 200
POST votables:new_official_type                     in 403 403 403 403 ok ok = define_official_type
POST votables:add_official_preset bounty            in 403 403 403 403 ok ok = add_official_preset
GET  votables:change_official_type hunts            in 403 403 403 403 200 200
POST votables:change_official_type hunts            in 403 403 403 403 ok ok = change_official_type
GET  votables:retire_official_type hunts            in 403 403 403 403 200 200
POST votables:retire_official_type hunts            in 403 403 403 403 ok ok = retire_official_type
GET  votables:end_official       hunt               in 403 403 403 200 403 200
POST votables:end_official       hunt               in 403 403 403 ok 403 ok = end_official
GET  votables:end_official       hunted             in 409
GET  votables:end_official       talk               in 404
GET  votables:report_official    hunted             in 403 403 403 200 200 200
POST votables:report_official    hunted             in 403 403 403 ok ok ok = report_official
GET  votables:report_official    hunt               in 409
GET  votables:count_response     answer             in 403 403 403 200 200 200
POST votables:count_response     answer             in 403 403 403 ok ok ok = count_response
GET  robots                                         200      ! explains
GET  security                                       200      ! explains
GET  words                                          200      ! explains
POST set_language                                   ok       ! browser
GET  favicon                                        ok
GET  manifest                                       200      ! explains
GET  worker                                         200      ! explains
GET  offline                                        200      ! explains
GET  sitemap                                        200      ! leads
GET  sitemap_section            posts              200       ! leads
GET  sitemap_section            rules              200
GET  dashboard                                      in 403 403 403 403 200 403
GET  votables:several                               in 403 403 403 403 200 403
POST votables:several                               in 403 403 403 403 ok 403 = resolve change_roster
POST votables:undo_several                          in 403 403 403 403 ok 403 = overturn take_back_event
GET  players:roster                                 200      = roster list_players
GET  players:roster_history                         200      = list_roster_events
GET  players:dynasties                              200      = list_dynasties
GET  players:dynasty            first              200       = one_dynasty
GET  players:admin_log                              200      = list_admin_acts
GET  players:profile             player             200      = one_player player_record
GET  players:profile             guest              200
GET  players:messages                               in 200
GET  players:write                                  in 200
POST players:write                                  in 403 ok ok ok ok ok = write_message
GET  players:blocked                                in 200
POST players:blocked                                in ok    = block unblock
GET  players:thread              thread             in 404 200 404 200 404 404
POST players:thread              thread             in 404 ok 404 ok 404 404 = answer
POST players:sort_thread         thread             in 404 ok 404 ok 404 404 = sort_thread
GET  players:orders                                 in 200
POST players:orders                                 in 403 ok 403 ok ok 403 = send_order
POST players:change_turn                            in 403 403 403 403 403 ok = set_due close_turn
POST players:mark_order          order              in 404 404 404 404 404 ok = mark_order
GET  votables:emperor_desk                          in 403 403 403 403 403 200
GET  votables:carry_out          order              in 403 403 403 403 403 200
POST votables:carry_out          order              in 403 403 403 403 403 ok = mark_order write_message publish
POST votables:name_helper                           in 403 403 403 403 403 ok = name_helper
POST votables:dismiss_helper     author             in 403 403 403 409 403 409 = dismiss_helper
GET  players:mentors                                200      = list_mentors list_mentorships
POST players:ask_mentoring  in 403 ok ok ok ok ok  = ask_mentoring withdraw_mentoring change_own_tenure
POST players:settle_mentoring    asked              in 403 403 403 403 ok 403 = settle_mentoring
POST players:ask_mentor                             in 403 403 403 403 403 ok = ask_mentor
POST players:answer_offer        offer              in 404 ok 404 404 404 400 = answer_offer
GET  players:announce_mentorship mentorship         in 403 403 403 403 403 200
POST players:announce_mentorship mentorship         in 403 403 403 403 403 ok = announce_mentorship
GET  players:dissolve_mentorship mentorship         in 403 403 403 200 403 403
POST players:dissolve_mentorship mentorship         in 403 403 403 ok 403 403 = dissolve_mentorship
GET  ruleset:rules                                  200      = ruleset
GET  ruleset:rule                rule               200      = rule_history
GET  ruleset:history                                200      = list_revisions
GET  ruleset:revision            correction         200      = one_revision
GET  ruleset:difference                             200      = compare_rulesets
GET  ruleset:law                                    200      = law_now one_law list_laws
GET  ruleset:document                               200      = one_law
GET  gamestate:values                               200      = gamestate
GET  gamestate:standings                            200      = gamestate
GET  gamestate:players_csv                          200      ! programs
GET  gamestate:players_json                         200      ! programs
GET  gamestate:game_csv                             200      ! programs
GET  gamestate:player            player             200      = gamestate
GET  gamestate:player            guest              200
GET  gamestate:table             locations          200      = table
GET  gamestate:table_csv         locations          200      ! programs
GET  gamestate:table_json        locations          200      ! programs
GET  gamestate:variable          wealth             200      = one_variable variable_history
GET  gamestate:variable          motive             200
GET  gamestate:retired                              200      = list_variables variable_history
GET  gamestate:retired_json      dynasty            200      ! programs
GET  gamestate:retired_csv       dynasty players    404
GET  gamestate:log                                  200      = list_updates
GET  gamestate:log_csv                              200      ! programs
GET  gamestate:log_json                             200      ! programs
GET  gamestate:update            update             200      = one_update
GET  gamestate:edit                                 in 403 200 403 200 200 200
POST gamestate:edit                                 in 403 ok 403 ok ok ok = plan_update update_values
GET  gamestate:undo                                 in 403 200 403 200 200 200
POST gamestate:undo                                 in 403 400 403 400 400 400 = undo
GET  gamestate:dispute           update             in 403 200 403 200 200 200
POST gamestate:dispute           update             in 403 ok 403 409 ok ok = dispute
GET  gamestate:take_back_dispute dispute            in 403 403 403 200 403 403
POST gamestate:take_back_dispute dispute            in 403 403 403 ok 403 403 = take_back_dispute
GET  gamestate:define                               in 403 403 403 403 200 200
POST gamestate:define                               in 403 403 403 403 ok ok = define
GET  gamestate:alter             wealth             in 403 403 403 403 200 200
POST gamestate:alter             wealth             in 403 403 403 403 ok ok = define
GET  gamestate:retire            wealth             in 403 403 403 403 200 200
POST gamestate:retire            wealth             in 403 403 403 403 ok ok = define
GET  gamestate:audience          motive             in 403 403 403 403 200 200
POST gamestate:audience          motive             in 403 403 403 403 ok ok = define
POST gamestate:show              motive             in 403 403 403 403 403 ok = show_variable
POST gamestate:stop_showing      showing            in 403 403 403 403 403 ok = stop_showing
GET  gamestate:define_table                         in 403 403 403 403 200 200
POST gamestate:define_table                         in 403 403 403 403 ok ok = define
GET  gamestate:alter_table       locations          in 403 403 403 403 200 200
POST gamestate:alter_table       locations          in 403 403 403 403 ok ok = define
GET  gamestate:retire_table      locations          in 403 403 403 403 200 200
POST gamestate:retire_table      locations          in 403 403 403 403 ok ok = define
GET  gamestate:add_rows          locations          in 403 403 403 403 200 200
POST gamestate:add_rows          locations          in 403 403 403 403 ok ok = define
GET  gamestate:alter_row         row                in 403 403 403 403 200 200
POST gamestate:alter_row         row                in 403 403 403 403 ok ok = define
GET  gamestate:retire_row        row                in 403 403 403 403 200 200
POST gamestate:retire_row        row                in 403 403 403 403 ok ok = define
GET  gamestate:pages                                200      = list_pages
GET  gamestate:page              gallery            200      = one_page
GET  gamestate:page_history      gallery            200      = page_history
GET  gamestate:page_difference   gallery            200      = page_history
GET  gamestate:new_page                             in 403 200 403 200 200 200
POST gamestate:new_page                             in 403 ok 403 ok ok ok = write_page
GET  gamestate:edit_page         gallery            in 403 200 403 200 200 200
POST gamestate:edit_page         gallery            in 403 400 403 400 400 400 = write_page
GET  gamestate:remove_page       gallery            in 403 403 403 403 200 200
POST gamestate:remove_page       gallery            in 403 403 403 403 ok ok = define
GET  gamestate:dice                                 200      = list_rolls
POST gamestate:dice                                 403 403 ok ok ok ok ok = roll_dice
GET  gamestate:dice_log                             200      = list_rolls
GET  gamestate:dice_csv                             200      ! programs
GET  gamestate:dice_json                            200      ! programs
GET  gamestate:dice_statistics                      200      ! counts
GET  gamestate:dice_check                           200      = seeds check_rolls
GET  gamestate:roll              roll               200      = one_roll check_roll
GET  gamestate:secrets                              200      = list_secrets
GET  gamestate:new_secret                           in 403 200 403 200 200 200
POST gamestate:new_secret                           in 403 ok 403 ok ok ok = keep_secret
GET  gamestate:check_hash                           200      ! hash
POST gamestate:check_hash                           200      ! hash
GET  gamestate:secret            secret             200      = one_secret
GET  gamestate:change_secret     secret             in 403 403 403 200 403 403
POST gamestate:change_secret     secret             in 403 403 403 ok 403 403 = change_secret
GET  gamestate:reveal_secret     version            in 403 403 403 200 403 403
POST gamestate:reveal_secret     version            in 403 403 403 ok 403 403 = reveal
GET  gamestate:hand_over_secret  office             in 403 403 403 403 200 403
POST gamestate:hand_over_secret  office             in 403 403 403 403 ok 403 = hand_over
GET  gamestate:sealings                             200      = list_sealings
GET  gamestate:new_sealing                          in 403 200 403 200 200 200
POST gamestate:new_sealing                          in 403 ok 403 ok ok ok = call_orders
GET  gamestate:sealing           sealing            200      = one_sealing
GET  gamestate:hand_in           sealing            in 403 403 403 200 403 200
POST gamestate:hand_in           sealing            in 403 403 403 ok 403 ok = hand_in
GET  gamestate:call_off          sealing            in 403 200 403 403 200 403
POST gamestate:call_off          sealing            in 403 ok 403 403 ok 403 = call_off
GET  gamestate:set_deadline      sealing            in 403 200 403 403 200 403
POST gamestate:set_deadline      sealing            in 403 ok 403 403 ok 403 = set_deadline
GET  gamestate:drop_silent       sealing            in 403 200 403 403 200 403
POST gamestate:drop_silent       sealing            in 403 ok 403 403 ok 403 = drop_silent
GET  gamestate:actions                              200      = actions list_takings by_itself forecast choices_owed
GET  gamestate:new_action                           in 403 403 403 403 200 200
POST gamestate:new_action                           in 403 403 403 403 ok ok = declare_action
GET  gamestate:reinitialise                         in 403
POST gamestate:reinitialise                         in 403   = reinitialise
GET  gamestate:take_action       action             in 403 200 403 200 200 403
POST gamestate:take_action       action             in 403 ok 403 ok ok 403 = take
POST gamestate:tell_me           paused             in 403 ok 403 ok ok 403 = tell_me stop_telling_me
GET  gamestate:retire_action     action             in 403 403 403 403 200 200
POST gamestate:retire_action     action             in 403 403 403 403 ok ok = retire_action
GET  gamestate:pause_action      action             in 403 403 403 403 200 200
POST gamestate:pause_action      action             in 403 403 403 403 ok ok = pause_action
GET  gamestate:resume_action     paused             in 403 403 403 403 200 200
POST gamestate:resume_action     paused             in 403 403 403 403 ok ok = resume_action
GET  gamestate:answer            due                in 403 403 403 403 403 200
POST gamestate:answer            due                in 403 403 403 403 403 ok = answer_due
GET  gamestate:withdraw_asking   owed               in 403 403 403 200 403 403
POST gamestate:withdraw_asking   owed               in 403 403 403 ok 403 403 = withdraw_asking
GET  gamestate:take_back         taking             in 403 403 403 200 200 403
POST gamestate:take_back         taking             in 403 403 403 ok ok 403 = take_back
GET  players:introduction                           in 200
POST players:introduction                           in ok    ! own
GET  notices:inbox                                  in 200
POST notices:read_all                               in ok    = read_notices
GET  notices:settings                               in 200
POST notices:settings                               in ok    = choose_notices
POST notices:add_device                             in 400   ! pushed
POST notices:remove_device       device             in 404 404 404 ok 404 404 ! pushed
GET  notices:open                notice             in 404 404 404 ok 404 404
GET  notices:unsubscribe         token              200      ! letter
POST notices:unsubscribe         token              200      ! letter
GET  votables:vote_by_letter     vote-link          200      ! letter
POST votables:vote_by_letter     vote-link          ok       ! letter
GET  notices:webhooks                               in 403 403 403 403 200 403
POST notices:webhooks                               in 403 403 403 403 ok 403 = set_up_webhook
GET  notices:webhook             webhook            in 403 403 403 403 200 403
POST notices:webhook             webhook            in 403 403 403 403 ok 403 = change_webhook
POST notices:test_webhook        webhook            in 403 403 403 403 ok 403 = test_webhook
POST notices:sign_webhook        webhook            in 403 403 403 403 ok 403 = sign_webhook
GET  notices:remove_webhook      webhook            in 403 403 403 403 200 403
POST notices:remove_webhook      webhook            in 403 403 403 403 ok 403 = remove_webhook
GET  api                                            200      ! explains
GET  api_tokens                                     in 200
POST api_tokens                                     in again ! tokens
POST revoke_api_token            program            in again ! stolen
GET  account_sessions                               in 200
POST account_end_other_sessions                     in again ! stolen
POST account_end_session         program            in again ! stolen
GET  account_close                                  in 200
POST account_close                                  in again ! stolen
GET  account_address_back        way-back           200      ! letter
POST account_address_back        way-back           ok       ! letter
GET  account_set_password                           in ok
POST account_set_password                           in ok    ! stolen
GET  notices:fair_play                              in 403 403 403 403 200 403
POST notices:fair_play                              in 403 403 403 403 ok 403 = record_control
GET  feeds:list                                     200      ! programs
GET  feeds:posts                                    200      ! programs
GET  feeds:category              proposals          200      ! programs
GET  feeds:comments              talk               200      ! programs
GET  feeds:all_comments                             200      ! programs
GET  feeds:ascensions                               200      ! programs
GET  feeds:rules                                    200      ! programs
GET  feeds:chronicle                                200      ! programs
GET  feeds:gamestate                                200      ! programs
GET  feeds:dice                                     200      ! programs
"""
BY_PEOPLE_ALONE = {
    "once": "It is done once, by an address that the host prints, and makes the first account.",
    "steps": "The list of first steps is a part of the pages; programs are shown none.",
    "demo": "It signs a browser in, where there is a demo; a program has a token instead.",
    "own": "It is a person's word about themselves, on a page that people read.",
    "pushed": "A browser that is pushed to says so itself; its address is a secret of its maker's service.",
    "browser": "It is a browser's. Programs are answered in the language of the game.",
    "hash": "It saves nothing: a program makes the hash of a text itself, and reads those of secrets.",
    "letter": "It stands in letters, for who is not signed in, or has nothing else left to get in by.",
    "tokens": "A token that could make tokens would be good for everything, for ever.",
    "stolen": "A token that was stolen could throw its owner out, or become the account.",
    "explains": "It explains, or is a part of the pages.",
    "leads": "It leads searching machines to pages.",
    "programs": "It is for programs already.",
    "counts": "It counts what programs read themselves: posts, dynasties and rolls.",
    "guess": "It guesses where a reader wants to go.",
}
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
    "votables:carry_out": {"answer": "Words."},
    "gamestate:audience": {"audience": "all"},
    "players:ask_mentoring": {"kind": "mentor"},
    "players:settle_mentoring": {"grant": "1"},
    "players:answer_offer": {"answer": "accepted"},
    "players:announce_mentorship": {"title": "A mentor", "body": "Words."},
    "players:dissolve_mentorship": {"title": "The end", "body": "Words."},
    "players:introduction": {"words": "Words."},
    "gamestate:dice": {"dice": "DICE6"},
    "set_language": {"language": "la"},  # which there is not, so that the others see what they read
    "gamestate:new_secret": {"name": "Key", "text": "Words.", "salting": "random", "algorithm": "md5"},
    "gamestate:check_hash": {"text": "Words.", "algorithm": "md5"},
    "gamestate:change_secret": {"text": "Words.", "salting": "none"},
    "gamestate:new_sealing": {"title": "Moves", "opening": "all"},
    "gamestate:hand_in": {"text": "Words."},
    "gamestate:set_deadline": {"opens_at": "2026-04-01 18:00"},
    "gamestate:new_action": {"name": "Whistle", "frequency": "weekly"},
    "gamestate:pause_action": {"why": "Because."},
    "gamestate:answer": {"answer-why": "Because."},
}
# The address itself is signed, and mail programs that stop letters send no token; the switch of languages stands
# on pages that all strangers share, and changes nothing but a cookie.
SIGNED = {"notices:unsubscribe", "set_language"}
READ = {
    "gamestate:audience": {"audience": "all"},
    "votables:add_draft_change": {"op": "add"},
    "votables:add_post_change": {"op": "add"},
}
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


_ROW = re.compile(r"(?P<head>.*?)(?P<answers>(?: +(?:\d{3}|in|ok|again))+)(?: +(?P<twin>[=!] .*))?")


def rows() -> list[tuple[str, str, list[str], dict[str, str]]]:
    table_rows = []
    for line in filter(None, TABLE.splitlines()):
        head, answers, twin = _ROW.fullmatch(line).groups()
        method, route, *things = head.split()
        words = answers.split()
        words = words * 7 if len(words) == 1 else words[:1] + words[1:] * 6 if len(words) == 2 else words
        table_rows.append((method, route, things, dict(zip(ROLES, words, strict=True))))
        if twin is not None:
            TWINS[method, route] = twin[0], twin[2:].split()
    return table_rows


# By method and address: "=" and operations of the API, or "!" and why there are none.
TWINS: dict[tuple[str, str], tuple[str, list[str]]] = {}
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
    if route == "gamestate:audience":
        data["seen"] = last_entry_about(variable=stage.key("motive"))
    if route == "votables:name_helper":
        data["player"] = stage.key("player")
    if route == "gamestate:show":
        data["to"] = stage.key("player")
    for thing, routes in SEEN.items():
        if route in routes:
            data["seen"] = stage.key(f"seen {thing}")
    if route == "gamestate:new_sealing":
        data["awaited"] = [stage.key("player")]
    if route == "gamestate:drop_silent":
        data["players"] = [stage.key("emperor")]
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
    with_orders = ("players:orders", "votables:emperor_desk", "votables:carry_out")
    if not (whose in ("author", "emperor") and route in with_orders):
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
    answers, leaks = {}, {}
    for role in ROLES:
        with nullcontext() if method == "GET" else undone():
            with watching() as unlocked, making() as misused:
                response = stage.ask(role, method, path, data)
                leaks[role] = hidden_things_in(response, whose=role, route=route)
            answers[role] = in_words(response)
            leaks[role] += unlocked + misused
            if role == "author" and method == "GET":
                with as_sent():
                    head = stage.ask(role, "head", path, data)
                assert (head.status_code, head.getvalue()) == (response.status_code, b"")
            if method == "POST" and expected[role] != "ok" and route != "votables:autosave":
                assert (role, counts()) == (role, before)
                admins = Player.objects.filter(is_admin=True).order_by("name")
                assert list(admins.values_list("name", flat=True)) == ["Alice", "Grace"]
    assert answers == expected
    assert leaks == dict.fromkeys(ROLES, [])
    assert method == "POST" or counts() == before


def is_of_the_api(pattern, names: tuple[str, ...]) -> bool:
    """Whether programs ask there and not people: `tests.blognomic.api` has a table of its own."""
    return names == ("api-v1",) or pattern.name in ("openapi", "api_nowhere")


def routes() -> dict[str, Callable[..., object]]:
    """The project's own addresses by their names, with what answers each."""
    views = {}

    def walk(patterns, names: tuple[str, ...]) -> None:
        for pattern in patterns:
            if hasattr(pattern, "url_patterns"):
                walk(pattern.url_patterns, (*names, pattern.namespace) if pattern.namespace else names)
            elif not pattern.callback.__module__.startswith("allauth.") and not is_of_the_api(pattern, names):
                views[":".join([*names, pattern.name])] = pattern.callback

    walk(get_resolver().url_patterns, ())
    return views


def methods_of(view: Callable[..., object]) -> set[str]:
    """By which methods a view says that it is asked; one that is no function is a feed or a map. HEAD goes without
    saying."""
    while isinstance(view, FunctionType):
        kept = dict(zip(view.__code__.co_freevars, view.__closure__ or (), strict=True))
        if methods := kept.get("request_method_list"):
            return {*methods.cell_contents} - {"HEAD"}
        view = vars(view).get("__wrapped__")
    return {"GET"}


def test_every_address_of_the_site_is_in_the_table_with_each_of_its_methods():
    listed = {(method, route) for method, route, *_ in ROWS}
    declared = {(method, route) for route, view in routes().items() for method in methods_of(view)}
    assert listed - declared == set() == declared - listed


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
    rows = []
    for method, route, things, expected in ROWS:
        if method == "GET":
            roles = [role for role in ("stranger", "emperor") if expected[role] != "in"]
            if not any(expected[role] == "200" for role in roles):
                roles += [role for role in ("player", "author", "admin") if expected[role] == "200"][:1]
        else:
            refused = ("applicant", "player", "emperor", "admin")
            roles = [role for role in refused if expected[role] in ("400", "403", "409")][:1]
        rows += [(role, method, route, things) for role in roles]
    return rows


@pytest.mark.sweep
def test_in_one_round_no_page_says_player_or_emperor_and_every_refusal_names_its_rule(stage):
    """In a dynasty that has other words; what the site itself refuses, not the game, says so in `test_refusals`."""
    Dynasty.objects.update(**ODD)
    plain, nameless = {}, set()
    for role, method, route, things in asked_once():
        response = stage.ask(role, method, path_of(stage, route, things), sent(stage, method, route))
        if response.headers["Content-Type"].startswith(FOR_PEOPLE):
            page = "" if route in DOCUMENTATION else response.getvalue().decode()
            plain |= dict.fromkeys(plain_words_in(page), f"{method} {route} as {role}")
            if response.status_code == 403 and not re.search(r"<dt>Rule</dt>|<cite>", page):
                nameless.add(route)
    assert (plain, nameless) == ({}, OF_THE_SITE)
