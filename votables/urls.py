"""The addresses of the weblog, the players' pages and the dashboard; `blognomic.urls` puts them in their places."""

from django.urls import path, re_path

from blognomic.text.outside import KEY
from gamestate.views import undo
from players.views import orders, webhooks
from votables.services.typed_posts import undo as undo_updates
from votables.views import (
    archive,
    ascending,
    blog,
    changing,
    charts,
    chronicle,
    dashboard,
    demo,
    dynasties,
    emperor_desk,
    fair_play,
    founding,
    guides,
    mentoring,
    people,
    reinitialising,
    resolving,
    searching,
    several,
    since,
    typed_posts,
    upkeep,
    voting,
    writing,
)
from votables.views.pointing_out import point_out_shared
from votables.views.resolving import admin_only

app_name = "votables"

# /
urlpatterns = [
    path("queue/", blog.queue, name="queue"),
    path("queue/mine/", blog.needs_vote, name="needs_vote"),
    path("live/", blog.beside, name="beside"),
    path("archive/", archive.archive, name="archive"),
    path("search/", searching.search, name="search"),
    path("jump.json", searching.jump, name="jump"),
    path("help/keys/", searching.keys, name="keys"),
    path("charts/", charts.charts, name="charts"),
    path("found/<str:token>/", founding.found, name="found"),
    path("welcome/put-away/", guides.put_away, name="put_away"),
    path("welcome/", guides.welcome, name="welcome"),
    path("guide/<slug:whom>/", guides.guide, name="guide"),
    path("chronicle/", chronicle.chronicle, name="chronicle"),
    path("chronicle/<str:name>/", chronicle.week, name="chronicle_week"),
    path("since/", since.since, name="since"),
    path("since/read/", since.read, name="read"),
    path("since/unread/", since.unread, name="unread"),
    path("preview/", writing.preview, name="preview"),
    path("demo/sign-in/", demo.sign_in, name="demo_sign_in"),
    # /drafts/
    path("drafts/", writing.drafts, name="drafts"),
    path("drafts/save/", writing.autosave, name="autosave"),
    path("drafts/<int:draft_pk>/", writing.new, name="draft"),
    path("drafts/<int:draft_pk>/changes/", changing.changes, name="draft_changes"),
    path("drafts/<int:draft_pk>/changes/add/", changing.add_change, name="add_draft_change"),
    path("drafts/<int:draft_pk>/discard/", writing.discard, name="discard"),
    # /posts/
    path("posts/new/", writing.new, name="new"),
    path("posts/ascend/", ascending.ascend, name="ascend"),
    path("posts/mantle/", ascending.pass_mantle, name="mantle"),
    path("posts/<int:pk>/", blog.post, name="post"),
    path("posts/<int:pk>/versions/", blog.versions, name="versions"),
    path("posts/<int:pk>/judged.json", blog.judged, name="judged"),
    path("posts/<int:pk>/comment/", voting.add_comment, name="comment"),
    path("vote/<str:token>/", voting.by_letter, name="vote_by_letter"),
    path("posts/<int:pk>/changes/", changing.changes, name="post_changes"),
    path("posts/<int:pk>/changes/add/", changing.add_change, name="add_post_change"),
    path("posts/<int:pk>/edit/", writing.edit, name="edit"),
    path("posts/<int:pk>/remove/", writing.remove, name="remove"),
    path("posts/<int:pk>/move/", writing.move, name="move"),
    re_path(rf"^posts/(?P<pk>{KEY})/resolve/(?P<to>enacted|failed)/$", resolving.resolve, name="resolve"),
    path("posts/<int:pk>/illegal/", resolving.illegal, name="illegal"),
    path("posts/<int:pk>/overrule/", resolving.overrule, name="overrule"),
    path("posts/<int:pk>/overturn/", resolving.overturn, name="overturn"),
    path("posts/<int:pk>/reflect/", upkeep.reflect, name="reflect"),
    path("posts/<int:pk>/nothing-to-do/", resolving.nothing_to_do, name="nothing_to_do"),
    path("posts/<int:pk>/make-proposal/", dashboard.make_proposal, name="make_proposal"),
    # /rules/, beside the ruleset's own pages
    path("rules/<int:pk>/typo/", upkeep.typo, name="typo"),
    path("rules/<int:pk>/mend/", upkeep.mend, name="mend"),
    path("rules/add-section/", upkeep.mend_section, name="mend_section"),
    path("rules/<int:pk>/delete/", upkeep.delete_empty, name="delete_empty"),
    path("rules/<int:pk>/still-holds/", upkeep.still_holds, name="still_holds"),
    path("rules/revisions/<int:pk>/undo/", upkeep.undo, name="undo"),
    # /events/
    path("events/", typed_posts.typed_post_list, name="typed_posts"),
    path("events/types/new/", typed_posts.new_official_type, name="new_official_type"),
    path("events/types/presets/<slug:key>/", typed_posts.add_preset, name="add_official_preset"),
    path("events/types/<int:pk>/", typed_posts.official_type, name="official_type"),
    path("events/types/<int:pk>/change/", typed_posts.change_official_type, name="change_official_type"),
    path("events/types/<int:pk>/retire/", typed_posts.retire_official_type, name="retire_official_type"),
    path("events/responses/<int:pk>/", typed_posts.count_response, name="count_response"),
    path("posts/<int:pk>/end/", typed_posts.end_official, name="end_official"),
    path("posts/<int:pk>/ending-action/", typed_posts.report_official, name="report_official"),
    # /desk/
    path("desk/", emperor_desk.emperor_desk, name="emperor_desk"),
    path("desk/orders/<int:pk>/", emperor_desk.carry_out, name="carry_out"),
    path("desk/helpers/", emperor_desk.name_helper, name="name_helper"),
    path("desk/helpers/<int:pk>/dismiss/", emperor_desk.dismiss_helper, name="dismiss_helper"),
    # /dashboard/
    path("dashboard/several/", several.several, name="several"),
    path("dashboard/several/undo/", several.undo, name="undo_several"),
    path("dashboard/resign/", dashboard.resign, name="resign"),
    re_path(
        rf"^dashboard/players/(?P<pk>{KEY})/(?P<act>admit|idle|idle-inactive|unidle|leave)/$",
        dashboard.change_roster,
        name="change_roster",
    ),
    path("dashboard/roster/<int:pk>/take-back/", dashboard.take_back, name="take_back"),
    re_path(
        rf"^dashboard/players/(?P<pk>{KEY})/(?P<act>rename|make-admin|unmake-admin|emperor)/$",
        dashboard.by_matter,
        name="by_matter",
    ),
]

# /gamestate/, beside its own pages: what a post goes with, or more than what is tracked
gamestate_urls = [
    path("undo/", undo.undo, {"undo_updates": undo_updates}, name="undo"),
    path("actions/reinitialise/", reinitialising.reinitialise, name="reinitialise"),
]

# /players/, beside the roster's own pages
people_urls = [
    path("<int:pk>/", people.profile, name="profile"),
    # /players/dynasties/
    path("dynasties/", dynasties.dynasties, name="dynasties"),
    path("dynasties/<int:number>/", dynasties.dynasty, name="dynasty"),
    # /players/, which point out what a text refers to, or make a post
    path("orders/", orders.all_orders, {"point_out": point_out_shared}, name="orders"),
    path("mentors/<int:pk>/announce/", mentoring.announce, name="announce_mentorship"),
    path("mentors/<int:pk>/dissolve/", mentoring.dissolve, name="dissolve_mentorship"),
]

# /dashboard/, beside the pages of notices: who is an admin, the law in force says
FOR_ADMINS = {"check_admin": admin_only}
notice_urls = [
    path("dashboard/webhooks/", webhooks.webhooks, FOR_ADMINS, name="webhooks"),
    path("dashboard/webhooks/<int:pk>/", webhooks.webhook, FOR_ADMINS, name="webhook"),
    path("dashboard/webhooks/<int:pk>/remove/", webhooks.remove_webhook, FOR_ADMINS, name="remove_webhook"),
    path("dashboard/fair-play/", fair_play.fair_play_desk, name="fair_play"),
]
