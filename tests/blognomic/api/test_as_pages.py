"""What people do on the pages, programs do by the API: each address that takes a form has operations for it, or a
reason why it has none. And so has each page that everybody may read."""

from tests.votables.test_views_who_may import ROWS as PAGES

from .test_who_may import operations

# What each address that takes forms is by program.
BY_PROGRAM = {
    "votables:read": "read_news",
    "votables:unread": "unread_news",
    "votables:preview": "preview",
    "votables:autosave": "keep_draft change_draft",
    "votables:draft": "change_draft publish",
    "votables:draft_changes": "change_draft",
    "votables:add_draft_change": "change_draft",
    "votables:discard": "discard_draft",
    "votables:new": "publish",
    "votables:ascend": "foresee_ascension ascend",
    "votables:mantle": "pass_mantle",
    "votables:comment": "write_comment",
    "votables:post_changes": "edit",
    "votables:add_post_change": "edit",
    "votables:edit": "edit",
    "votables:remove": "remove",
    "votables:move": "move_post",
    "votables:resolve": "resolve",
    "votables:illegal": "mark_illegal",
    "votables:overrule": "overrule",
    "votables:nothing_to_do": "say_nothing_to_do",
    "votables:overturn": "overturn",
    "votables:make_proposal": "make_proposal",
    "votables:typo": "correct_typo",
    "votables:mend": "mend",
    "votables:mend_section": "mend",
    "votables:delete_empty": "delete_empty",
    "votables:still_holds": "still_holds",
    "votables:undo": "undo_revision",
    "votables:resign": "resign",
    "votables:change_roster": "change_roster",
    "votables:take_back": "take_back_event",
    "votables:by_matter": "by_matter",
    "votables:new_official_type": "define_official_type",
    "votables:add_official_preset": "add_official_preset",
    "votables:change_official_type": "change_official_type",
    "votables:retire_official_type": "retire_official_type",
    "votables:end_official": "end_official",
    "votables:report_official": "report_official",
    "votables:count_response": "count_response",
    "players:write": "write_message",
    "players:blocked": "block unblock",
    "players:thread": "answer",
    "players:sort_thread": "sort_thread",
    "players:orders": "send_order",
    "players:change_turn": "set_due close_turn",
    "players:mark_order": "mark_order",
    "players:ask_mentoring": "ask_mentoring withdraw_mentoring change_own_tenure",
    "players:settle_mentoring": "settle_mentoring",
    "players:ask_mentor": "ask_mentor",
    "players:answer_offer": "answer_offer",
    "players:announce_mentorship": "announce_mentorship",
    "players:dissolve_mentorship": "dissolve_mentorship",
    "gamestate:edit": "plan_update update_values",
    "gamestate:undo": "undo",
    "gamestate:dispute": "dispute",
    "gamestate:take_back_dispute": "take_back_dispute",
    "gamestate:define": "define",
    "gamestate:alter": "define",
    "gamestate:retire": "define",
    "gamestate:show": "show_variable",
    "gamestate:stop_showing": "stop_showing",
    "gamestate:define_table": "define",
    "gamestate:alter_table": "define",
    "gamestate:retire_table": "define",
    "gamestate:add_rows": "define",
    "gamestate:alter_row": "define",
    "gamestate:retire_row": "define",
    "gamestate:new_page": "write_page",
    "gamestate:edit_page": "write_page",
    "gamestate:remove_page": "define",
    "gamestate:dice": "roll_dice",
    "gamestate:new_secret": "keep_secret",
    "gamestate:change_secret": "change_secret",
    "gamestate:reveal_secret": "reveal",
    "gamestate:hand_over_secret": "hand_over",
    "gamestate:new_sealing": "call_orders",
    "gamestate:hand_in": "hand_in",
    "gamestate:call_off": "call_off",
    "gamestate:new_action": "declare_action",
    "gamestate:reinitialise": "reinitialise",
    "gamestate:take_action": "take",
    "gamestate:retire_action": "retire_action",
    "gamestate:take_back": "take_back",
    "notices:read_all": "read_notices",
    "notices:settings": "choose_notices",
    "notices:webhooks": "set_up_webhook",
    "notices:webhook": "change_webhook",
    "notices:test_webhook": "test_webhook",
    "notices:sign_webhook": "sign_webhook",
    "notices:remove_webhook": "remove_webhook",
    "notices:fair_play": "record_control",
}
# What has no address there, and why not. What is of an account (signing in, a second factor, e-mail, passwords) stands
# at addresses of django-allauth's, which take a person and no program.
BY_PEOPLE_ALONE = {
    "votables:found": "It is done once, by an address that the host prints, and makes the first account.",
    "votables:put_away": "The list of first steps is a part of the pages; programs are shown none.",
    "votables:demo_sign_in": "It signs a browser in, where there is a demo; a program has a token instead.",
    "set_language": "It is a browser's. Programs are answered in the language of the game.",
    "gamestate:check_hash": "It saves nothing: a program makes the hash of a text itself, and reads those of secrets.",
    "notices:unsubscribe": "It stands in letters, for who is not signed in; choose_notices does the same.",
    "api_tokens": "A token that could make tokens would be good for everything, for ever.",
    "revoke_api_token": "A token that was stolen could revoke those of its owner.",
    "account_end_other_sessions": "A token that was stolen could throw its owner out.",
    "account_end_session": "A token that was stolen could throw its owner out.",
    "account_address_back": "It stands in letters, for who has nothing else left to get in by.",
    "account_close": "A token that was stolen could close the account.",
    "account_set_password": "A token that was stolen could become the account.",
}
# What reads the same as each page that is there for everybody; "" for a page that only leads elsewhere or explains.
READ_BY_PROGRAM = {
    "home": "list_posts game",
    "votables:queue": "queue",
    "votables:archive": "list_posts post_figures tag_figures",
    "votables:search": "find",
    "votables:since": "list_news",
    "votables:chronicle": "list_weeks",
    "votables:chronicle_week": "one_week",
    "votables:charts": "dynasty_figures month_figures time_figures",
    "votables:post": "one_post list_comments votes effects one_official_post",
    "votables:versions": "list_versions",
    "votables:judged": "list_resolutions",
    "votables:officials": "list_official_posts list_official_types list_presets",
    "votables:official_type": "one_official_type",
    "players:roster": "roster list_players",
    "players:roster_history": "list_roster_events",
    "players:dynasties": "list_dynasties",
    "players:dynasty": "one_dynasty",
    "players:admin_log": "list_admin_acts",
    "players:profile": "one_player player_record",
    "players:mentors": "list_mentors list_mentorships",
    "ruleset:rules": "ruleset",
    "ruleset:rule": "rule_history",
    "ruleset:history": "list_revisions",
    "ruleset:revision": "one_revision",
    "ruleset:difference": "compare_rulesets",
    "ruleset:search": "find",
    "ruleset:law": "law_now one_law list_laws",
    "ruleset:document": "one_law",
    "gamestate:values": "gamestate",
    "gamestate:player": "gamestate",
    "gamestate:table": "table",
    "gamestate:variable": "one_variable variable_history",
    "gamestate:retired": "list_variables variable_history",
    "gamestate:log": "list_updates",
    "gamestate:update": "one_update",
    "gamestate:pages": "list_pages",
    "gamestate:page": "one_page",
    "gamestate:page_history": "page_history",
    "gamestate:page_difference": "page_history",
    "gamestate:dice": "list_rolls",
    "gamestate:dice_log": "list_rolls",
    "gamestate:dice_check": "seeds check_rolls",
    "gamestate:dice_statistics": "dice_statistics",
    "gamestate:roll": "one_roll check_roll",
    "gamestate:secrets": "list_secrets",
    "gamestate:secret": "one_secret",
    "gamestate:sealings": "list_sealings",
    "gamestate:sealing": "one_sealing",
    "gamestate:actions": "actions list_takings",
}
READ_BY_PEOPLE = {
    **dict.fromkeys(
        ("votables:keys", "votables:welcome", "votables:guide", "api", "manifest", "robots", "security", "words"),
        "It explains, or is a part of the pages.",
    ),
    **dict.fromkeys(("sitemap", "sitemap_section"), "It leads searching machines to pages."),
    "account_address_back": "It stands in letters, for who has nothing else left to get in by.",
    **dict.fromkeys(
        (
            "gamestate:players_csv", "gamestate:players_json", "gamestate:game_csv", "gamestate:table_csv",
            "gamestate:table_json", "gamestate:retired_json", "gamestate:log_csv", "gamestate:log_json",
            "gamestate:dice_csv", "gamestate:dice_json",
        ),
        "It is for programs already.",
    ),
    **dict.fromkeys(
        (
            "feeds:list", "feeds:posts", "feeds:category", "feeds:comments", "feeds:ascensions", "feeds:rules",
            "feeds:chronicle", "feeds:gamestate", "feeds:dice",
        ),
        "It is for programs already.",
    ),
    "votables:jump": "It guesses where a reader wants to go.",
    "gamestate:check_hash": "It asks for a text.",
    "notices:unsubscribe": "It is for whoever has the letter.",
}  # fmt: skip


def test_whatever_people_do_on_pages_programs_do_or_there_is_a_reason():
    takes_forms = {route for method, route, *_ in PAGES if method == "POST"}
    assert takes_forms == BY_PROGRAM.keys() | BY_PEOPLE_ALONE.keys()
    assert BY_PROGRAM.keys() & BY_PEOPLE_ALONE.keys() == set()
    methods = {name: method for name, (method, _, _) in operations().items()}
    named = {name for names in BY_PROGRAM.values() for name in names.split()}
    assert {name for name in named if methods.get(name, "GET") == "GET"} == set()
    assert {name for name, method in methods.items() if method != "GET"} - named == {"judge"}


def test_whatever_everybody_may_read_on_pages_programs_read_or_there_is_a_reason():
    public = {
        route for method, route, _, statuses in PAGES if method == "GET" and statuses["stranger"] == "200"
    }
    assert public == READ_BY_PROGRAM.keys() | READ_BY_PEOPLE.keys()
    assert READ_BY_PROGRAM.keys() & READ_BY_PEOPLE.keys() == set()
    methods = {name: (method, scopes) for name, (method, _, scopes) in operations().items()}
    named = {name for names in READ_BY_PROGRAM.values() for name in names.split()}
    assert {name for name in named if methods.get(name) != ("GET", None)} == set()
    for_everybody = {name for name, (method, scopes) in methods.items() if method == "GET" and scopes is None}
    assert for_everybody - named == set()
